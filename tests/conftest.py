"""What all tests use."""

import importlib.util
import os
import signal
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from inspect import signature
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from hypothesis.internal.conjecture import providers

from pyrtool.answers.kernel_setup import build
from pyrtool.surveys import pool as pools

from . import drawing
from .browser import Open, Windows, opening
from .chromium import Browser
from .paths import ROOT
from .prepared import typed_commands
from .sites import SITE, Served, collection_site, serving

# Nothing is timed in tests, and nothing is remembered from one run for the next.
ALWAYS: dict[str, Any] = {
    "deadline": None,
    "database": None,
    "print_blob": True,
    "suppress_health_check": [HealthCheck.too_slow],
}
settings.register_profile("fixed", derandomize=True, **ALWAYS)
settings.register_profile("fresh", derandomize=False, **ALWAYS)
settings.load_profile("fixed")
# Hypothesis also draws numbers and words that are in modules of this folder which are imported.
# Which ones are depends on the number of workers, and on the installation.
vars(providers)["is_local_module_file"] = lambda path: False

CHROMIUM = Path("/usr/bin/chromium")


# Tests start some hundred processes: what one of them has compiled, the others read.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def _test_what_is_installed() -> None:
    """`python -m pytest` looks for pyrtool here first, where the kernel may not be compiled."""
    kernel = ROOT / "pyrtool/kernel"
    if any(path.name.endswith(tuple(EXTENSION_SUFFIXES)) for path in kernel.glob("*")):
        return
    elsewhere = [place for place in sys.path if Path(place).resolve() != ROOT]
    if PathFinder.find_spec("pyrtool", elsewhere):
        sys.path[:] = elsewhere
        os.environ["PYTHONSAFEPATH"] = "1"  # for the programs that the tests start


_test_what_is_installed()

# A shell that runs the tests in the background may have them ignore Ctrl-C, which the programs
# that they start would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """How often what is drawn is drawn."""
    text = "run each test that draws under the seeds 1 to N"
    parser.addoption("--seeds", type=int, default=0, metavar="N", help=text)


@pytest.hookimpl(tryfirst=True)  # before Hypothesis asks what its seed is
def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis draws the same for one `PYRTOOL_SEED`, too."""
    drawing.choose_seed()
    if drawing.is_fresh() and config.getoption("hypothesis_seed", "") is None:
        config.option.hypothesis_seed = os.environ[drawing.VARIABLE]
    if config.getoption("hypothesis_seed", None) is not None or config.getoption("seeds"):
        settings.load_profile("fresh")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that draws once for each of the `--seeds`, up to one that makes it fail."""
    seeds, test = pyfuncitem.config.getoption("seeds"), pyfuncitem.obj
    if not seeds or pyfuncitem.get_closest_marker("draws") is None:
        return None
    given = {name: pyfuncitem.funcargs[name] for name in signature(test).parameters}
    for number in range(1, seeds + 1):
        with drawing.seeded(number):
            (hypothesis.seed(number)(test) if is_hypothesis_test(test) else test)(**given)
    return True


def pytest_sessionstart(session: pytest.Session) -> None:
    _print_seed(session.config)


def pytest_terminal_summary(config: pytest.Config) -> None:
    _print_seed(config)


def _print_seed(config: pytest.Config) -> None:
    """How to draw the same again, before the tests and after all that they print."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if drawing.is_fresh() and reporter is not None and not hasattr(config, "workerinput"):
        reporter.ensure_newline()
        reporter.write_line(f"{drawing.VARIABLE}={os.environ[drawing.VARIABLE]} draws the same")


def pytest_itemcollected(item: pytest.Item) -> None:
    """What Hypothesis draws for has the mark `draws` of itself."""
    if is_hypothesis_test(getattr(item, "obj", None)):
        item.add_marker("draws")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Only a test with that mark gets a seed, so that none is forgotten."""
    with drawing.drawing_allowed(item.get_closest_marker("draws") is not None):
        return (yield)


@pytest.fixture
def three_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site of the collection that is made in a moment."""
    from pyrtool.pages.site.problems import of_collection

    for command in ("open", "site"):
        name = f"pyrtool.cli.commands.{command}.of_collection"
        monkeypatch.setattr(name, lambda: of_collection()[:3])


@pytest.fixture(scope="session", autouse=True)
def _no_browser_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> None:
    """`pyrtool open` makes its pages in a folder of the tests, and opens no browser."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))
    os.environ["BROWSER"] = "true"


@pytest.fixture(scope="module", autouse=True)
def forget_kernels() -> Callable[[], None]:
    """The tests of a file ask kernels that no other file limited: the library sets a limit each
    time that it asks one, tests that ask one themselves do not. A test may begin again, too."""

    def forget() -> None:
        for made in vars(build).values():
            if hasattr(made, "cache_clear"):
                made.cache_clear()

    forget()
    return forget


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of this process do their work in it: a worker takes longer to start than that."""
    monkeypatch.setattr(pools, "LocalPool", lambda workers: pools.ThisProcess())


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a program `pyrtool` that starts in no time (see `prepared`)."""
    with typed_commands(tmp_path_factory.mktemp("programs")) as folder:
        yield folder


@pytest.fixture(scope="session")
def root(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server's root that has a site of some problems below; all workers share it."""
    folder = tmp_path_factory.getbasetemp()
    return collection_site(folder.parent if hasattr(request.config, "workerinput") else folder)


@pytest.fixture
def served(root: Path, chromium: Browser) -> Iterator[Served]:
    """That site, and who has fetched what."""
    with serving(root, SITE, chromium) as one:
        yield one


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless Chromium. Without one the test is skipped, or where it is required, fails."""
    missing = None
    if importlib.util.find_spec("playwright") is None:
        missing = "playwright is not installed (it is in the extra `dev`)"
    elif not CHROMIUM.exists():
        missing = f"there is no {CHROMIUM} (Debian: apt install chromium)"
    if missing and os.environ.get("PYRTOOL_REQUIRE_CHROMIUM"):
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def windows(chromium: Browser) -> Windows:
    """The windows of that browser."""
    return Windows(chromium)


@pytest.fixture
def opened(windows: Windows, tmp_path: Path) -> Iterator[Open]:
    """Opens pages of deals in them."""
    with opening(windows, tmp_path) as open_page:
        yield open_page
