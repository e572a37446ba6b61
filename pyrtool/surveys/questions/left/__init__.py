"""The fewest cards that must stay: how that is answered, what is counted, what is told of it."""
