"""The rows of the article's tables as surveys, with its figures, and rows that it does not have.

Decides which surveys there are. The figures are in ``article.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from math import inf
from typing import Final

from pyrtool.base.arguments import ArgumentError, guard
from pyrtool.base.intervals import Rate
from pyrtool.base.json_object import JsonObject
from pyrtool.game.games import GAMES, Rules
from pyrtool.surveys.findings import rules_text
from pyrtool.surveys.plan import Plan, QuestionName

TABLES: Final = ("bouquet", "giza", "one-pass", "more", "par")
"""The article's three tables, and what it does not have: more games, and best par scores."""


@dataclass(frozen=True)
class Published:
    """What the article counted."""

    won: int
    deals: int
    simple_blocks: int | None = None

    @property
    def win_rate(self) -> Rate:
        """Deals won, of all."""
        return Rate(self.won, self.deals)

    @property
    def adjusted_win_rate(self) -> Rate | None:
        """Deals won, of those without a simple block, where the article counts these."""
        if self.simple_blocks is None:
            return None
        return Rate(self.won, self.deals - self.simple_blocks)


@dataclass(frozen=True)
class Row:
    """A survey of the tables: native deals from 1 on, `deals` of them at full size.

    `kings`: also by the number of kings in the stock. `question`: what each deal answers.
    """

    table: str
    game: str
    rules: Rules
    deals: int
    published: Published | None = None
    kings: bool = False
    question: QuestionName = "verdict"

    @property
    def title(self) -> str:
        """The game, and how its rules differ."""
        return rules_text(self.rules, self.game)

    @property
    def ledger_name(self) -> str:
        """The name of its ledger; rows with the same rules and question share one."""
        words = rules_text(self.rules, "pyramid").replace(",", "").split()
        if self.question != "verdict":
            words.append(self.question)
        return "-".join(words) + ".db"

    @property
    def plan(self) -> Plan:
        """The question that each deal answers."""
        return Plan(self.rules, self.game, question=self.question)

    def scaled(self, scale: float) -> int:
        """How many deals, at this scale."""
        if not 0 < scale < inf:
            raise ArgumentError(f"scale {scale}: must be a number above 0")
        return max(1, round(self.deals * scale))


def figures() -> JsonObject:
    """``article.toml``."""
    return tomllib.loads(
        resources.files("pyrtool.surveys.article").joinpath("article.toml").read_text("utf-8")
    )


def rows(tables: Sequence[str] = TABLES) -> list[Row]:
    """Every row of these tables, in the article's order."""
    makers = {
        "bouquet": _bouquet,
        "giza": _giza,
        "one-pass": _one_pass,
        "more": _more,
        "par": _par,
    }
    read = figures()
    return [row for table in TABLES if table in tables for row in makers[table](read)]


def _bouquet(figures: JsonObject) -> Iterator[Row]:
    table = figures["bouquet"]
    for height, overlap, won, blocks in table["rows"]:
        rules = replace(GAMES["bouquet"], rows=height, overlap=overlap)
        published = Published(won, table["deals"], blocks)
        yield Row("bouquet", "bouquet", rules, table["deals"], published)


def _giza(figures: JsonObject) -> Iterator[Row]:
    for wide, deep, overlap, deals, won in figures["giza"]["rows"]:
        rules = replace(GAMES["giza"], columns=(wide, deep), overlap=overlap)
        yield Row("giza", "giza", rules, deals, Published(won, deals))


def _one_pass(figures: JsonObject) -> Iterator[Row]:
    table = figures["one_pass"]
    for stock_waste, goal, overlap, won in table["rows"]:
        published = Published(won, table["deals"])
        for reading in ("auto", "auto-on-turn") if stock_waste == "auto" else (stock_waste,):
            rules = replace(GAMES["pyramid"], stock_waste=reading, goal=goal, overlap=overlap)
            yield Row("one-pass", "pyramid", rules, table["deals"], published)


def _more(figures: JsonObject) -> Iterator[Row]:
    for entry in figures["more"]:
        kings = entry.get("kings", False)
        yield Row("more", entry["game"], _rules(entry), entry["deals"], kings=kings)


def _par(figures: JsonObject) -> Iterator[Row]:
    for entry in figures["par"]:
        yield Row("par", entry["game"], _rules(entry), entry["deals"], question="score")


def _rules(entry: JsonObject) -> Rules:
    return Rules.from_dict(GAMES[entry["game"]].to_dict() | entry.get("rules", {}))


guard(__name__)
