# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Any game as a search over positions, for its verdict and a line of play.

A level of the search is one choice of cards left. It tries every discard that is possible now,
then deals on and tries those that the stock brings, to the end of the last pass
that can bring anything new; dealing makes no level of its own.

Where removing a pair early can never hurt (`monotone`: cards are turned singly or there is one
pass, and nothing vanishes by itself), positions later in the stock with the same cards left are
dominated. Otherwise positions are told apart exactly. Each prune is a function, or stands in one,
with its proof: `_too_late`, `_failed`, `State.force`, `_enter`, `hopeless`, `State.at_once`.
"""

import cython

from pyrtool.kernel.buffers import integers, long_integers, words
from pyrtool.kernel.codes import ANSWERS
from pyrtool.kernel.table import Table
from pyrtool.kernel.widths import check_width

if not cython.compiled:
    from pyrtool.kernel.bits import lowest_bit, set_choices
    from pyrtool.kernel.codes import (
        ADVANCED,
        ENTER,
        EXHAUSTED,
        LOST,
        NO_ROOM,
        OPEN,
        PAIRS,
        PAUSED,
        PRUNE_EARLIER,
        PRUNE_EXCLUDED,
        PRUNE_FORCED,
        PRUNE_KINGS,
        PRUNE_RELAXED,
        PRUNE_SETS,
        SW_AUTO,
        SW_AUTO_ON_TURN,
        VANISH,
        WON,
    )
    from pyrtool.kernel.encoding import (
        FOREVER,
        LATEST,
        MARK_BITS,
        PASS,
        POSITION_BITS,
        VANISHED,
        dealt_of,
        key_of,
        lower_of,
        note_of,
        pass_of,
        position_of,
        upper_of,
    )
    from pyrtool.kernel.game import Game
    from pyrtool.kernel.sets import SetOrder
    from pyrtool.kernel.state import State

SEEN_BITS = cython.declare(cython.int, 52)  # of a note: the positions of a pass that were seen


@cython.cclass
class Search(State):
    """Buffers of one game; `load` a deal, then `search` until it is no longer ``paused``.

    `prunes`: a mask of the values of `codes.PRUNES`. `kept_sets`: how many sets count, the tightest
    ones: the cards of the others are gone. `relaxed`: the search of a game that allows more, whose
    loss proves a loss here.
    """

    def __init__(
        self, game: Game, prunes: int, kept_sets: int, relaxed: "Search | None" = None
    ) -> None:
        self.prunes = prunes
        self.monotone = game.monotone and bool(self.prunes & PRUNE_EARLIER)
        keep = not self.prunes & PRUNE_KINGS
        State.__init__(
            self,
            game,
            keep_kings=keep,
            drop_kings=self.monotone and not keep,
            forcing=self.monotone and bool(self.prunes & PRUNE_FORCED),
            force_mutual=True,
        )
        levels = self.size + 2
        self.start, self.deadline = integers(levels), integers(levels)
        self.events = words(levels)
        self.by_events = (
            self.monotone
            and self.prunes & PRUNE_EXCLUDED
            and self.draw == 1
            and self.stock_top
            and not self.waste_pairs
            and not keep
        )
        # A note: where removing early never hurts, the last position known to be won, plus one, and the
        # first known to be lost, 16 bits each; otherwise a bit for every position seen in the pass.
        if not self.monotone:
            stock: int = self.stock
            check_width("positions of the stock, a bit each", (2 << stock) - 1, SEEN_BITS)
            check_width("passes", self.passes, MARK_BITS)
        self.table = Table(2 * POSITION_BITS if self.monotone else SEEN_BITS)
        self.key = words(levels)
        self.slot, self.epoch = long_integers(levels), long_integers(levels)
        self.kept_sets = kept_sets
        self.tightest = bytearray(8)
        self.relaxed = relaxed
        self.own_tables = True
        self.has_relaxed = relaxed is not None and bool(self.prunes & PRUNE_RELAXED)
        self.asking = self.midway = False
        self.nodes = 0
        self.depth = 0

    def share_tables(self, owner: "Search") -> None:
        """Use another search's set tables: its rules are the same, its sets at least these."""
        self.last_alive = owner.last_alive
        self.own_tables = False

    def demand(self, wanted: int, tallied: int) -> None:
        """`SetOrder.demand`, here and in the games that allow more."""
        SetOrder.demand(self, wanted, tallied)
        if self.has_relaxed:
            self.relaxed.demand(wanted, tallied)

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); False if a set alone is lost."""
        return bool(self.lay_out(cards))

    def load_position(self, cards: bytes, left: bytes, position: int) -> None:
        """Lay out a deal in the middle of its play.

        Of `cards`, the codes in dealing order, those are left whose byte in `left` is not 0.
        `position` is the stock's, as `encoding` has it.
        """
        self.lay_out(cards)
        self.code = ENTER  # cards that are gone block nothing
        self._forget(cards)
        self.keep(left)
        self.level_of(self.kept & self.all_left, self.kept_in_stock & self.all_in_stock, position)
        self.remove(0, self.exposed[0] & self.at_once())

    def load_sets(self, cards: bytes, left: bytes, sets: int) -> None:
        """Lay out the sets of this mask alone, every other card gone, and of theirs those whose byte
        in `left` is 0; for searches that ask no relaxations."""
        self.nodes = 0
        self.depth = 0
        self.code = ENTER
        self.load_cards(cards, sets)
        self.build_set_tables()
        self.table.clear()
        self.keep(left)
        self.level_of(self.kept & self.all_left, self.kept_in_stock & self.all_in_stock, 0)
        self.remove(0, self.exposed[0] & self.at_once())

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
        self.nodes = 0
        self.depth = 0
        self.code = ENTER
        self.load_cards(cards, (1 << self.sets) - 1)
        if not self.build_set_tables() and self.prunes & PRUNE_SETS:
            self.code = LOST
            return False
        self._forget(cards)
        self.first_level()
        return True

    def _forget(self, cards: cython.const[cython.uchar][::1]) -> cython.void:  # type: ignore[valid-type]
        """No position of this deal was seen yet, here and in the relaxations."""
        self.table.clear()
        if self.has_relaxed:
            self._order_sets()
            self.relaxed._lay_relaxed(cards, self.tightest)

    def _lay_relaxed(
        self,
        cards: cython.const[cython.uchar][::1],  # type: ignore[valid-type]
        tightest: cython.const[cython.uchar][::1],  # type: ignore[valid-type]
    ) -> cython.void:
        """Lay out a relaxation: only the tightest sets."""
        k: cython.int
        mask: cython.int = 0
        for k in range(self.kept_sets):
            mask |= 1 << tightest[k]
        self.nodes = 0
        self.asking = True
        self.midway = False
        self.load_cards(cards, mask)
        if self.own_tables:
            self.build_set_tables()
        self.table.clear()
        if self.has_relaxed:
            self.relaxed._lay_relaxed(cards, tightest)

    def _order_sets(self) -> cython.void:
        """`tightest`: the sets, those whose choices of cards are dead soonest first."""
        cap: cython.int = PASS * self.passes
        alive: cython.int
        full: cython.int
        k: cython.int
        s: cython.int
        v: cython.int
        for s in range(self.sets):
            self.counts[s] = 0
            full = cython.cast(cython.int, (self.all_left >> (8 * s)) & 255)
            for v in range(self.valid_count):
                if self.valid[v] & ~full == 0:
                    alive = self.last_alive[256 * s + self.valid[v]]
                    self.counts[s] += alive if alive < cap else cap
            k = s
            while k > 0 and self.counts[self.tightest[k - 1]] > self.counts[s]:
                self.tightest[k] = self.tightest[k - 1]
                k -= 1
            self.tightest[k] = s

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
                code = LOST if self._failed(d) else OPEN
                continue
            if (
                code != OPEN and code != VANISH
            ):  # won, or the table wants room, or a relaxation paused
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
        line of its own, so its loss is the other's. Its positions are few and are
        remembered, won and lost. Otherwise `OPEN`; without room in its table nothing is claimed.
        `PAUSED`: the budget is spent; asked the same again, it goes on. For verdicts only.
        """
        result: cython.int
        slot: cython.longlong
        note: cython.ulonglong
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
                if lower_of(note) <= self._table_position(0):
                    return LOST
                if upper_of(note) > self._table_position(0):
                    return OPEN
            self.level_of(self.left[0], self.in_stock[0], self.position[0])
            self.depth = 0
            self.code = ENTER
        result = self.run(node_budget)
        self.midway = result == PAUSED
        if result == LOST or result == PAUSED:
            return result
        self._note_alive(self.depth)
        return OPEN

    def _note_alive(self, depth: cython.int) -> cython.void:
        """The levels of a won line are not lost: they were noted so on the way."""
        slot: cython.longlong
        alive: cython.ulonglong
        d: cython.int
        for d in range(depth):
            self.position[d] = self.start[d]
            slot = self.table.find(self.left[d])
            if slot >= 0:
                alive = self._table_position(d) + 1
                self.table.write(slot, self.left[d], note_of(alive, LATEST))

    def _failed(self, d: cython.int) -> cython.bint:
        """Whether the level is lost now that its last move failed.

        Excluded pairs: a pair whose discard led to nothing is not tried again below this level.
        Suppose a line from here used it later. Moved to the front it is legal, and so is every
        other move of the line after it, for where removing early never hurts each card is available
        at the latest when it was before. The pair's own branch would have found that line.
        A pair within the tableau does not touch the stock, so for it this holds under every rule.
        Where several cards are dealt at a time it holds for every discard until the next
        redeal: up to there the groups lie as they were dealt. For verdicts only.
        """
        a: cython.int = self.move_low[d]
        b: cython.int = self.move_high[d]
        lasting: cython.bint
        if self.forced[d]:
            return True
        if not self.prunes & PRUNE_EXCLUDED or self.may_end(a, b):
            return False
        lasting = self.monotone or (self.stock_index[a] < 0 and self.stock_index[b] < 0)
        if lasting or self.stock_waste < SW_AUTO:
            self.exclude(d, a, b, lasting)
            return self.monotone and a != b and (self.stuck(d, a) or self.stuck(d, b))
        return False

    def _enter(self, d: cython.int) -> cython.int:
        """Judge a new level: won, lost by a prune, no room in the table, or open; or paused, and
        then to be judged again.

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
            self._set_deadline(d)
            if self._too_late(d):
                return LOST
        if self.monotone and self.prunes & PRUNE_EXCLUDED and self._some_stuck(d):
            return LOST
        if self.monotone:
            position = self._table_position(d)
            slot = self.table.find(left)
            note = 0
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
        if self.monotone:
            self.table.write(slot, left, note_of(upper_of(note), position))
        else:
            self._mark_seen(d)
        self.start[d] = self.position[d]
        self.forced[d] = 0
        self.list_pairs(d)
        self.list_stock_pairs(d)
        self.force(d)
        return OPEN

    def _set_deadline(self, d: cython.int) -> cython.void:
        """`deadline`: the last position of the stock at which each set can still go."""
        left: cython.ulonglong = self.left[d]
        least: cython.int = FOREVER
        alive: cython.int
        s: cython.int
        for s in range(self.sets):
            alive = self.last_alive[256 * s + cython.cast(cython.int, (left >> (8 * s)) & 255)]
            if alive < least:
                least = alive
        self.deadline[d] = least

    def _some_stuck(self, d: cython.int) -> cython.bint:
        """Whether some set is stuck: below the first level, the one whose discard led here."""
        s: cython.int
        if d > 0:
            s = self.move_low[d - 1] >> 3
            return s < self.sets and self._set_stuck(d, s)
        for s in range(self.sets):
            if self._set_stuck(d, s):
                return True
        return False

    def _ask_relaxed(self, d: cython.int) -> cython.int:
        """`hopeless` of the game that allows more, within the nodes left, which count here."""
        budget: cython.ulonglong = self.stop_at - self.nodes
        answer: cython.int
        self.nodes -= self.relaxed.nodes
        answer = self.relaxed.hopeless(self.left[d], self.in_stock[d], self.position[d], budget)
        self.nodes += self.relaxed.nodes
        return answer

    def _key(self, d: cython.int) -> cython.ulonglong:
        """The table's key where positions are told apart: the cards left, and the pass."""
        return key_of(self.left[d], 0 if self.unlimited else pass_of(self.position[d]))

    def _seen(self, d: cython.int) -> cython.bint:
        """Whether exactly this position was seen; leaves its slot for `_mark_seen`."""
        key: cython.ulonglong = self._key(d)
        if self.slot[d] < 0 or self.epoch[d] != self.table.epoch or self.key[d] != key:
            self.key[d], self.epoch[d] = key, self.table.epoch
            self.slot[d] = self.table.find(key)
        if self.slot[d] < 0:
            return False
        return bool(self.table.note(self.slot[d]) >> dealt_of(self.position[d]) & 1)

    def _mark_seen(self, d: cython.int) -> cython.void:
        """Note that this position is seen."""
        one: cython.ulonglong = 1
        note: cython.ulonglong = 0
        # Levels below may have filled the free slot that was found.
        self.slot[d] = self.table.find(self.key[d])
        self.epoch[d] = self.table.epoch
        if self.slot[d] >= 0:
            note = self.table.note(self.slot[d])
        note |= one << dealt_of(self.position[d])
        self.slot[d] = self.table.write(self.slot[d], self.key[d], note)

    def _too_late(self, d: cython.int) -> cython.bint:
        """Set tables: the stock is past the last position at which some set can still go.

        Nothing else can bring that set what it lacks: see `build_set_table`. For every question.
        """
        return self.deadline[d] < (0 if self.unlimited else self.position[d])

    def _table_position(self, d: cython.int) -> cython.int:
        """What the table keeps of the stock's position.

        With unlimited passes the pass does not matter; and where removing early never hurts,
        every position of the stock can be reached from every other.
        """
        if not self.unlimited:
            return self.position[d]
        return 0 if self.monotone else dealt_of(self.position[d])

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
        if self._too_late(d):
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
        if self._seen(d):
            return EXHAUSTED
        self._mark_seen(d)
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
        if self.position[d] > self.start[d] + PASS or self._too_late(d):
            return EXHAUSTED
        self.count[d] = self.following[d] = 0
        self.list_turned_pairs(d)
        self.force(d)
        return ADVANCED

    def _set_stuck(self, d: cython.int, s: cython.int) -> cython.bint:
        """Whether some card of a set that must go has no partner left."""
        choices: cython.uint = set_choices(
            self.left[d], self.ban[8 * d + s], s, self.self_set[s] != 0
        )
        must: cython.uint = cython.cast(cython.uint, ((self.left[d] & self.must) >> (8 * s)) & 255)
        # A bit a card to four bits a card.
        must = (must | (must << 12)) & 0x000F000F
        must = (must | (must << 6)) & 0x03030303
        must = (must | (must << 3)) & 0x11111111
        choices |= choices >> 2
        choices |= choices >> 1
        return must & ~choices != 0
