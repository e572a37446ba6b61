"""Certificates: why a block holds, as data that a person can follow and a program can check.

Decides which cards the argument speaks of: how far the sets can be discarded at most, and which
cards then wait for which, in a circle. The end of a line in the last pass is that of an open game:
the waste is a column in which each card lies under those dealt after it. The words are for `words`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby, islice
from typing import Final, Literal

from pyrtool.answers.blocks.block import Block, BlockError
from pyrtool.answers.blocks.check import check_block
from pyrtool.answers.blocks.find import find_blocks, stock_blocks
from pyrtool.answers.blocks.isolated_sets import (
    Alone,
    Step,
    alone,
    can_be_discarded,
    cards_of,
    farthest,
    goes_only_with,
    left_of,
    opened,
)
from pyrtool.base.arguments import public
from pyrtool.base.limits import Limits
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.position import Position, Subject, position_of

Waits = Mapping[Card, tuple[Card, ...]]


class Covers:
    """The cards of some sets that lie on others, with every card outside these sets gone: a mask of
    those `above` each card, and of those of them that `may_go` with it if nothing else covers it.

    When all cards are dealt, the waste is a column.
    """

    def __init__(self, game: Alone) -> None:
        rules, tableau = game.rules, game.tableau
        waste = range(tableau, len(game.held))
        self._place = {card: i for i, card in enumerate(game.held)}
        self._above = [*game.above[:tableau], *(-2 << i for i in waste)]
        self._may_go = list(game.direct[:tableau]) if rules.overlap else [0] * tableau
        self._may_go += [-1 if rules.waste_pairs else 0 for _ in waste]

    def on(self, card: Card, among: Sequence[Card]) -> tuple[Card, ...]:
        """List the cards among some that cover a card, transitively."""
        mask = self._above[self._place[card]]
        return tuple(other for other in among if mask >> self._place[other] & 1)

    def may_overlap(self, card: Card, cover: Card) -> bool:
        """Return whether two cards may go together if they match and nothing else covers one."""
        return bool(self._may_go[self._place[card]] >> self._place[cover] & 1)


def knot(
    left: Sequence[Card], aim: Sequence[Card] | None, rules: Rules, table: Covers
) -> tuple[Waits, Waits]:
    """Return the smallest part of a standstill that explains it.

    Exposed cards, as few as can be, so that every complement left of each lies under some of them:
    none of them can ever go before another of them does. Such a part always exists: all exposed
    cards are one. The function returns the complements with the cards on them, and the exposed
    cards with their complements, none if all went with others. If only some cards must go,
    one of these is held.
    """
    wanted = [card for card in left if aim is None or card in aim]
    exposed = [card for card in left if not table.on(card, left)]

    def mates(card: Card) -> tuple[Card, ...]:
        return tuple(c for c in left if rules.go_together(c.rank, card.rank) and c != card)

    def is_held(card: Card, among: Sequence[Card]) -> bool:
        on_it = table.on(card, among)
        if len(on_it) == 1 and on_it[0] in mates(card):
            between = (c for c in table.on(card, left) if c != on_it[0])
            if not any(table.on(c, among) for c in between):  # they can go before
                return not table.may_overlap(card, on_it[0])
        return bool(on_it)

    for size in range(1, len(exposed) + 1):
        for some in combinations(exposed, size):
            held = dict.fromkeys(mate for card in some for mate in mates(card))
            stuck = [c for c in wanted if c in some] or [c for c in wanted if table.on(c, some)]
            if not stuck or not all(is_held(card, some) for card in held):
                continue
            if not held and stuck[0] not in some:
                held[stuck[0]] = None
            covered = {card: table.on(card, some) for card in left if card in held}
            return covered, {card: mates(card) for card in some}
    raise AssertionError("not all exposed cards together are a knot")


MOST_ARGUED: Final = 3
"""The most sets that are played for an argument: no person follows all lines of more."""


def _words(game: Alone, steps: Sequence[Step]) -> Iterator[str]:
    """Yield the moves in words: pairs, and how many cards are dealt between them."""
    for is_deal, some in groupby(steps, lambda step: not step):
        if not is_deal:
            yield from (f"{game.held[i]}/{game.held[j]}" for i, j in some)
            continue
        deals = sum(1 for _ in some)
        yield f"deal*{deals}" if deals > 1 else "deal"


@dataclass(frozen=True)
class Shortage:
    """Cards of a set of which too few others are left to go with them.

    ``covers``: the `cards` are of one rank. Before the first of them can go, `needed` of the
    complements on them must go, and only the `others` of the rank are left to go with those.
    ``partners``: the `cards` are of one rank and can go with the `others` only, which are fewer,
    as every other complement lies on or under each of them. ``stock``: the `cards` are in the
    stock, where they never match, and only the `others` of the set are not. `by` are the cards
    that bring it about: complements on the cards, or on or under them.
    """

    kind: Literal["covers", "partners", "stock"]
    cards: tuple[Card, ...]
    needed: int
    others: tuple[Card, ...]
    by: tuple[Card, ...]


@dataclass(frozen=True)
class Certificate:
    """The argument for a block. All its cards are of the block's sets, which are played alone.

    `played` is a line of discards that leaves `left`, in dealing order; none is longer. `stuck`
    are the cards that no line discards. Simple blocks and counts need no line and have none.

    `covered`: the cards that the argument is about, each with cards that lie on it. If there is
    no shortage they are stuck at the end of the line, and `wanting` has the complements left for
    each card that lies on them: all of these are covered, or there is none. For a shortage of
    partners it has those that are left at all.

    `aim`: the cards that must go, None if all of the sets must; the line then discards as many
    of those as can be.

    Of a stock block, `alone` are the cards that are played, those of the tableau first, and `stock`
    those of them in waste and stock, in the order of a pass; `waste`: those left there at the end.
    `line` has the line's moves in words, deals and redeals too. Cards of the waste lie under those
    that were dealt after them. There is no line for more than `MOST_ARGUED` sets, and if passes
    are unlimited no card waits for ever: then the argument is that every line was played. `keys`:
    cards that must go, if not all must; without one of them, all others that must go could.
    """

    block: Block
    played: tuple[tuple[Card, Card], ...] = ()
    left: tuple[Card, ...] = ()
    stuck: tuple[Card, ...] = ()
    covered: Waits = field(default_factory=dict)
    wanting: Waits = field(default_factory=dict)
    shortage: Shortage | None = None
    aim: tuple[Card, ...] | None = None
    alone: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    waste: tuple[Card, ...] = ()
    line: tuple[str, ...] = ()
    keys: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        block, shortage = self.block, self.shortage
        if block.kind == "simple block":
            whole = block.card is not None and bool(block.covers)
        elif block.kind == "stock block":
            whole = bool(self.alone)
        elif shortage is None:
            whole = block.kind != "count" and bool(self.wanting)
            whole &= bool(self.covered) or not any(self.wanting.values())
        else:
            whole = bool(shortage.cards) and shortage.needed > 0
            whole &= (block.kind == "count") == (shortage.kind == "stock")
            whole &= bool(shortage.by) or shortage.kind == "stock"
            if shortage.kind == "covers":
                whole &= self.covered.keys() == set(shortage.cards) and all(self.covered.values())
        if not whole:
            raise BlockError(f"{block.kind}: the certificate is without its argument")

    @property
    def waits(self) -> Waits:
        """Each card of the argument with the cards that it waits for."""
        return {**self.covered, **self.wanting}

    @property
    def held(self) -> tuple[Card, ...]:
        """The cards to be marked as stuck on a picture."""
        return self.shortage.cards if self.shortage else tuple(self.covered or self.wanting)

    @property
    def holding(self) -> tuple[Card, ...]:
        """The cards that those wait for; all others that are played, of a stock block."""
        if self.shortage:
            return self.shortage.by
        held = set(self.held)
        if self.alone:
            return tuple(card for card in self.alone if card not in held)
        on_them = dict.fromkeys(card for on_it in self.covered.values() for card in on_it)
        return tuple(card for card in on_them if card not in held)


@public
def blocks(
    subject: Subject, every: bool = False, limits: Limits = Limits()
) -> tuple[Certificate, ...]:
    """Find what blocks a deal or a position, with the argument.

    Args:
        subject: A deal, or a position from which play goes on.
        every: All blocks of the smallest order, and not only the simplest.
        limits: What the searches for a stock block may use: one for the verdict, one for the block.

    Returns:
        The argument for each block, the simplest first; nothing if no block was found.
        `blocks.wording` puts one in words.

    Raises:
        PositionError: No play leads to the position (`check_played`), or a card of it is unknown.
        LeftOpenError: Whether there is a stock block was left open: a limit was reached.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> for found in blocks(deal(1, "giza")):
        ...     print(found.block.kind, *found.held, "lies under", *found.holding)
        simple block TD lies under 3H 3S 3D 3C
        >>> blocks(deal(2, "giza"))
        ()
    """
    position = position_of(subject)
    some = tuple(islice(find_blocks(position), None if every else 1))
    if not some:
        some = stock_blocks(position, limits)[: None if every else 1]
    return tuple(certify(block, position) for block in some)


def certify(block: Block, subject: Subject) -> Certificate:
    """Return the argument for a block that holds in the deal or the position, the same every time.

    A `BlockError` for one that does not; of a crossblock only that it is the smallest is not asked.
    A `LeftOpenError` if the search for the longest line reaches its limit on positions.
    """
    left = left_of(subject)
    rules = left.rules
    by_itself = block.kind in ("simple block", "count")
    if not set(block.sets) <= set(rules.sets) or (by_itself and not check_block(block, subject)):
        raise _does_not_hold(block)
    if block.kind == "stock block":
        return _in_order(block, position_of(subject))
    if block.card is not None:
        return Certificate(block, stuck=(block.card,), covered={block.card: block.covers})
    if block.kind == "count":
        in_stock = cards_of(left.held[rules.tableau_size :], block.sets)
        others = cards_of(left.held[: rules.tableau_size], block.sets)
        return Certificate(
            block, shortage=Shortage("stock", in_stock, len(in_stock), others, others)
        )
    game = opened(left, block.sets)
    end = farthest(game)
    if end.cleared:
        raise _does_not_hold(block)
    chosen, table = game.held, Covers(game)
    shortage = None
    covered: Waits = {}
    wanting: Waits = {}
    if block.kind == "set block" and end.aim is None:
        shortage = _too_many_covers(chosen, rules, table) or _too_few_partners(chosen, rules, table)
    if shortage is None:
        covered, wanting = knot(end.left, end.aim, rules, table)
    elif shortage.kind == "covers":
        covered = {card: table.on(card, shortage.by) for card in shortage.cards}
    else:
        wanting = dict.fromkeys(shortage.cards, shortage.others)
    return Certificate(block, end.played, end.left, end.stuck, covered, wanting, shortage, end.aim)


def _in_order(block: Block, position: Position) -> Certificate:
    """Return the argument for a stock block; for more than `MOST_ARGUED` sets it has no line."""
    game = alone(position, block.sets)
    cards = game.held
    if len(block.sets) > MOST_ARGUED:
        if can_be_discarded(game):
            raise _does_not_hold(block)
        without = ((card, alone(position, block.sets, card)) for card in game.aim or ())
        keys = tuple(card for card, others in without if can_be_discarded(others))
        return Certificate(block, alone=cards, stock=game.stock, keys=keys)
    end = farthest(game)
    if end.cleared:
        raise _does_not_hold(block)
    covered: Waits = {}
    wanting: Waits = {}
    if game.rules.passes is not None:
        covered, wanting = knot(end.left, end.aim, game.rules, Covers(game))
    return Certificate(
        block,
        end.played,
        end.left,
        end.stuck,
        covered,
        wanting,
        aim=end.aim,
        alone=cards,
        stock=game.stock,
        waste=tuple(card for card in end.left if card in game.stock),
        line=tuple(_words(game, end.steps)),
    )


def _does_not_hold(block: Block) -> BlockError:
    return BlockError(f"this {block.kind} does not hold in the deal")


def _too_many_covers(chosen: Sequence[Card], rules: Rules, table: Covers) -> Shortage | None:
    """Find cards of one rank of a set, each under more complements than the rank has other cards.

    Until the first of these cards goes, the complements on it can go only with the others. With
    overlap discards one that lies directly on it may go with the card itself.
    """
    for number in range(1, len(chosen)):
        for same, mates in _sides(chosen, rules):
            needed: dict[Card, int] = {}
            for card in same:
                on_it = table.on(card, mates)
                direct = any(table.may_overlap(card, cover) for cover in on_it)
                if len(on_it) - direct > len(same) - number:
                    needed[card] = len(on_it) - direct
            if len(needed) >= number:
                others = tuple(card for card in same if card not in needed)
                by = tuple(c for c in mates if any(c in table.on(card, mates) for card in needed))
                return Shortage("covers", tuple(needed), min(needed.values()), others, by)
    return None


def _too_few_partners(chosen: Sequence[Card], rules: Rules, table: Covers) -> Shortage | None:
    """Find cards of one rank of a set that, together, have fewer possible partners than they are.

    A card cannot go with one that it covers or that covers it, except in an overlap discard.
    """

    def may_pair(a: Card, b: Card) -> bool:
        for lower, upper in ((a, b), (b, a)):
            if table.on(lower, [upper]):
                return table.may_overlap(lower, upper)
        return True

    for number in range(1, len(chosen)):
        for same, mates in _sides(chosen, rules):
            for some in combinations(same, number):
                others = tuple(c for c in mates if any(may_pair(card, c) for card in some))
                if len(others) < number:
                    by = tuple(c for c in mates if c not in others)
                    return Shortage("partners", some, number, others, by)
    return None


def _sides(chosen: Sequence[Card], rules: Rules) -> Iterator[tuple[list[Card], list[Card]]]:
    """Yield the cards of either rank of a set with their complements, if the ranks are two."""
    for rank in sorted({card.rank for card in chosen}):
        mate = rules.mates[rank]
        if mate not in (0, rank) and goes_only_with(rules, rank, mate):
            yield (
                [card for card in chosen if card.rank == rank],
                [card for card in chosen if card.rank == mate],
            )
