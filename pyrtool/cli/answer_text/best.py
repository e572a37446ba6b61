"""Best lines in words: the answer, the points, and what was proved."""

from collections.abc import Iterator
from textwrap import fill
from typing import Final

from pyrtool.answers.best.best import Best
from pyrtool.answers.best.matches import Challenge
from pyrtool.answers.objectives import By, worth
from pyrtool.cli.answer_text.verdicts import limit_words
from pyrtool.game.cards import rank_noun, rank_of
from pyrtool.game.points import DISCARD_POINTS, row_points
from pyrtool.game.position import Position
from pyrtool.languages import chosen, count_of, noun, say
from pyrtool.notation import format_solution

_INDENT: Final = "  "
_RANKS: Final = (
    *(noun("ace"), noun("two"), noun("three"), noun("four"), noun("five"), noun("six")),
    *(noun("seven"), noun("eight"), noun("nine"), noun("ten"), noun("jack"), noun("queen")),
    noun("king"),
)
"""The ranks that other languages have words for."""


def best_text(best: Best, start: Position, enough: int | None = None) -> str:
    """Return the line, what it earns, what was proved, and whether at most `enough` cards can be
    left; then the line that clears the pyramid as well, where that costs something."""
    sentences = [*_earned(best), best_proof(best), *_success(best, enough)]
    lines = [format_solution(best.moves, start)] if best.moves else []
    lines += [fill(one, 80, initial_indent=_INDENT, subsequent_indent=_INDENT) for one in sentences]
    if best.cleared is not None:
        heading = say("With the pyramid cleared as well: {0}", best_answer(best.cleared))
        lines += ["", heading, best_text(best.cleared, start)]
    return "\n".join(lines)


def best_answer(best: Best) -> str:
    """Say what the line reaches, as a heading has it."""
    position = best.position
    nodes = count_of(best.nodes, "node")
    left = count_of(position.cards_left(), "card")
    if best.by == "score" and position.rules.scoring == "par":
        score, cleared = position.score(), position.cleared_in_pass
        if cleared:
            return say(
                "score {0}: cleared in pass {1}, {2} left ({3})", score, cleared, left, nodes
            )
        return say("score {0}: not cleared, {1} left ({2})", score, left, nodes)
    if best.by == "pyramid":
        in_pyramid = count_of(position.pyramid_left(), "card")
        left = say("{0} left in the pyramid, {1} in all", in_pyramid, position.cards_left())
        return f"{left} ({nodes})"
    if best.by == "all":
        return f"{_left(position)} ({nodes})"
    (reached,) = worth(position, best.by)
    moves = count_of(len(best.moves), "move")
    return say("{0} in {1} ({2})", _count(best.by, reached), moves, nodes)


def _left(position: Position) -> str:
    """Return ``3 cards left, 1 in the pyramid``."""
    left = count_of(position.cards_left(), "card")
    if position.rules.has_pyramid:
        return say("{0} left, {1} in the pyramid", left, position.pyramid_left())
    return say("{0} left", left)


def _earned(best: Best) -> Iterator[str]:
    """Say what is left, and where the points of microsoft scoring come from."""
    position = best.position
    challenge = rank_of(best.by) or (best.by == "score" and position.rules.ends_when_cleared)
    if not challenge:
        return
    if position.rules.has_pyramid and not position.pyramid_left():
        left = count_of(position.cards_left(), "card")
        yield say("the pyramid is cleared, {0} left", left)
    else:
        yield _left(position)
    if rank_of(best.by):
        return
    discards_made, rows = position.discards_made(), row_points(position.rows_cleared())
    discards = count_of(discards_made, "discard")
    points = say(
        "points: {0} at {1} make {2}", discards, DISCARD_POINTS, DISCARD_POINTS * discards_made
    )
    if rows:
        of_rows = " + ".join(map(str, rows)) + (f" = {sum(rows)}" if len(rows) > 1 else "")
        from_below = say("{0}, from the bottom up, {1}", count_of(len(rows), "row"), of_rows)
        points = say("{0}; {1}", points, from_below)
    yield points


def _success(best: Best, enough: int | None) -> Iterator[str]:
    """Say whether at most `enough` cards can be left, if that is known; nothing if it is None."""
    if enough is None:
        return
    cards = count_of(enough, "card")
    if worth(best.position, best.by)[0] <= enough:
        yield say("at most {0} left: reached", cards)
    elif best.bound[0] > enough:
        yield say("at most {0} left: out of reach", cards)


def best_proof(best: Best) -> str:
    """Say what was proved of the line."""
    count = count_of(len(best.moves), "move")
    replayed = say("these {0}, which the referee replayed", count)
    if len(best.moves) == 1:
        replayed = say("this {0}, which the referee replayed", count)
    if best.limit is not None:
        reached, bound = limit_words(best.limit), bound_words(best)
        return say(
            "{0} with {1}; they may not be the best, but proved: {2}", reached, replayed, bound
        )
    wanted = "" if best.at_least is None else _count(best.by, best.at_least)
    if best.is_enough:
        fewest = "" if best.least_moves is None else say(", and no line has {0} in fewer", wanted)
        return say("proved: {0}", say("{0} or more, in {1}", wanted, replayed) + fewest)
    fewest = ""
    if best.least_moves is not None:
        fewest = say(", and no line that does as well has fewer")
    shown = _none_better(best, replayed, fewest)
    if wanted:
        shown = say("{0}; {1}", say("no line has {0}", wanted), shown)
    return say("proved: {0}", shown)


def _none_better(best: Best, line: str, fewest: str) -> str:
    """Say that no line does better than this one, nor perhaps as well in fewer moves."""
    if rank := rank_of(best.by):
        return say("no line discards more {0} than {1}{2}", _rank(rank, 2), line, fewest)
    if best.by == "score":
        return say("no line scores more than {0}{1}", line, fewest)
    return say("no line leaves less than {0}{1}", line, fewest)


def challenge_text(challenge: Challenge) -> str:
    """Say what the deals so far give, what the others must give, and what is still possible."""
    sentence = say("over {0}: {1}", count_of(challenge.over, "deal"), _state(challenge))
    return fill(sentence, 80, initial_indent=_INDENT, subsequent_indent=_INDENT)


def _state(challenge: Challenge) -> str:
    total = _of(challenge.by, challenge.total)
    if challenge.most_so_far > challenge.total and not challenge.is_met:
        total = say("{0} found, {1} at most", total, challenge.most_so_far)
    target = challenge.at_least
    if target is None and not challenge.to_come:
        return total
    if challenge.is_met:
        return say("{0}; {1}", total, say("the target of {0} is reached", target))
    missed = say("the target of {0} is out of reach", target)
    if not challenge.to_come:
        if challenge.is_met is None:
            return say("{0}: a limit left open whether {1} can be reached", total, target)
        return say("{0}; {1}", total, missed)
    gives = say(
        "the other {0} deals can give at most {1}", challenge.to_come, challenge.most_to_come
    )
    if challenge.to_come == 1:
        gives = say("the other deal can give at most {0}", challenge.most_to_come)
    total = say("{0} after {1}", total, count_of(len(challenge.games), "deal"))
    if target is None or challenge.is_met is False:
        most = say("{0}, so the total is at most {1}", gives, challenge.at_most)
        if target is not None:
            most = say("{0}: {1}", most, missed)
        return say("{0}; {1}", total, most)
    must = say("{0}, and must give at least {1}", gives, target - challenge.most_so_far)
    if challenge.most_so_far > challenge.total:
        must += say(", or {0} with the lines found", challenge.needed)
    return say("{0}; {1}", total, must)


def _of(by: By, number: int) -> str:
    """Return ``1290 points``, ``3 queens``, ``2 cleared pyramids``, ``1 deal without a card
    left``."""
    if by == "pyramid":
        return count_of(number, "cleared pyramid")
    if by == "all":
        return say("{0} without a card left", count_of(number, "deal"))
    return _count(by, number)


def _count(by: By, number: int) -> str:
    """Count what is best: ``4 sixes``, ``1110 points``."""
    rank = rank_of(by)
    return f"{number} {_rank(rank, number)}" if rank else count_of(number, "point")


def _rank(rank: int, count: int) -> str:
    """Return a rank in words for this many cards: ``sixes``."""
    named = chosen().nouns.get(_RANKS[rank - 1]) if rank <= len(_RANKS) else None
    return named[min(count, 2)] if named else rank_noun(rank, count)


def bound_words(best: Best) -> str:
    """Say what is proved where a limit was reached: ``no line scores more than 1290``."""
    first, least = best.bound[0], best.least_moves
    if best.by == "score":
        if least is None:
            return say("no line scores more than {0}", first)
        return say("no line scores more than {0}, or as much in fewer than {1} moves", first, least)
    if rank_of(best.by):
        most = _count(best.by, first)
        if least is None:
            return say("no line discards more than {0}", most)
        return say(
            "no line discards more than {0}, or as much in fewer than {1} moves", most, least
        )
    cards = count_of(first, "card")
    if best.by == "pyramid":
        return say("every line leaves at least {0} in the pyramid", cards)
    return say("every line leaves at least {0}", cards)
