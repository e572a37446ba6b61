"""Wrong and right calls of the whole public library: each gives a result or a `PyrtoolError`.

``python -m tests.fuzz_api --calls 20000 --seed 1`` prints what else happened, by place, and
fails if anything did. Arguments are made by the names and types of a function's parameters, of one
game and deal at a time; some of them are then of another type, another deal or out of all bounds.
What right calls give is passed on to later ones. A call that does not end is ended by a watchdog.
"""

from __future__ import annotations

import argparse
import faulthandler
import inspect
import random
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pyrtool import Card, Deal, Limits, PyrtoolError, RatingLimits, solve
from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.certificate import Certificate, certify
from pyrtool.answers.blocks.find import find_block
from pyrtool.answers.rating.only_moves import LimitReached
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won
from pyrtool.base.type_checks import parameter_hints
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import DealStock, Discard, Move, Position, Redeal
from pyrtool.notation import format_deal, format_diagram, format_moves, format_solution
from pyrtool.records.ratings import NotRatedAgain
from pyrtool.records.session import Match, Session
from pyrtool.records.writing import solve_record
from tests.dealing import shuffled
from tests.drawing import draw_rules
from tests.front_door import exported

ENDS_S: Final = 300
REPORTED: Final = (PyrtoolError, LimitReached, NotRatedAgain)
"""What a call may raise: the last two are documented answers of functions of `rating`."""

NOT_CALLED: Final = {
    "book": "draws pictures, which have no kernel, and is slow",
    "closed.Player": "plays for seconds",
    "closed.weigh": "plays for seconds",
    "find": "starts processes",
    "render": "draws pictures, which have no kernel, and is slow",
    "site": "writes files",
    "survey": "starts processes",
}
PASSED_ON: Final = (Rules, Deal, Position, Discard, DealStock, Redeal, Limits, Session, Match)
"""Records that users make themselves; of others only those that the library gave are passed on."""

MOST_SETS: Final = 3
"""To argue a crossblock of more sets all their lines are played, which may take minutes."""

LONG: Final = ("count",)
"""Parameters that say how long a call may take: never beyond bounds."""

NODES: Final = (1, 2, 30, 400)


@dataclass(frozen=True)
class Call:
    """A public function, method or record: its name, what it takes, what it is called on."""

    name: str
    function: Callable[..., Any]
    of: type | None

    @cached_property
    def hints(self) -> dict[str, Any]:
        """Parameter -> type."""
        target: Any = inspect.unwrap(self.function)
        if isinstance(target, type):
            target = target if is_dataclass(target) else target.__init__  # type: ignore[misc]
        if isinstance(self.function, type) and is_dataclass(self.function):
            hints = get_type_hints(target)
            return {field.name: hints[field.name] for field in fields(self.function) if field.init}
        return parameter_hints(target)


def calls() -> list[Call]:
    """All that can be called of the library, except `NOT_CALLED`."""
    found: list[Call] = []
    for name, member in exported():
        if name in NOT_CALLED:
            continue
        if isinstance(member, type):
            found += of_class(name, member)
        else:
            found.append(Call(name, member, None))
    return sorted(found, key=lambda call: call.name)


def of_class(name: str, kind: type) -> Iterator[Call]:
    if issubclass(kind, BaseException) or getattr(kind, "_is_protocol", False):
        return
    if issubclass(kind, Card):
        yield Call(f"{name}.of", Card.of, None)
        yield Call(f"{name}.parse", Card.parse, None)
        return
    yield Call(name, kind, None)
    for at, member in vars(kind).items():
        if at.startswith("_"):
            continue
        if isinstance(member, classmethod | staticmethod):
            yield Call(f"{name}.{at}", getattr(kind, at), None)
        elif inspect.isfunction(member):
            yield Call(f"{name}.{at}", member, kind)


@dataclass
class Case:
    """A game, one of its deals and what has been played of it."""

    rules: Rules
    cards: tuple[Card, ...]
    moves: tuple[Move, ...]
    positions: list[Position]
    verdict: Verdict
    block: Block | None

    @classmethod
    def drawn(cls, chance: random.Random) -> Case:
        """From rules drawn at random, or a named game, and random play."""
        rules = (
            draw_rules(chance, 52) if chance.random() < 0.7 else chance.choice([*GAMES.values()])
        )
        cards = shuffled(rules, chance.randrange(2**32))
        positions = [Position.start(Deal.of(cards, rules))]
        moves: list[Move] = []
        for _ in range(chance.choice((0, 3, 30))):
            legal = [] if positions[-1].is_won() else list(positions[-1].legal_moves())
            if not legal:
                break
            moves.append(chance.choice(legal))
            positions.append(positions[-1].play(moves[-1]))
        verdict = solve(Deal.of(cards, rules), Limits(nodes=chance.choice(NODES), memory_mib=1))
        if isinstance(verdict, Won) and chance.random() < 0.5:
            moves = list(verdict.moves)
        block = find_block(Deal.of(cards, rules))
        if block is not None and len(block.sets) > MOST_SETS:
            block = None
        return cls(rules, cards, tuple(moves), positions, verdict, block)

    @property
    def deal(self) -> Deal:
        """Its cards as a deal without a number."""
        return Deal.of(self.cards, self.rules)

    def texts(self) -> list[str]:
        """What can be read of it."""
        start = self.positions[0]
        return [
            format_deal(self.cards),
            format_diagram(start),
            format_diagram(self.positions[-1]),
            format_moves(self.moves),
            format_solution(self.moves, start) if self.moves else "",
            *format_deal(self.cards).split()[:2],
            *GAMES,
            "native",
            "ms12",
            "8x3",
            "17",
        ]


class Fuzz:
    """Calls drawn from a seed, and what went wrong with them."""

    def __init__(self, seed: int, directory: Path) -> None:
        self.chance = random.Random(seed)
        self.calls = calls()
        self.case = Case.drawn(self.chance)
        self.pool: dict[type, list[Any]] = {}
        self.directory = directory
        self.done = self.refused = 0
        self.findings: dict[str, str] = {}

    def run(self, count: int) -> dict[str, str]:
        """This many calls; place and kind of what they raised -> the first such call."""
        before, sys.unraisablehook = sys.unraisablehook, self._unraisable
        try:
            for number in range(count):
                if number % 25 == 0:
                    self.case = Case.drawn(self.chance)
                faulthandler.dump_traceback_later(ENDS_S, exit=True)
                self._call(self.chance.choice(self.calls))
                faulthandler.cancel_dump_traceback_later()
        finally:
            sys.unraisablehook = before
        return self.findings

    def _call(self, call: Call) -> None:
        self.now = call.name
        hostile = self.chance.choice((0.0, 0.0, 0.15, 0.5))
        arguments = {
            name: self.wrong()
            if self.chance.random() < hostile and name not in LONG
            else self.value(hint, name)
            for name, hint in call.hints.items()
        }
        of: list[Any] = []
        if call.of is not None:
            of = [self.value(call.of, "self")]
            if not isinstance(of[0], call.of):
                return  # none was given yet
        self.now = f"{call.name}({', '.join(f'{k}={short(v)}' for k, v in arguments.items())})"
        try:
            result = call.function(*of, **arguments)
            if isinstance(result, Iterator):
                result = list(islice(result, 50))
            repr(result)
        except REPORTED:
            self.refused += 1
        except Exception as error:
            self._found(error)
        else:
            self.done += 1
            self._keep(result, isinstance(call.function, type))

    def _found(self, error: BaseException) -> None:
        at = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{type(error).__name__} at {Path(at.filename).name}:{at.lineno} ({at.name})"
        self.findings.setdefault(place, f"{self.now}\n    {short(error, 200)}")

    def _unraisable(self, unraisable: Any) -> None:
        """An error in a kernel that can raise none, such as a bound that does not hold."""
        place = f"in a kernel: {short(unraisable.exc_value, 200)} {unraisable.object!r}"
        self.findings.setdefault(place, self.now)

    def _keep(self, result: object, was_made: bool) -> None:
        for one in result if isinstance(result, list | tuple) else [result]:
            kind = type(one)
            if kind.__module__.startswith("pyrtool") or kind is dict:
                if was_made and not isinstance(one, PASSED_ON):
                    continue
                kept = self.pool.setdefault(kind, [])
                kept.append(one)
                if len(kept) > 30:
                    kept.pop(self.chance.randrange(30))

    # Arguments.

    def value(self, hint: Any, name: str) -> Any:
        """A value of this type for a parameter of this name, as far as one is at hand."""
        chance, case = self.chance, self.case
        if name in ("cards", "stock") and "Card" in str(hint):
            return case.cards
        if name == "moves":
            return case.moves
        if name in LONG:
            return chance.randrange(-1, 4)
        if name == "sets":
            sets = list(case.rules.sets)
            return tuple(chance.sample(sets, chance.randint(0, len(sets))))
        if name == "deals" and "tuple" in str(hint):
            first = chance.randrange(100)
            return ((first, first + chance.randrange(20)),)
        origin, of = get_origin(hint), get_args(hint)
        if hint is Any or hint is object:
            return chance.choice([*self.known(dict), *case.texts(), self.wrong()])
        if origin is Literal:
            return chance.choice(of)
        if origin in (Union, UnionType):
            return self.value(chance.choice(of), name)
        if origin is tuple and of[-1:] != (...,):
            return tuple(self.value(one, name) for one in of)
        if origin is not None:
            return self.many(origin, of, name)
        if hint is None or hint is type(None):
            return None
        return self.one(hint) if isinstance(hint, type) else self.wrong()

    def many(self, origin: Any, of: Sequence[Any], name: str) -> Any:
        """A value of a type that holds others."""
        chance = self.chance
        if isinstance(origin, type) and issubclass(origin, Mapping):
            known = self.known(dict)
            if known and chance.random() < 0.8:
                return self.altered(chance.choice(known))
            return {}
        if origin is Callable:
            return chance.choice((lambda *_: True, lambda *_: False))
        one = of[0] if of else Any
        if one is str and chance.random() < 0.7:
            return chance.choice(self.case.texts()).splitlines()
        if one is Card:
            return self.case.cards
        values = [self.value(one, name) for _ in range(chance.choice((0, 1, 2, 5)))]
        return tuple(values)

    def one(self, kind: type) -> Any:
        """A value of a plain type."""
        chance, case = self.chance, self.case
        if kind is int:
            return chance.choice((0, 1, 2, 3, 7, 13, 28, 52, chance.randrange(100), 2**31, -1))
        if kind is float:
            return chance.choice((0.0, 0.5, 1.0, chance.random(), 3.0, -1.0))
        if kind is bool:
            return chance.random() < 0.5
        if kind is str:
            return chance.choice(case.texts())
        if kind in (bytes, bytearray, memoryview):
            return kind(bytes(case.cards[: chance.choice((0, 1, 52))]))
        if kind is Path:
            return self.directory / "none"
        made: dict[type, Callable[[], Any]] = {
            Rules: lambda: case.rules,
            Deal: lambda: case.deal,
            Card: lambda: chance.choice(case.cards),
            Position: lambda: chance.choice((case.positions[0], *case.positions)),
            Limits: lambda: Limits(chance.choice(NODES), chance.choice((None, 5)), 1),
            RatingLimits: lambda: RatingLimits(chance.choice((1, 500)), 20, 200, 1),
            Session: lambda: Session(case.deal, "pyramid", case.moves),
            Block: lambda: case.block,
            Certificate: lambda: (
                case.block and certify(case.block, Deal.of(case.cards, case.rules))
            ),
        }
        if kind in made and chance.random() < 0.85:
            return made[kind]()
        if kind in (Won, Lost, Unknown) and isinstance(case.verdict, kind):
            return case.verdict
        known = self.known(kind)
        return chance.choice(known) if known else made.get(kind, self.wrong)()

    def known(self, kind: type) -> list[Any]:
        """What calls gave of a type; of dicts always some record."""
        if kind is dict and not self.pool.get(dict):
            case = self.case
            return [solve_record(case.deal, "pyramid", case.verdict)]
        return [one for known, ones in self.pool.items() if issubclass(known, kind) for one in ones]

    def altered(self, record: dict[Any, Any]) -> dict[Any, Any]:
        """A record with a field of another value, or without it."""
        altered = dict(record)
        if altered and self.chance.random() < 0.5:
            name = self.chance.choice(list(altered))
            altered[name] = self.wrong()
            if self.chance.random() < 0.3:
                del altered[name]
        return altered

    def wrong(self) -> Any:
        """Anything: of another type, another deal, or beyond all bounds."""
        chance, case = self.chance, self.case
        cards = list(case.cards)
        other = Case.drawn(chance) if chance.random() < 0.1 else case
        some: list[Callable[[], Any]] = [
            lambda: chance.choice((None, True, False, 1.5, float("nan"), float("inf"), b"", "")),
            lambda: chance.choice((-1, 0, 51, 64, 99, 2**31, 2**63, -(2**63), 2**64, 2**70)),
            lambda: chance.choice(([], (), {}, set(), object(), int, range(3), range(99))),
            lambda: chance.choice(("\0", "\x1b[31m", "é" * 300, "7S" * 3, "KH", "\ud800", "٣")),
            lambda: cards[:-1],
            lambda: cards + cards[:1],
            lambda: cards[:1] * len(cards),
            lambda: list(map(int, cards)),
            lambda: list(map(str, cards)),
            lambda: bytes(cards),
            lambda: other.cards,
            lambda: other.rules,
            lambda: chance.choice(other.positions),
            lambda: other.moves,
            lambda: other.moves[::-1],
            lambda: [Discard((chance.choice(Card.ALL), chance.choice(Card.ALL)))],
            lambda: other.verdict,
            lambda: other.block,
            lambda: other.deal,
            lambda: {"deal": 1, "cards": "KH", "moves": [{"discard": 3}]},
            lambda: [[[[]]]] * 5,
            lambda: iter(cards),
        ]
        return chance.choice(some)()


def short(value: object, most: int = 120) -> str:
    """A value for a report, cut."""
    try:
        text = repr(value)
    except Exception as error:
        text = f"(no repr: {type(error).__name__})"
    return text if len(text) <= most else f"{text[:most]}.."


def fuzz(count: int, seed: int) -> tuple[int, int, dict[str, str]]:
    """This many calls: how many gave a result, how many were rejected, and what else happened."""
    with tempfile.TemporaryDirectory() as directory:
        calling = Fuzz(seed, Path(directory))
        findings = calling.run(count)
    return calling.done, calling.refused, findings


def main(arguments: Iterable[str] | None = None) -> int:
    """The program: 0 if nothing was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    options = parser.parse_args(None if arguments is None else list(arguments))
    print(f"{options.calls} calls, seed {options.seed}", flush=True)
    done, refused, findings = fuzz(options.calls, options.seed)
    print(f"{done} results, {refused} refusals, {len(findings)} findings")
    for place, call in findings.items():
        print(f"- {place}\n    {call}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
