"""The scripts of a page: ES modules, joined into one classic script, and without what only their
readers need: comments, most white space, and what ends the last line of a block.

Decides which of them a game needs, and follows their imports, so that a page is one file and runs
in browsers without modules. docs/development/pages-and-site.md describes what they do. Decides also
what is left out of them and of style sheets, and writes ``const`` as the shorter ``let``. A line of
a script goes on in the next one only after a semicolon, a comma or a brace: another line may end a
statement, but every statement that ends with a brace's value has its semicolon.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from pyrtool.answers.plan import plan_of
from pyrtool.game.games import Rules
from pyrtool.game.points import DISCARD_POINTS, PAR_POINTS, ROW_POINTS
from pyrtool.game.rules import RULE_WORDS
from pyrtool.game.words import PLACES

PAGES: Final = Path(__file__).parent.parent
_IMPORT: Final = re.compile(r'^import (?:\{[^}]*\} from )?"([^"]+)";$', re.MULTILINE)


def modules(*entries: str, without: Iterable[Path] = ()) -> tuple[Path, ...]:
    """List the scripts of these names, such as ``app/main.js``, and all that they import, in the
    order in which a browser runs modules.

    Each comes after those that it imports, unless these import it, too. Scripts that ran before are
    left out (`without`).
    """
    scripts = dict.fromkeys(without)
    before = len(scripts)

    def add(script: Path) -> None:
        if script in scripts or script in begun:
            return
        begun.add(script)
        for other in _imported(script):
            add(other)
        scripts[script] = None

    begun: set[Path] = set()
    for entry in entries:
        add(PAGES / entry)
    return tuple(scripts)[before:]


@cache  # each page asks what the same scripts import
def _imported(script: Path) -> tuple[Path, ...]:
    names = _IMPORT.findall(script.read_text(encoding="utf-8"))
    return tuple((script.parent / name).resolve() for name in names)


SAY: Final = PAGES / "engine/say.js"
"""The script that looks messages up; a page in one language has no need of it."""

REFEREE: Final = modules("engine/position.js")
"""The scripts that know the game."""

_ANSWERS: Final = ("engine/answers.js", "engine/by_sets.js")
_BEST: Final = "engine/best.js"
_GENERAL: Final = "engine/general.js"
_LUCK: Final = "engine/luck.js"

ENGINE: Final = modules(*_ANSWERS)
"""The same, and those that search games of sets. They run on the page, and again in a worker."""

EVERY_SEARCH: Final = modules(*_ANSWERS, _BEST, _GENERAL, _LUCK, without=REFEREE)
"""The scripts that search any game, besides the referee. In a frame they are loaded with the first
question."""

HIDDEN: Final = modules("engine/hidden/chances.js", without=(*REFEREE, *EVERY_SEARCH))
"""The scripts for tables with unknown cards. They are loaded late, too."""

APP: Final = modules("app/main.js", without=REFEREE)
"""The scripts for what a reader sees and presses, in a frame."""

ALONE: Final = modules("app/alone.js", without=REFEREE)
"""The same, and what starts a page without a frame."""

EXCHANGING: Final = modules("app/exchange.js", "app/alone.js", without=REFEREE)
"""What starts such a page of a problem of exchanging two cards."""


def engine_of(rules: Rules) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """List the scripts that a page of this game runs, and those that come later: one kind of
    search, not both."""
    if plan_of(rules).searched_by_sets:
        of_luck = [_LUCK] if rules.stock == "dealt" else []
        return ENGINE, modules(_BEST, *of_luck, without=ENGINE)
    return modules("engine/answers.js", _GENERAL), ()


def _spoken(texts: Mapping[str, str]) -> str:
    return "{" + ",".join(f"{name}:say`{text}`" for name, text in texts.items()) + "}"


_TABLES: Final = {
    "PLACE_WORDS": _spoken(PLACES),
    "APART": _spoken({name: words.apart for name, words in RULE_WORDS.items() if words.apart}),
    "PAR_POINTS": str(list(PAR_POINTS)),
    "DISCARD_POINTS": str(DISCARD_POINTS),
    "ROW_POINTS": str(list(ROW_POINTS)),
}
"""What the engine reads of the library's tables, where it has ``"{{NAME}}"``."""


# Short scripts and style sheets.

_KEPT: Final = re.compile(
    r"""
    (?P<comment>/\*.*?\*/|//[^\n]*)
    |"(?:[^"\\\n]|\\.)*"
    |`
    |(?:(?<=[(,=:\[!&|?{;>])|(?<=return))\s*/(?![*/])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/
    """,
    re.VERBOSE | re.DOTALL,
)
"""All that is no code: comments, strings, the beginning of a template, regular expressions."""

_MODULE: Final = re.compile(r'^(?:import (?:\{[^}]*\} from )?"[^"\n]+";\n|export )', re.MULTILINE)
"""The parts that only a module has: its imports, and the word before what it exports."""

# Python finds a pattern fast if it begins with a character. So each looks back only after that.
_SIGN: Final = r"[=(){}\[\],;:?<>|&!*]"
_AROUND: Final = re.compile(rf"[ \t]+(?={_SIGN})|(?<={_SIGN})[ \t]+")
_SUM: Final = re.compile(r" ([+-]) (?<![+\-] [+-] )(?![+\-])")  # not in "a - -b" and "a++ + b"
_FRACTION: Final = re.compile(r"0(?=\.\d)(?<![\w.$)\]]0)")
_CONSTANT: Final = re.compile(r"const(?<!\wconst)\b")
_PARAMETER: Final = re.compile(r"\((?<![\w$]\()(\w+)\)=>")
_BLOCK_END: Final = re.compile(r";?\s*\n\s*}")
_LINE_GOES_ON: Final = re.compile(r"([;,{}])\s*\n\s*")


def lean_script(files: Sequence[Path]) -> str:
    """Return the scripts as one, in strict mode; modules' imports and exports share a scope."""
    text, parts, code, at = _MODULE.sub("", _joined(files)), [], "", 0
    for name, table in _TABLES.items():
        text = text.replace(f'"{{{{{name}}}}}"', table)
    while (match := _KEPT.search(text, at)) is not None:
        begin, end = match.start(), match.end()
        if match[0] == "`":
            end = template_end(text, end)
        code += text[at:begin]
        if not match["comment"]:
            parts += [_lean_code(code), text[begin:end]]
            code = ""
        at = end
    return '"use strict";\n' + _lines("".join([*parts, _lean_code(code + text[at:])]))


def _lean_code(text: str) -> str:
    """Shorten code that is neither a comment nor kept as it is. No statement in it may be empty,
    such as the body of a loop that is nothing but its semicolon."""
    text = _FRACTION.sub("", _SUM.sub(r"\1", _AROUND.sub("", text)))
    text = _PARAMETER.sub(r"\1=>", _CONSTANT.sub("let", text))
    return _LINE_GOES_ON.sub(r"\1", _BLOCK_END.sub("}", text))


def template_end(text: str, at: int) -> int:
    """Find the end of a template that begins at `at`; it may have others within."""
    while text[at] != "`":
        if text.startswith("${", at):
            at = expression_end(text, at + 2)
        else:
            at += 2 if text[at] == "\\" else 1
    return at + 1


def expression_end(text: str, at: int) -> int:
    """Find the end of an expression in a template: after the brace that closes it."""
    while text[at] != "}":
        match = _KEPT.match(text, at)
        if text[at] == "{":
            at = expression_end(text, at + 1)
        elif match is None:
            at += 1
        else:
            at = template_end(text, at + 1) if text[at] == "`" else match.end()
    return at + 1


def lean_style(files: Sequence[Path]) -> str:
    """Return the style sheets as one."""
    text = re.sub(r"(?s)/\*.*?\*/", "", _joined(files))
    text = re.sub(r" \{|\{\s+", "{", re.sub(r": (?!;)", ":", text))  # "--name: ;" is a value
    text = re.sub(r" ?> ?", ">", re.sub(r"(?<=[;,{}])\s+", "", text))
    return _lines(text.replace(";}", "}"))


def _joined(files: Sequence[Path]) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def _lines(text: str) -> str:
    """Return the lines that are not empty, without indentation; a template that goes over lines
    keeps its line breaks only."""
    return re.sub(r"[ \t]*\n\s*", "\n", text.strip()) + "\n"
