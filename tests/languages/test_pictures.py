"""Pictures in other languages: all of their words, and the letters of cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from pyrtool.languages import LANGUAGES, speaking
from pyrtool.pictures.scenes.steps import steps

from ..commands import answer
from ..masking import MASKED, NAMES, mask_messages, unmasked
from ..pictured import decoded, rasterised, winnable


@pytest.mark.parametrize(
    "call",
    [
        "2 --game giza",
        "47 --after 12 --rate",
        "47 --strip 3",
        "26 --game microsoft --after 40 --as-seen",
        "26 --game microsoft --strip 4",
        "1 --game giza --block",
        "6 --game giza --block",
        "2 --game nestor --mark-exposed",
    ],
)
def test_no_word_stays_english(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "picture.svg"
    mask_messages(monkeypatch)
    answer("render", *call.split(), "--lang", MASKED, "-o", str(path))
    title, description = re.findall(r"<(?:title|desc) [^>]*>(.*?)</", path.read_text(), re.DOTALL)
    assert set(unmasked(f"{title}\n{description}")) <= NAMES


@pytest.mark.parametrize("game", ["giza", "microsoft", "pyramid"])
def test_nor_in_the_lines_of_a_film(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    start, moves = next(winnable(game))
    mask_messages(monkeypatch)
    with speaking(MASKED):
        captions = [line for scene in steps(start, moves) for line in scene.words("caption")]
    assert len(captions) > 10 and unmasked("\n".join(captions)) == []


def test_a_picture_names_its_language(tmp_path: Path) -> None:
    for language in LANGUAGES:
        path = tmp_path / f"{language}.svg"
        answer("render", "2", "--game", "giza", "--lang", language, "-o", str(path))
        named = re.search(r'<svg [^>]*xml:lang="(\w+)"', path.read_text())
        assert (named[1] if named else "en") == language


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_png_has_the_letters_of_the_svg(language: str, tmp_path: Path) -> None:
    def drawn(name: str, spoken: str) -> bytes:
        words = ("2", "-g", "giza", "--no-title", "--width", "900")
        answer("render", *words, "--lang", spoken, "-o", str(tmp_path / name))
        return (tmp_path / name).read_bytes()

    english, other = decoded(drawn("a.png", "en")), decoded(drawn("b.png", language))
    lines = [rasterised(drawn(f"{one}.svg", one), english.size) for one in ("en", language)]
    alike = apart(english, lines[0])
    assert apart(other, lines[1]) < 1.02 * alike < 0.98 * apart(english, lines[1])


def apart(one: Image.Image, other: Image.Image) -> float:
    """How much two pictures differ on average, of 255."""
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    (mean,) = ImageStat.Stat(apart.convert("L")).mean
    return mean


@pytest.mark.parametrize("step", ["1", "all"])
def test_nor_in_the_steps_of_an_explanation(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "step.svg"
    mask_messages(monkeypatch)
    answer("render", "12", "--step", step, "--lang", MASKED, "-o", str(path))
    texts = re.findall(r"<(?:title|desc) [^>]*>(.*?)</", path.read_text(), re.DOTALL)
    assert len(texts) > 1 and set(unmasked("\n".join(texts))) <= NAMES
