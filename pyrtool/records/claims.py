"""What becomes of each claim of a record: it is confirmed, contradicted, or not checked.

Decides what the whole record is then. A claim is a field of the record, named with its place. Every
claim begins as not checked, so a check that is left out names its claims and passes none over.
"""

from __future__ import annotations

from collections.abc import Iterable

from pyrtool.base.arguments import guard
from pyrtool.records.record import Finding


class Claims:
    """The claims of one record, and what the checks find out about them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._open = dict.fromkeys(names)
        self._wrong: list[str] = []
        self._words: list[str] = []
        self._limited = False
        self._says_unknown = False

    def confirm(self, *names: str) -> None:
        """These claims are so."""
        for name in names:
            self._open.pop(name, None)

    def contradict(self, words: str, *names: str) -> None:
        """These claims are false, for the reason in words."""
        self._wrong.append(words)
        self.confirm(*names)

    def leave(self, *names: str) -> None:
        """These are not checked, whether or not the record has fields of these names."""
        self._open |= dict.fromkeys(names)

    def limit(self, words: str) -> None:
        """A limit kept a check from its answer; the claims stay not checked."""
        self._limited = True
        self.say(words)

    def say(self, words: str) -> None:
        """Add words about a record that nothing contradicts."""
        self._words.append(words)

    def says_unknown(self, words: str) -> None:
        """The record does not answer its own question."""
        self._says_unknown = True
        self.say(words)

    def is_open(self, name: str) -> bool:
        """Whether the record has this claim, and nothing confirmed or contradicted it."""
        return name in self._open

    @property
    def so_far(self) -> str:
        """The words about the record so far."""
        return "".join(self._words)

    def finding(self) -> Finding:
        """What the record is: one false claim makes it fail, one that a limit left open leaves it
        open."""
        unconfirmed = tuple(self._open)
        if self._wrong:
            return Finding("fails", "; ".join(dict.fromkeys(self._wrong)), unconfirmed)
        if self._limited:
            return Finding("limit", self.so_far, unconfirmed)
        if self._says_unknown:
            return Finding("no-claim", self.so_far, unconfirmed)
        return Finding("holds", self.so_far, unconfirmed)


guard(__name__)
