"""The replies of `play`: the state of a game, hints, the reasons for a move, the state of a match.

Decides the words. A hint for a player that does not see the stock rests on what it can know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import fill, wrap
from typing import Final

from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.blocks.wording import describe
from pyrtool.answers.closed import Player, View
from pyrtool.answers.explain.explanation import Explanation, explain_verdict
from pyrtool.answers.explain.printout import (
    LOSES,
    Paragraph,
    against,
    name_of,
    paragraphs_of,
    reason,
)
from pyrtool.answers.explain.problem import problem_of
from pyrtool.answers.explain.story import choose
from pyrtool.answers.review.judge import review
from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Unknown, Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import Limit, Limits
from pyrtool.cli.answer_text.review import review_lines
from pyrtool.cli.answer_text.verdicts import deal_words, limit_words, reason_words
from pyrtool.cli.conversation.input import with_a_pair, words_for
from pyrtool.game.cards import Card
from pyrtool.game.line import played
from pyrtool.game.moves import DealStock, Discard, Move
from pyrtool.game.points import DISCARD_POINTS, PAR_POINTS, row_points
from pyrtool.game.position import Position
from pyrtool.game.rules import Rules
from pyrtool.game.words import command_words, place_words, spoken_moves
from pyrtool.languages import chosen, count_of, listed, message, say
from pyrtool.notation import format_moves, parse_typed
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
            yield "\n".join(
                [words.ljust(column) + first, *(" " * column + line for line in others)]
            )


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
            return say("{0} (won in {1})", first, count_of(len(moves), "move"))
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

MOST_SENTENCES: Final = 12
"""A longer proof is only named."""


def why(session: Session, limits: Limits) -> list[str]:
    """Return lines with the reason for the next move; in a lost position, against the move that
    lost."""
    hint = session.hint(limits)
    if isinstance(hint, Unsure):
        return [_unknown(hint.limit)]
    if isinstance(hint, GiveUp):
        return why_lost(session.start, None, limits)
    if isinstance(hint, Back):
        line = played(session.start, session.moves)
        at = len(session.moves) - hint.moves
        return why_lost(line.positions[at], line.moves[at], limits)
    if not hint.moves:
        return [say("this game is won")]
    problem_of(session.position)  # or an error, also where no reason is needed
    later = frozenset(other for other in hint.moves if isinstance(other, Discard))
    choice = choose(session.start, session.position, hint.moves[0], later)
    proofs = [choice.proof, *(one.proof for one in choice.against)]
    return _lines(paragraphs_of(choice, all(proof is None or _fits(proof) for proof in proofs)))


def why_not(session: Session, words: str, limits: Limits) -> list[str]:
    """Return lines against a move that somebody thinks of.

    Raises:
        PyrtoolError: The words are no legal move, or several.
    """
    moves = parse_typed(words, session.position)
    if len(moves) != 1:
        raise PyrtoolError(say("why explains one move at a time"))
    return why_lost(session.position, moves[0], limits)


def why_lost(here: Position, move: Move | None, limits: Limits) -> list[str]:
    """Say why a position is lost, or a move in it loses."""
    after = here if move is None else here.play(move)
    name = say("this deal") if move is None else name_of(move)
    if isinstance(move, DealStock) and here.turned is not None:
        name = say("dealing {0}", here.turned)
    verdict = solve(after, limits)
    if isinstance(verdict, Unknown):
        return [_unknown(verdict.limit)]
    if isinstance(verdict, Won):
        return [say("{0} does not lose: a solution begins with it", name)]
    explanation = explain_verdict(after, verdict)
    if explanation.parts:
        head = say(LOSES, name) if move else say("this deal cannot be won")
        return _lines([reason(explanation, head, _fits(explanation))])
    block = [] if verdict.block is None else [describe(verdict.block, after.rules)]
    return [*_lines([against(say(LOSES, name), None)]), *block]


def in_short(session: Session) -> list[str]:
    """Return a short review of a game that is over: whether it could be won, and what lost it."""
    found = review(session.start, session.moves, SHORTLY)
    _, deal, *_, fault = review_lines(found, session.ended)
    return [fault] if session.position.is_won() else [deal, fault]


def _fits(proof: Explanation) -> bool:
    return proof.sentences <= MOST_SENTENCES


def _unknown(limit: Limit) -> str:
    return say("unknown, {0}", limit_words(limit))


def _lines(some: list[Paragraph]) -> list[str]:
    lines = []
    for one in some:
        numbered = [f"{number}. {text}" if number else text for number, text in one.sentences]
        lines += [one.text, *numbered]
    return lines
