"""Behind an outermost door the library calls itself unasked, and nobody slips in behind it."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyrtool.blocks import find_block
from pyrtool.cards import Card, PyrtoolError
from pyrtool.deals import Deal, deal
from pyrtool.door import ArgumentError, checked
from pyrtool.door.judges import is_settled
from pyrtool.games import GAMES, DeckError, Rules
from pyrtool.notation.claims import Solution
from pyrtool.notation.named import NamedRules
from pyrtool.position import IllegalMoveError, Move, Position
from pyrtool.rating import rate_range
from pyrtool.records import Record, check_solution
from pyrtool.solver import Limits, Won, solve

GIZA, PYRAMID = GAMES["giza"], GAMES["pyramid"]
CARDS = deal(2).cards
WRONG = (*CARDS[:51], CARDS[0])
START = Position.start(CARDS, GIZA)


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
    solve(CARDS, GAMES[game])
    assert asked == [CARDS]


def test_a_list_is_looked_at_in_every_call(asked: list[Sequence[Card]]) -> None:
    cards = list(CARDS)
    find_block(cards, GIZA)
    cards[51] = cards[0]
    with pytest.raises(DeckError, match="card 52: 7S appears twice"):
        find_block(cards, GIZA)
    assert len(asked) == 2


def test_what_is_called_back_is_outside() -> None:
    def takes(cards: Sequence[Card]) -> bool:
        return isinstance(solve(WRONG, GIZA), Won)

    with pytest.raises(DeckError, match="card 52"):
        list(rate_range(1, 40, "native", GIZA, takes=takes))


def test_an_argument_that_is_not_given_leaves_the_door_shut(asked: list[Sequence[Card]]) -> None:
    def both(cards: Sequence[Card], rules: Rules, tell: Callable[[object], None] | None) -> None:
        if tell:
            tell(solve(cards, rules))
        find_block(cards, rules)

    ask = checked(both)
    ask(CARDS, GIZA, None)
    assert asked == [CARDS]
    asked.clear()
    ask(CARDS, GIZA, lambda verdict: None)
    assert asked == [CARDS, CARDS, CARDS]  # at every door


def test_more_arguments_than_are_named_are_outside() -> None:
    def every(*cards: Card) -> object:
        return find_block(cards, GIZA)

    with pytest.raises(ArgumentError, match="card 1: must be a Card"):
        checked(every)(*map(str, CARDS))  # type: ignore[arg-type]


def test_moves_told_step_by_step_are_outside() -> None:
    def moves() -> Iterator[Move]:
        solve(WRONG, GIZA)
        yield from ()

    with pytest.raises(DeckError, match="card 52"):
        START.play_all(moves())
    with pytest.raises(ArgumentError, match="move: must be"):
        START.play_all(iter(["deal"]))  # type: ignore[arg-type]


def test_cards_that_come_in_with_no_rules_beside_them_are_looked_at() -> None:
    wrong = Solution("here", Deal(None, None, WRONG), NamedRules("giza", GIZA), (), "", None)
    with pytest.raises(DeckError, match="card 52"):
        check_solution(wrong)


def test_after_an_error_the_door_asks_again() -> None:
    verdict = solve(CARDS, GIZA)
    assert isinstance(verdict, Won)
    with pytest.raises(IllegalMoveError):
        START.play(verdict.moves[-1])
    with pytest.raises(ArgumentError, match="cards: must be"):
        solve("7S", GIZA)  # type: ignore[arg-type]


def test_another_thread_is_outside() -> None:
    caught: list[BaseException] = []

    def takes(cards: Sequence[Card]) -> bool:
        def other() -> None:
            try:
                find_block(WRONG, GIZA)
            except PyrtoolError as error:
                caught.append(error)

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        return False

    list(rate_range(1, 9, "native", GIZA, takes=takes))
    assert caught and all(isinstance(error, DeckError) for error in caught)


def test_rules_that_travel_are_found_again() -> None:
    again = pickle.loads(pickle.dumps(PYRAMID))
    assert again == PYRAMID and hash(again) == hash(PYRAMID)
    assert "_hash" not in vars(pickle.loads(pickle.dumps(PYRAMID)))
    assert hash(replace(PYRAMID, rows=6)) != hash(PYRAMID)
