"""The glossary: each word explained once, and every page of prose leads to it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from ..paths import ROOT

GLOSSARY = ROOT / "docs" / "glossary.md"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
WITHOUT = {"glossary.md", "gallery.md"}
"""Itself, and a page of pictures."""


def anchors(page: Path) -> set[str]:
    """What `#` may lead to in a page: its headings, as GitHub makes them addresses."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}


def test_every_word_is_explained_once() -> None:
    entries = re.findall(r"^- \*\*(.*?)\.\*\*", GLOSSARY.read_text(), re.MULTILINE)
    words = Counter(word.strip().lower() for entry in entries for word in entry.split(","))
    assert len(words) > 80
    assert [word for word, times in words.items() if times > 1] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_leads_to_the_glossary(page: Path) -> None:
    assert page.name in WITHOUT or "glossary.md" in page.read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_into_pages_lead_to_headings(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text()):
        assert anchor in anchors(page.parent / target if target else page), f"{target}#{anchor}"
