"""King Tut: deals that numbers alone decide, and the deal that answers the article's question."""

import json
from collections import Counter
from dataclasses import replace
from itertools import product
from math import comb, prod
from typing import Any

import pytest

from pyrtool import Card, Lost, Won, best, kernel, shortest, solve
from pyrtool.answers.best import best as best_lines
from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.find import countable_stocks, find_block, find_blocks
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.plan import GamePlan
from pyrtool.game.deals import Deal, deal, dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.numbers import halves
from pyrtool.notation import parse_deal

from ..commands import answer
from ..paths import ROOT

KING_TUT = GAMES["king-tut"]
DEAL = ROOT / "docs" / "data" / "king-tut.txt"


def the_deal() -> tuple[Card, ...]:
    return parse_deal(DEAL.read_text().splitlines()[1], KING_TUT).cards


# The count.


def most_of_a_set_in_the_stock(cards: tuple[Card, ...], rules: Rules) -> bool:
    """Whether more than half of some set's cards are in the stock, recounted here."""
    in_stock = Counter(min(card.rank, 13 - card.rank) for card in cards[rules.tableau_size :])
    return any(in_stock[low] > 4 for low in range(1, 7))


@pytest.mark.parametrize("rows", [5, 6, 7])
def test_countable_stocks_are_counted_exactly(rows: int) -> None:
    rules = replace(KING_TUT, rows=rows)
    kings_apart = (
        (prod(comb(8, n) for n in in_stock), rules.stock_size - sum(in_stock))
        for in_stock in product(range(5), repeat=6)
    )
    countable = sum(ways * comb(4, kings) for ways, kings in kings_apart if 0 <= kings <= 4)
    assert countable_stocks(rules) == (countable, comb(52, rules.stock_size))
    assert (countable == 0) == (rows < 7)  # more than 28 cards in the stock leave no choice


def test_the_game_names_its_bound() -> None:
    text = answer("games", "king-tut")
    assert "23,651,617,136,000 of 426,384,982,032,100" in text and "5.5470%" in text
    assert "ever match" not in answer("games", "tut")
    (record,) = json.loads(answer("games", "clear", "--format", "json"))
    assert "countable_stocks" not in record


WITHOUT_MATCHES: dict[str, dict[str, Any]] = {
    "pyramid": {"stock_waste": "no"},
    "par": {"stock_waste": "no"},
    "clear": {},
    "microsoft": {"stock_waste": "no", "overlap": True},
    "tut": {},
    "tut-single": {},
    "king-tut": {"overlap": False},
}
COUNTED = {
    f"{name}, {rows} rows": replace(GAMES[name], rows=rows, goal="all", scoring="none", **more)
    for name, more in WITHOUT_MATCHES.items()
    for rows in (5, 6, 7)
}


@pytest.mark.parametrize("name", COUNTED)
def test_the_count_is_detected_in_every_game_without_matches_in_the_stock(name: str) -> None:
    rules = COUNTED[name]
    deals = 300 if kernel.COMPILED else 10
    codes, nodes = bytearray(deals), halves(deals)
    solver = build.bulk(rules)
    solver.deal_outcomes(dealer(1, "native", rules), 1, codes, nodes, 50_000)
    seen = set()
    for number, code in enumerate(codes, 1):
        dealt = deal(number, rules)
        short = most_of_a_set_in_the_stock(dealt.cards, rules)
        blocks = {block.kind for block in find_blocks(dealt)}
        blocked_tableau = bool(blocks - {"count"})
        assert ("count" in blocks) == (short and not blocked_tableau), number
        assert (OUTCOMES[code] == "count") == (short and not blocked_tableau), number
        assert not short or OUTCOMES[code] != "won"
        seen.add(OUTCOMES[code])
    if rules.rows < 7:  # with 31 or 37 cards in the stock numbers block every deal
        assert seen <= {"simple block", "set block", "crossblock", "count"}
    assert "count" in seen


@pytest.mark.parametrize(
    "more", [{"waste_pairs": True}, {"goal": "pyramid"}, {"stock_top": True, "stock_waste": "yes"}]
)
def test_where_stock_cards_match_or_may_stay_numbers_decide_nothing(more: dict[str, Any]) -> None:
    rules = Rules.from_dict({**KING_TUT.to_dict(), "draw": 1, **more})
    won = 0
    for number in range(1, 30):
        dealt = deal(number, rules)
        block = find_block(dealt)
        assert block is None or block.kind != "count"
        if block is None and most_of_a_set_in_the_stock(dealt.cards, rules):
            won += solve(dealt).is_won
    assert won > 0


# The deal.


def test_the_deal_is_won_with_one_redeal_and_lost_without() -> None:
    cards = the_deal()
    for passes in (None, 3, 2):
        verdict = solve(Deal.of(cards, replace(KING_TUT, passes=passes)))
        assert isinstance(verdict, Won), passes
    lost = solve(Deal.of(cards, replace(KING_TUT, passes=1)))
    assert isinstance(lost, Lost) and lost.reason == "stock block"
    fewest = shortest(Deal.of(cards, KING_TUT))
    assert isinstance(fewest, Won) and fewest.shortest and len(fewest.moves) == 43


def test_the_deal_is_blocked_without_overlap_discards() -> None:
    rules = replace(KING_TUT, overlap=False)
    blocks = list(find_blocks(Deal.of(the_deal(), rules)))
    assert blocks == [Block("set block", ((3, 10),))]
    lost = solve(Deal.of(the_deal(), rules))
    assert isinstance(lost, Lost) and lost.block == blocks[0]
    assert find_block(Deal.of(the_deal(), KING_TUT)) is None
    assert not most_of_a_set_in_the_stock(the_deal(), KING_TUT)


@pytest.mark.parametrize(
    ("number", "passes", "overlap"),
    [
        (19, None, False),
        (117, None, False),
        (180, 2, False),
        (643, 2, False),
        (42855, 1, True),
        (144744, 1, False),
        (3474, 2, True),  # a pair of the tableau is its last discard
    ],
)
def test_other_winnable_deals(number: int, passes: int | None, overlap: bool) -> None:
    rules = replace(KING_TUT, passes=passes, overlap=overlap)
    assert solve(deal(number, rules)).is_won


@pytest.mark.parametrize("passes", [None, 3])
def test_two_searches_agree_on_the_fewest_cards_left(
    passes: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = replace(KING_TUT, rows=6, passes=passes)
    decks = [deal(number, rules).cards for number in range(1, 5 if kernel.COMPILED else 2)]
    by_tableaux = [best(Deal.of(cards, rules), "all").bound for cards in decks]
    other = GamePlan(rules)
    vars(other)["tableaux_answer"] = False
    monkeypatch.setattr(best_lines, "plan_of", lambda rules: other)
    assert by_tableaux == [best(Deal.of(cards, rules), "all").bound for cards in decks]
