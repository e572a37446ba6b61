"""A picture of a deal, or the page on which it is played: the file's name says which.

Decides which of a picture's options a page has; pictures are those of `pictures`.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from pyrtool import pictures
from pyrtool.answers.solve import solve
from pyrtool.base.arguments import public
from pyrtool.base.files import write_whole
from pyrtool.base.limits import Limits
from pyrtool.base.messages import file_name
from pyrtool.game.cards import Card
from pyrtool.game.position import Position, Subject
from pyrtool.notation import NamedRules
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.lettering.fonts import OwnFont


@public
def render(
    subject: Subject,
    path: str | os.PathLike[str] | None = None,
    *,
    width_px: int | None = None,
    dpi: int | None = None,
    deck: str = "2color",
    background: str = "white",
    title: str | None = None,
    subtitle: str | None = None,
    caption: str | None = None,
    stars: int | None = None,
    marks: Mapping[Card, str] | None = None,
    font: OwnFont | None = None,
    language: str = "en",
    limits: Limits = Limits(),
) -> bytes:
    """Draw a deal or a position, or make the page on which it is played.

    The same arguments give the same bytes with the same Pillow. `pyrtool.pictures` also has
    `strip`, several positions in a picture, and `animate`, an animation.

    Args:
        subject: A deal, or a position.
        path: Where the file is written. Its suffix chooses the kind: ``.png``, ``.svg``, ``.pdf``,
            ``.webp``, ``.apng``, ``.gif``, or ``.html`` for the page. Without a path it is PNG.
        width_px: The width, 200 to 8000; without it, 1200. The height follows from what is drawn.
        dpi: How large it is printed, 10 to 10000 pixels an inch.
        deck: One of `pyrtool.pictures.DECKS`.
        background: One of `pyrtool.pictures.THEMES`.
        title: The text above.
        subtitle: The text below the title.
        caption: The text below.
        stars: How hard the problem is, 0 to 5.
        marks: Cards to be marked, each with one of `pyrtool.pictures.MARKS`.
        font: A font for title and caption, from `pyrtool.pictures.read_font`.
        language: The language of a page, one of `pyrtool.languages.LANGUAGES`.
        limits: What the search for the page's solution may use.

    Returns:
        The file.

    Raises:
        RenderError: An argument is out of its range, or goes with pictures and not with a page,
            or the other way round.
        LanguageError: The language has no catalogue.
        OSError: The file cannot be written. It appears whole or not at all.

    Examples:
        >>> from pyrtool.game.deals import deal
        >>> render(deal(2, "giza"), width_px=400)[1:4]
        b'PNG'
    """
    settings = pictures.PictureSettings(
        title=title,
        subtitle=subtitle,
        caption=caption,
        stars=stars,
        font=font,
        width_px=width_px,
        dpi=dpi,
        deck=deck,
        background=background,
    )
    if path is None or pictures.check_path(path) != pictures.PAGE:
        if language != "en":
            raise RenderError("language: goes with pages, not with pictures")
        return pictures.draw_position(subject, path, settings, marks=marks)
    given = {"marks": marks, **vars(settings)}
    for name in ("width_px", "dpi", "subtitle", "marks", "font"):
        if given[name] is not None:
            raise RenderError(f"{name}: goes with pictures; {file_name(path)} is a page")
    from pyrtool.pages.page import page  # which a picture need not wait for

    hides = isinstance(subject, Position) and bool(subject.unknown())
    verdict = None if hides else solve(subject, limits)
    game = NamedRules.nearest(subject.rules).game
    content = page(subject, verdict, settings, game=game, language=language)
    write_whole(Path(path), content)
    return content
