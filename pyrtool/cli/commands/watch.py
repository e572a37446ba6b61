"""``pyrtool watch``: deals played by a player that does not see the stock."""

from __future__ import annotations

from typing import Final

from pyrtool.cli.deals.selection import select
from pyrtool.cli.options.language import ENGLISH, LANG_IS_TEXT, LangOption
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
from pyrtool.cli.words.answers import heading
from pyrtool.game.position import Position
from pyrtool.languages import count_of, say
from pyrtool.languages.table import untyped
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

TOGETHER: Final = (LANG_IS_TEXT,)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    playing: PlayerOptions,
    numbering: NumberingOption = None,
    ascii: AsciiOption = False,
    format: FormatOption = "text",
    lang: LangOption = ENGLISH,
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
                moves = spell(untyped(format_moves(line.moves, start)))
                ending = say("{0}: {1}", heading(chosen), _ending(player.name, line.end))
                output.part(f"{ending}\n{moves or say('no move is made')}")
            else:
                output.record(
                    chosen.labels
                    | closed_record(chosen.deal, chosen.game, player, line.moves, chosen.moves)
                )
    return 0


def _ending(player: str, end: Position) -> str:
    """How the game ended: ``careful loses with 12 cards left, 5 in the pyramid``."""
    left, in_pyramid = count_of(end.cards_left(), "card"), end.pyramid_left()
    if end.is_won():
        ending = say("{0} wins", player)
    elif end.rules.has_pyramid:
        ending = say("{0} loses with {1} left, {2} in the pyramid", player, left, in_pyramid)
    else:
        ending = say("{0} loses with {1} left", player, left)
    if end.rules.scoring == "none":
        return ending
    return say("{0}, {1} points", ending, end.score())
