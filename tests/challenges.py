"""The most that can be done, and challenges, held against what the brute force found."""

from __future__ import annotations

from pyrtool.answers.best.best import By, best, possible, worth
from pyrtool.game.cards import rank_of
from pyrtool.game.position import Position

from .oracle import NONE, Answer


def check_challenge(
    asked: Answer, start: Position, by: By, at_least: int | None, shortest: bool
) -> None:
    """The best line, the second one where to clear the pyramid costs something, their lengths."""
    if at_least is not None:
        lowest, highest = possible(start.rules, by)
        at_least = min(max(at_least, lowest), highest)
    found = best(start, by, at_least=at_least, shortest=shortest)
    case = (by, at_least, shortest)
    assert found.proved, case
    rank = rank_of(by)
    most, both = (
        (asked.most_removed(rank, cleared) if rank else asked.most_points(cleared))
        for cleared in (False, True)
    )
    reached = most if at_least is None else min(most, at_least)
    for line, goal, cleared in ((found, reached, False), (found.cleared, min(both, reached), True)):
        if line is None:
            continue
        (value,) = worth(line.position, by)
        assert start.play_all(line.moves) == line.position
        assert goal <= value <= most, case
        assert not cleared or line.position.pyramid_left() == 0
        assert at_least is not None or value == (both if cleared else most) == line.bound[0], case
        fewest = (
            asked.fewest_to_remove(rank, goal, cleared)
            if rank
            else asked.fewest_to_score(goal, cleared)
        )
        assert not shortest or len(line.moves) == line.least_moves == fewest, case
    clears = both > NONE
    if found.position.pyramid_left() == 0 or not clears:
        assert found.cleared is None, case
    else:
        assert found.cleared is not None, case
        again = found.cleared
        costs = worth(again.position, by)[0] < reached or len(again.moves) > len(found.moves)
        assert costs or at_least is not None, case


def expected(answer: Answer, by: By) -> tuple[int, ...]:
    if by == "score":
        return (answer.best_score,)
    return answer.best_pyramid if by == "pyramid" else answer.best_all
