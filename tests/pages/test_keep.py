"""What a page keeps and hands on: moves across reloads, links, moves and progress as text; and
that the search runs beside it."""

from dataclasses import replace
from pathlib import Path

import pytest

from pyrtool import Position, deal
from pyrtool.game.games import GAMES, Rules
from pyrtool.notation import (
    Heading,
    NamedRules,
    format_moves,
    parse_heading,
    parse_moves,
    parse_position,
)
from pyrtool.pictures.lettering.descriptions import describe

from ..browser import Open, message, positions, push, searched, solution, words
from ..chromium import Page
from ..commands import answer
from ..readers import FULL, UNKEPT

PYRAMID = GAMES["pyramid"]


def words_after(rules_moves: int) -> list[str]:
    return describe(positions(PYRAMID, 47)[rules_moves]).splitlines()


def load(page: Page, text: str) -> None:
    page.evaluate("text => { byId('share-text').value = text; }", text)
    push(page, "share-load")


@pytest.mark.slow
def test_a_reload_in_mid_game_loses_nothing(opened: Open) -> None:
    page = opened(PYRAMID, 47)
    page.evaluate("table.follow(9)")
    push(page, "undo")
    page.reload()
    assert words(page) == words_after(8)
    push(page, "redo")
    assert words(page) == words_after(9)
    push(page, "to-end")
    push(page, "restart")
    page.reload()
    page.wait_for_selector('#to-end[aria-disabled="false"]', state="attached")
    assert page.inner_text("#status").startswith("0 moves")


@pytest.mark.slow
@pytest.mark.parametrize("how", ["link", "after", "after and link"])
def test_a_game_that_began_with_moves_goes_on_after_a_reload(opened: Open, how: str) -> None:
    after = {"after": 4} if "after" in how else {}
    fragment = "#g=pyramid&n=47&m=d2" if "link" in how else ""
    page = opened(PYRAMID, 47, game="pyramid", fragment=fragment, **after)
    begun = words(page)
    assert page.evaluate("table.play.at") == (2 if fragment else 4)
    page.evaluate("table.follow(9)")
    push(page, "undo")
    page.reload()
    assert words(page) == words_after(8)
    push(page, "won-again")
    page.reload()
    assert words(page) == words_after(0)
    page.evaluate('store.write(`game-${table.key}`, \'{"moves":["deal"],"at":1,"ms":0}\')')
    page.evaluate("table.keep = () => {}")
    page.reload()
    assert words(page) == begun  # what is kept began otherwise
    push(page, "deal")
    page.goto(f"{page.url.split('#')[0]}#m=d3")
    page.wait_for_function("table.play.at === 3")
    push(page, "undo")
    page.reload()
    assert page.evaluate("table.play.at") == 2
    assert page.evaluate("table.play.moves.length") == 3


@pytest.mark.slow
def test_a_link_that_is_refused_leaves_what_is_kept(opened: Open) -> None:
    page = opened(PYRAMID, 47, after=4)
    page.evaluate("table.follow(7)")
    page.evaluate("location.hash = '#m=2H.2H'")
    page.wait_for_selector("#message.refused")
    page.reload()
    assert message(page).startswith("Not loaded: move 1: ")
    assert words(page) == words_after(7)


@pytest.mark.slow
def test_the_best_result_and_the_time_are_kept(opened: Open) -> None:
    page = opened("giza", 2, alone=True)
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # else the time that the test takes would count as well
    page.evaluate("byId('timer-shown').click()")
    for move in solution("giza", 2).moves:
        page.evaluate("move => { table.begin(); table.move(move); }", str(move))
        page.clock.run_for(1000)
    assert page.inner_text("#timer") == "0:27"
    assert page.inner_text("#won-facts") == "Time 0:27 · no hints"
    assert page.locator("#won-seals li").all_text_contents() == ["No hint", "No undo"]
    best = page.evaluate("store.progress(table.key).best")
    assert best["moves"] == 28
    page.reload()
    assert page.is_visible("#won")
    assert page.evaluate("table.best") == best
    push(page, "won-again")
    assert page.inner_text("#timer") == "0:00"


@pytest.mark.slow
def test_settings_are_kept(opened: Open) -> None:
    page = opened(PYRAMID, 47)
    page.click("text=Look and settings")
    page.check("input[value=nile]")
    page.uncheck("#open-stock")
    page.reload()
    assert page.get_attribute("html", "data-palette") == "nile"
    assert page.locator(".card.down").count() == 2


@pytest.mark.slow
def test_moves_go_out_and_in_as_words(opened: Open) -> None:
    page = opened(PYRAMID, 47, game="pyramid")
    page.evaluate("table.follow(20)")
    push(page, "share-moves")
    text = page.input_value("#share-text")
    heading, line = text.splitlines()
    assert heading == "# deal 47 (native), pyramid"
    assert parse_heading(heading) == Heading(NamedRules("pyramid", PYRAMID), 47, "native")
    start = Position.start(deal(47, PYRAMID))
    moves = parse_moves(line, start)
    assert list(moves) == list(solution(PYRAMID, 47).moves[:20])
    push(page, "won-again")
    load(page, text)
    assert words(page) == words_after(20)
    load(page, "KC deal*99")
    assert message(page) == "Not loaded: move 25: deal: the stock is empty"
    assert words(page) == words_after(20)
    load(page, "<img src=x onerror=alert(1)>")
    assert message(page) == "Not loaded: move 1: <img: no move"
    assert page.locator("#message img").count() == 0
    others = ("giza 2", "pyramid 48", "deal 48 (native), pyramid", "pyramid freecell 47")
    for other in others:
        load(page, f"# {other}\nKC")
        assert message(page).startswith("Not loaded: the moves are of another deal, ")
    for none in ("", "# pyramid 47"):
        load(page, none)
        assert message(page) == "Not loaded: there are no moves in the text"
    assert words(page) == words_after(20)
    load(page, f"# deal 47 (native), pyramid: won in 33 moves\n{line}")
    assert message(page) == "20 moves loaded."


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        replace(PYRAMID, overlap=True, passes=2),
        replace(PYRAMID, stock_top=False, stock_waste="no", waste_ends="both"),
        replace(PYRAMID, columns=(4, 2), draw=2, stock_top=False, stock_waste="no"),
        replace(PYRAMID, rows=6, ranks=11, pairs="sum 11, J-J", suits=2, packs=2),
        replace(PYRAMID, tableau="triangle 3 + reserve 7 + pyramid 4"),
    ],
)
def test_the_heading_of_the_moves_names_changed_rules(opened: Open, rules: Rules) -> None:
    page = opened(rules, 5, game="pyramid")
    push(page, "share-moves")
    heading = page.input_value("#share-text").splitlines()[0]
    assert parse_heading(heading) == Heading(NamedRules("pyramid", rules), 5, "native")


@pytest.mark.slow
def test_a_link_carries_deal_rules_and_moves(opened: Open) -> None:
    changed = replace(PYRAMID, overlap=True, passes=2)
    page = opened(changed, 47, game="pyramid")
    page.evaluate("table.follow(12)")
    push(page, "share-link")
    link = page.input_value("#share-text").split("#")[1]
    assert link.startswith("g=pyramid&n=47&r=passes.2~overlap.true&m=")
    own = words(page)
    other = opened(changed, 47, game="pyramid", fragment=f"#{link}")
    assert words(other) == own
    standard = opened(PYRAMID, 47, game="pyramid", fragment=f"#{link}")
    assert message(standard) == "Not loaded: the link is of another deal, pyramid 47"
    assert standard.inner_text("#status").startswith("0 moves")
    bad = opened(PYRAMID, 47, game="pyramid", fragment="#g=pyramid&n=47&m=KC.%3Cscript%3E")
    assert message(bad) == "Not loaded: the link has no moves"
    standard.evaluate("location.hash = '#g=pyramid&n=47&m=d2'")
    standard.wait_for_function("table.play.at === 2")


@pytest.mark.slow
def test_a_search_is_given_up_when_the_reader_goes_on(opened: Open) -> None:
    page = opened("tut", 96)  # a million nodes
    page.evaluate("table.play.losses.clear()")
    page.evaluate("table.problem.answer.verdict = 'unknown'")
    push(page, "hint")
    push(page, "deal")
    assert message(page).endswith("dealt to the waste.")
    assert page.evaluate("table.solver.waiting") is None


HALF = "5 / 9 K stock 8 4"
SMALL = replace(PYRAMID, rows=2, goal="pyramid")


@pytest.mark.slow
def test_a_page_begins_with_a_position(opened: Open, tmp_path: Path) -> None:
    """Ranks alone: moves go out and in by places, a link opens the same table."""
    here = parse_position(HALF, SMALL)
    page = opened(SMALL, here, game="pyramid")
    assert words(page) == describe(here).splitlines()
    assert page.locator(".suitless:not(.gone)").count() == 5
    page.evaluate("table.follow(table.play.solution.length)")
    assert page.is_visible("#won")
    push(page, "share-moves")
    text = page.input_value("#share-text")
    heading, table_line, moves = text.splitlines()
    assert parse_heading(heading) == Heading(NamedRules("pyramid", SMALL))
    assert parse_position(table_line, SMALL) == here
    assert here.play_all(parse_moves(moves, here)).is_won()
    assert answer("verify", "-", input=text).endswith("4 moves can be made, 0 cards left\n")
    (tmp_path / "moves.txt").write_text(text)
    assert "won in 4 moves" in answer("play", "--load", str(tmp_path / "moves.txt"), input="quit\n")
    won = words(page)
    push(page, "restart")
    load(page, text)
    assert words(page) == won
    load(page, text.replace("5 / 9 K", "5 / 9 A"))
    assert message(page) == "Not loaded: the moves are of another table"
    load(page, "K@2.2 deal 9@2.1/4@turned")
    assert words(page) == describe(here.play_all(parse_moves("K deal 9/4", here))).splitlines()
    assert message(page) == "3 moves loaded."
    push(page, "share-link")
    link = page.input_value("#share-text").split("#")[1]
    assert "p=5~9.K" in link
    own = words(page)
    again = opened(SMALL, here, game="pyramid", fragment=f"#{link}")
    assert words(again) == own
    strange = opened(SMALL, 47, game="pyramid", fragment=f"#{link}")
    assert message(strange).startswith("Not loaded: the link is of another deal")


@pytest.mark.slow
def test_unknown_cards_lie_as_backs_and_nothing_is_claimed(opened: Open) -> None:
    here = parse_position("5 / 9 K stock 3 face down", SMALL)
    page = opened(SMALL, here, game="pyramid", open_answer=True)
    assert page.locator(".unknown:not(.gone)").count() == 3
    assert "3 cards of the table are unknown" in page.inner_text("#answer-body")
    push(page, "hint")
    searched(page)
    assert message(page).startswith("The board cannot judge moves with 3 unknown cards")
    page.evaluate("table.press('?1')")
    page.evaluate("table.pair('?1', '9c')")
    assert message(page) == "A card that is unknown cannot be discarded."
    push(page, "deal")
    assert words(page) == describe(here.play_all(parse_moves("deal", here))).splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["tut", "two-pyramids"])
def test_a_record_of_the_command_line_is_loaded(opened: Open, game: str) -> None:
    rules, number = GAMES[game], 2
    page = opened(rules, number, game=game)
    text = answer("solve", str(number), "--game", game, "--format", "json")
    load(page, text)
    assert page.evaluate("table.position.isWon()")
    own = words(page)
    load(page, text[:-99])
    assert message(page) == "Not loaded: the text is no whole JSON"
    for other in (text.replace('"total": 13', '"total": 14'), "{}", "[]", "[null]"):
        load(page, other)
        assert message(page) == "Not loaded: the record is of another deal"
    assert words(page) == own


@pytest.mark.slow
def test_a_saved_game_is_loaded(opened: Open, tmp_path: Path) -> None:
    page = opened(PYRAMID, 47, game="pyramid")
    line = format_moves(solution(PYRAMID, 47).moves[:9], positions(PYRAMID, 47)[0])
    file = tmp_path / "game.json"
    script = "\n".join([*line.split(), f"save {file}"])
    answer("play", "47", "--thoughtful", input=script)
    load(page, file.read_text())
    assert message(page) == "9 moves loaded."
    assert words(page) == words_after(9)
    load(page, file.read_text().replace('"deal": [', '"odd": ['))
    assert message(page).startswith("Not loaded: move ")
    assert words(page) == words_after(9)


@pytest.mark.slow
def test_moves_of_two_packs_go_out_and_in_with_their_packs(opened: Open) -> None:
    """As the library distinguishes them: by the place, where the twin could go too."""
    page = opened("two-pyramids", 2)
    start, moves = positions("two-pyramids", 2)[0], solution("two-pyramids", 2).moves
    page.evaluate("table.follow(table.problem.answer.moves.length)")
    own = page.evaluate("table.play.moves")
    push(page, "share-moves")
    text = page.input_value("#share-text")
    line = text.splitlines()[-1]
    assert line == format_moves(moves, start)
    assert "@" in line
    assert parse_moves(line, start) == moves
    link = page.evaluate("share.link()")
    for given in (text, link):
        push(page, "restart")
        load(page, given)
        assert page.evaluate("table.play.moves") == own
        assert page.evaluate("table.position.isWon()")
    push(page, "restart")
    load(page, line.replace("@", "@x", 1))
    assert message(page).startswith("Not loaded: ")


def another(page: Page) -> Page:
    """The same page in another window of the same reader."""
    other = page.context.new_page()
    other.goto(page.url)
    return other


@pytest.mark.slow
def test_a_window_left_open_takes_nothing_back(opened: Open) -> None:
    idle = opened("giza", 2, alone=True)
    page = another(idle)
    for move in solution("giza", 2).moves:
        page.evaluate("move => { table.begin(); table.move(move); }", str(move))
    idle.wait_for_function("store.progress(table.key)?.best")
    idle.evaluate("table.fit()")
    idle.reload()
    assert idle.is_visible("#won")
    assert idle.evaluate("table.best.moves") == 28
    idle.evaluate("table.undo()")
    page.wait_for_function("store.progress(table.key).at === 27")
    page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    assert page.evaluate("store.progress(table.key).at") == 27


FORBIDDEN = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"


@pytest.mark.slow
def test_what_the_browser_does_not_keep_lasts_as_long_as_the_page(opened: Open) -> None:
    page = opened(PYRAMID, 47, alone=True)
    page.evaluate("table.follow(7)")
    page.evaluate("store.write('game-0123456789abcdef', store.read(`game-${table.key}`))")
    page.reload()
    page.evaluate(FULL)
    push(page, "undo")
    assert UNKEPT in page.inner_text("#message")
    push(page, "redo")
    assert UNKEPT not in page.inner_text("#message")  # once is enough
    push(page, "undo")
    assert page.evaluate("store.progress(table.key).at") == 6
    assert page.evaluate("store.progress('0123456789abcdef').at") == 7
    assert page.evaluate("store.keys('game').length") == 2
    assert page.evaluate("store.exported().match(/^game-/gm).length") == 2
    page.add_init_script(FORBIDDEN)
    page.reload()
    assert page.inner_text("#status").startswith("0 moves")
    page.evaluate("table.follow(7)")
    assert UNKEPT in page.inner_text("#message")
    assert page.evaluate("store.exported().match(/^game-/gm).length") == 1
