# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Any game as a search over positions, for its verdict and a line of play.

A level of the search is one choice of cards left. It tries every discard that is possible now. Then
it deals on and tries those that the stock brings, to the end of the last pass that can bring
anything new. Dealing makes no level of its own.

Where removing a pair early can never hurt (`monotone`), positions later in the stock with the same
cards left are dominated. This is so where nothing vanishes by itself, and cards are turned singly
or there is one pass. Otherwise positions are distinguished exactly. Each prune is a function, or
part of one, with its proof: `_enter`, `hopeless`, those of `Discards`, `State.at_once`.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.levels.discards import Discards
    from pyrtool.kernel.numbers.codes import (
        ADVANCED,
        ENTER,
        EXHAUSTED,
        LOST,
        NO_ROOM,
        OPEN,
        PAIRS,
        PAUSED,
        PRUNE_EXCLUDED,
        PRUNE_KINGS,
        PRUNE_SETS,
        SW_AUTO,
        SW_AUTO_ON_TURN,
        VANISH,
        WON,
    )
    from pyrtool.kernel.numbers.encoding import (
        FOREVER,
        PASS,
        VANISHED,
        dealt_of,
        key_of,
        lower_of,
        next_event,
        note_of,
        pass_of,
        upper_of,
    )
    from pyrtool.kernel.verdict.search import Search


@cython.cclass
class Positions(Search):
    """The search of a game for which there is no other. It takes what `Search` takes."""

    def __init__(
        self,
        game: Game,
        prunes: int,
        kept_sets: int,
        relaxed: "Search | None" = None,
        levels: "Discards | None" = None,
    ) -> None:
        keep: bool = not prunes & PRUNE_KINGS
        if levels is None:
            levels = Discards(game, prunes, keep_kings=keep, drop_kings=not keep, force_mutual=True)
        Search.__init__(self, levels, kept_sets, relaxed)
        self.by_events = (
            self.levels.monotone
            and self.levels.prunes & PRUNE_EXCLUDED
            and self.levels.draw == 1
            and self.levels.stock_top
            and not self.levels.waste_pairs
            and self.levels.prunes & PRUNE_KINGS
        )

    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """Search depth-first from where it paused; `code` says what state the level `depth` is
        in."""
        d: cython.int = self.depth
        k: cython.int
        step: cython.int
        code: cython.int = self.code
        self.stop_at = self.nodes + node_budget
        while True:
            if code == ENTER:
                code = self._enter(d)
            if code == LOST:
                if d == 0:
                    self.depth, self.code = d, LOST
                    return LOST
                d -= 1
                code = LOST if self.levels.failed(d) else OPEN
                continue
            if code != OPEN and code != VANISH:  # won, or no room in the table, or a pause
                self.depth, self.code = d, WON if code == WON else ENTER
                return code
            # The level is open: its next pair, or the next position that brings one.
            step = VANISH if code == VANISH else ADVANCED
            while self.levels.following[d] >= self.levels.count[d] and step == ADVANCED:
                step = self._advance(d)
            if step == EXHAUSTED:
                code = LOST
                continue
            if step == NO_ROOM:
                self.depth, self.code = d, OPEN
                return NO_ROOM
            if self.nodes >= self.stop_at:
                self.depth, self.code = d, VANISH if step == VANISH else OPEN
                return PAUSED
            self.nodes += 1
            self.levels.move_position[d] = self.levels.position[d]
            if step == VANISH:
                self.levels.move_low[d] = self.levels.move_high[d] = VANISHED
                self.levels.forced[d] = 1
                self.levels.copy_level(d)
                self.levels.vanish(d + 1)
            else:
                k = PAIRS * d + self.levels.following[d]
                self.levels.following[d] += 1
                self.levels.move_low[d], self.levels.move_high[d] = (
                    self.levels.pair_low[k],
                    self.levels.pair_high[k],
                )
                self.levels.take(d)
            d += 1
            code = ENTER

    def hopeless(
        self,
        left: cython.ulonglong,
        in_stock: cython.ulonglong,
        position: cython.int,
        node_budget: cython.ulonglong,
    ) -> cython.int:
        """Relaxations: `LOST` if this game, which allows more, is lost with these cards left.

        The game that allows more has fewer sets, every card of the others gone, or single cards
        where three are dealt, or matching by choice where pairs vanish. For every line of the other
        game it has a line of its own, so its loss is the other's. Its positions are few and are
        remembered, won and lost. Otherwise `OPEN`; without room in its table nothing is claimed,
        and it is `out_of_room`. `PAUSED`: the budget is spent; asked again, it goes on. For
        verdicts only.
        """
        slot: cython.longlong
        note: cython.ulonglong
        self.out_of_room = False
        if not self.midway:
            self.levels.left[0] = left & self.levels.all_left
            self.levels.in_stock[0] = in_stock & self.levels.all_in_stock
            self.levels.position[0] = position
            self.levels.position[0] = self.levels.canonical(0)
            if self.levels.left[0] & self.levels.must == 0:
                return OPEN
            slot = self.table.find(self.levels.left[0])
            if slot >= 0:
                note = self.table.note(slot)
                if lower_of(note) <= self.table_position(0):
                    return LOST
                if upper_of(note) > self.table_position(0):
                    return OPEN
            self.levels.level_of(
                self.levels.left[0], self.levels.in_stock[0], self.levels.position[0]
            )
            self.depth = 0
            self.code = ENTER
        return self.so_far(self.run(node_budget))

    def _enter(self, d: cython.int) -> cython.int:
        """Judge a new level: won, lost by a prune, no room, open, or paused (then judge it again).

        Earlier is better: this holds where removing early never hurts. What can be done from a
        later position with the same cards left can be done from an earlier one after dealing up to
        it. So the table is asked for those cards lost at this position or before. A level on the
        way to this one counts as lost too: coming back to it gains nothing.
        """
        left: cython.ulonglong = self.levels.left[d]
        slot: cython.longlong
        position: cython.int
        note: cython.ulonglong = 0
        answer: cython.int
        if left & self.levels.must == 0:
            return WON
        self.levels.position[d] = self.levels.canonical(d)
        self.deadline[d] = FOREVER
        if self.levels.prunes & PRUNE_SETS:
            self.set_deadline(d)
            if self.too_late(d):
                return LOST
        if (
            self.levels.monotone
            and self.levels.prunes & PRUNE_EXCLUDED
            and self.levels.some_stuck(d)
        ):
            return LOST
        if self.levels.monotone:
            position = self.table_position(d)
            slot = self.table.find(left)
            if slot >= 0:
                note = self.table.note(slot)
                if lower_of(note) <= position:
                    return LOST
                if self.asking and upper_of(note) > position:
                    return WON
        elif self._seen(d):
            return LOST
        if self.has_relaxed:
            answer = self._ask_relaxed(d)
            if answer != OPEN:
                return answer
        if self.table.full():
            if not self.table.make_room():
                return NO_ROOM
            slot = self.table.find(left)
        if self.levels.monotone:
            self.table.write(slot, left, note_of(upper_of(note), position))
        else:
            self.known.mark_seen(d, dealt_of(self.levels.position[d]))
        self.start[d] = self.levels.position[d]
        self.levels.forced[d] = 0
        self.levels.list_pairs(d)
        self.levels.list_stock_pairs(d)
        self.levels.force(d)
        return OPEN

    def _ask_relaxed(self, d: cython.int) -> cython.int:
        """`hopeless` of the game that allows more, within the nodes left, which count here."""
        answer: cython.int
        budget: cython.ulonglong = self.stop_at - self.nodes
        self.nodes -= self.relaxed.nodes
        answer = self.relaxed.hopeless(
            self.levels.left[d], self.levels.in_stock[d], self.levels.position[d], budget
        )
        self.nodes += self.relaxed.nodes
        return answer

    def _advance(self, d: cython.int) -> cython.int:
        """Deal or redeal once and list the pairs that this brings; `NO_ROOM`, and nothing done,
        when the table cannot take the position that this may lead to."""
        following: cython.int
        if self.by_events:
            return self._advance_to_event(d)
        if not self.levels.monotone and self.table.full():
            if not self.table.make_room():
                return NO_ROOM
        if self.levels.stock_waste == SW_AUTO and self.levels.tops_match(d):
            return EXHAUSTED  # dealing is the same move as discarding the two
        following = self.levels.next_position(d)
        if following < 0:
            return EXHAUSTED
        if self.levels.monotone and following > self.start[d] + PASS:
            return EXHAUSTED  # a whole pass later nothing new comes
        self.levels.position[d] = following
        if self.too_late(d):
            return EXHAUSTED
        if self.levels.stock_waste == SW_AUTO_ON_TURN and self.levels.tops_match(d):
            return VANISH
        self.levels.count[d] = self.levels.following[d] = 0
        if self.levels.monotone:
            # The pairs within the tableau were tried at the first position, and are excluded.
            if not self.levels.prunes & PRUNE_EXCLUDED:
                self.levels.list_pairs(d)
            self.levels.list_stock_pairs(d)
            self.levels.force(d)
            return ADVANCED
        if self._seen(d):
            return EXHAUSTED
        self.known.mark_seen(d, dealt_of(self.levels.position[d]))
        if dealt_of(following) == 0:
            self.levels.forget_pass(d)
        if not self.levels.prunes & PRUNE_EXCLUDED:
            self.levels.list_pairs(d)
        self.levels.list_stock_pairs(d)
        return ADVANCED

    def _advance_to_event(self, d: cython.int) -> cython.int:
        """`_advance` over all positions at which nothing new can be discarded."""
        position: cython.int = self.levels.position[d]
        t: cython.int = dealt_of(position) + 1
        passes: cython.int = FOREVER if self.levels.unlimited else self.levels.passes
        if self.start[d] == position:
            self.events[d] = self.levels.stock_events(d)
            t = self.levels.turned(d) + 1  # it was listed at the level's first position
        position = next_event(self.events[d], position, t if t else PASS, passes)
        if position < 0:
            return EXHAUSTED
        self.levels.position[d] = position
        if position > self.start[d] + PASS or self.too_late(d):
            return EXHAUSTED
        self.levels.count[d] = self.levels.following[d] = 0
        self.levels.list_turned_pairs(d)
        self.levels.force(d)
        return ADVANCED

    def set_deadline(self, d: cython.int) -> cython.void:
        """`deadline`: the last position of the stock at which each set can still go."""
        self.deadline[d] = self.levels.least_deadline(self.levels.left[d])

    def too_late(self, d: cython.int) -> cython.bint:
        """Set tables: the stock is past the last position at which some set can still go.

        Nothing else can bring that set what it lacks: see `build_set_table`. For every question.
        """
        return self.deadline[d] < (0 if self.levels.unlimited else self.levels.position[d])

    def _seen(self, d: cython.int) -> cython.bint:
        """Whether exactly this position was seen."""
        return self.known.seen(d, self._key(d), dealt_of(self.levels.position[d]))

    def _key(self, d: cython.int) -> cython.ulonglong:
        """The table's key where positions are distinguished: the cards left, and the pass."""
        return key_of(
            self.levels.left[d], 0 if self.levels.unlimited else pass_of(self.levels.position[d])
        )
