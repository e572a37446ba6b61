"""Which sets the order of the stock blocks: they cannot be discarded together with every other card
gone, the stock in its order and the passes as the rules say, though any fewer of them can.

Decides the least order, and in which order choices are tried. A choice that is blocked blocks every
larger one that has its sets. What "alone" means under which rules is for
`soundness.played_alone`; docs/development/proofs.md, "Stock blocks", has the proofs.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from pyrtool.answers.blocks.block import Block
from pyrtool.answers.kernels.build import pairing, search, search_in_order
from pyrtool.answers.kernels.positions import Midgame, as_dealt
from pyrtool.answers.soundness import all_sets_are_the_game, unsound_from
from pyrtool.base.arguments import guard
from pyrtool.base.limits import MIB, Budget, LeftOpenError, Limits
from pyrtool.game.position import Position

if TYPE_CHECKING:
    from pyrtool.kernel.verdict.pairing.pairing import Pairing
    from pyrtool.kernel.verdict.search import Search

MOST_BLOCK_NODES: Final = 2_000_000
"""The nodes that a search for a stock block may take where no limit was given: a few seconds."""

Choice = tuple[int, ...]
"""Some sets, by their numbers."""


def stock_blocks(
    position: Position,
    limits: Limits = Limits(),
    *,
    dealt: Midgame | None = None,
    is_lost: bool = False,
) -> tuple[Block, ...]:
    """All stock blocks of the least order, in the sets' order, of a position that was checked and
    has no other block; nothing where there is none.

    `dealt` is its form for the kernels. `is_lost`: the position is known to be lost. Otherwise the
    search of the whole game decides that first: a position that can be won has no block. The
    limits are for all searches together. A `LeftOpenError` where one was reached.
    """
    rules = position.rules
    kernel = search_in_order(rules)
    if kernel is None:
        return ()
    there = {card.rank for card in position.cards()}
    sets = tuple(s for s, ranks in enumerate(rules.sets) if there.intersection(ranks))
    trials = _Trials(kernel, dealt or as_dealt(position), limits)
    if not is_lost and not trials.is_game_lost(position):
        return ()
    if not all_sets_are_the_game(rules) and not trials.is_lost(sets):
        return ()
    find = _least_from_below if rules.passes == 1 else _least_from_above
    return tuple(
        Block("stock block", tuple(rules.sets[s] for s in choice)) for choice in find(sets, trials)
    )


def _least_from_below(sets: Choice, trials: _Trials) -> list[Choice]:
    """The least choices that are lost, all sets together being so: the quick way to small ones."""
    for order in range(1, len(sets)):
        if lost := [choice for choice in combinations(sets, order) if trials.is_lost(choice)]:
            return lost
    return [sets]


def _least_from_above(sets: Choice, trials: _Trials) -> list[Choice]:
    """`_least_from_below`, the quick way to large ones.

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

    def __init__(self, kernel: Pairing | Search, dealt: Midgame, limits: Limits) -> None:
        self.kernel, self.dealt, self.cards = kernel, dealt, bytes(dealt.cards)
        self.memory = limits.memory_mib * MIB
        self.budget, self.nodes = Budget(limits), 0

    def is_game_lost(self, position: Position) -> bool:
        """Whether the position is lost."""
        rules = position.rules
        kernel = pairing(rules) or search(rules, unsound_from(position))
        kernel.limit_memory(self.memory)
        kernel.load_position(self.cards, self.dealt.left, self.dealt.at)
        return self._answer(kernel) == "lost"

    def is_lost(self, sets: Choice) -> bool:
        """Whether these sets cannot be discarded with every other card gone."""
        kernel = self.kernel
        kernel.limit_memory(self.memory)
        # Between two answers another deal may have been loaded.
        kernel.load_sets(self.cards, self.dealt.left, sum(1 << s for s in sets), self.dealt.at)
        return self._answer(kernel) == "lost"

    def _answer(self, kernel: Pairing | Search) -> str:
        """What a search says within what is left of the limits."""
        answer, limit = self.budget.run(kernel, kernel.search, self.nodes)
        if limit:
            raise LeftOpenError(f"the limit on {limit} was reached")
        self.nodes += kernel.nodes
        return answer


guard(__name__)
