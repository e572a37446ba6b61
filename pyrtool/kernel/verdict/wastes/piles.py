# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The search of games with several wastes, or of which both ends of a waste are available.

Discards are tried first, then deals. What each prune rests on: docs/development/proofs.md.
"""

import cython

from pyrtool.kernel.numbers.buffers import longer
from pyrtool.kernel.numbers.codes import ANSWERS
from pyrtool.kernel.verdict.wastes.orders import ORDER_BYTES
from pyrtool.kernel.verdict.wastes.worth import Worth

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import highest_bit, lowest_bit
    from pyrtool.kernel.numbers.codes import (
        LOST,
        NO_GROUP,
        NO_ROOM,
        PAUSED,
        PRUNE_EXCLUDED,
        PRUNE_FORCED,
        PRUNE_KINGS,
        WON,
    )
    from pyrtool.kernel.verdict.wastes.level import (
        BEGIN,
        DEAL,
        END,
        EXPOSED,
        LEFT,
        NEXT,
        ORDER,
        PASS_NUMBER,
        REDEAL,
        SINCE,
        TRAIL,
        UNDEALT,
        WASTE,
        WORDS,
    )

FIRST_TRY = 150  # nodes
MORE_TRY = 4  # each try has this part more than the one before, as a shift
NO_END = cython.declare(cython.longlong, 1 << 62)

ORDER_BITS = cython.declare(cython.int, 24)


@cython.cclass
class Piles(Worth):
    """`begin` at the position that was loaded; `search` says whether it can be won."""

    def begin(self, tries: bool = False) -> None:
        """Search from the position that was loaded to the end, in the order in which moves are
        listed. Or search by `tries` of a few nodes, then more and more. In each, the moves worth
        most come first and chance has a part in that, as this finds most wins soon. A try that
        comes to its end has searched everything, and one try does (docs/development/proofs.md, "Why
        restarts end")."""
        self.patience, self.tries = FIRST_TRY if tries else NO_END, 0
        self._begin_again()

    def _begin_again(self) -> None:
        """The position that was loaded, and the next try."""
        self.enough = NO_END
        if self.patience < NO_END:
            self.tries += 1
            self.enough = self.nodes + self.patience
            self.patience += self.patience >> MORE_TRY
        self.put_back()
        self.state = cython.cast(cython.ulonglong, self.tries) << 32
        self._weigh(self.tries)
        if self._is_dead(0, -1):
            self.depth = -1
            return
        self._is_known(0, False)
        self._list(0)

    def search(self, most: int) -> str:
        """Search on for at most this many nodes: ``won``, ``lost``, ``paused``, or ``memory``."""
        until: cython.longlong = self.nodes + most
        answer: cython.int = PAUSED
        while True:
            with cython.nogil:
                answer = self._run(min(until, self.enough))
            if answer == PAUSED and self.nodes < until:
                self._begin_again()
            elif answer != NO_ROOM or not self._grow():
                return ANSWERS[answer]

    def line(self) -> list[tuple[int, int, int]]:
        """The moves of the win: (0, card, card), (1, the waste or 0, 0) for a deal, (2, 0, 0) for a
        redeal."""
        found: list[tuple[int, int, int]] = []
        for depth in range(self.depth + 1):
            base = WORDS * depth
            move = self.moves[self.levels[base + BEGIN] + self.levels[base + NEXT] - 1]
            if move & REDEAL:
                found.append((2, 0, 0))
            elif move & DEAL:
                found.append((1, move & 255, 0))
            else:
                found.append((0, move & 255, move >> 8 & 255))
        return found

    def _grow(self) -> bool:
        """Make room where it is short; False when the limit on memory forbids it."""
        used: int = ORDER_BYTES * self.orders.room
        used += 8 * (len(self.levels) + len(self.moves)) + 4 * len(self.trail)
        if self.seen.full():
            self.seen.limit_bytes = max(0, self.limit_bytes - used)
            return bool(self.seen.make_room())
        used += self.seen.taken_bytes()
        if self.orders.is_full():
            room: int = self.orders.room
            if used + 2 * ORDER_BYTES * room > self.limit_bytes or 2 * room >> ORDER_BITS:
                return False
            self.orders.grow()
        else:
            if used + 32 * (len(self.levels) + len(self.moves)) > self.limit_bytes:
                return False
            self.levels, self.moves = longer(self.levels), longer(self.moves)
            self.trail = longer(self.trail)
        return True

    def _run(self, until: cython.longlong) -> cython.int:
        """Step by step, until the goal is reached, nothing is left to try, or something runs out."""
        while not self.won:
            if self.depth < 0:
                return LOST
            if self.nodes >= until:
                return PAUSED
            if self._is_short():
                return NO_ROOM
            self._step()
        return WON

    def _step(self) -> cython.void:
        """Try the next move of the highest level, or leave the level."""
        base: cython.int = WORDS * self.depth
        tried: cython.ulonglong = self.levels[base + NEXT]
        begin: cython.ulonglong = self.levels[base + BEGIN]
        if tried and self.moves[begin + tried - 1] < DEAL and self.prunes & PRUNE_EXCLUDED:
            if self._exclude(base, self.moves[begin + tried - 1]):
                self._pop()
                return
        if begin + tried == self.levels[base + END]:
            self._pop()
            return
        self.levels[base + NEXT] = tried + 1
        self._play(self.moves[begin + tried])

    def _pop(self) -> cython.void:
        """Leave a level: what was excluded since it was entered is not any more, and what its redeal
        let go together again is not to."""
        one: cython.ulonglong = 1
        base: cython.int = WORDS * self.depth
        k: cython.int
        i: cython.int
        j: cython.int
        first: cython.int = cython.cast(cython.int, self.levels[base + TRAIL])
        while self.trailed > first:
            self.trailed -= 1
            i = self.trail[self.trailed] & 255
            j = self.trail[self.trailed] >> 8 & 255
            self.ban[i] &= ~(one << j)
            self.ban[j] &= ~(one << i)
        self.depth -= 1
        if self.depth >= 0 and self.levels[base + SINCE] == self.levels[base + TRAIL]:
            for k in range(cython.cast(cython.int, self.levels[base - WORDS + SINCE]), first):
                i = self.trail[k] & 255
                j = self.trail[k] >> 8 & 255
                self.ban[i] |= one << j
                self.ban[j] |= one << i

    def _exclude(self, base: cython.int, move: cython.ulonglong) -> cython.bint:
        """No line that goes on has this discard, which was tried; whether none can win then."""
        one: cython.ulonglong = 1
        i: cython.int = move & 255
        j: cython.int = move >> 8 & 255
        self.ban[i] |= one << j
        self.ban[j] |= one << i
        self.trail[self.trailed] = move
        self.trailed += 1
        return self._settled(base) and (self._lacks(base, i) or self._lacks(base, j))

    def _lacks(self, base: cython.int, i: cython.int) -> cython.bint:
        """Whether a card that must go has nothing left to go with."""
        left: cython.ulonglong = self.levels[base + LEFT]
        if (self.goal >> i) & 1 == 0:
            return False
        alone: cython.ulonglong = self.alone & ~self.ban[i]
        return (alone >> i) & 1 == 0 and self.mates[i] & left & ~self.ban[i] == 0

    def _play(self, move: cython.ulonglong) -> cython.void:
        """Make the next level by a move, unless it is known, or seen, to be lost."""
        base: cython.int = WORDS * (self.depth + 1)
        k: cython.int
        i: cython.int = move & 255
        j: cython.int = move >> 8 & 255
        passing: cython.bint = False
        self.nodes += 1
        for k in range(WORDS):
            self.levels[base + k] = self.levels[base - WORDS + k]
        self.levels[base + TRAIL] = self.trailed
        self.levels[base + BEGIN] = self.levels[base - WORDS + END]
        self.levels[base + NEXT] = 0
        if move & REDEAL:
            self._redeal(base)
            passing = self.in_one
            if self._is_dead(base, -1):
                return
        elif move & DEAL:
            self._deal(base, i)
            passing = True
            if self._is_dead(base, -1):
                return
        else:
            self._remove(base, i)
            if j != i:
                self._remove(base, j)
            if self.levels[base + LEFT] & self.goal == 0:
                self.won = True
                return
            if self.last.set_of[i] != NO_GROUP and self._is_dead(base, self.last.set_of[i]):
                return
        if self._is_known(base, passing):
            return
        if move & REDEAL and not self.stable:
            self.levels[base + SINCE] = self.trailed
            self._allow_again(base)
        self._list(base)
        self.depth += 1

    def _allow_again(self, base: cython.int) -> cython.void:
        """After a redeal pairs with stock cards may go that could not in the pass before."""
        one: cython.ulonglong = 1
        k: cython.int
        i: cython.int
        j: cython.int
        first: cython.int = cython.cast(cython.int, self.levels[base - WORDS + SINCE])
        for k in range(first, self.trailed):
            i = self.trail[k] & 255
            j = self.trail[k] >> 8 & 255
            if i >= self.tableau or j >= self.tableau:
                self.ban[i] &= ~(one << j)
                self.ban[j] &= ~(one << i)

    def _list(self, base: cython.int) -> cython.void:
        """List the moves of a position: one alone where every line may begin with it."""
        self.listed = cython.cast(cython.int, self.levels[base + BEGIN])
        first: cython.int = self.listed
        if not self._list_discards(base):
            self._list_deals(base)
            if self.state:
                self._arrange(first, self.levels[base + LEFT])
        self.levels[base + END] = self.listed

    def _put(self, move: cython.ulonglong) -> cython.void:
        """One more move."""
        self.moves[self.listed] = move
        self.listed += 1

    def _take(
        self, base: cython.int, i: cython.int, j: cython.int, in_stock: cython.bint
    ) -> cython.bint:
        """List a discard, unless it is excluded; True if no other move need be looked at."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = self.levels[base + LEFT]
        settled: cython.bint = self._settled(base)
        forced: cython.bint = False
        if self.ban[i] >> j & 1:
            return False
        if i == j:
            forced = (settled or not in_stock) and self.prunes & PRUNE_KINGS
        elif settled and self.prunes & PRUNE_FORCED:
            if self.goal >> i & 1 and self.mates[i] & left & ~self.ban[i] == one << j:
                forced = (self.alone >> i) & 1 == 0
            if self.goal >> j & 1 and self.mates[j] & left & ~self.ban[j] == one << i:
                forced = forced or (self.alone >> j) & 1 == 0
        if forced:
            self.listed = cython.cast(cython.int, self.levels[base + BEGIN])
        self._put(i | j << 8)
        return forced

    def _list_discards(self, base: cython.int) -> cython.bint:
        """List the discards; True if one of them alone will do."""
        count: cython.int = self._look_at_offers(base)
        if self._list_in_tableau(base) or self._list_with_tableau(base, count):
            return True
        if self._list_between_piles(base, count):
            return True
        return self.waste_pairs and self._list_in_wastes(base)

    def _list_in_tableau(self, base: cython.int) -> cython.bint:
        """`_list_discards` of exposed cards alone, and of pairs in which one covers the other."""
        one: cython.ulonglong = 1
        left: cython.ulonglong = self.levels[base + LEFT]
        rest: cython.ulonglong = self.levels[base + EXPOSED]
        mates: cython.ulonglong
        i: cython.int
        j: cython.int
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            if self.alone >> i & 1 and self._take(base, i, i, False):
                return True
            mates = self.mates[i] & rest
            while mates:
                j = lowest_bit(mates)
                mates &= mates - 1
                if self._take(base, i, j, False):
                    return True
            if self.overlap:
                mates = self.covered[i] & left & self.mates[i]
                while mates:
                    j = lowest_bit(mates)
                    mates &= mates - 1
                    if self.covers[j] & left == one << i and self._take(base, i, j, False):
                        return True
        return False

    def _list_with_tableau(self, base: cython.int, count: cython.int) -> cython.bint:
        """`_list_discards` of the cards that are offered, alone and with the exposed ones."""
        mates: cython.ulonglong
        i: cython.int
        j: cython.int
        k: cython.int
        for k in range(count):
            i = self.offered[k]
            if self.alone >> i & 1 and self._take(base, i, i, True):
                return True
            mates = self.mates[i] & self.levels[base + EXPOSED]
            while mates:
                j = lowest_bit(mates)
                mates &= mates - 1
                if self._take(base, j, i, True):
                    return True
        return False

    def _list_between_piles(self, base: cython.int, count: cython.int) -> cython.bint:
        """`_list_discards` of two of the cards that are offered."""
        i: cython.int
        j: cython.int
        k: cython.int
        match: cython.bint
        for k in range(count):
            i = self.offered[k]
            for j in range(k + 1, count):
                if self.offering[k] < 0:
                    match = self.tops_match
                else:
                    match = self.waste_match or self.offering[k] == self.offering[j]
                if match and self.mates[i] >> self.offered[j] & 1:
                    if self._take(base, i, self.offered[j], True):
                        return True
        return False

    def _list_in_wastes(self, base: cython.int) -> cython.bint:
        """`_list_discards` of the two upper cards of a waste."""
        one: cython.ulonglong = 1
        first: cython.int = 64 * cython.cast(cython.int, self.levels[base + ORDER])
        i: cython.int
        j: cython.int
        k: cython.int
        pile: cython.ulonglong
        for k in range(self.wastes):
            pile = self.levels[base + WASTE + k]
            if pile & (pile - 1) == 0:
                continue
            i = self.orders.card[first + highest_bit(pile)]
            pile ^= one << highest_bit(pile)
            if self.both_ends and pile & (pile - 1) == 0:
                continue  # the two ends
            j = self.orders.card[first + highest_bit(pile)]
            if self.mates[i] >> j & 1 and self._take(base, i, j, True):
                return True
        return False

    def _list_deals(self, base: cython.int) -> cython.void:
        """List the deals, or the redeal."""
        k: cython.int
        empty: cython.bint = False
        dealt: cython.ulonglong = 0
        last: cython.bint = self.passes > 0 and self.levels[base + PASS_NUMBER] == self.passes
        for k in range(self.wastes):
            dealt |= self.levels[base + WASTE + k]
        if self.levels[base + UNDEALT] == 0:
            if dealt and not last:
                self._put(REDEAL)
            return
        if not self.choice:
            self._put(DEAL)
            return
        for k in range(self.wastes):
            if self.levels[base + WASTE + k] == 0:
                if empty and last:
                    continue  # one empty waste is as good as another
                empty = True
            self._put(DEAL | (k + 1))
