"""Whether each deal can be won: the answer, its counts, and their report."""
