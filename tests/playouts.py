"""Random rules, deals and lines of play, for round trips of text and JSON."""

import random
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from pyrtool import Card, Limits, deal
from pyrtool.game.deck import as_packs
from pyrtool.game.games import GAMES, Rules, game
from pyrtool.game.position import Discard, Move, Position
from pyrtool.notation import format_position
from pyrtool.records.session import Session

from .dealing import OPEN_TABLEAUX, SHORT_DECKS, legal, shuffled_start
from .small_games import deals_on_wastes

STOCKS: list[dict[str, Any]] = [
    {},
    {"stock_waste": "auto"},
    {"stock_waste": "auto-on-turn", "passes": 3},
    {"stock_waste": "no", "waste_pairs": True, "passes": 2},
    {"stock_top": False, "stock_waste": "no", "draw": 3, "passes": None, "overlap": True},
]
SMALL_TABLEAUX: list[dict[str, Any]] = [
    *OPEN_TABLEAUX,
    {"rows": 1, "pyramids": 9},
    {"rows": 3, "reserve": 13},
    {"tableau": "triangle 3"},
    {"tableau": "columns 2x2 + triangle 2 + pyramid 3"},
]
RULES: list[Rules] = [
    *GAMES.values(),
    *(
        rules
        for tableau in SMALL_TABLEAUX
        for deck in (*SHORT_DECKS, {})
        for stock in (*STOCKS, {"stock": "bouquet"})
        if (rules := legal({**tableau, "stock": "dealt"}, deck, stock)) is not None
    ),
    *(rules for _, rules, _ in deals_on_wastes(3, 40)),
    Rules(pyramids=8, rows=3),  # wider than the page
    Rules(rows=1, columns=(25, 2), stock="bouquet"),
    Rules(rows=9),
    replace(GAMES["giza"], columns=(24, 1)),
]


@st.composite
def starts(draw: st.DrawFn) -> Position:
    rules = draw(st.sampled_from(RULES))
    return shuffled_start(rules, draw(st.integers(0, 2**32)))


@st.composite
def lines_of_play(draw: st.DrawFn) -> tuple[Position, tuple[Move, ...]]:
    """A start and legal moves from it, mostly discards, up to the end or a few passes."""
    start = draw(starts())
    moves, _ = play_out(start, draw(st.integers(0, 2**32)), draw(st.integers(0, 80)))
    return start, moves


def play_out(start: Position, seed: int, limit: int = 80) -> tuple[tuple[Move, ...], Position]:
    """Random moves from `start`, and where they lead."""
    chance = random.Random(seed)
    position = start
    moves: list[Move] = []
    while len(moves) < limit:
        legal_moves = list(position.legal_moves())
        discards = [move for move in legal_moves if isinstance(move, Discard)]
        if not legal_moves:
            break
        moves.append(chance.choice(discards if discards and chance.random() < 0.7 else legal_moves))
        position = position.play(moves[-1])
    return tuple(moves), position


def without_suits(table: Position | str) -> str:
    """The table, a position in one line, with its cards by their ranks alone."""
    text = table if isinstance(table, str) else format_position(table)
    return re.sub(r"\b([A2-9TJQK])[CDHS]\b", r"\1", text)


def as_read(position: Position) -> Position:
    """The position with the cards of two packs distinguished as a reader distinguishes them."""
    if position.rules.packs == 1:
        return position
    there = [*position.tableau, *position.bouquet, *position.passed(), *position.undealt()]
    anew = iter(as_packs(there))

    def named(cards: Iterable[Card | None]) -> tuple[Any, ...]:
        return tuple(next(anew) for _ in cards)

    return replace(
        position,
        tableau=named(position.tableau),
        bouquet=named(position.bouquet),
        waste=named(position.waste),
        further_wastes=tuple(map(named, position.further_wastes)),
        turned=None if position.turned is None else next(anew),
        stock=named(position.stock),
    )


LIMITS = Limits(nodes=300_000)


def session(number: int, name: str) -> Session:
    rules = game(name)
    return Session(deal(number, rules), name)
