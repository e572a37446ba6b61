"""Challenges: the most points or the most cards of a rank, and the fewest moves to a target.

Decides which questions the kernels answer, and what their answers prove. `best` has the challenges.
The referee replayed every line that comes out of here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Final

from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.lines import moves_of
from pyrtool.answers.kernel_setup.positions import as_dealt
from pyrtool.answers.plan import Question, unsound_from
from pyrtool.base.bits import bits
from pyrtool.base.limits import MIB, Budget, Limit, Limits
from pyrtool.game.cards import Card
from pyrtool.game.line import played
from pyrtool.game.points import DISCARD_POINTS, PAR_POINTS, points
from pyrtool.game.position import Move, Position
from pyrtool.kernel.best import Best

FEW_NODES: Final = 300
"""Nodes for a bound: what they do not show is not known."""


@dataclass(frozen=True)
class Found:
    """The best line that was found, or one of the fewest moves, None if none is good enough.

    `bound`: what no line exceeds, or the moves that no line falls below. `limit`: the limit that
    was reached; without one the line is the best, or enough.
    """

    moves: tuple[Move, ...] | None
    bound: int
    nodes: int
    limit: Limit | None = None


@dataclass(frozen=True)
class _Aim:
    """The demands of one question to a kernel.

    Its fields, in this order, are what `Shortest.ask` takes. `wanted` and `tallied`: see
    `Discards.demand`.
    """

    wanted: int
    tallied: int
    slack: int
    pair_weight: int = 1
    clear_by: int = 0


class _Searches:
    """A position as masks of its cards in set order, and the searches that were made from it."""

    def __init__(self, start: Position, limits: Limits) -> None:
        self.start, self.rules, self.limits = start, start.rules, limits
        self.cards = start.cards()
        self.dealt = as_dealt(start)
        self.numbers = build.game(start.rules)
        self.tallied = (2 << len(start.rules.sets)) - 1
        self.made = start.discards_made()
        kings = sum(self.rules.goes_alone(card.rank) for card in self.cards)
        self.left = kings + (len(self.cards) - kings) // 2
        self.nodes = 0
        self.budget = Budget(limits)

    def mask(self, cards: Iterable[Card]) -> int:
        """Return these cards, bits in set order."""
        return sum(1 << self.numbers.bit(card) for card in cards)

    def rows(self, count: int) -> int:
        """Return the cards of the pyramid's first `count` rows, from the bottom row up."""
        places = sum(self.start.layout.pyramid_rows[:count])
        laid_out = enumerate(self.start.tableau)
        return self.mask(card for i, card in laid_out if card is not None and places >> i & 1)

    def tops(self, count: int) -> int:
        """Return the cards of those rows that lie on no other of them. A line that clears these
        clears all, since what lies on a card goes before it does.

        In a single pyramid they are its row of that number, in pyramids that do not lie side by
        side also the top row of each lower one.
        """
        layout, laid_out = self.start.layout, self.start.tableau
        places = sum(layout.pyramid_rows[:count])
        lie_on = reduce(or_, (layout.direct[i] for i in bits(places)), 0)
        tops = (laid_out[i] for i in bits(places & ~lie_on))
        return self.mask(card for card in tops if card is not None)

    def aim(
        self,
        wanted: int,
        slack: int,
        tallied: int | None = None,
        pair_weight: int = 1,
        clear_by: int = 0,
    ) -> _Aim:
        """Return an aim that counts every discard, or the `tallied` ones; if none may be missing,
        their cards must go."""
        tallied = self.tallied if tallied is None else tallied
        if slack == 0:
            of = self.numbers.bit
            wanted |= self.mask(card for card in self.cards if tallied >> (of(card) >> 3) & 1)
        return _Aim(wanted, tallied, slack, pair_weight, clear_by)

    def most(
        self, wanted: int, tallied: int, one_stays: int, below: int, enough: int
    ) -> tuple[tuple[Move, ...] | None, int, Limit | None]:
        """Return a line that leaves fewest tallied discards, if fewer than `below`; what none falls
        below; and the limit that was reached."""
        kernel, limit = self.searched(wanted, tallied, one_stays, below, enough)
        least = kernel.best if limit is None else min(kernel.least, kernel.best)
        if not kernel.has_line():
            return None, least, limit
        return self._moves(kernel.line(), "best"), least, limit

    def searched(
        self, wanted: int, tallied: int, one_stays: int, below: int, enough: int
    ) -> tuple[Best, Limit | None]:
        """Return the kernel after its search for that line, and the limit that was reached."""
        kernel = build.most(self.rules, without=unsound_from(self.start, "best"))
        kernel.limit_memory(self.limits.memory_mib * MIB)
        dealt = self.dealt
        kernel.demand(wanted, tallied)
        kernel.load_position(
            bytes(dealt.cards),
            dealt.left,
            dealt.at,
            below=below,
            enough=enough,
            one_stays=one_stays,
        )
        _, limit = self.budget.run(kernel, kernel.search, self.nodes)
        self.nodes += kernel.nodes
        return kernel, limit

    def cut(self, moves: tuple[Move, ...], wanted: int) -> tuple[Move, ...]:
        """List the moves up to the one after which the cards that were wanted are gone."""
        ends = (self.mask(here.cards()) & wanted for here in played(self.start, moves).positions)
        return moves[: next((count for count, left in enumerate(ends) if not left), len(moves))]

    def fewest(self, aims: Sequence[_Aim], longest: int) -> Found:
        """Get the fewest moves that reach one of the aims, if that takes no more than `longest`."""
        kernel, dealt = build.shortest(self.rules, discards=True), self.dealt
        kernel.limit_memory(self.limits.memory_mib * MIB)

        def ask(aim: _Aim) -> int:
            kernel.ask(bytes(dealt.cards), dealt.left, dealt.at, *astuple(aim))
            return kernel.least

        bounds = {aim: ask(aim) for aim in aims}
        previous = None
        while True:
            aim, bound = min(bounds.items(), key=lambda item: item[1])
            if bound > longest:
                raise AssertionError(f"no line of fewer than {bound} moves, but one of {longest}")
            if aim != previous:
                ask(aim)
                previous = aim
                before = self.nodes
            kernel.begin(bound)
            answer, limit = self.budget.run(kernel, kernel.search, before)
            self.nodes = before + kernel.nodes
            if limit:
                return Found(None, bound, self.nodes, limit)
            if answer == "won":
                moves = self._moves(kernel.line(), "fewest")
                if len(moves) != bound:
                    raise AssertionError(f"a line of {len(moves)} moves, not {bound}")
                return Found(moves, bound, self.nodes)
            bounds[aim] = kernel.lines.next_bound

    def _moves(self, line: Sequence[tuple[int, int, int]], question: Question) -> tuple[Move, ...]:
        return moves_of(line, self.start, self.dealt.stock, question).moves


def one_that_stays(start: Position, limits: Limits) -> tuple[int, int]:
    """Find a group of pyramid cards that no line discards whole: bits in set order, 0 if none is
    known. Return also the nodes it took.

    They are the `tops` of the fewest rows, from the bottom row up, that cannot be cleared: a line
    that leaves a card of these rows leaves what it lies on, too.
    """
    few = FEW_NODES if limits.nodes is None else min(limits.nodes, FEW_NODES)
    searches = _Searches(start, replace(limits, nodes=few))
    group = 0
    for count in range(start.rules.row_count, 0, -1):
        kernel, limit = searches.searched(searches.rows(count), 0, 0, 1, 0)
        if kernel.has_line() or limit is not None:
            break
        group = count
    return searches.tops(group), searches.nodes


def most_points(
    start: Position,
    clears: bool | None,
    cleared: bool,
    enough: int | None,
    beyond: int | None,
    limits: Limits,
) -> Found:
    """Return the most points under microsoft scoring, of all lines or of those that end with the
    pyramid `cleared`; `most` is -1 if none does. `clears`: whether the pyramid can be cleared, None
    if that is not known. `enough`: points that need not be exceeded; `beyond`: those that must be,
    and that no line exceeds which clears the pyramid.

    As many rows as can be cleared come first, with the most discards; then fewer rows, as long as
    more discards could make up for them.
    """
    searches = _Searches(start, limits)
    enough = None if enough is None else max(enough, 0)  # every line has these
    everything, tallied = searches.made + searches.left, searches.tallied
    best, line, one_stays, rows = -1, None, 0, start.rules.row_count
    if beyond is not None:
        best, rows = beyond, rows - 1
    elif clears is False:
        one_stays, rows = searches.tops(rows), rows - 1
    for count in range(rows, start.rules.row_count - 1 if cleared else -1, -1):
        rows_alone, most = points(count, 0), points(count, everything)
        if most <= best or (enough is not None and best >= enough):
            break
        needed = everything
        if enough is not None:
            needed = min(max(_discards_to(enough - rows_alone), 0), everything)
        may_stay = everything - needed
        if count == start.rules.row_count and may_stay == 0:
            moves, _, limit = searches.most(searches.mask(searches.cards), tallied, 0, 1, 0)
            if moves is not None or limit is not None:
                return Found(moves, most, searches.nodes, limit)
            may_stay = 1
        below = everything + 1 - (0 if best < 0 else _discards_to(best + 1 - rows_alone))
        if below <= may_stay:
            continue
        cleared_rows = searches.rows(count)
        moves, least, limit = searches.most(cleared_rows, tallied, one_stays, below, may_stay)
        if moves is not None:
            best, line = played(start, moves).end.score(), moves
        if limit is not None:
            lower = points(count - 1, everything) if count and not cleared else -1
            reached = points(count, everything - least)
            return Found(line, max(best, reached, lower), searches.nodes, limit)
        if best < 0:
            one_stays = searches.tops(count)  # no line clears these rows, whatever else it does
    return Found(line, best, searches.nodes)


def _discards_to(least: int) -> int:
    """Count the discards that earn at least these points."""
    return -(-least // DISCARD_POINTS)


def most_removed(
    start: Position,
    rank: int,
    cleared: bool,
    enough: int | None,
    beyond: int | None,
    limits: Limits,
) -> Found:
    """Find the most cards of a rank that can be gone at the end.

    Counted are all lines, or those that end with the pyramid `cleared`; `most` is -1 if none does.

    Asks whether all of them can go, then all but one, and so on. `enough`: a number that need not
    be exceeded; `beyond`: one that must be.
    """
    searches = _Searches(start, limits)
    own = [card for card in searches.cards if card.rank == rank]
    all_gone = sum(card.rank == rank for card in start.rules.deck)
    step = 2 if start.rules.mates[rank] == rank else 1
    first = 0 if enough is None else min(max(all_gone - enough, 0), len(own)) // step * step
    most = all_gone
    least = all_gone - len(own) if beyond is None else beyond + 1
    for missing in range(first, all_gone - least + 1, step):
        pyramid = searches.rows(start.rules.row_count) if cleared else 0
        for wanted in {
            pyramid | searches.mask(card for card in own if card not in staying)
            for staying in combinations(own, missing)
        }:
            moves, _, limit = searches.most(wanted, 0, 0, 1, 0)
            if limit is not None:
                return Found(None, most, searches.nodes, limit)
            if moves is not None:
                moves = searches.cut(moves, wanted)
                reached = all_gone - missing
                return Found(moves, most if missing == first else reached, searches.nodes)
        most = all_gone - missing - step
    return Found(None, -1 if beyond is None else beyond, searches.nodes)


def fewest_to_score(
    start: Position, least: int, cleared: bool, longest: int, limits: Limits
) -> Found:
    """Return the fewest moves to at least this score, which a line of `longest` moves has."""
    searches = _Searches(start, limits)
    aims = _aims_of_par if start.rules.scoring == "par" else _aims_of_points
    return searches.fewest(list(aims(searches, least, cleared)), longest)


def _aims_of_points(searches: _Searches, least: int, cleared: bool) -> Iterator[_Aim]:
    """Yield a number of rows, and the discards that are lacking then."""
    for rows in range(searches.rules.row_count if cleared else 0, searches.rules.row_count + 1):
        may_stay = searches.made + searches.left - max(_discards_to(least - points(rows, 0)), 0)
        if may_stay >= 0:
            yield searches.aim(searches.rows(rows), may_stay)


def _aims_of_par(searches: _Searches, least: int, cleared: bool) -> Iterator[_Aim]:
    """Yield the pyramid cleared by the end of some pass, and at most this number of cards left."""
    before = searches.start.cleared_in_pass
    earned = PAR_POINTS[before - 1] if before else 0
    if earned >= least and (before or not cleared):
        yield searches.aim(0, earned - least, pair_weight=2)
    if before:
        return
    for number, earned in enumerate(PAR_POINTS[: searches.rules.passes], 1):
        if earned >= least:
            pyramid = searches.rows(searches.rules.row_count)
            yield searches.aim(pyramid, earned - least, pair_weight=2, clear_by=number)


def fewest_to_remove(
    start: Position, rank: int, count: int, cleared: bool, longest: int, limits: Limits
) -> Found:
    """Return the fewest moves until `count` cards of a rank are gone, and the pyramid is `cleared`
    if searches.

    A line of `longest` moves does that."""
    searches = _Searches(start, limits)
    rules = start.rules
    missing = sum(card.rank == rank for card in rules.deck) - count
    of = next((s for s, ranks in enumerate(rules.sets) if rank in ranks), len(rules.sets))
    pairs = missing // 2 if rules.mates[rank] == rank else missing
    pyramid = searches.rows(rules.row_count) if cleared else 0
    return searches.fewest([searches.aim(pyramid, pairs, 1 << of)], longest)
