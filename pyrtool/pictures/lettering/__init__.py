"""Words on pictures: fonts, titles, captions, and how a game is played."""
