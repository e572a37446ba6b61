"""Exchanges of two cards: against deals that are solved one by one, and what is made of them."""

import json
from itertools import combinations
from pathlib import Path

import pytest

from pyrtool import Card, Deal, Limits, Rules, blocks, deal, rate, shortest, solve, twins, verify
from pyrtool.answers.solve import solution
from pyrtool.records.fields import RecordError
from pyrtool.records.writing import solve_record
from pyrtool.surveys.find.measures import count_matchings

from ..commands import answer, complaint, records, run

pytestmark = pytest.mark.usefixtures("in_this_process")

SMALL = Rules(rows=3, columns=(5, 2), stock="none", total=4)


@pytest.mark.parametrize("number", range(1, 13))
def test_every_exchange_is_decided_as_its_deal_is(number: int) -> None:
    dealt = deal(number, SMALL)
    found = twins(dealt)
    expected = {}
    for i, j in combinations(range(len(dealt.cards)), 2):
        cards = list(dealt.cards)
        cards[i], cards[j] = cards[j], cards[i]
        if cards[i].rank != cards[j].rank:
            twin = Deal.of(cards, SMALL)
            expected[cards[j], cards[i]] = (tuple(cards), solve(twin).is_won)
    ends = {one.cards: (one.twin.cards, one.verdict == "won") for one in found.exchanges}
    assert ends == expected
    own = solve(dealt).is_won
    assert {one.cards for one in found.turning} == {
        pair for pair, (_, won) in expected.items() if won != own
    }


def test_giza_three_becomes_winnable_by_two_exchanges() -> None:
    found = twins(deal(3, "giza"))
    assert len(found.exchanges) == 1248
    assert [" ".join(map(str, one.cards)) for one in found.turning] == ["QD 9C", "4C AS"]
    assert len(twins(deal(1, "giza")).turning) == 131


def test_a_limit_leaves_exchanges_open() -> None:
    found = twins(deal(5), Limits(nodes=1))
    assert found.unknown == sum(one.verdict == "unknown" for one in found.exchanges) > 0
    assert "are unknown: a limit was reached" in answer("twins", 5, "--limit-nodes", 1, status=3)


def test_each_line_says_why_the_verdict_turns() -> None:
    text = answer("twins", 3, "--game", "giza")
    assert "2 of 1,248 exchanges make it winnable" in text
    assert "  QD (pyramid 2.2) and 9C (pyramid 6.2): QD was stuck\n" in text
    (certificate,) = blocks(deal(3, "giza"))
    assert "QD" in map(str, certificate.held)
    lost = answer("twins", 2, "--game", "giza", "--first", 1)
    assert "74 of 1,248 exchanges make it lost" in lost
    assert "(pyramid 5.4): The 6C is covered by all of the sevens:\n    7S, 7C" in lost


def test_winnable_twins_are_ranked() -> None:
    found = [one for one in twins(deal(3, "giza")).exchanges if one.verdict == "won"]
    hardest = max(rate(one.twin).difficulty or 0.0 for one in found)
    listed = answer("twins", 3, "--game", "giza", "--by", "difficulty", "--first", 1)
    assert f", difficulty {hardest:.6g}" in listed
    fewest = min(count_matchings(one.twin) for one in found)
    assert f", matchings {fewest}" in answer("twins", 3, "--game", "giza", "--by", "matchings")


def test_a_record_is_verified_and_drawn_as_a_problem(tmp_path: Path) -> None:
    lines = answer("twins", 3, "--game", "giza", "--format", "ndjson")
    first, second = records(lines)
    assert (first["verdict"], first["exchanged"], first["exchanges"]) == ("lost", "won", 2)
    assert first["exchange"] == ["QD", "9C"]
    assert verify(first).outcome == "holds"
    for wrong, words in (
        ({"exchanged": "lost"}, "with QD and 9C exchanged it is won"),
        ({"exchanges": 3}, "2 exchanges turn the verdict"),
        ({"exchange": ["QD", "AS"]}, "with QD and AS exchanged it is lost"),
    ):
        assert words in verify(first | wrong).words
    twin = deal(3, "giza").exchanged(*map(Card.parse, first["exchange"]))
    won = solve_record(twin, "giza", shortest(twin), rate(twin, solution(twin).moves))
    then = {name: won[name] for name in ("moves", "nodes", "shortest")}
    whole = first | {"then": then, "rating": won["rating"], "lost_by": "pyramid"}
    found = verify(whole)
    assert found.outcome == "holds" and {*found.unconfirmed} == {"nodes"}
    assert "exchanged: won in 28 moves, the fewest, rated again; lost by pyramid" in found.words
    for beside, words in (
        ({"then": then | {"moves": then["moves"][:-1]}}, "then: not won"),
        ({"rating": won["rating"] | {"first_moves": 1}}, "then: won in 28 moves, the fewest, but"),
        ({"lost_by": "giza, overlap"}, "won by giza, overlap, too"),
        ({"lost_by": "spanish"}, "these cards are no deal of spanish"),
    ):
        assert words in verify(whole | beside).words
    with pytest.raises(RecordError, match="'then' has no meaning except of a lost deal"):
        verify(whole | {"exchanged": "lost"})
    problem = tmp_path / "problem.ndjson"
    problem.write_text(json.dumps(second))
    answer("book", problem, "-o", tmp_path / "problem.pdf")
    answer("render", problem, "-o", tmp_path / "problem.svg")
    drawn = (tmp_path / "problem.svg").read_text().lower()
    assert "exchange two cards so that this deal can be won" in drawn
    problem.write_text(json.dumps(first | {"exchange": ["QD", "QD"]}))
    assert "the field 'exchange' must be two cards of the deal" in complaint("solve", problem)


def test_a_picture_has_both_deals(tmp_path: Path) -> None:
    path = tmp_path / "twins-{n}.svg"
    answer("twins", 3, "--game", "giza", "-o", path)
    answer(
        "twins", 3, 5, "--game", "giza", "-o", tmp_path / "twins-{deal}.svg"
    )  # the first of each
    for count in (1, 2, 3, 5):
        drawn = (tmp_path / f"twins-{count}.svg").read_text()
        assert "Unwinnable" in drawn and "exchanged: Winnable" in drawn
    assert "no exchange to draw" in run("twins", 15, "--game", "giza", "-o", path).stderr


def test_only_deals_with_one_answer_are_kept() -> None:
    assert answer("twins", "1-3", "--game", "giza", "--unique") == ""


def test_an_explanation_says_what_would_make_the_deal_winnable() -> None:
    text = answer("explain", 3, "--game", "giza", "--exchange")
    assert text.endswith(
        "\n\nIt would be winnable if two cards changed places: QD and 9C; 4C and AS (2 of\n"
        "1,248 exchanges).\n"
    )
    none = answer("explain", 15, "--game", "giza", "--exchange", "--lang", "de")
    assert none.endswith("Kein Tausch zweier Karten würde es gewinnbar machen.\n")


def test_what_is_wrong_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "own.svg"
    answer("render", 3, "--game", "giza", "-o", own)
    begun = tmp_path / "begun.txt"
    begun.write_text("# deal 3 (native), giza, after KD\n")
    for words in (["twins", begun], ["explain", begun, "--exchange"]):
        assert "a game in play, after 1 move: whole deals are wanted" in complaint(*words)
    assert "is not written over" in complaint("twins", own, "-o", own)
    assert "two deals are no page" in complaint("twins", 3, "-o", tmp_path / "twins.html")
    assert "unknown option --limit-seconds" in complaint("twins", 3, "--limit-seconds", 1)
    assert complaint("twins", 3, "--first", 0) == "--first 0: must be 1 or more"
    passes = complaint("twins", 3, "-g", "giza", "--by", "passes")
    assert "--by passes: these rules have no stock" in passes
    several = complaint("twins", 3, 4, "-g", "giza", "-o", own)
    assert "own.svg: several deals need {deal} or {n} in the name" in several
