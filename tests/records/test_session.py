"""A game as it is played, without a word printed: taking back, advice, matches, files."""

import json

import pytest

from pyrtool import Deal, Limits, Lost, PyrtoolError, Won, deal, solve
from pyrtool.game.games import GAMES
from pyrtool.notation import ReplayError, format_moves
from pyrtool.records.session import Back, GiveUp, Keep, Match, Session, SessionError, Unsure
from pyrtool.records.writing import solve_record

from ..dealing import one_in, won
from ..playouts import LIMITS, play_out, session


def winnable(name: str) -> Session:
    """The first deals of a game hold one that is soon found to be won."""
    sessions = (session(number, name) for number in range(1, 60))
    return next(one for one in sessions if one.verdict(LIMITS).is_won)


@pytest.mark.parametrize("name", one_in(3, GAMES))
def test_following_hints_wins(name: str) -> None:
    played = winnable(name)
    while not played.position.is_won():
        advice = played.hint(LIMITS)
        assert isinstance(advice, Keep)
        assert solve(played.position, limits=LIMITS) != Won((), 0)
        played.play(format_moves(advice.moves[:1], played.position))
        assert len(played.moves) < 200
    assert played.hint() == Keep(())
    replayed = Session(played.deal, name, played.moves)
    assert replayed.position == played.position


@pytest.mark.parametrize("name", ["pyramid", "par", "giza", "bouquet", "microsoft"])
def test_how_far_to_go_back(name: str) -> None:
    start = winnable(name)
    lost = 0
    for seed in range(12):
        moves, _ = play_out(start.position, seed, 30)
        played = Session(start.deal, name, moves)
        advice = played.hint(LIMITS)
        if not isinstance(advice, Back):
            continue
        lost += 1
        assert isinstance(played.verdict(LIMITS), Lost)
        played.undo(advice.moves - 1) if advice.moves > 1 else None
        assert solve(played.position).is_lost
        played.undo()
        assert solve(played.position).is_won
    assert lost > 3


def test_a_lost_deal_is_given_up() -> None:
    played = session(1, "giza")
    verdict = solve(played.deal)
    assert isinstance(verdict, Lost)
    assert played.hint() == GiveUp(verdict.reason)
    played.play(str(next(played.position.legal_moves())))
    assert played.hint() == GiveUp(verdict.reason)


def test_a_limit_leaves_no_advice_and_is_not_kept() -> None:
    played = winnable("pyramid")
    again = Session(played.deal, "pyramid")
    assert again.hint(Limits(nodes=1)) == Unsure("nodes")
    assert isinstance(again.hint(LIMITS), Keep)
    assert isinstance(again.hint(Limits(nodes=1)), Keep)  # known by now


def test_undo_and_redo() -> None:
    played = winnable("giza")
    start = played.position
    solution = played.verdict()
    assert isinstance(solution, Won)
    for wrong in (Session.undo, Session.redo):
        with pytest.raises(SessionError, match="no move to"):
            wrong(played)
    played.finish()
    end, moves = played.position, played.moves
    assert end.is_won() and moves == solution.moves
    with pytest.raises(SessionError, match="no more than 28 moves to undo"):
        played.undo(-1)  # which is no redo
    with pytest.raises(SessionError, match="no more than 28 moves to undo"):
        played.undo(len(moves) + 1)
    played.undo(len(moves))
    assert (played.position, played.moves, played.undone()) == (start, (), len(moves))
    played.redo(len(moves) - 1)
    played.redo()
    assert played.position == end
    played.undo(5)
    played.play(str(moves[-5]))  # the same move: what comes after it is not lost
    assert played.undone() == 4
    played.undo(6)
    other = next(m for m in played.position.legal_moves() if m != moves[-6])
    played.play(str(other))
    assert played.undone() == 0
    assert played.verdict() == solve(played.position) or not isinstance(played.verdict(), Won)


def test_all_moves_of_a_line_or_none() -> None:
    played = winnable("giza")
    solution = played.verdict()
    assert isinstance(solution, Won)
    with pytest.raises(ReplayError, match=r"^move 3: "):
        played.play(f"{format_moves(solution.moves[:2])} KC KD")
    assert played.moves == ()
    played.play(format_moves(solution.moves[:2]))
    assert played.moves == solution.moves[:2]


def test_a_verdict_follows_its_line_without_another_search() -> None:
    played = winnable("pyramid")
    solution = played.verdict(LIMITS)
    assert isinstance(solution, Won)
    for at, move in enumerate(solution.moves, 1):
        played.play(str(move))
        verdict = played.verdict(Limits(nodes=1))
        assert isinstance(verdict, Won) and verdict.moves == solution.moves[at:]


@pytest.mark.parametrize("name", ["giza", "par", "tut", "pyramid"])
def test_a_game_is_kept_and_taken_up_again(name: str) -> None:
    for seed in range(6):
        played = session(seed + 1, name)
        moves, _ = play_out(played.position, seed, 3 * seed)
        played = Session(played.deal, name, moves)
        played.ended = seed == 3
        again = Session.of_record(json.loads(json.dumps(played.record())))
        assert (again.deal, again.game, again.rules) == (played.deal, name, played.rules)
        assert (again.moves, again.position) == (played.moves, played.position)
        assert again.ended == played.ended


def test_a_wrong_record_is_rejected() -> None:
    moves = [{"discard": [{"card": "KC", "from": "pyramid 2.1"}]}]
    with pytest.raises(PyrtoolError, match="covered by KD and JC"):
        Session.of_record(session(2, "giza").record() | {"moves": moves}, "line 1")


def test_a_number_of_other_cards_is_dropped() -> None:
    record = session(2, "giza").record() | {"deal": 3}
    cards = deal(2, GAMES["giza"]).cards
    assert Session.of_record(record).deal == Deal.of(cards, GAMES["giza"])


def test_the_answer_about_a_saved_game_is_taken_up_after_its_moves() -> None:
    saved = session(2, "giza")
    saved.play("9C/4S 5S/8D 9D/4H")
    here = saved.position
    verdict = won(here)
    record = solve_record(saved.deal, "giza", verdict, after=saved.moves)
    again = Session.of_record(json.loads(json.dumps(record)))
    assert again.position.is_won() and again.moves[:3] == saved.moves


def test_a_match_counts_what_is_over() -> None:
    match = Match([session(number, "par") for number in range(1, 7)])
    scores: list[int] = []
    for number in range(6):
        assert match.makes_par() is None
        assert len(match.over()) == number and match.total() == sum(scores)
        match.session.finish(LIMITS)
        scores.append(match.session.position.score())
        assert match.go_on() == (number < 5)
    assert len(match.over()) == 6
    assert match.total() == sum(scores)
    assert match.makes_par() == (sum(scores) >= 0)


def test_other_matches_make_no_par() -> None:
    match = Match([session(1, "par"), session(2, "par")])
    while match.go_on():
        pass
    assert match.makes_par() is None
    assert match.total() == -104


def test_a_game_is_over_when_nothing_is_left_to_do() -> None:
    stuck = session(1, "pyramid")
    assert not stuck.is_over()
    stuck.play("deal*24")
    assert stuck.is_over() == (next(stuck.position.legal_moves(), None) is None)
    cleared = winnable("clear")
    cleared.finish(LIMITS)
    assert cleared.is_over()
