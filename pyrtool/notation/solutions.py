"""A solution for people to follow at the table.

Decides how moves are set out in 80 columns. Each discard is a line with its number, the places of
its cards and the cards that it uncovers. Deals are beside it, and passes apart. This form is not
read back; the words of `moves` are.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from pyrtool.base.arguments import public
from pyrtool.game.line import Played, uncovered
from pyrtool.game.position import DealStock, Discard, Move, Position
from pyrtool.game.words import move_words
from pyrtool.languages import count_of, say
from pyrtool.notation.diagrams import card_text
from pyrtool.notation.moves import Event, follow, happenings

_INDENT: Final = "  "
_GAP: Final = "   "
_BESIDE: Final = ("bouquet", "turned", "waste")  # their first words: not the tableau


@dataclass
class _Stretch:
    """Some deals running, then the discards up to the next deal or redeal.

    `to` is the waste to which the player deals. A discard is the words for its cards, and
    for those that it uncovers.
    """

    deals: int = 0
    to: int = 0
    discards: list[tuple[str, str]] = field(default_factory=list)


@public
def format_solution(moves: Iterable[Move], start: Position) -> str:
    """Write a solution on lines of at most 80 characters, in the chosen language.

    ``12. 4C 7.2 + 9H waste   uncovers TS`` means: move 12 discards the four from row 7, place 2
    with the nine from the waste, which exposes the ten. ``over`` instead of ``+`` is an overlap
    discard. ``deal 4`` is four moves, ``deal 2x3`` two of three cards each, ``deal 4 to 2`` four
    moves to the second waste, ``auto`` a pair that goes by itself.

    Args:
        moves: The moves.
        start: The position before them.

    Returns:
        The lines, empty for no moves.

    Raises:
        ReplayError: A move is illegal; the message names it.
    """
    passes = list(_passes(follow(moves, start)))
    stretches = [stretch for _, part in passes for stretch in part]
    if not stretches and len(passes) < 2:
        return ""
    draw = start.rules.dealt_at_once
    lead = max((len(_deals(stretch, draw)) for stretch in stretches), default=0)
    lead += len(_GAP) if lead else 0
    discards = [cards for stretch in stretches for cards, _ in stretch.discards]
    cell = max(map(len, discards), default=0)
    lines = []
    for heading, part in passes:
        if heading and len(passes) > 1:
            lines.append(heading)
        for stretch in part:
            for at, (cards, bared) in enumerate(stretch.discards or [("", "")]):
                left = "" if at else _deals(stretch, draw)
                line = _INDENT + left.ljust(lead) + cards.ljust(cell)
                beside = _GAP + say("uncovers {0}", bared) if bared else ""
                lines.append((line + beside).rstrip())
    return "\n".join(lines)


def _deals(stretch: _Stretch, draw: int) -> str:
    if not stretch.deals:
        return ""
    dealt = f"{say('deal')} {stretch.deals}"
    if draw != 1:
        return f"{dealt}x{draw}"
    return say("deal {0} to {1}", stretch.deals, stretch.to) if stretch.to else dealt


def _passes(line: Played) -> Iterator[tuple[str, list[_Stretch]]]:
    """Yield each pass: its heading, and its stretches."""
    heading = say("Pass {0}", line.positions[0].pass_number)
    digits = len(str(len(line.moves)))
    part: list[_Stretch] = []
    for number, (position, move, after) in enumerate(line.steps(), 1):
        events = list(happenings(position, move, after))
        if isinstance(move, DealStock):
            if not part or part[-1].discards or part[-1].to != move.to:
                part.append(_Stretch(to=move.to))
            part[-1].deals += 1
        elif isinstance(move, Discard):
            if not part:
                part.append(_Stretch())
            cards = f"{number:>{digits}}. {_discard(events[0], position)}"
            part[-1].discards.append(
                (
                    cards,
                    " ".join(
                        card_text(card, position.rules) for card in uncovered(position, after)
                    ),
                )
            )
        else:
            yield heading, part
            turned = count_of(events[0].count, "card")
            heading = say("Pass {0}: {1}. redeal {2}", position.pass_number + 1, number, turned)
            part = []
        for event in events[1:]:
            if not part:
                part.append(_Stretch())
            pair = " + ".join(card_text(card, position.rules) for card in event.cards)
            part[-1].discards.append((f"{'':{digits}}  {say('auto {0}', pair)}", ""))
    yield heading, part


def _discard(event: Event, before: Position) -> str:
    """Return the cards of a discard: the upper one first, or else those of the tableau."""
    placed = sorted(
        zip(event.cards, event.places, strict=True), key=lambda pair: pair[1].split()[0] in _BESIDE
    )
    if len(placed) == 2 and placed[0][0] in before.covering(placed[1][0]):
        joint = say(" over ")
    elif len(placed) == 2 and placed[1][0] in before.covering(placed[0][0]):
        placed.reverse()
        joint = say(" over ")
    else:
        joint = " + "
    return joint.join(f"{card_text(card, before.rules)} {_short(place)}" for card, place in placed)


def _short(place: str) -> str:
    """Return the place as a player finds it: ``7.2`` for row and place in the pyramid."""
    return move_words(place.removeprefix("pyramid ").replace("column ", "col "))
