"""The small games whose deals the brute force judges: a kind is a table of rules, or draws them.

A new rule or shape is added here alone, to the tables of `tests.dealing` or to the kinds that draw
it; then every question is asked of it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Any

from pyrtool import Card, Deal, Position
from pyrtool.answers.plan import plan_of
from pyrtool.game.games import Rules, RulesError, differences
from pyrtool.notation import format_deal

from .. import drawing
from ..dealing import OPEN_TABLEAUX, SHORT_DECKS, STOCK_DECKS, STOCK_TABLEAUX, legal, shuffled
from ..playouts import play_out
from ..small_games import (
    BANDED_TABLEAUX,
    combinations,
    on_tables,
    rules_of_wastes,
    stock_drawn,
    two_packs_drawn,
)

Draw = Callable[[Random, int], Rules]
"""How a kind gives the rules of its case of a number."""


@dataclass(frozen=True)
class Case:
    """One deal to ask everything about: from its start, and from `here`, somewhere in its play."""

    kind: str
    seed: int
    number: int
    rules: Rules
    cards: tuple[Card, ...]
    here: Position

    @property
    def deal(self) -> Deal:
        return Deal.of(self.cards, self.rules)

    @property
    def start(self) -> Position:
        return Position.start(self.deal)

    def __str__(self) -> str:
        return (
            f"{self.kind}, case {self.number} of PYRTOOL_SEED={self.seed}:\n"
            f"{differences(self.rules)}\n{format_deal(self.cards)}\n{self.here}"
        )


def table(*columns: Sequence[dict[str, Any]]) -> list[Rules]:
    """The rules that have a meaning of all in a product of parts."""
    return [rules for parts in product(*columns) if (rules := legal(*parts)) is not None]


OVERLAP: list[dict[str, Any]] = [{"overlap": False}, {"overlap": True}]
GOAL: list[dict[str, Any]] = [{"goal": "all"}, {"goal": "pyramid"}]


@cache
def open_games() -> list[Rules]:
    """Games without a stock, or whose stock lies open."""
    return table(OPEN_TABLEAUX, SHORT_DECKS, OVERLAP, GOAL)


@cache
def games_of_partners() -> list[Rules]:
    """Games of single cards. Choosing partners decides most of them."""
    return table(
        [*STOCK_TABLEAUX, {"tableau": "columns 2x3"}],
        [*STOCK_DECKS, {"ranks": 5, "pairs": "A-4, 2-3, 5 alone", "suits": 3}],
        [{}, {"stock_waste": "no"}, {"stock_top": False, "stock_waste": "no"}],
        OVERLAP,
        GOAL,
        [{"passes": 1}, {"passes": 2}],
    )


@cache
def games_of_sets() -> list[Rules]:
    """Games of every stock, on tableaux so small that each choice of sets can be tried alone."""
    return table(
        [{"rows": 2}, {"rows": 3}, {"rows": 1, "columns": (2, 2)}],
        SHORT_DECKS,
        [
            {},
            {"passes": 2},
            {"passes": None},
            {"stock_waste": "no"},
            {"stock_waste": "auto"},
            {"stock_waste": "auto-on-turn"},
            {"stock_top": False},
            {"stock_top": False, "stock_waste": "no", "waste_pairs": True},
            {"waste_pairs": True, "passes": 2},
            {"draw": 2, "passes": 2, "stock_top": False, "stock_waste": "no"},
        ],
        OVERLAP,
        GOAL,
    )


@cache
def scored_games() -> list[Rules]:
    """Games that count points, also with pyramids that do not all lie side by side."""
    return table(
        [
            {"rows": 2},
            {"rows": 3},
            {"rows": 2, "reserve": 2},
            {"tableau": "triangle 3"},
            *({"tableau": tableau} for tableau in BANDED_TABLEAUX),
        ],
        [{"total": 5, "suits": 3}, {"total": 6, "suits": 2}, {"total": 7, "suits": 2}],
        [
            {},
            {"passes": 2},
            {"passes": 3, "overlap": True},
            {"passes": 2, "waste_pairs": True},
            {"passes": 3, "stock_waste": "no"},
            {"passes": 2, "stock_top": False, "stock_waste": "no", "draw": 2},
            {"stock": "bouquet"},
            {"stock": "bouquet", "overlap": True},
        ],
        [{"scoring": "par"}, {"scoring": "microsoft", "goal": "pyramid"}],
    )


def columns(chance: Random, number: int) -> Rules:
    """Columns, perhaps with a reserve, for a short deck: the sister games."""
    while True:
        ranks, suits = chance.choice([(3, 2), (4, 2), (2, 4), (3, 4), (4, 4), (5, 2)])
        alone = f"sum {ranks}, {'A23456'[ranks - 1]} alone"
        deep = chance.randint(2, 4)
        wide = max(1, ranks * suits // deep - chance.choice([0, 0, 0, 1]))
        rest = ranks * suits - wide * deep
        tableau = f"columns {wide}x{deep}"
        if rest > 1 and chance.random() < 0.4:
            tableau = f"columns {(more := chance.randint(1, rest // 2))}x2 + {tableau}"
            rest -= 2 * more
        if rest and chance.random() < 0.5:
            tableau += f" + reserve {(reserve := chance.randint(1, rest))}"
            rest -= reserve
        stock: dict[str, Any] = {"stock": "bouquet" if rest else "none"}
        if rest and chance.random() < 0.5:
            stock = {"passes": chance.choice([1, 2]), "stock_waste": chance.choice(["yes", "no"])}
        pairs = chance.choice(["same", f"sum {ranks + 1}", alone])
        deck = {"ranks": ranks, "suits": suits, "pairs": pairs}
        rules = legal({"tableau": tableau}, deck, stock, {"overlap": chance.random() < 0.5})
        if rules is not None:
            return rules


def each_of(made: Callable[[], Sequence[Rules]]) -> Draw:
    """The kind that goes through a table by steps of 37 rows: a few cases have all parts of it."""
    return lambda chance, number: (rules := made())[37 * number % len(rules)]


def combination(chance: Random, number: int) -> Rules:
    """Every combination of the rules of a stock in turn, on a small tableau with a short deck."""
    return chance.choice(on_tables(each_of(combinations)(chance, number)))


ANY_PAIRS = (
    *("same", "next", "same, next", "A-2, 2-3, 3-A", "A-2, A-3, 2-2, 3-3", "same, sum 5"),
    *("sum 4, sum 5", "next, A-3", "A-2, A-3", "A-2, 2-3, 4 alone, 3-3", "A-A, 2-2"),
    *("A-A, 2-2, 3 alone", "next, same, A-4", "A-A, 2 alone, 3-4, 4-4"),
)
ANY_TABLEAUX = (
    *("pyramid 1", "pyramid 2", "pyramid 3", "pyramid 4", "triangle 3"),
    *("pyramid 2 + columns 2x2", "pyramid 2 + reserve 2", "columns 3x3 + triangle 2"),
)


def any_pairs(chance: Random, number: int) -> Rules:
    """Pairs that make no sets, so that only the general search knows the game."""
    while True:
        given: dict[str, Any] = {
            "pairs": chance.choice(ANY_PAIRS),
            "ranks": chance.choice((2, 3, 4, 4, 5)),
            "suits": chance.choice((2, 3, 4)),
            "tableau": chance.choice(ANY_TABLEAUX),
            "overlap": chance.random() < 0.3,
            "goal": chance.choice(("all", "all", "pyramid")),
            "stock": chance.choice(("dealt", "dealt", "dealt", "bouquet")),
        }
        stock = stock_drawn(chance)
        rules = legal(given, stock if given["stock"] == "dealt" else {})
        if rules is not None and not plan_of(rules).sets_answer:
            return rules


def several_wastes(chance: Random, number: int) -> Rules:
    return rules_of_wastes(chance)


def scored_lines(chance: Random, number: int) -> Rules:
    """Games that count points where every line is looked at."""
    while True:
        rules = chance.choice((any_pairs, several_wastes))(chance, number)
        points = chance.choice(({"scoring": "par"}, {"scoring": "microsoft", "goal": "pyramid"}))
        try:
            return Rules.from_dict(rules.to_dict() | points)
        except RulesError:
            continue


KINDS: dict[str, Draw] = {
    "stocks": combination,
    "open": each_of(open_games),
    "partners": each_of(games_of_partners),
    "alone": each_of(games_of_sets),
    "scored": each_of(scored_games),
    "columns": columns,
    "any pairs": any_pairs,
    "two packs": lambda chance, number: two_packs_drawn(chance),
    "several wastes": several_wastes,
    "scored lines": scored_lines,
    "everything": lambda chance, number: drawing.draw_rules(chance),  # all rules of one pack
}


def cases(kind: str, seed: int, first: int = 0) -> Iterator[Case]:
    """Cases of a kind without end, the same for the same seed."""
    number = first
    while True:
        chance = Random(f"{seed} {kind} {number}")
        rules = KINDS[kind](chance, number + 1009 * seed)
        cards = shuffled(rules, chance.randrange(2**32))
        start = Position.start(Deal.of(cards, rules))
        for _ in range(4 if kind == "scored" else 1):
            _, here = play_out(start, chance.randrange(2**32), chance.randrange(14))
            if any(rules.goes_alone(card.rank) for card in here.waste):
                break  # a king was passed by: not all that holds of the start holds here
        yield Case(kind, seed, number, rules, cards, here)
        number += 1
