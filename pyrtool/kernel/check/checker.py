# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Whether a claimed win is one: the line is played on a table of its own, by the rules.

Shares nothing with the matching and the search but the record of the game: it knows cards by
their codes, the direct covers and the rules, and plays. What it accepts is a line of legal
moves that reaches the goal; how the line was found does not matter to it.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, signed_bytes
from pyrtool.kernel.numbers.widths import check_length, check_width

if not cython.compiled:
    from pyrtool.kernel.game.game import AnyGame
    from pyrtool.kernel.numbers.buffers import Integers, ReadOnlyBytes, SignedBytes
    from pyrtool.kernel.numbers.codes import (
        NO_CARD,
        NO_GROUP,
        RANKS,
        SW_AUTO,
        SW_AUTO_ON_TURN,
        SW_NO,
    )
    from pyrtool.kernel.numbers.encoding import DEALT_BITS, VANISHED, position_of

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
        self.place_of, self.index_of = (
            signed_bytes(len(game.rank_of)),
            signed_bytes(len(game.rank_of)),
        )
        self.stock, self.waste = bytearray(self.size), bytearray(self.size)
        self.turned = NOTHING

    def check_matching(self, cards: bytes, pairs: list[tuple[int, int]]) -> bool:
        """Whether the places of `pairs` can go together and all others alone or with open cards."""
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
        """Whether the line, in the form of the search's `line`, reaches the goal."""
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

    def matching_holds(
        self,
        cards: ReadOnlyBytes,
        mate: SignedBytes,
    ) -> cython.bint:
        """Take what is exposed, with its mate or an open card, until nothing is left.

        `mate`: for each place the place that goes with it, or a negative number.
        """
        one: cython.ulonglong = 1
        left: cython.ulonglong = 0
        direct: cython.ulonglong
        i: cython.int
        j: cython.int
        rank: cython.int
        progress: cython.bint = True
        for rank in range(RANKS):
            self.used[rank] = 0
        for i in range(self.tableau):
            left |= one << i
            self.used[self.rank_of[cards[i]]] += 1
        while left:
            if not progress:
                return False
            progress = False
            for i in range(self.tableau - 1, -1, -1):  # what lies on a card is dealt after it
                if not left >> i & 1 or self.direct[i] & left:
                    continue
                j = mate[i]
                rank = self.rank_of[cards[i]]
                if j < 0:
                    if self.mate_of[rank]:
                        self.used[self.mate_of[rank]] += 1
                    left &= ~(one << i)
                    progress = True
                    continue
                if j >= self.tableau or j == i or mate[j] != i:
                    return False
                if self.mate_of[rank] != self.rank_of[cards[j]]:
                    return False
                direct = self.direct[j] & left
                if direct == 0 or (self.overlap and direct == one << i):
                    left &= ~((one << i) | (one << j))
                    progress = True
        return self._open_cards_suffice()

    def _open_cards_suffice(self) -> cython.bint:
        """Whether no rank was taken too often, and what is left goes among itself where it must."""
        rank: cython.int
        count: cython.int
        for rank in range(1, RANKS):
            if not self.mate_of[rank]:
                continue
            count = self.used[rank]
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
        self,
        cards: ReadOnlyBytes,
        low: Integers,
        high: Integers,
        when: Integers,
        depth: cython.int,
    ) -> cython.bint:
        """Play the discards ``low[k]``, ``high[k]`` (bits of the search), dealing between them."""
        k: cython.int
        a: cython.int
        b: cython.int
        patience: cython.int
        self._lay_out(cards)
        self._discard_kings()
        for k in range(depth):
            patience = 4 * self.size  # deals without a discard: more gain nothing
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
        """The table at the start of a game."""
        one: cython.ulonglong = 1
        i: cython.int
        self.left = (one << self.tableau) - 1
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
                    self.open_cards |= one << cards[i]
        self._turn()

    def _is_won(self) -> cython.bint:
        """Whether the goal is reached."""
        if self.goal_pyramid:
            return self.left & self.pyramid == 0
        if self.left or self.open_cards or self.waste_size or self.turned >= 0:
            return False
        return self.next_stock == self.last_stock

    def _is_available(self, card: cython.int) -> cython.bint:
        """Whether a card may be discarded, as far as it lies free."""
        place: cython.int = self.place_of[card]
        if place >= 0:
            return bool(self.left >> place & 1) and self.direct[place] & self.left == 0
        if self.open_cards >> card & 1 or card == self.turned:
            return True
        return self.waste_size > 0 and self.waste[self.waste_size - 1] == card

    def _may_go(self, card: cython.int, other: cython.int) -> cython.bint:
        """Whether a card alone (twice the same), or a pair, may be discarded now."""
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
        """Whether nothing but `card` keeps `other` covered, and the rules let the two go."""
        one: cython.ulonglong = 1
        upper: cython.int = self.place_of[card]
        lower: cython.int = self.place_of[other]
        if lower >= 0:
            if not self.overlap or upper < 0 or not self.left >> lower & 1:
                return False
            return self.direct[lower] & self.left == one << upper
        if not self.waste_pairs or self.waste_size < 2:
            return False
        return self.waste[self.waste_size - 1] == card and self.waste[self.waste_size - 2] == other

    def _tops_match(self) -> cython.bint:
        """Whether the turned card and the waste top add to the total."""
        if self.turned < 0 or self.waste_size == 0:
            return False
        return (
            self.rank_of[self.turned] + self.rank_of[self.waste[self.waste_size - 1]] == self.total
        )

    def _remove(self, card: cython.int) -> cython.void:
        """Take a card away, wherever it lies; in the waste it is one of the two top cards."""
        one: cython.ulonglong = 1
        if self.place_of[card] >= 0:
            self.left &= ~(one << self.place_of[card])
        elif self.open_cards >> card & 1:
            self.open_cards &= ~(one << card)
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
        """Deal, or redeal when there is nothing to deal; False when neither is allowed."""
        k: cython.int
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
        card: cython.int
        while k < self.king_count:
            card = self.kings[k]
            k += 1
            if self._is_available(card) and (self.early or self.index_of[card] < 0):
                self._remove(card)
                self._turn()
                k = 0

    def _stock_position(self) -> cython.int:
        """The position of the stock, by the waste top's place in the stock as it was dealt first."""
        top: cython.int = 0
        if self.waste_size:
            top = self.index_of[self.waste[self.waste_size - 1]] + 1
        return position_of(self.pass_number - 1, top)
