"""Rules and deals drawn from everything that `Rules` accepts, small enough for a brute force."""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pyrtool.cards import RANKS, Card
from pyrtool.games import Rules, differences
from pyrtool.notation import format_deal
from pyrtool.position import Position

from .dealing import legal, shuffled
from .playouts import play_out

MOST_CARDS = 18


def drawn_seed() -> int:
    """`PYRTOOL_SEED` from the environment, to see a failure again; otherwise a new number."""
    given = os.environ.get("PYRTOOL_SEED")
    return int(given) if given else secrets.randbits(32)


@dataclass(frozen=True)
class Case:
    """One deal to ask everything about: from its start, and from `here`, somewhere in its play."""

    seed: int
    number: int
    rules: Rules
    cards: tuple[Card, ...]
    here: Position

    def __str__(self) -> str:
        return (
            f"PYRTOOL_SEED={self.seed} draws it again, as case {self.number}:\n"
            f"{differences(self.rules)}\n{format_deal(self.cards)}\n{self.here}"
        )


def cases(seed: int) -> Iterator[Case]:
    """Cases without end, the same for the same seed."""
    number = 0
    while True:
        chance = random.Random(f"{seed} {number}")
        rules = draw_rules(chance)
        cards = shuffled(rules, chance.randrange(2**32))
        start = Position.start(cards, rules)
        _, here = play_out(start, chance.randrange(2**32), chance.randrange(14))
        yield Case(seed, number, rules, cards, here)
        number += 1


def draw_rules(chance: random.Random) -> Rules:
    """Rules that have a meaning, with at most `MOST_CARDS` cards."""
    while True:
        parts = _deck(chance) | _tableau(chance) | _stock(chance)
        parts |= {"overlap": chance.random() < 0.5, "goal": chance.choice(["all", "pyramid"])}
        if parts["stock"] == "none":  # what is left over lies in the reserve
            size = parts.get("ranks", min(parts["total"], 13)) * parts["suits"]
            laid_out = legal(parts | {"stock": "bouquet", "reserve": 0})
            left = size - laid_out.tableau_size if laid_out else 0
            if "tableau" in parts and left:
                parts["tableau"] += f" + reserve {left}"
            elif "tableau" not in parts:
                parts["reserve"] = left
        rules = legal(parts)
        if rules is not None and rules.deck_size <= MOST_CARDS:
            return rules


def _deck(chance: random.Random) -> dict[str, Any]:
    """Short totals with few suits or many, even totals and odd, those with a rank alone and 14."""
    if chance.random() < 0.25:
        return _pairs(chance)
    total = chance.choice([2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14])
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


def _tableau(chance: random.Random) -> dict[str, Any]:
    columns = None
    if chance.random() < 0.35:
        columns = (chance.randint(1, 4), chance.randint(1, 4))
    if chance.random() < 0.25:
        return {"tableau": _shapes(chance), "reserve": 0, "face_down": chance.choice(FACES)}
    return {
        "rows": chance.choice([1, 2, 2, 3, 3, 4]),
        "pyramids": chance.choice([1, 1, 1, 1, 2, 3]),
        "columns": columns,
        "reserve": chance.choice([0, 0, 0, 1, 2, 3]),
    }


FACES = ["none", "covered"]


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
