"""Shortest and best lines where every line is looked at: how, and under which limits."""

import hashlib
from dataclasses import replace
from typing import Any, get_args

import pytest

from pyrtool import Card, Deal, Limits, Position, Unknown, Won, best, deal, shortest
from pyrtool.answers.kernel_setup.every_line import LinesFrom
from pyrtool.answers.objectives import By, worth
from pyrtool.answers.rating.chances import RatingLimits, rate, rate_range
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.game import Play
from pyrtool.kernel.without_sets import Cards, FewestTo, Line, Moves, MoveWorth, Walk
from pyrtool.notation import parse_deal
from pyrtool.records.ratings import contradiction, format_rating
from pyrtool.surveys.questions.best import WALK_VERSION

from ..dealing import shuffled, won


@pytest.mark.parametrize("game", ["day", "apophis", "cheops"])
def test_limits_claim_nothing(game: str) -> None:
    rules = GAMES[game]
    dealt = deal(2, rules)
    found = shortest(dealt, Limits(nodes=300))
    assert isinstance(found, Won | Unknown)
    by_seconds = shortest(dealt, Limits(seconds=0.2))
    assert isinstance(by_seconds, Won) or getattr(by_seconds, "limit", None) == "seconds"
    small = best(deal(1, rules), "A", Limits(nodes=500, memory_mib=1))
    assert small.bound == (4,) or small.proved


@pytest.mark.parametrize("game", ["treize", "cheops"])
def test_a_deal_is_rated_by_games_played_out(game: str) -> None:
    rules = GAMES[game]
    dealt = deal(3, rules)
    moves, limits = won(dealt).moves, RatingLimits(playouts=20, nodes=20_000)
    rating = rate(dealt, moves, limits)
    assert not rating.exact and rating.plain.playouts == rating.clever.playouts == 20
    assert contradiction(format_rating(rating), dealt, moves, Limits()) is None
    (found,) = rate_range(3, 1, "native", rules, moves=False, limits=limits)
    assert found == (3, replace(rating, first_moves=None, losing_first_moves=None, only_moves=None))


@pytest.mark.parametrize("game", ["apophis", "day", "treize"])
def test_a_deal_cleared_as_early_as_can_be_has_the_most_points(game: str) -> None:
    rules = Rules.from_dict(GAMES[game].to_dict() | {"scoring": "par"})
    found = best(deal(3, rules), "score", Limits(nodes=20_000))
    assert found.proved and found.position.score() == found.bound[0] == 50


def test_what_walks_find_changes_with_their_version() -> None:
    digest = hashlib.sha256()
    for game in ("treize", "apophis", "cheops"):
        rules = Rules.from_dict(GAMES[game].to_dict() | {"scoring": "par"})
        for by in get_args(By)[:3]:
            for number in (1, 6):
                found = best(deal(number, rules), by, Limits(nodes=1_000))
                digest.update(repr((worth(found.position, by), found.bound, found.nodes)).encode())
    assert (WALK_VERSION, digest.hexdigest()[:16]) == (4, "6cd27878c4ba3620"), "raise WALK_VERSION"


def laid_out(rules: Rules, text: str) -> LinesFrom:
    return LinesFrom(Position.start(Deal.of(tuple(map(Card.parse, text.split())), rules)))


def three_pairs(plain: bool) -> Walk:
    """A walk over three pairs of cards that lie open, and one that must go with none and cannot."""
    goes = [1 << (card ^ 1) for card in range(6)] + [0]
    covers: list[list[int]] = [[] for _ in goes]
    off: dict[str, Any] = dict.fromkeys(
        ("stock_top", "waste_pairs", "overlap", "choice", "both_ends"), False
    )
    kept: dict[str, int] = {"alone": 0, "must": 127, "pyramid": 0}
    ranks = bytes([1, 1, 2, 2, 3, 3, 4])
    cards = Cards(ranks, 127, 7, covers=covers, goes=goes, overlap=False, **kept)
    play = Play(covers, draw=1, passes=1, wastes=1, meets=[7] * 3, **off)
    line = Line(play, cards, ends=False, par=False)
    line.begin([b""], b"", 1, 0)
    return Walk(line, Moves(line, play, cards, dealt=False, early=True, plain=plain))


def test_discards_that_do_not_touch_are_made_in_one_order() -> None:
    for plain, moves in ((False, 7), (True, 12)):
        walk = three_pairs(plain)
        walk.begin()
        assert walk.search(100) == "lost"
        assert (walk.nodes, walk.reached) == (moves, 8)
    for room, answer in ((6, "memory"), (7, "lost")):  # the last move finds the eighth position
        walk = three_pairs(False)
        walk.room = room
        walk.begin()
        assert walk.search(100) == answer


def test_a_walk_that_pauses_goes_on_where_it_was() -> None:
    walk = three_pairs(False)
    walk.begin()
    answers = [walk.search(most) for most in (0, 2, 3, 2, 9)]
    assert answers == ["paused", "paused", "paused", "lost", "lost"] and walk.nodes == 7


def test_positions_cleared_in_other_passes_differ_for_points() -> None:
    for scoring in ("par", "none"):
        rules = Rules.from_dict(GAMES["day"].to_dict() | {"scoring": scoring})
        lines = LinesFrom(Position.start(deal(1, rules)))
        size = len(lines.cards.ranks)
        keys = set()
        for cleared in (0, 1, 2):
            lines.line.begin([b"", b""], bytes(range(lines.cards.exposed, size)), 1, cleared)
            Walk(lines.line, lines.moves).begin()
            keys.add(bytes(memoryview(lines.line.key)))
        assert len(keys) == (3 if scoring == "par" else 1)


def test_pairs_of_two_stock_cards_want_a_deal_each() -> None:
    rules = Rules(rows=1, ranks=4, suits=2, pairs="A-2, 3 alone, 4 alone", passes=None)
    lines = laid_out(rules, "3C AC 2C AD 2D 3D 4C 4D")
    assert FewestTo(lines.line, lines.moves, lines.bounds, lines.aim(), 0, False).least_moves() == 8
    found = shortest(lines.start)
    assert isinstance(found, Won) and len(found.moves) == 8


def test_what_a_discard_uncovers_and_what_its_set_lacks_is_its_worth() -> None:
    rules = Rules(rows=2, ranks=6, suits=2, pairs="same, next", passes=None)
    lines = laid_out(rules, "AC AD 2C 2D 3C 3D 4C 4D 5C 5D 6C 6D")
    cards = lines.cards
    worth = MoveWorth(cards.exposed, cards.goes, cards.covers, cards.covered)
    # An ace goes with 3 other cards, a 2 or a 3 with 5.
    uncovers, lacks, plenty = 12, 100, -100
    assert worth.of_discard(cards.left, 0, 1) == -6 * (3 + 3) + lacks
    assert worth.of_discard(cards.left, 1, 2) == -6 * (3 + 5) + uncovers + lacks
    assert worth.of_discard(cards.left, 3, 4) == -6 * (5 + 5) + lacks
    assert worth.of_discard(cards.left, 1, 3) == -6 * (3 + 5)  # one in the tableau, one beside it
    assert worth.of_discard(cards.left, 1, 1) == -6 * (3 + 3)
    assert worth.of_discard(cards.left, 3, 3) == -6 * (5 + 5)
    lines = laid_out(rules, "4C 4D 3C 3D 5C 2C AD AC 2D 5D 6C 6D")
    cards = lines.cards
    worth = MoveWorth(cards.exposed, cards.goes, cards.covers, cards.covered)
    # Three cards that go with 4C are beside the tableau, and two in it with 4D.
    assert worth.of_discard(cards.left, 0, 1) == -6 * (5 + 5) + plenty


def test_cards_that_must_be_dealt_bound_the_moves_to_a_rank() -> None:
    """All aces go, and one of them is dealt first: the walk takes no more nodes than it needs."""
    rules = Rules(
        rows=2, total=4, suits=2, passes=3, stock_top=False, stock_waste="no", waste_pairs=True,
        wastes=4, deal_to="choice", waste_match=True, overlap=True,
    )  # fmt: skip
    dealt = parse_deal("AC 3D 4C 3C AD 4D 2D 2C", rules)
    found = best(dealt, "A", Limits(nodes=400), shortest=True)
    assert found.proved and found.least_moves == len(found.moves) == 5
    assert found.nodes == 15  # without the bound by deals 91


@pytest.mark.parametrize(
    ("rules", "by", "seed", "nodes"),
    [
        (
            Rules(
                rows=2, ranks=6, suits=2, pairs="sum 7", wastes=2, deal_to="choice", goal="pyramid"
            ),
            "A", 0, 19,
        ),
        (Rules(rows=3, ranks=4, suits=2, pairs="same, next"), "A", 1, 40),
        (Rules(rows=2, ranks=4, suits=2, pairs="same, next", goal="pyramid"), "2", 12, 10),
    ],
)  # fmt: skip
def test_a_walk_ends_when_both_lines_are_the_best(
    rules: Rules, by: By, seed: int, nodes: int
) -> None:
    """It leaves out what betters neither the best line nor the one that clears the pyramid, and
    ends where nothing can."""
    found = best(Deal.of(shuffled(rules, seed), rules), by)
    assert (found.proved, found.nodes) == (True, nodes)
