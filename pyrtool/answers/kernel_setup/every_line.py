"""Set up the walk through every line: a position as it takes one, and the moves that it finds.

Decides how rules and cards reach `kernel.without_sets`. The questions are those of
`answers.every_line`.
"""

from collections.abc import Sequence

from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.lines import Step, moves_of_steps
from pyrtool.answers.kernel_setup.positions import Numbered
from pyrtool.answers.objectives import By, Value
from pyrtool.answers.plan import plan_of
from pyrtool.game.cards import rank_of
from pyrtool.game.games import Rules
from pyrtool.game.pairs import are_simple
from pyrtool.game.points import DISCARD_POINTS, PAR_POINTS, points
from pyrtool.game.position import Move, Position
from pyrtool.kernel import constants
from pyrtool.kernel.without_sets import Aim, Cards, Line, LineBounds, Moves


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
        self.line = Line(play, self.cards, ends=rules.ends_when_cleared, par=rules.scoring == "par")
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
            dealt=rules.stock == "dealt",
            early=plan_of(rules).early_never_hurts,
            plain=plain,
        )
        deals_all = rules.goal == "all" and rules.stock == "dealt"
        self.bounds = LineBounds(self.line, play, self.cards, deals_all=deals_all)

    def aim(self, by: By | None = None, too_few: int = 0) -> Aim:
        """Build the aim of the lines, a win if `by` is None. `too_few`: the passes that are too few
        to clear the pyramid."""
        rules, cards = self.rules, self.cards
        rank = rank_of(by) if by else 0
        rows = [0]
        for row in self.start.layout.pyramid_rows:
            rows.append(rows[-1] | row)
        pairs = rules.sets if are_simple(rules.partners) else ()
        return Aim(
            self.line,
            self.bounds,
            cards,
            kind=_kind(by, rules),
            of_rank=cards.of_rank(rank) if rank else cards.must,
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

    def as_moves(self, steps: Sequence[Step]) -> tuple[Move, ...]:
        """Return the moves as the referee knows them."""
        return moves_of_steps(steps, self._cards, int(self.rules.deal_to == "choice"))


def _kind(by: By | None, rules: Rules) -> int:
    """Return the kernel's number of a question."""
    if by is None:
        return constants.TO_WIN
    if rank_of(by):
        return constants.OF_RANK
    if by == "score":
        return constants.POINTS if rules.scoring == "microsoft" else constants.PAR_SCORE
    return constants.LEAST_IN_PYRAMID if by == "pyramid" else constants.LEAST_IN_ALL


def passes_of(rules: Rules) -> int:
    """Return how many passes count: 1 where they are unlimited, or there is no stock."""
    return (rules.passes or 1) if rules.stock == "dealt" else 1


def packed(value: Value) -> int:
    """Return a value as the kernel has it."""
    return value[0] if len(value) == 1 else value[0] << constants.VALUE_BITS | value[1]


def unpacked(value: int, by: By) -> Value:
    """Return the value that the kernel has as one number."""
    return divmod(value, 1 << constants.VALUE_BITS) if by in ("pyramid", "all") else (value,)
