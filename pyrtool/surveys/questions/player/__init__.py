"""How a player ends each deal that does not see the stock: the games, their counts and report."""
