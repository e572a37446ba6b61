"""Exact chances in open games that the kernels for sets do not know, against the referee."""

from __future__ import annotations

from functools import cache

import pytest

from pyrtool.answers.rating import RatingLimits, rate, rate_range
from pyrtool.answers.rating.players import POSITIONS, exact_chances
from pyrtool.answers.solve import Won, solve
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Discard, Position
from pyrtool.notation.deals import parse_cards

from ..dealing import shuffled
from ..drawing import drawn_seed, enough

MIB = 1 << 20
SMALL = [
    Rules(rows=2, ranks=3, suits=4, pairs="A-A, 2-2, 3-3", stock="bouquet"),
    Rules(rows=3, ranks=4, suits=2, pairs="same, next", stock="bouquet", overlap=True),
    Rules(rows=3, ranks=4, suits=2, pairs="A-2, 2-3, 4 alone", stock="bouquet", goal="pyramid"),
    Rules(rows=3, ranks=4, suits=2, pairs="A-2, 2-3, A-3, 4 alone", stock="bouquet"),
    Rules(rows=3, total=3, packs=2, suits=2, stock="bouquet"),
    Rules(rows=3, total=3, packs=2, suits=2, stock="bouquet", overlap=True, goal="pyramid"),
    Rules(tableau="columns 3x3 + reserve 3", stock="none", ranks=3, suits=4, pairs="same"),
    Rules(tableau="columns 3x4", stock="none", ranks=3, suits=4, pairs="same", overlap=True),
]


def is_dead(position: Position) -> bool:
    """Whether a card that must go lies under all that it goes with."""
    rules, layout, tableau = position.rules, position.layout, position.tableau

    def is_over(other: int, place: int) -> bool:
        return any(on_it == other or is_over(other, on_it) for on_it in layout.covers[place])

    def may_meet(place: int, other: int) -> bool:
        return not is_over(other, place) or (rules.overlap and other in layout.covers[place])

    for place, card in enumerate((*tableau, *position.bouquet)):
        is_beside = place >= len(tableau)
        if card is None or rules.goes_alone(card.rank):
            continue
        if rules.goal == "pyramid" and (is_beside or not layout.pyramid >> place & 1):
            continue
        mates = [
            other
            for at, other in enumerate((*tableau, *position.bouquet))
            if other is not None and at != place and other.rank in rules.partners[card.rank]
            if is_beside or at >= len(tableau) or may_meet(place, at)
        ]
        if not mates:
            return True
    return False


def chances(start: Position) -> tuple[float, float]:
    """The chances of both players, by every line that the referee plays."""

    @cache
    def at(position: Position) -> tuple[float, float]:
        if position.is_won():
            return 1.0, 1.0
        moves = list(position.legal_moves())
        kings = [move for move in moves if isinstance(move, Discard) and len(move.cards) == 1]
        after = [position.play(move) for move in kings[:1] or moves]
        kept = [at(one) for one in after if not is_dead(one)]
        if not kept:
            return 0.0, 0.0
        return sum(p for p, _ in kept) / len(after), sum(c for _, c in kept) / len(kept)

    return (0.0, 0.0) if is_dead(start) else at(start)


@pytest.mark.draws
@pytest.mark.parametrize("deals", [8, pytest.param(60, marks=pytest.mark.slow)])
def test_chances_are_those_of_the_referee(deals: int) -> None:
    won = 0
    for rules in SMALL:
        for number in range(deals):
            cards = shuffled(rules, drawn_seed() + number)
            start = Position.start(Deal.of(cards, rules))
            found = exact_chances(start, POSITIONS, MIB)
            assert found is not None
            assert found[:2] == pytest.approx(chances(start), rel=1e-12), (rules, cards)
            won += 0 < found[0] < found[1]
    enough(won, deals)


def test_nestor_has_exact_ratings() -> None:
    """The plain player's chance is that of a count by another program, of every line."""
    dealt = deal(2, "nestor")
    found = solve(dealt)
    assert isinstance(found, Won)
    rating = rate(dealt, found.moves)
    assert rating.exact and rating.positions > 1000 and rating.first_moves == 6
    assert rating.plain.value == pytest.approx(0.558602, abs=1e-6)
    (in_range,) = rate_range(2, 1, "native", GAMES["nestor"], moves=False)
    assert in_range[1].plain == rating.plain and in_range[1].clever == rating.clever


def test_what_does_not_fit_a_limit_is_played_out() -> None:
    dealt = deal(2, "nestor")
    start = Position.start(dealt)
    positions = rate(dealt).positions
    assert exact_chances(start, positions, MIB) is not None
    assert exact_chances(start, positions - 1, MIB) is None
    assert exact_chances(start, positions, 1 << 10) is None
    few = rate(dealt, limits=RatingLimits(positions=positions - 1, playouts=50))
    assert not few.exact and few.plain.playouts == 50
    many = rate(dealt, limits=RatingLimits(positions=1, playouts=2_500))
    assert many.plain.playouts == 2_500 > rate(dealt, limits=RatingLimits(1)).plain.playouts
    stock = Position.start(deal(1, "cheops"))
    assert exact_chances(stock, 10, MIB) is None  # a stock is dealt


def test_a_position_that_is_won_or_dead() -> None:
    dealt = deal(2, "nestor")
    found = solve(dealt)
    assert isinstance(found, Won)
    won = Position.start(dealt).play_all(found.moves)
    assert exact_chances(won, 1, MIB) == (1.0, 1.0, 0)
    rows = parse_cards(
        ["AS", "2S", "3S", "AH", "2H", "3H", "AD", "2D", "3D", "AC", "2C", "3C"]
    )  # a rank a column
    columns = Rules(tableau="columns 3x4", stock="none", ranks=3, suits=4, pairs="same")
    dead = Position.start(Deal.of(rows, columns))
    assert exact_chances(dead, 1, MIB) == (0.0, 0.0, 0)
