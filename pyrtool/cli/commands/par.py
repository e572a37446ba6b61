"""``pyrtool par``: matches of six deals of par Pyramid, each played for its best score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

import typer

from pyrtool.answers.best.best import Best, BestError, best
from pyrtool.answers.solve import Limits
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
from pyrtool.game.games import GAMES
from pyrtool.game.position import PAR_GAMES
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
            help="A game with par scoring.",
            show_default="par",
            autocompletion=completion.one_of(
                name for name, rules in GAMES.items() if rules.scoring == "par"
            ),
        ),
    ] = None


EXAMPLES: Final = (
    (
        "pyrtool par 1-6",
        "The best scores of six deals, and whether they make par.",
    ),
    (
        "pyrtool par 1-12 --format ndjson",
        "Two matches, a JSON record a deal.",
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
    """Play matches of six deals of par Pyramid, each for its best score.

    Every card is known. A deal scores 50, 35 or 20 for a pyramid cleared in the first, second or
    third pass, less one for every card left at the end; a match of six with a total of at least 0
    makes par. Every score is proved to be the best. Where a limit was reached the scores are what
    was found, a match may make par with better ones, and the exit status is 3.
    """
    limits = limiting.limits()
    played = total = at_most = unknown = 0
    with Output(format, prompt=True) as output:
        for chosen in select(deals, ruling, numbering):
            match, number = divmod(played, PAR_GAMES)
            found = _best(chosen, limits)
            unknown += not found.proved
            played += 1
            score = found.position.score()
            total = score if number == 0 else total + score
            most = score if found.proved else found.bound[0]
            at_most = most if number == 0 else at_most + most
            if format != "text":
                of_match = {"match": match + 1, "game_of_match": number + 1, "total": total}
                output.record(
                    chosen.labels | best_record(chosen.deal, chosen.game, found) | of_match
                )
                continue
            if number == 0:
                gap = "\n" if match else ""
                output.text(f"{gap}Match {match + 1}{'':26}score  total")
            output.text(_line(number + 1, chosen, found, total))
            if number + 1 == PAR_GAMES:
                output.text(f"  {_verdict(total, at_most)}")
        if format == "text" and played % PAR_GAMES:
            rest = PAR_GAMES - played % PAR_GAMES
            output.text(f"  {total} so far, with {rest} of {PAR_GAMES} deals to play")
    return SOME_UNKNOWN if unknown else 0


def _best(chosen: Selected, limits: Limits) -> Best:
    with chosen.refused():
        if chosen.rules.scoring != "par":
            raise BestError("these rules keep no par score; add --scoring par")
        found = best(chosen.asked, "score", limits)
    return found


def _line(number: int, chosen: Selected, found: Best, total: int) -> str:
    position = found.position
    cleared = position.cleared_in_pass
    how = f"cleared in pass {cleared}" if cleared else "not cleared"
    line = f"  {number}  {chosen.name:<28}{position.score():>6}{total:>7}   {how}"
    left = position.cards_left()
    if left:
        line += f", {counted(left, 'card')} left"
    return line if found.proved else f"{line}, at best {found.bound[0]}"


def _verdict(total: int, at_most: int) -> str:
    """Whether a match makes par whose best scores make this total, or at most that one."""
    if total >= 0:
        return f"total {total}: the match makes par"
    if at_most < 0:
        return f"total {total}: short of par"
    return f"total {total}, at most {at_most}: whether the match makes par is open"
