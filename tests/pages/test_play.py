"""A page in Chromium, played as a reader plays it: by clicks, taps, drags, keys, step by step."""

import re
from dataclasses import replace

import pytest

from pyrtool import Card, deal, parse_moves, parse_position
from pyrtool.game.games import GAMES
from pyrtool.game.position import DealStock, Discard, Move, Position
from pyrtool.pictures.lettering.descriptions import describe

from ..browser import (
    TOUCH,
    Open,
    card,
    click,
    message,
    named,
    positions,
    push,
    pushed,
    searched,
    seen,
    shown,
    solution,
    spot,
    words,
)
from ..chromium import Page
from ..dealing import one_in


def test_a_solution_by_clicks(opened: Open) -> None:
    page = opened("pyramid", 47, after=20)
    moves = solution("pyramid", 47).moves
    for move, table in zip(moves[20:], positions("pyramid", 47)[21:], strict=True):
        if isinstance(move, Discard):
            for which in move.cards:
                click(page, which)
        else:
            push(page, "deal")
        assert words(page) == describe(table).splitlines()
    assert message(page).endswith(f"Won in {len(moves)} moves!")


WASTES = [
    pytest.param("treize", 3, False),
    pytest.param("apophis", 2, True),
    pytest.param("day", 3, True),
    pytest.param("cheops", 3, True),
    pytest.param("two-pyramids", 1, False),
]


def presses(move: Move, by_key: bool) -> list[str]:
    """What a reader presses, who deals to the waste that is chosen."""
    if isinstance(move, Discard):
        return [named(which) for which in move.cards]
    to = move.to if isinstance(move, DealStock) else 0
    if by_key:
        return [str(to) if to else "d"]
    return [f"[aria-label^='Deal to waste {to}']" if to else "#deal"]


@pytest.mark.parametrize(("game", "number", "open_stock"), one_in(2, WASTES))
def test_games_with_several_wastes_rich_pairs_or_two_packs_are_played(
    opened: Open, game: str, number: int, open_stock: bool
) -> None:
    """By clicks and keys, with the stock face up and face down."""
    page = opened(game, number)
    page.evaluate(
        "is => { if (byId('open-stock').checked !== is) byId('open-stock').click(); }", open_stock
    )
    moves = solution(game, number).moves
    pressed = [presses(move, bool(at % 2)) for at, move in enumerate(moves)]
    played_lines = seen(page, "pressed", pressed)
    for (lines, count), table in zip(played_lines, positions(game, number)[1:], strict=True):
        assert not open_stock or lines == describe(table).splitlines()
        assert count == table.cards_left()
    assert message(page).endswith(f"Won in {len(moves)} moves!")
    link = page.evaluate("formatLink(table.problem.identity, table.play.moves)")
    carried = page.evaluate("link => parseLink(link.slice(1)).moves", link)
    assert carried == page.evaluate("table.play.moves")
    assert len(carried) == len(moves)


@pytest.mark.slow
def test_the_turned_card_is_dragged_to_a_waste(opened: Open) -> None:
    page = opened("day", 3)
    page.keyboard.press("d")
    assert message(page).startswith("Deal to which waste?")
    start = Position.start(deal(3, GAMES["day"]))
    assert start.turned is not None
    page.mouse.move(*spot(page, start.turned))
    page.mouse.down()
    box = page.locator('.slot[data-to="2"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 0.4 * box["height"], steps=4)
    page.mouse.up()
    assert words(page) == describe(start.play(DealStock(2))).splitlines()
    assert message(page).startswith(f"{start.turned} dealt to waste 2.")


@pytest.mark.slow
def test_a_whole_solution_by_the_keyboard_alone(opened: Open) -> None:
    page = opened("tut", 2)
    page.keyboard.press("Tab")
    for move, table in zip(solution("tut", 2).moves, positions("tut", 2)[1:], strict=True):
        if isinstance(move, Discard):
            for which in move.cards:
                walk(page, which)
                page.keyboard.press("Enter")
        else:
            page.keyboard.press("d")
        assert words(page) == describe(table).splitlines()
    assert "Won in" in message(page)


def walk(page: Page, goal: Card) -> None:
    """Go to a card with the arrow keys, on a way found by the page's own map of them."""
    way = seen(page, "wayTo", str(goal))
    assert way is not None, f"no arrow key leads to {goal}"
    for key in way:
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.card") == str(goal)


@pytest.mark.slow
def test_the_solution_step_by_step(opened: Open) -> None:
    tables = [describe(table).splitlines() for table in positions("pyramid", 47)]
    page = opened("pyramid", 47)
    assert not page.is_visible("#next")
    page.click("#answer summary")
    page.click("#reveal")
    count = len(tables) - 1
    assert pushed(page, "next", count) == tables[1:]
    assert pushed(page, "previous", count) == tables[-2::-1]
    push(page, "last")
    assert words(page) == tables[-1]
    push(page, "first")
    assert words(page) == tables[0]
    page.click("#moves li:nth-child(5) button")
    assert words(page) == tables[5]
    assert page.inner_text("#progress") == f"5/{count}"
    following = str(solution("pyramid", 47).moves[5])
    assert sorted(marked(page, "move")) == sorted(following.split("/") if "/" in following else [])
    assert page.locator("#moves [aria-current=step]").count() == 1


@pytest.mark.slow
def test_the_solution_plays_by_itself(opened: Open) -> None:
    page = opened("giza", 2, open_answer=True, alone=True)
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # else the time that the test takes would count as well
    push(page, "run")
    assert page.inner_text("#run") == "Pause"
    page.clock.run_for(3000)
    assert page.inner_text("#progress") == "4/28"
    push(page, "run")
    page.clock.run_for(3000)
    assert page.inner_text("#progress") == "4/28"
    push(page, "run")
    page.click("#stepper-close")  # to be done with it stops it, too
    at = page.inner_text("#status")
    page.clock.run_for(3000)
    assert page.inner_text("#status") == at
    page.click("#answer summary")
    page.click("details:has(#own) summary")
    push(page, "run")
    page.click("#own li:nth-child(2) button")  # to go to a move of one's own stops it
    assert page.inner_text("#message") == "To move 2."
    page.clock.run_for(3000)
    assert page.inner_text("#progress") == "2/28"
    push(page, "run")
    page.clock.run_for(30_000)
    assert words(page) == ["The table is empty."]
    assert len(shown(page)) == 52  # the pairs, in their order
    assert page.inner_text("#run") == "Show me"


@pytest.mark.slow
def test_illegal_moves_are_refused_with_the_reason(opened: Open) -> None:
    page = opened("giza", 2)
    before = words(page)
    click(page, "2C")
    assert message(page) == "2C is still covered by 7H and 9C."
    click(page, "7H")
    click(page, "9C")
    assert message(page) == "7H matches 6, not 9C."
    click(page, "4C")
    assert message(page) == "4C is still covered by 8S."
    assert "refused" in (page.locator("#message").get_attribute("class") or "")
    push(page, "undo")
    assert message(page) == "There is no move to undo."
    assert words(page) == before
    assert not page.is_visible("#deal")
    page.keyboard.press("d")
    assert message(page) == "There is no stock to deal from."
    drag(page, Card.parse("7H"), Card.parse("9C"), touch=False)
    assert message(page) == "7H matches 6, not 9C."
    assert words(page) == before
    assert page.locator(".dragged, .aimed").count() == 0
    click(page, "7H")
    assert card(page, "7H").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")
    assert message(page) == "No card is selected."
    click(page, "7H")
    page.keyboard.press("Escape")
    assert page.locator("[aria-pressed]").count() == 0


@pytest.mark.slow
def test_undo_and_redo(opened: Open) -> None:
    tables = [describe(table).splitlines() for table in positions("pyramid", 47)]
    page = opened("pyramid", 47, after=6)
    assert words(page) == tables[6]
    for at in (5, 4, 3):
        page.keyboard.press("u")
        assert words(page) == tables[at]
    page.keyboard.press("r")
    assert words(page) == tables[4]
    push(page, "redo")
    assert words(page) == tables[5]
    push(page, "restart")
    assert words(page) == tables[0]
    start = positions("pyramid", 47)[0]
    click(page, start.stock[5])  # another line: what was undone is forgotten
    assert words(page) == describe(start.play(DealStock())).splitlines()
    push(page, "redo")
    assert message(page) == "There is no move to redo."


@pytest.mark.slow
def test_par_is_scored_and_passes_are_counted(opened: Open) -> None:
    page = opened("par", 2, open_answer=True)
    assert page.inner_text("#status") == "0 moves · 52 cards left · pass 1 of 3 · score −52"
    page.evaluate("table.follow(table.play.solution.length)")
    *earlier, last = positions("par", 2)
    status = page.inner_text("#status")
    assert status.startswith(f"{len(earlier)} moves · ")
    assert status.endswith(f" · pass {last.pass_number} of 3 · score {last.score()}")
    assert last.pass_number > 1 and last.score() > 0


@pytest.mark.slow
def test_redeals_until_the_last_pass(opened: Open) -> None:
    rules = replace(GAMES["tut"], passes=2)
    page = opened(rules, 2)
    for _ in range(8):
        push(page, "deal")
    assert page.inner_text("#deal").startswith("Redeal")
    push(page, "deal")
    assert message(page) == "Pass 2 begins."
    for _ in range(8):
        push(page, "deal")
    push(page, "deal")
    assert message(page) == "The stock is empty, and no redeal is left."
    assert page.get_attribute("#deal", "aria-disabled") == "true"


@pytest.mark.slow
def test_pairs_that_vanish_are_shown(opened: Open) -> None:
    rules = replace(GAMES["pyramid"], stock_waste="auto-on-turn")
    position = Position.start(deal(1, rules))
    deals = 0
    while not position.vanished:
        position = position.play(DealStock())
        deals += 1
    page = opened(rules, 1)
    for _ in range(deals):
        push(page, "deal")
    first, second = position.vanished[0]
    assert f"{first} and {second} match and vanish." in message(page)
    assert words(page) == describe(position).splitlines()


@pytest.mark.slow
def test_a_tap_does_no_more_than_play_its_card(opened: Open) -> None:
    """Its click comes after the press, when the buttons of the win lie under the finger."""
    page = opened("giza", 2, TOUCH)
    page.evaluate("table.follow(27)")
    last = solution("giza", 2).moves[27]
    assert isinstance(last, Discard)
    for which in last.cards:
        click(page, which, tap=True)
    page.wait_for_timeout(100)
    assert page.inner_text("#won-title") == "Won in 28 moves"
    page.tap("#undo")
    assert not page.is_visible("#won")


@pytest.mark.slow
def test_a_win_is_compared_with_the_fewest_moves(opened: Open) -> None:
    page = opened("pyramid", 47)
    push(page, "deal")
    push(page, "undo")
    push(page, "last")
    moves = len(solution("pyramid", 47).moves)
    assert page.inner_text("#won-title") == f"Won in {moves} moves"
    assert page.inner_text("#won-moves") == "You followed the solution."
    assert not page.inner_text("#won-facts, #won-seals")  # the solution's, not the reader's
    push(page, "undo")
    assert not page.is_visible("#won")
    push(page, "redo")
    assert page.evaluate("document.activeElement.id") == "won-title"
    push(page, "won-again")
    assert page.inner_text("#status").startswith("0 moves")


@pytest.mark.slow
def test_what_ends_a_win_leaves_the_focus_to_the_cards(opened: Open) -> None:
    page = opened("giza", 2)
    for key in ("won-again", "won-review", "u"):
        page.evaluate("table.follow(27)")
        page.evaluate("table.step()")
        if key != "u":
            page.focus(f"#{key}")
        page.keyboard.press("u" if key == "u" else "Enter")
        assert not page.is_visible("#won")
        assert page.evaluate("document.activeElement.dataset.card === table.board.focused")


# Hints, and what is not said before it is asked for.


def test_hints_along_the_solution_win(opened: Open) -> None:
    page = opened("giza", 2, after=20)
    for move in solution("giza", 2).moves[20:]:
        page.keyboard.press("h")
        if message(page).startswith("Hint: free "):  # what the solution frees first
            assert len(marked(page, "look")) == 1
            page.keyboard.press("h")
        if len(str(move).split("/")) == 2:  # then where to look, then what to do
            looked = marked(page, "look")
            assert len(looked) == 1
            assert set(looked) < set(str(move).split("/"))
            said = f"Hint: look at {looked[0]}. Another hint shows more."
            assert message(page) == said
            page.keyboard.press("h")
        assert set(marked(page, "move")) == set(str(move).split("/"))
        assert message(page).startswith(f"Hint: discard {str(move).replace('/', ' and ')}.")
        page.keyboard.press("h")  # and does it
    assert "Won in" in message(page)


def marked(page: Page, kind: str) -> list[str]:
    found: list[str] = page.locator(f'[data-mark="{kind}"]').evaluate_all(
        "cards => cards.map(c => c.dataset.card)"
    )
    return found


@pytest.mark.slow
def test_off_the_solution_a_hint_is_searched_for(opened: Open) -> None:
    page = opened("giza", 2)
    start = Position.start(deal(2, "giza"))
    found = set()
    for move in start.legal_moves():
        after = start.play(move)
        for which in str(move).split("/"):
            click(page, which)
        push(page, "hint")
        searched(page)
        while re.match("Hint: (free|look)", hint := message(page)):
            push(page, "hint")  # what was found is kept
        if hint.startswith("Hint: discard "):
            found.add("won")
            pair = hint.removeprefix("Hint: discard ").partition(".")[0].split(" and ")
            after.play(Discard(tuple(map(Card.parse, pair))))  # is legal
        else:
            found.add("lost")
            assert hint.startswith("From here the game cannot be won any more: ")
            assert hint.endswith(". Undo 1 move: from there it can be won.")
            push(page, "hint")
            assert message(page) == "Back to move 0: from here the game can be won."
            continue
        push(page, "undo")
    assert "won" in found
    page.evaluate("table.restart()")
    for discard in ("9C/4S", "8H/5C", "5S/8D", "AC/QS", "6D/7D", "3S/TD"):  # the last one loses
        page.evaluate("move => table.move(move)", discard)
    push(page, "hint")
    searched(page)
    assert message(page).endswith(". Undo 1 move: from there it can be won.")
    page.click(".why")
    assert message(page) == "3S with TD lost the win. Undo 1 move: from there it can be won."


@pytest.mark.slow
def test_a_second_push_of_hint_lets_the_search_go_on(opened: Open) -> None:
    page = opened("giza", 2)
    page.evaluate("table.move(table.position.legalMoves().at(-1))")
    asked = page.evaluate("table.giveHint(), table.giveHint(), table.solver.asked")
    assert asked == 1
    searched(page)
    assert "Hint: " in message(page)


@pytest.mark.slow
def test_a_position_that_is_lost_is_reported_after_a_search(opened: Open) -> None:
    page = opened("pyramid", 47)
    for _ in range(24):
        push(page, "deal")
    push(page, "hint")
    searched(page)
    assert message(page).startswith("From here the game cannot be won any more")
    undo = int(message(page).split("Undo ")[1].split(" move")[0])
    for _ in range(undo):
        push(page, "undo")
    push(page, "hint")
    assert message(page).startswith("Hint: ")


@pytest.mark.slow
def test_a_lost_deal_shows_its_block_when_asked(opened: Open) -> None:
    page = opened("giza", 3)
    assert page.locator("[data-mark]").count() == 0
    assert "cannot all be discarded" not in page.inner_text("main")
    page.click("#answer summary")
    page.click("#reveal")
    page.wait_for_selector('[data-card="QD"][data-mark="stuck"]')
    assert card(page, "AC").get_attribute("data-mark") == "waits"
    assert "marked as stuck" in (card(page, "QD").get_attribute("aria-label") or "")
    assert "the aces and queens cannot all be discarded" in page.inner_text("#answer")
    page.click("#answer summary")
    page.wait_for_selector("[data-mark]", state="detached")
    push(page, "hint")
    assert message(page) == "This deal cannot be won, whatever is played."


# Drags and double presses.


def drag(page: Page, card: Card, target: Card, touch: bool) -> None:
    (x, y), (to_x, to_y) = spot(page, card), spot(page, target)
    if not touch:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
        page.mouse.move(to_x, to_y)
        page.mouse.up()
        return
    session = page.context.new_cdp_session(page)
    for kind, at in (
        ("touchStart", [(x, y)]),
        ("touchMove", [((x + to_x) / 2, (y + to_y) / 2)]),
        ("touchMove", [(to_x, to_y)]),
        ("touchEnd", []),
    ):
        points = [{"x": px, "y": py} for px, py in at]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.detach()


DRAGGED = [
    pytest.param("pyramid", 47, 26, False, id="mouse"),
    pytest.param("giza", 2, 0, True, id="finger"),
]


@pytest.mark.parametrize(("game", "number", "after", "touch"), one_in(2, DRAGGED))
def test_a_solution_by_dragging(
    opened: Open, game: str, number: int, after: int, touch: bool
) -> None:
    page = opened(game, number, TOUCH if touch else None, after=after)
    moves = solution(game, number).moves
    tables = positions(game, number)
    for at, move in enumerate(moves[after:], after + 1):
        before = tables[at - 1]
        if isinstance(move, Discard) and len(move.cards) == 2:
            free = [c for c in move.cards if c in before.available()]
            other = next(c for c in move.cards if c != free[0])
            drag(page, free[0], other, touch)
        elif isinstance(move, Discard):
            click(page, move.cards[0], tap=touch)
        else:
            push(page, "deal")
        played(page, at)
        assert words(page) == describe(tables[at]).splitlines()
    assert "Won in" in message(page)


def played(page: Page, count: int) -> None:
    """Wait until this many moves are played: a tap is a click only some time later."""
    page.wait_for_function("count => table.play.at === count", arg=count)


AT_ONCE = "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 1 })"
"""However slow the machine is."""


@pytest.mark.slow
@pytest.mark.parametrize("touch", [False, True])
def test_a_second_press_at_once_plays_the_only_pair(opened: Open, touch: bool) -> None:
    page = opened("giza", 2, TOUCH if touch else None)
    page.evaluate(AT_ONCE)
    start = positions("giza", 2)[0]
    moves = [str(move).split("/") for move in start.legal_moves()]
    flat = [card for move in moves for card in move]
    single = next(card for card in flat if flat.count(card) == 1)
    several = next((card for card in flat if flat.count(card) > 1), None)
    if several is not None:
        click(page, several, tap=touch)
        click(page, several, tap=touch)
        page.wait_for_selector(f'#message[data-text^="{several} can be discarded with "]')
        assert message(page).startswith(f"{several} can be discarded with ")
        push(page, "restart")
        page.keyboard.press("Escape")
    click(page, single, tap=touch)
    click(page, single, tap=touch)
    gone = next(move for move in moves if single in move)
    played(page, 1)
    assert not {single, *gone} & set(shown(page))


@pytest.mark.slow
def test_a_closed_stock_shows_only_what_was_turned(opened: Open) -> None:
    page = opened("pyramid", 47)
    page.click("text=Look and settings")
    page.uncheck("#open-stock")
    start = positions("pyramid", 47)[0]
    hidden = {str(card) for card in start.stock}
    faces = page.locator(".card .face").evaluate_all(
        "faces => faces.filter(f => getComputedStyle(f).visibility === 'visible')"
        ".map(f => f.parentElement.dataset.card)"
    )
    assert not hidden & set(faces)
    labels = page.locator(".card").evaluate_all(
        "cards => cards.filter(c => getComputedStyle(c).visibility === 'visible')"
        ".map(c => c.ariaLabel)"
    )
    assert "Stock, 23 cards face down" in labels
    assert words(page)[-1] == "Stock: 23 cards, face down."
    for table in positions("pyramid", 47)[1:12]:
        push(page, "next")
        lines = [line for line in words(page) if not line.startswith("Stock")]
        assert lines == [line for line in describe(table).splitlines() if "Stock, in" not in line]
    page.click(".card.down >> nth=0")
    assert "dealt to the waste" in message(page)


@pytest.mark.slow
def test_a_hint_does_not_know_what_lies_face_down(opened: Open) -> None:
    """Nor does the worker: `test_scripts`."""
    page = opened("pyramid", 87)
    page.evaluate("byId('open-stock').click()")
    for hint in ("Hint: look at", "It wins in"):
        push(page, "hint")
        searched(page)
        assert hint in message(page)
    assert message(page).endswith("orders of the cards that lie face down.")


@pytest.mark.slow
def test_covered_cards_lie_face_down_for_who_plays_so(opened: Open) -> None:
    page = opened("thirteen", 5)
    page.evaluate("byId('open-stock').click()")
    start = Position.start(deal(5, "thirteen"))
    here = [card for card in start.tableau if card is not None]
    hidden = [str(card) for card in here if start.covering(card)]
    backs = page.locator(".card.down").evaluate_all("cards => cards.map(c => c.dataset.card)")
    assert len(hidden) == 21 and set(hidden) <= set(backs)
    label = card(page, hidden[0]).get_attribute("aria-label")
    assert label == (
        "Face down, pyramid row 1, place 1, covered by a card face down and a card face down"
    )
    assert words(page)[0] == "Pyramid, row 1: a card face down."
    click(page, hidden[-1])
    assert message(page) == "This card lies face down."
    push(page, "hint")
    searched(page)
    assert not set(hidden) & set(page.evaluate("table.hint.move.split('/')"))
    page.evaluate("byId('open-stock').click()")
    assert page.locator(".card.down").count() == 0


@pytest.mark.slow
def test_the_panel_shows_what_each_move_is_worth_and_makes_it(opened: Open) -> None:
    page = opened("microsoft", 9)
    page.evaluate("byId('open-stock').click()")
    page.evaluate("byId('advice').open = true")
    page.wait_for_selector(".worths li")
    assert page.inner_text("#advice-body p >> nth=0") == "4 of 5 choices keep the win."
    rows = page.locator(".worths li").all_inner_texts()
    assert len(rows) == 5 and sum("keeps the win" in row for row in rows) == 4
    assert rows[-1].split("\n")[-1] == "loses, at best 535 points"
    texts = "all => all.map((p) => p.dataset.text)"
    paragraphs = page.locator("#advice-body p").evaluate_all(texts)
    assert any("win in any order; nothing else does, except KD." in one for one in paragraphs)
    assert "every card" in page.inner_text("#advice-body p >> nth=-1")
    page.locator(".worths .lost button").first.click()
    page.wait_for_selector("#advice-body :text('No move wins any more')")
    assert page.inner_text("#advice-body p >> nth=0").endswith(". At best 535 points.")
    assert page.inner_text("#status").startswith("1 move ")
    assert "score 5" in page.inner_text("#status")


@pytest.mark.slow
def test_the_panel_shows_an_only_move_of_a_game_with_several_wastes(opened: Open) -> None:
    table = (
        "5C / KH QD / 3C AC 4H / 4C AH 3D 6H / JH AD -- -- QS / -- 9C -- -- -- -- / "
        "-- -- -- -- -- -- -- stock 8H 9S 2D waste 1 9D 7H 7S JD 8D waste 2 6C QC 4D QH TS 3H "
        "waste 3 TC KS 5S TH 2H AS"
    )
    page = opened("apophis", parse_position(table, GAMES["apophis"]))
    page.evaluate("byId('advice').open = true")
    page.wait_for_selector(".worths li")
    assert page.inner_text("#advice-body p >> nth=0") == "1 of 2 choices keeps the win."
    assert page.inner_text("#advice-body p >> nth=-1") == "Deal keeps the win; nothing else does."


@pytest.mark.slow
def test_cards_in_text_are_red_and_black_and_signs_are_those_of_print(opened: Open) -> None:
    page = opened("giza", 2)
    page.evaluate(
        "write(byId('message'), \"The set 3-T's 4H, 5D, TC, KS of 2026-11\", panels.names)"
    )
    assert page.inner_text("#message").startswith("The set 3–10’s 4♥")
    assert page.inner_text("#message").endswith("2026-11")
    signs = "[...document.querySelectorAll('#message .sign')]"
    shown = page.evaluate(f"{signs}.map((one) => [one.textContent, getComputedStyle(one).color])")
    plain = page.evaluate("getComputedStyle(byId('message')).color")
    assert [sign for sign, colour in shown if colour != plain] == ["4♥", "5♦"]
    assert [sign for sign, colour in shown if colour == plain] == ["10♣", "K♠"]


@pytest.mark.slow
def test_the_panel_knows_what_the_page_knows(opened: Open) -> None:
    """Its own search is shorter than the one that the page was made with."""
    start = Position.start(deal(3, "day"))
    page = opened("day", start.play_all(parse_moves("4S/9D", start)))
    assert (page.text_content("#answer-body") or "").startswith(
        "No: the aces, queens, fours and nines cannot"
    )
    page.evaluate("byId('advice').open = true")
    page.wait_for_selector(".worths li")
    assert page.inner_text("#advice-body p >> nth=0") == "No move wins any more."
    rows = page.locator(".worths li .worth").all_inner_texts()
    assert len(rows) > 4 and set(rows) == {"loses"}
    page = opened("day", 3)
    informed = page.evaluate(
        """() => {
          const open = (moves) => ({ moves, verdict: "unknown", line: null });
          const choices = [open(["deal1"]), open(table.play.solution.slice(0, 1))];
          return table.play.informed({ verdict: "unknown", choices, why: null });
        }"""
    )
    assert informed["verdict"] == "won"
    assert [choice["verdict"] for choice in informed["choices"]] == ["won", "unknown"]
    assert informed["choices"][0]["line"] == page.evaluate("table.play.solution")


@pytest.mark.slow
@pytest.mark.parametrize("unasked", [False, True])
def test_moves_that_nobody_chooses_make_themselves(opened: Open, unasked: bool) -> None:
    page = opened("giza", 2)
    left = page.evaluate(
        """(unasked) => {
          const { solution } = table.play;
          byId("finishes").checked = unasked;
          const finish = () => document.querySelector("#message button:not(.why)");
          while (!finish() && table.timer === null) table.move(solution[table.play.at]);
          return solution.length - table.play.at;
        }""",
        unasked,
    )
    assert left > 1
    if not unasked:
        page.click("#message >> text=Finish")
    page.wait_for_selector("#won:not([hidden])")
    assert page.inner_text("#won-title") == "Won in 28 moves"
    assert page.evaluate("table.help") is None


@pytest.mark.slow
def test_the_win_shows_the_score(opened: Open) -> None:
    page = opened("microsoft", 9)
    page.evaluate("table.follow(table.play.solution.length)")
    score = positions("microsoft", 9)[-1].score()
    assert f"score {score}" in page.inner_text("#status")
    assert f"Score {score}." in page.inner_text("#won-moves")
