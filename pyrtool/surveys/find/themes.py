"""The themes by which `find` chooses deals: what is special about a deal, in a setter's words.

Decides which deals have a theme. A theme of the deal is seen in its cards alone, at the speed of
dealing. A theme of play needs the solver, which looks only at winnable deals.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pyrtool.answers.equivalent_moves import settled, settled_choices
from pyrtool.answers.rating.chances import RatingLimits
from pyrtool.answers.rating.only_moves import BySearch, LimitReached, only_choices
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import LeftOpenError, Limits
from pyrtool.base.messages import shown
from pyrtool.game.cards import RANKS, Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.line import uncovered
from pyrtool.game.position import Position
from pyrtool.kernel.bulk import FLAGS, TOP_ROWS, Themes

ThemeName = Literal[
    "set-in-stock",
    "kings-high",
    "kings-low",
    "rank-in-row",
    "mirror-row",
    "red-herring",
    "late-only-moves",
]

LATE: Final = 6
"""How many only moves `late-only-moves` wants at the least."""


@dataclass(frozen=True)
class Theme:
    """Something special about a deal, `words`, and what rules lack that cannot have it, or nothing.

    `in_play`: finds the theme of a winnable position, with the solver; None if the cards show it.
    """

    words: str
    lacks: Callable[[Rules], str] = lambda rules: ""
    in_play: Callable[[Position, RatingLimits], bool] | None = None


def rows_of(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return the places of each row of the pyramid, from the left, the top row first."""
    layout = Layout.of(rules)
    return tuple(
        tuple(i for i in range(len(layout.places)) if row >> i & 1)
        for row in reversed(layout.pyramid_rows)
    )


def _sets(rules: Rules) -> list[tuple[int, ...]]:
    return [ranks for ranks in rules.sets if not all(map(rules.goes_alone, ranks))]


def _kings(rules: Rules) -> list[int]:
    return [rank for rank in range(1, rules.highest_rank + 1) if rules.goes_alone(rank)]


def _red_herring(start: Position, limits: RatingLimits) -> bool:
    """Return whether one first move uncovers more cards than every other one, and loses."""
    start = settled(start)
    if start.is_won():
        return False
    after = [position for _, position in settled_choices(start)]
    exposes = [len(uncovered(start, position)) for position in after]
    most = max(exposes, default=0)
    if not most or exposes.count(most) > 1:
        return False
    tempting = after[exposes.index(most)]
    return not tempting.is_won() and not BySearch(limits.nodes, limits.memory_mib)(tempting)


def _late_only_moves(start: Position, limits: RatingLimits) -> bool:
    """Return whether the solver's line has `LATE` only moves at least, three quarters of them in
    its second half."""
    verdict = verdict_only(start, Limits(memory_mib=limits.memory_mib))
    assert isinstance(verdict, Won)
    winnable = BySearch(limits.nodes, limits.memory_mib)
    found = list(only_choices(start, verdict.moves, winnable))
    late = sum(found[(len(found) + 1) // 2 :])
    return sum(found) >= LATE and 4 * late >= 3 * sum(found)


def _a_stock(rules: Rules) -> str:
    sizes = [rules.of_a_rank * len(ranks) for ranks in _sets(rules)]
    return "" if min(sizes, default=0) <= rules.stock_size else "a stock that holds a whole set"


def _kings_and_rows(rules: Rules) -> str:
    if not _kings(rules):
        return "cards that are discarded alone"
    return "" if len(rows_of(rules)) > TOP_ROWS else f"a pyramid of more than {TOP_ROWS} rows"


def _a_long_row(rules: Rules) -> str:
    longest = max(map(len, rows_of(rules)), default=0)
    least = max(2, rules.of_a_rank)
    return "" if longest >= least else f"a pyramid with a row of {least} cards"


def _rows_of_four(rules: Rules) -> str:
    rows = rows_of(rules)
    return "" if rows and len(rows[-1]) > 3 else "a pyramid with a row of 4 cards"


THEMES: Final[Mapping[ThemeName, Theme]] = {
    "set-in-stock": Theme("all cards of a set are in the stock", _a_stock),
    "kings-high": Theme(
        f"the pyramid's kings, two at least, are all in its top {TOP_ROWS} rows", _kings_and_rows
    ),
    "kings-low": Theme(
        "the pyramid's kings, two at least, are all in its bottom row", _kings_and_rows
    ),
    "rank-in-row": Theme(
        "all cards of a rank lie side by side in a row of the pyramid", _a_long_row
    ),
    "mirror-row": Theme(
        "the ranks of the pyramid's bottom row read the same from both sides", _rows_of_four
    ),
    "red-herring": Theme("the first move that uncovers the most cards loses", in_play=_red_herring),
    "late-only-moves": Theme(
        f"of {LATE} only moves or more, three quarters are in the second half of the solution",
        in_play=_late_only_moves,
    ),
}
"""The themes by their names."""


def check_themes(names: Sequence[ThemeName], rules: Rules) -> None:
    """Raise a `PyrtoolError` for a theme that there is not, or that no deal of these rules has."""
    for name in names:
        if name not in THEMES:
            raise PyrtoolError(f"theme {shown(name)}: must be {', '.join(THEMES)}")
        lacks = THEMES[name].lacks(rules)
        if lacks:
            raise PyrtoolError(f"theme {name}: needs {lacks}")


def finder(names: Sequence[ThemeName], kings_in_stock: int | None, rules: Rules) -> Themes | None:
    """Return what marks deals with the themes that are seen in the cards, and with this number of
    kings in the stock; None if every deal is wanted."""
    flags = sum(FLAGS.get(name, 0) for name in names)
    if not flags and kings_in_stock is None:
        return None
    set_of = bytearray(len(RANKS) + 1)
    for number, ranks in enumerate(_sets(rules), 1):
        for rank in ranks:
            set_of[rank] = number
    return Themes(
        flags,
        bytes(card.rank for card in Card.EVERY),
        rules.tableau_size,
        sum(1 << rank for rank in _kings(rules)),
        -1 if kings_in_stock is None else kings_in_stock,
        [bytes(row) for row in rows_of(rules)],
        bytes(set_of),
        rules.of_a_rank,
    )


def plays(deal: Deal, names: Sequence[ThemeName], limits: RatingLimits) -> bool:
    """Return whether a winnable deal has all those themes that need the solver.

    A `LeftOpenError` where the limits leave that open.
    """
    tests = [test for name in names if (test := THEMES[name].in_play) is not None]
    if not tests:
        return True
    start = Position.start(deal)
    try:
        return all(test(start, limits) for test in tests)
    except LimitReached:
        raise LeftOpenError(f"{limits.nodes} nodes leave its theme open") from None
