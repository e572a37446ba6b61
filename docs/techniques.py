"""The techniques of explanations with their proofs, from their docstrings, in a section of
docs/development/techniques.md.

``python docs/techniques.py`` writes the section again.
"""

from __future__ import annotations

import inspect
from pathlib import Path

from pyrtool.answers.explain import supposing, techniques

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "development" / "techniques.md"
BEGIN, END = "<!-- techniques -->\n", "<!-- end of techniques -->"


def section() -> str:
    """The foundation, and each technique with its proof. Techniques that share a proof share a
    section."""
    parts = ["", "## What do all proofs rest on?", ""]
    for module in (techniques, supposing):
        for paragraph in (inspect.getdoc(module) or "").split("\n\n")[1:-1]:
            parts += [paragraph, ""]
    proofs: dict[str, list[str]] = {}
    for name, check in techniques.CHECKS.items():
        proofs.setdefault(inspect.getdoc(check) or "", []).append(name)
    parts += ["## Techniques", ""]
    for proof, names in proofs.items():
        parts += [f"### {', '.join(names)}", "", proof, ""]
    return "\n".join(parts) + "\n"


def filled(page: str) -> str:
    """Put the section between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{section()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
