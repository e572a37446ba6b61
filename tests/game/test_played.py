"""A line of play is played once by the referee, whoever shows it; and only lines that it played."""

import threading
from collections.abc import Callable

import pytest

from pyrtool import Deal, Won, best, deal
from pyrtool.game.games import GAMES
from pyrtool.game.line import Played, played
from pyrtool.game.position import DealStock, Discard, IllegalMoveError, Move, Position
from pyrtool.notation import format_solution
from pyrtool.notation.moves import ReplayError
from pyrtool.pictures.scenes.animations import steps
from pyrtool.records.reading import parse_record
from pyrtool.records.verification import check_record
from pyrtool.records.writing import best_record, solve_record

from ..commands import answer
from ..dealing import won

GAMES_WON = {"microsoft": 9, "giza": 9, "tut": 16, "king-tut": 19, "bouquet": 3, "par": 53}
"""A deal of each game that can be won."""


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """Every move that the referee plays; no line that other tests played is remembered."""
    for moves in range(8):
        played(Position.start(deal(3)), [DealStock()] * moves)
    made: list[Move] = []
    play: Callable[[Position, Move], Position] = Position._after

    def counting(position: Position, move: Move) -> Position:
        after = play(position, move)
        made.append(move)
        return after

    monkeypatch.setattr(Position, "_after", counting)
    return made


def given(game: str) -> tuple[Deal, Position, tuple[Move, ...]]:
    """The deal of a game, its start, and the moves that win it."""
    dealt = deal(GAMES_WON[game], game)
    return dealt, Position.start(dealt), won(dealt).moves


@pytest.mark.parametrize("game", GAMES_WON)
def test_verdict_record_and_text_play_each_move_once(game: str, plays: list[Move]) -> None:
    dealt, start, moves = given(game)
    record = solve_record(dealt, game, Won(moves, 1))
    text = format_solution(moves, start)
    assert plays == list(moves)
    assert len(record["moves"]) >= len(plays) and str(len(plays)) in text
    # Others that show it, too.
    assert len(steps(start, moves)) > 10 and plays == list(moves)
    assert check_record(parse_record(record)).outcome == "holds"
    assert len(plays) == 2 * len(moves)  # `check_record` plays what the record says


@pytest.mark.parametrize("format", ["text", "json"])
def test_the_command_plays_each_move_once(format: str, plays: list[Move]) -> None:
    *_, moves = given("microsoft")
    plays.clear()
    answer("solve", "9", "--game", "microsoft", "--format", format)
    assert plays == list(moves)


def test_a_best_line_is_played_once(plays: list[Move]) -> None:
    dealt = deal(53, "par")
    found = best(dealt, "pyramid")
    assert isinstance(found.verdict, Won)
    before = len(plays)
    record = best_record(dealt, "par", found)
    beside = len(found.moves) * (found.moves != found.verdict.moves)
    assert len(plays) == before == len(found.verdict.moves) + beside
    assert len(record["moves"]) == len(found.moves)


def test_a_line_is_what_the_referee_played() -> None:
    _, start, moves = given("microsoft")
    line = played(start, moves)
    assert line.positions[0] == start and line.end.is_won()
    for before, move, after in Played(start, moves).steps():
        assert before.play(move) == after
    assert [after for _, _, after in line.steps()] == list(line.positions[1:])
    assert Played(start).then(moves[0]).positions == line.positions[:2]


def test_what_is_illegal_is_refused_and_named() -> None:
    _, start, moves = given("giza")
    wrong = (*moves[:3], moves[1])
    for _ in range(2):  # it is not remembered
        with pytest.raises(IllegalMoveError, match="is gone") as caught:
            played(start, wrong)
        assert caught.value.number == 4
        with pytest.raises(ReplayError, match=r"^move 4: .* is gone$"):
            format_solution(wrong, start)


def test_a_line_of_another_deal_or_game_is_not_taken_for_it() -> None:
    dealt, start, moves = given("microsoft")
    with pytest.raises(IllegalMoveError):
        played(Position.start(deal(10, "microsoft")), moves)
    for game in ("par", "pyramid"):  # other rules, the same cards
        other = Position.start(Deal.of(dealt.cards, GAMES[game]))
        assert played(other, [DealStock()] * 3).end.rules == GAMES[game]
    assert isinstance(moves[-1], Discard)
    assert not played(start, moves[:-1]).end.is_won()


def test_every_thread_plays_for_itself(plays: list[Move]) -> None:
    _, start, moves = given("giza")
    plays.clear()
    thread = threading.Thread(target=lambda: played(start, moves))
    thread.start()
    thread.join()
    assert plays == list(moves)


def test_eight_lines_are_remembered() -> None:
    start = Position.start(deal(2, GAMES["pyramid"]))
    lines = [played(start, [DealStock()] * moves) for moves in range(12)]
    for line in lines[-8:]:
        assert played(start, line.moves) is line
    assert played(start, lines[-9].moves) is not lines[-9]
