"""Turn a formula into a deal, decide the deal, and turn the solution into an assignment.

    python -m benchmarks.hardness formula.cnf
    python -m benchmarks.hardness formula.cnf --game nestor --deal --line
    python -m benchmarks.hardness formula.cnf --assignment "1 -2 3"

The formula is in DIMACS; `-` is standard input. A game of `total` n matches two ranks that add to
n. The referee replays each line. Exit status: 0 decided, 2 wrong input, 3 too many cards.
"""

import argparse
import sys
from pathlib import Path

from .deal import Deal, in_order, replay
from .decision import decide
from .formula import Formula, FormulaError, extended, read_dimacs
from .gadgets import Reduction
from .layouts import GAMES

MOST_CARDS = 50_000
"""The cards of a deal that is decided: a pyramid grows with the square of its columns."""


def counted(number: int, noun: str) -> str:
    """The number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def satisfying(formula: Formula, text: str) -> set[int]:
    """Read an assignment, and see that it satisfies the formula."""
    true: set[int] = set()
    for word in text.split():
        digits = word.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and 0 < int(digits) <= formula.variables):
            raise FormulaError(f"--assignment: {word!r}: a variable is 1 to {formula.variables}")
        true.add(int(word))
    for variable in range(1, formula.variables + 1):
        if (variable in true) == (-variable in true):
            raise FormulaError(f"--assignment: give variable {variable} one value: N or -N")
    for number, clause in enumerate(formula.clauses, 1):
        if not true.intersection(clause):
            raise FormulaError(f"--assignment: clause {number} has no true literal")
    return true


def described(deal: Deal) -> str:
    """The size and the layout of a deal."""
    parts = [counted(max(deal.ranks, default=0), "rank"), counted(len(deal.ranks), "card")]
    if deal.rows:
        parts.append(f"a pyramid of {len(deal.rows)} rows")
    if deal.columns:
        parts.append(counted(len(deal.columns), "column") + " of three")
    return ", ".join(parts)


def print_line(
    deal: Deal, made: Reduction, formula: Formula, true: set[int] | None, discards: bool
) -> None:
    """Find a line, or that of an assignment, replay it, and print it with its assignment."""
    if true is None:
        pairs = decide(deal)
        if pairs is None:
            print("verdict: unwinnable: no assignment satisfies the formula")
            return
        meant = made.true_literals(pairs)
        true = {v if v in meant else -v for v in range(1, formula.variables + 1)}
        assert formula.holds(true), "the solution means no satisfying assignment"
    else:
        pairs = made.intended(extended(made.formula, true))
    line = in_order(deal, pairs)
    assert line is not None, "the pairs have no order"
    replay(deal, line)
    print("verdict: winnable")
    print("assignment:", *sorted(true, key=abs))
    print(f"line: {counted(len(line), 'discard')}, replayed to the last card")
    if discards:
        for discard in line:
            print(*map(deal.name, discard))


def main() -> int:
    """Read the words of the command line, and answer."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hardness", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("formula", help="a file in DIMACS; - is standard input")
    parser.add_argument("--game", choices=GAMES, default="columns", help="default: columns")
    parser.add_argument("--assignment", help="play the line of this assignment: 1 -2 3")
    parser.add_argument("--deal", action="store_true", help="print the deal, deepest cards first")
    parser.add_argument("--line", action="store_true", help="print the line, a discard a line")
    options = parser.parse_args()
    try:
        name = options.formula
        formula = read_dimacs(sys.stdin.read() if name == "-" else Path(name).read_text())
        true = None
        if options.assignment is not None:
            true = satisfying(formula, options.assignment)
        made, deal = GAMES[options.game].reduce(formula)
        print("formula:", counted(formula.variables, "variable"), end=", ")
        print(counted(len(formula.clauses), "clause"))
        print(f"deal: {options.game}, {described(deal)}")
        if options.deal:
            print(deal.text())
        if len(deal.ranks) > MOST_CARDS and true is None:
            print(f"verdict: unknown: more than {MOST_CARDS:,} cards")
            return 3
        print_line(deal, made, formula, true, options.line)
    except (FormulaError, UnicodeDecodeError) as fault:
        print(f"hardness: {fault}", file=sys.stderr)
        return 2
    except OSError as fault:
        print(f"hardness: {name}: {fault.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
