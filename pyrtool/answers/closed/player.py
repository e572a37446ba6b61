"""Players that do not see the stock: each is a rule that chooses a move from what is known.

Decides their names and what they are given: a `View`, from which no hidden card can be read. The
rules themselves are the kernel's, which plays many deals in one call by the same code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Final, Literal, get_args

from pyrtool.answers import soundness
from pyrtool.answers.closed import simple_players
from pyrtool.answers.closed.scorer import by_points
from pyrtool.answers.closed.shown_to_kernel import look, move_of
from pyrtool.answers.closed.view import View
from pyrtool.answers.kernels import players
from pyrtool.answers.kings import harmless_kings, kings
from pyrtool.answers.subject import Subject, position_of
from pyrtool.base.arguments import check_fields, guard, shown
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import counted
from pyrtool.game.games import Rules
from pyrtool.game.line import Played
from pyrtool.game.position import Discard, Move, Position, Redeal
from pyrtool.kernel.players.closed.player import ClosedPlayer

PlayerName = Literal["random", "greedy", "careful", "sampler", "strongest", "scorer"]

PLAYERS: Final[Mapping[PlayerName, str]] = {
    "random": "Takes any legal move, all with the same chance.",
    "greedy": "Takes pairs of the tableau first, then those with a stock card, and keeps what is "
    "the last partner of a tableau card.",
    "careful": "Greedy, but makes no move that leaves a set dead.",
    "sampler": "Asks the solver about each move with many orders of the unseen cards.",
    "strongest": "Plans with many orders for what it will have seen, and at the end with all.",
    "scorer": "Plays for par points: expects them from many orders, and follows the best line once "
    "it knows every card.",
}
"""The players, each with its rule in a sentence. Kings go immediately; with players that imagine
orders only where that never hurts."""

MOST_ORDERS: Final = 100_000
MOST_LOOK: Final = 26
MOST_SEED: Final = 2**64 - 1

_ORDERS: Final[Mapping[PlayerName, int]] = {"sampler": 120, "strongest": 1_600, "scorer": 40}


class PlayerError(PyrtoolError):
    """A player that does not exist, or that cannot be as is asked."""


@dataclass(frozen=True)
class Player:
    """A player by name. `seed`: for what it leaves to chance; with the same seed it makes the same
    moves. `orders`: how many orders of the unseen cards it imagines for a move, None for its usual
    number; a simple player imagines none. `look`: how many moves further the careful one looks
    ahead, in games without a stock to deal."""

    name: PlayerName
    seed: int = 0
    orders: int | None = None
    look: int = 0

    def __post_init__(self) -> None:
        if self.name not in get_args(PlayerName):
            raise PlayerError(f"name {shown(self.name)}: must be {', '.join(PLAYERS)}")
        check_fields(self)
        if not 0 <= self.seed <= MOST_SEED:
            raise PlayerError(f"seed {shown(self.seed)}: must be 0 to {MOST_SEED}")
        if not 0 <= self.look <= MOST_LOOK:
            raise PlayerError(f"look {shown(self.look)}: must be 0 to {MOST_LOOK}")
        if self.look and self.name != "careful":
            raise PlayerError(f"look: the player {self.name} does not look ahead, careful does")
        if self.orders is None:
            return
        if not self.imagines:
            raise PlayerError(f"orders: the player {self.name} samples none")
        if not 1 <= self.orders <= MOST_ORDERS:
            raise PlayerError(f"orders {shown(self.orders)}: must be 1 to {MOST_ORDERS}")

    def __str__(self) -> str:
        """How a report names it: ``sampler (120 orders, seed 0)``."""
        orders = f"{self.orders or _ORDERS[self.name]} orders, " if self.imagines else ""
        ahead = f"looks {counted(self.look, 'move')} further, " if self.look else ""
        return f"{self.name} ({orders}{ahead}seed {self.seed})"

    @property
    def imagines(self) -> bool:
        """Whether it imagines orders of the unseen cards."""
        return self.name in _ORDERS

    def kernel(self, rules: Rules) -> ClosedPlayer:
        """Make what chooses the moves under these rules.

        Args:
            rules: The rules of the game.

        Returns:
            The compiled player.

        Raises:
            PlayerError: It does not play this game, or no kernel does.
        """
        self.check(rules)
        if not self.has_kernel(rules):
            what = "for points" if self.name == "scorer" else "games that are searched without sets"
            raise PlayerError(f"{self.name}: no kernel plays {what}")
        return players.closed_player(
            rules, self.name, self.orders or _ORDERS.get(self.name, 0), self.look
        )

    def check(self, rules: Rules) -> None:
        """Reject a game that it does not play.

        Its search over sets does not know the game or the tableau, or it would look ahead at what
        is unseen.

        Args:
            rules: The rules of the game.

        Raises:
            PlayerError: It does not play this game.
        """
        if self.look and (rules.stock == "dealt" or rules.face_down != "none"):
            raise PlayerError("look: only where no card is dealt and none lies face down")
        if self.look and self.is_by_thumb(rules):
            raise PlayerError("look: only in games that are searched by sets")
        if self.name == "scorer" and rules.scoring != "par":
            raise PlayerError("the player scorer plays for par points: add --scoring par")
        if self.imagines and self.is_by_thumb(rules):
            raise PlayerError(
                f"the player {self.name} does not play this game (several wastes or waste ends, "
                "several partners, two packs, or overlap discards of cards that lie face down): "
                f"choose from {', '.join(simple_players.NAMES)}"
            )

    def has_kernel(self, rules: Rules) -> bool:
        """Return whether a kernel plays whole games of it, or only the referee does.

        Args:
            rules: The rules of the game.

        Returns:
            Whether `kernel` makes one.
        """
        return self.name != "scorer" and not self.is_by_thumb(rules)

    def is_by_thumb(self, rules: Rules) -> bool:
        """Return whether it chooses by simple rules alone, as no kernel of players knows the game.

        Args:
            rules: The rules of the game.

        Returns:
            Whether no kernel plays the game.
        """
        unseen_go = rules.face_down != "none" and rules.overlap
        return not soundness.searched_by_sets(rules) or unseen_go

    def choose(self, view: View) -> Move | None:
        """Choose a move.

        Kings go immediately, but a player that imagines orders weighs one that may have to wait.
        The move follows from the view, the seed and the orders, and from nothing else.

        Args:
            view: What the player sees.

        Returns:
            The move, or None where none is legal. The scorer also chooses None where no move
            gains a point.

        Raises:
            PlayerError: It does not play this game.
        """
        if (king := self._king_at_once(view.table)) is not None:
            return king
        if next(view.legal_moves(), None) is None:
            return None
        rules = view.table.rules
        self.check(rules)
        if self.is_by_thumb(rules):
            return simple_players.by_thumb(view, self.name, self.seed)
        if self.name == "scorer":
            return by_points(view, self.orders or _ORDERS[self.name], self.seed)
        kernel = self.kernel(rules)
        look(kernel, view, self.seed)
        chosen = kernel.choose()
        return None if chosen is None else move_of(*chosen, view.table)

    def play(self, subject: Subject) -> Played:
        """Play a game from a deal or a position to its end, or to where the player gives up.

        It gives up when passes are unlimited and it turned the waste over in vain, one time more
        than could help.

        Before each move the player gets a `View`; the referee makes the move.

        Args:
            subject: The deal or the position.

        Returns:
            The moves, with the positions before and after them.

        Raises:
            PlayerError: It does not play this game.

        Examples:
            >>> from pyrtool.game.deals import deal
            >>> Player("greedy").play(deal(1)).end.cards_left()
            21
        """
        start = position_of(subject)
        self.check(start.rules)
        patience = soundness.patience(start.rules) if start.rules.passes is None else inf
        line = Played(start)
        idle = 1
        while True:
            view = View.of(line.end)
            move = self._king_at_once(view.table) if _is_over(line.end) else self.choose(view)
            if move is None:
                break
            if isinstance(move, Discard):
                idle = 0
            elif isinstance(move, Redeal):
                if idle > patience:
                    break
                idle += 1
            line = line.then(move)
        return line.remember()

    def _king_at_once(self, table: Position) -> Discard | None:
        """The next king that goes before it thinks."""
        return next((harmless_kings if self.imagines else kings)(table), None)


def _is_over(position: Position) -> bool:
    return position.is_over() or (position.is_won() and not position.rules.ends_when_cleared)


guard(__name__)
