"""The plan of long work on deals: their rules, the limits, and which of them count.

Decides what two plans must have in common so that their counts can be added. Which deals are asked
about is for `ranges`, and what is asked for `questions` and `find`.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from pyrtool.answers.plan import plan_of
from pyrtool.base.arguments import check_fields
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import MOST_MEMORY_MIB, MOST_NODES
from pyrtool.base.messages import shown
from pyrtool.base.version import SOLVER_VERSION, __version__
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, DealNumber, KeepIf, Numbering, check_number, deal, dealer
from pyrtool.game.games import Rules
from pyrtool.game.ranges import Ranges
from pyrtool.kernel.shuffle import Dealer
from pyrtool.notation.deals import PARTING, NotationError, parse_cards, placed

NUMBERING_VERSION: Final = 1
"""Goes up with every change of what a deal number means; that is, never."""

MEMORY_MIB: Final = 256
"""The default limit on a search's table: a worker then stays below 300 MB."""

_PYSOLFC_PLAIN: Final = 32_000  # below, PySolFC's numbers are Microsoft's
_IDENTITY: Final = ("rules", "numbering", "text", "limit on nodes", "limit on memory", "keep if")
"""The fields that an identity must name so that the plan can be made again."""


def solver_of(*versions: int) -> str:
    """Return the version of what answers: another one's answers may differ.

    `versions` are those of what a question needs besides the solver of verdicts.
    """
    return "/".join(map(str, (__version__, SOLVER_VERSION, *versions)))


class SurveyError(PyrtoolError):
    """A survey that cannot be made as asked."""


@dataclass(frozen=True)
class Plan:
    """The deals that count, their rules, and the limits under which each is looked at.

    `game` is a label of `NamedRules`. `prefix` is "ms" for PySolFC's Microsoft deals, else empty.
    Deals from a text are numbered from 1 in their order; then `text` is the digest of their cards.
    `limit_nodes` None: no limit. Deals that are not of the kind `keep_if` are counted as dropped,
    but unknown ones never are.
    """

    rules: Rules
    game: str = "rules"
    numbering: Numbering = "native"
    prefix: str = ""
    text: str | None = None
    limit_nodes: int | None = None
    memory_mib: int = MEMORY_MIB
    keep_if: KeepIf | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        plan_of(self.rules).check_searched()
        if self.keep_if is not None and self.keep_if not in get_args(KeepIf):
            raise SurveyError(f"keep_if {self.keep_if}: must be {', '.join(get_args(KeepIf))}")
        if self.keep_if in ("blocked", "unblocked") and not plan_of(self.rules).has_blocks:
            raise SurveyError(f"keep-if {self.keep_if}: these rules have no blocks")
        if self.numbering not in get_args(Numbering):
            raise SurveyError(
                f"numbering {self.numbering}: must be {', '.join(get_args(Numbering))}"
            )
        for name, value, most in (
            ("nodes", self.limit_nodes, MOST_NODES),
            ("memory", self.memory_mib, MOST_MEMORY_MIB),
        ):
            if value is not None and not 0 < value <= most:
                raise SurveyError(f"limit-{name} {shown(value)}: must be 1 to {most}")

    def identity(self, solver: str) -> JsonObject:
        """Return what must agree for counts to be added, as JSON. The game's name need not."""
        return {
            "rules": self.rules.to_dict(),
            "numbering": "text" if self.text else self.prefix + self.numbering,
            "numbering version": NUMBERING_VERSION,
            "text": self.text,
            "solver": solver,
            "limit on nodes": self.limit_nodes,
            "limit on memory": self.memory_mib,
            "keep if": self.keep_if,
        }

    @classmethod
    def of_identity(cls, identity: JsonObject, game: str) -> "Plan":
        """Undo `identity`, whatever solver it names; raise a `SurveyError` for other dicts."""
        missing = next((name for name in _IDENTITY if name not in identity), None)
        if missing is not None:
            raise SurveyError(f"identity: {missing} is missing")
        numbering = identity["numbering"]
        if type(identity["rules"]) is not dict or not hasattr(numbering, "removeprefix"):
            raise SurveyError("identity: its rules must be an object, and its numbering a name")
        prefix = "ms" if numbering.startswith("ms") else ""
        return cls(
            Rules.from_dict(identity["rules"]),
            game,
            "native" if numbering == "text" else numbering.removeprefix(prefix),
            prefix,
            identity["text"],
            identity["limit on nodes"],
            identity["limit on memory"],
            identity["keep if"],
        )

    def number(self, digits: int) -> DealNumber:
        """Return the deal number with these digits: ``ms12`` where the numbers have a prefix."""
        return f"{self.prefix}{digits}" if self.prefix else digits

    def deal(self, digits: int) -> Deal:
        """Return the deal whose number has these digits."""
        return deal(self.number(digits), self.rules, self.numbering)

    def dealer(self, first: int) -> Dealer:
        """Return the dealer of the deals from this number on."""
        return dealer(self.number(first), self.numbering, self.rules)

    def check(self, ranges: Ranges) -> None:
        """Raise a `DealError` or `SurveyError` when some number names no deal."""
        if self.text is None:
            for ends in ranges:
                for end in ends:
                    number = check_number(self.number(end), self.numbering)
                    dealer(number, self.numbering, self.rules)  # the numbering has these decks
            if self.prefix and ranges and ranges[0][0] < _PYSOLFC_PLAIN:
                raise SurveyError(f"ms{ranges[0][0]}: below {_PYSOLFC_PLAIN}, leave out the ms")

    def streams(self, ranges: Ranges) -> Ranges:
        """Return the ranges, cut where the shuffle changes; not normal, so that the cut stays."""
        if self.numbering != "pysolfc" or self.prefix or self.text:
            return ranges
        cut = [(1, _PYSOLFC_PLAIN - 1), (_PYSOLFC_PLAIN, 10**20)]
        pieces = ((max(first, low), min(last, high)) for first, last in ranges for low, high in cut)
        return tuple((first, last) for first, last in pieces if first <= last)


DealCards = Deal | Sequence[Card] | Sequence[int] | str
"""A deal that is given by its cards in dealing order: these, their codes, or a line of text."""


@dataclass(frozen=True)
class GivenDeals:
    """Deals that are given as cards: their codes in dealing order, deal after deal."""

    codes: bytes
    size: int

    @classmethod
    def of_deals(cls, deals: bytes | Iterable[DealCards], rules: Rules) -> "GivenDeals":
        """Return the deals; a `SurveyError` for one that is not the whole deck of `rules`.

        `bytes` have the codes of all, one deal after the other.
        """
        deck, size = frozenset(rules.deck), rules.deck_size
        if isinstance(deals, bytes):
            if len(deals) % size:
                raise SurveyError(f"{len(deals)} cards are not whole deals of {size} cards")
            deals = [deals[at : at + size] for at in range(0, len(deals), size)]
        codes = bytearray()
        for index, one in enumerate(deals, 1):
            cards = one.cards if isinstance(one, Deal) else one
            if isinstance(cards, str):
                try:
                    cards = parse_cards(cards.translate(PARTING).split())
                except NotationError as error:
                    raise SurveyError(placed(f"deal {index}", error)) from None
            if rules.packs > 1:
                cards = rules.in_deal([Card.of(code) for code in cards])
            if len(cards) != size or frozenset(cards) != deck:
                raise SurveyError(f"deal {index}: is not dealt from the deck of these rules")
            codes += bytes(cards)
        return cls(bytes(codes), size)

    @property
    def digest(self) -> str:
        """The digest of the cards, which names the deals in a ledger."""
        return hashlib.sha256(self.codes).hexdigest()

    def __len__(self) -> int:
        return len(self.codes) // self.size

    def part(self, first: int, last: int) -> bytes:
        """Return the codes of deals `first` to `last`, counted from 1."""
        return self.codes[(first - 1) * self.size : last * self.size]


def differences(one: JsonObject, other: JsonObject) -> Iterator[tuple[str, object, object]]:
    """List what differs between two identities: what, here, there; each rule by itself."""
    for name in one | other:
        here, there = one.get(name), other.get(name)
        if here == there:
            continue
        if name == "rules" and isinstance(here, dict) and isinstance(there, dict):
            for rule in here | there:
                if here.get(rule) != there.get(rule):
                    yield rule.replace("_", "-"), here.get(rule), there.get(rule)
        else:
            yield name, here, there


def difference_in_words(name: str, there: object, here: object) -> str:
    """Word a difference after "was begun": ``with rows 6, not 7``, ``without overlap``."""
    if isinstance(there, bool) and isinstance(here, bool):
        return f"{'with' if there else 'without'} {name}, not {'with' if here else 'without'}"
    if there is None:
        return f"without {name}, not with {_shown(here)}"
    if here is None:
        return f"with {name} {_shown(there)}, not without"
    return f"with {name} {_shown(there)}, not {_shown(here)}"


_MOST_SHOWN: Final = 60


def _shown(value: object) -> str:
    if isinstance(value, str) and len(value) == 64:
        return f"{value[:12]}…"  # a digest
    shown = value if isinstance(value, str) else json.dumps(value)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}…"
