"""The referee, by hand: every rule's subtle points on tables of a few cards."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pickle import dumps, loads

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrtool.base.errors import PyrtoolError
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.discards import fitting, why_no_pair
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.layout import Layout
from pyrtool.game.position import DealStock, Discard, IllegalMoveError, Move, Position, Redeal
from pyrtool.game.unknown_cards import PositionError
from pyrtool.notation import parse_position

from ..playouts import lines_of_play

DEAL, REDEAL = DealStock(), Redeal()
SINGLY = Rules(rows=2)
THREES = replace(GAMES["tut"], rows=2, overlap=False)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def discard(text: str) -> Discard:
    return Discard(tuple(map(Card.parse, text.split("/"))))


def table(
    rules: Rules, tableau: str = "", stock: str = "", turned: str = "", waste: str = ""
) -> Position:
    """A position; in the tableau ``--`` is a card that is gone, and so is what is left out."""
    laid = [None if word == "--" else Card.parse(word) for word in tableau.split()]
    layout = Layout.of(rules)
    laid += [None] * (len(layout.places) - len(laid))
    return Position(
        rules,
        layout,
        tuple(laid),
        stock=cards(stock),
        turned=Card.parse(turned) if turned else None,
        waste=cards(waste),
    )


def refused(position: Position, move: Move) -> str:
    """Why the move is illegal."""
    assert not position.allows(move)
    assert move not in set(position.legal_moves())
    with pytest.raises(IllegalMoveError) as caught:
        position.play(move)
    return str(caught.value)


def moves(position: Position) -> set[str]:
    return set(map(str, position.legal_moves()))


# Discards from the tableau.


def test_only_exposed_cards_go() -> None:
    start = table(SINGLY, "4C 9H 9D")
    assert refused(start, discard("4C/9H")) == "4C/9H: 4C (pyramid 1.1) is covered by 9H and 9D"
    assert refused(table(SINGLY, "4C 9H"), discard("4C/9H")).endswith("is covered by 9H")
    assert moves(table(SINGLY, "4C -- --")) == set()


def test_a_pair_adds_to_the_total() -> None:
    start = table(SINGLY, "-- 4C 8H", turned="KD")
    assert refused(start, discard("4C/8H")) == "4C/8H: 4 + 8 is 12, not 13"
    assert refused(start, discard("4C")) == "4C: 4 is 4, not 13"
    assert refused(start, discard("4C/KD")) == "4C/KD: 4 + K is 17, not 13"
    assert refused(start, discard("KD/KD")) == "KD/KD: a discard is one card or two different ones"
    assert refused(start, Discard(())) == ": a discard is one card or two different ones"
    assert refused(start, Discard(cards("4C 8H AC"))).endswith(
        "a discard is one card or two different ones"
    )
    assert moves(start) == {"KD", "deal"}
    assert refused(start, discard("9H/4C")) == "9H/4C: 9H is gone"


def test_total_12_has_queens_alone_and_sixes_among_themselves() -> None:
    rules = Rules(rows=3, total=12)
    start = table(rules, "-- -- -- 6C 6D QH", turned="6H", waste="AC")
    assert moves(start) == {"6C/6D", "6C/6H", "6D/6H", "QH", "deal"}
    assert refused(start, discard("6C")) == "6C: 6 is 6, not 12"


def test_total_14_leaves_no_card_alone() -> None:
    start = table(Rules(rows=2, total=14), "-- KC AD", turned="7C", waste="7D")
    assert moves(start) == {"KC/AD", "7C/7D", "deal"}


def test_kings_go_alone_from_everywhere() -> None:
    assert moves(table(SINGLY, "-- KC 2D", turned="KD", waste="KH")) == {"KC", "KD", "KH", "deal"}
    assert refused(table(SINGLY, "KC 2D"), discard("KC")).endswith("is covered by 2D")
    assert refused(table(SINGLY, waste="KC 2D"), discard("KC")) == "KC: KC is in the waste under 2D"
    assert refused(table(SINGLY, stock="KC"), discard("KC")) == "KC: KC is in the stock, not turned"


def test_available_in_dealing_order() -> None:
    position = table(SINGLY, "AC 2C 3C", stock="4C", turned="5C", waste="6C 7C")
    assert position.available() == list(cards("2C 3C 5C 7C"))
    assert [position.where(card) for card in cards("AC 3C 4C 5C 6C 8C")] == [
        "pyramid 1.1",
        "pyramid 2.2",
        "stock",
        "turned",
        "waste",
        "gone",
    ]
    assert position.cards_left() == 7
    assert position.pyramid_left() == 3


# The turned card.


def test_the_first_card_is_turned_at_the_start_and_as_soon_as_it_leaves() -> None:
    start = Position.start(deal(1, SINGLY))
    assert start.turned == deal(1).cards[3]
    assert len(start.stock) == 48
    position = table(SINGLY, "-- 4C 2C", stock="5D", turned="9H", waste="AH")
    after = position.play(discard("9H/4C"))
    assert (after.turned, after.stock, after.waste) == (Card.parse("5D"), (), cards("AH"))


def test_dealing_puts_the_turned_card_on_the_waste() -> None:
    position = table(SINGLY, "-- 4C", stock="5D", turned="9H", waste="AH")
    first = position.play(DEAL)
    assert (first.turned, first.waste) == (Card.parse("5D"), cards("AH 9H"))
    last = first.play(DEAL)
    assert (last.turned, last.stock, last.waste) == (None, (), cards("AH 9H 5D"))
    assert refused(last, DEAL) == "deal: the stock is empty"


def test_the_waste_is_played_from_its_top_after_the_last_card() -> None:
    position = table(SINGLY, "-- 4C QD", waste="AH 9H")
    after = position.play(discard("4C/9H"))
    assert after.waste == cards("AH")
    assert after.play(discard("QD/AH")).is_won()


def test_the_turned_card_and_the_waste_top_match() -> None:
    position = table(SINGLY, "AC", stock="2D", turned="9H", waste="3C 4C")
    after = position.play(discard("9H/4C"))
    assert (after.turned, after.waste) == (Card.parse("2D"), cards("3C"))


def test_without_stock_waste_each_still_matches_the_tableau() -> None:
    position = table(replace(SINGLY, stock_waste="no"), "-- 4D 9D", turned="9H", waste="3C 4C")
    assert refused(position, discard("9H/4C")) == (
        "9H/4C: the turned card and the waste top do not match under these rules"
    )
    assert moves(position) == {"4D/9D", "4D/9H", "9D/4C", "deal"}


# Without the stock top.


def test_three_at_a_time_the_last_on_top_and_fewer_at_the_end() -> None:
    position = table(THREES, "-- 4C", stock="9H 2C 3C 9D 9S")
    assert moves(position) == {"deal"}  # the stock top is not available
    first = position.play(DEAL)
    assert (first.stock, first.waste, first.turned) == (cards("9D 9S"), cards("9H 2C 3C"), None)
    second = first.play(DEAL)
    assert second.waste == cards("9H 2C 3C 9D 9S")
    assert moves(second) == {"4C/9S", "redeal"}


def test_a_redeal_shifts_the_groups_when_cards_have_gone() -> None:
    position = table(THREES, "-- 4C", waste="9H 2C 3C 9D").play(REDEAL)
    assert position.play(DEAL).waste == cards("9H 2C 3C")
    position = table(THREES, "-- 4C", waste="9H 2C 3C 9D").play(discard("4C/9D")).play(REDEAL)
    assert position.play(DEAL).waste == cards("9H 2C 3C")
    fewer = table(THREES, "-- 4C", waste="2C 3C 9H 9D QC").play(REDEAL)
    assert fewer.play(DEAL).play(discard("4C/9H")).play(DEAL).waste == cards("2C 3C 9D QC")


# Redeals.


def test_a_redeal_needs_an_empty_stock_a_waste_and_a_pass() -> None:
    rules = replace(SINGLY, passes=2)
    assert refused(table(rules, "AC", turned="2C", waste="3C"), REDEAL) == (
        "redeal: 1 card still to be dealt"
    )
    assert refused(table(rules, "AC", stock="4C", turned="2C"), REDEAL) == (
        "redeal: 2 cards still to be dealt"
    )
    assert refused(table(rules, "AC"), REDEAL) == "redeal: the waste is empty"
    second = table(rules, "AC", waste="2C 3C 4C").play(REDEAL)
    assert (second.pass_number, second.turned, second.stock, second.waste) == (
        2,
        Card.parse("2C"),  # the order stays
        cards("3C 4C"),
        (),
    )
    end = second.play(DEAL).play(DEAL).play(DEAL)
    assert refused(end, REDEAL) == "redeal: this is pass 2 of 2"
    assert replace(end, rules=replace(rules, passes=None)).play(REDEAL).pass_number == 3


def test_one_pass_has_no_redeal() -> None:
    assert refused(table(SINGLY, "AC", waste="2C"), REDEAL) == "redeal: this is pass 1 of 1"


# Pairs within the waste.


def test_two_waste_cards_never_match() -> None:
    position = table(SINGLY, "-- 2D", waste="9H 4C")
    assert refused(position, discard("9H/4C")) == "9H/4C: 9H is in the waste under 4C"
    became = table(SINGLY, "-- 2D", waste="9H JC 4C JD").play(discard("2D/JD"))
    assert not became.allows(discard("9H/4C"))


def test_two_waste_cards_that_become_neighbours_do_not_match_either() -> None:
    position = table(SINGLY, "-- 2D 2C", waste="9H JC JD 4C")
    assert not position.allows(discard("9H/4C"))
    neighbours = table(SINGLY, "-- 2D", stock="5C", turned="4C", waste="9H JC")
    after = neighbours.play(discard("2D/JC")).play(DEAL)
    assert after.waste == cards("9H 4C")
    assert not after.allows(discard("9H/4C"))


def test_waste_pairs_let_the_two_top_cards_go() -> None:
    rules = replace(SINGLY, waste_pairs=True)
    position = table(rules, "-- 2D", turned="AC", waste="3C 9H 4C")
    assert moves(position) == {"4C/9H", "deal"}
    assert position.play(discard("9H/4C")).waste == cards("3C")
    assert position.play(discard("4C/9H")).turned == Card.parse("AC")
    apart = table(rules, waste="9H 2C 4C")
    assert refused(apart, discard("9H/4C")) == "9H/4C: 9H is in the waste under 4C"
    assert refused(table(rules, waste="4C KH 2C"), discard("KH")).endswith("under 2C")
    # The second card of the waste goes with the top only.
    assert not table(rules, "-- 4D", turned="4S", waste="9H 2C").allows(discard("9H/4D"))
    assert not table(rules, "-- 4D", turned="4S", waste="9H 2C").allows(discard("9H/4S"))


# Overlap discards.


def test_overlap_takes_a_card_with_the_one_it_alone_covers() -> None:
    rules = replace(SINGLY, overlap=True)
    position = table(rules, "4C 9H")
    assert moves(position) == {"9H/4C"}
    assert position.play(discard("4C/9H")).is_won()
    assert position.play(discard("9H/4C")).is_won()
    assert not table(SINGLY, "4C 9H").allows(discard("4C/9H"))


def test_overlap_not_while_another_card_lies_there() -> None:
    rules = replace(SINGLY, overlap=True)
    assert not table(rules, "4C 9H 2C").allows(discard("4C/9H"))
    assert not table(rules, "4C 9H 9D").allows(discard("4C/9H"))


def test_overlap_not_when_the_upper_card_is_covered() -> None:
    rules = Rules(rows=3, overlap=True)
    assert not table(rules, "4C 9H -- 2C").allows(discard("4C/9H"))
    assert table(rules, "4C 9H --").allows(discard("4C/9H"))


def test_overlap_only_where_the_cover_is_direct() -> None:
    rules = Rules(rows=3, overlap=True)
    position = table(rules, "4C 2C -- 9H")  # the nine covers the four across the two
    assert not position.allows(discard("4C/9H"))
    assert not table(rules, "4C 2C -- 9H", turned="9D").allows(discard("4C/9D"))


def test_overlap_frees_no_third_card() -> None:
    rules = Rules(rows=2, overlap=True)
    # The nine on the table does not uncover the four for the turned nine.
    assert not table(rules, "4C 9H", turned="9D").allows(discard("4C/9D"))
    assert not table(rules, "KC 9H").allows(discard("KC"))


def test_overlap_holds_in_columns() -> None:
    rules = Rules(rows=1, columns=(2, 2), overlap=True)
    #        apex, covered row, exposed row
    position = table(rules, "AC 4C 5C 9H 6C")
    assert position.allows(discard("4C/9H"))
    assert position.play(discard("4C/9H")).cards_left() == 3
    assert not replace(position, rules=replace(rules, overlap=False)).allows(discard("4C/9H"))
    deep = Rules(rows=1, columns=(1, 3), overlap=True)
    assert not table(deep, "AC 4C 2C 9H").allows(discard("4C/9H"))
    assert not table(deep, "AC 2C 4C 9H").play(discard("4C/9H")).allows(discard("4C/9H"))


def test_overlap_never_in_the_waste() -> None:
    assert not table(replace(SINGLY, overlap=True), waste="4C 9H").allows(discard("4C/9H"))


# Automatic matching.

AUTO = replace(SINGLY, stock_waste="auto")
ON_TURN = replace(SINGLY, stock_waste="auto-on-turn")


def test_auto_takes_the_pair_when_the_turned_card_would_be_dealt() -> None:
    position = table(AUTO, "AC", stock="2D 5D", turned="9H", waste="3C 4C")
    dealt = position.play(DEAL)
    assert (dealt.turned, dealt.stock, dealt.waste) == (Card.parse("2D"), cards("5D"), cards("3C"))
    assert dealt.vanished == (tuple(cards("4C 9H")),)
    by_hand = position.play(discard("9H/4C"))
    assert replace(dealt, vanished=()) == by_hand  # the same move
    assert position.turned == Card.parse("9H")  # nothing goes before the deal


def test_auto_takes_no_second_pair_by_itself() -> None:
    position = table(AUTO, "AC", stock="TD 5D", turned="9H", waste="3C 4C")
    dealt = position.play(DEAL)
    assert (dealt.turned, dealt.waste) == (Card.parse("TD"), cards("3C"))
    again = dealt.play(DEAL)
    assert (again.turned, again.waste) == (Card.parse("5D"), ())
    assert again.vanished == (tuple(cards("3C TD")),)


def test_auto_deals_what_does_not_match() -> None:
    dealt = table(AUTO, "AC", turned="8H", waste="4C").play(DEAL)
    assert (dealt.waste, dealt.vanished) == (cards("4C 8H"), ())


def test_auto_leaves_the_turned_card_free_for_the_tableau() -> None:
    position = table(AUTO, "-- 4D", turned="9H", waste="4C")
    assert position.play(discard("4D/9H")).waste == cards("4C")


def test_auto_on_turn_takes_the_pair_at_the_turn_and_the_next() -> None:
    position = table(ON_TURN, "AC", stock="9H TD 5D", turned="4C", waste="3C")
    after = position.play(DEAL)  # 4C to the waste; 9H is turned and goes; TD is turned and goes
    assert (after.turned, after.stock, after.waste) == (Card.parse("5D"), (), ())
    assert after.vanished == (tuple(cards("4C 9H")), tuple(cards("3C TD")))


def test_auto_on_turn_when_the_turned_card_leaves() -> None:
    position = table(ON_TURN, "-- 4D", stock="TD 5D", turned="9H", waste="3C")
    after = position.play(discard("4D/9H"))
    assert (after.turned, after.waste) == (Card.parse("5D"), ())
    assert after.vanished == (tuple(cards("3C TD")),)


def test_auto_on_turn_not_when_the_waste_top_changes_later() -> None:
    position = table(ON_TURN, "-- 2D", stock="5D", turned="9H", waste="4C JC")
    after = position.play(discard("2D/JC"))  # now 4C lies under the turned 9H
    assert (after.turned, after.waste, after.vanished) == (Card.parse("9H"), cards("4C"), ())
    by_hand = after.play(discard("9H/4C"))  # the player may
    assert (by_hand.turned, by_hand.waste) == (Card.parse("5D"), ())
    passed = after.play(DEAL)  # or not
    assert (passed.waste, passed.vanished) == (cards("4C 9H"), ())


def test_auto_on_turn_at_the_start_and_after_a_redeal_there_is_no_waste() -> None:
    rules = replace(ON_TURN, passes=2)
    after = table(rules, "AC", waste="4C 9H").play(REDEAL)
    assert (after.turned, after.waste, after.vanished) == (Card.parse("4C"), (), ())
    assert after.play(DEAL).vanished == (tuple(cards("4C 9H")),)


def test_what_vanished_is_kept_for_the_last_move_only() -> None:
    position = table(AUTO, "-- 2D", stock="5D JC", turned="9H", waste="4C")
    assert position.play(DEAL).play(DEAL).vanished == ()


# Goals and scores.


def test_goal_pyramid_leaves_columns_reserve_and_stock() -> None:
    rules = Rules(rows=1, columns=(1, 2), reserve=1, goal="pyramid")
    position = table(rules, "4C 9H AC 9D", turned="2C")
    assert not position.is_won()
    after = position.play(discard("4C/9D"))
    assert after.is_won()
    assert not replace(after, rules=replace(rules, goal="all")).is_won()
    assert after.cards_left() == 3


def test_goal_all_wants_the_waste_gone_too() -> None:
    assert not table(SINGLY, waste="AC").is_won()
    assert not table(SINGLY, turned="AC").is_won()
    assert not table(SINGLY, stock="AC").is_won()
    assert table(SINGLY).is_won()


PAR = replace(GAMES["par"], rows=2)


@pytest.mark.parametrize(("number", "points"), [(1, 50), (2, 35), (3, 20)])
def test_par_points_of_the_pass_of_clearing(number: int, points: int) -> None:
    position = replace(table(PAR, "4C", turned="9H", stock="2C", waste="3C"), pass_number=number)
    assert position.score() == -4
    after = position.play(discard("4C/9H"))
    assert after.cleared_in_pass == number
    assert after.score() == points - 2


def test_par_counts_what_is_left_at_the_end_not_at_the_clearing() -> None:
    position = table(PAR, "4C", turned="9H", stock="2C JC", waste="3C")
    later = position.play(discard("4C/9H")).play(DEAL).play(discard("2C/JC"))
    assert later.score() == 50 - 1


def test_clearing_before_the_redeal_belongs_to_the_old_pass() -> None:
    position = table(PAR, "4C", waste="AC 9H")
    after = position.play(discard("4C/9H")).play(REDEAL)
    assert (after.pass_number, after.cleared_in_pass, after.score()) == (2, 1, 50 - 1)
    late = position.play(REDEAL).play(DEAL).play(discard("4C/9H"))
    assert (late.cleared_in_pass, late.score()) == (2, 35 - 1)


def test_par_of_a_pyramid_that_is_not_cleared() -> None:
    assert table(PAR, "4C 3C", turned="9H", waste="2C").score() == -4


# Open games.


def test_a_bouquet_is_open_and_has_no_stock() -> None:
    rules = Rules(rows=2, stock="bouquet")
    start = Position.start(deal(1, rules))
    assert len(start.available()) == 51
    assert refused(start, DEAL) == "deal: there is no stock to deal from"
    assert refused(start, REDEAL) == "redeal: there is no stock to deal from"
    card = start.bouquet[0]
    assert card is not None
    assert start.where(card) == "bouquet"


def test_giza_exposes_the_last_card_of_each_column() -> None:
    dealt = deal(1).cards
    start = Position.start(Deal.of(dealt, GAMES["giza"]))
    assert start.available() == [*dealt[21:28], *dealt[44:]]
    assert start.covering(dealt[28]) == [dealt[36]]
    assert start.where(dealt[28]) == start.where(dealt[44]) == "column 1"


def test_a_start_needs_the_whole_deck() -> None:
    with pytest.raises(PyrtoolError, match="1 card: the deck has 52"):
        Position.start(Deal.of(cards("AC"), SINGLY))


# Whole games.


@settings(max_examples=60)
@given(lines_of_play(), st.randoms(use_true_random=False))
def test_listed_as_legal_exactly_when_accepted(
    line: tuple[Position, tuple[Move, ...]], chance: random.Random
) -> None:
    position, played = line
    for move in played[: chance.randrange(len(played) + 1)]:
        position = position.play(move)
    listed = list(position.legal_moves())
    unordered = [frozenset(m.cards) if isinstance(m, Discard) else m for m in listed]
    assert len(set(unordered)) == len(unordered)
    deck = position.rules.deck
    groups: list[tuple[Card, ...]] = [(card,) for card in deck]
    pairs = list(combinations(deck, 2))
    groups += [pair for pair in pairs if position.rules.mates[pair[0].rank] == pair[1].rank]
    groups += chance.sample(pairs, min(40, len(pairs)))
    for group in groups:
        for order in (group, group[::-1]):
            assert position.allows(Discard(order)) == (frozenset(group) in unordered)
    for other in (DEAL, REDEAL):
        assert position.allows(other) == (other in unordered)


@settings(max_examples=60)
@given(lines_of_play())
def test_no_card_is_lost_or_made(line: tuple[Position, tuple[Move, ...]]) -> None:
    position, played = line
    gone: Counter[Card] = Counter()
    for move in played:
        before, position = position, position.play(move)
        if isinstance(move, Discard):
            gone.update(move.cards)
        gone.update(card for pair in position.vanished for card in pair)
        there = [card for card in position.tableau + position.bouquet if card is not None]
        there += [*position.stock, *position.passed()]
        there += [position.turned] if position.turned is not None else []
        assert Counter(there) + gone == Counter(position.rules.deck)
        assert position.cards_left() == len(there)
        assert before.cards_left() >= position.cards_left()


@given(lines_of_play())
def test_one_card_is_available_if_the_list_has_it(line: tuple[Position, tuple[Move, ...]]) -> None:
    position, played = line
    for at in range(len(played) + 1):
        there = position.available()
        for card in position.rules.deck:
            assert position._is_available(card) == (card in there)
        if at < len(played):
            position = position.play(played[at])


@pytest.mark.parametrize("name", GAMES)
def test_what_fits_is_what_the_ranks_allow(name: str) -> None:
    rules = GAMES[name]
    for cards in (*combinations(rules.deck, 2), *((card,) for card in rules.deck)):
        ranks = [card.rank for card in cards]
        fits = rules.go_together(*ranks) if len(cards) == 2 else rules.goes_alone(*ranks)
        assert fits == (cards in fitting(rules)) == (cards[::-1] in fitting(rules))
        assert fits == (why_no_pair(rules, cards) is None)


def test_a_card_of_another_deck_is_gone() -> None:
    start = Position.start(deal(1))
    queen = Card.parse("QS")
    assert "is gone" in refused(start, Discard((Card.parse("AC").twin, queen)))
    assert "different" in refused(start, Discard((queen, queen)))


def test_what_follows_from_a_position_is_not_sent_with_it() -> None:
    start = Position.start(deal(1))
    first = next(move for move in start.legal_moves() if isinstance(move, Discard))
    here = start.play(first)
    again = loads(dumps(here))
    assert again == here and any(name.startswith("_") for name in vars(here))
    assert all(not name.startswith("_") for name in vars(again))
    assert list(again.legal_moves()) == list(here.legal_moves())


def test_a_position_is_a_value() -> None:
    assert table(SINGLY, "AC") == table(SINGLY, "AC")
    assert len({table(SINGLY, "AC"), table(SINGLY, "AC")}) == 1


@pytest.mark.parametrize(
    ("waste", "vanish"), [("?? ?? 2C", True), ("2C ?? ??", False), ("?? 2C ??", False)]
)
def test_the_waste_top_vanishes_if_it_is_known(waste: str, vanish: bool) -> None:
    rules = Rules(rows=1, total=3, suits=2, stock_waste="auto")
    here = parse_position(f"3C turned AD stock 3D waste {waste}", rules).play(DEAL)
    assert here.vanished == ((cards("2C AD"),) if vanish else ())
    assert len(here.waste) == (2 if vanish else 4)


def test_a_line_is_played_along_and_an_illegal_move_has_its_number() -> None:
    start = Position.start(deal(2))
    moves: list[Move] = [DealStock(), DealStock()]
    assert start.along(moves) == [start, start.play(moves[0]), start.play_all(moves)]
    assert start.along([]) == [start]
    with pytest.raises(IllegalMoveError) as refused:
        start.play_all(iter([*moves, Redeal()]))
    assert refused.value.number == 3


def test_places_that_are_laid_out() -> None:
    position = Position.start(deal(9, "giza"))
    assert position.laid_out() == (1 << 52) - 1
    for move in list(position.legal_moves())[:3]:
        assert isinstance(move, Discard)
        gone = {i for i, card in enumerate(position.tableau) if card in move.cards}
        assert position.play(move).laid_out() == (1 << 52) - 1 - sum(1 << i for i in gone)


def test_what_was_found_right_is_examined_again_where_it_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    examined = []
    pyramid_left = Position.pyramid_left

    def noted(position: Position) -> int:
        examined.append(position)
        return pyramid_left(position)

    monkeypatch.setattr(Position, "pyramid_left", noted)
    start = Position.start(deal(2))
    start.check_played()
    first = len(examined)
    start.check_played()
    assert 0 < first == len(examined)
    object.__setattr__(start, "tableau", (None, *start.tableau[1:]))
    with pytest.raises(PositionError, match="the card is gone"):
        start.check_played()
