"""The pages: facts, figures, words, links, and commands."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrtool.base.version import SOLVER_VERSION
from pyrtool.game.games import game
from pyrtool.game.named_games import KNOWN, OF_PYSOLFC
from pyrtool.kernel import COMPILED
from pyrtool.records.collection import puzzles

from .. import style
from ..commands import COMMANDS, EVERY, bash, run, shorter, typed
from ..figures import Figure, fault, figures, printed, rate_fault, rate_rows
from ..paths import DOCS, PAGES, README, ROOT, TEXTS, listed, page, site_settings

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`(pyrtool [^`]+)`")
SESSION = re.compile(r"^```text\n\$ (pyrtool play .*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ELSEWHERE = {"gallery"}

PREPARED = {
    "play-at-the-terminal": "printf 'deal\\nsave game\\n' | pyrtool play 12",
    "run-a-survey": """\
pyrtool survey run 1-5 --game giza --ledger a.db
pyrtool survey run 6-9 --game giza --ledger b.db
""",
}
"""What makes the files that pages take for granted."""


def commands(page: Path) -> Iterator[str]:
    """The commands of a page's blocks without the words that are beside them."""
    for language, block in FENCED.findall(page.read_text()):
        if language in ("", "sh"):
            for line in block.splitlines():
                command = re.split(r"\s{2,}", line)[0]
                if re.match(r"(printf .*\| )?pyrtool [a-z]", command):
                    yield command


TYPED = [page for page in PAGES if any(commands(page)) and page.stem not in ELSEWHERE]


@pytest.mark.slow
@pytest.mark.usefixtures("three_problems")
@pytest.mark.parametrize("page", TYPED, ids=lambda page: page.stem)
def test_every_command_of_a_page_runs(
    page: Path, tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert bash(PREPARED.get(page.stem, ""), tmp_path, programs).returncode == 0
    for command in commands(page):
        status, output = typed(shorter(command), tmp_path, programs)
        assert status == 0, f"{command}\n{output}"
        assert "drawn as boxes" not in output or "漢" in command


SESSIONS = [
    pytest.param(command, shown, id=f"{page.stem}-{command}")
    for page in PAGES
    for command, shown in SESSION.findall(page.read_text())
]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), SESSIONS)
def test_a_game_on_a_page_goes_as_shown(command: str, shown: str) -> None:
    """What is typed at the prompt gives the lines that are shown, in their order."""
    typed_lines = [line[2:] for line in shown.splitlines() if line.startswith("> ")]
    result = run(*shlex.split(command)[1:], input="\n".join(typed_lines) + "\n")
    printed = iter(result.output.splitlines())
    for line in shown.splitlines():
        if not line.startswith("> "):
            assert line in printed, f"{line}\n{result.output}"


def python(page: Path) -> list[str]:
    """List the blocks of Python on a page; those of the prompt are run in `test_readme`."""
    blocks = [block for kind, block in FENCED.findall(page.read_text()) if kind == "python"]
    return [block for block in blocks if not block.startswith(">>> ")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in PAGES if python(page)], ids=lambda page: page.stem
)
def test_the_python_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {}
    for block in python(page):
        exec(shorter(block), known)


@pytest.mark.slow
@pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: page.stem)
def test_every_command_in_a_sentence_exists(page: Path) -> None:
    for text in INLINE.findall(page.read_text()):
        words = text.split()[1:]
        if words[0].isupper():
            continue
        name = " ".join(words[:2]) if " ".join(words[:2]) in COMMANDS else words[0]
        name = "" if name.startswith("--") else name  # of pyrtool itself
        options = {
            option
            for parameter in EVERY[name].params
            for option in (*parameter.opts, *parameter.secondary_opts)
        }
        given = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        assert given <= options | {"--help"}, text


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_help_page_names_exists(name: str) -> None:
    """Commands in `backquotes`, and the puzzles that are named."""
    from pyrtool.records.collection import puzzle

    words = name.split()
    page = " ".join(run(*words, "--help").stdout.replace("│", " ").split())
    for text in re.findall(r"`pyrtool ([a-z -]+?)`", page):
        assert text.split()[0] in COMMANDS
    for slug in re.findall(r"names \(([a-z-]+)\)", page):
        puzzle(slug)
    assert words[0] != "puzzles" or len(words) < 2 or words[1] == "list" or "names (" in page


MADE = ("commands", "development/contributing.md", "development/changes.md")
"""Entries of the navigation whose pages docs/hooks makes."""


@pytest.mark.slow
def test_the_navigation_has_each_page_once() -> None:
    """A new page needs a line in mkdocs.yml."""
    pages = {path.relative_to(DOCS).as_posix() for path in PAGES}
    named = Counter(listed(site_settings()["nav"]))
    assert named == Counter([*pages, *MADE])


NUMBERS = {"ten": 10, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16}


def test_the_games_of_pysolfc_are_counted_alike() -> None:
    """All of them, or those of one pack."""
    counts = {len(OF_PYSOLFC), sum(game(name).packs == 1 for name in OF_PYSOLFC)}
    found = [
        (path.stem, NUMBERS[word])
        for path in TEXTS
        for _, sentence in style.markdown(path.read_text()).sentences
        if "PySolFC" in sentence and "games" in sentence
        for word in re.findall(r"[a-z]+", sentence)
        if word in NUMBERS
    ]
    assert len(found) >= 4
    assert [(stem, number) for stem, number in found if number not in counts] == []


def test_the_hardest_deals_are_the_hardest_of_the_widest_range() -> None:
    """A problem that `Extremes` lists claims the range that stands there."""
    rows = re.findall(
        r"^\| (?:hardest[^|]*)?\| `([\w-]+)` \| 1-(\d+) \| (\d+) \|",
        page("extremes").read_text(),
        re.MULTILINE,
    )
    teasers = {(one.game, str(one.deal.number)): one.teaser for one in puzzles()}
    listed = [(end, teasers[game, deal]) for game, end, deal in rows if (game, deal) in teasers]
    assert len(listed) >= 4
    for end, teaser in listed:
        assert f"1 to {int(end):,}" in teaser or "hardest" not in teaser, teaser


def test_a_page_with_an_older_solver_says_that_its_verdicts_hold() -> None:
    answer = "why-trust-a-result.md#what-is-a-solver-version"
    for path in PAGES:
        versions = re.findall(r"solver(?: version\]\([^)]*\))? (\d+)", path.read_text())
        if any(int(version) < SOLVER_VERSION for version in versions):
            assert answer in path.read_text(), path


def test_the_readme_counts_games_and_problems() -> None:
    text = README.read_text()
    assert re.findall(r"\[(\d+) games\]", text) == [str(len(KNOWN))]
    assert re.findall(r"\[(\d+) problems\]", text) == [str(len(puzzles()))]


def test_the_recipes_name_files_and_names_that_exist() -> None:
    """What CONTRIBUTING says to change, each file and each name in it."""
    text = (ROOT / "CONTRIBUTING.md").read_text().partition("## Change something")[2]
    rows = [line for line in text.splitlines() if line.startswith("| a ")]
    assert len(rows) >= 9
    for row in rows:
        for name in re.findall(r"(?<![\w./(])((?:\w+/)+(?:\w+\.(?:py|js|po))?)", row):
            place = name.replace("CODE", "de")
            assert (ROOT / "pyrtool" / place).exists() or (ROOT / place).exists(), name
    sources = "\n".join(path.read_text() for path in (ROOT / "pyrtool").rglob("*.[pj][ys]"))
    for name in re.findall(r"`(_?[A-Z][A-Z_]+|_[a-z]+|[A-Z][a-z]+[A-Z]\w+)`", "".join(rows)):
        assert re.search(rf"\b{name}\b", sources) or name == "NAME", name


GLOSSARY = page("glossary")
CODE = ROOT / "pyrtool"


def anchors(page: Path) -> set[str]:
    """What `#` may lead to in a page: its headings, as GitHub makes them addresses."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}


@pytest.mark.slow
def test_every_word_is_explained_once() -> None:
    entries = re.findall(r"^- \*\*(.*?)\.\*\*", GLOSSARY.read_text(), re.MULTILINE)
    words = Counter(word.strip().lower() for entry in entries for word in entry.split(","))
    assert len(words) > 80
    assert [word for word, times in words.items() if times > 1] == []


@pytest.mark.slow
def test_the_words_of_the_code_are_in_the_code() -> None:
    """Each class and file that the developers' table names is there."""
    classes = {
        name
        for path in CODE.rglob("*.py")
        for name in re.findall(r"^class (\w+)", path.read_text(), re.M)
    }
    text = page("words").read_text()
    rows = re.findall(r"^\| [\w, ]+ \| ([`A-Z].*?|\w+/[\w.]*) \|", text, re.MULTILINE)
    senses = re.findall(r"^\| (`\w+`) \|", text, re.MULTILINE)
    named = [word for row in [*rows, *senses] for word in row.split(", ")]
    assert len(named) > 20
    for word in named:
        assert word.strip("`") in classes if word[0] == "`" else (CODE / word).exists(), word


@pytest.mark.slow
@pytest.mark.parametrize("page", TEXTS, ids=lambda page: page.stem)
def test_links_into_pages_lead_to_headings(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text()):
        assert anchor in anchors(page.parent / target if target else page), f"{target}#{anchor}"


@pytest.mark.slow
def test_code_names_pages_and_headings_that_exist() -> None:
    """As in ``docs/development/proofs.md, "Fronts"``, also where a line breaks it."""
    headings = 0
    for path in (path for kind in ("py", "js", "pxd") for path in CODE.rglob(f"*.{kind}")):
        text = re.sub(r"\s*\n[\s#*]*", " ", path.read_text())
        for target, heading in re.findall(r'(docs/[\w/-]+\.md)(?:, "([^"]+)")?', text):
            assert (ROOT / target).exists(), f"{path}: {target}"
            words = re.findall(r"^#+ (.*)$", (ROOT / target).read_text(), re.MULTILINE)
            assert not heading or heading in words, f"{path}: {target}, {heading}"
            headings += bool(heading)
    assert headings > 10


FIGURES = [figure for page in TEXTS for figure in figures(page) if not figure.long]


@pytest.mark.slow
@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_a_figure_is_what_its_command_prints(figure: Figure, programs: Path) -> None:
    assert fault(figure, printed(figure.command, programs)) is None


@pytest.mark.slow
def test_some_figures_are_marked() -> None:
    assert len(FIGURES) >= 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("says", "prints", "agrees"),
    [
        ("It wins 1,510 of 20.", "wins 1510", True),
        ("It wins 1,511 of 20.", "wins 1,510", False),
        ("It wins 51.5% of 20.", "wins 51.5%", True),
        ("It wins 51% of 20.", "wins 51.5%", False),
        ("It wins 7 of 20.", "loses 7", False),
        ("| 3 | 4 |\n| 7 | 8 |", "wins 7", True),
    ],
)
def test_a_stale_figure_is_found(tmp_path: Path, says: str, prints: str, agrees: bool) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"Elsewhere 1510, 7.\n\n{says}\n<!-- figure: a | b | wins +([\\d,.]+) -->\n")
    (figure,) = figures(page)
    assert (figure.command, figure.line) == ("a | b", 4 + says.count("\n"))
    assert (fault(figure, prints) is None) == agrees


RATES = [row for page in TEXTS for row in rate_rows(page)]


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="thousands of deals")
def test_rates_agree_with_a_sample() -> None:
    assert {row.rules for row in RATES} >= KNOWN.keys()
    assert {row.player for row in RATES} == {None, "random", "greedy", "careful"}
    assert [wrong for row in RATES if (wrong := rate_fault(row, 1.0))] == []


@pytest.mark.slow
def test_a_wrong_rate_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "| `giza` | 1-1000000 | 36.53 | 36.43 to 36.62 | none | 63.47 | 8 |\n"
        "| `giza` | 1-1000000 | 46.53 | 46.43 to 46.62 | none | 53.47 | 8 |\n"
        "| `giza, overlap` | 59% | a | b | 59.30 | 59.26 to 59.33 | 10,000,000 | 8 |\n"
        "| `giza, overlap` | 59% | a | b | 49.30 | 49.26 to 49.33 | 10,000,000 | 8 |\n"
        "| giza | `careful` | 1–20,000 | 6.77 | 6.43–7.13 | 36.09 | 3 |\n"
        "| giza | `careful` | 1–20,000 | 1.77 | 1.43–2.13 | 36.09 | 3 |\n"
    )
    rows = rate_rows(page)
    assert [row.line for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [bool(rate_fault(row)) for row in rows] == [False, True] * 3
    assert rate_fault(rows[1]) == "giza: 353 of the first 1,000 deals are won, not 46.53%"
