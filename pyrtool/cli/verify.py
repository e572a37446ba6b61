"""``pyrtool verify``: the referee replays solutions and checks records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from pyrtool.cli.options import (
    FormatOption,
    LimitOptions,
    NumberingName,
    RuleOptions,
    with_groups,
)

if TYPE_CHECKING:
    from pyrtool.cli.selection import Selected
    from pyrtool.games import Rules
    from pyrtool.records import Record

_HELD = {"holds": "ok", "fails": "FAILS", "no-claim": "no claim", "limit": "not confirmed"}


@with_groups
def command(
    ruling: RuleOptions,
    limiting: LimitOptions,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Records, or a solution in words; - for standard input."
        ),
    ] = "-",
    deal: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="FILE is a solution in words of the deal with this number.",
            show_default=False,
        ),
    ] = None,
    numbering: Annotated[
        NumberingName | None,
        typer.Option(help="What the number of --deal means.", show_default="native"),
    ] = None,
    cards: Annotated[
        str | None,
        typer.Option(
            metavar="CARDS",
            help="FILE is a solution in words of the deal in the file CARDS.",
            show_default=False,
        ),
    ] = None,
    format: FormatOption = "text",
) -> int:
    """Check what `solve` printed as json or ndjson, or a solution written by hand.

    Won records are replayed, blocks are checked, and what was lost after a search is searched
    again. A solution in words is moves such as: 4C/9H KC deal deal*3 redeal. The exit status is
    1 when something does not hold.
    """
    from pyrtool.cards import PyrtoolError

    if deal is None and cards is None:
        if ruling != RuleOptions() or numbering is not None:
            raise PyrtoolError(
                "records bring their own rules: --game, rule options and --numbering go with "
                "--deal or --cards"
            )
        return _verify_records(file, limiting, format)
    if deal is not None and cards is not None:
        raise PyrtoolError("--deal and --cards exclude each other")
    if cards == file == "-":
        raise PyrtoolError("the standard input (-) can be read only once")
    rules = ruling.rules()
    chosen = _deal(deal, numbering or "native", cards, rules)
    return _verify_words(file, chosen, ruling.game, rules, format)


def _verify_records(file: str, limiting: LimitOptions, format: FormatOption) -> int:
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.output import Output
    from pyrtool.cli.selection import source_name
    from pyrtool.cli.sieve import SOME_UNKNOWN
    from pyrtool.notation.line import placed
    from pyrtool.records import check_record

    limits = limiting.limits()
    outcomes: list[str] = []
    with Output(format, prompt=True) as output:
        for place, record in _records(file):
            try:
                finding = check_record(record, limits)
            except PyrtoolError as error:
                raise PyrtoolError(placed(f"{source_name(file)}, {place}", error)) from None
            outcomes.append(finding.outcome)
            answer = {
                "record": len(outcomes),
                "deal": record.deal.number,
                "numbering": record.deal.numbering,
                "game": record.game,
                "outcome": finding.outcome,
                "finding": finding.words,
            }
            if format == "text":
                what = f"{place}, {_name(record)}"
                output.text(f"{what}: {_HELD[finding.outcome]}: {finding.words}")
            else:
                output.record(answer)
        if not outcomes:
            raise PyrtoolError(f"no records in {source_name(file)}")
        if format == "text" and len(outcomes) > 1:
            output.text(_summary(outcomes))
    if "fails" in outcomes:
        return 1
    return SOME_UNKNOWN if "limit" in outcomes else 0


def _records(file: str) -> Iterator[tuple[str, Record]]:
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.selection import SelectionError, check_file, read_lines, source_name
    from pyrtool.notation import read_items
    from pyrtool.notation.line import placed
    from pyrtool.records import RecordError, parse_record

    check_file(file)
    try:
        for item in read_items(read_lines(file)):
            if item.text is not None:
                raise RecordError(
                    f"{item.place}: not a record; a solution in words needs --deal or --cards"
                )
            yield item.place, parse_record(item.value, item.place)
    except SelectionError:
        raise
    except PyrtoolError as error:
        raise PyrtoolError(placed(source_name(file), error)) from None


def _name(record: Record) -> str:
    number, numbering = record.deal.number, record.deal.numbering
    return record.game if number is None else f"deal {number} ({numbering}), {record.game}"


def _summary(outcomes: list[str]) -> str:
    parts = [f"{count} {_HELD[kind]}" for kind in _HELD if (count := outcomes.count(kind))]
    return f"{len(outcomes)} records: {', '.join(parts)}"


def _deal(
    number: str | None, numbering: NumberingName, cards: str | None, rules: Rules
) -> Selected:
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.selection import check_file, read_file, select
    from pyrtool.deals import parse_number

    if cards is None:
        parse_number(number or "", numbering)  # so that nothing but a number is taken
        return next(select([number or ""], numbering, rules))
    check_file(cards)
    found = read_file(cards, rules)
    first = next(found)
    if next(found, None) is not None:
        raise PyrtoolError(f"{cards}: --cards wants a file with one deal")
    return first


def _verify_words(
    file: str, chosen: Selected, game: str, rules: Rules, format: FormatOption
) -> int:
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.output import Output
    from pyrtool.cli.selection import check_file, read_lines, source_name
    from pyrtool.notation import MoveError
    from pyrtool.notation.line import placed
    from pyrtool.records import check_words

    check_file(file)
    lines = (line for line in read_lines(file) if not line.lstrip().startswith("#"))
    text = "".join(lines)
    if not text.strip():
        raise PyrtoolError(f"no moves in {source_name(file)}")
    try:
        finding = check_words(text, chosen.deal, rules)
    except MoveError as error:
        raise PyrtoolError(placed(source_name(file), error)) from None
    with Output(format) as output:
        if format == "text":
            output.text(f"{chosen.name}, {game}: {_HELD[finding.outcome]}: {finding.words}")
        else:
            number, numbering = chosen.deal.number, chosen.deal.numbering
            named = {"record": 1, "deal": number, "numbering": numbering, "game": game}
            output.record(named | {"outcome": finding.outcome, "finding": finding.words})
    return 1 if finding.outcome == "fails" else 0
