"""The definitions of the page How hard is a deal, by the referee: chances, only and first moves.

What a set alone can do is searched by the brute force, move by move. Nothing is shared with the
kernels, nor with their set tables.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from pyrtool import Deal, Rules
from pyrtool.answers.best.best import best, possible
from pyrtool.answers.objectives import By, worth
from pyrtool.answers.plan import plan_of
from pyrtool.game.cards import Card, rank_of
from pyrtool.game.position import Discard, Move, Position, Redeal

from .bruteforce.alone import Alone
from .oracle import NONE, Answer, Judge, State, goes, judge

Key = tuple[Any, ...]
Going = Callable[[Card, Position], bool]
"""Whether an available card goes immediately."""


def key_of(position: Position) -> Key:
    piles = position.tableau, position.bouquet, position.stock, position.turned, position.wastes
    return *piles, position.pass_number if position.rules.passes is not None else 0


def is_king(card: Card, position: Position) -> bool:
    return goes(position.rules, card.rank)


def without_kings(position: Position, goes_now: Going = is_king) -> Position:
    """The position after every available card that goes immediately."""
    while not position.is_won():
        kings = [card for card in position.available() if goes_now(card, position)]
        if not kings:
            break
        position = position.play(Discard((kings[0],)))
    return position


def successors(position: Position, goes_now: Going = is_king) -> dict[Key, tuple[Move, Position]]:
    found: dict[Key, tuple[Move, Position]] = {}
    for move in position.legal_moves():
        after = without_kings(position.play(move), goes_now)
        found.setdefault(key_of(after), (move, after))
    return found


def plain_chance(cards: Sequence[Card], rules: Rules, here: Position | None = None) -> Fraction:
    """The chance of the player who knows nothing but the kings, from the start or `here`."""
    start = here or Position.start(Deal.of(cards, rules))
    return clever_chance(cards, rules, start, lambda position: False)


class Sets:
    """What each set of a deal can do by itself, every other card gone."""

    def __init__(self, cards: Sequence[Card], rules: Rules) -> None:
        self.alone = [Alone(cards, rules, [ranks]) for ranks in rules.sets]
        self.lost: dict[tuple[int, State], bool] = {}

    def blocked(self, position: Position) -> bool:
        """Whether some set cannot go any more."""
        for number, one in enumerate(self.alone):
            one.begin = position
            state = number, one.start()
            if state not in self.lost:
                self.lost[state] = one.is_lost()
            if self.lost[state]:
                return True
        return False


def clever_chance(
    cards: Sequence[Card],
    rules: Rules,
    here: Position,
    is_blocked: Callable[[Position], bool] | None = None,
) -> Fraction:
    """The chance of the player who makes no move that creates a block, from `here`: of a set, or
    what `is_blocked` says."""
    blocked = is_blocked or Sets(cards, rules).blocked
    patience = 1 if rules.dealt_at_once == 1 else 2
    known: dict[Any, Fraction] = {}

    def chance(position: Position, idle: int) -> Fraction:
        if position.is_won():
            return Fraction(1)
        key = key_of(position), idle
        if key not in known:
            careful: list[Fraction] = []
            for move, after in successors(position).values():
                redeals = idle + isinstance(move, Redeal)
                if redeals > patience:  # this ends the game: it is lost, and creates no block
                    careful.append(Fraction(0))
                elif after.is_won() or not blocked(after):
                    fewer = after.cards_left() < position.cards_left()
                    careful.append(chance(after, 0 if fewer else redeals))
            known[key] = sum(careful, Fraction(0)) / max(len(careful), 1)
        return known[key]

    settled = without_kings(here)
    if not settled.is_won() and blocked(settled):
        return Fraction(0)
    return chance(settled, 0 if settled.cards_left() < here.cards_left() else 1)


def is_dead(position: Position) -> bool:
    """Whether a card that must go lies under all that it goes with."""
    rules, layout, tableau = position.rules, position.layout, position.tableau

    def is_over(other: int, place: int) -> bool:
        return any(on_it == other or is_over(other, on_it) for on_it in layout.covers[place])

    def may_meet(place: int, other: int) -> bool:
        return not is_over(other, place) or (rules.overlap and other in layout.covers[place])

    for place, card in enumerate((*tableau, *position.bouquet)):
        is_beside = place >= len(tableau)
        if card is None or rules.goes_alone(card.rank):
            continue
        if rules.goal == "pyramid" and (is_beside or not layout.pyramid >> place & 1):
            continue
        mates = [
            other
            for at, other in enumerate((*tableau, *position.bouquet))
            if other is not None and at != place and other.rank in rules.partners[card.rank]
            if is_beside or at >= len(tableau) or may_meet(place, at)
        ]
        if not mates:
            return True
    return False


def is_free_king(card: Card, position: Position) -> bool:
    """Whether an available card goes immediately, and is no choice."""
    if not goes(position.rules, card.rank) or card not in position.available():
        return False
    return plan_of(position.rules).early_never_hurts or card in position.tableau


def without_free_kings(position: Position) -> Position:
    return without_kings(position, is_free_king)


def choices(position: Position) -> list[tuple[Move, Position]]:
    return list(successors(position, is_free_king).values())


def is_only_move(position: Position, wins: Judge) -> bool:
    """The definition of docs/understand/how-hard-is-a-deal.md, word by word."""
    winning = [(move, after) for move, after in choices(position) if wins(after)]
    if not winning or len(winning) == len(choices(position)):
        return False
    for move, after in winning:
        for other, after_other in winning:
            if move is other:
                continue
            if not (after.allows(other) and after_other.allows(move)):
                return False
            end = without_free_kings(after.play(other))
            same = without_free_kings(after_other.play(move))
            if not wins(end) or (not end.is_won() and key_of(end) != key_of(same)):
                return False
    return True


def only_moves_of(
    cards: Sequence[Card], rules: Rules, moves: Sequence[Move], here: Position | None = None
) -> int:
    wins, found = judge(tuple(cards), rules), 0
    position = here or Position.start(Deal.of(cards, rules))
    for move in moves:
        there = without_free_kings(position)
        if there.is_won():
            break
        if not (isinstance(move, Discard) and is_free_king(move.cards[0], position)):
            found += is_only_move(there, wins)
        position = position.play(move)
    return found


def first_moves_of(cards: Sequence[Card], rules: Rules, here: Position | None = None) -> list[bool]:
    """For each first choice, from the start or `here`, whether it keeps the win."""
    start = without_free_kings(here or Position.start(Deal.of(cards, rules)))
    wins = judge(tuple(cards), rules)
    return [] if start.is_won() else [wins(after) for _, after in choices(start)]


def check_challenge(
    asked: Answer, start: Position, by: By, at_least: int | None, shortest: bool
) -> None:
    """The best line, the second one where to clear the pyramid costs something, their lengths."""
    if at_least is not None:
        lowest, highest = possible(start.rules, by)
        at_least = min(max(at_least, lowest), highest)
    found = best(start, by, at_least=at_least, shortest=shortest)
    case = (by, at_least, shortest)
    assert found.proved, case
    rank = rank_of(by)
    most, both = (asked.most(rank, cleared) for cleared in (False, True))
    reached = most if at_least is None else min(most, at_least)
    for line, goal, cleared in ((found, reached, False), (found.cleared, min(both, reached), True)):
        if line is None:
            continue
        (value,) = worth(line.position, by)
        assert start.play_all(line.moves) == line.position
        assert goal <= value <= most, case
        assert not cleared or line.position.pyramid_left() == 0
        assert at_least is not None or value == (both if cleared else most) == line.bound[0], case
        fewest = asked.fewest(rank, goal, cleared)
        assert not shortest or len(line.moves) == line.least_moves == fewest, case
    clears = both > NONE
    if found.position.pyramid_left() == 0 or not clears:
        assert found.cleared is None, case
    else:
        assert found.cleared is not None, case
        again = found.cleared
        costs = worth(again.position, by)[0] < reached or len(again.moves) > len(found.moves)
        assert costs or at_least is not None, case


def expected(answer: Answer, by: By) -> tuple[int, ...]:
    if by == "score":
        return (answer.best_score,)
    return answer.best_pyramid if by == "pyramid" else answer.best_all
