"""What a question is about: a deal, or a position from which play goes on.

Decides which positions are rejected: one that no play leads to, and one with unknown cards.
"""

from __future__ import annotations

from pyrtool.base.arguments import guard
from pyrtool.game.deals import Deal
from pyrtool.game.position import Position

Subject = Deal | Position
"""What a question is asked about: a deal at its start, or a position. Each has its rules."""


def position_of(subject: Subject) -> Position:
    """Lay out what a question is about.

    Raises:
        PositionError: No play leads to the position, or a card of it is unknown.
    """
    if isinstance(subject, Deal):
        return Position.start(subject)
    subject.check_played()
    subject.check_known()
    return subject


guard(__name__)
