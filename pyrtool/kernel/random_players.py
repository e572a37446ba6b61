# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Players that choose at random, and their exact chances."""

import cython

from pyrtool.kernel.game import DepthFirst, RandomGames, RandomNumbers, Table
from pyrtool.kernel.numbers import ANSWERS, as_doubles, as_integers, check_width, grown, longer

if not cython.compiled:
    from pyrtool.kernel.game import Game
    from pyrtool.kernel.levels import Discards
    from pyrtool.kernel.numbers import *
    from pyrtool.kernel.verdict import Search


# The legal moves between which a player chooses.
#
# Kings go immediately. Then every legal move of the position is listed, dealing and redealing among
# them, each leading to another position. `Chances`, `StockChances`, and `SinglyChances` add up what
# players that do not think win, and `Playouts` plays their games.


@cython.cclass
class Moves(Discards):
    """Rows 0 .. `rows` - 1 are positions in which no king waits: three, or if `deep` a whole game's.

    `idle`: for each row the redeals since the last discard; at the start as if one had been. At
    a redeal that finds `patience` of them the player has lost: whole passes made no discard.

    `ends_early`: no king goes once the pyramid is cleared, as the game is over. `stock_kings_wait`:
    kings of the stock are moves like any other, in the last pass only if not `free_at_last`.
    """

    def __init__(self, game: Game, deep: bool) -> None:
        self.patience = 1 if game.draw == 1 else 2
        self.rows = game.size + 2 if deep else 3
        if deep and game.dealt:
            # Each pass deals every card left of the stock, and ends with a redeal. Without a limit,
            # each discard may be followed by as many redeals as patience has; closed players have one more.
            passes = (self.patience + 1) * (game.size + 1) + 1 if game.unlimited else game.passes
            self.rows += passes * (game.stock + 1)
        Discards.__init__(self, game, rows=self.rows)
        self.idle = integers(self.rows)
        self.numbers = RandomNumbers()
        self.ends_early = self.stock_kings_wait = self.free_at_last = False

    def lay_out(self, cards: ReadOnlyBytes) -> cython.bint:
        """Deal, and take the kings: row 0. Return False when a set alone is lost."""
        self.load_cards(cards)
        alive: cython.bint = self.build_set_tables()
        self.kept, self.kept_in_stock = self.all_left, self.all_in_stock
        self.first_row(0)
        return alive

    def lay_out_left(
        self, cards: ReadOnlyBytes, left: ReadOnlyBytes, position: cython.int
    ) -> cython.bint:
        """Do as `lay_out` in mid-play: see `Search.load_position`. Return False when some set is
        blocked."""
        self.lay_out(cards)
        self.keep(left)
        self.first_row(position)
        return not self.blocked(0)

    def first_row(self, position: cython.int) -> cython.void:
        """Write row 0: what is `kept` of the deal, its kings taken."""
        left: cython.ulonglong = self.kept & self.all_left
        self.level_of(left, self.kept_in_stock & self.all_in_stock, position)
        self.remove(0, self.exposed[0] & self.at_once())
        self.idle[0] = 1
        self.settle(0)
        self.idle[0] = self._idle_after(0, left, 1)

    def copy_row(self, d: cython.int, to: cython.int) -> cython.void:
        """Write one row's position into another."""
        self.left[to], self.exposed[to] = self.left[d], self.exposed[d]
        self.in_stock[to] = self.in_stock[d]
        self.position[to], self.idle[to] = self.position[d], self.idle[d]

    def settle(self, d: cython.int) -> cython.void:
        """Take the kings from turned card and waste top, the turned card's first, unless they wait or the
        game is over."""
        if self.stock_kings_wait and not (self.free_at_last and self._is_last_pass(d)):
            self.position[d] = self.canonical(d)
            return
        if self.ends_early and self.left[d] & self.pyramid == 0:
            return
        if not self.dealt:
            return
        while True:
            index: cython.int = self.turned(d)
            card: cython.int = -1
            if index >= 0:
                card = self.bit_at[self.tableau + index]
                if one_bit(card) & self.kings:
                    self.remove(d, one_bit(card))
                    if self.stock_waste == SW_AUTO_ON_TURN:
                        self.vanish(d)
                    continue
            index = self.waste_top(d)
            if index >= 0:
                card = self.bit_at[self.tableau + index]
                if one_bit(card) & self.kings:
                    self.remove(d, one_bit(card))
                    continue
            break
        self.position[d] = self.canonical(d)

    def list_moves(self, d: cython.int) -> cython.void:
        """List the legal moves, one for each position they lead to, dealing or redealing last."""
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
        """Write row d + 1: row d after its k-th move; return False if that costs all patience."""
        redeals: cython.int = self.idle[d]
        self.move_low[d] = self.pair_low[PAIRS * d + k]
        self.move_high[d] = self.pair_high[PAIRS * d + k]
        if self.move_low[d] != DEALING:
            self.take(d)
        else:
            following: cython.int = self.next_position(d)
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
        """Return row d's `idle`; where no redeal can come, always 0."""
        if self.left[d] != before:
            return 0
        return 0 if self._is_last_pass(d) else redeals

    def _is_last_pass(self, d: cython.int) -> cython.bint:
        """Return whether no redeal can come."""
        return not self.unlimited and pass_of(self.position[d]) + 1 >= self.passes

    def reached(self, d: cython.int) -> cython.bint:
        """Return whether the goal is reached."""
        return self.left[d] & self.must == 0

    def blocked(self, d: cython.int) -> cython.bint:
        """Return whether some set has a block from here on: see `SetTables`."""
        return self.least_deadline(self.left[d]) < (0 if self.unlimited else self.position[d])

    def partners_of(self, card: cython.int) -> cython.ulonglong:
        """Return the cards of the deck that may go with a card of a set; of a king none."""
        own: cython.ulonglong = 15
        s: cython.int = card >> 3
        base: cython.int = 8 * s
        if s >= self.sets:
            return 0
        if self.self_set[s]:
            return own << base & ~(cython.cast(cython.ulonglong, 1) << card)
        return own << (base if card & 4 else base + 4)

    def goes_on(self, d: cython.int, look: cython.int) -> cython.int:
        """Return how many moves, up to `look`, can be made from row d on that leave no set blocked.
        It is `look` if the goal is reached before, and -1 where a set is blocked already."""
        most: cython.int = 0
        if self.reached(d):
            return look
        if self.blocked(d):
            return -1
        if look == 0:
            return 0
        self.list_moves(d)
        for k in range(self.count[d]):
            more: cython.int = 1 + self.goes_on(d + 1, look - 1) if self.make(d, k) else 0
            if more > most:
                most = more
            if most >= look:
                break
        return most


# Games played out at random by the players of `Chances`, and how many of them are won.


@cython.cclass
class Playouts(RandomGames):
    """The games of one deal played out at random: `load` a deal, then `play`. A game is dead that has
    a set block."""

    def __init__(self, game: Game) -> None:
        self.moves = Moves(game, False)
        RandomGames.__init__(self, self.moves.numbers)
        self.alive = False

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); return False if it has a set block."""
        self.moves.game.check_cards(cards)
        return self._open(self.moves.lay_out(cards))

    def load_position(self, cards: bytes, left: bytes, position: int) -> bool:
        """Do what `load` does in the middle of play: see `Search.load_position`."""
        self.moves.game.check_position(cards, left, position)
        return self._open(self.moves.lay_out_left(cards, left, position))

    def _open(self, alive: bool) -> bool:
        """Note the row that each game begins with, as row 2."""
        self.alive = alive
        self.moves.copy_row(0, 2)
        return alive

    def _begin(self) -> cython.bint:
        self.moves.copy_row(2, 0)
        return self.alive

    def _is_won(self) -> cython.bint:
        return self.moves.reached(0)

    def _list_moves(self) -> cython.int:
        self.moves.list_moves(0)
        return self.moves.count[0]

    def _make(self, k: cython.int) -> cython.bint:
        return self.moves.make(0, k)

    def _is_dead(self) -> cython.bint:
        return self.moves.blocked(1)

    def _strike(self, k: cython.int, count: cython.int) -> cython.void:
        self.moves.pair_low[k] = self.moves.pair_low[count]
        self.moves.pair_high[k] = self.moves.pair_high[count]

    def _go_on(self) -> cython.void:
        self.moves.copy_row(1, 0)


# The exact chances of two players that do not think, over every position they can reach in a game
# without a stock to deal. Where there is a stock, `SinglyChances` answers, or `StockChances`.
#
# Both discard kings immediately. The first takes each legal move with the same chance; the second
# takes each move that creates no set block, and any only when all do. A position's chance is the
# mean of those of the positions after its moves; a position with a set block has none and is not
# entered. Each position is worked out once and kept, those of later questions of the same deal
# too.

DONE = cython.declare(cython.int, 0)
ENDS: dict[int, str] = ANSWERS | {DONE: "done"}

FIRST_POSITIONS = cython.declare(cython.ulonglong, 1 << 12)

BLOCKED = cython.declare(cython.longlong, -1)
REACHED = cython.declare(cython.longlong, -2)
ABSENT = cython.declare(cython.longlong, -3)


@cython.cclass
class Chances(DepthFirst):
    """The chances of a game without a stock to deal: `load` a deal, `run` until ``done``, then ask.
    A row whose `count` is negative is to be entered.

    `positions`: how many have been worked out. Memory: a table of 16 bytes a slot, at most five
    eighths of them full, and 16 bytes a position besides, both grown up to `limit_memory`.
    """

    def __init__(self, game: Game) -> None:
        DepthFirst.__init__(self)
        self.moves = Moves(game, True)
        rows: int = self.moves.rows
        self.table = Table(32, 1 << 14)
        self.number, self.key = words(rows), words(rows)
        self.open_moves = integers(rows)
        self.sum_plain, self.sum_clever = doubles(rows), doubles(rows)
        self.way, self.won_before = doubles(rows), doubles(rows)
        self.easy = 2.0
        self.room = FIRST_POSITIONS
        self.plain, self.clever = doubles(self.room), doubles(self.room)
        self.most_room = 1 << 62

    @property
    def positions(self) -> int:
        """Return how many positions have been worked out."""
        return self.nodes

    def limit_memory(self, limit_bytes: int) -> None:
        """Limit what the positions may take: three quarters for their table, one for their chances."""
        self.table.limit_bytes = limit_bytes // 4 * 3
        self.most_room = max(
            limit_bytes // 4 // 48, 1
        )  # 16 bytes, and twice that beside while they grow
        if self.room > FIRST_POSITIONS and self.room // 2 > self.most_room:
            self.release()  # more than this limit would let it grow to

    def limit_chance(self, enough: float) -> None:
        """End `run` with ``enough`` once the plain player's chance is this at least; above 1,
        never."""
        self.easy = enough

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); return False if it has a set block."""
        self.moves.game.check_cards(cards)
        return bool(self._open(self.moves.lay_out(cards)))

    def load_position(self, cards: bytes, left: bytes, position: int) -> bool:
        """Do what `load` does in the middle of play: see `Search.load_position`."""
        self.moves.game.check_position(cards, left, position)
        return bool(self._open(self.moves.lay_out_left(cards, left, position)))

    def run(self, budget: int) -> str:
        """Work out this many more positions at most: ``done``, ``paused``, ``memory``, or
        ``enough``."""
        answer = self.search(budget)
        return {"lost": "done", "won": "enough"}.get(answer, answer)

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.table.shrink()
        self.room = FIRST_POSITIONS
        self.plain, self.clever = doubles(self.room), doubles(self.room)
        self.nodes, self.depth = 0, -1

    def chances(self) -> tuple[float, float]:
        """Return the chances of the two players at the position that was laid out."""
        where: cython.longlong = self._where(0)
        if where == ABSENT:
            raise LookupError("the position has not been worked out")
        return self._plain_at(where), self._clever_at(where)

    def can_win(self, left: int, in_stock: int, position: int) -> bool:
        """Return whether a position of the deal, worked out and reached by play, can be won: see
        `SinglyChances.can_win`. Here no card is dealt."""
        self.moves.level_of(left & self.moves.all_left, in_stock, position)
        self.moves.remove(0, self.moves.exposed[0] & self.moves.at_once())
        return self._plain_at(self._where(0)) > 0.0

    def _open(self, alive: cython.bint) -> cython.bint:
        """Begin when row 0 has been laid out, and no set is blocked if it is `alive`."""
        self.table.clear()
        self.nodes, self.depth, self.won = 0, -1, False
        if alive and not self.moves.reached(0):
            self.key[0] = self._key_of(0)
            self.depth = 0
            self.moves.count[0] = -1
            self.way[0] = 1.0
            self.won_before[0] = 0.0
        return alive

    def _has_move(self) -> cython.bint:
        """Return whether a position is to be worked out. What the moves of the highest row lead to that
        is known, won, or blocked is counted there."""
        d: cython.int = self.depth
        if self.moves.count[d] < 0:
            return True
        while self.moves.following[d] < self.moves.count[d]:
            k: cython.int = PAIRS * d + self.moves.following[d]
            self.moves.following[d] += 1
            # The key of the position after a discard needs no more than the cards.
            self.moves.move_low[d] = self.moves.pair_low[k]
            self.moves.move_high[d] = self.moves.pair_high[k]
            cards: cython.ulonglong = self.key[d] & ~(
                one_bit(self.moves.move_low[d]) | one_bit(self.moves.move_high[d])
            )
            s: cython.int = self.moves.move_low[d] >> 3
            alive: cython.int = self.moves.last_alive[
                256 * s + cython.cast(cython.int, (cards >> (8 * s)) & 255)
            ]
            if alive < 0:
                continue
            self.open_moves[d] += 1
            if cards & self.moves.must & ~self.moves.kings == 0:
                self.sum_plain[d] += 1.0
                self.sum_clever[d] += 1.0
                continue
            slot: cython.longlong = self.table.find(cards)
            if slot >= 0:
                where: cython.longlong = cython.cast(cython.longlong, self.table.note(slot))
                self.sum_plain[d] += self.plain[where]
                self.sum_clever[d] += self.clever[where]
                continue
            self.moves.take(d)
            self.key[d + 1] = cards
            self.way[d + 1] = self.way[d] / self.moves.count[d]
            self.won_before[d + 1] = self._won_so_far(d)
            self.moves.count[d + 1] = -1
            self.depth += 1
            return True
        return False

    def _is_short(self) -> cython.bint:
        return cython.cast(cython.ulonglong, self.nodes) >= self.room or self.table.full()

    def _step(self) -> cython.void:
        """Give the position of the highest row a number, and list its moves."""
        d: cython.int = self.depth
        self.table.write(self.table.find(self.key[d]), self.key[d], self.nodes)
        self.number[d] = self.nodes
        self.nodes += 1
        self.sum_plain[d] = self.sum_clever[d] = 0.0
        self.open_moves[d] = 0
        self.moves.list_moves(d)
        self.moves.following[d] = 0

    def _leave(self) -> cython.void:
        """Leave the highest row, and see whether what was won so far is enough."""
        self._close(self.depth)
        self.depth -= 1
        self.won = self.depth >= 0 and self._won_so_far(self.depth) >= self.easy

    def _close(self, d: cython.int) -> cython.void:
        """Note the chances of row d, whose moves are all worked out, and count them one row below."""
        plain: cython.double = 0.0
        clever: cython.double = 0.0
        if self.moves.count[d] > 0:
            plain = self.sum_plain[d] / self.moves.count[d]
        if self.open_moves[d] > 0:
            clever = self.sum_clever[d] / self.open_moves[d]
        self.plain[self.number[d]] = plain
        self.clever[self.number[d]] = clever
        if d > 0:
            self.sum_plain[d - 1] += plain
            self.sum_clever[d - 1] += clever

    def _won_so_far(self, d: cython.int) -> cython.double:
        """Return what the plain player's chance in row 0 is at least. It adds up the wins found on
        the way to row d, and after the moves of row d that have been worked out. Each counts as
        much as the player is likely to come there; `way` is how likely it comes to row d."""
        return self.won_before[d] + self.way[d] * self.sum_plain[d] / self.moves.count[d]

    def _grow(self) -> bool:
        """Make room where it is short; return False where the limit on memory forbids it."""
        if self.table.full() and not self.table.make_room():
            return False
        if cython.cast(cython.ulonglong, self.nodes) < self.room:
            return True
        return self.room <= self.most_room and grown(self.grow)

    def grow(self) -> None:
        """Make twice the room for chances."""
        plain, clever = doubles(2 * self.room), doubles(2 * self.room)
        plain[: self.room], clever[: self.room] = self.plain, self.clever
        self.plain, self.clever = plain, clever
        self.room *= 2

    def _key_of(self, d: cython.int) -> cython.ulonglong:
        """Return all that counts of row d: the cards left. The kings are implied by the others."""
        return self.moves.left[d] & ~self.moves.kings

    def _where(self, d: cython.int) -> cython.longlong:
        """Return the number of row d's position, or `REACHED`, `BLOCKED`, `ABSENT`."""
        if self.moves.reached(d):
            return REACHED
        if self.moves.blocked(d):
            return BLOCKED
        slot: cython.longlong = self.table.find(self._key_of(d))
        return cython.cast(cython.longlong, self.table.note(slot)) if slot >= 0 else ABSENT

    def _plain_at(self, where: cython.longlong) -> cython.double:
        """Return the plain player's chance at what `_where` found."""
        if where < 0:
            return 1.0 if where == REACHED else 0.0
        return self.plain[where]

    def _clever_at(self, where: cython.longlong) -> cython.double:
        """Return the clever player's chance at what `_where` found."""
        if where < 0:
            return 1.0 if where == REACHED else 0.0
        return self.clever[where]


# How much memory the tables of one deal take, and how much they may take together.


@cython.cclass
class Memory:
    """The memory of one deal's tables. `taken`: how many bytes the tables take. `most_bytes`: the
    limit.

    What has grown counts with what it grew from. So `taken` follows from how large each table is, and
    not from the order in which they grew.
    """

    def __init__(self) -> None:
        self.taken, self.most_bytes = 0, 1 << 30

    def may_take(self, more: cython.longlong) -> cython.bint:
        """Return whether the limit on memory allows this many more bytes."""
        return self.taken + more <= self.most_bytes


# The tableaux of one deal to which play leads, and whose turn it is: those with most cards left
# first.

FIRST_SIZE = cython.declare(cython.int, 1 << 8)


@cython.cclass
class Tableaux:
    """Tableaux by number, from 1 on: the `cards` left of each, and the `first` of its stretches.

    Each has one turn. `numbers`: the table in which they are found.
    """

    def __init__(self) -> None:
        self.waiting, self.numbers = integers(PASS), Table(32)
        self.release()

    def release(self) -> None:
        """Forget all, and give back the memory."""
        self.size = FIRST_SIZE
        self.cards, self.first = words(self.size), integers(self.size)
        self.following = integers(self.size)
        self.numbers.shrink()
        self.empty()

    def empty(self) -> cython.void:
        """Begin without any tableau."""
        self.now, self.count, self.left = NO_NUMBER, 1, PASS - 1
        self.numbers.clear()
        for k in range(PASS):
            self.waiting[k] = NO_NUMBER

    def take_turn(self) -> cython.bint:
        """Let the next tableau have its turn (`now`); return False when none waits."""
        while self.waiting[self.left] == NO_NUMBER:
            if self.left == 0:
                return False
            self.left -= 1
        self.now = self.waiting[self.left]
        self.waiting[self.left] = self.following[self.now]
        return True

    def number_of(self, cards: cython.ulonglong) -> cython.int:
        """Return the number of the tableau with these cards left; a new one waits for its turn.
        `NO_NUMBER` when there is no room."""
        slot: cython.longlong = self.numbers.find(cards)
        if slot >= 0:
            return cython.cast(cython.int, self.numbers.note(slot))
        if self.count == self.size or self.numbers.full():
            if not self._make_room():
                return NO_NUMBER
            slot = self.numbers.find(cards)
        t: cython.int = self.count
        self.count += 1
        self.numbers.write(slot, cards, t)
        self.cards[t], self.first[t] = cards, NO_NUMBER
        left: cython.int = count_bits(cards)
        self.following[t] = self.waiting[left]
        self.waiting[left] = t
        return t

    def _make_room(self) -> cython.bint:
        """Grow, or return False when there is no memory for it."""
        with cython.gil:
            return grown(self.grow)

    def grow(self) -> None:
        """Make room for four times as many."""
        if self.numbers.full():
            self.numbers.grow()
        if self.count == self.size:
            self.cards, self.first = longer(self.cards), longer(self.first)
            self.following = longer(self.following)
            self.size *= 4


# What is left after a discard: of the tableau with its kings gone, and of the stock the first
# cards alike.
#
# Row 0 is at some place: this many of its stock cards lie in the waste.


@cython.cclass
class StockLeft:
    """The cards left after a discard. `index`: the indices of row 0's stock cards, `cards` of them."""

    def __init__(self, game: Game) -> None:
        self.moves = Moves(game, False)
        self.index, self.cards, self.matching = integers(PASS), 0, words(PASS)
        self.tableaux = Tableaux()
        self.pair_after, self.pair_to = words(PAIRS), integers(PAIRS)

    def look_at_deal(self) -> cython.void:
        """Note of a deal that is laid out which cards of its stock go alone (`kings_in_stock`), and
        which go with each of them (`matching`), by index."""
        cython.declare(i=cython.int, j=cython.int)
        self.kings_in_stock = 0
        for i in range(self.moves.stock):
            self.matching[i] = 0
            if self.moves.kings >> self.moves.bit_at[self.moves.tableau + i] & 1:
                self.kings_in_stock |= one_bit(i)
            for j in range(self.moves.stock):
                if self.moves.allowed(
                    0,
                    self.moves.bit_at[self.moves.tableau + i],
                    self.moves.bit_at[self.moves.tableau + j],
                ):
                    self.matching[i] |= one_bit(j)

    def look_at_tableau(self) -> cython.void:
        """Note what is exposed of the tableau that has its turn, and the discards within it
        (`pair_after`: what is left then). `with_exposed`: the stock cards, by index, that can go
        with exposed ones."""
        cards: cython.ulonglong = self.tableaux.cards[self.tableaux.now]
        i: cython.int
        self.moves.level_of(
            cards | self.moves.all_left & ~self.moves.laid_out, self.moves.all_in_stock, 0
        )
        self.moves.list_pairs(0)
        self.pairs = self.moves.count[0]
        for k in range(self.pairs):
            self.pair_after[k] = self.left_after(
                cards, one_bit(self.moves.pair_low[k]) | one_bit(self.moves.pair_high[k])
            )
            self.pair_to[k] = NO_NUMBER
        self.with_exposed = self.tried = 0
        for i in range(self.moves.stock):
            if self.exposed_partners(i):
                self.with_exposed |= one_bit(i)

    def position_at(self, place: cython.int) -> cython.int:
        """Return the position of the stock at a place of row 0's pass."""
        return pass_start(self.moves.position[0]) + (self.index[place - 1] + 1 if place > 0 else 0)

    def stand_with(self, left: cython.ulonglong) -> cython.void:
        """Write row 0: these cards are left."""
        rest: cython.ulonglong = left & ~self.moves.laid_out
        in_stock: cython.ulonglong = 0
        while rest:
            in_stock |= one_bit(self.moves.stock_index[lowest_bit(rest)])
            rest &= rest - 1
        self.moves.left[0], self.moves.in_stock[0], self.cards = left, in_stock, 0
        while in_stock:
            self.index[self.cards] = lowest_bit(in_stock)
            self.cards += 1
            in_stock &= in_stock - 1

    def place_of(self, d: cython.int) -> cython.int:
        """Return how many of the stock cards left lie in the waste."""
        return self.place_when(d, dealt_of(self.moves.position[d]))

    def place_when(self, d: cython.int, dealt: cython.int) -> cython.int:
        """Return `place_of` when this many of the deal's stock cards, less than `PASS`, are dealt."""
        return count_bits(self.moves.in_stock[d] & (one_bit(dealt) - 1))

    def last_place_open(self, left: cython.ulonglong) -> cython.int:
        """Return the last place of row 0's pass at which no set is blocked, with these cards left;
        or -1."""
        deadline: cython.int = self.moves.least_deadline(left)
        if self.moves.unlimited:
            return PASS if deadline >= 0 else -1
        deadline -= pass_start(self.moves.position[0])
        if deadline < 0:
            return -1
        if deadline >= PASS:
            return PASS
        return self.place_when(0, deadline)

    def take_first_alike(self, d: cython.int) -> cython.void:
        """Let row d have the first stock cards whose ranks, in order, are those of its stock.

        Any of the cards of the same rank may be the one that is left. The row's chances are the
        same, as suits do not count, and many rows become one.
        """
        cards: cython.ulonglong = self.moves.in_stock[d]
        left: cython.ulonglong = self.moves.left[d] & self.moves.laid_out
        in_stock: cython.ulonglong = 0
        dealt: cython.int = dealt_of(self.moves.position[d])
        dealt_then: cython.int = 0
        k: cython.int = 0
        while cards:
            i: cython.int = lowest_bit(cards)
            cards &= cards - 1
            k += lowest_bit(
                self.moves.places_of[self.moves.bit_at[self.moves.tableau + i] >> 2] >> k
            )
            in_stock |= one_bit(k)
            left |= one_bit(self.moves.bit_at[self.moves.tableau + k])
            k += 1
            if i < dealt:
                dealt_then = k
        self.moves.left[d], self.moves.in_stock[d] = left, in_stock
        self.moves.position[d] = pass_start(self.moves.position[d]) + dealt_then

    def left_after(self, left: cython.ulonglong, cards: cython.ulonglong) -> cython.ulonglong:
        """Return what is left when exposed cards of the tableau go, and the kings that go
        immediately."""
        kings: cython.ulonglong = left & self.moves.kings
        left &= ~cards
        while cards:
            card: cython.int = lowest_bit(cards)
            cards &= cards - 1
            below: cython.ulonglong = self.moves.under[card] & kings
            while below:
                king: cython.int = lowest_bit(below)
                below &= below - 1
                if self.moves.cover[king] & left == 0:
                    left &= ~one_bit(king)
                    cards |= one_bit(king)
        return left

    def exposed_partners(self, i: cython.int) -> cython.ulonglong:
        """Return the exposed cards with which a stock card can go, by index."""
        card: cython.int = self.moves.bit_at[self.moves.tableau + i]
        base: cython.int = card & ~7
        if card >= 8 * self.moves.sets:
            return 0
        if not self.moves.self_set[card >> 3] and not card & 4:
            base += 4
        partners: cython.ulonglong = self.moves.exposed[0] >> base & 15
        return (partners & self.moves.partners(0, card)) << base

    def take_out(self, i: cython.int, last: cython.int) -> cython.void:
        """Write what is left of row 0's stock without its cards from i to the last one, the first
        alike, and the place that it is then at."""
        if self.moves.in_stock[0] & self.kings_in_stock:
            self.moves.copy_level(0)
            self.moves.position[1] = self.position_at(last)
            for j in range(i, last + 1):
                self.moves.remove(1, one_bit(self.moves.bit_at[self.moves.tableau + self.index[j]]))
            self.moves.settle(1)
            self.take_first_alike(1)
            self.cards_after = self.moves.left[1] & ~self.moves.laid_out
            return
        self.cards_after = self.moves.left[0] & ~self.moves.laid_out
        for j in range(i, last + 1):
            self.cards_after &= ~one_bit(self.moves.bit_at[self.moves.tableau + self.index[j]])
        k: cython.int = self.index[i - 1] + 1 if i > 0 else 0
        for j in range(last + 1, self.cards):
            bit: cython.int = self.moves.bit_at[self.moves.tableau + self.index[j]]
            k += lowest_bit(self.moves.places_of[bit >> 2] >> k)
            if k == self.index[j]:
                return  # and so are all that follow
            self.cards_after ^= one_bit(bit) | one_bit(self.moves.bit_at[self.moves.tableau + k])
            k += 1


# Stretches: the positions of a game with a stock through which dealing leads, kept as one.
#
# A *stretch* has the same cards left, in the same pass and after as many redeals in vain. A
# *place* in it is how many of the stock's cards left lie in the waste. Stretches with the same
# cards of the tableau left have their turns one after the other: those with most cards left first,
# of these those of earlier passes. Then come tableaux with fewer cards. So a stretch has its turn
# when all that leads to it has had its own.
#
# `StockChances` counts how often the players come there.

IDLE_BITS = cython.declare(cython.int, 2)  # of a key: `Moves.idle`
ORDERS = cython.declare(cython.int, 1 << 6)  # passes and redeals in vain
COUNTS = cython.declare(cython.int, CARD_BITS + 1)  # of cards left
FIRST_UNITS = cython.declare(cython.longlong, 1 << 12)  # units
MOST_UNITS = cython.declare(cython.longlong, 1 << 29)
UNITS_A_BUCKET = cython.declare(cython.longlong, 8)
MOST_WANTED = cython.declare(cython.int, 1 << 9)  # from one stretch
WINDOW = cython.declare(cython.ulonglong, (1 << 10) - 1)  # buckets of one tableau
UNIT_BYTES: int = 24  # with what finds them, and the tableaux
LOW = cython.declare(cython.ulonglong, 0xFFFFFFFF)

MOST_PASSES: int = 16
"""The most passes that fit a stretch's key, unless they are unlimited."""


@cython.cclass
class Stretches:
    """The stretches of one deal that wait for their turn.

    They lie side by side in units of two words; a stretch's number is that of its first unit. In it
    are its key, and the numbers of two others. One is the next one found where it is, in the upper
    half of the word; the other is the next that waits. Then comes a unit for each place, from place
    0 on: how often each of two players comes there. The same words are read as `words` and as
    `comes`. Where a stretch lay that has had its turn, another with as many stock cards will lie.

    Tableaux have numbers, too. The stretches of the one that has its turn, `tableaux.now`, are `waiting` by
    cards left, pass and redeals in vain; those of others wait for their tableau.
    """

    def __init__(self, stock: StockLeft) -> None:
        self.stock, self.moves, self.tableaux = stock, stock.moves, stock.tableaux
        check_width("redeals in vain", self.moves.patience, IDLE_BITS)
        most: int = 0 if self.moves.unlimited else self.moves.passes - 1
        check_width("passes", most, MARK_BITS - DEALT_BITS - IDLE_BITS)
        self.free = integers(PASS)
        self.waiting = integers(COUNTS * ORDERS)
        self.wanted, self.want_key = long_integers(MOST_WANTED), words(MOST_WANTED)
        self.want_bucket = long_integers(MOST_WANTED)
        self.want_tableau, self.wants = integers(MOST_WANTED), 0
        self.most_room = MOST_UNITS
        self.release()

    def limit_memory(self, limit_bytes: int) -> bool:
        """Limit how much memory the stretches may take. Return True where they already take more
        than this limit would let them grow to."""
        self.most_room = min(limit_bytes // UNIT_BYTES, MOST_UNITS)
        return bool(self.room > FIRST_UNITS and 5 * (self.room // 4) > self.most_room)

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.room = FIRST_UNITS
        self.words = words(2 * self.room)
        self.comes = as_doubles(self.words)
        self.found = integers(self.room // UNITS_A_BUCKET)
        self.tableaux.release()
        self.empty()

    def empty(self) -> cython.void:
        """Empty the list: no stretch waits."""
        k: cython.longlong
        self.used = 1  # 0 is no number
        self.waiting_from, self.waiting_to = COUNTS * ORDERS, -1
        self.tableaux.empty()
        for k in range(PASS):
            self.free[k] = NO_NUMBER
        for k in range(COUNTS * ORDERS):
            self.waiting[k] = NO_NUMBER
        for k in range(self.room // UNITS_A_BUCKET):
            self.found[k] = NO_NUMBER

    def key_in(
        self, left: cython.ulonglong, position: cython.int, idle: cython.int
    ) -> cython.ulonglong:
        """Return the key of the stretch with these cards left, in this position's pass."""
        return key_of(left, ((pass_of(position) << IDLE_BITS) | idle) << DEALT_BITS)

    def place_in(self, key: cython.ulonglong) -> cython.longlong:
        """Return the unit of place 0 of the stretch with a key, which now waits; 0 when there is no
        room."""
        t: cython.int = self.tableaux.number_of(
            key & self.moves.laid_out & (one_bit(CARD_BITS) - 1)
        )
        return self._find(key, self._bucket_of(key), t) if t != NO_NUMBER else 0

    def want(self, where: cython.longlong, key: cython.ulonglong, t: cython.int) -> cython.void:
        """Note one more unit that is wanted. `where` is it, or 0. If 0, it is place 0 of the
        stretch with this key and tableau, which is to be found (`NO_NUMBER`: no room for the
        tableau)."""
        k: cython.int = self.wants
        self.wanted[k] = where
        self.wants += 1
        if where == 0:
            self.want_key[k], self.want_tableau[k] = key, t
            self.want_bucket[k] = self._bucket_of(key)
            if cython.compiled:
                prefetch(cython.address(self.found[self.want_bucket[k]]))

    def find_wanted(self) -> cython.bint:
        """Find what is wanted, all of it: `wanted` then has the units. Return False when there is
        no room."""
        room: cython.longlong = self.room
        where: cython.longlong
        if cython.compiled:
            for k in range(self.wants):
                if self.wanted[k] == 0:
                    prefetch(cython.address(self.words[2 * self.found[self.want_bucket[k]]]))
        for k in range(self.wants):
            if self.wanted[k] == 0:
                if self.want_tableau[k] == NO_NUMBER:
                    return False
                if self.room != room:
                    self.want_bucket[k] = self._bucket_of(self.want_key[k])
                where = self._find(self.want_key[k], self.want_bucket[k], self.want_tableau[k])
                if where == 0:
                    return False
                self.wanted[k] = where
                if cython.compiled:
                    prefetch(cython.address(self.comes[2 * self.wanted[k]]))
        return True

    def _find(
        self, key: cython.ulonglong, bucket: cython.longlong, t: cython.int
    ) -> cython.longlong:
        """Return `place_in`, found in this bucket."""
        s: cython.int = self.found[bucket]
        while s != NO_NUMBER and self.words[2 * s] != key:
            s = cython.cast(cython.int, self.words[2 * s + 1] >> 32)
        if s == NO_NUMBER:
            s = self._add(key, t)
            if s == NO_NUMBER:
                return 0
        return s + 1

    def _add(self, key: cython.ulonglong, t: cython.int) -> cython.int:
        """Add a stretch that is new; return `NO_NUMBER` when there is no room."""
        cards: cython.int = count_bits(key & (one_bit(CARD_BITS) - 1) & ~self.moves.laid_out)
        k: cython.longlong
        s: cython.int = self.free[cards]
        if s != NO_NUMBER:
            self.free[cards] = cython.cast(cython.int, self.words[2 * s + 1])
        else:
            if self.used + cards + 2 > self.room and not self._make_room():
                return NO_NUMBER
            s = cython.cast(cython.int, self.used)
            self.used += cards + 2
        bucket: cython.longlong = self._bucket_of(key)
        self.words[2 * s] = key
        self.words[2 * s + 1] = cython.cast(cython.ulonglong, self.found[bucket]) << 32
        self.found[bucket] = s
        if t == self.tableaux.now:
            self._wait(s)
        else:
            self.words[2 * s + 1] |= cython.cast(cython.ulonglong, self.tableaux.first[t])
            self.tableaux.first[t] = s
        for k in range(2 * s + 2, 2 * (s + cards + 2)):
            self.comes[k] = 0.0
        return s

    def _wait(self, s: cython.int) -> cython.void:
        """Let a stretch of the tableau that has its turn wait for its own."""
        key: cython.ulonglong = self.words[2 * s]
        at: cython.int = ORDERS * (COUNTS - 1 - count_bits(key & (one_bit(CARD_BITS) - 1)))
        at += cython.cast(cython.int, key >> (CARD_BITS + DEALT_BITS))
        self.words[2 * s + 1] |= cython.cast(cython.ulonglong, self.waiting[at])
        self.waiting[at] = s
        if at < self.waiting_from:
            self.waiting_from = at
        if at > self.waiting_to:
            self.waiting_to = at

    def _bucket_of(self, key: cython.ulonglong) -> cython.longlong:
        """Return where the stretch with a key is found: there and on from there. Those of a tableau
        lie near each other."""
        slot: cython.ulonglong = near_slot(key, self.moves.laid_out, WINDOW)
        return cython.cast(cython.longlong, slot & (self.room // UNITS_A_BUCKET - 1))

    def first_waiting(self) -> cython.int:
        """Return where stretches wait to which no other that waits leads, or -1 when none waits."""
        while True:
            while self.waiting_from <= self.waiting_to:
                if self.waiting[self.waiting_from] != NO_NUMBER:
                    return self.waiting_from
                self.waiting_from += 1
            if not self.tableaux.take_turn():
                return -1
            self._wait_all(self.tableaux.first[self.tableaux.now])

    def _wait_all(self, s: cython.int) -> cython.void:
        """Let the stretches of a tableau, from its first one on, wait for their turns."""
        self.waiting_from, self.waiting_to = COUNTS * ORDERS, -1
        while s != NO_NUMBER:
            following: cython.int = cython.cast(cython.int, self.words[2 * s + 1] & LOW)
            self.words[2 * s + 1] &= ~LOW
            self._wait(s)
            s = following

    def take_waiting(self, at: cython.int) -> cython.int:
        """Return one of the stretches that wait there: it has its turn, and is found no more."""
        s: cython.int = self.waiting[at]
        k: cython.longlong = 2 * s + 1
        bucket: cython.longlong = self._bucket_of(self.words[2 * s])
        other: cython.int = self.found[bucket]
        self.waiting[at] = cython.cast(cython.int, self.words[k] & LOW)
        if other == s:
            self.found[bucket] = cython.cast(cython.int, self.words[k] >> 32)
            return s
        while cython.cast(cython.int, self.words[2 * other + 1] >> 32) != s:
            other = cython.cast(cython.int, self.words[2 * other + 1] >> 32)
        self.words[2 * other + 1] &= LOW
        self.words[2 * other + 1] |= self.words[k] & ~LOW
        return s

    def expect_turn(self, s: cython.int) -> cython.void:
        """Have a stretch that has its turn soon on its way from memory, and the next that waits."""
        if cython.compiled and s + 12 < self.room:
            prefetch(cython.address(self.words[2 * s + 8]))
            prefetch(cython.address(self.words[2 * s + 16]))
            prefetch(cython.address(self.words[2 * s + 24]))
            prefetch(cython.address(self.found[self._bucket_of(self.words[2 * s])]))
            prefetch(cython.address(self.words[2 * (self.words[2 * s + 1] & LOW)]))

    def give_back(self, s: cython.int) -> cython.void:
        """Give back the stretch, row 0's, which has had its turn."""
        self.words[2 * s + 1] = cython.cast(cython.ulonglong, self.free[self.stock.cards])
        self.free[self.stock.cards] = s

    def stand(self, s: cython.int) -> cython.void:
        """Write row 0: the first place of a stretch to which the players come. What is exposed is
        that of the tableau that has its turn."""
        key: cython.ulonglong = self.words[2 * s]
        mark: cython.int = cython.cast(cython.int, key >> (CARD_BITS + DEALT_BITS))
        place: cython.int = 0
        self.stock.stand_with(key & (one_bit(CARD_BITS) - 1))
        while place < self.stock.cards and self.comes[2 * (s + 1 + place)] == 0.0:
            place += 1
        self.moves.idle[0] = mark & ((1 << IDLE_BITS) - 1)
        self.moves.position[0] = position_of(mark >> IDLE_BITS, 0)
        self.moves.position[0] = self.stock.position_at(place)

    def _make_room(self) -> cython.bint:
        """Grow, or return False when the limit on memory forbids it, or there is none."""
        if 5 * self.room > self.most_room:  # old and new beside each other
            return False
        with cython.gil:
            return grown(self.grow)

    def grow(self) -> None:
        """Make four times as much room."""
        k: cython.longlong
        old: Integers = self.found
        new = longer(self.words)
        self.found = longer(self.found)
        self.words, self.comes = new, as_doubles(new)
        self.room *= 4
        for k in range(self.room // UNITS_A_BUCKET):
            self.found[k] = NO_NUMBER
        for k in range(self.room // UNITS_A_BUCKET // 4):
            s: cython.int = old[k]
            while s != NO_NUMBER:
                following: cython.int = cython.cast(cython.int, self.words[2 * s + 1] >> 32)
                bucket: cython.longlong = self._bucket_of(self.words[2 * s])
                self.words[2 * s + 1] &= LOW
                self.words[2 * s + 1] |= cython.cast(cython.ulonglong, self.found[bucket]) << 32
                self.found[bucket] = s
                s = following


# What the kernels have in common that share out how often the players come to each position.

DIGITS: int = 14
MOST_MOVES: int = 1 << 10


def parts() -> "memoryview[float]":
    """Return for each number of moves what each of them gets; for none, nothing."""
    part = doubles(MOST_MOVES)
    for moves in range(1, MOST_MOVES):
        part[moves] = 1.0 / moves
    return part


def rounded(chance: float) -> float:
    """Return a chance without its last digits, so that what is certain is 1."""
    return float(f"{chance:.{DIGITS}g}")


# The chances of any game with a stock to deal. `StockChances` counts how often the same two players
# come to each position, from the start on, and so to the goal. Where cards are turned one at a
# time, `SinglyChances` answers sooner.
#
# Each stretch has its turn when all that leads to it has had its own. Then it shares out, among the
# moves from each of its places, how often the players come there. Discards within the tableau are
# the same at all its places.

# Where a move leads that leads to no place.
LOSING = cython.declare(cython.longlong, -3)  # it costs the player its patience


@cython.cclass
class StockChances:
    """The chances of a game with a stock: `load` a deal, `run` until ``done``, then ask `chances`.

    `positions`: how many places have had their turn. Memory: 24 bytes for each stretch that waits and
    for each of its places.
    """

    def __init__(self, game: Game) -> None:
        self.stock = StockLeft(game)
        self.moves, self.tableaux = self.stock.moves, self.stock.tableaux
        self.stretches = Stretches(self.stock)
        self.last_open = integers(PAIRS)
        self.each, self.part = doubles(2 * PASS), parts()
        self.positions, self.full = 0, False
        self.held = NO_NUMBER

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); return False if it has a set block."""
        return self.load_position(cards, bytes([1]) * len(cards), 0)

    def load_position(self, cards: bytes, left: bytes, position: int) -> bool:
        """Do what `load` does in the middle of play: see `Search.load_position`."""
        self.moves.game.check_position(cards, left, position)
        alive: cython.bint = self.moves.lay_out_left(cards, left, position)
        self.stretches.empty()
        self.stock.look_at_deal()
        self.looked_at = self.held = NO_NUMBER
        self.positions, self.full = 0, False
        self.plain = self.clever = 0.0
        if self.moves.reached(0):
            self.plain = self.clever = 1.0
        elif alive:
            self.stock.take_first_alike(0)
            where: cython.longlong = self.stretches.place_in(
                self.stretches.key_in(
                    self.moves.left[0], self.moves.position[0], self.moves.idle[0]
                )
            )
            where += self.stock.place_of(0)
            self.stretches.comes[2 * where] = self.stretches.comes[2 * where + 1] = 1.0
        return bool(alive)

    def limit_memory(self, limit_bytes: int) -> None:
        """Limit how much memory the stretches may take."""
        if self.stretches.limit_memory(limit_bytes):
            self.release()  # more than this limit would let them grow to

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.stretches.release()
        self.positions, self.full = 0, True

    def run(self, budget: int) -> str:
        """Work out up to this many more positions: ``done``, ``paused``, or ``memory``. A stretch
        that is begun is worked out whole; when it goes beyond, that is ``paused``."""
        more: cython.ulonglong = budget
        with cython.nogil:
            result: cython.int = self.work(more)
        return ENDS[result]

    def chances(self) -> tuple[float, float]:
        """Return the chances of the two players at the position that was laid out."""
        if self.full or self.held != NO_NUMBER or self.stretches.first_waiting() >= 0:
            raise LookupError("the position has not been worked out")
        return rounded(self.plain), rounded(self.clever)

    def work(self, budget: cython.ulonglong) -> cython.int:
        """Give the stretches that wait their turns. `held`: one whose turn it is, row 0, or none."""
        stop_at: cython.ulonglong = self.positions + budget
        if self.full:
            return NO_ROOM
        while True:
            if self.held == NO_NUMBER:
                at: cython.int = self.stretches.first_waiting()
                if at < 0:
                    return PAUSED if self.positions > stop_at else DONE
                self.held = self.stretches.take_waiting(at)
                if self.stretches.waiting[at] != NO_NUMBER:
                    self.stretches.expect_turn(self.stretches.waiting[at])
                if self.tableaux.now != self.looked_at:
                    self.looked_at = self.tableaux.now
                    self.stock.look_at_tableau()
                self.stretches.stand(self.held)
            if self.positions >= stop_at:
                return PAUSED
            self.full = not self._share()
            if self.full:
                return NO_ROOM
            self.stretches.give_back(self.held)
            self.held = NO_NUMBER

    def _share(self) -> cython.bint:
        """Share out a stretch that has its turn, from row 0 on; return False when there is no room."""
        place: cython.int
        first: cython.int = self.stock.place_of(0)
        self.own, self.stretches.wants = self.held + 1, 0
        self._want_pairs(first)
        if not self.stretches.find_wanted():
            return False
        for place in range(first, self.stock.cards + 1):
            self.stretches.wants = self.stock.pairs
            if self.stretches.comes[2 * (self.own + place)] != 0.0 and not self._link_place(place):
                return False
            self._share_place(place)
        self._share_pairs(first)
        return True

    def _want_pairs(self, first: cython.int) -> cython.int:
        """Want where the discards within the tableau lead, from place 0; return the first of what
        is wanted. Note up to which place they leave no set blocked (`last_open`)."""
        stock: cython.ulonglong = self.moves.left[0] & ~self.moves.laid_out
        for k in range(self.stock.pairs):
            left: cython.ulonglong = self.stock.pair_after[k] | stock
            if left & self.moves.must == 0:
                self.last_open[k] = PASS
                self.stretches.want(REACHED, 0, 0)
                continue
            self.last_open[k] = self.stock.last_place_open(left)
            if self.last_open[k] < first:
                self.stretches.want(BLOCKED, 0, 0)
                continue
            if self.stock.pair_to[k] == NO_NUMBER:
                self.stock.pair_to[k] = self.tableaux.number_of(self.stock.pair_after[k])
            self.stretches.want(
                0, self.stretches.key_in(left, self.moves.position[0], 0), self.stock.pair_to[k]
            )
        return 0

    def _link_place(self, place: cython.int) -> cython.bint:
        """Link where the moves of this place, and no other, lead; return False when there is no
        room."""
        self.moves.position[0] = self.stock.position_at(place)
        self.moves.count[0] = self.stock.pairs
        self.moves.list_stock_moves(0)
        for k in range(self.stock.pairs, self.moves.count[0]):
            where: cython.longlong = self._after_move(k)
            if where == 0:
                return False
            self.stretches.want(where, 0, 0)
        return True

    def _after_move(self, k: cython.int) -> cython.longlong:
        """Return where a listed move of row 0 leads; 0 when there is no room."""
        if not self.moves.make(0, k):
            return LOSING
        if self.moves.reached(1):
            return REACHED
        if self.moves.blocked(1):
            return BLOCKED
        if self.moves.in_stock[1] != self.moves.in_stock[0]:
            self.stock.take_first_alike(1)
        elif dealt_of(self.moves.position[1]) > 0:
            return self.own + self.stock.place_of(1)  # no redeal: the same stretch
        where: cython.longlong = self.stretches.place_in(
            self.stretches.key_in(self.moves.left[1], self.moves.position[1], self.moves.idle[1])
        )
        return where + self.stock.place_of(1) if where > 0 else 0

    def _share_place(self, place: cython.int) -> cython.void:
        """Share out how often the players come to a place among what is wanted from there, and note
        it for each discard within the tableau (`each`)."""
        open_moves: cython.int = self.stretches.wants  # those that create no block
        plain: cython.double = self.stretches.comes[2 * (self.own + place)]
        clever: cython.double = self.stretches.comes[2 * (self.own + place) + 1]
        if plain != 0.0:
            self.positions += 1
        for k in range(self.stock.pairs):
            open_moves -= self.last_open[k] < place
        for k in range(self.stock.pairs, self.stretches.wants):
            open_moves -= self.stretches.wanted[k] == BLOCKED
        plain *= self.part[self.stretches.wants]
        clever *= self.part[open_moves]
        self.each[2 * place], self.each[2 * place + 1] = plain, clever
        for k in range(self.stock.pairs, self.stretches.wants):
            self._give(self.stretches.wanted[k], plain, clever)

    def _give(
        self, where: cython.longlong, plain: cython.double, clever: cython.double
    ) -> cython.void:
        """Let the players come there more often by this much."""
        if where >= 0:
            self.stretches.comes[2 * where] += plain
            self.stretches.comes[2 * where + 1] += clever
        elif where == REACHED:
            self.plain += plain
            self.clever += clever

    def _share_pairs(self, first: cython.int) -> cython.void:
        """Give the discards within the tableau their shares."""
        i: cython.int
        for k in range(self.stock.pairs):
            to: cython.longlong = 2 * self.stretches.wanted[k]
            if self.stretches.wanted[k] == REACHED:
                for i in range(first, self.stock.cards + 1):
                    self.plain += self.each[2 * i]
                    self.clever += self.each[2 * i + 1]
            elif self.stretches.wanted[k] != BLOCKED:
                for i in range(2 * first, 2 * min(self.last_open[k], self.stock.cards) + 2):
                    self.stretches.comes[to + i] += self.each[i]


# Remainders: which cards are left of a deal, whatever the pass and however far the stock is dealt.
#
# The first of stock cards alike are taken to be left. A *position* of a remainder is `PASS` times
# the pass, counted from 0, plus the *place*: how many of its stock cards lie in the waste. Where
# passes are unlimited all positions are taken for 0.
#
# Each remainder has its turn when all that lead to it have had theirs. They go tableau by tableau,
# those with most cards left first, and within one tableau those with most stock cards first.
# `Discovery` finds where each leads.

FIRST_REMAINDERS = cython.declare(cython.int, 1 << 11)
MOST_REMAINDERS = cython.declare(cython.int, 1 << 27)
EACH_A_BUCKET = cython.declare(cython.int, 2)
NEAR = cython.declare(cython.ulonglong, (1 << 9) - 1)  # buckets of one tableau
# A remainder in `words`, or in `fields`: the cards left, and four numbers.
WORDS_EACH = cython.declare(cython.int, 3)
FIELDS_EACH = cython.declare(cython.int, 6)
FOLLOWING = cython.declare(cython.int, 2)  # the next one that is found where it is
WAITING = cython.declare(cython.int, 3)  # the next one that waits where it does
DEADLINE = cython.declare(cython.int, 4)  # `least_deadline`
EARLIEST = cython.declare(cython.int, 5)  # the first position at which play comes to it
BYTES_EACH = cython.declare(
    cython.longlong, 34
)  # with what finds it, and of what `Discovery` writes


@cython.cclass
class Remainders:
    """The remainders of one deal, by number. `open_until`: for each that has had its turn, the last
    position at which no set is blocked. `entry_at`: for each turn, where its entry of `Discovery`
    begins."""

    def __init__(self, stock: StockLeft, memory: Memory) -> None:
        self.stock, self.moves, self.tableaux = stock, stock.moves, stock.tableaux
        self.memory = memory
        self.waiting = integers(PASS)
        self.want_left, self.want_tableau = words(MOST_WANTED), integers(MOST_WANTED)
        self.want_bucket, self.wanted = integers(MOST_WANTED), integers(MOST_WANTED)
        self.want_position, self.want_dealt = integers(MOST_WANTED), integers(MOST_WANTED)
        self.wants = 0
        self.release()

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.room = FIRST_REMAINDERS
        self.words = words(WORDS_EACH * self.room)
        self.fields, self.open_until = as_integers(self.words), integers(self.room)
        self.entry_at = integers(self.room)
        self.found = integers(self.room // EACH_A_BUCKET)
        self.memory.taken = BYTES_EACH * self.room
        self.tableaux.release()
        self.empty()

    def empty(self) -> cython.void:
        """Begin without any remainder."""
        self.tableaux.empty()
        self.remainders, self.waiting_at = START, 0
        for k in range(PASS):
            self.waiting[k] = NO_NUMBER
        for k in range(self.room // EACH_A_BUCKET):
            self.found[k] = NO_NUMBER

    def cards_left(self, r: cython.int) -> cython.ulonglong:
        """Return the cards of a remainder."""
        return self.words[WORDS_EACH * r]

    def earliest_of(self, r: cython.int) -> cython.int:
        """Return the first position at which play comes to a remainder, once it has its turn."""
        return self.fields[FIELDS_EACH * r + EARLIEST]

    def deadline_of(self, r: cython.int) -> cython.int:
        """Return `least_deadline` of a remainder."""
        return self.fields[FIELDS_EACH * r + DEADLINE]

    def number_of(self, left: cython.ulonglong) -> cython.int:
        """Return the number of the remainder with these cards left, or `NO_NUMBER`."""
        return self._find(left, self._bucket_of(left))

    def take_turn(self) -> cython.int:
        """Let one to which no other that waits leads have its turn; return `NO_NUMBER` when none
        waits."""
        while True:
            while self.waiting_at >= 0:
                r: cython.int = self.waiting[self.waiting_at]
                if r != NO_NUMBER:
                    self.waiting[self.waiting_at] = self.fields[FIELDS_EACH * r + WAITING]
                    return r
                self.waiting_at -= 1
            if not self.tableaux.take_turn():
                return NO_NUMBER
            self.stock.look_at_tableau()
            self._wait_all(self.tableaux.first[self.tableaux.now])

    def _wait_all(self, r: cython.int) -> cython.void:
        """Let those of a tableau, from its first one on, wait for their turns."""
        while r != NO_NUMBER:
            following: cython.int = self.fields[FIELDS_EACH * r + WAITING]
            self._wait(r)
            r = following

    def _wait(self, r: cython.int) -> cython.void:
        """Let one of the tableau that has its turn wait for its own."""
        cards: cython.int = count_bits(self.words[WORDS_EACH * r] & ~self.moves.laid_out)
        self.fields[FIELDS_EACH * r + WAITING] = self.waiting[cards]
        self.waiting[cards] = r
        if cards > self.waiting_at:
            self.waiting_at = cards

    def want(
        self, left: cython.ulonglong, t: cython.int, position: cython.int, dealt: cython.int
    ) -> cython.void:
        """Want one more remainder: these cards are left, with the tableau of this number
        (`NO_NUMBER`: no room for it). It is reached at this position first, which `numbers` calls
        `dealt`."""
        k: cython.int = self.wants
        self.wants += 1
        self.wanted[k] = GOAL if left & self.moves.must == 0 else NO_NUMBER
        self.want_left[k], self.want_tableau[k] = left, t
        self.want_position[k], self.want_dealt[k] = position, dealt
        self.want_bucket[k] = self._bucket_of(left)
        if cython.compiled:
            prefetch(cython.address(self.found[self.want_bucket[k]]))

    def find_wanted(self) -> cython.bint:
        """Find all that is wanted, and add what is new: `wanted` then has the numbers. Return False
        when there is no room."""
        room: cython.int = self.room
        if cython.compiled:
            for k in range(self.wants):
                prefetch(cython.address(self.words[WORDS_EACH * self.found[self.want_bucket[k]]]))
        for k in range(self.wants):
            if self.wanted[k] == GOAL:
                continue
            if self.want_tableau[k] == NO_NUMBER:
                return False
            if self.room != room:
                self.want_bucket[k] = self._bucket_of(self.want_left[k])
            r: cython.int = self._find(self.want_left[k], self.want_bucket[k])
            if r == NO_NUMBER:
                deadline: cython.int = self.moves.least_deadline(self.want_left[k])
                r = DEAD_END if deadline < self.want_dealt[k] else self._add(k, deadline)
                if r == NO_NUMBER:
                    return False
            elif self.want_position[k] < self.fields[FIELDS_EACH * r + EARLIEST]:
                self.fields[FIELDS_EACH * r + EARLIEST] = self.want_position[k]
            self.wanted[k] = r
        return True

    def _find(self, left: cython.ulonglong, bucket: cython.int) -> cython.int:
        """Return `number_of`, found in this bucket."""
        r: cython.int = self.found[bucket]
        while r != NO_NUMBER and self.words[WORDS_EACH * r] != left:
            r = self.fields[FIELDS_EACH * r + FOLLOWING]
        return r

    def _add(self, k: cython.int, deadline: cython.int) -> cython.int:
        """Add a new one, as it is wanted; return `NO_NUMBER` when there is no room."""
        bucket: cython.int = self.want_bucket[k]
        t: cython.int = self.want_tableau[k]
        r: cython.int = self.remainders
        if r == self.room:
            if not self._make_room():
                return NO_NUMBER
            bucket = self._bucket_of(self.want_left[k])
        self.remainders += 1
        self.words[WORDS_EACH * r] = self.want_left[k]
        self.fields[FIELDS_EACH * r + DEADLINE] = deadline
        self.fields[FIELDS_EACH * r + EARLIEST] = self.want_position[k]
        self.fields[FIELDS_EACH * r + FOLLOWING] = self.found[bucket]
        self.found[bucket] = r
        if t == self.tableaux.now:
            self._wait(r)
        else:
            self.fields[FIELDS_EACH * r + WAITING] = self.tableaux.first[t]
            self.tableaux.first[t] = r
        return r

    def _bucket_of(self, left: cython.ulonglong) -> cython.int:
        """Return where the remainder with these cards left is found: those of a tableau are near."""
        slot: cython.ulonglong = near_slot(left, self.moves.laid_out, NEAR)
        return cython.cast(cython.int, slot & (self.room // EACH_A_BUCKET - 1))

    def _make_room(self) -> cython.bint:
        """Make room for more; return False when the limit on memory forbids it, or there is none."""
        if self.room >= MOST_REMAINDERS or not self.memory.may_take(4 * BYTES_EACH * self.room):
            return False  # old and new are kept together
        with cython.gil:
            return grown(self.grow)

    def grow(self) -> None:
        """Make room for four times as many."""
        r: cython.int
        entry_at = longer(self.entry_at)
        new, still, found = longer(self.words), longer(self.open_until), longer(self.found)
        self.words, self.open_until, self.found = new, still, found
        self.entry_at = entry_at
        self.fields = as_integers(new)
        self.memory.taken += 4 * BYTES_EACH * self.room
        self.room *= 4
        for r in range(self.room // EACH_A_BUCKET):
            self.found[r] = NO_NUMBER
        for r in range(START, self.remainders):
            bucket: cython.int = self._bucket_of(self.words[WORDS_EACH * r])
            self.fields[FIELDS_EACH * r + FOLLOWING] = self.found[bucket]
            self.found[bucket] = r


# All remainders to which play of a deal leads, and where the discards of each lead.
#
# For games whose cards are turned one at a time, and in which matching is by choice. In these,
# what can be discarded at a place, and what is left then, is the same in every pass.

FIRST_ENTRIES = cython.declare(cython.longlong, 1 << 14)
MOST_ENTRIES = cython.declare(cython.longlong, 1 << 30)
HEAD = cython.declare(cython.int, 6)  # of an entry
WITHOUT_END = cython.declare(cython.ulonglong, 1 << 62)


@cython.cclass
class Discovery:
    """All remainders to which play leads. `entries`: an entry for each remainder, in the order of
    their turns, from its `entry_at` on.

    An entry says of `one` remainder at which place its first king is turned (`king_at`; without a
    king, one more than its stock cards) and where that leads (`king_to`). Then comes where its
    discards lead. Those of pairs within the tableau come first (from `to_pairs` on). The others
    take two numbers each, the place at which the stock card is turned before it. These are the
    discards of a stock card with an exposed one (from `to_singles` on), and of waste top and turned
    card (from `to_tops` to `to_end`). Whatever can be done with the turned card and an exposed card
    can be done, to the same end, when the turned card is the waste top.

    `solver`: a search of the same game that keeps which positions are won (`asking`), or None: what it
    calls lost has no entry.
    """

    def __init__(self, remainders: Remainders, solver: "Search | None") -> None:
        self.remainders, self.stock, self.moves = remainders, remainders.stock, remainders.moves
        self.tableaux, self.memory = remainders.tableaux, remainders.memory
        self.solver, self.has_solver = solver, solver is not None
        self.rounds = 1 if self.moves.unlimited else self.moves.passes
        self.card_after, self.card_to = words(64), integers(64)
        self.want_card = integers(len(remainders.wanted))
        self.release()

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.entries_room = FIRST_ENTRIES
        self.entries = integers(self.entries_room)
        self.memory.taken += 4 * self.entries_room

    def begin_here(self) -> cython.bint:
        """Let the remainder of row 0, the first alike, wait: `START`. Return False when there is no
        room."""
        place: cython.int = self.stock.place_of(0)
        self.turns, self.written = 0, 0
        self._stand(self.moves.left[0])
        self.remainders.wants = 0
        self._want_at(
            self.moves.left[0],
            self.tableaux.number_of(self.moves.left[0] & self.moves.laid_out),
            -1,
            pass_of(self.moves.position[0]),
            place,
        )
        return self.remainders.find_wanted()

    def discover(self, r: cython.int) -> cython.bint:
        """Give a remainder its turn; return False when there is no room."""
        self.earliest = self.remainders.earliest_of(r)
        self.moves.position[0] = pass_start(self.earliest)
        self._stand(self.remainders.cards_left(r))
        self.remainders.open_until[r] = self._in_places(self.remainders.deadline_of(r))
        if (
            self.has_solver
            and self.solver.hopeless(
                self.moves.left[0],
                self.moves.in_stock[0],
                self.stock.position_at(dealt_of(self.earliest)),
                WITHOUT_END,
            )
            == LOST
        ):
            return True
        self.remainders.wants = 0
        self._want_pairs()
        self._want_singles()
        self._want_tops()
        self._want_after_king()
        return self.remainders.find_wanted() and self._write(r)

    def _stand(self, left: cython.ulonglong) -> cython.void:
        """Write row 0: these cards are left, and where its first king is turned."""
        self.stock.stand_with(left)
        kings: cython.ulonglong = self.moves.in_stock[0] & self.stock.kings_in_stock
        self.king_at = (
            self.stock.place_when(0, lowest_bit(kings)) if kings else self.stock.cards + 1
        )

    def _in_places(self, deadline: cython.int) -> cython.int:
        """Return the last position of row 0 that is not past a deadline."""
        if self.moves.unlimited or deadline >= FOREVER:
            return FOREVER if deadline >= 0 else -1
        return position_of(pass_of(deadline), self.stock.place_when(0, dealt_of(deadline)))

    def _want_pairs(self) -> cython.int:
        """Want what the discards within the tableau lead to."""
        stock: cython.ulonglong = self.moves.left[0] & ~self.moves.laid_out
        number: cython.int = pass_of(self.earliest)
        place: cython.int = dealt_of(self.earliest)
        for k in range(self.stock.pairs):
            if self.stock.pair_to[k] == NO_NUMBER:
                self.stock.pair_to[k] = self.tableaux.number_of(self.stock.pair_after[k])
            self._want_at(
                self.stock.pair_after[k] | stock, self.stock.pair_to[k], -1, number, place
            )
        self.to_singles = self.remainders.wants
        return 0

    def _want_singles(self) -> cython.int:
        """Want what the discards of single stock cards with exposed ones lead to."""
        i: cython.int
        for i in range(min(self.king_at, self.stock.cards)):
            if self.stock.with_exposed >> self.stock.index[i] & 1:
                number: cython.int = self._first_pass(min(i + 1, self.king_at - 1))
                if number < self.rounds:
                    self._want_single(i, number)
        self.to_tops = self.remainders.wants
        return 0

    def _want_single(self, i: cython.int, number: cython.int) -> cython.int:
        """Want what those of one stock card lead to, first in this pass."""
        partners: cython.ulonglong = self.stock.exposed_partners(self.stock.index[i])
        self.stock.take_out(i, i)
        while partners:
            e: cython.int = lowest_bit(partners)
            partners &= partners - 1
            if not self.stock.tried >> e & 1:
                self.stock.tried |= one_bit(e)
                self.card_after[e] = self.stock.left_after(
                    self.moves.left[0] & self.moves.laid_out, one_bit(e)
                )
                self.card_to[e] = self.tableaux.number_of(self.card_after[e])
            self._want_at(
                self.card_after[e] | self.stock.cards_after, self.card_to[e], i, number, i
            )
        return 0

    def _want_tops(self) -> cython.void:
        """Want what the discards of waste top and turned card lead to."""
        i: cython.int
        if self.moves.stock_waste != SW_NO:
            for i in range(1, min(self.king_at, self.stock.cards)):
                if self.stock.matching[self.stock.index[i]] >> self.stock.index[i - 1] & 1:
                    number: cython.int = self._first_pass(i)
                    if number < self.rounds:
                        self.stock.take_out(i - 1, i)
                        self._want_at(
                            self.moves.left[0] & self.moves.laid_out | self.stock.cards_after,
                            self.tableaux.now,
                            i,
                            number,
                            i - 1,
                        )
        self.to_end = self.remainders.wants

    def _want_after_king(self) -> cython.void:
        """Want what is left when the first king is turned, and goes."""
        if self.king_at > self.stock.cards:
            return
        self.moves.copy_level(0)
        self.moves.position[1] = self.stock.position_at(self.king_at)
        self.moves.settle(1)
        self.stock.take_first_alike(1)
        self._want_at(
            self.moves.left[1], self.tableaux.now, -1, pass_of(self.earliest), self.king_at
        )

    def _first_pass(self, place: cython.int) -> cython.int:
        """Return the first pass in which play comes to a place of row 0, or `rounds`. Before a king
        is turned no pass ends."""
        if self.moves.unlimited:
            return 0
        if place >= dealt_of(self.earliest):
            return pass_of(self.earliest)
        return self.rounds if self.king_at <= self.stock.cards else pass_of(self.earliest) + 1

    def _want_at(
        self,
        left: cython.ulonglong,
        t: cython.int,
        card: cython.int,
        number: cython.int,
        place: cython.int,
    ) -> cython.void:
        """Want what a discard leads to at this place, which is one of row 0's, first in this pass."""
        self.want_card[self.remainders.wants] = card
        if self.moves.unlimited:
            self.remainders.want(left, t, 0, 0)
        else:
            self.remainders.want(
                left,
                t,
                position_of(number, place),
                position_of(number, self.stock.index[place - 1] + 1 if place > 0 else 0),
            )

    def _write(self, r: cython.int) -> cython.bint:
        """Write an entry; return False when there is no room."""
        if self.written + HEAD + 2 * self.remainders.wants > self.entries_room:
            if not self._make_entries_room():
                return False
        at: cython.int = cython.cast(cython.int, self.written)
        self.remainders.entry_at[self.turns] = at
        self.turns += 1
        self.entries[at], self.entries[at + 1] = r, self.king_at
        self.entries[at + 2] = (
            self.remainders.wanted[self.to_end]
            if self.remainders.wants > self.to_end
            else NO_NUMBER
        )
        k: cython.int = at + HEAD + self.to_singles
        self.entries[at + 3] = k
        k += 2 * (self.to_tops - self.to_singles)
        self.entries[at + 4] = k
        self.entries[at + 5] = k + 2 * (self.to_end - self.to_tops)
        at += HEAD
        for k in range(self.to_singles):
            self.entries[at] = self.remainders.wanted[k]
            at += 1
        for k in range(self.to_singles, self.to_end):
            self.entries[at], self.entries[at + 1] = self.want_card[k], self.remainders.wanted[k]
            at += 2
        self.written = at
        return True

    def open_entry(self, k: cython.int) -> cython.void:
        """Read the head of an entry."""
        at: cython.int = self.remainders.entry_at[k]
        self.one, self.king_at = self.entries[at], self.entries[at + 1]
        self.king_to, self.to_pairs = self.entries[at + 2], at + HEAD
        self.to_singles, self.to_tops = self.entries[at + 3], self.entries[at + 4]
        self.to_end = self.entries[at + 5]

    def _make_entries_room(self) -> cython.bint:
        """Make room for more entries; return False when the limit forbids it, or memory is short."""
        if self.entries_room >= MOST_ENTRIES or not self.memory.may_take(16 * self.entries_room):
            return False  # old and new are kept together
        with cython.gil:
            return grown(self.grow_entries)

    def grow_entries(self) -> None:
        """Make room for four times as many entries."""
        self.entries = longer(self.entries)
        self.memory.taken += 16 * self.entries_room
        self.entries_room *= 4


# Visits: how often two players come to each position of a deal, and to the goal.

FIRST_VISITS = cython.declare(cython.longlong, 1 << 13)
MOST_VISITS = cython.declare(cython.longlong, 1 << 29)


@cython.cclass
class Visits:
    """How often two players come to each position. `comes`: two numbers a place, how often each of
    the players comes there. `places`: where those of a remainder begin, for each pass; 0 where
    nobody comes. `plain`, `clever`: how often they come to the goal. `each`: what each move gets at
    the places of a pass that is shared out."""

    def __init__(self, remainders: Remainders, rounds: int) -> None:
        self.remainders, self.moves, self.memory = remainders, remainders.moves, remainders.memory
        self.rounds = rounds
        self.free, self.each = integers(PASS), doubles(2 * PASS)
        self.release()

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.places = integers(1)
        self.visits_room = FIRST_VISITS
        self.links = words(2 * self.visits_room)
        self.comes = as_doubles(self.links)
        self.memory.taken += 16 * self.visits_room

    def begin_visits(self) -> cython.void:
        """Begin without visits: nobody has come anywhere."""
        self.plain = self.clever = 0.0
        self.used = 1  # 0 is no place
        for k in range(PASS):
            self.free[k] = 0

    def give(
        self, r: cython.int, position: cython.int, plain: cython.double, clever: cython.double
    ) -> cython.bint:
        """Let the players come there more often by this much; return False when there is no room."""
        if r == GOAL:
            self.plain += plain
            self.clever += clever
            return True
        to: cython.longlong = self._places_of(r, pass_of(position))
        if to == 0:
            return False
        to = 2 * (to + dealt_of(position))
        self.comes[to] += plain
        self.comes[to + 1] += clever
        return True

    def give_range(
        self, r: cython.int, number: cython.int, first: cython.int, most: cython.int
    ) -> cython.bint:
        """Let the players come to the places of this pass, from the first to one, as often as
        `each` says; return False when there is no room."""
        i: cython.int
        if r == GOAL:
            for i in range(first, most + 1):
                self.plain += self.each[2 * i]
                self.clever += self.each[2 * i + 1]
        elif first <= most:
            to: cython.longlong = 2 * self._places_of(r, number)
            if to == 0:
                return False
            for i in range(2 * first, 2 * most + 2):
                self.comes[to + i] += self.each[i]
        return True

    def _places_of(self, r: cython.int, number: cython.int) -> cython.int:
        """Return where the visits of a remainder in a pass begin; 0 when there is no room."""
        at: cython.int = self.rounds * r + number
        here: cython.int = self.places[at]
        i: cython.longlong
        if here:
            return here
        cards: cython.int = count_bits(self.remainders.cards_left(r) & ~self.moves.laid_out)
        here = self.free[cards]
        if here:
            self.free[cards] = cython.cast(cython.int, self.links[2 * here])
        else:
            if self.used + cards >= self.visits_room and not self._make_visits_room():
                return 0
            here = cython.cast(cython.int, self.used)
            self.used += cards + 1
        for i in range(2 * here, 2 * (here + cards + 1)):
            self.comes[i] = 0.0
        self.places[at] = here
        return here

    def take_back(self, r: cython.int, number: cython.int) -> cython.void:
        """Take back the visits of a remainder in this pass, which are shared out: others with as
        many stock cards will lie there."""
        here: cython.int = self.places[self.rounds * r + number]
        if here:
            cards: cython.int = count_bits(self.remainders.cards_left(r) & ~self.moves.laid_out)
            self.links[2 * here] = cython.cast(cython.ulonglong, self.free[cards])
            self.free[cards] = here

    def _make_visits_room(self) -> cython.bint:
        """Make room for more visits; return False when the limit forbids it, or memory is short."""
        if self.visits_room >= MOST_VISITS or not self.memory.may_take(64 * self.visits_room):
            return False  # old and new are kept together
        with cython.gil:
            return grown(self.grow_visits)

    def grow_visits(self) -> None:
        """Make room for four times as many visits."""
        self.links = longer(self.links)
        self.comes = as_doubles(self.links)
        self.memory.taken += 64 * self.visits_room
        self.visits_room *= 4


# The chances of games whose cards are turned one at a time. `SinglyChances` counts how often the
# same two players come to each position that can be won, from the start on, and so to the goal.
#
# It goes through all remainders three times. Forward it finds them (`Discovery`), and backward it
# sees until which position each can be won. Forward again it shares out, among the moves from a
# place, how often the players come there.


@cython.cclass
class SinglyChances:
    """The chances of a game whose cards are turned singly: `load` a deal, `run` until ``done``,
    then ask for the `chances`.

    `positions`: how many were shared out: those to which the plain player comes, and that can be won.
    `won_until`: for each remainder the last of them; where a position can be won, so can those before.

    A player that has discarded nothing since a redeal is *idle*, and has lost if it redeals again. How
    often idle players deal on is counted apart.
    """

    def __init__(self, game: Game, solver: "Search | None" = None) -> None:
        self.part = parts()
        self.move_count, self.open_count = integers(PASS), integers(PASS)
        self.stock = StockLeft(game)
        self.moves, self.memory = self.stock.moves, Memory()
        self.remainders = Remainders(self.stock, self.memory)
        self.found = Discovery(self.remainders, solver)
        self.visits = Visits(self.remainders, self.found.rounds)
        self._begin_anew()

    def load(self, cards: bytes) -> bool:
        """Lay out a deal (the codes in dealing order); return False if it has a set block."""
        return self.load_position(cards, bytes([1]) * len(cards), 0)

    def load_position(self, cards: bytes, left: bytes, position: int) -> bool:
        """Do as `load` in mid-play, with no king in the waste: see `Search.load_position`."""
        self.moves.game.check_position(cards, left, position)
        alive: cython.bint = self.moves.lay_out_left(cards, left, position)
        self.reused, self.loaded = self.loaded is not None, (cards, left, position)
        self._forget_judged()
        self.remainders.empty()
        self.visits.begin_visits()
        self.stock.look_at_deal()
        self.positions, self.full, self.judged = 0, False, False
        self.found.turns = self.shared = 0
        self.start = position_of(pass_of(self.moves.position[0]), self.stock.place_of(0))
        self.idle_at_start = self.moves.idle[0] != 0
        if self.found.has_solver:
            self.found.solver.load_position(cards, left, position)
        if self.moves.reached(0):
            self.visits.plain = self.visits.clever = 1.0
        elif alive:
            self.stock.take_first_alike(0)
            self.full = not self.found.begin_here()
        self.at_first = self.remainders.remainders
        return bool(alive)

    @property
    def worked(self) -> int:
        """Return what `run` counts: the remainders found since the start, then `positions`."""
        return self.positions if self.judged else self.remainders.remainders - self.at_first

    def limit_memory(self, limit_bytes: int) -> None:
        """Limit what may be taken, half of it by the solver if there is one."""
        self.memory.most_bytes = limit_bytes
        if self.found.has_solver:
            self.memory.most_bytes = limit_bytes // 2
            self.found.solver.limit_memory(limit_bytes // 2)
        if self.memory.taken > self.memory.most_bytes:
            self.release()

    def release(self) -> None:
        """Forget the deal, and give back the memory that it took."""
        self.remainders.release()
        self.found.release()
        self.visits.release()
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Begin again: no deal is laid out."""
        self.loaded, self.reused, self.judged_bytes = None, False, 0
        self._forget_judged()
        self.positions, self.full, self.judged = 0, True, False
        self.at_first = self.remainders.remainders

    def _forget_judged(self) -> None:
        """Give back what `_judge_all` took."""
        self.won_until, self.visits.places = integers(1), integers(1)
        self.memory.taken -= self.judged_bytes
        self.judged_bytes = 0

    def run(self, budget: int) -> str:
        """Find up to this many more remainders and share out as many positions: ``done``,
        ``paused``, or ``memory``. What is begun is shared out whole; going beyond is ``paused``.

        Where what earlier deals needed is in the way, it is given back, and all begins again: what
        fits does not depend on them."""
        more: cython.ulonglong = budget
        with cython.nogil:
            result: cython.int = self.work(more)
        if result == NO_ROOM and self.reused:
            loaded = self.loaded
            self.release()
            self.load_position(*loaded)
            with cython.nogil:
                result = self.work(more)
        return ENDS[result]

    def chances(self) -> tuple[float, float]:
        """Return the chances of the two players at the position that was laid out."""
        if self.full or not self.judged or self.shared < self.found.turns:
            raise LookupError("the position has not been worked out")
        return rounded(self.visits.plain), rounded(self.visits.clever)

    def can_win(self, left: int, in_stock: int, position: int) -> bool:
        """Return whether a position of the deal, worked out and reached by play, can be won.
        `left`: the cards left, in set order. `in_stock`: those in the stock, by index; `position`
        is the stock's."""
        if not self.judged:
            raise LookupError("the position has not been worked out")
        self.moves.level_of(
            left & self.moves.all_left, in_stock & self.moves.all_in_stock, position
        )
        self.moves.remove(0, self.moves.exposed[0] & self.moves.at_once())
        self.moves.settle(0)
        if self.moves.reached(0):
            return True
        self.stock.take_first_alike(0)
        at: cython.int = position_of(pass_of(self.moves.position[0]), self.stock.place_of(0))
        at = 0 if self.moves.unlimited else at
        r: cython.int = self.remainders.number_of(self.moves.left[0])
        return r != NO_NUMBER and self.won_until[r] >= at

    def work(self, budget: cython.ulonglong) -> cython.int:
        """Do what `run` does, without the interpreter."""
        stop_at: cython.ulonglong = self.positions + budget
        most: cython.ulonglong = self.remainders.remainders + budget
        while not self.judged and not self.full:
            r: cython.int = self.remainders.take_turn()
            if r != NO_NUMBER:
                self.full = not self.found.discover(r)
            else:
                self.full = not self._judge_all()
            if cython.cast(cython.ulonglong, self.remainders.remainders) > most:
                return PAUSED
        while self.shared < self.found.turns and not self.full:
            if self.positions >= stop_at:
                return PAUSED
            self.full = not self._share(self.shared)
            self.shared += 1
        if self.full:
            return NO_ROOM
        return PAUSED if self.positions > stop_at else DONE

    def _judge_all(self) -> cython.bint:
        """Find, once all remainders are known, until when each can be won, and let the players come
        to the start. Return False when there is no room."""
        more: cython.longlong = 4 * (self.found.rounds + 1)
        more *= self.remainders.remainders
        if not self.memory.may_take(more):
            return False
        with cython.gil:
            try:
                self.won_until = integers(self.remainders.remainders)
                self.visits.places = integers(self.found.rounds * self.remainders.remainders)
            except MemoryError:
                return False
        self.memory.taken += more
        self.judged_bytes = more
        for k in range(self.remainders.remainders):
            self.won_until[k] = -1
        self.won_until[GOAL] = self.remainders.open_until[GOAL] = FOREVER
        self.remainders.open_until[DEAD_END] = -1
        for k in range(self.found.turns - 1, -1, -1):
            self.found.open_entry(k)
            self.won_until[self.found.one] = self._last_won()
        self.judged = True
        return (
            self.found.turns == 0
            or self.idle_at_start
            or self.visits.give(START, self.start, 1.0, 1.0)
        )

    def _last_won(self) -> cython.int:
        """Return the last position at which the remainder of the open entry can be won, or -1: the
        latest from which some discard leads to one that can be won. From any before it the stock
        can be dealt up to there."""
        number: cython.int = self.found.rounds - 1
        last: cython.int = self.found.king_at - 1
        best: cython.int = -1
        if self.found.king_to != NO_NUMBER:
            number = pass_of(self.remainders.earliest_of(self.found.one))
            at: cython.int = 0 if self.moves.unlimited else position_of(number, last + 1)
            if self.won_until[self.found.king_to] >= at:
                best = position_of(number, last)
        for at in range(self.found.to_pairs, self.found.to_singles):
            best = max(best, self.won_until[self.found.entries[at]])
        for at in range(self.found.to_singles, self.found.to_tops, 2):
            then: cython.int = self.won_until[self.found.entries[at + 1]]
            then = self._last_at(self.found.entries[at], then, number)
            if then >= 0:
                best = max(best, then + (self.found.entries[at] < last))  # as the waste top
        for at in range(self.found.to_tops, self.found.to_end, 2):
            then = self.won_until[self.found.entries[at + 1]]
            then = self._last_at(self.found.entries[at] - 1, then, number)
            if then >= 0:
                best = max(best, then + 1)
        return FOREVER if self.moves.unlimited and best >= 0 else best

    def _last_at(self, place: cython.int, until: cython.int, number: cython.int) -> cython.int:
        """Return the last position until then that has this place, in this pass or before; or -1."""
        if until < place:
            return -1
        return position_of(min(number, pass_of(until - place)), place)

    def _share(self, k: cython.int) -> cython.bint:
        """Share out how often the players come to a remainder's positions; return False when there
        is no room."""
        number: cython.int
        self.found.open_entry(k)
        self.last_place, self.until = self.found.king_at - 1, self.won_until[self.found.one]
        self.idle_plain = self.idle_clever = 0.0
        self.idle_from = 0
        for number in range(self.found.rounds if self.until >= 0 else 0):
            if self.found.one == START and self.idle_at_start and number == pass_of(self.start):
                self.idle_plain = self.idle_clever = 1.0
                self.idle_from = dealt_of(self.start)
            if (
                self.visits.places[self.found.rounds * self.found.one + number]
                or self.idle_plain != 0.0
            ):
                if not self._share_pass(number):
                    return False
        return True

    def _share_pass(self, number: cython.int) -> cython.bint:
        """Do what `_share` does, for one pass. A player that redeals comes to the next pass idle,
        or to the same one where passes are unlimited."""
        start: cython.int = position_of(number, 0)
        most: cython.int = min(self.last_place, self.until - start)
        idle_plain: cython.double = self.idle_plain
        idle_clever: cython.double = self.idle_clever
        self.redeals = self.found.king_to == NO_NUMBER and self.last_place > 0
        self.redeals = self.redeals and (self.moves.unlimited or number + 1 < self.found.rounds)
        self.blocks_again = (
            not self.moves.unlimited and start + PASS > self.remainders.open_until[self.found.one]
        )
        self._count_moves(start, most)
        first: cython.int = self._deal_on(number, most)
        if self.moves.unlimited:
            idle_plain += self.idle_plain
            idle_clever += self.idle_clever
            self.idle_plain = self.idle_clever = 0.0
        elif start + PASS > self.until:
            self.idle_plain = self.idle_clever = 0.0
        if idle_plain != 0.0:
            self._deal_idle(most, idle_plain, idle_clever)
            first = min(first, self.idle_from)
        if first <= most:
            self.positions += most - first + 1
        self.visits.take_back(self.found.one, number)
        return self._give_all(number, first, most)

    def _count_moves(self, start: cython.int, most: cython.int) -> cython.void:
        """Count the moves at each place of a pass (`move_count`), up to the last that can be won,
        and how many of them create no block (`open_count`)."""
        pairs: cython.int = self.found.to_singles - self.found.to_pairs
        open_until: cython.int = self.remainders.open_until[self.found.one] - start
        cython.declare(blocked=cython.bint, at=cython.int, i=cython.int)
        for i in range(most + 1):
            self.move_count[i] = pairs + 1
            self.open_count[i] = pairs + (i < open_until)
        if most == self.last_place and self.found.king_to != NO_NUMBER:
            self.open_count[most] = pairs + (
                start + most < self.remainders.open_until[self.found.king_to]
            )
        elif most == self.last_place and self.redeals:
            self.open_count[most] = pairs + (not self.blocks_again)
        elif most == self.last_place:
            self.move_count[most] = self.open_count[most] = pairs
        for at in range(self.found.to_pairs, self.found.to_singles):
            for i in range(
                max(0, self.remainders.open_until[self.found.entries[at]] - start + 1), most + 1
            ):
                self.open_count[i] -= 1
        for at in range(self.found.to_singles, self.found.to_tops, 2):
            i = self.found.entries[at]
            blocked = start + i > self.remainders.open_until[self.found.entries[at + 1]]
            if i <= most:
                self.move_count[i] += 1
                self.open_count[i] += not blocked
            if i < most:
                self.move_count[i + 1] += 1
                self.open_count[i + 1] += not blocked
        for at in range(self.found.to_tops, self.found.to_end, 2):
            i = self.found.entries[at]
            if i <= most:
                self.move_count[i] += 1
                self.open_count[i] += (
                    start + i - 1 <= self.remainders.open_until[self.found.entries[at + 1]]
                )

    def _deal_on(self, number: cython.int, most: cython.int) -> cython.int:
        """Write into `each` what each move at a place of this pass gets, of players that are not
        idle, and return the first place to which they come. `idle_plain`, `idle_clever`: how often
        they redeal."""
        here: cython.longlong = 2 * self.visits.places[self.found.rounds * self.found.one + number]
        first: cython.int = most + 1
        i: cython.int
        plain: cython.double = 0.0
        clever: cython.double = 0.0
        for i in range(most + 1):
            if here:
                plain += self.visits.comes[here + 2 * i]
                clever += self.visits.comes[here + 2 * i + 1]
            if plain != 0.0 and first > most:
                first = i
            plain *= self.part[self.move_count[i]]
            clever *= self.part[self.open_count[i]]
            self.visits.each[2 * i], self.visits.each[2 * i + 1] = plain, clever
        self.idle_plain = self.idle_clever = 0.0
        if most == self.last_place and self.redeals:
            self.idle_plain, self.idle_clever = plain, clever
        return first

    def _deal_idle(
        self, most: cython.int, plain: cython.double, clever: cython.double
    ) -> cython.void:
        """Add what the moves get of idle players. To redeal is no block for them: it is the end."""
        i: cython.int
        for i in range(self.idle_from, most + 1):
            plain *= self.part[self.move_count[i]]
            if i == self.last_place and self.redeals and self.blocks_again:
                clever *= self.part[self.open_count[i] + 1]
            else:
                clever *= self.part[self.open_count[i]]
            self.visits.each[2 * i] += plain
            self.visits.each[2 * i + 1] += clever
        self.idle_from = 0

    def _give_all(self, number: cython.int, first: cython.int, most: cython.int) -> cython.bint:
        """Give all discards from a pass what is `each`'s; return False when there is no room."""
        start: cython.int = position_of(number, 0)
        cython.declare(at=cython.int, i=cython.int, plain=cython.double, clever=cython.double)
        for at in range(self.found.to_pairs, self.found.to_singles):
            r: cython.int = self.found.entries[at]
            if not self.visits.give_range(r, number, first, min(most, self.won_until[r] - start)):
                return False
        for at in range(self.found.to_singles, self.found.to_tops, 2):
            i, r = self.found.entries[at], self.found.entries[at + 1]
            if start + i > self.won_until[r] or i > most:
                continue
            plain, clever = self.visits.each[2 * i], self.visits.each[2 * i + 1]
            if i < most:
                plain += self.visits.each[2 * i + 2]
                clever += self.visits.each[2 * i + 3]
            if plain != 0.0 and not self.visits.give(r, start + i, plain, clever):
                return False
        for at in range(self.found.to_tops, self.found.to_end, 2):
            i, r = self.found.entries[at], self.found.entries[at + 1]
            if first <= i <= most and start + i - 1 <= self.won_until[r]:
                if not self.visits.give(
                    r, start + i - 1, self.visits.each[2 * i], self.visits.each[2 * i + 1]
                ):
                    return False
        if self.found.king_to != NO_NUMBER and first <= most == self.last_place:
            if start + most < self.won_until[self.found.king_to]:
                return self.visits.give(
                    self.found.king_to,
                    start + most + 1,
                    self.visits.each[2 * most],
                    self.visits.each[2 * most + 1],
                )
        return True
