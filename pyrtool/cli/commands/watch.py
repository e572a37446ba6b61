"""``pyrtool watch``: deals played by a player that does not see the stock."""

from dataclasses import dataclass
from textwrap import fill

from pyrtool.answers.closed import Player, PlayerName
from pyrtool.cli.answer_text.verdicts import headed
from pyrtool.cli.deals.selection import DealOptions
from pyrtool.cli.options.input_output import SpelledOptions
from pyrtool.cli.output import Output, spelling
from pyrtool.game.position import Position
from pyrtool.game.words import spoken_moves
from pyrtool.languages import count_of, say
from pyrtool.notation import format_moves
from pyrtool.records.writing import closed_record


@dataclass(frozen=True)
class PlayerOptions:
    """The player, and what it leaves to chance."""

    player_name: PlayerName = "careful"
    seed: int = 0
    orders: int | None = None
    look: int = 0


def command(dealing: DealOptions, playing: PlayerOptions, printing: SpelledOptions) -> int:
    """Simulate a player that does not see the stock.

    From weak to strong, the random player makes any legal move. The greedy player first discards
    pairs within the tableau. The careful player does so too, but makes no move that leaves a set
    dead. The sampler solves each move in many orders of the unseen cards. The strongest player
    plans for what it will see one card later, and plays the end of the game perfectly. The scorer
    plays for points instead of the win, in games with par scoring.

    Every player discards kings immediately; those that sample orders do so where it never hurts.
    From the second pass on, they know the stock. The same seed gives the same moves.
    """
    player = Player(playing.player_name, playing.seed, playing.orders, playing.look)
    spell = spelling(letters=printing.ascii)
    with Output(printing.format, prompt=True) as output:
        for selected in dealing.select():
            start = selected.position
            with selected.naming_errors():
                line = player.play(start)
            if printing.format == "text":
                moves = fill(spoken_moves(format_moves(line.moves, start)), 80)
                ending = headed(selected, _ending(player.name, line.end))
                output.part(f"{ending}\n{spell(moves) or say('no move is made')}")
            else:
                record = closed_record(
                    selected.deal, selected.game, player, line.moves, selected.moves
                )
                output.record(selected.labels | record)
    return 0


def _ending(player: str, end: Position) -> str:
    """Return how the game ended: ``careful loses with 12 cards left, 5 in the pyramid``."""
    left, in_pyramid = count_of(end.cards_left(), "card"), end.pyramid_left()
    if end.is_won():
        ending = say("{0} wins", player)
    elif end.rules.has_pyramid:
        ending = say("{0} loses with {1} left, {2} in the pyramid", player, left, in_pyramid)
    else:
        ending = say("{0} loses with {1} left", player, left)
    return ending if end.rules.scoring == "none" else say("{0}, {1} points", ending, end.score())
