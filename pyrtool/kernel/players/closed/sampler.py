# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A player that imagines the unseen cards in many orders, and asks the solver about every one.

It counts for each legal move with how many of the orders the game can still be won after it; it asks
about all moves with the same orders. It plays the best one; among equals, and where no order
wins, what a careful player plays. A king of the stock whose discard may hurt is a move like any
other. No Python object is made for an order.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import lowest_bit
    from pyrtool.kernel.numbers.codes import LOST, PAIRS, PAUSED, SW_AUTO, WON
    from pyrtool.kernel.numbers.encoding import DEALING
    from pyrtool.kernel.players.closed.order_solver import OrderSolver
    from pyrtool.kernel.players.closed.player import ClosedPlayer
    from pyrtool.kernel.players.closed.worth import Worths
    from pyrtool.kernel.verdict.pairing.pairing import Pairing
    from pyrtool.kernel.verdict.search import Search

ORDER_NODES = cython.declare(cython.ulonglong, 20_000)  # of one question; then it is left open
SEARCH_BYTES = cython.declare(cython.longlong, 1 << 30)
KNOWN_NODES = cython.declare(cython.ulonglong, 1_000_000)  # the same, when every card is known


@cython.cclass
class Sampler(ClosedPlayer):
    """`search`, `pairs`: of the same game. `orders`: how many are imagined for a move. `imagined`: how
    many were.

    `wins`, `left_open`: with how many of them each move wins, and with how many more it may win, as
    questions took too many nodes. When a move is to be chosen, what is left open counts as lost. A
    question is left open after `order_nodes`, or `known_nodes` where every card is known.
    """

    def __init__(
        self,
        game: Game,
        search: Search,
        rows: list[int],
        face_down: bool,
        orders: int,
        deep: bool = False,
        pairs: "Pairing | None" = None,
    ) -> None:
        ClosedPlayer.__init__(self, game, rows, face_down, deep)
        # Kings of the stock wait where taking them may hurt: everywhere, but in the last pass only if
        # removing early can (`soundness.early_never_hurts_from`).
        self.moves.stock_kings_wait = not game.monotone
        self.moves.free_at_last = game.stock_waste < SW_AUTO and not game.waste_pairs
        self.solver = OrderSolver(self.moves, self.unseen, search, pairs)
        self.worths = Worths(self.moves, self.unseen, True)
        self.orders = orders
        self.imagined = 0
        self.choosing = False
        self.order_nodes, self.known_nodes = ORDER_NODES, KNOWN_NODES
        self.wins, self.left_open = integers(PAIRS), integers(PAIRS)

    @property
    def complete(self) -> bool:
        """Whether the orders imagined were all that there are, and play goes on by what is seen alone."""
        return bool(self.solver.complete)

    def open(self, cards: bytes, left: bytes, position: int, all_seen: bool, seed: int) -> None:
        """`ClosedPlayer.open`; others use the search, too, and may have left it little memory."""
        self.limit_memory(SEARCH_BYTES)
        ClosedPlayer.open(self, cards, left, position, all_seen, seed)

    def limit_memory(self, limit_bytes: int) -> None:
        """What the tables of the search may take; see `Search.limit_memory`."""
        self.solver.search.limit_memory(limit_bytes)

    def weigh(self, orders: int, spare: int = 0) -> list[tuple[int, int, int, int]]:
        """List the legal moves of the table that was opened. Each comes as its two bits, with how
        many of this many orders the game can be won after it, and with how many more this was left
        open. Where few orders are left, open questions may take this many `spare` nodes more
        together.

        Called again, it continues with other orders.
        """
        k: cython.int
        n: cython.int = orders
        found = []
        self.solver.spare = spare
        with cython.nogil:
            self.moves.list_moves(0)
            if self.moves.count[0] > 0:
                self.worths.judge()
            self._sample(n)
        self.solver.spare = 0
        for k in range(self.moves.count[0]):
            low, high = self.moves.pair_low[k], self.moves.pair_high[k]
            found.append((low, high, self.wins[k], self.left_open[k]))
        return found

    def think(self) -> cython.int:
        """The move that wins with most orders."""
        self.moves.list_moves(0)
        if self.moves.count[0] == 0:
            return -1
        self.worths.judge()
        if self.moves.count[0] > 1:
            self.choosing = self.solver.choosing = True
            self._sample(self.orders)
            self.choosing = self.solver.choosing = False
        return self.best_win()

    def best_win(self) -> cython.int:
        """The move with most wins; among equals the one that is worth most."""
        best: cython.int = 0
        k: cython.int
        for k in range(1, self.moves.count[0]):
            if self.wins[k] > self.wins[best] or (
                self.wins[k] == self.wins[best] and self.worths.worth[k] > self.worths.worth[best]
            ):
                best = k
        return best

    def _forget_wins(self) -> cython.void:
        """No move has won yet."""
        k: cython.int
        for k in range(self.moves.count[0]):
            self.wins[k] = self.left_open[k] = 0

    def _sample(self, orders: cython.int) -> cython.void:
        """Count, for each move listed, with how many of this many orders it wins."""
        n: cython.int
        answer: cython.int
        self.solver.anew = True
        self.imagined = 0
        self._forget_wins()
        self.solver.complete = self.unseen.hidden_count <= 1
        self.solver.budget = self.known_nodes if self.solver.complete else self.order_nodes
        for n in range(orders if not self.solver.complete else 1):
            self.imagine()
            self.imagined += 1
            answer = self.solver.verdict(0)
            if answer == LOST or (answer == PAUSED and self.choosing):
                continue  # a move wins nothing that is lost
            if self.solver.complete and self.choosing:
                self._find_win()
            else:
                self._count_moves()

    def _count_moves(self) -> cython.void:
        """Ask about each move with the order that is imagined."""
        k: cython.int
        answer: cython.int
        for k in range(self.moves.count[0]):
            if self.moves.make(0, k):
                answer = self.solver.verdict(1)
                self.wins[k] += answer == WON
                self.left_open[k] += answer == PAUSED

    def _find_win(self) -> cython.void:
        """Every card is known: ask about the moves, the one that is worth most first, until one wins.
        Dealing comes last: a player that dealt on as long as it can win would never come to it."""
        best: cython.int
        k: cython.int
        asked: cython.int
        for asked in range(self.moves.count[0]):
            best = -1
            for k in range(self.moves.count[0]):
                if self.wins[k] != 0 or (best >= 0 and self.moves.pair_low[k] == DEALING):
                    continue
                if best < 0 or self.worths.worth[k] > self.worths.worth[best]:
                    best = k
            if self.moves.make(0, best) and self.solver.verdict(1) == WON:
                self._forget_wins()
                self.wins[best] = 1
                return
            self.wins[best] = -1  # it was asked about
        self._forget_wins()

    def imagine(self) -> cython.void:
        """Put the unseen cards in an order that chance gives, and lay them out for the search."""
        rest: cython.ulonglong = self.unseen.hidden
        left: cython.int = self.unseen.hidden_count
        skip: cython.int
        other: cython.ulonglong
        i: cython.int
        j: cython.int
        a: cython.int
        while left > 1:
            i = lowest_bit(rest)
            other = rest
            for skip in range(self.moves.below(left)):
                other &= other - 1
            j = lowest_bit(other)
            a = self.moves.bit_at[i]
            self.unseen.put(i, self.moves.bit_at[j])
            self.unseen.put(j, a)
            rest &= rest - 1
            left -= 1
        self.unseen.lay_hidden()
        self.solver.lay_order()
