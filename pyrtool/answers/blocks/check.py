"""Check a claimed block, by plain search that shares nothing with the kernel."""

from itertools import combinations

from pyrtool.answers.blocks import isolated_sets
from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.find import simple_block
from pyrtool.answers.plan import plan_of
from pyrtool.base.limits import Limits
from pyrtool.game.position import Position, Subject, position_of


def check_block(block: Block, subject: Subject, limits: Limits = Limits()) -> bool:
    """Check that `block` holds in the deal or the position, and is of the kind that it claims.

    A set block may have a simple block in it. A crossblock and a stock block must be smallest:
    without any one of its sets, the others can be discarded. The limits are for each play of a
    stock block's sets; a `LeftOpenError` if one was reached.
    """
    left = isolated_sets.left_of(subject)
    named = set(block.sets)
    if not named or len(named) != len(block.sets) or not named <= set(left.rules.sets):
        return False
    if block.kind != "stock block" and (len(named) > 1) != (block.kind == "crossblock"):
        return False
    if block.kind != "simple block" and (block.card is not None or block.covers):
        return False
    match block.kind:
        case "simple block":
            return _is_simple(block, left)
        case "count":
            return _is_short(block, left)
        case "stock block":
            return _holds_in_order(block, position_of(subject), limits)
    if _clears(block.sets, left):
        return False
    return block.kind == "set block" or all(
        _clears(smaller, left) for smaller in combinations(block.sets, block.order - 1)
    )


def _holds_in_order(block: Block, position: Position, limits: Limits) -> bool:
    """Return whether the sets, but no fewer of them, are blocked with the stock in its order."""
    if plan_of(position.rules).played_alone is None:
        return False

    def clears(sets: tuple[tuple[int, ...], ...]) -> bool:
        return isolated_sets.can_be_discarded(isolated_sets.alone(position, sets), limits)

    smaller = combinations(block.sets, block.order - 1)
    return not clears(block.sets) and all(map(clears, smaller))


def _clears(sets: tuple[tuple[int, ...], ...], left: isolated_sets.Left) -> bool:
    return isolated_sets.stand_still(left, sets, stop_when_cleared=True).cleared


def _is_simple(block: Block, left: isolated_sets.Left) -> bool:
    tableau = left.held[: left.rules.tableau_size]
    return block.card in tableau and block == simple_block(left, tableau.index(block.card))


def _is_short(block: Block, left: isolated_sets.Left) -> bool:
    """Return whether more than half of the set are in a stock whose cards never match."""
    if not plan_of(left.rules).count_matters:
        return False
    in_stock = isolated_sets.cards_of(left.held[left.rules.tableau_size :], block.sets)
    return 2 * len(in_stock) > len(isolated_sets.cards_of(left.held, block.sets))
