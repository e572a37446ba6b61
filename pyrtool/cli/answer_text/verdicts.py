"""Verdicts in words: the answer, the moves, and what was proved."""

import re
from collections.abc import Sequence
from dataclasses import replace
from textwrap import fill
from typing import Final

from pyrtool.answers.verdicts import Lost, Reason, Verdict, Won
from pyrtool.base.limits import Limit, Limits
from pyrtool.cli.deals.selection import SelectedDeal
from pyrtool.game.deals import Deal
from pyrtool.game.games import game
from pyrtool.game.position import Move, Position, Subject
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


def heading(selected: SelectedDeal) -> str:
    """Return the title of a deal in the selected language, with what was played before."""
    deal = selected.deal
    name = selected.name.replace(f"deal {deal.number} ({deal.numbering})", deal_words(deal))
    name = _LINE.sub(lambda found: say("line {0}", found[1]), name)
    after = say("after {0}", count_of(len(selected.moves), "move")) if selected.moves else ""
    return ", ".join(filter(None, [name, str(selected.named), after]))


def headed(selected: SelectedDeal, text: str) -> str:
    """Return an answer after its heading, broken at a semicolon or a colon beyond 80 columns."""
    first, *rest = say("{0}: {1}", heading(selected), text).split("\n")
    ends = (first.rfind(sign, 0, 80) for sign in ("; ", ": ")) if len(first) > 80 else ()
    if end := next((at + 1 for at in ends if at > 0), 0):
        first = f"{first[:end]}\n{_INDENT}{first[end:].strip()}"
    return "\n".join([first, *rest])


def deal_words(deal: Subject) -> str:
    """Return ``deal 2 (native)``, of a deal with a number."""
    return say("deal {0} ({1})", deal.number, deal.numbering)


def answer_text(selected: SelectedDeal, verdict: Verdict) -> str:
    """Return the solution, if there is one, and what was proved."""
    proof = fill(_proof(verdict, selected), 80, initial_indent=_INDENT, subsequent_indent=_INDENT)
    if isinstance(verdict, Lost):
        return "\n".join(filter(None, [proof, default_words(selected)]))
    if not isinstance(verdict, Won):
        return proof
    solution = format_solution(verdict.moves, selected.position)
    return f"{solution}\n{proof}" if solution else proof


def _proof(verdict: Verdict, selected: SelectedDeal) -> str:
    rules = selected.rules
    match verdict:
        case Won(moves):
            length = count_of(len(moves), "move")
            if rules.goal == "pyramid":
                done = say("the pyramid is cleared in {0}, which the referee replayed", length)
            else:
                goal = _goal(selected)
                done = say("{0} are discarded in {1}, which the referee replayed", goal, length)
            if verdict.limit is not None:
                least = say("no line has fewer than {0}", verdict.least_moves)
                done += f"; {least}; {limit_words(verdict.limit)}"
            elif verdict.shortest:
                done += say(", and no line has fewer")
            return say("proved: {0}", done)
        case Lost(block=block):
            if block is not None:
                from pyrtool.answers.blocks.wording import describe  # won deals have none

                return say("proved: {0}", describe(block, rules))
            searched = _SEARCHED[selected.is_in_play, rules.goal == "pyramid"]
            return say("proved: {0}", say(searched, _goal(selected)))
    return say("proved: nothing, as the search was not finished")


def _goal(selected: SelectedDeal) -> str:
    left, size = selected.position.cards_left(), selected.rules.deck_size
    if left == size:
        return say("all {0} cards", size)
    return say("all {0} left", count_of(left, "card"))


MOST_NODES: Final = 100_000
"""A deal is not searched further under rules that nobody asked for."""


def default_words(selected: SelectedDeal) -> str:
    """Say of a lost deal, whose rules nobody chose, which rules these are, and what it is under
    those of Microsoft; nothing of other deals."""
    deal = selected.deal
    if not selected.by_default or not isinstance(deal, Deal):
        return ""
    from pyrtool.answers.solve import verdict_only

    microsoft = replace(deal, rules=game("microsoft"))
    other = verdict_only(microsoft, Limits(nodes=MOST_NODES))
    words = say("lost under the default rules: one pass, all 52 cards")
    if isinstance(other, Won):
        moves = count_of(len(other.moves), "move")
        won = say("under Microsoft's rules (--game microsoft): won in {0}", moves)
        words = say("{0}; {1}", words, won)
    elif isinstance(other, Lost):
        words = say("{0}; {1}", words, say("lost, too, under Microsoft's (--game microsoft)"))
    return fill(words, 80, initial_indent=_INDENT, subsequent_indent=_INDENT)


def reason_words(reason: Reason) -> str:
    """Name the reason of a loss: ``crossblock``."""
    return say(_REASONS[reason])


def limit_words(limit: Limit) -> str:
    """Return ``the limit on memory was reached``."""
    return say("the limit on {0} was reached", say(LIMITS[limit]))


def in_words(selected: SelectedDeal, answer: str, moves: Sequence[Move] | None) -> str:
    """Write an answer as `verify` reads it.

    It has a heading, the cards of a deal without a number, and the moves, if any.
    """
    from pyrtool.notation import format_deal, format_heading, format_moves, format_position

    remark = ": ".join(filter(None, [selected.origin, answer]))
    lines = [format_heading(selected.deal, selected.named, remark, selected.moves)]
    if isinstance(selected.deal, Position):
        lines.append(format_position(selected.deal))
    elif selected.deal.number is None:
        lines.append(format_deal(selected.deal.cards))
    if moves is not None:
        lines.append(format_moves(moves, selected.position))
    return "\n".join(lines)


def answer(verdict: Verdict) -> str:
    """Return ``won in 28 moves (25 nodes)``."""
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
