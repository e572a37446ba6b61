"""The English of every page and room stays plain: few turns that are out, few long sentences."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from .. import style
from ..paths import DOCS, PAGES, README, ROOT, TEXTS
from ..style import Prose, rooms, together

MOST_TURNS = 1.5
MOST_LONG = 4.0
MOST_WORDS = 25_000
USERS = ("index", "start/", "how-to/", "reference/", "understand/", "results/")
ROOMS = rooms()


@pytest.mark.parametrize("name", ROOMS)
def test_turns_and_long_sentences_are_few(name: str) -> None:
    prose = together(ROOMS[name])
    shown = [*prose.turns(), *prose.long()]
    assert prose.turn_rate < MOST_TURNS or len(prose.turns()) < 2, shown
    assert prose.long_share < MOST_LONG or len(prose.long()) < 2, shown


def test_messages_are_plain_and_short() -> None:
    for path in style.files(ROOT / "pyrtool"):
        if path.suffix == ".py":
            found = style.messages(path.read_text())
            assert not found.turns() and not found.long(), path


def test_printed_texts_are_plain() -> None:
    """Strings of modules and scripts, texts of pages, and what the collection says of problems."""
    package = ROOT / "pyrtool"
    for path in package.rglob("*.py"):
        assert style.printed(path.read_text()).turns() == [], path
    for path in package.rglob("*.js"):
        assert style.printed_by_script(path.read_text()).turns() == [], path
    for path in package.rglob("*.html"):
        assert style.html(path.read_text()).turns() == [], path
    for path in (ROOT / "puzzles").glob("*.json"):
        problem = json.loads(path.read_text())
        prose = Prose()
        prose.add(1, f"{problem['title']}. {problem['teaser']}")
        assert prose.turns() == [], path


SPACED_PERCENT = re.compile(r"[0-9}] %(?! ?[a-z0-9_({])")
COLUMNS = re.compile(r"\| pass 1 % \|.*|^.*2\*\*32 % .*", re.MULTILINE)
"""Names of columns in files of counts, which programs read; and a remainder."""


def test_no_space_precedes_a_per_cent_sign() -> None:
    for path in TEXTS:
        assert not SPACED_PERCENT.search(COLUMNS.sub("", path.read_text())), path
    assert SPACED_PERCENT.search("wins 36.5 %, or") and not SPACED_PERCENT.search("36.5%; 7 % n")


def test_a_turn_is_found_in_what_is_printed() -> None:
    source = '''"""What is told."""
x = f"{x} goes at once: {y}", {"told": "no more told"}
'''
    assert [turn[:2] for turn in style.printed(source).turns()] == [(2, "at once"), (2, "told")]
    script = '// at once\nsay(`${told(1)} but for ${x}`, "told");\n'
    assert [turn[:2] for turn in style.printed_by_script(script).turns()] == [(2, "but for")]
    page = "<p>It is so</p>\n<p>Of {{told}}</p>"
    assert [turn[1] for turn in style.html(page).turns()] == ["Of"]


def test_names_say_what_a_thing_is() -> None:
    """No name of a module or a script is "told" or the like."""
    for folder in ("pyrtool", "tests", "benchmarks", "docs", "puzzles"):
        for path in style.files(ROOT / folder):
            if path.suffix == ".py":
                assert style.names(path.read_text()) == [], path
            elif path.suffix == ".js":
                assert style.names_of_script(path.read_text()) == [], path


def test_pages_are_few_words() -> None:
    """The pages of users together, and what README and the notes of a version may take."""
    pages = [path for path in PAGES if str(path.relative_to(DOCS)).startswith(USERS)]
    assert together([README, *pages]).words <= MOST_WORDS
    assert len(README.read_text().splitlines()) <= 120
    assert len((ROOT / "CHANGELOG.md").read_text().splitlines()) <= 60


@pytest.mark.parametrize(
    "text",
    [
        "Of each shard the first win is played.",
        "The program tells which cards are gone.",
        "It is what the player does when he waits.",
        "Who waits wins.",
        "The reason stands beside it.",
        "There are some 30 deals.",
    ],
)
def test_a_turn_is_found(text: str) -> None:
    prose = Prose()
    prose.add(1, text)
    assert prose.turns()


def test_names_are_found() -> None:
    """In every place that a name can have, also in an f-string; parts of other words are none."""
    source = """from a import told_apart as b
class _ToldTwice:
    def tell(self, said, *, gold): return f"{untold}{self.isTold}", call(telling=gold)
retold, scolded, TELLER = "told", "said", 1
TOLD = said
"""
    assert sorted(style.names(source)) == [
        (1, "told_apart"),
        (2, "_ToldTwice"),
        (3, "isTold"),
        (3, "said"),
        (3, "tell"),
        (3, "telling"),
        (3, "untold"),
        (5, "TOLD"),
        (5, "said"),
    ]
    script = "/* told */\nconst isTold = gold; // said\n// told\nlet told;\n"
    assert style.names_of_script(script) == [(2, "isTold"), (4, "told")]


def test_what_is_read_of_a_page() -> None:
    """Prose alone, each sentence with its line."""
    page = "# A told heading\n\n```sh\ntold\n```\n\nOne. Two `told`\n[three](told.md).\n\n- Four.\n"
    prose = style.markdown(page)
    assert prose.sentences == [
        (1, "A told heading"),
        (7, "One."),
        (7, "Two X three."),
        (10, "Four."),
    ]


def test_what_is_read_of_a_module() -> None:
    """Docstrings without their examples, comments, and what errors say."""
    source = '''"""One.

    >>> told
    told
    """
# Two.
x = "told"
raise ValueError(f"three {x}")
'''
    assert [text for _, text in style.python(source).sentences] == ["three X", "Two.", "One."]


def test_what_is_read_of_a_script(tmp_path: Path) -> None:
    prose = style.javascript("/** One. */\nlet told;\n// Two\n// three.\n")
    assert [text for _, text in prose.sentences] == ["One.", "Two three."]
