"""What moves are worth: every move of small games against the brute force, known and unknown."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from pyrtool.answers.advice import Advice, Worth, advise
from pyrtool.answers.advice.continuations import follow
from pyrtool.answers.advice.possible_cards import count_orders, hands, opened, orders
from pyrtool.answers.best.best import best, worth
from pyrtool.answers.choices import key_of
from pyrtool.answers.hidden.naming import with_cards
from pyrtool.answers.kings import settled
from pyrtool.answers.solve import (
    FewestMoves,
    LimitError,
    Limits,
    Lost,
    Unknown,
    Won,
    shortest,
    solve,
)
from pyrtool.base.arguments import ArgumentError
from pyrtool.game.cards import Card, UnknownCard
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules, RulesError, differences, game
from pyrtool.game.position import DealStock, Move, Position, PositionError
from pyrtool.notation import parse_position

from ..combinations import COMBINATIONS, on_tables
from ..dealing import OPEN_TABLEAUX, SHORT_DECKS, legal, shuffled
from ..oracle import Oracle, TooManyStates
from ..playouts import play_out

OPEN_GAMES = [
    rules
    for tableau in OPEN_TABLEAUX
    for deck in SHORT_DECKS
    for choice in ({}, {"overlap": True}, {"goal": "pyramid"})
    if (rules := legal(tableau, deck, choice)) is not None
]
SCORED = [
    rules
    for stock in COMBINATIONS[::5]
    if stock.passes is not None
    for rules in (
        replace(stock, scoring="par"),
        replace(stock, scoring="microsoft", goal="pyramid"),
    )
]
MOST_STATES = 4_000


def agrees(rules: Rules, chance: random.Random) -> Counter[str]:
    """Every move of a position in the middle of a random deal, judged by both; what they said."""
    cards = shuffled(rules, chance.randrange(10**9))
    start = Position.start(Deal.of(cards, rules))
    _, here = play_out(start, chance.randrange(10**9), chance.randrange(8))
    seen: Counter[str] = Counter()
    if here.is_won():
        assert advise(here).worths == ()
        return seen
    after = {move: here.play(move) for move in here.legal_moves()}
    try:
        answers = {m: Oracle(cards, rules, p).answer(MOST_STATES) for m, p in after.items()}
    except TooManyStates:
        return Counter(["too many"])
    advice = advise(here)
    assert sorted(map(str, after)) == sorted(str(m) for one in advice.worths for m in one.moves)
    for one in advice.worths:
        for move in one.moves:
            expected = answers[move]
            seen[one.verdict] += 1
            assert one.limit is None
            assert one.verdict == ("lost" if expected.shortest is None else "won"), (here, move)
            if expected.shortest is not None:
                assert one.shortest and len(one.line) == 1 + expected.shortest, (here, move)
                continue
            assert one.best is not None and one.best.proved
            best = {
                "pyramid": expected.best_pyramid,
                "all": expected.best_all,
                "score": (
                    expected.most_points(cleared=False)
                    if rules.scoring == "microsoft"
                    else expected.best_score,
                ),
            }[one.best.by]
            assert worth(one.best.position, one.best.by) == best, (here, move)
    replays(advice)
    seen["only"] += marks_only_moves(
        advice, {m: a.shortest is not None for m, a in answers.items()}
    )
    return seen


def cards_of(words: str) -> list[Card]:
    return [Card.parse(word) for word in words.split()]


def replays(advice: Advice) -> None:
    """The referee plays every line, of each of the moves that come to the same."""
    for one in advice.worths:
        after = advice.position.play(one.moves[0])
        if one.line:
            assert one.line[0] == one.moves[0]
            assert advice.position.play_all(one.line).is_won()
        if one.best is not None:
            assert after.play_all(one.best.moves) == one.best.position


def marks_only_moves(advice: Advice, wins: dict[Move, bool]) -> int:
    """A single move that wins, beside others that lose, is an only move where no king waits."""
    here = advice.position
    if key_of(settled(here)) != key_of(here):
        return 0
    only = {str(move) for one in advice.worths if one.only for move in one.moves}
    winning = [move for move, won in wins.items() if won]
    if not winning or len(winning) == len(wins):
        assert not only
    elif len(winning) == 1:
        assert only == {str(winning[0])}
    return len(only)


@pytest.mark.parametrize("positions", [1, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "games", [COMBINATIONS[::2], OPEN_GAMES, SCORED], ids=["stock", "open", "scored"]
)
def test_every_move_agrees_with_the_brute_force(games: list[Rules], positions: int) -> None:
    seen: Counter[str] = Counter()
    share = 3 if positions == 1 else 1  # of the rules, one in this many
    for rules in games[::share]:
        chance = random.Random(f"advice {differences(rules)} {positions}")
        table = rules if games is OPEN_GAMES else chance.choice(on_tables(rules))
        for _ in range(positions):
            seen += agrees(table, chance)
    assert seen["won"] > 60 // share and seen["lost"] > 15 // share and seen["only"], seen
    assert seen["too many"] < 10 * positions


def test_a_real_deal_is_judged_move_by_move() -> None:
    rules = game("microsoft")
    for number in (2, 3, 6, 9):
        here = Position.start(deal(number, rules))
        advice = advise(here)
        replays(advice)
        assert advice.verdict == ("lost" if number == 6 else "won")
        lengths = []
        for one in advice.worths:
            after = here.play(one.moves[0])
            expected = shortest(after)
            assert isinstance(expected, Won) == (one.verdict == "won")
            if isinstance(expected, Won):
                lengths.append(len(expected.moves) + 1)
                assert (len(one.line), one.shortest) == (lengths[-1], True)
        assert lengths == sorted(lengths)  # the quickest first
        whole = shortest(here)
        assert not isinstance(whole, Won) or lengths[0] == len(whole.moves)


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
    rules = game("microsoft")
    here = Position.start(deal(2, rules))
    none = advise(here, Limits(nodes=1))
    assert none.verdict == "unknown" and {one.verdict for one in none.worths} == {"unknown"}
    assert none.limit == "nodes"
    some = advise(here, Limits(nodes=3_000))
    assert some.verdict == "won" and some.limit == "nodes"
    assert not some.worths[0].shortest
    replays(some)
    assert some.nodes <= 3_000
    lost = advise(Position.start(deal(1, rules)), Limits(nodes=2_000))
    assert lost.verdict == "lost" and lost.limit == "nodes"
    assert all(one.best is None or not one.best.proved for one in lost.worths)


def test_only_moves_are_unknown_where_a_verdict_is() -> None:
    rules = game("microsoft")
    advice = advise(Position.start(deal(2, rules)), Limits(nodes=200))
    assert {(one.verdict, one.only) for one in advice.worths} == {("won", None), ("unknown", False)}


@pytest.mark.parametrize("number", [4, 20])
def test_a_game_that_no_search_knows_is_refused_for_blocked_deals_too(number: int) -> None:
    for stock_waste in ("auto", "auto-on-turn"):
        rules = Rules(pairs="same", stock_waste=stock_waste)
        cards = deal(number, rules).cards
        with pytest.raises(RulesError, match="not solved with it"):
            advise(Position.start(Deal.of(cards, rules)))
        with pytest.raises(RulesError, match="not solved with it"):
            best(Deal.of(cards, rules), "all")


def test_wrong_arguments_are_refused() -> None:
    rules = game("giza")
    here = Position.start(deal(2, rules))
    with pytest.raises(ArgumentError, match="subject: must be a Deal, Position or PartlySeen"):
        advise(deal(2, rules).cards)  # type: ignore[arg-type]
    with pytest.raises(LimitError, match="orders"):
        advise(here, orders=0)
    with pytest.raises(ArgumentError, match="orders"):
        advise(here, orders="many")  # type: ignore[arg-type]


# The search for fewest moves goes on.


def test_the_fewest_moves_do_not_depend_on_what_was_asked_before() -> None:
    """One search goes from position to position, in any order, and again to the same."""
    chance = random.Random("fewest")
    compared = 0
    for rules in chance.sample(COMBINATIONS, 40):
        table = chance.choice(on_tables(rules))
        start = Position.start(Deal.of(shuffled(table, chance.randrange(10**9)), table))
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
    rules = game("microsoft")
    here = Position.start(deal(2, rules))
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

    return Position.of(
        position.rules,
        position.tableau,
        bouquet=position.bouquet,
        stock=[hide(card) for card in position.stock],
        turned=position.turned,
        waste=position.waste,
        pass_number=position.pass_number,
        cleared_in_pass=position.cleared_in_pass,
        gone=sorted(set(position.rules.deck).difference(position.cards())),
    )


def whatever_they_are(position: Position) -> list[Position]:
    """The position with its unknown cards written in every way, apart from suits."""
    by_ranks: dict[tuple[int, ...], Position] = {}
    for cards in permutations(position.can_be(), len(position.unknown())):
        ranks = tuple(card.rank for card in cards)
        if ranks not in by_ranks:
            try:
                by_ranks[ranks] = with_cards(position, cards)
            except PositionError:
                continue
    return list(by_ranks.values())


def has_value(one: Worth | Advice, results: list[bool]) -> None:
    """What is said holds with every order."""
    if one.verdict == "won":
        assert all(results)
    if one.verdict == "lost":
        assert not any(results)
    if one.verdict == "depends":
        assert any(results) and not all(results)


@pytest.mark.parametrize("moves", [80, pytest.param(220, marks=pytest.mark.slow)])
def test_unknown_cards_agree_with_every_order(moves: int) -> None:
    chance = random.Random("unknown")
    verdict_counts: Counter[str] = Counter()
    while sum(verdict_counts.values()) < moves:
        table = chance.choice(on_tables(chance.choice(COMBINATIONS)))
        start = Position.start(Deal.of(shuffled(table, chance.randrange(10**9)), table))
        _, here = play_out(start, chance.randrange(10**9), chance.randrange(8))
        here = hidden(here, chance)
        if here.is_over() or not 0 < len(here.unknown()) < 6:
            continue
        every = whatever_they_are(here)
        most = chance.choice((3, 100))
        advice = advise(here, orders=most)
        has_value(advice, [isinstance(solve(one), Won) for one in every])
        for one in advice.worths:
            results = [isinstance(solve(p.play(one.moves[0])), Won) for p in every]
            has_value(one, results)
            assert one.orders is not None
            if one.orders.won_with:
                assert isinstance(
                    solve(with_cards(here, one.orders.won_with).play(one.moves[0])), Won
                )
            if one.orders.lost_with:
                assert isinstance(
                    solve(with_cards(here, one.orders.lost_with).play(one.moves[0])), Lost
                )
            if len(every) <= most:
                assert one.verdict != "unknown"
            if one.orders.all:
                assert one.orders.tried == len(every)
                assert one.orders.won == sum(results)
            verdict_counts[one.verdict] += 1
    assert all(
        verdict_counts[value] > moves // 40 for value in ("won", "lost", "depends", "unknown")
    ), verdict_counts


def test_every_order_comes_once() -> None:
    rules = Rules(rows=1, total=3, suits=2, passes=1)
    start = Position.start(Deal.of(cards_of("3C AC AD 2C 2D 3D"), rules))
    here = hidden(start, random.Random(1))
    assert len(here.unknown()) == 4
    possible, are_all = orders(here, 100)
    ranks = [tuple(card.rank for card in one.cards) for one in possible]
    assert are_all
    assert len(ranks) == len(set(ranks)) == len(whatever_they_are(here)) == 12
    found = hands(here, 1)
    assert found is not None and list(map(count_orders, found)) == [12]


def test_cards_that_may_be_gone_are_in_pairs() -> None:
    rules = Rules(rows=1, total=3, suits=2, passes=1)
    here = Position.of(rules, [None], stock=[UnknownCard(0)] * 3, turned=Card.parse("AC"))
    found = hands(here, 10)
    assert found is not None
    assert sorted(sorted(card.rank for card in hand) for hand in found) == [[1, 2, 2], [2, 3, 3]]
    assert hands(here, 1) is None


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
        start = Position.start(Deal.of(shuffled(rules, seed), rules))
        _, here = play_out(start, seed, seed % 9)
        if not here.is_over():
            position = Position.of(
                rules,
                here.tableau,
                stock=[UnknownCard(0)] * len(here.stock),
                waste=here.waste,
                pass_number=here.pass_number,
            )
            assert len(position.unknown()) == len(here.stock)


def test_an_unknown_card_of_the_tableau_opens_no_bouquet() -> None:
    rules = Rules(rows=1, total=3, suits=1, passes=1)
    here = Position.of(rules, [UnknownCard(0)], turned=Card.parse("AC"), stock=[Card.parse("3C")])
    assert opened(here) is None
    assert advise(here).verdict == "won"  # only the two can lie there


def test_a_stock_that_nobody_has_seen() -> None:
    """Whole decks: a pyramid that four cards cover is lost whatever comes, others depend."""
    rules = GAMES["pyramid"]
    counts = Counter[str]()
    for number in range(1, 7):
        start = Position.start(deal(number, rules))
        here = Position.of(
            rules,
            start.tableau,
            turned=start.turned,
            stock=[UnknownCard(card) for card in start.stock],
        )
        advice = advise(here, orders=12)
        counts[advice.verdict] += 1
        if isinstance(solve(start), Won):
            assert advice.verdict != "lost"
    assert counts["lost"] and counts["depends"] + counts["unknown"]


def test_unknown_cards_keep_to_the_limits() -> None:
    rules = GAMES["pyramid"]
    start = Position.start(deal(2, rules))
    here = hidden(start, random.Random(2))
    advice = advise(here, Limits(nodes=5))
    assert advice.verdict == "unknown"
    assert {one.limit for one in advice.worths} <= {"nodes", "orders"}


def test_naming_needs_as_many_cards_as_are_unknown() -> None:
    rules = Rules(rows=1, total=3, suits=1, passes=1)
    here = Position.of(rules, [Card.parse("3C")], stock=[UnknownCard(0), UnknownCard(0)])
    with pytest.raises(PositionError, match="1 card given, 2 are unknown"):
        with_cards(here, [Card.parse("AC")])
    assert isinstance(solve(with_cards(here, here.can_be())), Won | Lost | Unknown)
    assert DealStock() in {move for one in advise(here).worths for move in one.moves}
