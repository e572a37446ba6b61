# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""How much memory the tables of one deal take, and how much they may take together."""

import cython


@cython.cclass
class Memory:
    """`taken`: how many bytes the tables take. `most_bytes`: the limit.

    What has grown counts with what it grew from. So `taken` follows from how large each table is, and
    not from the order in which they grew.
    """

    def __init__(self) -> None:
        self.taken, self.most_bytes = 0, 1 << 30

    def may_take(self, more: cython.longlong) -> cython.bint:
        """Whether the limit on memory allows this many more bytes."""
        return self.taken + more <= self.most_bytes
