# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search of the games whose cards are turned one at a time, with every prune.

Most games with a stock are of this kind, and all that they are relaxed to. It is `Positions`, node for
node, for them alone, on levels made for them (`turning`), by its proofs, in four fifths of its time.
"""

import cython

from pyrtool.kernel.numbers.buffers import words
from pyrtool.kernel.verdict.partners import Partners
from pyrtool.kernel.verdict.turning import Turning

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.levels.places import Places
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import (
        DOUBT,
        ENTER,
        LOST,
        NO_ROOM,
        OPEN,
        PAUSED,
        PRUNE_DOUBT,
        WON,
    )
    from pyrtool.kernel.numbers.encoding import (
        FOREVER,
        PASS,
        dealt_of,
        lower_of,
        next_event,
        note_of,
        pass_start,
        top_of,
        upper_of,
    )
    from pyrtool.kernel.verdict.search import Search

PATIENCE = 250
"""How many nodes a level may take before it is in doubt."""
ASKED = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.cclass
class Singly(Search):
    """The search of games that `turns_singly` accepts; what it is `relaxed` to is of its kind.

    With more than one pass, two sets that cannot both go are often a deal's whole difficulty, and
    not always the tightest. So a level that takes many nodes is in `doubt`. The game of every two
    sets is asked about it, and two that lose it are from then on the first of the tightest.

    If it `chooses`, it chooses `partners` before it searches.
    """

    def __init__(
        self,
        game: Game,
        prunes: int,
        kept_sets: int,
        relaxed: "Singly | None" = None,
        chooses: bool = False,
    ) -> None:
        self.turning = Turning(game, prunes)
        Search.__init__(self, self.turning, kept_sets, relaxed)
        self.easier = relaxed
        self.of_two = relaxed
        if self.easier is not None and self.easier.of_two is not None:
            self.of_two = self.easier.of_two
        self.doubts = (
            kept_sets > 3
            and self.has_relaxed
            and bool(prunes & PRUNE_DOUBT)
            and (self.turning.unlimited or self.turning.passes > 1)
        )
        self.partners, self.chooses = Partners(self.turning) if chooses else None, chooses
        self.patience = PATIENCE
        self.order, self.ask_at = bytearray(8), words(self.turning.size + 2)

    def doubt_after(self, nodes: int) -> None:
        """Let a level take this many nodes before doubt, here and in the games that allow more."""
        self.patience = nodes
        if self.has_relaxed:
            self.easier.doubt_after(nodes)

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """See `Search.lay_out`."""
        if self.chooses:
            self.partners.forget()
        return Search.lay_out(self, cards)

    def stand(self, cards: ReadOnlyBytes, anew: cython.bint) -> cython.void:
        """See `Search.stand`."""
        if self.chooses:
            self.partners.forget()
        Search.stand(self, cards, anew)

    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """Search depth-first from where it paused; `code` says what state the level `depth` is in.
        Partners, if they are chosen, are chosen first."""
        result: cython.int
        if self.chooses and not self.partners.over and self.code == ENTER:
            result = self.partners.choose(node_budget)
            self.nodes += self.partners.nodes
            if result == PAUSED:
                return PAUSED
            if result == WON:
                self.depth = self.partners.pairs
            if result != OPEN:
                self.code = result
                return result
            node_budget -= self.partners.nodes
        self.stop_at = self.nodes + node_budget
        if self.code == ENTER:
            self.turning.position[self.depth] = self.turning.canonical(self.depth)
            self.code = self._judge(self.depth)
        return self._go_on(self.depth, self.code)

    def hopeless(
        self,
        left: cython.ulonglong,
        in_stock: cython.ulonglong,
        position: cython.int,
        node_budget: cython.ulonglong,
    ) -> cython.int:
        """See `Positions.hopeless`. The exposed kings, if the caller keeps them, go immediately."""
        one: cython.ulonglong = 1
        kings: cython.ulonglong = (
            left & self.turning.all_left & self.turning.kings & self.turning.laid_out
        )
        rest: cython.ulonglong = kings
        king: cython.int
        while rest:
            king = lowest_bit(rest)
            rest &= rest - 1
            if self.turning.cover[king] & left == 0:
                left &= ~(one << king)
                kings &= left
                rest = kings
        if not self.midway:
            left &= self.turning.all_left
            in_stock &= self.turning.all_in_stock
            position = pass_start(position) + top_of(in_stock, position) + 1
            if self.turning.least_deadline(left) < (0 if self.turning.unlimited else position):
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
        """`hopeless`; of the cards left these are known to be `exposed`. That each set can still go is
        known: it can in the game that asks, which has all these sets."""
        result: cython.int
        at: cython.int
        slot: cython.longlong
        note: cython.ulonglong = 0
        self.out_of_room = False
        if self.midway:
            result = self.run(node_budget)
        else:
            left &= self.turning.all_left
            if left & self.turning.must == 0:
                return OPEN
            in_stock &= self.turning.all_in_stock
            position = pass_start(position) + top_of(in_stock, position) + 1
            at = 0 if self.turning.unlimited else position
            slot = self.table.find(left)
            if slot >= 0:
                note = self.table.note(slot)
                if lower_of(note) <= at:
                    return LOST
                if upper_of(note) > at:
                    return OPEN
            self.turning.begin(left, exposed & left, in_stock, position)
            self.stop_at = self.nodes + node_budget
            result = self._open(0, slot, note)
            if result == LOST:
                return LOST
            result = self._go_on(0, result)
        return self.so_far(result)

    def _go_on(self, d: cython.int, code: cython.int) -> cython.int:
        """Search on from level d; `code` says what state it is in."""
        while True:
            if code == LOST:
                if d == 0:
                    self.depth, self.code = d, LOST
                    return LOST
                d -= 1
                if self.turning.nothing_left(d):
                    continue
            elif code != OPEN and code != DOUBT:
                # Won, or the table wants room, or a relaxation paused.
                self.depth, self.code = d, WON if code == WON else ENTER
                return code
            if code != DOUBT:
                code = OPEN
            while code == OPEN and self.turning.following[d] >= self.turning.count[d]:
                code = self._deal_on(d)
            if code == LOST:
                continue
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
                self.depth, self.code = d, OPEN
                return PAUSED
            self.nodes += 1
            if self.turning.take_next(d):
                d += 1
                code = self._judge(d)
            elif self.turning.nothing_left(d):
                code = LOST

    def _deal_on(self, d: cython.int) -> cython.int:
        """Deal on, and redeal, to the next card that can be discarded when it is turned, and list its
        discards; `LOST` if there is none in time."""
        position: cython.int = self.turning.position[d]
        t: cython.int = dealt_of(position) + 1
        passes: cython.int = FOREVER if self.turning.unlimited else self.turning.passes
        rest: cython.ulonglong
        if self.start[d] == position:
            self.deadline[d] = self.turning.least_deadline(self.turning.left[d])
            self.events[d] = self.turning.stock_events(d)
            rest = self.turning.in_stock[d] >> (t - 1)
            t = t + lowest_bit(rest) if rest else PASS  # the turned card was listed with the level
        position = next_event(self.events[d], position, t, passes)
        if position < 0:
            return LOST
        self.turning.position[d] = position
        if position > self.start[d] + PASS or (
            self.deadline[d] < (0 if self.turning.unlimited else position)
        ):
            return LOST
        self.turning.count[d] = self.turning.following[d] = 0
        self.turning.list_turned(d, dealt_of(position))
        return OPEN

    def _find_doubtful(self, d: cython.int) -> cython.bint:
        """Whether a level, not below d, has taken enough nodes to be in doubt: `doubtful`, the
        first of them. `doubt_at`: the number of nodes at which this is asked again."""
        e: cython.int
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
        """`LOST` if the game of some two sets loses the level in doubt, from the position that it
        is at, as what came before was tried in vain. Then the levels below are lost as well, as the
        table has it.
        """
        d: cython.int = self.doubtful
        answer: cython.int
        while self.first < self.kept_sets - 1:
            if not self.of_two.midway:
                self.order[0] = self.tightest.order[self.first]
                self.order[1] = self.tightest.order[self.second]
                self.of_two.keep_first(self.turning.deal, self.order)
            self.nodes -= self.of_two.nodes
            answer = self.of_two._hopeless(
                self.turning.left[d],
                self.turning.exposed[d],
                self.turning.in_stock[d],
                self.turning.position[d],
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
            self.easier._lay_two_again()
        else:
            self.of_two.keep_first(self.turning.deal, self.tightest.order)

    def _prefer_pair(self) -> cython.void:
        """Take these two sets for the tightest, in all games that are asked."""
        k: cython.int
        after: cython.int = 2
        self.order[0], self.order[1] = (
            self.tightest.order[self.first],
            self.tightest.order[self.second],
        )
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
            self.easier.keep_first(self.turning.deal, order)
            self.easier._keep_order(order)

    def keep_first(
        self,
        wider: Places,
        order: ReadOnlyBytes,
    ) -> cython.void:
        """Lay out the first sets of this order alone, as many as this game has."""
        self.turning.keep_sets(wider, self.tightest.take(order, self.kept_sets))

    def _judge(self, d: cython.int) -> cython.int:
        """Judge a new level as `Positions` does; that no set is dead below the first level, and that
        of the last discard not stuck, is known."""
        left: cython.ulonglong = self.turning.left[d]
        note: cython.ulonglong = 0
        slot: cython.longlong
        at: cython.int
        if left & self.turning.must == 0:
            return WON
        at = 0 if self.turning.unlimited else self.turning.position[d]
        if d == 0 and self.turning.least_deadline(left) < at:
            return LOST
        slot = self.table.find(left)
        if slot >= 0:
            note = self.table.note(slot)
            if lower_of(note) <= at:
                return LOST
            if self.asking and upper_of(note) > at:
                return WON
        return self._open(d, slot, note)

    def _open(self, d: cython.int, slot: cython.longlong, note: cython.ulonglong) -> cython.int:
        """Ask the relaxations about a level that the table has not judged, note it there as lost until it
        is known to be won, and list its first discards."""
        left: cython.ulonglong = self.turning.left[d]
        answer: cython.int
        if self.has_relaxed:
            self.nodes -= self.easier.nodes
            answer = self.easier._hopeless(
                left,
                self.turning.exposed[d],
                self.turning.in_stock[d],
                self.turning.position[d],
                self.stop_at - self.nodes - self.easier.nodes,
            )
            self.nodes += self.easier.nodes
            if answer != OPEN:
                return answer
        if self.table.full():
            if not self.table.make_room():
                return NO_ROOM
            slot = self.table.find(left)
        if self.doubts:
            self.ask_at[d] = self.nodes + self.patience
            if d == 0:
                self.doubt_at = self.ask_at[0]
        self.start[d] = self.turning.position[d]
        self.table.write(
            slot, left, note_of(upper_of(note), 0 if self.turning.unlimited else self.start[d])
        )
        self.turning.list_all(d)
        return OPEN
