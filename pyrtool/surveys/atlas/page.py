"""An atlas of the games: every game by its family, its rules, names and source, its win rate, what
others publish beside it, and how few cards must stay.

Decides what the page shows. Rates come from the ledgers given, and a game without one has none. A
rate stays true when the solver changes, and the page names the solver that found it. Nodes and
times do not stay true: `survey report` shows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.games import GAMES, Rules, differences
from pyrtool.game.named_games import KNOWN, SAME
from pyrtool.notation.rules import format_rule
from pyrtool.surveys.atlas.claims import PublishedRate, published_rates
from pyrtool.surveys.findings import Finding
from pyrtool.surveys.plan import QuestionName
from pyrtool.surveys.questions.left.counts import Fewest
from pyrtool.surveys.questions.left.report import SUCCESS
from pyrtool.surveys.questions.verdict.counts import Tally
from pyrtool.surveys.tables import markdown_table
from pyrtool.surveys.work import ranges

_HEADER: Final = (
    "game",
    "rules beside the standard",
    "other names",
    "source",
    "deals",
    "won %",
    "95% interval",
    "unknown both ways",
    "blocked %",
    "solver",
)
_PUBLISHED: Final = (
    "game",
    "published",
    "of",
    "source",
    "ours %",
    "95% interval",
    "deals",
    "solver",
)
_LEFT: Final = ("cards", "must stay in all: %", "or fewer %", "in the pyramid: %", "or fewer %")
_WORDS: Final = 4
_BLOCKS: Final = ("simple block", "set block", "crossblock", "count")


class AtlasError(PyrtoolError):
    """A ledger that an atlas has no place for."""


Found = Mapping[tuple[Rules, QuestionName], Finding]
"""What was surveyed, by the rules and the question."""


def atlas(findings: Sequence[Finding]) -> str:
    """Write the atlas as Markdown, with these findings.

    They are verdicts of native deals of named games, verdicts of rules with a published claim, and
    the fewest cards left in named games.

    An `AtlasError` for another survey, or a second one of the same.
    """
    published = published_rates()
    found: dict[tuple[Rules, QuestionName], Finding] = {}
    for finding in findings:
        _check(finding, published)
        asked = finding.plan.rules, finding.plan.question
        if asked in found:
            raise AtlasError(f"two ledgers of {finding.title}: merge them first")
        found[asked] = finding
    parts = []
    for family in dict.fromkeys(known.family for known in KNOWN.values()):
        rows = [_row(name, found) for name, known in KNOWN.items() if known.family == family]
        parts.append(f"## {family}\n\n{markdown_table(_HEADER, rows, _WORDS)}")
    beside = markdown_table(_PUBLISHED, _beside(found, published), _WORDS)
    parts.append(f"## Published rates\n\n{beside}")
    parts += [_left(name, found) for name in KNOWN if _fewest(name, found)]
    return "\n\n".join(parts)


def _check(finding: Finding, published: Sequence[PublishedRate]) -> None:
    """An `AtlasError` for what has no place in an atlas."""
    plan = finding.plan
    named = any(GAMES[name] == plan.rules for name in KNOWN)
    if not named and not any(one.rules == plan.rules for one in published):
        raise AtlasError(f"{finding.title}: is no named game, and has no published rate")
    native = plan.text is None and plan.numbering == "native" and not plan.keep_if
    if plan.question in ("score", "player") or not native:
        raise AtlasError(
            f"{finding.title}: an atlas has verdicts, and fewest cards left, of all native deals"
        )
    if plan.question != "verdict" and not named:
        raise AtlasError(f"{finding.title}: an atlas has the fewest cards left of named games only")


def _row(name: str, found: Found) -> list[str]:
    known = KNOWN[name]
    changes = differences(GAMES[name]).items()
    rules = ", ".join(format_rule(rule, value) for rule, value in changes)
    also = [*known.also, *(other for other, (same, _) in SAME.items() if same == name)]
    words = [f"`{name}`", rules or "the standard", ", ".join((known.title, *also)), known.source]
    finding = found.get((GAMES[name], "verdict"))
    if finding is None:
        return [*words, *("",) * (len(_HEADER) - _WORDS)]
    tally = finding.tally
    assert isinstance(tally, Tally)
    share = max(1, tally.deals)
    blocked = sum(tally.counts[reason] for reason in _BLOCKS)
    return [
        *words,
        ranges.words(finding.done),
        f"{100 * tally.win_rate.value:.2f}",
        _range(*tally.interval()),
        _range(*tally.bounds) if tally.unknown else "none",
        f"{100 * blocked / share:.2f}",
        _solver(finding),
    ]


def _solver(finding: Finding) -> str:
    """The version of the solver that answered."""
    return finding.solver.split("/")[1]


def _beside(found: Found, published: Sequence[PublishedRate]) -> list[list[str]]:
    """A row for each published rate of a named game, or of rules that were surveyed."""
    named = {GAMES[name] for name in KNOWN}
    rows = []
    for one in published:
        finding = found.get((one.rules, "verdict"))
        if finding is None and one.rules not in named and not one.is_quoted:
            continue
        words = [f"`{one.title}`", one.rate, one.of, one.source]
        if finding is None:
            rows.append([*words, *("",) * (len(_PUBLISHED) - _WORDS)])
            continue
        tally = finding.tally
        assert isinstance(tally, Tally)
        rate = f"{100 * tally.win_rate.value:.2f}"
        rate_and_sample = (rate, _range(*tally.interval()), str(tally.deals))
        rows.append([*words, *rate_and_sample, _solver(finding)])
    return rows


def _fewest(name: str, found: Found) -> dict[QuestionName, Fewest]:
    """How few cards must stay in a game, in all and in the pyramid, where that was asked."""
    fewest: dict[QuestionName, Fewest] = {}
    questions: tuple[QuestionName, ...] = ("all", "pyramid")
    for question in questions:
        finding = found.get((GAMES[name], question))
        if finding is not None:
            assert isinstance(finding.tally, Fewest)
            fewest[question] = finding.tally
    return fewest


def _left(name: str, found: Found) -> str:
    """How few cards must stay, as the old books count: a sentence for each count, and a table."""
    fewest = _fewest(name, found)
    lines = []
    for question, counts in fewest.items():
        rate = counts.at_most(SUCCESS)
        where = "pyramid and waste together" if question == "all" else "in the pyramid"
        lines.append(
            f"At most {SUCCESS} cards, {where}, must stay in {100 * rate.value:.2f}% of "
            f"{counts.deals:,} deals ({_range(*rate.interval())}); on average "
            f"{counts.found.mean:.2f} (solver {_solver(found[GAMES[name], question])})"
            + (f"; {counts.unknown:,} are unknown, and count as found." if counts.unknown else ".")
        )
    most = max(max(counts.found.deals_by_score, default=0) for counts in fewest.values())
    rows = []
    for cards in range(most + 1):
        row = [str(cards)]
        for asked in (fewest.get("all"), fewest.get("pyramid")):
            if asked is None:
                row += ["", ""]
                continue
            share = asked.found.deals_by_score.get(cards, 0) / max(1, asked.deals)
            row += [f"{100 * share:.2f}", f"{100 * asked.at_most(cards).value:.2f}"]
        rows.append(row)
    table = markdown_table(_LEFT, rows)
    listed = "\n".join(lines)
    return f"## Scores of the old books: `{name}`\n\n{listed}\n\n{table}"


def _range(low: float, high: float) -> str:
    return f"{100 * low:.2f} to {100 * high:.2f}"


guard(__name__)
