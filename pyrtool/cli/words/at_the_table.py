"""Advice at a table with unknown cards in words: what was assumed, and a chance for each move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Final

from pyrtool.answers.advice import Advice, Assumed, Worth
from pyrtool.answers.hidden.chance import TableChance
from pyrtool.cli.words.answers import LIMITS
from pyrtool.cli.words.moves import Spell, moves_together
from pyrtool.languages import count_of, listed, message, percent, percents, say

_INDENT: Final = "  "
_WIDTH: Final = 80
_NO_BREAK: Final = "\u00a0"
_VERDICTS: Final = {
    "won": message("keeps the win whatever they are"),
    "lost": message("loses whatever they are"),
}


def table_answer(advice: Advice, spell: Spell = str) -> str:
    """Name the best move: ``best KD, 12.0%; depends on the unknown cards``."""
    first = advice.worths[0]
    assert first.chance is not None
    if advice.verdict == "lost":
        return say("lost whatever the unknown cards are")
    best = _best(moves_together(first, advice.position, spell), first.chance)
    if advice.verdict == "won":
        return say("{0}; {1}", best, say("winnable whatever the unknown cards are"))
    return best


def _best(moves: str, chance: TableChance) -> str:
    """The best move and its chance."""
    most = percent(chance.interval()[1])
    if chance.is_open:
        return say("best {0}, at most {1}", moves, most)
    if not chance.value and chance.exact is None:
        return say("best {0}, at most {1}: none of the deals drawn was won", moves, most)
    return say("best {0}, {1}", moves, percent(chance.value))


def table_text(advice: Advice, spell: Spell = str) -> str:
    """What was assumed, how the chances were found, and a line for each choice."""
    assert advice.assumed is not None
    sentences = [_assumed(advice.assumed)]
    if how := _how(advice.assumed):
        sentences.append(how)
    if len(advice.assumed.stock) > 1:
        add = _unbroken(f"stock {advice.assumed.stock[-1]} face down")
        sentences.append(
            say("for a surer answer say how many cards the stock has, as in the line: {0}", add)
        )
    lines = [line for one in sentences for line in _wrapped(one)]
    rows = [(moves_together(one, advice.position, spell), one) for one in advice.worths]
    column = max((len(moves) for moves, _ in rows), default=0)
    for moves, one in rows:
        words = "  ".join(filter(None, _words(one)))
        lines.append(f"{moves.ljust(column)}  {words}".rstrip())
    return "\n".join(_INDENT + line for line in lines)


def _wrapped(sentence: str) -> list[str]:
    """The lines of a sentence, each after the first with an indent more."""
    lines = wrap(sentence, _WIDTH - len(_INDENT), subsequent_indent=_INDENT)
    return [line.replace(_NO_BREAK, " ") for line in lines]


def _unbroken(words: str) -> str:
    """Words that stay on one line, as somebody may copy them."""
    return words.replace(" ", _NO_BREAK)


def _assumed(assumed: Assumed) -> str:
    """Which counts, and how likely each deal is."""
    words = [say("{0} in the stock", _range(assumed.stock))]
    words.append(say("{0} in the waste", _range(assumed.waste)))
    gone = _range(assumed.gone)
    if any(unknown != assumed.unnamed for unknown in assumed.unknown):
        words.append(say("{0} gone, in pairs or alone", gone))
        what = say("every choice of these and every order of the others")
    else:
        words.append(say("{0} gone", gone))
        what = say("every order of the {0} unknown cards", assumed.unnamed)
    if len(assumed.stock) > 1 or len(assumed.waste) > 1:
        what = say("every number, {0}", what)
    return say("assumed: {0}; {1} equally likely", ", ".join(words), what)


def _range(numbers: Sequence[int]) -> str:
    """Numbers in words: ``18``, or ``2 to 22``, or ``1, 3 or 5``."""
    pairs = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    runs = [[number for _, number in run] for _, run in pairs]
    words = [say("{0} to {1}", run[0], run[-1]) if len(run) > 1 else str(run[0]) for run in runs]
    return listed(words, "or")


def _how(assumed: Assumed) -> str:
    """How the chances were found."""
    deals = count_of(assumed.deals, "deal")
    if assumed.all:
        return say("chances of the best closed player: exact, over all {0}", deals)
    if not assumed.deals:
        return ""
    games = count_of(assumed.games, "game")
    how = say("chances of a closed player: from {0} drawn, {1} played on", deals, games)
    if assumed.limit:
        early = say("the limit on {0} ended this early", say(LIMITS[assumed.limit]))
        return say("{0}; {1}", how, early)
    return how


def _words(one: Worth) -> Iterator[str]:
    """The chance of a move, its interval, and what holds whatever the unknown cards are."""
    assert one.chance is not None
    yield (say("open") if one.chance.is_open else percent(one.chance.value)).rjust(6)
    if one.chance.exact is None:
        yield f"({percents(*one.chance.interval())})"
    elif one.verdict in ("depends", "unknown"):
        yield f"({say('exact')})"
    if one.verdict in _VERDICTS:
        yield say(_VERDICTS[one.verdict])
