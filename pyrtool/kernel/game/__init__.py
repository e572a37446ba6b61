"""One game as numbers, and how it is played on them."""
