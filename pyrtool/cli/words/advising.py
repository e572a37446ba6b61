"""The values of moves in words: the state of the position, and a line for each choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from pyrtool.answers.advice import Advice, Orders, Value, Worth
from pyrtool.answers.best.best import Best
from pyrtool.answers.blocks.words import listed
from pyrtool.answers.closed import Chance
from pyrtool.base.words import counted, range_words, share_words
from pyrtool.cli.words.best_answers import bound_words
from pyrtool.cli.words.moves import moves_together
from pyrtool.game.cards import Card
from pyrtool.game.position import Position
from pyrtool.notation import format_moves

_INDENT: Final = "  "
_VERDICTS: Final[dict[Value, str]] = {
    "won": "keeps the win",
    "lost": "loses",
    "depends": "depends",
    "unknown": "unknown",
}


def advice_answer(advice: Advice) -> str:
    """Describe the position: ``won in 38 moves, the fewest; 4 of 5 choices keep the win``."""
    if not advice.worths:
        won = "the goal is reached" if advice.position.is_won() else "no move is legal"
        return f"{advice.verdict}: {won}"
    first = advice.worths[0]
    if advice.orders is not None:
        return _unknown_answer(advice, advice.orders)
    if advice.verdict == "won":
        moves = counted(len(first.line), "move")
        fewest = f"in {moves}, the fewest" if first.shortest else f"in {moves} or fewer"
        kept, choices = sum(one.verdict == "won" for one in advice.worths), len(advice.worths)
        if choices == 1:
            return f"won {fewest}; there is one choice"
        return f"won {fewest}; {kept} of {choices} choices keep{'s' * (kept == 1)} the win"
    if advice.verdict == "lost":
        best = "" if first.best is None else f"; {best_words(first.best)}"
        return f"lost{best}"
    return f"unknown, the limit on {advice.limit} was reached"


def chances_text(chances: Sequence[Chance], position: Position) -> str:
    """What moves are worth to one who does not see the stock: a heading, and a line for each."""
    if not chances:
        return "the goal is reached" if position.is_won() else "no move is legal"
    first = chances[0]
    if not first.orders:
        return f"discard {format_moves([first.move], position)} immediately: that never hurts"
    words = [format_moves([one.move], position) for one in chances]
    column = max(map(len, words))
    orders = counted(first.orders, "order")
    how, is_exact = f"estimated with {orders} sampled", all(one.exact for one in chances)
    if first.complete:
        how = f"over all {orders}" if first.orders > 1 else "over the only order"
        how = f"exact, {how}" if is_exact else f"{how}; a limit left some of it open"
    lines = [f"chances without seeing the stock, {how}"]
    for word, one in zip(words, chances, strict=True):
        interval = range_words(*one.interval())
        within = "" if is_exact else "  (exact)" if one.exact else f"  ({interval})"
        within += f", {counted(one.left_open, 'order')} left open" if one.left_open else ""
        lines.append(f"{_INDENT}{word.ljust(column)}  {share_words(one.value):>6}{within}")
    return "\n".join(lines)


def _unknown_answer(advice: Advice, orders: Orders) -> str:
    with_orders = "every order of the unknown cards"
    match advice.verdict:
        case "won" | "lost":
            return f"{advice.verdict} with {with_orders}"
        case "depends":
            return "depends on the unknown cards"
    return f"unknown, {_tried(orders)}"


def advice_text(advice: Advice, width: int = 80) -> str:
    """A line for each choice, indented; the unknown cards of an example go on below."""
    rows = [(moves_together(one, advice.position), one) for one in advice.worths]
    only = [moves for moves, one in rows if one.only]
    column = max((len(moves) for moves, _ in rows), default=0)
    verdicts = max((len(_VERDICTS[one.verdict]) for _, one in rows), default=0)
    indent = " " * (len(_INDENT) + column + 2)
    shown: set[tuple[str, ...]] = set()  # examples, each once
    lines: list[str] = []
    for moves, one in rows:
        parts = list(_worth_words(one))
        if one.only and len(only) == 1:
            parts.append("only move")
        lines += wrap(
            f"{_VERDICTS[one.verdict].ljust(verdicts)}  {', '.join(parts)}",
            width,
            initial_indent=f"{_INDENT}{moves.ljust(column)}  ",
            subsequent_indent=indent + " " * (verdicts + 2),
        )
        if one.orders is not None and (examples := tuple(_examples(one.orders))) not in shown:
            shown.add(examples)
            for example in examples:
                deeper = indent + _INDENT
                lines += wrap(example, width, initial_indent=indent, subsequent_indent=deeper)
    if len(only) > 1:
        besides = [moves for moves, one in rows if one.verdict == "won" and not one.only]
        but = f", except {listed(besides)}" if besides else ""
        together = f"{listed(only)} keep the win in any order; nothing else does{but}"
        lines += wrap(together, width, initial_indent=_INDENT, subsequent_indent=_INDENT)
    return "\n".join(lines)


def _worth_words(one: Worth) -> Iterator[str]:
    """The words after the verdict."""
    if one.line:
        yield counted(len(one.line), "move") + ("" if one.shortest else " or fewer")
    if one.best is not None:
        yield best_words(one.best)
    if one.orders is not None:
        yield _tried(one.orders) if one.verdict == "unknown" else _proof(one, one.orders)
    if one.limit not in (None, "orders"):
        yield f"the limit on {one.limit} was reached"


def best_words(best: Best) -> str:
    """The best that is left: ``at best 535 points``."""
    end = best.position
    within = "" if best.proved else f", or better: {bound_words(best)}"
    if best.by == "score":
        return f"at best {end.score():,} points{within}"
    if best.by == "pyramid":
        return (
            f"at best {end.pyramid_left()} left in the pyramid, {end.cards_left()} in all{within}"
        )
    in_pyramid = f", {end.pyramid_left()} in the pyramid" * end.rules.has_pyramid
    return f"at best {end.cards_left()} left{in_pyramid}{within}"


def _proof(one: Worth, orders: Orders) -> str:
    """How it is known what holds with every order."""
    if one.verdict == "depends":
        return "won with some orders of the unknown cards, lost with others"
    if one.line:
        return "whatever the unknown cards are"
    if one.verdict == "lost" and not orders.tried:
        return "even if they all lay open"
    return f"all {counted(orders.tried, 'order')} tried"


def _tried(orders: Orders) -> str:
    if not orders.tried:
        return "no order was tried"
    word = "won" if orders.won else "lost"  # with some and not with others is no unknown
    return f"{word} with each of {counted(orders.tried, 'order')} tried, but there are more"


def _examples(orders: Orders) -> Iterator[str]:
    """An order that wins, and one that loses."""
    if orders.won_with and orders.lost_with:
        yield f"won with {_cards(orders.won_with)}"
        yield f"lost with {_cards(orders.lost_with)}"


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
