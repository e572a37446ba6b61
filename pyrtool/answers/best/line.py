"""What a line of play reaches, where the goal may be out of reach.

Decides what better means for each question, and which line is best where every line is looked at;
for other games that is `best`'s.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import get_args

from pyrtool.answers.every_line import fewest_to, most_done
from pyrtool.answers.solve import Limit, Limits, Lost, Unknown, Verdict, Won, decide
from pyrtool.answers.soundness import By, check_searched
from pyrtool.answers.worth import as_left, worth
from pyrtool.base.arguments import guard, shown
from pyrtool.base.errors import PyrtoolError
from pyrtool.game.cards import rank_of
from pyrtool.game.games import Goal, Rules, RulesError
from pyrtool.game.line import played
from pyrtool.game.points import PAR_POINTS, points
from pyrtool.game.position import Move, Position


class BestError(PyrtoolError):
    """A question that the rules do not answer."""


@dataclass(frozen=True)
class Best:
    """A line of play and what it reaches.

    `by`: the question. `pyramid`: fewest cards left in the pyramid, then in all; `all`: the other
    way round; `score`: the most points; a rank: the most of its cards that are gone. `verdict`:
    whether the goal can be reached. `moves` lead to `position`. `limit`: None when all that was
    asked is proved; otherwise the limit that was reached. `bound` is what no line does better than,
    in the order of the question: (in the pyramid, in all), (in all, in the pyramid), each by itself
    a least number, or (points,) or (cards,), a greatest number.

    `at_least`: the points or cards that were enough; where the line reaches them, nothing better
    was looked for. `least_moves`: where the fewest moves were asked for, no line that does as well
    has fewer. `cleared`: where to clear the pyramid as well costs something, the line that does.
    """

    by: By
    verdict: Verdict
    moves: tuple[Move, ...]
    position: Position
    nodes: int
    limit: Limit | None
    bound: tuple[int, ...]
    at_least: int | None = None
    least_moves: int | None = None
    cleared: Best | None = None

    @property
    def proved(self) -> bool:
        """Whether the line is proved to be what was asked for."""
        return self.limit is None

    @property
    def is_enough(self) -> bool:
        """Whether the line reaches the `at_least` that was asked for."""
        return self.at_least is not None and worth(self.position, self.by)[0] >= self.at_least


def check_question(rules: Rules, by: By) -> None:
    """Reject a question that the rules do not answer.

    Raises:
        BestError: There is no such question, the rules keep no score, or the deck lacks the rank.
        RulesError: No search knows the game.
    """
    if by not in get_args(By):
        raise BestError(f"best {shown(by)}: must be {', '.join(get_args(By))}")
    check_searched(rules)
    if by == "pyramid" and not rules.has_pyramid:
        raise BestError("best pyramid has no meaning: the tableau has no pyramid and no triangle")
    if by == "score" and rules.scoring == "none":
        raise BestError(
            "best score: these rules keep no score; add --scoring par, or --scoring microsoft"
        )
    if rank_of(by) > rules.highest_rank:
        raise BestError(f"best {by}: the deck has no such cards")
    if rules.goes_alone(rank_of(by)) and rules.mates.count(0) > 2:
        raise BestError(f"best {by}: has no meaning where several ranks are discarded alone")


def possible(rules: Rules, by: By) -> tuple[int, int]:
    """The least and the most that the rules allow of a score or of the cards of a rank.

    >>> from pyrtool.game.games import game
    >>> possible(game("par"), "score"), possible(game("microsoft"), "A")
    ((-52, 50), (0, 4))
    """
    if rank_of(by):
        return 0, sum(card.rank == rank_of(by) for card in rules.deck)
    if rules.scoring == "par":
        return -rules.deck_size, PAR_POINTS[0]
    kings = sum(rules.goes_alone(card.rank) for card in rules.deck)
    return 0, points(rules.row_count, kings + (rules.deck_size - kings) // 2)


def as_win(found: Best, start: Position) -> Best:
    """The best line, or a win that a limit kept `solve` from finding."""
    if not isinstance(found.verdict, Unknown):
        return found
    steps = enumerate(played(start, found.moves).positions)
    made = next((made for made, here in steps if here.is_won()), None)
    if made is None:
        return found
    return replace(found, verdict=Won(found.moves[:made], found.verdict.nodes))


def best_of_every_line(
    start: Position, by: By, verdict: Verdict, limits: Limits, at_least: int | None, shortest: bool
) -> Best:
    """The best line of a game that the kernels give no more than a verdict on: of all lines, or of
    those that the limits let be looked at."""
    passes = start.rules.passes or 1
    if by == "score" and start.rules.scoring == "par":
        too_few, clearing, nodes = first_clearing(start, verdict, limits)
    else:
        clearing = clearing_of(start, limits)
        too_few, nodes = passes * isinstance(clearing, Lost), clearing.nodes
    known = [one.moves for one in (verdict, clearing) if isinstance(one, Won)]
    of_cards = by in ("pyramid", "all")
    enough = None if at_least is None else as_left((at_least,), start.rules, by)
    if of_cards:
        in_pyramid = int(isinstance(clearing, Lost))
        in_all = max(in_pyramid, int(isinstance(verdict, Lost) and start.rules.goal == "all"))
        enough = (in_pyramid, in_all) if by == "pyramid" else (in_all, in_pyramid)
    found = most_done(start, by, known, too_few, enough, limits)
    end = played(start, found.moves).end
    reached = worth(end, by)
    best = Best(
        by, verdict, found.moves, end, verdict.nodes + nodes + found.nodes, None, reached, at_least
    )
    if found.limit or best.is_enough:
        least = found.floor
        if of_cards and enough is not None:
            least = tuple(max(both) for both in zip(least, enough, strict=True))
        best = replace(best, bound=as_left(least, start.rules, by))
        best = replace(best, limit=None if best.bound == reached else found.limit)
    if of_cards:
        return best
    best, cleared = _cut(best, start), None
    if end.pyramid_left() and found.clearing is not None:
        way = played(start, found.clearing).end
        bound = best.bound if found.limit or best.is_enough else worth(way, by)
        limit = None if bound == worth(way, by) else found.limit
        cleared = replace(best, moves=found.clearing, position=way, bound=bound, limit=limit)
        cleared = _cut(cleared, start)
        if cleared.is_enough or worth(way, by) == reached:  # it costs nothing
            best, cleared = cleared, None
    if shortest:
        best, cleared = _with_fewest(start, best, cleared, limits)
    return replace(best, cleared=cleared)


def _cut(best: Best, start: Position) -> Best:
    """The line up to the move after which it reaches as much."""
    end = best.position
    wanted, cleared = worth(end, best.by), not end.pyramid_left()
    position = start
    for made, move in enumerate(best.moves):
        if worth(position, best.by) == wanted and (not cleared or not position.pyramid_left()):
            return replace(best, moves=best.moves[:made], position=position)
        position = position.play(move)
    return best


def _with_fewest(
    start: Position, best: Best, cleared: Best | None, limits: Limits
) -> tuple[Best, Best | None]:
    """The same with the fewest moves. A line that clears the pyramid is kept besides where that
    takes more of them."""

    def fewest(line: Best, clears: bool) -> Best:
        goal = worth(line.position, line.by)
        if line.at_least is not None and line.is_enough:
            goal = (line.at_least,)
        moves, least, nodes, limit = fewest_to(
            start, line.by, line.moves, as_left(goal, start.rules, line.by), clears, limits
        )
        nodes += line.nodes
        if moves is None:
            return replace(line, nodes=nodes, limit=line.limit or limit, least_moves=least)
        end = played(start, moves).end
        return replace(line, moves=moves, position=end, nodes=nodes, least_moves=least)

    quick = fewest(best, False)
    if cleared is not None:
        return quick, fewest(cleared, True)
    if best.position.pyramid_left() or not quick.position.pyramid_left():
        return quick, None
    both = fewest(best, True)
    if both.limit is None and len(both.moves) == len(quick.moves):
        return both, None
    return quick, both


def first_clearing(start: Position, verdict: Verdict, limits: Limits) -> tuple[int, Verdict, int]:
    """Find how many passes are known to be too few to clear the pyramid.

    Also return whether the pass after those can clear it, a line of that pass that discards all
    cards, if there is one (no score exceeds it), and the nodes. `verdict`: that of `start`.

    A verdict's line says in which pass it clears the pyramid: only fewer passes are searched.
    Nearly always the pyramid can be cleared in the first pass in which all cards can go, or in none
    before the last.
    """
    asked = _Clearings(start, limits)
    found = verdict
    if not isinstance(verdict, Won):
        found = asked.to_clear(asked.passes)
        if isinstance(found, Lost):
            return asked.passes, found, asked.nodes
    known = asked.passes
    if isinstance(found, Won):
        known = played(start, found.moves).end.cleared_in_pass or known
    all_go = isinstance(verdict, Won) and start.rules.goal == "all"
    for number in range(start.pass_number, known + 1):
        clearing: Verdict | None = found if number == known and isinstance(found, Won) else None
        if clearing is None and (number == start.pass_number or not all_go):
            clearing = asked.to_clear(number)
        if clearing is None or (isinstance(clearing, Won) and not isinstance(verdict, Lost)):
            if clearing is None or not _discards_all(start, clearing):
                every_card = asked.to_discard_all(number)
                if every_card is not None:
                    return number - 1, every_card, asked.nodes
            clearing = asked.to_clear(number) if clearing is None else clearing
        if not isinstance(clearing, Lost):
            return number - 1, clearing, asked.nodes
    return known, found, asked.nodes


class _Clearings:
    """Questions about the first passes of a game, and the nodes that they took."""

    def __init__(self, start: Position, limits: Limits) -> None:
        self.start, self.limits, self.nodes = start, limits, 0
        self.passes = start.rules.passes or 1

    def to_clear(self, number: int) -> Verdict:
        """Whether the pyramid can be cleared in this number of passes."""
        return self._asked(to_clear(self.start, self._of_pass(number)))

    def to_discard_all(self, number: int) -> Won | None:
        """A line that discards all cards in this number of passes, if one is found."""
        rules = self._of_pass(number)
        try:
            every_card = _changed(rules, "all", rules.passes)
        except RulesError:  # these pairs never go all
            return None
        verdict = self._asked(replace(self.start, rules=every_card))
        return verdict if isinstance(verdict, Won) else None

    def _of_pass(self, number: int) -> Rules:
        rules = self.start.rules
        return rules if rules.stock != "dealt" else _changed(rules, rules.goal, number)

    def _asked(self, position: Position) -> Verdict:
        verdict = decide(position, self.limits)
        self.nodes += verdict.nodes
        return verdict


def _discards_all(start: Position, verdict: Won) -> bool:
    return played(start, verdict.moves).end.cards_left() == 0


def clearing_of(start: Position, limits: Limits) -> Verdict:
    """The verdict on clearing the pyramid; without one nothing is to be done."""
    if not start.rules.has_pyramid:
        return Won((), 0)
    return decide(to_clear(start, start.rules), limits)


def to_clear(start: Position, rules: Rules) -> Position:
    """The position with the goal to clear the pyramid."""
    return replace(start, rules=_changed(rules, "pyramid", rules.passes))


@lru_cache(16)  # rules take 0.15 ms to be checked, once for each pass of each deal
def _changed(rules: Rules, goal: Goal, passes: int | None) -> Rules:
    return replace(rules, goal=goal, passes=passes)


guard(__name__)
