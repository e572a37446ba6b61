"""Pages in browsers of some years ago: no script and no style that Safari 15.4, Chromium 105 or
Firefox ESR cannot read."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import pyrtool
from pyrtool.game.games import GAMES
from pyrtool.pages import __path__ as page_folders
from pyrtool.pages.page.appearance import PALETTES
from pyrtool.pages.page.minify import lean_script, lean_style
from pyrtool.pages.page.scripts import APP, ENGINE, LATER

from ..readers import made

if TYPE_CHECKING:
    from ..browser import Open

PACKAGE = Path(pyrtool.__file__).parent
PAGE = Path(page_folders[0])
SCRIPTS = sorted(PACKAGE.rglob("*.js"))
STYLES = sorted(PACKAGE.rglob("*.css"))

TOO_NEW_IN_SCRIPTS = re.compile(
    r"""
    \(\?<[=!]                                            # lookbehind: Safari 16.4
    |\bstatic\s*\{                                       # Safari 16.4
    |\#[a-z]\w*\s+in\s                                   # Safari 15
    |/[dgimsuy]*v[dgimsuy]*[,;)]                         # flag v: Safari 17
    |^\s*(?:import|export)\b                             # pages have no modules
    |\.(?:toSorted|toReversed|toSpliced|with|isSubsetOf|isSupersetOf|isDisjointFrom)\(
    |\b(?:groupBy|withResolvers|fromAsync|canParse|checkVisibility|startViewTransition)\(
    |\b(?:fromAsync|requestSubmit|roundRect|showPopover|isWellFormed|setHTML)\(
    |\b(?:De)?[cC]ompressionStream\b|\bOffscreenCanvas\b     # Safari 16.4
    |\bAbortSignal\.|\.inert\b|\bscrollend\b|\bURLPattern\b
    |^await\b|^for\s+await\b                              # pages have no modules
    |\(\?[ims]*-?[ims]+:                                 # flags of a part: Safari 26
    |\b(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|reduce|take|drop|toArray)\(
    """,
    re.VERBOSE | re.MULTILINE,
)
TOO_NEW_IN_STYLES = re.compile(
    r"""
    \blight-dark\(                                       # Safari 17.5, Chromium 123, Firefox 120
    |\bcolor-mix\(                                       # Safari 16.2, Chromium 111, Firefox 113
    |\b(?:oklch|oklab|lch|lab|color)\(
    |\brgb\(\s*from\b
    |@(?:starting-style|scope|layer|container)\b
    |@media[^{]*[<>]                                     # ranges: Safari 16.4
    |:nth-(?:last-)?child\([^)]*\sof\s                    # Chromium 111
    |(?<!--inline,)(?<!--inline,\s)\b100cq               # Safari 16
    |\b(?:round|mod|rem|sin|cos|tan|sqrt|pow|hypot|abs|sign|anchor)\(
    |^\s*&                                               # nesting
    """,
    re.VERBOSE | re.MULTILINE,
)
SEED = 35


def without_comments(text: str) -> str:
    return re.sub(r"(?s)/\*.*?\*/", "", text)


def found(pattern: re.Pattern[str], files: list[Path]) -> list[tuple[str, str]]:
    return [
        (file.name, hit[0])
        for file in files
        for hit in pattern.finditer(without_comments(file.read_text(encoding="utf-8")))
    ]


def test_scripts_have_nothing_that_old_browsers_cannot_read() -> None:
    assert len(SCRIPTS) > 40
    assert found(TOO_NEW_IN_SCRIPTS, SCRIPTS) == []


def test_styles_have_no_colours_that_old_browsers_cannot_read() -> None:
    assert len(STYLES) > 7
    assert found(TOO_NEW_IN_STYLES, STYLES) == []


def test_a_whole_page_has_nothing_that_old_browsers_cannot_read() -> None:
    text = made("giza", 2)
    scripts = "\n".join(re.findall(r"(?s)<script[^>]*>(.*?)</script>", text))
    styles = "\n".join(re.findall(r"(?s)<style[^>]*>(.*?)</style>", text))
    assert len(scripts) > 100_000
    assert len(styles) > 10_000
    assert TOO_NEW_IN_SCRIPTS.findall(scripts) == []
    assert TOO_NEW_IN_STYLES.findall(styles) == []


@pytest.mark.parametrize(
    "script",
    [
        r"text.split(/(?<![\w?])4C/)",
        r"text.match(/(?<=a)b/)",
        "class A { static { this.a = 1; } }",
        "const is = /[a--b]/v;",
        "cards.toSorted()",
        "cards.with(0, 1)",
        "Object.groupBy(cards, rank)",
        "moves.values().map(String)",
        "new DecompressionStream('gzip')",
        "await ready;",
        r"text.match(/(?i:deal)/)",
    ],
)
def test_what_is_too_new_in_a_script_is_found(script: str) -> None:
    assert TOO_NEW_IN_SCRIPTS.search(script)


@pytest.mark.parametrize(
    "style",
    [
        "color: light-dark(#fff, #000);",
        "background: color-mix(in srgb, red, blue);",
        "color: color-mix(red, blue);",
        "color: oklch(40% 0.2 20);",
        "\n  &:hover {",
        "@media (width >= 40em) {",
        "width: 100cqi;",
        ":nth-child(2 of .card) {",
        "width: round(1px, 2px);",
    ],
)
def test_what_is_too_new_in_a_style_is_found(style: str) -> None:
    assert TOO_NEW_IN_STYLES.search(style)


def test_what_some_browsers_lack_has_a_fallback() -> None:
    """Heights of what a phone shows (Chromium 108), and leisure, which Safari has not."""
    for file in STYLES:
        style = re.sub(r"\s", "", without_comments(file.read_text(encoding="utf-8")))
        for hit in re.finditer(r"([\w-]+):[^;{}]*\d[dsl]v[hw]", style):
            assert re.search(rf"{hit[1]}:[^;{{}}]*;$", style[: hit.start()]), (file, hit[0])
    for file in SCRIPTS:
        script = without_comments(file.read_text(encoding="utf-8"))
        if "requestIdleCallback(" in script:
            assert "if (globalThis.requestIdleCallback)" in script, file


@pytest.mark.skipif(shutil.which("acorn") is None, reason="there is no acorn (npm i -g acorn)")
def test_a_parser_of_2021_reads_every_script(tmp_path: Path) -> None:
    whole = tmp_path / "whole.js"
    parts = {file: [PAGE / file] for file in ("".join(part) for part in LATER)}
    for name, files in {"engine": [PAGE / file for file in ENGINE], **parts}.items():
        whole.write_text(lean_script(files), encoding="utf-8")
        assert parsed(whole) == "", name
    whole.write_text(lean_script([PAGE / file for file in APP]), encoding="utf-8")
    assert parsed(whole) == ""
    for file in SCRIPTS:
        assert parsed(file) == "", file


def parsed(file: Path) -> str:
    """What a parser at the level of 2021 complains of, if anything."""
    done = subprocess.run(
        ["acorn", "--ecma2021", "--silent", str(file)], capture_output=True, text=True, check=False
    )
    return done.stderr or ("" if done.returncode == 0 else f"status {done.returncode}")


def test_an_empty_value_stays_one() -> None:
    """Without its space it is no value before Chromium 90 or so."""
    style = lean_style([PAGE / "style/palettes.css"])
    assert len(re.findall(r"--(?:day|night): [;}]", style)) == 4
    assert not re.search(r"--(?:day|night):[;}]", style)


def colours() -> dict[str, dict[str, tuple[str, str]]]:
    """Palette -> name -> its colours by day and by night, as the style sheet has them."""
    style = (PAGE / "style/palettes.css").read_text(encoding="utf-8")
    return {
        name: {
            one: (day, night)
            for one, day, night in re.findall(
                r"--([\w-]+): var\(--day, ([^)]*)\) var\(--night, ([^)]*)\);", block
            )
        }
        for name, block in re.findall(r'(?s)\[data-palette="(\w+)"\] \{(.*?)\n\}', style)
    }


def test_every_palette_has_every_colour_twice() -> None:
    names = {frozenset(one) for one in colours().values()}
    assert set(colours()) == set(PALETTES)
    assert names == {
        frozenset(
            ("page", "ink", "muted", "felt", "edge", "sign", "accent", "on-accent", "back", "weave")
        )
    }
    for palette in colours().values():
        assert all(day != night for day, night in palette.values() if "255" not in day)


def as_computed(colour: str) -> str:
    """A colour of the style sheet as a browser shows it."""
    if colour.startswith("#"):
        colour = " ".join(str(part) for part in bytes.fromhex(colour[1:]))
    return f"rgb({', '.join(colour.split())})"


SEEN = """
([palette, light]) => {
  Object.assign(document.documentElement.dataset, { palette, light });
  const root = getComputedStyle(document.documentElement);
  return [root.backgroundColor, root.color, root.accentColor];
}
"""


@pytest.mark.parametrize("device", ["light", "dark"])
def test_each_light_has_the_colours_of_its_column(opened: Open, device: str) -> None:
    page = opened(GAMES["giza"], 2, {"color_scheme": device})
    for name, palette in colours().items():
        for light in ("auto", "light", "dark"):
            column = (device if light == "auto" else light) == "dark"
            wanted = [as_computed(palette[one][column]) for one in ("page", "ink", "accent")]
            assert page.evaluate(SEEN, [name, light]) == wanted, (name, light)


def test_paper_has_the_colours_of_the_day(opened: Open) -> None:
    page = opened(GAMES["giza"], 2, {"color_scheme": "dark"})
    page.evaluate("document.documentElement.dataset.light = 'dark'")
    page.emulate_media(media="print", color_scheme="dark")
    shades = page.evaluate(SEEN, ["baize", "dark"])
    assert shades == [
        "rgb(255, 255, 255)",
        "rgb(0, 0, 0)",
        as_computed(colours()["baize"]["accent"][0]),
    ]


def test_the_back_of_a_card_is_woven_in_two_colours(opened: Open) -> None:
    page = opened(GAMES["pyramid"], 7)
    page.evaluate("byId('open-stock').checked && byId('open-stock').click()")
    back = page.evaluate("getComputedStyle(document.querySelector('.card.down')).backgroundImage")
    palette = colours()["papyrus"]
    for name in ("back", "weave"):
        assert as_computed(palette[name][0]) in back
    assert "color(" not in back  # of which Firefox makes one flat colour


LIKE_SAFARI_15 = """
() => {
  const widths = () => table.board.buttons.get("7H").offsetWidth;
  const before = widths();
  for (const style of document.querySelectorAll("style")) {
    const text = style.textContent.replace(/@property[^}]*}/, "");
    style.textContent = text.replaceAll("cqi", "inches of a container");
  }
  const without = widths();
  CSS.supports = () => false;
  table.fit();
  return [before, without, widths()];
}
"""


@pytest.mark.parametrize("width", [320, 390, 844, 1280])
def test_cards_have_their_size_without_container_units(opened: Open, width: int) -> None:
    page = opened(
        GAMES["giza"], 2, {"viewport": {"width": width, "height": 700}, "bypass_csp": True}
    )
    before, without, after = page.evaluate(LIKE_SAFARI_15)
    assert without != before
    assert abs(after - before) <= 1


WRITTEN = """
([texts, names]) => texts.map((text) => {
  const target = document.createElement("p");
  write(target, text, names);
  const heard = [...target.querySelectorAll(".heard")].map((one) => one.textContent);
  target.querySelectorAll(".sign").forEach((one) => one.remove());
  return [heard, target.textContent];
})
"""
CARD = re.compile(r"(?<![\w?])([A2-9TJQK][CDHScdhs]2?|\?\d+)(?!\w)", re.ASCII)


def test_cards_in_words_are_found_as_ever(opened: Open) -> None:
    """Python finds them by what must not precede them, as the page cannot."""
    random_ = random.Random(SEED)
    names = {card: f"<{card}>" for card in ("4C", "9H", "TD", "4C2", "?1", "?12", "KS", "2c")}
    parts = [*names, *"/ ,.?1xT()-", " ", "/", "row 4", "é"]
    texts: list[str] = ["4C/9H", "4C 9H", "?4C", "x4C", "4C4C", "?1?12", "4C2", "4C,?1.", ""]
    texts += ["".join(random_.choices(parts, k=random_.randint(1, 8))) for _ in range(400)]
    expected: list[Any] = []
    for text in texts:
        spelled = re.sub(r"\b([2-9])-T\b", r"\1-10", text)
        heard = [names[card] for card in CARD.findall(spelled) if card in names]
        whole = CARD.sub(lambda hit: names.get(hit[0], hit[0]), spelled)
        expected.append([heard, whole])
    page = opened(GAMES["giza"], 2)
    assert page.evaluate(WRITTEN, [texts, names]) == expected
