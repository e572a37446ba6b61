"""Play without seeing the stock: what a player knows, and players from plain to strong.

Examples:
    >>> from pyrtool.answers.closed import Player
    >>> from pyrtool.game.deals import deal
    >>> from pyrtool.game.games import game
    >>> line = Player("careful").play(deal(5, "microsoft"))
    >>> line.end.is_won()
    True

docs/understand/closed-play.md has the rule of every player, and what each of them wins.
"""

from pyrtool.answers.closed.chances import Chance, usual_orders, weigh
from pyrtool.answers.closed.player import PLAYERS, Player, PlayerError, PlayerName
from pyrtool.answers.closed.view import View

__all__ = [
    "PLAYERS",
    "Chance",
    "Player",
    "PlayerError",
    "PlayerName",
    "View",
    "usual_orders",
    "weigh",
]
