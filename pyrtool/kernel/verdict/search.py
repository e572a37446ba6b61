# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Any game as a search over positions, for its verdict and a line of play.

A level of the search is one choice of cards left. It tries every discard that is possible now,
then deals on and tries those that the stock brings, to the end of the last pass
that can bring anything new; dealing makes no level of its own.

Where removing a pair early can never hurt (`monotone`: cards are turned singly or there is one
pass, and nothing vanishes by itself), positions later in the stock with the same cards left are
dominated. Otherwise positions are told apart exactly. Each prune is a function, or stands in one,
with its proof: `_enter`, `hopeless`, those of `Known` and of `Discards`, `State.at_once`.
"""

import cython

from pyrtool.kernel.numbers.buffers import words
from pyrtool.kernel.numbers.codes import ANSWERS

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.levels.known import Known
    from pyrtool.kernel.levels.places import Places
    from pyrtool.kernel.levels.state import State
    from pyrtool.kernel.numbers.bits import lowest_bit
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
        PRUNE_RELAXED,
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
        lower_of,
        note_of,
        pass_of,
        position_of,
        upper_of,
    )


@cython.cclass
class Search(Known):
    """Buffers of one game; `load` a deal, then `search` until it is no longer ``paused``.

    `prunes`: a mask of the values of `codes.PRUNES`. `kept_sets`: how many sets count, the tightest
    ones: the cards of the others are gone. `relaxed`: the search of a game that allows more, whose
    loss proves a loss here. `asking`: keep which positions are won, too.
    """

    def __init__(
        self, game: Game, prunes: int, kept_sets: int, relaxed: "Search | None" = None
    ) -> None:
        Known.__init__(self, game, prunes)
        self.events = words(self.size + 2)
        self.by_events = (
            self.monotone
            and self.prunes & PRUNE_EXCLUDED
            and self.draw == 1
            and self.stock_top
            and not self.waste_pairs
            and self.prunes & PRUNE_KINGS
        )
        self.kept_sets = kept_sets
        self.relaxed, self.own_tables = relaxed, True
        self.has_relaxed = relaxed is not None and bool(self.prunes & PRUNE_RELAXED)
        self.asking = self.midway = self.out_of_room = False
        self.nodes = self.depth = 0

    def share_tables(self, owner: "State") -> None:
        """See `State.share_tables`."""
        State.share_tables(self, owner)
        self.own_tables = False

    def demand(self, wanted: int, tallied: int) -> None:
        """`State.demand`, here and in the games that allow more."""
        State.demand(self, wanted, tallied)
        if self.has_relaxed:
            self.relaxed.demand(wanted, tallied)

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); False if a set alone is lost."""
        self.game.check_cards(cards)
        return bool(self.lay_out(cards))

    def load_position(self, cards: bytes, left: bytes, position: int) -> None:
        """Lay out a deal in the middle of its play: of `cards`, the codes in dealing order, those
        are left whose byte in `left` is not 0; `position` is the stock's, as `encoding` has it."""
        self.game.check_position(cards, left, position)
        self.lay_out(cards)
        self.begin_with(left, position)
        self.stand(cards, True)

    def load_sets(self, cards: bytes, left: bytes, sets: int) -> None:
        """Lay out the sets of this mask alone, every other card gone, and of theirs those whose byte
        in `left` is 0; for searches that ask no relaxations."""
        self.game.check_position(cards, left, 0)
        self.load_cards(cards)
        self.keep_sets(self.deal, sets)
        self.build_set_tables()
        self.begin_with(left, 0)
        self.stand(cards, True)

    def search(self, node_budget: int) -> str:
        """Go on for so many nodes, the relaxations' among them, and no more: ``won``, ``lost``,
        ``paused`` when another one is needed, or ``memory`` at its limit.

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
        """The moves found, as `encoding` has them. Kings that went at once are not listed."""
        return self.listed(self.move_low, self.move_high, self.move_position, self.depth)

    def lay_out(self, cards: cython.const[cython.uchar][::1]) -> cython.bint:  # type: ignore[valid-type]
        """`load` without the interpreter."""
        self.nodes = self.depth = 0
        self.code = ENTER
        self.load_cards(cards)
        if not self.build_set_tables() and self.prunes & PRUNE_SETS:
            self.code = LOST
            return False
        self._forget(cards)
        self.first_level()
        return True

    def stand(self, cards: cython.const[cython.uchar][::1], anew: cython.bint) -> cython.void:  # type: ignore[valid-type]
        """Begin at level 0 as it stands, its kings going at once; `anew`: see `Grouped.stand`."""
        self.nodes = self.depth = 0
        self.code = ENTER  # cards that are gone block nothing
        self._forget(cards)
        self.remove(0, self.exposed[0] & self.at_once())

    def _forget(self, cards: cython.const[cython.uchar][::1]) -> cython.void:  # type: ignore[valid-type]
        """No position of this deal was seen yet, here and in the relaxations."""
        self.table.clear()
        if self.has_relaxed:
            self.order_sets()
            self.relaxed._lay_relaxed(cards, self.deal, self.tightest)

    def _lay_relaxed(
        self,
        cards: cython.const[cython.uchar][::1],  # type: ignore[valid-type]
        wider: Places,
        tightest: cython.const[cython.uchar][::1],  # type: ignore[valid-type]
    ) -> cython.void:
        """Lay out a relaxation: only the tightest sets of those of the search that asks."""
        sets: cython.int = self.take_order(tightest, self.kept_sets)
        self.nodes, self.asking, self.midway = 0, True, False
        if self.own_tables:
            self.load_cards(cards)
            self.build_set_tables()
        else:
            self.keep_sets(wider, sets)
        self.table.clear()
        if self.has_relaxed:
            self.relaxed._lay_relaxed(cards, self.deal, tightest)

    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """Depth-first, from where it paused; `code` says how the level `depth` stands."""
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
                code = LOST if self.failed(d) else OPEN
                continue
            if code != OPEN and code != VANISH:  # won, or no room in the table, or a pause
                self.depth, self.code = d, WON if code == WON else ENTER
                return code
            # The level is open: its next pair, or the next position that brings one.
            step = VANISH if code == VANISH else ADVANCED
            while self.following[d] >= self.count[d] and step == ADVANCED:
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
            self.move_position[d] = self.position[d]
            if step == VANISH:
                self.move_low[d] = self.move_high[d] = VANISHED
                self.forced[d] = 1
                self.copy_level(d)
                self.vanish(d + 1)
            else:
                k = PAIRS * d + self.following[d]
                self.following[d] += 1
                self.move_low[d], self.move_high[d] = self.pair_low[k], self.pair_high[k]
                self.take(d)
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

        A game with fewer sets, every card of the others gone, or with single cards where three are
        dealt, or matching by choice where pairs vanish, has for every line of the other game a
        line of its own, so its loss is the other's. Its positions are few and are remembered, won
        and lost. Otherwise `OPEN`; without room in its table nothing is claimed, and it is
        `out_of_room`. `PAUSED`: the budget is spent; asked again, it goes on. For verdicts only.
        """
        result: cython.int
        slot: cython.longlong
        note: cython.ulonglong
        self.out_of_room = False
        if not self.midway:
            self.left[0] = left & self.all_left
            self.in_stock[0] = in_stock & self.all_in_stock
            self.position[0] = position
            self.position[0] = self.canonical(0)
            if self.left[0] & self.must == 0:
                return OPEN
            slot = self.table.find(self.left[0])
            if slot >= 0:
                note = self.table.note(slot)
                if lower_of(note) <= self.table_position(0):
                    return LOST
                if upper_of(note) > self.table_position(0):
                    return OPEN
            self.level_of(self.left[0], self.in_stock[0], self.position[0])
            self.depth = 0
            self.code = ENTER
        result = self.run(node_budget)
        self.midway, self.out_of_room = result == PAUSED, result == NO_ROOM
        if result == LOST or result == PAUSED:
            return result
        self.note_alive(self.depth)
        return OPEN

    def _enter(self, d: cython.int) -> cython.int:
        """Judge a new level: won, lost by a prune, no room, open, or paused (then judge it again).

        Earlier is better: where removing early never hurts, what can be done from a later
        position with the same cards left can be done from an earlier one after dealing up to it, so
        the table is asked for those cards lost at this position or before. A level on the way to
        this one counts as lost too: coming back to it gains nothing.
        """
        left: cython.ulonglong = self.left[d]
        slot: cython.longlong
        position: cython.int
        note: cython.ulonglong = 0
        answer: cython.int
        if left & self.must == 0:
            return WON
        self.position[d] = self.canonical(d)
        self.deadline[d] = FOREVER
        if self.prunes & PRUNE_SETS:
            self.set_deadline(d)
            if self.too_late(d):
                return LOST
        if self.monotone and self.prunes & PRUNE_EXCLUDED and self.some_stuck(d):
            return LOST
        if self.monotone:
            position = self.table_position(d)
            slot = self.table.find(left)
            if slot >= 0:
                note = self.table.note(slot)
                if lower_of(note) <= position:
                    return LOST
                if self.asking and upper_of(note) > position:
                    return WON
        elif self.seen(d):
            return LOST
        if self.has_relaxed:
            answer = self._ask_relaxed(d)
            if answer != OPEN:
                return answer
        if self.table.full():
            if not self.table.make_room():
                return NO_ROOM
            slot = self.table.find(left)
        if self.monotone:
            self.table.write(slot, left, note_of(upper_of(note), position))
        else:
            self.mark_seen(d)
        self.start[d] = self.position[d]
        self.forced[d] = 0
        self.list_pairs(d)
        self.list_stock_pairs(d)
        self.force(d)
        return OPEN

    def _ask_relaxed(self, d: cython.int) -> cython.int:
        """`hopeless` of the game that allows more, within the nodes left, which count here."""
        answer: cython.int
        budget: cython.ulonglong = self.stop_at - self.nodes
        self.nodes -= self.relaxed.nodes
        answer = self.relaxed.hopeless(self.left[d], self.in_stock[d], self.position[d], budget)
        self.nodes += self.relaxed.nodes
        return answer

    def _advance(self, d: cython.int) -> cython.int:
        """Deal or redeal once and list the pairs that this brings; `NO_ROOM`, and nothing done,
        when the table cannot take the position that this may lead to."""
        following: cython.int
        if self.by_events:
            return self._advance_to_event(d)
        if not self.monotone and self.table.full():
            if not self.table.make_room():
                return NO_ROOM
        if self.stock_waste == SW_AUTO and self.tops_match(d):
            return EXHAUSTED  # dealing is the same move as discarding the two
        following = self.next_position(d)
        if following < 0:
            return EXHAUSTED
        if self.monotone and following > self.start[d] + PASS:
            return EXHAUSTED  # a whole pass later nothing new comes
        self.position[d] = following
        if self.too_late(d):
            return EXHAUSTED
        if self.stock_waste == SW_AUTO_ON_TURN and self.tops_match(d):
            return VANISH
        self.count[d] = self.following[d] = 0
        if self.monotone:
            # The pairs within the tableau were tried at the first position, and are excluded.
            if not self.prunes & PRUNE_EXCLUDED:
                self.list_pairs(d)
            self.list_stock_pairs(d)
            self.force(d)
            return ADVANCED
        if self.seen(d):
            return EXHAUSTED
        self.mark_seen(d)
        if dealt_of(following) == 0:
            self.forget_pass(d)
        if not self.prunes & PRUNE_EXCLUDED:
            self.list_pairs(d)
        self.list_stock_pairs(d)
        return ADVANCED

    def _advance_to_event(self, d: cython.int) -> cython.int:
        """`_advance` over all positions at which nothing new can be discarded."""
        t: cython.int = dealt_of(self.position[d]) + 1
        number: cython.int = pass_of(self.position[d])
        rest: cython.ulonglong
        if self.start[d] == self.position[d]:
            self.events[d] = self.stock_events(d)
            t = self.turned(d) + 1  # that one was listed at the level's first position
        rest = self.events[d] >> t if t > 0 and t < PASS else 0
        if rest == 0:
            if self.events[d] == 0 or (number + 1 >= self.passes and not self.unlimited):
                return EXHAUSTED
            number += 1
            t = 0
            rest = self.events[d]
        self.position[d] = position_of(number, t + lowest_bit(rest))
        if self.position[d] > self.start[d] + PASS or self.too_late(d):
            return EXHAUSTED
        self.count[d] = self.following[d] = 0
        self.list_turned_pairs(d)
        self.force(d)
        return ADVANCED
