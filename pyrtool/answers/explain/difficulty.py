"""Reasoning: how hard a deal is to explain, by the trials and the hardest technique.

Decides the levels of reasoning, and which of two techniques is harder.
"""

from dataclasses import dataclass
from typing import Final, Literal

from pyrtool.answers.explain.explanation import Explanation, Part, explanation_if_any
from pyrtool.answers.explain.problem import SEEN, Fact, why_not
from pyrtool.answers.explain.proof import MOST_TRIALS
from pyrtool.answers.verdicts import Verdict
from pyrtool.base.arguments import check_fields
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import shorten
from pyrtool.game.games import Rules
from pyrtool.game.position import Subject
from pyrtool.languages import count_of, message, say

Level = Literal["pure deduction", "one trial", "several trials"]

LEVELS: Final[tuple[Level, ...]] = (
    message("pure deduction"),
    message("one trial"),
    message("several trials"),
)

ORDER: Final = (
    # Two cards, one glance: one lies on the other, or has a partner already.
    *(message("order"), message("uncovered"), message("taken"), message("clash")),
    # One card, and all cards that it could go with.
    *(message("only"), message("none left")),
    # Cards that wait for each other.
    *(message("chain"), message("partner"), message("circle"), message("wait")),
    # Cards of the stock, and when they are turned.
    *(
        message("never"),
        message("window"),
        message("late"),
        message("buried"),
        message("ahead"),
        message("stock pair"),
    ),
    # Several cards of one rank, counted together.
    *(message("crowd"), message("share"), message("supply")),
    # Every case of a card at once, and a pair that would leave another card alone.
    *(message("either"), message("miss"), message("cross"), message("squeeze"), message("tangle")),
)
"""Every technique that is a deduction, the simplest first: the more cards and moments a reader must
keep in view together, the harder it is."""


@dataclass(frozen=True)
class Reasoning:
    """The effort of the explanation of a deal or a position.

    Attributes:
        verdict: What is explained: that it is `lost`, or which pairs every solution of one that is
            `won` has.
        trials: How many suppositions are refuted, one after the other.
        technique: The hardest technique; None if nothing is deduced: no proof was found, or no pair
            that is in every solution.
        forced: The pairs found to be in every solution; None for a lost deal.
        deduced: Those that follow without a trial; None for a lost deal.
    """

    verdict: Literal["lost", "won"]
    trials: int
    technique: str | None
    forced: int | None = None
    deduced: int | None = None

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def level(self) -> Level | None:
        """Return how many trials, in words; None if nothing is deduced."""
        return None if self.technique is None else LEVELS[min(self.trials, 2)]

    @property
    def words(self) -> str:
        """The level and what it is for, without the technique, in the chosen language."""
        if self.technique is None:
            if self.verdict == "lost":
                return say("no proof of at most {0} trials was found", MOST_TRIALS)
            return say("no forced pair was found")
        level = count_of(self.trials, "trial") if self.trials > 1 else say(str(self.level))
        if self.forced is None or self.deduced is None:
            return level
        pairs = count_of(self.forced, "forced pair")
        if self.deduced in (0, self.forced):
            return say("{0} by {1}", pairs, level)
        tried = self.forced - self.deduced
        return say(
            "{0}, {1} by {2} and {3} by {4}", pairs, self.deduced, say(LEVELS[0]), tried, level
        )

    @property
    def summary(self) -> str:
        """The words, and the hardest technique if something is deduced."""
        if self.technique is None:
            return self.words
        return say("{0}; hardest technique: {1}", self.words, say(self.technique))


def reasoning_of(explanation: Explanation) -> Reasoning | None:
    """Return what an explanation takes; None if a limit left the verdict open."""
    if explanation.verdict == "unknown":
        return None
    used = {step.technique for part in explanation.parts for step in part.steps}
    hardest = max(used - SEEN - {"trial"}, key=ORDER.index, default=None)
    if explanation.verdict == "lost":
        return Reasoning("lost", explanation.trials, hardest)
    forced = set(explanation.forced_facts)
    deduced = forced & _without_trial(explanation.parts)
    return Reasoning("won", explanation.trials, hardest, len(forced), len(deduced))


def _without_trial(parts: tuple[Part, ...]) -> set[Fact]:
    """Return the pairs that rest on no trial."""
    rests: set[Fact] = set()
    pairs: set[Fact] = set()
    for part in parts:
        if part.supposed is None:
            for step in part.steps:
                if step.technique == "trial" or rests.intersection(step.premises):
                    rests.add(step.fact)
                elif step.fact.kind == "together":
                    pairs.add(step.fact)
    return pairs


def reason(subject: Subject, verdict: Verdict) -> Reasoning | None:
    """Rate how hard a deal or position is to explain.

    Args:
        subject: A deal, or a position from which play goes on.
        verdict: What `solve` answers for it.

    Returns:
        The trials and the hardest technique; None if the verdict is unknown, or if deductions do
        not hold under the rules (`pyrtool explain` says why).

    Examples:
        >>> from pyrtool.answers.solve import solve
        >>> from pyrtool.game.deals import deal
        >>> twelve = deal(12)
        >>> found = reason(twelve, solve(twelve))
        >>> found.level, found.trials
        ('one trial', 1)
    """
    explanation = explanation_if_any(subject, verdict)
    return None if explanation is None else reasoning_of(explanation)


def check_reasoned(rules: Rules) -> None:
    """Raise a `PyrtoolError` if no deal of these rules can be explained from its start."""
    wrong = why_not(rules)
    if wrong is not None:
        raise PyrtoolError(f"no deal of these rules is explained: {wrong}")


def reasoning_named(name: str) -> Level:
    """Return the level with this name, or ``no trial`` for the first; an error if there is none."""
    for level in LEVELS:
        if name == level or (name == "no trial" and level == LEVELS[0]):
            return level
    names = ", ".join(("no trial", *LEVELS[1:]))
    raise PyrtoolError(f"unknown reasoning {shorten(name)}: must be {names}")


def check_technique(name: str) -> str:
    """Return the technique with this name; an error that lists all if there is none."""
    if name not in ORDER:
        raise PyrtoolError(f"unknown technique {shorten(name)}: must be {', '.join(ORDER)}")
    return name
