"""The hot loops: shuffles, matchings, searches, on integers and buffers only.

The modules are plain Python with Cython annotations: compiled where the install found a
C compiler, interpreted, slower and with the same results, where it did not. Nothing here
imports anything else of pyrtool; `game.deals` and `answers` pack, call and unpack.
"""

from pyrtool.kernel import shuffle

COMPILED: bool = shuffle.is_compiled()
"""Whether the kernel runs as machine code."""

WITH_BMI2: bool = shuffle.has_bmi2()
"""Whether some modules run as they were compiled for processors with BMI2: they count bits in one
step."""


def look_in_bmi2(path: list[str]) -> None:
    """Have the package with this `__path__` look first in its `bmi2/`, on a processor with BMI2: some
    of its modules are compiled a second time into it."""
    if WITH_BMI2:
        path.insert(0, f"{path[0]}/bmi2")
