# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""One game as numbers, the table of the positions that a search has seen, and searches depth first."""

import cython

from pyrtool.kernel.numbers import ANSWERS, check_below, check_length, check_width, grown

if not cython.compiled:
    from pyrtool.kernel.numbers import *


# The table of positions a search has seen: for each key, one note.
#
# It is the one hash table of the searches. Keys are kept whole, so no position is taken for
# another. It uses open addressing: `find` ends at a free slot. So a search asks whether the table
# is `full`, and makes room, before every one or two notes that it writes, or before each level of
# which it will write one. Without room it stops.
# What a note says is the search's business. Its upper bits carry the number of the deal it belongs
# to, so that forgetting everything costs nothing.
#
# The plain search has its own table: a fault in this one must not be confirmed by the second
# opinion. `Tableaux` and `Orders` do not use it, as each of their rows has a number, and its key beside
# what else it holds. There an index of numbers finds a row, and takes a fifth of the memory.


@cython.cclass
class Table:
    """Notes of `bits` bits for keys of `width` words. A `key` of more than one word is written there
    by who asks for it; growing leaves another one.

    It grows by `growth`, a power of two, as it fills, while old and new together stay below
    `limit_bytes`. Each growth and each clearing begins an `epoch`, in which the slots of earlier
    epochs mean nothing. Clearing goes back to the first size: a small table stays in the
    processor's caches, and most deals need no other.

    A row of `entries` has the words of a key and then its note, so that one access to memory has
    both. A slot is where the note is.
    """

    def __init__(
        self, bits: int, first_size: int = 1 << 10, *, width: int = 1, growth: int = 4
    ) -> None:
        self.bits, self.width, self.row, self.growth = bits, width, width + 1, growth
        self.key = words(width)
        self.limit_bytes = 1 << 30
        self.first_size = first_size
        self.epoch = 0
        self.shrink()

    def _allot(self, size: int) -> None:
        """Make an empty table of this many rows, a power of two."""
        self.entries = words(self.row * size)
        self._begin(size)

    def _begin(self, size: cython.ulonglong) -> cython.void:
        """Begin an epoch with this many rows, in which there is no note of this generation."""
        self.mask, self.used, self.room = size - 1, 0, size // 8 * 5
        self.epoch += 1

    def shrink(self) -> None:
        """Give back the memory of a table that has grown, and forget everything."""
        self._allot(self.first_size)
        self.first = self.entries
        self.generation = 1

    def grow(self) -> None:
        """Make the table larger by `growth`; nothing in it is forgotten."""
        old = self.entries
        size: cython.ulonglong = self.mask + 1
        at: cython.ulonglong = self.width
        cython.declare(i=cython.ulonglong, k=cython.int)
        self._allot(self.growth * size)
        for i in range(size):
            if old[at] >> self.bits == self.generation:
                note: cython.ulonglong = old[at] & (one_bit(self.bits) - 1)
                for k in range(self.width):
                    self.key[k] = old[at - self.width + k]
                if self.width == 1:
                    self.write(self.find(self.key[0]), self.key[0], note)
                else:
                    self.write_long(self.find_long(), note)
            at += self.row

    def taken_bytes(self) -> int:
        """Return the memory that the table takes."""
        return int(8 * self.row * (self.mask + 1))

    def full(self) -> cython.bint:
        """Return whether it is time to make room."""
        return self.used >= self.room

    def make_room(self) -> cython.bint:
        """Grow, or return False when the limit on memory forbids it, or there is none."""
        if not self._fits(self.growth * (self.mask + 1)):
            return False
        with cython.gil:
            return grown(self.grow)

    def clear(self) -> cython.void:
        """Forget everything: another deal begins."""
        at: cython.ulonglong
        self.generation += 1
        if self.mask >= self.first_size:
            self.entries = self.first
        self._begin(self.first_size)
        if self.generation >> (64 - self.bits):  # the numbers of generations begin again
            for at in range(self.row * self.first_size):
                self.entries[at] = 0
            self.generation = 1

    def _fits(self, size: cython.ulonglong) -> cython.bint:
        """Return whether the limit on memory lets the table have this size. The size is the first
        one, or one to which it grew from an old table, which stays in memory while the new one
        takes over its notes."""
        return (
            size <= self.first_size
            or 8 * self.row * (size + size // self.growth) <= self.limit_bytes
        )

    def find(self, key: cython.ulonglong) -> cython.longlong:
        """Return the slot of a key of one word, or -1 less the slot where it would go."""
        mix: cython.ulonglong = 0x9E3779B97F4A7C15
        word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        at: cython.ulonglong = (key * mix) & word
        at = ((at ^ (at >> 32)) * mix) & word
        at = 2 * ((at >> 24) & self.mask) + 1
        while self.entries[at] >> self.bits == self.generation:
            if self.entries[at - 1] == key:
                return cython.cast(cython.longlong, at)
            at = (at + 2) & (2 * self.mask + 1)
        return -1 - cython.cast(cython.longlong, at)

    def find_long(self) -> cython.longlong:
        """Do what `find` does for the `key`, of two words or more."""
        mix: cython.ulonglong = 0x9E3779B97F4A7C15
        word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        end: cython.ulonglong = self.row * (self.mask + 1)
        at: cython.ulonglong = 0
        k: cython.int
        for k in range(self.width):
            at = ((at ^ (at >> 29)) + self.key[k]) & word
            at = (at * mix) & word
        at = ((at ^ (at >> 32)) * mix) & word
        at = self.row * ((at >> 24) & self.mask) + self.width
        while self.entries[at] >> self.bits == self.generation:
            k = 0
            while k < self.width and self.entries[at - self.width + k] == self.key[k]:
                k += 1
            if k == self.width:
                return cython.cast(cython.longlong, at)
            at += self.row
            if at >= end:
                at = self.width
        return -1 - cython.cast(cython.longlong, at)

    def note(self, slot: cython.longlong) -> cython.ulonglong:
        """Return what a slot's note says."""
        return self.entries[slot] & (one_bit(self.bits) - 1)

    def write(
        self, slot: cython.longlong, key: cython.ulonglong, note: cython.ulonglong
    ) -> cython.longlong:
        """Write a note for a key of one word into the slot that `find` gave; the slot."""
        if slot < 0:
            slot = -1 - slot
            self.used += 1
        self.entries[slot - 1] = key
        self.entries[slot] = note | (self.generation << self.bits)
        return slot

    def write_long(self, slot: cython.longlong, note: cython.ulonglong) -> cython.void:
        """Write a note for the `key` into the slot that `find_long` gave."""
        k: cython.int
        if slot < 0:
            slot = -1 - slot
            self.used += 1
            for k in range(self.width):
                self.entries[slot - self.width + k] = self.key[k]
        self.entries[slot] = note | (self.generation << self.bits)


# A search depth first: how it goes through what can be tried, and pauses.
#
# A level is what was come to: cards left, or partners chosen. What can be tried there, what it
# leads to, and what is lost or known, each search says in its own way.

NO_END = cython.declare(cython.longlong, 1 << 62)
SHORT = cython.declare(cython.int, -3)  # it is short of room that it may have


@cython.cclass
class DepthFirst:
    """A search depth first. `depth`: the highest level, -1 once all was tried. `won`: what is wanted
    was found. `nodes`: what counts of the work. At `enough` of them the search begins again, with
    other choices first (docs/development/proofs.md, "Why restarts end")."""

    def __init__(self) -> None:
        self.nodes, self.enough = 0, NO_END
        self.depth, self.won = -1, False

    def search(self, most: int) -> str:
        """Search on for at most this many nodes: ``won``, ``lost``, ``paused``, or ``memory``.

        How the nodes are cut into budgets changes neither the answer nor the nodes it takes.
        """
        until: cython.longlong = self.nodes + most
        while True:
            with cython.nogil:
                answer: cython.int = self.run_to(until)
            if answer == SHORT:
                if not self._grow():
                    return ANSWERS[NO_ROOM]
            elif answer != PAUSED or self.nodes >= until:
                return ANSWERS[answer]
            else:
                self._begin_again()

    def _grow(self) -> bool:
        """Make room where it is short; return False when there is none, or a limit forbids it."""
        return False

    def _begin_again(self) -> None:
        """Put back the first position, and say after how many nodes that is `enough`."""

    def run_to(self, until: cython.longlong) -> cython.int:
        """Search on until what is wanted is found, nothing is left to try, there are this many
        nodes, or room is `SHORT`."""
        while not self.won:
            if self.depth < 0:
                return LOST
            if self.nodes >= self.enough:
                return PAUSED
            if not self._has_move():
                self._leave()
                continue
            if self.nodes >= until:
                return PAUSED
            if self._is_short():
                return SHORT
            self._step()
        return WON

    def _has_move(self) -> cython.bint:
        """Return whether the highest level has something that was not tried yet."""
        return True

    def _is_short(self) -> cython.bint:
        """Return whether the next step may not find room."""
        return False

    def _step(self) -> cython.void:
        """Try what comes next at the highest level."""

    def _leave(self) -> cython.void:
        """Leave the highest level, where all was tried."""


# Games played out at random, whatever the table.
#
# The numbers come from SplitMix64, bounded without bias as in the native shuffle: a seed gives the
# same games on every machine.


@cython.cclass
class RandomNumbers:
    """Numbers at random, from the `state` of SplitMix64."""

    def __init__(self) -> None:
        self.state = 0

    def below(self, n: cython.ulonglong) -> cython.int:
        """Return a number from 0 to n - 1, all with the same chance."""
        gamma: cython.ulonglong = 0x9E3779B97F4A7C15
        mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        word: cython.ulonglong = 0xFFFFFFFF
        while True:
            self.state = (self.state + gamma) & mask
            product: cython.ulonglong = (splitmix(self.state) >> 32) * n
            if (product & word) >= n or (product & word) >= (word + 1) % n:
                return cython.cast(cython.int, product >> 32)


@cython.cclass
class RandomGames:
    """Games from one position, played out by the two players of a rating. What lies on the table,
    and when the game is dead, each kind says in its own way. `numbers`: what is drawn."""

    def __init__(self, numbers: RandomNumbers) -> None:
        self.numbers = numbers

    def play(self, games: int, seed: int | None, clever: bool) -> int:
        """Return how many of these games are won. `clever`: by the player that makes no move after
        which the game is dead. Without a seed they follow the games that were played before."""
        count: cython.longlong = games
        careful: cython.bint = clever
        i: cython.longlong
        won: cython.longlong = 0
        if seed is not None:
            self.numbers.state = seed & 0xFFFFFFFFFFFFFFFF
        with cython.nogil:
            for i in range(count):
                won += self._play(careful)
        return won

    def _play(self, careful: cython.bint) -> cython.bint:
        """Play one game and return whether it is won. A game that is dead is given up."""
        if not self._begin():
            return False
        while not self._is_won():
            count: cython.int = self._list_moves()
            while True:
                if count == 0:
                    return False
                k: cython.int = self.numbers.below(count)
                if not self._make(k):
                    return False
                if not self._is_dead():
                    break
                if not careful:
                    return False
                count -= 1
                self._strike(k, count)
            self._go_on()
        return True

    def _begin(self) -> cython.bint:
        """Put back the first position; return False if it is dead."""
        return False

    def _is_won(self) -> cython.bint:
        """Return whether the position is won."""
        return True

    def _list_moves(self) -> cython.int:
        """List the moves between which the player chooses; return how many there are."""
        return 0

    def _make(self, k: cython.int) -> cython.bint:
        """Make the k-th move, and keep the position before it; return False if that costs all
        patience."""
        return False

    def _is_dead(self) -> cython.bint:
        """Return whether the position after the move that was made is dead."""
        return True

    def _strike(self, k: cython.int, count: cython.int) -> cython.void:
        """List the k-th move no more: the others are this many."""

    def _go_on(self) -> cython.void:
        """Go on from the position after the move that was made."""


# One game as numbers: its deck, its tableau, its rules, and what is sound under them.
#
# It decides nothing: `answers.kernel_setup.build` says all this once for a game, and every kernel
# of it is made of the one record. What follows from the numbers given, and several kernels ask for,
# is here too.


@cython.cclass
class AnyGame:
    """A game's numbers, by name. Nothing changes them, so threads may share them.

    The deck: `rank_of` has for each card code its rank, 0 where the deck has no such card. `bit_of`
    has for each code its bit in set order (see `Places`), and `card_of` for each bit its card's
    code, or `NO_CARD`. Ranks add to `total`, and there are `suits` cards of each. `self_set`: for
    each of the `sets` whether its rank completes itself.

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
    or may go on. `stock_waste` is a number of `numbers.STOCK_WASTE`.

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
        """Take the numbers of a record. `ranks` and `bit_of` are for each card code, `covers` are
        for each place those directly on it; 0 `passes` are unlimited. All else is as the record has
        it."""
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
        check_below("places", bytes([j for on_it in covers for j in on_it]), self.tableau)
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
        """Work out what the deck has of each group, and which card has which bit."""
        self.rank_of = bytearray(ranks)
        self.deck = frozenset([code for code, rank in enumerate(ranks) if rank])
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
        """Write the covering relation, as lists and as masks."""
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
        """Raise a `ValueError` unless these are the codes of the whole deck, each once."""
        check_length("cards", cards, self.size)
        if self.deck.symmetric_difference(cards):
            raise ValueError("cards: are not the deck of the game")

    def check_left(self, left: bytes, position: int = 0) -> None:
        """Raise a `ValueError` unless there is a byte for each card, and the stock has that
        position."""
        check_length("left", left, self.size)
        if not 0 <= position < PASS * self.passes or dealt_of(position) > self.stock:
            raise ValueError(f"position {position}: the stock has none such")

    def check_position(self, cards: bytes, left: bytes, position: int) -> None:
        """Check as `check_cards` and `check_left` do."""
        self.check_cards(cards)
        self.check_left(left, position)

    def bit(self, card: cython.int) -> int:
        """Return the bit of a card, by its code, in set order."""
        return self.bit_of[card]

    def card(self, bit: int) -> int:
        """Return the code of the card that has this bit."""
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


# How cards are laid out, dealt and discarded: what kernels without sets know of the rules.
#
# It decides nothing: `answers.kernel_setup.build` says it once for a game, and each kernel adds
# what only it asks for.


class Play:
    """The rules of play that these kernels share."""

    def __init__(
        self,
        covers: list[list[int]],
        *,
        draw: int,
        passes: int,
        stock_top: bool,
        waste_pairs: bool,
        overlap: bool,
        wastes: int,
        choice: bool,
        both_ends: bool,
        meets: list[int],
    ) -> None:
        """Take the rules of play. `covers`: for each place of the tableau, in dealing order, those
        directly on it. 0 `passes` are unlimited. `choice`: the player chooses the waste.
        `both_ends`: of a waste are available. `meets`: for each pile the mask of those whose
        available cards go with its own. Pile 0 is the turned card, 1 is no pile, and 2 is the first
        waste. All else is as the rules have it."""
        check_length("piles", meets, wastes + 2)
        self.covers, self.draw, self.passes = covers, draw, passes
        self.stock_top, self.waste_pairs, self.overlap = stock_top, waste_pairs, overlap
        self.wastes, self.choice, self.both_ends = wastes, choice, both_ends
        self.dealt_at_once = draw if wastes == 1 or choice else wastes
        self.meets = integers(wastes + 2)
        for pile, mask in enumerate(meets):
            self.meets[pile] = mask

    def masks(self) -> tuple[memoryview, memoryview, memoryview]:
        """Return three masks for each place: those directly on it, those directly under it, and all
        that cover it, transitively."""
        covers, covered, above = words(64), words(64), words(64)
        for i in range(len(self.covers) - 1, -1, -1):  # what lies on a card is dealt after it
            for j in self.covers[i]:
                covers[i] |= 1 << j
                covered[j] |= 1 << i
                above[i] |= 1 << j | above[j]
        return covers, covered, above
