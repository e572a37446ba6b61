"""Reports of surveys, as text, Markdown, CSV or records. No times, hosts or dates.

Decides what every survey reports; what its question adds is for its own report. All of it is
derived from a ledger's plan and counts, except the orders of blocks. A ledger keeps the reason of
each loss, and not the order, so blocks are looked for again, deal by deal.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pyrtool.answers.blocks.find import MOST_BLOCK_NODES, find_block, stock_blocks
from pyrtool.base.intervals import Rate
from pyrtool.base.json_object import JsonObject, number_field
from pyrtool.base.limits import LeftOpenError, Limits
from pyrtool.base.messages import counted, range_words, share_words
from pyrtool.game import ranges
from pyrtool.game.games import Rules
from pyrtool.game.position import Position
from pyrtool.game.ranges import Ranges
from pyrtool.notation.rules import NamedRules
from pyrtool.surveys.counts import LIMITS, LOST_REASONS, WON, Outcomes
from pyrtool.surveys.ledger import Ledger
from pyrtool.surveys.plan import MEMORY_MIB, Plan, SurveyError
from pyrtool.surveys.questions import QUESTIONS, Survey
from pyrtool.surveys.questions.player import Games
from pyrtool.surveys.tables import Table, csv_table, markdown_table, nodes_line


@dataclass(frozen=True)
class SurveyResult:
    """The survey of a ledger, the deals that it holds and wants, their counts and their time."""

    survey: Survey
    done: Ranges
    wanted: Ranges
    tally: Outcomes
    seconds: float = 0.0
    """Processor time that the deals took; only an atlas reports it."""
    solver: str = ""
    """The version of the program, and after ``/`` those of what answered."""

    @classmethod
    def of_ledger(cls, ledger: Ledger) -> "SurveyResult":
        """Read the results that the ledger holds now."""
        with ledger.moment():
            deals = ledger.done(), ledger.wanted
            found = ledger.tally(), ledger.seconds()
            return cls(ledger.survey, *deals, *found, ledger.identity["solver"])

    @property
    def plan(self) -> Plan:
        """The rules and limits, and which deals count."""
        return self.survey.plan

    @property
    def title(self) -> str:
        """The game, and the question of the survey."""
        return title(self.survey)

    @property
    def of_all(self) -> Rate | None:
        """The rate that a player wins of all deals looked at, if dropped ones cannot be won."""
        tally = self.tally
        if not isinstance(tally, Games) or self.plan.keep_if not in (None, "winnable", "unblocked"):
            return None
        return Rate(tally.won, tally.deals + tally.dropped)

    @property
    def deals_text(self) -> str:
        """The deals in words: ``deals 1-1000 (native)``."""
        plan = self.plan
        kind = f"a text, sha256 {plan.text[:12]}…" if plan.text else plan.numbering
        kept = f", kept if {plan.keep_if}" if plan.keep_if else ""
        return f"deals {ranges.words(self.done, plan.prefix) or 'none'} ({kind}{kept})"


def rules_text(rules: Rules, game: str) -> str:
    """Write the game, as a plan names it, and how the rules differ: ``pyramid, passes 2``."""
    return str(NamedRules.labelled(game, rules))


def title(survey: Survey) -> str:
    """Return the rules, and what is asked when it is not the verdict: ``par: best par score``."""
    named = rules_text(survey.plan.rules, survey.plan.game)
    return ": ".join(filter(None, (named, survey.question.subject)))


def record(result: SurveyResult) -> JsonObject:
    """Write the report of a survey as a record for JSON."""
    tally, plan, question = result.tally, result.plan, result.survey.question
    nodes = tally.nodes
    version, _, solver = result.solver.partition("/")
    return {
        "game": plan.game.partition(",")[0],
        "rules": plan.rules.to_dict(),
        "question": question.name,
        "player": question.parameters()["player"],
        "numbering": "text" if plan.text else plan.numbering,
        "text": plan.text,
        "ranges": [[_number(plan, first), _number(plan, last)] for first, last in result.done],
        "complete": not ranges.without(result.wanted, result.done),
        "limit_nodes": plan.limit_nodes,
        "limit_memory_mib": plan.memory_mib,
        "keep_if": plan.keep_if,
        "plain_sample": question.parameters()["plain sample"],
        "deals": tally.deals,
        "dropped": tally.dropped,
        **question.record(plan.rules, tally),
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
    return number_field(plan.number(number))


def text(result: SurveyResult) -> str:
    """Write one survey for people: what was found, with bars, and the nodes that it took."""
    tally, plan = result.tally, result.plan
    missing = ranges.count(ranges.without(result.wanted, result.done))
    lines = [result.title, result.deals_text]
    if missing:
        are = "is" if missing == 1 else "are"
        lines.append(f"{counted_deals(missing)} that {are} wanted {are} not done yet")
    if tally.dropped:
        lines.append(f"{tally.deals:,} deals kept, {tally.dropped:,} dropped")
        if rate := result.of_all:
            lines.append(
                f"of all {rate.deals:,} deals, the dropped ones lost, the player wins "
                f"{share_words(rate.value, 4)} ({range_words(*rate.interval(), 4)})"
            )
    lines += result.survey.question.lines(plan.rules, tally)
    nodes = tally.nodes
    lines.append(nodes_line(nodes))
    if nodes.hardest is not None:
        lines[-1] += f" (deal {_number(plan, nodes.hardest)})"
    return "\n".join(lines)


def tables(results: Sequence[SurveyResult]) -> list[Table]:
    """Return a table for each question that was asked, a row a survey, and what its report adds."""
    found = []
    for name, question in QUESTIONS.items():
        asked = [result for result in results if result.survey.question.name == name]
        if asked:
            rows = [_row(result) for result in asked]
            cells = [list(row.values()) for row in rows]
            found.append(Table(question.subject, tuple(rows[0]), cells))
            found += question.details([(_survey_name(one.survey), one.tally) for one in asked])
    return found


def _survey_name(survey: Survey) -> str:
    """Return the rules, and what else distinguishes two surveys of them."""
    plan = survey.plan
    kept = f"kept if {plan.keep_if}" if plan.keep_if else ""
    parts = (rules_text(plan.rules, plan.game), survey.question.played_by, kept, *limit_words(plan))
    return ", ".join(filter(None, parts))


def limit_words(plan: Plan) -> list[str]:
    """List the limits of a survey: ``at most 1000 nodes``."""
    words = []
    if plan.limit_nodes is not None:
        words.append(f"at most {plan.limit_nodes} nodes")
    if plan.memory_mib != MEMORY_MIB:
        words.append(f"at most {plan.memory_mib} MiB")
    return words


def _row(result: SurveyResult) -> dict[str, str]:
    plan = result.plan
    numbering = "text" if plan.text else plan.numbering
    names = {"rules": _survey_name(result.survey), "numbering": numbering}
    return names | result.survey.question.row(result.tally)


def written(results: Sequence[SurveyResult], format: Literal["markdown", "csv"]) -> str:
    """Write tables with a header, a row a survey; an empty line between two tables."""
    write = markdown_table if format == "markdown" else csv_table
    return "\n\n".join(write(table.header, table.rows) for table in tables(results))


def status(ledger: Ledger) -> str:
    """Return how far a ledger is, for people: this may name the speed."""
    with ledger.moment():
        done, seconds, tally = ledger.done(), ledger.seconds(), ledger.tally()
    count, total = ranges.count(done), ranges.count(ledger.wanted)
    missing = ranges.without(ledger.wanted, done)
    share = count / total if total else 1.0
    plan = ledger.plan
    name, gist = tally.gist
    todo = f"; missing {ranges.words(missing, plan.prefix)}" if missing else ""
    lines = [
        title(ledger.survey),
        f"done     {count:,} of {counted_deals(total)} ({share:.1%}){todo}",
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
    sample = ledger.question.parameters()["plain sample"]
    if sample is not None:
        lines.append(f"sample   {sample:g} of the losses asked again, plainly")
    lines.append(f"file     {ledger.path.stat().st_size:,} bytes")
    return "\n".join(lines)


def counted_deals(count: int) -> str:
    """Write a number of deals: ``1 deal``, ``1,000 deals``."""
    return counted(count, "deal").replace(str(count), f"{count:,}", 1)


_ORDERED: Final = ("crossblock", "stock block")


def count_orders(ledger: Ledger) -> Counter[str]:
    """Return how many deals of a ledger ended how, with the order of each block of several sets.

    A loss that the search found is ``exhausted`` where no stock block was found within
    `MOST_BLOCK_NODES` nodes. A `SurveyError` if the survey does not ask for verdicts, or its deals
    come from a file.
    """
    plan = ledger.plan
    if ledger.question.name != "verdict" or plan.text:
        what = "the deals of a file" if plan.text else f"the question {ledger.question.name}"
        raise SurveyError(f"{ledger.path}: orders are of verdicts of numbered deals, not of {what}")
    counts: Counter[str] = Counter()
    for number, *cells in ledger.deals():
        name = str(cells[0])
        if name in ("crossblock", "exhausted"):
            name = _with_order(Position.start(plan.deal(number)), name)
        counts[name] += 1
    return counts


def _with_order(start: Position, reason: str) -> str:
    if reason == "crossblock":
        block = find_block(start)
        return reason if block is None else f"{reason} {block.order}"
    try:
        found = stock_blocks(start, Limits(nodes=MOST_BLOCK_NODES), is_lost=True)
    except LeftOpenError:
        return reason
    return f"stock block {found[0].order}" if found else reason


def orders_table(ledgers: Sequence[Ledger]) -> Table:
    """Return a row a ledger: its rules, its deals, and how many ended how."""
    counts = [count_orders(ledger) for ledger in ledgers]
    seen = set().union(*counts)
    names = [WON]
    for reason in (*LOST_REASONS[:-1], "stock block", LOST_REASONS[-1]):
        ordered = [name for name in seen if name.startswith(f"{reason} ")]
        ordered.sort(key=lambda name: int(name.split()[-1]))
        names += ordered if reason in _ORDERED else [reason]
    names += [limit for limit in LIMITS if limit in seen]
    rows = [
        [rules_text(ledger.plan.rules, ledger.plan.game), str(found.total())]
        + [str(found[name]) for name in names]
        for ledger, found in zip(ledgers, counts, strict=True)
    ]
    return Table("Blocks by order", ["rules", "deals", *names], rows)
