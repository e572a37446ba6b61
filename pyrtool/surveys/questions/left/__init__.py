"""The fewest cards that must stay: the answer, its counts, and their report."""
