"""``pyrtool solve``: a solution of each deal, or why there is none."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from pyrtool.cli.options import (
    Deals,
    FormatOption,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)

if TYPE_CHECKING:
    from pyrtool.cli.selection import Selected
    from pyrtool.games import Rules
    from pyrtool.solver import Verdict


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    numbering: NumberingOption = "native",
    keep_if: KeepIfOption = None,
    words: Annotated[
        bool,
        typer.Option("--words", help="Print solutions as words (4C/9H KC deal), for `verify`."),
    ] = False,
    format: FormatOption = "text",
) -> int:
    """Solve deals with every card known: won, with the moves, or lost, with the reason.

    In a solution 7.2 is the second place of the pyramid's seventh row, and col 3 the third
    column. `deal 4` puts four stock cards on the waste. The exit status is 3 when a limit left
    a deal unknown.
    """
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.output import Output
    from pyrtool.cli.selection import select
    from pyrtool.cli.sieve import Sieve
    from pyrtool.records import solve_record

    if words and format != "text":
        raise PyrtoolError(f"--words is text: it does not go with --format {format}")
    rules = ruling.rules()
    sieve = Sieve(rules, keep_if, limiting.limits())
    selected = select(deals, numbering, rules)
    answered = False
    with Output(format, prompt=True) as output:
        for chosen, verdict in sieve.solved(selected):
            if format != "text":
                output.record(solve_record(chosen.deal, ruling.game, rules, verdict))
            elif words:
                output.text(_in_words(chosen, verdict, ruling.game))
            else:
                answer = _for_people(chosen, verdict, ruling.game, rules)
                output.text(f"\n{answer}" if answered else answer)
                answered = True
    return sieve.status


def _for_people(chosen: Selected, verdict: Verdict, game: str, rules: Rules) -> str:
    from pyrtool.blocks import describe
    from pyrtool.notation import format_solution
    from pyrtool.position import Position
    from pyrtool.solver import Lost, Won

    heading = _heading(chosen, verdict, game)
    match verdict:
        case Won(moves):
            solution = format_solution(moves, Position.start(chosen.deal.cards, rules))
            return f"{heading}\n{solution}" if solution else heading
        case Lost(reason, _, block):
            why = describe(block, rules) if block else _REASONS[reason]
            indent = "  "
            why = fill(why, 80, initial_indent=indent, subsequent_indent=indent)
            return f"{heading}\n{why}"
    return heading


def _in_words(chosen: Selected, verdict: Verdict, game: str) -> str:
    from pyrtool.notation import format_moves
    from pyrtool.solver import Won

    heading = f"# {_heading(chosen, verdict, game)}"
    return f"{heading}\n{format_moves(verdict.moves)}" if isinstance(verdict, Won) else heading


def _heading(chosen: Selected, verdict: Verdict, game: str) -> str:
    from pyrtool.solver import Lost, Won

    match verdict:
        case Won(moves, nodes):
            answer = f"won in {len(moves)} moves ({_nodes(nodes)})"
        case Lost(reason, nodes):
            answer = f"lost, {reason} ({_nodes(nodes)})"
        case _:
            answer = f"unknown, the limit on {verdict.limit} was reached ({_nodes(verdict.nodes)})"
    return f"{chosen.name}, {game}: {answer}"


def _nodes(count: int) -> str:
    return f"{count} node{'' if count == 1 else 's'}"


_REASONS = {
    "count": "the cards that must go cannot be paired off: some rank has too few complements",
    "exhausted": "every line of play was searched, and none reaches the goal",
}
