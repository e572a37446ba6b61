# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search of games in which several cards are dealt at a time and no two stock cards match."""

import cython

from pyrtool.kernel.game import Table
from pyrtool.kernel.levels import Discards, Places, SetTables
from pyrtool.kernel.numbers import grown, longer

if not cython.compiled:
    from pyrtool.kernel.game import Game
    from pyrtool.kernel.numbers import *
    from pyrtool.kernel.verdict import Search


# What is left of the tableau, as a graph: for games in which no two stock cards ever match.
#
# Then all that the stock does to the tableau is to bring a card of some rank. A node is the tableau
# cards left, the number of stock cards left of each rank, and the tableau's pairs that are excluded.
# Each is made once, with its pair and room for its edges. Kings of the tableau go as soon as they
# are exposed: see `Discards.at_once`. An edge takes a tableau card away with a stock card of its
# complement, whichever of that rank.
#
# It decides what can be done when every stock card is at hand (`alive`). `Grouped` decides when one
# is.

ONCE_EACH = cython.declare(cython.uint, 0x08CE)  # of a rank's pairs within itself: i before j

NODE_BYTES = cython.declare(cython.ulonglong, 212)
FIRST_NODES = cython.declare(cython.int, 1 << 10)
FIRST_MASK = cython.declare(cython.ulonglong, (1 << 11) - 1)
MOST_ROOM = cython.declare(cython.int, 1 << 26)  # sixteen ranks a node are counted by an int
KEPT_ROOM = cython.declare(cython.int, 1 << 14)
MOST_KEPT = cython.declare(cython.int, 1 << 16)  # for another order of the same stock


@cython.cclass
class Tableaux:
    """The graph of one deal, made as far as it is asked for. Without `judging`, `alive` never says no.

    A node with a pair (`low` of it is not negative) has no edges: its pair goes now or never. If
    `excluding`, what is excluded at a node is so at those that follow.

    With `enough` of 0 or more the question is not that of the goal, but whether so small a value can
    be left, as `best.VALUES` has it (`by`).

    `stop` is `OPEN` as long as all is well. It is `PAUSED` when one more node was wanted than
    `allow` said, and `NO_ROOM` when the memory is used up. Then an answer means nothing, and
    nothing of it is kept. After a pause the same question makes the same nodes, from there on.
    """

    def __init__(self, game: Game, judging: bool, excluding: bool) -> None:
        self.deal = Places(game)
        self.judging, self.excluding = judging, excluding
        self.by, self.enough = BY_PYRAMID, -1
        self.set_tables = SetTables(self.deal)
        self.fewest, self.stay = integers(1), integers(1)
        self.limit_bytes = 1 << 28
        self.group_stock = words(GROUPS)
        self.stop = OPEN
        self.spare = 0
        self.used = self.edges = 0
        self._allot()

    def _allot(self) -> None:
        """Make room for the first nodes. A node has two words of bans and sixteen ranks for edges."""
        self.room = FIRST_NODES
        self.left_at, self.exposed_at = words(self.room), words(self.room)
        self.counts_at, self.bans_at = words(self.room), words(2 * self.room)
        self.wanted_at = words(self.room)
        self.state, self.low, self.high = [integers(self.room) for _ in range(3)]
        self.taken, self.kept = integers(self.room), integers(self.room)
        self.first = integers(16 * self.room)
        self.edge_node, self.edge_card = integers(2 * self.room), integers(2 * self.room)
        self.edge_next = integers(2 * self.room)
        self.slots, self.mask = words(4 * self.room), FIRST_MASK
        self.generation = 1

    def grow(self) -> None:
        """Make room for four times as many nodes; nothing is forgotten."""
        self.left_at, self.exposed_at = longer(self.left_at), longer(self.exposed_at)
        self.counts_at, self.bans_at = longer(self.counts_at), longer(self.bans_at)
        self.wanted_at = longer(self.wanted_at)
        self.state, self.low, self.high = longer(self.state), longer(self.low), longer(self.high)
        self.taken, self.kept = longer(self.taken), longer(self.kept)
        self.first = longer(self.first)
        self.edge_node, self.edge_card = longer(self.edge_node), longer(self.edge_card)
        self.edge_next = longer(self.edge_next)
        self.slots = words(16 * self.room)
        self.room *= 4
        self._index(4 * self.room - 1)

    def limit_memory(self, limit_bytes: int) -> None:
        """Limit what the nodes may take, those before and those after they grow together."""
        self.limit_bytes = limit_bytes

    def begin(
        self,
        cards: ReadOnlyBytes,
        left: cython.ulonglong,
        exposed: cython.ulonglong,
        in_stock: cython.ulonglong,
        anew: cython.bint,
    ) -> cython.int:
        """Make the node of these cards of the tableau and of the stock, by index.

        `cards` is the deal that they are of. Kings that are exposed have gone. `anew`: forget
        everything; else the tableau is the same, and only the order of the stock may be another.
        `group_stock`: for each rank (four bits each in set order) its stock cards by index.
        """
        counts: cython.ulonglong = 0
        i: cython.int
        self.deal.load_cards(cards)
        self.stop = OPEN
        self.spare = 1
        if anew or self.used > MOST_KEPT:
            self.used = self.edges = 0
            self.generation += 1
            self.mask = FIRST_MASK
            if self.room > KEPT_ROOM or self.generation >> 31 or not self._fits(self.room):
                with cython.gil:
                    self._allot()
        for i in range(self.used):
            self.wanted_at[i] = 0  # it goes by the order
        for i in range(GROUPS):
            self.group_stock[i] = 0
        for i in range(self.deal.stock):
            b: cython.int = self.deal.bit_at[self.deal.tableau + i]
            if in_stock >> i & 1:
                self.group_stock[b >> 2] |= one_bit(i)
                if b < 8 * self.deal.sets:
                    counts += one_bit(3 * (b >> 2))
        return self._node(left, exposed, counts, 0, 0)

    def allow(self, nodes: cython.ulonglong) -> cython.void:
        """Let this many more nodes be made, and go on if there were too few."""
        self.spare = nodes
        if self.stop == PAUSED:
            self.stop = OPEN

    def without(
        self, node: cython.int, cards: cython.ulonglong, counts: cython.ulonglong
    ) -> cython.int:
        """Return the node without these tableau cards, and with this many stock cards of each rank."""
        left: cython.ulonglong = self.left_at[node]
        exposed: cython.ulonglong = self.exposed_at[node]
        ban: cython.ulonglong = self.bans_at[2 * node]
        more: cython.ulonglong = self.bans_at[2 * node + 1]
        while cards:
            card: cython.int = lowest_bit(cards)
            cards &= cards - 1
            left &= ~one_bit(card)
            exposed &= ~one_bit(card)
            below: cython.ulonglong = self.deal.under[card] & left
            while below:
                other: cython.int = lowest_bit(below)
                below &= below - 1
                if self.deal.cover[other] & left == 0:
                    if one_bit(other) & self.deal.kings:
                        cards |= one_bit(other)
                    else:
                        exposed |= one_bit(other)
            s: cython.int = card >> 3
            if (ban | more) and s < self.deal.sets:
                pairs: cython.ulonglong = 0
                if not card & 4:
                    pairs = cython.cast(cython.ulonglong, 15) << (4 * (card & 3))
                if card & 4 or self.deal.self_set[s]:
                    pairs |= cython.cast(cython.ulonglong, 0x1111) << (card & 3)
                if s < 4:
                    ban &= ~(pairs << (16 * s))
                else:
                    more &= ~(pairs << (16 * (s - 4)))
        if not self.excluding:
            ban = more = 0
        return self._node(left, exposed, counts, ban, more)

    def excluded(self, node: cython.int, low: cython.int, high: cython.int) -> cython.int:
        """Return the node at which this pair of the tableau is excluded as well."""
        ban: cython.ulonglong = self.bans_at[2 * node]
        more: cython.ulonglong = self.bans_at[2 * node + 1]
        pair: cython.ulonglong = one_bit(4 * (low & 3) + (high & 3))
        s: cython.int = low >> 3
        if self.deal.self_set[s]:
            pair |= one_bit(4 * (high & 3) + (low & 3))
        if s < 4:
            ban |= pair << (16 * s)
        else:
            more |= pair << (16 * (s - 4))
        return self._node(
            self.left_at[node], self.exposed_at[node], self.counts_at[node], ban, more
        )

    def bans(self, node: cython.int, s: cython.int) -> cython.uint:
        """Return the excluded pairs of a set: four bits, of the higher rank, for each lower card."""
        word: cython.ulonglong = self.bans_at[2 * node + (s >> 2)]
        return cython.cast(cython.uint, (word >> (16 * (s & 3))) & 0xFFFF)

    def add_edge(self, node: cython.int, card: cython.int, then: cython.int) -> cython.int:
        """Add an edge that takes `card` away and leads to `node`; return its number. `then`: the
        next one."""
        if self.edges >= 2 * self.room and not self._make_room():
            return NONE
        self.edge_node[self.edges], self.edge_card[self.edges] = node, card
        self.edge_next[self.edges] = then
        self.edges += 1
        return self.edges - 1

    def _find_pair(self, node: cython.int) -> cython.void:
        """Note in `low` and `high` a tableau pair that may be discarded and is not excluded."""
        exposed: cython.ulonglong = self.exposed_at[node]
        left: cython.ulonglong = self.left_at[node]
        rest: cython.ulonglong = exposed & self.deal.coverers
        below: cython.ulonglong
        sets: cython.ulonglong = sets_between(
            exposed & ~self.deal.kings, exposed, self.deal.own_sets
        )
        self.low[node] = self.high[node] = NONE
        while sets:
            s: cython.int = lowest_bit(sets) >> 3
            sets &= sets - 1
            lows: cython.uint = cython.cast(cython.uint, (exposed >> (8 * s)) & 15)
            k: cython.int = 0 if self.deal.self_set[s] else 4
            pairs: cython.uint = cython.cast(cython.uint, (exposed >> (8 * s + k)) & 15) * 0x1111
            pairs &= ~self.bans(node, s)
            if k == 0:
                pairs &= ONCE_EACH
            while pairs:
                a: cython.int = lowest_bit(pairs)
                pairs &= pairs - 1
                if lows >> (a >> 2) & 1:
                    self.low[node] = 8 * s + (a >> 2)
                    self.high[node] = 8 * s + k + (a & 3)
                    return
        if not self.deal.overlap:
            return
        while rest:
            a = lowest_bit(rest)
            rest &= rest - 1
            below = self.deal.under[a] & left & (cython.cast(cython.ulonglong, 255) << (a & ~7))
            while below:
                b: cython.int = lowest_bit(below)
                below &= below - 1
                s = a >> 3
                if self.deal.cover[b] & left != one_bit(a) or (
                    not self.deal.self_set[s] and (a ^ b) & 4 == 0
                ):
                    continue
                k = 4 * (b & 3) + (a & 3) if a & 4 else 4 * (a & 3) + (b & 3)
                if not self.bans(node, s) >> k & 1:
                    self.low[node] = b if a & 4 else a
                    self.high[node] = a if a & 4 else b
                    return

    def _node(
        self,
        left: cython.ulonglong,
        exposed: cython.ulonglong,
        counts: cython.ulonglong,
        ban: cython.ulonglong,
        more: cython.ulonglong,
    ) -> cython.int:
        """Return the number of a node, which is made if it is new; `NONE` if that is to stop."""
        number: cython.ulonglong = 0xFFFFFFFF
        slot: cython.ulonglong = self._slot(left, counts, ban, more)
        node: cython.int = self.used
        k: cython.longlong  # 64 bits, so that vectors can fill the row
        if self.slots[slot] >> 32 == self.generation:
            return cython.cast(cython.int, self.slots[slot] & number)
        if self.spare == 0:
            self.stop = PAUSED
            return NONE
        if node >= self.room:
            if not self._make_room():
                return NONE
            slot = self._slot(left, counts, ban, more)
        elif 2 * cython.cast(cython.ulonglong, node) > self.mask:
            self._index(4 * self.mask + 3)
            slot = self._slot(left, counts, ban, more)
        self.spare -= 1
        self.used += 1
        self.slots[slot] = (self.generation << 32) | cython.cast(cython.ulonglong, node)
        self.left_at[node], self.exposed_at[node], self.counts_at[node] = left, exposed, counts
        self.bans_at[2 * node], self.bans_at[2 * node + 1] = ban, more
        self.wanted_at[node] = 0
        self.state[node] = UNKNOWN
        self.taken[node] = self.kept[node] = NONE
        row: cython.longlong = 16 * cython.cast(cython.longlong, node)
        for k in range(row, row + 16):
            self.first[k] = UNLISTED
        self._find_pair(node)
        return node

    def _slot(
        self,
        left: cython.ulonglong,
        counts: cython.ulonglong,
        ban: cython.ulonglong,
        more: cython.ulonglong,
    ) -> cython.ulonglong:
        """Return where a node is in the table of nodes, or would be."""
        mix: cython.ulonglong = 0x9E3779B97F4A7C15
        word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        number: cython.ulonglong = 0xFFFFFFFF
        slot: cython.ulonglong = (left * mix) & word
        slot = (((slot >> 32) ^ slot ^ counts) * mix) & word
        if ban | more:
            slot = (((slot >> 32) ^ slot ^ ban) * mix) & word
            slot = (((slot >> 32) ^ slot ^ more) * mix) & word
        slot = (slot >> 24) & self.mask
        while self.slots[slot] >> 32 == self.generation:
            k: cython.ulonglong = self.slots[slot] & number
            if (
                self.left_at[k] == left
                and self.counts_at[k] == counts
                and self.bans_at[2 * k] == ban
                and self.bans_at[2 * k + 1] == more
            ):
                break
            slot = (slot + 1) & self.mask
        return slot

    def _index(self, mask: cython.ulonglong) -> cython.void:
        """Make a table of nodes with this many slots, less one. It is one of few slots as long as
        there are few nodes, so that it lies in the processor's caches."""
        node: cython.int
        self.mask = mask
        self.generation += 1
        for node in range(self.used):
            slot: cython.ulonglong = self._slot(
                self.left_at[node],
                self.counts_at[node],
                self.bans_at[2 * node],
                self.bans_at[2 * node + 1],
            )
            self.slots[slot] = (self.generation << 32) | cython.cast(cython.ulonglong, node)

    def _fits(self, room: cython.int) -> cython.bint:
        """Return whether the limit on memory lets the nodes have this room: the first one, or grown
        from one of a quarter. Only such a room is kept for the next deal."""
        if room <= FIRST_NODES:
            return True
        return room <= MOST_ROOM and 5 * NODE_BYTES * (room // 4) <= self.limit_bytes

    def _make_room(self) -> cython.bint:
        """Grow, unless the limit on memory forbids it, or there is none."""
        if not self._fits(4 * self.room):
            self.stop = NO_ROOM
            return False
        with cython.gil:
            if grown(self.grow):
                return True
        self.stop = NO_ROOM
        return False

    def settle_for(self, by: int, enough: int) -> None:
        """Ask for a value of `enough` or less in the deals that are loaded from now on."""
        self.by, self.enough = by, enough
        if len(self.fewest) == 1:
            self.fewest = integers(STAY_ROWS)
            self.stay = integers(STAY_ROWS * STAY_STEPS)

    def count_what_stays(self) -> cython.void:
        """Count what stays. `fewest`: for each choice of a set's cards, those of the stock at hand
        at any time, how many of them stay when every other card is gone. With limited passes
        nothing is said: there the order of stock cards counts, and those of a rank are not alike.
        """
        cython.declare(s=cython.int, k=cython.int)
        for s in range(self.deal.sets):
            for k in range(STAY_STEPS):
                self.set_tables.build_one(
                    s, self.deal.all_left, 0, self.deal.all_left, 2 * k, self.stay, STAY_ROWS * k
                )
            for i in range(self.set_tables.valid_count):
                k = 0
                while (
                    self.deal.game.unlimited
                    and k < STAY_STEPS - 1
                    and self.stay[STAY_ROWS * k + 256 * s + self.set_tables.valid[i]] < 0
                ):
                    k += 1
                self.fewest[256 * s + self.set_tables.valid[i]] = 2 * k

    def worth(self, in_all: cython.int, in_pyramid: cython.int) -> cython.int:
        """Return the value of this many cards left."""
        if self.by == BY_PYRAMID:
            return 64 * in_pyramid + in_all
        return 64 * in_all + in_pyramid

    def take(self, node: cython.int) -> cython.int:
        """Return the node after the pair of a node was taken; `NONE` when there is a stop."""
        other: cython.int = self.taken[node]
        if other == NONE:
            pair: cython.ulonglong = one_bit(self.low[node]) | one_bit(self.high[node])
            other = self.without(node, pair, self.counts_at[node])
            self.taken[node] = other  # now, as the arrays may have moved
        return other

    def never(self, node: cython.int) -> cython.int:
        """Return the node at which the pair of a node is excluded, now or never; `NONE` when there
        is a stop.

        The absence of a pair of the tableau does not touch the stock and only exposes cards. So a
        line that uses the pair at some time can use it as soon as both are exposed, with all its
        other moves as they were. With overlap discards it can also do so as soon as one is all that
        lies on the other. Where taking it now leads to nothing, no line uses it. Sound under every
        rule without automatic matching. For verdicts only.
        """
        other: cython.int = self.kept[node]
        if other == NONE:
            other = self.excluded(node, self.low[node], self.high[node])
            self.kept[node] = other
        return other

    def first_edge(self, node: cython.int, group: cython.int) -> cython.int:
        """Return the first of the edges on which a stock card of this rank goes, or -1.

        Ranks are numbered as they come in set order. Edges to dead nodes are left out.
        """
        first: cython.int = self.first[16 * node + group]
        return self.list_edges(node, group) if first == UNLISTED else first

    def list_edges(self, node: cython.int, group: cython.int) -> cython.int:
        """Work out `first_edge` the first time."""
        base: cython.int = 4 * group if self.deal.self_set[group >> 1] else 4 * (group ^ 1)
        counts: cython.ulonglong = self.counts_at[node]
        kept: cython.ulonglong = 0
        first: cython.int = NONE
        others = cython.declare(cython.int[4])  # type: ignore[misc, valid-type] # of C
        rest: cython.uint = cython.cast(cython.uint, (self.exposed_at[node] >> base) & 15)
        if rest == 0 or (counts >> (3 * group)) & 7 == 0:
            self.first[16 * node + group] = NONE
            return NONE
        counts -= one_bit(3 * group)
        while rest:
            card: cython.int = base + lowest_bit(rest)
            rest &= rest - 1
            others[card & 3] = self.without(node, one_bit(card), counts)
            if self.alive(others[card & 3]):
                kept |= one_bit(card)
            if self.stop != OPEN:
                return NONE
        while kept:  # only now, lest a pause leave edges that no list has
            card = lowest_bit(kept)
            kept &= kept - 1
            first = self.add_edge(others[card & 3], card, first)
        if self.stop == OPEN:
            self.first[16 * node + group] = first
        return first

    def wanted(self, node: cython.int) -> cython.ulonglong:
        """Return the stock cards, by index, gone or not, that something can be done with here:
        those with an edge, and kings; return none when there is a stop."""
        known: cython.ulonglong = cython.cast(cython.ulonglong, 1) << 63
        cards: cython.ulonglong = self.wanted_at[node]
        if cards == 0:
            cards = known
            for group in range(2 * self.deal.sets, GROUPS):  # kings, of one rank or of several
                cards |= self.group_stock[group]
            for group in range(2 * self.deal.sets):
                if self.group_stock[group] and self.first_edge(node, group) >= 0:
                    cards |= self.group_stock[group]
                if self.stop != OPEN:
                    return 0
            self.wanted_at[node] = cards
        return cards ^ known

    def alive(self, node: cython.int) -> cython.bint:
        """Return, for single cards, whether the goal can be reached if every stock card is at hand
        at any time.

        Each line of a game with a stock is a line of this one, with the deals, the redeals and the
        kings of the stock left out. So a node that is dead here is lost whatever the stock is.
        Stock cards of one rank are then alike, and no order binds them: so the nodes are few. True
        when there is a stop.
        """
        if self.stop != OPEN or not self.judging:
            return True
        if self.state[node] == UNKNOWN:
            result: cython.bint = self._is_alive(node)
            if self.stop != OPEN:
                return True
            self.state[node] = ALIVE if result else DEAD
        return self.state[node] == ALIVE

    def _is_alive(self, node: cython.int) -> cython.bint:
        """Work out `alive` the first time; nodes lead to nodes with fewer cards or more pairs
        excluded."""
        if self.enough >= 0:
            if self._value_at(node) <= self.enough:
                return True
            if self.least_at(node) > self.enough:
                return False
        elif self.left_at[node] & self.deal.must == 0 and (
            self.deal.goal_pyramid or not self.counts_at[node]
        ):
            return True
        elif self._stuck(node):
            return False
        if self.low[node] >= 0:
            return self.alive(self.take(node)) or self.alive(self.never(node))
        for group in range(2 * self.deal.sets):
            if self.first_edge(node, group) >= 0:
                return True
        return False

    def _value_at(self, node: cython.int) -> cython.int:
        """Return the value if no more is discarded but the kings of the stock."""
        counts: cython.ulonglong = self.counts_at[node]
        in_all: cython.int = count_bits(self.left_at[node])
        while counts:
            in_all += cython.cast(cython.int, counts & 7)
            counts >>= 3
        return self.worth(in_all, count_bits(self.left_at[node] & self.deal.pyramid))

    def least_at(self, node: cython.int) -> cython.int:
        """Return a bound: no line from here leaves a smaller value, if every stock card is at hand
        at any time.

        A tableau card that has no partner left stays, and so does what lies beneath it; then
        perhaps others have none. Each set leaves what its table says, where stock cards of a rank
        are alike. With each card that stays, a card of its complement stays. So do stock cards in
        excess of the cards of their complement on the tableau.
        """
        stuck: cython.ulonglong = self._that_stay(node)
        in_all: cython.int = count_bits(stuck & self.deal.kings)
        s: cython.int
        for s in range(self.deal.sets):
            in_all += self._least_of_set(node, s, stuck)
        return self.worth(in_all, count_bits(stuck & self.deal.pyramid))

    def _that_stay(self, node: cython.int) -> cython.ulonglong:
        """Return the tableau cards that stay whatever is done: see `least_at`."""
        left: cython.ulonglong = self.left_at[node]
        free: cython.ulonglong = left & ~self.deal.kings
        stuck: cython.ulonglong = 0
        more: cython.ulonglong = self._without_partner(node, free, free)
        while more:
            stuck |= more
            while more:
                beneath: cython.ulonglong = self.deal.under[lowest_bit(more)] & left & ~stuck
                stuck |= beneath
                more = (more & (more - 1)) | beneath
            free &= ~stuck
            more = self._without_partner(node, free, free)
        return stuck

    def _without_partner(
        self, node: cython.int, free: cython.ulonglong, asked: cython.ulonglong
    ) -> cython.ulonglong:
        """Return those `asked` about of these tableau cards with no partner among them, and none in
        the stock. A pair that is excluded is none, nor are two cards of which one covers the
        other."""
        counts: cython.ulonglong = self.counts_at[node]
        found: cython.ulonglong = 0
        cython.declare(pairs=cython.uint, s=cython.int, lonely=cython.ulonglong)
        for s in range(self.deal.sets):
            of_set: cython.uint = cython.cast(cython.uint, (asked >> (8 * s)) & 255)
            lows: cython.uint = cython.cast(cython.uint, (free >> (8 * s)) & 15)
            highs: cython.uint = cython.cast(cython.uint, (free >> (8 * s + 4)) & 15)
            stock_lows: cython.int = cython.cast(cython.int, (counts >> (6 * s)) & 7)
            stock_highs: cython.int = cython.cast(cython.int, (counts >> (6 * s + 3)) & 7)
            if self.deal.self_set[s]:
                highs, stock_highs = lows, stock_lows
            if of_set == 0 or (stock_lows and stock_highs):
                continue
            some: cython.uint = (lows | lows << 6) & 0x0303
            some = ((some | some << 3) & 0x1111) * 15
            pairs = (highs * 0x1111) & some & ~(self.bans(node, s) | self.deal.static_ban[s])
            if stock_highs == 0 and of_set & 15:
                some = pairs | pairs >> 2
                some = (some | some >> 1) & 0x1111
                some = (some | some >> 3) & 0x0303
                lonely = of_set & 15 & ~(some | some >> 6)
                found |= lonely << (8 * s)
            if stock_lows == 0 and of_set > 15 and not self.deal.self_set[s]:
                pairs |= pairs >> 8
                pairs |= pairs >> 4
                lonely = (of_set >> 4) & ~pairs
                found |= lonely << (8 * s + 4)
        return found

    def _least_of_set(self, node: cython.int, s: cython.int, stuck: cython.ulonglong) -> cython.int:
        """Return how many cards of a set stay at least when these tableau cards do: see `least_at`."""
        left: cython.ulonglong = self.left_at[node]
        counts: cython.ulonglong = self.counts_at[node]
        lows: cython.uint = cython.cast(cython.uint, (left >> (8 * s)) & 15)
        highs: cython.uint = cython.cast(cython.uint, (left >> (8 * s + 4)) & 15)
        stock_lows: cython.int = cython.cast(cython.int, (counts >> (6 * s)) & 7)
        stock_highs: cython.int = cython.cast(cython.int, (counts >> (6 * s + 3)) & 7)
        row: cython.int = cython.cast(cython.int, lows | highs << 4)
        row |= self._some_of(2 * s, stock_lows) | self._some_of(2 * s + 1, stock_highs) << 4
        stay: cython.int = self.fewest[256 * s + row]
        if self.deal.self_set[s]:
            row = count_bits((stuck >> (8 * s)) & 15)
            row += row & 1
            if stock_lows - count_bits(lows) > row:
                row = stock_lows - count_bits(lows)
        else:
            row = count_bits((stuck >> (8 * s)) & 15)
            if count_bits((stuck >> (8 * s)) & 240) > row:
                row = count_bits((stuck >> (8 * s)) & 240)
            if stock_lows - count_bits(highs) > row:
                row = stock_lows - count_bits(highs)
            if stock_highs - count_bits(lows) > row:
                row = stock_highs - count_bits(lows)
            row *= 2
        return row if row > stay else stay

    def _some_of(self, group: cython.int, count: cython.int) -> cython.int:
        """Return this many stock cards of a rank, four bits: the first in the stock."""
        one: cython.int = 1
        cards: cython.int = 0
        if count == 0:
            return 0
        rest: cython.ulonglong = self.group_stock[group]
        while count > 0:
            cards |= one << (self.deal.bit_at[self.deal.tableau + lowest_bit(rest)] & 3)
            rest &= rest - 1
            count -= 1
        return cards

    def _stuck(self, node: cython.int) -> cython.bint:
        """Return whether some card that must go has no partner left. Where all must go, each stock
        card needs a tableau card."""
        left: cython.ulonglong = self.left_at[node]
        counts: cython.ulonglong = self.counts_at[node]
        s: cython.int
        for s in range(0 if self.deal.goal_pyramid else self.deal.sets):
            lows: cython.int = count_bits((left >> (8 * s)) & 15)
            highs: cython.int = count_bits((left >> (8 * s + 4)) & 15)
            stock_lows: cython.int = cython.cast(cython.int, (counts >> (6 * s)) & 7)
            stock_highs: cython.int = cython.cast(cython.int, (counts >> (6 * s + 3)) & 7)
            if self.deal.self_set[s]:
                highs, stock_highs = lows, stock_lows
            if stock_lows > highs or stock_highs > lows:
                return True
        return self._without_partner(node, left, left & self.deal.must) != 0


# Stock cards that are dealt several at a time: which come to lie on top of the waste.


@cython.cclass
class Groups:
    """The groups of a stock of which `draw` cards are dealt at a time."""

    def __init__(self, draw: int) -> None:
        # Tables for each number of cards of a group that are dealt already, and each byte of the
        # stock. They say which of the byte's cards are the last of a group, and how many cards of a
        # group are dealt after it.
        self.tops_of, self.phase_after = bytearray(256 * draw), bytearray(256 * draw)
        for phase in range(draw):
            for byte in range(256):
                count = phase
                for k in range(8):
                    count += byte >> k & 1
                    if byte >> k & 1 and count == draw:
                        self.tops_of[256 * phase + byte] |= 1 << k
                        count = 0
                self.phase_after[256 * phase + byte] = count

    def tops(self, stock: cython.ulonglong) -> cython.ulonglong:
        """Return those stock cards, by index, that come to lie on top: the last of each group."""
        tops: cython.ulonglong = 0
        rest: cython.ulonglong = stock
        k: cython.int = 0
        shift: cython.int = 0
        if stock == 0:
            return 0
        while rest:
            k += cython.cast(cython.int, rest & 255)
            tops |= cython.cast(cython.ulonglong, self.tops_of[k]) << shift
            k = 256 * self.phase_after[k]
            rest >>= 8
            shift += 8
        return tops | one_bit(highest_bit(stock))


# The graph of tableaux with the first cards of the stock in their order, all others at hand.
#
# The stock falls into groups from its beginning on: which of its first cards come to lie on top
# depends on these alone. They are the hardest to reach, as few cards before them can be missing.

IN_FRONT = cython.declare(cython.int, 2)  # how many groups

# A note of a node and a front has two bits for whether it is won or lost at the start of a pass.
# From bit `TOPS` on it has the cards of the stock with which, as tops, it is lost.
IS_WON = cython.declare(cython.ulonglong, 1)
IS_LOST = cython.declare(cython.ulonglong, 2)
TOPS = cython.declare(cython.int, 2)

# The bits of a key for its front; above them is the node. Larger stocks are not asked about.
FRONT_BITS = cython.declare(cython.int, 38)
NOTE_BITS = cython.declare(cython.int, 40)


@cython.cclass
class Fronts:
    """The knowledge of the nodes of a graph with a *front*: stock cards that come before all others
    left, by index."""

    def __init__(self, tableaux: Tableaux) -> None:
        game = tableaux.deal.game
        self.tableaux, self.groups = tableaux, Groups(game.draw)
        self.size_of_front = IN_FRONT * game.draw
        self.asking = tableaux.judging and game.stock <= FRONT_BITS
        self.table = Table(NOTE_BITS)

    def forget(self) -> cython.void:
        """Forget what is known of fronts, which follow the order of a stock: there is another."""
        self.table.clear()

    def possible(self, node: cython.int, stock: cython.ulonglong, dealt: cython.int) -> cython.bint:
        """Return whether the goal can be reached, judged by *fronts*. There only the first cards of
        the stock must be dealt in groups, and every other one is at hand at any time. `dealt`: the
        waste top's index and one.

        A line of the game is a line of this one: docs/development/proofs.md, "Fronts". This needs
        two conditions. The front has the first cards of the stock, as only the cards before a card
        say whether it is the last of its group. And the last card in front counts as a top, as
        those of its group that are not in front may be gone. Few stocks differ in front, so the
        positions are few. For verdicts only. True when there is a stop.
        """
        rest: cython.ulonglong = stock
        if not self.asking or self.tableaux.enough >= 0:
            return True
        for k in range(self.size_of_front):
            rest &= rest - 1
        front: cython.ulonglong = stock & ~rest
        if dealt > 0 and front & one_bit(dealt - 1) == 0:
            dealt = 0
        return self._possible(node, front, dealt - 1 if dealt > 0 else NONE)

    def _possible(self, node: cython.int, front: cython.ulonglong, top: cython.int) -> cython.bint:
        """Answer as `possible` with this front, whose card `top` is the waste top. If `top` is
        `NONE`, the front is dealt, or not begun."""
        if self.tableaux.stop != OPEN:
            return True
        if self.tableaux.state[node] != ALIVE:
            if not self.tableaux.alive(node):
                return False
            if self.tableaux.stop != OPEN:
                return True
        return self._from_alive(node, front, top)

    def _from_alive(
        self, node: cython.int, front: cython.ulonglong, top: cython.int
    ) -> cython.bint:
        """Answer as `_possible` from a node that is known to be alive."""
        key: cython.ulonglong = cython.cast(cython.ulonglong, node) << FRONT_BITS | front
        note: cython.ulonglong = 0
        if self.tableaux.left_at[node] & self.tableaux.deal.must == 0 and (
            self.tableaux.deal.goal_pyramid or (front == 0 and self.tableaux.counts_at[node] == 0)
        ):
            return True
        if self.tableaux.low[node] >= 0:
            return self._possible(self.tableaux.take(node), front, top) or self._possible(
                self.tableaux.never(node), front, top
            )
        slot: cython.longlong = self.table.find(key)
        if slot >= 0:
            note = self.table.note(slot)
        if note == 0:
            tops: cython.ulonglong = self.groups.tops(front)
            if self._with_others(node, front) or self._with_tops(node, front, tops):
                note = IS_WON
            else:
                note = IS_LOST | tops << TOPS
            if not self._note(key, note):
                return True
        if note & IS_WON:
            return True
        if top == NONE:
            return False
        tops = one_bit(top) | self.groups.tops((front >> (top + 1)) << (top + 1))
        tops &= ~(note >> TOPS)
        if self._with_tops(node, front, tops):
            return True
        self.table.write(self.table.find(key), key, note | tops << TOPS)
        return False

    def _note(self, key: cython.ulonglong, note: cython.ulonglong) -> cython.bint:
        """Note what is known of a node and a front, which counts as a node; return False if that is
        to stop."""
        if self.tableaux.stop != OPEN:
            return False
        if self.tableaux.spare == 0:
            self.tableaux.stop = PAUSED
            return False
        if self.table.full() and not self.table.make_room():
            self.tableaux.stop = NO_ROOM
            return False
        self.tableaux.spare -= 1
        self.table.write(self.table.find(key), key, note)
        return True

    def _with_others(self, node: cython.int, front: cython.ulonglong) -> cython.bint:
        """Return whether the goal can be reached by a discard of a stock card that is not in front."""
        some: cython.ulonglong = 7
        counts: cython.ulonglong = self.tableaux.counts_at[node]
        rest: cython.ulonglong = front
        card: cython.int
        while rest:
            card = self.tableaux.deal.bit_at[self.tableaux.deal.tableau + lowest_bit(rest)]
            rest &= rest - 1
            if card < 8 * self.tableaux.deal.sets:
                counts -= one_bit(3 * (card >> 2))
        while counts:
            group: cython.int = lowest_bit(counts) // 3
            counts &= ~(some << (3 * group))
            if self._with_rank(node, group, front, NONE):
                return True
        return False

    def _with_tops(
        self, node: cython.int, front: cython.ulonglong, tops: cython.ulonglong
    ) -> cython.bint:
        """Return whether the goal can be reached by a discard of one of these tops."""
        while tops:
            k: cython.int = lowest_bit(tops)
            tops &= tops - 1
            rest: cython.ulonglong = front & ~one_bit(k)
            below: cython.ulonglong = rest & (one_bit(k) - 1)
            card: cython.int = self.tableaux.deal.bit_at[self.tableaux.deal.tableau + k]
            k = highest_bit(below) if below else NONE
            if card >= 8 * self.tableaux.deal.sets:
                if self._from_alive(node, rest, k):
                    return True
            elif self._with_rank(node, card >> 2, rest, k):
                return True
        return False

    def _with_rank(
        self, node: cython.int, group: cython.int, front: cython.ulonglong, top: cython.int
    ) -> cython.bint:
        """Return whether the goal can be reached by a discard with a stock card of this rank that
        leads to this front. Return True when there is a stop."""
        edge: cython.int = self.tableaux.first[16 * node + group]
        if edge == UNLISTED:
            edge = self.tableaux.list_edges(node, group)
            if self.tableaux.stop != OPEN:
                return True
        return edge >= 0 and self._along(edge, front, top)

    def _along(self, edge: cython.int, front: cython.ulonglong, top: cython.int) -> cython.bint:
        """Return whether the goal can be reached by this edge or one that follows it: they lead to
        nodes that are alive."""
        while edge >= 0:
            if self._from_alive(self.tableaux.edge_node[edge], front, top):
                return True
            edge = self.tableaux.edge_next[edge]
        return False


# Which stock cards can come to the top of the waste, several being dealt at a time, with redeals.
#
# It decides which of these tops are still to be tried at a level. They are those that come in time
# for every set, and were not tried before with the same cards left. `Grouped` decides what is done
# with them.


@cython.cclass
class Tops:
    """The tops of each level: `today` those of this pass, `later` those of the next, by index.

    For dealt games without stock-waste matches and pairs within the waste. A note in the `table`
    has a bit for every stock card whose discards were tried when it was the waste top. `key` and
    `slot`: what the table calls each level, and where its note is.
    """

    def __init__(self, levels: Discards, table: Table) -> None:
        self.levels, self.table = levels, table
        rows: int = levels.size + 2
        self.today, self.later, self.key = words(rows), words(rows), words(rows)
        self.slot = long_integers(rows)
        self.groups = Groups(levels.draw)

    def find_tops(self, d: cython.int) -> cython.void:
        """Find the stock cards that can come to the top of the waste, nothing being discarded
        before. `today` has those of this pass, and `later` those that can in the next but not in
        this one.

        The waste is the same under a card in whichever pass it is the top, and a pass less may have
        been used. The passes after the next bring the same cards as the next.
        """
        t: cython.int = dealt_of(self.levels.position[d])
        stock: cython.ulonglong = self.levels.in_stock[d]
        tops: cython.ulonglong = self.groups.tops((stock >> t) << t)
        if t > 0:
            tops |= one_bit(t - 1)
        self.today[d] = tops
        self.later[d] = 0
        if self.levels.unlimited or pass_of(self.levels.position[d]) + 1 < self.levels.passes:
            self.later[d] = self.groups.tops(stock) & ~tops

    def leave_in_time(self, d: cython.int) -> cython.bint:
        """Keep only the tops that by the set tables, where passes are limited, come in time for
        every set; return False if it is too late already.

        A top that comes after the last position at which some set can still go is of no use: see
        `Search.too_late`. Nor is it after a pair of the tableau was discarded: that set's table
        knows the pair, and without it the last position is the same or an earlier one.
        """
        last: cython.int = FOREVER
        s: cython.int
        if self.levels.unlimited or not self.levels.prunes & PRUNE_SETS:
            return True
        for s in range(self.levels.sets):
            t: cython.int = cython.cast(cython.int, (self.levels.left[d] >> (8 * s)) & 255)
            alive: cython.int = self.levels.last_alive[256 * s + t]
            if alive < last:
                last = alive
        if last < self.levels.position[d]:
            return False
        if pass_of(last) == pass_of(self.levels.position[d]):
            self.today[d] &= one_bit(dealt_of(last)) - 1
            self.later[d] = 0
        elif pass_of(last) == pass_of(self.levels.position[d]) + 1:
            self.later[d] &= one_bit(dealt_of(last)) - 1
        return True

    def leave_untried(self, d: cython.int) -> cython.bint:
        """Keep only the tops that were not tried with these cards left, in this pass or an earlier
        one; return False if there are none.

        The waste top, with the cards left, says which of them lie in the waste: all up to it. So
        these determine what can follow its discard, together with the pass where passes are
        limited; an earlier pass allows more. If pairs of the tableau go before the discard, they
        could have gone before it the other time as well. Without a stock nothing is tried, and this
        shows nothing. The proof is in docs/development/proofs.md, "Tried before".
        """
        tried: cython.ulonglong = 0
        if not self.levels.unlimited:
            for number in range(pass_of(self.levels.position[d])):
                slot: cython.longlong = self.table.find(self.position_key(d, number))
                if slot >= 0:
                    tried |= self.table.note(slot)
        self.key[d] = self.position_key(d, pass_of(self.levels.position[d]))
        self.slot[d] = self.table.find(self.key[d])
        if self.slot[d] >= 0:
            tried |= self.table.note(self.slot[d])
        self.today[d] &= ~tried
        if self.later[d] and not self.levels.unlimited:
            slot = self.table.find(self.position_key(d, pass_of(self.levels.position[d]) + 1))
            if slot >= 0:
                tried |= self.table.note(slot)
        self.later[d] &= ~tried
        return self.today[d] | self.later[d] != 0

    def position_key(self, d: cython.int, pass_number: cython.int) -> cython.ulonglong:
        """Return what the table calls the cards left in this pass; unlimited passes are all alike."""
        return key_of(self.levels.left[d], 0 if self.levels.unlimited else pass_number)

    def note_tried(self, key: cython.ulonglong, tops: cython.ulonglong) -> cython.void:
        """Note that these stock cards are tried."""
        slot: cython.longlong = self.table.find(key)
        if slot >= 0:
            tops |= self.table.note(slot)
        self.table.write(slot, key, tops)


# Several cards at a time and redeals, no two stock cards ever matching: a search of its own.
#
# Here a card that is missing shifts the groups of the next pass, so removing early can hurt, and
# the prunes that rest on the contrary are of no use. But the stock touches the tableau only by the
# ranks that it brings. So the tableau is a graph (`Tableaux`), in which most is known once for
# every stock. A level of the search only has to say which stock cards can come to the top of the
# waste. They come in this pass, dealing on from where it is, or in the next.
#
# Each prune is a function with its proof: `Tableaux.alive` and `Fronts.possible` ("relaxed"),
# `Tableaux.never` ("excluded"), `_close_up` ("alike"), `Tops.leave_in_time` ("sets"),
# `Tops.find_tops`, `Tops.leave_untried`.

# What a level has come to.
PAIR = cython.declare(cython.int, 0)  # its node's pair is to be taken now
TAKEN = cython.declare(cython.int, 1)  # its pair was taken in vain
STOCK = cython.declare(cython.int, 2)


@cython.cclass
class GroupLevels(Discards):
    """The levels of the search. `Grouped` writes each itself, and nothing is excluded there."""

    def take_next(self, d: cython.int) -> cython.bint:
        """See `Discards.take_next`: level d + 1 is written."""
        self.following[d] += 1
        return True

    def failed(self, d: cython.int) -> cython.bint:
        """See `Discards.failed`: the level says itself when nothing is left to try."""
        return False


@cython.cclass
class Grouped(Search):
    """The search of games in which cards are dealt in groups. `prunes`: a mask of the values of
    `numbers.PRUNES`; `tableaux`: the graph of the same game, whose edges it searches.

    After `ask`, `line` gives the line of the smallest value so far, which is `best`.
    """

    def __init__(self, game: Game, prunes: int, tableaux: Tableaux) -> None:
        keep: bool = not prunes & PRUNE_KINGS
        own = GroupLevels(game, prunes, keep_kings=keep, drop_kings=not keep, force_mutual=True)
        Search.__init__(self, game, prunes, game.sets, None, own)
        self.tops = Tops(self.levels, self.table)
        self.tableaux, self.fronts = tableaux, Fronts(tableaux)
        levels = self.levels.size + 2
        self.stock_left = words(levels)
        self.node, self.stage = integers(levels), integers(levels)
        self.edge = integers(levels)
        self.true_low, self.true_high = integers(levels), integers(levels)
        self.true_position = integers(levels)
        self.true_depth, self.best = 0, WORST
        self.asked = b""

    def ask(self, cards: bytes, left: bytes, position: int, by: int, enough: int) -> None:
        """Lay out a deal in the middle of its play (`load_position`) for another question than the goal:
        can a line leave so small a value, as `best.VALUES` has them? For `prunes` without sets."""
        self.tableaux.settle_for(by, enough)
        self.best = WORST
        self.load_position(cards, left, position)
        if cards != self.asked:
            self.tableaux.count_what_stays()
            self.asked = cards

    def least(self) -> int:
        """Return a bound: no line leaves a smaller value."""
        return self.tableaux.least_at(self.node[0])

    def line(self) -> list[tuple[int, int, int]]:
        """Return the moves found, with the true cards: see `Search.line`."""
        return self.levels.listed(
            self.true_low, self.true_high, self.true_position, self.true_depth
        )

    def limit_memory(self, limit_bytes: int) -> None:
        """Limit what the table of positions and the graph may take."""
        self.table.limit_bytes = limit_bytes // 4 * 3
        self.tableaux.limit_memory(limit_bytes // 8)
        self.fronts.table.limit_bytes = limit_bytes // 8

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """Do what `load` does, without the interpreter."""
        if not Search.lay_out(self, cards):
            return False
        self._begin(cards, True)
        return True

    def stand(self, cards: ReadOnlyBytes, anew: cython.bint) -> cython.void:
        """Do what `Search.stand` does. With `anew` the graph is begun again. Otherwise it is kept:
        the same cards have lain in the tableau since, whatever the order of the stock."""
        Search.stand(self, cards, anew)
        self._begin(cards, anew)

    def _begin(self, cards: ReadOnlyBytes, anew: cython.bint) -> cython.void:
        """Write the node of level 0."""
        i: cython.int
        self.levels.position[0] = self.levels.canonical(0)
        self.stock_left[0] = 0
        for i in range(self.levels.stock):
            if self.levels.in_stock[0] >> i & 1:
                self.stock_left[0] |= one_bit(self.levels.bit_at[self.levels.tableau + i])
        self.fronts.forget()
        self.node[0] = self.tableaux.begin(
            cards,
            self.levels.left[0] & ~self.stock_left[0],
            self.levels.exposed[0],
            self.levels.in_stock[0],
            anew,
        )

    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """See `Search.run`. Nodes are the levels entered, and those of the graph and its fronts."""
        result: cython.int = Search.run(self, node_budget)
        if result == WON and self.tableaux.enough < 0:
            self._true_line(self.depth)
            for k in range(self.depth):  # `bulk` takes them from here
                self.levels.move_low[k] = self.true_low[k]
                self.levels.move_high[k] = self.true_high[k]
                self.levels.move_position[k] = self.true_position[k]
        return result

    def _enter(self, d: cython.int) -> cython.int:
        """Judge a new level: see `_judge`."""
        self.levels.count[d] = self.levels.following[d] = 0
        self.tableaux.allow(self.stop_at - self.nodes)
        return self._counted(self._judge(d))

    def _advance(self, d: cython.int) -> cython.int:
        """Make the next discard of an open level: see `_branch`."""
        self.tableaux.allow(self.stop_at - self.nodes)
        code: cython.int = self._counted(self._branch(d))
        if code != ENTER:
            return code
        self.levels.count[d] = self.levels.following[d] + 1
        return OPEN

    def _counted(self, code: cython.int) -> cython.int:
        """Count the nodes that a step made, and return what it came to. The graph keeps what is left
        of the budget. A step in which it stopped is taken again, and finds the nodes that it made."""
        self.nodes = self.stop_at - self.tableaux.spare
        return code if self.tableaux.stop == OPEN else self.tableaux.stop

    def _keep_line(self, d: cython.int) -> cython.bint:
        """Keep the line to here if none so far has so small a value; return whether that is enough."""
        in_pyramid: cython.int = count_bits(self.levels.left[d] & self.levels.pyramid)
        value: cython.int = self.tableaux.worth(count_bits(self.levels.left[d]), in_pyramid)
        if value < self.best:
            self.best = value
            self._true_line(d)
        return value <= self.tableaux.enough

    def _judge(self, d: cython.int) -> cython.int:
        """Judge a new level: won, open, or lost, as nothing can be done with any card that can
        come to the top, or all that was tried before."""
        node: cython.int = self.node[d]
        pair: cython.bint = self.tableaux.low[node] >= 0
        self.levels.left[d] = self.tableaux.left_at[node] | self.stock_left[d]
        if self.tableaux.enough >= 0:
            if self._keep_line(d):
                return WON
        elif self.levels.left[d] & self.levels.must == 0:
            return WON
        if d == 0 and not self.tableaux.alive(node):
            return LOST
        self.tops.find_tops(d)
        if not self.tops.leave_in_time(d):
            return LOST
        if not pair and (self.tops.today[d] | self.tops.later[d]) & self.tableaux.wanted(node) == 0:
            return LOST
        if not self.tops.leave_untried(d) and self.levels.in_stock[d]:
            return LOST
        if not self.fronts.possible(
            node, self.levels.in_stock[d], dealt_of(self.levels.position[d])
        ):
            return LOST
        if self.tableaux.stop != OPEN:
            return OPEN
        self.edge[d] = NONE
        self.stage[d] = PAIR
        return OPEN if pair else self._open_stock(d)

    def _open_stock(self, d: cython.int) -> cython.int:
        """Go on to the stock. Its tops count as tried from here on: no level below has the same
        cards left, and what leads back to this one gains nothing. Unless the graph stops."""
        slot: cython.longlong = self.tops.slot[d]
        wanted: cython.ulonglong = self.tableaux.wanted(self.node[d])
        tops: cython.ulonglong = self.tops.today[d]
        if self.tableaux.stop != OPEN:
            return OPEN
        if self.table.full():
            if not self.table.make_room():
                return NO_ROOM
            slot = self.table.find(self.tops.key[d])
        elif self.stage[d] == TAKEN:
            slot = self.table.find(self.tops.key[d])  # levels below may have filled it
        if self.levels.unlimited:
            tops |= self.tops.later[d]
        elif self.tops.later[d]:
            self.tops.note_tried(
                self.tops.position_key(d, pass_of(self.levels.position[d]) + 1), self.tops.later[d]
            )
            slot = self.table.find(self.tops.key[d])
        if slot >= 0:
            tops |= self.table.note(slot)
        self.table.write(slot, self.tops.key[d], tops)
        self.tops.today[d] &= wanted
        self.tops.later[d] &= wanted
        self.stage[d] = STOCK
        return OPEN

    def _branch(self, d: cython.int) -> cython.int:
        """Make the next discard of an open level: `ENTER` if there is one.

        Pairs of the tableau first, then this pass before the next, and the last cards of the stock
        before others. The order is for wins: those of king-tut take half the nodes of the contrary.
        """
        number: cython.int = pass_of(self.levels.position[d])
        if self.stage[d] != STOCK:
            k: cython.int = self._branch_pair(d)
            if self.stage[d] != STOCK:
                return k
        while self.edge[d] < 0:
            if self.tops.today[d]:
                k = highest_bit(self.tops.today[d])
                self.tops.today[d] &= ~one_bit(k)
            elif self.tops.later[d]:
                k = highest_bit(self.tops.later[d])
                self.tops.later[d] &= ~one_bit(k)
                number += 1
            else:
                return LOST
            card: cython.int = self.levels.bit_at[self.levels.tableau + k]
            self.levels.move_position[d] = position_of(number, k + 1)
            self.levels.move_high[d] = card
            if card >= 8 * self.levels.sets:
                self._go(d, self.node[d], card)
                return ENTER
            self.edge[d] = self.tableaux.first_edge(self.node[d], card >> 2)
        edge: cython.int = self.edge[d]
        self.edge[d] = self.tableaux.edge_next[edge]
        self._go(d, self.tableaux.edge_node[edge], self.tableaux.edge_card[edge])
        return ENTER

    def _go(self, d: cython.int, node: cython.int, card: cython.int) -> cython.void:
        """Write level d + 1: the stock card `move_high` is gone with a tableau card, or alone."""
        k: cython.int = dealt_of(self.levels.move_position[d]) - 1
        self.levels.move_low[d] = card
        self.node[d + 1] = node
        self.stock_left[d + 1] = self.stock_left[d] & ~one_bit(self.levels.move_high[d])
        self.levels.in_stock[d + 1] = self.levels.in_stock[d] & ~one_bit(k)
        dealt: cython.ulonglong = self.levels.in_stock[d] & (one_bit(k) - 1)
        self.levels.position[d + 1] = pass_start(self.levels.move_position[d])
        if dealt:
            self.levels.position[d + 1] += highest_bit(dealt) + 1
        if self.levels.prunes & PRUNE_ALIKE:
            self._close_up(d + 1, k)

    def _close_up(self, d: cython.int, k: cython.int) -> cython.void:
        """Put the stock cards left into the first places that the stock had for them ("alike").

        What can be done depends on the ranks of the stock cards left, in their order, and on how
        many of them are dealt. It does not depend on which cards they are. So every level is
        searched in the name of one of the stocks that are alike. From the first card to the last,
        each takes a place behind the one before it: the first that was a place of its rank at the
        start. The card at `k` has just gone. Those before it are in such places already, and so are
        those behind one that stays. `_true_line` puts the true cards into the moves.
        """
        rest: cython.ulonglong = (self.levels.in_stock[d] >> k) << k
        low: cython.int = dealt_of(self.levels.position[d])
        while rest:
            k = lowest_bit(rest)
            rest &= rest - 1
            card: cython.int = self.levels.bit_at[self.levels.tableau + k]
            places: cython.ulonglong = self.tableaux.group_stock[card >> 2] & (one_bit(k) - 1)
            places = (places >> low) << low
            if places == 0:
                return
            place: cython.int = lowest_bit(places)
            self.levels.in_stock[d] ^= one_bit(k) | one_bit(place)
            self.stock_left[d] ^= one_bit(card) | (
                one_bit(self.levels.bit_at[self.levels.tableau + place])
            )
            low = place + 1

    def _true_line(self, depth: cython.int) -> cython.void:
        """Write the moves of a line with the true stock cards: in each, the card that has as many
        cards of the stock left before it."""
        stock: cython.ulonglong = self.levels.in_stock[0]
        dealt: cython.ulonglong
        for d in range(depth):
            dealt = self.levels.in_stock[d] & (one_bit(dealt_of(self.levels.move_position[d])) - 1)
            rest: cython.ulonglong = stock
            t: cython.int = 0
            while dealt:
                dealt &= dealt - 1
                t = lowest_bit(rest) + 1
                rest &= rest - 1
            self.true_position[d] = pass_start(self.levels.move_position[d]) + t
            self.true_low[d], self.true_high[d] = self.levels.move_low[d], self.levels.move_high[d]
            if self.stage[d] == STOCK:
                if self.levels.move_low[d] == self.levels.move_high[d]:
                    self.true_low[d] = self.levels.bit_at[self.levels.tableau + t - 1]
                self.true_high[d] = self.levels.bit_at[self.levels.tableau + t - 1]
                stock &= ~one_bit(t - 1)
        self.true_depth = depth

    def _branch_pair(self, d: cython.int) -> cython.int:
        """Try tableau pairs, each now or never: `ENTER`, or `OPEN` at the stock or a stop of the
        graph."""
        while self.tableaux.low[self.node[d]] >= 0:
            node: cython.int = self.node[d]
            if self.stage[d] == PAIR:
                alive: cython.bint = self.tableaux.alive(self.tableaux.take(node))
                if self.tableaux.stop != OPEN:
                    return OPEN
                self.stage[d] = TAKEN
                if alive:
                    self.levels.move_low[d] = self.tableaux.low[node]
                    self.levels.move_high[d] = self.tableaux.high[node]
                    self.levels.move_position[d] = self.levels.position[d + 1] = (
                        self.levels.position[d]
                    )
                    self.node[d + 1] = self.tableaux.take(node)
                    self.stock_left[d + 1] = self.stock_left[d]
                    self.levels.in_stock[d + 1] = self.levels.in_stock[d]
                    return ENTER
            other: cython.int = self.tableaux.never(node)
            alive = self.tableaux.alive(other)
            if self.tableaux.stop != OPEN:
                return OPEN
            self.stage[d] = PAIR
            self.node[d] = other
            if not alive:
                return LOST
        self.stage[d] = TAKEN
        return self._open_stock(d)
