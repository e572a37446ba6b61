"""What moves are worth: every move of small games against the brute force, known and unknown."""

import random
from collections import Counter

import pytest

from pyrtool import Deal, Limits, Lost, Unknown, Won, best, deal, parse_position, solve
from pyrtool.answers.advice.advise import advise, follow
from pyrtool.answers.advice.unknown_cards import opened, orders
from pyrtool.answers.advice.values import Advice, Worth
from pyrtool.answers.closed import View
from pyrtool.answers.shortest import FewestMoves, shortest
from pyrtool.answers.unknown_cards.prior import with_cards
from pyrtool.game.cards import Card, UnknownCard
from pyrtool.game.games import GAMES, Rules, RulesError
from pyrtool.game.position import DealStock, Position, PositionError

from ..dealing import shuffled_start
from ..playouts import play_out
from ..small_games import combinations, on_tables
from ..tables import deals_behind, relaid


def cards_of(words: str) -> list[Card]:
    return [Card.parse(word) for word in words.split()]


def test_moves_that_come_to_the_same_stand_together() -> None:
    rules = Rules(rows=1, total=3, suits=4, stock="bouquet")
    cards = cards_of("3C AC AD AH AS 2C 2D 2H 2S 3D 3H 3S")
    advice = advise(Position.start(Deal.of(cards, rules)))
    assert [len(one.moves) for one in advice.worths] == [1, 3, 16]
    assert {one.verdict for one in advice.worths} == {"won"}


def test_a_game_that_is_over_has_no_moves() -> None:
    rules = Rules(rows=1, total=3, suits=1, passes=1, goal="pyramid")
    start = Position.start(Deal.of(cards_of("3C AC 2C"), rules))
    won = start.play(next(start.legal_moves()))
    assert (advise(won).verdict, advise(won).worths) == ("won", ())
    dead = Rules(rows=2, total=3, suits=1, stock="none", goal="all")
    stuck = Position.start(Deal.of(cards_of("2C AC 3C"), dead))
    stuck = stuck.play(next(stuck.legal_moves()))
    assert (advise(stuck).verdict, advise(stuck).worths) == ("lost", ())


def test_limits_say_what_they_left_open() -> None:
    here = Position.start(deal(2, "microsoft"))
    none = advise(here, Limits(nodes=1))
    assert none.verdict == "unknown" and {one.verdict for one in none.worths} == {"unknown"}
    assert none.limit == "nodes"
    some = advise(here, Limits(nodes=3_000))
    assert some.verdict == "won" and some.limit == "nodes"
    assert not some.worths[0].shortest
    assert some.nodes <= 3_000
    lost = advise(Position.start(deal(1, "microsoft")), Limits(nodes=2_000))
    assert lost.verdict == "lost" and lost.limit == "nodes"
    assert all(one.best is None or not one.best.proved for one in lost.worths)


def test_only_moves_are_unknown_where_a_verdict_is() -> None:
    advice = advise(Position.start(deal(2, "microsoft")), Limits(nodes=200))
    assert {(one.verdict, one.only) for one in advice.worths} == {("won", None), ("unknown", False)}


@pytest.mark.parametrize("number", [4, 20])
def test_a_game_that_no_search_knows_is_refused_for_blocked_deals_too(number: int) -> None:
    for stock_waste in ("auto", "auto-on-turn"):
        rules = Rules(pairs="same", stock_waste=stock_waste)
        dealt = deal(number, rules)
        with pytest.raises(RulesError, match="not solved with it"):
            advise(Position.start(dealt))
        with pytest.raises(RulesError, match="not solved with it"):
            best(dealt, "all")


def test_the_fewest_moves_do_not_depend_on_what_was_asked_before() -> None:
    """One search goes from position to position, in any order, and again to the same."""
    chance = random.Random("fewest")
    compared = 0
    for rules in chance.sample(combinations(), 40):
        table = chance.choice(on_tables(rules))
        start = shuffled_start(table, chance.randrange(10**9))
        lengths, lines = {}, {}
        for seed in range(6):
            _, here = play_out(start, seed, chance.randrange(5))
            alone, first = shortest(here), solve(here)
            if isinstance(alone, Won) and alone.moves:
                assert isinstance(first, Won)
                lengths[here], lines[here] = len(alone.moves), first.moves
        search = FewestMoves(start, 64)
        asked = [here for here in lengths if search.knows(here)]
        for here in 3 * asked:
            found = search.moves_from(here, lines[here], Limits())
            assert found.shortest and len(found.moves) == lengths[here]
            compared += 1
    assert compared > 100


def test_a_line_is_followed_after_another_move() -> None:
    here = Position.start(deal(2, "microsoft"))
    line = shortest(here)
    assert isinstance(line, Won)
    followed = 0
    for move in here.legal_moves():
        after = here.play(move)
        found = follow(move, line.moves, after)
        if found is not None:
            moves, end = found
            assert after.play_all(moves) == end
            followed += end.is_won()
    assert followed


# Unknown cards.


def hidden(position: Position, chance: random.Random) -> Position:
    """The position with most of its undealt cards unknown."""

    def hide(card: Card) -> Card:
        return UnknownCard(card) if chance.random() < 0.9 else card

    gone = sorted(set(position.rules.deck).difference(position.cards()))
    return relaid(position, [hide(card) for card in position.stock], gone=gone)


def whatever_they_are(position: Position) -> list[Position]:
    """The position with its unknown cards named in every way, apart from suits."""
    found = deals_behind(position)
    return list({tuple(card.rank for card in one.cards()): one for one in found}.values())


def has_value(one: Worth | Advice, results: list[bool]) -> None:
    if one.verdict == "won":
        assert all(results)
    if one.verdict == "lost":
        assert not any(results)
    if one.verdict == "depends":
        assert any(results) and not all(results)


def test_unknown_cards_agree_with_every_order() -> None:
    chance = random.Random("unknown")
    verdict_counts: Counter[str] = Counter()
    while sum(verdict_counts.values()) < 60:
        table = chance.choice(on_tables(chance.choice(combinations())))
        start = shuffled_start(table, chance.randrange(10**9))
        _, here = play_out(start, chance.randrange(10**9), chance.randrange(8))
        here = hidden(here, chance)
        if here.is_over() or not 0 < len(here.unknown()) < 6:
            continue
        every = whatever_they_are(here)
        most = chance.choice((3, 100))
        advice = advise(here, orders=most)
        has_value(advice, [solve(one).is_won for one in every])
        for one in advice.worths:
            results = [solve(p.play(one.moves[0])).is_won for p in every]
            has_value(one, results)
            assert one.orders is not None
            if one.orders.won_with:
                assert solve(with_cards(here, one.orders.won_with).play(one.moves[0])).is_won
            if one.orders.lost_with:
                assert solve(with_cards(here, one.orders.lost_with).play(one.moves[0])).is_lost
            if len(every) <= most:
                assert one.verdict != "unknown"
            if one.orders.all:
                assert one.orders.tried == len(every)
                assert one.orders.won == sum(results)
            verdict_counts[one.verdict] += 1
    assert min(verdict_counts[v] for v in ("won", "lost", "depends", "unknown")) > 1, verdict_counts


def test_every_order_comes_once() -> None:
    rules = Rules(rows=1, total=3, suits=2, passes=1)
    start = Position.start(Deal.of(cards_of("3C AC AD 2C 2D 3D"), rules))
    here = hidden(start, random.Random(1))
    assert len(here.unknown()) == 4
    possible, are_all = orders(here, 100)
    ranks = [tuple(card.rank for card in one.cards) for one in possible]
    assert are_all
    assert len(ranks) == len(set(ranks)) == len(whatever_they_are(here)) == 12


def test_cards_that_may_be_gone_are_in_pairs() -> None:
    rules = Rules(rows=1, total=3, suits=2, passes=1)
    here = Position.of(rules, [None], stock=[UnknownCard(0)] * 3, turned=Card.parse("AC"))
    possible, are_all = orders(here, 10)
    hands = {tuple(sorted(card.rank for card in one.cards)) for one in possible}
    assert are_all and hands == {(1, 2, 2), (2, 3, 3)}


UNSEEN_KINGS = (
    "9H / 2H 4S / 5H JD 6H / KC 3C KH 8H / 5C 5S 4D AH QC / JC JH TD JS 2S 7H / "
    "6S 3D 9S 8D AD 7S 7D stock 15 face down waste 4C 3H AS TH 7C QH 8S"
)


@pytest.mark.parametrize(
    ("name", "text"),
    [("tut", UNSEEN_KINGS), ("king-tut", UNSEEN_KINGS), ("tut", f"{UNSEEN_KINGS} gone KD KS")],
)
def test_kings_that_went_from_the_stock_need_not_be_named(name: str, text: str) -> None:
    """No two cards of the stock match, and no card of the tableau is gone."""
    position = parse_position(text, GAMES[name])
    assert len(position.unknown()) == 15
    advise(position, Limits(nodes=1), orders=1)


def test_no_more_pairs_are_gone_than_the_tableau_lacks_cards() -> None:
    """So it is in every table that play leads to, whatever is said to be gone."""
    rules = Rules(rows=2, total=5, suits=2, stock_top=False, stock_waste="no", draw=2, passes=2)
    for seed in range(60):
        start = shuffled_start(rules, seed)
        _, here = play_out(start, seed, seed % 9)
        if not here.is_over():
            position = relaid(here, [UnknownCard(0)] * len(here.stock))
            assert len(position.unknown()) == len(here.stock)


def test_an_unknown_card_of_the_tableau_opens_no_bouquet() -> None:
    rules = Rules(rows=1, total=3, suits=1, passes=1)
    here = Position.of(rules, [UnknownCard(0)], turned=Card.parse("AC"), stock=[Card.parse("3C")])
    assert opened(here) is None
    assert advise(here).verdict == "won"  # only the two can lie there


def test_a_stock_that_nobody_has_seen() -> None:
    """Whole decks: a pyramid that four cards cover is lost whatever comes, others depend."""
    counts = Counter[str]()
    for number in range(1, 7):
        start = Position.start(deal(number, "pyramid"))
        here = relaid(start, [UnknownCard(card) for card in start.stock])
        advice = advise(here, orders=12)
        counts[advice.verdict] += 1
        if solve(start).is_won:
            assert advice.verdict != "lost"
    assert counts["lost"] and counts["depends"] + counts["unknown"]


def test_unknown_cards_keep_to_the_limits() -> None:
    start = Position.start(deal(2, "pyramid"))
    here = hidden(start, random.Random(2))
    advice = advise(here, Limits(nodes=5))
    assert advice.verdict == "unknown"
    assert {one.limit for one in advice.worths} <= {"nodes", "orders"}


def test_what_a_player_sees_is_refused_if_ranks_have_several_partners() -> None:
    seen = View.of(Position.start(deal(1, "cheops"))).table
    with pytest.raises(PositionError, match="pair two by two"):
        advise(seen)


def test_naming_needs_as_many_cards_as_are_unknown() -> None:
    rules = Rules(rows=1, total=3, suits=1, passes=1)
    here = Position.of(rules, [Card.parse("3C")], stock=[UnknownCard(0), UnknownCard(0)])
    with pytest.raises(PositionError, match="1 card given, 2 are unknown"):
        with_cards(here, [Card.parse("AC")])
    assert isinstance(solve(with_cards(here, here.can_be())), Won | Lost | Unknown)
    assert DealStock() in {move for one in advise(here).worths for move in one.moves}
