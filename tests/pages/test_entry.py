"""A table of one's own on a page: read as the command line reads it, and rejected with the same
words; entered by taps, pasted, solved."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyrtool.base.errors import PyrtoolError
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import GAMES
from pyrtool.game.position import Position, start_of
from pyrtool.notation import (
    Defaults,
    NamedRules,
    events,
    format_deal,
    format_diagram,
    format_event,
    format_moves,
    format_position,
    read_deals,
)
from pyrtool.notation.face_down import format_partly_seen
from pyrtool.pages import __path__ as page_folders
from pyrtool.pages.page import Frame, app_page
from pyrtool.pages.page.drawn import face_data
from pyrtool.pages.page.entry import SCRIPTS, STYLE, entry_games
from pyrtool.pages.page.minify import lean_script
from pyrtool.pages.page.scripts import APP, ENGINE, HIDDEN, SEARCHES

from ..browser import PATIENCE
from ..dealing import lines_of, shuffled
from ..javascript import Runtime, running
from ..paths import ROOT
from ..playouts import play_out
from ..readers import FAMOUS, HALF, READ, status_of, tap
from ..seen_tables import PYRAMID as PHONE
from ..seen_tables import SEEN
from ..wrong_tables import WRONG_TABLES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

READERS = SCRIPTS[:7]
NAMES = [one["name"] for one in entry_games()]

KNOWN = "write 7S, TD or KH (ranks A23456789TJQK, suits CDHS)"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    """A runtime that has the code of the app and of the readers, as a site has it."""
    folder = Path(next(iter(page_folders)))
    without_dom = [file for file in APP if "link" in file]
    shuffle = folder / "site/app/shuffle.js"
    files = [*(folder / file for file in (*ENGINE, *without_dom)), *READERS, shuffle]
    lean = tmp_path_factory.mktemp("reader") / "reader.js"
    lean.write_text(lean_script(files), encoding="utf-8")
    with running([lean]) as runtime:
        yield runtime


def ours(name: str, text: str) -> list[list[str]] | str:
    """What the library reads, or why it does not."""
    try:
        defaults = Defaults(NamedRules(name, GAMES[name]))
        found = list(read_deals(text.split("\n"), defaults, any_number=True))
    except PyrtoolError as error:
        return str(error)
    tables = []
    for one in found:
        start = start_of(one.deal).play_all(one.moves)
        line = format_position(start) if one.seen is None else format_partly_seen(one.seen)
        tables.append([one.named.game, line])
    return tables


def theirs(reader: Runtime, cases: list[tuple[str, str]]) -> list[list[list[str]] | str]:
    answers: list[list[list[str]] | str] = reader.evaluate(READ, [entry_games(), cases])
    return answers


def middle(name: str, seed: int) -> Position:
    rules = GAMES[name]
    start = Position.start(Deal.of(shuffled(rules, seed), rules))
    return play_out(start, seed, random.Random(seed).randrange(40))[1]


def forms(here: Position, chance: random.Random) -> Iterator[str]:
    """A table as people write it."""
    line = format_position(here)
    ranks = re.sub(r"\b([A2-9TJQK])[CDHS]\b", r"\1", line)
    yield from (line, ranks, str(here), format_diagram(here, face_down=True))
    yield f"# a table\n\n{line.lower()}\n\n"
    yield re.sub(r"\b(\w)([CDHS])\b", r"\2\1", line)  # the suit first
    yield re.sub(r"\bT(?=[CDHS]?\b)", "10", line)
    signs = str.maketrans("CDHS", "♣♦♥♠")
    yield re.sub(r"\b\w[CDHS]\b", lambda card: card[0].translate(signs), str(here))
    yield line.replace(" ", chance.choice(["  ", "\t", "\u00a0"]))
    yield re.sub(r" (?=[\dATJQK]\w\b)", ", ", line)
    yield f"# a position, {NAMES[chance.randrange(len(NAMES))]}\n{line}"
    yield json.dumps({"position": line, "rules": here.rules.to_dict()})


def hidden_forms(here: Position, chance: random.Random) -> Iterator[str]:
    """A table as a player sees it, who says more of it or less."""
    tableau = str(here).partition("waste")[0].partition("turned")[0].partition("stock")[0]
    turned = "" if here.turned is None else f"turned {here.turned}\n"
    stock, waste = len(here.stock), " ".join(map(str, here.waste))
    stocks = [f"stock {n} face down\n" for n in (stock, stock + 1, 0)]
    stocks += ["stock face down\n", "stock 2 cards face down 7S\n", "stock x face down\n", ""]
    below = chance.randrange(4)
    wastes = [f"waste {waste}\n", f"waste {'? ' * below}{waste}\n", f"waste face down {waste}\n"]
    wastes += [f"waste {below} face down {waste}\n", "waste 1 card face down\n", ""]
    number = here.pass_number
    passed = chance.choice([f"pass {number}\n", f"pass {number + 1}\n", ""])
    for pile in (*stocks, *(chance.choice(stocks) for _ in wastes)):
        beside = chance.choice(["", "gone face down\n", "gone KC\n", "turned face down\n"])
        yield f"{tableau}{turned}{chance.choice(wastes)}{pile}{passed}"
        yield f"{tableau}{chance.choice(wastes)}{turned}{pile}{chance.choice(wastes)}{beside}"


def whole_forms(name: str, seed: int) -> Iterator[str]:
    rules = GAMES[name]
    cards = shuffled(rules, seed)
    line = format_deal(cards)
    yield from (line, line.replace(" ", "\n"), line.replace(" ", ", "), line.replace(" ", ";"))
    yield str(Position.start(Deal.of(cards, rules)))
    words = line.split()
    yield "\n".join(" ".join(words[k : k + 13]) for k in range(0, len(words), 13))
    yield f"{line}\n\n{format_deal(shuffled(rules, seed + 1))}\n"
    yield json.dumps([{"cards": line, "game": name, "deal": None}, {"cards": line}], indent=1)
    yield f"# deal 3 (native), {name}: note\n{line}\n4S/9H deal*2\n"
    rows, rest = [], words
    for size in range(1, 8):
        rows.append(" " * (14 - 2 * size) + "  ".join(rest[:size]))
        rest = rest[size:]
    yield "\n".join([*rows, " ".join(rest)])  # a triangle with the stock below
    yield "\n".join([*rows, "", *rest])


def played_forms(name: str, seed: int) -> Iterator[str]:
    """A game in play: its deal, or a position of it, and the moves that were made."""
    rules = GAMES[name]
    start = (
        middle(name, seed) if seed % 2 else Position.start(Deal.of(shuffled(rules, seed), rules))
    )
    moves, _ = play_out(start, seed, 12)
    words, made = format_moves(moves, start), [format_event(one) for one in events(moves, start)]
    kind, line = "a position", format_position(start)
    record: dict[str, object] = {"position": line, "game": name}
    if seed % 2 == 0:
        kind, line = "a deal", format_deal(shuffled(rules, seed))
        record = {"cards": line, "game": name}
    yield f"# {kind}, {name}, after {words}\n{line}"
    yield json.dumps(record | {"reason": "unfinished", "moves": made})
    yield json.dumps(record | {"after": made, "moves": []})
    if made:
        wrong = [*made[:-1], random.Random(seed).choice([{"deal": ["4C"]}, {"discard": "x"}, 3])]
        yield json.dumps(record | {"reason": "unfinished", "moves": wrong})


def damaged(text: str, chance: random.Random) -> str:
    """The text with a word lost, twice, another, or a line lost."""
    words = re.split(r"(\s+)", text)
    at = chance.randrange(0, len(words), 2)
    junk = [
        "7S",
        "K",
        "--",
        "??",
        "xx",
        "/",
        "waste",
        "pass",
        "9",
        "stock 20 face down",
        "face down",
        "3 face down",
        "turned",
        "cleared 2",
        "pass 2",
        "<b>",
        "1H0",
        "é",
        "gone 4C",
        "it's",
        "columns",
        "bouquet",
    ]
    match chance.randrange(4):
        case 0:
            words[at] = ""
        case 1:
            words[at] += f" {words[at]}"
        case 2:
            words[at] = chance.choice(junk)
        case _:
            words[at] += f" {chance.choice(junk)}"
    return "".join(words)


UNSEEN_KINGS = """9H
2H 4S
5H JD 6H
KC 3C KH 8H
5C 5S 4D AH QC
JC JH TD JS 2S 7H
6S 3D 9S 8D AD 7S 7D
stock 15 face down
waste 4C 3H AS TH 7C QH 8S
"""
"""Two cards of the stock are gone, it is not said which: kings, where no others can be."""


def corpus() -> list[tuple[str, str]]:
    cases = [("microsoft", HALF), ("pyramid", HALF), ("pyramid", ""), ("pyramid", "# nothing")]
    numbers = ["1", "3\n12", "ms40000", "9" * 30, "# deals (freecell), giza\n617\n# x\n11982"]
    numbers += ["# deal 31000 (pysolfc), clear", "# deal 2 (native), giza\nKC"]
    cases += [("microsoft", text) for text in numbers]
    cases += [(name, UNSEEN_KINGS) for name in ("tut", "king-tut", "clear", "microsoft")]
    stocks = ("15", "15 cards", "15 cards face down", "1x", "")
    tables = [UNSEEN_KINGS.replace("15 face down", stock) for stock in stocks]
    cases += [(name, text) for text in tables for name in ("tut", "microsoft", "dozen", "spanish")]
    down = (7, 6, 5, 4, 3, 2, 1, 8, 8, 8)
    orders = (down, (1, 2, 3, 4, 5, 6, 7, *[3] * 8), (13,) * 4, (4,) * 13)
    cases += [
        (name, lines_of(deal(2).cards, sizes)) for sizes in orders for name in ("giza", "tut")
    ]
    tables = [f"{PHONE}{piles}" for piles in SEEN.values()]
    cases += [(name, text) for text in tables for name in ("microsoft", "pyramid", "clear")]
    cases += [("microsoft", json.dumps({"position": text, "cards": None})) for text in tables]
    cases += [(name, text) for text, _ in WRONG_TABLES.values() for name in ("pyramid", "giza")]
    chance = random.Random(5)
    for seed in range(len(NAMES)):
        name = NAMES[seed]
        good = [*forms(middle(name, seed), chance), *whole_forms(name, seed)]
        good += played_forms(name, seed)
        good += hidden_forms(middle(name, seed), chance)
        cases += [(name, text) for text in good]
        cases += [(name, damaged(chance.choice(good), chance)) for _ in range(25)]
    return cases


def test_the_page_reads_what_the_command_line_reads(reader: Runtime) -> None:
    cases = corpus()
    expected = [ours(*case) for case in cases]
    found = theirs(reader, cases)
    read = sum(isinstance(one, list) for one in expected)
    assert read > 400 and len(expected) - read > 200
    for case, right, got in zip(cases, expected, found, strict=True):
        assert is_alike(right, got), (case, right, got)


def is_alike(right: list[list[str]] | str, got: list[list[str]] | str) -> bool:
    """Whether both read the same, or reject it with the same words.

    The page does not list the games there are, and says less of what is no JSON, no number or
    no move.
    """
    if isinstance(got, str) and got.endswith("are not read here"):
        return isinstance(right, str)  # rules that the library does not know either
    if isinstance(right, str) and isinstance(got, str):
        less = ("JSON", "wanted here", "no such move", "does not match", "no move")
        if any(words in got for words in less):
            return True
        right = re.sub(r", or give --passes \d+\)$", ")", right)  # pages have no options
        right, got = (text.partition("unknown game")[0] for text in (right, got))
    return right == got


@pytest.fixture(scope="module")
def entry_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The app in a frame that is nothing but the entry."""
    folder = tmp_path_factory.mktemp("entry")
    pages = Path(next(iter(page_folders)))
    later = lean_script([pages / file for file in (*SEARCHES, *HIDDEN)])
    (folder / "entry.js").write_text(
        lean_script(SCRIPTS)
        + f"""
        const arrived = {{ faces: {json.dumps(face_data())} }};
        const box = element("section");
        const main = document.querySelector("main");
        main.before(box);
        main.hidden = true;
        const view = mountEntry(box, {{
          games: {json.dumps(entry_games())},
          solver: new Solver(byId("engine").textContent, async () => {json.dumps(later)}),
          open(problem) {{
            box.hidden = true;
            main.hidden = false;
            begin(problem);
          }},
        }});"""
    )
    head = '<link rel="icon" href="data:,">'
    (folder / "index.html").write_bytes(app_page("Entry", Frame(head, "", (STYLE,), ("entry.js",))))
    return folder / "index.html"


@pytest.fixture(scope="module")
def shared(chromium: Browser, entry_file: Path) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(PATIENCE)
    page.goto(entry_file.as_uri())
    yield page
    page.close()


@pytest.fixture
def entry(shared: Page, entry_file: Path) -> Iterator[Page]:
    """The view, empty; nothing may go wrong on it."""
    trouble: list[str] = []

    def note(event: object) -> None:
        trouble.append(str(getattr(event, "text", event)))

    shared.on("pageerror", note)
    shared.on("console", note)
    shared.goto(entry_file.as_uri())
    yield shared
    assert trouble == []
    shared.remove_listener("pageerror", note)
    shared.remove_listener("console", note)


@pytest.mark.slow
def test_a_table_is_entered_by_taps_and_solved(entry: Page) -> None:
    entry.select_option("select", "microsoft")
    tap(entry, *(card[0] for card in FAMOUS.split()))
    assert status_of(entry) == "52 cards: ready to be solved."
    entry.click("button:text-is('Solve')")
    entry.wait_for_selector(".result .worths li")
    assert entry.inner_text(".result h2") == "Won in 45 moves"
    assert "No line is shorter." in entry.inner_text(".result")
    assert entry.locator(".result .moves li").count() == 45
    assert "keeps the win, 45 moves" in entry.inner_text(".result .worths")
    entry.click("text=Step through it")
    entry.evaluate("table.follow(table.play.solution.length)")
    assert entry.is_visible("#won")
    assert "Score 1290" in entry.inner_text("#won-moves")


def test_what_is_missing_and_what_appears_twice_is_shown_while_typing(entry: Page) -> None:
    tap(entry, "7", "suitH", "7", "suitH")
    assert status_of(entry).startswith("2 of 52 cards. 26 places of the tableau to be filled.")
    assert entry.locator(".wrong").count() == 2
    tap(entry, "suitS")
    assert entry.locator(".wrong").count() == 0
    tap(entry, "7", "7", "7")
    assert entry.locator(".wrong").count() == 5
    tap(entry, "back")
    assert entry.locator(".wrong").count() == 0
    assert entry.get_attribute("[data-key='7']", "aria-description") == "0 left"
    entry.locator(".entry-slot").first.focus()
    entry.keyboard.type("8c--")
    assert status_of(entry).startswith("5 of 52 cards. 21 places")


def test_a_pasted_text_is_solved_from_the_middle(entry: Page) -> None:
    entry.select_option("select", "microsoft")
    entry.fill("#entry-text", HALF)
    entry.wait_for_selector(".result .worths li")
    assert entry.inner_text(".result h2") == "Won in 32 moves"
    assert status_of(entry).startswith("26 cards: ready to be solved.")
    assert entry.locator(".entry-slot.gone").count() == 20
    tap(entry, "back")
    assert entry.inner_text(".result") == ""
    entry.fill("#entry-text", "# a position, giza\n5C / 2C --")
    entry.wait_for_selector(".status.bad")
    assert status_of(entry).startswith("line 2: the table ends after 3 of 52 cards of the tableau")


def test_shapes_side_by_side_fit_a_phone(entry: Page) -> None:
    size = entry.viewport_size
    assert size is not None
    entry.set_viewport_size({"width": 360, "height": 740})
    for game in ("two-pyramids", "up-and-down", "pharaohs"):
        entry.select_option("select", game)
        wide, seen = entry.evaluate(
            "(felt => [felt.scrollWidth, felt.clientWidth])(document.querySelector('.entry-felt'))"
        )
        assert wide <= seen <= 360
    entry.set_viewport_size(size)


def test_no_table_is_solved_while_the_text_cannot_be_read(entry: Page) -> None:
    """Nor one that was there before: the answer is about what the reader sees."""
    off = "button:text-is('Solve')[aria-disabled=true]"
    entry.select_option("select", "microsoft")
    entry.fill("#entry-text", FAMOUS)
    entry.wait_for_selector(".result h2")
    entry.fill("#entry-text", FAMOUS.replace("6D", "Joker"))
    entry.wait_for_selector(".status.bad")
    refusal = status_of(entry)
    assert refusal == f"line 1, card 1: 'Joker' is not a card: {KNOWN}"
    entry.evaluate("document.querySelector('.entry-slot').click()")
    entry.evaluate("document.querySelector('.keypad .main').click()")
    assert entry.locator(off).count() == 1
    assert status_of(entry) == refusal
    assert entry.inner_text(".result") == ""
    entry.fill("#entry-text", FAMOUS)
    entry.wait_for_selector(".result h2")
    entry.fill("#entry-text", "")
    entry.wait_for_selector(off)
    assert status_of(entry).startswith("Tap the rank of each card")
    assert entry.inner_text(".result") == ""


def test_the_pass_that_is_entered_is_of_another_table(entry: Page) -> None:
    entry.select_option("select", "microsoft")
    entry.fill("#entry-text", HALF)
    entry.wait_for_selector(".result h2")
    entry.fill("input.pass", "2")
    assert entry.inner_text(".result") == ""


def test_script_text_stays_text(entry: Page) -> None:
    hostile = "<img src=x onerror=alert(1)> <script>alert(2)</script>"
    entry.fill("#entry-text", hostile)
    entry.wait_for_selector(".status.bad")
    assert status_of(entry) == f"line 1, card 1: '<img' is not a card: {KNOWN}"
    assert entry.locator(".entry img, .entry script").count() == 0


def test_every_file_of_pages_and_sites_is_installed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"][
        "package-data"
    ]
    packages = ("pyrtool.pages", "pyrtool.pages.site")
    folders = [ROOT / package.replace(".", "/") for package in packages]
    kept = {
        file
        for package, folder in zip(packages, folders, strict=True)
        for pattern in settings[package]
        for file in folder.glob(pattern)
    }
    kinds = (".js", ".css", ".html")
    assert kept == {file for file in folders[0].rglob("*") if file.suffix in kinds}
