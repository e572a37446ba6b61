"""The pictures of README and docs: all there, all made by docs/gallery.py, none of them large."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from ..paths import DOCS, PAGES, README

MOST_BYTES = 150_000


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


@pytest.mark.parametrize("name", ["stars.png", "block-cross-2.png", "giza2-strip.png"])
def test_the_script_draws_what_is_kept(name: str, tmp_path: Path) -> None:
    from PIL import Image, ImageChops

    GALLERY.draw(name, tmp_path)
    drawn, kept = Image.open(tmp_path / name), Image.open(DOCS / "images" / name)
    assert ImageChops.difference(drawn.convert("RGB"), kept.convert("RGB")).getbbox() is None
