"""The report of a survey of verdicts: rates of wins and of reasons, with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.intervals import CONFIDENCE
from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import range_words, share_words
from pyrtool.game.games import Rules
from pyrtool.surveys.counts import LIMITS, LOST_REASONS, WON
from pyrtool.surveys.questions.report import Report
from pyrtool.surveys.questions.verdict.counts import Opinions, Tally
from pyrtool.surveys.tables import Table, effort, fact_line, percent, share_line

OPINIONS_HEADER: Final = ("rules", "asked again", "agreed", "left open", "deals that disagree")
"""The columns for the answers of the plain search."""


class VerdictReport(Report[Tally]):
    """The report of a `Tally`."""

    subject = ""
    header = (
        "deals",
        "won",
        "win %",
        "low %",
        "high %",
        "bound %",
        *LOST_REASONS,
        "unknown",
        "mean nodes",
        "median",
        "99 %",
        "most nodes",
    )

    def lines(self, rules: Rules, counts: Tally) -> Iterator[str]:
        """Outcomes with bars, interval, bounds."""
        tally = counts
        yield ""
        yield share_line("won", tally.won, tally.deals)
        yield share_line("lost", tally.lost, tally.deals)
        yield from self._parts(LOST_REASONS, tally)
        if tally.unknown:
            yield share_line("unknown", tally.unknown, tally.deals)
            yield from self._parts(LIMITS, tally)
        yield ""
        low, high = tally.interval()
        yield fact_line(f"{CONFIDENCE:.0%} interval (Wilson)", range_words(low, high, 4))
        if tally.unknown:
            low, high = tally.bounds
            yield fact_line("bounds, unknown both ways", range_words(low, high, 4))
        if tally.simple_blocks:
            adjusted = share_words(tally.adjusted_win_rate.value, 4)
            yield fact_line("won without simple blocks", adjusted)
        if tally.opinions.asked:
            yield fact_line("losses asked again", _opinions_text(tally.opinions))

    def _parts(self, names: tuple[str, ...], tally: Tally) -> Iterator[str]:
        for name in names:
            if tally.counts[name]:
                yield share_line(f"  {name}", tally.counts[name], tally.deals)

    def row(self, counts: Tally) -> list[str]:
        """Win rate with its interval, reasons, nodes."""
        low, high = counts.interval()
        return [
            str(counts.deals),
            str(counts.won),
            percent(counts.win_rate.value),
            percent(low),
            percent(high),
            percent(counts.bounds[1]),
            *(str(counts.counts[reason]) for reason in LOST_REASONS),
            str(counts.unknown),
            *effort(counts.nodes),
        ]

    def record(self, rules: Rules, counts: Tally) -> JsonObject:
        """Counts, rates, intervals."""
        return {
            "won": counts.won,
            "lost": {reason: counts.counts[reason] for reason in LOST_REASONS},
            "unknown": {limit: counts.counts[limit] for limit in LIMITS},
            "win_rate": counts.win_rate.value,
            "standard_error": counts.win_rate.standard_error,
            "confidence": CONFIDENCE,
            "interval": list(counts.interval()),
            "bounds": list(counts.bounds),
            "adjusted_win_rate": counts.adjusted_win_rate.value,
            "plain": {
                "asked": counts.opinions.asked,
                "agreed": counts.opinions.agreed,
                "disagreed": list(counts.opinions.disagreed),
                "left_open": counts.opinions.left_open,
            },
        }

    def shares(self, rules: Rules, counts: Tally) -> Mapping[str, float]:
        """Won, lost by reasons, unknown by limits."""
        names = (WON, *LOST_REASONS, *LIMITS)
        return {name: counts.counts[name] / max(1, counts.deals) for name in names}

    def details(self, surveys: Sequence[tuple[str, Tally]]) -> list[Table]:
        """The answers of the plain search, where it was asked."""
        rows = []
        for name, tally in surveys:
            found = tally.opinions
            if found.asked:
                disagreed = " ".join(found.disagreed)
                numbers = (found.asked, found.agreed, found.left_open)
                rows.append([name, *map(str, numbers), disagreed])
        return [Table("losses asked again", OPINIONS_HEADER, rows)] if rows else []


def _opinions_text(found: Opinions) -> str:
    """``1,200: 1,199 agree, 1 left open``; the deals of a disagreement by their numbers."""
    parts = [f"{found.agreed:,} agree"]
    if found.left_open:
        parts.append(f"{found.left_open:,} left open")
    if found.disagreed:
        parts.append(f"{len(found.disagreed):,} DISAGREE (deals {', '.join(found.disagreed)})")
    return f"{found.asked:,}: {', '.join(parts)}"


guard(__name__)
