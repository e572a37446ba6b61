"""Verdicts, best lines, games in play, blocks, and values of moves as records for JSON.

Decides which fields a record has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from pyrtool.answers.advice.values import Advice, Assumed, Orders, Worth
from pyrtool.answers.best.best import Best
from pyrtool.answers.best.matches import Challenge
from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.certificate import Certificate
from pyrtool.answers.blocks.wording import format_certificate
from pyrtool.answers.closed import Chance, Player
from pyrtool.answers.explain.difficulty import Reasoning
from pyrtool.answers.objectives import By, worth
from pyrtool.answers.rating.scale import Rating
from pyrtool.answers.unknown_cards.chance import TableChance
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won
from pyrtool.base.json_object import JsonObject, number_field
from pyrtool.base.version import STAMP
from pyrtool.game.cards import RANKS, rank_of, set_name
from pyrtool.game.line import played
from pyrtool.game.partly_seen import PartlySeen
from pyrtool.game.position import Move, Position, Subject, start_of
from pyrtool.notation.deals import format_deal
from pyrtool.notation.diagrams import format_position
from pyrtool.notation.face_down import format_partly_seen
from pyrtool.notation.files import UNFINISHED
from pyrtool.notation.moves import events, format_event, format_moves
from pyrtool.notation.rules import NamedRules
from pyrtool.records.ratings import format_rating, format_reasoning

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
    """Write one line of a best record: its moves, where it ends, what is proved of it."""
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
    """Write the record of a game as it was played: that of a won deal if it is won, else one whose
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
    """Write the record of a deal's blocks, each with its certificate.

    `blocks` is empty if there is none. `after` are the moves that were made before.
    """
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


def advice_record(
    deal: Subject,
    game: str,
    advice: Advice,
    after: Sequence[Move] = (),
    seen: PartlySeen | None = None,
) -> JsonObject:
    """Write the record of `advise` about a deal, or about the position `after` some moves.

    `advice` has the `verdict`, `nodes`, `orders` (null unless cards are unknown) and `choices`, the
    best first. A choice has these fields:

    - `moves` that lead to the same, their `words`, and the `verdict` after them;
    - `to_end`, the moves to the end including this one, and the `line` that takes them, both null
      unless the move wins; `shortest` if no line is shorter;
    - `only`, `best` (the best result after a losing move), and `limit`;
    - with chances at a table with unknown cards `chance`, null where a limit left it open, its
      `interval`, the share as a fraction where it is `exact`, and the counts of `TableChance`.

    Then `assumed` has the fields of `Assumed`. `seen`: the table, where `deal` is only one of the
    positions that can lie there.
    """
    assert not after or played(start_of(deal), after).end == advice.position
    record = deal_record(deal, game, after)
    if seen is not None:
        record["position"] = format_partly_seen(seen)
    assumed = {} if advice.assumed is None else {"assumed": _format_assumed(advice.assumed)}
    record["advice"] = {
        "verdict": advice.verdict,
        "nodes": advice.nodes,
        "orders": _format_orders(advice.orders),
        **assumed,
        "choices": [_format_choice(one, advice.position) for one in advice.worths],
    }
    return record


def chances_record(
    deal: Subject,
    game: str,
    chances: Sequence[Chance],
    after: Sequence[Move] = (),
) -> JsonObject:
    """Write the record of the chances of moves for a player that does not see the stock.

    It is about a deal, or the position `after` some moves. `closed` has the number of sampled
    `orders`, whether they are all orders (`complete`), and whether none was left open (`exact`).
    Its `choices`, the best first, have the `move`, its `words`, the number of orders in which it
    `wins`, the `chance`, and its `interval`. `left_open` counts the orders that a limit left
    undecided.
    """
    here = played(start_of(deal), after).end
    choices = [
        {
            "move": format_line([one.move], here)[0],
            "words": format_moves([one.move], here),
            "wins": one.wins,
            "chance": one.value if one.orders else None,
            "interval": list(one.interval()) if one.orders else None,
        }
        | ({"left_open": one.left_open} if one.left_open else {})
        for one in chances
    ]
    orders = chances[0].orders if chances else 0
    complete = bool(chances) and chances[0].complete
    exact = bool(chances) and all(one.exact for one in chances)
    closed = {"orders": orders, "complete": complete, "exact": exact, "choices": choices}
    return deal_record(deal, game, after) | {"closed": closed}


def _format_choice(one: Worth, position: Position) -> JsonObject:
    return {
        "moves": [format_line([move], position)[0] for move in one.moves],
        "words": [format_moves([move], position) for move in one.moves],
        "verdict": one.verdict,
        "to_end": len(one.line) or None,
        "shortest": one.shortest,
        "line": format_line(one.line, position) if one.line else None,
        "only": one.only,
        "best": None if one.best is None else _format_best(one.best),
        "limit": one.limit,
        "orders": _format_orders(one.orders),
    } | ({} if one.chance is None else _format_chance(one.chance))


def _format_chance(chance: TableChance) -> JsonObject:
    return {
        "chance": None if chance.is_open else chance.value,
        "interval": list(chance.interval()),
        "exact": None if chance.exact is None else str(chance.exact),
        "winnable": chance.winnable,
        "left_open": chance.left_open,
        "played": chance.played,
        "won": chance.won,
    }


def _format_assumed(assumed: Assumed) -> JsonObject:
    record = asdict(assumed)
    return {name: list(v) if isinstance(v, tuple) else v for name, v in record.items()}


def _format_best(best: Best) -> JsonObject:
    record = {"best": best.by} | ending(best.position, best.by) | {"proved": best.proved}
    bound = dict(zip(BOUNDS[best.by], best.bound, strict=True))
    return record if best.proved else record | {"bound": bound}


def _format_orders(orders: Orders | None) -> JsonObject | None:
    if orders is None:
        return None
    return {
        "tried": orders.tried,
        "won": orders.won,
        "all": orders.all,
        "won_with": " ".join(map(str, orders.won_with)) or None,
        "lost_with": " ".join(map(str, orders.lost_with)) or None,
    }
