"""A position as the walk through every line takes it, and the moves that the walk finds.

Decides how rules and cards reach `kernel.every_line`. The questions are those of
`answers.every_line`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.answers.kernels import build
from pyrtool.answers.kernels.positions import Numbered
from pyrtool.answers.soundness import By, early_never_hurts
from pyrtool.answers.worth import Value
from pyrtool.base.arguments import guard
from pyrtool.game.cards import rank_of
from pyrtool.game.games import Rules
from pyrtool.game.pairs import are_simple
from pyrtool.game.points import DISCARD_POINTS, PAR_POINTS, points
from pyrtool.game.position import DealStock, Discard, Move, Position, Redeal
from pyrtool.kernel.every_line import level
from pyrtool.kernel.every_line.aim import Aim
from pyrtool.kernel.every_line.bounds import LineBounds
from pyrtool.kernel.every_line.cards import Cards, Wanted
from pyrtool.kernel.every_line.line import Line
from pyrtool.kernel.every_line.moves import Moves

Step = tuple[int, int]
"""A move: two cards, one twice that goes alone; (-1, waste) for a deal, (-2, 0) for a redeal."""

_DEAL: Final = -1
_REDEAL: Final = -2


class LinesFrom:
    """The lines from a position, as the kernel takes them; `plain`: by every legal move."""

    def __init__(self, start: Position, plain: bool = False) -> None:
        self.start, self.rules = start, start.rules
        rules, layout, numbered = start.rules, start.layout, Numbered(start)
        self._cards, number = numbered.cards, numbered.number
        self.pyramid = layout.pyramid
        self.cards = Cards(
            numbered.ranks(),
            numbered.left,
            len(start.tableau) + len(start.bouquet),
            covers=[list(on_it) for on_it in layout.covers],
            goes=numbered.mates(),
            alone=numbered.alone(),
            must=numbered.left if rules.goal == "all" else layout.pyramid,
            pyramid=layout.pyramid,
            overlap=rules.overlap,
        )
        play = build.play(rules)
        self.line = Line(
            play,
            self.cards,
            wastes=rules.wastes,
            choice=rules.deal_to == "choice",
            ends=rules.ends_when_cleared,
            par=rules.scoring == "par",
        )
        self.line.begin(
            [bytes(number[card] for card in waste) for waste in start.wastes],
            bytes(number[card] for card in start.undealt()),
            start.pass_number,
            start.cleared_in_pass or 0,
        )
        self.moves = Moves(
            self.line,
            play,
            self.cards,
            waste_match=rules.waste_match,
            both_ends=rules.waste_ends == "both",
            dealt=rules.stock == "dealt",
            early=early_never_hurts(rules),
            plain=plain,
        )
        deals_all = rules.goal == "all" and rules.stock == "dealt"
        self.bounds = LineBounds(self.line, play, self.cards, deals_all=deals_all)

    def aim(self, by: By, too_few: int) -> Aim:
        """The aim of the lines. `too_few`: the passes that are too few to clear the pyramid."""
        rules, cards = self.rules, self.cards
        rank = rank_of(by)
        rows = [0]
        for row in self.start.layout.pyramid_rows:
            rows.append(rows[-1] | row)
        pairs = rules.sets if are_simple(rules.partners) else ()
        wanted = Wanted(
            _kind(by, rules),
            of_rank=cards.of_rank(rank) if rank else 0,
            goes_with_itself=bool(rank) and rank in rules.partners[rank],
            pairs=[(cards.of_rank(low), cards.of_rank(high)) for low, high in pairs],
            rows=rows,
            row_points=[points(count, 0) for count in range(len(rows))],
            discard_points=DISCARD_POINTS,
            par_points=list(PAR_POINTS),
            made=self.start.discards_made(),
            passes=passes_of(rules),
            too_few=too_few,
        )
        return Aim(self.line, self.bounds, cards, wanted)

    def as_moves(self, steps: Sequence[Step]) -> tuple[Move, ...]:
        """Moves as the referee knows them."""
        moves: list[Move] = []
        for card, other in steps:
            if card == _REDEAL:
                moves.append(Redeal())
            elif card == _DEAL:
                moves.append(DealStock(other + 1 if self.rules.deal_to == "choice" else 0))
            else:
                numbers = dict.fromkeys((card, other))
                moves.append(Discard(tuple(c for n in numbers if (c := self._cards[n]))))
        return tuple(moves)


def _kind(by: By, rules: Rules) -> int:
    """The kernel's number of a question."""
    if rank_of(by):
        return level.OF_RANK
    if by == "score":
        return level.POINTS if rules.scoring == "microsoft" else level.PAR_SCORE
    return level.LEAST_IN_PYRAMID if by == "pyramid" else level.LEAST_IN_ALL


def passes_of(rules: Rules) -> int:
    """How many passes count: 1 where they are unlimited, or there is no stock."""
    return (rules.passes or 1) if rules.stock == "dealt" else 1


def packed(value: Value) -> int:
    """A value as the kernel has it."""
    return value[0] if len(value) == 1 else value[0] << level.VALUE_BITS | value[1]


def unpacked(value: int, by: By) -> Value:
    """The value that the kernel has as one number."""
    return divmod(value, 1 << level.VALUE_BITS) if by in ("pyramid", "all") else (value,)


guard(__name__)
