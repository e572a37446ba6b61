"""Certificates: those that are no argument are rejected, and shortages are what the cards say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pyrtool.answers.blocks import (
    Block,
    BlockError,
    Certificate,
    certify,
    check_block,
    find_blocks,
    standstill,
)
from pyrtool.answers.blocks.certificate import Shortage
from pyrtool.base.limits import LeftOpenError
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Discard, Position
from pyrtool.notation import parse_deal

from ..oracle import Oracle

GIZA = replace(GAMES["giza"], overlap=True)
OPEN = Rules(rows=5, total=7, suits=3, stock="bouquet", overlap=True)


class Covers:
    """What lies on each card of the start, directly and at all, by the tests' own tableau."""

    def __init__(self, cards: tuple[Card, ...], rules: Rules) -> None:
        geometry = Oracle(cards, rules)
        self.direct: dict[Card, set[Card]] = {card: set() for card in cards}
        for card, on_it in zip(cards, geometry.direct, strict=False):
            self.direct[card] = {cards[i] for i in on_it}

    def on(self, card: Card) -> set[Card]:
        found, waiting = set[Card](), [*self.direct[card]]
        while waiting:
            cover = waiting.pop()
            if cover not in found:
                found.add(cover)
                waiting += self.direct[cover]
        return found

    def may_pair(self, one: Card, other: Card) -> bool:
        """Whether two cards are ever both exposed, or one lies directly on the other."""
        for lower, upper in ((one, other), (other, one)):
            if upper in self.on(lower):
                return upper in self.direct[lower]
        return True


def shortages(rules: Rules, last: int) -> Iterator[tuple[Covers, tuple[Card, ...], Shortage]]:
    """Every shortage of the set blocks of some deals."""
    for number in range(1, last + 1):
        cards = deal(number, rules).cards
        for block in find_blocks(Deal.of(cards, rules)):
            if block.kind == "set block":
                shortage = certify(block, Deal.of(cards, rules)).shortage
                if shortage is not None:
                    yield Covers(cards, rules), cards, shortage


@pytest.mark.parametrize(("rules", "last"), [(GIZA, 800), (OPEN, 600)])
def test_a_shortage_is_what_the_cards_say(rules: Rules, last: int) -> None:
    """With overlap discards a card may go with one that lies directly on it, and on no other."""
    kinds = Counter[str]()
    overlapping = 0
    for covers, cards, shortage in shortages(rules, last):
        kinds[shortage.kind] += 1
        rank = shortage.cards[0].rank
        same = [card for card in cards if card.rank == rank]
        mates = [card for card in cards if card.rank == rules.mates[rank]]
        if shortage.kind == "partners":
            others = [m for m in mates if any(covers.may_pair(c, m) for c in shortage.cards)]
            assert list(shortage.others) == others
            assert list(shortage.by) == [mate for mate in mates if mate not in others]
            assert shortage.needed == len(shortage.cards) > len(others)
            overlapping += any(m in covers.direct[c] for c in shortage.cards for m in others)
            continue
        needed = []
        for card in shortage.cards:
            on_it = covers.on(card) & {*mates}
            direct = bool(on_it & covers.direct[card])
            needed.append(len(on_it) - direct)
            overlapping += direct
        assert shortage.needed == min(needed) > len(shortage.others)
        assert list(shortage.others) == [card for card in same if card not in shortage.cards]
        assert {*shortage.by} == {m for c in shortage.cards for m in covers.on(c) & {*mates}}
    assert min(kinds["covers"], kinds["partners"], overlapping) > 0, (kinds, overlapping)


C, D, H, S = (Card.parse(f"4{suit}") for suit in "CDHS")
NINES = tuple(Card.parse(f"9{suit}") for suit in "CDHS")
SET = Block("set block", ((4, 9),))
COUNT = Block("count", ((4, 9),))
COVERS = Shortage("covers", (C, D), 3, (H, S), NINES[:3])
STOCK = Shortage("stock", (C, D, H, S, NINES[0]), 5, NINES[1:], NINES[1:])
PARTNERS = Shortage("partners", (C, D), 2, NINES[:1], NINES[1:])
ON_THEM = dict.fromkeys((C, D), NINES[:3])


def test_an_argument_that_is_whole_is_taken() -> None:
    Certificate(SET, shortage=COVERS, covered=ON_THEM)
    Certificate(SET, shortage=PARTNERS, wanting=dict.fromkeys((C, D), NINES[:1]))
    Certificate(COUNT, shortage=STOCK)
    Certificate(COUNT, shortage=replace(STOCK, others=(), by=()))  # all lie in the stock


@pytest.mark.parametrize(
    ("block", "shortage", "covered"),
    [
        (COUNT, COVERS, ON_THEM),
        (COUNT, PARTNERS, {}),
        (SET, STOCK, {}),
        (SET, replace(COVERS, by=()), ON_THEM),
        (SET, replace(PARTNERS, by=()), {}),
        (SET, replace(COVERS, cards=()), {}),
        (SET, replace(COVERS, needed=0), ON_THEM),
        (SET, COVERS, {C: NINES[:3]}),
        (SET, COVERS, ON_THEM | {H: NINES[:3]}),
        (SET, COVERS, ON_THEM | {D: ()}),
        (SET, COVERS, {}),
    ],
)
def test_a_shortage_that_explains_nothing_is_refused(
    block: Block, shortage: Shortage, covered: dict[Card, tuple[Card, ...]]
) -> None:
    with pytest.raises(BlockError, match="the certificate is without its argument"):
        Certificate(block, shortage=shortage, covered=covered)


def test_a_simple_block_of_a_card_that_is_gone_does_not_hold() -> None:
    """It is no error to ask; nor of a card that the deck does not have."""
    rules = GAMES["giza"]
    start = Position.start(deal(2, rules))
    move = next(move for move in start.legal_moves() if isinstance(move, Discard))
    gone = move.cards[0]
    mate = rules.mates[gone.rank]
    ranks = tuple(sorted((gone.rank, mate)))
    covers = tuple(card for card in start.cards() if card.rank == mate)
    block = Block("simple block", (ranks,), gone, covers)
    assert check_block(block, start) is False
    assert check_block(block, start.play(move)) is False
    assert check_block(replace(block, card=None), start) is False


@pytest.mark.parametrize(
    ("number", "ranks", "kind", "card"),
    [(1, (3, 10), "covers", "TD"), (70, (5, 8), "partners", "8C"), (104, (4, 9), "partners", "4C")],
)
def test_a_shortage_is_of_as_few_cards_as_can_be(
    number: int, ranks: tuple[int, int], kind: str, card: str
) -> None:
    """A card under all its complements, or under or over each: the argument is of it alone."""
    rules = GAMES["giza"]
    cards = deal(number, rules).cards
    shortage = certify(Block("set block", (ranks,)), Deal.of(cards, rules)).shortage
    assert shortage is not None
    mates = {one for one in cards if one.rank == 13 - Card.parse(card).rank}
    assert (shortage.kind, shortage.cards) == (kind, (Card.parse(card),))
    assert {*shortage.by} == mates
    assert len(shortage.others) == (3 if kind == "covers" else 0)


def test_an_argument_is_about_a_card_that_must_go() -> None:
    """Where columns may stay, cards that hold each other in them are no argument by themselves."""
    rules = Rules(
        rows=3, columns=(2, 3), total=7, suits=2, stock="bouquet", goal="pyramid", overlap=True
    )
    dealt = parse_deal("2C AC 7D 4C 5C 6C 3C AD 6D 5D 7C 4D 3D 2D", rules)
    block = next(find_blocks(dealt), None)
    assert block is not None and block.order == 3
    argument = certify(block, dealt)
    assert argument.aim is not None
    assert set(argument.aim) & argument.waits.keys() == {Card.parse("2C")}


def test_an_argument_of_too_many_positions_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standstill, "MOST_POSITIONS", 1000)
    block = Block("crossblock", ((1, 12), (3, 10)))
    with pytest.raises(LeftOpenError, match="the limit on positions was reached"):
        certify(block, deal(1, Rules(rows=9, passes=3, packs=2)))
