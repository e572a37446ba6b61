"""The pages of a site that are read: home, problems, numbers, lessons, statistics, about.

Decides what they show without scripts; app/ has what the scripts add, and html/ the texts.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from pyrtool.answers.explain.difficulty import LEVELS as REASONED
from pyrtool.answers.rating.scale import LEVELS
from pyrtool.base.version import MADE_BY, __version__
from pyrtool.game.games import TITLES
from pyrtool.languages import LANGUAGES, chosen, count_of, message, say
from pyrtool.pages.page import Frame, allowed, app_page, fill
from pyrtool.pages.page.appearance import BACKGROUNDS, BACKS, LIGHTS, PALETTES, level_element
from pyrtool.pages.page.entry import STYLE
from pyrtool.pages.page.scripts import APP, REFEREE, lean_script, modules
from pyrtool.pages.page.translation import spoken_html
from pyrtool.pages.site.lessons import Contents, TechniqueDeal, TechniqueLesson
from pyrtool.pages.site.previews import tags
from pyrtool.pages.site.problems import GAME, WEEK, Entry
from pyrtool.pictures.lettering.titles import subtitle
from pyrtool.pictures.lettering.typesetting import plain, typeset_signs

BOARD: Final = (*REFEREE, *APP)
READ: Final = modules("site/app/pages.js")
PLAY: Final = modules("site/app/frame.js", without=BOARD)
OWN_TABLE: Final = modules("site/app/own_table.js", without=BOARD)
"""Scripts: the board's; those of the pages that are read; and those with the board on which
problems are opened, or tables of a reader's own."""

LATE: Final = {
    Path(script).stem: modules(script, without=(*BOARD, *PLAY))
    for script in (
        "site/app/marks.js",
        "site/app/runs.js",
        "site/app/reasons.js",
        "app/exchange.js",
    )
}
"""Scripts that a page with the board loads when it needs them, by their names."""

MOST_TITLE: Final = 60
"""Characters of a site's title."""

DESCRIPTION: Final = "Problems of Pyramid and Giza solitaire, each with a proved solution."

NAVIGATION: Final = (
    ("problems", message("Problems")),
    ("numbers", message("By number")),
    ("solve", message("Solve my deal")),
    ("lessons", message("Lessons")),
    ("statistics", message("Statistics")),
    ("about", message("About")),
    ("settings", message("Settings")),
)
"""The pages that every page leads to: file name without .html -> what it is called."""

_POLICY: Final = (
    "default-src 'none'; script-src 'self' {boot}; style-src 'self'; font-src data:; "
    "img-src 'self' data:; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
_LINKS: Final = (
    '<link rel="icon" href="icon-192.png">\n<link rel="apple-touch-icon" href="icon-192.png">\n'
    '<link rel="manifest" href="manifest.webmanifest">\n'
    '<meta name="theme-color" content="#24604a">'
)
_BAR: Final = (
    ("index", message("Today"), "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4"),
    ("problems", message("Problems"), "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z"),
    ("play", message("Play"), "M7 4l12 8-12 8z"),
    ("statistics", message("Me"), "M8 8a4 4 0 1 1 8 0 4 4 0 1 1-8 0M4 21c0-9 16-9 16 0"),
)
"""The bar at the foot of small windows: pages, what they are called there, and their signs as paths
of 24 by 24 units."""

_DATA: Final = {
    "index": ("games",),
    "problems": ("games", "catalogue"),
    "numbers": ("games",),
    "lessons": ("games", "lesson-games", "lessons"),
    "statistics": ("games",),
    "about": (),
    "settings": (),
}
"""The pages, and the data that each shows first."""

_STEPS: Final = (
    '<span class="steps"><a id="before" href="#" hidden>‹</a>'
    '<a id="after" href="#" hidden>›</a></span>'
)
_HERE: Final = Path(__file__).parent / "html"
_STYLES: Final = tuple(Path(__file__).parent / f"style/{name}.css" for name in ("frame", "backs"))
_APP: Final = Path(__file__).parent / "app"


def boot(*parts: str) -> str:
    """Write the script that chooses the language, before all others, and asks for these parts."""
    return filled(lean_script([_APP / "language.js"]), LANGUAGES=dict(LANGUAGES), PARTS=parts)


def filled(script: str, **known: object) -> str:
    """Write a script with each of its ``"{{NAME}}"`` replaced."""
    for name, value in known.items():
        script = script.replace(f'"{{{{{name}}}}}"', json.dumps(value, separators=(",", ":")))
    return script


def app(title: str, *, solves: bool = False) -> bytes:
    """Write the page with the board, on which every problem is played; or if it `solves`, the one
    on which a reader's own tables are."""
    links = _navigation("solve" if solves else "", (_BAR[0][:2], *NAVIGATION))
    home = f'<a href="index.html" class="home">{_escaped(title)}</a>'
    return app_page(
        _HEADINGS["solve"] if solves else title,
        Frame(
            head=_LINKS,
            navigation=f'<nav id="site" aria-label="Site">{home}{links}{_STEPS}</nav>',
            styles=(*_STYLES, STYLE) if solves else _STYLES,
            scripts=("entry-games.js", "solve.js") if solves else ("games.js", "play.js"),
            settings="" if solves else f"<p>{_backs()}</p>\n",
            boot=boot("", "-solve") if solves else boot(""),
        ),
    )


def pages(contents: Contents) -> dict[str, bytes]:
    """Write the other pages: file name without .html -> its bytes."""
    title, address = contents.title, contents.address
    palette, light = BACKGROUNDS["green"]
    script = boot("", "-pages")
    image = f"{address}icon-512.png"
    return {
        name: _fill(
            "layout",
            {
                "title": _escaped(title),
                "heading": say(_HEADINGS[name]) if name in _HEADINGS else _escaped(title),
                "page": name,
                "policy": _POLICY.format(boot=allowed(script)),
                "boot": script,
                "links": _LINKS,
                "preview": tags(
                    plain(title) if name == "index" else f"{_HEADINGS[name]} · {plain(title)}",
                    DESCRIPTION,
                    image,
                    f"{address}{name}.html" if address else "",
                ),
                "palette": palette,
                "light": light,
                "navigation": _navigation(name),
                "bar": _bar(name),
                "main": _fill(name, _parts(contents)),
                "data": "".join(f'<script defer src="{data}.js"></script>\n' for data in scripts),
                "version": escape(__version__),
                "maker": escape(MADE_BY),
            },
        ).encode()
        for name, scripts in _DATA.items()
    }


_HEADINGS: Final = dict(NAVIGATION)
_WEEKDAYS: Final = (
    *(message("Mon"), message("Tue"), message("Wed"), message("Thu")),
    *(message("Fri"), message("Sat"), message("Sun")),
)


def _parts(contents: Contents) -> dict[str, str]:
    """Make the parts that the pages' own texts leave open."""
    entries, lessons, techniques = contents.entries, contents.lessons, contents.techniques
    played = sorted({entry.named.game for entry in entries}, key=list(TITLES).index)
    levels = [level for level, _ in LEVELS]
    taught = {id(one.lesson): _technique(one.lesson, techniques) for one in techniques}
    of_collection = any(entry.name.isdigit() for entry in entries)  # others are a1, a2
    return {
        "listed": say("The collection") if of_collection else say("The problems"),
        "how_hard": " " + say("from easy to the hardest that were found") if of_collection else "",
        "title": _escaped(contents.title),
        "problems": count_of(len(entries), "problem"),
        "lessons_count": count_of(len(lessons), "lesson"),
        "explanations_count": str(len(taught)),
        "grid": "\n".join(map(_card, entries)),
        "lessons": "\n".join(_card(lesson) for lesson in lessons),
        "first_technique": str(len(lessons) + 1),
        "techniques": "\n".join(taught.values()),
        "game_options": _options(
            {"": message("All"), **{name: TITLES[name] for name in played}}, ""
        ),
        "level_options": _options(
            {"": "All", **{str(n): say(level).title() for n, level in enumerate(levels, 1)}}, ""
        ),
        "reasoning_options": _options(
            {"": message("All"), **{level: say(level).capitalize() for level in REASONED}}, ""
        ),
        "games": _options(TITLES, GAME),
        "languages": _options(LANGUAGES, "en"),
        "palettes": _options(PALETTES, ""),
        "lights": _options(LIGHTS, ""),
        "backs": _backs(),
        "no_days": "" if contents.days else " hidden",
        "week": "".join(
            f"<li><strong>{say(day)}</strong><br>{say(level)}</li>"
            for day, level in zip(_WEEKDAYS, WEEK, strict=True)
        ),
    }


def _backs() -> str:
    """Write the choice of a back. Each says which level earns it; scripts know what is earned."""
    first, *others = BACKS.items()
    earned = zip(others, (level for level, _ in LEVELS[1:]), strict=True)
    names = {name: f"{say(title)} ({say(level)})" for (name, title), level in earned}
    choices = _options(dict([first]) | names, first[0])
    label = say("Card back, earned by wins")
    return f'<label>{label} <select id="back">{choices}</select></label>'


def _link(name: str, shown: str, current: str) -> str:
    here = ' aria-current="page"' if name == current else ""
    return f'<a href="{name}.html"{here}>{shown}</a>'


def _navigation(current: str, linked: Iterable[tuple[str, str]] = NAVIGATION) -> str:
    """Write the links of a page, and the button that shows them if there is no room."""
    links = "".join(_link(name, say(words), current) for name, words in linked)
    button = '<button type="button" id="menu" aria-expanded="false" aria-controls="links">'
    return f'{button}{say("Menu")}</button><span id="links">{links}</span>'


def _bar(current: str) -> str:
    """Write the links at the foot of a phone, in reach of the thumb."""
    start = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="'
    links = "".join(
        _link(name, f'{start}{sign}"/></svg>{say(words)}', current) for name, words, sign in _BAR
    )
    return f'<nav class="bar" aria-label="{say("Main")}">{links}</nav>'


def _card(entry: Entry) -> str:
    """Write a problem in the grid; its picture is drawn when it comes into sight."""
    stars = 0 if entry.rating is None else entry.rating.stars
    changed = subtitle(entry.named.rules, entry.named.game)
    game = ", ".join(filter(None, [TITLES[entry.named.game], changed]))
    reasoned = entry.reasoning.level if entry.reasoning and entry.reasoning.level else ""
    reason = f" · <span>{reasoned}</span>" if reasoned else ""
    rated = level_element(stars, "span") if stars else ""
    number = entry.name.removeprefix("lesson-").removeprefix("a")
    is_lesson = entry.name.startswith("lesson-")
    under = f'<span class="game">{_escaped(game)}{reason}</span>{rated}'
    if is_lesson:
        under = f'<span class="words">{_escaped(say(entry.teaser))}</span>'
    return (
        f'<li data-name="{entry.name}" data-game="{entry.named.game}" data-stars="{stars}" '
        f'data-reasoning="{reasoned}">'
        f'<a href="play.html#problem={entry.name}"><span class="picture" aria-hidden="true"></span>'
        f'<span class="name"><span class="number">{number}</span> '
        f"{_escaped(say(entry.title))}</span>{under}</a></li>"
    )


def _technique(lesson: TechniqueLesson, techniques: Sequence[TechniqueDeal]) -> str:
    """Write a lesson on a technique with its deals, whose pictures are drawn as problems are."""
    deals = "".join(
        f'<li data-name="{one.name}"><a href="play.html#problem={one.name}">'
        '<span class="picture" aria-hidden="true"></span>'
        f'<span class="game">{_escaped(one.game_and_number)}</span></a></li>'
        for one in techniques
        if one.lesson is lesson
    )
    return (
        f"<li><h3>{_escaped(say(lesson.title))}</h3><p>{_escaped(say(lesson.words))}</p>"
        f'<ul class="grid deals">{deals}</ul></li>'
    )


def _options(choices: Mapping[str, str], selected: str) -> str:
    return "".join(
        f'<option value="{value}"{" selected" if value == selected else ""}>'
        f"{_escaped(say(words))}</option>"
        for value, words in choices.items()
    )


def _escaped(text: str) -> str:
    return escape(typeset_signs(plain(text)))


def _fill(name: str, parts: dict[str, str]) -> str:
    text = (_HERE / f"{name}.html").read_text(encoding="utf-8")
    return fill(spoken_html(text, chosen()), parts)
