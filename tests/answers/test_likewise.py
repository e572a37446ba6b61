"""One sentence for several cards."""

from __future__ import annotations

import pytest

from pyrtool.answers.explain.explanation import explain
from pyrtool.answers.explain.facts import Fact
from pyrtool.answers.explain.wording.likewise import Alike, exchanged
from pyrtool.game.deals import deal


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("5H waits for 2D [3].", "5S waits for 2D [3].", {"5H": "5S"}),
        ("5H cannot go with 8D; QD lies on 8D.", "5H cannot go with 8C; QH lies on 8C.",
         {"8D": "8C", "QD": "QH"}),
        ("5H waits for 2D.", "5H waits for 2D.", {}),
        ("5H waits for 2D.", "5H waits for 3D.", None),  # another rank
        ("5H waits for 2D [3].", "5S waits for 2D [4].", None),  # another reason
        ("5H and 5S lie on 5H.", "5C and 5S lie on 5H.", None),  # one card, two in its place
        ("5H and 5S lie on 2D.", "5S and 5S lie on 2D.", None),  # two cards, one in their place
        ("5H, 6H and 7H lie on 2D.", "5S, 6S and 7S lie on 2D.", None),  # too many
    ],
)  # fmt: skip
def test_which_cards_are_in_the_place_of_others(
    first: str, second: str, found: dict[str, str] | None
) -> None:
    assert exchanged(first, second) == found


def test_the_words_for_cards_in_the_place_of_others() -> None:
    alike = Alike(Fact("apart", 0, 1), ["5H", "8D"])
    assert str(alike.also) == ""
    for places in ({"8D": "8C (2.1)"}, {"QD": "QS", "8D": "8S"}, {"8D": "8H", "5H": "5C"}):
        alike.add(places)
    alike.add({"8D": "8S (2.2)", "8S": "8D"})
    assert str(alike.also) == (
        " Likewise 5H with 8C (2.1) and 5C with 8H. Likewise 8S, with QS in place of QD."
        " Likewise with 8D and 8S exchanged."
    )


def test_a_card_in_the_place_of_one_alone_is_named_without_its_partner() -> None:
    alike = Alike(Fact("apart", 0, 1), ["5H", "8D"])
    for places in ({"8D": "8C"}, {"8D": "8S"}, {"QD": "QS"}):
        alike.add(places)
    assert str(alike.also) == " Likewise 8C and 8S. Likewise QS."
    alike.add({"5H": "5C"})
    assert str(alike.also) == " Likewise 5H with 8C, 5H with 8S and 5C with 8D. Likewise QS."


def test_an_explanation_says_a_reason_once() -> None:
    texts = [s.text for _, some in explain(deal(320, "giza")).sections for s in some]
    twins = [text for text in texts if "Likewise 8C, with QH" in text]
    assert len(twins) == 1
    assert twins[0].startswith("5H cannot go with 8D, as no partner would be left for QD")
