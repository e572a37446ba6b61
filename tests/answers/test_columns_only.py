"""Tableaux of columns and reserves against brute force: verdicts, blocks, and shortest lines.

The brute force of open games is here, and knows columns as lists of cards; games with a stock are
for `oracle`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations

import pytest

from pyrtool.answers.blocks.check import check_block
from pyrtool.answers.blocks.find import find_blocks
from pyrtool.answers.kernels import build
from pyrtool.answers.kernels.positions import loaded
from pyrtool.answers.solve import Lost, Won, shortest, solve
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal, dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position
from pyrtool.kernel.verdict.blocks import CODES
from pyrtool.surveys.many import solve_many

from ..oracle import Oracle

QUICK, THOROUGH = 40, 400


def small_rules(chance: random.Random) -> Rules:
    """A tableau of columns, perhaps a reserve, for a short deck, with rules of some kind."""
    ranks, suits = chance.choice([(3, 2), (4, 2), (2, 4), (3, 4), (4, 4), (5, 2)])
    size = ranks * suits
    pairs = chance.choice(["same", f"sum {ranks + 1}", f"sum {ranks}, {'A23456'[ranks - 1]} alone"])
    depth = chance.randint(2, 4)
    wide = max(1, size // depth - chance.choice([0, 0, 0, 1]))
    rest = size - wide * depth
    tableau = f"columns {wide}x{depth}"
    if rest > 1 and chance.random() < 0.4:
        tableau = f"columns {(more := chance.randint(1, rest // 2))}x2 + {tableau}"
        rest -= 2 * more
    if rest and chance.random() < 0.5:
        tableau += f" + reserve {(cards := chance.randint(1, rest))}"
        rest -= cards
    options: dict[str, object] = {"stock": "none"} if not rest else {"stock": "bouquet"}
    if rest and chance.random() < 0.5:
        options = {"passes": chance.choice([1, 2]), "stock_waste": chance.choice(["yes", "no"])}
    return Rules(
        tableau=tableau, ranks=ranks, suits=suits, pairs=pairs, overlap=chance.random() < 0.5,
        **options,  # type: ignore[arg-type]
    )  # fmt: skip


def small_deal(seed: int) -> Deal:
    """A deal of such rules."""
    chance = random.Random(seed)
    while True:
        try:
            rules = small_rules(chance)
        except PyrtoolError:  # such cards do not all go in pairs
            continue
        cards = list(rules.deck)
        chance.shuffle(cards)
        return Deal.of(cards, rules)


Pile = tuple[tuple[int, int], ...]
"""Cards as rank and row, the covered one first."""


def piles_of(dealt: Deal) -> list[Pile]:
    """The columns, and every other card as a pile of one."""
    cards = [card.rank for card in dealt.cards]
    found: list[Pile] = []
    for words in (dealt.rules.tableau or "").split(" + "):
        kind, size = words.split()
        wide, deep = map(int, size.split("x")) if kind == "columns" else (int(size), 1)
        laid = [cards.pop(0) for _ in range(wide * deep)]
        found += [tuple(zip(laid[i::wide], range(deep), strict=True)) for i in range(wide)]
    return [*found, *(((rank, 0),) for rank in cards)]


class Play:
    """Open games by brute force: every discard, whatever it leaves."""

    def __init__(self, dealt: Deal) -> None:
        self.piles, self.overlap = piles_of(dealt), dealt.rules.overlap
        self.words = dealt.rules.pairs or f"sum {dealt.rules.total}"
        self.wins = lru_cache(maxsize=None)(self._wins)

    def match(self, one: int, other: int) -> bool:
        """Whether these ranks go together."""
        return one == other if self.words == "same" else one + other == self.total

    @property
    def total(self) -> int:
        """What two cards add to; no rank is 0."""
        return 0 if self.words == "same" else int(self.words.split(",")[0].split()[1])

    def clears(self, ranks: frozenset[int]) -> bool:
        """Whether the cards of these ranks can all be discarded, with every other card gone."""
        kept = (tuple(c for c in pile if c[0] in ranks) for pile in self.piles)
        return self.wins(tuple(sorted(pile for pile in kept if pile)))

    def _wins(self, piles: tuple[Pile, ...]) -> bool:
        return not piles or any(map(self.wins, self._after(piles)))

    def _after(self, piles: tuple[Pile, ...]) -> Iterator[tuple[Pile, ...]]:
        for i, pile in enumerate(piles):
            rank, row = pile[-1]
            if rank == self.total:
                yield self._without(piles, {i: 1})
            below, its_row = pile[-2] if len(pile) > 1 else (0, row)
            if self.overlap and its_row == row - 1 and self.match(rank, below):
                yield self._without(piles, {i: 2})
            for j in range(i):
                if self.match(rank, piles[j][-1][0]):
                    yield self._without(piles, {i: 1, j: 1})

    @staticmethod
    def _without(piles: tuple[Pile, ...], counts: dict[int, int]) -> tuple[Pile, ...]:
        kept = (p[: len(p) - counts.get(i, 0)] for i, p in enumerate(piles))
        return tuple(sorted(pile for pile in kept if pile))

    def least_blocks(self, sets: tuple[tuple[int, ...], ...]) -> list[tuple[tuple[int, ...], ...]]:
        """Every choice of the fewest sets that cannot be discarded together."""
        for order in range(1, len(sets) + 1):
            choices = combinations(sets, order)
            if lost := [c for c in choices if not self.clears(frozenset(chain(*c)))]:
                return lost
        return []


def check_small(seed: int) -> tuple[str, ...]:
    """Compare all answers on one small deal; what was found."""
    dealt = small_deal(seed)
    rules, codes = dealt.rules, tuple(map(int, dealt.cards))
    fewest = Oracle(codes, rules).shortest()
    verdict = solve(dealt)
    assert isinstance(verdict, Lost if fewest is None else Won), (seed, rules)
    if isinstance(verdict, Won):
        proved = shortest(dealt)
        assert isinstance(proved, Won) and proved.shortest and len(proved.moves) == fewest, seed
    found = list(find_blocks(dealt))
    if found and found[0].kind == "count":
        assert isinstance(verdict, Lost) and all(check_block(block, dealt) for block in found)
        found = []
    expected = Play(dealt).least_blocks(rules.sets)
    simple = {block.sets for block in found if block.kind == "simple block"}
    assert {block.sets for block in found} == set(expected), (seed, rules)
    assert [block.sets for block in found if block.sets not in simple] == [
        sets for sets in expected if sets not in simple
    ]
    assert all(check_block(block, dealt) for block in found), seed
    if rules.stock != "dealt":
        assert (fewest is None) == bool(expected)
        assert isinstance(verdict, Won) or verdict.reason == found[0].kind
        assert general_answer(dealt) == ("lost" if fewest is None else "won")
    kind = f"order {len(expected[0])}" if expected else "no block"
    return (rules.stock, str(rules.pairs), "overlap" if rules.overlap else "plain", kind)


def general_answer(dealt: Deal) -> str:
    """What the search answers that knows no matchings."""
    position = Position.start(dealt)
    if position.is_won():
        return "won"
    kernel, _ = loaded(position)
    return str(kernel.search(10**7))


@pytest.mark.parametrize(
    "count", [QUICK, pytest.param(THOROUGH, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_small_deals_have_the_answers_of_the_brute_force(count: int) -> None:
    kinds = Counter(word for seed in range(count) for word in check_small(seed))
    assert {"none", "dealt", "same", "overlap", "plain", "order 1", "no block"} <= set(kinds)


def test_a_rectified_deal_puts_a_card_whose_rank_lies_in_its_column_to_the_bottom() -> None:
    for number in range(40):
        pack = list(deal(number, "nestor").cards)
        columns: list[list[Card]] = [[] for _ in range(8)]
        dealt: list[Card] = []
        for place in range(48):
            column = columns[place % 8]
            for _ in pack:
                if pack[0].rank not in {card.rank for card in column}:
                    break
                pack.append(pack.pop(0))
            column.append(pack.pop(0))
            dealt.append(column[-1])
        assert deal(number, "nestor-rectified").cards == (*dealt, *pack)


def test_a_column_is_dealt_to_the_end_where_every_card_left_has_a_rank_of_it() -> None:
    rules = Rules(tableau="columns 1x4 rectified", stock="none", pairs="same", ranks=2, suits=2)
    assert sorted(str(card) for card in deal(5, rules).cards) == ["2C", "2D", "AC", "AD"]
    assert {card.rank for card in deal(5, rules).cards[:2]} == {1, 2}


@pytest.mark.parametrize("name", ["fourteen-out", "nestor", "nestor-rectified"])
@pytest.mark.parametrize("overlap", [False, True])
def test_numbers_in_bulk_have_the_verdicts_of_single_deals(name: str, overlap: bool) -> None:
    rules = replace(GAMES[name], overlap=overlap)
    verdicts = [solve(deal(number, rules)) for number in range(30)]
    codes = bytearray(30)
    build.block_finder(rules).deal_blocks(dealer(0, "native", rules), 0, codes)
    for verdict, code in zip(verdicts, codes, strict=True):
        block = verdict.block if isinstance(verdict, Lost) else None
        order = "" if block is None or block.order == 1 else f" of order {block.order}"
        assert CODES[code] == ("unblocked" if block is None else f"{block.kind}{order}")
    won = sum(row.verdict == "won" for row in solve_many(range(30), rules))
    assert won == sum(isinstance(verdict, Won) for verdict in verdicts)
