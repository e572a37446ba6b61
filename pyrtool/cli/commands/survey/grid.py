"""``pyrtool survey grid``: one survey for each combination of rules, and one table of all."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import file_name
from pyrtool.cli.deals.deal_filter import SOME_UNKNOWN
from pyrtool.cli.deals.selection import ranges_of, select
from pyrtool.cli.options.rules import RuleOptions
from pyrtool.cli.options.survey import TableFormat, pool_of, show_results
from pyrtool.cli.output import complain
from pyrtool.cli.progress import SurveyProgress
from pyrtool.game.deals import Numbering
from pyrtool.game.games import Rules
from pyrtool.surveys.grid import file_of, grid
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.plan import MEMORY_MIB, Plan
from pyrtool.surveys.questions import Survey
from pyrtool.surveys.reports import SurveyResult, title
from pyrtool.surveys.run import run_in_ledger

_RULES: Final = {name.replace("_", "-"): name for name in Rules().to_dict()}


@dataclass(frozen=True)
class _GridOptions:
    """The rules that vary, the deals, and the folder of the ledgers."""

    deals: list[str]
    vary: list[str]
    ledgers: str
    numbering: Numbering | None = None
    limit_nodes: int | None = None
    limit_memory: int = MEMORY_MIB


def command(
    ruling: RuleOptions,
    asking: _GridOptions,
    workers: int | None = None,
    format: TableFormat = "markdown",
) -> int:
    """Survey the same deals under every combination of some rules.

    Combinations that are not the rules of a game are named and left out. Each combination has a
    ledger in the folder, which `survey report` and the other commands read. After any interruption,
    the same command resumes.

    Exit status: 0 every deal decided; 2 invalid input; 3 a limit left a deal unknown.
    """
    combinations = grid(ruling.named(), _varied(asking.vary))
    for line in combinations.left_out:
        complain(f"left out: {line}")
    numbering = ruling.numbering(asking.numbering)
    sources = select(asking.deals, ruling, numbering).sources
    prefix, wanted = ranges_of(asking.deals, sources, numbering)
    folder = Path(asking.ledgers)
    if folder.exists() and not folder.is_dir():
        raise PyrtoolError(f"{file_name(asking.ledgers)}: is not a folder")
    nodes, memory = asking.limit_nodes, asking.limit_memory
    surveys = {
        folder / file_of(named): Survey(
            Plan(named.rules, named.game, numbering, prefix, None, nodes, memory)
        )
        for named in combinations.rules
    }
    for survey in surveys.values():
        survey.plan.check(wanted)
    folder.mkdir(parents=True, exist_ok=True)
    results = []
    for path, survey in surveys.items():
        watching = partial(SurveyProgress, title(survey))
        run_in_ledger(path, survey, wanted, pool_of(workers), watching)
        with open_ledger(path) as book:
            results.append(SurveyResult.of_ledger(book))
    show_results(results, format)
    return SOME_UNKNOWN if any(result.tally.unknown for result in results) else 0


def _varied(texts: list[str]) -> dict[str, list[object]]:
    """Return the rules and their values: ``passes=1,2`` and ``overlap=no,yes``."""
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
    """Return a value as `Rules.from_dict` takes it."""
    if isinstance(Rules().to_dict()[name], bool):
        if text not in ("yes", "no"):
            raise PyrtoolError(f"--vary {name.replace('_', '-')}={text[:24]}: must be yes or no")
        return text == "yes"
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
