"""`import pyrtool`: instant, lazy, and with examples that run."""

import doctest
import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from math import inf
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any
from xml.etree import ElementTree

import pytest

import pyrtool
from pyrtool import Position, PyrtoolError, deal
from pyrtool.answers.blocks.find import find_blocks
from pyrtool.base.arguments import ArgumentError
from pyrtool.game.games import game
from pyrtool.notation import format_diagram
from pyrtool.records.fields import RecordError

from ..commands import run
from ..dealing import one_in, won

PACKAGE = Path(pyrtool.__file__).parent
WITH_EXAMPLES = sorted(
    ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for file in PACKAGE.rglob("*.py")
    if ">>> " in file.read_text(encoding="utf-8")
)


def test_it_imports_nothing_before_it_is_asked() -> None:
    code = "import sys, pyrtool; print(*(n for n in sys.modules if n.startswith('pyrtool.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("name", pyrtool.__all__)
def test_everything_on_the_door_is_there(name: str) -> None:
    found = getattr(pyrtool, name)
    assert name in dir(pyrtool)
    is_itself = isinstance(found, ModuleType | UnionType | str)  # a room, a type, the version
    assert is_itself or found.__name__ == name


def test_every_name_of_a_package_is_there() -> None:
    package: Any = pyrtool.notation
    for name in package.__all__:
        assert getattr(package, name) is not None
        assert name in vars(package)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = package.nothing


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = pyrtool.nothing


MAKES_A_SITE = "pyrtool.pages.site.site"


@pytest.mark.parametrize(
    "module",
    [pytest.param(one, marks=[pytest.mark.slow] * (one == MAKES_A_SITE)) for one in WITH_EXAMPLES],
)
def test_examples_run(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert not failed
    assert tried


def test_a_position_prints_as_its_diagram_and_is_a_picture_in_a_notebook() -> None:
    start = Position.start(deal(2, game("giza")))
    assert str(start) == format_diagram(start)
    root = ElementTree.fromstring(start._repr_svg_())
    assert root.tag.endswith("svg")
    assert deal(2, "giza")._repr_svg_() == start._repr_svg_()


# The functions that are called as the commands are.

FUNCTIONS = sorted(
    name for name in pyrtool.__all__ if inspect.isroutine(inspect.unwrap(getattr(pyrtool, name)))
)
GIZA = game("giza")
TWO = deal(2, GIZA)


@pytest.mark.parametrize("name", [*FUNCTIONS, "game", "Deal.of", "Position.start"])
def test_no_signature_prints_all_rules(name: str) -> None:
    called: Any = pyrtool
    for part in name.split("."):
        called = getattr(called, part)
    assert "Rules(" not in str(inspect.signature(called))


def test_no_import_takes_a_function_from_the_door() -> None:
    """Python puts a package that is imported into the one that holds it: `game` is such a name."""
    code = """
import pkgutil, pyrtool
asked = {name: callable(getattr(pyrtool, name)) for name in pyrtool.__all__}
for module in pkgutil.walk_packages(pyrtool.__path__, "pyrtool."):
    if not module.name.startswith(("pyrtool.pictures.assets", "pyrtool.records.puzzles")):
        if not module.name.endswith("__main__"):
            __import__(module.name)
assert asked == {name: callable(getattr(pyrtool, name)) for name in pyrtool.__all__}
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    after = "import pyrtool; pyrtool.deal(2); print(pyrtool.game('giza').columns)"
    done = subprocess.run([sys.executable, "-c", after], capture_output=True, text=True, check=True)
    assert done.stdout == "(8, 3)\n"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_takes_returns_and_raises(name: str) -> None:
    docstring = inspect.getdoc(getattr(pyrtool, name)) or ""
    for section in ("Args:", "Returns:", "Raises:", ">>>"):
        assert section in docstring, section
    assert len(docstring.partition("\n")[0]) <= 100 and docstring.partition("\n\n")[0].endswith(".")


DOOR: Any = pyrtool
"""Without types, for calls that are wrong."""


def test_cards_and_rules_are_no_subject() -> None:
    """A deal carries its rules; the message says how it is made."""
    wrong: list[Callable[[], object]] = [
        lambda: DOOR.solve(TWO.cards, GIZA),
        lambda: DOOR.best(cards=TWO.cards, rules=GIZA),
        lambda: DOOR.par([TWO.cards]),
        lambda: DOOR.Position.start(TWO.cards, GIZA),
    ]
    for call in wrong:
        with pytest.raises(PyrtoolError, match=r"`Deal\.of\(cards, rules\)` makes one"):
            call()
    with pytest.raises(PyrtoolError, match=r"deal\(2, numbering='native'\)"):
        DOOR.deal(2, "native")


def test_an_argument_that_is_not_there() -> None:
    def refused(call: Callable[[], object]) -> str:
        with pytest.raises(ArgumentError) as caught:
            call()
        return str(caught.value)

    assert refused(lambda: DOOR.solve(TWO, limit=DOOR.Limits())) == (
        "solve: there is no argument 'limit': takes subject, limits; did you mean limits?"
    )
    assert refused(lambda: DOOR.deal(2, colour="red")) == (
        "deal: there is no argument 'colour': takes number, rules, numbering"
    )
    assert refused(lambda: DOOR.Deal.of(TWO.cards, GIZA, x=1)) == (
        "Deal.of: there is no argument 'x': takes cards, rules"
    )
    assert refused(lambda: DOOR.Limits(second=3)) == (
        "Limits: there is no argument 'second': takes nodes, seconds, memory_mib; "
        "did you mean seconds?"
    )
    assert refused(lambda: DOOR.Rules(row=3)).endswith("did you mean rows?")
    assert refused(lambda: replace(GIZA, rwos=3)).endswith("did you mean rows?")  # type: ignore[call-arg]
    assert DOOR.Rules(6).rows == DOOR.Rules(rows=6).rows == 6
    assert "\n" not in refused(lambda: DOOR.solve(TWO, **{"a\nb" * 99: 1}))


# Each does what its command does.


def test_blocks_are_those_of_the_command() -> None:
    for number in range(1, 31):
        asked = deal(number, GIZA)
        every = pyrtool.blocks(asked, every=True)
        assert [one.block for one in every] == list(find_blocks(asked))
        assert pyrtool.blocks(asked) == every[:1]
    position = Position.start(TWO).play_all(won(TWO).moves[:5])
    assert pyrtool.blocks(position) == ()


def test_verify_is_that_of_the_command(tmp_path: Path) -> None:
    words = ("-g", "par", "--best", "score", "--format", "ndjson")
    first, second = map(json.loads, run("solve", "1-2", *words).stdout.splitlines())
    first |= {"match": 1, "game_of_match": 1, "total": first["score"]}
    total = first["score"] + second["score"]
    second |= {"match": 1, "game_of_match": 2, "total": total}
    assert pyrtool.verify(first).outcome == "holds"
    assert pyrtool.verify(second, before=first).outcome == "holds"
    assert "total" in pyrtool.verify(second).unconfirmed
    assert pyrtool.verify(second | {"total": 99}, before=first).outcome == "fails"
    assert pyrtool.verify(first | {"score": 3}).outcome == "fails"
    with pytest.raises(RecordError, match="the field 'rules' is missing"):
        pyrtool.verify({"game": "giza"})


def test_par_leaves_open_what_a_limit_leaves_open() -> None:
    deals = [deal(number, "par") for number in range(1, 9)]
    whole, begun = pyrtool.par(deals)
    assert (whole.total, whole.at_most, whole.makes_par) == (85, 85, True)
    assert (len(begun.games), begun.is_whole, begun.makes_par) == (2, False, None)
    assert str(begun) == "31 so far, with 4 of 6 deals to play"
    assert pyrtool.par([]) == []
    (short,) = pyrtool.par([deals[0]] * 6)
    assert (short.total, short.at_most, short.makes_par) == (-48, -48, False)
    (open_,) = pyrtool.par(deals[:6], pyrtool.Limits(nodes=1))
    assert (open_.total, open_.at_most, open_.makes_par) == (-292, 125, None)
    assert str(open_).endswith("at most 125: whether the match makes par is open")
    (made,) = pyrtool.par(deals[:6], pyrtool.Limits(nodes=500))
    assert made.total == 72 < made.at_most and made.makes_par  # better ones would make it, too
    with pytest.raises(PyrtoolError, match="these rules keep no par score"):
        pyrtool.par([TWO])


@pytest.mark.parametrize(
    "wanted",
    one_in(
        4,
        [
            {"level": "expert"},
            {"hardest": 4},
            {"difficulty": (4.0, 5.0), "only_moves": (1, inf)},
            {"by": "matchings", "hardest": 3},
        ],
    ),
    ids=str,
)
def test_find_is_that_of_the_command(wanted: dict[str, Any]) -> None:
    typed = {"difficulty": "4-5", "only_moves": "1-"}
    options = [
        word
        for name, value in wanted.items()
        for word in (f"--{name.replace('_', '-')}", typed.get(name, str(value)))
    ]
    numbers = range(1, 201)
    found = pyrtool.find(numbers, "giza", **wanted)
    done = run("find", "1-200", "--game", "giza", *options, "--format", "numbers", "--workers", "1")
    assert [str(one.number) for one in found] == done.stdout.splitlines()[1:]
    assert found
    for one in found:
        if "by" in wanted:
            assert one.rating is None and one.measured is not None and one.measured > 0
        else:
            dealt = deal(one.number, GIZA)
            assert one.rating == pyrtool.rate(dealt, won(dealt).moves)
    backwards = list(reversed(numbers))
    assert pyrtool.find(backwards, "giza", **wanted) == found


def test_find_refuses_what_contradicts_itself() -> None:
    for wanted, message in (
        ({"level": "easy", "difficulty": (1, 2)}, "level and difficulty exclude"),
        ({"difficulty": (3, 2)}, "difficulty .*: runs backwards"),
        ({"by": "length", "hardest": 1, "level": "easy"}, "by: goes with"),
        ({"level": "eesy"}, "level"),
    ):
        with pytest.raises(PyrtoolError, match=message):
            pyrtool.find([1], "giza", **wanted)
    assert pyrtool.find([], "giza") == []


def test_a_booklet_is_that_of_the_command(tmp_path: Path) -> None:
    deals = [deal(2, GIZA), deal(87), deal(3, GIZA)]  # the last is lost
    made = pyrtool.book(deals, tmp_path / "ours.pdf", title="Three", titles=["One", "", "Two"])
    assert (tmp_path / "ours.pdf").read_bytes() == made
    (tmp_path / "titles").write_text("One\n\nTwo\n")
    for game_name, numbers in (("giza", ["2", "3"]), ("pyramid", ["87"])):
        records = run("solve", *numbers, "--game", game_name, "--format", "ndjson").stdout
        (tmp_path / game_name).write_text(records)
    first, last = (tmp_path / "giza").read_text().splitlines(keepends=True)
    (tmp_path / "all").write_text(first + (tmp_path / "pyramid").read_text() + last)
    options = ["--titles", str(tmp_path / "titles"), "--title", "Three"]
    path = str(tmp_path / "theirs.pdf")
    assert run("book", str(tmp_path / "all"), *options, "-o", path).exit_code == 0
    assert Path(path).read_bytes() == made
    assert run("book", "2", "3", "--game", "giza", "--sheet", "class", "-o", path).exit_code == 0
    assert Path(path).read_bytes() == pyrtool.book([deals[0], deals[2]], sheet="class")


def test_what_a_booklet_rejects() -> None:
    with pytest.raises(PyrtoolError, match=r"deal 2 \(native\): unknown, the limit on nodes"):
        pyrtool.book([TWO], limits=pyrtool.Limits(nodes=1))
    over = Position.start(TWO).play_all(won(TWO).moves)
    with pytest.raises(PyrtoolError, match="is won already"):
        pyrtool.book([over])
    with pytest.raises(PyrtoolError, match="titles: 1 title for 2 deals"):
        pyrtool.book([TWO, TWO], titles=["one"])
    with pytest.raises(PyrtoolError, match="title 1: a title of 121 characters"):
        pyrtool.book([TWO], titles=["x" * 121])
    with pytest.raises(PyrtoolError, match=r"a booklet is a \.pdf"):
        pyrtool.book([TWO], "book.png")
    with pytest.raises(PyrtoolError, match="a booklet needs a problem"):
        pyrtool.book([])


@pytest.mark.slow
def test_a_site_is_that_of_the_command(tmp_path: Path) -> None:
    days: Any = {"days": 7, "begin": "2026-11-22"}
    deals = [deal(2, GIZA), deal(8, GIZA)]
    made = pyrtool.site(tmp_path / "ours", deals, title="Two", collection=False, **days)
    command = ["site", "2", "8", "--game", "giza", "--title", "Two", "--no-collection"]
    path = tmp_path / "theirs"
    assert run(*command, "--days", "7", "--from", "2026-11-22", "-o", str(path)).exit_code == 0
    for name, content in made.items():
        assert (tmp_path / "ours" / name).read_bytes() == content
        assert (path / name).read_bytes() == content
    with pytest.raises(PyrtoolError, match=r"^deal 3 \(native\): cannot be won \(set block\)$"):
        pyrtool.site(tmp_path / "lost", [TWO, deal(3, GIZA)], collection=False)
    for wanted, message in (
        ({"days": 3}, "days 3: must be 0, or 7 to 3660"),
        ({"days": 7}, "begin: is missing"),
        ({"collection": False}, "a site needs a problem"),
    ):
        with pytest.raises(PyrtoolError, match=message):
            pyrtool.site(tmp_path / "none", **wanted)
    assert not (tmp_path / "none").exists()
    with pytest.raises(PyrtoolError, match="cannot be won"):
        pyrtool.site(tmp_path / "none", [deal(3, GIZA)], collection=False)


@pytest.mark.parametrize("suffix", [".html", ".svg"])
def test_render_is_that_of_the_command(suffix: str, tmp_path: Path) -> None:
    ours, theirs = tmp_path / f"ours{suffix}", tmp_path / f"theirs{suffix}"
    asked = deal(2, replace(GIZA, overlap=True))
    title: Any = {"title": "Giza, deal 2"}
    subtitle: Any = {} if suffix == ".html" else {"subtitle": "Overlap discards"}
    content = pyrtool.render(asked, ours, **title, **subtitle)
    assert ours.read_bytes() == content
    options = ["--game", "giza", "--overlap", "--title", "Giza, deal 2"]
    assert run("render", "2", *options, "-o", str(theirs)).exit_code == 0
    assert theirs.read_bytes() == content


def test_a_page_is_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    for name, value in (("width_px", 600), ("dpi", 300), ("subtitle", "x"), ("marks", {})):
        with pytest.raises(PyrtoolError, match=f"^{name}: goes with pictures"):
            pyrtool.render(TWO, path, **{name: value})  # type: ignore[arg-type]
    assert not path.exists()
    shown = run("deal", "2", "--diagram").stdout.partition("\n")[2].replace("7S", "??")
    unknown = pyrtool.parse_position(shown, "pyramid")
    assert b"<html" in pyrtool.render(unknown, path)
