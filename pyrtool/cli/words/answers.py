"""What became of a deal, in words: the answer, the moves, and what was proved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import fill
from typing import Final

from pyrtool.answers.solve import Lost, Verdict, Won
from pyrtool.answers.verdicts import Reason
from pyrtool.base.limits import Limit
from pyrtool.cli.deals.selection import Selected
from pyrtool.game.deals import Deal
from pyrtool.game.position import Move, Position
from pyrtool.languages import count_of, message, say
from pyrtool.notation.solutions import format_solution

_INDENT: Final = "  "
_LINE: Final = re.compile(r"\bline (\d+)$")
LIMITS: Final[dict[Limit, str]] = {
    "nodes": message("nodes"),
    "seconds": message("seconds"),
    "memory": message("memory"),
}
"""What a limit is on, in words."""

_SEARCHED: Final = {
    (False, False): message("every line of play was searched, and none discards {0}"),
    (False, True): message("every line of play was searched, and none clears the pyramid"),
    (True, False): message("every line of play from here was searched, and none discards {0}"),
    (True, True): message("every line of play from here was searched, and none clears the pyramid"),
}
"""By whether play had begun, and whether only the pyramid is to be cleared."""

_REASONS: Final[dict[Reason, str]] = {
    "simple block": message("simple block"),
    "set block": message("set block"),
    "crossblock": message("crossblock"),
    "count": message("count"),
    "stock block": message("stock block"),
    "exhausted": message("exhausted"),
}


def heading(chosen: Selected) -> str:
    """The title of a deal in the chosen language, with what was played before."""
    deal = chosen.deal
    name = chosen.name.replace(f"deal {deal.number} ({deal.numbering})", deal_words(deal))
    name = _LINE.sub(lambda found: say("line {0}", found[1]), name)
    made = say("after {0}", count_of(len(chosen.moves), "move")) if chosen.moves else ""
    return ", ".join(filter(None, [name, str(chosen.named), made]))


def deal_words(deal: Deal | Position) -> str:
    """``deal 2 (native)``, of a deal with a number."""
    return say("deal {0} ({1})", deal.number, deal.numbering)


def answer_text(chosen: Selected, verdict: Verdict) -> str:
    """The solution, if there is one, and what was proved."""
    proof = fill(_proof(verdict, chosen), 80, initial_indent=_INDENT, subsequent_indent=_INDENT)
    if not isinstance(verdict, Won):
        return proof
    solution = format_solution(verdict.moves, chosen.position)
    return f"{solution}\n{proof}" if solution else proof


def _proof(verdict: Verdict, chosen: Selected) -> str:
    rules = chosen.rules
    match verdict:
        case Won(moves):
            length = count_of(len(moves), "move")
            if rules.goal == "pyramid":
                done = say("the pyramid is cleared in {0}, which the referee replayed", length)
            else:
                goal = _goal(chosen)
                done = say("{0} are discarded in {1}, which the referee replayed", goal, length)
            if verdict.limit is not None:
                least = say("no line has fewer than {0}", verdict.least_moves)
                done += f"; {least}; {limit_words(verdict.limit)}"
            elif verdict.shortest:
                done += say(", and no line has fewer")
            return say("proved: {0}", done)
        case Lost(block=block):
            if block is not None:
                from pyrtool.answers.blocks.words import describe  # won deals have none

                return say("proved: {0}", describe(block, rules))
            return say("proved: {0}", _searched(chosen))
    return say("proved: nothing, as the search was not finished")


def _goal(chosen: Selected) -> str:
    """The cards that are to be discarded."""
    left, size = chosen.position.cards_left(), chosen.rules.deck_size
    if left == size:
        return say("all {0} cards", size)
    return say("all {0} left", count_of(left, "card"))


def _searched(chosen: Selected) -> str:
    """What a search of every line of play found."""
    return say(_SEARCHED[chosen.is_in_play, chosen.rules.goal == "pyramid"], _goal(chosen))


def reason_words(reason: Reason) -> str:
    """``crossblock``."""
    return say(_REASONS[reason])


def limit_words(limit: Limit) -> str:
    """``the limit on memory was reached``."""
    return say("the limit on {0} was reached", say(LIMITS[limit]))


def in_words(chosen: Selected, answer: str, moves: Sequence[Move] | None) -> str:
    """Write an answer as `verify` reads it.

    It has a heading, the cards of a deal without a number, and the moves, if any.
    """
    from pyrtool.notation import format_deal, format_heading, format_moves, format_position

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
            length, searched = count_of(len(moves), "move"), count_of(nodes, "node")
            if verdict.limit is not None:
                return say("won in {0} or fewer ({1})", length, searched)
            return say("won in {0} ({1})", length, searched)
        case Lost(reason, nodes):
            return say("lost, {0} ({1})", reason_words(reason), count_of(nodes, "node"))
    reached = limit_words(verdict.limit)
    return say("unknown, {0} ({1})", reached, count_of(verdict.nodes, "node"))
