"""A game as somebody plays it: moves, taking back, hints; and a match of several.

Decides what can be undone, what a hint says, how a match is counted and what is kept of a game in
a file. What is legal is for `position`, what can still be won for `solve`; how it is shown, and
whether the stock lies face down, for the caller.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pyrtool.answers.review.judge import last_winnable
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import Lost, Reason, Unknown, Verdict, Won
from pyrtool.base.arguments import public
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import Limit, Limits
from pyrtool.game.cards import Card
from pyrtool.game.deals import deal
from pyrtool.game.games import Rules
from pyrtool.game.points import PAR_GAMES
from pyrtool.game.position import Move, Position, Subject, start_of
from pyrtool.languages import count_of, say
from pyrtool.notation import ReplayError, format_moves, parse_moves, parse_typed, replay
from pyrtool.notation.deals import placed
from pyrtool.records.claims import Record
from pyrtool.records.reading import parse_record
from pyrtool.records.writing import play_record


class SessionError(PyrtoolError):
    """A call that the session cannot obey, such as to undo more moves than were made."""


@public
@dataclass(frozen=True)
class Keep:
    """A hint: `moves` win from here; the first of them is the hint. None are left if it is won."""

    moves: tuple[Move, ...]


@public
@dataclass(frozen=True)
class Back:
    """A hint: the game is lost from here, and won again once `moves` are undone."""

    moves: int


@public
@dataclass(frozen=True)
class GiveUp:
    """A hint: the deal was lost from the start."""

    reason: Reason


@public
@dataclass(frozen=True)
class Unsure:
    """No hint: a limit was reached."""

    limit: Limit


Hint = Keep | Back | GiveUp | Unsure


@public
class Session:
    """One deal in play. `ended` is for the player to say; `moves` leads to `position`."""

    def __init__(self, deal: Subject, game: str, moves: Sequence[Move] = ()) -> None:
        self.deal = deal
        self.game = game
        self.ended = False
        self._line = [start_of(deal)]
        self._moves: list[Move] = []  # the undone ones too
        self._verdicts: dict[int, Verdict] = {}  # of positions in the line
        self._at = 0
        self._play(moves)

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self.deal.rules

    @property
    def start(self) -> Position:
        """The table before the first move."""
        return self._line[0]

    @property
    def position(self) -> Position:
        """The position of the game in play now."""
        return self._line[self._at]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made and not undone."""
        return tuple(self._moves[: self._at])

    def is_over(self) -> bool:
        """Return whether nothing is left to do.

        Either the player ended the game, or it is won, or no move is legal. With par scoring a won
        game may go on, as every card that goes counts.
        """
        won = self.position.is_won() and self.rules.scoring != "par"
        return self.ended or won or next(self.position.legal_moves(), None) is None

    def play(self, words: str) -> tuple[Move, ...]:
        """Make the moves that were typed; none of them if one is wrong.

        Args:
            words: The moves, as `notation.parse_typed` reads them.

        Returns:
            The moves.

        Raises:
            MoveError: The words are no moves.
            ReplayError: A move is illegal.
            AmbiguousMoveError: Several legal moves fit.
        """
        moves = parse_typed(words, self.position)
        self._play(moves)
        return moves

    def unknown_dealt(self) -> list[Card]:
        """List the cards that were dealt and are unknown.

        Returns:
            The cards, in the order of dealing.
        """
        here = self.position
        dealt = [*here.passed(), *([] if here.turned is None else [here.turned])]
        return [card for card in dealt if not card.is_known]

    def name_dealt(self, cards: Sequence[Card]) -> None:
        """Name the unknown cards that were dealt.

        Undone moves are forgotten.

        Args:
            cards: The cards, in the order of dealing.

        Raises:
            SessionError: Another number of cards is unknown.
            PositionError: The position cannot have these cards.
        """
        start, unknown = self.start, self.unknown_dealt()
        if len(cards) != len(unknown):
            wanted = count_of(len(unknown), "card")
            some = say("name {0}: this many were dealt and are unknown", wanted)
            raise SessionError(some if unknown else say("no card that was dealt is unknown"))
        table = _named(start, dict(zip(unknown, cards, strict=True)))
        words = format_moves(self.moves, start)
        again = Session(table, self.game, parse_moves(words, table))
        self.deal, self._line, self._moves = table, again._line, again._moves
        self._at, self._verdicts = again._at, {}

    def finish(self, limits: Limits = Limits()) -> Verdict:
        """Play the rest of a solution if there is one.

        Args:
            limits: Where the search stops.

        Returns:
            The verdict on the position before.
        """
        verdict = self.verdict(limits)
        if isinstance(verdict, Won):
            self._play(verdict.moves)
        return verdict

    def undo(self, count: int = 1) -> None:
        """Take back moves.

        Args:
            count: How many.

        Raises:
            SessionError: Fewer moves were made.
        """
        self._step(count, -1, self._at, "undo")

    def redo(self, count: int = 1) -> None:
        """Repeat undone moves.

        Args:
            count: How many.

        Raises:
            SessionError: Fewer moves were undone.
        """
        self._step(count, 1, len(self._moves) - self._at, "redo")

    def vanished(self, start: int, end: int) -> list[tuple[Card, Card]]:
        """List the pairs that went by themselves.

        Args:
            start: The number of moves before the first that counts.
            end: The number of the last move that counts.

        Returns:
            The pairs, in the order in which they went.
        """
        return [pair for here in self._line[start + 1 : end + 1] for pair in here.vanished]

    def undone(self) -> int:
        """Return how many undone moves can be repeated."""
        return len(self._moves) - self._at

    def verdict(self, limits: Limits = Limits()) -> Verdict:
        """Decide whether the goal can be reached from here, with every card known.

        Args:
            limits: Where the search stops.

        Returns:
            The verdict, with the moves if it is winnable.
        """
        return self._verdict(self._at, limits)

    def hint(self, limits: Limits = Limits()) -> Hint:
        """Say what to do now: a move that keeps the win, or how far to go back.

        A position before one that is won is won, so the last won one is found by halving.

        Args:
            limits: Where each of a few searches stops.

        Returns:
            The hint.
        """
        verdict = self.verdict(limits)
        if isinstance(verdict, Won):
            return Keep(verdict.moves)
        if isinstance(verdict, Unknown):
            return Unsure(verdict.limit)
        first = self._verdict(0, limits)
        if isinstance(first, Lost):
            return GiveUp(first.reason)
        if isinstance(first, Unknown):
            return Unsure(first.limit)
        won = last_winnable(self._at, lambda at: self._verdict(at, limits))
        return Unsure(won.limit) if isinstance(won, Unknown) else Back(self._at - won)

    def record(self) -> JsonObject:
        """Write the game as a record.

        Returns:
            The record, which `verify` checks and `Session.of_record` resumes.
        """
        return play_record(self.deal, self.game, self.moves) | {"ended": self.ended}

    @classmethod
    def of_record(cls, value: object, place: str = "") -> "Session":
        """Resume the game of a record, won or unfinished; for other records, only its deal.

        Args:
            value: The record, as JSON has it.
            place: Where it stands, such as ``line 3``; messages begin with it.

        Returns:
            The game in play.

        Raises:
            PyrtoolError: The record is wrong, or a move is illegal.
        """
        record: Record = parse_record(value, place)
        dealt = _as_numbered(record.deal)
        try:
            moves, _ = replay(record.after + record.events, start_of(dealt))
        except ReplayError as error:
            raise ReplayError(placed(place, error)) from None
        session = cls(dealt, record.game, moves)
        session.ended = bool(record.ended)
        return session

    def _play(self, moves: Sequence[Move]) -> None:
        for move in moves:
            known = self._verdicts.get(self._at)
            if self._moves[self._at : self._at + 1] != [move]:
                del self._moves[self._at :], self._line[self._at + 1 :]
                known_before = self._verdicts.items()
                self._verdicts = {at: one for at, one in known_before if at <= self._at}
                self._moves.append(move)
                self._line.append(self.position.play(move))
            self._at += 1
            if isinstance(known, Won) and known.moves[:1] == (move,):
                self._verdicts.setdefault(self._at, replace(known, moves=known.moves[1:]))

    def _step(self, count: int, way: int, most: int, what: str) -> None:
        if not 0 < count <= most:
            if most:
                raise SessionError(say("no more than {0} to {1}", count_of(most, "move"), what))
            raise SessionError(say("no move to {0}", what))
        self._at += way * count

    def _verdict(self, at: int, limits: Limits) -> Verdict:
        known = self._verdicts.get(at)
        if known is None:
            known = verdict_only(self._line[at], limits)
            if not isinstance(known, Unknown):  # with other limits it may be known
                self._verdicts[at] = known
        return known


def _named(table: Position, named: Mapping[Card, Card]) -> Position:
    """Return the table with other cards in the place of unknown ones."""

    def put(cards: Sequence[Card]) -> list[Card]:
        return [named.get(card, card) for card in cards]

    return Position.of(
        table.rules,
        table.tableau,
        bouquet=table.bouquet,
        stock=put(table.stock),
        turned=None if table.turned is None else named.get(table.turned, table.turned),
        waste=put(table.waste),
        pass_number=table.pass_number,
        cleared_in_pass=table.cleared_in_pass,
        gone=table.gone,
        further_wastes=[put(waste) for waste in table.further_wastes],
    )


def _as_numbered(dealt: Subject) -> Subject:
    """Return the deal, without its number where that names other cards."""
    if isinstance(dealt, Position) or dealt.number is None or dealt.numbering is None:
        return dealt
    named = deal(dealt.number, dealt.rules, dealt.numbering)
    return dealt if named.cards == dealt.cards else replace(dealt, number=None, numbering=None)


@public
class Match:
    """Several deals, played one after the other; a single one is a match as well.

    A `SessionError` where there is none.
    """

    def __init__(self, sessions: Sequence[Session]) -> None:
        if not sessions:
            raise SessionError("a match has one deal at least")
        self.sessions = tuple(sessions)
        self.at = next((at for at, s in enumerate(sessions) if not s.ended), len(sessions) - 1)

    @property
    def session(self) -> Session:
        """The deal in play."""
        return self.sessions[self.at]

    def go_on(self) -> bool:
        """End the deal in play and go to the next.

        Returns:
            False if it was the last one.
        """
        self.session.ended = True
        if self.at + 1 == len(self.sessions):
            return False
        self.at += 1
        return True

    def over(self) -> list[Session]:
        """Return the deals in which nothing is left to do."""
        return [s for s in self.sessions[: self.at + 1] if s.is_over()]

    def total(self) -> int:
        """Return the sum of the par scores of the deals that are over."""
        return sum(session.position.score() for session in self.over())

    def makes_par(self) -> bool | None:
        """Return whether six games have made par.

        Returns:
            Whether they have, once they are over; None for other matches.
        """
        if len(self.over()) < PAR_GAMES or len(self.sessions) != PAR_GAMES:
            return None
        return self.total() >= 0
