"""Make the files of the collection: ``python puzzles/make.py [NUMBER ...]``.

Solves and rates the problems below, all or those with these numbers, and writes the files beside
this script. To be run after a change of the rating, of the solutions or of the list; pyrtool
must be installed. A number that was once given stays: new problems come at the end.
"""

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
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import game
from pyrtool.notation import parse_deal
from pyrtool.notation.rules import parse_named_rules
from pyrtool.records.collection import Puzzle, file_name, format_file
from pyrtool.surveys.exchanges import twins

HERE = Path(__file__).resolve().parent
FOR_SHORTEST = Limits(nodes=200_000_000)
"""Beyond this a problem gets a solution that is not known to be the shortest."""


@dataclass(frozen=True)
class Source:
    """What a problem is made of: `deal` is a native deal number, or the cards; `teaser` says in a
    sentence what is special, without giving the solution away.

    `made` are the options of `pyrtool compose` that gave the cards, the game apart. With `exchange`
    the deal is lost, and these two cards change places. By the rules `lost_by` it is lost, too.
    """

    title: str
    game: str
    deal: int | str
    rules: dict[str, Any] = field(default_factory=dict)
    teaser: str = ""
    made: str = ""
    exchange: str = ""
    lost_by: str = ""


OVERLAP = {"overlap": True}
OPEN_QUESTION = (
    "TC 8D 5D 9D 3C 7H 9H 4C TH JS 4H 7D TS 5S QH 9C QC 3H TD 6S QD 2H 8C AS 2S 6H KS JD "
    "AH KH QS 7C KD 3D JH 8S 8H 4S 9S 2C 3S 4D 6C AD JC AC KC 6D 5H 2D 7S 5C"
)

NEW_DECK = (
    "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD "
    "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH"
)
"""A to K of spades and diamonds, K to A of clubs and hearts."""

CHAPTER = [
    Source(
        "Kayak",
        "giza",
        "8C QC 8H 7D 9C QS 3C TD 7H 7C KC AD JH AC KH 3D 6C 4H 5D 9H TC JS 6H TS 8D 3S "
        "2S 7S AS 6D 2C QH 5S 2D 5H 8S 4S 4C KS 4D 6S JD TH 5C KD 9D QD AH 3H 9S JC 2H",
        teaser="The fifth row reads K A J A K, from either side.",
        made="--lay 'row 5: K A J A K' --level easy",
    ),
    Source(
        "Won on its tip",
        "giza-triangle",
        "AC 2H 3D 4H 5H 6S 7H 6C AH 2S TC QD 9D 7S 3H 8H TH 9H 4D 6H KC KH 6D TD JS JH "
        "AD JD AS QS 2D QH 8C 4S 5D 4C 3S 9C 5C 5S JC KD 7D 7C 9S 8S KS TS QC 8D 2C 3C",
        teaser="Upside down it can be won; in Giza, the right way up, the same cards are lost.",
        made="--lay 'row 1: A 2 3 4 5 6 7' --also-lost giza --level moderate",
        lost_by="giza",
    ),
    Source(
        "Fresh from the box", "giza", NEW_DECK, teaser="The cards lie in the order of a new deck."
    ),
    Source(
        "The black stock",
        "pyramid",
        "TD JD 8S 3D 8D KC 4D 9H AH 7D 3H 6H 2D KH 9D QH 7H 5D 2H 4H AD 8H QD TH JH 6D "
        "5H KD 2C 8C JS 6C 3S TS KS 2S AS AC QS JC 9C 7C 4S 5C 5S TC QC 7S 9S 4C 6S 3C",
        teaser="The stock is all black. Where the turned card and the waste vanish by themselves, "
        "the same cards are lost.",
        made="--lay 'stock: black' --also-lost 'pyramid, stock-waste auto' --level hard",
        lost_by="pyramid, stock-waste auto",
    ),
    Source(
        "Rainbow",
        "giza",
        "8H 9D 6D 3C TC KC AC 6C JC QC 2D 3D TD JD KD 9H 4H 7H 6H JH AH 4S 7S 5S 3S 6S "
        "AS 8S 8C 9C 8D AD 5H 2H KS TS 2C 4C 5D QD 3H KH 2S 9S 7C 5C 7D 4D QH TH JS QS",
        teaser="Each suit has rows and columns to itself.",
        made="--lay 'row 7: spades' --lay 'row 6: hearts' --lay 'apex: hearts' "
        "--lay 'row 5: diamonds' --lay 'row 2: diamonds' --lay 'rows 3-4: clubs' "
        "--lay 'columns 1-2: clubs' --lay 'columns 3-4: diamonds' "
        "--lay 'columns 5-6: hearts' --lay 'columns 7-8: spades' --level expert",
    ),
    Source(
        "Pi and e",
        "giza",
        "JC 2C QD QC 3D 6C TH 3H TS 5H KD TC KS 4C QH 4H JD 5D JS TD 3S 3C AC 4S AD 5C "
        "9S 2H 9H JH 6D QS 9D KH 6H 7C 7D 9C 7S KC 8D 5S 4D 6S 2D 7H AH 8C 2S 8S AS 8H",
        teaser="The last row reads 3.141592, and the free cards of the columns read 2.7182818.",
        made="--lay 'row 7: 3 A 4 A 5 9 2' --lay 'ends: 2 7 A 8 2 8 A 8' --level expert",
    ),
    Source(
        "Kings on the corners",
        "giza",
        "KC AS TH 7D AH 4H 7C TS 5C JH 8H 4C 4D 2H AC QH 6D AD 3D 5H 2C KS JS 8C QC KH "
        "9D KD 9C 9H 6H 5D TD 6S 2D JD 6C JC QS 7S QD 3C TC 8D 4S 3S 7H 5S 3H 2S 9S 8S",
        teaser="Three kings hold the corners, and the cards can be paired in one way only.",
        made="--lay 'corners: K' --matchings 1",
    ),
    Source(
        "Twins in the box",
        "nestor",
        NEW_DECK,
        teaser="A new deck is lost in Nestor, where twins match; 18 exchanges of two cards "
        "save it.",
        exchange="3S 7H",
    ),
    Source(
        "The red pyramid",
        "giza",
        "QH 4D 5D 9D AD JH AH 2H TD JD 7H KH 7D 5H TH 3D 6H QD 8D 3H 2D 6C 2S AC 4S 2C "
        "9S JS 4H JC KC TC TS 4C 5S QS KD 6S 6D 5C 7C 8C 7S 3C QC AS 9C 9H 8S 8H KS 3S",
        teaser="Six red rows stand on a black one. Two exchanges of two cards save it.",
        made="--unwinnable --exchanges 2 --lay 'rows 1-6: red' --lay 'row 7: black' "
        "--fillings 4000",
        exchange="QH 7H",
    ),
    Source(
        "The looking glass",
        "giza",
        "9D 5H KD QH 6S TH JH 8D QD 7S QC 5D 9H TC 7D 9S 2C 8H 4D 9C TS AC 2S 3S 4C 3H "
        "2H AH 3D JC 5C AD QS KH 7H 8C 8S 4S TD AS KC 6C 6H 7C 2D JD 5S JS 3C KS 6D 4H",
        teaser="The last row is the same from either side.",
        made="--unwinnable --exchanges 1-2 --lay 'row 7: A 2 3 4 3 2 A' --block crossblock "
        "--fillings 4000",
        exchange="4C QS",
    ),
    Source(
        "Four aces abreast",
        "pyramid",
        "2D QC 4D 8S 6H 3H AD AC AS AH 9S 5C 4C 5H KH 6S QH 4S 2S 7H 3D 7S 7D 6C KC TH "
        "2C 5D 8H JH 4H 3S 9H 5S 9D 6D JD 8D 8C 7C TS TD 3C JC 9C KD 2H TC JS QD QS KS",
        teaser="The fourth row is all aces. Four exchanges of two cards save it.",
        made="--unwinnable --exchanges 1-6 --lay 'row 4: A' --fillings 2000",
        exchange="AD QD",
    ),
    Source(
        "Four sixes abreast",
        "giza",
        "TC 5H AD 8H JH 3C QC 4C 2H 4D TH 9H KC 2C 9C AH 6D 6S 6C 6H 8S 2D 7D 8C KS 3D "
        "JC AC 5C KH 9D QD QH 4H 7H TS 3H KD JS 3S 5S 7S 2S 5D QS AS JD 7C TD 4S 8D 9S",
        teaser="Four sixes lie side by side, and no native deal from 1 to 10,000,000 is as hard.",
        made="--lay 'row 6: 6 6 6 6' --hardest --fillings 40000",
    ),
]
"""Problems that were composed: `made` gives the cards again, with the game before it."""

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
    Source(
        "A second pass", "microsoft", 67, teaser="It needs more than one pass through the stock."
    ),
    Source("All three passes", "microsoft", 55, teaser="It cannot be won in two passes."),
    Source(
        "Fours and eights to come",
        "pyramid",
        991,
        teaser="All fours and all eights lie in the stock.",
    ),
    Source("Four kings in the stock", "pyramid", 1111, teaser="All four kings lie in the stock."),
    Source("A wide field", "pyramid", 4133, teaser="Its rating looks at over 1,300 positions."),
    Source("Kings at both ends", "pyramid", 1209, teaser="The third row has a king at either end."),
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
    *CHAPTER,
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
    exchange = tuple(map(Card.parse, source.exchange.split()))
    solved = chosen.exchanged(*exchange) if exchange else chosen
    verdict = shortest(solved, FOR_SHORTEST)
    if not isinstance(verdict, Won):
        verdict = solve(solved)
    if not isinstance(verdict, Won):
        raise SystemExit(f"{number}, {source.title}: not won")
    rating = rate(solved, verdict.moves)
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
        exchange=(exchange[0], exchange[1]) if exchange else None,
        exchanges=len(twins(chosen).turning) if exchange else 0,
        lost_by=parse_named_rules(source.lost_by) if source.lost_by else None,
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
        print(f"{number:>3}  {source.title:<30}  {rating.level:<8}  {rating.positions}")


if __name__ == "__main__":
    main({int(word) for word in sys.argv[1:]})
