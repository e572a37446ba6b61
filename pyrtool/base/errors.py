"""The error of everything that is wrong with the input."""


class PyrtoolError(ValueError):
    """The input is wrong; the message is one line that names the place."""
