"""Decks of two packs: cards that come twice, in words, numbers and searches, these against the
brute force with every prune off in turn."""

from __future__ import annotations

import hashlib
import random
from copy import copy, deepcopy
from itertools import combinations
from pickle import dumps, loads
from typing import Any

import pytest
from pysol_cards.cards import CardRenderer, createCards
from pysol_cards.random import LCRandom31, MTRandom

from pyrtool.answers import soundness
from pyrtool.answers.advice import advise
from pyrtool.answers.best.best import best
from pyrtool.answers.blocks import certify, check_block, find_blocks
from pyrtool.answers.blocks.find import unanswered_sets
from pyrtool.answers.kernels.positions import loaded
from pyrtool.answers.rating import RatingLimits, rate
from pyrtool.answers.second_opinion import search
from pyrtool.answers.second_opinion import search as plain_search
from pyrtool.answers.solve import Limits, Lost, Unknown, Won, replay, shortest, solve
from pyrtool.game.cards import Card, CardError, RankCard, UnknownCard
from pyrtool.game.deals import Deal, DealError, deal
from pyrtool.game.deck import DeckError, as_packs
from pyrtool.game.games import Rules, RulesError, game
from pyrtool.game.layout import Layout
from pyrtool.game.position import Position
from pyrtool.kernel.verdict.any_pairs.losing import GENERAL_PRUNES
from pyrtool.notation import (
    AmbiguousMoveError,
    NotationError,
    ReplayError,
    format_deal,
    format_diagram,
    format_moves,
    format_position,
    parse_deal,
    parse_moves,
    parse_position,
)
from pyrtool.notation.typed_moves import parse_typed
from pyrtool.records import blocks_record, check_record, parse_record, solve_record
from pyrtool.surveys import Plan
from pyrtool.surveys.questions import solve_shard
from pyrtool.surveys.shard import Task

from ..dealing import judged
from ..oracle import Judge, TooManyStates
from ..packs import drawn

NAMES = ("double-pyramid", "two-pyramids", "up-and-down")
SMALL = Rules(rows=2, total=3, suits=1, packs=2)
SEVEN = Card.parse("7S")
TURNED = "7D"


def check_verdict(seed: int) -> None:
    rules, oracle, won = judged(drawn, seed)
    cards = tuple(map(Card.of, oracle.cards))
    verdict = solve(Deal.of(cards, rules))
    assert isinstance(verdict, Won if won else Lost), rules
    if soundness.is_plain(rules):
        assert plain_search(Deal.of(cards, rules)).answer == ("won" if won else "lost")
    for block in find_blocks(Deal.of(cards, rules)):
        assert not won, rules
        assert check_block(block, Deal.of(cards, rules))
        certify(block, Deal.of(cards, rules))


def can_go(cards: tuple[Card, ...], rules: Rules, ranks: tuple[int, ...]) -> bool:
    """Whether a set can go with every other card gone and the stock open, by trying all lines."""
    above = Layout.of(rules).above
    chosen = [i for i, card in enumerate(cards) if card.rank in ranks]
    on_it = {i: above[i] if i < len(above) else 0 for i in chosen}
    seen, now = set(), [sum(1 << i for i in chosen)]
    while now:
        left = now.pop()
        if not left:
            return True
        free = [i for i in chosen if left >> i & 1 and not on_it[i] & left]
        for i, j in combinations(free, 2):
            after = left & ~(1 << i | 1 << j)
            if rules.go_together(cards[i].rank, cards[j].rank) and after not in seen:
                seen.add(after)
                now.append(after)
    return False


@pytest.mark.parametrize("tableau", ["pyramid 8", "triangle 8", "pyramid 7 + pyramid 3"])
def test_set_blocks_are_found_in_sets_of_sixteen_cards(tableau: str) -> None:
    rules = Rules(tableau=tableau, packs=2, total=5)
    found = 0
    for number in range(1, 41):
        cards = deal(number, rules).cards
        blocks = list(find_blocks(Deal.of(cards, rules)))
        lost = {ranks for ranks in rules.sets if not can_go(cards, rules, ranks)}
        assert {block.sets[0] for block in blocks} == lost
        for block in blocks:
            certify(block, Deal.of(cards, rules))
        found += any(block.kind == "set block" for block in blocks)
    assert found > 3
    assert unanswered_sets(rules) == ""
    rich = Rules(packs=2, ranks=6, tableau=tableau, pairs="A-2, 2-3, 3-3, 4-5, 6 alone")
    assert unanswered_sets(rich).startswith("for the set A-2-3, only simple blocks")


def without(seed: int, names: frozenset[str]) -> None:
    rules, oracle, won = judged(drawn, seed)
    if soundness.is_plain(rules):
        kernel, _ = loaded(Position.start(Deal.of(tuple(map(Card.of, oracle.cards)), rules)), names)
        assert kernel.search(10**9) == ("won" if won else "lost"), rules


@pytest.mark.parametrize("seed", range(100))
def test_verdicts_are_those_of_the_brute_force(seed: int) -> None:
    check_verdict(seed)


@pytest.mark.parametrize("names", [*((name,) for name in GENERAL_PRUNES), tuple(GENERAL_PRUNES)])
def test_every_prune_is_sound(names: tuple[str, ...]) -> None:
    for seed in range(100):
        without(seed, frozenset(names))


@pytest.mark.slow
def test_many_verdicts_are_those_of_the_brute_force() -> None:
    for seed in range(100, 850):
        check_verdict(seed)
        for name in GENERAL_PRUNES:
            without(seed, frozenset({name}))


@pytest.mark.parametrize("seed", range(15))
def test_positions_in_play_are_judged_and_read_back(seed: int) -> None:
    rules, oracle, _ = judged(drawn, seed)
    chance = random.Random(seed)
    try:
        judge = Judge(oracle.cards, rules, 20_000)
    except TooManyStates:
        return
    position = Position.start(Deal.of(tuple(map(Card.of, oracle.cards)), rules))
    for _ in range(12):
        moves = list(position.legal_moves())
        if not moves or position.is_won():
            break
        for move in moves:
            word = format_moves([move], position)
            (read,) = parse_moves(word, position)
            if "bouquet" not in map(position.where, getattr(move, "cards", ())):
                assert read == move, word  # in a bouquet it does not matter which of two goes
            assert format_moves([read], position) == word
        position = position.play(chance.choice(moves))
        position.check_played()
        assert isinstance(solve(position), Won) == judge(position), (rules, position)
        for text in (format_diagram(position), format_position(position)):
            again = parse_position(text, rules)
            assert (format_diagram(again), again.cards_left()) == (
                format_diagram(position),
                position.cards_left(),
            )
            assert isinstance(solve(again), Won) == judge(position)


# Cards.


def test_twins() -> None:
    assert (SEVEN.twin.rank, SEVEN.twin.suit, str(SEVEN.twin)) == (7, 3, "7S")
    assert SEVEN.twin != SEVEN and SEVEN.twin.twin is SEVEN
    assert eval(repr(SEVEN.twin)) is SEVEN.twin
    assert as_packs([SEVEN.twin, None, SEVEN.twin]) == [SEVEN, None, SEVEN.twin]


@pytest.mark.parametrize("wrong", [160, -1, 10**5000, True, 1.0, "7S", None], ids=range(7))
def test_what_is_no_card_is_refused(wrong: Any) -> None:
    for make in (Card.of, Card, RankCard, UnknownCard):
        with pytest.raises(CardError, match="must be 0 to 159"):
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


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"packs": 3}, "packs 3: must be 1 to 2"),
        ({"packs": True}, "packs True: must be 1 to 2"),
        ({"packs": 2, "stock": "none"}, "76 cards are left over"),
        ({"rows": 9, "pyramids": 3, "packs": 2}, "needs 135 cards, the deck has 104"),
    ],
)
def test_decks_that_cannot_be_are_refused(given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        Rules(**given)


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


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_written_and_read(name: str) -> None:
    rules = game(name)
    assert Rules.from_dict(rules.to_dict()) == rules
    assert (rules.packs, rules.passes, rules.deck_size) == (2, 3, 104)
    before = {k: v for k, v in Rules().to_dict().items() if k != "packs"}
    assert Rules.from_dict(before) == Rules()  # as records had them before there were packs


# Numberings.


def test_native_deals_of_two_packs_are_those_of_the_docs() -> None:
    from ..numberings import native_of_the_docs

    names = [str(card) for card in Card.ALL] * 2
    for number in (0, 1, 12345, 2**64 - 1):
        dealt = deal(number, game("double-pyramid"))
        assert format_deal(dealt.cards).split() == native_of_the_docs()(number, names)


def test_golden_digest() -> None:
    rules = game("up-and-down")
    lines = (format_deal(deal(number, rules).cards) for number in range(1, 501))
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


@pytest.mark.parametrize("name", NAMES)
def test_deals_are_written_and_read(name: str) -> None:
    rules = game(name)
    dealt = deal(7, rules)
    read = parse_deal(format_deal(dealt.cards), rules)
    assert read.cards == dealt.cards
    start = Position.start(dealt)
    assert parse_position(format_diagram(start), rules) == start
    assert parse_position(format_position(start), rules) == start
    with pytest.raises(NotationError, match="more than twice"):
        parse_position(
            format_diagram(start).replace(str(dealt.cards[0]), str(dealt.cards[1])), rules
        )


def laid_out(begin: str, rules: Rules) -> Position:
    """The table of the deal that begins so."""
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
    assert (format_moves([one], start), format_moves([other], start)) == (
        "6C@3.1/7D",
        "6C@3.3/7D",
    )
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
    cards = deal(2, rules).cards
    parsed = [Card.parse(str(card)) for card in cards]
    assert Deal.of(parsed, rules).cards == cards
    assert Position.start(Deal.of(parsed, rules)) == Position.start(Deal.of(cards, rules))
    one, other = (solve(Deal.of(c, rules), Limits(nodes=100_000)) for c in (cards, parsed))
    assert one == other and isinstance(one, Won)


# What is answered.


@pytest.mark.parametrize("seed", range(12))
def test_shortest_and_best_lines_are_those_of_the_brute_force(seed: int) -> None:
    rules, oracle, won = judged(drawn, seed)
    cards = tuple(map(Card.of, oracle.cards))
    line = shortest(Deal.of(cards, rules), Limits(nodes=100_000))
    if won and not isinstance(line, Unknown):
        assert isinstance(line, Won) and len(line.moves) == oracle.shortest(8_000)
    left = best(Deal.of(cards, rules), "all", limits=Limits(nodes=100_000))
    try:
        fewest = oracle.answer(20_000).best_all
    except TooManyStates:
        return
    if left.proved:
        assert (left.position.cards_left(), left.position.pyramid_left()) == fewest


def test_advice() -> None:
    rules = game("two-pyramids")
    start = Position.start(deal(1, rules))
    advice = advise(start, Limits(nodes=5_000))
    assert {one.verdict for one in advice.worths} <= {"won", "unknown"}


def test_limits_give_unknown() -> None:
    rules = game("double-pyramid")
    cards = deal(1, rules).cards
    assert solve(Deal.of(cards, rules), Limits(nodes=50)) == Unknown("nodes", 50)


@pytest.mark.parametrize("name", NAMES)
def test_surveys(name: str) -> None:
    shard = solve_shard(Task(Plan(game(name), limit_nodes=20_000), 1, 6))
    assert sum(shard.tally.counts.values()) == 6
    text = b"".join(bytes(deal(number, game(name)).cards) for number in range(1, 7))
    assert (
        solve_shard(Task(Plan(game(name), limit_nodes=20_000), 1, 6, text)).packed == shard.packed
    )


def test_what_is_not_asked_is_refused() -> None:
    rules = game("two-pyramids")
    cards = deal(1, rules).cards
    start = Position.start(Deal.of(cards, rules))
    limits = Limits(nodes=300)
    assert isinstance(shortest(Deal.of(cards, rules), limits), Won | Unknown)
    assert not rate(Deal.of(cards, rules), None, RatingLimits(playouts=5)).exact
    most = best(Deal.of(cards, rules), "all", limits)
    assert start.play_all(most.moves) == most.position
    assert {one.verdict for one in advise(start, limits).worths} <= {"won", "unknown"}
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
    cards = deal(4, wastes).cards
    won = solve(Deal.of(cards, wastes))
    assert isinstance(won, Won)
    assert replay(Deal.of(cards, wastes), won.moves).is_won()
    assert solve(Deal.of(cards, wastes)) == won
    first = Position.start(Deal.of(cards, wastes)).play(won.moves[0])
    assert isinstance(solve(first), Won)
    assert solve(Deal.of(cards, wastes), Limits(nodes=20)) == Unknown("nodes", 20)
    assert search(Position.start(Deal.of(cards, wastes)), Limits(nodes=500)).answer != "lost"
