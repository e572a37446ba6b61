# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The discards that a level has, and which of them a search need not try.

`position.py` is the definition of the legal ones. Each prune has its proof: `force`, `failed`.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.levels.state import State
    from pyrtool.kernel.numbers.bits import (
        cards_with,
        highest_bit,
        lowest_bit,
        set_choices,
        sets_between,
    )
    from pyrtool.kernel.numbers.codes import (
        PAIRS,
        PRUNE_EARLIER,
        PRUNE_EXCLUDED,
        PRUNE_FORCED,
        PRUNE_SETS,
        SW_AUTO,
        SW_NO,
    )
    from pyrtool.kernel.numbers.encoding import pass_of, top_of


@cython.cclass
class Discards(State):
    """The levels on the way to where a search is, and a list of discards for each.

    `prunes`: a mask of the values of `codes.PRUNES`. `monotone`: removing early never hurts, and the
    search may rest on it; kings of the stock are dropped only then. `forcing`, and with it
    `force_mutual`, say which forced pairs are taken alone (`force`); the others: see `State`.
    """

    def __init__(
        self,
        game: Game,
        prunes: int = 0,
        *,
        keep_kings: bool = False,
        keep_optional: bool = False,
        drop_kings: bool = False,
        force_mutual: bool = False,
    ) -> None:
        self.prunes = prunes
        self.monotone = game.monotone and bool(self.prunes & PRUNE_EARLIER)
        State.__init__(
            self,
            game,
            keep_kings=keep_kings,
            keep_optional=keep_optional,
            drop_kings=drop_kings and self.monotone,
        )
        self.one_ban = self.monotone
        self.forcing = self.monotone and bool(self.prunes & PRUNE_FORCED)
        self.force_mutual = force_mutual
        levels = self.size + 2
        self.count, self.following = integers(levels), integers(levels)
        self.pair_low, self.pair_high = integers(PAIRS * levels), integers(PAIRS * levels)
        self.forced = integers(levels)

    def list_pairs(self, d: cython.int) -> cython.void:
        """The discards at this position that are not excluded.

        A king that need not go and covers nothing is no discard of a shortest line:
        without it the line is legal and shorter.
        """
        available: cython.ulonglong = self.exposed[d]
        rest: cython.ulonglong = available & self.kings
        lows: cython.int
        highs: cython.int
        open_highs: cython.int
        s: cython.int
        a: cython.int
        base: cython.int
        self.count[d] = self.following[d] = 0
        while rest:
            a = lowest_bit(rest)
            rest &= rest - 1
            if not self.keep_optional or self.under[a] & self.left[d]:
                self.add_pair(d, a, a)
        for s in range(self.sets):
            base = 8 * s + (0 if self.self_set[s] else 4)
            lows = cython.cast(cython.int, (available >> (8 * s)) & 15)
            highs = cython.cast(cython.int, (available >> base) & 15)
            if highs == 0:
                continue
            while lows:
                a = 8 * s + lowest_bit(lows)
                lows &= lows - 1
                open_highs = highs & ~cython.cast(
                    cython.int, (self.ban[8 * d + s] >> (4 * (a & 7))) & 15
                )
                if self.self_set[s]:
                    open_highs &= ~((2 << (a & 3)) - 1)
                while open_highs:
                    self.add_pair(d, a, base + lowest_bit(open_highs))
                    open_highs &= open_highs - 1
        if self.overlap:
            self._list_overlaps(d)

    def _list_overlaps(self, d: cython.int) -> cython.void:
        """Pairs of which one card lies directly on the other, and is all that does."""
        one: cython.ulonglong = 1
        rest: cython.ulonglong = self.exposed[d] & self.coverers
        below: cython.ulonglong
        of_set: cython.ulonglong = 255
        a: cython.int
        b: cython.int
        while rest:
            a = lowest_bit(rest)
            rest &= rest - 1
            below = self.under[a] & self.left[d] & (of_set << (a & ~7))
            while below:
                b = lowest_bit(below)
                below &= below - 1
                if (
                    self.cover[b] & self.left[d] == one << a
                    and self.direct[b] >> a & 1
                    and self.allowed(d, a, b)
                ):
                    self.add_pair(d, a, b)

    def list_stock_pairs(self, d: cython.int) -> cython.void:
        """Add the discards with the turned card, the waste top and what lies under it."""
        one: cython.ulonglong = 1
        top: cython.int = self.waste_top(d)
        top_card: cython.int
        under: cython.int
        below: cython.ulonglong
        self.list_turned_pairs(d)
        if top < 0:
            return
        top_card = self.bit_at[self.tableau + top]
        self._list_with(d, top_card)
        if self.waste_pairs:
            below = self.in_stock[d] & ((one << top) - 1)
            if below:
                under = self.bit_at[self.tableau + highest_bit(below)]
                if self.allowed(d, top_card, under):
                    self.add_pair(d, top_card, under)

    def list_turned_pairs(self, d: cython.int) -> cython.void:
        """Add the discards with the turned card."""
        turned: cython.int = self.turned(d)
        top: cython.int
        card: cython.int
        top_card: cython.int
        if turned < 0:
            return
        card = self.bit_at[self.tableau + turned]
        self._list_with(d, card)
        if self.stock_waste != SW_NO:
            top = self.waste_top(d)
            if top >= 0:
                top_card = self.bit_at[self.tableau + top]
                if self.allowed(d, card, top_card):
                    self.add_pair(d, top_card, card)

    def stock_events(self, d: cython.int) -> cython.ulonglong:
        """The stock cards, by index, that can be discarded when they are turned; in the last pass,
        of those still to come.

        For single cards with the stock top available: those with an exposed partner that is not
        excluded, and those that match the card left before them. An addition finds which cards
        follow one of `lows` in the stock left. It adds the places after them to the mask of the
        stock cards that are gone, and each carries on to the next card left.
        """
        one: cython.ulonglong = 1
        events: cython.ulonglong = 0
        exposed: cython.ulonglong = self.exposed[d]
        stock: cython.ulonglong = self.in_stock[d]
        cards_left: cython.ulonglong = self.left[d] & ~self.laid_out & ~self.kings
        rest: cython.ulonglong
        sets: cython.ulonglong = sets_between(cards_left, exposed, self.own_sets)
        gone: cython.ulonglong
        lows: cython.ulonglong
        highs: cython.ulonglong
        ban: cython.uint
        choices: cython.uint
        before: cython.int
        after: cython.int
        s: cython.longlong
        k: cython.int
        while sets:
            s = lowest_bit(sets) >> 3
            sets &= sets - 1
            ban = self.ban[8 * d + s]
            choices = set_choices(exposed, 0, s, self.self_set[s] != 0)
            if choices & ban == 0:  # nothing is excluded: all cards of a rank can go, or none
                events |= self.places_of[2 * s] if choices & 15 else 0
                events |= self.places_of[2 * s + 1] if choices >> 16 else 0
                continue
            choices = cards_with(choices & ~ban) & cython.cast(cython.uint, cards_left >> (8 * s))
            while choices:
                events |= self.stock_bit[8 * s + lowest_bit(choices)]
                choices &= choices - 1
        events &= stock
        if self.stock_waste == SW_NO:
            return events
        if not self.unlimited and pass_of(self.position[d]) + 1 >= self.passes:
            k = top_of(stock, self.position[d])
            if k > 0:
                stock = (stock >> k) << k
        gone = ((one << self.stock) - 1) & ~stock
        sets = sets_between(cards_left, cards_left, self.own_sets)
        while sets:
            s = lowest_bit(sets) >> 3
            sets &= sets - 1
            lows = self.places_of[2 * s] & stock
            highs = self.places_of[2 * s if self.self_set[s] else 2 * s + 1] & stock
            if lows == 0 or highs == 0:
                continue
            rest = (gone + (lows << 1)) & highs | (gone + (highs << 1)) & lows
            rest &= ~events
            ban = self.ban[8 * d + s]
            while rest:
                k = lowest_bit(rest)
                rest &= rest - 1
                before = self.bit_at[self.tableau + highest_bit(stock & ((one << k) - 1))]
                after = self.bit_at[self.tableau + k]
                if (ban >> (4 * (before & 7) + (after & 3))) & 1 == 0:
                    events |= one << k
        return events

    def _list_with(self, d: cython.int, card: cython.int) -> cython.void:
        """Add the discards of an available stock card alone or with an exposed card."""
        base: cython.int
        choices: cython.int
        if card >= 8 * self.sets:
            if not (self.ban[8 * d + (card >> 3)] >> (4 * (card & 7) + (card & 3))) & 1:
                self.add_pair(d, card, card)
            return
        base = card & ~7
        if not self.self_set[card >> 3] and not card & 4:
            base += 4
        choices = cython.cast(cython.int, (self.exposed[d] >> base) & 15)
        if choices == 0:
            return
        choices &= self.partners(d, card)
        while choices:
            self.add_pair(d, card, base + lowest_bit(choices))
            choices &= choices - 1

    def add_pair(self, d: cython.int, a: cython.int, b: cython.int) -> cython.void:
        """List one discard; twice the same card for a king."""
        k: cython.int = PAIRS * d + self.count[d]
        self.pair_low[k], self.pair_high[k] = a, b
        self.count[d] += 1

    def allowed(self, d: cython.int, a: cython.int, b: cython.int) -> cython.bint:
        """Whether two cards add to the total and are not excluded as a pair."""
        if a >= 8 * self.sets or a >> 3 != b >> 3:
            return False
        if not self.self_set[a >> 3] and (a ^ b) & 4 == 0:
            return False
        return not (self.ban[8 * d + (a >> 3)] >> (4 * (a & 7) + (b & 3))) & 1

    def partners(self, d: cython.int, card: cython.int) -> cython.int:
        """The cards left that may still be this card's partner, four bits."""
        s: cython.int = card >> 3
        choices: cython.uint = set_choices(
            self.left[d], self.ban[8 * d + s], s, self.self_set[s] != 0
        )
        return cython.cast(cython.int, (choices >> (4 * (card & 7))) & 15)

    def exclude(
        self, d: cython.int, a: cython.int, b: cython.int, lasting: cython.bint
    ) -> cython.void:
        """Do not list this discard again at this level and below, or not before a redeal."""
        one: cython.uint = 1
        pair: cython.uint = (one << (4 * (a & 7) + (b & 3))) | (one << (4 * (b & 7) + (a & 3)))
        self.ban[8 * d + (a >> 3)] |= pair
        if lasting and not self.one_ban:
            self.lasting_ban[8 * d + (a >> 3)] |= pair

    def forget_pass(self, d: cython.int) -> cython.void:
        """A redeal: what was excluded for one pass is so no more."""
        s: cython.int
        for s in range(8 * d, 8 * d + 8):
            self.ban[s] = self.lasting_ban[s]

    def force(self, d: cython.int) -> cython.void:
        """Forced pairs: if one is listed, list it alone.

        A card that must go and has one partner left goes with it as soon as it can. Every line
        discards that pair, and where removing early never hurts, now is the best time. The same
        holds for a pair in which each card is the only partner of the other (`force_mutual`). A
        line that does not discard it can do so now and gains the cards' places, but the discard
        costs a move.
        """
        i: cython.int
        a: cython.int
        b: cython.int
        s: cython.int
        choices: cython.uint
        of_a: cython.uint
        of_b: cython.uint
        if not self.forcing:
            return
        for i in range(PAIRS * d, PAIRS * d + self.count[d]):
            a, b = self.pair_low[i], self.pair_high[i]
            if a == b or self.may_end(a, b):
                continue
            s = a >> 3
            choices = set_choices(self.left[d], self.ban[8 * d + s], s, self.self_set[s] != 0)
            of_a = (choices >> (4 * (a & 7))) & 15
            of_b = (choices >> (4 * (b & 7))) & 15
            of_a &= of_a - 1  # what is left without one partner: the only one, if nothing
            of_b &= of_b - 1
            if (
                (of_a == 0 and self.must >> a & 1)
                or (of_b == 0 and self.must >> b & 1)
                or (self.force_mutual and of_a == 0 and of_b == 0)
            ):
                self.pair_low[PAIRS * d], self.pair_high[PAIRS * d] = a, b
                self.count[d] = 1
                self.forced[d] = 1
                return

    def failed(self, d: cython.int) -> cython.bint:
        """Whether nothing is left to try on the level, now that its last move failed.

        Excluded pairs: a pair whose discard led to nothing is not tried again below this level. A
        line that used it later would be found with the pair at the front, in the pair's own branch.
        This branch was searched to its end, so no line at all uses the pair. What is lost with
        pairs excluded is therefore lost without, and the table keeps it as lost. Moving a pair to
        the front is sound where removing early never hurts, and where both cards lie in the
        tableau. It is also sound where it happens within a pass and nothing vanishes by itself. The
        proof is in docs/development/proofs.md, "Exclusions".
        """
        a: cython.int = self.move_low[d]
        b: cython.int = self.move_high[d]
        lasting: cython.bint
        if self.forced[d]:
            return True
        if not self.prunes & PRUNE_EXCLUDED or self.may_end(a, b):
            return False
        lasting = self.monotone or (self.stock_index[a] < 0 and self.stock_index[b] < 0)
        if lasting or self.stock_waste < SW_AUTO:
            self.exclude(d, a, b, lasting)
            return self.monotone and a != b and (self.stuck(d, a) or self.stuck(d, b))
        return False

    def may_end(self, a: cython.int, b: cython.int) -> cython.bint:
        """Whether this discard may be the one that ends the game: it has a `last` card.

        Every prune that plays a discard earlier than a line does leaves these alone, for what was
        to come before it would be lost. Other discards do not end the game, wherever they are
        played, as the pyramid is not cleared before its last cards are gone.
        """
        return (self.last >> a | self.last >> b) & 1 != 0

    def stuck(self, d: cython.int, card: cython.int) -> cython.bint:
        """Whether a card that must go has no partner left."""
        if not (self.left[d] & self.must) >> card & 1:
            return False
        return self.partners(d, card) == 0

    def some_stuck(self, d: cython.int) -> cython.bint:
        """Whether some set is stuck: below the first level, the one whose discard led here.

        At the first level nothing is excluded but what never goes together: the set tables know it.
        """
        s: cython.int
        if d > 0:
            s = self.move_low[d - 1] >> 3
            return s < self.sets and self.set_stuck(d, s)
        if self.prunes & PRUNE_SETS:
            return False
        for s in range(self.sets):
            if self.set_stuck(d, s):
                return True
        return False

    def set_stuck(self, d: cython.int, s: cython.int) -> cython.bint:
        """Whether some card of a set that must go has no partner left."""
        must: cython.uint = cython.cast(cython.uint, ((self.left[d] & self.must) >> (8 * s)) & 255)
        if must == 0:
            return False
        return must & ~cards_with(self._choices(d, s, self.ban[8 * d + s])) != 0

    def lonely(self, d: cython.int, s: cython.int) -> cython.uint:
        """The cards of a set whose partners are gone or excluded for good, and cards that are gone,
        a bit each."""
        ban: cython.uint = self.ban[8 * d + s]
        if not self.one_ban:
            ban = self.lasting_ban[8 * d + s]
        return ~cards_with(self._choices(d, s, ban)) & 255

    def _choices(self, d: cython.int, s: cython.int, ban: cython.uint) -> cython.uint:
        """`set_choices` of the cards left."""
        return set_choices(self.left[d], ban, s, self.self_set[s] != 0)
