"""What a survey found, as text, Markdown, CSV or records. No times, hosts or dates.

Decides what every survey reports; what its question adds is for its own `report`.
Everything is derived from a ledger's plan and counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

from pyrtool.base.arguments import guard
from pyrtool.base.intervals import Rate
from pyrtool.base.json_object import JsonObject, number_field
from pyrtool.base.words import counted, range_words, share_words
from pyrtool.game.games import GAMES, Rules
from pyrtool.notation.rules import STANDARD, NamedRules
from pyrtool.surveys.counts import Outcomes
from pyrtool.surveys.ledger import Ledger
from pyrtool.surveys.plan import MEMORY_MIB, Plan
from pyrtool.surveys.questions import REPORTS
from pyrtool.surveys.questions.player.counts import Games
from pyrtool.surveys.questions.report import AnyReport
from pyrtool.surveys.tables import Table, csv_table, fact_line, markdown_table
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.ranges import Ranges


@dataclass(frozen=True)
class Finding:
    """The plan of a ledger, the deals that it holds and wants, their counts and their time."""

    plan: Plan
    done: Ranges
    wanted: Ranges
    tally: Outcomes
    seconds: float = 0.0
    """Processor time that the deals took; only an atlas reports it."""
    solver: str = ""
    """The version of the program, and after ``/`` those of what answered."""

    @classmethod
    def of_ledger(cls, ledger: Ledger) -> Finding:
        """What the ledger holds now."""
        with ledger.moment():
            deals = ledger.done(), ledger.wanted
            found = ledger.tally(), ledger.seconds()
            return cls(ledger.plan, *deals, *found, ledger.identity["solver"])

    @property
    def report(self) -> AnyReport:
        """What its question reports."""
        return REPORTS[self.plan.question]

    @property
    def title(self) -> str:
        """The question, and the game."""
        return title(self.plan)

    @property
    def of_all(self) -> Rate | None:
        """What a player wins of all deals that were looked at, where those that were dropped
        cannot be won; None for other surveys."""
        tally = self.tally
        if not isinstance(tally, Games) or self.plan.keep_if not in (None, "winnable", "unblocked"):
            return None
        return Rate(tally.won, tally.deals + tally.dropped)

    @property
    def deals_text(self) -> str:
        """Which deals, in words: ``deals 1-1000 (native)``."""
        plan = self.plan
        kind = f"a text, sha256 {plan.text[:12]}…" if plan.text else plan.numbering
        kept = f", kept if {plan.keep_if}" if plan.keep_if else ""
        return f"deals {ranges.words(self.done, plan.prefix) or 'none'} ({kind}{kept})"


def rules_text(rules: Rules, game: str) -> str:
    """The game, and how the rules differ from its: ``pyramid, passes 2``."""
    return str(NamedRules(game if game in GAMES else STANDARD, rules))


def title(plan: Plan) -> str:
    """The rules, and what is asked when it is not the verdict: ``par: best par score``."""
    subject = REPORTS[plan.question].subject
    if plan.player is not None:
        subject = f"{plan.player}, {subject}"
    return rules_text(plan.rules, plan.game) + (f": {subject}" if subject else "")


def record(finding: Finding) -> JsonObject:
    """Everything, for JSON."""
    tally, plan = finding.tally, finding.plan
    nodes = tally.nodes
    version, _, solver = finding.solver.partition("/")
    return {
        "game": plan.game,
        "rules": plan.rules.to_dict(),
        "question": plan.question,
        "player": None if plan.player is None else asdict(plan.player),
        "numbering": "text" if plan.text else plan.numbering,
        "text": plan.text,
        "ranges": [[_number(plan, first), _number(plan, last)] for first, last in finding.done],
        "complete": not ranges.without(finding.wanted, finding.done),
        "limit_nodes": plan.limit_nodes,
        "limit_memory_mib": plan.memory_mib,
        "keep_if": plan.keep_if,
        "plain_sample": plan.plain_sample,
        "deals": tally.deals,
        "dropped": tally.dropped,
        **finding.report.record(plan.rules, tally),
        "nodes": {
            "total": nodes.total,
            "mean": nodes.mean,
            "median": nodes.quantile(0.5),
            "quantile_99": nodes.quantile(0.99),
            "most": nodes.most,
            "hardest": None if nodes.hardest is None else _number(plan, nodes.hardest),
        },
        "version": version,
        "solver": solver,
    }


def _number(plan: Plan, number: int) -> int | str:
    if plan.prefix:
        return f"{plan.prefix}{number}"
    return number_field(number)


def text(finding: Finding) -> str:
    """One survey for people: what was found, with bars, and the nodes that it took."""
    tally, plan = finding.tally, finding.plan
    missing = ranges.count(ranges.without(finding.wanted, finding.done))
    lines = [finding.title, finding.deals_text]
    if missing:
        are = "is" if missing == 1 else "are"
        lines.append(f"{counted_deals(missing)} that {are} wanted {are} not done yet")
    if tally.dropped:
        lines.append(f"{tally.deals:,} deals kept, {tally.dropped:,} dropped")
        if rate := finding.of_all:
            lines.append(
                f"of all {rate.deals:,} deals, the dropped ones lost, the player wins "
                f"{share_words(rate.value, 4)} ({range_words(*rate.interval(), 4)})"
            )
    lines += finding.report.lines(plan.rules, tally)
    nodes = tally.nodes
    lines.append(
        fact_line(
            "nodes a deal",
            f"mean {nodes.mean:,.1f}, median {nodes.quantile(0.5):,}, "
            f"99% {nodes.quantile(0.99):,}, most {nodes.most:,}",
        )
    )
    if nodes.hardest is not None:
        lines[-1] += f" (deal {_number(plan, nodes.hardest)})"
    return "\n".join(lines)


def tables(findings: Sequence[Finding]) -> list[Table]:
    """A table for each question that was asked, a row a survey, and what its report adds."""
    found = []
    for question, report in REPORTS.items():
        asked = [finding for finding in findings if finding.plan.question == question]
        if asked:
            rows = [_row(finding) for finding in asked]
            found.append(Table(report.subject, ("rules", "numbering", *report.header), rows))
            names = [_asked(one.plan) for one in asked]
            found += report.details(list(zip(names, (one.tally for one in asked), strict=True)))
    return found


def _asked(plan: Plan) -> str:
    """The rules, and what else distinguishes two surveys of them."""
    parts = [rules_text(plan.rules, plan.game)]
    if plan.player is not None:
        parts.append(str(plan.player))
    if plan.keep_if:
        parts.append(f"kept if {plan.keep_if}")
    return ", ".join(parts + limit_words(plan))


def limit_words(plan: Plan) -> list[str]:
    """The limits of a survey: ``at most 1000 nodes``."""
    words = []
    if plan.limit_nodes is not None:
        words.append(f"at most {plan.limit_nodes} nodes")
    if plan.memory_mib != MEMORY_MIB:
        words.append(f"at most {plan.memory_mib} MiB")
    return words


def _row(finding: Finding) -> list[str]:
    plan = finding.plan
    names = [_asked(plan), "text" if plan.text else plan.numbering]
    return names + finding.report.row(finding.tally)


def markdown(findings: Sequence[Finding]) -> str:
    """Markdown tables, a row a survey."""
    return _joined(tables(findings), lambda table: markdown_table(table.header, table.rows))


def comma_separated(findings: Sequence[Finding]) -> str:
    """CSV tables with a header, a row a survey; an empty line between two tables."""
    return _joined(tables(findings), lambda table: csv_table(table.header, table.rows))


def _joined(found: Iterable[Table], written: Callable[[Table], str]) -> str:
    return "\n\n".join(map(written, found))


def status(ledger: Ledger) -> str:
    """How far a ledger is, for people: this may name the speed."""
    with ledger.moment():
        done, seconds, tally = ledger.done(), ledger.seconds(), ledger.tally()
    count, total = ranges.count(done), ranges.count(ledger.wanted)
    missing = ranges.without(ledger.wanted, done)
    share = count / total if total else 1.0
    plan = ledger.plan
    name, gist = tally.gist
    lines = [
        title(plan),
        f"done     {count:,} of {counted_deals(total)} ({share:.1%}){_todo(missing, plan)}",
        f"{name:<9}{gist}, unknown {tally.unknown:,}",
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
    if plan.keep_if:
        lines.append(f"kept     if {plan.keep_if}")
    if plan.plain_sample is not None:
        lines.append(f"sample   {plan.plain_sample:g} of the losses asked again, plainly")
    lines.append(f"file     {ledger.path.stat().st_size:,} bytes")
    return "\n".join(lines)


def counted_deals(count: int) -> str:
    """``1 deal``, ``1,000 deals``."""
    return counted(count, "deal").replace(str(count), f"{count:,}", 1)


def _todo(missing: Ranges, plan: Plan) -> str:
    return f"; missing {ranges.words(missing, plan.prefix)}" if missing else ""


guard(__name__)
