"""How hard a deal is: the options of a rating, and how one is put in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from pyrtool.answers.rating import Chance, Rating, RatingLimits, rate
from pyrtool.answers.solve import Verdict, Won
from pyrtool.base.words import counted
from pyrtool.cli.deals.selection import Selected
from pyrtool.cli.options.options import LimitOptions, SteadyLimitOptions
from pyrtool.cli.options.panels import LIMITS


@dataclass(frozen=True)
class RatingOptions:
    """Limits of a rating, apart from its memory."""

    limit_positions: Annotated[
        int,
        typer.Option(
            help="Positions for an exact difficulty; beyond, playouts estimate it",
            metavar="N",
            rich_help_panel=LIMITS,
        ),
    ] = 10_000_000
    playouts: Annotated[
        int,
        typer.Option(help="Games per estimate", metavar="N", rich_help_panel=LIMITS),
    ] = 200_000

    def limits(self, limiting: SteadyLimitOptions | LimitOptions) -> RatingLimits:
        """`RatingLimits`, or the `LimitError` of a number that is none."""
        nodes = limiting.limit_nodes or RatingLimits.nodes
        return RatingLimits(self.limit_positions, self.playouts, nodes, limiting.limit_memory)


def rating_of(chosen: Selected, verdict: Verdict, limits: RatingLimits) -> Rating | None:
    """The rating of a won deal or position."""
    return rate(chosen.asked, verdict.moves, limits) if isinstance(verdict, Won) else None


def rate_alone(chosen: Selected, memory_mib: int) -> Rating:
    """How hard a won deal or position is, its moves not judged."""
    return rate(chosen.asked, None, RatingLimits(memory_mib=memory_mib))


def level_words(rating: Rating) -> str:
    """The level; ``or harder`` where the difficulty is a bound."""
    harder = " or harder" if rating.bounded_by is not None and rating.stars < 5 else ""
    return f"{rating.level}{harder}"


def rating_words(rating: Rating, verdict: Verdict, heading: str) -> str:
    """The level after `heading`, and indented lines below; at most 80 characters each."""
    unknown = "unknown: the limit on nodes was reached"
    if rating.losing_first_moves is None:
        first = unknown
    else:
        lose = {0: "none loses", 1: "1 loses"}
        some = lose.get(rating.losing_first_moves, f"{rating.losing_first_moves} lose")
        first = f"{rating.first_moves}, of which {some}"
    only = unknown
    if rating.only_moves is not None and isinstance(verdict, Won):
        only = f"{rating.only_moves} in a solution of {counted(len(verdict.moves), 'move')}"
    return "\n".join(
        [
            f"{heading}{level_words(rating)} ({rating.stars} of 5 stars)",
            f"  difficulty   {_chance_in_words(rating.plain)}",
            f"  clever       {_chance_in_words(rating.clever)}",
            f"  first moves  {first}",
            f"  only moves   {only}",
        ]
    )


def _chance_in_words(chance: Chance) -> str:
    if chance.exact:
        if chance.difficulty is None:
            return "no limit: such a player never wins (exact)"
        return f"{chance.difficulty:.2f}  wins 1 game in {_rounded(1 / chance.value)} (exact)"
    games = f"{chance.wins:,}" if chance.wins else "none"
    games += f" of {chance.playouts:,} games played"
    if chance.difficulty is None:
        return f"> {floored(chance.least or 0)}  won {games} (95 %)"
    return f"{chance.difficulty:.2f}  won {games} (95 %: {chance.least:.2f} to {chance.most:.2f})"


def _rounded(number: float) -> str:
    """Three digits are shown, with commas."""
    if number < 9.95:
        return f"{number:.1f}"
    digits = len(str(int(number)))
    return f"{round(number, min(3 - digits, 0)):,.0f}"


def floored(bound: float) -> str:
    """A bound to two decimals, never more than it is."""
    return f"{int(bound * 100) / 100:.2f}"
