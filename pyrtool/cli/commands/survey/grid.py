"""``pyrtool survey grid``: one survey for each combination of rules, and one table of all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import file_name
from pyrtool.cli.deals.ranges import ranges_of
from pyrtool.cli.deals.selection import select
from pyrtool.cli.deals.sieve import SOME_UNKNOWN
from pyrtool.cli.options import completion
from pyrtool.cli.options.ledgers import FindingsFormat, MemoryForDeal, NodesForDeal, show_findings
from pyrtool.cli.options.options import NumberingOption, RuleOptions, with_groups
from pyrtool.cli.options.output import complain
from pyrtool.cli.options.panels import FINDING, OUTPUT
from pyrtool.cli.options.progress import SurveyProgress
from pyrtool.cli.options.workers import Workers, pool_of
from pyrtool.game.deals import Numbering
from pyrtool.game.games import Rules
from pyrtool.notation import NamedRules
from pyrtool.surveys import open_ledger
from pyrtool.surveys.findings import Finding, title
from pyrtool.surveys.grid import file_of, grid
from pyrtool.surveys.plan import MEMORY_MIB, Plan
from pyrtool.surveys.run import run_in_ledger

_RULES: Final = {name.replace("_", "-"): name for name in Rules().to_dict()}

EXAMPLES: Final = (
    (
        "pyrtool survey grid 1-10000 --vary passes=1,2,3 --vary overlap=no,yes --ledgers grid",
        "Six surveys of Pyramid in one table",
    ),
    (
        "pyrtool survey grid 1-2000 --game bouquet --vary rows=5,6,7 --ledgers rows",
        "Bouquet pyramids of five to seven rows",
    ),
)


@dataclass(frozen=True)
class _GridOptions:
    """Which rules vary, over which deals, and where the ledgers lie."""

    deals: Annotated[
        list[str],
        typer.Argument(
            metavar="DEALS",
            help="Deal numbers (12, ms40000) and ranges (1-1000000)",
            show_default=False,
            autocompletion=completion.numbers,
        ),
    ]
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="RULE=A,B",
            help="A rule and its values, such as passes=1,2,unlimited; may be repeated",
            show_default=False,
            rich_help_panel=FINDING,
        ),
    ]
    ledgers: Annotated[
        str,
        typer.Option(
            metavar="FOLDER",
            help="Folder for a ledger of each combination",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ]
    numbering: NumberingOption = None
    limit_nodes: NodesForDeal = None
    limit_memory: MemoryForDeal = MEMORY_MIB

    def plan(self, named: NamedRules, numbering: Numbering, prefix: str) -> Plan:
        """The plan of the ledger of these rules."""
        return Plan(
            named.rules,
            named.game,
            numbering,
            prefix,
            limit_nodes=self.limit_nodes,
            memory_mib=self.limit_memory,
        )


@with_groups
def command(
    ruling: RuleOptions,
    asking: _GridOptions,
    workers: Workers = None,
    format: FindingsFormat = "markdown",
) -> int:
    """Survey the same deals under every combination of some rules.

    Combinations that are not the rules of a game are named and left out. Each combination has a
    ledger in the folder, which `survey report` and the other commands read. After any interruption,
    the same command resumes.

    Exit status: 0 every deal decided; 2 invalid input; 3 a limit left a deal unknown.
    """
    made = grid(ruling.named(), _varied(asking.vary))
    for line in made.left_out:
        complain(f"left out: {line}")
    numbering = ruling.numbering(asking.numbering)
    sources = select(asking.deals, ruling, numbering).sources
    prefix, wanted = ranges_of(asking.deals, sources, numbering)
    folder = Path(asking.ledgers)
    if folder.exists() and not folder.is_dir():
        raise PyrtoolError(f"{file_name(asking.ledgers)}: is not a folder")
    plans = {folder / file_of(named): asking.plan(named, numbering, prefix) for named in made.rules}
    for plan in plans.values():
        plan.check(wanted)
    folder.mkdir(parents=True, exist_ok=True)
    findings = []
    for path, plan in plans.items():
        watching = partial(SurveyProgress, title(plan))
        run_in_ledger(path, plan, wanted, pool_of(workers), watching)
        with open_ledger(path) as book:
            findings.append(Finding.of_ledger(book))
    show_findings(findings, format)
    return SOME_UNKNOWN if any(finding.tally.unknown for finding in findings) else 0


def _varied(texts: list[str]) -> dict[str, list[object]]:
    """The rules and their values: ``passes=1,2`` and ``overlap=no,yes``."""
    varied: dict[str, list[object]] = {}
    for text in texts:
        name, sign, values = text.partition("=")
        if name not in _RULES:
            raise PyrtoolError(f"--vary {text[:40]!r}: there is no rule {name[:24]!r}")
        if not sign or not all(values.split(",")):
            raise PyrtoolError(f"--vary {text[:40]!r}: write RULE=A,B, such as passes=1,2")
        if _RULES[name] in varied:
            raise PyrtoolError(f"--vary {name}: is there twice")
        varied[_RULES[name]] = [_value(_RULES[name], value) for value in values.split(",")]
    return varied


def _value(name: str, text: str) -> object:
    """A value as `Rules.from_dict` takes it."""
    if isinstance(Rules().to_dict()[name], bool):
        if text not in ("yes", "no"):
            raise PyrtoolError(f"--vary {name.replace('_', '-')}={text[:24]}: must be yes or no")
        return text == "yes"
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
