"""Deal numbers: golden digests, oracles that share no code with the shuffles."""

import hashlib
import random
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import example, given, strategies as st
from pysol_cards.cards import CardRenderer, createCards, ms_rearrange
from pysol_cards.random import LCRandom31, MTRandom

from pyrtool import Card, Unknown, find, solve, solve_many
from pyrtool.game.deals import (
    Deal,
    DealError,
    DealNumber,
    Numbering,
    check_number,
    deal,
    deals,
    numbering_of,
    parse_number,
)
from pyrtool.game.games import GAMES, DeckError, Rules
from pyrtool.notation import format_deal
from pyrtool.records.reading import parse_record
from pyrtool.records.writing import deal_record, solve_record

from ..paths import page

PAGE = page("deal-numbers").read_text()
SHORT = Rules(rows=3, total=5, suits=2)
PYRAMID, GIZA = GAMES["pyramid"], GAMES["giza"]
MS_EDGES = [31999, 32000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1]


def text(number: DealNumber, numbering: Numbering = "native", rules: Rules = PYRAMID) -> str:
    return format_deal(deal(number, rules, numbering).cards)


def digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


# Golden: a change of one of these is a breaking change.


@pytest.mark.parametrize(
    ("numbering", "rules", "numbers", "expected"),
    [
        ("native", PYRAMID, range(1, 10_001), "5ec831685cf3fea5"),
        ("native", SHORT, range(1, 1001), "29289cbfb5fdb850"),
        ("freecell", PYRAMID, range(1, 1001), "ba5ebecf5fa4fdb0"),
        ("pysolfc", PYRAMID, range(31_900, 32_101), "60f05f14a6041aaa"),
        ("pysolfc", GIZA, range(31_900, 32_101), "768c9757db37d8ed"),
        ("pysolfc", PYRAMID, [f"ms{number}" for number in MS_EDGES], "beafc65ded08bc02"),
    ],
)
def test_golden_digests(
    numbering: Numbering, rules: Rules, numbers: Iterable[DealNumber], expected: str
) -> None:
    found = digest(text(number, numbering, rules) for number in numbers)
    assert found.startswith(expected)
    assert (found in PAGE) == (numbering == "native" and rules == PYRAMID)


def test_native_deals_do_not_depend_on_the_tableau() -> None:
    assert text(7, "native", PYRAMID) == text(7, "native", GIZA)
    assert text(7, "freecell", PYRAMID) == text(7, "freecell", GIZA)


# The ten lines of the docs, which share nothing with the kernel.


def native_of_the_docs() -> Callable[[int, list[str]], list[str]]:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(code.splitlines()) == 11  # the header, and ten lines
    names: dict[str, Any] = {}
    exec(code, names)
    function: Callable[[int, list[str]], list[str]] = names["native"]
    return function


DOCS_NATIVE = native_of_the_docs()


@given(st.integers(0, 2**64 - 1))
@example(0)
@example(2**64 - 1)
@example(3_512_739)  # a number is rejected
@example(5_200_627)
def test_the_docs_ten_lines_deal_the_same(number: int) -> None:
    assert deal(number).cards == tuple(
        map(Card.parse, DOCS_NATIVE(number, list(map(str, PYRAMID.deck))))
    )


@given(st.integers(0, 2**64 - 1))
def test_the_docs_ten_lines_deal_short_decks(number: int) -> None:
    expected = DOCS_NATIVE(number, list(map(str, SHORT.deck)))
    assert text(number, "native", SHORT).split() == expected


def test_native_deals_of_two_packs_are_those_of_the_docs() -> None:
    names = [str(card) for card in Card.ALL] * 2
    for number in (0, 1, 12345, 2**64 - 1):
        dealt = deal(number, "double-pyramid")
        assert format_deal(dealt.cards).split() == DOCS_NATIVE(number, names)


def vectors(numbering: Numbering) -> list[tuple[Numbering, str, str]]:
    table = PAGE.partition(f"<!-- vectors: {numbering} -->")[2].partition("\n\n")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines()[3:]]
    return [(numbering, number, cards) for number, cards in rows]


@pytest.mark.parametrize(
    ("numbering", "number", "begins"), [*vectors("native"), *vectors("pysolfc")]
)
def test_vectors_of_the_docs(numbering: Numbering, number: str, begins: str) -> None:
    rules = SHORT if number.endswith(", short") else PYRAMID
    found = text(int(number.removesuffix(", short")), numbering, rules)
    assert found.startswith(begins)
    assert (len(vectors("native")), len(vectors("pysolfc"))) == (7, 2)


# FreeCell and PySolFC.


@given(st.integers(1, 2**31 - 1))
@example(2**31 - 1)
def test_freecell_by_its_recipe(number: int) -> None:
    deck = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS"]
    state, dealt = number, []
    while deck:
        state = (214013 * state + 2531011) % 2**31
        chosen = (state // 2**16) % len(deck)
        deck[chosen], deck[-1] = deck[-1], deck[chosen]
        dealt.append(deck.pop())
    assert text(number, "freecell") == " ".join(dealt)


def pysol_deck(number: int, microsoft: bool) -> list[str]:
    """The shuffled deck by pysol_cards, from its end: what PySolFC deals."""
    cards = createCards(1)
    generator = LCRandom31(number) if microsoft else MTRandom(number)
    shuffled = generator.shuffle(ms_rearrange(cards) if microsoft else cards)
    render = CardRenderer(True)
    return [render.to_s(card) for card in reversed(shuffled)]


def as_giza(deck: list[str]) -> list[str]:
    """PySolFC's Giza in dealing order: it deals the columns first."""
    return deck[24:] + deck[:24]


@given(st.one_of(st.integers(32_000, 10**20), st.integers(32_000, 2**34)))
@example(32_000)
@example(32_001)
@example(2**32 - 1)
@example(2**32)
@example(2**64 - 1)
@example(2**64)
@example(10**20)
def test_pysolfc_by_pysol_cards_and_python(number: int) -> None:
    deck = pysol_deck(number, microsoft=False)
    plain = [f"{rank}{suit}" for suit in "CSHD" for rank in "A23456789TJQK"]
    chance = random.Random(number)
    for n in range(51, 0, -1):
        j = int(chance.random() * (n + 1))
        plain[n], plain[j] = plain[j], plain[n]
    assert deck == plain[::-1]
    assert text(number, "pysolfc").split() == deck
    assert text(number, "pysolfc", GIZA).split() == as_giza(deck)


@given(st.one_of(st.integers(1, 31_999), st.integers(1, 2**33 - 1)))
@example(1)
@example(31_999)
@example(32_000)
@example(2**31 - 1)
@example(2**31)
@example(2**32 - 1)
@example(2**32)
@example(2**33 - 1)
def test_pysolfc_microsoft_deals_by_pysol_cards(number: int) -> None:
    deck = pysol_deck(number, microsoft=True)
    assert text(f"ms{number}", "pysolfc").split() == deck
    assert text(f"ms{number}", "pysolfc", GIZA).split() == as_giza(deck)
    if number < 32_000:
        assert deal(number, numbering="pysolfc") == deal(f"ms{number}", numbering="pysolfc")


@pytest.mark.parametrize(
    "name",
    [
        *("pysolfc", "relaxed", "king-tut-pysolfc", "triangle", "pharaohs"),
        *("apophis", "eleven-triangle", "cheops"),  # then three cards lie on the wastes
    ],
)
def test_pysolfcs_games_without_columns_are_dealt_alike(name: str) -> None:
    for number in (32_000, 123_456_789):
        assert text(number, "pysolfc", GAMES[name]).split() == pysol_deck(number, microsoft=False)


def test_these_numberings_have_a_whole_deck() -> None:
    whole: list[Numbering] = ["freecell", "pysolfc"]
    for numbering in whole:
        with pytest.raises(DealError, match="deals have 52 cards, the deck has 10"):
            deal(1, SHORT, numbering)


# Numbers: ranges, texts, JSON.


@pytest.mark.parametrize(
    ("number", "numbering"),
    [
        (-1, "native"),
        (2**64, "native"),
        (0, "freecell"),
        (2**31, "freecell"),
        (0, "pysolfc"),
        (10**20 + 1, "pysolfc"),
        ("ms0", "pysolfc"),
        ("ms8589934592", "pysolfc"),
        ("ms12", "native"),
        ("ms12", "freecell"),
    ],
)
def test_numbers_out_of_range(number: DealNumber, numbering: Numbering) -> None:
    with pytest.raises(DealError, match=str(number)):
        deal(number, numbering=numbering)
    with pytest.raises(DealError, match=str(number)):
        parse_number(str(number), numbering)


@pytest.mark.parametrize(
    ("written", "numbering", "number"),
    [
        ("0", "native", 0),
        ("007", "native", 7),
        ("18446744073709551615", "native", 2**64 - 1),
        ("ms5", "pysolfc", 5),
        ("ms31999", "pysolfc", 31999),
        ("ms32000", "pysolfc", "ms32000"),
        ("100000000000000000000", "pysolfc", 10**20),
    ],
)
def test_numbers_as_text(written: str, numbering: Numbering, number: DealNumber) -> None:
    assert parse_number(written, numbering) == number
    assert check_number(number, numbering) == number


@pytest.mark.parametrize("written", ["", "-1", "+1", "1.0", "ms", "1e3", "٣", "1 2", "9" * 41])
def test_texts_that_are_no_number(written: str) -> None:
    with pytest.raises(DealError):
        parse_number(written, "pysolfc")


@pytest.mark.parametrize(
    ("number", "numbering", "shown"),
    [
        (2**53 - 1, "native", 2**53 - 1),
        (2**53, "native", "9007199254740992"),
        (10**20, "pysolfc", "100000000000000000000"),
        ("ms40000", "pysolfc", "ms40000"),
    ],
)
def test_numbers_in_json(number: DealNumber, numbering: Numbering, shown: object) -> None:
    named = deal(number, numbering=numbering)
    record = deal_record(named, "pyramid")
    assert record["deal"] == shown
    assert type(record["deal"]) is type(shown)
    whole = solve_record(named, "pyramid", Unknown("nodes", 1))
    assert parse_record(whole).deal == named


# Cards as a deal.


def test_deals_of_cards_are_checked() -> None:
    cards = deal(3).cards
    assert Deal.of(cards, PYRAMID) == Deal(None, None, cards, PYRAMID)
    for wrong, message in (
        ((*cards[:51], cards[0]), f"card 52: {cards[0]} appears twice, at 1 and 52"),
        (cards[:1], "1 card: the deck has 52; missing"),
        ((), "0 cards: the deck has 52; missing AC AD AH AS .."),
    ):
        with pytest.raises(DeckError, match=message):
            Deal.of(wrong, PYRAMID)
    with pytest.raises(DeckError, match="card 1: KC is not in the deck of this game"):
        Deal.of([Card.parse("KC")], SHORT)


def test_deals_come_one_by_one() -> None:
    assert [one.number for one in deals(range(3, 6))] == [3, 4, 5]


def test_a_game_of_pysolfc_has_its_numbers() -> None:
    for name in ("pysolfc", "king-tut-pysolfc", "PySolFC 38"):
        assert numbering_of(name) == "pysolfc"
        assert deal(32_001, name) == deal(32_001, name, "pysolfc") != deal(32_001, name, "native")
        (dealt,) = deals([32_001], name)
        assert dealt == deal(32_001, name)
    others = GAMES.keys() - {"pysolfc", "king-tut-pysolfc"}
    assert {numbering_of(name) for name in others} == {"native"}
    rules = GAMES["pysolfc"]
    assert numbering_of(rules) == "native" and deal(5, rules) == deal(5, rules, "native")
    assert solve_many([32_001], "pysolfc").numbering == "pysolfc"
    (found,) = find([32_001], "pysolfc")
    assert found.rating is not None and solve(deal(found.number, "pysolfc")).is_won


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
