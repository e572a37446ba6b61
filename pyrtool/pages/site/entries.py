"""What a site has to be played: the collection's problems, and deals that are added.

Decides what is known of a problem, and what it is called in links.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pyrtool.answers.explain.reasoning import Reasoning, reason
from pyrtool.answers.rating import Rating
from pyrtool.answers.solve import Won
from pyrtool.base.arguments import guard
from pyrtool.base.words import capital
from pyrtool.game.deals import Deal
from pyrtool.notation import NamedRules
from pyrtool.pictures.lettering.titles import deal_title
from pyrtool.records.collection import puzzles


@dataclass(frozen=True)
class Entry:
    """A problem of a site: a deal, the game it is played by, and how it is won.

    Links and file names have `name`: letters, digits and hyphens. `teaser` is a sentence on
    what is special; `rating` is None where it has no stars.
    """

    name: str
    title: str
    teaser: str
    deal: Deal
    named: NamedRules
    won: Won
    rating: Rating | None = None

    @cached_property
    def reasoning(self) -> Reasoning | None:
        """What the explanation takes; None without stars, or where deductions do not hold."""
        return None if self.rating is None else reason(self.deal, self.won)


def entry_of(
    number: int,
    deal: Deal,
    named: NamedRules,
    won: Won,
    *,
    title: str = "",
    teaser: str = "",
    rating: Rating | None = None,
) -> Entry:
    """The problem of a deal that is added, the `number`-th of a site; without a `title` it has
    that of the deal's number, or of its own."""
    return Entry(
        name=f"a{number}",
        title=title or capital(deal_title(deal) or f"deal {number}"),
        teaser=teaser,
        deal=deal,
        named=named,
        won=won,
        rating=rating,
    )


def of_collection() -> Sequence[Entry]:
    """The problems of the collection, by their numbers."""
    return [
        Entry(
            name=str(puzzle.number),
            title=puzzle.title,
            teaser=puzzle.teaser,
            deal=puzzle.deal,
            named=NamedRules.of(puzzle.game, puzzle.rules),
            won=puzzle.won,
            rating=puzzle.rating,
        )
        for puzzle in puzzles()
    ]


guard(__name__)
