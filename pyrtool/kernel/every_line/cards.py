"""The cards of a position, and the aim of a line of play, as the walk takes them.

Decides which cards can ever meet. Masks have a bit a card, by its number. No compiler takes these
records: their `.py` is all there is.
"""

from pyrtool.kernel.every_line.level import CARD_NUMBERS, ENDS
from pyrtool.kernel.numbers.buffers import words
from pyrtool.kernel.numbers.widths import check_below, check_length, check_width

WORD = (1 << 64) - 1


class Cards:
    """The cards left in a position, and what lies where.

    Those of the tableau come first, by their places; then those that lie open beside it, up to
    `exposed`; then those of the wastes and the stock.
    """

    def __init__(
        self,
        ranks: bytes,
        left: int,
        exposed: int,
        *,
        covers: list[list[int]],
        goes: list[int],
        alone: int,
        must: int,
        pyramid: int,
        overlap: bool,
    ) -> None:
        """`covers`: for each place those directly on it. `goes`: for each card the mask of those it
        goes with. `alone`, `must`, `pyramid`: those that go alone, that must go, that are in the
        pyramid. `overlap`: a card goes with the last one on it."""
        size = len(ranks)
        check_length("goes", goes, size)
        check_length("covers", covers, 0, exposed)
        check_width("cards", (1 << size) - 1, CARD_NUMBERS)
        for mask in (left, alone, must, pyramid, *goes, (1 << exposed) - 1):
            check_width("a mask", mask, size)
        check_below("places", bytes(j for on_it in covers for j in on_it), len(covers))
        self.ranks, self.left, self.exposed, self.goes = ranks, left, exposed, goes
        self.alone, self.must, self.pyramid, self.overlap = alone, must, pyramid, overlap
        self.covers = [sum(1 << i for i in on_it) for on_it in covers] + [0] * (size - len(covers))
        self.covered = turned(self.covers)
        self.over = all_over(self.covers)
        self.beneath = turned(self.over)
        # A card that lies on another never meets it, but the last one on it where they overlap.
        under = self.over
        if overlap:
            under = [every & ~on_it for every, on_it in zip(under, self.covers, strict=True)]
        self.mates = [mates & ~on_it for mates, on_it in zip(goes, under, strict=True)]
        self.meets = [m & ~below for m, below in zip(self.mates, turned(under), strict=True)]
        # More than a position has: two cards in either order, one alone, and a deal to each waste.
        self.most_moves = sum(mates.bit_count() for mates in goes) + alone.bit_count() + ENDS

    def of_rank(self, rank: int) -> int:
        """The cards left of a rank."""
        return sum(1 << at for at, one in enumerate(self.ranks) if one == rank)


class Wanted:
    """What is least of the value of a line."""

    def __init__(
        self,
        kind: int,
        *,
        of_rank: int = 0,
        goes_with_itself: bool = False,
        pairs: list[tuple[int, int]],
        rows: list[int],
        row_points: list[int],
        discard_points: int,
        par_points: list[int],
        made: int,
        passes: int,
        too_few: int,
    ) -> None:
        """`kind`: of `level`. `of_rank`: the cards of the rank in question, which may go with
        itself. `pairs`: the cards of two ranks that go only with each other. `rows`: the
        pyramid's lowest rows, 0 of them, then 1, and so on; `row_points` are theirs. `par_points`:
        those for the pyramid cleared in each pass. `made`: discards before. `too_few` of the
        `passes` cannot clear the pyramid."""
        self.kind, self.of_rank, self.goes_with_itself = kind, of_rank, goes_with_itself
        self.pairs, self.rows, self.row_points = pairs, rows, row_points
        self.discard_points, self.par_points = discard_points, par_points
        self.made, self.passes, self.too_few = made, passes, too_few


def all_over(covers: list[int]) -> list[int]:
    """For each card those that it lies under, directly or not: masks."""
    over = list(covers)
    for _ in covers:
        before = list(over)
        for at, on_it in enumerate(covers):
            for other in bits(on_it):
                over[at] |= over[other]
        if over == before:
            break
    return over


def turned(masks: list[int]) -> list[int]:
    """For each number the numbers in whose masks it is."""
    found = [0] * len(masks)
    for at, mask in enumerate(masks):
        for one in bits(mask):
            found[one] |= 1 << at
    return found


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, from the lowest up."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def in_words(masks: list[int]) -> memoryview:
    """Masks as two words each, the lower one first."""
    made = words(2 * max(1, len(masks)))
    for at, mask in enumerate(masks):
        made[2 * at], made[2 * at + 1] = mask & WORD, mask >> 64
    return made
