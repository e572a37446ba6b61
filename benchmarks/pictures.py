"""How many pictures a second `pyrtool render` draws when it is given a range.

    python benchmarks/pictures.py

The whole process counts, from its start to the last file: one core, PNG files of 1200 pixels.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import machine
from processes import cost

COUNT = 100
LEAST_A_SECOND = 15.0

CASES = [
    ("giza", ["--game", "giza"]),
    ("giza, 4color on green", ["--game", "giza", "--deck", "4color", "--background", "green"]),
    ("pyramid", ["--game", "pyramid"]),
    ("bouquet", ["--game", "bouquet"]),
]


def main() -> None:
    """Draw each case, and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.parse_args()
    print(machine(), end="\n\n")
    table = ["| pictures | a second | kB each |", "|---|---|---|"]
    print(*table, sep="\n")
    for name, words in CASES:
        with TemporaryDirectory() as folder:
            pattern = str(Path(folder) / "{deal}.png")
            found = cost("render", f"1-{COUNT}", *words, "-o", pattern)
            files = list(Path(folder).iterdir())
            assert len(files) == COUNT, name
            size = sum(file.stat().st_size for file in files) / COUNT / 1000
        rate = COUNT / found.seconds
        table.append(f"| {name} | {rate:.0f} | {size:.0f} |")
        print(table[-1], flush=True)
        assert rate >= LEAST_A_SECOND, (name, rate)


if __name__ == "__main__":
    main()
