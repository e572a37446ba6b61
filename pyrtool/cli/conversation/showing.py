"""What `play` shows beside the state of a game: labels, scoring, pairs that vanished, the start."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import fill, wrap
from typing import Final

from pyrtool.cli.conversation.typed_words import with_a_pair, words_for
from pyrtool.game.cards import Card
from pyrtool.game.points import DISCARD_POINTS, PAR_POINTS, row_points
from pyrtool.game.rules import Rules
from pyrtool.languages import chosen, listed, message, say
from pyrtool.languages.table import place_words

_LABELS: Final = {
    "columns": message("columns"),
    "turned": message("turned"),
    "pass": message("pass"),
    "cleared": message("cleared"),
    "gone": message("gone"),
}
_PASS: Final = re.compile(r"(?m)^pass +(\d+) of (\d+)$")
_FACE_DOWN: Final = re.compile(r"(?m)(\d+) face down$")
_LABEL: Final = re.compile(r"(?m)^([a-z]+)( \d)? +(?=\S)")


def wrapped(text: str, width: int) -> str:
    """A line, broken between words only."""
    return fill(text, width, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)


def help_texts(rules: Rules, width: int, least: int) -> Iterator[str]:
    """What can be typed, each with its meaning beside it, or behind it if that has no `least`."""
    rows = words_for(rules)
    column = max(map(len, rows)) + 2
    for words, meaning in ((words, say(meaning)) for words, meaning in rows.items()):
        if width - column < least:
            yield wrapped(f"{words}: {meaning}", width)
        else:
            first, *others = wrap(meaning, width - column)
            yield "\n".join(
                [words.ljust(column) + first, *(" " * column + line for line in others)]
            )


def diagram_words(diagram: str) -> str:
    """A diagram with its labels in the chosen language."""
    if chosen().language == "en":
        return diagram
    text = _PASS.sub(lambda found: say("pass {0} of {1}", found[1], found[2]), diagram)
    text = _FACE_DOWN.sub(lambda found: say("{0} face down", found[1]), text)
    return _LABEL.sub(_label, text)


def _label(found: re.Match[str]) -> str:
    word = say(_LABELS[found[1]]) if found[1] in _LABELS else place_words(found[1])
    return f"{word}{found[2] or ''}".ljust(len(found[0]) - 1) + " "


def invitation(rules: Rules) -> str:
    """What a player can type, as the start shows it."""
    words = say(
        "Type the cards of a move, such as 4c 9h. h gives a hint, u takes a move back, q ends, "
        "help lists the rest."
    )
    if rules.stock == "dealt":
        words = say(
            "Type the cards of a move, such as 4c 9h, or deal. h gives a hint, u takes a move "
            "back, q ends, help lists the rest."
        )
    return with_a_pair(words, rules)


def points_words(rules: Rules) -> Iterator[str]:
    """How games are scored, if they are."""
    if rules.scoring == "par":
        points = listed(PAR_POINTS[: rules.passes], "or")
        yield say("par: {0}, by the pass that cleared the pyramid, less 1 a card left", points)
    if rules.scoring == "microsoft":
        rows = ", ".join(map(str, row_points(rules.row_count)))
        each = DISCARD_POINTS
        yield say("points: {0} a discard; the rows, from the bottom up: {1}", each, rows)


def vanished_words(pairs: Sequence[tuple[Card, ...]]) -> str:
    """Which pairs went by themselves."""
    names = " ".join("/".join(map(str, pair)) for pair in pairs)
    if len(pairs) > 1:
        return say("vanished by themselves: {0}", names)
    return say("vanished by itself: {0}", names)
