"""Rules and deals drawn from everything that `Rules` accepts, small enough for a brute force.

What a test draws depends on one seed. Without `PYRTOOL_SEED` in the environment it is `FIXED_SEED`,
so that the tests are the same on every machine and day; `PYRTOOL_SEED=random` chooses another one.
"""

import os
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from math import log
from typing import Any

import pytest

from pyrtool.game.cards import RANKS
from pyrtool.game.games import Rules

from .dealing import legal

MOST_CARDS = 18
FIXED_SEED = 7
VARIABLE = "PYRTOOL_SEED"

_allowed = [False]
"""Whether the test that runs, if one does, has the mark `draws`."""


def choose_seed() -> None:
    """Make `PYRTOOL_SEED=random` a number, which the processes that are started inherit."""
    if os.environ.get(VARIABLE) == "random":
        os.environ[VARIABLE] = str(secrets.randbits(31))
    given = os.environ.get(VARIABLE, "")
    if given and not given.isdecimal():
        raise pytest.UsageError(f"{VARIABLE}={given}: must be a number or random")


def is_fresh() -> bool:
    """Whether a seed was given, for which nobody has looked at what it draws."""
    return bool(os.environ.get(VARIABLE))


def drawn_seed() -> int:
    """The seed of what a test draws; for tests with the mark `draws`, which `pytest -m` selects."""
    assert _allowed[-1], "a test that draws needs @pytest.mark.draws"
    return int(os.environ[VARIABLE]) if is_fresh() else FIXED_SEED


@contextmanager
def drawing_allowed(allowed: bool) -> Iterator[None]:
    """While this lasts a seed can be had, or cannot."""
    _allowed.append(allowed)
    try:
        yield
    finally:
        _allowed.pop()


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """While this lasts, `PYRTOOL_SEED` is this; a failure is noted with it."""
    before = os.environ.get(VARIABLE, "")
    os.environ[VARIABLE] = str(seed)
    try:
        yield
    except Exception as failure:
        failure.add_note(f"{VARIABLE}={seed} draws the same")
        raise
    finally:
        os.environ[VARIABLE] = before


def enough(count: float, wanted: float) -> None:
    """At least this many of what was drawn are of a kind: with the fixed seed, for which this is
    known. Any other seed may draw fewer, and then the test has just seen less."""
    if not is_fresh():
        assert count >= wanted, f"drawn: {count}, wanted: {wanted}"


def by_chance(hits: int, tries: int, chance: float) -> bool:
    """Whether tries that succeed with this chance give this many hits, or more, or fewer, in one of
    10**12 runs at least.

    Chernoff: a share of `hits / tries` or one farther off has a probability of exp(-tries * d) at
    most, where d is the relative entropy of the two. Hoeffding: also without replacement.
    """
    share = hits / tries
    distance = 0.0
    for seen, expected in ((share, chance), (1 - share, 1 - chance)):
        if seen > 0 and expected <= 0:
            return False
        if seen > 0:
            distance += seen * log(seen / expected)
    return tries * distance <= log(1e12)


def draw_rules(chance: random.Random, most_cards: int = MOST_CARDS, **fixed: Any) -> Rules:
    """Rules that have a meaning, with at most this many cards, except those that are `fixed`.

    Every large deck is of sets, so that every search knows it."""
    large = most_cards > MOST_CARDS
    while True:
        parts = _deck(chance, large) | _tableau(chance, large) | _stock(chance)
        parts |= {"overlap": chance.random() < 0.5, "goal": chance.choice(["all", "pyramid"])}
        parts |= fixed
        if parts["stock"] == "none":  # what is left over lies in the reserve
            size = parts.get("ranks", min(parts["total"], 13)) * parts["suits"]
            laid_out = legal(parts | {"stock": "bouquet", "reserve": 0})
            left = size - laid_out.tableau_size if laid_out else 0
            if "tableau" in parts and left:
                parts["tableau"] += f" + reserve {left}"
            elif "tableau" not in parts:
                parts["reserve"] = left
        rules = legal(parts)
        if rules is not None and rules.deck_size <= most_cards:
            return rules


def _deck(chance: random.Random, large: bool) -> dict[str, Any]:
    """Few suits or many, totals even and odd, those with a rank alone and 14; or other pairs."""
    if not large and chance.random() < 0.25:
        return _pairs(chance)
    totals = [2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14]
    total = chance.choice([5, 8, 11, 12, 13, 13, 13, 14] if large else totals)
    return {"total": total, "suits": chance.randint(1, 4)}


def _pairs(chance: random.Random) -> dict[str, Any]:
    """Ranks that go together at random, some alone, one perhaps with itself; or fewer ranks than
    the total has."""
    if chance.random() < 0.2:
        total = chance.choice([5, 7, 13, 13, 14])
        low = chance.randint((total + 1) // 2, min(total, 13))
        return {"total": total, "ranks": low, "suits": chance.randint(1, 4)}
    ranks = chance.randint(1, 8)
    waiting = chance.sample(range(ranks), ranks)
    terms = []
    while waiting:
        one = RANKS[waiting.pop()]
        kind = chance.random()
        if kind < 0.25 or not waiting:
            terms.append(f"{one} alone" if chance.random() < 0.8 else f"{one}-{one}")
        else:
            terms.append(f"{one}-{RANKS[waiting.pop()]}")
    return {"ranks": ranks, "pairs": ", ".join(terms), "suits": chance.randint(1, 4), "total": 13}


def _tableau(chance: random.Random, large: bool) -> dict[str, Any]:
    columns = None
    if chance.random() < 0.35:
        columns = (chance.randint(1, 4), chance.randint(1, 4))
    if chance.random() < 0.25:
        face_down = chance.choice(["none", "covered"])
        return {"tableau": _shapes(chance), "reserve": 0, "face_down": face_down}
    return {
        "rows": chance.choice([1, 2, 3, 4, 5, 6, 7, 7, 9] if large else [1, 2, 2, 3, 3, 4]),
        "pyramids": chance.choice([1, 1, 1, 1, 2, 3]),
        "columns": columns,
        "reserve": chance.choice([0, 0, 0, 1, 2, 3]),
    }


def _shapes(chance: random.Random) -> str:
    """Triangles, and shapes in any order."""
    rows = [f"{kind} {size}" for kind in ("pyramid", "triangle") for size in (1, 2, 2, 3, 3, 4)]
    others = [f"columns {wide}x{deep}" for wide in (1, 2, 3) for deep in (1, 2, 3)]
    others += [f"reserve {size}" for size in (1, 2, 3)]
    parts = [chance.choice(rows)]
    parts += chance.choices(rows + others, k=chance.choice([0, 0, 1, 1, 2]))
    chance.shuffle(parts)
    return " + ".join(parts)


def _stock(chance: random.Random) -> dict[str, Any]:
    stock = chance.choice(["dealt"] * 5 + ["bouquet", "bouquet", "none"])
    if stock != "dealt":
        return {"stock": stock}
    top = chance.random() < 0.5
    return {
        "stock": stock,
        "stock_top": top,
        "stock_waste": chance.choice(["yes", "no", "auto", "auto-on-turn"]) if top else "no",
        "draw": 1 if top else chance.choice([1, 2, 2, 3, 3, 4]),
        "passes": chance.choice([1, 1, 2, 2, 3, 3, 4, None, None, 9, 99]),
        "waste_pairs": chance.random() < 0.3,
        "scoring": chance.choice(["none", "par", "microsoft"]),
    }
