"""Help pages: their form, their layout at any width, and that every example on them runs."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from pyrtool.cli.help_page import meaning
from pyrtool.cli.options.panels import ARGUMENTS, MOST_IN_PANEL, ORDER, RULES
from pyrtool.game.games import GAMES
from pyrtool.pictures import DECKS
from pyrtool.pictures.scenes.theme import THEMES

from ..commands import EVERY, answer, run
from ..style import Prose
from ..typed import shorter, typed

LONG = {"find", "survey article", *(name for name in EVERY if name.startswith("chart"))}
"""Pages whose examples rate deals, draw with Matplotlib, or start processes."""


@pytest.fixture(scope="module")
def ledgers(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Those that examples take for granted."""
    folder = tmp_path_factory.mktemp("ledgers")
    made = {
        "giza": "1-9 -g giza",
        "half": "1-4 -g giza",
        "first": "1-4 -g giza",
        "second": "5-9 -g giza",
        "third": "10-12 -g giza",
        "one": "1-9",
        "two": "1-9 --passes 2",
        "par": "1-3 -g par --best score",
    }
    for name, words in made.items():
        ledger = str(folder / f"{name}.db")
        answer("survey", "run", *words.split(), "--ledger", ledger, "--workers", "1")
    return list(folder.iterdir())


def example(call: str, folder: Path, programs: Path) -> tuple[int, str]:
    """The exit status of a call, which does less of the same, and what it says."""
    call = shorter(call)
    if {"|", ">"} & {*call.split()}:
        return typed(call, folder, programs)
    many = re.match("pyrtool (find|survey (run|article|dataset)) ", call)
    one = ["--workers", "1"] if many else []
    result = run(*shlex.split(call)[1:], *one)  # with one worker no process is started
    return result.exit_code, result.output


def page(name: str, columns: int) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(columns))
        return answer(*name.split(), "--help")


def plain(text: str) -> str:
    """The words of a page without frames and lines."""
    return " ".join(re.sub("[│╭╮╰╯─]", " ", text).split())


def options(name: str) -> list[Any]:
    return [one for one in EVERY[name].params if not one.hidden]


def panels_of(shown: str) -> list[tuple[str, list[str]]]:
    """The panels of a page, each with its lines."""
    found = re.findall("╭─ (.*?) ─+╮\n(.*?)╰", shown, re.DOTALL)
    return [(title, [line.strip("│ ") for line in lines.splitlines()]) for title, lines in found]


@pytest.mark.parametrize("name", EVERY)
def test_a_page_has_summary_examples_and_small_groups(name: str) -> None:
    shown = page(name, 100)
    summary = EVERY[name].help.split("\n\n")[0]
    assert len(summary) <= 60 and summary.endswith(".") and summary.count(".") == 1
    _, lines, examples, *_ = re.split(r"\n\s*\n", shown.strip())
    assert lines.strip() == summary
    assert examples.strip().startswith("Examples:")
    for title, lines in panels_of(shown):
        if title not in (RULES, "Commands"):
            typed = [line for line in lines if line.startswith("-")]
            assert title == ARGUMENTS or 1 <= len(typed) <= MOST_IN_PANEL, title
    assert not re.search(r"\[default: |\[one of |; default", shown)
    grouped = [one for one in options(name) if one.param_type_name == "option"]
    assert all(one.rich_help_panel in ORDER for one in grouped) or name == ""
    assert re.search("-h, --help +Show this page", shown)


def sentences(name: str) -> Prose:
    """What a page says."""
    prose = Prose()
    texts = [EVERY[name].help, *(does for _, does in EVERY[name].examples)]
    for text in [*texts, *(meaning(one) for one in options(name))]:
        prose.add(1, re.sub("`[^`]*`", "X", text))
    return prose


@pytest.mark.parametrize("name", EVERY)
def test_a_page_is_plain_english(name: str) -> None:
    prose = sentences(name)
    assert prose.turns() == []
    for _, sentence in prose.sentences:
        for part in re.split("[;:]", sentence):
            assert len(part.split()) <= 25, part


def test_values_and_defaults_have_one_form() -> None:
    shown = plain(page("render", 100))
    for words in (
        "[native|freecell|pysolfc, default native]",
        "[2color|4color, default 2color]",
        "[default 1024]",
        "[default loop]",
        "[required]",
    ):
        assert words in shown
    assert "[pyramid|all|score|A..20]" in page("solve", 100)
    assert "[default 10,000,000]" in plain(page("find", 100))
    assert "[length|passes|left|least-left|order| matchings]" in plain(page("find", 60))


@pytest.mark.parametrize("columns", [60, 80, 200])
@pytest.mark.parametrize("name", EVERY)
def test_no_word_of_a_page_is_broken(name: str, columns: int) -> None:
    shown = page(name, columns)
    assert max(map(len, shown.splitlines())) <= min(columns, 100)
    assert "…" not in shown
    words = plain(shown)
    for paragraph in EVERY[name].help.split("\n\n"):
        assert " ".join(paragraph.split()) in words
    for call, title in EVERY[name].examples:
        assert call in words and title in words
    for one in options(name):
        of_rules = one.rich_help_panel == RULES
        for option in (*one.opts, *([] if of_rules else one.secondary_opts)):
            typed = option.replace("--", "--[no-]") if of_rules and one.secondary_opts else option
            assert not option.startswith("-") or typed in words
        if of_rules:
            assert one.help not in words
        else:  # the columns of a table come line by line
            assert {*one.help.rstrip("]").partition(" [")[0].split()} <= {*words.split()}


@pytest.mark.parametrize("name", EVERY)
def test_own_options_come_first_and_rules_last(name: str) -> None:
    shown = page(name, 80)
    panels = [name for name, _ in panels_of(shown) if name != "Commands"]
    assert panels == sorted(panels, key=ORDER.index)
    if RULES in panels:
        _, _, rules = shown.partition(RULES)
        assert len(rules.splitlines()) < 12
        assert "`pyrtool games GAME`" in rules


def test_a_game_explains_the_rule_options() -> None:
    output = plain(answer("games", "pyramid"))
    rules = [one for one in options("solve") if one.rich_help_panel == RULES]
    assert len(rules) >= len(GAMES["pyramid"].to_dict())
    for one in rules:
        assert one.opts[0].removeprefix("--") in output
        assert one.help in output


@pytest.mark.parametrize("name", ["render", "book", "puzzles render", "puzzles book"])
def test_what_a_picture_may_be_is_listed(name: str) -> None:
    words = plain(page(name, 80))
    assert f"[{'|'.join(DECKS)}, default" in words
    if name.endswith("render"):
        assert f"[{'|'.join(THEMES)}, default" in words


@pytest.mark.usefixtures("three_problems")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in LONG or at % 3 else ())
        for at, name in enumerate(EVERY)
    ],
)
def test_the_examples_of_a_page_run(
    name: str,
    ledgers: list[Path],
    tmp_path: Path,
    programs: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    if name.startswith(("survey ", "chart")) and name != "survey run":
        for ledger in ledgers:
            shutil.copy(ledger, tmp_path)
    assert 2 <= len(EVERY[name].examples) <= 3
    for call, title in EVERY[name].examples:
        assert call.startswith(" ".join(("pyrtool", name)).rstrip()) or f"| pyrtool {name}" in call
        assert title[0].isupper() and not title.endswith(".")
        status, output = example(call, tmp_path, programs)
        assert status == 0, f"{call}\n{output}"


@pytest.mark.parametrize("columns", [0, 1, 8])
def test_a_terminal_without_a_width_gets_a_page(columns: int) -> None:
    assert page("solve", columns) == page("solve", 20)
    assert page("survey", columns) == page("survey", 20)
