"""Kernels for threads: a kernel keeps buffers, so no two threads may use the same one.

Decides that each thread makes kernels of its own, which live as long as it does and share nothing,
so that threads search side by side. What a kernel is made of is for `answers.kernel_setup.build`
and `game.deals`.
"""

import threading
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Generic, ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Made = TypeVar("Made")


class _Remembered(threading.local, Generic[Asked, Made]):
    """A cache for each thread: Python makes one where a thread first asks."""

    def __init__(self, make: Callable[Asked, Made], most: int) -> None:
        remembered = lru_cache(most)(make)
        self.made: Callable[Asked, Made] = remembered
        self.forget = remembered.cache_clear


class PerThread(Generic[Asked, Made]):
    """A function that makes kernels, which remembers for each thread the last `most` of them."""

    __wrapped__: Callable[Asked, Made]

    def __init__(self, make: Callable[Asked, Made], most: int) -> None:
        self._here = _Remembered(make, most)
        update_wrapper(self, make)

    def __call__(self, *args: Asked.args, **kwargs: Asked.kwargs) -> Made:
        """Return the kernel of this thread for these arguments."""
        return self._here.made(*args, **kwargs)

    def cache_clear(self) -> None:
        """Forget the kernels of this thread."""
        self._here.forget()


def per_thread(most: int) -> Callable[[Callable[Asked, Made]], PerThread[Asked, Made]]:
    """Return a decorator: each thread remembers the last `most` kernels made for it."""
    return lambda make: PerThread(make, most)
