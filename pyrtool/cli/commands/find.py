"""``pyrtool find``: winnable deals with given properties, above all the hardest."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Annotated, Final, Literal

import typer

from pyrtool.answers.rating import Rating, RatingLimits
from pyrtool.answers.solve import Limits, solve
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import counted
from pyrtool.cli.deals.naming import check_folder
from pyrtool.cli.deals.ranges import all_deals, ranges_of
from pyrtool.cli.deals.same_file import check_not_input
from pyrtool.cli.deals.selection import select
from pyrtool.cli.deals.sieve import SOME_UNKNOWN
from pyrtool.cli.options.find_options import FilterOptions, JournalOptions, RankingOptions
from pyrtool.cli.options.options import (
    ONE_FORM_OF_DEALS,
    MaybeDeals,
    NumberingOption,
    OlderDeals,
    RuleOptions,
    SteadyLimitOptions,
    with_groups,
)
from pyrtool.cli.options.output import Format, Output, complain
from pyrtool.cli.options.panels import OUTPUT
from pyrtool.cli.options.progress import FindProgress
from pyrtool.cli.options.together import Excludes, Needs
from pyrtool.cli.options.workers import Workers, pool_of
from pyrtool.cli.words.rating import RatingOptions, floored, level_words
from pyrtool.game.deals import deal
from pyrtool.notation import format_list_heading
from pyrtool.notation.rules import NamedRules
from pyrtool.records import solve_record
from pyrtool.surveys.find import (
    Found,
    Query,
    format_seeds,
    look_for,
    pick,
    pysolfc_game,
)
from pyrtool.surveys.find.measures import MEASURES
from pyrtool.surveys.find.part import judged
from pyrtool.surveys.find.query import ANY
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.work import ranges
from pyrtool.surveys.work.ranges import Ranges

FindFormat = Literal["text", "json", "ndjson", "numbers", "pysolfc"]

EXAMPLES: Final = (
    (
        "pyrtool find 1-2000 --game giza --level expert --hardest 5",
        "The five hardest expert deals",
    ),
    (
        "pyrtool find 1-1000 --game giza --pick 6 --spread easy-master",
        "Six deals for a sheet, evenly spread",
    ),
    (
        "pyrtool find 1-2000 --game giza --format numbers > giza.txt",
        "Numbers of all winnable deals",
    ),
)

ALSO: Final = {"--ledger": "--journal"}
"""It is what a survey calls the file of its progress."""

_COUNTS: Final = "--hardest --easiest --first --pick"
TOGETHER: Final = (
    ONE_FORM_OF_DEALS,
    Excludes("--level", "--difficulty", "a level is a range of difficulties"),
    Excludes("--hardest", "--easiest --first --pick", "each says which deals are printed"),
    Excludes("--easiest", "--first --pick", "each says which deals are printed"),
    Excludes("--first", "--pick", "each says which deals are printed"),
    Excludes("--pick", "--level --difficulty", "--spread says which levels it takes"),
    Needs("--spread", "--pick", "it says over which levels these are spread"),
    Excludes(
        "--by",
        "--easiest --first --pick --level --difficulty --only-moves --format=json|ndjson|pysolfc",
        "a deal that is ranked by a measure is not rated",
    ),
    Excludes("--limit-nodes", "--by", "no deal is rated"),
    Needs("--by", "--hardest", "it ranks the deals that are printed"),
    Excludes(
        "--unwinnable",
        "--hardest --easiest --pick --by --level --difficulty --only-moves --limit-nodes "
        "--limit-positions --playouts",
        "unwinnable deals have no difficulty",
    ),
    Excludes(
        "--format=pysolfc",
        f"{_COUNTS} --level --difficulty --only-moves --kings-in-stock --theme --unwinnable "
        "--reasoning --technique",
        "that module lists every winnable deal",
    ),
    Excludes(
        "--format=pysolfc",
        "--limit-nodes --limit-positions --playouts",
        "that module's ratings have the usual limits",
    ),
    Needs(
        "--limit-nodes",
        "--format=text|json|ndjson --hardest --easiest --pick --level --difficulty --only-moves "
        "--theme",
        "otherwise no deal is rated",
    ),
    Needs("--redo-damaged", "--journal", "it mends that file"),
)


@dataclass(frozen=True)
class _PrintingOptions:
    """How deals are printed, and where."""

    format: Annotated[
        FindFormat,
        typer.Option(
            metavar="FORMAT",
            help="Text, records as in `rate`, deal numbers alone, or the module in which PySolFC "
            "keeps winnable deals, with their levels",
            rich_help_panel=OUTPUT,
        ),
    ] = "text"
    output_file: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="File to write, instead of the standard output",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None

    @property
    def prints_ratings(self) -> bool:
        """Whether a deal is printed with its rating."""
        return self.format != "numbers"

    def output(self) -> Output:
        """Where they are printed."""
        format: Format = "text"
        if self.format == "json" or self.format == "ndjson":
            format = self.format
        return Output(format, prompt=True, file=self.output_file)


@with_groups
def command(
    ruling: RuleOptions,
    limiting: SteadyLimitOptions,
    rating: RatingOptions,
    filtering: FilterOptions,
    ranking: RankingOptions,
    keeping: JournalOptions,
    printing: _PrintingOptions,
    deals: MaybeDeals = None,
    older_deals: OlderDeals = None,
    numbering: NumberingOption = None,
    workers: Workers = None,
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
    words = all_deals(deals, older_deals)
    if not words:
        raise PyrtoolError("DEALS are missing: numbers or ranges to look through, such as 1-1000")
    prefix, wanted = ranges_of(words, select(words, ruling, numbering).sources, numbering)
    plan = Plan(named.rules, ruling.base, numbering, prefix, memory_mib=limiting.limit_memory)
    query = _query(plan, filtering, ranking, rating.limits(limiting), printing.prints_ratings)
    if printing.format == "pysolfc":
        pysolfc_game(query, wanted)
    plan.check(wanted)
    if printing.output_file is not None:
        check_folder(printing.output_file)
        check_not_input(printing.output_file, (keeping.journal, *words))
    if keeping.journal is not None:
        check_not_input(keeping.journal, words, "--journal")
    journal = keeping.open(query, wanted)
    total, done = ranges.count(wanted), ranges.count(journal.done()) if journal else 0
    kept = "the journal" if journal else None
    with (
        journal or nullcontext(),
        printing.output() as output,
        FindProgress(f"find, {named}", done, total, kept) as progress,
    ):
        printed = _Printed(query, named, printing.format, output)
        printed.begin()
        at_the_end: list[Found] = []
        waits = ranking.pick is not None or printing.format == "pysolfc"
        each = at_the_end.append if waits else printed.add
        left_open = look_for(query, wanted, pool_of(workers), progress, each, journal)
        if waits:
            printed.end(at_the_end, wanted, ranking.pick)
    kind = "unwinnable" if filtering.unwinnable else "winnable"
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
    filtering: FilterOptions,
    ranking: RankingOptions,
    limits: RatingLimits,
    prints_ratings: bool,
) -> Query:
    """What the options ask for. Deals are rated where the rating is printed, or chosen by."""
    levels = filtering.levels if ranking.pick is None else ranking.spread_levels
    difficulty, only_moves = filtering.difficulties, filtering.numbers_of_only_moves
    ranked = ranking.hardest is not None or ranking.easiest is not None
    chooses = ranked or ranking.pick is not None or bool(levels)
    rated = prints_ratings or chooses or difficulty is not None or only_moves is not None
    judged_all = ranking.pick is not None or (prints_ratings and not ranked)
    return Query(
        plan,
        ranking.by is None and not filtering.unwinnable and rated,
        difficulty or ANY,
        only_moves or (ANY if judged_all else None),
        filtering.kings_in_stock,
        ranking.hardest,
        limits,
        ranking.by,
        levels,
        ranking.easiest,
        ranking.first,
        filtering.themes,
        filtering.unwinnable,
        filtering.reasoning_level,
        filtering.hardest_technique,
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

    def begin(self) -> None:
        """Print what precedes the first deal."""
        if self.format == "numbers":
            self.output.text(format_list_heading(self.query.plan.numbering, self.named))

    def add(self, found: Found) -> None:
        """Print a deal."""
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
            words = "unwinnable" if rating is None else _rating_in_words(rating, found.hardness)
            self.output.text(f"{heading}: {words}{_reasoned(found)}")
            return
        dealt = deal(name, plan.rules, plan.numbering)
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
    """The level of a deal, None where no game of its rating was won."""
    rating = found.rating
    return None if rating is None or rating.reached is None else rating.level


def _complain_of_few(found: int, ranking: RankingOptions, total: int, verdict: str) -> None:
    """Say so where nothing was found, or fewer deals than a sheet was to have."""
    if not found:
        kind = "as wanted" if ranking.by else f"{verdict} and as wanted"
        complain(f"nothing was found: none of {total:,} deals is {kind}")
    elif ranking.pick is not None and found < ranking.pick:
        complain(f"{counted(found, 'deal')} found of {ranking.pick}: look through more deals")


def _reasoned(found: Found) -> str:
    """What the explanation of a deal takes, where it was chosen by that."""
    reasoning = found.reasoning
    if reasoning is None:
        return ""
    return f"\n  {reasoning.summary}"


def _rating_in_words(rating: Rating, hardness: float) -> str:
    """A rating for people, in at most 80 columns where numbers are of common length."""
    if rating.difficulty is not None:
        shown = f"{rating.difficulty:.2f}"
    else:
        shown = "no win" if rating.exact else f"> {floored(hardness)}"
    moves = "? only moves" if rating.only_moves is None else counted(rating.only_moves, "only move")
    return f"{level_words(rating)} {shown}, {moves}"
