# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The plain players: they ask no search."""

import cython

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.players.closed.player import ClosedPlayer
    from pyrtool.kernel.players.closed.worth import Worths

# How a player chooses.
RANDOM = cython.declare(cython.int, 0)
GREEDY = cython.declare(cython.int, 1)
CAREFUL = cython.declare(cython.int, 2)

PLAIN: dict[str, int] = {"random": RANDOM, "greedy": GREEDY, "careful": CAREFUL}
"""The players that ask no search, by name."""

FURTHER = cython.declare(cython.int, 1000000)  # for each move that can follow


@cython.cclass
class PlainPlayer(ClosedPlayer):
    """`style`: one of `PLAIN`. `look`: how many moves further it looks ahead."""

    def __init__(
        self, game: Game, style: int, rows: list[int], face_down: bool, look: int = 0
    ) -> None:
        ClosedPlayer.__init__(self, game, rows, face_down, look > 0)
        self.style, self.look = style, look
        self.worths = Worths(self.moves, self.unseen, style != GREEDY)

    def think(self) -> cython.int:
        """The move that is chosen in row 0 among those listed, or -1 where there is none."""
        k: cython.int
        self.moves.list_moves(0)
        if self.moves.count[0] == 0:
            return -1
        if self.style == RANDOM:
            return self.moves.below(self.moves.count[0])
        self.worths.judge()
        for k in range(self.moves.count[0] if self.look > 0 else 0):
            if self.moves.make(0, k):
                self.worths.worth[k] += FURTHER * self.moves.goes_on(1, self.look)
        return self.worths.best()
