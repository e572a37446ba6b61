"""``pyrtool watch``: deals played by a player that does not see the stock."""

from __future__ import annotations

from typing import Final

from pyrtool.base.words import counted
from pyrtool.cli.deals.selection import select
from pyrtool.cli.options.options import (
    AsciiOption,
    Deals,
    FormatOption,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.output import Output
from pyrtool.cli.options.playing import PlayerOptions
from pyrtool.cli.options.terminal import spelling
from pyrtool.game.position import Position
from pyrtool.notation import format_moves
from pyrtool.records import closed_record

EXAMPLES: Final = (
    (
        "pyrtool watch 9 --game microsoft --player careful",
        "Let the careful player play deal 9",
    ),
    (
        "pyrtool watch 1-3 --player sampler --orders 40 --format ndjson",
        "Three deals by the sampler, as JSON records",
    ),
    (
        "pyrtool watch 3 --game par --player scorer",
        "Let the scorer play deal 3 for par points",
    ),
)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    playing: PlayerOptions,
    numbering: NumberingOption = None,
    ascii: AsciiOption = False,
    format: FormatOption = "text",
) -> int:
    """Simulate a player that does not see the stock.

    From weak to strong, the random player makes any legal move. The greedy player first discards
    pairs within the tableau. The careful player does so too, but makes no move that leaves a set
    dead. The sampler solves each move in many orders of the unseen cards. The strongest player
    plans for what it will see one card later, and plays the end of the game perfectly. The scorer
    plays for points instead of the win, in games with par scoring.

    Every player discards kings immediately; those that sample orders do so where it never hurts.
    From the second pass on, they know the stock. The same seed gives the same moves.
    """
    player = playing.player()
    spell = spelling(letters=ascii)
    with Output(format, prompt=True) as output:
        for chosen in select(deals, ruling, numbering, in_play=True):
            start = chosen.position
            with chosen.refused():
                line = player.play(start)
            if format == "text":
                moves = spell(format_moves(line.moves, start)) or "no move is made"
                output.part(f"{chosen.title}: {player.name} {_ending(line.end)}\n{moves}")
            else:
                output.record(
                    chosen.labels
                    | closed_record(chosen.deal, chosen.game, player, line.moves, chosen.moves)
                )
    return 0


def _ending(end: Position) -> str:
    """How the game ended: ``wins``, ``loses with 12 cards left, 5 in the pyramid``."""
    scored = f", {end.score()} points" if end.rules.scoring != "none" else ""
    if end.is_won():
        return f"wins{scored}"
    in_pyramid = f", {end.pyramid_left()} in the pyramid" * end.rules.has_pyramid
    return f"loses with {counted(end.cards_left(), 'card')} left{in_pyramid}{scored}"
