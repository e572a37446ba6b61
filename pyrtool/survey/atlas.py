"""An atlas of the games: every game by its family, its rules, names and source, and its win rate.

Decides what stands in it; rates come from the ledgers given, and a game without one has none. No
times, hosts or dates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.cards import PyrtoolError
from pyrtool.door import guard
from pyrtool.family import KNOWN, SAME
from pyrtool.games import GAMES, differences
from pyrtool.notation.named import format_rule
from pyrtool.survey.findings import Finding
from pyrtool.survey.tables import markdown_table
from pyrtool.survey.verdict.counts import Tally
from pyrtool.work import ranges

_HEADER: Final = (
    "game",
    "rules beside the standard",
    "other names",
    "source",
    "deals",
    "won %",
    "95 % interval",
    "unknown both ways",
    "blocked %",
    "mean nodes",
    "most",
)
_WORDS: Final = 4
_BLOCKS: Final = ("simple block", "set block", "crossblock", "count")


class AtlasError(PyrtoolError):
    """A ledger that an atlas has no place for."""


def atlas(findings: Sequence[Finding]) -> str:
    """The atlas as Markdown, with these findings: verdicts of native deals of named games.

    An `AtlasError` for another survey, or a second one of a game.
    """
    found: dict[str, Finding] = {}
    for finding in findings:
        name = _game_of(finding)
        if name in found:
            raise AtlasError(f"two ledgers of {name}: merge them first")
        found[name] = finding
    parts = []
    for family in dict.fromkeys(told.family for told in KNOWN.values()):
        rows = [
            _row(name, found.get(name)) for name, told in KNOWN.items() if told.family == family
        ]
        parts.append(f"## {family}\n\n{markdown_table(_HEADER, rows, _WORDS)}")
    return "\n\n".join(parts)


def _game_of(finding: Finding) -> str:
    """The named game that was surveyed."""
    plan = finding.plan
    name = next((name for name in KNOWN if GAMES[name] == plan.rules), None)
    if name is None:
        raise AtlasError(f"{finding.title}: is no named game")
    native = plan.text is None and plan.numbering == "native" and not plan.keep_if
    if plan.question != "verdict" or not native:
        raise AtlasError(f"{finding.title}: an atlas has verdicts of all native deals only")
    return name


def _row(name: str, finding: Finding | None) -> list[str]:
    told = KNOWN[name]
    changes = differences(GAMES[name]).items()
    rules = ", ".join(format_rule(rule, value) for rule, value in changes)
    also = [*told.also, *(other for other, (same, _) in SAME.items() if same == name)]
    words = [f"`{name}`", rules or "the standard", ", ".join((told.title, *also)), told.source]
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
        str(round(tally.nodes.mean)),
        str(tally.nodes.most),
    ]


def _range(low: float, high: float) -> str:
    return f"{100 * low:.2f} to {100 * high:.2f}"


guard(__name__)
