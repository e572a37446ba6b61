"""Where things are: the pages, the navigation of their site, and the sources, each parsed once."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

TESTS: Final = Path(__file__).resolve().parent
DATA: Final = TESTS / "data"
ROOT: Final = TESTS.parent
DOCS: Final = ROOT / "docs"
README: Final = ROOT / "README.md"
PAGES: Final = sorted(DOCS.rglob("*.md"))
"""Every page of the documentation."""
TEXTS: Final = [README, ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *PAGES]
"""These and the pages beside the code."""


def page(name: str) -> Path:
    """Find the page of this name in its folder under docs/."""
    return next(path for path in PAGES if path.stem == name)


PACKAGE = ROOT / "pyrtool"
SOURCES = sorted(PACKAGE.rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree(path)))


@cache
def site_settings() -> dict[str, Any]:
    """What mkdocs.yml says of the documentation's site."""
    import yaml  # a wheel is tested without it

    read: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
    return read


def listed(entry: Any) -> Iterator[str]:
    """The pages that a part of the navigation names."""
    if isinstance(entry, str):
        yield entry
    else:
        for inner in entry.values() if isinstance(entry, dict) else entry:
            yield from listed(inner)
