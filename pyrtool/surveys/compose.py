"""Deals to order: a pattern of cards, a query of `find`, and a local search over the fillings.

A pattern says for each place which cards may lie there. A climb begins with a filling at random,
and exchanges cards of open places so that the deal comes nearer to what is wanted. Verdicts are
those of `solve_many`. Decides how far a deal is from a query, and how a climb goes. Climbs are
numbered, and each depends only on its number and the seed. So the workers do not change the result,
and a store of climbs resumes.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations, compress
from math import exp
from pathlib import Path
from random import Random
from typing import Final

from pyrtool.answers.best.best import best
from pyrtool.answers.blocks.find import find_block, find_blocks
from pyrtool.answers.explain.difficulty import reason
from pyrtool.answers.rating.chances import rate
from pyrtool.answers.shortest import shortest
from pyrtool.answers.solve import solution, solve
from pyrtool.answers.verdicts import Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import Limits
from pyrtool.base.messages import counted, shorten
from pyrtool.game.cards import RANKS, SUITS, Card, CardError
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.moves import DealStock, Discard
from pyrtool.game.ranges import without
from pyrtool.surveys.exchanges import twins
from pyrtool.surveys.find.measures import MOST_MATCHINGS, check_measure, count_matchings
from pyrtool.surveys.find.query import ANY, Query, Span, hardness
from pyrtool.surveys.find.themes import THEMES, plays, rows_of
from pyrtool.surveys.pool import Pool, Watch, work_off
from pyrtool.surveys.store import Head, Row, Store
from pyrtool.surveys.verdicts import solve_many

MOST_OF_A_CLIMB: Final = 10_000
"""How many fillings a climb looks at, about, at the most."""

_BATCH: Final = 16  # exchanges that are decided together
_WARMTH: Final = 0.3  # of the first steps, in units of difficulty
LENGTH: Final = "fillings of a climb"  # in the identity of a stipulation
_OTHERS: Final = {True: "unwinnable deals", False: "winnable deals"}
_WEIGHT: Final = 5.0  # of the distance from what is wanted, in these units

OPEN: Final = "??"
_KINDS: Final = {
    name: f"?{name[0]}" for name in ("red", "black", "diamonds", "hearts", "clubs", "spades")
}
_LABEL: Final = re.compile(r"columns\b.*|(stock|bouquet|turned|reserve)\b", re.IGNORECASE)
_COLOURS: Final = {"R": "DH", "B": "CS"}


class ComposeError(PyrtoolError):
    """A pattern, or a stipulation, that no deal can have."""


@dataclass(frozen=True)
class Pattern:
    """For each place, in dealing order, the codes of the cards that may lie there."""

    places: tuple[frozenset[int], ...]
    rules: Rules

    @classmethod
    def parse(cls, text: str, rules: Rules) -> "Pattern":
        """Read the cards in dealing order, or a diagram of a whole deal.

        ``??`` is an open place; ``6`` or ``6?`` is any six, ``?H`` any heart, and ``?R`` and ``?B``
        any red and any black card. Lines that begin with ``#`` are passed over.
        """
        deck, words = rules.deck, list[str]()
        for line in text.splitlines():
            bare = line.strip()
            if not bare.startswith("#"):
                words += _LABEL.sub("", bare).replace("/", " ").split()
        if len(words) != len(deck) and words:
            raise ComposeError(
                f"the pattern has {len(words)} places, but the deck has {len(deck)} cards"
            )
        places = []
        for number, word in enumerate(words or [OPEN] * len(deck), 1):
            allowed = frozenset(card for card in deck if _is_allowed(card, word.upper()))
            if not allowed:
                raise ComposeError(
                    f"place {number}: {shorten(word)} is no card of the deck: write {OPEN} for an "
                    "open place, 6? for a rank, ?H for a suit, ?R or ?B for a colour"
                )
            places.append(allowed)
        pattern = cls(tuple(places), rules)
        pattern.fill(Random(0))
        return pattern

    def lay(self, text: str) -> "Pattern":
        """Return the pattern with further cards: ``row 7: 3 A 4 A 5 9 2``, ``corners: K``.

        Few cards lie in the middle of the places, and a single one, or ``red``, ``spades``, in
        each.
        """
        spot, colon, cards = (part.strip().lower() for part in text.partition(":"))
        places = _spot(spot, self.rules)
        words = [_KINDS.get(word, word) for word in cards.split()]
        if not (colon and places and words) or len(words) > len(places):
            named = "apex, corners, edge, pyramid, row 7, rows 1-6, column 2, columns, ends, stock"
            raise ComposeError(
                f"--lay {shorten(text)}: must be places of the game, a colon, and cards: {named}"
            )
        words *= len(places) if len(words) == 1 else 1
        first, laid = (len(places) - len(words)) // 2, list(self.places)
        for place, word in zip(places[first:], words, strict=False):
            laid[place] &= {card for card in self.rules.deck if _is_allowed(card, word.upper())}
            if not laid[place]:
                raise ComposeError(f"--lay {shorten(text)}: {shorten(word)} cannot lie there")
        pattern = Pattern(tuple(laid), self.rules)
        pattern.fill(Random(0))
        return pattern

    def fill(self, random: Random) -> list[int]:
        """Return a filling at random; a `ComposeError` names the places that the deck cannot fill.

        Each place in turn takes a card, and cards that were placed move on if that is needed.
        """
        at: dict[int, int] = {}

        def take(place: int, seen: set[int]) -> bool:
            cards = sorted(self.places[place])
            random.shuffle(cards)
            for card in cards:
                if card not in seen:
                    seen.add(card)
                    if card not in at or take(at[card], seen):
                        at[card] = place
                        return True
            return False

        order = sorted(range(len(self.places)), key=lambda place: len(self.places[place]))
        for place in order:
            wanted = set[int]()
            if not take(place, wanted):
                rivals = [one for one in order if self.places[one] <= wanted]
                raise ComposeError(
                    f"{counted(len(rivals), 'place')} share {counted(len(wanted), 'card')}: "
                    + " ".join(str(Card.of(card)) for card in sorted(wanted))
                )
        filling = [0] * len(self.places)
        for card, place in at.items():
            filling[place] = card
        return filling

    def exchanges(self, filling: Sequence[int]) -> list[tuple[int, int]]:
        """List the exchanges of two places that change the ranks, and keep to the pattern."""
        rank, places = [Card.of(code).rank for code in filling], self.places
        return [
            (i, j)
            for i, j in combinations(range(len(filling)), 2)
            if rank[i] != rank[j] and filling[i] in places[j] and filling[j] in places[i]
        ]

    @property
    def leaves_choice(self) -> bool:
        """Whether two places can exchange their cards."""
        return bool(self.exchanges(self.fill(Random(0))))

    def given_block(self) -> str | None:
        """Name a block whose cards all have a given place; None if there is none."""
        deal = _deal(self.fill(Random(0)), self.rules)
        is_given = [len({Card.of(code).rank for code in allowed}) == 1 for allowed in self.places]
        given = set(compress(deal.cards, is_given))
        for block in find_blocks(deal):
            ranks = {rank for ranks in block.sets for rank in ranks}
            whole_sets = {card for card in deal.cards if card.rank in ranks}
            if given.issuperset({block.card, *block.covers} if block.covers else whole_sets):
                return block.kind
        return None


def _spot(name: str, rules: Rules) -> list[int]:
    """Return the places, in dealing order, of a part of the deal; none if it has no such part."""
    rows, columns = rows_of(rules), dict[int, list[int]]()
    for at, place in enumerate(Layout.of(rules).places):
        if place.kind == "column":
            columns.setdefault(place.index, []).append(at)
    kind, _, numbers = name.partition(" ")
    span = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", numbers)
    if kind in ("row", "rows", "column", "columns") and span is not None:
        whole = rows if kind.startswith("row") else list(columns.values())
        low, high = int(span[1]), int(span[2] or span[1])
        return [at for part in whole[max(low, 1) - 1 : high] for at in part]
    parts: Mapping[str, Iterable[Iterable[int]]] = {
        "apex": rows[:1],
        "corners": (*rows[:1], *((row[0], row[-1]) for row in rows[-1:])),
        "edge": [dict.fromkeys((row[0], row[-1])) for row in rows],
        "pyramid": rows,
        "columns": columns.values(),
        "ends": [column[-1:] for column in columns.values()],
        "stock": [range(rules.tableau_size, rules.deck_size)],
    }
    return [at for part in parts.get(name, ()) for at in part]


def _is_allowed(card: Card, word: str) -> bool:
    try:
        return card == Card.parse(word)
    except CardError:
        pass
    word = word.replace("10", "T")
    if not 1 <= len(word) <= 2:
        return False
    rank, suit = word[0], word[1:] or "?"
    suits = _COLOURS.get(suit, suit if suit in SUITS else "")
    return (rank == "?" or (rank in RANKS and rank == RANKS[card.rank - 1])) and (
        suit == "?" or SUITS[card % 4] in suits
    )


def _deal(filling: Sequence[int], rules: Rules) -> Deal:
    return Deal.of(tuple(map(Card.of, filling)), rules)


@dataclass(frozen=True)
class Wish:
    """A number `of` a deal, to be in a span.

    `least`: no deal has fewer. `lost`: whether unwinnable deals have it, None for all. `step`: what
    counts as much as a unit of difficulty. `lacks`: what rules lack where no deal has it.
    """

    of: Callable[[Deal, Query], float]
    least: int = 1
    lost: bool | None = False
    step: float = 1.0
    lacks: Callable[[Rules], str] = lambda rules: ""


def _lacks_matchings(rules: Rules) -> str:
    try:
        check_measure("matchings", rules)
    except PyrtoolError as error:
        return str(error).removeprefix("--by matchings: ")
    return ""


def _dealt(deal: Deal, query: Query) -> float:
    verdict = shortest(deal, Limits(memory_mib=query.plan.memory_mib))
    assert isinstance(verdict, Won)
    return sum(isinstance(move, DealStock) for move in verdict.moves)


def _block_order(deal: Deal, query: Query) -> float:
    block = find_block(deal)
    return 0 if block is None else block.order


WISHES: Final[Mapping[str, Wish]] = {
    "first-moves": Wish(
        lambda deal, query: rate(deal, solution(deal).moves, query.limits).first_moves or 0
    ),
    "matchings": Wish(
        lambda deal, _: count_matchings(deal, MOST_MATCHINGS), step=10, lacks=_lacks_matchings
    ),
    "dealt": Wish(
        _dealt, 0, lacks=lambda rules: "" if rules.stock == "dealt" else "there is no stock to deal"
    ),
    "cards-left": Wish(lambda deal, _: best(deal, "all").position.cards_left(), lost=True),
    "block-order": Wish(_block_order, lost=True),
    "exchanges": Wish(lambda deal, _: len(twins(deal).turning), 0, lost=None, step=10),
}
"""What `find` cannot ask, by the names of the options; the slow ones come last."""


@dataclass(frozen=True)
class Stipulation:
    """What is wanted of a deal: a `pattern`, a `query` of `find`, and what that cannot ask.

    `spans` are those of `WISHES`. `block` is the kind of an unwinnable deal's block, and `last` has
    the cards of the last pair in the solution that `solve` prints. With `hardest`, a climb goes on
    when a deal is as wanted. `fillings`: how many a climb looks at, about, at the most.
    """

    pattern: Pattern
    query: Query
    seed: int = 0
    spans: Mapping[str, Span] = field(default_factory=dict)
    block: str | None = None
    last: str | None = None
    hardest: bool = False
    fillings: int = MOST_OF_A_CLIMB

    def check(self) -> None:
        """Raise a `ComposeError` for what no deal can have."""
        query, rules = self.query, self.pattern.rules
        orders = 1 if self.block in ("simple block", "set block") else len(rules.sets)
        for name, (low, high) in self.spans.items():
            wish = WISHES[name]
            if lacks := wish.lacks(rules):
                raise ComposeError(f"--{name}: {lacks}")
            if wish.lost not in (None, query.lost):
                raise ComposeError(f"--{name}: {_OTHERS[query.lost]} have no such number")
            if high < wish.least or (name == "block-order" and low > orders):
                raise ComposeError(f"--{name}: no deal has this number")
        if self.block is not None and not query.lost:
            raise ComposeError("--block: winnable deals have none")
        if self.last is not None:
            self._check_last(self.last)
        if not query.lost and (kind := self.pattern.given_block()):
            raise ComposeError(f"no deal with these cards is winnable: they have a {kind}")
        for name in query.themes:
            if THEMES[name].in_play is None:
                raise ComposeError(f"--theme {name}: lay its cards, with --lay or in the pattern")

    def _check_last(self, last: str) -> None:
        """Raise a `ComposeError` if no solution ends with these two cards."""
        words, rules = last.upper().split(), self.pattern.rules
        if len(words) != 2 or not any(
            other.rank in rules.partners[one.rank] and all(map(_is_allowed, (one, other), words))
            for one in rules.deck
            for other in rules.deck
        ):
            raise ComposeError(f"--last {shorten(last)}: must be two cards of a pair, such as A QH")

    def identity(self) -> dict[str, object]:
        """Return what must agree for climbs to be put together, as JSON has it."""
        return self.query.identity() | {
            "pattern": [sorted(map(int, allowed)) for allowed in self.pattern.places],
            "seed": self.seed,
            "wanted": {name: repr(span) for name, span in sorted(self.spans.items())},
            "block": self.block,
            "last": self.last,
            "climbs for the hardest": self.hardest,
            LENGTH: self.fillings,
        }


@dataclass(frozen=True)
class Composed:
    """A deal that a climb found: its cards' codes, its distance from the goal, its hardness."""

    cards: tuple[int, ...]
    distance: float
    hardness: float = 0.0

    @property
    def merit(self) -> float:
        """What a better deal has more of."""
        return self.hardness - _WEIGHT * self.distance


@dataclass(frozen=True)
class Climb:
    """The climb number `first`, and what it `found` as wanted, if anything, in `fillings`."""

    first: int
    found: tuple[Composed, ...]
    fillings: int

    @property
    def last(self) -> int:
        """The same number: a part of a store has two ends."""
        return self.first

    @property
    def deals(self) -> int:
        """The number of climbs."""
        return 1


@dataclass(frozen=True)
class ClimbTask:
    """A climb to be made."""

    stipulation: Stipulation
    first: int

    @property
    def last(self) -> int:
        """The same number."""
        return self.first


def climb(task: ClimbTask) -> Climb:
    """Make a climb: the same for one seed and number.

    It is simulated annealing: a filling that is worse is taken too, the less likely the later.
    """
    wanted, pattern = task.stipulation, task.stipulation.pattern
    random = Random(f"{wanted.seed} {task.first}")
    filling, seen = pattern.fill(random), 0
    here = nearest = None
    while seen < wanted.fillings:
        warmth = _WARMTH * (1 - seen / wanted.fillings)
        tried = [filling] if here is None else []
        pairs = pattern.exchanges(filling)
        room = min(_BATCH, wanted.fillings - seen - len(tried), len(pairs))
        for i, j in random.sample(pairs, room):
            other = filling[:]
            other[i], other[j] = other[j], other[i]
            tried.append(other)
        seen += max(len(tried), 1)
        for one in _wanted_verdicts(tried, wanted):
            found = _judged(one, wanted)
            worse = 0.0 if here is None else here.merit - found.merit
            if worse <= 0 or random.random() < exp(-worse / warmth):
                here, filling = found, one
                if nearest is None or here.merit > nearest.merit:
                    nearest = here
                break
        else:
            if here is None and tried:  # go on from anywhere, until some verdict is as wanted
                filling = random.choice(tried)
        if not pairs or (nearest is not None and not (nearest.distance or wanted.hardest)):
            break
    as_wanted = () if nearest is None or nearest.distance else (nearest,)
    return Climb(task.first, as_wanted, seen)


def _wanted_verdicts(tried: Sequence[list[int]], wanted: Stipulation) -> Iterator[list[int]]:
    """Yield the fillings that have the verdict that is wanted, by all rules, in their order."""
    query = wanted.query
    asked = [(query.plan.rules, not query.lost), *query.also]
    left = list(tried)
    for rules, is_won in asked:
        if left:
            limits = Limits(memory_mib=query.plan.memory_mib)
            rows = solve_many(b"".join(map(bytes, left)), rules, limits=limits)
            want = "won" if is_won else "lost"
            left = [one for one, row in zip(left, rows, strict=True) if row.verdict == want]
    yield from left


def _judged(filling: list[int], wanted: Stipulation) -> Composed:
    """Return a deal of the wanted verdict with its distance from what is wanted of it."""
    query = wanted.query
    deal = _deal(filling, query.plan.rules)
    away, hard = 0.0, 0.0
    if query.kings_in_stock is not None:
        stock = deal.cards[deal.rules.tableau_size :]
        kings = sum(deal.rules.goes_alone(card.rank) for card in stock)
        away += abs(kings - query.kings_in_stock)
    if wanted.block is not None:
        block = find_block(deal)
        away += block is None or block.kind != wanted.block
    if wanted.last is not None:
        made = [move.cards for move in solution(deal).moves if isinstance(move, Discard)]
        end, words = [one for one in made if len(one) == 2][-1], wanted.last.upper().split()
        away += not any(all(map(_is_allowed, end, pair)) for pair in (words, words[::-1]))
    if query.rated or wanted.hardest:
        moves = solution(deal).moves if query.only_moves is not None else None
        rating = rate(deal, moves, query.limits)
        hard = hardness(rating) if wanted.hardest else 0.0
        away += min(_beyond(hardness(rating), span) for span in query.spans)
        away += _beyond(rating.only_moves or 0, query.only_moves or ANY)
    for name in filter(wanted.spans.get, WISHES):
        away += _beyond(WISHES[name].of(deal, query), wanted.spans[name]) / WISHES[name].step
    if not away and query.explains:
        reasoning = reason(deal, solve(deal))
        away += reasoning is None or query.reasoning not in (None, reasoning.level)
        away += reasoning is None or query.technique not in (None, reasoning.technique)
    if not away and query.themes:
        away += not plays(deal, query.themes, query.limits)
    return Composed(tuple(filling), away, hard)


def _beyond(value: float, span: Span) -> float:
    """Return how far a number lies outside a span."""
    low, high = span
    return max(low - value, value - high, 0.0)


class Workbook(Store[Climb]):
    """A store of climbs, which resumes."""

    noun = "workbook"
    work = "composition"
    redo = "a new file begins again"
    application_id = 0x50595243  # "PYRC"
    version = 1
    columns = """
  found TEXT NOT NULL,         -- cards, distance, hardness of what it found, JSON
  fillings INTEGER NOT NULL,
"""

    def require(self, identity: JsonObject, *, any_solver: bool = False) -> None:
        """Raise a `StoreError` for another identity; but climbs stay as long as they were begun."""
        super().require(identity | {LENGTH: self.identity[LENGTH]}, any_solver=any_solver)

    def row_of(self, part: Climb) -> Row:
        """Return the row of a climb."""
        found = json.dumps([asdict(one) for one in part.found])
        return str(part.first), str(part.last), found, part.fillings

    def part_of(self, row: Row) -> Climb:
        """Return the climb of a row; a `ValueError` if no climb has it."""
        first, last, found, fillings = row
        if first != last:
            raise ValueError("a climb has one number")
        made = (
            Composed(tuple(one["cards"]), one["distance"], one["hardness"])
            for one in json.loads(found)
        )
        return Climb(int(first), tuple(made), fillings)


def open_workbook(path: Path, wanted: Stipulation) -> Workbook:
    """Begin a store of any number of climbs, or resume that of the same stipulation."""
    return Workbook.resume(path, Head(wanted.identity(), wanted.query.plan.game, ()))


class _EnoughError(Exception):
    """As many deals were found as were wanted."""


def compose(
    wanted: Stipulation,
    climbs: int,
    count: int,
    pool: Pool,
    watch: Watch[Climb],
    workbook: Workbook | None = None,
) -> tuple[list[Composed], int]:
    """Return at most `count` deals as wanted, and how many fillings were looked at.

    They are those of the first climbs that find any; or of all climbs the hardest.
    """
    wanted.check()
    known = {} if workbook is None else {one.first: one for one in workbook.parts()}
    missing = without(((1, climbs),), workbook.done()) if workbook else ((1, climbs),)
    tasks = (ClimbTask(wanted, n) for first, last in missing for n in range(first, last + 1))

    def enough() -> bool:
        """Return whether the climbs that are known without a gap have found enough."""
        found, number = 0, 1
        while number in known:
            found += len(known[number].found)
            if found >= count and not wanted.hardest:
                return True
            number += 1
        return False

    def keep(part: Climb) -> None:
        if workbook is not None:
            workbook.add(part)
        known[part.first] = part
        if enough():
            raise _EnoughError

    try:
        if missing and not enough():
            work_off(tasks, climb, pool, keep, watch)
    except _EnoughError:
        pass
    found = {one.cards: one for number in sorted(known) for one in known[number].found}
    ordered = list(found.values())
    if wanted.hardest:
        ordered.sort(key=lambda one: (-one.hardness, one.cards))
    return ordered[:count], sum(one.fillings for one in known.values())
