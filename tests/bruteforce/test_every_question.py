"""Every question of every kind of game, against a brute force that shares no code with the rest.

A failure prints the question, the case, and the `PYRTOOL_SEED` that draws it again.
"""

from collections import Counter
from itertools import islice

import pytest

from pyrtool.answers.plan import plan_of
from pyrtool.answers.solve import solve
from pyrtool.game.rules import RulesError

from ..drawing import drawn_seed, enough
from .games import KINDS, Case, cases
from .questions import QUESTIONS, ask_all, judged

QUICK, SLOW = 18, 15
"""The cases of a kind in a quick test, and in a slow one, which may be larger."""

pytestmark = pytest.mark.draws


def is_refused(case: Case) -> bool:
    """Whether no search knows the game: then it is rejected, and nothing else happens."""
    try:
        plan_of(case.rules).check_searched()
    except RulesError:
        with pytest.raises(RulesError):
            solve(case.deal)
        return True
    return False


def ask(kind: str, first: int, count: int, slow: bool) -> Counter[object]:
    """Ask all about this many cases; how many were won, lost, and too large, and what was asked."""
    seen: Counter[object] = Counter()
    for case in islice(cases(kind, drawn_seed(), first), count):
        if is_refused(case):
            continue
        asked = judged(case, slow)
        seen[None if asked is None else asked.won] += 1
        if asked is not None:
            seen.update(ask_all(asked))
    return seen


@pytest.mark.parametrize("kind", KINDS)
def test_the_brute_force_answers_alike(kind: str) -> None:
    seen = ask(kind, 0, QUICK, slow=False)
    enough(min(seen[True], seen[False]), 1)
    enough(seen[True] + seen[False], QUICK / 2)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_brute_force_answers_alike_often(kind: str) -> None:
    ask(kind, QUICK, SLOW, slow=True)


def test_every_question_is_asked() -> None:
    """A case of some kind of game."""
    asked: set[str] = set()
    for kind in KINDS:
        for case in islice(cases(kind, drawn_seed()), QUICK):
            asked |= {question.__name__ for question, fits in QUESTIONS if fits(case.rules)}
    assert asked == {question.__name__ for question, _ in QUESTIONS}
