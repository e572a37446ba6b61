"""Matches of six deals of par Pyramid, each played for its best score.

Decides what a match is worth, and when that is open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pyrtool.answers.best.best import best
from pyrtool.answers.best.line import Best, BestError
from pyrtool.answers.subject import Subject
from pyrtool.base.arguments import guard
from pyrtool.base.limits import Limits
from pyrtool.game.points import PAR_GAMES

__all__ = ["ParMatch", "par", "par_game"]


@dataclass(frozen=True)
class ParMatch:
    """A match: its games so far, each the best line of a deal. `print` shows what it is worth."""

    games: tuple[Best, ...] = ()

    @property
    def total(self) -> int:
        """The points of the lines that were found."""
        return sum(game.position.score() for game in self.games)

    @property
    def at_most(self) -> int:
        """A number of points that no lines exceed: the total, where all games are proved."""
        return sum(game.position.score() if game.proved else game.bound[0] for game in self.games)

    @property
    def is_whole(self) -> bool:
        """Whether all six games were played."""
        return len(self.games) == PAR_GAMES

    @property
    def makes_par(self) -> bool | None:
        """Whether the total is at least 0; None where a limit or a game to come leaves it open."""
        if not self.is_whole or self.total < 0 <= self.at_most:
            return None
        return self.total >= 0

    def __str__(self) -> str:
        if not self.is_whole:
            rest = PAR_GAMES - len(self.games)
            return f"{self.total} so far, with {rest} of {PAR_GAMES} deals to play"
        if self.makes_par is None:
            return (
                f"total {self.total}, at most {self.at_most}: whether the match makes par is open"
            )
        return f"total {self.total}: {'the match makes par' if self.makes_par else 'short of par'}"


def par(deals: Iterable[Subject], limits: Limits = Limits()) -> list[ParMatch]:
    """Play matches of six deals of par Pyramid, each for its best score.

    Args:
        deals: Deals of a game with par scoring, six a match; the last match may have fewer.
        limits: They hold for each deal.

    Returns:
        The matches, in the order of their deals.

    Raises:
        BestError: The rules of a deal keep no par score.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> (match,) = par(deal(number, "par") for number in range(1, 7))
        >>> [game.position.score() for game in match.games], match.makes_par
        ([-8, 35, 35, -10, 35, -2], True)
        >>> print(match)
        total 85: the match makes par
    """
    matches: list[ParMatch] = []
    for one in deals:
        if not matches or matches[-1].is_whole:
            matches.append(ParMatch())
        matches[-1] = ParMatch((*matches[-1].games, par_game(one, limits)))
    return matches


def par_game(subject: Subject, limits: Limits = Limits()) -> Best:
    """Find the line with the best par score of a deal or a position; a `BestError` where its rules
    keep none."""
    if subject.rules.scoring != "par":
        raise BestError("these rules keep no par score; add --scoring par")
    return best(subject, "score", limits)


guard(__name__)
