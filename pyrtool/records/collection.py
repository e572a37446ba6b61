"""The collection: numbered problems with a title, a rating and a solution.

Decides what a problem's file holds, how one is named, and where the files lie. They are made by
``puzzles/make.py``; docs/reference/collection.md explains how the problems were chosen.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyrtool.answers.explain.difficulty import Reasoning
from pyrtool.answers.rating.scale import Rating
from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Won
from pyrtool.base.arguments import public
from pyrtool.base.data_folders import data_folder
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import shorten, shown
from pyrtool.base.version import STAMP
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.position import Move, Position
from pyrtool.notation.deals import placed
from pyrtool.notation.rules import NamedRules
from pyrtool.records.ratings import parse_rating
from pyrtool.records.reading import parse_record
from pyrtool.records.writing import solve_record

PUZZLES: Final = data_folder("puzzles")

_FILE: Final = re.compile(r"(\d{3})-([a-z0-9-]+)\.json", re.ASCII)


class CollectionError(PyrtoolError):
    """A problem that is not there, or a file that is none."""


@public
@dataclass(frozen=True)
class Puzzle:
    """A problem of the collection: a deal that can be won, perhaps after an exchange.

    `number`, from 1 on, is its own and never changes; the deal's is ``deal.number``, None for a
    deal that has none. `teaser` is a sentence on what is special. `game` is the named game whose
    `rules` are played, some of them perhaps changed. `moves` win, and `shortest` says whether no
    line has fewer; `nodes` is what it took to find them. In `rating` the only moves are those of
    this line. With `exchange`, the deal is lost, and these two cards change places before the
    moves; `exchanges` is the number of such exchanges. By the rules `lost_by` the same cards are
    lost.
    """

    number: int
    title: str
    teaser: str
    deal: Deal
    game: str
    moves: tuple[Move, ...]
    rating: Rating
    nodes: int = 0
    shortest: bool = False
    exchange: tuple[Card, Card] | None = None
    exchanges: int = 0
    lost_by: NamedRules | None = None

    @property
    def solved(self) -> Deal:
        """The deal that the moves win: with the cards of `exchange` in each other's places."""
        return self.deal.exchanged(*self.exchange) if self.exchange else self.deal

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self.deal.rules

    @property
    def slug(self) -> str:
        """The title in lower case, words joined by ``-``: names the problem as its number does."""
        return _slug(self.title)

    @property
    def start(self) -> Position:
        """The table before the first move."""
        return Position.start(self.deal)

    @property
    def won(self) -> Won:
        """The solution as `solve` gives one."""
        return Won(self.moves, self.nodes, self.shortest)


def _slug(title: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", title.replace("'", "").replace("’", "").lower()))


@public
def puzzles() -> tuple[Puzzle, ...]:
    """Read all problems in the order of their numbers, which run from 1 without a gap.

    Returns:
        The problems.
    """
    return tuple(_read(path) for path in _files().values())


@public
def puzzle(name: int | str) -> Puzzle:
    """Read one problem.

    Args:
        name: Its number, title or slug: ``7``, ``A small maze``, ``a-small-maze``.

    Returns:
        The problem.

    Raises:
        CollectionError: No problem has this name.
    """
    files = _files()
    text = name if isinstance(name, str) else shown(name)
    slug = _slug(text)
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None
    for known, path in files.items():
        if known == number or path.stem[4:] == slug:
            return _read(path)
    raise CollectionError(
        f"unknown problem {shorten(text)}: the numbers are 1 to {len(files)}, "
        "and `pyrtool puzzles list` has the titles"
    )


@public
def puzzle_record(puzzle: Puzzle, reasoning: Reasoning | None = None) -> JsonObject:
    """Write the record of a problem, which `pyrtool verify` confirms.

    Args:
        puzzle: The problem.
        reasoning: What its explanation takes, if that is wanted.

    Returns:
        The record of its solved deal, with `puzzle`, `slug`, `title` and `teaser` first.
    """
    record: JsonObject = {
        "puzzle": puzzle.number,
        "slug": puzzle.slug,
        "title": puzzle.title,
        "teaser": puzzle.teaser,
    }
    won = solve_record(puzzle.solved, puzzle.game, puzzle.won, puzzle.rating, reasoning=reasoning)
    if puzzle.exchange is None:
        record |= won
    else:
        record |= solve_record(puzzle.deal, puzzle.game, solve(puzzle.deal))
        record |= {
            "exchange": list(map(str, puzzle.exchange)),
            "exchanged": "won",
            "exchanges": puzzle.exchanges,
            "then": {name: won[name] for name in ("moves", "nodes", "shortest")},
            "rating": won["rating"],
        }
    return record | ({"lost_by": str(puzzle.lost_by)} if puzzle.lost_by else {})


@public
def parse_puzzle(value: object, place: str = "") -> Puzzle:
    """Read what `puzzle_record` wrote.

    Only its form is checked. `check_record` checks that the moves win and that the rating is right.

    Args:
        value: The record, as JSON has it.
        place: Where it stands, such as ``line 3``; messages begin with it.

    Returns:
        The problem.

    Raises:
        CollectionError: It is no record of a problem.
        RecordError: It is no record.
    """
    record = parse_record(value, place)
    assert isinstance(value, dict)
    for name in ("puzzle", "slug", "title", "teaser"):
        if name not in value:
            raise CollectionError(placed(place, f"the field {name!r} is missing"))
    if isinstance(record.deal, Position):
        raise CollectionError(placed(place, "a puzzle begins with a whole deal"))
    solved = record.then or record
    if not isinstance(solved.verdict, Won) or record.rating is None:
        raise CollectionError(placed(place, "a puzzle has a solution and a rating"))
    read = Puzzle(
        number=value["puzzle"],
        title=value["title"],
        teaser=value["teaser"],
        deal=record.deal,
        game=record.game,
        moves=solved.verdict.moves,
        rating=parse_rating(record.rating, place),
        nodes=solved.verdict.nodes,
        shortest=solved.verdict.shortest,
        exchange=record.exchange.cards if record.exchange else None,
        exchanges=record.exchange.turning if record.exchange else 0,
        lost_by=record.lost_by,
    )
    if value["slug"] != read.slug:
        raise CollectionError(placed(place, f"the field 'slug' must be {read.slug!r}"))
    return read


@public
def file_name(puzzle: Puzzle) -> str:
    """Name the file of a problem: ``007-the-locked-queen.json``.

    Args:
        puzzle: The problem.

    Returns:
        The name, without a folder.
    """
    return f"{puzzle.number:03d}-{puzzle.slug}.json"


@public
def format_file(puzzle: Puzzle) -> str:
    """Write the file of a problem: its record with a field a line, and a move a line.

    It names no versions: the program that prints the record of the problem names its own.

    Args:
        puzzle: The problem.

    Returns:
        The content of the file.
    """
    lines = []
    for name, value in puzzle_record(puzzle).items():
        if name not in STAMP:
            text = json.dumps(value)
            if isinstance(value, list):
                text = "[\n" + ",\n".join(f"  {json.dumps(member)}" for member in value) + "\n ]"
            lines.append(f" {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _files() -> dict[int, Path]:
    """Find the files of the problems by their numbers, ascending."""
    named = {path: _FILE.fullmatch(path.name) for path in PUZZLES.glob("*.json")}
    files = {int(found[1]): path for path, found in named.items() if found is not None}
    if not files:
        raise CollectionError(f"the collection is not there: no puzzles in {PUZZLES}")
    return dict(sorted(files.items()))


def _read(path: Path) -> Puzzle:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise CollectionError(f"{path.name}: not JSON: {error}") from None
    return parse_puzzle(value, path.name)
