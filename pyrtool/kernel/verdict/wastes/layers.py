# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Where the cards lie in a search of games with several wastes, or both ends of one.

A position is which cards are left, the pass, and what lies where in the stock. The last is an order
of the stock cards, the place in it that is dealt next, and, with a choice of wastes, the waste of
each card.
"""

import cython

from pyrtool.kernel.game.play import Play
from pyrtool.kernel.numbers.buffers import integers, words
from pyrtool.kernel.numbers.hash_table import Table
from pyrtool.kernel.numbers.widths import check_length, check_width
from pyrtool.kernel.verdict.wastes.lastplaces import LastPlaces
from pyrtool.kernel.verdict.wastes.orders import Orders

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import highest_bit, lowest_bit
    from pyrtool.kernel.numbers.codes import NO_GROUP, PRUNE_EARLIER, PRUNE_SETS
    from pyrtool.kernel.verdict.wastes.level import (
        CARDS,
        END,
        EXPOSED,
        KNOWN,
        LEFT,
        MOST_MOVES,
        NOT_REACHED,
        ORDER,
        PASS_NUMBER,
        SETS_LEFT,
        UNDEALT,
        WASTE,
        WORDS,
    )

PASS_BITS = cython.declare(cython.int, 7)
FIRST_LEVELS = cython.declare(cython.int, 256)
FIRST_SEEN = 1 << 12
EARLIEST_BITS = 32  # of a note of `seen`

ORDER_BITS = cython.declare(cython.int, 24)


@cython.cclass
class Layers:
    """One game's rules, and positions of it one upon the other, each made from the one below.

    Cards are numbered: the tableau's in dealing order, then the stock's. `choice`: the player says
    to which waste a card is dealt. `prunes`: those of `codes` that are on.
    """

    def __init__(
        self,
        size: int,
        play: Play,
        *,
        wastes: int,
        choice: bool,
        waste_match: bool,
        both_ends: bool,
        prunes: int,
    ) -> None:
        draw, passes = play.draw, play.passes
        check_width("cards", (1 << size) - 1, CARDS)
        check_width("passes", passes, PASS_BITS)
        self.size, self.tableau, self.wastes = size, len(play.covers), wastes
        self.draw, self.choice, self.passes, self.prunes = draw, choice, passes, prunes
        self.stock_top, self.tops_match = play.stock_top, play.tops_match
        self.waste_pairs, self.overlap = play.waste_pairs, play.overlap
        self.waste_match, self.both_ends = waste_match, both_ends
        # Whether a card that is gone leaves the others where they would be dealt.
        self.stable = choice or (wastes == 1 and draw == 1)
        # Whether every pass has the same order, so that a place says how far play has come.
        self.in_one = wastes == 1 and draw == 1 and passes > 0
        self.by_place = self.in_one or (not choice and (wastes > 1 or passes == 1))
        self.covers, self.covered, self.above = play.masks()
        self.mates, self.ban = words(64), words(64)
        # The cards that stock and wastes offer, each with its pile: -1 for the turned card.
        self.offered, self.offering = integers(9), integers(9)
        at_once = draw if wastes == 1 else wastes
        self.at_once = 1 if choice else at_once
        self.last = LastPlaces(
            wastes,
            at_once,
            both_ends,
            waste_match,
            play.waste_pairs,
            play.stock_top,
            play.tops_match,
            play.overlap,
        )
        self.limit_bytes = 1 << 30
        # A key has the cards left, the order and place of the stock, and where wastes are chosen
        # the bits of their numbers: two words, three for two wastes, or four.
        width: int = 2 + (choice and wastes > 1) + (choice and wastes > 2)
        self.seen = Table(EARLIEST_BITS, FIRST_SEEN, width=width, growth=2)
        self.nodes = self.listed = self.state = 0
        self.won, self.depth = False, -1
        self._begin()

    def _begin(self) -> None:
        """Nothing seen, and no level."""
        self.orders = Orders()
        self.seen.clear()
        self.levels = words(WORDS * FIRST_LEVELS)
        self.moves, self.trail = words(8 * MOST_MOVES), words(8 * MOST_MOVES)
        self.trailed = 0

    def load(
        self,
        mates: list[int],
        alone: int,
        goal: int,
        sets: list[list[int]],
        left: int,
        wastes: list[list[int]],
        stock: list[int],
        number: int,
    ) -> None:
        """Load a position to begin from. By number, it has for each card the mask of those that go
        with it, those that go alone and those that must go, and the cards of each set. It also has
        the cards that are left, those of each waste from the bottom up, those not dealt, and the
        pass."""
        one: cython.ulonglong = 1
        i: cython.int
        check_length("mates", mates, 0, 64)
        check_length("wastes", wastes, self.wastes)
        self._check_numbers([*stock, *(card for pile in wastes for card in pile)])
        self._check_numbers([card for cards in sets for card in cards])
        check_width("cards left", left, self.size)
        self._begin()
        self.nodes = 0
        for i in range(64):
            self.mates[i] = mates[i] if i < len(mates) else 0
            self.ban[i] = 0
        self.alone, self.goal = alone, goal
        for i in range(WORDS):
            self.levels[i] = 0
        places, first = self._place(wastes, stock)
        self.levels[LEFT], self.levels[PASS_NUMBER] = left, number if self.passes else 0
        for i in range(self.tableau):
            if left >> i & 1 and self.covers[i] & self.levels[LEFT] == 0:
                self.levels[EXPOSED] |= one << i
        # In the last pass the order is known, and where it is the same in all of them.
        self.timed = self.in_one or (not self.choice and self.passes == number)
        listed = [[card for card in cards if left >> card & 1] for cards in sets]
        self.last.load(
            listed,
            [self.above[i] & left for i in range(64)],
            [self.covers[i] for i in range(64)],
            mates + [0] * (64 - len(mates)),
            alone,
            goal,
            places,
            0 if self.in_one else first,
            first + len(stock),
            self.timed,
        )
        for i in range(64):
            if left >> i & 1 and self.last.set_of[i] != NO_GROUP:
                self.levels[SETS_LEFT] |= one << (8 * self.last.set_of[i] + self.last.bit_in[i])
        self.levels[KNOWN] = NOT_REACHED
        self.first = bytes(memoryview(self.levels)[:WORDS])

    def _place(self, wastes: list[list[int]], stock: list[int]) -> tuple[dict[int, int], int]:
        """Give each card of the wastes and the stock its place in the order of the stock. Return
        the place of each, and where the cards that are not dealt begin."""
        one: cython.ulonglong = 1
        k: cython.int
        place: cython.int
        card: cython.int
        places: dict[int, int] = {}
        step = 1 if self.choice else self.wastes
        first = 0
        for k, pile in enumerate(wastes):
            for at, card in enumerate(pile):
                place = first + at if self.choice else at * step + k
                places[card] = place
                self.levels[WASTE + k] |= one << place
            end = first + step * len(pile) + len(stock)
            check_width("places of the stock", max(end - 1, 0), 6)
            if self.choice:
                first += len(pile)
            else:
                first = max(first, step * len(pile))
        for at, card in enumerate(stock):
            places[card] = first + at
            self.levels[UNDEALT] |= one << (first + at)
        for card, place in places.items():
            self.orders.card[place], self.orders.place[card] = card, place
        return places, first

    def _check_numbers(self, cards: list[int]) -> None:
        """A `ValueError` unless these are numbers of cards, each once."""
        if len(set(cards)) < len(cards) or not set(range(self.size)).issuperset(cards):
            raise ValueError("cards: a number is no card's, or there twice")

    def put_back(self) -> None:
        """The position that was loaded, and nothing seen yet."""
        i: cython.int
        self.orders.forget()
        self.seen.clear()
        for i in range(64):
            self.ban[i] = 0
        for i, word in enumerate(memoryview(self.first).cast("Q")):
            self.levels[i] = word
        self.trailed = 0
        self.depth = 0
        self.won = self.levels[LEFT] & self.goal == 0

    def _remove(self, base: cython.int, i: cython.int) -> cython.void:
        """A card goes."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = self.levels[base + LEFT] & ~(one << i)
        uncovered: cython.ulonglong
        place: cython.int
        k: cython.int
        self.levels[base + LEFT] = left
        if self.last.set_of[i] != NO_GROUP:
            place = 8 * self.last.set_of[i] + self.last.bit_in[i]
            self.levels[base + SETS_LEFT] &= ~(one << place)
        if i < self.tableau:
            self.levels[base + EXPOSED] &= ~(one << i)
            uncovered = self.covered[i] & left
            while uncovered:
                place = lowest_bit(uncovered)
                uncovered &= uncovered - 1
                if self.covers[place] & left == 0:
                    self.levels[base + EXPOSED] |= one << place
            return
        place = self.orders.place[64 * cython.cast(cython.int, self.levels[base + ORDER]) + i]
        for k in range(1 + self.wastes):
            self.levels[base + UNDEALT + k] &= ~(one << place)

    def _deal(self, base: cython.int, to: cython.int) -> cython.void:
        """Cards of the stock go to the wastes, by choice to waste `to`, from 1."""
        one: cython.ulonglong = 1
        place: cython.int
        k: cython.int
        place = lowest_bit(self.levels[base + UNDEALT])
        if self.wastes > 1 and not self.choice:
            # Places of cards that are gone, as they lay at the begin, are dealt as all others.
            place -= place % self.wastes
            for k in range(self.wastes):
                if self.levels[base + UNDEALT] >> (place + k) & 1:
                    self.levels[base + WASTE + k] |= one << (place + k)
                    self.levels[base + UNDEALT] ^= one << (place + k)
            return
        for k in range(self.at_once):
            if self.levels[base + UNDEALT] == 0:
                return
            place = lowest_bit(self.levels[base + UNDEALT])
            self.levels[base + UNDEALT] ^= one << place
            self.levels[base + WASTE + (to - 1 if self.choice else 0)] |= one << place

    def _redeal(self, base: cython.int) -> cython.void:
        """The wastes become the stock."""
        one: cython.ulonglong = 1
        first: cython.int = 64 * cython.cast(cython.int, self.levels[base + ORDER])
        new: cython.int = 64 * self.orders.count
        places: cython.ulonglong
        size: cython.int = 0
        k: cython.int
        if self.passes:
            self.levels[base + PASS_NUMBER] += 1
        if self.wastes == 1:
            self.levels[base + UNDEALT] = self.levels[base + WASTE]
            self.levels[base + WASTE] = 0
            return
        for k in range(self.wastes):
            places = self.levels[base + WASTE + k]
            while places:
                self.orders.card[new + size] = self.orders.card[first + lowest_bit(places)]
                places &= places - 1
                size += 1
            self.levels[base + WASTE + k] = 0
        self.levels[base + UNDEALT] = (one << size) - 1
        self.levels[base + ORDER] = self.orders.known(size)

    def _at(self, base: cython.int) -> cython.int:
        """The place that is dealt next, behind the last one 63."""
        stock: cython.ulonglong = self.levels[base + UNDEALT]
        return lowest_bit(stock) if stock else 63

    def _look_at_offers(self, base: cython.int) -> cython.int:
        """Note in `offered` the cards that stock and wastes offer; how many they are."""
        first: cython.int = 64 * cython.cast(cython.int, self.levels[base + ORDER])
        pile: cython.ulonglong
        count: cython.int = 0
        k: cython.int
        if self.stock_top and self.levels[base + UNDEALT]:
            self.offered[0] = self.orders.card[first + self._at(base)]
            self.offering[0] = -1
            count = 1
        for k in range(self.wastes):
            pile = self.levels[base + WASTE + k]
            if pile:
                self.offered[count] = self.orders.card[first + highest_bit(pile)]
                self.offering[count] = k
                count += 1
                if self.both_ends and pile & (pile - 1):
                    self.offered[count] = self.orders.card[first + lowest_bit(pile)]
                    self.offering[count] = k
                    count += 1
        return count

    def _settled(self, base: cython.int) -> cython.bint:
        """Whether what cannot be done in this pass can never be done: it is the last, or the absence
        of cards moves no others."""
        return self.stable or (self.passes > 0 and self.levels[base + PASS_NUMBER] == self.passes)

    def _is_dead(self, base: cython.int, s: cython.int) -> cython.bint:
        """Whether the cards of a set, -1 for each, cannot go, by the tables."""
        k: cython.int
        choice: cython.int
        if self.prunes & PRUNE_SETS == 0:
            return False
        timed: cython.bint = self.timed and self.levels[base + PASS_NUMBER] == self.passes
        at: cython.int = self._at(base)
        if at > self.last.end:
            at = self.last.end
        for k in range(self.last.sets if s < 0 else s + 1):
            if s >= 0 and k != s:
                continue
            choice = 256 * k + cython.cast(
                cython.int, self.levels[base + SETS_LEFT] >> (8 * k) & 255
            )
            if self.last.open[choice] == 0 or (timed and self.last.last[choice] < at):
                return True
        return False

    def _is_known(self, base: cython.int, passing: cython.bint) -> cython.bint:
        """Whether a position was searched before, or one from which it would be reached; if not, it
        is noted. `passing`: it was reached by a deal, or by a redeal that leaves the order."""
        a: cython.ulonglong = self.levels[base + LEFT]
        b: cython.ulonglong = 0
        c: cython.ulonglong = 0
        d: cython.ulonglong = 0
        value: cython.uint = self._at(base)
        slot: cython.longlong
        if self.in_one:
            value += 64 * cython.cast(cython.uint, self.levels[base + PASS_NUMBER])
        else:
            a |= self.levels[base + PASS_NUMBER] << CARDS
            b = self.levels[base + ORDER]
        if self.prunes & PRUNE_EARLIER == 0 or not self.by_place:
            b |= cython.cast(cython.ulonglong, value) << ORDER_BITS
            if self.choice:
                c, d = self._plane(base, 0), self._plane(base, 1)
            slot = self.seen.find_long(a, b, c, d)
            if slot >= 0:
                return True
            self.seen.write_long(slot, a, b, c, d, 0)
            return False
        if passing:
            return value >= self.levels[base + KNOWN]
        slot = self.seen.find_long(a, b, c, d)
        self.levels[base + KNOWN] = NOT_REACHED
        if slot >= 0:
            if self.seen.note(slot) <= value:
                return True
            self.levels[base + KNOWN] = self.seen.note(slot)
        self.seen.write_long(slot, a, b, c, d, value)
        return False

    def _plane(self, base: cython.int, bit: cython.int) -> cython.ulonglong:
        """One bit of the number of the waste for each place. In the last pass wastes are numbered by
        their bottoms, as it does not matter which is which."""
        found: cython.ulonglong = 0
        pile: cython.ulonglong
        other: cython.ulonglong
        number: cython.int
        k: cython.int
        j: cython.int
        last: cython.bint = self.passes > 0 and self.levels[base + PASS_NUMBER] == self.passes
        for k in range(self.wastes):
            pile = self.levels[base + WASTE + k]
            number = k
            if last and pile:
                number = 0
                for j in range(self.wastes):
                    other = self.levels[base + WASTE + j]
                    if other and lowest_bit(other) < lowest_bit(pile):
                        number += 1
            if number >> bit & 1:
                found |= pile
        return found

    def _is_short(self) -> cython.bint:
        """Whether one more level may not find room."""
        if self.seen.full() or self.orders.is_full():
            return True
        if WORDS * (self.depth + 2) > self.levels.shape[0]:
            return True
        if self.trailed + 2 * MOST_MOVES > self.trail.shape[0]:
            return True
        end: cython.ulonglong = self.levels[WORDS * self.depth + END]
        return end + 2 * MOST_MOVES > cython.cast(cython.ulonglong, self.moves.shape[0])
