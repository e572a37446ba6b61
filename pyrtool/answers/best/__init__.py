"""The best line of a game whose goal may be out of reach: fewest cards left, most points."""
