"""A player at a table with unknown cards: it plays a deal on by what it sees.

Decides its rule. It supposes which cards are gone, several times by chance, and makes the move that
wins most of the orders that the strongest closed player then imagines
(docs/development/architecture.md, "How do the players choose in detail?"). The solver says whether
a position can be won with every card known.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Final

from pyrtool.answers.closed import Player, View
from pyrtool.answers.closed.player import by_bits, look
from pyrtool.answers.closed.view import with_names
from pyrtool.answers.equivalent_moves import harmless_kings
from pyrtool.answers.kernel_setup.build import search
from pyrtool.answers.kernel_setup.positions import as_dealt
from pyrtool.answers.plan import plan_of, unsound_from
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.unknown_cards.prior import Hands, Sight
from pyrtool.answers.verdicts import Lost, Won
from pyrtool.base.limits import MIB, Budget, Limits
from pyrtool.game.cards import Card, UnknownCard
from pyrtool.game.games import Rules
from pyrtool.game.position import DealStock, Move, Position, PositionError
from pyrtool.kernel.closed_players import Sampler

QUESTION_NODES: Final = 30_000
"""A question that takes more nodes is left open."""


@dataclass
class Winnable:
    """Asks the solver about positions whose cards are all known; `nodes` counts what it took."""

    memory_mib: int
    nodes: int = 0

    def ask(self, position: Position) -> bool | None:
        """Return whether a position that can be is winnable; None if that is left open.

        Examples:
            >>> from pyrtool.game.deals import deal
            >>> asked = Winnable(64)
            >>> [asked.ask(Position.start(deal(n, "microsoft"))) for n in (9, 2)]
            [True, True]
        """
        rules = position.rules
        plan = plan_of(rules)
        if position.is_won():
            return True
        limits = Limits(nodes=QUESTION_NODES, memory_mib=self.memory_mib)
        if not plan.searched_by_sets or plan.decided_by_matching:
            verdict = verdict_only(position, limits)
            self.nodes += verdict.nodes
            return {Won: True, Lost: False}.get(type(verdict))
        dealt = as_dealt(position)
        kernel = search(rules, unsound_from(position))
        kernel.limit_memory(self.memory_mib * MIB)
        kernel.load_position(bytes(dealt.cards), dealt.left, dealt.at)
        answer, limit = Budget(limits).run(kernel, kernel.search)
        self.nodes += kernel.nodes
        return None if limit else answer != "lost"


SUPPOSED: Final = 8
"""How often it supposes which cards are gone, if that is not known."""

SURE: Final = 3
"""After this many times a move that always won is made."""

ORDERS: Final = 8
"""Orders of the unseen cards that it imagines each time."""

ORDERS_OF_ONE: Final = 48
"""The same if it is known which cards are gone."""

MOST_MOVES: Final = 400
"""A game with more moves goes round in circles."""

Counts = tuple[int, int]
"""How many cards more may lie face down in the stock, and at the bottom of the waste."""


@dataclass
class TablePlayer:
    """Plays deals on by what is seen. `solver` decides whether a deal is lost already."""

    seed: int
    solver: Winnable

    def wins(self, sight: Sight, other_counts: Sequence[Counts], chance: Random) -> bool:
        """Return whether it reaches the goal; if the solver leaves that open it does not.

        `other_counts`: what the player holds possible if it does not know how many cards lie
        face down, compared with what lies there.
        """
        for _ in range(MOST_MOVES):
            if sight.position.is_won():
                return True
            winnable = self.solver.ask(sight.position)
            if winnable is False:
                return False
            if not sight.unseen:
                return winnable is True
            move = self.choose(sight, other_counts, chance)
            if move is None:
                return False
            sight = sight.play(move)
        return False

    def choose(self, sight: Sight, other_counts: Sequence[Counts], chance: Random) -> Move | None:
        """Return the move that it makes; None if none is legal."""
        moves = sight.moves
        king = next(harmless_kings(sight.position), None)
        if king in moves or len(moves) < 2:
            return king or next(iter(moves), None)
        wins: Counter[Move] = Counter()
        tables = list(_tables(sight, other_counts))
        named = _by_bits(moves, sight.position.rules)
        orders_tried = 0
        for supposed_before in range(SUPPOSED):
            if supposed_before >= SURE and max(wins.values(), default=0) == orders_tried:
                break  # some move wins always, so that no other one wins more
            ((table, hands),) = chance.choices(tables, [hands.count for _, hands in tables])
            supposed = _supposed(table, hands, chance)
            sure = isinstance(supposed, View) and len(tables) == 1 and not hands.going
            orders = ORDERS_OF_ONE if sure else ORDERS
            orders_tried += orders
            wins.update(self._wins(supposed, named, orders, chance))
            if sure:
                break  # nothing else is supposed the next time
        # What wins as often by dealing can wait until more is seen.
        return max(moves, key=lambda move: (wins[move], isinstance(move, DealStock)))

    def _wins(
        self,
        supposed: View | Position,
        named: Mapping[frozenset[int], Move],
        orders: int,
        chance: Random,
    ) -> dict[Move, int]:
        """Count with how many orders each move wins if these cards are gone; `named`: the moves by
        the bits that a kernel knows them by."""
        if isinstance(supposed, View) and supposed.unseen:
            player = Player("sampler", self.seed)
            if player.is_simple(supposed.table.rules):
                return self._won(_in_any_order(supposed, chance), named, orders)
            kernel = player.kernel(supposed.table.rules)
            assert isinstance(kernel, Sampler)
            look(kernel, supposed, chance.randrange(2**32))
            kernel.limit_memory(self.solver.memory_mib * MIB)
            weighed = kernel.weigh(orders)
            return {named[frozenset((low, high))]: wins for low, high, wins, _ in weighed}
        table = supposed.table if isinstance(supposed, View) else supposed
        return self._won(table, named, orders)

    def _won(
        self, table: Position, named: Mapping[frozenset[int], Move], orders: int
    ) -> dict[Move, int]:
        """Count for all `orders` the moves that win if each card lies as the table says."""
        return {
            move: orders * (self.solver.ask(table.play(move)) is True) for move in named.values()
        }


def _in_any_order(view: View, chance: Random) -> Position:
    """Return what is seen with the unseen cards in an order that chance gives."""
    order = list(view.unseen)
    chance.shuffle(order)
    return view.with_order(tuple(order))


def _by_bits(moves: Sequence[Move], rules: Rules) -> dict[frozenset[int], Move]:
    """Return moves by the bits of their cards, as a kernel that reasons with sets names them;
    elsewhere by their numbers."""
    if not plan_of(rules).searched_by_sets:
        return {frozenset((at,)): move for at, move in enumerate(moves)}
    return by_bits(moves, rules)


def _tables(sight: Sight, other_counts: Sequence[Counts]) -> list[tuple[Position, Hands]]:
    """Return what may lie there by what is seen: a position for each number of cards face down, and
    which cards may be gone then."""
    position = sight.position
    here = {card for card in position.cards() if card not in sight.unseen}
    free = [card for card in position.rules.deck if card not in here and card not in sight.gone]
    gone, gaps = sorted(sight.gone), position.tableau.count(None)
    counting = sight.counts or not position.stock or not sight.unseen.issuperset(position.stock)
    tables = []
    for more in [(0, 0)] if counting else _that_fit(sight, other_counts):
        cells = _hidden_piles(sight, more)
        going = len(free) - sum(card is None for pile in cells for card in pile)
        going -= sum(card in sight.unseen for card in position.tableau + position.bouquet)
        hands = Hands(position.rules, free, going, gone, gaps)
        if hands.count:
            tables.append((_unknown(sight, free, cells), hands))
    return tables


def _that_fit(sight: Sight, other_counts: Sequence[Counts]) -> list[Counts]:
    """List the numbers of cards that agree with what was seen meanwhile: the stock is not empty,
    and of the waste no more cards came to light than lay there."""
    waste, stock = sight.position.waste, len(sight.position.stock)
    below = sum(card in sight.unseen for card in waste)
    return [
        (in_stock, in_waste)
        for in_stock, in_waste in other_counts
        if stock + in_stock > 0 and (below + in_waste >= 0 if waste else in_waste == 0)
    ]


def _hidden_piles(sight: Sight, counts: Counts) -> list[list[Card | None]]:
    """List wastes and stock, None for a card that was not seen; `counts`: how many more."""
    position, (in_stock, in_waste) = sight.position, counts
    wastes: list[list[Card | None]] = [
        [None if card in sight.unseen else card for card in waste] for waste in position.wastes
    ]
    stock = [None if card in sight.unseen else card for card in position.stock]
    more: list[list[Card | None]] = [[None] * in_waste, [None] * in_stock]
    wastes[0] = more[0] + wastes[0][max(-in_waste, 0) :]
    return [*wastes, more[1] + stock[max(-in_stock, 0) :]]


def _unknown(
    sight: Sight, free: Sequence[Card], piles: Sequence[Sequence[Card | None]]
) -> Position:
    """Return the position with each card that was not seen unknown."""
    position, names = sight.position, map(UnknownCard, free)

    def cell(card: Card | None) -> Card | None:
        return next(names) if card in sight.unseen else card

    *wastes, stock = [tuple(next(names) if card is None else card for card in p) for p in piles]
    return replace(
        position,
        tableau=tuple(map(cell, position.tableau)),
        bouquet=tuple(map(cell, position.bouquet)),
        waste=wastes[0],
        further_wastes=tuple(wastes[1:]),
        stock=stock,
        vanished=(),
        gone=(),
    )


def _supposed(table: Position, hands: Hands, chance: Random) -> View | Position:
    """Return what a closed player sees if these cards are gone that chance names: the unknown cards
    that lie face down stay so, and chance names the others. If a closed player would have seen
    more, every card is named."""
    gone = hands.draw(chance)
    rest = [card for cards in hands.free.values() for card in cards if card not in gone]
    chance.shuffle(rest)
    face_down = set(table.face_down())
    all_down = all(not card.is_known for card in table.stock)
    hidden = face_down.union(table.stock) if all_down else set()
    unknown = table.unknown()
    shown = [card for card in unknown if card not in hidden]
    unseen = sorted(rest[len(shown) :])
    names = dict(zip(shown, rest, strict=False))
    names |= zip(
        (card for card in unknown if card in hidden), map(UnknownCard, unseen), strict=True
    )
    away = set(table.rules.deck).difference(rest, (c for c in table.cards() if c.is_known))
    named = _with(table, names, tuple(sorted(away)))
    try:
        return View(named, tuple(unseen))
    except PositionError:
        return _with(table, dict(zip(unknown, rest, strict=True)), ())


def _with(table: Position, names: dict[Card, Card], gone: tuple[Card, ...]) -> Position:
    """Return the position with its unknown cards named, in its first pass if any stays unknown: a
    closed player has then seen none of them."""

    some_stay = any(not names[card].is_known for card in table.stock if card in names)
    if table.pass_number > 1 and some_stay:
        rules = _from_pass(table.rules, table.pass_number)
        cleared = None if table.cleared_in_pass is None else 1
        table = replace(table, rules=rules, pass_number=1, cleared_in_pass=cleared)
    return with_names(table, names, gone)


@lru_cache(maxsize=64)  # rules take 0.15 ms to be checked, and every table of a game asks
def _from_pass(rules: Rules, number: int) -> Rules:
    """Return the rules with the passes that are left from this one on."""
    return rules if rules.passes is None else replace(rules, passes=rules.passes - number + 1)
