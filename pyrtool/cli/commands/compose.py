"""``pyrtool compose``: deals to order, by a local search with the exact solver."""

from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from pyrtool.answers.explain.difficulty import check_technique, reasoning_named
from pyrtool.answers.rating.chances import rate
from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.answer_text.rating import rating_in_words
from pyrtool.cli.deals.deal_filter import SOME_UNKNOWN
from pyrtool.cli.deals.selection import check_file, read_lines, source_name
from pyrtool.cli.options.filters import FilterOptions, span_in
from pyrtool.cli.options.rules import RuleOptions
from pyrtool.cli.options.survey import pool_of
from pyrtool.cli.output import Format, Output, complain
from pyrtool.cli.progress import ClimbProgress
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.notation import format_deal, format_heading
from pyrtool.notation.deals import NotationError, placed
from pyrtool.notation.headings import parse_heading
from pyrtool.notation.rules import NamedRules
from pyrtool.records.writing import solve_record
from pyrtool.surveys.compose import (
    LENGTH,
    MOST_OF_A_CLIMB,
    WISHES,
    Composed,
    ComposeError,
    Pattern,
    Stipulation,
    compose,
    open_workbook,
)
from pyrtool.surveys.find.query import ANY, Query, hardness
from pyrtool.surveys.plan import Plan

MOST_FILLINGS: Final = 10**9
_LEAST_CLIMBS: Final = 10


@dataclass(frozen=True)
class _WishOptions:
    """What `find` cannot ask."""

    lay: list[str] | None = None
    first_moves: str | None = None
    matchings: str | None = None
    dealt: str | None = None
    last: str | None = None
    exchanges: str | None = None
    block: Literal["simple block", "set block", "crossblock"] | None = None
    block_order: str | None = None
    cards_left: str | None = None
    hardest: bool = False
    count: int = 1
    seed: int = 1
    fillings: int = 100_000
    journal: str | None = None

    @property
    def climb(self) -> int:
        """The number of fillings of a climb."""
        if not 1 <= self.fillings <= MOST_FILLINGS:
            raise PyrtoolError(f"--fillings {self.fillings}: must be 1 to {MOST_FILLINGS:,}")
        if not 1 <= self.count <= 1000:
            raise PyrtoolError(f"--count {self.count}: must be 1 to 1000")
        return min(-(-self.fillings // _LEAST_CLIMBS), MOST_OF_A_CLIMB)


def command(
    ruling: RuleOptions,
    filtering: FilterOptions,
    wishing: _WishOptions,
    pattern: str | None = None,
    format: Format = "text",
    workers: int | None = None,
) -> int:
    """Compose deals to a stipulation.

    PATTERN has the cards in dealing order, or as the diagram of a whole deal. An open place is ??,
    and 6? is any six, ?H any heart, ?R any red card, ?B any black one. A heading names its game.
    Without PATTERN, all places are open.

    A local search exchanges cards of open places until a deal is as wanted. A seed gives the same
    deals on every machine. Each verdict is that of `solve`. --theme takes red-herring and
    late-only-moves: --lay, or the pattern, makes the other themes.

    Exit status: 0 deals found; 2 invalid input, or a stipulation that no deal meets; 3 none found.
    """
    text = _text_of(pattern)
    try:
        named = _game_of(text, ruling)
        wanted = _stipulation(named, filtering, wishing, text)
    except (ComposeError, NotationError) as error:
        raise ComposeError(placed(source_name(pattern) if pattern else "", error)) from None
    wanted.check()
    workbook = None
    if wishing.journal is not None:
        workbook = open_workbook(Path(wishing.journal), wanted)
        wanted = replace(wanted, fillings=workbook.identity[LENGTH])
    climbs = -(-wishing.fillings // wanted.fillings)
    with (
        workbook or nullcontext(),
        ClimbProgress(
            f"compose, {named}",
            sum(1 for _ in workbook.parts()) if workbook else 0,
            climbs,
            "the journal" if workbook else None,
        ) as progress,
    ):
        found, fillings = compose(
            wanted, climbs, wishing.count, pool_of(workers), progress, workbook
        )
    with Output(format) as output:
        for one in found:
            _print(one, named, wanted, output)
    if len(found) < wishing.count:
        none = f"{len(found)} of {wishing.count}" if found else "none"
        more = "raise --fillings, or take another --seed"
        if not wanted.pattern.leaves_choice:
            more = "no two places of the pattern can exchange their cards"
        complain(f"{none} found in {fillings:,} fillings: {more}")
    return 0 if found else SOME_UNKNOWN


def _text_of(pattern: str | None) -> str:
    """Return what the file of the pattern has; nothing if there is none."""
    if pattern is None:
        return ""
    check_file(pattern, "not a file")
    text = "".join(read_lines(pattern))
    if not text.strip():
        raise ComposeError(f"no cards in {source_name(pattern)}")
    return text


def _game_of(text: str, ruling: RuleOptions) -> NamedRules:
    """Return the game that a heading of the pattern names, or the options."""
    for number, line in enumerate(text.splitlines(), 1):
        heading = parse_heading(line, f"line {number}") if line.startswith("#") else None
        if heading is not None:
            if other := ruling.contradiction(heading.named):
                raise ComposeError(f"line {number}: the heading says {other}")
            return heading.named
    return ruling.named()


def _stipulation(
    named: NamedRules, filtering: FilterOptions, wishing: _WishOptions, text: str
) -> Stipulation:
    rules = named.rules
    if rules.packs > 1:
        raise ComposeError("deals of one pack are composed")
    difficulty = span_in("--difficulty", filtering.difficulty)
    only_moves = span_in("--only-moves", filtering.only_moves)
    rated = bool(filtering.levels) or difficulty is not None or only_moves is not None
    query = Query(
        Plan(rules, named.label),
        rated or wishing.hardest,
        difficulty or ANY,
        only_moves,
        filtering.kings_in_stock,
        levels=filtering.levels,
        themes=filtering.themes,
        lost=filtering.unwinnable,
        reasoning=None if filtering.reasoning is None else reasoning_named(filtering.reasoning),
        technique=None if filtering.technique is None else check_technique(filtering.technique),
        also=filtering.also,
    )
    pattern = Pattern.parse(text, rules)
    for laid in wishing.lay or ():
        pattern = pattern.lay(laid)
    given = {name: getattr(wishing, name.replace("-", "_")) for name in WISHES}
    spans = {name: span for name in WISHES if (span := span_in(f"--{name}", given[name]))}
    return Stipulation(
        pattern,
        query,
        wishing.seed,
        spans,
        wishing.block,
        wishing.last,
        wishing.hardest,
        wishing.climb,
    )


def _print(found: Composed, named: NamedRules, wanted: Stipulation, output: Output) -> None:
    """Print a deal that was found: its heading with the rating, and its cards; or its record."""
    deal = Deal.of(tuple(map(Card.of, found.cards)), named.rules)
    verdict = solve(deal)
    rating = rate(deal, verdict.moves, wanted.query.limits) if isinstance(verdict, Won) else None
    if output.format != "text":
        output.record(solve_record(deal, named.game, verdict, rating))
        return
    words = str(verdict) if rating is None else rating_in_words(rating, hardness(rating))
    output.text(f"{format_heading(deal, named, words)}\n{format_deal(deal.cards)}")
