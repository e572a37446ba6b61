"""The English of the project, measured: turns of phrase that are out, and sentences that are long.

    python -m tests.style            # a line for each page and room: words, turns, long sentences
    python -m tests.style PATH ..    # and each turn and long sentence in these files

What counts are docs, docstrings, comments and messages. A turn is an opening such as "Of ...", a
program that "tells", a player that is "he", or a figure of speech in place of a plain word.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from .paths import ROOT, TEXTS

LONGEST_WORDS: Final = 30
TURNS: Final = re.compile(
    r"""
    (?-i:^Of\b(?!\ course)) | ^With\ [^,.;]*,?\ it\ is\b | ^That\b | ^There\ (?:is|are|was|were)\b
    | \b(?:tells?|told|telling|asked\ of|refus(?:e|es|ed|ing))\b
    | \b(?:he|him|his|himself|she|her)\b | ^Who\b(?!.*\?) | \bone\ (?:may|can|has|sees|must|knows)\b
    | \bstands?\b(?!\ for) | \bbut\ for\b | \bsome\ \d | \bso\ (?:many|much)\b | \bnoughts?\b
    | \bin\ the\ mean\b | \bby\ turns\b | \banew\b | \b(?:go|goes|going|gone|went)\ on\ with\b
    | \bformer\b | \bat\ once\b | \bha(?:s|ve)\ the\ words\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
FENCE: Final = re.compile(r"^( *)(```|~~~).*?^\1\2$", re.DOTALL | re.MULTILINE)
BREAK: Final = "\0"
END: Final = re.compile(
    r"\n\s*(?:[-*+]|\d+\.)\s+|\n\s*\n|(?<=[.!?])[\"')*]*\s+(?=[\"'(*`]*[A-Z0-9])|(?<=:)\n|\0"
)
WORD: Final = re.compile(r"[A-Za-z0-9][\w'’.-]*")


@dataclass
class Prose:
    """Sentences of a text, each with the line on which it begins."""

    sentences: list[tuple[int, str]] = field(default_factory=list)

    def add(self, line: int, text: str) -> None:
        """Split a text that begins on this line."""
        begin = 0
        for end in [*END.finditer(text), None]:
            part = text[begin : end.start() if end else None]
            if WORD.search(part):
                lead = len(part) - len(part.lstrip())
                before = line + text.count("\n", 0, begin + lead)
                self.sentences.append((before, " ".join(part.split())))
            begin = end.end() if end else len(text)

    @property
    def words(self) -> int:
        return sum(len(WORD.findall(text)) for _, text in self.sentences)

    @property
    def turn_rate(self) -> float:
        """Turns in 1,000 words."""
        return 1000 * len(self.turns()) / max(self.words, 1)

    @property
    def long_share(self) -> float:
        """Long sentences in 100."""
        return 100 * len(self.long()) / max(len(self.sentences), 1)

    def turns(self) -> list[tuple[int, str, str]]:
        """List line, turn and sentence of what a plain writer would say differently."""
        return [
            (line, found.group(), text)
            for line, text in self.sentences
            for found in TURNS.finditer(text.lstrip("\"'(*"))
        ]

    def long(self) -> list[tuple[int, str]]:
        """List the sentences over `LONGEST_WORDS` words."""
        return [one for one in self.sentences if len(WORD.findall(one[1])) > LONGEST_WORDS]


def _blank(found: re.Match[str]) -> str:
    return "\n" * found.group().count("\n")


def markdown(text: str) -> Prose:
    """The prose of a page: no code, tables, comments or addresses."""
    text = FENCE.sub(_blank, text)
    text = re.sub(r"<!--.*?-->|<[^>]+>", _blank, text, flags=re.DOTALL)
    text = re.sub(r"^( {4,}(?![-*+\d]).*|\|.*|:::.*)$", "", text, flags=re.MULTILINE)
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"^\[[^]]+\]: .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"`[^`]*`", "X", text)
    prose = Prose()
    prose.add(1, re.sub(r"^#+ ", "", text, flags=re.MULTILINE))
    return prose


def _docstring(text: str) -> str:
    """Blank out what is no prose in a docstring: examples, code, names of arguments."""
    text = re.sub(r"^ *>>> .*?(?=\n *\n|\Z)", _blank, text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"::\n\n(?: +.*\n|\n)+", _blank, text)
    text = re.sub(r"^ {4,}(?:python|pyrtool|pip) .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"``[^`]*``|`[^`]*`", "X", text)
    text = re.sub(r"^ *(?:Args|Returns|Raises|Yields|Examples?|Attributes):$", "", text, flags=re.M)
    text = re.sub(r"^ +\*{0,2}\w+: (?=[A-Z])", BREAK, text, flags=re.MULTILINE)
    return text


def _strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "X" for part in node.values]
        yield node.lineno, "".join(map(str, parts))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    else:
        for part in ast.iter_child_nodes(node):
            yield from _strings(part)


def messages(source: str) -> Prose:
    """What the errors that a module raises say."""
    prose = Prose()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            for argument in node.exc.args:
                for line, text in _strings(argument):
                    prose.add(line, text)
    return prose


def python(source: str) -> Prose:
    """The docstrings, comments and messages of a module."""
    prose = messages(source)
    comment: list[tuple[int, str]] = []

    def end_comment() -> None:
        if comment:
            text = "\n".join(text for _, text in comment)
            prose.add(comment[0][0], re.sub(r"`[^`]*`", "X", text))
            comment.clear()

    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            words = token.string.lstrip("#:! ").rstrip()
            if not re.match(r"type:|noqa|pragma|cython:|!/|distutils", words):
                beside = bool(token.line[: token.start[1]].strip())
                if comment and (beside or token.start[0] != comment[-1][0] + 1):
                    end_comment()
                comment.append((token.start[0], words))
    end_comment()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = node.value.value
            if isinstance(text, str):
                prose.add(node.lineno, _docstring(text))
    return prose


def javascript(source: str) -> Prose:
    prose = Prose()
    for found in re.finditer(r"/\*.*?\*/|(?:^[ \t]*//[^\n]*\n)+", source, re.DOTALL | re.MULTILINE):
        text = re.sub(r"^\s*(?:/\*+|\*/|\*|//) ?|\*/", "", found.group(), flags=re.MULTILINE)
        text = re.sub(r"^@\w+.*$", "", re.sub(r"`[^`]*`", "X", text), flags=re.MULTILINE)
        prose.add(source.count("\n", 0, found.start()) + 1, text)
    return prose


READERS: Final = {".md": markdown, ".py": python, ".js": javascript}


def read(path: Path) -> Prose:
    return READERS[path.suffix](path.read_text())


def together(paths: list[Path]) -> Prose:
    """Read the prose of several files."""
    return Prose([one for path in paths for one in read(path).sentences])


def files(folder: Path) -> list[Path]:
    """List the files with prose below a folder, or the file itself."""
    if folder.is_file():
        return [folder]
    return sorted(path for kind in READERS for path in folder.rglob(f"*{kind}"))


def rooms() -> dict[str, list[Path]]:
    """What is measured together: each page, each room of the package, tests and tools."""
    found = {str(path.relative_to(ROOT)): [path] for path in TEXTS}
    package = ROOT / "pyrtool"
    for room in sorted(path for path in package.iterdir() if (path / "__init__.py").is_file()):
        found[f"pyrtool/{room.name}"] = files(room)
    found["pyrtool"] = sorted(package.glob("*.py"))
    for name in ("tests", "benchmarks", "puzzles"):
        found[name] = [path for path in files(ROOT / name) if path.suffix != ".md"]
    return found


def main(paths: list[str]) -> None:
    """Print what is asked for."""
    for path in (one for name in paths for one in files(Path(name).resolve())):
        prose = read(path)
        for line, turn, text in prose.turns():
            print(f"{path.relative_to(ROOT)}:{line}: {turn!r}: {text}")
        for line, text in prose.long():
            print(f"{path.relative_to(ROOT)}:{line}: {len(WORD.findall(text))} words: {text}")
    groups = {name: files(Path(name).resolve()) for name in paths} if paths else rooms()
    print(f"{'words':>7} {'turns':>6} {'a 1,000':>8} {'long':>6} {'%':>5}")
    for name, group in groups.items():
        prose = together(group)
        turns, long = len(prose.turns()), len(prose.long())
        rate, share = prose.turn_rate, prose.long_share
        print(f"{prose.words:7,} {turns:6,} {rate:8.1f} {long:6,} {share:5.1f} {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
