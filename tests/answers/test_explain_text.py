"""The words of explanations and stories: a reader with a diagram finds each card and reason.

For stories a brute force plays every line by the referee and notes what all winning ones share.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from pyrtool import Card, Deal, Lost, Won, deal
from pyrtool.answers.explain.check import wrong_step
from pyrtool.answers.explain.explanation import Explanation, explain, lit_steps
from pyrtool.answers.explain.locks import locks_of
from pyrtool.answers.explain.printout import as_markdown, as_text, key_reasons, paragraphs
from pyrtool.answers.explain.problem import ExplainError, Fact, pairs_of, problem_of
from pyrtool.answers.explain.proof import Closure
from pyrtool.answers.explain.story import (
    Choosing,
    OutOfChoicesError,
    Story,
    explain_moves,
    story_of,
)
from pyrtool.answers.explain.wording.clauses import Clause
from pyrtool.answers.explain.wording.numbering import Alike, exchanged
from pyrtool.answers.explain.wording.phrases import Sentence
from pyrtool.answers.explain.wording.sentences import compose, compose_all
from pyrtool.answers.solve import solution, solve
from pyrtool.base.bits import bits
from pyrtool.game.cards import RANKS
from pyrtool.game.games import Rules, game
from pyrtool.game.line import played
from pyrtool.game.moves import Discard, Move
from pyrtool.game.position import Position, position_of, start_of
from pyrtool.records.explanations import format_explanation

from ..dealing import drawn_deal, won

CARD = r"\b[A2-9TJQK][CDHS]\b"
CARDS = rf"{CARD}(?: \([^)]*\))?(?:(?:, | and ){CARD}(?: \([^)]*\))?)*"
WHO = (
    rf"no partner (?:would be|is) left for ({CARDS})",
    rf", as ({CARDS}) would have only",
    rf", whatever takes ({CARD})",
    rf"is left for ({CARD}): ",
    rf"^({CARD})(?: \([^)]*\))? goes with",
)
"""Sentences that say of cards which partners are left."""


@pytest.fixture(scope="module")
def lost() -> list[Explanation]:
    """Explanations with every technique of words: the lost deals of a few."""
    numbers = (3, 12, 16, 20, 22, 50, 72, 85, 96, 103, 171, 181)
    some = [explain(deal(number)) for number in numbers]
    return some + [explain(deal(number, game("giza"))) for number in (111, 121, 141)]


def with_story(subject: Deal | Position) -> tuple[Explanation, Story]:
    found = explain(subject)
    return found, story_of(found, position_of(subject), found.moves)


def sentences(some: list[Explanation]) -> Iterator[tuple[Explanation, Sentence]]:
    for found in some:
        for _, texts in found.sections:
            yield from ((found, sentence) for sentence in texts)


def test_every_possible_partner_is_named(lost: list[Explanation]) -> None:
    """Where none or one is left, or all that are left wait."""
    seen = 0
    for found, sentence in sentences(lost):
        names = list(map(str, found.problem.cards))
        for words in WHO:
            for who in re.findall(words, sentence.text):
                for card in re.findall(CARD, who):
                    partners = bits(found.problem.partners(names.index(card)))
                    assert all(names[x] in sentence.text for x in partners), sentence.text
                    seen += 1
    assert seen > 100


def test_a_stock_card_has_its_place_once_in_each_sentence(lost: list[Explanation]) -> None:
    for found, sentence in sentences(lost):
        places = dict(zip(map(str, found.problem.cards), found.problem.places, strict=True))
        text = sentence.text
        for card in set(re.findall(CARD, text)):
            if places[card].startswith("stock"):
                assert len(re.findall(rf"{card} \(stock \d+", text)) == 1, text
                first = text.index(card)
                assert text[first + 3 :].startswith(f"({places[card]}"), text
        assert text.endswith(".")


def test_the_first_stock_card_is_the_turned_card(lost: list[Explanation]) -> None:
    """An explanation says so once."""
    for found in lost:
        text = " ".join(s.text for _, s in sentences([found]))
        headings = " ".join(str(heading) for heading, _ in found.sections)
        assert (headings + text).count("(stock 1, the turned card)") <= 1
        assert "(stock 1)" not in text or ", the turned card)" in headings + text


def test_each_reference_is_to_a_sentence_before(lost: list[Explanation]) -> None:
    for found in lost:
        known: set[str] = set()
        for _, texts in found.sections:
            for sentence in texts:
                assert set(re.findall(r"\[(\w+)\]", sentence.text)) <= known, sentence.text
                known.add(sentence.number)


def test_each_trial_is_named() -> None:
    found = explain(deal(243))
    headings = [str(heading) for heading, _ in found.sections]
    assert "Trial B: suppose that 9D goes with 4C (stock 24)." in headings
    (first, *_) = found.sections[-1][1]
    assert "9D cannot go with 4S [trial A] or 4C (stock 24) [trial B]." in first.text


def test_a_card_on_another_waits_with_it(lost: list[Explanation]) -> None:
    """A reference proves the clause that it follows."""
    texts = [sentence.text for _, sentence in sentences(lost)]
    under = (
        "3S cannot go with TC (stock 8): TC is turned on TH (stock 4), which stays until 3D (stock "
        "10) is turned [1]; TH is turned on 7S (stock 2), which stays until AH (stock 5) is turned "
        "[2]. 7S goes before 3S [1]. "
    )
    assert any(text.startswith(under) for text in texts)
    on_it = "TH stays until 3D is turned, so 6S is turned on it"
    assert any(f"{on_it}; 7S lies under both." in text for text in texts)
    assert not any("turned earlier" in text or "the two" in text.lower() for text in texts)


def test_pairs_that_a_set_is_driven_to() -> None:
    """A matching that fails is followed pair by pair, and both ways of a choice."""
    drive = " would block each other"
    (text,) = (s.text for _, s in sentences([explain(deal(287))]) if drive in s.text)
    drive = "7S would go with 6S (stock 8), 7C with 6C and 7H with 6H; "
    assert f"{drive}7C with 6C and 7H with 6H would block each other." in text
    text = next(s.text for _, s in sentences([explain(deal(72))]) if s.technique == "tangle")
    assert "if 2S goes with JD (4.4), 2H would go with JS; 2D with JH and 2H with JS" in text
    assert "If 2S goes with JS, 2D with JH and 2S with JS would block each other" in text


def test_partners_later_or_earlier_are_named() -> None:
    text = explain(deal(176)).sections[0][1][0].text
    assert "6C goes with 7H, or before 7H with 7C (6.5); 7C lies on 7H." in text


def test_what_few_sets_mean() -> None:
    found = explain(deal(16))
    assert found.meaning in " ".join(as_text(found, None).split())
    assert as_markdown(found, None).startswith(
        f"**{found.conclusion}** {' '.join(found.introduction)}\n\n"
    )
    for other in (explain(deal(111, game("giza"))), explain(deal(87))):
        assert other.meaning == ""


def test_a_pair_that_loses_has_no_number_among_the_moves() -> None:
    found, story = with_story(deal(130))
    aside = [one for one in paragraphs(story) if one.aside]
    instead = [one.text for one in aside if one.text.startswith("Instead")]
    assert [text.partition(" loses")[0] for text in instead] == [
        "Instead of the last deal, 5C with 8S?"
    ]
    text = as_text(found, story)
    assert re.search(r"\n  21\. .*\n      Instead of the last deal, 5C with 8S\? loses: .*\n", text)
    assert "\n\n*Instead of the last deal, 5C with 8S? loses: " in as_markdown(found, story)
    discards = [move for move in story.moves if isinstance(move, Discard)]
    assert sum(one.discards for one in paragraphs(story)) == len(discards)
    assert not any(one.discards for one in aside)
    assert re.search(rf"\n  \d+-{len(discards)}\. ", text)


def test_each_pair_that_loses_has_a_comment_at_its_move() -> None:
    _, story = with_story(deal(130))
    told = [(number, one.text) for number, one in key_reasons(story) if "? loses: " in one.text]
    tried = [(n, reason.tried) for n, one in enumerate(story.choices, 1) for reason in one.against]
    assert [number for number, _ in told] == [number for number, _ in tried]
    for (_, text), (_, pair) in zip(told, tried, strict=True):
        assert text.startswith(f"{pair.cards[0]} with {pair.cards[1]}? loses: ")


def test_clauses_are_composed_to_sentences() -> None:
    long = " ".join(["long"] * 30)
    clauses: list[Clause] = [(f"7S is {long}",), (f"it is {long}",)]
    assert str(compose_all(clauses)).split(". ")[1].startswith("It is long")
    assert str(compose("It is so", [("it lies on 5C", "5C lies on 6D")])) == (
        "It is so: it lies on 5C; 5C lies on 6D."
    )
    assert str(compose("It is so", [])) == "It is so."


@pytest.mark.parametrize(("name", "number"), [("tut-single", 6), ("treize", 3)])
def test_the_last_cards_are_dealt_when_the_stock_is_empty(name: str, number: int) -> None:
    """Each run of deals names as many cards as it deals, and the last ones only where none stay."""
    _, story = with_story(deal(number, name))
    text = " ".join(one.text for one in paragraphs(story))
    named = re.findall(r"Deal (one|\d+|the last(?: \d+)?) cards?\.", text)
    *_, (_, _, end) = played(story.start, story.moves).steps()
    counts = [int(re.sub(r"\D", "", one) or 1) for one in named]
    assert sum(counts) == len(story.start.undealt()) - len(end.undealt())
    assert [one.startswith("the last") for one in named] == [
        *(False for _ in named[:-1]),
        not end.undealt(),
    ]


def test_no_card_is_turned_at_the_start_where_the_rules_turn_none() -> None:
    found = explain(deal(5, game("king-tut")))
    texts = [one.text for _, one in sentences([found])]
    assert any("(stock 1)" in text for text in texts)
    assert not any("the turned card" in text for text in texts)


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("5H waits for 2D [3].", "5S waits for 2D [3].", {"5H": "5S"}),
        ("5H cannot go with 8D; QD lies on 8D.", "5H cannot go with 8C; QH lies on 8C.",
         {"8D": "8C", "QD": "QH"}),
        ("5H waits for 2D.", "5H waits for 2D.", {}),
        ("5H waits for 2D.", "5H waits for 3D.", None),  # another rank
        ("5H waits for 2D [3].", "5S waits for 2D [4].", None),  # another reason
        ("5H and 5S lie on 5H.", "5C and 5S lie on 5H.", None),  # one card, two in its place
        ("5H and 5S lie on 2D.", "5S and 5S lie on 2D.", None),  # two cards, one in their place
        ("5H, 6H and 7H lie on 2D.", "5S, 6S and 7S lie on 2D.", None),  # too many
    ],
)  # fmt: skip
def test_which_cards_are_in_the_place_of_others(
    first: str, second: str, found: dict[str, str] | None
) -> None:
    assert exchanged(first, second) == found


def test_the_words_for_cards_in_the_place_of_others() -> None:
    alike = Alike(Fact("apart", 0, 1), ["5H", "8D"])
    assert str(alike.also) == ""
    for places in ({"8D": "8C (2.1)"}, {"QD": "QS", "8D": "8S"}, {"8D": "8H", "5H": "5C"}):
        alike.add(places)
    alike.add({"8D": "8S (2.2)", "8S": "8D"})
    assert str(alike.also) == (
        " Likewise 5H with 8C (2.1) and 5C with 8H. Likewise 8S, with QS in place of QD."
        " Likewise with 8D and 8S exchanged."
    )


def test_a_card_in_the_place_of_one_alone_is_named_without_its_partner() -> None:
    alike = Alike(Fact("apart", 0, 1), ["5H", "8D"])
    for places in ({"8D": "8C"}, {"8D": "8S"}, {"QD": "QS"}):
        alike.add(places)
    assert str(alike.also) == " Likewise 8C and 8S. Likewise QS."
    alike.add({"5H": "5C"})
    assert str(alike.also) == " Likewise 5H with 8C, 5H with 8S and 5C with 8D. Likewise QS."


def test_an_explanation_says_a_reason_once() -> None:
    texts = [s.text for _, some in explain(deal(320, "giza")).sections for s in some]
    (twins,) = [text for text in texts if text.endswith("Likewise 8D.")]
    assert " 6S (6.3) must go before 8C, whatever takes 8C: " in twins


SMALL = {
    "one pass": Rules(rows=3, suits=2, total=7),
    "sets of six": Rules(rows=3, suits=3, total=5),
    "no stock-waste match": Rules(rows=4, suits=3, total=5, stock_waste="no"),
    "overlap": Rules(rows=4, suits=2, total=7, overlap=True),
    "columns": Rules(rows=3, suits=2, total=7, columns=(4, 2), stock="none"),
    "open stock": Rules(rows=4, suits=2, total=7, stock="bouquet"),
}

Pair = frozenset[str]


def pair_of(move: Move) -> frozenset[Pair]:
    if isinstance(move, Discard) and len(move.cards) == 2:
        return frozenset({frozenset(map(str, move.cards))})
    return frozenset()


@dataclass(frozen=True)
class Shared:
    """What the winning lines of a position share: `pairs` are in all, and in some of them a card
    is left when a stock card leaves (`outlived`)."""

    pairs: frozenset[Pair]
    outlived: frozenset[tuple[str, str]]


@cache
def shared(position: Position) -> Shared | None:
    """What is shared by all winning lines; None if there is none."""
    if position.is_won():
        return Shared(frozenset(), frozenset())
    pairs: frozenset[Pair] | None = None
    outlived: frozenset[tuple[str, str]] = frozenset()
    for move in position.legal_moves():
        after = position.play(move)
        found = shared(after)
        if found is None:
            continue
        here = found.pairs | pair_of(move)
        pairs = here if pairs is None else pairs & here
        leaves = move.cards if isinstance(move, Discard) else (position.turned,)
        left = [str(c) for c in after.cards() if c not in leaves]
        outlived |= found.outlived | {(x, str(c)) for c in leaves for x in left}
    return None if pairs is None else Shared(pairs, outlived)


def compared_story(subject: Deal | Position) -> Story | None:
    """The story of a winnable position, after each claim was compared with all lines."""
    start = position_of(subject)
    known = shared(start)
    if known is None:
        return None
    found, story = with_story(subject)
    forced = {frozenset(pair) for pair in (*found.forced, *story.searched)}
    assert forced == known.pairs
    made = frozenset[Pair]().union(*map(pair_of, found.moves))
    assert {frozenset(pair) for pair in story.free} == made - known.pairs
    assert not known.outlived.intersection(found.latest)
    here = start
    for choice in story.choices:
        now = shared(here)
        assert now is not None
        pair = pair_of(choice.move)
        assert choice.kind == "plain" or (pair <= now.pairs) == (choice.kind != "free")
        if choice.proof is not None:
            assert wrong_step(here, format_explanation(choice.proof)) is None
            assert pair <= {frozenset(one) for one in choice.proof.forced}
        for reason in choice.against:
            after = here.play(reason.tried)
            assert shared(after) is None
            if reason.proof is not None:
                assert wrong_step(after, format_explanation(reason.proof)) is None
        here = here.play(choice.move)
    assert here.is_won()
    return story


@pytest.mark.parametrize("deals", [8, pytest.param(16, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SMALL)
def test_what_a_story_claims_holds_in_all_lines(name: str, deals: int) -> None:
    chance = random.Random(40 + (deals > 8))
    kinds = set()
    for _ in range(deals):
        story = compared_story(drawn_deal(SMALL[name], chance))
        kinds |= {choice.kind for choice in story.choices} if story else set()
        shared.cache_clear()
    assert kinds >= ({"plain", "forced", "free", "last"} if deals > 8 else {"plain"})


def test_a_story_in_words() -> None:
    found, story = with_story(deal(87))
    text = as_text(found, story)
    head = "Winnable. 4 pairs are in every solution.\n  "
    assert text.startswith(f"{head}AS/QH, 2H/JS, JD/2D, 7H/6S.\n")  # as they are discarded
    assert "\n  The other 20 pairs are not in every solution.\n" in text
    words = " ".join(text.split())
    assert "2. 2H with JS! uncovers 3S and 6C: " in words
    assert "5D with 8C uncovers 2S; 2S with JC. Deal until 5S is turned." in words
    assert words.endswith("the proof of what is in every solution.")
    for paragraph in paragraphs(story, whole=True):
        for words in (paragraph.text, *(words for _, words in paragraph.sentences)):
            assert all(len(one.split()) <= 40 for one in re.split(r"[.;] ", words))
    whole = as_markdown(found, story, whole=True)
    assert "> *Trial A: suppose that QH (7.6) goes with AH (stock 17).*" in whole


@pytest.mark.parametrize(("name", "numbers"), [("giza", (8, 17)), ("pyramid", (47, 87))])
def test_no_reason_is_hidden_and_locks_say_what_lies(name: str, numbers: tuple[int, ...]) -> None:
    """Locks are read again, and compared with the cards on the table."""
    for number in numbers:
        found, story = with_story(deal(number, name))
        start, text = story.start, as_text(found, story)
        assert "y search: every" not in text and "(by search)" not in text
        for one in paragraphs(story):
            assert len(one.text.split()) <= 70
        discards = [move for move in story.moves if isinstance(move, Discard)]
        locks = list(map(str, locks_of(found, story)))
        assert 0 < len(locks) <= 3
        for lock in locks:
            card, under, needs, at = re.findall(
                r"Lock: (\S+) .*? holds .*? under (.*), so it needs (.*)\. Move (\d+)", lock
            )[0]
            under, _, beneath = under.partition(" and on ")
            place = start.tableau.index(Card.parse(card))
            on, left = ({*map(Card.parse, re.findall(CARD, text))} for text in (under, needs))
            covers = {start.tableau[p] for p in bits(start.layout.above[place])}
            assert on <= covers and not left & covers
            rest = {Card.parse(f"{RANKS[12 - Card.parse(card).rank]}{suit}") for suit in "CDHS"}
            below = set(map(Card.parse, re.findall(CARD, beneath)))
            assert on | left | below == rest  # every partner is named
            for beneath_it in below:
                assert place in bits(start.layout.above[start.tableau.index(beneath_it)])
            assert discards[int(at) - 1].cards[0] in {Card.parse(card), *left}


def test_a_pair_of_every_solution_that_only_the_search_finds() -> None:
    found, story = with_story(deal(130))
    assert len(story.searched) == 1
    assert not set(story.searched) & set(found.forced)


def test_the_search_stops_at_its_limit() -> None:
    dealt = deal(186)
    problem = problem_of(dealt)
    pair = min(pairs_of(problem, won(dealt).moves))
    with pytest.raises(OutOfChoicesError):
        Choosing(Position.start(dealt), Closure(problem), choices=1).solution(without=pair)


def cards(move: Move) -> frozenset[Card]:
    return frozenset(move.cards if isinstance(move, Discard) else ())


@pytest.mark.parametrize(("game", "number", "runs"), [("giza", 17, 60), ("pyramid", 47, 60)])
def test_each_claim_about_a_move_is_true(game: str, number: int, runs: int) -> None:
    start = start_of(deal(number, game))
    moves = solution(deal(number, game)).moves
    proved = 0
    for standing, (here, move, _) in zip(
        explain_moves(start, moves, runs), played(start, moves).steps(), strict=True
    ):
        others = {one.move: one for one in standing.others}
        legal = set(map(cards, here.legal_moves()))
        assert standing.move == move and set(map(cards, others)) == legal - {cards(move)}
        for other, one in others.items():
            after = here.play(other)
            assert isinstance(solve(after), Lost if one.loses else Won)
            if one.proof is not None:
                proved += 1
                assert one.loses and one.proof.verdict == "lost"
                for step in lit_steps(one.proof):
                    assert step.own | step.reasons <= set(after.cards())
        if standing.proof is not None:  # no move that parts the pair wins
            assert isinstance(move, Discard) and standing.kind == "forced"
            parting = [other for other in others if cards(other) & cards(move)]
            assert all(others[other].loses for other in parting)
    assert proved > 1


def test_a_limit_by_count_and_everything() -> None:
    start = start_of(deal(9, "giza"))
    moves = solution(deal(9, "giza")).moves
    few, every = explain_moves(start, moves, 0), explain_moves(start, moves, None)
    assert not any(one.proof for standing in few for one in standing.others)
    assert all(one.proof for standing in every for one in standing.others if one.loses)
    assert "free" in {standing.kind for standing in every}
    assert "free" not in {standing.kind for standing in few}


def test_where_deduction_does_not_hold() -> None:
    dealt = deal(1, "double-pyramid")
    with pytest.raises(ExplainError):
        explain_moves(Position.start(dealt), solution(dealt).moves, 10)
