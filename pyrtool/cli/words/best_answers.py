"""What the best line reaches, in words: the answer, the points, and what was proved."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import Final

from pyrtool.answers.best.best import Best, worth
from pyrtool.answers.best.over_deals import Challenge
from pyrtool.answers.soundness import By
from pyrtool.base.words import counted
from pyrtool.game.cards import rank_noun, rank_of
from pyrtool.game.points import DISCARD_POINTS, row_points
from pyrtool.game.position import Position
from pyrtool.notation import format_solution

_INDENT: Final = "  "


def best_text(best: Best, start: Position) -> str:
    """The line, what it earns, and what was proved; then the line that clears the pyramid as well,
    where that costs something."""
    sentences = [*_earned(best), best_proof(best)]
    lines = [format_solution(best.moves, start)] if best.moves else []
    lines += [fill(one, 80, initial_indent=_INDENT, subsequent_indent=_INDENT) for one in sentences]
    if best.cleared is not None:
        heading = f"With the pyramid cleared as well: {best_answer(best.cleared)}"
        lines += ["", heading, best_text(best.cleared, start)]
    return "\n".join(lines)


def best_answer(best: Best) -> str:
    """What the line reaches, as a heading has it."""
    position = best.position
    nodes = counted(best.nodes, "node")
    in_all = f"{position.cards_left()} in all"
    in_pyramid = f", {position.pyramid_left()} in the pyramid" * position.rules.has_pyramid
    left = counted(position.cards_left(), "card")
    if best.by == "score" and position.rules.scoring == "par":
        cleared = position.cleared_in_pass
        pyramid = f"cleared in pass {cleared}" if cleared else "not cleared"
        return f"score {position.score()}: {pyramid}, {left} left ({nodes})"
    if best.by == "pyramid":
        return f"{counted(position.pyramid_left(), 'card')} left in the pyramid, {in_all} ({nodes})"
    if best.by == "all":
        return f"{left} left{in_pyramid} ({nodes})"
    (reached,) = worth(position, best.by)
    return f"{_amount(best, reached)} in {counted(len(best.moves), 'move')} ({nodes})"


def _earned(best: Best) -> Iterator[str]:
    """What is left, and where the points of microsoft scoring come from."""
    position = best.position
    challenge = rank_of(best.by) or (best.by == "score" and position.rules.ends_when_cleared)
    if not challenge:
        return
    left = counted(position.cards_left(), "card")
    if not position.rules.has_pyramid:
        yield f"{left} left"
    elif position.pyramid_left():
        yield f"{left} left, {position.pyramid_left()} in the pyramid"
    else:
        yield f"the pyramid is cleared, {left} left"
    if rank_of(best.by):
        return
    made, rows = position.discards_made(), row_points(position.rows_cleared())
    points = f"points: {counted(made, 'discard')} at {DISCARD_POINTS} make {DISCARD_POINTS * made}"
    if rows:
        of_rows = " + ".join(map(str, rows))
        points += f"; {counted(len(rows), 'row')}, from the bottom up, {of_rows}"
        points += f" = {sum(rows)}" if len(rows) > 1 else ""
    yield points


def best_proof(best: Best) -> str:
    """What was proved of the line."""
    these = "this" if len(best.moves) == 1 else "these"
    replayed = f"{these} {counted(len(best.moves), 'move')}, which the referee replayed"
    if not best.proved:
        return (
            f"the limit on {best.limit} was reached with {replayed}; they may not be the best, "
            f"but proved: {bound_words(best)}"
        )
    fewest = "" if best.least_moves is None else ", and no line that does as well has fewer"
    if best.is_enough:
        wanted = _amount(best, best.at_least or 0)
        fewest = "" if best.least_moves is None else f", and no line has {wanted} in fewer"
        return f"proved: {wanted} or more, in {replayed}{fewest}"
    missed = ""
    if best.at_least is not None:
        missed = f"no line has {_amount(best, best.at_least)}; "
    return f"proved: {missed}no line {_better(best)} than {replayed}{fewest}"


def challenge_text(made: Challenge) -> str:
    """What the deals so far give, what the others must give, and what is still possible."""
    sentence = f"over {counted(made.over, 'deal')}: {_state(made)}"
    return fill(sentence, 80, initial_indent=_INDENT, subsequent_indent=_INDENT)


def _state(made: Challenge) -> str:
    total = _of(made.by, made.total)
    if made.most_so_far > made.total and not made.is_met:
        total += f" found, {made.most_so_far} at most"
    target = made.at_least
    if target is None and not made.to_come:
        return total
    if made.is_met:
        return f"{total}; the target of {target} is reached"
    if not made.to_come:
        if made.is_met is None:
            return f"{total}: a limit left open whether {target} can be reached"
        return f"{total}; the target of {target} is out of reach"
    others = "other deal" if made.to_come == 1 else f"other {made.to_come} deals"
    gives = f"the {others} can give at most {made.most_to_come}"
    total += f" after {counted(len(made.games), 'deal')}"
    if target is None or made.is_met is False:
        end = "" if target is None else f": the target of {target} is out of reach"
        return f"{total}; {gives}, so the total is at most {made.at_most}{end}"
    assert target is not None
    must = f"{total}; {gives}, and must give at least {target - made.most_so_far}"
    open_ = made.most_so_far > made.total
    return must + f", or {made.needed} with the lines found" * open_


def _of(by: By, number: int) -> str:
    """``1290 points``, ``3 queens``, ``2 cleared pyramids``, ``1 deal without a card left``."""
    if by == "pyramid":
        return counted(number, "cleared pyramid")
    if by == "all":
        return f"{counted(number, 'deal')} without a card left"
    return _count(by, number)


def _better(best: Best) -> str:
    if rank_of(best.by):
        return f"discards more {rank_noun(rank_of(best.by), 2)}"
    return "scores more" if best.by == "score" else "leaves less"


def _amount(best: Best, number: int) -> str:
    """``4 sixes``, ``1110 points``."""
    return _count(best.by, number)


def _count(by: By, number: int) -> str:
    rank = rank_of(by)
    return f"{number} {rank_noun(rank, number)}" if rank else counted(number, "point")


def bound_words(best: Best) -> str:
    """What is proved where a limit was reached: ``no line scores more than 1290``."""
    first = best.bound[0]
    least = "" if best.least_moves is None else f", or as much in fewer than {best.least_moves}"
    moves = f"{least} moves" if least else ""
    if best.by == "score":
        return f"no line scores more than {first}{moves}"
    if rank_of(best.by):
        return f"no line discards more than {_amount(best, first)}{moves}"
    where = " in the pyramid" if best.by == "pyramid" else ""
    return f"every line leaves at least {counted(first, 'card')}{where}"
