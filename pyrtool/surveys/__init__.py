"""Many deals: win rates with their intervals, exact, resumable, every win checked.

`survey` asks which deals can be won, and `survey_of` any question, in one call.
Behind them and behind ``pyrtool survey`` lie:

- `plan`: the rules, the limits, which deals count; `shards`: the parts in which they are done;
- `questions`: a file for each question, with all that is its own;
- `run`: all parts, which the workers of `pool` do;
- `store`: files that resume; `ledger`: the one of a survey;
- `export`: its deals one by one; `reports`: what is reported.
"""

import sys
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from pyrtool.base.arguments import public
from pyrtool.game import ranges
from pyrtool.game.deals import Deal, KeepIf, Numbering, numbering_of, rules_of
from pyrtool.game.games import Rules
from pyrtool.surveys.counts import Nodes, Outcomes
from pyrtool.surveys.plan import MEMORY_MIB, GivenDeals, Plan, SurveyError
from pyrtool.surveys.pool import LocalPool, Pool, ThisProcess, Unwatched
from pyrtool.surveys.questions import Survey
from pyrtool.surveys.questions.question import Question
from pyrtool.surveys.questions.verdict import Tally, VerdictQuestion
from pyrtool.surveys.run import run, run_in_ledger
from pyrtool.surveys.shards import Shard

Counts = TypeVar("Counts", bound=Outcomes)


@public
def survey(
    rules: str | Rules,
    deals: Iterable[int] | Iterable[Deal],
    *,
    numbering: Numbering | None = None,
    workers: int = 0,
    limit_nodes: int | None = None,
    limit_memory_mib: int = MEMORY_MIB,
    keep_if: KeepIf | None = None,
    plain_sample: float | None = None,
    ledger: str | Path | None = None,
    progress: bool | Callable[[int, int], object] = False,
) -> Tally:
    """Solve many deals, and count how they end; every win is checked.

    Args:
        rules: A game by its name, or its rules.
        deals: Numbers, or `Deal`s. Numbers that follow each other are solved together; where they
            are scattered, `Deal`s are faster. Only the cards of a `Deal` count: it is solved under
            `rules`.
        numbering: What the numbers mean, in place of what the game means by them.
        workers: Processes; 0 is this process. A script that uses more must guard its main part by
            ``if __name__ == "__main__"``, as `multiprocessing` asks.
        limit_nodes: Search nodes for each deal.
        limit_memory_mib: Memory for each worker.
        keep_if: Only deals of this kind are counted; the others are `dropped`.
        plain_sample: The share of the losses that the plain search is asked again; the tally
            counts them in its `opinions`.
        ledger: A file in which the survey resumes where it stopped. The tally is then that of all
            deals in it.
        progress: True to show on standard error how many deals are done, or a function that is
            called with the numbers of deals done and wanted, some seconds apart.

    Returns:
        The tally: how many are won, lost by each reason and unknown, with rates and intervals.
        ``print(tally)`` prints the report.

    Raises:
        SurveyError: The deals are neither numbers nor `Deal`s of the deck of these
            rules, or the plan contradicts itself.
        StoreError: The ledger is that of another survey.

    Examples:
        >>> survey("bouquet", range(1, 101)).won
        65
    """
    return survey_of(
        VerdictQuestion(plain_sample),
        rules,
        deals,
        numbering=numbering,
        workers=workers,
        limit_nodes=limit_nodes,
        limit_memory_mib=limit_memory_mib,
        keep_if=keep_if,
        ledger=ledger,
        progress=progress,
    )


def survey_of(
    question: Question[Counts],
    rules: str | Rules,
    deals: Iterable[int] | Iterable[Deal],
    *,
    numbering: Numbering | None = None,
    workers: int = 0,
    limit_nodes: int | None = None,
    limit_memory_mib: int = MEMORY_MIB,
    keep_if: KeepIf | None = None,
    ledger: str | Path | None = None,
    progress: bool | Callable[[int, int], object] = False,
) -> Counts:
    """Ask all `deals` any question, one of ``questions.QUESTIONS``; else the same as `survey`.

    A player's wins lie beside the deals that are winnable with every card known; limits are those
    of these verdicts.

    >>> from pyrtool import closed
    >>> from pyrtool.surveys.questions import LeftQuestion, PlayerQuestion, ScoreQuestion
    >>> survey_of(ScoreQuestion(), Rules(passes=3, scoring="par"), range(1, 4)).found.mean
    20.666666666666668
    >>> survey_of(LeftQuestion("all"), "pyramid", range(1, 21)).at_most(12).hits
    12
    >>> games = survey_of(PlayerQuestion(closed.Player("careful")), "microsoft", range(1, 101))
    >>> games.won, games.thoughtful.hits
    (52, 65)
    """
    plan, wanted, given_deals = _wanted(
        deals,
        Plan(
            rules_of(rules),
            numbering=numbering or numbering_of(rules),
            limit_nodes=limit_nodes,
            memory_mib=limit_memory_mib,
            keep_if=keep_if,
        ),
    )
    asked = Survey(plan, question)
    pool: Pool = LocalPool(workers) if workers else ThisProcess()
    watch = partial(_Progress, show_progress if progress is True else progress or None)
    total = question.outcomes({}, Nodes())
    kind = type(total)
    if ledger is not None:
        kept = run_in_ledger(
            Path(ledger),
            asked,
            wanted,
            pool,
            lambda done, total: nullcontext(watch(done, total)),
            given_deals,
        )
        assert isinstance(kept, kind)
        return kept
    plan.check(wanted)

    def keep(shard: Shard) -> None:
        nonlocal total
        assert isinstance(shard.tally, kind)
        total += shard.tally

    run(asked, wanted, pool, keep, watch(0, ranges.count(wanted)), given_deals)
    return total


def _wanted(
    deals: Iterable[int] | Iterable[Deal], plan: Plan
) -> tuple[Plan, ranges.Ranges, GivenDeals | None]:
    """Return the plan of these deals, their numbers, and the deals themselves if they are given."""
    given = deals if isinstance(deals, range) else list(deals)
    if isinstance(given, range):
        return plan, ranges.of_numbers(given), None
    if given and len(own := [one for one in given if isinstance(one, Deal)]) == len(given):
        given_deals = GivenDeals.of_deals(own, plan.rules)
        return replace(plan, text=given_deals.digest), ((1, len(given_deals)),), given_deals
    if len(numbers := [one for one in given if isinstance(one, int)]) == len(given):
        return plan, ranges.of_numbers(numbers), None
    raise SurveyError("deals: give numbers alone, or deals alone")


class _Progress(Unwatched):
    """Watch a survey for `progress`: a function that is called with the deals done and wanted."""

    def __init__(
        self, progress: Callable[[int, int], object] | None, done: int, total: int
    ) -> None:
        self._progress, self._done, self._total = progress, done, total

    def added(self, shard: object, /) -> None:
        """Count the deals of a shard that was added to the survey."""
        assert isinstance(shard, Shard)
        self._done += shard.deals
        if self._progress is not None:
            self._progress(self._done, self._total)


def show_progress(done: int, total: int) -> None:
    """Write on standard error how many deals are done, over what was written before."""
    end = "\n" if done == total else ""
    sys.stderr.write(f"\r{done:,} of {total:,} deals ({done / total:.1%}){end}")
    sys.stderr.flush()
