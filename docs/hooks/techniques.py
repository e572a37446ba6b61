"""A hook of MkDocs: the techniques of explanations with their proofs, from their docstrings.

They are put into docs/development/techniques.md, which in the checkout only names the module.
"""

import inspect
from typing import Any

from pyrtool.answers.explain import techniques

PAGE = "development/techniques.md"
MARK = "<!-- techniques -->"


def section() -> str:
    """Write the foundation, and each technique with its proof.

    Techniques that share a proof share a heading.
    """
    parts = []
    for paragraph in (inspect.getdoc(techniques) or "").split("\n\n")[1:-1]:
        parts += [paragraph, ""]
    proofs: dict[str, list[str]] = {}
    for name, check in techniques.CHECKS.items():
        proofs.setdefault(inspect.getdoc(check) or "", []).append(name)
    for proof, names in proofs.items():
        parts += [f"### {', '.join(names)}", "", proof, ""]
    return "\n".join(parts)


def on_page_markdown(text: str, *, page: Any, **_: Any) -> str:
    """Put the section in place of its mark."""
    return text.replace(MARK, section()) if page.file.src_uri == PAGE else text
