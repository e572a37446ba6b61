"""The referee: what it says, by hand on tables of a few cards; every rule, by the brute force."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations, islice
from pickle import dumps, loads

import pytest
from hypothesis import given, settings, strategies as st

from pyrtool import Card, Deal, deal, parse_position
from pyrtool.game.discards import fitting, why_no_pair
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.layout import Layout
from pyrtool.game.position import DealStock, Discard, IllegalMoveError, Move, Position, Redeal
from pyrtool.game.unknown_cards import PositionError

from ..bruteforce.games import cases
from ..dealing import shuffled
from ..drawing import drawn_seed, enough
from ..oracle import Oracle
from ..playouts import lines_of_play
from ..small_games import deals_on_wastes, two_packs_drawn

DEAL, REDEAL = DealStock(), Redeal()
SINGLY = Rules(rows=2)


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
    assert not position.allows(move)
    assert move not in set(position.legal_moves())
    with pytest.raises(IllegalMoveError) as caught:
        position.play(move)
    return str(caught.value)


def moves(position: Position) -> set[str]:
    return set(map(str, position.legal_moves()))


# Tables of a few cards, by hand.


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


def test_without_stock_waste_each_still_matches_the_tableau() -> None:
    position = table(replace(SINGLY, stock_waste="no"), "-- 4D 9D", turned="9H", waste="3C 4C")
    assert refused(position, discard("9H/4C")) == (
        "9H/4C: the turned card and the waste top do not match under these rules"
    )
    assert moves(position) == {"4D/9D", "4D/9H", "9D/4C", "deal"}


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


# Every rule, against the brute force, which shares no code with the referee.


def there(position: Position) -> set[Card]:
    laid_out = (*position.tableau, *position.bouquet, position.turned)
    return {card for card in (*laid_out, *position.stock, *position.passed()) if card is not None}


def judged_cases(seed: int) -> Iterator[tuple[Rules, tuple[Card, ...]]]:
    """Rules of every kind, each with a deal: of one waste, of several, of two packs."""
    yield from ((case.rules, case.cards) for case in islice(cases("everything", seed), 250))
    yield from ((rules, dealt) for _, rules, dealt in deals_on_wastes(seed, 100))
    for number in range(40):
        rules = two_packs_drawn(random.Random(f"{seed} {number}"))
        yield rules, shuffled(rules, number)


@pytest.mark.draws
def test_moves_what_follows_them_and_points_are_those_of_the_brute_force() -> None:
    made: Counter[str] = Counter()
    for number, (rules, dealt) in enumerate(judged_cases(drawn_seed())):
        oracle, chance = Oracle(dealt, rules), random.Random(number)
        position = Position.start(Deal.of(dealt, rules))
        for _ in range(30):
            state = oracle.at(position)
            assert oracle.left(state) == (position.pyramid_left(), position.cards_left())
            assert oracle.goal(state) == position.is_won(), (rules, str(position))
            if rules.scoring != "none":
                assert oracle.score(state) == position.score(), (rules, str(position))
            moves = list(position.legal_moves())
            after = [position.play(move) for move in moves]
            assert set(map(oracle.at, after)) == set(oracle.successors(state)), (rules, position)
            if not after:
                break
            before, (move, position) = position, chance.choice([*zip(moves, after, strict=True)])
            went = move.cards if isinstance(move, Discard) else ()
            assert there(before) - there(position) == {*went, *chain(*position.vanished)}
            made["vanished"] += bool(position.vanished)
            made["points"] += rules.scoring != "none" and bool(position.score())
            made["redealt"] += position.pass_number > 1
    enough(min(made.values()), 12)


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
