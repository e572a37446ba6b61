"""The door: whatever is called, wrong arguments are a `PyrtoolError` that says what is wrong.

Every public function, method and record of the library is found by walking its modules, so that a
new one is tested too, and one that lets a stranger in fails.
"""

from __future__ import annotations

import importlib
import inspect
import io
import pkgutil
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import is_dataclass, replace
from functools import partial
from math import inf, nan
from pathlib import Path
from typing import IO, Any, TextIO

import pytest

import pyrtool
from pyrtool.answers.best.best import best
from pyrtool.answers.blocks import (
    Block,
    Certificate,
    argue,
    certify,
    check_block,
    describe,
    find_block,
    find_blocks,
    title,
)
from pyrtool.answers.blocks.find import is_simple, simple_block
from pyrtool.answers.blocks.standstill import stand_still
from pyrtool.answers.closed import View
from pyrtool.answers.closed.bound import Gap
from pyrtool.answers.rating import Chance, RatingLimits, level_named, rate, rate_range, won_range
from pyrtool.answers.rating.chances import seed
from pyrtool.answers.solve import Limits, Won, replay, solve
from pyrtool.base.arguments import ArgumentError, check_fields, checked
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.intervals import Rate, standard_errors
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, check_span, deal, dealer, parse_number
from pyrtool.game.games import GAMES, Rules, game
from pyrtool.game.layout.columns import columns
from pyrtool.game.layout.pyramid import pyramid
from pyrtool.game.layout.reserve import reserve
from pyrtool.game.layout.shape import Shape
from pyrtool.game.position import DealStock, Discard, Position
from pyrtool.notation import format_deal, parse_deal, parse_moves
from pyrtool.notation.deals import parse_cards
from pyrtool.notation.moves import Event, move_of
from pyrtool.notation.rules import NamedRules
from pyrtool.pictures import render
from pyrtool.pictures.cards.faces import face
from pyrtool.pictures.lettering.words import describe as describe_position
from pyrtool.pictures.scenes.elements import Scene
from pyrtool.records.session import Match, Session
from pyrtool.surveys import Scores, Tally, survey
from pyrtool.surveys.counts import bucket_least, unpack_histogram
from pyrtool.surveys.find import Query
from pyrtool.surveys.ledger.merge import merge_ledgers
from pyrtool.surveys.packed import unpress
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.shard import Task
from pyrtool.surveys.tables import bar
from pyrtool.surveys.work import ranges

PYRAMID, GIZA, TUT = GAMES["pyramid"], GAMES["giza"], GAMES["tut"]
SHORT = Rules(rows=3, total=5, suits=2)
CARDS = deal(2).cards
START = Position.start(Deal.of(CARDS, PYRAMID))

DATA = "pyrtool.pictures.assets", "pyrtool.records.puzzles"
OUTSIDE = ("pyrtool.kernel", "pyrtool.cli", "pyrtool.__main__", *DATA)
"""The kernel trusts its caller, the command line has only texts, the links lead to data."""

UNGUARDED = {
    "pyrtool.game.cards",
    "pyrtool.base.arguments",
    "pyrtool.base.arguments.judges",
    "pyrtool.base.errors",
    "pyrtool.base.version",
    "pyrtool.base.words",
    "pyrtool.base.arguments.owned",
    "pyrtool.base.threads",
    "pyrtool.base.bits",
}
"""What the door itself uses, what holds kernels, and what inner loops call for each number."""

ANYTHING = {"object", "Any", "T", "Iterable[T]", "Iterable[object]", "Callable[[T], R]"}
"""The hints of parameters that take whatever there is, or what only their caller knows."""

SELF_CHECKED: dict[str, dict[str, Any]] = {
    "Plan": {"rules": PYRAMID},
    "Query": {"plan": Plan(PYRAMID)},
    "Position": {
        name: getattr(START, name) for name in ("rules", "layout", "tableau", "stock", "turned")
    },
    "Table": {
        name: getattr(START, name) for name in ("rules", "layout", "tableau", "stock", "turned")
    },
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
    "Task": {"plan": Plan(PYRAMID), "first": 1, "last": 2},
}
"""Records with a `__post_init__`: what else they need to be made."""


class Stranger:
    """What no function takes."""


Call = Callable[..., object]


def modules() -> Iterator[Any]:
    for found in pkgutil.walk_packages(pyrtool.__path__, "pyrtool."):
        if not found.name.startswith(OUTSIDE):
            yield importlib.import_module(found.name)


def functions() -> Iterator[tuple[str, Call]]:
    """Every public function, method and record, with its name."""
    for module in modules():
        if module.__name__ in UNGUARDED:
            continue
        for name, member in vars(module).items():
            if name.startswith("_") or getattr(member, "__module__", None) != module.__name__:
                continue
            if isinstance(member, type):
                if not getattr(member, "_is_protocol", False):
                    yield from methods(f"{module.__name__}.{name}", member)
            elif callable(member) and hasattr(member, "__name__"):
                yield f"{module.__name__}.{name}", member


def methods(of: str, kind: type) -> Iterator[tuple[str, Call]]:
    if "__init__" in vars(kind) and not inspect.isabstract(kind):
        yield of, partial(kind, **SELF_CHECKED.get(kind.__name__, {}))
    for name, member in vars(kind).items():
        if not name.startswith("_"):
            if isinstance(member, classmethod | staticmethod):
                yield f"{of}.{name}", getattr(kind, name)
            elif inspect.isfunction(member):
                yield f"{of}.{name}", member


def parameters(function: Call) -> Iterator[inspect.Parameter]:
    plain = function.func.__init__ if isinstance(function, partial) else function
    for parameter in inspect.signature(plain).parameters.values():
        variable = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        if parameter.name != "self" and not variable:
            yield parameter


PUBLIC = dict(functions())
WITH_DECKS = {
    name: function
    for name, function in PUBLIC.items()
    if {"cards", "rules"} <= {parameter.name for parameter in parameters(function)}
    and not name.endswith(".Problem")  # its cards are those that are left, kings apart
}
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
    "Sequence[Move]": (["deal"], "deal", 1, None, [CARDS[0]]),
    "Numbering": ("xx", 1, None),
    "DealNumber": (2.0, True, None, [2]),
    "Path": ("x.png", 1, None),
}
"""Hint -> values that are not of it."""


def test_every_function_has_a_door() -> None:
    open_ = [name for name, function in PUBLIC.items() if not guarded(function)]
    assert not open_
    assert len(PUBLIC) > 350  # the walk went through all rooms


def guarded(function: Call) -> bool:
    if isinstance(function, partial):
        kind: Any = function.func
        post_init = is_dataclass(kind) and hasattr(kind, "__post_init__")
        return post_init or hasattr(kind.__init__, "__guarded__")
    return hasattr(function, "__guarded__") or not list(parameters(function))


@pytest.mark.parametrize("name", PUBLIC)
def test_no_stranger_comes_in(name: str) -> None:
    function = PUBLIC[name]
    for parameter in parameters(function):
        if parameter.annotation in ANYTHING:
            continue
        wrongs = (Stranger(), *WRONG.get(parameter.annotation, ()))
        for wrong in wrongs:
            with pytest.raises(PyrtoolError) as caught:
                function(**{parameter.name: wrong})
            message = str(caught.value)
            assert parameter.name.rstrip("s") in message
            assert "\n" not in message and len(message) < 300


def decks() -> dict[str, tuple[Sequence[Card], Rules, str]]:
    """Cards that are not the deck of the rules, with what is to be said of them."""
    return {
        "none": ([], GIZA, "0 cards: the deck has 52; missing AC AD AH AS .."),
        "51": (CARDS[:51], PYRAMID, f"51 cards: the deck has 52; missing {CARDS[51]}"),
        "one card": ([CARDS[0]] * 52, TUT, "card 2: 7S appears twice, at 1 and 2"),
        "a duplicate": ((*CARDS[:51], CARDS[3]), GIZA, "card 52: KD appears twice, at 4 and 52"),
        "too many": ((*CARDS, CARDS[0]), GIZA, "card 53: 7S appears twice, at 1 and 53"),
        "another deck": (CARDS, SHORT, "card 1: 7S is not in the deck of this game"),
        "a short deck": (SHORT.deck, PYRAMID, "10 cards: the deck has 52; missing AH AS 2H 2S .."),
    }


@pytest.mark.parametrize("wrong", decks())
def test_cards_that_are_no_deck(wrong: str) -> None:
    cards, rules, message = decks()[wrong]
    assert len(WITH_DECKS) == 2
    for name, function in WITH_DECKS.items():
        more = {} if name.endswith(".of") else {"number": None, "numbering": None}
        with pytest.raises(PyrtoolError) as caught:
            function(cards=tuple(cards), rules=rules, **more)
        assert str(caught.value) == message


LINE = solve(Deal.of(CARDS, GIZA))
BLOCKED = deal(1, GIZA).cards
BLOCK = find_block(Deal.of(BLOCKED, GIZA))
HUGE = 10**5000

VALUES: dict[str, tuple[Callable[[], object], str]] = {
    "a number below": (lambda: deal(-1), "deal -1: native deals are numbered 0 to"),
    "a number above": (lambda: deal(2**64), "native deals are numbered"),
    "a huge number": (lambda: deal(HUGE), "deal a great int: native deals are numbered"),
    "a number in words": (lambda: deal("xx"), "'xx' is not a deal number"),
    "a bare ms": (lambda: deal("ms", numbering="pysolfc"), "'ms' is not a deal number"),
    "no numbering": (lambda: deal(2, numbering="xx"), "numbering 'xx': must be native, freecell"),  # type: ignore[arg-type]
    "no digits": (lambda: parse_number("2.0", "native"), "'2.0' is not a deal number"),
    "a span that goes on": (lambda: check_span(2**64 - 2, 3, "native"), "native deals are"),
    "a span below": (lambda: check_span(1, -1, "native"), "-1 deals: must be 0 to"),
    "a span of two shuffles": (
        lambda: check_span(31_990, 20, "pysolfc"),
        "deals 31990 to 32009: the shuffle changes at 32000",
    ),
    "no rows": (lambda: Rules(rows=0), "rows 0: must be 1 to 10"),
    "huge rows": (lambda: Rules(rows=HUGE), "rows a great int: must be 1 to 10"),
    "a goal that is a list": (lambda: Rules(goal=["all"]), "goal ['all']: must be all, pyramid"),  # type: ignore[arg-type]
    "columns that are a list": (lambda: Rules(columns=[8, 3]), "columns: must be COUNTxDEPTH"),  # type: ignore[arg-type]
    "no game": (lambda: game("x" * 999), "unknown game"),
    "seconds that are none": (lambda: Limits(seconds=nan), "seconds: nan is not a positive"),
    "endless seconds": (lambda: Limits(seconds=inf), "limit on seconds: inf is over"),
    "nodes below": (lambda: Limits(nodes=-1), "limit on nodes: -1 is not a positive"),
    "huge nodes": (lambda: Limits(nodes=HUGE), "limit on nodes: a great int is over"),
    "true nodes": (lambda: Limits(nodes=True), "nodes: must be a whole number, not True"),
    "parts of nodes": (lambda: Limits(nodes=1.5), "nodes: must be a whole number"),  # type: ignore[arg-type]
    "no memory": (lambda: Limits(memory_mib=None), "memory_mib: must be a whole number"),  # type: ignore[arg-type]
    "no playouts": (lambda: RatingLimits(playouts=0), "limit on playouts: 0 is not"),
    "best of what": (
        lambda: best(Deal.of(CARDS, PYRAMID), "points"),  # type: ignore[arg-type]
        "by 'points': must be pyramid",
    ),
    "best without a score": (
        lambda: best(Deal.of(CARDS, PYRAMID), "score"),
        "these rules keep no score",
    ),
    "cards in words": (
        lambda: solve(Deal.of(["7S"] * 52, GIZA)),  # type: ignore[list-item]
        "card 1: must be a Card, not '7S'; `parse_cards` reads cards",
    ),
    "a card that is none": (lambda: parse_cards(["7S", "XX"]), "card 2: 'XX' is not a card"),
    "a deal of 51": (lambda: parse_deal(format_deal(CARDS[1:]), PYRAMID), "51 cards: the deck"),
    "moves of another deal": (
        lambda: rate(Deal.of(BLOCKED, GIZA), moves_of(LINE)),
        " is covered by ",
    ),
    "no moves": (
        lambda: rate(Deal.of(CARDS, GIZA), ()),
        "the moves do not reach the goal: 52 cards left",
    ),
    "moves that stop": (
        lambda: replay(Deal.of(CARDS, GIZA), moves_of(LINE)[:-1]),
        "the moves do not reach the goal: ",
    ),
    "moves that are none": (lambda: parse_moves("deal*0", START), "move 1: deal*0 is no move"),
    "an empty discard": (
        lambda: START.play(Discard(())),
        "a discard is one card or two different ones",
    ),
    "a player that is none": (lambda: seed(CARDS, 2), "player 2: must be 0 or 1"),
    "a range below": (lambda: list(rate_range(-1, 1, "native", GIZA)), "native deals are"),
    "a range of all": (lambda: list(rate_range(1, HUGE, "native", GIZA)), "a great int deals"),
    "a dealer of another deck": (
        lambda: list(won_range(dealer(1, "native", SHORT), 1, 1, GIZA, 64)),
        "10 cards: the deck has 52",
    ),
    "a range without memory": (
        lambda: list(won_range(dealer(1, "native", GIZA), 1, 1, GIZA, 0)),
        "limit on memory_mib: 0",
    ),
    "a pyramid of no rows": (lambda: pyramid(0), "pyramid of 0 cards: must be 1 to 104"),
    "a reserve without end": (lambda: reserve(HUGE), "reserve of a great int cards: must be"),
    "columns below": (lambda: columns(-2, -3), "columns of -3 cards: must be 1 to 104"),
    "a shape of no place": (lambda: Shape((), (), (), ()), "a shape has a place at least"),
    "a scene of no size": (lambda: Scene(0, 1, (), (), ()), "a scene of 0 by 1 cannot be drawn"),
    "inks for a suit": (lambda: face(CARDS[0], ["red"]), "inks: 1 are given, there are 4 suits"),
    "a bar without end": (lambda: bar(inf), "share inf: there is no such bar"),
    "no bucket": (lambda: bucket_least(-1), "bucket -1: must be 0 to"),
    "no histogram": (lambda: unpack_histogram(b"x"), "packed: is not a histogram"),
    "an identity of nothing": (lambda: Plan.of_identity({}, "x"), "identity: rules is missing"),
    "changes of no game": (lambda: NamedRules("x", GIZA).changes, "unknown game 'x'"),
    "a mark in words": (lambda: describe_position(START, {CARDS[0]: "x"}), "unknown mark 'x'"),
    "no ledgers": (lambda: merge_ledgers([], Path("x")), "no ledgers to merge"),
    "a plan of all memory": (lambda: Plan(GIZA, memory_mib=2**31), "limit-memory 2147483648: must"),
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
    "all but sure": (lambda: standard_errors(1 - 2**-53), "confidence 0.9999999999999999: must"),
    "a place that is none": (
        lambda: is_simple(Deal.of(CARDS, GIZA), 52),
        "place 52: must be 0 to 51",
    ),
    "a place below": (lambda: simple_block(Deal.of(CARDS, GIZA), -1), "place -1: must be 0 to 51"),
    "a place without a block": (
        lambda: simple_block(Deal.of(CARDS, GIZA), 51),
        "is not covered by all",
    ),
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
    "a certificate of nothing": (
        lambda: argue(Certificate(Block("count", ((1, 12),))), GIZA),
        "count: the certificate is without its argument",
    ),
    "an event without places": (lambda: Event("discard", CARDS[:2]), "every discarded card has"),
    "an event that is no move": (
        lambda: move_of(Event("auto")),
        "auto: a pair that vanishes by itself",
    ),
    "more than can be undone": (lambda: Session(deal(2), "pyramid").undo(9), "no move"),
    "a game of no deals": (lambda: Match([]), "a match has one deal at least"),
    "width of a picture": (lambda: render(START, width_px=-1), "width -1: must be 200 to 8000"),
    "stars of a picture": (lambda: render(START, stars=9), "stars 9"),
    "a mark": (lambda: render(START, marks={CARDS[0]: "x"}), "unknown mark 'x'"),
    "no background": (lambda: render(START, background="x"), "unknown background 'x'"),
    "a survey of words": (lambda: survey(GIZA, "12"), "deals: must be a list of whole numbers"),  # type: ignore[arg-type]
    "workers below": (lambda: survey(GIZA, [1], workers=-1), "workers -1: at least 1 is needed"),
    "a task of other cards": (
        lambda: Task(Plan(GIZA, text="x"), 1, 2, bytes(CARDS) + bytes(52)),
        "deal 2: is not dealt from the deck of these rules",
    ),
    "a task of half a deal": (
        lambda: Task(Plan(GIZA, text="x"), 1, 1, bytes(CARDS[1:])),
        "codes: 51 cards are not 1 deals of 52 cards",
    ),
    "a task of no deals": (lambda: Task(Plan(GIZA), 2**64 - 1, 2**64), "native deals are"),
    "pieces of nothing": (lambda: list(ranges.pieces(((1, 2),), 0)), "size 0: must be 1"),
    "a part too many": (lambda: ranges.part(((1, 2),), 3, 2), "part 3 of 2: there is none"),
    "counts that lack names": (lambda: Tally({"won": 1}), "counts: must be of won, simple block"),
    "bytes that are no outcomes": (lambda: unpress(b"x"), "not the outcomes of deals"),
    "a survey of no game": (
        lambda: survey("gizza", [1]),
        "unknown game 'gizza': did you mean giza",
    ),
    "hardest of none": (lambda: Query(Plan(GIZA), hardest=0), "hardest 0: must be 1 to"),
}


def moves_of(verdict: object) -> Any:
    assert isinstance(verdict, Won)
    return verdict.moves


def one(block: Block | None) -> Block:
    assert block is not None
    return block


@pytest.mark.parametrize("wrong", VALUES)
def test_values_without_a_meaning(wrong: str) -> None:
    call, message = VALUES[wrong]
    with pytest.raises(PyrtoolError) as caught:
        call()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


def play(rules: Rules, count: int) -> Position:
    """A position after this many first legal moves."""
    position = Position.start(deal(2, rules))
    for _ in range(count):
        position = position.play(next(position.legal_moves()))
    return position


MIDDLE = play(PYRAMID, 6)
POSITIONS: dict[str, tuple[Callable[[], Position], str]] = {
    "a layout of other rules": (
        lambda: replace(MIDDLE, layout=play(GIZA, 0).layout),
        "layout: is not that of the rules",
    ),
    "places missing": (
        lambda: replace(MIDDLE, tableau=MIDDLE.tableau[1:]),
        "tableau: 27 places, the rules have 28",
    ),
    "a bouquet that is none": (
        lambda: replace(MIDDLE, bouquet=(None,)),
        "bouquet: 1 place, the rules have 0",
    ),
    "a stock in an open game": (
        lambda: replace(play(GIZA, 2), stock=CARDS[:1]),
        "stock: these rules deal none",
    ),
    "a card turned in Tut's Tomb": (
        lambda: replace(play(TUT, 0), turned=CARDS[51]),
        "turned: no card is turned under these rules",
    ),
    "too many cards in the stock": (
        lambda: replace(START, waste=CARDS[:1]),
        "stock: 25 cards, only 24 are not laid out",
    ),
    "a card twice": (
        lambda: replace(START, turned=START.stock[0]),
        "lies in two places",
    ),
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
    "cards in words": (
        lambda: replace(START, stock=("7S",)),  # type: ignore[arg-type]
        "stock 1: must be a Card, not '7S'",
    ),
}
UNPLAYED: dict[str, tuple[Callable[[], Position], str]] = {
    "a card gone alone": (
        lambda: replace(START, tableau=(*START.tableau[:27], None)),
        "), but 0 of rank ",
    ),
    "cards gone from under others": (
        lambda: gone(START, START.tableau[0]),
        "pyramid 1.1: the card is gone, and ",
    ),
    "a pass too many": (
        lambda: replace(MIDDLE, pass_number=2),
        "pass 2: the rules have 1 pass",
    ),
    "a clearing that was not": (
        lambda: replace(MIDDLE, cleared_in_pass=1),
        "cleared_in_pass 1: in pass 1, with ",
    ),
    "a card not turned": (
        lambda: replace(START, turned=None, stock=CARDS[28:]),
        "turned: the next card of the stock lies turned",
    ),
}


def gone(position: Position, card: Card | None) -> Position:
    """`position` without a card and one that could have gone with it."""
    assert card is not None
    mate = next((c for c in CARDS if c.rank + card.rank == 13), None)
    left = [None if c in (card, mate) else c for c in position.tableau]
    stock = tuple(c for c in position.stock if c != mate)
    return replace(position, tableau=tuple(left), stock=stock)


@pytest.mark.parametrize("wrong", POSITIONS)
def test_positions_that_cannot_be(wrong: str) -> None:
    make, message = POSITIONS[wrong]
    with pytest.raises(PyrtoolError) as caught:
        make()
    assert message in str(caught.value)


@pytest.mark.parametrize("wrong", UNPLAYED)
def test_positions_that_no_play_leads_to(wrong: str) -> None:
    make, message = UNPLAYED[wrong]
    position = make()
    with pytest.raises(PyrtoolError) as caught:
        solve(position)
    assert message in str(caught.value)


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
    assert stand_still(Deal.of(CARDS, GIZA), [(1, 12)]).left is not None
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


# What changes while it is looked at.


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
    if takes_sequences(str(parameter.annotation))
]


def refused(name: str, parameter: str, value: object) -> str:
    with pytest.raises(PyrtoolError) as caught:
        PUBLIC[name](**{parameter: value})
    return str(caught.value)


@pytest.mark.parametrize(("name", "parameter", "hint"), TAKING)
def test_a_sequence_is_walked_through_once(name: str, parameter: str, hint: str) -> None:
    """By every function that takes one; by none if it does not take such a one."""
    Emptying.asked = Emptying.patience = 0
    refused(name, parameter, Emptying([Stranger()] * 3))
    assert Emptying.asked == 0
    for error in (None, IndexError, StopIteration, ValueError):
        walked = Walked([Stranger()] * 3, error)
        message = refused(name, parameter, walked)
        assert walked.walks <= 1
        assert "\n" not in message and len(message) < 300
        if walked.walks and error is not None:
            assert "cannot be read" in message


def test_many_functions_take_sequences() -> None:
    assert len(TAKING) > 100
    walked = [one for one in TAKING if "Sequence" in one[2]]
    assert len(walked) > 50


@pytest.mark.parametrize("patience", range(12))
def test_a_deck_that_empties_itself(patience: int) -> None:
    for rules in (PYRAMID, GIZA, TUT, GAMES["apophis"], GAMES["cheops"]):
        cards = deal(3, rules).cards
        Emptying.asked, Emptying.patience = 0, patience
        assert solve(Deal.of(Emptying(cards), rules), Limits(nodes=10_000)) == solve(
            Deal.of(cards, rules), Limits(nodes=10_000)
        )
        assert Emptying.asked == 0


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
