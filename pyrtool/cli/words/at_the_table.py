"""Advice at a table with unknown cards in words: what was assumed, and a chance for each move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Final

from pyrtool.answers.advice import Advice, Assumed, Worth
from pyrtool.answers.hidden.chance import TableChance
from pyrtool.base.words import counted, range_words, share_words
from pyrtool.cli.words.moves import moves_together

_INDENT: Final = "  "
_WIDTH: Final = 80
_NO_BREAK: Final = "\u00a0"
_VERDICTS: Final = {
    "won": "keeps the win whatever they are",
    "lost": "loses whatever they are",
    "depends": "",
    "unknown": "",
}


def table_answer(advice: Advice) -> str:
    """Name the best move: ``best KD, 12.0%; depends on the unknown cards``."""
    first = advice.worths[0]
    assert first.chance is not None
    holds = {
        "won": "; winnable whatever the unknown cards are",
        "lost": "lost whatever the unknown cards are",
    }.get(advice.verdict, "")
    if advice.verdict == "lost":
        return holds
    best = f"best {moves_together(first, advice.position)}"
    most = share_words(first.chance.interval()[1])
    if first.chance.is_open:
        return f"{best}, at most {most}{holds}"
    if not first.chance.value and first.chance.exact is None:
        return f"{best}, at most {most}: none of the deals drawn was won{holds}"
    return f"{best}, {_percent(first.chance)}{holds}"


def table_text(advice: Advice) -> str:
    """What was assumed, how the chances were found, and a line for each choice."""
    assert advice.assumed is not None
    sentences = [f"assumed: {_assumed(advice.assumed)}"]
    if how := _how(advice.assumed):
        sentences.append(how)
    if len(advice.assumed.stock) > 1:
        add = _unbroken(f"stock {advice.assumed.stock[-1]} face down")
        sentences.append(
            f"for a surer answer say how many cards the stock has, as in the line: {add}"
        )
    lines = [line for one in sentences for line in _wrapped(one)]
    rows = [(moves_together(one, advice.position), one) for one in advice.worths]
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
    piles = [(assumed.stock, "in the stock"), (assumed.waste, "in the waste")]
    words = [f"{_range(counts)} {place}" for counts, place in piles]
    gone = _range(assumed.gone)
    if any(unknown != assumed.unnamed for unknown in assumed.unknown):
        words.append(f"{gone} gone, in pairs or alone")
        what = "every choice of these and every order of the others"
    else:
        words.append(f"{gone} gone")
        what = f"every order of the {assumed.unnamed} unknown cards"
    if len(assumed.stock) > 1 or len(assumed.waste) > 1:
        what = f"every number, {what}"
    return f"{', '.join(words)}; {what} equally likely"


def _range(numbers: Sequence[int]) -> str:
    """Numbers in words: ``18``, or ``2 to 22``, or ``1, 3 or 5``."""
    pairs = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    runs = [[number for _, number in run] for _, run in pairs]
    words = [f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _how(assumed: Assumed) -> str:
    """How the chances were found."""
    if assumed.all:
        return (
            f"chances of the best closed player: exact, over all {counted(assumed.deals, 'deal')}"
        )
    if not assumed.deals:
        return ""
    limit = f"; the limit on {assumed.limit} ended this early" if assumed.limit else ""
    return (
        f"chances of a closed player: from {counted(assumed.deals, 'deal')} drawn, "
        f"{counted(assumed.games, 'game')} played on{limit}"
    )


def _words(one: Worth) -> Iterator[str]:
    """The chance of a move, its interval, and what holds whatever the unknown cards are."""
    assert one.chance is not None
    yield ("open" if one.chance.is_open else _percent(one.chance)).rjust(6)
    if one.chance.exact is None:
        yield f"({range_words(*one.chance.interval())})"
    elif one.verdict in ("depends", "unknown"):
        yield "(exact)"
    yield _VERDICTS[one.verdict]


def _percent(chance: TableChance) -> str:
    return share_words(chance.value)
