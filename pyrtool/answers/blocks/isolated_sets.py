"""Isolated sets, every other card gone: how far plain play can discard them.

Decides what is left of a position for such play, with the stock lying open (`stand_still`) and
in its order (`can_be_discarded`, `farthest`). It shares nothing with the searches that find blocks:
no move is left out. Many sets with the stock in its order are played by the plain search of a
second opinion.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from pyrtool.answers.blocks.block import BlockError
from pyrtool.answers.kernel_setup.positions import Midgame, as_dealt
from pyrtool.answers.plan import plan_of
from pyrtool.base.bits import bits
from pyrtool.base.limits import MIB, Budget, LeftOpenError, Limits
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.position import Position, Subject, position_of
from pyrtool.kernel.check import Plain


@dataclass(frozen=True)
class Left:
    """`held`: what lies at each place of the tableau, None if it is gone, and then the cards
    that lie elsewhere. `dealt` and `marks` are the deal and what is left of it, as kernels load
    them."""

    rules: Rules
    held: tuple[Card | None, ...]
    dealt: bytes
    marks: bytes

    def of_ranks(self, ranks: Collection[int]) -> set[Card]:
        """Return the cards left of these ranks."""
        return {card for card in self.held if card is not None and card.rank in ranks}


def left_of(subject: Subject) -> Left:
    """Return what is left of a deal, which is all of it, or in a position."""
    position = position_of(subject)
    return left_in(position, as_dealt(position))


def left_in(position: Position, dealt: Midgame) -> Left:
    """Return what is left in a checked position, `dealt` being its form for the kernels."""
    others = [card for card in position.bouquet if card is not None]
    held = (*position.tableau, *others, *position.passed(), *position.undealt())
    return Left(position.rules, held, bytes(dealt.cards), dealt.left)


Pair = tuple[int, int]

MOST_POSITIONS: Final = 200_000
"""Of one search: some ten seconds."""


@dataclass(frozen=True)
class Standstill:
    """A longest line of discards, and where it ends.

    `played` are its pairs in order; `left` the cards left, in dealing order; `stuck` those that
    no line at all discards; `cleared`: nothing is left that must go. `aim`: the cards that must
    go, None if all must; the line leaves as few of them as can be.
    """

    played: tuple[tuple[Card, Card], ...]
    left: tuple[Card, ...]
    stuck: tuple[Card, ...]
    cleared: bool
    aim: tuple[Card, ...] | None = None


def cards_of(cards: Sequence[Card | None], sets: Sequence[tuple[int, ...]]) -> tuple[Card, ...]:
    """List the cards of these sets, in dealing order; None is a card that is gone."""
    ranks = {rank for pair in sets for rank in pair}
    return tuple(card for card in cards if card is not None and card.rank in ranks)


def _cards_to_go(left: Left, chosen: Sequence[Card]) -> tuple[Card, ...] | None:
    """List the chosen cards that must go, if some may be left; else None.

    Only if columns may be left, or a rank goes with several, are pyramid cards distinguished:
    otherwise all of a set go when its pyramid cards do.
    """
    rules = left.rules
    if rules.goal == "all" or (plan_of(rules).sets_answer and not rules.has_columns):
        return None
    inside = Layout.of(rules).in_pyramid
    in_pyramid = {card for card, is_in in zip(left.held, inside, strict=False) if is_in}
    return tuple(card for card in chosen if card in in_pyramid)


def stand_still(
    left: Left, sets: Sequence[tuple[int, ...]], stop_when_cleared: bool = False
) -> Standstill:
    """Find the longest line of the sets' cards alone, the stock lying open, of what is left.

    Among lines that clear as many cards that must go, and as many at all, it is the first that the
    search finds, so the answer is always the same. A `LeftOpenError` beyond `MOST_POSITIONS`.
    """
    chosen = cards_of(left.held, sets)
    table = _Table(left, chosen)
    aim = _cards_to_go(left, chosen)
    must = sum(1 << i for i, card in enumerate(chosen) if aim is None or card in aim)
    search = _Search(table, must)
    search.explore((1 << len(chosen)) - 1, stop_when_cleared)
    return Standstill(
        tuple((chosen[i], chosen[j]) for i, j in search.best),
        tuple(card for i, card in enumerate(chosen) if search.best_left >> i & 1),
        tuple(card for i, card in enumerate(chosen) if not search.can_go >> i & 1),
        not search.best_left & search.must,
        aim,
    )


def goes_only_with(rules: Rules, rank: int, other: int) -> bool:
    """Return whether two ranks go with each other, and with none else."""
    return rules.partners[rank] == (other,) and rules.partners[other] == (rank,)


class _Table:
    """The chosen cards as bits, in dealing order, and what lies on what."""

    def __init__(self, left: Left, chosen: Sequence[Card]) -> None:
        rules, cards = left.rules, left.held
        layout = Layout.of(rules)
        bit = {card: i for i, card in enumerate(chosen)}

        def among(mask: int) -> int:
            held = (cards[i] for i in bits(mask))
            return sum(1 << bit[card] for card in held if card is not None and card in bit)

        self.overlap = rules.overlap
        self.above = [0] * len(chosen)
        self.direct = [0] * len(chosen)
        for i, card in enumerate(cards[: len(layout.above)]):
            if card is not None and card in bit:
                self.above[bit[card]] = among(layout.above[i])
                self.direct[bit[card]] = among(layout.direct[i])
        of_rank = [0] * (rules.highest_rank + 1)
        for card, i in bit.items():
            of_rank[card.rank] |= 1 << i
        self.ranks = [(mask, rank) for rank, mask in enumerate(of_rank) if rank]
        self.mates = [
            sum(of_rank[rank] for rank in rules.partners[card.rank]) & ~(1 << i)
            for card, i in bit.items()
        ]
        self.sides = [
            (mask, other)
            for mask, rank in self.ranks
            for other, complementing in self.ranks
            if mask and goes_only_with(rules, rank, complementing)
        ]

    def exposed(self, left: int) -> tuple[int, int]:
        """Return the masks of the exposed cards, and of those that cover something."""
        exposed = covering = 0
        for i in bits(left):
            on_it = self.above[i] & left
            covering |= on_it
            if not on_it:
                exposed |= 1 << i
        return exposed, covering

    def pairs(self, left: int, exposed: int) -> Iterator[Pair]:
        """Yield all discards of this position, each once, by the cards' places."""
        for i in bits(left if self.overlap else exposed):
            if exposed >> i & 1:
                for j in bits(self.mates[i] & exposed >> i + 1 << i + 1):
                    yield i, j
            elif self.overlap:
                on_it = self.above[i] & left
                if not on_it & on_it - 1 and on_it & self.direct[i] & self.mates[i]:
                    yield i, on_it.bit_length() - 1

    def free_pair(self, left: int, exposed: int, covering: int, must: int) -> Pair | None:
        """Return a pair of two ranks that match only each other, which can go immediately: a
        longest line continues from there.

        When all cards left of a rank are exposed and cover nothing, an exposed card x of the other
        rank, of which there are no more, may go with any of them, y. Take a line. If it never
        discards x, some card y' of the rank stays too; let y' do in the line what y does, and
        discard x with y first. If it discards x with y', let y and y' change their parts: they
        cover nothing and can go at any time. Neither loses a card that must go, since cards of the
        rank that must go are taken first.
        """
        for mask, other in self.sides:
            x, y = mask & left, other & left
            if not x & exposed or y & ~exposed or y & covering:
                continue
            if mask == other:
                if x & x - 1 and x & must in (0, x):
                    first, second = list(bits(x))[:2]
                    return first, second
            elif x.bit_count() <= y.bit_count():
                chosen = y & must or y
                if chosen:
                    i, j = next(bits(x & exposed)), next(bits(chosen))
                    return min(i, j), max(i, j)
        return None


class _Search:
    """Depth first over what is left; `best` is the longest line so far."""

    def __init__(self, table: _Table, must: int) -> None:
        self.table, self.must = table, must
        self.seen: set[int] = set()
        self.path: list[Pair] = []
        self.best: tuple[Pair, ...] = ()
        self.best_left = (1 << len(table.above)) - 1
        self.can_go = 0

    def explore(self, left: int, stop: bool) -> bool:
        """Try everything from here; True when all that must go is gone and that is enough."""
        kept = len(self.path)
        while left not in self.seen:  # else all from here on was tried, and it was not enough
            self.seen.add(left)
            if len(self.seen) > MOST_POSITIONS:
                raise LeftOpenError("the limit on positions was reached")
            exposed, covering = self.table.exposed(left)
            self._note(left, exposed)
            pair = self.table.free_pair(left, exposed, covering, self.must)
            if pair:
                self.path.append(pair)
                left = _without(left, pair)
                continue
            if stop and not left & self.must:
                return True
            for pair in self.table.pairs(left, exposed):
                self.path.append(pair)
                if self.explore(_without(left, pair), stop):
                    return True
                self.path.pop()
        del self.path[kept:]
        return False

    def _note(self, left: int, exposed: int) -> None:
        """Keep the line if it is the best, and remember which cards can go here."""
        if self._worth(left) < self._worth(self.best_left):
            self.best, self.best_left = tuple(self.path), left
        for i, j in self.table.pairs(left, exposed):
            self.can_go |= 1 << i | 1 << j

    def _worth(self, left: int) -> tuple[int, int]:
        return (left & self.must).bit_count(), left.bit_count()


def _without(left: int, pair: Pair) -> int:
    return left & ~(1 << pair[0] | 1 << pair[1])


Step = tuple[int, ...]
"""A discard: the numbers of its two cards; none for a deal or a redeal."""
State = tuple[int, int, int]
"""The cards left, a bit each; the number of the next stock card, or of no card; the pass."""


@dataclass(frozen=True)
class Alone:
    """The cards of some sets: first the `tableau` cards laid out, in dealing order, then those
    of waste and stock. The next to be turned is `at`. For each card of the tableau there are masks
    of the cards `above` it and `direct` on it; `must` has the cards that must be discarded."""

    rules: Rules
    held: tuple[Card, ...]
    tableau: int
    at: int
    pass_number: int
    above: tuple[int, ...]
    direct: tuple[int, ...]
    must: int

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards of waste and stock, in the order of a pass."""
        return self.held[self.tableau :]


def alone(position: Position, sets: Sequence[tuple[int, ...]]) -> Alone:
    """Return these sets of a position that was checked; a `BlockError` if the order of the stock
    blocks nothing."""
    rules = plan_of(position.rules).played_alone
    if rules is None:
        raise BlockError("these rules have no stock blocks")
    ranks = {rank for pair in sets for rank in pair}
    layout, laid_out = Layout.of(rules), position.tableau
    places = [i for i, card in enumerate(laid_out) if card is not None and card.rank in ranks]
    number = {place: n for n, place in enumerate(places)}

    def numbered(mask: int) -> int:
        return sum(1 << n for place, n in number.items() if mask >> place & 1)

    passed = [card for card in position.passed() if card.rank in ranks]
    coming = [card for card in position.undealt() if card.rank in ranks]
    cards = (*(card for i in places if (card := laid_out[i])), *passed, *coming)
    is_pyramid = rules.goal == "pyramid"
    return Alone(
        rules,
        cards,
        len(places),
        len(places) + len(passed),
        position.pass_number,
        tuple(numbered(layout.above[i]) for i in places),
        tuple(numbered(layout.direct[i]) for i in places),
        numbered(layout.pyramid) if is_pyramid else (1 << len(cards)) - 1,
    )


def can_be_discarded(game: Alone, limits: Limits = Limits()) -> bool:
    """Return whether the plain search can discard the sets; a `LeftOpenError` at a limit."""
    rules = game.rules
    if not game.must:
        return True
    kernel = Plain(
        len(game.held),
        [list(bits(mask)) for mask in game.above],
        game.must,
        goes_with=[sum(1 << other for other in ways) for ways in rules.partners],
        draw=1,
        passes=rules.passes or 0,
        dealt=True,
        stock_top=rules.stock_top,
        overlap=rules.overlap,
        waste_pairs=rules.waste_pairs,
        tops_match=rules.stock_waste != "no",
        tops_must=False,
        tops_vanish=False,
        directly=[list(bits(mask)) for mask in game.direct],
    )
    ranks = bytes(card.rank for card in game.held)
    kernel.load(ranks, (1 << len(game.held)) - 1, game.at, game.pass_number)
    kernel.limit_bytes = limits.memory_mib * MIB
    answer, limit = Budget(limits).run(kernel, kernel.search)
    if limit:
        raise LeftOpenError(f"the limit on {limit} was reached")
    return answer == "won"


@dataclass(frozen=True)
class Farthest:
    """The line that leaves the fewest cards that must go, and of these lines the fewest cards.

    `left` are the cards left at its end, and `can_go` those that some line discards: masks.
    """

    steps: tuple[Step, ...]
    left: int
    can_go: int


def farthest(game: Alone) -> Farthest:
    """Return how far the sets can be discarded at most: every position, each once.

    Among lines that end alike it is the first that the search finds, so it is always the same.
    """
    start = _next(game, ((1 << len(game.held)) - 1, game.at, game.pass_number))
    came: dict[State, tuple[State, Step] | None] = {start: None}
    waiting, best, can_go = [start], start, 0
    while waiting:
        here = waiting.pop()
        if _worth(game, here) < _worth(game, best):
            best = here
        for step, there in reversed(list(_moves(game, here))):
            can_go |= sum(1 << i for i in step)
            if there not in came:
                came[there] = here, step
                waiting.append(there)
    steps: list[Step] = []
    at = best
    while (before := came[at]) is not None:
        at, step = before
        steps.insert(0, step)
    return Farthest(tuple(steps), best[0], can_go)


def _worth(game: Alone, state: State) -> tuple[int, int]:
    return (state[0] & game.must).bit_count(), state[0].bit_count()


def _next(game: Alone, state: State) -> State:
    """Return the state with the number of the next stock card that is left."""
    left, at, number = state
    while at < len(game.held) and not left >> at & 1:
        at += 1
    return left, at, number


def _moves(game: Alone, state: State) -> Iterator[tuple[Step, State]]:
    """Yield every move, with the position that it leads to."""
    left, at, number = state
    for pair in _pairs(game, left, at):
        then = left & ~sum(1 << i for i in pair)
        yield pair, _next(game, (then, at, number))
    waste = left & (1 << at) - 1 & -1 << game.tableau
    if at < len(game.held):
        yield (), _next(game, (left, at + 1, number))
    elif waste and (game.rules.passes is None or number < game.rules.passes):
        again = number if game.rules.passes is None else number + 1
        yield (), _next(game, (left, game.tableau, again))


def _pairs(game: Alone, left: int, at: int) -> Iterator[tuple[int, int]]:
    """Yield the discards: two cards that are available, or one and the card that it overlaps."""
    rules, cards = game.rules, game.held
    exposed = [i for i in range(game.tableau) if left >> i & 1 and not game.above[i] & left]
    waste = [i for i in bits(left) if game.tableau <= i < at]
    turned = [at] if rules.stock_top and at < len(cards) else []
    for i, j in combinations([*exposed, *waste[-1:], *turned], 2):
        meet = i < game.tableau or rules.stock_waste != "no"
        if meet and rules.go_together(cards[i].rank, cards[j].rank):
            yield i, j
    for i, j in [tuple(waste[-2:])] if rules.waste_pairs and len(waste) > 1 else []:
        if rules.go_together(cards[i].rank, cards[j].rank):
            yield i, j
    for i in range(game.tableau) if rules.overlap else ():
        on_it = game.above[i] & left
        j = on_it.bit_length() - 1
        alone_on_it = left >> i & 1 and on_it and on_it == game.direct[i] & 1 << j
        if alone_on_it and rules.go_together(cards[i].rank, cards[j].rank):
            yield i, j
