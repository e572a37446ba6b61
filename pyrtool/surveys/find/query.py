"""The query of a search for deals: which deals `find` looks for, and their order.

Decides which deals match, what a limit leaves open of that, and which of two deals is harder.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from math import inf, nextafter
from typing import Final

from pyrtool.answers.explain.difficulty import (
    Level,
    Reasoning,
    check_reasoned,
    check_technique,
    reasoning_named,
)
from pyrtool.answers.plan import plan_of
from pyrtool.answers.rating.chances import RatingLimits
from pyrtool.answers.rating.scale import LEVELS, Rating, level_named
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import one_of, shown
from pyrtool.game.games import Rules
from pyrtool.notation.rules import NamedRules
from pyrtool.surveys.find.measures import MEASURES, MeasureName, check_measure
from pyrtool.surveys.find.themes import THEMES, ThemeName, check_themes
from pyrtool.surveys.plan import Plan, solver_of

MOST_LISTED: Final = 1_000_000
"""The most deals that a search lists by rank."""


Span = tuple[float, float]
"""From the least to the greatest, both included."""

ANY: Final[Span] = (0.0, inf)


@dataclass(frozen=True)
class Found:
    """A deal that matches; `rating` is None where none was asked for.

    `measured`: its number by the query's measure, if it has one; less than 0, and as great, where
    the least is wanted. With `Query.differs` it is 1 if the deal is won by the rules of the
    plan. `reasoning`: what its explanation takes, where that is asked for.
    """

    number: int
    rating: Rating | None = None
    measured: int | None = None
    reasoning: Reasoning | None = None

    @property
    def hardness(self) -> float:
        """The measured number, if there is one; else the difficulty.

        After no win in all playouts, it is the bound of the difficulty; `inf` if no game is won.
        """
        if self.measured is not None:
            return float(self.measured)
        return 0.0 if self.rating is None else hardness(self.rating)


def hardness(rating: Rating) -> float:
    """Return the difficulty, or after no win in all playouts its bound; `inf` if no game is won."""
    return inf if rating.difficulty_or_bound is None else rating.difficulty_or_bound


def span_of_level(level: str) -> Span:
    """Return the difficulties of a level: from where it begins to just below the next one.

    An `ArgumentError` if there is no such level.
    """
    stars = level_named(level)
    _, begins = LEVELS[stars - 1]
    return begins, inf if stars == len(LEVELS) else nextafter(LEVELS[stars][1], 0)


def hardest_first(found: Found) -> tuple[float, int]:
    """Return a key that sorts the harder first, of equals the lower number."""
    return -found.hardness, found.number


def easiest_first(found: Found) -> tuple[float, int]:
    """Return a key that sorts the easier first, of equals the lower number."""
    return found.hardness, found.number


@dataclass(frozen=True)
class Query:
    """The deals that a search wants. `plan`: the rules, and what deal numbers mean.

    Only winnable deals are found, which have all the `themes`. With `rated`, these have a
    `difficulty` and a number of `only_moves` within the limits, ends included, and one of the
    `levels`, where there are any. With `hardest` or `easiest` only that many are kept. With `first`
    the search ends with that many. `kings_in_stock` is the number of kings that are not
    laid out, None for any. With `by` the `hardest` have the greatest, or least, such number
    (`measures`), winnable or not. With `lost`, deals that are not winnable are found instead; these
    can be ranked by measures of unwinnable deals.
    `reasoning` and `technique`: what their explanation takes, and its hardest technique. `also`:
    other rules, by which the same cards are won, or lost. With `differs` the deals are found that
    are won by exactly one of these rules and those of the plan; they have no rating.
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
    also: tuple[tuple[Rules, bool], ...] = ()
    differs: Rules | None = None

    def __post_init__(self) -> None:
        for name in ("hardest", "easiest", "first"):
            count = getattr(self, name)
            if count is not None and not 0 < count <= MOST_LISTED:
                raise PyrtoolError(f"{name} {shown(count)}: must be 1 to {MOST_LISTED}")
        for level in self.levels:
            span_of_level(level)
        check_themes(self.themes, self.plan.rules)
        self._check_others()
        self._check_reasoning()
        if self.by is not None:
            if self.hardest is None or self.rated:
                raise PyrtoolError("--by needs --hardest N, the number of deals to keep")
            check_measure(self.by, self.plan.rules)
            if self.lost and MEASURES[self.by].winnable:
                raise PyrtoolError(f"--by {self.by}: unwinnable deals have no such number")
        elif self.lost and self.hardest:
            names = one_of(name for name, one in MEASURES.items() if not one.winnable)
            raise PyrtoolError(f"--hardest: unwinnable deals have no difficulty: add --by {names}")
        elif (self.hardest or self.easiest or self.levels) and not self.rated:
            raise PyrtoolError("--hardest needs ratings, unless --by names another measure")
        if self.kings_in_stock is not None:
            self._check_kings(self.kings_in_stock)

    @property
    def ranking(self) -> tuple[int, Callable[[Found], tuple[float, int]]] | None:
        """The number of deals that are kept, and their order; None if all are kept, by number."""
        if self.hardest is not None:
            return self.hardest, hardest_first
        return None if self.easiest is None else (self.easiest, easiest_first)

    @property
    def explains(self) -> bool:
        """Return whether deals are chosen by what their explanation takes."""
        return self.reasoning is not None or self.technique is not None

    def _check_others(self) -> None:
        others = [rules for rules, _ in self.also]
        for rules in others if self.differs is None else (*others, self.differs):
            try:
                plan_of(rules).check_searched()
            except PyrtoolError as error:
                raise PyrtoolError(f"{NamedRules.nearest(rules)}: {error}") from None
            if set(rules.deck) != set(self.plan.rules.deck):
                raise PyrtoolError(f"{NamedRules.nearest(rules)}: is played with another deck")
        if self.differs is not None and (self.rated or self.lost or self.by or self.explains):
            raise PyrtoolError("deals that are won by one of two rules have no rating or measure")
        if self.differs == self.plan.rules:
            raise PyrtoolError("rules cannot differ from themselves")
        self._check_verdicts()

    def _check_verdicts(self) -> None:
        """Raise a `PyrtoolError` if deals are to be both won and lost by the same rules."""
        chooses = self.lost or self.by is None or MEASURES[self.by].winnable
        own = [(self.plan.rules, not self.lost)] if chooses and self.differs is None else []
        wanted = dict[Rules, bool]()
        for rules, is_won in (*own, *self.also):
            alike = replace(rules, scoring="none", face_down="none")  # as no verdict needs these
            if wanted.setdefault(alike, is_won) != is_won:
                game = NamedRules.nearest(rules)
                raise PyrtoolError(f"{game}: no deal is both won and lost by the same rules")

    def _check_reasoning(self) -> None:
        if self.reasoning is not None:
            reasoning_named(self.reasoning)
        if self.technique is not None:
            check_technique(self.technique)
        if self.explains:
            check_reasoned(self.plan.rules)
        if self.lost and self.rated:
            raise PyrtoolError("unwinnable deals have no rating")
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
        """Return what must agree for results to be put together, as JSON has it."""
        plan = self.plan.identity(solver_of())
        plan.pop("limit on nodes")
        chosen = {
            "by": self.by,
            "levels of": list(self.levels),
            "easiest": self.easiest,
            "themes": list(self.themes),
            "unwinnable": self.lost,
            "reasoning": self.reasoning,
            "technique": self.technique,
            "also": [[rules.to_dict(), won] for rules, won in self.also],
            "differs": None if self.differs is None else self.differs.to_dict(),
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

    @property
    def spans(self) -> list[Span]:
        """The difficulties that are wanted."""
        return [span_of_level(level) for level in self.levels] or [self.difficulty]


def fits(rating: Rating, query: Query) -> bool:
    """Return whether a deal is as wanted by what is known, a bound in place of a difficulty."""
    return all(_within(*one) for one in _wishes(rating, query, hardness(rating)))


def may_fit(rating: Rating, query: Query) -> bool:
    """Return whether a deal may be as wanted, whatever a limit left open."""
    return all(_meets(*one) for one in _wishes(rating, query, _greatest_difficulty(rating)))


def surely_fits(rating: Rating, query: Query) -> bool:
    """Return whether a deal is as wanted, whatever a limit left open, and its place too."""
    if query.hardest is not None and rating.bounded_by is not None:
        return False
    return all(_within(*one) for one in _wishes(rating, query, _greatest_difficulty(rating)))


def _wishes(rating: Rating, query: Query, most: float) -> list[tuple[Span, list[Span]]]:
    """List the difficulties, up to `most`, and the only moves that a deal may have, each with those
    that are wanted."""
    count = rating.only_moves
    moves = ANY if count is None else (count, count)
    return [((hardness(rating), most), query.spans), (moves, [query.only_moves or ANY])]


def _greatest_difficulty(rating: Rating) -> float:
    """Find the greatest difficulty that is possible: where only a bound is known there is none."""
    return hardness(rating) if rating.bounded_by is None else inf


def _within(inner: Span, outer: list[Span]) -> bool:
    return any(low <= inner[0] and inner[1] <= high for low, high in outer)


def _meets(one: Span, others: list[Span]) -> bool:
    return any(low <= one[1] and one[0] <= high for low, high in others)
