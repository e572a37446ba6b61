"""Play without seeing the stock: what a player knows, and players from plain to strong.

>>> from pyrtool.closed import Player
>>> from pyrtool.deals import deal
>>> from pyrtool.games import game
>>> line = Player("careful").play(deal(5).cards, game("microsoft"))
>>> line.end.is_won()
True

docs/honest-play.md has the rule of every player, and what each of them wins.
"""

from pyrtool.closed.player import PLAYERS, Player, PlayerError, PlayerName
from pyrtool.closed.view import View
from pyrtool.closed.weigh import Chance, usual_orders, weigh

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
