"""The names of files: those that are written, and whether a command reads them too.

Decides the placeholders of a name, where a file can be made, and which two pictures would get one
name. Such pictures are rejected before any is drawn. No command writes over what it reads.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.messages import file_name
from pyrtool.cli.deals.selection import STDIN, SelectedDeal, Selection, Span, is_number


def check_not_input(output: str, inputs: Iterable[str | None], option: str = "-o") -> None:
    """Reject an `output`, which `option` names, that would destroy an input.

    The inputs are words of the command line: files, also such as are not there yet, and numbers,
    `-` or nothing, which are none.
    """
    for word in inputs:
        if word is None or word == STDIN or is_number(word):
            continue
        if is_same_file(output, word):
            raise PyrtoolError(
                f"{option} {file_name(output)}: is read by this command as {file_name(word)}, and "
                "is not written over"
            )


def check_not_in_folder(folder: str, inputs: Iterable[str | None]) -> None:
    """Reject an input in the folder that is replaced, with a `PyrtoolError`."""
    for word in inputs:
        if word is None or word == STDIN or is_number(word):
            continue
        place = os.path.realpath(folder)
        if os.path.commonpath([place, os.path.realpath(word)]) == place:
            raise PyrtoolError(
                f"{file_name(word)}: is read by this command, and lies in {file_name(folder)}, "
                "which is replaced"
            )


def is_same_file(one: str, other: str) -> bool:
    """Return whether two names lead to one regular file, or one place where there is none yet."""
    try:
        if Path(one).exists() and Path(other).exists():
            return Path(one).is_file() and Path(one).samefile(other)
        return os.path.realpath(one) == os.path.realpath(other)
    except (OSError, ValueError):  # whoever opens it says why not
        return False


COUNT: Final = "{n}"
"""Stands for how many pictures there are so far, this one included."""

DEAL: Final = "{deal}"
"""Stands for the number of the deal that is drawn."""

_PREFIXED: Final = re.compile(r"(ms)?([0-9]+)", re.ASCII)


@dataclass(frozen=True)
class Naming:
    """Names made of a `template`, in which `placeholder` stands for what is drawn (``{deal}``)
    and `COUNT` for 1, 2 .. in the order of drawing."""

    template: str
    placeholder: str

    @property
    def several(self) -> bool:
        """Return whether the template makes more than one name."""
        return self.placeholder in self.template or COUNT in self.template

    def check(self) -> None:
        """Reject a template that cannot name files."""
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
        """Return the name of the picture number `count`, of what is `called` so."""
        return self.fill(self.template, count, called)

    def fill(self, text: str, count: int, called: str) -> str:
        """Return a text with what its placeholders stand for."""
        return text.replace(self.placeholder, called).replace(COUNT, str(count))

    def names(self, called: Sequence[str]) -> list[str]:
        """Return the names of what is `called` so, in order; a `PyrtoolError` if two are alike."""
        names = [self.name(count, one) for count, one in enumerate(called, 1)]
        for at, name in enumerate(names):
            if name in names[:at]:
                raise self._twice(called[at])
        return names

    def _twice(self, called: str) -> PyrtoolError:
        return PyrtoolError(
            f"{file_name(self.name(0, called))}: two pictures would get this name, as {called} is "
            f"there twice ({COUNT} in place of {self.placeholder} numbers the pictures)"
        )

    def distinct(self, selection: Selection) -> Selection:
        """Return the deals of a selection; a `PyrtoolError` if two of them would get one name.

        Where names could be alike, what is in files is read whole before the first deal.
        """
        if COUNT in self.template:
            return selection
        if not self.several:
            first = list(islice(selection, 2))
            if len(first) > 1:
                raise self.refuse_several("deal")
            return Selection([first])
        sources = [s if isinstance(s, Span) else list(s) for s in selection.sources]
        taken = sorted(chain.from_iterable(map(_numbers, sources)))
        for (prefix, _, high), (other, low, _) in pairwise(taken):
            if prefix == other and low <= high:
                raise self._twice(f"{prefix}{low}")
        return Selection(sources)


def _numbers(source: Iterable[SelectedDeal]) -> Iterator[tuple[str, int, int]]:
    """Yield the numbers of the deals, as a prefix and the ends of a range."""
    if isinstance(source, Span):
        yield source.prefix, source.low, source.high
        return
    for selected in source:
        digits = _PREFIXED.fullmatch(str(selected.deal.number))
        if digits is not None:
            yield digits[1] or "", int(digits[2]), int(digits[2])


def check_folder(output: str) -> None:
    """Reject a name that cannot be a file's."""
    name, folder = file_name(output), Path(output).parent
    shown = file_name(folder)
    if not folder.is_dir():
        raise PyrtoolError(f"{name}: there is no folder {shown}")
    if Path(output).is_dir():
        raise PyrtoolError(f"{name}: is a folder")
    if not os.access(folder, os.W_OK):
        raise PyrtoolError(f"{name}: the folder {shown} cannot be written to")
