"""Tables with hidden cards, and the best that can be done there, by trying everything.

The best player knows the referee and nothing else: each deal that agrees with what is seen is laid
out card by card, and the player tries every move with all that look alike.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

from pyrtool import Rules, advise
from pyrtool.game.cards import Card, UnknownCard
from pyrtool.game.partly_seen import PartlySeen
from pyrtool.game.position import Discard, Move, Position, PositionError

from .dealing import NO_TOP, shuffled_start

SMALL = [
    Rules(rows=2, total=5, suits=2),
    Rules(rows=2, total=4, suits=2, passes=2),
    Rules(rows=3, total=6, suits=2, goal="pyramid"),
    Rules(rows=3, total=7, suits=2),
    Rules(rows=2, total=6, suits=2),
    Rules(rows=3, total=6, suits=2, stock_waste="no"),
    Rules(rows=3, total=6, suits=2, draw=2, passes=2, **NO_TOP),
    Rules(rows=2, total=5, suits=2, stock_waste="auto"),
]


def relaid(
    position: Position,
    stock: Sequence[Card],
    waste: Sequence[Card] | None = None,
    gone: Sequence[Card] = (),
) -> Position:
    """The position with this stock, and with this first waste if one is given."""
    return Position.of(
        position.rules,
        position.tableau,
        bouquet=position.bouquet,
        stock=stock,
        turned=position.turned,
        waste=position.waste if waste is None else waste,
        further_wastes=position.further_wastes,
        pass_number=position.pass_number,
        cleared_in_pass=position.cleared_in_pass,
        gone=gone,
    )


def partly_seen(table: Position, more_below: bool = False) -> PartlySeen:
    """The table to a player who does not know how many cards lie face down."""
    return PartlySeen(
        table.rules,
        table.tableau,
        turned=table.turned,
        waste=tuple(card for card in table.waste if card.is_known),
        more_below=more_below,
        pass_number=table.pass_number,
        cleared_in_pass=table.cleared_in_pass,
    )


def tables(rules: Rules, count: int) -> list[Position]:
    found: list[Position] = []
    for seed in range(400):
        found += [table for table in hidden_tables(rules, seed) if len(table.unknown()) >= 2]
        if len(found) >= count:
            break
    return Random(0).sample(found, min(count, len(found)))


def hidden_tables(
    rules: Rules, seed: int, most_unknown: int = 4, most_gone: int = 4
) -> Iterator[Position]:
    """Tables of a game that chance plays, their stock and some waste cards hidden, and nothing said
    of the cards that are gone."""
    chance = Random(seed)
    here = shuffled_start(rules, seed)
    while not here.is_over():
        below = chance.randrange(len(here.waste)) if here.waste else 0
        hidden = [*here.waste[:below], *here.stock]
        gone = len(rules.deck) - here.cards_left()
        if 0 < len(hidden) <= most_unknown and gone <= most_gone and not here.is_won():
            waste = [UnknownCard(0)] * below + list(here.waste[below:])
            yield relaid(here, [UnknownCard(0)] * len(here.stock), waste)
        moves = list(here.legal_moves())
        if not moves:
            return
        here = here.play(chance.choice(moves))


def uncertain(count: int) -> list[Position]:
    """Tables at which some move has a chance that is not 0 or 1."""
    found = []
    for table in (table for rules in SMALL for table in tables(rules, 12)):
        worths = advise(table, deals=1).worths
        if any(one.chance and one.chance.exact not in (0, 1) for one in worths):
            found.append(table)
    return Random(1).sample(found, count)


def gone_sets(position: Position) -> Iterator[tuple[Card, ...]]:
    """Every choice of the cards that are gone, besides those that are named: in pairs or alone."""
    rules = position.rules
    known = {card for card in position.cards() if card.is_known}.union(position.gone)
    free = [card for card in rules.deck if card not in known]
    for gone in combinations(free, len(free) - len(position.unknown())):
        ranks = Counter(card.rank for card in (*gone, *position.gone))
        if all(_pairs_off(rank, ranks, rules) for rank in ranks):
            yield gone


def _pairs_off(rank: int, ranks: Counter[int], rules: Rules) -> bool:
    if rules.goes_alone(rank):
        return True
    mate = rules.mates[rank]
    return ranks[rank] % 2 == 0 if mate == rank else ranks[rank] == ranks[mate]


def deals_behind(position: Position) -> Iterator[Position]:
    """The position with its unknown cards named, in every way, card by card."""
    unknown = position.unknown()
    known = {card for card in position.cards() if card.is_known}.union(position.gone)
    free = [card for card in position.rules.deck if card not in known]
    for gone in gone_sets(position):
        for cards in permutations([card for card in free if card not in gone]):
            names = dict(zip(unknown, cards, strict=True))
            stock = [names.get(card, card) for card in position.stock]
            waste = [names.get(card, card) for card in position.waste]
            try:
                yield relaid(position, stock, waste)
            except PositionError:
                continue


@dataclass(frozen=True)
class Guess:
    """A deal that may lie there, which cards of it the player has not seen, and its weight."""

    position: Position
    unseen: frozenset[Card]
    weight: Fraction


def guesses(positions: list[Position]) -> list[Guess]:
    """What may lie there where it is one of these positions, with each number of stock cards as
    likely as the others; alike deals together."""
    found: dict[object, list[Guess]] = {}
    for position in positions:
        hidden = {at for at, card in enumerate(position.cards()) if not card.is_known}
        deals = list(deals_behind(position))
        for deal in deals:
            cards = deal.cards()
            unseen = frozenset(cards[at] for at in hidden)
            key = len(deal.stock), tuple(card.rank for card in cards)
            weight = Fraction(1, len(deals) * len(positions))
            found.setdefault(key, []).append(Guess(deal, unseen, weight))
    return [
        Guess(alike[0].position, alike[0].unseen, sum((one.weight for one in alike), Fraction(0)))
        for alike in found.values()
    ]


class BestPlayer:
    """The best player, to whom some deals look alike. `counts`: it sees how many
    cards the stock has."""

    def __init__(self, counts: bool) -> None:
        self.counts = counts
        self.known: dict[object, Fraction] = {}

    def chance(self, alike: Sequence[Guess], move: Move | None = None) -> Fraction:
        """Its chance where one of these deals lies there, or if it makes this move now."""
        first, total = alike[0].position, sum((one.weight for one in alike), Fraction(0))
        if move is not None:
            return self._after(alike, [move] * len(alike))
        if first.is_won():
            return total
        key = tuple((str(one.position), one.weight, one.unseen) for one in alike)
        if key not in self.known:
            best = Fraction(0)
            for moves in zip(*map(_moves, alike), strict=True):
                best = max(best, self._after(alike, moves))
                if best == total:
                    break
            self.known[key] = best
        return self.known[key]

    def _after(self, alike: Sequence[Guess], moves: Sequence[Move]) -> Fraction:
        looks: dict[object, list[Guess]] = {}
        for one, made in zip(alike, moves, strict=True):
            after = _after(one, made)
            looks.setdefault(_look(after, self.counts), []).append(after)
        return sum(map(self.chance, looks.values()), Fraction(0))


def _moves(one: Guess) -> list[Move]:
    return [
        move
        for move in one.position.legal_moves()
        if not isinstance(move, Discard) or one.unseen.isdisjoint(move.cards)
    ]


def _after(one: Guess, move: Move) -> Guess:
    before, after = one.position, one.position.play(move)
    turned_up = set(before.undealt()) - set(after.undealt())
    return Guess(after, one.unseen - turned_up - set(after.available()), one.weight)


def _look(one: Guess, counts: bool) -> object:
    def seen(cards: tuple[Card | None, ...]) -> tuple[int, ...]:
        return tuple(0 if c is None else -1 if c in one.unseen else c.rank for c in cards)

    position = one.position
    stock: object = seen(position.stock) if counts else bool(position.stock)
    turned, wastes = seen((position.turned,)), tuple(map(seen, position.wastes))
    return seen(position.tableau), wastes, turned, stock, position.pass_number


PYRAMID = """QS
AS KC
6D 7H 5D
2S QH 7S TD
2C 8H QD JH 3S
JC -- 5S -- AD AC
-- -- -- -- -- 5H --
"""
SEEN = {
    "nothing of the stock": "turned KS\nwaste 6H",
    "stock": "turned KS\nwaste 4H AH JD 6H\nstock 18 face down",
    "any stock": "turned KS\nwaste 4H AH JD 6H\nstock face down",
    "question marks": "turned KS\nwaste ? ? ? 6H\nstock 18 face down\n"
    "gone KD 4S 9H 5C 8S 6S 7D TC 3H",
    "waste": "turned KS\nwaste 3 face down 6H\nstock 18 cards face down",
    "one below": "turned KS\nwaste 1 card face down 6H\nstock 18 face down",
    "any waste": "turned KS\nwaste face down 6H\nstock 18 face down",
    "pass": "turned 2H\nwaste 6H\nstock 17 face down\npass 2",
}

TABLE = "QS / AS KC / 6D 7H 5D / -- -- 7S TD / -- -- -- -- -- / -- -- -- -- -- -- / " + "-- " * 7

PILES = "turned 3C stock 7C 9D 3D QC 8D 2D 4C KH 4D TH 9S waste 4H AH JD 6H 6C 9C"

WRONG_TABLES: dict[str, tuple[str, str]] = {
    "a card twice": (f"{TABLE}turned 7H", "line 1, card 29: 7H appears twice, here and at line 1"),
    "five sevens": (f"{TABLE}stock 7 7 7", "line 1, card 31: 7: the deck has only 4 of rank 7"),
    "a gap below a card": (
        f"{TABLE.replace('AS KC', 'AS --')}{PILES}",
        "pyramid 2.2: the card is gone, and 7H still lies on it",
    ),
    "partners that are left": (f"{TABLE}waste 4H", "as many of each must be gone"),
    "no card": (f"{TABLE}stock 7C 0D", "line 1, card 30: '0D' is not a card"),
    "a row too short": (f"{TABLE.replace('AS KC', 'AS')}{PILES}", "line 1: 1 card, where the"),
    "a tableau too short": ("QS / AS KC", "line 1: the table ends after 3 of 28 cards"),
    "two turned cards": (f"{TABLE}turned 3C 7C", "line 1, card 30: more than one turned card"),
    "a pile twice": (f"{TABLE}{PILES} waste KD", "line 1: waste comes twice"),
    "a pass too many": (f"{TABLE}{PILES} pass 2", "line 1: pass 2: the rules have 1 pass"),
    "a pass in words": (f"{TABLE}{PILES} pass two", "line 1: pass must be a number"),
    "an unknown card": (
        f"{TABLE}{PILES.replace('3D', '??')}",
        "1 card is unknown (??): `pyrtool advise`",
    ),
    "too many unknown": (f"{TABLE}stock 99 face down", "cards unknown, but only"),
    "a bouquet": (f"{TABLE}bouquet 3C", "bouquet: 1 place, the rules have 0"),
    "a heading alone": ("# a position, pyramid\n", "line 1: the deal of this heading is missing"),
    "another game's": (f"# a position, giza\n{TABLE}{PILES}", "line 2"),
}
