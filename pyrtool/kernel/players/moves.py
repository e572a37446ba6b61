# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The legal moves between which a player chooses.

Kings go immediately. Then every legal move of the position is listed, dealing and redealing among
them, each leading to another position. `chances`, `stock_chances`, and `singly_chances` add up what
players that do not think win, and `playouts` plays their games.
"""

import cython

from pyrtool.kernel.numbers.buffers import halves, integers, words

if not cython.compiled:
    from pyrtool.kernel.game.game import Game
    from pyrtool.kernel.levels.discards import Discards
    from pyrtool.kernel.numbers.bits import splitmix
    from pyrtool.kernel.numbers.buffers import ReadOnlyBytes
    from pyrtool.kernel.numbers.codes import PAIRS, SW_AUTO, SW_AUTO_ON_TURN
    from pyrtool.kernel.numbers.encoding import DEALING, dealt_of, pass_of


@cython.cclass
class Moves(Discards):
    """Rows 0 .. `rows` - 1 are positions in which no king waits: two, or if `deep` a whole game's.

    `idle`: for each row the redeals since the last discard; at the start as if one had been. At
    a redeal that finds `patience` of them the player has lost: whole passes made no discard.

    `ends_early`: no king goes once the pyramid is cleared, as the game is over. `stock_kings_wait`:
    kings of the stock are moves like any other, in the last pass only if not `free_at_last`.
    """

    def __init__(self, game: Game, deep: bool) -> None:
        Discards.__init__(self, game)
        self.patience = 1 if self.draw == 1 else 2
        self.state = 0
        self.ends_early = self.stock_kings_wait = self.free_at_last = False
        self.rows = self.size + 2
        if not deep:
            self.rows = 2
        elif self.dealt:
            # Each pass deals every card left of the stock, and ends with a redeal. Without a limit,
            # each discard may be followed by as many redeals as patience has; closed players have one more.
            passes = (self.patience + 1) * (self.size + 1) + 1 if self.unlimited else self.passes
            self.rows += passes * (self.size - self.tableau + 1)
        rows: int = self.rows
        self.left, self.exposed, self.in_stock = words(rows), words(rows), words(rows)
        self.position, self.idle = integers(rows), integers(rows)
        self.count, self.following = integers(rows), integers(rows)
        self.pair_low, self.pair_high = integers(PAIRS * rows), integers(PAIRS * rows)
        self.move_low, self.move_high = integers(rows), integers(rows)
        self.ban, self.lasting_ban = halves(8 * rows), halves(8 * rows)

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """Deal, and take the kings: row 0. False when a set alone is lost."""
        alive: cython.bint
        self.load_cards(cards)
        alive = self.build_set_tables()
        self.kept, self.kept_in_stock = self.all_left, self.all_in_stock
        self.first_row(0)
        return alive

    def lay_out_left(
        self,
        cards: ReadOnlyBytes,
        left: ReadOnlyBytes,
        position: cython.int,
    ) -> cython.bint:
        """`lay_out` in the middle of play: see `Search.load_position`. False when some set is
        blocked."""
        self.lay_out(cards)
        self.keep(left)
        self.first_row(position)
        return not self.blocked(0)

    def first_row(self, position: cython.int) -> cython.void:
        """Row 0: what is `kept` of the deal, its kings taken."""
        left: cython.ulonglong = self.kept & self.all_left
        self.level_of(left, self.kept_in_stock & self.all_in_stock, position)
        self.remove(0, self.exposed[0] & self.at_once())
        self.idle[0] = 1
        self.settle(0)
        self.idle[0] = self._idle_after(0, left, 1)

    def settle(self, d: cython.int) -> cython.void:
        """Take the kings from turned card and waste top, the turned card's first, unless they wait or the
        game is over."""
        one: cython.ulonglong = 1
        card: cython.int
        index: cython.int
        if self.stock_kings_wait and not (self.free_at_last and self._is_last_pass(d)):
            self.position[d] = self.canonical(d)
            return
        if self.ends_early and self.left[d] & self.pyramid == 0:
            return
        if not self.dealt:
            return
        while True:
            index = self.turned(d)
            card = -1
            if index >= 0:
                card = self.bit_at[self.tableau + index]
                if (one << card) & self.kings:
                    self.remove(d, one << card)
                    if self.stock_waste == SW_AUTO_ON_TURN:
                        self.vanish(d)
                    continue
            index = self.waste_top(d)
            if index >= 0:
                card = self.bit_at[self.tableau + index]
                if (one << card) & self.kings:
                    self.remove(d, one << card)
                    continue
            break
        self.position[d] = self.canonical(d)

    def list_moves(self, d: cython.int) -> cython.void:
        """The legal moves, one for each position they lead to; dealing or redealing comes last."""
        self.list_pairs(d)
        if self.dealt:
            self.list_stock_moves(d)

    def list_stock_moves(self, d: cython.int) -> cython.void:
        """Add the moves with the stock and its waste."""
        self.list_stock_pairs(d)
        if self.stock_waste == SW_AUTO and self.tops_match(d):
            return  # dealing is the same move as discarding the two
        if self.next_position(d) >= 0:
            self.add_pair(d, DEALING, DEALING)

    def make(self, d: cython.int, k: cython.int) -> cython.bint:
        """Row d + 1: row d after its k-th move; False if that move loses the player's patience."""
        following: cython.int
        redeals: cython.int = self.idle[d]
        self.move_low[d] = self.pair_low[PAIRS * d + k]
        self.move_high[d] = self.pair_high[PAIRS * d + k]
        if self.move_low[d] != DEALING:
            self.take(d)
        else:
            following = self.next_position(d)
            if dealt_of(following) == 0:
                if redeals >= self.patience:
                    return False
                redeals += 1
                if self.unlimited:
                    following = 0
            self.copy_level(d)
            self.position[d + 1] = following
            if self.stock_waste == SW_AUTO_ON_TURN:
                self.vanish(d + 1)
        self.settle(d + 1)
        self.idle[d + 1] = self._idle_after(d + 1, self.left[d], redeals)
        return True

    def _idle_after(
        self, d: cython.int, before: cython.ulonglong, redeals: cython.int
    ) -> cython.int:
        """Row d's `idle`; where no redeal can come, always 0."""
        if self.left[d] != before:
            return 0
        return 0 if self._is_last_pass(d) else redeals

    def _is_last_pass(self, d: cython.int) -> cython.bint:
        """Whether no redeal can come."""
        return not self.unlimited and pass_of(self.position[d]) + 1 >= self.passes

    def reached(self, d: cython.int) -> cython.bint:
        """Whether the goal is reached."""
        return self.left[d] & self.must == 0

    def blocked(self, d: cython.int) -> cython.bint:
        """Whether some set has a block from here on: see `SetTables`."""
        return self.least_deadline(self.left[d]) < (0 if self.unlimited else self.position[d])

    def partners_of(self, card: cython.int) -> cython.ulonglong:
        """The cards of the deck that may go with a card of a set; of a king none."""
        own: cython.ulonglong = 15
        s: cython.int = card >> 3
        base: cython.int = 8 * s
        if s >= self.sets:
            return 0
        if self.self_set[s]:
            return own << base & ~(cython.cast(cython.ulonglong, 1) << card)
        return own << (base if card & 4 else base + 4)

    def goes_on(self, d: cython.int, look: cython.int) -> cython.int:
        """How many moves, up to `look`, can be made from row d on that leave no set blocked. It is
        `look` if the goal is reached before, and -1 where a set is blocked already."""
        most: cython.int = 0
        more: cython.int
        k: cython.int
        if self.reached(d):
            return look
        if self.blocked(d):
            return -1
        if look == 0:
            return 0
        self.list_moves(d)
        for k in range(self.count[d]):
            more = 1 + self.goes_on(d + 1, look - 1) if self.make(d, k) else 0
            if more > most:
                most = more
            if most >= look:
                break
        return most

    def below(self, n: cython.ulonglong) -> cython.int:
        """A number from 0 to n - 1, all with the same chance, from `state`."""
        gamma: cython.ulonglong = 0x9E3779B97F4A7C15
        mask: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        word: cython.ulonglong = 0xFFFFFFFF
        product: cython.ulonglong
        while True:
            self.state = (self.state + gamma) & mask
            product = (splitmix(self.state) >> 32) * n
            if (product & word) >= n or (product & word) >= (word + 1) % n:
                return cython.cast(cython.int, product >> 32)
