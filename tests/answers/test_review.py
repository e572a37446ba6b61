"""Reviews: the marks of moves, and skill and luck that add up, with a mean luck of 0."""

from itertools import permutations
from math import sqrt
from random import Random
from typing import Any

import pytest

from pyrtool import Limits, Position, Unknown, Won, deal, review
from pyrtool.answers.closed import Player, PlayerName, View
from pyrtool.answers.equivalent_moves import is_free_king, settled, settled_choices
from pyrtool.answers.plain_search import search
from pyrtool.answers.review import luck
from pyrtool.answers.review.luck import split
from pyrtool.game.games import Rules, game
from pyrtool.game.line import Played

from ..dealing import shuffled_start

SMALL: dict[str, Any] = {"rows": 3, "total": 5, "suits": 2}
"""Ten cards. Four lie in the stock, or three are unseen."""

GAMES = [
    Rules(**SMALL),
    Rules(goal="pyramid", passes=3, **SMALL),
    Rules(stock_waste="no", stock_top=False, draw=3, passes=None, overlap=True, **SMALL),
    Rules(stock_waste="auto", passes=2, **SMALL),
    Rules(rows=2, total=3, suits=2, face_down="covered", goal="pyramid"),
]


def by_chance(rules: Rules, seed: int, number: int = 0) -> Played:
    chance = Random(f"{seed} {number}")
    line = Played(shuffled_start(rules, number))
    for _ in range(40):
        moves = [] if line.end.is_won() else list(View.of(line.end).legal_moves())
        if not moves:
            break
        line = line.then(chance.choice(moves))
    return line


def can_win(position: Position) -> bool:
    return position.is_won() or search(position).answer == "won"


@pytest.mark.parametrize("rules", [*GAMES, Rules(rows=4, total=6, stock="bouquet"), game("giza")])
def test_every_mark_is_what_a_plain_search_finds(rules: Rules) -> None:
    marks = set()
    for number in range(12):
        line = by_chance(rules, 1, number)
        found = review(line.positions[0], line.moves)
        assert len(found.moves) == len(line.moves)
        for one, (before, move, after) in zip(found.moves, line.steps(), strict=True):
            marks.add(one.mark)
            assert (one.mark == "lost") == (not can_win(before))
            assert (one.mark == "loses") == (can_win(before) and not can_win(after))
            if one.mark == "lost" or is_free_king(move, before) or settled(before).is_won():
                continue
            wins = [can_win(end) for _, end in settled_choices(settled(before))]
            losing, keeping = wins.count(False), 1 if one.mark == "only" else wins.count(True)
            assert (one.choices, one.keeping) == (losing + keeping, keeping)
            if one.mark != "loses" and (wins.count(True) == 1 or not losing):
                assert one.mark == ("only" if losing else "keeps")
        at = found.mistake
        if at is not None:
            assert line.positions[at].play_all(found.instead).is_won()
    assert marks >= {"keeps", "loses", "lost"} or rules.face_down != "none"


def test_a_limit_leaves_marks_open() -> None:
    hard = Position.start(deal(2, "microsoft"))
    line = Player("greedy").play(hard)
    found = review(hard, line.moves, Limits(nodes=1))
    assert isinstance(found.verdict, Unknown) and found.is_open
    assert {one.mark for one in found.moves} == {"unknown"}


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("name", ["careful", "greedy"])
def test_skill_and_luck_add_up_and_the_mean_luck_is_nothing(rules: Rules, name: PlayerName) -> None:
    """Over every order of the unseen cards, exactly; the game is another's than the measure."""
    for number in range(2):
        view = View.of(shuffled_start(rules, number))
        total = 0.0
        for order in permutations(view.unseen):
            line = Played(view.with_order(order))
            chance = Random(number)
            while not line.end.is_won() and len(line.moves) < 30:
                moves = list(View.of(line.end).legal_moves())
                if not moves:
                    break
                line = line.then(chance.choice(moves))
            found = split(line.positions[0], line.moves, Player(name), ended=True)
            assert found.first.error == found.skill.error == found.luck.error == 0
            assert sum(step.skill.value for step in found.steps) + found.gave_up.value == (
                pytest.approx(found.skill.value)
            )
            whole = found.first.value + found.skill.value + found.luck.value
            assert whole == pytest.approx(float(line.end.is_won()))
            assert found.result.value == line.end.is_won()
            total += found.luck.value
        assert total == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("rules", GAMES)
def test_what_the_kernel_plays_on_the_player_does(rules: Rules) -> None:
    careful = Player("careful")
    won = 0
    for number in range(3):
        for here in by_chance(rules, 2, number).positions:
            view = View.of(here)
            moment = luck._Moment(view, careful, 5, 24, Random(number))
            for move in [None, *view.legal_moves()]:
                ends = [view.with_order(order) for order in moment.orders]
                ends = [end if move is None else end.play(move) for end in ends]
                expected = tuple(int(careful.play(end).end.is_won()) for end in ends)
                assert moment.wins(view, move) == expected
                won += sum(expected)
    assert won


def test_sampled_chances_are_the_exact_ones_within_their_errors() -> None:
    rules, careful = Rules(rows=3, total=6, suits=2), Player("careful")
    lines = [by_chance(rules, 3, number) for number in range(40)]
    exact = [split(line.positions[0], line.moves, careful) for line in lines]
    sampled = [split(line.positions[0], line.moves, careful, orders=100, every=1) for line in lines]
    parts = [
        (getattr(one, name), getattr(other, name))
        for one, other in zip(exact, sampled, strict=True)
        for name in ("first", "skill", "luck")
    ]
    assert all(one.error == 0 for one, _ in parts)
    away = [(two.value - one.value) / two.error for one, two in parts if two.error > 0.01]
    assert len(away) > 30
    assert sum(abs(one) > 2.6 for one in away) <= 2
    assert abs(sum(away)) < 3 * sqrt(len(away))
    assert 0.4 < sum(one**2 for one in away) / len(away) < 2


def test_sampled_orders_that_agree_are_not_called_exact() -> None:
    start, careful = Position.start(deal(60, "pyramid")), Player("careful")
    few = split(start, careful.play(start).moves, careful, orders=20)
    assert few.first == luck.Estimate(0.0, 1 / 20) and few.luck.error and not few.skill.error
    assert not few.result.error  # no move is left
    won = Position.start(deal(1, Rules(rows=1, goal="pyramid")))
    assert split(won, careful.play(won).moves, careful, orders=20).result == luck.Estimate(1.0)


def test_a_better_choice_is_named_and_giving_up_costs_the_chance() -> None:
    start = Position.start(deal(2, "microsoft"))
    found = split(start, [], Player("careful"), ended=True)
    assert found.result.value == 0 and found.gave_up.value == -found.first.value < 0
    line = Player("careful").play(start)
    found = split(start, line.moves, Player("careful"), orders=100)
    assert found.skill.value == 0 and any(step.best and step.cost.value < 0 for step in found.steps)
    quick = split(start, line.moves, Player("careful"), orders=100, compare=False)
    assert [step.luck for step in quick.steps] == [step.luck for step in found.steps]
    assert isinstance(review(start, line.moves).verdict, Won)
