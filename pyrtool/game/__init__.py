"""The game as data, and the referee: cards, rules, named games, deals, positions, moves.

The front door has a function of the same name. As Python puts every imported package into the one
that holds it, `pyrtool.game` is this package, and calling it calls the function.

Examples:
    >>> import pyrtool
    >>> pyrtool.game("giza").columns
    (8, 3)
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrtool.game.rules import Rules


class _Game(ModuleType):
    """This package, which can be called."""

    def __call__(self, name: str) -> "Rules":
        """Return the rules of the named game, by its name or another."""
        from pyrtool.game.games import game

        return game(name)


sys.modules[__name__].__class__ = _Game
