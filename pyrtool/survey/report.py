"""What a survey found, as text, Markdown, CSV or records. No times, hosts or dates.

Decides columns and how rates are written; everything is derived from a ledger's plan and tally.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pyrtool.cards import counted
from pyrtool.games import GAMES, Rules
from pyrtool.survey import ranges
from pyrtool.survey.intervals import CONFIDENCE
from pyrtool.survey.ledger import Ledger
from pyrtool.survey.plan import Plan
from pyrtool.survey.ranges import Ranges
from pyrtool.survey.tally import LIMITS, LOST_REASONS, Tally

_BAR: Final = 40
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
JSON_INTEGER: Final = 2**53  # beyond, readers of JSON lose digits


@dataclass(frozen=True)
class Finding:
    """The plan of a ledger, the deals that it holds and wants, and their tally."""

    plan: Plan
    done: Ranges
    wanted: Ranges
    tally: Tally

    @classmethod
    def of_ledger(cls, ledger: Ledger) -> Finding:
        """What the ledger holds now."""
        return cls(ledger.plan, ledger.done(), ledger.wanted, ledger.tally())

    @property
    def deals_text(self) -> str:
        """Which deals, in words: ``deals 1-1000 (native)``."""
        plan = self.plan
        kind = f"a text, sha256 {plan.text[:12]}…" if plan.text else plan.numbering
        kept = f", kept if {plan.keep_if}" if plan.keep_if else ""
        return f"deals {ranges.words(self.done, plan.prefix) or 'none'} ({kind}{kept})"


def rules_text(rules: Rules, game: str) -> str:
    """The game, and how the rules differ from its: ``pyramid, passes 2``."""
    base = GAMES.get(game, Rules()).to_dict()
    parts = [game if game in GAMES else "pyramid"]
    for name, value in rules.to_dict().items():
        if value != base[name]:
            option = name.replace("_", "-")
            if isinstance(value, bool):
                parts.append(option if value else f"no {option}")
            else:
                parts.append(f"{option} {'none' if value is None else value}")
    return ", ".join(parts)


def percent(share: float) -> str:
    """A share, 0 to 1, in per cent with four decimals."""
    return f"{100 * share:.4f}"


def record(finding: Finding) -> dict[str, Any]:
    """Everything, for JSON."""
    tally, plan = finding.tally, finding.plan
    nodes = tally.nodes
    return {
        "game": plan.game,
        "rules": plan.rules.to_dict(),
        "numbering": "text" if plan.text else plan.numbering,
        "text": plan.text,
        "ranges": [[_number(plan, first), _number(plan, last)] for first, last in finding.done],
        "complete": not ranges.without(finding.wanted, finding.done),
        "limit_nodes": plan.limit_nodes,
        "limit_memory_mib": plan.memory_mib,
        "keep_if": plan.keep_if,
        "deals": tally.deals,
        "dropped": tally.dropped,
        "won": tally.won,
        "lost": {reason: tally.counts[reason] for reason in LOST_REASONS},
        "unknown": {limit: tally.counts[limit] for limit in LIMITS},
        "win_rate": tally.win_rate.value,
        "standard_error": tally.win_rate.standard_error,
        "confidence": CONFIDENCE,
        "interval": list(tally.interval()),
        "bounds": list(tally.bounds),
        "adjusted_win_rate": tally.adjusted_win_rate.value,
        "nodes": {
            "total": nodes.total,
            "mean": nodes.mean,
            "median": nodes.quantile(0.5),
            "quantile_99": nodes.quantile(0.99),
            "most": nodes.most,
            "hardest": None if nodes.hardest is None else _number(plan, nodes.hardest),
        },
    }


def _number(plan: Plan, number: int) -> int | str:
    if plan.prefix:
        return f"{plan.prefix}{number}"
    return number if number < JSON_INTEGER else str(number)


def text(finding: Finding) -> str:
    """One survey for people: outcomes with bars, interval, nodes."""
    tally = finding.tally
    missing = ranges.count(ranges.without(finding.wanted, finding.done))
    lines = [rules_text(finding.plan.rules, finding.plan.game), finding.deals_text]
    if missing:
        lines.append(f"{missing:,} deals that are wanted are not done yet")
    if tally.dropped:
        lines.append(f"{tally.deals:,} deals kept, {tally.dropped:,} dropped")
    lines.append("")
    width = max(len(f"{tally.deals:,}"), 9)
    lines.append(_outcome_line("won", tally.won, tally, width))
    lines.append(_outcome_line("lost", tally.lost, tally, width))
    for name in LOST_REASONS:
        if tally.counts[name]:
            lines.append(_outcome_line(f"  {name}", tally.counts[name], tally, width))
    if tally.unknown:
        lines.append(_outcome_line("unknown", tally.unknown, tally, width))
        for name in LIMITS:
            if tally.counts[name]:
                lines.append(_outcome_line(f"  {name}", tally.counts[name], tally, width))
    lines.append("")
    low, high = tally.interval()
    lines.append(f"{CONFIDENCE:.0%} interval (Wilson)   {percent(low)} to {percent(high)} %")
    if tally.unknown:
        low, high = tally.bounds
        lines.append(f"bounds, unknown both ways   {percent(low)} to {percent(high)} %")
    if tally.simple_blocks:
        rate = percent(tally.adjusted_win_rate.value)
        lines.append(f"won without simple blocks   {rate} %")
    nodes = tally.nodes
    lines.append(
        f"nodes a deal                mean {nodes.mean:,.1f}, median {nodes.quantile(0.5):,}, "
        f"99 % {nodes.quantile(0.99):,}, most {nodes.most:,}"
    )
    if nodes.hardest is not None:
        lines[-1] += f" (deal {_number(finding.plan, nodes.hardest)})"
    return "\n".join(lines)


def _outcome_line(name: str, deals: int, tally: Tally, width: int) -> str:
    share = deals / tally.deals if tally.deals else 0.0
    return f"{name:<16}{deals:>{width},}  {percent(share):>8} %  {bar(share)}".rstrip()


def bar(share: float, width: int = _BAR) -> str:
    """A share, 0 to 1, as a bar of so many characters at most."""
    eighths = round(8 * width * share)
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")


_COLUMNS: Final = (
    "rules",
    "numbering",
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


def row(finding: Finding) -> list[str]:
    """One survey as a row of `header`; numbers without separators."""
    tally = finding.tally
    low, high = tally.interval()
    return [
        rules_text(finding.plan.rules, finding.plan.game),
        "text" if finding.plan.text else finding.plan.numbering,
        str(tally.deals),
        str(tally.won),
        percent(tally.win_rate.value),
        percent(low),
        percent(high),
        percent(tally.bounds[1]),
        *(str(tally.counts[reason]) for reason in LOST_REASONS),
        str(tally.unknown),
        f"{tally.nodes.mean:.1f}",
        str(tally.nodes.quantile(0.5)),
        str(tally.nodes.quantile(0.99)),
        str(tally.nodes.most),
    ]


def markdown(findings: Sequence[Finding]) -> str:
    """A Markdown table, a row a survey."""
    return markdown_table(list(_COLUMNS), [row(finding) for finding in findings])


def markdown_table(header: list[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """A Markdown table whose first columns, `words` of them, are words and the others numbers."""
    rule = ["---" if i < words else "---:" for i in range(len(header))]
    lines = [header, rule, *([_grouped(cell) for cell in cells] for cells in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _grouped(cell: str) -> str:
    """A whole number with separators."""
    return f"{int(cell):,}" if cell.isascii() and cell.isdigit() else cell


def comma_separated(findings: Sequence[Finding]) -> str:
    """A CSV table with a header, a row a survey."""
    return csv_table(list(_COLUMNS), [row(finding) for finding in findings])


def csv_table(header: list[str], rows: Sequence[Sequence[str]]) -> str:
    """A CSV table with a header, lines ended by a line feed."""
    sheet = io.StringIO()
    csv.writer(sheet, lineterminator="\n").writerows([header, *rows])
    return sheet.getvalue().rstrip("\n")


def status(ledger: Ledger) -> str:
    """How far a ledger is, for people: here speed may stand."""
    done, missing = ledger.done(), ledger.missing()
    count, seconds, total = ranges.count(done), ledger.seconds(), ranges.count(ledger.wanted)
    share = count / total if total else 1.0
    tally = ledger.tally()
    plan = ledger.plan
    lines = [
        rules_text(plan.rules, plan.game),
        f"done     {count:,} of {counted_deals(total)} ({share:.1%}){_todo(missing, plan)}",
        f"won      {percent(tally.win_rate.value)} %, unknown {tally.unknown:,}",
    ]
    if seconds > 0 and count:
        lines.append(
            f"speed    {count / seconds:,.0f} deals a second of processor time "
            f"({1e6 * seconds / count:,.1f} µs a deal, {seconds:,.0f} s in all)"
        )
    identity = ledger.identity
    lines.append(f"solver   {identity['solver']}, numbering {identity['numbering']}")
    limit = plan.limit_nodes
    lines.append(f"limits   {'no' if limit is None else f'{limit:,}'} nodes, {plan.memory_mib} MiB")
    lines.append(f"file     {ledger.path.stat().st_size:,} bytes")
    return "\n".join(lines)


def counted_deals(count: int) -> str:
    """``1 deal``, ``1,000 deals``."""
    return counted(count, "deal").replace(str(count), f"{count:,}", 1)


def _todo(missing: Ranges, plan: Plan) -> str:
    return f"; missing {ranges.words(missing, plan.prefix)}" if missing else ""
