"""Wastes: how many there are, how they are dealt to, and what of them is available.

Decides which of these rules have a meaning together; what they mean on the table is for `position`.
"""

from __future__ import annotations

from typing import Final, Literal, Protocol

from pyrtool.base.arguments import guard
from pyrtool.languages import say

DealTo = Literal["each", "choice"]
WasteEnds = Literal["top", "both"]

MOST_WASTES: Final = 4


class _Wastes(Protocol):
    """The rules that this module needs."""

    @property
    def wastes(self) -> int: ...
    @property
    def deal_to(self) -> DealTo: ...
    @property
    def waste_match(self) -> bool: ...
    @property
    def waste_ends(self) -> WasteEnds: ...
    @property
    def draw(self) -> int: ...
    @property
    def stock_top(self) -> bool: ...
    @property
    def stock_waste(self) -> str: ...
    @property
    def stock(self) -> str: ...
    @property
    def waste_pairs(self) -> bool: ...


def why_no_wastes(rules: _Wastes) -> str | None:
    """Why these rules have no meaning together, and the remedy; None where they have one."""
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


def no_two_stock_cards_match(rules: _Wastes) -> bool:
    """Whether a stock card can only go alone or with a card of the tableau."""
    apart = rules.waste_ends == "top" and not (rules.waste_pairs or rules.waste_match)
    return apart and rules.stock == "dealt" and rules.stock_waste == "no"


def why_not_deal(rules: _Wastes, to: int) -> str | None:
    """Why the next stock card does not go to this waste, from 1, or 0 where none is named."""
    if rules.deal_to == "each":
        return say("the player does not choose the waste under these rules") if to else None
    if not 1 <= to <= rules.wastes:
        named = ", ".join(f"deal{number}" for number in range(1, rules.wastes + 1))
        return say("say to which waste: {0}", named)
    return None


guard(__name__)
