"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pyrtool.door import guard


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Where to write what is to be at `path`: renamed at the end, or gone after an error.

    A device or pipe is itself the place. An `OSError` names `path`.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    target = path.resolve()  # a link stays a link
    place = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        yield place
        place.replace(target)
    except BaseException as error:
        with suppress(OSError):
            place.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(place):
            error.filename, error.filename2 = str(path), None
        raise


def write_whole(path: Path, content: bytes) -> None:
    """Write beside, then rename; a device or pipe is written to directly."""
    with beside(path) as place:
        place.write_bytes(content)


guard(__name__)
