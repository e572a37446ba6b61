"""Buffers of machine numbers, zeroed: what the kernels keep their state in.

The types are the interpreted twins of those in buffers.pxd: annotations of what a method is
handed, and of what a loop reads.
"""

ReadOnlyBytes = bytes | bytearray | memoryview
Bytes = bytearray | memoryview
SignedBytes = memoryview
Integers = memoryview
Shorts = memoryview
Halves = memoryview
Words = memoryview


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


def as_doubles(numbers: memoryview) -> "memoryview[float]":
    """The memory of these numbers of 64 bits, read as floating-point numbers."""
    return memoryview(numbers).cast("B").cast("d")


def longer(numbers: memoryview) -> memoryview:
    """A buffer four times as long that begins with these numbers."""
    old = memoryview(numbers)
    new = bytearray(4 * old.nbytes)
    new[: old.nbytes] = old.cast("B")
    # The format of a buffer is one, but the types of `cast` want it written out.
    return memoryview(new).cast(old.format)  # type: ignore[call-overload,no-any-return]


def as_integers(numbers: memoryview) -> memoryview:
    """The memory of these numbers, read as signed 32-bit numbers."""
    return memoryview(numbers).cast("B").cast("i")


def grown(grow: object) -> bool:
    """Whether `grow` has made room; False when there is no memory for it."""
    try:
        grow()  # type: ignore[operator] # the kernel does not import `Callable`
    except MemoryError:
        return False
    return True
