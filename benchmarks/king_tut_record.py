"""Work out what chance a record of 42 King Tut wins in 408 games has, for players of several rates.

    python benchmarks/king_tut_record.py

The chances are exact sums of the binomial distribution, of the rates that docs/results has. Nothing
is played. Asserts that the share which the record allows begins where its tail is 2.5%.
"""

import argparse
from fractions import Fraction
from math import comb

from measure import add_page_options, keep

from pyrtool.base.intervals import Rate

WON, GAMES = 42, 408
RATES = [
    # who plays, wins, of how many deals (docs/results; `survey run`)
    ("King Tut: `careful`", 32, 100_000),
    ("King Tut: `sampler`", 196, 5_000),
    ("King Tut: every card known", 44_287, 1_000_000),
    ("King Tut: the most that the stock allows", 23_651_617_136_000, 426_384_982_032_100),
    ("King Tut, dealt singly: every card known", 51_993, 1_000_000),
    ("Tut's Tomb (goal pyramid): `greedy`", 1_672, 20_000),
    ("Tut's Tomb (goal pyramid): `careful`", 1_738, 20_000),
    ("Tut's Tomb (goal pyramid): `sampler`", 3_552, 5_000),
]


def at_least(wins: int, games: int, rate: Fraction) -> Fraction:
    """The chance of this many wins or more."""
    return 1 - sum(
        (comb(games, k) * rate**k * (1 - rate) ** (games - k) for k in range(wins)), Fraction()
    )


def least_rate(wins: int, games: int, chance: Fraction) -> Fraction:
    """The rate, in hundredths of a per cent, from which on the record has this chance or more."""
    low, high = 0, 10_000
    while high - low > 1:
        middle = (low + high) // 2
        if at_least(wins, games, Fraction(middle, 10_000)) < chance:
            low = middle
        else:
            high = middle
    return Fraction(high, 10_000)


def shown(chance: Fraction) -> str:
    """A chance as it is printed: ``0.134`` or ``7.1e-07``."""
    return f"{float(chance):.3f}" if chance >= Fraction(1, 1000) else f"{float(chance):.1e}"


def main() -> None:
    """Work out, assert, print and perhaps publish one Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_page_options(parser)
    options = parser.parse_args()
    table = [
        "| rules and player | wins, % | expected wins | chance of 42 or more | of 42 or fewer |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, won, deals in RATES:
        rate = Fraction(won, deals)
        more, fewer = at_least(WON, GAMES, rate), 1 - at_least(WON + 1, GAMES, rate)
        table.append(
            f"| {name} | {float(100 * rate):.2f} | {float(GAMES * rate):.1f} "
            f"| {shown(more)} | {shown(fewer)} |"
        )
    print("\n".join(table))
    low, high = Rate(WON, GAMES).interval()
    least = least_rate(WON, GAMES, Fraction(1, 40))
    assert at_least(WON, GAMES, least) >= Fraction(1, 40)
    print(f"42 of 408: {WON / GAMES:.2%}, Wilson {low:.2%} to {high:.2%}; least {float(least):.2%}")
    keep("results/claims.md", {"king tut record": table}, write=options.write, check=options.check)


if __name__ == "__main__":
    main()
