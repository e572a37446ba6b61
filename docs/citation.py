"""Write CITATION.cff: how to cite this version of pyrtool.

    python docs/citation.py

The facts come from pyrtool/publishing.toml; what is empty there is left out.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyrtool.base.version import SOLVER_VERSION, __version__

ROOT: Final = Path(__file__).resolve().parents[1]
PUBLISHING: Final = ROOT / "pyrtool" / "publishing.toml"
FILE: Final = ROOT / "CITATION.cff"


@dataclass(frozen=True)
class Publishing:
    """The facts about pyrtool where it is published; texts are empty until they are known."""

    title: str
    authors: list[str]
    year: int
    licenses: list[str]
    released: str
    repository: str
    documentation: str
    doi: str
    contact: str


def publishing() -> Publishing:
    """What publishing.toml says."""
    return Publishing(**tomllib.loads(PUBLISHING.read_text(encoding="utf-8")))


def citation(known: Publishing) -> str:
    """Write CITATION.cff for this version."""
    lines = [
        "# Made by `python docs/citation.py`.",
        "cff-version: 1.2.0",
        "message: If you use pyrtool, please cite it with its version and solver version.",
        "type: software",
        f'title: "{known.title}"',
        f"version: {__version__}",
        f"abstract: Solver version {SOLVER_VERSION}.",
        "authors:",
    ]
    for one in known.authors:
        family, comma, given = one.partition(", ")
        names = [f"family-names: {family}", f"given-names: {given}"] if comma else [f"name: {one}"]
        lines += [f"  - {names[0]}", *(f"    {name}" for name in names[1:])]
    lines += ["license:", *(f"  - {one}" for one in known.licenses)]
    for name, value in (
        ("date-released", known.released),
        ("repository-code", known.repository),
        ("url", known.documentation),
        ("doi", known.doi),
    ):
        if value:
            lines.append(f'{name}: "{value}"')
    return "\n".join(lines)


if __name__ == "__main__":
    FILE.write_text(citation(publishing()) + "\n", encoding="utf-8")
