"""Translate the lines that kernels find into moves of the game.

The searches note discards only, each with the stock's position: `moves_of` decides where deals,
redeals and the discards of kings come between them. A matching has no order:
its kernel finds one, which `in_order` writes out. Whether the line is right is for the referee.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from pyrtool.answers.kernel_setup.build import game
from pyrtool.answers.kernel_setup.positions import first_pass, stock_position
from pyrtool.answers.plan import Question, plan_of, stock_kings_go_from
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.line import Played
from pyrtool.game.position import DealStock, Discard, IllegalMoveError, Move, Position, Redeal
from pyrtool.kernel.constants import VANISHED
from pyrtool.kernel.verdict import Matcher


def moves_of(
    line: Sequence[tuple[int, int, int]],
    start: Position,
    stock: Sequence[Card],
    question: Question = "won",
    card_of: Mapping[int, Card] | None = None,
) -> Played:
    """Return the search's discards as moves from `start`, with the deals and redeals between them.

    The referee plays each of them here, and rejects an illegal one.

    `stock`: the cards by their index in the search's stock. `card_of`: the cards by their numbers
    in the line, where these are not bits in set order. Kings go as soon as the search
    let them, in `shortest` lines only when they must or when the stock is dealt on.
    Stock is dealt until the discard can be made, or where that differs, until it is as the search
    had it. At the end it is dealt until the goal is reached, in a `best` line until the kings are
    gone (before the discard that ends the game). `fewest` lines name all discards.
    """
    if card_of is None:
        numbers = game(start.rules)
        card_of = {numbers.bit(card): card for card in start.cards()}
    played = _PlayedLine(start, stock, question)
    played.play_kings()
    for low, high, when in line:
        if question == "won" and played.position.is_won():
            break  # a king that the search kept for later went immediately, and ended the game
        if low == VANISHED:
            played.deal_till_cards_vanish()
        else:
            played.discard(tuple(card_of[bit] for bit in dict.fromkeys((low, high))), when)
    while not played.is_over():
        played.deal_on()
    return played.so_far.remember()


class _PlayedLine:
    """A line as far as it was played, from a search's answer to a question."""

    def __init__(self, start: Position, stock: Sequence[Card], question: Question) -> None:
        rules = start.rules
        self.question, self.stock = question, stock
        self.so_far, self.position = Played(start), start
        self.monotone, self.first = plan_of(rules).early_never_hurts, first_pass(start)
        self.kings_go = stock_kings_go_from(start, question)
        self.last: frozenset[Card] = frozenset()
        if rules.ends_when_cleared and question == "best":
            self.last = _last_cards(start)
        self.pyramid = start.layout.in_pyramid
        ranks = range(1, rules.highest_rank + 1)
        self.alone = {rank for rank in ranks if rules.goes_alone(rank)}
        self.at_once = self._at_once(start)
        self.kings_left = set(self.at_once)

    def _at_once(self, start: Position) -> frozenset[Card]:
        """Return the kings that go as soon as they can, and for which the search has no discard."""
        if self.question == "fewest":
            return frozenset()
        shortest, rules = self.question == "shortest", start.rules
        kept: set[Card | None] = set(self.last)
        if rules.stock == "dealt" and (shortest or not self.kings_go):
            kept.update(self.stock)
        if shortest and rules.goal == "pyramid":
            laid_out = zip(start.tableau, self.pyramid, strict=True)
            kept.update((card for card, inside in laid_out if not inside), start.bouquet)
        return frozenset(
            card for card in start.cards() if card.rank in self.alone and card not in kept
        )

    def play(self, move: Move) -> None:
        """Have the referee play a move."""
        self.so_far = self.so_far.then(move)
        self.position = self.so_far.end

    def play_kings(self) -> None:
        """Discard the kings that go immediately, until the goal is reached or the game is over."""
        best = self.question == "best"
        while self.kings_left:
            position, left = self.position, self.kings_left
            king = next((card for card in position.available() if card in left), None)
            if king is None or (position.is_over() if best else position.is_won()):
                break
            self.play(Discard((king,)))
            left.remove(king)

    def deal_on(self) -> None:
        """Deal or redeal; in a shortest line a turned king goes instead."""
        position = self.position
        turned = position.turned
        goes = self.question == "shortest" and self.kings_go
        if goes and turned and turned.rank in self.alone:
            self.play(Discard((turned,)))
        else:
            self.play(DealStock() if position.undealt() else Redeal())
        self.play_kings()

    def deal_till_cards_vanish(self) -> None:
        """Deal on, to the next cards that vanish by themselves."""
        self.deal_on()
        while not self.position.vanished:
            self.deal_on()

    def discard(self, cards: tuple[Card, ...], when: int) -> None:
        """Discard cards of the search's line as soon as it is time, the stock being dealt."""
        if len(cards) == 1 and self.at_once.issuperset(cards):
            return
        while (self._ends(cards) and self._kings_wait()) or not self._goes_now(cards, when):
            self.deal_on()
        self.play_kings()

    def _goes_now(self, cards: tuple[Card, ...], when: int) -> bool:
        """Play the discard if it is time."""
        if self.monotone:
            if any(card in self.position.stock for card in cards):
                return False
        elif stock_position(self.position, self.stock, self.first) != when:
            return False
        try:
            self.play(Discard(cards))
        except IllegalMoveError:
            if self.monotone:
                return False
            raise
        return True

    def _ends(self, cards: tuple[Card, ...]) -> bool:
        """Return whether the discard clears the pyramid, and that ends the game."""
        if self.last.isdisjoint(cards):
            return False
        laid_out = zip(self.position.tableau, self.pyramid, strict=True)
        return {card for card, inside in laid_out if inside} <= {None, *cards}

    def _kings_wait(self) -> bool:
        """Return whether kings that go from the stock were not dealt yet."""
        undealt = self.position.undealt()
        return self.kings_go and any(card.rank in self.alone for card in undealt)

    def is_over(self) -> bool:
        """Return whether all of the line was played that the question asks for."""
        if self.question == "fewest":
            return True
        if self.question != "best":
            return self.position.is_won()
        return self.position.is_over() or not self._kings_wait()


def _last_cards(position: Position) -> frozenset[Card]:
    """Return the pyramid's cards that cover nothing: one of them is in the discard that clears
    it."""
    layout = position.layout
    covering = {place for on_it in layout.covers for place in on_it}
    return frozenset(
        card
        for place, card in enumerate(position.tableau)
        if card is not None and layout.in_pyramid[place] and place not in covering
    )


Step = tuple[int, int]
"""A move of a kernel without sets: two cards, one twice that goes alone; (-1, waste) for a deal,
(-2, 0) for a redeal."""

_DEAL: Final = -1
_REDEAL: Final = -2


def moves_of_steps(
    steps: Sequence[Step], cards: Sequence[Card | None], first_waste: int = 0
) -> tuple[Move, ...]:
    """Return steps as moves. `first_waste` is added to the number of each waste."""
    moves: list[Move] = []
    for first, second in steps:
        if first == _REDEAL:
            moves.append(Redeal())
        elif first == _DEAL:
            moves.append(DealStock(second + first_waste))
        else:
            both = dict.fromkeys((first, second))
            moves.append(Discard(tuple(card for n in both if (card := cards[n]))))
    return tuple(moves)


def in_order(start: Position, kernel: Matcher) -> list[Move]:
    """Make the line in which the places go together that the matcher merged, in an order that it
    found.

    The others go with open cards. Also return the open cards that are left at the end.
    """
    rules, layout = start.rules, start.layout
    left = start.laid_out()
    open_cards = [card for card in start.bouquet if card is not None]
    moves: list[Move] = []
    wanted = layout.pyramid if rules.goal == "pyramid" else left
    for i, j in kernel.order(left, wanted):
        card, other = start.tableau[i], start.tableau[j]
        assert card is not None and other is not None, "a place that is laid out"
        discard = (card, other) if i != j else (card, *_completing(card, open_cards, rules))
        moves.append(Discard(discard))
    if rules.goal == "all":
        while open_cards:
            card = open_cards.pop(0)
            moves.append(Discard((card, *_completing(card, open_cards, rules))))
    return moves


def _completing(single: Card, open_cards: list[Card], rules: Rules) -> tuple[Card, ...]:
    """Take the open card that goes with a single one from `open_cards`; nothing for a king."""
    if rules.goes_alone(single.rank):
        return ()
    card = next(card for card in open_cards if rules.go_together(single.rank, card.rank))
    open_cards.remove(card)
    return (card,)
