# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a player knows of a table: which cards it has not seen.

Unseen are the cards of the stock that were not turned yet and, where they lie `face_down`, the
covered ones of the tableau. They have places, but a player uses only the fact that they lie in some of
these. While it thinks, they lie there in the order of their bits, whatever their order is on the
table (`hide`). Places are numbered in dealing order.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.numbers.bits import count_bits, lowest_bit, splitmix
    from pyrtool.kernel.numbers.encoding import dealt_of, pass_of
    from pyrtool.kernel.players.moves import Moves


@cython.cclass
class UnseenCards:
    """`hidden`: the places of the unseen cards; `hidden_cards`: the cards, `hidden_count` of them.

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
        """The places of the cards that were not seen yet in row d."""
        one: cython.ulonglong = 1
        covered: cython.ulonglong = self.moves.left[d] & ~self.moves.exposed[d]
        places: cython.ulonglong = 0
        i: cython.int
        if self.moves.dealt and not self.all_seen and pass_of(self.moves.position[d]) == 0:
            i = dealt_of(self.moves.position[d])
            places = self.moves.in_stock[d] >> i << i
            if self.moves.stock_top:
                places &= places - 1
            places <<= self.moves.tableau
        for i in range(self.moves.tableau if self.face_down else 0):
            if covered >> self.moves.bit_at[i] & 1:
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
            cards |= one << self.moves.bit_at[lowest_bit(rest)]
            rest &= rest - 1
            self.hidden_count += 1
        self.hidden_cards = cards
        rest = self.hidden
        while rest:
            self.put(lowest_bit(rest), lowest_bit(cards))
            rest &= rest - 1
            cards &= cards - 1
        self.lay_hidden()
        state = self.moves.in_stock[0] >> dealt_of(self.moves.position[0])
        state = (self.moves.left[0] ^ splitmix((self.seed + gamma) & mask)) + count_bits(state)
        self.moves.state = splitmix((state + gamma * self.hidden_count) & mask)

    def put(self, place: cython.int, card: cython.int) -> cython.void:
        """This card lies at this place."""
        index: cython.int = place - self.moves.tableau
        self.moves.bit_at[place] = cython.cast(cython.uchar, card)
        self.moves.stock_index[card] = cython.cast(cython.schar, index if index >= 0 else -1)

    def lay_hidden(self) -> cython.void:
        """What covers what, now that the unseen cards lie where they were put."""
        i: cython.int
        if not self.face_down:
            return
        for i in range(self.moves.size):
            self.codes[i] = self.card_of[self.moves.bit_at[i]]
        self.moves.load_cards(self.codes)
        for i in range(8):
            self.moves.ban[i] = self.moves.lasting_ban[i] = self.moves.static_ban[i]

    def know_sets(self) -> cython.void:
        """The set tables that hold for every order of the unseen cards. They are built as if those
        lay open, and where it is not known which of them lie in the pyramid, as if none had to go.

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
