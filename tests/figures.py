r"""Figures in the pages, compared with what their commands print now.

    python -m tests.figures            # every figure, those of long commands too
    python -m tests.figures PAGE ..    # those of these pages

A mark names the command of a figure, and after the last `` | `` a pattern of what it prints::

    The search decides 5,897 losses.
    <!-- figure: pyrtool survey report a.db | exhausted +([\d,]+) -->

What the pattern's group matches must be a number of the paragraph above the mark. ``long figure``
marks a command that takes more than a minute: only this program runs it, and no test.

The win rates of tables that `benchmarks/atlas.py` writes are compared with a sample (`rate_fault`).
"""

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Final, cast

from pyrtool.answers.closed import Player, PlayerName
from pyrtool.game.games import Rules
from pyrtool.notation import parse_named_rules
from pyrtool.surveys import survey, survey_of
from pyrtool.surveys.questions import PlayerQuestion

from .commands import bash
from .paths import ROOT, TEXTS

MARK: Final = re.compile(r"^<!-- (long )?figure: (.+) \| (.+) -->$", re.MULTILINE)
NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True)
class Figure:
    """A figure of a page: its line, its command, the pattern, and the numbers of its paragraph."""

    page: Path
    line: int
    command: str
    pattern: str
    numbers: frozenset[str]
    long: bool

    @property
    def name(self) -> str:
        return f"{self.page.stem}:{self.line}"


def numbers(text: str) -> Iterator[str]:
    """The numbers of a text, without the commas of thousands."""
    for found in NUMBER.finditer(text):
        yield found.group().replace(",", "")


def figures(page: Path) -> list[Figure]:
    text = page.read_text()
    found = []
    for mark in MARK.finditer(text):
        above = MARK.sub("", text[: mark.start()]).rstrip().rpartition("\n\n")[2]
        line = text.count("\n", 0, mark.start()) + 1
        long, command, pattern = mark.groups()
        known = frozenset(numbers(above))
        found.append(Figure(page, line, command, pattern, known, bool(long)))
    return found


def fault(figure: Figure, printed: str) -> str | None:
    """Why a figure no longer agrees with what its command prints, None where it does."""
    found = re.search(figure.pattern, printed)
    if found is None:
        return f"{figure.command}: prints nothing like {figure.pattern}"
    if {*numbers(found.group(1))} <= figure.numbers:
        return None
    return f"{figure.command}: prints {found.group(1)}, not a number of the paragraph"


@cache
def printed(command: str, programs: Path) -> str:
    """What a command prints in a folder of its own, beside docs/ and benchmarks/."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("docs", "benchmarks"):
            Path(folder, name).symlink_to(ROOT / name)
        done = bash(command, Path(folder), programs)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def faults(pages: list[Path], prints: Callable[[str], str]) -> Iterator[str]:
    """A line for each figure of these pages that does not agree."""
    for page in pages:
        for figure in figures(page):
            if found := fault(figure, prints(figure.command)):
                yield f"{page.relative_to(ROOT)}:{figure.line}: {found}"
        for row in rate_rows(page):
            if found := rate_fault(row):
                yield f"{page.relative_to(ROOT)}:{row.line}: {found}"


def main(words: list[str]) -> int:
    """Print what does not agree; the exit status is 1 where there is such a figure."""
    pages = [Path(word).resolve() for word in words] or TEXTS
    programs = Path(sys.executable).parent
    found = [*faults(pages, lambda command: printed(command, programs))]
    print(*found, sep="\n", end="\n" if found else "")
    count = sum(len(figures(page)) + len(rate_rows(page)) for page in pages)
    print(f"{count} figures, {len(found)} do not agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))


MOST_ERRORS: Final = 4.0
ROUNDED: Final = 0.0001
"""Rates are given in hundredths of a per cent."""

MOST_NODES: Final = 10_000_000
"""In a deal, with 1,024 MiB; as in the surveys of slow games."""

SAMPLE: Final = 1_000
"""Deals of a row that are solved again."""

OF_SLOW_GAMES: Final = 300
OF_SLOWEST_GAMES: Final = 20

OURS: Final = re.compile(r"^\| `([^`]+)` \| 1-(\d+) \| (\d+\.\d\d) \|.*\|$", re.MULTILINE)
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


def rate_rows(page: Path) -> list[Row]:
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


def rate_fault(row: Row, share: float = 1.0) -> str | None:
    """Why a rate does not agree with this share of its sample, None where it does."""
    rules = parse_named_rules(row.rules).rules
    deals = min(row.deals, max(1, round(share * sample_of(rules))))
    numbers = range(1, deals + 1)
    if row.player is None:
        tally = survey(rules, numbers, limit_nodes=MOST_NODES, limit_memory_mib=1024)
        won, most = tally.counts["won"], tally.counts["won"] + tally.unknown
    else:
        won = most = survey_of(PlayerQuestion(Player(row.player)), rules, numbers).won
    error = sqrt(row.rate * (1 - row.rate) * (1 / deals - 1 / row.deals))
    slack = MOST_ERRORS * error + 1 / deals + ROUNDED
    if won / deals - slack <= row.rate <= most / deals + slack:
        return None
    what = row.rules if row.player is None else f"{row.rules}, {row.player}"
    return f"{what}: {won:,} of the first {deals:,} deals are won, not {100 * row.rate:.2f}%"
