"""Make the files of the collection: ``python puzzles/make.py [NUMBER ...]``.

Solves and rates the problems below, all or those with these numbers, and writes the files beside
this script. To be run after a change of the rating, of the solutions or of the list; pyrtool
must be installed. A number that was once given stays: new problems come at the end.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pyrtool.answers.rating.chances import rate
from pyrtool.answers.shortest import shortest
from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Won
from pyrtool.base.files import write_whole
from pyrtool.base.limits import Limits
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import game
from pyrtool.notation import parse_deal
from pyrtool.records.collection import Puzzle, file_name, format_file

HERE = Path(__file__).resolve().parent
FOR_SHORTEST = Limits(nodes=200_000_000)
"""Beyond this a problem gets a solution that is not known to be the shortest."""


@dataclass(frozen=True)
class Source:
    """What a problem is made of: `deal` is a native deal number, or the cards; `teaser` says in a
    sentence what is special, without giving the solution away."""

    title: str
    game: str
    deal: int | str
    rules: dict[str, Any] = field(default_factory=dict)
    teaser: str = ""


OVERLAP = {"overlap": True}
OPEN_QUESTION = (
    "TC 8D 5D 9D 3C 7H 9H 4C TH JS 4H 7D TS 5S QH 9C QC 3H TD 6S QD 2H 8C AS 2S 6H KS JD "
    "AH KH QS 7C KD 3D JH 8S 8H 4S 9S 2C 3S 4D 6C AD JC AC KC 6D 5H 2D 7S 5C"
)

SOURCES = [
    Source(
        "The easiest of a million",
        "giza",
        517383,
        teaser="The easiest of native deals 1 to 1,000,000: almost four in five random games win.",
    ),
    Source(
        "The buried aces",
        "giza",
        97922,
        teaser="The four aces are the first cards of four columns.",
    ),
    Source("Three kings on top", "giza", 12607, teaser="The pyramid's first two rows are kings."),
    Source(
        "Kings in the cellar",
        "giza",
        72881,
        teaser="The four kings are the first cards of four columns.",
    ),
    Source(
        "Four kings at the door", "giza", 4573, teaser="The four kings are exposed in the columns."
    ),
    Source(
        "Kings side by side", "giza", 180685, teaser="The four kings lie together in the sixth row."
    ),
    Source(
        "A column of fours",
        "giza",
        15307,
        teaser="Three fours make the first column; a block-aware player wins every second game.",
    ),
    Source("One way to begin", "giza", 3268, teaser="Only one first move is legal."),
    Source("Tens in a row", "giza", 26502, teaser="The four tens lie together in the seventh row."),
    Source(
        "Spades on top",
        "giza",
        363,
        teaser="The pyramid's first three rows are spades; half of the 14 first moves lose.",
    ),
    Source(
        "Never just one move",
        "giza",
        2875,
        teaser="No move of the solution is an only move, and yet only one random game in 2.5 "
        "million wins.",
    ),
    Source("One door of seven", "giza", 5814, teaser="Six of the seven first moves lose."),
    Source(
        "A small maze",
        "giza",
        4333,
        teaser="Only 68 positions can be reached, the fewest of a winnable deal in the first "
        "million.",
    ),
    Source("A little care", "giza", 161265, teaser="A block-aware player wins every third game."),
    Source(
        "No warning",
        "giza",
        991049,
        teaser="A block-aware player wins no more often than a random one.",
    ),
    Source(
        "Third of a million",
        "giza",
        428662,
        teaser="The third hardest of native deals 1 to 1,000,000.",
    ),
    Source(
        "Second of a million",
        "giza",
        595628,
        teaser="The second hardest of native deals 1 to 1,000,000.",
    ),
    Source(
        "The hardest of a million",
        "giza",
        507220,
        teaser="The hardest of native deals 1 to 10,000,000.",
    ),
    Source("Nine games in ten", "giza", 5394, OVERLAP, teaser="Nine random games in ten win."),
    Source("A single start", "giza", 467, OVERLAP, teaser="Only one first move is legal."),
    Source(
        "Many ways, few wins",
        "giza",
        3995,
        OVERLAP,
        teaser="No move of the solution is an only move.",
    ),
    Source(
        "Lost without overlap",
        "giza",
        3,
        OVERLAP,
        teaser="Without overlap discards the set A-Q is blocked.",
    ),
    Source(
        "Sixteen harmless moves",
        "giza",
        284,
        OVERLAP,
        teaser="None of the sixteen first moves loses.",
    ),
    Source(
        "Twenty only moves",
        "giza",
        3060,
        OVERLAP,
        teaser="Twenty moves of the solution are only moves.",
    ),
    Source("The king on top", "giza", 2333, OVERLAP, teaser="The apex is a king."),
    Source(
        "The hardest with overlap",
        "giza",
        114941,
        OVERLAP,
        teaser="The hardest of native deals 1 to 200,000.",
    ),
    Source("A second pass", "microsoft", 67, teaser="It cannot be won in one pass."),
    Source("All three passes", "microsoft", 55, teaser="It cannot be won in two passes."),
    Source(
        "Fours and eights to come",
        "pyramid",
        991,
        teaser="All fours and all eights lie in the stock.",
    ),
    Source("Four kings in the stock", "pyramid", 1111, teaser="All four kings lie in the stock."),
    Source("A wide field", "pyramid", 4133, teaser="Its rating looks at over 1,300 positions."),
    Source(
        "Kings at both ends",
        "pyramid",
        1209,
        teaser="The third row has a king at either end.",
    ),
    Source("Eights in the stock", "pyramid", 340, teaser="All four eights lie in the stock."),
    Source("Twin kings", "pyramid", 511, teaser="Two kings lie in the middle of the fourth row."),
    Source("Short and steep", "pyramid", 2160, teaser="Its rating looks at 52 positions only."),
    Source(
        "Kings and tens to come", "pyramid", 4302, teaser="All kings and all tens lie in the stock."
    ),
    Source(
        "The hardest in one pass",
        "pyramid",
        10707,
        teaser="The hardest of native deals 1 to 40,000.",
    ),
    Source("Two redeals", "king-tut", 2673, teaser="With one redeal it cannot be won."),
    Source(
        "Threes in the stock",
        "king-tut",
        446,
        teaser="All four threes lie in the stock, and no ten.",
    ),
    Source("One redeal", "king-tut", 643, teaser="Without a redeal it cannot be won."),
    Source(
        "Four redeals",
        "king-tut",
        1048,
        teaser="The shortest solution has four redeals; three suffice.",
    ),
    Source(
        "The open question",
        "king-tut",
        OPEN_QUESTION,
        teaser="A King Tut deal that can be won: the article had asked whether there is one.",
    ),
    Source(
        "The long walk", "king-tut", 857, teaser="It takes at least 69 moves, and five redeals."
    ),
    Source(
        "The hardest King Tut",
        "king-tut",
        5588,
        teaser="The hardest of native deals 1 to 8,000 that has a difficulty: 34 moves of the "
        "solution are only moves.",
    ),
    Source(
        "A king must wait",
        "king-tut",
        1016,
        teaser="A player that discards every king immediately never wins.",
    ),
    Source(
        "Nines and kings in step",
        "pharaohs",
        34,
        teaser="The nines lie in the pyramids' third rows, the kings in their sixth.",
    ),
    Source(
        "The pharaoh's curse",
        "pharaohs",
        2288,
        teaser="The hardest of native deals 1 to 20,000; fourteen moves of the solution are only "
        "moves.",
    ),
    Source(
        "Sixes are brothers",
        "dozen",
        13921,
        teaser="The fourth row is all sixes, and a six matches only a six.",
    ),
    Source("The dirty dozen", "dozen", 19369, teaser="The hardest of native deals 1 to 20,000."),
    Source(
        "Upside down",
        "giza-triangle",
        789,
        teaser="The pyramid lies on its tip, and still more than half of all random games win.",
    ),
    Source(
        "Heads or tails",
        "giza-triangle",
        7364,
        teaser="One of the two first moves wins, the other loses.",
    ),
    Source(
        "Ten stay behind",
        "elizabeth",
        1368,
        teaser="The pyramid can be cleared, but at least ten cards are left, whatever you do.",
    ),
    Source(
        "A gentle slope",
        "tower",
        45,
        teaser="None of the three first moves loses, and yet only one random game in a billion "
        "wins.",
    ),
    Source(
        "Eights at the gates",
        "spanish",
        4516,
        teaser="Two eights guard either end of the last row; all nine first moves are safe.",
    ),
    Source(
        "The armada",
        "spanish",
        3142,
        teaser="The hardest of native deals 1 to 7,500: four of the five first moves lose.",
    ),
    Source(
        "Fives on the fifth floor",
        "alonso",
        54,
        teaser="Four of the five cards in the first pyramid's fifth row are fives.",
    ),
    Source(
        "The odd one out",
        "reserve",
        27,
        teaser="Thirteen of the fourteen first moves keep the win.",
    ),
    Source(
        "Seventy-two steps",
        "triangle",
        12,
        teaser="Only one first move is legal, and at least seventy-one moves follow.",
    ),
    Source(
        "Thirty narrow gates",
        "thirteen",
        791,
        teaser="Thirty moves of the solution are only moves; all jacks and tens lie in the stock.",
    ),
    Source(
        "The queens' quarters",
        "giza6x4",
        14387,
        teaser="The four queens have a column to themselves.",
    ),
    Source(
        "The third column",
        "fourteen-out",
        43,
        teaser="Three threes lie in the third column; five random games in eight win.",
    ),
    Source(
        "Kings in the vault",
        "fourteen-out",
        20,
        teaser="The four kings lie at the bottom of four columns, and here a king needs an ace.",
    ),
    Source(
        "The hardest Fourteen Out",
        "fourteen-out",
        881791,
        teaser="The hardest of native deals 1 to 1,000,000: two of the three first moves lose.",
    ),
    Source(
        "The narrow entrance",
        "piramide",
        80,
        teaser="Only one first move is legal; one random game in 36 wins.",
    ),
    Source(
        "Fours in the stock",
        "piramide",
        1143,
        teaser="All four fours lie in the stock; a block-aware player wins every fifth game.",
    ),
    Source(
        "Forty stones",
        "piramide",
        63,
        teaser="The hardest of native deals 1 to 20,000; its rating looks at 48 positions only.",
    ),
    Source(
        "Kings asleep",
        "nestor",
        5052,
        teaser="All four kings lie at the bottom, all four sixes in the fourth row.",
    ),
    Source(
        "A generous bouquet",
        "bouquet",
        2,
        teaser="The stock lies open: there are 43 first moves, and two of them lose.",
    ),
    Source(
        "The hardest of ten million",
        "giza",
        3959486,
        OVERLAP,
        teaser="The hardest of native deals 1 to 10,000,000: ten of the twelve first moves lose.",
    ),
    Source(
        "The longest way out",
        "microsoft",
        618667,
        teaser="It takes at least 75 moves, the most among native deals 1 to 1,000,000.",
    ),
    Source(
        "The hardest Nestor",
        "nestor",
        920610,
        teaser="The hardest of native deals 1 to 1,000,000: one random game in six billion wins.",
    ),
    Source(
        "The hourglass",
        "giza-triangle",
        17561,
        teaser="The hardest of native deals 1 to 20,000, on a pyramid turned upside down.",
    ),
]
"""The problems in the order of their numbers."""


def make(number: int, source: Source) -> Puzzle:
    """Solve and rate a problem."""
    rules = replace(game(source.game), **source.rules)
    chosen: Deal
    if isinstance(source.deal, str):
        chosen = parse_deal(source.deal, rules)
    else:
        chosen = deal(source.deal, rules)
    verdict = shortest(chosen, FOR_SHORTEST)
    if not isinstance(verdict, Won):
        verdict = solve(chosen)
    if not isinstance(verdict, Won):
        raise SystemExit(f"{number}, {source.title}: not won")
    rating = rate(chosen, verdict.moves)
    return Puzzle(
        number=number,
        title=source.title,
        teaser=source.teaser,
        deal=chosen,
        game=source.game,
        moves=verdict.moves,
        rating=rating,
        nodes=verdict.nodes,
        shortest=verdict.shortest,
    )


def main(numbers: set[int]) -> None:
    """Write the files of these numbers, or of all."""
    for number, source in enumerate(SOURCES, 1):
        if numbers and number not in numbers:
            continue
        puzzle = make(number, source)
        for old in HERE.glob(f"{number:03d}-*.json"):
            if old.name != file_name(puzzle):
                old.unlink()
        write_whole(HERE / file_name(puzzle), format_file(puzzle).encode())
        rating = puzzle.rating
        print(f"{number:>3}  {source.title:<30}  {rating.level:<8}  {rating.reached}")


if __name__ == "__main__":
    main({int(word) for word in sys.argv[1:]})
