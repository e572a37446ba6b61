"""The English of every page and room stays plain: few turns that are out, few long sentences."""

import pytest

from .. import style
from ..paths import ROOT
from ..style import Prose, rooms, together

MOST_TURNS = 1.5
MOST_LONG = 4.0
ROOMS = rooms()


@pytest.mark.slow
@pytest.mark.parametrize("name", ROOMS)
def test_turns_and_long_sentences_are_few(name: str) -> None:
    prose = together(ROOMS[name])
    shown = [*prose.turns(), *prose.long()]
    assert prose.turn_rate < MOST_TURNS or len(prose.turns()) < 2, shown
    assert prose.long_share < MOST_LONG or len(prose.long()) < 2, shown


@pytest.mark.slow
def test_messages_are_plain_and_short() -> None:
    for path in style.files(ROOT / "pyrtool"):
        if path.suffix == ".py":
            found = style.messages(path.read_text())
            assert not found.turns() and not found.long(), path


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
