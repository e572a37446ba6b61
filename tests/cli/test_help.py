"""Help pages: whole, in order, and true."""

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from pyrtool import Limits, RatingLimits
from pyrtool.answers.closed import View
from pyrtool.cli.help_page import meaning
from pyrtool.cli.options.parameters import ARGUMENTS, FOLDED, ORDER, RULES
from pyrtool.game.games import GAMES

from ..commands import EVERY, LEAVES, answer, run, shorter, surveyed, typed
from ..paths import DOCS
from ..style import Prose


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
        surveyed(folder / f"{name}.db", *words.split())
    return list(folder.iterdir())


def write_files(folder: Path) -> None:
    (folder / "sixes.txt").write_text("?? " * 20 + "6? 6? " + "?? " * 30)
    shutil.copy(DOCS / "data/game.txt", folder / "moves.txt")
    game = answer("solve", "47", "--format", "json")
    for name in ("game", "ann", "ben"):
        (folder / f"{name}.json").write_text(game)


def example(call: str, folder: Path, programs: Path) -> tuple[int, str]:
    """The exit status of a call, which does less of the same, and what it says."""
    call = shorter(call)
    if {"|", ">"} & {*call.split()}:
        return typed(call, folder, programs)
    many = re.match("pyrtool (find|survey run) ", call)
    one = ["--workers", "1"] if many else []
    result = run(*shlex.split(call)[1:], *one)  # with one worker no process is started
    return result.exit_code, result.output


def page(name: str, columns: int, whole: bool = False) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(columns))
        return answer(*name.split(), "--help-all" if whole else "--help")


def plain(text: str) -> str:
    """The words of a page without frames and lines."""
    return " ".join(re.sub("[│╭╮╰╯─]", " ", text).split())


OF_COMMANDS = ("Commands", *EVERY[""].panels)
"""The panels that list commands."""


def options(name: str) -> list[Any]:
    return [one for one in EVERY[name].params if not one.hidden]


def panels_of(shown: str) -> list[tuple[str, list[str]]]:
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
        if title not in (*FOLDED, *OF_COMMANDS):
            typed = [line for line in lines if line.startswith("-")]
            assert title == ARGUMENTS or 1 <= len(typed) <= 8, title  # more are hard to scan
    assert not re.search(r"\[default: |\[one of |; default", shown)
    grouped = [one for one in options(name) if one.param_type_name == "option"]
    assert all(one.rich_help_panel in ORDER for one in grouped) or name == ""
    assert re.search("-h, --help +Show this page", shown)


def sentences(name: str) -> Prose:
    prose = Prose()
    texts = [EVERY[name].help, *(does for _, does in EVERY[name].examples)]
    for text in [*texts, *(meaning(one) for one in options(name))]:
        prose.add(1, re.sub("`[^`]*`", "X", text))
    return prose


@pytest.mark.slow
def test_pages_are_plain_english() -> None:
    for name in EVERY:
        prose = sentences(name)
        assert prose.turns() == []
        for _, sentence in prose.sentences:
            for part in re.split("[;:]", sentence):
                assert len(part.split()) <= 25, part


def test_values_and_defaults_have_one_form() -> None:
    shown = plain(page("render", 100, whole=True))
    for words in (
        "[native|freecell|pysolfc, default native]",
        "[2color|4color|4color-classic, default 2color]",
        "[default 1024]",
        "[default loop]",
        "[required]",
    ):
        assert words in shown
    assert "[pyramid|all|score|A..K]" in page("solve", 100)
    assert "[default 10,000,000]" in plain(page("find", 100, whole=True))
    assert "[length|passes|left|least-left|order| matchings]" in plain(page("find", 60))


@pytest.mark.parametrize("columns", [60, 200])
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
        of_rules = one.rich_help_panel in FOLDED
        for option in (*one.opts, *([] if of_rules else one.secondary_opts)):
            typed = option.replace("--", "--[no-]") if of_rules and one.secondary_opts else option
            assert not option.startswith("-") or typed in words
        if of_rules:
            assert one.help not in words
        else:  # the columns of a table come line by line
            assert {*one.help.rstrip("]").partition(" [")[0].split()} <= {*words.split()}


@pytest.mark.parametrize("name", ["solve", "survey run", "render"])
def test_the_whole_page_explains_every_option(name: str) -> None:
    assert f"`pyrtool {name} --help-all` explains them." in plain(page(name, 80))
    words = plain(page(name, 80, whole=True)).split()
    for one in options(name):
        assert {*one.help.rstrip("]").partition(" [")[0].split()} <= {*words}


@pytest.mark.parametrize("name", EVERY)
def test_own_options_come_first_and_rules_last(name: str) -> None:
    shown = page(name, 80)
    assert f"Usage: {' '.join(('pyrtool', *name.split()))} [OPTIONS]" in shown
    assert max(map(len, shown.splitlines())) <= 80
    panels = [name for name, _ in panels_of(shown) if name not in OF_COMMANDS]
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


@pytest.mark.slow
@pytest.mark.usefixtures("three_problems")
@pytest.mark.parametrize("name", EVERY)
def test_the_examples_of_a_page_run(
    name: str, ledgers: list[Path], tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path)
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
    assert answer("solve", "-h") == answer("solve", "--help")
    assert page("solve", columns) == page("solve", 20)
    assert page("survey", columns) == page("survey", 20)


def help_of(name: str) -> str:
    """A help page without its frames, in one line."""
    page = answer(*name.split(), "--help-all")
    return " ".join(page.replace("│", " ").split())


@pytest.mark.slow
def test_find_gives_no_verdict_up() -> None:
    assert "verdicts have no node limit [default 1,000,000]" in help_of("find")
    assert RatingLimits.nodes == 1_000_000
    for game in ("microsoft", "giza"):
        words = ("find", "1-30", "-g", game, "--level", "easy", "--workers", "1")
        found = [
            [record["deal"] for record in json.loads(answer(*words, "--format", "json", *limit))]
            for limit in ((), ("--limit-nodes", "1"))
        ]
        assert found[0] == found[1] != []
    rated = ("find", "9", "-g", "microsoft", "--limit-positions", "1", "--playouts", "100")
    assert "1 only move" in answer(*rated, "--workers", "1")
    assert "? only moves" in run(*rated, "--workers", "1", "--limit-nodes", "1").stdout


def test_deals_stand_once_in_the_usage_of_every_page() -> None:
    for name in LEAVES:
        assert "[[" not in help_of(name), name
    assert "[DEALS...]" in help_of("site")


def test_every_command_is_listed() -> None:
    text: Any = answer("--help")
    assert all(f" {name} " in text for name in EVERY[""].commands)


def test_the_game_that_is_played_without_a_name_is_the_default() -> None:
    assert "[default giza without DEAL, else pyramid]" in help_of("play")
    assert ", giza" in run("play", input="quit\n").stdout.splitlines()[0]
    closed = run("play", "87", input="quit\n").stdout
    assert closed == run("play", "87", "-g", "pyramid", input="quit\n").stdout
    assert ", tut" in run("play", "-g", "tut-single", input="quit\n").stdout.splitlines()[0]


def test_one_option_limits_the_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """`advise --closed` samples for as long."""
    asked: list[tuple[int | None, float | None]] = []

    def weighed(view: View, orders: int | None, limits: Limits, seed: int) -> list[object]:
        asked.append((orders, limits.seconds))
        return []

    monkeypatch.setattr("pyrtool.cli.commands.advise.weigh", weighed)
    monkeypatch.setattr("pyrtool.cli.commands.advise.chances_text", lambda *_: "")
    words = ("advise", "87", "--closed")
    for more in (("--limit-seconds", "2"), ("--orders", "9"), ()):
        answer(*words, *more)
    answer(*words, "--orders", "9", "--limit-seconds", "2")
    assert asked == [(None, 2.0), (9, None), (4000, None), (9, 2.0)]
