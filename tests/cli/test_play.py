"""``pyrtool play``: what is answered to what is typed, in a pipe and on a terminal."""

import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import termios
from collections import Counter
from pathlib import Path

import pytest

from pyrtool import Limits, Position, PyrtoolError, deal, solve
from pyrtool.cli.conversation.conversation import Conversation
from pyrtool.game.games import GAMES, game
from pyrtool.notation import format_diagram, format_moves, format_position, parse_typed
from pyrtool.records.session import Match

from ..commands import answer, complaint, ended, run
from ..dealing import one_in, won
from ..playouts import LIMITS, session
from ..waiting import PATIENCE_S, state, wait_for

COMMAND = [sys.executable, "-P", "-X", "utf8", "-m", "pyrtool"]
GIZA = ("2", "-g", "giza")


def talk(words: tuple[str, ...], *lines: str) -> str:
    return answer("play", *words, input="".join(f"{line}\n" for line in lines))


# Moves.


def test_a_game_is_won_by_typed_moves() -> None:
    moves = won(deal(2, "giza")).moves
    text = talk(GIZA, *map(str, moves))
    position = Position.start(deal(2, game("giza")))
    heading, *tables = text.split("\n\n")
    assert heading.startswith("deal 2 (native), giza\n" + format_diagram(position))
    assert len(tables) == len(moves)
    for number, (move, table) in enumerate(zip(moves, tables, strict=True), 1):
        position = position.play(move)
        assert table.startswith(format_diagram(position))
        standing = table.rstrip("\n").rpartition("\n")[2]
        if number < len(moves):
            made = f"{number} move{'s' if number > 1 else ''}"
            assert standing == f"{made}, {position.cards_left()} cards left"
    assert text.endswith("\nwon in 28 moves\n")
    assert talk(GIZA, format_moves(moves)).endswith("\nwon in 28 moves\n")


def test_moves_as_people_write_them() -> None:
    assert "2 moves, 52 cards left" in talk(("12",), "deal*2")
    assert "1 move, 50 cards left" in talk(GIZA, "9♣/4s")
    assert "5 moves, 49 cards left" in talk(("12",), "4c/9h, kd DEAL*3", "# a remark", "")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("KC", "KC: KC (pyramid 2.1) is covered by KD and JC"),
        ("4C/8H", "4C/8H: 4 + 8 is 12, not 13"),
        ("deal", "deal: there is no stock to deal from"),
        ("9C/4S 9C/4D", "move 2: 9C/4D: 9C is gone; nothing was played"),
        ("9C_4S", "'9C_4S' is not a move"),
        ("4/9", "4/9 may be 9C/4S, 9C/4D, 9C/4H, 4S/9D, 4D/9D or 9D/4H: which?"),
        ("9C", "9C: name the card that it matches, too"),
        ("T 3", "T/3: no such cards can be discarded now"),
        ("castle", "'castle' is not a move"),
        ("4c XZ", "'XZ' is not a card: write 7S, TD or KH (ranks A23456789TJQK, suits CDHS)"),
        ("X7 6c", "'X7' is not a card: write 7S"),
        ("4c 9x", "'9x' is not a card: write 7S"),
        ("undo", "no move to undo"),
        ("redo 2", "no move to redo"),
        ("undo x", "undo 'x': must be a number of moves, or all"),
        ("undo 0", "undo '0': must be a number of moves"),
        ("hint me", "hint: 'me' has no meaning after it"),
        ("save /no/such/folder/x", "/no/such/folder/x: No such file or directory"),
        ("open", "no card lies face down"),
    ],
)
def test_what_is_wrong_is_rejected_and_changes_nothing(line: str, expected: str) -> None:
    text = talk(GIZA, line, "show")
    refusal = " ".join(text.split("52 cards left\n")[1].partition("\n\n")[0].split())
    assert refusal.startswith(expected)
    assert text.endswith("0 moves, 52 cards left\n")


@pytest.mark.parametrize(
    ("words", "lines", "expected"),
    [
        (("1",), ["redeal"], "redeal: this is pass 1 of 1"),
        (("1", "-g", "microsoft"), ["redeal"], "redeal: 24 cards still to be dealt"),
        (("1",), ["deal*24", "deal"], "deal: the stock is empty"),
        (("1",), ["deal*24", "redeal"], "redeal: this is pass 1 of 1"),
        (("1",), ["KS/AC"], "KS/AC: K + A is 14, not 13"),
        (("1", "-g", "tut"), ["deal", "8S/5D"], ""),
    ],
)
def test_what_the_stock_does_not_allow(
    words: tuple[str, ...], lines: list[str], expected: str
) -> None:
    assert expected in talk(words, *lines)


def test_pairs_that_vanish_are_shown() -> None:
    rules = ("--stock-waste", "auto-on-turn")
    text = "".join(talk((str(n), *rules), *["deal"] * 20) for n in range(1, 4))
    assert re.search(r"^vanished by itself: \w\w/\w\w$", text, re.MULTILINE)


def test_nothing_that_is_typed_ends_the_game() -> None:
    chance = random.Random(1)
    noise = [bytes(chance.randrange(256) for _ in range(chance.randrange(60))) for _ in range(200)]
    lines = [line.replace(b"\n", b"") for line in noise if b"save" not in line]
    lines += [
        b"",
        b"A" * 200_000,
        b"\xef\xbb\xbfshow",
        b"undo 99999999",
        b"deal*9999",
        b"/",
        b"4C/",
    ]
    result = run("play", "1", input=b"\n".join([*lines, b"score"]))
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.endswith("0 moves, 52 cards left\n")
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_end_of_the_input_ends_it() -> None:
    assert talk(GIZA).endswith("0 moves, 52 cards left\n")
    assert run("play", *GIZA, input="9C/4S").stdout.endswith("1 move, 50 cards left\n")
    assert talk(GIZA, "quit", "9C/4S") == talk(GIZA, "exit") == talk(GIZA)


# Advice.


def test_a_hint_keeps_the_win_and_shows_the_way_back() -> None:
    first, *rest = won(deal(2, "giza")).moves
    assert f"hint: {first} (won in 28 moves)\n" in talk(GIZA, "hint")
    words = f"hint: {rest[0]} (won in 27 moves): uncovers QS\n"
    assert words in talk(GIZA, "hint", str(first), "hint")
    assert "hint: deal (won in 32 moves): only move (" in talk(("47",), "KC", "AH/QC", "hint open")
    assert "hint: this game is won\n" in talk(GIZA, "solve play", "hint")
    output = " ".join(talk(("1", "-g", "giza"), "hint").split())
    assert "hint: this deal cannot be won (simple block): TD is covered by all its comp" in output


def test_the_way_back_can_be_typed() -> None:
    chance = random.Random(3)
    for _ in range(40):
        played = session(2, "giza")
        while not played.is_over():
            played.play(str(chance.choice(list(played.position.legal_moves()))))
        text = talk(GIZA, format_moves(played.moves), "hint")
        found = re.search(r"hint: the game cannot be won from here: (undo.*), and it can", text)
        if found:
            break
    assert found
    again = talk(GIZA, format_moves(played.moves), found[1], "hint")
    assert re.search(r"hint: \w\w(/\w\w)? \(won in", again)


def test_a_limit_is_reported() -> None:
    number = next(n for n in range(1, 60) if solve(deal(n, "pyramid"), LIMITS).is_won)
    words = (str(number), "--thoughtful", "--limit-nodes", "1")
    answer_text = "unknown, the limit on nodes was reached"
    assert f"hint: {answer_text}\n" in talk(words, "hint")
    assert f"\n{answer_text}\n" in talk(words, "solve")


def test_the_rest_of_a_solution() -> None:
    moves = won(deal(2, "giza")).moves
    text = talk(GIZA, str(moves[0]), "solve", "solve play", "solve", "solve it")
    assert re.search(r"\n(\S+/\S+ ){3}", text)
    assert "\nwon in 27 moves from here\n" in text
    assert "\nwon in 28 moves\nthis game is won\nsolve shows the rest" in text
    assert "cannot be won" in talk(("1", "-g", "giza"), "solve", "solve play")


def test_the_legal_moves() -> None:
    position = Position.start(deal(2, game("giza")))
    legal = talk(GIZA, "moves").splitlines()[-1]
    assert legal.split() == [str(move) for move in position.legal_moves()]
    assert talk(GIZA, "solve play", "moves").endswith("no move is legal\n")
    assert "moves lists the legal moves, moves worth" in talk(GIZA, "moves all")


def test_what_the_moves_are_worth() -> None:
    text = talk(GIZA, "moves worth")
    assert "\nwon in 28 moves, the fewest; 11 of 11 choices keep the win\n" in text
    assert re.search(r"\n  9C/4S  keeps the win\n", text)
    assert talk(GIZA, "solve play", "moves worth").endswith("won: the goal is reached\n")
    assert "(found by looking at the stock)" in " ".join(talk(("12",), "moves worth").split())
    assert "stock)" not in talk(("12", "--thoughtful"), "moves worth")
    assert "unknown, the limit on nodes" in talk(("87", "--limit-nodes", "1"), "moves worth")


def test_a_game_without_a_move_says_so() -> None:
    played = session(1, "giza")
    while not played.is_over():
        played.play(str(next(played.position.legal_moves())))
    text = talk(("1", "-g", "giza"), format_moves(played.moves))
    assert text.endswith("cards left; no move is legal: undo, or quit\n")


def test_help_lists_every_command() -> None:
    page = talk(("2", "-g", "microsoft"), "help").split("discard a pair")[1]
    match = Match([session(2, "microsoft")])
    commands = Conversation(match, False, Limits(), str).commands
    for command in commands.keys() - {"?", "exit", "help"}:
        assert re.search(rf"(?<!\w){command}(?!\w)", page), command
    assert page in talk(("2", "-g", "microsoft"), "?")
    assert max(map(len, page.splitlines())) <= 80


# The stock face down.


@pytest.mark.parametrize(
    "name", one_in(3, (name for name in GAMES if GAMES[name].stock == "dealt"))
)
def test_closed_play_shows_no_card_before_its_time(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    chance = random.Random(f"{name} 1")
    match = Match([session(1, name)])
    talked = Conversation(match, True, Limits(nodes=20_000), str)
    capsys.readouterr()
    talked.show()
    for _ in range(60):
        position = match.session.position
        unseen = Counter(map(str, position.unseen()))
        shown = set(re.findall(r"\b\w\w\b", capsys.readouterr().out))
        # The twin of a card of two packs may have been seen.
        assert not shown & {card for card in unseen if unseen[card] == position.rules.packs}
        legal = [*map(str, match.session.position.legal_moves()), "deal", "deal*3"]
        others = ["hint", "solve", "solve play", "moves", "moves worth"]
        others += ["undo", "redo", "score", "show"]
        others.append(f"save {tmp_path / 'game'}")
        line = chance.choice(legal if chance.random() < 0.6 else others)
        talked.answer(line)


def test_closed_play_says_what_it_does_not_show() -> None:
    text = talk(("12",), "hint open", "solve", "open", "solve", "open")
    assert "\nstock    23 face down\n" in text
    assert "(found by looking at the stock)" in " ".join(text.split())
    assert "\na solution would show the stock: type `open` to turn it face up\n" in text
    after = text.partition("to turn it face up\n")[2]
    assert "face down" not in after.replace("no card lies face down", "")
    assert after.endswith("no card lies face down\n")


def test_thoughtful_play_shows_the_stock() -> None:
    start = Position.start(deal(12, game("pyramid")))
    for words in (("12", "--thoughtful"), GIZA):
        assert "face down" not in talk(words, "hint", "solve")
        assert "looking" not in talk(words, "hint")
    assert format_diagram(start) in talk(("12", "--thoughtful"))
    assert talk(("12", "--closed")) == talk(("12",))


def test_the_second_pass_hides_nothing_from_the_solver() -> None:
    text = talk(("1", "-g", "tut"), *["deal"] * 8, "redeal", "hint", "solve")
    assert "stock    24 face down\npass     2\n" in text
    assert "looking" not in text
    assert "would show" not in text


def test_a_match_of_six_deals() -> None:
    lines = ["deal*3", "next", "next", "score", *["next"] * 4]
    text = talk(("1-6", "-g", "par"), *lines)
    assert "deal 1 (native), par, 1 of 6\n" in text
    assert "1 of 6 games over, total -52\n" in text
    assert "\npar: 50, 35 or 20, by the pass that cleared the pyramid" in text
    assert "2 of 6 games over, total -104\n" in text
    assert text.endswith("\n6 of 6 games over, total -312, par is not made\n")
    assert talk(("1-6", "-g", "par"), "quit").endswith("0 of 6 games over, total 0\n")


def test_several_deals_of_another_game() -> None:
    text = talk(("2", "1", "-g", "giza"), "solve play", "next", "solve play", "next")
    assert "\nwon in 28 moves; next continues\n" in text
    assert "\n1 of 2 games over, 1 won\n" in text
    assert text.endswith("2 of 2 games over, 1 won\n")


# Files.


def test_a_finished_game_is_saved_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    text = talk(GIZA, "solve play", f"save {file}")
    assert f"saved in {file}".replace(" ", "") in "".join(text.split())
    output = answer("verify", str(file))
    unchecked = "nodes, shortest, whether the player had ended it"
    assert output.endswith(f"ok: won in 28 moves; not confirmed: {unchecked}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_game_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    file = tmp_path / "a game.json"
    moves = won(deal(2, "giza")).moves
    talk(GIZA, format_moves(moves[:9]), f"save {file}")
    assert "no claim: unfinished: 9 moves made, 34 cards left" in answer("verify", str(file))
    for words in ((), GIZA):
        text = talk((*words, "--load", str(file)), format_moves(moves[9:]), "save")
        assert text.splitlines()[0] == "deal 2 (native), giza"
        assert "\n9 moves, 34 cards left\n" in text
        assert "\nwon in 28 moves\n" in text
        assert "ok: won in 28 moves" in answer("verify", str(file))
        talk(GIZA, format_moves(moves[:9]), f"save {file}")


def test_a_match_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    file = tmp_path / "match"
    talk(("1-6", "-g", "par"), "next", "deal*2", f"save {file}")
    assert len(file.read_text().splitlines()) == 6
    assert answer("verify", str(file)).endswith("6 records: 6 no claim\n")
    text = talk(("--load", str(file)), "next")
    assert text.startswith("deal 2 (native), par, 2 of 6\n")
    assert "2 moves, 52 cards left, score -52" in text
    assert "2 of 6 games over, total -104" in text


@pytest.mark.parametrize(
    "content",
    ["notes\n", "# notes\n", "\n", "{}\n", "[]\n", "[1]", "{", "\xff\xfe", '{"moves": []}'],
)
def test_only_saved_games_are_written_over(content: str, tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_bytes(content.encode("latin-1"))
    text = talk(GIZA, "9C/4S", f"save {file}")
    assert "holds something else than saved games: save!" in " ".join(text.split())
    assert file.read_bytes() == content.encode("latin-1")
    for command in ("save!", "save", "save"):
        assert "saved in" in talk(GIZA, "9C/4S", f"{command} {file}")
    assert "1 move made" in answer("verify", str(file))
    kept = file.read_bytes()
    text = talk(("5", "-g", "microsoft"), f"save {file}")
    assert "holds a game of another deal: save!" in " ".join(text.split())
    assert file.read_bytes() == kept


def test_what_was_loaded_is_kept_unless_it_was_saved(tmp_path: Path) -> None:
    for form in (["--words"], ["--format", "ndjson"]):
        file = tmp_path / "solution"
        file.write_text(answer("solve", *GIZA, *form))
        before = file.read_text()
        assert "something else" in talk((*GIZA, "--load", str(file)), "save")
        assert file.read_text() == before


def test_an_empty_file_is_written_to_and_a_device_is_not(tmp_path: Path) -> None:
    file = tmp_path / "new"
    file.touch()
    assert "saved in" in talk(GIZA, f"save {file}")
    assert "something else" in talk(GIZA, "save /dev/null")
    assert f"{tmp_path}: Is a directory" in " ".join(talk(GIZA, f"save {tmp_path}").split())


def test_names_are_shown_without_harm(tmp_path: Path) -> None:
    name = str(tmp_path / "a\x1b[31mb\x07")
    text = talk(GIZA, f"save {name}", f"save /no/{'x' * 300}\x1b")
    assert "\\x1b[31mb\\x07" in "".join(text.split())
    assert "\x1b" not in text and "\x07" not in text and "x" * 200 not in "".join(text.split())


def test_moves_in_words_are_loaded(tmp_path: Path) -> None:
    file = tmp_path / "words"
    file.write_text(answer("solve", *GIZA, "--words"))
    assert "won in 28 moves" in talk((*GIZA, "--load", str(file)))
    assert "won in 28 moves" in talk(("--load", str(file)))
    assert "belongs to another deal" in complaint("play", "1", "-g", "giza", "--load", str(file))
    file.write_text(file.read_text().partition("\n")[2])
    assert "won in 28 moves" in talk((*GIZA, "--load", str(file)))
    message = complaint("play", "--load", str(file))
    assert message == f"{file}: moves in words need the deal: pyrtool play DEAL --load FILE"
    assert "covered" in complaint("play", "1", "-g", "giza", "--load", str(file))


def test_what_solve_prints_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "solved"
    file.write_text(answer("solve", "1", "2", "-g", "giza", "--format", "json"))
    text = talk(("--load", str(file)), "next", "undo 2")
    assert text.startswith("deal 1 (native), giza, 1 of 2\n")
    assert "\n26 moves, 4 cards left\n" in text


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game"
    talk(GIZA, f"save {file}")
    load = ("--load", str(file))
    assert "it belongs to another deal" in complaint("play", "3", "-g", "giza", *load)
    assert "played under other rules: leave the deal out" in complaint("play", "2", *load)
    assert "it has 1 game, not 2: leave" in complaint("play", "2-3", "-g", "giza", *load)
    message = complaint("play", "-g", "bouquet", *load)
    assert message == f"{file}, game 1: it says giza, --game says bouquet"
    message = complaint("play", "--numbering", "freecell", *load)
    assert message == f"{file}, game 1: it says native, --numbering says freecell"
    assert talk(("-g", "giza", *load)).startswith("deal 2 (native), giza")
    file.write_text(file.read_text().replace('"moves": []', '"moves": [{"deal": []}]'))
    assert "there is no stock to deal from" in complaint("play", *load)
    file.write_text("{}\n")
    assert "line 1: the field 'rules' is missing" in complaint("play", *load)
    record = json.dumps(session(2, "giza").record())
    file.write_text(f"{record}\nKC\n")
    assert "moves that no heading is above" in complaint("play", *load)
    file.write_text("")
    assert "moves in words need the deal" in complaint("play", *load)


# A terminal, and other streams.


class Terminal:
    """A conversation on a terminal of its own."""

    def __init__(self, *words: str) -> None:
        self.ours, its = pty.openpty()
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"}
        self.process = subprocess.Popen(
            [*COMMAND, "play", *words],
            stdin=its,
            stdout=its,
            stderr=its,
            env=environment,
            start_new_session=True,
        )
        os.close(its)
        self.text = ""
        self.seen = 0

    def until(self, wanted: str) -> str:
        """What is shown after what was waited for before, up to the text that is wanted."""
        while wanted not in self.text[self.seen :]:
            if not select.select([self.ours], [], [], PATIENCE_S)[0]:
                break
            try:
                part = os.read(self.ours, 4096)
            except OSError:  # how Linux shows that the other end is closed
                break
            self.text += part.decode("utf-8", "replace").replace("\r\n", "\n")
        start, found = self.seen, self.text.find(wanted, self.seen)
        assert found >= 0, self.text[start:]
        self.seen = found + len(wanted)
        return self.text[start : self.seen]

    def type(self, text: str, wanted: str) -> None:
        """Type at the prompt, and wait for what is wanted."""
        self.until("> ")
        os.write(self.ours, text.encode())
        self.until(wanted)

    def end(self) -> int:
        status = self.process.wait(PATIENCE_S)
        os.close(self.ours)
        return status


def test_a_terminal_has_a_prompt_and_colours() -> None:
    terminal = Terminal(*GIZA)
    shown = terminal.until("52 cards left\n")
    assert "add to 13" in shown and "such as 4c 9h" in shown
    assert "\x1b[31mT♦\x1b[39m" in shown and "9♣" in shown
    terminal.type("9C/4S\n", "50 cards left\n")
    terminal.type("undo\n", "52 cards left\n")
    terminal.type("hin\t\n", "(won in")  # completed
    terminal.type("\x04", "\n")
    assert terminal.end() == 0


def wait_for_a_key(terminal: Terminal) -> None:
    """Until the program has asked for single keys, and waits. It waits for nothing else then, and
    a signal that comes before is noticed at the next key only."""

    def waits() -> bool:
        single_keys = not termios.tcgetattr(terminal.ours)[3] & termios.ICANON
        return terminal.process.poll() is not None or (
            single_keys and state(terminal.process.pid) == "S"
        )

    wait_for(waits, "a program that waits for a key")


@pytest.mark.parametrize("saved", [False, True])
def test_an_interrupted_game_is_not_lost(saved: bool, tmp_path: Path) -> None:
    terminal = Terminal(*GIZA, "--ascii")
    terminal.type("9C/4S\n", "50 cards left")
    if saved:
        terminal.type(f"save {tmp_path / 'game'}\n", "saved in")
    terminal.until("> ")
    wait_for_a_key(terminal)
    terminal.process.send_signal(signal.SIGINT)
    if not saved:
        assert terminal.until("9C/4S\n") == "\npyrtool: not saved; the moves were: 9C/4S\n"
    assert terminal.end() == 130
    assert ("not saved" in terminal.text) == (not saved)


def test_the_moves_of_all_deals_of_a_match_are_shown(tmp_path: Path) -> None:
    terminal = Terminal("2", "1", "2", "-g", "giza", "--ascii")
    terminal.type("9C/4S\n", "50 cards left")
    terminal.type(f"save {tmp_path / 'match'}\n", "saved in")
    terminal.type("next\n", "2 of 3")  # nothing of deal 2 is lost
    terminal.type("4D/9S\n", "50 cards left")
    terminal.type("next\n", "3 of 3")
    terminal.type("quit\n", "pyrtool: ")
    assert terminal.until("\n") == "not saved; the moves of deal 1 (native) were: 4D/9S\n"
    assert terminal.end() == 0
    assert terminal.text.count("not saved") == 1


def test_a_pipe_gets_neither_prompt_nor_signs() -> None:
    text = talk(GIZA, "9♣/4♠", "quit")
    assert ">" not in text
    assert text.isascii()


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_any_encoding_of_the_output(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pyrtool", "play", *GIZA],
        input="9♣/4♠\n♥♥♥ é\nquit\n".encode(),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding, "LC_ALL": "C"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"50 cards left" in done.stdout
    assert b"is not a move" in done.stdout


def test_a_closed_input_is_the_end() -> None:
    shell = 'exec "$0" -P -m pyrtool play 2 -g giza <&-'
    done = ended(["sh", "-c", shell, sys.executable])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("52 cards left\n")


def test_every_answer_fits_the_page() -> None:
    for name in list(GAMES)[::3]:
        lines = ["moves", "hint", "score", "help", "deal*3", "open", "solve", "solve play", "KC"]
        text = talk(("3", "-g", name, "--limit-nodes", "50000"), *lines)
        assert max(map(len, text.splitlines())) <= 80, name


# First contact.


def test_without_a_deal_one_comes_that_can_be_won(capsys: pytest.CaptureFixture[str]) -> None:
    text = talk((), "quit")
    found = re.match(r"deal (\d+) \(native\), giza\n", text)
    assert found, text
    assert solve(deal(int(found[1]), GAMES["giza"])).is_won
    assert "add to 13" in text and "won when all 52 cards are discarded" in " ".join(text.split())
    assert re.match(r"deal \d+ \(native\), clear\n", talk(("-g", "clear"), "quit"))


TYPED = [
    ("giza", 2, "9c 4s", "9C/4S"),
    ("giza", 2, "9c4s", "9C/4S"),
    ("giza", 2, "4S-9c", "4S/9C"),
    ("giza", 2, "q/a", "AC/QD"),
    ("giza", 2, "QD a", "AC/QD"),
    ("giza", 2, "9c4s 5s/8d, 9d/4h", "9C/4S 5S/8D 9D/4H"),
    ("giza", 2, "9c4s 1 12", "9C/4S AC/QD"),
    ("spanish", 9, "12", "QD"),
    ("spanish", 9, "11d/1h", "JD/AH"),
    ("microsoft", 9, "deal 4", "deal*4"),
    ("microsoft", 9, "D 10", "deal*10"),
    ("day", 9, "deal 2 to 1", "deal1*2"),
    ("day", 9, "deal 1 to 2", "deal2"),
]


def test_moves_are_understood_as_people_type_them() -> None:
    for name, number, typed, meant in TYPED:
        start = Position.start(deal(number, GAMES[name]))
        assert format_moves(parse_typed(typed, start)) == meant


@pytest.mark.parametrize(
    ("game", "typed", "wrong"),
    [
        ("microsoft", "deal 13", "deal 13 may be deal*13 or deal K: which?"),
        ("spanish", "deal 12", "deal 12 may be deal*12 or deal Q: which?"),
        ("microsoft", "deal 0", "move 1: deal*0 is no move"),
        ("day", "deal 2", "move 1: deal: say to which waste"),
    ],
)
def test_dealing_that_may_be_another_move_is_asked_about(game: str, typed: str, wrong: str) -> None:
    start = Position.start(deal(9, GAMES[game]))
    with pytest.raises(PyrtoolError) as found:
        parse_typed(typed, start)
    assert str(found.value).startswith(wrong)


def test_short_words_are_understood() -> None:
    text = talk(("9", "-g", "microsoft"), "d 2", "d2", "u", "h", "m", "q", "moves")
    assert "2 moves," in text and "4 moves," in text and "3 moves," in text and "hint: " in text
    assert text.count("deal 9 (native)") == 1


def test_save_alone_finds_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "giza-2.json").write_text("mine")
    assert "saved in giza-2-2.json\n" in talk(GIZA, "9C/4S", "save", "save")
    assert (tmp_path / "giza-2.json").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["giza-2-2.json", "giza-2.json"]


@pytest.mark.parametrize("command", ["save 'a game'", 'save! "a game"', "save ~/game", "save game"])
def test_a_name_is_read_as_a_shell_reads_it(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    talk(GIZA, "9C/4S", command)
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert file == tmp_path / ("a game" if "a game" in command else "game")


def test_nothing_breaks_inside_a_word_at_60_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    text = talk((), "help", "moves", "hint", "rules", "score")
    assert max(map(len, text.splitlines())) <= 60


def test_q_is_a_queen_beside_another_card_and_where_she_may_go_alone() -> None:
    assert talk(GIZA, "q a", "quit") == talk(GIZA, "a q", "quit")
    assert "quit: " not in talk(("3", "-g", "cheops"), "Q D")
    text = talk(("3", "-g", "spanish"), "q", "Q", "show", "quit")
    assert text.count("q: the queen, or the end? Type 12 or quit.\n") == 2
    assert text.count("turned ") == 2
    assert "next" not in talk(GIZA, "q", "help")


def test_cards_of_a_real_table_are_named_as_they_are_turned(tmp_path: Path) -> None:
    file, saved = tmp_path / "table.txt", tmp_path / "game.json"
    cards = Position.start(deal(9, GAMES["microsoft"]))
    rows = format_position(cards).partition(" turned")[0].partition(" stock")[0]
    file.write_text(f"{rows} turned 6H stock 23 face down")
    deal_words = (str(file), "-g", "microsoft")
    text = talk(deal_words, "turned 3c", "d", "hint", "turned", "turned xx", "turned QS", "quit")
    assert "no card that was dealt is unknown" in text
    assert "name the card dealt: turned 5C" in text
    assert "the turned card is unknown, which a player has seen" in text
    assert "name 1 card: this many were dealt and are unknown" in text
    assert "'xx' is not a card: write 7S" in text and "QS lies in two places" in text
    typed = ("d", "turned QS", "turned 3h", "d", "turned 4h")
    text = talk(deal_words, *typed, f"save {saved}", "quit")
    assert "turned   4H\nstock    21 face down\nwaste    6H 3H" in text
    again = talk(("--load", str(saved)), "undo 2", "quit")
    assert "turned   4H\nstock    21 face down\nwaste    6H 3H" in again
    assert "turned   6H\nstock    23 face down\n0 moves" in again


@pytest.mark.parametrize(
    ("game", "there", "not_there"),
    [
        ("giza", ("4c/9h, 4c 9h, 4/9 ", "kc, k "), ("deal, ", "redeal, ", "turned ")),
        ("pyramid", ("4c/9h", "kc, k ", "deal, deal*3, d ", "turned 5c "), ("redeal, ",)),
        ("microsoft", ("redeal, r ",), ()),
        ("nestor", ("ac/ah, ac ah, a/a ",), ("4c/9h", "kc, k", "deal, ")),
        ("piramide", ("ac/9h, ac 9h, a/9 ", "tc, t "), ("kc, k",)),
    ],
)
def test_help_names_what_the_game_has(
    game: str, there: tuple[str, ...], not_there: tuple[str, ...]
) -> None:
    text = answer("play", "2", "-g", game, input="help\nquit\n")
    lines = text.splitlines()
    assert all(any(line.startswith(words) for line in lines) for words in there)
    assert not any(line.startswith(words) for line in lines for words in not_there)
