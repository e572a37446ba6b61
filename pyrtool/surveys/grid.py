"""A grid of rules: every combination of the values that some rules are to take.

Decides which rules a grid has, their order, and the name of each ledger.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.game.games import changed
from pyrtool.notation.rules import NamedRules

MOST_IN_GRID = 1_000


@dataclass(frozen=True)
class Grid:
    """The rules of a grid, and what is wrong with the combinations that are no rules."""

    rules: tuple[NamedRules, ...]
    left_out: tuple[str, ...] = ()


def grid(named: NamedRules, varied: Mapping[str, Sequence[object]]) -> Grid:
    """Make every combination of the values `varied` has for each rule, the last changing fastest.

    Combinations that are no rules are left out, each with a line that says why. A `PyrtoolError` if
    there are too many combinations, or none is a game's rules.

    >>> from pyrtool.notation.rules import parse_named_rules
    >>> made = grid(parse_named_rules("pyramid"), {"passes": [1, 2], "overlap": [False, True]})
    >>> [str(named) for named in made.rules]
    ['pyramid', 'pyramid, overlap', 'pyramid, passes 2', 'pyramid, passes 2, overlap']
    """
    count = prod(map(len, varied.values()))
    if count > MOST_IN_GRID:
        raise PyrtoolError(f"{count:,} combinations: a grid has at most {MOST_IN_GRID:,}")
    made: dict[NamedRules, None] = {}
    left_out: list[str] = []
    for values in product(*varied.values()):
        changes: JsonObject = dict(zip(varied, values, strict=True))
        try:
            made[NamedRules.of(named.game, changed(named.rules, changes))] = None
        except PyrtoolError as error:
            combined = ", ".join(f"{name} {value}" for name, value in changes.items())
            left_out.append(f"{combined}: {error}")
    if not made:
        raise PyrtoolError(left_out[0])
    return Grid(tuple(made), tuple(left_out))


def file_of(named: NamedRules) -> str:
    """Return the name of the ledger of these rules: ``pyramid-passes-2-overlap.db``."""
    return re.sub(r"[^a-z0-9]+", "-", str(named).lower()).strip("-") + ".db"
