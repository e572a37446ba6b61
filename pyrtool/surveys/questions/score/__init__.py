"""The best par score of each deal: how that is answered, what is counted, what is told of it."""
