"""Choose the deals of the lessons on techniques: ``python docs/lessons.py [NAME ...]``.

Looks through numbered deals and writes the rows `deals` in pyrtool/pages/site/lessons.toml, all of
them or those of these techniques. To be run when explanations change; pyrtool must be installed. A
deal fits a lesson if no trial is needed, and the lesson's technique is used. Deals that need
techniques of later lessons come last, then those with longer explanations, and deals of other
lessons after all others.
"""

import json
import re
import sys
from collections.abc import Iterator
from typing import Final

from pyrtool.answers.explain.explanation import Explanation, explain
from pyrtool.base.files import write_whole
from pyrtool.game.deals import deal
from pyrtool.pages.site.lessons import TABLE, TECHNIQUE_LESSONS

PER_LESSON: Final = 3
"""Deals of a lesson; fewer where no more were found."""

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
    deals = {
        one.technique: [(game, number) for game, number in one.deals] for one in TECHNIQUE_LESSONS
    }
    chosen = {name: known for name, known in deals.items() if name not in found}
    for name in sorted(found, key=order.index):
        taken = {one for deals in chosen.values() for one in deals}
        best = sorted(found[name], key=lambda one: (one[2:] in taken, one))[:PER_LESSON]
        chosen[name] = [(game, number) for *_, game, number in best]
        print(f"{name}: {', '.join(f'{g} {n} ({s}, {k} later)' for k, s, g, n in best)}")
    text = TABLE.read_text(encoding="utf-8")
    for name in found:
        row = f"\\1deals = {json.dumps(chosen[name])}\n"
        text = re.sub(rf'(technique = "{name}"\n.*\n)deals = .*\n', row, text)
    write_whole(TABLE, text.encode())


def explained() -> Iterator[tuple[str, int, Explanation]]:
    """The lost deals whose explanation needs no trial."""
    for game, count in LOOKED_THROUGH:
        for number in range(1, count + 1):
            explanation = explain(deal(number, game))
            if explanation.verdict == "lost" and explanation.parts and not explanation.trials:
                yield game, number, explanation


if __name__ == "__main__":
    main(sys.argv[1:])
