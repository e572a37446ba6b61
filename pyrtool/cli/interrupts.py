"""Ctrl-C and SIGTERM: each ends the program by one exception, and none disturbs its end.

`timeout`, shells and impatient people send the same signal twice; what a first one lets go (the
file beside the target, the workers) is let go undisturbed by a second.
"""

import signal
import sys
import threading
from _thread import interrupt_main  # noqa: PLC2701 (the only way)
from contextlib import suppress
from math import inf
from threading import Timer, main_thread
from time import monotonic
from types import FrameType

from pyrtool.cli.out_of_memory import quiet_threads

_REPEAT_SECONDS = 1.0
"""A signal that follows another within this time is one with it."""

_SOON_SECONDS = 0.01
_DEAF = (__name__,)
"""This module, which is also called where Python cannot raise."""

_last = -inf


class Interrupt(KeyboardInterrupt):
    """Ctrl-C, as a class of its own.

    After a plain KeyboardInterrupt has passed through an `exec`, as it does while records are
    imported, Python ends the process by SIGINT, whatever its exit status.
    """


def arm() -> None:
    """Make Ctrl-C a `KeyboardInterrupt`, and SIGTERM a `SystemExit` with status 143."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not ignored, as by nohup
        signal.signal(signal.SIGINT, _raise)
    signal.signal(signal.SIGTERM, _raise)
    sys.unraisablehook = _raised_again
    threading.excepthook = quiet_threads


def disarm() -> None:
    """Make both do nothing: the program is ending."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _raise(number: int, frame: FrameType | None) -> None:
    global _last
    before, _last = _last, monotonic()
    if _last - before < _REPEAT_SECONDS:
        return
    while frame is not None:
        if frame.f_globals.get("__name__") in _DEAF:
            _send_soon(signal.Signals(number))
            return
        frame = frame.f_back
    raise Interrupt if number == signal.SIGINT else SystemExit(128 + number)


def _raised_again(lost: "sys.UnraisableHookArgs") -> None:
    """Raise an interrupt again soon that came while Python cannot raise, as in a finalizer.

    A signal that came as `disarm` began to ignore it is one that Python reports: an error of the
    system, in no object.
    """
    if lost.object is None and lost.exc_type is OSError:
        return
    if not issubclass(lost.exc_type, KeyboardInterrupt | SystemExit):
        sys.__unraisablehook__(lost)
        return
    interrupted = issubclass(lost.exc_type, KeyboardInterrupt)
    _send_soon(signal.SIGINT if interrupted else signal.SIGTERM)


def _send_soon(number: signal.Signals) -> None:
    """Send this process a signal once more, a moment later."""
    global _last
    _last = -inf
    with suppress(RuntimeError):  # at its end Python starts no more threads
        Timer(_SOON_SECONDS, _send, (number,)).start()


def _send(number: signal.Signals) -> None:
    """Send this process a signal, where that can be done so that the main thread wakes up."""
    main = main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, number)
    else:
        interrupt_main(number)
