"""Deal, solve, explain and draw Pyramid and Giza solitaire."""

__version__ = "0.1.0"
