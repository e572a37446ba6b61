"""What must hold between the rules of stock games: whoever may do more wins no less."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from pyrtool import kernel
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.build import bulk
from pyrtool.game.deals import deal, dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.numbers import PRUNES, halves

MANY, SOME, FEW = (1_000, 120, 25) if kernel.COMPILED else (20, 5, 3)
UNLIMITED = 2**62

PYRAMID = GAMES["pyramid"]
TUT = GAMES["tut"]
BASES: dict[str, tuple[Rules, int]] = {  # and of how many deals it is asked
    "pyramid": (PYRAMID, MANY),
    "clear": (GAMES["clear"], MANY),
    "microsoft": (GAMES["microsoft"], MANY),
    "auto": (replace(PYRAMID, stock_waste="auto"), MANY // 2),
    "auto on turn": (replace(PYRAMID, stock_waste="auto-on-turn", goal="pyramid"), MANY // 2),
    "tut, one pass": (replace(TUT, passes=1), SOME),
    "tut, two passes": (replace(TUT, passes=2), SOME),
    "king-tut": (GAMES["king-tut"], FEW),
    "six rows": (replace(PYRAMID, rows=6), FEW),
    "par, six rows": (replace(GAMES["par"], rows=6), FEW),
}


@lru_cache(maxsize=256)
def outcomes(rules: Rules, deals: int) -> tuple[str, ...]:
    """How the native deals from 1 on end under these rules."""
    codes, nodes = bytearray(deals), halves(deals)
    bulk(rules).deal_outcomes(dealer(1, "native", rules), 1, codes, nodes, UNLIMITED)
    return tuple(OUTCOMES[code] for code in codes)


def won(rules: Rules, deals: int) -> set[int]:
    return {number for number, ended in enumerate(outcomes(rules, deals), 1) if ended == "won"}


WITHOUT = [frozenset[str](), *(frozenset({name}) for name in PRUNES), frozenset(PRUNES)]
"""The prunes that are left out: none, each, all."""


# The stock top. A card that goes from the top of the stock could as well be dealt and go from the
# waste, where these two do not match: it lies there until then, and no other card is wanted.

TOPLESS: list[Any] = [
    pytest.param(replace(TUT, draw=1, **more), deals, id=str(more))
    for more, deals in (
        ({"passes": 1}, MANY),
        ({"passes": 1, "overlap": False}, MANY),
        ({"passes": 1, "goal": "all"}, MANY),
        ({"passes": 3}, MANY),
        ({"passes": None}, MANY),
        ({"passes": 2, "goal": "all"}, MANY),
        ({"passes": None, "goal": "all"}, MANY),
        ({"passes": 1, "rows": 6}, SOME),
        ({"passes": 1, "waste_pairs": True}, SOME),
        ({"passes": 3, "waste_pairs": True}, SOME),
    )
]


@pytest.mark.parametrize(("rules", "deals"), TOPLESS)
def test_the_stock_top_changes_nothing_where_it_does_not_match_the_waste(
    rules: Rules, deals: int
) -> None:
    with_top = outcomes(replace(rules, stock_top=True), deals)
    assert outcomes(rules, deals) == with_top
    assert 0 < with_top.count("won") < deals


# Passes without limit. Every stock card can be turned whenever it is wanted, as if it lay open.


@pytest.mark.parametrize("overlap", [False, True])
def test_passes_without_limit_are_an_open_bouquet(overlap: bool) -> None:
    endless = replace(PYRAMID, passes=None, goal="pyramid", overlap=overlap)
    bouquet = replace(GAMES["bouquet"], overlap=overlap)
    assert won(endless, MANY) == won(bouquet, MANY)


# Pairs of the waste. Where the turned card and the waste top match, the upper card of such a pair
# was turned when the lower was the waste top: the two could go then, one deal sooner, and no other
# card was wanted of either.


@pytest.mark.parametrize("more", [{}, {"passes": 3}, {"goal": "pyramid", "overlap": True}], ids=str)
def test_waste_pairs_add_nothing_where_stock_and_waste_match(more: dict[str, Any]) -> None:
    rules = replace(PYRAMID, **more)
    assert outcomes(rules, SOME) == outcomes(replace(rules, waste_pairs=True), SOME)


# Prunes: what is left out never held the only line that wins.


@pytest.mark.skipif(not kernel.COMPILED, reason="too slow for an interpreted kernel")
@pytest.mark.parametrize("name", BASES)
def test_no_prune_changes_the_verdict_of_a_real_deal(name: str) -> None:
    rules, _ = BASES[name]
    paused = 0
    for number in range(1, 11):
        cards = bytes(deal(number, rules).cards)
        answers = []
        for without in WITHOUT[:-1]:
            search = build.search(rules, without)
            answers.append(search.search(300_000) if search.load(cards) else "lost")
        assert answers[0] in ("won", "lost")
        assert set(answers[1:]) <= {answers[0], "paused"}, (number, answers)
        paused += answers.count("paused")
    assert paused < 6
