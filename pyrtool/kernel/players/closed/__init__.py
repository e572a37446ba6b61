"""Players that do not see the stock."""
