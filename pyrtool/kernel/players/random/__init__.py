"""Players that choose at random, and their exact chances."""
