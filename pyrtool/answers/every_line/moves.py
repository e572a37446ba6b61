"""Every line of play, looked at one by one: for games that no kernel asks for more than a verdict.

Decides what distinguishes positions of several wastes, both ends of one, and pairs of several
partners. It also decides which moves need not be tried, and which cards no line discards. `walk`
walks the lines, and `values` values them. A position here is (cards left, wastes, what is not
dealt, pass, pass of clearing). Cards are numbers, those of the tableau by their places: bits in the
first, bytes in the wastes and the stock. Proofs: docs/development/proofs.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final

from pyrtool.answers.kernels.positions import Numbered
from pyrtool.answers.soundness import early_never_hurts
from pyrtool.base.arguments import guard
from pyrtool.game.position import DealStock, Discard, Move, Position, Redeal

State = tuple[int, tuple[bytes, ...], bytes, int, int]
"""Cards left, wastes, what is not dealt, pass, pass in which the pyramid was cleared or 0."""
Step = tuple[int, int]
"""A move: two cards, one twice that goes alone; (-1, waste) for a deal, (-2, 0) for a redeal."""

_DEAL: Final = -1
_REDEAL: Final = -2


class EveryLine:
    """What can be played from a position; `plain`: with every legal move, none left out.

    `at_once`: which of the cards that go alone go as soon as that hurts nothing.
    """

    def __init__(self, start: Position, plain: bool = False) -> None:
        self.start, self.rules, self._plain = start, start.rules, plain
        rules, layout = start.rules, start.layout
        numbered = Numbered(start)
        self._cards = cards = numbered.cards
        left, number = numbered.left, numbered.number
        self._open = len(start.tableau) + len(start.bouquet)
        self._ranks = numbered.ranks().ljust(256, b"\0")
        self.alone, self._goes = numbered.alone(), numbered.mates()
        self._covers = [sum(1 << i for i in on_it) for on_it in layout.covers]
        self._covers += [0] * (len(cards) - len(self._covers))
        self._over = over = self._all_over(len(layout.covers))
        under = over
        if rules.overlap:  # the last card on it may go with it
            under = [every & ~on_it for every, on_it in zip(over, self._covers, strict=True)]
        self._mates = [goes & ~on_it for goes, on_it in zip(self._goes, under, strict=True)]
        self._beneath = _turned(over)
        self._covered = _turned(self._covers)
        self._meets = [
            mates & ~it_covers for mates, it_covers in zip(self._mates, _turned(under), strict=True)
        ]
        self.must = left if rules.goal == "all" else layout.pyramid
        self.pyramid = layout.pyramid
        self._par = rules.scoring == "par"
        self._ends = rules.ends_when_cleared
        self.at_once = 0 if plain or self._ends else self.must
        self._is_early_free = early_never_hurts(rules)
        self.first: State = (
            left,
            tuple(bytes(number[card] for card in waste) for waste in start.wastes),
            bytes(number[card] for card in start.undealt()),
            start.pass_number,
            start.cleared_in_pass or 0,
        )

    def _all_over(self, places: int) -> list[int]:
        """For each card those that it lies under, directly or not."""
        over = list(self._covers)
        for _ in range(places):
            before = list(over)
            for at in range(places):
                for other in _bits(self._covers[at]):
                    over[at] |= over[other]
            if over == before:
                break
        return over

    def with_all_over(self, cards: int) -> int:
        """These cards and all that they lie under."""
        return reduce(or_, (self._over[card] for card in _bits(cards)), cards)

    def of_rank(self, rank: int) -> int:
        """The cards of a rank."""
        return sum(1 << at for at, one in enumerate(self._cards) if one and one.rank == rank)

    # What a position is worth.

    def is_won(self, state: State) -> bool:
        """Whether the goal is reached."""
        return not state[0] & self.must

    def is_over(self, state: State) -> bool:
        """Whether the rules have ended the game."""
        return self._ends and not state[0] & self.pyramid

    def is_dead(self, state: State) -> bool:
        """Whether some card that must go lies under every card that it could go with."""
        left, mates = state[0], self._mates
        return any(not mates[card] & left for card in _bits(left & self.must & ~self.alone))

    def staying(self, left: int, known: int, asked: int) -> int:
        """Find the cards that stay in every line, each with what lies beneath it.

        They are the cards `known` to stay, and those of the cards `asked` about that lie over or
        under all their possible partners, or whose partners all stay.
        """
        meets = self._meets
        while asked:
            found = asked_next = 0
            for card in _bits(asked & left & ~known & ~self.alone):
                if not meets[card] & left & ~known:
                    found |= 1 << card | self._beneath[card]
            found &= left & ~known
            known |= found
            for card in _bits(found):
                asked_next |= meets[card]
            asked = asked_next
        return known

    def stay_after(self, state: State, step: Step, known: int) -> int:
        """`staying` after a step that led to `state`, from before which some cards are known to."""
        card, other = step
        if card < 0:
            return known
        return self.staying(state[0], known, self._meets[card] | self._meets[other])

    def at_least(self, state: State) -> int:
        """No line to the goal has fewer moves.

        Each discard takes one card that goes alone, or two of the others. Where all must go and the
        stock's cards are not available, each is dealt. Where the next one is, two of them that go
        together need a deal of the first. At least as many pairs consist of two such cards as the
        others are too few for.
        """
        left, _, undealt, *_ = state
        must = left & self.must
        alone = (must & self.alone).bit_count()
        pairs = (must.bit_count() - alone + 1) // 2
        if self.rules.goal != "all" or self.rules.stock != "dealt":
            return alone + pairs
        if not self.rules.stock_top:
            return alone + pairs - (-len(undealt) // self.rules.dealt_at_once)
        waiting = sum(not self.alone >> card & 1 for card in undealt)
        others = must.bit_count() - alone - waiting
        return alone + pairs + max(0, (waiting - others + 1) // 2)

    def ways(self, left: int, step: Step) -> int:
        """With how many of the cards left the two of a discard go, each counted for itself."""
        return sum((self._goes[card] & left).bit_count() for card in step)

    def uncovered(self, left: int, step: Step) -> int:
        """How many more cards are exposed after a discard."""
        card, other = step
        left &= ~(1 << card | 1 << other)
        under = (self._covered[card] | self._covered[other]) & left
        return sum(not self._covers[one] & left for one in _bits(under))

    def lacking(self, left: int, step: Step) -> int | None:
        """How many more discards of its kind a set needs than of the other, less than 0 if fewer.
        One kind is of two cards that both lie in the tableau, the other of two beside it; None for
        all others."""
        card, other = step
        laid_out = left & ((1 << self._open) - 1)
        beside = card >= self._open
        if card == other or (other >= self._open) != beside:
            return None
        over = (self._goes[card] & left & ~laid_out).bit_count()
        over -= (self._goes[other] & laid_out).bit_count()
        return over if beside else -over

    def key(self, state: State) -> tuple[object, ...]:
        """Positions with the same key have the same play before them: ranks are what counts of the
        cards that are not laid out."""
        left, wastes, undealt, pass_number, cleared = state
        ranks = self._ranks
        return (
            left & ((1 << self._open) - 1),
            *(waste.translate(ranks) for waste in wastes),
            undealt.translate(ranks),
            pass_number if self.rules.passes is not None else 0,
            cleared if self._par else 0,
        )

    # What may be done.

    def is_early_free(self, state: State) -> bool:
        """Whether a discard that is made early leaves possible what was done before a later one:
        the front condition of docs/development/proofs.md, "Exclusions"."""
        return not self._plain and (self._is_early_free or state[3] == self.rules.passes)

    def moves(self, state: State) -> list[Step]:
        """The moves; a card that goes immediately leaves no other."""
        if self.is_over(state):
            return []
        left, wastes, undealt, pass_number, _ = state
        free = list(self._free(left, wastes, undealt))
        for card, _pile in free:
            if self.alone >> card & 1 and self._goes_at_once(card, state):
                return [(card, card)]
        found: list[Step] = []
        for k, (card, pile) in enumerate(free):
            if self.alone >> card & 1:
                found.append((card, card))
                continue
            goes = self._goes[card]
            for other, its_pile in free[k + 1 :]:
                if goes >> other & 1 and self._match(pile, its_pile):
                    found.append((card, other))
        found += self._by_neighbours(left, wastes)
        return [*dict.fromkeys(found), *self._dealings(wastes, undealt, pass_number)]

    def choices(self, state: State) -> list[Step]:
        """The moves of one who always discards a card that goes alone."""
        for card, _pile in self._free(*state[:3]):
            if self.alone >> card & 1:
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

    def _goes_at_once(self, card: int, state: State) -> bool:
        """Whether a card that goes alone leaves nothing worse by going now."""
        at_once = self.at_once >> card & 1
        return bool(at_once) and (card < self._open or self.is_early_free(state))

    def _match(self, one: int, other: int) -> bool:
        low, high = min(one, other), max(one, other)
        if low < 0 < high:
            return self.rules.stock_waste != "no"
        return not 0 < low < high or self.rules.waste_match

    def _by_neighbours(self, left: int, wastes: tuple[bytes, ...]) -> Iterator[Step]:
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
    ) -> Iterator[Step]:
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

    def after(self, state: State, move: Step) -> State:
        """The position after a move."""
        left, wastes, undealt, pass_number, cleared = state
        card, other = move
        if card == _REDEAL:
            return left, (b"",) * len(wastes), b"".join(wastes), pass_number + 1, cleared
        if card == _DEAL:
            rules = self.rules
            if rules.wastes > 1 and not self._chooses:
                dealt = [undealt[k : k + 1] for k in range(len(wastes))]
            else:
                dealt = [undealt[: rules.draw] if k == other else b"" for k in range(len(wastes))]
            count = sum(map(len, dealt))
            put = tuple(waste + more for waste, more in zip(wastes, dealt, strict=True))
            return left, put, undealt[count:], pass_number, cleared
        left &= ~(1 << card | 1 << other)
        if card >= self._open or other >= self._open:
            gone = bytes((card, other))
            wastes = tuple(waste.translate(None, gone) for waste in wastes)
            undealt = undealt.translate(None, gone)
        if not cleared and not left & self.pyramid:
            cleared = pass_number
        return left, wastes, undealt, pass_number, cleared

    def told(self, line: Sequence[Step]) -> tuple[Move, ...]:
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
    """The numbers of the bits that are set."""
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low


def _turned(masks: list[int]) -> list[int]:
    """For each number the numbers in whose masks it is."""
    turned = [0] * len(masks)
    for at, mask in enumerate(masks):
        for one in _bits(mask):
            turned[one] |= 1 << at
    return turned


guard(__name__)
