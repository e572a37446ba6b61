"""The talk while a game is played: what can be typed, what is answered, how games are kept."""
