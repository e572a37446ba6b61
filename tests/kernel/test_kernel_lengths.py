"""Every kernel checks the length of what it is handed: a `ValueError`, never a byte beyond."""

import ast
import re
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import closed_bound
import pytest

from pyrtool import Position, kernel
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.every_line import LinesFrom
from pyrtool.answers.kernel_setup.positions import loaded_piles
from pyrtool.game.deals import deal, dealer, deals
from pyrtool.game.games import GAMES
from pyrtool.kernel.bulk import BUCKETS, first_lost, tally
from pyrtool.kernel.check import Plain
from pyrtool.kernel.constants import FACTS
from pyrtool.kernel.deduction import Deductions
from pyrtool.kernel.game import Game
from pyrtool.kernel.numbers import halves, words
from pyrtool.kernel.shuffle import SCHEMES, Dealer
from pyrtool.kernel.without_sets import Cards, MoveWorth

KERNEL = Path(kernel.__file__).parent
PYRAMID, GIZA, TUT, MICROSOFT = (GAMES[name] for name in ("pyramid", "giza", "tut", "microsoft"))
CARDS = bytes(deal(2).cards)
LEFT = bytes([1]) * 52
HANDED = re.compile(r"\b(bytes|bytearray|memoryview|list)\b")

Load = Callable[[bytes], object]
"""Hands a kernel cards; what else it asks for is right."""
LoadLeft = Callable[..., object]
"""Hands a kernel cards, a byte for each that is left, and the position of the stock."""

KERNELS: dict[str, Callable[[], Any]] = {
    "Search": lambda: build.search(PYRAMID),
    "Pairing": lambda: build.pairing(PYRAMID),
    "Matcher": lambda: build.matcher(GIZA),
    "Shortest": lambda: build.shortest(MICROSOFT),
    "Best": lambda: build.best(PYRAMID, "all", ()),
    "Chances": lambda: build.chances(GIZA),
    "StockChances": lambda: build.chances(TUT),
    "SinglyChances": lambda: build.chances(PYRAMID),
    "Playouts": lambda: build.playouts(PYRAMID),
}
"""Kernels that `load` a deal, and `load_position`."""


def entry_of(kernel: str, name: str) -> Callable[..., object]:
    return lambda *of: getattr(KERNELS[kernel](), name)(*of)


DEALS: dict[str, Load] = {
    **{f"{kernel}.load": entry_of(kernel, "load") for kernel in KERNELS},
    "ClosedPlayer.play_cards": lambda cards: careful().play_cards(
        cards, 1, memoryview(bytearray(5))
    ),
    "Bulk.card_outcomes": lambda cards: build.bulk(PYRAMID).card_outcomes(
        cards, 52, bytearray(1), halves(1), 100
    ),
    "Checker.check_matching": lambda cards: build.checker(GIZA).check_matching(cards, []),
    "Checker.check_line": lambda cards: build.checker(PYRAMID).check_line(cards, []),
    "AnyGame.check_cards": lambda cards: build.game(PYRAMID).check_cards(cards),
    "Bulk.deal_outcomes": lambda cards: build.bulk(PYRAMID).deal_outcomes(
        dealt(cards), 1, bytearray(1), halves(1), 100
    ),
    "BlockFinder.deal_blocks": lambda cards: build.block_finder(PYRAMID).deal_blocks(
        dealt(cards), 1, bytearray(1)
    ),
}
POSITIONS: dict[str, LoadLeft] = {
    **{f"{one}.load_position": entry_of(one, "load_position") for one in KERNELS},
    "Search.load_sets": lambda cards, left, at: build.search_of_sets(PYRAMID).load_sets(
        cards, left, 63
    ),
    "Pairing.load_sets": lambda cards, left, at: some(build.pairing(PYRAMID)).load_sets(
        cards, left, 63, at
    ),
    "Matcher.load_position": lambda cards, left, at: build.matcher(GIZA).load_position(cards, left),
    "ClosedPlayer.open": lambda cards, left, at: careful().open(cards, left, at, False, 1),
    "ClosedPlayer.wins_from": lambda *of: careful().wins_from(*of, False, 1),
    "Sampler.open": lambda cards, left, at: build.closed_player(PYRAMID, "sampler", 1).open(
        cards, left, at, False, 1
    ),
    "Best.load_position of discards": lambda *of: build.most(PYRAMID).load_position(*of),
    "Shortest.ask": lambda cards, left, at: build.shortest(PYRAMID, discards=True).ask(
        cards, left, at, 255, 0, 0
    ),
    "Grouped.ask": lambda cards, left, at: build.fewest_left(TUT).ask(cards, left, at, 0, 0),
}
WRONG_DECKS = {
    "none": b"",
    "51": CARDS[:51],
    "53": CARDS + CARDS[:1],
    "one card": CARDS[:1] * 52,
    "no card": bytes([255]) * 52,
    "one that is none": CARDS[:51] + b"\xff",
}


def some(found: Any) -> Any:
    assert found is not None
    return found


def careful() -> Any:
    return build.closed_player(PYRAMID, "careful", 1)


def dealt(cards: bytes) -> Dealer:
    """A dealer of another deck, if it is one."""
    return Dealer(SCHEMES["native"], cards, bytes(range(len(cards))))


def rejects(call: Callable[..., object], right: Any, *wrong: tuple[Any, Any]) -> None:
    """What is right is taken; with another member, by its place or name, it is not."""

    def ask(given: Any) -> object:
        return call(**given) if isinstance(given, dict) else call(*given)

    ask(right)
    for at, other in wrong:
        changed = right.copy()
        changed[at] = other
        with pytest.raises(ValueError):
            ask(changed)


@pytest.mark.parametrize("entry", DEALS)
def test_cards(entry: str) -> None:
    rejects(DEALS[entry], [CARDS], *((0, wrong) for wrong in WRONG_DECKS.values()))


@pytest.mark.parametrize("entry", POSITIONS)
def test_positions(entry: str) -> None:
    wrong: list[tuple[int, Any]] = [(0, deck) for deck in WRONG_DECKS.values()]
    wrong += [(1, left) for left in (b"", LEFT[:51], LEFT + b"\1")]
    if entry not in ("Search.load_sets", "Matcher.load_position"):
        wrong += [(2, position) for position in (-1, 25, 63, 2**20, 2**30)]
    rejects(POSITIONS[entry], [CARDS, LEFT, 0], *wrong)


def test_a_position_of_what_is_loaded() -> None:
    shortest = build.shortest(MICROSOFT)
    shortest.load(CARDS)
    wrong = ((0, b""), (0, LEFT[:51]), (1, 25), (1, 64 * 3))
    rejects(shortest.go_to, [LEFT, 0], *wrong)


def test_a_kernel_for_wins_counts_no_discards() -> None:
    with pytest.raises(ValueError, match="discards: "):
        build.shortest(MICROSOFT).ask(CARDS, LEFT, 0, 255, 0, 0)


def test_moves_that_are_none() -> None:
    with pytest.raises(ValueError, match="no such place"):
        build.checker(GIZA).check_matching(CARDS, [(0, 64)])
    with pytest.raises(ValueError, match="no such card"):
        build.checker(PYRAMID).check_line(CARDS, [(0, -1, 0)])
    with pytest.raises(ValueError, match="line: has 65 members"):
        build.checker(PYRAMID).check_line(CARDS, [(0, 1, 0)] * 65)


def test_orders_of_unseen_cards() -> None:
    planner = closed_bound.planner(PYRAMID, 1 << 10)
    planner.open(CARDS, LEFT, 0, False, 1)
    unseen = CARDS[29:]  # the first card of the stock is turned
    assert planner.bound(b"", 1) == (0, 0)
    for orders in (unseen[1:], CARDS, b"\xff" * 23, unseen[1:] + CARDS[:1], 2 * unseen + b"\0"):
        with pytest.raises(ValueError, match="orders: are not of the unseen cards"):
            planner.bound(orders, 1)
    planner.open(CARDS, LEFT, 23, False, 1)  # the last card of the stock is turned
    with pytest.raises(ValueError, match="two or more"):
        planner.bound(b"", 1)


def test_room_for_outcomes() -> None:
    with pytest.raises(ValueError, match="nodes: has 1 members where at least 9"):
        shuffle = dealer(1, "native", PYRAMID)
        build.bulk(PYRAMID).deal_outcomes(shuffle, 1, bytearray(9), halves(1), 100)
    with pytest.raises(ValueError, match="outcome: "):
        careful().play_cards(CARDS, 1, memoryview(bytearray(4)))
    for short in range(6):
        room = [
            memoryview(bytearray(9)),
            halves(9),
            words(16),
            words(BUCKETS),
            memoryview(bytearray(9)),
            halves(9),
        ]
        tally(*room)
        room[short] = room[short][:8] if short else memoryview(bytearray([200] * 9))
        with pytest.raises(ValueError):
            tally(*room)


def test_dealers() -> None:
    for order in (bytes(52), bytes(range(1, 53)), b"", bytes(range(51))):
        with pytest.raises(ValueError, match="order"):
            Dealer(SCHEMES["native"], bytes(range(52)), order)
    with pytest.raises(ValueError, match="names: has 2 members"):
        dealer(1, "native", PYRAMID).lines(1, bytearray(b"\1"), b"AC")


def test_games_that_cannot_be() -> None:
    right: dict[str, Any] = {
        "ranks": bytes([1, 2, 0, 0]),
        "suits": 1,
        "total": 3,
        "bit_of": bytes([0, 4, 0, 0]),
        "self_set": b"\0",
        "covers": [[1], []],
        "in_pyramid": b"\1\1",
    }
    flags = "dealt stock_top waste_pairs overlap goal_pyramid monotone has_blocks counted ends"
    right |= dict.fromkeys(flags.split(), False)
    right |= {"draw": 1, "passes": 1, "stock_waste": 0}
    covers = [[[2], []], [[], [], []]]
    wrong = [("bit_of", b"\0"), ("in_pyramid", b"\1"), ("ranks", bytes([1, 99, 0, 0]))]
    rejects(Game, right, *wrong, *(("covers", one) for one in covers))


def test_searches_that_know_no_sets() -> None:
    general = build.general(GAMES["cheops"])
    ranks = bytes(card.rank for card in deal(2).cards)
    wrong = ((0, b""), (0, ranks + b"\1"), (0, b"\x20" + ranks[1:]), (1, 1 << 28), (2, 1 << 24))
    rejects(general.load, [ranks, 1, 1, 0], *wrong)
    names = ("stock_top", "overlap", "waste_pairs", "tops_match", "tops_must", "tops_vanish")
    flags: dict[str, Any] = dict.fromkeys(names, False)
    plain = Plain(3, [[1], [], []], 7, goes_with=[0, 4, 2], draw=1, passes=1, dealt=True, **flags)
    of_plain = ((0, b"\1"), (0, b"\1\2\3"), (1, 8), (2, 4))
    rejects(plain.load, [b"\1\2\1", 7, 3, 0], *of_plain)


def test_deductions() -> None:
    def masks(*of: int) -> Any:
        return array("Q", of)

    make: Any = Deductions
    right: list[Any] = [masks(2, 0), masks(0, 0), [0, 1], 0, masks(2, 1), masks(1, 2), True, [1]]
    kernel = make(*right)
    assert kernel.derive(3, [], [])  # a card lies on its only partner
    wrong = ((0, masks(2)), (1, masks()), (2, [0] * 65), (2, [0, 64]), (4, masks(1)), (7, [1] * 33))
    rejects(make, right, *wrong)
    asked: list[Any] = [3, [1], [0], 0, [], []]
    derived: Any = ((1, [FACTS]), (1, [-1]), (2, []), (4, [FACTS]), (5, [-1]))
    rejects(kernel.derive, asked, *derived)
    kernel = make(masks(0, 0), *right[1:])
    with pytest.raises(ValueError, match="nothing is kept"):
        kernel.derive_on([], [])
    assert not kernel.derive(3, [], [])
    kernel.keep()
    assert kernel.derive_on([1 << 12 | 1], [0])  # two cards that have only each other
    assert not kernel.derive_on([], [])
    rejects(kernel.derive_on, [[1], [0]], (0, [FACTS]), (0, [-1]), (1, []))
    for fact in (FACTS, -1):
        for ask in (kernel.step, kernel.weight, lambda one: kernel.derivation([one])):
            with pytest.raises(ValueError):
                ask(fact)
    kept: tuple[tuple[Any, ...], ...] = (
        (3, [], [], 0, [1]),
        (3, [], [], 0, None, None, 1),
        (3, [1, 64], [0, 0]),
    )
    for given in kept:
        kernel.derive(*given)
        with pytest.raises(ValueError, match="kept"):
            kernel.keep()


def test_wastes() -> None:
    start = Position.start(deal(2, "apophis"))
    piles = loaded_piles(start)
    stock = list(range(28, 52))
    right: list[Any] = [[0] * 52, 0, 1, [[0, 1]], 3, [[], [], []], stock, 1]
    mixed: list[Any] = [[[]], [stock, [], []], [list(range(28)), [], []]]
    wrong = [(0, [0] * 65), (3, [[0, 99]]), (3, [[0, 0]]), (4, 1 << 52), (6, [*stock, 52])]
    rejects(piles.load, right, *wrong, *((5, wastes) for wastes in mixed))


def test_lines() -> None:
    line = LinesFrom(Position.start(deal(2, GAMES["day"]))).line
    stock = bytes(range(28, 52))
    wrong: list[tuple[int, Any]] = [(0, [b""]), (0, [b"", b"", b""]), (0, [b"\x1c", b""])]
    wrong += [(1, stock[1:] + b"\x1b"), (1, stock[1:] + b"\x34")]
    rejects(line.begin, [[b"", b""], stock, 1, 0], *wrong)
    rejects(line.begin, [[stock, b""], b"", 1, 0], (0, [stock, stock]))


def test_cards_of_lines() -> None:
    right: dict[str, Any] = {
        "ranks": b"\1\2",
        "left": 3,
        "exposed": 2,
        "covers": [[], []],
        "goes": [2, 1],
        "alone": 0,
        "must": 3,
        "pyramid": 0,
        "overlap": False,
    }
    wrong = [("ranks", b"\1"), ("ranks", bytes(129)), ("left", 4), ("exposed", 3), ("goes", [2, 4])]
    wrong += [("covers", [[], [], []]), ("covers", [[2], []]), ("alone", 4), ("must", 4)]
    rejects(Cards, right, *wrong, ("pyramid", 4))
    rejects(MoveWorth, [1, [2, 1], [0, 0], [0, 0]], (1, [2, 5]), (2, [0]), (3, [0, 4]))


def test_choices_from_an_index() -> None:
    kernel = build.matcher(GIZA)
    kernel.load(CARDS)
    for at in (-1, -(2**62)):
        with pytest.raises(ValueError, match="is not an index"):
            first_lost(kernel, [1, 2], at)
    assert first_lost(kernel, [1, 2], 2) == first_lost(kernel, [], 2**62) == -1


def test_an_order_of_places_that_were_not_matched() -> None:
    kernel, everything = build.matcher(GIZA), 2**52 - 1
    refused = 0
    for one in deals(range(1, 100), GIZA):
        kernel.load(bytes(one.cards))
        if kernel.solve(2**6 - 1, 10**6) == "lost":
            try:
                kernel.order(everything, everything)
            except AssertionError as error:
                refused += "has a cycle" in str(error)
    assert refused


ELSEWHERE = {
    f"{kind}.{name}"
    for kind, names in {
        "Facts": "__init__ check derivation",
        "Deductions": "derive derive_on",
        "Plain": "__init__ load",
        "General": "__init__ load _lay_out",
        "Piles": "load _check_numbers _place",
        "LastPlaces": "load",
        "Line": "begin",
        "MoveWorth": "__init__",
        "AnyGame": "__init__ _number_cards _number_places check_left check_position",
        "Dealer": "__init__ lines",
        "Planner": "bound _groups_of",
        "Bulk": "_take_buffers",
        "Shortest": "go_to",
    }.items()
    for name in names.split()
}
ELSEWHERE |= {"first_lost", "tally"}
ELSEWHERE |= {"_among", "turned", "in_words"}  # numbers that a class has checked
"""What tests with a name of their own try, or what these call."""
OF_RULES = ("Aim", "Best", "Bounds", "ClosedPlayer", "PlainPlayer", "Planner", "Sampler", "Themes")
"""Classes whose `__init__` takes a list of the rules' own making."""


def entries() -> set[str]:
    """What Python may call of the kernel, and is handed something of a length."""
    found = set()
    for header in KERNEL.rglob("*.pxd"):
        source, within_c = header.with_suffix(".py"), header.read_text()
        if not source.exists() or "cdef class" not in within_c:
            continue
        for node in ast.parse(source.read_text()).body:
            of = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
            if of and not re.search(rf"cdef class {of[:-1]}\b", within_c):
                continue  # a record of Python's: C reads nothing of it
            for part in node.body if isinstance(node, ast.ClassDef) else [node]:
                if not isinstance(part, ast.FunctionDef):
                    continue
                if re.search(rf"\b{re.escape(part.name)}\(", within_c):
                    continue
                handed = [one.annotation for one in (*part.args.args, *part.args.kwonlyargs)]
                if any(hint is not None and HANDED.search(ast.unparse(hint)) for hint in handed):
                    found.add(of + part.name)
    return found


def test_every_entry_is_tried() -> None:
    tried = DEALS.keys() | POSITIONS.keys() | ELSEWHERE
    made = {f"{name}.__init__" for name in OF_RULES}
    assert entries() - made - tried == set()
    assert len(entries()) > 40
