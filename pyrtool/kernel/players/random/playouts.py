# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Games played out at random by the players of `chances`, and how many of them are won.

The numbers come from SplitMix64, bounded without bias as in the native shuffle: a seed gives the
same games on every machine.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.players.moves import Moves


@cython.cclass
class Playouts:
    """`load` a deal, then `play`."""

    def __init__(self, game: Game) -> None:
        self.moves = Moves(game, False)
        self.start_left = self.start_exposed = self.start_in_stock = 0
        self.start_position = self.start_idle = 0
        self.alive = False

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); False if it has a set block."""
        self.moves.game.check_cards(cards)
        return self._open(self.moves.lay_out(cards))

    def load_position(self, cards: bytes, left: bytes, position: int) -> bool:
        """`load` in the middle of play: see `Search.load_position`."""
        self.moves.game.check_cards(cards)
        self.moves.game.check_left(left, position)
        return self._open(self.moves.lay_out_left(cards, left, position))

    def _open(self, alive: bool) -> bool:
        """Note the row that each game begins with."""
        self.alive = alive
        self.start_left, self.start_exposed = self.moves.left[0], self.moves.exposed[0]
        self.start_in_stock = self.moves.in_stock[0]
        self.start_position, self.start_idle = self.moves.position[0], self.moves.idle[0]
        return bool(self.alive)

    def play(self, games: int, seed: int, clever: bool) -> int:
        """How many of this many games are won; `clever`: by the player that creates no set block."""
        count: cython.longlong = games
        careful: cython.bint = clever
        i: cython.longlong
        won: cython.longlong = 0
        self.moves.state = seed
        with cython.nogil:
            for i in range(count):
                won += self._play(careful)
        return won

    def _play(self, careful: cython.bint) -> cython.bint:
        """One game: whether it is won. A game with a set block is given up."""
        k: cython.int
        self.moves.left[0], self.moves.exposed[0] = self.start_left, self.start_exposed
        self.moves.in_stock[0] = self.start_in_stock
        self.moves.position[0], self.moves.idle[0] = self.start_position, self.start_idle
        if not self.alive:
            return False
        while not self.moves.reached(0):
            self.moves.list_moves(0)
            while True:
                if self.moves.count[0] == 0:
                    return False
                k = self.moves.below(self.moves.count[0])
                if not self.moves.make(0, k):
                    return False
                if not self.moves.blocked(1):
                    break
                if not careful:
                    return False
                # Another move, of those not tried yet.
                self.moves.count[0] -= 1
                self.moves.pair_low[k] = self.moves.pair_low[self.moves.count[0]]
                self.moves.pair_high[k] = self.moves.pair_high[self.moves.count[0]]
            self.moves.left[0], self.moves.exposed[0] = self.moves.left[1], self.moves.exposed[1]
            self.moves.in_stock[0] = self.moves.in_stock[1]
            self.moves.position[0], self.moves.idle[0] = self.moves.position[1], self.moves.idle[1]
        return True
