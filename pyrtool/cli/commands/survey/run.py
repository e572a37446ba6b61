"""``pyrtool survey run``: solve deals and keep their outcomes in a ledger."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from pyrtool.answers.closed import Player, PlayerName
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.ranges import all_deals, ranges_of
from pyrtool.cli.deals.same_file import check_not_input
from pyrtool.cli.deals.selection import Span, select
from pyrtool.cli.deals.sieve import SOME_UNKNOWN
from pyrtool.cli.options import completion
from pyrtool.cli.options.ledgers import MemoryForDeal, NodesForDeal, complain_of
from pyrtool.cli.options.options import (
    ONE_FORM_OF_DEALS,
    RULE_OPTIONS,
    KeepIfOption,
    NumberingOption,
    OlderDeals,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.output import complain, show
from pyrtool.cli.options.panels import FINDING, OUTPUT, PLAYER, WORK
from pyrtool.cli.options.playing import LookOption, OrdersOption
from pyrtool.cli.options.progress import SurveyProgress
from pyrtool.cli.options.together import Excludes, Needs
from pyrtool.cli.options.workers import ONE_POOL, Cluster, Workers, pool_of
from pyrtool.game.deals import Numbering
from pyrtool.notation import NamedRules
from pyrtool.surveys import open_ledger
from pyrtool.surveys.findings import Finding, text
from pyrtool.surveys.findings import title as title_of
from pyrtool.surveys.ledger.merge import take_out_damage
from pyrtool.surveys.plan import MEMORY_MIB, Plan, Text
from pyrtool.surveys.run import run_in_ledger
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.ranges import Ranges

_SHARD: Final = re.compile(r"(\d{1,6})/(\d{1,6})", re.ASCII)

Most = Literal["score", "pyramid", "all"]

ALSO: Final = {"--journal": "--ledger"}
"""It is what `find` calls the file of its progress."""

_KEPT: Final = (
    f"{RULE_OPTIONS} --numbering --keep-if --best --player --shard --plain-sample --limit-nodes "
    "--limit-memory"
)
"""The options whose values a ledger keeps, and --shard."""

EXAMPLES: Final = (
    (
        "pyrtool survey run 1-10000 --game giza --ledger giza.db",
        "Survey 10,000 deals of Giza",
    ),
    (
        "pyrtool survey run --ledger giza.db",
        "Resume an interrupted survey",
    ),
    (
        "pyrtool survey run 1-2000 --player careful --ledger careful.db",
        "Count the wins of the careful player",
    ),
)

TOGETHER: Final = (
    ONE_FORM_OF_DEALS,
    ONE_POOL,
    Excludes("--best", "--player", "a ledger answers one question"),
    Needs("--seed --orders --look", "--player", "it is of the player"),
    Needs(
        _KEPT,
        "DEALS --deals",
        "without them, a ledger's own rules and limits hold",
    ),
)


@dataclass(frozen=True)
class _Chosen:
    """The deals of a survey: their rules, the prefix of their numbers, their ranges, and the deals
    themselves if a file has them."""

    named: NamedRules
    prefix: str
    wanted: Ranges
    text: Text | None = None


@dataclass(frozen=True)
class _SurveyOptions:
    """The question of a survey, its deals, and its limits."""

    numbering: NumberingOption = None
    keep_if: KeepIfOption = None
    best: Annotated[
        Most | None,
        typer.Option(
            metavar="WHAT",
            help="Count best par scores (score), or the fewest cards that must stay in the pyramid "
            "or in all, instead of wins",
            show_default=False,
            rich_help_panel=FINDING,
        ),
    ] = None
    player: Annotated[
        PlayerName | None,
        typer.Option(
            metavar="NAME",
            help="Count the wins of a player that does not see the stock",
            show_default=False,
            rich_help_panel=PLAYER,
        ),
    ] = None
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="S",
            help="Seed of its random choices",
            show_default="0",
            rich_help_panel=PLAYER,
        ),
    ] = None
    orders: OrdersOption = None
    look: LookOption = 0
    shard: Annotated[
        str | None,
        typer.Option(
            metavar="K/N",
            help="Only part K of N of the deals, for machines that share nothing",
            show_default=False,
            rich_help_panel=WORK,
        ),
    ] = None
    plain_sample: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Check this share of the losses (0.001, or 1 for all) with the plain search",
            show_default=False,
            rich_help_panel=FINDING,
        ),
    ] = None
    limit_nodes: NodesForDeal = None
    limit_memory: MemoryForDeal = MEMORY_MIB

    def plan(self, chosen: _Chosen, numbering: Numbering) -> Plan:
        """The plan of a ledger for these deals."""
        player = None
        if self.player is not None:
            player = Player(self.player, self.seed or 0, self.orders, self.look)
        return Plan(
            chosen.named.rules,
            chosen.named.game,
            numbering,
            chosen.prefix,
            None if chosen.text is None else chosen.text.digest,
            self.limit_nodes,
            self.limit_memory,
            self.keep_if,
            self.best or ("player" if player else "verdict"),
            player,
            self.plain_sample,
        )


@with_groups
def command(
    ruling: RuleOptions,
    asking: _SurveyOptions,
    ledger: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="Ledger to begin, or to resume",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ],
    deals: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DEALS",
            help="Deal numbers (12, ms40000) and ranges (1-1000000), or file names; without any, "
            "the deals that the ledger still misses",
            show_default=False,
            autocompletion=completion.deals,
        ),
    ] = None,
    older_deals: OlderDeals = None,
    redo_damaged: Annotated[
        bool,
        typer.Option(
            "--redo-damaged",
            help="Drop the damaged entries of a ledger, and solve those deals again",
            rich_help_panel=WORK,
        ),
    ] = False,
    workers: Workers = None,
    cluster: Cluster = None,
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
    words = all_deals(deals, older_deals)
    check_not_input(ledger, words, "--ledger")
    source: Text | None = None
    if words:
        chosen = _selected(words, asking.numbering, ruling)
        plan = asking.plan(chosen, ruling.numbering(asking.numbering))
        wanted, source = chosen.wanted, chosen.text
        if redo_damaged:
            _take_out_damage(path, plan, wanted)
    else:
        if redo_damaged:
            _take_out_damage(path, None, ())
        plan, wanted = _of_ledger(path)
    if asking.shard is not None:
        wanted = _part(wanted, asking.shard)
    watching = partial(SurveyProgress, title_of(plan))
    run_in_ledger(path, plan, wanted, pool_of(workers, cluster), watching, source)
    with open_ledger(path) as book:
        finding = Finding.of_ledger(book)
    show(text(finding))
    return complain_of([finding]) or (SOME_UNKNOWN if finding.tally.unknown else 0)


def _take_out_damage(path: Path, plan: Plan | None, wanted: Ranges) -> None:
    missing = take_out_damage(path, plan, wanted) if path.exists() else None
    if missing is not None:
        words = ranges.words(missing) or "none"
        complain(f"{path}: was damaged; its sound shards stay, and missing deals are: {words}")


def _selected(words: list[str], numbering: Numbering | None, ruling: RuleOptions) -> _Chosen:
    """The deals that the words name; a file says their rules, or leaves them to the options."""
    sources = select(words, ruling, numbering).sources
    if any(isinstance(source, Span) for source in sources):
        if not all(isinstance(source, Span) for source in sources):
            raise PyrtoolError("numbers and files cannot be mixed in one survey")
        named = NamedRules(ruling.base, ruling.rules())
        return _Chosen(named, *ranges_of(words, sources, ruling.numbering(numbering)))
    chosen = [one for source in sources for one in source]
    named = chosen[0].named
    for one in chosen:
        if one.rules != named.rules:
            raise PyrtoolError(f"a survey is of one game: {chosen[0].title}; {one.title}")
    if ruling.make(named.rules):
        named = NamedRules(ruling.base, named.rules)
    text = Text.of_deals((one.whole for one in chosen), named.rules)
    return _Chosen(named, "", ((1, len(text)),), text)


def _of_ledger(path: Path) -> tuple[Plan, Ranges]:
    with open_ledger(path) as book:
        if book.plan.text:
            raise PyrtoolError(f"{path}: is about deals of a file: name that, too")
        return book.plan, book.wanted


def _part(wanted: Ranges, shard: str) -> Ranges:
    parts = _SHARD.fullmatch(shard)
    if parts is None or not 1 <= int(parts[1]) <= int(parts[2]):
        raise PyrtoolError(f"--shard {shard[:24]}: must be K/N with K from 1 to N, such as 3/16")
    return ranges.part(wanted, int(parts[1]), int(parts[2]))
