"""What a kernel found as moves of the game.

The searches note discards only, each with the stock's position: `moves_of` decides where deals,
redeals and the discards of kings come between them. A matching has no order:
`in_order` gives it one. Whether the line is right is for the referee.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyrtool.answers.kernels.build import game
from pyrtool.answers.kernels.positions import first_pass, stock_position
from pyrtool.answers.soundness import Question, early_never_hurts, stock_kings_go_from
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.line import Played
from pyrtool.game.position import DealStock, Discard, IllegalMoveError, Move, Position, Redeal
from pyrtool.kernel.numbers.encoding import VANISHED


def moves_of(
    line: Sequence[tuple[int, int, int]],
    start: Position,
    stock: Sequence[Card],
    question: Question = "won",
    card_of: Mapping[int, Card] | None = None,
) -> Played:
    """The search's discards as moves from `start`, with the deals and redeals between them.

    The referee plays each of them here, and refuses an illegal one.

    `stock`: the cards by their index in the search's stock. `card_of`: the cards by their numbers
    in the line, where these are not bits in set order. Kings go as soon as the search
    let them, in `shortest` lines only when they must or when the stock is dealt on.
    Stock is dealt until the discard can be made, or where that is not the same, until it stands as
    the search had it; at the end until the goal is reached, in a `best` line until the kings
    are gone (before the discard that ends the game). In `fewest` lines all discards are told.
    """
    rules = start.rules
    monotone = early_never_hurts(rules)
    first = first_pass(start)
    in_stock = set(stock) if rules.stock == "dealt" else set()
    if card_of is None:
        numbers = game(rules)
        card_of = {numbers.bit(card): card for card in start.cards()}
    shortest = question == "shortest"
    kings_go = stock_kings_go_from(start, question)
    last = _last_cards(start) if rules.ends_when_cleared and question == "best" else frozenset()
    pyramid = start.layout.in_pyramid
    optional: set[Card | None] = set()
    if shortest and rules.goal == "pyramid":
        laid_out = zip(start.tableau, pyramid, strict=True)
        optional = {*(card for card, inside in laid_out if not inside), *start.bouquet}
    alone = {rank for rank in range(1, rules.highest_rank + 1) if rules.goes_alone(rank)}
    so_far, position = Played(start), start

    def play(move: Move) -> None:
        nonlocal so_far, position
        so_far = so_far.then(move)
        position = so_far.end

    def goes_at_once(card: Card) -> bool:
        if card.rank not in alone or question == "fewest" or card in last:
            return False
        if card in in_stock:
            return kings_go and not shortest
        return card not in optional

    at_once = frozenset(filter(goes_at_once, start.cards()))
    kings_left = set(at_once)

    def play_kings() -> None:
        while kings_left:
            king = next((card for card in position.available() if card in kings_left), None)
            if king is None or (position.is_over() if question == "best" else position.is_won()):
                break
            play(Discard((king,)))
            kings_left.remove(king)

    def deal_on() -> None:
        turned = position.turned
        if shortest and kings_go and turned and turned.rank in alone:
            play(Discard((turned,)))
        else:
            play(DealStock() if position.undealt() else Redeal())
        play_kings()

    def goes_now(pair: tuple[Card, ...], when: int) -> bool:
        """Play the discard if it is time."""
        if monotone:
            if any(card in position.stock for card in pair):
                return False
        elif stock_position(position, stock, first) != when:
            return False
        try:
            play(Discard(pair))
        except IllegalMoveError:
            if monotone:
                return False
            raise
        return True

    def ends(pair: tuple[Card, ...]) -> bool:
        if last.isdisjoint(pair):
            return False
        there = {card for card, inside in zip(position.tableau, pyramid, strict=True) if inside}
        return there <= {None, *pair}

    def kings_wait() -> bool:
        return any(card.rank in alone for card in position.undealt())

    play_kings()
    for low, high, when in line:
        if question == "won" and position.is_won():
            break  # a king that the search kept for later went at once, and ended the game
        if low == VANISHED:
            deal_on()
            while not position.vanished:
                deal_on()
            continue
        pair = tuple(card_of[bit] for bit in dict.fromkeys((low, high)))
        if len(pair) == 1 and at_once.issuperset(pair):
            continue
        while (ends(pair) and kings_go and kings_wait()) or not goes_now(pair, when):
            deal_on()
        play_kings()

    def is_over() -> bool:
        if question == "fewest":
            return True
        if question != "best":
            return position.is_won()
        return position.is_over() or not kings_go or not kings_wait()

    while not is_over():
        deal_on()
    return so_far.remember()


def _last_cards(position: Position) -> frozenset[Card]:
    """The pyramid's cards that cover nothing: one of them is in the discard that clears it."""
    layout = position.layout
    covering = {place for on_it in layout.covers for place in on_it}
    return frozenset(
        card
        for place, card in enumerate(position.tableau)
        if card is not None and layout.in_pyramid[place] and place not in covering
    )


def in_order(start: Position, mates: dict[int, int]) -> list[Move]:
    """A line of play in which the places of `mates` go together, the others with open cards.

    Any order that respects the covers will do: first kings, then pairs within the
    tableau, then pairs with open cards, and the open cards that are left at the end.
    """
    rules, layout = start.rules, start.layout
    size = len(layout.above)
    laid_out = {i: card for i, card in enumerate(start.tableau) if card is not None}
    left = sum(1 << i for i in laid_out)
    partner = mates | {j: i for i, j in mates.items()}
    open_cards = [card for card in start.bouquet if card is not None]
    moves: list[Move] = []

    def exposed(place: int, but: int = 0) -> bool:
        return not layout.above[place] & left & ~but

    def next_places() -> tuple[int, ...]:
        free = None
        pair = None
        for i in range(size):
            if not left >> i & 1:
                continue
            if i not in partner:
                if exposed(i):
                    if rules.goes_alone(laid_out[i].rank):
                        return (i,)
                    free = free or (i,)
            elif exposed(j := partner[i]) and exposed(i, layout.direct[i] & 1 << j):
                pair = pair or (i, j)
        chosen = pair or free
        assert chosen is not None, "the matching has a cycle"
        return chosen

    wanted = layout.pyramid if rules.goal == "pyramid" else left
    while left & wanted:
        places = next_places()
        left &= ~sum(1 << i for i in places)
        discard = tuple(laid_out[i] for i in places)
        moves.append(Discard(discard + _completing(discard, open_cards, rules)))
    if rules.goal == "all":
        while open_cards:
            discard = (open_cards.pop(0),)
            moves.append(Discard(discard + _completing(discard, open_cards, rules)))
    return moves


def _completing(
    discard: tuple[Card, ...], open_cards: list[Card], rules: Rules
) -> tuple[Card, ...]:
    """Take the open card that completes a single card from `open_cards`; nothing otherwise."""
    if len(discard) == 2 or rules.goes_alone(discard[0].rank):
        return ()
    card = next(card for card in open_cards if rules.go_together(discard[0].rank, card.rank))
    open_cards.remove(card)
    return (card,)


guard(__name__)
