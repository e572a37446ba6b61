"""Clauses joined to sentences of at most forty words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.base.arguments import guard

MOST_WORDS: Final = 40
"""Of a sentence. Clauses that would make one longer begin the next."""


def compose(head: str, clauses: Sequence[str]) -> str:
    """Sentences: the head, a colon, and the clauses, with semicolons as long as there is room."""
    if not clauses:
        return f"{head}."
    done, now = [], f"{head}: {clauses[0]}"
    if _words(now) > MOST_WORDS:
        done, now = [head], clauses[0]
    for clause in clauses[1:]:
        longer = f"{now}; {clause}"
        if _words(longer) > MOST_WORDS:
            done.append(now)
            now = clause.replace("nor with", "It cannot go with", 1)
        else:
            now = longer
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in (*done, now))


def _words(text: str) -> int:
    return len(text.split())


def compose_all(clauses: Sequence[str]) -> str:
    """Sentences of clauses alone."""
    return compose(clauses[0], clauses[1:]) if len(clauses) == 1 else _joined(clauses)


def _joined(clauses: Sequence[str]) -> str:
    done, now = [], clauses[0]
    for clause in clauses[1:]:
        if _words(f"{now}; {clause}") > MOST_WORDS:
            done.append(now)
            now = clause.replace("nor with", "It cannot go with", 1)
        else:
            now = f"{now}; {clause}"
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in (*done, now))


guard(__name__)
