"""Files that appear whole or not at all, and files that one process holds."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from pyrtool.door import guard

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_BEYOND = 1 << 40  # Windows locks bytes, and for readers too: one that no file has


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


def lock(file: IO[Any]) -> None:
    """Hold a file until it is closed; `BlockingIOError` where another process holds it."""
    if sys.platform == "win32":
        place = file.tell()
        file.seek(_BEYOND)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from None
        finally:
            file.seek(place)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


guard(__name__)
