"""Which cards can go together, and the most discards besides, against a brute force.

Every choice of wanted cards of small decks is asked, so that cards of one rank are distinguished by
whether they are wanted.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from pyrtool.answers.best.targets import _Searches
from pyrtool.answers.kernel_setup import build
from pyrtool.base.limits import Limits
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.position import Position

from ..dealing import legal, shuffled
from ..oracle import Oracle, TooManyStates
from ..playouts import play_out

DECKS = (
    {"total": 5, "suits": 2},
    {"total": 3, "suits": 4},
    {"total": 4, "suits": 2},
    {"total": 7, "suits": 2},
)
TABLEAUX = (
    {"rows": 3},
    {"rows": 4},
    {"rows": 3, "reserve": 2},
    {"tableau": "triangle 3 + reserve 2"},
    {"tableau": "columns 3x2 + pyramid 1"},
)
STOCKS: tuple[dict[str, Any], ...] = (
    {"stock": "bouquet"},
    {"stock": "bouquet", "overlap": True, "goal": "pyramid"},
    {"passes": 1},
    {"passes": 2, "goal": "pyramid", "scoring": "microsoft"},
    {"passes": 2, "overlap": True, "stock_waste": "no"},
    {"passes": 2, "waste_pairs": True},
    {"passes": None, "goal": "pyramid"},
    {"passes": 2, "draw": 2, "stock_top": False, "stock_waste": "no"},
)
GAMES = [
    rules
    for deck in DECKS
    for tableau in TABLEAUX
    for stock in STOCKS
    if (rules := legal(deck, tableau, stock)) is not None
]
PRUNES = ("forced", "excluded", "kings", "earlier", "sets", "relaxed")


def named(text: str) -> list[Card]:
    return list(map(Card.parse, text.split()))


class Wanted:
    """What the brute force knows of a position: all that can be left."""

    def __init__(self, cards: Sequence[Card], here: Position, max_states: int) -> None:
        oracle = Oracle(cards, here.rules, here)
        self.asked, self.here = _Searches(here, Limits()), here
        self.ends = set[int]()
        for tableau, bouquet, stock, turned, wastes, *_ in (
            state for state, _ in oracle.reached(max_states)
        ):
            left = [card for i, card in enumerate(cards[: oracle.size]) if tableau >> i & 1]
            left += [cards[i] for k, i in enumerate(oracle.stock) if bouquet >> k & 1]
            left += [cards[i] for i in (*stock, *(i for pile in wastes for i in pile))]
            left += [cards[turned]] if turned >= 0 else []
            self.ends.add(self.asked.mask(left))
        self.kings = self.asked.mask(card for card in cards if here.rules.goes_alone(card.rank))

    def units(self, left: int) -> int:
        """How many discards these cards are."""
        return (left & self.kings).bit_count() + (left & ~self.kings).bit_count() // 2

    def check(self, wanted: Sequence[Card]) -> bool:
        """Ask about these cards, alone and with the most discards; whether they can go."""
        mask, case = self.asked.mask(wanted), (self.here, wanted)
        there = [left for left in self.ends if not left & mask]
        every = self.units(self.asked.mask(self.here.cards()))
        for tallied, below in ((0, 1), (self.asked.tallied, every + 1)):
            moves, least, limit = self.asked.most(mask, tallied, 0, below, 0)
            assert limit is None and (moves is not None) == bool(there), case
            if moves is None:
                continue
            left = self.asked.mask(self.here.play_all(moves).cards())
            assert not left & mask, case
            if tallied:
                assert self.units(left) == least == min(map(self.units, there)), case
        return bool(there)


def choices(cards: Sequence[Card], chance: random.Random, count: int) -> Iterable[list[Card]]:
    """Every choice of the cards of one rank, and `count` choices of all cards, or all if few."""
    for rank in {card.rank for card in cards}:
        own = [card for card in cards if card.rank == rank]
        yield from (
            [card for i, card in enumerate(own) if 1 << i & n] for n in range(1 << len(own))
        )
    every = range(1 << len(cards))
    for n in chance.sample(every, count) if count < len(every) else every:
        yield [card for i, card in enumerate(cards) if n >> i & 1]


def sweep(rules: Rules, seed: str, positions: int, count: int) -> list[bool]:
    """What was found to go, in this many positions of a game."""
    chance = random.Random(f"{seed} {rules}")
    found: list[bool] = []
    for _ in range(positions):
        cards = shuffled(rules, chance.randrange(10**9))
        start = Position.start(Deal.of(cards, rules))
        _, here = play_out(start, chance.randrange(10**9), chance.choice((0, 0, 2, 4)))
        if here.is_over():
            continue  # nothing is asked then
        try:
            known = Wanted(cards, here, 6_000)
        except TooManyStates:
            continue
        found += [known.check(wanted) for wanted in choices(cards, chance, count)]
    return found


def test_a_wanted_ace_goes_though_another_lies_in_the_reserve() -> None:
    rules = Rules(rows=3, total=5, suits=2, reserve=2, goal="pyramid")
    cards = named("3C 3D 4D 4C 2C 5C AC AD 2D 5D")
    known = Wanted(cards, Position.start(Deal.of(cards, rules)), 6_000)
    assert known.check(named("AC")) and known.check(named("AD"))
    assert not known.check(named("AC AD"))


def test_wanted_cards_of_an_open_stock_differ_from_others() -> None:
    """Only 4D of the fours can go: 4C lies under 2C, on which both threes lie."""
    rules = Rules(rows=3, total=5, suits=2, stock="bouquet")
    cards = named("4C 2C 2D 3C 3D 4D AC AD 5C 5D")
    known = Wanted(cards, Position.start(Deal.of(cards, rules)), 6_000)
    assert known.check(named("AC")) and known.check(named("AD"))
    assert not known.check(named("AC AD"))
    for n in range(1 << len(cards)):
        known.check([card for i, card in enumerate(cards) if n >> i & 1])


@pytest.mark.parametrize("part", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_choices_of_cards_agree_with_the_brute_force(part: int) -> None:
    positions, count = (1, 12) if part > 1 else (2, 30)
    found = [one for rules in GAMES[::part] for one in sweep(rules, "wanted", positions, count)]
    least = 100 * positions // part
    assert least < sum(found) < len(found) - least


@pytest.mark.parametrize("deals", [3, pytest.param(30, marks=pytest.mark.slow)])
def test_open_deals_agree_with_the_brute_force(deals: int) -> None:
    """Cards that lie open, of which some are wanted and not all can go, are rare."""
    for rules in GAMES:
        if rules.stock == "bouquet" and rules.deck_size in (10, 14):
            sweep(rules, "open", deals, 0)


@pytest.mark.slow
def test_every_choice_of_ten_cards_agrees_with_the_brute_force() -> None:
    for rules in GAMES[::2]:
        if rules.deck_size <= 10:
            sweep(rules, "every", 1, 1 << 10)


@pytest.mark.parametrize("prune", PRUNES)
@pytest.mark.parametrize("part", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_no_prune_changes_what_can_go(
    prune: str, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: Callable[..., Any] = build.most
    monkeypatch.setattr(build, "most", lambda rules, off: made(rules, off | {prune}))
    for rules in GAMES[PRUNES.index(prune) % part :: part]:
        sweep(rules, "wanted", 1, 12)
