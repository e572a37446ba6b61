"""Why? on pages: reasons for the moves of the solution and against others, and where they show."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pyrtool.answers.solve import solve
from pyrtool.game.deals import deal
from pyrtool.game.games import GAMES
from pyrtool.pages.page.problem import problem
from pyrtool.pages.page.whys import ROOM

from ..browser import PHONE, searched

if TYPE_CHECKING:
    from ..browser import Open


def whys(game: str, number: int, every: bool = False) -> Any:
    dealt = deal(number, game)
    return problem(dealt, solve(dealt), every_reason=every)["answer"].get("why")


def test_each_move_has_a_reason_and_each_sentence_is_kept_one_time() -> None:
    found = whys("giza", 2)
    words = [step[0] for step in found["steps"]]
    assert len(words) == len(set(map(tuple, found["steps"])))
    assert len(found["moves"]) == len(found["losing"]) == 28
    assert all(found["moves"])
    (at,) = found["losing"][3]["7H/6H"]
    assert words[at] == (
        "no partner is left for 7S (1.1). It cannot go with 6C (5.4), 6S (5.5) or 6D (6.2), "
        "which lie on it."
    )
    assert found["steps"][at][1:] == ("7S", "6C 6D 6S")
    assert words[found["moves"][0][0]] == "no move loses now."
    assert len(json.dumps(found)) < 3_000


def unproved(found: Any) -> int:
    """How many moves that lose have no reason."""
    by_search = "by search, every continuation after it is lost."
    return sum(
        found["steps"][answer[0]][0] == by_search
        for losing in found["losing"]
        for answer in losing.values()
    )


def test_moves_that_lose_have_reasons_from_the_first_position_on() -> None:
    found = whys("giza", 8, every=True)
    assert sum(map(len, found["losing"])) == 29 and unproved(found) == 0
    answer = found["losing"][0]["4S/9H"]
    assert len(answer) == 7  # as many sentences as `why` has at the prompt
    assert found["steps"][answer[-1]][0].startswith("7. Contradiction: ")


def test_where_all_reasons_need_more_room_the_longest_are_counted_only() -> None:
    some = {step[0] for step in whys("reserve", 2)["steps"]}
    every = {step[0] for step in whys("reserve", 2, every=True)["steps"]}
    proved = sum(len(words) for words in some if ". " in words)
    assert 0.8 * ROOM < proved <= ROOM < sum(map(len, every))
    assert "shown by 6 sentences of deduction about 3-T and 6-7." in some - every
    assert "2. TD (stock 14) goes with 3H (2.2). It cannot go with 3S [1]." in some & every


def test_all_reasons_on_request() -> None:
    some, every = whys("pyramid", 77), whys("pyramid", 77, every=True)
    assert unproved(every) < unproved(some)
    assert any("another solution does without" in words for words, _, _ in every["steps"])


def test_where_there_are_no_reasons() -> None:
    assert whys("giza", 3) is None  # it cannot be won
    assert whys("microsoft", 1) is None  # no deduction holds under its rules


@pytest.mark.slow
def test_a_reader_asks_why(opened: Open) -> None:
    page = opened(GAMES["giza"], 2, {"viewport": PHONE, "has_touch": True, "is_mobile": True})
    message, box = page.locator("#message"), page.locator("#explained")
    focus = "document.activeElement.id"

    def hint() -> None:
        page.click("#hint")
        searched(page)

    hint()
    assert not page.locator(".why").is_visible()  # it would say which move is meant
    hint()
    page.click(".why")
    assert "no move loses now" in message.inner_text() and page.evaluate(focus) == "hint"
    # A move that loses has its reason in steps, with cards marked.
    page.evaluate("table.follow(7); table.move('7H/6C')")
    hint()
    page.click(".why")
    assert "loses: 1." in box.inner_text() and "1 of 4" in box.inner_text()
    assert page.locator("[data-mark=step]").count() == 3
    page.click("#explained >> text=Close")
    assert page.evaluate(focus) == "hint" and not box.is_visible()
    # Further on, the way leads back.
    page.evaluate("table.move(table.position.legalMoves()[0])")
    hint()
    page.click(".why")
    assert "lost the win. Undo 1 move" in message.inner_text()
    page.evaluate("table.toMove(0); table.move(table.position.legalMoves().at(-1))")
    hint()
    hint()
    page.click(".why")
    assert "Undo 1 move: there Hint has the reason." in message.inner_text()
