"""Clauses joined to sentences of at most forty words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.answers.explain.wording.orders import Clause
from pyrtool.answers.explain.wording.phrases import Nor, Prose, Text, phrase
from pyrtool.base.arguments import guard
from pyrtool.languages import message

MOST_WORDS: Final = 40
"""Of a sentence in English. Clauses that would make one longer begin the next."""

COLON: Final = message("{0}: {1}")
_SEMICOLON: Final = message("{0}; {1}")


def compose(head: Text, clauses: Sequence[Clause]) -> Prose:
    """Sentences: the head, a colon, and the clauses, with semicolons as long as there is room."""
    if not clauses:
        return Prose((head,))
    first, *others = _parts(clauses)
    now = phrase(COLON, head, first)
    if _words(now) > MOST_WORDS:
        return Prose((head, *_sentences(first, others)))
    return Prose(_sentences(now, others))


def compose_all(clauses: Sequence[Clause], head: Text = "") -> Prose:
    """Sentences of clauses alone, after a sentence that is the head if there is one."""
    first, *others = _parts(clauses)
    return Prose((*filter(None, [head]), *_sentences(first, others)))


def _sentences(now: Text, others: Sequence[Text]) -> tuple[Text, ...]:
    """Sentences that begin with a text, and go on with others."""
    done = []
    for text in others:
        if _words(now) + _words(text) > MOST_WORDS:
            done.append(now)
            now = text.alone if isinstance(text, Nor) else text
        else:
            now = phrase(_SEMICOLON, now, text)
    return (*done, now)


def _parts(clauses: Sequence[Clause]) -> list[Text]:
    """The texts that semicolons part."""
    return [text for clause in clauses for text in clause]


def _words(text: Text) -> int:
    return len(str(text).split())


guard(__name__)
