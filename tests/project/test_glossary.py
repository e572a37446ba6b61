"""The glossary: each word explained once, and links between pages lead to headings."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from ..paths import ROOT, TEXTS, page

GLOSSARY = page("glossary")
CODE = ROOT / "pyrtool"


def anchors(page: Path) -> set[str]:
    """What `#` may lead to in a page: its headings, as GitHub makes them addresses."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}


def test_every_word_is_explained_once() -> None:
    entries = re.findall(r"^- \*\*(.*?)\.\*\*", GLOSSARY.read_text(), re.MULTILINE)
    words = Counter(word.strip().lower() for entry in entries for word in entry.split(","))
    assert len(words) > 80
    assert [word for word, times in words.items() if times > 1] == []


@pytest.mark.parametrize("page", TEXTS, ids=lambda page: page.stem)
def test_links_into_pages_lead_to_headings(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text()):
        assert anchor in anchors(page.parent / target if target else page), f"{target}#{anchor}"


def test_code_names_pages_and_headings_that_exist() -> None:
    """As in ``docs/development/proofs.md, "Fronts"``, also where a line breaks it."""
    headings = 0
    for path in (path for kind in ("py", "js", "pxd") for path in CODE.rglob(f"*.{kind}")):
        text = re.sub(r"\s*\n[\s#*]*", " ", path.read_text())
        for target, heading in re.findall(r'(docs/[\w/-]+\.md)(?:, "([^"]+)")?', text):
            assert (ROOT / target).exists(), f"{path}: {target}"
            words = re.findall(r"^#+ (.*)$", (ROOT / target).read_text(), re.MULTILINE)
            assert not heading or heading in words, f"{path}: {target}, {heading}"
            headings += bool(heading)
    assert headings > 10
