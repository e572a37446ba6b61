"""What the site's scripts read: games, problems and days, each a script of one assignment.

Scripts and not JSON: a page that was opened from a disk may load the one, not the other. Decides
their names and fields; app/data.js reads them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, MutableSequence, Sequence
from typing import Any, Final

from pyrtool.answers.rating import LEVELS
from pyrtool.answers.solve import Won, solve
from pyrtool.base.arguments import guard
from pyrtool.game.deals import Deal
from pyrtool.game.games import GAMES, TITLES, Rules, differences
from pyrtool.game.position import start_of
from pyrtool.notation import NamedRules, format_deal
from pyrtool.pages.page.answer import word_of
from pyrtool.pages.page.geometry import geometry
from pyrtool.pages.page.problem import constant, ids_of
from pyrtool.pages.site.days import GAME, Day
from pyrtool.pages.site.entries import Entry
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.subtitle import subtitle
from pyrtool.pictures.lettering.titles import capital

_SHAPE: Final = ("places", "inPyramid", "heights", "piles", "covers")


def script(called: str, value: object) -> bytes:
    """A script that gives the value to app/data.js under a name."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    return f"(globalThis.arrived??={{}})[{json.dumps(called)}]={text};\n".encode()


Shapes = MutableSequence[dict[str, Any]]
"""Tableaux: places, what covers them, where they lie. Games name them by their numbers here."""


def pooled(records: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Replace the values of the records' fields, and of ``constant``, by numbers: the `pool` has
    each value only one time."""
    pool: dict[str, int] = {}

    def told(field: str, value: Any) -> object:
        if field == "constant":
            return {inner: told(inner, held) for inner, held in value.items()}
        return pool.setdefault(json.dumps(value), len(pool))

    found = [{field: told(field, value) for field, value in one.items()} for one in records]
    return {"pool": [json.loads(value) for value in pool], "records": found}


def games_data(
    entries: Sequence[Entry], lessons: Sequence[Entry], days: Sequence[Day], shapes: Shapes
) -> dict[str, Any]:
    """The games, named ones and those of the entries, which days and problems there are, and which
    deals by number are problems. Tableaux are added to `shapes`."""
    named = [NamedRules(game, GAMES[game]) for game in TITLES]
    return games([*named, *(entry.named for entry in entries)], shapes) | {
        "days": {"game": GAME, "first": days[0].date, "count": len(days)} if days else None,
        "levels": [level for level, _ in LEVELS],
        "problems": [entry.name for entry in (*entries, *lessons)],
        "known": {
            f"{entry.named}#{_number(entry.deal)}": entry.name
            for entry in entries
            if entry.deal.number is not None
        },
    }


def games(kinds: Iterable[NamedRules], shapes: Shapes) -> dict[str, Any]:
    """The games with the data of their rules, each one time; tableaux are added to `shapes`."""
    texts: dict[str, int] = {}
    constants: list[dict[str, Any]] = []
    return {
        "games": {str(kind): _game(kind, shapes, texts, constants) for kind in kinds},
        "texts": list(texts),
        "constants": constants,
        "standard": Rules().to_dict(),
    }


def is_common(shape: int, played: dict[str, Any]) -> bool:
    """Whether it is one of the two tableaux that most deals have: these need not ask for it."""
    return shape in [played["games"][game]["shape"] for game in ("pyramid", GAME)]


def _number(deal: Deal) -> str:
    """The deal's number as links have it."""
    prefix = "" if deal.numbering == "native" else f"{deal.numbering}-"
    return f"{prefix}{deal.number}"


def _game(
    kind: NamedRules, shapes: Shapes, texts: dict[str, int], constants: list[dict[str, Any]]
) -> dict[str, Any]:
    rules = kind.rules
    told = dict(constant(rules))
    told.pop("rules")
    shape = {field: told.pop(field) for field in _SHAPE}
    shape["layout"] = geometry(rules)
    for one, of in ((shape, shapes), (told, constants)):
        if one not in of:
            of.append(one)
    return {
        "title": TITLES[kind.game],
        "subtitle": capital(subtitle(rules, kind.game)),
        "game": kind.game,
        "changes": kind.changes,
        "rules": differences(rules),
        "constant": constants.index(told),
        "shape": shapes.index(shape),
        "deck": rules.deck_size,
        "lesson": [texts.setdefault(told, len(texts)) for told in how_to_play(rules)],
    }


def catalogue(entries: Iterable[Entry]) -> list[dict[str, str]]:
    """What is needed of problems for their pictures, and to show which are solved."""
    return [
        {"name": entry.name, "game": str(entry.named), "cards": _cards(entry.deal)}
        for entry in entries
    ]


def problems(entries: Sequence[Entry]) -> dict[str, dict[str, Any]]:
    """All data of each problem, by its name; its neighbours are those of the sequence."""
    told = {}
    for at, entry in enumerate(entries):
        told[entry.name] = {
            "name": entry.name,
            "title": entry.title,
            "teaser": entry.teaser,
            "game": str(entry.named),
            "number": None if entry.deal.number is None else str(entry.deal.number),
            "numbering": entry.deal.numbering,
            "cards": _cards(entry.deal),
            "stars": 0 if entry.rating is None else entry.rating.stars,
            "moves": _moves(entry),
            "shortest": entry.won.shortest,
            "before": _neighbour(entries, at - 1),
            "after": _neighbour(entries, at + 1),
        }
    return told


def _moves(entry: Entry) -> str:
    """The solution in the words of pages."""
    ids = ids_of(start_of(entry.deal))
    return " ".join(word_of(move, ids) for move in entry.won.moves)


def _neighbour(entries: Sequence[Entry], at: int) -> list[str] | None:
    return [entries[at].name, entries[at].title] if 0 <= at < len(entries) else None


def _cards(deal: Deal) -> str:
    return format_deal(deal.cards).replace(" ", "")


def months(days: Iterable[Day]) -> dict[str, dict[str, Any]]:
    """The days by months, ``2026-11``: each with its deal's number, stars and solution."""
    told: dict[str, dict[str, Any]] = {}
    for day in days:
        assert day.found.rating is not None
        won = solve(day.deal)
        assert isinstance(won, Won)
        moves = " ".join(map(str, won.moves))
        told.setdefault(day.date[:7], {})[day.date] = {
            "number": str(day.found.number),
            "stars": day.found.rating.stars,
            "moves": moves,
        }
    return told


guard(__name__)
