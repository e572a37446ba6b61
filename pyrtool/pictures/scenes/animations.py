"""A solution as scenes that are shown one after the other.

Decides what each scene marks and says, and how long it is shown; the painters write the files.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Final

from pyrtool.base.messages import capital
from pyrtool.game.cards import Card
from pyrtool.game.line import played
from pyrtool.game.position import DealStock, Discard, Move, Position, Redeal
from pyrtool.languages import count_of, message, say
from pyrtool.pictures.decks import FACE_HEIGHT
from pyrtool.pictures.lettering import typesetting as letters
from pyrtool.pictures.lettering.descriptions import short
from pyrtool.pictures.scenes.positions import MARGIN, captioned, compose
from pyrtool.pictures.scenes.scene import Face, Scene, Text
from pyrtool.pictures.settings import USUAL, PictureSettings

OPENING: Final = 3
"""How many times as long as a step the deal is shown."""

LAST: Final = 4
"""And the end."""

BETWEEN: Final = 2
"""Scenes between two steps. In each, whole cards lie elsewhere, and what they uncover is drawn
again: one more makes a file a fifth larger."""

MOST_NAMED: Final = 8
"""Cards that are named where they are dealt in one step."""

_SOLVED: Final = message("Solved.")
_SOLVED_WIDTH: Final = 0.5
"""What of the page's width the word takes at the end of a game that was won."""

_LEAST_SMALLER: Final = 1.25  # how many times the deal is smaller there at least

BETWEEN_MS: Final = 80
LEAST_BETWEEN_MS: Final = 40


def steps(
    start: Position, moves: Sequence[Move], settings: PictureSettings = USUAL
) -> tuple[Scene, ...]:
    """Compose the deal, the scenes before each step and the one after the last: two more than
    steps. A step is a move, or several that deal from the stock.

    The cards of the step are marked, and a line says which moves it is; `caption` lies below that
    line in all of them. An `IllegalMoveError` names a move that cannot be played.
    """

    def scene(position: Position, marks: Mapping[Card, str] | None = None) -> Scene:
        return compose(position, replace(settings, caption=None), marks=marks, steady=True)

    line, moved = played(start, moves), 0
    scenes = [scene(start)]
    many = count_of(len(moves), "move")
    lines = [say("The deal: {0} to come.", many) if moves else ""]
    for run in _runs(moves):
        positions = line.positions[moved : moved + len(run)]
        scenes.append(scene(positions[0], dict.fromkeys(_moving(positions, run), "move")))
        first, moved = moved + 1, moved + len(run)
        text = in_short(positions, run) + _vanishing(line.positions[first : moved + 1])
        if len(run) == 1:
            lines.append(f"{say('Move {0} of {1}', moved, len(moves))}: {text}")
        else:
            lines.append(say("Moves {0} to {1} of {2}: {3}", first, moved, len(moves), text))
    scenes.append(scene(line.end))
    left = line.end.cards_left()
    cards = count_of(left, "card")
    if not line.end.is_won():
        lines.append(capital(say("after {0}: {1} left.", many, cards)))
    elif left:
        lines.append(say("Solved in {0}; {1} left.", many, cards))
    else:
        lines.append(say("Solved in {0}.", many))
    below = f"\n{settings.caption}" if settings.caption else ""
    height = max(one.height for one in scenes)
    whole = [
        captioned(one, line + below, settings, height)
        for one, line in zip(scenes, lines, strict=True)
    ]
    tallest = max(one.height for one in whole)
    return tuple(replace(one, height=tallest) for one in whole)


@dataclass(frozen=True)
class Shot:
    """A scene, and how many milliseconds it is shown."""

    scene: Scene
    ms: int


def film(scenes: Sequence[Scene], frame_ms: int, *, won: bool = False) -> tuple[Shot, ...]:
    """Time the scenes of `steps`, and others between them in which cards go or move.

    A step takes `frame_ms`; the opening is held `OPENING` times as long, the end `LAST` times. The
    end of a game that was `won` says so in large letters above the deal.
    """
    opening, *shown, end = scenes
    between_ms = min(BETWEEN_MS, frame_ms // (30 * BETWEEN) * 10)  # a third of a step
    count = BETWEEN if between_ms >= LEAST_BETWEEN_MS else 0
    shots = [Shot(opening, OPENING * frame_ms)]
    for before, after in pairwise([*shown, end]):
        shots.append(Shot(before, frame_ms - count * between_ms))
        for k in range(1, count + 1):
            shots.append(Shot(_between(before, after, k / (count + 1)), between_ms))
    last = _solved(opening, end) if won and opening.faces else end
    return (*shots, Shot(last, LAST * frame_ms))


def _solved(deal: Scene, end: Scene) -> Scene:
    """Compose the end of a game that was won: a larger page, so that all cards are smaller, with
    its lines as they were and one word between them, above the deal."""
    lines = [text for text in end.texts if text.role != "label"]
    captions = [text for text in lines if text.role == "caption"]
    above = [text for text in lines if text.role != "caption"]
    first = max((text.y + text.size * letters.DESCENT for text in above), default=0.0) + MARGIN
    room = min(text.y - text.size for text in captions) - MARGIN - first
    solved = say(_SOLVED).removesuffix(".")
    size = min(_SOLVED_WIDTH * end.width / letters.width(solved, bold=True), room / 3)
    top, left = min(f.y for f in deal.faces), min(f.x for f in deal.faces)
    tall = max(f.y for f in deal.faces) + FACE_HEIGHT - top
    right = max(f.x for f in deal.faces) + 1
    word = 1.5 * size  # with the gap below it
    times = max(_LEAST_SMALLER, tall / (room - word))
    begins = times * first + (times * room - tall - times * word) / 2
    across = (times * end.width - left - right) / 2
    down = begins + times * word - top
    middle = Text(solved, end.width / 2, begins / times + size, size, "title", "centre")
    return replace(
        end,
        width=times * end.width,
        height=times * end.height,
        slots=(),
        faces=tuple(replace(face, x=face.x + across, y=face.y + down) for face in deal.faces),
        texts=tuple(
            replace(text, x=times * text.x, y=times * text.y, size=times * text.size)
            for text in (*lines, replace(middle, font=lines[-1].font))
        ),
    )


def _between(before: Scene, after: Scene, part: float) -> Scene:
    """Compose what is seen on the way from a scene to the next: marked cards that stay move, those
    that go meet. The others keep their places, so that a file stays small."""
    last = {face.card: face for face in after.faces}
    going = [face for face in before.faces if face.mark is not None and face.card not in last]
    still, moving = [], []
    for face in before.faces:
        new = last.get(face.card)
        if face.mark is None:
            still.append(face)
        elif new is not None:
            x, y = face.x + part * (new.x - face.x), face.y + part * (new.y - face.y)
            moving.append(replace(face, x=x, y=y, mark=None))
        else:
            x, y = _meeting(going)
            x, y = face.x + part * (x - face.x), face.y + part * (y - face.y)
            moving.append(replace(face, x=x, y=y))
    return replace(before, faces=(*still, *moving))


def _meeting(going: Sequence[Face]) -> tuple[float, float]:
    """Return the point where discarded cards meet; that of a single card rises by half a card."""
    rise = FACE_HEIGHT / 2 if len(going) == 1 else 0.0
    return (
        sum(face.x for face in going) / len(going),
        max(0.0, sum(face.y for face in going) / len(going) - rise),
    )


def _runs(moves: Sequence[Move]) -> Iterator[tuple[Move, ...]]:
    """Yield the moves, those that deal from the stock one after another together."""
    for to, run in groupby(moves, lambda move: move.to if isinstance(move, DealStock) else None):
        if to is not None:
            yield tuple(run)
        else:
            yield from ((move,) for move in run)


def _moving(positions: Sequence[Position], run: Sequence[Move]) -> tuple[Card, ...]:
    """Return the cards that moves take from where they are, each from its position."""
    cards: dict[Card, None] = {}
    for position, move in zip(positions, run, strict=True):
        cards |= dict.fromkeys(moving(position, move))
    return tuple(cards)


def in_short(positions: Sequence[Position], run: Sequence[Move]) -> str:
    """Write a move in short, ``10♥ and 3♠``, or several that deal, ``deal 5♥ 6♣``."""
    move, cards = run[0], list(map(short, _moving(positions, run)))
    if isinstance(move, Discard):
        return say(" and ").join(cards)
    if isinstance(move, Redeal):
        return say("turn the waste over")
    dealt = " ".join(cards)
    if len(run) > 1 and len(cards) > MOST_NAMED:
        dealt = say("{0} times", len(run))
    dealing = say("deal to waste {0}", move.to) if move.to else say("deal")
    return f"{dealing} {dealt}"


def _vanishing(positions: Sequence[Position]) -> str:
    """Write the pairs that went by themselves before these positions: ``; 10♥ and 3♠ vanish``."""
    pairs = [say(" and ").join(map(short, pair)) for here in positions for pair in here.vanished]
    return f"; {say('{0} vanish', ', '.join(pairs))}" if pairs else ""


def moving(position: Position, move: Move) -> tuple[Card, ...]:
    """Return the cards that a move takes from where they are."""
    if isinstance(move, Discard):
        return move.cards
    if isinstance(move, Redeal):
        return ()
    return position.undealt()[: position.rules.dealt_at_once]
