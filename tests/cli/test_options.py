"""Options: their values, messages, and which exclude or need each other."""

import ast
import re
import tomllib
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from typer import BadParameter

from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.lazy_commands import LazyGroup
from pyrtool.cli.options.conflicts import Excludes, Needs, Row, check_together
from pyrtool.cli.options.errors import as_typed, option as typed_option
from pyrtool.game.games import GAMES, Rules, RulesError, game
from pyrtool.game.rules import RULE_WORDS, STOCK_FIELDS

from ..commands import COMMANDS, LEAVES, complaint, run
from ..paths import PACKAGE, ROOT

WORDS = """
    0 -0 +7 7 -12 007 1_000 12.0 12.5 .5 1e3 -3.25 nan inf 123456789012345 1234567890123456789012
    12.0000000000000000001 ٣ giza text TEXT json native none dealt score yes true 7S
"""
TEXTS = ("", " ", " 7", "7 ", "\ud800", *WORDS.split())


def coerced(judge: Any, value: Any, param: Any, context: Any) -> tuple[Any, ...]:
    try:
        found = judge.coerce(value, param=param, ctx=context)
    except Exception as error:
        return type(error), str(error)
    return type(found), repr(found)


def kinds() -> dict[tuple[Any, ...], tuple[Any, Any]]:
    """A parameter of each kind, with its command."""
    found: dict[tuple[Any, ...], tuple[Any, Any]] = {}
    for command in COMMANDS.values():
        if isinstance(command, LazyGroup):
            continue
        context = command.context_class(command, **command.context_settings)
        for param in command.get_params(context):
            described = param.type_descriptor
            bounds = described.parameter_info.min, described.parameter_info.max
            key = (str(described.annotation), param.multiple, param.nargs, bounds)
            found.setdefault(key, (param, context))
    return found


KINDS = kinds()


@pytest.mark.parametrize("key", KINDS, ids=str)
def test_what_is_taken_plainly_is_what_typer_takes(key: tuple[Any, ...]) -> None:
    param, context = KINDS[key]
    plain, typer = param.get_runtime_param(), type(param).get_runtime_param(param)
    several = param.multiple or param.nargs == -1
    given: list[Any] = [None, True, False, 7, 2.5, *TEXTS]
    if several:
        given = [None, (), (7,), "7", TEXTS[5:12], *((text,) for text in TEXTS)]
    for value in given:
        found = coerced(plain, value, param, context)
        wanted = coerced(typer, value, param, context)
        if found != wanted:  # both reject it; what is typed is rejected in words of our own
            assert wanted[0] is BadParameter and type(value) is str, value
            assert found[0] is PyrtoolError
            assert found[1].startswith(f"{max(param.opts, key=len)} ") and ": must be " in found[1]


def test_usual_values_need_no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []
    usual = {"int": ("1", 1), "float": ("1.5", 1.5), "str": ("giza", "giza")}
    taken = 0
    for key, (param, context) in KINDS.items():
        monkeypatch.setattr(
            type(param), "get_runtime_param", lambda param: judged.append(param.name)
        )
        for kind, (text, value) in usual.items():
            if key[0] == f"<class '{kind}'>":
                plain = param.get_runtime_param()
                assert plain.coerce(text, param, context) == value
                taken += 1
    assert taken >= 3 and not judged


NUMBERS = [
    (words, parameter.opts[0], parameter.type_descriptor.annotation)
    for words, made in LEAVES.items()
    for parameter in made.params
    if parameter.type_descriptor.annotation in (int, float)
]


def test_there_are_many_options_that_are_numbers() -> None:
    assert len({name for _, name, _ in NUMBERS}) > 28
    assert {"--width", "--limit-seconds", "--workers", "--rows"} <= {name for _, name, _ in NUMBERS}


@pytest.mark.parametrize("wrong", ["5cm", "", "1,5", "--"])
def test_every_option_that_is_a_number_says_so(wrong: str) -> None:
    for words, name, kind in NUMBERS:
        message = complaint(*words.split(), name, wrong)
        allowed = "a whole number" if kind is int else "a number"
        assert message.startswith(f"{name} {wrong!r}: must be {allowed}"), (words, name)
        assert "\n" not in message


def test_every_option_with_a_choice_lists_it() -> None:
    seen = 0
    for words, made in LEAVES.items():
        for parameter in made.params:
            kind = parameter.type_descriptor.annotation
            if get_origin(kind) is Literal:
                name = max(parameter.opts, key=len)
                message = complaint(*words.split(), name, "zzz")
                assert message == f"{name} 'zzz': must be {', '.join(get_args(kind))}"
                seen += 1
    assert seen > 100


def test_what_is_added_is_right() -> None:
    message = complaint("deal", "2", "-g", "par", "--stock", "bouquet")
    assert message.endswith(": add --passes 1")
    more = complaint("deal", "2", "-g", "par", "--stock", "bouquet", "--passes", "1")
    assert more.endswith(": add --scoring none")
    words = ("--stock", "bouquet", "--passes", "1", "--scoring", "none")
    assert "has no meaning" not in run("deal", "2", "-g", "par", *words).stderr


@pytest.mark.parametrize("name", STOCK_FIELDS)
def test_every_rule_of_a_stock_is_named_by_its_option(name: str) -> None:
    usual = getattr(game("pyramid"), name)
    other: Any = next((value for value in RULE_WORDS[name].said or (2,) if value != usual), None)
    rules = {"rows": 5, "stock": "bouquet", "goal": "pyramid", name: other}
    with pytest.raises(RulesError) as caught:
        Rules(**rules)
    assert str(caught.value).endswith(f" has no meaning with an open bouquet: must be {usual}")
    given = {**dict.fromkeys(GAMES["pyramid"].to_dict()), **rules}
    said = f"{typed_option(name, other)} has no meaning with an open bouquet: leave it out"
    assert as_typed(caught.value, given) == said
    untyped = as_typed(caught.value, {**given, name: None})
    name_of = typed_option(name)
    add = typed_option(name, usual) if isinstance(usual, bool) else f"{name_of} {usual}"
    assert untyped == f"{name_of} has no meaning with an open bouquet: add {add}"


def test_a_line_of_a_file_is_quoted_as_it_is_there(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text("# deals (native), giza, rows 11\n2\n")
    assert complaint("solve", str(file), "--rows", "5").startswith(f"{file}, line 1: rows 11: must")


ROWS = [(name, row) for name, made in COMMANDS.items() for row in getattr(made, "together", ())]

NEEDED = {
    "deal": ["1"],
    "find": ["1"],
    "solve": ["1"],
    "advise": ["1"],
    "verify": ["none.txt"],
    "review": ["none.txt"],
    "render": ["1", "-o", "x.png"],
    "site": ["-o", "x"],
    "puzzles solve": ["1"],
    "puzzles render": ["1", "-o", "x.png"],
    "open": [],
    "survey run": ["--ledger", "x.db"],
    "survey export": ["x.db"],
    "survey report": ["x.db"],
    "survey grid": ["1", "--vary", "passes=1", "--ledgers", "x"],
    "book": ["1", "-o", "x.pdf"],
    "puzzles book": ["1", "-o", "x.pdf"],
    "rate": ["1"],
    "play": ["1"],
    "watch": ["1"],
    "blocks": ["1"],
    "explain": ["1"],
    "twins": ["1"],
    "compose": [],
}
"""What each of these commands needs beside the options of a row."""


def parameter(command: str, name: str) -> Any:
    """The option or argument that a row calls so."""
    for one in COMMANDS[command].params:
        names = [one.metavar] if one.param_type_name == "argument" else []
        if name in (*names, *one.opts, *one.secondary_opts):
            return one
    raise AssertionError(f"{command} has no {name}")


def ways(command: str, word: str) -> list[tuple[str, list[str]]]:
    """Each way to type a row's word: how a message has it, and what is typed."""
    name, _, patterns = word.partition("=")
    one = parameter(command, name)
    kind = one.type_descriptor.annotation
    if patterns:
        given = [value.replace("*", "x") for value in patterns.split("|")]
        if patterns.startswith("!"):
            given = [value for value in get_args(kind) if value != patterns[1:]]
        return [(f"{name} {value}", [name, value]) for value in given]
    if one.param_type_name == "argument":
        return [(name, ["1"])]
    if one.is_flag:
        also = one.secondary_opts if one.default is None else []
        return [(form, [form]) for form in (name, *also)]
    if get_origin(kind) is Literal:
        return [(name, [name, value]) for value in get_args(kind)]
    return [(name, [name, "7" if kind in (int, float) else "x"])]


def call(command: str, *words: str) -> list[str]:
    """The call with these words; a file that they name replaces the one that is needed."""
    needed = list(NEEDED[command])
    if "--output" in words and "-o" in needed:
        at = needed.index("-o")
        needed[at : at + 2] = []
    return [*command.split(), *needed, *words]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_option_of_the_table_is_one_of_a_command() -> None:
    table = tomllib.loads((PACKAGE / "cli" / "options.toml").read_text(encoding="utf-8"))
    every = [name for own in table.values() for name, it in own.items() if isinstance(it, dict)]
    known = {one.name for command in LEAVES.values() for one in command.params}
    assert every and not set(every) - known


def test_many_commands_have_a_table() -> None:
    assert {name for name, _ in ROWS} == NEEDED.keys()
    assert len(ROWS) > 35


@pytest.mark.parametrize(("command", "row"), ROWS, ids=lambda one: str(one)[:60])
def test_a_row_names_options_of_the_command(command: str, row: Row) -> None:
    for word in (*row.options.split(), *row.others.split()):
        assert parameter(command, word.partition("=")[0])
    assert row.why and not row.why.endswith(".")


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(
    ("command", "row"), [(name, row) for name, row in ROWS if isinstance(row, Excludes)], ids=str
)
def test_what_excludes_each_other_is_rejected(command: str, row: Excludes) -> None:
    """With every value that a row names or, where it names none, with each that there is."""
    table = COMMANDS[command].together
    above = [one.why for one in table[: table.index(row)]]
    rejected = 0
    for option, other in product(row.options.split(), row.others.split()):
        for (one, first), (two, second) in product(ways(command, option), ways(command, other)):
            message = complaint(*call(command, *first, *second))
            if message == f"{one} and {two} exclude each other: {row.why}":
                rejected += 1
            else:
                assert any(message.endswith(f": {why}") for why in above), message
    assert rejected


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(
    ("command", "row"), [(name, row) for name, row in ROWS if isinstance(row, Needs)], ids=str
)
def test_what_needs_another_option_is_rejected_without(command: str, row: Needs) -> None:
    other = others_not_in(command, row)
    visible = [word for word in row.others.split() if not parameter(command, bare(word)).hidden]
    for option in row.options.split():
        for one, words in ways(command, option):
            message = complaint(*call(command, *words, *other))
            assert message.startswith(f"{one} needs {bare(visible[0])}"), message
            assert message.endswith(f": {row.why}")
            assert all(bare(word) in message for word in visible)


def bare(word: str) -> str:
    return word.partition("=")[0]


def others_not_in(command: str, row: Needs) -> list[str]:
    """Another value of the needed option whose default, or usual value, would do."""
    for word in row.others.split():
        name, _, patterns = word.partition("=")
        found = {one.lstrip("*") for one in patterns.split("|")}
        one = parameter(command, name)
        if one.default in found:
            kinds = get_args(one.type_descriptor.annotation)
            return [name, next(x for x in kinds if x not in found)]
        if ".png" in found:
            return [name, "x.webp"]
    return []


def test_a_value_counts_however_its_letters_are() -> None:
    both = "--dpi and --output X.HTML exclude each other: a page is as large as its window"
    assert complaint("render", "1", "-o", "X.HTML", "--dpi", "99") == both


def test_defaults_and_hidden_options_exclude_nothing() -> None:
    """A value that is the default is as if it was not typed."""
    made = COMMANDS["survey run"]
    usual = {one.name: one.default for one in made.params}
    check_together(made.together, made.params, usual)
    message = complaint("survey", "run", "--ledger", "x.db", "--passes", "2")
    assert message == ("--passes needs DEALS: without them, a ledger's own rules and limits hold")


def test_no_other_code_says_so() -> None:
    """What excludes or needs an option is a row."""
    for path in sorted((ROOT / "pyrtool" / "cli").rglob("*.py")):
        if path.name == "conflicts.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Raise):
                code = ast.unparse(node)
                assert "exclude each other" not in code, path
                assert not re.search(r"--[a-z-]+( \S+)? (does not go|goes) with ", code), path
