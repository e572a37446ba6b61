"""``pyrtool survey run``: solve deals and keep their outcomes in a ledger."""

import re
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from pyrtool.answers.closed import Player, PlayerName
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.deal_filter import SOME_UNKNOWN
from pyrtool.cli.deals.selection import Span, ranges_of, select
from pyrtool.cli.options.rules import RuleOptions
from pyrtool.cli.options.survey import complain_of, pool_of
from pyrtool.cli.output import complain, show
from pyrtool.cli.output_files import check_not_input
from pyrtool.cli.progress import SurveyProgress
from pyrtool.game import ranges
from pyrtool.game.deals import KeepIf, Numbering
from pyrtool.game.ranges import Ranges
from pyrtool.notation import NamedRules
from pyrtool.surveys.ledger import Ledger, head_of, open_ledger
from pyrtool.surveys.plan import MEMORY_MIB, GivenDeals, Plan
from pyrtool.surveys.pool import Cluster
from pyrtool.surveys.questions import QUESTIONS, Survey
from pyrtool.surveys.questions.player import PlayerQuestion
from pyrtool.surveys.questions.verdict import VerdictQuestion
from pyrtool.surveys.reports import SurveyResult, text, title as title_of
from pyrtool.surveys.run import run_in_ledger

_SHARD: Final = re.compile(r"(\d{1,6})/(\d{1,6})", re.ASCII)

_BEST: Final = {
    name: one.subject for name, one in QUESTIONS.items() if one.words() == ["--best", name]
}
if TYPE_CHECKING:
    BestOf = str
else:
    BestOf = Literal[tuple(_BEST)]


@dataclass(frozen=True)
class _Chosen:
    """The deals of a survey: their rules, the prefix of their numbers, their ranges, and the deals
    themselves if a file has them."""

    named: NamedRules
    prefix: str
    wanted: Ranges
    given: GivenDeals | None = None


@dataclass(frozen=True)
class _SurveyOptions:
    """The question of a survey, its deals, and its limits."""

    numbering: Numbering | None = None
    keep_if: KeepIf | None = None
    best: "BestOf | None" = field(
        default=None,
        metadata={
            "value": "WHAT",
            "help": f"Count instead of wins: {', '.join(_BEST.values())}",
            "panel": "What to find",
        },
    )
    player: PlayerName | None = None
    seed: int | None = None
    orders: int | None = None
    look: int = 0
    shard: str | None = None
    plain_sample: float | None = None
    limit_nodes: int | None = None
    limit_memory: int = MEMORY_MIB

    def survey(self, chosen: _Chosen, numbering: Numbering) -> Survey:
        """Return the survey of a ledger for these deals."""
        plan = Plan(
            chosen.named.rules,
            chosen.named.label,
            numbering,
            chosen.prefix,
            None if chosen.given is None else chosen.given.digest,
            self.limit_nodes,
            self.limit_memory,
            self.keep_if,
        )
        if self.player is not None:
            player = Player(self.player, self.seed or 0, self.orders, self.look)
            return Survey(plan, PlayerQuestion(player))
        return Survey(
            plan, QUESTIONS[self.best] if self.best else VerdictQuestion(self.plain_sample)
        )


def command(
    ruling: RuleOptions,
    asking: _SurveyOptions,
    ledger: str,
    deals: list[str] | None = None,
    redo_damaged: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
) -> int:
    """Solve deals and keep their outcomes in a ledger.

    The command ends with the report. With --best score, it finds the most points of each deal; with
    --best pyramid or all, the fewest cards that must stay. With --player, a player that does not
    see the stock plays the deals; the report compares its wins with the winnable deals. `pyrtool
    watch --help` describes the players. A ledger answers one of these questions.

    After any interruption, the same command resumes.

    Exit status: 0 every deal decided; 1 the plain search wins a deal that counts as lost; 2 invalid
    input; 3 a limit left a deal unknown.
    """
    path = Path(ledger)
    words = deals or []
    check_not_input(ledger, words, "--ledger")
    given: GivenDeals | None = None
    if words:
        chosen = _selected(words, asking.numbering, ruling)
        survey = asking.survey(chosen, ruling.numbering(asking.numbering))
        wanted, given = chosen.wanted, chosen.given
        if redo_damaged:
            _take_out_damage(path, survey, wanted)
    else:
        if redo_damaged:
            _take_out_damage(path, None, ())
        survey, wanted = _of_ledger(path)
    if asking.shard is not None:
        wanted = _part(wanted, asking.shard)
    watching = partial(SurveyProgress, title_of(survey))
    pool = pool_of(workers) if cluster is None else Cluster(cluster)
    run_in_ledger(path, survey, wanted, pool, watching, given)
    with open_ledger(path) as book:
        result = SurveyResult.of_ledger(book)
    show(text(result))
    return complain_of([result]) or (SOME_UNKNOWN if result.tally.unknown else 0)


def _take_out_damage(path: Path, survey: Survey | None, wanted: Ranges) -> None:
    head = None if survey is None else head_of(survey, wanted)
    missing = Ledger.take_out_damage(path, head) if path.exists() else None
    if missing is not None:
        words = ranges.words(missing) or "none"
        complain(f"{path}: was damaged; its sound shards stay, and missing deals are: {words}")


def _selected(words: list[str], numbering: Numbering | None, ruling: RuleOptions) -> _Chosen:
    """Return the deals that the words name; a file says their rules, or leaves that to options."""
    sources = select(words, ruling, numbering).sources
    if any(isinstance(given, Span) for given in sources):
        if not all(isinstance(given, Span) for given in sources):
            raise PyrtoolError("numbers and files cannot be mixed in one survey")
        named = NamedRules(ruling.base, ruling.rules(), ruling.named().variant)
        return _Chosen(named, *ranges_of(words, sources, ruling.numbering(numbering)))
    chosen = [one for given in sources for one in given]
    named = chosen[0].named
    for one in chosen:
        if one.rules != named.rules:
            raise PyrtoolError(f"a survey is of one game: {chosen[0].title}; {one.title}")
    if ruling.make(named.rules):
        named = NamedRules(ruling.base, named.rules, named.variant)
    given = GivenDeals.of_deals((one.whole_deal for one in chosen), named.rules)
    return _Chosen(named, "", ((1, len(given)),), given)


def _of_ledger(path: Path) -> tuple[Survey, Ranges]:
    with open_ledger(path) as book:
        if book.plan.text:
            raise PyrtoolError(f"{path}: is about deals of a file: name that, too")
        return book.survey, book.wanted


def _part(wanted: Ranges, shard: str) -> Ranges:
    parts = _SHARD.fullmatch(shard)
    if parts is None or not 1 <= int(parts[1]) <= int(parts[2]):
        raise PyrtoolError(f"--shard {shard[:24]}: must be K/N with K from 1 to N, such as 3/16")
    return ranges.part(wanted, int(parts[1]), int(parts[2]))
