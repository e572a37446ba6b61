"""Buffers of machine numbers, zeroed: what the kernels keep their state in."""


def words(count: int) -> memoryview:
    """`count` unsigned 64-bit numbers."""
    return memoryview(bytearray(8 * count)).cast("Q")


def halves(count: int) -> memoryview:
    """`count` unsigned 32-bit numbers."""
    return memoryview(bytearray(4 * count)).cast("I")


def integers(count: int) -> memoryview:
    """`count` signed 32-bit numbers."""
    return memoryview(bytearray(4 * count)).cast("i")


def shorts(count: int) -> memoryview:
    """`count` signed 16-bit numbers."""
    return memoryview(bytearray(2 * count)).cast("h")


def signed_bytes(count: int) -> memoryview:
    """`count` signed 8-bit numbers."""
    return memoryview(bytearray(count)).cast("b")


def long_integers(count: int) -> memoryview:
    """`count` signed 64-bit numbers."""
    return memoryview(bytearray(8 * count)).cast("q")


def doubles(count: int) -> "memoryview[float]":
    """`count` floating-point numbers of 64 bits."""
    return memoryview(bytearray(8 * count)).cast("d")


def longer(numbers: memoryview) -> memoryview:
    """A buffer four times as long that begins with these numbers of 64 or 32 bits."""
    old = memoryview(numbers)
    new = bytearray(4 * old.nbytes)
    new[: old.nbytes] = old.cast("B")
    if old.itemsize == 4:
        return memoryview(new).cast("i")
    return memoryview(new).cast("q" if old.format == "q" else "Q")
