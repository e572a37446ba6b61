"""True records, and forgeries of them: each makes the claims false that it names.

What is false is worked out from answers that no limit cut short, not from `records`.
"""

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pyrtool import Best, Deal, Limits, Position, advise, best, deal, rate, shortest, solve
from pyrtool.answers.blocks.certificate import certify
from pyrtool.answers.blocks.find import find_blocks
from pyrtool.answers.objectives import By, worth
from pyrtool.answers.verdicts import Lost, Verdict, Won
from pyrtool.game.games import GAMES, Rules
from pyrtool.records.reading import parse_record
from pyrtool.records.writing import (
    advice_record,
    best_record,
    blocks_record,
    deal_record,
    play_record,
    solve_record,
)

from ..playouts import play_out

JSON = dict[str, Any]
Forgery = tuple[frozenset[str], JSON]
"""The names of the claims that are false in it, and the record."""

NAMES: Final = {
    "pyramid": ("pyramid_left", "cards_left"),
    "all": ("cards_left", "pyramid_left"),
    "score": ("score",),
}
"""The question that a line answers, by its fields."""
RANK: Final = ("removed",)
LOST: Final = {"exhausted", "count", "simple block", "set block", "crossblock"}
SMALL = Rules(rows=4, total=9, passes=2)
PYRAMID = Rules(rows=4, total=9, passes=3, goal="pyramid")
POINTS = Rules(rows=4, total=9, passes=3, goal="pyramid", scoring="microsoft")
PAR = Rules(rows=4, total=9, passes=3, scoring="par")
OPEN = Rules(rows=4, total=7, suits=2, stock="bouquet")
EVERY_LINE = Rules(rows=3, ranks=3, pairs="same, next", scoring="microsoft", goal="pyramid")


@dataclass(frozen=True)
class Case:
    """A true record, and the answers to its question without limits."""

    record: JSON
    start: Position
    verdict: Verdict
    best: Best | None = None

    def goal(self, line: JSON) -> int:
        """What a line must reach to do as well as this one of a challenge."""
        reached: int = line["score" if self.record["best"] == "score" else "removed"]
        enough: int = self.record.get("at_least", reached)
        return min(reached, enough)

    def fewest(self, place: str) -> int:
        """How many moves a line that does as well takes."""
        line = self.record["cleared"] if place else self.record
        found = best(self.start, self.record["best"], Limits(), self.goal(line), True)
        if place and found.position.pyramid_left():
            assert found.cleared is not None
            found = found.cleared
        assert found.proved
        return len(found.moves)


def case(record: JSON, start: Position, found: Best | None = None) -> Case:
    verdict = solve(start) if found is None else found.verdict
    return Case(json.loads(json.dumps(record)), start, verdict, found)


def of_best(
    rules: Rules,
    number: int,
    by: By,
    nodes: int | None = None,
    at_least: int | None = None,
    fewest: bool = False,
) -> Case:
    chosen = deal(number, rules)
    found = best(chosen, by, Limits(nodes), at_least, fewest)
    start = Position.start(chosen)
    full = found if nodes is None else best(start, by, Limits(), at_least, fewest)
    record = best_record(chosen, "pyramid", found)
    if rules.scoring == "par" and by == "score":
        record |= {"match": 1, "game_of_match": 1, "total": record["score"]}
    return case(record, start, full)


def of_verdict(rules: Rules, number: int, fewest: bool, nodes: int | None, moves: int) -> Case:
    chosen = deal(number, rules)
    after, start = play_out(Position.start(chosen), number, moves)
    verdict = (shortest if fewest else solve)(start, limits=Limits(nodes))
    rating = None
    if isinstance(verdict, Won) and not moves and nodes is None:
        rating = rate(chosen, verdict.moves)
    return case(solve_record(chosen, "pyramid", verdict, rating, after), start)


def of_play(rules: Rules, number: int) -> Case:
    chosen = deal(number, rules)
    start = Position.start(chosen)
    moves, end = play_out(start, number, 4)
    record = play_record(chosen, "pyramid", moves) | {"ended": False}
    record |= {"pyramid_left": end.pyramid_left(), "cards_left": end.cards_left()}
    return case(record, start)


def of_blocks(number: int) -> Case:
    chosen = deal(number, "giza")
    found = [certify(block, chosen) for block in find_blocks(chosen)]
    start = Position.start(chosen)
    return case(blocks_record(chosen, "giza", found), start)


def of_advice(number: int) -> Case:
    chosen = deal(number, OPEN)
    start = Position.start(chosen)
    return case(advice_record(chosen, "pyramid", advise(start)), start)


@cache
def cases(count: int) -> tuple[Case, ...]:
    """This many deals of each game and question, each with and without limits."""
    made: list[Case] = []
    for number in range(1, count + 1):
        for rules in (SMALL, PYRAMID, OPEN):
            made += [of_verdict(rules, number, number % 2 == 0, None, 0)]
            made += [of_verdict(rules, number, True, 40 * number, number % 3)]
        for nodes in (None, 3, 60):
            made += [of_best(SMALL, number, "pyramid", nodes)]
            made += [of_best(PYRAMID, number, "all", nodes)]
            made += [of_best(PAR, number + 1, "score", nodes)]
            made += [of_best(PAR, number + 1, "score", nodes, -6, True)]
            made += [of_best(POINTS, number, "score", nodes, fewest=True)]
            made += [of_best(POINTS, number + 4, "A", nodes, fewest=number % 2 == 1)]
            made += [of_best(POINTS, number + 1, "7", nodes, 3, True)]
            made += [of_best(EVERY_LINE, number, "score", nodes, fewest=True)]
        made += [of_play(SMALL, number), of_play(OPEN, number)]
        made += [of_blocks(number), of_advice(number)]
        chosen = deal(number, OPEN)
        made += [case(deal_record(chosen, "pyramid"), Position.start(chosen))]
    if count > 1:
        microsoft = GAMES["microsoft"]
        made += [of_best(microsoft, 2, "Q", nodes, fewest=True) for nodes in (None, 80_000)]
    return tuple(made)


def put(record: JSON, place: str, **fields: Any) -> JSON:
    made = copy.deepcopy(record)
    (made["cleared"] if place else made).update(fields)
    return made


def forgeries(one: Case) -> Iterator[Forgery]:
    record = one.record
    yield from of_the_deal(record)
    for name in ("nodes", "ended"):
        if name in record:
            value = not record[name] if name == "ended" else record[name] + 1
            yield frozenset({name}), put(record, "", **{name: value})
    if "verdict" in record:
        yield from of_the_verdict(one)
    for place, line in lines(record):
        yield from of_a_line(one, place, line)
    if "best" in record:
        yield from of_the_best(one)
    elif record.get("least_moves") is not None or record.get("shortest"):
        yield from of_the_fewest(one)
    if record.get("rating"):
        yield from of_the_rating(record)
    if "blocks" in record:
        yield from of_the_blocks(record)
    if "advice" in record:
        yield frozenset({"advice"}), put(record, "", advice={})
    for name in ("match", "game_of_match", "total"):
        if name in record:
            yield frozenset({name}), put(record, "", **{name: record[name] + 1})


def lines(record: JSON) -> Iterator[tuple[str, JSON]]:
    if record.get("moves") is not None:
        yield "", record
    if "cleared" in record:
        yield "cleared.", record["cleared"]


def of_the_deal(record: JSON) -> Iterator[Forgery]:
    cards = record["cards"].split()
    swapped = " ".join([cards[1], cards[0], *cards[2:]])
    yield frozenset({"cards"}), put(record, "", cards=swapped)
    yield frozenset({"deal"}), put(record, "", deal=record["deal"] + 1)
    if record.get("after"):
        yield frozenset({"after"}), put(record, "", after=[*record["after"], {"redeal": 99}])
    yield frozenset({"colour"}), put(record, "", colour="red")
    for name, value in (("overlap", not record["rules"]["overlap"]), ("stock", "none")):
        if record["rules"][name] != value:
            yield frozenset({"game"}), put(record, "", rules=record["rules"] | {name: value})


def of_the_verdict(one: Case) -> Iterator[Forgery]:
    record, true = one.record, one.verdict
    lost_reasons = LOST - {true.reason} if isinstance(true, Lost) else LOST
    if isinstance(true, Lost) and true.reason == "stock block":
        lost_reasons -= {"exhausted"}  # which is true of it as well
    blocks = {"simple block", "set block", "crossblock"}
    for reason in sorted(lost_reasons - blocks):
        made = put(record, "", verdict="lost", reason=reason)
        made.pop("block", None)
        made.pop("rating", None)
        if "best" not in record:
            made["moves"] = None
            for name in ("shortest", "limit", "least_moves", "pyramid_left", "cards_left"):
                made.pop(name, None)
            if record.get("reason") == "unfinished":
                made.pop("ended", None)
        wrong = "reason" if isinstance(true, Lost) else "verdict"
        yield frozenset({wrong}), made
    if isinstance(true, Lost) and "best" in record:
        made = put(record, "", verdict="won", reason=None)
        made.pop("block", None)
        yield frozenset({"verdict"}), made | {"shortest": False}
    if record["verdict"] == "unknown" and record["reason"] != "unfinished":
        yield frozenset({"reason"}), put(record, "", reason="seconds")


def of_a_line(one: Case, place: str, line: JSON) -> Iterator[Forgery]:
    """Moves that cannot be made or lead elsewhere, and ends that are not theirs."""
    moves = line["moves"]
    discards = [at for at, event in enumerate(moves) if "discard" in event]
    if discards:
        twice = [*moves, moves[discards[0]]]
        yield frozenset({f"{place}moves"}), put(one.record, place, moves=twice)
        if discards[-1] == len(moves) - 1:
            yield frozenset({f"{place}moves"}), put(one.record, place, moves=moves[:-1])
    for name in ("pyramid_left", "cards_left", "score", "removed"):
        if name in line:
            value = line[name] - 1 if line[name] else line[name] + 1
            yield frozenset({f"{place}{name}"}), put(one.record, place, **{name: value})
    if "cleared_in_pass" in line:
        value = None if line["cleared_in_pass"] else 1
        yield frozenset({f"{place}cleared_in_pass"}), put(one.record, place, cleared_in_pass=value)


def of_the_best(one: Case) -> Iterator[Forgery]:
    """What is claimed of lines as good or better, of each line by itself."""
    record = one.record
    assert one.best is not None
    for place, line in lines(record):
        true = one.best if not place else one.best.cleared
        if line.get("least_moves") is not None:
            fewest, length = one.fewest(place), len(line["moves"])
            for least in {fewest + 1, length, length + 1, *([fewest - 1] * line["proved"])}:
                if least > fewest or (least < fewest and line["proved"]):
                    yield frozenset({f"{place}least_moves"}), put(record, place, least_moves=least)
        if not line["proved"]:
            yield from of_a_bound(one, place, line, true)
            yield frozenset({f"{place}limit"}), put(record, place, limit="seconds")
        elif true is not None:
            yield frozenset({f"{place}limit"}), unproved(record, place, true)
    if record["proved"] and "cleared" in record:
        made = copy.deepcopy(record)
        del made["cleared"]
        yield frozenset({"proved"}), made
    yield from of_worse_lines(one)
    yield from of_a_worse_clearing(one)
    if record["proved"] and one.best.is_enough:
        most = best(one.start, record["best"]).position
        if worth(most, one.best.by) != worth(one.best.position, one.best.by):
            made = copy.deepcopy(record)
            del made["at_least"]
            yield frozenset({"proved"}), made


def unproved(record: JSON, place: str, true: Best) -> JSON:
    """A line that is proved, said not to be; its limit was never reached."""
    reached = worth(true.position, true.by)
    bound = dict(zip(NAMES.get(true.by, RANK), reached, strict=True))
    return put(record, place, proved=False, limit="nodes", bound=bound)


def of_a_bound(one: Case, place: str, line: JSON, true: Best | None) -> Iterator[Forgery]:
    """A bound that a line is better than, and a proof that there is none."""
    record = one.record
    if true is not None:
        reached = dict(zip(NAMES.get(true.by, RANK), worth(true.position, true.by), strict=True))
        for name, value in reached.items():
            bound = line["bound"] | {name: value + (1 if name.endswith("left") else -1)}
            yield frozenset({f"{place}bound"}), put(record, place, bound=bound)
    if true is not None and not is_as_good(line, true):
        made = put(record, place, proved=True)
        for name in ("limit", "bound"):
            (made["cleared"] if place else made).pop(name)
        yield frozenset({f"{place}proved"}), made


def is_as_good(line: JSON, true: Best) -> bool:
    """Whether a line ends as the best, which is enough or proved, and is as short."""
    ends = dict(zip(NAMES.get(true.by, RANK), worth(true.position, true.by), strict=True))
    if true.is_enough:
        return True
    if true.least_moves is not None and line.get("least_moves") != len(line["moves"]):
        return True  # rejected for another reason
    return all(line[name] == value for name, value in ends.items())


def of_worse_lines(one: Case) -> Iterator[Forgery]:
    """A line that does less, true except that none does better."""
    record = one.record
    true = one.best
    assert true is not None
    for count in (0, len(true.moves) // 2):
        moves = true.moves[:count]
        end = one.start.play_all(moves)
        least = 0 if true.least_moves is not None else None
        worse = Best(true.by, true.verdict, moves, end, 1, None, worth(end, true.by))
        if worth(end, true.by) == worth(true.position, true.by):
            continue
        worse_record = best_record(parse_deal(record), "pyramid", worse)
        kept = {name: record[name] for name in ("verdict", "reason", "cleared") if name in record}
        made = worse_record | kept | {"nodes": record["nodes"]}
        if "block" in record:
            made["block"] = record["block"]
        if least is not None:
            made["least_moves"] = count
        yield frozenset({"proved"}), json.loads(json.dumps(made))


def of_a_worse_clearing(one: Case) -> Iterator[Forgery]:
    """A line that clears the pyramid and does less than the best that does, said to be that."""
    record, true = one.record, one.best
    if true is None or true.cleared is None or "cleared" not in record:
        return
    if not isinstance(true.verdict, Won) or true.is_enough:
        return
    moves = true.verdict.moves
    end = one.start.play_all(moves)
    if worth(end, true.by) >= worth(true.cleared.position, true.by):
        return
    least = None if true.cleared.least_moves is None else len(moves)
    worse = Best(true.by, true.verdict, moves, end, 1, None, worth(end, true.by), None, least)
    worse_record = best_record(parse_deal(record), "pyramid", worse)
    cleared = {name: worse_record[name] for name in record["cleared"] if name in worse_record}
    yield frozenset({"cleared.proved"}), put(record, "", cleared=json.loads(json.dumps(cleared)))


def parse_deal(record: JSON) -> Deal:
    given = parse_record(record).deal
    assert isinstance(given, Deal)
    return given


def of_the_fewest(one: Case) -> Iterator[Forgery]:
    record = one.record
    found = shortest(one.start)
    assert isinstance(found, Won)
    fewest, made = len(found.moves), len(record["moves"])
    if record.get("least_moves") is not None:
        for least in {fewest + 1, made, made + 1} - set(range(fewest + 1)):
            yield frozenset({"least_moves"}), put(record, "", least_moves=least)
        yield frozenset({"limit"}), put(record, "", limit="seconds")
        if made > fewest:
            claimed = put(record, "", shortest=True)
            del claimed["limit"], claimed["least_moves"]
            yield frozenset({"shortest"}), claimed
    else:
        yield frozenset({"shortest"}), put(record, "", shortest=False)


def of_the_rating(record: JSON) -> Iterator[Forgery]:
    for name, value in record["rating"].items():
        inner = [*value] if isinstance(value, dict) else [""]
        for figure in inner:
            claimed = value[figure] if figure else value
            if claimed is None:
                continue
            other: Any = not claimed if isinstance(claimed, bool) else "x"
            if isinstance(claimed, int | float) and not isinstance(claimed, bool):
                other = claimed / 2 if isinstance(claimed, float) and claimed else claimed + 1
            changed = value | {figure: other} if figure else other
            rating = record["rating"] | {name: changed}
            yield frozenset({"rating"}), put(record, "", rating=rating)


def of_the_blocks(record: JSON) -> Iterator[Forgery]:
    """Blocks that do not hold, appear twice, or have another argument."""
    blocks = record["blocks"]
    wanted = {"kind": "set block", "sets": ["2-J"], "card": None, "covers": []}
    if wanted["sets"] not in [block["sets"] for block in blocks]:
        yield frozenset({"blocks"}), put(record, "", blocks=[*blocks, wanted])
    if not blocks:
        return
    yield frozenset({"blocks"}), put(record, "", blocks=[*blocks, blocks[0]])
    yield frozenset({"blocks"}), put(record, "", blocks=[])
    first = blocks[0]
    for name, value in first["certificate"].items():
        certificate = first["certificate"] | {name: "x" if value != "x" else None}
        changed = [first | {"certificate": certificate}, *blocks[1:]]
        yield frozenset({"blocks"}), put(record, "", blocks=changed)
