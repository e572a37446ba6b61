"""A block as data: its kind, its sets, and the covered card of a simple one."""

from dataclasses import dataclass
from typing import Literal

from pyrtool.base.errors import PyrtoolError
from pyrtool.game.cards import Card


class BlockError(PyrtoolError):
    """A block that does not hold, or of sets that the rules do not have."""


Kind = Literal["simple block", "set block", "crossblock", "count", "stock block"]


@dataclass(frozen=True)
class Block:
    """Sets, each its ranks (`Rules.sets`), that cannot be discarded with every other card gone.

    A simple block names the `card` and its `covers`, all of its complements, which lie on it.
    A count is a set with more than half of its cards in a stock where no two cards ever match;
    a stock block holds with the stock in its order, any fewer of its sets can be discarded; the
    other kinds hold with the stock lying open.
    """

    kind: Kind
    sets: tuple[tuple[int, ...], ...]
    card: Card | None = None
    covers: tuple[Card, ...] = ()

    @property
    def order(self) -> int:
        """Return how many sets take part."""
        return len(self.sets)
