"""Cards as they are drawn: decks, faces, courts, and cards of which only the rank is known."""
