"""Moves as people type them at the table: ``4c 9h``, ``4/9``, ``9c4s``, ``k``, ``d``.

Decides which move is meant; whether it is legal is for the referee. A move without suits must
fit one legal move alone, or the question is given back.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pyrtool.base.arguments import public
from pyrtool.base.messages import shorten
from pyrtool.game.cards import RANK_FORM, RANKS, SUIT_SIGNS, SUITS, Card, rank_of
from pyrtool.game.games import Rules
from pyrtool.game.position import Discard, Move, Position
from pyrtool.game.words import spoken_moves
from pyrtool.languages import listed, say
from pyrtool.notation.diagrams import card_form
from pyrtool.notation.moves import MoveError, ReplayError, format_moves, parse_moves

_SUIT: Final = f"[{SUITS}{SUITS.lower()}{SUIT_SIGNS}]"
_NUMBERED: Final = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}
_RANK: Final = f"1[0-3]|{RANK_FORM}|1|[atjqk]"
_CARDS: Final = re.compile(rf"(?:(?:{_RANK}){_SUIT}?[/+-]?){{1,2}}")
_CARD: Final = re.compile(rf"({_RANK})({_SUIT})?")
_NEARLY: Final = re.compile(rf"(?:{_RANK})\w|\w(?:{_RANK})|\w{_SUIT}")
"""A card with a letter that is none of its rank or suit."""
_SHORT: Final = re.compile(r"(d|deal|r|redeal)(?:\*?(\d{1,4}))?")
_TO_WASTE: Final = re.compile(r"(?:d|deal)([1-9])(\*\d{1,4})?")
_LONG: Final = {"d": "deal", "r": "redeal"}
_TIMES: Final = re.compile(r"\s*(?:d|deal)\s+(?P<many>\d{1,4})(?:\s+to\s+(?P<to>[1-9]))?\s*")

_Typed = tuple[str, str]  # a card as it was typed: its rank, and its suit or nothing


class AmbiguousMoveError(MoveError):
    """The typed words fit several moves; the message lists them."""


@public
def parse_typed(text: str, start: Position) -> tuple[Move, ...]:
    """Read what a player typed.

    It reads every form that `parse_moves` reads, and shorter ones:

    - two cards with a space or nothing between them;
    - ranks alone, if only one legal move has them;
    - ranks as numbers: ``12`` is a queen, ``1`` an ace;
    - ``d`` and ``r`` for deal and redeal; ``d2`` deals to the second waste by choice, or twice;
    - deals as solutions write them: ``deal 4`` or ``deal 2 to 1``.

    Args:
        text: One or more moves.
        start: The position before them.

    Returns:
        The moves.

    Raises:
        AmbiguousMoveError: Several legal moves fit. Other errors are those of `parse_moves`.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> from pyrtool.game.games import game
        >>> start = Position.start(deal(2, "giza"))
        >>> format_moves(parse_typed("9c4s a q", start))
        '9C/4S AC/QD'
    """
    text = _deals(text.lower(), start.rules) or text
    here: Position | None = start
    words: list[str] = []
    for group in _groups(text, start.rules):
        if isinstance(group, str):
            words.append(group)
        else:  # after a move that is wrong the rest is only repeated: the error comes below
            words.append(_word(group, here) if here else _joined(group))
        here = here and _after(here, words[-1])
    return parse_moves(" ".join(words), start)


def _deals(line: str, rules: Rules) -> str | None:
    """Rewrite a line of deals, as solutions write it, for `parse_moves`; None for other lines."""
    times = _TIMES.fullmatch(line)
    if times is None:
        return None
    many = f"deal{times['to'] or ''}*{times['many']}"
    rank = _NUMBERED.get(times["many"], times["many"])
    if not times["to"] and rules.goes_alone(rank_of(rank)):
        raise AmbiguousMoveError(
            say("{0} may be {1}: which?", line.strip(), listed([many, f"deal {rank}"], "or"))
        )
    return many


def _after(here: Position, word: str) -> Position | None:
    """Return the position after a word's moves; None when it is wrong."""
    try:
        return here.play_all(parse_moves(word, here))
    except (MoveError, ReplayError):
        return None


def _joined(cards: Sequence[_Typed]) -> str:
    return "/".join(rank + suit.upper() for rank, suit in cards)


def _groups(text: str, rules: Rules) -> Iterator[str | list[_Typed]]:
    """Yield the words of a line: those of `parse_moves` as they are, and each discard's cards."""
    waiting: list[_Typed] = []
    for word in text.replace(",", " ").split():
        to = rules.deal_to == "choice" and _TO_WASTE.fullmatch(word.lower())
        if to:
            word = f"deal{to[1]}{to[2] or ''}"
        short = None if to else _SHORT.fullmatch(word.lower())
        is_other = not short and not to and not _CARDS.fullmatch(word)
        if is_other and (_NEARLY.fullmatch(word) or (waiting and len(word) == len("XZ"))):
            raise MoveError(f"{say('{0} is not a card', shorten(word))}: {card_form(rules)}")
        if short or is_other or to:
            if waiting:
                yield waiting
                waiting = []
            count = f"*{short[2]}" if short and short[2] else ""
            yield _LONG.get(short[1], short[1]) + count if short else word
            continue
        cards = [(_NUMBERED.get(rank, rank.upper()), suit) for rank, suit in _CARD.findall(word)]
        alone = len(cards) == 1 and rules.goes_alone(rank_of(cards[0][0]))
        if len(cards) == 2 or alone:
            if waiting:
                yield waiting
                waiting = []
            yield cards
        elif waiting:
            yield waiting + cards
            waiting = []
        else:
            waiting = cards
    if waiting:
        yield waiting


def _word(cards: Sequence[_Typed], here: Position) -> str:
    """Return the discard that is meant, in the form of `parse_moves`."""
    typed = _joined(cards)
    if len(cards) == 1 and not here.rules.goes_alone(rank_of(cards[0][0])):
        raise MoveError(say("{0}: name the card that it matches, too", typed))
    if all(suit for _, suit in cards) and here.rules.packs == 1:
        return typed
    fitting = list(
        dict.fromkeys(
            format_moves([move], here)
            for move in here.legal_moves()
            if isinstance(move, Discard) and _fits(move.cards, cards)
        )
    )
    if len(fitting) > 1:
        ways = listed(map(spoken_moves, fitting), "or")
        raise AmbiguousMoveError(say("{0} may be {1}: which?", typed, ways))
    if not fitting:
        raise MoveError(say("{0}: no such cards can be discarded now", typed))
    return fitting[0]


def _fits(cards: tuple[Card, ...], typed: Sequence[_Typed]) -> bool:
    if len(cards) != len(typed):
        return False
    orders = (cards, cards[::-1])
    return any(all(_is(*both) for both in zip(order, typed, strict=True)) for order in orders)


def _is(card: Card, typed: _Typed) -> bool:
    rank, suit = typed
    if suit and (not card.has_suit or str(card) != str(Card.parse(rank + suit))):
        return False
    return RANKS[card.rank - 1] == rank
