"""What the benchmarks share: deals in bulk with their time, the machine, the tables in docs/."""

import argparse
import platform
import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from difflib import unified_diff
from math import sqrt
from pathlib import Path
from time import process_time

from pyrtool import kernel
from pyrtool.answers.kernel_setup.build import bulk
from pyrtool.base.intervals import Rate
from pyrtool.base.version import SOLVER_VERSION, __version__
from pyrtool.game.deals import dealer
from pyrtool.game.games import Rules
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.numbers import halves

DOCS = Path(__file__).parent.parent / "docs"
UNLIMITED = 2**62
CHUNK = 50_000
MOST_ERRORS = 4.0
"""A difference of this many standard errors is not chance."""


def errors_between(one: Rate, other: Rate) -> float:
    """Return the difference of two shares in standard errors of the difference.

    The error assumes that both are samples of one population: it comes from their pooled share,
    so that it is defined for shares of 0 and 1 too. Without deals the difference is 0.
    """
    deals = one.deals + other.deals
    if not one.deals or not other.deals:
        return 0.0
    share = (one.hits + other.hits) / deals
    error = sqrt(share * (1 - share) * deals / (one.deals * other.deals))
    return (one.value - other.value) / error if error else 0.0


@dataclass(frozen=True)
class Run:
    """Native deals solved one after the other: how they ended, and what that took."""

    deals: int
    outcomes: Counter[str]
    nodes: int
    hardest: tuple[tuple[int, int], ...]  # (nodes, deal number), the most nodes first
    seconds: float

    @property
    def won(self) -> int:
        """Deals won."""
        return self.outcomes["won"]

    @property
    def simple_blocks(self) -> int:
        """Deals with a card covered by all its complements."""
        return self.outcomes["simple block"]

    @property
    def microseconds(self) -> float:
        """CPU time a deal."""
        return self.seconds / self.deals * 1e6


def run(rules: Rules, deals: int, first: int = 1) -> Run:
    """Solve native deals `first` .. ``first + deals - 1``: one core, one process, CPU time."""
    solver, shuffle = bulk(rules), dealer(first, "native", rules)
    outcomes: Counter[str] = Counter()
    hardest: list[tuple[int, int]] = []
    nodes = 0
    seconds = 0.0
    for start in range(first, first + deals, CHUNK):
        size = min(CHUNK, first + deals - start)
        ended, spent = bytearray(size), halves(size)
        began = process_time()
        solver.deal_outcomes(shuffle, start, ended, spent, UNLIMITED)
        seconds += process_time() - began
        outcomes.update(OUTCOMES[code] for code in ended)
        counts = spent.tolist()
        nodes += sum(counts)
        hardest += [(count, start + i) for i, count in enumerate(counts)]
        hardest = sorted(hardest, reverse=True)[:16]
    return Run(deals, outcomes, nodes, tuple(hardest), seconds)


Case = tuple[str, Rules, int, int, int, int, float | None]
"""Game, rules, native deals from 1 on; won, simple blocks and nodes among them; target in µs."""


def time_games(cases: list[Case], section: str) -> None:
    """Run every case, assert what it finds, print and perhaps publish a Markdown table."""
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("--strict", action="store_true", help="fail when a target is missed")
    parser.add_argument("--write", action="store_true", help="put the table into the docs")
    options = parser.parse_args()
    print(machine(), end="\n\n")
    table = [
        "| game | deals | won | nodes a deal | most nodes | µs a deal | target, µs |",
        "|---|---|---|---|---|---|---|",
    ]
    print(*table, sep="\n")
    for name, rules, deals, won, simple_blocks, nodes, target in cases:
        found = run(rules, deals)
        assert (found.won, found.simple_blocks, found.nodes) == (won, simple_blocks, nodes), (
            name,
            found,
        )
        table.append(
            f"| {name} | {deals:,} | {won:,} | {nodes / deals:.1f} | {found.hardest[0][0]:,} "
            f"| {found.microseconds:.2f} | {target or ''} |"
        )
        print(table[-1], flush=True)
        assert not options.strict or target is None or found.microseconds <= target, name
    if options.write:
        publish("development/performance.md", section, table)


def compare_with(
    compare: Callable[[int], tuple[list[str], float]], deals: int, page: str = "", section: str = ""
) -> None:
    """Compare this many deals, print the table and, where asked, publish it; fail at `MOST_ERRORS`.

    `compare` gives the lines of the table, and the greatest difference in standard errors. A table
    that has no page is only printed.
    """
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("--deals", type=int, default=deals)
    if page:
        add_page_options(parser)
    options = parser.parse_args()
    print(machine())
    table, worst = compare(options.deals)
    print(f"the greatest difference is {worst:.2f} standard errors")
    if page:
        lines = [f"Native deals 1 to {options.deals:,}.", "", *table]
        keep(page, {section: lines}, write=options.write, check=options.check)
    assert worst < MOST_ERRORS, worst


def machine() -> str:
    """One line that says by which version the figures were measured, and where."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        pass
    life = "compiled" if kernel.COMPILED else "interpreted"
    python = platform.python_version()
    made = f"pyrtool {__version__} (solver {SOLVER_VERSION}, {life} kernel)"
    return f"{made}, Python {python}, {model}, {sys.platform}"


def add_page_options(parser: argparse.ArgumentParser) -> None:
    """Add what `keep` is given: for tables without times, which a check can find again."""
    parser.add_argument("--write", action="store_true", help="put the tables into the docs")
    parser.add_argument("--check", action="store_true", help="fail where the docs show other lines")


def keep(page: str, sections: dict[str, list[str]], *, write: bool, check: bool) -> None:
    """Publish tables of a page, or compare them with the page, as asked."""
    for name, lines in sections.items():
        if write:
            publish(page, name, lines)
        if check:
            check_published(page, name, lines)


def check_published(page: str, name: str, lines: list[str]) -> None:
    """End with status 1 and the lines that differ from those of a page; the machine may differ."""
    text = (DOCS / page).read_text()
    _, _, shown = text.partition(f"<!-- {name} -->\n")
    _, _, *old = shown.partition(f"\n<!-- end of {name} -->")[0].split("\n")
    changed = [line for line in unified_diff(old, lines, lineterm="", n=0) if line[:2] != "@@"]
    if changed:
        print(f"{page} shows something else ({name}):", *changed[2:], sep="\n", file=sys.stderr)
        sys.exit(1)


def publish(page: str, name: str, lines: list[str]) -> None:
    """Put lines, under the machine's, between ``<!-- name -->`` and its end in a page of docs/."""
    path = DOCS / page
    marked = re.compile(f"(?<=<!-- {name} -->\n).*?(?=<!-- end of {name} -->)", re.DOTALL)
    text, found = marked.subn(lambda _: "\n".join([machine(), "", *lines, ""]), path.read_text())
    assert found == 1, (page, name)
    path.write_text(text)
