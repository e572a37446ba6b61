"""Find the blocks of a deal: the kernels' answers as `Block` records.

Decides the order of the kinds. Blocks of the tableau come first, with all that is not laid out
lying open: what is blocked then is blocked however the stock is dealt. In open games a deal is lost
exactly when it has one. Then comes the count of a dealt stock. A stock block is of sets that cannot
be discarded with the stock in its order and the passes as the rules say; a choice that is blocked
blocks every larger one that has its sets. What "alone" means under which rules is for
`GamePlan.played_alone`. docs/development/proofs.md has the proofs, "Blocks" and "Stock blocks".
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final

from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.isolated_sets import Left, left_of, stand_still
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.positions import Midgame, as_dealt
from pyrtool.answers.plan import plan_of, unsound_from
from pyrtool.base.limits import MIB, Budget, LeftOpenError, Limits
from pyrtool.game.cards import set_name
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.position import Position, Subject
from pyrtool.game.words import set_words
from pyrtool.kernel.bulk import first_lost, short_sets
from pyrtool.languages import listed, say

if TYPE_CHECKING:
    from pyrtool.kernel.pairing import Pairing
    from pyrtool.kernel.verdict import Search


def countable_stocks(rules: Rules) -> tuple[int, int]:
    """Return how many choices of stock cards leave every stock card a partner in the tableau.

    A condition if no two stock cards match: then at most half of a set's cards may lie there.
    All choices are equally likely, so the first part of the second bounds the win rate. A
    `RulesError` if a rank goes with several.
    """
    plan_of(rules).check_sets("count of stocks")
    alone = sum(rules.goes_alone(rank) for rank in range(1, rules.highest_rank + 1)) * rules.suits
    sets = [rules.suits * (1 if low == high else 2) for low, high in rules.sets]
    return (
        _choices(rules.stock_size, [(size, size // 2) for size in sets] + [(alone, alone)]),
        _choices(rules.stock_size, [(rules.deck_size, rules.stock_size)]),
    )


def _choices(cards: int, parts: list[tuple[int, int]]) -> int:
    """Count the ways to choose cards from parts, each given by its size and the most to choose."""
    ways = [1] + [0] * cards
    for size, most in parts:
        ways = [
            sum(ways[n - k] * comb(size, k) for k in range(min(most, n) + 1))
            for n in range(cards + 1)
        ]
    return ways[cards]


MOST_BLOCK_NODES: Final = 2_000_000
"""The nodes that a search for a stock block may take if no limit was given: a few seconds."""

Choice = tuple[int, ...]
"""Some sets, by their numbers."""


def stock_blocks(
    position: Position,
    limits: Limits = Limits(),
    *,
    dealt: Midgame | None = None,
    is_lost: bool = False,
) -> tuple[Block, ...]:
    """Return all stock blocks of the least order, in the sets' order, of a position that was
    checked and has no other block; nothing if there is none.

    `dealt` is its form for the kernels. `is_lost`: the position is known to be lost. Otherwise the
    search of the whole game decides that first: a position that can be won has no block. The
    limits are for all searches together. A `LeftOpenError` if one was reached.
    """
    rules = position.rules
    kernel = build.search_in_order(rules)
    if kernel is None:
        return ()
    there = {card.rank for card in position.cards()}
    sets = tuple(s for s, ranks in enumerate(rules.sets) if there.intersection(ranks))
    trials = _Trials(kernel, dealt or as_dealt(position), limits)
    if not is_lost and not trials.is_game_lost(position):
        return ()
    if not plan_of(rules).all_sets_are_the_game and not trials.is_lost(sets):
        return ()
    find = _least_from_below if rules.passes == 1 else _least_from_above
    return tuple(
        Block("stock block", tuple(rules.sets[s] for s in choice)) for choice in find(sets, trials)
    )


def _least_from_below(sets: Choice, trials: "_Trials") -> list[Choice]:
    """List the least choices that are lost, if all sets together are: quick for small ones."""
    for order in range(1, len(sets)):
        if lost := [choice for choice in combinations(sets, order) if trials.is_lost(choice)]:
            return lost
    return [sets]


def _least_from_above(sets: Choice, trials: "_Trials") -> list[Choice]:
    """Do as `_least_from_below`, the quick way to large ones.

    A choice that can be discarded has no smaller one that cannot, so none of those is tried.
    """
    lost, clear = [sets], list[set[int]]()
    for order in range(len(sets) - 1, 0, -1):
        open_ones = [c for c in combinations(sets, order) if not any(map(set(c).issubset, clear))]
        fewer = [choice for choice in open_ones if trials.is_lost(choice)]
        if not fewer:
            break
        clear += [set(choice) for choice in open_ones if choice not in fewer]
        lost = fewer
    return lost


class _Trials:
    """Choices of sets, played alone one after the other within the same limits."""

    def __init__(self, kernel: "Pairing | Search", dealt: Midgame, limits: Limits) -> None:
        self.kernel, self.dealt, self.cards = kernel, dealt, bytes(dealt.cards)
        self.memory = limits.memory_mib * MIB
        self.budget, self.nodes = Budget(limits), 0

    def is_game_lost(self, position: Position) -> bool:
        """Return whether the position is lost."""
        rules = position.rules
        kernel = build.pairing(rules) or build.search(rules, unsound_from(position))
        kernel.limit_memory(self.memory)
        kernel.load_position(self.cards, self.dealt.left, self.dealt.at)
        return self._answer(kernel) == "lost"

    def is_lost(self, sets: Choice) -> bool:
        """Return whether these sets cannot be discarded with every other card gone."""
        kernel = self.kernel
        kernel.limit_memory(self.memory)
        # Between two answers another deal may have been loaded.
        kernel.load_sets(self.cards, self.dealt.left, sum(1 << s for s in sets), self.dealt.at)
        return self._answer(kernel) == "lost"

    def _answer(self, kernel: "Pairing | Search") -> str:
        """Return what a search says within what is left of the limits."""
        answer, limit = self.budget.run(kernel, kernel.search, self.nodes)
        if limit:
            raise LeftOpenError(f"the limit on {limit} was reached")
        self.nodes += kernel.nodes
        return answer


_NO_LIMIT = 2**62
MOST_TRIED: Final = 12
"""Cards of a set in which a rank goes with several, to be tried out by plain search."""
MOST_PAIRED: Final = 16
"""Cards of a set of two packs whose ranks each match one rank, if pairs may go immediately."""


def find_block(subject: Subject) -> Block | None:
    """Find the simplest block of a deal or a position: simple, set, crossblocks by order, count.

    Among several of one kind it is the first: by the covered card's place in dealing order, or by
    the sets' order. None when there is no block.
    """
    return first_block(left_of(subject))


def first_block(left: Left, is_blocked: bool = False) -> Block | None:
    """Find the block of what is left; `is_blocked`: all sets together are known to be blocked."""
    return next(_each_block(left, is_blocked), None)


def find_blocks(subject: Subject) -> Iterator[Block]:
    """Yield all blocks of the smallest order, the one that `find_block` gives first.

    A set with a simple block is not listed again as a set block; nor are counts listed if
    the tableau is blocked.
    """
    yield from _each_block(left_of(subject))


def _each_block(left: Left, is_blocked: bool = False) -> Iterator[Block]:
    block = None
    for block in _tableau_blocks(left, is_blocked):
        yield block
    if block is None:
        yield from _count_blocks(left)


def _tableau_blocks(left: Left, is_blocked: bool) -> Iterator[Block]:
    rules, plan = left.rules, plan_of(left.rules)
    if not plan.blocks_by_matching:
        yield from _blocks_of_any_pairs(left)
        return
    kernel = build.matcher(rules)
    kernel.load_position(left.dealt, left.marks)
    # Sets that are not constrained never hinder others, so no smallest choice has one.
    constrained = kernel.constrained() if plan.has_blocks else (1 << len(rules.sets)) - 1
    done = set()
    if (first := kernel.simple()) >= 0:
        for place in range(first, rules.tableau_size):
            if block := simple_block(left, place):
                done.add(block.sets)
                yield block
        # Between two answers another deal may have been loaded.
        kernel.load_position(left.dealt, left.marks)
    any_single = bool(done)
    for (s,) in _lost(left, constrained, 1):
        if (rules.sets[s],) not in done:
            any_single = True
            yield Block("set block", (rules.sets[s],))
    every = constrained.bit_count()
    if any_single or not (is_blocked or any(_lost(left, constrained, every))):
        return
    for order in range(2, every + 1):
        any_lost = False
        for choice in _lost(left, constrained, order):
            any_lost = True
            yield Block("crossblock", tuple(rules.sets[s] for s in choice))
        if any_lost:
            return
    raise AssertionError("the sets together are blocked, but no choice of them is")


def _lost(left: Left, among: int, order: int) -> Iterator[tuple[int, ...]]:
    """Yield the choices of `count` of these sets, a mask, that cannot be discarded with every other
    card gone, in the sets' order. The matcher has been loaded with what is left."""
    single = [1 << s for s in range(among.bit_length()) if among >> s & 1]
    masks = single if order == 1 else [sum(some) for some in combinations(single, order)]
    if not plan_of(left.rules).has_blocks:
        search = build.search_of_sets(left.rules)
        for mask in masks:
            search.load_sets(left.dealt, left.marks, mask)
            if search.search(_NO_LIMIT) == "lost":
                yield _sets_in(mask)
        return
    kernel = build.matcher(left.rules)
    at = first_lost(kernel, masks, 0)
    while at >= 0:
        yield _sets_in(masks[at])
        kernel.load_position(left.dealt, left.marks)
        at = first_lost(kernel, masks, at + 1)


def _sets_in(mask: int) -> tuple[int, ...]:
    """List the numbers of the sets of a mask, ascending."""
    return tuple([s for s in range(mask.bit_length()) if mask >> s & 1])


def _blocks_of_any_pairs(left: Left) -> Iterator[Block]:
    """Yield simple blocks, and set blocks of the sets that `is_small_set` knows, if a rank goes
    with several. For larger sets, and several together, a search of the game says as much."""
    rules = left.rules
    places = range(rules.tableau_size)
    simple = [block for place in places if (block := simple_block(left, place))]
    yield from simple
    done = {block.sets for block in simple}
    for ranks in rules.sets if plan_of(rules).has_blocks else ():
        if (ranks,) in done or not is_small_set(ranks, rules):
            continue
        if not stand_still(left, (ranks,), stop_when_cleared=True).cleared:
            yield Block("set block", (ranks,))


def is_small_set(ranks: tuple[int, ...], rules: Rules) -> bool:
    """Return whether the theory of blocks says something of this set that a search of the game does
    not: it is not all of the pairs, and small enough to be tried out.

    >>> cheops = Rules(pairs="same, next")
    >>> is_small_set(cheops.sets[0], cheops), is_small_set((1, 12), Rules())
    (False, True)
    """
    most = MOST_PAIRED if max(len(rules.partners[rank]) for rank in ranks) == 1 else MOST_TRIED
    return len(rules.sets) > 1 and len(set(ranks)) * rules.of_a_rank <= most


def unanswered_sets(rules: Rules) -> str:
    """Name in words the sets for which only simple blocks are found; empty if there are none.

    >>> unanswered_sets(Rules(pairs="same, next"))
    'all ranks are one set, for which only simple blocks are found'
    """
    large = () if plan_of(rules).blocks_by_matching else rules.sets
    large = tuple(ranks for ranks in large if not is_small_set(ranks, rules))
    if not large:
        return ""
    if len(rules.sets) == 1 and len(set(large[0])) == rules.highest_rank:
        return say("all ranks are one set, for which only simple blocks are found")
    named = listed(set_words(set_name(*ranks)) for ranks in large)
    return say("for the set {0}, only simple blocks are found", named)


def _count_blocks(left: Left) -> Iterator[Block]:
    rules, plan = left.rules, plan_of(left.rules)
    if not (plan.count_matters and plan.blocks_by_matching):
        return
    kernel = build.matcher(rules)
    kernel.load_position(left.dealt, left.marks)
    short = short_sets(kernel)
    for s, ranks in enumerate(rules.sets):
        if short >> s & 1:
            yield Block("count", (ranks,))


def simple_block(left: Left, place: int) -> Block | None:
    """Return the simple block of the card at this place of the tableau, if it has one.

    It must go and is covered by all its complements. With overlap discards one of them that lies
    directly on it could go with it.
    """
    rules = left.rules
    layout = Layout.of(rules)
    card = left.held[place]
    ways = () if card is None else rules.partners[card.rank]
    if card is None or not ways or ways == (card.rank,):
        return None
    if rules.goal == "pyramid" and not layout.pyramid >> place & 1:
        return None
    above = layout.above[place]
    mates = [(i, c) for i, c in enumerate(left.held) if c is not None and c.rank in ways]
    covering = tuple(c for i, c in mates if above >> i & 1)
    if not covering or any(i != place and not above >> i & 1 for i, _ in mates):
        return None
    if rules.overlap and any(left.held[i] in covering for i in layout.covers[place]):
        return None
    ranks = next(ranks for ranks in rules.sets if card.rank in ranks)
    return Block("simple block", (ranks,), card, covering)
