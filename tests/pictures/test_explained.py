"""Pictures of the steps of explanations: which cards are lit, and which files are written."""

import re
from pathlib import Path

import pytest

from pyrtool.answers.explain.explanation import explain, lit_steps
from pyrtool.game.deals import deal
from pyrtool.game.position import start_of
from pyrtool.notation import format_position, parse_position
from pyrtool.pictures import PictureSettings, RenderError, step_strip
from pyrtool.pictures.lettering.descriptions import as_drawn
from pyrtool.pictures.scenes.strips import step_caption, step_marks, step_sheet

from ..commands import answer
from ..pictured import assert_on_page

KINDS = ("first", "second")


def lit(number: int, step: str) -> tuple[set[str], set[str]]:
    (found,) = (one for one in lit_steps(explain(deal(number))) if one.number == step)
    return set(map(str, found.own)), set(map(str, found.reasons))


def test_the_cards_that_a_reader_looks_at_are_lit() -> None:
    assert lit(176, "1")[0] == {"7H"}
    assert lit(6, "1") == ({"AS"}, {"QS", "QC", "QH", "QD"})
    others = {"2C", "2D", "2H", "3C", "3D", "3H", "3S", "JD"}
    assert lit(8, "2") == ({"2S", "TS"}, others)  # what it waits for, too
    others = {"QS", "AH", "AC", "AD", "AS", "QD"}
    assert lit(5, "1") == ({"3C", "3H", "TS"}, others)  # said of another as well
    assert lit(16, "5")[0] == {"3C", "3D", "TC", "TD", "TH", "TS"}  # three cards for two


@pytest.mark.parametrize("number", [8, 34])
def test_exactly_the_cards_of_a_sentence_are_lit(number: int) -> None:
    for step in lit_steps(explain(deal(number))):
        named = set(re.findall(r"\b[A2-9TJQK][CDHS]\b", step.text))
        assert set(map(str, step.own | step.reasons)) == named
        assert step.own and not step.own & step.reasons


def test_a_strip_has_each_step_with_its_sentence_on_the_page() -> None:
    dealt = deal(8)
    steps = lit_steps(explain(dealt))
    look = PictureSettings(title="Pyramid, deal 8", width_px=1200)
    scene = step_sheet(start_of(dealt), steps, look)
    assert_on_page(scene)
    assert "Step 9" not in scene.words("label")  # the sentence has its number
    assert scene.words("caption")[-1].endswith("a dashed one its reasons.")
    assert len(scene.faces) == 52 * len(steps)
    captions = " ".join(scene.words("caption"))
    for at, step in enumerate(steps):
        assert " ".join(step_caption(step).split()) in captions
        marked = {f.card: f.mark for f in scene.faces[52 * at : 52 * at + 52] if f.mark}
        assert marked == step_marks(step)
    with pytest.raises(RenderError, match="no steps"):
        step_strip(start_of(dealt), ())


def test_the_order_that_a_step_shows_is_numbered() -> None:
    kinds = {
        number: {kind: {str(c) for c, mark in marks.items() if mark == kind} for kind in KINDS}
        for number in (33, 5, 8)
        for marks in [step_marks(lit_steps(explain(deal(number)))[0 if number == 33 else 1])]
    }
    assert kinds[33] == {"first": {"TC", "TS", "9D"}, "second": {"AC"}}  # each before one card
    assert kinds[5] == {"first": {"8C"}, "second": {"AS"}}  # on the way to a contradiction
    assert kinds[8] == {"first": set(), "second": set()}  # it shows no order


def test_six_pictures_show_all_steps() -> None:
    """Of a trial they say only once what it supposes; cards of several steps have no order."""
    dealt = deal(34)
    steps = lit_steps(explain(dealt))
    assert len(steps) > 6
    scene = step_sheet(start_of(dealt), steps, PictureSettings(width_px=1200))
    assert_on_page(scene)
    assert len(scene.faces) == 52 * 6
    captions = " ".join(scene.words("caption"))
    for step in steps:
        assert f"{step.number}. {as_drawn(step.text)}" in captions
    pictures = [{face.mark for face in scene.faces[52 * n : 52 * n + 52]} for n in range(6)]
    assert ["first" in marks for marks in pictures] == [False, True, *[False] * 4]
    assert captions.endswith("a dashed one its reasons. 1 must go before 2.")
    trial = as_drawn(next(step.heading for step in steps if step.supposed))
    assert 1 <= captions.count(trial) < sum(as_drawn(step.heading) == trial for step in steps)


@pytest.mark.parametrize("number", [29, 66])
def test_cards_without_suits_are_lit_as_well(number: int) -> None:
    """Those that lie where the cards of the same deal with suits lie."""
    dealt = deal(number, "giza")
    bare = parse_position(
        re.sub(r"([A2-9TJQK])[CDHS]", r"\1", format_position(start_of(dealt))), dealt.rules
    )
    places = {card: at for at, card in enumerate(bare.cards())}
    own = {card: at for at, card in enumerate(start_of(dealt).cards())}
    for one, other in zip(lit_steps(explain(bare)), lit_steps(explain(dealt)), strict=True):
        assert {places[card] for card in one.own} == {own[card] for card in other.own}
        assert {places[card] for card in one.reasons} == {own[card] for card in other.reasons}


def test_steps_of_a_trial_say_what_it_supposes() -> None:
    step = next(one for one in lit_steps(explain(deal(34))) if one.number == "a3")
    assert step_caption(step).startswith(
        "Trial A: suppose that 7♥ (stock 5) goes before J♦ (stock 23) is turned.\na3. 9♦ (4.2) "
    )


def test_files_of_one_step_and_of_all(tmp_path: Path) -> None:
    answer("render", "176", "--step", "all", "-o", f"{tmp_path}/s-{{step}}.svg")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s-1.svg"]
    assert "Marked as its reasons: " in (tmp_path / "s-1.svg").read_text()
    answer("render", "176", "--step", "all", "-o", f"{tmp_path}/all.svg", "--width", "600")
    drawn = (tmp_path / "all.svg").read_text()
    assert "Short supply: before 7♥ (5.4) goes" in drawn and "(4.3) lie under 7♥." in drawn
    answer("render", "176", "--step", "1", "-o", f"{tmp_path}/2.svg", "--caption", "Look")
    drawn = (tmp_path / "2.svg").read_text()
    assert "\nLook<" in drawn and "Marked to go after it: 7 of" in drawn
