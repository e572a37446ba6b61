"""How a block is marked on a picture or a page.

Decides which kind of mark each card of the argument has; the argument is `blocks`'.
"""

from __future__ import annotations

from pyrtool.answers.blocks import Certificate
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card


def block_marks(certificate: Certificate) -> dict[Card, str]:
    """The kind of mark, of `looks.MARKS`, for each card: stuck, or one that those wait for."""
    marks = dict.fromkeys(certificate.holding, "waits")
    return marks | dict.fromkeys(certificate.held, "stuck")


guard(__name__)
