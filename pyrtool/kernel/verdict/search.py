# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What the searches for a verdict have in common. It is how a deal is laid out for them and for the
games that allow more, how long they may run, and the line that they find.

A search has `levels`, the positions on its way, and a `table` of what is known of others. Which
levels are searched, and how, is for each kind of search: `positions`, `singly`, `groups`.
"""

import cython

from pyrtool.kernel.levels.known import Known
from pyrtool.kernel.levels.tightest import Tightest
from pyrtool.kernel.numbers.buffers import integers, words
from pyrtool.kernel.numbers.codes import ANSWERS
from pyrtool.kernel.numbers.hash_table import Table
from pyrtool.kernel.numbers.widths import check_width

if not cython.compiled:
    from pyrtool.kernel.levels.discards import Discards
    from pyrtool.kernel.levels.places import Places
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import (
        ENTER,
        LOST,
        NO_ROOM,
        OPEN,
        PAUSED,
        PRUNE_RELAXED,
        PRUNE_SETS,
    )
    from pyrtool.kernel.numbers.encoding import LATEST, MARK_BITS, POSITION_BITS, dealt_of, note_of

SEEN_BITS = cython.declare(cython.int, 52)  # of a note: the positions of a pass that were seen


@cython.cclass
class Search:
    """Buffers of one game; `load` a deal, then `search` until it is no longer ``paused``.

    `kept_sets`: how many sets count, the `tightest` ones: the cards of the others are gone.
    `relaxed`: the search of a game that allows more, whose loss proves a loss here. `asking`: keep
    which positions are won, too. `start` and `deadline`: for each level the first position of the
    stock that was searched, and the last at which every set can still go.
    """

    def __init__(self, levels: Discards, kept_sets: int, relaxed: "Search | None" = None) -> None:
        self.game, self.levels, self.tightest = levels.game, levels, Tightest()
        # Where removing early never hurts, a note has the last position known to be won, plus one,
        # and the first known to be lost, 16 bits each. Otherwise it has a bit for every position
        # seen in the pass.
        if not levels.monotone:
            stock: int = levels.stock
            check_width("positions of the stock, a bit each", (2 << stock) - 1, SEEN_BITS)
            check_width("passes", levels.passes, MARK_BITS)
        self.table = Table(2 * POSITION_BITS if levels.monotone else SEEN_BITS)
        rows = levels.size + 2
        self.known = Known(self.table, rows)
        self.deadline, self.start, self.events = integers(rows), integers(rows), words(rows)
        self.kept_sets = kept_sets
        self.relaxed, self.own_tables = relaxed, True
        self.has_relaxed = relaxed is not None and bool(levels.prunes & PRUNE_RELAXED)
        self.asking = self.midway = self.out_of_room = False
        self.nodes = self.depth = 0

    def share_tables(self, owner: "Search") -> None:
        """Use the set tables and places of a search with the same rules, and at least these sets."""
        self.levels.share_tables(owner.levels)
        self.own_tables = False

    def demand(self, wanted: int, tallied: int) -> None:
        """`State.demand`, here and in the games that allow more."""
        self.levels.demand(wanted, tallied)
        if self.has_relaxed:
            self.relaxed.demand(wanted, tallied)

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); False if a set alone is lost."""
        self.game.check_cards(cards)
        return bool(self.lay_out(cards))

    def load_position(self, cards: bytes, left: bytes, position: int) -> None:
        """Lay out a deal in the middle of its play. `cards` has the codes in dealing order; those
        are left whose byte in `left` is not 0. `position` is the stock's, as `encoding` has it."""
        self.game.check_position(cards, left, position)
        self.lay_out(cards)
        self.levels.begin_with(left, position)
        self.stand(cards, True)

    def load_sets(self, cards: bytes, left: bytes, sets: int, position: int = 0) -> None:
        """Lay out the sets of this mask alone at this position of the stock, every other card gone,
        and of theirs those whose byte in `left` is 0; for searches that ask no relaxations."""
        self.game.check_position(cards, left, position)
        self.levels.load_cards(cards)
        self.levels.keep_sets(self.levels.deal, sets)
        self.levels.build_set_tables()
        self.levels.begin_with(left, position)
        self.stand(cards, True)

    def search(self, node_budget: int) -> str:
        """Search on for this many nodes, the relaxations' among them, and no more: ``won``,
        ``lost``, ``paused`` when another one is needed, or ``memory`` at its limit.

        How the nodes are cut into budgets changes neither the answer nor the nodes it takes.
        """
        result: cython.int
        budget: cython.ulonglong = node_budget
        with cython.nogil:
            result = self.run(budget)
        return ANSWERS[result]

    def limit_memory(self, limit_bytes: int) -> None:
        """What the tables of positions may take, the old ones and the new while they grow: half
        of it for this game's, half for those of the relaxations."""
        self.table.limit_bytes = limit_bytes
        if self.has_relaxed:
            self.table.limit_bytes = limit_bytes // 2
            self.relaxed.limit_memory(limit_bytes // 2)

    def line(self) -> list[tuple[int, int, int]]:
        """The moves found, as `encoding` has them. Kings that went immediately are not listed."""
        return self.levels.listed(
            self.levels.move_low, self.levels.move_high, self.levels.move_position, self.depth
        )

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """`load` without the interpreter."""
        self.nodes = self.depth = 0
        self.code = ENTER
        self.levels.load_cards(cards)
        if not self.levels.build_set_tables() and self.levels.prunes & PRUNE_SETS:
            self.code = LOST
            return False
        self.forget_positions(cards)
        self.levels.first_level()
        return True

    def stand(self, cards: ReadOnlyBytes, anew: cython.bint) -> cython.void:
        """Begin at level 0 as it is, its kings going immediately; `anew`: see `Grouped.stand`."""
        self.nodes = self.depth = 0
        self.code = ENTER  # cards that are gone block nothing
        self.forget_positions(cards)
        self.levels.remove(0, self.levels.exposed[0] & self.levels.at_once())

    def forget_positions(self, cards: ReadOnlyBytes) -> cython.void:
        """No position of this deal was seen yet, here and in the relaxations."""
        self.table.clear()
        if self.has_relaxed:
            self.tightest.sort(self.levels)
            self.relaxed._lay_relaxed(cards, self.levels.deal, self.tightest.order)

    def _lay_relaxed(
        self,
        cards: ReadOnlyBytes,
        wider: Places,
        tightest: ReadOnlyBytes,
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
            self.relaxed._lay_relaxed(cards, self.levels.deal, tightest)

    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """Search on for this many nodes; each kind of search does it its own way."""
        return PAUSED

    def hopeless(
        self,
        left: cython.ulonglong,
        in_stock: cython.ulonglong,
        position: cython.int,
        node_budget: cython.ulonglong,
    ) -> cython.int:
        """`LOST` if this game is lost with these cards left, else `OPEN`, or `PAUSED`. A search that
        remembers no single positions claims nothing."""
        self.out_of_room = True
        return OPEN

    def so_far(self, result: cython.int) -> cython.int:
        """What `hopeless` says once this game was searched with `result`. Where it was won, or found
        no room, it may be won for whoever asks."""
        self.midway, self.out_of_room = result == PAUSED, result == NO_ROOM
        if result == LOST or result == PAUSED:
            return result
        self.note_alive(self.depth)
        return OPEN

    def table_position(self, d: cython.int) -> cython.int:
        """What the table keeps of the stock's position.

        With unlimited passes the pass does not matter; and where removing early never hurts,
        every position of the stock can be reached from every other.
        """
        if not self.levels.unlimited:
            return self.levels.position[d]
        return 0 if self.levels.monotone else dealt_of(self.levels.position[d])

    def note_alive(self, depth: cython.int) -> cython.void:
        """The levels of a won line are not lost: they were noted so on the way."""
        slot: cython.longlong
        alive: cython.ulonglong
        d: cython.int
        for d in range(depth):
            self.levels.position[d] = self.start[d]
            slot = self.table.find(self.levels.left[d])
            if slot >= 0:
                alive = self.table_position(d) + 1
                self.table.write(slot, self.levels.left[d], note_of(alive, LATEST))
