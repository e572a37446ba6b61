"""Pictures, pages and booklets in other languages: letters of cards, and changes of rules."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from pyrtool import Deal, Position
from pyrtool.game.games import GAMES, Rules, changed, differences
from pyrtool.game.shapes import KINDS, Part
from pyrtool.game.tableau import TableauError, parse_tableau
from pyrtool.game.words import PLACES, move_words
from pyrtool.languages import LANGUAGES, speaking, words_of
from pyrtool.notation import NamedRules
from pyrtool.pictures.booklet.pages import BookSettings, Problem, booklet
from pyrtool.pictures.lettering.titles import short_task, subtitle
from pyrtool.pictures.painters.pdf import symbols, symbols_in

from ..commands import answer, run
from ..masking import MASKED, NAMES, mask_messages, unmasked
from ..paths import page
from ..pictured import decoded, rasterised, texts

pytestmark = pytest.mark.slow


def test_a_picture_names_its_language(tmp_path: Path) -> None:
    for language in LANGUAGES:
        path = tmp_path / f"{language}.svg"
        answer("render", "2", "--game", "giza", "--lang", language, "-o", str(path))
        named = re.search(r'<svg [^>]*xml:lang="(\w+)"', path.read_text())
        assert (named[1] if named else "en") == language


def test_a_png_has_the_letters_of_the_svg(tmp_path: Path) -> None:
    def drawn(name: str, spoken: str) -> bytes:
        words = ("2", "-g", "giza", "--no-title", "--width", "900")
        answer("render", *words, "--lang", spoken, "-o", str(tmp_path / name))
        return (tmp_path / name).read_bytes()

    english, other = decoded(drawn("a.png", "en")), decoded(drawn("b.png", "de"))
    lines = [rasterised(drawn(f"{one}.svg", one), english.size) for one in ("en", "de")]
    alike = apart(english, lines[0])
    assert apart(other, lines[1]) < 1.02 * alike < 0.98 * apart(english, lines[1])


def apart(one: Image.Image, other: Image.Image) -> float:
    """How much two pictures differ on average, of 255."""
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    (mean,) = ImageStat.Stat(apart.convert("L")).mean
    return mean


def pages(folder: Path, *words: str, given: str = "") -> str:
    path = folder / "book.pdf"
    answer(*words, "-o", str(path), input=given)
    return "\n".join(texts(path.read_bytes()))


@pytest.mark.parametrize("language", ["en", "de"])
def test_solutions_have_the_letters_of_the_language(language: str, tmp_path: Path) -> None:
    found = pages(tmp_path, "puzzles", "book", "44", "--lang", language)
    words = words_of(language)
    ranks = {*"A23456789", "10", *(words.say(rank) for rank in "JQK")}
    assert set(re.findall(r"(\w+)[♣♦♥♠]", found)) == ranks
    assert f"{words.say('deal')} ×4" in found and words.say("The hardest King Tut") in found
    assert ("Räum Kartenpaare ab" in found) == (language == "de")


def test_cards_without_suits_have_them_too() -> None:
    with speaking("fr"):
        assert move_words("J@waste/2@7.2 Q@col3/A@turned K deal*3 QD/AS") == (
            "V@défausse/2@7.2 D@col3/A@retournée R tirer*3 DD/AS"
        )
    assert move_words("J@waste/2@7.2 K deal*3") == "J@waste/2@7.2 K deal*3"


def test_the_faces_are_those_of_the_language() -> None:
    symbols_in.cache_clear()  # a test that masks words may have filled it
    english = symbols("2color", "white")
    with speaking("de"):
        assert symbols("2color", "white") != english
    with speaking("es"):
        letters = [words_of("es").say(rank) for rank in "JQK"]
        assert (symbols("2color", "white") == english) == (letters == list("JQK"))
    assert symbols("2color", "white") == english


def test_every_shape_has_its_words() -> None:
    """In titles, in the words of places, in help, and in the rules."""
    rules, help_text = page("rules").read_text(), " ".join(answer("games", "giza").split())
    with pytest.raises(TableauError) as raised:
        parse_tableau("heap 3")
    titles = set()
    for kind, facts in KINDS.items():
        part = Part(kind, 2)
        titles.add(subtitle(Rules(tableau=f"reserve 1 + {part}"), "pyramid"))
        for place in facts.build(part, (), 1).places:
            assert place.kind == facts.place and place.kind in PLACES, place
        for text in (rules, help_text, str(raised.value)):
            assert f"{kind} " in text, kind
        assert f"| `{kind} " in rules
    assert len(titles) == len(KINDS)


CHANGES: list[tuple[str, dict[str, object]]] = [
    ("giza", {"columns": "6x4", "overlap": True}),
    ("giza", {"columns": None, "stock": "dealt"}),
    ("alonso", {"pyramids": 1, "rows": 7, "reserve": 3}),
    ("reserve", {"reserve": 0, "face_down": "covered"}),
    ("pyramid", {"tableau": "pyramid 5 + triangle 6"}),
    ("pyramid", {"tableau": "columns 6x4 + reserve 4", "stock": "bouquet"}),
    ("nestor", {"tableau": "columns 6x8 rectified + reserve 4"}),
    ("triangle", {"tableau": "pyramid 7", "passes": 2}),
    ("tut", {"draw": 1, "stock_top": True, "stock_waste": "yes", "goal": "all"}),
    ("king-tut", {"draw": 1, "passes": 1, "overlap": False}),
    ("microsoft", {"stock_top": False, "stock_waste": "no", "waste_pairs": True}),
    ("microsoft", {"scoring": "none", "stock_waste": "auto"}),
    ("clear", {"stock_waste": "auto-on-turn"}),
    ("par", {"scoring": "microsoft", "goal": "pyramid"}),
    ("pyramid", {"scoring": "par"}),
    ("par-till-dawn", {"waste_pairs": False, "waste_ends": "both"}),
    ("treize", {"waste_ends": "top", "waste_pairs": False}),
    ("thirteen", {"face_down": "none"}),
    ("apophis", {"waste_match": False, "wastes": 2}),
    ("day", {"wastes": 3, "waste_match": True}),
    ("apophis", {"deal_to": "choice"}),
    ("pyramid", {"total": 12, "ranks": 12, "rows": 5}),
    ("fourteen-out", {"total": 13}),
    ("pyramid", {"ranks": 11, "pairs": "sum 12", "rows": 4}),
    ("pyramid", {"pairs": "same"}),
    ("pyramid", {"pairs": "same, next"}),
    ("pyramid", {"pairs": "sum 12, Q-K"}),
    ("pyramid", {"pairs": "sum 13, sum 12, K alone"}),
    ("cheops", {"pairs": None}),
    ("pyramid", {"pairs": "sum 13, K alone", "suits": 2, "rows": 4}),
    ("two-pyramids", {"packs": 1, "rows": 5}),
]
"""Changes of named games in the form of `Rules.to_dict`: every field of the rules is among them."""


def named(game: str, changes: dict[str, object]) -> NamedRules:
    return NamedRules(game, changed(GAMES[game], changes))


def test_every_rule_is_changed() -> None:
    names: set[str] = set()
    for game, changes in CHANGES:
        names |= differences(named(game, changes).rules, GAMES[game]).keys()
    assert names >= {field.name for field in fields(Rules)}


def test_a_change_has_words_in_every_language() -> None:
    for game, changes in CHANGES:
        rules = named(game, changes).rules
        lines = []
        for language in LANGUAGES:
            with speaking(language):
                lines.append(subtitle(rules, game))
        assert all(lines) and lines[0] not in lines[1:], (game, changes)


def options(changes: dict[str, object]) -> list[str]:
    """The changes as options of the command line."""
    words = []
    for name, value in changes.items():
        option = name.replace("_", "-")
        if isinstance(value, bool):
            words.append(f"--{option}" if value else f"--no-{option}")
        else:
            words += [f"--{option}", "none" if value is None else str(value)]
    return words


@pytest.mark.parametrize(("game", "changes"), CHANGES)
def test_no_word_of_a_picture_or_page_stays_english(
    game: str, changes: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    svg, html = tmp_path / "x.svg", tmp_path / "x.html"
    mask_messages(monkeypatch)
    call = ("2", "-g", game, *options(changes), "--lang", MASKED)
    answer("render", *call, "-o", str(svg))
    words = re.findall(r"<(?:title|desc) [^>]*>(.*?)</", svg.read_text(), re.DOTALL)
    run("render", *call, "--limit-nodes", "1000", "-o", str(html))
    parts = re.findall(
        r'<(?:h1 id="title"|p class="subtitle"|div id="lesson")[^>]*>(.*?)</(?:h1|p|div)>',
        html.read_text(),
        re.DOTALL,
    )
    for title, *rest in (words, parts):
        assert set(unmasked(title)) <= NAMES
        assert rest and unmasked(re.sub("<.*?>", "", " ".join(rest))) == []


def test_no_word_of_a_booklet_stays_english(monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    with speaking(MASKED):
        problems = []
        for number, (game, changes) in enumerate(CHANGES, 1):
            rules = named(game, changes)
            begin = Position.start(Deal.of(rules.rules.deck, rules.rules))
            problems.append(Problem(number, "", short_task(begin), rules, begin, ()))
        pages = texts(booklet(problems, BookSettings(title="ж"), per_page=4))
    words = unmasked("\n".join(pages))
    assert set(words) <= NAMES, words
