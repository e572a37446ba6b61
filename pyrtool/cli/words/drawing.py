"""What ``pyrtool render`` makes of a deal: a picture, a strip, a moving picture, or a page.

Decides what each option asks of the library. Which deals are drawn, and under which names, is for
`render`; the options' names, their help, and which exclude each other, for `render_options`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, Literal

from pyrtool.answers.verdicts import Unknown, Verdict, Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.files import write_whole
from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import capital, shorten
from pyrtool.cli.deals.same_file import check_not_input
from pyrtool.cli.deals.selection import Selected
from pyrtool.cli.deals.sieve import Sieve
from pyrtool.cli.options.render_options import LookOptions, ShowOptions, font_for
from pyrtool.cli.words.drawing_steps import ALL, draw_steps
from pyrtool.game.cards import Card
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position
from pyrtool.languages import count_of, say
from pyrtool.notation.diagrams import is_spanish
from pyrtool.pictures import MOVING, PAGE, OwnFont, animate, check_path, render, strip
from pyrtool.pictures.lettering.subtitle import subtitle
from pyrtool.pictures.lettering.titles import SPANISH, deal_title
from pyrtool.pictures.lettering.words import as_drawn

Form = Literal["picture", "strip", "moving", "page", "steps"]

_WIDTH_PX: Final = 1200
_MOVING_WIDTH_PX: Final = 600
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
        """What is made; an animation only if no option asks for a still picture."""
        suffix = check_path(self.output)
        if suffix == PAGE:
            return "page"
        if self.show.step is not None:
            return "steps"
        if self.show.strip is not None:
            return "strip"
        still = self.show.block or self.show.as_seen or self.show.after is not None
        return "moving" if suffix in MOVING and not still else "picture"

    @property
    def solves(self) -> bool:
        """Whether a verdict is needed."""
        return self.form != "picture" or bool(self.show.after) or self.show.rate

    def answered(
        self, sieve: Sieve, selected: Iterable[Selected]
    ) -> Iterator[tuple[Selected, Verdict | None]]:
        """The deals that the sieve keeps, with their verdicts where those are needed. A page shows
        unknown cards too, and then has no verdict."""
        if not self.solves:
            return ((one, None) for one in sieve.kept(selected))
        return sieve.solved_if_seen(selected) if self.form == "page" else sieve.solved(selected)

    def check(self) -> None:
        """A `PyrtoolError` names what cannot be drawn, before anything is solved."""
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
        """The font of title and caption, if it is not the bundled one; warns of missing letters."""
        if self.form == "page":
            return None
        texts = (self.heading, self.show.title, self.show.caption)
        return font_for("".join(filter(None, texts)), self.look.font)

    def lacks(self, chosen: Selected, verdict: Verdict | None) -> bool:
        """Whether a limit left open what is to be drawn; a `PyrtoolError` if there is nothing."""
        needs_moves = self.form in ("strip", "moving") or bool(self.show.after) or self.show.rate
        if not needs_moves or isinstance(verdict, Won):
            return False
        if isinstance(verdict, Unknown):
            return True
        if self.show.rate:
            raise PyrtoolError(
                f"{chosen.name}: without a solution it has no rating "
                "(--keep-if winnable takes only deals that can be won)"
            )
        raise PyrtoolError(f"{chosen.name}: there is no solution{self._instead}")

    @property
    def _instead(self) -> str:
        if self.form == "moving":
            return " to be shown in motion: --after 0 draws the deal, --block what blocks it"
        return ", so nothing comes after a move"

    def write(
        self,
        chosen: Selected,
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
        title = self._title(chosen) if title is None else title
        if self.show.number is not None:
            number = self.show.number + count - 1
            title = f"{number}. {title}" if title else str(number)
        labels = {"title": title, "stars": self._stars(chosen)}
        if self.form == "page":
            self._write_page(chosen, verdict, path, labels)
        elif self.form == "picture":
            self._write_picture(chosen, verdict, path, labels)
        elif self.show.step is not None:
            labels["subtitle"] = self._subtitle(chosen, None, chosen.position)
            labels["caption"] = self.show.caption
            draw_steps(chosen, self.show.step, path, labels | self._still)
        else:
            self._write_solution(chosen, verdict, path, labels)

    def _check_not_input(self, path: str) -> None:
        check_not_input(path, (self.look.font, *self.inputs))

    def _write_page(
        self, chosen: Selected, verdict: Verdict | None, path: str, labels: JsonObject
    ) -> None:
        from pyrtool.pages.page import page  # which a picture need not wait for

        content = page(
            chosen.position if chosen.is_in_play else chosen.deal,
            verdict,
            **labels,
            game=chosen.game,
            caption=self.show.caption,
            deck=self.look.deck,
            background=self.look.background,
            language=self.look.lang,
            after=self._after(chosen, verdict),
            open_answer=self.show.block,
            mark_exposed=self.show.mark_exposed,
            every_reason=self.show.step == ALL,
        )
        write_whole(Path(path), content)

    def _write_picture(
        self, chosen: Selected, verdict: Verdict | None, path: str, labels: JsonObject
    ) -> None:
        line = played(chosen.position, _moves(verdict))
        position = line.positions[self._after(chosen, verdict)]
        labels["subtitle"] = self._subtitle(chosen, verdict, position)
        marks, argument = self._blocked(chosen) if self.show.block else ({}, None)
        if self.show.mark_exposed:
            marks = dict.fromkeys(position.available(), "exposed") | marks
        caption = argument if self.show.caption is None else self.show.caption
        labels |= {"caption": caption, "marks": marks, "as_seen": self.show.as_seen}
        render(position, path, **labels, **self._still)

    def _write_solution(
        self, chosen: Selected, verdict: Verdict | None, path: str, labels: JsonObject
    ) -> None:
        start = chosen.position
        labels["caption"] = self.show.caption
        labels["subtitle"] = self._subtitle(chosen, verdict, start)
        if self.show.strip is not None:
            labels["mark_exposed"] = self.show.mark_exposed
            strip(start, _moves(verdict), self.show.strip, path, **labels, **self._still)
            return
        animate(
            start,
            _moves(verdict),
            path,
            **labels,
            width_px=_MOVING_WIDTH_PX if self.look.width is None else self.look.width,
            deck=self.look.deck,
            background=self.look.background,
            frame_ms=_FRAME_MS if self.look.frame_ms is None else self.look.frame_ms,
            loop=self.look.loop is not False,
            font=self._font,
        )

    @property
    def _still(self) -> JsonObject:
        return {
            "width_px": _WIDTH_PX if self.look.width is None else self.look.width,
            "dpi": self.look.dpi,
            "deck": self.look.deck,
            "background": self.look.background,
            "font": self._font,
        }

    def _after(self, chosen: Selected, verdict: Verdict | None) -> int:
        after, moves = self.show.after or 0, _moves(verdict)
        if after > len(moves):
            raise PyrtoolError(f"{chosen.name}: the solution has {len(moves)} moves")
        return after

    def _subtitle(
        self, chosen: Selected, verdict: Verdict | None, position: Position
    ) -> str | None:
        """How the rules differ from the game's, and where in the play the picture is."""
        if self.show.no_title:
            return None
        made, drawn = len(chosen.moves), self._after(chosen, verdict)
        named = chosen.own_title and not self.heading and self.show.title is None
        parts = [_game_and_number(chosen)] if named else []
        parts.append(subtitle(chosen.rules, chosen.game))
        parts += [say(SPANISH)] if is_spanish(chosen.rules) else []
        if drawn and self.form == "picture":
            moves = count_of(made + len(_moves(verdict)), "move")
            parts.append(say("after {0} of {1}", made + drawn, moves))
        elif made:
            parts.append(say("after {0}", count_of(made, "move")))
        if (drawn or made) and position.pass_number > 1:
            parts.append(say("pass {0}", position.pass_number))
        return capital(", ".join(filter(None, parts))) or None

    def _blocked(self, chosen: Selected) -> tuple[dict[Card, str], str]:
        """The marks of the cards that block a deal, and the argument in one line."""
        from pyrtool.answers.blocks import argue, blocks
        from pyrtool.pictures.scenes.blocked import block_marks

        found = blocks(chosen.asked)
        if not found:
            raise PyrtoolError(
                f"{chosen.name}: it has no block (--keep-if blocked takes only deals that have one)"
            )
        (certificate,) = found
        return block_marks(certificate), as_drawn(argue(certificate, chosen.rules))

    def _stars(self, chosen: Selected) -> int | None:
        """How hard a won deal is, if that is to be shown."""
        if self.stars is not None or not self.show.rate:
            return self.stars
        from pyrtool.cli.words.rating import rate_alone

        return rate_alone(chosen, self.memory_mib).stars

    def _title(self, chosen: Selected) -> str | None:
        if self.show.no_title:
            return None
        own = self.heading or " ".join(chosen.own_title.split())
        return own or _game_and_number(chosen)


def _game_and_number(chosen: Selected) -> str:
    return ", ".join(filter(None, [chosen.named.title, deal_title(chosen.deal)]))


def _moves(verdict: Verdict | None) -> tuple[Move, ...]:
    return tuple(verdict.moves) if isinstance(verdict, Won) else ()
