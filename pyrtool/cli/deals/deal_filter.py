"""``--keep-if``: which of the selected deals a command keeps, and what became of the others.

Decides whether a deal must be solved for that, and which ranges of numbers the kernel can judge by
itself. A deal that a limit left unknown is reported and not kept, and makes the exit status 3.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pyrtool.answers.plan import plan_of
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import Limits
from pyrtool.cli.deals.selection import SelectedDeal, Selection, Span
from pyrtool.cli.options.input_output import WON_BY, DealKind
from pyrtool.cli.output import complain
from pyrtool.game.deals import dealer
from pyrtool.game.games import Rules
from pyrtool.kernel.shuffle import Dealer

if TYPE_CHECKING:
    from pyrtool.answers.rating.chances import RatingLimits
    from pyrtool.answers.rating.scale import Rating

SOME_UNKNOWN: Final = 3
"""The exit status when a limit left at least one answer open."""

_FIRST_CHUNK: Final = 64  # deals judged together: few, so that the first answer comes soon,
_CHUNK: Final = 8192  # then more

_SIMPLE, _COUNT, _CODES = 1, 9, 256  # of the kernel's codes of blocks; 0 is no block
_KEPT_CODES: Final = {
    "blocked": frozenset(range(1, _CODES)),
    "lost": frozenset(range(1, _CODES)),
    "unblocked": frozenset((0,)),
    "winnable": frozenset((0,)),
    "no-simple-block": frozenset(range(_CODES)) - {_SIMPLE},
    "no-tableau-block": frozenset((0, _COUNT)),
}
"""The codes of the blocks of the deals that are kept, where the kernel alone judges."""

_DROPPED: Final = {
    "blocked": "unblocked",
    "lost": "winnable",
    "unblocked": "blocked",
    "winnable": "blocked",
    "no-simple-block": "with a simple block",
    "no-tableau-block": "with a block of the tableau",
}
"""What is said of the deals that are not kept because of their block."""


@dataclass(frozen=True)
class Chunk:
    """Deals of one dealer from number `first` on; a byte for each says whether it is kept."""

    dealer: Dealer
    first: int
    wanted: bytearray


@dataclass
class DealFilter:
    """Keeps the deals of one kind, and solves deals.

    `kept` counts deals, `dropped` those that were not kept, by what they are. `unknown` counts the
    deals that reached a limit.
    """

    keep_if: DealKind | None
    limits: Limits
    shortest: bool = False
    unknown: int = 0
    kept: int = 0
    dropped: Counter[str] = field(default_factory=Counter)

    @property
    def solves(self) -> bool:
        """Return whether a deal is solved for what is kept, so that limits hold."""
        return self.keep_if in ("winnable", "lost")

    def deals(self, selection: Iterable[SelectedDeal]) -> Iterator[SelectedDeal]:
        """Yield the deals to be kept."""
        return (selected for selected, _ in self._kept(selection))

    def verdicts(self, selection: Iterable[SelectedDeal]) -> Iterator[tuple[SelectedDeal, Verdict]]:
        """Yield the deals to be kept with their verdicts, each solved once."""
        for selected, verdict in self._kept(selection):
            yield selected, self._with_stock_block(selected, verdict)

    def verdicts_if_seen(
        self, selection: Iterable[SelectedDeal]
    ) -> Iterator[tuple[SelectedDeal, Verdict | None]]:
        """Yield as `verdicts` does, with None for positions that have unknown cards."""
        for selected, verdict in self._kept(selection):
            hides = selected.is_in_play and bool(selected.position.unknown())
            yield selected, None if hides else self._with_stock_block(selected, verdict)

    def _with_stock_block(self, selected: SelectedDeal, verdict: Verdict | None) -> Verdict:
        """Complete a verdict by the stock block, and find it first if there is none yet."""
        from pyrtool.answers.solve import with_stock_block  # many commands solve nothing

        if verdict is None:
            verdict = self.solve(selected)
            self.unknown += _is_open(verdict)
        return with_stock_block(selected.subject, verdict, self.limits)

    def decided(
        self, selection: Iterable[SelectedDeal]
    ) -> Iterator[tuple[SelectedDeal, Won | Lost]]:
        """Yield the deals to keep with their verdicts.

        A deal that is won already is rejected. One that a limit left unknown is reported, not kept.
        """
        for selected, verdict in self.verdicts(selection):
            if isinstance(verdict, Unknown):
                complain_of_limit(selected, verdict)
            elif isinstance(verdict, Won) and not verdict.moves:
                raise PyrtoolError(f"{selected.name}: is won already: nothing is left to solve")
            else:
                yield selected, verdict

    def solve(self, selected: SelectedDeal) -> Verdict:
        """Return the verdict on one deal."""
        from pyrtool.answers.shortest import shortest  # many commands solve nothing
        from pyrtool.answers.solve import verdict_only

        answer = shortest if self.shortest else verdict_only
        with selected.naming_errors():
            return answer(selected.subject, self.limits)

    def exit_status(self) -> int:
        """Report what was kept of how many deals, and return the exit status of the command."""
        if self.keep_if is not None:
            complain(self.summary())
        return SOME_UNKNOWN if self.unknown else 0

    def summary(self) -> str:
        """Return the counts: ``12 kept of 33; 9 blocked, 12 lost otherwise``."""
        parts = [f"{count:,} {kind}" for kind, count in sorted(self.dropped.items()) if count]
        words = f"{self.kept:,} kept of {self.kept + self.dropped.total():,}"
        return f"{words}; {', '.join(parts)}" if parts else words

    def judges_in_bulk(self, rules: Rules) -> bool:
        """Return whether the kernel alone decides what is kept of a range under these rules.

        In open games lost and blocked are the same; but under a limit on nodes a deal is solved.
        """
        if self.keep_if is None:
            return True
        plan = plan_of(rules)
        if self.solves:
            return plan.decided_by_matching and self.limits.nodes is None
        in_sets = plan.sets_answer or plan.decided_by_matching
        return self.keep_if in _KEPT_CODES and plan.has_blocks and in_sets

    def chunks(self, span: Span) -> Iterator[Chunk]:
        """Yield what is kept of a range, where `judges_in_bulk`; small chunks first."""
        first, size = span.low, _FIRST_CHUNK
        while first <= span.high:
            count = min(size, span.high - first + 1)
            dealing = dealer(span.number(first), span.numbering, span.rules)
            while dealer(span.number(first + count - 1), span.numbering, span.rules) is not dealing:
                count //= 2  # a numbering may change its shuffle at some number
            yield Chunk(dealing, first, self._judge(dealing, span.rules, first, count))
            first += count
            size = min(2 * size, _CHUNK)

    def _judge(self, dealing: Dealer, rules: Rules, first: int, count: int) -> bytearray:
        wanted = bytearray(b"\1" * count)
        if self.keep_if is not None:
            from pyrtool.answers.kernel_setup.build import block_finder  # here alone

            kept_codes = _KEPT_CODES[self.keep_if]
            block_finder(rules).deal_blocks(dealing, first, wanted, exact=False)
            wanted = wanted.translate(bytes(code in kept_codes for code in range(_CODES)))
            self.dropped[_DROPPED[self.keep_if]] += wanted.count(0)
        self.kept += wanted.count(1)
        return wanted

    def _kept(
        self, selection: Iterable[SelectedDeal]
    ) -> Iterator[tuple[SelectedDeal, Verdict | None]]:
        """Yield the deals to be kept, with the verdict if one was needed for that."""
        if self.keep_if is None:
            yield from ((selected, None) for selected in selection)
            return
        for source in selection.sources if isinstance(selection, Selection) else [selection]:
            if isinstance(source, Span) and self.judges_in_bulk(source.rules):
                for chunk in self.chunks(source):
                    for i, wanted in enumerate(chunk.wanted):
                        if wanted:
                            yield source.deal(chunk.first + i), None
            else:
                yield from self._kept_singly(source)

    def _kept_singly(
        self, selection: Iterable[SelectedDeal]
    ) -> Iterator[tuple[SelectedDeal, Verdict | None]]:
        for selected in selection:
            verdict = self.solve(selected) if self.solves else None
            if isinstance(verdict, Unknown):
                self.unknown += 1
                self.dropped["unknown"] += 1
                complain_of_limit(selected, verdict)
            elif (why_not := self._why_not(selected, verdict)) is not None:
                self.dropped[why_not] += 1
            else:
                self.unknown += verdict is not None and _is_open(verdict)
                self.kept += 1
                yield selected, verdict

    def _why_not(self, selected: SelectedDeal, verdict: Verdict | None) -> str | None:
        """Return what a deal is that is not kept, None of one that is."""
        if verdict is not None:
            is_won = isinstance(verdict, Won)
            if is_won == (self.keep_if == "winnable"):
                return None
            if isinstance(verdict, Lost):
                return "blocked" if verdict.block is not None else "lost otherwise"
            return "winnable"
        if self.keep_if in WON_BY:
            from pyrtool.answers.closed import Player  # here alone

            player = Player(WON_BY[self.keep_if])
            with selected.naming_errors():
                is_won = player.play(selected.position).end.is_won()
            return None if is_won else f"not won by the {player.name} player"
        from pyrtool.answers.blocks.find import find_block  # here alone

        block = find_block(selected.subject)
        code = 0
        if block is not None:
            code = {"simple block": _SIMPLE, "count": _COUNT}.get(block.kind, _SIMPLE + 1)
        assert self.keep_if is not None  # every deal is kept without it
        return None if code in _KEPT_CODES[self.keep_if] else _DROPPED[self.keep_if]


def complain_of_limit(selected: SelectedDeal, verdict: Unknown) -> None:
    """Report a deal that a limit left unknown."""
    complain(f"{selected.name}: unknown, the limit on {verdict.limit} was reached")


def rating_of(selected: SelectedDeal, verdict: Verdict, limits: "RatingLimits") -> "Rating | None":
    """Return the rating of a won deal or position."""
    from pyrtool.answers.rating.chances import rate  # many commands rate nothing

    return rate(selected.subject, verdict.moves, limits) if isinstance(verdict, Won) else None


def rate_alone(selected: SelectedDeal, memory_mib: int) -> "Rating":
    """Return how hard a won deal or position is, its moves not judged."""
    from pyrtool.answers.rating.chances import RatingLimits, rate

    return rate(selected.subject, None, RatingLimits(memory_mib=memory_mib))


def _is_open(verdict: Verdict) -> bool:
    """Return whether a limit left open what was asked: the verdict, or the fewest moves."""
    return not isinstance(verdict, Lost) and verdict.limit is not None
