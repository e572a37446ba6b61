"""Ledgers as tables of deals: CSV and Parquet files, and the columns that they may have."""

import csv
import errno
import json
import shlex
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, Literal, TextIO

from pyrtool.base.files import beside
from pyrtool.base.json_object import JsonObject, number_field
from pyrtool.base.messages import needs
from pyrtool.game import ranges
from pyrtool.game.deals import NUMBERINGS
from pyrtool.notation.rules import NamedRules
from pyrtool.surveys.ledger import Ledger
from pyrtool.surveys.plan import MEMORY_MIB, NUMBERING_VERSION, SurveyError
from pyrtool.surveys.questions.question import Cell, Column
from pyrtool.surveys.store import refuse_store

DEAL: Final = Column(
    "VARCHAR",
    "the number of the deal, or its place in the file of deals",
    "whole number; text with a prefix or beyond 64 bits",
    values="from 0, or from 1 in a file",
)
ORIGIN: Final = {
    "game": Column.of_texts("the nearest named game", "see `pyrtool games`"),
    "rules": Column.of_texts("the game and the rules that differ from it"),
    "numbering": Column.of_texts("what the deal number means", *NUMBERINGS, "text"),
    "version": Column.of_texts("the version of pyrtool"),
    "solver": Column.of_texts("the versions of what answered"),
}
"""The columns that are the same for all deals."""


def dictionary(columns: Mapping[str, Column]) -> JsonObject:
    """Return these columns as JSON has them: name -> meaning, type, unit, values."""
    described = {name: asdict(column) for name, column in columns.items()}
    for one in described.values():
        del one["sql"]
    return described


Format = Literal["csv", "ndjson", "parquet"]


@dataclass(frozen=True)
class Chosen:
    """The `columns` to be written, empty for the usual ones, and up to which deal number the
    winnable deals are rated."""

    columns: tuple[str, ...] = ()
    rated_to: int = 0


USUAL: Final = Chosen()


def write_file(ledger: Ledger, target: Path, format: Format, chosen: Chosen = USUAL) -> None:
    """Write the deals into a file, which appears whole, and never in the place of a ledger."""
    refuse_store(target)
    with beside(target) as place:
        if format == "parquet":
            _write_parquet(ledger, target, place, chosen)
            return
        write = write_csv if format == "csv" else write_ndjson
        with place.open("w", encoding="utf-8", newline="") as file:
            write(ledger, file, chosen)


def _origin(ledger: Ledger) -> dict[str, str]:
    """Return the columns that are the same for all deals: what was played, and what answered."""
    named = NamedRules.nearest(ledger.plan.rules)
    named = replace(named, variant=NamedRules.labelled(ledger.plan.game, named.rules).variant)
    version, _, solver = ledger.identity["solver"].partition("/")
    return {
        "game": named.game,
        "rules": str(named),
        "numbering": "text" if ledger.plan.text else ledger.plan.numbering,
        "version": version,
        "solver": solver,
    }


def columns_of(ledger: Ledger, chosen: Chosen = USUAL) -> dict[str, Column]:
    """Return the columns that are written, in their order.

    The deals are numbers where they fit into 64 bits, else texts. A `SurveyError` names a column
    that there is not.
    """
    numeric = not ledger.plan.prefix and all(last < 2**64 for _, last in ledger.done())
    deal = replace(DEAL, sql="UBIGINT") if numeric else DEAL
    usual = {"deal": deal, **ledger.question.columns}
    known = {**usual, **ledger.question.derived, **ORIGIN}
    more = ["difficulty"] if chosen.rated_to else []
    names = chosen.columns or (*usual, *more, *ORIGIN)
    wrong = next((name for name in names if name not in known), None)
    if wrong is not None:
        raise SurveyError(f"columns: there is no {wrong!r}: choose from {', '.join(known)}")
    if len(set(names)) < len(names):
        raise SurveyError("columns: one is there twice")
    if ("difficulty" in names) != (chosen.rated_to > 0) or (chosen.rated_to and ledger.plan.text):
        raise SurveyError(
            "difficulty: the column and the number up to which deals are rated need each other, "
            "and numbered deals"
        )
    return {name: known[name] for name in names}


def _rows(ledger: Ledger, names: list[str], rated_to: int) -> Iterator[list[Cell | float]]:
    kept, origin = ledger.question.columns, _origin(ledger)
    difficulties = _difficulties(ledger, rated_to)
    for number, *found in ledger.deals():
        answered = dict(zip(kept, found, strict=True))
        cells: dict[str, Cell | float] = {
            "deal": ledger.plan.number(number),
            "difficulty": difficulties.get(number),
            **answered,
            **ledger.question.derive(answered),
            **origin,
        }
        yield [cells[name] for name in names]


def _difficulties(ledger: Ledger, rated_to: int) -> dict[int, float | None]:
    """Return the difficulty of the winnable deals among those numbered up to `rated_to`."""
    if not rated_to:
        return {}
    from pyrtool.answers.rating.chances import rate_range  # which most exports need not wait for

    plan = ledger.plan
    some = ranges.overlap(ledger.done(), ((0, rated_to),))
    return {
        number: rating.difficulty
        for first, last in plan.streams(some)
        for number, rating in rate_range(
            first, last - first + 1, plan.numbering, plan.rules, moves=False, prefix=plan.prefix
        )
    }


def write_csv(ledger: Ledger, file: TextIO, chosen: Chosen = USUAL) -> None:
    """Write a header, then a line a deal: the columns, empty for none."""
    names = [*columns_of(ledger, chosen)]
    sheet = csv.writer(file, lineterminator="\n")
    sheet.writerow(names)
    sheet.writerows(_rows(ledger, names, chosen.rated_to))


def write_ndjson(ledger: Ledger, file: TextIO, chosen: Chosen = USUAL) -> None:
    """Write a JSON object a line: the columns of CSV; a deal beyond 2**53 - 1 is a text."""
    names = [*columns_of(ledger, chosen)]
    for row in _rows(ledger, names, chosen.rated_to):
        cells = dict(zip(names, row, strict=True))
        if isinstance(number := cells.get("deal"), int):
            cells["deal"] = number_field(number)
        file.write(json.dumps(cells) + "\n")


def metadata(ledger: Ledger, chosen: Chosen = USUAL) -> dict[str, str]:
    """Describe a Parquet file in texts: what was asked, by which versions, the command that
    solves the deals again, and the meaning of its columns as JSON."""
    plan = ledger.plan
    facts = {
        **_origin(ledger),
        "numbering_version": NUMBERING_VERSION,
        "deals": ranges.words(ledger.done(), plan.prefix),
        "question": ledger.question.name,
        "keep_if": plan.keep_if or "",
        "limit_nodes": plan.limit_nodes or "",
        "limit_memory_mib": plan.memory_mib,
        "rated_to": chosen.rated_to or "",
        "command": command_of(ledger),
        "columns": json.dumps(dictionary(columns_of(ledger, chosen))),
    }
    return {name: str(value) for name, value in facts.items()}


def command_of(ledger: Ledger) -> str:
    """Return the command that answers the same question of the same deals again."""
    plan, named = ledger.plan, NamedRules.nearest(ledger.plan.rules)
    words = ["pyrtool", "survey", "run"]
    words += ["FILE"] if plan.text else ranges.words(ledger.done(), plan.prefix, 99).split(", ")
    words += ["--game", named.game, *_options(named.changes)]
    words += [] if plan.text else ["--numbering", plan.numbering]
    words += ledger.question.words()
    words += ["--keep-if", plan.keep_if] if plan.keep_if else []
    words += ["--limit-nodes", str(plan.limit_nodes)] if plan.limit_nodes else []
    words += ["--limit-memory", str(plan.memory_mib)] if plan.memory_mib != MEMORY_MIB else []
    return shlex.join([*words, "--ledger", "deals.db"])


def _options(changes: JsonObject) -> Iterator[str]:
    for name, value in changes.items():
        option = name.replace("_", "-")
        if isinstance(value, bool):
            yield f"--{option}" if value else f"--no-{option}"
        else:
            yield from (f"--{option}", "none" if value is None else str(value))


def _write_parquet(ledger: Ledger, target: Path, place: Path, chosen: Chosen) -> None:
    """Write a Parquet file with the same columns and `metadata`; needs the extra ``analysis``."""
    try:
        import duckdb
    except ImportError:
        raise SurveyError(needs("Parquet", "DuckDB", "analysis")) from None
    kinds = columns_of(ledger, chosen)
    columns = ", ".join(f"'{name}': '{kind.sql}'" for name, kind in kinds.items())
    facts = ", ".join(f"{name}: '{_quoted(t)}'" for name, t in metadata(ledger, chosen).items())
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        sheet = Path(folder) / "deals.csv"
        with sheet.open("w", encoding="utf-8", newline="") as file:
            write_csv(ledger, file, chosen)
        try:
            with duckdb.connect() as base:
                base.execute(
                    "COPY (SELECT * FROM read_csv($sheet, header = true, columns = "
                    f"{{{columns}}})) TO '{_quoted(str(place))}' "
                    f"(FORMAT parquet, KV_METADATA {{{facts}}})",
                    {"sheet": str(sheet)},
                )
        except duckdb.Error as error:
            raise OSError(errno.EIO, str(error).partition("\n")[0], str(target)) from None


def _quoted(text: str) -> str:
    return text.replace("'", "''")
