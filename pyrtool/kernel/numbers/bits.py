"""Interpreted twins of bits.pxd: the processor's bit instructions, and what is always inlined."""


def lowest_bit(word: int) -> int:
    """The index of the lowest bit of a word that is not 0."""
    return (word & -word).bit_length() - 1


def processor_has_bmi2() -> bool:
    """Whether machine code may count bits and shift words with the instructions of BMI2."""
    return False


def highest_bit(word: int) -> int:
    """The index of the highest bit of a word that is not 0."""
    return word.bit_length() - 1


def count_bits(word: int) -> int:
    """How many bits of a word are 1."""
    return word.bit_count()


def prefetch(address: object) -> None:
    """Have what lies there on its way from memory before it is needed: only where compiled."""


def set_choices(left: int, ban: int, s: int, itself: bool) -> int:
    """For each card of set s, in four bits, the cards left that may be its partner.

    `left`: the cards left, in set order; `itself`: its rank completes itself. `ban`: four bits a card, the partners excluded.
    """
    lows = (left >> (8 * s)) & 15
    highs = (left >> (8 * s + 4)) & 15
    if itself:
        return lows * 0x1111 & ~ban
    return (highs * 0x1111 | lows * 0x11110000) & ~ban


def cards_with(choices: int) -> int:
    """The cards of a set that have some choice (see `set_choices`), a bit each."""
    return sum(1 << i for i in range(8) if choices >> (4 * i) & 15)


def sets_between(some: int, others: int, own_sets: int) -> int:
    """The sets of which one of `some` cards and one of `others` have ranks that go together, each by its
    lowest bit; `own_sets`: those of one rank, likewise. No kings in `some`."""
    some |= some >> 2
    some |= some >> 1
    others |= others >> 2
    others |= others >> 1
    own_sets &= some & others
    return (some & (others >> 4) | (some >> 4) & others) & 0x0101010101010101 | own_sets


def with_choice(choices: int) -> int:
    """The highest bit of each four of `set_choices` that has two or more: the cards that have a
    choice of partners."""
    choices -= (choices >> 1) & 0x55555555
    choices = (choices & 0x33333333) + ((choices >> 2) & 0x33333333)
    return (choices + 0x66666666) & 0x88888888


def splitmix(state: int) -> int:
    """What SplitMix64 (Steele, Lea and Flood 2014) makes of its state, 64 bits of both."""
    mask = 0xFFFFFFFFFFFFFFFF
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & mask
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB & mask
    return state ^ (state >> 31)


def near_slot(key: int, shared: int, window: int) -> int:
    """Where a key goes in a table, before the excess over the table's size is cut off. Keys that
    have the bits `shared` in common go near each other, within `window`, a power of two less
    one."""
    mix, mask = 0x9E3779B97F4A7C15, 0xFFFFFFFFFFFFFFFF
    slot = (key & ~shared) * mix & mask
    slot ^= slot >> 32
    return (((key & shared) * mix & mask) >> 32) + ((slot * mix & mask) >> 40 & window)
