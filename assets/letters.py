"""Make the files under assets/fonts from the fonts in typst: ``python assets/letters.py``.

Needs typst, fonttools and brotli. The program typst carries the family Libertinus Serif, which
booklets are set in; these files have the same letters for pictures and pages.
"""

import io
import json
import re
import struct
from collections.abc import Iterable
from pathlib import Path

import typst
from fontTools import subset
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from paths import parse, shorten

FOLDER = Path(__file__).resolve().parent / "fonts"
STYLES = ("Regular", "Bold")
LETTERS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x250),  # Latin
    *range(0x300, 0x370),  # accents that follow their letter
    *range(0x370, 0x530),  # Greek, Cyrillic
    *range(0x1E00, 0x2000),  # Latin with more accents, ancient Greek
    *range(0x2010, 0x2027),
    *range(0x20A0, 0x20C0),  # money
    *map(ord, "‰′″‹›№™←↑→↓↔⇒−√∞≈≠≤≥★♠♣♥♦"),
)
ON_PAGES = (
    *range(0x20, 0x7F),
    *map(ord, "\xa0¡«»¿ÀÂÄÇÈÉÊËÌÍÎÏÑÒÓÔÖÙÚÛÜŒßàâáäçèéêëìíîïñòóôöùúûüœ’“”„‚‘…×·–—‹›−→♠♣♥♦●○"),
)
"""What pages in English, German, French, Spanish and Italian print."""

KERNED = (*range(0x20, 0x180), *range(0x370, 0x460), *map(ord, "‘’“”„‚–—…"))
HOLLOW = {"☆": "★", "♤": "♠", "♡": "♥", "♢": "♦", "♧": "♣"}
"""Signs that the family lacks -> those of which they are the outlines."""

WALL = 0.72  # how large the hole in a hollow sign is, in parts of the sign
EXACT = 1.25  # how far a curve may leave that of the source, in thousandths of an em
NO_PROGRAM = (
    *("TwilightPoints", "Storage", "FunctionDefs", "InstructionDefs", "StackElements"),
    *("SizeOfInstructions", "ComponentElements", "ComponentDepth", "Points", "Contours"),
    *("CompositePoints", "CompositeContours"),
)
"""What the header of a TrueType font counts that is made here, or that these fonts do without."""

PAGE_EM = 890
"""Units to an em on pages, of 1,000: small letters are as high as those of other pages."""

SMALLEST = 5  # thousandths of an em that a pair is kerned by at least


def family() -> dict[str, bytes]:
    """The fonts of the family that the program typst carries, by their styles."""
    program = next(Path(typst.__file__).parent.glob("_typst*")).read_bytes()
    found: dict[str, bytes] = {}
    for at in (one.start() for one in re.finditer(b"OTTO", program)):
        (tables,) = struct.unpack_from(">H", program, at + 4)
        places = [struct.unpack_from(">4sLLL", program, at + 12 + 16 * i) for i in range(tables)]
        if not (5 < tables < 40 and all(tag.isascii() for tag, *_ in places)):
            continue
        font = program[at : at + max(begin + size for _, _, begin, size in places)]
        name = str(TTFont(io.BytesIO(font))["name"].getDebugName(6))
        if name.startswith("LibertinusSerif-"):
            found[name.partition("-")[2]] = font
    return found


def cut(source: bytes, letters: Iterable[int], features: list[str]) -> TTFont:
    """The font cut down to letters and features, without hints."""
    font = TTFont(io.BytesIO(source), recalcTimestamp=False)
    options = subset.Options(
        layout_features=features,
        hinting=False,
        notdef_outline=True,
        glyph_names=True,
        name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14],
    )
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    return font


def add_hollow(font: TTFont) -> None:
    """Give the font the outlines of the signs that it has full."""
    cff = font["CFF "].cff.topDictIndex[0]
    glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
    for sign, full in HOLLOW.items():
        name, made = cmap[ord(full)], f"hollow{ord(sign):X}"
        bounds = BoundsPen(glyphs)
        glyphs[name].draw(bounds)
        left, low, right, high = bounds.bounds
        move = (1 - WALL) * (left + right) / 2, (1 - WALL) * (low + high) / 2
        pen = T2CharStringPen(font["hmtx"][name][0], glyphs)
        glyphs[name].draw(pen)
        glyphs[name].draw(TransformPen(ReverseContourPen(pen), (WALL, 0, 0, WALL, *move)))
        cff.CharStrings.charStringsIndex.append(pen.getCharString(cff.Private, cff.GlobalSubrs))
        cff.CharStrings.charStrings[made] = len(cff.CharStrings.charStringsIndex) - 1
        cff.charset.append(made)
        font["hmtx"][made] = font["hmtx"][name]
        for table in (one for one in font["cmap"].tables if one.isUnicode()):
            table.cmap[ord(sign)] = made
    font.setGlyphOrder(cff.charset)


def quadratic(font: TTFont) -> TTFont:
    """The font with curves as TrueType has them, which take less room on a page."""
    drawn, glyphs = font.getGlyphSet(), {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(None)
        drawn[name].draw(Cu2QuPen(pen, EXACT, reverse_direction=True))
        glyphs[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = font.getGlyphOrder(), glyphs
    font["maxp"].tableVersion = 1 << 16
    for part in NO_PROGRAM:
        setattr(font["maxp"], f"max{part}", 0)
    font["maxp"].maxZones = 1
    for name in {"CFF ", "VORG"} & set(font.keys()):
        del font[name]
    font.sfntVersion, font["post"].formatType = "\0\1\0\0", 3.0
    return font


def kerns(source: bytes, em: int) -> dict[str, int]:
    """By how much pairs of letters are set closer or wider, in thousandths of an em."""
    font = cut(source, KERNED, ["kern"])
    letters = {name: chr(code) for code, name in font.getBestCmap().items()}
    found: dict[str, int] = {}
    for lookup in font["GPOS"].table.LookupList.Lookup:
        tables = [getattr(one, "ExtSubTable", one) for one in lookup.SubTable]
        for table in (one for one in tables if one.LookupType == 2):
            for one, other, by in pairs(table, letters):
                found.setdefault(letters[one] + letters[other], round(1000 * by / em))
    return {pair: by for pair, by in sorted(found.items()) if abs(by) >= SMALLEST}


def pairs(table: object, letters: Iterable[str]) -> Iterable[tuple[str, str, int]]:
    """The pairs of glyphs that a table kerns, with their distances; a pair of 0 ends the search in
    later tables, too."""
    firsts = [name for name in table.Coverage.glyphs if name in letters]
    for i, one in enumerate(table.Coverage.glyphs):
        if table.Format == 1 and one in letters:
            for pair in table.PairSet[i].PairValueRecord:
                if pair.SecondGlyph in letters:
                    yield one, pair.SecondGlyph, getattr(pair.Value1, "XAdvance", 0)
    if table.Format == 2:
        ours, theirs = table.ClassDef1.classDefs, table.ClassDef2.classDefs
        for one in firsts:
            row = table.Class1Record[ours.get(one, 0)].Class2Record
            for other in letters:
                yield one, other, getattr(row[theirs.get(other, 0)].Value1, "XAdvance", 0)


def measures(font: TTFont) -> tuple[dict[str, int], dict[str, str]]:
    """The advances in thousandths of an em, and the outlines as SVG path data, y downwards."""
    glyphs, cmap = font.getGlyphSet(), sorted(font.getBestCmap().items())

    def outline(name: str) -> str:
        pen = SVGPathPen(glyphs)
        glyphs[name].draw(TransformPen(pen, (1, 0, 0, -1, 0, 0)))
        return shorten(parse(pen.getCommands()))

    names = {chr(code): name for code, name in cmap} | {"": ".notdef"}
    em = font["head"].unitsPerEm
    advances = {char: round(1000 * font["hmtx"][name][0] / em) for char, name in names.items()}
    return advances, {char: outline(name) for char, name in names.items()}


def write(name: str, table: object) -> None:
    text = json.dumps(table, ensure_ascii=False, separators=(",\n", ":")) + "\n"
    (FOLDER / name).write_text(text, encoding="utf-8")


def make() -> None:
    """Write all files but the licence."""
    fonts = family()
    for style in STYLES:
        font, stem = cut(fonts[style], LETTERS, []), f"LibertinusSerif-{style}"
        add_hollow(font)
        font.save(FOLDER / f"{stem}.otf")
        advances, outlines = measures(font)
        write(f"{stem}.json", advances)
        write(f"{stem}.outlines.json", outlines)
    regular, bold = (kerns(fonts[style], 1000) for style in ("Regular", "Bold"))
    assert regular == bold  # the family kerns all of its styles alike
    write("LibertinusSerif.kerns.json", regular)
    font = quadratic(cut(fonts["Regular"], ON_PAGES, ["kern", "smcp"]))
    font["head"].unitsPerEm = PAGE_EM
    font["name"].names = [one for one in font["name"].names if one.nameID in (1, 2)]
    font.flavor = "woff2"
    font.save(FOLDER / "LibertinusSerif-pages.woff2")


if __name__ == "__main__":
    make()
