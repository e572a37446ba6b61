"""The options that name a player who does not see the stock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from pyrtool.answers.closed import Player, PlayerName

OrdersOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Orders of the unseen cards that are imagined for a move.",
        show_default="as many as the player is used to",
    ),
]

LookOption = Annotated[
    int,
    typer.Option(
        metavar="N", help="Moves that the careful player looks further ahead, if no card is dealt."
    ),
]


@dataclass(frozen=True)
class PlayerOptions:
    """Which player, and what he leaves to chance."""

    player_name: Annotated[
        PlayerName,
        typer.Option("--player", metavar="NAME", help="Who plays."),
    ] = "careful"
    seed: Annotated[
        int, typer.Option(metavar="S", help="What a player leaves to chance follows from this.")
    ] = 0
    orders: OrdersOption = None
    look: LookOption = 0

    def player(self) -> Player:
        """The player; a `PlayerError` where there is none like that."""
        return Player(self.player_name, self.seed, self.orders, self.look)
