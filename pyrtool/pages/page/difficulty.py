"""How hard a deal is, in words and dots.

Decides how pages show the level of a rating; pictures and the command line show stars.
"""

from __future__ import annotations

from pyrtool.answers.explain.reasoning import Reasoning
from pyrtool.answers.rating import LEVELS
from pyrtool.base.arguments import guard
from pyrtool.languages import say


def dots(stars: int) -> str:
    """The level as dots, 1 to 5 of 5 filled."""
    return "●" * stars + "○" * (len(LEVELS) - stars)


def level(stars: int) -> str:
    """The name of the level; nothing for none."""
    return say(LEVELS[stars - 1][0]).title() if stars else ""


def level_element(stars: int, tag: str, reasoning: Reasoning | None = None) -> str:
    """The level, and that of the reasoning, as an HTML element that a screen reader reads."""
    reasoned = say(reasoning.level) if reasoning and reasoning.level else None
    rank = say("{0} of {1}", stars, len(LEVELS))
    spoken = ", ".join(filter(None, [level(stars), rank, reasoned]))
    shown = " · ".join(filter(None, [f"{level(stars)} {dots(stars)}".strip(), reasoned]))
    return f'<{tag} class="stars" role="img" aria-label="{spoken}">{shown}</{tag}>'


guard(__name__)
