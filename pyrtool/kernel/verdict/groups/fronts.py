# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The graph of tableaux with the first cards of the stock in their order, all others at hand.

The stock falls into groups from its beginning on: which of its first cards come to lie on top
depends on these alone. They are the hardest to reach, as few cards before them can be missing.
"""

import cython

from pyrtool.kernel.numbers.hash_table import Table
from pyrtool.kernel.verdict.groups.groups import Groups

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import highest_bit, lowest_bit
    from pyrtool.kernel.numbers.codes import NO_ROOM, NONE, OPEN, PAUSED, UNLISTED
    from pyrtool.kernel.verdict.groups.nodes import ALIVE
    from pyrtool.kernel.verdict.groups.tableaux import Tableaux

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
    """What is known of the nodes of a graph with a *front*: stock cards by index that come before all
    others that are left."""

    def __init__(self, tableaux: Tableaux) -> None:
        game = tableaux.deal.game
        self.tableaux, self.groups = tableaux, Groups(game.draw)
        self.size_of_front = IN_FRONT * game.draw
        self.asking = tableaux.judging and game.stock <= FRONT_BITS
        self.table = Table(NOTE_BITS)

    def forget(self) -> cython.void:
        """Another stock: what is known of fronts goes by its order."""
        self.table.clear()

    def possible(self, node: cython.int, stock: cython.ulonglong, dealt: cython.int) -> cython.bint:
        """Fronts: whether the goal can be reached if only the first cards of the stock must be dealt in
        groups, and every other one is at hand at any time. `dealt`: the waste top's index and one.

        A line of the game is a line of this one: docs/development/proofs.md, "Fronts". This needs
        two conditions. The front has the first cards of the stock, as only the cards before a card
        say whether it is the last of its group. And the last card in front counts as a top, as
        those of its group that are not in front may be gone. Few stocks differ in front, so the
        positions are few. For verdicts only. True when there is a stop.
        """
        one: cython.ulonglong = 1
        rest: cython.ulonglong = stock
        front: cython.ulonglong
        k: cython.int
        if not self.asking or self.tableaux.enough >= 0:
            return True
        for k in range(self.size_of_front):
            rest &= rest - 1
        front = stock & ~rest
        if dealt > 0 and front & (one << (dealt - 1)) == 0:
            dealt = 0
        return self._possible(node, front, dealt - 1 if dealt > 0 else NONE)

    def _possible(self, node: cython.int, front: cython.ulonglong, top: cython.int) -> cython.bint:
        """`possible` with this front, of which the card `top` is the waste top, or `NONE`: the front is
        dealt, or not begun."""
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
        """`_possible` from a node that is known to be alive."""
        one: cython.ulonglong = 1
        key: cython.ulonglong = cython.cast(cython.ulonglong, node) << FRONT_BITS | front
        note: cython.ulonglong = 0
        tops: cython.ulonglong
        slot: cython.longlong
        if self.tableaux.left_at[node] & self.tableaux.deal.must == 0 and (
            self.tableaux.deal.goal_pyramid or (front == 0 and self.tableaux.counts_at[node] == 0)
        ):
            return True
        if self.tableaux.low[node] >= 0:
            return self._possible(self.tableaux.take(node), front, top) or self._possible(
                self.tableaux.never(node), front, top
            )
        slot = self.table.find(key)
        if slot >= 0:
            note = self.table.note(slot)
        if note == 0:
            tops = self.groups.tops(front)
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
        tops = (one << top) | self.groups.tops((front >> (top + 1)) << (top + 1))
        tops &= ~(note >> TOPS)
        if self._with_tops(node, front, tops):
            return True
        self.table.write(self.table.find(key), key, note | tops << TOPS)
        return False

    def _note(self, key: cython.ulonglong, note: cython.ulonglong) -> cython.bint:
        """Note what is known of a node and a front, which counts as a node; false if that is to stop."""
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
        """Whether the goal can be reached by a discard of a stock card that is not in front."""
        one: cython.ulonglong = 1
        some: cython.ulonglong = 7
        counts: cython.ulonglong = self.tableaux.counts_at[node]
        rest: cython.ulonglong = front
        card: cython.int
        group: cython.int
        while rest:
            card = self.tableaux.deal.bit_at[self.tableaux.deal.tableau + lowest_bit(rest)]
            rest &= rest - 1
            if card < 8 * self.tableaux.deal.sets:
                counts -= one << (3 * (card >> 2))
        while counts:
            group = lowest_bit(counts) // 3
            counts &= ~(some << (3 * group))
            if self._with_rank(node, group, front, NONE):
                return True
        return False

    def _with_tops(
        self, node: cython.int, front: cython.ulonglong, tops: cython.ulonglong
    ) -> cython.bint:
        """Whether the goal can be reached by a discard of one of these tops."""
        one: cython.ulonglong = 1
        rest: cython.ulonglong
        below: cython.ulonglong
        card: cython.int
        k: cython.int
        while tops:
            k = lowest_bit(tops)
            tops &= tops - 1
            rest = front & ~(one << k)
            below = rest & ((one << k) - 1)
            card = self.tableaux.deal.bit_at[self.tableaux.deal.tableau + k]
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
        """Whether the goal can be reached by a discard with a stock card of this rank that leads to this
        front. True when there is a stop."""
        edge: cython.int = self.tableaux.first[16 * node + group]
        if edge == UNLISTED:
            edge = self.tableaux.list_edges(node, group)
            if self.tableaux.stop != OPEN:
                return True
        return edge >= 0 and self._along(edge, front, top)

    def _along(self, edge: cython.int, front: cython.ulonglong, top: cython.int) -> cython.bint:
        """Whether the goal can be reached by this edge or one that follows it: they lead to nodes that
        are alive."""
        while edge >= 0:
            if self._from_alive(self.tableaux.edge_node[edge], front, top):
                return True
            edge = self.tableaux.edge_next[edge]
        return False
