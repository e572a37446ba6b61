"""What `find` looks for, and the search of a part of the deals. Runs in a worker.

Decides which deals match and which of two is harder. Results depend on the task alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from math import inf, nextafter
from typing import Final

from pyrtool.answers.explain.reasoning import (
    Level,
    Reasoning,
    check_reasoned,
    check_technique,
    reason,
    reasoning_named,
)
from pyrtool.answers.rating import LEVELS, Rating, RatingLimits, level_named, rate_range, won_range
from pyrtool.answers.solve import Limits, Lost, Unknown, decide
from pyrtool.base.arguments import check_fields, guard, shown
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import LeftOpenError
from pyrtool.game.deals import Deal, DealError, check_span, deal, dealer
from pyrtool.kernel.shuffle import Dealer
from pyrtool.surveys.find.measures import MEASURES, Measure, MeasureName, check_measure
from pyrtool.surveys.find.themes import THEMES, ThemeName, check_themes, finder, plays
from pyrtool.surveys.plan import Plan

Span = tuple[float, float]
"""From the least to the greatest, both included."""

ANY: Final[Span] = (0.0, inf)


@dataclass(frozen=True)
class Found:
    """A deal that matches; `rating` is None where none was asked for.

    `measured`: its number by the query's measure, if it has one; less than 0, and as great, where
    the least is wanted. `reasoning`: what its explanation takes, where that is asked for.
    """

    number: int
    rating: Rating | None = None
    measured: int | None = None
    reasoning: Reasoning | None = None

    @property
    def hardness(self) -> float:
        """The difficulty, or after no win in all playouts its bound; `inf` if no game is won.

        Where something else is measured, that.
        """
        if self.measured is not None:
            return float(self.measured)
        if self.rating is None:
            return 0.0
        return inf if self.rating.reached is None else self.rating.reached


def span_of_level(level: str) -> Span:
    """The difficulties of a level: from where it begins to just below the next one.

    An `ArgumentError` if there is no such level.
    """
    stars = level_named(level)
    _, begins = LEVELS[stars - 1]
    return begins, inf if stars == len(LEVELS) else nextafter(LEVELS[stars][1], 0)


def hardest_first(found: Found) -> tuple[float, int]:
    """What to sort by: the harder first, of equals the lower number."""
    return -found.hardness, found.number


def easiest_first(found: Found) -> tuple[float, int]:
    """What to sort by: the easier first, of equals the lower number."""
    return found.hardness, found.number


@dataclass(frozen=True)
class Query:
    """What a search wants. `plan`: the rules, and what deal numbers mean.

    Only winnable deals are found, which have all the `themes`. With `rated`, these have a
    `difficulty` and a number of `only_moves` within the limits, ends included, and one of the
    `levels`, where there are any. With `hardest` or `easiest` only that many are kept. With `first`
    the search ends with that many. `kings_in_stock` is the number of kings that are not
    laid out, None for any. With `by` the `hardest` have the greatest, or least, such number
    (`measures`), winnable or not. With `lost`, deals that are not winnable are found instead.
    `reasoning` and `technique`: what their explanation takes, and its hardest technique.
    """

    plan: Plan
    rated: bool = True
    difficulty: Span = ANY
    only_moves: Span | None = None
    kings_in_stock: int | None = None
    hardest: int | None = None
    limits: RatingLimits = field(default_factory=RatingLimits)
    by: MeasureName | None = None
    levels: tuple[str, ...] = ()
    easiest: int | None = None
    first: int | None = None
    themes: tuple[ThemeName, ...] = ()
    lost: bool = False
    reasoning: Level | None = None
    technique: str | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        for name in ("hardest", "easiest", "first"):
            count = getattr(self, name)
            if count is not None and not 0 < count < 2**20:
                raise PyrtoolError(f"{name} {shown(count)}: must be 1 to {2**20 - 1}")
        for level in self.levels:
            span_of_level(level)
        check_themes(self.themes, self.plan.rules)
        self._check_reasoning()
        if self.by is not None:
            if self.hardest is None or self.rated:
                raise PyrtoolError("--by needs --hardest N, the number of deals to keep")
            check_measure(self.by, self.plan.rules)
        elif (self.hardest or self.easiest or self.levels) and not self.rated:
            raise PyrtoolError("--hardest needs ratings, unless --by names another measure")
        if self.kings_in_stock is not None:
            self._check_kings(self.kings_in_stock)

    @property
    def ranking(self) -> tuple[int, Callable[[Found], tuple[float, int]]] | None:
        """How many deals are kept, and by what they are sorted; None where all are, by number."""
        if self.hardest is not None:
            return self.hardest, hardest_first
        return None if self.easiest is None else (self.easiest, easiest_first)

    @property
    def explains(self) -> bool:
        """Whether deals are chosen by what their explanation takes."""
        return self.reasoning is not None or self.technique is not None

    def _check_reasoning(self) -> None:
        if self.reasoning is not None:
            reasoning_named(self.reasoning)
        if self.technique is not None:
            check_technique(self.technique)
        if self.explains:
            check_reasoned(self.plan.rules)
        if self.lost and (self.rated or self.by is not None):
            raise PyrtoolError("unwinnable deals have no rating, and no measure")
        for name in self.themes:
            if self.lost and THEMES[name].in_play:
                raise PyrtoolError(f"theme {name}: unwinnable deals do not have it")

    def _check_kings(self, kings: int) -> None:
        rules = self.plan.rules
        if kings and rules.stock == "none":
            raise PyrtoolError("kings in the stock: these rules have no stock")
        most = sum(rules.goes_alone(card.rank) for card in rules.deck)
        if not 0 <= kings <= min(most, rules.stock_size):
            raise PyrtoolError(
                f"kings in the stock {kings}: must be 0 to {min(most, rules.stock_size)}"
            )

    def identity(self) -> JsonObject:
        """What must agree for results to be put together, as JSON has it."""
        plan = self.plan.identity()
        plan.pop("limit on nodes")
        chosen = {
            "by": self.by,
            "levels of": list(self.levels),
            "easiest": self.easiest,
            "themes": list(self.themes),
            "unwinnable": self.lost,
            "reasoning": self.reasoning,
            "technique": self.technique,
        }
        return (
            plan
            | {name: value for name, value in chosen.items() if value}
            | {
                "rated": self.rated,
                "difficulty": [str(end) for end in self.difficulty],
                "only moves": None
                if self.only_moves is None
                else [str(e) for e in self.only_moves],
                "kings in stock": self.kings_in_stock,
                "hardest": self.hardest,
                "limits of the rating": asdict(self.limits),
                "levels": [list(level) for level in LEVELS],
            }
        )


@dataclass(frozen=True)
class Task:
    """The deals `first` to `last` to search.

    Where the hardest are wanted, only deals at least as hard as `least` are reported, since enough
    are known already.
    """

    query: Query
    first: int
    last: int
    least: float = 0.0


@dataclass(frozen=True)
class Part:
    """What was found in the deals `first` to `last`, in their order, or the hardest first.

    `left_open`: of how many deals, found or not, a limit leaves open whether they are as wanted.
    """

    first: int
    last: int
    found: tuple[Found, ...]
    left_open: int = 0

    @property
    def deals(self) -> int:
        """How many deals these are."""
        return self.last - self.first + 1


def look_through(task: Task) -> Part:
    """The deals of the task that match; a `LeftOpenError` names one without a verdict."""
    query = task.query
    rated = list(_matching(task))
    found = [one for one in rated if _fits(one, query, task.least)]
    if query.ranking is not None:
        count, key = query.ranking
        found = sorted(found, key=key)[:count]
    left_open = sum(_may_fit(one, query) and not _surely_fits(one, query) for one in rated)
    return Part(task.first, task.last, tuple(found), left_open)


def _wanted_spans(query: Query) -> list[Span]:
    """The difficulties that are wanted."""
    return [span_of_level(level) for level in query.levels] or [query.difficulty]


def _possible(found: Found) -> Span:
    """The difficulties that a deal may have: where only a bound is known, any greater one."""
    is_bound = found.rating is not None and found.rating.bounded_by is not None
    return found.hardness, inf if is_bound else found.hardness


def _fits(found: Found, query: Query, known: float) -> bool:
    """Whether a deal is as wanted by what is known, a bound in place of a difficulty; and as hard
    as enough deals that are `known`."""
    if found.rating is None:
        return True
    hard = any(low <= found.hardness <= high for low, high in _wanted_spans(query))
    return hard and found.hardness >= known and _has_moves(found.rating, query) is True


def _may_fit(found: Found, query: Query) -> bool:
    """Whether a deal may be as wanted, whatever a limit left open."""
    if found.rating is None:
        return True
    least, most = _possible(found)
    hard = any(low <= most and least <= high for low, high in _wanted_spans(query))
    return hard and _has_moves(found.rating, query) is not False


def _surely_fits(found: Found, query: Query) -> bool:
    """Whether a deal is as wanted, whatever a limit left open; among the hardest, its place too."""
    if found.rating is None:
        return True
    least, most = _possible(found)
    hard = any(low <= least and most <= high for low, high in _wanted_spans(query))
    ranked = query.hardest is None or least == most
    return hard and ranked and _has_moves(found.rating, query) is True


def _has_moves(rating: Rating, query: Query) -> bool | None:
    """Whether a solution has as many only moves as are wanted; None where a limit left it open."""
    if query.only_moves is None or query.only_moves == ANY:
        return True
    low, high = query.only_moves
    return None if rating.only_moves is None else low <= rating.only_moves <= high


def judged(found: Found, query: Query) -> Found:
    """The same deal, its moves judged too; a `DealError` if it cannot be won."""
    unlimited = replace(
        query, difficulty=ANY, only_moves=ANY, levels=(), themes=(), kings_in_stock=None
    )  # `_rated` does not look at explanations
    matches = _rated(unlimited, found.number, 1)
    rated = next(matches, None)
    if rated is None:
        raise DealError(f"deal {shown(found.number)}: cannot be won")
    return replace(rated, reasoning=found.reasoning)


def _matching(task: Task) -> Iterator[Found]:
    query, plan = task.query, task.query.plan
    count = task.last - task.first + 1
    if query.lost:
        found = _lost(query, task.first, count)
    elif query.by is not None:
        found = _measured(task, query.by)
    elif query.rated:
        found = _rated(query, task.first, count, task.least)
    else:
        found = _won(query, task.first, count)
    if not query.explains and not any(THEMES[name].in_play for name in query.themes):
        yield from found
        return
    for one in found:
        dealt = deal(plan.number(one.number), plan.rules, plan.numbering)
        if not plays(dealt, query.themes, query.limits):
            continue
        if not query.explains:
            yield one
        elif (explained := _explained(query, one, dealt)) is not None:
            yield explained


def _explained(query: Query, found: Found, dealt: Deal) -> Found | None:
    """The deal with what its explanation takes, if that is as wanted."""
    reasoning = reason(dealt, decide(dealt, Limits(memory_mib=query.plan.memory_mib)))
    if reasoning is None or query.reasoning not in (None, reasoning.level):
        return None
    if query.technique not in (None, reasoning.technique):
        return None
    return replace(found, reasoning=reasoning)


def _lost(query: Query, first: int, count: int) -> Iterator[Found]:
    plan = query.plan
    check_span(first, count, plan.numbering, plan.prefix)
    wanted = _wanted(query, first, count)
    for number in range(first, first + count):
        if wanted is None or wanted[number - first]:
            dealt = deal(plan.number(number), plan.rules, plan.numbering)
            verdict = decide(dealt, Limits(memory_mib=plan.memory_mib))
            if isinstance(verdict, Unknown):
                raise LeftOpenError(
                    f"deal {plan.number(number)}: no verdict within {plan.memory_mib} MiB"
                )
            if isinstance(verdict, Lost):
                yield Found(number)


def _won(query: Query, first: int, count: int) -> Iterator[Found]:
    plan = query.plan
    check_span(first, count, plan.numbering, plan.prefix)
    wanted = _wanted(query, first, count)
    dealing = _dealer(query, first)
    for won, _ in won_range(dealing, first, count, plan.rules, plan.memory_mib, wanted):
        yield Found(won)


def _dealer(query: Query, first: int) -> Dealer:
    plan = query.plan
    return dealer(plan.number(first), plan.numbering, plan.rules)


def _wanted(query: Query, first: int, count: int) -> bytearray | None:
    """A byte for each deal, 0 for those whose cards are not as wanted; None where all are."""
    themes = finder(query.themes, query.kings_in_stock, query.plan.rules)
    return None if themes is None else themes.mark(_dealer(query, first), first, count)


def _rated(query: Query, first: int, count: int, known: float = 0.0) -> Iterator[Found]:
    plan = query.plan
    check_span(first, count, plan.numbering, plan.prefix)
    rated = rate_range(
        first,
        count,
        plan.numbering,
        plan.rules,
        max(known, min(low for low, _ in _wanted_spans(query))),
        query.only_moves is not None,
        query.limits,
        _wanted(query, first, count),
        plan.prefix,
    )
    for number, rating in rated:
        found = Found(number, rating)
        if _may_fit(found, query):
            yield found


def _measured(task: Task, by: MeasureName) -> Iterator[Found]:
    query, plan = task.query, task.query.plan
    measure, limits = MEASURES[by], Limits(memory_mib=plan.memory_mib)
    worst = int(abs(task.least)) or None
    count = task.last - task.first + 1
    for number in _to_be_measured(query, measure, task.first, count):
        dealt = deal(plan.number(number), plan.rules, plan.numbering)
        try:
            value = measure.of(dealt, limits, worst)
        except LeftOpenError as error:
            raise LeftOpenError(f"deal {plan.number(number)}: {error}") from None
        if value is not None:
            yield Found(number, None, value if measure.most else -value)


def _to_be_measured(query: Query, measure: Measure, first: int, count: int) -> Iterator[int]:
    """The numbers of the deals whose cards are as wanted, and which can have such a number."""
    if measure.winnable:
        yield from (found.number for found in _won(query, first, count))
        return
    check_span(first, count, query.plan.numbering, query.plan.prefix)
    wanted = _wanted(query, first, count)
    yield from (first + i for i in range(count) if wanted is None or wanted[i])


guard(__name__)
