"""Blocks: found as a plain brute force finds them, argued by what really cannot be done."""

import json
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

import pytest

from pyrtool import Card, Discard, Lost, Position, parse_cards, solve
from pyrtool.answers.blocks import isolated_sets
from pyrtool.answers.blocks.block import Block, BlockError
from pyrtool.answers.blocks.certificate import (
    MOST_ARGUED,
    Certificate,
    Covers,
    Shortage,
    blocks,
    certify,
    knot,
)
from pyrtool.answers.blocks.check import check_block
from pyrtool.answers.blocks.find import find_block, find_blocks, stock_blocks
from pyrtool.answers.blocks.isolated_sets import Alone
from pyrtool.answers.blocks.wording import argue, argue_at_length, describe, format_certificate
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.build import block_finder
from pyrtool.answers.plan import plan_of
from pyrtool.base.limits import LeftOpenError, Limits
from pyrtool.game.deals import Deal, deal, dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.bulk import CODES
from pyrtool.notation import parse_deal, parse_position

from ..bruteforce.alone import Without, check_blocks, check_certificate
from ..bruteforce.games import cases
from ..dealing import NO_TOP, ONE_WAITS
from ..drawing import drawn_seed

REAL = [
    (replace(GAMES[name], rows=rows, overlap=overlap), deals)
    for name, rows, deals in (("bouquet", 7, 250), ("bouquet", 9, 60), ("giza", 7, 100))
    for overlap in (False, True)
]
SHARE = pytest.mark.parametrize(
    "share", [5, pytest.param(2, marks=pytest.mark.slow)], ids=["some deals", "many deals"]
)
"""One deal in this many is examined."""


@pytest.mark.draws
def test_blocks_of_small_open_deals_are_those_that_the_brute_force_finds() -> None:
    for case in islice(cases("open", drawn_seed()), 400):
        check_blocks(case.deal)


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, rules in GAMES.items()
        if rules.stock == "dealt" and plan_of(rules).sets_answer and plan_of(rules).is_plain
    ],
)
def test_the_order_of_a_real_stock_never_blocks_a_set(name: str) -> None:
    rules = GAMES[name]
    for number in range(1, 301):
        dealt = deal(number, rules)
        if find_block(dealt) is None:
            assert build.search(rules).load(bytes(dealt.cards))


# Certificates.


@SHARE
@pytest.mark.parametrize(("rules", "deals"), REAL, ids=str)
def test_certificates_of_real_deals(rules: Rules, deals: int, share: int) -> None:
    arguments = set()
    for number in range(1, deals // share**2 + 1):
        dealt = deal(number, rules)
        for block in find_blocks(dealt):
            certificate = certify(block, dealt)
            assert certificate == certify(block, dealt)
            if block.order <= 2:
                check_certificate(certificate, dealt.cards, rules)
            text = argue_at_length(certificate, rules)
            assert max(map(len, text.splitlines())) <= 80
            assert "  " not in text.replace("\n  ", "\n")[2:]
            shortage = certificate.shortage
            arguments.add((block.kind, shortage.kind if shortage else ""))
            record = format_certificate(certificate, rules)
            assert record["argument"] == argue(certificate, rules)
            assert json.loads(json.dumps(record)) == record
    assert len(arguments) > (2 if share == 1 else 0)


def test_a_set_block_in_words() -> None:
    assert describe(Block("set block", ((3, 10),)), GAMES["bouquet"]) == (
        "the threes and tens cannot all be discarded, even with every other card gone"
    )


def test_what_waits_from_the_start_has_one_sentence() -> None:
    """In a line, as on a page, and at length."""
    rules = GAMES["dozen"]
    start = parse_position(ONE_WAITS, rules)
    certificate = certify(Block("set block", ((6, 6),)), start)
    words = "No pair at all can be discarded: the 6S waits for the 6C, and lies on it."
    assert argue(certificate, rules) == words
    assert argue_at_length(certificate, rules).splitlines()[-1].strip() == words


# The checker.


def test_the_checker_refuses_what_does_not_hold() -> None:
    dealt = deal(12, "giza")
    block = find_block(dealt)
    assert block == Block("crossblock", ((4, 9), (5, 8)))
    assert check_block(block, dealt)
    simple = find_block(deal(1, "giza"))
    assert simple is not None and simple.card is not None
    for wrong in (
        replace(block, kind="set block"),
        replace(block, kind="count"),
        replace(block, sets=()),
        replace(block, sets=((4, 9),)),
        replace(block, sets=((4, 9), (4, 9))),
        replace(block, sets=((4, 9), (5, 8), (6, 7))),  # not the smallest
        replace(block, sets=((4, 9), (6, 7))),
        replace(block, sets=((4, 9), (1, 2))),
        replace(block, card=simple.card),
        Block("set block", ((4, 9),)),
        simple,
    ):
        assert not check_block(wrong, dealt), wrong
    dealt = deal(1, "giza")
    assert check_block(simple, dealt)
    assert check_block(Block("set block", simple.sets), dealt)
    for wrong in (
        replace(simple, covers=simple.covers[1:]),
        replace(simple, card=simple.covers[0]),
        replace(simple, card=dealt.cards[-1]),
        replace(simple, card=None),
        replace(simple, sets=((1, 12),)),
    ):
        assert not check_block(wrong, dealt), wrong


def test_a_count_is_checked() -> None:
    rules = GAMES["king-tut"]
    dealt = deal(2, rules)
    block = find_block(dealt)
    assert block == Block("count", ((3, 10),))
    assert check_block(block, dealt)
    assert isinstance(verdict := solve(dealt), Lost) and verdict.block == block
    for other in (replace(rules, goal="pyramid"), replace(rules, waste_pairs=True)):
        assert not check_block(block, replace(dealt, rules=other))
    assert not check_block(Block("count", ((1, 12),)), dealt)
    certificate = certify(block, dealt)
    assert argue(certificate, rules) == (
        "Five cards of the set 3-T are in the stock, where no two cards ever match, and only three "
        "in the tableau to match them."
    )
    assert len(certificate.held) == 5 and len(certificate.holding) == 3


@pytest.mark.parametrize(
    "matching",
    [{"waste_ends": "both"}, {"wastes": 2, "waste_match": True}, {"waste_pairs": True}],
    ids=str,
)
def test_no_count_holds_where_stock_cards_match(matching: dict[str, Any]) -> None:
    count = Block("count", ((3, 10),))
    assert check_block(count, deal(2, Rules(**NO_TOP)))
    assert not check_block(count, deal(2, Rules(**NO_TOP, **matching)))


# In bulk.


@lru_cache(maxsize=1)
def games() -> tuple[Rules, ...]:
    open_games = [GAMES[name] for name in ("bouquet", "giza", "giza6x4")]
    return (
        *open_games,
        *(replace(rules, overlap=True) for rules in open_games),
        *(rules for rules in GAMES.values() if plan_of(rules).sets_answer),
        *(replace(GAMES[name], overlap=True) for name in ("fourteen-out", "nestor")),
        *(GAMES[name] for name in ("nestor", "nestor-rectified")),
    )


def test_the_block_finder_names_the_blocks_that_are_found() -> None:
    seen = set()
    for rules in games():
        codes, rough = bytearray(160), bytearray(160)
        shuffle = dealer(1, "native", rules)
        block_finder(rules).deal_blocks(shuffle, 1, codes)
        block_finder(rules).deal_blocks(shuffle, 1, rough, exact=False)
        assert rough == codes.translate(bytes(3 if 3 < code != 9 else code for code in range(256)))
        for number, code in enumerate(codes, 1):
            block = find_block(deal(number, rules))
            name: str = "unblocked" if block is None else block.kind
            if name == "crossblock" and block is not None:
                name += f" of order {block.order}"
            assert CODES[code] == name
            seen.add(code)
    assert seen > set(range(10))


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("bouquet", [13341, 2119, 3690, 776, 71, 3, 0, 0]),
        ("giza", [7218, 2119, 4690, 2964, 1632, 860, 400, 117]),
    ],
)
def test_the_anatomy_of_native_deals_1_to_20000(name: str, counts: list[int]) -> None:
    rules = GAMES[name]
    codes = bytearray(20_000)
    block_finder(rules).deal_blocks(dealer(1, "native", rules), 1, codes)
    assert [codes.count(code) for code in range(8)] == counts


def test_a_partner_waits_where_what_lies_between_waits_for_the_same_card() -> None:
    low, between, top = (Card.parse(text) for text in ("4C", "5C", "9H"))
    rules, cards = Rules(overlap=True), (low, between, top)
    table = Covers(Alone(rules, cards, 3, 3, 1, (0b110, 0b100, 0), (-1, -1, -1), None))
    covered, waiting = knot(cards, None, rules, table)
    assert covered == {low: (top,)}
    assert waiting == {top: (low,)}


def test_a_limit_leaves_the_block_open() -> None:
    start = Position.start(deal(9))
    assert stock_blocks(start)[0].order == 3
    with pytest.raises(LeftOpenError, match="limit on nodes"):
        stock_blocks(start, Limits(nodes=1))


KEYS = """\
8D 9D AD 2C 5D 4C 6C 3D 3C 7C 8C 2D 6D 9C AC 5C 4D 7D
6D 4C 7C 9C 2C 7D 4D AD 5C AC 9D 6C 8C 5D 3C 2D 8D 3D
7C JC 9C 8C 2C 9D 2D 4D 3D 8D 3C 5D AC 7D 5C TC 6C 4C TD 6D JD AD
"""


@pytest.mark.parametrize("cards", KEYS.splitlines())
def test_without_a_key_the_other_pyramid_cards_of_a_stock_block_can_go(cards: str) -> None:
    total = 9 if len(cards.split()) == 18 else 11
    rules = Rules(rows=4, suits=2, total=total, goal="pyramid", stock_waste="no")
    dealt = Deal.of(parse_cards(cards.split()), rules)
    (found,) = blocks(dealt)
    assert found.block.order > MOST_ARGUED
    inside = [place for place in range(10) if dealt.cards[place] in found.alone]
    without = {place: Without(dealt.cards, rules, found.block.sets, place) for place in inside}
    assert found.keys == tuple(dealt.cards[p] for p, game in without.items() if not game.is_lost())
    words = argue_at_length(found, rules)
    assert f"All depends on the {found.keys[0]}" in words and "any of them" in words


@pytest.mark.parametrize("name", ["bouquet", "giza", "day", "treize", "cheops", "two-pyramids"])
def test_rules_without_stock_blocks_name_none(name: str) -> None:
    assert plan_of(GAMES[name]).played_alone is None
    assert not stock_blocks(Position.start(deal(1, GAMES[name])))


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


def test_a_knot_without_what_covers_its_cards_explains_nothing() -> None:
    with pytest.raises(BlockError, match="the certificate is without its argument"):
        Certificate(SET, wanting={C: NINES[:1]})


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
    dealt = deal(number, "giza")
    shortage = certify(Block("set block", (ranks,)), dealt).shortage
    assert shortage is not None
    mates = {one for one in dealt.cards if one.rank == 13 - Card.parse(card).rank}
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
    monkeypatch.setattr(isolated_sets, "MOST_POSITIONS", 1000)
    block = Block("crossblock", ((1, 12), (3, 10)))
    with pytest.raises(LeftOpenError, match="the limit on positions was reached"):
        certify(block, deal(1, Rules(rows=9, passes=3, packs=2)))
