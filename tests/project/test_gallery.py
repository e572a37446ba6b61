"""The pictures of README and docs: all there, all made by docs/gallery.py, none of them large."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from PIL import ExifTags, Image, ImageChops, ImageSequence

from ..paths import DOCS, PAGES, README

MOST_BYTES = 160_000
QUICK = {"stars.png", "block-cross-2.png", "giza2-strip.png", "microsoft9.png", "pyramid.png"}


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gallery", DOCS / "gallery.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GALLERY = script()


def test_every_picture_shown_is_made_by_the_script() -> None:
    shown = set()
    for page in (README, *PAGES):
        for target in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text()):
            assert (page.parent / target).is_file(), f"{page.name}: {target}"
            shown.add(Path(target).name)
    kept = {path.name for path in (DOCS / "images").iterdir()}
    assert shown == kept == set(GALLERY.GALLERY)


def test_none_is_large() -> None:
    for path in (DOCS / "images").iterdir():
        assert path.stat().st_size < MOST_BYTES, path.name


def test_the_page_shows_them_with_their_commands() -> None:
    page = GALLERY.PAGE.read_text()
    assert f"{GALLERY.BEGIN}\n{GALLERY.listing()}{GALLERY.END}" in page


@pytest.mark.parametrize("name", GALLERY.GALLERY)
def test_a_picture_names_the_versions_that_drew_it(name: str) -> None:
    with Image.open(DOCS / "images" / name) as kept:
        maker = kept.info.get("Software") or kept.getexif().get(ExifTags.Base.Software, "")
    assert re.fullmatch(r"pyrtool \d+\.\d+\.\d+, solver \d+", maker), maker


def frames(path: Path) -> Iterator[tuple[Image.Image, object]]:
    """The frames of a picture, each with its duration."""
    with Image.open(path) as picture:
        for frame in ImageSequence.Iterator(picture):
            yield frame.convert("RGB"), frame.info.get("duration")


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=() if one in QUICK else pytest.mark.slow) for one in GALLERY.GALLERY],
)
def test_the_script_draws_what_is_kept(name: str, tmp_path: Path) -> None:
    GALLERY.draw(name, tmp_path)
    both = zip(frames(tmp_path / name), frames(DOCS / "images" / name), strict=True)
    for (drawn, shown), (kept, was_shown) in both:
        assert (drawn.size, shown) == (kept.size, was_shown)
        assert ImageChops.difference(drawn, kept).getbbox() is None
