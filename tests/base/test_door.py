"""The door: whatever is called, wrong arguments are a `PyrtoolError` that says what is wrong.

Every public function, method and record of the library is found by walking its modules, so that a
new one is tested too, and one that lets a stranger in fails. Behind an outermost door the library
calls itself unasked, and nobody slips in behind it.
"""

import importlib
import io
import pickle
import pkgutil
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import nan
from pathlib import Path
from typing import IO, Any, TextIO

import pytest
from closed_bound import Gap

import pyrtool
from pyrtool import Card, Limits, PyrtoolError, best, find, render, solve, survey
from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.certificate import certify
from pyrtool.answers.blocks.check import check_block
from pyrtool.answers.blocks.find import find_block, find_blocks
from pyrtool.answers.blocks.isolated_sets import left_of, stand_still
from pyrtool.answers.blocks.wording import describe, title
from pyrtool.answers.closed import View
from pyrtool.answers.rating.chances import RatingLimits, rate
from pyrtool.answers.rating.scale import Chance, level_named
from pyrtool.base.arguments import ArgumentError, check_fields, checked
from pyrtool.base.intervals import Rate
from pyrtool.base.type_checks import is_settled
from pyrtool.game.deals import Deal, DealNumber, Numbering, check_span, deal
from pyrtool.game.games import GAMES, DeckError, Rules, game
from pyrtool.game.position import DealStock, Discard, IllegalMoveError, Move, Position
from pyrtool.notation import format_deal
from pyrtool.notation.moves import Event, move_of
from pyrtool.records.claims import Record
from pyrtool.records.session import Match, Session
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.pool import Unwatched
from pyrtool.surveys.questions.best import Scores
from pyrtool.surveys.shards import ShardTask

from ..dealing import won
from ..drawing import drawn_seed, enough
from ..front_door import Call, calls, exported, is_error, parameters, written
from ..fuzz_api import NOT_CALLED, calls as fuzzed, fuzz

PYRAMID, GIZA, TUT = GAMES["pyramid"], GAMES["giza"], GAMES["tut"]
SHORT = Rules(rows=3, total=5, suits=2)
CARDS = deal(2).cards
START = Position.start(Deal.of(CARDS, PYRAMID))

OUTSIDE = ("pyrtool.kernel", "pyrtool.cli", "pyrtool.__main__")
"""The kernel trusts its caller, and the command line has only texts."""

ANYTHING = {"object", "Any", "T", "Iterable[T]", "Iterable[object]", "Callable[[T], R]"}
"""The hints of parameters that take whatever there is, or what only their caller knows."""

GIVEN = ("rules", "layout", "tableau", "stock", "turned")
OF_START = {name: getattr(START, name) for name in GIVEN}
SELF_CHECKED: dict[str, dict[str, Any]] = {
    "Plan": {"rules": PYRAMID},
    "Query": {"plan": Plan(PYRAMID)},
    "Position": OF_START,
    "Table": OF_START,
    "Deal": {"number": None, "numbering": None, "cards": CARDS, "rules": PYRAMID},
    "Certificate": {"block": Block("simple block", ((3, 10),), CARDS[0], CARDS[1:5])},
    "View": vars(View.of(START)),
    "PartlySeen": {"rules": START.rules, "tableau": START.tableau, "turned": START.turned},
    "Player": {"name": "careful"},
    "Exact": {"rules": SHORT},
    "Challenge": {"by": "score", "over": 2, "rules": GAMES["microsoft"]},
    "Rate": {"hits": 1, "deals": 2},
    "Chance": {"value": 0.5},
    "Event": {"kind": "deal"},
    "Scene": {"width": 1, "height": 1, "slots": (), "faces": (), "texts": ()},
    "Shape": {
        name: getattr(START.layout.shapes[0], name)
        for name in ("places", "covers", "spots", "piles")
    },
    "Reasoning": {"verdict": "lost", "trials": 0, "technique": None},
    "ShardTask": {"plan": Plan(PYRAMID), "first": 1, "last": 2},
}
"""Records with a `__post_init__`: what else they need to be made."""


class Stranger:
    """What no function takes."""


PUBLIC = dict(calls(SELF_CHECKED))
WRONG: dict[str, Sequence[object]] = {
    "int": (True, 1.0, "1", None, CARDS[0], [1]),
    "float": (True, nan, "1", None),
    "str": (1, b"x", None, ["x"]),
    "bool": (1, 0, "yes", None),
    "Rules": ("giza", None, {}, Rules),
    "Limits": (5, None, {}, RatingLimits()),
    "Position": (CARDS, None, deal(2)),
    "Deal": (2, CARDS, None),
    "Sequence[Card]": (
        ["7S"] * 52,
        format_deal(CARDS),
        list(map(int, CARDS)),
        (card for card in CARDS),
        bytes(CARDS),
        deal(2),
        None,
    ),
    f"Sequence[{written(Move)}]": (["deal"], "deal", 1, None, [CARDS[0]]),
    written(Numbering): ("xx", 1, None),
    written(DealNumber): (2.0, True, None, [2]),
    "Path": ("x.png", 1, None),
}
"""Hint -> values that are not of it."""


def test_the_front_door_is_guarded_and_nothing_else() -> None:
    """What `@public` marks is what the front door exports; cards and errors check themselves."""
    whole = {kind for _, kind in exported() if not is_error(kind)} - {Card}
    assert set(marked()) == whole | {game}  # `pyrtool.game` is a room that can be called
    assert len(PUBLIC) > 100


def marked() -> Iterator[object]:
    """Every function and record that is marked, in whatever room."""
    for found in pkgutil.walk_packages(pyrtool.__path__, "pyrtool."):
        if found.name.startswith(OUTSIDE):
            continue
        module = importlib.import_module(found.name)
        for member in vars(module).values():
            if getattr(member, "__module__", None) == module.__name__:
                own = vars(member) if isinstance(member, type) else getattr(member, "__dict__", {})
                if "__guarded__" in own:
                    yield member


def message_of(call: Call) -> str:
    """What the `PyrtoolError` of a call says; what else came of it, after two exclamation marks."""
    try:
        got = call()
    except PyrtoolError as error:
        return str(error)
    except Exception as error:
        return f"!! {error!r}"
    return f"!! {got!r}"


def test_no_stranger_comes_in() -> None:
    inside = []
    for name, function in PUBLIC.items():
        for parameter in parameters(function):
            if parameter.annotation in ANYTHING or name.startswith("Card."):  # for inner loops
                continue
            for wrong in (Stranger(), *WRONG.get(parameter.annotation, ())):
                message = message_of(partial(function, **{parameter.name: wrong}))
                named = parameter.name.rstrip("s") in message
                if message.startswith("!!") or not named or "\n" in message or len(message) >= 300:
                    inside.append((name, parameter.name, wrong, message))
    assert not inside


BLOCKED = deal(1, GIZA).cards
BLOCK = find_block(Deal.of(BLOCKED, GIZA))
HUGE = 10**5000

VALUES: dict[str, tuple[Callable[[], object], str]] = {
    "a number in words": (lambda: deal("xx"), "'xx' is not a deal number"),
    "no numbering": (lambda: deal(2, numbering="xx"), "numbering 'xx': must be native, freecell"),  # type: ignore[arg-type]
    "a span of two shuffles": (
        lambda: check_span(31_990, 20, "pysolfc"),
        "deals 31990 to 32009: the shuffle changes at 32000",
    ),
    "huge nodes": (lambda: Limits(nodes=HUGE), "limit on nodes: a great int is over"),
    "no playouts": (lambda: RatingLimits(playouts=0), "limit on playouts: 0 is not"),
    "best of what": (
        lambda: best(Deal.of(CARDS, PYRAMID), "points"),  # type: ignore[arg-type]
        "by 'points': must be pyramid",
    ),
    "cards in words": (
        lambda: solve(Deal.of(["7S"] * 52, GIZA)),  # type: ignore[list-item]
        "card 1: must be a Card, not '7S'; `parse_cards` reads cards",
    ),
    "moves of another deal": (
        lambda: rate(Deal.of(BLOCKED, GIZA), won(Deal.of(CARDS, GIZA)).moves),
        " is covered by ",
    ),
    "no moves": (
        lambda: rate(Deal.of(CARDS, GIZA), ()),
        "the moves do not reach the goal: 52 cards left",
    ),
    "no level": (lambda: level_named("x"), "unknown level 'x': choose from easy"),
    "a chance over 1": (lambda: Chance(1.5), "value 1.5: must be 0 to 1"),
    "more wins than games": (lambda: Chance(0.5, 2, 3), "wins: 3 of 2 cannot be"),
    "more hits than deals": (lambda: Rate(3, 2), "hits: 3 of 2 cannot be"),
    "no confidence": (lambda: Rate(1, 2).interval(1.0), "confidence 1.0: must be between"),
    "no interval of a bound": (
        lambda: Gap(1, 1, 0, 0, 0).interval(1.5),
        "confidence 1.5: must be between",
    ),
    "no interval of scores": (lambda: Scores({}).interval(-0.5), "confidence -0.5: must be"),
    "a block of another deal": (lambda: certify(one(BLOCK), Deal.of(CARDS, GIZA)), "does not hold"),
    "sets that can go": (
        lambda: certify(Block("set block", ((1, 12),)), Deal.of(CARDS, GIZA)),
        "this set block does not hold in the deal",
    ),
    "a block of no set": (lambda: title(Block("set block", ()), GIZA), "is not one of these rules"),
    "a block of other sets": (
        lambda: describe(Block("set block", ((1, 99),)), GIZA),
        "the set block is not one of these rules' sets",
    ),
    "a simple block of nothing": (
        lambda: describe(Block("simple block", ((1, 12),)), GIZA),
        "simple block: its card or its covers are missing",
    ),
    "an event without places": (lambda: Event("discard", CARDS[:2]), "every discarded card has"),
    "an event that is no move": (
        lambda: move_of(Event("auto")),
        "auto: a pair that vanishes by itself",
    ),
    "more than can be undone": (lambda: Session(deal(2), "pyramid").undo(9), "no move"),
    "a game of no deals": (lambda: Match([]), "a match has one deal at least"),
    "stars of a picture": (lambda: render(START, stars=9), "stars 9"),
    "a mark": (lambda: render(START, marks={CARDS[0]: "x"}), "unknown mark 'x'"),
    "no background": (lambda: render(START, background="x"), "unknown background 'x'"),
    "a survey of words": (lambda: survey(GIZA, "12"), "deals: must be a list of whole numbers"),  # type: ignore[arg-type]
    "workers below": (lambda: survey(GIZA, [1], workers=-1), "workers -1: at least 1 is needed"),
    "a task of half a deal": (
        lambda: ShardTask(Plan(GIZA, text="x"), 1, 1, bytes(CARDS[1:])),
        "codes: 51 cards are not 1 deals of 52 cards",
    ),
}


def one(block: Block | None) -> Block:
    assert block is not None
    return block


def play(rules: Rules, count: int) -> Position:
    position = Position.start(deal(2, rules))
    for _ in range(count):
        position = position.play(next(position.legal_moves()))
    return position


MIDDLE = play(PYRAMID, 6)
VALUES |= {
    "a layout of other rules": (
        lambda: replace(MIDDLE, layout=play(GIZA, 0).layout),
        "layout: is not that of the rules",
    ),
    "a stock in an open game": (
        lambda: replace(play(GIZA, 2), stock=CARDS[:1]),
        "stock: these rules deal none",
    ),
    "too many cards in the stock": (
        lambda: replace(START, waste=CARDS[:1]),
        "stock: 25 cards, only 24 are not laid out",
    ),
    "a card twice": (lambda: replace(START, turned=START.stock[0]), "lies in two places"),
    "a card of another deck": (
        lambda: replace(
            Position.start(Deal.of(SHORT.deck, SHORT)), tableau=(CARDS[0], *SHORT.deck[1:6])
        ),
        "7S is not in the deck of this game",
    ),
    "no pass": (lambda: replace(MIDDLE, pass_number=0), "pass 0: must be 1 to"),
    "a clearing in no pass": (
        lambda: replace(MIDDLE, cleared_in_pass=-1),
        "cleared_in_pass -1: must be 1 to",
    ),
    "cards that vanished and are there": (
        lambda: replace(START, vanished=((CARDS[0], CARDS[1]),)),
        "vanished: 7S is still there",
    ),
    "a stock in words": (
        lambda: replace(START, stock=("7S",)),  # type: ignore[arg-type]
        "stock 1: must be a Card, not '7S'",
    ),
    # No play leads to these.
    "a card gone alone": (
        lambda: solve(replace(START, tableau=(*START.tableau[:27], None))),
        "), but 0 of rank ",
    ),
    "a card not turned": (
        lambda: solve(replace(START, turned=None, stock=CARDS[28:])),
        "turned: the next card of the stock lies turned",
    ),
}


def test_values_without_a_meaning() -> None:
    got = {wrong: message_of(call) for wrong, (call, _) in VALUES.items()}
    assert {wrong: got[wrong] for wrong in got if VALUES[wrong][1] not in got[wrong]} == {}
    assert all("\n" not in message and len(message) < 300 for message in got.values())


def test_play_leads_to_positions_that_can_be() -> None:
    for name, rules in GAMES.items():
        position = Position.start(deal(7, rules))
        while move := next(position.legal_moves(), None):
            position = position.play(move)
            assert replace(position) == position, name  # made again, it is checked
            solve(position, limits=Limits(nodes=1))
            if position.pass_number > 2:
                break


def test_what_is_right_comes_in() -> None:
    cards = list(CARDS)
    assert solve(Deal.of(cards, GIZA), Limits(nodes=10**6, seconds=3600)) == solve(
        Deal.of(CARDS, GIZA), Limits()
    )
    assert list(find_blocks(Deal.of(cards, GIZA))) == list(find_blocks(Deal.of(CARDS, GIZA)))
    assert check_block(one(BLOCK), Deal.of(list(BLOCKED), GIZA))
    assert stand_still(left_of(Deal.of(CARDS, GIZA)), [(1, 12)]).left is not None
    assert Limits(seconds=1).seconds == 1  # a whole number is a number
    assert START.play_all(iter([DealStock()])) == START.play(DealStock())


def test_hints_of_every_kind() -> None:
    @checked
    def take(number: float = 0.0, pair: tuple[int, str] = (1, ""), *, by: dict[str, int]) -> int:
        return len(by)

    assert take(1, (2, "x"), by={"a": 1}) == 1
    for wrong, message in (
        ({"number": nan}, "number: must be a number, not nan (float)"),
        ({"pair": (1,)}, "pair: must be a tuple of a whole number, a text, not (1,) (tuple)"),
        ({"pair": (1, 2)}, "pair 2: must be a text, not 2 (int)"),
        ({"by": {1: 1}}, "by key: must be a text, not 1 (int)"),
        ({"by": {"a": "b"}}, "by 'a': must be a whole number, not 'b'"),
    ):
        arguments: dict[str, Any] = {"by": {}} | wrong
        with pytest.raises(ArgumentError) as caught:
            take(**arguments)
        assert str(caught.value) == message


def test_fields_are_checked_alike() -> None:
    record = Block("set block", ((1, 12),))
    check_fields(record)
    object.__setattr__(record, "sets", 5)
    with pytest.raises(ArgumentError, match="sets: must be a tuple of "):
        check_fields(record)


def test_files_of_every_kind_come_in(tmp_path: Path) -> None:
    @checked
    def take(text: TextIO | None = None, data: IO[bytes] | None = None) -> bool:
        return text is not None or data is not None

    with (tmp_path / "x").open("w") as text, (tmp_path / "x").open("rb") as data:
        assert take(text) and take(data=data) and take(io.StringIO()) and take(sys.stdin)
    with pytest.raises(ArgumentError, match="data: must be IO, not 'x'"):
        take(data="x")  # type: ignore[arg-type]


class Emptying(tuple[Any, ...]):
    """A tuple that says it is empty, whatever it is asked for, after a few questions."""

    asked = 0
    patience = 0

    def _now(self) -> tuple[Any, ...]:
        Emptying.asked += 1
        return tuple(tuple.__iter__(self)) if Emptying.asked <= Emptying.patience else ()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._now())

    def __len__(self) -> int:
        return len(self._now())

    def __getitem__(self, at: Any) -> Any:
        return self._now()[at]

    def __bytes__(self) -> bytes:
        return bytes(self._now())


class Walked(Sequence[Any]):
    """A sequence that counts how often it is walked through, and whose walk may fail."""

    def __init__(self, members: Sequence[Any], error: type[Exception] | None = None) -> None:
        self.members, self.error, self.walks = members, error, 0

    def __len__(self) -> int:
        return len(self.members)

    def __getitem__(self, at: Any) -> Any:
        raise AssertionError("only walked through")

    def __iter__(self) -> Iterator[Any]:
        self.walks += 1
        yield from self.members[:1]
        if self.error is not None:
            raise self.error("on purpose")
        yield from self.members[1:]


OF_ANYTHING = {"*", "object", "T", "Any"}


def takes_sequences(hint: str) -> bool:
    """Whether a parameter takes sequences whose members are of some type."""
    inner = re.findall(r"(?:Sequence|Iterable|Collection|tuple|list)\[(\w+)", hint)
    return any(name not in OF_ANYTHING for name in inner) and not hint.startswith("Callable")


TAKING = [
    (name, parameter.name, parameter.annotation)
    for name, function in PUBLIC.items()
    for parameter in parameters(function)
    if takes_sequences(parameter.annotation)
]


def refused(name: str, parameter: str, value: object) -> str:
    with pytest.raises(PyrtoolError) as caught:
        PUBLIC[name](**{parameter: value})
    return str(caught.value)


def test_a_sequence_is_walked_through_once() -> None:
    """By every function that takes one; by none if it does not take such a one."""
    assert len(TAKING) > 50 and sum("Sequence" in hint for *_, hint in TAKING) > 10
    wrong = []
    for name, parameter, _ in TAKING:
        Emptying.asked = Emptying.patience = 0
        refused(name, parameter, Emptying([Stranger()] * 3))
        if Emptying.asked:
            wrong.append((name, parameter, "read what changes"))
        for error in (None, IndexError, StopIteration, ValueError):
            walked = Walked([Stranger()] * 3, error)
            message = refused(name, parameter, walked)
            unread = walked.walks and error is not None and "cannot be read" not in message
            if walked.walks > 1 or unread or "\n" in message or len(message) >= 300:
                wrong.append((name, parameter, message))
    assert not wrong


def test_a_list_that_another_thread_changes() -> None:
    """Each answer is that of one whole deal, or a word on what is no deal."""
    decks = [list(deal(number).cards) for number in range(1, 12)]
    answers = [solve(Deal.of(deck, PYRAMID)) for deck in decks]
    cards, done = list(decks[0]), threading.Event()

    def change() -> None:
        at = 0
        while not done.is_set():
            at += 1
            cards[:] = decks[at % len(decks)]
            cards[:] = []

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(2_000):
            try:
                assert solve(Deal.of(cards, PYRAMID)) in answers
            except PyrtoolError as error:
                assert str(error).startswith("0 cards: the deck has 52")
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(interval)


def test_what_comes_in_is_a_copy() -> None:
    @checked
    def take(
        many: Sequence[int],
        pair: tuple[int, str],
        by: dict[str, list[int]],
        some: Any,
        code: bytes,
        text: str = "",
    ) -> tuple[Any, ...]:
        return many, pair, by, some, code, text

    class Text(str):
        def __str__(self) -> str:
            raise AssertionError

    many, by, code = [1, 2], {"a": [3]}, bytearray(b"ab")
    some: Any = {"x": [{"y": 1}]}
    got = take(many, (1, "x"), by, some, code, text=Text("t"))  # type: ignore[arg-type]
    assert got == ((1, 2), (1, "x"), by, some, b"ab", "t")
    assert [type(one) for one in got] == [tuple, tuple, dict, dict, bytes, str]
    many.append(3)
    by["a"].append(4)
    some["x"][0]["y"] = 2
    code[0] = 0
    assert got == ((1, 2), (1, "x"), {"a": [3]}, {"x": [{"y": 1}]}, b"ab", "t")
    whole = (1, 2)
    assert take(whole, (1, "x"), {}, None, b"")[0] is whole  # what cannot change is no copy


def test_records_own_their_fields() -> None:
    given = Emptying(CARDS)
    Emptying.patience = 10**9
    start = replace(START, tableau=Emptying(START.tableau), stock=Emptying(START.stock))
    assert type(start.tableau) is type(start.stock) is tuple and start == START
    assert type(Deal(None, None, given, PYRAMID).cards) is tuple
    assert type(Rules(columns=Emptying((8, 3)), stock="none").columns) is tuple
    assert type(Discard(Emptying(CARDS[:1])).cards) is tuple


def test_a_card_of_another_kind_is_none() -> None:
    class Odd(Card):
        __slots__ = ()

        @property
        def rank(self) -> int:
            raise AssertionError

    with pytest.raises(ArgumentError, match="card 1: must be a Card"):
        solve(Deal.of([int.__new__(Odd, int(CARDS[0])), *CARDS[1:]], GIZA))


TWICE = (*CARDS[:51], CARDS[0])
BEGUN = Position.start(Deal.of(CARDS, GIZA))

SETTLED = (int, Sequence[Card], Rules, Limits, Position, Deal, Path | None)
OPEN = (Any, object, Callable[[int], None], Iterable[Move], Iterator[int], dict[str, Any], Record)


@pytest.mark.parametrize("hint", [*SETTLED, *OPEN])
def test_behind_which_hints_anything_may_be(hint: Any) -> None:
    assert is_settled(hint) == (hint in SETTLED)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[Card]]:
    """The cards of which the rules were asked whether they are the deck."""
    found: list[Sequence[Card]] = []
    check = vars(Rules)["check_deck"]

    def asking(rules: Rules, cards: Sequence[Card]) -> None:
        found.append(cards)
        check.__wrapped__(rules, cards)

    def door(rules: Rules, cards: Sequence[Card]) -> None:
        asking(rules, cards)

    door.__wrapped__ = asking  # type: ignore[attr-defined]
    monkeypatch.setattr(Rules, "check_deck", door)
    return found


@pytest.mark.parametrize("game", ["giza", "microsoft", "bouquet"])
def test_a_deck_is_looked_at_once(game: str, asked: list[Sequence[Card]]) -> None:
    solve(Deal.of(CARDS, GAMES[game]))
    assert asked == [CARDS]


def test_a_list_is_looked_at_in_every_call(asked: list[Sequence[Card]]) -> None:
    cards = list(CARDS)
    find_block(Deal.of(cards, GIZA))
    cards[51] = cards[0]
    with pytest.raises(DeckError, match="card 52: 7S appears twice"):
        find_block(Deal.of(cards, GIZA))
    assert len(asked) == 2


class Watching(Unwatched):
    """Calls a function for each part of a search."""

    def __init__(self, call: Callable[[], object]) -> None:
        self._call = call

    def added(self, done: object, /) -> None:
        self._call()


def test_what_is_called_back_is_outside() -> None:
    with pytest.raises(DeckError, match="card 52"):
        find(range(1, 41), GIZA, watch=Watching(lambda: solve(Deal.of(TWICE, GIZA))))


def test_an_argument_that_is_not_given_leaves_the_door_shut() -> None:
    def inner(number: int) -> int:
        return number

    def outer(number: int, show: Callable[[object], None] | None) -> object:
        return checked(inner)("none")  # type: ignore[arg-type]

    ask = checked(outer)
    assert ask(1, None) == "none"  # behind a shut door nothing is checked
    with pytest.raises(ArgumentError, match="number: must be a whole number"):
        ask(1, lambda verdict: None)


def test_more_arguments_than_are_named_are_outside() -> None:
    def every(*cards: Card) -> object:
        return find_block(Deal.of(cards, GIZA))

    with pytest.raises(ArgumentError, match="card 1: must be a Card"):
        checked(every)(*map(str, CARDS))  # type: ignore[arg-type]


def test_moves_made_step_by_step_are_outside() -> None:
    def moves() -> Iterator[Move]:
        solve(Deal.of(TWICE, GIZA))
        yield from ()

    with pytest.raises(DeckError, match="card 52"):
        BEGUN.play_all(moves())
    with pytest.raises(ArgumentError, match="move 1: must be"):
        BEGUN.play_all(iter(["deal"]))  # type: ignore[arg-type]


def test_after_an_error_the_door_asks_again() -> None:
    verdict = won(Deal.of(CARDS, GIZA))
    with pytest.raises(IllegalMoveError):
        BEGUN.play(verdict.moves[-1])
    with pytest.raises(ArgumentError, match="cards: must be"):
        solve(Deal.of("7S", GIZA))  # type: ignore[arg-type]


def test_another_thread_is_outside() -> None:
    caught: list[BaseException] = []

    def other() -> None:
        try:
            find_block(Deal.of(TWICE, GIZA))
        except PyrtoolError as error:
            caught.append(error)

    def ask() -> None:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()

    find(range(1, 10), GIZA, watch=Watching(ask))
    assert caught and all(isinstance(error, DeckError) for error in caught)


def test_rules_that_travel_are_found_again() -> None:
    again = pickle.loads(pickle.dumps(PYRAMID))
    assert again == PYRAMID and hash(again) == hash(PYRAMID)
    assert "_hash" not in vars(pickle.loads(pickle.dumps(PYRAMID)))
    assert hash(replace(PYRAMID, rows=6)) != hash(PYRAMID)


@pytest.mark.draws
def test_every_call_gives_a_result_or_says_what_is_wrong() -> None:
    seed = drawn_seed() + 1
    done, refused, findings = fuzz(300, seed)
    assert not findings, f"seed {seed}: {findings}"
    enough(min(done, refused), 61)


def test_the_whole_front_door_is_called() -> None:
    names = {call.name for call in fuzzed()}
    whole = {name for name, kind in exported() if not is_error(kind) and kind is not Card}
    assert whole - names == set(NOT_CALLED)
    assert {"solve", "best", "rate", "session.Session.hint", "Position.play"} <= names


def test_what_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A method that fails in its own way, and nothing else, is reported."""
    monkeypatch.setattr(Position, "score", lambda self: [][self.pass_number])
    seeds = (fuzz(300, seed)[2] for seed in range(1, 30))  # some do not draw it
    findings = next((found for found in seeds if found), {})
    assert findings
    assert all(place.startswith("IndexError at test_door.py") for place in findings)
