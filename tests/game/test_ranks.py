"""Ranks above the king: verdicts against the brute force, in text, records, and at the door."""

from __future__ import annotations

from typing import Any

import pytest

from pyrtool.answers.solve import Lost, Won, solve
from pyrtool.game.cards import RANKS, Card, CardError, RankCard
from pyrtool.game.deals import deal, deals
from pyrtool.game.games import Rules, RulesError
from pyrtool.game.position import Position
from pyrtool.game.stock import Stock
from pyrtool.notation import (
    format_deal,
    format_diagram,
    format_moves,
    parse_deal,
    parse_moves,
    parse_position,
    parse_typed,
)
from pyrtool.records import check_record, parse_record, solve_record
from pyrtool.surveys.many import solve_many

from ..oracle import Oracle

GIZA_16 = Rules(columns=(9, 4), ranks=16, total=16, stock="none")

SMALL: tuple[dict[str, Any], ...] = (
    {"tableau": "columns 5x3", "ranks": 15, "total": 15, "suits": 1},
    {"tableau": "columns 4x4", "ranks": 16, "total": 17, "suits": 1},
    {"tableau": "columns 4x4", "ranks": 16, "total": 17, "suits": 1, "overlap": True},
    {"rows": 4, "ranks": 20, "total": 21, "suits": 1},
    {"rows": 5, "ranks": 19, "total": 19, "suits": 1, "overlap": True},
    {"rows": 4, "ranks": 14, "pairs": "same", "suits": 2},
    {"rows": 4, "ranks": 20, "pairs": "A-20, sum 19, 19 alone", "suits": 1, "goal": "pyramid"},
    {"rows": 4, "columns": (3, 2), "ranks": 17, "total": 17, "suits": 1, "goal": "pyramid"},
)
"""Open games of few cards."""

DEALT: tuple[dict[str, Any], ...] = (
    {"rows": 4, "ranks": 16, "total": 17, "suits": 1},
    {"rows": 4, "ranks": 17, "total": 17, "suits": 1, "passes": 2},
    {
        "rows": 3,
        "ranks": 14,
        "total": 15,
        "suits": 1,
        "draw": 2,
        "passes": 3,
        "goal": "pyramid",
        "stock_top": False,
        "stock_waste": "no",
    },
    {"rows": 4, "ranks": 15, "total": 15, "suits": 1, "overlap": True, "goal": "pyramid"},
    {
        "rows": 3,
        "ranks": 14,
        "total": 15,
        "suits": 1,
        "wastes": 2,
        "passes": 3,
        "goal": "pyramid",
        "stock_top": False,
        "stock_waste": "no",
    },
)
"""Games of few cards with a stock."""


def every(given: tuple[dict[str, Any], ...], stock: Stock) -> list[Rules]:
    return [Rules(**fields, stock=stock) for fields in given]


@pytest.mark.parametrize("rules", every(SMALL, "bouquet"), ids=str)
def test_open_games_are_decided_as_the_brute_force_decides_them(rules: Rules) -> None:
    verdicts = []
    for dealt in deals(range(250), rules):
        won = Oracle(list(map(int, dealt.cards)), rules).shortest(100_000) is not None
        verdict = solve(dealt)
        assert isinstance(verdict, Won if won else Lost), dealt.number
        verdicts.append(won)
    assert {True, False} == set(verdicts)


@pytest.mark.parametrize("rules", every(DEALT, "dealt"), ids=str)
def test_games_with_a_stock_are_decided_as_the_brute_force_decides_them(rules: Rules) -> None:
    verdicts = []
    for dealt in deals(range(60), rules):
        won = Oracle(list(map(int, dealt.cards)), rules).shortest(100_000) is not None
        assert isinstance(solve(dealt), Won if won else Lost), dealt.number
        verdicts.append(won)
    assert {True, False} == set(verdicts)


@pytest.mark.parametrize(
    "fields",
    [{"rows": 7, "ranks": 20}, {"rows": 10, "ranks": 20}, {"rows": 9, "ranks": 17}],
    ids=str,
)
def test_wins_and_blocks_in_bulk_are_those_of_each_deal(fields: dict[str, Any]) -> None:
    rules = Rules(**fields, total=fields["ranks"], stock="bouquet")
    many = solve_many(range(60), rules)
    assert any(row.verdict == "lost" for row in many)
    for number, row in enumerate(many):
        verdict = solve(deal(number, rules))
        assert row.reason == (verdict.reason if isinstance(verdict, Lost) else None)
        assert row.verdict == ("lost" if isinstance(verdict, Lost) else "won")


def test_deals_positions_and_moves_are_written_and_read() -> None:
    dealt = deal(9, GIZA_16)
    assert parse_deal(format_deal(dealt.cards), GIZA_16).cards == dealt.cards
    start = Position.start(dealt)
    verdict = solve(dealt)
    assert isinstance(verdict, Won)
    words = format_moves(verdict.moves, start)
    assert parse_moves(words, start) == verdict.moves
    assert parse_typed(words.lower().replace("/", ""), start) == verdict.moves
    later = start.play_all(verdict.moves[:20])
    drawn = format_diagram(later)
    assert format_diagram(parse_position(drawn, GIZA_16)) == drawn
    record = solve_record(dealt, "giza", verdict)
    assert check_record(parse_record(record)).outcome == "holds"


def test_a_diagram_has_its_cards_below_each_other() -> None:
    rules = Rules(rows=2, columns=(3, 2), reserve=2, ranks=18, total=19, suits=1)
    assert format_diagram(Position.start(deal(3, rules))).splitlines() == [
        "                      7C",
        "                    AC 14C",
        "columns            1   2   3",
        "                  KC 17C 18C",
        "                  JC  6C  8C",
        "reserve             5C 16C",
        "turned   15C",
        "stock     9C  4C  2C  TC  QC  3C",
    ]


def test_cards_are_read_as_they_are_written() -> None:
    texts = [str(card) for card in Card.EVERY]
    assert len(set(texts)) == 80
    for card, text in zip(Card.EVERY, texts, strict=True):
        assert Card.parse(text) == (card.twin if card.pack else card)
        assert (card.twin.rank, card.twin.suit, card.twin.pack) == (
            card.rank,
            card.suit,
            1 - card.pack,
        )
        assert Card.of_rank(card.rank, card.suit, card.pack) is card
    assert [str(Card.parse(text)) for text in ("14h", "♥ 20".replace(" ", ""), "10h")] == [
        "14H",
        "20H",
        "TH",
    ]
    assert [RankCard.parse(name).rank for name in RANKS] == list(range(1, 21))
    for wrong in ("21H", "13H", "014H", "1 4H"):
        with pytest.raises(CardError, match="is not a card"):
            Card.parse(wrong)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"total": 16}, "total 16: A matches no rank up to K: use ranks 15"),
        ({"ranks": 16}, "total 13: 14 matches no rank: use total 16 or 17"),
        ({"ranks": 21}, "ranks 21: must be 1 to 20, or none"),
        ({"ranks": 20, "total": 20, "packs": 2}, "a deck of 160 cards: at most 128: use packs 1"),
    ],
)
def test_what_has_no_meaning_is_refused_in_a_line(given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(RulesError, match=f"^{wrong}$"):
        Rules(**given)


def test_codes_and_deals_of_a_french_pack_are_as_before() -> None:
    assert [int(Card.parse(text)) for text in ("AC", "KS", "14C", "20S")] == [0, 51, 104, 131]
    assert [int(Card.parse(text).twin) for text in ("AC", "KS", "14C", "20S")] == [
        52,
        103,
        132,
        159,
    ]
    assert format_deal(deal(1).cards[:3]) == "QS QD TD"
    assert format_deal(deal(1, GIZA_16).cards[:3]) == "3D 2H KC"
