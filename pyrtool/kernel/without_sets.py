# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The searches that know no sets: any pairs, several wastes, both ends of one, and every line."""

import cython

from pyrtool.kernel.game import DepthFirst, Play, RandomGames, RandomNumbers, Table
from pyrtool.kernel.numbers import check_below, check_length, check_width, grown, longer

if not cython.compiled:
    from pyrtool.kernel.numbers import *


# The general search: any relation of pairs, any deck of up to 64 cards laid out and 63 others.
#
# A node deals on to every discard that can come next. Its position is the cards left, as bits of
# two words, and the position of the stock. A position is lost by its cards alone, or noted as lost
# when all that follows was searched in vain. So the search may begin again at any time, with other
# choices first. The table keeps positions whole, so none is taken for lost that only looks like a
# lost one.

NO_END = cython.declare(cython.longlong, 1 << 62)
FIRST_SLOTS = 1 << 12
LATE_BITS = 32  # of a note
USES_COVERED = cython.declare(cython.int, 1)
USES_ODD = cython.declare(cython.int, 2)
USES_TIES = cython.declare(cython.int, 16)
MOST_TIES = cython.declare(cython.int, 33)  # pairs of 64 places, and none
FIRST_TIES = cython.declare(cython.int, 1 << 22)  # to be tried of the first position, for a proof
TIES = cython.declare(cython.int, 400)  # to be tried of every other

GENERAL_PRUNES: dict[str, int] = {"covered": 1, "odd": 2, "earlier": 4, "kings": 8, "ties": 16}
"""The prunes that can be switched off, for tests of their soundness."""

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
class General(DepthFirst):
    """The general search: `load` a position, then `search`, then ask for the `line` of a win.

    Cards are numbered in dealing order: the tableau from 0, all others from 64 on.
    """

    def __init__(
        self,
        play: Play,
        goes_with: list[int],
        others: int,
        *,
        dealt: bool,
        must_go: int,
        whole: bool,
        monotone: bool,
        drops_kings: bool,
        prunes: int,
    ) -> None:
        """Take the numbers of a game. `goes_with`: for each rank the mask of those it goes with;
        none where it goes alone; rank 0 is no card's. `others`: how many cards are not laid out;
        where they are not `dealt`, they lie open. `must_go`: the mask of the places that must be
        cleared; where the `whole` deck must go, all that is not laid out too. `monotone`: removing
        early never hurts. `drops_kings`: cards of the stock that go alone are gone from the start.
        `prunes`: a mask of the values of `GENERAL_PRUNES`."""
        one: cython.uint = 1
        cython.declare(i=cython.int, j=cython.int)
        DepthFirst.__init__(self)
        check_width("place", len(play.covers) - 1, 6)
        check_width("other cards", others, DEALT_BITS)
        check_width("rank", len(goes_with) - 1, 5)
        check_width("passes", play.passes, 16)
        self.tableau, self.others = len(play.covers), others
        self.ranks = len(goes_with)
        self.goes_with = halves(self.ranks)
        self.alone = bytearray(self.ranks)
        for i in range(1, self.ranks):
            self.goes_with[i] = goes_with[i]
            self.alone[i] = goes_with[i] == 0
        self.covers, self.covered, self.above = play.masks()
        self.draw, self.passes, self.dealt = play.draw, play.passes, dealt
        self.stock_top, self.tops_match = play.stock_top, play.meets[0] >> 2 & 1
        self.waste_pairs, self.overlap = play.waste_pairs, play.overlap
        self.must_go, self.whole = must_go, whole
        self.monotone, self.drops_kings = monotone, drops_kings
        self.prunes = prunes
        self.rank = bytearray(2 * OTHERS)
        self.places_for, self.others_for = words(32), words(32)
        self.places_of, self.others_of = words(32), words(32)
        self.counts = integers(32)
        self.low, self.high, self.lacking = integers(32), integers(32), integers(32)
        self.sets = 0
        for i in range(1, self.ranks):
            for j in range(i, self.ranks):
                if self.goes_with[i] == one << j and self.goes_with[j] == one << i:
                    self.low[self.sets], self.high[self.sets] = i, j
                    self.sets += 1
        self.ways, self.excess, self.paired = integers(32), integers(32), bytearray(32)
        for i in range(self.sets):
            self.paired[self.low[i]] = self.paired[self.high[i]] = True
        self.before = words(64 * MOST_TIES)
        self.table = Table(LATE_BITS, FIRST_SLOTS, width=2 if self.monotone else 3)
        self.left, self.rest = words(LEVELS), words(LEVELS)
        self.at, self.next_move = integers(LEVELS), integers(LEVELS)
        self.end_of_moves, self.played = integers(LEVELS), integers(LEVELS)
        self.pair, self.when, self.score = integers(1 << 17), integers(1 << 17), integers(1 << 17)
        self.seen_places, self.seen_others = words(64), words(64)

    def limit_memory(self, limit_bytes: int) -> None:
        """Limit what the table of positions may take, the old one and the new while it grows."""
        self.table.limit_bytes = limit_bytes

    def _lay_out(self, ranks: bytes, left: int, rest: int) -> None:
        """Lay out a deal by the rank of each card, first those of the tableau; nothing of it is
        lost yet. The masks of the cards that are left are only looked at."""
        i: cython.int
        check_length("ranks", ranks, self.tableau, self.tableau + self.others)
        check_below("ranks", ranks, self.ranks)
        check_width("places left", left, self.tableau)
        check_width("others left", rest, self.others)
        self.table.clear()
        self.most_ties = FIRST_TIES
        for r in range(32):
            self.places_of[r] = self.others_of[r] = 0
            self.places_for[r] = self.others_for[r] = 0
        for i in range(self.tableau):
            self.rank[i] = ranks[i]
            self.places_of[ranks[i]] |= one_bit(i)
        for i in range(self.others):
            self.rank[OTHERS + i] = 0
            if self.tableau + i < len(ranks):
                self.rank[OTHERS + i] = ranks[self.tableau + i]
            self.others_of[self.rank[OTHERS + i]] |= one_bit(i)
        for r in range(1, self.ranks):
            for i in range(1, self.ranks):
                if self.goes_with[r] >> i & 1:
                    self.places_for[r] |= self.places_of[i]
                    self.others_for[r] |= self.others_of[i]

    def _is_won(self, left: cython.ulonglong, rest: cython.ulonglong) -> cython.bint:
        """Return whether the goal is reached."""
        return left & self.must_go == 0 and not (self.whole and rest)

    def _exposed(self, left: cython.ulonglong) -> cython.ulonglong:
        """Return the places that nothing covers."""
        found: cython.ulonglong = 0
        rest: cython.ulonglong = left
        while rest:
            i: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if self.covers[i] & left == 0:
                found |= one_bit(i)
        return found

    def _without_kings(self, left: cython.ulonglong) -> cython.ulonglong:
        """Return what is left when the kings of the tableau go that can."""
        kings: cython.ulonglong = 0
        for r in range(1, self.ranks):
            if self.alone[r]:
                kings |= self.places_of[r]
        going: cython.ulonglong = kings & left
        if going:
            going &= self._exposed(left)
        while going:
            left ^= going
            going = kings & self._exposed(left)
        return left

    def _is_stuck(self, left: cython.ulonglong, rest: cython.ulonglong) -> cython.bint:
        """Return whether the cards alone show that the goal is out of reach, whatever the position
        of the stock is."""
        if self.prunes & USES_ODD and self.whole and self._is_odd(left, rest):
            return True
        if self.prunes & USES_COVERED and self._is_covered(left, rest):
            return True
        return bool(self.prunes & USES_TIES) and self._is_untied(left, rest)

    def _is_odd(self, left: cython.ulonglong, rest: cython.ulonglong) -> cython.bint:
        """Return whether the cards of some ranks go only with each other, and are odd in number.

        All must go; of the ranks that are left, those connected by going together lose two cards
        with each discard, so an odd one stays.
        """
        one: cython.uint = 1
        there: cython.uint = 0
        r: cython.int
        for r in range(1, self.ranks):
            self.counts[r] = count_bits(left & self.places_of[r])
            self.counts[r] += count_bits(rest & self.others_of[r])
            if self.counts[r] and not self.alone[r]:
                there |= one << r
        while there:
            part: cython.uint = there & (~there + 1)
            todo: cython.uint = part
            total: cython.int = 0
            while todo:
                r = lowest_bit(todo)
                todo &= todo - 1
                total += self.counts[r]
                before: cython.uint = part
                part |= self.goes_with[r] & there
                todo |= part & ~before
            there &= ~part
            if total & 1:
                return True
        return False

    def _count_partners(self, left: cython.ulonglong, rest: cython.ulonglong) -> cython.void:
        """Count for each rank the cards left that go with it, and how many more of these lie beside
        the tableau than it has on it."""
        for r in range(1, self.ranks):
            self.ways[r] = count_bits(rest & self.others_for[r])
            self.excess[r] = self.ways[r] - count_bits(left & self.places_of[r])
            self.ways[r] += count_bits(left & self.places_for[r])

    def _is_covered(self, left: cython.ulonglong, rest: cython.ulonglong) -> cython.bint:
        """Return whether a card that must go has no partner left except cards that cover it, or
        that it covers. Two cards are never exposed together if one covers the other. With
        overlap discards a card may go with another directly upon it."""
        must: cython.ulonglong = left & self.must_go
        while must:
            i: cython.int = lowest_bit(must)
            must &= must - 1
            r: cython.int = self.rank[i]
            if self.alone[r] or self.others_for[r] & rest:
                continue
            partners: cython.ulonglong = self.places_for[r] & left & ~one_bit(i)
            if self.overlap and partners & (self.covers[i] | self.covered[i]):
                continue
            partners &= ~self.above[i]
            while partners:
                j: cython.int = lowest_bit(partners)
                if not self.above[j] >> i & 1:
                    break
                partners &= partners - 1
            if partners == 0:
                return True
        return False

    def _is_untied(self, left: cython.ulonglong, rest: cython.ulonglong) -> cython.bint:
        """Return whether the pairs that must go within the tableau, however they are chosen, wait
        for each other in a circle.

        Every card of the tableau must go. Two of them that go together wait for all that cover
        either, so no choice of a won line has a circle. Take a rank that goes with one other rank
        only. If it has more cards on the tableau than partners beside it, the excess goes with
        cards of the tableau. This makes at least as many pairs, and each part of a choice without a
        circle has none either. After too many ties nothing is claimed.
        """
        cython.declare(i=cython.int, low=cython.int, high=cython.int)
        total: cython.int = 0
        todo: cython.ulonglong = left
        if self.overlap or left & ~self.must_go:
            return False
        for s in range(self.sets):
            low, high = self.low[s], self.high[s]
            i = count_bits(left & self.places_of[low]) - count_bits(rest & self.others_of[high])
            if low == high:
                self.lacking[s] = (i + 1) >> 1 if i > 0 else 0
            else:
                self.lacking[s] = i if i > 0 else 0
                i = count_bits(left & self.places_of[high]) - count_bits(rest & self.others_of[low])
                if i > self.lacking[s]:
                    self.lacking[s] = i
            total += self.lacking[s]
        if total == 0:
            return False
        while todo:
            i = lowest_bit(todo)
            todo &= todo - 1
            self.before[i] = self.above[i] & left
        self.ties_left, self.most_ties = self.most_ties, TIES
        return not self._tie(0, 0, left, left, left)

    def _tie(
        self,
        ties: cython.int,
        s: cython.int,
        left: cython.ulonglong,
        free: cython.ulonglong,
        later: cython.ulonglong,
    ) -> cython.bint:
        """Return whether the pairs that are lacking from set `s` on can be chosen without a circle,
        after this number of `ties`, from the places that are `free`. In set `s` the first card of a
        pair is one of `later`, as pairs are chosen in one order only."""
        now: cython.int = 64 * ties
        then: cython.int = now + 64
        while s < self.sets and self.lacking[s] == 0:
            s += 1
            later = left
        if s == self.sets:
            return True
        firsts: cython.ulonglong = self.places_of[self.low[s]] & free & later
        while count_bits(firsts) >= self.lacking[s]:
            i: cython.int = lowest_bit(firsts)
            firsts &= firsts - 1
            seconds: cython.ulonglong = firsts
            if self.low[s] != self.high[s]:
                seconds = self.places_of[self.high[s]] & free
            seconds &= ~self.before[now + i]
            while seconds:
                j: cython.int = lowest_bit(seconds)
                seconds &= seconds - 1
                if self.before[now + j] >> i & 1:
                    continue
                self.ties_left -= 1
                if self.ties_left < 0:
                    return True
                both: cython.ulonglong = self.before[now + i] | self.before[now + j]
                self.before[then + i] = self.before[then + j] = both
                both |= one_bit(i) | one_bit(j)
                todo: cython.ulonglong = left & ~(one_bit(i) | one_bit(j))
                while todo:
                    x: cython.int = lowest_bit(todo)
                    todo &= todo - 1
                    self.before[then + x] = self.before[now + x]
                    if self.before[now + x] & (one_bit(i) | one_bit(j)):
                        self.before[then + x] |= both
                self.lacking[s] -= 1
                if self._tie(ties + 1, s, left, free & ~(one_bit(i) | one_bit(j)), firsts):
                    return True
                self.lacking[s] += 1
        return False

    def _find(
        self, left: cython.ulonglong, rest: cython.ulonglong, at: cython.int
    ) -> cython.longlong:
        """Return the slot of a position. Where removing early never hurts, an earlier position of the
        stock is better; otherwise how much of it is dealt distinguishes two positions."""
        self.table.key[0], self.table.key[1] = left, rest
        if not self.monotone:
            self.table.key[2] = at & (PASS - 1)
        return self.table.find_long()

    def _late(self, at: cython.int) -> cython.ulonglong:
        """Return how late a position is among those of its slot, from 1: fewer passes are better."""
        if self.passes == 0:
            return 1
        return at + 1 if self.monotone else (at >> DEALT_BITS) + 1

    def _is_known(
        self, left: cython.ulonglong, rest: cython.ulonglong, at: cython.int
    ) -> cython.bint:
        """Return whether the position is lost, or the same cards at a better position of the stock."""
        slot: cython.longlong = self._find(left, rest, at)
        return slot >= 0 and self.table.note(slot) <= self._late(at)

    def _note(self, left: cython.ulonglong, rest: cython.ulonglong, at: cython.int) -> cython.void:
        """Note that a position is lost."""
        self.table.write_long(self._find(left, rest, at), self._late(at))

    def load(self, ranks: bytes, left: int, rest: int, at: int) -> None:
        """Take a position to begin from: the rank of each card, first those laid out; which places,
        and which others, still have theirs; and the position of the stock."""
        self._lay_out(ranks, left, rest)
        self.first_left, self.first_rest, self.first_at = left, rest, at
        for r in range(1, self.ranks):
            if self.alone[r] and self.drops_kings:
                self.first_rest &= ~self.others_of[r]
        self.nodes, self.noise, self.beside = 0, 0, WORTH_BESIDE
        self.patience, self.chance = FIRST_PATIENCE, LEAST_CHANCE
        self.depth, self.won, self.enough = 0, False, 0

    def line(self) -> list[tuple[int, int, int]]:
        """Return the discards of a win: two cards' numbers, twice the same for one that goes alone,
        and the position of the stock."""
        found = []
        for i in range(self.depth):
            k = self.played[i]
            found.append((self.pair[k] & 255, self.pair[k] >> 8, self.when[k]))
        return found

    def _grow(self) -> bool:
        """Make room where it is short; return False when the limit on memory forbids it."""
        if not self._moves_are_full():
            return bool(self.table.make_room())
        self.pair, self.when = longer(self.pair), longer(self.when)
        self.score = longer(self.score)
        return True

    def _moves_are_full(self) -> cython.bint:
        """Return whether the moves of one more position may not all find room."""
        return self.end_of_moves[self.depth] + ROOM > self.pair.shape[0]

    def _has_move(self) -> cython.bint:
        return self.next_move[self.depth] != self.end_of_moves[self.depth]

    def _is_short(self) -> cython.bint:
        return self.table.full() or self._moves_are_full()

    def _leave(self) -> cython.void:
        """Leave the highest level, which is lost."""
        d: cython.int = self.depth
        self._note(self.left[d], self.rest[d], self.at[d])
        self.depth -= 1

    def _step(self) -> cython.void:
        """Play the move worth most of those not tried yet."""
        k: cython.int
        d: cython.int = self.depth
        best: cython.int = self.next_move[d]
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
            waste: cython.ulonglong = self.rest[d + 1] & (one_bit(self.when[k] & (PASS - 1)) - 1)
            self.at[d + 1] = self.when[k] & -PASS
            if waste:
                self.at[d + 1] += highest_bit(waste) + 1
        self.depth += 1
        self._enter()

    def _take(self, d: cython.int, card: cython.int) -> cython.void:
        """Remove a card from a level."""
        if card < OTHERS:
            self.left[d] &= ~one_bit(card)
        else:
            self.rest[d] &= ~one_bit(card - OTHERS)

    def _begin_again(self) -> None:
        """Begin with the first position, at the second time and later with more patience."""
        if self.nodes:
            self.patience += self.patience >> MORE_PATIENCE
            self.noise = splitmix(self.nodes)
            self.chance = LEAST_CHANCE << (self.noise >> 40) % 3
            self.beside = WORTH_BESIDE * ((self.noise >> 50) % 3)
        self.enough = self.nodes + self.patience
        self.depth = 0
        self.left[0], self.rest[0], self.at[0] = self.first_left, self.first_rest, self.first_at
        self._enter()

    def _enter(self) -> cython.void:
        """Make the new position a level, unless it is stuck, or known to be lost.

        A king of the tableau goes as soon as it is exposed, under every rule: it is in nobody's way
        when it is gone, and nobody's partner.
        """
        d: cython.int = self.depth
        self.won = self._is_won(self.left[d], self.rest[d])
        if self.won:
            return
        self.nodes += 1
        if self.nodes >= self.enough:
            return
        self.left[d] = self._without_kings(self.left[d])
        if self._is_stuck(self.left[d], self.rest[d]):
            self.depth -= 1
        elif self._is_known(self.left[d], self.rest[d], self.at[d]):
            self.depth -= 1
        else:
            self.won = self._is_won(self.left[d], self.rest[d])
            if not self.won:
                self._list_moves()

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
        """Return the position after a deal or a redeal; -1 if neither is allowed."""
        waste: cython.ulonglong = rest & (one_bit(at & (PASS - 1)) - 1)
        stock: cython.ulonglong = rest ^ waste
        i: cython.int = 0
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
        """List the pairs of the tableau, and if the rules say so those of which one lies on the
        other."""
        rest: cython.ulonglong = exposed
        while rest:
            i: cython.int = lowest_bit(rest)
            rest &= rest - 1
            partners: cython.ulonglong = self.places_for[self.rank[i]] & rest
            while partners:
                j: cython.int = lowest_bit(partners)
                partners &= partners - 1
                self._add(i, j, at, 0)
            if not self.overlap:
                continue
            partners = self.places_for[self.rank[i]] & left & self.covered[i]
            while partners:
                j = lowest_bit(partners)
                partners &= partners - 1
                if self.covers[j] & left == one_bit(i):
                    self._add(i, j, at, 0)

    def _list_open(
        self,
        left: cython.ulonglong,
        rest: cython.ulonglong,
        exposed: cython.ulonglong,
        at: cython.int,
    ) -> cython.void:
        """List the discards with cards that lie open, of each rank the first one left.

        Two of these go together at any time, so they wait until the tableau is gone.
        """
        q: cython.int
        for r in range(1, self.ranks):
            own: cython.ulonglong = rest & self.others_of[r]
            if own == 0:
                continue
            i: cython.int = OTHERS + lowest_bit(own)
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
        self, rest: cython.ulonglong, exposed: cython.ulonglong, at: cython.int, late: cython.int
    ) -> cython.void:
        """List the discards with the turned card and the waste's top, with the stock at `at`.

        Where removing early never hurts, a discard that was possible before is not listed again.
        """
        waste: cython.ulonglong = rest & (one_bit(at & (PASS - 1)) - 1)
        stock: cython.ulonglong = rest ^ waste
        turned: cython.int = -1
        top: cython.int = -1
        below: cython.int = -1
        if stock and self.stock_top:
            turned = lowest_bit(stock)
        if waste:
            top = highest_bit(waste)
            waste ^= one_bit(top)
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
                self.seen_others[top] |= one_bit(turned)
            if below >= 0 and self.waste_pairs:
                self.seen_others[below] |= one_bit(top)

    def _add_places(
        self, card: cython.int, places: cython.ulonglong, at: cython.int, late: cython.int
    ) -> cython.void:
        """List a card that is not laid out with each of these places that it goes with, or alone."""
        k: cython.int = card - OTHERS
        if self.alone[self.rank[card]]:
            if not self.seen_others[k] >> k & 1:
                self._add(card, card, at, late)
                if self.monotone:
                    self.seen_others[k] |= one_bit(k)
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
        """Return what a pair is worth. Where all must go and two ranks go only with each other,
        subtract the cards of one on the tableau from those of the other beside it. If the rest is
        positive, this many pairs must go beside the tableau; if negative, as many within it. A pair
        of the other kind makes one more needed."""
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
        if one < OTHERS:
            left &= ~(cython.cast(cython.ulonglong, 1) << one)
            under |= self.covered[one]
        if other < OTHERS:
            left &= ~(cython.cast(cython.ulonglong, 1) << other)
            under |= self.covered[other]
        under &= left
        while under:
            i: cython.int = lowest_bit(under)
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


# Orders of the stock, each kept once and known by its number.
#
# With several wastes a redeal puts the cards into an order that depends on what was played before.

PLACES = cython.declare(cython.int, 64)  # to an order
BEHIND = cython.declare(cython.int, 255)  # behind the last card
FIRST_ROOM = cython.declare(cython.int, 64)
ORDER_BYTES = 136  # the memory of an order


@cython.cclass
class Orders:
    """The orders of cards, by number: `card` has 64 places an order, `place` where each card is in
    it.

    Order 0 is the one with which a search begins; it may have places without a card.
    """

    def __init__(self) -> None:
        self.count, self.room = 1, FIRST_ROOM
        self.card, self.place = bytearray(PLACES * self.room), bytearray(PLACES * self.room)
        self.slots = halves(2 * self.room)

    def is_full(self) -> cython.bint:
        """Return whether there is no room for another order."""
        return self.count + 1 >= self.room

    def grow(self) -> None:
        """Make room for twice as many."""
        size: cython.int = PLACES * self.room
        cards, places = bytearray(2 * size), bytearray(2 * size)
        cards[:size], places[:size] = bytes(self.card), bytes(self.place)
        self.card, self.place = cards, places
        self.room *= 2
        self.slots = halves(2 * self.room)
        for k in range(1, self.count):
            self.slots[self._slot(k)] = k

    def forget(self) -> None:
        """Keep only the order with which a search begins."""
        self.count = 1
        self.slots = halves(2 * self.room)

    def known(self, size: cython.int) -> cython.int:
        """Return the number of the order whose `size` cards were written behind the last order."""
        number: cython.int = self.count
        first: cython.int = PLACES * number
        k: cython.int
        if size < PLACES:
            self.card[first + size] = BEHIND
        slot: cython.ulonglong = self._slot(number)
        if self.slots[slot]:
            return self.slots[slot]
        for k in range(size):
            self.place[first + self.card[first + k]] = k
        self.slots[slot] = number
        self.count += 1
        return number

    def _slot(self, number: cython.int) -> cython.ulonglong:
        """Return the slot in which the order is, or in which it is to be put."""
        first: cython.int = PLACES * number
        hashed: cython.ulonglong = 0
        k: cython.int = 0
        while k < PLACES and self.card[first + k] != BEHIND:
            hashed = splitmix(hashed + self.card[first + k] + 1)
            k += 1
        slot: cython.ulonglong = hashed & (2 * self.room - 1)
        while self.slots[slot]:
            other: cython.int = PLACES * self.slots[slot]
            k = 0
            while k < PLACES and self.card[first + k] == self.card[other + k]:
                if self.card[first + k] == BEHIND:
                    break
                k += 1
            if k == PLACES or self.card[first + k] == self.card[other + k]:
                break
            slot = (slot + 1) & (2 * self.room - 1)
        return slot


# Until which place of the stock the cards of a set can still go, every other card being gone.
#
# A relaxation of games with one or several wastes: what is lost here is lost in the game, as other
# cards can only hinder. A set is all ranks that go together, by way of others too; one of more
# than eight cards has no table.

MOST_SETS = cython.declare(cython.int, 8)
MOST_CARDS = cython.declare(cython.int, 8)
SET_STATES = cython.declare(cython.int, 256)  # of the cards of a set
NEVER_LATE = cython.declare(cython.int, 1 << 14)  # the last place of a choice that has all gone
TABLEAU = cython.declare(cython.int, -1)  # the place of a card that is not in the stock


@cython.cclass
class LastPlaces:
    """The tables of one deal's sets.

    `last`: for each choice of a set's cards, as bits, the last place of the stock from which it can
    go in this pass, -1 if from none. `open`: whether it can go with all stock cards lying open.
    """

    def __init__(self, play: Play, at_once: int) -> None:
        self.wastes, self.at_once, self.meets = play.wastes, at_once, play.meets
        self.both_ends, self.waste_pairs = play.both_ends, play.waste_pairs
        self.stock_top, self.overlap = play.stock_top, play.overlap
        self.set_of, self.bit_in = bytearray(64), bytearray(64)
        self.last = integers(MOST_SETS * SET_STATES)
        self.open = bytearray(MOST_SETS * SET_STATES)
        self.card, self.place, self.waste = integers(8), integers(8), integers(8)
        self.above, self.direct, self.mates = integers(8), integers(8), integers(8)
        self.sets = 0

    def load(
        self,
        sets: list[list[int]],
        above: list[int],
        direct: list[int],
        mates: list[int],
        alone: int,
        goal: int,
        places: dict[int, int],
        first: int,
        end: int,
        dealt: bool,
    ) -> None:
        """Fill the tables. They need the cards of each `set` by number, and for each card the masks
        of those above it, directly on it, and that go with it. They also need the masks of those
        that go `alone` and must go, the `places` of stock cards, the `first` that is not dealt, and
        their `end`. `dealt`: the stock's order is known, so that the last places are asked for
        too."""
        self.sets = 0
        self.first, self.end = first, end
        for k in range(64):
            self.set_of[k] = NO_GROUP
        for cards in sets:
            if len(cards) > MOST_CARDS or self.sets == MOST_SETS:
                continue
            s: cython.int = self.sets
            self.sets += 1
            self.size = len(cards)
            self.alone = self.goal = 0
            for x, number in enumerate(cards):
                self.set_of[number], self.bit_in[number] = s, x
                self.card[x] = number
                self.place[x] = places.get(number, TABLEAU)
                self.waste[x] = 0 if self.place[x] < 0 else self.place[x] % self.wastes
                self.above[x] = _among(above[number], cards)
                self.direct[x] = _among(direct[number], cards)
                self.mates[x] = _among(mates[number], cards)
                self.alone |= (alone >> number & 1) << x
                self.goal |= (goal >> number & 1) << x
            wanted: cython.bint = dealt
            with cython.nogil:
                self.fill(s, wanted)

    def fill(self, s: cython.int, dealt: cython.bint) -> cython.void:
        """Fill the tables of one set, from smaller choices to larger ones."""
        cython.declare(left=cython.int, x=cython.int)
        for left in range(1 << self.size):
            if left & self.goal == 0:
                self.last[s * SET_STATES + left] = NEVER_LATE
                self.open[s * SET_STATES + left] = 1
                continue
            self.open[s * SET_STATES + left] = self._can_go(s, left, 0, False)
            best: cython.int = -1
            if dealt and self.open[s * SET_STATES + left]:
                if self._can_go(s, left, self.end, True):
                    best = self.end
                for x in range(self.size):
                    # Until the card is dealt, or while it lies turned, nothing else changes.
                    at: cython.int = self.place[x]
                    if at < self.first or at <= best or left >> x & 1 == 0:
                        continue
                    if not self.stock_top:
                        at = self.first + (at - self.first) // self.at_once * self.at_once
                    if at > best and self._can_go(s, left, at, True):
                        best = at
            self.last[s * SET_STATES + left] = best

    def _can_go(
        self, s: cython.int, left: cython.int, at: cython.int, dealt: cython.bint
    ) -> cython.bint:
        """Return whether some cards can go at this place so that the rest can go after them."""
        available: cython.int = self._available(left, at, dealt)
        rest: cython.int = available
        while rest:
            x: cython.int = lowest_bit(rest)
            rest &= rest - 1
            partners: cython.int = self._partners(x, left, available, at, dealt)
            if self.alone >> x & 1:
                partners |= 1 << x
            while partners:
                y: cython.int = lowest_bit(partners)
                partners &= partners - 1
                after: cython.int = s * SET_STATES + (left & ~((1 << x) | (1 << y)))
                if self.open[after] and (not dealt or self.last[after] >= at):
                    return True
        return False

    def _available(self, left: cython.int, at: cython.int, dealt: cython.bint) -> cython.int:
        """Return the cards that are available at this place, the turned one too."""
        found: cython.int = 0
        cython.declare(x=cython.int, y=cython.int, top=cython.bint, bottom=cython.bint)
        for x in range(self.size):
            if left >> x & 1 == 0:
                continue
            if self.place[x] < 0:
                if self.above[x] & left == 0:
                    found |= 1 << x
                continue
            if not dealt:
                found |= 1 << x
                continue
            if self.place[x] >= at:
                if self.stock_top and self.place[x] == at:
                    found |= 1 << x
                continue
            top, bottom = True, self.both_ends
            for y in range(self.size):
                if left >> y & 1 and 0 <= self.place[y] < at and self.waste[y] == self.waste[x]:
                    if self.place[y] > self.place[x]:
                        top = False
                    elif self.place[y] < self.place[x]:
                        bottom = False
            if top or bottom:
                found |= 1 << x
        return found

    def _partners(
        self,
        x: cython.int,
        left: cython.int,
        available: cython.int,
        at: cython.int,
        dealt: cython.bint,
    ) -> cython.int:
        """Return the cards that can go with an available one, of those that the piles let go with
        it."""
        found: cython.int = 0
        rest: cython.int = self.mates[x] & left & ~(1 << x)
        z: cython.int
        while rest:
            y: cython.int = lowest_bit(rest)
            rest &= rest - 1
            meets: cython.int = self.meets[self._pile(x, at)] >> self._pile(y, at) & 1
            if available >> y & 1 and (meets or not dealt):
                found |= 1 << y
            elif self.place[y] < 0:
                if (
                    self.overlap
                    and self.direct[y] & left == 1 << x
                    and self.above[y] & left == 1 << x
                ):
                    found |= 1 << y
            elif self.waste_pairs and self.place[x] >= 0 and self.place[y] < self.place[x] < at:
                if self.waste[x] == self.waste[y]:
                    between: cython.bint = False
                    for z in range(self.size):
                        if left >> z & 1 and self.waste[z] == self.waste[x]:
                            if self.place[y] < self.place[z] < at and z != x:
                                between = True
                    if not between:
                        found |= 1 << y
        return found

    def _pile(self, x: cython.int, at: cython.int) -> cython.int:
        """Return the number of the pile in which an available card lies, as `meets` has it."""
        if self.place[x] < 0:
            return 1
        return 0 if self.place[x] == at else self.waste[x] + 2


def _among(mask: int, cards: list[int]) -> int:
    """Return the bits of these cards in a mask, in their order."""
    return sum([(mask >> number & 1) << x for x, number in enumerate(cards)])


# The search of games with several wastes, or of which both ends of a waste are available.
#
# A position is which cards are left, the pass, and what lies where in the stock. The last is an
# order of the stock cards, the place in it that is dealt next, and, with a choice of wastes, the
# waste of each card. Discards are tried first, then deals. What each prune rests on:
# docs/development/proofs.md. In which order a try takes the moves changes no answer, only how soon
# a win is found.

PASS_BITS = cython.declare(cython.int, 7)
FIRST_LEVELS = cython.declare(cython.int, 256)
FIRST_SEEN = 1 << 12
EARLIEST_BITS = 32  # of a note of `seen`
ORDER_BITS = cython.declare(cython.int, 24)
FIRST_TRY = 150  # nodes
MORE_TRY = 4  # each try has this part more than the one before, as a shift

# What a move is worth, found by trying.
WORTH_DEALING = cython.declare(cython.int, -60)  # a deal or a redeal, in the first tries
WORTH_UNCOVERED = cython.declare(cython.int, 12)  # each card that a discard leaves exposed
WORTH_MATES = cython.declare(cython.int, -6)  # each card left that goes with one of the two
WORTH_LACKING = cython.declare(cython.int, 100)  # it is of the kind of which its set needs more
WORTH_NEITHER = cython.declare(cython.int, -60)  # its set needs none of its kind
MOST_CHANCE = cython.declare(cython.int, 60)  # chance adds less than this, in the first tries
ALIKE_TRIES = cython.declare(cython.int, 32)  # then these two are drawn for each try:
MORE_DEALING = cython.declare(cython.int, 101)  # less than this is added to the worth of a deal
MORE_CHANCE = cython.declare(cython.int, 4)  # chance is doubled fewer times than this
NO_WORTH = cython.declare(cython.int, 1 << 16)  # added to every worth, which is then above 0
WORTH_SHIFT = cython.declare(cython.int, 32)  # above a move
MOVE = cython.declare(cython.ulonglong, 0xFFFFFFFF)


@cython.cclass
class MoveWorth:
    """The worths of discards, as two words say which cards are left. Cards before the `beside` ones
    lie in the tableau, or open beside it."""

    def __init__(self, beside: int, goes: list[int], covers: list[int], covered: list[int]) -> None:
        """Take for each card the masks of those it goes with, that cover it, and that it covers."""
        for masks in (goes, covers, covered):
            check_length("masks", masks, len(goes))
            for mask in masks:
                check_width("a mask", mask, len(goes))
        self.beside, self.laid_out = beside, in_words([(1 << beside) - 1])
        self.goes, self.covers, self.covered = in_words(goes), in_words(covers), in_words(covered)

    def of_discard(self, left: int, card: int, other: int) -> int:
        """Return what a discard is worth with these cards left."""
        return self.of(left & WORD, left >> 64, card, other)

    def of(
        self, low: cython.ulonglong, high: cython.ulonglong, i: cython.int, j: cython.int
    ) -> cython.int:
        """Return what a discard is worth.

        Consider two ranks that go only with each other. The excess is the number of cards of the
        one beside the tableau, less the number of cards of the other on it. If it is positive, this
        many pairs must go beside the tableau. If it is negative, as many must go within it. A pair
        of the other kind makes one more needed.
        """
        laid_low: cython.ulonglong = low & self.laid_out[0]
        laid_high: cython.ulonglong = high & self.laid_out[1]
        ways: cython.int = self._partners(i, low, high) + self._partners(j, low, high)
        worth: cython.int = WORTH_MATES * ways + WORTH_UNCOVERED * self._uncovered(low, high, i, j)
        beside: cython.bint = i >= self.beside
        if i == j or (j >= self.beside) != beside:
            return worth
        excess: cython.int = self._partners(i, low ^ laid_low, high ^ laid_high)
        excess -= self._partners(j, laid_low, laid_high)
        if excess == 0:
            return worth + WORTH_NEITHER
        return worth + WORTH_LACKING if (excess > 0) == beside else worth - WORTH_LACKING

    def _partners(
        self, card: cython.int, low: cython.ulonglong, high: cython.ulonglong
    ) -> cython.int:
        """Return with how many of these cards a card goes."""
        return count_bits(self.goes[2 * card] & low) + count_bits(self.goes[2 * card + 1] & high)

    def _uncovered(
        self, low: cython.ulonglong, high: cython.ulonglong, i: cython.int, j: cython.int
    ) -> cython.int:
        """Return how many more cards are exposed after a discard."""
        cython.declare(rest=cython.ulonglong, w=cython.int, count=cython.int)
        count = 0
        if i < 64:
            low &= ~one_bit(i)
        else:
            high &= ~one_bit(i - 64)
        if j < 64:
            low &= ~one_bit(j)
        else:
            high &= ~one_bit(j - 64)
        for w in range(2):
            rest = (self.covered[2 * i + w] | self.covered[2 * j + w]) & (high if w else low)
            while rest:
                card: cython.int = 2 * (64 * w + lowest_bit(rest))
                rest &= rest - 1
                if (self.covers[card] & low | self.covers[card + 1] & high) == 0:
                    count += 1
        return count


@cython.cclass
class Piles(DepthFirst):
    """The search through wastes: `begin` at the position that was loaded; `search` says whether it
    can be won. Its positions lie one upon the other, each made from the one below.

    Cards are numbered: the tableau's in dealing order, then the stock's. `choice`: the player says
    to which waste a card is dealt. `prunes`: those of `numbers.PRUNES` that are on. `state` draws
    the chance in the worth of moves. `dealing`: what a deal is worth; chance adds less than
    `chance`.
    """

    def __init__(self, size: int, play: Play, *, prunes: int) -> None:
        draw, passes, wastes, choice = play.draw, play.passes, play.wastes, play.choice
        DepthFirst.__init__(self)
        check_width("cards", (1 << size) - 1, CARDS)
        check_width("passes", passes, PASS_BITS)
        self.size, self.tableau, self.wastes = size, len(play.covers), wastes
        self.draw, self.choice, self.passes, self.prunes = draw, choice, passes, prunes
        self.stock_top, self.waste_pairs = play.stock_top, play.waste_pairs
        self.overlap, self.both_ends, self.meets = play.overlap, play.both_ends, play.meets
        # Whether a card that is gone leaves the others where they would be dealt.
        self.stable = choice or (wastes == 1 and draw == 1)
        # Whether every pass has the same order, so that a place says how far play has come.
        self.in_one = wastes == 1 and draw == 1 and passes > 0
        self.by_place = self.in_one or (not choice and (wastes > 1 or passes == 1))
        self.covers, self.covered, self.above = play.masks()
        self.mates, self.ban = words(64), words(64)
        # The cards that stock and wastes offer, each with its pile, as `meets` has it.
        self.offered, self.offering = integers(9), integers(9)
        self.at_once = 1 if choice else play.dealt_at_once
        self.last = LastPlaces(play, draw if wastes == 1 else wastes)
        self.limit_bytes = 1 << 30
        # A key has the cards left, the order and place of the stock, and where wastes are chosen
        # the bits of their numbers: two words, three for two wastes, or four.
        width: int = 2 + (choice and wastes > 1) + (choice and wastes > 2)
        self.seen = Table(EARLIEST_BITS, FIRST_SEEN, width=width, growth=2)
        self.listed = self.state = 0
        self._begin()

    def _begin(self) -> None:
        """Begin with nothing seen, and no level."""
        self.orders = Orders()
        self.seen.clear()
        self.levels = words(WORDS * FIRST_LEVELS)
        self.moves, self.trail = words(8 * MOST_MOVES), words(8 * MOST_MOVES)
        self.trailed = 0

    def load(
        self,
        mates: list[int],
        alone: int,
        goal: int,
        sets: list[list[int]],
        left: int,
        wastes: list[list[int]],
        stock: list[int],
        number: int,
    ) -> None:
        """Load a position to begin from. By number, it has for each card the mask of those that go
        with it, those that go alone and those that must go, and the cards of each set. It also has
        the cards that are left, those of each waste from the bottom up, those not dealt, and the
        pass."""
        i: cython.int
        check_length("mates", mates, 0, 64)
        check_length("wastes", wastes, self.wastes)
        self._check_numbers([*stock, *[card for pile in wastes for card in pile]])
        self._check_numbers([card for cards in sets for card in cards])
        check_width("cards left", left, self.size)
        self._begin()
        self.nodes = 0
        mates, covers = mates + [0] * (64 - len(mates)), list(self.covers)
        for i in range(64):
            self.mates[i], self.ban[i] = mates[i], 0
        self.worth = MoveWorth(self.tableau, mates, covers, list(self.covered))
        self.alone, self.goal = alone, goal
        for i in range(WORDS):
            self.levels[i] = 0
        places, first = self._place(wastes, stock)
        self.levels[LEFT], self.levels[PASS_NUMBER] = left, number if self.passes else 0
        for i in range(self.tableau):
            if left >> i & 1 and self.covers[i] & self.levels[LEFT] == 0:
                self.levels[EXPOSED] |= one_bit(i)
        # In the last pass the order is known, and where it is the same in all of them.
        self.timed = self.in_one or (not self.choice and self.passes == number)
        listed = [[card for card in cards if left >> card & 1] for cards in sets]
        above = [self.above[i] & left for i in range(64)]
        begin, end = 0 if self.in_one else first, first + len(stock)
        self.last.load(listed, above, covers, mates, alone, goal, places, begin, end, self.timed)
        for i in range(64):
            if left >> i & 1 and self.last.set_of[i] != NO_GROUP:
                self.levels[SETS_LEFT] |= one_bit(8 * self.last.set_of[i] + self.last.bit_in[i])
        self.levels[KNOWN] = NOT_REACHED
        self.first = bytes(memoryview(self.levels)[:WORDS])

    def _place(self, wastes: list[list[int]], stock: list[int]) -> tuple[dict[int, int], int]:
        """Give each card of the wastes and the stock its place in the order of the stock. Return
        the place of each, and where the cards that are not dealt begin."""
        cython.declare(k=cython.int, card=cython.int)
        places: dict[int, int] = {}
        step = 1 if self.choice else self.wastes
        first = 0
        for k, pile in enumerate(wastes):
            for at, card in enumerate(pile):
                place: cython.int = first + at if self.choice else at * step + k
                places[card] = place
                self.levels[WASTE + k] |= one_bit(place)
            end = first + step * len(pile) + len(stock)
            check_width("places of the stock", max(end - 1, 0), 6)
            if self.choice:
                first += len(pile)
            else:
                first = max(first, step * len(pile))
        for at, card in enumerate(stock):
            places[card] = first + at
            self.levels[UNDEALT] |= one_bit(first + at)
        for card, place in places.items():
            self.orders.card[place], self.orders.place[card] = card, place
        return places, first

    def _check_numbers(self, cards: list[int]) -> None:
        """Raise a `ValueError` unless these are numbers of cards, each once."""
        if len(set(cards)) < len(cards) or not set(range(self.size)).issuperset(cards):
            raise ValueError("cards: a number is no card's, or there twice")

    def put_back(self) -> None:
        """Put back the position that was loaded, with nothing seen yet."""
        i: cython.int
        self.orders.forget()
        self.seen.clear()
        for i in range(64):
            self.ban[i] = 0
        for i, word in enumerate(memoryview(self.first).cast("Q")):
            self.levels[i] = word
        self.trailed = 0
        self.depth = 0
        self.won = self.levels[LEFT] & self.goal == 0

    def _remove(self, base: cython.int, i: cython.int) -> cython.void:
        """Remove a card."""
        left: cython.ulonglong = self.levels[base + LEFT] & ~one_bit(i)
        k: cython.int
        self.levels[base + LEFT] = left
        if self.last.set_of[i] != NO_GROUP:
            place: cython.int = 8 * self.last.set_of[i] + self.last.bit_in[i]
            self.levels[base + SETS_LEFT] &= ~one_bit(place)
        if i < self.tableau:
            self.levels[base + EXPOSED] &= ~one_bit(i)
            uncovered: cython.ulonglong = self.covered[i] & left
            while uncovered:
                place = lowest_bit(uncovered)
                uncovered &= uncovered - 1
                if self.covers[place] & left == 0:
                    self.levels[base + EXPOSED] |= one_bit(place)
            return
        place = self.orders.place[64 * cython.cast(cython.int, self.levels[base + ORDER]) + i]
        for k in range(1 + self.wastes):
            self.levels[base + UNDEALT + k] &= ~one_bit(place)

    def _deal(self, base: cython.int, to: cython.int) -> cython.void:
        """Deal cards of the stock to the wastes, by choice to waste `to`, from 1."""
        k: cython.int
        place: cython.int = lowest_bit(self.levels[base + UNDEALT])
        if self.wastes > 1 and not self.choice:
            # Places of cards that are gone, as they lay at the begin, are dealt as all others.
            place -= place % self.wastes
            for k in range(self.wastes):
                if self.levels[base + UNDEALT] >> (place + k) & 1:
                    self.levels[base + WASTE + k] |= one_bit(place + k)
                    self.levels[base + UNDEALT] ^= one_bit(place + k)
            return
        for k in range(self.at_once):
            if self.levels[base + UNDEALT] == 0:
                return
            place = lowest_bit(self.levels[base + UNDEALT])
            self.levels[base + UNDEALT] ^= one_bit(place)
            self.levels[base + WASTE + (to - 1 if self.choice else 0)] |= one_bit(place)

    def _redeal(self, base: cython.int) -> cython.void:
        """Make the wastes the stock."""
        first: cython.int = 64 * cython.cast(cython.int, self.levels[base + ORDER])
        new: cython.int = 64 * self.orders.count
        size: cython.int = 0
        k: cython.int
        if self.passes:
            self.levels[base + PASS_NUMBER] += 1
        if self.wastes == 1:
            self.levels[base + UNDEALT] = self.levels[base + WASTE]
            self.levels[base + WASTE] = 0
            return
        for k in range(self.wastes):
            places: cython.ulonglong = self.levels[base + WASTE + k]
            while places:
                self.orders.card[new + size] = self.orders.card[first + lowest_bit(places)]
                places &= places - 1
                size += 1
            self.levels[base + WASTE + k] = 0
        self.levels[base + UNDEALT] = one_bit(size) - 1
        self.levels[base + ORDER] = self.orders.known(size)

    def _at(self, base: cython.int) -> cython.int:
        """Return the place that is dealt next, behind the last one 63."""
        stock: cython.ulonglong = self.levels[base + UNDEALT]
        return lowest_bit(stock) if stock else 63

    def _look_at_offers(self, base: cython.int) -> cython.int:
        """Note in `offered` the cards that stock and wastes offer; return how many they are."""
        first: cython.int = 64 * cython.cast(cython.int, self.levels[base + ORDER])
        count: cython.int = 0
        k: cython.int
        if self.stock_top and self.levels[base + UNDEALT]:
            self.offered[0] = self.orders.card[first + self._at(base)]
            self.offering[0] = 0
            count = 1
        for k in range(self.wastes):
            pile: cython.ulonglong = self.levels[base + WASTE + k]
            if pile:
                self.offered[count] = self.orders.card[first + highest_bit(pile)]
                self.offering[count] = k + 2
                count += 1
                if self.both_ends and pile & (pile - 1):
                    self.offered[count] = self.orders.card[first + lowest_bit(pile)]
                    self.offering[count] = k + 2
                    count += 1
        return count

    def _settled(self, base: cython.int) -> cython.bint:
        """Return whether what cannot be done in this pass can never be done: it is the last, or the
        absence of cards moves no others."""
        return self.stable or (self.passes > 0 and self.levels[base + PASS_NUMBER] == self.passes)

    def _is_dead(self, base: cython.int, s: cython.int) -> cython.bint:
        """Return whether the cards of a set, -1 for each, cannot go, by the tables."""
        k: cython.int
        if self.prunes & PRUNE_SETS == 0:
            return False
        timed: cython.bint = self.timed and self.levels[base + PASS_NUMBER] == self.passes
        at: cython.int = self._at(base)
        if at > self.last.end:
            at = self.last.end
        for k in range(self.last.sets if s < 0 else s + 1):
            if s >= 0 and k != s:
                continue
            choice: cython.int = 256 * k + cython.cast(
                cython.int, self.levels[base + SETS_LEFT] >> (8 * k) & 255
            )
            if self.last.open[choice] == 0 or (timed and self.last.last[choice] < at):
                return True
        return False

    def _is_known(self, base: cython.int, passing: cython.bint) -> cython.bint:
        """Return whether a position was searched before, or one from which it would be reached; if
        not, it is noted. `passing`: it was reached by a deal, or by a redeal that leaves the order.
        """
        k: cython.int
        value: cython.uint = self._at(base)
        number: cython.ulonglong = self.levels[base + PASS_NUMBER]
        by_place: cython.bint = self.by_place and self.prunes & PRUNE_EARLIER
        self.seen.key[0], self.seen.key[1] = self.levels[base + LEFT], 0
        if self.in_one:
            value += 64 * cython.cast(cython.uint, number)
        else:
            self.seen.key[0] |= number << CARDS
            self.seen.key[1] = self.levels[base + ORDER]
        if not by_place:
            self.seen.key[1] |= cython.cast(cython.ulonglong, value) << ORDER_BITS
            for k in range(2, self.seen.width):
                self.seen.key[k] = self._plane(base, k - 2)
            value = 0
        elif passing:
            return value >= self.levels[base + KNOWN]
        slot: cython.longlong = self.seen.find_long()
        if by_place:
            self.levels[base + KNOWN] = NOT_REACHED
        if slot >= 0:
            if self.seen.note(slot) <= value:
                return True
            self.levels[base + KNOWN] = self.seen.note(slot)
        self.seen.write_long(slot, value)
        return False

    def _plane(self, base: cython.int, bit: cython.int) -> cython.ulonglong:
        """Return one bit of the number of the waste for each place. In the last pass wastes are
        numbered by their bottoms, as it does not matter which is which."""
        found: cython.ulonglong = 0
        cython.declare(k=cython.int, j=cython.int)
        last: cython.bint = self.passes > 0 and self.levels[base + PASS_NUMBER] == self.passes
        for k in range(self.wastes):
            pile: cython.ulonglong = self.levels[base + WASTE + k]
            number: cython.int = k
            if last and pile:
                number = 0
                for j in range(self.wastes):
                    other: cython.ulonglong = self.levels[base + WASTE + j]
                    if other and lowest_bit(other) < lowest_bit(pile):
                        number += 1
            if number >> bit & 1:
                found |= pile
        return found

    def _is_short(self) -> cython.bint:
        """Return whether one more level may not find room."""
        if self.seen.full() or self.orders.is_full():
            return True
        if WORDS * (self.depth + 2) > self.levels.shape[0]:
            return True
        if self.trailed + 2 * MOST_MOVES > self.trail.shape[0]:
            return True
        end: cython.ulonglong = self.levels[WORDS * self.depth + END]
        return end + 2 * MOST_MOVES > cython.cast(cython.ulonglong, self.moves.shape[0])

    def _weigh(self, tries: cython.int) -> cython.void:
        """Say for a try, by its number, what a deal is worth and how much is left to chance."""
        self.dealing, self.chance = WORTH_DEALING, MOST_CHANCE
        if tries > ALIKE_TRIES:
            drawn: cython.ulonglong = splitmix(cython.cast(cython.ulonglong, tries))
            self.dealing += cython.cast(cython.int, (drawn >> 8) % MORE_DEALING)
            self.chance <<= cython.cast(cython.int, (drawn >> 32) % MORE_CHANCE)

    def _arrange(self, first: cython.int, left: cython.ulonglong) -> cython.void:
        """Put the move worth most first, of those listed from `first` on, with these cards left."""
        cython.declare(move=cython.ulonglong, worth=cython.int)
        for k in range(first, self.listed):
            self.state += 1
            worth = NO_WORTH + cython.cast(cython.int, (splitmix(self.state) >> 8) % self.chance)
            move = self.moves[k]
            if move >= DEAL:
                worth += self.dealing
            else:
                worth += self.worth.of(left, 0, move & 255, move >> 8 & 255)
            move |= cython.cast(cython.ulonglong, worth) << WORTH_SHIFT
            j: cython.int = k
            while j > first and self.moves[j - 1] < move:
                self.moves[j] = self.moves[j - 1]
                j -= 1
            self.moves[j] = move
        for k in range(first, self.listed):
            self.moves[k] &= MOVE

    def begin(self, tries: bool = False) -> None:
        """Search from the position that was loaded to the end, in the order in which moves are
        listed. Or search by `tries` of a few nodes, then more and more. In each, the moves worth
        most come first and chance has a part in that, as this finds most wins soon. A try that
        comes to its end has searched everything, and one try does (docs/development/proofs.md, "Why
        restarts end")."""
        self.patience, self.tries = FIRST_TRY if tries else NO_END, 0
        self._begin_again()

    def _begin_again(self) -> None:
        """Put back the position that was loaded, for the next try."""
        self.enough = NO_END
        if self.patience < NO_END:
            self.tries += 1
            self.enough = self.nodes + self.patience
            self.patience += self.patience >> MORE_TRY
        self.put_back()
        self.state = cython.cast(cython.ulonglong, self.tries) << 32
        self._weigh(self.tries)
        if self._is_dead(0, -1):
            self.depth = -1
            return
        self._is_known(0, False)
        self._list(0)

    def line(self) -> list[tuple[int, int]]:
        """Return the moves of the win, as `Moves.here` has them; a waste that is chosen by its
        number, from 1."""
        found: list[tuple[int, int]] = []
        for depth in range(self.depth + 1):
            base = WORDS * depth
            at = self.levels[base + BEGIN] + self.levels[base + NEXT] - 1
            found.append(step_of(self.moves[at]))
        return found

    def _grow(self) -> bool:
        """Make room where it is short; return False when the limit on memory forbids it."""
        used: int = ORDER_BYTES * self.orders.room
        used += 8 * (len(self.levels) + len(self.moves)) + 4 * len(self.trail)
        if self.seen.full():
            self.seen.limit_bytes = max(0, self.limit_bytes - used)
            return bool(self.seen.make_room())
        used += self.seen.taken_bytes()
        if self.orders.is_full():
            room: int = self.orders.room
            if used + 2 * ORDER_BYTES * room > self.limit_bytes or 2 * room >> ORDER_BITS:
                return False
            self.orders.grow()
        else:
            if used + 32 * (len(self.levels) + len(self.moves)) > self.limit_bytes:
                return False
            self.levels, self.moves = longer(self.levels), longer(self.moves)
            self.trail = longer(self.trail)
        return True

    def _has_move(self) -> cython.bint:
        base: cython.int = WORDS * self.depth
        return self.levels[base + BEGIN] + self.levels[base + NEXT] != self.levels[base + END]

    def _step(self) -> cython.void:
        """Try the next move of the highest level, or leave it where none can win any more."""
        base: cython.int = WORDS * self.depth
        tried: cython.ulonglong = self.levels[base + NEXT]
        begin: cython.ulonglong = self.levels[base + BEGIN]
        if tried and self.moves[begin + tried - 1] < DEAL and self.prunes & PRUNE_EXCLUDED:
            if self._exclude(base, self.moves[begin + tried - 1]):
                self._leave()
                return
        self.levels[base + NEXT] = tried + 1
        self._play(self.moves[begin + tried])

    def _leave(self) -> cython.void:
        """Leave the highest level: what was excluded since it was entered is not any more, and what
        its redeal let go together again is not to."""
        base: cython.int = WORDS * self.depth
        first: cython.int = cython.cast(cython.int, self.levels[base + TRAIL])
        while self.trailed > first:
            self.trailed -= 1
            i: cython.int = self.trail[self.trailed] & 255
            j: cython.int = self.trail[self.trailed] >> 8 & 255
            self.ban[i] &= ~one_bit(j)
            self.ban[j] &= ~one_bit(i)
        self.depth -= 1
        if self.depth >= 0 and self.levels[base + SINCE] == self.levels[base + TRAIL]:
            for k in range(cython.cast(cython.int, self.levels[base - WORDS + SINCE]), first):
                i = self.trail[k] & 255
                j = self.trail[k] >> 8 & 255
                self.ban[i] |= one_bit(j)
                self.ban[j] |= one_bit(i)

    def _exclude(self, base: cython.int, move: cython.ulonglong) -> cython.bint:
        """Exclude this discard, which was tried, from every line that goes on; return whether none
        can win then."""
        i: cython.int = move & 255
        j: cython.int = move >> 8 & 255
        self.ban[i] |= one_bit(j)
        self.ban[j] |= one_bit(i)
        self.trail[self.trailed] = move
        self.trailed += 1
        return self._settled(base) and (self._lacks(base, i) or self._lacks(base, j))

    def _lacks(self, base: cython.int, i: cython.int) -> cython.bint:
        """Return whether a card that must go has nothing left to go with."""
        left: cython.ulonglong = self.levels[base + LEFT]
        if (self.goal >> i) & 1 == 0:
            return False
        alone: cython.ulonglong = self.alone & ~self.ban[i]
        return (alone >> i) & 1 == 0 and self.mates[i] & left & ~self.ban[i] == 0

    def _play(self, move: cython.ulonglong) -> cython.void:
        """Make the next level by a move, unless it is known, or seen, to be lost."""
        base: cython.int = WORDS * (self.depth + 1)
        k: cython.int
        i: cython.int = move & 255
        j: cython.int = move >> 8 & 255
        passing: cython.bint = False
        self.nodes += 1
        for k in range(WORDS):
            self.levels[base + k] = self.levels[base - WORDS + k]
        self.levels[base + TRAIL] = self.trailed
        self.levels[base + BEGIN] = self.levels[base - WORDS + END]
        self.levels[base + NEXT] = 0
        if move & REDEAL:
            self._redeal(base)
            passing = self.in_one
            if self._is_dead(base, -1):
                return
        elif move & DEAL:
            self._deal(base, i)
            passing = True
            if self._is_dead(base, -1):
                return
        else:
            self._remove(base, i)
            if j != i:
                self._remove(base, j)
            if self.levels[base + LEFT] & self.goal == 0:
                self.won = True
                return
            if self.last.set_of[i] != NO_GROUP and self._is_dead(base, self.last.set_of[i]):
                return
        if self._is_known(base, passing):
            return
        if move & REDEAL and not self.stable:
            self.levels[base + SINCE] = self.trailed
            self._allow_again(base)
        self._list(base)
        self.depth += 1

    def _allow_again(self, base: cython.int) -> cython.void:
        """Allow again, after a redeal, pairs with stock cards that could not go in the pass before."""
        first: cython.int = cython.cast(cython.int, self.levels[base - WORDS + SINCE])
        for k in range(first, self.trailed):
            i: cython.int = self.trail[k] & 255
            j: cython.int = self.trail[k] >> 8 & 255
            if i >= self.tableau or j >= self.tableau:
                self.ban[i] &= ~one_bit(j)
                self.ban[j] &= ~one_bit(i)

    def _list(self, base: cython.int) -> cython.void:
        """List the moves of a position: one alone where every line may begin with it."""
        self.listed = cython.cast(cython.int, self.levels[base + BEGIN])
        first: cython.int = self.listed
        if not self._list_discards(base):
            self._list_deals(base)
            if self.state:
                self._arrange(first, self.levels[base + LEFT])
        self.levels[base + END] = self.listed

    def _put(self, move: cython.ulonglong) -> cython.void:
        """List one more move."""
        self.moves[self.listed] = move
        self.listed += 1

    def _take(
        self, base: cython.int, i: cython.int, j: cython.int, in_stock: cython.bint
    ) -> cython.bint:
        """List a discard, unless it is excluded; return True if no other move need be looked at."""
        left: cython.ulonglong = self.levels[base + LEFT]
        settled: cython.bint = self._settled(base)
        forced: cython.bint = False
        if self.ban[i] >> j & 1:
            return False
        if i == j:
            forced = (settled or not in_stock) and self.prunes & PRUNE_KINGS
        elif settled and self.prunes & PRUNE_FORCED:
            if self.goal >> i & 1 and self.mates[i] & left & ~self.ban[i] == one_bit(j):
                forced = (self.alone >> i) & 1 == 0
            if self.goal >> j & 1 and self.mates[j] & left & ~self.ban[j] == one_bit(i):
                forced = forced or (self.alone >> j) & 1 == 0
        if forced:
            self.listed = cython.cast(cython.int, self.levels[base + BEGIN])
        self._put(i | j << 8)
        return forced

    def _list_discards(self, base: cython.int) -> cython.bint:
        """List the discards; return True if one of them alone will do."""
        count: cython.int = self._look_at_offers(base)
        if self._list_in_tableau(base) or self._list_with_tableau(base, count):
            return True
        if self._list_between_piles(base, count):
            return True
        return self.waste_pairs and self._list_in_wastes(base)

    def _list_in_tableau(self, base: cython.int) -> cython.bint:
        """List as `_list_discards` exposed cards alone, and pairs in which one covers the other."""
        left: cython.ulonglong = self.levels[base + LEFT]
        rest: cython.ulonglong = self.levels[base + EXPOSED]
        while rest:
            i: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if self.alone >> i & 1 and self._take(base, i, i, False):
                return True
            mates: cython.ulonglong = self.mates[i] & rest
            while mates:
                j: cython.int = lowest_bit(mates)
                mates &= mates - 1
                if self._take(base, i, j, False):
                    return True
            if self.overlap:
                mates = self.covered[i] & left & self.mates[i]
                while mates:
                    j = lowest_bit(mates)
                    mates &= mates - 1
                    if self.covers[j] & left == one_bit(i) and self._take(base, i, j, False):
                        return True
        return False

    def _list_with_tableau(self, base: cython.int, count: cython.int) -> cython.bint:
        """List as `_list_discards` the offered cards, alone and with the exposed ones."""
        for k in range(count):
            i: cython.int = self.offered[k]
            if self.alone >> i & 1 and self._take(base, i, i, True):
                return True
            mates: cython.ulonglong = self.mates[i] & self.levels[base + EXPOSED]
            while mates:
                j: cython.int = lowest_bit(mates)
                mates &= mates - 1
                if self._take(base, j, i, True):
                    return True
        return False

    def _list_between_piles(self, base: cython.int, count: cython.int) -> cython.bint:
        """Do what `_list_discards` does for two of the cards that are offered."""
        k: cython.int
        for k in range(count):
            i: cython.int = self.offered[k]
            for j in range(k + 1, count):
                if self.mates[i] >> self.offered[j] & 1:
                    meets: cython.int = self.meets[self.offering[k]]
                    if meets >> self.offering[j] & 1 and self._take(base, i, self.offered[j], True):
                        return True
        return False

    def _list_in_wastes(self, base: cython.int) -> cython.bint:
        """Do what `_list_discards` does for the two upper cards of a waste."""
        first: cython.int = 64 * cython.cast(cython.int, self.levels[base + ORDER])
        k: cython.int
        for k in range(self.wastes):
            pile: cython.ulonglong = self.levels[base + WASTE + k]
            if pile & (pile - 1) == 0:
                continue
            i: cython.int = self.orders.card[first + highest_bit(pile)]
            pile ^= one_bit(highest_bit(pile))
            if self.both_ends and pile & (pile - 1) == 0 and self.meets[k + 2] >> (k + 2) & 1:
                continue  # the two ends
            j: cython.int = self.orders.card[first + highest_bit(pile)]
            if self.mates[i] >> j & 1 and self._take(base, i, j, True):
                return True
        return False

    def _list_deals(self, base: cython.int) -> cython.void:
        """List the deals, or the redeal."""
        k: cython.int
        empty: cython.bint = False
        dealt: cython.ulonglong = 0
        last: cython.bint = self.passes > 0 and self.levels[base + PASS_NUMBER] == self.passes
        for k in range(self.wastes):
            dealt |= self.levels[base + WASTE + k]
        if self.levels[base + UNDEALT] == 0:
            if dealt and not last:
                self._put(REDEAL)
            return
        if not self.choice:
            self._put(DEAL)
            return
        for k in range(self.wastes):
            if self.levels[base + WASTE + k] == 0:
                if empty and last:
                    continue  # one empty waste is as good as another
                empty = True
            self._put(DEAL | (k + 1))


# The cards of a position, and the aim of a line of play, as the walk takes them.
#
# It decides which cards can ever meet. Masks have a bit a card, by its number.

WORD = (1 << 64) - 1


class Cards:
    """The cards left in a position, and what lies where.

    Those of the tableau come first, by their places; then those that lie open beside it, up to
    `exposed`; then those of the wastes and the stock.
    """

    def __init__(
        self,
        ranks: bytes,
        left: int,
        exposed: int,
        *,
        covers: list[list[int]],
        goes: list[int],
        alone: int,
        must: int,
        pyramid: int,
        overlap: bool,
    ) -> None:
        """Take what lies where. `covers`: for each place those directly on it. `goes`: for each
        card the mask of those it goes with. `alone`, `must`, `pyramid`: those that go alone, that
        must go, that are in the pyramid. `overlap`: a card goes with the last one on it."""
        size = len(ranks)
        check_length("goes", goes, size)
        check_length("covers", covers, 0, exposed)
        check_width("cards", (1 << size) - 1, CARD_NUMBERS)
        for mask in (left, alone, must, pyramid, *goes, (1 << exposed) - 1):
            check_width("a mask", mask, size)
        check_below("places", bytes([j for on_it in covers for j in on_it]), len(covers))
        self.ranks, self.left, self.exposed, self.goes = ranks, left, exposed, goes
        self.alone, self.must, self.pyramid, self.overlap = alone, must, pyramid, overlap
        self.covers = [sum([1 << i for i in on_it]) for on_it in covers] + [0] * (
            size - len(covers)
        )
        self.covered = turned(self.covers)
        self.over = list(self.covers)
        for at in range(len(covers) - 1, -1, -1):  # what lies on a card is dealt after it
            for other in covers[at]:
                self.over[at] |= self.over[other]
        self.beneath = turned(self.over)
        # A card that lies on another never meets it, but the last one on it where they overlap.
        under = self.over
        if overlap:
            under = [every & ~on_it for every, on_it in zip(under, self.covers, strict=True)]
        self.mates = [mates & ~on_it for mates, on_it in zip(goes, under, strict=True)]
        self.meets = [m & ~below for m, below in zip(self.mates, turned(under), strict=True)]
        # More than a position has: two cards in either order, one alone, and a deal to each waste.
        self.most_moves = sum([mates.bit_count() for mates in goes]) + alone.bit_count() + ENDS

    def of_rank(self, rank: int) -> int:
        """Return the cards left of a rank."""
        return sum([1 << at for at, one in enumerate(self.ranks) if one == rank])


def turned(masks: list[int]) -> list[int]:
    """Return for each number the numbers in whose masks it is."""
    found = [0] * len(masks)
    for at, mask in enumerate(masks):
        for one in bits(mask):
            found[one] |= 1 << at
    return found


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, from the lowest up."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def in_words(masks: list[int]) -> Words:
    """Return masks as two words each, the lower one first."""
    made = words(2 * max(1, len(masks)))
    for at, mask in enumerate(masks):
        made[2 * at], made[2 * at + 1] = mask & WORD, mask >> 64
    return made


# A line of play: its positions, one upon the other.
#
# It decides what distinguishes positions of several wastes, both ends of one, and pairs of several
# partners. `Moves` lists what can be played, and `Walk` walks the lines.

LEVELS_AT_FIRST = cython.declare(cython.int, 64)
NEXT_PILE = cython.declare(cython.ulonglong, 0)  # no rank: between the wastes of a key
MOST_WASTES = cython.declare(cython.int, 7)


@cython.cclass
class Line:
    """Positions from one on which `begin` lays out: level 0, and a level more a move.

    `ends`: clearing the pyramid ends the game. `par`: the pass in which it is cleared counts.
    """

    def __init__(self, play: Play, cards: Cards, *, ends: bool, par: bool) -> None:
        wastes = play.wastes
        check_length("wastes", bytes(wastes), 1, MOST_WASTES)
        self.draw, self.passes, self.wastes = play.draw, play.passes, wastes
        self.choice, self.ends, self.par = play.choice, ends, par
        self.dealt_at_once = play.dealt_at_once
        self.ranks, self.exposed = bytearray(cards.ranks), cards.exposed
        self.masks = in_words([cards.must, cards.pyramid, cards.alone, (1 << cards.exposed) - 1])
        beside = len(cards.ranks) - cards.exposed
        self.row = ENDS + beside
        self.rank_bits = 4 if max(self.ranks, default=0) < 16 else 8
        self.key = words(3 + (self.rank_bits * (beside + wastes) + 63) // 64)
        self.room = LEVELS_AT_FIRST
        self.levels = words(LEVEL_WORDS * LEVELS_AT_FIRST)
        self.piles = bytearray(self.row * LEVELS_AT_FIRST)
        left = in_words([cards.left])
        self.levels[LEFT], self.levels[LEFT + 1] = left[0], left[1]

    def begin(self, wastes: list[bytes], stock: bytes, number: int, cleared: int) -> None:
        """Lay the cards of wastes and stock, from the first dealt on. `number`: the pass; `cleared`:
        the one in which the pyramid was cleared, or 0."""
        check_length("wastes", [0] * len(wastes), self.wastes)
        dealt = b"".join(wastes)
        placed = dealt + stock
        if len(placed) > self.row - ENDS or len(set(placed)) < len(placed):
            raise ValueError("cards: there are more than there are numbers, or one is there twice")
        if placed and not (self.exposed <= min(placed) and max(placed) < len(self.ranks)):
            raise ValueError("cards: a number is none of a card of wastes or stock")
        end = 0
        for k, waste in enumerate(wastes):
            end += len(waste)
            self.piles[k] = end
        self.piles[self.wastes] = len(placed)
        for k, card in enumerate(placed):
            self.piles[ENDS + k] = card
        self.levels[IN_PASS], self.levels[CLEARED] = number, cleared

    def grow(self) -> None:
        """Make room for four times as many levels."""
        piles = bytearray(4 * self.row * self.room)
        piles[: self.row * self.room] = bytes(memoryview(self.piles))
        self.levels, self.piles = longer(self.levels), piles
        self.room *= 4

    def is_left(self, d: cython.int, which: cython.int) -> cython.bint:
        """Return whether any of the cards of a mask are left."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        low: cython.ulonglong = self.levels[base] & self.masks[which]
        return (low | self.levels[base + 1] & self.masks[which + 1]) != 0

    def has(self, which: cython.int, card: cython.int) -> cython.bint:
        """Return whether a mask has a card."""
        return self.masks[which + (card >> 6)] >> (card & 63) & 1 != 0

    def is_won(self, d: cython.int) -> cython.bint:
        """Return whether the goal is reached."""
        return not self.is_left(d, MUST)

    def is_over(self, d: cython.int) -> cython.bint:
        """Return whether the rules have ended the game."""
        return self.ends and not self.is_left(d, PYRAMID)

    def is_last_pass(self, d: cython.int) -> cython.bint:
        """Return whether no redeal is left."""
        return self.passes > 0 and self.levels[LEVEL_WORDS * d + IN_PASS] >= self.passes

    def is_short(self, d: cython.int) -> cython.bint:
        """Return whether there is no room for two levels more."""
        return d + 2 >= self.room

    # What a move makes of a position.

    def play(self, d: cython.int, move: cython.uint) -> cython.void:
        """Make the level above by a move."""
        base: cython.int = LEVEL_WORDS * d
        k: cython.int
        for k in range(CLEARED + 1):
            self.levels[base + LEVEL_WORDS + k] = self.levels[base + k]
        if move & REDEAL:
            self._redeal(d)
        elif move & DEAL:
            self._deal(d, move & 255)
        else:
            self._remove(d, move & 255, move >> 8 & 255)

    def _remove(self, d: cython.int, i: cython.int, j: cython.int) -> cython.void:
        """Remove two cards, or one."""
        base: cython.int = LEVEL_WORDS * (d + 1)
        here: cython.int = self.row * d
        there: cython.int = here + self.row
        at: cython.int = 0
        k: cython.int
        place: cython.int = 0
        self.levels[base + LEFT + (i >> 6)] &= ~one_bit(i & 63)
        self.levels[base + LEFT + (j >> 6)] &= ~one_bit(j & 63)
        for k in range(self.wastes + 1):
            while at < self.piles[here + k]:
                if self.piles[here + ENDS + at] != i and self.piles[here + ENDS + at] != j:
                    self.piles[there + ENDS + place] = self.piles[here + ENDS + at]
                    place += 1
                at += 1
            self.piles[there + k] = place
        if self.levels[base + CLEARED] == 0 and not self.is_left(d + 1, PYRAMID):
            self.levels[base + CLEARED] = self.levels[base + IN_PASS]

    def _deal(self, d: cython.int, to: cython.int) -> cython.void:
        """Deal cards of the stock to the wastes: one to each, or to waste `to`."""
        here: cython.int = self.row * d
        there: cython.int = here + self.row
        dealt: cython.int = self.piles[here + self.wastes - 1]
        size: cython.int = self.piles[here + self.wastes]
        each: cython.bint = self.wastes > 1 and not self.choice
        at: cython.int = 0
        place: cython.int = 0
        k: cython.int
        for k in range(self.wastes):
            while at < self.piles[here + k]:
                self.piles[there + ENDS + place] = self.piles[here + ENDS + at]
                at += 1
                place += 1
            count: cython.int = 1 if each else self.draw if k == to else 0
            while count and dealt < size:
                self.piles[there + ENDS + place] = self.piles[here + ENDS + dealt]
                dealt += 1
                place += 1
                count -= 1
            self.piles[there + k] = place
        while dealt < size:
            self.piles[there + ENDS + place] = self.piles[here + ENDS + dealt]
            dealt += 1
            place += 1
        self.piles[there + self.wastes] = size

    def _redeal(self, d: cython.int) -> cython.void:
        """Make the wastes, one after the other, the stock."""
        here: cython.int = self.row * d
        k: cython.int
        self.levels[LEVEL_WORDS * (d + 1) + IN_PASS] += 1
        for k in range(self.row):
            self.piles[here + self.row + k] = self.piles[here + k]
        for k in range(self.wastes):
            self.piles[here + self.row + k] = 0

    def copy_down(self, d: cython.int) -> cython.void:
        """Make the level above `d` the position of `d` itself."""
        k: cython.int
        for k in range(CLEARED + 1):
            self.levels[LEVEL_WORDS * d + k] = self.levels[LEVEL_WORDS * (d + 1) + k]
        for k in range(self.row):
            self.piles[self.row * d + k] = self.piles[self.row * (d + 1) + k]

    def write_key(self, d: cython.int) -> cython.void:
        """Write the `key` of a position. Positions with the same key have the same play before them:
        ranks are what counts of the cards that are not laid out."""
        base: cython.int = LEVEL_WORDS * d
        here: cython.int = self.row * d
        word: cython.ulonglong = 0
        shift: cython.int = 0
        size: cython.int = 3
        at: cython.int = 0
        k: cython.int
        self.key[0] = self.levels[base + LEFT] & self.masks[LAID_OUT]
        self.key[1] = self.levels[base + LEFT + 1] & self.masks[LAID_OUT + 1]
        self.key[2] = self.levels[base + IN_PASS] if self.passes else 0
        if self.par:
            self.key[2] |= self.levels[base + CLEARED] << 32
        for k in range(self.wastes + 1):
            while at <= self.piles[here + k]:
                if at < self.piles[here + k]:
                    rank: cython.ulonglong = self.ranks[self.piles[here + ENDS + at]]
                elif k < self.wastes:
                    rank = NEXT_PILE
                else:
                    break
                word |= rank << shift
                shift += self.rank_bits
                if shift == 64:
                    self.key[size] = word
                    size += 1
                    word = 0
                    shift = 0
                if at == self.piles[here + k]:
                    break
                at += 1
        while size < self.key.shape[0]:
            self.key[size] = word
            size += 1
            word = 0


# What can be played in the positions of a line, and which moves need not be tried.
#
# Proofs: docs/development/proofs.md.


@cython.cclass
class Moves:
    """The moves of the levels of a line, in one row; `plain`: every legal move, none left out.

    `at_once`: which of the cards that go alone go as soon as that hurts nothing. `dealt`: cards are
    dealt from a stock. `early`: removing early never hurts.
    """

    def __init__(
        self, line: Line, play: Play, cards: Cards, *, dealt: bool, early: bool, plain: bool
    ) -> None:
        self.line = line
        self.stock_top, self.waste_pairs = play.stock_top, play.waste_pairs
        self.overlap, self.both_ends, self.meets = play.overlap, play.both_ends, play.meets
        self.dealt, self.early, self.plain = dealt, early, plain
        self.covers, self.goes = in_words(cards.covers), in_words(cards.goes)
        self.at_once = in_words([0 if plain or line.ends else cards.must])
        self.most, self.listed = cards.most_moves, 0
        self.moves = halves(4 * self.most)
        self.offered, self.offering = integers(CARD_NUMBERS), integers(CARD_NUMBERS)

    def wait_for(self, cards: int) -> None:
        """Have only these go at once, of those that went."""
        for w, word in enumerate(in_words([cards])[:2]):
            self.at_once[w] &= word

    def grow(self) -> None:
        """Make room for four times as many moves."""
        self.moves = longer(self.moves)

    def here(self) -> list[tuple[int, int]]:
        """Return the moves of the first position: two cards, one twice that goes alone; (-1, waste)
        for a deal, (-2, 0) for a redeal."""
        self.list_moves(0, 0)
        return [step_of(self.moves[k]) for k in range(self.listed)]

    def is_full(self) -> cython.bint:
        """Return whether the moves of the next position may not find room."""
        return self.moves.shape[0] - self.listed < self.most

    def is_early_free(self, d: cython.int) -> cython.bint:
        """Return whether a discard that is made early leaves possible what was done before a later
        one: the front condition of docs/development/proofs.md, "Exclusions"."""
        return not self.plain and (self.early or self.line.is_last_pass(d))

    def _goes_at_once(self, card: cython.int) -> cython.bint:
        """Return whether the card is of those that go as soon as that hurts nothing."""
        return self.at_once[card >> 6] >> (card & 63) & 1 != 0

    def goes_with(self, card: cython.int, other: cython.int) -> cython.bint:
        """Return whether two cards go together."""
        return self.goes[2 * card + (other >> 6)] >> (other & 63) & 1 != 0

    def list_moves(self, d: cython.int, first: cython.int) -> cython.void:
        """List a position's moves from `first` on; a card that goes immediately leaves no other."""
        k: cython.int
        self.listed = first
        if self.line.is_over(d):
            return
        early: cython.bint = self.is_early_free(d)
        count: cython.int = self._find_available(d)
        for k in range(count):
            card: cython.int = self.offered[k]
            if self.line.has(ALONE, card) and self._goes_at_once(card):
                if card < self.line.exposed or early:  # it leaves nothing worse by going now
                    self._put(card, card)
                    return
        for k in range(count):
            card = self.offered[k]
            if self.line.has(ALONE, card):
                self._put(card, card)
                continue
            for j in range(k + 1, count):
                other: cython.int = self.offered[j]
                if self.goes_with(card, other):
                    if self.meets[self.offering[k]] >> self.offering[j] & 1:
                        self._put(card, other)
        self._list_neighbours(d, first)
        self._list_deals(d)

    def list_choices(self, d: cython.int, first: cython.int) -> cython.void:
        """List the moves of one who always discards a card that goes alone."""
        for k in range(self._find_available(d)):
            if self.line.has(ALONE, self.offered[k]):
                self.listed = first
                self._put(self.offered[k], self.offered[k])
                return
        self.list_moves(d, first)

    def _put(self, i: cython.int, j: cython.int) -> cython.void:
        """List one more discard."""
        self.moves[self.listed] = i | j << 8
        self.listed += 1

    def _find_available(self, d: cython.int) -> cython.int:
        """Return how many cards are available: those `offered`, each with its pile, as `meets` has
        it."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        here: cython.int = self.line.row * d
        low: cython.ulonglong = self.line.levels[base]
        high: cython.ulonglong = self.line.levels[base + 1]
        first: cython.int = 0
        count: cython.int = 0
        cython.declare(w=cython.int, k=cython.int)
        for w in range(2):
            rest: cython.ulonglong = self.line.levels[base + w] & self.line.masks[LAID_OUT + w]
            while rest:
                card: cython.int = 64 * w + lowest_bit(rest)
                rest &= rest - 1
                if self.covers[2 * card] & low == 0 and self.covers[2 * card + 1] & high == 0:
                    self.offered[count], self.offering[count] = card, 1
                    count += 1
        end: cython.int = self.line.piles[here + self.line.wastes - 1]
        if self.stock_top and end < self.line.piles[here + self.line.wastes]:
            self.offered[count], self.offering[count] = self.line.piles[here + ENDS + end], 0
            count += 1
        for k in range(self.line.wastes):
            end = self.line.piles[here + k]
            if end > first:
                self.offered[count] = self.line.piles[here + ENDS + end - 1]
                self.offering[count] = k + 2
                count += 1
            if self.both_ends and end > first + 1:
                self.offered[count] = self.line.piles[here + ENDS + first]
                self.offering[count] = k + 2
                count += 1
            first = end
        return count

    def _list_neighbours(self, d: cython.int, first: cython.int) -> cython.void:
        """List overlap discards, and the two top cards of a waste."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        here: cython.int = self.line.row * d
        cython.declare(w=cython.int, k=cython.int)
        begin: cython.int = 0
        if self.overlap:
            for w in range(2):
                rest: cython.ulonglong = self.line.levels[base + w] & self.line.masks[LAID_OUT + w]
                while rest:
                    card: cython.int = 64 * w + lowest_bit(rest)
                    rest &= rest - 1
                    low: cython.ulonglong = self.covers[2 * card] & self.line.levels[base]
                    high: cython.ulonglong = self.covers[2 * card + 1] & self.line.levels[base + 1]
                    if count_bits(low) + count_bits(high) != 1:
                        continue
                    upper: cython.int = 64 + highest_bit(high) if high else highest_bit(low)
                    low = self.covers[2 * upper] & self.line.levels[base]
                    high = self.covers[2 * upper + 1] & self.line.levels[base + 1]
                    if (low | high) == 0:
                        if self.goes_with(card, upper):
                            self._put_once(first, card, upper)
        if self.waste_pairs:
            for k in range(self.line.wastes):
                if self.line.piles[here + k] > begin + 1:
                    card = self.line.piles[here + ENDS + self.line.piles[here + k] - 1]
                    upper = self.line.piles[here + ENDS + self.line.piles[here + k] - 2]
                    if self.goes_with(card, upper):
                        self._put_once(first, card, upper)
                begin = self.line.piles[here + k]

    def _put_once(self, first: cython.int, i: cython.int, j: cython.int) -> cython.void:
        """List a discard, unless it is listed."""
        for k in range(first, self.listed):
            if self.moves[k] == i | j << 8:
                return
        self._put(i, j)

    def _list_deals(self, d: cython.int) -> cython.void:
        """List the deals, or the redeal."""
        here: cython.int = self.line.row * d
        waste: cython.int = self.line.piles[here + self.line.wastes - 1]
        if not self.dealt:
            return
        if waste < self.line.piles[here + self.line.wastes]:
            for k in range(self.line.wastes if self.line.choice else 1):
                self.moves[self.listed] = DEAL | k
                self.listed += 1
        elif waste and not self.line.is_last_pass(d):
            self.moves[self.listed] = REDEAL
            self.listed += 1


def step_of(move: int) -> tuple[int, int]:
    """Return a move as its two numbers."""
    if move & REDEAL:
        return -2, 0
    if move & DEAL:
        return -1, move & 255
    return move & 255, move >> 8 & 255


# What no line from a position does: which cards stay in all of them, and how few moves they take.
#
# It decides by what lies on what, and by which cards are left. Proofs: docs/development/proofs.md.


@cython.cclass
class LineBounds:
    """The bounds of the levels of a line. `deals_all`: all cards must go, and a stock is dealt."""

    def __init__(self, line: Line, play: Play, cards: Cards, *, deals_all: bool) -> None:
        self.line, self.deals_all, self.stock_top = line, deals_all, play.stock_top
        self.mates, self.meets = in_words(cards.mates), in_words(cards.meets)
        self.beneath, self.over = in_words(cards.beneath), in_words(cards.over)
        self.asked, self.found = words(2), words(2)

    def is_dead(self) -> bool:
        """Return whether the first position `is_dead_at` once."""
        return self.is_dead_at(0)

    def is_dead_after(self, card: int, other: int) -> bool:
        """Return whether the first position is dead after a move; one that is no discard has a
        first number below 0, and changes nothing."""
        if card < 0:
            return self.is_dead_at(0)
        self.line.play(0, card | other << 8)
        return self.is_dead_at(1)

    def is_dead_at(self, d: cython.int) -> cython.bint:
        """Return whether some card that must go lies under every card that it could go with."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        low: cython.ulonglong = self.line.levels[base]
        high: cython.ulonglong = self.line.levels[base + 1]
        w: cython.int
        for w in range(2):
            rest: cython.ulonglong = self.line.levels[base + w] & self.line.masks[MUST + w]
            rest &= ~self.line.masks[ALONE + w]
            while rest:
                card: cython.int = 2 * (64 * w + lowest_bit(rest))
                rest &= rest - 1
                if (self.mates[card] & low | self.mates[card + 1] & high) == 0:
                    return True
        return False

    def find_staying(self, d: cython.int) -> cython.void:
        """Find the cards that stay in every line, each with what lies beneath it.

        They are those that lie over or under all their possible partners, or whose partners all
        stay.
        """
        base: cython.int = LEVEL_WORDS * d
        w: cython.int
        for w in range(2):
            self.line.levels[base + STAY + w] = 0
            self.asked[w] = self.line.levels[base + LEFT + w]
        self._spread(d)

    def stay_after(self, d: cython.int, move: cython.uint) -> cython.void:
        """Write which cards stay after a move, where those are known that stay from before it: a
        discard leaves fewer partners to some."""
        i: cython.int = 2 * cython.cast(cython.int, move & 255)
        j: cython.int = 2 * cython.cast(cython.int, move >> 8 & 255)
        w: cython.int
        for w in range(2):
            self.line.levels[LEVEL_WORDS * (d + 1) + STAY + w] = self.line.levels[
                LEVEL_WORDS * d + STAY + w
            ]
        if move < DEAL:
            for w in range(2):
                self.asked[w] = self.meets[i + w] | self.meets[j + w]
            self._spread(d + 1)

    def _spread(self, d: cython.int) -> cython.void:
        """Add to the cards that stay those `asked` about, as far as they do, and then those that
        could go with what was added."""
        base: cython.int = LEVEL_WORDS * d
        w: cython.int
        while self.asked[0] | self.asked[1]:
            self._find(base)
            self.asked[0] = self.asked[1] = 0
            for w in range(2):
                rest: cython.ulonglong = self.found[w]
                self.line.levels[base + STAY + w] |= rest
                while rest:
                    card: cython.int = 2 * (64 * w + lowest_bit(rest))
                    rest &= rest - 1
                    self.asked[0] |= self.meets[card]
                    self.asked[1] |= self.meets[card + 1]

    def _find(self, base: cython.int) -> cython.void:
        """Find those `asked` about that meet none of what may go, with what lies beneath them."""
        low: cython.ulonglong = self.line.levels[base + LEFT] & ~self.line.levels[base + STAY]
        high: cython.ulonglong = self.line.levels[base + LEFT + 1]
        high &= ~self.line.levels[base + STAY + 1]
        cython.declare(rest=cython.ulonglong, w=cython.int)
        self.found[0] = self.found[1] = 0
        for w in range(2):
            rest = self.asked[w] & (high if w else low) & ~self.line.masks[ALONE + w]
            while rest:
                card: cython.int = 2 * (64 * w + lowest_bit(rest))
                if (self.meets[card] & low | self.meets[card + 1] & high) == 0:
                    self.found[w] |= one_bit(lowest_bit(rest))
                    self.found[0] |= self.beneath[card]
                    self.found[1] |= self.beneath[card + 1]
                rest &= rest - 1
        self.found[0] &= low
        self.found[1] &= high

    def must_stay(self, d: cython.int, which: cython.int) -> cython.bint:
        """Return whether a card of a mask stays in every line."""
        base: cython.int = LEVEL_WORDS * d + STAY
        low: cython.ulonglong = self.line.levels[base] & self.line.masks[which]
        return (low | self.line.levels[base + 1] & self.line.masks[which + 1]) != 0

    def discards(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.int:
        """Return how few discards take these cards: one each that goes alone, and each two of the
        others."""
        alone: cython.int = count_bits(low & self.line.masks[ALONE])
        alone += count_bits(high & self.line.masks[ALONE + 1])
        return alone + (count_bits(low) + count_bits(high) - alone + 1) // 2

    def moves_to_win(self, d: cython.int) -> cython.int:
        """Return a bound: no line to the goal has fewer moves.

        Each discard takes one card that goes alone, or two of the others. Where all must go and the
        stock's cards are not available, each is dealt. Where the next one is, two of them that go
        together need a deal of the first. At least as many pairs consist of two such cards as the
        others are too few for.
        """
        base: cython.int = LEVEL_WORDS * d + LEFT
        here: cython.int = self.line.row * d
        low: cython.ulonglong = self.line.levels[base] & self.line.masks[MUST]
        high: cython.ulonglong = self.line.levels[base + 1] & self.line.masks[MUST + 1]
        moves: cython.int = self.discards(low, high)
        size: cython.int = self.line.piles[here + self.line.wastes]
        dealt: cython.int = self.line.piles[here + self.line.wastes - 1]
        at_once: cython.int = self.line.dealt_at_once
        waiting: cython.int = 0
        k: cython.int
        if not self.deals_all:
            return moves
        if not self.stock_top:
            return moves + (size - dealt + at_once - 1) // at_once
        for k in range(dealt, size):
            if not self.line.has(ALONE, self.line.piles[here + ENDS + k]):
                waiting += 1
        others: cython.int = count_bits(low & ~self.line.masks[ALONE]) - waiting
        others += count_bits(high & ~self.line.masks[ALONE + 1])
        if waiting > others:
            moves += (waiting - others + 1) // 2
        return moves

    def moves_to_remove(
        self, d: cython.int, low: cython.ulonglong, high: cython.ulonglong
    ) -> cython.int:
        """Return a bound: no line in which all of these cards go has fewer moves: what lies on them
        goes too, and stock cards are dealt up to them."""
        here: cython.int = self.line.row * d
        cython.declare(k=cython.int, w=cython.int)
        all_low: cython.ulonglong = low
        all_high: cython.ulonglong = high
        at_once: cython.int = self.line.dealt_at_once
        dealt: cython.int = self.line.piles[here + self.line.wastes - 1]
        farthest: cython.int = 0
        for w in range(2):
            rest: cython.ulonglong = high if w else low
            while rest:
                card: cython.int = 2 * (64 * w + lowest_bit(rest))
                rest &= rest - 1
                all_low |= self.over[card]
                all_high |= self.over[card + 1]
        all_low &= self.line.levels[LEVEL_WORDS * d + LEFT]
        all_high &= self.line.levels[LEVEL_WORDS * d + LEFT + 1]
        moves: cython.int = self.discards(all_low, all_high)
        if self.stock_top:
            return moves
        for k in range(dealt, self.line.piles[here + self.line.wastes]):
            card = self.line.piles[here + ENDS + k]
            if (high if card >> 6 else low) >> (card & 63) & 1:
                farthest = k + 1 - dealt
        return moves + (farthest + at_once - 1) // at_once


# A walk through every line of play, position by position.
#
# It decides in which order positions are visited, and which moves are left out because they lead to
# nothing that others do not. Its subclasses have the questions. Proofs:
# docs/development/proofs.md.

SLOTS_AT_FIRST = 1 << 10
VISIT_BITS = 32  # of a note


@cython.cclass
class Walk(DepthFirst):
    """A walk through the positions that play can reach, until one is enough.

    If a position that is wanted can be reached, one as good is visited, by the fewest moves where
    `most` bounds them: then only lines of at most that length count. The proof is in
    docs/development/proofs.md, "Exclusions". `nodes` are the moves that were tried, `reached` the
    positions of the last walk. `room`: the most positions that these can be.
    """

    def __init__(self, line: Line, moves: Moves, bounds: LineBounds | None = None) -> None:
        """Take what is walked. With `bounds`, the walk knows of each position which cards stay in
        every line from it."""
        DepthFirst.__init__(self)
        self.line, self.moves = line, moves
        self.bounds, self.is_bounded = bounds, bounds is not None
        self.visited = Table(VISIT_BITS, SLOTS_AT_FIRST, width=len(line.key), growth=2)
        self.visited.key = line.key
        self.ban, self.trail = words(2 * CARD_NUMBERS), halves(CARD_NUMBERS * CARD_NUMBERS)
        self.excludes = not line.ends
        self.reached, self.trailed = 0, 0
        self.room, self.most = NO_END, -1

    def begin(self, most: int = -1) -> None:
        """Visit the first position, to walk lines of at most `most` moves; of any number for -1."""
        self.most = most
        self.visited.clear()
        for k in range(2 * CARD_NUMBERS):
            self.ban[k] = 0
        self.depth, self.trailed = -1, 0
        self._is_new(0)
        self.reached = 0
        self._follow(-1, DEAL)
        self.won = self._visit(0)
        if not self.won and not self._is_vain(0):
            self._list(0, 0)
            self.depth = 0

    def found(self) -> list[tuple[int, int]]:
        """Return the moves to the position that is enough."""
        found: list[tuple[int, int]] = []
        for d in range(self.depth + 1):
            found.append(
                step_of(self.moves.moves[self.line.levels[LEVEL_WORDS * d + NEXT_MOVE] - 1])
            )
        return found

    def _grow(self) -> bool:
        return self._has_room() and grown(self._make_room)

    def _make_room(self) -> None:
        """Make room where it is short; a question makes it for what it keeps, too."""
        if self.visited.full():
            self.visited.grow()
        if self.moves.is_full():
            self.moves.grow()
        if self.line.is_short(self.depth):
            self.line.grow()

    def _has_move(self) -> cython.bint:
        base: cython.int = LEVEL_WORDS * self.depth
        return self.line.levels[base + NEXT_MOVE] != self.line.levels[base + END_OF_MOVES]

    def _is_short(self) -> cython.bint:
        full: cython.bint = not self._has_room() or self.visited.full()
        full = full or self.moves.is_full() or self.line.is_short(self.depth)
        return full or self._lacks_room()

    def _has_room(self) -> cython.bint:
        """Return whether no more positions were visited than may be."""
        return cython.cast(cython.longlong, self.visited.used) <= self.room

    def _lacks_room(self) -> cython.bint:
        """Return whether what a question keeps may not find room."""
        return False

    def _step(self) -> cython.void:
        """Try the next move of the highest level."""
        d: cython.int = self.depth
        base: cython.int = LEVEL_WORDS * d
        at: cython.ulonglong = self.line.levels[base + NEXT_MOVE]
        # A line that makes the discard before later is as one after it, and has no fewer moves; so
        # what was visited counts without exclusions, too.
        if (
            at > self.line.levels[base + FIRST_MOVE]
            and self.excludes
            and self.moves.is_early_free(d)
        ):
            self._exclude(self.moves.moves[at - 1])
        self.line.levels[base + NEXT_MOVE] = at + 1
        self.nodes += 1
        move: cython.uint = self.moves.moves[at]
        self.line.play(d, move)
        if not self._is_new(d + 1):
            return
        self.reached = self.visited.used
        if self._visit(d + 1):
            self.won = True
            return
        self._follow(d, move)
        if not self._is_vain(d + 1):
            self._list(d + 1, cython.cast(cython.int, self.line.levels[base + END_OF_MOVES]))
            self.depth = d + 1

    def _is_new(self, d: cython.int) -> cython.bint:
        """Return whether a position was not visited before, by as few moves where they are bounded;
        note it then."""
        self.line.write_key(d)
        slot: cython.longlong = self.visited.find_long()
        if slot >= 0 and (
            self.most < 0 or self.visited.note(slot) <= cython.cast(cython.ulonglong, d)
        ):
            return False
        self.visited.write_long(slot, d)
        return True

    def _list(self, d: cython.int, first: cython.int) -> cython.void:
        """List the moves of a position from `first` on, in their order, without those excluded."""
        base: cython.int = LEVEL_WORDS * d
        end: cython.int = first
        self._list_all(d, first)
        self._arrange(d, first)
        for k in range(first, self.moves.listed):
            if not self._is_excluded(self.moves.moves[k]):
                self.moves.moves[end] = self.moves.moves[k]
                end += 1
        self.moves.listed = end
        self.line.levels[base + FIRST_MOVE] = self.line.levels[base + NEXT_MOVE] = first
        self.line.levels[base + END_OF_MOVES] = end
        self.line.levels[base + EXCLUDED] = self.trailed

    def _leave(self) -> cython.void:
        """Leave the highest level: what was excluded since it was entered is not any more."""
        base: cython.int = LEVEL_WORDS * self.depth
        first: cython.int = cython.cast(cython.int, self.line.levels[base + EXCLUDED])
        while self.trailed > first:
            self.trailed -= 1
            move: cython.uint = self.trail[self.trailed]
            self.ban[2 * (move & 255) + (move >> 14 & 3)] &= ~one_bit(move >> 8 & 63)
        self.moves.listed = cython.cast(cython.int, self.line.levels[base + FIRST_MOVE])
        self.depth -= 1

    def _exclude(self, move: cython.uint) -> cython.void:
        """Exclude this discard, which was tried, from every line that goes on."""
        if move < DEAL:
            self.ban[2 * (move & 255) + (move >> 14 & 3)] |= one_bit(move >> 8 & 63)
            self.trail[self.trailed] = move
            self.trailed += 1

    def _is_excluded(self, move: cython.uint) -> cython.bint:
        """Return whether it is a discard that was tried before, and excluded."""
        if move >= DEAL:
            return False
        return self.ban[2 * (move & 255) + (move >> 14 & 3)] >> (move >> 8 & 63) & 1 != 0

    # Questions.

    def _visit(self, d: cython.int) -> cython.bint:
        """Return whether a position that is visited is enough: here, whether it is won."""
        return self.line.is_won(d)

    def _follow(self, d: cython.int, move: cython.uint) -> cython.void:
        """Find which cards stay at the level above `d`, after a move: `_is_vain` asks about them."""
        if self.is_bounded:
            if d < 0:
                self.bounds.find_staying(0)
            else:
                self.bounds.stay_after(d, move)

    def _is_vain(self, d: cython.int) -> cython.bint:
        """Return whether nothing that follows a position is wanted."""
        return False

    def _list_all(self, d: cython.int, first: cython.int) -> cython.void:
        """List the moves of a position from `first` on, those that are excluded among them."""
        self.moves.list_moves(d, first)

    def _arrange(self, d: cython.int, first: cython.int) -> cython.void:
        """Put the moves listed from `first` on in the order in which they are tried."""


# What a line of play is worth to a question, where every line is looked at.
#
# It decides what better means for each question, in whole numbers: the least is best. It also
# decides what no line from a position falls below, and how many moves a line needs to a target.


@cython.cclass
class Aim:
    """The values of the levels of a line: of one that ends there, and the least of all lines."""

    def __init__(
        self,
        line: Line,
        bounds: LineBounds,
        cards: Cards,
        *,
        kind: int,
        of_rank: int,
        goes_with_itself: bool,
        pairs: list[tuple[int, int]],
        rows: list[int],
        row_points: list[int],
        discard_points: int,
        par_points: list[int],
        made: int,
        passes: int,
        too_few: int,
    ) -> None:
        """Take what is least of the value of a line. `kind`: of `level`. `of_rank`: the cards of
        the rank in question, which may go with itself; of a win those that must go. `pairs`: the
        cards of two ranks that go only with each other. `rows`: the pyramid's lowest rows, 0 of
        them, then 1, and so on; `row_points` are theirs. `par_points`: those for the pyramid
        cleared in each pass. `made`: discards before. `too_few` of the `passes` cannot clear the
        pyramid."""
        self.line, self.bounds = line, bounds
        self.kind, self.with_itself = kind, goes_with_itself
        self.discard_points, self.made = discard_points, made
        self.passes, self.too_few = passes, too_few
        self.of_rank, self.first = in_words([of_rank]), in_words([cards.left])
        self.pairs = len(pairs)
        self.pair = in_words([mask for both in pairs for mask in both])
        in_pairs = 0
        for low, high in pairs:
            in_pairs |= low | high
        self.others = in_words([cards.left & ~in_pairs])
        self.rows, self.row = len(rows), in_words(rows)
        self.row_points, self.par_points = integers(self.rows), integers(len(par_points))
        for k, points in enumerate(row_points):
            self.row_points[k] = points
        for k, points in enumerate(par_points):
            self.par_points[k] = points

    def least(self) -> int:
        """Return a bound: no line from the first position has a lower value."""
        self.bounds.find_staying(0)
        return self.floor(0)

    def value(self, d: cython.int) -> cython.longlong:
        """Return the value of a line that ends here."""
        cleared: cython.int = cython.cast(cython.int, self.line.levels[LEVEL_WORDS * d + CLEARED])
        return self._worth(d, LEFT, cleared)

    def floor(self, d: cython.int) -> cython.longlong:
        """Return a bound: no line from here has a lower value, as some cards stay."""
        base: cython.int = LEVEL_WORDS * d
        cleared: cython.int = cython.cast(cython.int, self.line.levels[base + CLEARED])
        if cleared == 0 and not self.bounds.must_stay(d, PYRAMID):
            cleared = cython.cast(cython.int, self.line.levels[base + IN_PASS])
            cleared = max(cleared, self.too_few + 1)
        return self._worth(d, STAY, 0 if cleared > self.passes else cleared)

    def _worth(self, d: cython.int, which: cython.int, cleared: cython.int) -> cython.longlong:
        """Return the value where the cards `LEFT` stay, or those that `STAY` and as many as must
        with them."""
        base: cython.int = LEVEL_WORDS * d + which
        low: cython.ulonglong = self.line.levels[base]
        high: cython.ulonglong = self.line.levels[base + 1]
        in_all: cython.longlong
        rows: cython.int = 0
        if self.kind in (OF_RANK, TO_WIN):
            return count_bits(low & self.of_rank[0]) + count_bits(high & self.of_rank[1])
        if self.kind == POINTS:
            while rows + 1 < self.rows:
                if low & self.row[2 * rows + 2] | high & self.row[2 * rows + 3]:
                    break
                rows += 1
            return -self.row_points[rows] - self.discard_points * self._made_without(d, which)
        in_all = count_bits(low) + count_bits(high) if which == LEFT else self._all_staying(d)
        if self.kind == PAR_SCORE:
            return in_all - (self.par_points[cleared - 1] if cleared else 0)
        in_pyramid: cython.longlong = count_bits(low & self.line.masks[PYRAMID])
        in_pyramid += count_bits(high & self.line.masks[PYRAMID + 1])
        if self.kind == LEAST_IN_PYRAMID:
            return in_pyramid << VALUE_BITS | in_all
        return in_all << VALUE_BITS | in_pyramid

    def _all_staying(self, d: cython.int) -> cython.int:
        """Return how many cards stay at least: of two ranks that go only with each other the same
        number goes of both."""
        base: cython.int = LEVEL_WORDS * d
        low: cython.ulonglong = self.line.levels[base + LEFT]
        high: cython.ulonglong = self.line.levels[base + LEFT + 1]
        stay: cython.ulonglong = self.line.levels[base + STAY]
        stay_high: cython.ulonglong = self.line.levels[base + STAY + 1]
        count: cython.int = count_bits(stay & self.others[0]) + count_bits(
            stay_high & self.others[1]
        )
        cython.declare(highs=cython.int, k=cython.int)
        if stay == low and stay_high == high:
            return count_bits(low) + count_bits(high)
        for k in range(0, 4 * self.pairs, 4):
            lows: cython.int = count_bits(low & self.pair[k]) + count_bits(high & self.pair[k + 1])
            highs = count_bits(low & self.pair[k + 2]) + count_bits(high & self.pair[k + 3])
            low_go: cython.int = lows - count_bits(stay & self.pair[k])
            low_go -= count_bits(stay_high & self.pair[k + 1])
            high_go: cython.int = highs - count_bits(stay & self.pair[k + 2])
            high_go -= count_bits(stay_high & self.pair[k + 3])
            if self.pair[k] == self.pair[k + 2] and self.pair[k + 1] == self.pair[k + 3]:
                count += lows - low_go + (low_go & 1)
            else:
                count += lows + highs - 2 * min(low_go, high_go)
        return count

    def _made_without(self, d: cython.int, which: cython.int) -> cython.int:
        """Return the discards that were made where only these cards are left."""
        base: cython.int = LEVEL_WORDS * d + which
        low: cython.ulonglong = self.first[0] & ~self.line.levels[base]
        high: cython.ulonglong = self.first[1] & ~self.line.levels[base + 1]
        alone: cython.int = count_bits(low & self.line.masks[ALONE])
        alone += count_bits(high & self.line.masks[ALONE + 1])
        return self.made + alone + (count_bits(low) + count_bits(high) - alone) // 2

    # How long it takes.

    def is_met(self, d: cython.int, goal: cython.longlong, cleared: cython.bint) -> cython.bint:
        """Return whether a line that ends here is worth `goal`, the pyramid `cleared` if asked."""
        if self.value(d) > goal:
            return False
        return not cleared or not self.line.is_left(d, PYRAMID)

    def moves_to(
        self, d: cython.int, goal: cython.longlong, cleared: cython.bint
    ) -> cython.longlong:
        """Return a bound: no line from here to `goal` has fewer moves, the pyramid `cleared` if
        asked."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        low: cython.ulonglong = self.line.levels[base] & self.line.masks[PYRAMID]
        high: cython.ulonglong = self.line.levels[base + 1] & self.line.masks[PYRAMID + 1]
        if self.kind == TO_WIN:
            return self.bounds.moves_to_win(d)
        if self.kind == OF_RANK:
            return self._moves_to_rank(d, goal, low if cleared else 0, high if cleared else 0)
        if self.kind == PAR_SCORE:
            return self._moves_to_par(d, goal, cleared, self.bounds.discards(low, high))
        return self._moves_to_points(d, goal, cleared)

    def _moves_to_rank(
        self, d: cython.int, goal: cython.longlong, low: cython.ulonglong, high: cython.ulonglong
    ) -> cython.longlong:
        """Return a bound: no line that removes these cards, and leaves this few of the rank, is
        shorter."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        rank_low: cython.ulonglong = self.line.levels[base] & self.of_rank[0]
        rank_high: cython.ulonglong = self.line.levels[base + 1] & self.of_rank[1]
        if goal == 0:
            return self.bounds.moves_to_remove(d, rank_low | low, rank_high | high)
        missing: cython.longlong = max(count_bits(rank_low) + count_bits(rank_high) - goal, 0)
        if self.with_itself:
            missing = (missing + 1) // 2
        return max(self.bounds.discards(low, high), missing)

    def _moves_to_points(
        self, d: cython.int, goal: cython.longlong, cleared: cython.bint
    ) -> cython.longlong:
        """Return a bound: no line to this many points has fewer moves, whichever rows it clears."""
        base: cython.int = LEVEL_WORDS * d + LEFT
        low: cython.ulonglong = self.line.levels[base]
        high: cython.ulonglong = self.line.levels[base + 1]
        made: cython.int = self._made_without(d, LEFT)
        least: cython.longlong = -1
        row: cython.int
        for row in range(self.rows - 1 if cleared else 0, self.rows):
            wanted: cython.longlong = -goal - self.row_points[row]
            if wanted > 0:
                wanted = (wanted + self.discard_points - 1) // self.discard_points
            else:
                wanted = -(-wanted // self.discard_points)
            wanted = max(
                wanted - made,
                self.bounds.discards(low & self.row[2 * row], high & self.row[2 * row + 1]),
            )
            if least < 0 or wanted < least:
                least = wanted
        return least

    def _moves_to_par(
        self, d: cython.int, goal: cython.longlong, cleared: cython.bint, clearing: cython.int
    ) -> cython.longlong:
        """Return a bound: no line to the `goal`, cards less points, has fewer moves, in whichever
        pass it clears the pyramid by `clearing` discards."""
        base: cython.int = LEVEL_WORDS * d
        count: cython.longlong = count_bits(self.line.levels[base + LEFT])
        count += count_bits(self.line.levels[base + LEFT + 1])
        cleared_in: cython.int = cython.cast(cython.int, self.line.levels[base + CLEARED])
        here: cython.int = cython.cast(cython.int, self.line.levels[base + IN_PASS])
        least: cython.longlong = -1
        number: cython.int
        if cleared_in:
            return max(count - self.par_points[cleared_in - 1] - goal + 1, 0) // 2
        if not cleared:
            least = max(count - goal + 1, 0) // 2
        for number in range(max(here, self.too_few + 1), self.passes + 1):
            moves: cython.longlong = max(count - self.par_points[number - 1] - goal + 1, 0) // 2
            moves = number - here + max(moves, clearing)
            if least < 0 or moves < least:
                least = moves
        return count if least < 0 else least


# Questions about every line of play: the fewest moves to a win or to a value, and the most that
# can be done.
#
# It decides which lines are left out because none of them is better.


@cython.cclass
class FewestTo(Walk):
    """The walk for a line of at most this many moves that is worth a `goal`, and has the pyramid
    `cleared` if wanted."""

    def __init__(
        self, line: Line, moves: Moves, bounds: LineBounds, aim: Aim, goal: int, cleared: bool
    ) -> None:
        Walk.__init__(self, line, moves, bounds)
        self.aim, self.goal, self.cleared = aim, goal, cleared

    def least_moves(self) -> int:
        """Return a bound: no such line has fewer moves."""
        return self.aim.moves_to(0, self.goal, self.cleared)

    def _visit(self, d: cython.int) -> cython.bint:
        """Return whether a line that ends here is such a one."""
        return self.aim.is_met(d, self.goal, self.cleared)

    def _is_vain(self, d: cython.int) -> cython.bint:
        """Return whether too few moves are left, or the cards that stay are worth too much."""
        if d + self.aim.moves_to(d, self.goal, self.cleared) > self.most:
            return True
        if self.cleared and self.bounds.must_stay(d, PYRAMID):
            return True
        return self.aim.floor(d) > self.goal


@cython.cclass
class MostDone(Walk):
    """The line of the least value, and the one of those that clear the pyramid.

    `best`: the value of a line in hand; `clearing`: that of the one that clears the pyramid, None
    if there is none. `enough`: what need not be bettered, None for nothing. `apart`: where the best
    line does not clear the pyramid, the best that does is wanted, too.
    """

    def __init__(
        self,
        line: Line,
        moves: Moves,
        bounds: LineBounds,
        aim: Aim,
        *,
        best: int,
        clearing: int | None,
        enough: int | None,
        apart: bool,
    ) -> None:
        Walk.__init__(self, line, moves, bounds)
        self.aim = aim
        self.floor = aim.least()
        self.best, self.apart, self.has_clearing = best, apart, clearing is not None
        self.clearing = 0 if clearing is None else clearing
        self.enough_value = self.floor if enough is None else max(enough, self.floor)
        self.best_line, self.clearing_line = halves(64), halves(64)
        self.best_moves = self.clearing_moves = -1
        self.won = self._is_enough()
        if not self.won:
            self.begin()

    def least(self) -> int:
        """Return what no line falls below."""
        return self.floor

    def lines(self) -> tuple[list[tuple[int, int]] | None, list[tuple[int, int]] | None]:
        """Return the moves of both lines, None for one that was in hand."""
        return (
            _steps(self.best_line, self.best_moves),
            _steps(self.clearing_line, self.clearing_moves),
        )

    def _make_room(self) -> None:
        """Make room for longer lines, too."""
        Walk._make_room(self)
        if self._lacks_room():
            self.best_line = longer(self.best_line)
            self.clearing_line = longer(self.clearing_line)

    def _lacks_room(self) -> cython.bint:
        """Return whether the lines that are kept have no room for another move."""
        return self.depth + 2 >= self.best_line.shape[0]

    def _is_enough(self) -> cython.bint:
        """Return whether nothing better is wanted."""
        if self.best > self.enough_value:
            return False
        return not self.apart or (self.has_clearing and self.clearing <= self.enough_value)

    def _keep(self, d: cython.int, kept: Halves) -> cython.void:
        """Keep the line to a level."""
        k: cython.int
        for k in range(d):
            kept[k] = self.moves.moves[self.line.levels[LEVEL_WORDS * k + NEXT_MOVE] - 1]

    def _visit(self, d: cython.int) -> cython.bint:
        """Return whether a position is enough, with what was found before; a line to it that is
        better is kept."""
        value: cython.longlong = self.aim.value(d)
        if value < self.best:
            self.best, self.best_moves = value, d
            self._keep(d, self.best_line)
        if self.apart and not self.line.is_left(d, PYRAMID):
            if not self.has_clearing or value < self.clearing:
                self.clearing, self.clearing_moves, self.has_clearing = value, d, True
                self._keep(d, self.clearing_line)
        return self._is_enough()

    def _is_vain(self, d: cython.int) -> cython.bint:
        """Return whether no line from here is better than is wanted."""
        least: cython.longlong = self.aim.floor(d)
        if self.enough_value < self.best and least < self.best:
            return False
        if not self.apart or self.bounds.must_stay(d, PYRAMID):
            return True
        return self.has_clearing and least >= self.clearing


def _steps(line: Halves, count: int) -> list[tuple[int, int]] | None:
    """Return the moves of a line, None where it has less than none."""
    return None if count < 0 else [step_of(line[k]) for k in range(count)]


# A walk by tries, which soon finds most wins: it takes first what is worth most, and chance has a
# part.


@cython.cclass
class Tries(Walk):
    """The search for a win by tries of ever more nodes, so that one comes to its end
    (docs/development/proofs.md, "Why restarts end").

    A try takes first what is worth most; chance, the same in each search, has a part.
    """

    def __init__(
        self, line: Line, moves: Moves, bounds: LineBounds, worth: MoveWorth, chance: object
    ) -> None:
        """Take `chance`, which is called for numbers from 0 on, and is below 1."""
        Walk.__init__(self, line, moves, bounds)
        self.worth, self.chance = worth, chance
        self.chances, self.weight = doubles(4 * moves.most), doubles(moves.most)
        self.drawn, self.patience = 4 * moves.most, FIRST_TRY
        self._begin_again()

    def _begin_again(self) -> None:
        """Begin the next try."""
        self._draw_chances()
        self.enough = self.nodes + self.patience
        self.patience += self.patience >> MORE_TRY
        self.begin()

    def _make_room(self) -> None:
        """Make room for more chances, too."""
        Walk._make_room(self)
        self._draw_chances()

    def _draw_chances(self) -> None:
        """Draw chances in the place of those that were taken."""
        count: cython.int = 4 * self.moves.most
        left: cython.int = count - self.drawn
        k: cython.int
        for k in range(left):
            self.chances[k] = self.chances[self.drawn + k]
        for k in range(left, count):
            self.chances[k] = MOST_CHANCE * self.chance()  # type: ignore[operator] # as in `grown`
        self.drawn = 0

    def _lacks_room(self) -> cython.bint:
        """Return whether too few chances are left for the moves of another position."""
        return self.drawn + self.moves.most > 4 * self.moves.most

    def _is_vain(self, d: cython.int) -> cython.bint:
        """Return whether a card that must go stays."""
        return self.bounds.must_stay(d, MUST)

    def _arrange(self, d: cython.int, first: cython.int) -> cython.void:
        """Put the move worth most first; of two that are worth the same, the one listed last."""
        low: cython.ulonglong = self.line.levels[LEVEL_WORDS * d + LEFT]
        high: cython.ulonglong = self.line.levels[LEVEL_WORDS * d + LEFT + 1]
        for k in range(first, self.moves.listed):
            move: cython.uint = self.moves.moves[k]
            weight: cython.double = self.chances[self.drawn]
            if move >= DEAL:
                weight += WORTH_DEALING
            else:
                weight += self.worth.of(low, high, move & 255, move >> 8 & 255)
            self.drawn += 1
            j: cython.int = k
            while j > first and self.weight[j - 1 - first] <= weight:
                self.weight[j - first] = self.weight[j - 1 - first]
                self.moves.moves[j] = self.moves.moves[j - 1]
                j -= 1
            self.weight[j - first] = weight
            self.moves.moves[j] = move


# The exact chances of the two players of `Games`, over every position that they can reach.
#
# For games without a stock to deal: there a position says all, and no line has more moves than
# cards.

CHANCES_AT_FIRST = cython.declare(cython.int, 1 << 10)


@cython.cclass
class LineChances(Walk):
    """The walk that works out chances, those of each position when it leaves it: `search` until
    ``lost``, as no position is enough. The first one is not won."""

    def __init__(self, line: Line, moves: Moves, bounds: LineBounds) -> None:
        if moves.dealt:
            raise ValueError("a stock that is dealt: a position does not say all")
        Walk.__init__(self, line, moves, bounds)
        self.is_bounded = self.excludes = False
        self.plain, self.clever = doubles(CHANCES_AT_FIRST), doubles(CHANCES_AT_FIRST)
        self.number, self.kept = halves(CARD_NUMBERS), integers(CARD_NUMBERS)
        self.sum_plain, self.sum_clever = doubles(CARD_NUMBERS), doubles(CARD_NUMBERS)
        self.begin()

    def chances(self) -> tuple[float, float]:
        """Return the chances of the two players at the first position."""
        return self.plain[0], self.clever[0]

    def positions(self) -> int:
        """Return how many positions were worked out."""
        return self.visited.used

    def _make_room(self) -> None:
        """Make room for chances, too."""
        Walk._make_room(self)
        if self._lacks_room():
            room: cython.longlong = self.plain.shape[0]
            plain, clever = doubles(2 * room), doubles(2 * room)
            plain[:room], clever[:room] = self.plain, self.clever
            self.plain, self.clever = plain, clever

    def _lacks_room(self) -> cython.bint:
        return cython.cast(cython.longlong, self.visited.used) + 1 >= self.plain.shape[0]

    def _is_new(self, d: cython.int) -> cython.bint:
        """Return whether a position is to be worked out, and give it a number. Of one that is won or
        known the chances are added to those of the level below; one that is dead has none."""
        if self.bounds.is_dead_at(d):
            return False
        if d:
            self.kept[d - 1] += 1
        if self.line.is_won(d):
            self._add(d - 1, 1.0, 1.0)
            return False
        self.line.write_key(d)
        slot: cython.longlong = self.visited.find_long()
        if slot >= 0:
            known: cython.ulonglong = self.visited.note(slot)
            self._add(d - 1, self.plain[known], self.clever[known])
            return False
        self.number[d] = cython.cast(cython.uint, self.visited.used)
        self.visited.write_long(slot, self.number[d])
        self.sum_plain[d] = self.sum_clever[d] = 0.0
        self.kept[d] = 0
        return True

    def _is_vain(self, d: cython.int) -> cython.bint:
        """Return whether the first position is dead; `_is_new` has asked about all others."""
        return d == 0 and self.bounds.is_dead_at(0)

    def _list_all(self, d: cython.int, first: cython.int) -> cython.void:
        self.moves.list_choices(d, first)

    def _leave(self) -> cython.void:
        """Note the chances of the highest level, whose moves are all worked out. The clever player
        chooses among the moves that were `kept`."""
        d: cython.int = self.depth
        base: cython.int = LEVEL_WORDS * d
        count: cython.ulonglong = self.line.levels[base + END_OF_MOVES]
        count -= self.line.levels[base + FIRST_MOVE]
        plain: cython.double = 0.0
        clever: cython.double = 0.0
        if self.kept[d]:
            plain = self.sum_plain[d] / count
            clever = self.sum_clever[d] / self.kept[d]
        self.plain[self.number[d]], self.clever[self.number[d]] = plain, clever
        Walk._leave(self)
        if d:
            self._add(d - 1, plain, clever)

    def _add(self, d: cython.int, plain: cython.double, clever: cython.double) -> cython.void:
        """Add to the sums of level `d` what a move of it is worth."""
        self.sum_plain[d] += plain
        self.sum_clever[d] += clever


# The two players of a rating, in games that `Playouts` does not play out.
#
# It decides what the clever player sees there: that a card which must go lies under all its
# partners.


@cython.cclass
class Games(RandomGames):
    """Games from the first position of a line. `patience`: how often turning the waste over in vain
    may help. `idle`: redeals since the last discard, at the start as if after one; `idle_after`:
    those after the move that was made."""

    def __init__(self, line: Line, moves: Moves, bounds: LineBounds, patience: int) -> None:
        RandomGames.__init__(self, RandomNumbers())
        self.line, self.moves, self.bounds, self.patience = line, moves, bounds, patience
        self.level = self.idle = self.idle_after = 0

    def _begin(self) -> cython.bint:
        self.level, self.idle = 0, 1
        return not self.bounds.is_dead_at(0)

    def _is_won(self) -> cython.bint:
        return self.line.is_won(self.level)

    def _list_moves(self) -> cython.int:
        self.moves.list_choices(self.level, 0)
        return self.moves.listed

    def _make(self, k: cython.int) -> cython.bint:
        move: cython.uint = self.moves.moves[k]
        self.line.play(self.level, move)
        self.idle_after = 0
        if move >= DEAL:
            self.idle_after = self.idle + 1 if move & REDEAL else self.idle
        return self.idle_after <= self.patience

    def _is_dead(self) -> cython.bint:
        """Return whether a card that must go can go with none."""
        return self.bounds.is_dead_at(self.level + 1)

    def _strike(self, k: cython.int, count: cython.int) -> cython.void:
        """See `RandomGames._strike`; the others keep their order."""
        j: cython.int
        for j in range(k, count):
            self.moves.moves[j] = self.moves.moves[j + 1]

    def _go_on(self) -> cython.void:
        self.idle = self.idle_after
        if self.level:
            self.line.copy_down(self.level)
        else:
            self.level = 1
