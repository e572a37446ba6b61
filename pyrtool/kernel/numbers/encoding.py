"""Positions, keys and moves as numbers: what each number means to all kernels and their callers.

*A position of the stock* is `PASS` times the pass, counted from 0, plus how many of the stock's
cards are dealt. Cards with a smaller index are in the waste. The searches keep that number least:
one more than the waste top's index. With unlimited passes they count up to `UNLIMITED_PASSES`.

*A key* of a table has the cards left in its low bits (set order, see `sets`), and above them a
mark: whatever else distinguishes two positions.

*A note* of a table, where it is not a mere mask, has two halves, each a position or a count of moves.

*A move* is three numbers: the bits of two cards, twice the same for a king, and the position of
the stock. `VANISHED` stands for both cards where the stock is dealt on until a pair vanishes by
itself, and `DEALING` where it is dealt on once.

Here are the interpreted twins of encoding.pxd. `widths` checks that nothing spills.
"""

DEALT_BITS = 6
PASS = 64  # from a position to the same one a pass later
POSITION_BITS = 16  # of either half of a note
LATEST = 0xFFFF  # later than any position in a note
UNLIMITED_PASSES = 60  # more than any card needs: one discard a pass
FOREVER = 1 << 20  # later than any position
NEVER = -1  # before any position

CARD_BITS = 52  # of a key
MARK_BITS = 12

VANISHED = 63
DEALING = -1

Move = tuple[int, int, int]


def position_of(pass_number: int, dealt: int) -> int:
    """The position in this pass, after this many of the stock's cards."""
    return (pass_number << DEALT_BITS) + dealt


def pass_of(position: int) -> int:
    """The pass, counted from 0."""
    return position >> DEALT_BITS


def dealt_of(position: int) -> int:
    """How many of the stock's cards are dealt in this pass."""
    return position & (PASS - 1)


def pass_start(position: int) -> int:
    """The position at which its pass began."""
    return position & -PASS


def top_of(in_stock: int, position: int) -> int:
    """The index of the waste top, or -1: of the stock cards left the last one dealt."""
    return (in_stock & ((1 << dealt_of(position)) - 1)).bit_length() - 1


def next_event(events: int, position: int, t: int, passes: int) -> int:
    """The next position at which one of the stock's cards is turned that are `events`, or -1 if
    none is: in the pass of `position` from place `t` on, or in the next of these `passes`."""
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
    """The note with these halves."""
    return (upper << POSITION_BITS) | lower


def upper_of(note: int) -> int:
    """A note's upper half."""
    return note >> POSITION_BITS


def lower_of(note: int) -> int:
    """A note's lower half."""
    return note & LATEST


def key_of(left: int, mark: int) -> int:
    """The key of these cards left, in set order, with this mark."""
    return left | (mark << CARD_BITS)
