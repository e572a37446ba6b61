"""``pyrtool render``: deals as pictures."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated

import typer

from pyrtool.cli.options import (
    Deals,
    KeepIfOption,
    LimitOptions,
    NumberingOption,
    RuleOptions,
    with_groups,
)

if TYPE_CHECKING:
    from pyrtool.cards import Card
    from pyrtool.cli.selection import Selected
    from pyrtool.games import Rules
    from pyrtool.position import Position
    from pyrtool.solver import Verdict

_PLACEHOLDER = "{deal}"


@with_groups
def command(
    deals: Deals,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The picture (.png); {deal} in it stands for the deal number.",
            show_default=False,
        ),
    ],
    ruling: RuleOptions,
    limiting: LimitOptions,
    numbering: NumberingOption = "native",
    keep_if: KeepIfOption = None,
    block: Annotated[
        bool,
        typer.Option("--block", help="Mark what blocks the deal, with the argument as caption."),
    ] = False,
    after: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Draw the table after N moves of the solution.", show_default=False
        ),
    ] = None,
    mark_exposed: Annotated[
        bool, typer.Option("--mark-exposed", help="Mark the tableau's exposed cards.")
    ] = False,
    width: Annotated[int, typer.Option(metavar="PX", help="Width in pixels.")] = 1200,
    dpi: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Pixels an inch, kept in the file: how large it prints. Else left open.",
            show_default=False,
        ),
    ] = None,
    deck: Annotated[str, typer.Option(help="The faces of the cards.")] = "2color",
    background: Annotated[str, typer.Option(help="What the cards lie on.")] = "white",
    title: Annotated[
        bool, typer.Option("--title/--no-title", help="Whether game and number stand above.")
    ] = True,
    caption: Annotated[
        str | None, typer.Option(metavar="TEXT", help="A text below.", show_default=False)
    ] = None,
) -> int:
    """Draw deals as pictures.

    With several deals, {deal} in the file's name keeps the pictures apart; a deal that has no
    number counts as text-1, text-2 ..
    """
    from pyrtool.cards import PyrtoolError
    from pyrtool.cli.selection import select
    from pyrtool.cli.sieve import Sieve
    from pyrtool.render import check_path
    from pyrtool.render import render as draw

    check_path(output)
    _check_folder(output)
    if block and after is not None:
        raise PyrtoolError("--block and --after exclude each other: a blocked deal has no solution")
    if after is not None and after < 0:
        raise PyrtoolError(f"--after {after}: must not be negative")
    rules = ruling.rules()
    sieve = Sieve(rules, keep_if, limiting.limits())
    selected: Iterator[Selected] = select(deals, numbering, rules)
    if _PLACEHOLDER not in output:
        first = list(islice(selected, 2))
        if len(first) > 1:
            raise PyrtoolError(
                f"{output}: several deals need {_PLACEHOLDER} in the name, as in "
                f"deal-{_PLACEHOLDER}.png"
            )
        selected = chain(first, selected)
    unnamed = 0
    pairs = sieve.solved(selected) if after else ((one, None) for one in sieve.kept(selected))
    for chosen, verdict in pairs:
        position = _position(chosen, verdict, rules, after or 0)
        marks, argument = _blocked(chosen, rules) if block else ({}, None)
        if mark_exposed:
            marks = dict.fromkeys(position.exposed(), "exposed") | marks
        number = chosen.deal.number
        unnamed += number is None
        path = output.replace(_PLACEHOLDER, f"text-{unnamed}" if number is None else str(number))
        try:
            draw(
                position,
                path,
                width_px=width,
                dpi=dpi,
                deck=deck,
                background=background,
                title=_title(chosen, ruling.game) if title else None,
                caption=argument if caption is None else caption,
                marks=marks,
            )
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
                raise  # a failure; otherwise it is the name that is wrong
            raise PyrtoolError(f"{path}: {error.strerror}") from None
    return sieve.status


def _check_folder(output: str) -> None:
    """A `PyrtoolError` where no file can be made, before a deal is drawn."""
    import os
    from pathlib import Path

    from pyrtool.cards import PyrtoolError

    folder = Path(output).parent
    if _PLACEHOLDER in str(folder):
        raise PyrtoolError(f"{output}: {_PLACEHOLDER} may stand only in the file's own name")
    if not folder.is_dir():
        raise PyrtoolError(f"{output}: there is no folder {folder}")
    if Path(output).is_dir():
        raise PyrtoolError(f"{output}: is a folder")
    if not os.access(folder, os.W_OK):
        raise PyrtoolError(f"{output}: the folder {folder} cannot be written to")


def _position(chosen: Selected, verdict: Verdict | None, rules: Rules, after: int) -> Position:
    """The table after that many moves of the verdict's solution."""
    from pyrtool.cards import PyrtoolError
    from pyrtool.position import Position
    from pyrtool.solver import Won

    position = Position.start(chosen.deal.cards, rules)
    if not after:
        return position
    if not isinstance(verdict, Won):
        raise PyrtoolError(f"{chosen.name}: there is no solution, so nothing comes after a move")
    if after > len(verdict.moves):
        raise PyrtoolError(f"{chosen.name}: the solution has {len(verdict.moves)} moves")
    for move in verdict.moves[:after]:
        position = position.play(move)
    return position


def _blocked(chosen: Selected, rules: Rules) -> tuple[dict[Card, str], str]:
    """The marks of the cards that block a deal, and the argument in one line."""
    from pyrtool.blocks import argue, certify, find_block
    from pyrtool.cards import PyrtoolError

    block = find_block(chosen.deal.cards, rules)
    if block is None:
        raise PyrtoolError(
            f"{chosen.name}: it has no block (--keep-if blocked takes only deals that have one)"
        )
    certificate = certify(block, chosen.deal.cards, rules)
    marks = dict.fromkeys(certificate.holding, "waits")
    marks |= dict.fromkeys(certificate.held, "stuck")
    return marks, argue(certificate, rules)


def _title(chosen: Selected, game: str) -> str:
    deal = chosen.deal
    if deal.number is None:
        return game.capitalize()
    numbering = "" if deal.numbering == "native" else f"{deal.numbering} "
    return f"{game.capitalize()}, {numbering}deal {deal.number}"
