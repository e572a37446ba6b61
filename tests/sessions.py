"""Games in play."""

from __future__ import annotations

from pyrtool.answers.solve import Limits
from pyrtool.game.deals import deal
from pyrtool.game.games import game
from pyrtool.records.session import Session

LIMITS = Limits(nodes=300_000)


def session(number: int, name: str) -> Session:
    rules = game(name)
    return Session(deal(number, rules), name)
