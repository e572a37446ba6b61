"""The catalogues against the sources: nothing is missing, stale, empty, or without its values."""

import re

import pytest

from pyrtool.languages import LANGUAGES, LanguageError, count_of, say, speaking, words_of
from pyrtool.languages.catalogues import entries

from ..masking import messages

OTHERS = [language for language in LANGUAGES if language != "en"]
VALUES = re.compile(r"\{\d\}")


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_the_messages_of_the_sources_and_no_others(language: str) -> None:
    here = [(entry["msgid"], "msgid_plural" in entry) for entry in entries(language)]
    assert len(here) == len(set(here))
    ours = set(here) - {("", False)}
    assert {"missing": set(messages()) - ours, "stale": ours - set(messages())} == {
        "missing": set(),
        "stale": set(),
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_has_the_values_and_the_ends_of_its_message(language: str) -> None:
    for entry in entries(language):
        if "msgid_plural" in entry:
            assert entry["msgstr[0]"] and entry["msgstr[1]"], entry
        elif text := entry["msgid"]:
            translated = entry["msgstr"]
            assert set(VALUES.findall(text)) == set(VALUES.findall(translated)), entry
            assert (
                translated.strip()
                and "`" not in translated
                and "${" not in translated
                and "\\" not in translated
            ), entry
            for at in (0, -1):
                assert (text[at] == " ") == (translated[at] == " "), entry
            assert (text[-1] in ".:!?") == (translated[-1] in ".:!?"), entry


def test_no_french_sign_begins_a_line() -> None:
    """Colons, semicolons, questions, exclamations, and quotations keep to their words."""
    loose = re.compile(r" [:;!?»](?:\s|$)|« ")
    texts = words_of("fr").messages.values()
    assert [text for text in texts if loose.search(text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_letters_of_its_own(language: str) -> None:
    ranks = [words_of(language).say(rank) for rank in "JQK"]
    assert len({*ranks, "A", "T"}) == 5
    assert all(len(rank) == 1 for rank in ranks)
    assert words_of(language).say("T") == "10"


def test_what_was_wrong_stays_right() -> None:
    """Translations that readers of the language had corrected."""
    spanish, french = words_of("es"), words_of("fr")
    for text in ("at best {0}", "at best {0}, or better: {1}"):
        assert "como mucho" not in spanish.say(text)  # that is: at most
    for one in ("{0}, as {1} would have only {2} to go with", "{0}, as {1} would not pair off"):
        assert "ne pourrait" not in french.say(one)  # {1} may be several cards
    for language in OTHERS:
        words = " ".join(words_of(language).messages.values()).lower()
        assert re.search(r"\bnativ", words) is None  # no deal is called so


def test_a_message_follows_the_language_that_was_chosen() -> None:
    with speaking("de"):
        assert say("Undo") == "Zurück"
        with speaking("en"):
            assert say("Undo") == "Undo"
        assert [count_of(n, "move") for n in (0, 1, 2)] == ["0 Züge", "1 Zug", "2 Züge"]
    with speaking("fr"):
        assert [count_of(n, "move") for n in (0, 1, 2)] == ["0 coup", "1 coup", "2 coups"]
    assert say("Undo") == "Undo"
    with speaking("it"):
        assert say("There is no such message: {0}", 7) == "There is no such message: 7"
        assert say("A title {of} {} {0}") == "A title {of} {} {0}"


def test_a_language_without_a_catalogue_is_rejected() -> None:
    with pytest.raises(
        LanguageError, match=f"^language 'tlh': choose from {', '.join(LANGUAGES)}$"
    ):
        words_of("tlh")
