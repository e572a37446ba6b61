"""What is known at a level of a search: places, sets, discards, and what the stock brings."""
