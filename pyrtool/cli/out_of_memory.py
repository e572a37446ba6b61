"""Running out of memory: one line reports it anywhere, even while modules are imported.

Decides which failures mean that. It imports no module of pyrtool, because memory may be short.
"""

import errno
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from threading import ExceptHookArgs
    from typing import NoReturn

FAILED = 1
"""The exit status."""

_MESSAGES = (
    "failed to map segment",
    "annot allocate memory",
    "can't start new thread",
    "error return without exception set",
    "returned NULL without setting an exception",
)
"""What the loader of compiled modules, the system, threads, and the interpreter say of it: where it
finds no room, CPython may raise no error, and then complains of that."""


def is_of_memory(error: BaseException | None) -> bool:
    """Return whether a failure, or one that led to it, is that there was no memory."""
    for _ in range(20):  # a chain may be a circle
        if error is None:
            return False
        if isinstance(error, MemoryError):
            return True
        if isinstance(error, OSError) and error.errno == errno.ENOMEM:
            return True
        if isinstance(error, ImportError | OSError | RuntimeError | SystemError):
            text = str(error)
            if any(message in text for message in _MESSAGES):
                return True
        error = error.__cause__ or error.__context__
    return False


def leave() -> "NoReturn":
    """End the process with one line on stderr and exit status 1.

    The interpreter is left no chance to add a line about what it could not do either.
    """
    try:
        os.write(2, b"pyrtool: out of memory\n")
        sys.stdout.flush()
    finally:
        os._exit(FAILED)


def quiet_threads(args: "ExceptHookArgs") -> None:
    """Be a `threading.excepthook`: a thread that has no memory says nothing, as whoever waits for
    it does."""
    import threading

    if not is_of_memory(args.exc_value):
        threading.__excepthook__(args)
