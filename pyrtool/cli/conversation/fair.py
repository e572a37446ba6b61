"""Hints for a player that does not see the stock, from what it can know."""

from __future__ import annotations

from pyrtool.answers.closed import Player, View, usual_orders, weigh
from pyrtool.cli.words.advising import chances_text
from pyrtool.game.position import Position
from pyrtool.languages import say
from pyrtool.notation import format_moves


def fair_hint(position: Position) -> str:
    """Show the move of the strongest player that can play the game."""
    plain = Player("careful")
    player = plain if plain.is_by_thumb(position.rules) else Player("strongest")
    move = player.choose(View.of(position))
    if move is None:
        return say("no move is legal")
    word = format_moves([move], position)
    return say("{0} (by what you can know; hint open looks at the stock)", word)


def chances_shown(position: Position) -> str:
    """Show the chances of all moves."""
    return chances_text(weigh(View.of(position), usual_orders(position)), position)
