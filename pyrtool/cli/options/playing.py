"""The options that name a player that does not see the stock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from pyrtool.answers.closed import Player, PlayerName
from pyrtool.cli.options.panels import PLAYER

OrdersOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Orders of the unseen cards that the player samples for a move",
        show_default="its usual number",
        rich_help_panel=PLAYER,
    ),
]

LookOption = Annotated[
    int,
    typer.Option(
        metavar="N",
        help="Further moves that the careful player looks ahead, up to the next deal",
        rich_help_panel=PLAYER,
    ),
]


@dataclass(frozen=True)
class PlayerOptions:
    """The player, and what it leaves to chance."""

    player_name: Annotated[
        PlayerName,
        typer.Option("--player", metavar="NAME", help="The player", rich_help_panel=PLAYER),
    ] = "careful"
    seed: Annotated[
        int, typer.Option(metavar="S", help="Seed of its random choices", rich_help_panel=PLAYER)
    ] = 0
    orders: OrdersOption = None
    look: LookOption = 0

    def player(self) -> Player:
        """Make the player.

        Raises:
            PlayerError: there is no player like that.
        """
        return Player(self.player_name, self.seed, self.orders, self.look)
