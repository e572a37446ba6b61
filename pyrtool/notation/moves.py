"""Moves as words, ``4C/9H KC deal*3 redeal``, and as the events of a JSON record.

Decides how a move is written. `position` decides whether it is legal, so that an error can name the
move and the reason.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, repeat
from typing import Final, Literal

from pyrtool.base.arguments import check_fields, public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import cut, shorten
from pyrtool.game.cards import Card
from pyrtool.game.line import Played, played
from pyrtool.game.position import DealStock, Discard, IllegalMoveError, Move, Position, Redeal
from pyrtool.languages import say
from pyrtool.notation.deals import NotationError, placed
from pyrtool.notation.places import (
    Named,
    NoSuchCardError,
    discard_of,
    format_card,
    parse_named,
    short_place,
)

Kind = Literal["discard", "deal", "redeal", "auto"]


class MoveError(NotationError):
    """A text that is not a move."""


class ReplayError(PyrtoolError):
    """A line of play that the table contradicts; the message names the move."""


@public
@dataclass(frozen=True)
class Event:
    """One move of a record, or one pair that then vanished by itself.

    Attributes:
        kind: What happened.
        cards: The cards that were discarded, dealt to the waste, or vanished.
        places: Where the discarded cards lay.
        count: The number of cards that a redeal turned over.
        to: The waste to which the player dealt, 0 without a choice.
    """

    kind: Kind
    cards: tuple[Card, ...] = ()
    places: tuple[str, ...] = ()
    count: int = 0
    to: int = 0

    def __post_init__(self) -> None:
        check_fields(self)
        if len(self.places) != (len(self.cards) if self.kind == "discard" else 0):
            raise MoveError(f"{self.kind}: every discarded card has a place, and no other")


# Words.

_REPEATED: Final = re.compile(r"(?P<word>deal(?P<to>[1-9]?)|redeal)(?:\*(?P<count>\d{1,4}))?")


@public
def format_moves(moves: Iterable[Move], start: Position | None = None) -> str:
    """Write moves as words; several deals or redeals in a row are one word, ``deal*3``.

    Args:
        moves: The moves.
        start: The position before them. It is needed where cards have no suits or come twice: their
            places name them, as in ``7@7.2/6@waste``.

    Returns:
        The words, separated by spaces.
    """
    words = []
    for word, same in groupby(_words(moves, start)):
        count = sum(1 for _ in same)
        if count > 1 and word.startswith(("deal", "redeal")):
            words.append(f"{word}*{count}")
        else:  # of two packs, the same cards again
            words += [word] * count
    return " ".join(words)


def _words(moves: Iterable[Move], start: Position | None) -> Iterator[str]:
    """Yield a word for each move."""
    moves = tuple(moves)
    positions = repeat(None) if start is None else played(start, moves).positions
    for move, here in zip(moves, positions, strict=False):
        if here is not None and isinstance(move, Discard):
            yield "/".join(format_card(card, here) for card in move.cards)
        else:
            yield str(move)


@public
def parse_moves(text: str, start: Position) -> tuple[Move, ...]:
    """Read words as moves played from `start`; the inverse of `format_moves`.

    Args:
        text: Moves in words, separated by spaces: ``9C/4S KC deal*3 redeal``.
        start: The position before the first move.

    Returns:
        The moves.

    Raises:
        MoveError: A word is no move.
        ReplayError: A move is not legal. Both errors name it: ``move 7: 4C/9H: 9H (pyramid 3.1) is
            covered by KD``.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> from pyrtool.game.games import game
        >>> start = Position.start(deal(2, "giza"))
        >>> len(parse_moves("9C/4S 5S/8D", start))
        2
    """
    line = Played(start)
    for read in _read_words(text):
        number = len(line.moves) + 1
        move = _meant(read, line.end, number) if isinstance(read, tuple) else read
        line = _then(line, move)
    return line.remember().moves


def _meant(names: Sequence[Named], position: Position, number: int) -> Discard:
    try:
        return discard_of(names, position)
    except NoSuchCardError as error:
        word = "/".join(map(str, names))
        raise ReplayError(say("move {0}: {1}", number, f"{word}: {error}")) from None


def begins_moves(text: str) -> bool:
    """Return whether a line has words that only moves have: ``4C/9H``, ``deal*3``, ``redeal``."""
    words = text.replace(",", " ").lower().split()
    if "/" in words:  # between the rows of a table
        return False
    return any("/" in word or _REPEATED.fullmatch(word) for word in words)


def _read_words(text: str) -> Iterator[Move | tuple[Named, ...]]:
    number = 1
    for word in text.replace(",", " ").split():
        repeated = _REPEATED.fullmatch(word.lower())
        if repeated is None:
            yield _parse_discard(word, number)
            number += 1
            continue
        count = int(repeated["count"] or 1)
        if not count:
            raise MoveError(say("move {0}: {1}", number, say("{0} is no move", word)))
        for _ in range(count):
            yield Redeal() if repeated["word"] == "redeal" else DealStock(int(repeated["to"] or 0))
        number += count


def _parse_discard(word: str, number: int) -> tuple[Named, ...]:
    try:
        return tuple(map(parse_named, word.split("/")))
    except PyrtoolError:
        raise MoveError(
            say(
                "move {0}: {1} is not a move: write 4C/9H, KC, deal, deal*3 or redeal (with a "
                "choice of wastes deal2, deal2*3)",
                number,
                shorten(word),
            )
        ) from None


def _then(line: Played, move: Move) -> Played:
    try:
        return line.then(move)
    except IllegalMoveError as error:
        raise ReplayError(say("move {0}: {1}", len(line.moves) + 1, error)) from None


# Events.


def follow(moves: Iterable[Move], start: Position) -> Played:
    """Return the line of these moves; a `ReplayError` names one that is not legal."""
    try:
        return played(start, moves)
    except IllegalMoveError as error:
        raise ReplayError(say("move {0}: {1}", error.number, error)) from None


@public
def events(moves: Iterable[Move], start: Position) -> Iterator[Event]:
    """Generate what happens on the table when moves are played.

    Args:
        moves: The moves.
        start: The position before them.

    Returns:
        The events, one or more for each move.

    Raises:
        ReplayError: A move is illegal; the message names it.
    """
    for before, move, after in follow(moves, start).steps():
        yield from happenings(before, move, after)


@public
def replay(recorded: Sequence[Event], start: Position) -> tuple[tuple[Move, ...], Position]:
    """Play events again.

    Args:
        recorded: The events.
        start: The position before them.

    Returns:
        The moves, and the position after them.

    Raises:
        ReplayError: A move is illegal, or an event does not match the position; the message names
            the first.
    """
    line = Played(start)
    expected: list[Event] = []
    for event in recorded:
        if event.kind != "auto" and not expected:
            before, move = line.end, move_of(event)
            if isinstance(move, Discard):
                names = map(Named, event.cards, map(short_place, event.places))
                move = _meant(tuple(names), before, len(line.moves) + 1)
            line = _then(line, move)
            expected = list(happenings(before, move, line.end))
        _compare(event, expected.pop(0) if expected else None, len(line.moves))
    if expected:
        _compare(None, expected[0], len(line.moves))
    return line.remember().moves, line.end


@public
def format_event(event: Event) -> JsonObject:
    """Write an event as a JSON object with one key.

    Args:
        event: The event.

    Returns:
        The object.
    """
    if event.kind == "redeal":
        return {"redeal": event.count}
    if event.kind != "discard":
        to = {"to": event.to} if event.to else {}
        return {event.kind: list(map(str, event.cards))} | to
    cards = zip(event.cards, event.places, strict=True)
    return {"discard": [{"card": str(card), "from": place} for card, place in cards]}


@public
def parse_event(value: object, place: str) -> Event:
    """Read what `format_event` wrote.

    Args:
        value: The object, as JSON has it.
        place: Where it stands; messages begin with it.

    Returns:
        The event.

    Raises:
        MoveError: It is no event.
    """
    to = 0
    if isinstance(value, dict) and value.keys() == {"deal", "to"}:
        to = value["to"]
        if type(to) is not int or to < 1:
            raise MoveError(f"{place}: to must be the number of a waste")
        value = {"deal": value["deal"]}
    if not isinstance(value, dict) or len(value) != 1:
        raise MoveError(f"{place}: a move is an object with one key")
    ((kind, content),) = value.items()
    if kind == "redeal":
        if type(content) is not int:
            raise MoveError(f"{place}: redeal must be the number of cards turned over")
        return Event("redeal", count=content)
    if kind not in ("discard", "deal", "auto"):
        raise MoveError(f"{place}: there is no move {shorten(str(kind))}")
    if not isinstance(content, list):
        raise MoveError(f"{place}: {kind} must be a list of cards")
    if kind != "discard":
        return Event(kind, tuple(_card(card, place) for card in content), to=to)
    for card in content:
        if not isinstance(card, dict) or card.keys() != {"card", "from"}:
            raise MoveError(f"{place}: a discarded card is an object of 'card' and 'from'")
        if not isinstance(card["from"], str):
            raise MoveError(f"{place}: 'from' must be a place, such as 'pyramid 7.2'")
    return Event(
        "discard",
        tuple(_card(card["card"], place) for card in content),
        tuple(card["from"] for card in content),
    )


def _card(value: object, place: str) -> Card:
    if not isinstance(value, str):
        raise MoveError(f"{place}: a card is a string, such as '4C'")
    try:
        return parse_named(value).card
    except PyrtoolError as error:
        raise MoveError(placed(place, error)) from None


def happenings(before: Position, move: Move, after: Position) -> Iterator[Event]:
    """Yield what happens on the table with the move from `before` to `after`."""
    if isinstance(move, Discard):
        yield Event("discard", move.cards, tuple(map(before.where, move.cards)))
    elif isinstance(move, Redeal):
        yield Event("redeal", count=len(before.passed()))
    elif before.rules.wastes > 1 or not before.rules.stock_top:
        yield Event("deal", before.undealt()[: before.rules.dealt_at_once], to=move.to)
    else:
        assert before.turned is not None
        # Instead of reaching the waste the turned card may have vanished with its top.
        vanished = any(turned == before.turned for _, turned in after.vanished)
        yield Event("deal", () if vanished else (before.turned,))
    for pair in after.vanished:
        yield Event("auto", pair)


def move_of(event: Event) -> Move:
    """Return the move of a discard, deal or redeal; a `MoveError` if a pair vanished by itself."""
    if event.kind == "auto":
        raise MoveError("auto: a pair that vanishes by itself is no move")
    if event.kind == "discard":
        return Discard(event.cards)
    return DealStock(event.to) if event.kind == "deal" else Redeal()


def _compare(recorded: Event | None, seen: Event | None, number: int) -> None:
    if _comparable(recorded) != _comparable(seen):
        raise ReplayError(
            f"move {number}: the record has {_describe(recorded)}, the position {_describe(seen)}"
        )


def _comparable(event: Event | None) -> object:
    """Return an event in a form to compare; cards without suits have only their ranks."""
    return event and (event.kind, *map(str, event.cards), event.places, event.count, event.to)


def _describe(event: Event | None) -> str:
    if event is None:
        return "nothing more"
    if event.kind == "redeal":
        return f"a redeal of {event.count}"
    cards = [
        f"{card} from {cut(place)}" if place else str(card)
        for card, place in zip(event.cards, event.places or [""] * len(event.cards), strict=True)
    ]
    to = f" to waste {event.to}" if event.to else ""
    names = {"deal": "the dealing of", "auto": "the vanishing of", "discard": "the discard of"}
    return f"{names[event.kind]} {' and '.join(cards) or 'no card'}{to}"
