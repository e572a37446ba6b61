# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Shortest lines: iterative deepening over positions, with a bound on the moves still to come.

Discards, deals and redeals count one each. A level is one choice of cards left, as in `search`;
dealing on within it costs moves. A search with bound f visits what can be won in f moves at
best; when it fails, the least bound that was exceeded is the next one. The table notes
for the cards left the moves that were not enough, so that a later bound begins where the one
before ended. `lengths` bounds the moves to come, and says when a line is good enough.

Which prunes of `search` hold for lengths: the set tables, and the excluded pairs (a pair moved to
the front of a line saves deals or none, and costs none). A forced pair must have a card that has
to go: another discard would cost a move.

Stock kings, where they can go when they are turned: passing one costs a move either way, a deal or
its discard, and gone it is never in the way. So they are dealt over at that price in the first
pass, and are gone from then on.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers
from pyrtool.kernel.numbers.codes import ANSWERS
from pyrtool.kernel.numbers.widths import check_width

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.levels.discards import Discards
    from pyrtool.kernel.numbers.bits import count_bits, highest_bit, lowest_bit
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import (
        ADVANCED,
        ENTER,
        EXHAUSTED,
        LOST,
        MANY,
        NO_ROOM,
        OPEN,
        PAIRS,
        PAUSED,
        PRUNE_EXCLUDED,
        PRUNE_KINGS,
        SW_AUTO,
        SW_AUTO_ON_TURN,
        VANISH,
        WON,
    )
    from pyrtool.kernel.numbers.encoding import (
        PASS,
        POSITION_BITS,
        VANISHED,
        dealt_of,
        pass_start,
    )
    from pyrtool.kernel.shortest.lengths import Lengths
    from pyrtool.kernel.shortest.notes import Notes

ENDS: dict[int, str] = ANSWERS | {LOST: "longer"}


@cython.cclass
class Shortest(Discards):
    """Buffers of one game; `load` a deal, then `search` with growing bounds.

    `drop_kings` and `prunes`: see `Lengths`.
    """

    def __init__(self, game: Game, drop_kings: bool, prunes: int) -> None:
        kings: bool = bool(prunes & PRUNE_KINGS)
        Discards.__init__(
            self,
            game,
            prunes,
            keep_kings=not kings,
            keep_optional=kings,
            drop_kings=drop_kings and kings,
        )
        self.lengths = Lengths(
            self.deal,
            self.set_tables,
            prunes,
            drop_kings=self.drop_kings,
            ends_hold=self.monotone,
        )
        self.by_ends, self.kings_go = self.lengths.by_ends, False
        self.dealt_over = 0
        levels = self.size + 2
        self.cost, self.first_cost, self.start = (integers(levels) for _ in range(3))
        most: int = MANY + (self.stock + 1) * (self.passes + 1)
        check_width("moves, and deals before them", most, POSITION_BITS)
        self.notes = Notes(game, self.monotone)
        self.nodes = 0
        self.depth = self.length = 0

    def count_discards(self, lengths: Lengths, kings_go: bool) -> None:
        """Look for lines of as many discards as `lengths` asks for, kings discarded one by one. If
        `kings_go`, those of the stock go at no loss when they are turned, if the stock is dealt
        on."""
        self.lengths, self.by_ends = lengths, lengths.by_ends
        self.keep_kings, self.keep_optional, self.deal.ends = True, False, self.game.ends
        self.kings_go = kings_go and self.monotone and bool(self.prunes & PRUNE_KINGS)

    def load(self, cards: bytes) -> int:
        """Lay out a deal (the codes in dealing order); the least number of moves it can take."""
        self.game.check_cards(cards)
        self.lay_out(cards)
        return self._at_least(0)

    def load_position(self, cards: bytes, left: bytes, position: int) -> int:
        """`load` in the middle of play: see `Search.load_position`.

        With `drop_kings` no king may lie in the waste.
        """
        self.game.check_cards(cards)
        self.game.check_left(left, position)
        self.lay_out(cards)
        self.keep(left)
        self.lengths.keep(self.kept_in_stock)
        self.dealt_over = self.notes.dealt_over = self.lengths.dealt_over
        self.from_position = position
        return self._set_out()

    def go_to(self, left: bytes, position: int) -> int:
        """Begin elsewhere in the play of what was loaded, whose table stays; the least number of
        moves from there.

        What the table notes of a position holds whatever led to it, exclusions among it, if kings
        have the same price. The proof is in docs/development/proofs.md, "The table of shortest
        lines, from other positions". With `drop_kings` no king may lie in the waste.
        """
        self.game.check_left(left, position)
        self.nodes = 0
        self.gone_to = True
        self.keep(left)
        self.from_position = position
        return self._set_out()

    def _set_out(self) -> int:
        """The first level is that of the cards kept."""
        self.from_left = self.kept & self.all_left
        self.from_in_stock = self.kept_in_stock & self.all_in_stock
        self._restart()
        return self._at_least(0)

    def begin(self, bound: int) -> None:
        """Look for a line of at most `bound` moves, its `length`; `next_bound` is the next to try if it
        fails, unless a greater bound was tried before."""
        self.bound = bound
        self.next_bound = MANY
        self.depth = 0
        self.code = ENTER
        self._restart()

    def search(self, node_budget: int) -> str:
        """Go on: ``won``, ``longer``, ``paused``, or ``memory`` at its limit."""
        result: cython.int
        budget: cython.ulonglong = node_budget
        with cython.nogil:
            result = self.run(budget)
        return ENDS[result]

    def limit_memory(self, limit_bytes: int) -> None:
        """What the table of positions may take, the old one and the new while it grows."""
        self.notes.table.limit_bytes = limit_bytes

    def line(self) -> list[tuple[int, int, int]]:
        """The discards found, as `Search.line` gives them."""
        return self.listed(self.move_low, self.move_high, self.move_position, self.depth)

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """Set tables, length tables and the first level; False if a set alone is lost."""
        alive: cython.bint
        self.nodes = 0
        self.load_cards(cards)
        alive = self.build_set_tables()
        self.lengths.build()
        self.dealt_over = self.notes.dealt_over = self.lengths.dealt_over
        self.notes.table.clear()
        self.gone_to = False
        self.from_left, self.from_in_stock = self.all_left, self.all_in_stock
        self.from_position = 0
        self._restart()
        return alive

    def _restart(self) -> cython.void:
        """The first level, as the deal or the position lies."""
        self.level_of(self.from_left, self.from_in_stock, self.from_position)
        self.remove(0, self.exposed[0] & self.at_once())
        self.cost[0] = count_bits(self.from_left & ~self.left[0])  # kings gone immediately

    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """Depth-first up to the bound, from where it paused."""
        stop_at: cython.ulonglong = self.nodes + node_budget
        d: cython.int = self.depth
        k: cython.int
        step: cython.int
        code: cython.int = self.code
        gone: cython.ulonglong
        while True:
            if code == ENTER:
                code = self._enter(d)
            if code == LOST:
                if d == 0:
                    self.depth, self.code = d, LOST
                    return LOST
                d -= 1
                code = OPEN
                if self.failed(d):
                    code = LOST if self._note(d) else NO_ROOM
                if code == LOST:
                    continue
            if code == WON:
                self.depth, self.code = d, WON
                return WON
            if code == NO_ROOM:
                self.depth, self.code = d, NO_ROOM
                return NO_ROOM
            step = VANISH if code == VANISH else ADVANCED
            while self.following[d] >= self.count[d] and step == ADVANCED:
                step = self._advance(d)
            if step == EXHAUSTED:
                code = LOST if self._note(d) else NO_ROOM
                continue
            if self.nodes >= stop_at:
                self.depth, self.code = d, VANISH if step == VANISH else OPEN
                return PAUSED
            self.nodes += 1
            self.move_position[d] = self.position[d]
            if step == VANISH:
                self.move_low[d] = self.move_high[d] = VANISHED
                self.forced[d] = 1
                self.copy_level(d)
                self.vanish(d + 1)
                self.cost[d + 1] = self.cost[d]
            else:
                k = PAIRS * d + self.following[d]
                self.following[d] += 1
                self.move_low[d], self.move_high[d] = self.pair_low[k], self.pair_high[k]
                self.take(d)
                self.cost[d + 1] = self.cost[d] + 1
                gone = self.left[d] & ~self.left[d + 1] & self.kings
                while gone:
                    if lowest_bit(gone) != self.move_low[d]:
                        self.cost[d + 1] += 1
                    gone &= gone - 1
            d += 1
            code = ENTER

    def _enter(self, d: cython.int) -> cython.int:
        """Judge a new level: won, longer than the bound, or open."""
        one: cython.ulonglong = 1
        least: cython.int
        passed: cython.ulonglong
        reached: cython.bint
        if self.dealt:
            passed = self.lengths.order(self.in_stock[d], self.position[d])
            passed &= (one << dealt_of(self.position[d])) - 1
            self.position[d] = pass_start(self.position[d])
            if passed:
                self.position[d] += highest_bit(passed) + 1
        self.start[d] = self.position[d]
        self.first_cost[d] = self.cost[d]
        least = self.cost[d] + self._at_least(d)
        reached = self.lengths.reached(self.left[d])
        if reached:
            # Kings never passed must still go where all cards must.
            if not self.goal_pyramid and self.position[d] < PASS and not self.by_ends:
                least += count_bits(self.dealt_over >> dealt_of(self.position[d]))
            if least <= self.bound:
                self.length = least
                return WON
        if least > self.bound:
            if least < self.next_bound:
                self.next_bound = least
            return LOST
        if reached or (self.last and self.left[d] & self.pyramid == 0):
            return LOST
        if self._known(d):
            return LOST
        self.forced[d] = 0
        self.list_pairs(d)
        self._list(d)
        if self.keep_kings and self.prunes & PRUNE_KINGS:
            self._take_king(d)
        return OPEN

    def _at_least(self, d: cython.int) -> cython.int:
        """No line from this level takes fewer moves."""
        return self.lengths.at_least(self.left[d], self.in_stock[d], self.position[d])

    def _take_king(self, d: cython.int) -> cython.void:
        """If a king that must go can, list it alone: see `State.at_once`."""
        kings: cython.ulonglong = self.exposed[d] & self.kings & self.must & ~self.last
        if kings:
            self.count[d] = self.following[d] = 0
            self.add_pair(d, lowest_bit(kings), lowest_bit(kings))
            self.forced[d] = 1

    def _is_king(self, index: cython.int) -> cython.bint:
        """Whether this card of the stock, by index, is a king; -1 is no card."""
        return index >= 0 and self.bit_at[self.tableau + index] >= 8 * self.sets

    def _list(self, d: cython.int) -> cython.void:
        """Add the discards that the stock brings at this position; a king that is turned goes when the
        stock is dealt on."""
        order: cython.ulonglong
        king: cython.bint
        t: cython.int = dealt_of(self.position[d])
        if self.dealt:
            if self.kings_go:
                king = self._is_king(self.turned(d))
            else:
                order = self.lengths.order(self.in_stock[d], self.position[d]) >> t
                king = order and self.dealt_over >> t >> lowest_bit(order) & 1
            if not king:
                self.list_stock_pairs(d)
            elif self.waste_top(d) >= 0:
                self._list_with(d, self.bit_at[self.tableau + self.waste_top(d)])
        self.force(d)

    def _advance(self, d: cython.int) -> cython.int:
        """Deal or redeal once, for one move, and list the pairs that this brings; or where a king is
        turned that goes in place of a deal, list its discard."""
        card: cython.int
        if self.kings_go and self._is_king(self.turned(d)):
            card = self.bit_at[self.tableau + self.turned(d)]
            self.count[d] = self.following[d] = 0
            self.add_pair(d, card, card)
            self.forced[d] = 1
            return ADVANCED
        return self._deal_on(d)

    def _deal_on(self, d: cython.int) -> cython.int:
        """Deal or redeal once, for one move, and list the pairs that this brings."""
        order: cython.ulonglong
        t: cython.int = dealt_of(self.position[d])
        following: cython.int
        least: cython.int
        if not self.dealt or (self.stock_waste == SW_AUTO and self.tops_match(d)):
            return EXHAUSTED
        order = self.lengths.order(self.in_stock[d], self.position[d]) >> t
        if self.dealt_over and order:
            following = self.position[d] + lowest_bit(order) + 1
        else:
            following = self.next_position(d)
        if following < 0 or (self.monotone and following > self.start[d] + PASS):
            return EXHAUSTED
        if not self.monotone and self.cost[d] - self.first_cost[d] > 4 * (self.stock + 2):
            return EXHAUSTED  # the positions repeat
        self.position[d] = following
        self.cost[d] += 1
        self.count[d] = self.following[d] = 0
        least = self.cost[d] + self._at_least(d)
        if least > self.bound:
            if least < self.next_bound:
                self.next_bound = least
            return EXHAUSTED
        if dealt_of(following) == 0 and not self.monotone:
            self.forget_pass(d)
        if self.stock_waste == SW_AUTO_ON_TURN and self.tops_match(d):
            return VANISH
        if not self.prunes & PRUNE_EXCLUDED:
            self.list_pairs(d)
        self._list(d)
        return ADVANCED

    def _known(self, d: cython.int) -> cython.bint:
        """Whether the moves left are known not to be enough."""
        least: cython.int
        spare: cython.int = self.notes.known(
            self.left[d], self.in_stock[d], self.start[d], self.bound - self.first_cost[d]
        )
        if spare < 0:
            return False
        if self.gone_to:
            # The search that noted it had bounds of its own.
            least = self.bound + spare + 1
            if least < self.next_bound:
                self.next_bound = least
        return True

    def _note(self, d: cython.int) -> cython.bint:
        """Note that the moves left were not enough; False when there is no room for it."""
        return self.notes.note(
            self.left[d], self.in_stock[d], self.start[d], self.bound - self.first_cost[d]
        )
