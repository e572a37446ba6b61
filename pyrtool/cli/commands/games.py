"""``pyrtool games``: the games and their rules."""

from __future__ import annotations

from textwrap import fill
from typing import Annotated, Final, get_type_hints

import typer

from pyrtool.answers.blocks import countable_stocks
from pyrtool.answers.soundness import count_matters
from pyrtool.base.json_object import JsonObject
from pyrtool.cli.options import completion
from pyrtool.cli.options.options import FormatOption, RuleOptions
from pyrtool.cli.options.output import Output
from pyrtool.game.games import ALIASES, GAMES, TITLES, Rules, differences, game, name_of
from pyrtool.game.named_games import KNOWN, Told
from pyrtool.game.tableau import USUAL
from pyrtool.notation import format_rule

EXAMPLES: Final = (
    (
        "pyrtool games",
        "List every game and its differences",
    ),
    (
        "pyrtool games tut",
        "Explain all rules of Tut's Tomb",
    ),
)


def command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Show this game with all its rules",
            show_default=False,
            autocompletion=completion.games,
        ),
    ] = None,
    format: FormatOption = "text",
) -> int:
    """List the games and their rules.

    Without GAME, the list shows how each game differs from standard Pyramid.
    """
    chosen = dict(GAMES)
    if name is not None:
        name = name_of(name)
        chosen = {name: game(name)}
    with Output(format) as output:
        if format != "text":
            for title, rules in chosen.items():
                output.record(_record(title, rules))
        elif name is None:
            width = max(map(len, chosen)) + 2
            for family in dict.fromkeys(told.family for told in KNOWN.values()):
                output.text(f"{family}:")
                for title, rules in chosen.items():
                    if _told(title).family == family:
                        output.text(_difference_line(title, rules, width))
                output.text("")
            output.text("`pyrtool games GAME` shows all rules of a game, by any of its names.")
        else:
            output.text(_all_rules(name, chosen[name]))
    return 0


def _record(title: str, rules: Rules) -> JsonObject:
    told = _told(title)
    record: JsonObject = {"game": title, "another_name_of": ALIASES.get(title)}
    record |= {"title": TITLES[title], "also": list(told.also), "family": told.family}
    record["source"] = told.source
    record["rules"] = rules.to_dict()
    record["differences"] = differences(rules)
    if count_matters(rules):
        countable, stocks = countable_stocks(rules)
        record["countable_stocks"] = {"countable": countable, "of": stocks}
    return record


def _difference_line(title: str, rules: Rules, width: int) -> str:
    texts = [format_rule(name, value) for name, value in differences(rules).items()]
    line = f"  {title}".ljust(width + 2)
    if title in ALIASES:
        line += f"another name of {ALIASES[title]}"
    else:
        line += ", ".join(texts) or _STANDARD
    return fill(line, 80, subsequent_indent=" " * (width + 2), break_on_hyphens=False)


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
    told = _told(title)
    names = [name for name in (TITLES[title], *told.also) if name != title]
    lines.append(fill(f"Called {', '.join(names)}. Source: {told.source}.", 80))
    helps = _helps()
    values = rules.to_dict()
    if rules.tableau is not None:
        values = {name: value for name, value in values.items() if name not in USUAL}
    for name, value in values.items():
        shown = ("yes" if value else "no") if isinstance(value, bool) else value
        shown = "none" if shown is None else shown
        star = "*" if name in different else " "
        before = f"{star} {name.replace('_', '-'):<13}{shown!s:<11}"
        lines.append(fill(f"{before}{' ' * (len(str(shown)) > 10)}{helps[name]}", 80, **_HANGING))
    if count_matters(rules):
        lines.append(_count(rules))
    if different:
        lines.append("* differs from standard Pyramid")
    return "\n".join(lines)


_HANGING: Final[JsonObject] = {
    "subsequent_indent": " " * 26,
    "drop_whitespace": True,
    "break_on_hyphens": False,
}


def _told(title: str) -> Told:
    """The facts about a game, by any name that the list has."""
    return KNOWN[ALIASES.get(title, title)]


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
