"""Records: to JSON and back, what is said of each claim, and that a false record is found out."""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from pyrtool import Card, Deal, Limits, Lost, Unknown, Verdict, Won, best, deal, shortest, solve
from pyrtool.answers.blocks.certificate import certify
from pyrtool.answers.blocks.find import find_blocks
from pyrtool.answers.objectives import By
from pyrtool.base.version import STAMP
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import DealStock, Move, Position
from pyrtool.notation import NamedRules, NotationError, events, format_event
from pyrtool.notation.files import Solution
from pyrtool.notation.rules import carried_rules
from pyrtool.records.claims import Finding, Unfinished
from pyrtool.records.fields import RecordError
from pyrtool.records.reading import parse_record
from pyrtool.records.verification import check_record, check_solution, confirm_loss
from pyrtool.records.writing import (
    best_record,
    blocks_record,
    deal_record,
    play_record,
    solve_record,
)
from pyrtool.surveys.plan import Plan, SurveyError
from pyrtool.surveys.questions import Survey
from pyrtool.surveys.store import Head, part_name

from ..dealing import won
from ..playouts import lines_of_play
from .forging import POINTS, SMALL

GIZA = GAMES["giza"]
JSON = dict[str, Any]


def record_of(number: int, game: str = "giza", limits: Limits = Limits()) -> JSON:
    """The record of a solved deal, after a trip through JSON text."""
    chosen = deal(number, game)
    return read(solve_record(chosen, game, solve(chosen, limits)))


def read(record: object) -> JSON:
    found: JSON = json.loads(json.dumps(record))
    return found


def outcome(record: JSON) -> tuple[str, str]:
    finding = check_record(parse_record(record))
    return finding.outcome, finding.words


WON = record_of(2)
SIMPLE = record_of(1)
SET = record_of(3)
CROSS = next(record for n in range(4, 99) if (record := record_of(n))["reason"] == "crossblock")


@settings(max_examples=40)
@given(lines_of_play(), st.integers(0, 9**9))
def test_a_won_record_is_read_back(play: tuple[Position, tuple[Move, ...]], nodes: int) -> None:
    start, moves = play
    turned = () if start.turned is None else (start.turned,)
    cards = [card for card in start.tableau + start.bouquet if card is not None]
    chosen = Deal.of((*cards, *turned, *start.stock), start.rules)
    record = solve_record(chosen, "pyramid", Won(moves, nodes))
    read = parse_record(json.loads(json.dumps(record)))
    named = NamedRules.of("pyramid", start.rules)
    assert (read.deal, read.game, read.rules) == (chosen, named.game, start.rules)
    assert read.verdict == Won(moves, nodes)
    won_before, end = False, start
    for move in moves:
        won_before = won_before or end.is_won()
        end = end.play(move)
    assert (check_record(read).outcome == "holds") == (end.is_won() and not won_before)


@pytest.mark.parametrize("verdict", [Unknown("memory", 9), Lost("exhausted", 5), Won((), 1)])
def test_verdicts_are_read_back(verdict: Verdict) -> None:
    record = solve_record(deal(5), "pyramid", verdict)
    assert parse_record(json.loads(json.dumps(record))).verdict == verdict


@pytest.mark.parametrize("record", [SIMPLE, SET, CROSS], ids=["simple", "set", "cross"])
def test_blocks_are_read_back(record: JSON) -> None:
    read = parse_record(record)
    assert isinstance(read.verdict, Lost)
    assert solve_record(read.deal, read.game, read.verdict) == record
    assert outcome(record)[0] == "holds"


@pytest.mark.parametrize(
    ("number", "name"), [(285, "giza"), (11, "dozen"), (16, "dozen"), (2, "spanish")]
)
def test_all_blocks_of_the_smallest_order_hold(number: int, name: str) -> None:
    """A simple block of one set beside a set block of another."""
    rules = GAMES[name]
    chosen = deal(number, rules)
    found = [certify(block, chosen) for block in find_blocks(chosen)]
    assert len({one.block.kind for one in found}) == 2
    record = read(blocks_record(chosen, name, found))
    assert outcome(record) == ("holds", f"{len(found)} blocks hold, argued again")
    record["blocks"] = [one for one in record["blocks"] if one["kind"] == "set block"]
    assert outcome(record) == ("fails", "there is a simple block, which is simpler")


def test_the_fields_of_a_record() -> None:
    names = "deal numbering game rules cards version solver verdict reason moves nodes"
    assert list(WON) == [*names.split(), "shortest"]
    assert list(SIMPLE) == [*names.split(), "block"]
    assert WON["rules"] == GIZA.to_dict()
    assert SIMPLE["block"] == {
        "kind": "simple block",
        "sets": ["3-T"],
        "card": "TD",
        "covers": ["3H", "3S", "3D", "3C"],
    }
    assert WON["moves"][0] == {
        "discard": [{"card": "9C", "from": "pyramid 7.2"}, {"card": "4S", "from": "pyramid 7.4"}]
    }


def change(record: JSON, **fields: Any) -> JSON:
    return read(record) | fields


def without(name: str, record: JSON, **fields: Any) -> JSON:
    return {other: record[other] for other in record if other != name} | fields


def block_with(**fields: Any) -> JSON:
    return change(SIMPLE, block=SIMPLE["block"] | fields)


def lost(record: JSON, **fields: Any) -> JSON:
    """A won record that says lost."""
    return without("shortest", record, verdict="lost", moves=None, **fields)


def only_deal(record: JSON) -> JSON:
    """What names the deal, and no more."""
    return {name: record[name] for name in ("deal", "numbering", "game", "rules", "cards")}


def swapped(cards: str, one: int, other: int) -> str:
    words = cards.split()
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


def moved(change_moves: Callable[[list[JSON]], object]) -> JSON:
    record = change(WON)
    change_moves(record["moves"])
    return record


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (change(WON, cards=swapped(WON["cards"], 20, 50)), "these are not the cards of native d"),
        (moved(lambda m: m.pop()), "not won: after the last move 2 cards are left"),
        (moved(lambda m: m.pop(0)), r"move \d+: .* is covered by"),
        (moved(lambda m: m[3]["discard"][0].update({"from": "waste"})), "move 4: the record has"),
        (moved(lambda m: m.insert(2, {"deal": []})), "move 3: deal: there is no stock"),
        (moved(lambda m: m.insert(2, {"auto": ["3S", "TC"]})), "move 2: the record has the van"),
        (lost(WON, reason="exhausted"), "the deal can be won"),
        (change(SIMPLE, reason="set block"), "the reason is set block, the block is a simple"),
        (lost(WON, reason="simple block", block=SIMPLE["block"]), "this is no simple block"),
        (lost(WON, reason="set block", block=SET["block"]), "this is no set block"),
        (lost(WON, reason="crossblock", block=CROSS["block"]), "this is no crossblock"),
        (without("block", SET, reason="exhausted"), "lost, but the reason is set block, not exh"),
        (change(WON, cards_left=2), "cards_left is 0, not 2"),
        (only_deal(WON) | {"after": WON["moves"][3:]}, "move 1: "),
    ],
)
def test_a_false_record_fails(record: JSON, reason: str) -> None:
    kind, words = outcome(record)
    assert kind == "fails"
    assert re.match(reason, words), words


def test_what_only_a_search_can_find() -> None:
    assert outcome(record_of(2, limits=Limits(nodes=1)))[0] == "no-claim"
    claim = parse_record(without("block", CROSS, reason="exhausted"))
    assert check_record(claim, Limits(nodes=1)).outcome == "limit"


def test_words_are_checked_by_the_rules() -> None:
    rules = Rules(rows=1, total=3, suits=2, stock_waste="auto-on-turn")
    chosen = Deal.of(tuple(map(Card.parse, ["3C", "AC", "2C", "AD", "2D", "3D"])), rules)

    def checked(words: str) -> Finding:
        return check_solution(Solution("", chosen, NamedRules.nearest(rules), (), words, None))

    won = checked("deal*2 3D 3C")
    assert (won.outcome, won.words) == ("holds", "won in 4 moves")
    for words, reason in [
        ("deal*2 3D", "not won: after the last move 1 card is left"),
        ("deal AC/2C", "move 2: AC/2C: AC is gone"),
    ]:
        assert checked(words).words == reason


@pytest.mark.parametrize(
    "name", [name for name in WON if name not in ("block", "shortest", *STAMP)]
)
def test_a_missing_field_is_named(name: str) -> None:
    with pytest.raises(RecordError, match=f"^record 2: the field '{name}' is missing"):
        parse_record(without(name, WON), "record 2")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ([], "not a record"),
        (change(WON, deal=None), "the field 'numbering' cannot be 'native' where 'deal' is null"),
        (change(WON, deal=True), "the field 'deal' cannot be True"),
        (change(WON, deal=-1), "the field 'deal' cannot be -1"),
        (change(WON, numbering="mine"), "the field 'numbering' cannot be 'mine'"),
        (change(WON, rules={"rows": 77}), "rules: rows 77: must be 1 to 10"),
        (change(WON, rules={"columns": 7}), "rules: "),
        (change(WON, rules={"rose": 7}), "rules: rules have no field 'rose'"),
        (change(WON, cards="4C"), "cards: 1 card: "),
        (change(WON, cards=4), "the field 'cards' cannot be 4"),
        (
            change(WON, reason="exhausted"),
            "the field 'reason' cannot be 'exhausted' where the verdict is won",
        ),
        (change(WON, moves=None), "the field 'moves' cannot be None where moves were made"),
        (change(WON, moves=[{"deal": 3}]), "moves 1: the field 'deal' cannot be 3"),
        (change(SIMPLE, moves=WON["moves"]), "the field 'moves' cannot be ["),
        (
            change(SIMPLE, reason=None),
            "the field 'reason' cannot be None where the verdict is lost",
        ),
        (change(SIMPLE, block=None), "the field 'block' cannot be None"),
        (block_with(sets=["4-8"]), "block: there is no set '4-8'"),
        (block_with(sets=[]), "block: the field 'sets' cannot be []"),
        (block_with(card="XX"), "block: the field 'card' cannot be 'XX'"),
        (block_with(kind="wall"), "block: the field 'kind' cannot be 'wall'"),
        (change(WON, blocks=[]), "the field 'verdict' has no meaning beside 'blocks'"),
        (change(WON, removed=4), "the field 'removed' has no meaning without 'best'"),
        (change(WON, score=10), "the field 'score' has no meaning where the rules keep no such"),
        (change(SIMPLE, cards_left=4), "the field 'cards_left' has no meaning where no moves"),
        (only_deal(WON) | {"shortest": True}, "the field 'shortest' has no meaning without 'verdi"),
        (WON | {"game": "pyramid"}, "the field 'game' says pyramid, but the rules are those of gi"),
        (WON | {"game": "nope"}, "unknown game 'nope'"),
        (WON | {"shortest": "yes"}, "the field 'shortest' cannot be 'yes'"),
        (WON | {"ended": 1}, "the field 'ended' cannot be 1"),
        (only_deal(WON) | {"after": 3}, "the field 'after' cannot be 3"),
        (WON | {"deal": "2"}, "the field 'deal' must be 2"),
        (WON | {"rating": {}}, "rating: the field 'level' is missing"),
        (WON | {"rating": {"foo": 1}}, "rating: there is no 'foo'"),
        (WON | {"match": 1}, "the field 'match' has no meaning without 'best'"),
        (WON | {"best": "worst"}, "the field 'best' cannot be 'worst'"),
    ],
)
def test_a_malformed_record_is_named(record: object, message: str) -> None:
    with pytest.raises(RecordError, match=re.escape(message)) as caught:
        parse_record(record, "line 7")
    assert str(caught.value).startswith("line 7")
    assert "\n" not in str(caught.value)


def test_a_game_in_play_is_read_back() -> None:
    chosen = deal(2, GIZA)
    solution = won(chosen)
    for count in (0, 5, len(solution.moves)):
        moves = solution.moves[:count]
        record = json.loads(json.dumps(play_record(chosen, "giza", moves)))
        read = parse_record(record)
        assert read.verdict == (Won(moves, 0) if count > 5 else Unfinished(moves))
        assert outcome(record)[0] == ("holds" if count > 5 else "no-claim")
    for changed in ({"verdict": "unknown", "reason": "unfinished"}, {"verdict": "won"}):
        assert (outcome(record | changed)[0] == "fails") == ("reason" in changed)
    five = play_record(chosen, "giza", solution.moves[:5])
    assert outcome(five) == ("no-claim", "unfinished: 5 moves made, 42 cards left")
    assert outcome(five | {"moves": five["moves"][::-1]})[0] == "fails"
    with pytest.raises(RecordError, match="the field 'moves' cannot be None"):
        parse_record(five | {"moves": None})


# What a record claims beside its verdict.


def test_what_no_line_is_shorter_than_is_proved_again() -> None:
    chosen = deal(3, "microsoft")
    verdict = shortest(chosen, Limits(nodes=700))
    record = json.loads(json.dumps(solve_record(chosen, "microsoft", verdict)))
    assert not record["shortest"] and record["limit"] == "nodes"
    least, made = record["least_moves"], len(record["moves"])
    beginning = f"won in {made} moves"
    assert outcome(record) == ("holds", f"{beginning}, and no line has fewer than {least}")
    read = parse_record(record)
    assert read.verdict == verdict
    assert check_record(read).unconfirmed == ("nodes", "shortest", "limit")
    limited = check_record(read, Limits(nodes=1))
    assert limited.outcome == "limit"
    assert limited.words.startswith(f"{beginning}; that no line has fewer than {least} is open: ")
    one_move = parse_record(change(record, least_moves=1))
    assert check_record(one_move).outcome == "holds"
    limited = check_record(one_move, Limits(nodes=1))
    assert limited.outcome == "limit" and "least_moves" in limited.unconfirmed
    assert outcome(change(record, least_moves=41)) == ("fails", f"{beginning}, but a line has 36")
    kind, words = outcome(change(record, least_moves=made + 1))
    assert (kind, words) == (
        "fails",
        f"{beginning}, but the record claims that no line has fewer than {made + 1}",
    )
    for changed, message in (
        ({"shortest": True}, "the field 'limit' has no meaning where 'shortest' is true"),
        ({"limit": "time"}, "the field 'limit' cannot be 'time'"),
        ({"limit": None}, "the field 'limit' cannot be None"),
        ({"least_moves": -1}, "the field 'least_moves' cannot be -1"),
        ({"verdict": "lost", "reason": "exhausted", "moves": None}, "the field 'shortest' has no"),
    ):
        with pytest.raises(RecordError, match="^" + re.escape(message)):
            parse_record(change(record, **changed))
    del record["limit"]
    with pytest.raises(RecordError, match="the field 'limit' is missing"):
        parse_record(record)


def test_what_nothing_checks_is_named() -> None:
    assert check_record(parse_record(WON)).unconfirmed == ("nodes", "shortest")
    assert check_record(parse_record(change(WON, colour="red"))).unconfirmed[-1] == "colour"
    assert check_record(parse_record(SET)).unconfirmed == ("nodes",)
    changed = change(WON, rules=WON["rules"] | {"overlap": True})
    assert check_record(parse_record(changed)).unconfirmed[0] == "game"


def test_a_match_adds_up() -> None:
    match: list[JSON] = []
    total = 0
    for game in (1, 2):
        found = best(deal(game, "par"), "score")
        total += found.position.score()
        made = best_record(deal(game, "par"), "par", found)
        match.append(made | {"match": 1, "game_of_match": game, "total": total})
    one, two = map(parse_record, match)
    history = ("nodes", "shortest")
    assert set(check_record(one).unconfirmed) <= set(history)
    assert set(check_record(two, before=one).unconfirmed) <= set(history)
    assert check_record(two).unconfirmed[-3:] == ("match", "game_of_match", "total")
    wrong = parse_record(match[1] | {"total": total + 1})
    assert check_record(wrong, before=one).words == f"the total is {total}"
    assert check_record(parse_record(match[0] | {"total": 3})).outcome == "fails"


@cache
def best_of(
    rules: Rules, number: int, by: By, nodes: int | None = None, fewest: bool = True
) -> JSON:
    chosen = deal(number, rules)
    found = best(chosen, by, Limits(nodes), None, fewest)
    return read(best_record(chosen, "pyramid", found))


def found_of(record: JSON, limits: Limits = Limits(), /, **changed: Any) -> Finding:
    return check_record(parse_record(record | changed), limits)


def played_on() -> JSON:
    """A game that was won and went on for a move."""
    chosen = deal(16, GAMES["tut"])
    moves = won(chosen).moves
    end = Position.start(chosen).play_all(moves)
    more = next(end.legal_moves())
    record = read(solve_record(chosen, "tut", Won((*moves, more), 0)))
    return record | {"cards_left": end.play(more).cards_left()}


def test_a_game_that_was_played_may_go_on_after_the_win() -> None:
    record = played_on()
    assert found_of(record).outcome == "holds"
    left = record.pop("cards_left")
    finding = found_of(record)
    assert (finding.outcome, finding.words[-30:]) == ("fails", "but the record has 1 more move")
    assert found_of(record, cards_left=left - 1).outcome == "fails"


def test_cards_that_no_number_names_claim_nothing() -> None:
    unnamed = Deal.of(deal(2, GIZA).cards, GIZA)
    finding = check_record(parse_record(read(deal_record(unnamed, "giza"))))
    assert (finding.outcome, finding.words) == ("no-claim", "cards that no number names")


# Best lines.


def test_a_second_line_that_does_not_clear_the_pyramid_is_contradicted() -> None:
    record = best_of(POINTS, 5, "A")
    assert found_of(record).outcome == "holds"
    assert found_of(record).words.endswith(" ends as recorded, and is the best, searched again")
    again = {name: record[name] for name in record["cleared"]}
    assert record["pyramid_left"]
    finding = found_of(record, cleared=again)
    assert finding.outcome == "fails"
    assert "cleared: the pyramid is not" in finding.words
    assert "cleared.moves" not in finding.unconfirmed


def test_what_a_limit_leaves_open_of_a_best_line_is_said() -> None:
    finding = found_of(best_of(GAMES["pyramid"], 3, "all", fewest=False), Limits(nodes=1))
    reached = "is not confirmed: the limit on nodes was reached"
    words = f"that it is the best {reached}; the verdict, lost, exhausted, {reached}"
    assert words in finding.words


def test_a_best_line_of_a_question_without_a_meaning_is_contradicted() -> None:
    finding = found_of(best_of(GAMES["nestor"], 3, "all", fewest=False), best="pyramid")
    assert finding.outcome == "fails"
    assert finding.words.startswith("best pyramid has no meaning")


def test_each_claim_of_a_second_line_is_named() -> None:
    record = read(best_of(POINTS, 5, "A"))
    names = parse_record(record).fields
    assert {f"cleared.{name}" for name in record["cleared"]} <= {*names}
    record["cleared"]["shade"] = 1
    with pytest.raises(RecordError, match=r"^cleared: there is no .?shade"):
        parse_record(record)


def test_a_line_that_is_better_than_its_bound_is_contradicted() -> None:
    rules = Rules(rows=4, total=9, passes=3, scoring="par")
    chosen = deal(2, rules)
    record = read(best_record(chosen, "pyramid", best(chosen, "score")))
    assert record["proved"]
    score = record["score"]
    open_claim = record | {"proved": False, "limit": "nodes"}
    for bound, outcome in ((score, "no-claim"), (score - 1, "fails")):
        finding = found_of(open_claim, bound={"score": bound})
        assert finding.outcome == outcome
        assert finding.words.endswith("and is better than its bound") == (outcome == "fails")


def test_fewest_moves_are_judged_by_what_is_reached_where_enough_is_not() -> None:
    """Four aces were asked for, and fewer can go; the recorded line deals once more, in vain."""
    for number in range(1, 99):
        chosen = deal(number, POINTS)
        start = Position.start(chosen)
        found = best(start, "A", Limits(), 4, True)
        if not found.is_enough and found.position.allows(DealStock()):
            break
    record = read(best_record(chosen, "pyramid", found))
    assert found_of(record).outcome == "holds"
    more = [format_event(event) for event in events([DealStock()], found.position)]
    longer = record | {"moves": record["moves"] + more, "least_moves": len(found.moves) + 1}
    finding = found_of(longer)
    assert finding.outcome == "fails"
    assert f"but a line that does as well has {len(found.moves)} moves" in finding.words


def test_fewest_moves_that_a_limit_leaves_open_are_not_confirmed() -> None:
    record = best_of(POINTS, 5, "A")
    assert "least_moves" not in found_of(record).unconfirmed
    limited = found_of(record, Limits(nodes=1))
    assert limited.outcome == "limit" and {"proved", "least_moves"} <= {*limited.unconfirmed}


def test_a_false_part_beside_one_that_is_not_proved() -> None:
    """The claim that no queen can go, beside a line that clears the pyramid and takes four."""
    true = best_of(GAMES["microsoft"], 2, "Q", 80_000)
    assert true["proved"] and not true["cleared"]["proved"]
    assert found_of(true).outcome == "holds"
    unproved = {f"cleared.{name}" for name in ("proved", "limit")}
    assert unproved <= {*found_of(true).unconfirmed}
    none = {"moves": [], "pyramid_left": 28, "cards_left": 52, "score": 0, "removed": 0}
    forged = true | none | {"least_moves": 0}
    for limits in (Limits(), Limits(nodes=80_000)):
        finding = found_of(forged, limits)
        assert finding.outcome == "fails"
        assert "the line of 0 moves ends as recorded, but is not the best" in finding.words
        assert unproved <= {*finding.unconfirmed}


def test_a_loss_beside_a_line_that_is_not_proved_is_searched_plainly_too() -> None:
    record = best_of(SMALL, 2, "pyramid", 3, fewest=False)
    finding = found_of(record | {"verdict": "lost", "reason": "exhausted"})
    assert finding.outcome == "no-claim" and "verdict" not in finding.unconfirmed
    claim = parse_record(record | {"verdict": "lost", "reason": "exhausted"})
    plain = confirm_loss(claim, finding, Limits(nodes=1))
    assert plain.outcome == "limit" and "but not plainly" in plain.words


# Fewest moves, verdicts, and two lines.


def test_no_line_has_fewer_moves_than_itself() -> None:
    """More than the line has is false of any line, fewer of one that is proved."""
    for nodes in (None, 30):
        record = best_of(POINTS, 5, "A", nodes)
        assert record["proved"] is (nodes is None)
        made = len(record["moves"])
        for least in (made + 1, made - 1):
            finding = found_of(record, least_moves=least)
            words = f"the line has {made} moves, not {least}"
            assert (words in finding.words) is (least > made or record["proved"])
            assert (finding.outcome == "fails") is (least > made or record["proved"])


def test_the_verdict_beside_a_best_line() -> None:
    record = best_of(SMALL, 1, "pyramid", fewest=False)
    assert record["verdict"] == "won" and found_of(record).outcome == "holds"
    limited = found_of(without("shortest", record, verdict="unknown", reason="nodes"))
    assert limited.outcome == "holds" and "reason" in limited.unconfirmed
    nobody_knows = best_of(SMALL, 2, "pyramid", 3, fewest=False)
    assert nobody_knows["verdict"] == "unknown" and found_of(nobody_knows).outcome == "no-claim"
    assert solve(deal(2, SMALL)).is_lost
    lost = deal(1, GIZA)
    other = read(best_record(lost, "giza", best(lost, "all")))
    other = without("block", other, verdict="won", reason=None)
    assert found_of(other).words.endswith("the deal is lost, simple block")


def test_the_second_line_has_a_reason() -> None:
    """It is there where, and only where, to clear the pyramid costs something."""
    record = best_of(POINTS, 5, "A", fewest=False)
    both = best_of(POINTS, 5, "A")
    assert "cleared" not in record and "cleared" in both
    assert both["pyramid_left"]
    words = found_of(without("cleared", both)).words
    assert words.endswith("but the record lacks the line that clears the pyramid as well")
    cleared = {name: record[name] for name in both["cleared"] if name != "least_moves"}
    none = [name for name in both if name not in ("least_moves", "cleared")]
    more = {name: both[name] for name in none} | {"cleared": cleared}
    assert found_of(more).words.endswith("but clearing the pyramid as well costs nothing")
    twice = record | {"cleared": cleared}
    purpose = "ends as recorded, and clears the pyramid, so the second line has no purpose"
    assert purpose in found_of(twice).words


# Games in play, matches, and what is named where a record fails.


def test_a_record_that_fails_names_what_was_not_checked() -> None:
    record = best_of(SMALL, 1, "pyramid", fewest=False)
    finding = found_of(record, moves=[{"redeal": 1}])
    assert finding.outcome == "fails"
    assert {"pyramid_left", "cards_left", "proved"} <= {*finding.unconfirmed}
    finding = found_of(record, cards=swapped(record["cards"], 0, 1))
    assert {"verdict", "moves", "proved"} <= {*finding.unconfirmed}
    assert not {"cards", "rules"} & {*finding.unconfirmed}


def test_every_false_claim_of_a_record_is_reported() -> None:
    record = best_of(SMALL, 1, "pyramid", fewest=False)
    true = {name: record[name] for name in ("pyramid_left", "cards_left")}
    lost = without("shortest", record, verdict="lost", reason="exhausted")
    finding = found_of(lost, pyramid_left=1, cards_left=2)
    assert finding.words.split("; ")[:2] == [
        f"after the last move {name} is {value}" for name, value in true.items()
    ]
    assert "the verdict is lost, but the line wins" in finding.words


def test_a_lower_score_than_was_enough_is_no_proof() -> None:
    """Under a limit it is not known whether to clear the pyramid costs something."""
    start = Position.start(deal(5, POINTS))
    found = best(start, "A", Limits(), 3, True)
    record = read(best_record(deal(5, POINTS), "pyramid", found))
    assert record["proved"] and record["pyramid_left"] and "cleared" in record
    del record["cleared"]
    assert found_of(record).outcome == "fails"
    limited = found_of(record, Limits(nodes=1))
    assert limited.outcome == "limit" and "proved" in limited.unconfirmed


# Losses, ledgers, and rules.


def test_the_plain_search_is_asked_of_losses_without_other_evidence() -> None:
    lost = next(n for n in range(1, 99) if solve(deal(n, SMALL)).is_lost)
    chosen = deal(lost, SMALL)
    record = parse_record(read(solve_record(chosen, "pyramid", Lost("exhausted", 1))))
    holds = Finding("holds", "lost: exhausted, searched again")
    assert "and by a plain search of" in confirm_loss(record, holds).words
    for finding in (Finding("fails", "no"), Finding("limit", "lost", ("verdict",))):
        assert confirm_loss(record, finding) is finding
    blocked = next(
        n
        for n in range(1, 999)
        if isinstance(verdict := solve(deal(n, SMALL)), Lost)
        and verdict.block
        and verdict.reason != "stock block"
    )
    block = solve(deal(blocked, SMALL))
    other = parse_record(read(solve_record(deal(blocked, SMALL), "pyramid", block)))
    assert confirm_loss(other, holds) is holds
    won = parse_record(read(solve_record(chosen, "pyramid", Won((), 0))))
    assert confirm_loss(won, holds) is holds


def test_a_shard_has_the_name_of_its_deals_where_they_can_be_read() -> None:
    for last in ("2000", "9" * 40):
        assert part_name(("1", last, 1, "{}", b"")) == f"shard 1-{last}"
    for first in ("x", "-1", "", "9" * 41):
        assert part_name((first, "2000")) == "a shard without a name"


def test_a_head_names_a_plan_and_its_checksum_is_of_what_it_says() -> None:
    identity = Survey(Plan(GAMES["giza"], "giza")).identity()
    head = Head(identity, "giza", ((1, 5),))
    texts = head.texts()
    assert Head.of_texts(texts) == head
    turned = Head(dict(reversed(identity.items())), "giza", ((1, 5),))
    assert turned.texts()["checksum"] == texts["checksum"]
    wrong: JSON
    for wrong in ({"rules": {}}, {name: identity[name] for name in identity if name != "rules"}):
        read = Head.of_texts(Head(wrong, "giza", ((1, 5),)).texts())
        with pytest.raises(SurveyError, match=r"^identity: "):
            Survey.of_identity(read.identity, read.game)


def test_the_rules_that_a_record_carries() -> None:
    assert carried_rules({}) is None
    for record in ({"game": "giza"}, {"game": "giza", "rules": GAMES["giza"].to_dict()}):
        assert carried_rules(record) == NamedRules("giza", GAMES["giza"])
    record = json.loads(json.dumps(solve_record(deal(2, "giza"), "giza", solve(deal(2, "giza")))))
    del record["rules"]["waste_match"]  # a rule that its version did not know
    assert parse_record(record).rules == GAMES["giza"]
    for wrong in (5, [1, 2]):
        with pytest.raises(NotationError) as caught:
            carried_rules({"rules": wrong}, "line 3")
        assert str(caught.value) == f"line 3: the field 'rules' cannot be {wrong}"
