"""The conversation of `play`: what each typed line does, and how games are kept in files.

Decides when the position is shown, and what a file of saved games is, so that no other file is
written over by mistake. Wrong words get a message and end nothing.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from shutil import get_terminal_size
from typing import Final

from pyrtool.answers.advice.advise import advise
from pyrtool.answers.closed import View, usual_orders, weigh
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.files import write_whole
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import Limits
from pyrtool.base.messages import file_name
from pyrtool.cli.answer_text.advice import advice_answer, advice_text, chances_text
from pyrtool.cli.conversation import replies
from pyrtool.cli.conversation.input import (
    SHORT,
    Refusal,
    alone,
    check_letter,
    nothing_after,
    number_of,
    piped,
    typed,
)
from pyrtool.cli.output import complain, harmless
from pyrtool.game.cards import CardError
from pyrtool.game.words import command_words, spoken_moves, typed_command, typed_words
from pyrtool.languages import count_of, message, say
from pyrtool.notation import (
    AmbiguousMoveError,
    MoveError,
    NamedRules,
    format_diagram,
    format_moves,
    read_items,
)
from pyrtool.notation.cells import parse_cell
from pyrtool.notation.diagrams import card_form
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.records.session import Back, Keep, Match, Session

MOST_BYTES: Final = 2**24
"""A larger file is none of saved games: a match has a hundred of them at most."""

_OTHER: Final = message("something else than saved games")
_FIELDS: Final = frozenset(("cards", "rules", "moves", "ended"))  # the last in no other record


def named(words: str) -> str:
    """Return the file that is meant, as a shell reads it: a name in quotes, ``~`` for one's own
    folder."""
    if len(words) > 1 and words[0] == words[-1] and words[0] in "'\"":
        return words[1:-1]
    try:
        return str(Path(words).expanduser()) if words.startswith("~") else words
    except RuntimeError:  # nobody has such a folder
        return words


def what_is_lost(path: Path, match: Match) -> str | None:
    """Describe what would be lost if the match were written to this place.

    None for an empty file, for games of the same deals, and where nothing can be written: writing
    reports why.
    """
    try:
        if not path.exists() or path.is_dir():
            return None
    except OSError:  # such as a name that is too long
        return None
    try:
        size = path.stat().st_size
        if not path.is_file() or size > MOST_BYTES:
            return _OTHER
        with path.open(encoding="utf-8") as file:
            values = [item.value for item in read_items(file)]
    except (OSError, ValueError):  # it cannot be read, or is no text, or no JSON
        return _OTHER
    games = [value for value in values if isinstance(value, dict) and value.keys() >= _FIELDS]
    if len(games) < len(values):
        return _OTHER
    if not games:
        return _OTHER if size else None
    ours = [_deal_of(session.record()) for session in match.sessions]
    if all(_deal_of(value) in ours for value in games):
        return None
    return message("a game of another deal")


def _deal_of(record: JsonObject) -> tuple[object, ...]:
    """Return the identity of a deal: the cards, or the position; and the rules."""
    return record["cards"], record.get("position"), record["rules"]


def free_name(session: Session) -> str:
    """Return the name of a file that is not there yet, after the game and its number."""
    number = "deal" if session.deal.number is None else session.deal.number
    begun = f"{session.game}-{number}"
    names = (f"{begun}{f'-{again}' if again > 1 else ''}.json" for again in count(1))
    return next(name for name in names if not Path(name).exists())


WIDTH: Final = 80
LEAST_WIDTH: Final = 30


@dataclass(eq=False)
class Conversation:
    """A match played in words, line by line.

    Args:
        match: The deals to play.
        face_down: Whether a dealt stock is hidden.
        limits: Limits of hints and solutions.
        spell: How cards are spelled.
        file: Where `save` writes without a name.
        invited: Whether the rules are shown at the start, as at a terminal.
    """

    match: Match
    face_down: bool
    limits: Limits
    spell: Callable[[str], str]
    file: str | None = None
    invited: bool = False

    def __post_init__(self) -> None:
        self.opened: Session | None = None  # the deal whose stock was turned face up
        self.kept = self._made()
        self.commands: dict[str, Callable[[str], bool | None]] = {
            "undo": self.undo,
            "redo": self.redo,
            "hint": self.hint,
            "why": self.why,
            "solve": self.solve,
            "moves": self.moves,
            "show": self.show,
            "score": self.score,
            "open": self.open,
            "turned": self.turned,
            "save": self.save,
            "save!": self.replace,
            "next": self.next,
            "rules": self.rules,
            "help": self.help,
            "quit": self.quit,
        }

    @property
    def session(self) -> Session:
        """Return the deal in play."""
        return self.match.session

    def run(self) -> None:
        """Answer lines until the player quits or the input ends."""
        talks = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        self._head()
        if talks or self.invited:
            self.rules("")
            self._say(replies.invitation(self.session.rules))
            print()
        self._table()
        if self.session.position.unknown():
            self._say(say("cards are unknown: `pyrtool advise` with this file finds the best move"))
        try:
            for line in typed(self._words) if talks else piped():
                if self.answer(line) is False:
                    break
        except KeyboardInterrupt:
            print(flush=True)
            self._show_unsaved()
            raise
        if len(self.match.sessions) > 1:
            self._say(replies.total(self.match))
        if talks:
            self._review()
            self._show_unsaved()

    def _review(self) -> None:
        """Say of each game that is over whether it could be won, and what lost it."""
        for session in self.match.over():
            if session.moves and not session.start.unknown():
                for line in replies.in_short(session):
                    self._say(line)

    def answer(self, line: str) -> bool | None:
        """Do what a line says; False if that ends the conversation."""
        word, _, rest = line.strip().partition(" ")
        if not word or word.startswith("#"):
            return None
        word = typed_command(word.lower())
        is_queen = word == "q" and rest != ""  # with its partner
        command = None if is_queen else self.commands.get(SHORT.get(word, word))
        try:
            check_letter(word, rest, self.session.rules)
            if command is not None:
                return command(rest.strip())
            self.play(line)
        except PyrtoolError as error:
            self._say(str(error))
        return None

    # What can be typed.

    def play(self, words: str) -> None:
        """Make moves, and show what vanished with them."""
        before, words = len(self.session.moves), typed_words(words)
        try:
            moves = self.session.play(words)
        except AmbiguousMoveError as error:
            raise Refusal(say("{0} Type the whole move.", error)) from None
        except MoveError as error:
            raise Refusal(say("{0} (help lists what you can type)", alone(error, words))) from None
        except PyrtoolError as error:
            several = len(words.split()) > 1 or "*" in words
            nothing = say("; nothing was played") if several else ""
            raise Refusal(f"{alone(error, words)}{nothing}") from None
        if pairs := self.session.vanished(before, before + len(moves)):
            self._say(replies.vanished_words(pairs))
        self.show()

    def undo(self, rest: str) -> None:
        """Take moves back."""
        self.session.undo(number_of(rest, len(self.session.moves), "undo"))
        self.show()

    def redo(self, rest: str) -> None:
        """Make undone moves again."""
        self.session.redo(number_of(rest, self.session.undone(), "redo"))
        self.show()

    def hint(self, rest: str) -> None:
        """Show a winning move, or how far to go back.

        While cards lie face down, the hint uses only what the player sees, except for `hint open`.
        With `hint why` it has its reason, and `hint why MOVE` is `why MOVE`.
        """
        first, _, move = rest.partition(" ")
        with_why = typed_command(first).lower() in ("why", "--why")
        if with_why and move:
            return self.why(move.strip())
        if with_why:
            self._may_look(say("a reason"))
        elif typed_command(rest).lower() != "open":
            nothing_after("hint", rest)
        if not rest and self._hides():
            return self._say(say("hint: {0}", replies.fair_hint(self.session.position)))
        hint = self.session.hint(self.limits)
        more = self._note(self._hides())
        if isinstance(hint, Back) and not (with_why or more):
            more = say("; why gives the reason")
        self._say(say("hint: {0}", replies.hint_words(hint, self.session)) + more)
        if with_why:
            self.why("")

    def why(self, rest: str) -> None:
        """Show the reason for the next move, or against one that loses."""
        self._may_look(say("a reason"))
        if rest:
            lines = replies.why_move(self.session, typed_words(rest), self.limits)
        else:
            lines = replies.why(self.session, self.limits)
        for line in lines:
            self._say(line)

    def _may_look(self, what: str) -> None:
        if self._hides():
            raise Refusal(say("{0} would show the stock: type `open` to turn it face up", what))

    def solve(self, rest: str) -> None:
        """Show the rest of a solution, or play it."""
        if typed_command(rest).lower() not in ("", "play"):
            raise Refusal(say("solve shows the rest of a solution, solve play plays it"))
        self._may_look(say("a solution"))
        hint = self.session.hint(self.limits)
        if not isinstance(hint, Keep) or not hint.moves:
            self._say(replies.hint_words(hint, self.session))
        elif rest:
            self.session.finish(self.limits)
            self.show()
        else:
            self._say(spoken_moves(format_moves(hint.moves, self.session.position)))
            self._say(say("won in {0} from here", count_of(len(hint.moves), "move")))

    def moves(self, rest: str) -> None:
        """List the legal moves, or the value or chance of each."""
        kind, here = typed_command(rest).lower(), self.session.position
        if kind == "worth":
            return self._show_worths()
        if kind == "chances":
            chances = weigh(View.of(here), usual_orders(here))
            return self._show(chances_text(chances, here))
        if rest:
            raise Refusal(
                say(
                    "moves lists the legal moves, moves worth evaluates them, and moves chances "
                    "does so without the stock"
                )
            )
        legal = " ".join(replies.legal_words(self.session))
        return self._say(legal or say("no move is legal"))

    def _show_worths(self) -> None:
        advice = advise(self.session.position, self.limits)
        looked = self._hides() and advice.orders is None
        self._say(advice_answer(advice) + self._note(looked))
        if advice.worths:
            unseen = self.session.position.unseen() if self._hides() else ()
            self._show(advice_text(advice, _width(), unseen))

    def show(self, rest: str = "") -> None:
        """Show the position and the state of the game."""
        nothing_after("show", rest)
        print()
        self._table()

    def score(self, rest: str) -> None:
        """Show the state of the game and of the match."""
        nothing_after("score", rest)
        self._say(replies.standing(self.session, several=False))
        for line in replies.points_words(self.session.rules):
            self._say(line)
        if len(self.match.sessions) > 1:
            self._say(replies.total(self.match))

    def open(self, rest: str) -> None:
        """Turn the stock of this deal face up."""
        nothing_after("open", rest)
        if not self._covers_stock():
            raise Refusal(say("no card lies face down"))
        self.opened = self.session
        self.show()

    def turned(self, rest: str) -> None:
        """Name the unknown cards that were dealt."""
        words = typed_words(rest).replace(",", " ").split()
        try:
            cards = [card for word in words if (card := parse_cell(word)) is not None]
        except CardError as error:
            raise Refusal(f"turned: {error}: {card_form(self.session.rules)}") from None
        self.session.name_dealt(cards)
        self.show()

    def save(self, rest: str) -> None:
        """Save the match, a record a line; only earlier games of its deals are replaced."""
        if (file := named(rest) or self.file) and (what := what_is_lost(Path(file), self.match)):
            name = file_name(file)
            raise Refusal(say("{0} holds {1}: save! {0} replaces it", name, say(what)))
        self.replace(file or "")

    def replace(self, rest: str) -> None:
        """Save the match in a file, whatever that holds."""
        file = named(rest) or self.file or free_name(self.session)
        lines = [json.dumps(session.record()) + "\n" for session in self.match.sessions]
        try:
            write_whole(Path(file), "".join(lines).encode())
        except (OSError, ValueError) as error:  # a name with a null byte is a ValueError
            raise Refusal(f"{file_name(file)}: {getattr(error, 'strerror', error)}") from None
        self.file = file
        self.kept = self._made()
        self._say(say("saved in {0}", file_name(file)))

    def next(self, rest: str) -> bool:
        """Continue with the next deal; the match ends after the last one."""
        nothing_after("next", rest)
        if not self.match.go_on():
            return False
        self._say(replies.total(self.match))
        print()
        self._head()
        self._table()
        return True

    def rules(self, rest: str) -> None:
        """Show the rules of play."""
        nothing_after("rules", rest)
        for paragraph in how_to_play(self.session.rules):
            self._say(paragraph)

    def help(self, rest: str) -> None:
        """List what the player can type."""
        nothing_after("help", rest)
        for text in replies.help_texts(self.session.rules, _width(), LEAST_WIDTH):
            self._show(text)

    def quit(self, rest: str) -> bool:
        """End the conversation."""
        nothing_after("quit", rest)
        return False

    # Output.

    def _head(self) -> None:
        name = replies.called(self.session)
        games = len(self.match.sessions)
        turn = [say("{0} of {1}", self.match.at + 1, games)] if games > 1 else []
        named_rules = NamedRules.of(self.session.game, self.session.rules)
        self._say(", ".join([name, str(named_rules), *turn]))

    def _table(self) -> None:
        diagram = format_diagram(self.session.position, self._covers_stock())
        self._show(replies.diagram_words(diagram))
        self._say(replies.standing(self.session, several=len(self.match.sessions) > 1))

    def _show_unsaved(self) -> None:
        """Print moves that would be lost, so that the player can type them again."""
        sessions = self.match.sessions
        for session, now, kept in zip(sessions, self._made(), self.kept, strict=True):
            if now != kept and session.moves:
                words = format_moves(session.moves, session.start)
                if len(sessions) > 1:
                    complain(
                        say("not saved; the moves of {0} were: {1}", replies.called(session), words)
                    )
                else:
                    complain(say("not saved; the moves were: {0}", words))

    def _note(self, looked: bool) -> str:
        return say(" (found by looking at the stock)") if looked else ""

    def _made(self) -> list[object]:
        """Say what `save` would keep of each deal, for comparison."""
        return [(session.deal, session.moves) for session in self.match.sessions]

    def _hides(self) -> bool:
        """Return whether there are cards that the player has not seen."""
        return self._covers_stock() and bool(self.session.position.unseen())

    def _covers_stock(self) -> bool:
        """Return whether the cards that lie face down, if there are any, are not shown."""
        hides = self.session.rules.stock == "dealt" or self.session.rules.face_down == "covered"
        return hides and self.face_down and self.opened is not self.session

    def _words(self) -> list[str]:
        return [*map(command_words, self.commands), *replies.legal_words(self.session)]

    def _say(self, text: str) -> None:
        self._show(replies.wrapped(text, _width()))

    def _show(self, text: str) -> None:
        encoding = sys.stdout.encoding or "ascii"
        shown = self.spell(harmless(text)).encode(encoding, "backslashreplace").decode(encoding)
        print(shown, flush=True)


def _width() -> int:
    """Return the columns that may be used: the terminal's, 80 at most."""
    return max(LEAST_WIDTH, min(WIDTH, get_terminal_size((WIDTH, 24)).columns))
