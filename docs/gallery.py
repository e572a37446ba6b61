"""The pictures of the README and of these pages, drawn from real deals.

    python docs/gallery.py            # draw all of them again
    python docs/gallery.py NAME ..    # or some
    python docs/gallery.py --page     # and write the list in docs/gallery.md

Each is made by one command of pyrtool, which docs/gallery.md shows beside it.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
IMAGES = DOCS / "images"
PAGE = DOCS / "gallery.md"
BEGIN, END = "<!-- gallery -->", "<!-- end of gallery -->"

GALLERY = {
    "giza2.png": ("A Giza deal", "render 2 -g giza --width 1000"),
    "giza2.webp": ("Its solution in motion", "render 2 -g giza --width 600"),
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
        "puzzles render 36 --after 14 --deck 4color --caption 'After 14 moves' --width 600",
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
}
"""File -> what it shows, and the command that draws it, without the file."""

_BLOCK = " --width 480"


def command(name: str) -> str:
    """What is typed to draw this picture into the current folder."""
    words = GALLERY[name][1]
    return f"pyrtool {words}{_BLOCK if '--block' in words else ''} -o {name}"


def draw(name: str, folder: Path = IMAGES) -> None:
    """Draw one of them into a folder."""
    words = shlex.split(command(name))[1:]
    subprocess.run([sys.executable, "-P", "-m", "pyrtool", *words], cwd=folder, check=True)


def listing() -> str:
    """The part of docs/gallery.md between its two marks."""
    parts = []
    for name, (told, _) in GALLERY.items():
        parts.append(f"## {told}\n\n```sh\n{command(name)}\n```\n\n![{told}](images/{name})\n")
    return "\n".join(parts)


def main() -> None:
    """Draw what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", choices=[[], *GALLERY], metavar="NAME")
    parser.add_argument("--page", action="store_true", help="write the list in docs/gallery.md")
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
