"""The fewest moves: iterative deepening, and its bounds."""
