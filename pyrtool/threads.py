"""Kernels for threads: a kernel keeps buffers, so no two threads may use the same one.

Decides that each thread makes kernels of its own, which live as long as it does and share nothing,
so that threads search side by side. What a kernel is made of is for `packing` and `deals`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Made = TypeVar("Made")


class PerThread(Generic[Asked, Made]):
    """A function that makes kernels, which remembers for each thread the last `most` of them."""

    __wrapped__: Callable[Asked, Made]

    def __init__(self, make: Callable[Asked, Made], most: int) -> None:
        self._make: Callable[..., Made] = make
        self._most = most
        self._local = threading.local()
        update_wrapper(self, make)

    def __call__(self, *args: Asked.args, **kwargs: Asked.kwargs) -> Made:
        """The kernel of this thread for these arguments."""
        made: Made = self._remembered()(*args, **kwargs)
        return made

    def cache_clear(self) -> None:
        """Forget the kernels of this thread."""
        self._remembered().cache_clear()

    def _remembered(self) -> Any:
        """This thread's cache."""
        if not hasattr(self._local, "cache"):
            self._local.cache = lru_cache(self._most)(self._make)
        return self._local.cache


def per_thread(most: int) -> Callable[[Callable[Asked, Made]], PerThread[Asked, Made]]:
    """A decorator: each thread remembers the last `most` kernels that the function made for it."""
    return lambda make: PerThread(make, most)
