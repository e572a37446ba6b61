"""``pyrtool games``: the games and their rules."""

from __future__ import annotations

from textwrap import fill
from typing import Annotated, Any, Final, get_type_hints

import typer

from pyrtool.blocks import countable_stocks
from pyrtool.cli.shared import completion
from pyrtool.cli.shared.options import FormatOption, RuleOptions
from pyrtool.cli.shared.output import Output
from pyrtool.games import ALIASES, GAMES, Rules, differences, game
from pyrtool.notation import format_rule
from pyrtool.theory import count_matters

EXAMPLES: Final = (
    (
        "pyrtool games",
        "Every game, and how it differs from standard Pyramid.",
    ),
    (
        "pyrtool games tut",
        "All rules of Tut's Tomb, with what each means.",
    ),
)


def command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Only this game, all its rules.",
            show_default=False,
            autocompletion=completion.games,
        ),
    ] = None,
    format: FormatOption = "text",
) -> int:
    """List the games and how their rules differ from standard Pyramid."""
    chosen = dict(GAMES) if name is None else {name: game(name)}
    with Output(format) as output:
        if format != "text":
            for title, rules in chosen.items():
                output.record(_record(title, rules))
        elif name is None:
            width = max(map(len, chosen)) + 2
            for title, rules in chosen.items():
                output.text(_difference_line(title, rules, width))
            output.text("\n`pyrtool games GAME` shows all rules of a game.")
        else:
            output.text(_all_rules(name, chosen[name]))
    return 0


def _record(title: str, rules: Rules) -> dict[str, Any]:
    record: dict[str, Any] = {"game": title, "another_name_of": ALIASES.get(title)}
    record["rules"] = rules.to_dict()
    record["differences"] = differences(rules)
    if count_matters(rules):
        countable, stocks = countable_stocks(rules)
        record["countable_stocks"] = {"countable": countable, "of": stocks}
    return record


def _difference_line(title: str, rules: Rules, width: int) -> str:
    texts = [format_rule(name, value) for name, value in differences(rules).items()]
    line = title.ljust(width)
    if title in ALIASES:
        line += f"another name of {ALIASES[title]}"
    else:
        line += ", ".join(texts) or _STANDARD
    return fill(line, 80, subsequent_indent=" " * width, break_on_hyphens=False)


_STANDARD = (
    "the standard: 7 rows, the stock turned singly in one pass, the turned card and the "
    "waste top available and going together, all cards to be discarded; the other games "
    "differ in"
)


def _all_rules(title: str, rules: Rules) -> str:
    """Every rule, what it decides, and a star where it differs from the standard."""
    different = differences(rules)
    lines = [f"{title}: {rules.tableau_size} cards laid out, {rules.stock_size} left over"]
    if title in ALIASES:
        lines[0] += f" (another name of {ALIASES[title]})"
    helps = _helps()
    for name, value in rules.to_dict().items():
        shown = ("yes" if value else "no") if isinstance(value, bool) else value
        shown = "none" if shown is None else shown
        star = "*" if name in different else " "
        lines.append(f"{star} {name.replace('_', '-'):<13}{shown!s:<11}{helps[name]}")
    if count_matters(rules):
        lines.append(_count(rules))
    if different:
        lines.append("* differs from standard Pyramid")
    return "\n".join(lines)


def _count(rules: Rules) -> str:
    """How many deals numbers alone allow to be won."""
    countable, stocks = countable_stocks(rules)
    return fill(
        f"No two stock cards ever match, so each needs a partner in the tableau. That leaves "
        f"{countable:,} of {stocks:,} choices of stock cards, so at most "
        f"{100 * countable / stocks:.4f} % of deals can be won.",
        80,
    )


def _helps() -> dict[str, str]:
    """What the help of the option of each rule says."""
    hints = get_type_hints(RuleOptions, include_extras=True)
    described = {name: getattr(hint, "__metadata__", None) for name, hint in hints.items()}
    return {name: told[0].help for name, told in described.items() if told}
