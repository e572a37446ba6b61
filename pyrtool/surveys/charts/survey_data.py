"""Surveys to be drawn, from ledgers or from their reports in CSV.

Decides what a chart needs of a survey, and how a report is read back; what is in a ledger is for
`survey`.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pyrtool.answers.closed import PLAYERS
from pyrtool.base.intervals import Rate
from pyrtool.base.messages import file_name
from pyrtool.notation import NamedRules, parse_named_rules
from pyrtool.pictures.lettering.titles import game_title
from pyrtool.pictures.lettering.typesetting import typeset_signs
from pyrtool.surveys.charts.canvas import ChartError
from pyrtool.surveys.counts import WON
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.questions import QUESTIONS, VERDICT
from pyrtool.surveys.questions.best import ScoreQuestion, Scores
from pyrtool.surveys.questions.player import Games
from pyrtool.surveys.questions.question import AnyQuestion
from pyrtool.surveys.questions.verdict import Tally
from pyrtool.surveys.reports import SurveyResult, limit_words

_LEDGER: Final = b"SQLite format 3\0"
_OF_ALL: Final = (None, "winnable", "unblocked")
_LIMIT: Final = r"at most [0-9]{1,20} (nodes|MiB)"
_NAME: Final = re.compile(
    rf"(?P<rules>.*?)(, (?P<player>({'|'.join(PLAYERS)}) \([a-z0-9, ]*\)))?"
    rf"(, kept if (?P<kept>[a-z]+))?(, (?P<limits>{_LIMIT}(, {_LIMIT})?))?"
)
"""What a report calls a survey."""

MOST_BYTES: Final = 2**24
_MOST_COUNTED: Final = 2**64
_ROUNDED: Final = 1e-3  # what percentages may lack of 1, or exceed it


@dataclass(frozen=True)
class Surveyed:
    """A survey: its rules, its question, its number of deals, and the `parts` (0 to 1) of these.

    A survey of scores also has how many deals prove each best score. A survey of a player has the
    player and the part that is winnable with every card known; deals dropped as unwinnable count
    as lost. `more` names the limits and which deals were kept.
    """

    named: NamedRules
    question: AnyQuestion
    deals: int
    parts: Mapping[str, float]
    scores: Mapping[int, int] = field(default_factory=dict)
    player: str = ""
    winnable: float | None = None
    more: str = ""

    @property
    def label(self) -> str:
        """The game in words, who plays it, and which deals under which limits."""
        title = ", ".join(filter(None, [game_title(self.named), self.more]))
        return typeset_signs(f"{title}: {self.player}" if self.player else title)

    @property
    def wins(self) -> Rate:
        """The rate of deals won, of a survey of verdicts."""
        return Rate(round(self.parts[WON] * self.deals), self.deals)


def of_result(result: SurveyResult) -> Surveyed:
    """Return a survey as its ledger has it."""
    plan, question, tally = result.plan, result.survey.question, result.tally
    labelled = NamedRules.labelled(plan.game, plan.rules)
    named = NamedRules.of(labelled.game, plan.rules, labelled.variant)
    limits = ", ".join(limit_words(plan))
    if isinstance(tally, Games):
        found = tally.deals, tally.dropped, tally.won, tally.thoughtful.hits
        return _of_player(named, question.played_by, plan.keep_if, *found, limits)
    scores = {}
    if isinstance(tally, Scores):
        scores = {score: tally.proved(score) for score in tally.found.deals_by_score}
    more, parts = _conditions(plan.keep_if, limits), question.shares(plan.rules, tally)
    return Surveyed(named, question, tally.deals, parts, _that_count(scores), more=more)


def of_tally(named: NamedRules, tally: Tally) -> Surveyed:
    """Return a survey of verdicts without its ledger."""
    return Surveyed(named, VERDICT, tally.deals, VERDICT.shares(named.rules, tally))


def _conditions(kept: str | None, limits: str) -> str:
    """Return what distinguishes a survey from one of all deals without limits."""
    return ", ".join(filter(None, (f"kept if {kept}" if kept else "", limits)))


def _that_count(scores: Mapping[int, int]) -> dict[int, int]:
    return {score: deals for score, deals in scores.items() if deals}


def _of_player(
    named: NamedRules,
    player: str,
    kept: str | None,
    deals: int,
    dropped: int,
    won: int,
    winnable: int,
    limits: str,
) -> Surveyed:
    """Return the survey of a player; of all deals, where the dropped ones cannot be won."""
    of_all = kept in _OF_ALL
    every = deals + (dropped if of_all else 0)
    rate, known = (hits / every if every else 0.0 for hits in (won, winnable))
    parts, more = {"won": rate, "not won": 1 - rate}, _conditions(None if of_all else kept, limits)
    return Surveyed(named, QUESTIONS["player"], every, parts, {}, player, known, more)


def read_surveys(path: Path) -> list[Surveyed]:
    """List the surveys in a ledger, or in what ``survey report --format csv`` printed."""
    with path.open("rb") as file:
        begin = file.read(len(_LEDGER))
    if begin == _LEDGER:
        with open_ledger(path) as ledger:
            return [of_result(SurveyResult.of_ledger(ledger))]
    if path.stat().st_size > MOST_BYTES:
        raise ChartError(f"{file_name(path)}: too large for a report")
    try:
        found = list(_tables(path.read_text(encoding="utf-8").splitlines()))
    except (csv.Error, LookupError, ArithmeticError, ValueError):
        found = []
    if not found:
        raise ChartError(
            f"{file_name(path)}: is no ledger, and no report of surveys (survey report "
            "--format csv)"
        )
    return found


def whole(text: str) -> int:
    """Return a number of deals or moves, or a score; a `ValueError` for what none can be."""
    number = int(text)
    if abs(number) > _MOST_COUNTED:
        raise ValueError("more than there are")
    return number


def _tables(lines: Sequence[str]) -> Iterator[Surveyed]:
    """Yield the surveys of all tables, which name the numbering; others have details of them."""
    tables: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            tables[-1].append(line)
        else:
            tables.append([])
    rows = [row for table in tables if table for row in csv.DictReader(table)]
    if any(None in row or None in row.values() for row in rows):
        raise ValueError("a row is not as long as its header")
    details: dict[str, dict[int, int]] = {}
    for row in rows:
        if "numbering" not in row and "deals" in row:  # that many deals have this number
            name, number, deals, *_ = row.values()
            details.setdefault(name, {})[whole(number)] = whole(deals)
    for row in rows:
        if "numbering" in row:
            yield _survey(row, details.get(row["rules"], {}))


def _survey(row: Mapping[str, str], details: Mapping[int, int]) -> Surveyed:
    """Return a row, with the deals of each score, or of each number of cards left."""
    deals, found = whole(row["deals"]), _NAME.fullmatch(row["rules"])
    question, parts = _parts(row, details)
    adds_up = abs(sum(parts.values()) - 1) <= _ROUNDED
    if not (found and adds_up and all(0 <= part <= 1 for part in parts.values())):
        raise ValueError(row)
    named, kept, limits = parse_named_rules(found["rules"]), found["kept"], found["limits"] or ""
    if "player won" in row:
        dropped, won, winnable = (whole(row[n]) for n in ("dropped", "player won", "can be won"))
        if not (found["player"] and 0 <= winnable <= deals and dropped >= 0):
            raise ValueError(row)
        return _of_player(named, found["player"], kept, deals, dropped, won, winnable, limits)
    if found["player"] or not 0 <= sum(details.values()) <= deals or not deals:
        raise ValueError(row)
    scores = _that_count(details) if isinstance(question, ScoreQuestion) else {}
    return Surveyed(named, question, deals, parts, scores, more=_conditions(kept, limits))


def _parts(
    row: Mapping[str, str], details: Mapping[int, int]
) -> tuple[AnyQuestion, dict[str, float]]:
    """Return the question whose row it is, and the parts of the deals."""
    for question in QUESTIONS.values():
        with suppress(KeyError):
            return question, question.shares_of_row(row, details)
    raise ValueError("the row of no question")


def chosen(surveys: Sequence[Surveyed], wanted: Sequence[str]) -> list[Surveyed]:
    """List the surveys of these rules, in this order (``giza, overlap``); all if none is named."""
    if not wanted:
        return list(surveys)
    by_rules = {str(one.named): one for one in reversed(surveys)}
    names = [str(parse_named_rules(text)) for text in wanted]
    for name in names:
        if name not in by_rules:
            raise ChartError(f"no survey of {name}: choose from {'; '.join(by_rules)}")
    return [by_rules[name] for name in names]
