"""``pyrtool rate``: how hard deals are, and how a rating is put in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import typer

from pyrtool.cli.shared.options import (
    Deals,
    FormatOption,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyrtool.cards import Card
    from pyrtool.games import Rules
    from pyrtool.rating import Chance, Rating, RatingLimits
    from pyrtool.solver import Verdict

_RATING: Final = "Limits of the rating"


@dataclass(frozen=True)
class RatingOptions:
    """What a rating may use beside its memory."""

    limit_positions: Annotated[
        int,
        typer.Option(
            help="Positions for exact chances; beyond, games are played out.",
            metavar="N",
            rich_help_panel=_RATING,
        ),
    ] = 4_000_000
    playouts: Annotated[
        int,
        typer.Option(help="Games to play out.", metavar="N", rich_help_panel=_RATING),
    ] = 200_000

    def limits(self, limiting: LimitOptions) -> RatingLimits:
        """`RatingLimits`, or the `LimitError` of a number that is none."""
        from pyrtool.rating import RatingLimits

        nodes = limiting.limit_nodes or RatingLimits.nodes
        return RatingLimits(self.limit_positions, self.playouts, nodes, limiting.limit_memory)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    rating: RatingOptions,
    numbering: NumberingOption = None,
    keep_if: KeepIfOption = None,
    format: FormatOption = "text",
) -> int:
    """Rate won deals: how likely a player wins who plays any legal move.

    The difficulty is -log10 of the chance of a player who discards kings at once and otherwise
    any legal move, all with the same chance: 3 means that one game in 1000 is won. It is exact,
    or where that takes too many positions measured by games played out. Besides: a cleverer
    player who makes no move that creates a set block, first moves that lose, and how many times in
    the solution just one choice keeps the win.

    The exit status is 3 when a limit left something unknown.
    """
    from pyrtool.cli.shared.output import Output
    from pyrtool.cli.shared.selection import select
    from pyrtool.cli.shared.sieve import SOME_UNKNOWN, Sieve
    from pyrtool.records import solve_record

    within = rating.limits(limiting)
    sieve = Sieve(keep_if, limiting.limits())
    status = 0
    with Output(format, prompt=True) as output:
        for chosen, verdict in sieve.solved(select(deals, ruling, numbering)):
            found = rating_of(chosen.deal.cards, chosen.rules, verdict, within)
            if found is not None and found.only_moves is None:
                status = SOME_UNKNOWN
            if format == "text":
                heading = f"{chosen.title}: "
                told = in_words(found, verdict, heading) if found else heading + _unrated(verdict)
                output.text(told)
            else:
                output.record(solve_record(chosen.deal, chosen.game, chosen.rules, verdict, found))
    return max(status, sieve.end())


def rating_of(
    cards: Sequence[Card], rules: Rules, verdict: Verdict, limits: RatingLimits
) -> Rating | None:
    """The rating of a won deal."""
    from pyrtool.rating import rate
    from pyrtool.solver import Won

    return rate(cards, rules, verdict.moves, limits) if isinstance(verdict, Won) else None


def in_words(rating: Rating, verdict: Verdict, heading: str) -> str:
    """The level after `heading`, and indented lines below; at most 80 characters each."""
    from pyrtool.cards import counted
    from pyrtool.solver import Won

    harder = " or harder" if rating.bounded_by is not None and rating.stars < 5 else ""
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
            f"{heading}{rating.level}{harder} ({rating.stars} of 5 stars)",
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


def _unrated(verdict: Verdict) -> str:
    from pyrtool.solver import Lost

    if isinstance(verdict, Lost):
        return f"lost, {verdict.reason}"
    limit = getattr(verdict, "limit", "")
    return f"unknown, the limit on {limit} was reached"
