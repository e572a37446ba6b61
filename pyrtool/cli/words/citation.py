"""How to cite pyrtool: its title, authors and versions as BibTeX, as text, and as CITATION.cff.

The facts come from publishing.toml; what is empty there is left out.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import pyrtool
from pyrtool.base.version import SOLVER_VERSION, __version__

CitationFormat = Literal["bibtex", "text", "cff"]

PUBLISHING: Final = Path(pyrtool.__file__).parent / "publishing.toml"


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


def citation(format: CitationFormat, known: Publishing) -> str:
    """Cite this version in a format."""
    return {"bibtex": _bibtex, "text": _text, "cff": _cff}[format](known)


def _bibtex(known: Publishing) -> str:
    authors = (one if "," in one else f"{{{one}}}" for one in known.authors)
    fields = {
        "author": " and ".join(authors),
        "title": f"{{{known.title}}}",
        "version": __version__,
        "year": known.year,
        "note": f"Solver version {SOLVER_VERSION}",
        "doi": known.doi,
        "url": known.repository,
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join(["@software{pyrtool,", *lines, "}"])


def _text(known: Publishing) -> str:
    doi = f"https://doi.org/{known.doi}" if known.doi else ""
    parts = [
        f"{'; '.join(known.authors)} ({known.year})",
        known.title,
        f"Version {__version__}, solver version {SOLVER_VERSION}",
        *(one for one in (doi, known.repository) if one),
    ]
    return ". ".join(parts) + "."


def _cff(known: Publishing) -> str:
    lines = [
        "# Made by `pyrtool cite --format cff`.",
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
