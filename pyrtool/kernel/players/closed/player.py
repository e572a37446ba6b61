# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A player that has not seen the stock: it chooses a move, or plays whole games.

How it chooses is for the kinds of player: `plain`, `sampler`, `planner`. In whole games the table's
own order is put in place for the moment in which a move is made (`advance`), and hidden again. The
rule of every player is in docs/understand/closed-play.md.
"""

import cython

from pyrtool.kernel.numbers.buffers import words
from pyrtool.kernel.numbers.widths import check_length

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit
    from pyrtool.kernel.numbers.buffers import Bytes, ReadOnlyBytes
    from pyrtool.kernel.numbers.encoding import DEALING, dealt_of, pass_of
    from pyrtool.kernel.players.closed.unseen_cards import UnseenCards
    from pyrtool.kernel.players.moves import Moves
    from pyrtool.kernel.shuffle import Dealer

OUTCOME_BYTES: int = 5
"""What is noted of a game. The first byte is 1 if the goal was reached. The others are the pass in
which the pyramid was cleared or 0, the cards left, the rows cleared from the bottom row up, and the
discards."""


@cython.cclass
class ClosedPlayer:
    """`open` a table as somebody sees it, then `choose`; or `play` deals from cards to outcome.

    `rows`: for each row of the pyramid, from the bottom row up, the places it has, a bit each.
    `face_down`: covered cards of the tableau are unseen. `deep`: it looks further than one move.
    """

    def __init__(self, game: Game, rows: list[int], face_down: bool, deep: bool) -> None:
        self.moves = Moves(game, deep)
        self.moves.ends_early = game.ends
        # The set tables know that, too, and a pass in which nothing is discarded shows the stock, so
        # that one more of them is no folly.
        self.moves.deal.ends = game.ends
        self.moves.patience = (
            self.moves.patience + 1 if self.moves.unlimited else self.moves.passes + 1
        )
        self.unseen = UnseenCards(self.moves, face_down)
        self.order = bytearray(64)
        self.row_places = words(len(rows) + 1)
        self.row_count = len(rows)
        for i, places in enumerate(rows):
            self.row_places[i] = places
        self.cleared = 0

    def open(self, cards: bytes, left: bytes, position: int, all_seen: bool, seed: int) -> None:
        """A table in play, as `Search.load_position` has it. Unseen cards are given in any order.
        `all_seen`: every card of the stock was turned once."""
        self.moves.game.check_cards(cards)
        self.moves.game.check_left(left, position)
        self.moves.lay_out_left(cards, left, position)
        self.unseen.all_seen, self.unseen.seed = all_seen, seed
        self.unseen.hide()

    def choose(self) -> tuple[int, int] | None:
        """The bits of the cards to discard, or twice `DEALING`; None where no move is legal.

        The first choice after `open` follows from the seed and what is seen, and nothing else.
        """
        k: cython.int
        with cython.nogil:
            k = self.think()
        if k < 0:
            return None
        return self.moves.pair_low[k], self.moves.pair_high[k]

    def think(self) -> cython.int:
        """The k-th move of row 0 is chosen: k, or -1 where there is none. Each kind of player has its own."""
        return -1

    def play_deals(self, dealer: Dealer, first: int, seed: int, outcomes: memoryview) -> None:
        """Play deals from number `first` on, as many as `outcomes` has room for."""
        word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        low: cython.ulonglong = first & word
        high: cython.ulonglong = first >> 64
        out: Bytes = outcomes
        games: cython.longlong = len(outcomes) // OUTCOME_BYTES
        i: cython.longlong
        self.moves.game.check_cards(dealer.codes)
        self.unseen.seed = seed
        with cython.nogil:
            for i in range(games):
                dealer.deal_words(low, high)
                low = (low + 1) & word
                if low == 0:
                    high += 1
                self.play_out(dealer.cards)
                self._write_outcome(out, 5 * i)

    def play_cards(self, cards: bytes, seed: int, outcome: memoryview) -> None:
        """Play one deal, the codes in dealing order."""
        out: Bytes = outcome
        dealt: ReadOnlyBytes = cards
        self.moves.game.check_cards(cards)
        check_length("outcome", outcome, OUTCOME_BYTES)
        self.unseen.seed = seed
        with cython.nogil:
            self.play_out(dealt)
            self._write_outcome(out, 0)

    # A whole game.

    def play_out(self, cards: ReadOnlyBytes) -> cython.void:
        """Play a deal to its end: row 0 is how it ends."""
        k: cython.int
        i: cython.int
        self.unseen.all_seen = False
        self.cleared = 0
        self.moves.lay_out(cards)
        for i in range(self.moves.size):
            self.order[i] = self.moves.bit_at[i]
        self._note_clearing()
        while not self.moves.reached(0):
            self.unseen.hide()
            k = self.think()
            if k < 0 or not self.advance(k):
                break

    def advance(self, k: cython.int) -> cython.bint:
        """Make the k-th move of row 0 with all cards as they lie; False when patience is lost."""
        rest: cython.ulonglong = self.unseen.hidden
        made: cython.bint
        while rest:
            self.unseen.put(lowest_bit(rest), self.order[lowest_bit(rest)])
            rest &= rest - 1
        self.unseen.lay_hidden()
        made = self.moves.make(0, k)
        if not made:
            return False
        if self.moves.move_low[0] == DEALING and dealt_of(self.moves.position[1]) == 0:
            if self.moves.in_stock[0] >> dealt_of(self.moves.position[0]) == 0:
                self.unseen.all_seen = True  # the waste was turned over
        self.moves.left[0], self.moves.exposed[0] = self.moves.left[1], self.moves.exposed[1]
        self.moves.in_stock[0], self.moves.position[0] = (
            self.moves.in_stock[1],
            self.moves.position[1],
        )
        self.moves.idle[0] = self.moves.idle[1]
        self._note_clearing()
        return True

    def _note_clearing(self) -> cython.void:
        """Note the pass in which the pyramid is cleared, when it is."""
        if self.cleared == 0 and self.moves.left[0] & self.moves.pyramid == 0:
            self.cleared = pass_of(self.moves.position[0]) + 1

    def _write_outcome(
        self,
        outcomes: Bytes,
        at: cython.longlong,
    ) -> cython.void:
        """How the game ended, as `OUTCOME_BYTES` says."""
        one: cython.ulonglong = 1
        there: cython.ulonglong = 0
        kings: cython.int = count_bits(self.moves.left[0] & self.moves.kings)
        left: cython.int = count_bits(self.moves.left[0])
        cleared: cython.int = 0
        i: cython.int
        for i in range(self.moves.tableau):
            if self.moves.left[0] >> self.moves.bit_at[i] & 1:
                there |= one << i
        while cleared < self.row_count and self.row_places[cleared] & there == 0:
            cleared += 1
        i = count_bits(self.moves.all_left & self.moves.kings) - kings
        outcomes[at] = cython.cast(cython.uchar, self.moves.reached(0))
        outcomes[at + 1] = cython.cast(cython.uchar, self.cleared)
        outcomes[at + 2] = cython.cast(cython.uchar, left)
        outcomes[at + 3] = cython.cast(cython.uchar, cleared)
        outcomes[at + 4] = cython.cast(cython.uchar, i + (self.moves.size - left - i) // 2)
