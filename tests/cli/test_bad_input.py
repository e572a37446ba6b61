"""Wrong input of every kind to every command: one line that names the place, and status 2.

Each case is run in this process, a sample of them again as a process. No file is left behind, and
none takes two seconds of the processor: `watched` ends it then.
"""

import io
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
import typer

from pyrtool import Lost, Position, deal
from pyrtool.base.messages import printable
from pyrtool.cli.app import app
from pyrtool.game.games import game
from pyrtool.notation import format_deal, format_diagram
from pyrtool.records.writing import solve_record

from ..commands import COMMAND, ended, run
from ..tables import PILES, PYRAMID, SEEN, TABLE, WRONG_TABLES

GIZA = game("giza")
CARDS = format_deal(deal(2, GIZA).cards)
DIAGRAM = format_diagram(Position.start(deal(2, GIZA)))
LONG_NAME = "n" * 300
MOST_SECONDS: Final = 10.0
MOST_LETTERS: Final = 400


@dataclass(frozen=True)
class Bad:
    """A call that must fail with one line, that has `expected`, or without it one of the words.

    `input` is the standard input.
    """

    words: tuple[str, ...]
    expected: str = ""
    input: bytes = b""

    def is_named(self, line: str) -> bool:
        if self.expected:
            return self.expected in line
        names = (printable(word).lstrip("-")[:20] for word in self.words[1:])
        empty = "" in self.words and ("''" in line or "an empty word" in line)
        return empty or any(name in line for name in names if name)


def record(**fields: object) -> str:
    """A record of deal 2, with fields that are wrong; one that is None is left out."""
    whole = solve_record(deal(2, GIZA), "giza", Lost("exhausted", 1)) | fields
    return json.dumps({name: value for name, value in whole.items() if value != "leave out"}) + "\n"


# Files.

FILES: Final[dict[str, tuple[str | bytes, str]]] = {
    "empty": ("", "no deals in"),
    "remarks": ("# nothing\n# else\n", "no deals in"),
    "short": (" ".join(CARDS.split()[:51]) + "\n", "line 1: "),
    "many": (CARDS + " AS\n", "line 1"),
    "twice": ("7S " + " ".join(CARDS.split()[:-1]) + "\n", "card 2: 7S appears twice, at 1 and"),
    "nocard": (CARDS.replace("KC", "ZZ") + "\n", "line 1, card 2: 'ZZ' is not a card"),
    "third": (f"\n# ok\n{CARDS.replace('QC', '1C')}\n", "line 3, card "),
    "numbers": ("1 2 3\n", "line 1"),
    "unicode": (CARDS.replace("7S", "７S") + "\n", "line 1, card 1: '７S' is not a card"),
    "escapes": (CARDS.replace("KC", "\x1b[31mKC\x07") + "\n", "card 2: '\\x1b[31mKC\\x07' is not"),
    "diagram_cut": ("\n".join(DIAGRAM.splitlines()[:4]) + "\n", "line "),
    "diagram_twice": (DIAGRAM.replace("KC", "7S") + "\n", "line "),
    "json_cut": ('{"cards": "7S', "line 1: not JSON"),
    "json_empty": ("{}\n", "without the field 'cards'"),
    "json_list": ("[[]]\n", "record 1"),
    "json_null": ('{"cards": null}\n', "'cards'"),
    "json_cards": (json.dumps({"cards": "7S KC"}) + "\n", "line 1"),
    "json_deep": ("[" * 100_000 + "\n", "line 1: not JSON"),
    "json_huge": ('{"deal": ' + "9" * 6000 + "}\n", "line 1"),
    "binary": (bytes(range(256)) * 40, "line 1, card 1: '\\x00"),
    "utf16": (CARDS.encode("utf-16"), "line 1: not UTF-8"),
    "nul": (b"\0" * 1000, "line 1"),
    "huge_line": (b"7S " * 700_000, "line 1: too long for a deal"),
    "png": (b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "a PNG picture without a deal: those"),
    "jpeg": (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01", "not text but a JPEG picture: must be text"),
    "gif": (b"GIF89a\x00\x01", "not text but a GIF picture: must be text"),
    "webp": (b"RIFF\x10\x00\x00\x00WEBPVP8 \xff", "a WebP picture without a deal: those"),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF document without a deal: those"),
    "zip": (b"PK\x03\x04\x14\x00", "not text but a ZIP archive, or a document in one"),
    "sqlite": (b"SQLite format 3\x00\x10", "not text but an SQLite database, such as a ledger"),
    "control": (b"\x01\x02\xff\xfa", "line 1: not text: must be text, such as deals or solutions"),
}
"""Files that hold no deals: what is in them, and what is reported of it."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all the files, out of which the cases are run."""
    made = tmp_path_factory.mktemp("bad")
    (made / "folder").mkdir()
    for name in FILES:
        (made / name).write_bytes(content(name))
    (made / "good").write_text(CARDS + "\n")
    (made / "records").write_text(record())
    return made


# The cases.

DEALING: Final = ("deal", "solve", "rate", "blocks", "render", "play", "advise", "open")
"""The commands that take DEALS."""

LEAST: Final = {"render": ("-o", "x-{deal}.png")}
"""What a command cannot do without."""


def dealing(command: str, *words: str) -> tuple[str, ...]:
    return (command, *words, *LEAST.get(command, ()))


def some(commands: Sequence[str], at: int) -> tuple[str, str, str]:
    """Three of the commands, others for every `at`."""
    first, second, third = ((at + k * 3) % len(commands) for k in range(3))
    return commands[first], commands[second], commands[third]


def of_files() -> Iterator[Bad]:
    faults = {"missing": "not a deal number, a range, or a file", "folder": "is a folder"}
    faults |= {name: expected for name, (_, expected) in FILES.items()}
    for at, (name, expected) in enumerate(faults.items()):
        for command in some(DEALING, at):
            yield Bad(dealing(command, name), expected)
        if name not in ("missing", "folder", "third"):
            yield Bad(("solve", "-"), expected, input=content(name))
            yield Bad(("survey", "run", "--ledger", "x.db", name), expected)
    for name in ("missing", "folder", "empty", "binary", "utf16", "nul", "json_deep", "json_list"):
        expected = "line " if name in ("binary", "utf16") else name
        yield Bad(("verify", name), name)
        yield Bad(("verify", "good", "--cards", name), name)
        yield Bad(("verify", name, "--deal", "2", "-g", "giza"), expected)
        if name != "empty":  # which is a game without moves
            yield Bad(("play", "2", "-g", "giza", "--load", name), name)
    for name in ("jpeg", "zip", "control"):
        for words in (("verify",), ("play", "--load"), ("verify", "--cards")):
            yield Bad((*words, name), FILES[name][1])


def content(name: str) -> bytes:
    given = FILES[name][0]
    return given if isinstance(given, bytes) else given.encode()


def of_words() -> Iterator[Bad]:
    faults = {
        "": "an empty word is not a deal number, a range, or a file",
        " ": "is not a deal number, a range, or a file",
        "-1": "unknown option -1",
        "+1": "is not a deal number",
        "1e3": "is not a deal number",
        "0x10": "is not a deal number",
        "１２": "'１２' is not a deal number",
        "٣": "is not a deal number",
        "²": "is not a deal number",
        "5-2": "5-2: the range runs backwards",
        "1-": "is not a deal number",
        "1-2-3": "is not a deal number",
        "1,2": "is not a deal number",
        "18446744073709551616": "18446744073709551616",
        "1-18446744073709551616": "18446744073709551616",
        "9" * 400: "99",
        "ms1": "only PySolFC's numbering has such deals: use --numbering pysolfc",
        "ms1-ms5": "ms",
        "1-ms5": "written alike",
        "7S KC": "'7S KC' is not a deal number",
        LONG_NAME: "File name too long",
        "\x1b[2J": "'\\x1b[2J' is not a deal number",
        "a\nb": "'a\\nb' is not a deal number",
        "\udcff": "is not a deal number",
        "/dev/null": "no deals in /dev/null",
    }
    for at, (word, expected) in enumerate(faults.items()):
        for command in some(DEALING, at):
            yield Bad(dealing(command, word), expected)
    for number, expected in {"0": "0", "2147483648": "2147483648", "x": "x"}.items():
        yield Bad(("deal", number, "--numbering", "freecell"), expected)
        yield Bad(("verify", "--deal", number, "--numbering", "freecell"), expected)
    spanish = ("deal", "ms5", "-g", "spanish", "--numbering", "pysolfc")
    yield Bad(spanish, "deal 5: pysolfc deals have 52 cards, the deck has 48")
    for number in ("0", "100000000000000000001", "ms0", "ms8589934592"):
        yield Bad(("deal", number, "--numbering", "pysolfc"), number)
    for command in DEALING[:5]:
        yield Bad(dealing(command, "-", "-"), "the standard input (-) can be read only once")
        yield Bad(dealing(command), "DEALS")
    yield Bad(("play", "1-200"), "at most 100 deals")
    yield Bad(("open", "1-3"), "several deals: `pyrtool site 1-3 -o DIR` makes a site of them")
    yield Bad(("open", "2", "3"), "3")


def of_rules() -> Iterator[Bad]:
    """Rules that are none, or contradict each other."""
    commands = ["deal", "solve", "rate", "blocks", "render", "play"]
    whole = ("0", "-1", "99", "1.5", "", "x", "nan", "１", "9" * 30)
    options = ("--rows", "--pyramids", "--reserve", "--draw", "--wastes", "--total", "--suits")
    faults = [(option, value) for option in options for value in whole]
    faults = [(o, v) for o, v in faults if (o, v) != ("--reserve", "0")]
    columns = ("", "8", "8x", "x3", "0x3", "8x0", "99x9", "８x３", "8x3x1", "9" * 30 + "x3")
    faults += [("--columns", value) for value in columns]
    faults += [("--passes", value) for value in ("", "0", "-1", "100", "x", "1.5", "inf", "9" * 30)]
    choices = ("--stock", "--stock-waste", "--goal", "--scoring", "--game", "--numbering")
    faults += [(option, value) for option in choices for value in ("", "X", "\x1b[0m", LONG_NAME)]
    for at, (option, value) in enumerate(faults):
        command = commands[at % len(commands)]
        yield Bad(dealing(command, "2", option, value), option.removeprefix("--"))
    contradictions = {
        "-g giza --rows 9": "the tableau needs 69 cards, the deck has 52",
        "-g giza --passes 2": "--passes has no meaning with no stock: leave it out",
        "--draw 3": "--draw 3 has no meaning with the stock top available: add --no-stock-top",
        "--deal-to choice": "--deal-to has no meaning with one waste: add --wastes 2",
        "--waste-match": "--waste-match has no meaning with one waste: add --wastes 2",
        "--stock none": "24 cards are left over",
        "-g tut --stock-waste auto": "--stock-waste auto has no meaning without the stock top: use",
        "--total 5 --suits 2": "the tableau needs 28 cards, the deck has 10",
        "--total 99": "--total 99: must be 2 to 14",
        "--scoring par --passes 9": "--scoring par has no points beyond the third pass: use --pas",
        "--scoring microsoft": "--scoring microsoft ends the game when the pyramid is cleared: use",
        "--tableau nothing": "--tableau: 'nothing'",
        "--tableau triangle": "--tableau: 'triangle' is no shape: write pyramid ROWS",
        "--tableau 'pyramid 7' --rows 7": "--rows has no meaning beside --tableau",
        "-g triangle --rows 7": "beside --tableau in triangle: say it in --tableau",
        "--tableau 'columns 3x3' --goal pyramid": "--goal pyramid has no meaning: the",
        "--pairs 'sum 13, K alone, K-Q'": "K is alone and matches Q: a rank does one of these",
    }
    for words, expected in contradictions.items():
        for command in ("deal", "solve", "render"):
            yield Bad(dealing(command, "2", *shlex.split(words)), expected)


def of_limits() -> Iterator[Bad]:
    values = ("0", "-1", "x", "", "nan", "1e400", "-inf", "9" * 23, "１")
    for option in ("--limit-nodes", "--limit-seconds", "--limit-memory"):
        for value in values:
            for command in ("solve", "rate"):
                yield Bad(dealing(command, "2", option, value), option[8:])
    for command in ("deal", "render", "play"):
        kept = () if command == "play" else ("--keep-if", "lost")
        yield Bad(dealing(command, "2", *kept, "--limit-memory", "0"), "--limit-memory 0: must be")
    for option in ("--limit-positions", "--playouts"):
        for value in ("0", "-1", "x", "4294967296", "nan"):
            yield Bad(("rate", "2", option, value), option.rpartition("-")[2])
            yield Bad(("find", "1", option, value), option.rpartition("-")[2])


def of_options() -> Iterator[Bad]:
    """Options that do not exist, that lack a value, or exclude each other."""
    for command in (*DEALING, "games", "verify", "find", "puzzles", "survey"):
        yield Bad((command, "--nonsense"), "--nonsense")
        yield Bad((command, "--\x1b[31m"), "\\x1b[31m")
    yield Bad(("deal", "2", "--format"), "--format")
    near = {
        "solve 2 -g giz": "unknown game 'giz': did you mean giza? (`pyrtool games` lists all)",
        "solve 2 -g piramid": "unknown game 'piramid': did you mean ",
        "solve 2 -g chess": "unknown game 'chess': choose from pyramid, bouquet, par, ",
        "games golf": "unknown game 'golf': choose from pyramid, bouquet, par, ",
        "solve 2 --format jso": "; did you mean json?",
        "slove 2": "unknown command 'slove': did you mean solve?",
        "freeze": "unknown command 'freeze': choose from deal, find, compose, twins, games, ",
        "2": "unknown command '2': did you mean pyrtool solve 2?",
        "1-10": "unknown command '1-10': did you mean pyrtool solve 1-10?",
        "relaxed": "unknown command 'relaxed': did you mean pyrtool games relaxed, or pyrtool",
        "good": "unknown command 'good': did you mean pyrtool solve good?",
        "survey mrge": "unknown command 'mrge': did you mean merge?",
        "solve 2 --shortst": "unknown option --shortst: did you mean --shortest?",
        "solve 2 --xyzzy": "unknown option --xyzzy: --help lists all",
    }
    for words, expected in near.items():
        yield Bad(tuple(words.split()), expected)
    yield Bad(("n" * 300,), "unknown command ")
    yield Bad(("puzzles",), "a command is missing")
    yield Bad(("survey",), "a command is missing")
    yield Bad(("games", "giza", "par"), "2 games: name one, or two after compare")
    yield Bad(("games", "compare", "giza"), "needs two games, not 1")
    yield Bad(("games", "compare", "giza", "gizza"), "unknown game 'gizza': did you mean giza?")
    yield Bad(("deal", "1", "--game", "giza", "-g", "par"), "--game is given twice: give it once")
    yield Bad(("deal", "1", "--overlap", "--no-overlap"), "--overlap is given twice")
    yield Bad(("games", "\x1b[31m"), "'\\x1b[31m'")
    yield Bad(("solve", "2", "--at-least", "3"), "these rules keep no score")
    yield Bad(("solve", "2", "--best", "6", "--at-least", "5"), "must be from 0 to 4")
    yield Bad(("solve", "2", "--game", "par", "--at-least", "51"), "must be from -52 to 50")
    yield Bad(("solve", "2", "--best", "T", "--total", "9"), "the deck has no such cards")
    yield Bad(("solve", "2", "--best", "most"), "--best")
    yield Bad(("advise", "2", "--closed", "--seed", "-1"), "seed -1: must be 0 to")
    yield Bad(("advise", "2", "--closed", "--seed", "9" * 40), "must be 0 to 18446744073709551615")
    yield Bad(("advise", "2", "-g", "giza", "--closed"), "no card is hidden here, so every chance")
    yield Bad(("advise", "2", "--closed", "--orders", "0"), "orders 0: must be 1 to")
    yield Bad(("advise", "2", "-g", "giza", "--seed", "1"), "--seed: every card is known here")
    yield Bad(("explain", "2", "--goal", "pyramid", "-g", "giza"), "explanations need goal all; bl")
    yield Bad(("solve", "2", "--best", "score"), "score")
    yield Bad(("play", "2", "-g", "giza", "--closed"), "--closed: this game has no stock")


WRONG_HEADINGS: Final = {
    "# deal 2 (native), whist\n2": "1: unknown game 'whist'",
    "\n# deals (native), giza, rose 3": "2: unknown rule 'rose 3'",
    "# deals (freecell), giza\n0": "2: deal 0: freecell deals are numbered 1 to",
    "# deal 2 (native), giza, after KC/KC": "1, move 1: KC/KC",
}
"""Headings above deals, with the line and what is reported of it."""

WRONG_PILES: Final = {
    "turned KS\nstock 40 face down": "(with the other lines as they are, write stock ",
    "turned KS\nwaste 4H\nstock 5 face down\ngone KH KH": "line 11, card 2: KH appears twice",
    "turned QS\nstock 5 face down": "QS appears twice",
    "turned KS\nwaste some face down 6H\nstock 3 face down": "write a number, as in waste 3 face",
    "turned KS\ngone 3 face down\nstock face down": "gone: name these cards",
    "stock 18 face down": "name it: turned 5C",
    "turned KS\nwaste 25 face down 6H\nstock face down": "no card is left that can lie face",
    "turned KS\nwaste 6H\nstock 17 face down\npass 4": "rules have 3 passes (name the game",
    "turned KS\nstock 3 face down\ngone 8S 8C": "8 cannot have gone without partners",
    "turned KS\nstock face down 5C": "say how many, as in stock 3 face down",
    "turned KS\nstock 0 face down": "write stock ",
}
"""Piles beside `PYRAMID` that cannot be."""

WITHOUT_TURNED_CARD: Final = {
    "stock 24 face down": "name it, as in turned 5C, with stock 23 face down",
    "stock 23 face down": "no turned card is given: name it before the stock",
    "stock 24": "line 9, card 1: for cards that nobody has seen write 24 face down",
}


def of_tables() -> Iterator[Bad]:
    """Tables in the middle of a game that cannot be."""
    for text, expected in WRONG_TABLES.values():
        for command in ("solve", "blocks", "rate"):
            if "??" not in text or command == "solve":
                yield Bad((command, "-"), expected, input=text.encode())
    good = f"{TABLE}{PILES}".encode()
    yield Bad(("solve", "-", "-g", "giza"), "stock: these rules deal none", input=good)
    yield Bad(("deal", "-"), "whole deals are wanted here", input=good)
    yield Bad(("survey", "run", "--ledger", "x.db", "-"), "whole deals", input=good)
    wrong: tuple[object, ...] = (3, [], "7S", "", "QS / AS", {"a": 1})
    for position in wrong:
        text = record(cards=None, position=position)
        yield Bad(("solve", "-"), "line 1", input=text.encode())
        yield Bad(("verify",), "line 1", input=text.encode())
    for piles, expected in WRONG_PILES.items():
        table = f"{PYRAMID}{piles}\n".encode()
        yield Bad(("advise", "-", "-g", "microsoft"), expected, input=table)
    of_five = str(Position.start(deal(5))).partition("turned")[0]
    for piles, expected in WITHOUT_TURNED_CARD.items():
        yield Bad(("advise", "--closed", "-"), expected, input=f"{of_five}\n{piles}\n".encode())
    some = f"{PYRAMID}{SEEN['any stock']}\n".encode()
    yield Bad(("advise", "-", "--closed"), "leave out --closed", input=some)
    for text, expected in WRONG_HEADINGS.items():
        yield Bad(("solve", "-"), f"stdin, line {expected}", input=text.encode())
    both = record(position="QS / AS KC")
    yield Bad(("solve", "-"), "'cards' and 'position' exclude each other", input=both.encode())


def of_verify() -> Iterator[Bad]:
    faults: dict[str, tuple[object, ...]] = {
        "rules": ([], None, "giza", 3, GIZA.to_dict() | {"rows": "7"}),
        "game": (None, 3, ["giza"]),
        "cards": ("", None, 3, "7S KC", [CARDS], CARDS.replace("7S", "KC")),
        "verdict": ("lose", None, 3, ["lost"], "\x1b[0m"),
        "moves": ("KC", 3, [{}], [{"discard": [{"card": "KC"}]}], {"deal": 1}),
        "nodes": ("1", None, 1.5, True),
        "deal": (-1, [2], 1.5, True, "x" * 300),
        "numbering": ("mine", 3, ["native"]),
        "reason": ("bad luck", 3),
    }
    for name, values in faults.items():
        for value in values:
            won = {"verdict": "won", "reason": None} if name == "moves" else {}
            text = record(**{name: value}, **won)
            yield Bad(("verify",), "line 1", input=text.encode())
    for name in ("rules", "game", "cards", "verdict", "moves", "nodes"):
        yield Bad(("verify",), name, input=record(**{name: "leave out"}).encode())
    yield Bad(("verify",), "no records in stdin")
    yield Bad(("verify",), "needs --deal or --cards", input=b"KC deal")
    yield Bad(("verify", "--deal", "2"), "no moves in stdin")
    yield Bad(("verify", "--deal", "2"), "stdin, move 2: 'foo' is not", input=b"9C/4S foo")
    yield Bad(("verify", "-g", "par"), "the record says giza, --game says par", record().encode())
    yield Bad(("solve", "-", "-g", "par"), "giza, --game says par", record().encode())
    options = "the record says giza, no overlap; the options say overlap"
    yield Bad(("solve", "-", "--overlap"), options, record().encode())
    contradictory: tuple[dict[str, object], ...] = (
        {"game": "whist"},
        {"game": 7},
        {"game": "pyramid"},
        {"rules": 3},
        {"rules": {"rows": 77}},
        {"reason": "unfinished", "moves": [{"deal": []}]},
        {"reason": "unfinished", "moves": 7},
        {"after": [{"redeal": 3}]},
    )
    for fields in contradictory:
        yield Bad(("solve", "-"), "line 1", input=record(**fields).encode())
    yield Bad(("verify", "good"), "line 1")
    yield Bad(("verify", "-", "--cards", "-"), "the standard input (-) can be read only once")
    yield Bad(("verify", "records", "--rows", "6"))
    yield Bad(("verify", "--deal", "1-3"), "1-3")
    for words in ("KX", "4C/", "deal*0", "deal*99999999999", "\x1b[31mKC", "４C", "k" * 300, "KC/"):
        asked = ("verify", "--deal", "2", "-g", "giza")
        yield Bad(asked, "move 1", input=words.encode())


def of_pictures() -> Iterator[Bad]:
    """Pictures that cannot be drawn, or not there."""
    giza = ("render", "2", "-g", "giza", "-o")
    outputs = {
        "": "",
        "x": "a file without suffix",
        "x.bmp": ".bmp",
        "x.": "without suffix",
        ".png": "",
        "folder": "",
        "missing/x.png": "there is no folder missing",
        "{deal}/x.png": "is allowed only in the file's own name",
        "good/x.png": "there is no folder good",
        "/proc/x.png": "/proc",
        f"{LONG_NAME}.png": "File name too long",
        "\x1b[31m.bmp": "\\x1b[31m.bmp",
    }
    for output, expected in outputs.items():
        yield Bad((*giza, output), expected)
        yield Bad(("puzzles", "render", "1", "-o", output.replace("deal", "puzzle")), expected)
    for option, values in {
        "--width": ("0", "199", "8001", "-5", "x", "1e3", "9" * 30),
        "--dpi": ("0", "9", "10001", "x"),
        "--deck": ("tarot", "", "\x1b[31m", LONG_NAME),
        "--background": ("red", "", "\x1b[31m"),
        "--after": ("-1", "29", "x", "9" * 30),
        "--strip": ("0", "1", "29", "x"),
        "--caption": ("\x07", "a\x1b[0m", "\ufffe", "\udcff"),
        "--font": ("missing", "folder", "good", "binary", "nul", "", LONG_NAME, "/dev/zero"),
    }.items():
        for value in values:
            yield Bad((*giza, "x.png", option, value))
    yield Bad((*giza, "x.gif", "--background", "transparent"), "transparent")
    yield Bad((*giza, "x.html", "--caption", "\x07"), "U+0007 at 1")
    yield Bad((*giza, "x.png", "--block"), "it has no block")
    yield Bad((*giza, "x.gif", "--frame-ms", "5"), "--frame-ms 5: must be 20 to")
    yield Bad((*giza, "x.gif", "--width", "2001"), "--width 2001: must be 200 to")
    yield Bad((*giza, "x.webp", "--after", "0", "--dpi", "300"), "--dpi 300: a .webp file has no")
    yield Bad((*giza, "x.png", "--after", "29"), "deal 2 (native): the solution has")
    yield Bad((*giza, "x.png", "--strip", "29"), "--strip 29: 28 moves make at most")
    yield Bad((*giza, "x.png", "--strip", "41"), "--strip 41: must be 2 to 40")
    yield Bad((*giza, "x.png", "--caption", "a\x07\x1b"), "'a\\x07\\x1b': the character U+0007")
    yield Bad((*giza, "x.png", "--step", "3"), "deal 2 (native): no step '3': the only step is 1")
    for words, expected in {
        "176 --step 4": "no step '4': the only step is 1",
        "3 -g double-pyramid --step 1": "explanations need one pack",
        "203 --step all": "room for 40 of its 100 steps: {step} in the file name",
        "176 177 --step 1": "several deals need {deal} or {n}",
    }.items():
        yield Bad(("render", *words.split(), "-o", "x.png"), expected)
    yield Bad((*giza, "x.png", "--limit-nodes", "9"), "limits go with what is solved: this pict")
    yield Bad(("render", "1-3", "2", "-o", "{deal}.png"), "2.png: two pictures would get this")
    ms = ("render", "ms5", "1", "ms4-ms6", "--numbering", "pysolfc", "-o", "{deal}.png")
    yield Bad(ms, "ms5.png: two pictures would get this name")
    yield Bad(("render", "2-3", "-g", "giza", "-o", "x.png"), "several deals need {deal}")
    yield Bad(("render", "1", "-g", "giza", "-o", "x.gif"), "there is no solution")
    for suffix in (".png", ".html"):
        given = ("render", "1", "-g", "giza", "-o", f"x{suffix}")
        yield Bad((*given, "--after", "1"), "deal 1 (native): there is no solution")
    yield Bad(("render", "1", "-g", "giza", "-o", "x.png", "--rate"), "no rating")


def of_puzzles() -> Iterator[Bad]:
    for word in ("0", "999", "5-2", "the-far-corner", "", "-1", "１", "9" * 30, "\x1b[1m"):
        yield Bad(("puzzles", "show", word))
        yield Bad(("puzzles", "solve", word))
        yield Bad(("puzzles", "render", word, "-o", "x.png"))
        yield Bad(("puzzles", "book", word, "-o", "x.pdf"))
    yield Bad(("puzzles", "show", "40-99"), "unknown problem '99'")
    yield Bad(("puzzles", "list", "--game", "nope"), "unknown game 'nope'")
    yield Bad(("puzzles", "show"), "PUZZLES")
    yield Bad(("puzzles", "render", "1-2", "-o", "x.png"), "several problems need {puzzle}")
    yield Bad(("puzzles", "book"), "--output")
    yield Bad(("puzzles", "show", "5-2"), "the range runs backwards")
    yield Bad(("puzzles", "render", "1", "-o", "x.png", "--after", "99"), "has 28 moves")
    yield Bad(("book", "2", "-g", "giza", "-o", "x.png"), "x.png: a booklet is a .pdf")
    yield Bad(("book", "2", "-g", "giza", "-o", "x.pdf", "--author", "x" * 121), "at most 120")
    yield Bad(("book", "-", "-o", "x.pdf", "--titles", "-"), "can be read only once")
    yield Bad(("puzzles", "book", "-o", "missing/x.pdf"), "there is no folder missing")
    for words, expected in {
        "--per-page 3": "--per-page 3: must be 1, 2 or 4",
        "--paper a5": "unknown paper 'a5'",
        "--deck tarot": "unknown deck 'tarot'",
        "--title \x1b[31m": "\\x1b[31m",
        f"--title {'t' * 121}": "--title: 121 characters: at most 120 have room",
        "--font good": "good: is no TrueType or OpenType font with outlines",
        "--level master": "none of these problems",
        "--game bouquet": "none of these problems",
        "--game chess": "unknown game",
    }.items():
        yield Bad(("puzzles", "book", "1", "-o", "x.pdf", *words.split()), expected)
    for words, expected in {
        "--days -1": "--days -1: must be 0, or 7 to 3660",
        "--days 6": "--days 6: must be 0, or 7 to 3660",
        "--from 2026-02-29": "'2026-02-29': must be a date, as 2026-11-22",
        "1 --game giza": "deal 1 (native): cannot be won (simple block)",
        f"--title {'x' * 61} --days 0": "--title: must have 1 to 60 characters",
        "--title ' ' --days 0": "--title: must have 1 to 60 characters",
    }.items():
        yield Bad(("site", *shlex.split(words), "-o", "site"), expected)


def of_find() -> Iterator[Bad]:
    find = ("find", "1-9", "--workers", "1")
    for option, values in {
        "--hardest": ("0", "-1", "x", "9" * 30),
        "--level": ("", "nope", "\x1b[31m", LONG_NAME),
        "--difficulty": ("", "x", "5-2", "-", "--", "1e3", "nan", "１-２", "9" * 40),
        "--only-moves": ("", "x", "5-2", "-"),
        "--kings-in-stock": ("-1", "5", "x"),
        "--workers": ("0", "-1", "x"),
        "--numbering": ("mine",),
    }.items():
        for value in values:
            yield Bad((*find, option, value))
    yield Bad(("find",), "DEALS")
    for word in ("", "x", "5-2", "missing", "good", "-1"):
        yield Bad(("find", word))
    yield Bad((*find, "--level", "hard-easy"), "--level hard-easy: runs backwards")
    yield Bad((*find, "-g", "giza", "--kings-in-stock", "1"), "have no stock")
    yield Bad((*find, "--by", "passes", "--hardest", "2", "-g", "giza"), "these rules have no sto")
    yield Bad((*find, "--by", "matchings", "--hardest", "2"), "--by matchings: matchings are c")
    yield Bad((*find, "--by", "beauty", "--hardest", "2"), "--by 'beauty': must be length, ")
    yield Bad((*find, "--theme", "aces"), "--theme 'aces': must be set-in-stock, kings-high")
    yield Bad((*find, "-g", "giza", "--theme", "set-in-stock"), "set-in-stock: needs a stock")
    yield Bad((*find, "--pick", "0"), "--pick 0: must be 1 to 999")
    yield Bad((*find, "--pick", "3", "--spread", "hard-"), "--spread 'hard-': must be easy, mod")
    yield Bad((*find, "--first", "0"), "first 0: must be 1 to")
    yield Bad((*find, "-o", "no/deals.txt"), "no/deals.txt: there is no folder no")
    yield Bad((*find, "--limit-seconds", "1"), "--limit-seconds")
    yield Bad((*find, "--technique", "x"), "unknown technique 'x': must be order, ")
    yield Bad(("find", "--", "--ledger"), "--ledger")
    for file in ("missing/x", "folder", "good", "binary", LONG_NAME, "/proc/x", "/dev/full"):
        yield Bad((*find, "--journal", file))
    for words, expected in {
        "-g giza 32000-32009": "takes numbers of --numbering pysolfc",
        "-g pysolfc ms32000": "takes numbers of --numbering pysolfc",
        "-g pysolfc 31999-32009": "deal 31999: a list of seeds takes",
        "-g pysolfc 32000 --passes 2": "a list of seeds is written for",
    }.items():
        seeds = ("--format", "pysolfc", "-o", "seeds.py", "--workers", "1")
        yield Bad(("find", *words.split(), *seeds), expected)


def of_surveys() -> Iterator[Bad]:
    for command in (("status",), ("report",), ("export",), ("merge", "-o", "x.db")):
        for file in ("missing", "folder", "good", "binary", "empty", LONG_NAME, "\x1b[31m"):
            yield Bad(("survey", *command, file))
        yield Bad(("survey", *command), "LEDGER")
    survey = ("survey", "run", "--workers", "1", "--ledger")
    for file in ("missing/x.db", "folder", "good", "binary", LONG_NAME, "/proc/x.db"):
        yield Bad((*survey, file, "1-9"))
    for option, values in {
        "--shard": ("", "0/4", "5/4", "1/0", "x", "1", "-1/4", "１/４"),
        "--limit-nodes": ("0", "-1", "x", "9" * 30),
        "--limit-memory": ("0", "-1", "x", "9" * 30),
        "--best": ("", "most"),
        "--workers": ("0", "x"),
        "--rows": ("0", "11"),
        "--deals": ("", "x", "5-2", "ms1", "-1", "9" * 30),
    }.items():
        for value in values:
            yield Bad((*survey, "x.db", "1-9", option, value))
    yield Bad((*survey, "x.db"))
    yield Bad((*survey, "x.db", "--best", "score", "1-9"), "par")
    yield Bad(("survey", "run"), "--ledger")
    for words, expected in {
        "--vary rowz=1": "there is no rule 'rowz'",
        "--vary passes": "write RULE=A,B",
        "--vary passes=1,,2": "write RULE=A,B",
        "--vary passes=1 --vary passes=2": "--vary passes: is there twice",
        "--vary overlap=1": "--vary overlap=1: must be yes or no",
        "--vary passes=100": "passes 100: must be",
        "--vary goal=none": "goal",
    }.items():
        yield Bad(("survey", "grid", "1-9", *words.split(), "--ledgers", "grid"), expected)


GROUPS: Final = [made for name, made in globals().items() if name.startswith("of_")]
CASES: Final = [bad for group in GROUPS for bad in group()]


@contextmanager
def watched() -> Iterator[None]:
    def end(number: int, frame: object) -> None:
        raise AssertionError(f"longer than {MOST_SECONDS} seconds")

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


COMMAND_LINE: Final = typer.main.get_command(app)
"""Made once: it takes longer than most of the calls."""


def call(bad: Bad) -> tuple[object, str, str]:
    """The exit status, and what is on the two streams."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(3)]
    given, answer, errors = streams
    given.buffer.write(bad.input)
    given.seek(0)
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(answer), redirect_stderr(errors):
        patch.setattr(sys, "stdin", given)
        try:
            COMMAND_LINE.main(list(bad.words), prog_name="pyrtool")
        except SystemExit as end:
            status = end.code
    for stream in streams:
        stream.seek(0)
    return status, answer.read(), errors.read()


def assert_rejected(bad: Bad, status: object, answer: str, errors: str) -> None:
    line = errors.removesuffix("\n")
    assert status == 2, errors
    assert answer in ("", "[]\n")
    assert line.startswith("pyrtool: ")
    assert line.isprintable()  # so that it is one line, too
    assert len(line) <= MOST_LETTERS
    assert "internal error" not in line
    assert bad.is_named(line), line


def test_there_are_more_than_five_hundred() -> None:
    assert len({(bad.words, bad.input) for bad in CASES}) > 500
    assert {bad.words[0] for bad in CASES if bad.words} >= {
        *DEALING, "games", "verify", "find", "puzzles", "survey",
    }  # fmt: skip


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.__name__)
def test_bad_input_is_rejected_in_one_line(
    group: Callable[[], Iterator[Bad]], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    before = sorted(folder.iterdir())
    wrong = []
    for bad in group():
        with watched():
            result = call(bad)
        try:
            assert_rejected(bad, *result)
            assert sorted(folder.iterdir()) == before
        except AssertionError as error:
            wrong.append(f"{bad}: {error}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("bad", CASES[::71], ids=lambda bad: " ".join(bad.words[:2]))
def test_a_process_rejects_it_too(bad: Bad, folder: Path, programs: Path) -> None:
    program = str(programs / "pyrtool")
    done = subprocess.run(
        [program, *bad.words], cwd=folder, input=bad.input, capture_output=True, check=False
    )
    errors = done.stderr.decode()
    assert_rejected(bad, done.returncode, done.stdout.decode(), errors)


@pytest.mark.parametrize("words", [("solve", "-"), ("verify",), ("deal", "-")])
def test_a_closed_standard_input_is_reported(words: tuple[str, ...], folder: Path) -> None:
    done = ended(["bash", "-c", '"$@" <&-', "bash", *COMMAND, *words])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "pyrtool: the standard input is closed\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for root")
@pytest.mark.parametrize(
    "words", [("deal",), ("verify",), ("play", "--load"), ("survey", "report")]
)
def test_what_may_not_be_read_is_reported(words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(CARDS)
    file.chmod(0)
    result = run(*words, str(file))
    assert result.exit_code == 2
    assert "secret" in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize("width", ["utf-8", "ascii", "latin-1"])
def test_no_name_is_too_strange_for_the_output(width: str, tmp_path: Path) -> None:
    """Escape codes, undecodable bytes and letters that the encoding lacks are spelled out."""
    name = os.fsencode(tmp_path) + b"/\xff\x1b[31m\xd0\x96.txt"
    with open(name, "w") as file:  # noqa: PTH123 (a name of bytes)
        file.write(CARDS + "\n")
    done = subprocess.run(
        [*COMMAND, "solve", name, "-g", "giza"],
        env=os.environ | {"PYTHONIOENCODING": width, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\udcff\\x1b[31m" in done.stdout
    assert b"\x1b" not in done.stdout
