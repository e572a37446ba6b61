"""The words of explanations: a reader with a diagram finds each card, and each reason."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pyrtool.answers.explain.explanation import Explanation, explain
from pyrtool.answers.explain.story import story_of
from pyrtool.answers.explain.telling import as_markdown, as_text, key_reasons, paragraphs
from pyrtool.answers.explain.wording.composing import compose, compose_all
from pyrtool.answers.explain.wording.orders import Clause
from pyrtool.answers.explain.wording.phrases import Nor
from pyrtool.answers.explain.wording.sentence import Sentence
from pyrtool.base.bits import bits
from pyrtool.game.deals import deal
from pyrtool.game.games import game
from pyrtool.game.position import Position

CARD = r"\b[A2-9TJQK][CDHS]\b"
CARDS = rf"{CARD}(?: \([^)]*\))?(?:(?:, | and ){CARD}(?: \([^)]*\))?)*"
WHO = (
    rf"no partner (?:would be|is) left for ({CARDS})",
    rf"(?:, as|Contradiction:) ({CARDS}) (?:would )?have only",
    rf" waits? for ({CARD})(?: \([^)]*\))?, whatever that goes with",
    rf"^({CARD})(?: \([^)]*\))? (?:waits for \S+ \(stock \d+\) to be turned: it cannot|goes with)",
)
"""Sentences that say of cards which partners are left."""


@pytest.fixture(scope="module")
def lost() -> list[Explanation]:
    """Explanations with every technique of words: the lost deals of a few."""
    numbers = (3, 12, 16, 20, 22, 50, 72, 85, 96, 103, 171, 181)
    some = [explain(deal(number)) for number in numbers]
    return some + [explain(deal(number, game("giza"))) for number in (111, 121, 141)]


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
    assert seen > 120


def test_a_stock_card_has_its_place_once_in_each_sentence(lost: list[Explanation]) -> None:
    for found, sentence in sentences(lost):
        places = dict(zip(map(str, found.problem.cards), found.problem.places, strict=True))
        text, _, likewise = sentence.text.partition(" Likewise ")
        for card in set(re.findall(CARD, text)):
            if places[card].startswith("stock"):
                assert len(re.findall(rf"{card} \(stock \d+", text)) == 1, text
                first = text.index(card)
                assert text[first + 3 :].startswith(f"({places[card]}"), text
        assert not likewise or sentence.text.endswith(".")


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


def test_a_trial_ends_with_what_it_shows() -> None:
    found = explain(deal(12))
    (_, first), (heading, trial), (_, rest) = found.sections
    assert str(heading) == "Trial A: suppose that 3H (7.5) goes with TS (stock 14)."
    assert trial[-1].text.endswith(" So 3H does not go with TS.")
    assert "nor with TS (stock 14), as trial A has shown;" in rest[0].text
    assert "trial" not in " ".join(one.text for one in (*first, *trial))


def test_each_trial_is_named() -> None:
    found = explain(deal(201))
    headings = [str(heading) for heading, _ in found.sections]
    assert "Trial B: suppose that 7C (2.2) goes with 6H (stock 17)." in headings
    (first, *_) = found.sections[-1][1]
    assert "6H cannot go with 7S, as trial A has shown; nor with 7C, as trial B has" in first.text


def test_a_card_on_another_waits_with_it(lost: list[Explanation]) -> None:
    """A reference proves the clause that it follows."""
    texts = [sentence.text for _, sentence in sentences(lost)]
    assert (
        "3S cannot go with TH (stock 4), which is turned on 7S (stock 2), which waits for AH "
        "(stock 5) [6]; 7S goes before 3S [7]." in texts
    )
    assert any(
        "TH (stock 4) waits for 3D (stock 10) [2], so 6S is turned on it." in t for t in texts
    )
    assert not any("turned earlier" in text or "the two" in text.lower() for text in texts)


def test_pairs_that_a_set_is_driven_to() -> None:
    """A matching that fails is followed pair by pair, and both ways of a choice."""
    (text,) = (s.text for _, s in sentences([explain(deal(50))]) if s.technique == "tangle")
    assert text.endswith(
        "Then 6C would go with 7H, 6H with 7D and 6D with 7C; 6C with 7H and 6D with 7C would wait "
        "for each other."
    )
    text = next(s.text for _, s in sentences([explain(deal(72))]) if s.technique == "tangle")
    assert "If 2S goes with JD (4.4), then 2H would go with JS; 2D with JH and 2H with JS" in text
    assert "if 2S goes with JS, that and 2D with JH would wait for each other" in text


def test_partners_later_or_earlier_are_named() -> None:
    text = explain(deal(121, game("giza"))).sections[0][1][0].text
    assert "8H goes with 5S, or earlier with 5H (7.4) or 5C (7.6); 5H and 5C lie on 5S." in text


def test_what_few_sets_mean() -> None:
    found = explain(deal(16))
    assert as_text(found, None).splitlines()[1] == f"  {found.meaning}"
    assert as_markdown(found, None).startswith(f"**{found.conclusion}** {found.meaning}\n\n")
    for other in (explain(deal(111, game("giza"))), explain(deal(87))):
        assert other.meaning == ""


def test_a_pair_that_loses_has_no_number_among_the_moves() -> None:
    found = explain(deal(130))
    story = story_of(found, Position.start(deal(130)), found.moves)
    aside = [one for one in paragraphs(story) if one.aside]
    assert [one.text.partition(" loses")[0] for one in aside] == [
        "Instead of the last deal, 5C with 8S"
    ]
    text = as_text(found, story)
    assert re.search(r"\n  18\. .*\n      Instead of the last deal, 5C with 8S loses: .*\n", text)
    assert "\n\n*Instead of the last deal, 5C with 8S loses: " in as_markdown(found, story)
    made = sum(not one.aside for one in paragraphs(story))
    assert f"\n  {made}. " in text and f"\n  {made + 1}. " not in text


def test_a_comment_on_a_pair_that_loses_says_what_it_is_in_place_of() -> None:
    found = explain(deal(130))
    story = story_of(found, Position.start(deal(130)), found.moves)
    some = [(number, one.text) for number, one in key_reasons(story) if " loses" in one.text]
    ((number, text),) = some
    assert text.startswith("Instead of this deal, 5C with 8S loses: ")
    assert story.choices[number - 1].against


def test_a_sentence_that_goes_on_names_its_card() -> None:
    long = " ".join(["long"] * 30)
    nor = Nor(f"nor with 6D, which is {long}", f"7S cannot go with 6D, which is {long}")
    clauses: list[Clause] = [(f"7S (1.1) cannot go with 6C, which is {long}",), (nor,)]
    assert str(compose_all(clauses)).split(". ")[1].startswith("7S cannot go with 6D")
    clauses = [("7S is so",), (nor,)]
    assert str(compose_all(clauses)).startswith("7S is so; nor with 6D")
    assert str(compose("It is so", [("it lies on 5C", "5C lies on 6D")])) == (
        "It is so: it lies on 5C; 5C lies on 6D."
    )
    assert str(compose("It is so", [])) == "It is so."
