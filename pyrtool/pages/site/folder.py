"""A site's folder: written whole or not at all, and never over what is not a site.

Decides how to recognise a site's folder: by its list of files, which names every file of it.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from pyrtool.base.arguments import guard
from pyrtool.base.words import file_name
from pyrtool.pages.site.days import SiteError

LIST: Final = "site.json"
"""The list of a site's files, by which it is known when it is made again."""

_KIND: Final = "pyrtool site"


def check_site_folder(folder: Path) -> None:
    """A `SiteError` where no site can be written: a folder that has other files."""
    name = file_name(str(folder))
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise SiteError(f"{name}: is not a folder")
    if not folder.absolute().parent.is_dir():
        raise SiteError(f"{name}: there is no folder {file_name(str(folder.absolute().parent))}")
    if not os.access(folder.absolute().parent, os.W_OK):
        raise SiteError(f"{name}: cannot be written")
    if not folder.exists():
        return
    here = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    others = sorted(here - _listed(folder))
    if others:
        raise SiteError(
            f"{name}: has {file_name(others[0])}, which is not of a site; name an empty folder"
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


def _listed(folder: Path) -> set[str]:
    """The files that the folder's list names; none where it has no list of ours."""
    try:
        value = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return set()
    if not isinstance(value, dict) or value.get("kind") != _KIND:
        return set()
    files = value.get("files")
    return {name for name in files if isinstance(name, str)} if isinstance(files, list) else set()


guard(__name__)
