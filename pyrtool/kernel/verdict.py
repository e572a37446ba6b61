# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search for a verdict: of open games, and of games with a stock, a card at a time or several."""

import cython

from pyrtool.kernel.game import DepthFirst, Table
from pyrtool.kernel.levels import Known, Tightest
from pyrtool.kernel.numbers import ANSWERS, check_width

if not cython.compiled:
    from pyrtool.kernel.game import AnyGame, Game
    from pyrtool.kernel.levels import Discards, Places
    from pyrtool.kernel.numbers import *


# Open games as a matching problem: which card goes with which.
#
# When every card lies open and all must go, only the choice of partners matters, not the order of
# play. Merge the two cards of every pair into one. The deal is won exactly when the covering
# relation of the merged cards has no cycle. For then any order that respects it is a line of play,
# and every line of play is such an order. Cards that lie open and cover nothing (bouquet, reserve)
# put no condition on their partners. Take a set with p and q tableau cards, and 4 - p and 4 - q
# open ones. Only m = p + q - 4 pairs of its tableau cards need be merged: with more merged pairs
# there are only more conditions. A set with m <= 0 never hinders anything and drops out.
#
# The search decides one card at a time, the one with the fewest choices left. It keeps the
# transitive closure of the covering relation among the cards not yet matched. A card that covers
# another, transitively, can never be its partner, except directly with overlap discards. This
# holds with kings among the cards, too, as no card lies directly on one that it also covers by way
# of another (docs/development/proofs.md, "Kings between overlapping cards"). Restricted to some of
# the sets, the search answers the question of blocks: the other cards' places stay in the closure,
# the cards themselves are gone. Places are bits of a 64-bit word. Groups are those of `Game`.

FREE = cython.declare(cython.int, -1)
MOST = cython.declare(cython.int, 7)  # of `COUNT_BITS`


@cython.cclass
class Matcher(DepthFirst):
    """Buffers and relation of one tableau; `load` a deal, then `solve` any choice of sets.

    A place is `above` another that covers it, transitively, or `below` one that it covers; the two
    are `direct` where nothing lies between. Only `simple` heeds that some cards must not go.
    """

    def __init__(self, game: AnyGame) -> None:
        DepthFirst.__init__(self)
        self.game = game
        size: int = game.tableau
        groups: int = 2 * game.sets
        self.size, self.sets, self.overlap = size, game.sets, game.overlap
        self.must_go = game.must_go
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
        cython.declare(i=cython.int, j=cython.int)
        for i in range(self.size):
            for j in range(self.size):
                if self.above[i] >> j & 1:
                    self.below[j] |= one_bit(i)
                if self.direct_up[i] >> j & 1:
                    self.direct_down[j] |= one_bit(i)
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
        laid_out: cython.ulonglong = 0
        cython.declare(i=cython.int, g=cython.int)
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
                self.members[g] |= one_bit(i)
                laid_out += one_bit(COUNT_BITS * g)
        self._count_open(laid_out)

    def solve(self, sets: int, node_budget: int) -> str:
        """Return whether the sets of this mask can be discarded with every other card gone:
        ``won``, ``lost``, or ``paused`` when this many nodes were taken: then `search` on. `mate`
        are the pairs of a win."""
        chosen: cython.int = sets
        budget: cython.ulonglong = node_budget
        with cython.nogil:
            result: cython.int = self.match(chosen, budget)
        return ANSWERS[result]

    def constrained(self) -> int:
        """Return the mask of the sets that are not free: some of their pairs must be merged."""
        return self.constrained_sets()

    def simple(self) -> int:
        """Return the first place, in dealing order, of a card under all its complements, or -1."""
        return self.simple_block()

    def order(self, laid_out: int, wanted: int) -> list[tuple[int, int]]:
        """Return the places of those laid out, as they go after the last search, which matched,
        until none of those wanted is left. Merged ones go together, the others as twice the same.
        Any order that respects the covers will do: here kings go before pairs, the first place
        first."""
        left: cython.ulonglong = laid_out
        goal: cython.ulonglong = wanted
        cython.declare(weak=cython.ulonglong, low=cython.int, free=cython.int)
        line: list[tuple[int, int]] = []
        while left & goal:
            low = free = FREE
            rest: cython.ulonglong = left
            while rest:
                i: cython.int = lowest_bit(rest)
                rest &= rest - 1
                j: cython.int = self.mate[i]
                if j != FREE:
                    weak = self.direct_up[i] & one_bit(j)  # may go with what it lies on
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
            left &= ~(one_bit(i) | one_bit(j))
        return line

    def load_cards(self, cards: ReadOnlyBytes) -> cython.void:
        """Lay out a deal, and count of each set what must be merged."""
        laid_out: cython.ulonglong = 0
        cython.declare(i=cython.int, g=cython.int)
        for g in range(2 * self.sets):
            self.members[g] = 0
            self.group_left[g] = self.group_size[g]
        for i in range(self.size):
            g = self.group_of[cards[i]]
            self.place_group[i] = g
            if g != NO_GROUP:
                self.members[g] |= one_bit(i)
                laid_out += one_bit(COUNT_BITS * g)
        self._count_open(laid_out)

    def _count_open(self, laid_out: cython.ulonglong) -> cython.void:
        """Count the open partners of each group, and the pairs to merge of each set. `laid_out` has
        `COUNT_BITS` a group: how many of its cards lie in the tableau."""
        for s in range(self.sets):
            g: cython.int = self.first_group[s]
            h: cython.int = self.partner_of[g]
            here: cython.int = cython.cast(cython.int, laid_out >> (COUNT_BITS * g)) & MOST
            there: cython.int = cython.cast(cython.int, laid_out >> (COUNT_BITS * h)) & MOST
            self.slack[g] = self.group_left[h] - there
            self.slack[h] = self.group_left[g] - here
            self.merges[s] = here - self.slack[g]
            if h == g:
                self.merges[s] >>= 1

    def constrained_sets(self) -> cython.int:
        """Return `constrained`, without the interpreter."""
        s: cython.int
        found: cython.int = 0
        for s in range(self.sets):
            if self.merges[s] > 0:
                found |= 1 << s
        return found

    def simple_block(self) -> cython.int:
        """Return a card all of whose complements cover it: it waits for one of them for ever.

        With overlap discards a complement that lies directly on it may go with it, so then
        such a card is blocked only when none does.
        """
        i: cython.int
        for i in range(self.size):
            g: cython.int = self.place_group[i]
            if g == NO_GROUP or not self.must_go >> i & 1:
                continue
            h: cython.int = self.partner_of[g]
            if h == g or self.slack[g] != 0:
                continue
            bit: cython.ulonglong = self.members[h]
            if bit & ~self.above[i] == 0 and not (self.overlap and bit & self.direct_up[i]):
                return i
        return -1

    def match(self, sets: cython.int, node_budget: cython.ulonglong) -> cython.int:
        """Do what `solve` does, without the interpreter; see the module's docstring for what it
        decides."""
        everything: cython.ulonglong = 0
        slack: cython.ulonglong = 0
        merges: cython.ulonglong = 0
        cython.declare(s=cython.int, i=cython.int)
        self.nodes = 0
        for s in range(self.sets):
            if sets >> s & 1 and self.merges[s] > 0:
                g: cython.int = self.first_group[s]
                everything |= self.members[g] | self.members[self.partner_of[g]]
                count: cython.ulonglong = self.merges[s]
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
        rest: cython.ulonglong = everything
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            self.up[i] = self.above[i] & everything
            self.down[i] = self.below[i] & everything
            self.weak_up[i] = self.weak_down[i] = 0
            self.mates[i] = self.members[self.partner_of[self.place_group[i]]] & ~one_bit(i)
            if self.overlap:
                # A direct cover may become the partner: it is weakly above, not strictly.
                weak: cython.ulonglong = self.direct_up[i] & self.mates[i]
                self.weak_up[i] = weak
                self.up[i] &= ~weak
                weak = self.direct_down[i] & self.mates[i]
                self.weak_down[i] = weak
                self.down[i] &= ~weak
        self.depth = 0 if self._choose(0) else -1
        self.won = self.active[0] == 0
        return self.run_to(node_budget)

    def _step(self) -> cython.void:
        """Decide one card, the last choice of a level in place."""
        depth: cython.int = self.depth
        x: cython.int = self.card[depth]
        self.nodes += 1
        if self.options[depth]:
            y: cython.int = lowest_bit(self.options[depth])
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
        self.depth = depth if self._choose(depth) else depth - 1
        self.won = self.active[depth] == 0

    def _choose(self, depth: cython.int) -> cython.bint:
        """Set up the card with the fewest choices; return False when some card has none."""
        everything: cython.ulonglong = self.active[depth]
        rest: cython.ulonglong = everything
        choices: cython.ulonglong
        slack: cython.ulonglong = self.slack_left[depth]
        row: cython.int = depth * 64
        fewest: cython.int = 100
        while rest:
            i: cython.int = lowest_bit(rest)
            rest &= rest - 1
            choices = self.mates[i] & everything & ~(self.up[row + i] | self.down[row + i])
            free: cython.int = (slack >> (COUNT_BITS * self.place_group[i])) & MOST != 0
            count: cython.int = count_bits(choices) + free
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
        """Write the relation of level `to`, this one or the next, after x and y became one."""
        pair: cython.ulonglong = one_bit(x) | one_bit(y)
        cython.declare(rest=cython.ulonglong, above_pair=cython.ulonglong)
        row: cython.int = depth * 64
        s: cython.int = self.set_of[self.place_group[x]]
        self.slack_left[to] = self.slack_left[depth]
        self.merges_left[to] = self.merges_left[depth] - one_bit(COUNT_BITS * s)
        everything: cython.ulonglong = self.active[depth] & ~pair
        if (self.merges_left[to] >> (COUNT_BITS * s)) & MOST == 0:
            g: cython.int = self.first_group[s]
            rest = everything & (self.members[g] | self.members[self.partner_of[g]])
            everything &= ~rest
            while rest:
                self.mate[lowest_bit(rest)] = FREE
                rest &= rest - 1
        self.active[to] = everything
        above_pair = self.up[row + x] | self.up[row + y] | self.weak_up[x] | self.weak_up[y]
        below_pair: cython.ulonglong = self.down[row + x] | self.down[row + y]
        below_pair |= self.weak_down[x] | self.weak_down[y]
        above_pair &= ~pair
        below_pair &= ~pair
        rest = everything if to > depth else everything & (above_pair | below_pair)
        to *= 64
        while rest:
            i: cython.int = lowest_bit(rest)
            rest &= rest - 1
            # Multiplied by a bit: the processor need not guess it.
            self.up[to + i] = self.up[row + i] | above_pair * (below_pair >> i & 1)
            self.down[to + i] = self.down[row + i] | below_pair * (above_pair >> i & 1)

    def _set_free(self, depth: cython.int, x: cython.int) -> cython.void:
        """Write the level after x was given an open card as its partner: there is no new condition."""
        self.free_option[depth] = 0
        self.slack_left[depth] -= one_bit(COUNT_BITS * self.place_group[x])
        self.active[depth] &= ~one_bit(x)


# The levels of games whose cards are turned one at a time, where removing early never hurts.
#
# What `Discards` says of any game, for these alone and with every prune. What never happens in them
# is not asked, and a discard after which its own set is dead or stuck makes no level. The proofs are
# those of `Discards`. With them the search takes two thirds of its time.

NEEDED = cython.declare(
    cython.int, PRUNE_SETS | PRUNE_EXCLUDED | PRUNE_FORCED | PRUNE_EARLIER | PRUNE_KINGS
)


def turns_singly(game: Game, prunes: int) -> bool:
    """Return whether `Turning` knows this game: removing early never hurts, the turned card and
    the waste top are available, and nothing but them, and every prune is on."""
    return (
        prunes & NEEDED == NEEDED
        and game.monotone
        and game.draw == 1
        and game.stock_top
        and not game.waste_pairs
        and game.stock_waste <= SW_YES
    )


@cython.cclass
class Turning(Discards):
    """The levels of games that `turns_singly` accepts."""

    def __init__(self, game: Game, prunes: int) -> None:
        Discards.__init__(self, game, prunes, drop_kings=True, force_mutual=True)

    def take_next(self, d: cython.int) -> cython.bint:
        """See `Discards.take_next`: False where the set of the discard is dead then, or stuck."""
        k: cython.longlong = PAIRS * d + self.following[d]
        a: cython.longlong = self.pair_low[k]
        b: cython.longlong = self.pair_high[k]
        s: cython.longlong = a >> 3
        position: cython.int = self.position[d]
        left: cython.ulonglong = self.left[d] & ~(one_bit(a) | one_bit(b))
        exposed: cython.ulonglong = self.exposed[d] & left
        in_stock: cython.ulonglong = self.in_stock[d] & ~(self.stock_bit[a] | self.stock_bit[b])
        gone: cython.ulonglong = one_bit(a) | one_bit(b)
        of_set: cython.uint = cython.cast(cython.uint, (left >> (8 * s)) & 255)
        self.following[d] += 1
        self.move_low[d], self.move_high[d], self.move_position[d] = a, b, position
        position = pass_start(position) + top_of(in_stock, position) + 1
        if self.last_alive[256 * s + of_set] < (0 if self.unlimited else position):
            return False
        choices: cython.uint = set_choices(left, self.ban[8 * d + s], s, self.self_set[s] != 0)
        if of_set & cython.cast(cython.uint, (self.must >> (8 * s)) & 255) & ~cards_with(choices):
            return False
        while gone:
            k = lowest_bit(gone)
            gone &= gone - 1
            below: cython.ulonglong = self.under[k] & left
            while below:
                k = lowest_bit(below)
                below &= below - 1
                if self.cover[k] & left == 0:
                    if one_bit(k) & self.kings:
                        left &= ~one_bit(k)
                        gone |= one_bit(k)
                    else:
                        exposed |= one_bit(k)
        self.left[d + 1], self.exposed[d + 1], self.in_stock[d + 1] = left, exposed, in_stock
        self.position[d + 1] = position
        self._hand_down(8 * d)
        return True

    def _hand_down(self, k: cython.longlong) -> cython.void:
        """Hand down what is excluded on the level of row k to the next; all is read before any is
        written, so that vectors can do it."""
        a: cython.uint = self.ban[k]
        b: cython.uint = self.ban[k + 1]
        c: cython.uint = self.ban[k + 2]
        d: cython.uint = self.ban[k + 3]
        e: cython.uint = self.ban[k + 4]
        f: cython.uint = self.ban[k + 5]
        g: cython.uint = self.ban[k + 6]
        h: cython.uint = self.ban[k + 7]
        k += 8
        self.ban[k], self.ban[k + 1], self.ban[k + 2], self.ban[k + 3] = a, b, c, d
        self.ban[k + 4], self.ban[k + 5], self.ban[k + 6], self.ban[k + 7] = e, f, g, h

    def failed(self, d: cython.int) -> cython.bint:
        """See `Discards.failed`."""
        one: cython.uint = 1
        a: cython.int = self.move_low[d]
        b: cython.int = self.move_high[d]
        s: cython.int = a >> 3
        must: cython.ulonglong = self.must & self.left[d]
        if self.forced[d]:
            return True
        ban: cython.uint = self.ban[8 * d + s]
        ban |= (one << (4 * (a & 7) + (b & 3))) | (one << (4 * (b & 7) + (a & 3)))
        self.ban[8 * d + s] = ban
        choices: cython.uint = set_choices(self.left[d], ban, s, self.self_set[s] != 0)
        if must >> a & 1 and (choices >> (4 * (a & 7))) & 15 == 0:
            return True
        return must >> b & 1 != 0 and (choices >> (4 * (b & 7))) & 15 == 0

    def list_all(self, d: cython.int) -> cython.void:
        """See `Discards.list_all`."""
        if self.overlap:
            Discards.list_all(self, d)
            return
        left: cython.ulonglong = self.left[d]
        exposed: cython.ulonglong = self.exposed[d]
        rest: cython.ulonglong = self.in_stock[d] >> dealt_of(self.position[d])
        sets: cython.ulonglong = sets_between(exposed & ~self.kings, exposed, self.own_sets)
        self.count[d] = self.following[d] = self.forced[d] = 0
        while sets:
            s: cython.int = lowest_bit(sets) >> 3
            sets &= sets - 1
            base: cython.int = 8 * s if self.self_set[s] else 8 * s + 4
            lows: cython.uint = cython.cast(cython.uint, (exposed >> (8 * s)) & 15)
            highs: cython.uint = cython.cast(cython.uint, (exposed >> base) & 15)
            choices: cython.uint = set_choices(left, self.ban[8 * d + s], s, self.self_set[s] != 0)
            many: cython.uint = with_choice(choices)
            while lows:
                a: cython.int = lowest_bit(lows)
                lows &= lows - 1
                open_highs: cython.uint = highs & (choices >> (4 * a))
                if self.self_set[s]:
                    open_highs = (open_highs >> (a + 1)) << (a + 1)
                while open_highs:
                    if self._put(d, 8 * s + a, base + lowest_bit(open_highs), many):
                        return
                    open_highs &= open_highs - 1
        if rest and self._list_turned(d, lowest_bit(rest) + dealt_of(self.position[d])):
            return
        a = top_of(self.in_stock[d], self.position[d])
        if a >= 0:
            self._list_partners(d, self.bit_at[self.tableau + a])

    def list_turned(self, d: cython.int) -> cython.void:
        """See `Discards.list_turned`."""
        self.count[d] = self.following[d] = 0
        self._list_turned(d, dealt_of(self.position[d]))

    def _list_turned(self, d: cython.int, turned: cython.int) -> cython.bint:
        """Add the discards with the turned card, by index; return True if one is forced."""
        card: cython.int = self.bit_at[self.tableau + turned]
        s: cython.int = card >> 3
        choices: cython.uint
        if self._list_partners(d, card):
            return True
        top: cython.int = top_of(self.in_stock[d], self.position[d])
        if self.stock_waste == SW_NO or top < 0:
            return False
        top = self.bit_at[self.tableau + top]
        if top >> 3 != s or ((top ^ card) & 4 == 0 and not self.self_set[s]):
            return False
        choices = set_choices(self.left[d], self.ban[8 * d + s], s, self.self_set[s] != 0)
        if (choices >> (4 * (top & 7) + (card & 3))) & 1 == 0:
            return False
        return self._put(d, top, card, with_choice(choices))

    def _list_partners(self, d: cython.int, card: cython.int) -> cython.bint:
        """Add the discards of an available stock card with an exposed card; return True if one is
        forced."""
        base: cython.int = card & ~7 if self.self_set[card >> 3] else (card & ~3) ^ 4
        partners: cython.uint = cython.cast(cython.uint, (self.exposed[d] >> base) & 15)
        return partners != 0 and self._list_these(d, card, base, partners)

    def _list_these(
        self, d: cython.int, card: cython.int, base: cython.int, partners: cython.uint
    ) -> cython.bint:
        """Add the discards of a card with these ones, four bits from `base` on; return True if one
        is forced."""
        s: cython.int = card >> 3
        choices: cython.uint
        choices = set_choices(self.left[d], self.ban[8 * d + s], s, self.self_set[s] != 0)
        partners &= choices >> (4 * (card & 7))
        many: cython.uint = with_choice(choices)
        while partners:
            if self._put(d, card, base + lowest_bit(partners), many):
                return True
            partners &= partners - 1
        return False

    def _put(self, d: cython.int, a: cython.int, b: cython.int, many: cython.uint) -> cython.bint:
        """List one discard; alone, and true, if it is forced (`Discards.force`). `many`:
        `with_choice` of its set."""
        k: cython.int = PAIRS * d
        only_a: cython.bint = (many >> (4 * (a & 7) + 3)) & 1 == 0
        only_b: cython.bint = (many >> (4 * (b & 7) + 3)) & 1 == 0
        if (only_a or only_b) and (
            (only_a and only_b)
            or (only_a and self.must >> a & 1)
            or (only_b and self.must >> b & 1)
        ):
            self.pair_low[k], self.pair_high[k] = a, b
            self.count[d] = self.forced[d] = 1
            return True
        k += self.count[d]
        self.pair_low[k], self.pair_high[k] = a, b
        self.count[d] += 1
        return False


# Cards turned one at a time, with redeals, all of which must go: partners are chosen first.
#
# With unlimited passes every stock card comes to be turned again and again. So only the choice of
# partners matters, as in open games (`Matcher`), except for pairs within the stock. Such a pair
# goes when all stock cards between its two are gone. With limited passes this allows more than the
# game.

NO_END = cython.declare(cython.longlong, 1 << 62)
# Nodes, once partners were found for which the passes are too few.
MOST_TRIED = cython.declare(cython.longlong, 100)


def chooses_partners(game: Game, prunes: int) -> bool:
    """Return whether `Partners` knows this game, of those that `turns_singly` accepts. (In two
    passes hardly any choice of partners can go: there it gains nothing.)"""
    return (
        bool(prunes & PRUNE_RELAXED)
        and (game.unlimited or game.passes > 2)
        and not game.goal_pyramid
        and not game.overlap
    )


@cython.cclass
class Partners(DepthFirst):
    """The choice of partners in games that `chooses_partners` accepts, of the cards at level 0.

    A card is `up` of another that must be gone before that one's pair can go, and then this one is
    `down` of it. Both are closed over pairs: what is up of a card is so of its partner.

    Call `choose` until it is `over`. The moves of a win are noted in the levels, one for each pair;
    `depth` is their number.
    """

    def __init__(self, levels: Turning) -> None:
        DepthFirst.__init__(self)
        self.levels = levels
        rows: int = levels.size // 2 + 2
        self.up, self.down = words(ROW * rows), words(ROW * rows)
        self.single, self.options = words(rows), words(rows)
        self.chosen, self.partner = integers(rows), integers(rows)
        self.before, self.mate = words(ROW), bytearray(ROW)
        self.begun = self.over = False

    def forget(self) -> cython.void:
        """Forget what is chosen: there is another position."""
        self.begun = self.over = False

    def choose(self, node_budget: cython.ulonglong) -> cython.int:
        """Search depth-first over partners. `WON`: the moves are noted. `LOST`: no choice of
        partners can go, or none within the passes. `OPEN`: all that were found in `MOST_TRIED` take
        too many passes. Or `PAUSED`.

        Write an arrow from a pair to each that waits for it. A pair waits for another if a card of
        that one covers one of its own, or lies in the stock between its two. *With unlimited passes
        partners can all go, in some order, exactly if the arrows have no circle.* A line that
        discards them respects every arrow: two stock cards go together only next to each other.
        Conversely, in an order that respects every arrow, each pair can go when its turn comes.
        What covers its cards is gone, each stock card is turned in every pass, and two that are
        next to each other are turned card and waste top.

        With limited passes each line is still one of these. With given partners, those that can go
        may go immediately (`Discards.failed`). So `_play` needs the fewest passes, and a choice for
        which these are too many is no win.
        """
        if not self.begun:
            self.begun, self.won = True, False
            self.nodes, self.enough = 0, NO_END
            self._begin_choice()
            self.depth = 0 if self._choose(0) else -1
            self._play_all()
        answer: cython.int = self.run_to(self.nodes + node_budget)
        if answer == PAUSED and self.nodes >= self.enough:
            answer = OPEN
            while self.depth >= 0 and not self._has_move():
                self._leave()
            if self.depth < 0:
                answer = LOST
        self.over = answer != PAUSED
        return answer

    def _has_move(self) -> cython.bint:
        return self.options[self.depth] != 0

    def _step(self) -> cython.void:
        """Choose one more pair, and play all once every card has its partner."""
        d: cython.int = self.depth
        # First what lies in the tableau: what lies in the stock can wait.
        some: cython.ulonglong = self.options[d] & self.levels.laid_out
        self.nodes += 1
        self.partner[d] = lowest_bit(some if some else self.options[d])
        self.options[d] &= ~one_bit(self.partner[d])
        self._join(d)
        if self._choose(d + 1):
            self.depth += 1
            self._play_all()

    def _leave(self) -> cython.void:
        """Go back to the pair before."""
        self.depth -= 1

    def _play_all(self) -> cython.void:
        """Play the pairs if all are chosen. If the passes are too few, not much more is tried."""
        if self.depth >= 0 and self.single[self.depth] == 0:
            self.won = self._play(self.depth)
            self.enough, self.options[self.depth] = MOST_TRIED, 0

    def _begin_choice(self) -> cython.void:
        """Begin level 0: no card has a partner."""
        single: cython.ulonglong = self.levels.left[0] & ~self.levels.kings
        dealt: cython.ulonglong = 0
        stock: cython.ulonglong = self.levels.in_stock[0]
        rest: cython.ulonglong = single
        x: cython.int
        for x in range(ROW):
            self.down[x] = 0
        while stock:
            x = self.levels.bit_at[self.levels.tableau + lowest_bit(stock)]
            stock &= stock - 1
            self.before[x] = dealt
            dealt |= one_bit(x) & ~self.levels.kings
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            above: cython.ulonglong = self.levels.above[x] & single
            self.up[x] = above
            while above:
                self.down[lowest_bit(above)] |= one_bit(x)
                above &= above - 1
        self.single[0] = single

    def _choose(self, d: cython.int) -> cython.bint:
        """Find the card with the fewest choices of a partner; return False if some card has none."""
        single: cython.ulonglong = self.single[d]
        dealt: cython.ulonglong = single & ~self.levels.laid_out
        rest: cython.ulonglong = single
        row: cython.int = ROW * d
        fewest: cython.int = ROW
        while rest:
            x: cython.int = lowest_bit(rest)
            rest &= rest - 1
            others: cython.ulonglong = cython.cast(cython.ulonglong, 15) << (x & ~7)
            if not x & 4 and not self.levels.self_set[x >> 3]:
                others <<= 4
            down: cython.ulonglong = self.down[row + x]
            choices: cython.ulonglong = others & single & ~(self.up[row + x] | down | one_bit(x))
            some: cython.ulonglong = choices & dealt
            if some and dealt >> x & 1:
                if self.levels.stock_waste == SW_NO:
                    choices &= ~some
                    some = 0
                before: cython.ulonglong = self.before[x]
                while some:
                    # Neither waits for the other, so both may count as between themselves.
                    y: cython.int = lowest_bit(some)
                    some &= some - 1
                    if (before ^ self.before[y]) & (down | self.down[row + y]):
                        choices &= ~one_bit(y)
            if choices == 0:
                return False
            if choices & (choices - 1) == 0:
                self.chosen[d], self.options[d] = x, choices
                return True
            if fewest > 2:
                count: cython.int = count_bits(choices)
                if count < fewest:
                    fewest = count
                    self.chosen[d], self.options[d] = x, choices
        return True

    def _join(self, d: cython.int) -> cython.void:
        """Write level d + 1: level d with the pair of it."""
        x: cython.int = self.chosen[d]
        y: cython.int = self.partner[d]
        row: cython.longlong = ROW * d  # 64 bits, so that vectors can copy the rows
        pair: cython.ulonglong = one_bit(x) | one_bit(y)
        up: cython.ulonglong = self.up[row + x] | self.up[row + y]
        down: cython.ulonglong = self.down[row + x] | self.down[row + y]
        rest: cython.ulonglong = 0
        if pair & self.levels.laid_out == 0:  # what lies between two cards of the stock
            rest = (self.before[x] ^ self.before[y]) & ~pair
        while rest:
            i: cython.longlong = lowest_bit(rest)
            rest &= rest - 1
            up |= self.up[row + i] | one_bit(i)
            if not self.single[d] >> i & 1:
                up |= one_bit(self.mate[i])
        self.mate[x], self.mate[y] = y, x
        self.single[d + 1] = self.single[d] & ~pair
        for i in range(row, row + 8 * self.levels.sets):
            self.up[ROW + i] = self.up[i]
        for i in range(row, row + 8 * self.levels.sets):
            self.down[ROW + i] = self.down[i]
        row += ROW
        rest = down
        while rest:
            self.up[row + lowest_bit(rest)] |= up | pair
            rest &= rest - 1
        rest = up
        while rest:
            self.down[row + lowest_bit(rest)] |= down | pair
            rest &= rest - 1
        self.up[row + x] = self.up[row + y] = up
        self.down[row + x] = self.down[row + y] = down

    def _play(self, pairs: cython.int) -> cython.bint:
        """Play this many chosen pairs, each as soon as it can go, on level 1; return False if the
        passes are too few."""
        rest: cython.ulonglong = one_bit(pairs) - 1
        both: cython.ulonglong
        soonest: cython.int = 0
        self.levels.copy_level(0)
        for d in range(pairs):
            at: cython.int = self.levels.canonical(1)
            covered: cython.ulonglong = self.levels.laid_out & ~self.levels.exposed[1]
            following: cython.int = -1
            some: cython.ulonglong = rest
            while some:
                k: cython.int = lowest_bit(some)
                some &= some - 1
                if (covered >> self.chosen[k] | covered >> self.partner[k]) & 1:
                    continue
                position: cython.int = self._when(
                    self.levels.in_stock[1],
                    at,
                    self.levels.stock_index[self.chosen[k]],
                    self.levels.stock_index[self.partner[k]],
                )
                if position >= 0 and (following < 0 or position < soonest):
                    following, soonest = k, position
                    if soonest == at:
                        break
            if following < 0 or (
                not self.levels.unlimited and pass_of(soonest) >= self.levels.passes
            ):
                return False
            rest &= ~one_bit(following)
            self.levels.move_low[d] = self.chosen[following]
            self.levels.move_high[d] = self.partner[following]
            self.levels.move_position[d] = soonest
            both = one_bit(self.chosen[following]) | one_bit(self.partner[following])
            self.levels.remove(1, both)
            self.levels.position[1] = soonest
        return True

    def _when(
        self, stock: cython.ulonglong, at: cython.int, first: cython.int, last: cython.int
    ) -> cython.int:
        """Return the first position, from `at` on, at which two exposed or dealt cards can go
        together, if only cards are dealt before; -1 if there is none. `first` and `last`: their
        indices in the stock, -1 in the tableau; `stock`: the cards left there."""
        t: cython.int = dealt_of(at)
        if first > last:
            first, last = last, first
        if last < 0:
            return at
        if first >= 0:
            # The first is to be the waste top, the other one turned.
            if (stock & (one_bit(last) - 1)) >> (first + 1):
                return -1
            first += 1
        else:
            if t == last + 1:
                return at
            first = top_of(stock, last) + 1
        return pass_start(at) + first if t <= first else pass_start(at) + PASS + first


# Any game as a search over positions, for its verdict and a line of play.
#
# A search has `levels`, the positions on its way, and a `table` of what is known of others. A level
# is one choice of cards left. The search tries every discard that is possible now. Then it deals on
# and tries those that the stock brings, to the end of the last pass that can bring anything new.
# Dealing makes no level of its own. `Grouped`, `Best`, and `Shortest` judge levels in other ways.
#
# Where removing a pair early can never hurt (`monotone`), positions later in the stock with the
# same cards left are dominated. This is so where nothing vanishes by itself, and cards are turned
# singly or there is one pass. Otherwise positions are distinguished exactly. Each prune is a
# function, or part of one, with its proof: `_enter`, `hopeless`, those of `Discards`.

SEEN_BITS = cython.declare(cython.int, 52)  # of a note: the positions of a pass that were seen
PATIENCE = 250
"""The number of nodes that a level may take before it is in doubt."""
ASKED = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.cclass
class Search:
    """Buffers of one game; `load` a deal, then `search` until it is no longer ``paused``.

    `kept_sets`: how many sets count, the `tightest` ones: the cards of the others are gone.
    `relaxed`: the search of a game that allows more, whose loss proves a loss here. `asking`: keep
    which positions are won, too. `start` and `deadline`: for each level the first position of the
    stock that was searched, and the last at which every set can still go.

    Cards that are turned one at a time have levels of their own (`Turning`). There, with more than
    one pass, two sets that cannot both go are often a deal's whole difficulty, and not always the
    tightest. So a level that takes many nodes is in `doubt`. The game of every two sets is asked
    about it, and two that lose it are from then on the first of the tightest.

    If it `chooses`, it chooses `partners` before it searches.
    """

    def __init__(
        self,
        game: Game,
        prunes: int,
        kept_sets: int,
        relaxed: "Search | None" = None,
        levels: "Discards | None" = None,
        chooses: bool = False,
    ) -> None:
        keep: bool = not prunes & PRUNE_KINGS
        self.singly = levels is None and turns_singly(game, prunes)
        turning = Turning(game, prunes) if self.singly else None
        if levels is None:
            levels = turning or Discards(
                game, prunes, keep_kings=keep, drop_kings=not keep, force_mutual=True
            )
        self.game, self.levels, self.tightest = game, levels, Tightest()
        # Where removing early never hurts, a note has the last position known to be won, plus one,
        # and the first known to be lost, 16 bits each. Otherwise it has a bit for every position
        # seen in the pass.
        if not self.levels.monotone:
            stock: int = self.levels.stock
            check_width("positions of the stock, a bit each", (2 << stock) - 1, SEEN_BITS)
            check_width("passes", self.levels.passes, MARK_BITS)
        self.table = Table(2 * POSITION_BITS if self.levels.monotone else SEEN_BITS)
        rows = self.levels.size + 2
        self.known = Known(self.table, rows)
        self.deadline, self.start, self.events = integers(rows), integers(rows), words(rows)
        self.kept_sets = kept_sets
        self.relaxed, self.own_tables = relaxed, True
        self.has_relaxed = relaxed is not None and bool(self.levels.prunes & PRUNE_RELAXED)
        self.of_two = relaxed
        if relaxed is not None and self.relaxed.of_two is not None:
            self.of_two = self.relaxed.of_two
        self.by_events = (
            self.levels.monotone
            and self.levels.prunes & PRUNE_EXCLUDED
            and self.levels.draw == 1
            and self.levels.stock_top
            and not self.levels.waste_pairs
            and self.levels.prunes & PRUNE_KINGS
        )
        self.doubts = (
            self.singly
            and kept_sets > 3
            and self.has_relaxed
            and bool(prunes & PRUNE_DOUBT)
            and (self.levels.unlimited or self.levels.passes > 1)
        )
        self.partners = Partners(turning) if chooses and turning is not None else None
        self.chooses = self.partners is not None
        self.patience = PATIENCE
        self.order, self.ask_at = bytearray(8), words(rows)
        self.asking = self.midway = self.out_of_room = False
        self.nodes = self.depth = 0

    def share_tables(self, owner: "Search") -> None:
        """Use the set tables and places of a search with the same rules, and at least these sets."""
        self.levels.share_tables(owner.levels)
        self.own_tables = False

    def demand(self, wanted: int, tallied: int) -> None:
        """Do what `Discards.demand` does, here and in the games that allow more."""
        self.levels.demand(wanted, tallied)
        if self.has_relaxed:
            self.relaxed.demand(wanted, tallied)

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); return False if a set alone is lost."""
        self.game.check_cards(cards)
        return bool(self.lay_out(cards))

    def load_position(self, cards: bytes, left: bytes, position: int) -> None:
        """Lay out a deal in the middle of its play. `cards` has the codes in dealing order; those
        are left whose byte in `left` is not 0. `position` is the stock's, as `numbers` has it."""
        self.game.check_position(cards, left, position)
        self.lay_out(cards)
        self.levels.begin_with(left, position)
        self.stand(cards, True)

    def load_sets(self, cards: bytes, left: bytes, sets: int, position: int = 0) -> None:
        """Lay out the sets of this mask alone at this position of the stock, every other card gone,
        and of theirs those whose byte in `left` is 0; for searches that ask no relaxations."""
        self.game.check_position(cards, left, position)
        self.levels.load_cards(cards)
        self.levels.keep_sets(self.levels, sets)
        self.levels.build_set_tables()
        self.levels.begin_with(left, position)
        self.stand(cards, True)

    def search(self, node_budget: int) -> str:
        """Search on for this many nodes, the relaxations' among them, and no more: ``won``,
        ``lost``, ``paused`` when another one is needed, or ``memory`` at its limit.

        How the nodes are cut into budgets changes neither the answer nor the nodes it takes.
        """
        budget: cython.ulonglong = node_budget
        with cython.nogil:
            result: cython.int = self.run(budget)
        return ANSWERS[result]

    def limit_memory(self, limit_bytes: int) -> None:
        """Limit what the tables of positions may take, the old ones and the new while they grow:
        half of it is for this game's, half for those of the relaxations."""
        self.table.limit_bytes = limit_bytes
        if self.has_relaxed:
            self.table.limit_bytes = limit_bytes // 2
            self.relaxed.limit_memory(limit_bytes // 2)

    def line(self) -> list[tuple[int, int, int]]:
        """Return the moves found, as `numbers` has them. Kings that went immediately are not
        listed."""
        return self.levels.listed(
            self.levels.move_low, self.levels.move_high, self.levels.move_position, self.depth
        )

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """Do what `load` does, without the interpreter."""
        self._start()
        self.levels.load_cards(cards)
        if not self.levels.build_set_tables() and self.levels.prunes & PRUNE_SETS:
            self.code = LOST
            return False
        self.forget_positions(cards)
        self.levels.first_level()
        return True

    def stand(self, cards: ReadOnlyBytes, anew: cython.bint) -> cython.void:
        """Begin at level 0 as it is, and take its kings. `Grouped.stand` alone asks for `anew`."""
        self._start()  # cards that are gone block nothing
        self.forget_positions(cards)
        self.levels.remove(0, self.levels.exposed[0] & self.levels.at_once())

    def _start(self) -> cython.void:
        """Begin with level 0: nothing of it is searched, and no partners are chosen."""
        self.nodes = self.depth = 0
        self.code = ENTER
        if self.chooses:
            self.partners.forget()

    def forget_positions(self, cards: ReadOnlyBytes) -> cython.void:
        """Forget all positions of this deal, here and in the relaxations."""
        self.table.clear()
        if self.has_relaxed:
            self.tightest.sort(self.levels)
            self.relaxed._lay_relaxed(cards, self.levels, self.tightest.order)

    def _lay_relaxed(
        self, cards: ReadOnlyBytes, wider: Places, tightest: ReadOnlyBytes
    ) -> cython.void:
        """Lay out a relaxation: only the tightest sets of those of the search that asks."""
        sets: cython.int = self.tightest.take(tightest, self.kept_sets)
        self.nodes, self.asking, self.midway = 0, True, False
        if self.own_tables:
            self.levels.load_cards(cards)
            self.levels.build_set_tables()
        else:
            self.levels.keep_sets(wider, sets)
        self.table.clear()
        if self.has_relaxed:
            self.relaxed._lay_relaxed(cards, self.levels, tightest)

    def doubt_after(self, nodes: int) -> None:
        """Let a level take this many nodes before doubt, here and in the games that allow more."""
        self.patience = nodes
        if self.has_relaxed:
            self.relaxed.doubt_after(nodes)

    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """Search depth first from where it paused; `code` is the state of level `depth`. Partners,
        if they are chosen, are chosen first."""
        if self.chooses and not self.partners.over and self.code == ENTER:
            before: cython.longlong = self.partners.nodes if self.partners.begun else 0
            result: cython.int = self.partners.choose(node_budget)
            before = self.partners.nodes - before
            self.nodes += before
            if result == PAUSED:
                return PAUSED
            if result == WON:
                self.depth = self.partners.depth
            if result != OPEN:
                self.code = result
                return result
            node_budget -= before
        self.stop_at = self.nodes + node_budget
        return self._go_on(self.depth, self.code)

    def _go_on(self, d: cython.int, code: cython.int) -> cython.int:
        """Search on from level d; `code` says what state it is in."""
        while True:
            if code == ENTER:
                code = self._enter(d)
            if code == LOST:
                if d == 0:
                    self.depth, self.code = d, LOST
                    return LOST
                d -= 1
                if self.levels.failed(d):
                    continue
                code = OPEN
            elif code != OPEN and code != VANISH and code != DOUBT:
                # Won, or the table wants room, or a relaxation paused.
                self.depth, self.code = d, WON if code == WON else ENTER
                return code
            # The level is open: its next pair, or the next position that brings one.
            while code == OPEN and self.levels.following[d] >= self.levels.count[d]:
                code = self._advance(d)
            if code == LOST:
                continue
            if code == NO_ROOM or code == PAUSED:
                self.depth, self.code = d, OPEN
                return code
            while code == DOUBT or (
                self.doubts and self.nodes >= self.doubt_at and self._find_doubtful(d)
            ):
                code = self._ask_pairs()
                if code != OPEN:
                    break
            if code == PAUSED:
                self.depth, self.code = d, DOUBT
                return PAUSED
            if code == LOST:
                d = self.doubtful
                continue
            if self.nodes >= self.stop_at:
                self.depth, self.code = d, code
                return PAUSED
            self.nodes += 1
            if code == VANISH:
                self.levels.take_vanishing(d)
            elif not self.levels.take_next(d):
                code = LOST if self.levels.failed(d) else OPEN
                continue
            d += 1
            code = ENTER

    def hopeless(
        self,
        left: cython.ulonglong,
        in_stock: cython.ulonglong,
        position: cython.int,
        node_budget: cython.ulonglong,
    ) -> cython.int:
        """Return, for *relaxations*, `LOST` if this game, which allows more, is lost with these
        cards left.

        The game that allows more has fewer sets, every card of the others gone, or single cards
        where three are dealt, or matching by choice where pairs vanish. For every line of the other
        game it has a line of its own, so its loss is the other's. Its positions are few and are
        remembered, won and lost. Otherwise `OPEN`; without room in its table nothing is claimed,
        and it is `out_of_room`. `PAUSED`: the budget is spent; asked again, it goes on. For
        verdicts only. The exposed kings, if the caller keeps them, go immediately.
        """
        kings: cython.ulonglong = (
            left & self.levels.all_left & self.levels.kings & self.levels.laid_out
        )
        rest: cython.ulonglong = kings
        while rest:
            king: cython.int = lowest_bit(rest)
            rest &= rest - 1
            if self.levels.cover[king] & left == 0:
                left &= ~one_bit(king)
                kings &= left
                rest = kings
        if not self.midway:
            left &= self.levels.all_left
            in_stock &= self.levels.all_in_stock
            position = pass_start(position) + top_of(in_stock, position) + 1
            if self.levels.least_deadline(left) < (0 if self.levels.unlimited else position):
                self.out_of_room = False
                return LOST
        return self._hopeless(left, 0, in_stock, position, node_budget)

    def _hopeless(
        self,
        left: cython.ulonglong,
        exposed: cython.ulonglong,
        in_stock: cython.ulonglong,
        position: cython.int,
        node_budget: cython.ulonglong,
    ) -> cython.int:
        """Do what `hopeless` does; of the cards left these are known to be `exposed`. Each set is
        known to be able to go: it can in the game that asks, which has all these sets."""
        note: cython.ulonglong = 0
        self.out_of_room = False
        if self.midway:
            result: cython.int = self.run(node_budget)
        else:
            left &= self.levels.all_left
            if left & self.levels.must == 0:
                return OPEN
            in_stock &= self.levels.all_in_stock
            position = pass_start(position) + top_of(in_stock, position) + 1
            at: cython.int = 0 if self.levels.unlimited else position
            slot: cython.longlong = self.table.find(left)
            if slot >= 0:
                note = self.table.note(slot)
                if lower_of(note) <= at:
                    return LOST
                if upper_of(note) > at:
                    return OPEN
            self.levels.begin_at(left, exposed & left, in_stock, position)
            if not self.singly:
                self.set_deadline(0)
            self.stop_at = self.nodes + node_budget
            result = self._open(0, left, slot, note)
            if result == LOST:
                return LOST
            result = self._go_on(0, result)
        # Where it was won, or found no room, it may be won for whoever asks.
        self.midway, self.out_of_room = result == PAUSED, result == NO_ROOM
        if result == LOST or result == PAUSED:
            return result
        self._note_alive()
        return OPEN

    def _enter(self, d: cython.int) -> cython.int:
        """Judge a new level: won, lost by a prune, no room, open, or paused (then judge it again).

        Earlier is better: this holds where removing early never hurts. What can be done from a
        later position with the same cards left can be done from an earlier one after dealing up to
        it. So the table is asked for those cards lost at this position or before. A level on the
        way to this one counts as lost too: coming back to it gains nothing.
        """
        left: cython.ulonglong = self.levels.left[d]
        note: cython.ulonglong = 0
        slot: cython.longlong = -1
        if left & self.levels.must == 0:
            return WON
        if d == 0 or not self.singly:  # otherwise `take_next` has judged the sets
            self.levels.position[d] = self.levels.canonical(d)
            self.set_deadline(d)
            if self.too_late(d):
                return LOST
            if (
                self.levels.monotone
                and self.levels.prunes & PRUNE_EXCLUDED
                and self.levels.some_stuck(d)
            ):
                return LOST
        if self.levels.monotone:
            at: cython.int = 0 if self.levels.unlimited else self.levels.position[d]
            slot = self.table.find(left)
            if slot >= 0:
                note = self.table.note(slot)
                if lower_of(note) <= at:
                    return LOST
                if self.asking and upper_of(note) > at:
                    return WON
        elif self._seen(d):
            return LOST
        return self._open(d, left, slot, note)

    def _open(
        self, d: cython.int, key: cython.ulonglong, slot: cython.longlong, note: cython.ulonglong
    ) -> cython.int:
        """Ask the game that allows more about a level that the table has not judged; its nodes count
        here. Then note the level as lost until it is known to be won, and list its first
        discards."""
        at: cython.int = self.levels.position[d]
        if self.has_relaxed:
            answer: cython.int
            budget: cython.ulonglong = self.stop_at - self.nodes
            left: cython.ulonglong = self.levels.left[d]
            in_stock: cython.ulonglong = self.levels.in_stock[d]
            self.nodes -= self.relaxed.nodes
            if self.singly:
                exposed: cython.ulonglong = self.levels.exposed[d]
                answer = self.relaxed._hopeless(left, exposed, in_stock, at, budget)
            else:
                answer = self.relaxed.hopeless(left, in_stock, at, budget)
            self.nodes += self.relaxed.nodes
            if answer != OPEN:
                return answer
        if self.table.full():
            if not self.table.make_room():
                return NO_ROOM
            slot = self.table.find(key)
        self.start[d] = at
        if self.levels.monotone:
            note = note_of(upper_of(note), 0 if self.levels.unlimited else at)
            self.table.write(slot, key, note)
        else:
            self.known.mark_seen(d, dealt_of(at))
        if self.doubts:
            self.ask_at[d] = self.nodes + self.patience
            if d == 0:
                self.doubt_at = self.ask_at[0]
        self.levels.list_all(d)
        return OPEN

    def _advance(self, d: cython.int) -> cython.int:
        """Deal or redeal once and list the pairs that this brings: `OPEN`, `LOST` where that cannot be,
        `VANISH` where a pair then vanishes, or `NO_ROOM`, and nothing done, when the table cannot
        take the position that this may lead to."""
        if self.by_events:
            return self._advance_to_event(d)
        if not self.levels.monotone and self.table.full():
            if not self.table.make_room():
                return NO_ROOM
        if self.levels.stock_waste == SW_AUTO and self.levels.tops_match(d):
            return LOST  # dealing is the same move as discarding the two
        following: cython.int = self.levels.next_position(d)
        if following < 0:
            return LOST
        if self.levels.monotone and following > self.start[d] + PASS:
            return LOST  # a whole pass later nothing new comes
        self.levels.position[d] = following
        if self.too_late(d):
            return LOST
        if self.levels.stock_waste == SW_AUTO_ON_TURN and self.levels.tops_match(d):
            return VANISH
        self.levels.count[d] = self.levels.following[d] = 0
        if self.levels.monotone:
            # The pairs within the tableau were tried at the first position, and are excluded.
            if not self.levels.prunes & PRUNE_EXCLUDED:
                self.levels.list_pairs(d)
            self.levels.list_stock_pairs(d)
            self.levels.force(d)
            return OPEN
        if self._seen(d):
            return LOST
        self.known.mark_seen(d, dealt_of(self.levels.position[d]))
        if dealt_of(following) == 0:
            self.levels.forget_pass(d)
        if not self.levels.prunes & PRUNE_EXCLUDED:
            self.levels.list_pairs(d)
        self.levels.list_stock_pairs(d)
        return OPEN

    def _advance_to_event(self, d: cython.int) -> cython.int:
        """Do what `_advance` does, over all positions at which nothing new can be discarded."""
        position: cython.int = self.levels.position[d]
        t: cython.int = dealt_of(position) + 1
        passes: cython.int = FOREVER if self.levels.unlimited else self.levels.passes
        if self.start[d] == position:
            if self.singly:  # elsewhere it was written when the level was judged
                self.set_deadline(d)
            self.events[d] = self.levels.stock_events(d)
            rest: cython.ulonglong = self.levels.in_stock[d] >> (t - 1)
            t = t + lowest_bit(rest) if rest else PASS  # the turned card was listed with the level
        position = next_event(self.events[d], position, t, passes)
        if position < 0:
            return LOST
        self.levels.position[d] = position
        if position > self.start[d] + PASS or self.too_late(d):
            return LOST
        self.levels.list_turned(d)
        return OPEN

    def set_deadline(self, d: cython.int) -> cython.void:
        """Write `deadline`: the last position of the stock at which each set can still go."""
        self.deadline[d] = FOREVER
        if self.levels.prunes & PRUNE_SETS:
            self.deadline[d] = self.levels.least_deadline(self.levels.left[d])

    def too_late(self, d: cython.int) -> cython.bint:
        """Set tables: the stock is past the last position at which some set can still go.

        Nothing else can bring that set what it lacks: see `build_set_table`. For every question.
        """
        return self.deadline[d] < (0 if self.levels.unlimited else self.levels.position[d])

    def _seen(self, d: cython.int) -> cython.bint:
        """Return whether exactly this position was seen."""
        return self.known.seen(d, self._key(d), dealt_of(self.levels.position[d]))

    def _key(self, d: cython.int) -> cython.ulonglong:
        """Return the table's key where positions are distinguished: the cards left, and the pass."""
        return key_of(
            self.levels.left[d], 0 if self.levels.unlimited else pass_of(self.levels.position[d])
        )

    def table_position(self, d: cython.int) -> cython.int:
        """Return what the table keeps of the stock's position.

        With unlimited passes the pass does not matter; and where removing early never hurts,
        every position of the stock can be reached from every other.
        """
        if not self.levels.unlimited:
            return self.levels.position[d]
        return 0 if self.levels.monotone else dealt_of(self.levels.position[d])

    def _note_alive(self) -> cython.void:
        """Take back that the levels of a won line are lost, as was noted on the way."""
        d: cython.int
        for d in range(self.depth):
            self.levels.position[d] = self.start[d]
            slot: cython.longlong = self.table.find(self.levels.left[d])
            if slot >= 0:
                alive: cython.ulonglong = self.table_position(d) + 1
                self.table.write(slot, self.levels.left[d], note_of(alive, LATEST))

    # Two sets in doubt.

    def _find_doubtful(self, d: cython.int) -> cython.bint:
        """Return whether a level, not below d, has taken enough nodes to be in doubt: `doubtful`,
        the first of them. `doubt_at`: the number of nodes at which this is asked again."""
        self.doubt_at = self.nodes + self.patience
        for e in range(d + 1):
            if self.ask_at[e] <= self.nodes:
                self.doubtful, self.doubt_at = e, self.nodes
                self.first, self.second = 0, 1
                return True
            if self.ask_at[e] < self.doubt_at:
                self.doubt_at = self.ask_at[e]
        return False

    def _ask_pairs(self) -> cython.int:
        """Return `LOST` if the game of some two sets loses the level in doubt, from the position
        that it is at, as what came before was tried in vain. Then the levels below are lost as
        well, as the table has it."""
        d: cython.int = self.doubtful
        while self.first < self.kept_sets - 1:
            if not self.of_two.midway:
                self.order[0] = self.tightest.order[self.first]
                self.order[1] = self.tightest.order[self.second]
                self.of_two.keep_first(self.levels, self.order)
            self.nodes -= self.of_two.nodes
            answer: cython.int = self.of_two._hopeless(
                self.levels.left[d],
                self.levels.exposed[d],
                self.levels.in_stock[d],
                self.levels.position[d],
                self.stop_at - self.nodes - self.of_two.nodes,
            )
            self.nodes += self.of_two.nodes
            if answer == PAUSED:
                return PAUSED
            if answer == LOST:
                self._prefer_pair()
                return LOST
            self.second += 1
            if self.second == self.kept_sets:
                self.first += 1
                self.second = self.first + 1
        self._lay_two_again()
        self.ask_at[d] = ASKED
        return OPEN

    def _lay_two_again(self) -> cython.void:
        """Lay out the game of two sets for the one of three that asks it. What covers what in it
        holds only where the sets that are gone are those of that game, too."""
        if self.kept_sets > 3:
            self.relaxed._lay_two_again()
        else:
            self.of_two.keep_first(self.levels, self.tightest.order)

    def _prefer_pair(self) -> cython.void:
        """Take these two sets for the tightest, in all games that are asked."""
        after: cython.int = 2
        self.order[0] = self.tightest.order[self.first]
        self.order[1] = self.tightest.order[self.second]
        for k in range(self.kept_sets):
            if k != self.first and k != self.second:
                self.order[after] = self.tightest.order[k]
                after += 1
        self._keep_order(self.order)

    def _keep_order(self, order: ReadOnlyBytes) -> cython.void:
        """Take the sets in this order, here and in the games that allow more. What is known of those
        stays: where a set is gone, it does not matter which game was without it from the start."""
        self.tightest.take(order, self.kept_sets)
        if self.has_relaxed:
            self.relaxed.keep_first(self.levels, order)
            self.relaxed._keep_order(order)

    def keep_first(self, wider: Places, order: ReadOnlyBytes) -> cython.void:
        """Lay out the first sets of this order alone, as many as this game has."""
        self.levels.keep_sets(wider, self.tightest.take(order, self.kept_sets))
