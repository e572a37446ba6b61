"""Win rates of one-pass Pyramid under other readings of its rules.

    python benchmarks/readings.py            # print the tables: an hour
    python benchmarks/readings.py --write    # and put them into docs/results/one-pass.md
    python benchmarks/readings.py --check    # and fail where that page shows something else

The readings that rules of pyrtool can say are solved by pyrtool. The others, each of which only
forbids something that the standard game allows, are played by a search of this file: depth
first over all positions but those from which some set cannot be discarded in the standard game even
with every other card gone. It is asked about those deals alone, of the first native ones, that the
standard game wins; the script fails when it does not find these wins itself. Searches that give up
have no such prune: they stand for a plain program that runs out of room.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from measure import UNLIMITED, add_page_options, keep, machine
from tables import figures

from pyrtool.answers.kernel_setup.build import bulk
from pyrtool.base.intervals import Rate
from pyrtool.game.deals import deal, dealer
from pyrtool.game.games import GAMES, Goal, Rules
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.numbers import halves

PYRAMID = GAMES["pyramid"]
COLUMNS: tuple[tuple[Goal, bool], ...] = (
    ("all", False),
    ("all", True),
    ("pyramid", False),
    ("pyramid", True),
)
STOCK = 28  # where the waste is in a position, after 28 bits of the pyramid
TURNED = 52  # and after 24 bits of the waste the place of the turned card
NO_LIMIT = 10**9


@dataclass(frozen=True)
class Reading:
    """What a reading forbids of the standard game, tried on this many `wins` of that game.

    `closed_waste`: with the stock the waste is gone too. `must_play`: what is turned is dealt only
    if it cannot be discarded. `fresh_match`: turned card and waste top go together immediately or
    never. `vanish`: they must. `limit`: the search gives up after this many positions; the deal
    counts as lost.
    """

    name: str
    closed_waste: bool = False
    must_play: bool = False
    fresh_match: bool = False
    vanish: bool = False
    limit: int = NO_LIMIT
    wins: int = 200


READINGS = (
    Reading("the standard, by this search", wins=60),
    Reading("the waste is closed when the stock is empty", closed_waste=True, wins=60),
    Reading("a turned card that can be discarded may not be dealt", must_play=True),
    Reading("turned card and waste top match only at the turn", fresh_match=True),
    Reading("and then they must go (automatic, never by hand)", fresh_match=True, vanish=True),
    Reading("the standard; the search gives up after 10,000 positions", limit=10_000),
    Reading("the standard; after 100,000 positions", limit=100_000),
    Reading("the standard; after 300,000 positions", limit=300_000),
    Reading("the standard; after 1,000,000 positions", limit=1_000_000, wins=120),
)

BY_RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("the standard", {}),
    ("automatic matching when dealt (`auto`)", {"stock_waste": "auto"}),
    ("automatic matching when turned (`auto-on-turn`)", {"stock_waste": "auto-on-turn"}),
    ("the two top waste cards match too (`--waste-pairs`)", {"waste_pairs": True}),
    ("turned card and waste top do not match (`--stock-waste no`)", {"stock_waste": "no"}),
)


class Game:
    """One deal of seven rows under a reading: a plain search over positions.

    A position is one number: the pyramid's cards that are left, the waste, the turned card's place
    in the stock, and whether it has just been turned, where that matters.
    """

    def __init__(self, cards: bytes, rules: Rules, reading: Reading) -> None:
        self.ranks = [card // 4 + 1 for card in cards]
        self.stock = self.ranks[STOCK:]
        self.reading = reading
        self.overlap, self.all = rules.overlap, rules.goal == "all"
        self.covers = [
            0 if row == 6 else 0b11 << (row + 1) * (row + 2) // 2 + place
            for row in range(7)
            for place in range(row + 1)
        ]
        self.above = [0] * STOCK
        for i in reversed(range(STOCK)):
            on_it = [j for j in range(STOCK) if self.covers[i] >> j & 1]
            self.above[i] = sum(1 << j for j in on_it)
            for j in on_it:
                self.above[i] |= self.above[j]
        self.known: dict[int, tuple[list[int], dict[int, list[int]]]] = {}
        self.members = [
            sum(1 << i for i, rank in enumerate(self.ranks) if rank in (low, 13 - low))
            for low in range(1, 7)
        ]
        self.alone: dict[int, bool] = {}

    def without_kings(self, left: int) -> int:
        """The pyramid after its exposed kings went: they are never needed."""
        while True:
            kings = [i for i in self.exposed(left) if self.ranks[i] == 13]
            if not kings:
                return left
            for i in kings:
                left &= ~(1 << i)

    def exposed(self, left: int) -> list[int]:
        """The places of exposed cards."""
        return [i for i in range(STOCK) if left >> i & 1 and not left & self.covers[i]]

    def pyramid(self, left: int) -> tuple[list[int], dict[int, list[int]]]:
        """What is left after each pair of the pyramid; after each single card, by its rank."""
        if left not in self.known:
            exposed = self.exposed(left)
            pairs = [(i, j) for i in exposed for j in exposed if i < j]
            if self.overlap:
                pairs += [
                    (i, j) for i in range(STOCK) for j in exposed if left & self.covers[i] == 1 << j
                ]
            singles: dict[int, list[int]] = {}
            for i in exposed:
                singles.setdefault(self.ranks[i], []).append(self.without_kings(left & ~(1 << i)))
            after = [
                self.without_kings(left & ~(1 << i | 1 << j))
                for i, j in pairs
                if left >> i & 1 and self.ranks[i] + self.ranks[j] == 13
            ]
            self.known[left] = after, singles
        return self.known[left]

    def position(self, left: int, waste: int, turned: int, fresh: bool = True) -> int:
        """The number of a position; `fresh`: the turned card has just been turned."""
        reading = self.reading
        while fresh and reading.vanish and waste and turned < len(self.stock):
            top = waste.bit_length() - 1
            if self.stock[top] + self.stock[turned] != 13:
                break
            waste, turned = waste ^ 1 << top, turned + 1
        is_fresh = fresh and reading.fresh_match and not reading.vanish
        return left | waste << STOCK | turned << TURNED | is_fresh << TURNED + 5

    def moves(self, position: int) -> Iterator[int]:
        """The positions after every move."""
        reading, stock = self.reading, self.stock
        left, waste = position & (1 << STOCK) - 1, position >> STOCK & (1 << 24) - 1
        turned, fresh = position >> TURNED & 31, bool(position >> TURNED + 5)
        pairs, singles = self.pyramid(left)
        dealing = turned < len(stock)
        for after in pairs:
            yield self.position(after, waste, turned, fresh=False)
        top = waste.bit_length() - 1
        if waste and (dealing or not reading.closed_waste):
            if stock[top] == 13:
                yield self.position(left, waste ^ 1 << top, turned, fresh=False)
            else:
                for after in singles.get(13 - stock[top], ()):
                    yield self.position(after, waste ^ 1 << top, turned, fresh=False)
        if not dealing:
            return
        played = [left] if stock[turned] == 13 else singles.get(13 - stock[turned], [])
        for after in played:
            yield self.position(after, waste, turned + 1)
        matches = waste and stock[top] + stock[turned] == 13
        if matches and (fresh or not reading.fresh_match):
            yield self.position(left, waste ^ 1 << top, turned + 1)
        if not (reading.must_play and (played or matches)):
            yield self.position(left, waste | 1 << turned, turned + 1)

    def is_won(self, position: int) -> bool:
        """Whether the pyramid is gone, or everything."""
        if not self.all:
            return not position & (1 << STOCK) - 1
        return not position & (1 << TURNED) - 1 and position >> TURNED & 31 == len(self.stock)

    def hopeless(self, position: int) -> bool:
        """Whether some set cannot be discarded, every other card being gone."""
        turned = position >> TURNED & 31
        rest = position & (1 << TURNED) - 1 | (1 << TURNED) - (1 << STOCK + turned)
        return not all(self.goes_alone(rest & cards, turned) for cards in self.members)

    def goes_alone(self, left: int, turned: int) -> bool:
        """Whether a set's cards can go, in the standard game, when no others are left.

        `left`: bit i is card i of the deal; of the stock cards those before `turned` are the waste.
        """
        pyramid, stock = left & (1 << STOCK) - 1, left >> STOCK
        if not (left if self.all else pyramid):
            return True
        waste, undealt = stock & (1 << turned) - 1, stock >> turned << turned
        dealt = (undealt & -undealt).bit_length()  # the next card's place, plus one
        key = left | dealt << TURNED
        if key not in self.alone:
            free = [i for i in range(STOCK) if pyramid >> i & 1 and not pyramid & self.above[i]]
            tops = [STOCK + waste.bit_length() - 1] if waste else []
            tops += [STOCK + dealt - 1] if dealt else []
            pairs = [(i, j) for i in free + tops for j in free + tops if i < j]
            if self.overlap:
                pairs += [
                    (i, j)
                    for i in range(STOCK)
                    for j in free
                    if pyramid & self.above[i] == self.covers[i] & 1 << j != 0
                ]
            self.alone[key] = any(
                self.goes_alone(left & ~(1 << i | 1 << j), turned)
                for i, j in pairs
                if left >> i & 1 and self.ranks[i] + self.ranks[j] == 13
            ) or (dealt > 0 and self.goes_alone(left, dealt))
        return self.alone[key]

    def wins(self) -> bool:
        """Whether any line of play wins."""
        prune = self.reading.limit == NO_LIMIT
        start = self.position(self.without_kings((1 << STOCK) - 1), 0, 0)
        seen, path = {start}, [self.moves(start)]
        while path and len(seen) < self.reading.limit:
            position = next(path[-1], None)
            if position is None:
                path.pop()
            elif self.is_won(position):
                return True
            elif position not in seen and not (prune and self.hopeless(position)):
                seen.add(position)
                path.append(self.moves(position))
        return False


def solved(rules: Rules, deals: int) -> list[int]:
    """The native deals from 1 on that pyrtool wins."""
    outcomes, nodes = bytearray(deals), halves(deals)
    bulk(rules).deal_outcomes(dealer(1, "native", rules), 1, outcomes, nodes, UNLIMITED)
    return [number for number, code in enumerate(outcomes, 1) if OUTCOMES[code] == "won"]


def kept(rules: Rules, reading: Reading, most: int) -> Rate:
    """How many of the first standard wins, `most` of them at most, are wins under a reading."""
    wins = min(reading.wins, most)
    standard = solved(rules, 64 * wins)[:wins]
    assert len(standard) == wins
    won = sum(Game(bytes(deal(number, rules).cards), rules, reading).wins() for number in standard)
    return Rate(won, len(standard))


def article(goal: str, overlap: bool) -> Rate:
    """The article's rate in the standard game."""
    table = figures()["one_pass"]
    rows = {tuple(row[:3]): row[3] for row in table["rows"]}
    return Rate(rows["yes", goal, overlap], table["deals"])


WHOLE = Rate(1, 1)


def percent(rate: Rate, of: Rate = WHOLE, digits: int = 2) -> str:
    """The share, or its part of another one, in per cent with its standard error."""
    part = rate.value / of.value
    error = part * sqrt(relative(rate) ** 2 + relative(of) ** 2)
    return f"{100 * part:.{digits}f} ± {100 * error:.{digits}f}"


def relative(rate: Rate) -> float:
    """The standard error in parts of the share."""
    return rate.standard_error / rate.value if rate.hits else 0.0


def row(*cells: object) -> str:
    """A line of a Markdown table, printed."""
    line = f"| {' | '.join(map(str, cells))} |"
    print(line, flush=True)
    return line


def head(*first: str) -> list[str]:
    """The first two lines of a table."""
    columns = [goal + ", overlap" * overlap for goal, overlap in COLUMNS]
    return [row(*first, *columns), row("---", *["---:"] * (len(first) + len(columns) - 1))]


def main() -> None:
    """Measure every reading."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few deals, to see that it works")
    add_page_options(parser)
    options = parser.parse_args()
    deals, wins = (300, 2) if options.quick else (100_000, 200)
    longest = 10_000 if options.quick else NO_LIMIT
    print(machine())
    games = [replace(PYRAMID, goal=goal, overlap=overlap) for goal, overlap in COLUMNS]
    published = [article(*column) for column in COLUMNS]
    rates = head("won, %", "deals")
    rates.append(row("the article, one pass", "1,000,000", *map(percent, published)))
    standard: list[Rate] = []
    for name, differences in BY_RULES:
        found = [Rate(len(solved(replace(rules, **differences), deals)), deals) for rules in games]
        standard = standard or found
        rates.append(row(name, f"{deals:,}", *map(percent, found)))
    shares = head("of the standard wins, %", "wins tried")
    pairs = zip(published, standard, strict=True)
    shares.append(row("the article", "", *(percent(*pair, digits=1) for pair in pairs)))
    for reading in READINGS:
        if longest < reading.limit < NO_LIMIT:
            continue
        found = [kept(rules, reading, wins) for rules in games]
        assert reading != READINGS[0] or all(rate.value == 1 for rate in found), found
        shares.append(row(reading.name, found[0].deals, *(percent(r, digits=1) for r in found)))
    if options.quick:
        return
    sections = {"readings by rules": rates, "readings by search": shares}
    keep("results/one-pass.md", sections, write=options.write, check=options.check)


if __name__ == "__main__":
    main()
