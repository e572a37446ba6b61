"""The pages of a booklet in print, and sheets: for a class, for a tournament, and a problem a week
for a newspaper.

Decides what the pages contain, in which order, how large the diagrams are, and what a sheet leaves
out of a solution. Decides also how moves are numbered and set in columns, and which reasons are
printed: those of a few sentences, and of a long proof its block. The ``.typ`` files have the
layout, and the caller chooses the problems. Needs typst, and a QR code segno, which come with the
extra ``print``.
"""

import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from pyrtool.answers.blocks.certificate import certify
from pyrtool.answers.explain.difficulty import Reasoning, reasoning_of
from pyrtool.answers.explain.explanation import Explanation, explanation_if_any, unwinnable
from pyrtool.answers.explain.printout import Paragraph, key_reasons, pairs_known
from pyrtool.answers.explain.story import story_of
from pyrtool.answers.rating.scale import LEVELS, Rating
from pyrtool.answers.verdicts import Lost, Won
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import needs, one_of
from pyrtool.base.version import MADE_BY
from pyrtool.game.cards import SUIT_SIGNS, Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import Rules
from pyrtool.game.position import Move, Position, Subject, start_of
from pyrtool.game.words import move_words
from pyrtool.languages import chosen, count_of, grouped, listed, say
from pyrtool.notation import NamedRules, format_moves
from pyrtool.pictures.decks import RenderError, chosen_of, deck_named
from pyrtool.pictures.lettering import typesetting as letters
from pyrtool.pictures.lettering.descriptions import as_drawn
from pyrtool.pictures.lettering.fonts import GIVEN_FAMILY, OwnFont
from pyrtool.pictures.lettering.how_to_play import briefest_base, how_it_differs, how_to_play
from pyrtool.pictures.lettering.titles import game_title
from pyrtool.pictures.lettering.typesetting import card_pattern, typeset_pairs, typeset_signs
from pyrtool.pictures.painters import svg
from pyrtool.pictures.painters.pdf import PRELUDE, SYMBOLS_FILE, picture, symbols, typeset
from pyrtool.pictures.scenes.positions import MARGIN, MOST_LABEL_TIMES, compose
from pyrtool.pictures.scenes.scene import Scene, letter_size
from pyrtool.pictures.scenes.strips import block_marks

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres by name; the first is the default."""

PER_PAGE: Final = (1, 2, 4)
"""How many problems a page can have."""

USUAL_PER_PAGE: Final = 2
"""How many it has, unless somebody says."""

MARGIN_MM: Final = 15.0
"""The margin on every side; the page number is in the lower one."""

FOOT_MM: Final = 8.0

_GUTTER_MM: Final = 6.0
_LABEL_MM: Final = 2.6  # the letters of stock and waste, on every diagram
_HEAD_MM: Final = {1: 21.0, 2: 17.0, 4: 17.0}  # title, teaser and task above a diagram
_NOTES_MM: Final = {1: 40.0, 2: 48.0, 4: 9.0}  # at least: below a diagram, or beside it
_ROUNDING_MM: Final = 0.1  # so that rounding moves no problem to the next page
_COVER_MM: Final = 130.0


@dataclass(frozen=True)
class Layout:
    """The pages of a booklet, in millimetres."""

    paper: str
    per_page: int
    notes: bool

    @property
    def across(self) -> int:
        """The number of problems that lie side by side."""
        return 2 if self.per_page == 4 else 1

    @property
    def place(self) -> Literal["", "beside", "below"]:
        """The place of the lines for notes."""
        if not self.notes:
            return ""
        return "beside" if self.per_page == 2 else "below"

    @property
    def cell(self) -> tuple[float, float]:
        """The width and the height of a problem."""
        wide, high = PAPERS[self.paper]
        wide, high = wide - 2 * MARGIN_MM, high - 2 * MARGIN_MM - FOOT_MM  # those of the text
        down = 1 if self.per_page == 1 else 2
        gutters = (self.across - 1) * _GUTTER_MM, (down - 1) * _GUTTER_MM
        return (wide - gutters[0]) / self.across, (high - gutters[1]) / down - _ROUNDING_MM

    @property
    def room(self) -> tuple[float, float]:
        """The width and the height that a diagram can have."""
        wide, high = self.cell
        wide -= _NOTES_MM[2] + _GUTTER_MM if self.place == "beside" else 0.0
        high -= _NOTES_MM[self.per_page] if self.place == "below" else 0.0
        return wide, high - _HEAD_MM[self.per_page]

    def to_dict(self) -> dict[str, object]:
        """Return what ``pages.typ`` knows of the pages."""
        wide, high = PAPERS[self.paper]
        return {
            "each": self.per_page,
            "across": self.across,
            "notes": self.place,
            "wide": wide,
            "high": high,
            "margin": MARGIN_MM,
            "foot": FOOT_MM,
            "gutter": _GUTTER_MM,
            "head": _HEAD_MM[self.per_page],
            "cell": self.cell,
            "cover-size": _COVER_MM,
        }


def unit_in(scene: Scene, room: tuple[float, float]) -> float:
    """Return the width of a card, in millimetres, if the cards of a scene fill a room."""
    return min(room[0] / (scene.width - 2 * MARGIN), room[1] / (scene.height - 2 * MARGIN))


def diagram(position: Position, room: tuple[float, float]) -> tuple[Scene, float]:
    """Compose a position with labels of the one size; and how wide a card of it is, in mm."""
    scene = compose(position)
    for _ in range(2):  # larger labels make the scene higher, and its cards smaller
        label = unit_in(scene, room) * letter_size("label", scene.width, None)
        scene = compose(position, label_times=min(_LABEL_MM / label, MOST_LABEL_TIMES))
    return scene, unit_in(scene, room)


MOST_TITLE: Final = 120
"""Characters of a title, as of what names author and date."""

_MOST_NAMED: Final = 4  # games that a title names
_TITLE_EMS: Final = 16.0
_BACKGROUND: Final = "white"
_FAMILY: Final = "Libertinus Serif"  # comes with typst


# Solutions.

_TIMES: Final = re.compile(r"\*(\d+)$")
_TEN: Final = re.compile(r"(?<![^/])T(?=[@/]|$)")  # a ten without a suit
_COLUMNS: Final = ((8, 6), (13, 4))  # longest word, columns
_LEAST_COLUMNS: Final = 3


def entries(moves: Iterable[Move], start: Position, *, dealt: bool = True) -> list[tuple[str, str]]:
    """Return the moves from `start` as (numbers, words): ``("7", "4♣/9♥")``, ``("8–10", "deal
    ×3")``, in the chosen language. Only discards are returned and numbered if not `dealt`.

    A card that is not the only one of its name has its place: ``6♥@7.1/7♣``.
    """
    entries, number = [], 1
    for word in format_moves(moves, start).split():
        if not dealt and word.startswith(("deal", "redeal")):
            continue
        repeat = _TIMES.search(word)
        count = int(repeat[1]) if repeat else 1
        last = number + count - 1
        numbers = str(number) if count == 1 else f"{number}–{last}"
        entries.append((numbers, move_words(_TEN.sub("10", as_drawn(word))).replace("*", " ×")))
        number = last + 1
    return entries


def columns(entries: Iterable[tuple[str, str]]) -> int:
    """Count the columns of a list of entries."""
    longest = max((len(words) for _, words in entries), default=0)
    return next((many for most, many in _COLUMNS if longest <= most), _LEAST_COLUMNS)


def example(every: Iterable[tuple[str, str]]) -> str | None:
    """Return the first of some entries that discards two cards, without places; None if none."""
    pairs = (re.sub(r"@[^/]*", "", words) for _, words in every if "/" in words)
    return next(pairs, None)


@dataclass(frozen=True)
class Comments:
    """What is said of a solution: the pairs that are `known` to be in every solution, and `reasons`
    for the moves of these numbers, or against those that they pass by."""

    known: str
    reasons: tuple[tuple[int, Paragraph], ...]


def proof_of(lost: Lost, explanation: Explanation | None, rules: Rules) -> tuple[Paragraph, ...]:
    """Explain why a deal cannot be won: its explanation, each part under its heading.

    A block, if the deal has one, takes the place of a proof that is long or was not `explanation`.
    """
    if explanation is None:
        return (Paragraph(unwinnable(lost.block, rules)),)
    head = Paragraph(" ".join([explanation.conclusion, *explanation.introduction]))
    if explanation.statement and explanation.is_long:
        size = say("The proof has {0} steps.", explanation.sentences)
        return head, Paragraph(" ".join([size, say("In short: {0}.", explanation.statement)]))
    return head, *(
        Paragraph(str(heading), tuple((one.number, one.text) for one in sentences))
        for heading, sentences in explanation.sections
    )


class Printed(NamedTuple):
    """What a booklet prints of the explanation of a deal.

    Attributes:
        reasoning: What it takes; None if that is not wanted, or if deductions do not hold under
            the rules.
        comments: Comments on a solution; None for the same reasons.
        proof: Why a deal cannot be won, or which exchange makes it winnable; empty if it can.
        marks: The cards of the proof, for a small board beside it.
    """

    reasoning: Reasoning | None = None
    comments: Comments | None = None
    proof: tuple[Paragraph, ...] = ()
    marks: Mapping[Card, str] = MappingProxyType({})


NOTHING: Final = Printed()
"""Where nothing is explained."""


def explained_for_print(
    subject: Subject, verdict: Won | Lost, *, rated: bool, commented: bool
) -> Printed:
    """Explain a deal for a booklet: always why it cannot be won, the rest if it is wanted."""
    is_lost = isinstance(verdict, Lost)
    explanation = explanation_if_any(subject, verdict) if rated or commented or is_lost else None
    reasoning = None if explanation is None or not rated else reasoning_of(explanation)
    if isinstance(verdict, Lost):
        block, start = verdict.block, start_of(subject)
        marks = {} if block is None else block_marks(certify(block, start), subject.rules.deck)
        return Printed(reasoning, proof=proof_of(verdict, explanation, subject.rules), marks=marks)
    if explanation is None or not commented:
        return Printed(reasoning)
    story = story_of(explanation, start_of(subject), verdict.moves)
    known = " ".join([explanation.shared, *pairs_known(explanation, story)])
    return Printed(reasoning, Comments(known, tuple(key_reasons(story))))


def exchange_for_print(twin: Deal, cards: tuple[Card, Card], moves: Sequence[Move]) -> Printed:
    """Give the exchange that makes a deal winnable, and moves that win the deal that it makes."""
    made = ", ".join(one for _, one in entries(moves, start_of(twin), dealt=True))
    words = say("Exchange {0} and {1}. Then: {2}.", *cards, made)
    return Printed(proof=(Paragraph(words),), marks=dict.fromkeys(cards, "move"))


# Problems, and the booklet.


@dataclass(frozen=True)
class Problem:
    """What a booklet shows of a deal: `start`, and at its end the `moves` that win it, or the
    `proof` that nothing does.

    `task` is the goal in one line, `teaser` what is special, and `named` the section. `aim` is the
    task without a hint that the deal cannot be won. Without a `rating` the problem has no stars,
    without a `reasoning` nothing below them, and without `comments` its solution has none. `marks`
    are the cards of the proof.
    """

    number: int
    title: str
    task: str
    named: NamedRules
    start: Position
    moves: tuple[Move, ...]
    teaser: str = ""
    rating: Rating | None = None
    reasoning: Reasoning | None = None
    comments: Comments | None = None
    proof: tuple[Paragraph, ...] = ()
    aim: str = ""
    marks: Mapping[Card, str] = field(default_factory=dict)

    @property
    def is_to_be_proved(self) -> bool:
        """Whether the task is to show that it cannot be won."""
        return bool(self.proof) and self.task != self.aim


@dataclass(frozen=True)
class BookSettings:
    """The texts of a booklet or a sheet, and how it looks.

    Attributes:
        title: The title; None names the games.
        author: The author.
        date: The date, printed as written.
        paper: One of `PAPERS`.
        deck: One of `DECKS`.
        font: A font for the title, from `read_font`.
    """

    title: str | None = None
    author: str | None = None
    date: str | None = None
    paper: str = "a4"
    deck: str = "2color"
    font: OwnFont | None = None

    def __post_init__(self) -> None:
        chosen_of(PAPERS, self.paper, "paper")
        for name in ("title", "author", "date"):
            if (length := len(getattr(self, name) or "")) > MOST_TITLE:
                raise RenderError(f"{name}: {length} characters: at most {MOST_TITLE} have room")
        deck_named(self.deck)

    def texts(self, title: str) -> JsonObject:
        """Return what the first lines of a booklet contain; `title` is as it is printed."""
        return {
            "title": title,
            "author": printed(self.author or ""),
            "made_by": MADE_BY,
            "date": letters.plain(self.date or ""),
            "fonts": [*([] if self.font is None else [GIVEN_FAMILY]), _FAMILY],
            "inks": inks(self.deck),
        }


USUAL: Final = BookSettings()
"""The settings of a booklet without texts of its own."""


def booklet(
    problems: Sequence[Problem],
    settings: BookSettings = USUAL,
    *,
    per_page: int = USUAL_PER_PAGE,
    notes: bool = False,
) -> bytes:
    """Make the booklet as a PDF. The same arguments give the same bytes.

    Problems keep their order. Several of one game that follow each other begin a page; single
    ones share a page. The title page shows the hardest problem. Beside each proof lies a small
    board with its cards marked. With `per_page` 1, a diagram is as
    wide as the text; with 4, problems lie in two columns. With `notes`, lines for notes lie below a
    problem; with 2 on a page, beside it.
    """
    check_per_page(per_page)
    check_count(None, len(problems))
    sections = games_of(problems)
    title = title_of(settings, sections)
    layout = Layout(settings.paper, per_page, notes)
    diagrams = [diagram(problem.start, layout.room) for problem in problems]
    marked = [at for at, problem in enumerate(problems) if problem.marks]
    boards = [compose(problems[at].start, marks=problems[at].marks) for at in marked]
    shown = [
        {
            **entry(problem, scene),
            "claim": say("Prove it lost") if problem.is_to_be_proved else "",
            "board": len(diagrams) + marked.index(at) if problem.marks else None,
            "number": problem.number,
            "section": sections.index(problem.named),
            "unit": unit,
        }
        for at, (problem, (scene, unit)) in enumerate(zip(problems, diagrams, strict=True))
    ]
    book = {
        **settings.texts(title),
        "lines": letters.wrap(title, _TITLE_EMS, bold=True, own=settings.font),
        "count": count_of(len(problems), "problem"),
        "cover": hardest(problems),
        "sections": with_rules(sections),
        **layout.to_dict(),
        **explained(problems),
        "problems": shown,
        **how_written(shown),
    }
    scenes = [*(scene for scene, _ in diagrams), *boards]
    return typeset_pages(["pages.typ"], scenes, book, settings)


def typeset_pages(
    pages: Sequence[str],
    scenes: Sequence[Scene],
    book: JsonObject,
    settings: BookSettings,
    files: Mapping[str, bytes] | None = None,
) -> bytes:
    """Set `pages`, files of this folder: scenes are their ``drawn``, and `book` their texts."""
    drawn = "".join(
        f"{picture(scene, str(at), _BACKGROUND, MARGIN)},\n" for at, scene in enumerate(scenes)
    )
    given = {SYMBOLS_FILE: symbols(settings.deck, _BACKGROUND), **(files or {})}
    for at, scene in enumerate(scenes):
        given |= svg.layers(scene, str(at), settings.deck, _BACKGROUND)
    folder = Path(__file__).parent
    parts = [(folder / name).read_text(encoding="utf-8") for name in ("common.typ", *pages)]
    source = "\n".join([f"{PRELUDE}#let drawn = (\n{drawn})", *parts])
    spoken = {"language": chosen().language, "words": dict(chosen().messages)}
    return typeset(source, given, {"book": json.dumps(book | spoken)}, font=settings.font)


def check_per_page(per_page: int) -> None:
    """Raise a `RenderError` for a number of problems that no page has."""
    if per_page not in PER_PAGE:
        raise RenderError(f"per page {per_page}: must be {one_of(PER_PAGE)}")


def hardest(problems: Sequence[Problem]) -> int:
    """Find the place of the hardest problem by its difficulty.

    A problem without a difficulty counts as the easiest. If none is rated, the first is taken.
    """

    def difficulty(at: int) -> float:
        rating = problems[at].rating
        known = None if rating is None else rating.difficulty_or_bound
        return -1.0 if known is None else known

    return max(range(len(problems)), key=difficulty)


def inks(deck: str) -> list[list[str]]:
    """Return the cards of each suit in a text, as a pattern, with their colour."""
    colours = deck_named(deck).colours
    return [[card_pattern(sign), ink] for sign, ink in zip(SUIT_SIGNS, colours, strict=True)]


def printed(text: str) -> str:
    """Return a text as it is set in print."""
    return typeset_signs(letters.plain(text))


def explained(problems: Sequence[Problem]) -> JsonObject:
    """Return what the booklet explains: the levels, and the piles of its games."""
    rules = [problem.start.rules for problem in problems]
    return {
        "levels": [
            [say(level), grouped(round(10**begins, -int(begins) + 1))] for level, begins in LEVELS
        ],
        "rated": any(problem.rating is not None for problem in problems),
        "reasoned": any(problem.reasoning is not None for problem in problems),
        "proved": any(problem.is_to_be_proved for problem in problems),
        "stock": any(one.stock == "dealt" for one in rules),
        "wastes": any(one.wastes > 1 for one in rules),
        "choice": any(one.deal_to == "choice" for one in rules),
    }


def how_written(shown: Sequence[JsonObject]) -> JsonObject:
    """Return whether entries have moves, an example of these, and whether cards have places."""
    moves = [move for one in shown for move in one["moves"]]
    places = any("@" in words for _, words in moves)
    return {"moves": bool(moves), "example": example(moves), "places": places}


def with_rules(sections: Sequence[NamedRules]) -> list[JsonObject]:
    """Return the games with their rules: one in full, then of each other what differs."""
    games = [printed(game_title(named)) for named in sections]
    rules = [named.rules for named in sections]
    base = briefest_base(rules)
    return [
        {
            "game": game,
            "rules": [printed_rule(part) for part in how_to_play(one)]
            if at == base
            else [printed_rule(how_it_differs(one, rules[base]))],
            "as": "" if at == base else games[base],
        }
        for at, (one, game) in enumerate(zip(rules, games, strict=True))
    ]


def printed_rule(text: str) -> str:
    """Return a sentence of the rules as it is set in print."""
    return printed(typeset_pairs(as_drawn(text)))


def entry(problem: Problem, scene: Scene, *, dealt: bool = True) -> JsonObject:
    """Return a problem as the pages set it, with its solution: all moves, or, if not `dealt`, what
    is discarded."""
    moves = entries(problem.moves, problem.start, dealt=dealt)
    reasoning = problem.reasoning
    return {
        "title": printed(problem.title),
        "task": printed_rule(problem.task),
        "teaser": printed(problem.teaser),
        "stars": None if problem.rating is None else problem.rating.stars,
        "across": scene.width - 2 * MARGIN,
        "down": scene.height - 2 * MARGIN,
        "described": svg.describe_scene(scene),
        "level": say(reasoning.level) if reasoning and reasoning.level else "",
        "count": count_of(len(problem.moves), "move") if problem.moves else "",
        "reasoning": "" if reasoning is None else reasoning.summary,
        "moves": moves,
        "columns": columns(moves),
        "comments": problem.comments
        and {
            "known": printed_rule(problem.comments.known),
            "reasons": [
                {"move": move, **_printed_paragraph(reason)}
                for move, reason in problem.comments.reasons
            ],
        },
        "proof": [_printed_paragraph(part) for part in problem.proof],
    }


def _printed_paragraph(paragraph: Paragraph) -> JsonObject:
    return {
        "text": printed_rule(paragraph.text),
        "sentences": [[number, printed_rule(text)] for number, text in paragraph.sentences],
    }


def games_of(problems: Iterable[Problem]) -> list[NamedRules]:
    """Return the games of problems, each one time."""
    return list(dict.fromkeys(problem.named for problem in problems))


def title_of(settings: BookSettings, games: Sequence[NamedRules]) -> str:
    """Return the title as it is printed; ``Giza, Pyramid and King Tut``, of many the first two,
    without one."""
    names = list(dict.fromkeys(named.title for named in games))
    if settings.title is not None:
        return printed(settings.title)
    if len(names) > _MOST_NAMED:
        names = [*names[:2], say("{0} more games", len(names) - 2)]
    return printed(listed(names))


# Sheets.

SheetKind = Literal["class", "tournament", "column", "sunday"]

WEEKLY: Final = ("column", "sunday")
"""Sheets of two problems: this week's, and last week's."""

ON_SHEETS: Final = {"class": 2, "tournament": 4}
"""How many problems a page has, unless somebody says."""

MOST_WEEKLY: Final = 2

MOST_LINK: Final = 300
"""Characters of a link: its code can still be read in print."""

_LINK: Final = re.compile(r"https?://[!-~]+")
_DIAGRAM: Final = 0.55  # of the height of a page or of a problem's room, about
_BESIDE: Final = 0.9  # the same where the pairs are written beside the diagram
_COLUMN_MM: Final = (94.0, 4.0)  # the width of two columns of a newspaper, and the margin
_SPARE: Final = 4  # pairs more than the solution has, where their number depends on the play


def pdf_of(
    problems: Sequence[Problem],
    kind: SheetKind | None,
    settings: BookSettings = USUAL,
    *,
    per_page: int | None = None,
    notes: bool = False,
    link: str = "",
) -> bytes:
    """Make the sheets of a kind, or a booklet, as a PDF: the same bytes for the same arguments."""
    if kind is None:
        return booklet(problems, settings, per_page=per_page or USUAL_PER_PAGE, notes=notes)
    if kind in WEEKLY:
        return _weekly(problems, kind, settings, link)
    return _worksheet(problems, kind, settings, per_page or ON_SHEETS[kind])


def _worksheet(
    problems: Sequence[Problem], kind: SheetKind, settings: BookSettings, per_page: int
) -> bytes:
    """Make the sheets of a class or a tournament, each with the rules of its games.

    The last pages are for who hands them out. A tournament's sheets do not say how hard a deal is,
    or that it cannot be won.
    """
    check_per_page(per_page)
    check_count(kind, len(problems))
    layout = Layout(settings.paper, per_page, notes=False)
    room = layout.room[0], (_BESIDE if per_page == 2 else _DIAGRAM) * layout.room[1]
    scenes = [diagram(problem.start, room)[0] for problem in problems]
    shown: list[JsonObject] = []
    for problem, scene in zip(problems, scenes, strict=True):
        one = entry(problem, scene, dealt=_needs_deals(problem))
        spare = _SPARE if problem.start.rules.goal == "pyramid" else 0
        shown.append(
            {
                **one,
                "number": problem.number,
                "game": printed(game_title(problem.named)),
                "aim": printed_rule(problem.aim or problem.task),
                "slots": len(one["moves"]) + spare if problem.moves else 0,
                "proof": one["proof"][:1],
            }
        )
    games = games_of(problems)
    book = {
        **settings.texts(title_of(settings, games)),
        **layout.to_dict(),
        "kind": kind,
        "sheets": [
            {"first": at, "rules": with_rules(games_of(problems[at : at + per_page]))}
            for at in range(0, len(problems), per_page)
        ],
        "scored": any(named.rules.scoring != "none" for named in games),
        "problems": shown,
        **explained(problems),
        "proved": False,  # only what a proof shows is printed, without its sentences
        **how_written(shown),
    }
    return typeset_pages(["worksheet.typ"], scenes, book, settings)


def _needs_deals(problem: Problem) -> bool:
    """Return whether the pairs of a solution do not say how cards are dealt between them."""
    return problem.start.rules.deal_to == "choice"


def _weekly(
    problems: Sequence[Problem], kind: SheetKind, settings: BookSettings, link: str
) -> bytes:
    """Make the sheet of a week: the first problem with its rules, and the solution of a second.

    Title and date are the top line. Without a `link` it has no QR code. A column is as high as its
    contents.
    """
    check_link(link)
    check_count(kind, len(problems))
    column = kind == "column"
    (wide, high), margin = PAPERS[settings.paper], MARGIN_MM
    if column:
        wide, margin = _COLUMN_MM
    today = problems[0].named
    room = wide - 2 * margin, _DIAGRAM * high
    scenes = [diagram(problem.start, room)[0] for problem in problems]
    shown = [
        entry(problem, scene, dealt=not column or _needs_deals(problem))
        for problem, scene in zip(problems, scenes, strict=True)
    ]
    game = printed(game_title(today))
    book = {
        **settings.texts(game if settings.title is None else printed(settings.title)),
        "wide": wide,
        "high": high,
        "margin": margin,
        "game": game,
        "rules": [printed_rule(part) for part in how_to_play(today.rules)],
        "link": link,
        "problems": shown,
        **explained(problems[1:]),
        **how_written(shown[1:]),
    }
    files = {"code.svg": _code(link)} if link else {}
    return typeset_pages(["weekly.typ", f"{kind}.typ"], scenes, book, settings, files)


def check_sheet(
    kind: SheetKind | None, *, per_page: int | None, notes: bool, comments: bool, link: str
) -> None:
    """Raise a `RenderError` for what the sheets of a kind, or a booklet, have no place for."""
    if per_page is not None:
        check_per_page(per_page)
    check_link(link)
    for name, is_given in (("notes", notes), ("comments", comments)):
        if is_given and kind is not None:
            raise RenderError(f"{name}: goes with a booklet, not with a sheet")
    if per_page is not None and kind in WEEKLY:
        raise RenderError(f"per page {per_page}: a {kind} sheet has one problem")
    if link and kind not in WEEKLY:
        raise RenderError(f"link: goes with the sheet {one_of(WEEKLY)}, as others have no QR code")


def check_count(kind: SheetKind | None, problems: int) -> None:
    """Raise a `RenderError` for a number of problems that the sheets, or a booklet, cannot have."""
    if not problems:
        raise RenderError(f"a {'booklet' if kind is None else 'sheet'} needs a problem")
    if kind in WEEKLY and problems > MOST_WEEKLY:
        raise RenderError(
            f"a {kind} sheet of {problems} problems: it has 1, or 2 with last week's solution"
        )


def check_link(link: str) -> None:
    """Raise a `RenderError` unless a text is an address of the web, or empty."""
    if link and not _LINK.fullmatch(link):
        raise RenderError(f"link {link[:48]!r}: must be an address that begins with https://")
    if len(link) > MOST_LINK:
        raise RenderError(f"link: {len(link)} characters: at most {MOST_LINK} have room")


def _code(link: str) -> bytes:
    """Return the QR code of a link as SVG, with the free border that it needs."""
    try:
        import segno
    except ImportError:
        raise RenderError(needs("a QR code", "segno", "print")) from None
    out = io.BytesIO()
    segno.make_qr(link, error="m").save(out, kind="svg", border=4, omitsize=True, light="white")
    return out.getvalue()
