"""The interface of a survey's questions: how deals answer them, how that is counted and reported.

A question owns all that is its own: its option, its parameters, its version, its columns, its
report, its parts of a chart. `questions` has the table of them all, which every other file reads.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from pyrtool.base.json_object import JsonObject
from pyrtool.game.games import Rules
from pyrtool.surveys.counts import LIMITS, Nodes, Outcomes
from pyrtool.surveys.shards import ShardTask
from pyrtool.surveys.tables import Table

Cell = str | int | None
"""The value of a deal in a column."""


@dataclass(frozen=True)
class Column:
    """A column: its type in SQL, its meaning, its kind of values, their unit (or none), and which
    ones there are."""

    sql: str
    meaning: str
    type: str
    unit: str = ""
    values: str = ""

    @classmethod
    def of_texts(cls, meaning: str, *values: str) -> Self:
        """Return a column of texts, which are `values` if these are all."""
        return cls("VARCHAR", meaning, "text", values=", ".join(values))

    @classmethod
    def of_numbers(cls, meaning: str, unit: str, values: str = "", sql: str = "UTINYINT") -> Self:
        """Return a column of whole numbers."""
        return cls(sql, meaning, "whole number", unit, values)


_COMMON: Final = {
    "nodes": Column.of_numbers("the choices that the searches tried", "nodes", "from 0", "UBIGINT"),
    "score": Column.of_numbers(
        "the best par score, or that of the player; 0 without scoring", "points", sql="INTEGER"
    ),
    "cleared_pass": Column.of_numbers(
        "the pass in which the line clears the pyramid", "passes", "0 is never"
    ),
    "cards_left": Column.of_numbers(
        "the cards left at the end; with --best pyramid, those of the pyramid", "cards", "from 0"
    ),
    "bound": Column.of_numbers(
        "what no line does better than; equal to the best found if that is proved",
        "points or cards",
    ),
    "limit": Column.of_texts(
        "the limit that left the best line unproved; empty if it is proved", *LIMITS
    ),
}


def common(*names: str, **sql: str) -> dict[str, Column]:
    """Return columns that several questions have, some with another type in `sql` than usual."""
    return {name: replace(_COMMON[name], sql=sql.get(name, _COMMON[name].sql)) for name in names}


GREEN: Final = "#009E73"
"""The colour of what is best: a deal that is won, or of which no card stays."""

PALE: Final = "#EDE6DD"
"""The colour of the rest."""

T = TypeVar("T", bound=Outcomes)


class Question(ABC, Generic[T]):
    """A question that each deal answers, and the counts of the answers.

    `name`: in ledgers and records. `columns`: what is kept of every deal, and `derived` what is
    made of that when it is asked for. `colours`: the parts that a bar of all deals is cut into,
    besides unknown ones, and the colour of each. `chart`: the title of such bars. The schema of
    records has the fields of its record.
    """

    columns: ClassVar[Mapping[str, Column]]
    derived: ClassVar[Mapping[str, Column]] = {}
    colours: ClassVar[Mapping[str, str]]
    chart: ClassVar[str] = "How deals end"

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in ledgers and records."""

    @property
    @abstractmethod
    def subject(self) -> str:
        """What is counted, for a heading and the help of `--best`, or empty."""

    @property
    def played_by(self) -> str:
        """The player that is asked, or empty."""
        return ""

    @property
    @abstractmethod
    def deal_work(self) -> int:
        """What a deal costs besides its nodes, about, in nodes."""

    # What is asked.

    def words(self) -> list[str]:
        """List the words of the command line that ask it."""
        return ["--best", self.name]

    def check(self, rules: Rules) -> None:
        """Raise a `SurveyError` if it has no meaning under these rules."""

    def versions(self, rules: Rules) -> Sequence[int]:
        """List the versions of what answers it besides the solver of verdicts."""
        return ()

    def parameters(self) -> JsonObject:
        """Return what must agree for counts to be added, as JSON, besides its name."""
        return {"player": None, "plain sample": None}

    def with_parameters(self, identity: JsonObject) -> Self:
        """Return the question with the `parameters` of an identity."""
        return self

    def sampling(self) -> Self:
        """Return what to ask of a few deals in order to learn what others will cost."""
        return self

    # What is answered.

    @abstractmethod
    def answer(self, task: ShardTask) -> tuple[T, bytes]:
        """Answer the question of each deal: the counts, and each answer by itself, packed.

        A `WrongLineError` names a deal whose line of play fails. Depends on the task alone.
        """

    @abstractmethod
    def unpack(self, packed: bytes, deals: int) -> Iterator[tuple[Cell, ...] | None]:
        """Yield the `columns` of each deal, None for a dropped one; `ValueError` for others."""

    @abstractmethod
    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> T:
        """Return the sum of such counts."""

    def derive(self, cells: Mapping[str, Cell]) -> Mapping[str, Cell]:
        """Return the `derived` columns of a deal that has these cells."""
        return {}

    # What is reported.

    @abstractmethod
    def lines(self, rules: Rules, counts: T) -> Iterator[str]:
        """Write the report for people, without the line of the nodes."""

    @abstractmethod
    def row(self, counts: T) -> dict[str, str]:
        """Return a row of a table by the names of its columns; numbers without separators."""

    @abstractmethod
    def record(self, rules: Rules, counts: T) -> JsonObject:
        """Write the fields for JSON, without those of the deals and nodes."""

    @abstractmethod
    def shares(self, rules: Rules, counts: T) -> Mapping[str, float]:
        """Return the parts of all deals, 0 to 1, that a bar is cut into."""

    def shares_of_row(self, row: Mapping[str, str], details: Mapping[int, int]) -> dict[str, float]:
        """Return the parts that a `row` and its `details` report; a `KeyError` or `ValueError` for
        the row of another question."""
        parts = {name: float(row[f"{name} %"]) / 100 for name in self.colours}
        return parts | {"unknown": int(row["unknown"]) / int(row["deals"])}

    def details(self, surveys: Sequence[tuple[str, T]]) -> list[Table]:
        """List more tables, of surveys with their titles."""
        return []


AnyQuestion = Question[Any]
"""Some question: its counts are its own, which no type says."""
