"""How well deals are explained: trials, sentences, words, and time, over native deals.

    python benchmarks/explain.py [--first 1] [--deals 300] [--check]

It prints a table of the lost deals of Pyramid and of Giza, and of the winnable ones: how many hide
the reason for a move or against a trap (they only say that a search found it), the words, and the
time with the story. With ``--check`` it checks each step as `verify` does.

It fails if an explanation contradicts the search, if a step does not hold, or if a sentence that
`pyrtool explain` prints has more than 40 words. Of 300 deals or more, it also fails if fewer are
explained than were.
"""

import argparse
import re
import time
from statistics import median

from pyrtool.answers.explain.check import wrong_step
from pyrtool.answers.explain.explanation import Explanation, explain
from pyrtool.answers.explain.printout import as_text, paragraphs
from pyrtool.answers.explain.story import story_of
from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Lost
from pyrtool.game.deals import deal
from pyrtool.game.position import Position
from pyrtool.records.explanations import format_explanation

MOST_WORDS = 45
LEAST = {"pyramid": (0.68, 0.88), "giza": (0.86, 0.98)}
"""Parts of the lost deals that are explained without a trial, and with at most one."""
HIDDEN = {"pyramid": 0.2, "giza": 0.05}
"""Parts of the winnable deals that may have a hidden reason."""


def longest(explanation: Explanation) -> int:
    """The words of the longest sentence."""
    texts = [s.text for _, sentences in explanation.sections for s in sentences]
    return max((len(one.split()) for text in texts for one in re.split(r"\. ", text)), default=0)


def words(explanation: Explanation) -> int:
    """The words of all steps and headings."""
    parts = [(str(head), *(s.text for s in some)) for head, some in explanation.sections]
    return sum(len(text.split()) for texts in parts for text in texts)


def measure(game: str, first: int, deals: int, check: bool) -> None:
    """Print the figures of one game."""
    lost: list[Explanation] = []
    seconds: list[float] = []
    for number in range(first, deals + 1):
        chosen = deal(number, game)
        is_lost = isinstance(solve(chosen), Lost)
        begin = time.process_time()
        found = explain(chosen)
        seconds.append(time.process_time() - begin)
        assert is_lost == (found.verdict == "lost"), number
        assert found.is_long or longest(found) <= MOST_WORDS, number
        if check and found.parts:
            wrong = wrong_step(Position.start(chosen), format_explanation(found))
            assert wrong is None, (number, wrong)
        if is_lost:
            lost.append(found)
    proved = [one for one in lost if one.parts]

    def part(some: list[Explanation]) -> float:
        return len(some) / len(lost)

    none = part([one for one in proved if one.trials == 0])
    one_trial = part([one for one in proved if one.trials <= 1])
    plain = [one.sentences for one in proved if one.trials == 0 and len(one.sets) > 1]
    tried = [one.sentences for one in proved if one.trials == 1]
    print(f"{game}: {len(lost)} of the deals {first} to {deals} are lost")
    print(f"  without a trial                {100 * none:6.1f} %")
    print(f"  at most one trial              {100 * one_trial:6.1f} %")
    short = part([one for one in proved if one.sentences <= 15])
    print(f"  at most 15 sentences           {100 * short:6.1f} %")
    few = part([one for one in proved if one.sentences <= 5])
    print(f"  at most 5 sentences            {100 * few:6.1f} %")
    lengths = sorted(map(words, proved))
    print(f"  words                          {median(lengths):6.1f} (median)")
    print(f"                                 {lengths[9 * len(lengths) // 10]:6} (90 %)")
    lines = [line for p in proved for _, some in p.sections for s in some for line in s.lines]
    print(f"  words of the longest line      {max(len(one.split()) for one in lines):6}")
    print(f"  no proof                       {100 * (1 - part(proved)):6.1f} %")
    print(f"  sentences without a trial      {median(plain):6.1f} (median, of two sets or more)")
    print(f"  sentences with one trial       {median(tried):6.1f} (median)")
    print(f"  words of the longest sentence  {max(map(longest, lost)):6}")
    print(f"  time of a deal                 {1000 * sum(seconds) / len(seconds):6.1f} ms (mean)")
    print(f"                                 {1000 * max(seconds):6.1f} ms (worst)")
    if deals >= 100:
        assert none >= LEAST[game][0] and one_trial >= LEAST[game][1], "fewer are explained"


def measure_won(game: str, deals: int) -> None:
    """Print the figures of the stories of one game."""
    words: list[int] = []
    seconds: list[float] = []
    hidden, traps, longest_reason = 0, 0, 0
    for number in range(3, deals + 1):
        chosen = deal(number, game)
        begin = time.process_time()
        found = explain(chosen)
        if found.verdict != "won":
            continue
        story = story_of(found, Position.start(chosen), found.moves)
        text = as_text(found, story)
        seconds.append(time.process_time() - begin)
        words.append(len(text.split()))
        hidden += "(by search)" in text or "By search: " in text
        some = [one for one in paragraphs(story) if one.aside]
        traps += len(some)
        longest_reason = max(longest_reason, *(len(one.text.split()) for one in some), 0)
    print(f"{game}: {len(words)} of the deals 3 to {deals} are winnable")
    if not words:
        return
    print(f"  with a hidden reason           {hidden:6}")
    print(f"  traps                          {traps / len(words):6.1f} (mean)")
    print(f"  words against a trap           {longest_reason:6} (most)")
    print(f"  words                          {median(words):6.0f} (median), {max(words)} (most)")
    print(f"  time of a deal                 {1000 * sum(seconds) / len(words):6.1f} ms (mean)")
    print(f"                                 {1000 * max(seconds):6.1f} ms (worst)")
    assert hidden <= len(words) * HIDDEN[game], "more reasons are hidden"


def main() -> None:
    """Read the options, and measure both games."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--first", type=int, default=1, help="the first native deal")
    options.add_argument("--deals", type=int, default=300, help="the last one")
    options.add_argument("--check", action="store_true")
    chosen = options.parse_args()
    for game in ("pyramid", "giza"):
        measure(game, chosen.first, chosen.deals, chosen.check)
        measure_won(game, min(chosen.deals, 200))


if __name__ == "__main__":
    main()
