# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The most discards that a line makes in some sets, of lines that remove the cards that must go.

Branch and bound as in `best`, with the number of discards that are not made as the value. A tallied
set counts half its cards that are left; tallied kings count one each. The search leaves a level
when the cards that must go cannot go any more; every prune of `positions` applies. It also leaves a
level when what the tallied sets leave at least, each set alone, is no better than the best line so
far.
"""

import cython

from pyrtool.kernel.best.bounds import Bounds
from pyrtool.kernel.best.discards import ValueDiscards
from pyrtool.kernel.best.kept_line import KeptLine
from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.codes import (
        BY_ALL,
        ENTER,
        LOST,
        MANY,
        NO_ROOM,
        OPEN,
        STAY_ROWS,
        STAY_STEPS,
        WON,
        WORST,
    )
    from pyrtool.kernel.numbers.encoding import FOREVER, dealt_of, lower_of
    from pyrtool.kernel.verdict.positions import Positions
    from pyrtool.kernel.verdict.search import Search


@cython.cclass
class Most(Positions):
    """Buffers of one game. `ask` of a deal, then `search` until it answers ``done`` or ``won``.

    `prunes` and `drop_kings`: see `Best`; `relaxed`: see `Search`. `best` is what the best line so far leaves, which `line` gives, `least`
    what no line falls below. The `preferred` cards are those that must go: those of a rank that are not
    wanted count alike, wherever they lie.
    """

    def __init__(
        self, game: Game, prunes: int, drop_kings: bool, relaxed: "Search | None" = None
    ) -> None:
        self.values = ValueDiscards(game, prunes, drop_kings)
        Positions.__init__(self, game, prunes, game.sets, relaxed, self.values)
        self.by_events = self.by_events and drop_kings
        self.bounds, self.found = Bounds(self.values, BY_ALL, []), KeptLine(self.values)
        self.best, self.enough, self.pairs = WORST, -WORST, integers(8)

    def ask(
        self,
        cards: bytes,
        left: bytes,
        position: int,
        wanted: int,
        tallied: int,
        one_stays: int,
        below: int,
        enough: int,
    ) -> None:
        """Lay out a deal in the middle of its play (`Search.load_position`) for one question.

        `wanted` and `tallied`: see `State.demand`. `one_stays`: tableau cards of which, as is known,
        no line removes all together with those `wanted`; 0 if nothing is known. Only lines that leave fewer than `below` are
        looked for, and none after one that leaves no more than `enough`.
        """
        self.game.check_cards(cards)
        self.game.check_left(left, position)
        self.demand(wanted, tallied)
        self.lay_out(cards)
        self.values.build_stay_tables()
        self.values.preferred = self.values.must
        self.enough = enough
        self.bounds.one_stays = one_stays
        self.bounds.find_beneath()
        self.values.find_open_cards()
        self.code = ENTER
        self.forget_positions(cards)
        self.values.begin_with(left, position)
        self.best, self.found.depth = below, 0
        self.least = self.at_least(0, position)

    def search(self, node_budget: int) -> str:
        """Search on for this many nodes: ``done``, ``won``, ``paused``, or ``memory`` at its
        limit."""
        answer = Positions.search(self, node_budget)
        return "done" if answer == "lost" else answer

    def line(self) -> list[tuple[int, int, int]]:
        """The discards of the best line, as `Search.line` gives them."""
        return self.found.listed()

    def at_least(self, d: cython.int, position: cython.int) -> cython.int:
        """No line from here leaves fewer.

        Each tallied set alone leaves a least number of pairs, and at least as many as have no
        partner any more. Where one card of `one_stays` has to stay, what lies beneath it stays too,
        and as many cards of the complements: the least of what each of them would leave.
        """
        now: cython.int = 0 if self.values.unlimited else position
        pairs: cython.int = 0
        least: cython.int = MANY
        more: cython.int
        card: cython.int
        rest: cython.ulonglong
        s: cython.int
        m: cython.int
        row: cython.int
        here: cython.uint
        for s in range(self.values.sets):
            here = cython.cast(cython.uint, (self.values.left[d] >> (8 * s)) & 255)
            self.pairs[s] = 0
            if here == 0 or not self.values.tallied >> s & 1:
                continue
            row = 256 * s + cython.cast(cython.int, here)
            m = (self.bounds.with_mates(self.values.lonely(d, s) & here, s) + 1) >> 1
            while m < STAY_STEPS and self.values.stay[STAY_ROWS * m + row] < now:
                m += 1
            if m == STAY_STEPS:
                return MANY
            self.pairs[s] = m
            pairs += m
        if self.bounds.one_stays == 0:
            return pairs
        rest = self.bounds.one_stays & self.values.left[d]
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            more = pairs + self.kings_beneath(d, card)
            for s in range(self.values.sets):
                if self.values.tallied >> s & 1:
                    here = cython.cast(
                        cython.uint,
                        ((self.values.left[d] & self.bounds.beneath[card]) >> (8 * s)) & 255,
                    )
                    m = (self.bounds.with_mates(here, s) + 1) >> 1
                    if m > self.pairs[s]:
                        more += m - self.pairs[s]
            if more < least:
                least = more
        return least

    def kings_beneath(self, d: cython.int, card: cython.int) -> cython.int:
        """How many tallied kings lie beneath a card, itself among them."""
        here: cython.ulonglong = (
            self.values.left[d] & self.bounds.beneath[card] & self.values.set_tables.tallied_cards
        )
        return count_bits(here & self.values.kings)

    def _enter(self, d: cython.int) -> cython.int:
        """Judge a new level: its own value, then whether anything better can follow."""
        left: cython.ulonglong = self.values.left[d]
        slot: cython.longlong = 0
        note: cython.ulonglong = 0
        answer: cython.int
        self.values.position[d] = self.values.canonical(d)
        if left & self.values.must == 0:
            if self._keep_line(d, self.values.units(left)):
                return WON
        if self.values.last and left & self.values.pyramid == 0:
            return LOST
        if self._is_hopeless(d):
            return LOST
        if self.values.monotone:
            slot = self.table.find(left)
            if slot >= 0:
                if lower_of(self.table.note(slot)) <= self.table_position(d):
                    return LOST
        elif self._seen(d):
            return LOST
        if self.has_relaxed and self.values.must & left:
            answer = self._ask_relaxed(d)
            if answer != OPEN:
                return answer
        if self.table.full():
            if not self.table.make_room():
                return NO_ROOM
            slot = self.table.find(left)
        if self.values.monotone:
            note = cython.cast(cython.ulonglong, self.table_position(d))
            self.table.write(slot, left, note)
        else:
            self.known.mark_seen(d, dealt_of(self.values.position[d]))
        self.start[d] = self.values.position[d]
        self.values.forced[d] = 0
        self.values.list_pairs(d)
        self.values.list_stock_pairs(d)
        if self.values.open_cards:
            self.values.keep_first_twins(d)
        self.values.force(d)
        return OPEN

    def _is_hopeless(self, d: cython.int) -> cython.bint:
        """Whether nothing better can follow from a new level, by its cards alone."""
        self.deadline[d] = FOREVER
        if self.values.must:
            self.set_deadline(d)
        if self.too_late(d):
            return True
        return self.values.monotone and self.values.must != 0 and self.values.some_stuck(d)

    def _keep_line(self, d: cython.int, value: cython.int) -> cython.bint:
        """Keep the line to here if none so far leaves so few; whether that is `enough`."""
        if value >= self.best:
            return False
        self.best = value
        self.found.keep(d)
        return value <= self.enough

    def too_late(self, d: cython.int) -> cython.bint:
        """Whether nothing better can follow at this position of the stock."""
        if self.deadline[d] < (0 if self.values.unlimited else self.values.position[d]):
            return True
        return self.at_least(d, self.values.position[d]) >= self.best
