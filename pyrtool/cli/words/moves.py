"""Moves that come to the same, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyrtool.answers.advice import Worth
from pyrtool.game.position import Position
from pyrtool.languages import listed, say
from pyrtool.notation import format_moves

_LONGEST: Final = 32  # beside which there is room for what they are worth

Spell = Callable[[str], str]
"""How words of moves are shown: as they are typed, or in the chosen language."""


def moves_together(one: Worth, position: Position, spell: Spell = str) -> str:
    """The moves of a choice: ``5C/8S or 5C/8H``, or the first and how many they are."""
    words = [spell(format_moves([move], position)) for move in one.moves]
    together = listed(words, "or")
    return together if len(together) <= _LONGEST else say("{0} ({1} alike)", words[0], len(words))
