# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A player who imagines the unseen cards in many orders, and asks the solver about every one.

Of each legal move it is counted with how many of the orders the game can still be won after it, all
moves being asked about the same orders. The best one is played; among equals, and where no order
wins, what a careful player plays. A king of the stock whose discard may hurt is a move like any
other. No Python object is made for an order.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers
from pyrtool.kernel.players.closed.mind import PLAIN

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.codes import LOST, OPEN, PAIRS, PAUSED, SW_AUTO, WON
    from pyrtool.kernel.numbers.encoding import DEALING, pass_of
    from pyrtool.kernel.players.closed.mind import Mind
    from pyrtool.kernel.verdict.search import Search

ORDER_NODES = cython.declare(cython.ulonglong, 20_000)  # of one question; then it is left open
SEARCH_BYTES = cython.declare(cython.longlong, 1 << 30)
KNOWN_NODES = cython.declare(cython.ulonglong, 1_000_000)  # the same, when every card is known


@cython.cclass
class Sampler(Mind):
    """`search`: of the same game. `orders`: how many are imagined for a move. `imagined`: how many
    were; `complete`: they were all that there are, and play goes on by what is seen alone.

    `wins`, `left_open`: with how many of them each move wins, and with how many more it may win, as
    questions took too many nodes. `spare`: nodes that such questions may take besides, where
    `complete`. When a move is to be chosen, what is left open counts as lost. A question is left open
    after `order_nodes`, or `known_nodes` where every card is known."""

    def __init__(
        self,
        game: Game,
        search: Search,
        rows: list[int],
        face_down: bool,
        orders: int,
        deep: bool = False,
    ) -> None:
        Mind.__init__(self, game, PLAIN["careful"], rows, face_down, deep)
        self.search = search
        self.recalls = game.monotone
        self.anew = True
        self.free_at_last = game.stock_waste < SW_AUTO and not game.waste_pairs
        self.orders = orders
        self.imagined = 0
        self.complete = self.lost = self.choosing = False
        self.order_nodes, self.known_nodes = ORDER_NODES, KNOWN_NODES
        self.budget = self.spare = 0
        self.wins, self.left_open = integers(PAIRS), integers(PAIRS)

    def settle(self, d: cython.int) -> cython.void:
        """`Mind.settle`; but kings of the stock wait where taking them may hurt: everywhere but in
        the last pass if removing early can (`theory.early_never_hurts_from`)."""
        last: cython.bint = not self.unlimited and pass_of(self.position[d]) + 1 >= self.passes
        if self.recalls or (last and self.free_at_last):
            Mind.settle(self, d)
        else:
            self.position[d] = self.canonical(d)

    def open(self, cards: bytes, left: bytes, position: int, all_seen: bool, seed: int) -> None:
        """`Mind.open`; others use the search, too, and may have left it little memory."""
        self.limit_memory(SEARCH_BYTES)
        Mind.open(self, cards, left, position, all_seen, seed)

    def limit_memory(self, limit_bytes: int) -> None:
        """What the tables of the search may take; see `Search.limit_memory`."""
        self.search.limit_memory(limit_bytes)

    def weigh(self, orders: int, spare: int = 0) -> list[tuple[int, int, int, int]]:
        """For each legal move of the table that was opened its two bits, with how many of so many
        orders the game can be won after it, and with how many more that was left open. Where few
        orders are left, questions may take so many `spare` nodes more, all together.

        Called again, it goes on with other orders.
        """
        k: cython.int
        n: cython.int = orders
        found = []
        self.spare = spare
        with cython.nogil:
            self.list_moves(0)
            if self.count[0] > 0:
                self.judge_moves()
            self._sample(n)
        self.spare = 0
        for k in range(self.count[0]):
            low, high = self.pair_low[k], self.pair_high[k]
            found.append((low, high, self.wins[k], self.left_open[k]))
        return found

    def think(self) -> cython.int:
        """The move that wins with most orders."""
        self.list_moves(0)
        if self.count[0] == 0:
            return -1
        self.judge_moves()
        if self.count[0] > 1:
            self.choosing = True
            self._sample(self.orders)
            self.choosing = False
        return self.best_win()

    def best_win(self) -> cython.int:
        """The move with most wins; among equals the one that is worth most."""
        best: cython.int = 0
        k: cython.int
        for k in range(1, self.count[0]):
            if self.wins[k] > self.wins[best] or (
                self.wins[k] == self.wins[best] and self.worth[k] > self.worth[best]
            ):
                best = k
        return best

    def _forget_wins(self) -> cython.void:
        """No move has won yet."""
        k: cython.int
        for k in range(self.count[0]):
            self.wins[k] = self.left_open[k] = 0

    def _sample(self, orders: cython.int) -> cython.void:
        """Count, for each move listed, with how many of so many orders it wins."""
        n: cython.int
        answer: cython.int
        self.anew = True
        self.imagined = 0
        self._forget_wins()
        self.complete = self.hidden_count <= 1
        self.budget = self.known_nodes if self.complete else self.order_nodes
        for n in range(orders if not self.complete else 1):
            self.imagine()
            self.imagined += 1
            answer = self.verdict(0)
            if answer == LOST or (answer == PAUSED and self.choosing):
                continue  # a move wins nothing that is lost
            if self.complete and self.choosing:
                self._find_win()
            else:
                self._count_moves()

    def _count_moves(self) -> cython.void:
        """Ask about each move with the order that is imagined."""
        k: cython.int
        answer: cython.int
        for k in range(self.count[0]):
            if self.make(0, k):
                answer = self.verdict(1)
                self.wins[k] += answer == WON
                self.left_open[k] += answer == PAUSED

    def _find_win(self) -> cython.void:
        """Every card is known: ask about the moves, the one that is worth most first, until one wins;
        dealing last, for who always dealt on while he still could win would never come to it."""
        best: cython.int
        k: cython.int
        asked: cython.int
        for asked in range(self.count[0]):
            best = -1
            for k in range(self.count[0]):
                if self.wins[k] != 0 or (best >= 0 and self.pair_low[k] == DEALING):
                    continue
                if best < 0 or self.worth[k] > self.worth[best]:
                    best = k
            if self.make(0, best) and self.verdict(1) == WON:
                self._forget_wins()
                self.wins[best] = 1
                return
            self.wins[best] = -1  # it was asked about
        self._forget_wins()

    def imagine(self) -> cython.void:
        """Put the unseen cards in an order that chance gives, and lay them out for the search."""
        rest: cython.ulonglong = self.hidden
        left: cython.int = self.hidden_count
        skip: cython.int
        other: cython.ulonglong
        i: cython.int
        j: cython.int
        a: cython.int
        while left > 1:
            i = lowest_bit(rest)
            other = rest
            for skip in range(self.below(left)):
                other &= other - 1
            j = lowest_bit(other)
            a = self.bit_at[i]
            self.put(i, self.bit_at[j])
            self.put(j, a)
            rest &= rest - 1
            left -= 1
        self.lay_hidden()
        self.lay_order()

    def lay_order(self) -> cython.void:
        """Tell the search the order that is imagined; `lost`: with it a set alone is."""
        i: cython.int
        for i in range(self.size):
            self.told[i] = self.card_of[self.bit_at[i]]
        self.lost = not self._lay_left()

    def _lay_left(self) -> cython.bint:
        """Have the search lay out what is told, to be asked about choices of the cards left in row
        0 alone: set tables are built for no others. False if a set alone is lost."""
        now: cython.int = 0 if self.unlimited else self.position[0]
        s: cython.int
        full: cython.int
        self.search.levels.load_cards(self.told)
        self.search.levels.deal.all_left &= self.left[0]
        self.search.levels.all_left = self.search.levels.deal.all_left
        for s in range(self.sets):
            self.search.levels.build_set_table(
                s, self.search.levels.must, 0, 0, self.search.levels.last_alive, 0
            )
            full = cython.cast(cython.int, (self.search.levels.all_left >> (8 * s)) & 255)
            if self.search.levels.last_alive[256 * s + full] < now:
                return False
        self.search.nodes = 0
        self.search._forget(self.told)
        return True

    def verdict(self, d: cython.int) -> cython.int:
        """What the solver says of row d with the order that is imagined: `WON`, `LOST`, or `PAUSED`
        if that is left open, as it takes too many nodes or too much memory."""
        answer: cython.int
        if self.reached(d):
            return WON
        if self.lost:
            return LOST
        if not self.recalls:
            # It tells positions apart exactly, and remembers of others but what the tableau allows.
            self.search.levels.level_of(self.left[d], self.in_stock[d], self.position[d])
            self.search.stand(self.told, self.anew)
            self.anew = self.face_down  # another order of these is another tableau
            answer = self.search.run(self.budget)
            if answer == PAUSED and self.complete and self.spare > 0:
                answer = self._go_on(d)
            return answer if answer == WON or answer == LOST else PAUSED
        answer = self._ask(d)
        if answer == PAUSED:
            self.lay_order()  # what it noted on the way was not settled
        return answer

    def _ask(self, d: cython.int) -> cython.int:
        """`verdict` where the search remembers won and lost positions of the order."""
        answer: cython.int
        self.search.asking = True
        answer = self.search.hopeless(self.left[d], self.in_stock[d], self.position[d], self.budget)
        if answer == PAUSED and self.complete and self.spare > 0:
            answer = self._go_on(d)
        self.search.asking = self.search.midway = False  # others use it, too
        if answer == LOST:
            return LOST
        return WON if answer == OPEN and not self.search.out_of_room else PAUSED

    def _go_on(self, d: cython.int) -> cython.int:
        """Ask on with the nodes that are spare."""
        answer: cython.int
        before: cython.ulonglong = self.search.nodes
        if self.recalls:
            answer = self.search.hopeless(
                self.left[d], self.in_stock[d], self.position[d], self.spare
            )
        else:
            answer = self.search.run(self.spare)
        self.spare -= min(self.spare, self.search.nodes - before)
        return answer
