"""The questions of best lines: the best par score of each deal, and the fewest cards left.

Each has its answer, its counts, and the report on them.
"""

from abc import abstractmethod
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import Field, astuple, dataclass, fields
from functools import cached_property
from typing import ClassVar, Final, Generic, Self, TypeVar

from pyrtool.answers.best.best import Best, best
from pyrtool.answers.objectives import By, worth
from pyrtool.answers.plan import plan_of
from pyrtool.answers.solve import verdict_only
from pyrtool.base.arguments import ArgumentError
from pyrtool.base.intervals import CONFIDENCE, Rate, standard_errors
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import Limits
from pyrtool.base.messages import range_words, share_words, shown
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.points import PAR_POINTS
from pyrtool.surveys.counts import (
    DROPPED,
    LIMITS,
    MOST_LETTERS,
    Nodes,
    Outcomes,
    Spread,
    kept_outcomes,
    outcome_of,
    pack_columns,
    summed,
    unpack_columns,
)
from pyrtool.surveys.plan import Plan, SurveyError
from pyrtool.surveys.questions.question import GREEN, PALE, Cell, Column, Question, common
from pyrtool.surveys.shards import ShardTask
from pyrtool.surveys.tables import Table, effort, fact_line, percent, share_line


class BestLine:
    """The base of what a best line makes: a dataclass of numbers, the first of which is its worth.

    No line is worth more than `bound`, the last number; where that is better than what was found,
    `limit` is what was reached first, and empty elsewhere.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]
    bound: int
    limit: str

    @property
    def name(self) -> str:
        """The outcome as a ledger has it: ``35 2 0``, or ``-8 0 8 12 nodes`` where it is open."""
        *numbers, bound, limit = astuple(self)
        proved = " ".join(map(str, numbers))
        return f"{proved} {bound} {limit}" if limit else proved

    @classmethod
    def numbers(cls) -> tuple[str, ...]:
        """List the names of its numbers, except the bound."""
        return tuple(one.name for one in fields(cls))[:-2]

    @classmethod
    def of_name(cls, name: str) -> Self:
        """Undo `name`; raise an `ArgumentError` for any other text."""
        size, words = len(cls.numbers()), name.split(" ")
        bound, limit = words[size:] if len(words) == size + 2 else (words[0], "")
        made: Callable[..., Self] = cls  # the fields are those of each kind
        try:
            found = made(*map(int, words[:size]), int(bound), limit)
        except (TypeError, ValueError):
            found = None
        if found is None or found.name != name or len(name) > MOST_LETTERS:
            raise ArgumentError(f"name {shown(name)}: is not what a best line makes")
        return found


Line = TypeVar("Line", bound=BestLine)


class LineCounts(Outcomes, Generic[Line]):
    """The number of deals with each best line: `counts` by the names of what is `made` by it."""

    made: ClassVar[type[BestLine]]

    @cached_property
    def by_line(self) -> Mapping[Line, int]:
        """The deals that count, by what was found in them."""
        kind: type[Line] = self.made  # type: ignore[assignment] # `made` has no type variable
        counts = self.counts.items()
        return {kind.of_name(name): deals for name, deals in counts if deals and name != DROPPED}

    @cached_property
    def unknown(self) -> int:
        """The deals whose best line a limit left open."""
        return sum(deals for line, deals in self.by_line.items() if line.limit)

    @cached_property
    def found(self) -> Spread:
        """The worth of the lines found: the best is no worse."""
        return self._spread(self.made.numbers()[0])

    @cached_property
    def bounds(self) -> Spread:
        """The most that the best lines are worth; the same as `found` when nothing is unknown."""
        return self._spread("bound")

    def _spread(self, number: str) -> Spread:
        return Spread(summed((getattr(line, number), n) for line, n in self.by_line.items()))

    @property
    def gist(self) -> tuple[str, str]:
        """The mean worth of the best lines."""
        return "mean", f"{self.found.mean:.4f}"


WALK_VERSION: Final = 4
"""In place of `SCORE_VERSION` where every line is looked at."""

SCORE_VERSION: Final = 10
"""Goes up when some deal's best score, fewest cards left, line or nodes change (a test notices)."""

_DROPPED: Final = 255  # in place of the limit
_LIMITS: Final = ("", *LIMITS)
Counts = TypeVar("Counts", bound=Outcomes)


@dataclass(frozen=True)
class LineQuestion(Question[Counts]):
    """The question what the best line of each deal makes, `by` what it is best.

    `made`: what that is. `kept`: its numbers in the order in which they are kept, a byte each, and
    what is added to each. Last comes the limit.
    """

    made: ClassVar[type[BestLine]]
    kept: ClassVar[Mapping[str, int]]
    deal_work = 5_000
    by: By

    @property
    def name(self) -> str:
        """What the line is best by."""
        return self.by

    def versions(self, rules: Rules) -> Sequence[int]:
        """List the version of the search for best lines."""
        return (SCORE_VERSION if plan_of(rules).searched_by_sets else WALK_VERSION,)

    @abstractmethod
    def line(self, found: Best) -> BestLine:
        """Return what a line makes."""

    def answer(self, task: ShardTask) -> tuple[Counts, bytes]:
        """Find the best line of each deal of a task."""
        counts: Counter[str] = Counter()
        nodes = Nodes()
        columns = [bytearray() for _ in (*self.kept, "limit")]
        spent = array("Q")
        for index in range(task.deals):
            try:
                played = self._play(task.deal(index), task.plan)
            except (AssertionError, ValueError):  # the referee rejected a move, or its sum
                raise task.wrong_line(index, "best line") from None
            if played is None:
                counts[DROPPED] += 1
                row, took = [*(0 for _ in self.kept), _DROPPED], 0
            else:
                line, took = played
                counts[line.name] += 1
                nodes += Nodes.of_deal(task.first + index, took)
                row = [getattr(line, name) + more for name, more in self.kept.items()]
                row.append(_LIMITS.index(line.limit))
            spent.append(took)
            for column, cell in zip(columns, row, strict=True):
                column.append(cell)
        return self.outcomes(counts, nodes), pack_columns(*columns, spent)

    def _play(self, deal: Deal, plan: Plan) -> tuple[BestLine, int] | None:
        """Return what a best line makes and its nodes; None when the deal does not count."""
        limits = Limits(nodes=plan.limit_nodes, memory_mib=plan.memory_mib)
        if plan.keep_if:
            outcome = outcome_of(verdict_only(deal, limits))
            if outcome not in kept_outcomes(plan.keep_if):
                return None
        found = best(deal, self.by, limits)
        return self.line(found), found.nodes

    def unpack(self, packed: bytes, deals: int) -> Iterator[tuple[Cell, ...] | None]:
        """Yield the numbers of what was `made`, bound, limit and nodes of every deal."""
        numbers = [None] * (len(self.kept) + 1)
        *stored, limits, spent = unpack_columns(packed, deals, (*numbers, "Q"))
        columns = {
            name: [byte - more for byte in column]
            for (name, more), column in zip(self.kept.items(), stored, strict=True)
        }
        ordered = [columns[name] for name in (*self.made.numbers(), "bound")]
        for limit, took, *numbers in zip(limits, spent, *ordered, strict=True):
            if limit == _DROPPED:
                yield None
            elif limit >= len(_LIMITS):
                raise ValueError("not the best lines of deals: there is no such limit")
            else:
                yield *numbers, _LIMITS[limit] or None, took


@dataclass(frozen=True, order=True)
class ScoredLine(BestLine):
    """The best line found in a deal: its par score, the pass in which it clears the pyramid (0: it
    does not) and the cards it leaves. No line scores more than `bound`; where that is more than
    `score`, `limit` is what was reached first, and empty elsewhere.
    """

    score: int
    cleared: int
    left: int
    bound: int
    limit: str = ""


@dataclass(frozen=True)
class Scores(LineCounts[ScoredLine]):
    """The number of deals with each best par score: `counts` by `ScoredLine.name`."""

    made = ScoredLine

    def unknown_by(self, limit: str) -> int:
        """Count the deals that this limit left open."""
        return sum(deals for scored, deals in self.by_line.items() if scored.limit == limit)

    def proved(self, score: int) -> int:
        """Count the deals of which this is proved to be the best score."""
        return sum(n for one, n in self.by_line.items() if one.score == score and not one.limit)

    def cleared_in(self, number: int) -> int:
        """Count the deals whose best line, proved, clears the pyramid in this pass; 0: in none."""
        return sum(n for one, n in self.by_line.items() if one.cleared == number and not one.limit)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return an interval for the mean score of all deals, by the normal distribution.

        Its lower end takes what was found in the unknown deals, its upper end their bounds.
        """
        z = standard_errors(confidence)
        low, high = self.found, self.bounds
        return low.mean - z * low.standard_error, high.mean + z * high.standard_error


QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
BIN: Final = 5
"""Scores to a bar."""

_NAMES: Final = tuple("median" if q == 0.5 else f"{100 * q:.0f} % score" for q in QUANTILES)


@dataclass(frozen=True)
class ScoreQuestion(LineQuestion[Scores]):
    """The best par score of each deal, and the line that makes it.

    A pass in which a pyramid is cleared is that of the best line.
    """

    columns: ClassVar = common(
        *("score", "cleared_pass", "cards_left", "bound", "limit", "nodes"), bound="INTEGER"
    )
    colours: ClassVar = {
        "pass 1": "#08519C",
        "pass 2": "#4A90C8",
        "pass 3": "#A9CDE6",
        "not cleared": "#E3E3E3",
    }
    chart = "In which pass the pyramid is cleared"
    made = ScoredLine
    kept: ClassVar = {"score": 128, "bound": 128, "cleared": 0, "left": 0}  # some are negative
    subject = "best par score"
    by: By = "score"

    def check(self, rules: Rules) -> None:
        """Raise a `SurveyError` where no par scores are kept."""
        if rules.scoring != "par":
            raise SurveyError("best score: a survey counts par scores; add --scoring par")

    def line(self, found: Best) -> ScoredLine:
        """Return what a line makes: a pass of clearing of 0 says that there is none."""
        (bound,), end = found.bound, found.position
        score = end.score()
        limit = "" if found.limit is None or bound == score else found.limit
        return ScoredLine(score, end.cleared_in_pass or 0, end.cards_left(), bound, limit)

    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> Scores:
        """Return the scores with these counts."""
        return Scores(dict(counts), nodes)

    def lines(self, rules: Rules, counts: Scores) -> Iterator[str]:
        """Write mean and quantiles, passes of clearing, and the spread with bars."""
        found, bounds, deals = counts.found, counts.bounds, counts.deals
        low, high = counts.interval()
        yield ""
        yield fact_line(
            "mean score", f"{found.mean:.4f}, standard error {found.standard_error:.4f}"
        )
        yield fact_line(f"{CONFIDENCE:.0%} interval", f"{low:.4f} to {high:.4f}")
        if counts.unknown:
            yield fact_line("bounds, unknown both ways", f"{found.mean:.4f} to {bounds.mean:.4f}")
        quantiles = ", ".join(
            f"{name.removesuffix(' score')} {_low_to_high(*pair)}"
            for name, pair in zip(_NAMES, _quantiles(counts), strict=True)
        )
        yield fact_line("quantiles", quantiles)
        yield ""
        yield "The pyramid is cleared, in the best line"
        for number in _passes(rules):
            yield share_line(f"  in pass {number}", counts.cleared_in(number), deals)
        yield share_line("  not", counts.cleared_in(0), deals)
        if counts.unknown:
            yield share_line("unknown", counts.unknown, deals)
            for limit in LIMITS:
                if counts.unknown_by(limit):
                    yield share_line(f"  {limit}", counts.unknown_by(limit), deals)
        yield ""
        yield "score, as found" if counts.unknown else "score"
        bins = binned(counts)
        longest = max(bins.values(), default=1)
        for first, hits in bins.items():
            yield share_line(f"  {bin_name(first)}", hits, deals, deals / longest)
        yield ""

    def row(self, counts: Scores) -> dict[str, str]:
        """Write mean with its interval and bounds, passes of clearing, quantiles, nodes."""
        low, high = counts.interval()
        found, deals = counts.found, max(1, counts.deals)
        passes = {f"pass {number} %": number for number in range(1, len(PAR_POINTS) + 1)}
        return {
            "deals": str(counts.deals),
            "mean": f"{found.mean:.4f}",
            "standard error": f"{found.standard_error:.4f}",
            "low": f"{low:.4f}",
            "high": f"{high:.4f}",
            "least bound": f"{found.mean:.4f}" if counts.unknown else "",
            "most bound": f"{counts.bounds.mean:.4f}" if counts.unknown else "",
            **{
                name: percent(counts.cleared_in(number) / deals)
                for name, number in (passes | {"not cleared %": 0}).items()
            },
            "unknown": str(counts.unknown),
            **{
                name: _low_to_high(*pair)
                for name, pair in zip(_NAMES, _quantiles(counts), strict=True)
            },
            **effort(counts.nodes),
        }

    def record(self, rules: Rules, counts: Scores) -> JsonObject:
        """Write mean, quantiles, passes of clearing, and every score."""
        found, bounds = counts.found, counts.bounds
        cleared = {str(number): counts.cleared_in(number) for number in _passes(rules)}
        return {
            "unknown": {limit: counts.unknown_by(limit) for limit in LIMITS},
            "mean_score": found.mean,
            "standard_error": found.standard_error,
            "confidence": CONFIDENCE,
            "interval": list(counts.interval()),
            "bounds": [found.mean, bounds.mean],
            "quantiles": {
                f"{share:g}": list(pair)
                for share, pair in zip(QUANTILES, _quantiles(counts), strict=True)
            },
            "cleared_in_pass": cleared | {"none": counts.cleared_in(0)},
            "scores": [
                {
                    "score": score,
                    "deals": counts.proved(score),
                    "or_more": [found.from_up(score), bounds.from_up(score)],
                }
                for score in _scores(counts)
            ],
        }

    def shares(self, rules: Rules, counts: Scores) -> Mapping[str, float]:
        """Return the passes in which pyramids are cleared."""
        deals = max(1, counts.deals)
        shares = {f"pass {number}": counts.cleared_in(number) / deals for number in _passes(rules)}
        return shares | {
            "not cleared": counts.cleared_in(0) / deals,
            "unknown": counts.unknown / deals,
        }

    def details(self, surveys: Sequence[tuple[str, Scores]]) -> list[Table]:
        """Return every score of every survey."""
        lines = []
        for title, counts in surveys:
            deals = max(1, counts.deals)
            for score in _scores(counts):
                hits = counts.proved(score)
                more = counts.found.from_up(score), counts.bounds.from_up(score)
                shares = (percent(n / deals) for n in (hits, *more))
                lines.append([title, str(score), str(hits), *shares])
        return [Table("Best par scores", _SCORES_HEADER, lines)]


_SCORES_HEADER: Final = ("rules", "score", "deals", "%", "or more %", "or more, bound %")


def binned(counts: Scores) -> dict[int, int]:
    """Count the deals with scores in each bin of `BIN`, by its least score, from the top down."""
    scores = counts.found.deals_by_score.items()
    bins = summed((BIN * (score // BIN), deals) for score, deals in scores)
    if not bins:
        return {}
    return {first: bins.get(first, 0) for first in range(max(bins), min(bins) - 1, -BIN)}


def bin_name(first: int) -> str:
    """Return the scores of a bin: ``45 to 49``."""
    return f"{first} to {first + BIN - 1}" if first < max(PAR_POINTS) else str(first)


def _passes(rules: Rules) -> range:
    return range(1, 1 + (rules.passes or 1))


def _quantiles(counts: Scores) -> list[tuple[int, int]]:
    """Return each of `QUANTILES`, of what was found and of the bounds."""
    return [(counts.found.quantile(share), counts.bounds.quantile(share)) for share in QUANTILES]


def _low_to_high(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _scores(counts: Scores) -> list[int]:
    """Return every score that some deal has, or may have, from the top down."""
    found = {*counts.found.deals_by_score, *counts.bounds.deals_by_score}
    return sorted(found, reverse=True)


@dataclass(frozen=True, order=True)
class LeftLine(BestLine):
    """The best line found in a deal.

    It leaves `cards` cards where the question looks: in the pyramid or in all. `others` is the
    number for the other place. No line leaves fewer than `bound`; where that is less than `cards`,
    `limit` is what was reached first.
    """

    cards: int
    others: int
    bound: int
    limit: str = ""


@dataclass(frozen=True)
class Fewest(LineCounts[LeftLine]):
    """The number of deals that must leave each number of cards: `counts` by `LeftLine.name`."""

    made = LeftLine

    def at_most(self, cards: int) -> Rate:
        """Return the share of all deals with a line that leaves this number of cards or fewer."""
        return Rate(self.deals - self.found.from_up(cards + 1), self.deals)

    def at_most_bounds(self, cards: int) -> tuple[float, float]:
        """Find the least and greatest share of these very deals, 0 to 1, that may leave so few."""
        most = Rate(self.deals - self.bounds.from_up(cards + 1), self.deals)
        return self.at_most(cards).value, most.value


SUCCESS: Final = 12
"""The most cards, pyramid and waste together, that the Games Digest of 1938 calls a success."""


@dataclass(frozen=True)
class LeftQuestion(LineQuestion[Fewest]):
    """The fewest cards that must stay in each deal, in the pyramid or in all, with their line."""

    columns: ClassVar = {
        **common("cards_left"),
        "others_left": Column.of_numbers(
            "with --best pyramid, all cards left by that line; with --best all, those of the "
            "pyramid",
            "cards",
            "from 0",
        ),
        **common("bound", "limit", "nodes"),
    }
    colours: ClassVar = {"none stays": GREEN, "some stay": PALE}
    chart = "How often no card must stay"
    made = LeftLine
    kept: ClassVar = {"cards": 0, "others": 0, "bound": 0}

    @property
    def subject(self) -> str:
        """The fewest cards left, and where."""
        return f"fewest cards left in {'all' if self.by == 'all' else 'the pyramid'}"

    def line(self, found: Best) -> LeftLine:
        """Return what a line makes."""
        left, others = worth(found.position, self.by)
        bound = left if found.limit is None else found.bound[0]
        return LeftLine(left, others, bound, found.limit or "" if bound < left else "")

    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> Fewest:
        """Return the cards left with these counts."""
        return Fewest(dict(counts), nodes)

    def lines(self, rules: Rules, counts: Fewest) -> Iterator[str]:
        """Write mean, the share of successes, and the spread with bars."""
        low, high = counts.at_most(SUCCESS).interval()
        yield ""
        yield fact_line("mean", f"{counts.found.mean:.4f} cards")
        yield fact_line(f"at most {SUCCESS} cards", share_words(counts.at_most(SUCCESS).value, 4))
        yield fact_line(f"{CONFIDENCE:.0%} interval", range_words(low, high, 4))
        if counts.unknown:
            least, most = counts.at_most_bounds(SUCCESS)
            yield fact_line("bounds, unknown both ways", range_words(least, most, 4))
            yield share_line("unknown", counts.unknown, counts.deals)
        yield ""
        yield "cards left, as found" if counts.unknown else "cards left"
        spread = counts.found.deals_by_score
        longest = max(spread.values(), default=1)
        for cards, deals in sorted(spread.items()):
            yield share_line(f"  {cards}", deals, counts.deals, counts.deals / longest)
        yield ""

    def row(self, counts: Fewest) -> dict[str, str]:
        """Write mean, the share of successes with its interval, nodes."""
        rate = counts.at_most(SUCCESS)
        low, high = rate.interval()
        return {
            "deals": str(counts.deals),
            "mean": f"{counts.found.mean:.4f}",
            f"at most {SUCCESS} %": percent(rate.value),
            "low %": percent(low),
            "high %": percent(high),
            "unknown": str(counts.unknown),
            **effort(counts.nodes),
        }

    def record(self, rules: Rules, counts: Fewest) -> JsonObject:
        """Write mean, successes, and every number of cards."""
        found, bounds = counts.found, counts.bounds
        return {
            "unknown": counts.unknown,
            "mean_left": found.mean,
            "bounds": [bounds.mean, found.mean],
            "success": SUCCESS,
            "success_rate": counts.at_most(SUCCESS).value,
            "confidence": CONFIDENCE,
            "success_interval": list(counts.at_most(SUCCESS).interval()),
            "success_bounds": list(counts.at_most_bounds(SUCCESS)),
            "left": [
                {"cards": cards, "deals": deals}
                for cards, deals in sorted(found.deals_by_score.items())
            ],
        }

    def shares(self, rules: Rules, counts: Fewest) -> Mapping[str, float]:
        """Return how often no card must stay."""
        none, _ = counts.at_most_bounds(0)
        return _staying(none, counts.unknown / max(1, counts.deals))

    def shares_of_row(self, row: Mapping[str, str], details: Mapping[int, int]) -> dict[str, float]:
        """Return how often no card must stay, which the details have."""
        deals, _ = int(row["deals"]), row[f"at most {SUCCESS} %"]
        return _staying(details.get(0, 0) / deals, int(row["unknown"]) / deals)

    def details(self, surveys: Sequence[tuple[str, Fewest]]) -> list[Table]:
        """Return every number of cards of every survey."""
        lines = []
        for title, counts in surveys:
            for cards, deals in sorted(counts.found.deals_by_score.items()):
                shares = deals / max(1, counts.deals), counts.at_most(cards).value
                lines.append([title, str(cards), str(deals), *map(percent, shares)])
        return [Table(self.subject.capitalize(), _HEADER, lines)]


def _staying(none: float, unknown: float) -> dict[str, float]:
    return {"none stays": none, "some stay": max(0.0, 1 - none - unknown), "unknown": unknown}


_HEADER: Final = ("rules", "cards", "deals", "%", "or fewer %")
