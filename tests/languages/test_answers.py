"""Answers of commands in other languages: letters of cards, how they read, what stays English."""

import re
from pathlib import Path
from types import MappingProxyType

import pytest

from pyrtool import Position, deal, languages
from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.certificate import Certificate, Shortage, blocks
from pyrtool.answers.blocks.find import unanswered_sets
from pyrtool.answers.blocks.wording import (
    EVERY_OTHER,
    NO_OTHER,
    NONE_WITH,
    THE_OTHER,
    all_of,
    argue,
    argue_at_length,
    counted_cards,
    format_certificate,
    one_of_a_rank,
    some_of,
    the_others,
    title,
)
from pyrtool.answers.explain.explanation import Explanation, LitStep, explain, lit_steps
from pyrtool.answers.explain.printout import as_text, pairs_known
from pyrtool.answers.explain.story import story_of
from pyrtool.answers.explain.wording.phrases import listed
from pyrtool.game.cards import RANKS, Card, rank_noun
from pyrtool.game.games import GAMES, game
from pyrtool.languages import LANGUAGES, Words, listed as listed_words, say, speaking, words_of
from pyrtool.languages.catalogues import entries
from pyrtool.pages.site.reasons import Pool
from pyrtool.pictures.scenes.strips import BLOCK_KEY

from ..commands import answer, complaint
from ..masking import CARDS, MASKED, mask_messages, unmasked

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_have_the_letters_of_the_language(language: str) -> None:
    found = answer("solve", "2", "--game", "giza", "--lang", language)
    suits = "CDHS" if language == "en" else "♣♦♥♠"
    cards = set(re.findall(rf"\b(10|\w)[{suits}]", found))
    assert cards == {words_of(language).say(rank) for rank in RANKS}
    letters = answer("solve", "2", "--game", "giza", "--lang", language, "--ascii")
    assert not re.search("[♣♦♥♠]", letters)


def test_solutions_read_well() -> None:
    assert answer("solve", "3", "--game", "giza", "--rate", "--lang", "de").splitlines() == [
        "Spiel 3 (native), giza: verloren, Gruppenblockade (1 Knoten)",
        "  bewiesen: Asse und Damen lassen sich nicht alle abräumen, selbst wenn alle",
        "  anderen Karten weg sind",
        "bewertet: nicht zu gewinnen",
        "  Begründung   reine Logik",
        "  Technik      Mangel",
    ]
    lines = answer("solve", "5588", "--game", "king-tut", "--lang", "fr").splitlines()
    assert lines[0] == "donne 5588 (native), king-tut\u00a0: gagnée en 89 coups (929 nœuds)"
    assert lines[3] == "  tirer 8x3   10. 8♠ 7.3 + 5♣ défausse   libère 10♦"
    assert lines[5] == "Passage 2\u00a0: 12. retourner, 22 cartes"


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ("difficulty 3.22 wins 1 game in 1,670", "clever 1.48 wins 1 game in 30")),
        ("de", ("Grad 3,22 gewinnt 1 Spiel von 1.670", "umsichtig 1,48 gewinnt 1 Spiel von 30")),
    ],
)
def test_numbers_have_the_decimal_sign_of_the_language(
    language: str, expected: tuple[str, ...]
) -> None:
    found = " ".join(answer("rate", "2", "--game", "giza", "--lang", language).split())
    assert all(words in found for words in expected)


def test_best_results_read_well() -> None:
    found = answer("solve", "1", "--game", "microsoft", "--best", "A", "--lang", "de")
    lines = found.splitlines()
    assert re.fullmatch(r"Spiel 1 \(native\), microsoft: 3 Asse, 43 Züge \(\d+ Knoten\)", lines[0])
    assert lines[-2:] == [
        "  bewiesen: kein Spielverlauf räumt mehr Asse ab als diese 43 Züge, die der",
        "  Schiedsrichter nachgespielt hat",
    ]
    words = ("solve", "1-2", "--game", "par", "--best", "score", "--over", "3", "--lang", "es")
    lines = answer(*words).splitlines()
    assert lines[-2:] == [
        "  en 3 partidas: 27 puntos después de 2 partidas; la otra partida puede dar como",
        "  mucho 50, así que el total es como mucho 77",
    ]
    after_one = "-8 puntos después de 1 partida; las otras 2 partidas pueden dar"
    assert f"  en 3 partidas: {after_one}" in lines


def test_so_do_solutions_of_the_collection() -> None:
    lines = answer("puzzles", "solve", "44", "--lang", "it").splitlines()
    assert lines[0] == "Problema 44: Il King Tut più difficile"
    assert lines[1].endswith("libera J♦") or "J♦" in " ".join(lines)
    assert "difficoltà" in lines[-4] and lines[-5].startswith("maestro")


def test_another_language_is_rejected() -> None:
    wrong = complaint("solve", "2", "--lang", "tlh")
    assert wrong == "--lang 'tlh': choose from en, de, es, fr, it"


def test_advice_reads_well() -> None:
    found = answer("advise", "9", "--game", "microsoft", "--limit-nodes", "300000", "--lang", "de")
    assert found.splitlines() == [
        "Spiel 9 (native), microsoft: zu gewinnen, 38 Züge, kürzer geht es nicht;",
        "  4 gewinnen noch (5 Möglichkeiten)",
        "  K♦         gewinnt   38 Züge",
        "  5♣/8♠      gewinnt   38 Züge",
        "  aufdecken  gewinnt   38 Züge, deckt 4♥ auf",
        "  4♠/9♥      gewinnt   46 Züge, frei: 5♠",
        "  8♠/5♥      verliert  im besten Fall 535 Punkte, frei: A♦, Kreuzblockade von",
        "                       A-D und 5-8",
        "  5♣/8♠, aufdecken und 4♠/9♥ gewinnen in jeder Reihenfolge; sonst nichts außer",
        "  K♦",
    ]
    lines = answer("advise", "87", "--closed", "--orders", "20", "--lang", "fr").splitlines()
    assert [line.split("  ", 2)[1:] for line in lines[2:4]] == [
        ["A♠/D♥", "20,0 %  (8,1 à 41,6 %)"],
        ["2♥/V♠", "20,0 %  (8,1 à 41,6 %)"],
    ]
    lines = answer("watch", "1", "--game", "par", "--lang", "it").splitlines()
    assert " ".join(map(str.strip, lines[:2])) == (
        "partita 1 (native), par: careful perde, restano 21 carte, 12 nella piramide, -21 punti"
    )


@pytest.mark.parametrize(
    ("language", "table"),
    [("de", "K / D 7 turned B"), ("de", "K / Q 7 turned J"), ("fr", "R / D 7 turned V")],
)
def test_tables_are_typed_with_the_letters_of_the_language(language: str, table: str) -> None:
    words = ("advise", "-", "--rows", "2", "--limit-nodes", "20000", "--lang", language)
    found = answer(*words, input=f"{table} stock 3 face down\n")
    assert "100,0 %" in found


OTHERS = [language for language in LANGUAGES if language != "en"]


def shortages() -> list[Certificate]:
    """Arguments of each form. Few deals have some of them."""
    cards = [Card.parse(f"8{suit}") for suit in "CDHS"]
    mates = [Card.parse(f"5{suit}") for suit in "CDHS"]
    block = Block("set block", ((5, 8),))
    found = []
    for few in range(1, 4):
        for others in (mates[:0], mates[: few - 1] if few > 1 else mates[:0]):
            lacking = Shortage("partners", tuple(cards[:few]), few, tuple(others), tuple(mates[2:]))
            wanting = dict.fromkeys(lacking.cards, lacking.others)
            left = tuple(cards + mates)
            found.append(Certificate(block, left=left, wanting=wanting, shortage=lacking))
    for many, needed, rest in ((3, 3, 2), (3, 2, 1), (4, 4, 3), (2, 1, 0), (1, 1, 0)):
        held = tuple(cards[: 4 - rest])
        covered = {card: tuple(mates[:many]) for card in held}
        lacking = Shortage("covers", held, needed, tuple(cards[4 - rest :]), tuple(mates))
        found.append(Certificate(block, covered=covered, shortage=lacking))
        if len(held) > 1:
            uneven = covered | {held[0]: tuple(mates)}
            found.append(Certificate(block, covered=uneven, shortage=lacking))
    return found


def test_no_word_of_an_argument_that_is_rare_stays_english(monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    rules = GAMES["giza"]
    for certificate in shortages():
        with speaking("en"):
            english = argue(certificate, rules)
        with speaking(MASKED):
            words = f"{argue(certificate, rules)} {argue_at_length(certificate, rules)}"
        assert english.startswith("The 8C") and set(unmasked(words)) <= CARDS
        assert "{" not in english + words


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_its_own_argument(language: str) -> None:
    rules = GAMES["giza"]
    for certificate in (
        *shortages(),
        *(one for k in range(1, 30) for one in blocks(deal(k, rules))),
    ):
        english = argue(certificate, rules), title(certificate.block, rules)
        record = format_certificate(certificate, rules)
        with speaking(language):
            other = argue(certificate, rules), title(certificate.block, rules)
            assert format_certificate(certificate, rules) == record  # what programs read
        assert not set(english) & set(other)
        for text in other:
            assert not {"the", "cards", "of", "covered"} & set(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rank_has_its_forms(language: str) -> None:
    with speaking(language):
        for rank in range(1, 14):
            forms = [
                *(one_of_a_rank(text, rank) for text in (NONE_WITH, NO_OTHER, EVERY_OTHER)),
                *(one_of_a_rank(THE_OTHER, rank), the_others(rank), all_of(rank)),
                *(f(count, rank) for f in (some_of, counted_cards) for count in (1, 3)),
            ]
            assert not any("{" in form for form in forms) and len(set(forms)) >= len(forms) - 1
            if language == "en":
                one, many = rank_noun(rank), rank_noun(rank, 2)
                assert forms[1] == f"other {one}" and forms[5:] == [
                    f"all of the {many}",
                    *(f"one of the {many}", f"three of the {many}"),
                    *(f"one {one}", f"three {many}"),
                ]
            elif rank > 13:
                assert all(str(rank) in form for form in forms)
    with speaking("it"):
        assert [all_of(rank) for rank in (1, 3, 8)] == [
            "tutti gli assi",
            "tutti i 3",
            "tutti gli 8",
        ]
    with speaking("de"):
        assert [one_of_a_rank(EVERY_OTHER, rank) for rank in (1, 6, 11, 13)] == [
            *("jedes andere Ass", "jede andere Sechs", "jeder andere Bube", "jeder andere König")
        ]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", "TD und TC liegen unter drei Dreien, und für diese Karten bleiben nur zwei Zehnen."),
        ("fr", "TD et TC sont sous trois des 3, et il ne reste que deux 10 pour ces cartes."),
        (
            "es",
            "TD y TC están debajo de tres de los treses, y solo quedan dos dieces para esas "
            "cartas.",
        ),
        ("it", "TD e TC stanno sotto tre dei 3, e restano solo due 10 per quelle carte."),
    ],
)
def test_how_a_block_reads(language: str, expected: str) -> None:
    rules = GAMES["bouquet"]
    (certificate,) = blocks(deal(4, rules))
    with speaking(language):
        assert argue(certificate, rules) == expected


def test_sets_without_an_answer() -> None:
    rules = game("cheops")
    with speaking("it"):
        assert unanswered_sets(rules).startswith("tutti i valori formano un solo gruppo")


def test_captions_have_the_argument(tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    call = ("render", "4", "-g", "bouquet", "--lang", "de", "--no-title", "-o", str(path))
    answer(*call, "--block")
    drawn = path.read_bytes()
    argument = "10♦ und 10♣ liegen unter drei Dreien, und für diese Karten bleiben nur zwei Zehnen."
    with speaking("de"):
        argument += f" {say(BLOCK_KEY)}"
    answer(*call, "--block", "--caption", argument)
    assert path.read_bytes() == drawn


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
            "Gagnante. 4 paires sont dans toutes les solutions.",
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
        languages, "words_of", lambda code: lacking if code == language else words_of(code)
    )
    with speaking(language):
        text = " ".join(as_text(found_of(72, "pyramid"), None, whole=True).split())
    assert "JS (7.1) lies on 2D (6.1)" in text
    assert text.count("lies on") == text.count(" on ")
    known = {entry["msgid"] for entry in entries(language)}
    assert known - {"", *whole.nouns, *kept} == {missing}
