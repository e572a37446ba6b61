"""What the kernel's sources take from the module `cython` where they run interpreted.

It stands in for that module if Cython is not installed. Types convert a number as Python does, and
all else does nothing.
"""

from collections.abc import Callable
from typing import TypeVar

Anything = TypeVar("Anything")
compiled = False


class _Type:
    """A type of C; a number of it is one of Python's."""

    def __init__(self, make: Callable[..., object]) -> None:
        self.make = make

    def __call__(self, *given: object) -> object:
        """Return a number of this type."""
        return self.make(*given)

    def __getitem__(self, size: int) -> "_Type":
        """Return the type of an array of this size."""
        return _Type(lambda: [self.make()] * size)


class _Lock:
    """Python's lock, for `gil` and `nogil`: Python holds it all the time."""

    def __enter__(self) -> None:
        """Take nothing."""

    def __exit__(self, *error: object) -> None:
        """Give nothing back."""


Py_ssize_t = schar = short = uchar = uint = longlong = ulonglong = _Type(int)
double = _Type(float)
bint = _Type(bool)
void = None
gil = nogil = _Lock()


def cclass(decorated: Anything) -> Anything:
    """Take a class as it is."""
    return decorated


def declare(kind: Callable[..., Anything] = object, *value: object, **kinds: object) -> Anything:
    """Make a variable of a type; names with their types are only declared."""
    return kind(*value)


def cast(kind: Callable[..., Anything], value: object) -> Anything:
    """Convert a number to a type."""
    return kind(value)


def address(value: Anything) -> Anything:
    """Take what is there in place of its address."""
    return value


globals()["int"] = Py_ssize_t  # last, as `int` above is that of Python
