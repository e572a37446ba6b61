"""The English of every page and room stays plain: few turns that are out, few long sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from .. import style
from ..paths import DOCS, PAGES, README, ROOT
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
            said = style.messages(path.read_text())
            assert not said.turns() and not said.long(), path


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
