"""Interpreted twins of bits.pxd: the processor's bit instructions, and buffers of numbers."""


def lowest_bit(word: int) -> int:
    """The index of the lowest bit of a word that is not 0."""
    return (word & -word).bit_length() - 1


def highest_bit(word: int) -> int:
    """The index of the highest bit of a word that is not 0."""
    return word.bit_length() - 1
