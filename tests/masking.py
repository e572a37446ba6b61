"""A language in which every message is masked: what stays Latin was never translated."""

from __future__ import annotations

import re
from string import ascii_letters

import pytest

from pyrtool.game.cards import RANKS
from pyrtool.game.games import TITLES
from pyrtool.languages import Words, spoken, words_of

from .messages import messages

MASKED = "de"
"""The language that is masked."""

NAMES = set(re.findall(r"[A-Za-z]{2,}", " ".join(TITLES.values())))
"""Words of the games' titles, which are names."""

CARDS = {rank + suit for rank in RANKS for suit in "CDHS"}

_MASK = str.maketrans(ascii_letters, "ж" * 26 + "Ж" * 26)
_WORD = re.compile(r"[A-Za-z]{2,}")


def mask_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mask all messages and nouns of a language; card letters stay."""
    texts = [text for text, is_noun in messages() if not is_noun and len(text) > 1]
    nouns = [text for text, is_noun in messages() if is_noun]
    words = Words(
        MASKED,
        {text: text.translate(_MASK) for text in texts},
        {text: (text.translate(_MASK),) * 3 for text in nouns},
    )

    def read(language: str) -> Words:
        return words if language == MASKED else words_of(language)

    monkeypatch.setattr(spoken, "words_of", read)


def unmasked(text: str) -> list[str]:
    """The words that are no message's, in their order."""
    return list(dict.fromkeys(_WORD.findall(text)))
