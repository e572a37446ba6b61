"""The stock: whether there is one, how it is dealt, and what scores by its passes.

Decides which of these rules have a meaning together; what they mean on the table is for `position`.
"""

from __future__ import annotations

from typing import Final, Literal, Protocol

from pyrtool.base.arguments import guard
from pyrtool.game.wastes import DealTo, WasteEnds, why_no_wastes

Stock = Literal["bouquet", "dealt", "none"]
StockWaste = Literal["yes", "no", "auto", "auto-on-turn"]

STOCK_FIELDS: Final = (
    "draw",
    "passes",
    "stock_top",
    "stock_waste",
    "waste_pairs",
    "wastes",
    "deal_to",
    "waste_match",
    "waste_ends",
)
"""The fields that have a meaning only where a stock is dealt."""


class _Stock(Protocol):
    """The rules that this module and `wastes` need."""

    @property
    def stock(self) -> str: ...
    @property
    def draw(self) -> int: ...
    @property
    def stock_top(self) -> bool: ...
    @property
    def stock_waste(self) -> str: ...
    @property
    def waste_pairs(self) -> bool: ...
    @property
    def wastes(self) -> int: ...
    @property
    def deal_to(self) -> DealTo: ...
    @property
    def waste_match(self) -> bool: ...
    @property
    def waste_ends(self) -> WasteEnds: ...
    @property
    def passes(self) -> int | None: ...
    @property
    def scoring(self) -> str: ...
    @property
    def goal(self) -> str: ...
    @property
    def has_pyramid(self) -> bool: ...


def why_no_stock(rules: _Stock, standard: object) -> str | None:
    """Why these rules have no meaning together, and the remedy; None where they have one.

    `standard` has the values of fields that have no meaning without a stock.
    """
    if not rules.has_pyramid and (rules.goal == "pyramid" or rules.scoring != "none"):
        what = "goal pyramid" if rules.goal == "pyramid" else f"scoring {rules.scoring}"
        return f"{what} has no meaning: the tableau has no pyramid and no triangle to clear"
    if rules.scoring == "par" and (rules.passes is None or rules.passes > 3):
        return "par scoring has no points beyond the third pass: use passes 1 to 3"
    if rules.scoring == "microsoft" and rules.goal != "pyramid":
        return (
            "microsoft scoring ends the game when the pyramid is cleared: "
            "use goal pyramid, or scoring none"
        )
    if rules.stock != "dealt":
        where = f"with {'an open bouquet' if rules.stock == 'bouquet' else 'no stock'}: must be "
        for name in (*STOCK_FIELDS, *(("scoring",) if rules.scoring == "par" else ())):
            if getattr(rules, name) != (usual := getattr(standard, name)):
                return f"{name.replace('_', '-')} has no meaning {where}{usual}"
        return None
    if rules.draw > 1 and rules.stock_top:
        return f"draw {rules.draw} has no meaning with the stock top available: add --no-stock-top"
    if rules.stock_waste != "no" and not rules.stock_top:
        return (
            f"stock-waste {rules.stock_waste} has no meaning without the stock top: "
            "use stock-waste no"
        )
    return why_no_wastes(rules)


guard(__name__)
