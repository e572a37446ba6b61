"""Behind an outermost door the library calls itself unasked, and nobody slips in behind it."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyrtool.answers.blocks import find_block
from pyrtool.answers.solve import Limits, Won, solve
from pyrtool.base.arguments import ArgumentError, checked
from pyrtool.base.arguments.judges import is_settled
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, DeckError, Rules
from pyrtool.game.position import IllegalMoveError, Move, Position
from pyrtool.records import Record
from pyrtool.surveys.find import find
from pyrtool.surveys.work.queue import Unwatched

GIZA, PYRAMID = GAMES["giza"], GAMES["pyramid"]
CARDS = deal(2).cards
WRONG = (*CARDS[:51], CARDS[0])
START = Position.start(Deal.of(CARDS, GIZA))


@pytest.mark.parametrize("hint", [int, Sequence[Card], Rules, Limits, Position, Deal, Path | None])
def test_settled_hints(hint: Any) -> None:
    assert is_settled(hint)


@pytest.mark.parametrize(
    "hint",
    [Any, object, Callable[[int], None], Iterable[Move], Iterator[int], dict[str, Any], Record],
)
def test_hints_behind_which_anything_may_be(hint: Any) -> None:
    assert not is_settled(hint)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[Card]]:
    """The cards of which the rules were asked whether they are the deck."""
    found: list[Sequence[Card]] = []
    check = vars(Rules)["check_deck"]

    def asking(rules: Rules, cards: Sequence[Card]) -> None:
        found.append(cards)
        check.__wrapped__(rules, cards)

    def door(rules: Rules, cards: Sequence[Card]) -> None:
        asking(rules, cards)

    door.__wrapped__ = asking  # type: ignore[attr-defined]
    monkeypatch.setattr(Rules, "check_deck", door)
    return found


@pytest.mark.parametrize("game", ["giza", "microsoft", "bouquet"])
def test_a_deck_is_looked_at_once(game: str, asked: list[Sequence[Card]]) -> None:
    solve(Deal.of(CARDS, GAMES[game]))
    assert asked == [CARDS]


def test_a_list_is_looked_at_in_every_call(asked: list[Sequence[Card]]) -> None:
    cards = list(CARDS)
    find_block(Deal.of(cards, GIZA))
    cards[51] = cards[0]
    with pytest.raises(DeckError, match="card 52: 7S appears twice"):
        find_block(Deal.of(cards, GIZA))
    assert len(asked) == 2


class Watching(Unwatched):
    """Calls a function for each part of a search."""

    def __init__(self, call: Callable[[], object]) -> None:
        self._call = call

    def added(self, done: object, /) -> None:
        self._call()


def test_what_is_called_back_is_outside() -> None:
    with pytest.raises(DeckError, match="card 52"):
        find(range(1, 41), GIZA, watch=Watching(lambda: solve(Deal.of(WRONG, GIZA))))


def test_an_argument_that_is_not_given_leaves_the_door_shut() -> None:
    def inner(number: int) -> int:
        return number

    def outer(number: int, show: Callable[[object], None] | None) -> object:
        return checked(inner)("none")  # type: ignore[arg-type]

    ask = checked(outer)
    assert ask(1, None) == "none"  # behind a shut door nothing is checked
    with pytest.raises(ArgumentError, match="number: must be a whole number"):
        ask(1, lambda verdict: None)


def test_more_arguments_than_are_named_are_outside() -> None:
    def every(*cards: Card) -> object:
        return find_block(Deal.of(cards, GIZA))

    with pytest.raises(ArgumentError, match="card 1: must be a Card"):
        checked(every)(*map(str, CARDS))  # type: ignore[arg-type]


def test_moves_made_step_by_step_are_outside() -> None:
    def moves() -> Iterator[Move]:
        solve(Deal.of(WRONG, GIZA))
        yield from ()

    with pytest.raises(DeckError, match="card 52"):
        START.play_all(moves())
    with pytest.raises(ArgumentError, match="move 1: must be"):
        START.play_all(iter(["deal"]))  # type: ignore[arg-type]


def test_after_an_error_the_door_asks_again() -> None:
    verdict = solve(Deal.of(CARDS, GIZA))
    assert isinstance(verdict, Won)
    with pytest.raises(IllegalMoveError):
        START.play(verdict.moves[-1])
    with pytest.raises(ArgumentError, match="cards: must be"):
        solve(Deal.of("7S", GIZA))  # type: ignore[arg-type]


def test_another_thread_is_outside() -> None:
    caught: list[BaseException] = []

    def other() -> None:
        try:
            find_block(Deal.of(WRONG, GIZA))
        except PyrtoolError as error:
            caught.append(error)

    def ask() -> None:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()

    find(range(1, 10), GIZA, watch=Watching(ask))
    assert caught and all(isinstance(error, DeckError) for error in caught)


def test_rules_that_travel_are_found_again() -> None:
    again = pickle.loads(pickle.dumps(PYRAMID))
    assert again == PYRAMID and hash(again) == hash(PYRAMID)
    assert "_hash" not in vars(pickle.loads(pickle.dumps(PYRAMID)))
    assert hash(replace(PYRAMID, rows=6)) != hash(PYRAMID)
