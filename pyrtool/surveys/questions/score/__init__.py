"""The best par score of each deal: the answer, its counts, and their report."""
