"""What is sound under which rules, and what the searches take for granted."""

from dataclasses import replace
from typing import Any, Literal

import pytest

from pyrtool import DealStock, Position, Redeal, Won, deal, shortest
from pyrtool.answers.kernel_setup.positions import first_pass, stock_position
from pyrtool.answers.plan import (
    Question,
    early_never_hurts_from,
    plan_of,
    stock_kings_go_from,
    unsound_from,
)
from pyrtool.game.games import GAMES, Rules, RulesError

from ..oracle import Oracle

STANDARD = Rules()
TUT = GAMES["tut"]
NESTOR = replace(GAMES["giza"], pairs="same")


def changed(**fields: Any) -> Rules:
    """Standard Pyramid except these, and without the stock top where several cards are dealt."""
    if fields.get("draw", 1) > 1 or not fields.get("stock_top", True):
        fields = {"stock_top": False, "stock_waste": "no"} | fields
    return replace(STANDARD, **fields)


@pytest.mark.parametrize("name", ["day", "apophis", "treize"])
def test_one_waste_with_one_end_is_plain(name: str) -> None:
    plan_of(STANDARD).check_plain()
    rules = GAMES[name]
    many = "both ends of the waste available" if rules.wastes == 1 else f"{rules.wastes} wastes"
    with pytest.raises(RulesError, match=f"^games with {many} have no such answer"):
        plan_of(rules).check_plain()
    assert not plan_of(rules).searched_by_sets


def test_cards_are_as_many_as_there_is_room_for() -> None:
    plan_of(STANDARD).check_cards(28, 24)
    for room, words in (((27, 24), "28 cards on the tableau"), ((28, 23), "24 cards beside it")):
        with pytest.raises(RulesError, match=f"{words}: at most"):
            plan_of(STANDARD).check_cards(*room)
    plan_of(STANDARD).check_one_pack()
    with pytest.raises(RulesError, match="a deck of 104 cards"):
        plan_of(GAMES["double-pyramid"]).check_one_pack()


def test_the_stock_top_is_there_where_it_changes_nothing() -> None:
    without = changed(stock_top=False)
    assert plan_of(without).with_stock_top == changed(stock_waste="no")
    for rules in (
        STANDARD,
        replace(without, waste_pairs=True),
        replace(without, draw=3),
        GAMES["thirteen"],
        GAMES["treize"],
        GAMES["apophis"],
        GAMES["bouquet"],
    ):
        assert plan_of(rules).with_stock_top is rules


@pytest.mark.parametrize("name", [name for name in GAMES if plan_of(GAMES[name]).sets_answer])
def test_other_names_of_the_ranks_add_to_the_total(name: str) -> None:
    rules = GAMES[name]
    names, total = plan_of(rules).ranks_that_add
    for rank in range(1, rules.highest_rank + 1):
        assert (names[rank] == total) == rules.goes_alone(rank)
        for other in range(1, rules.highest_rank + 1):
            assert (names[rank] + names[other] == total) == rules.go_together(rank, other)


def test_ranks_that_add_keep_their_names() -> None:
    assert plan_of(STANDARD).ranks_that_add == (tuple(range(14)), 13)
    assert plan_of(GAMES["spanish"]).ranks_that_add == (tuple(range(13)), 12)
    assert plan_of(GAMES["dozen"]).ranks_that_add[1] == 14  # six goes with itself
    assert plan_of(changed(pairs="sum 13, K alone")).ranks_that_add[1] == 13


def test_what_is_allowed_more() -> None:
    assert plan_of(STANDARD).loosened is STANDARD
    assert plan_of(TUT).loosened == replace(TUT, draw=1, stock_top=True)
    vanishing = changed(stock_waste="auto")
    assert plan_of(vanishing).loosened == STANDARD
    opened = plan_of(GAMES["par"]).with_open_stock
    assert opened == GAMES["bouquet"]
    assert plan_of(GAMES["giza"]).with_open_stock is GAMES["giza"]


@pytest.mark.parametrize(
    ("rules", "never"),
    [
        (STANDARD, True),
        (changed(passes=None), True),
        (changed(waste_pairs=True, passes=3), True),
        (GAMES["bouquet"], True),
        (changed(stock_waste="auto"), False),
        (changed(stock_waste="auto-on-turn"), False),
        (changed(draw=3), True),
        (changed(draw=3, passes=2), False),
        (changed(draw=3, waste_pairs=True), False),
        (GAMES["apophis"], False),
        (replace(GAMES["apophis"], passes=1), True),
        (GAMES["day"], True),
        (replace(GAMES["day"], passes=1), True),
    ],
)
def test_removing_early(rules: Rules, never: bool) -> None:
    assert plan_of(rules).early_never_hurts is never


def test_removing_early_in_the_last_pass() -> None:
    start = Position.start(deal(16, replace(TUT, passes=2)))
    last = start.play_all([*[DealStock()] * 8, Redeal()])
    assert not early_never_hurts_from(start)
    assert early_never_hurts_from(last)


def test_patience_is_a_pass_more_where_groups_shift() -> None:
    asked = (STANDARD, GAMES["day"], changed(draw=2), TUT, GAMES["apophis"])
    assert [plan_of(rules).patience for rules in asked] == [1, 1, 2, 2, 2]


KINGS: list[tuple[Rules, str]] = [
    # Those of "won", "shortest", "best", "fewest" in which a king of the stock goes immediately.
    (STANDARD, "won shortest best fewest"),
    (changed(stock_top=False), "won best"),
    (changed(waste_pairs=True), "won best"),
    (changed(draw=3), "won"),
    (changed(draw=3, passes=2), ""),
    (GAMES["bouquet"], "won best"),
    (GAMES["microsoft"], "won shortest best fewest"),
    # A king that was not turned yet would stay when clearing ends the game in its only pass.
    (replace(GAMES["microsoft"], passes=1), "won shortest fewest"),
    (replace(GAMES["microsoft"], passes=1, scoring="none"), "won shortest best fewest"),
    (replace(GAMES["microsoft"], passes=None), "won shortest best fewest"),
    (replace(GAMES["microsoft"], passes=2), "won shortest best fewest"),
]
QUESTIONS: tuple[Question, ...] = ("won", "shortest", "best", "fewest")


@pytest.mark.parametrize(("rules", "questions"), KINGS)
def test_kings_of_the_stock_go_at_once(rules: Rules, questions: str) -> None:
    go = [question for question in QUESTIONS if plan_of(rules).stock_kings_go(question)]
    assert " ".join(go) == questions


def test_kings_go_at_once_from_a_position() -> None:
    """A king that was passed by, and the pass in which the question is asked."""

    def go(position: Position) -> str:
        asked = (one for one in QUESTIONS if stock_kings_go_from(position, one))
        return " ".join(asked)

    microsoft = Position.start(deal(1, GAMES["microsoft"]))
    by = next(at for at, card in enumerate(microsoft.undealt(), 1) if card.rank == 13)
    assert go(microsoft.play_all([DealStock()] * (by - 1))) == "won shortest best fewest"
    passed = microsoft.play_all([DealStock()] * by)
    assert go(passed) == "won"
    for question in QUESTIONS:
        kings = {"stock kings" if question == "best" else "kings"} if question != "won" else set()
        assert unsound_from(passed, question) == kings
        assert unsound_from(microsoft, question) == set()
    pairs = replace(GAMES["microsoft"], waste_pairs=True)
    assert go(Position.start(deal(1, pairs)).play_all([DealStock()] * by)) == ""
    dealt = microsoft.play_all([DealStock()] * 24)
    second = dealt.play(Redeal())
    assert go(second) == "won best fewest"
    assert go(second.play_all([*[DealStock()] * 24, Redeal()])) == "won fewest"
    unlimited = Position.start(deal(1, changed(passes=None)))
    assert go(unlimited.play_all([*[DealStock()] * 24, Redeal()])) == "won shortest best fewest"
    assert unsound_from(Position.start(deal(1, TUT)), "best") == set()


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (GAMES["double-pyramid"], "no answer for two packs: "),
        (GAMES["cheops"], "no answer for pairs same, next: a rank matches several"),
        (NESTOR, "no answer for pairs same: several ranks match themselves"),
        (
            Rules(pairs="A-2, 3-4, 5-6, 7-8, 9-T, J-J, Q alone, K alone"),
            "no answer for pairs .*: they make too many sets",
        ),
    ],
)
def test_games_of_sets(rules: Rules, why: str) -> None:
    assert not plan_of(rules).sets_answer and not plan_of(rules).searched_by_sets
    with pytest.raises(RulesError, match=f"^{why}"):
        plan_of(rules).check_sets("answer")


def test_the_general_search_has_no_room_or_no_reasoning_for_some() -> None:
    plan_of(GAMES["cheops"]).check_general()
    with pytest.raises(RulesError, match="2 wastes"):
        plan_of(GAMES["day"]).check_general()
    cheops = replace(GAMES["cheops"], stock_waste="auto")
    with pytest.raises(RulesError, match=r"games with such pairs \(a rank matches several\)"):
        plan_of(cheops).check_general()
    small = Rules(rows=9, packs=2, suits=2, stock_waste="auto")
    with pytest.raises(RulesError, match="games of two packs are not solved"):
        plan_of(small).check_general()
    for rules in (GAMES["double-pyramid"], Rules(rows=7, packs=2)):
        others = rules.deck_size - rules.tableau_size
        if others <= 63:
            plan_of(rules).check_general()
            plan_of(rules).check_searched()
            continue
        for check in (plan_of(rules).check_general, plan_of(rules).check_searched):
            with pytest.raises(RulesError, match=f"{others} cards beside it: at most 63"):
                check()
    plan_of(GAMES["day"]).check_searched()
    plan_of(STANDARD).check_searched()


def test_what_answers_a_game() -> None:
    columns = replace(GAMES["giza"], goal="pyramid")
    open_pyramid = replace(GAMES["bouquet"], goal="pyramid")
    asked = (STANDARD, GAMES["giza"], columns, GAMES["bouquet"], open_pyramid, NESTOR)
    assert [plan_of(rules).has_blocks for rules in asked] == [True, True, False, True, True, True]
    matched = [plan_of(rules).decided_by_matching for rules in asked]
    assert matched == [False, True, False, True, True, True]
    assert not plan_of(replace(NESTOR, pairs="same, next")).decided_by_matching
    no_match = changed(stock_waste="no")
    assert plan_of(no_match).count_matters
    assert not plan_of(replace(no_match, goal="pyramid")).count_matters
    assert not plan_of(STANDARD).count_matters
    assert plan_of(replace(TUT, stock_waste="no")).tableaux_answer
    assert not plan_of(no_match).tableaux_answer
    assert not plan_of(changed(stock_waste="auto")).tableaux_answer


def test_the_pass_that_counts_as_the_first() -> None:
    """From none before the deal's to the position's own."""
    start = Position.start(deal(1, "tut"))
    passed = start
    while passed.undealt():
        passed = passed.play(DealStock())
    second = passed.play(Redeal())
    assert (first_pass(start), second.pass_number) == (start.pass_number, start.pass_number + 1)
    stock = start.undealt()
    for first in range(second.pass_number + 1):
        assert stock_position(second, stock, first) == 64 * (second.pass_number - first)


@pytest.mark.parametrize("vanishing", ["auto", "auto-on-turn"])
def test_a_king_that_need_not_go_at_once_is_dealt_over(
    vanishing: Literal["auto", "auto-on-turn"],
) -> None:
    """In a shortest line under automatic matching a turned king goes only where the search says."""
    rules = Rules(rows=3, total=5, suits=2, passes=2, stock_waste=vanishing)
    chosen = deal(8, rules)
    assert not plan_of(rules).stock_kings_go("shortest")
    found = shortest(chosen)
    assert isinstance(found, Won) and found.shortest
    assert len(found.moves) == Oracle(chosen.cards, rules).answer(100_000).shortest
    here, over = Position.start(chosen), 0
    for move in found.moves:
        over += here.turned is not None and here.turned.rank == 5 and move == DealStock()
        here = here.play(move)
    assert here.is_won() and over
