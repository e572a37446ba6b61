"""Evaluate each legal move of a position.

Decides which search answers which question, and what one answer says of another move. A line of
play may be taken up after another move: the referee decides whether it can follow. Every line was
replayed by the referee; what is not proved is `unknown`, with the limit that was reached.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pyrtool.answers.advice.values import Advice, Value, Worth, best_first
from pyrtool.answers.best.best import Best, best
from pyrtool.answers.equivalent_moves import Choice, choices_of, key_of, settled
from pyrtool.answers.objectives import By, worth
from pyrtool.answers.plan import plan_of
from pyrtool.answers.rating.only_moves import LimitReached, only_choice
from pyrtool.answers.shortest import FewestMoves, shortened, shortest
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import ANSWERS, Lost, Unknown, Verdict, Won
from pyrtool.base.arguments import public
from pyrtool.base.limits import MOST_NODES, Budget, Limit, LimitError, Limits
from pyrtool.base.messages import shown
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.partly_seen import PartlySeen
from pyrtool.game.position import (
    DealStock,
    Discard,
    Move,
    Position,
    Redeal,
    Subject,
    position_of,
    start_of,
)


def follow(
    move: Move, line: Sequence[Move], after: Position
) -> tuple[tuple[Move, ...], Position] | None:
    """Return the discards of `line` except those of `move`, from the position `after` it, each as
    soon as the stock brings it, and where that leads; None if they cannot all be made.

    If `move` takes two cards that went with others, those go together.
    """
    position = after
    moves: list[Move] = []
    for discard in _without(move, line):
        if position.is_over():
            break
        for dealing in _until(discard, position):
            moves.append(dealing)
            position = position.play(dealing)
        if not position.allows(discard):
            return None
        moves.append(discard)
        position = position.play(discard)
    return tuple(moves), position


def _without(move: Move, line: Sequence[Move]) -> Iterator[Discard]:
    taken = set(move.cards) if isinstance(move, Discard) else set()
    alone: tuple[Card, ...] = ()
    for discard in line:
        if not isinstance(discard, Discard):
            continue
        if not taken.intersection(discard.cards):
            yield discard
            continue
        alone += tuple(card for card in discard.cards if card not in taken)
        taken.difference_update(discard.cards)
        if len(alone) == 2:
            yield Discard(alone)


def _until(discard: Discard, position: Position) -> Iterator[Move]:
    """Yield deals and redeals until the discard is legal, or the stock comes round again."""
    most = 2 * (len(position.passed()) + len(position.undealt()) + 1)
    while most and not position.allows(discard):
        dealing = next((m for m in (DealStock(), Redeal()) if position.allows(m)), None)
        if dealing is None:
            return
        yield dealing
        position = position.play(dealing)
        most -= 1


MOST_ORDERS: Final = 100
ADVISED_NODES: Final = 2_000
"""For the fewest moves, and the best that is left, after each move, if all lines are looked at."""


@public
def advise(
    subject: Subject | PartlySeen,
    limits: Limits = Limits(),
    orders: int = MOST_ORDERS,
    deals: int = 0,
    seed: int = 0,
) -> Advice:
    """Judge each legal move: whether it keeps the win, in how many moves, or what is left at best.

    With unknown cards, a move wins with every order of them, with none, or it depends; two orders
    then show it. With `deals` each move gets its chance for a player that does not know them.

    Args:
        subject: A deal, or a position from which play goes on, or a table of which it is not known
            how many cards lie face down.
        limits: They hold for all moves together, the memory for each search. What they cut short
            says so.
        orders: The most orders of unknown cards that are tried.
        deals: The most deals that are drawn for chances with unknown cards; 0 for no chances.
        seed: For what is drawn. The same seed gives the same chances.

    Returns:
        The verdict and the worth of each move, the best first.

    Raises:
        PositionError: Play cannot have led to the position.
        LimitError: `orders` is below 1, or `deals` or `seed` below 0.
        RulesError: No search knows the game.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> for one in advise(deal(9, "microsoft")).worths:
        ...     print(*one.moves, one.verdict, len(one.line))
        KD won 38
        5C/8S won 38
        deal won 38
        4S/9H won 46
        8S/5H lost 0
    """
    if not 0 < orders <= MOST_NODES:
        raise LimitError(f"limit on orders: {shown(orders)} is not 1 to {MOST_NODES}")
    for name, value in (("deals", deals), ("seed", seed)):
        if not 0 <= value <= MOST_NODES:
            raise LimitError(f"{name} {shown(value)}: must be 0 to {MOST_NODES}")
    if isinstance(subject, PartlySeen):
        subject.check_possible()
        plan_of(subject.rules).check_searched()
        return _at_the_table(subject.positions, limits, orders, deals, seed)
    position = start_of(subject)
    position.check_played()
    plan_of(position.rules).check_searched()
    if position.is_won():
        return Advice(position, "won", (), 0)
    if position.unknown():
        return _at_the_table([position], limits, orders, deals, seed)
    return _Judge(position_of(position), limits).advice()


def _at_the_table(
    positions: Sequence[Position], limits: Limits, orders: int, deals: int, seed: int
) -> Advice:
    from pyrtool.answers.advice.unknown_cards import judge_table  # few tables hide a card

    return judge_table(positions, limits, orders, deals, seed)


class _Judge:
    """The moves of one position, judged within limits that hold for all of them."""

    def __init__(self, start: Position, limits: Limits) -> None:
        self.start = start
        self.choices = choices_of(start)
        self.memory_mib = limits.memory_mib
        self.budget = Budget(limits)
        self.nodes = 0

    def advice(self) -> Advice:
        """Judge every move: first the verdicts, then the fewest moves, then what is best."""
        verdicts = [self._verdict(choice.after) for choice in self.choices]
        worths = [
            Worth(choice.moves, ANSWERS[type(verdict)], limit=getattr(verdict, "limit", None))
            for choice, verdict in zip(self.choices, verdicts, strict=True)
        ]
        if any(isinstance(verdict, Won) for verdict in verdicts):
            worths = self._with_lines(worths, verdicts)
            worths = self._with_only(worths)
        worths = self._with_best(worths)
        values = {one.verdict for one in worths}
        value: Value = next((v for v in ("won", "unknown") if v in values), "lost")
        return Advice(self.start, value, best_first(worths), self.nodes)

    # Each question, within what is left of the limits.

    def _rest(self) -> Limits | Limit:
        return self.budget.rest(self.nodes, self.memory_mib)

    def _verdict(self, after: Position) -> Verdict:
        limits = self._rest()
        if not isinstance(limits, Limits):
            return Unknown(limits, 0)
        verdict = verdict_only(after, limits)
        self.nodes += verdict.nodes
        return verdict

    def _with_lines(self, worths: list[Worth], verdicts: list[Verdict]) -> list[Worth]:
        """List the worths of moves that keep the win with a line, of the fewest moves if proved.

        A position's fewest moves are one more than the fewest after any of its moves. So none of
        its moves leaves fewer than its own less one; one that leaves as many is known by its line.
        """
        known = {at: won.moves for at, won in enumerate(verdicts) if isinstance(won, Won)}
        if not plan_of(self.start.rules).searched_by_sets:
            return self._with_any_lines(worths, known)
        first = min(known, key=lambda at: len(known[at]))
        line = (self.choices[first].moves[0], *known[first])
        fewest = FewestMoves(self.start, self.memory_mib)
        best_line = self._fewest(fewest, self.start, line, 0)
        line, least = best_line.moves, len(best_line.moves) - 1 if best_line.shortest else 0
        improved = list(worths)
        # Positions of which this search knows nothing ask another, of the same kernel perhaps.
        for at in sorted(known, key=lambda at: not fewest.knows(self.choices[at].after)):
            choice = self.choices[at]
            moves, end = follow(choice.moves[0], line, choice.after) or ((), self.start)
            if end.is_won() and len(moves) == least and best_line.shortest:
                after = Won(moves, 0, shortest=True)
            else:
                after = self._fewest(fewest, choice.after, known[at], least)
            improved[at] = self._with_line(improved[at], choice, after)
        return improved

    def _with_any_lines(
        self, worths: list[Worth], known: Mapping[int, tuple[Move, ...]]
    ) -> list[Worth]:
        """Add lines as `_with_lines` does, if every line is looked at, with few nodes a move."""
        improved = list(worths)
        for at, moves in known.items():
            limits, after = self._rest(), Won(moves, 0, limit="nodes")
            if isinstance(limits, Limits):
                after = shortened(self.choices[at].after, after, _few(limits))
                self.nodes += after.nodes
            improved[at] = self._with_line(improved[at], self.choices[at], after)
        return improved

    @staticmethod
    def _with_line(worth: Worth, choice: Choice, after: Won) -> Worth:
        """Add the fewest moves `after` a move, or the known ones and their limit."""
        line = (choice.moves[0], *after.moves)
        return replace(worth, line=line, shortest=after.shortest, limit=after.limit)

    def _fewest(
        self, fewest: FewestMoves, start: Position, line: Sequence[Move], least: int
    ) -> Won:
        limits = self._rest()
        if not isinstance(limits, Limits):
            return Won(tuple(line), 0, limit=limits)
        rules = start.rules
        if not line or (rules.stock != "dealt" and rules.goal == "all"):
            return Won(tuple(line), 0, shortest=True)  # there every line is as long
        if fewest.knows(start):
            verdict: Verdict = fewest.moves_from(start, line, limits, least)
        else:
            verdict = shortest(start, limits=limits)
        self.nodes += verdict.nodes
        if isinstance(verdict, Unknown):  # the limits are tighter than when it was won
            return Won(tuple(line), 0, limit=verdict.limit)
        assert isinstance(verdict, Won)
        return verdict

    def _with_only(self, worths: list[Worth]) -> list[Worth]:
        """List the worths with the only choice marked."""
        values = [one.verdict for one in worths]
        if "lost" not in values and "unknown" not in values:
            return worths
        known = {
            key_of(settled(choice.after)): one.verdict == "won"
            for choice, one in zip(self.choices, worths, strict=True)
            if one.verdict != "unknown"
        }

        def winnable(position: Position) -> bool:
            key = key_of(position)
            if key not in known:
                verdict = self._verdict(position)
                if isinstance(verdict, Unknown):
                    raise LimitReached
                known[key] = isinstance(verdict, Won)
            return known[key]

        only: tuple[Move, ...] | None
        try:
            only = only_choice(settled(self.start), winnable)
        except LimitReached:
            only = None
        if only is None:
            return [replace(one, only=None) if one.verdict == "won" else one for one in worths]
        return [replace(one, only=not set(only).isdisjoint(one.moves)) for one in worths]

    def _with_best(self, worths: list[Worth]) -> list[Worth]:
        """List the worths of moves that lose with the best that is left after them."""
        improved = list(worths)
        by = usual_question(self.start.rules)
        lost = [at for at, one in enumerate(worths) if one.verdict == "lost"]
        most: Best | Limit = "nodes"
        if lost and len(lost) == len(worths):
            # No move leaves more to be done; one that leaves as much is known by its line.
            most = self._best(self.start, by)
        for at in lost:
            choice = self.choices[at]
            left: Best | Limit | None = None
            if isinstance(most, Best):
                left = self._as_good(most, choice)
            left = left or self._best(choice.after, by)
            if isinstance(left, Best):
                improved[at] = replace(improved[at], best=left, limit=left.limit)
            else:
                improved[at] = replace(improved[at], limit=left)
        return improved

    def _best(self, position: Position, by: By) -> Best | Limit:
        """Return the most that can be done in a position that is lost."""
        limits = self._rest()
        if not isinstance(limits, Limits):
            return limits
        if not plan_of(position.rules).searched_by_sets:
            limits = _few(limits)
        left = best(position, by=by, limits=limits)
        self.nodes += left.nodes
        if by != "score" and not left.proved:  # lost, though this search did not get so far
            first, *others = left.bound
            left = replace(left, bound=(max(first, 1), *others))
        return left

    def _as_good(self, most: Best, choice: Choice) -> Best | None:
        """Find the best line of the position taken up after a move, if it reaches as much there."""
        if not most.proved:
            return None
        followed = follow(choice.moves[0], most.moves, choice.after)
        if followed is None:
            return None
        line, end = followed
        if worth(end, most.by) != worth(most.position, most.by):
            return None
        return Best(most.by, Lost("exhausted", 0), line, end, 0, None, most.bound)


def _few(limits: Limits) -> Limits:
    """Return the limits, of `ADVISED_NODES` nodes if none on nodes is set."""
    return limits if limits.nodes else replace(limits, nodes=ADVISED_NODES)


def usual_question(rules: Rules) -> By:
    """Return what is best if the goal is out of reach: points if they are kept, else few cards."""
    if rules.scoring != "none":
        return "score"
    return "pyramid" if rules.goal == "pyramid" else "all"
