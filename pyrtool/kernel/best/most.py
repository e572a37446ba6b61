# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The most discards that a line makes in some sets, of lines that remove the cards that must go.

Branch and bound as in `best`, whose value here is the number of discards that are not made: of a
tallied set half the cards that are left, of tallied kings each. A level is left
when the cards that must go cannot go any more, by every prune of `search`, or when what the tallied
sets leave at least, each set alone, is no better than the best line so far.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.best.best import Best
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
    )
    from pyrtool.kernel.numbers.encoding import FOREVER, lower_of
    from pyrtool.kernel.verdict.search import Search


@cython.cclass
class Most(Best):
    """Buffers of one game. `ask` of a deal, then `search` until it answers ``done`` or ``won``.

    Takes what `Best` takes. `best` is what the best line so far leaves, which `line` gives, `least`
    what no line falls below. `preferred` are the cards that must go: those of a rank that are not
    wanted count alike, wherever they lie.
    """

    def __init__(
        self, game: Game, prunes: int, drop_kings: bool, relaxed: "Search | None" = None
    ) -> None:
        Best.__init__(self, game, prunes, drop_kings, BY_ALL, [], relaxed)
        self.pairs = integers(8)

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
        self.build_stay_tables()
        self.preferred = self.must
        self.enough = enough
        self.one_stays = one_stays
        self.find_beneath()
        self.find_open_cards()
        self.code = ENTER
        self._forget(cards)
        self.begin_with(left, position)
        self.best, self.best_depth = below, 0
        self.least = self.at_least(0, position)

    def at_least(self, d: cython.int, position: cython.int) -> cython.int:
        """No line from here leaves fewer.

        Each tallied set alone leaves so many pairs at least, and so many as have no partner any
        more. Where one card of `one_stays` has to stay, what lies beneath it stays too, and as many
        cards of the complements: the least of what each of them would leave.
        """
        now: cython.int = 0 if self.unlimited else position
        pairs: cython.int = 0
        least: cython.int = MANY
        more: cython.int
        card: cython.int
        rest: cython.ulonglong
        s: cython.int
        m: cython.int
        row: cython.int
        here: cython.uint
        for s in range(self.sets):
            here = cython.cast(cython.uint, (self.left[d] >> (8 * s)) & 255)
            self.pairs[s] = 0
            if here == 0 or not self.tallied >> s & 1:
                continue
            row = 256 * s + cython.cast(cython.int, here)
            m = (self.with_mates(self.lonely(d, s) & here, s) + 1) >> 1
            while m < STAY_STEPS and self.stay[STAY_ROWS * m + row] < now:
                m += 1
            if m == STAY_STEPS:
                return MANY
            self.pairs[s] = m
            pairs += m
        if self.one_stays == 0:
            return pairs
        rest = self.one_stays & self.left[d]
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            more = pairs + self.kings_beneath(d, card)
            for s in range(self.sets):
                if self.tallied >> s & 1:
                    here = cython.cast(
                        cython.uint, ((self.left[d] & self.beneath[card]) >> (8 * s)) & 255
                    )
                    m = (self.with_mates(here, s) + 1) >> 1
                    if m > self.pairs[s]:
                        more += m - self.pairs[s]
            if more < least:
                least = more
        return least

    def kings_beneath(self, d: cython.int, card: cython.int) -> cython.int:
        """How many tallied kings lie beneath a card, itself among them."""
        here: cython.ulonglong = self.left[d] & self.beneath[card] & self.set_tables.tallied_cards
        return count_bits(here & self.kings)

    def _enter(self, d: cython.int) -> cython.int:
        """Judge a new level: its own value, then whether anything better can follow."""
        left: cython.ulonglong = self.left[d]
        slot: cython.longlong = 0
        note: cython.ulonglong = 0
        answer: cython.int
        self.position[d] = self.canonical(d)
        if left & self.must == 0:
            if self._keep_line(d, self.units(left)):
                return WON
        if self.last and left & self.pyramid == 0:
            return LOST
        self.deadline[d] = FOREVER
        if self.must:
            self.set_deadline(d)
        if self.too_late(d):
            return LOST
        if self.monotone and self.must and self.some_stuck(d):
            return LOST
        if self.monotone:
            slot = self.table.find(left)
            if slot >= 0:
                if lower_of(self.table.note(slot)) <= self.table_position(d):
                    return LOST
        elif self.seen(d):
            return LOST
        if self.has_relaxed and self.must & left:
            answer = self._ask_relaxed(d)
            if answer != OPEN:
                return answer
        if self.table.full():
            if not self.table.make_room():
                return NO_ROOM
            slot = self.table.find(left)
        if self.monotone:
            note = cython.cast(cython.ulonglong, self.table_position(d))
            self.table.write(slot, left, note)
        else:
            self.mark_seen(d)
        self.start[d] = self.position[d]
        self.forced[d] = 0
        self.list_pairs(d)
        self.list_stock_pairs(d)
        if self.open_cards:
            self._keep_first_twins(d)
        self.force(d)
        return OPEN

    def too_late(self, d: cython.int) -> cython.bint:
        """Whether nothing better can follow at this position of the stock."""
        if self.deadline[d] < (0 if self.unlimited else self.position[d]):
            return True
        return self.at_least(d, self.position[d]) >= self.best
