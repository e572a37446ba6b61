"""Use the collection of problems.

The problems range from easy to the hardest found. Each has a number, a title, and stars for its
difficulty.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from textwrap import fill
from typing import Final, Literal

from pyrtool.answers.explain.difficulty import Reasoning, reason
from pyrtool.answers.rating.scale import Rating
from pyrtool.answers.solve import replay, solve
from pyrtool.answers.verdicts import Verdict
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.answer_text.rating import floored, rating_words
from pyrtool.cli.answer_text.verdicts import answer, answer_text, in_words
from pyrtool.cli.booklets import BookOptions
from pyrtool.cli.deals.selection import SelectedDeal
from pyrtool.cli.drawing import Drawing, LookOptions, PictureOptions, ShowOptions
from pyrtool.cli.options.input_output import SolutionOptions
from pyrtool.cli.output import Format, Output, spelling
from pyrtool.cli.output_files import Naming
from pyrtool.game.games import game as rules_of
from pyrtool.game.line import played
from pyrtool.languages import say
from pyrtool.notation import NamedRules, format_diagram
from pyrtool.pictures import check_path
from pyrtool.pictures.booklet.book import problem_of
from pyrtool.pictures.booklet.pages import Problem, exchange_for_print, explained_for_print
from pyrtool.pictures.lettering.titles import exchange_task, game_title, task as task_of
from pyrtool.records.collection import Puzzle, puzzle, puzzle_record, puzzles

PLACEHOLDER: Final = "{puzzle}"
_RANGE: Final = re.compile(r"(\d{1,6})-(\d{1,6})", re.ASCII)
ALL: Final = "all"


def problems(incomplete: str) -> list[tuple[str, str]]:
    """Return the names of the problems that begin like this, with their titles and numbers."""
    offers = [(ALL, "all problems")]
    for one in puzzles():
        offers += [(one.slug, one.title), (str(one.number), one.title)]
    return [
        offer
        for offer in offers
        if offer[0].startswith(incomplete) and (incomplete or not offer[0].isdigit())
    ]


Level = Literal["easy", "moderate", "hard", "expert", "master"]


def kept_puzzles(chosen: Sequence[Puzzle], level: Level | None, game: str | None) -> list[Puzzle]:
    """Return those of this level and this game; a `PyrtoolError` if there is no such game."""
    if game is not None:
        rules_of(game)
    return [one for one in chosen if level in (None, one.rating.level) and game in (None, one.game)]


def chosen_puzzles(words: Sequence[str]) -> list[Puzzle]:
    """Return the problems that the words name, in their order."""
    chosen: list[Puzzle] = []
    for word in words:
        ends = _RANGE.fullmatch(word)
        if word == ALL:
            chosen += puzzles()
        elif ends is not None:
            low, high = int(ends[1]), int(ends[2])
            if low > high:
                raise PyrtoolError(f"{word}: the range runs backwards")
            puzzle(high)  # an error if there is none
            chosen += map(puzzle, range(low, high + 1))
        else:
            chosen.append(puzzle(word))
    return chosen


def as_selected(puzzle: Puzzle) -> SelectedDeal:
    """Return the problem's deal as commands that take DEALS have it."""

    named = NamedRules.of(puzzle.game, puzzle.rules)
    name, exchange = f"problem {puzzle.number}", puzzle.exchange
    return SelectedDeal(puzzle.deal, name, named, exchange=exchange, exchanges=puzzle.exchanges)


def puzzle_heading(puzzle: Puzzle) -> str:
    """Return ``Problem 1: The easiest of a million``, in the chosen language."""
    return say("Problem {0}: {1}", puzzle.number, say(puzzle.title))


def task(puzzle: Puzzle, after: int | None = None) -> str:
    """Name the deal, the game, and the task after this number of moves, in a line."""
    if puzzle.exchange is not None:
        return exchange_task(game_title(as_selected(puzzle).named))
    position = played(puzzle.start, puzzle.moves[: after or 0]).end
    return task_of(as_selected(puzzle).named, puzzle.deal, position.cards_left())


def list_command(
    level: Level | None = None,
    game: str | None = None,
    reasoning: bool = False,
    format: Format = "text",
) -> int:
    """List the problems and their difficulty.

    The columns are number, title, game, level, difficulty, and only moves. `pyrtool rate --help`
    explains the difficulty; ~ marks an estimate, and > a bound. The last column counts the moves of
    the solution for which every alternative loses.

    With --reasoning, the columns count the pairs found to be in every solution, those that follow
    without a trial, and the trials. The last one is the hardest technique.
    """
    kept = kept_puzzles(puzzles(), level, game)
    with Output(format) as output:
        if format == "text" and reasoning:
            columns = ("#", "title", "game", "pairs", "alone", "trials", "technique")
            output.text(_REASONS.format(*columns))
        elif format == "text":
            output.text(_ROW.format("#", "title", "game", "level", "difficulty", "only"))
        for puzzle in kept:
            explained = reason(puzzle.solved, puzzle.won) if reasoning else None
            if format != "text":
                output.record(puzzle_record(puzzle, explained))
            elif reasoning:
                output.text(_reasoned(puzzle, explained))
            else:
                output.text(_line(puzzle))
    return 0


_ROW: Final = "{:>2}  {:<27}  {:<13}  {:<14}  {:>10}  {:>4}"
"""A line of the table, at most 80 characters."""

_REASONS: Final = "{:>2}  {:<27}  {:<13}  {:>5}  {:>5}  {:>6}  {}"
"""A line of the table with --reasoning, at most 80 characters."""


def _line(puzzle: Puzzle) -> str:
    rating = puzzle.rating
    level = f"{rating.level:<8} {'*' * rating.stars}"
    only = "?" if rating.only_moves is None else rating.only_moves
    cells = (puzzle.title, str(as_selected(puzzle).named), level, _difficulty(rating), only)
    return _ROW.format(puzzle.number, *cells)


def _reasoned(puzzle: Puzzle, reasoning: Reasoning | None) -> str:
    """Return what the explanation takes; nothing for a game without explanations."""
    cells = ["-"] * 4
    if reasoning is not None:
        cells = [
            *map(str, (reasoning.forced, reasoning.deduced, reasoning.trials)),
            reasoning.technique or "-",
        ]
    return _REASONS.format(puzzle.number, puzzle.title, str(as_selected(puzzle).named), *cells)


def _difficulty(rating: Rating) -> str:
    """Return ``4.80`` exactly, ``~4.80`` as measured, ``>4.71`` for a bound, or ``no limit``."""
    if rating.difficulty is not None:
        return f"{'' if rating.exact else '~'}{rating.difficulty:.2f}"
    return "no limit" if rating.bounded_by is None else f">{floored(rating.bounded_by)}"


def show_command(puzzles: list[str], ascii: bool = False, format: Format = "text") -> int:
    """Print problems as diagrams, without the solution.

    The difficulty and the reasoning follow each diagram. The JSON record has everything except the
    moves.
    """
    spell = spelling(letters=ascii)
    with Output(format) as output:
        for puzzle in chosen_puzzles(puzzles):
            reasoning = None if puzzle.exchange else reason(puzzle.deal, puzzle.won)
            if format != "text":
                record = puzzle_record(puzzle, reasoning)
                output.record({name: record[name] for name in record if name not in _SPOILERS})
                continue
            lines = [puzzle_heading(puzzle), fill(task(puzzle), 80), ""]
            lines += [spell(format_diagram(puzzle.start)), ""]
            lines.append(rating_words(puzzle.rating, puzzle.won, "", reasoning))
            output.part("\n".join(lines))
    return 0


_SPOILERS: Final = ("moves", "nodes", "shortest", "block", "exchange", "then")


def solve_command(puzzles: list[str], printing: SolutionOptions) -> int:
    """Print the solutions of problems and their difficulty.

    The referee replays each solution. The JSON record is the collection's own.
    """
    spell = spelling(letters=printing.ascii)
    with Output(printing.format) as output:
        for puzzle in chosen_puzzles(puzzles):
            replay(puzzle.solved, puzzle.moves)
            solved = replace(as_selected(puzzle), deal=puzzle.solved)
            heading = puzzle_heading(puzzle)
            if puzzle.exchange is not None:
                heading += f", {say('with {0} and {1} exchanged', *puzzle.exchange)}"
            if printing.format != "text":
                output.record(puzzle_record(puzzle))
            elif printing.words:
                output.text(in_words(solved, f"{heading}: {answer(puzzle.won)}", puzzle.moves))
            else:
                solution = spell(answer_text(solved, puzzle.won))
                rated = rating_words(puzzle.rating, puzzle.won, "")
                output.part(f"{heading}\n{solution}\n{rated}")
    return 0


def render_command(
    puzzles: list[str], output: str, showing: PictureOptions, looking: LookOptions
) -> int:
    """Draw problems, or make pages to play them on.

    A picture has the number, title, stars and task of the problem. The suffix .webp, .apng or .gif
    gives an animated solution, and .html a page. --title may contain {puzzle} and {n}.
    """
    check_path(output)
    naming = Naming(output, PLACEHOLDER)
    naming.check()
    chosen = chosen_puzzles(puzzles)
    if len(chosen) > 1 and not naming.several:
        raise naming.refuse_several("problem")
    paths = naming.names([f"{problem.number:02d}" for problem in chosen])
    for at, (problem, path) in enumerate(zip(chosen, paths, strict=True), 1):
        shown = ShowOptions(**vars(showing))
        if shown.caption is None and shown.strip is None:
            shown = replace(shown, caption=task(problem, shown.after))
        drawing = Drawing(
            output,
            shown,
            looking,
            heading=f"{problem.number}. {problem.title}",
            stars=problem.rating.stars,
        )
        drawing.check()
        title = showing.title and naming.fill(showing.title, at, f"{problem.number:02d}")
        selected = as_selected(problem)
        verdict: Verdict = problem.won
        if drawing.form in ("strip", "moving") or shown.after:
            selected = replace(selected, deal=problem.solved, exchange=None)
        elif problem.exchange is not None:
            verdict = solve(problem.deal)
        drawing.write(selected, verdict, path, title)
    return 0


def book_command(
    output: str,
    booking: BookOptions,
    puzzles: list[str] | None = None,
    game: str | None = None,
    level: Level | None = None,
) -> int:
    """Make a printable booklet of problems.

    The booklet has a title page, contents, rules of play, problems with stars, and the solutions
    at the end. It needs the extra `print`.
    """
    booking.check(output)
    kept = kept_puzzles(chosen_puzzles(puzzles or [ALL]), level, game)
    if not kept:
        raise PyrtoolError("none of these problems is of that game and level")
    booking.write([_problem(one, booking) for one in kept], output)
    return 0


def _problem(one: Puzzle, booking: BookOptions) -> Problem:
    """Return a problem of the collection as the booklet has it."""
    if one.exchange is None:
        printed = explained_for_print(
            one.deal, one.won, rated=booking.sheet is None, commented=booking.comments
        )
    else:
        printed = exchange_for_print(one.solved, one.exchange, one.moves)
    return problem_of(
        one.deal,
        as_selected(one).named,
        () if one.exchange else one.moves,
        number=one.number,
        title=say(one.title),
        teaser=say(one.teaser) if one.teaser else "",
        rating=one.rating,
        printed=printed,
        exchange=one.exchange is not None,
    )
