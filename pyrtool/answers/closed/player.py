"""The closed players, which do not see the stock: each chooses a move from what is known.

Decides their names and what they are given: a `View`, from which no hidden card can be read. The
rules are the kernel's, which plays many deals in one call by the same code. Games that no kernel
plays have plain players here: those with several wastes, both ends of one, pairs of several
partners, two packs, or covered cards that lie face down. `scorer` plays for par points: it makes
the move after which the most can be expected.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial, inf, prod
from random import Random
from typing import Final, Literal, get_args

from pyrtool.answers.best.best import best
from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.closed.view import View, with_shown_cards
from pyrtool.answers.equivalent_moves import Key, harmless_kings, kings, ranks_of
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.every_line import LinesFrom
from pyrtool.answers.kernel_setup.positions import as_dealt
from pyrtool.answers.plan import plan_of
from pyrtool.base.arguments import check_fields, public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import Limits
from pyrtool.base.messages import counted, shown
from pyrtool.game.games import Rules
from pyrtool.game.line import Played
from pyrtool.game.points import PAR_POINTS
from pyrtool.game.position import DealStock, Discard, Move, Position, Redeal, Subject, position_of
from pyrtool.kernel.closed_players import ClosedPlayer, Sampler
from pyrtool.kernel.constants import DEALING
from pyrtool.kernel.numbers import splitmix


def look(kernel: ClosedPlayer, view: View, seed: int) -> None:
    """Put before a kernel what is seen: the unseen cards lie in it in the order of `unseen`."""
    dealt = as_dealt(view.table)
    kernel.open(bytes(dealt.cards), dealt.left, dealt.at, view.table.pass_number > 1, seed)


def by_bits(moves: Iterable[Move], rules: Rules) -> dict[frozenset[int], Move]:
    """Return moves of a position by the bits of their cards, as a kernel names them."""
    bit = build.game(rules).bit
    return {
        frozenset(map(bit, move.cards) if isinstance(move, Discard) else (DEALING,)): move
        for move in moves
    }


def move_of(low: int, high: int, table: Position) -> Move:
    """Return the move that a kernel names by two bits."""
    return by_bits(table.legal_moves(), table.rules)[frozenset((low, high))]


SIMPLE_PLAYERS: Final = ("random", "greedy", "careful")
"""The players that choose by thumb."""

_WITHIN, _BY_STOCK, _IN_STOCK, _DEAL, _AFTER_DEALING = range(5)
_UNSEEN: Final = 255  # no card's code


def simple_move(view: View, name: str, seed: int) -> Move:
    """Return the move of one of `SIMPLE_PLAYERS`; some move must be legal.

    >>> from pyrtool.game.deals import deal
    >>> from pyrtool.game.games import game
    >>> day = game("day")
    >>> str(simple_move(View.of(Position.start(deal(3, day))), "greedy", 0))
    'KD'
    """
    if name == "random":
        moves = list(view.legal_moves())
        return moves[_drawn(view.table, seed) % len(moves)]
    table = view.table
    known = view.with_order(view.unseen)
    lines = LinesFrom(known)
    was_dead = bool(table.face_down()) or lines.bounds.is_dead()  # or it is not known
    worths = []
    for at, step in enumerate(lines.moves.here()):
        (made,) = lines.as_moves([step])
        if isinstance(made, Discard) and not set(made.cards).isdisjoint(view.unseen):
            continue  # an overlap discard of a card that is not known
        is_dead = not was_dead and lines.bounds.is_dead_after(*step)
        worths.append((*_worth(made, known, is_dead), at, made))
    moves = [made for *_, made in sorted(worths, key=lambda worth: worth[:-1])]
    if name == "careful" and not table.face_down() and find_block(known) is None:
        return next((move for move in moves if find_block(known.play(move)) is None), moves[0])
    return moves[0]


def _worth(move: Move, table: Position, leaves_dead: bool) -> tuple[int, int]:
    """Return the kind of a move, the best one first, and within it less for a better one."""
    if isinstance(move, Redeal):
        return _DEAL, 0
    if isinstance(move, DealStock):
        return _DEAL, _partners_of_top(table, move.to)
    laid_out = sum(card in table.tableau for card in move.cards)
    kind = (_IN_STOCK, _BY_STOCK, _WITHIN)[laid_out] if len(move.cards) > 1 else _WITHIN
    if leaves_dead or (kind == _IN_STOCK and table.rules.goal == "pyramid"):
        kind = _AFTER_DEALING
    return kind, -len(set(_exposed_by(move.cards, table)))


def _partners_of_top(table: Position, number: int) -> int:
    """Count the cards left that go with the one that a deal to this waste covers; -1 for none."""
    waste = table.wastes[number - 1] if number else ()
    if not waste:
        return -1
    return sum(table.rules.go_together(waste[-1].rank, card.rank) for card in table.cards())


def _exposed_by(cards: Iterable[object], table: Position) -> Iterable[int]:
    """Yield the places of the cards that nothing but these cover."""
    gone = set(cards)
    for place, on_it in enumerate(table.layout.covers):
        left = {table.tableau[i] for i in on_it} - {None}
        if table.tableau[place] is not None and left and left <= gone:
            yield place


def _drawn(table: Position, seed: int) -> int:
    """Return a number by chance, the same for what looks alike."""
    state = splitmix(seed)
    for card in (*table.tableau, *table.passed(), *table.undealt()):
        code = int(card) if card is not None and card.is_known else _UNSEEN
        state = splitmix(state ^ code)
    return splitmix(state ^ table.pass_number) >> 16


FEW_ORDERS: Final = 6
"""Up to this many orders of the unseen cards, by rank, all are weighed."""

BEST_LINES: Final = 3
"""How many orders are compared by their best lines, if no sampled order clears the pyramid."""

_BEST_NODES: Final = 3_000  # of a best line; then the best so far counts


def by_points(view: View, orders: int, seed: int) -> Move | None:
    """Choose the move after which the most points are expected; None if no move gains anything.

    Some move must be legal, and no king that goes immediately may wait. `orders` of the unseen
    cards are sampled.

    >>> from pyrtool.game.deals import deal
    >>> from pyrtool.game.position import Position
    >>> str(by_points(View.of(Position.start(deal(3, "par"))), 20, 0))
    'deal'
    """
    if len(view.unseen) < 2:
        line = best(view.with_order(view.unseen), "score").moves
        return line[0] if line else None
    if orders_of(view) <= FEW_ORDERS:
        return _by_all_orders(view)
    points = _sampled_points(view, orders, seed) or _points_of_lines(view, seed)
    most = max(points.values())
    return _first_of([move for move, one in points.items() if one == most], view)


def orders_of(view: View) -> int:
    """Return how many orders the ranks of the unseen cards have."""
    alike = Counter(card.rank for card in view.unseen).values()
    return factorial(len(view.unseen)) // prod(map(factorial, alike))


# All orders.


def _by_all_orders(view: View) -> Move | None:
    """Choose the move with the most points on average over all orders, which is the optimum."""
    known: dict[Key, Fraction] = {}
    chances = {move: _points_after(view, move, known) for move in view.legal_moves()}
    move = max(chances, key=chances.__getitem__)
    return move if chances[move] > view.table.score() else None


def _points_after(view: View, move: Move, known: dict[Key, Fraction]) -> Fraction:
    """Return the points that are expected once a move was made."""
    shown = with_shown_cards(view, move)
    return sum(
        (share * _best_points(View.of(table.play(move)), known) for share, table in shown),
        Fraction(0),
    )


def _best_points(view: View, known: dict[Key, Fraction]) -> Fraction:
    """Return the points that the best closed player expects: if every card is known, those of the
    best line; else the most that a move leads to. Kings go first if that never hurts."""
    if len(view.unseen) < 2:
        return Fraction(best(view.with_order(view.unseen), "score").position.score())
    key = (*ranks_of(view.table), *sorted(card.rank for card in view.unseen))
    if key not in known:
        king = next(harmless_kings(view.table), None)
        moves = view.legal_moves() if king is None else iter([king])
        after = (_points_after(view, move, known) for move in moves)
        known[key] = max(after, default=Fraction(view.table.score()))
    return known[key]


# Sampled orders.


def _sampled_points(view: View, orders: int, seed: int) -> Mapping[Move, int]:
    """Return the points of the moves that clear the pyramid with some sampled order.

    Each order counts with what the earliest pass earns in which the pyramid can be cleared. After
    that, and if it is cleared with no order, each order counts with which all cards can go.
    """
    table = view.table
    passes = table.rules.passes or 1
    points: Counter[Move] = Counter()
    if not table.cleared_in_pass:
        earned = (*PAR_POINTS[:passes], 0)
        for number in range(table.pass_number, passes + 1):
            more = earned[number - 1] - earned[number]
            clearing = replace(table.rules, goal="pyramid", passes=number, scoring="none")
            for move, wins in _sampled_wins(view, clearing, orders, seed):
                points[move] += more * wins
    if not points:
        every_card = replace(table.rules, goal="all", scoring="none")
        points.update(dict(_sampled_wins(view, every_card, orders, seed)))
    return points


def _sampled_wins(view: View, rules: Rules, orders: int, seed: int) -> list[tuple[Move, int]]:
    """List the moves that win under other rules with some of the sampled orders, and with how many.
    The orders are the same for all rules: they follow from what is seen and the seed."""
    seen = View(replace(view.table, rules=rules), view.unseen)
    kernel = build.closed_player(rules, "sampler", orders)
    assert isinstance(kernel, Sampler)
    look(kernel, seen, seed)
    weighed = kernel.weigh(orders)
    return [(move_of(low, high, seen.table), wins) for low, high, wins, _ in weighed if wins]


def _points_of_lines(view: View, seed: int) -> Mapping[Move, int]:
    """Return the points of every move's best lines, with each of a few sampled orders."""
    moves = list(view.legal_moves())
    if len(moves) == 1:
        return {moves[0]: 0}
    table = view.table
    chance = Random(f"{seed} {table.pass_number} {' '.join(map(str, view.table.cards()))}")
    unseen = list(view.unseen)
    points: Counter[Move] = Counter()
    for _ in range(BEST_LINES):
        chance.shuffle(unseen)
        known = view.with_order(tuple(unseen))
        for move in moves:
            line = best(known.play(move), "score", Limits(nodes=_BEST_NODES))
            points[move] += line.position.score()
    return points


def _first_of(moves: list[Move], view: View) -> Move:
    """Return the move to make of those that are worth the same: a discard of the waste top, which
    the next deal buries; else dealing, which shows a card."""
    top = view.table.waste[-1:]
    for move in moves:
        if isinstance(move, Discard) and not set(top).isdisjoint(move.cards):
            return move
    return next((move for move in moves if isinstance(move, DealStock)), moves[0])


PlayerName = Literal["random", "greedy", "careful", "sampler", "strongest", "scorer"]

PLAYERS: Final[Mapping[PlayerName, str]] = {
    "random": "Takes any legal move, all with the same chance.",
    "greedy": "Takes pairs of the tableau first, then those with a stock card, and keeps what is "
    "the last partner of a tableau card.",
    "careful": "Greedy, but makes no move that leaves a set dead.",
    "sampler": "Asks the solver about each move with many orders of the unseen cards.",
    "strongest": "Plans with many orders for what it will have seen, and at the end with all.",
    "scorer": "Plays for par points: expects them from many orders, and follows the best line once "
    "it knows every card.",
}
"""The players, each with its rule in a sentence. Kings go immediately; with players that imagine
orders only if that never hurts."""

MOST_ORDERS: Final = 100_000
MOST_LOOK: Final = 26
MOST_SEED: Final = 2**64 - 1

_ORDERS: Final[Mapping[PlayerName, int]] = {"sampler": 120, "strongest": 1_600, "scorer": 40}


class PlayerError(PyrtoolError):
    """A player that does not exist, or that cannot be as is asked."""


@public
@dataclass(frozen=True)
class Player:
    """A player by name. `seed`: for what it leaves to chance; with the same seed it makes the same
    moves. `orders`: how many orders of the unseen cards it imagines for a move, None for its usual
    number; a simple player imagines none. `look`: how many moves further the careful one looks
    ahead, in games without a stock to deal."""

    name: PlayerName
    seed: int = 0
    orders: int | None = None
    look: int = 0

    def __post_init__(self) -> None:
        if self.name not in get_args(PlayerName):
            raise PlayerError(f"name {shown(self.name)}: must be {', '.join(PLAYERS)}")
        check_fields(self)
        if not 0 <= self.seed <= MOST_SEED:
            raise PlayerError(f"seed {shown(self.seed)}: must be 0 to {MOST_SEED}")
        if not 0 <= self.look <= MOST_LOOK:
            raise PlayerError(f"look {shown(self.look)}: must be 0 to {MOST_LOOK}")
        if self.look and self.name != "careful":
            raise PlayerError(f"look: the player {self.name} does not look ahead, careful does")
        if self.orders is None:
            return
        if not self.imagines:
            raise PlayerError(f"orders: the player {self.name} samples none")
        if not 1 <= self.orders <= MOST_ORDERS:
            raise PlayerError(f"orders {shown(self.orders)}: must be 1 to {MOST_ORDERS}")

    def __str__(self) -> str:
        """Return how a report names it: ``sampler (120 orders, seed 0)``."""
        orders = f"{self.orders or _ORDERS[self.name]} orders, " if self.imagines else ""
        ahead = f"looks {counted(self.look, 'move')} further, " if self.look else ""
        return f"{self.name} ({orders}{ahead}seed {self.seed})"

    @property
    def imagines(self) -> bool:
        """Return whether it imagines orders of the unseen cards."""
        return self.name in _ORDERS

    def kernel(self, rules: Rules) -> ClosedPlayer:
        """Make what chooses the moves under these rules.

        Args:
            rules: The rules of the game.

        Returns:
            The compiled player.

        Raises:
            PlayerError: It does not play this game, or no kernel does.
        """
        self.check(rules)
        if not self.has_kernel(rules):
            what = "for points" if self.name == "scorer" else "games that are searched without sets"
            raise PlayerError(f"{self.name}: no kernel plays {what}")
        return build.closed_player(
            rules, self.name, self.orders or _ORDERS.get(self.name, 0), self.look
        )

    def check(self, rules: Rules) -> None:
        """Reject a game that it does not play.

        Its search over sets does not know the game or the tableau, or it would look ahead at what
        is unseen.

        Args:
            rules: The rules of the game.

        Raises:
            PlayerError: It does not play this game.
        """
        if self.look and (rules.stock == "dealt" or rules.face_down != "none"):
            raise PlayerError("look: only where no card is dealt and none lies face down")
        if self.look and self.is_simple(rules):
            raise PlayerError("look: only in games that are searched by sets")
        if self.name == "scorer" and rules.scoring != "par":
            raise PlayerError("the player scorer plays for par points: add --scoring par")
        if self.imagines and self.is_simple(rules):
            raise PlayerError(
                f"the player {self.name} does not play this game (several wastes or waste ends, "
                "several partners, two packs, or overlap discards of cards that lie face down): "
                f"choose from {', '.join(SIMPLE_PLAYERS)}"
            )

    def has_kernel(self, rules: Rules) -> bool:
        """Return whether a kernel plays whole games of it, or only the referee does.

        Args:
            rules: The rules of the game.
        """
        return self.name != "scorer" and not self.is_simple(rules)

    def is_simple(self, rules: Rules) -> bool:
        """Return whether it chooses by simple rules alone, as no kernel of players knows the game.

        Args:
            rules: The rules of the game.
        """
        unseen_go = rules.face_down != "none" and rules.overlap
        return not plan_of(rules).searched_by_sets or unseen_go

    def choose(self, view: View) -> Move | None:
        """Choose a move.

        Kings go immediately, but a player that imagines orders weighs one that may have to wait.
        The move follows from the view, the seed and the orders, and from nothing else.

        Args:
            view: What the player sees.

        Returns:
            The move, or None if none is legal. The scorer also chooses None if no move
            gains a point.

        Raises:
            PlayerError: It does not play this game.
        """
        if (king := self._king_at_once(view.table)) is not None:
            return king
        if next(view.legal_moves(), None) is None:
            return None
        rules = view.table.rules
        self.check(rules)
        if self.is_simple(rules):
            return simple_move(view, self.name, self.seed)
        if self.name == "scorer":
            return by_points(view, self.orders or _ORDERS[self.name], self.seed)
        kernel = self.kernel(rules)
        look(kernel, view, self.seed)
        chosen = kernel.choose()
        return None if chosen is None else move_of(*chosen, view.table)

    def play(self, subject: Subject) -> Played:
        """Play a game from a deal or a position to its end, or to where the player gives up.

        It gives up when passes are unlimited and it turned the waste over in vain, one time more
        than could help.

        Before each move the player gets a `View`; the referee makes the move.

        Args:
            subject: The deal or the position.

        Returns:
            The moves, with the positions before and after them.

        Raises:
            PlayerError: It does not play this game.

        Examples:
            >>> from pyrtool.game.deals import deal
            >>> Player("greedy").play(deal(1)).end.cards_left()
            21
        """
        start = position_of(subject)
        self.check(start.rules)
        patience = plan_of(start.rules).patience if start.rules.passes is None else inf
        line = Played(start)
        idle = 1
        while True:
            view = View.of(line.end)
            end = line.end
            is_over = end.is_over() or (end.is_won() and not end.rules.ends_when_cleared)
            move = self._king_at_once(view.table) if is_over else self.choose(view)
            if move is None:
                break
            if isinstance(move, Discard):
                idle = 0
            elif isinstance(move, Redeal):
                if idle > patience:
                    break
                idle += 1
            line = line.then(move)
        return line.remember()

    def _king_at_once(self, table: Position) -> Discard | None:
        """Return the next king that goes before it thinks."""
        return next((harmless_kings if self.imagines else kings)(table), None)
