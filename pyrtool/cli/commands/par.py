"""``pyrtool par``: matches of six deals of par Pyramid, each played for its best score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

import typer

from pyrtool.answers.best.best import Best
from pyrtool.answers.best.par import ParMatch, par_game
from pyrtool.base.words import counted
from pyrtool.cli.deals.selection import Selected, select
from pyrtool.cli.deals.sieve import SOME_UNKNOWN
from pyrtool.cli.options import completion
from pyrtool.cli.options.options import (
    Deals,
    FormatOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.output import Output
from pyrtool.cli.options.panels import INPUT
from pyrtool.game.games import GAMES
from pyrtool.records import best_record


@dataclass(frozen=True)
class _ParOptions(RuleOptions):
    """Rule options, with the game that keeps a score."""

    DEFAULT_GAME: ClassVar[str] = "par"

    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            "-g",
            metavar="GAME",
            help="Game with par scoring",
            show_default="par",
            rich_help_panel=INPUT,
            autocompletion=completion.one_of(
                name for name, rules in GAMES.items() if rules.scoring == "par"
            ),
        ),
    ] = None


EXAMPLES: Final = (
    (
        "pyrtool par 1-6",
        "Find the best scores of a match",
    ),
    (
        "pyrtool par 1-12 --format ndjson",
        "Two matches, a JSON record a deal",
    ),
)


@with_groups
def command(
    deals: Deals,
    ruling: _ParOptions,
    limiting: LimitOptions,
    numbering: NumberingOption = None,
    format: FormatOption = "text",
) -> int:
    """Find the best scores in matches of par Pyramid.

    Every card is known. A deal scores 50, 35 or 20 points for a pyramid cleared in the first,
    second or third pass. Each card left at the end costs one point. A match of six deals makes par
    with a total of at least 0. Each score is proved to be the best, unless a limit was reached.

    Exit status: 0 every score proved; 2 invalid input; 3 a limit left a better score possible.
    """
    limits = limiting.limits()
    match, matches, unknown = ParMatch(), 0, 0
    with Output(format, prompt=True) as output:
        for chosen in select(deals, ruling, numbering):
            if not match.games or match.is_whole:
                match, matches = ParMatch(), matches + 1
            with chosen.refused():
                found = par_game(chosen.asked, limits)
            unknown += not found.proved
            match = ParMatch((*match.games, found))
            number, total = len(match.games), match.total
            if format != "text":
                of_match = {"match": matches, "game_of_match": number, "total": total}
                output.record(
                    chosen.labels | best_record(chosen.deal, chosen.game, found) | of_match
                )
                continue
            if number == 1:
                gap = "\n" if matches > 1 else ""
                output.text(f"{gap}Match {matches}{'':26}score  total")
            output.text(_line(number, chosen, found, total))
            if match.is_whole:
                output.text(f"  {match}")
        if format == "text" and match.games and not match.is_whole:
            output.text(f"  {match}")
    return SOME_UNKNOWN if unknown else 0


def _line(number: int, chosen: Selected, found: Best, total: int) -> str:
    position = found.position
    cleared = position.cleared_in_pass
    how = f"cleared in pass {cleared}" if cleared else "not cleared"
    line = f"  {number}  {chosen.name:<28}{position.score():>6}{total:>7}   {how}"
    left = position.cards_left()
    if left:
        line += f", {counted(left, 'card')} left"
    return line if found.proved else f"{line}, at best {found.bound[0]}"
