# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The most that can be done in a deal: branch and bound over the positions of `search`.

The value of a line is what it leaves, a number of which less is better. A level is left as soon as
a lower bound on what can still be reached there is no better than the best line found so far;
when the search ends, that line is proved to be the best. The bound is that of `bounds`.

Which prunes of `search` hold for values: excluded pairs and earlier is better (a discard moved to the
front of a line leaves the same cards, and clears the pyramid no later), and of the forced pairs those
of which each card is the other's only partner. A pair that failed means here: its branch was searched.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.best.bounds import Bounds
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.levels.discards import Discards
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.codes import BY_SCORE, ENTER, LOST, NO_ROOM, OPEN, PAIRS, WON, WORST
    from pyrtool.kernel.numbers.encoding import key_of, pass_of
    from pyrtool.kernel.verdict.search import Search

VALUES: dict[str, int] = {"pyramid": 0, "all": 1, "score": 2}
"""What a value is: 64 times the cards left in the pyramid plus those left in all, the same with the
two exchanged, or 64 less the par score."""

CLEARED_AT = cython.declare(cython.int, 8)  # of a key's mark: the pass of clearing, above the pass


@cython.cclass
class Best(Bounds):
    """Buffers of one game; `load` a deal, then `search` until it answers ``done``.

    `prunes` and `relaxed`: see `Search`; `drop_kings`: see `Places`; `by` is one of `VALUES`;
    `points` are what clearing the pyramid earns in each pass. `best` is the value of the best line so
    far, which `line` gives, `least` what no line falls below. `preferred`: the cards whose discard
    counts for more than that of another card of their rank, here those of the pyramid.
    """

    def __init__(
        self,
        game: Game,
        prunes: int,
        drop_kings: bool,
        by: int,
        points: list[int],
        relaxed: "Search | None" = None,
    ) -> None:
        Bounds.__init__(self, game, prunes, drop_kings, by, points, relaxed)
        self.enough = -WORST
        levels = self.size + 2
        self.best_low, self.best_high = integers(levels), integers(levels)
        self.best_position = integers(levels)
        self.best_depth = 0

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
        self.begin_with(left, position)
        self.from_cleared = self.cleared[0] = cleared
        self.least = self.at_least(0, position)

    def search(self, node_budget: int) -> str:
        """Go on for so many nodes: ``done``, ``paused``, or ``memory`` at its limit."""
        answer = Search.search(self, node_budget)
        return "done" if answer == "lost" else answer

    def never_before(self, first_pass: int) -> None:
        """Take it that the pyramid cannot be cleared before this pass (0 is the first)."""
        self.first_clearing = first_pass
        self.least = self.at_least(0, self.position[0])

    def only_cleared(self, only: bool) -> None:
        """Of the deals that are loaded from now on, look only for lines that clear the pyramid."""
        self.must_clear = only

    def one_of(self, cards: int) -> None:
        """Take it that no line removes all of these tableau cards together; 0 for nothing known."""
        self.one_stays = cards
        self.least = self.at_least(0, self.position[0])

    def settle_for(self, value: int) -> None:
        """Look for nothing better than this value: `search` answers ``won`` when it is reached."""
        self.enough = value

    def has_line(self) -> bool:
        """Whether a line was found."""
        return bool(self.best < WORST)

    def line(self) -> list[tuple[int, int, int]]:
        """The discards of the best line, as `Search.line` gives them."""
        return self.listed(self.best_low, self.best_high, self.best_position, self.best_depth)

    def lay_out_best(self, cards: cython.const[cython.uchar][::1]) -> cython.void:  # type: ignore[valid-type]
        """`load` without the interpreter."""
        self.lay_out(cards)
        self.find_open_cards()
        self.find_beneath()
        self.one_stays = 0
        self.build_bound_tables()
        self.must = 0  # nothing has to go: `force` and `stuck` ask
        self.preferred = self.pyramid
        self.code = ENTER
        self.best = WORST
        self.best_depth = 0
        self.first_clearing = self.from_cleared = self.cleared[0] = 0
        self.least = self.at_least(0, 0)

    def find_open_cards(self) -> cython.void:
        """`open_cards`: those of sets in an open bouquet."""
        one: cython.ulonglong = 1
        m: cython.int
        self.open_cards = 0
        for m in range(self.tableau, self.size):
            if not self.dealt and self.bit_at[m] < 8 * self.sets:
                self.open_cards |= one << self.bit_at[m]

    def _enter(self, d: cython.int) -> cython.int:
        """Judge a new level: its own value, then whether anything better can follow."""
        slot: cython.longlong
        if self.by == BY_SCORE:
            self.cleared[d] = self.cleared[d - 1] if d else self.from_cleared
            if self.cleared[d] == 0 and self.left[d] & self.pyramid == 0:
                self.cleared[d] = pass_of(self.position[d]) + 1
        self.position[d] = self.canonical(d)
        if d:
            self.staying[d] = self.staying[d - 1] & self.left[d]
            self.unsure[d] = self.unsure[d - 1] | (self.left[d - 1] ^ self.left[d])
        if self._keep_line(d, self.value_of(d)):
            return WON
        if self.last and self.left[d] & self.pyramid == 0:
            return LOST
        if self.too_late(d):
            return LOST
        if self.monotone:
            slot = self.table.find(self._key(d))
            if slot >= 0:
                if cython.cast(cython.int, self.table.note(slot)) <= self.table_position(d):
                    return LOST
        elif self.seen(d):
            return LOST
        if self.table.full():
            if not self.table.make_room():
                return NO_ROOM
        if self.monotone:
            slot = self.table.find(self._key(d))
            self.table.write(
                slot, self._key(d), cython.cast(cython.ulonglong, self.table_position(d))
            )
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

    def _keep_line(self, d: cython.int, value: cython.int) -> cython.bint:
        """Keep the line to here if none so far has so small a value; whether that is `enough`."""
        i: cython.int
        if value >= self.best:
            return False
        self.best, self.best_depth = value, d
        for i in range(d):
            self.best_low[i], self.best_high[i] = self.move_low[i], self.move_high[i]
            self.best_position[i] = self.move_position[i]
        return value <= self.enough

    def _key(self, d: cython.int) -> cython.ulonglong:
        """The table's key: once the pyramid is cleared its pass belongs to the value."""
        mark: cython.int = 0
        if not self.monotone and not self.unlimited:
            mark = pass_of(self.position[d])
        if self.by == BY_SCORE:
            mark |= self.cleared[d] << CLEARED_AT
        return key_of(self.left[d], mark)

    def force(self, d: cython.int) -> cython.void:
        """Forced moves, where removing early never hurts: if one is listed, list it alone.

        A king goes, at no cost. A pair goes whose one card is `_free`. So does
        a pair of which each is the only partner of the other (`Discards.force`).
        """
        i: cython.int
        if not self.forcing:
            return
        for i in range(PAIRS * d, PAIRS * d + self.count[d]):
            if self.may_end(self.pair_low[i], self.pair_high[i]):
                continue
            if (
                self.pair_low[i] == self.pair_high[i]
                or self._free(d, self.pair_low[i])
                or self._free(d, self.pair_high[i])
            ):
                self.pair_low[PAIRS * d], self.pair_high[PAIRS * d] = (
                    self.pair_low[i],
                    self.pair_high[i],
                )
                self.count[d] = 1
                self.forced[d] = 1
                return
        Discards.force(self, d)

    def _free(self, d: cython.int, card: cython.int) -> cython.bint:
        """Free complements: whether this card may go at once with any available card that matches it.

        Let x be the card, r its rank, and y an available card that matches it. Every card left of r
        is exposed, covers nothing, and cannot end the game; r does not match itself; and x is
        `preferred`, or no card left of r is. Then every line from here has one that begins with x/y
        and is no worse, where removing early never hurts:

        1. The line discards x/y. Moved to the front it is the same (`Discards.failed`).
        2. It discards y with another card x' of r. The new line begins with x/y and makes no discard
           of x'/y. Where x goes with y' in the line, x' does so in the new one. If x goes with none,
           x' stays in its place.
        3. It leaves y. Cards of two matching ranks go in pairs only, and a deck has equally many of
           both, so it leaves a card of r too. If it leaves x, the new line adds x/y. Otherwise x goes
           with some y', and in the new line a card x' of r that was left does so. It leaves x' and y
           no more.

        The new lines are legal: the cards of r are exposed all the time, and as they cover nothing,
        no other card waits for them. They leave the same cards, or fewer, or x' in place of x. In
        that case x' is not `preferred` unless x is. So no more preferred cards are left, nor cards in
        all, nor of any set. The last card of the pyramid goes no later: x goes now, and x' when x
        went.
        Nor does an exclusion end the new line. Where one of its discards is excluded, the branch of
        that one has been searched, and with it a line as good as the new one (`Discards.failed`).
        """
        one: cython.ulonglong = 15
        rank: cython.ulonglong = (one << (card & ~3)) & self.left[d]
        one = 1
        if self.self_set[card >> 3] or rank & (~self.exposed[d] | self.last):
            return False
        if rank & self.preferred and not (one << card) & self.preferred:
            return False
        while rank:
            if self.under[lowest_bit(rank)] & self.left[d]:
                return False
            rank &= rank - 1
        return True

    def _twins(self, d: cython.int, card: cython.int) -> cython.ulonglong:
        """A card, and if it lies in an open bouquet the others of its rank there that are
        `preferred` like it, or like it are not.

        They are exposed and cover nothing, so each does for any other.
        """
        one: cython.ulonglong = 1
        rank: cython.ulonglong = 15
        if not self.open_cards >> card & 1:
            return one << card
        rank = (rank << (card & ~3)) & self.open_cards & self.left[d]
        return rank & (self.preferred if self.preferred >> card & 1 else ~self.preferred)

    def _keep_first_twins(self, d: cython.int) -> cython.void:
        """List only discards with the first of the twins, and of two twins with the first two."""
        kept: cython.int = 0
        i: cython.int
        a: cython.int
        b: cython.int
        twins: cython.ulonglong
        for i in range(PAIRS * d, PAIRS * d + self.count[d]):
            a, b = self.pair_low[i], self.pair_high[i]
            if a != b:
                if lowest_bit(self._twins(d, a)) != a:
                    continue
                twins = self._twins(d, b)
                if twins >> a & 1:
                    twins &= twins - 1  # a rank that completes itself: both of one kind
                if lowest_bit(twins) != b:
                    continue
            self.pair_low[PAIRS * d + kept], self.pair_high[PAIRS * d + kept] = a, b
            kept += 1
        self.count[d] = kept

    def exclude(
        self, d: cython.int, a: cython.int, b: cython.int, lasting: cython.bint
    ) -> cython.void:
        """Exclude a discard, and all that are the same with twins."""
        one: cython.ulonglong = 1
        lows: cython.ulonglong = self._twins(d, a)
        highs: cython.ulonglong
        self.unsure[d] |= one << a
        while lows:
            highs = self._twins(d, b)
            while highs:
                Discards.exclude(self, d, lowest_bit(lows), lowest_bit(highs), lasting)
                highs &= highs - 1
            lows &= lows - 1
