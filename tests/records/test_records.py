"""Records: to JSON and back, and that a false record is found out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrtool.answers.best.best import best
from pyrtool.answers.blocks import certify, find_blocks
from pyrtool.answers.solve import Limits, Lost, Unknown, Verdict, Won, shortest, solve
from pyrtool.base.version import STAMP
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Move, Position
from pyrtool.notation import NamedRules, events, format_event
from pyrtool.records import (
    RecordError,
    Unfinished,
    best_record,
    blocks_record,
    check_record,
    check_words,
    deal_record,
    parse_record,
    play_record,
    solve_record,
)

from ..playouts import lines_of_play

GIZA = GAMES["giza"]
JSON = dict[str, Any]


def record_of(number: int, game: str = "giza", limits: Limits = Limits()) -> JSON:
    """The record of a solved deal, after a trip through JSON text."""
    rules = GAMES[game]
    chosen = deal(number, rules)
    record = solve_record(chosen, game, solve(chosen, limits))
    read: JSON = json.loads(json.dumps(record))
    return read


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


@pytest.mark.parametrize(
    "verdict", [Unknown("memory", 9), Lost("exhausted", 5), Lost("count", 0), Won((), 1)]
)
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
    record = json.loads(json.dumps(blocks_record(chosen, name, found)))
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


def test_great_deal_numbers_are_strings() -> None:
    assert deal_record(deal(2**53 - 1), "pyramid")["deal"] == 2**53 - 1
    record = deal_record(deal(2**53), "pyramid")
    assert record["deal"] == str(2**53)
    full = solve_record(deal(2**64 - 1), "pyramid", Unknown("nodes", 1))
    assert parse_record(full).deal == deal(2**64 - 1)


def change(record: JSON, **fields: Any) -> JSON:
    copy: JSON = json.loads(json.dumps(record))
    return copy | fields


def lost(record: JSON, **fields: Any) -> JSON:
    """A won record that says lost."""
    copy = change(record, verdict="lost", moves=None, **fields)
    del copy["shortest"]
    return copy


def only_deal(record: JSON) -> JSON:
    """What names the deal, and no more."""
    return {name: record[name] for name in ("deal", "numbering", "game", "rules", "cards")}


def without_block(record: JSON, **fields: Any) -> JSON:
    copy = change(record, **fields)
    del copy["block"]
    return copy


def swapped(cards: str) -> str:
    words = cards.split()
    words[20], words[50] = words[50], words[20]
    return " ".join(words)


def moved(change_moves: Callable[[list[JSON]], object]) -> JSON:
    record = change(WON)
    change_moves(record["moves"])
    return record


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (change(WON, cards=swapped(WON["cards"])), "these are not the cards of native deal 2"),
        (moved(lambda m: m.pop()), "not won: after the last move 2 cards are left"),
        (moved(lambda m: m.pop(0)), r"move \d+: .* is covered by"),
        (moved(lambda m: m[3]["discard"][0].update({"from": "waste"})), "move 4: the record has"),
        (moved(lambda m: m.insert(2, {"deal": []})), "move 3: deal: there is no stock"),
        (moved(lambda m: m.insert(2, {"auto": ["3S", "TC"]})), "move 2: the record has the van"),
        (lost(WON, reason="exhausted"), "the deal can be won"),
        (change(SIMPLE, reason="set block"), "the reason is set block, the block is a simple"),
        (
            lost(WON, reason="simple block", block=SIMPLE["block"]),
            "this is no simple block",
        ),
        (
            lost(WON, reason="set block", block=SET["block"]),
            "this is no set block",
        ),
        (
            lost(WON, reason="crossblock", block=CROSS["block"]),
            "this is no crossblock",
        ),
        (
            without_block(SET, reason="exhausted"),
            "lost, but the reason is set block, not exhausted",
        ),
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
    claim = parse_record(without_block(CROSS, reason="exhausted"))
    assert check_record(claim, Limits(nodes=1)).outcome == "limit"


def test_words_are_checked_by_the_rules() -> None:
    rules = Rules(rows=1, total=3, suits=2, stock_waste="auto-on-turn")
    chosen = Deal.of(tuple(map(Card.parse, ["3C", "AC", "2C", "AD", "2D", "3D"])), rules)
    won = check_words("deal*2 3D 3C", chosen)
    assert (won.outcome, won.words) == ("holds", "won in 4 moves")
    for words, reason in [
        ("deal*2 3D", "not won: after the last move 1 card is left"),
        ("deal AC/2C", "move 2: AC/2C: AC is gone"),
    ]:
        assert check_words(words, chosen).words == reason


@pytest.mark.parametrize(
    "name", [name for name in WON if name not in ("block", "shortest", *STAMP)]
)
def test_a_missing_field_is_named(name: str) -> None:
    record = change(WON)
    del record[name]
    with pytest.raises(RecordError, match=f"^record 2: the field '{name}' is missing"):
        parse_record(record, "record 2")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ([], "not a record"),
        (change(WON, deal=None), "the fields 'deal' and 'numbering' need each other"),
        (change(WON, deal=True), "the field 'deal' cannot be True"),
        (change(WON, deal=-1), "'-1' is not a deal number"),
        (change(WON, numbering="mine"), "unknown numbering 'mine'"),
        (change(WON, rules={"rows": 77}), "rules: rows 77: must be 1 to 10"),
        (change(WON, rules={"columns": 7}), "rules: "),
        (change(WON, rules={"rose": 7}), "rules: rules have no field 'rose'"),
        (change(WON, cards="4C"), "cards: 1 card: "),
        (change(WON, cards=4), "the field 'cards' cannot be 4"),
        (change(WON, verdict="maybe"), "unknown verdict 'maybe'"),
        (change(WON, reason="exhausted"), "won: the reason cannot be 'exhausted'"),
        (change(WON, moves=None), "won: the moves are missing"),
        (change(WON, moves=[{"deal": 3}]), "event 1: deal must be a list of cards"),
        (change(SIMPLE, moves=WON["moves"]), "lost: there can be no moves"),
        (change(SIMPLE, reason=None), "lost: the reason cannot be 'None'"),
        (change(SIMPLE, block=None), "the field 'block' cannot be None"),
        (change(SIMPLE, block=SIMPLE["block"] | {"sets": ["4-8"]}), "block: there is no set '4-8'"),
        (change(SIMPLE, block=SIMPLE["block"] | {"sets": []}), "block: it has no set"),
        (change(SIMPLE, block=SIMPLE["block"] | {"card": "XX"}), "'XX' is not a card"),
        (change(SIMPLE, block=SIMPLE["block"] | {"kind": "wall"}), "unknown block 'wall'"),
        (change(WON, nodes="many"), "the field 'nodes' cannot be 'many'"),
        (change(WON, blocks=[]), "the field 'verdict' has no meaning beside 'blocks'"),
        (change(WON, removed=4), "the field 'removed' has no meaning without 'best'"),
        (change(WON, score=10), "the field 'score' has no meaning where the rules keep no such"),
        (change(SIMPLE, cards_left=4), "the field 'cards_left' has no meaning without moves"),
        (only_deal(WON) | {"shortest": True}, "the field 'shortest' has no meaning without 'verdi"),
        (only_deal(WON) | {"after": 3}, "the field 'after' cannot be 3"),
    ],
)
def test_a_malformed_record_is_named(record: object, message: str) -> None:
    with pytest.raises(RecordError, match=re.escape(message)) as caught:
        parse_record(record, "line 7")
    assert str(caught.value).startswith("line 7")
    assert "\n" not in str(caught.value)


def test_a_game_in_play_is_read_back() -> None:
    chosen, rules = deal(2, GIZA), GIZA
    solution = solve(Deal.of(chosen.cards, rules))
    assert isinstance(solution, Won)
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
    with pytest.raises(RecordError, match="the moves are missing"):
        parse_record(five | {"moves": None})


# What a record claims beside its verdict.


def shortest_of(number: int) -> JSON:
    rules = GAMES["microsoft"]
    chosen = deal(number, rules)
    record = solve_record(chosen, "microsoft", shortest(chosen))
    read: JSON = json.loads(json.dumps(record))
    return read


def test_a_shortest_line_is_proved_again() -> None:
    assert outcome(shortest_of(9))[0] == "holds"
    longer = record_of(9, "microsoft")
    assert len(longer["moves"]) > len(shortest_of(9)["moves"])
    kind, words = outcome(longer | {"shortest": True})
    assert kind == "fails"
    assert re.fullmatch(r"won in \d+ moves, but a line has \d+", words)
    limited = check_record(parse_record(shortest_of(9)), Limits(nodes=1))
    assert limited.outcome == "limit"


def test_what_no_line_is_shorter_than_is_proved_again() -> None:
    rules = GAMES["microsoft"]
    chosen = deal(3, rules)
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
    assert outcome(change(record, least_moves=41)) == ("fails", f"{beginning}, but a line has 36")
    kind, words = outcome(change(record, least_moves=made + 1))
    assert (kind, words) == (
        "fails",
        f"{beginning}, but the record claims that no line has fewer than {made + 1}",
    )
    for changed, message in (
        ({"shortest": True}, "limit: it is proved that no line is shorter"),
        ({"limit": "time"}, "the field 'limit' cannot be 'time'"),
        ({"limit": None}, "the field 'limit' cannot be None"),
        ({"least_moves": -1}, "the field 'least_moves' cannot be -1"),
        ({"verdict": "lost", "reason": "exhausted", "moves": None}, "the field 'shortest' has no"),
    ):
        with pytest.raises(RecordError, match="^" + re.escape(message)):
            parse_record(change(record, **changed))
    del record["limit"]
    with pytest.raises(RecordError, match="the field 'least_moves' has no meaning without"):
        parse_record(record)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"game": "pyramid"}, "the field 'game' says pyramid, but the rules are those of giza"),
        ({"game": "nope"}, "unknown game 'nope'"),
        ({"nodes": -5}, "the field 'nodes' cannot be -5"),
        ({"shortest": "yes"}, "the field 'shortest' cannot be 'yes'"),
        ({"deal": "2"}, "the field 'deal' must be 2"),
        ({"rating": {}}, "rating: the field 'level' is missing"),
        ({"rating": {"foo": 1}}, "rating: there is no 'foo'"),
        ({"match": 1}, "the field 'match' has no meaning without 'best'"),
        ({"ended": 1}, "the field 'ended' cannot be 1"),
        ({"after": [{"deal": 3}]}, "event 1: deal must be a list of cards"),
    ],
)
def test_a_false_field_is_refused(changed: JSON, message: str) -> None:
    with pytest.raises(RecordError, match="^" + re.escape(message)):
        parse_record(change(WON, **changed))


def test_what_nothing_checks_is_named() -> None:
    assert check_record(parse_record(WON)).unconfirmed == ("nodes", "shortest")
    assert check_record(parse_record(change(WON, colour="red"))).unconfirmed[-1] == "colour"
    assert check_record(parse_record(SET)).unconfirmed == ("nodes",)
    changed = change(WON, rules=WON["rules"] | {"overlap": True})
    assert check_record(parse_record(changed)).unconfirmed[0] == "game"


def test_moves_after_the_win_are_found_out() -> None:
    rules = GAMES["tut"]  # the stock is there still
    chosen = deal(16, rules)
    solution = solve(chosen)
    assert isinstance(solution, Won)
    end = Position.start(chosen).play_all(solution.moves)
    record = solve_record(chosen, "tut", solution)
    more = [format_event(event) for event in events([next(end.legal_moves())], end)]
    kind, words = outcome(record | {"moves": record["moves"] + more})
    assert kind == "fails"
    assert words.endswith("but the record has 1 more move")


def test_a_match_adds_up() -> None:
    rules = GAMES["par"]
    match: list[JSON] = []
    total = 0
    for game in (1, 2):
        found = best(deal(game, rules), "score")
        total += found.position.score()
        made = best_record(deal(game, rules), "par", found)
        match.append(made | {"match": 1, "game_of_match": game, "total": total})
    one, two = map(parse_record, match)
    history = ("nodes", "shortest")
    assert set(check_record(one).unconfirmed) <= set(history)
    assert set(check_record(two, before=one).unconfirmed) <= set(history)
    assert check_record(two).unconfirmed[-3:] == ("match", "game_of_match", "total")
    wrong = parse_record(match[1] | {"total": total + 1})
    assert check_record(wrong, before=one).words == f"the total is {total}"
    assert check_record(parse_record(match[0] | {"total": 3})).outcome == "fails"
