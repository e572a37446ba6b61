"""``pyrtool solve``: a solution of each deal, or why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Final

import typer

from pyrtool.answers.solve import Won
from pyrtool.answers.soundness import By
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.selection import Selected, select
from pyrtool.cli.deals.sieve import Sieve
from pyrtool.cli.options.options import (
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
from pyrtool.cli.options.output import Format, Output
from pyrtool.cli.options.panels import FINDING
from pyrtool.cli.options.terminal import spelling
from pyrtool.cli.words.answers import answer, answer_text, in_words

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


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    numbering: NumberingOption = None,
    keep_if: KeepIfOption = None,
    words: WordsOption = False,
    shortest: Annotated[
        bool,
        typer.Option(
            "--shortest",
            help="A solution with the fewest moves (discards, deals, redeals), with proof",
            rich_help_panel=FINDING,
        ),
    ] = False,
    best: BestOption = None,
    at_least: AtLeastOption = None,
    rate: Annotated[
        bool,
        typer.Option(
            "--rate", help="Also the difficulty of winnable deals", rich_help_panel=FINDING
        ),
    ] = False,
    ascii: AsciiOption = False,
    format: FormatOption = "text",
) -> int:
    """Decide whether deals can be won, and show how or why not.

    Every card, including the stock, is treated as known. A winnable deal is answered with a
    solution; an unwinnable one with a block (see `pyrtool blocks`), or with the result of an
    exhaustive search. The last line states what was proved.

    How to read a solution: 7.2 is row 7, place 2 of the pyramid; "col 3" is column 3; "deal 4"
    deals four stock cards. A move "uncovers" the cards that become exposed.

    With --best, the answer is the line with the best result, and the proof that no line does
    better. The option --at-least N accepts less; --shortest then finds the fewest moves to it.

    Exit status: 0 every deal decided; 2 invalid input; 3 a limit left something unknown.
    """
    if words and format != "text":
        raise PyrtoolError(f"--words is text: it does not go with --format {format}")
    if words and rate:
        raise PyrtoolError("--words is for solutions alone: it does not go with --rate")
    if at_least is not None and best is None:
        best = "score"
    if best and rate:
        raise PyrtoolError("--best does not go with --rate")
    for asked, option in ((shortest, "--shortest"), (at_least is not None, "--at-least")):
        if asked and best in ("pyramid", "all"):
            raise PyrtoolError(
                f"--best {best} does not go with {option}: ask for a score or a rank"
            )
    sieve = Sieve(keep_if, limiting.limits(), shortest and not best)
    selected = select(deals, ruling, numbering, in_play=True)
    spell = spelling(letters=ascii)
    if best is not None:
        return _answer_best(selected, best, at_least, shortest, sieve, format, words, spell)
    # What only some answers need is imported for them: it takes longer than solving a deal.
    if rate:
        from pyrtool.cli.words.rating import RatingOptions, rating_of, rating_words
    if format != "text":
        from pyrtool.records import solve_record
    answered = False
    within = RatingOptions().limits(limiting) if rate else None
    with Output(format, prompt=True) as output:
        for chosen, verdict in sieve.solved(selected):
            rating = rating_of(chosen, verdict, within) if within else None
            if rating is not None and rating.only_moves is None:
                sieve.unknown += 1
            if format != "text":
                output.record(
                    chosen.labels
                    | solve_record(chosen.deal, chosen.game, verdict, rating, chosen.moves)
                )
            elif words:
                moves = verdict.moves if isinstance(verdict, Won) else None
                output.text(in_words(chosen, answer(verdict), moves))
            else:
                gap = "\n" if answered else ""
                shown = spell(answer_text(chosen, verdict))
                shown += "\n" + rating_words(rating, verdict, "rated: ") if rating else ""
                output.text(f"{gap}{chosen.title}: {answer(verdict)}\n{shown}")
                answered = True
    return sieve.end()


def _answer_best(
    selected: Iterable[Selected],
    by: By,
    at_least: int | None,
    shortest: bool,
    sieve: Sieve,
    format: Format,
    words: bool,
    spell: Callable[[str], str],
) -> int:
    """Answer `solve --best` for the deals that the sieve keeps; the exit status."""
    from pyrtool.answers.best.best import best
    from pyrtool.cli.words.best_answers import best_answer, best_text
    from pyrtool.records import best_record

    answered = False
    with Output(format, prompt=True) as output:
        for chosen in sieve.kept(selected):
            with chosen.refused():
                found = best(chosen.asked, by, sieve.limits, at_least, shortest)
            again = found.cleared
            sieve.unknown += not (found.proved and (again is None or again.proved))
            if format != "text":
                output.record(
                    chosen.labels | best_record(chosen.deal, chosen.game, found, chosen.moves)
                )
            elif words:
                for one in (found, again):
                    if one is not None:
                        output.text(in_words(chosen, best_answer(one), one.moves))
            else:
                gap = "\n" if answered else ""
                told = spell(best_text(found, chosen.position))
                output.text(f"{gap}{chosen.title}: {best_answer(found)}\n{told}")
                answered = True
    return sieve.end()
