"""``pyrtool watch``: deals played by a player who does not see the stock."""

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
        "Deal 9 as the careful player plays it.",
    ),
    (
        "pyrtool watch 1-3 --player sampler --orders 40 --format ndjson",
        "Three deals as the sampler plays them, a JSON record each.",
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
    """Watch a player who does not see the stock play a deal.

    The players, from plain to strong: random makes any legal move; greedy takes pairs within the
    tableau first; careful does too, but makes no move that leaves a set dead; sampler asks the
    solver about each move with many orders of the cards that are unseen; strongest plans for what
    it will have seen a card later, and at the end plays as well as can be. They discard kings at
    once (sampler and strongest do so where it never hurts), and know the stock after the first
    pass. With the same seed they make the same moves.
    """
    player = playing.player()
    spell = spelling(letters=ascii)
    answered = False
    with Output(format, prompt=True) as output:
        for chosen in select(deals, ruling, numbering, in_play=True):
            start = chosen.position
            with chosen.refused():
                line = player.play(start)
            if format == "text":
                gap = "\n" if answered else ""
                told = spell(format_moves(line.moves, start)) or "no move is made"
                output.text(f"{gap}{chosen.title}: {player.name} {_ending(line.end)}\n{told}")
                answered = True
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
    left = f"{counted(end.cards_left(), 'card')} left, {end.pyramid_left()} in the pyramid"
    return f"loses with {left}{scored}"
