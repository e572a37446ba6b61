# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The most that can be done in a deal: branch and bound over the levels of `positions`.

The value of a line is what it leaves, a number of which less is better. The search leaves a level
as soon as a lower bound on what can still be reached there is no better than the best line found so
far. When the search ends, that line is proved to be the best. The bound is that of `bounds`.

Three prunes of `positions` hold for values. "Excluded pairs" and "earlier is better" hold, as a
discard moved to the front of a line leaves the same cards, and clears the pyramid no later. "Forced
pairs" holds where each card is the other's only partner. A pair that failed means here: its branch
was searched.
"""

import cython

from pyrtool.kernel.best.bounds import Bounds
from pyrtool.kernel.best.discards import ValueDiscards
from pyrtool.kernel.best.kept_line import KeptLine

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import BY_SCORE, ENTER, LOST, NO_ROOM, OPEN, WON, WORST
    from pyrtool.kernel.numbers.encoding import dealt_of, key_of, pass_of
    from pyrtool.kernel.verdict.positions import Positions

VALUES: dict[str, int] = {"pyramid": 0, "all": 1, "score": 2}
"""What a value is: 64 times the cards left in the pyramid plus those left in all, the same with the
two exchanged, or 64 less the par score."""

CLEARED_AT = cython.declare(cython.int, 8)  # of a key's mark: the pass of clearing, above the pass


@cython.cclass
class Best(Positions):
    """Buffers of one game; `load` a deal, then `search` until it answers ``done``.

    `prunes`: a mask of the values of `codes.PRUNES`; `drop_kings`: see `Places`; `by` is one of `VALUES`;
    `points` are what clearing the pyramid earns in each pass. `best` is the value of the best line so
    far, which `line` gives, `least` what no line falls below.
    """

    def __init__(
        self, game: Game, prunes: int, drop_kings: bool, by: int, points: list[int]
    ) -> None:
        self.values = ValueDiscards(game, prunes, drop_kings)
        Positions.__init__(self, game, prunes, game.sets, None, self.values)
        self.by_events = self.by_events and drop_kings
        self.bounds, self.found = Bounds(self.values, by, points), KeptLine(self.values)
        self.best, self.enough = WORST, -WORST

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); True."""
        self.game.check_cards(cards)
        self.lay_out_best(cards)
        return True

    def load_position(self, cards: bytes, left: bytes, position: int, cleared: int = 0) -> None:
        """`load` in the middle of play: see `Search.load_position`. `cleared`: the pass, from 1 on,
        in which the pyramid was cleared, 0 if it was not.

        With `drop_kings` no king may lie in the waste.
        """
        self.game.check_cards(cards)
        self.game.check_left(left, position)
        self.lay_out_best(cards)
        self.values.begin_with(left, position)
        self.from_cleared = self.bounds.cleared[0] = cleared
        self.least = self.bounds.at_least(0, position)

    def search(self, node_budget: int) -> str:
        """Search on for this many nodes: ``done``, ``paused``, or ``memory`` at its limit."""
        answer = Positions.search(self, node_budget)
        return "done" if answer == "lost" else answer

    def never_before(self, first_pass: int) -> None:
        """Take it that the pyramid cannot be cleared before this pass (0 is the first)."""
        self.bounds.first_clearing = first_pass
        self.least = self.bounds.at_least(0, self.values.position[0])

    def only_cleared(self, only: bool) -> None:
        """In the deals that are loaded from now on, look only for lines that clear the pyramid."""
        self.bounds.must_clear = only

    def one_of(self, cards: int) -> None:
        """Take it that no line removes all of these tableau cards together; 0 for nothing known."""
        self.bounds.one_stays = cards
        self.least = self.bounds.at_least(0, self.values.position[0])

    def settle_for(self, value: int) -> None:
        """Look for nothing better than this value: `search` answers ``won`` when it is reached."""
        self.enough = value

    def has_line(self) -> bool:
        """Whether a line was found."""
        return bool(self.best < WORST)

    def line(self) -> list[tuple[int, int, int]]:
        """The discards of the best line, as `Search.line` gives them."""
        return self.found.listed()

    def lay_out_best(self, cards: ReadOnlyBytes) -> cython.void:
        """`load` without the interpreter."""
        self.lay_out(cards)
        self.values.find_open_cards()
        self.bounds.find_beneath()
        self.bounds.one_stays = 0
        self.bounds.build_tables()
        self.values.must = 0  # nothing has to go: `force` and `stuck` ask
        self.values.preferred = self.values.pyramid
        self.code = ENTER
        self.best = self.bounds.below = WORST
        self.found.depth = 0
        self.bounds.first_clearing = self.from_cleared = self.bounds.cleared[0] = 0
        self.least = self.bounds.at_least(0, 0)

    def _enter(self, d: cython.int) -> cython.int:
        """Judge a new level: its own value, then whether anything better can follow."""
        slot: cython.longlong
        if self.bounds.by == BY_SCORE:
            self.bounds.cleared[d] = self.bounds.cleared[d - 1] if d else self.from_cleared
            if self.bounds.cleared[d] == 0 and self.values.left[d] & self.values.pyramid == 0:
                self.bounds.cleared[d] = pass_of(self.values.position[d]) + 1
        self.values.position[d] = self.values.canonical(d)
        if d:
            self.bounds.hand_down(d)
        if self._keep_line(d, self.bounds.value_of(d)):
            return WON
        if self.values.last and self.values.left[d] & self.values.pyramid == 0:
            return LOST
        if self.too_late(d):
            return LOST
        if self.values.monotone:
            slot = self.table.find(self._key(d))
            if slot >= 0:
                if cython.cast(cython.int, self.table.note(slot)) <= self.table_position(d):
                    return LOST
        elif self._seen(d):
            return LOST
        if self.table.full():
            if not self.table.make_room():
                return NO_ROOM
        if self.values.monotone:
            slot = self.table.find(self._key(d))
            self.table.write(
                slot, self._key(d), cython.cast(cython.ulonglong, self.table_position(d))
            )
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

    def _keep_line(self, d: cython.int, value: cython.int) -> cython.bint:
        """Keep the line to here if none so far has so small a value; whether that is `enough`."""
        if value >= self.best:
            return False
        self.best = self.bounds.below = value
        self.found.keep(d)
        return value <= self.enough

    def _key(self, d: cython.int) -> cython.ulonglong:
        """The table's key: once the pyramid is cleared its pass belongs to the value."""
        mark: cython.int = 0
        if not self.values.monotone and not self.values.unlimited:
            mark = pass_of(self.values.position[d])
        if self.bounds.by == BY_SCORE:
            mark |= self.bounds.cleared[d] << CLEARED_AT
        return key_of(self.values.left[d], mark)

    def too_late(self, d: cython.int) -> cython.bint:
        """See `Bounds.too_late`."""
        return self.bounds.too_late(d)
