# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search over partners: cards are turned one at a time in one or two passes.

It chooses a partner for one card after the other, and draws all `deductions` from each choice. In one
pass most deals are decided by these alone. When every card that must go has its partner, the pairs are
played as soon as they can go. Why that decides a choice: docs/development/proofs.md, "Partners in one pass".
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, words
from pyrtool.kernel.numbers.codes import ANSWERS
from pyrtool.kernel.verdict.pairing.deductions import Deductions

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import ENTER, LOST, PAUSED, ROW, SLOTS, SW_NO, WON
    from pyrtool.kernel.numbers.encoding import PASS, pass_of, pass_start, top_of

MOST_SLOTS = 75
"""With more slots, the search over positions takes less time; `windows` has room for 127."""


def pairs_up(game: Game) -> bool:
    """Whether `Pairing` searches this game. In one or two passes, with few enough slots, cards are turned
    singly, and the waste top is available. Each goes with one of another rank. (If stock cards may
    stay in two passes, but go with each other, positions take less time.)"""
    return (
        game.dealt
        and game.draw == 1
        and game.passes in (1, 2)
        and game.passes * (game.stock + 1) <= MOST_SLOTS
        and game.stock_top
        and not game.waste_pairs
        and (game.passes == 1 or not game.goal_pyramid or game.stock_waste == SW_NO)
        and game.monotone
        and not any(game.self_set)
    )


@cython.cclass
class Pairing:
    """Buffers of one game; `load` a deal, then `search` until it is no longer ``paused``.

    `nodes`: how many partners were tried; `vain`: how many choices of all could not be played. `depth`:
    the level and, after a win, how many discards it has: `move_low`, `move_high`, `move_position`.
    """

    def __init__(self, game: Game, deductions: int) -> None:
        self.game, self.known = game, Deductions(game, deductions)
        self.passes = game.passes if game.dealt else 1
        self.nodes = self.depth = self.vain = self.level = 0
        self.code = ENTER
        rows: int = game.size // 2 + 2
        self.set_of, self.pair, self.mate = integers(rows), integers(rows), words(64)
        self.move_low, self.move_high = integers(rows), integers(rows)
        self.move_position, self.over, self.pile = integers(rows), integers(8), integers(8)
        self.position = 0

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); False if a set alone is lost."""
        self.game.check_cards(cards)
        return bool(self.lay_out(cards))

    def load_position(self, cards: bytes, left: bytes, position: int) -> None:
        """Lay out a deal in the middle of its play. `cards` has the codes in dealing order; those
        are left whose byte in `left` is not 0. `position` is the stock's, as `encoding` has it."""
        self.load_sets(cards, left, 255, position)

    def load_sets(self, cards: bytes, left: bytes, sets: int, position: int = 0) -> None:
        """`load_position` of the sets of this mask alone, every other card gone."""
        one: cython.ulonglong = 1
        kept: cython.ulonglong = 0
        chosen: cython.int = sets
        in_stock: cython.ulonglong = 0
        i: cython.int
        self.game.check_position(cards, left, position)
        self.known.load_cards(cards)
        for i in range(len(cards)):
            if left[i] and chosen >> (self.known.bit_at[i] >> 3) & 1:
                kept |= one << self.known.bit_at[i]
                if i >= self.known.tableau:
                    in_stock |= one << (i - self.known.tableau)
        self.begin_at(kept, in_stock, position)

    def search(self, node_budget: int) -> str:
        """Search on for this many nodes: ``won``, ``lost``, or ``paused`` when more are needed.

        How the nodes are cut into budgets changes neither the answer nor the nodes it takes.
        """
        result: cython.int
        budget: cython.ulonglong = node_budget
        with cython.nogil:
            result = self.run(budget)
        return ANSWERS[result]

    def limit_memory(self, limit_bytes: int) -> None:
        """Nothing: what the search needs does not grow."""

    def line(self) -> list[tuple[int, int, int]]:
        """The moves found, as `encoding` has them. Kings that went immediately are not listed."""
        return [
            (self.move_low[k], self.move_high[k], self.move_position[k]) for k in range(self.depth)
        ]

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """`load` without the interpreter."""
        s: cython.int
        of_set: cython.ulonglong
        everything: cython.ulonglong = 0
        self.position = 0
        self.known.load_cards(cards)
        for s in range(self.known.sets):
            of_set = cython.cast(cython.ulonglong, 255) << (8 * s)
            everything |= of_set & self.known.in_deck
            if not self.goes_simply(s) and not self.goes_alone(of_set & self.known.in_deck):
                self.code = LOST
                return False
        self.begin(everything, 0, self.passes)
        return True

    def loses(
        self,
        cards: ReadOnlyBytes,
        left: cython.ulonglong,
        in_stock: cython.ulonglong,
        position: cython.int,
        node_budget: cython.ulonglong,
    ) -> cython.bint:
        """Whether a deal is lost with these cards left at this position of the stock. False where it
        is won, or this many nodes do not show it."""
        self.known.load_cards(cards)
        self.begin_at(left, in_stock, position)
        return self.run(node_budget) == LOST

    def goes_simply(self, s: cython.int) -> cython.bint:
        """Whether a set, every other card gone, goes by taking its stock cards as soon as they can go,
        and of others what covers something. True is a line of play; false proves nothing."""
        left: cython.int = cython.cast(cython.int, (self.known.in_deck >> (8 * s)) & 255)
        turned: cython.int = 0
        top: cython.int
        depth: cython.int = 0
        exposed: cython.int
        k: cython.int
        pair: cython.int
        for k in range(8):
            self.over[k] = cython.cast(cython.int, (self.known.above[8 * s + k] >> (8 * s)) & 255)
        for k in range(-1, self.known.dealt_count[s]):
            if k >= 0:
                turned = 1 << self.known.dealt_of_set[8 * s + k]
            while True:
                exposed = self._exposed(s, left)
                top = self.pile[depth - 1] if depth else 0
                pair = self._simple_pair(turned, top, exposed, self._covering(left, exposed))
                if not pair:
                    break
                left &= ~pair
                if pair & top:
                    depth -= 1
                turned &= ~pair
            if turned:
                self.pile[depth] = turned
                depth += 1
                turned = 0
        return left & ~exposed == 0 or (self.known.goal >> (8 * s)) & left == 0

    def _simple_pair(
        self, turned: cython.int, top: cython.int, exposed: cython.int, covering: cython.int
    ) -> cython.int:
        """The pair that `goes_simply` takes, two bits of a set, or 0."""
        x: cython.int = turned
        y: cython.int = _complements(turned, covering, exposed)
        if not y:
            x, y = top, _complements(top, covering, exposed)
        if not y and self.known.stock_waste != SW_NO:
            x, y = turned, _complements(turned, top, 0)
        if not y:
            x, y = covering & 15, covering & 240 or exposed & 240
        if not (x and y):
            x, y = exposed & 15, covering & 240
        if not (x and y):
            return 0
        return (x & -x) | (y & -y)

    def _covering(self, left: cython.int, exposed: cython.int) -> cython.int:
        """The exposed cards of a set that cover another one of it."""
        found: cython.int = 0
        rest: cython.int = left
        while rest:
            found |= self.over[lowest_bit(rest)]
            rest &= rest - 1
        return found & exposed

    def _exposed(self, s: cython.int, left: cython.int) -> cython.int:
        """The cards of a set that lie in the tableau, covered by none of it."""
        rest: cython.int = left & cython.cast(cython.int, (self.known.laid_out >> (8 * s)) & 255)
        found: cython.int = 0
        x: cython.int
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            if self.over[x] & left == 0:
                found |= 1 << x
        return found

    def goes_alone(self, cards: cython.ulonglong) -> cython.bint:
        """Whether these cards of a deal can go with every other card gone."""
        unlimited: cython.ulonglong = 1
        self.begin(cards, 0, self.passes)
        return self.run(unlimited << 62) == WON

    def begin_at(
        self, left: cython.ulonglong, in_stock: cython.ulonglong, position: cython.int
    ) -> cython.void:
        """Begin with these cards left at this position of the stock."""
        self.position = pass_start(position)
        self.begin(left, top_of(in_stock, position) + 1, self.passes - pass_of(position))

    def begin(self, left: cython.ulonglong, dealt: cython.int, passes: cython.int) -> cython.void:
        """Begin with these cards left, this many dealt, in the first of these passes."""
        s: cython.int
        self.nodes = self.depth = self.vain = 0
        for s in range(8):
            self.known.weight[s] = 0
        self.known.begin(left, dealt, passes)
        self.code = ENTER if self.known.choose_from() else LOST

    def run(self, node_budget: cython.ulonglong) -> cython.int:
        """Search depth-first from where it paused, for this many nodes."""
        stop_at: cython.ulonglong = self.nodes + node_budget
        d: cython.int = self.depth
        if self.code != ENTER:
            return self.code
        while True:
            if self.known.propagate(d):
                if self.known.single[d] & self.known.must[d] == 0:
                    if self.play(d):
                        self.code, self.level = WON, d
                        return WON
                    self.vain += 1
                if self.known.single[d]:
                    if self.nodes >= stop_at:
                        self.depth = d
                        return PAUSED
                    self.nodes += 1
                    self.choose(d)
                    self.known.copy_level(d)
                    self.known.take(d + 1, self.set_of[d], self.pair[d])
                    d += 1
                    continue
            d -= 1
            if d < 0:
                self.depth, self.code = 0, LOST
                return LOST
            self.known.drop(d, self.set_of[d], self.pair[d])

    def reject(self) -> cython.void:
        """Let `run` go on from the win that it found, to one with other partners."""
        d: cython.int = self.level - 1
        self.depth, self.code = max(d, 0), ENTER if d >= 0 else LOST
        if d >= 0:
            self.known.drop(d, self.set_of[d], self.pair[d])

    def choose(self, d: cython.int) -> cython.void:
        """The pair to try: of a card that must go, if there is one, with few partners, of a set that
        failed often."""
        rest: cython.ulonglong = self.known.single[d] & self.known.must[d] or self.known.single[d]
        some: cython.uint
        x: cython.int
        chosen: cython.int = 0
        partners: cython.uint = 0
        count: cython.int
        weight: cython.int
        fewest: cython.int = 64
        heaviest: cython.int = 1
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            some = self.known.partners(d, x)
            count = count_bits(some)
            weight = 1 + self.known.weight[x >> 3]
            if count * heaviest < fewest * weight:
                fewest, heaviest, chosen, partners = count, weight, x, some
        self.set_of[d] = chosen >> 3
        x = lowest_bit(partners)
        if self.known.end > self.known.period:
            x = self.least_bound(d, chosen, partners)
        if chosen & 4:
            self.pair[d] = 4 * x + (chosen & 3)
        else:
            self.pair[d] = 4 * (chosen & 3) + x

    def least_bound(self, d: cython.int, x: cython.int, partners: cython.uint) -> cython.int:
        """Of these partners of a card the one for which the fewest cards come to wait for others, as it
        leaves most choices. (In one pass most deals are lost, whatever is tried first.)"""
        row: cython.int = ROW * d
        before: cython.ulonglong
        best: cython.int = 0
        bound: cython.int
        least: cython.int = -1
        k: cython.int
        y: cython.int
        while partners:
            k = lowest_bit(partners)
            partners &= partners - 1
            y = ((x ^ 4) & ~3) + k
            before = self.known.up[row + x] ^ self.known.up[row + y]
            bound = count_bits(before & self.known.up[row + x]) * count_bits(
                self.known.down[row + y]
            ) + count_bits(before & self.known.up[row + y]) * count_bits(self.known.down[row + x])
            if least < 0 or bound < least:
                best, least = k, bound
        return best

    def play(self, d: cython.int) -> cython.bint:
        """Play the pairs that were chosen, each as soon as it can go; false if some never can. Removing
        early never hurts, so they all can go in some order exactly if they can in this one."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = self.known.left
        paired: cython.ulonglong = self._pair_off(d)
        available: cython.ulonglong
        rest: cython.ulonglong
        count: cython.int = 0
        slot: cython.int
        turn: cython.int
        at: cython.int
        x: cython.int
        y: cython.int
        for slot in range(self.known.start, self.known.end):
            turn = slot % self.known.period
            at = self.position + slot // self.known.period * PASS + turn
            at -= 1 if turn > self.known.start else 0
            rest = available = self.available(left, turn) & paired
            while rest and left & self.known.goal:
                x = lowest_bit(rest)
                rest &= rest - 1
                y = lowest_bit(self.mate[x])
                if not (available >> y & 1 or self.under(left, x, y)):
                    continue
                left &= ~((one << x) | (one << y))
                self.move_low[count], self.move_high[count] = x, y
                self.move_position[count] = at
                count += 1
                rest = available = self.available(left, turn) & paired
        self.depth = count
        return left & self.known.goal == 0

    def _pair_off(self, d: cython.int) -> cython.ulonglong:
        """The cards with a partner that do not stay, and the partner of each as a mask in `mate`."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = self.known.left & ~self.known.single[d]
        found: cython.ulonglong = left & ~self.known.late[SLOTS * d + self.known.end]
        rest: cython.ulonglong = found
        x: cython.int
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            self.mate[x] = one << (((x ^ 4) & ~3) + lowest_bit(self.known.partners(d, x)))
        return found

    def available(self, left: cython.ulonglong, slot: cython.int) -> cython.ulonglong:
        """The cards left that are exposed, turned in this slot of a pass, or the waste top."""
        one: cython.ulonglong = 1
        found: cython.ulonglong = 0
        rest: cython.ulonglong = left & self.known.laid_out
        x: cython.int
        top: cython.int = -1
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            if self.known.above[x] & left == 0:
                found |= one << x
        rest = left & self.known.upto[slot]
        while rest:
            x = lowest_bit(rest)
            rest &= rest - 1
            if self.known.slot[x] == slot:
                found |= one << x
            elif top < 0 or self.known.slot[x] > self.known.slot[top]:
                top = x
        return found | (one << top) if top >= 0 else found

    def under(self, left: cython.ulonglong, x: cython.int, y: cython.int) -> cython.bint:
        """Whether a card that is available lies directly on the other, and is all that does."""
        one: cython.ulonglong = 1
        return (
            self.known.overlap
            and self.known.cover[y] >> x & 1 != 0
            and self.known.above[y] & left == one << x
        )


def _complements(card: cython.int, first: cython.int, second: cython.int) -> cython.int:
    """The complements of a card, bits of a set, in the first, else in the second; none of no card."""
    others: cython.int = 240 if card & 15 else 15
    if not card:
        return 0
    return first & others if first & others else second & others
