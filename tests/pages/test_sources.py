"""Scripts and styles as files: modules, twins of Python, lean copies, what old browsers read."""

import random
import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pyrtool
from pyrtool.game.games import GAMES
from pyrtool.pages.page.appearance import PALETTES
from pyrtool.pages.page.scripts import (
    ALONE,
    APP,
    ENGINE,
    EVERY_SEARCH,
    HIDDEN,
    PAGES,
    REFEREE,
    engine_of,
    lean_script,
    lean_style,
    modules,
)
from pyrtool.pages.site.pages import BOARD, LATE, OWN_TABLE, PLAY, READ

from ..browser import Open, seen
from ..commands import ended
from ..paths import ROOT

MODULES = sorted(PAGES.rglob("*.js"))
BY_THEMSELVES = {"language", "day", "service_worker"}
"""Scripts of a site that run without the others."""

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";$', re.MULTILINE)
EXPORT = re.compile(
    r"^export (?:async )?(?:(?:function\*?|class) (\w+)|(?:const|let) (\w+|\{[^}]*\}))",
    re.MULTILINE,
)
TOP = re.compile(
    r"^(?:export )?(?:async )?"
    r"(?:(?:function\*?|class) (\w+)|(?:const|let) (\w+|[{\[][^}\]]*[}\]]))",
    re.MULTILINE,
)


def names_in(found: str) -> list[str]:
    """The names that a pattern binds: ``a``, or ``{ a, b: c, ...d }``."""
    parts = re.sub(r"[{}\[\].\n]", " ", found).split(",")
    return [part.split("=")[0].split(":")[-1].strip() for part in parts if part.strip()]


def declared(pattern: re.Pattern[str], text: str) -> list[str]:
    parts = [part for one in pattern.findall(text) for part in one if part]
    return [name for part in parts for name in names_in(part)]


def imports(script: Path) -> dict[str, Path]:
    """Each name that a module imports, and from which one."""
    text = script.read_text(encoding="utf-8")
    return {
        name: (script.parent / source).resolve()
        for names, source in IMPORT.findall(text)
        for name in names_in(names)
    }


@pytest.mark.skipif(shutil.which("oxlint") is None, reason="there is no oxlint (pip install)")
def test_every_name_is_known_and_used() -> None:
    done = ended(["oxlint", "--config", str(ROOT / ".oxlintrc.json"), str(ROOT / "pyrtool/pages")])
    assert done.returncode == 0, done.stdout


def test_what_is_imported_is_exported_and_nothing_else_is() -> None:
    wanted = {(source, name) for script in MODULES for name, source in imports(script).items()}
    given = {
        (script, name)
        for script in MODULES
        for name in declared(EXPORT, script.read_text(encoding="utf-8"))
    }
    assert wanted <= given
    assert given - wanted == {(PAGES / "engine/say.js", "spokenNouns")} & given


def test_modules_that_are_joined_have_names_of_their_own() -> None:
    """They get one scope."""
    names = Counter(
        name
        for script in MODULES
        if script.stem not in BY_THEMSELVES
        for name in declared(TOP, script.read_text(encoding="utf-8"))
    )
    assert len(names) > 500
    assert [name for name, count in names.items() if count > 1] == []
    assert len({script.name for script in MODULES}) == len(MODULES)


def test_each_comes_after_those_that_it_imports(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "c"), ("c", "a"), ("d", "c")):
        text = f'import {{ {other} }} from "./{other}.js";\nexport const {name} = 1;\n'
        (tmp_path / f"{name}.js").write_text(text)
    a, b, c, d = (tmp_path / f"{name}.js" for name in "abcd")
    assert modules(str(d)) == (b, a, c, d)
    assert modules(str(a)) == (c, b, a)
    assert modules(str(d), without=[c]) == (d,)
    assert lean_script([a]) == '"use strict";\nlet a=1;\n'


def test_a_page_has_one_kind_of_search() -> None:
    for game, by_sets in (("giza", True), ("apophis", False)):
        engine, later = engine_of(GAMES[game])
        here = {script.stem for script in (*engine, *later, *ALONE)}
        assert {"answers", "position", "main", "whys"} <= here
        assert ({"by_sets", "search", "blocks", "best"} <= here) is by_sets
        assert ("general" in here) is not by_sets


def test_nothing_is_there_twice() -> None:
    """Nor is a script of a page forgotten."""
    board = [*BOARD, *EVERY_SEARCH, *HIDDEN]
    for more in (PLAY, OWN_TABLE, *LATE.values()):
        assert not {*board} & {*more}
    for some in (board, READ, [*ENGINE, *ALONE]):
        assert len(set(some) - {*REFEREE}) == len([one for one in some if one not in REFEREE])
    late = [script for some in LATE.values() for script in some]
    everything = {*board, *PLAY, *OWN_TABLE, *READ, *ALONE, *late}
    left = {script.stem for script in {*MODULES} - everything}
    assert left == BY_THEMSELVES
    assert {*APP} < {*ALONE}


PACKAGE = Path(pyrtool.__file__).parent
IN_PYTHON = re.compile(r"^\s*(?:def|class) _*(\w+)", re.MULTILINE)
IN_SCRIPT = re.compile(
    r"^(?:export )?(?:function\*? |class )(\w+)|^(?:export )?const (\w+) = \("
    r"|^  (?:get )?(\w+)\(.*\) \{$",
    re.MULTILINE,
)


@cache
def named_in(file: str) -> set[str]:
    """What a file defines, as scripts write it."""
    text = (PACKAGE.parent / file).read_text(encoding="utf-8")
    names = IN_PYTHON.findall(text)
    return {re.sub(r"_(.)", lambda found: found[1].upper(), name) for name in names}


def test_twins_bear_the_same_name() -> None:
    """As many names as now are shared by scripts and the files that they name in comments: to
    rename one twin alone makes them fewer."""
    twins = 0
    for script in PAGES.rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        own = {name for found in IN_SCRIPT.findall(text) for name in found if name}
        files = set(re.findall(r"\bpyrtool/[\w/]+\.py\b", text))
        twins += len({name for file in files for name in named_in(file)} & own)
    assert twins >= 193


SCRIPT = """
/* What it is
 * for. */
const words = { "a , b": 'c', d: `e , ${ f ? `g , h${ {} }` : "i , }" } , j` }; // why = not
const slow =
  /^# *([^/]*?) , "(?: x )?$/u;
  const halves = a / 2 + b / 2; // a / comment

// another
let sum = a + "b + c" + d - 0.5 + 10.5 - -e + +f + ++g - h-- - k++ + 0 - l[0].m;
const test = (text) => /[/"] , /.test(text) || !/ = "/.test(text);
function last() {
  return / , /g;
}
let lines = `a,
  b;
  c`
"""
LEAN = (
    """"use strict";
let words={"a , b":'c',d:`e , ${ f ? `g , h${ {} }` : "i , }" } , j`};let slow=
/^# *([^/]*?) , "(?: x )?$/u;let halves=a / 2+b / 2;"""
    """let sum=a+"b + c"+d-.5+10.5 - -e + +f + ++g-h-- - k++ + 0-l[0].m;"""
    """let test=text=> /[/"] , /.test(text)||!/ = "/.test(text);function last(){return / , /g}"""
    """let lines=`a,
b;
c`
"""
)


def test_strings_templates_and_expressions_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    file.write_text(SCRIPT)
    assert lean_script([file]) == LEAN


def test_style_sheets_keep_their_selectors(tmp_path: Path) -> None:
    file = tmp_path / "a.css"
    file.write_text("/* a */\n.b :is(c, d) > e {\n  margin: 0 auto;\n}\n\n@media (f: g) {\n}\n")
    assert lean_style([file]) == ".b :is(c,d)>e{margin:0 auto}@media (f:g){}\n"


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


def as_shown(file: Path) -> str:
    """A script or style sheet as pages have it: without comments, and without modules."""
    if file.suffix == ".js":
        return lean_script([file])
    return without_comments(file.read_text(encoding="utf-8"))


def found(pattern: re.Pattern[str], files: list[Path]) -> list[tuple[str, str]]:
    return [(file.name, hit[0]) for file in files for hit in pattern.finditer(as_shown(file))]


def test_scripts_have_nothing_that_old_browsers_cannot_read() -> None:
    assert len(MODULES) > 40
    assert found(TOO_NEW_IN_SCRIPTS, MODULES) == []


def test_styles_have_no_colours_that_old_browsers_cannot_read() -> None:
    assert len(STYLES) > 7
    assert found(TOO_NEW_IN_STYLES, STYLES) == []


def test_what_some_browsers_lack_has_a_fallback() -> None:
    """Heights of what a phone shows (Chromium 108), and leisure, which Safari has not."""
    for file in STYLES:
        style = re.sub(r"\s", "", without_comments(file.read_text(encoding="utf-8")))
        for hit in re.finditer(r"([\w-]+):[^;{}]*\d[dsl]v[hw]", style):
            assert re.search(rf"{hit[1]}:[^;{{}}]*;$", style[: hit.start()]), (file, hit[0])
    for file in MODULES:
        script = without_comments(file.read_text(encoding="utf-8"))
        if "requestIdleCallback(" in script:
            assert "if (globalThis.requestIdleCallback)" in script, file


@pytest.mark.skipif(shutil.which("acorn") is None, reason="there is no acorn (npm i -g acorn)")
def test_a_parser_of_2021_reads_every_script(tmp_path: Path) -> None:
    whole = tmp_path / "whole.js"
    parts = {"engine": ENGINE, "searches": EVERY_SEARCH, "hidden": HIDDEN, "app": ALONE}
    for name, files in parts.items():
        whole.write_text(lean_script(files), encoding="utf-8")
        assert parsed(whole) == "", name
    for file in MODULES:
        whole.write_text(lean_script([file]), encoding="utf-8")
        assert parsed(whole) == "", file


def parsed(file: Path) -> str:
    """What a parser at the level of 2021 complains of, if anything."""
    done = ended(["acorn", "--ecma2021", "--silent", str(file)])
    return done.stderr or ("" if done.returncode == 0 else f"status {done.returncode}")


def test_an_empty_value_stays_one() -> None:
    """Without its space it is no value before Chromium 90 or so."""
    style = lean_style([PAGES / "style/palettes.css"])
    assert len(re.findall(r"--(?:day|night): [;}]", style)) == 4
    assert not re.search(r"--(?:day|night):[;}]", style)


def colours() -> dict[str, dict[str, tuple[str, str]]]:
    """Palette -> name -> its colours by day and by night, as the style sheet has them."""
    style = (PAGES / "style/palettes.css").read_text(encoding="utf-8")
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


@pytest.mark.slow
@pytest.mark.parametrize("device", ["light", "dark"])
def test_each_light_has_the_colours_of_its_column(opened: Open, device: str) -> None:
    page = opened("giza", 2, {"color_scheme": device})
    for name, palette in colours().items():
        for light in ("auto", "light", "dark"):
            column = (device if light == "auto" else light) == "dark"
            wanted = [as_computed(palette[one][column]) for one in ("page", "ink", "accent")]
            assert page.evaluate(SEEN, [name, light]) == wanted, (name, light)


@pytest.mark.slow
def test_paper_has_the_colours_of_the_day(opened: Open) -> None:
    page = opened("giza", 2, {"color_scheme": "dark"})
    page.evaluate("document.documentElement.dataset.light = 'dark'")
    page.emulate_media(media="print", color_scheme="dark")
    shades = page.evaluate(SEEN, ["baize", "dark"])
    assert shades == [
        "rgb(255, 255, 255)",
        "rgb(0, 0, 0)",
        as_computed(colours()["baize"]["accent"][0]),
    ]


@pytest.mark.slow
def test_the_back_of_a_card_is_woven_in_two_colours(opened: Open) -> None:
    page = opened("pyramid", 7)
    page.evaluate("byId('open-stock').checked && byId('open-stock').click()")
    back = page.evaluate("getComputedStyle(document.querySelector('.card.down')).backgroundImage")
    palette = colours()["papyrus"]
    for name in ("back", "weave"):
        assert as_computed(palette[name][0]) in back
    assert "color(" not in back  # of which Firefox makes one flat colour


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 390, 844, 1280])
def test_cards_have_their_size_without_container_units(opened: Open, width: int) -> None:
    how = {"viewport": {"width": width, "height": 700}, "bypass_csp": True}
    page = opened(GAMES["giza"], 2, how)
    before, without, after = seen(page, "widthsLikeSafari15")
    assert without != before
    assert abs(after - before) <= 1


CARD = re.compile(r"(?<![\w?])([A2-9TJQK][CDHScdhs]2?|\?\d+)(?!\w)", re.ASCII)


@pytest.mark.slow
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
    page = opened("giza", 2)
    assert seen(page, "written", [texts, names]) == expected
