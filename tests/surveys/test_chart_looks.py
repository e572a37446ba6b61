"""How charts look: room at the top, letters that can be read, labels that cover nothing."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from pyrtool.base.colours import contrast, ink, letters_in
from pyrtool.pictures.lettering.fonts import bundled
from pyrtool.surveys.charts import read_surveys
from pyrtool.surveys.charts.canvas import COLOURS, LEVEL_BANDS, Canvas
from pyrtool.surveys.charts.efforts import effort_chart, read_efforts
from pyrtool.surveys.charts.surveys import passes_chart

from ..paths import ROOT

matplotlib = pytest.importorskip("matplotlib")
DATA = ROOT / "docs" / "data"


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[Canvas]:
    """The canvases that are saved, to be looked at."""
    canvases: list[Canvas] = []
    save = Canvas.save

    def keeping(self: Canvas) -> None:
        canvases.append(self)
        save(self)

    monkeypatch.setattr(Canvas, "save", keeping)
    return canvases


def test_labels_cover_neither_each_other_nor_marks(kept: list[Canvas], tmp_path: Path) -> None:
    path = tmp_path / "x.png"
    effort_chart(read_efforts(DATA / "effort.csv"), path)
    with Image.open(path) as drawn:
        box = drawn.convert("L").point(lambda grey: 255 * (grey < 200)).getbbox()
    assert box is not None
    left, top, _, _ = box
    assert 16 <= top <= 19 and 14 <= left <= 18
    passes = [
        one
        for one in read_surveys(DATA / "verdicts.csv")
        if one.named.game in ("pyramid", "elizabeth") and one.named.rules.rows == 7
    ]
    passes_chart(passes[:8], path)
    for canvas in kept:
        canvas.figure.draw_without_rendering()
        (axes,) = canvas.figure.axes
        assert len(axes.texts) >= 4
        boxes = [text.get_window_extent() for text in axes.texts]
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        inside = axes.get_window_extent()
        assert all(inside.x0 <= box.x0 and box.y1 <= inside.y1 for box in boxes)
        for text in axes.texts:
            colour = matplotlib.colors.to_hex(text.get_color())
            assert contrast(colour, "#FFFFFF") >= 4.5
    marks = [line for line in kept[0].figure.axes[0].lines if line.get_marker() in ("o", "s", "D")]
    spots = [spot for line in marks for spot in line.get_transform().transform(line.get_xydata())]
    boxes = [text.get_window_extent() for text in kept[0].figure.axes[0].texts]
    assert len(spots) >= len(boxes) and not any(b.contains(*spot) for b in boxes for spot in spots)


def test_letters_are_those_of_pictures(kept: list[Canvas], tmp_path: Path) -> None:
    from matplotlib.font_manager import findfont
    from matplotlib.text import Text

    passes_chart(
        [one for one in read_surveys(DATA / "verdicts.csv") if one.named.game == "pyramid"][:8],
        tmp_path / "x.png",
        title="Tut's 95% – ≤ −1 ×",
    )
    written = [text for text in kept[0].figure.findobj(Text) if text.get_text()]
    assert len(written) > 15 and "Tut’s 95% – ≤ −1 ×" in {text.get_text() for text in written}
    for text in written:
        font = bundled(text.get_fontweight() == "bold")
        assert Path(findfont(text.get_fontproperties())).samefile(font.path)
        assert all(char in font for char in text.get_text())


def test_ticks_are_plain_numbers(kept: list[Canvas], tmp_path: Path) -> None:
    effort_chart(read_efforts(DATA / "effort.csv"), tmp_path / "x.png")
    ticks = [tick.get_text() for tick in kept[0].figure.axes[0].get_xticklabels()]
    assert {"0.01", "0.1", "1", "10"} <= set(ticks)


def test_letters_can_be_read_on_every_colour() -> None:
    for colour in (*COLOURS.values(), *LEVEL_BANDS):
        assert contrast(ink(colour), colour) >= 4.5
        assert contrast(letters_in(colour), "#FFFFFF") >= 4.5
    assert letters_in("#0072B2") == "#0072B2"  # is dark enough
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
