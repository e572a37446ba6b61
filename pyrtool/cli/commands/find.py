"""``pyrtool find``: winnable deals with given properties, above all the hardest.

The options come first: those that filter deals, rank or choose them, and save the progress.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from pyrtool.answers.explain.difficulty import check_technique, reasoning_named
from pyrtool.answers.rating.chances import RatingLimits
from pyrtool.answers.solve import solve
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import Limits
from pyrtool.base.messages import counted
from pyrtool.cli.answer_text.rating import rating_in_words
from pyrtool.cli.deals.deal_filter import SOME_UNKNOWN
from pyrtool.cli.deals.selection import ranges_of, select
from pyrtool.cli.options.filters import EVERY_LEVEL, FindFilterOptions, levels_in, rules_in, span_in
from pyrtool.cli.options.limits import RatingOptions, SteadyLimitOptions
from pyrtool.cli.options.rules import RuleOptions
from pyrtool.cli.options.survey import pool_of
from pyrtool.cli.output import Format, Output, complain
from pyrtool.cli.output_files import check_folder, check_not_input
from pyrtool.cli.progress import FindProgress
from pyrtool.game import ranges
from pyrtool.game.deals import Numbering
from pyrtool.game.ranges import Ranges
from pyrtool.notation import format_list_heading
from pyrtool.notation.rules import NamedRules
from pyrtool.records.writing import solve_record
from pyrtool.surveys.find.journal import open_journal
from pyrtool.surveys.find.measures import MEASURES, MeasureName
from pyrtool.surveys.find.pick import pick
from pyrtool.surveys.find.query import ANY, Found, Query
from pyrtool.surveys.find.search import judged, look_for
from pyrtool.surveys.find.seeds import format_seeds, pysolfc_game
from pyrtool.surveys.plan import Plan

USUAL_HARDEST: Final = 10
"""How many deals `--by` ranks if no number is given."""


@dataclass(frozen=True)
class RankingOptions:
    """The number of deals to find, and their order."""

    hardest: int | None = None
    easiest: int | None = None
    first: int | None = None
    pick: int | None = None
    spread: str = f"{EVERY_LEVEL[0]}-{EVERY_LEVEL[-1]}"
    by: MeasureName | None = None

    @property
    def spread_levels(self) -> tuple[str, ...]:
        """Return the levels of a sheet, without gaps."""
        if self.pick is not None and not 0 < self.pick < 1000:
            raise PyrtoolError(f"--pick {self.pick}: must be 1 to 999")
        levels = levels_in("--spread", self.spread)
        ends = [EVERY_LEVEL.index(level) for level in levels]
        return tuple(EVERY_LEVEL[ends[0] : ends[-1] + 1])


@dataclass(frozen=True)
class JournalOptions:
    """The file in which the progress of a search is saved."""

    journal: str | None = None
    redo_damaged: bool = False


FindFormat = Literal["text", "json", "ndjson", "numbers", "pysolfc"]


@dataclass(frozen=True)
class _PrintingOptions:
    """The form in which deals are printed, and the file."""

    format: FindFormat = "text"
    output_file: str | None = None

    def output(self) -> Output:
        """Return the output for the deals found."""
        format: Format = "text"
        if self.format == "json" or self.format == "ndjson":
            format = self.format
        return Output(format, prompt=True, file=self.output_file)


def command(
    ruling: RuleOptions,
    limiting: SteadyLimitOptions,
    rating: RatingOptions,
    filtering: FindFilterOptions,
    ranking: RankingOptions,
    keeping: JournalOptions,
    printing: _PrintingOptions,
    deals: list[str] | None = None,
    numbering: Numbering | None = None,
    workers: int | None = None,
) -> int:
    """Search many deals for winnable ones with given properties.

    Each winnable deal is rated (see `pyrtool rate`) and printed when it is found, in the order of
    the numbers. With --hardest, --easiest or --pick, the deals are printed at the end. The number
    of workers does not change the result.

    --format numbers without a filter on the rating, and --by, do not rate deals, which is faster.

    --reasoning and --technique choose deals by their explanation (see `pyrtool explain`): of the
    verdict with --unwinnable, otherwise of the pairs that every solution has.

    Exit status: 0 every deal decided; 2 invalid input; 3 a limit left a rating or deal open.
    """
    numbering = ruling.numbering(numbering)
    named = ruling.named()
    words = deals or []
    if not words:
        raise PyrtoolError("DEALS are missing: numbers or ranges to look through, such as 1-1000")
    prefix, wanted = ranges_of(words, select(words, ruling, numbering).sources, numbering)
    plan = Plan(named.rules, ruling.base, numbering, prefix, memory_mib=limiting.limit_memory)
    query = _query(plan, filtering, ranking, rating.limits(limiting), printing.format != "numbers")
    if printing.format == "pysolfc":
        pysolfc_game(query, wanted)
    plan.check(wanted)
    if printing.output_file is not None:
        check_folder(printing.output_file)
        check_not_input(printing.output_file, (keeping.journal, *words))
    journal = None
    if keeping.journal is not None:
        check_not_input(keeping.journal, words, "--journal")
        journal = open_journal(
            Path(keeping.journal), query, wanted, redo_damaged=keeping.redo_damaged
        )
    total, done = ranges.count(wanted), ranges.count(journal.done()) if journal else 0
    kept = "the journal" if journal else None
    with (
        journal or nullcontext(),
        printing.output() as output,
        FindProgress(f"find, {named}", done, total, kept, wanted=filtering.level) as progress,
    ):
        printed = _Printed(query, named, printing.format, output)
        if printing.format == "numbers":
            output.text(format_list_heading(numbering, named))
        at_the_end: list[Found] = []
        waits = ranking.pick is not None or printing.format == "pysolfc"
        each = at_the_end.append if waits else printed.add
        left_open = look_for(query, wanted, pool_of(workers), progress, each, journal)
        if waits:
            printed.end(at_the_end, wanted, ranking.pick)
    kind = "" if query.differs else "unwinnable" if filtering.unwinnable else "winnable"
    if printed.count in (ranking.first, ranking.pick):
        left_open = 0  # others were enough
    if left_open:
        are = "is" if left_open == 1 else "are"
        complain(
            f"a limit leaves open whether {counted(left_open, 'deal')} {are} as wanted; raise "
            "--limit-positions, --playouts or --limit-nodes"
        )
    else:
        _complain_of_few(printed.count, ranking, total, kind)
    return SOME_UNKNOWN if printed.unknown or left_open else 0


def _query(
    plan: Plan,
    filtering: FindFilterOptions,
    ranking: RankingOptions,
    limits: RatingLimits,
    prints_ratings: bool,
) -> Query:
    """Return what the options ask for. Deals are rated if the rating is printed, or chosen by."""
    levels = filtering.levels if ranking.pick is None else ranking.spread_levels
    difficulty = span_in("--difficulty", filtering.difficulty)
    only_moves = span_in("--only-moves", filtering.only_moves)
    ranked = ranking.hardest is not None or ranking.easiest is not None
    chooses = ranked or ranking.pick is not None or bool(levels)
    rated = prints_ratings or chooses or difficulty is not None or only_moves is not None
    text = filtering.differs_under
    differs = None if text is None else rules_in("--differs-under", text)
    judged_all = ranking.pick is not None or (prints_ratings and not ranked)
    return Query(
        plan,
        ranking.by is None and not filtering.unwinnable and differs is None and rated,
        difficulty or ANY,
        only_moves or (ANY if judged_all else None),
        filtering.kings_in_stock,
        USUAL_HARDEST if ranking.by and ranking.hardest is None else ranking.hardest,
        limits,
        ranking.by,
        levels,
        ranking.easiest,
        ranking.first,
        filtering.themes,
        filtering.unwinnable,
        None if filtering.reasoning is None else reasoning_named(filtering.reasoning),
        None if filtering.technique is None else check_technique(filtering.technique),
        filtering.also,
        differs,
    )


@dataclass
class _Printed:
    """Prints the deals that are found; counts them, and those whose rating a limit left open."""

    query: Query
    named: NamedRules
    format: FindFormat
    output: Output
    count: int = 0
    unknown: int = 0

    def add(self, found: Found) -> None:
        """Print a deal that was found."""
        self.count += 1
        query, plan = self.query, self.query.plan
        name = plan.number(found.number)
        heading = f"deal {name} ({plan.numbering}), {self.named}"
        if self.format == "numbers":
            self.output.text(str(name))
            return
        if query.by is not None:
            measured = MEASURES[query.by].words(abs(found.measured or 0))
            self.output.text(f"{heading}: {measured}{_reasoned(found)}")
            return
        if query.ranking is not None:
            found = judged(found, query)
        rating = found.rating
        self.unknown += rating is not None and rating.only_moves is None
        if self.format == "text":
            words = "unwinnable" if rating is None else rating_in_words(rating, found.hardness)
            if query.differs is not None:
                here, there = ("won", "lost")[:: 1 if found.measured else -1]
                words = f"{here}, but {there} under {NamedRules.nearest(query.differs)}"
            self.output.text(f"{heading}: {words}{_reasoned(found)}")
            return
        dealt = plan.deal(found.number)
        verdict = solve(dealt, Limits(memory_mib=plan.memory_mib))
        self.output.record(
            solve_record(dealt, self.named.game, verdict, rating, reasoning=found.reasoning)
        )

    def end(self, found: Sequence[Found], deals: Ranges, picked: int | None) -> None:
        """Print what waits for all that was found: a sheet, or the module in which PySolFC keeps
        winnable deals."""
        if picked is not None:
            levels = self.query.levels
            for one in pick(found, picked, levels[0], levels[-1]):
                self.add(one)
            return
        seeds = {one.number: _level(one) for one in found}
        self.output.lines(format_seeds(pysolfc_game(self.query, deals), deals, seeds))
        self.count = len(seeds)


def _level(found: Found) -> str | None:
    """Return the level of a deal, None where no game of its rating was won."""
    rating = found.rating
    return None if rating is None or rating.difficulty_or_bound is None else rating.level


def _complain_of_few(found: int, ranking: RankingOptions, total: int, verdict: str) -> None:
    """Say so where nothing was found, or fewer deals than a sheet was to have."""
    if not found:
        kind = "as wanted" if ranking.by or not verdict else f"{verdict} and as wanted"
        complain(f"nothing was found: none of {total:,} deals is {kind}")
    elif ranking.pick is not None and found < ranking.pick:
        complain(f"{counted(found, 'deal')} found of {ranking.pick}: look through more deals")


def _reasoned(found: Found) -> str:
    """Return what the explanation of a deal takes, where it was chosen by that."""
    return "" if found.reasoning is None else f"\n  {found.reasoning.summary}"
