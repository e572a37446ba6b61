"""What a survey costs over the bare kernel loop, and what a second worker brings.

    python benchmarks/survey_overhead.py [--scale S]

One shard of about five seconds, kept in a ledger, beside the bare loop over the same deals, by
turns; the least of each is compared. The bare loop checks every win too: checking is a part of
solving here. Processor time is measured, so other work on the machine matters little; the gain of
two workers is in wall-clock time and needs a machine that is quiet. Asserts that the survey counts
what the loop counts.
"""

import argparse
import resource
import tempfile
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time

from measure import UNLIMITED, machine

from pyrtool.answers.kernel_setup.build import bulk
from pyrtool.game.deals import dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.numbers import halves
from pyrtool.surveys.ledger import Ledger, head_of
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.pool import LocalPool
from pyrtool.surveys.questions import Survey, solve_shard
from pyrtool.surveys.run import run
from pyrtool.surveys.shards import ShardTask

GAMES_MEASURED: dict[str, tuple[Rules, int]] = {
    "bouquet, 5 rows": (replace(GAMES["bouquet"], rows=5), 16_000_000),
    "bouquet": (GAMES["bouquet"], 5_000_000),
    "giza": (GAMES["giza"], 650_000),
    "pyramid": (GAMES["pyramid"], 40_000),
}
REPEATS = 5


def bare(rules: Rules, deals: int) -> tuple[float, int]:
    """Processor seconds of the kernel's loop, and the wins."""
    outcomes, nodes = bytearray(deals), halves(deals)
    kernel, shuffle = bulk(rules), dealer(1, "native", rules)
    began = process_time()
    kernel.deal_outcomes(shuffle, 1, outcomes, nodes, UNLIMITED)
    return process_time() - began, outcomes.count(0)


def surveyed(rules: Rules, deals: int) -> tuple[float, int]:
    """Processor seconds of a shard of a survey, ledger and all, and the wins."""
    plan = Plan(rules)
    with tempfile.TemporaryDirectory() as folder:
        began = process_time()
        with Ledger.create(Path(folder) / "x.db", head_of(Survey(plan), ((1, deals),))) as book:
            book.add(solve_shard(ShardTask(plan, 1, deals)))
            won = book.tally().counts["won"]
        return process_time() - began, won


def with_workers(rules: Rules, deals: int, workers: int) -> float:
    """Wall-clock seconds of a survey by this many processes."""
    with tempfile.TemporaryDirectory() as folder:
        began = perf_counter()
        with Ledger.create(
            Path(folder) / "x.db", head_of(Survey(Plan(rules)), ((1, deals),))
        ) as book:
            run(Survey(Plan(rules)), ((1, deals),), LocalPool(workers), book.add)
        return perf_counter() - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0)
    options = parser.parse_args()
    print(machine())
    table = [
        "| game | µs a deal, bare loop | µs a deal, survey | more | two workers to one |",
        "|---|---|---|---|---|",
    ]
    print(*table, sep="\n")
    for name, (rules, full) in GAMES_MEASURED.items():
        deals = max(1000, int(full * options.scale))
        pairs = [(bare(rules, deals), surveyed(rules, deals)) for _ in range(REPEATS)]
        loops, surveys = zip(*pairs, strict=True)
        assert {won for _, won in loops} == {won for _, won in surveys}
        loop, survey = min(loops)[0], min(surveys)[0]
        one, two = (with_workers(rules, 4 * deals, workers) for workers in (1, 2))
        table.append(
            f"| {name} | {1e6 * loop / deals:.3f} | {1e6 * survey / deals:.3f} "
            f"| {survey / loop - 1:+.1%} | {one / two:.2f} |"
        )
        print(table[-1], flush=True)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    table += ["", f"A worker's memory was at most {most:.0f} MiB."]
    print(table[-1])


if __name__ == "__main__":
    main()
