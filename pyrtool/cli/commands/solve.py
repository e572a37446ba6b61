"""``pyrtool solve``: a solution of each deal, or why there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final

import typer

from pyrtool.answers.solve import Won
from pyrtool.answers.soundness import By
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.selection import Selected, select
from pyrtool.cli.deals.sieve import Sieve
from pyrtool.cli.options.language import ENGLISH, LANG_HAS_NO_WORDS, LANG_IS_TEXT, LangOption
from pyrtool.cli.options.options import (
    WORDS_ARE_TEXT,
    AsciiOption,
    AtLeastOption,
    BestOption,
    Deals,
    FormatOption,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    WordsOption,
    with_groups,
)
from pyrtool.cli.options.output import Output
from pyrtool.cli.options.panels import FINDING
from pyrtool.cli.options.terminal import spelling
from pyrtool.cli.options.together import Excludes, Needs
from pyrtool.cli.words.answers import answer, answer_text, heading, in_words
from pyrtool.languages import say

EXAMPLES: Final = (
    (
        "pyrtool solve 2 --game giza",
        "Solve deal 2 of Giza",
    ),
    (
        "pyrtool solve 31 --passes 3 --goal pyramid",
        "Three passes; discard the pyramid only",
    ),
    (
        "pyrtool solve 1-20 --game giza --shortest --format ndjson",
        "Find shortest solutions, as JSON records",
    ),
)

TOGETHER: Final = (
    WORDS_ARE_TEXT,
    Excludes("--rate", "--words", "compact moves have no place for a rating"),
    Excludes("--rate", "--best --at-least", "what is rated is the deal's own goal"),
    Excludes("--best=pyramid|all", "--shortest", "it is for a score or a rank"),
    Excludes("--over", "--words", "compact moves have no place for a total"),
    LANG_IS_TEXT,
    LANG_HAS_NO_WORDS,
    Needs("--over", "--best --at-least", "it counts points, cards of a rank, or cleared deals"),
)


@dataclass(frozen=True)
class _FindingOptions:
    """What is found of each deal."""

    shortest: Annotated[
        bool,
        typer.Option(
            "--shortest",
            help="A solution with the fewest moves (discards, deals, redeals), with proof",
            rich_help_panel=FINDING,
        ),
    ] = False
    best: BestOption = None
    at_least: AtLeastOption = None
    over: Annotated[
        int | None,
        typer.Option(
            "--over",
            metavar="D",
            help="Count over D deals: what each gives, and what is needed and possible after it",
            show_default=False,
            rich_help_panel=FINDING,
        ),
    ] = None
    rate: Annotated[
        bool,
        typer.Option(
            "--rate",
            help="Also the difficulty of winnable deals, and the reasoning",
            rich_help_panel=FINDING,
        ),
    ] = False

    @property
    def by(self) -> By | None:
        """The result that is to be the best, if one is; else the deal is to be won."""
        return "score" if self.best is None and self.at_least is not None else self.best

    def check(self) -> None:
        """Reject a number of cleared deals where the question is about each deal."""
        if self.best in ("pyramid", "all") and self.at_least is not None and self.over is None:
            raise PyrtoolError(
                f"--at-least with --best {self.best} needs --over: it counts cleared deals; for "
                "one deal it is for a score or a rank"
            )


@dataclass(frozen=True)
class _PrintingOptions:
    """How answers are printed."""

    words: WordsOption = False
    ascii: AsciiOption = False
    format: FormatOption = "text"
    lang: LangOption = ENGLISH


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    finding: _FindingOptions,
    printing: _PrintingOptions,
    numbering: NumberingOption = None,
    keep_if: KeepIfOption = None,
) -> int:
    """Decide whether deals can be won, and show how or why not.

    Every card, including the stock, is treated as known. A winnable deal is answered with a
    solution; an unwinnable one with a block (see `pyrtool blocks`), or with the result of an
    exhaustive search. The last line states what was proved.

    How to read a solution: 7.2 is row 7, place 2 of the pyramid; "col 3" is column 3; "deal 4"
    deals four stock cards. A move "uncovers" the cards that become exposed.

    With --best, the answer is the line with the best result, and the proof that no line does
    better. The option --at-least N accepts less; --shortest then finds the fewest moves to it.
    With --over D, N is a target for D deals together, which need not all be named yet.

    Exit status: 0 every deal decided; 2 invalid input; 3 a limit left something unknown.
    """
    finding.check()
    sieve = Sieve(keep_if, limiting.limits(), finding.shortest and finding.by is None)
    selected = select(deals, ruling, numbering, in_play=True)
    with Output(printing.format, prompt=True) as output:
        if finding.by is None:
            _print_verdicts(selected, sieve, limiting, finding.rate, printing, output)
        elif finding.over is not None:
            _print_over_deals(selected, sieve, finding.by, finding.over, finding, printing, output)
        else:
            _print_best(selected, sieve, finding.by, finding, printing, output)
    return sieve.end()


def _print_verdicts(
    selected: Iterable[Selected],
    sieve: Sieve,
    limiting: LimitOptions,
    rate: bool,
    printing: _PrintingOptions,
    output: Output,
) -> None:
    """Print whether each deal that the sieve keeps can be won, how, and how hard it is."""
    # What only some answers need is imported for them: it takes longer than solving a deal.
    if rate:
        from pyrtool.answers.explain.reasoning import reason
        from pyrtool.cli.words.rating import (
            RatingOptions,
            rating_of,
            rating_words,
            reasoning_lines,
        )
    if printing.format != "text":
        from pyrtool.records import solve_record
    within = RatingOptions().limits(limiting) if rate else None
    spell = spelling(letters=printing.ascii)
    for chosen, verdict in sieve.solved(selected):
        rating = rating_of(chosen, verdict, within) if within else None
        reasoning = reason(chosen.asked, verdict) if rate else None
        if rating is not None and rating.only_moves is None:
            sieve.unknown += 1
        if printing.format != "text":
            record = solve_record(
                chosen.deal, chosen.game, verdict, rating, chosen.moves, reasoning
            )
            output.record(chosen.labels | record)
        elif printing.words:
            moves = verdict.moves if isinstance(verdict, Won) else None
            output.text(in_words(chosen, answer(verdict), moves))
        else:
            shown = spell(answer_text(chosen, verdict))
            if rating is not None:
                shown += "\n" + rating_words(rating, verdict, say("rated: "), reasoning)
            elif reasoning is not None:
                shown += "\n".join(["\n" + say("rated: unwinnable"), *reasoning_lines(reasoning)])
            output.part(say("{0}: {1}", heading(chosen), answer(verdict)) + f"\n{shown}")


def _print_best(
    selected: Iterable[Selected],
    sieve: Sieve,
    by: By,
    finding: _FindingOptions,
    printing: _PrintingOptions,
    output: Output,
) -> None:
    """Print the best result of each deal that the sieve keeps."""
    from pyrtool.answers.best.best import best
    from pyrtool.cli.words.best_answers import best_answer, best_text
    from pyrtool.records import best_record

    spell = spelling(letters=printing.ascii)
    for chosen in sieve.kept(selected):
        with chosen.refused():
            found = best(chosen.asked, by, sieve.limits, finding.at_least, finding.shortest)
        again = found.cleared
        sieve.unknown += not (found.proved and (again is None or again.proved))
        if printing.format != "text":
            record = best_record(chosen.deal, chosen.game, found, chosen.moves)
            output.record(chosen.labels | record)
        elif printing.words:
            for one in (found, again):
                if one is not None:
                    output.text(in_words(chosen, best_answer(one), one.moves))
        else:
            shown = spell(best_text(found, chosen.position))
            output.part(say("{0}: {1}", heading(chosen), best_answer(found)) + f"\n{shown}")


def _print_over_deals(
    selected: Iterable[Selected],
    sieve: Sieve,
    by: By,
    over: int,
    finding: _FindingOptions,
    printing: _PrintingOptions,
    output: Output,
) -> None:
    """Print the best result of each deal, and what it means for a target over several deals."""
    from pyrtool.answers.best.over_deals import Challenge, next_deal
    from pyrtool.cli.words.best_answers import best_answer, best_text, challenge_text
    from pyrtool.records import best_record, challenge_fields

    spell = spelling(letters=printing.ascii)
    made, number = None, 0
    for one in sieve.kept(selected):
        chosen = one.as_played
        with chosen.refused():
            if made is None or made.is_whole:
                sieve.unknown += made is not None and made.is_limited
                made, number = Challenge(by, over, chosen.rules, finding.at_least), number + 1
            made = next_deal(made, chosen.asked, sieve.limits, finding.shortest)
        if made.unneeded:
            if printing.format == "text":
                unneeded = say("not needed, the target is reached")
                output.part(say("{0}: {1}", heading(chosen), unneeded))
            continue
        found = made.games[-1]
        if printing.format != "text":
            record = best_record(chosen.deal, chosen.game, found, chosen.moves)
            output.record(chosen.labels | record | challenge_fields(made, number))
        else:
            shown = spell(best_text(found, chosen.position))
            state = challenge_text(made)
            answered = say("{0}: {1}", heading(chosen), best_answer(found))
            output.part(f"{answered}\n{shown}\n{state}")
    sieve.unknown += made is not None and made.is_limited
