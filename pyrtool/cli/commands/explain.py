"""``pyrtool explain``: why deals are unwinnable, and the reasons for the moves of a solution."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import typer

from pyrtool.answers.explain.explanation import explain
from pyrtool.answers.explain.story import story_of
from pyrtool.answers.explain.telling import as_markdown, as_text
from pyrtool.answers.subject import position_of
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.selection import select
from pyrtool.cli.deals.sieve import SOME_UNKNOWN
from pyrtool.cli.options.language import ENGLISH, LANG_IS_TEXT, LangOption
from pyrtool.cli.options.options import (
    Deals,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.output import Output
from pyrtool.cli.options.panels import FINDING, OUTPUT
from pyrtool.cli.options.terminal import spelling
from pyrtool.cli.words.answers import heading
from pyrtool.languages import say
from pyrtool.records import explain_record

ExplainFormat = Literal["text", "markdown", "json", "ndjson"]

EXAMPLES: Final = (
    (
        "pyrtool explain 176",
        "Show why deal 176 is unwinnable",
    ),
    (
        "pyrtool explain 87 --format markdown",
        "A solution with its reasons, in Markdown",
    ),
)

TOGETHER: Final = (LANG_IS_TEXT,)


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    numbering: NumberingOption = None,
    whole: Annotated[
        bool,
        typer.Option(
            "--whole",
            help="Print long proofs and reasons, too",
            rich_help_panel=FINDING,
        ),
    ] = False,
    format: Annotated[
        ExplainFormat,
        typer.Option(
            metavar="FORMAT",
            help="Text, Markdown, one JSON array, or one JSON object a line",
            rich_help_panel=OUTPUT,
        ),
    ] = "text",
    lang: LangOption = ENGLISH,
) -> int:
    """Explain why deals are unwinnable, or how they are won.

    First come the sets that cannot be discarded together. Each deduction follows from the cards and
    from earlier ones, whose numbers it names; each pair is taken to go as soon as it can, which
    loses no win. Where deduction does not decide, a trial supposes something and refutes it.

    A winnable deal is explained by a solution, with a reason for each pair that is in every way to
    go on. Other pairs are free. Pairs and latest moments of every solution come first.

    `pyrtool render --step` draws the steps.

    Explanations need one pack, and ranks that each match one other rank. With goal pyramid, with a
    redeal left, or if cards are not turned singly, deductions take the stock as open.
    """
    selected = select(deals, ruling, numbering, in_play=True)
    unknown = False
    spell = str if lang == ENGLISH else spelling()
    with Output("text" if format == "markdown" else format, prompt=True) as output:
        for chosen in selected:
            try:
                found = explain(chosen.asked, limiting.limits())
            except PyrtoolError as error:
                raise PyrtoolError(f"{chosen.title}: {error}") from None
            unknown |= found.verdict == "unknown"
            story = None
            if found.verdict == "won":
                story = story_of(found, position_of(chosen.asked), found.moves)
            if format == "text":
                head = say("{0}: {1}", heading(chosen), as_text(found, story, whole))
                output.part(spell(head))
            elif format == "markdown":
                words = as_markdown(found, story, whole)
                output.part(spell(f"## {heading(chosen)}\n\n{words}"))
            else:
                record = explain_record(chosen.deal, chosen.game, found, chosen.moves, story)
                output.record(chosen.labels | record)
    return SOME_UNKNOWN if unknown else 0
