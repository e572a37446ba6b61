"""Several wastes, both ends of one, and pairs in which a rank matches several."""

import random
from dataclasses import replace

import pytest

from pyrtool import Card, Deal, Limits, Won, deal, solve
from pyrtool.answers.blocks.certificate import certify
from pyrtool.answers.blocks.check import check_block
from pyrtool.answers.blocks.find import find_block, find_blocks, unanswered_sets
from pyrtool.answers.blocks.wording import argue
from pyrtool.answers.kernel_setup import build
from pyrtool.game.games import GAMES, Rules, RulesError
from pyrtool.game.pairs import unpaired
from pyrtool.game.position import DealStock, Discard, IllegalMoveError, Position
from pyrtool.notation import (
    ReplayError,
    events,
    format_event,
    format_moves,
    format_solution,
    parse_deal,
    parse_moves,
    parse_position,
    parse_typed,
)
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.scenes.positions import compose

from ..dealing import NO_TOP

THREE = Rules(rows=2, total=5, wastes=3, waste_match=True, passes=3, **NO_TOP)
CHOICE = Rules(rows=2, total=5, wastes=2, deal_to="choice", passes=2)
ENDS = Rules(rows=2, total=5, waste_ends="both", waste_pairs=True, **NO_TOP)

REST = "4C 5H AD AH AS 2C 2H 2S 3C 3S 4D 4H 4S 5S"


def at(rules: Rules, text: str) -> Position:
    return parse_position(text, rules)


def refused(position: Position, word: str) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        position.play(Discard(tuple(map(Card.parse, word.split("/")))))
    return str(caught.value)


def test_tops_of_different_wastes_match_where_the_rules_say_so() -> None:
    text = "5C / -- -- waste 1 AC 3D waste 2 4C waste 3 2D"
    assert "3D/2D" in set(map(str, at(THREE, text).legal_moves()))
    apart = replace(THREE, waste_match=False)
    whole = at(THREE, "5C / AC 3H stock 5D 3D 2D " + REST)
    dealt = Position.start(Deal.of(whole.cards(), apart)).play(DealStock())
    assert "cards of different wastes do not match" in refused(dealt, "3D/2D")
    assert "AC is in the waste 1 under 3D" in refused(at(THREE, text), "4C/AC")


def test_the_player_chooses_the_waste() -> None:
    here = at(CHOICE, "5C / -- -- turned AC stock 4C 2D 3D")
    assert {"deal1", "deal2"} < set(map(str, here.legal_moves()))
    with pytest.raises(IllegalMoveError, match="say to which waste: deal1, deal2"):
        here.play(DealStock())
    moves = parse_moves("deal2 4C/AC deal1*2", here)
    assert here.play(DealStock(2)).where(Card.parse("AC")) == "waste 2"
    line_events = [format_event(event) for event in events(moves, here)]
    assert line_events[0] == {"deal": ["AC"], "to": 2}
    assert format_moves(moves) == "deal2 4C/AC deal1*2"
    assert "deal 2 to 1" in format_solution(moves, here)


def test_what_is_typed_at_the_table_says_the_waste() -> None:
    here = Position.start(deal(3, GAMES["day"]))
    assert format_moves(parse_typed("d2*2 deal1 d2", here)) == "deal2*2 deal1 deal2"
    one = Position.start(deal(3, GAMES["pyramid"]))
    assert format_moves(parse_typed("d2", one)) == "deal*2"
    with pytest.raises(ReplayError, match="does not choose the waste"):
        parse_moves("deal2", one)


def test_both_ends_of_a_waste_go_together() -> None:
    here = at(ENDS, "5C / -- -- waste AC 3D 2C 4C")
    assert here.where(Card.parse("AC")) == "waste bottom"
    assert "AC/4C" in set(map(str, here.legal_moves()))
    assert "3D is in the waste under 4C" in refused(here, "3D/2C")
    after = here.play(Discard((Card.parse("AC"), Card.parse("4C"))))
    assert " ".join(map(str, after.waste)) == "3D 2C"


def test_the_wastes_lie_side_by_side_and_their_cards_in_order() -> None:
    here = Position.start(deal(2, GAMES["apophis"]))
    while here.stock:
        here = here.play(DealStock())
        scene = compose(here)
        labels = [text for text in scene.texts if text.text.startswith("Waste")]
        assert len({text.y for text in labels}) == 1
        assert [text.x for text in labels] == sorted(text.x for text in labels)
        spots = {face.card: (face.y, face.x) for face in scene.faces}
        for waste, label, after in zip(
            here.wastes, labels, [*(text.x for text in labels[1:]), scene.width], strict=True
        ):
            assert [spots[card] for card in waste] == sorted(spots[card] for card in waste)
            assert all(label.x <= spots[card][1] + 1e-6 < after - 1 for card in waste)


def test_later_tries_weigh_moves_in_other_ways() -> None:
    """The first 32 tries end after 14,000 nodes; alike, millions more of them found no win here."""
    verdict = solve(deal(4468, GAMES["apophis"]), Limits(nodes=20_000))
    assert isinstance(verdict, Won)
    assert verdict.nodes == 14_160


def test_groups_lie_where_they_were_dealt_though_kings_are_left_out() -> None:
    pairs = "A-A, 2 alone, 3-4, 4-4"
    rules = Rules(rows=3, draw=3, overlap=True, goal="pyramid", ranks=4, pairs=pairs, **NO_TOP)
    given = parse_deal("AH 2C 3C AD 4S 2H 2S AC 4D 3S 3H 4H 3D 4C AS 2D", rules)
    assert solve(given).is_won


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
    for ask in (lambda: build.game(rules), lambda: build.closed_player(rules, "greedy", 0)):
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
    assert not any(find_block(deal(number, cheops)) for number in range(1, 40))


def test_blocks_by_numbers_alone_are_argued() -> None:
    """At the end of a longest line all cards may be exposed, and none left to go with them."""
    usual = Rules(goal="pyramid", pairs="A-2, A-3, 4-5, 6-7, 8-9, T-J, Q-K")
    short = Rules(rows=4, ranks=4, goal="pyramid", pairs="A-3, 2-A, 3-A, 4-4")
    arguments = []
    for rules, numbers in ((usual, [5]), (short, range(1, 40))):
        for number in numbers:
            dealt = deal(number, rules)
            for block in find_blocks(dealt):
                argument = certify(block, dealt)
                assert argument.held and check_block(block, dealt)
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
    assert solve(Deal.of(cards, tall)).is_lost
