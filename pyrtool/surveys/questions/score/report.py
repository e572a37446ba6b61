"""The report of a survey of best par scores: mean, spread, and when pyramids are cleared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.intervals import CONFIDENCE
from pyrtool.base.json_object import JsonObject
from pyrtool.game.games import Rules
from pyrtool.game.points import PAR_POINTS
from pyrtool.surveys.counts import LIMITS
from pyrtool.surveys.questions.report import Report
from pyrtool.surveys.questions.score.counts import Scores
from pyrtool.surveys.tables import Table, effort, fact_line, percent, share_line

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
BIN: Final = 5
"""Scores to a bar."""

_NAMES: Final = tuple(
    "median" if share == 0.5 else f"{100 * share:.0f} % score" for share in QUANTILES
)


class ScoreReport(Report[Scores]):
    """The report of `Scores`. A pass in which a pyramid is cleared is that of the best line."""

    subject = "best par score"
    header = (
        "deals",
        "mean",
        "standard error",
        "low",
        "high",
        "least bound",
        "most bound",
        *(f"pass {number} %" for number in range(1, len(PAR_POINTS) + 1)),
        "not cleared %",
        "unknown",
        *_NAMES,
        "mean nodes",
        "median nodes",
        "99 % nodes",
        "most nodes",
    )

    def lines(self, rules: Rules, counts: Scores) -> Iterator[str]:
        """Mean and quantiles, passes of clearing, and the spread with bars."""
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
            f"{name.removesuffix(' score')} {_both(*pair)}"
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

    def row(self, counts: Scores) -> list[str]:
        """Mean with its interval and bounds, passes of clearing, quantiles, nodes."""
        low, high = counts.interval()
        found, deals = counts.found, max(1, counts.deals)
        passes = (*range(1, len(PAR_POINTS) + 1), 0)
        return [
            str(counts.deals),
            f"{found.mean:.4f}",
            f"{found.standard_error:.4f}",
            f"{low:.4f}",
            f"{high:.4f}",
            *((f"{found.mean:.4f}", f"{counts.bounds.mean:.4f}") if counts.unknown else ("", "")),
            *(percent(counts.cleared_in(number) / deals) for number in passes),
            str(counts.unknown),
            *(_both(*pair) for pair in _quantiles(counts)),
            *effort(counts.nodes),
        ]

    def record(self, rules: Rules, counts: Scores) -> JsonObject:
        """Mean, quantiles, passes of clearing, and every score."""
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
        """The passes in which pyramids are cleared."""
        deals = max(1, counts.deals)
        shares = {f"pass {number}": counts.cleared_in(number) / deals for number in _passes(rules)}
        return shares | {
            "not cleared": counts.cleared_in(0) / deals,
            "unknown": counts.unknown / deals,
        }

    def details(self, surveys: Sequence[tuple[str, Scores]]) -> list[Table]:
        """Every score of every survey."""
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
    """How many deals have scores in each bin of `BIN`, by its least score, from the top down."""
    bins: dict[int, int] = {}
    for score, deals in counts.found.deals_by_score.items():
        first = BIN * (score // BIN)
        bins[first] = bins.get(first, 0) + deals
    if not bins:
        return {}
    return {first: bins.get(first, 0) for first in range(max(bins), min(bins) - 1, -BIN)}


def bin_name(first: int) -> str:
    """The scores of a bin: ``45 to 49``."""
    return f"{first} to {first + BIN - 1}" if first < max(PAR_POINTS) else str(first)


def _passes(rules: Rules) -> range:
    """The passes that there are."""
    return range(1, 1 + (rules.passes or 1))


def _quantiles(counts: Scores) -> list[tuple[int, int]]:
    """Each of `QUANTILES`, of what was found and of the bounds."""
    return [(counts.found.quantile(share), counts.bounds.quantile(share)) for share in QUANTILES]


def _both(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _scores(counts: Scores) -> list[int]:
    """Every score that some deal has, or may have, from the top down."""
    found = {*counts.found.deals_by_score, *counts.bounds.deals_by_score}
    return sorted(found, reverse=True)


guard(__name__)
