"""Make the data set: the same deals of eight games, each with its verdict and how hard it is.

    python benchmarks/dataset.py FOLDER                     # solve, rate, and write; or resume
    python benchmarks/dataset.py FOLDER --deals 10000 --parquet

Each game gets a ledger and a CSV file in the folder: deal, verdict, reason, nodes and, in five
games, the difficulty of the winnable deals up to 10,000. The checksums of
docs/reference/data-set.md are those of the CSV files, which name no version: they change only with
a verdict, a node count, or a rating.
"""

import argparse
import hashlib
from pathlib import Path
from typing import Final

from pyrtool.base.files import write_whole
from pyrtool.game.games import game
from pyrtool.surveys.export import Chosen, write_file
from pyrtool.surveys.ledger import Ledger, open_ledger
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.pool import LocalPool, cores
from pyrtool.surveys.questions import Survey
from pyrtool.surveys.reports import SurveyResult, written
from pyrtool.surveys.run import run_in_ledger

DEALS: Final = 1_000_000
"""Native deals from 1 up to this number are solved."""

RATED_TO: Final = 10_000
"""Where a game is rated, its winnable deals up to this number are."""

GAMES: Final[dict[str, bool]] = {
    "pyramid": True,
    "clear": True,
    "microsoft": False,
    "tut": False,
    "king-tut": True,
    "bouquet": False,
    "giza": True,
    "giza6x4": True,
}
"""The games, and whether deals are rated: in the others a rating takes much longer."""

COLUMNS: Final = ("deal", "verdict", "reason", "nodes", "difficulty")

SUMS: Final = "SHA256SUMS"
"""The file of the checksums, as ``sha256sum`` reads it."""


def survey_of(name: str) -> Survey:
    """The survey of one of the games."""
    return Survey(Plan(game(name), name))


def chosen_of(name: str) -> Chosen:
    """What is written of a game."""
    rated = GAMES[name]
    return Chosen(COLUMNS if rated else COLUMNS[:-1], RATED_TO if rated else 0)


def write_part(ledger: Ledger, folder: Path, name: str, *, parquet: bool = False) -> str:
    """Write the deals of a game into ``NAME.csv``, and if asked into ``NAME.parquet`` too.

    Returns:
        The checksum of the CSV file, SHA-256.
    """
    target = folder / f"{name}.csv"
    write_file(ledger, target, "csv", chosen_of(name))
    if parquet:
        write_file(ledger, folder / f"{name}.parquet", "parquet", chosen_of(name))
    with target.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_sums(folder: Path, sums: dict[str, str]) -> None:
    """Write the checksums of the games."""
    lines = [f"{digest}  {name}.csv\n" for name, digest in sums.items()]
    write_whole(folder / SUMS, "".join(lines).encode())


def make(folder: Path, deals: int, workers: int, parquet: bool = False) -> list[SurveyResult]:
    """Solve the deals of every game, and write their files and the checksums."""
    folder.mkdir(parents=True, exist_ok=True)
    results, sums = [], {}
    for name in GAMES:
        path = folder / f"{name}.db"
        run_in_ledger(path, survey_of(name), ((1, deals),), LocalPool(workers))
        with open_ledger(path) as book:
            results.append(SurveyResult.of_ledger(book))
            sums[name] = write_part(book, folder, name, parquet=parquet)
    write_sums(folder, sums)
    return results


def main() -> None:
    """Make the data set, and print its table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--deals", type=int, default=DEALS, help="solve the native deals 1 to N")
    parser.add_argument("--parquet", action="store_true", help="write Parquet files too")
    parser.add_argument("--workers", type=int, default=cores())
    given = parser.parse_args()
    print(written(make(given.folder, given.deals, given.workers, given.parquet), "markdown"))


if __name__ == "__main__":
    main()
