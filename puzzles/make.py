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

from pyrtool.collection import Puzzle, file_name, format_file
from pyrtool.deals import Deal, deal
from pyrtool.files import write_whole
from pyrtool.games import game
from pyrtool.notation import parse_deal
from pyrtool.rating import rate
from pyrtool.solver import Limits, Won, shortest, solve

HERE = Path(__file__).resolve().parent
FOR_SHORTEST = Limits(nodes=200_000_000)
"""Beyond this a problem gets a solution that is not known to be the shortest."""


@dataclass(frozen=True)
class Source:
    """What a problem is made of: `deal` is a native deal number, or the cards."""

    title: str
    game: str
    deal: int | str
    rules: dict[str, Any] = field(default_factory=dict)


OVERLAP = {"overlap": True}
OPEN_QUESTION = (
    "TC 8D 5D 9D 3C 7H 9H 4C TH JS 4H 7D TS 5S QH 9C QC 3H TD 6S QD 2H 8C AS 2S 6H KS JD "
    "AH KH QS 7C KD 3D JH 8S 8H 4S 9S 2C 3S 4D 6C AD JC AC KC 6D 5H 2D 7S 5C"
)

SOURCES = [
    Source("The easiest of a million", "giza", 517383),
    Source("The buried aces", "giza", 97922),
    Source("Three kings on top", "giza", 12607),
    Source("Kings in the cellar", "giza", 72881),
    Source("Four kings at the door", "giza", 4573),
    Source("Kings side by side", "giza", 180685),
    Source("A column of fours", "giza", 15307),
    Source("One way to begin", "giza", 3268),
    Source("Tens in a row", "giza", 26502),
    Source("Spades on top", "giza", 363),
    Source("Never just one move", "giza", 2875),
    Source("One door of seven", "giza", 5814),
    Source("A small maze", "giza", 4333),
    Source("A little care", "giza", 161265),
    Source("No warning", "giza", 991049),
    Source("Third of a million", "giza", 428662),
    Source("Second of a million", "giza", 595628),
    Source("The hardest of a million", "giza", 507220),
    Source("Nine games in ten", "giza", 5394, OVERLAP),
    Source("A single start", "giza", 467, OVERLAP),
    Source("Many ways, few wins", "giza", 3995, OVERLAP),
    Source("Lost without overlap", "giza", 3, OVERLAP),
    Source("Sixteen harmless moves", "giza", 284, OVERLAP),
    Source("Twenty only moves", "giza", 3060, OVERLAP),
    Source("The king on top", "giza", 2333, OVERLAP),
    Source("The hardest with overlap", "giza", 114941, OVERLAP),
    Source("A second pass", "microsoft", 67),
    Source("All three passes", "microsoft", 55),
    Source("Fours and eights to come", "pyramid", 991),
    Source("Four kings in the stock", "pyramid", 1111),
    Source("A wide field", "pyramid", 4133),
    Source("Kings at both ends", "pyramid", 1209),
    Source("Eights in the stock", "pyramid", 340),
    Source("Twin kings", "pyramid", 511),
    Source("Short and steep", "pyramid", 2160),
    Source("Kings and tens to come", "pyramid", 4302),
    Source("The hardest in one pass", "pyramid", 10707),
    Source("Two redeals", "king-tut", 2673),
    Source("Threes in the stock", "king-tut", 446),
    Source("One redeal", "king-tut", 643),
    Source("Four redeals", "king-tut", 1048),
    Source("The open question", "king-tut", OPEN_QUESTION),
    Source("The long walk", "king-tut", 857),
    Source("The hardest King Tut", "king-tut", 5588),
    Source("A king must wait", "king-tut", 1016),
]
"""The problems in the order of their numbers."""


def make(number: int, source: Source) -> Puzzle:
    """Solve and rate a problem."""
    rules = replace(game(source.game), **source.rules)
    chosen: Deal
    if isinstance(source.deal, str):
        chosen = parse_deal(source.deal, rules)
    else:
        chosen = deal(source.deal, "native", rules)
    verdict = shortest(chosen.cards, rules, FOR_SHORTEST)
    if not isinstance(verdict, Won):
        verdict = solve(chosen.cards, rules)
    if not isinstance(verdict, Won):
        raise SystemExit(f"{number}, {source.title}: not won")
    rating = rate(chosen.cards, rules, verdict.moves)
    return Puzzle(
        number=number,
        title=source.title,
        deal=chosen,
        game=source.game,
        rules=rules,
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
        told = rating.difficulty if rating.difficulty is not None else rating.bounded_by
        print(f"{number:>3}  {source.title:<30}  {rating.level:<8}  {told}")


if __name__ == "__main__":
    main({int(word) for word in sys.argv[1:]})
