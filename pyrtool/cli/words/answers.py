"""What became of a deal, in words: the answer, the moves, and what was proved."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import Final

from pyrtool.answers.blocks import describe
from pyrtool.answers.solve import Lost, Verdict, Won
from pyrtool.base.words import counted
from pyrtool.cli.deals.selection import Selected
from pyrtool.game.position import Move, Position
from pyrtool.notation import (
    format_deal,
    format_heading,
    format_moves,
    format_position,
    format_solution,
)
from pyrtool.notation.rules import goal_words

_INDENT: Final = "  "


def answer_text(chosen: Selected, verdict: Verdict) -> str:
    """The solution, if there is one, and what was proved."""
    proof = fill(_proof(verdict, chosen), 80, initial_indent=_INDENT, subsequent_indent=_INDENT)
    if not isinstance(verdict, Won):
        return proof
    solution = format_solution(verdict.moves, chosen.position)
    return f"{solution}\n{proof}" if solution else proof


def _proof(verdict: Verdict, chosen: Selected) -> str:
    rules = chosen.rules
    verb, goal = goal_words(rules, chosen.position.cards_left())
    match verdict:
        case Won(moves):
            done = f"{goal} {'is cleared' if rules.goal == 'pyramid' else 'go'}"
            fewest = ", and no line has fewer" if verdict.shortest else ""
            if verdict.limit is not None:
                least = f"no line has fewer than {verdict.least_moves}"
                fewest = f"; {least}; the limit on {verdict.limit} was reached"
            length = counted(len(moves), "move")
            return f"proved: {done} in {length}, which the referee replayed{fewest}"
        case Lost(block=block):
            if block is not None:
                return f"proved: {describe(block, rules)}"
            here = " from here" if chosen.is_in_play else ""
            return f"proved: every line of play{here} was searched, and none {verb}s {goal}"
    return "proved: nothing, as the search was not finished"


def in_words(chosen: Selected, answer: str, moves: Sequence[Move] | None) -> str:
    """Write an answer as `verify` reads it.

    It has a heading, the cards of a deal without a number, and the moves, if any.
    """
    remark = ": ".join(filter(None, [chosen.origin, answer]))
    lines = [format_heading(chosen.deal, chosen.named, remark, chosen.moves)]
    if isinstance(chosen.deal, Position):
        lines.append(format_position(chosen.deal))
    elif chosen.deal.number is None:
        lines.append(format_deal(chosen.deal.cards))
    if moves is not None:
        lines.append(format_moves(moves, chosen.position))
    return "\n".join(lines)


def answer(verdict: Verdict) -> str:
    """``won in 28 moves (25 nodes)``."""
    match verdict:
        case Won(moves, nodes):
            fewer = " or fewer" if verdict.limit is not None else ""
            return f"won in {counted(len(moves), 'move')}{fewer} ({counted(nodes, 'node')})"
        case Lost(reason, nodes):
            return f"lost, {reason} ({counted(nodes, 'node')})"
    return f"unknown, the limit on {verdict.limit} was reached ({counted(verdict.nodes, 'node')})"
