"""Tables of one's own on pages: read as the command line reads them, entered, pasted, solved."""

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pyrtool import Deal, PyrtoolError, advise, deal, solve
from pyrtool.answers.solve import solution
from pyrtool.cli.answer_text.advice import table_text
from pyrtool.game.games import GAMES
from pyrtool.game.position import Position, start_of
from pyrtool.notation import (
    Defaults,
    NamedRules,
    format_deal,
    format_diagram,
    format_moves,
    format_position,
    parse_moves,
    parse_position,
    read_deals,
)
from pyrtool.notation.face_down import format_partly_seen
from pyrtool.pages.page import page as make_page
from pyrtool.pages.page.entry import entry_games
from pyrtool.pages.page.problem import Exchange
from pyrtool.pages.page.scripts import modules
from pyrtool.pages.site.problems import Entry, of_collection
from pyrtool.pages.site.site import site_files, write_site
from pyrtool.pictures.lettering.descriptions import name

from ..browser import message, positions
from ..chromium import Browser, Page
from ..dealing import lines_of, one_in, shuffled, shuffled_start
from ..javascript import Runtime, running
from ..paths import ROOT
from ..playouts import play_out, without_suits as as_ranks
from ..readers import FAMOUS, READ, half_played, status_of, tap
from ..sites import PHONE, Served, serving
from ..tables import PYRAMID, SEEN, WRONG_TABLES

NAMES = [one["name"] for one in entry_games()]

KNOWN = "write 7S, TD or KH (ranks A23456789TJQK, suits CDHS)"


@pytest.fixture(scope="module")
def reader() -> Iterator[Runtime]:
    """A runtime that has the readers and what they need, as a site has it."""
    with running(modules("app/entry/reader.js")) as runtime:
        yield runtime


def ours(name: str, text: str) -> list[str] | str:
    """The table that the library reads, or why it reads none."""
    try:
        defaults = Defaults(NamedRules(name, GAMES[name]))
        found = list(read_deals(text.split("\n"), defaults, any_number=True))
    except PyrtoolError as error:
        return str(error)
    if len(found) != 1:
        return "the table above is whole" if found else "there are no cards"
    (one,) = found
    start = start_of(one.deal).play_all(one.moves)
    line = format_position(start) if one.seen is None else format_partly_seen(one.seen)
    return [one.named.game or "", line]


def theirs(reader: Runtime, cases: list[tuple[str, str]]) -> list[list[str] | str]:
    answers: list[list[str] | str] = reader.evaluate(READ, [entry_games(), cases])
    return answers


def middle(name: str, seed: int) -> Position:
    rules = GAMES[name]
    start = shuffled_start(rules, seed)
    return play_out(start, seed, random.Random(seed).randrange(40))[1]


def forms(here: Position, chance: random.Random) -> Iterator[str]:
    line = format_position(here)
    yield from (line, as_ranks(line), str(here), format_diagram(here, face_down=True))
    yield f"# a table\n\n{line.lower()}\n\n"
    yield re.sub(r"\b(\w)([CDHS])\b", r"\2\1", line)  # the suit first
    yield re.sub(r"\bT(?=[CDHS]?\b)", "10", line)
    signs = str.maketrans("CDHS", "♣♦♥♠")
    yield re.sub(r"\b\w[CDHS]\b", lambda card: card[0].translate(signs), str(here))
    yield line.replace(" ", chance.choice(["  ", "\t", "\u00a0"]))
    yield re.sub(r" (?=[\dATJQK]\w\b)", ", ", line)
    yield f"# a position, {NAMES[chance.randrange(len(NAMES))]}\n{line}"


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
    yield f"# a deal, {name}: note\n{line}\n"
    rows, rest = [], words
    for size in range(1, 8):
        rows.append(" " * (14 - 2 * size) + "  ".join(rest[:size]))
        rest = rest[size:]
    yield "\n".join([*rows, " ".join(rest)])  # a triangle with the stock below
    yield "\n".join([*rows, "", *rest])


def played_form(name: str, seed: int) -> str:
    """A game in play: its deal, or a position of it, and the moves that were made."""
    rules = GAMES[name]
    kind, start = "a deal", shuffled_start(rules, seed)
    if seed % 2:
        kind, start = "a position", middle(name, seed)
    moves, _ = play_out(start, seed, 12)
    return f"# {kind}, {name}, after {format_moves(moves, start)}\n{start}"


JUNK = "7S K -- ?? xx / waste pass 9 turned <b> 1H0 é it's columns bouquet"


def damaged(text: str, chance: random.Random) -> str:
    """The text with a word lost, twice, another, or a line lost."""
    words = re.split(r"(\s+)", text)
    at = chance.randrange(0, len(words), 2)
    junk = ["stock 20 face down", "face down", "3 face down", "cleared 2", "pass 2", "gone 4C"]
    junk += JUNK.split()
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


@cache
def corpus() -> list[tuple[str, str]]:
    cases = [
        ("microsoft", half_played()),
        ("pyramid", half_played()),
        ("pyramid", ""),
        ("pyramid", "# nothing"),
    ]
    cases += [(name, UNSEEN_KINGS) for name in ("tut", "king-tut", "clear", "microsoft")]
    stocks = ("15", "15 cards", "15 cards face down", "1x", "")
    tables = [UNSEEN_KINGS.replace("15 face down", stock) for stock in stocks]
    cases += [(name, text) for text in tables for name in ("tut", "microsoft", "dozen", "spanish")]
    down = (7, 6, 5, 4, 3, 2, 1, 8, 8, 8)
    orders = (down, (1, 2, 3, 4, 5, 6, 7, *[3] * 8), (13,) * 4, (4,) * 13)
    texts = [lines_of(deal(2).cards, sizes) for sizes in orders]
    cases += [(name, text) for text in texts for name in ("giza", "tut")]
    tables = [f"{PYRAMID}{piles}" for piles in SEEN.values()]
    cases += [(name, text) for text in tables for name in ("microsoft", "pyramid", "clear")]
    cases += [(name, text) for text, _ in WRONG_TABLES.values() for name in ("pyramid", "giza")]
    chance = random.Random(5)
    for seed in range(len(NAMES)):
        name = NAMES[seed]
        good = [*forms(middle(name, seed), chance), *whole_forms(name, seed)]
        good.append(played_form(name, seed))
        good += hidden_forms(middle(name, seed), chance)
        cases += [(name, text) for text in good]
    return cases


def damaged_corpus() -> list[tuple[str, str]]:
    chance = random.Random(6)
    every = [case for case in corpus() if case[1]]
    return [(name, damaged(text, chance)) for name, text in chance.sample(every, 300)]


@pytest.mark.parametrize("first", one_in(5, range(5)))
def test_the_page_reads_a_table_as_the_command_line_does(reader: Runtime, first: int) -> None:
    cases = corpus()[first::5]
    expected = [ours(*case) for case in cases]
    read = sum(isinstance(one, list) for one in expected)
    assert read > 80 and len(expected) - read > 40
    for case, right, got in zip(cases, expected, theirs(reader, cases), strict=True):
        assert is_alike(right, got), (case, right, got)


def test_the_page_reads_no_damaged_table_otherwise(reader: Runtime) -> None:
    cases = damaged_corpus()
    expected = [ours(*case) for case in cases]
    for case, right, got in zip(cases, expected, theirs(reader, cases), strict=True):
        if isinstance(right, list) and isinstance(got, list):
            assert right == got, case


def is_alike(right: list[str] | str, got: list[str] | str) -> bool:
    """Whether both read the same, or reject it with the same words.

    The page takes the lines of a text one after the other, and does not list the games that there
    are. So it says other words of a line that could be a deal, of a label without a table, and of
    what follows a whole table.
    """
    if isinstance(got, str) and got.endswith("are not read here"):
        return isinstance(right, str)  # rules that the library does not know either
    if isinstance(right, str) and isinstance(got, str):
        got = got.replace("of rank 10", "of rank T")  # the page writes ranks as its cards do
        others = "twice, at|the deck has 52|no table is above|of this heading|is whole"
        if re.search(others, right) or "before the piles" in got:
            return True
        right = re.sub(r", or give --passes \d+\)$", ")", right)  # pages have no options
        right, got = (text.partition("unknown game")[0] for text in (right, got))
    return right == got


@pytest.fixture
def entry(served: Served) -> Page:
    """The page of a site on which a table is entered."""
    page = served.page("solve.html")
    page.wait_for_selector(".entry .keypad")
    return page


@pytest.mark.slow
def test_what_is_missing_and_what_appears_twice_is_shown_while_typing(entry: Page) -> None:
    tap(entry, "7", "suitH", "7", "suitH")
    assert status_of(entry).startswith("2 of 52 cards. 26 places of the tableau to be filled.")
    assert entry.locator(".wrong").count() == 2
    tap(entry, "suitS")
    assert entry.locator(".wrong").count() == 0
    tap(entry, "7", "7", "7")
    assert entry.locator(".wrong").count() == 5
    assert status_of(entry) == "5 of 52 cards. 7: 5 cards, the deck has 4."
    tap(entry, "back")
    assert entry.locator(".wrong").count() == 0
    assert entry.get_attribute("[data-key='7']", "aria-description") == "0 left"
    entry.locator(".entry-slot").first.focus()
    entry.keyboard.type("8c--")
    assert status_of(entry).startswith("5 of 52 cards. 21 places")
    # A space after Clear does not clear what was typed since, and what was cleared comes back.
    tap(entry, "clear")
    entry.click(".read-as >> text=Bring the cards back")
    assert status_of(entry).startswith("5 of 52 cards.")
    tap(entry, "clear")
    entry.keyboard.type("2 10 q")  # no ace and a ten
    assert status_of(entry).startswith("3 of 52 cards.")
    assert entry.locator(".entry-slot").nth(1).inner_text() == "10"
    entry.select_option("select", "giza")
    assert entry.inner_text(".read-as") == "Bring the cards back"
    entry.keyboard.press("Control+z")
    assert status_of(entry).startswith("3 of 52 cards.")
    assert entry.input_value("select") == "pyramid"


@pytest.mark.slow
def test_a_mistake_in_the_middle_is_corrected_and_a_table_outlasts_a_visit(entry: Page) -> None:
    signs = "slots => slots.slice(0, 7).map((one) => one.textContent)"

    def cells() -> list[str]:
        found: list[str] = entry.eval_on_selector_all("[data-slot^=tableau]", signs)
        return found

    entry.select_option("select", "giza")
    assert entry.inner_text(".rules summary").endswith(" · no stock · discard all 52 cards")
    assert not entry.is_visible(".rules p")
    entry.locator(".entry-slot").first.focus()
    entry.keyboard.type("2 3 4 5 6")
    entry.click("[data-slot=tableau-1]", position={"x": 5, "y": 5})
    assert status_of(entry) == "3 lies here: enter another card, or take it out with ⌫."
    tap(entry, "9", "suitH")
    assert cells() == ["2", "9♥", "4", "5", "6", "", ""]
    for key in ("ArrowUp", "ArrowLeft", "ArrowRight", "Backspace"):  # from the third row
        entry.keyboard.press(key)
    assert cells() == ["2", "9♥", "", "5", "6", "", ""]
    entry.keyboard.type("8 7")
    assert cells() == ["2", "9♥", "8", "5", "6", "7", ""]
    entry.goto(entry.url)
    assert cells() == ["2", "9♥", "8", "5", "6", "7", ""]
    assert entry.input_value("select") == "giza"
    tap(entry, "clear")
    entry.goto(entry.url)
    assert cells() == [""] * 7 and entry.input_value("select") == "pyramid"
    entry.evaluate('localStorage.setItem(\'pyrtool-entered\', \'{"game":"giza","cells":{}}\')')
    entry.goto(entry.url)  # what is not of that form is passed over
    assert cells() == [""] * 7


@pytest.mark.slow
def test_columns_are_typed_one_after_the_other(entry: Page) -> None:
    dealt = deal(2, "giza").cards
    columns = [str(dealt[28 + 8 * row + column])[0] for column in range(8) for row in range(3)]
    entry.select_option("select", "giza")
    entry.click("text=Fill them one after the other")
    entry.locator(".entry-slot").first.focus()
    entry.keyboard.type("".join(str(card)[0] for card in dealt[:28]) + "".join(columns))
    label = "slots => slots.map((one) => one.textContent.replace('10', 'T'))"
    assert entry.eval_on_selector_all("[data-slot^=tableau]", label) == [str(c)[0] for c in dealt]


def test_a_pasted_text_is_solved_from_the_middle(entry: Page) -> None:
    entry.select_option("select", "microsoft")
    entry.fill("#entry-text", half_played())
    entry.focus(".result >> text=Step through it")  # the worth of moves comes later
    assert solved(entry) == "Won in 32 moves"
    assert entry.evaluate("document.activeElement.textContent") == "Step through it"
    assert status_of(entry).startswith("26 cards: ready to be solved.")
    assert entry.locator(".entry-slot.gone").count() == 20
    tap(entry, "back")
    assert entry.inner_text(".result") == ""
    entry.fill("#entry-text", "# a position, giza\n5C / 2C --")
    entry.wait_for_selector(".status.bad")
    assert status_of(entry).startswith("line 2: the table ends after 3 of 52 cards of the tableau")
    cards = deal(617, GAMES["giza"], "freecell").cards
    entry.fill("#entry-text", f"# a deal, giza\n{format_deal(cards)}")
    entry.wait_for_selector("[data-slot=tableau-51].filled")
    label = entry.get_attribute("[data-slot=tableau-0]", "aria-label")
    assert label is not None and label.startswith(name(cards[0]))
    assert entry.input_value(".entry select") == "giza"
    assert entry.inner_text(".read-as") == ""
    entry.fill("#entry-text", format_deal(cards))
    entry.wait_for_selector(".read-as button")
    said = "Read as Giza: the text names no game."
    assert entry.inner_text(".read-as").split("\n")[0].startswith(said)
    entry.click("text=Read as Pyramid")
    assert entry.input_value(".entry select") == "pyramid"
    assert entry.inner_text(".read-as button") == "Read as Giza"


@pytest.mark.slow
def test_columns_that_were_written_one_after_the_other_are_turned(entry: Page) -> None:
    """The cards of a deal, column by column, are that deal after one press."""
    dealt = deal(2, "giza").cards
    cards = list(map(str, dealt))
    columns = [cards[28 + k : 52 : 8] for k in range(8)]
    entry.select_option("select", "giza")
    entry.fill("#entry-text", " ".join(sum(columns, cards[:28])))
    entry.wait_for_selector(".result h2")
    entry.click("text=Fill them one after the other")
    entry.wait_for_selector("text=Won in 28 moves")
    label = "slots => slots.map((one) => one.getAttribute('aria-label').split(',')[0])"
    assert entry.eval_on_selector_all("[data-slot^=tableau]", label) == list(map(name, dealt))
    assert "Fill them row by row" in entry.inner_text(".read-as")


@pytest.mark.slow
def test_shapes_side_by_side_fit_a_phone(entry: Page) -> None:
    entry.set_viewport_size({"width": 360, "height": 740})
    for game in ("two-pyramids", "up-and-down", "pharaohs"):
        entry.select_option("select", game)
        wide, seen = entry.evaluate(
            "(felt => [felt.scrollWidth, felt.clientWidth])(document.querySelector('.entry-felt'))"
        )
        assert wide <= seen <= 360


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_pass_that_is_entered_is_of_another_table(entry: Page) -> None:
    entry.select_option("select", "microsoft")
    entry.fill("#entry-text", half_played())
    entry.wait_for_selector(".result h2")
    entry.fill("input.pass", "2")
    assert entry.inner_text(".result") == ""


def test_script_text_stays_text(entry: Page) -> None:
    hostile = "<img src=x onerror=alert(1)> <script>alert(2)</script>"
    entry.fill("#entry-text", hostile)
    entry.wait_for_selector(".status.bad")
    assert status_of(entry) == f"line 1, card 1: '<img' is not a card: {KNOWN}"
    assert entry.locator(".entry img, .entry script").count() == 0


MICROSOFT = Defaults(NamedRules("microsoft", GAMES["microsoft"]))

ALMOST = """# a position, microsoft
K / 6 7 / -- -- -- / -- -- -- -- / -- -- -- -- -- / -- -- -- -- -- -- /
-- -- -- -- -- -- -- turned 5 stock 3 face down
"""
"""A pyramid that goes by itself."""

PLACE_SHOWS = """[...document.querySelectorAll(".entry-slot.filled")].at(-1)
  .getBoundingClientRect().bottom
  <= document.querySelector(".keypad.holds").getBoundingClientRect().top"""

OUT_OF_SIGHT = """[...document.querySelectorAll(".entry-slot.filled, .result .stepper")]
  .filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom < 10 || bottom > innerHeight;
  }).length"""


def solved(page: Page) -> str:
    page.wait_for_selector(".result .worths li")
    return page.inner_text(".result h2")


@pytest.mark.slow
def test_a_table_is_entered_by_taps_solved_and_linked(served: Served) -> None:
    context = served.context(PHONE)
    page = served.page("index.html", context)
    page.click("#menu")
    page.click("text=Solve my deal")
    page.wait_for_selector(".entry-slot")
    page.select_option(".entry select", "microsoft")
    first, *others = (card[0] for card in FAMOUS.split())
    page.tap(f"[data-key='{first}']")
    tap(page, *others)
    assert page.evaluate(PLACE_SHOWS)
    page.click("button:text-is('Solve')")
    assert solved(page) == "Won in 45 moves"
    assert page.evaluate(OUT_OF_SIGHT) == 0  # the table and its answer together
    page.click("button.change")
    page.set_viewport_size({"width": 390, "height": 400})  # the keys would hide the table
    page.wait_for_selector(".keypad:not(.holds)")
    page.click(".result >> text=Step through it")
    assert page.is_visible("#stepper")
    assert page.evaluate("document.activeElement.dataset.card === table.board.focused")
    page.evaluate("table.follow(3)")
    page.evaluate("byId('share-link').click()")
    link = page.input_value("#share-text")
    other = served.page(link.removeprefix(served.address), context)
    other.wait_for_selector("#status:has-text('3 moves')")
    assert other.inner_text("h1:visible") == "Microsoft’s Pyramid"
    other.evaluate("table.undo()")
    other.reload()
    other.wait_for_selector("#status:has-text('2 moves')")
    page.evaluate("table.run()")
    page.click("button.again")
    assert page.evaluate("table.timer") is None
    assert page.evaluate("document.activeElement.matches('.entry-slot')")
    assert page.is_visible("text=52 cards: ready to be solved.")
    at = page.evaluate("table.play.at")
    page.keyboard.press("u")
    assert page.evaluate("table.play.at") == at
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0


@pytest.mark.slow
def test_the_best_is_shown_for_a_lost_table(served: Served) -> None:
    """On the page that solves it and on the board, with code that is loaded at first use."""
    page = served.page("solve.html")
    page.select_option(".entry select", "clear")
    assert page.evaluate("!('engine' in arrived)")
    page.fill("#entry-text", " ".join(map(str, deal(6).cards)))
    assert solved(page) == "Cannot be won"
    best = "loses, at best 10 left in the pyramid, 18 in all"
    assert page.inner_text(".result .worths li >> nth=0").endswith(best)
    page.click("text=Open the table")
    page.evaluate("byId('advice').open = true")
    page.wait_for_selector(f"#advice-body .worths :text('{best}')")


@pytest.mark.slow
def test_a_link_that_is_none_says_so(served: Served) -> None:
    page = served.page("solve.html#g=giza&p=%3Cb%3E7")
    page.wait_for_selector(".status.bad")
    assert status_of(page) == f"line 2, card 1: '<b>7' is not a card: {KNOWN}"
    assert page.is_visible(".entry-slot >> nth=0")


@pytest.mark.slow
def test_a_link_without_a_table_says_so(served: Served) -> None:
    lacks = {"p=5~9.K": "names no game", "g=giza&p=": "has no table"}
    page = served.page("about.html")
    for fragment, lack in lacks.items():
        page.goto(f"{served.address}solve.html#{fragment}")
        page.wait_for_selector(".status.bad")
        assert status_of(page) == f"The link {lack}: enter the table here."
        page.goto("about:blank")
    page.goto(f"{served.address}solve.html")
    page.fill("#entry-text", half_played())
    solved(page)
    page.click("text=Open the table")
    for fragment, lack in lacks.items():
        page.evaluate("fragment => { location.hash = fragment; }", fragment)
        page.wait_for_selector(f"#message.refused[data-text^='The link {lack}']")
        assert message(page) == f"The link {lack}: this is the table as it was."


@pytest.mark.slow
def test_where_there_are_no_days_such_a_link_leads_to_the_first_problem(
    tmp_path: Path, chromium: Browser
) -> None:
    files = site_files(of_collection()[:1], reasoned_days=0)
    assert not [name for name in files if name.startswith("day")]
    write_site(files, tmp_path / "site")
    with serving(tmp_path, "site", chromium) as served:
        page = served.page("play.html#day=")
        page.wait_for_selector("#message.refused")
        assert message(page) == "The link names no date: this is the first problem."
        assert page.inner_text("#subtitle") == "Problem 1 · Giza"


ANSWER_IN_SIGHT = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [top, foot] = [box(".result h2"), box(".entry-felt")];
  return foot.bottom < top.top && top.bottom < innerHeight;
}"""


@pytest.mark.slow
def test_two_cards_change_places_at_two_taps(served: Served) -> None:
    page = served.page("solve.html", served.context(PHONE))
    lost = deal(3, "giza")
    page.fill("#entry-text", f"# a deal, giza\n{format_deal(lost.cards)}")
    for pressed, found in (
        ((), "Cannot be won"),
        ((2, 16), "Won in 28 moves"),
        ((2, 16), "Cannot be won"),
    ):
        if pressed and page.get_attribute(".exchange", "aria-pressed") == "false":
            page.click(".exchange")
        for place in pressed:
            page.click(f"[data-slot=tableau-{place}]", position={"x": 6, "y": 6})
        page.wait_for_selector(f"h2:text-is('{found}')")
        assert page.evaluate(ANSWER_IN_SIGHT)
    assert not page.is_visible("[data-key='7']")


@pytest.mark.slow
def test_a_problem_of_exchanging_is_tried_and_solved(tmp_path: Path, chromium: Browser) -> None:
    """On a site, and on a page that is alone."""
    lost = deal(3, "giza")
    pair = (lost.cards[2], lost.cards[16])
    twin = lost.exchanged(*pair)
    won = solution(twin)
    named = NamedRules.nearest(lost.rules)
    entry = Entry("a1", "Deal 3", "", lost, named, won, exchange=pair, exchanges=2)
    write_site(site_files([entry], reasoned_days=0), tmp_path / "site")
    task = Exchange(pair, twin, won, 2)
    alone = make_page(lost, solve(lost), game="giza", exchange=task)
    (tmp_path / "site/alone.html").write_bytes(alone)
    with serving(tmp_path, "site", chromium) as served:
        for address in ("play.html#problem=a1", "alone.html"):
            page = served.page(address)
            page.wait_for_selector("#exchange")
            for cards, found in (
                ("QD 2D", "still lost"),
                ("AC QD", "still lost"),
                ("QD 9C", "Exchanges that do it: 2"),
            ):
                for card in cards.split():
                    page.click(f"[data-card='{card}']", position={"x": 10, "y": 10})
                page.wait_for_function(
                    "words => byId('message').textContent.includes(words)", arg=found
                )
            page.click("#exchange .main")
            page.click("#hint")
            assert message(page).startswith("Hint: free Q")
            page.goto(f"{served.address}problems.html")  # on a site, pages share what they keep
            assert page.inner_text("#solved") == "1 of 1 solved."
            page.goto(f"{served.address}{address}")
            page.click("#exchange >> text=Show the answer")
            page.wait_for_function("byId('message').textContent.includes('it can be won')")


SLOT = "document.querySelector(`[data-slot='${slot}']`)"
TABLEAU = [*"QAK6752Q7T28QJ3J", "--", "5", "--", *"AA", "@tableau-26", "5", "rest"]
TAPS = {
    "nothing of the stock": (*TABLEAU, "K", "@waste-0", "6"),
    "stock": (*TABLEAU, "K", "stock=18", "@waste-0", *"4AJ6"),
    "question marks": (
        *(*TABLEAU, "K", "stock=18", "waste=3", "@waste-0", "6"),
        *("@gone-0", *"K495867T3"),
    ),
    "pass": (*TABLEAU, "2", "stock=17", "@waste-0", "6", "pass"),
}
"""A tap each: keys, places (@), and numbers of cards face down, which take two."""


def enter(page: Page, taps: tuple[str, ...]) -> int:
    """Enter a table; how many taps that takes."""
    count = 0
    for one in taps:
        if one == "pass":
            page.fill("input.pass", "2")
        elif one.startswith("@"):
            page.evaluate(f"slot => {SLOT}.click()", one[1:])
        elif "=" in one:
            pile, number = one.split("=")
            page.select_option(f"[data-slot='{pile}-down']", number)
        else:
            tap(page, one)
        count += 2 if one == "pass" or "=" in one else 1
    return count


def without_suits(text: str | None) -> str:
    """What the page says, whose cards without a suit have names of their own."""
    return re.sub(r"\b([A2-9TJQK])[cdhs]\b", r"\1", text or "")


@pytest.mark.slow
def test_a_table_as_it_is_seen_takes_a_tap_a_card(served: Served) -> None:
    """And a few for the piles; it is the table that the command line reads, without its suits."""
    page = served.page("solve.html", served.context(PHONE))
    page.select_option(".entry select", "microsoft")
    for kind, taps in TAPS.items():
        tap(page, "clear")
        count = enter(page, taps)
        piles = sum("=" in one or one.startswith("@") or one == "pass" for one in taps)
        cards = 28 + sum(one in {*"A23456789TJQK"} for one in taps[len(TABLEAU) :])
        assert count <= cards + 2 * piles, kind
        assert "ready to be solved" in status_of(page), kind
        read = list(read_deals(f"{PYRAMID}{SEEN[kind]}\n".split("\n"), MICROSOFT, any_number=True))
        seen = read[0].seen
        text = format_position(start_of(read[0].deal)) if seen is None else format_partly_seen(seen)
        entered = page.evaluate(
            "view.seen ? formatPartlySeen(view.seen)"
            " : formatPosition(view.entered.game, Position.start(view.game))"
        )
        assert entered == as_ranks(text), kind
        if kind == "nothing of the stock":
            assert count == 27


@pytest.mark.slow
def test_chances_get_surer_and_the_game_goes_on_from_a_move(served: Served) -> None:
    page = served.page("solve.html", served.context(PHONE))
    page.select_option(".entry select", "microsoft")
    enter(page, TAPS["pass"])
    page.click("button:text-is('Solve')")
    page.wait_for_selector(".chances li >> nth=1")
    table = parse_position(as_ranks(f"{PYRAMID}{SEEN['pass']}\n"), GAMES["microsoft"])
    wrapped = table_text(advise(table, orders=1, deals=1))
    assumed = re.sub(r"\n {4,}", " ", wrapped).splitlines()[0].strip()
    assert page.inner_text(".result").count(f"A{assumed[1:]}.") == 1
    rows = page.locator(".chances li")
    named = page.locator(".chances button span[data-text]")
    assert sorted(
        map(without_suits, named.evaluate_all("all => all.map(o => o.dataset.text)"))
    ) == ["J in row 6, place 1 and the turned 2", "deal"]
    assert rows.count() == 2
    played = "Number(/ (\\d+) games? played/.exec(document.querySelector('.result').innerText)[1])"
    first = now = page.evaluate(played)
    for _ in range(600):  # a policy allows no waiting for what a text computes
        if now > first:
            break
        page.wait_for_timeout(200)
        now = page.evaluate(played)
    assert now > first
    page.click(".chances button:has-text('deal')")
    assert status_of(page) == (
        "22 of 52 cards. Enter the turned card; the rest of the stock can lie face down."
    )
    assert page.input_value("[data-slot='stock-down']") == "16"
    assert page.is_visible("text=Take the move back")
    tap(page, "9")
    page.wait_for_selector(".chances li >> nth=0")
    assert "23 cards, 16 face down" in status_of(page)
    page.click("text=Take the move back")
    page.wait_for_selector(".chances li >> nth=1")
    assert "22 cards, 17 face down" in status_of(page)
    page.click("text=Open the table")
    page.click("#hint")
    page.wait_for_function("byId('message').textContent.includes('Solve my deal (pyrtool open)')")
    page.click("text=Change the table")
    tap(page, "clear")
    assert page.inner_text(".result") == ""


@pytest.mark.slow
def test_what_holds_whatever_the_cards_are_is_stepped_through(served: Served) -> None:
    page = served.page("solve.html")
    page.fill("#entry-text", ALMOST)
    page.wait_for_selector(".result h2:has-text('whatever the unknown cards are')")
    page.click(".result >> text=Step through it")
    page.click("#next")
    page.wait_for_selector("#progress:text-is('1/2')")


@pytest.mark.slow
def test_places_are_named_where_suits_are_not_known(served: Served) -> None:
    """In the solution, on the board, and there the cards stay in sight on a phone."""
    page = served.page("solve.html", served.context(PHONE))
    page.fill(
        "#entry-text", "# a position, microsoft\n" + (ROOT / "docs/data/table.txt").read_text()
    )
    page.wait_for_selector(".result .worths li")
    first = without_suits(page.get_attribute(".result .moves li span >> nth=0", "data-text"))
    assert first == "5 in row 7, place 6 and 8 in row 5, place 2"
    page.click(".result >> text=Step through it")
    page.wait_for_selector("#stepper")
    for _ in range(3):
        box = page.locator("#next").bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + 9, box["y"] + 9)
    reported = "A in row 6, place 6 and Q in row 4, place 2 discarded."
    assert without_suits(message(page)).startswith(reported)
    assert page.evaluate(
        """['#board', '#message', '#next'].every(one => {
          const { top, bottom } = document.querySelector(one).getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        })"""
    )
    listed = page.get_attribute("#moves li span[data-text] >> nth=0", "data-text")
    assert without_suits(listed) == first


OTHERS = [pytest.param(*one) for one in (("two-pyramids", 1), ("treize", 3), ("apophis", 2))]


@pytest.mark.parametrize(("game", "number"), one_in(3, OTHERS))
def test_tables_of_other_searches_are_solved_in_the_middle_of_a_game(
    served: Served, game: str, number: int
) -> None:
    """Two packs, both ends of a waste, several wastes and partners; on the board too."""
    text = format_position(positions(GAMES[game], number)[20])
    here = parse_position(text, GAMES[game])
    page = served.page("solve.html")
    page.fill("#entry-text", f"# a position, {game}\n{text}")
    page.wait_for_selector(".result h2:has-text('Won in')")
    entered = page.evaluate("formatPosition(view.entered.game, Position.start(view.game))")
    assert entered == text
    page.click(".result >> text=Step through it")
    page.evaluate("byId('share-link').click()")
    link = page.input_value("#share-text")
    page.evaluate("table.follow(table.play.solution.length)")
    page.evaluate("byId('share-moves').click()")
    line = page.input_value("#share-text").splitlines()[-1]
    assert here.play_all(parse_moves(line, here)).is_won()
    other = served.page(link.removeprefix(served.address))
    other.wait_for_selector("#answer-body :text('Yes')", state="attached")
    assert other.evaluate("table.position.cardsLeft()") == here.cards_left()


@pytest.mark.slow
def test_a_search_in_vain_names_the_cards_that_are_left(served: Served) -> None:
    page = served.page("solve.html")
    page.select_option(".entry select", "cheops")
    page.fill(
        "#entry-text",
        "QS / -- TD / -- -- 9D / -- -- -- -- / -- -- -- -- -- / -- -- -- -- -- -- / "
        "-- -- -- -- -- -- -- turned JC stock 9S KD 6D KC TH 8D waste QH 8C QC 7C",
    )
    page.wait_for_selector(".result h2")
    assert page.inner_text(".result p >> nth=0") == (
        "Every line of play was searched, and none discards all 14 cards left."
    )
