"""`python -m tests.mutants [FILE ...]`: how many mutants the tests kill, file by file.

A seed chooses mutants of each file. Each runs the tests of that file, those that killed most first,
until one fails or does not end. Mutants that nobody can see are named, with the reason, in
tests/data/equivalent_mutants.toml, and not counted. The kernel must be compiled in place.
"""

import argparse
import math
import tempfile
import tomllib
from collections import Counter
from pathlib import Path
from types import CodeType
from typing import Final

from ..paths import DATA
from .compiling import Compiler
from .making import Mutant, chosen, mutants_of
from .running import prepare, run

EVERY: Final = "bruteforce/test_every_question"
GAME: Final = (
    "game/test_position", "game/test_played", "game/test_layout", "game/test_toy_shape",
    "game/test_wastes", "game/test_packs", "records/test_session", EVERY,
)  # fmt: skip
SEARCHES: Final = (
    "kernel/test_searches", "kernel/test_checker", "answers/test_plan", "answers/test_best",
    "answers/test_shortest", "base/test_limits", "project/test_front_door", EVERY,
)  # fmt: skip
BLOCKS: Final = ("answers/test_blocks", "cli/test_blocks", "records/test_records", EVERY)
RECORDS: Final = (
    "records/test_records", "records/test_forged", "records/test_session", "cli/test_cli",
    "cli/test_bad_input", "cli/test_options",
)  # fmt: skip
LEDGER: Final = (
    "surveys/test_ledger", "surveys/test_damage", "surveys/test_survey", "surveys/test_results",
)  # fmt: skip
LINES: Final = ("answers/test_every_line", EVERY)
PLAIN: Final = (
    "kernel/test_plain", "kernel/test_checker", "kernel/test_searches", "kernel/test_kernel", EVERY,
)  # fmt: skip
NOTATION: Final = (
    "notation/test_notation", "notation/test_positions", "cli/test_positions", "game/test_games",
    "game/test_deals", "cli/test_bad_input",
)  # fmt: skip

TARGETS: Final = {
    "pyrtool/game/position.py": GAME,
    "pyrtool/game/discards.py": GAME,
    "pyrtool/game/line.py": GAME,
    "pyrtool/answers/plan.py": SEARCHES,
    "pyrtool/answers/kernel_setup/lines.py": SEARCHES,
    "pyrtool/answers/blocks/certificate.py": BLOCKS,
    "pyrtool/answers/blocks/check.py": BLOCKS,
    "pyrtool/records/verification.py": RECORDS,
    "pyrtool/records/fields.py": RECORDS,
    "pyrtool/records/claims.py": RECORDS,
    "pyrtool/records/reading.py": RECORDS,
    "pyrtool/surveys/ledger.py": LEDGER,
    "pyrtool/answers/every_line.py": LINES,
    "pyrtool/kernel/without_sets.py": LINES,
    "pyrtool/answers/plain_search.py": PLAIN,
    "pyrtool/kernel/check.py": PLAIN,
    "pyrtool/notation/positions.py": NOTATION,
    "pyrtool/notation/cells.py": NOTATION,
    "pyrtool/notation/places.py": NOTATION,
    "pyrtool/notation/rules.py": NOTATION,
    "pyrtool/notation/headings.py": NOTATION,
}
"""What is measured, where a wrong answer would be believed, and by which files of tests."""

COMPILED: Final = {"pyrtool/kernel/without_sets.py", "pyrtool/kernel/check.py"}
"""Compiled for each mutant."""

EQUIVALENT: Final = DATA / "equivalent_mutants.toml"


def equivalents() -> dict[tuple[str, str, str, str, int], str]:
    """Mutants that nobody can see: key -> reason."""
    entries = tomllib.loads(EQUIVALENT.read_text())["mutant"]
    return {
        (one["file"], one["function"], one["before"], one["after"], one.get("nth", 1)): one["why"]
        for one in entries
    }


class Measurement:
    """Runs mutants."""

    def __init__(self, tests: set[str], folder: Path) -> None:
        self.compiler = Compiler(folder)
        self.kills: Counter[tuple[str, str]] = Counter()
        self.plain = {name: run(f"tests/{name}.py", {}, 1200) for name in sorted(tests)}

    def kill(self, mutant: Mutant) -> bool:
        """Whether tests see a mutant; the files that killed most of its file's are asked first."""
        path = mutant.path
        source = mutant.source(Path(path).read_bytes())
        other: CodeType | Path | None
        if path in COMPILED:
            other = self.compiler.library(path, source)
            if other is None:
                return True
        else:
            other = compile(source, str(Path(path).absolute()), "exec", dont_inherit=True)
        for name in sorted(TARGETS[path], key=lambda name: -self.kills[path, name]):
            limit_s = 15 + 6 * self.plain[name].seconds
            if not run(f"tests/{name}.py", {path: other}, limit_s).passed:
                self.kills[path, name] += 1
                return True
        return False


def _share(counts: dict[str, int], total: int) -> dict[str, int]:
    """How many of each file's mutants are run: more of a long file, but not in proportion, and half
    as many of one that is compiled each time."""
    roots = {path: math.sqrt(n) / (1 + (path in COMPILED)) for path, n in counts.items()}
    part = total / sum(roots.values())
    return {path: min(counts[path], round(part * root)) for path, root in roots.items()}


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
    made = {path: mutants_of(path, Path(path).read_bytes(), path in COMPILED) for path in TARGETS}
    share = _share({path: len(mutants) for path, mutants in made.items()}, given.mutants)
    reasons = equivalents()
    paths = [path for path in TARGETS if path in given.files or not given.files]
    survivors: list[Mutant] = []
    every = 0
    with tempfile.TemporaryDirectory() as folder:
        measurement = Measurement({name for path in paths for name in TARGETS[path]}, Path(folder))
        if wrong := [name for name, ran in measurement.plain.items() if not ran.passed]:
            parser.error(f"these fail without a mutant, too: {', '.join(wrong)}")
        for path in paths:
            picked = chosen(made[path], share[path], given.seed)
            counted = [mutant for mutant in picked if mutant.key not in reasons]
            alive = [mutant for mutant in counted if not measurement.kill(mutant)]
            killed = f"{len(counted) - len(alive)} of {len(counted)} killed"
            print(f"{path}: {killed}, {len(picked) - len(counted)} equivalent", flush=True)
            survivors += alive
            every += len(counted)
    print(f"all: {every - len(survivors)} of {every} killed")
    for mutant in survivors:
        print(f"\nalive: {mutant.path} in {mutant.function or 'the module'}, nth {mutant.nth}")
        print(f"  before = {mutant.before!r}\n  after  = {mutant.after!r}")
    return 0 if len(survivors) <= every // 20 else 1


if __name__ == "__main__":
    raise SystemExit(main())
