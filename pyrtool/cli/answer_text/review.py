"""A review in words: five lines about a game, its moves with their marks, and where it turned.

Decides what a mistake is called, and how a player is comforted.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from textwrap import fill
from typing import Final

from pyrtool.answers.blocks.wording import describe
from pyrtool.answers.review.judge import Judged, Mark, Review
from pyrtool.answers.review.luck import Estimate, Split, Step
from pyrtool.answers.verdicts import Lost, Unknown
from pyrtool.cli.answer_text.verdicts import limit_words, reason_words
from pyrtool.game.line import Played
from pyrtool.game.moves import DealStock
from pyrtool.game.position import Move, Position
from pyrtool.game.words import spoken_moves
from pyrtool.languages import count_of, percent, say
from pyrtool.notation import format_moves

_INDENT: Final = "  "
_MARKS: Final[dict[Mark, str]] = {"only": "!", "loses": "?"}
MOST_MOMENTS: Final = 8
"""Moves that a review of skill and luck lists."""


def word_of(move: Move, position: Position) -> str:
    """Return a move as players read it."""
    return spoken_moves(format_moves([move], position))


def result_words(line: Played, ended: bool) -> str:
    """Say how a game ended: ``lost after 31 moves, 12 cards left``."""
    end, moves = line.end, count_of(len(line.moves), "move")
    if end.is_won():
        return say("won in {0}", moves)
    left = count_of(end.cards_left(), "card")
    if is_over(end, ended):
        return say("lost after {0}, {1} left", moves, left)
    return say("unfinished after {0}, {1} left", moves, left)


def is_over(end: Position, ended: bool) -> bool:
    """Return whether a game that is not won has ended, by the player or for want of moves."""
    return ended or next(end.legal_moves(), None) is None


def review_lines(review: Review, ended: bool = False) -> list[str]:
    """Return the five lines about a game whose cards are all known, fewer if there was nothing to
    decide."""
    moves = review.moves
    lines = [result_words(review.line, ended), _deal_words(review)]
    decisions = sum(one.is_decision for one in moves)
    if decisions:
        only = sum(one.mark == "only" for one in moves)
        lines.append(
            say("{0} could have lost it; only moves found: {1}", count_of(decisions, "move"), only)
        )
    if review.is_partial and not review.is_open:
        lines.append(say("a limit left some choices or lines open"))
    at = review.hardest
    if at is not None and review.level is not None:
        hardest = say("hardest decision passed: move {0}, {1}", at + 1, _named(review, at))
        kept = say(
            "{0} of {1} keep the win", moves[at].keeping, count_of(moves[at].choices, "choice")
        )
        lines.append(f"{hardest}; {kept} ({say(review.level)})")
    return [*lines, _comfort(review, ended)]


def _named(review: Review, at: int) -> str:
    return word_of(review.moves[at].move, review.line.positions[at])


def _deal_words(review: Review) -> str:
    verdict, start = review.verdict, review.line.positions[0]
    if isinstance(verdict, Unknown):
        return say("whether the deal can be won is unknown, {0}", limit_words(verdict.limit))
    if not isinstance(verdict, Lost):
        return say("the deal can be won")
    why = "" if verdict.block is None else f": {describe(verdict.block, start.rules)}"
    return say("the deal cannot be won ({0})", reason_words(verdict.reason)) + why


def _comfort(review: Review, ended: bool) -> str:
    """Say whose fault it was, kindly."""
    if review.is_open:
        return say("where the win was lost is unknown: give the search more time")
    if isinstance(review.verdict, Lost):
        return say("it was the cards: nobody could have won this deal")
    at = review.mistake
    if at is not None:
        word = _named(review, at)
        return say("move {0}, {1}, loses the win; until then it was there", at + 1, word)
    if review.line.end.is_won():
        return say("well played: every move kept the win")
    if is_over(review.line.end, ended):
        return say("no move lost the win: it was still there at the end")
    return say("nothing is lost: the win is still there")


def marked_moves(review: Review, width: int = 80) -> str:
    """Return the moves, numbered and marked, and what the marks mean."""
    positions, moves, words, at = review.line.positions, review.moves, [], 0
    while at < len(moves):
        # Deals without a mark are one entry.
        run = max(1, sum(1 for _ in takewhile(_is_plain_deal, moves[at:])))
        word = spoken_moves(format_moves([one.move for one in moves[at : at + run]], positions[at]))
        numbers = f"{at + 1}" if run == 1 else f"{at + 1}–{at + run}"
        words.append(f"{numbers}.\u00a0{word}{_MARKS.get(moves[at].mark, '')}")
        at += run
    text = fill(" ".join(words), width, break_on_hyphens=False, break_long_words=False)
    used = {one.mark for one in review.moves}
    means = [("only", say("! the only move")), ("loses", say("? loses the win"))]
    legend = ", ".join(words for mark, words in means if mark in used)
    return f"{text}\n({legend})" if legend else text


def instead_words(review: Review, width: int = 80) -> str | None:
    """Return the line that wins where the win was lost."""
    at = review.mistake
    if at is None or not review.instead:
        return None
    moves = spoken_moves(format_moves(review.instead, review.line.positions[at]))
    count = count_of(len(review.instead), "move")
    won = say("won in {0}, the fewest", count)
    if not review.is_shortest:
        won = say("won in {0}", count)
    line = say("instead of move {0}, {1}: {2}", at + 1, won, moves)
    return fill(line, width, subsequent_indent=_INDENT, break_on_hyphens=False)


def _is_plain_deal(one: Judged) -> bool:
    return isinstance(one.move, DealStock) and one.move.to == 0 and one.mark not in _MARKS


def split_lines(split: Split, ended: bool = False) -> list[str]:
    """Return the five lines about a game whose stock lay face down."""
    end = split.line.end
    player = split.player.name
    sums = [
        (say("first chance"), _chance(split.first), say("of {0}, who sees what you saw", player)),
        (say("skill"), _change(split.skill), say("your moves against those of {0}", player)),
        (say("luck"), _change(split.luck), say("the cards that were turned")),
    ]
    wide = max(len(name) for name, _, _ in sums)
    numbers = max(len(number) for _, number, _ in sums)
    rows = [f"{name.ljust(wide)}  {number.rjust(numbers)}  {words}" for name, number, words in sums]
    result = result_words(split.line, ended)
    if not (end.is_won() or is_over(end, ended)):
        result = say("{0}: the chance is now {1}", result, _chance(split.result))
    return [result, *rows, _kindly(split, end)]


def ranking(names: Sequence[str], splits: Sequence[Split]) -> str:
    """Rank several games of a deal by their skill, the best first: luck is not counted."""
    skills = [_change(one.skill) for one in splits]
    wide, wider = max(map(len, names)), max(map(len, skills))
    rows = [
        f"{_INDENT}{names[at].ljust(wide)}  {say('skill')} {skills[at].rjust(wider)}  "
        + result_words(splits[at].line, splits[at].result.value == 0)
        for at in sorted(range(len(splits)), key=lambda at: -splits[at].skill.value)
    ]
    return "\n".join([say("ranked by skill, without luck:"), *rows])


def _chance(one: Estimate) -> str:
    """Return a chance with its standard error: ``54.0% ± 2.5``."""
    return percent(one.value) + _error(one)


def _change(one: Estimate) -> str:
    sign = "+" if one.value >= 0 else "−"
    return f"{sign}{percent(abs(one.value))}{_error(one)}"


def _error(one: Estimate) -> str:
    return f" ± {percent(one.error)}" if one.error else f" {say('exact')}"


def _kindly(split: Split, end: Position) -> str:
    """Say whether it was the player or the cards."""
    slips = sum(step.best is not None for step in split.steps)
    if end.is_won():
        if slips:
            return say(
                "won, though {0} had a better choice: the cards forgave", count_of(slips, "move")
            )
        return say("won without a fault that shows")
    if not slips:
        return say("no fault of yours shows: it was the cards")
    if split.luck.value < 0 and abs(split.luck.value) > abs(split.skill.value):
        return say("{0} had a better choice, but the cards cost more", count_of(slips, "move"))
    return say("{0} had a better choice: see below", count_of(slips, "move"))


def moments(split: Split) -> Iterator[str]:
    """Yield the moves that changed the chance most, a line each, in their order."""
    steps, positions = split.steps, split.line.positions
    shown = sorted(split.decisive[:MOST_MOMENTS])
    words = {k: f"{k + 1}. {word_of(steps[k].move, positions[k])}" for k in shown}
    wide = max(map(len, words.values()), default=0)
    for k in shown:
        yield f"{_INDENT}{words[k].ljust(wide)}  {_moment(steps[k], positions[k])}"


def _moment(step: Step, here: Position) -> str:
    parts = [say("chance {0}", percent(step.chance.value))]
    if step.skill.is_sure:
        parts.append(f"{say('skill')} {_change(step.skill)}")
    if step.luck.is_sure:
        parts.append(f"{say('luck')} {_change(step.luck)}")
    if step.best is not None:
        better = word_of(step.best, here)
        parts.append(say("{0} is better by {1}", better, percent(-step.cost.value)))
    return ", ".join(parts)


def reason_lines(lines: Sequence[str], width: int = 80) -> str:
    """Return the lines of a reason, indented."""
    return "\n".join(
        fill(line, width, initial_indent=_INDENT, subsequent_indent=_INDENT) for line in lines
    )
