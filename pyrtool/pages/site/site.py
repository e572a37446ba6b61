"""A web site in one call, with all its files: the pages, the app, what they read, and what makes it
work offline. Its folder is written whole or not at all, never over what is no site.

Decides the names of the files, and how to recognise a site's folder: by its list of files, which
names every file of it. The same arguments give the same bytes.
"""

import json
import os
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from pyrtool.answers.rating.chances import RatingLimits, rate
from pyrtool.answers.solve import solution
from pyrtool.base.arguments import public
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import Limits
from pyrtool.base.messages import file_name
from pyrtool.game.deals import Deal
from pyrtool.languages import LANGUAGES
from pyrtool.notation import NamedRules
from pyrtool.pages.page import emblem_rule, entry, suit_rules
from pyrtool.pages.page.appearance import font_face
from pyrtool.pages.page.face_data import court_pictures, face_data, sketch_data
from pyrtool.pages.page.scripts import EVERY_SEARCH, HIDDEN, PAGES, lean_script, lean_style, modules
from pyrtool.pages.site import data_scripts as data, reasons
from pyrtool.pages.site.lessons import Contents, lesson_entries, technique_deals
from pyrtool.pages.site.pages import (
    DESCRIPTION,
    LATE,
    MOST_TITLE,
    OWN_TABLE,
    PLAY,
    READ,
    app,
    filled,
    pages,
)
from pyrtool.pages.site.previews import checked_address, day_files, icons
from pyrtool.pages.site.problems import (
    GAME,
    LEAST_DAYS,
    Day,
    Entry,
    SiteError,
    check_days,
    day_deals,
    of_collection,
    title_for,
)
from pyrtool.pages.site.reasons import REASONED_DAYS, messages_in
from pyrtool.pages.site.translations import language_files, reason_words
from pyrtool.pictures.decks import ASSETS

LICENCE: Final = "LICENSE-Libertinus.txt"
"""The licence that comes with the letters of the site."""

TITLE: Final = "Pyramid & Giza"
"""The title of a site that is not named."""

_HERE: Final = Path(__file__).parent
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,60}", re.ASCII)


def site_files(
    entries: Sequence[Entry],
    days: Sequence[Day] = (),
    *,
    title: str = TITLE,
    address: str = "",
    reasoned_days: int = REASONED_DAYS,
    workers: int = 0,
) -> dict[str, bytes]:
    """Make the files of a site by their names in its folder: 84 problems and a month are 2 MB.

    `entries` are its problems, in their order, `days` those that have a deal of their own, from
    `day_deals`, none or at least `LEAST_DAYS`; `title` is what the site is called. `address` is
    where it will be, for previews of its links; without one they have relative addresses. The
    first `reasoned_days` of the days have reasons; `workers` processes find these, 0 is this one.
    A `SiteError` names what is wrong.
    """
    address = checked_address(address)
    _check(entries, days, title)
    lessons = lesson_entries()
    techniques = technique_deals(len(lessons) + 1)
    shapes: data.Shapes = []
    strict = b'"use strict";\n'
    faces = strict + data.script("faces", face_data())
    signs = strict + data.script("sketch", sketch_data())
    contents = Contents(title, address, entries, lessons, techniques, days, reasoned_days)
    played = data.games_data(contents, shapes)
    files = {
        "site.css": _site_style(),
        "site.js": signs + _lean(READ),
        LICENCE: (ASSETS / "fonts" / LICENCE).read_bytes(),
        "play.js": faces + _lean(PLAY),
        "courts.js": data.script("courts", court_pictures()),
        "solve.js": faces + _lean(OWN_TABLE),
        "engine.js": data.function("engine", lean_script(EVERY_SEARCH), "answerTo"),
        "hidden.js": data.script("hidden", lean_script(HIDDEN)),
        **{f"{name}.js": _lean(scripts) for name, scripts in LATE.items()},
        "entry-games.js": data.script("entry-games", data.pooled(entry.entry_games())),
        "solve.html": app(title, solves=True),
        "games.js": data.script("games", played),
        "catalogue.js": data.script("catalogue", data.catalogue(entries)),
        "lesson-games.js": data.script(
            "lesson-games", data.games([one.named for one in lessons], shapes)
        ),
        "lessons.js": data.script("lessons", data.catalogue([*lessons, *techniques])),
        "explained.js": data.script(
            "explained", {f"{one.named}#{one.deal.number}": one.name for one in techniques}
        ),
        "manifest.webmanifest": _manifest(title),
        "play.html": app(title),
        **{f"{name}.html": text for name, text in pages(contents).items()},
        **icons(),
        **language_files(contents),
    }
    records = _problem_records(contents, workers)
    files |= reason_words(messages_in(records))
    if days:
        files["day.js"] = _lean(modules("site/app/day.js"))
        files |= day_files(days, title, address)
    files |= {
        f"{folder}/{name}.js": data.script(f"{folder}/{name}", value)
        for folder, values in records.items()
        for name, value in values.items()
    }
    _add_shapes(files, shapes, played)
    files["sw.js"] = _service_worker(files)
    return dict(sorted(files.items()))


def _add_shapes(files: dict[str, bytes], shapes: data.Shapes, played: JsonObject) -> None:
    """Add the two shapes that most deals have to the file of games, each other one to its own."""
    common = [played["games"][game]["shape"] for game in ("pyramid", GAME)]
    for number, shape in enumerate(shapes):
        name = f"shapes/{number}"
        file = "games.js" if number in common else f"{name}.js"
        files[file] = files.get(file, b"") + data.script(name, shape)


def _problem_records(contents: Contents, workers: int) -> dict[str, dict[str, JsonObject]]:
    """Collect what is known of problems and of the months of days, and their reasons: by the
    folders and the names of their files."""
    entries, lessons, days = contents.entries, contents.lessons, contents.days
    with reasons.processes(workers) as each:
        explained = reasons.of_problems([*entries, *lessons], each)
        explained_days = reasons.of_days(days[: contents.reasoned_days], each)
    listed = data.problems(entries, explained) | data.problems(lessons, explained)
    return {
        "problems": listed | data.lost_lessons(contents.techniques),
        "days": data.months(days),
        "reasons": explained | explained_days,
    }


def check_title(title: str) -> None:
    """Raise a `SiteError` if a site cannot be called so."""
    if not title.strip() or len(title) > MOST_TITLE:
        raise SiteError(f"title: must have 1 to {MOST_TITLE} characters")


def _check(entries: Sequence[Entry], days: Sequence[Day], title: str) -> None:
    check_title(title)
    names = [entry.name for entry in entries]
    for name in names:
        if not _NAME.fullmatch(name) or names.count(name) > 1 or name.startswith("lesson-"):
            raise SiteError(f"the name {name[:24]!r} of a problem cannot be part of a link")
    if not entries:
        raise SiteError("a site needs a problem")
    if days and len(days) < LEAST_DAYS:
        raise SiteError(f"{len(days)} days: must be none or at least {LEAST_DAYS}")


def _lean(files: Sequence[Path]) -> bytes:
    return filled(lean_script(files), LANGUAGES=dict(LANGUAGES)).encode()


def _site_style() -> bytes:
    palettes, base = PAGES / "style/palettes.css", PAGES / "style/base.css"
    own = lean_style([palettes, base, _HERE / "style/site.css", _HERE / "style/backs.css"])
    return "\n".join([font_face(), emblem_rule(), *suit_rules(), own]).encode()


def _manifest(title: str) -> bytes:
    text = (_HERE / "html/manifest.webmanifest").read_text(encoding="utf-8")
    return filled(text, TITLE=title, SHORT=title[:24], DESCRIPTION=DESCRIPTION).encode()


def _service_worker(files: Mapping[str, bytes]) -> bytes:
    """Make the script that keeps all files, under a version made of their content; but not the
    cards of days, which only those ask for who show a link."""
    version = sha256()
    for name, content in sorted(files.items()):
        version.update(f"{name}\n{sha256(content).hexdigest()}\n".encode())
    text = lean_script([_HERE / "app/service_worker.js"])
    cached = [name for name in files if not re.fullmatch(r"day/.*\.png", name)]
    return filled(text, VERSION=version.hexdigest()[:16], FILES=sorted(cached)).encode()


# The folder.

LIST: Final = "site.json"
"""The list of a site's files, by which it is known when it is made again."""

_KIND: Final = "pyrtool site"


def check_site_folder(folder: Path) -> None:
    """Raise a `SiteError` if no site can be written: a folder that has other files."""
    name = file_name(str(folder))
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise SiteError(f"{name}: is not a folder")
    if not folder.absolute().parent.is_dir():
        raise SiteError(f"{name}: there is no folder {file_name(str(folder.absolute().parent))}")
    if not os.access(folder.absolute().parent, os.W_OK):
        raise SiteError(f"{name}: cannot be written")
    if not folder.exists():
        return
    foreign = _foreign(folder, folder, _listed(folder))
    if foreign is not None:
        raise SiteError(
            f"{name} contains {file_name(foreign)}, which does not belong to a site; "
            "name an empty folder"
        )


def write_site(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files, by their names in the folder, in place of the site that was there.

    They are written beside, then the folder is put in its place; an `OSError` names the folder.
    """
    check_site_folder(folder)
    place = folder.absolute()
    fresh, old = (place.with_name(f".pyrtool-{os.getpid()}-{kind}") for kind in ("new", "old"))
    try:
        for name, content in files.items():
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        listed = {"kind": _KIND, "files": sorted([*files, LIST])}
        (fresh / LIST).write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
        if place.exists():
            place.rename(old)
        fresh.rename(place)
    except BaseException as error:
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(folder), None
        if old.exists() and not place.exists():
            old.rename(place)
        raise
    finally:
        for left in (fresh, old):
            with suppress(OSError):
                shutil.rmtree(left)


def _foreign(folder: Path, within: Path, listed: set[str]) -> str | None:
    """Find the first file or folder that the list does not name, or None.

    Nothing beyond it is looked at: somebody may name the root of a disk.
    """
    for path in sorted(within.iterdir()):
        name = path.relative_to(folder).as_posix()
        if name in listed:
            continue
        if path.is_symlink() or not any(file.startswith(f"{name}/") for file in listed):
            return name
        if (foreign := _foreign(folder, path, listed)) is not None:
            return foreign
    return None


def _listed(folder: Path) -> set[str]:
    """Read the names of files in the folder's list; none if it has no list of ours."""
    try:
        value = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return set()
    if not isinstance(value, dict) or value.get("kind") != _KIND:
        return set()
    files = value.get("files")
    return {name for name in files if isinstance(name, str)} if isinstance(files, list) else set()


@public
def site(
    folder: str | os.PathLike[str],
    deals: Iterable[Deal] = (),
    *,
    title: str = TITLE,
    collection: bool = True,
    days: int = 0,
    begin: str | None = None,
    rated: bool = True,
    address: str = "",
    limits: Limits = Limits(),
    reasoned_days: int = REASONED_DAYS,
    workers: int = 0,
) -> dict[str, bytes]:
    """Make a web site on which problems are played.

    The same arguments give the same files.

    Args:
        folder: Where it is written: a folder that is new, empty, or of a site that is made again.
        deals: Deals beside the collection. All must be winnable.
        title: What the site is called.
        collection: Whether it has the collection.
        days: How many days have a problem of their own: 7 or more, or 0.
        begin: The first of these days, ``2026-11-22``. Unlike the command, the library does not
            take today for it.
        rated: Whether stars say how hard the deals are.
        address: Where the folder will be, ``https://example.org/giza/``, for the pictures that are
            shown with its links; without it they have relative addresses.
        limits: What the search for each solution may use.
        reasoned_days: How many of the days, from the first on, have reasons for their moves.
        workers: Processes that find the reasons; 0 is this process. A script that uses more must
            guard its main part by ``if __name__ == "__main__"``, as `multiprocessing` asks.

    Returns:
        The files by their names in the folder.

    Raises:
        SiteError: The folder has other files, the site would have no problem, or the address is
            none.
        NoSolutionError: A deal cannot be won, or is won already.
        LeftOpenError: A limit was reached before a solution was found.
        OSError: The folder cannot be written.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     files = site(folder, [deal(2, "giza")], collection=False)
        >>> "index.html" in files
        True
    """
    place = Path(folder)
    check_site_folder(place)
    check_days(days)
    check_days(reasoned_days, "reasoned_days", least=0)
    checked_address(address)
    if days and begin is None:
        raise SiteError("begin: is missing: the first of the days, as 2026-11-22")
    dated = [] if begin is None else day_deals(begin, max(days, 1))
    entries = list(of_collection()) if collection else []
    for deal in deals:
        won = solution(deal, limits)
        rating = rate(deal, None, RatingLimits(memory_mib=limits.memory_mib)) if rated else None
        named, number = NamedRules.nearest(deal.rules), len(entries) + 1
        called = title_for(deal, number)
        entries.append(Entry(f"a{number}", called, "", deal, named, won, rating))
    files = site_files(
        entries,
        list(dated) if days else [],
        title=title,
        address=address,
        reasoned_days=reasoned_days,
        workers=workers,
    )
    write_site(files, place)
    return files
