"""Forged records: `verify` contradicts each false claim, or names it as not confirmed.

Every claim of true records is made false by itself, and two claims together.
"""

import contextlib
import copy
import gc
import json
import random
import signal
import threading
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, Final

import pytest

from pyrtool import Limits, Position, PyrtoolError, best, deal, explain, rate
from pyrtool.answers.explain.story import story_of
from pyrtool.answers.rating.scale import Chance, Rating
from pyrtool.answers.solve import solve, verdict_only
from pyrtool.base.json_object import is_same_json
from pyrtool.base.version import STAMP
from pyrtool.records.claims import Finding
from pyrtool.records.explanations import explain_record
from pyrtool.records.fields import RecordError
from pyrtool.records.ratings import format_rating
from pyrtool.records.reading import parse_record
from pyrtool.records.verification import check_record
from pyrtool.records.writing import best_record, blocks_record, solve_record

from ..dealing import won
from ..drawing import drawn_seed
from .forging import cases, forgeries, lines

JSON = dict[str, Any]
SEED: Final = 3508
QUICK, SLOW = 1, 2
VERIFIED: Final = (Limits(), Limits(nodes=1), Limits(nodes=60))


def passed_over(names: frozenset[str], forged: JSON, limits: Limits) -> set[str]:
    """The false claims that verify neither contradicts nor names."""
    try:
        finding = check_record(parse_record(json.loads(json.dumps(forged))), limits)
    except PyrtoolError:
        return set()
    return set() if finding.outcome == "fails" else set(names) - {*finding.unconfirmed}


def both(record: JSON, one: JSON, other: JSON) -> JSON | None:
    """The record with the changes of both; None where they change the same."""
    made = copy.deepcopy(one)
    for name in {*record, *other}:
        old, new = record.get(name, ...), other.get(name, ...)
        if old == new:
            continue
        if name == "cleared" and isinstance(old, dict) and isinstance(new, dict):
            if not isinstance(inner := made.get(name), dict):
                return None
            if (new := both(old, inner, new)) is None:
                return None
        elif made.get(name, ...) != old:
            return None
        if new is ...:
            made.pop(name, None)
        else:
            made[name] = new
    return made


COUNTS = pytest.mark.parametrize("count", [QUICK, pytest.param(SLOW, marks=pytest.mark.slow)])


@COUNTS
def test_true_records_never_fail(count: int) -> None:
    """Whatever limits they are checked under; without limits what is proved is confirmed."""
    for one in cases(count):
        for limits in VERIFIED:
            finding = check_record(parse_record(one.record), limits)
            assert finding.outcome != "fails", (finding, one.record)
            if limits == Limits():
                assert finding.outcome != "limit", (finding, one.record)
                assert set(finding.unconfirmed) <= unproven(one.record), (finding, one.record)


def unproven(record: JSON) -> set[str]:
    """What nothing can confirm of a true record: who made it knows how, or did not know more."""
    names = {"game", "nodes", "shortest", "limit", "ended", "advice"}
    if record.get("verdict") == "unknown" or "best" in record:
        names |= {"reason"}  # beside a best line nobody looked for a stock block
    if record.get("reason") == "exhausted":
        names |= {"reason"}  # a limit may have kept the search from a stock block
    for place, line in lines(record) if "best" in record else ():
        if not line["proved"]:
            names |= {f"{place}{name}" for name in ("proved", "limit", "bound", "least_moves")}
    return names


@COUNTS
def test_each_false_claim_is_contradicted_or_named(count: int) -> None:
    named: set[str] = set()
    for first, one in enumerate(cases(count)):
        step = 2 if count == QUICK and "best" in one.record else 1  # most records are like this
        for at, (names, forged) in islice(enumerate(forgeries(one)), first % step, None, step):
            assert forged != one.record
            named |= names
            limits = VERIFIED[(first + at) % 3]
            missed = passed_over(names, forged, limits)
            assert not missed, (missed, limits, forged)
    assert named >= OF_LINES | {f"cleared.{name}" for name in OF_LINES - {"cleared_in_pass"}}
    assert named >= OF_RECORDS


ODD: Final[tuple[Any, ...]] = ({"x": 1}, 2.5, -99, 10**30, None)
"""Values that a field has not, in its type or its range."""


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of all that is no object in a record, and of the lists too."""
    if isinstance(value, dict):
        for name in value:
            yield from leaves(value[name], (*path, name))
        return
    yield path
    if isinstance(value, list):
        for at, member in enumerate(value):
            yield from leaves(member, (*path, at))


def may_be(path: tuple[str | int, ...], value: Any) -> bool:
    """Whether a record with this value there may be true: without a rating, with another aim."""
    return (value is None and path[0] in ("bound", "rating", "after")) or path[0] == "at_least"


@pytest.mark.draws
def test_no_field_takes_an_odd_value() -> None:
    chance = random.Random(drawn_seed())
    for one in cases(QUICK):
        paths = [path for path in leaves(one.record) if path[0] not in STAMP]
        for *steps, last in chance.sample(paths, 20):
            value = chance.choice(ODD)
            forged = copy.deepcopy(one.record)
            holder: Any = forged
            for step in steps:
                holder = holder[step]
            top = str([*steps, last][0])
            if is_same_json(holder[last], value) or may_be((*steps, last), value):
                continue
            holder[last] = value
            names = {"rules": "game", "cleared": f"cleared.{[*steps, last][-1]}"}
            missed = passed_over(frozenset({names.get(top, top)}), forged, Limits(nodes=200_000))
            assert not missed, (steps, last, value, one.record)


OF_LINES: Final = {
    *("moves", "pyramid_left", "cards_left", "score", "cleared_in_pass"),
    *("proved", "limit", "bound", "least_moves"),
}
OF_RECORDS: Final = {
    *("deal", "cards", "after", "verdict", "reason", "shortest", "nodes", "rating", "blocks"),
    *("match", "game_of_match", "total", "ended", "removed", "advice", "colour"),
}


@pytest.mark.slow
def test_two_false_claims_at_once_are_contradicted_or_named() -> None:
    chance = random.Random(SEED)
    made = 0
    while made < 800:
        one = chance.choice(cases(SLOW))
        (left, first), (right, second) = chance.sample([*forgeries(one)], 2)
        forged = both(one.record, first, second)
        if forged is None:
            continue
        made += 1
        limits = chance.choice(VERIFIED)
        missed = passed_over(left | right, forged, limits)
        assert not missed, (missed, limits, forged)


# Ratings: whatever they claim, they are checked within the limits.


@cache
def rated(number: int, game: str) -> tuple[JSON, Rating]:
    """The record of a rated deal, and its rating."""
    chosen = deal(number, game)
    verdict = won(chosen)
    rating = rate(chosen, verdict.moves)
    return json.loads(json.dumps(solve_record(chosen, game, verdict, rating))), rating


def with_rating(number: int, game: str, rating: Rating) -> JSON:
    return rated(number, game)[0] | {"rating": format_rating(rating)}


def by_games(games: int) -> Rating:
    """A rating that takes this many games to check."""
    chance = Chance(1 / games, games, 1)
    return Rating(chance, chance, 0, 11, 0, 1)


def checked(record: JSON, limits: Limits = Limits()) -> Finding:
    return check_record(parse_record(record), limits)


@pytest.mark.parametrize("game", ["giza", "pyramid", "nestor"])
def test_a_rating_is_checked_within_the_seconds(game: str) -> None:
    number = next(n for n in range(2, 99) if solve(deal(n, game)).is_won)
    finding = checked(with_rating(number, game, by_games(9_999_999)), Limits(seconds=0.2))
    assert finding.outcome == "limit"
    assert "the rating is not confirmed: the limit on seconds was reached" in finding.words
    assert "rating" in finding.unconfirmed


@pytest.mark.parametrize(("game", "number"), [("giza", 2), ("microsoft", 2)])
def test_a_signal_ends_the_check_of_a_rating(game: str, number: int) -> None:
    record = with_rating(number, game, by_games(9_999_999))
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    gc.disable()  # Hypothesis times each collection, and an exception in its timer is lost
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            checked(record)
        timer.join()
    finally:
        gc.enable()


def test_no_number_in_a_rating_is_too_large_to_be_found_wrong() -> None:
    names = ("difficulty", "stars", "positions", "first_moves", "greater_than")
    places = [("", name) for name in names]
    places += [("plain", name) for name in ("wins", "playouts", "chance", "difficulty_low")]
    for great in (10**400, -(10**400), 10**5000, 1e308, float("nan")):
        for place, name in places:
            record = copy.deepcopy(rated(2, "giza")[0])
            (record["rating"][place] if place else record["rating"])[name] = great
            with contextlib.suppress(RecordError):
                assert checked(record, Limits(seconds=5)).outcome != "holds", (place, name)


def test_a_rating_that_contradicts_itself_is_not_rated_again() -> None:
    record = copy.deepcopy(with_rating(2, "giza", by_games(9_999_999)))
    record["rating"]["level"] = "easy"
    assert "the rating's level is" in checked(record).words


# Explanations: whatever one says is made again from its steps, or looked for again.


@cache
def explained_record(number: int, game: str) -> JSON:
    """The record of an explanation, with its story if the deal is won."""
    chosen = deal(number, game)
    found = explain(chosen)
    story = story_of(found, Position.start(chosen), found.moves) if found.verdict == "won" else None
    made: JSON = json.loads(json.dumps(explain_record(chosen, game, found, (), story)))
    return made


EXPLAINED: Final = ((1, "giza"), (2, "giza"), (5, "pyramid"), (3, "clear"), (8, "giza"))


def forged_explanation(record: JSON, **changed: Any) -> Finding:
    """What is found of a record with this explanation; one that cannot be read fails."""
    try:
        return checked(record | {"explanation": record["explanation"] | changed})
    except RecordError as error:
        return Finding("fails", str(error))


def test_an_explanation_without_steps_claims_nothing_unchecked() -> None:
    """Its conclusion, sets, pairs, trials, and techniques are those of a search, or it fails."""
    false: list[JSON] = [
        {"conclusion": "Unwinnable by A-Q alone: nonsense"},
        {"sets": ["A-Q", "Q"]},
        {"sets": ["Z"]},
        {"trials": 5},
        {"trials": False},
        {"techniques": ["x"]},
        {"forced": [["AS", "AS"]]},
        {"latest": [["7S", 3]]},
        {"verdict": "perhaps"},
        {"verdict": ["lost"]},
        {"parts": {}},
        {"parts": None},
        {"more": 1},
    ]
    lost, won = explained_record(3, "clear"), explained_record(2, "giza")
    assert lost["explanation"]["parts"] == []
    bare = {"parts": [], "techniques": [], "forced": [], "latest": [], "trials": 0}
    words = "Winnable. No pair was found that is in every solution."
    unknown = {
        "verdict": "unknown",
        "sets": [],
        "conclusion": "A limit was reached before the verdict.",
    }
    cases: list[tuple[JSON, JSON]] = [
        (lost, {}),
        (won, bare | {"conclusion": words}),
        (won, bare | unknown),
    ]
    for record, base in cases:
        record = copy.deepcopy(record)
        record["explanation"].pop("story", None)
        record["explanation"] |= base
        for one in false:
            assert forged_explanation(record, **one).outcome == "fails", one
    record["explanation"] |= unknown
    assert checked(record).outcome == "no-claim"


def test_an_explanation_that_leaves_out_what_is_found_fails() -> None:
    lost, won = explained_record(1, "giza"), explained_record(2, "giza")
    again = explained_record(3, "clear")["explanation"]
    none = {name: again[name] for name in again if name != "verdict"}
    assert forged_explanation(lost, **none).words == "explanation: there is a proof"
    del won["explanation"]["story"]
    words = "Winnable. No pair was found that is in every solution."
    nothing = {"parts": [], "techniques": [], "forced": [], "latest": [], "conclusion": words}
    assert forged_explanation(won, **nothing).words.endswith("in every solution, too")


def test_a_story_belongs_to_a_winnable_deal_and_has_each_reason_once() -> None:
    for number, game in EXPLAINED[:3]:
        record = explained_record(number, game)
        stories: list[Any] = [{"anything": "This deal is won in 3 moves"}, {}, [], "x", None]
        for story in stories:
            assert forged_explanation(record, story=story).outcome == "fails"
    record = explained_record(*WITH_REASONS)
    choices = record["explanation"]["story"]["choices"]
    at = next(at for at, choice in enumerate(choices) if choice["against"])
    for times in (2, 0):
        story = copy.deepcopy(record["explanation"]["story"])
        story["choices"][at]["against"] *= times
        assert forged_explanation(record, story=story).outcome == "fails"


WITH_REASONS: Final = (47, "pyramid")
"""A deal in whose solution pairs are passed by that lose."""


def somewhere_else(value: Any, chance: random.Random) -> Any:
    """The value with one of its parts changed, left out, or repeated."""
    if isinstance(value, dict) and value:
        name = chance.choice([*value])
        if chance.random() < 0.1:
            return {other: held for other, held in value.items() if other != name}
        return value | {name: somewhere_else(value[name], chance)}
    if isinstance(value, list) and value:
        at = chance.randrange(len(value))
        if chance.random() < 0.8:
            return [*value[:at], somewhere_else(value[at], chance), *value[at + 1 :]]
        return chance.choice([value[:at] + value[at + 1 :], [*value, value[at]]])
    others: list[Any] = [None, True, 10**400, -1, 2.5, "", "4C", "together", [], {"x": 1}, [["4C"]]]
    if type(value) is int:
        others += [value + 1, value - 1, *([float(value)] if abs(value) < 2**53 else [])]
    return chance.choice([other for other in others if not is_same_json(other, value)])


@pytest.mark.slow
def test_no_part_of_an_explanation_can_be_changed() -> None:
    chance = random.Random(SEED)
    for number, game in (*EXPLAINED, WITH_REASONS):
        true = explained_record(number, game)
        assert checked(true).outcome == "holds"
        for _ in range(60):
            changed = somewhere_else(true["explanation"], chance)
            if ("story" in changed) is not ("story" in true["explanation"]):
                continue  # without it, the explanation is a true one
            forged = true | {"explanation": changed}
            with contextlib.suppress(RecordError):
                finding = checked(forged)
                assert finding.outcome == "fails", (number, game, finding, changed)


# What is said not to be there is looked for as the command looks for it.


def test_no_block_is_confirmed_only_after_a_look_at_the_stock() -> None:
    for number, game in ((5, "pyramid"), (1, "giza")):
        record = blocks_record(deal(number, game), game, ())
        finding = checked(record)
        assert (finding.outcome, finding.words[:10]) == ("fails", "there is a")
    record = blocks_record(deal(2, "giza"), "giza", ())
    assert checked(record) == Finding("holds", "no block, looked for again")
    open_still = checked(blocks_record(deal(5, "pyramid"), "pyramid", ()), Limits(nodes=1))
    assert open_still.outcome == "limit" and open_still.unconfirmed == ("blocks",)


def test_a_loss_without_a_block_is_looked_through_for_one() -> None:
    """A search that a limit cut short may have missed it, so the reason is named."""
    chosen = deal(5, "pyramid")
    assert verdict_only(chosen) != solve(chosen)
    record = solve_record(chosen, "pyramid", verdict_only(chosen))
    finding = checked(record)
    assert finding.words == "lost (there is a stock block), searched again"
    assert finding.outcome == "holds" and "reason" in finding.unconfirmed
    best_of = best_record(chosen, "pyramid", best(chosen, "all"))
    assert "reason" in checked(best_of).unconfirmed
