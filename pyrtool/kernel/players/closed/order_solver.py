# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What the solver says of a position, with the order of the unseen cards that is imagined."""

import cython

if not cython.compiled:
    from pyrtool.kernel.numbers.codes import LOST, OPEN, PAUSED, WON
    from pyrtool.kernel.players.closed.unseen_cards import UnseenCards
    from pyrtool.kernel.players.moves import Moves
    from pyrtool.kernel.verdict.pairing.pairing import Pairing
    from pyrtool.kernel.verdict.search import Search


@cython.cclass
class OrderSolver:
    """`search`: of the same game. `budget`: how many nodes a question may take; then it is left open.

    `complete`: all orders that there are get asked about. `spare`: nodes that open questions may take
    besides, where `complete`. `anew`: what the search remembers is of another tableau.

    `pairs`: the search over partners, where it knows the game. It is asked first while a move is to be
    chosen (`choosing`), for which open questions count as lost.
    """

    def __init__(
        self, moves: Moves, unseen: UnseenCards, search: Search, pairs: "Pairing | None" = None
    ) -> None:
        self.moves, self.unseen, self.search, self.pairs = moves, unseen, search, pairs
        self.choosing = False
        self.recalls = moves.game.monotone
        self.anew = True
        self.complete = self.lost = False
        self.budget = self.spare = 0

    def lay_order(self) -> cython.void:
        """Give the search the order that is imagined; `lost`: with it, a set alone is lost, or the
        partners show that row 0 is lost."""
        i: cython.int
        for i in range(self.moves.size):
            self.unseen.codes[i] = self.unseen.card_of[self.moves.bit_at[i]]
        self.lost = self._pairs_lose() or not self._lay_left()

    def _pairs_lose(self) -> cython.bint:
        """Whether the search over partners shows that row 0 is lost.

        Most orders lose in games of one pass, and partners show that sooner. A row after row 0 is lost
        too then. What is won or open is for the search: whether it leaves a question open does not
        depend on this.
        """
        return (
            self.choosing
            and self.pairs is not None
            and self.pairs.loses(
                self.unseen.codes,
                self.moves.left[0],
                self.moves.in_stock[0],
                self.moves.position[0],
                self.budget,
            )
        )

    def _lay_left(self) -> cython.bint:
        """Lay out the cards in the search, which will be asked about choices of the cards left in row
        0 alone: set tables are built for no others. False if a set alone is lost."""
        now: cython.int = 0 if self.moves.unlimited else self.moves.position[0]
        s: cython.int
        full: cython.int
        self.search.levels.load_cards(self.unseen.codes)
        self.search.levels.deal.all_left &= self.moves.left[0]
        self.search.levels.all_left = self.search.levels.deal.all_left
        for s in range(self.moves.sets):
            self.search.levels.build_set_table(
                s, self.search.levels.must, 0, 0, self.search.levels.last_alive, 0
            )
            full = cython.cast(cython.int, (self.search.levels.all_left >> (8 * s)) & 255)
            if self.search.levels.last_alive[256 * s + full] < now:
                return False
        self.search.nodes = 0
        self.search.forget_positions(self.unseen.codes)
        return True

    def verdict(self, d: cython.int) -> cython.int:
        """What the solver says of row d with the order that is imagined: `WON`, `LOST`, or
        `PAUSED`. The last leaves the question open, as it takes too many nodes or too much
        memory."""
        answer: cython.int
        if self.moves.reached(d):
            return WON
        if self.lost:
            return LOST
        if not self.recalls:
            # It keeps positions apart exactly, and remembers of others what the tableau allows alone.
            self.search.levels.level_of(
                self.moves.left[d], self.moves.in_stock[d], self.moves.position[d]
            )
            self.search.stand(self.unseen.codes, self.anew)
            self.anew = self.unseen.face_down  # another order of these is another tableau
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
        answer = self.search.hopeless(
            self.moves.left[d], self.moves.in_stock[d], self.moves.position[d], self.budget
        )
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
                self.moves.left[d], self.moves.in_stock[d], self.moves.position[d], self.spare
            )
        else:
            answer = self.search.run(self.spare)
        self.spare -= min(self.spare, self.search.nodes - before)
        return answer
