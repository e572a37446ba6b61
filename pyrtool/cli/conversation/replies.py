"""The replies of `play`: the state of a game, hints, the reasons for a move, the state of a match.

Decides the words. A hint for a player that does not see the stock rests on what it can know.
"""

import re
from collections.abc import Iterator, Sequence
from textwrap import fill, wrap
from typing import Final

from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.blocks.wording import describe
from pyrtool.answers.closed import Player, View
from pyrtool.answers.explain.reasons import reason_for, why_lost
from pyrtool.answers.explain.story import TRIED
from pyrtool.answers.review.judge import review
from pyrtool.answers.solve import solve, verdict_only
from pyrtool.answers.verdicts import Lost, Unknown, Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import Limit, Limits
from pyrtool.cli.answer_text.review import review_lines
from pyrtool.cli.answer_text.verdicts import deal_words, limit_words, reason_words
from pyrtool.cli.conversation.input import with_a_pair, words_for
from pyrtool.game.cards import Card
from pyrtool.game.line import played, uncovered
from pyrtool.game.moves import DealStock, Move
from pyrtool.game.points import DISCARD_POINTS, PAR_POINTS, row_points
from pyrtool.game.position import Position
from pyrtool.game.rules import Rules
from pyrtool.game.words import command_words, place_words, spoken_moves
from pyrtool.languages import chosen, count_of, listed, message, say
from pyrtool.notation import format_moves, parse_typed
from pyrtool.notation.diagrams import card_text
from pyrtool.records.session import Back, GiveUp, Hint, Keep, Match, Session, Unsure

_LABELS: Final = {
    "columns": message("columns"),
    "turned": message("turned"),
    "pass": message("pass"),
    "cleared": message("cleared"),
    "gone": message("gone"),
}
_PASS: Final = re.compile(r"(?m)^pass +(\d+) of (\d+)$")
_FACE_DOWN: Final = re.compile(r"(?m)(\d+) face down$")
_LABEL: Final = re.compile(r"(?m)^([a-z]+)( \d)? +(?=\S)")


def wrapped(text: str, width: int) -> str:
    """Return a line, broken between words only."""
    return fill(text, width, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)


def help_texts(rules: Rules, width: int, least: int) -> Iterator[str]:
    """Say what can be typed, each with its meaning beside it, or behind it if that has no
    `least`."""
    rows = {command_words(words): meaning for words, meaning in words_for(rules).items()}
    column = max(map(len, rows)) + 2
    for words, meaning in ((words, say(meaning)) for words, meaning in rows.items()):
        if width - column < least:
            yield wrapped(f"{words}: {meaning}", width)
        else:
            first, *others = wrap(meaning, width - column)
            yield "\n".join([words.ljust(column) + first, *(" " * column + one for one in others)])


def diagram_words(diagram: str) -> str:
    """Return a diagram with its labels in the chosen language."""
    if chosen().language == "en":
        return diagram
    text = _PASS.sub(lambda match: say("pass {0} of {1}", match[1], match[2]), diagram)
    text = _FACE_DOWN.sub(lambda match: say("{0} face down", match[1]), text)
    return _LABEL.sub(_label, text)


def _label(match: re.Match[str]) -> str:
    word = say(_LABELS[match[1]]) if match[1] in _LABELS else place_words(match[1])
    return f"{word}{match[2] or ''}".ljust(len(match[0]) - 1) + " "


def invitation(rules: Rules) -> str:
    """Say what a player can type, as the start shows it."""
    words = say(
        "Type the cards of a move, such as 4c 9h. h gives a hint, u takes a move back, q ends, "
        "help lists the rest."
    )
    if rules.stock == "dealt":
        words = say(
            "Type the cards of a move, such as 4c 9h, or deal. h gives a hint, u takes a move "
            "back, q ends, help lists the rest."
        )
    return with_a_pair(words, rules)


def points_words(rules: Rules) -> Iterator[str]:
    """Say how games are scored, if they are."""
    if rules.scoring == "par":
        points = listed(PAR_POINTS[: rules.passes], "or")
        yield say("par: {0}, by the pass that cleared the pyramid, less 1 a card left", points)
    if rules.scoring == "microsoft":
        rows = ", ".join(map(str, row_points(rules.row_count)))
        each = DISCARD_POINTS
        yield say("points: {0} a discard; the rows, from the bottom up: {1}", each, rows)


def vanished_words(pairs: Sequence[tuple[Card, ...]]) -> str:
    """Say which pairs went by themselves."""
    names = " ".join("/".join(map(str, pair)) for pair in pairs)
    if len(pairs) > 1:
        return say("vanished by themselves: {0}", names)
    return say("vanished by itself: {0}", names)


def hint_words(hint: Hint, session: Session) -> str:
    """Put a hint of `play` in words."""
    match hint:
        case Keep(()):
            return say("this game is won")
        case Keep(moves):
            first = spoken_moves(format_moves(moves[:1], session.position))
            won = say("{0} (won in {1})", first, count_of(len(moves), "move"))
            purpose = ", ".join(_purposes(session.position, moves[0]))
            return say("{0}: {1}", won, purpose) if purpose else won
        case Back(moves):
            back = command_words(f"undo {moves}" if moves > 1 else "undo")
            if session.rules.goal == "pyramid":
                return say("the pyramid cannot be cleared from here: {0}, and it can", back)
            return say("the game cannot be won from here: {0}, and it can", back)
        case GiveUp(reason):
            block = None if reason == "exhausted" else find_block(session.start)
            if block is None:
                return say("this deal cannot be won (every line of play was searched)")
            why = describe(block, session.rules)
            return say("this deal cannot be won ({0}): {1}", reason_words(reason), why)
        case Unsure(limit):
            return say("unknown, {0}", limit_words(limit))


def _purposes(here: Position, move: Move) -> Iterator[str]:
    """Yield what a winning move is for."""
    others = [other for other in here.legal_moves() if other != move]
    if bared := uncovered(here, here.play(move)):
        yield say("uncovers {0}", " ".join(card_text(card, here.rules) for card in bared))
    lost = [isinstance(verdict_only(here.play(other), TRIED), Lost) for other in others]
    if all(lost):
        yield say("only move")
    elif any(loses for other, loses in zip(others, lost, strict=True) if other == DealStock()):
        yield say("dealing loses")


def standing(session: Session, several: bool) -> str:
    """Describe the state of a game; `several`: whether other deals follow."""
    position = session.position
    moves = count_of(len(session.moves), "move")
    left = say("{0} left", count_of(position.cards_left(), "card"))
    if position.is_won():
        parts = [say("won in {0}", moves), *([left] if position.cards_left() else [])]
    elif position.rules.goal == "pyramid":
        parts = [moves, say("{0} left in the pyramid", count_of(position.pyramid_left(), "card"))]
    else:
        parts = [moves, left]
    if position.rules.scoring != "none":
        parts.append(say("score {0}", position.score()))
    text = ", ".join(parts)
    if not position.is_won() and session.is_over():
        ends = command_words("next" if several else "quit")
        text += "; " + say("no move is legal: undo, or {0}", ends)
    elif unknown := session.unknown_dealt():
        cards = " ".join(["5C", "9H", "KD"][: len(unknown)])
        named = f"{command_words('turned')} {cards}"
        count = count_of(len(unknown), "card")
        text += "; "
        if len(unknown) == 1:
            text += say("name the card dealt: {0}", named)
        else:
            text += say("name {0} dealt: {1}", count, named)
    elif several and session.is_over():
        text += say("; next continues")
    return text


def total(match: Match) -> str:
    """Describe the state of a match."""
    over = match.over()
    games = say("{0} of {1} over", len(over), count_of(len(match.sessions), "game"))
    if any(session.rules.scoring == "par" for session in match.sessions):
        is_made = match.makes_par()
        parts = [games, say("total {0}", match.total())]
        if is_made is not None:
            parts.append(say("par is made") if is_made else say("par is not made"))
        return ", ".join(parts)
    return f"{games}, {say('{0} won', sum(session.position.is_won() for session in over))}"


def called(session: Session) -> str:
    """Name what is played: ``deal 2 (native)``."""
    deal = session.deal
    if deal.number is not None:
        return deal_words(deal)
    return say("a position") if isinstance(deal, Position) else say("a deal")


def legal_words(session: Session) -> list[str]:
    """List the legal moves, a word each."""
    here = session.position
    return [spoken_moves(format_moves([move], here)) for move in here.legal_moves()]


def fair_hint(position: Position) -> str:
    """Show the move of the strongest player that can play the game."""
    plain = Player("careful")
    player = plain if plain.is_simple(position.rules) else Player("strongest")
    move = player.choose(View.of(position))
    if move is None:
        return say("no move is legal")
    word = spoken_moves(format_moves([move], position))
    return say("{0} (by what you can know; hint open looks at the stock)", word)


SHORTLY: Final = Limits(seconds=3)
"""What the review of a game takes at its end."""


def why(session: Session, limits: Limits) -> list[str]:
    """Return lines with the reason for the next move; if lost, against the move that lost."""
    hint = session.hint(limits)
    if isinstance(hint, Unsure):
        return [_unknown(hint.limit)]
    if isinstance(hint, GiveUp):
        return lines_against(session.start, session.start, None, limits)
    if isinstance(hint, Back):
        line = played(session.start, session.moves)
        at = len(session.moves) - hint.moves
        return lines_against(session.start, line.positions[at], line.moves[at], limits)
    if not hint.moves:
        return [say("this game is won")]
    won = Won(hint.moves[1:], 0)
    return list(reason_for(session.start, session.position, hint.moves[0], won).lines)


def why_move(session: Session, words: str, limits: Limits) -> list[str]:
    """Return lines for or against a move that somebody thinks of; a `PyrtoolError` if the words are
    no legal move, or several."""
    moves = parse_typed(words, session.position)
    if len(moves) != 1:
        raise PyrtoolError(say("why explains one move at a time"))
    after = solve(session.position.play(moves[0]), limits)
    if isinstance(after, Unknown):
        return [_unknown(after.limit)]
    return list(reason_for(session.start, session.position, moves[0], after).lines)


def lines_against(start: Position, here: Position, move: Move | None, limits: Limits) -> list[str]:
    """Say why a position is lost, or a move in it loses; stock cards count from `start`."""
    verdict = solve(here if move is None else here.play(move), limits)
    if isinstance(verdict, Unknown):
        return [_unknown(verdict.limit)]
    return list(why_lost(start, here, move, verdict)) if isinstance(verdict, Lost) else []


def in_short(session: Session) -> list[str]:
    """Return a short review of a game that is over: whether it could be won, and what lost it."""
    found = review(session.start, session.moves, SHORTLY)
    _, deal, *_, fault = review_lines(found, session.ended)
    return [fault] if session.position.is_won() else [deal, fault]


def _unknown(limit: Limit) -> str:
    return say("unknown, {0}", limit_words(limit))
