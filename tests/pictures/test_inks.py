"""Cards in running text: in the colours of their suits, which can be read on every page."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from pyrtool.base.colours import contrast
from pyrtool.pictures import DECKS, THEMES
from pyrtool.pictures.painters import png, svg
from pyrtool.pictures.scenes.elements import Role, Scene, Text
from pyrtool.pictures.scenes.inks import inks, role_ink

from ..pictured import decoded

LINE = Text("10♦, B♥ and 6♠ of Dame7", 0.2, 1.0, 0.5, "caption")


@pytest.mark.parametrize("background", THEMES)
@pytest.mark.parametrize("deck", DECKS)
def test_cards_in_a_caption_are_coloured(deck: str, background: str) -> None:
    theme = THEMES[background]
    colours = inks(LINE, theme, DECKS[deck])
    diamond, heart = colours[0], colours[5]
    assert colours[:7] == [diamond] * 3 + [theme.text] * 2 + [heart] * 2
    assert colours[7:] == [theme.text] * (len(LINE.text) - 7)
    assert (diamond == heart) == (deck == "2color") and theme.text not in (diamond, heart)
    page = theme.page or theme.halo or ""
    assert min(contrast(colour, page) for colour in colours) >= 4.5

    scene = Scene(8.0, 1.5, (), (), (LINE,))
    drawing = svg.paint(scene, width_px=800, deck=deck, background=background).decode()
    glyphs = 5 if deck == "2color" else 2
    assert drawing.count(f' fill="{heart}"') == glyphs * (2 if theme.halo else 1)

    picture = decoded(png.paint(scene, width_px=800, deck=deck, background=background))
    plain = Image.new("RGB", picture.size, heart)
    off = ImageChops.difference(picture.convert("RGB"), plain).split()
    farthest = ImageChops.lighter(ImageChops.lighter(off[0], off[1]), off[2])
    assert sum(farthest.histogram()[:16]) > 200


def test_letters_and_numbers_alone_have_the_colour_of_their_line() -> None:
    theme = THEMES["white"]
    roles: tuple[Role, ...] = ("title", "subtitle", "label", "stars")
    for role in roles:
        line = Text("7H, 10 and no ♣ left", 0.0, 1.0, 0.5, role)
        assert set(inks(line, theme, DECKS["2color"])) == {role_ink(role, theme)}
