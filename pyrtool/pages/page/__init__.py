"""A deal as a page: one HTML file that is played, and that needs nothing else.

Decides what the page holds. `problem` has the data of its app: the cards, their places, what is
known of the deal. `lesson` has the rules in words. The page's own text and code lie beside this
package. page.html and style/ are its text. engine/ has the game and the searches, which also run in
a worker, and app/ what a reader sees and presses. docs/development/pages-and-site.md describes how
the pieces fit.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import quote

from pyrtool.answers.explain.difficulty import reasoning_of
from pyrtool.answers.explain.explanation import explanation_if_any
from pyrtool.answers.verdicts import Verdict, Won
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import capital
from pyrtool.base.version import MADE_BY, __version__
from pyrtool.game.cards import SUITS, Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.position import Position, Subject, start_of
from pyrtool.languages import Words, message, say, speaking, words_of
from pyrtool.notation import format_deal, format_position
from pyrtool.notation.pictured import format_pictured
from pyrtool.pages.page import appearance
from pyrtool.pages.page.face_data import court_pictures, face_data, letter_data, picture_shapes
from pyrtool.pages.page.problem import Exchange, geometry, ids_of, problem
from pyrtool.pages.page.scripts import (
    ALONE,
    APP,
    EXCHANGING,
    PAGES,
    REFEREE,
    SAY,
    engine_of,
    lean_script,
    lean_style,
)
from pyrtool.pages.page.translation import spoken_html, spoken_script
from pyrtool.pictures.cards import backs
from pyrtool.pictures.cards.marks import CORNER, FRAME, MARKS, TINT
from pyrtool.pictures.decks import DECKS, FACE_HEIGHT, deck_named
from pyrtool.pictures.lettering.descriptions import MARK_WORDS, as_drawn, name, short, stars_line
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.titles import begun, subtitle
from pyrtool.pictures.lettering.typesetting import plain, typeset_pairs, typeset_signs
from pyrtool.pictures.painters.svg import UNTITLED, badge
from pyrtool.pictures.scenes.themes import theme_named
from pyrtool.pictures.settings import USUAL, PictureSettings

STYLE: Final = tuple(
    f"style/{name}.css"
    for name in ("palettes", "base", "page", "cards", "panels", "explained", "media")
)
"""The style sheets, in their order."""

_STEPPER: Final = (
    ("first", "M5 5v14M19 5L9 12l10 7z", message("To the start")),
    ("previous", "M17 5L7 12l10 7z", message("Previous move")),
    ("next", "M7 5l10 7-10 7z", message("Next move")),
    ("last", "M19 5v14M5 5l10 7-10 7z", message("To the end")),
)
"""The buttons that step: what they do, their sign as a path of 24 by 24 units, their name."""

_DEALT: Final = message("The cards in dealing order")
_OF_PROBLEMS: Final = (
    *("later", "heading", "data", "answer_open"),
    *("lesson", "exposed", "number", "deal", "cards", "carried"),
)
"""Parts of a page that are empty without a problem."""

_NO_ICON: Final = '<link rel="icon" href="data:,">'
_LOOK: Final = {"look": message("Marked to be looked at")}
_SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")


def page(
    deal: Subject,
    verdict: Verdict | None,
    settings: PictureSettings = USUAL,
    *,
    game: str | None = None,
    after: int = 0,
    open_answer: bool = False,
    mark_exposed: bool = False,
    every_reason: bool = False,
    language: str = "en",
    exchange: Exchange | None = None,
) -> bytes:
    """Make the page of a deal or a position. The same arguments give the same bytes.

    Args:
        deal: The deal or position.
        verdict: Its verdict; None for a position with unknown cards. The page hides the solution,
            or the reason why there is none, until the reader asks.
        settings: Its title, caption and stars; the deck and the background are the reader's first.
            On white and transparent, the page is light or dark as the reader's device is.
        game: The named game that the rules are or change. The subtitle names the changes, and says
            if the position is in the middle of a game.
        after: How many moves of the solution are played.
        open_answer: Whether the answer shows from the start.
        mark_exposed: Whether exposed cards are marked from the start.
        every_reason: Whether to look for the reasons of all moves of the solution, and against all
            moves that lose; else for those that are found quickly.
        language: One of `pyrtool.languages.LANGUAGES`, which the page speaks.
        exchange: The two cards that the player is to exchange, if that is the task.

    Raises:
        RenderError: An argument is wrong.
        LanguageError: The language has no catalogue.
    """
    title, caption, stars = settings.title, settings.caption, settings.stars
    if stars is not None:
        stars_line(stars)  # raises an error for a number that a picture cannot have, either
    with speaking(language) as words:
        start, rules = start_of(deal), deal.rules
        changes = ["" if game is None else subtitle(rules, game), begun(start)]
        changed = capital(", ".join(filter(None, changes)))
        explanation = explanation_if_any(deal, verdict)
        reasoning = None if explanation is None else reasoning_of(explanation)
        data = problem(
            deal,
            verdict,
            game=game,
            after=after,
            every_reason=every_reason,
            explanation=explanation,
            exchange=exchange,
        )
        engine, later = engine_of(rules)
        moves = verdict.moves[:after] if isinstance(verdict, Won) else ()
        carried = settings.carried or format_pictured(deal, after=moves)
        parts = {
            "app": _script(ALONE if exchange is None else EXCHANGING, words),
            "engine": _script(engine, words),
            "later": _script(later, words),
            "title": escape(typeset_signs(plain(title or say(UNTITLED)))),
            "heading": "" if title else ' class="heard"',
            "data": _texts(data, start.cards()),
            "subtitle": f'<p class="subtitle">{escape(changed)}</p>' if changed else "",
            "stars": "" if stars is None else appearance.level_element(stars, "p", reasoning),
            "caption": f'<p id="caption" class="rich">{escape(plain(caption))}</p>'
            if caption
            else "",
            "answer_open": " open" if open_answer else "",
            "lesson": _lesson(rules),
            "exposed": " checked" if mark_exposed else "",
            "number": ""
            if deal.number is None
            else f"{say('Number {0} ({1}).', deal.number, deal.numbering)} ",
            "cards_heading": say("The table" if isinstance(deal, Position) else _DEALT),
            "deal": format_position(deal)
            if isinstance(deal, Position)
            else format_deal(deal.cards),
            "carried": f'<meta name="pyrtool" content="{carried}">\n',
        }
        table = {"cards": laid_out(start), "shapes": picture_shapes(start.cards())}
        return _document({**parts, **table}, start, _ALONE, settings, words)


def _lesson(rules: Rules) -> str:
    texts = (escape(typeset_pairs(typeset_signs(rule))) for rule in how_to_play(rules))
    return "".join(f"<p>{text}</p>" for text in texts)


@dataclass(frozen=True)
class Frame:
    """The things that a site puts around the app: `head`, `navigation` and `settings`, the choices
    that only a site has, are HTML, `styles` style sheets, `scripts` the addresses of those that
    open problems, relative to the page. They are asked for with the page, and run after the app.
    `boot` is a script that runs before all others."""

    head: str
    navigation: str
    styles: tuple[Path, ...]
    scripts: tuple[str, ...]
    settings: str = ""
    boot: str = ""


_ALONE: Final = Frame(_NO_ICON, "", (), ())


def app_page(title: str, frame: Frame) -> bytes:
    """Return the same app without a problem: the frame's scripts open one after the other on it,
    and draw the cards (see `drawn`). `title` is what it is called until then.

    Its elements ``title``, ``stars``, ``subtitle``, ``caption``, ``lesson``, ``number`` and
    ``cards`` are for the frame to fill.
    """
    rules = Rules()
    parts = dict.fromkeys(_OF_PROBLEMS, "") | {
        "app": _script(APP, None),
        "engine": _script(REFEREE, None),
        "title": escape(plain(title)),
        "subtitle": '<p class="subtitle" id="subtitle" hidden></p>',
        "stars": '<p class="stars" id="stars" role="img" hidden></p>',
        "caption": '<p id="caption" class="rich" hidden></p>',
        "cards_heading": _DEALT,
        "shapes": picture_shapes(),
    }
    start = Position.start(Deal.of(rules.deck, rules))
    return _document(parts, start, frame, PictureSettings(background="green"), words_of("en"))


def _document(
    parts: dict[str, str], start: Position, frame: Frame, settings: PictureSettings, words: Words
) -> bytes:
    """Return the page with these parts, and with all that every page has."""
    deck = deck_named(settings.deck).name
    theme_named(settings.background)
    palette, light = appearance.BACKGROUNDS[settings.background]
    is_framed = bool(frame.scripts)
    scripts = {"engine": parts["engine"], "app": parts["app"]}
    inline = [appearance.FETCH, *scripts.values(), *filter(None, [frame.boot])]
    boot = f"<script>{frame.boot}</script>\n" if frame.boot else ""
    return fill(
        spoken_html((PAGES / "page.html").read_text(encoding="utf-8"), words),
        {
            **parts,
            **scripts,
            "policy": _policy([*map(allowed, inline)], is_framed),
            "head": boot + frame.head,
            "navigation": frame.navigation,
            "settings": frame.settings,
            "scripts": "".join(  # nothing is laid out before they have made the table
                f'<script defer blocking="render" src="{name}"></script>\n'
                for name in frame.scripts
            ),
            "version": escape(__version__),
            "maker": escape(MADE_BY),
            "css": _css(frame),
            "font": appearance.FETCH,
            "marks": _json(
                {
                    kind: say(translated).lower()
                    for kind, translated in {**MARK_WORDS, **_LOOK}.items()
                }
            ),
            "language": words.language,
            "suits": deck,
            "palette": palette,
            "light": light,
            "badges": "".join(
                f'<template id="badge-{kind}">{_badge(kind, "badge")}</template>' for kind in MARKS
            ),
            "board": f"--width:{geometry(start.rules)['width']};--height:{height(start)}",
            "legend": _legend(),
            "stepper": _stepper(),
            "palette_choices": _choices("palette", appearance.PALETTES, palette),
            "light_choices": _choices("light", appearance.LIGHTS, light),
            "suit_choices": _choices("suits", appearance.DECK_WORDS, deck),
        },
    ).encode()


def fill(template: str, parts: Mapping[str, str]) -> str:
    """Return the template with each ``{{name}}`` replaced; what is put in is not read again."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], template)


def _json(value: object) -> str:
    """JSON for a script element: nothing in it can end that."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    return text.replace("<", r"\u003c").replace(">", r"\u003e").replace("&", r"\u0026")


def _texts(data: JsonObject, cards: Sequence[Card]) -> str:
    """Write what app/alone.js reads: the problem, the faces of cards, the pictures of courts."""
    faces = face_data()
    texts = {
        "data": data,
        "faces": {**faces, "ranks": {**faces["ranks"], **letter_data()}},
        "courts": court_pictures(cards),
    }
    return "\n".join(
        f'<script type="application/json" id="{name}">{_json(text)}</script>'
        for name, text in texts.items()
    )


def _script(files: Sequence[Path], words: Words | None) -> str:
    """Return the scripts as one, with the `words` of a page's one language, or to look them up."""
    if words is None:
        return _lean(tuple(files))
    return spoken_script(_lean(tuple(file for file in files if file != SAY)), words)


@cache  # the pages of a game have the same scripts, and so have those of a site
def _lean(files: tuple[Path, ...]) -> str:
    """Return the scripts as one, shortened once."""
    return lean_script(files)


def _policy(inline: list[str], is_framed: bool) -> str:
    """Write what the page may load: nothing, or in a frame the files beside it."""
    own = "'self' " if is_framed else ""
    beside = "; manifest-src 'self'; base-uri 'none'; form-action 'none'" if is_framed else ""
    return (
        f"default-src 'none'; script-src {own}{' '.join(inline)}; worker-src {own}blob:; "
        f"style-src {own}'unsafe-inline'; font-src data:; img-src {own}data:{beside}"
    )


def allowed(script: str) -> str:
    """Return a script as a content security policy names it."""
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def _css(frame: Frame) -> str:
    """Return the style sheets, with what pictures and pages share in front."""
    rules = [appearance.font_face(), f":root{{--corner:{CORNER};--frame:{FRAME}}}", emblem_rule()]
    tint = f"{round(255 * TINT):02x}"
    for kind, mark in MARKS.items():
        rules.append(f'[data-mark="{kind}"]{{--mark:{mark.colour};--tint:{mark.colour}{tint}}}')
    own = lean_style([*(PAGES / file for file in STYLE), *frame.styles])
    return "\n".join([*rules, *suit_rules(), own])


def suit_rules() -> Iterator[str]:
    """Write the colours of suits and courts in each deck."""
    for choice in appearance.DECK_WORDS:
        deck = DECKS[choice]
        inks = ";".join(
            f"--{suit}:{colour};--{suit}-dress:{dress};--{suit}-trim:{trim}"
            for suit, colour, dress, trim in zip(
                _SUIT_NAMES, deck.colours, deck.dress, deck.trim, strict=True
            )
        )
        yield f'[data-suits="{choice}"]{{{inks}}}'


def emblem_rule() -> str:
    """Write the emblem on the backs of cards as an image of a style sheet, ``--emblem``."""
    drawing = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-28 -37 56 56'>"
        f"<path fill='{backs.EMBLEM}' d='{backs.emblem(100)}'/></svg>"
    )
    address = quote(drawing, safe=" =':/")
    return f':root{{--emblem:url("data:image/svg+xml,{address}")}}'


def _badge(kind: str, look: str) -> str:
    """Return the badge of one kind of mark, 200 units wide, in a class of the style sheet."""
    seen = 'viewBox="-100 -100 200 200" aria-hidden="true"'
    return f'<svg class="{look}" {seen}>{badge(MARKS[kind], 100)}</svg>'


def _stepper() -> str:
    return "\n".join(
        f'<button type="button" id="{action}" aria-label="{say(words)}" title="{say(words)}">'
        f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{sign}"/></svg>'
        "</button>"
        for action, sign, words in _STEPPER
    )


def _legend() -> str:
    kinds = {"stuck": say("stuck"), "waits": say("waits for others")}
    items = "".join(
        f"<li>{_badge(kind, 'sign-of-mark')} {words}</li>" for kind, words in kinds.items()
    )
    return f'<ul id="legend" aria-label="{say("Marks on the cards")}" hidden>{items}</ul>'


def _choices(group: str, choices: Mapping[str, str], selected: str) -> str:
    return "".join(
        f'<label><input type="radio" name="{group}" value="{value}"'
        f"{' checked' if value == selected else ''}>"
        f'<span class="swatch" data-{group}="{value}"></span>{say(words)}</label>'
        for value, words in choices.items()
    )


def laid_out(start: Position) -> str:
    """Return a button a card, in dealing order, where it lies until the page's code lays it out."""
    ids = ids_of(start)
    return "\n".join(
        f'<button class="card {_kind(card)}" data-card="{ids[card]}" '
        f'style="--x:{x};--y:{y}" '
        f'aria-label="{name(card)}, {start.where(card)}">{_letters(card)}</button>'
        for card, (x, y) in _places(start)
    )


def _letters(card: Card) -> str:
    """Write a card as it looks then: a face takes a script."""
    if card.has_suit:
        return as_drawn(str(card)[:2])
    return short(card) if card.is_known else "?"


def _kind(card: Card) -> str:
    if not card.is_known:
        return "unknown"
    return f"suit-{SUITS[card.suit]}" if card.has_suit else "suitless"


def _places(start: Position) -> list[tuple[Card, tuple[float, float]]]:
    """Return the tableau and what is not laid out, for readers whose browser runs no scripts."""
    layout = geometry(start.rules)
    laid_out = [
        (card, (x, y))
        for card, (x, y, _) in zip(start.tableau, layout["tableau"], strict=True)
        if card is not None
    ]
    rest = start.cards()[len(laid_out) :]
    if start.rules.stock == "dealt":
        rest = [*start.undealt(), *start.passed()]
    top = layout["height"] + 0.3
    return laid_out + [(card, (k % 12 * 0.5, top + k // 12 * 1.5)) for k, card in enumerate(rest)]


def height(start: Position) -> float:
    """Return how high the table is then, in widths of a card."""
    lowest = max((y for _, (_, y) in _places(start)), default=0.0)
    return round(lowest + FACE_HEIGHT, 4)
