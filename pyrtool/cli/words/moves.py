"""Moves that come to the same, in words."""

from __future__ import annotations

from typing import Final

from pyrtool.answers.advice import Worth
from pyrtool.game.position import Position
from pyrtool.notation import format_moves

_LONGEST: Final = 32  # beside which there is room for what they are worth


def moves_together(one: Worth, position: Position) -> str:
    """The moves of a choice: ``5C/8S or 5C/8H``, or the first and how many they are."""
    words = [format_moves([move], position) for move in one.moves]
    together = " or ".join(words)
    return together if len(together) <= _LONGEST else f"{words[0]} ({len(words)} alike)"
