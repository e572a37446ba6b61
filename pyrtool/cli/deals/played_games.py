"""Games as they were played: from records, moves in words, saves of `play`, and the page.

Decides what a file or a link with games is. `play` goes on from them, and `review` judges them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals import selection
from pyrtool.game.deals import Numbering, parse_number
from pyrtool.notation.deals import NotationError, placed
from pyrtool.notation.files import Words, read_claims, solution_of
from pyrtool.notation.moves import ReplayError
from pyrtool.records.links import LINK, PROGRESS, game_of_link, saved_games
from pyrtool.records.session import Session


@dataclass(frozen=True)
class DealOfWords:
    """The deal that FILE is about, if it has only moves."""

    deal: str | None = None
    numbering: Numbering | None = None
    cards: str | None = None

    def wanted(self, options: selection.SelectionOptions) -> selection.SelectedDeal | None:
        """Return the deal that --deal or --cards names, if one of them does."""
        if self.cards is not None:
            return _deal_in(self.cards, options)
        if self.deal is None:
            return None
        numbering = options.ruling.numbering(options.numbering)
        parse_number(self.deal, numbering)  # nothing but a number is taken
        return next(selection.select([self.deal], options.ruling, options.numbering))


def _deal_in(file: str, options: selection.SelectionOptions) -> selection.SelectedDeal:
    selection.check_file(file, "not a file")
    deals = selection.read_file(file, options)
    first = next(deals)
    if next(deals, None) is not None:
        raise PyrtoolError(f"{file}: --cards wants a file with one deal")
    return first


def read_games(
    word: str, wanted: selection.SelectedDeal | None = None
) -> Iterator[Session | Words]:
    """Yield the games of a file, the standard input, or a link; and moves that no heading is above.

    `wanted`: the deal named beside it. A `PyrtoolError` names the place of what is no game.
    """
    if LINK.fullmatch(word):
        yield game_of_link(word)
        return
    selection.check_file(word, "not a file or a link")
    try:
        lines = selection.read_lines(word)
        first = next(lines, "")
        if LINK.fullmatch(first.strip()):
            yield game_of_link(first.strip())
        elif first.strip() == PROGRESS:
            named = None if wanted is None else (wanted.whole_deal, wanted.game)
            yield from saved_games(lines, named)
        else:
            yield from _claimed(chain([first], lines))
    except selection.UnreadableError:
        raise
    except PyrtoolError as error:
        raise PyrtoolError(placed(selection.source_name(word), error)) from None


def _claimed(lines: Iterator[str]) -> Iterator[Session | Words]:
    for claim in read_claims(lines):
        if not isinstance(claim, Words):
            yield Session.of_record(claim.value, claim.place)
        elif claim.heading is None:
            yield claim
        else:
            yield _worded(claim)


def _worded(words: Words) -> Session:
    """Return the game that a solution in words plays, at its end."""
    solution = solution_of(words)
    session = Session(solution.deal, solution.named.game, solution.after)
    try:
        session.play(solution.text or "")
    except (NotationError, ReplayError) as error:
        raise NotationError(placed(solution.place, error)) from None
    return session
