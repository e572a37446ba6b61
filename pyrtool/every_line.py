"""Every line of play, looked at one by one: for games that no kernel asks for more than a verdict.

Decides how positions of several wastes, both ends of one, and pairs of several partners are told
apart, which moves need not be tried, and what no line falls below; what is asked, and what a limit
means, is for `solver` and `optimum`. A position here is (cards left, wastes, what is not dealt,
pass): cards are numbers, those of the tableau by their places, bits in the first, bytes in the
wastes and the stock. Proofs: docs/solver.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pyrtool.cards import Card
from pyrtool.door import guard
from pyrtool.limits import MIB, Budget, Limit, Limits
from pyrtool.position import DealStock, Discard, Move, Position, Redeal
from pyrtool.theory import early_never_hurts

_State = tuple[int, tuple[bytes, ...], bytes, int]
"""Cards left, wastes, what is not dealt, pass."""
_Move = tuple[int, int]
_Line = tuple[Move, ...]

_DEAL: Final = -1
_REDEAL: Final = -2
_STATE_BYTES: Final = 400  # that a position takes in a dictionary, at most
_LOOK: Final = 64  # nodes between looks at the limits


class EveryLine:
    """What can be played from a position."""

    def __init__(self, start: Position) -> None:
        self.start, self.rules = start, start.rules
        rules, layout = start.rules, start.layout
        cards: list[Card | None] = [*start.tableau, *start.bouquet]
        self._open = len(cards)
        cards += [*start.passed(), *start.undealt()]
        self._cards = cards
        number = {card: at for at, card in enumerate(cards) if card is not None}
        self._ranks = bytes(0 if card is None else card.rank for card in cards).ljust(256, b"\0")
        left = sum(1 << at for at in number.values())
        self._alone = sum(1 << at for c, at in number.items() if rules.goes_alone(c.rank))
        self._goes = [
            sum(1 << at for c, at in number.items() if c != card and c.rank in rules.partners[rank])
            for card, rank in zip(cards, self._ranks, strict=False)
        ]
        self._covers = [sum(1 << i for i in on_it) for on_it in layout.covers]
        self._covers += [0] * (len(cards) - len(self._covers))
        self._under = self._all_under(len(layout.covers))
        self._must = left if rules.goal == "all" else layout.pyramid
        self._pyramid = layout.pyramid
        self._ends = rules.ends_when_cleared
        self.first: _State = (
            left,
            tuple(bytes(number[card] for card in waste) for waste in start.wastes),
            bytes(number[card] for card in start.undealt()),
            start.pass_number,
        )

    def _all_under(self, places: int) -> list[int]:
        """For each card those that it lies under and that must go first."""
        under = list(self._covers)
        for _ in range(places):
            before = list(under)
            for at in range(places):
                for other in _bits(self._covers[at]):
                    under[at] |= under[other]
            if under == before:
                break
        if self.rules.overlap:  # the last card on it may go with it
            under = [all_on & ~direct for all_on, direct in zip(under, self._covers, strict=True)]
        return under

    def of_rank(self, rank: int) -> int:
        """The cards of a rank."""
        return sum(1 << at for at, one in enumerate(self._cards) if one and one.rank == rank)

    # What a position is worth.

    def is_won(self, state: _State) -> bool:
        """Whether the goal is reached."""
        return not state[0] & self._must

    def is_over(self, state: _State) -> bool:
        """Whether the rules have ended the game."""
        return self._ends and not state[0] & self._pyramid

    def is_dead(self, state: _State) -> bool:
        """Whether some card that must go lies under every card that it could go with."""
        left = state[0]
        goes, under = self._goes, self._under
        return any(
            not goes[card] & left & ~under[card] for card in _bits(left & self._must & ~self._alone)
        )

    def at_least(self, state: _State) -> int:
        """No line to the goal has fewer moves.

        Each discard takes one card that goes alone, or two of the others. Where all must go and the
        stock's cards are not available, each is dealt. Where the next one is, two of them that go
        together want a deal of the first, and as many pairs are of two such cards as the others
        are too few for.
        """
        left, _, undealt, _ = state
        must = left & self._must
        alone = (must & self._alone).bit_count()
        pairs = (must.bit_count() - alone + 1) // 2
        if self.rules.goal != "all" or self.rules.stock != "dealt":
            return alone + pairs
        if not self.rules.stock_top:
            return alone + pairs - (-len(undealt) // self.rules.dealt_at_once)
        waiting = sum(not self._alone >> card & 1 for card in undealt)
        others = must.bit_count() - alone - waiting
        return alone + pairs + max(0, (waiting - others + 1) // 2)

    def key(self, state: _State) -> tuple[object, ...]:
        """Positions with the same key have the same play before them: ranks are what counts of the
        cards that are not laid out."""
        left, wastes, undealt, pass_number = state
        ranks = self._ranks
        return (
            left & ((1 << self._open) - 1),
            *(waste.translate(ranks) for waste in wastes),
            undealt.translate(ranks),
            pass_number if self.rules.passes is not None else 0,
        )

    # What may be done.

    def is_early_free(self, state: _State) -> bool:
        """Whether a discard that is made early leaves possible what was done before a later one."""
        return early_never_hurts(self.rules) or state[3] == self.rules.passes

    def moves(self, state: _State) -> list[_Move]:
        """The moves: two cards, one twice that goes alone; (-1, waste) for a deal, (-2, 0) for a
        redeal. A card that goes at once leaves no other."""
        if self.is_over(state):
            return []
        left, wastes, undealt, _ = state
        free = list(self._free(left, wastes, undealt))
        for card, _pile in free:
            if self._alone >> card & 1 and self._goes_at_once(card, state):
                return [(card, card)]
        found: list[_Move] = []
        for k, (card, pile) in enumerate(free):
            if self._alone >> card & 1:
                found.append((card, card))
                continue
            goes = self._goes[card]
            for other, its_pile in free[k + 1 :]:
                if goes >> other & 1 and self._match(pile, its_pile):
                    found.append((card, other))
        found += self._by_neighbours(left, wastes)
        return [*dict.fromkeys(found), *self._dealings(wastes, undealt, state[3])]

    def choices(self, state: _State) -> list[_Move]:
        """The moves of one who always discards a card that goes alone."""
        for card, _pile in self._free(*state[:3]):
            if self._alone >> card & 1:
                return [(card, card)]
        return self.moves(state)

    def _free(
        self, left: int, wastes: tuple[bytes, ...], undealt: bytes
    ) -> Iterator[tuple[int, int]]:
        """The cards that are available, with the number of their waste, -1 for the turned card."""
        covers = self._covers
        for card in _bits(left & ((1 << self._open) - 1)):
            if not covers[card] & left:
                yield card, 0
        if self.rules.stock_top and undealt:
            yield undealt[0], -1
        for number, waste in enumerate(wastes, 1):
            if waste:
                yield waste[-1], number
            if len(waste) > 1 and self.rules.waste_ends == "both":
                yield waste[0], number

    def _goes_at_once(self, card: int, state: _State) -> bool:
        """Whether a card that goes alone leaves nothing worse by going now: it must go, or may."""
        if self._ends or (self.rules.goal == "pyramid" and not self._pyramid >> card & 1):
            return False
        return card < self._open or self.is_early_free(state)

    def _match(self, one: int, other: int) -> bool:
        low, high = min(one, other), max(one, other)
        if low < 0 < high:
            return self.rules.stock_waste != "no"
        return not 0 < low < high or self.rules.waste_match

    def _by_neighbours(self, left: int, wastes: tuple[bytes, ...]) -> Iterator[_Move]:
        """Overlap discards, and the two top cards of a waste."""
        if self.rules.overlap:
            for card in _bits(left & ((1 << self._open) - 1)):
                on_it = self._covers[card] & left
                upper = on_it.bit_length() - 1
                is_bare = on_it.bit_count() == 1 and not self._covers[upper] & left
                if is_bare and self._goes[card] >> upper & 1:
                    yield card, upper
        if self.rules.waste_pairs:
            for waste in wastes:
                if len(waste) > 1 and self._goes[waste[-1]] >> waste[-2] & 1:
                    yield waste[-1], waste[-2]

    def _dealings(
        self, wastes: tuple[bytes, ...], undealt: bytes, pass_number: int
    ) -> Iterator[_Move]:
        rules = self.rules
        if rules.stock != "dealt":
            return
        if undealt:
            yield from ((_DEAL, to) for to in range(rules.wastes if self._chooses else 1))
        elif any(wastes) and (rules.passes is None or pass_number < rules.passes):
            yield _REDEAL, 0

    @property
    def _chooses(self) -> bool:
        return self.rules.deal_to == "choice"

    def after(self, state: _State, move: _Move) -> _State:
        """The position after a move."""
        left, wastes, undealt, pass_number = state
        card, other = move
        if card == _REDEAL:
            return left, (b"",) * len(wastes), b"".join(wastes), pass_number + 1
        if card == _DEAL:
            rules = self.rules
            if rules.wastes > 1 and not self._chooses:
                dealt = [undealt[k : k + 1] for k in range(len(wastes))]
            else:
                dealt = [undealt[: rules.draw] if k == other else b"" for k in range(len(wastes))]
            count = sum(map(len, dealt))
            put = tuple(waste + more for waste, more in zip(wastes, dealt, strict=True))
            return left, put, undealt[count:], pass_number
        left &= ~(1 << card | 1 << other)
        if card >= self._open or other >= self._open:
            gone = bytes((card, other))
            wastes = tuple(waste.translate(None, gone) for waste in wastes)
            undealt = undealt.translate(None, gone)
        return left, wastes, undealt, pass_number

    def told(self, line: Sequence[_Move]) -> _Line:
        """Moves as the referee knows them."""
        moves: list[Move] = []
        for card, other in line:
            if card == _REDEAL:
                moves.append(Redeal())
            elif card == _DEAL:
                moves.append(DealStock(other + 1 if self._chooses else 0))
            else:
                numbers = dict.fromkeys((card, other))
                moves.append(Discard(tuple(c for n in numbers if (c := self._cards[n]))))
        return tuple(moves)


def _bits(word: int) -> Iterator[int]:
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low


class _Walk:
    """A walk through the positions that play can reach, within limits."""

    def __init__(self, start: Position, limits: Limits) -> None:
        self.lines, self.budget = EveryLine(start), Budget(limits)
        self.nodes = 0
        self.limit: Limit | None = None
        self._room = limits.memory_mib * MIB // _STATE_BYTES

    def go(self, visit: Callable[[_State, list[_Move]], bool], most: int | None = None) -> bool:
        """Visit each position that no shorter line reaches; whether `visit` said of one that it is
        enough. `most`: only lines to the goal of so many moves are of interest. Where a limit is
        reached `self.limit` says so, and not all were visited."""
        lines = self.lines
        depth_of = {lines.key(lines.first): 0}
        line: list[_Move] = []
        if visit(lines.first, line):
            return True
        bans = not lines.rules.ends_when_cleared
        levels = [(lines.first, lines.moves(lines.first)[::-1], list[_Move]())]
        while levels:
            state, moves, banned = levels[-1]
            if not moves:
                levels.pop()
                del line[len(levels) - 1 :]
                continue
            if self._is_out(len(depth_of)):
                return False
            self.nodes += 1
            move = moves.pop()
            after = lines.after(state, move)
            passed_on = list(banned)
            # A line that makes this discard later is as one after it, and has no fewer moves.
            if bans and move[0] >= 0 and lines.is_early_free(state):
                banned.append(move)
            key, depth = lines.key(after), len(line) + 1
            if (known := depth_of.get(key)) is not None and (most is None or known <= depth):
                continue
            depth_of[key] = depth
            if most is not None and (depth + lines.at_least(after) > most or lines.is_dead(after)):
                continue
            line.append(move)
            if visit(after, line):
                return True
            further = [one for one in lines.moves(after) if one not in passed_on]
            levels.append((after, further[::-1], passed_on))
        return False

    def _is_out(self, positions: int) -> bool:
        if positions > self._room:
            self.limit = "memory"
        elif self.nodes >= self.budget.nodes or not self.nodes % _LOOK:
            self.limit = self.budget.reached(self.nodes, "nodes")
        return self.limit is not None


def fewest_moves(
    start: Position, line: Sequence[Move], limits: Limits
) -> tuple[_Line, int, Limit | None]:
    """A line of the fewest moves from a position that `line` wins, the nodes, and the limit; if one
    was reached it is `line` again.

    All lines of so many moves are looked at, of one more, and so on.
    """
    walk = _Walk(start, limits)
    found: list[_Move] = []

    def is_enough(state: _State, moves: list[_Move]) -> bool:
        if walk.lines.is_won(state):
            found.extend(moves)
            return True
        return False

    for most in range(walk.lines.at_least(walk.lines.first), len(line)):
        if walk.go(is_enough, most):
            return walk.lines.told(found), walk.nodes, None
        if walk.limit:
            return tuple(line), walk.nodes, walk.limit
    return tuple(line), walk.nodes, None


@dataclass(frozen=True)
class Most:
    """The line that leaves the least, and the one of those that clear the pyramid, None if none was
    found; the nodes, and the limit that was reached, None if all lines were looked at."""

    moves: _Line
    clearing: _Line | None
    nodes: int
    limit: Limit | None


def most_done(
    start: Position,
    left: Callable[[int, int, int], tuple[int, ...]],
    rank: int,
    enough: tuple[int, ...] | None,
    limits: Limits,
) -> Most:
    """The line after which `left` is the least: it is given how many cards are left in the pyramid,
    in all, and of `rank`. `enough`: what need not be bettered."""
    walk = _Walk(start, limits)
    lines = walk.lines
    of_rank = lines.of_rank(rank)
    least: list[tuple[tuple[int, ...], list[_Move]] | None] = [None, None]

    def is_enough(state: _State, moves: list[_Move]) -> bool:
        cards = state[0]
        in_pyramid = (cards & start.layout.pyramid).bit_count()
        value = left(in_pyramid, cards.bit_count(), (cards & of_rank).bit_count())
        for k in (0, 1) if not in_pyramid else (0,):
            if (known := least[k]) is None or value < known[0]:
                least[k] = value, list(moves)
        return enough is not None and value <= enough

    walk.go(is_enough)
    best, clearing = (None if one is None else lines.told(one[1]) for one in least)
    assert best is not None
    return Most(best, clearing, walk.nodes, walk.limit)


guard(__name__)
