"""The definitions of the page How hard is a deal, by the referee: chances, only and first moves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from pyrtool.answers import soundness
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.position import Discard, Move, Position, Redeal

from .dealing import OPEN_TABLEAUX, SHORT_DECKS, legal
from .oracle import Judge, goes, judge

STOCKS: list[dict[str, Any]] = [
    {},
    {"passes": 2},
    {"passes": None},
    {"passes": 3, "stock_waste": "no", "waste_pairs": True},
    {"passes": 2, "stock_waste": "auto"},
    {"passes": None, "stock_waste": "auto-on-turn"},
    {"stock_top": False, "stock_waste": "no"},
    {"stock_top": False, "stock_waste": "no", "draw": 2, "passes": 3},
    {"stock_top": False, "stock_waste": "no", "draw": 3, "passes": None},
    {"stock_top": False, "stock_waste": "no", "draw": 3, "passes": 1},
]

PYRAMIDS: list[dict[str, Any]] = [{"rows": 1}, {"rows": 2}, {"rows": 2, "reserve": 1}]

DEALT = [
    rules
    for stock in STOCKS
    for tableau in PYRAMIDS
    for deck in SHORT_DECKS
    for more in ({}, {"goal": "pyramid", "overlap": True})
    if (rules := legal(tableau, deck, stock, more)) is not None and rules.deck_size <= 12
]

OPEN = [
    rules
    for tableau in OPEN_TABLEAUX
    for deck in SHORT_DECKS
    for more in ({}, {"overlap": True}, {"goal": "pyramid"})
    if (rules := legal(tableau, deck, more)) is not None and rules.deck_size <= 14
]

Key = tuple[Any, ...]


def key_of(position: Position) -> Key:
    numbered = position.pass_number if position.rules.passes is not None else 0
    return (
        position.tableau,
        position.bouquet,
        position.stock,
        position.turned,
        position.waste,
        numbered,
    )


def without_kings(position: Position) -> Position:
    while not position.is_won():
        kings = [card for card in position.available() if goes(position.rules, card.rank)]
        if not kings:
            break
        position = position.play(Discard((kings[0],)))
    return position


def successors(position: Position) -> dict[Key, tuple[Move, Position]]:
    found: dict[Key, tuple[Move, Position]] = {}
    for move in position.legal_moves():
        after = without_kings(position.play(move))
        found.setdefault(key_of(after), (move, after))
    return found


def plain_chance(cards: Sequence[Card], rules: Rules, here: Position | None = None) -> Fraction:
    """The chance of the player who knows nothing but the kings, from the start or `here`."""
    patience = 1 if rules.draw == 1 else 2
    known: dict[tuple[Key, int], Fraction] = {}

    def chance(position: Position, idle: int) -> Fraction:
        if position.is_won():
            return Fraction(1)
        key = key_of(position), idle
        if key not in known:
            total, after = Fraction(0), successors(position)
            for move, child in after.values():
                redeals = idle + isinstance(move, Redeal)
                if redeals > patience:
                    continue
                if child.cards_left() < position.cards_left():
                    redeals = 0
                total += chance(child, redeals)
            known[key] = total / max(len(after), 1)
        return known[key]

    start = here or Position.start(Deal.of(cards, rules))
    settled = without_kings(start)
    return chance(settled, 0 if settled.cards_left() < start.cards_left() else 1)


def clever_chance(cards: Sequence[Card], rules: Rules) -> Fraction:
    """The chances of the player that creates no set block, in an open game."""
    layout = Layout.of(rules)
    deal_of = list(cards)

    @cache
    def alive(left: frozenset[int]) -> bool:
        """Whether the places of one set (beyond the tableau: the bouquet) can go by themselves."""
        wanted = {i for i in left if layout.pyramid >> i & 1}
        if not (wanted if rules.goal == "pyramid" else left):
            return True

        def covers(i: int) -> set[int]:
            mask = layout.above[i] if i < len(layout.above) else 0
            return {j for j in left if mask >> j & 1}

        for i in left:
            for j in left:
                if i < j and goes(rules, deal_of[i].rank, deal_of[j].rank):
                    direct = layout.direct[i] >> j & 1 if i < len(layout.direct) else 0
                    over = covers(i) == {j} and direct and rules.overlap
                    if not covers(j) and (not covers(i) or over) and alive(left - {i, j}):
                        return True
        return False

    def blocked(position: Position) -> bool:
        left = [c for c in position.tableau + position.bouquet if c is not None]
        return any(
            not alive(frozenset(deal_of.index(card) for card in left if card.rank in ranks))
            for ranks in rules.sets
        )

    known: dict[Key, Fraction] = {}

    def chance(position: Position) -> Fraction:
        if position.is_won():
            return Fraction(1)
        key = key_of(position)
        if key not in known:
            careful = [child for _, child in successors(position).values() if not blocked(child)]
            total = sum(map(chance, careful), Fraction(0))
            known[key] = total / max(len(careful), 1)
        return known[key]

    start = without_kings(Position.start(Deal.of(cards, rules)))
    return Fraction(0) if blocked(start) else chance(start)


def is_free_king(card: Card, position: Position) -> bool:
    """Whether an available card goes immediately, and is no choice."""
    if not goes(position.rules, card.rank) or card not in position.available():
        return False
    return soundness.early_never_hurts(position.rules) or card in position.tableau


def without_free_kings(position: Position) -> Position:
    while not position.is_won():
        kings = [card for card in position.available() if is_free_king(card, position)]
        if not kings:
            break
        position = position.play(Discard((kings[0],)))
    return position


def choices(position: Position) -> list[tuple[Move, Position]]:
    found: dict[Key, tuple[Move, Position]] = {}
    for move in position.legal_moves():
        after = without_free_kings(position.play(move))
        found.setdefault(key_of(after), (move, after))
    return list(found.values())


def is_only_move(position: Position, wins: Judge) -> bool:
    """The definition of docs/understand/how-hard-is-a-deal.md, word by word."""
    winning = [(move, after) for move, after in choices(position) if wins(after)]
    if not winning or len(winning) == len(choices(position)):
        return False
    for move, after in winning:
        for other, after_other in winning:
            if move is other:
                continue
            if not (after.allows(other) and after_other.allows(move)):
                return False
            end = without_free_kings(after.play(other))
            same = without_free_kings(after_other.play(move))
            if not wins(end) or (not end.is_won() and key_of(end) != key_of(same)):
                return False
    return True


def only_moves_of(
    cards: Sequence[Card], rules: Rules, moves: Sequence[Move], here: Position | None = None
) -> int:
    wins, position, found = (
        judge(tuple(cards), rules),
        here or Position.start(Deal.of(cards, rules)),
        0,
    )
    for move in moves:
        there = without_free_kings(position)
        if there.is_won():
            break
        if not (isinstance(move, Discard) and is_free_king(move.cards[0], position)):
            found += is_only_move(there, wins)
        position = position.play(move)
    return found


def first_moves_of(cards: Sequence[Card], rules: Rules, here: Position | None = None) -> list[bool]:
    """For each first choice, from the start or `here`, whether it keeps the win."""
    start = without_free_kings(here or Position.start(Deal.of(cards, rules)))
    wins = judge(tuple(cards), rules)
    return [] if start.is_won() else [wins(after) for _, after in choices(start)]
