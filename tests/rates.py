"""Win rates in tables, compared with a sample that is solved or played again.

A row of `survey atlas` names its game, its deals ``1-N``, and its rate; a row of what is said
elsewhere has N in a column of its own. A row of a simple closed player names the player, too. The
program of today takes the first of the same deals. If they are fewer than N, chance alone makes a
difference; up to four standard errors of it are allowed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Final, cast

from pyrtool.answers.closed import Player, PlayerName
from pyrtool.game.games import Rules
from pyrtool.notation import parse_named_rules
from pyrtool.surveys import survey, survey_player

MOST_ERRORS: Final = 4.0
ROUNDED: Final = 0.0001
"""Rates are given in hundredths of a per cent."""

MOST_NODES: Final = 10_000_000
"""In a deal, with 1,024 MiB; as in the surveys of slow games."""

SAMPLE: Final = 2_000
"""Deals of a row that are solved again."""

OF_SLOW_GAMES: Final = 300
OF_SLOWEST_GAMES: Final = 20

OURS: Final = re.compile(r"^\| `([^`]+)` \|.*\| 1-(\d+) \| (\d+\.\d\d) \|.*\|$", re.MULTILINE)
ELSEWHERE: Final = re.compile(
    r"^\| `([^`]+)` \|.*\| (\d+\.\d\d) \| [\d.]+ to [\d.]+ \| ([\d,]+) \|.*\|$", re.MULTILINE
)

OF_PLAYERS: Final = re.compile(
    r"^\| ([a-z0-9, -]+) \| `(random|greedy|careful)` \| 1–([\d,]+) \| ([\d.]+) \|.*\|$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Row:
    """A rate of a table: the rules, the share that is won, and of how many deals; `player` where
    one plays them."""

    line: int
    rules: str
    rate: float
    deals: int
    player: PlayerName | None = None


def rows(page: Path) -> list[Row]:
    """The rates in the tables of a page, each once for its rules and number of deals."""
    text = page.read_text()
    found = [
        (match.start(), match[1], float(match[3]), int(match[2])) for match in OURS.finditer(text)
    ]
    found += [
        (match.start(), match[1], float(match[2]), int(match[3].replace(",", "")))
        for match in ELSEWHERE.finditer(text)
    ]
    known: dict[tuple[str, float, int], Row] = {}
    for start, rules, rate, deals in found:
        line = text.count("\n", 0, start) + 1
        known.setdefault((rules, rate, deals), Row(line, rules, rate / 100, deals))
    played = [
        Row(
            text.count("\n", 0, match.start()) + 1,
            match[1],
            float(match[4]) / 100,
            int(match[3].replace(",", "")),
            cast(PlayerName, match[2]),
        )
        for match in OF_PLAYERS.finditer(text)
    ]
    return [*known.values(), *played]


def sample_of(rules: Rules) -> int:
    """How many deals of a game are solved again: fewer where one takes milliseconds."""
    if rules.packs > 1 or "next" in str(rules.pairs):
        return OF_SLOWEST_GAMES
    return OF_SLOW_GAMES if rules.wastes > 1 or rules.waste_ends == "both" else SAMPLE


def fault(row: Row, share: float = 1.0) -> str | None:
    """Why a rate does not agree with this share of its sample, None where it does."""
    rules = parse_named_rules(row.rules).rules
    deals = min(row.deals, max(1, round(share * sample_of(rules))))
    numbers = range(1, deals + 1)
    if row.player is None:
        tally = survey(rules, numbers, limit_nodes=MOST_NODES, limit_memory_mib=1024)
        won, most = tally.counts["won"], tally.counts["won"] + tally.unknown
    else:
        won = most = survey_player(Player(row.player), rules, numbers).won
    error = sqrt(row.rate * (1 - row.rate) * (1 / deals - 1 / row.deals))
    slack = MOST_ERRORS * error + 1 / deals + ROUNDED
    if won / deals - slack <= row.rate <= most / deals + slack:
        return None
    what = row.rules if row.player is None else f"{row.rules}, {row.player}"
    return f"{what}: {won:,} of the first {deals:,} deals are won, not {100 * row.rate:.2f}%"
