"""Isolated sets, every other card gone: how far plain play can discard them.

Decides what is left of a position for such play, with the stock lying open (`opened`) and in
its order (`alone`), and plays it (`farthest`, `can_be_discarded`). It shares nothing with the
searches that find blocks: no move is left out. Many sets with the stock in its order are played by
the plain search of a second opinion.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
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
    """`held`: what lies at each place of the tableau, None if it is gone, and then the cards that
    lie elsewhere. `dealt` and `marks` are the deal and what is left of it, for kernels."""

    rules: Rules
    held: tuple[Card | None, ...]
    dealt: bytes
    marks: bytes


def left_of(subject: Subject) -> Left:
    """Return what is left of a deal, which is all of it, or in a position."""
    position = position_of(subject)
    return left_in(position, as_dealt(position))


def left_in(position: Position, dealt: Midgame) -> Left:
    """Return what is left in a checked position, `dealt` being its form for the kernels."""
    others = [card for card in position.bouquet if card is not None]
    held = (*position.tableau, *others, *position.passed(), *position.undealt())
    return Left(position.rules, held, bytes(dealt.cards), dealt.left)


MOST_POSITIONS: Final = 200_000
"""Of one search with an open stock: some ten seconds."""

Step = tuple[int, ...]
"""A discard: the numbers of its two cards; none for a deal or a redeal."""
State = tuple[int, int, int]
"""The cards left, a bit each; the number of the next stock card, or of no card; the pass."""


@dataclass(frozen=True)
class Standstill:
    """A longest line, and where it ends.

    `steps` are its moves, and `played` its pairs in order; `left` the cards left, in dealing order;
    `stuck` those that no line at all discards; `cleared`: nothing is left that must go. `aim`: the
    cards that must go, None if all must; the line leaves as few of them as can be.
    """

    steps: tuple[Step, ...]
    played: tuple[tuple[Card, Card], ...]
    left: tuple[Card, ...]
    stuck: tuple[Card, ...]
    cleared: bool
    aim: tuple[Card, ...] | None = None


def cards_of(cards: Sequence[Card | None], sets: Sequence[tuple[int, ...]]) -> tuple[Card, ...]:
    """List the cards of these sets, in dealing order; None is a card that is gone."""
    ranks = {rank for pair in sets for rank in pair}
    return tuple(card for card in cards if card is not None and card.rank in ranks)


def goes_only_with(rules: Rules, rank: int, other: int) -> bool:
    """Return whether two ranks go with each other, and with none else."""
    return rules.partners[rank] == (other,) and rules.partners[other] == (rank,)


@dataclass(frozen=True)
class Alone:
    """The cards of some sets, in dealing order: `tableau` of them are laid out or lie open,
    the others are in waste and stock.

    The next to be turned is `at`. For each card there are masks of the cards `above` it and
    `direct` on it. `aim`: the cards that must go, None if all must.
    """

    rules: Rules
    held: tuple[Card, ...]
    tableau: int
    at: int
    pass_number: int
    above: tuple[int, ...]
    direct: tuple[int, ...]
    aim: tuple[Card, ...] | None

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards of waste and stock, in the order of a pass."""
        return self.held[self.tableau :]

    @cached_property
    def is_open(self) -> bool:
        """True if no card is in waste and stock."""
        return self.tableau == len(self.held)

    @cached_property
    def must(self) -> int:
        """The mask of the cards that must go."""
        return sum(1 << n for n, c in enumerate(self.held) if self.aim is None or c in self.aim)

    @cached_property
    def of_rank(self) -> dict[int, int]:
        """The mask of the cards of each rank."""
        ranks = dict.fromkeys(sorted(card.rank for card in self.held), 0)
        for n, card in enumerate(self.held):
            ranks[card.rank] |= 1 << n
        return ranks

    @cached_property
    def mates(self) -> list[int]:
        """For each card the mask of those that it goes with."""
        return [
            sum(self.of_rank.get(rank, 0) for rank in self.rules.partners[card.rank]) & ~(1 << n)
            for n, card in enumerate(self.held)
        ]

    @cached_property
    def sides(self) -> list[tuple[int, int]]:
        """The cards of each rank of two that go only with each other, and those of the other."""
        return [
            (mask, others)
            for rank, mask in self.of_rank.items()
            for other, others in self.of_rank.items()
            if goes_only_with(self.rules, rank, other)
        ]


def _alone(
    rules: Rules,
    held: Sequence[Card | None],
    sets: Sequence[tuple[int, ...]],
    not_open: Sequence[Card],
    turned: int,
    pass_number: int,
    all_must: bool,
) -> Alone:
    """Return the cards of some sets. `held` has the card of each place, and then those beside the
    tableau; of these `not_open` are in waste and stock, and the first `turned` of them were."""
    layout, cards = Layout.of(rules), cards_of(held, sets)
    places = [i for i, card in enumerate(held) if card in cards]
    number = {place: n for n, place in enumerate(places)}

    def numbered(masks: Sequence[int]) -> tuple[int, ...]:
        within = (masks[i] if i < len(masks) else 0 for i in places)
        return tuple(sum(1 << number[i] for i in bits(mask) if i in number) for mask in within)

    inside = [held[i] for i in bits(layout.pyramid)]
    first = len(cards) - len(not_open)
    return Alone(
        rules,
        cards,
        first,
        first + turned,
        pass_number,
        numbered(layout.above),
        numbered(layout.direct),
        None if all_must else tuple(card for card in cards if card in inside),
    )


def alone(position: Position, sets: Sequence[tuple[int, ...]], gone: Card | None = None) -> Alone:
    """Return these sets of a position that was checked, without a card of the tableau that is
    `gone`; a `BlockError` if the order of the stock blocks nothing."""
    rules = plan_of(position.rules).played_alone
    if rules is None:
        raise BlockError("these rules have no stock blocks")
    passed, coming = cards_of(position.passed(), sets), cards_of(position.undealt(), sets)
    stock = (*passed, *coming)
    return _alone(
        rules,
        (*(None if card == gone else card for card in position.tableau), *stock),
        sets,
        stock,
        len(passed),
        position.pass_number,
        rules.goal == "all",
    )


def opened(left: Left, sets: Sequence[tuple[int, ...]]) -> Alone:
    """Return these sets of what is left, the stock lying open.

    Only if columns may be left, or a rank goes with several, are pyramid cards distinguished:
    otherwise all of a set go when its pyramid cards do.
    """
    rules = left.rules
    all_must = rules.goal == "all" or (plan_of(rules).sets_answer and not rules.has_columns)
    return _alone(rules, left.held, sets, (), 0, 1, all_must)


def stand_still(
    left: Left, sets: Sequence[tuple[int, ...]], stop_when_cleared: bool = False
) -> Standstill:
    """Find the longest line of these sets of what is left, the stock lying open (`farthest`)."""
    return farthest(opened(left, sets), stop_when_cleared)


def can_be_discarded(game: Alone, limits: Limits = Limits()) -> bool:
    """Return whether the plain search can discard the sets; a `LeftOpenError` at a limit."""
    rules, tableau = game.rules, game.tableau
    if not game.must:
        return True
    kernel = Plain(
        len(game.held),
        [list(bits(mask)) for mask in game.above[:tableau]],
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
        directly=[list(bits(mask)) for mask in game.direct[:tableau]],
    )
    ranks = bytes(card.rank for card in game.held)
    kernel.load(ranks, (1 << len(game.held)) - 1, game.at, game.pass_number)
    kernel.limit_bytes = limits.memory_mib * MIB
    answer, limit = Budget(limits).run(kernel, kernel.search)
    if limit:
        raise LeftOpenError(f"the limit on {limit} was reached")
    return answer == "won"


def farthest(game: Alone, stop_when_cleared: bool = False) -> Standstill:
    """Return how far the sets can be discarded at most: every position, each once, depth first.

    Among lines that clear as many cards that must go, and as many at all, it is the first that the
    search finds, so the answer is always the same. A `LeftOpenError` beyond `MOST_POSITIONS`.
    """
    start = _next(game, ((1 << len(game.held)) - 1, game.at, game.pass_number))
    seen: set[State] = set()
    best, least, can_go = start, _worth(game, start), 0
    path: list[Step] = []
    line: tuple[Step, ...] = ()
    levels: list[Iterator[tuple[Step, State]]] = [iter([((), start)])]
    while levels:
        step, here = next(levels[-1], (None, start))
        if step is None:
            levels.pop()
            del path[-1:]
            continue
        if here in seen:  # all from here on was tried, and it was not enough
            continue
        seen.add(here)
        if len(seen) > MOST_POSITIONS and game.is_open:
            raise LeftOpenError("the limit on positions was reached")
        path.append(step)
        if (worth := _worth(game, here)) < least:
            best, least, line = here, worth, tuple(path[1:])
        exposed, covering = _exposed(game, here[0])
        pairs = list(_pairs(game, here, exposed))
        for i, j in pairs:
            can_go |= 1 << i | 1 << j
        if game.is_open and (pair := _free_pair(game, here[0], exposed, covering)):
            pairs = [pair]
        elif stop_when_cleared and not here[0] & game.must:
            break
        levels.append(_moves(game, here, pairs))
    cards = game.held
    return Standstill(
        line,
        tuple((cards[step[0]], cards[step[1]]) for step in line if step),
        tuple(card for n, card in enumerate(cards) if best[0] >> n & 1),
        tuple(card for n, card in enumerate(cards) if not can_go >> n & 1),
        not best[0] & game.must,
        game.aim,
    )


def _worth(game: Alone, state: State) -> tuple[int, int]:
    return (state[0] & game.must).bit_count(), state[0].bit_count()


def _next(game: Alone, state: State) -> State:
    """Return the state with the number of the next stock card that is left."""
    left, at, number = state
    while at < len(game.held) and not left >> at & 1:
        at += 1
    return left, at, number


def _moves(
    game: Alone, state: State, pairs: Sequence[tuple[int, int]]
) -> Iterator[tuple[Step, State]]:
    """Yield each discard, and the deal or redeal, with the position that it leads to."""
    left, at, number = state
    for i, j in pairs:
        yield (i, j), _next(game, (left & ~(1 << i | 1 << j), at, number))
    if at < len(game.held):
        yield (), _next(game, (left, at + 1, number))
    elif left >> game.tableau and (game.rules.passes is None or number < game.rules.passes):
        again = number if game.rules.passes is None else number + 1
        yield (), _next(game, (left, game.tableau, again))


def _exposed(game: Alone, left: int) -> tuple[int, int]:
    """Return the masks of the exposed cards, and of those that cover something."""
    exposed = covering = 0
    for i in bits(left & (1 << game.tableau) - 1):
        on_it = game.above[i] & left
        covering |= on_it
        if not on_it:
            exposed |= 1 << i
    return exposed, covering


def _pairs(game: Alone, state: State, exposed: int) -> Iterator[tuple[int, int]]:
    """Yield the discards: two cards that are available, or one and the card that it overlaps."""
    left, at, _ = state
    rules, mates = game.rules, game.mates
    for i in bits(left & (1 << game.tableau) - 1 if rules.overlap else exposed):
        if exposed >> i & 1:
            for j in bits(mates[i] & exposed >> i + 1 << i + 1):
                yield i, j
        else:
            on_it = game.above[i] & left
            if not on_it & on_it - 1 and on_it & game.direct[i] & mates[i]:
                yield i, on_it.bit_length() - 1
    if game.is_open:
        return
    waste = [i for i in bits(left) if game.tableau <= i < at]
    turned = [at] if rules.stock_top and at < len(game.held) else []
    for k in waste[-1:] + turned:
        for i in bits(mates[k] & exposed):
            yield i, k
    tops = [(top, at) for top in waste[-1:] if turned and rules.stock_waste != "no"]
    upper = [(waste[-2], waste[-1])] if rules.waste_pairs and len(waste) > 1 else []
    for i, k in tops + upper:
        if mates[i] >> k & 1:
            yield i, k


def _free_pair(game: Alone, left: int, exposed: int, covering: int) -> tuple[int, int] | None:
    """Return a pair of two ranks that match only each other, which can go immediately, the stock
    lying open: a longest line continues from there.

    When all cards left of a rank are exposed and cover nothing, an exposed card x of the other
    rank, of which there are no more, may go with any of them, y. Take a line. If it never
    discards x, some card y' of the rank stays too; let y' do in the line what y does, and
    discard x with y first. If it discards x with y', let y and y' change their parts: they
    cover nothing and can go at any time. Neither loses a card that must go, since cards of the
    rank that must go are taken first.
    """
    for mask, other in game.sides:
        x, y = mask & left, other & left
        if not x & exposed or y & ~exposed or y & covering:
            continue
        if mask == other:
            if x & x - 1 and x & game.must in (0, x):
                first, second = list(bits(x))[:2]
                return first, second
        elif x.bit_count() <= y.bit_count():
            chosen = y & game.must or y
            if chosen:
                i, j = next(bits(x & exposed)), next(bits(chosen))
                return min(i, j), max(i, j)
    return None
