"""The error of everything that is wrong with the input."""

from __future__ import annotations


class PyrtoolError(ValueError):
    """The input is wrong; the message is one line that names the place."""
