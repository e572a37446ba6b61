"""Chances at a table with hidden cards, against every deal that can lie there."""

import importlib
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pyrtool import Rules, advise, deal, parse_position
from pyrtool.answers.solve import solution, solve
from pyrtool.answers.unknown_cards.player import TablePlayer, Winnable
from pyrtool.answers.unknown_cards.prior import Case, Sight
from pyrtool.base.limits import LimitError, Limits
from pyrtool.game.cards import Card, UnknownCard
from pyrtool.game.partly_seen import PartlySeen
from pyrtool.game.position import Position, PositionError

from ..dealing import one_in
from ..tables import (
    SMALL,
    BestPlayer,
    deals_behind,
    gone_sets,
    guesses,
    partly_seen,
    relaid,
    tables,
    uncertain,
)

chances = importlib.import_module("pyrtool.answers.unknown_cards.chances")


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_choices_of_gone_cards_are_all_choices(rules: Rules) -> None:
    """Counted, listed and drawn, they are those that pair off."""
    for table in tables(rules, 6):
        case, every = Case(table), list(gone_sets(table))
        if rules.stock_waste == "no":  # no more pairs than gaps
            gaps = table.tableau.count(None)
            alone = [sum(rules.goes_alone(c.rank) for c in gone) for gone in every]
            pairs = [(len(gone) - one) // 2 for gone, one in zip(every, alone, strict=True)]
            every = [gone for gone, count in zip(every, pairs, strict=True) if count <= gaps]
        assert case.hands.count == len(every)
        chance = Random(1)
        drawn = Counter(tuple(sorted(case.hands.draw(chance))) for _ in range(50 * len(every)))
        assert set(drawn) == {tuple(sorted(gone)) for gone in every}
        assert min(drawn.values()) > 20 and max(drawn.values()) < 90
        assert sum(deals for _, deals in case.each()) == case.deals


@pytest.mark.parametrize("rules", one_in(4, SMALL), ids=str)
def test_chances_are_exact_on_small_decks(rules: Rules) -> None:
    """Each is that of the best player to whom the deals look alike."""
    looked = 0
    for table in tables(rules, 12):
        advice, player = advise(table, deals=50), BestPlayer(counts=True)
        every = guesses([table])
        assert advice.assumed is not None
        for one in advice.worths:
            assert one.chance is not None and one.chance.exact is not None
            assert one.chance.exact == player.chance(every, one.moves[0]), table
            looked += 0 < one.chance.exact < 1
        values = [one.chance.exact for one in advice.worths if one.chance and one.chance.exact]
        assert values == sorted(values, reverse=True)
    assert looked


@pytest.mark.parametrize("rules", one_in(4, SMALL[:4]), ids=str)
def test_any_number_of_stock_cards_is_equally_likely(rules: Rules) -> None:
    looked = 0
    for table in tables(rules, 30):
        seen = partly_seen(table)
        positions = [p for p in seen.positions if len(p.unknown()) < 5]
        if table.turned is None and rules.stock_top:
            assert not positions  # it would have been seen
            continue
        if len(positions) < 2 or len(positions) < len(seen.positions) or looked > 5:
            continue
        advice, every = advise(seen, deals=50), guesses(positions)
        player = BestPlayer(counts=False)
        for one in advice.worths:
            assert one.chance is not None and one.chance.exact is not None
            assert one.chance.exact == player.chance(every, one.moves[0]), table
        looked += 1
    assert looked


@pytest.mark.parametrize(
    ("rules", "text", "best", "hindsight"),
    [
        (SMALL[0], "3D / -- -- turned 4C stock 3 face down waste ? 2C", "7/9", "29/36"),
        (SMALL[2], "6C / 2C 6D / 4D AD 2D turned 5C stock 3 face down waste ? AC", "11/12", "1"),
        (SMALL[4], "5C / -- 2C turned 3C stock 3 face down waste ? ? AD 4C", "4/9", "83/180"),
        (SMALL[6], "4D / 6D AC / 5C 3D 4C stock 4 face down waste 2D 6C pass 2", "2/3", "5/6"),
    ],
)
def test_the_chance_is_not_that_of_a_player_that_will_know_the_cards(
    rules: Rules, text: str, best: str, hindsight: str
) -> None:
    table = parse_position(text, rules)
    every = guesses([table])
    won = [one.weight for one in every if solve(one.position).is_won]
    assert sum(won, Fraction(0)) == Fraction(hindsight)
    assert BestPlayer(counts=True).chance(every) == Fraction(best)
    chance = advise(table, deals=9).worths[0].chance
    assert chance is not None and chance.exact == Fraction(best)


@pytest.mark.slow
def test_intervals_of_drawn_deals_hold_the_exact_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    at_random = uncertain(14)
    exact = [{one.moves: one.chance for one in advise(t, deals=1).worths} for t in at_random]
    monkeypatch.setattr(chances, "FEW_DEALS", 0)
    outside, looked = 0, 0
    for table, known in zip(at_random, exact, strict=True):
        for one in advise(table, deals=60).worths:
            true = known[one.moves]
            assert one.chance is not None and true is not None
            if one.chance.exact is None:
                low, high = one.chance.interval()
                outside += not low <= true.value <= high
                looked += 1
    assert looked > 14 and outside <= looked // 10


@pytest.mark.slow
def test_the_same_seed_gives_the_same_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "FEW_DEALS", 0)
    table = _large()
    first, again, other = (advise(table, deals=12, seed=seed) for seed in (4, 4, 5))
    assert first == again
    assert [one.chance for one in first.worths] != [one.chance for one in other.worths]


def _large() -> Position:
    start = Position.start(deal(9, "microsoft"))
    here = start.play_all(solution(start).moves[:6])
    assert here.pass_number == 1 and here.stock
    return relaid(here, [UnknownCard(0)] * len(here.stock))


def test_the_player_does_not_look_at_hidden_cards() -> None:
    """Where deals look alike, it makes the same move."""
    chosen = 0
    for rules in (SMALL[0], SMALL[2], replace(SMALL[0], passes=2)):
        for table in tables(rules, 8):
            moves = set()
            deals = list(deals_behind(table))
            hidden = {at for at, card in enumerate(table.cards()) if not card.is_known}
            for one in Random(3).sample(deals, min(6, len(deals))):
                unseen = frozenset(card for at, card in enumerate(one.cards()) if at in hidden)
                player = TablePlayer(0, Winnable(64))
                sight = Sight(one, unseen, frozenset())
                moves.add(player.choose(sight, [(0, 0)], Random(7)))
            assert len(moves) == 1
            chosen += len(list(table.legal_moves())) > 1
    assert chosen > 5


@pytest.mark.slow
def test_limits_leave_an_interval_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "FEW_DEALS", 0)
    table = _large()
    whole = advise(table, deals=40)
    assert whole.assumed is not None and whole.assumed.limit is None
    cut = advise(table, Limits(nodes=whole.nodes * 2 // 3), deals=40)
    assert cut.assumed is not None and cut.assumed.limit == "nodes"
    for one, more in ((cut.worths[0], whole.worths[0]),):
        assert one.chance is not None and more.chance is not None
        assert one.chance.played < more.chance.played
    for name in ("deals", "seed"):
        with pytest.raises(LimitError, match=name):
            advise(table, **{name: -1})  # type: ignore[arg-type]


def test_what_no_number_of_cards_allows_is_rejected() -> None:
    rules = Rules(rows=1, total=3, suits=2, passes=1)
    seen = PartlySeen(rules, (Card.parse("3C"),), turned=Card.parse("AC"), pass_number=2)
    with pytest.raises(PositionError, match="pass 2"):
        advise(seen)
    both = replace(rules, waste_ends="both")
    below = PartlySeen(both, (Card.parse("3C"),), turned=Card.parse("AC"), more_below=True)
    with pytest.raises(PositionError, match="say how many cards lie on it"):
        advise(below)
    waste = (UnknownCard(0),) * 4
    full = PartlySeen(rules, (Card.parse("3C"),), turned=Card.parse("AC"), waste=waste)
    with pytest.raises(PositionError, match="no card is left that can lie face down"):
        advise(full)


@pytest.mark.parametrize("name", ["day", "apophis", "yield", "tut", "thirteen", "pharaohs"])
def test_every_kind_of_game_gets_chances(name: str) -> None:
    """Several wastes, both ends of one, several cards at a time, covered cards, and no stock."""
    start = Position.start(deal(4, name))
    here, moves = start, Random(2)
    for _ in range(5):
        here = here.play(moves.choice(list(here.legal_moves())))
    hidden = here if here.stock else start
    unknown = [UnknownCard(0)] * len(hidden.stock)
    if not unknown:
        with pytest.raises(PositionError, match="stock"):
            advise(PartlySeen(hidden.rules, hidden.tableau, turned=None), deals=4)
        return
    advice = advise(relaid(hidden, unknown), orders=4, deals=4)
    assert {one.chance is None for one in advice.worths} == {False}
    for one in advice.worths:
        assert one.chance is not None
        low, high = one.chance.interval()
        assert 0 <= low <= one.chance.value <= high <= 1
