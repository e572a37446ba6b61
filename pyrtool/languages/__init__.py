"""What a player reads, in other languages: one catalogue each, `de.po`, `fr.po`, `es.po`, `it.po`.

The sources are in English. `words` reads a catalogue, and `spoken` translates a message into the
language that was chosen with `speaking`. What a catalogue lacks stays English.
"""

from pyrtool.languages.spoken import (
    Joint,
    chosen,
    count_of,
    decimal,
    grouped,
    joined,
    listed,
    message,
    noun,
    percent,
    percents,
    say,
    speaking,
)
from pyrtool.languages.words import LANGUAGES, LanguageError, Words, words_of

__all__ = [
    "LANGUAGES",
    "Joint",
    "LanguageError",
    "Words",
    "chosen",
    "count_of",
    "decimal",
    "grouped",
    "joined",
    "listed",
    "message",
    "noun",
    "percent",
    "percents",
    "say",
    "speaking",
    "words_of",
]
