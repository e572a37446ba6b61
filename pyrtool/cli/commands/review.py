"""``pyrtool review``: which moves of a game kept the win, and how much of it was luck."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyrtool.answers.closed import Player, PlayerName
from pyrtool.answers.review.judge import Review, review
from pyrtool.answers.review.luck import Split, split
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.limits import Limits
from pyrtool.cli.answer_text import review as words
from pyrtool.cli.answer_text.verdicts import headed
from pyrtool.cli.conversation import replies
from pyrtool.cli.deals.deal_filter import SOME_UNKNOWN
from pyrtool.cli.deals.played_games import DealOfWords, read_games
from pyrtool.cli.deals.selection import STDIN, SelectedDeal, SelectionOptions, source_name
from pyrtool.cli.drawing import game_and_number
from pyrtool.cli.options.input_output import SpelledOptions
from pyrtool.cli.options.limits import LimitOptions
from pyrtool.cli.options.rules import RuleOptions
from pyrtool.cli.output import Output, spelling
from pyrtool.cli.output_files import check_folder, check_not_input
from pyrtool.game.position import start_of
from pyrtool.languages import say
from pyrtool.notation import NamedRules
from pyrtool.notation.deals import placed
from pyrtool.notation.files import Found, Words
from pyrtool.pictures import PAGE, PictureSettings, check_path, draw_curve
from pyrtool.records.links import LINK
from pyrtool.records.session import Session
from pyrtool.records.writing import luck_record, review_record

MOST_SAMPLES: Final = 100_000


@dataclass(frozen=True)
class _LuckOptions:
    """Whether the stock lay face down, and by what a move is measured then."""

    closed: bool = False
    player: PlayerName | None = None
    orders: int | None = None
    seed: int | None = None

    def measure(self) -> Player:
        """Return the player; a `PyrtoolError` if there is none like that."""
        if self.orders is not None and not 1 <= self.orders <= MOST_SAMPLES:
            raise PyrtoolError(f"--orders {self.orders}: must be 1 to {MOST_SAMPLES:,}")
        return Player(self.player or "careful", self.seed or 0)


def command(
    ruling: RuleOptions,
    limiting: LimitOptions,
    naming: DealOfWords,
    luck: _LuckOptions,
    printing: SpelledOptions,
    output: str | None = None,
    files: list[str] | None = None,
) -> int:
    """Judge a game as it was played, move by move.

    GAME is a record, moves in words, a game that `play` or a page saved, or a link of a page. If
    moves have no heading, --deal or --cards names their deal.

    The command knows every card, and judges each move: it keeps the win, is the only move that does
    (!), or loses the win (?). Five lines sum up the game, above its marked moves. If a move lost
    the win, the command adds the line that would have won, and why the move loses.

    With --closed, the stock lies face down. The measure is the chance of a player that sees what
    you saw. Your skill is how your moves change this chance, compared with the player's own moves.
    Luck is how the turned cards change it. First chance, skill, and luck add up to the result. Each
    number has its standard error, and the mean luck of every player is 0. If all games are of one
    deal, the command ranks them by skill: with a file for each player, a club's table.

    Exit status: 0 every move judged; 2 invalid input; 3 a limit left something unknown.
    """
    player, limits = luck.measure(), limiting.limits()
    files = files or [STDIN]
    _check_picture(output, files)
    spell = spelling(letters=printing.ascii)
    options = SelectionOptions(ruling, naming.numbering, in_play=True)
    wanted = naming.wanted(options)
    of_files = [(file, _games(file, wanted, options)) for file in files]
    sessions = [session for _, games in of_files for session in games]
    if output is not None and len(sessions) > 1:
        raise PyrtoolError(f"-o {output}: one game is drawn, not {len(sessions)}")
    reviews: list[Review | Split] = []
    with Output(printing.format, prompt=True) as printed:
        for session in sessions:
            named = NamedRules.of(session.game, session.rules)
            selected = SelectedDeal(session.deal, replies.called(session), named)
            with selected.naming_errors():
                if luck.closed:
                    selected.check_hidden()
                found = _found(session, luck, player, limits)
            reviews.append(found)
            if output is not None:
                _draw(found, game_and_number(selected), session.ended, output)
            if printing.format == "text":
                text = _text(found, session.ended, limits)
                printed.part(headed(selected, spell(text)))
            elif isinstance(found, Split):
                printed.record(luck_record(session.deal, session.game, found, session.ended))
            else:
                printed.record(review_record(session.deal, session.game, found, session.ended))
        splits = [found for found in reviews if isinstance(found, Split)]
        alike = all(session.start == sessions[0].start for session in sessions)
        if len(splits) > 1 and alike and printing.format == "text":
            printed.part(spell(words.ranking(_players(of_files), splits)))
    is_partial = any(isinstance(found, Review) and found.is_partial for found in reviews)
    return SOME_UNKNOWN if is_partial else 0


def _players(of_files: Sequence[tuple[str, Sequence[Session]]]) -> list[str]:
    """Name the games of a ranking: by their file, or by their number if it has several."""
    total, names = 0, []
    for file, games in of_files:
        total += len(games)
        is_own = len(games) == 1 < len(of_files) and file != STDIN and not LINK.fullmatch(file)
        numbers = range(total - len(games) + 1, total + 1)
        names += [Path(file).stem] if is_own else [say("game {0}", number) for number in numbers]
    return names


def _check_picture(output: str | None, files: Sequence[str]) -> None:
    """Reject a picture that cannot be drawn, before anything is judged."""
    if output is None:
        return
    if check_path(output) == PAGE:
        raise PyrtoolError(f"-o {output}: a review is no page: choose .png, .svg or .pdf")
    check_folder(output)
    check_not_input(output, files)


def _found(session: Session, luck: _LuckOptions, player: Player, limits: Limits) -> Review | Split:
    start, moves = session.start, session.moves
    start.check_known()
    if luck.closed:
        return split(start, moves, player, orders=luck.orders, ended=session.ended)
    return review(start, moves, limits)


def _draw(found: Review | Split, title: str, ended: bool, output: str) -> None:
    line, is_closed = found.line, isinstance(found, Split)
    settings = PictureSettings(title=title, subtitle=words.result_words(line, ended))
    drawn = (line.moves, found.chances, found.decisive)
    draw_curve(line.positions[0], *drawn, output, settings, as_seen=is_closed)


def _games(word: str, wanted: SelectedDeal | None, options: SelectionOptions) -> list[Session]:
    """Return the games that have a move; an error if there is none."""
    sessions = []
    for one in read_games(word, wanted):
        if not isinstance(one, Words):
            named = NamedRules.of(one.game, one.rules)
            options.check(Found(source_name(word), one.deal, named, "record", one.deal.numbering))
            if wanted is not None and one.start != start_of(wanted.deal):
                raise PyrtoolError(f"{source_name(word)}: is of another deal than {wanted.name}")
            sessions.append(one)
            continue
        if wanted is None:
            raise PyrtoolError(
                f"{source_name(word)}: moves in words need their deal: --deal N names it"
            )
        session = Session(wanted.deal, wanted.game, wanted.moves)
        try:
            session.play(one.text)
        except PyrtoolError as error:
            raise PyrtoolError(placed(source_name(word), error)) from None
        sessions.append(session)
    if not any(session.moves for session in sessions):
        raise PyrtoolError(f"no moves in {source_name(word)}: a game as it was played is wanted")
    return [session for session in sessions if session.moves]


def _text(found: Review | Split, ended: bool, limits: Limits) -> str:
    """Return the five lines, and where the game turned."""
    if isinstance(found, Split):
        lines, few = words.split_lines(found, ended), list(words.moments(found))
        return "\n".join([*lines, *([say("where the chance changed most:"), *few] if few else [])])
    parts = [*words.review_lines(found, ended), words.marked_moves(found)]
    instead, at = words.instead_words(found), found.mistake
    if instead is not None and at is not None:
        reason = replies.lines_against(
            found.line.positions[0], found.line.positions[at], found.moves[at].move, limits
        )
        parts += [instead, words.reason_lines(reason)]
    return "\n".join(parts)
