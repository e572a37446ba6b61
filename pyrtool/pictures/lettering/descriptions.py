"""Cards, moves, and positions in words: for readers who hear a page instead of seeing it.

Decides the wording. Every card on the table is named once, pile by pile, in the order of dealing.
`notation` has the forms that are read back.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

from pyrtool.base.messages import shown
from pyrtool.game.cards import RANK_FORM, RANKS, SUIT_SIGNS, SUITS, Card
from pyrtool.game.position import DealStock, Move, Position, Redeal
from pyrtool.game.words import place_words
from pyrtool.languages import count_of, message, say
from pyrtool.pictures.decks import RenderError

RANK_WORDS: Final = {
    "A": message("ace"),
    "T": "10",
    "J": message("jack"),
    "Q": message("queen"),
    "K": message("king"),
}
_OF_SUIT: Final = (
    *(message("{0} of clubs"), message("{0} of diamonds")),
    *(message("{0} of hearts"), message("{0} of spades")),
)
MARK_WORDS: Final = {
    "stuck": message("Marked as stuck"),
    "waits": message("Marked as waiting"),
    "set": message("Marked as of their sets"),
    "move": message("Marked to move"),
    "exposed": message("Marked as exposed"),
    "step": message("Marked as what this step is about"),
    "reason": message("Marked as its reasons"),
    "first": message("Marked as the first to go"),
    "second": message("Marked to go after it"),
}


_WRITTEN: Final = re.compile(rf"\b({RANK_FORM})([CDHS])\b|\b([2-9])-T\b")


def as_drawn(text: str) -> str:
    """Write cards and sets as their faces show them: ``10♣`` for ``TC``, ``3-10`` for ``3-T``; the
    letters are those of the language.

    For an argument below the cards; a caption that someone wrote stays as it is.
    """

    def drawn(match: re.Match[str]) -> str:
        rank, suit, low = match.groups()
        if low:
            return f"{low}-10"
        return f"{'10' if rank == 'T' else say(rank)}{SUIT_SIGNS[SUITS.index(suit)]}"

    return _WRITTEN.sub(drawn, text)


def short(card: Card) -> str:
    """Write a card as its face shows it: ``10♥``; of one without a suit ``10``."""
    if card.is_known and not card.has_suit:
        return say(str(card)).replace("T", "10")
    return as_drawn(str(card))


def name(card: Card | None) -> str:
    """``ace of spades``; of an empty place ``none``."""
    if card is None:
        return say("none")
    if not card.is_known:
        return say("an unknown card")
    rank = RANKS[card.rank - 1]
    return rank_word(rank) if not card.has_suit else say(_OF_SUIT[card.suit], rank_word(rank))


def rank_word(rank: str) -> str:
    """``queen`` of ``Q``, ``10`` of ``T``."""
    return say(RANK_WORDS.get(rank, rank))


def describe(
    position: Position, marks: Mapping[Card, str] | None = None, down: Container[Card | None] = ()
) -> str:
    """Write the cards on the table, a line for each row or pile, and then what is marked. Those
    that lie face `down` are not named."""
    lines = [f"{pile}: {_listed(cards, down)}." for pile, cards in _piles(position)]
    by_kind: dict[str, list[Card]] = {}
    for card, kind in sorted((marks or {}).items()):
        if kind not in MARK_WORDS:
            raise RenderError(f"unknown mark {shown(kind)}: choose from {', '.join(MARK_WORDS)}")
        if position.where(card) != "gone":
            by_kind.setdefault(kind, []).append(card)
    lines += [
        f"{say(MARK_WORDS[kind])}: {_listed(cards, down)}." for kind, cards in by_kind.items()
    ]
    return "\n".join(lines) or say("The table is empty.")


def stars_line(stars: int) -> str:
    """``★★★☆☆``; a `RenderError` for a number that is not 0 to 5."""
    if not 0 <= stars <= 5:
        raise RenderError(f"stars {stars}: must be 0 to 5")
    return "★" * stars + "☆" * (5 - stars)


def move_in_words(move: Move) -> str:
    """Write a move as one says it: ``discard 4 of clubs and 9 of hearts``."""
    if isinstance(move, DealStock):
        return say("deal to waste {0}", move.to) if move.to else say("deal")
    if isinstance(move, Redeal):
        return say("turn the waste over")
    return say("discard {0}", say(" and ").join(map(name, move.cards)))


def _piles(position: Position) -> Iterable[tuple[str, Sequence[Card | None]]]:
    rows: dict[str, list[Card | None]] = {}
    for pile, card in zip(position.layout.piles, position.tableau, strict=True):
        rows.setdefault(pile, []).append(card)
    if any(card is not None for row in rows.values() for card in row):
        for pile, row in rows.items():
            yield pile_words(pile), row
    if any(card is not None for card in position.bouquet):
        yield pile_words("bouquet"), position.bouquet
    for number, waste in enumerate(position.wastes, 1):
        if waste:
            yield pile_words(position.waste_name(number)) + say(", the top card last"), waste
    if position.turned is not None:
        yield pile_words("turned"), (position.turned,)
    if position.stock:
        yield pile_words("stock") + say(", in the order of dealing"), position.stock


def pile_words(pile: str) -> str:
    """Write a pile as a line or a label begins with it: ``Waste 2``."""
    words = place_words(pile.lower())
    return words[:1].upper() + words[1:]


def pass_words(number: int, passes: int | None) -> str:
    """``pass 2 of 3``, and ``pass 2`` where passes are unlimited."""
    return say("pass {0} of {1}", number, passes) if passes else say("pass {0}", number)


def _listed(cards: Sequence[Card | None], down: Container[Card | None]) -> str:
    if not any(card is not None for card in cards):
        return say("empty")
    if all(card in down for card in cards):
        return say("{0} face down", count_of(len(cards), "card"))
    return ", ".join(say("a card face down") if card in down else name(card) for card in cards)
