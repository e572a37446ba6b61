# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""One pass in which pairs of the stock vanish by themselves: partners are chosen first.

Every line of such a game is one of the game in which the player chooses, its discards at the same
times. So where `pairing` finds no partners for that game, this one is lost. Where it finds some, they
are played by the rules of this game. Where that fails, positions are searched.
"""

import cython

from pyrtool.kernel.verdict.pairing.deductions import DEDUCTIONS
from pyrtool.kernel.verdict.pairing.pairing import Pairing, pairs_up
from pyrtool.kernel.verdict.pairing.vanishing import Vanishing
from pyrtool.kernel.verdict.positions import Positions

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import (
        ENTER,
        LOST,
        OPEN,
        PAUSED,
        PRUNE_PARTNERS,
        PRUNE_RELAXED,
        SW_AUTO,
        WON,
    )
    from pyrtool.kernel.numbers.encoding import top_of
    from pyrtool.kernel.verdict.search import Search

MOST_REJECTED: int = 10
"""How many choices of partners are played by the rules of the game, before positions are searched."""


def asks_partners(game: Game, by_choice: Game, prunes: int) -> bool:
    """Whether `Automatic` searches this game; `by_choice`: the one in which the player chooses."""
    return (
        bool(prunes & PRUNE_PARTNERS and prunes & PRUNE_RELAXED)
        and game.stock_waste >= SW_AUTO
        and game.draw == 1
        and game.passes == 1
        and pairs_up(by_choice)
    )


@cython.cclass
class Automatic(Positions):
    """The search of games that `asks_partners` accepts; `by_choice`: see there."""

    def __init__(self, game: Game, prunes: int, relaxed: "Search | None", by_choice: Game) -> None:
        Positions.__init__(self, game, prunes, game.sets, relaxed)
        self.pairs = Pairing(by_choice, sum(DEDUCTIONS.values()))
        self.vanishing = Vanishing(game, self.pairs.known)
        self.rejected, self.most_rejected = 0, MOST_REJECTED
        self.choosing = self.delayed = False
        self.cards = b""
        self.left, self.dealt_first = 0, 0

    def reject_at_most(self, choices: int) -> None:
        """Play this many choices of partners before positions are searched."""
        self.most_rejected = choices

    def load_position(self, cards: bytes, left: bytes, position: int) -> None:
        """See `Search.load_position`."""
        self.game.check_position(cards, left, position)
        Positions.lay_out(self, cards)
        self.levels.begin_with(left, position)
        self.stand(cards, True)

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """See `Search.lay_out`. The positions are laid out only when they are searched."""
        self.nodes = self.depth = 0
        self.code = ENTER
        self.cards = cards
        self.choosing = self.delayed = True
        self.rejected = 0
        self.left, self.dealt_first = self.pairs.known.in_deck, 0
        if not self.pairs.lay_out(cards):
            self.code = LOST
            return False
        return True

    def stand(self, cards: ReadOnlyBytes, anew: cython.bint) -> cython.void:
        """See `Search.stand`."""
        Positions.stand(self, cards, anew)
        self.choosing, self.delayed = True, False
        self.rejected = 0
        self.left = self.levels.left[0]
        self.dealt_first = top_of(self.levels.in_stock[0], self.levels.position[0]) + 1
        self.pairs.known.load_cards(cards)
        self.pairs.begin_at(self.left, self.levels.in_stock[0], self.levels.position[0])

    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """Choose partners, then search positions: see `Search.run`."""
        before: cython.ulonglong = self.nodes
        result: cython.int
        if self.choosing:
            result = self._choose(node_budget)
            if result != OPEN:
                return result
            node_budget -= self.nodes - before
            self._begin_positions()
        return Positions.run(self, node_budget)

    def hopeless(
        self,
        left: cython.ulonglong,
        in_stock: cython.ulonglong,
        position: cython.int,
        node_budget: cython.ulonglong,
    ) -> cython.int:
        """See `Positions.hopeless`; partners are not asked."""
        self._begin_positions()
        return Positions.hopeless(self, left, in_stock, position, node_budget)

    def _begin_positions(self) -> cython.void:
        """Lay out the positions, if that was delayed. The nodes stay."""
        nodes: cython.ulonglong = self.nodes
        self.choosing = False
        if self.delayed:
            self.delayed = False
            Positions.lay_out(self, self.cards)
            self.nodes = nodes

    def _choose(self, node_budget: cython.ulonglong) -> cython.int:
        """`LOST` if there are no partners by choice; `WON` if some can be played by the rules of the
        game; `OPEN` if those that were tried cannot; or `PAUSED`."""
        before: cython.ulonglong
        result: cython.int
        while True:
            before = self.pairs.nodes
            result = self.pairs.run(node_budget)
            self.nodes += self.pairs.nodes - before
            node_budget -= self.pairs.nodes - before
            if result == PAUSED:
                return PAUSED
            if result == LOST:
                if self.rejected:
                    return OPEN
                self.depth, self.code = 0, LOST
                self.choosing = False
                return LOST
            if self.rejected < self.most_rejected and self._holds():
                self.code = WON
                self.choosing = False
                return WON
            self.rejected += 1
            if self.rejected >= self.most_rejected:
                return OPEN
            self.pairs.reject()

    def _holds(self) -> cython.bint:
        """Whether the partners found can go by the rules of the game; then their moves are noted."""
        k: cython.int
        if not self.vanishing.play(
            self.pairs.move_low,
            self.pairs.move_high,
            self.pairs.depth,
            self.left,
            self.dealt_first,
        ):
            return False
        self.depth = self.vanishing.count
        for k in range(self.depth):
            self.levels.move_low[k] = self.vanishing.move_low[k]
            self.levels.move_high[k] = self.vanishing.move_high[k]
            self.levels.move_position[k] = self.vanishing.move_position[k]
        return True
