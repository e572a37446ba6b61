"""``pyrtool twins``: the exchanges of two cards that turn a deal's verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Final

from pyrtool.answers.rating.chances import RatingLimits
from pyrtool.answers.solve import solve
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.answer_text.exchanges import exchange_reason, exchange_words
from pyrtool.cli.answer_text.verdicts import answer, headed
from pyrtool.cli.deals.deal_filter import SOME_UNKNOWN
from pyrtool.cli.deals.selection import DealOptions, SelectedDeal
from pyrtool.cli.drawing import game_and_number
from pyrtool.cli.options.limits import CountedLimitOptions
from pyrtool.cli.output import Format, Output, complain
from pyrtool.cli.output_files import COUNT, DEAL, Naming, check_not_input
from pyrtool.pictures import PAGE, PictureSettings, check_path, draw_exchange
from pyrtool.pictures.lettering.descriptions import as_drawn
from pyrtool.records.writing import solve_record
from pyrtool.surveys.exchanges import (
    Exchange,
    ExchangeMeasure,
    Twins,
    check_exchange_measure,
    exchange_fields,
    ranked,
    twins,
)


@dataclass(frozen=True)
class _ChoiceOptions:
    """Which deals and exchanges are printed."""

    unique: bool = False
    by: ExchangeMeasure | None = None
    first: int | None = None


def command(
    dealing: DealOptions,
    choosing: _ChoiceOptions,
    limiting: CountedLimitOptions,
    output: str | None = None,
    deck: str = "2color",
    format: Format = "text",
) -> int:
    """Show which exchanges of two cards turn a deal's verdict.

    The command decides every exchange of two cards of different ranks. It lists those that make a
    lost deal winnable, or a winnable one lost, each with its reason.

    A record has the cards of the `exchange`, and the verdict after it, `exchanged`. `book` and
    `render` make a problem of such a record of a lost deal: exchange two cards so that it can be
    won.

    Exit status: 0 every exchange decided; 2 invalid input; 3 a limit left some unknown.
    """
    if choosing.first is not None and choosing.first < 1:
        raise PyrtoolError(f"--first {choosing.first}: must be 1 or more")
    selection = dealing.select(in_play=False)
    naming = None if output is None else Naming(output, DEAL)
    if naming is not None:
        if check_path(naming.template) == PAGE:
            raise PyrtoolError(f"-o {output}: two deals are no page: choose .png, .svg or .pdf")
        naming.check()
        check_not_input(naming.template, dealing.deals)
        selection = naming.distinct(selection)
    limits = limiting.limits()
    unknown = drawn = kept = 0
    with Output(format, prompt=True) as written:
        for selected in selection:
            with selected.naming_errors():
                if choosing.by is not None:
                    check_exchange_measure(choosing.by, selected.rules)
                found = twins(selected.whole_deal, limits)
            unknown += found.unknown + (found.verdict == "unknown")
            if choosing.unique and (found.verdict, len(found.turning)) != ("lost", 1):
                continue
            kept += 1
            listed = _listed(found, choosing, limiting.limit_memory)
            verdict = solve(found.deal, limits)
            if format == "text":
                written.part(headed(selected, answer(verdict)) + _text(found, listed, choosing.by))
            else:
                record = solve_record(found.deal, selected.game, verdict)
                for _, one in listed:
                    hint = {"teaser": _UNIQUE} if len(found.turning) == 1 else {}
                    written.record(hint | selected.labels | record | exchange_fields(found, one))
            if naming is not None:
                number = selected.deal.number
                called = f"text-{kept}" if number is None else str(number)
                for _, one in listed if COUNT in naming.template else listed[:1]:
                    drawn += 1
                    _draw(selected, found, one, naming.name(drawn, called), deck)
    if not kept:
        complain("nothing was found: no lost deal has exactly one exchange that makes it winnable")
    elif naming is not None and not drawn:
        raise PyrtoolError("no exchange to draw: none turns the verdict")
    return SOME_UNKNOWN if unknown else 0


def _listed(
    found: Twins, choosing: _ChoiceOptions, memory_mib: int
) -> Sequence[tuple[float | None, Exchange]]:
    """Return the exchanges to print, each with its number by the measure, if there is one."""
    if choosing.by is None:
        return [(None, one) for one in found.turning][: choosing.first]
    limits = RatingLimits(memory_mib=memory_mib)
    return ranked(found.exchanges, choosing.by, limits)[: choosing.first]


def _text(
    found: Twins, listed: Sequence[tuple[float | None, Exchange]], by: ExchangeMeasure | None
) -> str:
    """Return the exchanges, a line each, below how many there are."""
    every = f"{len(found.exchanges):,} exchanges"
    made = "lost" if found.verdict == "won" else "winnable"
    turning = len(found.turning)
    makes = "makes" if turning == 1 else "make"
    lines = [f"  {turning:,} of {every} {makes} it {made}"]
    if found.unknown:
        lines.append(f"  {found.unknown:,} are unknown: a limit was reached")
    for number, one in listed:
        measured = "" if number is None else f", {by} {number:.6g}"
        why = exchange_reason(found.deal, one)
        words = f"{exchange_words(found.deal, one)}{measured}{why}"
        lines.append(fill(words, 80, initial_indent="  ", subsequent_indent="    "))
    return "\n" + "\n".join(lines)


def _draw(selected: SelectedDeal, found: Twins, one: Exchange, path: str, deck: str) -> None:
    words = [_WORDS[verdict] for verdict in (found.verdict, one.verdict)]
    words[1] = f"{one.cards[0]} and {one.cards[1]} exchanged: {words[1]}"
    settings = PictureSettings(title=game_and_number(selected), deck=deck)
    draw_exchange((found.deal, one.twin), one.cards, list(map(as_drawn, words)), path, settings)


_UNIQUE: Final = "Exactly one exchange does it."
_WORDS: Final = {"won": "Winnable", "lost": "Unwinnable", "unknown": "Unknown"}
