"""True records made false in one field: `verify` rejects each, or names the field."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from pyrtool.answers.best.best import Best, By, best, worth
from pyrtool.answers.blocks import certify, find_blocks
from pyrtool.answers.rating import RatingLimits, rate
from pyrtool.answers.solve import Limits, Won, shortest, solve
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.version import STAMP
from pyrtool.game.deals import NUMBERINGS, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Position
from pyrtool.notation.moves import events, format_event, move_of, parse_event
from pyrtool.records import (
    best_record,
    blocks_record,
    check_record,
    deal_record,
    parse_record,
    play_record,
    solve_record,
)

from ..drawing import drawn_seed, enough
from ..playouts import play_out

JSON = dict[str, Any]
RECORDS = 200
MUTATIONS = 5000
QUICK_RECORDS, QUICK = 77, 600

GIZA = GAMES["giza"]
SMALL = Rules(rows=4, total=9, passes=2)
SHORT = Rules(rows=4, total=7, suits=2, passes=None, draw=2, stock_top=False, stock_waste="no")
PYRAMID = Rules(rows=4, total=9, passes=3, goal="pyramid")
POINTS = Rules(rows=4, total=9, passes=3, goal="pyramid", scoring="microsoft")
PAR = Rules(rows=4, total=9, passes=3, scoring="par")
OPEN = Rules(rows=4, total=7, suits=2, stock="bouquet")
RULES = (GIZA, SMALL, SHORT, PYRAMID, OPEN)
LIMITS = Limits(nodes=200_000)


def name_of(rules: Rules) -> str:
    return "giza" if rules == GIZA else "pyramid"


def of_deal(number: int) -> JSON:
    rules = RULES[number % 5]
    return deal_record(deal(number, rules), name_of(rules))


def of_verdict(number: int) -> JSON:
    rules = RULES[number % 5]
    chosen = deal(number, rules)
    asked = Limits(nodes=1) if number % 7 == 0 else LIMITS
    answer = shortest if number % 2 else solve
    return solve_record(chosen, name_of(rules), answer(chosen, asked))


def of_position(number: int) -> JSON:
    rules = RULES[number % 5]
    chosen = deal(number, rules)
    moves, end = play_out(Position.start(chosen), number, 4)
    verdict = solve(end, limits=LIMITS)
    return solve_record(chosen, name_of(rules), verdict, after=moves)


def of_best(number: int) -> JSON:
    rules = (SMALL, PYRAMID, PAR, OPEN)[number % 4]
    chosen = deal(number, rules)
    by = "score" if rules == PAR else ("pyramid", "all")[number % 2]
    found = best(chosen, by, Limits(nodes=3) if number % 5 == 0 else LIMITS)  # type: ignore[arg-type]
    return best_record(chosen, "pyramid", found)


def of_challenge(number: int) -> JSON:
    """Points or a rank, this many at least, in the fewest moves, in turn; some cut short."""
    rules = (POINTS, POINTS, PAR, SMALL)[number % 4]
    chosen = deal(number, rules)
    by: By = ("A", "score", "4", "9", "score", "2", "7")[number % 7]
    if by == "score" and rules == SMALL:
        by = "6"
    at_least = None if number % 3 else (-5 if rules == PAR else 60) if by == "score" else 2
    limits = Limits(nodes=3) if number % 6 == 5 else LIMITS
    found = best(chosen, by, limits, at_least, shortest=number % 2 == 0)
    return best_record(chosen, "pyramid", found)


def of_blocks(number: int) -> JSON:
    rules = (GIZA, OPEN)[number % 2]
    chosen = deal(number, rules)
    found = [certify(block, chosen) for block in find_blocks(chosen)]
    return blocks_record(chosen, name_of(rules), found)


def of_rating(number: int) -> JSON:
    rules = (SMALL, SHORT, PYRAMID, OPEN)[number % 4]
    while True:
        chosen = deal(number, rules)
        verdict = solve(chosen)
        if isinstance(verdict, Won):
            break
        number += 1000
    limits = RatingLimits(positions=1, playouts=50) if number % 3 == 0 else RatingLimits()
    found = rate(chosen, verdict.moves, limits)
    return solve_record(chosen, "pyramid", verdict, found)


def of_play(number: int) -> JSON:
    rules = RULES[number % 5]
    chosen = deal(number, rules)
    verdict = solve(chosen)
    if number % 2 and isinstance(verdict, Won):
        moves = verdict.moves
    else:
        moves, _ = play_out(Position.start(chosen), number, 6)
    return play_record(chosen, name_of(rules), moves) | {"ended": number % 3 == 0}


def of_match(number: int) -> JSON:
    chosen = deal(number, PAR)
    found = best(chosen, "score")
    of = {"match": 1, "game_of_match": 1, "total": found.position.score()}
    return best_record(chosen, "pyramid", found) | of


KINDS: tuple[Callable[[int], JSON], ...] = (
    of_deal,
    of_verdict,
    of_verdict,
    of_position,
    of_best,
    of_challenge,
    of_challenge,
    of_blocks,
    of_rating,
    of_play,
    of_match,
)


@cache
def true_records(count: int) -> tuple[JSON, ...]:
    """Records of every kind, after a trip through JSON text."""
    made = (KINDS[at % len(KINDS)](at // len(KINDS) + 1) for at in range(count))
    return tuple(json.loads(json.dumps(record)) for record in made)


Path = tuple[str | int, ...]


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places of all that is no object in a record, and of the lists too."""
    if isinstance(value, dict):
        for name in value:
            yield from leaves(value[name], (*path, name))
    else:
        yield path
        if isinstance(value, list):
            for at, member in enumerate(value):
                yield from leaves(member, (*path, at))


def at(record: JSON, path: Path) -> Any:
    value: Any = record
    for step in path:
        value = value[step]
    return value


def put(record: JSON, path: Path, value: Any) -> JSON:
    made = copy.deepcopy(record)
    at(made, path[:-1])[path[-1]] = value
    return made


WORDS = {
    "numbering": NUMBERINGS,
    "game": (*GAMES, "nope", ""),
    "verdict": ("won", "lost", "unknown", "perhaps"),
    "reason": ("exhausted", "count", "set block", "simple block", "crossblock", "nodes", "seconds"),
    "best": ("all", "pyramid", "score", "most", "A", "4"),
    "level": ("easy", "moderate", "hard", "expert", "master"),
    "limit": ("nodes", "seconds", "memory"),
    "kind": ("simple block", "set block", "crossblock", "count"),
    "stock": ("dealt", "bouquet", "none"),
    "goal": ("all", "pyramid"),
    "scoring": ("none", "par", "microsoft"),
    "stock_waste": ("yes", "no", "auto", "auto-on-turn"),
    "passes": (1, 2, 5, "unlimited"),
    "columns": (None, "8x3", "2x2"),
}


def other_value(name: str | int, value: Any, chance: random.Random) -> Any:
    """A value of the same type, but another one; of another type where there is none."""
    if name in WORDS:
        return chance.choice([word for word in WORDS[name] if word != value])
    if name == "cards":
        cards = value.split()
        one, two = chance.sample(range(len(cards)), 2)
        cards[one], cards[two] = cards[two], cards[one]
        return " ".join(cards)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 7, 1000))
    if isinstance(value, float):
        return value * chance.choice((0.5, 0.99, 1.1))
    if isinstance(value, str):
        return chance.choice(("4C", "QH", "7S", "3-T", "pyramid 2.1", "waste", "x"))
    if isinstance(value, list) and value:
        made = list(value)
        chosen = chance.randrange(len(made))
        match chance.randrange(3):
            case 0:
                del made[chosen]
            case 1:
                made.insert(chance.randrange(len(made) + 1), made[chosen])
            case _:
                made.insert(chance.randrange(len(made)), made.pop(chosen))
        return made
    return chance.choice((7, "x", [1]))


def mutation(record: JSON, chance: random.Random) -> tuple[str, JSON]:
    """A field's name and the record with another value in it, of any type and range."""
    kind = chance.randrange(12)
    if kind == 0:
        return "colour", record | {"colour": chance.choice((1, "red", None))}
    if kind == 1:
        needed = [name for name in record if name in NEEDED]
        gone = chance.choice(needed)
        return gone, {name: record[name] for name in record if name != gone}
    claims = [name for name in record if name not in ("rules", *STAMP)]
    top = chance.choice([*claims, "rules", "moves", "cards"])
    if top not in record:
        top = "deal"
    paths = list(leaves(record[top], (top,)))
    path = chance.choice(paths)
    value = at(record, path)
    if kind == 2:
        return top, put(record, path, {"x": 1})
    if kind == 3:
        return top, put(record, path, 2.5)
    if kind == 4:
        return top, put(record, path, chance.choice((-5, 10**30)))
    if kind == 5:
        return top, put(record, path, None)
    return top, put(record, path, other_value(path[-1], value, chance))


NEEDED = ("deal", "numbering", "game", "rules", "cards", "verdict", "reason", "moves", "nodes")


def is_true(record: JSON, made: JSON, top: str) -> bool:
    """Whether what was changed left a record that says nothing false, asked without `records`."""
    if made == record:
        return True
    if top not in made:
        return False
    if top == "best" and made["best"] in ("all", "pyramid"):
        return is_true_best(made)
    if record.get("best") not in (None, "all", "pyramid") and top in OF_CHALLENGE:
        return is_true_challenge(made)
    if top in ("moves", "after") and isinstance(made.get(top), list):
        return is_true_line(record, made)
    if top == "shortest":
        return made["shortest"] is True and is_shortest(made)
    if top in ("block", "blocks"):
        return is_true_blocks(record, made)
    if top == "cards":
        return bool(made["cards"] == record["cards"])
    return top in ("bound", "rating") and made[top] is None


OF_CHALLENGE = ("moves", "cleared", "best", "at_least", "least_moves", "proved", "bound")


def is_true_challenge(made: JSON) -> bool:
    """Whether both lines of a challenge end as the record says, and are what it says of them."""
    rules = Rules.from_dict(made["rules"])
    start = Position.start(deal(made["deal"], rules))
    by, at_least = made["best"], made.get("at_least")
    try:
        found = best(start, by=by, at_least=at_least, shortest="least_moves" in made)
        lines = [made, made["cleared"]] if "cleared" in made else [made]
        best_lines = [one for one in (found, found.cleared) if one is not None]
        if len(lines) != len(best_lines) and made["proved"] is True:
            return False
        return all(
            is_true_challenge_line(line, start, one)
            for line, one in zip(lines, best_lines, strict=False)
        )
    except (PyrtoolError, KeyError, TypeError, AttributeError, IndexError):
        return False


def is_true_challenge_line(line: JSON, start: Position, found: Best) -> bool:
    """Whether one line ends as the record says and is the best, or within its bound."""
    moves = [
        move_of(parse_event(line_event, "event"))
        for line_event in line["moves"]
        if "auto" not in line_event
    ]
    if [format_event(event) for event in events(moves, start)] != line["moves"]:
        return False
    end = start.play_all(moves)
    ends = {"pyramid_left": end.pyramid_left(), "cards_left": end.cards_left()}
    ends["removed" if found.by != "score" else "score"] = worth(end, found.by)[0]
    if any(line[name] != value for name, value in ends.items()):
        return False
    most, reached = worth(found.position, found.by)[0], worth(end, found.by)[0]
    least = line.get("least_moves")
    if line["proved"] is True:
        enough = found.at_least is not None and reached >= found.at_least
        as_good = reached == most or (enough and most >= reached)
        return as_good and (least is None or least == len(moves) == found.least_moves)
    (bound,) = line["bound"].values()
    return bool(type(bound) is int and bound >= most and (least is None or least <= len(moves)))


def is_true_best(made: JSON) -> bool:
    """Whether the line is the best under the changed wish, or, where the search was cut short, the
    bound is one under it too."""
    rules = Rules.from_dict(made["rules"])
    found = best(deal(made["deal"], rules), made["best"]).position
    most = {"pyramid_left": found.pyramid_left(), "cards_left": found.cards_left()}
    if made["proved"]:
        return all(made[name] == left for name, left in most.items())
    return all(name in made["bound"] and made["bound"][name] <= left for name, left in most.items())


def is_true_line(record: JSON, made: JSON) -> bool:
    """Whether the changed moves can be made and end as the record says."""
    rules = Rules.from_dict(record["rules"])
    chosen = deal(record["deal"], rules)
    position = Position.start(chosen)
    try:
        for name in ("after", "moves"):
            line_events = [parse_event(value, "event") for value in made.get(name) or []]
            moves = [move_of(event) for event in line_events if event.kind != "auto"]
            if [format_event(event) for event in events(moves, position)] != made.get(name, []):
                return made.get(name) is None and record.get(name) is None
            position = position.play_all(moves)
    except PyrtoolError:
        return False
    if "best" in record:
        ends = {"pyramid_left": position.pyramid_left(), "cards_left": position.cards_left()}
        if "score" in record:
            ends["score"] = position.score()
        return all(record[name] == end for name, end in ends.items())
    return position.is_won() is (record["verdict"] == "won")


def is_shortest(made: JSON) -> bool:
    rules = Rules.from_dict(made["rules"])
    if "best" in made:
        return False
    start = Position.start(deal(made["deal"], rules))
    after, moves = (
        [move_of(event) for event in line_events if event.kind != "auto"]
        for line_events in (
            [parse_event(value, "event") for value in made.get(name) or []]
            for name in ("after", "moves")
        )
    )
    found = shortest(start.play_all(after))
    return isinstance(found, Won) and len(found.moves) == len(moves)


def is_true_blocks(record: JSON, made: JSON) -> bool:
    """Whether the changed blocks are such as hold in the deal, each named once."""
    rules = Rules.from_dict(record["rules"])
    chosen = deal(record["deal"], rules)
    arguments = [certify(block, chosen) for block in find_blocks(chosen)]
    full = blocks_record(chosen, record["game"], arguments)["blocks"]
    bare = [{name: one[name] for name in one if name != "certificate"} for one in full]

    def sorted_sets(block: Any) -> Any:
        if not isinstance(block, dict) or not isinstance(block.get("sets"), list):
            return block
        return block | {"sets": sorted(map(str, block["sets"]))}

    if "block" in made:
        known = [*bare, record.get("block")]  # which may rest on the stock's order
        return sorted_sets(made["block"]) in map(sorted_sets, known)
    blocks = made["blocks"]
    if not isinstance(blocks, list) or not blocks:
        return False
    known = [sorted_sets(one) for one in full]
    return all(sorted_sets(one) in known and blocks.count(one) == 1 for one in blocks)


def is_caught(made: JSON, top: str) -> bool:
    """Whether the record is rejected, or the changed field named as not confirmed."""
    try:
        finding = check_record(parse_record(json.loads(json.dumps(made))), LIMITS)
    except PyrtoolError:
        return True
    names = {name.partition(".")[0] for name in finding.unconfirmed}
    # Rules that were changed are played as they are written. Nothing confirms that they are those
    # of the game that they name.
    return finding.outcome in ("fails", "limit") or {"rules": "game"}.get(top, top) in names


@pytest.mark.parametrize("count", [QUICK_RECORDS, pytest.param(RECORDS, marks=pytest.mark.slow)])
def test_true_records_of_every_kind_hold(count: int) -> None:
    outcomes = Counter[str]()
    for record in true_records(count):
        finding = check_record(parse_record(record), Limits())
        assert finding.outcome in ("holds", "no-claim"), (finding, record)
        outcomes[finding.outcome] += 1
    assert outcomes["holds"] > count / 2
    counts = Counter(record.get("verdict", "none") for record in true_records(count))
    assert min(counts.values()) > 2 and len(counts) == 4


def check_mutations(records: int, count: int, seed: int) -> None:
    chance = random.Random(seed)
    made = 0
    by_field = Counter[str]()
    missed: list[Any] = []
    while made < count:
        record = chance.choice(true_records(records))
        top, false = mutation(record, chance)
        if is_true(record, false, top):
            continue
        made += 1
        by_field[top] += 1
        if not is_caught(false, top):
            missed.append((top, record[top], false.get(top), record))
    assert not missed, (seed, len(missed), missed[0])
    enough(len(by_field), 21)


@pytest.mark.draws
def test_a_record_made_false_in_one_field_is_not_confirmed() -> None:
    check_mutations(QUICK_RECORDS, QUICK, drawn_seed())


@pytest.mark.draws
@pytest.mark.slow
def test_5000_records_made_false_are_not_confirmed() -> None:
    check_mutations(RECORDS, MUTATIONS, drawn_seed())
