"""The options that name a player that does not see the stock."""

from dataclasses import dataclass

from pyrtool.answers.closed import Player, PlayerName


@dataclass(frozen=True)
class PlayerOptions:
    """The player, and what it leaves to chance."""

    player_name: PlayerName = "careful"
    seed: int = 0
    orders: int | None = None
    look: int = 0

    def player(self) -> Player:
        """Make the closed player that the options name; a `PlayerError` if there is none such."""
        return Player(self.player_name, self.seed, self.orders, self.look)
