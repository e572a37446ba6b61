"""Choose the deals of the lessons on techniques: ``python docs/lessons.py [NAME ...]``.

Looks through numbered deals and writes the table in pyrtool/pages/site/lessons.py, all of it or
the rows of these techniques. To be run when explanations change; pyrtool must be installed. A deal
fits a lesson if no trial is needed, and the lesson's technique is used. Deals that need techniques
of later lessons come last, then those with longer explanations, and deals of other lessons after
all others.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pyrtool.answers.explain.explanation import Explanation, explain
from pyrtool.base.files import write_whole
from pyrtool.game.deals import deal
from pyrtool.pages.site.lessons import DEALS, PER_LESSON, TECHNIQUE_LESSONS

MODULE: Final = Path(__file__).resolve().parents[1] / "pyrtool/pages/site/lessons.py"
BEGIN, END = "DEALS: Final[Mapping[str, Sequence[tuple[str, int]]]] = {\n", "}\n"
LOOKED_THROUGH: Final = (("giza", 800), ("pyramid", 500))
"""Games, and how many of their deals."""

Weighed = tuple[int, int, str, int]


def main(names: list[str]) -> None:
    """Choose deals, and write them."""
    order = [lesson.technique for lesson in TECHNIQUE_LESSONS]
    found: dict[str, list[Weighed]] = {name: [] for name in names or order}
    for game, number, explanation in explained():
        used = set(explanation.techniques)
        for name in found.keys() & used:
            later = len(used & set(order[order.index(name) + 1 :]))
            found[name].append((later, explanation.sentences, game, number))
    chosen = {name: list(deals) for name, deals in DEALS.items() if name not in found}
    for name in sorted(found, key=order.index):
        taken = {one for deals in chosen.values() for one in deals}
        best = sorted(found[name], key=lambda one: (one[2:] in taken, one))[:PER_LESSON]
        chosen[name] = [(game, number) for *_, game, number in best]
        print(f"{name}: {', '.join(f'{g} {n} ({s}, {k} later)' for k, s, g, n in best)}")
    rows = "".join(f'    "{name}": {_row(chosen.get(name, ()))},\n' for name in order)
    before, _, rest = MODULE.read_text("utf-8").partition(BEGIN)
    write_whole(MODULE, f"{before}{BEGIN}{rows}{END}{rest.partition(END)[2]}".encode())


def _row(deals: object) -> str:
    return str(deals).replace("'", '"')


def explained() -> Iterator[tuple[str, int, Explanation]]:
    """The lost deals whose explanation needs no trial."""
    for game, count in LOOKED_THROUGH:
        for number in range(1, count + 1):
            explanation = explain(deal(number, game))
            if explanation.verdict == "lost" and explanation.parts and not explanation.trials:
                yield game, number, explanation


if __name__ == "__main__":
    main(sys.argv[1:])
