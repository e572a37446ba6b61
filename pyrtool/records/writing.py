"""Verdicts, best lines, games in play and blocks as records for JSON.

Decides which fields a record has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrtool.answers.best.best import Best, By, worth
from pyrtool.answers.best.over_deals import Challenge
from pyrtool.answers.blocks import Block, Certificate, format_certificate
from pyrtool.answers.closed import Player
from pyrtool.answers.explain.reasoning import Reasoning
from pyrtool.answers.rating import Rating
from pyrtool.answers.solve import Lost, Unknown, Verdict, Won
from pyrtool.answers.subject import Subject
from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject, number_field
from pyrtool.base.version import STAMP
from pyrtool.game.cards import RANKS, rank_of, set_name
from pyrtool.game.line import played
from pyrtool.game.position import Move, Position, start_of
from pyrtool.notation.deals import format_deal
from pyrtool.notation.diagrams import format_position
from pyrtool.notation.files import UNFINISHED
from pyrtool.notation.moves import events, format_event
from pyrtool.notation.rules import NamedRules
from pyrtool.records.ratings import format_rating
from pyrtool.records.reasoning import format_reasoning

BOUNDS: Final = {
    **dict.fromkeys(RANKS, ("removed",)),
    "pyramid": ("pyramid_left", "cards_left"),
    "all": ("cards_left", "pyramid_left"),
    "score": ("score",),
}
"""The fields of a bound, in the order of each question."""


def deal_record(deal: Subject, game: str, after: Sequence[Move] = ()) -> JsonObject:
    """Write the fields that name a deal and its game.

    They are `deal`, `numbering`, `game`, `rules` and `cards`. Rules of another game get its name. A
    position without a deal has a null `cards`, and `position` in one line. A record about the
    position `after` some moves has these moves. Every record begins with these fields and names the
    `version` of pyrtool and of its `solver`.
    """
    number = None if isinstance(deal, Position) else deal.number
    record: JsonObject = {
        "deal": None if number is None else number_field(number),
        "numbering": None if isinstance(deal, Position) else deal.numbering,
        "game": NamedRules.of(game, deal.rules).game,
        "rules": deal.rules.to_dict(),
    }
    if isinstance(deal, Position):
        record |= {"cards": None, "position": format_position(deal)}
    else:
        record["cards"] = format_deal(deal.cards)
    if after:
        record["after"] = format_line(after, start_of(deal))
    return record | STAMP


def solve_record(
    deal: Subject,
    game: str,
    verdict: Verdict,
    rating: Rating | None = None,
    after: Sequence[Move] = (),
    reasoning: Reasoning | None = None,
) -> JsonObject:
    """Write the record of a verdict.

    `moves` is null unless won, `reason` unless lost or unknown. `shortest` of a won deal states
    whether no line has fewer moves. If a `limit` left that open, no line has fewer than
    `least_moves`. A given `rating` and `reasoning` are included, and so are the moves `after` which
    the verdict holds.
    """
    record = deal_record(deal, game, after)
    start = played(start_of(deal), after).end
    match verdict:
        case Won(moves, nodes):
            made = format_line(moves, start)
            record |= {"verdict": "won", "reason": None, "moves": made, "nodes": nodes}
            record["shortest"] = verdict.shortest
            if verdict.limit is not None:
                record |= {"limit": verdict.limit, "least_moves": verdict.least_moves}
        case Lost(reason, nodes, block):
            record |= {"verdict": "lost", "reason": reason, "moves": None, "nodes": nodes}
            if block is not None:
                record["block"] = _format_block(block)
        case Unknown(limit, nodes):
            record |= {"verdict": "unknown", "reason": limit, "moves": None, "nodes": nodes}
    if rating is not None:
        record["rating"] = format_rating(rating)
    if reasoning is not None:
        record["reasoning"] = format_reasoning(reasoning)
    return record


def best_record(deal: Subject, game: str, best: Best, after: Sequence[Move] = ()) -> JsonObject:
    """Write the record of the best line: that of the deal's verdict, with the moves of the line.

    `best` names the question. These fields describe the line:

    - Its end: `pyramid_left` and `cards_left`, with scoring `score`, for a rank the number of cards
      `removed`, and for par scoring `cleared_in_pass`.
    - `proved`: no line does better, or this one has the requested `at_least`. Otherwise, `limit` is
      the limit that was reached, and no line does better than `bound`.
    - `least_moves`, if requested: no line with this result has fewer moves.
    - `cleared`: the line that also clears the pyramid, if that costs something, in the same form.

    `after` are the moves before the line.
    """
    record = solve_record(deal, game, best.verdict, after=after)
    record |= {"nodes": best.nodes, "best": best.by}
    if best.at_least is not None:
        record["at_least"] = best.at_least
    start = start_of(deal).play_all(after)
    record |= _line_fields(best, start)
    if best.cleared is not None:
        record["cleared"] = _line_fields(best.cleared, start)
    return record


def challenge_fields(made: Challenge, number: int) -> JsonObject:
    """Write the fields that the record of a challenge's last deal has besides those of its line.

    They are the challenge's `number` as `match`, and which deal of it this one is; how many deals
    it is `over`, and its `target`, if it has one; the `total` so far, and the total that is still
    possible, `at_most`.
    """
    target = {} if made.at_least is None else {"target": made.at_least}
    return {
        "match": number,
        "game_of_match": len(made.games),
        "over": made.over,
        **target,
        "total": made.total,
        "at_most": made.at_most,
    }


def _line_fields(best: Best, start: Position) -> JsonObject:
    """One line of a best record: its moves, where it ends, what is proved of it."""
    fields: JsonObject = {"moves": format_line(best.moves, start)}
    fields |= ending(best.position, best.by) | {"proved": best.proved}
    if not best.proved:
        bound = dict(zip(BOUNDS[best.by], best.bound, strict=True))
        fields |= {"limit": best.limit, "bound": bound}
    if best.least_moves is not None:
        fields["least_moves"] = best.least_moves
    return fields


def ending(position: Position, by: By) -> JsonObject:
    """Write the end of a line as the record of a best line has it."""
    end = {"pyramid_left": position.pyramid_left(), "cards_left": position.cards_left()}
    if position.rules.scoring != "none":
        end["score"] = position.score()
    if rank_of(by):
        (end["removed"],) = worth(position, by)
    if position.rules.scoring != "par":
        return end
    return end | {"cleared_in_pass": position.cleared_in_pass}


def play_record(deal: Subject, game: str, moves: Sequence[Move]) -> JsonObject:
    """The record of a game as it was played: that of a won deal if it is won, else one whose
    verdict is unknown, for the reason `unfinished`."""
    record = solve_record(deal, game, Won(tuple(moves), 0))
    if not played(start_of(deal), moves).end.is_won():
        record |= {"verdict": "unknown", "reason": UNFINISHED}
    return record


def closed_record(
    deal: Subject,
    game: str,
    player: Player,
    moves: Sequence[Move],
    after: Sequence[Move] = (),
) -> JsonObject:
    """Write the record of a game by a player that does not see the stock.

    It is the record of a game in play (`play_record`), from the position `after` some moves. It
    adds the name of the `player`, its `seed` and `orders`, and the end of the game.
    """
    record = play_record(deal, game, (*after, *moves))
    end = played(start_of(deal), (*after, *moves)).end
    record |= ending(end, "all")
    return record | {
        "player": player.name,
        "seed": number_field(player.seed),
        "orders": player.orders,
    }


def blocks_record(
    deal: Subject,
    game: str,
    arguments: Sequence[Certificate],
    after: Sequence[Move] = (),
) -> JsonObject:
    """The record of a deal's blocks, each with its certificate; `blocks` is empty for none. `after`
    are the moves that were made before."""
    blocks = [
        _format_block(argument.block) | {"certificate": format_certificate(argument, deal.rules)}
        for argument in arguments
    ]
    return deal_record(deal, game, after) | {"blocks": blocks}


def format_line(moves: Sequence[Move], start: Position) -> list[JsonObject]:
    """Write the events of these moves as a record has them."""
    return [format_event(event) for event in events(moves, start)]


def _format_block(block: Block) -> JsonObject:
    return {
        "kind": block.kind,
        "sets": [set_name(*ranks) for ranks in block.sets],
        "card": None if block.card is None else str(block.card),
        "covers": list(map(str, block.covers)),
    }


guard(__name__)
