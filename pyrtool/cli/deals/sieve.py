"""``--keep-if``: which of the selected deals a command takes.

Decides whether a deal must be solved for that, and which ranges of numbers the kernel can judge by
itself. Deals that a limit left unknown are reported and not taken, and make the exit status 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pyrtool.answers.soundness import decided_by_matching, has_blocks, sets_answer
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import Limits
from pyrtool.cli.deals.selection import Selected, Selection, Span
from pyrtool.cli.options.output import complain
from pyrtool.game.deals import KeepIf, dealer
from pyrtool.game.games import Rules
from pyrtool.kernel.shuffle import Dealer

SOME_UNKNOWN: Final = 3
"""The exit status when a limit left at least one answer open."""

_FIRST_CHUNK: Final = 64  # deals judged together: few, so that the first answer comes soon,
_CHUNK: Final = 8192  # then more
_ALL: Final = bytes([1]) * _CHUNK
_BLOCKED: Final = bytes([0]) + bytes([1]) * 255  # by the code of the block
_UNBLOCKED: Final = bytes([1]) + bytes([0]) * 255


@dataclass(frozen=True)
class Chunk:
    """Deals of one dealer from number `first` on; a byte for each says whether it is kept."""

    dealer: Dealer
    first: int
    wanted: bytearray


@dataclass
class Sieve:
    """Passes on the deals to keep.

    `taken` is whether any deal was kept; `unknown` counts the deals that reached a limit.
    """

    keep_if: KeepIf | None
    limits: Limits
    shortest: bool = False
    unknown: int = 0
    taken: bool = False

    @property
    def solves(self) -> bool:
        """Whether a deal is solved for what is kept, so that limits hold."""
        return self.keep_if in ("winnable", "lost")

    def kept(self, selected: Iterable[Selected]) -> Iterator[Selected]:
        """The deals to be kept."""
        return (chosen for chosen, _ in self._sifted(selected))

    def solved(self, selected: Iterable[Selected]) -> Iterator[tuple[Selected, Verdict]]:
        """The deals to be kept with their verdicts, each solved once."""
        for chosen, verdict in self._sifted(selected):
            yield chosen, self._named(chosen, self._counted(chosen) if verdict is None else verdict)

    def solved_if_seen(
        self, selected: Iterable[Selected]
    ) -> Iterator[tuple[Selected, Verdict | None]]:
        """As `solved`, except that positions with unknown cards get no verdict: None."""
        for chosen, verdict in self._sifted(selected):
            hides = chosen.is_in_play and bool(chosen.position.unknown())
            if hides:
                yield chosen, None
            else:
                found = self._counted(chosen) if verdict is None else verdict
                yield chosen, self._named(chosen, found)

    def _counted(self, chosen: Selected) -> Verdict:
        verdict = self.solve(chosen)
        self.unknown += _is_open(verdict)
        return verdict

    def _named(self, chosen: Selected, verdict: Verdict) -> Verdict:
        from pyrtool.answers.solve import with_stock_block  # many commands solve nothing

        return with_stock_block(chosen.asked, verdict, self.limits)

    def won(self, selected: Iterable[Selected], why: str) -> Iterator[tuple[Selected, Won]]:
        """The deals to keep with their solutions; an unwinnable one is rejected for the reason
        `why`, and otherwise as `decided` has it.
        """
        for chosen, verdict in self.decided(selected):
            if isinstance(verdict, Lost):
                raise PyrtoolError(
                    f"{chosen.name}: cannot be won ({verdict.reason}), and {why} "
                    "(--keep-if winnable takes only deals that can be won)"
                )
            yield chosen, verdict

    def decided(self, selected: Iterable[Selected]) -> Iterator[tuple[Selected, Won | Lost]]:
        """The deals to keep with their verdicts.

        A deal that is won already is rejected. One that a limit left unknown is reported and left
        out.
        """
        for chosen, verdict in self.solved(selected):
            if isinstance(verdict, Unknown):
                complain(f"{chosen.name}: unknown, the limit on {verdict.limit} was reached")
            elif isinstance(verdict, Won) and not verdict.moves:
                raise PyrtoolError(f"{chosen.name}: is won already: nothing is left to solve")
            else:
                yield chosen, verdict

    def solve(self, chosen: Selected) -> Verdict:
        """The verdict on one deal."""
        from pyrtool.answers.solve import decide, shortest  # many commands solve nothing

        answer = shortest if self.shortest else decide
        with chosen.refused():
            verdict = answer(chosen.asked, self.limits)
        return verdict

    def end(self) -> int:
        """The exit status of the deals; if none of them was taken, report that."""
        if not self.taken and self.keep_if is not None:
            complain(f"no deal is taken: none is known to be {self.keep_if}")
        return SOME_UNKNOWN if self.unknown else 0

    def judges_in_bulk(self, rules: Rules) -> bool:
        """Whether the kernel alone decides what is kept of a range under these rules.

        In open games lost and blocked are the same; but under a limit on nodes a deal is solved.
        """
        if self.solves:
            return decided_by_matching(rules) and self.limits.nodes is None
        in_sets = sets_answer(rules) or decided_by_matching(rules)
        return self.keep_if is None or (has_blocks(rules) and in_sets)

    def chunks(self, span: Span) -> Iterator[Chunk]:
        """What is kept of a range, where `judges_in_bulk`; small chunks first."""
        first, size = span.low, _FIRST_CHUNK
        while first <= span.high:
            count = min(size, span.high - first + 1)
            dealing = dealer(span.number(first), span.numbering, span.rules)
            while dealer(span.number(first + count - 1), span.numbering, span.rules) is not dealing:
                count //= 2  # a numbering may change its shuffle at some number
            wanted = self._judge(dealing, span.rules, first, count)
            self.taken = self.taken or any(wanted)
            yield Chunk(dealing, first, wanted)
            first += count
            size = min(2 * size, _CHUNK)

    def _judge(self, dealing: Dealer, rules: Rules, first: int, count: int) -> bytearray:
        if self.keep_if is None:
            return bytearray(_ALL[:count])
        from pyrtool.answers.kernels.build import block_finder  # here alone

        codes = bytearray(count)
        block_finder(rules).deal_blocks(dealing, first, codes, exact=False)
        return codes.translate(_BLOCKED if self.keep_if in ("blocked", "lost") else _UNBLOCKED)

    def _sifted(self, selected: Iterable[Selected]) -> Iterator[tuple[Selected, Verdict | None]]:
        if self.keep_if is None:
            yield from ((chosen, None) for chosen in selected)
            return
        for source in selected.sources if isinstance(selected, Selection) else [selected]:
            if isinstance(source, Span) and self.judges_in_bulk(source.rules):
                for chunk in self.chunks(source):
                    for i, wanted in enumerate(chunk.wanted):
                        if wanted:
                            yield source.deal(chunk.first + i), None
            else:
                yield from self._sifted_singly(source)

    def _sifted_singly(
        self, selected: Iterable[Selected]
    ) -> Iterator[tuple[Selected, Verdict | None]]:
        from pyrtool.answers.blocks.find import find_block  # here alone

        for chosen in selected:
            if not self.solves:
                blocked = find_block(chosen.asked) is not None
                if blocked == (self.keep_if == "blocked"):
                    self.taken = True
                    yield chosen, None
            else:
                verdict = self.solve(chosen)
                if isinstance(verdict, Unknown):
                    self.unknown += 1
                    complain(f"{chosen.name}: unknown, the limit on {verdict.limit} was reached")
                elif isinstance(verdict, Won if self.keep_if == "winnable" else Lost):
                    self.unknown += _is_open(verdict)
                    self.taken = True
                    yield chosen, verdict


def _is_open(verdict: Verdict) -> bool:
    """Whether a limit left open what was asked: the verdict, or the fewest moves."""
    return not isinstance(verdict, Lost) and verdict.limit is not None
