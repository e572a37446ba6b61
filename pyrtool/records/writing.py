"""Verdicts, best lines, games in play, blocks, and values of moves as records for JSON.

Decides where the value of each field is from (`fields.write`).
"""

from collections.abc import Sequence
from typing import Final

from pyrtool.answers.advice.values import Advice, Orders, Worth
from pyrtool.answers.best.best import Best
from pyrtool.answers.best.matches import Challenge
from pyrtool.answers.blocks.block import Block
from pyrtool.answers.blocks.certificate import Certificate
from pyrtool.answers.blocks.wording import format_certificate
from pyrtool.answers.closed import Chance, Player
from pyrtool.answers.explain.difficulty import Reasoning
from pyrtool.answers.objectives import By, worth
from pyrtool.answers.rating.scale import Rating
from pyrtool.answers.review.judge import Review
from pyrtool.answers.review.luck import Split
from pyrtool.answers.unknown_cards.chance import TableChance
from pyrtool.answers.verdicts import ANSWERS, Lost, Unknown, Verdict, Won
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
from pyrtool.records.fields import write
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
    """Write the record of a verdict, after the moves `after`, with rating and reasoning, if any."""
    start = played(start_of(deal), after).end
    given: JsonObject = {"moves": None, "limit": None, "block": None}
    match verdict:
        case Won(moves):
            made = format_line(moves, start)
            given |= {"verdict": "won", "reason": None, "moves": made, "limit": verdict.limit}
        case Lost(reason, _, block):
            lost_by = None if block is None else _format_block(block)
            given |= {"verdict": "lost", "reason": reason, "block": lost_by}
        case Unknown(limit):
            given |= {"verdict": "unknown", "reason": limit}
    given["rating"] = None if rating is None else format_rating(rating)
    given["reasoning"] = None if reasoning is None else format_reasoning(reasoning)
    return deal_record(deal, game, after) | write("of_verdict", verdict, **given)


def best_record(deal: Subject, game: str, best: Best, after: Sequence[Move] = ()) -> JsonObject:
    """Write the record of the best line: that of the deal's verdict, with the moves of the line.

    `after` are the moves before the line.
    """
    start = played(start_of(deal), after).end
    record = solve_record(deal, game, best.verdict, after=after)
    given = {name: record.get(name) for name in ("verdict", "reason", "shortest", "block")}
    given |= _line_fields(best, start) | {"best": best.by, "cleared": None}
    if best.cleared is not None:
        given["cleared"] = write("line", best.cleared, **_line_fields(best.cleared, start))
    return record | write("of_best", best, **given)


def challenge_fields(made: Challenge, number: int) -> JsonObject:
    """Write the fields of a challenge with this `number` in the record of its last deal."""
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
    """Write the fields of a line that its `best` does not have as JSON has them."""
    made = {"moves": format_line(best.moves, start), "bound": _bound(best)}
    return made | ending(best.position, best.by)


def _bound(best: Best) -> JsonObject | None:
    return None if best.proved else dict(zip(BOUNDS[best.by], best.bound, strict=True))


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
    deal: Subject, game: str, player: Player, moves: Sequence[Move], after: Sequence[Move] = ()
) -> JsonObject:
    """Write the record of a game by a player that does not see the stock.

    It is the record of a game in play (`play_record`), from the position `after` some moves. It
    adds the name of the `player`, its `seed` and `orders`, and the end of the game.
    """
    record = play_record(deal, game, (*after, *moves))
    record |= ending(played(start_of(deal), (*after, *moves)).end, "all")
    return record | {
        "player": player.name,
        "seed": number_field(player.seed),
        "orders": player.orders,
    }


def blocks_record(
    deal: Subject, game: str, arguments: Sequence[Certificate], after: Sequence[Move] = ()
) -> JsonObject:
    """Write the record of a deal's blocks, each with its certificate.

    `blocks` is empty if there is none. `after` are the moves that were made before.
    """
    blocks = [_format_block(one.block, format_certificate(one, deal.rules)) for one in arguments]
    return deal_record(deal, game, after) | {"blocks": blocks}


def format_line(moves: Sequence[Move], start: Position) -> list[JsonObject]:
    """Write the events of these moves as a record has them."""
    return [format_event(event) for event in events(moves, start)]


def _format_block(block: Block, certificate: JsonObject | None = None) -> JsonObject:
    sets = [set_name(*ranks) for ranks in block.sets]
    return write("argued_block", block, sets=sets, certificate=certificate)


def advice_record(
    deal: Subject,
    game: str,
    advice: Advice,
    after: Sequence[Move] = (),
    seen: PartlySeen | None = None,
) -> JsonObject:
    """Write the record of `advise` about a deal, or about the position `after` some moves.

    `seen`: the table, where `deal` is only one of the positions that can lie there.
    """
    assert not after or played(start_of(deal), after).end == advice.position
    record = deal_record(deal, game, after)
    if seen is not None:
        record["position"] = format_partly_seen(seen)
    record["advice"] = write(
        "advice",
        advice,
        orders=_format_orders(advice.orders),
        assumed=None if advice.assumed is None else write("assumed", advice.assumed),
        choices=[_format_choice(one, advice.position) for one in advice.worths],
    )
    return record


def chances_record(
    deal: Subject, game: str, chances: Sequence[Chance], after: Sequence[Move] = ()
) -> JsonObject:
    """Write the record of moves' chances, best first, for a player that does not see the stock.

    It is about a deal, or the position `after` some moves.
    """
    here = played(start_of(deal), after).end
    choices = [
        write(
            "closed_choice",
            one,
            move=format_line([one.move], here)[0],
            words=format_moves([one.move], here),
            chance=one.value if one.orders else None,
            interval=one.interval() if one.orders else None,
            left_open=one.left_open or None,
        )
        for one in chances
    ]
    closed = {
        "orders": chances[0].orders if chances else 0,
        "complete": bool(chances) and chances[0].complete,
        "exact": bool(chances) and all(one.exact for one in chances),
        "choices": choices,
    }
    return deal_record(deal, game, after) | {"closed": closed}


def review_record(deal: Subject, game: str, found: Review, ended: bool = False) -> JsonObject:
    """Write the record of a game that was judged with every card known."""
    line = found.line
    steps = zip(line.positions, found.moves, strict=False)
    judged = [write("judged", one, words=format_moves([one.move], here)) for here, one in steps]
    at, hardest = found.mistake, found.hardest
    instead = None if at is None else format_line(found.instead, line.positions[at]) or None
    review = write(
        "review",
        found,
        verdict=ANSWERS[type(found.verdict)],
        reason=getattr(found.verdict, "reason", getattr(found.verdict, "limit", None)),
        is_won=line.end.is_won(),
        ended=ended,
        moves=format_line(line.moves, line.positions[0]),
        judged=judged,
        mistake=None if at is None else at + 1,
        instead=instead,
        shortest=found.is_shortest,
        hardest=None if hardest is None else hardest + 1,
    )
    return deal_record(deal, game) | {"review": review}


def luck_record(deal: Subject, game: str, found: Split, ended: bool = False) -> JsonObject:
    """Write the record of a game whose result was split into skill and luck."""

    def estimates(of: object, *names: str) -> JsonObject:
        return {name: write("estimate", getattr(of, name)) for name in names}

    steps = [
        write(
            "luck_step",
            step,
            move=format_line([step.move], here)[0],
            words=format_moves([step.move], here),
            best=None if step.best is None else format_moves([step.best], here),
            **estimates(step, "chance", "skill", "luck", "cost"),
        )
        for step, here in zip(found.steps, found.line.positions, strict=False)
    ]
    sums = estimates(found, "first", "skill", "luck", "result", "gave_up")
    player, seed = found.player.name, number_field(found.player.seed)
    luck = write("luck", found, player=player, seed=seed, ended=ended, steps=steps, **sums)
    return deal_record(deal, game) | {"luck": luck}


def _format_choice(one: Worth, position: Position) -> JsonObject:
    best = one.best
    reached = best and write(
        "reached", best, best=best.by, bound=_bound(best), **ending(best.position, best.by)
    )
    return write(
        "choice",
        one,
        moves=[format_line([move], position)[0] for move in one.moves],
        words=[format_moves([move], position) for move in one.moves],
        to_end=len(one.line) or None,
        line=format_line(one.line, position) or None,
        best=reached,
        orders=_format_orders(one.orders),
    ) | ({} if one.chance is None else _format_chance(one.chance))


def _format_chance(chance: TableChance) -> JsonObject:
    return write(
        "table_chance",
        chance,
        chance=None if chance.is_open else chance.value,
        interval=chance.interval(),
        exact=chance.exact,
    )


def _format_orders(orders: Orders | None) -> JsonObject | None:
    if orders is None:
        return None
    examples = {name: " ".join(map(str, getattr(orders, name))) or None for name in _EXAMPLES}
    return write("orders", orders, **examples)


_EXAMPLES: Final = ("won_with", "lost_with")
