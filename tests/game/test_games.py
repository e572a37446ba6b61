"""Rules as data: the named games, what is rejected and why, to and from JSON."""

import json
import re
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrtool.base.limits import LimitError, Limits
from pyrtool.game.games import GAMES, TITLES, Rules, RulesError, changed, differences, game, name_of
from pyrtool.game.named_games import KNOWN, OF_OTHERS, OF_PYSOLFC, WINNABLE_CHANGED
from pyrtool.game.rules import RULE_WORDS, parse_columns
from pyrtool.notation.rules import parse_named_rules

from ..dealing import NO_TOP
from ..paths import DOCS
from ..playouts import RULES

WIN_RATES = DOCS / "results" / "win-rates.md"
ARTICLE = DOCS / "results" / "article.md"
TUT: dict[str, Any] = {
    "draw": 3,
    "passes": "unlimited",
    "stock_top": False,
    "stock_waste": "no",
    "overlap": True,
    "goal": "pyramid",
}


@pytest.mark.parametrize(
    ("name", "different"),
    [
        ("pyramid", {}),
        ("bouquet", {"stock": "bouquet"}),
        ("par", {"passes": 3, "scoring": "par"}),
        ("par-till-dawn", {"passes": 3, "scoring": "par", "waste_pairs": True}),
        ("clear", {"stock_waste": "no", "goal": "pyramid"}),
        ("microsoft", {"passes": 3, "goal": "pyramid", "scoring": "microsoft"}),
        ("tut", TUT),
        ("tut-single", {**TUT, "draw": 1, "passes": 1}),
        ("king-tut", {**TUT, "goal": "all"}),
        ("giza", {"columns": "8x3", "stock": "none"}),
        ("giza6x4", {"columns": "6x4", "stock": "none"}),
        ("elizabeth", {"goal": "pyramid"}),
        ("tower", {"goal": "pyramid", "passes": 2}),
        (
            "thirteen",
            {"stock_top": False, "stock_waste": "no", "waste_pairs": True, "face_down": "covered"},
        ),
        ("alonso", {"rows": 6, "pyramids": 2, "passes": 2}),
        ("reserve", {"reserve": 7}),
        ("spanish", {"total": 12}),
        ("dozen", {"columns": "6x4", "stock": "none", "pairs": "sum 12, Q-K"}),
        ("triangle", {"tableau": "triangle 7", "passes": 3}),
        ("giza-triangle", {"tableau": "triangle 7 + columns 8x3", "stock": "none"}),
        ("pharaohs", {"tableau": "pyramid 2 + pyramid 7 + pyramid 6", "stock": "none"}),
    ],
)
def test_games_differ_from_the_standard(name: str, different: dict[str, Any]) -> None:
    standard = Rules().to_dict()
    assert differences(game(name)) == {
        field: value for field, value in different.items() if value != standard[field]
    }


# `of_rules` in tests/cli/test_bad_input.py has others.
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"rows": 0}, "rows 0: must be 1 to 10"),
    ({"rows": 11}, "rows 11: must be 1 to 10"),
    ({"rows": True}, "rows True: must be 1 to 10"),
    ({"rows": 7.0}, "rows 7.0: must be 1 to 10"),
    ({"rows": 10}, "the tableau needs 55 cards, the deck has 52: use packs 2$"),
    ({"rows": 9, "pyramids": 3}, "the tableau needs 135 cards, the deck has 52$"),
    ({"pyramids": 0}, "pyramids 0: must be 1 to 9"),
    ({"reserve": -1}, "reserve -1: must be 0 to 52"),
    ({"draw": 0}, "draw 0: must be 1 to 52"),
    ({"total": 1}, "total 1: must be 2 to 14"),
    ({"suits": 5}, "suits 5: must be 1 to 4"),
    ({"passes": 0}, "passes 0: must be 1 to 99, or unlimited"),
    ({"passes": 100}, "passes 100: must be 1 to 99, or unlimited"),
    ({"passes": 1.5}, "passes 1.5: must be 1 to 99, or unlimited"),
    ({"stock": "open"}, "stock 'open': must be bouquet, dealt, none"),
    ({"stock_waste": "maybe"}, "stock_waste 'maybe': must be yes, no, auto, auto-on-turn"),
    ({"goal": ["all"]}, r"goal \['all'\]: must be all, pyramid"),
    ({"scoring": "golf"}, "scoring 'golf': must be none, par"),
    ({"overlap": 1}, "overlap 1: must be true or false"),
    ({"stock_top": None}, "stock_top None: must be true or false"),
    ({"columns": (8,)}, "columns: must be COUNTxDEPTH, each 1 to 26, or none"),
    ({"columns": (0, 3)}, "columns: must be COUNTxDEPTH"),
    ({"columns": (27, 1)}, "columns: must be COUNTxDEPTH"),
    ({"columns": 8}, "columns: must be COUNTxDEPTH"),
    ({"wastes": 2}, "deal-to each has no meaning with the stock top"),
    ({"wastes": 5}, "wastes 5: must be 1 to 4"),
    ({"wastes": 2, "draw": 2} | NO_TOP, "draw 2 has no meaning with 2 wastes"),
    ({"waste_ends": "both", "stock_waste": "auto"}, "stock-waste auto has no meaning with both"),
    (
        {"wastes": 2, "deal_to": "choice", "stock_waste": "auto-on-turn"},
        "on-turn has no .* 2 wastes",
    ),
    ({"stock": "bouquet", "waste_ends": "both"}, "waste-ends has no meaning with an open bouquet"),
    ({"waste_ends": "bottom"}, "waste_ends 'bottom': must be top, both"),
    ({"wastes": 2, "deal_to": 1}, "deal_to 1: must be each, choice"),
    ({"ranks": 0}, "ranks 0: must be 1 to 13, or none"),
    ({"ranks": "7"}, "ranks '7': must be 1 to 13, or none"),
    ({"pairs": 12}, "pairs 12: must be a text, or none"),
    ({"pairs": "sum 12", "total": 12}, "total 12 has no meaning beside pairs: say sum 12"),
    ({"pairs": ""}, "pairs: '' is none: write sum N, two ranks as Q-K"),
    ({"pairs": "sum twelve"}, "pairs: 'sum twelve' is none"),
    ({"pairs": "Q-"}, "pairs: 'Q-' is none"),
    ({"pairs": "sum 12"}, "pairs: Q matches no rank of the deck; add Q alone, or a pair"),
    ({"pairs": "sum 40"}, "pairs: sum 40 has no two ranks of the deck"),
    ({"pairs": "sum 13, K alone, Q alone"}, "Q is alone and matches A"),
    ({"pairs": ", ".join(["Q-K"] * 41)}, "41 terms, at most 40"),
    ({"ranks": 11}, "total 13: A matches no rank up to J: use ranks 12"),
    ({"ranks": 3, "rows": 1, "suits": 3, "pairs": "A-3, 2-2"}, "3 cards of rank 2 match only each"),
    ({"pairs": "same, K alone"}, "K is alone and matches K"),
    ({"pairs": "sum 13"}, "K matches no rank of the deck"),
    ({"pairs": "A-2, 2-3, 2-2", "ranks": 3, "rows": 2}, "4 of A, 4 of 2, 4 of 3 cannot"),
    ({"pairs": "A-2, 2-3", "ranks": 3, "rows": 2}, "4 of 2, 4 of 3 cannot all be discarded"),
    ({"pairs": "A-A, 2-5, 3-5, 4-4, 5-5", "ranks": 5, "rows": 2}, "4 of 2, 4 of 3, 4 of 5"),
    ({"pairs": "same", "suits": 3, "rows": 2}, "one would be left over"),
    ({"pairs": "next", "ranks": 3, "suits": 3, "rows": 2}, "3 of A, 3 of 2, 3 of 3 cannot"),
    ({"packs": 3}, "packs 3: must be 1 to 2"),
    ({"packs": 2, "stock": "none"}, "76 cards are left over"),
    ({"rows": 9, "pyramids": 3, "packs": 2}, "needs 135 cards, the deck has 104"),
    ({"face_down": "all"}, "face_down 'all': must be none, covered"),
    ({"tableau": 7}, "tableau 7: must be a text, or none"),
    ({"tableau": ""}, "tableau: '' is no shape: write pyramid ROWS"),
    ({"tableau": "pyramid"}, "tableau: 'pyramid' is no shape"),
    ({"tableau": "pyramid 7x2"}, "is no shape"),
    ({"tableau": "columns 8"}, "is no shape"),
    ({"tableau": "pyramid 7 +"}, "tableau: '' is no shape"),
    ({"tableau": "pyramid ٧"}, "is no shape"),
    ({"tableau": "pyramid 11"}, "tableau: 'pyramid 11': must be 1 to 10"),
    ({"tableau": "triangle 0"}, "tableau: 'triangle 0': must be 1 to 10"),
    ({"tableau": "triangle 11"}, "'triangle 11': must be 1 to 10"),
    ({"tableau": "columns 8x3", "goal": "pyramid"}, "goal pyramid has no meaning: the tableau has"),
    ({"tableau": "columns 8x3", "passes": 3, "scoring": "par"}, "scoring par has no meaning: the"),
    ({"tableau": "pyramid 7 rectified"}, "is no shape"),
    ({"tableau": "triangle 7 + columns 27x1"}, "must be 1 to 26"),
    ({"tableau": " + ".join(["triangle 1"] * 13)}, "13 shapes, at most 12"),
    ({"tableau": "triangle 9 + reserve 8"}, "the tableau needs 53 cards, the deck has 52"),
    ({"tableau": "triangle 7", "columns": (2, 2)}, "say columns in the tableau"),
    ({"columns": (8, 4)}, "the tableau needs 60 cards, the deck has 52"),
    ({"rows": 4, "total": 4, "suits": 2}, "the tableau needs 10 cards, the deck has 8"),
    ({"stock": "none", "columns": (7, 3)}, "3 cards are left over"),
    ({"stock_top": False}, "stock-waste yes has no meaning without the stock top"),
    ({"passes": None, "scoring": "par"}, "no points beyond the third pass"),
    *(
        ({**stock, field: value}, f"{field.replace('_', '-')} has no meaning with {where}")
        for stock, where in (
            ({"stock": "bouquet"}, "an open bouquet"),
            ({"stock": "none", "columns": (8, 3)}, "no stock"),
        )
        for field, value in (
            ("draw", 3),
            ("passes", 3),
            ("passes", None),
            ("stock_top", False),
            ("stock_waste", "no"),
            ("waste_pairs", True),
            ("scoring", "par"),
        )
    ),
]


@pytest.mark.parametrize(("given", "reason"), REFUSED, ids=str)
def test_rules_without_meaning_are_refused_with_the_reason(
    given: dict[str, Any], reason: str
) -> None:
    with pytest.raises(RulesError, match=reason) as caught:
        Rules(**given)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "values",
    [
        {"rows": [7]},
        {"columns": [8, 3]},
        {"passes": "many"},
        {"stock": {}},
        {"overlap": "yes"},
        {"colour": "red"},
        {"rows": "x" * 1000},
        {"x" * 1000: 1},
    ],
    ids=lambda values: str(values)[:40],
)
def test_json_of_the_wrong_kind_is_a_rules_error(values: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_dict(values)
    assert len(str(caught.value)) < 120


@given(st.sampled_from(RULES))
def test_rules_through_json(rules: Rules) -> None:
    assert Rules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
    assert Rules.from_dict(differences(rules)) == rules
    named = [field.name for field in fields(Rules)]
    assert list(rules.to_dict()) == list(RULE_WORDS) == named


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("pyramid 5", {"rows": 5}),
        ("Pyramid 7+columns 8 x 3", {"columns": (8, 3)}),
        ("pyramid 6 + pyramid 6", {"rows": 6, "pyramids": 2}),
        ("pyramid 5 + columns 2x2 + reserve 3", {"rows": 5, "columns": (2, 2), "reserve": 3}),
    ],
)
def test_a_tableau_in_words_is_its_short_form(text: str, short: dict[str, Any]) -> None:
    assert Rules(tableau=text, stock="bouquet") == Rules(**short, stock="bouquet")


def test_what_the_short_forms_do_not_say_stays_in_words() -> None:
    rules = Rules(tableau="reserve 3  +pyramid 2 + TRIANGLE 3")
    assert rules.tableau == "reserve 3 + pyramid 2 + triangle 3"
    assert (rules.tableau_size, rules.row_count) == (12, 3)
    assert rules.to_dict()["rows"] is None
    assert Rules(tableau="pyramid 7 + columns 1x1").has_columns


@pytest.mark.parametrize(
    ("given", "usual"),
    [
        ({"pairs": "sum 13, K alone"}, {}),
        ({"pairs": "sum 12, q alone", "ranks": 12}, {"total": 12}),
        ({"pairs": "A-J,2-10, 3-9, 4 - 8, 7-5,6-6, Q alone", "ranks": 12}, {"total": 12}),
        ({"pairs": "sum 14"}, {"total": 14}),
        ({"ranks": 13}, {}),
        ({"ranks": 5, "total": 5, "rows": 3}, {"total": 5, "rows": 3}),
    ],
)
def test_pairs_with_one_total_are_described_by_it(
    given: dict[str, Any], usual: dict[str, Any]
) -> None:
    assert Rules(**given) == Rules(**usual)


def test_pairs_in_words() -> None:
    rules = Rules(pairs="Sum 12,q - K, q-k", columns=(6, 4), stock="none")
    assert rules == GAMES["dozen"]
    assert rules.sets == ((1, 11), (2, 10), (3, 9), (4, 8), (5, 7), (12, 13), (6, 6))
    assert rules.go_together(13, 12) and not rules.go_together(1, 12)
    assert not any(map(rules.goes_alone, range(15)))
    several = Rules(pairs="sum 11, J alone,Q alone, K alone")
    assert [rank for rank in range(15) if several.goes_alone(rank)] == [11, 12, 13]
    assert several.pairs == "sum 11, J alone, Q alone, K alone"
    short = Rules(ranks=12)
    assert short.deck_size == 48 and short.sets == Rules().sets
    assert Rules.from_dict(short.to_dict()) == short


def test_changes_of_the_tableau_are_described_in_words() -> None:
    giza, triangle = GAMES["giza"], GAMES["giza-triangle"]
    words = {"tableau": "triangle 7 + columns 8x3"}
    assert differences(triangle, giza) == words
    assert differences(giza, triangle) == {"tableau": "pyramid 7 + columns 8x3"}
    assert changed(giza, words) == triangle
    assert changed(triangle, differences(giza, triangle)) == giza


def test_games_are_found_by_other_names_and_by_those_of_other_programs() -> None:
    for called, name in {
        "Tower of Twenty-Eight": "tower",
        "Funnel": "triangle",
        "the tower of twenty eight": "tower",
        "Relaxed Pyramid": "relaxed",
        "THREE PHARAOHS": "pharaohs",
        "Tut's Tomb": "tut",
        "giza 6x4": "giza6x4",
        "pysolfc": "pysolfc",
        "PySolFC Pyramid": "pysolfc",
        "PySolFC's King Tut": "king-tut-pysolfc",
        "PySolFC 681": "king-tut-pysolfc",
        "pysolfc 193": "relaxed",
        "AisleRiot Treize": "treize",
        "Microsoft Pyramid": "microsoft",
        "Pretty Good Solitaire King Tut": "king-tut",
        "King Tut": "king-tut",
        "Pile of Twenty-Eight": "pyramid",
        "Elizabeth's Solitaire": "elizabeth",
        "6x4 Giza": "giza6x4",
        "Triangle Solitaire": "triangle",
    }.items():
        assert name_of(called) == name, called
        assert game(called) == GAMES[name]
    with pytest.raises(RulesError, match="unknown game 'towel'"):
        name_of("towel")
    assert {name_of(theirs) for theirs in OF_OTHERS.values()} == OF_OTHERS.keys()
    assert {name_of(f"PySolFC {number}") for _, number in OF_PYSOLFC.values()} == OF_PYSOLFC.keys()


@pytest.mark.parametrize(
    ("called", "expected"),
    [
        ("apopis", "did you mean apophis?"),
        ("kingtut-pysolf", "did you mean king-tut-pysolfc (PySolFC's King Tut)?"),
        ("relaxed pyramyd", "did you mean relaxed (PySolFC's Relaxed Pyramid)?"),
        ("towr of twenty-eight", "did you mean tower or pyramid?"),
        ("Pike's Peak", "that is another game, and none of these"),
        ("Matrimony", "that is another game, and none of these"),
        ("Solitaired's Giza", "that is another game: seven columns of three"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_games(called: str, expected: str) -> None:
    with pytest.raises(RulesError) as raised:
        name_of(called)
    assert expected in str(raised.value)


def test_the_shares_of_winnable_deals_are_those_of_the_page() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \|(.*)\|$", WIN_RATES.read_text(), re.MULTILINE)
    found = {}
    for name, row in rows:
        cells = [cell.strip() for cell in row.split("|")]
        if len(cells) == 6 and name not in found:  # later tables have other columns
            found[name] = cells[1] if cells[3] == "none" else cells[3]
    assert found == {name: facts.winnable for name, facts in KNOWN.items()}


def test_no_two_games_share_a_name() -> None:
    called = [
        "".join(filter(str.isalnum, text.lower()))
        for name, facts in KNOWN.items()
        for text in {name, facts.title, *facts.also}
    ]
    letters = {text.removeprefix("the") for text in called}
    named = {name_of(text) for facts in KNOWN.values() for text in facts.also}
    assert len(letters) >= len(KNOWN) and named <= KNOWN.keys()
    for name, facts in KNOWN.items():
        assert {name_of(text) for text in (name, facts.title, *facts.also)} == {name}


def test_rules_are_frozen_and_hashable() -> None:
    assert len(set(GAMES.values())) == len(GAMES) - 1  # relaxed is microsoft, so called by PySolFC
    with pytest.raises(AttributeError):
        GAMES["pyramid"].rows = 6  # type: ignore[misc]


def test_columns_as_text() -> None:
    assert parse_columns("8x3") == parse_columns("8X3") == (8, 3)
    assert parse_columns("none") is None
    for wrong in ("8", "x3", "8x", "8x3x1", "-8x3", "٨x3", "123x1"):
        with pytest.raises(RulesError, match="COUNTxDEPTH"):
            parse_columns(wrong)


@pytest.mark.parametrize(
    ("total", "suits", "sets", "size"),
    [
        (3, 4, ((1, 2),), 12),
        (4, 4, ((1, 3), (2, 2)), 16),
        (2, 4, ((1, 1),), 8),
        (13, 4, ((1, 12), (2, 11), (3, 10), (4, 9), (5, 8), (6, 7)), 52),
        (12, 4, ((1, 11), (2, 10), (3, 9), (4, 8), (5, 7), (6, 6)), 48),
        (14, 4, ((1, 13), (2, 12), (3, 11), (4, 10), (5, 9), (6, 8), (7, 7)), 52),
    ],
)
def test_other_decks(total: int, suits: int, sets: tuple[tuple[int, int], ...], size: int) -> None:
    rules = Rules(rows=1, total=total, suits=suits)
    assert rules.sets == sets
    assert len(rules.deck) == rules.deck_size == size
    assert {card.suit for card in rules.deck} == set(range(suits))
    assert list(rules.deck) == sorted(rules.deck)


@pytest.mark.parametrize(
    "given",
    [{"nodes": 0}, {"seconds": float("nan")}, {"seconds": float("inf")}, {"memory_mib": 2**20 + 1}],
    ids=str,
)
def test_limits_are_positive_and_bounded(given: dict[str, Any]) -> None:
    with pytest.raises(LimitError, match=next(iter(given))):
        Limits(**given)


def test_limits_at_their_bounds() -> None:
    assert Limits(nodes=1, seconds=0.001, memory_mib=2**20).nodes == 1


def test_every_game_has_a_title() -> None:
    assert list(TITLES) == list(GAMES)
    assert len(set(TITLES.values())) == len(GAMES)


def test_the_shares_of_changed_games_are_those_of_the_article_s_page() -> None:
    found: dict[str, str] = {}
    percent = None  # the column
    for line in ARTICLE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if "deals" in cells:
            percent = cells.index("win %") if "win %" in cells else None
        elif percent is not None and len(cells) > percent and cells[1][:1].isdigit():
            named = parse_named_rules(cells[0])
            if named.changes:
                found.setdefault(str(named), f"{float(cells[percent]):.2f}")
    assert found == WINNABLE_CHANGED and len(found) > 20
