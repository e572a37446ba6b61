"""What a line of play is worth to a question, where every line is looked at.

Decides what better means for each question in whole numbers of which the least is best, what no
line from a position falls below, and how many moves a line needs to a target.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from pyrtool.answers.every_line.moves import EveryLine, State
from pyrtool.answers.soundness import By
from pyrtool.answers.worth import Value, as_left, worth
from pyrtool.base.arguments import guard
from pyrtool.game.cards import RANKS
from pyrtool.game.pairs import are_simple
from pyrtool.game.points import DISCARD_POINTS, PAR_POINTS, points
from pyrtool.game.position import Position


class _Aim:
    """A question about the lines from a position. `too_few`: the passes that are too few to clear
    the pyramid."""

    def __init__(self, lines: EveryLine, by: By, too_few: int) -> None:
        self.lines, self.by, self.too_few = lines, by, too_few
        start, rules = lines.start, lines.rules
        self.rules = rules
        self._rank = RANKS.find(by) + 1
        self._of_rank = lines.of_rank(self._rank)
        self._made = start.discards_made()
        self._left = lines.first[0]
        self._passes = (rules.passes or 1) if rules.stock == "dealt" else 1
        self.may_clear = too_few < self._passes
        up_to = [0]
        for row in start.layout.pyramid_rows:
            up_to.append(up_to[-1] | row)
        self._rows = up_to
        simple = are_simple(rules.partners)
        pairs = rules.sets if simple else ()
        self._pairs = [(lines.of_rank(low), lines.of_rank(high)) for low, high in pairs]
        in_pairs = reduce(or_, (low | high for low, high in self._pairs), 0)
        self._others = self._left & ~in_pairs

    # What a line reaches.

    def of(self, position: Position) -> Value:
        """The value of a line that ends here, by the referee."""
        return as_left(worth(position, self.by), self.rules, self.by)

    def value(self, state: State) -> Value:
        """The value of a line that ends here."""
        return self._worth(state, state[0], state[4])

    def floor(self, state: State, stay: int) -> Value:
        """No line from here has a lower value, where some cards stay."""
        cleared = state[4]
        if not cleared and not stay & self.lines.pyramid:
            cleared = max(state[3], self.too_few + 1)
        return self._worth(state, stay, 0 if cleared > self._passes else cleared)

    def _worth(self, state: State, stay: int, cleared: int) -> Value:
        """The value where these cards stay, and as many as must with them."""
        pyramid = self.lines.pyramid
        if self._rank:
            return ((stay & self._of_rank).bit_count(),)
        if self.by == "score" and self.rules.scoring == "microsoft":
            return (-self._points(stay),)
        in_all = stay.bit_count() if stay == state[0] else self._all_staying(state[0], stay)
        if self.by == "score":
            return (in_all - (PAR_POINTS[cleared - 1] if cleared else 0),)
        in_pyramid = (stay & pyramid).bit_count()
        return (in_pyramid, in_all) if self.by == "pyramid" else (in_all, in_pyramid)

    def _all_staying(self, left: int, stay: int) -> int:
        """How many cards stay at least: of two ranks that go only with each other the same number
        goes of both."""
        count = (stay & self._others).bit_count()
        for low, high in self._pairs:
            lows, highs = (left & low).bit_count(), (left & high).bit_count()
            if low == high:
                odd = (lows - (stay & low).bit_count()) & 1
                count += (stay & low).bit_count() + odd
            else:
                gone = min(lows - (stay & low).bit_count(), highs - (stay & high).bit_count())
                count += lows + highs - 2 * gone
        return count

    def _points(self, stay: int) -> int:
        """The microsoft score where these cards stay and all others are gone."""
        rows = sum(not row & stay for row in self._rows[1:])
        return points(rows, self._made_without(stay))

    # How long it takes.

    def is_met(self, state: State, goal: Value, cleared: bool) -> bool:
        """Whether a line that ends here is worth `goal`, and has the pyramid `cleared` if asked."""
        return self.value(state) <= goal and not (cleared and state[0] & self.lines.pyramid)

    def moves_to(self, state: State, goal: Value, cleared: bool) -> int:
        """No line from here to `goal`, with the pyramid `cleared` if asked, has fewer moves."""
        left = state[0]
        (most,) = goal
        if self._rank:
            clearing = left & self.lines.pyramid if cleared else 0
            if not most:
                return self._moves_to_remove(state, left & self._of_rank | clearing)
            missing = max(0, (left & self._of_rank).bit_count() - most)
            both = self._rank in self.rules.partners[self._rank]
            return max(self._discards(clearing), (missing + both) // (1 + both))
        if self.rules.scoring == "par":
            return self._moves_to_par(state, most, cleared)
        made = self._made_without(left)
        rows = range(len(self._rows) - 1 if cleared else 0, len(self._rows))
        return min(
            max(
                -((most + points(row, 0)) // DISCARD_POINTS) - made,
                self._discards(left & self._rows[row]),
            )
            for row in rows
        )

    def _made_without(self, stay: int) -> int:
        """The discards that were made where these cards are left."""
        gone = self._left & ~stay
        alone = (gone & self.lines.alone).bit_count()
        return self._made + alone + (gone.bit_count() - alone) // 2

    def _moves_to_par(self, state: State, most: int, cleared: bool) -> int:
        left, _, _, pass_number, cleared_in = state
        count = left.bit_count()
        clearing = self._discards(left & self.lines.pyramid)
        if cleared_in:
            return max(0, count - PAR_POINTS[cleared_in - 1] - most + 1) // 2
        ways = [] if cleared else [max(0, count - most + 1) // 2]
        for number in range(max(pass_number, self.too_few + 1), self._passes + 1):
            discards = max(clearing, (count - PAR_POINTS[number - 1] - most + 1) // 2)
            ways.append(number - pass_number + discards)
        return min(ways, default=count)

    def _moves_to_remove(self, state: State, cards: int) -> int:
        """All of these cards go: what lies on them too, and stock cards are dealt up to them."""
        discards = self._discards(self.lines.with_all_over(cards) & state[0])
        undealt = state[2]
        if self.rules.stock_top:
            return discards
        farthest = max((at for at, card in enumerate(undealt, 1) if cards >> card & 1), default=0)
        return discards - (-farthest // self.rules.dealt_at_once)

    def _discards(self, cards: int) -> int:
        """As few discards take these cards."""
        alone = (cards & self.lines.alone).bit_count()
        return alone + (cards.bit_count() - alone + 1) // 2


guard(__name__)
