"""`why` and `hint why` in a game: the reason for the next move, or against one that loses."""

from __future__ import annotations

from ..commands import answer

GIZA = ("22", "-g", "giza")


def talk(words: tuple[str, ...], *lines: str) -> str:
    """What is answered to these lines, without line breaks."""
    return " ".join(answer("play", *words, input="".join(f"{one}\n" for one in lines)).split())


def test_the_reason_for_the_next_move() -> None:
    text = talk(("87",), "open", "AS/QH", "hint why")
    assert "hint: 2H/JS (won in 38 moves) 2H with JS: 1. JD (2.2) goes with 2D" in text
    assert text.endswith("nor with 2D (stock 12), which goes with JD [1].")
    assert talk(("87",), "open", "AS/QH", "hint --why") == text


def test_a_free_choice_has_no_reason() -> None:
    text = talk(("2", "-g", "giza"), "why")
    assert text.endswith("9C with 4S. Free: another solution does without this pair.")


def test_the_reason_against_a_move_that_was_made() -> None:
    text = talk(("87",), "open", "deal*7", "why")
    assert "dealing JC loses: 1. " in text
    assert text.endswith(
        "5D cannot go with 8S, which is turned on JC, which waits for 5S (stock 2) [6]; JC lies on "
        "5D."
    )


def test_a_hint_after_a_losing_move_names_the_way_to_its_reason() -> None:
    text = talk(("8", "-g", "giza"), "4S/9H", "hint")
    assert text.endswith("the game cannot be won from here: undo, and it can; why gives the reason")
    text = talk(("8", "-g", "giza"), "4S/9H", "hint why")
    assert "undo, and it can 4S with 9H loses: 1. 4H (2.2) cannot go with 9C" in text


def test_a_long_reason_is_named_in_short() -> None:
    text = talk(("146",), "open", "deal*4", "why")
    assert "dealing TS loses: shown by " in text
    assert " sentences of deduction about A-Q, 2-J, 3-T, 4-9 and 5-8 and " in text


def test_the_reason_against_a_move_that_is_thought_of() -> None:
    text = talk(("2", "-g", "giza"), "why 9C/4S", "why 9C/4S 5S/8D", "solve play", "why")
    assert "9C with 4S does not lose: a solution begins with it" in text
    losing = talk(("8", "-g", "giza"), "why 4S/9H")
    assert "4S with 9H loses: 1. 4H (2.2) cannot go with 9C" in losing
    assert talk(("8", "-g", "giza"), "hint why 4S/9H") == losing
    assert "why explains one move at a time" in text
    assert text.endswith("this game is won")


def test_a_deal_that_is_lost_from_the_start() -> None:
    text = talk(GIZA, "why")
    assert "this deal is lost: 1. AH (2.2) cannot go with QC (column 5.2), as AC (3.2)" in text


def test_the_stock_is_not_shown() -> None:
    for words in ("why", "hint why"):
        text = talk(("87",), words)
        assert text.endswith("a reason would show the stock: open turns it face up")


def test_rules_without_explanations() -> None:
    text = talk(("1", "-g", "double-pyramid"), "open", "why")
    assert text.endswith("no explanation: packs 2: explanations need one pack")
