"""Scripts and style sheets without what only their readers need: comments, most white space, and
what ends the last line of a block.

Decides what is left out, and writes ``const`` as the shorter ``let``. A line of a script goes on in
the next one only after a semicolon, a comma or a brace: another line may end a statement, but
every statement that ends with a brace's value has its semicolon.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pyrtool.base.arguments import guard

_KEPT: Final = re.compile(
    r"""
    (?P<comment>/\*.*?\*/|//[^\n]*)
    |"(?:[^"\\\n]|\\.)*"
    |`
    |(?:(?<=[(,=:\[!&|?{;>])|(?<=return))\s*/(?![*/])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/
    """,
    re.VERBOSE | re.DOTALL,
)
"""What is no code: comments, strings, the beginning of a template, regular expressions."""

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
    """The scripts as one, in strict mode."""
    text, parts, code, at = _joined(files), [], "", 0
    while (kept := _KEPT.search(text, at)) is not None:
        begin, end = kept.start(), kept.end()
        if kept[0] == "`":
            end = template_end(text, end)
        code += text[at:begin]
        if not kept["comment"]:
            parts += [_lean_code(code), text[begin:end]]
            code = ""
        at = end
    return '"use strict";\n' + _lines("".join([*parts, _lean_code(code + text[at:])]))


def _lean_code(text: str) -> str:
    """What is neither a comment nor kept as it is. No statement in it may be empty, such as the
    body of a loop that is nothing but its semicolon."""
    text = _FRACTION.sub("", _SUM.sub(r"\1", _AROUND.sub("", text)))
    text = _PARAMETER.sub(r"\1=>", _CONSTANT.sub("let", text))
    return _LINE_GOES_ON.sub(r"\1", _BLOCK_END.sub("}", text))


def template_end(text: str, at: int) -> int:
    """Where a template ends of which `at` is the first character; it may have others within."""
    while text[at] != "`":
        if text.startswith("${", at):
            at = expression_end(text, at + 2)
        else:
            at += 2 if text[at] == "\\" else 1
    return at + 1


def expression_end(text: str, at: int) -> int:
    """Where an expression in a template ends: after the brace that closes it."""
    while text[at] != "}":
        kept = _KEPT.match(text, at)
        if text[at] == "{":
            at = expression_end(text, at + 1)
        elif kept is None:
            at += 1
        else:
            at = template_end(text, at + 1) if text[at] == "`" else kept.end()
    return at + 1


def lean_style(files: Sequence[Path]) -> str:
    """The style sheets as one."""
    text = re.sub(r"(?s)/\*.*?\*/", "", _joined(files))
    text = re.sub(r" \{|\{\s+", "{", re.sub(r": (?!;)", ":", text))  # "--name: ;" is a value
    text = re.sub(r" ?> ?", ">", re.sub(r"(?<=[;,{}])\s+", "", text))
    return _lines(text.replace(";}", "}"))


def _joined(files: Sequence[Path]) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def _lines(text: str) -> str:
    """The lines that are not empty, without indentation; a template that goes over lines keeps
    its line breaks only."""
    return re.sub(r"[ \t]*\n\s*", "\n", text.strip()) + "\n"


guard(__name__)
