"""Count what explanations take: trials and hardest techniques, beside the difficulty.

    python benchmarks/reasoning.py [--deals 300] [--game NAME] [--write]

It prints how many native deals of Pyramid and Giza need how many trials, which technique is the
hardest of each explanation, and Spearman's correlation of the difficulty of winnable deals with
their forced pairs and trials. With --write the table of docs/understand/how-hard-is-a-deal.md is
written again.

It fails if a level is not the number of trials in the record of the explanation, or if a step does
not hold.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import correlation

from measure import machine, publish

from pyrtool.answers.explain.check import wrong_step
from pyrtool.answers.explain.difficulty import LEVELS, ORDER, reasoning_of
from pyrtool.answers.explain.explanation import explain
from pyrtool.answers.rating.chances import rate
from pyrtool.game.deals import deal
from pyrtool.game.position import Position
from pyrtool.records.explanations import format_explanation

PAGE = "understand/how-hard-is-a-deal.md"
GAMES = ("pyramid", "giza")
NOTHING = "nothing"
FEW = 5
"""With fewer winnable deals, no correlation is printed."""


@dataclass
class Count:
    """What the explanations of some deals take.

    `levels` and `techniques`: how many deals of each verdict have which. `winnable`: of each
    winnable deal the difficulty, the forced pairs, and the trials. `steps`: the steps that were
    checked.
    """

    deals: int = 0
    steps: int = 0
    levels: Counter[tuple[str, str]] = field(default_factory=Counter)
    techniques: Counter[tuple[str, str]] = field(default_factory=Counter)
    winnable: list[tuple[float, int, int]] = field(default_factory=list)

    def add(self, number: int, game: str, check: bool = False) -> None:
        """Explain a deal, and check each step as `verify` does."""
        chosen = deal(number, game)
        explanation = explain(chosen)
        found = reasoning_of(explanation)
        assert found is not None, number
        record = format_explanation(explanation)
        trials = record["trials"]
        assert found.technique is None or found.level == LEVELS[min(trials, 2)], number
        if check and explanation.parts:
            wrong = wrong_step(Position.start(chosen), record)
            assert wrong is None, (number, wrong)
            self.steps += sum(len(part.steps) for part in explanation.parts)
        self.deals += 1
        self.levels[found.verdict, found.level or NOTHING] += 1
        self.techniques[found.verdict, found.technique or NOTHING] += 1
        if found.verdict == "won":
            difficulty = rate(chosen).difficulty
            assert difficulty is not None and found.forced is not None, number
            self.winnable.append((difficulty, found.forced, found.trials))


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; equal ones share the mean of theirs."""
    order = sorted(values)
    first = {value: order.index(value) for value in set(order)}
    count = Counter(values)
    return [first[value] + (count[value] + 1) / 2 for value in values]


def spearman(one: Iterable[float], other: Iterable[float]) -> float:
    """Spearman's rank correlation."""
    return correlation(ranks(list(one)), ranks(list(other)))


def table(counts: dict[str, Count]) -> list[str]:
    """The shares of the levels, and of the hardest techniques, a row each."""
    columns = [(game, verdict) for game in counts for verdict in ("lost", "won")]
    words = {"lost": "unwinnable", "won": "winnable"}
    totals = {
        (game, verdict): sum(n for (kind, _), n in counts[game].levels.items() if kind == verdict)
        for game, verdict in columns
    }
    heads = [f"{game}, {words[verdict]}" for game, verdict in columns]
    made = ["| | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    made.append("| deals | " + " | ".join(f"{totals[column]:,}" for column in columns) + " |")

    def row(name: str, cells: Iterable[int]) -> None:
        pairs = zip(cells, columns, strict=True)
        shares = (100 * n / max(totals[column], 1) for n, column in pairs)
        made.append(f"| {name}, % | " + " | ".join(f"{share:.1f}" for share in shares) + " |")

    for level in (*LEVELS, NOTHING):
        row(level, [counts[game].levels[verdict, level] for game, verdict in columns])
    for technique in ORDER:
        cells = [counts[game].techniques[verdict, technique] for game, verdict in columns]
        if any(cells):
            row(f"hardest: *{technique}*", cells)
    for at, name in ((1, "forced pairs"), (2, "trials")):
        found = [
            _with_difficulty(counts[game].winnable, at) if verdict == "won" else ""
            for game, verdict in columns
        ]
        made.append(f"| rank correlation of {name} with the difficulty | {' | '.join(found)} |")
    return made


def _with_difficulty(winnable: Sequence[tuple[float, int, int]], at: int) -> str:
    """Spearman's correlation of the difficulty with one of the others; nothing for a few deals."""
    if len(winnable) < FEW:
        return ""
    return f"{spearman((one[0] for one in winnable), (one[at] for one in winnable)):+.2f}"


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--deals", type=int, default=300, help="native deals of each game, from 1 on")
parser.add_argument("--game", choices=GAMES, action="append", help="only this game")
parser.add_argument("--check", action="store_true", help="check each step as verify does")
parser.add_argument("--write", action="store_true", help="put the table into the docs")

if __name__ == "__main__":
    options = parser.parse_args()
    print(machine(), end="\n\n")
    made: dict[str, Count] = {}
    for name in options.game or GAMES:
        made[name] = Count()
        for number in range(1, options.deals + 1):
            made[name].add(number, name, options.check)
        if options.check:
            print(
                f"{name}: {made[name].steps:,} steps of {made[name].deals:,} deals hold", end="\n\n"
            )
    lines = table(made)
    print(*lines, sep="\n")
    if options.write:
        publish(PAGE, "reasoning", lines)
