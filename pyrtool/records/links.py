"""Games of the page: its links, and what it saves, as games in play.

A link has the game, the deal, and the moves in its fragment: ``#g=giza&n=2&m=4C9H.KC.d3.r``
(pages/app/link.js writes it). A saved game names its deal by a digest of rules and cards
(pages/app/storage.js).
"""

import json
import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import parse_qsl

from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import shorten
from pyrtool.game.cards import RANKS, SUITS, Card
from pyrtool.game.deals import NUMBERINGS, Deal, deal, parse_number
from pyrtool.game.games import game
from pyrtool.game.moves import DealStock, Discard, Move, Redeal
from pyrtool.game.position import Subject
from pyrtool.game.rules import Rules
from pyrtool.game.tableau import USUAL
from pyrtool.notation.deals import NotationError
from pyrtool.notation.moves import MoveError
from pyrtool.notation.positions import parse_position
from pyrtool.notation.rules import NamedRules
from pyrtool.records.collection import puzzle
from pyrtool.records.session import Session

LINK: Final = re.compile(r"\S*#(?:\S*&)?(?:g|n|p|problem)=\S+")
"""What a link with a game looks like."""

PROGRESS: Final = "# pyrtool progress"
"""The first line of what a page saves."""

_SAVED: Final = re.compile(r"(game|about)-([0-9a-f]{16}) (\{.*\})")
_DEALS: Final = {"d": 0, "w": 1, "x": 2, "y": 3, "z": 4}
_RUN: Final = re.compile(r"(?P<letter>[dwxyz])(?P<times>[1-9]\d?)?")
_CARD: Final = "[A2-9TJQK][CDHScdhs]2?"
_PAIR: Final = re.compile(f"({_CARD})/?({_CARD})?")


def id_of(card: Card) -> str:
    """Name a known card as a page does."""
    own = str(card) if card.has_suit else RANKS[card.rank - 1] + SUITS[card.suit].lower()
    return f"{own}2" if card.pack else own


def game_of_link(link: str) -> Session:
    """Return the game that a link of the page has.

    >>> game_of_link("giza2.html#g=giza&n=2&m=9C4S.5S8D").position.cards_left()
    48
    """
    fields = dict(parse_qsl(link.partition("#")[2]))
    if "problem" in fields:
        found = puzzle(fields["problem"])
        named = NamedRules.of(found.game, found.rules)
        subject: Subject = found.deal
    else:
        subject, named = _deal_of(fields)
    words = [word for word in fields.get("m", "").split(".") if word]
    return Session(subject, named.game, _moves(words, named.rules))


def _deal_of(fields: dict[str, str]) -> tuple[Subject, NamedRules]:
    """Return the deal, or the position, that the fields of a link name."""
    if "g" not in fields:
        raise NotationError("the link names no game")
    usual = game(fields["g"])
    changes = dict(one.partition(".")[::2] for one in fields.get("r", "").split("~") if one)
    values: JsonObject = {name: _value(text) for name, text in changes.items()}
    base = {n: v for n, v in usual.to_dict().items() if not ("tableau" in values and n in USUAL)}
    named = NamedRules.of(fields["g"], Rules.from_dict(base | values) if values else usual)
    if "n" in fields:
        numbering, _, number = fields["n"].rpartition("-")
        means = next((name for name in NUMBERINGS if name == (numbering or "native")), None)
        if means is None:
            raise NotationError(f"the link names no numbering: {shorten(numbering)}")
        return deal(parse_number(number, means), named.rules, means), named
    if "p" not in fields:
        raise NotationError("the link names no deal")
    table = fields["p"].replace("~", " / ").replace("!", "??").replace(".", " ")
    return parse_position(table, named.rules), named


def _value(text: str) -> object:
    """Return the value of a rule, as `Rules.to_dict` has it."""
    if text in ("true", "false"):
        return text == "true"
    if text == "null":
        return None
    return int(text) if text.isascii() and text.isdigit() else text


def _moves(words: Iterable[str], rules: Rules) -> list[Move]:
    """Return the moves of a link, or of a saved game: ``4C9H`` or ``4C/9H``, ``d3`` or ``deal``."""
    cards = {id_of(card): card for card in rules.deck}
    moves: list[Move] = []
    for word in words:
        run, pair = _RUN.fullmatch(word), _PAIR.fullmatch(word)
        if run is not None:
            moves += [DealStock(_DEALS[run["letter"]])] * int(run["times"] or 1)
        elif re.fullmatch("deal[1-4]?", word):
            moves.append(DealStock(int(word[4:] or 0)))
        elif word in ("r", "redeal"):
            moves.append(Redeal())
        elif pair is not None and all(one in cards for one in filter(None, pair.groups())):
            moves.append(Discard(tuple(cards[one] for one in pair.groups() if one)))
        else:
            raise MoveError(f"{shorten(word)}: no move")
    return moves


def saved_games(lines: Iterable[str], wanted: tuple[Deal, str] | None) -> list[Session]:
    """Return the games that a page saved, from the lines after the first: those of the deal that is
    `wanted`, with its game, or all that are named."""
    found = [match.groups() for line in lines if (match := _SAVED.fullmatch(line.strip()))]
    about = {key: text for kind, key, text in found if kind == "about"}
    games = []
    for kind, key, text in found:
        if kind == "about" or (wanted is not None and key != saved_key(wanted[0])):
            continue
        if wanted is not None:
            begun = Session(*wanted)
        elif LINK.fullmatch(link := str(_object(about.get(key, "{}")).get("link"))):
            begun = game_of_link(link)
        else:
            raise NotationError(f"the saved game {key} names no deal: --deal N says which one")
        kept = _object(text)
        words = [word for word in kept.get("moves", []) if isinstance(word, str)]
        at = kept.get("at", len(words))
        games.append(Session(begun.deal, begun.game, _moves(words[:at], begun.rules)))
    if not games:
        what = "no saved game" if wanted is None else "no saved game of this deal"
        raise NotationError(what)
    return games


def _object(text: str) -> JsonObject:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise NotationError(f"not JSON: {shorten(text)}")
    return value


def saved_key(dealt: Deal) -> str:
    """Return what a page saves a deal under: 16 digits made of its rules and its cards."""
    rules = sorted(map(list, dealt.rules.to_dict().items()))
    text = json.dumps([rules, list(map(id_of, dealt.cards))], separators=(",", ":"))
    return _digest(text, 0x811C9DC5) + _digest(text, 0x5BD1E995)


def _digest(text: str, value: int) -> str:
    for char in text:
        value = (value ^ ord(char)) * 0x01000193 & 0xFFFFFFFF
    return f"{value:08x}"
