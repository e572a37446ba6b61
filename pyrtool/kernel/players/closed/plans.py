# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Plans: what a player does, whatever it comes to see.

A *node* is what a player can have come to know: a table, and the cards turned on the way to it. Nodes
are numbered from 0, the first one; an *edge* is a move that leads from one to another. Chance
decides which, so that a move may have several.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, words
from pyrtool.kernel.numbers.hash_table import Table

EDGES = cython.declare(cython.int, 4)  # for each node
ROWS_A_NODE = 4  # of the table of nodes
NODE_BITS = 32


@cython.cclass
class Plans:
    """`room`: for this many nodes, a power of two. `crowded`: there was no room for some.

    For each node, `known` is what is hashed of the cards turned, and `value` with how many orders the best
    plan wins from there. `upper` has with how many some plan may win; `granted`: how many orders were
    left open there (`granted_last`: by the last one). `visited`: the last order that came there.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self.table = Table(NODE_BITS, ROWS_A_NODE * room)
        self.nodes = self.edges = self.counted = 0
        self.crowded = False
        self.value, self.visited = integers(room), integers(room)
        self.first_edge, self.valued = integers(room), integers(room)
        self.upper, self.granted, self.granted_last = integers(room), integers(room), integers(room)
        self.known = words(room)
        self.known_after = 0
        self.next_edge, self.edge_move = integers(EDGES * room), integers(EDGES * room)
        self.edge_node = integers(EDGES * room)

    def begin(self) -> cython.void:
        """Begin with the first node and no other."""
        self.table.clear()
        self.nodes = self.edges = 0
        self.crowded = False
        self.known[self._new_node()] = 0

    def _new_node(self) -> cython.int:
        """A node of which nothing is known, or -1 where there is no room."""
        n: cython.int = self.nodes
        if n >= self.room:
            return -1
        self.nodes += 1
        self.value[n] = self.visited[n] = self.valued[n] = 0
        self.granted[n] = self.granted_last[n] = 0
        self.first_edge[n] = -1
        return n

    def node_of(self, key: cython.ulonglong) -> cython.int:
        """The node with this key, a new one if there is none; -1 where there is no room."""
        slot: cython.longlong = self.table.find(key)
        node: cython.int
        if slot >= 0:
            return cython.cast(cython.int, self.table.note(slot))
        node = self._new_node()
        if node >= 0:
            self.table.write(slot, key, cython.cast(cython.ulonglong, node))
        return node

    def link(self, node: cython.int, move: cython.int, child: cython.int) -> cython.bint:
        """Note that a move leads from a node to another; False where there is no room."""
        e: cython.int = self.first_edge[node]
        while e >= 0:
            if self.edge_node[e] == child and self.edge_move[e] == move:
                return True
            e = self.next_edge[e]
        e = self.edges
        if e >= EDGES * self.room:
            return False
        self.edges += 1
        self.known[child] = self.known_after
        self.edge_node[e], self.edge_move[e] = child, move
        self.next_edge[e] = self.first_edge[node]
        self.first_edge[node] = e
        return True

    def best_from(self, node: cython.int) -> cython.int:
        """With how many of the orders that come to a node the best plan wins from there. In
        `upper`: with how many some plan may win, as what is granted is not lost."""
        e: cython.int
        f: cython.int
        total: cython.int
        most: cython.int
        best: cython.int
        if self.valued[node] == self.counted:
            return self.value[node]
        self.valued[node] = self.counted
        e = self.first_edge[node]
        best = self.value[node] if e < 0 else 0
        while e >= 0:
            total = most = 0
            f = self.first_edge[node]
            while f >= 0:
                if self.edge_move[f] == self.edge_move[e]:
                    total += self.best_from(self.edge_node[f])
                    most += self.upper[self.edge_node[f]]
                f = self.next_edge[f]
            if total > self.value[node]:
                self.value[node] = total
            if most > best:
                best = most
            e = self.next_edge[e]
        self.upper[node] = best + self.granted[node]
        return self.value[node]
