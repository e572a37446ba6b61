"""The report of a survey of the fewest cards left: mean, spread, and share of successes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.intervals import CONFIDENCE
from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import range_words, share_words
from pyrtool.game.games import Rules
from pyrtool.surveys.questions.left.counts import Fewest
from pyrtool.surveys.questions.report import Report
from pyrtool.surveys.tables import Table, effort, fact_line, percent, share_line

SUCCESS: Final = 12
"""The most cards, pyramid and waste together, that the Games Digest of 1938 calls a success."""


class LeftReport(Report[Fewest]):
    """The report of `Fewest`."""

    subject = "fewest cards left"
    header = (
        "deals",
        "mean",
        f"at most {SUCCESS} %",
        "low %",
        "high %",
        "unknown",
        *("mean nodes", "median nodes", "99 % nodes", "most nodes"),
    )

    def __init__(self, subject: str) -> None:
        self.subject = subject

    def lines(self, rules: Rules, counts: Fewest) -> Iterator[str]:
        """Mean, the share of successes, and the spread with bars."""
        low, high = counts.at_most(SUCCESS).interval()
        yield ""
        yield fact_line("mean", f"{counts.found.mean:.4f} cards")
        yield fact_line(f"at most {SUCCESS} cards", share_words(counts.at_most(SUCCESS).value, 4))
        yield fact_line(f"{CONFIDENCE:.0%} interval", range_words(low, high, 4))
        if counts.unknown:
            least, most = counts.at_most_bounds(SUCCESS)
            both = range_words(least, most, 4)
            yield fact_line("bounds, unknown both ways", both)
            yield share_line("unknown", counts.unknown, counts.deals)
        yield ""
        yield "cards left, as found" if counts.unknown else "cards left"
        spread = counts.found.deals_by_score
        longest = max(spread.values(), default=1)
        for cards, deals in sorted(spread.items()):
            yield share_line(f"  {cards}", deals, counts.deals, counts.deals / longest)
        yield ""

    def row(self, counts: Fewest) -> list[str]:
        """Mean, the share of successes with its interval, nodes."""
        rate = counts.at_most(SUCCESS)
        shares = (rate.value, *rate.interval())
        return [
            str(counts.deals),
            f"{counts.found.mean:.4f}",
            *map(percent, shares),
            str(counts.unknown),
            *effort(counts.nodes),
        ]

    def record(self, rules: Rules, counts: Fewest) -> JsonObject:
        """Mean, successes, and every number of cards."""
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
        """How often no card must stay."""
        none, _ = counts.at_most_bounds(0)
        unknown = counts.unknown / max(1, counts.deals)
        return {"none stays": none, "some stay": max(0.0, 1 - none - unknown), "unknown": unknown}

    def details(self, surveys: Sequence[tuple[str, Fewest]]) -> list[Table]:
        """Every number of cards of every survey."""
        lines = []
        for title, counts in surveys:
            for cards, deals in sorted(counts.found.deals_by_score.items()):
                shares = deals / max(1, counts.deals), counts.at_most(cards).value
                lines.append([title, str(cards), str(deals), *map(percent, shares)])
        return [Table(self.subject.capitalize(), _HEADER, lines)]


_HEADER: Final = ("rules", "cards", "deals", "%", "or fewer %")

guard(__name__)
