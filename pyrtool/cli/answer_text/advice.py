"""The values of moves in words: the state of the position, and a line for each choice.

Decides the words for what is proved of a move, and for chances at a table with unknown cards.
"""

from collections.abc import Collection, Iterator, Sequence
from textwrap import wrap
from typing import Final

from pyrtool.answers.advice.values import Advice, Assumed, Orders, Value, Worth
from pyrtool.answers.best.best import Best
from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.blocks.wording import title
from pyrtool.answers.closed import Chance
from pyrtool.answers.unknown_cards.chance import TableChance
from pyrtool.cli.answer_text.best import bound_words
from pyrtool.cli.answer_text.verdicts import LIMITS, limit_words
from pyrtool.game.cards import Card
from pyrtool.game.line import uncovered
from pyrtool.game.moves import DealStock
from pyrtool.game.position import Position
from pyrtool.game.ranges import of_numbers
from pyrtool.game.words import spoken_moves
from pyrtool.languages import count_of, grouped, listed, message, percent, percents, say
from pyrtool.notation import format_moves
from pyrtool.notation.diagrams import card_text

_LONGEST: Final = 32  # beside which there is room for what they are worth


def moves_together(one: Worth, position: Position) -> str:
    """Return the moves of a choice: ``5C/8S or 5C/8H``, or the first and how many they are."""
    words = [spoken_moves(format_moves([move], position)) for move in one.moves]
    together = listed(words, "or")
    return together if len(together) <= _LONGEST else say("{0} ({1} alike)", words[0], len(words))


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
        is_won = advice.position.is_won()
        return say("won: the goal is reached") if is_won else say("lost: no move is legal")
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


def chances_text(chances: Sequence[Chance], position: Position) -> str:
    """Say what moves are worth to one who does not see the stock: a heading, a line for each."""
    if not chances:
        return say("the goal is reached") if position.is_won() else say("no move is legal")
    first = chances[0]
    words = [spoken_moves(format_moves([one.move], position)) for one in chances]
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


def advice_text(
    advice: Advice, width: int = 80, unseen: Collection[Card | None] = frozenset()
) -> str:
    """Return a line for each choice, indented; the unknown cards of an example go on below.

    What a move does to a card in `unseen` is left out.
    """
    rows = [(moves_together(one, advice.position), one) for one in advice.worths]
    only = [moves for moves, one in rows if one.only]
    column = max((len(moves) for moves, _ in rows), default=0)
    verdicts = max((len(say(_VERDICTS[one.verdict])) for _, one in rows), default=0)
    indent = " " * (len(_INDENT) + column + 2)
    shown: set[tuple[str, ...]] = set()  # examples, each once
    lines: list[str] = []
    lengths = {(len(one.line), one.shortest) for _, one in rows if one.line}
    for moves, one in rows:
        parts = list(_worth_words(one, len(lengths) > 1))
        if one.only and len(only) == 1:
            parts.append(say("only move"))
        parts += _reasons(one, advice, unseen)
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
        keep = say("{0} keep the win in any order", listed(only))
        if besides:
            nothing = say("nothing else does, except {0}", listed(besides))
        else:
            nothing = say("nothing else does")
        together = say("{0}; {1}", keep, nothing)
        lines += wrap(together, width, initial_indent=_INDENT, subsequent_indent=_INDENT)
    return "\n".join(lines)


def _worth_words(one: Worth, differ: bool) -> Iterator[str]:
    """Yield the words after the verdict; the number of moves if choices `differ` in it."""
    if one.line and differ:
        moves = count_of(len(one.line), "move")
        yield moves if one.shortest else say("{0} or fewer", moves)
    if one.best is not None:
        yield best_words(one.best)
    if one.orders is not None:
        yield _tried(one.orders) if one.verdict == "unknown" else _proof(one, one.orders)
    if one.limit is not None and one.limit != "orders":
        yield limit_words(one.limit)


def _reasons(one: Worth, advice: Advice, unseen: Collection[Card | None]) -> Iterator[str]:
    """Yield what a move does: what it uncovers or turns, and why it loses if it alone does."""
    if advice.orders is not None:
        return
    before, move = advice.position, one.moves[0]
    after = before.play(move)
    if isinstance(move, DealStock):
        if after.turned is not None and after.turned not in unseen:
            yield say("turns {0}", after.turned)
    elif bared := [card for card in uncovered(before, after) if card not in unseen]:
        yield say("uncovers {0}", " ".join(card_text(card, before.rules) for card in bared))
    if one.verdict == "lost" and advice.verdict == "won":
        block = find_block(after)
        yield say("by exhaustive search") if block is None else title(block, after.rules)


def best_words(best: Best) -> str:
    """Return the best that is left: ``at best 535 points``."""
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
    """Say how it is known what holds with every order."""
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
    if orders.won_with and orders.lost_with:
        yield say("won with {0}", " ".join(map(str, orders.won_with)))
        yield say("lost with {0}", " ".join(map(str, orders.lost_with)))


_WIDTH: Final = 80
_NO_BREAK: Final = "\u00a0"
_WHATEVER_THEY_ARE: Final = {
    "won": message("keeps the win whatever they are"),
    "lost": message("loses whatever they are"),
}


def table_answer(advice: Advice) -> str:
    """Name the best move: ``best KD, 12.0%; depends on the unknown cards``."""
    first = advice.worths[0]
    assert first.chance is not None
    if advice.verdict == "lost":
        return say("lost whatever the unknown cards are")
    best = _best(moves_together(first, advice.position), first.chance)
    if advice.verdict == "won":
        return say("{0}; {1}", best, say("winnable whatever the unknown cards are"))
    return best


def _best(moves: str, chance: TableChance) -> str:
    most = percent(chance.interval()[1])
    if chance.is_open:
        return say("best {0}, at most {1}", moves, most)
    if not chance.value and chance.exact is None:
        return say("best {0}, at most {1}: none of the deals drawn was won", moves, most)
    return say("best {0}, {1}", moves, percent(chance.value))


def table_text(advice: Advice) -> str:
    """Say what was assumed, how the chances were found, and a line for each choice."""
    assert advice.assumed is not None
    sentences = [_assumed(advice.assumed)]
    if how := _how_assumed(advice.assumed):
        sentences.append(how)
    if len(advice.assumed.stock) > 1:
        add = f"stock {advice.assumed.stock[-1]} face down"
        add = add.replace(" ", _NO_BREAK)  # as somebody may copy it
        sentences.append(
            say("for a surer answer say how many cards the stock has, as in the line: {0}", add)
        )
    lines = [
        line.replace(_NO_BREAK, " ")
        for one in sentences
        for line in wrap(one, _WIDTH - len(_INDENT), subsequent_indent=_INDENT)
    ]
    rows = [(moves_together(one, advice.position), one) for one in advice.worths]
    column = max((len(moves) for moves, _ in rows), default=0)
    for moves, one in rows:
        words = "  ".join(filter(None, _words(one)))
        lines.append(f"{moves.ljust(column)}  {words}".rstrip())
    return "\n".join(_INDENT + line for line in lines)


def _assumed(assumed: Assumed) -> str:
    """Say which counts, and how likely each deal is."""
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
    """Write numbers in words: ``18``, or ``2 to 22``, or ``1, 3 or 5``."""
    runs = of_numbers(numbers)
    return listed((say("{0} to {1}", a, b) if a < b else str(a) for a, b in runs), "or")


def _how_assumed(assumed: Assumed) -> str:
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
    """Yield the chance of a move, its interval, and what holds whatever the unknown cards are."""
    assert one.chance is not None
    yield (say("open") if one.chance.is_open else percent(one.chance.value)).rjust(6)
    if one.chance.exact is None:
        yield f"({percents(*one.chance.interval())})"
    elif one.verdict in ("depends", "unknown"):
        yield f"({say('exact')})"
    if one.verdict in _WHATEVER_THEY_ARE:
        yield say(_WHATEVER_THEY_ARE[one.verdict])
