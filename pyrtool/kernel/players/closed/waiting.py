# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What can wait until the next card was seen, at no loss.

This is so where cards are dealt singly, none vanishes by itself, and the tableau lies open, as long
as two cards or more are unseen. Dealing buries the waste top and nothing else. A turned card that
goes with a tableau card can do so from the waste as well. Then the table is the same as if it had
gone immediately; a pair within the tableau stays. So each of these can follow the deal, and then
the next card was seen before. (docs/development/proofs.md, "What can wait")
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.codes import PAIRS, SW_AUTO
    from pyrtool.kernel.numbers.encoding import DEALING
    from pyrtool.kernel.players.closed.unseen_cards import UnseenCards
    from pyrtool.kernel.players.moves import Moves


@cython.cclass
class Waiting:
    """`waits`: these are rules under which discards can wait."""

    def __init__(self, moves: Moves, unseen: UnseenCards) -> None:
        self.moves, self.unseen = moves, unseen
        game = moves.game
        self.waits = (
            game.dealt and game.draw == 1 and game.stock_waste < SW_AUTO and not unseen.face_down
        )

    def sees_more_by_dealing(self) -> cython.bint:
        """Whether the next deal shows a card, and what can wait may wait for it."""
        return self.waits and self.unseen.hidden_count > 1

    def all_can_wait(self) -> cython.bint:
        """Whether in row 0 the waste top cannot go before the next deal: not immediately, and with
        nothing that pairs within the tableau may expose. Then nothing is lost by dealing."""
        return self.sees_more_by_dealing() and not self.moves.reached(0) and self.waste_top_stays(0)

    def waste_top_stays(self, d: cython.int) -> cython.bint:
        """Whether the waste top of row d, whose moves are listed, stays until the next deal."""
        k: cython.int
        for k in range(self.moves.count[d]):
            if self.has_part(d, k, self.moves.waste_top(d)):
                return False
        return not self._may_be_freed(d, self.moves.waste_top(d))

    def _may_be_freed(self, d: cython.int, top: cython.int) -> cython.bint:
        """Whether the partners of the waste top, by its stock index, may come to be exposed before the
        next deal. False is sure; True is not, as cards may have to go with the same one."""
        open_cards: cython.ulonglong = self.moves.exposed[d]
        left: cython.ulonglong = self.moves.left[d]
        partners: cython.ulonglong
        rest: cython.ulonglong
        before: cython.ulonglong
        card: cython.int
        if top < 0:
            return False
        partners = self.moves.partners_of(self.moves.bit_at[self.moves.tableau + top])
        while open_cards & partners == 0:
            before = open_cards
            rest = open_cards & left
            while rest:
                card = lowest_bit(rest)
                rest &= rest - 1
                if (
                    card >= 8 * self.moves.sets or self.moves.partners_of(card) & before
                ):  # a king goes alone
                    left &= ~(cython.cast(cython.ulonglong, 1) << card)
            rest = left & self.moves.laid_out & ~open_cards
            while rest:
                card = lowest_bit(rest)
                rest &= rest - 1
                if (
                    self.moves.cover[card]
                    & left
                    & ~(self.moves.partners_of(card) if self.moves.overlap else 0)
                    == 0
                ):
                    open_cards |= cython.cast(cython.ulonglong, 1) << card
            if open_cards == before:
                return False
        return True

    def can_wait(self, d: cython.int, k: cython.int) -> cython.bint:
        """Whether the k-th move of row d can follow the next deal: a discard in which the waste top has
        no part."""
        return self.moves.pair_low[PAIRS * d + k] != DEALING and not self.has_part(
            d, k, self.moves.waste_top(d)
        )

    def has_part(self, d: cython.int, k: cython.int, index: cython.int) -> cython.bint:
        """Whether a stock card, by its index, or -1 for none, has a part in the k-th move of row d."""
        card: cython.int
        if index < 0:
            return False
        card = self.moves.bit_at[self.moves.tableau + index]
        return (
            self.moves.pair_low[PAIRS * d + k] == card
            or self.moves.pair_high[PAIRS * d + k] == card
        )
