"""Blocks: found as a plain brute force finds them, argued by what really cannot be done."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

import pytest

from pyrtool.answers.blocks import isolated_sets
from pyrtool.answers.blocks.block import Block, BlockError
from pyrtool.answers.blocks.certificate import Certificate, Covers, Shortage, certify, knot
from pyrtool.answers.blocks.check import check_block
from pyrtool.answers.blocks.find import find_block, find_blocks, stock_blocks
from pyrtool.answers.blocks.isolated_sets import left_of, stand_still
from pyrtool.answers.blocks.wording import (
    argue,
    argue_at_length,
    describe,
    format_certificate,
    title,
)
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.build import block_finder, search_of_sets
from pyrtool.answers.solve import solve
from pyrtool.answers.soundness import is_plain, played_alone, sets_answer
from pyrtool.answers.verdicts import Lost
from pyrtool.base.limits import LeftOpenError, Limits
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal, dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Discard, Position
from pyrtool.kernel.bulk import CODES
from pyrtool.notation import parse_deal, parse_position

from ..dealing import (
    ONE_WAITS,
    OPEN_TABLEAUX,
    SHORT_DECKS,
    legal,
    quick_and_slow,
    random_rules,
    shuffled,
)
from ..oracle import Oracle

SMALL = [
    rules
    for tableau in [*OPEN_TABLEAUX, {"rows": 5, "stock": "bouquet"}, {"rows": 1, "columns": (3, 5)}]
    for deck in (*SHORT_DECKS, {"total": 9, "suits": 2})
    for overlap in (False, True)
    if (rules := legal({"stock": "bouquet"}, tableau, deck, {"overlap": overlap})) is not None
]
PYRAMID_ONLY = [replace(rules, goal="pyramid") for rules in SMALL if rules.columns is not None] + [
    replace(GAMES["giza"], goal="pyramid")
]
REAL = [
    (replace(GAMES[name], rows=rows, overlap=overlap), deals)
    for name, rows, deals in (("bouquet", 7, 250), ("bouquet", 9, 60), ("giza", 7, 100))
    for overlap in (False, True)
]
SHARE = pytest.mark.parametrize(
    "share", [5, pytest.param(1, marks=pytest.mark.slow)], ids=["some deals", "all deals"]
)
"""One deal in this many is examined."""


class Plain:
    """Every line of some sets' cards alone, with the covers of the tests' own tableau.

    Per position: the fewest cards that must go and are left in the end; the cards that can go.
    """

    def __init__(
        self, cards: Sequence[Card], rules: Rules, sets: Sequence[tuple[int, ...]]
    ) -> None:
        geometry = Oracle(cards, rules)
        above: list[int] = []
        for on_it in reversed(geometry.direct):
            place = geometry.size - 1 - len(above)
            mask = 0
            for i in on_it:
                mask |= 1 << i | above[geometry.size - 1 - i]
            above.append(mask)
            assert mask >> place & 1 == 0
        self.above = above[::-1] + [0] * (len(cards) - geometry.size)
        self.direct = geometry.direct + [[] for _ in range(len(cards) - geometry.size)]
        self.cards, self.rules = cards, rules
        ranks = {rank for pair in sets for rank in pair}
        self.start = sum(1 << i for i, card in enumerate(cards) if card.rank in ranks)
        self.must = self.start
        if rules.goal == "pyramid" and rules.columns is not None:
            self.must &= geometry.pyramid
        self.best: dict[int, tuple[int, int]] = {}

    @cached_property
    def mates(self) -> list[tuple[int, int, int, int]]:
        """Places of the sets' cards that go together, (lower, upper), with the cards on each; on
        the lower one without the upper, where that is no cover of it as they go."""
        found = []
        places = [i for i in range(len(self.cards)) if self.start >> i & 1]
        for i, j in combinations(places, 2):
            if self.rules.mates[self.cards[i].rank] == self.cards[j].rank:
                overlaps = self.rules.overlap and j in self.direct[i]
                on_i = self.above[i] & ~(1 << j) if overlaps else self.above[i]
                found.append((i, j, on_i, self.above[j]))
        return found

    def pairs(self, left: int) -> list[tuple[int, int]]:
        return [
            (i, j)
            for i, j, on_i, on_j in self.mates
            if left >> i & left >> j & 1 and not left & on_i and not left & on_j
        ]

    def search(self, left: int) -> tuple[int, int]:
        if left not in self.best:
            fewest, gone = (left & self.must).bit_count(), 0
            for i, j in self.pairs(left):
                then, others = self.search(left & ~(1 << i | 1 << j))
                fewest, gone = min(fewest, then), gone | others | 1 << i | 1 << j
            self.best[left] = fewest, gone
        return self.best[left]

    def is_lost(self) -> bool:
        return self.search(self.start)[0] > 0


def simple_places(cards: Sequence[Card], rules: Rules) -> list[int]:
    """The places of cards covered by all complements, none of which may go with it."""
    plain = Plain(cards, rules, rules.sets)
    found = []
    for i, card in enumerate(cards):
        mates = [j for j, c in enumerate(cards) if rules.mates[c.rank] == card.rank]
        if rules.mates[card.rank] == card.rank or not mates or not plain.must >> i & 1:
            continue
        overlaps = rules.overlap and set(mates) & set(plain.direct[i])
        if all(plain.above[i] >> j & 1 for j in mates) and not overlaps:
            found.append(i)
    return found


def expected_blocks(cards: Sequence[Card], rules: Rules) -> list[tuple[str, object]]:
    simple = [cards[i] for i in simple_places(cards, rules)]
    ranks = {card.rank for card in simple} | {rules.mates[card.rank] for card in simple}
    for order in range(1, len(rules.sets) + 1):
        choices = [c for c in combinations(rules.sets, order) if Plain(cards, rules, c).is_lost()]
        if order == 1:
            found: list[tuple[str, object]] = [("simple block", card) for card in simple]
            found += [("set block", c) for c in choices if c[0][0] not in ranks]
        else:
            found = [("crossblock", c) for c in choices]
        if found:
            return found
    return []


def names_of(block: Block) -> tuple[str, object]:
    return block.kind, block.card if block.kind == "simple block" else block.sets


@pytest.mark.parametrize(
    ("rules", "share"), quick_and_slow([*SMALL, *PYRAMID_ONLY[:-1]], 5, 1), ids=str
)
def test_small_deals_have_the_blocks_that_the_brute_force_finds(rules: Rules, share: int) -> None:
    for seed in range(0, seeds(rules), share):
        cards = shuffled(rules, seed)
        found = list(find_blocks(Deal.of(cards, rules)))
        assert list(map(names_of, found)) == expected_blocks(cards, rules), " ".join(
            map(str, cards)
        )
        assert find_block(Deal.of(cards, rules)) == (found[0] if found else None)
        for block in found:
            assert check_block(block, Deal.of(cards, rules))


def seeds(rules: Rules) -> int:
    """How many deals of these rules: few where the brute force takes long."""
    return 300 if rules.deck_size < 14 else 50


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, rules in GAMES.items()
        if rules.stock == "dealt" and sets_answer(rules) and is_plain(rules)
    ],
)
def test_the_order_of_a_real_stock_never_blocks_a_set(name: str) -> None:
    rules = GAMES[name]
    for number in range(1, 301):
        cards = deal(number, rules).cards
        if find_block(Deal.of(cards, rules)) is None:
            assert build.search(rules).load(bytes(cards))


# Certificates.


def check_certificate(certificate: Certificate, cards: Sequence[Card], rules: Rules) -> None:
    """The line is legal and no other is longer, the stuck cards are, and the knot is one."""
    block = certificate.block
    plain = Plain(cards, rules, block.sets)
    fewest, gone = plain.search(plain.start)
    places = {card: i for i, card in enumerate(cards)}
    chosen = {card for card in cards if plain.start >> places[card] & 1}
    can_go = {card for card in chosen if gone >> places[card] & 1}
    assert certificate.waits.keys() <= chosen
    if block.kind == "simple block":
        assert certificate.stuck == (block.card,) and block.card not in can_go
        return
    assert set(certificate.stuck) == chosen - can_go
    left = plain.start
    for a, b in certificate.played:
        pair = places[a], places[b]
        assert pair in plain.pairs(left) or pair[::-1] in plain.pairs(left)
        left &= ~(1 << pair[0] | 1 << pair[1])
    assert [places[card] for card in certificate.left] == [i for i in range(52) if left >> i & 1]
    assert (left & plain.must).bit_count() == fewest > 0
    assert plain.pairs(left) == []
    held, holding = set(certificate.held), set(certificate.holding)
    assert held and not held & holding and held | holding <= chosen
    shortage = certificate.shortage
    if shortage is not None:
        assert block.kind == "set block" and shortage.needed > len(shortage.others)
        if shortage.kind == "covers":
            assert held <= set(certificate.stuck)
        return
    for card, on_it in certificate.covered.items():
        assert on_it and all(plain.above[places[card]] >> places[c] & 1 for c in on_it)
    for card, mates in certificate.wanting.items():
        assert not plain.above[places[card]] & left
        assert set(mates) == {c for c in certificate.left if c.rank == rules.mates[card.rank]} - {
            card
        }
        assert set(mates) <= certificate.covered.keys()
    # Those that lie on others leave it only by going, and each waits for one that is held.
    assert {c for on_it in certificate.covered.values() for c in on_it} <= set(certificate.wanting)


@pytest.mark.parametrize(
    ("rules", "share"), quick_and_slow([*SMALL[::3], *PYRAMID_ONLY], 5, 1), ids=str
)
def test_certificates_of_small_deals(rules: Rules, share: int) -> None:
    real = rules.deck_size == 52
    for seed in range(0, 12 if real else 120, share):
        cards = shuffled(rules, seed)
        for block in find_blocks(Deal.of(cards, rules)):
            if real and block.order > 1:
                continue
            certificate = certify(block, Deal.of(cards, rules))
            check_certificate(certificate, cards, rules)
            assert max(map(len, argue_at_length(certificate, rules).splitlines())) <= 80


@SHARE
@pytest.mark.parametrize(("rules", "deals"), REAL, ids=str)
def test_certificates_of_real_deals(rules: Rules, deals: int, share: int) -> None:
    arguments = set()
    for number in range(1, deals // share**2 + 1):
        cards = deal(number, rules).cards
        for block in find_blocks(Deal.of(cards, rules)):
            certificate = certify(block, Deal.of(cards, rules))
            assert certificate == certify(block, Deal.of(cards, rules))
            if block.order <= 2:
                check_certificate(certificate, cards, rules)
            text = argue_at_length(certificate, rules)
            assert max(map(len, text.splitlines())) <= 80
            assert "  " not in text.replace("\n  ", "\n")[2:]
            shortage = certificate.shortage
            arguments.add((block.kind, shortage.kind if shortage else ""))
            record = format_certificate(certificate, rules)
            assert record["argument"] == argue(certificate, rules)
            assert json.loads(json.dumps(record)) == record
    assert len(arguments) > (2 if share == 1 else 0)


def test_the_article_s_words() -> None:
    rules = GAMES["bouquet"]
    cards = deal(4, rules).cards
    block = find_block(Deal.of(cards, rules))
    assert block == Block("set block", ((3, 10),))
    assert title(block, rules) == "set block 3-T"
    assert describe(block, rules) == (
        "the set 3-T cannot be discarded even with every other card gone"
    )
    certificate = certify(block, Deal.of(cards, rules))
    assert argue(certificate, rules) == (
        "The TD and TC are covered by three of the threes, and only two tens are left to match "
        "them."
    )
    assert list(map(str, certificate.held)) == ["TD", "TC"]
    assert list(map(str, certificate.holding)) == ["3H", "3C", "3D"]


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
    rules = GAMES["giza"]
    cards = deal(12, rules).cards
    block = find_block(Deal.of(cards, rules))
    assert block == Block("crossblock", ((4, 9), (5, 8)))
    assert check_block(block, Deal.of(cards, rules))
    simple = find_block(deal(1, rules))
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
        assert not check_block(wrong, Deal.of(cards, rules)), wrong
    cards = deal(1, rules).cards
    assert check_block(simple, Deal.of(cards, rules))
    assert check_block(Block("set block", simple.sets), Deal.of(cards, rules))
    for wrong in (
        replace(simple, covers=simple.covers[1:]),
        replace(simple, card=simple.covers[0]),
        replace(simple, card=cards[-1]),
        replace(simple, card=None),
        replace(simple, sets=((1, 12),)),
    ):
        assert not check_block(wrong, Deal.of(cards, rules)), wrong


def test_a_count_is_checked() -> None:
    rules = GAMES["king-tut"]
    cards = deal(2, rules).cards
    block = find_block(Deal.of(cards, rules))
    assert block == Block("count", ((3, 10),))
    assert check_block(block, Deal.of(cards, rules))
    assert isinstance(verdict := solve(Deal.of(cards, rules)), Lost) and verdict.block == block
    assert not check_block(block, Deal.of(cards, replace(rules, goal="pyramid")))
    assert not check_block(block, Deal.of(cards, replace(rules, waste_pairs=True)))
    assert not check_block(Block("count", ((1, 12),)), Deal.of(cards, rules))
    certificate = certify(block, Deal.of(cards, rules))
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
    rules = Rules(stock_top=False, stock_waste="no", **matching)
    cards = deal(2, rules).cards
    count = Block("count", ((3, 10),))
    assert check_block(count, Deal.of(cards, Rules(stock_top=False, stock_waste="no")))
    assert not check_block(count, Deal.of(cards, rules))


# In bulk.


@lru_cache(maxsize=1)
def games() -> tuple[Rules, ...]:
    open_games = [GAMES[name] for name in ("bouquet", "giza", "giza6x4")]
    return (
        *open_games,
        *(replace(rules, overlap=True) for rules in open_games),
        *filter(sets_answer, GAMES.values()),
        *(replace(GAMES[name], overlap=True) for name in ("fourteen-out", "nestor")),
        *(GAMES[name] for name in ("nestor", "nestor-rectified")),
    )


def test_the_block_finder_names_the_blocks_that_are_found() -> None:
    seen = set()
    for rules in games():
        codes, rough = bytearray(400), bytearray(400)
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


@pytest.mark.slow
def test_sets_are_searched_as_their_lines_are_played_where_columns_may_stay() -> None:
    chance = random.Random(5)
    blocked = asked = 0
    for _ in range(250):
        rules = random_rules(
            chance,
            rows=chance.choice((3, 4)),
            pyramids=1,
            columns=(2, chance.choice((2, 3))),
            reserve=0,
            stock=chance.choice(("dealt", "bouquet")),
            goal="pyramid",
            total=chance.choice((6, 7, 8, 9)),
            suits=4,
        )
        cards = shuffled(rules, chance.randrange(2**32))
        kernel = search_of_sets(rules)
        for choice in combinations(range(len(rules.sets)), chance.choice((1, 2))):
            sets = tuple(rules.sets[s] for s in choice)
            kernel.load_sets(bytes(cards), b"\1" * len(cards), sum(1 << s for s in choice))
            lost = kernel.search(10**6) == "lost"
            assert (
                lost
                != stand_still(left_of(Deal.of(cards, rules)), sets, stop_when_cleared=True).cleared
            )
            blocked += lost
            asked += 1
    assert blocked >= 3
    assert asked > 500


def test_a_partner_waits_where_what_lies_between_waits_for_the_same_card() -> None:
    low, between, top = (Card.parse(text) for text in ("4C", "5C", "9H"))
    table = Covers([low, between, top], above=(0b110, 0b100, 0), may_go=(-1, -1, -1))
    covered, waiting = knot([low, between, top], None, Rules(overlap=True), table)
    assert covered == {low: (top,)}
    assert waiting == {top: (low,)}


def test_a_limit_leaves_the_block_open() -> None:
    start = Position.start(deal(9))
    assert stock_blocks(start)[0].order == 3
    with pytest.raises(LeftOpenError, match="limit on nodes"):
        stock_blocks(start, Limits(nodes=1))


@pytest.mark.parametrize("name", ["bouquet", "giza", "day", "treize", "cheops", "two-pyramids"])
def test_rules_without_stock_blocks_name_none(name: str) -> None:
    assert played_alone(GAMES[name]) is None
    assert not stock_blocks(Position.start(deal(1, GAMES[name])))


GIZA = replace(GAMES["giza"], overlap=True)
OPEN = Rules(rows=5, total=7, suits=3, stock="bouquet", overlap=True)


class Lying:
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


def shortages(rules: Rules, last: int) -> Iterator[tuple[Lying, tuple[Card, ...], Shortage]]:
    """Every shortage of the set blocks of some deals."""
    for number in range(1, last + 1):
        cards = deal(number, rules).cards
        for block in find_blocks(Deal.of(cards, rules)):
            if block.kind == "set block":
                shortage = certify(block, Deal.of(cards, rules)).shortage
                if shortage is not None:
                    yield Lying(cards, rules), cards, shortage


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
    monkeypatch.setattr(isolated_sets, "MOST_POSITIONS", 1000)
    block = Block("crossblock", ((1, 12), (3, 10)))
    with pytest.raises(LeftOpenError, match="the limit on positions was reached"):
        certify(block, deal(1, Rules(rows=9, passes=3, packs=2)))
