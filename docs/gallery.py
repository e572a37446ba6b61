"""The pictures of the README and of these pages, drawn from real deals.

    python docs/gallery.py            # draw all of them again
    python docs/gallery.py NAME ..    # or some
    python docs/gallery.py --page     # and write the list in docs/reference/gallery.md

Each is made by one command. docs/reference/gallery.md shows those that no other page
has.
"""

import argparse
import shlex
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
IMAGES = DOCS / "images"
PAGE = DOCS / "reference" / "gallery.md"
BEGIN, END = "<!-- gallery -->", "<!-- end of gallery -->"

_VERDICTS = "docs/data/verdicts.csv"
_CHARTS = "python benchmarks/charts.py"


def _rules(*rules: str) -> str:
    return " ".join(f"--rules {shlex.quote(one)}" for one in rules)


_GAMES = _rules(
    "bouquet", "giza", "giza, overlap", "giza6x4", "pyramid", "microsoft", "tut", "king-tut"
)
_BY_PASSES = _rules(
    *("pyramid", "pyramid, passes 2", "pyramid, passes 3", "pyramid, passes unlimited"),
    *("pyramid, goal pyramid", "pyramid, passes 2, goal pyramid", "microsoft"),
    "pyramid, passes unlimited, goal pyramid",
)
GALLERY = {
    "giza2.png": ("A Giza deal", "render 2 -g giza --width 1000"),
    "giza2.webp": ("Its solution in motion", "render 2 -g giza --width 340"),
    "giza2-strip.png": (
        "Six positions of the same solution",
        "render 2 -g giza --strip 6 --width 1000",
    ),
    "stars.png": (
        "A problem of the collection, with its stars, on green",
        "puzzles render 13 --background green --width 700",
    ),
    "pyramid.png": (
        "Pyramid with waste and stock, after some moves, in four colours",
        "puzzles render 36 --after 14 --deck 4color --width 600",
    ),
    "dark.png": (
        "King Tut on a dark page, the exposed cards marked",
        "render 5 -g king-tut --mark-exposed --background dark --width 600",
    ),
    "block-simple.png": ("A simple block", "render 6 -g bouquet --block"),
    "block-set.png": ("A set block", "render 4 -g bouquet --block"),
    "block-partners.png": ("A card without partners", "render 70 -g bouquet --block"),
    "block-standstill.png": ("Cards that wait for each other", "render 49 -g bouquet --block"),
    "block-cross-2.png": ("A crossblock of order 2", "render 12 -g giza --block"),
    "block-cross-4.png": ("A crossblock of order 4", "render 14 -g giza --block"),
    "block-count.png": ("Too many of a set in the stock", "render 2 -g king-tut --block"),
    "block-stock-2.png": ("A stock block of order 2", "render 8 --block"),
    "block-stock-3.png": ("A stock block of order 3", "render 2 --block"),
    "block-stock-4.png": ("A stock block of order 4", "render 3 --block"),
    "block-stock-5.png": ("A stock block of order 5", "render 50 --block"),
    "block-stock-6.png": ("A stock block of order 6", "render 206 --block"),
    "step-wait.png": ("A deduction", "render 29 -g giza --step 1"),
    "step-end.png": ("A contradiction", "render 29 -g giza --step 2"),
    "step-buried.png": ("Buried cards", "render 53 --step 3"),
    "places.png": (
        "The places that block, in a thousand deals",
        f"{_CHARTS} places 1-1000 -g bouquet",
    ),
    "outcomes.png": ("How deals end", f"chart outcomes {_VERDICTS} {_GAMES}"),
    "rates.png": ("How often deals can be won", f"chart rates {_VERDICTS} {_GAMES}"),
    "players.png": ("What players win", "chart rates docs/data/players.csv"),
    "effort.png": ("What thinking longer wins", f"{_CHARTS} effort docs/data/effort.csv"),
    "few-games.png": (
        "Few games rank two players",
        "python benchmarks/review.py --table docs/data/few-games.csv",
    ),
    "pyramid82.png": (
        "Deal 82 of Pyramid as a player sees it",
        "render docs/data/pyramid82-a.txt --width 480",
    ),
    "pyramid82-end.png": (
        "The same, four cards before the end of the stock",
        "render docs/data/pyramid82-c.txt --width 480",
    ),
    "microsoft9.png": (
        "Deal 9 under Microsoft's rules, the stock face down",
        "render docs/data/microsoft9.txt -g microsoft --width 480",
    ),
    "passes.png": ("What another pass is worth", f"chart passes {_VERDICTS} {_BY_PASSES}"),
    "scores.png": (
        "Best par scores",
        f"chart scores docs/data/par.csv {_rules('par, passes 1', 'par, passes 2', 'par')}",
    ),
    "difficulty.png": (
        "How hard winnable deals are",
        "rate 1-1000 -g giza --keep-if winnable --no-reasoning --format ndjson"
        " | python benchmarks/charts.py difficulty -",
    ),
    "moves.png": (
        "Difficulty and only moves of the collection",
        "puzzles list --format ndjson | python benchmarks/charts.py moves -",
    ),
    "reasoning.png": (
        "Difficulty and forced pairs of the collection",
        "puzzles list --reasoning --format ndjson | python benchmarks/charts.py reasoning -",
    ),
}
"""File -> what it shows, and the command that draws it, without the file."""

_LIT = " --width 480"


def command(name: str) -> str:
    """What is typed to draw this picture into the current folder."""
    words = GALLERY[name][1]
    is_lit = "--block" in words or "--step" in words
    program = "" if words.startswith("python ") else "pyrtool "
    return f"{program}{words}{_LIT if is_lit else ''} -o {name}"


def draw(name: str, folder: Path = IMAGES) -> None:
    """Draw one of them into a folder."""
    output = b""
    for part in command(name).replace("docs/data", str(DOCS / "data")).split(" | "):
        program, *words = shlex.split(part)
        if program == "python":
            words = [sys.executable, str(DOCS.parent / words[0]), *words[1:]]
        else:
            words = [sys.executable, "-P", "-m", "pyrtool", *words]
        done = subprocess.run(words, cwd=folder, check=True, input=output, stdout=subprocess.PIPE)
        output = done.stdout


def listing() -> str:
    """The part of docs/reference/gallery.md between its two marks."""
    pages = "".join(page.read_text() for page in DOCS.rglob("*.md") if page != PAGE)
    parts = []
    for name, (title, _) in GALLERY.items():
        if f"images/{name})" in pages:
            continue
        parts.append(f"## {title}\n\n```sh\n{command(name)}\n```\n\n![{title}](../images/{name})\n")
    return "\n".join(parts)


def main() -> None:
    """Draw what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", choices=[[], *GALLERY], metavar="NAME")
    parser.add_argument(
        "--page", action="store_true", help="write the list in docs/reference/gallery.md"
    )
    given = parser.parse_args()
    for name in given.names or GALLERY:
        draw(name)
        print(f"{name}: {(IMAGES / name).stat().st_size:,} bytes")
    if given.page:
        page = PAGE.read_text()
        before, after = page.partition(BEGIN)[0], page.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n{listing()}{END}{after}")


if __name__ == "__main__":
    main()
