"""A move as pages write it.

Decides the words of moves in the data of a page.
"""

from __future__ import annotations

from collections.abc import Mapping

from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.position import Discard, Move


def word_of(move: Move, ids: Mapping[Card, str]) -> str:
    """A move as a page writes it."""
    return "/".join(ids[card] for card in move.cards) if isinstance(move, Discard) else str(move)


guard(__name__)
