"""Matches of six deals of par Pyramid, and challenges over several deals with one target.

Decides what a match is worth, and when that is open; what each deal of a challenge counts, what is
still needed after it, and what is still possible.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from pyrtool.answers.best.best import Best, BestError, best, check_question, possible
from pyrtool.answers.objectives import By, worth
from pyrtool.base.arguments import public
from pyrtool.base.limits import Limits
from pyrtool.base.messages import shown
from pyrtool.game.games import Rules
from pyrtool.game.points import PAR_GAMES
from pyrtool.game.position import Subject


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
        """A number of points that no lines exceed: the total, if all games are proved."""
        return sum(game.position.score() if game.proved else game.bound[0] for game in self.games)

    @property
    def is_whole(self) -> bool:
        """Return whether all six games were played."""
        return len(self.games) == PAR_GAMES

    @property
    def makes_par(self) -> bool | None:
        """Return whether the total is at least 0; None if that is open."""
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


@public
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
        if one.rules.scoring != "par":
            raise BestError("these rules keep no par score; add --scoring par")
        matches[-1] = ParMatch((*matches[-1].games, best(one, "score", limits)))
    return matches


MOST_DEALS: Final = 1000
"""The most deals that one challenge has."""


@dataclass(frozen=True)
class Challenge:
    """A target over several deals, and the deals so far, each with its best line.

    Attributes:
        by: What counts: points (`score`), cards of a rank, or deals that are cleared (`pyramid`, or
            `all` cards).
        over: How many deals there are.
        rules: The rules of every deal.
        at_least: The target, or None.
        games: The best lines of the deals so far. A line that reaches the target need not be the
            best.
        unneeded: How many deals were left out, because the target was reached before them.
    """

    by: By
    over: int
    rules: Rules
    at_least: int | None = None
    games: tuple[Best, ...] = ()
    unneeded: int = 0

    def __post_init__(self) -> None:
        check_question(self.rules, self.by)
        if not 1 <= self.over <= MOST_DEALS:
            raise BestError(f"over {shown(self.over)} deals: must be from 1 to {MOST_DEALS}")
        least, most = (self.over * each for each in per_deal(self.rules, self.by))
        if self.at_least is not None and not least <= self.at_least <= most:
            raise BestError(
                f"best {self.by}, at least {shown(self.at_least)} over {self.over} deals: "
                f"must be from {least} to {most}"
            )

    @property
    def total(self) -> int:
        """Return what the lines that were found count together."""
        return sum(counts(game) for game in self.games)

    @property
    def to_come(self) -> int:
        """Return how many deals have no line."""
        return self.over - len(self.games)

    @property
    def most_to_come(self) -> int:
        """Return what these deals count at most: perfect games, as nobody has seen the cards."""
        return self.to_come * per_deal(self.rules, self.by)[1]

    @property
    def most_so_far(self) -> int:
        """A number that no lines of the deals so far exceed: the total, if all are proved."""
        return sum(most_counted(game) for game in self.games)

    @property
    def at_most(self) -> int:
        """Return what is still possible: a number that no lines of all deals exceed."""
        return self.most_so_far + self.most_to_come

    @property
    def needed(self) -> int | None:
        """Return what the deals to come must count beside the lines found; None for no target."""
        return None if self.at_least is None else self.at_least - self.total

    @property
    def is_met(self) -> bool | None:
        """Return whether the target can be reached; None while that is open, or without a target.

        It is reached when no result of the deals to come can spoil it: a deal has no fewer than 0
        points, but a par score can be negative.
        """
        if self.at_least is None:
            return None
        least = self.to_come * per_deal(self.rules, self.by)[0]
        if self.total + least >= self.at_least:
            return True
        return False if self.at_most < self.at_least else None

    @property
    def is_whole(self) -> bool:
        """Return whether no deal is to come, or only deals that are not needed."""
        return len(self.games) + self.unneeded == self.over

    @property
    def is_limited(self) -> bool:
        """Return whether a limit left open what was asked: the target, or without one the most."""
        return self.is_met is None and self.total < self.most_so_far


@public
def challenge(
    deals: Iterable[Subject],
    over: int,
    by: By = "score",
    at_least: int | None = None,
    limits: Limits = Limits(),
    shortest: bool = False,
) -> list[Challenge]:
    """Find whether a target over several deals can be reached, and what each deal must give.

    Each deal gets its best line. If less is enough for the target, a line that reaches it will
    do. Deals after that are not searched.

    Args:
        deals: Deals or positions under the same rules, `over` a challenge; the last one may have
            fewer, and says what is possible with the deals to come.
        over: How many deals one challenge has.
        by: What counts: points (``score``), cards of a rank (``A`` to ``K``), or deals: those in
            which the ``pyramid`` can be cleared, or ``all`` cards.
        at_least: The target; None for the most that is possible.
        limits: They hold for each deal.
        shortest: Find a line of the fewest moves among those that do as well.

    Returns:
        The challenges, in the order of their deals.

    Raises:
        BestError: The deals have different rules, the target is out of range, or `best` cannot be
            asked.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> (two,) = challenge([deal(3, "microsoft"), deal(1, "microsoft")], 2, at_least=1400)
        >>> [game.position.score() for game in two.games], two.total, two.is_met
        ([1290, 155], 1445, True)
        >>> (one,) = challenge([deal(1, "microsoft")], 2, at_least=1400)
        >>> one.total, one.needed, one.at_most, one.is_met
        (195, 1205, 1485, None)
    """
    challenges: list[Challenge] = []
    for one in deals:
        if not challenges or challenges[-1].is_whole:
            challenges.append(Challenge(by, over, one.rules, at_least))
        challenges[-1] = next_deal(challenges[-1], one, limits, shortest)
    return challenges


def next_deal(
    before: Challenge, subject: Subject, limits: Limits = Limits(), shortest: bool = False
) -> Challenge:
    """Add the next deal to a challenge, with the best line, or one that is enough for the target.

    A deal after the target is not searched, and counts as not needed.
    """
    if subject.rules != before.rules:
        raise BestError("the deals of a challenge must have the same rules")
    if before.is_met:
        return replace(before, unneeded=before.unneeded + 1)
    game = best(subject, before.by, limits, _enough(before), shortest)
    return replace(before, games=(*before.games, game))


def _enough(before: Challenge) -> int | None:
    """Return what the next deal must count for the target, if one deal can give that.

    The deals after it may count as little as the rules allow.
    """
    least, most = per_deal(before.rules, before.by)
    if before.needed is None or before.by in ("pyramid", "all"):
        return None
    enough = before.needed - (before.to_come - 1) * least
    return enough if enough <= most else None


def per_deal(rules: Rules, by: By) -> tuple[int, int]:
    """Return the least and the most that one deal counts."""
    return (0, 1) if by in ("pyramid", "all") else possible(rules, by)


def counts(game: Best) -> int:
    """Return what the line of a deal counts: points, cards, or 1 for a deal that it clears."""
    reached = worth(game.position, game.by)[0]
    return int(reached == 0) if game.by in ("pyramid", "all") else reached


def most_counted(game: Best) -> int:
    """Return a number that no line of the deal counts more than.

    If a line was enough, no better one was looked for, and a perfect game is the bound.
    """
    if game.is_enough:
        return per_deal(game.position.rules, game.by)[1]
    if game.proved:
        return counts(game)
    return int(game.bound[0] == 0) if game.by in ("pyramid", "all") else game.bound[0]
