"""The numbers that all kernels share: bits, buffers, positions, and the guard of their widths.

The functions and types here are twins of those of `numbers.pxd`, which is what is compiled. These
serve what runs interpreted, and the callers of a kernel.
"""

from pyrtool.kernel.constants import *

# The processor's bit instructions, and what is always inlined.


def lowest_bit(word: int) -> int:
    """Return the index of the lowest bit of a word that is not 0."""
    return (word & -word).bit_length() - 1


def processor_has_bmi2() -> bool:
    """Return whether machine code may count bits and shift words with the instructions of BMI2."""
    return False


def highest_bit(word: int) -> int:
    """Return the index of the highest bit of a word that is not 0."""
    return word.bit_length() - 1


def one_bit(place: int) -> int:
    """Return the word in which this bit alone is 1."""
    return 1 << place


def count_bits(word: int) -> int:
    """Return how many bits of a word are 1."""
    return word.bit_count()


def prefetch(address: object) -> None:
    """Have what lies there on its way from memory before it is needed: only where compiled."""


def set_choices(left: int, ban: int, s: int, itself: bool) -> int:
    """Return, for each card of set s, in four bits, the cards left that may be its partner.

    `left`: the cards left, in set order; `itself`: its rank completes itself. `ban`: four bits a card, the partners excluded.
    """
    lows = (left >> (8 * s)) & 15
    highs = (left >> (8 * s + 4)) & 15
    if itself:
        return lows * 0x1111 & ~ban
    return (highs * 0x1111 | lows * 0x11110000) & ~ban


def cards_with(choices: int) -> int:
    """Return the cards of a set that have some choice (see `set_choices`), a bit each."""
    return sum(1 << i for i in range(8) if choices >> (4 * i) & 15)


def sets_between(some: int, others: int, own_sets: int) -> int:
    """Return the sets in which one of `some` cards and one of `others` have ranks that go together.

    Each set is given by its lowest bit. `own_sets`: those of one rank, likewise. No kings are in
    `some`.
    """
    some |= some >> 2
    some |= some >> 1
    others |= others >> 2
    others |= others >> 1
    own_sets &= some & others
    return (some & (others >> 4) | (some >> 4) & others) & 0x0101010101010101 | own_sets


def with_choice(choices: int) -> int:
    """Return the highest bit of each four of `set_choices` that has two or more: the cards that
    have a choice of partners."""
    choices -= (choices >> 1) & 0x55555555
    choices = (choices & 0x33333333) + ((choices >> 2) & 0x33333333)
    return (choices + 0x66666666) & 0x88888888


def splitmix(state: int) -> int:
    """Return what SplitMix64 (Steele, Lea and Flood 2014) makes of its state, 64 bits of both."""
    mask = 0xFFFFFFFFFFFFFFFF
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & mask
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB & mask
    return state ^ (state >> 31)


def near_slot(key: int, shared: int, window: int) -> int:
    """Return where a key goes in a table, before the excess over the table's size is cut off. Keys
    that have the bits `shared` in common go near each other, within `window`, a power of two less
    one."""
    mix, mask = 0x9E3779B97F4A7C15, 0xFFFFFFFFFFFFFFFF
    slot = (key & ~shared) * mix & mask
    slot ^= slot >> 32
    return (((key & shared) * mix & mask) >> 32) + ((slot * mix & mask) >> 40 & window)


# Buffers of machine numbers, zeroed: what the kernels keep their state in.
#
# The types are the interpreted twins of those in the header: annotations of what a method is
# handed, and of what a loop reads.

ReadOnlyBytes = bytes | bytearray | memoryview
Bytes = bytearray | memoryview
SignedBytes = memoryview
Integers = memoryview
Shorts = memoryview
Halves = memoryview
Words = memoryview


def words(count: int) -> memoryview:
    """Make `count` unsigned 64-bit numbers."""
    return memoryview(bytearray(8 * count)).cast("Q")


def halves(count: int) -> memoryview:
    """Make `count` unsigned 32-bit numbers."""
    return memoryview(bytearray(4 * count)).cast("I")


def integers(count: int) -> memoryview:
    """Make `count` signed 32-bit numbers."""
    return memoryview(bytearray(4 * count)).cast("i")


def shorts(count: int) -> memoryview:
    """Make `count` signed 16-bit numbers."""
    return memoryview(bytearray(2 * count)).cast("h")


def signed_bytes(count: int) -> memoryview:
    """Make `count` signed 8-bit numbers."""
    return memoryview(bytearray(count)).cast("b")


def long_integers(count: int) -> memoryview:
    """Make `count` signed 64-bit numbers."""
    return memoryview(bytearray(8 * count)).cast("q")


def doubles(count: int) -> "memoryview[float]":
    """Make `count` floating-point numbers of 64 bits."""
    return memoryview(bytearray(8 * count)).cast("d")


def as_doubles(numbers: memoryview) -> "memoryview[float]":
    """Return the memory of these numbers of 64 bits, read as floating-point numbers."""
    return memoryview(numbers).cast("B").cast("d")


def longer(numbers: memoryview) -> memoryview:
    """Make a buffer four times as long that begins with these numbers."""
    old = memoryview(numbers)
    new = bytearray(4 * old.nbytes)
    new[: old.nbytes] = old.cast("B")
    # The format of a buffer is one, but the types of `cast` want it written out.
    return memoryview(new).cast(old.format)  # type: ignore[call-overload]


def as_integers(numbers: memoryview) -> memoryview:
    """Return the memory of these numbers, read as signed 32-bit numbers."""
    return memoryview(numbers).cast("B").cast("i")


def grown(grow: object) -> bool:
    """Return whether `grow` has made room: there is none when memory is short."""
    try:
        grow()  # type: ignore[operator] # the kernel does not import `Callable`
    except MemoryError:
        return False
    return True


# Numbers that several kernels give a meaning, by name.

ANSWERS: dict[int, str] = {WON: "won", LOST: "lost", PAUSED: "paused", NO_ROOM: "memory"}
"""The words for how a search ended."""

STOCK_WASTE: dict[str, int] = {
    "no": SW_NO,
    "yes": SW_YES,
    "auto": SW_AUTO,
    "auto-on-turn": SW_AUTO_ON_TURN,
}
"""The numbers of the rule `stock_waste`."""

PRUNES: dict[str, int] = {
    "sets": PRUNE_SETS,
    "excluded": PRUNE_EXCLUDED,
    "forced": PRUNE_FORCED,
    "earlier": PRUNE_EARLIER,
    "kings": PRUNE_KINGS,
    "relaxed": PRUNE_RELAXED,
    "tableaux": PRUNE_TABLEAUX,
    "alike": PRUNE_ALIKE,
    "doubt": PRUNE_DOUBT,
}
"""The prunes that can be switched off, for tests of their soundness. The prune "tableaux" is
`groups` as a whole, in place of `verdict`, and "alike" is one of its own. The prune "doubt" is for
cards turned singly."""


# Positions, keys and moves as numbers: what each number means to all kernels and their callers.
#
# *A position of the stock* is `PASS` times the pass, counted from 0, plus how many of the stock's
# cards are dealt. Cards with a smaller index are in the waste. The searches keep that number
# least: one more than the waste top's index. With unlimited passes they count up to
# `UNLIMITED_PASSES`.
#
# *A key* of a table has the cards left in its low bits (set order, see `Places`), and above them a
# mark: whatever else distinguishes two positions.
#
# *A note* of a table, where it is not a mere mask, has two halves, each a position or a count of
# moves.
#
# *A move* is three numbers: the bits of two cards, twice the same for a king, and the position of
# the stock. `VANISHED` stands for both cards where the stock is dealt on until a pair vanishes by
# itself, and `DEALING` where it is dealt on once.
#
# The checks of widths below see that nothing spills.

Move = tuple[int, int, int]


def position_of(pass_number: int, dealt: int) -> int:
    """Return the position in this pass, after this many of the stock's cards."""
    return (pass_number << DEALT_BITS) + dealt


def pass_of(position: int) -> int:
    """Return the pass, counted from 0."""
    return position >> DEALT_BITS


def dealt_of(position: int) -> int:
    """Return how many of the stock's cards are dealt in this pass."""
    return position & (PASS - 1)


def pass_start(position: int) -> int:
    """Return the position at which its pass began."""
    return position & -PASS


def top_of(in_stock: int, position: int) -> int:
    """Return the index of the waste top, or -1: of the stock cards left the last one dealt."""
    return (in_stock & ((1 << dealt_of(position)) - 1)).bit_length() - 1


def next_event(events: int, position: int, t: int, passes: int) -> int:
    """Return the next position at which a stock card that is one of the `events` is turned, or -1.

    It is in the pass of `position` from place `t` on, or in the next of these `passes`.
    """
    number = pass_of(position)
    if not events:
        return -1
    if events >> t == 0:
        number += 1
        if number >= passes:
            return -1
        t = 0
    return position_of(number, t + (events >> t & -(events >> t)).bit_length() - 1)


def note_of(upper: int, lower: int) -> int:
    """Return the note with these halves."""
    return (upper << POSITION_BITS) | lower


def upper_of(note: int) -> int:
    """Return a note's upper half."""
    return note >> POSITION_BITS


def lower_of(note: int) -> int:
    """Return a note's lower half."""
    return note & LATEST


def key_of(left: int, mark: int) -> int:
    """Return the key of these cards left, in set order, with this mark."""
    return left | (mark << CARD_BITS)


# The guard of every field that positions, keys, notes and masks are made of.
#
# A kernel asks `check_width` for each of these numbers when it is made, and is not made where one
# could spill into another. What all kernels have in common is asked by their `Game`. What a kernel
# is handed later is asked for its length by `check_length`, or by `Game.check_cards`, before it is
# read.

Handed = bytes | bytearray | memoryview | list[int] | list[list[int]] | list[tuple[int, int, int]]
"""Anything that has a length."""


def check_width(what: str, most: int, bits: int) -> None:
    """Raise a `ValueError` unless every number from 0 to `most` fits in this many bits."""
    if most >> bits:
        raise ValueError(f"{what}: up to {most}, which does not fit in {bits} bits")


def check_length(what: str, given: Handed, least: int, most: int | None = None) -> None:
    """Raise a `ValueError` unless this has `least` members; with `most` any number up to it."""
    length = len(given)
    if length != least if most is None else not least <= length <= most:
        raise ValueError(f"{what}: has {length} members where {least} are needed")


def check_room(what: str, given: Handed, least: int) -> None:
    """Raise a `ValueError` unless what is given has at least `least` members."""
    if len(given) < least:
        raise ValueError(f"{what}: has {len(given)} members where at least {least} are needed")


def check_below(what: str, given: bytes | bytearray | memoryview, end: int) -> None:
    """Raise a `ValueError` unless every byte given is less than `end`."""
    if bytes(given).translate(None, bytes(range(min(end, 256)))):
        raise ValueError(f"{what}: a byte is not below {end}")
