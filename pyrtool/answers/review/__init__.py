"""Review a game as it was played: what its moves were worth, and how much of it was luck."""
