"""What the searches take for granted, and what is said where they do not know a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from pyrtool.answers.kernels.positions import first_pass, stock_position
from pyrtool.answers.solve import Won, shortest
from pyrtool.answers.soundness import check_plain, check_sets, is_plain, stock_kings_go
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES, Rules, RulesError
from pyrtool.game.position import DealStock, Position, Redeal

from ..oracle import Oracle


def test_one_waste_of_which_the_top_is_available_is_plain() -> None:
    check_plain(Rules())
    for rules, what in (
        (Rules(wastes=2, deal_to="choice"), "games with 2 wastes"),
        (Rules(wastes=4, deal_to="choice"), "games with 4 wastes"),
        (
            Rules(waste_ends="both"),
            "games with both ends of the waste available",
        ),
    ):
        assert not is_plain(rules)
        with pytest.raises(RulesError, match=f"^{what} have no such answer"):
            check_plain(rules)


@pytest.mark.parametrize(
    ("pairs", "why"),
    [
        ("A-2, 3-4, 5-6, 7-8, 9-T, J-J, Q alone, K alone", "they make too many sets"),
        ("sum 13, sum 12, K alone", "a rank matches several"),
        ("A-2, 3-4, 5-6, 7-8, 9-9, J-J, T-Q, K alone", "several ranks match themselves"),
        ("same, next", "a rank matches several"),
    ],
)
def test_why_the_searches_over_sets_do_not_know_pairs(pairs: str, why: str) -> None:
    with pytest.raises(RulesError, match=f"^no such answer for pairs .*: {why}$"):
        check_sets(Rules(pairs=pairs))


def test_the_pass_that_counts_as_the_first() -> None:
    """From none before the deal's to the position's own."""
    rules = GAMES["tut"]
    start = Position.start(deal(1, rules))
    passed = start
    while passed.undealt():
        passed = passed.play(DealStock())
    second = passed.play(Redeal())
    assert (first_pass(start), second.pass_number) == (start.pass_number, start.pass_number + 1)
    stock = start.undealt()
    for first in range(second.pass_number + 1):
        assert stock_position(second, stock, first) == 64 * (second.pass_number - first)
    for first in (-1, second.pass_number + 1):
        words = f"^first: {first}, the position is in {second.pass_number}$"
        with pytest.raises(PyrtoolError, match=words):
            stock_position(second, stock, first)


def test_stock_kings_go_for_the_most_unless_clearing_ends_the_game_in_its_only_pass() -> None:
    """A king that was not turned yet would stay then; with a redeal all can be turned before."""
    ends = Rules(goal="pyramid", scoring="microsoft")
    assert ends.ends_when_cleared
    for passes in (1, 2, None):
        rules = replace(ends, passes=passes)
        assert stock_kings_go(rules, "best") is (passes != 1)
        assert stock_kings_go(replace(rules, scoring="none"), "best")
        assert stock_kings_go(rules, "won") and stock_kings_go(rules, "shortest")


@pytest.mark.parametrize("vanishing", ["auto", "auto-on-turn"])
def test_a_king_that_need_not_go_at_once_is_dealt_over(
    vanishing: Literal["auto", "auto-on-turn"],
) -> None:
    """In a shortest line under automatic matching a turned king goes only where the search says."""
    rules = Rules(rows=3, total=5, suits=2, passes=2, stock_waste=vanishing)
    chosen = deal(8, rules)
    assert not stock_kings_go(rules, "shortest")
    found = shortest(chosen)
    assert isinstance(found, Won) and found.shortest
    assert len(found.moves) == Oracle(chosen.cards, rules).answer(100_000).shortest
    here, over = Position.start(chosen), 0
    for move in found.moves:
        over += here.turned is not None and here.turned.rank == 5 and move == DealStock()
        here = here.play(move)
    assert here.is_won() and over
