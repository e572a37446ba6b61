"""Surveys to be drawn, from ledgers or from their reports in CSV.

Decides what a chart needs of a survey, and how a report is read back; what is in a ledger is for
`survey`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
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
from pyrtool.surveys.counts import LOST_REASONS, WON
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.questions import REPORTS
from pyrtool.surveys.questions.best import Scores
from pyrtool.surveys.questions.player import Games
from pyrtool.surveys.questions.verdict import OPINIONS_HEADER, Tally
from pyrtool.surveys.reports import SurveyResult, limit_words

_LEDGER: Final = b"SQLite format 3\0"
_PASSES: Final = ("pass 1", "pass 2", "pass 3", "not cleared")
_COUNTED: Final = ("rules,score,", "rules,cards,")
_OF_ALL: Final = ("winnable", "unblocked")
_LIMIT: Final = r"at most [0-9]{1,20} (nodes|MiB)"
_MORE: Final = rf"(, kept if (?P<kept>[a-z]+))?(, (?P<limits>{_LIMIT}(, {_LIMIT})?))?"
_SOLVED: Final = re.compile(rf"(?P<rules>.*?){_MORE}")
_PLAYER: Final = rf"(?P<player>({'|'.join(PLAYERS)}) \([a-z0-9, ]*\))"
_PLAYED: Final = re.compile(rf"(?P<rules>.*), {_PLAYER}{_MORE}")
MOST_BYTES: Final = 2**24
_MOST_COUNTED: Final = 2**64
_ROUNDED: Final = 1e-3  # what percentages may lack of 1, or exceed it


@dataclass(frozen=True)
class Surveyed:
    """A survey: its rules, its number of deals, and the `parts` (0 to 1) by how they end.

    A survey of scores also has how many deals prove each best score. A survey of a player has the
    player and the part that is winnable with every card known; deals dropped as unwinnable count
    as lost. `more` names the limits and which deals were kept.
    """

    named: NamedRules
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
    def of_scores(self) -> bool:
        """Return whether best scores were counted, and not verdicts."""
        return WON not in self.parts

    @property
    def wins(self) -> Rate:
        """The rate of deals won, of a survey of verdicts."""
        return Rate(round(self.parts[WON] * self.deals), self.deals)


def of_result(result: SurveyResult) -> Surveyed:
    """Return a survey as its ledger has it."""
    plan, tally = result.plan, result.tally
    labelled = NamedRules.labelled(plan.game, plan.rules)
    scores = {}
    if isinstance(tally, Scores):
        scores = {score: tally.proved(score) for score in tally.found.deals_by_score}
    parts = result.report.shares(plan.rules, tally)
    named = NamedRules.of(labelled.game, plan.rules, labelled.variant)
    if isinstance(tally, Games) and plan.player is not None:
        dropped = 0 if result.of_all is None else tally.dropped
        found = tally.deals, dropped, tally.won, tally.thoughtful.hits
        kept = plan.keep_if if result.of_all is None else None
        return _survey_of_wins(
            named, str(plan.player), *found, _conditions(kept, limit_words(plan))
        )
    more = _conditions(plan.keep_if, limit_words(plan))
    return Surveyed(named, tally.deals, parts, _that_count(scores), more=more)


def of_tally(named: NamedRules, tally: Tally) -> Surveyed:
    """Return a survey of verdicts without its ledger."""
    return Surveyed(named, tally.deals, REPORTS["verdict"].shares(named.rules, tally))


def _conditions(kept: str | None, limits: Sequence[str]) -> str:
    """Return what distinguishes a survey from one of all deals without limits."""
    return ", ".join([*([f"kept if {kept}"] if kept else []), *limits])


def _that_count(scores: Mapping[int, int]) -> dict[int, int]:
    """Return the scores that some deals have."""
    return {score: deals for score, deals in scores.items() if deals}


def _survey_of_wins(
    named: NamedRules,
    player: str,
    deals: int,
    dropped: int,
    won: int,
    winnable: int,
    more: str,
) -> Surveyed:
    every = deals + dropped
    rate = won / every if every else 0.0
    parts = {"won": rate, "not won": 1 - rate}
    return Surveyed(named, every, parts, {}, player, winnable / every if every else 0.0, more)


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
        lines = path.read_text(encoding="utf-8").splitlines()
        found = list(_tables(lines))
    except (UnicodeDecodeError, csv.Error, KeyError, ValueError):
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
    """Yield the rows of all tables of surveys; that of the scores belongs to the rows before it."""
    tables: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            tables[-1].append(line)
        else:
            tables.append([])
    rows = [(table[0], row) for table in tables if table for row in csv.DictReader(table)]
    if any(None in row or None in row.values() for _, row in rows):
        raise ValueError("a row is not as long as its header")
    scores: dict[str, dict[int, int]] = {}
    for header, row in rows:
        if header.startswith(_COUNTED):
            number = row["score" if "score" in row else "cards"]
            scores.setdefault(row["rules"], {})[whole(number)] = whole(row["deals"])
    for header, row in rows:
        if not header.startswith((*_COUNTED, ",".join(OPINIONS_HEADER))):
            yield _survey(row, scores.get(row["rules"], {}))


def _survey(row: Mapping[str, str], counts: Mapping[int, int]) -> Surveyed:
    """Return a row, with the deals of each score, or of each number of cards left."""
    if "player won" in row:
        return _survey_of_player(row)
    deals = whole(row["deals"])
    if deals < 1:
        raise ValueError(deals)
    found = _SOLVED.fullmatch(row["rules"])
    if found is None:
        raise ValueError(row["rules"])
    named = parse_named_rules(found["rules"])
    if "won" in row:
        parts = {name: whole(row[name]) / deals for name in (WON, *LOST_REASONS, "unknown")}
    elif "not cleared %" in row:
        parts = {name: float(row[f"{name} %"]) / 100 for name in _PASSES}
        parts["unknown"] = whole(row["unknown"]) / deals
    else:
        none, unknown = counts.get(0, 0) / deals, whole(row["unknown"]) / deals
        parts = {"none stays": none, "some stay": max(0.0, 1 - none - unknown), "unknown": unknown}
    adds_up = abs(sum(parts.values()) - 1) <= _ROUNDED
    if not (all(0 <= part <= 1 for part in parts.values()) and adds_up):
        raise ValueError(parts)
    if not 0 <= sum(counts.values()) <= deals:
        raise ValueError(counts)
    scores = _that_count(counts) if "not cleared" in parts else {}
    return Surveyed(named, deals, parts, scores, more=_conditions(found["kept"], _limits_of(found)))


def _limits_of(found: re.Match[str]) -> list[str]:
    return [found["limits"]] if found["limits"] else []


def _survey_of_player(row: Mapping[str, str]) -> Surveyed:
    found = _PLAYED.fullmatch(row["rules"])
    if found is None:
        raise ValueError(row["rules"])
    named = parse_named_rules(found["rules"])
    of_all = found["kept"] in (None, *_OF_ALL)
    dropped = whole(row["dropped"]) if of_all else 0
    more = _conditions(None if of_all else found["kept"], _limits_of(found))
    deals, won, winnable = (whole(row[name]) for name in ("deals", "player won", "can be won"))
    if not (0 <= won <= deals and 0 <= winnable <= deals and dropped >= 0):
        raise ValueError(row)
    return _survey_of_wins(named, found["player"], deals, dropped, won, winnable, more)


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
