"""Claims of a record, and what the checks find out about each.

`Record` is a record of any command after it was read. A claim is a field of the record, named with
its place. `Claims` begins with every claim unchecked, so a check that is left out names its claims
and passes none over.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.find import find_blocks
from pyrtool.answers.objectives import By
from pyrtool.answers.verdicts import Answer, Verdict
from pyrtool.base.json_object import JsonObject
from pyrtool.game.cards import Card
from pyrtool.game.games import Rules
from pyrtool.game.position import Move, Position, Subject, start_of
from pyrtool.notation.moves import Event, replay
from pyrtool.notation.rules import NamedRules


@dataclass(frozen=True)
class Unfinished:
    """In place of a verdict: a game in play, with its moves so far."""

    moves: tuple[Move, ...]


@dataclass(frozen=True)
class BestClaim:
    """The claims about a best line.

    The line has the end of `ending`, fields of the record. If `proved`, no line does better, or the
    line reaches the `at_least` that was enough; otherwise no line does better than `bound`.
    `least_moves`: no line with this result has fewer moves. `cleared`: the line that also clears
    the pyramid, as its events, and the claims about it.
    """

    by: By
    proved: bool
    ending: dict[str, int | None]
    bound: dict[str, int] | None = None
    at_least: int | None = None
    least_moves: int | None = None
    cleared: "tuple[tuple[Event, ...], BestClaim] | None" = None


@dataclass(frozen=True)
class MatchClaim:
    """The game of a match that a deal was, both counted from 1, and the total after it.

    A challenge is `over` several deals, and may have a `target`; its total is `at_most` this.
    """

    match: int
    game: int
    total: int
    over: int | None = None
    target: int | None = None
    at_most: int | None = None


@dataclass(frozen=True)
class BlockClaim:
    """The claim that a block holds, with the fields of its argument, `certificate`, if given."""

    block: Block
    certificate: JsonObject | None


@dataclass(frozen=True)
class ExchangeClaim:
    """The claims about an exchange of two cards of a deal: the verdict after it, and how many
    exchanges turn that of the deal."""

    cards: tuple[Card, Card]
    verdict: Answer
    turning: int


@dataclass(frozen=True)
class Record:
    """The claims of a record; without a verdict, blocks or explanation, only the name of a deal.

    Attributes:
        deal: The deal, or a position that came without one.
        events: The events of its moves, for a replay. With a `best` claim, they are the best line.
        rating: The fields of its rating.
        reasoning: The fields of what its explanation takes.
        after: The events that lead to the position, if the record is about one.
        blocks: All blocks of a record of `blocks`, none for a deal without one.
        explanation: The fields of a record of `explain`.
        review: The fields of a record of `review`.
        luck: The fields of a record of `review --closed`.
        ended: Whether the player has ended a game in play.
        ending: The end of the moves, for a game in play or won.
        exchange: An exchange of two of its cards.
        then: The record of the deal that the exchange makes, with moves that win it.
        lost_by: Rules by which the same cards are lost.
        fields: The names of all claims, as in `Finding.unconfirmed`.
    """

    deal: Subject
    game: str
    verdict: Verdict | Unfinished | None = None
    events: tuple[Event, ...] = ()
    rating: JsonObject | None = None
    reasoning: JsonObject | None = None
    best: BestClaim | None = None
    after: tuple[Event, ...] = ()
    blocks: tuple[BlockClaim, ...] | None = None
    explanation: JsonObject | None = None
    review: JsonObject | None = None
    luck: JsonObject | None = None
    match: MatchClaim | None = None
    ended: bool | None = None
    ending: dict[str, int | None] | None = None
    exchange: ExchangeClaim | None = None
    then: "Record | None" = None
    lost_by: NamedRules | None = None
    fields: tuple[str, ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self.deal.rules

    def start(self) -> Position:
        """Return the position before the first of the moves; a `ReplayError` if a move of `after`
        cannot be made."""
        start = start_of(self.deal)
        return replay(self.after, start)[1] if self.after else start

    def own(self, block: Block, before: int = 0) -> Block:
        """Find the block that the record means, if several cards have the same name.

        Cards without suits, and twins, share names, and a simple block names no place. It means the
        first block with its names, after `before` others.
        """
        if block.card is None:
            return block
        if self.rules.packs == 1 and all(card.has_suit for card in (block.card, *block.covers)):
            return block
        names = (block.kind, block.sets, str(block.card), list(map(str, block.covers)))
        fitting = [
            found
            for found in find_blocks(self.start())
            if names == (found.kind, found.sets, str(found.card), list(map(str, found.covers)))
        ]
        return fitting[before] if 0 <= before < len(fitting) else block


@dataclass(frozen=True)
class Finding:
    """The result of a check: whether a record holds, and in words why, or why that stays open.

    `no-claim` is a record that says unknown; `limit` one whose search reached a limit.
    `unconfirmed` names the fields that are neither confirmed nor contradicted: what a search took,
    fields that pyrtool does not know, and what could not be checked. A field of the line that
    clears the pyramid as well has its place before its name, as in `cleared.least_moves`.
    """

    outcome: Literal["holds", "fails", "no-claim", "limit"]
    words: str
    unconfirmed: tuple[str, ...] = ()


class Claims:
    """The claims of one record, and what the checks find out about them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._open = dict.fromkeys(names)
        self._wrong: list[str] = []
        self._words: list[str] = []
        self._limited = False
        self._says_unknown = False

    def confirm(self, *names: str) -> None:
        """Note that these claims hold."""
        for name in names:
            self._open.pop(name, None)

    def contradict(self, words: str, *names: str) -> None:
        """Note that these claims are false, for the reason in words."""
        self._wrong.append(words)
        self.confirm(*names)

    def leave(self, *names: str) -> None:
        """Name these as not checked, whether or not the record has fields of these names."""
        self._open |= dict.fromkeys(names)

    def limit(self, words: str) -> None:
        """Note that a limit kept a check from its answer; the claims stay not checked."""
        self._limited = True
        self.say(words)

    def say(self, words: str) -> None:
        """Add words about a record that nothing contradicts."""
        self._words.append(words)

    def says_unknown(self, words: str) -> None:
        """Note that the record does not answer its own question."""
        self._says_unknown = True
        self.say(words)

    def is_open(self, name: str) -> bool:
        """Return whether the record has this claim, and nothing confirmed or contradicted it."""
        return name in self._open

    @property
    def so_far(self) -> str:
        """The words about the record so far."""
        return "".join(self._words)

    def finding(self) -> Finding:
        """Return what the record is: a false claim makes it fail, one left open leaves it open."""
        unconfirmed = tuple(self._open)
        if self._wrong:
            return Finding("fails", "; ".join(dict.fromkeys(self._wrong)), unconfirmed)
        if self._limited:
            return Finding("limit", self.so_far, unconfirmed)
        if self._says_unknown:
            return Finding("no-claim", self.so_far, unconfirmed)
        return Finding("holds", self.so_far, unconfirmed)
