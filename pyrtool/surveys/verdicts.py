"""Verdicts on many deals, at the speed of a survey: columns instead of an object a deal.

Decides the form of the columns. What answers, and how the work is cut, is for `run`.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, get_args

from pyrtool.answers.verdicts import Answer, Reason
from pyrtool.base.arguments import public
from pyrtool.base.limits import Limit, LimitError, Limits
from pyrtool.game import ranges
from pyrtool.game.deals import Numbering, numbering_of, rules_of
from pyrtool.game.games import Rules
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.surveys.counts import WON, answer_of
from pyrtool.surveys.plan import DealCards, GivenDeals, Plan, SurveyError
from pyrtool.surveys.pool import LocalPool, ThisProcess, Watch
from pyrtool.surveys.questions import VERDICT, Survey
from pyrtool.surveys.run import run
from pyrtool.surveys.shards import Shard

_CODES: Final = {name: code for code, name in enumerate(OUTCOMES)}
_LIMITS: Final[tuple[Limit, ...]] = ("nodes", "memory")
_REASONS: Final[tuple[Reason, ...]] = get_args(Reason)


class DealVerdict(NamedTuple):
    """The verdict on one deal; `reason` is None where it is won."""

    deal: int
    verdict: Answer
    reason: Reason | Limit | None
    nodes: int


@dataclass(frozen=True)
class Verdicts:
    """The verdicts on many deals, in the order in which they were named.

    Each column has one number for each deal, and any library takes it as a buffer. `deals` has the
    deal numbers (64 bits), `outcomes` a code (a byte, an index into `names`), and `nodes` the
    search nodes (64 bits). As a sequence the object has `DealVerdict` records.
    """

    rules: Rules
    numbering: Numbering
    deals: "array[int]"
    outcomes: bytes
    nodes: "array[int]"

    @property
    def names(self) -> tuple[str, ...]:
        """The meanings of `outcomes`: ``won``, a reason, or the limit that was reached."""
        return OUTCOMES

    def __len__(self) -> int:
        return len(self.deals)

    def __getitem__(self, at: int) -> DealVerdict:
        name = OUTCOMES[self.outcomes[at]]
        reason = name if name in _LIMITS or name in _REASONS else None
        assert (reason is None) == (name == WON)
        return DealVerdict(self.deals[at], answer_of(name), reason, self.nodes[at])

    def __iter__(self) -> Iterator[DealVerdict]:
        return map(self.__getitem__, range(len(self)))

    def count(self, name: str) -> int:
        """Return how many deals ended so: one of `names`.

        >>> solve_many(range(1, 101), "giza").count("won")
        34
        """
        return self.outcomes.count(bytes([_CODES[name]]))


@public
def solve_many(
    deals: bytes | Iterable[int | DealCards],
    rules: str | Rules = "pyramid",
    numbering: Numbering | None = None,
    *,
    limits: Limits = Limits(),
    workers: int = 0,
    watch: Watch[Shard] | None = None,
) -> Verdicts:
    """Decide many deals, much faster than `solve` in a loop.

    Every win is replayed by the kernel's checker, and the first win of each part by the referee.
    For rates with their intervals, and for work that is kept and resumed, see `survey`.

    Args:
        deals: Deal numbers, in any order; a ``range`` is fastest. Or the cards of each deal in
            dealing order: `Deal`s, sequences of cards or of their codes, or lines of text. Or the
            codes of all deals as bytes, one deal after the other.
        rules: A game by its name, or its rules.
        numbering: What the numbers mean, in place of what the game means by them.
        limits: Nodes and memory, each for one deal. Seconds have no meaning here.
        workers: Processes; 0 is this process.
        watch: Hears of the parts that are done, for a progress display.

    Returns:
        The verdicts as columns and as rows, in the order of `deals`. Deals that are given by their
        cards are numbered from 1.

    Raises:
        DealError: A number names no deal.
        SurveyError: Cards are not the deck of these rules, or are mixed with numbers.
        LimitError: A limit on seconds.

    Examples:
        >>> found = solve_many([3, 1, 2], "giza")
        >>> for row in found:
        ...     print(*row)
        3 lost set block 1
        1 lost simple block 0
        2 won None 25
        >>> from pyrtool.game.deals import deal
        >>> solve_many([deal(3).cards, deal(2).cards], "giza").count("won")
        1
    """
    if limits.seconds is not None:
        raise LimitError("limit on seconds: many deals are limited by nodes and memory")
    plan = Plan(
        rules_of(rules),
        numbering=numbering or numbering_of(rules),
        limit_nodes=limits.nodes,
        memory_mib=limits.memory_mib,
    )
    numbers, given_deals = _given(deals, plan.rules)
    if given_deals is not None:
        plan = replace(plan, text=given_deals.digest)
    wanted = ranges.of_numbers(numbers)
    plan.check(wanted)
    shards: list[Shard] = []
    pool = LocalPool(workers) if workers else ThisProcess()
    run(Survey(plan), wanted, pool, shards.append, watch, given_deals)
    shards.sort(key=lambda shard: shard.first)
    done, outcomes, nodes = array("Q"), bytearray(), array("Q")
    for shard in shards:
        done.extend(range(shard.first, shard.last + 1))
        for cells in VERDICT.unpack(shard.packed, shard.deals):
            assert cells is not None  # nothing is dropped
            outcomes.append(_CODES[str(cells[0])])
            nodes.append(int(cells[1] or 0))
    if not (isinstance(numbers, range) and numbers.step == 1):
        place = {deal: at for at, deal in enumerate(done)}
        order = [place[number] for number in numbers]
        outcomes = bytearray(outcomes[at] for at in order)
        done, nodes = array("Q", numbers), array("Q", (nodes[at] for at in order))
    return Verdicts(plan.rules, plan.numbering, done, bytes(outcomes), nodes)


def _given(
    deals: bytes | Iterable[int | DealCards], rules: Rules
) -> tuple[Sequence[int], GivenDeals | None]:
    """Return the numbers of the deals in their order, and the deals that are given by cards."""
    if isinstance(deals, range):
        return deals, None
    numbers, cards = list[int](), list[DealCards]()
    for one in () if isinstance(deals, bytes) else deals:
        if isinstance(one, int):
            numbers.append(one)
        else:
            cards.append(one)
    if not (cards or isinstance(deals, bytes)):
        return numbers, None
    if numbers:
        raise SurveyError("deals: give numbers alone, or deals alone")
    given = GivenDeals.of_deals(deals if isinstance(deals, bytes) else cards, rules)
    return range(1, len(given) + 1), given
