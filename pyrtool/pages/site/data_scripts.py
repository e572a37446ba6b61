"""The data that the site's scripts read: games, problems and days, each a script of one assignment.

Scripts and not JSON: a page that was opened from a disk may load the one, not the other. Decides
their names and fields; app/data.js reads them.
"""

import json
from collections.abc import Callable, Collection, Iterable, MutableSequence, Sequence
from functools import partial
from typing import Final

from pyrtool.answers.explain.difficulty import reasoning_of
from pyrtool.answers.rating.scale import LEVELS
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import capital
from pyrtool.game.deals import Deal
from pyrtool.game.games import GAMES, TITLES, Rules, differences
from pyrtool.game.position import start_of
from pyrtool.languages import say
from pyrtool.notation import NamedRules, format_deal
from pyrtool.pages.page.problem import (
    constant,
    explanation_data,
    geometry,
    ids_of,
    reasoned_words,
    word_of,
)
from pyrtool.pages.site.lessons import Contents, TechniqueDeal
from pyrtool.pages.site.previews import MOST_CARDS
from pyrtool.pages.site.problems import GAME, Day, Entry
from pyrtool.pages.site.reasons import Pool, translations
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.titles import subtitle
from pyrtool.pictures.lettering.typesetting import typeset_signs

_SHAPE: Final = ("places", "inPyramid", "heights", "piles", "covers", "rectified")


def script(called: str, value: object) -> bytes:
    """Make a script that gives the value to app/data.js under a name."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    return f"(globalThis.arrived??={{}})[{json.dumps(called)}]={text};\n".encode()


def function(called: str, code: str, result: str) -> bytes:
    """Make a script that gives code to it: a function that runs it, and returns what it made."""
    name = json.dumps(called)
    return f"(globalThis.arrived??={{}})[{name}]=()=>{{{code}\nreturn {result}}};\n".encode()


Shapes = MutableSequence[JsonObject]
"""Tableaux: places, what covers them, where they lie. Games name them by their numbers here."""


def pooled(records: Iterable[JsonObject]) -> JsonObject:
    """Replace values of records' fields and ``constant`` by numbers: the `pool` has each once."""
    pool: dict[str, int] = {}

    def numbered(field: str, value: object) -> object:
        if field == "constant" and isinstance(value, dict):
            return {inner: numbered(inner, held) for inner, held in value.items()}
        return pool.setdefault(json.dumps(value), len(pool))

    rows = [{field: numbered(field, value) for field, value in one.items()} for one in records]
    return {"pool": [json.loads(value) for value in pool], "records": rows}


def games_data(contents: Contents, shapes: Shapes) -> JsonObject:
    """Make the games, named ones and those of the entries, which problems there are, and which
    deals by number are problems; which days there are, how many of the first have a page, and the
    last day with reasons. Tableaux are added to `shapes`."""
    entries, days = contents.entries, contents.days
    kinds = [NamedRules(game, GAMES[game]) for game in TITLES]
    return games([*kinds, *(entry.named for entry in entries)], shapes) | {
        "days": {
            "game": GAME,
            "first": days[0].date,
            "count": len(days),
            "pages": min(len(days), MOST_CARDS),
            "reasons": max((day.date for day in days[: contents.reasoned_days]), default=""),
        }
        if days
        else None,
        "levels": [level for level, _ in LEVELS],
        "problems": [
            *(entry.name for entry in (*entries, *contents.lessons)),
            *(deal.name for deal in contents.techniques),
        ],
        "known": {
            f"{entry.named}#{_number(entry.deal)}": entry.name
            for entry in entries
            if entry.deal.number is not None
        },
    }


def games(kinds: Iterable[NamedRules], shapes: Shapes) -> JsonObject:
    """Make the games with the data of their rules, each once; tableaux are added to `shapes`."""
    texts: dict[str, int] = {}
    constants: list[JsonObject] = []
    return {
        "games": {str(kind): _game(kind, shapes, texts, constants) for kind in kinds},
        "texts": list(texts),
        "constants": pooled(constants),
        "standard": Rules().to_dict(),
    }


def _number(deal: Deal) -> str:
    """Write the deal's number as links have it."""
    prefix = "" if deal.numbering == "native" else f"{deal.numbering}-"
    return f"{prefix}{deal.number}"


def _game(
    kind: NamedRules, shapes: Shapes, texts: dict[str, int], constants: list[JsonObject]
) -> JsonObject:
    """Make a game, without what app/data.js takes for granted: its own name, unchanged."""
    rules = kind.rules
    fixed = dict(constant(rules))
    fixed.pop("rules")
    shape: JsonObject = {field: fixed.pop(field) for field in _SHAPE if field in fixed}
    shape["layout"] = geometry(rules)
    for one, of in ((shape, shapes), (fixed, constants)):
        if one not in of:
            of.append(one)
    granted: JsonObject = {"subtitle": "", "game": str(kind), "changes": {}}
    whole: JsonObject = {
        "title": typeset_signs(TITLES[kind.game]),
        "subtitle": capital(subtitle(rules, kind.game)),
        "game": kind.game,
        "changes": kind.changes,
        "rules": differences(rules),
        "constant": constants.index(fixed),
        "shape": shapes.index(shape),
        "deck": rules.deck_size,
        "lesson": [texts.setdefault(fixed, len(texts)) for fixed in how_to_play(rules)],
    }
    return {k: value for k, value in whole.items() if k not in granted or value != granted[k]}


def catalogue(entries: Iterable[Entry | TechniqueDeal]) -> list[dict[str, str]]:
    """Collect what the pictures of problems need, and the marks of those that are solved."""
    return [
        {"name": entry.name, "game": str(entry.named), "cards": _cards(entry.deal)}
        for entry in entries
    ]


def problems(entries: Sequence[Entry], explained: Collection[str]) -> dict[str, JsonObject]:
    """Make the data of each problem, by its name; its neighbours are those of the sequence.

    `explained` are the names of those that have a file of reasons. A problem of exchanging has the
    ids of the two cards of its solution, and the number of all exchanges that do it; its moves,
    stars and reasons are those of the deal after the exchange.
    """
    return {
        entry.name: _about(entries, at, entry.teaser)
        | {
            "stars": 0 if entry.rating is None else entry.rating.stars,
            "level": entry.reasoning and entry.reasoning.level,
            "reasons": entry.name in explained,
            "moves": " ".join(
                word_of(move, ids_of(start_of(entry.solved))) for move in entry.won.moves
            ),
            "shortest": entry.won.shortest,
        }
        | _exchange(entry)
        for at, entry in enumerate(entries)
    }


def _exchange(entry: Entry) -> JsonObject:
    if entry.exchange is None:
        return {}
    ids = ids_of(start_of(entry.deal))
    return {"exchange": [ids[card] for card in entry.exchange], "exchanges": entry.exchanges}


def lost_lessons(deals: Sequence[TechniqueDeal]) -> dict[str, JsonObject]:
    """Make the same of the deals of lessons on techniques, with an explanation to step through."""
    return {
        one.name: _about(deals, at, one.lesson.words, partial(_concluded, one))
        | {**_concluded(one), "stars": 0, **_explained(one)}
        for at, one in enumerate(deals)
    }


def _explained(one: TechniqueDeal) -> JsonObject:
    pool, ids = Pool(), ids_of(start_of(one.deal))
    explanation = explanation_data(one.explanation, ids, one.at, pool.packed)
    return {"explanation": explanation, "pool": pool.messages}


def _concluded(one: TechniqueDeal) -> dict[str, str]:
    """Make what is shown of a lost deal, and what that takes, in the chosen language."""
    reasoning = reasoning_of(one.explanation)
    assert reasoning is not None, one.name
    return {
        "conclusion": f"{one.explanation.conclusion} {one.explanation.meaning}".rstrip(),
        "reasoning": reasoned_words(reasoning),
    }


def _about(
    entries: Sequence[Entry | TechniqueDeal],
    at: int,
    teaser: str,
    more: Callable[[], dict[str, str]] = dict,
) -> JsonObject:
    """Make what all problems have; the words of all languages, also those of `more`."""
    entry = entries[at]
    before, after = (
        [entries[other].name, entries[other].title] if 0 <= other < len(entries) else None
        for other in (at - 1, at + 1)
    )

    def texts() -> list[str]:
        titles = [one.title for one in entries[max(0, at - 1) : at + 2]]
        return [*map(say, (*titles, teaser)), *more().values()]

    return {
        "name": entry.name,
        "title": entry.title,
        "teaser": teaser,
        "words": translations(texts),
        "game": str(entry.named),
        "number": None if entry.deal.number is None else str(entry.deal.number),
        "numbering": entry.deal.numbering,
        "cards": _cards(entry.deal),
        "before": before,
        "after": after,
    }


def _cards(deal: Deal) -> str:
    return format_deal(deal.cards).replace(" ", "")


def months(days: Iterable[Day]) -> dict[str, JsonObject]:
    """Make the days by months, ``2026-11``: each with its number, stars, reasoning and solution."""
    by_month: dict[str, JsonObject] = {}
    for day in days:
        by_month.setdefault(day.date[:7], {})[day.date] = {
            "number": str(day.found.number),
            "stars": day.rating.stars,
            "level": day.reasoning and day.reasoning.level,
            "moves": " ".join(map(str, day.won.moves)),
        }
    return by_month
