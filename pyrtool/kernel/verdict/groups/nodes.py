# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Tableaux as numbers: each node once, with its pair and room for its edges.

A node is the tableau cards left, the number of stock cards left of each rank, and the tableau's
pairs that are excluded. Kings of the tableau go as soon as they are exposed: see
`State.at_once`. What can be made of a node is for `tableaux`.
"""

import cython

from pyrtool.kernel.levels.places import Places
from pyrtool.kernel.numbers.buffers import grown, integers, longer, words

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import lowest_bit, sets_between
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import GROUPS, NO_ROOM, NONE, OPEN, PAUSED, UNLISTED

    # The state of a node: see `Tableaux.alive`.
    UNKNOWN = 0
    ALIVE = 1
    DEAD = 2

ONCE_EACH = cython.declare(cython.uint, 0x08CE)  # of a rank's pairs within itself: i before j

NODE_BYTES = cython.declare(cython.ulonglong, 212)
FIRST_NODES = cython.declare(cython.int, 1 << 10)
FIRST_MASK = cython.declare(cython.ulonglong, (1 << 11) - 1)
MOST_ROOM = cython.declare(cython.int, 1 << 26)  # sixteen ranks a node are counted by an int
KEPT_ROOM = cython.declare(cython.int, 1 << 14)
MOST_KEPT = cython.declare(cython.int, 1 << 16)  # for another order of the same stock


@cython.cclass
class Nodes:
    """The nodes of one deal, made as they are asked for.

    If `excluding`, what is excluded at a node is so at those that follow.

    `stop` is `OPEN` as long as all is well. It is `PAUSED` when one more node was wanted than
    `allow` said, and `NO_ROOM` when the memory is used up. Then an answer means nothing, and
    nothing of it is kept. After a pause the same question makes the same nodes, from there on.
    """

    def __init__(self, game: Game, excluding: bool) -> None:
        self.deal = Places(game)
        self.excluding = excluding
        self.limit_bytes = 1 << 28
        self.group_stock = words(GROUPS)
        self.stop = OPEN
        self.spare = 0
        self.used = self.edges = 0
        self._allot()

    def _allot(self) -> None:
        """Room for the first nodes. A node has two words of bans and sixteen ranks for edges."""
        self.room = FIRST_NODES
        self.left_at, self.exposed_at = words(self.room), words(self.room)
        self.counts_at, self.bans_at = words(self.room), words(2 * self.room)
        self.wanted_at = words(self.room)
        self.state, self.low, self.high = (integers(self.room) for _ in range(3))
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
        self.taken, self.kept, self.first = (
            longer(self.taken),
            longer(self.kept),
            longer(self.first),
        )
        self.edge_node, self.edge_card = longer(self.edge_node), longer(self.edge_card)
        self.edge_next = longer(self.edge_next)
        self.slots = words(16 * self.room)
        self.room *= 4
        self._index(4 * self.room - 1)

    def limit_memory(self, limit_bytes: int) -> None:
        """What the nodes may take, those before and those after they grow together."""
        self.limit_bytes = limit_bytes

    def begin(
        self,
        cards: ReadOnlyBytes,
        left: cython.ulonglong,
        exposed: cython.ulonglong,
        in_stock: cython.ulonglong,
        anew: cython.bint,
    ) -> cython.int:
        """The node of these cards of the tableau and of the stock, by index.

        `cards` is the deal that they are of. Kings that are exposed have gone. `anew`: forget
        everything; else the tableau is the same, and only the order of the stock may be another.
        `group_stock`: for each rank (four bits each in set order) its stock cards by index.
        """
        one: cython.ulonglong = 1
        counts: cython.ulonglong = 0
        i: cython.int
        b: cython.int
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
            b = self.deal.bit_at[self.deal.tableau + i]
            if in_stock >> i & 1:
                self.group_stock[b >> 2] |= one << i
                if b < 8 * self.deal.sets:
                    counts += one << (3 * (b >> 2))
        return self._node(left, exposed, counts, 0, 0)

    def allow(self, nodes: cython.ulonglong) -> cython.void:
        """Let this many more nodes be made, and go on if there were too few."""
        self.spare = nodes
        if self.stop == PAUSED:
            self.stop = OPEN

    def without(
        self, node: cython.int, cards: cython.ulonglong, counts: cython.ulonglong
    ) -> cython.int:
        """The node without these tableau cards, and with this many stock cards of each rank."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = self.left_at[node]
        exposed: cython.ulonglong = self.exposed_at[node]
        ban: cython.ulonglong = self.bans_at[2 * node]
        more: cython.ulonglong = self.bans_at[2 * node + 1]
        pairs: cython.ulonglong
        below: cython.ulonglong
        card: cython.int
        other: cython.int
        s: cython.int
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            left &= ~(one << card)
            exposed &= ~(one << card)
            below = self.deal.under[card] & left
            while below:
                other = lowest_bit(below)
                below &= below - 1
                if self.deal.cover[other] & left == 0:
                    if (one << other) & self.deal.kings:
                        cards |= one << other
                    else:
                        exposed |= one << other
            s = card >> 3
            if (ban | more) and s < self.deal.sets:
                pairs = 0
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
        """The node at which this pair of the tableau is excluded as well."""
        one: cython.ulonglong = 1
        ban: cython.ulonglong = self.bans_at[2 * node]
        more: cython.ulonglong = self.bans_at[2 * node + 1]
        pair: cython.ulonglong = one << (4 * (low & 3) + (high & 3))
        s: cython.int = low >> 3
        if self.deal.self_set[s]:
            pair |= one << (4 * (high & 3) + (low & 3))
        if s < 4:
            ban |= pair << (16 * s)
        else:
            more |= pair << (16 * (s - 4))
        return self._node(
            self.left_at[node], self.exposed_at[node], self.counts_at[node], ban, more
        )

    def bans(self, node: cython.int, s: cython.int) -> cython.uint:
        """The excluded pairs of a set: for each card of the lower rank four bits, of the higher."""
        word: cython.ulonglong = self.bans_at[2 * node + (s >> 2)]
        return cython.cast(cython.uint, (word >> (16 * (s & 3))) & 0xFFFF)

    def add_edge(self, node: cython.int, card: cython.int, then: cython.int) -> cython.int:
        """An edge that takes `card` away and leads to `node`; its number. `then`: the next one."""
        if self.edges >= 2 * self.room and not self._make_room():
            return NONE
        self.edge_node[self.edges], self.edge_card[self.edges] = node, card
        self.edge_next[self.edges] = then
        self.edges += 1
        return self.edges - 1

    def _find_pair(self, node: cython.int) -> cython.void:
        """Note in `low` and `high` a tableau pair that may be discarded and is not excluded."""
        one: cython.ulonglong = 1
        exposed: cython.ulonglong = self.exposed_at[node]
        left: cython.ulonglong = self.left_at[node]
        rest: cython.ulonglong = exposed & self.deal.coverers
        below: cython.ulonglong
        sets: cython.ulonglong = sets_between(
            exposed & ~self.deal.kings, exposed, self.deal.own_sets
        )
        lows: cython.uint
        pairs: cython.uint
        s: cython.int
        k: cython.int
        a: cython.int
        b: cython.int
        self.low[node] = self.high[node] = NONE
        while sets:
            s = lowest_bit(sets) >> 3
            sets &= sets - 1
            lows = cython.cast(cython.uint, (exposed >> (8 * s)) & 15)
            k = 0 if self.deal.self_set[s] else 4
            pairs = cython.cast(cython.uint, (exposed >> (8 * s + k)) & 15) * 0x1111
            pairs &= ~self.bans(node, s)
            if k == 0:
                pairs &= ONCE_EACH
            while pairs:
                a = lowest_bit(pairs)
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
                b = lowest_bit(below)
                below &= below - 1
                s = a >> 3
                if self.deal.cover[b] & left != one << a or (
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
        """The number of a node, which is made if it is new; `NONE` if that is to stop."""
        number: cython.ulonglong = 0xFFFFFFFF
        slot: cython.ulonglong = self._slot(left, counts, ban, more)
        node: cython.int = self.used
        row: cython.longlong
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
        row = 16 * cython.cast(cython.longlong, node)
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
        """Where a node is in the table of nodes, or would be."""
        mix: cython.ulonglong = 0x9E3779B97F4A7C15
        word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        number: cython.ulonglong = 0xFFFFFFFF
        slot: cython.ulonglong = (left * mix) & word
        k: cython.ulonglong
        slot = (((slot >> 32) ^ slot ^ counts) * mix) & word
        if ban | more:
            slot = (((slot >> 32) ^ slot ^ ban) * mix) & word
            slot = (((slot >> 32) ^ slot ^ more) * mix) & word
        slot = (slot >> 24) & self.mask
        while self.slots[slot] >> 32 == self.generation:
            k = self.slots[slot] & number
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
        slot: cython.ulonglong
        self.mask = mask
        self.generation += 1
        for node in range(self.used):
            slot = self._slot(
                self.left_at[node],
                self.counts_at[node],
                self.bans_at[2 * node],
                self.bans_at[2 * node + 1],
            )
            self.slots[slot] = (self.generation << 32) | cython.cast(cython.ulonglong, node)

    def _fits(self, room: cython.int) -> cython.bint:
        """Whether the limit on memory lets the nodes have this room: the first one, or grown
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
