"""Pairs in which a rank matches several: rules, and the search that knows no sets, against the
brute force with every prune off in turn."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pyrtool.answers import soundness
from pyrtool.answers.blocks import (
    argue,
    certify,
    check_block,
    find_block,
    find_blocks,
    unanswered_sets,
)
from pyrtool.answers.kernels import build, players
from pyrtool.answers.kernels.positions import loaded
from pyrtool.answers.second_opinion import search as plain_search
from pyrtool.answers.solve import Limits, Lost, Unknown, Won, solve
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules, RulesError
from pyrtool.game.pairs import unpaired
from pyrtool.game.position import Discard, Position
from pyrtool.kernel.verdict.any_pairs.losing import GENERAL_PRUNES
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.surveys import Plan
from pyrtool.surveys.questions import solve_shard
from pyrtool.surveys.questions.verdict.question import unpack
from pyrtool.surveys.shard import Task

from ..dealing import judged, legal
from ..oracle import Judge, TooManyStates

PAIRS = (
    "same",
    "next",
    "same, next",
    "A-2, 2-3, 3-A",
    "A-2, A-3, 2-2, 3-3",
    "same, sum 5",
    "sum 4, sum 5",
    "next, A-3",
    "A-2, A-3",
    "A-2, 2-3, 4 alone, 3-3",
    "A-A, 2-2",
    "A-A, 2-2, 3 alone",
    "next, same, A-4",
    "A-A, 2 alone, 3-4, 4-4",
)
TABLEAUX = (
    "pyramid 1",
    "pyramid 2",
    "pyramid 3",
    "pyramid 4",
    "triangle 3",
    "pyramid 2 + columns 2x2",
    "pyramid 2 + reserve 2",
    "columns 3x3 + triangle 2",
)


def drawn(chance: random.Random) -> Rules:
    """Small rules that only the general search knows."""
    while True:
        table = {
            "pairs": chance.choice(PAIRS),
            "ranks": chance.choice((2, 3, 4, 4, 5)),
            "suits": chance.choice((2, 3, 4)),
            "tableau": chance.choice(TABLEAUX),
            "overlap": chance.random() < 0.3,
            "goal": chance.choice(("all", "all", "pyramid")),
            "stock": chance.choice(("dealt", "dealt", "dealt", "bouquet")),
        }
        stock: dict[str, Any] = {
            "passes": chance.choice((1, 1, 2, 3, None)),
            "draw": chance.choice((1, 1, 1, 2, 3)),
            "stock_top": chance.random() < 0.6,
            "stock_waste": chance.choice(("yes", "no")),
            "waste_pairs": chance.random() < 0.3,
        }
        rules = legal(table, stock if table["stock"] == "dealt" else {})
        if rules is not None and not soundness.sets_answer(rules):
            return rules


@pytest.mark.parametrize("seed", range(60))
def test_verdicts_are_those_of_the_brute_force(seed: int) -> None:
    rules, oracle, won = judged(drawn, seed)
    verdict = solve(Deal.of(oracle.cards, rules))  # type: ignore[arg-type]
    assert isinstance(verdict, Won if won else Lost), rules
    assert plain_search(Deal.of(oracle.cards, rules)).answer == ("won" if won else "lost")  # type: ignore[arg-type]
    if isinstance(verdict, Lost) and verdict.block is not None:
        assert check_block(verdict.block, Deal.of(oracle.cards, rules))  # type: ignore[arg-type]
        certify(verdict.block, Deal.of(oracle.cards, rules))  # type: ignore[arg-type]


def test_groups_lie_where_they_were_dealt_though_kings_are_left_out() -> None:
    test_verdicts_are_those_of_the_brute_force(1375)


@pytest.mark.slow
def test_many_verdicts_are_those_of_the_brute_force() -> None:
    for seed in range(100, 600):
        test_verdicts_are_those_of_the_brute_force(seed)
        for name in GENERAL_PRUNES:
            _without(seed, frozenset({name}))


@pytest.mark.parametrize("names", [*((name,) for name in GENERAL_PRUNES), tuple(GENERAL_PRUNES)])
def test_every_prune_is_sound(names: tuple[str, ...]) -> None:
    for seed in range(60):
        _without(seed, frozenset(names))


def _without(seed: int, names: frozenset[str]) -> None:
    rules, oracle, won = judged(drawn, seed)
    start = Position.start(Deal.of(oracle.cards, rules))  # type: ignore[arg-type]
    kernel, _ = loaded(start, names)
    assert kernel.search(10**9) == ("won" if won else "lost"), rules


@pytest.mark.parametrize("seed", range(20))
def test_positions_in_play_are_judged(seed: int) -> None:
    rules, oracle, _ = judged(drawn, seed)
    chance = random.Random(seed)
    try:
        judge = Judge(oracle.cards, rules, 20_000)
    except TooManyStates:
        return
    position = Position.start(Deal.of(oracle.cards, rules))  # type: ignore[arg-type]
    for _ in range(12):
        moves = list(position.legal_moves())
        if not moves or position.is_won():
            break
        position = position.play(chance.choice(moves))
        position.check_played()
        assert isinstance(solve(position), Won) == judge(position), (rules, position)


def test_a_search_in_slices_answers_the_same() -> None:
    rules = GAMES["cheops"]
    start = Position.start(deal(5, rules))
    whole, _ = loaded(start)
    assert whole.search(10**6) == "won"
    nodes, line = whole.nodes, whole.line()
    kernel, _ = loaded(start)
    while (answer := kernel.search(997)) == "paused":
        pass
    assert (answer, kernel.nodes, kernel.line()) == ("won", nodes, line)


def test_limits_give_unknown() -> None:
    cards, rules = deal(40).cards, GAMES["cheops"]
    assert solve(Deal.of(cards, rules), Limits(nodes=500)) == Unknown("nodes", 500)
    found = solve(Deal.of(cards, rules), Limits(memory_mib=1))
    assert isinstance(found, Won | Unknown) and (isinstance(found, Won) or found.limit == "memory")


def test_cheops_deals_are_won_and_surveyed() -> None:
    rules = GAMES["cheops"]
    found = [solve(deal(number, rules), Limits(nodes=30_000)) for number in range(1, 31)]
    assert sum(isinstance(verdict, Won) for verdict in found) >= 25
    shard = solve_shard(Task(Plan(rules, limit_nodes=30_000), 1, 30))
    packed = list(unpack(shard.packed, 30))
    assert [nodes for _, nodes in packed] == [verdict.nodes for verdict in found]
    assert shard.tally.counts["won"] == sum(isinstance(verdict, Won) for verdict in found)


def test_who_goes_with_whom() -> None:
    cheops = GAMES["cheops"]
    assert how_to_play(cheops)[0].startswith(
        "Discard pairs of cards: two of a rank, neighbouring ranks."
    )
    assert cheops.sets == (tuple(range(1, 14)),)
    assert cheops.partners[1] == (1, 2) and cheops.partners[7] == (6, 7, 8)
    assert not cheops.go_together(13, 1) and not cheops.goes_alone(13)
    assert Rules.from_dict(cheops.to_dict()) == cheops
    start = Position.start(deal(1, cheops))
    pairs = [move for move in start.legal_moves() if isinstance(move, Discard)]
    assert pairs and all(abs(a.rank - b.rank) <= 1 for a, b in (m.cards for m in pairs))
    assert len(Rules(pairs="same").sets) == 13


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"pairs": "same, K alone"}, "K is alone and matches K"),
        ({"pairs": "sum 13"}, "K matches no rank of the deck"),
        (
            {"pairs": "A-2, 2-3", "ranks": 3, "rows": 2},
            "4 of A, 4 of 2, 4 of 3 cannot all be discarded",
        ),
        ({"pairs": "A-2, 2-3, 2-2", "ranks": 3, "rows": 2}, "4 of A, 4 of 2, 4 of 3 cannot"),
        ({"pairs": "A-A, 2-5, 3-5, 4-4, 5-5", "ranks": 5, "rows": 2}, "4 of 2, 4 of 3, 4 of 5"),
        ({"pairs": "same", "suits": 3, "rows": 2}, "one would be left over"),
        ({"pairs": "next", "ranks": 3, "suits": 3, "rows": 2}, "3 of A, 3 of 2, 3 of 3 cannot"),
    ],
)
def test_pairs_that_cannot_be_are_refused(given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        Rules(**given)


def test_numbers_alone_forbid() -> None:
    partners = GAMES["cheops"].partners
    assert unpaired(partners, {1: 1, 2: 1, 9: 2}) is None
    assert unpaired(partners, {1: 1, 2: 1, 9: 1, 13: 1}) == "1 of 9"
    assert unpaired(Rules().partners, {1: 2, 12: 2, 13: 1}) is None


def test_numbers_forbid_where_no_way_to_pair_is_found() -> None:
    chance = random.Random(11)
    found = []
    for _ in range(2_000):
        ranks = range(1, chance.randint(2, 6) + 1)
        edges = [(a, b) for a in ranks for b in ranks if a <= b and chance.random() < 0.4]
        partners = ((), *(tuple(o for o in ranks if {(o, r), (r, o)} & {*edges}) for r in ranks))
        counts = {rank: chance.randint(0, 4) for rank in ranks}
        goes = tuple(counts[rank] if partners[rank] else 0 for rank in ranks)
        found.append(unpaired(partners, counts))
        assert (found[-1] is None) == can_pair_off(goes, partners, {})
    assert 200 < found.count(None) < 1_800


def can_pair_off(
    left: tuple[int, ...], partners: tuple[tuple[int, ...], ...], known: dict[tuple[int, ...], bool]
) -> bool:
    """Whether this many cards of each rank go all in pairs: every way is tried."""
    if not any(left):
        return True
    if left not in known:
        rank = next(rank for rank, count in enumerate(left, 1) if count)
        ways = []
        for other in partners[rank]:
            rest = list(left)
            rest[rank - 1] -= 1
            rest[other - 1] -= 1
            ways += [tuple(rest)] if min(rest) >= 0 else []
        known[left] = any(can_pair_off(way, partners, known) for way in ways)
    return known[left]


def test_what_is_not_asked_is_refused() -> None:
    cards, rules = deal(1).cards, GAMES["cheops"]
    for ask in (
        lambda: build.game(rules),
        lambda: players.closed_player(rules, "greedy", 0),
    ):
        with pytest.raises(RulesError, match="for pairs same"):
            ask()
    with pytest.raises(RulesError, match="several ranks match themselves"):
        solve(Deal.of(cards, Rules(pairs="same", stock_waste="auto")))
    with pytest.raises(RulesError, match="a rank matches several"):
        solve(Deal.of(cards, Rules(pairs="same, next", stock_waste="auto")))


def test_blocks_of_any_pairs() -> None:
    same, cheops = Rules(pairs="same"), GAMES["cheops"]
    assert "all ranks are one set" in unanswered_sets(cheops) and not unanswered_sets(same)
    assert "for the set A-2-3-4-5, only simple blocks" in unanswered_sets(
        Rules(pairs="A-2, 2-3, 3-4, 4-5, A-3, 6-7, 8-9, T-J, Q-K")
    )
    found = 0
    for number in range(1, 40):
        cards = deal(number).cards
        for block in find_blocks(Deal.of(cards, same)):
            found += 1
            assert block.kind in ("set block", "crossblock") and check_block(
                block, Deal.of(cards, same)
            )
            assert isinstance(solve(Deal.of(cards, same)), Lost)
        assert find_block(Deal.of(cards, cheops)) is None
    assert found


def test_blocks_by_numbers_alone_are_argued() -> None:
    """At the end of a longest line all cards may be exposed, and none left to go with them."""
    usual = Rules(goal="pyramid", pairs="A-2, A-3, 4-5, 6-7, 8-9, T-J, Q-K")
    short = Rules(rows=4, ranks=4, goal="pyramid", pairs="A-3, 2-A, 3-A, 4-4")
    arguments = []
    for rules, numbers in ((usual, [5]), (short, range(1, 40))):
        for number in numbers:
            cards = deal(number, rules).cards
            for block in find_blocks(Deal.of(cards, rules)):
                argument = certify(block, Deal.of(cards, rules))
                assert argument.held and check_block(block, Deal.of(cards, rules))
                arguments.append(argue(argument, rules))
                for card, mates in argument.wanting.items():
                    assert set(mates) <= argument.covered.keys()
                    if not mates:
                        ranks = {other.rank for other in argument.left}
                        assert not ranks & set(rules.partners[card.rank])
    assert sum("no ace is left to match the" in line for line in arguments) > 5


def test_a_card_under_all_that_go_with_it() -> None:
    """Every ace and two but the apex, an ace, lies on it."""
    names = ["AC", "AD", "2C", "2D", "3C", "3D", "4C", "4D"]
    tall = Rules(rows=3, ranks=4, suits=2, pairs="same, next")
    cards = tuple(map(Card.parse, names))
    block = find_block(Deal.of(cards, tall))
    assert block is not None and block.kind == "simple block" and block.card == cards[0]
    assert set(block.covers) == set(cards[1:4])
    assert isinstance(solve(Deal.of(cards, tall)), Lost)
