"""The state of a game, a hint, and the state of a match: in words."""

from __future__ import annotations

from pyrtool.answers.blocks import describe, find_block
from pyrtool.cli.words.answers import deal_words, limit_words, reason_words
from pyrtool.game.position import Position
from pyrtool.languages import count_of, say
from pyrtool.notation import format_moves
from pyrtool.records.session import Back, GiveUp, Hint, Keep, Match, Session, Unsure


def hint_words(hint: Hint, session: Session) -> str:
    """Put a hint in words."""
    match hint:
        case Keep(()):
            return say("this game is won")
        case Keep(moves):
            first = format_moves(moves[:1], session.position)
            return say("{0} (won in {1})", first, count_of(len(moves), "move"))
        case Back(moves):
            back = f"undo {moves}" if moves > 1 else "undo"
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
        text += "; " + say("no move is legal: undo, or {0}", "next" if several else "quit")
    elif unknown := session.unknown_dealt():
        named = f"turned {' '.join(['5C', '9H', 'KD'][: len(unknown)])}"
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
        made = match.makes_par()
        parts = [games, say("total {0}", match.total())]
        if made is not None:
            parts.append(say("par is made") if made else say("par is not made"))
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
    return [format_moves([move], here) for move in here.legal_moves()]
