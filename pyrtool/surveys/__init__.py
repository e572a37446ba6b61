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
from typing import Literal, cast

from pyrtool.answers.closed import Player
from pyrtool.base.arguments import guard
from pyrtool.base.intervals import Rate
from pyrtool.game.deals import Deal, KeepIf, Numbering, rules_of
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


def survey(
    rules: str | Rules,
    deals: Iterable[int] | Iterable[Deal],
    *,
    numbering: Numbering = "native",
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
        numbering: What the numbers mean.
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
    plan = Plan(
        rules_of(rules), "rules", numbering, "", None, *limits, keep_if, plain_sample=plain_sample
    )
    return cast(Tally, _surveyed(plan, deals, workers, ledger))


def survey_scores(
    rules: str | Rules,
    deals: Iterable[int] | Iterable[Deal],
    *,
    numbering: Numbering = "native",
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
    plan = Plan(rules_of(rules), "rules", numbering, "", None, *limits, keep_if, question="score")
    return cast(Scores, _surveyed(plan, deals, workers, ledger))


def survey_left(
    rules: str | Rules,
    deals: Iterable[int] | Iterable[Deal],
    by: Literal["all", "pyramid"] = "all",
    *,
    numbering: Numbering = "native",
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
    plan = Plan(rules_of(rules), "rules", numbering, "", None, *limits, keep_if, question=by)
    return cast(Fewest, _surveyed(plan, deals, workers, ledger))


def survey_player(
    player: Player,
    rules: str | Rules,
    deals: Iterable[int] | Iterable[Deal],
    *,
    numbering: Numbering = "native",
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
    plan = Plan(
        rules_of(rules),
        "rules",
        numbering,
        "",
        None,
        *limits,
        keep_if,
        question="player",
        player=player,
    )
    return cast(Games, _surveyed(plan, deals, workers, ledger))


def _surveyed(
    plan: Plan,
    deals: Iterable[int] | Iterable[Deal],
    workers: int,
    ledger: str | Path | None,
) -> Outcomes:
    given = list(deals) if not isinstance(deals, range) else deals
    text = None
    if given and all(isinstance(one, Deal) for one in given):
        text = Text.of_deals(cast(list[Deal], given), plan.rules)
        plan = replace(plan, text=text.digest)
        wanted: ranges.Ranges = ((1, len(text)),)
    elif isinstance(given, range) or all(isinstance(one, int) for one in given):
        wanted = ranges.of_numbers(cast(list[int], given))
    else:
        raise SurveyError("deals: must be numbers, or must all be of `Deal`")
    pool: Pool = LocalPool(workers) if workers else ThisProcess()
    if ledger is not None:
        return run_in_ledger(Path(ledger), plan, wanted, pool, text=text)
    plan.check(wanted)
    total = QUESTIONS[plan.question].outcomes({}, Nodes())

    def keep(shard: Shard) -> None:
        nonlocal total
        total += shard.tally

    run(plan, wanted, pool, keep, text=text)
    return total


guard(__name__)
