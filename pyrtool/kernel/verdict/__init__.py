"""Whether a deal can be won: one search for each kind of game."""
