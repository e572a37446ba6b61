"""A plain brute force over whole games: every legal move from every position, no cleverness.

It shares no code with the referee or the kernel but the record of rules, and knows the
tableau only as rows and columns. A position of the referee's it takes as the place to begin.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pyrtool import Position, Rules

# Tableau mask, bouquet mask, stock index of the next undealt card (not turned), turned stock
# index or -1, each waste as stock indices, pass number, pass of clearing (0: not cleared).
State = tuple[int, int, tuple[int, ...], int, tuple[tuple[int, ...], ...], int, int]

Judge = Callable[[Position], bool]
NAMES = [*"A23456789TJQK", *map(str, range(14, 21))]
NONE = -1_000_000
"""The most where there is no line."""


class TooManyStates(Exception):
    """The brute force gave up."""


def shapes(rules: Rules) -> list[str]:
    """The shapes of the tableau in dealing order: ``pyramid 7``, ``columns 8x3``."""
    if rules.tableau is not None:
        return rules.tableau.split(" + ")
    found = [f"pyramid {rules.rows}"] * rules.pyramids
    found += [f"columns {rules.columns[0]}x{rules.columns[1]}"] if rules.columns else []
    return found + ([f"reserve {rules.reserve}"] if rules.reserve else [])


def goes(rules: Rules, one: int, other: int = 0) -> bool:
    """Whether these ranks go together, or one alone, as the words of the rules have it."""
    if rules.pairs is None:
        return one + other == rules.total
    for term in rules.pairs.split(", "):
        first, _, rest = term.partition(" ")
        if other == 0:
            if rest == "alone" and NAMES.index(first) + 1 == one:
                return True
        elif first == "sum":
            if one + other == int(rest):
                return True
        elif term == "same":
            if one == other:
                return True
        elif term == "next":
            if other and abs(one - other) == 1:
                return True
        elif rest != "alone" and {one, other} == {
            NAMES.index(name) + 1 for name in term.split("-")
        }:
            return True
    return False


@lru_cache(maxsize=64)
def partners(rules: Rules) -> tuple[set[int], list[set[int]]]:
    """The ranks that go alone, and for each rank those it goes with."""
    ranks = range(1, (rules.ranks or min(rules.total, 13)) + 1)
    alone = {rank for rank in ranks if goes(rules, rank)}
    return alone, [{other for other in ranks if goes(rules, rank, other)} for rank in range(21)]


def rank_of(card: int) -> int:
    """The second pack counts from 52."""
    return card % 52 // 4 + 1


@lru_cache(maxsize=4)
def judge(cards: tuple[int, ...], rules: Rules) -> Judge:
    """Whether a position of this deal can be won; questions that follow one another share it."""
    oracle = Oracle(cards, rules)
    winning = oracle.winning()
    return lambda position: oracle.key(oracle.at(position)) in winning


@dataclass(frozen=True)
class Answer:
    """What breadth-first search found: `shortest` is None when the deal is lost.

    `best_pyramid` is the least (pyramid left, all left), `best_all` the least (all left, pyramid
    left), `best_score` the best score. `reached` has the fewest moves to each number of cards of a
    rank that are gone, or, for rank 0, to each score at which play can stop; and whether the
    pyramid is cleared then.
    """

    shortest: int | None
    best_pyramid: tuple[int, int]
    best_all: tuple[int, int]
    best_score: int
    states: int
    reached: dict[tuple[int, int, bool], int]

    def _of(self, rank: int, cleared: bool) -> Iterator[tuple[int, int]]:
        """Each number, and the fewest moves to it, of lines that end with the pyramid cleared or of
        all."""
        for (of, number, clear), length in self.reached.items():
            if of == rank and (clear or not cleared):
                yield number, length

    def most(self, rank: int, cleared: bool) -> int:
        """The most cards of a rank, or points, likewise."""
        return max((number for number, _ in self._of(rank, cleared)), default=NONE)

    def fewest(self, rank: int, least: int, cleared: bool) -> int | None:
        """The fewest moves to this many cards of a rank, or points, likewise."""
        lengths = (length for number, length in self._of(rank, cleared) if number >= least)
        return min(lengths, default=None)


class Oracle:
    """The game of one deal, from its start or from `begin`, a position that play led to."""

    def __init__(self, cards: Sequence[int], rules: Rules, begin: Position | None = None) -> None:
        self.rules = rules
        self.empty: tuple[tuple[int, ...], ...] = ((),) * rules.wastes
        self.cards = cards
        self.begin = begin
        self.ranks = list(map(rank_of, cards))
        self.alone, self.mates = partners(rules)
        self.in_all = Counter(self.ranks)
        self.direct: list[list[int]] = []
        self.pyramid = 0
        self.height: dict[int, int] = {}  # of each pyramid card, its row on the table, 1 on top
        self.rows_above = self.rows_here = 0  # of the shapes above, and up to those side by side
        for words in shapes(rules):
            kind, size = words.split()
            if kind in ("columns", "reserve"):  # what follows is below
                self.rows_above = self.rows_here
            if kind == "pyramid":
                self.add_rows([range(row) for row in range(1, int(size) + 1)], (0, 1))
            elif kind == "triangle":
                self.add_rows([range(row) for row in range(int(size), 0, -1)], (-1, 0))
            elif kind == "columns":
                wide, deep = map(int, size.split("x"))
                for depth in range(1, deep + 1):
                    first = len(self.direct)
                    for column in range(wide):
                        self.direct.append([first + column + wide] if depth < deep else [])
            else:
                self.direct += [[] for _ in range(int(size))]
        self.size = len(self.direct)
        self.stock = list(range(self.size, len(cards)))

    def add_rows(self, rows: list[range], on: tuple[int, int]) -> None:
        """A pyramid or triangle: on place j of a row lie those at j + `on` of the next."""
        self.rows_here = max(self.rows_here, self.rows_above + len(rows))
        for number, row in enumerate(rows, 1):
            after = len(self.direct) + len(row)
            for place in row:
                below = rows[number] if number < len(rows) else range(0)
                self.pyramid |= 1 << len(self.direct)
                self.height[len(self.direct)] = self.rows_above + number
                self.direct.append([after + place + k for k in on if place + k in below])

    @cached_property
    def on_it(self) -> list[int]:
        """For each place the cards that lie on it directly, a bit each."""
        return [sum(1 << j for j in places) for places in self.direct]

    def start(self) -> State:
        if self.begin is not None:
            return self.at(self.begin)
        tableau = (1 << self.size) - 1
        if self.rules.stock != "dealt":
            return (tableau, (1 << len(self.stock)) - 1, (), -1, self.empty, 1, 0)
        return self.turn((tableau, 0, tuple(self.stock), -1, self.empty, 1, 0))

    def at(self, position: Position) -> State:
        """The referee's position, as it is."""
        index = self.cards.index
        return (
            sum(1 << i for i, card in enumerate(position.tableau) if card is not None),
            sum(1 << i for i, card in enumerate(position.bouquet) if card is not None),
            tuple(map(index, position.stock)),
            -1 if position.turned is None else index(position.turned),
            tuple(tuple(map(index, waste)) for waste in position.wastes),
            position.pass_number,
            position.cleared_in_pass or 0,
        )

    def turn(self, state: State) -> State:
        tableau, bouquet, stock, turned, wastes, number, cleared = state
        if turned >= 0 or not stock or not self.rules.stock_top:
            return state
        while turned < 0 and stock:
            turned, stock = stock[0], stock[1:]
            (waste, *_) = wastes
            if self.rules.stock_waste == "auto-on-turn" and waste and self.pair(turned, waste[-1]):
                turned, wastes = -1, (waste[:-1],)
        return (tableau, bouquet, stock, turned, wastes, number, cleared)

    def pair(self, i: int, j: int) -> bool:
        return self.ranks[j] in self.mates[self.ranks[i]]

    def successors(self, state: State) -> Iterator[State]:
        rules = self.rules
        tableau, bouquet, stock, turned, wastes, number, _ = state
        if rules.scoring == "microsoft" and not tableau & self.pyramid:
            return
        on_it = self.on_it
        exposed = [i for i in range(self.size) if tableau >> i & 1 and not tableau & on_it[i]]
        flowers = [i for k, i in enumerate(self.stock) if bouquet >> k & 1] if bouquet else []
        from_waste = {}  # the cards that a waste offers, each with its number
        for at, pile in enumerate(wastes):
            for end in (0, -1) if rules.waste_ends == "both" else (-1,):
                if pile:
                    from_waste[pile[end]] = at
        singles = exposed + flowers + ([turned] if turned >= 0 else []) + list(from_waste)
        ranks = self.ranks
        groups = [[i] for i in singles if ranks[i] in self.alone]
        for a, i in enumerate(singles):
            mates = self.mates[ranks[i]]
            for j in singles[a + 1 :] if mates else ():
                if ranks[j] in mates and self.may_meet(i, j, turned, from_waste):
                    groups.append([i, j])
        if rules.overlap:
            for lower in range(self.size):
                if tableau >> lower & 1:
                    upper = [j for j in self.direct[lower] if tableau >> j & 1]
                    if len(upper) == 1 and upper[0] in exposed and self.pair(lower, upper[0]):
                        groups.append([lower, upper[0]])
        for pile in wastes:
            if rules.waste_pairs and len(pile) > 1 and self.pair(pile[-1], pile[-2]):
                groups.append([pile[-1], pile[-2]])
        for group in groups:
            yield self.remove(state, group)
        if turned >= 0:
            first = wastes[0]
            if rules.stock_waste == "auto" and first and self.pair(turned, first[-1]):
                yield self.remove(state, [turned, first[-1]])
            else:
                for onto in self.dealt_to(wastes, [turned]):
                    yield self.turn((*state[:3], -1, onto, *state[5:]))
        elif stock and not rules.stock_top:
            at_once = rules.draw
            if rules.wastes > 1:
                at_once = 1 if rules.deal_to == "choice" else rules.wastes
            for onto in self.dealt_to(wastes, list(stock[:at_once])):
                yield (tableau, bouquet, stock[at_once:], -1, onto, *state[5:])
        elif not stock and any(wastes) and (rules.passes is None or number < rules.passes):
            again = tuple(card for pile in wastes for card in pile)
            yield self.turn((tableau, bouquet, again, -1, self.empty, number + 1, state[6]))

    def may_meet(self, i: int, j: int, turned: int, from_waste: dict[int, int]) -> bool:
        """Whether the piles in which two cards lie let them go together."""
        if turned in (i, j):
            return self.rules.stock_waste != "no" or not {i, j} & from_waste.keys()
        if i in from_waste and j in from_waste and from_waste[i] != from_waste[j]:
            return self.rules.waste_match
        return True

    def dealt_to(
        self, wastes: tuple[tuple[int, ...], ...], cards: list[int]
    ) -> Iterator[tuple[tuple[int, ...], ...]]:
        """The wastes after these cards were dealt, in every way in which they can be."""
        count = len(wastes)
        if count > 1 and self.rules.deal_to == "choice":
            for to in range(count):
                yield tuple((*pile, *cards) if at == to else pile for at, pile in enumerate(wastes))
        elif count > 1:
            yield tuple((*pile, *cards[at : at + 1]) for at, pile in enumerate(wastes))
        else:
            yield ((*wastes[0], *cards),)

    def remove(self, state: State, group: list[int]) -> State:
        tableau, bouquet, stock, turned, wastes, number, cleared = state
        for i in group:
            if i < self.size:
                tableau &= ~(1 << i)
            elif self.rules.stock != "dealt":
                bouquet &= ~(1 << (i - self.size))
        turned = -1 if turned in group else turned
        wastes = tuple(tuple(i for i in pile if i not in group) for pile in wastes)
        if self.pyramid and not tableau & self.pyramid and not cleared:
            cleared = number
        return self.turn((tableau, bouquet, stock, turned, wastes, number, cleared))

    def left(self, state: State) -> tuple[int, int]:
        """Cards left in the pyramid, and in all."""
        tableau, bouquet, stock, turned, wastes, _, _ = state
        everything = tableau.bit_count() + bouquet.bit_count() + len(stock) + sum(map(len, wastes))
        return (tableau & self.pyramid).bit_count(), everything + (turned >= 0)

    def score(self, state: State) -> int:
        """The points of a line that stops here."""
        tableau, cleared = state[0], state[-1]
        in_all = self.left(state)[1]
        if self.rules.scoring != "microsoft":
            return {0: 0, 1: 50, 2: 35, 3: 20}.get(cleared, 0) - in_all
        earned = 0
        lowest = max(self.height.values())
        for height in range(1, lowest + 1):
            row = lowest + 1 - height
            if any(tableau >> place & 1 for place, at in self.height.items() if at == row):
                break
            earned += {1: 25, 2: 50, 3: 75, 4: 100, 5: 150, 6: 250}.get(height, 500)
        gone = self.gone(state)
        kings = sum(gone.get(rank, 0) for rank in self.alone)
        return earned + 5 * kings + 5 * ((len(self.cards) - in_all - kings) // 2)

    def gone(self, state: State) -> dict[int, int]:
        tableau, bouquet, stock, turned, wastes, _, _ = state
        gone = dict(self.in_all)
        for i in range(self.size):
            gone[self.ranks[i]] -= tableau >> i & 1
        for k, i in enumerate(self.stock) if bouquet else ():
            gone[self.ranks[i]] -= bouquet >> k & 1
        piled = [i for pile in wastes for i in pile]
        for i in (*stock, *piled, *([turned] if turned >= 0 else [])):
            gone[self.ranks[i]] -= 1
        return gone

    def reached(self, max_states: int) -> Iterator[tuple[State, int]]:
        """All positions, breadth-first, each with the fewest moves to it. Passes are distinguished
        only where they matter."""
        start = self.start()
        seen = {self.key(start)}
        queue = deque([(start, 0)])
        while queue:
            state, length = queue.popleft()
            yield state, length
            for child in self.successors(state):
                key = self.key(child)
                if key not in seen:
                    seen.add(key)
                    if len(seen) > max_states:
                        raise TooManyStates
                    queue.append((child, length + 1))

    def goal(self, state: State) -> bool:
        return self.left(state)[self.rules.goal != "pyramid"] == 0

    def shortest(self, max_states: int = 200_000) -> int | None:
        """The fewest moves to the goal, None when the deal is lost."""
        return next((n for state, n in self.reached(max_states) if self.goal(state)), None)

    def answer(self, max_states: int = 200_000) -> Answer:
        """All that can be asked, of all positions."""
        shortest: int | None = None
        best_pyramid, best_all, best_score = (99, 99), (99, 99), -99
        reached: dict[tuple[int, int, bool], int] = {}
        states = 0
        for state, length in self.reached(max_states):
            states += 1
            in_pyramid, in_all = self.left(state)
            best_pyramid = min(best_pyramid, (in_pyramid, in_all))
            best_all = min(best_all, (in_all, in_pyramid))
            score = self.score(state)
            best_score = max(best_score, score)
            for rank, number in (self.gone(state) | {0: score}).items():
                reached.setdefault((rank, number, in_pyramid == 0), length)
            if shortest is None and self.goal(state):
                shortest = length
        return Answer(shortest, best_pyramid, best_all, best_score, states, reached)

    def winning(self, max_states: int = 200_000) -> set[State]:
        """The keys of all positions from which the goal can be reached."""
        start = self.start()
        seen = {self.key(start)}
        queue, won = deque([start]), deque[State]()
        parents: dict[State, list[State]] = {}
        while queue:
            state = queue.popleft()
            here = self.key(state)
            if self.goal(state):
                won.append(here)
            for child in self.successors(state):
                key = self.key(child)
                parents.setdefault(key, []).append(here)
                if key not in seen:
                    seen.add(key)
                    if len(seen) > max_states:
                        raise TooManyStates
                    queue.append(child)
        found = set(won)
        while won:
            for parent in parents.get(won.popleft(), ()):
                if parent not in found:
                    found.add(parent)
                    won.append(parent)
        return found

    def key(self, state: State) -> State:
        if self.rules.passes is None:
            return (*state[:5], 0, 0)
        return state
