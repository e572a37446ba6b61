"""``pyrtool play``: a deal played at the terminal, or by a script in a pipe."""

from dataclasses import dataclass
from itertools import islice
from random import randrange
from typing import Final

from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import Limits
from pyrtool.base.messages import counted
from pyrtool.cli.conversation.conversation import Conversation
from pyrtool.cli.conversation.input import hear_terminal, open_terminal
from pyrtool.cli.deals.played_games import read_games
from pyrtool.cli.deals.selection import STDIN, DealOptions, SelectionError, source_name
from pyrtool.cli.options.input_output import ENGLISH
from pyrtool.cli.options.limits import LimitOptions
from pyrtool.cli.options.rules import RuleOptions
from pyrtool.cli.output import spelling
from pyrtool.game.deals import Numbering, deal
from pyrtool.game.games import game
from pyrtool.game.position import start_of
from pyrtool.notation import NamedRules
from pyrtool.notation.deals import placed
from pyrtool.notation.files import Words
from pyrtool.records.session import Match, Session

MOST_DEALS: Final = 100
INVITING_GAME: Final = "giza"  # nothing is hidden, and one deal in three can be won
MOST_NUMBER: Final = 32_000  # of a deal chosen by chance: short enough to note
MOST_TRIED: Final = 500
PATIENCE_SECONDS: Final = 10.0
"""How long a hint is searched where no limit is given."""


@dataclass(frozen=True)
class _PlayOptions(RuleOptions):
    """Rule options, with the game of a deal that the program chooses."""


def command(
    ruling: _PlayOptions,
    limiting: LimitOptions,
    deals: list[str] | None = None,
    numbering: Numbering | None = None,
    closed: bool | None = None,
    load: str | None = None,
    ascii: bool = False,
    lang: str = ENGLISH,
) -> int:
    """Play a deal in the terminal.

    Type moves such as 4C/9H, 4 9, KC or deal; the program shows the position after each. `help` at
    the prompt lists what else you can type: undo, hint, solve, save and more.

    Without DEAL, it chooses a winnable one, of Giza unless you name another game. In Giza nothing
    is hidden, and one deal in three can be won; in Pyramid, the default game of numbered deals, it
    is one in fourteen.

    You can also pipe in the moves. Or pipe in the deal or position, with - as DEAL, and type the
    moves at the terminal. Without limits, a hint is searched for at most ten seconds.
    """
    limits = limiting.limits()
    if limiting == LimitOptions():
        limits = LimitOptions(limit_seconds=PATIENCE_SECONDS).limits()
    dealing = DealOptions(deals or [], ruling, numbering)
    terminal = open_terminal() if STDIN in (load, *dealing.deals) else None
    invited = load is None and not deals
    if invited:
        match = _chosen(dealing, limits)
    elif load is None:
        match = _new(dealing)
    else:
        match = _loaded(load, dealing)
    if terminal is not None:
        hear_terminal(terminal)
    has_stock = any(session.rules.stock == "dealt" for session in match.sessions)
    if closed and not has_stock:
        raise PyrtoolError("--closed: this game has no stock that could lie face down")
    face_down = has_stock if closed is None else closed
    file = None if load == STDIN else load
    Conversation(match, face_down, limits, spelling(letters=ascii), file, invited).run()
    return 0


def _chosen(dealing: DealOptions, limits: Limits) -> Match:
    """Return a deal that can be won: tried in turn from a number that chance gives."""
    named = NamedRules.of(INVITING_GAME, game(INVITING_GAME))
    if not dealing.ruling.is_default:
        named = dealing.ruling.named()
    first = randrange(1, MOST_NUMBER)
    for number in range(first, first + MOST_TRIED):
        dealt = deal(number, named.rules, dealing.ruling.numbering(dealing.numbering))
        if isinstance(verdict_only(dealt, limits), Won):
            return Match([Session(dealt, named.game)])
    raise PyrtoolError(
        f"none of {MOST_TRIED} deals that were tried can be won under these rules: name a deal"
    )


def _new(dealing: DealOptions) -> Match:
    chosen = list(islice(dealing.select(), MOST_DEALS + 1))
    if len(chosen) > MOST_DEALS:
        raise PyrtoolError(f"at most {MOST_DEALS} deals can be played in turn")
    return Match([Session(one.deal, one.game, one.moves) for one in chosen])


def _loaded(file: str, dealing: DealOptions) -> Match:
    """Return the games in a file; if it has only moves in words, the game of the deal with these
    moves."""
    if file == STDIN in dealing.deals:
        raise SelectionError("the standard input (-) can be read only once")
    name = source_name(file)
    sessions: list[Session] = []
    bare: Words | None = None
    for one in read_games(file):
        if isinstance(one, Words):
            bare = one
        elif len(sessions) == MOST_DEALS:
            raise PyrtoolError(f"{name}: at most {MOST_DEALS} games can be played")
        else:
            sessions.append(one)
    if bare and sessions:
        raise PyrtoolError(
            f"{name}, {bare.place}: moves that no heading is above, beside other games"
        )
    if sessions:
        _check_the_same(sessions, file, dealing)
        return Match(sessions)
    if not dealing.deals:
        raise PyrtoolError(f"{name}: moves in words need the deal: pyrtool play DEAL --load FILE")
    match = _new(dealing)
    try:
        match.session.play(bare.text if bare else "")
    except PyrtoolError as error:
        raise PyrtoolError(placed(name, error)) from None
    return match


def _check_the_same(sessions: list[Session], file: str, dealing: DealOptions) -> None:
    """Reject options that ask for other deals or rules than the games have."""
    name = source_name(file)
    for number, session in enumerate(sessions, 1):
        place = f"{name}, game {number}"
        if other := dealing.ruling.contradiction(NamedRules.of(session.game, session.rules)):
            raise PyrtoolError(f"{place}: it says {other}")
        its, wanted = session.deal.numbering, dealing.numbering
        if its is not None and wanted not in (None, its):
            raise PyrtoolError(f"{place}: it says {its}, --numbering says {wanted}")
    if not dealing.deals:
        return
    match = _new(dealing)
    if len(sessions) != (count := len(match.sessions)):
        games = f"{counted(len(sessions), 'game')}, not {count}"
        raise PyrtoolError(f"{name}: it has {games}: leave the deals out")
    if [s.rules for s in sessions] != [s.rules for s in match.sessions]:
        raise PyrtoolError(f"{name}: it was played under other rules: leave the deal out")
    if [start_of(s.deal) for s in sessions] != [start_of(s.deal) for s in match.sessions]:
        raise PyrtoolError(f"{name}: it belongs to another deal")
