"""Clauses joined to sentences of at most forty words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pyrtool.base.arguments import guard

MOST_WORDS: Final = 40
"""Of a sentence. Clauses that would make one longer begin the next."""


_SUBJECT: Final = re.compile(r"(\w+)(?: \([^)]*\))? cannot go with")


def compose(head: str, clauses: Sequence[str]) -> str:
    """Sentences: the head, a colon, and the clauses, with semicolons as long as there is room."""
    if not clauses:
        return compose_all([head])
    first, *others = _split(clauses)
    now = f"{head}: {first}"
    if _words(now) > MOST_WORDS:
        return f"{compose_all([head])} {compose_all([first, *others])}"
    return compose_all([now, *others])


def compose_all(clauses: Sequence[str]) -> str:
    """Sentences of clauses alone."""
    now, *others = _split(clauses)
    done = []
    for clause in others:
        if _words(f"{now}; {clause}") > MOST_WORDS:
            done.append(now)
            now = clause.replace("nor with", f"{_last_subject([*done, now])} cannot go with", 1)
        else:
            now = f"{now}; {clause}"
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in (*done, now))


def _last_subject(texts: Sequence[str]) -> str:
    """The card that texts say of last that it cannot go with others."""
    found: list[str] = _SUBJECT.findall(" ".join(texts))
    return found[-1] if found else "it"


def _split(clauses: Sequence[str]) -> list[str]:
    """Clauses that no semicolon parts."""
    return [one for clause in clauses for one in clause.split("; ")]


def _words(text: str) -> int:
    return len(text.split())


guard(__name__)
