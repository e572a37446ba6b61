"""`python -m tests.mutants [FILE ...]`: how many mutants the tests kill, file by file.

It records first which tests reach which statements, and what each costs. A seed then chooses
mutants of each file. Each runs the tests that reach its statement, the cheapest first, until one
fails or does not end. What tests reach is kept in build/mutants. Mutants that nobody can see are
named, with the reason, in tests/data/equivalent_mutants.toml, and not counted. The kernel must be
compiled in place.
"""

from __future__ import annotations

import argparse
import builtins
import hashlib
import json
import math
import tempfile
import tomllib
from collections import Counter, defaultdict
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..paths import DATA
from .compiling import Compiler
from .making import Mutant, chosen, mutants_of
from .running import Hit, instrumented, prepare, run

TARGETS: Final = (
    "pyrtool/game/position.py",
    "pyrtool/game/discards.py",
    "pyrtool/game/line.py",
    "pyrtool/answers/plan.py",
    "pyrtool/answers/kernel_setup/lines.py",
    "pyrtool/answers/blocks/certificate.py",
    "pyrtool/answers/blocks/check.py",
    "pyrtool/records/verification.py",
    "pyrtool/records/fields.py",
    "pyrtool/records/claims.py",
    "pyrtool/records/reading.py",
    "pyrtool/surveys/ledger.py",
    "pyrtool/answers/every_line.py",
    "pyrtool/kernel/without_sets.py",
    "pyrtool/answers/plain_search.py",
    "pyrtool/kernel/check.py",
    "pyrtool/notation/positions.py",
    "pyrtool/notation/cells.py",
    "pyrtool/notation/places.py",
    "pyrtool/notation/rules.py",
    "pyrtool/notation/headings.py",
)
"""What is measured: where a wrong answer would be believed."""

COMPILED: Final = {
    "pyrtool/kernel/without_sets.py": ("answers/test_every_line", "bruteforce/test_every_question"),
    "pyrtool/kernel/check.py": (
        "kernel/test_plain",
        "kernel/test_checker",
        "kernel/test_searches",
        "bruteforce/test_every_question",
        "kernel/test_kernel",
    ),
}
"""Compiled for each mutant; what of these is reached is not recorded, all these tests run."""

TESTS: Final = (
    "game/test_position", "game/test_played", "records/test_records",
    "surveys/test_results", "answers/test_blocks", "kernel/test_checker", "kernel/test_plain",
    "answers/test_every_line", "bruteforce/test_every_question",
    "notation/test_notation", "notation/test_positions", "game/test_games",
    "kernel/test_searches", "answers/test_best", "surveys/test_ledger",
    "surveys/test_damage", "surveys/test_survey", "cli/test_cli", "cli/test_blocks",
    "cli/test_positions", "cli/test_bad_input", "base/test_door", "cli/test_options",
    "game/test_layout", "game/test_toy_shape", "kernel/test_kernel", "base/test_limits",
    "game/test_packs", "game/test_wastes", "records/test_session",
    "records/test_forged", "answers/test_shortest",
    "answers/test_plan", "project/test_front_door", "game/test_deals",
)  # fmt: skip
"""The files of tests that may be asked: those of the library. Others add no more than time."""

EQUIVALENT: Final = DATA / "equivalent_mutants.toml"
FOLDER: Final = Path("build/mutants")
BUDGET_S: Final = 8.0
"""Processor time of tests, as recorded, that one mutant may take of those that reach it."""


def equivalents() -> dict[tuple[str, str, str, str, int], str]:
    """Mutants that nobody can see: key -> reason."""
    entries = tomllib.loads(EQUIVALENT.read_text())["mutant"]
    return {
        (one["file"], one["function"], one["before"], one["after"], one.get("nth", 1)): one["why"]
        for one in entries
    }


class Test(NamedTuple):
    """A test, what it costs, and which lines of which files it reaches."""

    name: str
    seconds: float
    hits: frozenset[Hit]


class Reach:
    """Which tests reach which lines, recorded where it is not known yet."""

    def __init__(self) -> None:
        self.code: dict[str, Any] = {}
        self.sources = {path: Path(path).read_bytes() for path in TARGETS}
        self.common = [path.read_bytes() for path in sorted(Path("tests").glob("*.py"))]
        self.tests: dict[str, list[Test]] = {}
        self.start_s: dict[str, float] = {}
        for name in TESTS:
            self._read(f"tests/{name}.py")

    def _read(self, file: str) -> None:
        kept = FOLDER / (file.replace("/", ".") + ".json")
        known = json.loads(kept.read_text()) if kept.exists() else None
        if known is None or known["digest"] != self._digest(file, known["rows"]):
            rows = self._record(file)
            known = {"digest": self._digest(file, rows), "rows": rows}
            kept.write_text(json.dumps(known))
        rows = known["rows"]
        self.start_s[file] = sum(row[1] for row in rows if not row[0])
        self.tests[file] = [
            Test(name, seconds, frozenset((path, line) for path, line in hits))
            for name, seconds, hits in rows
            if name
        ]

    def _digest(self, file: str, rows: list[Any]) -> str:
        """A digest of all that a recording depends on: the tests, and the files that they reach."""
        reached = sorted({path for _, _, hits in rows for path, _ in hits})
        sources = [self.sources.get(path, b"") for path in reached]
        return _digest(*self.common, Path(file).read_bytes(), *sources)

    def _record(self, file: str) -> list[Any]:
        if not self.code:
            python = [path for path in TARGETS if path not in COMPILED]
            self.code = {path: instrumented(path, self.sources[path]) for path in python}
        hits: set[Hit] = set()
        builtins._hit = hits.add  # type: ignore[attr-defined]
        found = run(file, None, self.code, 1200, hits)
        failed = {one[1] for one in found.reports if one[0] == "failed"}
        rows = [one[1:] for one in found.reports if one[0] == "test" and one[1] not in failed]
        if found.status != 0:
            print(f"{file} ends with {found.status}: {', '.join(failed)}", flush=True)
        print(f"{file}: {len(rows) - 1} tests, {sum(row[1] for row in rows):.0f} s", flush=True)
        return rows

    def of(self, mutant: Mutant) -> list[tuple[str, Test]]:
        """The tests that reach a mutant with their files, the cheapest first."""
        found = []
        for file, tests in self.tests.items():
            if mutant.path in COMPILED:
                named = file.removeprefix("tests/").removesuffix(".py") in COMPILED[mutant.path]
                reached = tests if named else []
            elif mutant.line:
                hit = (mutant.path, mutant.line)
                reached = [test for test in tests if hit in test.hits]
            else:
                reached = [
                    test for test in tests if any(hit[0] == mutant.path for hit in test.hits)
                ]
            found += [(file, test) for test in reached]
        found.sort(key=lambda one: one[1].seconds)
        costs = accumulate(test.seconds for _, test in found)
        return [one for one, cost in zip(found, costs, strict=True) if cost < BUDGET_S]


class Outcome(NamedTuple):
    """What became of a mutant: killed `by` a test of a `file`, by a crash, or not at all."""

    by: str | None = None
    file: str | None = None


def _digest(*texts: bytes) -> str:
    return hashlib.sha256(b"\0".join(hashlib.sha256(text).digest() for text in texts)).hexdigest()


class Measurement:
    """Runs mutants."""

    def __init__(self, reach: Reach, folder: Path) -> None:
        self.reach, self.compiler = reach, Compiler(folder)
        self.kills: Counter[tuple[str, str]] = Counter()

    def outcome(self, mutant: Mutant) -> Outcome:
        """What becomes of a mutant; the files that killed most of its file's are asked first."""
        source = mutant.source(self.reach.sources[mutant.path])
        other: Any
        if mutant.path in COMPILED:
            other = self.compiler.library(mutant.path, source)
            if other is None:
                return Outcome("compiler")
        else:
            other = compile(source, str(Path(mutant.path).absolute()), "exec", dont_inherit=True)
        files: dict[str, list[Test]] = defaultdict(list)
        for file, test in self.reach.of(mutant):
            files[file].append(test)
        for file in sorted(files, key=lambda file: -self.kills[mutant.path, file]):
            names = [test.name for test in files[file]]
            limit_s = 15 + 6 * (self.reach.start_s[file] + sum(t.seconds for t in files[file]))
            ended = run(file, names, {mutant.path: other}, limit_s)
            if ended.kills:
                self.kills[mutant.path, file] += 1
                return Outcome(ended.kills, file)
        return Outcome()


def _share(counts: dict[str, int], total: int) -> dict[str, int]:
    """How many of each file's mutants are run: more of a long file, but not in proportion, and half
    as many of one that is compiled each time."""
    roots = {path: math.sqrt(n) / (1 + (path in COMPILED)) for path, n in counts.items()}
    part = total / sum(roots.values())
    return {path: min(counts[path], round(part * root)) for path, root in roots.items()}


def _without_mutants(killers: dict[str, set[str]]) -> set[str]:
    """The tests among these that fail without any mutant: what they kill does not count."""
    wrong = set()
    for file, names in killers.items():
        ended = run(file, sorted(names), {}, 600)
        if ended.kills:
            wrong.add(ended.kills)
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.mutants")
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="of the files measured; default all"
    )
    parser.add_argument(
        "--mutants", type=int, default=540, help="about how many (default %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the choice (default %(default)s)")
    given = parser.parse_args()
    if not any(Path("pyrtool/kernel").glob("shuffle.*.so")):
        parser.error("there is no compiled kernel here: python setup.py build_ext --inplace")
    prepare()
    FOLDER.mkdir(parents=True, exist_ok=True)
    reach = Reach()
    made = {path: mutants_of(path, reach.sources[path], path in COMPILED) for path in TARGETS}
    share = _share({path: len(mutants) for path, mutants in made.items()}, given.mutants)
    reasons = equivalents()
    picked = {
        path: chosen(made[path], share[path], given.seed)
        for path in TARGETS
        if path in given.files or not given.files
    }
    rows: list[Row] = []
    survivors: list[Mutant] = []
    killers: dict[str, set[str]] = defaultdict(set)
    with tempfile.TemporaryDirectory() as folder:
        measurement = Measurement(reach, Path(folder))
        for path, mutants in picked.items():
            counted = [mutant for mutant in mutants if mutant.key not in reasons]
            outcomes = [measurement.outcome(mutant) for mutant in counted]
            alive = [m for m, one in zip(counted, outcomes, strict=True) if one.by is None]
            rows.append(Row(path, len(mutants), len(counted), len(alive)))
            print(f"{path}: {len(counted) - len(alive)} of {len(counted)}", flush=True)
            survivors += alive
            for one in outcomes:
                if one.by and one.file and "::" in one.by:
                    killers[one.file].add(one.by)
    wrong = _without_mutants(killers)
    _report(rows, survivors, wrong)
    alive_most = sum(row.counted for row in rows) // 20
    return 0 if not wrong and len(survivors) <= alive_most else 1


class Row(NamedTuple):
    """A row of the table: mutants chosen, those that are not equivalent, those that survive."""

    name: str
    picked: int
    counted: int
    alive: int


def _report(rows: list[Row], survivors: list[Mutant], wrong: set[str]) -> None:
    print(f"\n{'file':34} {'mutants':>8} {'equivalent':>11} {'killed':>7} {'alive':>6} {'%':>6}")
    whole = Row("all", *(sum(one) for one in zip(*(row[1:] for row in rows), strict=True)))
    for row in [*rows, whole]:
        killed = row.counted - row.alive
        rate = 100 * killed / row.counted if row.counted else 100
        cells = f"{row.picked:8} {row.picked - row.counted:11} {killed:7} {row.alive:6} {rate:6.1f}"
        print(f"{row.name:34} {cells}")
    for mutant in survivors:
        print(f"\nalive: {mutant.path} in {mutant.function or 'the module'}, nth {mutant.nth}")
        print(f"  before = {mutant.before!r}\n  after  = {mutant.after!r}")
    for name in sorted(wrong):
        print(f"\nfails without a mutant, too: {name}")


if __name__ == "__main__":
    raise SystemExit(main())
