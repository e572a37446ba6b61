"""Rules and deals for tests: small decks that a brute force can exhaust."""

import random
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import pytest

from pyrtool import Card, Deal, Won, solve
from pyrtool.game.games import Rules, RulesError
from pyrtool.game.position import Position, Subject

NO_TOP: dict[str, Any] = {"stock_top": False, "stock_waste": "no"}
"""Rules under which several cards may be turned at a time."""

OPEN_TABLEAUX: list[dict[str, Any]] = [
    {"rows": 3, "stock": "bouquet"},
    {"rows": 4, "stock": "bouquet"},
    {"rows": 2, "columns": (3, 3), "stock": "bouquet"},
    {"rows": 3, "columns": (2, 2), "stock": "bouquet"},
    {"rows": 2, "pyramids": 2, "stock": "bouquet"},
    {"rows": 3, "reserve": 2, "stock": "bouquet"},
    {"rows": 1, "columns": (2, 4), "stock": "bouquet"},
    {"tableau": "triangle 4", "stock": "bouquet"},
    {"tableau": "columns 2x2 + triangle 2 + pyramid 2", "stock": "bouquet"},
]
SHORT_DECKS: list[dict[str, Any]] = [
    {"total": 3, "suits": 4},
    {"total": 4, "suits": 4},  # twos pair among themselves
    {"total": 5, "suits": 2},
    {"total": 5, "suits": 3},
    {"total": 7, "suits": 2},
    {"total": 6, "suits": 2},
]
STOCK_TABLEAUX: list[dict[str, Any]] = [
    {"rows": 2},
    {"rows": 3},
    {"rows": 4},
    {"rows": 2, "pyramids": 2},
    {"rows": 2, "columns": (2, 2)},
    {"rows": 3, "reserve": 2},
    {"tableau": "triangle 3"},
]
STOCK_DECKS: list[dict[str, Any]] = [
    {"total": 3, "suits": 4},
    {"total": 5, "suits": 2},
    {"total": 5, "suits": 3},
    {"total": 5, "suits": 4},
    {"total": 7, "suits": 2},
    {"total": 7, "suits": 3},
    {"total": 9, "suits": 2},
    {"total": 6, "suits": 3},  # threes pair among themselves, as the fives of make-ten
    {"ranks": 4, "pairs": "A-3, 2-4", "suits": 4},
]
"""Tableaux and decks of games with a stock, for searches that choose partners."""


def one_in(share: int, cases: Iterable[Any]) -> list[Any]:
    """The cases, all slow except one in this many."""
    made = type(pytest.param())
    every = [case if isinstance(case, made) else pytest.param(case) for case in cases]
    return [
        pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.slow])
        if at % share
        else case
        for at, case in enumerate(every)
    ]


def few_and_all(share: int, cases: Iterable[Any], few: int, many: int) -> list[Any]:
    """One case in this many with `few` deals, say, and each of them with `many`, which is slow."""
    every = one_in(1, cases)
    few_of = [pytest.param(*one.values, few, id=one.id and f"{one.id}-few") for one in every]
    slow = (pytest.param(*one.values, many, id=one.id, marks=pytest.mark.slow) for one in every)
    return [*few_of[::share], *slow]


def legal(*parts: dict[str, Any]) -> Rules | None:
    """The rules made of these parts, or None when they have no meaning together."""
    try:
        return Rules(**{name: value for part in parts for name, value in part.items()})
    except RulesError:
        return None


def shuffled(rules: Rules, seed: int) -> tuple[Card, ...]:
    cards = list(rules.deck)
    random.Random(seed).shuffle(cards)
    return rules.in_deal(cards)


def shuffled_start(rules: Rules, seed: int) -> Position:
    return Position.start(Deal.of(shuffled(rules, seed), rules))


def won(subject: Subject) -> Won:
    """The verdict on a deal or a position that can be won."""
    verdict = solve(subject)
    assert isinstance(verdict, Won)
    return verdict


def drawn_deal(rules: Rules, chance: random.Random) -> Deal:
    cards = list(rules.deck)
    chance.shuffle(cards)
    return Deal.of(cards, rules)


def lines_of(cards: Sequence[Card], sizes: Iterable[int]) -> str:
    """The cards as text, as many on each line as `sizes` says."""
    rest = iter(map(str, cards))
    return "\n".join(" ".join(islice(rest, size)) for size in sizes)


ONE_WAITS = (
    "QS / QD TD / JH AC 9D / KH TC 2D 8H / 5S 3H 4S 9C 3S / TS 3D -- 7S 2S JS / "
    "7D -- -- -- -- AD -- columns AS 4H 8S AH KS QH / 8C QC 2H JD 6C 5H / "
    "7C 5C 9H 4C 6S JC / -- KD -- KC -- --"
)
"""A table of `dozen` at which 6S waits for the card below it."""
