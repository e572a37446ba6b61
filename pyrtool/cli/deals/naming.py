"""The names of the files that pictures of several deals get.

Decides the placeholders of a name, where a file can be made, and which two pictures would get one
name. Such pictures are rejected before any is drawn.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import file_name
from pyrtool.cli.deals.selection import Selected, Selection, Span

COUNT: Final = "{n}"
"""Stands for how many pictures there are so far, this one included."""

_PREFIXED: Final = re.compile(r"(ms)?([0-9]+)", re.ASCII)


@dataclass(frozen=True)
class Naming:
    """Names made of a `template`, in which `placeholder` stands for what is drawn (``{deal}``)
    and `COUNT` for 1, 2 .. in the order of drawing."""

    template: str
    placeholder: str

    @property
    def several(self) -> bool:
        """Whether the template makes more than one name."""
        return self.placeholder in self.template or COUNT in self.template

    def check(self) -> None:
        """A `PyrtoolError` where no file can be made."""
        name, folder = file_name(self.template), Path(self.template).parent
        for placeholder in (self.placeholder, COUNT):
            if placeholder in str(folder):
                raise PyrtoolError(f"{name}: {placeholder} is allowed only in the file's own name")
        check_folder(self.template)

    def refuse_several(self, kind: str) -> PyrtoolError:
        """Word the error for several deals that would get one name; `kind` begins the example."""
        return PyrtoolError(
            f"{file_name(self.template)}: several {kind}s need {self.placeholder} or {COUNT} in "
            f"the name, as in {kind}-{self.placeholder}.png"
        )

    def name(self, count: int, called: str) -> str:
        """The name of the picture number `count`, of what is `called` so."""
        return self.fill(self.template, count, called)

    def fill(self, text: str, count: int, called: str) -> str:
        """A text with what its placeholders stand for."""
        return text.replace(self.placeholder, called).replace(COUNT, str(count))

    def names(self, called: Sequence[str]) -> list[str]:
        """The names of what is `called` so, in this order; a `PyrtoolError` if two are alike."""
        made = [self.name(count, one) for count, one in enumerate(called, 1)]
        for at, name in enumerate(made):
            if name in made[:at]:
                raise self._twice(called[at])
        return made

    def _twice(self, called: str) -> PyrtoolError:
        return PyrtoolError(
            f"{file_name(self.name(0, called))}: two pictures would get this name, as {called} is "
            f"there twice ({COUNT} in place of {self.placeholder} numbers the pictures)"
        )

    def distinct(self, selection: Selection) -> Selection:
        """The deals of a selection; a `PyrtoolError` if two of them would get one name.

        Where names could be alike, what is in files is read whole before the first deal.
        """
        if COUNT in self.template or not self.several:
            return selection
        sources = [s if isinstance(s, Span) else list(s) for s in selection.sources]
        taken = sorted(chain.from_iterable(map(_numbers, sources)))
        for (prefix, _, high), (other, low, _) in pairwise(taken):
            if prefix == other and low <= high:
                raise self._twice(f"{prefix}{low}")
        return Selection(sources)


def _numbers(source: Iterable[Selected]) -> Iterator[tuple[str, int, int]]:
    """The numbers of the deals, as a prefix and the ends of a range."""
    if isinstance(source, Span):
        yield source.prefix, source.low, source.high
        return
    for chosen in source:
        found = _PREFIXED.fullmatch(str(chosen.deal.number))
        if found is not None:
            yield found[1] or "", int(found[2]), int(found[2])


def check_folder(output: str) -> None:
    """A `PyrtoolError` where no file can be made."""
    name, folder = file_name(output), Path(output).parent
    shown = file_name(folder)
    if not folder.is_dir():
        raise PyrtoolError(f"{name}: there is no folder {shown}")
    if Path(output).is_dir():
        raise PyrtoolError(f"{name}: is a folder")
    if not os.access(folder, os.W_OK):
        raise PyrtoolError(f"{name}: the folder {shown} cannot be written to")
