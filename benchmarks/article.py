"""Compare a million native deals of every open game with the article's win rates.

    python benchmarks/article.py            # print the table

Fails when a rate is four or more standard errors of the difference away. Takes one minute. (The
article at its full size: ``benchmarks/tables.py``, docs/results/article.md.)
"""

from measure import compare_with, errors_between, run
from tables import rows

from pyrtool.base.intervals import Rate


def percent(rate: Rate) -> str:
    """The share in per cent with its standard error."""
    return f"{100 * rate.value:.4f} ± {100 * rate.standard_error:.4f}"


def compare(deals: int) -> tuple[list[str], float]:
    """The lines of a Markdown table, and the greatest difference in standard errors."""
    lines = ["| rules | what | article, % | pyrtool, % | difference, σ |", "|---|---|---|---|---|"]
    worst = 0.0
    for row in rows(("bouquet", "giza")):
        ours, theirs = run(row.rules, deals), row.published
        assert theirs is not None
        pairs = [("won", theirs.won, ours.won)]
        if theirs.simple_blocks is not None:
            pairs.append(("simple block", theirs.simple_blocks, ours.simple_blocks))
        for what, hits, found in pairs:
            published, measured = Rate(hits, theirs.deals), Rate(found, deals)
            difference = errors_between(measured, published)
            worst = max(worst, abs(difference))
            lines.append(
                f"| {row.title} | {what} | {percent(published)} | {percent(measured)} "
                f"| {difference:+.2f} |"
            )
            print(lines[-1], flush=True)
    return lines, worst


if __name__ == "__main__":
    compare_with(compare, 1_000_000)
