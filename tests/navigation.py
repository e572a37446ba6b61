"""The navigation of the documentation's site, as mkdocs.yml has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import yaml

from .paths import ROOT

CONFIG: Final[dict[str, Any]] = yaml.safe_load((ROOT / "mkdocs.yml").read_text())


def listed(entry: Any) -> Iterator[str]:
    """The pages that a part of the navigation names."""
    if isinstance(entry, str):
        yield entry
    else:
        for inner in entry.values() if isinstance(entry, dict) else entry:
            yield from listed(inner)
