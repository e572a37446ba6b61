"""``pyrtool solve``: a solution of each deal, or why there is none."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Final

import typer

from pyrtool.cli.shared.options import (
    AsciiOption,
    BestOption,
    Deals,
    FormatOption,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyrtool.cli.shared.selection import Selected
    from pyrtool.position import Move
    from pyrtool.solver import Verdict

_INDENT: Final = "  "


@with_groups
def command(
    deals: Deals,
    ruling: RuleOptions,
    limiting: LimitOptions,
    numbering: NumberingOption = None,
    keep_if: KeepIfOption = None,
    words: Annotated[
        bool,
        typer.Option("--words", help="Print solutions as words (4C/9H KC deal), for `verify`."),
    ] = False,
    shortest: Annotated[
        bool,
        typer.Option(
            "--shortest", help="Find the fewest moves (discards, deals, redeals), and prove it."
        ),
    ] = False,
    best: BestOption = None,
    rate: Annotated[
        bool, typer.Option("--rate", help="Say how hard won deals are, as `rate` does.")
    ] = False,
    ascii: AsciiOption = False,
    format: FormatOption = "text",
) -> int:
    """Solve deals with every card known: won, with the moves, or lost, with the reason.

    In a solution 7.2 is the second place of the pyramid's seventh row, and col 3 the third
    column; a move uncovers the cards that are exposed from then on. `deal 4` puts four stock
    cards on the waste. The last line says what was proved. With --best it is the line that leaves
    least, and the proof that none leaves less. The exit status is 3 when a limit left a deal
    unknown.
    """
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.commands.rate import RatingOptions, rating_of
    from pyrtool.cli.commands.rate import in_words as rated
    from pyrtool.cli.shared.best import answer_best
    from pyrtool.cli.shared.output import Output
    from pyrtool.cli.shared.selection import select
    from pyrtool.cli.shared.sieve import Sieve
    from pyrtool.cli.shared.terminal import spelling
    from pyrtool.records import solve_record
    from pyrtool.solver import Won

    if words and format != "text":
        raise PyrtoolError(f"--words is text: it does not go with --format {format}")
    if words and rate:
        raise PyrtoolError("--words is for solutions alone: it does not go with --rate")
    if best and (shortest or rate):
        raise PyrtoolError(f"--best does not go with --{'shortest' if shortest else 'rate'}")
    sieve = Sieve(keep_if, limiting.limits(), shortest)
    whole = shortest or best or rate or keep_if in ("blocked", "unblocked")
    selected = select(deals, ruling, numbering, in_play=not whole)
    spell = spelling(letters=ascii)
    if best is not None:
        return answer_best(selected, best, sieve, format, words, spell)
    answered = False
    within = RatingOptions().limits(limiting) if rate else None
    with Output(format, prompt=True) as output:
        for chosen, verdict in sieve.solved(selected):
            rating = rating_of(chosen.deal.cards, chosen.rules, verdict, within) if within else None
            if rating is not None and rating.only_moves is None:
                sieve.unknown += 1
            if format != "text":
                output.record(
                    solve_record(
                        chosen.deal, chosen.game, chosen.rules, verdict, rating, chosen.moves
                    )
                )
            elif words:
                moves = verdict.moves if isinstance(verdict, Won) else None
                output.text(in_words(chosen, _answer(verdict), moves))
            else:
                gap = "\n" if answered else ""
                answer = spell(for_people(chosen, verdict))
                answer += "\n" + rated(rating, verdict, "rated: ") if rating else ""
                output.text(f"{gap}{chosen.title}: {_answer(verdict)}\n{answer}")
                answered = True
    return sieve.end()


def for_people(chosen: Selected, verdict: Verdict) -> str:
    """The solution, if there is one, and what was proved."""
    from pyrtool.notation import format_solution
    from pyrtool.solver import Won

    proof = fill(_proof(verdict, chosen), 80, initial_indent=_INDENT, subsequent_indent=_INDENT)
    if not isinstance(verdict, Won):
        return proof
    solution = format_solution(verdict.moves, chosen.position)
    return f"{solution}\n{proof}"


def _proof(verdict: Verdict, chosen: Selected) -> str:
    from pyrtool.blocks import describe
    from pyrtool.cards import counted
    from pyrtool.solver import Lost, Won

    rules = chosen.rules
    cards = f"all {rules.deck_size} cards"
    match verdict:
        case Won(moves):
            goal = "the pyramid is cleared" if rules.goal == "pyramid" else f"{cards} go"
            fewest = ", and no line has fewer" if verdict.shortest else ""
            length = counted(len(moves), "move")
            return f"proved: {goal} in {length}, which the referee replayed{fewest}"
        case Lost(block=block):
            if block is not None:
                return f"proved: {describe(block, rules)}"
            goal = "clears the pyramid" if rules.goal == "pyramid" else f"discards {cards}"
            here = " from here" if chosen.moves else ""
            return f"proved: every line of play{here} was searched, and none {goal}"
    return "proved: nothing, as the search was not finished"


def in_words(chosen: Selected, answer: str, moves: Sequence[Move] | None) -> str:
    """An answer as `verify` reads it: a heading, the cards of a deal that no number names, and the
    moves, if there are any to tell."""
    from pyrtool.notation import format_deal, format_heading, format_moves

    remark = ": ".join(filter(None, [chosen.origin, answer]))
    lines = [format_heading(chosen.deal, chosen.named, remark, chosen.moves)]
    if chosen.deal.number is None:
        lines.append(format_deal(chosen.deal.cards))
    if moves is not None:
        lines.append(format_moves(moves))
    return "\n".join(lines)


def _answer(verdict: Verdict) -> str:
    from pyrtool.solver import Lost, Won

    match verdict:
        case Won(moves, nodes):
            return f"won in {len(moves)} moves ({_nodes(nodes)})"
        case Lost(reason, nodes):
            return f"lost, {reason} ({_nodes(nodes)})"
    return f"unknown, the limit on {verdict.limit} was reached ({_nodes(verdict.nodes)})"


def _nodes(count: int) -> str:
    return f"{count} node{'' if count == 1 else 's'}"
