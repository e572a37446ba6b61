# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Players who have not seen the stock: what they know of a table, and the plain ones' choices.

A mind holds a table of which some cards are unseen: those of the stock, and where they lie `face_down`
the covered ones of the tableau. They have places, but only the fact that they lie in some of these is
used: while a player thinks, they lie there in the order of their bits, whatever their order is on the
table (`hide`). Whole games are played here too: the table's own order is put in place for the moment
in which a move is made (`advance`), and hidden again. Places are numbered in dealing order.

Kings go at once, as `Moves` has it. docs/understand/closed-play.md has the rule of every player.
"""

import cython

from pyrtool.kernel.numbers.buffers import integers, words
from pyrtool.kernel.numbers.widths import check_length

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit, splitmix
    from pyrtool.kernel.numbers.codes import PAIRS
    from pyrtool.kernel.numbers.encoding import DEALING, dealt_of, pass_of
    from pyrtool.kernel.players.moves import Moves
    from pyrtool.kernel.shuffle import Dealer

# How a player chooses.
RANDOM = cython.declare(cython.int, 0)
GREEDY = cython.declare(cython.int, 1)
CAREFUL = cython.declare(cython.int, 2)

PLAIN: dict[str, int] = {"random": RANDOM, "greedy": GREEDY, "careful": CAREFUL}
"""The players who ask no search, by name."""

OUTCOME_BYTES: int = 5
"""What is told of a game: 1 if the goal was reached, the pass in which the pyramid was cleared or
0, the cards left, the rows cleared from the bottom row up, and the discards."""

# The order in which a greedy player likes moves; dealing is worth 0.
IN_TABLEAU = cython.declare(cython.int, 3000)
WITH_TABLEAU = cython.declare(cython.int, 2000)
IN_STOCK = cython.declare(cython.int, 1000)
EXPOSING = cython.declare(cython.int, 16)  # for each card that is exposed
WASTEFUL = cython.declare(cython.int, -10000)
DEADLY = cython.declare(cython.int, -100000)
FURTHER = cython.declare(cython.int, 1000000)  # for each move that can follow


@cython.cclass
class Mind(Moves):
    """`open` a table as somebody sees it, then `choose`; or `play` deals from cards to outcome.

    `style`: one of `PLAIN`, who looks so many moves further ahead (`look`). `rows`: for each row of
    the pyramid, from the bottom row up, the places it has, a bit each. `face_down`: covered cards of
    the tableau are unseen.
    """

    def __init__(
        self,
        game: Game,
        style: int,
        rows: list[int],
        face_down: bool,
        deep: bool = False,
        look: int = 0,
    ) -> None:
        Moves.__init__(self, game, deep or look > 0)
        self.look = look
        self.style, self.deal.ends, self.face_down = style, game.ends, face_down
        # A pass in which nothing is discarded shows the stock, so one more of them is no folly.
        self.patience = self.patience + 1 if self.unlimited else self.passes + 1
        self.card_of = game.card_of
        self.all_seen = False
        self.worth = integers(PAIRS)
        self.order, self.told = bytearray(64), bytearray(64)
        self.row_places = words(len(rows) + 1)
        self.row_count = len(rows)
        for i, places in enumerate(rows):
            self.row_places[i] = places
        self.seed = self.hidden = self.hidden_cards = 0
        self.cleared = self.hidden_count = 0

    def open(self, cards: bytes, left: bytes, position: int, all_seen: bool, seed: int) -> None:
        """A table in play, as `Search.load_position` has it. Of cards that are unseen any order is
        given; `all_seen`: every card of the stock was turned once."""
        self.game.check_cards(cards)
        self.game.check_left(left, position)
        self.lay_out_left(cards, left, position)
        self.all_seen, self.seed = all_seen, seed
        self.hide()

    def choose(self) -> tuple[int, int] | None:
        """The bits of the cards to discard, or twice `DEALING`; None where no move is legal.

        Asked first after `open`, it follows from the seed and what is seen, and nothing else.
        """
        k: cython.int
        with cython.nogil:
            k = self.think()
        if k < 0:
            return None
        return self.pair_low[k], self.pair_high[k]

    def play_deals(self, dealer: Dealer, first: int, seed: int, outcomes: memoryview) -> None:
        """Play deals from number `first` on, as many as `outcomes` has room for."""
        word: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        low: cython.ulonglong = first & word
        high: cython.ulonglong = first >> 64
        out: cython.uchar[::1] = outcomes  # type: ignore[valid-type]
        games: cython.longlong = len(outcomes) // OUTCOME_BYTES
        i: cython.longlong
        self.game.check_cards(dealer.codes)
        self.seed = seed
        with cython.nogil:
            for i in range(games):
                dealer.deal_words(low, high)
                low = (low + 1) & word
                if low == 0:
                    high += 1
                self.play_out(dealer.cards)
                self._tell(out, 5 * i)

    def play_cards(self, cards: bytes, seed: int, outcome: memoryview) -> None:
        """Play one deal, the codes in dealing order."""
        out: cython.uchar[::1] = outcome  # type: ignore[valid-type]
        dealt: cython.const[cython.uchar][::1] = cards  # type: ignore[valid-type]
        self.game.check_cards(cards)
        check_length("outcome", outcome, OUTCOME_BYTES)
        self.seed = seed
        with cython.nogil:
            self.play_out(dealt)
            self._tell(out, 0)

    # A whole game.

    def play_out(self, cards: cython.const[cython.uchar][::1]) -> cython.void:  # type: ignore[valid-type]
        """Play a deal to its end: row 0 is how it ends."""
        k: cython.int
        i: cython.int
        self.all_seen = False
        self.cleared = 0
        self.lay_out(cards)
        for i in range(self.size):
            self.order[i] = self.bit_at[i]
        self._note_clearing()
        while not self.reached(0):
            self.hide()
            k = self.think()
            if k < 0 or not self.advance(k):
                break

    def settle(self, d: cython.int) -> cython.void:
        """`Moves.settle`, unless the game is over."""
        if not (self.deal.ends and self.left[d] & self.pyramid == 0):
            Moves.settle(self, d)

    def advance(self, k: cython.int) -> cython.bint:
        """Make the k-th move of row 0 with all cards as they lie; False when patience is lost."""
        rest: cython.ulonglong = self.hidden
        made: cython.bint
        while rest:
            self.put(lowest_bit(rest), self.order[lowest_bit(rest)])
            rest &= rest - 1
        self.lay_hidden()
        made = self.make(0, k)
        if not made:
            return False
        if self.move_low[0] == DEALING and dealt_of(self.position[1]) == 0:
            if self.in_stock[0] >> dealt_of(self.position[0]) == 0:
                self.all_seen = True  # the waste was turned over
        self.left[0], self.exposed[0] = self.left[1], self.exposed[1]
        self.in_stock[0], self.position[0] = self.in_stock[1], self.position[1]
        self.idle[0] = self.idle[1]
        self._note_clearing()
        return True

    def _note_clearing(self) -> cython.void:
        """Note the pass in which the pyramid is cleared, when it is."""
        if self.cleared == 0 and self.left[0] & self.pyramid == 0:
            self.cleared = pass_of(self.position[0]) + 1

    def _tell(
        self,
        outcomes: cython.uchar[::1],  # type: ignore[valid-type]
        at: cython.longlong,
    ) -> cython.void:
        """How the game ended, as `OUTCOME_BYTES` says."""
        one: cython.ulonglong = 1
        there: cython.ulonglong = 0
        kings: cython.int = count_bits(self.left[0] & self.kings)
        left: cython.int = count_bits(self.left[0])
        cleared: cython.int = 0
        i: cython.int
        for i in range(self.tableau):
            if self.left[0] >> self.bit_at[i] & 1:
                there |= one << i
        while cleared < self.row_count and self.row_places[cleared] & there == 0:
            cleared += 1
        i = count_bits(self.all_left & self.kings) - kings
        outcomes[at] = cython.cast(cython.uchar, self.reached(0))
        outcomes[at + 1] = cython.cast(cython.uchar, self.cleared)
        outcomes[at + 2] = cython.cast(cython.uchar, left)
        outcomes[at + 3] = cython.cast(cython.uchar, cleared)
        outcomes[at + 4] = cython.cast(cython.uchar, i + (self.size - left - i) // 2)

    # What is known.

    def unseen_in(self, d: cython.int) -> cython.ulonglong:
        """The places of the cards that were not seen yet in row d."""
        one: cython.ulonglong = 1
        covered: cython.ulonglong = self.left[d] & ~self.exposed[d]
        places: cython.ulonglong = 0
        i: cython.int
        if self.dealt and not self.all_seen and pass_of(self.position[d]) == 0:
            i = dealt_of(self.position[d])
            places = self.in_stock[d] >> i << i
            if self.stock_top:
                places &= places - 1
            places <<= self.tableau
        for i in range(self.tableau if self.face_down else 0):
            if covered >> self.bit_at[i] & 1:
                places |= one << i
        return places

    def hide(self) -> cython.void:
        """Put the unseen cards in the order of their bits, and seed what is drawn by chance with
        what is seen."""
        gamma: cython.ulonglong = 0x9E3779B97F4A7C15
        mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        one: cython.ulonglong = 1
        rest: cython.ulonglong
        cards: cython.ulonglong = 0
        state: cython.ulonglong
        self.hidden = rest = self.unseen_in(0)
        self.hidden_count = 0
        while rest:
            cards |= one << self.bit_at[lowest_bit(rest)]
            rest &= rest - 1
            self.hidden_count += 1
        self.hidden_cards = cards
        rest = self.hidden
        while rest:
            self.put(lowest_bit(rest), lowest_bit(cards))
            rest &= rest - 1
            cards &= cards - 1
        self.lay_hidden()
        state = self.in_stock[0] >> dealt_of(self.position[0])
        state = (self.left[0] ^ splitmix((self.seed + gamma) & mask)) + count_bits(state)
        self.state = splitmix((state + gamma * self.hidden_count) & mask)

    def put(self, place: cython.int, card: cython.int) -> cython.void:
        """This card lies at this place."""
        index: cython.int = place - self.tableau
        self.bit_at[place] = cython.cast(cython.uchar, card)
        self.stock_index[card] = cython.cast(cython.schar, index if index >= 0 else -1)

    def lay_hidden(self) -> cython.void:
        """What covers what, now that the unseen cards lie where they were put."""
        i: cython.int
        if not self.face_down:
            return
        for i in range(self.size):
            self.told[i] = self.card_of[self.bit_at[i]]
        self.load_cards(self.told)
        for i in range(8):
            self.ban[i] = self.lasting_ban[i] = self.static_ban[i]

    def know_sets(self) -> cython.void:
        """The set tables that hold for every order of the unseen cards: as if those lay open, and
        where it is not known which of them lie in the pyramid, as if none had to go.

        Every line that some order allows has a line there, its discards, each legal when it is
        legal with that order: so a set that is dead there is dead with every order.
        """
        rest: cython.ulonglong = self.hidden_cards
        dealt: cython.ulonglong = self.all_left
        while rest:
            self.stock_index[lowest_bit(rest)] = -1
            if self.face_down:
                self.above[lowest_bit(rest)] = 0
            rest &= rest - 1
        if self.face_down and self.goal_pyramid:
            self.must &= ~self.hidden_cards
        self.all_left = self.left[0]  # no others are asked about
        self.build_set_tables()
        self.all_left = dealt
        rest = self.hidden
        while rest:
            self.put(lowest_bit(rest), self.bit_at[lowest_bit(rest)])
            rest &= rest - 1
        self.lay_hidden()

    # The plain players.

    def think(self) -> cython.int:
        """The move that is chosen in row 0 among those listed, or -1 where there is none."""
        k: cython.int
        self.list_moves(0)
        if self.count[0] == 0:
            return -1
        if self.style == RANDOM:
            return self.below(self.count[0])
        self.judge_moves()
        for k in range(self.count[0] if self.look > 0 else 0):
            if self.make(0, k):
                self.worth[k] += FURTHER * self.goes_on(1, self.look)
        return self.best_worth()

    def judge_moves(self) -> cython.void:
        """`worth`: how much a greedy player likes each move, or a careful one.

        Pairs within the tableau come first, then those of a tableau card and one of the stock, then
        those of two stock cards, then dealing; among equals, what exposes more cards. A pair that
        takes the last partner that another tableau card can have comes after dealing; with goal
        pyramid so does one of two stock cards. A careful player comes to a move that leaves a set dead
        only where all do.
        """
        one: cython.ulonglong = 1
        careful: cython.bint = self.style != GREEDY
        now: cython.int
        k: cython.int
        a: cython.int
        b: cython.int
        s: cython.int
        in_tableau: cython.int
        value: cython.int
        left: cython.ulonglong
        if careful:
            self.know_sets()
        for k in range(self.count[0]):
            a, b = self.pair_low[k], self.pair_high[k]
            left = self.left[0]
            now = 0 if self.unlimited else self.position[0]
            if a == DEALING:
                value = 0
                if not self.unlimited:
                    now = self.next_position(0)
            else:
                left &= ~(one << a | one << b)
                in_tableau = (self.stock_index[a] < 0) + (self.stock_index[b] < 0)
                if a == b:
                    value = IN_TABLEAU
                elif in_tableau == 2:
                    value = IN_TABLEAU
                elif in_tableau == 1:
                    value = WITH_TABLEAU
                else:
                    value = -1 if self.goal_pyramid else IN_STOCK
                value += EXPOSING * self._exposed_by(a, b, left)
                if a != b and self._robs(a, left):
                    value += WASTEFUL
            if careful:
                for s in range(self.sets):
                    if (
                        self.last_alive[256 * s + cython.cast(cython.int, (left >> (8 * s)) & 255)]
                        < now
                    ):
                        value += DEADLY
                        break
            self.worth[k] = value

    def best_worth(self) -> cython.int:
        """The first of the moves that are worth most."""
        best: cython.int = 0
        k: cython.int
        for k in range(1, self.count[0]):
            if self.worth[k] > self.worth[best]:
                best = k
        return best

    def _exposed_by(self, a: cython.int, b: cython.int, left: cython.ulonglong) -> cython.int:
        """How many cards two cards expose as they go, `left` being what is left."""
        rest: cython.ulonglong = (self.under[a] | self.under[b]) & left
        exposed: cython.int = 0
        while rest:
            if self.cover[lowest_bit(rest)] & left == 0:
                exposed += 1
            rest &= rest - 1
        return exposed

    def _robs(self, a: cython.int, left: cython.ulonglong) -> cython.bint:
        """Whether some tableau card of the set of card a that is seen has no partner left that does not
        lie on it, and had one before its pair went."""
        s: cython.int = a >> 3
        base: cython.int = 8 * s
        pair: cython.ulonglong = self.left[0] & ~left
        card: cython.int
        partners: cython.ulonglong
        for card in range(base, base + 8):
            if not (left & self.must & ~self.hidden_cards) >> card & 1:
                continue
            if self.stock_index[card] >= 0:
                continue
            partners = self.partners_of(card) & ~self.above[card]
            if partners & left == 0 and partners & pair:
                return True
        return False
