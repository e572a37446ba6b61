"""Piles of a table that lie face down: how many cards, and what is said where that cannot be.

Decides what ``18 face down`` means, and which line a table lacks.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import counted, cut, one_of
from pyrtool.game.cards import RANK_FORM, UNKNOWN, rank_of
from pyrtool.game.games import Rules
from pyrtool.game.partly_seen import PartlySeen
from pyrtool.game.position import PositionError, Subject
from pyrtool.game.ranges import of_numbers
from pyrtool.notation.cells import UNKNOWNS, WASTE, Word, is_cell
from pyrtool.notation.deals import NotationError, placed
from pyrtool.notation.diagrams import GONE, format_position

STOCK: Final = "stock"
_CARD: Final = f"(?:{RANK_FORM})[CDHS]?"
_NUMBER: Final = re.compile(r"[0-9]{1,4}")


class UnknownCountError(NotationError):
    """A table that does not say how many cards lie face down; `seen` has what it says."""

    def __init__(self, message: str, seen: PartlySeen) -> None:
        super().__init__(message)
        self.seen = seen


def face_down(row: Sequence[Word], label: str, rules: Rules) -> tuple[list[Word], bool]:
    """Return the words of a pile, and whether it has any number of cards face down.

    ``20 face down`` are 20 unknown cards, and other cards may follow. Without a number, the stock
    and the waste have any number of them.
    """
    texts = [word.text.lower() for word in row]
    pairs = enumerate(pairwise(texts))
    at = next((k for k, pair in pairs if pair == ("face", "down")), None)
    if at is None:
        _check_no_number(row, texts, label, rules)
        return list(row), False
    if label in ("turned", GONE):
        raise NotationError(f"{row[0].place}: {label}: name these cards, or leave the line out")
    place, number = row[0].place, [text for text in texts[:at] if text not in ("card", "cards")]
    rest = list(row[at + 2 :])
    if len(number) == 1 and _NUMBER.fullmatch(number[0]):
        count = min(int(number[0]), rules.deck_size + 1)
        return [Word(place, UNKNOWN)] * count + rest, False
    if number:
        raise NotationError(
            f"{place}: {cut(' '.join(word.text for word in row[:at]))} face down: write a number, "
            f"as in {label} 3 face down"
        )
    if label == WASTE:
        return rest, True
    if label == STOCK and not rest:
        return [], True
    raise NotationError(f"{place}: say how many, as in {label} 3 face down")


def _check_no_number(row: Sequence[Word], texts: Sequence[str], label: str, rules: Rules) -> None:
    """Raise a `NotationError` for a stock that is a number alone, and no rank of the deck."""
    number = texts[0] if texts[1:] in ([], ["card"], ["cards"]) and texts else ""
    is_card = is_cell(" ".join(texts)) and rank_of(number) <= rules.highest_rank
    if label == STOCK and _NUMBER.fullmatch(number) and not is_card:
        raise NotationError(f"{row[0].place}: {for_unseen(number)}")


def for_unseen(number: str) -> str:
    """Say how a stock of this number of unknown cards is written."""
    return f"for cards that nobody has seen write {number} face down"


def without_number(seen: PartlySeen, where: str) -> NotationError:
    """Make the error for a table with any number of cards face down, in the stock or the waste."""
    try:
        seen.check_possible()
    except PositionError as error:
        return NotationError(placed(where, error))
    return _unknown_count(seen, where, "it is not known how many cards lie face down")


def impossible(
    seen: PartlySeen, piles: Mapping[str, Sequence[Word]], where: str, error: PyrtoolError
) -> NotationError:
    """Make the error for a table that cannot be, with what it perhaps lacks. `piles`: as written.

    Without a stock, any number of cards may lie in it: then the error is an `UnknownCountError`.
    """
    rules, lacks = seen.rules, ""
    first = piles.get(STOCK, ())[:1]
    is_down = bool(first) and first[0].text in UNKNOWNS
    any_stock = replace(seen, stock=None)
    if seen.pass_number > (rules.passes or seen.pass_number):
        lacks = (
            " (name the game that is played in a first line, as in # a position, microsoft, or "
            f"give --passes {seen.pass_number})"
        )
    elif rules.stock != "dealt":
        pass
    elif STOCK not in piles:
        unnamed = counted(rules.deck_size - seen.named(), "card")
        lacks = f" (no stock is given: the {unnamed} not named count as gone)"
        if any_stock.positions:
            return _unknown_count(any_stock, where, f"{error}{lacks}")
        if rules.stock_top and seen.turned is None and not seen.more_below:
            lacks = (
                f"{lacks}: if some lie in the stock, add the line stock face down, and name the "
                "turned card, as in turned 5C"
            )
    elif rules.stock_top and "turned" not in piles and is_down:
        lacks = " (no turned card is given: name it before the stock, as in turned 5C)"
    elif not any(card.is_known for card in seen.stock or ()) and any_stock.positions:
        where = first[0].place.rpartition(",")[0] if first else where
        can = possible_stocks(any_stock)
        lacks = f" (with the other lines as they are, write stock {can} face down)"
    return NotationError(placed(where, f"{error}{lacks}"))


def _unknown_count(seen: PartlySeen, where: str, why: str) -> UnknownCountError:
    """Make the error for a table that `advise` evaluates; `why` no other command does."""
    if seen.stock is None:
        line = f"stock {len(seen.positions[-1].stock)} face down"
        can = f" ({possible_stocks(seen)} cards are possible)"
    else:
        line, can = f"waste 3 face down {' '.join(map(str, seen.waste))}".rstrip(), ""
    message = f"{why}: `pyrtool advise` evaluates such a table; else write {line}{can}"
    return UnknownCountError(placed(where, message), seen)


def format_partly_seen(seen: PartlySeen) -> str:
    """Return the table in one line, as it is read."""
    text = format_position(seen.positions[0])
    if seen.stock is None:
        text = re.sub(rf"{STOCK}(?: \?\?)+", f"{STOCK} face down", text)
    if seen.more_below:
        waste = " ".join(["", "face down", *map(str, seen.waste)])
        text = re.sub(rf" {WASTE}(?: \?\?| {_CARD})+", "", text)
        text = text.replace(f" {STOCK} ", f" {WASTE}{waste} {STOCK} ", 1)
    return text


def any_table(read: Callable[[], Subject], any_number: bool) -> tuple[Subject, PartlySeen | None]:
    """Read a table, and return it also as one with any number of cards face down, if allowed."""
    try:
        return read(), None
    except UnknownCountError as error:
        if not any_number:
            raise
        return error.seen.positions[0], error.seen


def possible_stocks(seen: PartlySeen) -> str:
    """List the numbers of cards that the stock can have: ``2, 4 or 6 to 9``."""
    runs = of_numbers(len(position.stock) for position in seen.positions)
    return one_of([f"{first} to {last}" if first < last else f"{first}" for first, last in runs])
