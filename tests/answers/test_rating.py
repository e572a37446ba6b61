"""Ratings against the referee: chances as fractions, only moves and first moves by brute force."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pyrtool import Card, Deal, Position, Won, deal, parse_cards, solve
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.positions import as_dealt
from pyrtool.answers.rating.chances import RatingLimits, exact_chances, rate, rate_range
from pyrtool.answers.rating.scale import LEVELS, Chance, Rating, level_named
from pyrtool.base.limits import LimitError
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.random_players import Chances, SinglyChances, StockChances

from ..bruteforce.games import games_of_sets, open_games
from ..chances import plain_chance
from ..dealing import drawn_deal, one_in, shuffled, won
from ..drawing import draw_rules, drawn_seed, enough
from ..oracle import goes
from ..playouts import play_out

if TYPE_CHECKING:
    from pyrtool.answers.kernel_setup.build import AnyChances

SMALL = RatingLimits(playouts=2000)


def won_deals(games: list[Rules], count: int, seed: int) -> list[tuple[Rules, tuple[Card, ...]]]:
    """Won deals, of every game the first found."""
    found = []
    for rules in games:
        for at in range(count):
            cards = shuffled(rules, seed + at)
            if solve(Deal.of(cards, rules)).is_won:
                found.append((rules, cards))
                break
    return found


def test_playouts_agree_with_the_chances() -> None:
    games = [rules for rules in games_of_sets()[::2] + open_games()[::2] if rules.deck_size <= 12]
    deals = won_deals(games, 20, 7)
    outside = asked = 0
    for rules, cards in deals:
        exact = rate(Deal.of(cards, rules), None)
        played = rate(Deal.of(cards, rules), None, RatingLimits(positions=1, playouts=3000))
        if played.exact:  # one position, or none
            continue
        assert played.positions == 0
        for chance, value in (
            (played.plain, exact.plain.value),
            (played.clever, exact.clever.value),
        ):
            low, high = chance.interval
            assert chance.wins == 0 or abs(chance.value - value) < 5 * (high - low) / 2
            assert chance.least is not None
            asked += 1
            outside += not low <= value <= high
            if value in (0, 1):
                assert chance.value == value
    assert asked > 100
    assert outside / asked < 0.08  # one in twenty is to be expected


def single_kernels(rules: Rules) -> list[SinglyChances]:
    """The kernel for cards that are turned one at a time, as it is and without a solver."""
    single = build.chances(rules)
    assert isinstance(single, SinglyChances)
    return [single, SinglyChances(build.stock_game(rules))]


def worked_out(kernel: AnyChances, start: Position) -> tuple[float, float]:
    dealt = as_dealt(start)
    kernel.load_position(bytes(dealt.cards), dealt.left, dealt.at)
    assert kernel.run(10**7) == "done"
    return kernel.chances()


SINGLY = {"stock": "dealt", "stock_top": True, "waste_pairs": False, "scoring": "none", "draw": 1}
PASSES = (None, 1, 2, 3, 4)


@pytest.mark.draws
@pytest.mark.parametrize("games", [60, pytest.param(200, marks=pytest.mark.slow)])
def test_cards_turned_one_at_a_time_have_the_chances_of_any_game(games: int) -> None:
    """From the deal on and from the middle of play."""
    chance = random.Random(f"single cards {drawn_seed()} {games}")
    winnable = from_the_middle = 0
    for _ in range(games):
        rules = draw_rules(
            chance,
            most_cards=28,
            stock="dealt",
            stock_top=True,
            draw=1,
            waste_pairs=False,
            stock_waste=chance.choice(("no", "yes")),
            passes=chance.choice((None, 1, 2, 3, 4)),
            scoring="none",
        )
        start = Position.start(drawn_deal(rules, chance))
        _, here = play_out(start, chance.randrange(2**32), chance.choice((0, 0, 4, 12)))
        if any(goes(rules, card.rank) for card in here.waste):
            continue
        expected = worked_out(StockChances(build.stock_game(rules)), here)
        winnable += expected[0] > 0
        from_the_middle += here.cards_left() < rules.deck_size
        for single in single_kernels(rules):
            assert worked_out(single, here) == pytest.approx(expected, rel=1e-11), rules
    enough(min(winnable, from_the_middle), games // 10 + 1)


@pytest.mark.parametrize("kind", one_in(2, [SinglyChances, StockChances]))
def test_positions_beyond_those_allowed_are_not_passed_over(kind: type[AnyChances]) -> None:
    """The last ones may go beyond: that is a pause, and to go on takes nothing more."""
    rules = Rules(rows=4, total=9, passes=2)
    kernel = kind(build.stock_game(rules))
    beyond = 0
    for number in range(1, 40):
        cards = bytes(deal(number, rules).cards)
        kernel.load(cards)
        assert kernel.run(10**7) == "done"
        total, chances = kernel.positions, kernel.chances()
        for allowed in range(max(total - 6, 1), total):
            kernel.load(cards)
            while (answer := kernel.run(allowed)) == "paused" and kernel.positions == 0:
                pass  # what is left is still being found
            beyond += answer == "paused" and kernel.positions == total
            while answer == "paused":
                answer = kernel.run(total)
            assert (answer, kernel.positions, kernel.chances()) == ("done", total, chances)
    assert beyond > 0


# Ranges, limits, the scale.


def test_a_range_is_its_deals() -> None:
    rules = GAMES["giza"]
    found = dict(rate_range(2**64 - 40, 40, "native", rules))
    for number in range(2**64 - 40, 2**64):
        dealt = deal(number, rules)
        verdict = solve(dealt)
        expected = rate(dealt, verdict.moves) if isinstance(verdict, Won) else None
        assert found.get(number) == expected
    hard = dict(rate_range(2**64 - 40, 40, "native", rules, least=3.0))
    assert 0 < len(hard) < len(found)
    assert hard == {n: r for n, r in found.items() if r.difficulty and r.difficulty >= 3}
    unjudged = dict(rate_range(2**64 - 40, 40, "native", rules, moves=False))
    assert unjudged.keys() == found.keys()
    for number, rating in unjudged.items():
        assert rating.only_moves is None
        assert rating.plain == found[number].plain


def test_a_rating_is_given_up_only_where_the_chance_is_enough() -> None:
    """`enough` where the chance is at least what is asked for, `done` elsewhere."""
    giza = GAMES["giza"]
    ended: Counter[tuple[bool, str]] = Counter()
    bouquet = Rules(rows=5, stock="bouquet", total=9)
    for rules, deals in ((giza, 30), (bouquet, 4)):  # Giza has the fewest positions
        chances = build.chances(rules)
        assert isinstance(chances, Chances)
        for number in range(1, 1 + deals):
            cards = bytes(deal(number, rules).cards)
            chances.load(cards)
            assert chances.run(10**6) == "done"
            chance, _ = chances.chances()
            positions = chances.positions
            for share in (0.001, 0.999, 1.001):
                chances.limit_chance(share * chance or 0.5)
                chances.load(cards)
                answer = chances.run(10**6)
                assert answer == ("enough" if chance and share < 1 else "done")
                ended[chances.positions < positions, answer] += 1
            chances.limit_chance(2.0)
    assert ended[True, "enough"] > 8 and ended[False, "done"] > 8


def test_a_range_gives_up_nothing_that_is_hard_enough() -> None:
    giza = GAMES["giza"]
    every = dict(rate_range(1, 500, "native", giza, moves=False))
    for least in (6.0, 6.5):
        hard = {number: one for number, one in every.items() if (one.difficulty or 0) >= least}
        assert dict(rate_range(1, 500, "native", giza, least, moves=False)) == hard
    assert len(hard) > 1


def test_no_win_among_the_playouts_is_a_bound() -> None:
    dealt = deal(60, "pyramid")
    rating = rate(dealt, None, RatingLimits(positions=100, playouts=10_000))
    assert rating.plain == Chance(0.0, 10_000, 0)
    assert rating.difficulty is None and not rating.exact
    assert rating.bounded_by == pytest.approx(3.4157, abs=1e-9)
    assert rating.level == "hard"
    exact = rate(dealt, None).difficulty
    assert exact == 7.2661


def test_a_player_who_never_wins_has_no_bound() -> None:
    rules = replace(GAMES["king-tut"], passes=2)
    dealt = deal(180, rules)  # won, but not when every king goes immediately
    rating = rate(dealt, won(dealt).moves)
    assert rating.exact and rating.plain.value == 0
    assert (rating.difficulty, rating.bounded_by, rating.level) == (None, None, "master")
    games = RatingLimits(positions=1, playouts=20_000)
    assert rate(dealt, None, games).plain.wins == 0


def test_limits_leave_moves_unknown_and_not_wrong() -> None:
    rules = GAMES["king-tut"]
    dealt = deal(643, rules)
    rating = rate(dealt, won(dealt).moves, RatingLimits(nodes=10))
    assert (rating.first_moves, rating.losing_first_moves, rating.only_moves) == (None, None, None)
    for name in ("positions", "playouts", "nodes", "memory_mib"):
        for wrong in (0, -1, 2**64):
            with pytest.raises(LimitError, match=name):
                RatingLimits(**{name: wrong})


def test_memory_is_a_limit_too() -> None:
    dealt = deal(3, "bouquet")  # 437,921 positions
    assert rate(dealt, None, RatingLimits(memory_mib=200)).exact
    assert not rate(dealt, None, RatingLimits(memory_mib=8, playouts=100)).exact
    assert rate(dealt, None, RatingLimits(memory_mib=200)).exact


def test_the_passes_that_do_not_fit_a_key_are_played_out() -> None:
    rules = Rules(rows=2, total=5, suits=2, passes=17)
    (deals,) = won_deals([rules], 20, 1)
    played = rate(Deal.of(deals[1], rules), None, SMALL)
    low, high = played.plain.interval
    assert not played.exact
    assert low <= plain_chance(deals[1], rules) <= high


def test_the_scale() -> None:
    def rated(chance: Chance) -> Rating:
        return Rating(chance, chance, 0)

    names = [name for name, _ in LEVELS]
    assert [rated(Chance(10.0**-d)).level for d in (0, 2, 3, 4.5, 6)] == names
    assert [rated(Chance(10.0**-d)).stars for d in (1.99, 2.99, 4.49, 5.99, 9)] == [1, 2, 3, 4, 5]
    assert [level_named(name) for name in names] == [1, 2, 3, 4, 5]
    assert rated(Chance(1.0)).difficulty == 0.0
    assert str(rated(Chance(1.0)).difficulty) == "0.0"
    tenth = Chance(0.1, 1000, 100)
    assert tenth.difficulty == 1.0
    assert tenth.least is not None and tenth.most is not None
    assert tenth.least < 1 < tenth.most
    assert Chance(0.001).least == Chance(0.001).most == 3.0


# The figures are the same everywhere.


def test_ratings_that_must_not_change() -> None:
    rules = GAMES["giza"]
    expected = {
        2: (3.2239, 1.476, 5689, 11, 0, 1),
        8: (2.5952, 1.2236, 5294, 10, 2, 6),
        9: (4.799, 3.4587, 6924, 11, 2, 1),
    }
    found = {
        number: (
            rating.difficulty,
            rating.clever.difficulty,
            rating.positions,
            rating.first_moves,
            rating.losing_first_moves,
            rating.only_moves,
        )
        for number, rating in rate_range(1, 12, "native", rules)
    }
    assert found == expected
    dealt = deal(2, rules)
    played = rate(dealt, None, RatingLimits(positions=1, playouts=20_000))
    again = rate(dealt, None, RatingLimits(positions=1, playouts=20_000))
    assert played == again
    assert (played.plain.wins, played.clever.wins) == (9, 672)


MIB = 1 << 20


def test_nestor_has_exact_ratings() -> None:
    """The plain player's chance is that of a count by another program, of every line."""
    dealt = deal(2, "nestor")
    rating = rate(dealt, won(dealt).moves)
    assert rating.exact and rating.positions > 1000 and rating.first_moves == 6
    assert rating.plain.value == pytest.approx(0.558602, abs=1e-6)
    (in_range,) = rate_range(2, 1, "native", GAMES["nestor"], moves=False)
    assert in_range[1].plain == rating.plain and in_range[1].clever == rating.clever


def test_what_does_not_fit_a_limit_is_played_out() -> None:
    dealt = deal(2, "nestor")
    start = Position.start(dealt)
    positions = rate(dealt).positions
    assert exact_chances(start, positions, MIB) is not None
    assert exact_chances(start, positions - 1, MIB) is None
    assert exact_chances(start, positions, 1 << 10) is None
    few = rate(dealt, limits=RatingLimits(positions=positions - 1, playouts=50))
    assert not few.exact and few.plain.playouts == 50
    many = rate(dealt, limits=RatingLimits(positions=1, playouts=2_500))
    assert many.plain.playouts == 2_500 > rate(dealt, limits=RatingLimits(1)).plain.playouts
    stock = Position.start(deal(1, "cheops"))
    assert exact_chances(stock, 10, MIB) is None  # a stock is dealt


def test_a_position_that_is_won_or_dead() -> None:
    dealt = deal(2, "nestor")
    goal = Position.start(dealt).play_all(won(dealt).moves)
    assert exact_chances(goal, 1, MIB) == (1.0, 1.0, 0)
    rows = parse_cards(
        ["AS", "2S", "3S", "AH", "2H", "3H", "AD", "2D", "3D", "AC", "2C", "3C"]
    )  # a rank a column
    columns = Rules(tableau="columns 3x4", stock="none", ranks=3, suits=4, pairs="same")
    dead = Position.start(Deal.of(rows, columns))
    assert exact_chances(dead, 1, MIB) == (0.0, 0.0, 0)
