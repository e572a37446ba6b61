"""``pyrtool play``: a deal played at the terminal, or by a script in a pipe."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from random import randrange
from typing import Annotated, Final

import typer

from pyrtool.answers.solve import Limits, Won, decide
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.words import counted
from pyrtool.cli.conversation.conversation import Conversation
from pyrtool.cli.conversation.entered import hear_terminal, open_terminal
from pyrtool.cli.deals.selection import (
    STDIN,
    SelectionError,
    UnreadableError,
    check_file,
    read_lines,
    select,
    source_name,
)
from pyrtool.cli.options import completion
from pyrtool.cli.options.language import ENGLISH, LangOption
from pyrtool.cli.options.options import (
    AsciiOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)
from pyrtool.cli.options.panels import INPUT, SHOWING
from pyrtool.cli.options.terminal import spelling
from pyrtool.game.deals import Numbering, deal
from pyrtool.game.games import game
from pyrtool.game.position import start_of
from pyrtool.notation import NamedRules
from pyrtool.notation.claims import Words, read_claims, solution_of
from pyrtool.notation.deals import NotationError, placed
from pyrtool.notation.moves import ReplayError
from pyrtool.records.session import Match, Session

MOST_DEALS: Final = 100
INVITING_GAME: Final = "giza"  # nothing is hidden, and one deal in three can be won
MOST_NUMBER: Final = 32_000  # of a deal chosen by chance: short enough to note
MOST_TRIED: Final = 500
PATIENCE_SECONDS: Final = 10.0
"""How long a hint is searched where no limit is given."""

EXAMPLES: Final = (
    (
        "pyrtool play",
        "Play a winnable deal of Giza",
    ),
    (
        "pyrtool play 2 --game giza",
        "Play deal 2 of Giza",
    ),
    (
        "pyrtool play 1-6 --game par",
        "Play a match of par Pyramid",
    ),
)


@dataclass(frozen=True)
class _PlayOptions(RuleOptions):
    """Rule options, with the game of a deal that the program chooses."""

    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            "-g",
            metavar="GAME",
            help="Game to play; see `pyrtool games`",
            show_default=f"{INVITING_GAME} without DEAL, else pyramid",
            rich_help_panel=INPUT,
            autocompletion=completion.games,
        ),
    ] = None


@with_groups
def command(
    ruling: _PlayOptions,
    limiting: LimitOptions,
    deals: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DEAL",
            help="Deal number or file; several, such as 1-6, are played in turn",
            show_default=False,
            autocompletion=completion.deals,
        ),
    ] = None,
    numbering: NumberingOption = None,
    closed: Annotated[
        bool | None,
        typer.Option(
            "--closed/--thoughtful",
            help="Hide a dealt stock, or show every card",
            show_default="closed",
            rich_help_panel=SHOWING,
        ),
    ] = None,
    load: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Resume a saved game, or play on after moves in words",
            show_default=False,
            rich_help_panel=INPUT,
        ),
    ] = None,
    ascii: AsciiOption = False,
    lang: LangOption = ENGLISH,
) -> int:
    """Play a deal in the terminal.

    Type moves such as 4C/9H, 4 9, KC or deal; the program shows the position after each. Without
    DEAL, it chooses a winnable one, of Giza unless you name another game. `help` at the prompt
    lists what else you can type: undo, hint, solve, save and more.

    You can also pipe in the moves. Or pipe in the deal or position, with - as DEAL, and type the
    moves at the terminal. Without limits, a hint is searched for at most ten seconds.
    """
    limits = limiting.limits()
    if limiting == LimitOptions():
        limits = LimitOptions(limit_seconds=PATIENCE_SECONDS).limits()
    terminal = open_terminal() if STDIN in (load, *(deals or [])) else None
    invited = load is None and not deals
    if invited:
        match = _chosen(numbering, ruling, limits)
    elif load is None:
        match = _new(deals or [], numbering, ruling)
    else:
        match = _loaded(load, deals or [], numbering, ruling)
    if terminal is not None:
        hear_terminal(terminal)
    has_stock = any(session.rules.stock == "dealt" for session in match.sessions)
    if closed and not has_stock:
        raise PyrtoolError("--closed: this game has no stock that could lie face down")
    face_down = has_stock if closed is None else closed
    file = None if load == STDIN else load
    Conversation(match, face_down, limits, spelling(letters=ascii), file, invited).run()
    return 0


def _chosen(numbering: Numbering | None, ruling: RuleOptions, limits: Limits) -> Match:
    """A deal that can be won: tried in turn from a number that chance gives."""
    named = NamedRules.of(INVITING_GAME, game(INVITING_GAME))
    if ruling != type(ruling)():
        named = ruling.named()
    first = randrange(1, MOST_NUMBER)
    for number in range(first, first + MOST_TRIED):
        dealt = deal(number, named.rules, ruling.numbering(numbering))
        if isinstance(decide(dealt, limits), Won):
            return Match([Session(dealt, named.game)])
    raise PyrtoolError(
        f"none of {MOST_TRIED} deals that were tried can be won under these rules: name a deal"
    )


def _new(deals: list[str], numbering: Numbering | None, ruling: RuleOptions) -> Match:
    chosen = list(islice(select(deals, ruling, numbering, in_play=True), MOST_DEALS + 1))
    if len(chosen) > MOST_DEALS:
        raise PyrtoolError(f"at most {MOST_DEALS} deals can be played in turn")
    return Match([Session(one.deal, one.game, one.moves) for one in chosen])


def _loaded(file: str, deals: list[str], numbering: Numbering | None, ruling: RuleOptions) -> Match:
    """The games in a file; if it has only moves in words, the game of the deal with these moves."""
    if file == STDIN in deals:
        raise SelectionError("the standard input (-) can be read only once")
    if file != STDIN:
        check_file(file, "no file")
    sessions: list[Session] = []
    bare: Words | None = None
    try:
        for claim in read_claims(read_lines(file)):
            if isinstance(claim, Words) and claim.heading is None:
                bare = claim
            elif len(sessions) == MOST_DEALS:
                raise PyrtoolError(f"{claim.place}: at most {MOST_DEALS} games can be played")
            elif isinstance(claim, Words):
                sessions.append(_worded(claim))
            else:
                sessions.append(Session.of_record(claim.value, claim.place))
        if bare and sessions:
            raise PyrtoolError(f"{bare.place}: moves that no heading is above, beside other games")
    except UnreadableError:
        raise
    except PyrtoolError as error:
        raise PyrtoolError(placed(source_name(file), error)) from None
    if sessions:
        _check_the_same(sessions, file, deals, numbering, ruling)
        return Match(sessions)
    if not deals:
        raise PyrtoolError(
            f"{source_name(file)}: moves in words need the deal: pyrtool play DEAL --load FILE"
        )
    match = _new(deals, numbering, ruling)
    try:
        match.session.play(bare.text if bare else "")
    except PyrtoolError as error:
        raise PyrtoolError(placed(source_name(file), error)) from None
    return match


def _worded(words: Words) -> Session:
    """The game that a solution in words plays, at its end."""
    solution = solution_of(words)
    session = Session(solution.deal, solution.named.game, solution.after)
    try:
        session.play(solution.text or "")
    except (NotationError, ReplayError) as error:
        raise NotationError(placed(solution.place, error)) from None
    return session


def _check_the_same(
    sessions: list[Session],
    file: str,
    deals: list[str],
    numbering: Numbering | None,
    ruling: RuleOptions,
) -> None:
    """A `PyrtoolError` where options ask for other deals or rules than the games have."""
    name = source_name(file)
    for number, session in enumerate(sessions, 1):
        place = f"{name}, game {number}"
        if other := ruling.contradiction(NamedRules.of(session.game, session.rules)):
            raise PyrtoolError(f"{place}: it says {other}")
        if session.deal.numbering is not None and numbering not in (None, session.deal.numbering):
            its_numbering = session.deal.numbering
            raise PyrtoolError(f"{place}: it says {its_numbering}, --numbering says {numbering}")
    if not deals:
        return
    asked = _new(deals, numbering, ruling)
    if len(sessions) != (count := len(asked.sessions)):
        games = f"{counted(len(sessions), 'game')}, not {count}"
        raise PyrtoolError(f"{name}: it has {games}: leave the deals out")
    if [s.rules for s in sessions] != [s.rules for s in asked.sessions]:
        raise PyrtoolError(f"{name}: it was played under other rules: leave the deal out")
    if [start_of(s.deal) for s in sessions] != [start_of(s.deal) for s in asked.sessions]:
        raise PyrtoolError(f"{name}: it belongs to another deal")
