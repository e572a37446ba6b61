"""Explanations in other languages: all of their words, the same steps, and how they read."""

from __future__ import annotations

import re
from types import MappingProxyType

import pytest

from pyrtool.answers.explain.explanation import Explanation, explain
from pyrtool.answers.explain.lit import lit_steps
from pyrtool.answers.explain.story import story_of
from pyrtool.answers.explain.telling import as_text, key_reasons, pairs_known
from pyrtool.answers.explain.wording.phrases import listed
from pyrtool.answers.explain.wording.sentence import LitStep
from pyrtool.game.deals import deal
from pyrtool.game.position import Position
from pyrtool.languages import LANGUAGES, Words, speaking, spoken, words_of
from pyrtool.languages import listed as listed_words
from pyrtool.languages.words import entries
from pyrtool.pages.site.packed import Pool

from ..commands import answer, complaint
from ..masking import MASKED, mask_messages, unmasked

OTHERS = [language for language in LANGUAGES if language != "en"]
CALLS = (
    "3 9 12 16 22 30 50 72 103 201",  # lost: trials, and each kind of reason
    "8 39 87 130",  # winnable: stories
    "3 33 97 111 121 174 -g giza",
    "2 8 -g giza",
    "1-3 --overlap --passes 1",
    "3 10 --passes 2",
    "5 --limit-nodes 1",
    "1 4 -g microsoft",
    "30 -g bouquet",
)
NAMES = {"native", "pyramid", "giza", "microsoft", "bouquet", "overlap", "passes", "whole"}


@pytest.mark.parametrize("call", CALLS)
def test_no_word_stays_english(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    for form in ("text", "markdown"):
        try:
            words = answer("explain", *call.split(), "--whole", "--lang", MASKED, "--format", form)
        except AssertionError:  # a limit was reached: there is an answer nevertheless
            assert "limit" in call
            continue
        assert len(words) > 100 and set(unmasked(words)) <= NAMES
        assert not re.search(r"[{}]", words)


def found_of(number: int, game: str) -> Explanation:
    return explain(deal(number, game))


@pytest.mark.parametrize(("number", "game"), [(9, "pyramid"), (12, "pyramid"), (111, "giza")])
def test_each_language_has_the_same_steps(number: int, game: str) -> None:
    def shape(step: LitStep) -> tuple[object, ...]:
        cards = sorted(re.findall(r"\b[A2-9TJQK][CDHS]\b|\[\w+\]", step.text))
        return step.number, step.own, step.reasons, step.techniques, cards

    steps = lit_steps(found_of(number, game))
    shapes, texts = list(map(shape, steps)), [step.text for step in steps]
    for language in OTHERS:
        with speaking(language):
            assert list(map(shape, steps)) == shapes
            assert all(step.text != text for step, text in zip(steps, texts, strict=True))


def test_it_reads_well_in_german() -> None:
    with speaking("de"):
        assert as_text(found_of(3, "giza"), None).splitlines() == GERMAN
        story = story_of(found := found_of(130, "pyramid"), Position.start(deal(130)), found.moves)
        (text,) = (one.text for _, one in key_reasons(story) if "Statt" in one.text)
    assert text.startswith("Statt hier aufzudecken: 5C mit 8S verliert: ")


def test_it_reads_well_in_spanish() -> None:
    with speaking("es"):
        assert as_text(found_of(72, "pyramid"), None, whole=True).splitlines()[10:28] == SPANISH


def test_or_is_another_before_the_sound_of_o_in_spanish() -> None:
    for language, expected in (
        ("es", ["7C o 7D", "7C u 8D", "7C o 18D", "7C u 11", "7C o 111"]),
        ("it", ["7C o 7D", "7C o 8D", "7C o 18D", "7C o 11", "7C o 111"]),
    ):
        with speaking(language):
            for cards in (listed, listed_words):
                lasts = ("7D", "8D", "18D", "11", "111")
                assert [str(cards(["7C", last], "or")) for last in lasts] == expected
    pool = Pool()  # of pages, whose scripts have no rule for it
    assert pool.packed(listed(["7C", "8D"], "or")) == [0, "7C", "8D", "8D"]
    assert [words_of("es").say(text) for text in pool.messages] == ["{0} u {2}"]


def test_pairs_of_every_solution_are_named_in_french() -> None:
    found = found_of(87, "pyramid")
    story = story_of(found, Position.start(deal(87)), found.moves)
    with speaking("fr"):
        assert [found.conclusion, *pairs_known(found, story)] == [
            "Gagnable. 4 paires sont dans toutes les solutions.",
            "JD/2D, 7H/6S, AS/QH, 2H/JS.",
            "Les 20 autres paires ne sont pas dans toutes les solutions.",
        ]


@pytest.mark.parametrize("language", OTHERS)
def test_a_missing_entry_stays_english(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And is listed by what looks for English."""
    missing = "{0} lies on {1}"
    whole = words_of(language)
    kept = {text: other for text, other in whole.messages.items() if text != missing}
    lacking = Words(language, MappingProxyType(kept), whole.nouns)
    monkeypatch.setattr(
        spoken, "words_of", lambda code: lacking if code == language else words_of(code)
    )
    with speaking(language):
        text = " ".join(as_text(found_of(72, "pyramid"), None, whole=True).split())
    assert "JS (7.1) lies on 2D (6.1)" in text
    assert text.count("lies on") == text.count(" on ")
    known = {entry["msgid"] for entry in entries(language)}
    assert known - {"", *whole.nouns, *kept} == {missing}


def test_what_programs_read_stays_english() -> None:
    assert complaint("explain", "3", "--lang", "de", "--format", "json") == (
        "--lang and --format json exclude each other: what programs read is in English"
    )


GERMAN = [
    "Nicht zu gewinnen, allein wegen A-D.",
    "  Diese Karten lassen sich nicht alle abräumen, selbst wenn alle anderen weg",
    "  wären.",
    "  1. AS (Spalte 5.3) wird vor AC (3.2) abgeräumt: AS liegt auf QC (Spalte 5.1);",
    "     QC kann nicht mit AS abgeräumt werden, die auf ihr liegt; QC wird mit AC",
    "     abgeräumt, oder früher mit AH (4.2) oder AD (5.2); AH und AD liegen auf AC.",
    "  2. AC wartet auf QD (2.2), egal mit welcher Karte diese abgeräumt wird: QD",
    "     kann nicht mit AC, AH oder AD abgeräumt werden, die auf ihr liegen; es",
    "     bleibt AS, die vor AC abgeräumt wird [1].",
    "  3. Widerspruch: QD wird vor AC abgeräumt [2]; aber AC liegt auf QD.",
]
SPANISH = [
    "  2. 4C (2.1) espera a JC (mazo 23), sea cual sea la pareja de esta: JC no puede",
    "     retirarse con 2C (mazo 21) [1]; quedan 2S, 2D y 2H; todas están sobre 4C.",
    "  3. JD no puede retirarse con 2C (mazo 21), pues 2-J ya no se podría repartir",
    "     en parejas: 2H no puede retirarse con JH, que está sobre ella; 2S no puede",
    "     retirarse con JH, que está sobre ella; JH está sobre 2S; JS está sobre 2D.",
    "     JH está sobre 2H; entonces JH se retiraría con 2D; si 2S se retira con JS,",
    "     esa pareja y 2D con JH se esperarían una a otra; si 2S se retira con JC",
    "     (mazo 23), entonces 2H se retiraría con JS. 2D con JH y 2H con JS se",
    "     esperarían una a otra.",
    "  4. 4H (3.1) espera a 2C (mazo 21), sea cual sea la pareja de esta: 2C no puede",
    "     retirarse con JD [3]; ni con JC (mazo 23) [1]; quedan JS y JH; ambas están",
    "     sobre 4H.",
    "  5. 9H (7.7) espera a que salga 4D (mazo 20): no puede retirarse con 4S (2.2),",
    "     que está debajo de ella; 4C espera a JC (mazo 23) [2]; 4H espera a 2C (mazo",
    "     21) [4]; la única otra pareja es 4D.",
    "  6. 9S (mazo 2) espera a que salga 4D (mazo 20): 4C espera a JC (mazo 23) [2];",
    "     4S está debajo de 9H, que espera a que salga 4D [5]; 4H espera a 2C (mazo",
    "     21) [4]. La única otra pareja es 4D.",
]
