# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Numbers to shuffled decks: the shuffles of all numberings.

A deck is a buffer of card codes, shuffled from its sorted form; `order` says which
shuffled card goes to which place of the dealing order. Each shuffle is specified in
docs/reference/deal-numbers.md. Multiplications and shifts are masked so that the interpreted and
the compiled form agree.
"""

import cython

from pyrtool.kernel.numbers import check_below, check_length

if not cython.compiled:
    from pyrtool.kernel.numbers import *


NATIVE = cython.declare(cython.int, 0)
FREECELL = cython.declare(cython.int, 1)
PYSOLFC = cython.declare(cython.int, 2)
PYSOLFC_MS = cython.declare(cython.int, 3)

SCHEMES: dict[str, int] = {
    "native": NATIVE,
    "freecell": FREECELL,
    "pysolfc": PYSOLFC,  # Python's generator
    "pysolfc-ms": PYSOLFC_MS,  # Microsoft's generator in PySolFC's shuffle
}

LINE_BREAK = cython.declare(cython.int, 10)
SPACE = cython.declare(cython.int, 32)
NAME = cython.declare(cython.int, 3)  # characters, at most


def is_compiled() -> bool:
    """Return whether this module runs as machine code."""
    return bool(cython.compiled)


def has_bmi2() -> bool:
    """Return whether this module runs as machine code on a processor with BMI2."""
    return bool(processor_has_bmi2())


@cython.cclass
class Dealer:
    """The dealer of one numbering: after `deal`, `cards` holds the dealing order.

    `scheme`: a value of `SCHEMES`. `deck`: the codes before the shuffle. `order`:
    for each place of the dealing order the index into the shuffled deck. Native decks that are
    dealt as they are shuffled (`as_shuffled`) are shuffled in place.

    `columns`: for each place the number of its rectified column, from 1 on, or 0; empty if there
    are none. PySolFC's schemes rectify the shuffled deck instead, which begins with the columns,
    each of `depth` cards.
    """

    def __init__(
        self, scheme: int, deck: bytes, order: bytes, columns: bytes = b"", depth: int = 0
    ) -> None:
        if len(deck) != len(order) or len(deck) == 0:
            raise ValueError("deck and order must be of one length")
        check_length("deck", deck, 1, 128)
        check_below("deck", deck, 160)
        if set(order) != set(range(len(deck))):
            raise ValueError("order: is not one of the places of the deck")
        self.codes = bytes(deck)
        self.scheme = scheme
        self.size = len(deck)
        self.deck = bytearray(deck)
        self.order = bytearray(order)
        self.dealt = bytearray(len(deck))
        self.cards = self.dealt
        self.as_shuffled = scheme == NATIVE and order == bytes(range(len(deck)))
        self.shuffled = self.dealt if self.as_shuffled else bytearray(len(deck))
        check_length("columns", columns, 0, len(deck))
        check_below("columns", columns, 64)
        self.last_column = max(columns, default=0)
        self.column_of = bytearray(columns.ljust(len(deck), b"\0"))
        self.depth, self.swaps = depth, scheme in (PYSOLFC, PYSOLFC_MS)
        if self.swaps and not 0 <= self.last_column * depth <= len(deck):
            raise ValueError("depth: such columns have more cards than the deck")
        self.ranks, self.pack = integers(64), bytearray(256)
        self.outputs = 0
        self.state = 0
        self.twister = memoryview(bytearray(4 * 624)).cast("I")

    def deal(self, number: int) -> bytes:
        """Return the cards of deal `number`, in dealing order, as codes."""
        self.deal_words(number & 0xFFFFFFFFFFFFFFFF, number >> 64, 0)
        return bytes(self.dealt)

    def lines(self, first: int, wanted: bytearray, names: bytes) -> bytes:
        """Return the deals from `first` on whose byte in `wanted` is not 0, one a line, as ASCII.

        `names`: three characters for each card code, of which a space does not count. Cards are
        separated by single spaces.
        """
        low: cython.ulonglong = first & 0xFFFFFFFFFFFFFFFF
        high: cython.ulonglong = first >> 64
        check_length("names", names, NAME * (max(self.codes) + 1), NAME * 256)
        text = bytearray((NAME + 1) * self.size * (len(wanted) - wanted.count(0)))
        count: cython.longlong = len(wanted)
        at: cython.longlong = 0
        i: cython.longlong
        kept: ReadOnlyBytes = wanted
        name: ReadOnlyBytes = names
        out: Bytes = text
        with cython.nogil:
            for i in range(count):
                if kept[i]:
                    self.deal_words(low, high, i)
                    for k in range(self.size):
                        code: cython.int = self.cards[k]
                        for c in range(NAME * code, NAME * code + NAME):
                            if name[c] != SPACE:
                                out[at] = name[c]
                                at += 1
                        out[at] = SPACE
                        at += 1
                    out[at - 1] = LINE_BREAK
        return bytes(text[:at])

    def deal_words(
        self, low: cython.ulonglong, high: cython.ulonglong, more: cython.ulonglong
    ) -> cython.void:
        """Deal number ``high * 2**64 + low + more`` into `cards`."""
        word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        low = (low + more) & word
        if low < more:
            high += 1
        deck: Bytes = self.deck
        shuffled: Bytes = self.shuffled
        for i in range(self.size):
            shuffled[i] = deck[i]
        if self.scheme == NATIVE:
            self._native(low)
        elif self.scheme == FREECELL:
            self._freecell(low)
        elif self.scheme == PYSOLFC:
            self._seed_twister(low, high)
            self._pysolfc(low)
        else:
            self.state = low  # its lower half is what counts
            self._pysolfc(low)
        if not self.as_shuffled:
            for i in range(self.size):
                self.cards[i] = self.shuffled[self.order[i]]
        if self.last_column and not self.swaps:
            self._rectify()

    def _native(self, state: cython.ulonglong) -> cython.void:
        """Deal by SplitMix64 (Steele, Lea and Flood 2014) and Lemire's unbiased numbers (2019)."""
        gamma: cython.ulonglong = 0x9E3779B97F4A7C15
        mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        word: cython.ulonglong = 0xFFFFFFFF
        i: cython.int
        cards: Bytes = self.shuffled
        for i in range(self.size - 1, 0, -1):
            n: cython.ulonglong = i + 1
            while True:
                state = (state + gamma) & mask
                product: cython.ulonglong = (splitmix(state) >> 32) * n
                # 2**32 mod n: fewer low words would make the first numbers likelier.
                if (product & word) >= n or (product & word) >= (word + 1) % n:
                    break
            j: cython.int = cython.cast(cython.int, product >> 32)
            card: cython.uchar = cards[i]
            cards[i] = cards[j]
            cards[j] = card

    def _freecell(self, state: cython.ulonglong) -> cython.void:
        """Deal as Microsoft FreeCell does: the card drawn is replaced by the last one left."""
        left: cython.int
        for left in range(self.size, 0, -1):
            state = (state * 214013 + 2531011) & 0x7FFFFFFF
            j: cython.int = cython.cast(cython.int, (state >> 16) % left)
            i: cython.int = self.size - left
            # the cards drawn so far wait in `cards`
            self.cards[i] = self.shuffled[j]
            self.shuffled[j] = self.shuffled[left - 1]
        for i in range(self.size):
            self.shuffled[i] = self.cards[i]

    def _rectify(self) -> cython.void:
        """Deal again such that no rectified column gets two cards of a rank: a card whose rank lies
        in its column goes to the bottom of the pack. If that holds of every card left, the first
        of them is dealt."""
        pack: Bytes = self.pack
        top: cython.int = 0
        cython.declare(left=cython.int, tries=cython.int, i=cython.int)
        for i in range(64):
            self.ranks[i] = 0
        for i in range(self.size):
            pack[i] = self.cards[i]
        for i in range(self.size):
            left, tries = self.size - i, 0
            c: cython.int = self.column_of[i]
            rank: cython.int = self._rank(pack[top & 255])
            while c and self.ranks[c] >> rank & 1 and tries < left:
                pack[(top + left) & 255] = pack[top & 255]
                top += 1
                tries += 1
                rank = self._rank(pack[top & 255])
            self.ranks[c] |= 1 << rank
            self.cards[i] = pack[top & 255]
            top += 1

    def _rectify_by_swaps(self, seed: cython.ulonglong) -> cython.void:
        """Swap cards as PySolFC's Nestor does, at most 1000 times a column. While a column has two
        cards of a rank, the first of the two changes places with a card behind the column."""
        c: cython.int
        for c in range(self.last_column):
            first: cython.int = self.depth * c
            after: cython.int = first + self.depth
            for tries in range(1000 if after < self.size else 0):
                j: cython.int = self._twin(first, after)
                if j < 0:
                    break
                self._swap(j, after + self._below(seed, self.size - after))

    def _twin(self, first: cython.int, after: cython.int) -> cython.int:
        """Return the place of the earlier of two cards of one rank in this part of the deck, or -1
        if no rank is there twice. Of several pairs it takes that whose later card is first."""
        for i in range(first, after):
            for j in range(first, i):
                if self._rank(self.shuffled[i]) == self._rank(self.shuffled[j]):
                    return j
        return -1

    def _rank(self, code: cython.int) -> cython.int:
        """Return the rank of a card, counted from 0, by its code (`pyrtool.game.cards`)."""
        return code % 52 >> 2 if code < 104 else 13 + ((code - 104) % 28 >> 2)

    def _swap(self, i: cython.int, j: cython.int) -> cython.void:
        """Let two shuffled cards change places."""
        card: cython.uchar = self.shuffled[i]
        self.shuffled[i] = self.shuffled[j]
        self.shuffled[j] = card

    def _below(self, seed: cython.ulonglong, end: cython.int) -> cython.int:
        """Return the next random number below `end` of PySolFC's generator for these numbers."""
        if self.scheme == PYSOLFC:
            a: cython.uint = self._twist() >> 5
            b: cython.uint = self._twist() >> 6
            return cython.cast(cython.int, (a * 67108864.0 + b) * (1.0 / 9007199254740992.0) * end)
        return cython.cast(cython.int, self._microsoft(seed) % end)

    def _microsoft(self, seed: cython.ulonglong) -> cython.ulonglong:
        """Return a number of PySolFC's LCRandom31: 15 bits, from seed 2**31 on bit 15 set, from
        2**32 on 16 bits + 1."""
        wide: cython.ulonglong = 0x100000000
        half: cython.ulonglong = 0x80000000
        self.state = (self.state * 214013 + 2531011) & (wide - 1)
        if seed >= wide:
            return (self.state >> 16) + 1
        if seed >= half:
            return (self.state >> 16) | 0x8000
        return (self.state >> 16) & 0x7FFF

    def _seed_twister(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.void:
        """Seed as Python's `random.seed` does with a non-negative integer: init_by_array (Matsumoto
        2002)."""
        word: cython.ulonglong = 0xFFFFFFFF
        length: cython.int = 1
        i: cython.int = 1
        j: cython.int = 0
        k: cython.int
        if high:
            length = 3 if high <= word else 4
        elif low > word:
            length = 2
        self.twister[0] = 19650218
        for k in range(1, 624):
            before: cython.ulonglong = self.twister[k - 1]
            before = ((before ^ (before >> 30)) * 1812433253 + k) & word
            self.twister[k] = cython.cast(cython.uint, before)
        for k in range(624):
            key: cython.ulonglong = high if j >= 2 else low
            key = (key >> 32 if j & 1 else key) & word
            before = self.twister[i - 1]
            before = (before ^ (before >> 30)) * 1664525
            before = ((self.twister[i] ^ before) + key + j) & word
            self.twister[i] = cython.cast(cython.uint, before)
            i += 1
            j = 0 if j + 1 == length else j + 1
            if i == 624:
                self.twister[0] = self.twister[623]
                i = 1
        for k in range(623):
            before = self.twister[i - 1]
            before = (before ^ (before >> 30)) * 1566083941
            before = ((self.twister[i] ^ before) - i) & word
            self.twister[i] = cython.cast(cython.uint, before)
            i += 1
            if i == 624:
                self.twister[0] = self.twister[623]
                i = 1
        self.twister[0] = cython.cast(cython.uint, (word >> 1) + 1)
        self.outputs = 0

    def _twist(self) -> cython.uint:
        """Return the next output; the state is renewed word by word."""
        upper: cython.uint = 0x80000000
        twist: cython.uint = 0x9908B0DF
        mask_b: cython.uint = 0x9D2C5680
        mask_c: cython.uint = 0xEFC60000
        k: cython.int = self.outputs
        y: cython.uint = (self.twister[k] & upper) | (self.twister[(k + 1) % 624] & (upper - 1))
        y = self.twister[(k + 397) % 624] ^ (y >> 1) ^ (twist if y & 1 else 0)
        self.twister[k] = y
        self.outputs = (k + 1) % 624
        y ^= y >> 11
        y ^= (y << 7) & mask_b
        y ^= (y << 15) & mask_c
        return y ^ (y >> 18)

    def _pysolfc(self, seed: cython.ulonglong) -> cython.void:
        """Deal as PySolFC does: each card from the last on changes places with one not behind it."""
        i: cython.int
        for i in range(self.size - 1, 0, -1):
            self._swap(i, self._below(seed, i + 1))
        if self.last_column:
            self._rectify_by_swaps(seed)
