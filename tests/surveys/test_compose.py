"""Composed deals: each is as wanted, a seed gives the same, and a journal resumes."""

from pathlib import Path
from random import Random

import pytest

from pyrtool import Deal, Rules, best, blocks, deal, game, parse_cards, rate, shortest, solve, twins
from pyrtool.answers.solve import solution
from pyrtool.answers.verdicts import Won
from pyrtool.game.moves import DealStock
from pyrtool.notation import format_deal
from pyrtool.surveys.compose import ComposeError, Pattern
from pyrtool.surveys.find.measures import count_matchings

from ..commands import answer, complaint, records, run

pytestmark = pytest.mark.usefixtures("in_this_process")

GIZA = game("giza")
SMALL = Rules(rows=3, columns=(5, 2), stock="none", total=4)
SHORT = ("--fillings", 3000, "--workers", 1)
NEARLY = "?? " * 26 + "6? ?R T? " + "?? " * 23


def composed(*words: object, game: str = "giza") -> Deal:
    _, cards = answer("compose", "--game", game, *words, *SHORT).splitlines()
    return Deal.of(parse_cards(cards.split()), game)


@pytest.mark.parametrize("seed", range(20))
def test_a_filling_keeps_to_the_pattern(seed: int) -> None:
    pattern = Pattern.parse(NEARLY, GIZA)
    filling = pattern.fill(Random(seed))
    assert sorted(filling) == sorted(GIZA.deck)
    cards = Deal.of([GIZA.deck[0].of(code) for code in filling], GIZA).cards
    assert (cards[26].rank, str(cards[27])[1] in "DH", cards[28].rank) == (6, True, 10)
    for i, j in pattern.exchanges(filling):
        other = filling[:]
        other[i], other[j] = other[j], other[i]
        assert all(code in place for code, place in zip(other, pattern.places, strict=True))


def test_a_pattern_of_all_cards_is_a_deal_and_a_diagram_is_read() -> None:
    cards = deal(2, "giza").cards
    diagram = answer("deal", 2, "--game", "giza", "--diagram")
    for text in (format_deal(cards), diagram):
        assert Pattern.parse(text, GIZA).fill(Random(1)) == list(cards)


def test_a_pattern_without_a_choice_is_looked_at_one_time_a_climb(tmp_path: Path) -> None:
    picture, two = tmp_path / "two.svg", deal(2, "giza")
    answer("render", 2, "--game", "giza", "-o", picture)
    assert composed(picture).cards == two.cards
    assert answer("compose", picture, *SHORT) == answer("compose", picture, "-g", "giza", *SHORT)
    assert complaint("compose", picture, "-g", "par") == (
        f"{picture}, line 1: the heading says giza, --game says par"
    )
    lost = run("compose", picture, "-g", "giza", "--unwinnable", *SHORT)
    assert (lost.exit_code, lost.stdout) == (3, "")
    none = "none found in 10 fillings: no two places of the pattern can exchange their cards"
    assert none in lost.stderr


def test_what_is_wanted_is_found(tmp_path: Path) -> None:
    pattern = tmp_path / "pattern.txt"
    pattern.write_text(NEARLY)
    dealt = composed(pattern, "--level", "hard", "--only-moves", "3-")
    rating = rate(dealt, solve(dealt).moves)  # type: ignore[union-attr]
    assert rating.level == "hard" and (rating.only_moves or 0) >= 3
    assert (dealt.cards[26].rank, dealt.cards[28].rank) == (6, 10)
    assert count_matchings(composed("--matchings", "1-40")) <= 40
    lost = composed("--unwinnable", "--block", "set block", "--cards-left", "20-")
    assert blocks(lost)[0].block.kind == "set block"
    assert best(lost, "all").position.cards_left() >= 20
    here = composed("--also-lost", "pyramid, stock-waste auto", game="pyramid")
    auto = Deal.of(here.cards, Rules(stock_waste="auto"))
    assert solve(here).is_won and solve(auto).is_lost


def test_cards_are_laid_by_their_places() -> None:
    pi = composed("--lay", "row 7: 3 A 4 A 5 9 2", "--lay", "corners: ?B", "--lay", "ends: red")
    assert [card.rank for card in pi.cards[21:28]] == [3, 1, 4, 1, 5, 9, 2]
    assert all(str(pi.cards[at])[1] in "CS" for at in (0, 21, 27))
    assert all(str(card)[1] in "DH" for card in pi.cards[-8:])
    ends = ("--lay", "column 2: spades", "--lay", "rows 2-3: hearts", "--lay", "row 6: 6 6 6 6")
    dealt = composed(*ends, "--last", "A Q", "--level", "easy-hard")
    assert {str(dealt.cards[at])[1] for at in (29, 37, 45)} == {"S"}
    assert {str(card)[1] for card in dealt.cards[1:6]} == {"H"}
    assert [card.rank for card in dealt.cards[16:20]] == [6] * 4
    *_, last = solution(dealt).moves
    assert {card.rank for card in last.cards} == {1, 12}  # type: ignore[union-attr]


def test_numbers_of_the_solution_and_of_the_loss_are_found() -> None:
    dealt = composed("--dealt", "0-6", game="microsoft")
    verdict = shortest(dealt)
    assert isinstance(verdict, Won)
    assert sum(isinstance(move, DealStock) for move in verdict.moves) <= 6
    lost = composed("--unwinnable", "--block", "crossblock", "--block-order", "2")
    assert blocks(lost)[0].block.order == 2
    assert len(twins(composed("--unwinnable", "--exchanges", "1-30")).turning) <= 30


def test_a_seed_gives_the_same_deals_whoever_makes_them() -> None:
    words = ("compose", "-g", "giza", "--first-moves", "4-6", "-n", 3, "--format", "ndjson")
    found = records(answer(*words, *SHORT))
    assert found == records(answer(*words, *SHORT[:2], "--workers", 2))
    assert all(4 <= one["rating"]["first_moves"] <= 6 for one in found)
    assert found != records(answer(*words, *SHORT, "--seed", 2))


def test_the_hardest_of_all_climbs_comes_first_and_a_journal_resumes(tmp_path: Path) -> None:
    words = ("compose", "-g", "giza", "--hardest", "-n", 2, "--fillings", 600, "--workers", 1)
    journal = ("--journal", tmp_path / "journal")
    once = answer(*words, "--format", "ndjson")
    first, second = (one["rating"]["difficulty"] for one in records(once))
    assert first >= second > 0
    assert answer(*words, "--format", "ndjson", *journal) == once
    assert answer(*words, "--format", "ndjson", *journal) == once
    assert "was begun" in complaint(*words, "--seed", 5, *journal)
    more = answer(*words[:-4], "--fillings", 700, *words[-2:], "--format", "ndjson", *journal)
    assert len(records(more)) == 2  # climbs as long as before, and more of them


def test_what_no_deal_can_have_is_refused_and_what_is_not_found_is_counted(tmp_path: Path) -> None:
    pattern = tmp_path / "pattern.txt"

    def refused(text: str, *words: object, rules: str = "giza") -> str:
        pattern.write_text(text)
        said = complaint("compose", pattern, "--game", rules, *words, "--workers", 1)
        return said.removeprefix(f"{pattern}: ")

    assert refused("6? " * 5 + "?? " * 47) == ("5 places share 4 cards: 6C 6D 6H 6S")
    assert refused("6S 6S " + "?? " * 50) == "2 places share 1 card: 6S"
    assert refused("") == f"no cards in {pattern}"
    assert refused("", "--differs-under", "pyramid").startswith("unknown option")
    assert refused("?? " * 51) == "the pattern has 51 places, but the deck has 52 cards"
    assert refused("XX " + "?? " * 51).startswith("place 1: 'XX' is no card of the deck")
    blocked = format_deal(deal(1, "giza").cards)
    assert refused(blocked) == "no deal with these cards is winnable: they have a simple block"
    apex = " ".join(["7H", *["??"] * 20, *["6?"] * 4, *["??"] * 27])
    assert refused(apex).endswith("they have a simple block")
    assert "--theme mirror-row: lay its cards, with --lay" in complaint(
        "compose", "--theme", "mirror-row"
    )
    for words, wrong in {
        "row 9: K": "must be places of the game, a colon, and cards: apex,",
        "row 7 K": "must be places of the game",
        "apex: A A": "must be places of the game",
        "apex: 17": "'17' cannot lie there",
        "row 7: K": "7 places share 4 cards: KC KD KH KS",
    }.items():
        assert wrong in complaint("compose", "--game", "giza", "--lay", words)
    for words, wrong in {
        "--dealt 0": "--dealt: there is no stock to deal",
        "--cards-left 2": "--cards-left: winnable deals have no such number",
        "--unwinnable --matchings 1": "--matchings: unwinnable deals have no such number",
        "--block crossblock": "--block: winnable deals have none",
        "--matchings 0": "--matchings: no deal has this number",
        "--unwinnable --cards-left 0": "--cards-left: no deal has this number",
        "--unwinnable --block-order 7": "--block-order: no deal has this number",
        "--last K": "must be two cards of a pair, such as A QH",
    }.items():
        assert wrong in complaint("compose", "--game", "giza", *words.split())
    assert "must be two cards of a pair" in complaint("compose", "--last", "A 2")
    none = run("compose", "-g", "giza", "--difficulty", "60-", "--fillings", 200, "--workers", 1)
    assert (none.exit_code, none.stdout) == (3, "")
    assert "none found in 200 fillings" in none.stderr
    with pytest.raises(ComposeError, match="the deck has 16 cards"):
        Pattern.parse("?? ??", SMALL)
