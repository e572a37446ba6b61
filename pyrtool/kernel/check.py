# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Second opinions: a checker of lines, and a plain exhaustive search."""

import cython

from pyrtool.kernel.numbers import ANSWERS, check_below, check_length, check_width, longer

if not cython.compiled:
    from pyrtool.kernel.game import AnyGame
    from pyrtool.kernel.numbers import *


# Whether a claimed win is one: the line is played on a table of its own, by the rules.
#
# It shares nothing with the matching and the search but the record of the game: it knows cards by
# their codes, the direct covers and the rules, and plays. What it accepts is a line of legal moves
# that reaches the goal; how the line was found does not matter to it.

NOTHING = cython.declare(cython.int, -1)


class LineError(AssertionError):
    """A win whose line of play does not hold; `index` is the deal's, from 0, in its call."""

    def __init__(self, index: int) -> None:
        super().__init__(f"the line of play of deal {index} does not reach the goal")
        self.index = index


@cython.cclass
class Checker:
    """The table of one game.

    `early`: a discard of the line may be made as soon as it is legal, rather than at the position of
    the stock that the line names. `mate_of`: for each rank the one that it goes with, 0 if it goes
    alone; lines are played by the total, which several ranks that go with themselves do not have.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.size, self.tableau = game.size, game.tableau
        self.total, self.suits = game.total, game.suits
        self.draw, self.passes, self.unlimited = game.draw, game.passes, game.unlimited
        self.stock_waste, self.stock_top = game.stock_waste, game.stock_top
        self.waste_pairs, self.overlap = game.waste_pairs, game.overlap
        self.goal_pyramid, self.dealt = game.goal_pyramid, game.dealt
        self.early = game.monotone
        self.rank_of, self.card_of = game.rank_of, game.card_of
        self.direct, self.pyramid = game.direct, game.pyramid
        self.kings = bytearray(self.size)
        self.king_count = 0
        code: cython.int
        for code in range(len(game.rank_of)):
            if self.rank_of[code] == self.total:
                self.kings[self.king_count] = code
                self.king_count += 1
        self.mate_of, self.used = bytearray(RANKS), bytearray(RANKS)
        for code in game.deck:
            for other in game.deck if game.group_of[code] != NO_GROUP else ():
                if game.group_of[other] == game.partner_of[game.group_of[code]]:
                    self.mate_of[self.rank_of[code]] = self.rank_of[other]
        self.place_of = signed_bytes(len(game.rank_of))
        self.index_of = signed_bytes(len(game.rank_of))
        self.stock, self.waste = bytearray(self.size), bytearray(self.size)
        self.turned = NOTHING

    def check_matching(self, cards: bytes, pairs: list[tuple[int, int]]) -> bool:
        """Return whether the places of `pairs` can go together, all others alone or with open
        cards."""
        self.game.check_cards(cards)
        mate = signed_bytes(64)
        for i in range(64):
            mate[i] = NOTHING
        for i, j in pairs:
            if not (0 <= i < self.size and 0 <= j < self.size):
                raise ValueError(f"pair {i}, {j}: there is no such place")
            mate[i], mate[j] = j, i
        return bool(self.matching_holds(cards, mate))

    def check_line(self, cards: bytes, line: list[tuple[int, int, int]]) -> bool:
        """Return whether the line, in the form of the search's `line`, reaches the goal."""
        self.game.check_cards(cards)
        check_length("line", line, 0, 64)
        check_width("cards by their codes", max(self.game.deck), DEALT_BITS)
        low, high, when = integers(64), integers(64), integers(64)
        for i, move in enumerate(line):
            if not (0 <= move[0] < 64 and 0 <= move[1] < 64):
                raise ValueError(f"move {i}: there is no such card")
            low[i], high[i], when[i] = move
        return bool(self.line_holds(cards, low, high, when, len(line)))

    # Open games: only which card goes with which was claimed.

    def matching_holds(self, cards: ReadOnlyBytes, mate: SignedBytes) -> cython.bint:
        """Take what is exposed, with its mate or an open card, until nothing is left.

        `mate`: for each place the place that goes with it, or a negative number.
        """
        left: cython.ulonglong = 0
        cython.declare(i=cython.int, rank=cython.int)
        progress: cython.bint = True
        for rank in range(RANKS):
            self.used[rank] = 0
        for i in range(self.tableau):
            left |= one_bit(i)
            self.used[self.rank_of[cards[i]]] += 1
        while left:
            if not progress:
                return False
            progress = False
            for i in range(self.tableau - 1, -1, -1):  # what lies on a card is dealt after it
                if not left >> i & 1 or self.direct[i] & left:
                    continue
                j: cython.int = mate[i]
                rank = self.rank_of[cards[i]]
                if j < 0:
                    if self.mate_of[rank]:
                        self.used[self.mate_of[rank]] += 1
                    left &= ~one_bit(i)
                    progress = True
                    continue
                if j >= self.tableau or j == i or mate[j] != i:
                    return False
                if self.mate_of[rank] != self.rank_of[cards[j]]:
                    return False
                direct: cython.ulonglong = self.direct[j] & left
                if direct == 0 or (self.overlap and direct == one_bit(i)):
                    left &= ~(one_bit(i) | one_bit(j))
                    progress = True
        return self._open_cards_suffice()

    def _open_cards_suffice(self) -> cython.bint:
        """Return whether no rank was taken too often, and the rest goes among itself where it must."""
        for rank in range(1, RANKS):
            if not self.mate_of[rank]:
                continue
            count: cython.int = self.used[rank]
            if count > self.suits:
                return False
            if self.goal_pyramid:
                continue
            if count != self.used[self.mate_of[rank]]:
                return False
            if self.mate_of[rank] == rank and (self.suits - count) & 1:
                return False
        return True

    # Any game: a line of discards, with the stock position of each.

    def line_holds(
        self, cards: ReadOnlyBytes, low: Integers, high: Integers, when: Integers, depth: cython.int
    ) -> cython.bint:
        """Play the discards ``low[k]``, ``high[k]`` (bits of the search), dealing between them."""
        cython.declare(a=cython.int, b=cython.int)
        self._lay_out(cards)
        self._discard_kings()
        for k in range(depth):
            patience: cython.int = 4 * self.size  # deals without a discard: more gain nothing
            if low[k] == VANISHED:
                self.vanished = False
                while not self.vanished:
                    patience -= 1
                    if patience < 0 or not self._deal_on():
                        return False
                continue
            a, b = self.card_of[low[k]], self.card_of[high[k]]
            if a == NO_CARD or b == NO_CARD:
                return False
            while True:
                if self.early:
                    if self._may_go(a, b):
                        break
                elif self._stock_position() == when[k]:
                    if not self._may_go(a, b):
                        return False
                    break
                patience -= 1
                if patience < 0 or not self._deal_on():
                    return False
            self._remove(a)
            if b != a:
                self._remove(b)
            self._turn()
            self._discard_kings()
        patience = 4 * self.size
        while not self._is_won():
            patience -= 1
            if patience < 0 or not self._deal_on():
                return False
        return True

    def _lay_out(self, cards: ReadOnlyBytes) -> cython.void:
        """Lay out the table as it is at the start of a game."""
        self.left = one_bit(self.tableau) - 1
        self.open_cards = 0
        self.next_stock = self.last_stock = self.waste_size = 0
        self.turned = NOTHING
        self.pass_number = 1
        for i in range(self.size):
            self.place_of[cards[i]] = i if i < self.tableau else NOTHING
            self.index_of[cards[i]] = NOTHING
            if i >= self.tableau:
                if self.dealt:
                    self.index_of[cards[i]] = self.last_stock
                    self.stock[self.last_stock] = cards[i]
                    self.last_stock += 1
                else:
                    self.open_cards |= one_bit(cards[i])
        self._turn()

    def _is_won(self) -> cython.bint:
        """Return whether the goal is reached."""
        if self.goal_pyramid:
            return self.left & self.pyramid == 0
        if self.left or self.open_cards or self.waste_size or self.turned >= 0:
            return False
        return self.next_stock == self.last_stock

    def _is_available(self, card: cython.int) -> cython.bint:
        """Return whether a card may be discarded, as far as it lies free."""
        place: cython.int = self.place_of[card]
        if place >= 0:
            return bool(self.left >> place & 1) and self.direct[place] & self.left == 0
        if self.open_cards >> card & 1 or card == self.turned:
            return True
        return self.waste_size > 0 and self.waste[self.waste_size - 1] == card

    def _may_go(self, card: cython.int, other: cython.int) -> cython.bint:
        """Return whether a card alone (twice the same), or a pair, may be discarded now."""
        top: cython.int = self.waste[self.waste_size - 1] if self.waste_size else NOTHING
        if card == other:
            return self.rank_of[card] == self.total and self._is_available(card)
        if self.rank_of[card] + self.rank_of[other] != self.total:
            return False
        if not self._is_available(card):
            card, other = other, card
            if not self._is_available(card):
                return False
        if not self._is_available(other):
            return self._only_cover(card, other)
        if self.stock_waste == SW_NO and top >= 0 and self.turned >= 0:
            if (card == top and other == self.turned) or (other == top and card == self.turned):
                return False
        return True

    def _only_cover(self, card: cython.int, other: cython.int) -> cython.bint:
        """Return whether nothing but `card` keeps `other` covered, and the rules let the two go."""
        upper: cython.int = self.place_of[card]
        lower: cython.int = self.place_of[other]
        if lower >= 0:
            if not self.overlap or upper < 0 or not self.left >> lower & 1:
                return False
            return self.direct[lower] & self.left == one_bit(upper)
        if not self.waste_pairs or self.waste_size < 2:
            return False
        return self.waste[self.waste_size - 1] == card and self.waste[self.waste_size - 2] == other

    def _tops_match(self) -> cython.bint:
        """Return whether the turned card and the waste top add to the total."""
        if self.turned < 0 or self.waste_size == 0:
            return False
        return (
            self.rank_of[self.turned] + self.rank_of[self.waste[self.waste_size - 1]] == self.total
        )

    def _remove(self, card: cython.int) -> cython.void:
        """Take a card away, wherever it lies; in the waste it is one of the two top cards."""
        if self.place_of[card] >= 0:
            self.left &= ~one_bit(self.place_of[card])
        elif self.open_cards >> card & 1:
            self.open_cards &= ~one_bit(card)
        elif self.turned == card:
            self.turned = NOTHING
        else:
            self.waste_size -= 1
            if self.waste[self.waste_size] != card:
                self.waste[self.waste_size - 1] = self.waste[self.waste_size]

    def _turn(self) -> cython.void:
        """Turn the next stock card where it is available; matches on turning vanish."""
        while self.stock_top and self.turned < 0 and self.next_stock < self.last_stock:
            self.turned = self.stock[self.next_stock]
            self.next_stock += 1
            if self.stock_waste == SW_AUTO_ON_TURN and self._tops_match():
                self.turned = NOTHING
                self.waste_size -= 1
                self.vanished = True

    def _deal_on(self) -> cython.bint:
        """Deal, or redeal when there is nothing to deal; return False when neither is allowed."""
        if self.turned < 0 and self.next_stock == self.last_stock:
            if self.waste_size == 0:
                return False
            if not self.unlimited and self.pass_number >= self.passes:
                return False
            for k in range(self.waste_size):
                self.stock[k] = self.waste[k]
            self.next_stock, self.last_stock = 0, self.waste_size
            self.waste_size = 0
            self.pass_number += 1
        elif self.stock_top:
            if self.stock_waste == SW_AUTO and self._tops_match():
                self.waste_size -= 1
                self.vanished = True
            else:
                self.waste[self.waste_size] = cython.cast(cython.uchar, self.turned)
                self.waste_size += 1
            self.turned = NOTHING
        else:
            for k in range(self.draw):
                if self.next_stock < self.last_stock:
                    self.waste[self.waste_size] = self.stock[self.next_stock]
                    self.waste_size += 1
                    self.next_stock += 1
        self._turn()
        self._discard_kings()
        return True

    def _discard_kings(self) -> cython.void:
        """Discard the kings; those of the stock only where `early` holds."""
        k: cython.int = 0
        while k < self.king_count:
            card: cython.int = self.kings[k]
            k += 1
            if self._is_available(card) and (self.early or self.index_of[card] < 0):
                self._remove(card)
                self._turn()
                k = 0

    def _stock_position(self) -> cython.int:
        """Return the stock's position, by the waste top's place in the stock as it was first dealt."""
        top: cython.int = 0
        if self.waste_size:
            top = self.index_of[self.waste[self.waste_size - 1]] + 1
        return position_of(self.pass_number - 1, top)


# A plain search: every legal move of every position, each position once.
#
# A second opinion on what the searches say. It shares nothing with them. A position is which cards
# are left, the pass, and the place reached in the stock. The search tries every move, kings and
# deals like any other, and leaves out only positions that were seen before. Positions that differ
# in the place alone are bits of one word. A discard within the tableau leads from all of them to
# positions that share a word too.

# The positions that share a word have their key in common: a bit for each card left, above them the
# pass. Their places are bits by the number of the next stock card.
CARDS = cython.declare(cython.int, 52)
KEY_PASS_BITS = cython.declare(cython.int, 12)

# More than can follow the positions that share a word. These are each pair of cards with and
# without pairs that vanish then (2 x 1326), and each card alone likewise. A deal with pairs that
# vanish from each place, and a redeal, come on top.
CHILDREN = cython.declare(cython.int, 4096)
TOGETHER = cython.declare(cython.int, 64)  # how many are looked up together: memory is slow


@cython.cclass
class Plain:
    """One game, read without the record that the searches are made of.

    Cards are numbered in dealing order: the tableau, then waste and stock. `size`: how many numbers
    there are. `covers`: for each tableau place the places on it: directly, or all, where some are
    empty from the start. `directly`: those that may go with the card below in an overlap discard, if
    not all of them. `goal`: the cards that must go, as bits. 0 `passes` are unlimited. Cards are `dealt` from a stock, or lie open. `tops_match`:
    the turned card goes with the waste top; `tops_must`: dealing is no choice then; `tops_vanish`:
    as the card is turned.
    """

    def __init__(
        self,
        size: int,
        covers: list[list[int]],
        goal: int,
        *,
        goes_with: list[int],
        draw: int,
        passes: int,
        dealt: bool,
        stock_top: bool,
        overlap: bool,
        waste_pairs: bool,
        tops_match: bool,
        tops_must: bool,
        tops_vanish: bool,
        directly: list[list[int]] | None = None,
    ) -> None:
        cython.declare(i=cython.int, j=cython.int)
        check_width("cards", (1 << size) - 1, CARDS)
        check_width("passes", passes, KEY_PASS_BITS)
        check_length("tableau", covers, 0, size)
        check_below("places", bytes([j for on_it in covers for j in on_it]), len(covers))
        self.size, self.tableau, self.goal = size, len(covers), goal
        self.draw, self.passes = draw, passes
        self.dealt, self.stock_top = dealt, stock_top
        self.overlap, self.waste_pairs = overlap, waste_pairs
        self.tops_match, self.tops_must, self.tops_vanish = tops_match, tops_must, tops_vanish
        self.on_it, self.below, self.overlapped = words(64), words(64), words(64)
        for i, on_it in enumerate(covers):
            for j in on_it:
                self.on_it[i] |= one_bit(j)
                self.below[j] |= one_bit(i)
                if directly is None or j in directly[i]:
                    self.overlapped[j] |= one_bit(i)
        self.rank, self.mates = bytearray(64), words(64)
        self.goes_with = words(len(goes_with))
        for i, others in enumerate(goes_with):
            self.goes_with[i] = others
        self.limit_bytes = 1 << 30
        self.slots = halves(4 * CHILDREN)
        self.found, self.tried = words(4 * CHILDREN), words(2 * CHILDREN)
        self.waiting = words(2 * CHILDREN)
        self.next_keys, self.next_places = words(2 * CHILDREN), words(2 * CHILDREN)
        self._begin()

    def _begin(self) -> None:
        """Forget what was seen and what waits; use little of the memory, whatever there is."""
        self.nodes = self.count = self.listed = self.waits = 0
        self.won = False
        self.room = 2 * CHILDREN
        self._empty(4 * CHILDREN)

    def _empty(self, slots: int) -> None:
        """Make an empty table of this many slots, a power of two."""
        i: cython.Py_ssize_t
        if slots > self.slots.shape[0]:
            self.slots = halves(slots)
        else:
            for i in range(slots):
                self.slots[i] = 0
        self.last = slots - 1

    def load(self, ranks: bytes, left: int, at: int, number: int) -> None:
        """Load a position to begin from. It has the rank of each card by its number, the cards that
        are left as bits, the number of the next stock card, or `size`, and the pass."""
        cython.declare(i=cython.int, j=cython.int)
        check_length("ranks", ranks, self.size)
        check_below("ranks", ranks, len(self.goes_with))
        if left >> self.size or not 0 <= at <= self.size or number >> KEY_PASS_BITS:
            raise ValueError(f"left {left}, stock {at}, pass {number}: there is no such position")
        self._begin()
        self.alone = 0
        for i in range(self.size):
            self.rank[i], self.mates[i] = ranks[i], 0
            if self.goes_with[self.rank[i]] == 0:
                self.alone |= one_bit(i)
        for i in range(self.size):
            for j in range(self.size):
                if self.goes_with[self.rank[i]] >> self.rank[j] & 1:
                    self.mates[i] |= one_bit(j)
        self._reach(left, number, at, False)
        self._keep()

    def search(self, most: int) -> str:
        """Search on for at most this many nodes: ``won``, ``lost``, ``paused``, or ``memory``."""
        until: cython.longlong = self.nodes + most
        answer: cython.int = NO_ROOM
        while True:
            with cython.nogil:
                answer = self._run(until)
            if answer != NO_ROOM or not self._grow():
                return ANSWERS[answer]

    def _grow(self) -> bool:
        """Make room where it is short; return False when the limit on memory forbids it."""
        table: int = 4 * (self.last + 1)
        listed: int = 4 * 8 * self.room
        i: cython.Py_ssize_t
        if self._lists_are_full():
            if table + 5 * listed > self.limit_bytes:
                return False
            self.room *= 4
            if self.room > self.tried.shape[0]:
                self.found, self.tried = longer(self.found), longer(self.tried)
                self.waiting = longer(self.waiting)
        else:
            if 5 * table + listed > self.limit_bytes:
                return False
            self._empty(table)
            for i in range(1, self.count + 1):
                self.slots[self._slot(self.found[2 * i])] = i
        return True

    def _lists_are_full(self) -> cython.bint:
        """Return whether what follows one more key may not all find room."""
        return self.count + self.listed + CHILDREN >= self.room

    def _table_is_full(self) -> cython.bint:
        """Return whether the keys that then follow may fill more than half of the table."""
        return 2 * (self.count + self.listed + CHILDREN) > self.last

    def _run(self, until: cython.longlong) -> cython.int:
        """Look at position after position until one is won, none waits, or something runs out."""
        while not self.won:
            if self.listed > TOGETHER or self.waits == 0:
                self._keep()
            if self.waits == 0:
                return LOST
            if self.nodes >= until:
                return PAUSED
            if self._lists_are_full() or self._table_is_full():
                return NO_ROOM
            self.head = self.waiting[self.waits - 1]
            self.waits -= 1
            self._try_all(until)
        return WON

    def _try_all(self, until: cython.longlong) -> cython.void:
        """Reach every position that one move leads to from those next in turn, up to the limit."""
        left: cython.ulonglong = self.found[2 * self.head] & (one_bit(CARDS) - 1)
        number: cython.int = cython.cast(cython.int, self.found[2 * self.head] >> CARDS)
        stock: cython.ulonglong = left & ~(one_bit(self.tableau) - 1)
        exposed: cython.ulonglong = left ^ stock
        cards: cython.ulonglong = exposed
        places: cython.ulonglong = 0
        while cards:
            exposed &= ~self.below[lowest_bit(cards)]
            cards &= cards - 1
        while self.found[2 * self.head + 1] != self.tried[self.head] and self.nodes < until:
            self.nodes += 1
            at: cython.int = lowest_bit(self.found[2 * self.head + 1] & ~self.tried[self.head])
            self.tried[self.head] |= one_bit(at)
            places |= one_bit(at)
            if self.dealt:
                self._deal(left, number, stock, at)
                self._discard_dealt(left, number, stock, exposed, at)
        if not self.dealt:
            exposed |= stock
        self._discard_exposed(left, number, exposed, places)
        if self.found[2 * self.head + 1] != self.tried[self.head]:
            self.waiting[self.waits] = self.head
            self.waits += 1

    def _discard_exposed(
        self,
        left: cython.ulonglong,
        number: cython.int,
        exposed: cython.ulonglong,
        places: cython.ulonglong,
    ) -> cython.void:
        """Reach what the discards that leave the stock as it is lead to."""
        cards: cython.ulonglong = exposed
        while cards:
            i: cython.int = lowest_bit(cards)
            cards &= cards - 1
            if self.alone >> i & 1:
                self._reach_all(left ^ one_bit(i), number, places)
                continue
            mates: cython.ulonglong = self.mates[i] & cards
            if self.overlap:
                mates |= self.mates[i] & left & self.overlapped[i]
            while mates:
                j: cython.int = lowest_bit(mates)
                mates &= mates - 1
                if exposed >> j & 1 or self.on_it[j] & left == one_bit(i):
                    self._reach_all(left ^ one_bit(i) ^ one_bit(j), number, places)

    def _discard_dealt(
        self,
        left: cython.ulonglong,
        number: cython.int,
        stock: cython.ulonglong,
        exposed: cython.ulonglong,
        at: cython.int,
    ) -> cython.void:
        """Reach what the discards of the turned card or the waste top lead to, with the stock dealt
        up to a place."""
        waste: cython.ulonglong = stock & (one_bit(at) - 1)
        after: cython.int = self._after(stock, at)
        if waste:
            top: cython.int = highest_bit(waste)
            self._discard_with(left, number, exposed, top, at, False)
            waste ^= one_bit(top)
            if self.waste_pairs and waste and self.mates[top] >> highest_bit(waste) & 1:
                self._reach(left ^ one_bit(top) ^ one_bit(highest_bit(waste)), number, at, False)
            if at < self.size and self.stock_top and self.tops_match and self.mates[top] >> at & 1:
                self._reach(left ^ one_bit(top) ^ one_bit(at), number, after, True)
        if at == self.size or not self.stock_top:
            return
        # A turned card that is dealt is the waste top, and its discard then leads to the same.
        if self.tops_vanish or not self.found[2 * self.head + 1] >> after & 1:
            self._discard_with(left, number, exposed, at, after, True)

    def _discard_with(
        self,
        left: cython.ulonglong,
        number: cython.int,
        exposed: cython.ulonglong,
        card: cython.int,
        at: cython.int,
        turned: cython.bint,
    ) -> cython.void:
        """Reach what the discards of one card lead to, alone or with a card of the tableau, and the
        place after it."""
        mates: cython.ulonglong = self.mates[card] & exposed
        left ^= one_bit(card)
        if self.alone >> card & 1:
            self._reach(left, number, at, turned)
        while mates:
            self._reach(left ^ one_bit(lowest_bit(mates)), number, at, turned)
            mates &= mates - 1

    def _after(self, stock: cython.ulonglong, at: cython.int) -> cython.int:
        """Return the next of the stock cards left after a place; `size` after the last."""
        if at == self.size:
            return at
        stock &= ~((one_bit(at) << 1) - 1)
        return lowest_bit(stock) if stock else self.size

    def _deal(
        self, left: cython.ulonglong, number: cython.int, stock: cython.ulonglong, at: cython.int
    ) -> cython.void:
        """Reach what the deal or the redeal leads to, whichever is legal."""
        waste: cython.ulonglong = stock & (one_bit(at) - 1)
        if at < self.size:
            if self.tops_must and waste and self.mates[at] >> highest_bit(waste) & 1:
                return  # it is the discard of the two
            for k in range(self.draw):
                at = self._after(stock, at)
        elif waste and (self.passes == 0 or number < self.passes):
            number += self.passes != 0
            at = lowest_bit(waste)
        else:
            return
        if self.tops_vanish or number != cython.cast(
            cython.int, self.found[2 * self.head] >> CARDS
        ):
            self._reach(left, number, at, True)
        else:
            self.found[2 * self.head + 1] |= one_bit(at)

    def _reach(
        self, left: cython.ulonglong, number: cython.int, at: cython.int, turned: cython.bint
    ) -> cython.void:
        """Reach a position. `turned`: its stock card was just turned."""
        while turned and self.tops_vanish and at < self.size:
            stock: cython.ulonglong = left & ~(one_bit(self.tableau) - 1)
            waste: cython.ulonglong = stock & (one_bit(at) - 1)
            if waste == 0 or not self.mates[at] >> highest_bit(waste) & 1:
                break
            left ^= one_bit(highest_bit(waste)) | one_bit(at)
            at = self._after(stock, at)
        self._reach_all(left, number, one_bit(at))

    def _reach_all(
        self, left: cython.ulonglong, number: cython.int, places: cython.ulonglong
    ) -> cython.void:
        """Reach positions that differ in the place alone: each is won, or is to be looked at."""
        if left & self.goal == 0:
            self.won = True
            return
        self.next_keys[self.listed] = left | (cython.cast(cython.ulonglong, number) << CARDS)
        self.next_places[self.listed] = places
        self.listed += 1
        if cython.compiled:
            prefetch(
                cython.address(self.slots[splitmix(self.next_keys[self.listed - 1]) & self.last])
            )

    def _keep(self) -> cython.void:
        """Note the positions reached with those of the same key."""
        k: cython.Py_ssize_t
        if cython.compiled:
            for k in range(self.listed):
                i: cython.Py_ssize_t = self.slots[splitmix(self.next_keys[k]) & self.last]
                prefetch(cython.address(self.found[2 * i]))
        for k in range(self.listed):
            slot: cython.ulonglong = self._slot(self.next_keys[k])
            i = self.slots[slot]
            if i == 0:
                self.count += 1
                i = self.slots[slot] = self.count
                self.found[2 * i], self.found[2 * i + 1] = self.next_keys[k], 0
                self.tried[i] = 0
            if self.next_places[k] & ~self.found[2 * i + 1]:
                if self.found[2 * i + 1] == self.tried[i]:
                    self.waiting[self.waits] = i
                    self.waits += 1
                self.found[2 * i + 1] |= self.next_places[k]
        self.listed = 0

    def _slot(self, key: cython.ulonglong) -> cython.ulonglong:
        """Return where the table has the key's number, or 0 where the key is new."""
        slot: cython.ulonglong = splitmix(key) & self.last
        while self.slots[slot] and self.found[2 * self.slots[slot]] != key:
            slot = (slot + 1) & self.last
        return slot
