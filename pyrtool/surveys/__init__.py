"""Many deals: win rates with their intervals, exact, resumable, every win checked.

`survey`, `survey_scores`, `survey_left` and `survey_player` are all in one call, for notebooks.
Behind them and behind ``pyrtool survey`` lie:

- `plan`: the rules, the limits, and which deals count;
- `shard`: a part of the deals; `run`: all parts, which the pools of `work` do;
- `ledger`: what is kept; `findings`, `article` and `atlas`: what is reported;
- `questions`: a folder for each question, `verdict`, `score`, `left` and `player`. In it `question`
  answers, `counts` counts, and `report` reports. `best` is what `score` and `left` share.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeVar

from pyrtool.answers.closed import Player
from pyrtool.base.arguments import guard
from pyrtool.base.intervals import Rate
from pyrtool.game.deals import Deal, KeepIf, Numbering, numbering_of, rules_of
from pyrtool.game.games import Rules
from pyrtool.surveys.counts import Nodes, Outcomes
from pyrtool.surveys.ledger import Ledger, LedgerError, open_ledger
from pyrtool.surveys.plan import MEMORY_MIB, Plan, SurveyError, Text
from pyrtool.surveys.questions import QUESTIONS
from pyrtool.surveys.questions.left.counts import Fewest
from pyrtool.surveys.questions.player.counts import Games
from pyrtool.surveys.questions.score.counts import Scores
from pyrtool.surveys.questions.verdict.counts import Tally
from pyrtool.surveys.run import run, run_in_ledger
from pyrtool.surveys.shard import Shard, WrongLineError
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.pools import LocalPool, Pool, ThisProcess

__all__ = [
    "Fewest",
    "Games",
    "Ledger",
    "LedgerError",
    "Nodes",
    "Plan",
    "Rate",
    "Scores",
    "SurveyError",
    "Tally",
    "WrongLineError",
    "open_ledger",
    "survey",
    "survey_left",
    "survey_player",
    "survey_scores",
]

Counts = TypeVar("Counts", bound=Outcomes)


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

    Returns:
        The tally: how many are won, lost by each reason and unknown, with rates and intervals.

    Raises:
        SurveyError: The deals are neither numbers nor `Deal`s of the deck of these
            rules, or the plan contradicts itself.
        LedgerError: The ledger is that of another survey.

    Examples:
        >>> survey("bouquet", range(1, 101)).won
        65
    """
    limits = limit_nodes, limit_memory_mib
    plan = _plan(rules, numbering, limits, keep_if)
    plan = replace(plan, plain_sample=plain_sample)
    return _surveyed(Tally, plan, deals, workers, ledger)


def survey_scores(
    rules: str | Rules,
    deals: Iterable[int] | Iterable[Deal],
    *,
    numbering: Numbering | None = None,
    workers: int = 0,
    limit_nodes: int | None = None,
    limit_memory_mib: int = MEMORY_MIB,
    keep_if: KeepIf | None = None,
    ledger: str | Path | None = None,
) -> Scores:
    """Play all `deals` for their best par scores, and count these; else the same as `survey`.

    >>> survey_scores(Rules(passes=3, scoring="par"), range(1, 4)).found.mean
    20.666666666666668
    """
    limits = limit_nodes, limit_memory_mib
    plan = _plan(rules, numbering, limits, keep_if)
    plan = replace(plan, question="score")
    return _surveyed(Scores, plan, deals, workers, ledger)


def survey_left(
    rules: str | Rules,
    deals: Iterable[int] | Iterable[Deal],
    by: Literal["all", "pyramid"] = "all",
    *,
    numbering: Numbering | None = None,
    workers: int = 0,
    limit_nodes: int | None = None,
    limit_memory_mib: int = MEMORY_MIB,
    keep_if: KeepIf | None = None,
    ledger: str | Path | None = None,
) -> Fewest:
    """Play all `deals` so that the fewest cards are left, in all or in the pyramid, and count how
    many these are; else the same as `survey`.

    >>> survey_left(Rules(), range(1, 21)).at_most(12).hits
    12
    """
    limits = limit_nodes, limit_memory_mib
    plan = _plan(rules, numbering, limits, keep_if)
    plan = replace(plan, question=by)
    return _surveyed(Fewest, plan, deals, workers, ledger)


def survey_player(
    player: Player,
    rules: str | Rules,
    deals: Iterable[int] | Iterable[Deal],
    *,
    numbering: Numbering | None = None,
    workers: int = 0,
    limit_nodes: int | None = None,
    limit_memory_mib: int = MEMORY_MIB,
    keep_if: KeepIf | None = None,
    ledger: str | Path | None = None,
) -> Games:
    """Let a player that does not see the stock play all `deals`, and count its wins.

    The counts lie beside those of the deals that are winnable with every card known. The limits
    are those of these thoughtful verdicts. Other arguments are those of `survey`.

    >>> from pyrtool.game.games import game
    >>> games = survey_player(Player("careful"), game("microsoft"), range(1, 101))
    >>> games.won, games.thoughtful.hits
    (52, 65)
    """
    limits = limit_nodes, limit_memory_mib
    plan = _plan(rules, numbering, limits, keep_if)
    plan = replace(plan, question="player", player=player)
    return _surveyed(Games, plan, deals, workers, ledger)


def _plan(
    rules: str | Rules,
    numbering: Numbering | None,
    limits: tuple[int | None, int],
    keep_if: KeepIf | None,
) -> Plan:
    """The plan of a survey of verdicts; `limits`: the nodes for each deal, and the memory."""
    chosen = rules_of(rules)
    return Plan(chosen, "rules", numbering or numbering_of(rules), "", None, *limits, keep_if)


def _surveyed(
    kind: type[Counts],
    plan: Plan,
    deals: Iterable[int] | Iterable[Deal],
    workers: int,
    ledger: str | Path | None,
) -> Counts:
    given = list(deals) if not isinstance(deals, range) else deals
    text = None
    if given and len(own := [one for one in given if isinstance(one, Deal)]) == len(given):
        text = Text.of_deals(own, plan.rules)
        plan = replace(plan, text=text.digest)
        wanted: ranges.Ranges = ((1, len(text)),)
    elif isinstance(given, range):
        wanted = ranges.of_numbers(given)
    elif len(numbers := [one for one in given if isinstance(one, int)]) == len(given):
        wanted = ranges.of_numbers(numbers)
    else:
        raise SurveyError("deals: must be numbers, or must all be of `Deal`")
    pool: Pool = LocalPool(workers) if workers else ThisProcess()
    if ledger is not None:
        kept = run_in_ledger(Path(ledger), plan, wanted, pool, text=text)
        assert isinstance(kept, kind)
        return kept
    plan.check(wanted)
    total = QUESTIONS[plan.question].outcomes({}, Nodes())

    def keep(shard: Shard) -> None:
        nonlocal total
        total += shard.tally

    run(plan, wanted, pool, keep, text=text)
    assert isinstance(total, kind)
    return total


guard(__name__)
