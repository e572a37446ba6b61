"""Files that appear whole or not at all."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final
from zlib import crc32

if sys.platform == "win32":
    _HOST: Final = ""
else:
    _HOST: Final = os.uname().nodename
_STEM: Final = f".pyrtool-{crc32(_HOST.encode()):08x}-"
"""How the names begin of files that are being written: what is here, and of this machine."""


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Open a file beside `path`: it replaces `path` at the end, or is removed after an error.

    What a process that was killed left there is removed. A device or pipe is itself the place. An
    `OSError` names `path`.
    """
    target = _target(path)
    if target.exists() and not target.is_file():
        yield path
        return
    place = target.with_name(f"{_STEM}{os.getpid()}-{crc32(os.fsencode(target.name)):08x}")
    _remove_left(target.parent)
    try:
        yield place
        _settle(place)
        place.replace(target)
    except BaseException as error:
        with suppress(OSError):
            place.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (str(place), None):
            error.filename, error.filename2 = str(path), None
        raise


def _target(path: Path) -> Path:
    """Follow links, which stay links; raise an `OSError` for links in a circle."""
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise
    except ValueError:  # a name with a NUL
        raise OSError(errno.EINVAL, "is no name of a file", str(path)) from None
    return path.resolve()


def _settle(place: Path) -> None:
    """Have the disk take what was written: one that is full may say so only now."""
    with place.open("r+b") as file:
        os.fsync(file.fileno())


@cache  # once a folder will do
def _remove_left(folder: Path) -> None:
    """Remove what processes of this machine that are gone left behind."""
    with suppress(OSError):
        for left in folder.glob(f"{_STEM}*"):
            process, _, _ = left.name.removeprefix(_STEM).partition("-")
            if process.isdecimal() and not _is_running(int(process)):
                left.unlink(missing_ok=True)


def _is_running(process: int) -> bool:
    """Return whether this process is running, or the system cannot say, as on Windows."""
    if os.name != "posix":  # there a signal of 0 would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def write_whole(path: Path, content: bytes) -> None:
    """Write beside, then rename; a device or pipe is written to directly."""
    with beside(path) as place:
        place.write_bytes(content)
