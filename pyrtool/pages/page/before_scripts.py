"""The cards of a page before its scripts run: all of them, for browsers that run none.

Decides where each lies then; app/places.js lays the table out.
"""

from __future__ import annotations

from pyrtool.base.arguments import guard
from pyrtool.game.cards import SUITS, Card
from pyrtool.game.position import Position
from pyrtool.pages.page.geometry import geometry
from pyrtool.pages.page.problem import ids_of
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.lettering.words import as_drawn, name, short


def laid_out(start: Position) -> str:
    """A button a card, in dealing order, where it lies until the page's code lays it out."""
    ids = ids_of(start)
    return "\n".join(
        f'<button class="card {_kind(card)}" data-card="{ids[card]}" '
        f'style="--x:{x};--y:{y}" '
        f'aria-label="{name(card)}, {start.where(card)}">{_letters(card)}</button>'
        for card, (x, y) in _places(start)
    )


def _letters(card: Card) -> str:
    """What a card shows then: a face takes a script."""
    if card.has_suit:
        return as_drawn(str(card)[:2])
    return short(card) if card.is_known else "?"


def _kind(card: Card) -> str:
    """The class of a card's button."""
    if not card.is_known:
        return "unknown"
    return f"suit-{SUITS[card.suit]}" if card.has_suit else "suitless"


def _places(start: Position) -> list[tuple[Card, tuple[float, float]]]:
    """The tableau, and below it what is not laid out, for readers whose browser runs no scripts."""
    layout = geometry(start.rules)
    laid_out = [
        (card, (x, y))
        for card, (x, y, _) in zip(start.tableau, layout["tableau"], strict=True)
        if card is not None
    ]
    rest = start.cards()[len(laid_out) :]
    if start.rules.stock == "dealt":
        rest = [*start.undealt(), *start.passed()]
    top = layout["height"] + 0.3
    return laid_out + [(card, (k % 12 * 0.5, top + k // 12 * 1.5)) for k, card in enumerate(rest)]


def height(start: Position) -> float:
    """How high the table is then, in widths of a card."""
    lowest = max((y for _, (_, y) in _places(start)), default=0.0)
    return round(lowest + FACE_HEIGHT, 4)


guard(__name__)
