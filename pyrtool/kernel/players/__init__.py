"""Players: `moves` has their legal moves. `random` has those that do not think, and what they win
exactly; `closed` has those that do not see the stock."""
