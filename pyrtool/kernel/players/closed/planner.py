# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A player that plans for what it will know, and does not believe that it will know the stock.

Only those of the orders imagined count that the solver wins from here; with any other every move
loses. A plan says what to do until some cards were turned, whatever they are: it chooses by what is
seen then, not by the order. Each move is counted with how many of the orders the best plan that
begins with it comes to where the solver still wins. So hindsight begins later than the sampler's.
Where few orders are left they are all taken, and plans go to the end. Then the count is exact, and
no closed player does better, unless a question was left open. Open ones count apart.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import lowest_bit, splitmix
    from pyrtool.kernel.numbers.buffers import Bytes
    from pyrtool.kernel.numbers.codes import LOST, PAIRS, PAUSED, WON
    from pyrtool.kernel.players.closed.plans import Plans
    from pyrtool.kernel.players.closed.sampler import Sampler
    from pyrtool.kernel.players.closed.unseen_orders import UnseenOrders
    from pyrtool.kernel.players.closed.waiting import Waiting
    from pyrtool.kernel.verdict.pairing.pairing import Pairing
    from pyrtool.kernel.verdict.search import Search

ROOM: int = 1 << 15
"""Nodes for which a player has room; a power of two."""

FIRST_LOOK = cython.declare(cython.int, 40)  # after this many orders that win: is a move far ahead?

FORESIGHT: int = 1
"""How many cards are turned until the solver goes on, which knows the order."""

VISITS = cython.declare(cython.int, 200_000)  # of nodes, for a move whose plans go to the end
TO_THE_END = cython.declare(cython.int, 99)  # more cards than can be turned


@cython.cclass
class Planner(Sampler):
    """`orders`: how many are imagined for a move, at most. `pool`: how many of those that win are
    wanted; fewer where a move is to be chosen and one is far ahead. `foresight`: the cards turned
    until the solver, which knows the order, goes on. `room`: for this many nodes, a power of two."""

    def __init__(
        self,
        game: Game,
        search: Search,
        rows: list[int],
        face_down: bool,
        orders: int,
        pool: int,
        foresight: int,
        room: int,
        pairs: "Pairing | None" = None,
    ) -> None:
        Sampler.__init__(self, game, search, rows, face_down, orders, True, pairs)
        self.unseen_orders = UnseenOrders(self.moves, self.unseen)
        self.waiting = Waiting(self.moves, self.unseen)
        self.plans = Plans(room)
        self.pool, self.foresight = pool, foresight
        self.winners = self.undecided = self.visits = 0
        self.to_the_end = self.bounding = False

    def bound(self, orders: bytes, foresight: int) -> tuple[int, int] | None:
        """Count in these orders of the unseen cards, of the table that was opened, how many the solver
        does not lose, and how many at most the best plan does not lose. None where there was no
        room for all plans.

        `orders`: the codes of the unseen cards, two or more, in one order after the other. An order
        that is left open counts for the solver and for every plan alike, and one that is left open
        later for every plan that comes there. So the two counts differ by no more orders than the
        solver wins and the best plan loses (docs/development/proofs.md).
        """
        best: cython.int = 0
        k: cython.int
        at: cython.int
        i: cython.int
        count: cython.int = self.unseen.hidden_count
        groups: Bytes = self._groups_of(orders)
        number: cython.int = len(orders) // max(1, count)
        self.foresight = foresight
        self.bounding = self.solver.choosing = self.solver.anew = True
        self.solver.complete = False
        self.solver.budget = self.order_nodes
        with cython.nogil:
            self._begin_plans()
            self.moves.list_moves(0)
            for at in range(number):
                for i in range(count):
                    self.unseen_orders.sequence[i] = groups[at * count + i]
                self._enter_order(self.foresight)
            self._count_plans()
        self.bounding = self.solver.choosing = False
        for k in range(self.moves.count[0]):
            best = max(best, self.wins[k] + self.left_open[k])
        return None if self.plans.crowded else (self.winners + self.undecided, best)

    def _groups_of(self, orders: bytes) -> bytearray:
        """The groups of the cards in these orders; a `ValueError` if one has not the unseen cards."""
        count = int(self.unseen.hidden_count)
        hidden = [bit >> 2 for bit in range(64) if self.unseen.hidden_cards >> bit & 1]
        if count < 2 or len(orders) % count or not self.moves.game.deck.issuperset(orders):
            raise ValueError("orders: are not of the unseen cards, two or more")
        groups = bytearray(self.moves.game.bit_of[code] >> 2 for code in orders)
        for at in range(0, len(groups), count):
            if sorted(groups[at : at + count]) != hidden:
                raise ValueError("orders: are not of the unseen cards")
        return groups

    def think(self) -> cython.int:
        """The move that wins with most orders, dealing immediately where all else can wait."""
        self.moves.list_moves(0)
        if not self.waiting.all_can_wait():
            return Sampler.think(self)
        self.imagined = 0
        return self.moves.count[0] - 1  # dealing is listed last

    def best_win(self) -> cython.int:
        """`Sampler.best_win`; but of moves that win with equally many orders none that can wait."""
        best: cython.int = Sampler.best_win(self)
        now: cython.int = -1
        k: cython.int
        if not self.waiting.sees_more_by_dealing() or self.wins[best] == 0:
            return best
        for k in range(self.moves.count[0]):
            if self.wins[k] == self.wins[best] and not self.waiting.can_wait(0, k):
                if now < 0 or self.worths.worth[k] > self.worths.worth[now]:
                    now = k
        return best if now < 0 else now

    def _sample(self, orders: cython.int) -> cython.void:
        """Count, for each move listed, with how many of the orders its best plan wins."""
        if self.unseen.hidden_count <= 1:
            Sampler._sample(self, 1)
            return
        self.solver.anew = True
        self.solver.budget = self.order_nodes
        self.solver.complete = self.unseen_orders.write_orders()
        if self.solver.complete:
            self.solver.complete = self._plan_to_the_end()
        if not self.solver.complete:
            self._plan_with_some(orders)
        self._count_plans()

    def _plan_to_the_end(self) -> cython.bint:
        """Enter all orders; False where plans have too many ways to go."""
        self._begin_plans()
        self.to_the_end = True
        while True:
            self._enter_order(TO_THE_END)
            if self.plans.crowded:
                return False
            if not self.unseen_orders.next_sequence():
                return True

    def _plan_with_some(self, orders: cython.int) -> cython.void:
        """Enter this many orders that chance gives, or fewer: see `Planner`."""
        look: cython.int = FIRST_LOOK
        self._begin_plans()
        self.unseen_orders.draw_orders()
        while self.imagined < orders and self.winners < self.pool:
            self.unseen_orders.shuffle_sequence()
            self._enter_order(self.foresight)
            if self.choosing and self.winners >= look:
                look += look // 2
                self._count_plans()
                if self._is_far_ahead():
                    return

    def _enter_order(self, foresight: cython.int) -> cython.void:
        """Enter the order of `sequence` into the plans, if it wins; every plan may win an open one."""
        answer: cython.int
        self.unseen_orders.put_sequence()
        self.solver.lay_order()
        self.imagined += 1
        answer = self.solver.verdict(0)
        if answer == WON:
            self.winners += 1
            self._follow(0, 0, foresight, self.unseen.hidden)
        elif answer == PAUSED:
            self.undecided += 1

    def _count_plans(self) -> cython.void:
        """`wins`: of each move listed, with how many orders so far its best plan wins; `left_open`: with
        how many more some plan may."""
        k: cython.int
        e: cython.int = self.plans.first_edge[0]
        self.plans.counted += 1
        self._forget_wins()
        while e >= 0:
            k = self.plans.edge_move[e]
            self.wins[k] += self.plans.best_from(self.plans.edge_node[e])
            self.left_open[k] += (
                self.plans.upper[self.plans.edge_node[e]]
                - self.plans.value[self.plans.edge_node[e]]
            )
            e = self.plans.next_edge[e]
        for k in range(self.moves.count[0]):
            self.left_open[k] += self.undecided

    def _is_far_ahead(self) -> cython.bint:
        """Whether the best move leads every other by more orders won than chance would give. The
        lead must be more than 1.5 times the square root of the orders that the two lose together.
        What can wait and wins no more is no other way to play."""
        best: cython.int = self.best_win()
        waits: cython.bint = self.waiting.sees_more_by_dealing() and not self.waiting.can_wait(
            0, best
        )
        lead: cython.int
        k: cython.int
        for k in range(self.moves.count[0]):
            lead = self.wins[best] - self.wins[k]
            if k == best or (lead == 0 and waits and self.waiting.can_wait(0, k)):
                continue
            if 4 * lead * lead <= 9 * (2 * self.winners - self.wins[best] - self.wins[k]):
                return False
        return True

    # Plans.

    def _begin_plans(self) -> cython.void:
        """No order was imagined, and there is no node but the first, which is row 0."""
        self.plans.begin()
        self.imagined = self.winners = self.undecided = 0
        self.to_the_end = False
        self.visits = 0

    def _follow(
        self, d: cython.int, node: cython.int, foresight: cython.int, hidden: cython.ulonglong
    ) -> cython.void:
        """Enter every node that a plan can come to with the order that is imagined, which wins from
        row d. Count it where plans end: the solver goes on, or nothing is unseen any more."""
        m: cython.int
        child: cython.int
        then: cython.int
        answer: cython.int
        rest: cython.ulonglong
        waits: cython.bint = (self.choosing or self.bounding) and self.waiting.waits
        first: cython.int = 0
        if self.plans.visited[node] == self.winners:
            return
        self.plans.visited[node] = self.winners
        self.visits += 1
        if self.to_the_end and (self.plans.crowded or self.visits > VISITS):
            self.plans.crowded = True
            return
        if foresight <= 0 or hidden & (hidden - 1) == 0 or self.moves.reached(d):
            self.plans.value[node] += 1
            return
        self.moves.list_moves(d)
        if self.bounding and waits and self.waiting.waste_top_stays(d):
            first = self.moves.count[d] - 1  # dealing is listed last
        for m in range(first, self.moves.count[d]):
            if (
                waits
                and self.waiting.has_part(d, m, self.moves.turned(d))
                and self.waiting.can_wait(d, m)
            ):
                continue
            if not self.moves.make(d, m):
                continue
            answer = self.solver.verdict(d + 1)
            if answer == LOST or (answer == PAUSED and self.choosing):
                continue
            rest = self.unseen.unseen_in(d + 1) & hidden
            then = foresight if rest == hidden else foresight - 1
            child = self.plans.node_of(self._key_after(d + 1, hidden & ~rest, node, then))
            if child < 0 or not self.plans.link(node, self._name_of(d, m), child):
                self.plans.crowded = True
                continue
            if self._grant(child, answer):
                self._follow(d + 1, child, then, rest)

    def _grant(self, node: cython.int, answer: cython.int) -> cython.bint:
        """Whether a node is to be followed with the order that is imagined, of which the solver gave this
        answer there. Where it is left open the order is granted: every plan that comes there may win
        it. Once for each order; a grant ends when the same question, asked again, is answered."""
        is_granted: cython.bint = self.plans.granted_last[node] == self.winners
        if answer == PAUSED:
            if not is_granted and self.plans.visited[node] != self.winners:
                self.plans.granted[node] += 1
                self.plans.granted_last[node] = self.winners
            return False
        if is_granted:
            self.plans.granted[node] -= 1
            self.plans.granted_last[node] = 0
        return True

    def _key_after(
        self,
        d: cython.int,
        turned: cython.ulonglong,
        node: cython.int,
        foresight: cython.int,
    ) -> cython.ulonglong:
        """The key of the node that row d is: the table, and which ranks were turned at which
        places, in whatever order. The suits of cards that lay face down mean nothing, so the table
        is then known by the places that have a card."""
        mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        mix: cython.ulonglong = 0x9E3779B97F4A7C15
        key: cython.ulonglong = self.plans.known[node]
        place: cython.ulonglong
        while turned:
            place = lowest_bit(turned)
            turned &= turned - 1
            key = (
                key + splitmix((mix * (64 * place + (self.moves.bit_at[place] >> 2) + 1)) & mask)
            ) & mask
        self.plans.known_after = key
        key = splitmix(
            (splitmix(key) + (self._places(d) if self.unseen.face_down else self.moves.left[d]))
            & mask
        )
        key = splitmix((key + mix * (64 * self.moves.position[d] + foresight + 1)) & mask)
        return key

    def _places(self, d: cython.int) -> cython.ulonglong:
        """The places that have a card in row d."""
        one: cython.ulonglong = 1
        places: cython.ulonglong = self.moves.in_stock[d] << self.moves.tableau
        i: cython.int
        for i in range(self.moves.tableau):
            if self.moves.left[d] >> self.moves.bit_at[i] & 1:
                places |= one << i
        return places

    def _name_of(self, d: cython.int, k: cython.int) -> cython.int:
        """The k-th move of row d by a number that is the same with every order. It is the move's
        own number. Where cards lay face down, whose suits may differ, it is its places in rows
        later than row 0."""
        i: cython.int
        name: cython.int = 0
        if not self.unseen.face_down or d == 0:
            return k
        for i in range(self.moves.size):
            if self.moves.bit_at[i] == self.moves.pair_low[PAIRS * d + k]:
                name = 64 * name + i + 1
            if self.moves.bit_at[i] == self.moves.pair_high[PAIRS * d + k]:
                name = 64 * name + i + 1
        return name
