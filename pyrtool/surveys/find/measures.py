"""The measures of `find --by`: a number of each deal, such as its fewest moves.

Decides what each number is. Nothing is guessed: a deal that a limit leaves open ends the search.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from pyrtool.answers.best.best import best
from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.plan import plan_of
from pyrtool.answers.shortest import FewestMoves, shortest
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import Unknown, Verdict, Won
from pyrtool.base.bits import bits
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import LeftOpenError, LimitError, Limits
from pyrtool.base.messages import shown
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.position import position_of

MeasureName = Literal["length", "passes", "left", "least-left", "order", "matchings"]

MOST_MATCHINGS: Final = 1_000
"""A deal with more winning matchings has no such number."""

_MATCHED: Final = (
    "matchings are counted where all cards are laid out and must be discarded, each rank "
    "matches one other, and there are no overlap discards"
)


@dataclass(frozen=True)
class Measure:
    """A number of a deal; `most`: whether the greatest is wanted, and not the least.

    `of` takes the deal, limits, and the number of the last deal that is kept, None while every deal
    is. It returns None for deals that have no number, and may do so for those that are not kept.
    With `winnable` only winnable deals have one.
    """

    text: str
    text_of_one: str
    most: bool
    winnable: bool
    of: Callable[[Deal, Limits, int | None], int | None]

    def words(self, count: int) -> str:
        """Return the number as `find` prints it: ``3 passes are needed``, ``1 pass is needed``."""
        return self.text_of_one if count == 1 else self.text.format(count)


def _length(deal: Deal, limits: Limits, worst: int | None) -> int | None:
    if worst is not None and plan_of(deal.rules).searched_by_sets:
        # To find out that there is such a line is much faster than to find the shortest.
        fewest = FewestMoves(position_of(deal), limits.memory_mib)
        if fewest.wins_within(worst - 1, limits):
            return None
    verdict = shortest(deal, limits)
    _check_known(verdict, not isinstance(verdict, Won) or verdict.shortest)
    return len(verdict.moves) if isinstance(verdict, Won) else None


def _passes(deal: Deal, limits: Limits, worst: int | None) -> int:
    passes = 1
    while passes != deal.rules.passes and not _is_won(
        replace(deal, rules=replace(deal.rules, passes=passes)), limits
    ):
        passes += 1
    return passes


def _left(deal: Deal, limits: Limits, worst: int | None) -> int | None:
    if _is_won(deal, limits):
        return None
    found = best(deal, "all", limits)
    _check_known(found.verdict, found.proved)
    return found.position.cards_left()


def _order(deal: Deal, limits: Limits, worst: int | None) -> int | None:
    block = find_block(deal)
    return None if block is None else block.order


def _matchings(deal: Deal, limits: Limits, worst: int | None) -> int | None:
    most = worst or MOST_MATCHINGS
    count = count_matchings(deal, most + 1)
    return count if count <= most else None


MEASURES: Final[Mapping[MeasureName, Measure]] = {
    "length": Measure("{} moves at least", "1 move at least", True, True, _length),
    "passes": Measure("{} passes are needed", "1 pass is needed", True, True, _passes),
    "left": Measure("{} cards must stay", "1 card must stay", True, False, _left),
    "least-left": Measure("{} cards must stay", "1 card must stay", False, False, _left),
    "order": Measure("a block of order {}", "a block of order 1", True, False, _order),
    "matchings": Measure("{} winning matchings", "1 winning matching", False, True, _matchings),
}
"""The measures by their names."""


def check_measure(name: MeasureName, rules: Rules) -> None:
    """Raise a `PyrtoolError` if the rules have no such number."""
    if name == "matchings" and not _is_matched(rules):
        raise PyrtoolError(f"--by matchings: {_MATCHED}")
    if name == "order" and not plan_of(rules).has_blocks:
        raise PyrtoolError("--by order: these rules have no blocks")
    if name == "passes" and rules.stock != "dealt":
        raise PyrtoolError("--by passes: these rules have no stock that is dealt")


def count_matchings(deal: Deal, most: int = MOST_MATCHINGS) -> int:
    """Count the ways to pair the cards so that all pairs can be discarded, to `most` at most.

    Two ways of pairing are two, however many orders of play each has. For games whose cards are all
    laid out and must all go, without overlap discards; others are a `PyrtoolError`, and a
    `LimitError` is a `most` that is not positive.

    >>> from pyrtool.game.deals import deal
    >>> count_matchings(deal(116, "giza"))
    12
    """
    cards, rules = deal.cards, deal.rules
    if not _is_matched(rules):
        raise PyrtoolError(f"rules: {_MATCHED}")
    if most < 1:
        raise LimitError(f"most: {shown(most)} is not a positive number")
    layout = Layout.of(rules)
    up = [0] * len(cards)
    for i in reversed(range(len(cards))):
        for on_it in layout.covers[i]:
            up[i] |= 1 << on_it | up[on_it]
    partners = rules.partners
    goes_with = [
        sum(1 << j for j, other in enumerate(cards) if other.rank in partners[card.rank])
        for card in cards
    ]
    active = sum(1 << i for i, card in enumerate(cards) if not rules.goes_alone(card.rank))
    down = [sum(1 << j for j, over in enumerate(up) if over >> i & 1) for i in range(len(cards))]
    return _count_ways(active, up, down, goes_with, most)


def _count_ways(
    active: int, up: list[int], down: list[int], goes_with: list[int], most: int
) -> int:
    """Return how many matchings of the active places leave no place above itself.

    `up`: what lies on each place, `down`: on what it lies, both transitively and with what was
    matched taken for one card.
    """
    if not active:
        return 1
    chosen, options = -1, 0
    for i in bits(active):
        choices = goes_with[i] & active & ~(up[i] | down[i] | 1 << i)
        if chosen < 0 or choices.bit_count() < options.bit_count():
            chosen, options = i, choices
        if not choices:
            return 0
    found = 0
    for other in bits(options):
        if found == most:
            break
        left = active & ~(1 << chosen | 1 << other)
        above, below = up[chosen] | up[other], down[chosen] | down[other]
        new_up, new_down = up[:], down[:]
        for i in bits(below & left):
            new_up[i] |= above
        for i in bits(above & left):
            new_down[i] |= below
        found += _count_ways(left, new_up, new_down, goes_with, most - found)
    return found


def _is_matched(rules: Rules) -> bool:
    return (
        plan_of(rules).decided_by_matching
        and rules.tableau_size == rules.deck_size
        and not rules.overlap
        and rules.goal == "all"
    )


def _is_won(deal: Deal, limits: Limits) -> bool:
    verdict = verdict_only(deal, limits)
    _check_known(verdict)
    return isinstance(verdict, Won)


def _check_known(verdict: Verdict, proved: bool = True) -> None:
    if isinstance(verdict, Unknown) or not proved:
        raise LeftOpenError("a limit left its answer open")
