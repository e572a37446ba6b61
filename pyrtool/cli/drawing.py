"""``pyrtool render``: its options, and what it makes of a deal: a picture, a film, or a page.

Decides the names of the options, their help, what each asks of the library, and which steps of an
explanation are drawn. The command decides which deals are drawn, and under which names.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final, Literal

from pyrtool.answers.solve import solve
from pyrtool.answers.verdicts import Unknown, Verdict, Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.files import write_whole
from pyrtool.base.messages import capital, shorten
from pyrtool.cli.deals.deal_filter import DealFilter
from pyrtool.cli.deals.selection import SelectedDeal
from pyrtool.cli.options.input_output import ENGLISH
from pyrtool.cli.output import complain
from pyrtool.cli.output_files import check_not_input
from pyrtool.game.cards import Card
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position
from pyrtool.languages import count_of, say
from pyrtool.notation.diagrams import is_spanish
from pyrtool.notation.pictured import format_pictured
from pyrtool.pictures import (
    MOVING as MOVING_SUFFIXES,
    PAGE,
    OwnFont,
    PictureSettings,
    animate,
    check_path,
    draw_position,
    lacking,
    read_font,
    step_strip,
    strip,
)
from pyrtool.pictures.lettering.descriptions import as_drawn
from pyrtool.pictures.lettering.titles import SPANISH, deal_title, exchange_task, subtitle

MOST_NAMED: Final = 8
"""A message names at most this many of the letters that a font lacks."""


@dataclass(frozen=True)
class PictureOptions:
    """What a picture shows of a solution, and its texts."""

    after: int | None = None
    strip: int | None = None
    mark_exposed: bool = False
    title: str | None = None
    no_title: bool = False
    caption: str | None = None


@dataclass(frozen=True)
class ShowOptions(PictureOptions):
    """What is shown of a deal."""

    block: bool = False
    step: str | None = None
    as_seen: bool = False
    rate: bool = False
    number: int | None = None


@dataclass(frozen=True)
class LookOptions:
    """How a picture looks, and its pace if it moves."""

    width: int | None = None
    dpi: int | None = None
    deck: str = "2color"
    background: str = "white"
    font: str | None = None
    lang: str = ENGLISH
    frame_ms: int | None = None
    loop: bool | None = None


def font_for(text: str, file: str | None) -> OwnFont | None:
    """Read the font of a file, if one is named, and warn of letters that no font has."""
    font = None if file is None else read_font(Path(file))
    missing = lacking(text, font)
    if missing:
        letters = " ".join(f"{char} (U+{ord(char):04X})" for char in missing[:MOST_NAMED])
        more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
        lacking_font = "bundled font lacks" if font is None else "font lacks"
        instead = "; --font FILE takes another" if font is None else ""
        complain(f"drawn as boxes, as the {lacking_font} them: {letters}{more}{instead}")
    return font


Form = Literal["picture", "strip", "moving", "page", "steps"]

_FRAME_MS: Final = 550
_MOST_NUMBER: Final = 99_999


@dataclass(frozen=True)
class Drawing:
    """How each deal is drawn into a file named like `output`.

    `heading` and `stars` hold for every deal, where they are given; `inputs` are the
    files that are read, beside the font's.
    """

    output: str
    show: ShowOptions
    look: LookOptions
    memory_mib: int = 1024
    heading: str | None = None
    stars: int | None = None
    inputs: Sequence[str] = ()

    @cached_property
    def form(self) -> Form:
        """Return what is made; an animation only if no option asks for a still picture."""
        suffix = check_path(self.output)
        if suffix == PAGE:
            return "page"
        if self.show.step is not None:
            return "steps"
        if self.show.strip is not None:
            return "strip"
        still = self.show.block or self.show.as_seen or self.show.after is not None
        return "moving" if suffix in MOVING_SUFFIXES and not still else "picture"

    @property
    def solves(self) -> bool:
        """Return whether a verdict is needed."""
        return self.form != "picture" or bool(self.show.after) or self.show.rate

    def answered(
        self, deal_filter: DealFilter, selection: Iterable[SelectedDeal]
    ) -> Iterator[tuple[SelectedDeal, Verdict | None]]:
        """Yield the deals that are kept, with their verdicts if those are needed. A page shows
        unknown cards too, and then has no verdict."""
        if not self.solves:
            return ((one, None) for one in deal_filter.deals(selection))
        if self.form == "page":
            return deal_filter.verdicts_if_seen(selection)
        return deal_filter.verdicts(selection)

    def check(self) -> None:
        """Reject what cannot be drawn, before anything is solved."""
        self._check_not_input(self.output)
        if self.show.after is not None and self.show.after < 0:
            raise PyrtoolError(f"--after {self.show.after}: must not be negative")
        if self.show.number is not None and not 1 <= self.show.number <= _MOST_NUMBER:
            raise PyrtoolError(f"--number {self.show.number}: must be 1 to {_MOST_NUMBER:,}")
        if self.form == "page" and self.show.step not in (None, ALL):
            raise PyrtoolError(
                f"--step {shorten(self.show.step or '')}: a page has --step {ALL} only"
            )
        _ = self._font

    @cached_property
    def _font(self) -> OwnFont | None:
        """Return the font of title and caption if not the bundled one; warns of missing letters."""
        if self.form == "page":
            return None
        texts = (self.heading, self.show.title, self.show.caption)
        return font_for("".join(filter(None, texts)), self.look.font)

    def lacks(self, selected: SelectedDeal, verdict: Verdict | None) -> bool:
        """Return whether a limit left open what is to be drawn; a `PyrtoolError` if there is
        nothing."""
        needs_moves = self.form in ("strip", "moving") or bool(self.show.after) or self.show.rate
        if not needs_moves or isinstance(verdict, Won):
            return False
        if isinstance(verdict, Unknown):
            return True
        if self.show.rate:
            raise PyrtoolError(
                f"{selected.name}: without a solution it has no rating "
                "(--keep-if winnable takes only deals that can be won)"
            )
        instead = ", so nothing comes after a move"
        if self.form == "moving":
            instead = " to be shown in motion: --after 0 draws the deal, --block what blocks it"
        raise PyrtoolError(f"{selected.name}: there is no solution{instead}")

    def write(
        self,
        selected: SelectedDeal,
        verdict: Verdict | None,
        path: str,
        title: str | None = None,
        count: int = 1,
    ) -> None:
        """Draw one deal into a file; `verdict` is needed where `solves` says so.

        `title` replaces game and number. `count` is the deal's place among those drawn, for
        the number of a problem.
        """
        self._check_not_input(path)
        title = self._title(selected) if title is None else title
        if self.show.number is not None:
            number = self.show.number + count - 1
            title = f"{number}. {title}" if title else str(number)
        asks = selected.exchange is not None and self.show.caption is None
        settings = PictureSettings(
            title=title,
            stars=self._stars(selected),
            caption=exchange_task() if asks else self.show.caption,
            font=self._font,
            width_px=self.look.width,
            dpi=self.look.dpi,
            deck=self.look.deck,
            background=self.look.background,
            carried=self._carried(selected, verdict),
        )
        if self.form == "page":
            self._write_page(selected, verdict, path, settings)
        elif self.form == "picture":
            self._write_picture(selected, verdict, path, settings)
        else:
            seen = None if self.form == "steps" else verdict
            subtitle = self._subtitle(selected, seen, selected.position)
            settings = replace(settings, subtitle=subtitle)
            if self.show.step is not None:
                draw_steps(selected, self.show.step, path, settings)
            else:
                self._write_solution(selected.position, _moves(verdict), path, settings)

    def _carried(self, selected: SelectedDeal, verdict: Verdict | None) -> str:
        """Return the deal that the file carries, its number and the moves up to what it shows."""
        drawn = _moves(verdict)[: self._after(selected, verdict)]
        return format_pictured(selected.deal, selected.named, (*selected.moves, *drawn))

    def _check_not_input(self, path: str) -> None:
        check_not_input(path, (self.look.font, *self.inputs))

    def _write_page(
        self, selected: SelectedDeal, verdict: Verdict | None, path: str, settings: PictureSettings
    ) -> None:
        from pyrtool.pages.page import page  # which a picture need not wait for
        from pyrtool.pages.page.problem import Exchange

        exchange = None
        if selected.exchange is not None and not isinstance(verdict, Won):
            twin = selected.whole_deal.exchanged(*selected.exchange)
            exchange = Exchange(selected.exchange, twin, solve(twin), selected.exchanges)
        content = page(
            selected.position if selected.is_in_play else selected.deal,
            verdict,
            settings,
            game=selected.game,
            language=self.look.lang,
            after=self._after(selected, verdict),
            open_answer=self.show.block,
            mark_exposed=self.show.mark_exposed,
            every_reason=self.show.step == ALL,
            exchange=exchange,
        )
        write_whole(Path(path), content)

    def _write_picture(
        self, selected: SelectedDeal, verdict: Verdict | None, path: str, settings: PictureSettings
    ) -> None:
        line = played(selected.position, _moves(verdict))
        position = line.positions[self._after(selected, verdict)]
        marks, argument = self._blocked(selected) if self.show.block else ({}, None)
        if self.show.mark_exposed:
            marks = dict.fromkeys(position.available(), "exposed") | marks
        settings = replace(
            settings,
            subtitle=self._subtitle(selected, verdict, position),
            caption=argument if settings.caption is None else settings.caption,
        )
        draw_position(position, path, settings, marks=marks, as_seen=self.show.as_seen)

    def _write_solution(
        self, start: Position, moves: Sequence[Move], path: str, settings: PictureSettings
    ) -> None:
        if self.show.strip is not None:
            exposed = self.show.mark_exposed
            strip(start, moves, self.show.strip, path, settings, mark_exposed=exposed)
            return
        frame_ms = _FRAME_MS if self.look.frame_ms is None else self.look.frame_ms
        loop = self.look.loop is not False
        animate(start, moves, path, settings, frame_ms=frame_ms, loop=loop)

    def _after(self, selected: SelectedDeal, verdict: Verdict | None) -> int:
        after, moves = self.show.after or 0, _moves(verdict)
        if after > len(moves):
            raise PyrtoolError(f"{selected.name}: the solution has {len(moves)} moves")
        return after

    def _subtitle(
        self, selected: SelectedDeal, verdict: Verdict | None, position: Position
    ) -> str | None:
        """Return how the rules differ from the game's, and where in the play the picture is."""
        if self.show.no_title:
            return None
        before, drawn = len(selected.moves), self._after(selected, verdict)
        named = selected.own_title and not self.heading and self.show.title is None
        parts = [game_and_number(selected)] if named else []
        parts.append(subtitle(selected.rules, selected.game))
        parts += [say(SPANISH)] if is_spanish(selected.rules) else []
        if drawn and self.form == "picture":
            moves = count_of(before + len(_moves(verdict)), "move")
            parts.append(say("after {0} of {1}", before + drawn, moves))
        elif before:
            parts.append(say("after {0}", count_of(before, "move")))
        if (drawn or before) and position.pass_number > 1:
            parts.append(say("pass {0}", position.pass_number))
        return capital(", ".join(filter(None, parts))) or None

    def _blocked(self, selected: SelectedDeal) -> tuple[dict[Card, str], str]:
        """Return the marks of the cards that block a deal, and the argument in one line."""
        from pyrtool.answers.blocks.certificate import blocks
        from pyrtool.answers.blocks.wording import argue
        from pyrtool.pictures.scenes.strips import BLOCK_KEY, block_marks

        certificates = blocks(selected.subject)
        if not certificates:
            raise PyrtoolError(
                f"{selected.name}: it has no block "
                "(--keep-if blocked takes only deals that have one)"
            )
        (certificate,) = certificates
        words = as_drawn(argue(certificate, selected.rules))
        return block_marks(certificate, selected.rules.deck), f"{words} {say(BLOCK_KEY)}"

    def _stars(self, selected: SelectedDeal) -> int | None:
        if self.stars is not None or not self.show.rate:
            return self.stars
        from pyrtool.cli.deals.deal_filter import rate_alone

        return rate_alone(selected, self.memory_mib).stars

    def _title(self, selected: SelectedDeal) -> str | None:
        if self.show.no_title:
            return None
        own = self.heading or " ".join(selected.own_title.split())
        return own or game_and_number(selected)


def game_and_number(selected: SelectedDeal) -> str:
    """Return the title of a picture that has none of its own."""
    return ", ".join(filter(None, [selected.named.title, deal_title(selected.deal)]))


def _moves(verdict: Verdict | None) -> tuple[Move, ...]:
    return tuple(verdict.moves) if isinstance(verdict, Won) else ()


ALL: Final = "all"
PLACEHOLDER: Final = "{step}"


def draw_steps(selected: SelectedDeal, wanted: str, path: str, settings: PictureSettings) -> None:
    """Draw one step, or all: in one picture below the diagnosis, or if `path` has a place for its
    number, in one each.

    The caption of the settings replaces the sentence of a step.
    """
    # What other pictures need not wait for.
    from pyrtool.answers.explain.explanation import explain, lit_steps
    from pyrtool.pictures.scenes.strips import MOST, step_caption, step_key, step_marks

    try:
        explanation = explain(selected.subject)
    except PyrtoolError as error:
        raise PyrtoolError(f"{selected.name}: {error}") from None
    steps = lit_steps(explanation)
    if not steps:
        raise PyrtoolError(f"{selected.name}: {explanation.conclusion} There is no step to draw")
    if wanted == ALL and PLACEHOLDER not in path:
        if len(steps) > MOST:
            raise PyrtoolError(
                f"{selected.name}: a picture has room for {MOST} of its {len(steps)} steps: "
                f"{PLACEHOLDER} in the file name draws each"
            )
        if explanation.diagnosis and not settings.subtitle:
            settings = replace(settings, subtitle=as_drawn(str(explanation.diagnosis.words)))
        step_strip(selected.position, steps, path, settings)
        return
    drawn = [step for step in steps if wanted in (ALL, step.number)]
    if not drawn:
        numbers = ", ".join(step.number for step in steps)
        known = f"the steps are {numbers}" if len(steps) > 1 else f"the only step is {numbers}"
        raise PyrtoolError(f"{selected.name}: no step {shorten(wanted)}: {known}")
    for step in drawn:
        caption = settings.caption or f"{step_caption(step)}\n{step_key([step])}"
        draw_position(
            selected.position,
            path.replace(PLACEHOLDER, step.number),
            replace(settings, caption=caption),
            marks=step_marks(step),
        )
