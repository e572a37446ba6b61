"""Where cards lie on a playable page, for every position of a game, as data.

Decides nothing about the places: they are those of the pictures, asked of `scene` for as many
piles as a game can have, so that the page looks them up. A stock is always shown as it is while
it is dealt: the waste, to its right the turned card, below them the rest.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pyrtool.door import guard
from pyrtool.games import Rules
from pyrtool.layout import Layout
from pyrtool.position import Position
from pyrtool.render.elements import Scene
from pyrtool.render.scene import compose

Spot = list[float]


@lru_cache(maxsize=16)
def geometry(rules: Rules) -> dict[str, Any]:
    """The places, in card widths from the page's upper left corner.

    A spot is [x, y, shown]: a card's upper left corner and how much of its width its neighbour
    leaves free. `tableau` and `bouquet` have the spots of their cards in dealing order, `labels`
    the bouquet's label as [words, x, y of the baseline]. Of a dealt stock, `waste` has the spots
    of the waste from its bottom, without and with a turned card, `slot` the outline of an empty
    waste, `stock` spots less the y where the stock begins, and ``piles[turned][n]`` what depends
    on the number of waste cards: the turned card's spot, that y, and where the labels stand.
    """
    start = Position.start(rules.deck, rules)
    scene = compose(start)
    spots = _spots(scene)
    found: dict[str, Any] = {
        "width": round(scene.width, 4),
        "height": round(scene.height, 4),
        "tableau": [spots[card] for card in start.tableau if card is not None],
        "bouquet": [spots[card] for card in start.bouquet if card is not None],
        "labels": [[text.text, *_at(text.x, text.y)] for text in scene.texts],
    }
    if rules.stock == "dealt":
        found |= {"labels": [], **_piles(rules)}
    return found


def _piles(rules: Rules) -> dict[str, Any]:
    stock = rules.deck[rules.tableau_size :]
    waste: list[list[Spot]] = [[], []]
    piles: list[list[dict[str, Any]]] = [[], []]
    rest: list[Spot] = []
    slot = None
    height = 0.0
    for turned in (0, 1) if rules.stock_top else (0,):
        for count in range(len(stock) - turned + 1):
            scene = compose(_dealt(rules, count, turned))
            spots = _spots(scene)
            height = max(height, scene.height)
            labels = {text.text.split()[0].rstrip(","): text for text in scene.texts}
            after = [spots[card] for card in stock[count + turned :]]
            top = after[0][1] if after else 0.0
            if len(after) > len(rest):
                rest = [[x, round(y - top, 4), shown] for x, y, shown in after]
            if scene.slots:
                slot = _at(scene.slots[0].x, scene.slots[0].y)
            waste[turned] = [spots[card] for card in stock[:count]]
            piles[turned].append(
                {
                    "turned": spots[stock[count]] if turned else None,
                    "stock": top,
                    **{
                        f"{name.lower()}Label": _at(text.x, text.y) for name, text in labels.items()
                    },
                }
            )
    found: dict[str, Any] = {"waste": waste, "stock": rest, "slot": slot, "piles": piles}
    return found | ({"height": round(height, 4)} if height else {})


def _dealt(rules: Rules, count: int, turned: int) -> Position:
    """A whole tableau with so many cards on the waste and none or one turned.

    It is in the second pass, where no picture shows the stock as one block.
    """
    size = rules.tableau_size
    stock = rules.deck[size:]
    return Position(
        rules,
        Layout.of(rules),
        rules.deck[:size],
        waste=stock[:count],
        turned=stock[count] if turned else None,
        stock=stock[count + turned :],
        pass_number=2,
    )


def _spots(scene: Scene) -> dict[int, Spot]:
    return {face.card: [*_at(face.x, face.y), round(face.shown, 3)] for face in scene.faces}


def _at(x: float, y: float) -> Spot:
    return [round(x, 4), round(y, 4)]


guard(__name__)
