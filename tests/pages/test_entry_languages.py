"""A table of one's own in other languages: why it cannot be read, its letters, its result."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyrtool.languages import Words, words_of
from pyrtool.languages.spoken import speaking
from pyrtool.languages.table import card_letters
from pyrtool.pages import __path__ as page_folders
from pyrtool.pages.page.entry import SCRIPTS, entry_games
from pyrtool.pages.page.minify import lean_script
from pyrtool.pages.page.scripts import APP, ENGINE, HIDDEN
from pyrtool.pages.site import of_collection, site_files, write_site

from ..javascript import Runtime, running
from ..masking import MASKED, mask_messages, unmasked
from ..readers import FAMOUS, HALF, READ, status_of
from ..wrong_tables import WRONG_TABLES

if TYPE_CHECKING:
    from ..sites import Served

WRONG = [
    *(text for text, _ in WRONG_TABLES.values()),
    *("", "x", "4C " * 52, FAMOUS.replace("6D", "5H"), FAMOUS.replace("6D", "8♠8♠"), "# a deal, x"),
    *("# deal 7 (native), giza", "[1", '{"cards": 3}', '{"cards": "4C", "position": "5"}', "[3]"),
    *('{"cards": "4C", "rules": 3}', '{"cards": "4C", "game": "x"}', '{"position": "QS / AS x"}'),
    *("QS / AS KC turned 5C stock", "QS / AS KC stock 7", "QS / AS KC waste face down"),
]
TYPED = {
    *("turned", "stock", "waste", "gone", "pass", "bouquet", "cleared", "cards", "position"),
    *("face", "down", "rules", "pyramid", "giza", "microsoft", "img", "two", "cleared_in_pass"),
}
"""Words to type, and what was typed."""

CARDS = "[A2-9TJQK][CDHS]|CDHS|TJQK"


def reader_of(words: Words, folder: Path) -> list[Path]:
    """The readers with the words of a language."""
    pages = Path(next(iter(page_folders)))
    spoken = {
        "code": words.language,
        "words": dict(words.messages),
        "nouns": {noun: list(forms) for noun, forms in words.nouns.items()},
    }
    first, lean = folder / "words.js", folder / "reader.js"
    first.write_text(f"globalThis.inLanguage = {json.dumps(spoken)};\n", encoding="utf-8")
    scripts = [*ENGINE, *HIDDEN, *(file for file in APP if "link" in file)]
    files = [*(pages / file for file in scripts), *SCRIPTS[:8], pages / "site/app/shuffle.js"]
    lean.write_text(lean_script(files), encoding="utf-8")
    return [first, lean]


def read(runtime: Runtime, *texts: str) -> list[object]:
    """What is read in each text, or why it is not."""
    answers: list[object] = runtime.evaluate(
        READ, [entry_games(), [["microsoft", text] for text in texts]]
    )
    return answers


def test_no_reason_against_a_table_stays_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mask_messages(monkeypatch)
    with speaking(MASKED) as words:
        files = reader_of(words, tmp_path)
    with running(files) as runtime:
        found = [one for one in read(runtime, *WRONG) if isinstance(one, str)]
    assert len(found) > len(WRONG) - 6
    left = {word for text in found for word in unmasked(text) if not re.fullmatch(CARDS, word)}
    assert left <= TYPED


def test_a_table_is_typed_with_the_letters_of_the_language(tmp_path: Path) -> None:
    with speaking("de") as words, running(reader_of(words, tmp_path)) as runtime:
        own = card_letters(FAMOUS)
        english, german, wrong = read(runtime, FAMOUS, own, own.replace("6D", "6X"))
    assert own != FAMOUS and english == german
    assert isinstance(wrong, str)
    assert wrong.startswith("Zeile 1, Karte 1: '6X' ist keine Karte: schreib 7S, TD oder KH (Werte")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("entered")
    write_site(site_files(list(of_collection())[:3]), folder / "site")
    return folder


def test_a_table_is_solved_in_german(served: Served) -> None:
    page = served.page("solve.html", served.context({"locale": "de"}))
    page.select_option(".entry select", "microsoft")
    page.fill("#entry-text", HALF)
    page.wait_for_selector("h2:text-is('Gewonnen: 32 Züge')")
    page.wait_for_selector("h3:text-is('Die ersten Züge')")
    assert page.inner_text(".change") == words_of("de").say("Change the table")
    label = page.get_attribute("[data-slot=tableau-0]", "aria-label")
    assert label is not None and label.endswith(", Pyramide 1.1, D")
    page.fill("#entry-text", "x")
    page.wait_for_selector(".status.bad")
    assert status_of(page).startswith("Zeile 1, Karte 1: 'x' ist keine Karte: schreib 7S, TD oder")


def test_chances_are_shown_in_french(served: Served) -> None:
    page = served.page("solve.html", served.context({"locale": "fr"}))
    page.select_option(".entry select", "microsoft")
    page.fill("#entry-text", HALF.replace("stock", "stock ??", 1))
    page.wait_for_selector(".entry h2:has-text('le meilleur')")
