# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The general search: any relation of pairs, any deck of up to 64 cards laid out and 63 others.

A node deals on to every discard that can come next. A position is noted as lost when all of them
were searched in vain. So the search may begin again at any time, with other choices first.
"""

import cython

from pyrtool.kernel.game.play import AnyPairs
from pyrtool.kernel.numbers.buffers import integers, longer, words
from pyrtool.kernel.numbers.codes import ANSWERS

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import highest_bit, lowest_bit, splitmix
    from pyrtool.kernel.numbers.codes import LOST, NO_ROOM, OTHERS, PAUSED, WON
    from pyrtool.kernel.numbers.encoding import DEALT_BITS, PASS
    from pyrtool.kernel.verdict.any_pairs.losing import Losing

LEVELS = cython.declare(cython.int, 130)  # more than any line has discards
ROOM = cython.declare(cython.int, 20000)  # more moves than any position has
FIRST_PATIENCE = cython.declare(cython.int, 500)
MORE_PATIENCE = cython.declare(cython.int, 5)  # each beginning has this part more, as a shift
# What a discard is worth to the choice of the next one, found by trying.
WORTH_DEAL = cython.declare(cython.int, -24)  # each deal before it
WORTH_FREE = cython.declare(cython.int, 12)  # each card that it leaves exposed
WORTH_WAYS = cython.declare(cython.int, -6)  # each card left that goes with one of the two
WORTH_NEEDED = cython.declare(cython.int, 150)  # its set needs more of its kind; less of another
WORTH_EVEN = cython.declare(cython.int, -100)  # its set needs neither
WORTH_BESIDE = cython.declare(cython.int, 40)  # of a set without kinds: none, once or twice this
LEAST_CHANCE = cython.declare(cython.int, 60)  # chance adds less than this, or 2 or 4 times it


@cython.cclass
class General(Losing):
    """`load` a position, then `search`, then ask for the `line` of a win."""

    def __init__(self, game: AnyPairs) -> None:
        Losing.__init__(self, game)
        self.left, self.rest = words(LEVELS), words(LEVELS)
        self.at, self.next_move = integers(LEVELS), integers(LEVELS)
        self.end_of_moves, self.played = integers(LEVELS), integers(LEVELS)
        self.pair, self.when, self.score = integers(1 << 17), integers(1 << 17), integers(1 << 17)
        self.seen_places, self.seen_others = words(64), words(64)
        self.depth = 0

    def load(self, ranks: bytes, left: int, rest: int, at: int) -> None:
        """A position to begin from: the rank of each card, first those laid out; which places, and
        which others, still have theirs; and the position of the stock."""
        r: cython.int
        self._lay_out(ranks, left, rest)
        self.first_left, self.first_rest, self.first_at = left, rest, at
        for r in range(1, self.ranks):
            if self.alone[r] and self.drops_kings:
                self.first_rest &= ~self.others_of[r]
        self.nodes, self.noise, self.beside = 0, 0, WORTH_BESIDE
        self.patience, self.chance = FIRST_PATIENCE, LEAST_CHANCE
        self._begin_again()

    def search(self, most: int) -> str:
        """Search on for at most this many nodes: ``won``, ``lost``, ``paused``, or ``memory``."""
        answer: cython.int
        self.until = self.nodes + most
        while True:
            with cython.nogil:
                answer = self._run()
            if answer != NO_ROOM or not self._grow():
                return ANSWERS[answer]

    def line(self) -> list[tuple[int, int, int]]:
        """The discards of a win: two cards' numbers, twice the same for one that goes alone, and the
        position of the stock."""
        found = []
        for i in range(self.depth):
            k = self.played[i]
            found.append((self.pair[k] & 255, self.pair[k] >> 8, self.when[k]))
        return found

    def _grow(self) -> bool:
        """Make room where it is short; False when the limit on memory forbids it."""
        if not self._moves_are_full():
            return bool(self.table.make_room())
        self.pair, self.when = longer(self.pair), longer(self.when)
        self.score = longer(self.score)
        return True

    def _moves_are_full(self) -> cython.bint:
        """Whether the moves of one more position may not all find room."""
        begin: cython.int = self.end_of_moves[self.depth - 1] if self.depth else 0
        return begin + ROOM > self.pair.shape[0]

    def _run(self) -> cython.int:
        """Depth first, until a position is won, none is left, or something runs out."""
        d: cython.int
        k: cython.int
        best: cython.int
        one: cython.ulonglong = 1
        waste: cython.ulonglong
        while True:
            d = self.depth
            if self.entering:
                if self._is_won(self.left[d], self.rest[d]):
                    return WON
                if self.nodes >= self.until:
                    return PAUSED
                if self.table.full() or self._moves_are_full():
                    return NO_ROOM
                self.nodes += 1
                if self.nodes >= self.restart_at and d > 0:
                    self._begin_again()
                    continue
                self.entering = False
                if not self._enter():
                    if d == 0:
                        return LOST
                    self.depth -= 1
                    continue
                if self._is_won(self.left[d], self.rest[d]):
                    return WON
                self._list_moves()
            if self.next_move[d] == self.end_of_moves[d]:
                self._note(self.left[d], self.rest[d], self.at[d])
                if d == 0:
                    return LOST
                self.depth -= 1
                continue
            best = self.next_move[d]
            for k in range(best + 1, self.end_of_moves[d]):
                if self.score[k] > self.score[best]:
                    best = k
            k = self.next_move[d]
            self.pair[k], self.pair[best] = self.pair[best], self.pair[k]
            self.when[k], self.when[best] = self.when[best], self.when[k]
            self.score[k], self.score[best] = self.score[best], self.score[k]
            self.played[d] = k
            self.next_move[d] += 1
            self.left[d + 1], self.rest[d + 1] = self.left[d], self.rest[d]
            self._take(d + 1, self.pair[k] & 255)
            self._take(d + 1, self.pair[k] >> 8)
            self.at[d + 1] = 0
            if self.dealt:
                waste = self.rest[d + 1] & ((one << (self.when[k] & (PASS - 1))) - 1)
                self.at[d + 1] = self.when[k] & -PASS
                if waste:
                    self.at[d + 1] += highest_bit(waste) + 1
            self.depth += 1
            self.entering = True

    def _take(self, d: cython.int, card: cython.int) -> cython.void:
        """Remove a card from a level."""
        one: cython.ulonglong = 1
        if card < OTHERS:
            self.left[d] &= ~(one << card)
        else:
            self.rest[d] &= ~(one << (card - OTHERS))

    def _begin_again(self) -> cython.void:
        """Begin again, other choices first, with more patience (docs: "Why restarts end")."""
        if self.nodes:
            self.patience += self.patience >> MORE_PATIENCE
            self.noise = splitmix(self.nodes)
            self.chance = LEAST_CHANCE << (self.noise >> 40) % 3
            self.beside = WORTH_BESIDE * ((self.noise >> 50) % 3)
        self.restart_at = self.nodes + self.patience
        self.depth, self.entering = 0, True
        self.left[0], self.rest[0], self.at[0] = self.first_left, self.first_rest, self.first_at

    def _enter(self) -> cython.bint:
        """Whether a new position is worth a search: not stuck, and not known to be lost.

        A king of the tableau goes as soon as it is exposed, under every rule: it is in nobody's way
        when it is gone, and nobody's partner.
        """
        d: cython.int = self.depth
        self.left[d] = self._without_kings(self.left[d])
        if self._is_stuck(self.left[d], self.rest[d]):
            return False
        return not self._is_known(self.left[d], self.rest[d], self.at[d])

    def _list_moves(self) -> cython.void:
        """List every discard that can come next, each with the position of the stock."""
        d: cython.int = self.depth
        left: cython.ulonglong = self.left[d]
        rest: cython.ulonglong = self.rest[d]
        exposed: cython.ulonglong = self._exposed(left)
        at: cython.int = self.at[d]
        first_pass: cython.int = at >> DEALT_BITS
        start: cython.int = at
        late: cython.int = 0
        i: cython.int
        self.next_move[d] = self.end_of_moves[d - 1] if d else 0
        self.end_of_moves[d] = self.next_move[d]
        self._count_partners(left, rest)
        self._list_tableau(left, exposed, at)
        if not self.dealt:
            self._list_open(left, rest, exposed, at)
            return
        for i in range(self.others):
            self.seen_places[i] = self.seen_others[i] = 0
        while True:
            if late and not self.monotone:
                self._list_tableau(left, exposed, at)
            self._list_stock(rest, exposed, at, late)
            late += 1
            i = self._next_at(rest, at)
            if i < 0 or (i >> DEALT_BITS) > first_pass + 1:
                return  # a third pass goes as the second did
            if self.monotone and i >= start + PASS:
                return
            at = i

    def _next_at(self, rest: cython.ulonglong, at: cython.int) -> cython.int:
        """The position after a deal or a redeal; -1 if neither is allowed."""
        one: cython.ulonglong = 1
        waste: cython.ulonglong = rest & ((one << (at & (PASS - 1))) - 1)
        stock: cython.ulonglong = rest ^ waste
        i: cython.int = 0
        k: cython.int
        if stock and self.draw > 1 and self.drops_kings:
            # One pass: the groups lie where they were dealt, dropped cards among them.
            i = at - self.first_at if at > self.first_at else 0
            i = self.first_at + (i // self.draw + 1) * self.draw
            return i if i < self.others else self.others
        if stock:
            for k in range(self.draw):
                if stock:
                    i = lowest_bit(stock)
                    stock &= stock - 1
            return (at & -PASS) + i + 1
        if waste and (self.passes == 0 or (at >> DEALT_BITS) + 1 < self.passes):
            return (at & -PASS) + PASS
        return -1

    def _list_tableau(
        self, left: cython.ulonglong, exposed: cython.ulonglong, at: cython.int
    ) -> cython.void:
        """The pairs of the tableau, also such of which one lies on the other, if the rules say so."""
        one: cython.ulonglong = 1
        rest: cython.ulonglong = exposed
        partners: cython.ulonglong
        i: cython.int
        j: cython.int
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            partners = self.places_for[self.rank[i]] & rest
            while partners:
                j = lowest_bit(partners)
                partners &= partners - 1
                self._add(i, j, at, 0)
            if not self.overlap:
                continue
            partners = self.places_for[self.rank[i]] & left & self.covered[i]
            while partners:
                j = lowest_bit(partners)
                partners &= partners - 1
                if self.covers[j] & left == one << i:
                    self._add(i, j, at, 0)

    def _list_open(
        self,
        left: cython.ulonglong,
        rest: cython.ulonglong,
        exposed: cython.ulonglong,
        at: cython.int,
    ) -> cython.void:
        """The discards with cards that lie open, of each rank the first one left.

        Two of these go together at any time, so they wait until the tableau is gone.
        """
        r: cython.int
        q: cython.int
        i: cython.int
        own: cython.ulonglong
        for r in range(1, self.ranks):
            own = rest & self.others_of[r]
            if own == 0:
                continue
            i = OTHERS + lowest_bit(own)
            if self.alone[r]:
                if left & self.must_go == 0:
                    self._add(i, i, at, 0)
                continue
            self._add_places(i, self.places_for[r] & exposed, at, 0)
            if left:
                continue
            for q in range(r, self.ranks):
                own = rest & self.others_of[q]
                if q == r:
                    own &= own - 1
                if own and self.goes_with[r] >> q & 1:
                    self._add(i, OTHERS + lowest_bit(own), at, 0)

    def _list_stock(
        self,
        rest: cython.ulonglong,
        exposed: cython.ulonglong,
        at: cython.int,
        late: cython.int,
    ) -> cython.void:
        """The discards with the turned card and the waste's top, with the stock at `at`.

        Where removing early never hurts, a discard that was possible before is not listed again.
        """
        one: cython.ulonglong = 1
        waste: cython.ulonglong = rest & ((one << (at & (PASS - 1))) - 1)
        stock: cython.ulonglong = rest ^ waste
        turned: cython.int = -1
        top: cython.int = -1
        below: cython.int = -1
        if stock and self.stock_top:
            turned = lowest_bit(stock)
        if waste:
            top = highest_bit(waste)
            waste ^= one << top
            if waste:
                below = highest_bit(waste)
        if turned >= 0:
            self._add_places(OTHERS + turned, exposed, at, late)
        if top >= 0:
            self._add_places(OTHERS + top, exposed, at, late)
            if turned >= 0 and self.tops_match and not self.seen_others[top] >> turned & 1:
                if self.goes_with[self.rank[OTHERS + top]] >> self.rank[OTHERS + turned] & 1:
                    self._add(OTHERS + top, OTHERS + turned, at, late)
            if below >= 0 and self.waste_pairs and not self.seen_others[below] >> top & 1:
                if self.goes_with[self.rank[OTHERS + top]] >> self.rank[OTHERS + below] & 1:
                    self._add(OTHERS + below, OTHERS + top, at, late)
        if self.monotone:
            if top >= 0 and turned >= 0 and self.tops_match:
                self.seen_others[top] |= one << turned
            if below >= 0 and self.waste_pairs:
                self.seen_others[below] |= one << top

    def _add_places(
        self, card: cython.int, places: cython.ulonglong, at: cython.int, late: cython.int
    ) -> cython.void:
        """List a card that is not laid out with each of these places that it goes with, or alone."""
        k: cython.int = card - OTHERS
        one: cython.ulonglong = 1
        if self.alone[self.rank[card]]:
            if not self.seen_others[k] >> k & 1:
                self._add(card, card, at, late)
                if self.monotone:
                    self.seen_others[k] |= one << k
            return
        places &= self.places_for[self.rank[card]]
        if self.dealt:
            places &= ~self.seen_places[k]
            if self.monotone:
                self.seen_places[k] |= places
        while places:
            self._add(lowest_bit(places), card, at, late)
            places &= places - 1

    def _worth_of_kind(self, one: cython.int, other: cython.int) -> cython.int:
        """What a pair is worth. Where all must go and two ranks go only with each other, subtract
        the cards of one on the tableau from those of the other beside it. If the rest is positive,
        this many pairs must go beside the tableau; if negative, as many within it. A pair of the
        other kind makes one more needed."""
        rank: cython.int = self.rank[one]
        excess: cython.int = self.excess[rank]
        beside: cython.bint = one >= OTHERS
        if not self.whole or one == other or (other >= OTHERS and not beside):
            return 0
        if not self.paired[rank]:
            return self.beside if beside else 0
        if excess == 0:
            return WORTH_EVEN
        return WORTH_NEEDED if beside == (excess > 0) else -WORTH_NEEDED

    def _add(
        self, one: cython.int, other: cython.int, at: cython.int, late: cython.int
    ) -> cython.void:
        """List a discard with its worth. Chance has its part in this from the second beginning on."""
        d: cython.int = self.depth
        k: cython.int = self.end_of_moves[d]
        left: cython.ulonglong = self.left[d]
        under: cython.ulonglong = 0
        worth: cython.int = WORTH_DEAL * late + self._worth_of_kind(one, other)
        i: cython.int
        if one < OTHERS:
            left &= ~(cython.cast(cython.ulonglong, 1) << one)
            under |= self.covered[one]
        if other < OTHERS:
            left &= ~(cython.cast(cython.ulonglong, 1) << other)
            under |= self.covered[other]
        under &= left
        while under:
            i = lowest_bit(under)
            under &= under - 1
            if self.covers[i] & left == 0:
                worth += WORTH_FREE
        worth += WORTH_WAYS * (self.ways[self.rank[one]] + self.ways[self.rank[other]])
        if self.noise:
            self.noise = splitmix(self.noise)
            worth += cython.cast(cython.int, self.noise % self.chance)
        self.pair[k] = one | (other << 8)
        self.when[k] = at
        self.score[k] = worth
        self.end_of_moves[d] = k + 1
