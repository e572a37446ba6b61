"""A solution as scenes: one for each move, of one size, to be shown one after another.

Decides what each scene marks and says; how long it is shown and what the file is like is for
the painters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyrtool.cards import Card, counted
from pyrtool.door import guard
from pyrtool.played import played
from pyrtool.position import DealStock, Discard, Move, Position, Redeal
from pyrtool.render.elements import Scene
from pyrtool.render.fonts import Font
from pyrtool.render.scene import captioned, compose
from pyrtool.render.words import short


def steps(
    start: Position,
    moves: Sequence[Move],
    *,
    title: str | None = None,
    subtitle: str | None = None,
    caption: str | None = None,
    stars: int | None = None,
    font: Font | None = None,
    width_px: int | None = None,
) -> tuple[Scene, ...]:
    """The scenes before each move and the one after the last: one more than moves.

    The cards of the next move are marked, and a line says which move it is; `caption` stands
    below that line in all of them. An `IllegalMoveError` names a move that cannot be played.
    """

    def scene(position: Position, marks: Mapping[Card, str] | None = None) -> Scene:
        return compose(
            position,
            title=title,
            subtitle=subtitle,
            stars=stars,
            marks=marks,
            font=font,
            width_px=width_px,
        )

    line = played(start, moves)
    scenes, lines = [], []
    for number, (position, move, _) in enumerate(line.steps(), start=1):
        scenes.append(scene(position, dict.fromkeys(moving(position, move), "move")))
        lines.append(f"Move {number} of {len(moves)}: {say(position, move)}")
    scenes.append(scene(line.end))
    left = line.end.cards_left()
    end = f"{counted(left, 'card')} {'is' if left == 1 else 'are'}" if left else "no card is"
    lines.append(f"After {counted(len(moves), 'move')} {end} left.")
    below = f"\n{caption}" if caption else ""
    height = max(one.height for one in scenes)
    whole = [
        captioned(one, line + below, height, font, width_px)
        for one, line in zip(scenes, lines, strict=True)
    ]
    return tuple(whole)


def moving(position: Position, move: Move) -> tuple[Card, ...]:
    """The cards that a move takes from where they are."""
    if isinstance(move, Discard):
        return move.cards
    if isinstance(move, Redeal):
        return ()
    if position.turned is not None:
        return (position.turned,)
    return position.stock[: position.rules.draw]


def say(position: Position, move: Move) -> str:
    """A move in short: ``10♥ and 3♠``, ``deal 5♥``, ``turn the waste over``."""
    cards = " and ".join(map(short, moving(position, move)))
    if isinstance(move, DealStock):
        return f"deal {cards}"
    return cards if isinstance(move, Discard) else "turn the waste over"


guard(__name__)
