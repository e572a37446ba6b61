"""The techniques, each with its proof, and whether a step is one of them.

All facts are about *prompt* solutions of some sets, every other card gone. Take a solution of the
game, and leave out all other discards: what is left solves those sets, since cards that are gone
cover nothing. Let each pair of it go as soon as it can: nothing comes to lie on a card by that, so
it stays a solution, with the same partners. So a fact about partners holds in every solution, and
a contradiction shows that there is none.

Time is counted in slots. Slot k begins when stock card k is turned, and slot 1 at the beginning. In
a proof, the next card is turned only when no other pair goes. In the game it is turned as soon as
the turned card leaves. No card is taken away by that, so the same pairs go. In a prompt solution,
the first pair of each slot but the first has the card that is turned: any other pair was available
a slot before. Two cards that go together go at one moment; all other moments differ.

Slots are known only if the cards are turned singly for the last time, the turned card is available,
one waste shows its top, and all cards must go. In other games the stock counts as open: each
discard of the game is legal with an open stock, too, so a line of the game stays a line. If only
the pyramid must go, the line goes on afterwards until no card is left. Each rank has as many cards
left as its complement then, and all lie open. So there, too, all cards of the sets go in pairs, and
a fact about a card of the pyramid and its partner holds of every solution of the game. Cards
that vanish by themselves are a pair, too.

Each function here is the check of one step: it looks at the cards and at what the step says, and
shares no code with the search for proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from pyrtool.answers.explain.supposing import cross, miss, squeeze, tangle
from pyrtool.answers.explain.table import Claim, Table
from pyrtool.base.arguments import guard
from pyrtool.game.cards import Card

Premises = Sequence[Claim]


def _of(premises: Premises, *kinds: str) -> list[Claim]:
    return [p for p in premises if p.kind in kinds]


def _as_card(value: Card | int | None) -> Card:
    assert isinstance(value, Card)
    return value


def _as_slot(value: Card | int | None) -> int:
    assert isinstance(value, int)
    return value


def covers(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card that lies on another goes before it: only exposed cards go. Not where the two may go
    in an overlap discard."""
    x, y = _as_card(fact.x), _as_card(fact.y)
    return fact.kind == "before" and x in table.over.get(y, ()) and not table.overlap(x, y)


def turned(table: Table, fact: Claim, premises: Premises) -> bool:
    """A stock card does not go before it is turned."""
    return fact.kind == "not before" and 0 < table.slot(_as_card(fact.x)) == fact.y


def never_match(table: Table, fact: Claim, premises: Premises) -> bool:
    """Two cards of the stock do not go together where the turned card never matches the waste top:
    no other two of them are ever available in one moment."""
    both = {fact.x, fact.y} <= table.piled
    return fact.kind == "apart" and both and table.never_match


def uncovered(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card that lies directly on another and does not go with it goes before it."""
    x, y = _as_card(fact.x), _as_card(fact.y)
    apart = any(p.is_about(x, y) for p in _of(premises, "apart"))
    return fact.kind == "before" and x in table.over.get(y, ()) and apart


def order(table: Table, fact: Claim, premises: Premises) -> bool:
    """If one of two cards goes before the other, the two do not go together."""
    x, y = _as_card(fact.x), _as_card(fact.y)
    return fact.kind == "apart" and any(p.is_about(x, y) for p in _of(premises, "before"))


def taken(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card that goes with one card goes with no other."""
    return fact.kind == "apart" and any(
        len({p.x, p.y} & {fact.x, fact.y}) == 1 for p in _of(premises, "together")
    )


def window(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card that goes before a slot does not go with one that does not."""
    return fact.kind == "apart" and any(
        {high.x, low.x} == {fact.x, fact.y} and _as_slot(high.y) <= _as_slot(low.y)
        for high in _of(premises, "in time")
        for low in _of(premises, "not before")
    )


def late(table: Table, fact: Claim, premises: Premises) -> bool:
    """Two cards of stock and waste go together only while the later one is turned and the other is
    the waste top: two cards in the waste never match. If one of the two goes only in a later slot,
    they do not go together."""
    x, y = _as_card(fact.x), _as_card(fact.y)
    last = max(table.slot(x), table.slot(y))
    return (
        fact.kind == "apart"
        and {x, y} <= table.piled
        and last > 0
        and any(p.x in (x, y) and _as_slot(p.y) > last for p in _of(premises, "not before"))
    )


def chain(table: Table, fact: Claim, premises: Premises) -> bool:
    """If a goes before b, then a goes before all that goes after b, and b after all that goes
    before a. A slot that a waits for, b waits for, too. If b goes before a slot, so does a."""
    orders = _of(premises, "before")
    if fact.kind == "before":
        return any(p.x == fact.x and q.y == fact.y and p.y == q.x for p in orders for q in orders)
    if fact.kind == "not before":
        lows = _of(premises, "not before")
        return any(p.y == fact.x and q.x == p.x and q.y == fact.y for p in orders for q in lows)
    highs = _of(premises, "in time")
    return fact.kind == "in time" and any(
        p.x == fact.x and q.x == p.y and q.y == fact.y for p in orders for q in highs
    )


def partner(table: Table, fact: Claim, premises: Premises) -> bool:
    """What holds of the moment of a card holds of its partner: they go at one moment."""
    for pair in _of(premises, "together"):
        for p in premises:
            for one, other in ((pair.x, pair.y), (pair.y, pair.x)):
                if p.kind == fact.kind and p.x == one and fact == Claim(p.kind, _card(other), p.y):
                    return True
                if (
                    p.kind == fact.kind == "before"
                    and p.y == one
                    and fact == Claim("before", p.x, other)
                ):
                    return True
    return False


def _card(value: Card | int | None) -> Card | None:
    return value if isinstance(value, Card) else None


def stock_pair(table: Table, fact: Claim, premises: Premises) -> bool:
    """Two cards of stock and waste that go together go in the slot of the later one (`late`). The
    cards between them lie on the earlier one until then, so they go before."""
    for pair in _of(premises, "together"):
        x, y = _as_card(pair.x), _as_card(pair.y)
        i, j = sorted((x, y), key=table.slot)
        if not {i, j} <= table.piled or not table.slot(i) < table.slot(j):
            continue
        if fact.kind == "not before" and fact.x == i and fact.y == table.slot(j):
            return True
        if fact.kind == "in time" and fact.x in (i, j) and fact.y == table.slot(j) + 1:
            return True
        between = table.slot(i) < table.slot(_as_card(fact.x)) < table.slot(j)
        if fact.kind == "before" and fact.y == j and between:
            return True
    return False


def counting(table: Table, fact: Claim, premises: Premises) -> bool:
    """All cards of the sets go in pairs. If some pairs are excluded, the others must still pair off
    all cards of a set. `only` names a pair that all ways have, as the last two cards of their ranks
    do, and `share` one that no way has. `none left` and `crowd` find no way."""
    apart = {frozenset((_as_card(p.x), _as_card(p.y))) for p in _of(premises, "apart")}
    cards = [card for pair in apart for card in pair]
    if fact.kind == "together":
        cards.append(_as_card(fact.x))
    if not cards:
        return False
    ways = table.complete(apart, min(card.rank for card in cards))
    if fact.kind == "contradiction":
        return not ways
    pair = frozenset((_as_card(fact.x), _as_card(fact.y)))
    if fact.kind == "together":
        return all(pair in way for way in ways)
    return fact.kind == "apart" and all(pair not in way for way in ways)


def _all_partners(table: Table, z: Card, premises: Premises, holds: Callable[[Card], bool]) -> bool:
    """Whether each complement of a card is excluded, or something holds of it."""
    apart = _of(premises, "apart")
    return all(any(p.is_about(z, y) for p in apart) or holds(y) for y in table.partners(z))


def wait(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card goes with one of its complements that are not excluded, at the same moment. What holds
    of the moments of all of them holds of the moment of the card."""
    if fact.kind == "before":
        x, y = _as_card(fact.x), _as_card(fact.y)
        return _all_partners(
            table, y, premises, lambda z: Claim("before", x, z) in premises
        ) or _all_partners(table, x, premises, lambda z: Claim("before", z, y) in premises)
    slot = _as_slot(fact.y)
    sign = 1 if fact.kind == "not before" else -1
    return fact.kind in ("not before", "in time") and _all_partners(
        table,
        _as_card(fact.x),
        premises,
        lambda z: any(
            p.x == z and sign * _as_slot(p.y) >= sign * slot for p in _of(premises, fact.kind)
        ),
    )


def either(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card z goes with x, or with a card that goes after x. So z goes with x or after it, and
    what goes after z goes after x. Likewise the other way round in time."""
    x, y = _as_card(fact.x), _as_card(fact.y)
    if fact.kind != "before":
        return False
    for p in _of(premises, "before"):
        if p.y == y and table.match(_as_card(p.x), x):
            later = _all_partners(
                table,
                _as_card(p.x),
                premises,
                lambda c: c == x or Claim("before", x, c) in premises,
            )
            if later:
                return True
        if p.x == x and table.match(_as_card(p.y), y):
            earlier = _all_partners(
                table,
                _as_card(p.y),
                premises,
                lambda c: c == y or Claim("before", c, y) in premises,
            )
            if earlier:
                return True
    return False


def buried(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card x of stock or waste is still there in the slot of a later stock card j. If x goes only
    in later slots, j is dealt onto it, and goes first. If x may go in that slot, not the first: its
    first pair has j, which is not the partner of x, so j goes first."""
    j, x = _as_card(fact.x), _as_card(fact.y)
    if fact.kind != "before" or not {j, x} <= table.piled or table.slot(x) >= table.slot(j):
        return False
    least = max((_as_slot(p.y) for p in _of(premises, "not before") if p.x == x), default=0)
    if least > table.slot(j):
        return True
    apart = not table.match(x, j) or any(p.is_about(x, j) for p in _of(premises, "apart"))
    return least == table.slot(j) >= 2 and apart


def ahead(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card a of stock or waste goes before a later stock card b does. While b lies on it, a
    cannot go. While b is turned, a goes before b only in slot 1, since the first pair of any other
    slot has b. So a goes before the slot of b, or before slot 2. It is the same if a goes before a
    slot until which b waits."""
    a, slot = _as_card(fact.x), fact.y
    for b in table.turn:
        if slot != max(table.slot(b), 2) or table.slot(a) >= table.slot(b):
            continue
        if a not in table.piled or fact.kind != "in time":
            continue
        highs = [_as_slot(p.y) for p in _of(premises, "in time") if p.x == a]
        lows = [_as_slot(p.y) for p in _of(premises, "not before") if p.x == b]
        if Claim("before", a, b) in premises or any(h <= v for h in highs for v in lows):
            return True
    return False


def circle(table: Table, fact: Claim, premises: Premises) -> bool:
    """Each of two cards would go before the other."""
    orders = _of(premises, "before")
    return fact.kind == "contradiction" and any(
        p.x == q.y and p.y == q.x for p in orders for q in orders
    )


def never(table: Table, fact: Claim, premises: Premises) -> bool:
    """A card would go before a slot that it waits for."""
    return fact.kind == "contradiction" and any(
        p.x == q.x and _as_slot(q.y) <= _as_slot(p.y)
        for p in _of(premises, "not before")
        for q in _of(premises, "in time")
    )


def clash(table: Table, fact: Claim, premises: Premises) -> bool:
    """Two cards go together. But they do not, or one goes before the other."""
    others = _of(premises, "apart", "before")
    return fact.kind == "contradiction" and any(
        p.is_about(_as_card(q.x), _as_card(q.y)) for p in _of(premises, "together") for q in others
    )


CHECKS: Final[dict[str, Callable[[Table, Claim, Premises], bool]]] = {
    "covers": covers,
    "turned": turned,
    "never match": never_match,
    "uncovered": uncovered,
    "order": order,
    "taken": taken,
    "window": window,
    "late": late,
    "chain": chain,
    "partner": partner,
    "stock pair": stock_pair,
    "only": counting,
    "share": counting,
    "none left": counting,
    "crowd": counting,
    "wait": wait,
    "either": either,
    "buried": buried,
    "ahead": ahead,
    "cross": cross,
    "squeeze": squeeze,
    "miss": miss,
    "tangle": tangle,
    "circle": circle,
    "never": never,
    "clash": clash,
}
"""The check of each technique. `supposed` and `trial` are for `check`, which follows the trials."""

guard(__name__)
