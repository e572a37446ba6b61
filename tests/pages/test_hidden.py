"""Chances at tables with hidden cards as the page finds them, against the library's, without a
browser."""

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pyrtool import Advice, Card, Rules, advise, parse_position
from pyrtool.answers.unknown_cards.chance import TableChance
from pyrtool.answers.unknown_cards.prior import Case
from pyrtool.cli.answer_text.advice import moves_together, table_answer, table_text
from pyrtool.game.partly_seen import PartlySeen
from pyrtool.game.position import Discard, Move, Position
from pyrtool.pages.page.problem import ids_of, problem
from pyrtool.pages.page.scripts import EVERY_SEARCH, HIDDEN, REFEREE, modules

from ..javascript import Runtime, running
from ..tables import SMALL, partly_seen, tables, uncertain


@pytest.fixture(scope="module")
def engine() -> Iterator[Runtime]:
    """A runtime that has what the worker runs, and the words for what it finds."""
    worker = (*REFEREE, *EVERY_SEARCH, *HIDDEN)
    words = modules("app/entry/found.js", without=worker)
    with running([*worker, *words, Path(__file__).with_name("hidden.js")]) as runtime:
        yield runtime


def data(position: Position) -> dict[str, Any]:
    game: dict[str, Any] = problem(position, None)["game"]
    return game | {"gone": [str(card) for card in position.gone]}


def word(move: Move, ids: dict[Card, str]) -> str:
    return "/".join(ids[card] for card in move.cards) if isinstance(move, Discard) else str(move)


def found_by(engine: Runtime, asked: Sequence[Sequence[Position]]) -> list[dict[str, Any]]:
    """What the page finds for tables; each table can be any of some positions."""
    names = []
    for first, *_ in asked:
        ids, worths = ids_of(first), advise(first).worths
        pairs = [(moves_together(one, first), move) for one in worths for move in one.moves]
        names.append({word(move, ids): words for words, move in pairs})
    answers: list[dict[str, Any]] = engine.evaluate(
        "adviceAtTables", [[list(map(data, positions)) for positions in asked], names]
    )
    return answers


def agree(advice: Advice, found: dict[str, Any]) -> None:
    """Both give each choice the same exact chance, and say so in the same words.

    They try other orders of the unknown cards, so that they may leave other verdicts unknown that
    depend on these.
    """
    proved = ("won", "lost")
    assert found["verdict"] == advice.verdict or not {found["verdict"], advice.verdict} & {*proved}
    ids = ids_of(advice.position)
    of_moves = {frozenset(one["moves"]): one for one in found["choices"]}
    for one in advice.worths:
        theirs = of_moves.pop(frozenset(word(move, ids) for move in one.moves))
        assert one.chance is not None and one.chance.exact is not None
        part, whole = one.chance.exact.as_integer_ratio()
        assert theirs["chance"]["exact"] == [str(part), str(whole)]
        assert theirs["verdict"] == one.verdict or not {theirs["verdict"], one.verdict} & {*proved}
    assert not of_moves
    text = re.sub(r"\n {4,}", " ", table_text(advice))  # the page has lines of any length
    texts = [table_answer(advice), *(line.strip() for line in text.splitlines())]
    printed = [line for line in texts if not line.startswith("for a surer answer")]
    count = len(printed) - len(advice.worths)
    assert found["texts"] == printed[:count]
    rows = [" ".join(" ".join(row).split()) for row in found["rows"]]
    assert sorted(rows) == sorted(" ".join(line.split()) for line in printed[count:])


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_chances_are_exact_on_small_decks(engine: Runtime, rules: Rules) -> None:
    asked = tables(rules, 8)
    for table, found in zip(asked, found_by(engine, [[one] for one in asked]), strict=True):
        agree(advise(table, deals=50), found)


@pytest.mark.slow
@pytest.mark.parametrize("rules", SMALL[2:3], ids=str)
def test_so_they_are_where_nobody_knows_how_many_cards_lie_face_down(
    engine: Runtime, rules: Rules
) -> None:
    asked: list[PartlySeen] = []
    for table in tables(rules, 8):
        seen = partly_seen(table, more_below=len(asked) % 2 == 1)
        if len(seen.positions) > 1 and max(len(p.unknown()) for p in seen.positions) < 6:
            asked.append(seen)
    assert asked
    found = found_by(engine, [seen.positions for seen in asked])
    for seen, one in zip(asked, found, strict=True):
        advice = advise(seen, deals=50)
        if all(worth.chance and worth.chance.exact is not None for worth in advice.worths):
            agree(advice, one)


def test_named_cards_that_are_gone_are_known(engine: Runtime) -> None:
    rules = Rules(rows=2, total=5, suits=2)
    table = parse_position("3D / -- -- turned 4C stock 3 face down waste ? 2C gone AC", rules)
    (found,) = found_by(engine, [[table]])
    agree(advise(table, deals=9), found)


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_choices_of_gone_cards_are_those_of_the_library(engine: Runtime, rules: Rules) -> None:
    asked = tables(rules, 8)
    for table, (count, each, drawn) in zip(
        asked, engine.evaluate("countedHands", list(map(data, asked))), strict=True
    ):
        hands = Case(table).hands
        assert count == hands.count
        assert each == len(list(hands.each()))
        chance = random.Random(1)
        ours = {" ".join(sorted(map(str, hands.draw(chance)))) for _ in range(300)}
        assert set(drawn) == ours


@pytest.mark.slow
def test_intervals_of_drawn_deals_hold_the_exact_chance(engine: Runtime) -> None:
    asked, exact = [], []
    for table in uncertain(4):
        ids = ids_of(table)
        worths = [one for one in advise(table, deals=1).worths if one.chance]
        asked.append([data(table), [word(one.moves[0], ids) for one in worths]])
        exact.append([one.chance.value for one in worths if one.chance])
    outside = looked = 0
    for chances, values in zip(engine.evaluate("sampledChances", [asked, 60]), exact, strict=True):
        for (chance, (low, high)), value in zip(chances, values, strict=True):
            assert chance["deals"] == 60 and chance["played"] == chance["winnable"]
            outside += not low <= value <= high
            looked += 1
    assert looked > 4 and outside <= looked // 10


def test_the_player_does_not_look_at_hidden_cards(engine: Runtime) -> None:
    """Where deals look alike, it makes the same move."""
    chosen = 0
    for rules in (SMALL[0], SMALL[2], SMALL[5]):
        for table in tables(rules, 6):
            chance = random.Random(3)
            case = Case(table)
            deals = [list(map(str, case.draw(chance))) for _ in range(6)]
            moves = engine.evaluate("chosenMoves", [data(table), deals])
            assert len(set(moves)) == 1
            chosen += len(list(table.legal_moves())) > 1
    assert chosen > 5


def test_chances_have_the_intervals_of_the_library(engine: Runtime) -> None:
    chance = random.Random(2)
    counts = []
    for _ in range(200):
        deals = chance.randrange(300)
        winnable = chance.randint(0, deals)
        left_open = chance.randint(0, deals - winnable)
        played = chance.choice([winnable, chance.randint(0, winnable)])
        won = chance.randint(0, played)
        counts.append([deals, winnable, left_open, played, won])
    found = engine.evaluate("measuredChances", counts)
    for count, (value, low, high, is_open) in zip(counts, found, strict=True):
        deals, winnable, left_open, played, won = count
        ours = TableChance(deals, winnable, left_open, played, won)
        assert [value, low, high] == pytest.approx([ours.value, *ours.interval()], abs=1e-12)
        assert is_open == ours.is_open
