"""The values of moves in words: the state of the position, and a line for each choice.

Decides the words for what is proved of a move. Moves themselves are spelled as the caller wants:
`play` shows them as they are typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Final

from pyrtool.answers.advice import Advice, Orders, Value, Worth
from pyrtool.answers.best.best import Best
from pyrtool.answers.closed import Chance
from pyrtool.cli.words.answers import limit_words
from pyrtool.cli.words.best_answers import bound_words
from pyrtool.cli.words.moves import Spell, moves_together
from pyrtool.game.cards import Card
from pyrtool.game.position import Position
from pyrtool.languages import count_of, grouped, listed, message, percent, percents, say
from pyrtool.notation import format_moves

_INDENT: Final = "  "
_VERDICTS: Final[dict[Value, str]] = {
    "won": message("keeps the win"),
    "lost": message("loses"),
    "depends": message("depends"),
    "unknown": message("unknown"),
}


def advice_answer(advice: Advice) -> str:
    """Describe the position: ``won in 38 moves, the fewest; 4 of 5 choices keep the win``."""
    if not advice.worths:
        return over_words(advice.position)
    first = advice.worths[0]
    if advice.orders is not None:
        return _unknown_answer(advice, advice.orders)
    if advice.verdict == "won":
        moves = count_of(len(first.line), "move")
        won = say("won in {0} or fewer", moves)
        if first.shortest:
            won = say("won in {0}, the fewest", moves)
        kept, choices = sum(one.verdict == "won" for one in advice.worths), len(advice.worths)
        if choices == 1:
            return say("{0}; {1}", won, say("there is one choice"))
        of_all = count_of(choices, "choice")
        if kept == 1:
            return say("{0}; {1}", won, say("{0} of {1} keeps the win", kept, of_all))
        return say("{0}; {1}", won, say("{0} of {1} keep the win", kept, of_all))
    if advice.verdict == "lost":
        lost = say("lost")
        return lost if first.best is None else say("{0}; {1}", lost, best_words(first.best))
    assert advice.limit is not None and advice.limit != "orders"
    return say("unknown, {0}", limit_words(advice.limit))


def over_words(position: Position) -> str:
    """How a game ended: ``won: the goal is reached``."""
    if position.is_won():
        return say("won: the goal is reached")
    return say("lost: no move is legal")


def chances_text(chances: Sequence[Chance], position: Position, spell: Spell = str) -> str:
    """What moves are worth to one who does not see the stock: a heading, and a line for each."""
    if not chances:
        return say("the goal is reached") if position.is_won() else say("no move is legal")
    first = chances[0]
    words = [spell(format_moves([one.move], position)) for one in chances]
    if not first.orders:
        return say("discard {0} immediately: that never hurts", words[0])
    column = max(map(len, words))
    is_exact = all(one.exact for one in chances)
    lines = [say("chances without seeing the stock, {0}", _how(first, is_exact))]
    for word, one in zip(words, chances, strict=True):
        sure = say("exact") if one.exact else percents(*one.interval())
        within = "" if is_exact else f"  ({sure})"
        if one.left_open:
            within += say(", {0} left open", count_of(one.left_open, "order"))
        lines.append(f"{_INDENT}{word.ljust(column)}  {percent(one.value):>6}{within}")
    return "\n".join(lines)


def _how(first: Chance, is_exact: bool) -> str:
    """How chances were found."""
    orders = count_of(first.orders, "order")
    if not first.complete:
        return say("estimated with {0} sampled", orders)
    over = say("over all {0}", orders) if first.orders > 1 else say("over the only order")
    return say("exact, {0}", over) if is_exact else say("{0}; a limit left some of it open", over)


def _unknown_answer(advice: Advice, orders: Orders) -> str:
    match advice.verdict:
        case "won":
            return say("won with every order of the unknown cards")
        case "lost":
            return say("lost with every order of the unknown cards")
        case "depends":
            return say("depends on the unknown cards")
    return say("unknown, {0}", _tried(orders))


def advice_text(advice: Advice, width: int = 80, spell: Spell = str) -> str:
    """A line for each choice, indented; the unknown cards of an example go on below."""
    rows = [(moves_together(one, advice.position, spell), one) for one in advice.worths]
    only = [moves for moves, one in rows if one.only]
    column = max((len(moves) for moves, _ in rows), default=0)
    verdicts = max((len(say(_VERDICTS[one.verdict])) for _, one in rows), default=0)
    indent = " " * (len(_INDENT) + column + 2)
    shown: set[tuple[str, ...]] = set()  # examples, each once
    lines: list[str] = []
    for moves, one in rows:
        parts = list(_worth_words(one))
        if one.only and len(only) == 1:
            parts.append(say("only move"))
        lines += wrap(
            f"{say(_VERDICTS[one.verdict]).ljust(verdicts)}  {', '.join(parts)}",
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
        keep = say("{0} keep the win in any order", _and(only))
        if besides:
            nothing = say("nothing else does, except {0}", _and(besides))
        else:
            nothing = say("nothing else does")
        together = say("{0}; {1}", keep, nothing)
        lines += wrap(together, width, initial_indent=_INDENT, subsequent_indent=_INDENT)
    return "\n".join(lines)


def _and(moves: Iterable[str]) -> str:
    return listed(moves)


def _worth_words(one: Worth) -> Iterator[str]:
    """The words after the verdict."""
    if one.line:
        moves = count_of(len(one.line), "move")
        yield moves if one.shortest else say("{0} or fewer", moves)
    if one.best is not None:
        yield best_words(one.best)
    if one.orders is not None:
        yield _tried(one.orders) if one.verdict == "unknown" else _proof(one, one.orders)
    if one.limit is not None and one.limit != "orders":
        yield limit_words(one.limit)


def best_words(best: Best) -> str:
    """The best that is left: ``at best 535 points``."""
    end = best.position
    if best.by == "score":
        reached = say("{0} points", grouped(end.score()))
    elif best.by == "pyramid":
        reached = say("{0} left in the pyramid, {1} in all", end.pyramid_left(), end.cards_left())
    elif end.rules.has_pyramid:
        reached = say("{0} left, {1} in the pyramid", end.cards_left(), end.pyramid_left())
    else:
        reached = say("{0} left", end.cards_left())
    if best.proved:
        return say("at best {0}", reached)
    return say("at best {0}, or better: {1}", reached, bound_words(best))


def _proof(one: Worth, orders: Orders) -> str:
    """How it is known what holds with every order."""
    if one.verdict == "depends":
        return say("won with some orders of the unknown cards, lost with others")
    if one.line:
        return say("whatever the unknown cards are")
    if one.verdict == "lost" and not orders.tried:
        return say("even if they all lay open")
    return say("all {0} tried", count_of(orders.tried, "order"))


def _tried(orders: Orders) -> str:
    if not orders.tried:
        return say("no order was tried")
    tried = count_of(orders.tried, "order")
    if orders.won:  # with some and not with others is no unknown
        return say("won with each of {0} tried, but there are more", tried)
    return say("lost with each of {0} tried, but there are more", tried)


def _examples(orders: Orders) -> Iterator[str]:
    """An order that wins, and one that loses."""
    if orders.won_with and orders.lost_with:
        yield say("won with {0}", _cards(orders.won_with))
        yield say("lost with {0}", _cards(orders.lost_with))


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
