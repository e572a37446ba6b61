"""The state of a game, a hint, and the state of a match: in words."""

from __future__ import annotations

from pyrtool.answers.blocks import describe, find_block
from pyrtool.base.words import counted
from pyrtool.game.position import Position
from pyrtool.notation import format_moves
from pyrtool.records.session import Back, GiveUp, Hint, Keep, Match, Session, Unsure


def hint_words(hint: Hint, session: Session) -> str:
    """Put a hint in words."""
    match hint:
        case Keep(()):
            return "this game is won"
        case Keep(moves):
            first = format_moves(moves[:1], session.position)
            return f"{first} (won in {counted(len(moves), 'move')})"
        case Back(moves):
            pyramid = session.rules.goal == "pyramid"
            what = "the pyramid cannot be cleared" if pyramid else "the game cannot be won"
            back = f"undo {moves}" if moves > 1 else "undo"
            return f"{what} from here: {back}, and it can"
        case GiveUp(reason):
            block = None if reason == "exhausted" else find_block(session.start)
            if block is None:
                return "this deal cannot be won (every line of play was searched)"
            return f"this deal cannot be won ({reason}): {describe(block, session.rules)}"
        case Unsure(limit):
            return f"unknown, the limit on {limit} was reached"


def standing(session: Session, several: bool) -> str:
    """Describe the state of a game; `several`: whether other deals follow."""
    position = session.position
    moves = counted(len(session.moves), "move")
    left = f"{counted(position.cards_left(), 'card')} left"
    if position.is_won():
        parts = [f"won in {moves}", *([left] if position.cards_left() else [])]
    elif position.rules.goal == "pyramid":
        parts = [moves, f"{counted(position.pyramid_left(), 'card')} left in the pyramid"]
    else:
        parts = [moves, left]
    if position.rules.scoring != "none":
        parts.append(f"score {position.score()}")
    text = ", ".join(parts)
    if not position.is_won() and session.is_over():
        text += "; no move is legal: undo, or " + ("next" if several else "quit")
    elif unknown := session.unknown_dealt():
        text += f"; name {'the card' if len(unknown) == 1 else counted(len(unknown), 'card')} dealt"
        text += f": turned {' '.join(['5C', '9H', 'KD'][: len(unknown)])}"
    elif several and session.is_over():
        text += "; next goes on"
    return text


def total(match: Match) -> str:
    """Describe the state of a match."""
    over = match.over()
    games = f"{len(over)} of {counted(len(match.sessions), 'game')} over"
    if any(session.rules.scoring == "par" for session in match.sessions):
        made = match.makes_par()
        verdict = "" if made is None else (", par is made" if made else ", par is not made")
        return f"{games}, total {match.total()}{verdict}"
    return f"{games}, {sum(session.position.is_won() for session in over)} won"


def called(session: Session) -> str:
    """Name what is played: ``deal 2 (native)``."""
    deal = session.deal
    if deal.number is not None:
        return f"deal {deal.number} ({deal.numbering})"
    return "a position" if isinstance(deal, Position) else "a deal"


def legal_words(session: Session) -> list[str]:
    """List the legal moves, a word each."""
    here = session.position
    return [format_moves([move], here) for move in here.legal_moves()]
