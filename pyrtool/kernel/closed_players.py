# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Players that do not see the stock."""

import cython

from pyrtool.kernel.game import Table
from pyrtool.kernel.numbers import check_length

if not cython.compiled:
    from pyrtool.kernel.game import Game
    from pyrtool.kernel.numbers import *
    from pyrtool.kernel.pairing import Pairing
    from pyrtool.kernel.random_players import Moves
    from pyrtool.kernel.verdict import Search


# What a player knows of a table: which cards it has not seen.
#
# Unseen are the cards of the stock that were not turned yet and, where they lie `face_down`, the
# covered ones of the tableau. They have places, but a player uses only the fact that they lie in
# some of these. While it thinks, they lie there in the order of their bits, whatever their order
# is on the table (`hide`). Places are numbered in dealing order.


@cython.cclass
class UnseenCards:
    """The cards that a player has not seen. `hidden`: their places; `hidden_cards`: the cards,
    `hidden_count` of them.

    `all_seen`: every card of the stock was turned once. `codes`: of the cards as they lie, in dealing
    order, after `lay_hidden`. `seed`: of what is left to chance.
    """

    def __init__(self, moves: Moves, face_down: bool) -> None:
        self.moves, self.face_down = moves, face_down
        self.card_of, self.codes = moves.game.card_of, bytearray(64)
        self.all_seen = False
        self.seed = self.hidden = self.hidden_cards = 0
        self.hidden_count = 0

    def unseen_in(self, d: cython.int) -> cython.ulonglong:
        """Return the places of the cards that were not seen yet in row d."""
        covered: cython.ulonglong = self.moves.left[d] & ~self.moves.exposed[d]
        places: cython.ulonglong = 0
        if self.moves.dealt and not self.all_seen and pass_of(self.moves.position[d]) == 0:
            i: cython.int = dealt_of(self.moves.position[d])
            places = self.moves.in_stock[d] >> i << i
            if self.moves.stock_top:
                places &= places - 1
            places <<= self.moves.tableau
        for i in range(self.moves.tableau if self.face_down else 0):
            if covered >> self.moves.bit_at[i] & 1:
                places |= one_bit(i)
        return places

    def hide(self) -> cython.void:
        """Put the unseen cards in the order of their bits, and seed what is drawn by chance with
        what is seen."""
        gamma: cython.ulonglong = 0x9E3779B97F4A7C15
        mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        rest: cython.ulonglong
        cards: cython.ulonglong = 0
        self.hidden = rest = self.unseen_in(0)
        self.hidden_count = 0
        while rest:
            cards |= one_bit(self.moves.bit_at[lowest_bit(rest)])
            rest &= rest - 1
            self.hidden_count += 1
        self.hidden_cards = cards
        rest = self.hidden
        while rest:
            self.put(lowest_bit(rest), lowest_bit(cards))
            rest &= rest - 1
            cards &= cards - 1
        self.lay_hidden()
        state: cython.ulonglong = self.moves.in_stock[0] >> dealt_of(self.moves.position[0])
        state = (self.moves.left[0] ^ splitmix((self.seed + gamma) & mask)) + count_bits(state)
        self.moves.numbers.state = splitmix((state + gamma * self.hidden_count) & mask)

    def put(self, place: cython.int, card: cython.int) -> cython.void:
        """Let this card lie at this place."""
        index: cython.int = place - self.moves.tableau
        self.moves.bit_at[place] = cython.cast(cython.uchar, card)
        self.moves.stock_index[card] = cython.cast(cython.schar, index if index >= 0 else -1)

    def lay_hidden(self) -> cython.void:
        """Work out what covers what, now that the unseen cards lie where they were put."""
        if not self.face_down:
            return
        for i in range(self.moves.size):
            self.codes[i] = self.card_of[self.moves.bit_at[i]]
        self.moves.load_cards(self.codes)
        for i in range(8):
            self.moves.ban[i] = self.moves.lasting_ban[i] = self.moves.static_ban[i]

    def know_sets(self) -> cython.void:
        """Build the set tables that hold for every order of the unseen cards. They are built as if
        those lay open, and where it is not known which of them lie in the pyramid, as if none had
        to go.

        Every line that some order allows has a line there, its discards, each legal when it is
        legal with that order. So a set that is dead there is dead with every order.
        """
        rest: cython.ulonglong = self.hidden_cards
        dealt: cython.ulonglong = self.moves.all_left
        while rest:
            self.moves.stock_index[lowest_bit(rest)] = -1
            if self.face_down:
                self.moves.above[lowest_bit(rest)] = 0
            rest &= rest - 1
        if self.face_down and self.moves.goal_pyramid:
            self.moves.must &= ~self.hidden_cards
        self.moves.all_left = self.moves.left[0]  # no others are asked about
        self.moves.build_set_tables()
        self.moves.all_left = dealt
        rest = self.hidden
        while rest:
            self.put(lowest_bit(rest), self.moves.bit_at[lowest_bit(rest)])
            rest &= rest - 1
        self.lay_hidden()


# The orders of the unseen cards: all of them, or some that chance gives.
#
# Cards of one rank are interchangeable: in every order they come by their suits, so that an order
# is a sequence of ranks. In orders drawn by chance each unseen card comes first equally often, as
# every card is as likely to be seen next. This leaves less to chance than orders drawn singly.

FEW_ORDERS = cython.declare(cython.int, 720)  # up to this many, all are taken


@cython.cclass
class UnseenOrders:
    """The orders of the unseen cards. `sequence`: the groups of the unseen cards in the order that
    is imagined."""

    def __init__(self, moves: Moves, unseen: UnseenCards) -> None:
        self.moves, self.unseen = moves, unseen
        self.sequence, self.firsts = integers(64), integers(64)
        self.drawn = 0

    def write_orders(self) -> cython.bint:
        """Write the groups of the unseen cards into `sequence`, sorted; return whether they have no
        more than `FEW_ORDERS` orders."""
        rest: cython.ulonglong = self.unseen.hidden
        count: cython.int = 0
        alike: cython.int = 0
        orders: cython.longlong = 1
        while rest:
            # `hide` has put them in the order of their bits.
            self.sequence[count] = self.moves.bit_at[lowest_bit(rest)] >> 2
            rest &= rest - 1
            alike = alike + 1 if count and self.sequence[count] == self.sequence[count - 1] else 1
            count += 1
            if orders <= FEW_ORDERS:
                orders = orders * count // alike
        return orders <= FEW_ORDERS

    def draw_orders(self) -> cython.void:
        """Prepare to use `shuffle_sequence` from now on."""
        for i in range(self.unseen.hidden_count):
            self.firsts[i] = self.sequence[i]
        self.drawn = 0

    def shuffle_sequence(self) -> cython.void:
        """Put `sequence` in an order that chance gives."""
        turn: cython.int = self.drawn % self.unseen.hidden_count
        self.drawn += 1
        if turn == 0:
            self._shuffle(self.firsts, 0)
        i: cython.int = 0
        while self.sequence[i] != self.firsts[turn]:
            i += 1
        self.sequence[i] = self.sequence[0]
        self.sequence[0] = self.firsts[turn]
        self._shuffle(self.sequence, 1)

    def _shuffle(self, groups: Integers, first: cython.int) -> cython.void:
        """Shuffle the groups of all unseen cards from the `first` on."""
        i: cython.int
        for i in range(self.unseen.hidden_count - 1, first, -1):
            j: cython.int = first + self.moves.numbers.below(i + 1 - first)
            group: cython.int = groups[i]
            groups[i] = groups[j]
            groups[j] = group

    def next_sequence(self) -> cython.bint:
        """Put `sequence` in its next order; return False after the last one."""
        i: cython.int = self.unseen.hidden_count - 2
        j: cython.int = self.unseen.hidden_count - 1
        while i >= 0 and self.sequence[i] >= self.sequence[i + 1]:
            i -= 1
        if i < 0:
            return False
        while self.sequence[j] <= self.sequence[i]:
            j -= 1
        group: cython.int = self.sequence[i]
        self.sequence[i] = self.sequence[j]
        self.sequence[j] = group
        i += 1
        j = self.unseen.hidden_count - 1
        while i < j:
            group = self.sequence[i]
            self.sequence[i] = self.sequence[j]
            self.sequence[j] = group
            i += 1
            j -= 1
        return True

    def put_sequence(self) -> cython.void:
        """Put the unseen cards in the order of `sequence`."""
        cards: cython.ulonglong = self.unseen.hidden_cards
        rest: cython.ulonglong = self.unseen.hidden
        at: cython.int = 0
        while rest:
            group: cython.ulonglong = 15
            card: cython.int = lowest_bit(cards & (group << (4 * self.sequence[at])))
            cards &= ~one_bit(card)
            self.unseen.put(lowest_bit(rest), card)
            rest &= rest - 1
            at += 1
        self.unseen.lay_hidden()


# What a greedy or a careful player thinks that a move is worth.

# The order in which a greedy player likes moves; dealing is worth 0.
IN_TABLEAU = cython.declare(cython.int, 3000)
WITH_TABLEAU = cython.declare(cython.int, 2000)
IN_STOCK = cython.declare(cython.int, 1000)
EXPOSING = cython.declare(cython.int, 16)  # for each card that is exposed
WASTEFUL = cython.declare(cython.int, -10000)
DEADLY = cython.declare(cython.int, -100000)


@cython.cclass
class Worths:
    """The worths of moves, as a player sees them. `worth`: that of each move listed in row 0, after
    `judge`. `careful`: a move that leaves a set dead is worth least."""

    def __init__(self, moves: Moves, unseen: UnseenCards, careful: bool) -> None:
        self.moves, self.unseen, self.careful = moves, unseen, careful
        self.worth = integers(PAIRS)

    def judge(self) -> cython.void:
        """Note how much a greedy player likes each move, or a careful one.

        Pairs within the tableau come first, then those of a tableau card and one of the stock, then
        those of two stock cards, then dealing. Among equals, what exposes more cards comes first. A
        pair that takes the last partner that another tableau card can have comes after dealing;
        with goal pyramid so does one of two stock cards. A careful player comes to a move that
        leaves a set dead only where all do.
        """
        cython.declare(a=cython.int, b=cython.int, s=cython.int, in_tableau=cython.int)
        if self.careful:
            self.unseen.know_sets()
        for k in range(self.moves.count[0]):
            a, b = self.moves.pair_low[k], self.moves.pair_high[k]
            left: cython.ulonglong = self.moves.left[0]
            now: cython.int = 0 if self.moves.unlimited else self.moves.position[0]
            if a == DEALING:
                value: cython.int = 0
                if not self.moves.unlimited:
                    now = self.moves.next_position(0)
            else:
                left &= ~(one_bit(a) | one_bit(b))
                in_tableau = (self.moves.stock_index[a] < 0) + (self.moves.stock_index[b] < 0)
                if a == b or in_tableau == 2:
                    value = IN_TABLEAU
                elif in_tableau == 1:
                    value = WITH_TABLEAU
                else:
                    value = -1 if self.moves.goal_pyramid else IN_STOCK
                value += EXPOSING * self._exposed_by(a, b, left)
                if a != b and self._robs(a, left):
                    value += WASTEFUL
            if self.careful:
                for s in range(self.moves.sets):
                    if (
                        self.moves.last_alive[
                            256 * s + cython.cast(cython.int, (left >> (8 * s)) & 255)
                        ]
                        < now
                    ):
                        value += DEADLY
                        break
            self.worth[k] = value

    def best(self) -> cython.int:
        """Return the first of the moves that are worth most."""
        best: cython.int = 0
        for k in range(1, self.moves.count[0]):
            if self.worth[k] > self.worth[best]:
                best = k
        return best

    def _exposed_by(self, a: cython.int, b: cython.int, left: cython.ulonglong) -> cython.int:
        """Return how many cards two cards expose as they go; `left` is what is left then."""
        rest: cython.ulonglong = (self.moves.under[a] | self.moves.under[b]) & left
        exposed: cython.int = 0
        while rest:
            if self.moves.cover[lowest_bit(rest)] & left == 0:
                exposed += 1
            rest &= rest - 1
        return exposed

    def _robs(self, a: cython.int, left: cython.ulonglong) -> cython.bint:
        """Return whether a pair took the last partner of some seen tableau card of the set of card
        a, not counting what lies on that card."""
        s: cython.int = a >> 3
        base: cython.int = 8 * s
        pair: cython.ulonglong = self.moves.left[0] & ~left
        card: cython.int
        for card in range(base, base + 8):
            if not (left & self.moves.must & ~self.unseen.hidden_cards) >> card & 1:
                continue
            if self.moves.stock_index[card] >= 0:
                continue
            partners: cython.ulonglong = self.moves.partners_of(card) & ~self.moves.above[card]
            if partners & left == 0 and partners & pair:
                return True
        return False


# A player that has not seen the stock: it chooses a move, or plays whole games.
#
# How it chooses is for the kinds of player: `PlainPlayer`, `Sampler`, `Planner`. In whole games the
# table's own order is put in place for the moment in which a move is made (`advance`), and hidden
# again. The rule of every player is in docs/understand/closed-play.md.

OUTCOME_BYTES: int = 5
"""The bytes noted of a game. The first byte is 1 if the goal was reached. The others are the pass in
which the pyramid was cleared or 0, the cards left, the rows cleared from the bottom row up, and the
discards."""


@cython.cclass
class ClosedPlayer:
    """A player that has not seen the stock: `open` a table as somebody sees it, then `choose`; or
    play a deal from cards to outcome (`play_cards`).

    `rows`: for each row of the pyramid, from the bottom row up, the places it has, a bit each.
    `face_down`: covered cards of the tableau are unseen. `deep`: it looks further than one move.
    """

    def __init__(self, game: Game, rows: list[int], face_down: bool, deep: bool) -> None:
        self.moves = Moves(game, deep)
        self.moves.ends_early = game.ends
        # The set tables know that, too, and a pass in which nothing is discarded shows the stock, so
        # that one more of them is no folly.
        self.moves.ends = game.ends
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
        """Open a table in play, as `Search.load_position` has it. Unseen cards are given in any
        order. `all_seen`: every card of the stock was turned once."""
        self.moves.game.check_position(cards, left, position)
        self.moves.lay_out_left(cards, left, position)
        self.unseen.all_seen, self.unseen.seed = all_seen, seed
        self.unseen.hide()

    def choose(self) -> tuple[int, int] | None:
        """Return the bits of the cards to discard, or twice `DEALING`; None where no move is legal.

        The first choice after `open` follows from the seed and what is seen, and nothing else.
        """
        with cython.nogil:
            k: cython.int = self.think()
        if k < 0:
            return None
        return self.moves.pair_low[k], self.moves.pair_high[k]

    def think(self) -> cython.int:
        """Return the number of the move chosen in row 0, or -1 where there is none. Each kind of
        player has its own."""
        return -1

    def play_cards(self, cards: bytes, seed: int, outcome: memoryview) -> None:
        """Play one deal, the codes in dealing order."""
        out: Bytes = outcome
        dealt: ReadOnlyBytes = cards
        self.moves.game.check_cards(cards)
        check_length("outcome", outcome, OUTCOME_BYTES)
        self.unseen.seed = seed
        with cython.nogil:
            self.play_out(dealt)
            self._write_outcome(out)

    def wins_from(
        self, cards: bytes, left: bytes, position: int, all_seen: bool, seed: int
    ) -> bool:
        """Play on from a table in play, whose cards lie as they are given (`open`), and return
        whether the goal is reached."""
        self.moves.game.check_position(cards, left, position)
        self.moves.lay_out_left(cards, left, position)
        self.unseen.all_seen, self.unseen.seed = all_seen, seed
        with cython.nogil:
            self._go_on()
        return bool(self.moves.reached(0))

    # A whole game.

    def play_out(self, cards: ReadOnlyBytes) -> cython.void:
        """Play a deal to its end: row 0 is how it ends."""
        self.unseen.all_seen = False
        self.moves.lay_out(cards)
        self._go_on()

    def _go_on(self) -> cython.void:
        """Play from row 0 to the end, which row 0 then is."""
        self.cleared = 0
        for i in range(self.moves.size):
            self.order[i] = self.moves.bit_at[i]
        self._note_clearing()
        while not self.moves.reached(0):
            self.unseen.hide()
            k: cython.int = self.think()
            if k < 0 or not self.advance(k):
                break

    def advance(self, k: cython.int) -> cython.bint:
        """Make the k-th move of row 0 with all cards as they lie; return False when patience is
        lost."""
        rest: cython.ulonglong = self.unseen.hidden
        while rest:
            self.unseen.put(lowest_bit(rest), self.order[lowest_bit(rest)])
            rest &= rest - 1
        self.unseen.lay_hidden()
        made: cython.bint = self.moves.make(0, k)
        if not made:
            return False
        if self.moves.move_low[0] == DEALING and dealt_of(self.moves.position[1]) == 0:
            if self.moves.in_stock[0] >> dealt_of(self.moves.position[0]) == 0:
                self.unseen.all_seen = True  # the waste was turned over
        self.moves.copy_row(1, 0)
        self._note_clearing()
        return True

    def _note_clearing(self) -> cython.void:
        """Note the pass in which the pyramid is cleared, when it is."""
        if self.cleared == 0 and self.moves.left[0] & self.moves.pyramid == 0:
            self.cleared = pass_of(self.moves.position[0]) + 1

    def _write_outcome(self, outcome: Bytes) -> cython.void:
        """Write how the game ended, as `OUTCOME_BYTES` says."""
        there: cython.ulonglong = 0
        kings: cython.int = count_bits(self.moves.left[0] & self.moves.kings)
        left: cython.int = count_bits(self.moves.left[0])
        cleared: cython.int = 0
        i: cython.int
        for i in range(self.moves.tableau):
            if self.moves.left[0] >> self.moves.bit_at[i] & 1:
                there |= one_bit(i)
        while cleared < self.row_count and self.row_places[cleared] & there == 0:
            cleared += 1
        i = count_bits(self.moves.all_left & self.moves.kings) - kings
        outcome[0] = cython.cast(cython.uchar, self.moves.reached(0))
        outcome[1] = cython.cast(cython.uchar, self.cleared)
        outcome[2] = cython.cast(cython.uchar, left)
        outcome[3] = cython.cast(cython.uchar, cleared)
        outcome[4] = cython.cast(cython.uchar, i + (self.moves.size - left - i) // 2)


# The plain players: they ask no search.

# How a player chooses.
RANDOM = cython.declare(cython.int, 0)
GREEDY = cython.declare(cython.int, 1)
CAREFUL = cython.declare(cython.int, 2)

PLAIN: dict[str, int] = {"random": RANDOM, "greedy": GREEDY, "careful": CAREFUL}
"""The players that ask no search, by name."""

FURTHER = cython.declare(cython.int, 1000000)  # for each move that can follow


@cython.cclass
class PlainPlayer(ClosedPlayer):
    """A player that asks no search. `style`: one of `PLAIN`. `look`: how many moves further it
    looks ahead."""

    def __init__(
        self, game: Game, style: int, rows: list[int], face_down: bool, look: int = 0
    ) -> None:
        ClosedPlayer.__init__(self, game, rows, face_down, look > 0)
        self.style, self.look = style, look
        self.worths = Worths(self.moves, self.unseen, style != GREEDY)

    def think(self) -> cython.int:
        """Return the move that is chosen in row 0 among those listed, or -1 where there is none."""
        self.moves.list_moves(0)
        if self.moves.count[0] == 0:
            return -1
        if self.style == RANDOM:
            return self.moves.numbers.below(self.moves.count[0])
        self.worths.judge()
        for k in range(self.moves.count[0] if self.look > 0 else 0):
            if self.moves.make(0, k):
                self.worths.worth[k] += FURTHER * self.moves.goes_on(1, self.look)
        return self.worths.best()


# What the solver says of a position, with the order of the unseen cards that is imagined.


@cython.cclass
class OrderSolver:
    """The solver of a position with an imagined order. `search`: of the same game. `budget`: how
    many nodes a question may take; then it is left open.

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
        for i in range(self.moves.size):
            self.unseen.codes[i] = self.unseen.card_of[self.moves.bit_at[i]]
        self.lost = self._pairs_lose() or not self._lay_left()

    def _pairs_lose(self) -> cython.bint:
        """Return whether the search over partners shows that row 0 is lost.

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
        """Lay out the cards in the search, which will be asked about choices of the cards left in
        row 0 alone: set tables are built for no others. Return False if a set alone is lost."""
        now: cython.int = 0 if self.moves.unlimited else self.moves.position[0]
        cython.declare(s=cython.int, full=cython.int, left=cython.ulonglong)
        self.search.levels.load_cards(self.unseen.codes)
        self.search.levels.all_left &= self.moves.left[0]
        left = self.search.levels.all_left
        for s in range(self.moves.sets):
            self.search.levels.set_tables.build_one(
                s, left, self.search.levels.must, 0, 0, self.search.levels.last_alive, 0
            )
            full = cython.cast(cython.int, (left >> (8 * s)) & 255)
            if self.search.levels.last_alive[256 * s + full] < now:
                return False
        self.search.nodes = 0
        self.search.forget_positions(self.unseen.codes)
        return True

    def verdict(self, d: cython.int) -> cython.int:
        """Return what the solver says of row d with the order that is imagined: `WON`, `LOST`, or
        `PAUSED`. The last leaves the question open, as it takes too many nodes or too much memory.
        """
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
            answer: cython.int = self.search.run(self.budget)
            if answer == PAUSED and self.complete and self.spare > 0:
                answer = self._go_on(d)
            return answer if answer == WON or answer == LOST else PAUSED
        answer = self._ask(d)
        if answer == PAUSED:
            self.lay_order()  # what it noted on the way was not settled
        return answer

    def _ask(self, d: cython.int) -> cython.int:
        """Return the `verdict` where the search remembers won and lost positions of the order."""
        self.search.asking = True
        answer: cython.int = self.search.hopeless(
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
        before: cython.ulonglong = self.search.nodes
        if self.recalls:
            answer: cython.int = self.search.hopeless(
                self.moves.left[d], self.moves.in_stock[d], self.moves.position[d], self.spare
            )
        else:
            answer = self.search.run(self.spare)
        self.spare -= min(self.spare, self.search.nodes - before)
        return answer


# A player that imagines the unseen cards in many orders, and asks the solver about every one.
#
# It counts for each legal move with how many of the orders the game can still be won after it; it
# asks about all moves with the same orders. It plays the best one; among equals, and where no
# order wins, what a careful player plays. A king of the stock whose discard may hurt is a move
# like any other. No Python object is made for an order.

ORDER_NODES = cython.declare(cython.ulonglong, 20_000)  # of one question; then it is left open
SEARCH_BYTES = cython.declare(cython.longlong, 1 << 30)
KNOWN_NODES = cython.declare(cython.ulonglong, 1_000_000)  # the same, when every card is known


@cython.cclass
class Sampler(ClosedPlayer):
    """A player that asks the solver about many orders. `search`, `pairs`: of the same game.
    `orders`: how many are imagined for a move. `imagined`: how many were.

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
        # removing early can (`plan.early_never_hurts_from`).
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
        """Return whether the orders imagined were all there are, and play goes on by what is seen."""
        return bool(self.solver.complete)

    def open(self, cards: bytes, left: bytes, position: int, all_seen: bool, seed: int) -> None:
        """Do as `ClosedPlayer.open`; others use the search, too, and may have left it little
        memory."""
        self.limit_memory(SEARCH_BYTES)
        ClosedPlayer.open(self, cards, left, position, all_seen, seed)

    def limit_memory(self, limit_bytes: int) -> None:
        """Limit what the tables of the search may take; see `Search.limit_memory`."""
        self.solver.search.limit_memory(limit_bytes)

    def weigh(self, orders: int, spare: int = 0) -> list[tuple[int, int, int, int]]:
        """List the legal moves of the table that was opened. Each comes as its two bits, with how
        many of this many orders the game can be won after it, and with how many more this was left
        open. Where few orders are left, open questions may take this many `spare` nodes more
        together.

        Called again, it continues with other orders.
        """
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
        """Return the move that wins with most orders."""
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
        """Return the move with most wins; among equals the one that is worth most."""
        best: cython.int = 0
        for k in range(1, self.moves.count[0]):
            if self.wins[k] > self.wins[best] or (
                self.wins[k] == self.wins[best] and self.worths.worth[k] > self.worths.worth[best]
            ):
                best = k
        return best

    def _forget_wins(self) -> cython.void:
        """Forget the wins: no move has won yet."""
        for k in range(self.moves.count[0]):
            self.wins[k] = self.left_open[k] = 0

    def _sample(self, orders: cython.int) -> cython.void:
        """Count, for each move listed, with how many of this many orders it wins."""
        self.solver.anew = True
        self.imagined = 0
        self._forget_wins()
        self.solver.complete = self.unseen.hidden_count <= 1
        self.solver.budget = self.known_nodes if self.solver.complete else self.order_nodes
        for n in range(orders if not self.solver.complete else 1):
            self.imagine()
            self.imagined += 1
            answer: cython.int = self.solver.verdict(0)
            if answer == LOST or (answer == PAUSED and self.choosing):
                continue  # a move wins nothing that is lost
            if self.solver.complete and self.choosing:
                self._find_win()
            else:
                self._count_moves()

    def _count_moves(self) -> cython.void:
        """Ask about each move with the order that is imagined."""
        for k in range(self.moves.count[0]):
            if self.moves.make(0, k):
                answer: cython.int = self.solver.verdict(1)
                self.wins[k] += answer == WON
                self.left_open[k] += answer == PAUSED

    def _find_win(self) -> cython.void:
        """Ask about the moves when every card is known, the one worth most first, until one wins.
        Dealing comes last: a player that dealt on as long as it can win would never come to it."""
        for asked in range(self.moves.count[0]):
            best: cython.int = -1
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
        while left > 1:
            i: cython.int = lowest_bit(rest)
            other: cython.ulonglong = rest
            for skip in range(self.moves.numbers.below(left)):
                other &= other - 1
            j: cython.int = lowest_bit(other)
            a: cython.int = self.moves.bit_at[i]
            self.unseen.put(i, self.moves.bit_at[j])
            self.unseen.put(j, a)
            rest &= rest - 1
            left -= 1
        self.unseen.lay_hidden()
        self.solver.lay_order()


# Plans: what a player does, whatever it comes to see.
#
# A *node* is what a player can have come to know: a table, and the cards turned on the way to it.
# Nodes are numbered from 0, the first one; an *edge* is a move that leads from one to another.
# Chance decides which, so that a move may have several.

EDGES = cython.declare(cython.int, 4)  # for each node
ROWS_A_NODE = 4  # of the table of nodes
NODE_BITS = 32


@cython.cclass
class Plans:
    """The plans of a player. `room`: for this many nodes, a power of two. `crowded`: there was no
    room for some.

    For each node, `known` is what is hashed of the cards turned, and `value` with how many orders the best
    plan wins from there. `upper` has with how many some plan may win; `granted`: how many orders were
    left open there (`granted_last`: by the last one). `visited`: the last order that came there.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self.table = Table(NODE_BITS, ROWS_A_NODE * room)
        self.nodes = self.edges = self.counted = 0
        self.crowded = False
        self.value, self.visited = integers(room), integers(room)
        self.first_edge, self.valued = integers(room), integers(room)
        self.upper, self.granted, self.granted_last = integers(room), integers(room), integers(room)
        self.known = words(room)
        self.known_after = 0
        self.next_edge, self.edge_move = integers(EDGES * room), integers(EDGES * room)
        self.edge_node = integers(EDGES * room)

    def begin(self) -> cython.void:
        """Begin with the first node and no other."""
        self.table.clear()
        self.nodes = self.edges = 0
        self.crowded = False
        self.known[self._new_node()] = 0

    def _new_node(self) -> cython.int:
        """Make a node with nothing known of it; return its number, or -1 where there is no room."""
        n: cython.int = self.nodes
        if n >= self.room:
            return -1
        self.nodes += 1
        self.value[n] = self.visited[n] = self.valued[n] = 0
        self.granted[n] = self.granted_last[n] = 0
        self.first_edge[n] = -1
        return n

    def node_of(self, key: cython.ulonglong) -> cython.int:
        """Return the node with this key, a new one if there is none; -1 where there is no room."""
        slot: cython.longlong = self.table.find(key)
        if slot >= 0:
            return cython.cast(cython.int, self.table.note(slot))
        node: cython.int = self._new_node()
        if node >= 0:
            self.table.write(slot, key, cython.cast(cython.ulonglong, node))
        return node

    def link(self, node: cython.int, move: cython.int, child: cython.int) -> cython.bint:
        """Note that a move leads from a node to another; return False where there is no room."""
        e: cython.int = self.first_edge[node]
        while e >= 0:
            if self.edge_node[e] == child and self.edge_move[e] == move:
                return True
            e = self.next_edge[e]
        e = self.edges
        if e >= EDGES * self.room:
            return False
        self.edges += 1
        self.known[child] = self.known_after
        self.edge_node[e], self.edge_move[e] = child, move
        self.next_edge[e] = self.first_edge[node]
        self.first_edge[node] = e
        return True

    def best_from(self, node: cython.int) -> cython.int:
        """Return with how many of the orders that come to a node the best plan wins from there.
        `upper` gets the number with which some plan may win, as what is granted is not lost."""
        cython.declare(total=cython.int, most=cython.int)
        if self.valued[node] == self.counted:
            return self.value[node]
        self.valued[node] = self.counted
        e: cython.int = self.first_edge[node]
        best: cython.int = self.value[node] if e < 0 else 0
        while e >= 0:
            total = most = 0
            f: cython.int = self.first_edge[node]
            while f >= 0:
                if self.edge_move[f] == self.edge_move[e]:
                    total += self.best_from(self.edge_node[f])
                    most += self.upper[self.edge_node[f]]
                f = self.next_edge[f]
            if total > self.value[node]:
                self.value[node] = total
            if most > best:
                best = most
            e = self.next_edge[e]
        self.upper[node] = best + self.granted[node]
        return self.value[node]


# What can wait until the next card was seen, at no loss.
#
# This is so where cards are dealt singly, none vanishes by itself, and the tableau lies open, as
# long as two cards or more are unseen. Dealing buries the waste top and nothing else. A turned
# card that goes with a tableau card can do so from the waste as well. Then the table is the same
# as if it had gone immediately; a pair within the tableau stays. So each of these can follow the
# deal, and then the next card was seen before. (docs/development/proofs.md, "What can wait")


@cython.cclass
class Waiting:
    """The discards that can wait until the next card was seen. `waits`: these are rules under which
    discards can wait."""

    def __init__(self, moves: Moves, unseen: UnseenCards) -> None:
        self.moves, self.unseen = moves, unseen
        game = moves.game
        self.waits = (
            game.dealt and game.draw == 1 and game.stock_waste < SW_AUTO and not unseen.face_down
        )

    def sees_more_by_dealing(self) -> cython.bint:
        """Return whether the next deal shows a card, and what can wait may wait for it."""
        return self.waits and self.unseen.hidden_count > 1

    def all_can_wait(self) -> cython.bint:
        """Return whether in row 0 the waste top cannot go before the next deal: not immediately,
        and with nothing that pairs within the tableau may expose. Then nothing is lost by dealing.
        """
        return self.sees_more_by_dealing() and not self.moves.reached(0) and self.waste_top_stays(0)

    def waste_top_stays(self, d: cython.int) -> cython.bint:
        """Return whether the waste top of row d, whose moves are listed, stays until the next deal."""
        for k in range(self.moves.count[d]):
            if self.has_part(d, k, self.moves.waste_top(d)):
                return False
        return not self._may_be_freed(d, self.moves.waste_top(d))

    def _may_be_freed(self, d: cython.int, top: cython.int) -> cython.bint:
        """Return whether the partners of the waste top, by its stock index, may come to be exposed
        before the next deal. False is sure; True is not, as cards may have to go with the same one.
        """
        open_cards: cython.ulonglong = self.moves.exposed[d]
        left: cython.ulonglong = self.moves.left[d]
        partners: cython.ulonglong
        if top < 0:
            return False
        partners = self.moves.partners_of(self.moves.bit_at[self.moves.tableau + top])
        while open_cards & partners == 0:
            before: cython.ulonglong = open_cards
            rest: cython.ulonglong = open_cards & left
            while rest:
                card: cython.int = lowest_bit(rest)
                rest &= rest - 1
                if (
                    card >= 8 * self.moves.sets or self.moves.partners_of(card) & before
                ):  # a king goes alone
                    left &= ~(cython.cast(cython.ulonglong, 1) << card)
            rest = left & self.moves.laid_out & ~open_cards
            while rest:
                card = lowest_bit(rest)
                rest &= rest - 1
                if (
                    self.moves.cover[card]
                    & left
                    & ~(self.moves.partners_of(card) if self.moves.overlap else 0)
                    == 0
                ):
                    open_cards |= cython.cast(cython.ulonglong, 1) << card
            if open_cards == before:
                return False
        return True

    def can_wait(self, d: cython.int, k: cython.int) -> cython.bint:
        """Return whether the k-th move of row d can follow the next deal: a discard in which the
        waste top has no part."""
        return self.moves.pair_low[PAIRS * d + k] != DEALING and not self.has_part(
            d, k, self.moves.waste_top(d)
        )

    def has_part(self, d: cython.int, k: cython.int, index: cython.int) -> cython.bint:
        """Return whether a stock card, by index, or -1 for none, has a part in the k-th move of row
        d."""
        if index < 0:
            return False
        card: cython.int = self.moves.bit_at[self.moves.tableau + index]
        return (
            self.moves.pair_low[PAIRS * d + k] == card
            or self.moves.pair_high[PAIRS * d + k] == card
        )


# A player that plans for what it will know, and does not believe that it will know the stock.
#
# Only those of the orders imagined count that the solver wins from here; with any other every move
# loses. A plan says what to do until some cards were turned, whatever they are: it chooses by what
# is seen then, not by the order. Each move is counted with how many of the orders the best plan
# that begins with it comes to where the solver still wins. So hindsight begins later than the
# sampler's. Where few orders are left they are all taken, and plans go to the end. Then the count
# is exact, and no closed player does better, unless a question was left open. Open ones count
# apart.

ROOM: int = 1 << 15
"""The number of nodes for which a player has room; a power of two."""

FIRST_LOOK = cython.declare(cython.int, 40)  # after this many orders that win: is a move far ahead?

FORESIGHT: int = 1
"""The number of cards turned until the solver goes on, which knows the order."""

VISITS = cython.declare(cython.int, 200_000)  # of nodes, for a move whose plans go to the end
TO_THE_END = cython.declare(cython.int, 99)  # more cards than can be turned


@cython.cclass
class Planner(Sampler):
    """A player that plans for what it will know. `orders`: how many are imagined for a move, at
    most. `pool`: how many of those that win are wanted; fewer where a move is to be chosen and one
    is far ahead. `foresight`: the cards turned until the solver, which knows the order, goes on.
    `room`: for this many nodes, a power of two."""

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
        """Count how many of these orders of the unseen cards the solver does not lose, at the table
        that was opened, and how many at most the best plan does not lose. Return None where there
        was no room for all plans.

        `orders`: the codes of the unseen cards, two or more, in one order after the other. An order
        that is left open counts for the solver and for every plan alike, and one that is left open
        later for every plan that comes there. So the two counts differ by no more orders than the
        solver wins and the best plan loses (docs/development/proofs.md).
        """
        best: cython.int = 0
        cython.declare(at=cython.int, i=cython.int)
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
        """Return the groups of the cards in these orders; raise a `ValueError` if an order
        has other cards than the unseen ones."""
        count = int(self.unseen.hidden_count)
        hidden = [bit >> 2 for bit in range(64) if self.unseen.hidden_cards >> bit & 1]
        if count < 2 or len(orders) % count or not self.moves.game.deck.issuperset(orders):
            raise ValueError("orders: are not of the unseen cards, two or more")
        groups = bytearray([self.moves.game.bit_of[code] >> 2 for code in orders])
        for at in range(0, len(groups), count):
            if sorted(groups[at : at + count]) != hidden:
                raise ValueError("orders: are not of the unseen cards")
        return groups

    def think(self) -> cython.int:
        """Return the move that wins with most orders, dealing immediately where all else can wait."""
        self.moves.list_moves(0)
        if not self.waiting.all_can_wait():
            return Sampler.think(self)
        self.imagined = 0
        return self.moves.count[0] - 1  # dealing is listed last

    def best_win(self) -> cython.int:
        """Choose as `Sampler.best_win`, but of moves that win equally often none that can wait."""
        best: cython.int = Sampler.best_win(self)
        now: cython.int = -1
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
        """Enter all orders; return False where plans have too many ways to go."""
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
        self.unseen_orders.put_sequence()
        self.solver.lay_order()
        self.imagined += 1
        answer: cython.int = self.solver.verdict(0)
        if answer == WON:
            self.winners += 1
            self._follow(0, 0, foresight, self.unseen.hidden)
        elif answer == PAUSED:
            self.undecided += 1

    def _count_plans(self) -> cython.void:
        """Count, for each move listed, with how many orders so far its best plan `wins`, and with
        how many more some plan may (`left_open`)."""
        e: cython.int = self.plans.first_edge[0]
        self.plans.counted += 1
        self._forget_wins()
        while e >= 0:
            k: cython.int = self.plans.edge_move[e]
            self.wins[k] += self.plans.best_from(self.plans.edge_node[e])
            self.left_open[k] += (
                self.plans.upper[self.plans.edge_node[e]]
                - self.plans.value[self.plans.edge_node[e]]
            )
            e = self.plans.next_edge[e]
        for k in range(self.moves.count[0]):
            self.left_open[k] += self.undecided

    def _is_far_ahead(self) -> cython.bint:
        """Return whether the best move leads every other by more orders won than chance would give.
        The lead must be more than 1.5 times the square root of the orders that the two lose
        together. What can wait and wins no more is no other way to play."""
        best: cython.int = self.best_win()
        waits: cython.bint = self.waiting.sees_more_by_dealing() and not self.waiting.can_wait(
            0, best
        )
        for k in range(self.moves.count[0]):
            lead: cython.int = self.wins[best] - self.wins[k]
            if k == best or (lead == 0 and waits and self.waiting.can_wait(0, k)):
                continue
            if 4 * lead * lead <= 9 * (2 * self.winners - self.wins[best] - self.wins[k]):
                return False
        return True

    # Plans.

    def _begin_plans(self) -> cython.void:
        """Begin with no order imagined, and with no node but the first, which is row 0."""
        self.plans.begin()
        self.imagined = self.winners = self.undecided = 0
        self.to_the_end = False
        self.visits = 0

    def _follow(
        self, d: cython.int, node: cython.int, foresight: cython.int, hidden: cython.ulonglong
    ) -> cython.void:
        """Enter every node that a plan can come to with the order that is imagined, which wins from
        row d. Count it where plans end: the solver goes on, or nothing is unseen any more."""
        child: cython.int
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
            answer: cython.int = self.solver.verdict(d + 1)
            if answer == LOST or (answer == PAUSED and self.choosing):
                continue
            rest: cython.ulonglong = self.unseen.unseen_in(d + 1) & hidden
            then: cython.int = foresight if rest == hidden else foresight - 1
            child = self.plans.node_of(self._key_after(d + 1, hidden & ~rest, node, then))
            if child < 0 or not self.plans.link(node, self._name_of(d, m), child):
                self.plans.crowded = True
                continue
            if self._grant(child, answer):
                self._follow(d + 1, child, then, rest)

    def _grant(self, node: cython.int, answer: cython.int) -> cython.bint:
        """Return whether to follow a node with the imagined order, for which the solver gave this
        answer there. Where the answer is left open the order is granted: every plan that comes
        there may win it. This happens once for each order; a grant ends when the same question,
        asked again, is answered."""
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
        self, d: cython.int, turned: cython.ulonglong, node: cython.int, foresight: cython.int
    ) -> cython.ulonglong:
        """Return the key of the node that row d is: the table, and which ranks were turned at which
        places, in whatever order. The suits of cards that lay face down mean nothing, so the table
        is then known by the places that have a card."""
        mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        mix: cython.ulonglong = 0x9E3779B97F4A7C15
        key: cython.ulonglong = self.plans.known[node]
        while turned:
            place: cython.ulonglong = lowest_bit(turned)
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
        """Return the places that have a card in row d."""
        places: cython.ulonglong = self.moves.in_stock[d] << self.moves.tableau
        i: cython.int
        for i in range(self.moves.tableau):
            if self.moves.left[d] >> self.moves.bit_at[i] & 1:
                places |= one_bit(i)
        return places

    def _name_of(self, d: cython.int, k: cython.int) -> cython.int:
        """Return the k-th move of row d by a number that is the same with every order. It is the
        move's own number. Where cards lay face down, whose suits may differ, it is its places in
        rows later than row 0."""
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
