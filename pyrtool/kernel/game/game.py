# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""One game as numbers: its deck, its tableau, its rules, and what is sound under them.

Decides nothing: `answers.kernels.build` says all this once for a game, and every kernel of it is
made of the one record. What follows from the numbers given, and several kernels ask for, is here
too.
"""

import cython

from pyrtool.kernel.numbers.buffers import words
from pyrtool.kernel.numbers.widths import check_below, check_length, check_width

if not cython.compiled:
    from pyrtool.kernel.numbers.codes import COUNT_BITS, DECK_BITS, NO_CARD, NO_GROUP, RANKS
    from pyrtool.kernel.numbers.encoding import (
        CARD_BITS,
        DEALT_BITS,
        PASS,
        POSITION_BITS,
        UNLIMITED_PASSES,
        dealt_of,
    )


@cython.cclass
class AnyGame:
    """A game's numbers, by name. Nothing changes them, so threads may share them.

    The deck: `rank_of` has for each card code its rank, 0 where the deck has no such card. `bit_of`
    has for each code its bit in set order (see `sets`), and `card_of` for each bit its card's code,
    or `NO_CARD`. Ranks add to `total`, and there are `suits` cards of each. `self_set`: for each of
    the `sets` whether its rank completes itself.

    A group is the cards of one rank of a set. Groups 2s and 2s + 1 are the lower and the higher
    rank of set s. Ranks that complete themselves are the last sets, and each has one group: with
    several of them, or many cards or sets, the game is for the matcher alone. `group_of`: for each code its group, or
    `NO_GROUP`. `partner_of`, `group_size`: for each group the one that completes it, and how many
    cards of it the deck has.

    The tableau, place by place in dealing order: the places that lie directly on place i are those
    of `cover_list` from ``cover_start[i]`` up to ``cover_start[i + 1]``, and the mask
    ``direct[i]``. ``above[i]`` are all that cover it, transitively. `in_pyramid`: 1 or 0.
    `must_go`: the mask of the places whose cards must go. What is not laid out is the `stock`.

    The rules: cards are `dealt` from the stock, `draw` at a time, in `passes` passes, or all lie
    open. Unlimited passes count as `UNLIMITED_PASSES`. The game `ends` when the pyramid is cleared,
    or may go on. `stock_waste` is a number of `codes.STOCK_WASTE`.

    What is sound: `monotone`, removing early never hurts; `has_blocks`, what the matcher calls a
    block is one; `counted`, numbers alone can make a deal impossible.
    """

    def __init__(
        self,
        *,
        ranks: bytes,
        suits: int,
        total: int,
        bit_of: bytes,
        self_set: bytes,
        covers: list[list[int]],
        in_pyramid: bytes,
        dealt: bool,
        draw: int,
        passes: int,
        stock_waste: int,
        stock_top: bool,
        waste_pairs: bool,
        overlap: bool,
        goal_pyramid: bool,
        monotone: bool,
        has_blocks: bool,
        counted: bool,
        ends: bool,
    ) -> None:
        """`ranks` and `bit_of` are for each card code, `covers` are for each place those directly
        on it; 0 `passes` are unlimited. All else as the record has it."""
        self.suits, self.total, self.sets = suits, total, len(self_set)
        self.dealt, self.draw, self.stock_waste = dealt, draw, stock_waste
        self.passes, self.unlimited = passes or UNLIMITED_PASSES, passes == 0
        self.stock_top, self.waste_pairs, self.overlap = stock_top, waste_pairs, overlap
        self.goal_pyramid, self.ends = goal_pyramid, ends
        self.monotone, self.has_blocks, self.counted = monotone, has_blocks, counted
        check_length("bit_of", bit_of, len(ranks))
        check_length("in_pyramid", in_pyramid, len(covers))
        self.size, self.tableau = len(ranks) - ranks.count(0), len(covers)
        self.stock = self.size - self.tableau
        check_below("ranks", ranks, RANKS)
        check_below("places", bytes(j for on_it in covers for j in on_it), self.tableau)
        check_length("tableau", covers, 0, min(self.size, 64))
        check_length("groups", self_set + bytes(self.sets - sum(self_set)), 0, 64 // COUNT_BITS)
        check_width("positions, and two marks", PASS * self.passes + 1, POSITION_BITS)
        self.bit_of = bytearray(bit_of)
        self.check_room()
        self._number_cards(ranks, bit_of, self_set)
        self._number_places(covers, in_pyramid)

    def check_room(self) -> None:
        """Raise a `ValueError` where kernels of this kind of game have no room for its numbers."""
        check_below("bits", bytes(self.bit_of), DECK_BITS)

    def _number_cards(self, ranks: bytes, bit_of: bytes, self_set: bytes) -> None:
        """What the deck has of each group, and which card has which bit."""
        self.rank_of = bytearray(ranks)
        self.deck = frozenset(code for code, rank in enumerate(ranks) if rank)
        self.self_set = bytearray(self_set)
        self.card_of = bytearray([NO_CARD] * DECK_BITS)
        self.group_of = bytearray([NO_GROUP] * len(ranks))
        self.partner_of = bytearray(2 * self.sets)
        self.group_size = bytearray(2 * self.sets)
        groups = 0
        for own in self_set:
            self.partner_of[groups] = groups if own else groups + 1
            self.partner_of[groups + 1] = (
                groups  # if it completes itself, the next one's is not yet
            )
            groups += 1 if own else 2
        for code in range(len(ranks)):
            if ranks[code] == 0:
                continue
            self.card_of[bit_of[code]] = code
            if bit_of[code] < 4 * groups:
                self.group_of[code] = bit_of[code] >> 2
                self.group_size[bit_of[code] >> 2] += 1

    def _number_places(self, covers: list[list[int]], in_pyramid: bytes) -> None:
        """The covering relation, as lists and as masks."""
        self.cover_start = bytearray(self.tableau + 1)
        flat: list[int] = []
        for i, on_it in enumerate(covers):
            flat += on_it
            self.cover_start[i + 1] = len(flat)
        self.cover_list = bytearray(flat or [0])
        self.in_pyramid = bytearray(in_pyramid or b"\0")
        self.only_pyramid = all(in_pyramid)
        self.direct, self.above = words(64), words(64)
        pyramid: int = 0
        for i in range(self.tableau - 1, -1, -1):  # what lies on a card is dealt after it
            for j in covers[i]:
                self.direct[i] |= 1 << j
                self.above[i] |= 1 << j | self.above[j]
            if in_pyramid[i]:
                pyramid |= 1 << i
        self.pyramid = pyramid
        everything: int = 1  # no number of C's: it has a bit for each place
        self.must_go = pyramid if self.goal_pyramid else (everything << self.tableau) - 1

    def check_cards(self, cards: bytes) -> None:
        """A `ValueError` unless these are the codes of the whole deck, each once."""
        check_length("cards", cards, self.size)
        if self.deck.symmetric_difference(cards):
            raise ValueError("cards: are not the deck of the game")

    def check_left(self, left: bytes, position: int = 0) -> None:
        """A `ValueError` unless there is a byte for each card, and such a position of the stock."""
        check_length("left", left, self.size)
        if not 0 <= position < PASS * self.passes or dealt_of(position) > self.stock:
            raise ValueError(f"position {position}: the stock has none such")

    def check_position(self, cards: bytes, left: bytes, position: int) -> None:
        """`check_cards`, and `check_left`."""
        self.check_cards(cards)
        self.check_left(left, position)

    def bit(self, card: int) -> int:
        """The bit of a card, by its code, in set order."""
        return self.bit_of[card]

    def card(self, bit: int) -> int:
        """The code of the card that has this bit."""
        return self.card_of[bit]


@cython.cclass
class Game(AnyGame):
    """A game that the searches over sets know: words have room for its cards, and bytes for sets."""

    def check_room(self) -> None:
        """See `AnyGame.check_room`."""
        check_width("cards", self.size, DEALT_BITS)
        check_below("cards left", bytes(self.bit_of), CARD_BITS)
        check_width("sets", self.sets, 3)
        check_width("tableau", self.tableau, 6)
