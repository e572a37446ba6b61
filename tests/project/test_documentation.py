"""The documentation as a site: each page once, a page a command, a place for each public name."""

import inspect
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import pyrtool

from ..chromium import Browser
from ..commands import EVERY, ended, imported
from ..paths import DOCS, PAGES, ROOT, listed, site_settings

pytestmark = pytest.mark.slow
pytest.importorskip("mkdocs", reason="mkdocs is not installed (the extra `docs`)")

PYTHON = sorted((DOCS / "reference" / "python").glob("*.md"))

COMMANDS, LINKS, TECHNIQUES = (
    imported(DOCS / "hooks" / f"{name}.py") for name in ("commands", "links", "techniques")
)


def in_site(hook: Any, text: str, address: str, repository: str | None = None) -> str:
    """What a hook of the site makes of a page's text."""
    page = SimpleNamespace(file=SimpleNamespace(src_uri=address))
    made: str = hook.on_page_markdown(text, page=page, config=SimpleNamespace(repo_url=repository))
    return made


@pytest.mark.parametrize("name", EVERY)
def test_a_command_has_a_page_that_shows_all_of_it(name: str) -> None:
    command = EVERY[name]
    page = COMMANDS.page(name, command)
    assert page.startswith(f"# pyrtool {name}".rstrip() + "\n")
    for call, title in command.examples:
        assert f"{title}\n\n```sh\n{call}\n```" in page
    for option in (name for one in command.params if not one.hidden for name in one.opts):
        assert not option.startswith("-") or option in page
    for inner, one in getattr(command, "commands", {}).items():
        assert f"`pyrtool {f'{name} {inner}'.lstrip()}` | {one.help} |" in page


def test_the_commands_stand_in_the_navigation() -> None:
    made = COMMANDS.every_command()
    assert made.keys() == EVERY.keys()
    addresses = [COMMANDS.address(name, command) for name, command in made.items()]
    navigation = COMMANDS.with_commands(site_settings()["nav"])
    assert {*addresses} <= {*listed(navigation)} and len({*addresses}) == len(addresses)


def test_a_command_in_a_text_leads_to_its_page() -> None:
    turned = partial(in_site, COMMANDS, address="how-to/find-deals.md")
    assert turned("As `pyrtool survey run 1-9 -g giza` does.") == (
        "As [`pyrtool survey run 1-9 -g giza`](../reference/commands/survey/run.md) does."
    )
    assert turned("`pyrtool solve 2`") == "[`pyrtool solve 2`](../reference/commands/solve.md)"
    assert turned("`pyrtool --help`") == "[`pyrtool --help`](../reference/commands/index.md)"
    for untouched in (
        "the program `pyrtool`",
        "[`pyrtool solve`](x.md)",
        "# The command `pyrtool solve`",
        "```\n`pyrtool solve`\n```",
    ):
        assert turned(untouched) == untouched


def test_links_out_of_the_pages() -> None:
    turned = partial(in_site, LINKS)
    assert turned("[a](b.md#c) ![d](../images/e.png) [f](#g)", "how-to/a.md") == (
        "[a](b.md#c) ![d](../images/e.png) [f](#g)"
    )
    assert turned("[one](../../CONTRIBUTING.md#how)", "how-to/a.md") == (
        "[one](../development/contributing.md#how)"
    )
    assert turned("[one](docs/reference/json.md)", "development/contributing.md") == (
        "[one](../reference/json.md)"
    )
    assert turned("[`x`](../../pyrtool/x.py)", "how-to/a.md") == "`x`"
    assert turned("[`x`](../../pyrtool/x.py)", "how-to/a.md", "https://forge.example/p") == (
        "[`x`](https://forge.example/p/blob/main/pyrtool/x.py)"
    )


def test_the_page_of_techniques_has_their_proofs() -> None:
    """In the site; in the checkout it has a mark in their place."""
    text = (DOCS / TECHNIQUES.PAGE).read_text()
    made = in_site(TECHNIQUES, text, TECHNIQUES.PAGE)
    assert text.count(TECHNIQUES.MARK) == 1 and TECHNIQUES.MARK not in made
    for name, check in TECHNIQUES.techniques.CHECKS.items():
        assert re.search(rf"^### .*\b{name}\b", made, re.MULTILINE), name
        proof = inspect.getdoc(check)
        assert proof is not None and proof in made, name


def found(path: str) -> Any:
    """The object that a line `::: path` shows."""
    module, _, name = path.rpartition(".")
    try:
        return import_module(path)
    except ImportError:
        return getattr(import_module(module), name)


def test_each_public_name_stands_on_one_page() -> None:
    shown = [path for page in PYTHON for path in re.findall(r"^::: (.*)$", page.read_text(), re.M)]
    public = [getattr(pyrtool, name) for name in pyrtool.__all__ if name != "game"]
    public.append(found("pyrtool.game.games.game"))  # `pyrtool.game` is also a room that is called
    assert Counter(map(id, map(found, shown))) == Counter(map(id, public))
    index = (DOCS / "reference" / "python" / "index.md").read_text()
    for name in pyrtool.__all__:
        assert f"`{name}`" in index or f".{name}\n" in index


class Loaded(HTMLParser):
    """What a browser loads with a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.headings = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.headings += tag == "h1"
        if tag != "a":
            self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    folder = tmp_path_factory.mktemp("docs")
    done = ended(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_is_built_and_loads_nothing_from_elsewhere(built: Path) -> None:
    pages = sorted(built.rglob("*.html"))
    assert len(pages) > len(PAGES) // 2 + len(EVERY)
    for page in pages:
        loaded = Loaded()
        loaded.feed(page.read_text())
        assert "|---" not in page.read_text(), f"{page}: a table without a line before it"
        assert [one for one in loaded.addresses if re.match(r"(https?:)?//", one)] == [], page
    for sheet in built.rglob("*.css"):
        assert not re.search(r"""(url\(|@import)\s*["']?(https?:)?//""", sheet.read_text()), sheet
    assert '"docs":' in (built / "search" / "search_index.json").read_text()
    solving = (built / "reference" / "python" / "solving.html").read_text()
    assert 'id="pyrtool.answers.solve.solve"' in solving
    assert not [path for path in built.rglob("*") if path.suffix in (".py", ".pyc", ".md")]
    assert (built / "assets" / "LICENSE-iframe-worker.txt").read_text().startswith("Copyright")


def test_a_page_from_a_folder_is_searched(built: Path, chromium: Browser) -> None:
    """A browser starts no worker for a page of a folder; nothing is loaded from elsewhere."""
    page = chromium.new_page()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto((built / "start" / "play-your-first-game.html").as_uri())
    page.locator(".md-search__input").click()
    results = page.locator(".md-search-result__meta")
    results.get_by_text("Type to start searching").wait_for(state="attached")
    page.keyboard.type("certificate")
    target = (built / "reference" / "json.html").as_uri()
    found = page.locator(f'.md-search-result__link[href^="{target}"]').first
    found.wait_for(state="attached")
    found.evaluate("link => link.click()")  # the list may still grow above it
    page.locator("h1").filter(has_text="JSON records").wait_for()
    assert [address for address in loaded if not address.startswith("file:")] == []
    page.close()


# The functions that the Python pages show name their arguments, what they return and raise. Griffe,
# which mkdocstrings uses for the pages, reads the docstrings.

RAISES = re.compile(r"^ *raise (?!AssertionError|NotImplementedError)[A-Z]", re.MULTILINE)


def documented() -> dict[str, Any]:
    """The functions and methods on the pages, by their paths."""
    griffe = pytest.importorskip("griffe", reason="griffe is not installed (the extra `docs`)")
    loader = griffe.GriffeLoader(search_paths=[str(ROOT)], docstring_parser="google")
    loader.load("pyrtool", submodules=True)
    loader.resolve_aliases(external=False)
    found: dict[str, Any] = {}
    for page in PYTHON:
        for path in re.findall(r"^::: (.*)$", page.read_text(), re.MULTILINE):
            found |= {one.path: one for one in functions(loader.modules_collection[path])}
    return found


def functions(thing: Any) -> Iterator[Any]:
    """What mkdocstrings shows of a module, class or function: names that are no secret."""
    thing = thing.final_target if thing.is_alias else thing
    if thing.is_function:
        yield thing
    elif thing.is_class:
        for name, member in thing.members.items():
            if not name.startswith("_"):
                yield from functions(member)
    elif thing.is_module:
        for name, member in thing.members.items():
            is_shown = not (name.startswith("_") or member.is_alias)
            if name in thing.exports if thing.exports is not None else is_shown:
                yield from functions(member)


def lacks(function: Any) -> list[str]:
    """What the docstring of a function lacks.

    A first line that begins with "Return" says what comes back, as in Google's style guide.
    """
    doc = function.docstring
    if doc is None:
        return ["a docstring"]
    parts = {part.kind.value: part.value for part in doc.parsed}
    named = {one.name for one in parts.get("parameters", ())}
    wanted = {one.name for one in function.parameters} - {"self", "cls"}
    lacking = [f"Args: {name}" for name in sorted(wanted ^ named)]
    returns = str(function.returns) not in ("None", "NoReturn")
    if returns and not parts.keys() & {"returns", "yields"} and not doc.value.startswith("Return "):
        lacking.append("Returns")
    if RAISES.search(function.source) and "raises" not in parts:
        lacking.append("Raises")
    return lacking


def test_each_function_names_its_arguments_and_what_it_returns_and_raises() -> None:
    shown = documented()
    assert len(shown) > 90
    assert {"pyrtool.answers.solve.solve", "pyrtool.game.position.Position.play"} <= shown.keys()
    assert {path: found for path, one in shown.items() if (found := lacks(one))} == {}
