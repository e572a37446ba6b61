"""All files of a site: the pages, the app, what they read, and what makes it work offline.

Decides their names. The same arguments give the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.languages import LANGUAGES
from pyrtool.pages.page import emblem_rule, entry
from pyrtool.pages.page.drawn import court_pictures, face_data, sketch_data
from pyrtool.pages.page.letters import font_face
from pyrtool.pages.page.minify import lean_script, lean_style
from pyrtool.pages.page.scripts import HIDDEN, LATER, SEARCHES, WHYS
from pyrtool.pages.site import data, reasons
from pyrtool.pages.site.days import LEAST_DAYS, Day, SiteError
from pyrtool.pages.site.entries import Entry
from pyrtool.pages.site.icons import icons
from pyrtool.pages.site.languages import language_files, reason_words
from pyrtool.pages.site.lessons import lesson_entries
from pyrtool.pages.site.packed import messages_in
from pyrtool.pages.site.pages import DESCRIPTION, MOST_TITLE, REST, app, filled, pages
from pyrtool.pages.site.previews import checked_address, day_files
from pyrtool.pages.site.techniques import TechniqueDeal, technique_deals

TITLE: Final = "Pyramid & Giza"
"""What a site is called that is not named."""

_HERE: Final = Path(__file__).parent
_PAGES: Final = _HERE.parent

OF_PAGE: Final = ("engine/say", "engine/numbers", "app/dom", "app/storage", "app/link")
"""The part of the page with the board that the others need too."""

COMMON: Final = ("translate", "data", "shuffle", "diary", "backs", "calendar", "menu", "offline")
"""What every page of the site needs."""

FRAME: Final = ("names", "problem", "opener", "frame")
"""What opens problems on the board."""

SOLVE: Final = ("translate", "data", "menu", "offline", "shuffle", "backs", "names", "solve")
"""What opens tables of one's own on the board."""

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,60}", re.ASCII)


def site_files(
    entries: Sequence[Entry], days: Sequence[Day] = (), *, title: str = TITLE, address: str = ""
) -> dict[str, bytes]:
    """The files of a site by their names in its folder: 72 problems and a month are 1.9 MB.

    `entries` are its problems, in their order, `days` those that have a deal of their own, from
    `day_deals`, none or at least `LEAST_DAYS`; `title` is what the site is called. `address` is
    where it will be, for previews of its links; without one they have relative addresses. A
    `SiteError` names what is wrong.
    """
    address = checked_address(address)
    _check(entries, days, title)
    lessons = lesson_entries()
    techniques = technique_deals(len(lessons) + 1)
    shapes: data.Shapes = []
    strict = b'"use strict";\n'
    faces = strict + data.script("faces", face_data())
    signs = strict + data.script("sketch", sketch_data())
    played = data.games_data(entries, [*lessons, *techniques], days, shapes)
    files = {
        "site.css": f"{font_face()}\n{emblem_rule()}\n".encode()
        + _style(
            *(_PAGES / "style/palettes.css", _PAGES / "style/base.css"),
            *(_HERE / "style/site.css", _HERE / "style/backs.css"),
        ),
        "site.js": signs + _script([*COMMON, *REST], OF_PAGE),
        "play.js": faces + _script([*COMMON, *FRAME]),
        "courts.js": data.script("courts", court_pictures()),
        "solve.js": faces
        + _lean([*entry.SCRIPTS, *(_HERE / "app" / f"{name}.js" for name in SOLVE)]),
        **_later_scripts(),
        "entry-games.js": data.script("entry-games", data.pooled(entry.entry_games())),
        "solve.html": app(title, solves=True),
        "games.js": data.script("games", played),
        "catalogue.js": data.script("catalogue", data.catalogue(entries)),
        "lesson-games.js": data.script(
            "lesson-games", data.games([one.named for one in lessons], shapes)
        ),
        "lessons.js": data.script("lessons", data.catalogue([*lessons, *techniques])),
        "manifest.webmanifest": _manifest(title),
        "play.html": app(title),
        **{
            f"{name}.html": text
            for name, text in pages(title, entries, lessons, techniques, days, address).items()
        },
        **icons(),
        **language_files(entries, lessons, techniques, days, title),
    }
    records = _problem_records(entries, lessons, techniques, days)
    files |= reason_words(messages_in(records))
    if days:
        files["day.js"] = _script(["day"])
        files |= day_files(days, title, address)
    files |= {
        f"{folder}/{name}.js": data.script(f"{folder}/{name}", value)
        for folder, values in records.items()
        for name, value in values.items()
    }
    for number, shape in enumerate(shapes):
        name = f"shapes/{number}"
        file = "games.js" if data.is_common(number, played) else f"{name}.js"
        files[file] = files.get(file, b"") + data.script(name, shape)
    files["sw.js"] = _service_worker(files)
    return dict(sorted(files.items()))


def _later_scripts() -> dict[str, bytes]:
    """The scripts that pages load only when they need them."""
    return {
        "engine.js": data.function(
            "engine", lean_script([_PAGES / script for script in (*SEARCHES, *LATER)]), "answerTo"
        ),
        "hidden.js": data.script("hidden", lean_script([_PAGES / script for script in HIDDEN])),
        "marks.js": lean_script([_HERE / "app/marks.js"]).encode() + b"arrived.marks=blockMarks;\n",
        "runs.js": lean_script([_HERE / "app/runs.js"]).encode() + b"arrived.runs=true;\n",
        "reasons.js": lean_script([_PAGES / WHYS, _HERE / "app/reasons.js"]).encode()
        + b"arrived.reasons=true;\n",
    }


def _problem_records(
    entries: Sequence[Entry],
    lessons: Sequence[Entry],
    techniques: Sequence[TechniqueDeal],
    days: Sequence[Day],
) -> dict[str, dict[str, JsonObject]]:
    """What is known of problems and of the months of days, and their reasons: by the folders and
    the names of their files."""
    explained = reasons.of_problems([*entries, *lessons])
    listed = data.problems(entries, explained) | data.problems(lessons, explained)
    return {
        "problems": listed | data.lost_lessons(techniques),
        "days": data.months(days),
        "reasons": explained | reasons.of_days(days),
    }


def _check(entries: Sequence[Entry], days: Sequence[Day], title: str) -> None:
    """A `SiteError` where there can be no such site."""
    if not title.strip() or len(title) > MOST_TITLE:
        raise SiteError(f"title: must have 1 to {MOST_TITLE} characters")
    names = [entry.name for entry in entries]
    for name in names:
        if not _NAME.fullmatch(name) or names.count(name) > 1 or name.startswith("lesson-"):
            raise SiteError(f"the name {name[:24]!r} of a problem cannot be part of a link")
    if not entries:
        raise SiteError("a site needs a problem")
    if days and len(days) < LEAST_DAYS:
        raise SiteError(f"{len(days)} days: must be none or at least {LEAST_DAYS}")


def _script(own: Sequence[str], of_page: Sequence[str] = ()) -> bytes:
    """One script of the site's own files, after those of the page's."""
    paths = [_PAGES / f"{name}.js" for name in of_page]
    return _lean([*paths, *(_HERE / "app" / f"{name}.js" for name in own)])


def _lean(files: Sequence[Path]) -> bytes:
    return filled(lean_script(files), LANGUAGES=dict(LANGUAGES)).encode()


def _style(*files: Path) -> bytes:
    return lean_style(files).encode()


def _manifest(title: str) -> bytes:
    icon = {"type": "image/png"}
    manifest = {
        "name": title,
        "short_name": title[:24],
        "description": DESCRIPTION,
        "start_url": "index.html",
        "scope": "./",
        "id": "./",
        "display": "standalone",
        "background_color": "#f3f6f2",
        "theme_color": "#24604a",
        "icons": [
            icon | {"src": "icon-192.png", "sizes": "192x192"},
            icon | {"src": "icon-512.png", "sizes": "512x512"},
            icon | {"src": "icon-maskable.png", "sizes": "512x512", "purpose": "maskable"},
        ],
    }
    return (json.dumps(manifest, indent=1) + "\n").encode()


def _service_worker(files: Mapping[str, bytes]) -> bytes:
    """The script that keeps all files, under a version made of their content; but not the cards of
    days, which only those ask for who show a link."""
    version = sha256()
    for name, content in sorted(files.items()):
        version.update(f"{name}\n{sha256(content).hexdigest()}\n".encode())
    text = lean_script([_HERE / "app/worker.js"])
    kept = [name for name in files if not re.fullmatch(r"day/.*\.png", name)]
    return filled(text, VERSION=version.hexdigest()[:16], FILES=sorted(kept)).encode()


guard(__name__)
