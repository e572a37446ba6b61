# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Several cards at a time and redeals, no two stock cards ever matching: a search of its own.

Here a card that is missing shifts the groups of the next pass, so removing early can hurt, and the
prunes that rest on the contrary are of no use. But the stock touches the tableau only by the ranks
that it brings. So the tableau is a graph (`tableaux`), in which most is known once for every stock.
A level of the search only has to say which stock cards can come to the top of the waste. They come
in this pass, dealing on from where it is, or in the next.

Each prune is a function with its proof: `Tableaux.alive` and `Fronts.possible` ("relaxed"),
`Tableaux.never` ("excluded"), `_close_up` ("alike"), `Tops.leave_in_time` ("sets"),
`Tops.find_tops`, `Tops.leave_untried`.
"""

import cython

from pyrtool.kernel.levels.discards import Discards
from pyrtool.kernel.numbers.buffers import integers, words
from pyrtool.kernel.verdict.groups.fronts import Fronts
from pyrtool.kernel.verdict.groups.tops import Tops

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import count_bits, highest_bit, lowest_bit
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import (
        ENTER,
        LOST,
        NO_ROOM,
        NONE,
        OPEN,
        PAUSED,
        PRUNE_ALIKE,
        PRUNE_KINGS,
        WON,
        WORST,
    )
    from pyrtool.kernel.numbers.encoding import dealt_of, pass_of, pass_start, position_of
    from pyrtool.kernel.verdict.groups.tableaux import Tableaux
    from pyrtool.kernel.verdict.search import Search

# What a level has come to.
PAIR = cython.declare(cython.int, 0)  # its node's pair is to be taken now
TAKEN = cython.declare(cython.int, 1)  # its pair was taken in vain
STOCK = cython.declare(cython.int, 2)

JUDGE = cython.declare(cython.int, 4)  # a level that was entered: it has been counted


@cython.cclass
class Grouped(Search):
    """`prunes`: a mask of the values of `codes.PRUNES`; `tableaux`: the graph of the same game, whose edges it searches.

    After `ask`, `line` gives the line of the smallest value so far, which is `best`.
    """

    def __init__(self, game: Game, prunes: int, tableaux: Tableaux) -> None:
        keep: bool = not prunes & PRUNE_KINGS
        Search.__init__(
            self,
            Discards(game, prunes, keep_kings=keep, drop_kings=not keep, force_mutual=True),
            game.sets,
        )
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
        """No line leaves a smaller value."""
        return self.tableaux.least_at(self.node[0])

    def line(self) -> list[tuple[int, int, int]]:
        """The moves found, with the true cards: see `Search.line`."""
        return self.levels.listed(
            self.true_low, self.true_high, self.true_position, self.true_depth
        )

    def limit_memory(self, limit_bytes: int) -> None:
        """What the table of positions and the graph may take."""
        self.table.limit_bytes = limit_bytes // 4 * 3
        self.tableaux.limit_memory(limit_bytes // 8)
        self.fronts.table.limit_bytes = limit_bytes // 8

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """`load` without the interpreter."""
        if not Search.lay_out(self, cards):
            return False
        self._begin(cards, True)
        return True

    def stand(self, cards: ReadOnlyBytes, anew: cython.bint) -> cython.void:
        """`Search.stand`. Unless `anew`, the graph is kept: since it was begun, the same cards have
        lain in the tableau, whatever the order of the stock."""
        Search.stand(self, cards, anew)
        self._begin(cards, anew)

    def _begin(self, cards: ReadOnlyBytes, anew: cython.bint) -> cython.void:
        """The node of level 0."""
        one: cython.ulonglong = 1
        i: cython.int
        self.code = JUDGE  # level 0 does not count
        self.levels.position[0] = self.levels.canonical(0)
        self.stock_left[0] = 0
        for i in range(self.levels.stock):
            if self.levels.in_stock[0] >> i & 1:
                self.stock_left[0] |= one << self.levels.bit_at[self.levels.tableau + i]
        self.fronts.forget()
        self.node[0] = self.tableaux.begin(
            cards,
            self.levels.left[0] & ~self.stock_left[0],
            self.levels.exposed[0],
            self.levels.in_stock[0],
            anew,
        )

    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """Search depth-first from where it paused; `code` says what state the level `depth` is in.

        Nodes are those of the graph, its fronts and the levels entered, and the graph keeps what is left of the
        budget. A step in which the graph paused is taken again, and finds the nodes that it made.
        """
        d: cython.int = self.depth
        k: cython.int
        result: cython.int
        code: cython.int = self.code
        if code != ENTER and code != JUDGE and code != OPEN:
            return code  # it has ended, or was lost when it was laid out
        self.tableaux.allow(node_budget)
        while True:
            if code == ENTER:
                if self.tableaux.spare == 0:
                    result = PAUSED
                    break
                self.tableaux.spare -= 1
                code = JUDGE
            result = self._judge(d) if code == JUDGE else self._branch(d)
            if self.tableaux.stop != OPEN:
                result = self.tableaux.stop
                if result == NO_ROOM:
                    code = NO_ROOM
                break
            if result == ENTER:
                d += 1
            elif result == LOST and d > 0:
                d -= 1
                result = OPEN
            code = result
            if code != ENTER and code != OPEN:
                break
        self.depth, self.code = d, code
        self.nodes += node_budget - self.tableaux.spare
        if result == WON and self.tableaux.enough < 0:
            self._true_line(d)
            for k in range(d):  # `bulk` takes them from here
                self.levels.move_low[k], self.levels.move_high[k] = (
                    self.true_low[k],
                    self.true_high[k],
                )
                self.levels.move_position[k] = self.true_position[k]
        return result

    def _keep_line(self, d: cython.int) -> cython.bint:
        """Keep the line to here if none so far has so small a value; whether that is enough."""
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
        """The next discard of an open level: `ENTER` if there is one.

        Pairs of the tableau first, then this pass before the next, and the last cards of the stock
        before others. The order is for wins: those of king-tut take half the nodes of the contrary.
        """
        one: cython.ulonglong = 1
        number: cython.int = pass_of(self.levels.position[d])
        card: cython.int
        edge: cython.int
        k: cython.int
        if self.stage[d] != STOCK:
            k = self._branch_pair(d)
            if self.stage[d] != STOCK:
                return k
        while self.edge[d] < 0:
            if self.tops.today[d]:
                k = highest_bit(self.tops.today[d])
                self.tops.today[d] &= ~(one << k)
            elif self.tops.later[d]:
                k = highest_bit(self.tops.later[d])
                self.tops.later[d] &= ~(one << k)
                number += 1
            else:
                return LOST
            card = self.levels.bit_at[self.levels.tableau + k]
            self.levels.move_position[d] = position_of(number, k + 1)
            self.levels.move_high[d] = card
            if card >= 8 * self.levels.sets:
                self._go(d, self.node[d], card)
                return ENTER
            self.edge[d] = self.tableaux.first_edge(self.node[d], card >> 2)
        edge = self.edge[d]
        self.edge[d] = self.tableaux.edge_next[edge]
        self._go(d, self.tableaux.edge_node[edge], self.tableaux.edge_card[edge])
        return ENTER

    def _go(self, d: cython.int, node: cython.int, card: cython.int) -> cython.void:
        """Level d + 1: the stock card `move_high` gone with a tableau card, or alone."""
        one: cython.ulonglong = 1
        k: cython.int = dealt_of(self.levels.move_position[d]) - 1
        dealt: cython.ulonglong
        self.levels.move_low[d] = card
        self.node[d + 1] = node
        self.stock_left[d + 1] = self.stock_left[d] & ~(one << self.levels.move_high[d])
        self.levels.in_stock[d + 1] = self.levels.in_stock[d] & ~(one << k)
        dealt = self.levels.in_stock[d] & ((one << k) - 1)
        self.levels.position[d + 1] = pass_start(self.levels.move_position[d])
        if dealt:
            self.levels.position[d + 1] += highest_bit(dealt) + 1
        if self.levels.prunes & PRUNE_ALIKE:
            self._close_up(d + 1, k)

    def _close_up(self, d: cython.int, k: cython.int) -> cython.void:
        """Alike stocks: put the stock cards left into the first places that the stock had for them.

        What can be done depends on the ranks of the stock cards left, in their order, and on how
        many of them are dealt. It does not depend on which cards they are. So every level is
        searched in the name of one of the stocks that are alike. From the first card to the last,
        each takes a place behind the one before it: the first that was a place of its rank at the
        start. The card at `k` has just gone. Those before it are in such places already, and so are
        those behind one that stays. `_true_line` puts the true cards into the moves.
        """
        one: cython.ulonglong = 1
        rest: cython.ulonglong = (self.levels.in_stock[d] >> k) << k
        places: cython.ulonglong
        low: cython.int = dealt_of(self.levels.position[d])
        place: cython.int
        card: cython.int
        while rest:
            k = lowest_bit(rest)
            rest &= rest - 1
            card = self.levels.bit_at[self.levels.tableau + k]
            places = self.tableaux.group_stock[card >> 2] & ((one << k) - 1)
            places = (places >> low) << low
            if places == 0:
                return
            place = lowest_bit(places)
            self.levels.in_stock[d] ^= (one << k) | (one << place)
            self.stock_left[d] ^= (one << card) | (
                one << self.levels.bit_at[self.levels.tableau + place]
            )
            low = place + 1

    def _true_line(self, depth: cython.int) -> cython.void:
        """The moves of a line with the true stock cards: in each, the card that has as many cards of
        the stock left before it."""
        one: cython.ulonglong = 1
        stock: cython.ulonglong = self.levels.in_stock[0]
        rest: cython.ulonglong
        dealt: cython.ulonglong
        d: cython.int
        t: cython.int
        for d in range(depth):
            dealt = self.levels.in_stock[d] & ((one << dealt_of(self.levels.move_position[d])) - 1)
            rest = stock
            t = 0
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
                stock &= ~(one << (t - 1))
        self.true_depth = depth

    def _branch_pair(self, d: cython.int) -> cython.int:
        """Pairs of the tableau, each now or never: `ENTER`, or `OPEN` at the stock or when the graph
        stops."""
        node: cython.int
        other: cython.int
        alive: cython.bint
        while self.tableaux.low[self.node[d]] >= 0:
            node = self.node[d]
            if self.stage[d] == PAIR:
                alive = self.tableaux.alive(self.tableaux.take(node))
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
            other = self.tableaux.never(node)
            alive = self.tableaux.alive(other)
            if self.tableaux.stop != OPEN:
                return OPEN
            self.stage[d] = PAIR
            self.node[d] = other
            if not alive:
                return LOST
        self.stage[d] = TAKEN
        return self._open_stock(d)
