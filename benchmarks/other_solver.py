"""Compare shortest solutions under Microsoft's rules with those of a public solver in Lisp.

    python benchmarks/other_solver.py random-decks.txt random-deck-solution-lengths.txt

The two files lie in the folder resources/ of github.com/mchung94/pyramid-solver (MIT licence): a
deck a line, and on the same line of the other file the fewest steps that clear the pyramid, 0 where
nothing does. Prints how many agree; the exit status is 1 where one does not. Takes ten seconds.
"""

import argparse
import sys
from pathlib import Path

from measure import machine

from pyrtool.answers.shortest import shortest
from pyrtool.answers.verdicts import Won
from pyrtool.game.games import game
from pyrtool.notation import parse_deal

MICROSOFT = game("microsoft")


def fewest_moves(deck: str) -> int:
    """The length of a shortest solution, 0 where there is none."""
    verdict = shortest(parse_deal(deck, MICROSOFT))
    if not isinstance(verdict, Won):
        assert verdict.is_lost, verdict
        return 0
    assert verdict.shortest
    return len(verdict.moves)


def main() -> int:
    """Compare every deck, and print those that differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("decks", type=Path, help="a deck a line")
    parser.add_argument("lengths", type=Path, help="the fewest steps of each, 0 for none")
    given = parser.parse_args()
    decks = given.decks.read_text().splitlines()
    lengths = [int(line) for line in given.lengths.read_text().splitlines()]
    print(machine(), end="\n\n")
    won = differ = 0
    for number, (deck, wanted) in enumerate(zip(decks, lengths, strict=True), 1):
        found = fewest_moves(deck)
        won += found > 0
        if found != wanted:
            differ += 1
            print(f"deck {number}: {found} moves, not {wanted}")
    print(f"{len(decks):,} decks, {won:,} winnable: {len(decks) - differ:,} agree")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
