# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Open games: the matcher first and, where it takes many nodes, the search over partners.

A node of the matcher costs little, and most deals take few. Some take thousands, as it looks at one
choice after the other. The deductions of `pairing` see most of these at once. In an open game they
speak of a single slot, in which every card can go.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.game.game import AnyGame, Game
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import PAUSED, WON
    from pyrtool.kernel.verdict.matching import Matcher
    from pyrtool.kernel.verdict.pairing.pairing import Pairing

from pyrtool.kernel.numbers.codes import ANSWERS

MATCHER_NODES: int = 100
"""How many nodes the matcher takes before the search over partners begins."""
FREE = cython.declare(cython.int, -1)


def deduces(game: AnyGame) -> bool:
    """Whether `OpenGame` may leave deals of this game to a `Pairing`, which has room for it: all cards
    are laid out, and each goes with one of another rank."""
    return isinstance(game, Game) and game.stock == 0 and not any(game.self_set)


@cython.cclass
class OpenGame:
    """A matcher and, if the game has one, the search over partners; `patience`: how many nodes the
    first takes before the second begins. `nodes` are those of both."""

    def __init__(
        self, matcher: Matcher, pairing: Pairing | None, patience: int = MATCHER_NODES
    ) -> None:
        self.matcher, self.pairing, self.deduces = matcher, pairing, pairing is not None
        self.patience = patience
        self.nodes = self.left = 0
        self.sets = 0
        self.deducing = False

    def load_position(self, cards: bytes, left: bytes) -> None:
        """See `Matcher.load_position`."""
        self.matcher.load_position(cards, left)
        if self.deduces:
            self.pairing.load_position(cards, left, 0)
            self.left = self.pairing.known.left

    def solve(self, sets: int, node_budget: int) -> str:
        """See `Matcher.solve`, of the position that was loaded."""
        result: cython.int
        chosen: cython.int = sets
        budget: cython.ulonglong = node_budget
        with cython.nogil:
            result = self._begin(chosen, budget)
            if result == PAUSED and self.nodes < budget:
                result = self._deduce(budget)
        return ANSWERS[result]

    def go_on(self, node_budget: int) -> str:
        """Resume `solve` where it paused, for this many nodes more."""
        result: cython.int
        budget: cython.ulonglong = node_budget
        with cython.nogil:
            result = self._go_on(budget)
        return ANSWERS[result]

    def search(
        self,
        cards: ReadOnlyBytes,
        sets: cython.int,
        node_budget: cython.ulonglong,
    ) -> cython.int:
        """Whether these sets of a deal can go, which was loaded into the matcher: see there."""
        result: cython.int = self._begin(sets, node_budget)
        if result == PAUSED and self.nodes < node_budget:
            self.pairing.known.load_cards(cards)
            self.left = self.pairing.known.in_deck
            result = self._deduce(node_budget)
        return result

    def _begin(self, sets: cython.int, node_budget: cython.ulonglong) -> cython.int:
        """Begin with the matcher, for as long as it may take; it did not answer if that is all."""
        result: cython.int
        self.sets, self.deducing = sets, False
        if self.deduces and node_budget > self.patience:
            node_budget = self.patience
        result = self.matcher.search(sets, node_budget)
        self.nodes = self.matcher.nodes
        return result

    def _go_on(self, node_budget: cython.ulonglong) -> cython.int:
        """`go_on` without the interpreter."""
        result: cython.int
        stop_at: cython.ulonglong = self.nodes + node_budget
        room: cython.ulonglong = node_budget
        if self.deducing:
            return self._run(stop_at)
        if self.deduces:
            room = min(room, self.patience - self.matcher.nodes)
        result = self.matcher.run(room)
        self.nodes = self.matcher.nodes
        if result == PAUSED and self.deduces and self.nodes >= self.patience:
            return self._deduce(stop_at)
        return result

    def _deduce(self, stop_at: cython.ulonglong) -> cython.int:
        """Leave the deal to the search over partners, until this many nodes are taken."""
        s: cython.int
        left: cython.ulonglong = 0
        for s in range(self.matcher.sets):
            if self.sets >> s & 1:
                left |= self.left & (cython.cast(cython.ulonglong, 255) << (8 * s))
        self.pairing.begin(left, 0, 1)
        self.deducing = True
        return self._run(stop_at)

    def _run(self, stop_at: cython.ulonglong) -> cython.int:
        """Search over partners until this many nodes are taken; a win's partners are the matcher's."""
        result: cython.int = self.pairing.run(stop_at - self.nodes)
        self.nodes = self.matcher.nodes + self.pairing.nodes
        if result == WON:
            self._take_mates()
        return result

    def _take_mates(self) -> cython.void:
        """Give the matcher the partners that were found."""
        k: cython.int
        x: cython.int
        y: cython.int
        for x in range(self.matcher.size):
            self.matcher.mate[x] = FREE
        for k in range(self.pairing.depth):
            x = self.pairing.known.index_of[self.pairing.move_low[k]] + self.matcher.size
            y = self.pairing.known.index_of[self.pairing.move_high[k]] + self.matcher.size
            self.matcher.mate[x], self.matcher.mate[y] = y, x
