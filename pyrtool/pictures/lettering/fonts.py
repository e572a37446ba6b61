"""Fonts: how wide their characters are, how they are kerned, and their outlines.

Decides what is known of a font, the bundled ones and one that a user brings. Which font a
character is set in, and where lines break, is for `text`.
"""

import io
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Protocol

from pyrtool.base.messages import file_name, needs
from pyrtool.pictures.decks import ASSETS, RenderError

OUTLINE_EM: Final = 1000
"""An em in the units of `Font.outline`."""

MOST_FONT_BYTES: Final = 64 * 2**20
"""The largest file that is read as a font."""

MOST_ADVANCE: Final = 64
"""The widest character of a font, in ems."""

GIVEN_FAMILY: Final = "Given"
"""What a user's font is called in a document, whatever its own name."""

_KERNS: Final = "LibertinusSerif.kerns.json"  # both bundled fonts kern alike
_NAMES: Final = (1, 4, 6)  # of family, of font, for PostScript
_MISSING: Final = ""  # the key of the box that is drawn for characters a font lacks


@dataclass(frozen=True, eq=False)
class Font:
    """A font: its file. Its measures lie beside it and are read at first use."""

    path: Path

    @cached_property
    def advances(self) -> Mapping[str, float]:
        """The advance of each of its characters, in ems."""
        table = json.loads(self.path.with_suffix(".json").read_text(encoding="utf-8"))
        return {char: thousandths / 1000 for char, thousandths in table.items()}

    def __contains__(self, char: str) -> bool:
        return char in self.advances

    def advance(self, char: str) -> float:
        """Return how far a character, or the box of a missing one, moves the pen, in ems."""
        return self.advances[char if char in self else _MISSING]

    def kern(self, pair: str) -> float:
        """Return the kerning of two characters, in ems, mostly negative: it adds to the advance."""
        return self._kerns.get(pair, 0) / 1000

    @cached_property
    def _kerns(self) -> dict[str, int]:
        table: dict[str, int] = json.loads(self.path.with_name(_KERNS).read_text(encoding="utf-8"))
        return table

    def outline(self, char: str) -> str:
        """Return a character's outline as SVG path data, y downwards, `OUTLINE_EM` units to an em.

        It begins at the pen on the baseline; of a space it is empty, and a box of a character
        that the font lacks.
        """
        return self._outlines.get(char, self._outlines[_MISSING])

    @cached_property
    def _outlines(self) -> dict[str, str]:
        table: dict[str, str] = json.loads(
            self.path.with_suffix(".outlines.json").read_text(encoding="utf-8")
        )
        return table


class _Glyph(Protocol):
    """A glyph as fontTools has it."""

    def draw(self, pen: object) -> None:
        """Draw its outline with a pen."""


@dataclass(frozen=True, eq=False)
class OwnFont(Font):
    """A font that a user brings; it is asked only for characters that it has."""

    source: Any = field(repr=False)  # a TTFont; the extra that brings its class may be missing
    widths: Mapping[str, float] = field(repr=False)

    @cached_property
    def advances(self) -> Mapping[str, float]:
        """The advance of each of its characters, in ems."""
        return self.widths

    def outline(self, char: str) -> str:
        """Return a character's outline; raise a `RenderError` if the file is damaged."""
        from fontTools.pens.svgPathPen import SVGPathPen
        from fontTools.pens.transformPen import TransformPen

        try:
            scale = OUTLINE_EM / self.source["head"].unitsPerEm
            pen = SVGPathPen(self._glyphs, ntos="{:.0f}".format)
            turned = TransformPen(pen, (scale, 0, 0, -scale, 0, 0))
            self._glyphs[self.source.getBestCmap()[ord(char)]].draw(turned)
            return str(pen.getCommands())
        except Exception:  # fontTools raises whatever a damaged file leads to
            raise no_font(self.path) from None

    def kern(self, pair: str) -> float:
        """Return the kerning by the table ``kern``; a font that kerns elsewhere is set unkerned."""
        try:
            one, other = (self.source.getBestCmap()[ord(char)] for char in pair)
            for table in self.source["kern"].kernTables if "kern" in self.source else ():
                by = getattr(table, "kernTable", {}).get((one, other))
                if by is not None:
                    moved: float = by / self.source["head"].unitsPerEm
                    return max(-1.0, min(1.0, moved))
        except Exception:  # as above
            raise no_font(self.path) from None
        return 0.0

    def as_family(self, name: str) -> bytes:
        """Return the file with another name of its family, under which a typesetter finds it."""
        try:
            from fontTools.ttLib import TTFont

            font = TTFont(self.path, fontNumber=0)
            font["name"].names = []
            for kind in _NAMES:
                font["name"].setName(name, kind, 3, 1, 0x409)  # Windows, Unicode, English
            out = io.BytesIO()
            font.save(out)
        except Exception:  # as above
            raise no_font(self.path) from None
        return out.getvalue()

    @cached_property
    def _glyphs(self) -> Mapping[str, _Glyph]:
        glyphs: Mapping[str, _Glyph] = self.source.getGlyphSet()
        return glyphs


_REGULAR: Final = Font(ASSETS / "fonts" / "LibertinusSerif-Regular.otf")
_BOLD: Final = Font(ASSETS / "fonts" / "LibertinusSerif-Bold.otf")


def bundled(bold: bool) -> Font:
    """Libertinus Serif, cut down to Latin, Greek and Cyrillic letters and the signs of cards."""
    return _BOLD if bold else _REGULAR


def read_font(path: Path) -> OwnFont:
    """Return the font in a file: TrueType or OpenType, of a collection the first one.

    A `RenderError` says that the file is none, or that fontTools is missing, which comes with
    the extra ``font``.
    """
    try:
        from fontTools.ttLib import TTFont
    except ImportError:
        raise RenderError(needs("a font of your own", "fontTools", "font")) from None
    from PIL import ImageFont

    logging.getLogger("fontTools").addHandler(logging.NullHandler())  # else it speaks to stderr
    try:
        status = path.stat()
        if not path.is_file() or status.st_size > MOST_FONT_BYTES:  # a pipe would be waited for
            raise no_font(path)
        content = path.read_bytes()
    except OSError as error:
        raise RenderError(f"font {file_name(path)}: {error.strerror}") from None
    except ValueError:  # a name with a null byte, or no font
        raise no_font(path) from None
    try:
        ImageFont.truetype(io.BytesIO(content), 16, layout_engine=ImageFont.Layout.BASIC)
        font = TTFont(io.BytesIO(content), fontNumber=0, lazy=True)
        glyphs, em = font.getGlyphSet(), font["head"].unitsPerEm
        advances = {chr(code): glyphs[name].width / em for code, name in font.getBestCmap().items()}
        if not 0 <= max(advances.values()) <= MOST_ADVANCE:
            raise no_font(path)
    except Exception:  # fontTools raises whatever a damaged file leads to
        raise no_font(path) from None
    return OwnFont(path, font, advances)


def no_font(path: Path) -> RenderError:
    """Return the message for a file that is no font, or a damaged one."""
    return RenderError(f"font {file_name(path)}: is no TrueType or OpenType font with outlines")
