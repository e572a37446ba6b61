"""What `find` looks for, and the search of a part of the deals. Runs in a worker.

Decides which deals match and which of two is harder. Results depend on the task alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import inf, nextafter
from typing import Any, Final

from pyrtool.answers.rating import LEVELS, Rating, RatingLimits, level_named, rate_range, won_range
from pyrtool.answers.solve import Limits
from pyrtool.base.arguments import check_fields, guard, shown
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import LeftOpenError
from pyrtool.game.cards import Card
from pyrtool.game.deals import DealError, check_span, deal, dealer
from pyrtool.surveys.find.measures import MEASURES, MOST_MATCHINGS, MeasureName, check_measure
from pyrtool.surveys.plan import Plan

Span = tuple[float, float]
"""From the least to the greatest, both included."""

ANY: Final[Span] = (0.0, inf)


@dataclass(frozen=True)
class Found:
    """A deal that matches; `rating` is None where none was asked for.

    `measured`: its number by the query's measure, if it has one; less than 0, and as great, where
    the least is wanted.
    """

    number: int
    rating: Rating | None = None
    measured: int | None = None

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


@dataclass(frozen=True)
class Query:
    """What is asked. `plan`: the rules, and what deal numbers mean.

    Only winnable deals are found. With `rated`, these have a `difficulty` and a
    number of `only_moves` within the limits, ends included. With `hardest` only that many are kept,
    the hardest. `kings_in_stock` is the number of kings that are not laid out, None for any. With
    `by` the `hardest` have the greatest, or least, such number (`measures`), winnable or not.
    """

    plan: Plan
    rated: bool = True
    difficulty: Span = ANY
    only_moves: Span | None = None
    kings_in_stock: int | None = None
    hardest: int | None = None
    limits: RatingLimits = field(default_factory=RatingLimits)
    by: MeasureName | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        if self.hardest is not None and not 0 < self.hardest < 2**20:
            raise PyrtoolError(f"hardest {self.hardest}: must be 1 to {2**20 - 1}")
        if self.by is not None:
            if self.hardest is None or self.rated:
                raise PyrtoolError("--by needs --hardest N, the number of deals to keep")
            check_measure(self.by, self.plan.rules)
        elif self.hardest and not self.rated:
            raise PyrtoolError("--hardest needs ratings, unless --by names another measure")
        if self.kings_in_stock is not None:
            self._check_kings(self.kings_in_stock)

    def _check_kings(self, kings: int) -> None:
        rules = self.plan.rules
        if kings and rules.stock == "none":
            raise PyrtoolError("kings in the stock: these rules have no stock")
        most = sum(rules.goes_alone(card.rank) for card in rules.deck)
        if not 0 <= kings <= min(most, rules.stock_size):
            raise PyrtoolError(
                f"kings in the stock {kings}: must be 0 to {min(most, rules.stock_size)}"
            )

    def identity(self) -> dict[str, Any]:
        """What must agree for results to be put together, as JSON has it."""
        plan = self.plan.identity()
        plan.pop("limit on nodes")
        by = {} if self.by is None else {"by": self.by}
        return (
            plan
            | by
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
    """What was found in the deals `first` to `last`, in their order, or the hardest first."""

    first: int
    last: int
    found: tuple[Found, ...]

    @property
    def deals(self) -> int:
        """How many deals these are."""
        return self.last - self.first + 1


def look_through(task: Task) -> Part:
    """The deals of the task that match; a `LeftOpenError` names one without a verdict."""
    found = tuple(_matching(task))
    hardest = task.query.hardest
    if hardest is not None:
        found = tuple(sorted(found, key=hardest_first)[:hardest])
    return Part(task.first, task.last, found)


def judged(found: Found, query: Query) -> Found:
    """The same deal, its moves judged too; a `DealError` if it cannot be won."""
    matches = _rated(replace(query, difficulty=ANY, only_moves=ANY), found.number, 1)
    rated = next(matches, None)
    if rated is None:
        raise DealError(f"deal {shown(found.number)}: cannot be won")
    return rated


def _matching(task: Task) -> Iterator[Found]:
    query, plan = task.query, task.query.plan
    count = task.last - task.first + 1
    if query.by is not None:
        yield from _measured(task, query.by)
        return
    if query.rated:
        yield from _rated(query, task.first, count, task.least)
        return
    check_span(task.first, count, plan.numbering, plan.prefix)
    number = f"{plan.prefix}{task.first}" if plan.prefix else task.first
    dealing = dealer(number, plan.numbering, plan.rules)
    for won, cards in won_range(dealing, task.first, count, plan.rules, plan.memory_mib):
        if _has_kings(query, cards):
            yield Found(won)


def _rated(query: Query, first: int, count: int, known: float = 0.0) -> Iterator[Found]:
    plan = query.plan
    least, most = query.difficulty
    least = max(least, known)
    rated = rate_range(
        first,
        count,
        plan.numbering,
        plan.rules,
        least,
        query.only_moves is not None,
        query.limits,
        lambda cards: _has_kings(query, cards),
        plan.prefix,
    )
    for number, rating in rated:
        found = Found(number, rating)
        if not least <= found.hardness <= most:
            continue
        if query.only_moves is not None and query.only_moves != ANY:
            low, high = query.only_moves
            if rating.only_moves is None or not low <= rating.only_moves <= high:
                continue
        yield found


def _measured(task: Task, by: MeasureName) -> Iterator[Found]:
    query, plan = task.query, task.query.plan
    measure, limits = MEASURES[by], Limits(memory_mib=plan.memory_mib)
    most = int(-task.least) or MOST_MATCHINGS
    for number in range(task.first, task.last + 1):
        name = f"{plan.prefix}{number}" if plan.prefix else number
        dealt = deal(name, plan.rules, plan.numbering)
        if not _has_kings(query, dealt.cards):
            continue
        try:
            value = measure.of(dealt, limits, most)
        except LeftOpenError as error:
            raise LeftOpenError(f"deal {plan.prefix}{number}: {error}") from None
        if value is not None:
            yield Found(number, None, value if measure.most else -value)


def _has_kings(query: Query, cards: Sequence[Card]) -> bool:
    """Whether as many kings as wanted are not laid out."""
    if query.kings_in_stock is None:
        return True
    rules = query.plan.rules
    stock = cards[rules.tableau_size :]
    return sum(rules.goes_alone(card.rank) for card in stock) == query.kings_in_stock


guard(__name__)
