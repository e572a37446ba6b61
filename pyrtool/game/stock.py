"""The stock and the wastes: how they are dealt, what of them is available, what their passes score.

Decides which of these rules have a meaning together; `position` decides what they mean on the
table.
"""

from __future__ import annotations

from typing import Final, Literal, Protocol

from pyrtool.languages import say

Stock = Literal["bouquet", "dealt", "none"]
StockWaste = Literal["yes", "no", "auto", "auto-on-turn"]
DealTo = Literal["each", "choice"]
WasteEnds = Literal["top", "both"]

MOST_WASTES: Final = 4

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
    """The rules that this module needs."""

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


def why_no_wastes(rules: _Stock) -> str | None:
    """Explain why these rules of wastes have no meaning together, and the remedy; None if they
    have."""
    wastes = rules.wastes
    if wastes == 1:
        if rules.waste_match or rules.deal_to != "each":
            name = "waste-match" if rules.waste_match else "deal-to"
            return f"{name} has no meaning with one waste: add --wastes 2"
    elif rules.draw > 1:
        return (
            f"draw {rules.draw} has no meaning with {wastes} wastes: a deal puts one card on each, "
            "or by choice on one; use draw 1"
        )
    elif rules.deal_to == "each" and rules.stock_top:
        return (
            "deal-to each has no meaning with the stock top available: add --no-stock-top, or use "
            "deal-to choice"
        )
    if rules.stock_waste.startswith("auto") and (wastes > 1 or rules.waste_ends == "both"):
        many = f"{wastes} wastes" if wastes > 1 else "both ends of the waste"
        return (
            f"stock-waste {rules.stock_waste} has no meaning with {many}: with which card would "
            "the turned one vanish? use yes or no"
        )
    return None


def no_two_stock_cards_match(rules: _Stock) -> bool:
    """Return whether a stock card can go only alone or with a card of the tableau."""
    apart = rules.waste_ends == "top" and not (rules.waste_pairs or rules.waste_match)
    return apart and rules.stock == "dealt" and rules.stock_waste == "no"


def why_not_deal(rules: _Stock, to: int) -> str | None:
    """Explain why the next stock card may not go to this waste, from 1, or 0 if none is named."""
    if rules.deal_to == "each":
        return say("the player does not choose the waste under these rules") if to else None
    if not 1 <= to <= rules.wastes:
        choices = ", ".join(f"deal{number}" for number in range(1, rules.wastes + 1))
        return say("say to which waste: {0}", choices)
    return None


def why_no_stock(rules: _Stock, standard: object) -> str | None:
    """Explain why these rules have no meaning together, and the remedy; None if they have one.

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
