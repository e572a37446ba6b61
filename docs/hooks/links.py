"""A hook of MkDocs: the links of the pages lead where they lead on a forge.

Pages link to each other, and to files of the checkout that are no pages. A forge shows all of them.
In the site CONTRIBUTING.md and CHANGELOG.md are pages, and any other file is a link into the
repository, or plain text while mkdocs.yml names no `repo_url`.
"""

import re
from pathlib import Path
from posixpath import join, normpath, relpath
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
PAGES = {"CONTRIBUTING.md": "development/contributing.md", "CHANGELOG.md": "development/changes.md"}
"""Files beside docs/ that are pages of the site."""
LINK = re.compile(r"(?<!!)\[((?:[^][`]|`[^`]*`)+)\]\(([^):#]*)(#[^)]*)?\)")


def anchor(heading: str, separator: str) -> str:
    """Name a heading as a forge does."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", separator)


def on_config(config: Any) -> Any:
    """Give headings the anchors of a forge."""
    config.mdx_configs.setdefault("toc", {})["slugify"] = anchor
    return config


def on_files(files: Any, *, config: Any) -> Any:
    """Add the pages that lie elsewhere."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, *, page: Any, config: Any, **_: Any) -> str:
    """Turn the links of a page that lead out of docs/."""
    here = page.file.src_uri
    original = next((f"../{source}" for source, name in PAGES.items() if name == here), here)
    return LINK.sub(lambda link: _turned(link, here, original, config.repo_url), markdown)


def _turned(link: re.Match[str], here: str, original: str, repository: str | None) -> str:
    """One link of the page `here`, which was written for the place of `original`."""
    text, target, part = link[1], link[2], link[3] or ""
    if not target:
        return link[0]
    wanted = normpath(join("docs", original, "..", target))
    if wanted in PAGES:
        inside = PAGES[wanted]
    elif wanted.startswith("docs/"):
        inside = wanted.removeprefix("docs/")
    else:
        return f"[{text}]({repository}/blob/main/{wanted}{part})" if repository else text
    return f"[{text}]({relpath(inside, join(here, '..'))}{part})"
