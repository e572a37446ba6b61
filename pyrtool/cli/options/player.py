"""The options that name a player that does not see the stock."""

from dataclasses import dataclass
from typing import Annotated

from pyrtool.answers.closed import Player, PlayerName
from pyrtool.cli.options.groups import optional
from pyrtool.cli.options.parameters import PLAYER, option

OrdersOption = Annotated[
    int | None,
    option(
        "Orders of the unseen cards that the player samples for a move",
        "N",
        PLAYER,
        shown="its usual number",
    ),
]

LookOption = Annotated[
    int,
    option("Further moves that the careful player looks ahead, up to the next deal", "N", PLAYER),
]


@dataclass(frozen=True)
class PlayerOptions:
    """The player, and what it leaves to chance."""

    player_name: PlayerName = optional("The player", "NAME", PLAYER, "--player", default="careful")
    seed: int = optional("Seed of its random choices", "S", PLAYER, default=0)
    orders: OrdersOption = None
    look: LookOption = 0

    def player(self) -> Player:
        """Make the closed player that the options name.

        Raises:
            PlayerError: there is no player like that.
        """
        return Player(self.player_name, self.seed, self.orders, self.look)
