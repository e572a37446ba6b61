# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The discards of a level where lines are valued by what they leave, and which need not be tried.

Each prune has its proof: `force`, `_free`, `_twins`.
"""

import cython

from pyrtool.kernel.numbers.buffers import words

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.levels.discards import Discards
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.codes import PAIRS, PRUNE_KINGS


@cython.cclass
class ValueDiscards(Discards):
    """The levels of a search for a best line.

    `preferred`: the cards whose discard counts for more than that of another card of their rank.
    `unsure`: for each level a card of each set in which something was excluded or has gone since
    `Bounds.that_stay` looked at it. `drop_kings`: see `Places`.
    """

    def __init__(self, game: Game, prunes: int, drop_kings: bool) -> None:
        keep: bool = not prunes & PRUNE_KINGS
        Discards.__init__(self, game, prunes, keep_kings=keep, force_mutual=True)
        # Where several cards are dealt at a time, or the game may end first, a king may stay.
        self.deal.drop_kings = self.drop_kings = drop_kings
        self.deal.ends = game.ends
        self.preferred = self.open_cards = 0
        self.unsure = words(self.size + 2)

    def find_open_cards(self) -> cython.void:
        """`open_cards`: those of sets in an open bouquet."""
        one: cython.ulonglong = 1
        m: cython.int
        self.open_cards = 0
        for m in range(self.tableau, self.size):
            if not self.dealt and self.bit_at[m] < 8 * self.sets:
                self.open_cards |= one << self.bit_at[m]

    def force(self, d: cython.int) -> cython.void:
        """Forced moves, where removing early never hurts: if one is listed, list it alone.

        A king goes, at no cost. A pair goes whose one card is `_free`. So does
        a pair of which each is the only partner of the other (`Discards.force`).
        """
        i: cython.int
        if not self.forcing:
            return
        for i in range(PAIRS * d, PAIRS * d + self.count[d]):
            if self.may_end(self.pair_low[i], self.pair_high[i]):
                continue
            if (
                self.pair_low[i] == self.pair_high[i]
                or self._free(d, self.pair_low[i])
                or self._free(d, self.pair_high[i])
            ):
                self.pair_low[PAIRS * d], self.pair_high[PAIRS * d] = (
                    self.pair_low[i],
                    self.pair_high[i],
                )
                self.count[d] = 1
                self.forced[d] = 1
                return
        Discards.force(self, d)

    def _free(self, d: cython.int, card: cython.int) -> cython.bint:
        """Free complements: whether this card may go immediately with any available card that
        matches it.

        Let x be the card, r its rank, and y an available card that matches it. Every card left of r
        is exposed, covers nothing, and cannot end the game; r does not match itself; and x is
        `preferred`, or no card left of r is. Then every line from here has one that begins with x/y
        and is no worse, where removing early never hurts:

        1. The line discards x/y. Moved to the front it is the same (`Discards.failed`).
        2. It discards y with another card x' of r. The new line begins with x/y and makes no discard
           of x'/y. Where x goes with y' in the line, x' does so in the new one. If x goes with none,
           x' stays in its place.
        3. It leaves y. Cards of two matching ranks go in pairs only, and a deck has equally many of
           both, so it leaves a card of r too. If it leaves x, the new line adds x/y. Otherwise x goes
           with some y', and in the new line a card x' of r that was left does so. It leaves x' and y
           no more.

        The new lines are legal: the cards of r are exposed all the time, and as they cover nothing,
        no other card waits for them. They leave the same cards, or fewer, or x' in place of x. In
        that case x' is not `preferred` unless x is. So no more preferred cards are left, nor cards
        in all, nor of any set. The last card of the pyramid goes no later: x goes now, and x' when
        x went. Nor does an exclusion end the new line. Where one of its discards is excluded, the
        branch of that discard was searched, and with it a line as good as the new one
        (`Discards.failed`).
        """
        one: cython.ulonglong = 15
        rank: cython.ulonglong = (one << (card & ~3)) & self.left[d]
        one = 1
        if self.self_set[card >> 3] or rank & (~self.exposed[d] | self.last):
            return False
        if rank & self.preferred and not (one << card) & self.preferred:
            return False
        while rank:
            if self.under[lowest_bit(rank)] & self.left[d]:
                return False
            rank &= rank - 1
        return True

    def _twins(self, d: cython.int, card: cython.int) -> cython.ulonglong:
        """A card, and if it lies in an open bouquet the others of its rank there that are
        `preferred` like it, or like it are not.

        They are exposed and cover nothing, so each does for any other.
        """
        one: cython.ulonglong = 1
        rank: cython.ulonglong = 15
        if not self.open_cards >> card & 1:
            return one << card
        rank = (rank << (card & ~3)) & self.open_cards & self.left[d]
        return rank & (self.preferred if self.preferred >> card & 1 else ~self.preferred)

    def keep_first_twins(self, d: cython.int) -> cython.void:
        """List only discards with the first of the twins, and of two twins with the first two."""
        kept: cython.int = 0
        i: cython.int
        a: cython.int
        b: cython.int
        twins: cython.ulonglong
        for i in range(PAIRS * d, PAIRS * d + self.count[d]):
            a, b = self.pair_low[i], self.pair_high[i]
            if a != b:
                if lowest_bit(self._twins(d, a)) != a:
                    continue
                twins = self._twins(d, b)
                if twins >> a & 1:
                    twins &= twins - 1  # a rank that completes itself: both of one kind
                if lowest_bit(twins) != b:
                    continue
            self.pair_low[PAIRS * d + kept], self.pair_high[PAIRS * d + kept] = a, b
            kept += 1
        self.count[d] = kept

    def exclude(
        self, d: cython.int, a: cython.int, b: cython.int, lasting: cython.bint
    ) -> cython.void:
        """Exclude a discard, and all that are the same with twins."""
        one: cython.ulonglong = 1
        lows: cython.ulonglong = self._twins(d, a)
        highs: cython.ulonglong
        self.unsure[d] |= one << a
        while lows:
            highs = self._twins(d, b)
            while highs:
                Discards.exclude(self, d, lowest_bit(lows), lowest_bit(highs), lasting)
                highs &= highs - 1
            lows &= lows - 1
