"""The values of moves as a record for JSON.

Decides its fields. They are below `advice` or `closed`, next to those that name the deal, so that a
reader of deals or positions reads this record too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from pyrtool.answers.advice import Advice, Assumed, Orders, Worth
from pyrtool.answers.best.best import Best
from pyrtool.answers.closed import Chance
from pyrtool.answers.hidden.chance import TableChance
from pyrtool.answers.subject import Subject
from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.game.line import played
from pyrtool.game.partly_seen import PartlySeen
from pyrtool.game.position import Move, Position, start_of
from pyrtool.notation.face_down import format_partly_seen
from pyrtool.notation.moves import format_moves
from pyrtool.records.writing import BOUNDS, deal_record, ending, format_line


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
    assumed = {} if advice.assumed is None else {"assumed": _assumed(advice.assumed)}
    record["advice"] = {
        "verdict": advice.verdict,
        "nodes": advice.nodes,
        "orders": _orders(advice.orders),
        **assumed,
        "choices": [_choice(one, advice.position) for one in advice.worths],
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


def _choice(one: Worth, position: Position) -> JsonObject:
    return {
        "moves": [format_line([move], position)[0] for move in one.moves],
        "words": [format_moves([move], position) for move in one.moves],
        "verdict": one.verdict,
        "to_end": len(one.line) or None,
        "shortest": one.shortest,
        "line": format_line(one.line, position) if one.line else None,
        "only": one.only,
        "best": None if one.best is None else _best(one.best),
        "limit": one.limit,
        "orders": _orders(one.orders),
    } | ({} if one.chance is None else _chance(one.chance))


def _chance(chance: TableChance) -> JsonObject:
    return {
        "chance": None if chance.is_open else chance.value,
        "interval": list(chance.interval()),
        "exact": None if chance.exact is None else str(chance.exact),
        "winnable": chance.winnable,
        "left_open": chance.left_open,
        "played": chance.played,
        "won": chance.won,
    }


def _assumed(assumed: Assumed) -> JsonObject:
    record = asdict(assumed)
    return {name: list(v) if isinstance(v, tuple) else v for name, v in record.items()}


def _best(best: Best) -> JsonObject:
    record = {"best": best.by} | ending(best.position, best.by) | {"proved": best.proved}
    bound = dict(zip(BOUNDS[best.by], best.bound, strict=True))
    return record if best.proved else record | {"bound": bound}


def _orders(orders: Orders | None) -> JsonObject | None:
    if orders is None:
        return None
    return {
        "tried": orders.tried,
        "won": orders.won,
        "all": orders.all,
        "won_with": " ".join(map(str, orders.won_with)) or None,
        "lost_with": " ".join(map(str, orders.lost_with)) or None,
    }


guard(__name__)
