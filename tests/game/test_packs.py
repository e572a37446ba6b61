"""Decks of two packs: cards that come twice, in words, numbers and searches, and ten rows."""

import hashlib
from copy import copy, deepcopy
from decimal import Decimal
from pickle import dumps, loads
from typing import Any

import pytest
from pysol_cards.cards import CardRenderer, createCards
from pysol_cards.random import LCRandom31, MTRandom

from pyrtool import Limits, Lost, Position, RatingLimits, Unknown, Won, advise, rate
from pyrtool.answers.blocks.certificate import certify
from pyrtool.answers.blocks.find import find_blocks, unanswered_sets
from pyrtool.answers.plain_search import search
from pyrtool.answers.plan import plan_of
from pyrtool.answers.solve import replay, solve
from pyrtool.game.cards import RANKS, Card, CardError, RankCard, UnknownCard
from pyrtool.game.deals import Deal, DealError, deal
from pyrtool.game.deck import DeckError, as_packs
from pyrtool.game.games import Rules, RulesError, game
from pyrtool.notation import (
    AmbiguousMoveError,
    ReplayError,
    format_deal,
    format_diagram,
    format_moves,
    parse_moves,
    parse_position,
)
from pyrtool.notation.typed_moves import parse_typed
from pyrtool.records.reading import parse_record
from pyrtool.records.verification import check_record
from pyrtool.records.writing import blocks_record, solve_record
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.questions import solve_shard
from pyrtool.surveys.shards import ShardTask

from ..bruteforce.alone import Alone
from ..dealing import won
from ..oracle import Oracle

NAMES = ("double-pyramid", "two-pyramids", "up-and-down")
SEVEN = Card.parse("7S")
TURNED = "7D"


@pytest.mark.parametrize("tableau", ["pyramid 8", "triangle 8", "pyramid 7 + pyramid 3"])
def test_set_blocks_are_found_in_sets_of_sixteen_cards(tableau: str) -> None:
    rules = Rules(tableau=tableau, packs=2, total=5)
    opened, found = plan_of(rules).with_open_stock, 0
    for number in range(1, 31):
        dealt = deal(number, rules)
        blocks = list(find_blocks(dealt))
        lost = {ranks for ranks in rules.sets if Alone(dealt.cards, opened, [ranks]).is_lost()}
        assert {block.sets[0] for block in blocks} == lost
        for block in blocks:
            certify(block, dealt)
        found += any(block.kind == "set block" for block in blocks)
    assert found > 3
    assert unanswered_sets(rules) == ""
    rich = Rules(packs=2, ranks=6, tableau=tableau, pairs="A-2, 2-3, 3-3, 4-5, 6 alone")
    assert unanswered_sets(rich).startswith("for the set A-2-3, only simple blocks")


# Cards.


def test_twins() -> None:
    assert (SEVEN.twin.rank, SEVEN.twin.suit, str(SEVEN.twin)) == (7, 3, "7S")
    assert SEVEN.twin != SEVEN and SEVEN.twin.twin is SEVEN
    assert eval(repr(SEVEN.twin)) is SEVEN.twin
    assert as_packs([SEVEN.twin, None, SEVEN.twin]) == [SEVEN, None, SEVEN.twin]


NO_CARDS = (104, -1, 10**5000, True, 1.0, "7S", None, Decimal("NaN"), Decimal("sNaN"))


@pytest.mark.parametrize("wrong", NO_CARDS, ids=range(9))
def test_what_is_no_card_is_refused(wrong: Any) -> None:
    for make in (Card.of, Card, RankCard, UnknownCard):
        with pytest.raises(CardError, match=r"^card .*: must be 0 to 103$"):
            make(wrong)


def test_there_is_one_object_a_card() -> None:
    for card in (SEVEN, SEVEN.twin):
        alike = [Card(card), copy(card), deepcopy([card])[0], loads(dumps(card))]
        assert all(one is card for one in alike)
    alone = deepcopy(RankCard.parse("7"))
    assert (type(alone), str(alone)) == (RankCard, "7")


def test_the_deck_has_each_card_twice() -> None:
    rules = game("double-pyramid")
    assert len(rules.deck) == 104 and rules.of_a_rank == 8
    texts = [str(card) for card in rules.deck]
    assert texts == [str(card) for card in Card.ALL] * 2
    rules.check_deck([*Card.ALL, *Card.ALL])  # as text has them
    with pytest.raises(DeckError, match=r"card 105: AC appears more than twice, at 53 and 105"):
        rules.check_deck([*Card.ALL, *Card.ALL, Card.ALL[0]])
    with pytest.raises(DeckError, match=r"52 cards: the deck has 104; missing AC AD AH AS \.\."):
        rules.check_deck(Card.ALL)
    with pytest.raises(DeckError, match="card 53: AC appears twice, at 1 and 53"):
        Rules().check_deck([*Card.ALL, *Card.ALL])


def test_odd_suits_are_even_in_two_packs() -> None:
    assert Rules(rows=2, total=4, ranks=3, suits=1, packs=2).deck_size == 6


def test_like_discards_in_a_row_are_printed_one_by_one() -> None:
    rules = Rules(rows=1, packs=2, suits=1, total=3, stock="bouquet")
    for number in range(1, 13):
        start = Position.start(deal(number, rules))
        verdict = solve(start)
        if isinstance(verdict, Won):
            words = format_moves(verdict.moves, start)
            assert "*" not in words
            assert start.play_all(parse_moves(words, start)).is_won()


def test_golden_digest() -> None:
    lines = (format_deal(deal(number, "up-and-down").cards) for number in range(1, 501))
    digest = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    assert digest == "725631fc7d07c8b2de6fad05fe802646e231ff87ce2070bb80f19072e736c9c4"


@pytest.mark.parametrize("name", NAMES)
def test_pysolfc_deals_two_packs_from_the_end(name: str) -> None:
    """By pysol_cards, as the games' code deals: the tableau in its order, then the stock."""
    show = CardRenderer(True)
    for number, numbers in ((1, LCRandom31), (31_999, LCRandom31), (32_001, MTRandom)):
        deck = createCards(2)
        shuffle = numbers()
        shuffle.setSeed(number)
        dealt = [show.to_s(card) for card in reversed(shuffle.shuffle(deck))]
        found = format_deal(deal(number, game(name), "pysolfc").cards).split()
        assert found == [card.strip() for card in dealt], number
    with pytest.raises(DealError, match="freecell deals have 52 cards, the deck has 104"):
        deal(1, game(name), "freecell")


# Words.


def laid_out(begin: str, rules: Rules) -> Position:
    cards = [Card.parse(word) for word in begin.split()]
    rest = list(map(str, rules.deck))
    for card in cards:
        rest.remove(str(card))
    return Position.start(Deal.of([*cards, *map(Card.parse, rest)], rules))


def test_a_move_says_the_place_where_it_must() -> None:
    """Two sixes of clubs are exposed, which cover other cards."""
    rules = Rules(rows=3, total=13, packs=2)
    start = laid_out("6H KS 7C 6C 7C 6C 7D", rules)
    one, other = (move for move in start.legal_moves() if TURNED in str(move))
    assert (format_moves([one], start), format_moves([other], start)) == ("6C@3.1/7D", "6C@3.3/7D")
    assert parse_moves("6C@3.3/7D", start) == (other,) != (one,)
    with pytest.raises(ReplayError, match=r"move 1: 6C/7D: which\? 6C@3.1/7D or 6C@3.3/7D"):
        parse_moves("6C/7D", start)
    with pytest.raises(AmbiguousMoveError, match=r"6C/7D may be 6C@3.1/7D or 6C@3.3/7D: which"):
        parse_typed("6c7d", start)
    with pytest.raises(ReplayError, match=r"no card 6C@3\.2"):
        parse_moves("6C@3.2/7D", start)
    after = start.play(other)
    with pytest.raises(ReplayError, match="6C/7D: 7D is in the stock, not turned"):
        parse_moves("6C/7D", after)
    with pytest.raises(ReplayError, match="6C/6C"):
        parse_moves("6C/6C", start)


def test_a_move_needs_no_place_where_only_one_can_go() -> None:
    rules = Rules(rows=3, total=13, packs=2)
    start = laid_out("6C KS 2H 6C 7C 6H 7D", rules)
    (move,) = (m for m in start.legal_moves() if {"6C", "7D"} <= set(str(m).split("/")))
    assert format_moves([move], start) == "6C/7D"
    assert parse_moves("6C/7D", start) == (move,)
    assert start.play(move).where(start.tableau[0]) == "pyramid 1.1"  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
def test_wins_are_recorded_and_verified(name: str) -> None:
    rules = game(name)
    for number in (1, 3):
        dealt = deal(number, rules)
        verdict = solve(dealt, Limits(nodes=200_000))
        assert isinstance(verdict, Won)
        start = Position.start(dealt)
        assert start.play_all(verdict.moves).is_won()
        words = format_moves(verdict.moves, start)
        assert format_moves(parse_moves(words, start), start) == words
        record = solve_record(dealt, name, verdict)
        assert check_record(parse_record(record)).outcome == "holds"


@pytest.mark.parametrize(
    "rules",
    [
        Rules(rows=3, stock="bouquet", goal="pyramid", total=3, suits=1, packs=2),
        Rules(rows=3, total=5, suits=1, packs=2),
    ],
)
def test_simple_blocks_are_recorded_and_verified(rules: Rules) -> None:
    alike = simple = 0
    for number in (*range(1, 250), 425):
        dealt = deal(number, rules)
        found = list(find_blocks(dealt))
        arguments = [certify(one, dealt) for one in found]
        made = blocks_record(dealt, "pyramid", arguments)
        assert check_record(parse_record(made)).outcome == "holds"
        if not found or found[0].card is None:
            continue
        simple += 1
        alike += len(found) > len({repr(one) for one in made["blocks"]})
        verdict = Lost("simple block", 0, found[0])
        record = solve_record(dealt, "pyramid", verdict)
        assert check_record(parse_record(record)).outcome == "holds"
        record["block"]["covers"].append(record["block"]["card"])
        assert check_record(parse_record(record)).outcome == "fails"
    assert simple > 3 and alike


def test_a_deal_of_cards_is_given_its_packs() -> None:
    rules = game("two-pyramids")
    dealt = deal(2, rules)
    parsed = [Card.parse(str(card)) for card in dealt.cards]
    assert Deal.of(parsed, rules).cards == dealt.cards
    assert Position.start(Deal.of(parsed, rules)) == Position.start(dealt)
    one, other = (solve(Deal.of(c, rules), Limits(nodes=100_000)) for c in (dealt.cards, parsed))
    assert one == other and isinstance(one, Won)


# What is answered.


@pytest.mark.parametrize("name", NAMES)
def test_surveys(name: str) -> None:
    shard = solve_shard(ShardTask(Plan(game(name), limit_nodes=20_000), 1, 6))
    assert sum(shard.tally.counts.values()) == 6
    text = b"".join(bytes(deal(number, game(name)).cards) for number in range(1, 7))
    again = solve_shard(ShardTask(Plan(game(name), limit_nodes=20_000), 1, 6, text))
    assert again.packed == shard.packed


def test_what_is_not_asked_is_refused() -> None:
    rules = game("two-pyramids")
    cards = deal(1, rules).cards
    start = Position.start(Deal.of(cards, rules))
    assert not rate(start, None, RatingLimits(playouts=5)).exact
    assert {one.verdict for one in advise(start, Limits(nodes=300)).worths} <= {"won", "unknown"}
    with pytest.raises(RulesError, match="stock-waste auto: games of two packs"):
        solve(Deal.of(cards, Rules(pyramids=2, packs=2, stock_waste="auto")))
    many = Rules(rows=8, packs=2)
    with pytest.raises(RulesError, match=r"68 cards beside it: at most 63 .*: lay out more"):
        solve(Deal.of(many.deck, many))


@pytest.mark.parametrize(
    "wastes",
    [
        Rules(
            rows=9, packs=2, wastes=3, stock_top=False, stock_waste="no", waste_match=True, passes=3
        ),
        Rules(rows=9, packs=2, waste_ends="both", passes=3),
    ],
)  # fmt: skip
def test_two_packs_on_several_wastes_or_with_both_ends_are_won_or_left_open(wastes: Rules) -> None:
    dealt = deal(4, wastes)
    won = solve(dealt)
    assert isinstance(won, Won)
    assert replay(dealt, won.moves).is_won()
    assert solve(dealt) == won
    first = Position.start(dealt).play(won.moves[0])
    assert solve(first).is_won
    assert solve(dealt, Limits(nodes=20)) == Unknown("nodes", 20)
    assert search(Position.start(dealt), Limits(nodes=500)).answer != "lost"


def test_cards_are_read_as_they_are_written() -> None:
    for card in Card.EVERY:
        assert Card.parse(str(card)) == (card.twin if card.pack else card)
        assert Card.of_rank(card.rank, card.suit, card.pack) is card
        twin = card.twin
        assert (twin.rank, twin.suit, twin.pack) == (card.rank, card.suit, 1 - card.pack)
    assert [int(Card.parse(text)) for text in ("AC", "KS")] == [0, 51]
    assert [int(Card.parse(text).twin) for text in ("AC", "KS")] == [52, 103]
    assert [RankCard.parse(name).rank for name in RANKS] == list(range(1, 14))
    for wrong in ("14H", "20H", "13H", "010H", "1 0H"):
        with pytest.raises(CardError, match="is not a card"):
            Card.parse(wrong)


TEN = Rules(rows=10, packs=2, stock="bouquet")

SHORT: tuple[tuple[dict[str, Any], tuple[int, ...]], ...] = (
    ({"rows": 10, "total": 7}, (1, 2, 3, 4)),
    ({"rows": 10, "total": 7, "overlap": True}, (5, 6)),
    ({"rows": 10, "pairs": "same", "ranks": 7}, (1, 2, 3, 4, 5, 6)),
    ({"tableau": "triangle 10", "total": 7}, tuple(range(20))),
    ({"tableau": "triangle 10", "total": 7, "overlap": True}, tuple(range(20))),
)
"""Games of 56 cards, one of them beside the tableau, and deals; all but deal 6 are lost."""

STATES = 3_000


@pytest.mark.parametrize(("given", "numbers"), SHORT)
def test_verdicts_are_those_of_the_brute_force(
    given: dict[str, Any], numbers: tuple[int, ...]
) -> None:
    rules = Rules(packs=2, stock="bouquet", **given)
    assert rules.tableau_size == 55
    for number in numbers:
        dealt = deal(number, rules)
        won = Oracle(list(map(int, dealt.cards)), rules).shortest(STATES) is not None
        assert isinstance(solve(dealt), Won if won else Lost), number
        assert won == (number == 6 and rules.overlap and rules.tableau is None)


def test_a_deal_of_ten_rows_is_solved_written_and_verified() -> None:
    dealt = deal(1, TEN)
    start = Position.start(dealt)
    verdict = won(dealt)
    words = format_moves(verdict.moves, start)
    assert parse_moves("3S@10.10/TC", start)
    assert "QS@10.6/AC" in words
    assert start.play_all(parse_moves(words, start)).is_won()
    later = start.play_all(verdict.moves[:30])
    again = parse_position(format_diagram(later), TEN)
    assert format_diagram(again) == format_diagram(later)
    record = solve_record(dealt, "pyramid", verdict)
    assert check_record(parse_record(record)).outcome == "holds"


def test_an_open_stock_too_large_is_a_reserve_in_part() -> None:
    wide = Rules(rows=8, packs=2, stock="bouquet")
    with pytest.raises(RulesError, match=r"at most 63 can be solved: use reserve 5$"):
        plan_of(wide).check_searched()
    assert solve(deal(1, Rules(rows=8, packs=2, stock="bouquet", reserve=5))).is_won
