"""What the kernels have in common that share out how often the players come to each position."""

from pyrtool.kernel.numbers.buffers import doubles
from pyrtool.kernel.numbers.codes import ANSWERS

ENDS: dict[int, str] = ANSWERS | {0: "done"}
DIGITS: int = 14
MOST_MOVES: int = 1 << 10


def parts() -> "memoryview[float]":
    """For each number of moves what each of them gets; for none, nothing."""
    part = doubles(MOST_MOVES)
    for moves in range(1, MOST_MOVES):
        part[moves] = 1.0 / moves
    return part


def rounded(chance: float) -> float:
    """A chance without its last digits, so that what is certain is 1."""
    return float(f"{chance:.{DIGITS}g}")
