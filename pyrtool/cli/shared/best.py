"""``pyrtool solve --best``: the most that can be done in each deal, in moves and words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from textwrap import fill
from typing import TYPE_CHECKING

from pyrtool.cli.shared.options import BestBy, Format

if TYPE_CHECKING:
    from pyrtool.cli.shared.selection import Selected
    from pyrtool.cli.shared.sieve import Sieve
    from pyrtool.optimum import Best


def answer_best(
    selected: Iterable[Selected],
    by: BestBy,
    sieve: Sieve,
    format: Format,
    words: bool,
    spell: Callable[[str], str],
) -> int:
    """Answer `solve --best` for the deals that the sieve keeps; the exit status."""
    from pyrtool.cli.commands.solve import in_words
    from pyrtool.cli.shared.output import Output
    from pyrtool.notation import format_solution
    from pyrtool.optimum import best
    from pyrtool.records import best_record

    answered = False
    with Output(format, prompt=True) as output:
        for chosen in sieve.kept(selected):
            found = best(chosen.deal.cards, chosen.rules, by, sieve.limits)
            sieve.unknown += not found.proved
            if format != "text":
                output.record(best_record(chosen.deal, chosen.game, chosen.rules, found))
            elif words:
                output.text(in_words(chosen, _heading(found), found.moves))
            else:
                line = format_solution(found.moves, chosen.position)
                told = fill(_proof(found), 80, initial_indent="  ", subsequent_indent="  ")
                gap = "\n" if answered else ""
                output.text(
                    f"{gap}{chosen.title}: {_heading(found)}\n{spell(line + chr(10) + told)}"
                )
                answered = True
    return sieve.end()


def _heading(best: Best) -> str:
    """What the line reaches, as a heading has it."""
    from pyrtool.cards import counted

    position = best.position
    nodes = counted(best.nodes, "node")
    in_all = f"{position.cards_left()} in all"
    in_pyramid = f"{position.pyramid_left()} in the pyramid"
    if best.by == "score":
        cleared = position.cleared_in_pass
        pyramid = f"cleared in pass {cleared}" if cleared else "not cleared"
        left = counted(position.cards_left(), "card")
        return f"score {position.score()}: {pyramid}, {left} left ({nodes})"
    if best.by == "pyramid":
        return f"{counted(position.pyramid_left(), 'card')} left in the pyramid, {in_all} ({nodes})"
    return f"{counted(position.cards_left(), 'card')} left, {in_pyramid} ({nodes})"


def _proof(best: Best) -> str:
    """What was proved of the line."""
    from pyrtool.cards import counted

    replayed = f"these {counted(len(best.moves), 'move')}, which the referee replayed"
    if best.proved:
        better = "scores more" if best.by == "score" else "leaves less"
        return f"proved: no line {better} than {replayed}"
    first = best.bound[0]
    if best.by == "score":
        bound = f"no line scores more than {first}"
    else:
        where = " in the pyramid" if best.by == "pyramid" else ""
        bound = f"every line leaves at least {counted(first, 'card')}{where}"
    return (
        f"the limit on {best.limit} was reached with {replayed}; they may not be the best, "
        f"but proved: {bound}"
    )
