"""Arguments of blocks in other languages: all of their words, how they read, and captions."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrtool.answers.blocks import (
    Certificate,
    argue,
    blocks,
    certify,
    describe,
    explain,
    format_certificate,
    title,
    unanswered_sets,
)
from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.certificate import Shortage
from pyrtool.answers.blocks.ranks import (
    EVERY_OTHER,
    NO_OTHER,
    NONE_WITH,
    THE_OTHER,
    all_of,
    counted_cards,
    one_of_a_rank,
    some_of,
    the_others,
)
from pyrtool.game.cards import Card, rank_noun
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES, game
from pyrtool.languages import LANGUAGES, speaking
from pyrtool.notation import parse_position

from ..commands import answer, complaint
from ..dealing import ONE_WAITS
from ..masking import CARDS, MASKED, mask_messages, unmasked

OTHERS = [language for language in LANGUAGES if language != "en"]
NAMES = {
    *("native", "giza", "bouquet", "overlap", "king", "tut", "pyramid", "passes", "dozen"),
    *("goal", "cheops", "microsoft", "elizabeth"),
}


@pytest.mark.parametrize(
    "call",
    [
        "1-40 -g giza --all",
        "1-30 -g bouquet",
        "1-20 -g giza --overlap",
        "1-40 -g king-tut --all",
        "1-40 -g pyramid --all",
        "1-12 --passes 2",
        "1-40 --goal pyramid",
        "1-12 -g microsoft",
        "1-12 -g dozen",
        "1-3 -g cheops",
    ],
)
def test_no_word_stays_english(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    found = answer("blocks", *call.split(), "--lang", MASKED)
    assert len(found) > 200 and set(unmasked(found)) - CARDS <= NAMES
    assert "{" not in found


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


def test_nor_in_arguments_that_are_rare(monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    rules = GAMES["giza"]
    for certificate in shortages():
        with speaking("en"):
            english = argue(certificate, rules)
        with speaking(MASKED):
            words = f"{argue(certificate, rules)} {explain(certificate, rules)}"
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
        for rank in range(1, 21):
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
            *("jedes andere Ass", "jede andere Sechs", "jeder andere Bube", "jeder andere König"),
        ]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "de",
            "TD und TC liegen unter drei Dreien, und für diese Karten bleiben nur zwei Zehnen.",
        ),
        (
            "fr",
            "TD et TC sont sous trois des 3, et il ne reste que deux 10 pour ces cartes.",
        ),
        (
            "es",
            "TD y TC están debajo de tres de los treses, y solo quedan dos dieces para esas "
            "cartas.",
        ),
        ("it", "TD e TC stanno sotto tre dei 3, e restano solo due 10 per quelle carte."),
    ],
)
def test_how_it_reads(language: str, expected: str) -> None:
    rules = GAMES["bouquet"]
    (certificate,) = blocks(deal(4, rules))
    with speaking(language):
        assert argue(certificate, rules) == expected


def test_at_length_in_german() -> None:
    found = answer("blocks", "12", "-g", "giza", "--lang", "de").splitlines()
    assert found == [
        "Spiel 12 (native), giza: Kreuzblockade von 4-9 und 5-8",
        "  Kein Spielverlauf kann 5♦ oder 4♠ abräumen.",
        "  Von den acht Paaren aus 4-9 und 5-8 lassen sich höchstens sechs abräumen:",
        "  4♣/9♥, 9♠/4♥, 8♣/5♠, 8♦/5♥, 9♦/4♦, 8♠/5♣.",
        "  Dann bleiben 5♦ 4♠ 9♣ 8♥: 4♠ wartet auf 9♣ und 8♥ auf 5♦, aber 5♦ liegt unter",
        "  4♠ und 9♣ unter 8♥.",
    ]
    assert answer("blocks", "2", "-g", "giza", "--lang", "de") == (
        "Spiel 2 (native), giza: keine Blockade\n"
    )


def test_a_line_has_the_words_of_the_language() -> None:
    found = answer("blocks", "2", "--lang", "fr")
    assert "tirer" in found and "deal" not in found


def test_or_is_another_before_the_sound_of_o_in_spanish() -> None:
    rules = game("dozen")
    start = parse_position(
        ONE_WAITS,
        rules,
    )
    certificate = certify(Block("set block", ((6, 6),)), start)
    with speaking("es"):
        assert argue(certificate, rules) == (
            "No se puede retirar ni una sola pareja: 6S espera a 6C y está sobre ella."
        )
        assert describe(certificate.block, rules).startswith("las cartas 6-6 no se pueden")
        knot = " ".join(argue(one, GAMES["clear"]) for one in blocks(deal(5, "clear"), every=True))
    assert " u 8" in knot and " o 8" not in knot


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
    answer(*call, "--block", "--caption", argument)
    assert path.read_bytes() == drawn


def test_what_programs_read_stays_english() -> None:
    for form in ("json", "ndjson"):
        assert complaint("blocks", "3", "--lang", "de", "--format", form) == (
            f"--lang and --format {form} exclude each other: what programs read is in English"
        )
