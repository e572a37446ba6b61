# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Open games as a matching problem: which card goes with which.

When every card lies open and all must go, only the choice of partners matters, not the order of
play. Merge the two cards of every pair into one. The deal is won exactly when the covering relation
of the merged cards has no cycle. For then any order that respects it is a line of play, and every
line of play is such an order. Cards that lie open and cover nothing (bouquet, reserve) put no
condition on their partners. Take a set with p and q tableau cards, and 4 - p and 4 - q open ones.
Only m = p + q - 4 pairs of its tableau cards need be merged: with more merged pairs there are only
more conditions. A set with m <= 0 never hinders anything and drops out.

The search decides one card at a time, the one with the fewest choices left. It keeps the transitive
closure of the covering relation among the cards not yet matched. A card that covers another,
transitively, can never be its partner, except directly with overlap discards. This holds with kings
among the cards, too, as no card lies directly on one that it also covers by way of another
(docs/development/proofs.md, "Kings between overlapping cards"). Restricted to some of the sets, the
search answers the question of blocks: the other cards' places stay in the closure, the cards
themselves are gone. Places are bits of a 64-bit word. Groups are those of `Game`.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, signed_bytes, words
from pyrtool.kernel.numbers.codes import ANSWERS

if not cython.compiled:
    from pyrtool.kernel.game.game import AnyGame
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import COUNT_BITS, LOST, NO_GROUP, PAUSED, WON

FREE = cython.declare(cython.int, -1)
MOST = cython.declare(cython.int, 7)  # of `COUNT_BITS`


@cython.cclass
class Matcher:
    """Buffers and relation of one tableau; `load` a deal, then `solve` any choice of sets.

    A place is `above` another that covers it, transitively, or `below` one that it covers; the two
    are `direct` where nothing lies between. Only `simple` heeds that some cards must not go.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        size: int = game.tableau
        groups: int = 2 * game.sets
        self.size, self.sets, self.overlap = size, game.sets, game.overlap
        self.must_go, self.nodes = game.must_go, 0
        self.group_of, self.partner_of = game.group_of, game.partner_of
        self.group_size = game.group_size
        self.group_left = bytearray(groups)
        self.first_group, self.set_of = bytearray(self.sets), bytearray(groups)
        at: int = 0
        for n in range(self.sets):
            self.first_group[n], self.set_of[at], self.set_of[self.partner_of[at]] = at, n, n
            at += 1 if self.partner_of[at] == at else 2
        self.above, self.direct_up = game.above, game.direct
        self.below, self.direct_down = words(64), words(64)
        one: cython.ulonglong = 1
        i: cython.int
        j: cython.int
        for i in range(self.size):
            for j in range(self.size):
                if self.above[i] >> j & 1:
                    self.below[j] |= one << i
                if self.direct_up[i] >> j & 1:
                    self.direct_down[j] |= one << i
        self.place_group, self.members = bytearray(64), words(groups)
        self.slack, self.merges = integers(groups), integers(self.sets)
        self.weak_up, self.weak_down = words(64), words(64)
        # A level of the search is a row: every level but the last decides one card.
        levels = size + 1
        self.up, self.down = words(64 * levels), words(64 * levels)
        self.active, self.options = words(levels), words(levels)
        self.free_option = bytearray(levels)
        self.card = integers(levels)
        self.mate = signed_bytes(64)
        # By place: the partners, wherever they lie. By level: what is left of each group's open
        # partners, and of each set's pairs to merge, `COUNT_BITS` each.
        self.mates = words(64)
        self.slack_left, self.merges_left = words(levels), words(levels)

    def load(self, cards: bytes) -> None:
        """Lay out a deal: the codes in dealing order."""
        self.game.check_cards(cards)
        self.load_cards(cards)

    def load_position(self, cards: bytes, left: bytes) -> None:
        """Lay out a deal of which only those cards are left whose byte in `left` is not 0."""
        one: cython.ulonglong = 1
        laid_out: cython.ulonglong = 0
        i: cython.int
        g: cython.int
        self.game.check_cards(cards)
        self.game.check_left(left)
        self.load_cards(cards)
        for g in range(2 * self.sets):
            self.members[g] = 0
            self.group_left[g] = 0
        for i in range(len(cards)):
            g = self.group_of[cards[i]]
            if i < self.size and not left[i]:
                self.place_group[i] = NO_GROUP
            if g == NO_GROUP or not left[i]:
                continue
            self.group_left[g] += 1
            if i < self.size:
                self.members[g] |= one << i
                laid_out += one << (COUNT_BITS * g)
        self._count_open(laid_out)

    def solve(self, sets: int, node_budget: int) -> str:
        """Whether the sets of this mask can be discarded with every other card gone: ``won``,
        ``lost``, or ``paused`` when this many nodes were taken: then `go_on`. `nodes` says how many
        were; `mate` are the pairs of a win."""
        result: cython.int
        chosen: cython.int = sets
        budget: cython.ulonglong = node_budget
        with cython.nogil:
            result = self.search(chosen, budget)
        return ANSWERS[result]

    def go_on(self, node_budget: int) -> str:
        """Resume `solve` where it paused, for this many nodes more."""
        result: cython.int
        budget: cython.ulonglong = node_budget
        with cython.nogil:
            result = self.run(budget)
        return ANSWERS[result]

    def constrained(self) -> int:
        """The mask of the sets that are not free: of which some pairs must be merged."""
        return self.constrained_sets()

    def simple(self) -> int:
        """The first place, in dealing order, of a card covered by all its complements, or -1."""
        return self.simple_block()

    def order(self, laid_out: int, wanted: int) -> list[tuple[int, int]]:
        """The places of those laid out, as they go after the last search, which matched, until none
        of those wanted is left. Merged ones go together, the others as twice the same. Any order
        that respects the covers will do: here kings go before pairs, the first place first."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = laid_out
        goal: cython.ulonglong = wanted
        rest: cython.ulonglong
        weak: cython.ulonglong
        i: cython.int
        j: cython.int
        low: cython.int
        free: cython.int
        line: list[tuple[int, int]] = []
        while left & goal:
            low = free = FREE
            rest = left
            while rest:
                i = lowest_bit(rest)
                rest &= rest - 1
                j = self.mate[i]
                if j != FREE:
                    weak = self.direct_up[i] & one << j  # may go with what it lies on
                    if low == FREE and not (self.above[i] & ~weak | self.above[j]) & left:
                        low = i
                elif not self.above[i] & left:
                    if self.place_group[i] == NO_GROUP:
                        low, free = FREE, i
                        break
                    if free == FREE:
                        free = i
            i = free if low == FREE else low
            if i == FREE:
                raise AssertionError("the matching has a cycle")
            j = i if low == FREE else self.mate[i]
            line.append((i, j))
            left &= ~(one << i | one << j)
        return line

    def load_cards(self, cards: ReadOnlyBytes) -> cython.void:
        """Lay out a deal, and count of each set what must be merged."""
        one: cython.ulonglong = 1
        laid_out: cython.ulonglong = 0
        i: cython.int
        g: cython.int
        for g in range(2 * self.sets):
            self.members[g] = 0
            self.group_left[g] = self.group_size[g]
        for i in range(self.size):
            g = self.group_of[cards[i]]
            self.place_group[i] = g
            if g != NO_GROUP:
                self.members[g] |= one << i
                laid_out += one << (COUNT_BITS * g)
        self._count_open(laid_out)

    def _count_open(self, laid_out: cython.ulonglong) -> cython.void:
        """Count the open partners of each group, and the pairs to merge of each set. `laid_out` has
        `COUNT_BITS` a group: how many of its cards lie in the tableau."""
        s: cython.int
        g: cython.int
        h: cython.int
        here: cython.int
        there: cython.int
        for s in range(self.sets):
            g = self.first_group[s]
            h = self.partner_of[g]
            here = cython.cast(cython.int, laid_out >> (COUNT_BITS * g)) & MOST
            there = cython.cast(cython.int, laid_out >> (COUNT_BITS * h)) & MOST
            self.slack[g] = self.group_left[h] - there
            self.slack[h] = self.group_left[g] - here
            self.merges[s] = here - self.slack[g]
            if h == g:
                self.merges[s] >>= 1

    def constrained_sets(self) -> cython.int:
        """`constrained` without the interpreter."""
        s: cython.int
        found: cython.int = 0
        for s in range(self.sets):
            if self.merges[s] > 0:
                found |= 1 << s
        return found

    def simple_block(self) -> cython.int:
        """A card all of whose complements cover it waits for one of them for ever.

        With overlap discards a complement that lies directly on it may go with it, so then
        such a card is blocked only when none does.
        """
        i: cython.int
        g: cython.int
        h: cython.int
        bit: cython.ulonglong
        for i in range(self.size):
            g = self.place_group[i]
            if g == NO_GROUP or not self.must_go >> i & 1:
                continue
            h = self.partner_of[g]
            if h == g or self.slack[g] != 0:
                continue
            bit = self.members[h]
            if bit & ~self.above[i] == 0 and not (self.overlap and bit & self.direct_up[i]):
                return i
        return -1

    def search(self, sets: cython.int, node_budget: cython.ulonglong) -> cython.int:
        """Begin with these sets; see the module's docstring for what it decides."""
        one: cython.ulonglong = 1
        everything: cython.ulonglong = 0
        rest: cython.ulonglong
        weak: cython.ulonglong
        count: cython.ulonglong
        slack: cython.ulonglong = 0
        merges: cython.ulonglong = 0
        s: cython.int
        g: cython.int
        i: cython.int
        self.nodes = 0
        self.depth = 0
        for s in range(self.sets):
            if sets >> s & 1 and self.merges[s] > 0:
                g = self.first_group[s]
                everything |= self.members[g] | self.members[self.partner_of[g]]
                count = self.merges[s]
                merges |= count << (COUNT_BITS * s)
            g = self.first_group[s]
            count = self.slack[g]
            slack |= count << (COUNT_BITS * g)
            g = self.partner_of[g]
            count = self.slack[g]
            slack |= count << (COUNT_BITS * g)
        self.merges_left[0], self.slack_left[0] = merges, slack
        for i in range(self.size):
            self.mate[i] = FREE
        self.active[0] = everything
        rest = everything
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            self.up[i] = self.above[i] & everything
            self.down[i] = self.below[i] & everything
            self.weak_up[i] = self.weak_down[i] = 0
            self.mates[i] = self.members[self.partner_of[self.place_group[i]]] & ~(one << i)
            if self.overlap:
                # A direct cover may become the partner: it is weakly above, not strictly.
                weak = self.direct_up[i] & self.mates[i]
                self.weak_up[i] = weak
                self.up[i] &= ~weak
                weak = self.direct_down[i] & self.mates[i]
                self.weak_down[i] = weak
                self.down[i] &= ~weak
        if not self._choose(0):
            return LOST
        return self.run(node_budget)

    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """Depth-first over the cards, from where it paused. A level's last choice is made in place."""
        stop_at: cython.ulonglong = self.nodes + node_budget
        depth: cython.int = self.depth
        x: cython.int
        y: cython.int
        while self.active[depth]:
            if self.nodes >= stop_at:
                self.depth = depth
                return PAUSED
            self.nodes += 1
            x = self.card[depth]
            if self.options[depth]:
                y = lowest_bit(self.options[depth])
                self.options[depth] &= self.options[depth] - 1
                self.mate[x] = y
                self.mate[y] = x
                if self.options[depth] or self.free_option[depth]:
                    self._merge(depth, depth + 1, x, y)
                    depth += 1
                else:
                    self._merge(depth, depth, x, y)
            else:
                self.mate[x] = FREE
                self._set_free(depth, x)
            if not self._choose(depth):
                if depth == 0:
                    return LOST
                depth -= 1
        return WON

    def _choose(self, depth: cython.int) -> cython.bint:
        """Set up the card with the fewest choices; False when some card has none."""
        everything: cython.ulonglong = self.active[depth]
        rest: cython.ulonglong = everything
        choices: cython.ulonglong
        slack: cython.ulonglong = self.slack_left[depth]
        row: cython.int = depth * 64
        fewest: cython.int = 100
        count: cython.int
        free: cython.int
        i: cython.int
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            choices = self.mates[i] & everything & ~(self.up[row + i] | self.down[row + i])
            free = (slack >> (COUNT_BITS * self.place_group[i])) & MOST != 0
            count = count_bits(choices) + free
            if count < fewest:
                if count == 0:
                    return False
                fewest = count
                self.card[depth] = i
                self.options[depth] = choices
                self.free_option[depth] = free
                if count == 1:
                    return True
        return True

    def _merge(
        self, depth: cython.int, to: cython.int, x: cython.int, y: cython.int
    ) -> cython.void:
        """The relation of level `to`, this one or the next, after x and y became one."""
        one: cython.ulonglong = 1
        pair: cython.ulonglong = (one << x) | (one << y)
        rest: cython.ulonglong
        everything: cython.ulonglong
        above_pair: cython.ulonglong
        below_pair: cython.ulonglong
        row: cython.int = depth * 64
        s: cython.int = self.set_of[self.place_group[x]]
        g: cython.int
        i: cython.int
        self.slack_left[to] = self.slack_left[depth]
        self.merges_left[to] = self.merges_left[depth] - (one << (COUNT_BITS * s))
        everything = self.active[depth] & ~pair
        if (self.merges_left[to] >> (COUNT_BITS * s)) & MOST == 0:
            g = self.first_group[s]
            rest = everything & (self.members[g] | self.members[self.partner_of[g]])
            everything &= ~rest
            while rest:
                self.mate[lowest_bit(rest)] = FREE
                rest &= rest - 1
        self.active[to] = everything
        above_pair = self.up[row + x] | self.up[row + y] | self.weak_up[x] | self.weak_up[y]
        below_pair = self.down[row + x] | self.down[row + y]
        below_pair |= self.weak_down[x] | self.weak_down[y]
        above_pair &= ~pair
        below_pair &= ~pair
        rest = everything if to > depth else everything & (above_pair | below_pair)
        to *= 64
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            # Multiplied by a bit: the processor need not guess it.
            self.up[to + i] = self.up[row + i] | above_pair * (below_pair >> i & 1)
            self.down[to + i] = self.down[row + i] | below_pair * (above_pair >> i & 1)

    def _set_free(self, depth: cython.int, x: cython.int) -> cython.void:
        """The level after x was given an open card as its partner: no new condition."""
        one: cython.ulonglong = 1
        self.free_option[depth] = 0
        self.slack_left[depth] -= one << (COUNT_BITS * self.place_group[x])
        self.active[depth] &= ~(one << x)
