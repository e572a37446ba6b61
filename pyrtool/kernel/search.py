# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Any game as a search over positions: which cards are left, and how far the stock is dealt.

A level of the search is one choice of cards left. It tries every pair that can be discarded
now, then deals on and tries the pairs that the stock brings, to the end of the last pass
that can bring anything new; dealing makes no level of its own.

Where removing a pair early can never hurt (`monotone`: cards are turned singly or there is one
pass, and nothing vanishes by itself), positions later in the stock with the same cards left are
dominated. Otherwise positions are told apart exactly. Each prune is a function or stands in one,
with its proof: `_too_late`, `_failed`, `_add_pair`, `_seen`, `_remove`.
"""

import cython

from pyrtool.kernel.buffers import halves, integers, words

if not cython.compiled:
    from pyrtool.kernel.bits import highest_bit, lowest_bit
    from pyrtool.kernel.sets import SetOrder

# How a level stands, and how a search ended.
LOST = cython.declare(cython.int, 0)
WON = cython.declare(cython.int, 1)
OPEN = cython.declare(cython.int, 2)
ENTER = cython.declare(cython.int, 3)
PAUSED = cython.declare(cython.int, -1)
NO_ROOM = cython.declare(cython.int, -2)

ANSWERS: dict[int, str] = {1: "won", 0: "lost", -1: "paused", -2: "memory"}

# What dealing on did.
EXHAUSTED = cython.declare(cython.int, 0)
ADVANCED = cython.declare(cython.int, 1)
VANISH = cython.declare(cython.int, 2)

SW_NO = cython.declare(cython.int, 0)
SW_AUTO = cython.declare(cython.int, 2)
SW_AUTO_ON_TURN = cython.declare(cython.int, 3)

STOCK_WASTE: dict[str, int] = {"no": 0, "yes": 1, "auto": 2, "auto-on-turn": 3}

PRUNE_SETS = cython.declare(cython.int, 1)
PRUNE_EXCLUDED = cython.declare(cython.int, 2)
PRUNE_FORCED = cython.declare(cython.int, 4)
PRUNE_EARLIER = cython.declare(cython.int, 8)
PRUNE_SINGLES = cython.declare(cython.int, 16)

PRUNES: dict[str, int] = {"sets": 1, "excluded": 2, "forced": 4, "earlier": 8, "singles": 16}
"""The prunes that can be switched off, for tests of their soundness."""

FOREVER = cython.declare(cython.int, 1 << 20)
PAIRS = cython.declare(cython.int, 255)  # room for the pairs listed at one level
VANISHED = cython.declare(cython.int, 63)  # in place of a move's cards


@cython.cclass
class Search(SetOrder):
    """Buffers of one game; `load` a deal, then `search` until it is no longer ``paused``.

    Takes what `SetOrder` takes; `rules` has besides `draw`, and `prunes`, a mask of the values of
    `PRUNES`, says which prunes to use.
    """

    def __init__(
        self,
        size: int,
        bit_of: bytes,
        self_set: bytes,
        covers: list[list[int]],
        in_pyramid: bytes,
        rules: dict[str, int],
    ) -> None:
        self.prunes = rules["prunes"]
        self.draw = rules["draw"]
        self.monotone = rules["monotone"] and self.prunes & PRUNE_EARLIER
        rules = {**rules, "drop_singles": self.monotone and bool(self.prunes & PRUNE_SINGLES)}
        SetOrder.__init__(self, size, bit_of, self_set, covers, in_pyramid, rules)
        levels = self.size + 2
        self.left, self.exposed, self.in_stock = words(levels), words(levels), words(levels)
        self.position, self.start = integers(levels), integers(levels)
        self.deadline, self.forced = integers(levels), integers(levels)
        self.count, self.following = integers(levels), integers(levels)
        self.move_low, self.move_high = integers(levels), integers(levels)
        self.move_position = integers(levels)
        self.ban = bytearray(64 * levels)
        self.pair_low, self.pair_high = bytearray(PAIRS * levels), bytearray(PAIRS * levels)
        self.pair_score = bytearray(PAIRS * levels)
        self.table_mask = 0
        self.shrink()
        self.nodes = 0
        self.depth = -1

    def load(self, cards: bytes, sets: int = 255) -> bool:
        """Lay out a deal (the codes in dealing order); False if a set alone is lost.

        `sets`: the mask of the sets that count; all cards of the others are gone.
        """
        self.load_cards(cards, sets & ((1 << self.sets) - 1))
        alive = self.build_set_tables() if self.prunes & PRUNE_SETS else True
        self._begin()
        return bool(alive)

    def search(self, node_budget: int) -> str:
        """Go on for so many nodes: ``won``, ``lost``, ``paused``, or ``memory``: wants `grow`."""
        result: cython.int
        budget: cython.ulonglong = node_budget
        with cython.nogil:
            result = self.run(budget)
        return ANSWERS[result]

    def table_bytes(self) -> int:
        """The size of the table of positions."""
        return 12 * (self.table_mask + 1)

    def grow(self) -> None:
        """Make the table of positions four times as large; the search goes on where it was."""
        old_keys, old_stamps = self.keys, self.stamps
        old_size: cython.ulonglong = self.table_mask + 1
        i: cython.ulonglong
        self._new_table(4 * old_size)
        for i in range(old_size):
            if old_stamps[i] >> 16 == self.generation:
                self._seen(old_keys[i], old_stamps[i] & 0xFFFF)

    def shrink(self) -> None:
        """Give back a table that grew, before another deal is loaded."""
        if not 0 < self.table_mask < 1 << 16:
            self._new_table(1 << 10)
            self.generation = 0

    def _new_table(self, size: int) -> None:
        self.keys, self.stamps = words(size), halves(size)
        self.table_mask, self.table_used, self.table_limit = size - 1, 0, size // 8 * 5

    def line(self) -> list[tuple[int, int, int]]:
        """The moves found: bits of the discarded cards, twice the same for one alone, and position.

        -1 for both cards: dealing on until a pair vanishes. Cards that stand alone and went at once
        are not listed.
        """
        moves = []
        for d in range(self.depth):
            low, high = self.move_low[d], self.move_high[d]
            if low == VANISHED:
                low = high = -1
            moves.append((low, high, self.move_position[d]))
        return moves

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(self) -> cython.void:
        """The first level: nothing dealt, the exposed cards that stand alone gone."""
        i: cython.ulonglong
        b: cython.int
        self.generation += 1
        if self.generation >= 1 << 16:
            for i in range(self.table_mask + 1):
                self.stamps[i] = 0
            self.generation = 1
        self.table_used = 0
        self.nodes = 0
        self.depth = 0
        self.left[0], self.exposed[0] = self.all_left, self.all_exposed
        self.in_stock[0] = self.all_in_stock
        self.position[0] = 0
        for b in range(8 * self.sets):
            self.ban[b] = self.static_ban[b]
        if self.prunes & PRUNE_SINGLES:
            self._remove(0, self.exposed[0] & self.singles)
        self.code = ENTER

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """Depth-first, from where it paused; `code` says how the level `depth` stands."""
        stop_at: cython.ulonglong = self.nodes + node_budget
        d: cython.int = self.depth
        k: cython.int
        step: cython.int
        code: cython.int = self.code
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
            if code != OPEN:  # won, or the table wants room
                self.depth, self.code = d, WON if code == WON else ENTER
                return code
            # The level is open: its next pair, or the next position that brings one.
            step = ADVANCED
            while self.following[d] >= self.count[d] and step == ADVANCED:
                step = self._advance(d)
            if step == EXHAUSTED:
                code = LOST
                continue
            if self.nodes >= stop_at:
                self.depth, self.code = d, OPEN
                return PAUSED
            self.nodes += 1
            self.move_position[d] = self.position[d]
            if step == VANISH:
                self.move_low[d] = self.move_high[d] = VANISHED
                self.forced[d] = 1
                self._copy_level(d)
                self._vanish(d + 1)
            else:
                k = PAIRS * d + self.following[d]
                self.following[d] += 1
                self.move_low[d], self.move_high[d] = self.pair_low[k], self.pair_high[k]
                self._take(d)
            d += 1
            code = ENTER

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _failed(self, d: cython.int) -> cython.bint:
        """Whether the level is lost now that its last move failed.

        Excluded pairs: a pair whose discard led to nothing is not tried again below this level.
        Suppose a line from here used it later. Moved to the front it is legal, and so is every
        other move of the line after it, for where removing early never hurts each card is available
        at the latest when it was before; a pair within the tableau does not touch the stock,
        so for it this holds under every rule. The pair's own branch would have found that line.
        For verdicts only.
        """
        a: cython.int = self.move_low[d]
        b: cython.int = self.move_high[d]
        if self.forced[d]:
            return True
        if a == b or not self.prunes & PRUNE_EXCLUDED:
            return False
        if self.monotone or (self.stock_index[a] < 0 and self.stock_index[b] < 0):
            self.ban[64 * d + a] |= 1 << (b & 3)
            self.ban[64 * d + b] |= 1 << (a & 3)
            return self.monotone and (self._stuck(d, a) or self._stuck(d, b))
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enter(self, d: cython.int) -> cython.int:
        """Judge a new level: won, lost by a prune, no room in the table, or open."""
        left: cython.ulonglong = self.left[d]
        s: cython.int
        alive: cython.int
        if left & self.must == 0:
            return WON
        self.position[d] = self._canonical(d)
        self.deadline[d] = FOREVER
        if self.prunes & PRUNE_SETS:
            for s in range(self.sets):
                alive = self.last_alive[256 * s + ((left >> (8 * s)) & 255)]
                if alive < self.deadline[d]:
                    self.deadline[d] = alive
            if self._too_late(d):
                return LOST
        if self.monotone and self.prunes & PRUNE_EXCLUDED:
            if d == 0:
                for s in range(self.sets):
                    if self._set_stuck(d, s):
                        return LOST
            elif self.move_low[d - 1] < 8 * self.sets and self._set_stuck(
                d, self.move_low[d - 1] >> 3
            ):
                return LOST
        if self.table_used >= self.table_limit:
            return NO_ROOM
        if self._seen(left, self._table_position(d)):
            return LOST
        self.start[d] = self.position[d]
        self._list_pairs(d)
        return OPEN

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _too_late(self, d: cython.int) -> cython.bint:
        """Set tables: the stock is past the last position at which some set can still go.

        Nothing else can bring that set what it lacks: see `_build_set_table`. For every question.
        """
        return self.deadline[d] < (0 if self.unlimited else self.position[d])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _table_position(self, d: cython.int) -> cython.int:
        """What the table keeps of the stock's position.

        With unlimited passes the pass does not matter; and where removing early never hurts,
        every position of the stock can be reached from every other.
        """
        if not self.unlimited:
            return self.position[d]
        return 0 if self.monotone else self.position[d] & 63

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _canonical(self, d: cython.int) -> cython.int:
        """The position with t made least: stock cards above the waste top are gone alike."""
        position: cython.int = self.position[d]
        top: cython.int = self._waste_top(d)
        return (position & ~63) | (top + 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _waste_top(self, d: cython.int) -> cython.int:
        """The stock index of the waste top, or -1."""
        one: cython.ulonglong = 1
        dealt: cython.ulonglong = self.in_stock[d] & ((one << (self.position[d] & 63)) - 1)
        return highest_bit(dealt) if dealt else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _turned(self, d: cython.int) -> cython.int:
        """The stock index of the turned card, or -1."""
        rest: cython.ulonglong = self.in_stock[d] >> (self.position[d] & 63)
        if rest == 0 or not self.stock_top:
            return -1
        return lowest_bit(rest) + (self.position[d] & 63)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _matches(self, i: cython.int, j: cython.int) -> cython.bint:
        """Whether two stock cards, by index, add to the total."""
        a: cython.int = self.bit_at[self.tableau + i]
        b: cython.int = self.bit_at[self.tableau + j]
        if a >= 8 * self.sets or a >> 3 != b >> 3:
            return False
        return bool(self.self_set[a >> 3]) or (a ^ b) & 4 != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _advance(self, d: cython.int) -> cython.int:
        """Deal or redeal once and list the pairs that this brings."""
        t: cython.int = self.position[d] & 63
        number: cython.int = self.position[d] >> 6
        rest: cython.ulonglong = (self.in_stock[d] >> t) << t
        top: cython.int = self._waste_top(d)
        turned: cython.int = self._turned(d)
        k: cython.int
        if rest:
            if self.stock_waste == SW_AUTO and turned >= 0 and top >= 0:
                if self._matches(turned, top):
                    return EXHAUSTED  # dealing is the same move as discarding the two
            if self.draw > 1 and self.monotone:
                # One pass: the groups lie where they were dealt.
                t = (t // self.draw + 1) * self.draw
                if t > self.stock:
                    t = self.stock
            else:
                for k in range(self.draw):
                    if rest:
                        t = lowest_bit(rest) + 1
                        rest &= rest - 1
        else:
            if self.in_stock[d] == 0 or (number + 1 >= self.passes and not self.unlimited):
                return EXHAUSTED
            number += 1
            t = 0
        if self.monotone and 64 * number + t > self.start[d] + 64:
            return EXHAUSTED  # a whole pass later nothing new comes
        self.position[d] = 64 * number + t
        if self._too_late(d):
            return EXHAUSTED
        if self.stock_waste == SW_AUTO_ON_TURN:
            turned, top = self._turned(d), self._waste_top(d)
            if turned >= 0 and top >= 0 and self._matches(turned, top):
                return VANISH
        if not self.monotone and self._seen(self.left[d], self._table_position(d)):
            return EXHAUSTED
        self._list_pairs(d)
        return ADVANCED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_pairs(self, d: cython.int) -> cython.void:
        """The pairs that can be discarded at this position and are not excluded."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = self.left[d]
        available: cython.ulonglong = self.exposed[d]
        rest: cython.ulonglong
        below: cython.ulonglong
        top: cython.int = self._waste_top(d)
        turned: cython.int = self._turned(d)
        top_card: cython.int = -1
        turned_card: cython.int = -1
        lows: cython.int
        highs: cython.int
        s: cython.int
        a: cython.int
        b: cython.int
        self.count[d] = self.following[d] = self.forced[d] = 0
        if top >= 0:
            top_card = self.bit_at[self.tableau + top]
            available |= one << top_card
        if turned >= 0:
            turned_card = self.bit_at[self.tableau + turned]
            available |= one << turned_card
        rest = available & self.singles
        while rest:
            a = lowest_bit(rest)
            rest &= rest - 1
            self._add_pair(d, a, a)
        for s in range(self.sets):
            lows = (available >> (8 * s)) & 15
            highs = (available >> (8 * s + (0 if self.self_set[s] else 4))) & 15
            if highs == 0:
                continue
            while lows:
                a = 8 * s + lowest_bit(lows)
                lows &= lows - 1
                rest = highs & ~self.ban[64 * d + a]
                if self.self_set[s]:
                    rest &= ~((one << ((a & 3) + 1)) - 1)
                while rest:
                    b = 8 * s + (0 if self.self_set[s] else 4) + lowest_bit(rest)
                    rest &= rest - 1
                    if self.stock_waste == SW_NO and (
                        (a == top_card and b == turned_card) or (a == turned_card and b == top_card)
                    ):
                        continue
                    self._add_pair(d, a, b)
                    if self.forced[d]:
                        return
        if self.overlap:
            rest = self.exposed[d]
            while rest:
                a = lowest_bit(rest)
                rest &= rest - 1
                below = self.under[a] & left
                while below:
                    b = lowest_bit(below)
                    below &= below - 1
                    if (
                        self.cover[b] & left == one << a
                        and self.direct[b] >> a & 1
                        and self._allowed(d, a, b)
                    ):
                        self._add_pair(d, a, b)
                        if self.forced[d]:
                            return
        if self.waste_pairs and top > 0:
            rest = self.in_stock[d] & ((one << top) - 1)
            if rest:
                b = self.bit_at[self.tableau + highest_bit(rest)]
                if self._allowed(d, top_card, b):
                    self._add_pair(d, top_card, b)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _allowed(self, d: cython.int, a: cython.int, b: cython.int) -> cython.bint:
        """Whether two cards add to the total and are not excluded as a pair."""
        if a >= 8 * self.sets or a >> 3 != b >> 3:
            return False
        if not self.self_set[a >> 3] and (a ^ b) & 4 == 0:
            return False
        return not self.ban[64 * d + a] >> (b & 3) & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_pair(self, d: cython.int, a: cython.int, b: cython.int) -> cython.void:
        """List a pair; a forced pair takes the list for itself.

        Forced pairs: a card that must go and has one partner left goes with it as soon as it can:
        every line discards that pair, and where removing early never hurts, now is the best time.
        So does a pair of which each is the only partner of the other: a line that does not
        discard it can do so now and gains the cards' places. For verdicts only.
        """
        k: cython.int = PAIRS * d + self.count[d]
        only_a: cython.bint
        only_b: cython.bint
        if self.monotone and self.prunes & PRUNE_FORCED and a != b:
            only_a, only_b = self._only_partner(d, a), self._only_partner(d, b)
            if (
                (only_a and only_b)
                or (only_a and self.must >> a & 1)
                or (only_b and self.must >> b & 1)
            ):
                self.forced[d] = 1
                self.count[d] = 0
                k = PAIRS * d
        self.pair_low[k], self.pair_high[k] = a, b
        self.count[d] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _partners(self, d: cython.int, card: cython.int) -> cython.int:
        """The cards left that may still be this card's partner, four bits."""
        shift: cython.int = card & ~7
        if not (card & 4) and not self.self_set[card >> 3]:
            shift += 4
        return cython.cast(cython.int, (self.left[d] >> shift) & 15) & ~self.ban[64 * d + card]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _only_partner(self, d: cython.int, card: cython.int) -> cython.bint:
        """Whether a card has one partner left."""
        partners: cython.int = self._partners(d, card)
        return partners & (partners - 1) == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _stuck(self, d: cython.int, card: cython.int) -> cython.bint:
        """Whether a card that must go has no partner left."""
        if not (self.left[d] & self.must) >> card & 1:
            return False
        return self._partners(d, card) == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_stuck(self, d: cython.int, s: cython.int) -> cython.bint:
        """Whether some card of a set that must go has no partner left."""
        rest: cython.ulonglong = (self.left[d] & self.must) >> (8 * s) & 255
        card: cython.int
        while rest:
            card = 8 * s + lowest_bit(rest)
            rest &= rest - 1
            if self._partners(d, card) == 0:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy_level(self, d: cython.int) -> cython.void:
        i: cython.int
        self.left[d + 1], self.exposed[d + 1] = self.left[d], self.exposed[d]
        self.in_stock[d + 1], self.position[d + 1] = self.in_stock[d], self.position[d]
        for i in range(64):
            self.ban[64 * (d + 1) + i] = self.ban[64 * d + i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self, d: cython.int) -> cython.void:
        """The next level: this one after its move was made."""
        one: cython.ulonglong = 1
        a: cython.int = self.move_low[d]
        b: cython.int = self.move_high[d]
        turned: cython.int = self._turned(d)
        self._copy_level(d)
        self._remove(d + 1, (one << a) | (one << b))
        if self.stock_waste == SW_AUTO_ON_TURN and turned >= 0:
            if turned == self.stock_index[a] or turned == self.stock_index[b]:
                self._vanish(d + 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _vanish(self, d: cython.int) -> cython.void:
        """A card has been turned: it and the waste top vanish if they match, and so on."""
        one: cython.ulonglong = 1
        top: cython.int
        turned: cython.int
        while True:
            top, turned = self._waste_top(d), self._turned(d)
            if top < 0 or turned < 0 or not self._matches(turned, top):
                return
            self._remove(
                d,
                (one << self.bit_at[self.tableau + top])
                | (one << self.bit_at[self.tableau + turned]),
            )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _remove(self, d: cython.int, cards: cython.ulonglong) -> cython.void:
        """Take cards away, expose what they covered.

        Kings of the tableau (cards that stand alone) go as soon as they are exposed: that costs no
        partner and changes nothing in the stock, so it never hurts, under any rule.
        """
        one: cython.ulonglong = 1
        left: cython.ulonglong
        below: cython.ulonglong
        card: cython.int
        other: cython.int
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            left = self.left[d] & ~(one << card)
            self.left[d] = left
            self.exposed[d] &= ~(one << card)
            if self.stock_index[card] >= 0:
                self.in_stock[d] &= ~(one << self.stock_index[card])
            below = self.under[card] & left
            while below:
                other = lowest_bit(below)
                below &= below - 1
                if self.cover[other] & left == 0:
                    self.exposed[d] |= one << other
                    if (one << other) & self.singles and self.prunes & PRUNE_SINGLES:
                        cards |= one << other

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _seen(self, key: cython.ulonglong, position: cython.int) -> cython.bint:
        """Whether the table knows this position, or the same cards left earlier; else note it.

        Earlier is better: where removing early never hurts, what can be done from a later
        position with the same cards left can be done from an earlier one after dealing up to it.
        A position on the way to this one counts as known too: coming back to it gains nothing.
        """
        mix: cython.ulonglong = 0x9E3779B97F4A7C15
        mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        slot: cython.ulonglong = key
        if not self.monotone:
            slot ^= cython.cast(cython.ulonglong, position) << 50
        slot = (slot * mix) & mask
        slot = ((slot ^ (slot >> 32)) * mix) & mask
        slot = (slot >> 20) & self.table_mask
        while self.stamps[slot] >> 16 == self.generation:
            if self.keys[slot] == key:
                if self.monotone:
                    if cython.cast(cython.int, self.stamps[slot] & 0xFFFF) <= position:
                        return True
                    self.stamps[slot] = (self.generation << 16) | position
                    return False
                if cython.cast(cython.int, self.stamps[slot] & 0xFFFF) == position:
                    return True
            slot = (slot + 1) & self.table_mask
        self.keys[slot] = key
        self.stamps[slot] = (self.generation << 16) | position
        self.table_used += 1
        return False
