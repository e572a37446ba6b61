"""A problem: the data that the app of a page has of a deal or a position, and its answer.

Decides how a page names cards. One with a suit is ``4C``. One whose suit does not matter is its
rank and a small letter, ``7c``, since a page needs a name for each card. The second pack's cards
have a 2 behind, ``4C2``. Unknown ones are ``?1``, ``?2`` .. in the order in which a table is read.
Cards lie where the pictures have them; where the piles lie depends on the reader's window, and is
decided on the page (app/places.js). The answer is hidden until the reader asks.

Decides also when a page explains why a deal is lost, and why a solution makes its moves; how much
it asks, and how the answers are kept: each distinct sentence one time.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final, NotRequired, TypedDict

from pyrtool.answers.blocks.certificate import certify
from pyrtool.answers.blocks.wording import argue, describe
from pyrtool.answers.explain.difficulty import Reasoning, reasoning_of
from pyrtool.answers.explain.explanation import Explanation, LitStep, lit_steps
from pyrtool.answers.explain.printout import PLAIN, in_brief
from pyrtool.answers.explain.problem import ExplainError
from pyrtool.answers.explain.story import ExplainedMove, explain_moves
from pyrtool.answers.explain.wording.phrases import Text, phrase, row
from pyrtool.answers.kernel_setup.positions import as_dealt
from pyrtool.answers.plan import plan_of
from pyrtool.answers.verdicts import Lost, Verdict, Won
from pyrtool.base.json_object import JsonObject
from pyrtool.game.cards import Card
from pyrtool.game.deals import Deal, rectified_columns
from pyrtool.game.games import GAMES, Rules, differences
from pyrtool.game.layout import Layout
from pyrtool.game.moves import Discard
from pyrtool.game.position import Move, Position, Subject, start_of
from pyrtool.languages import count_of, message, say, speaking
from pyrtool.notation import format_position
from pyrtool.pictures.decks import FACE_HEIGHT, RenderError
from pyrtool.pictures.lettering.descriptions import name
from pyrtool.pictures.scenes.positions import compose
from pyrtool.pictures.scenes.strips import block_marks
from pyrtool.records.links import id_of


def word_of(move: Move, ids: Mapping[Card, str]) -> str:
    """Write a move as a page does."""
    return "/".join(ids[card] for card in move.cards) if isinstance(move, Discard) else str(move)


MOST_SENTENCES: Final = 12
"""The sentences of an explanation on a page, so that the page stays small and can be followed."""


class PageStep(TypedDict):
    """A step: its ``words``, the cards that it is about (``own``), its ``reasons``, and its
    ``order``, ``5>9`` if one must go before another; cards with spaces between them."""

    words: object
    own: str
    reasons: str
    order: str


class PageExplanation(TypedDict):
    """An explanation: its ``steps``, and ``at`` which it begins: 0 shows none until the reader
    asks."""

    steps: list[PageStep]
    at: int


def page_explanation(
    explanation: Explanation, ids: Mapping[Card, str], long: bool = False
) -> PageExplanation | None:
    """Make the explanation of a lost deal, or None if there is none, or none that is short.

    `ids` are what the page calls the cards. With `long`, it may have any length.
    """
    if explanation.verdict != "lost" or not explanation.sentences:
        return None
    if explanation.sentences > MOST_SENTENCES and not long:
        return None
    return explanation_data(explanation, ids)


def explanation_data(
    explanation: Explanation,
    ids: Mapping[Card, str],
    at: int = 0,
    worded: Callable[[Text], object] = str,
) -> PageExplanation:
    """Make an explanation as a page has it, with step `at` shown first; `worded` gives its words,
    those of the chosen language. The diagnosis of a lost deal comes before its steps."""
    diagnosis = explanation.diagnosis
    first: list[PageStep] = []
    if diagnosis is not None and explanation.sentences > 1:
        key = explanation.problem.cards[diagnosis.key]
        words = row(diagnosis.words, " " if explanation.rules else "", explanation.rules)
        first = [{"words": worded(words), "own": ids[key], "reasons": "", "order": ""}]
    steps: list[PageStep] = [
        {"words": worded(step.numbered), "own": own, "reasons": reasons, "order": order}
        for step in lit_steps(explanation)
        for own, reasons, order in [cards_of(step, ids)]
    ]
    return {"steps": [*first, *steps], "at": at and at + len(first)}


def cards_of(step: LitStep, ids: Mapping[Card, str]) -> tuple[str, str, str]:
    """Make the page's names of the cards that a step is about, of its reasons, and of its order."""
    order = ">".join(listed(cards, ids) for cards in step.order)
    return listed(step.own, ids), listed(step.reasons, ids), order


def listed(cards: Iterable[Card], ids: Mapping[Card, str]) -> str:
    """Make the page's names of cards, with spaces between them."""
    return " ".join(ids[card] for card in sorted(cards))


_SEARCHED: Final = message("by search, every continuation after it is lost")

MOST_RUNS: Final = 1_000
"""Derivations for the reasons of a page that is made quickly: for its moves, and against others."""

QUICK_SENTENCES: Final = 8
"""Sentences of a reason on such a page, so that it stays small."""

ROOM: Final = 5_500
"""Characters of the proofs on such a page, in English; the longest are counted only where all need
more."""

_KINDS: Final = {
    "last": message("no other partner is left"),
    "search": message("by search, every solution from here has this pair"),
    "free": message("it is free, as another solution does without this pair"),
}

Step = tuple[str, str, str, str]
"""Words, the cards that they are about, their reasons, and their order, as in a `PageStep`."""

WordedStep = tuple[Text, str, str, str]
"""The same, its words in the language that is chosen when they are read."""


class PageWhys(TypedDict):
    """The reasons that a page has: ``steps``, of which an answer is a list of numbers.

    ``moves`` has an answer for each move of the solution, ``losing`` the moves that lose beside
    each, with answers.
    """

    steps: list[tuple[object, str, str, str]]
    moves: list[list[int]]
    losing: list[dict[str, list[int]]]


class Whys:
    """The reasons along the solution of a winnable deal, whose words any language gives."""

    def __init__(
        self,
        standings: Sequence[ExplainedMove],
        ids: Mapping[Card, str],
        most: int,
        room: int | None = None,
    ) -> None:
        """Keep each distinct sentence one time.

        `ids` are what the page calls the cards, `most` the sentences of a reason that is not too
        long, and `room` the characters of all proofs in English, None for any number.
        """
        self.steps: list[WordedStep] = []
        self._numbers: dict[Step, int] = {}
        with speaking("en"):  # which sentences are distinct is the same in each language
            shown = _shown(standings, most, room)
            self._moves = [self._numbered(_why(one, ids, shown)) for one in standings]
            self._losing = [
                {
                    word_of(one.move, ids): self._numbered(
                        _words(_SEARCHED) if one.proof is None else _steps(one.proof, ids, shown)
                    )
                    for one in standing.others
                    if one.loses
                }
                for standing in standings
            ]

    def _numbered(self, some: Sequence[WordedStep]) -> list[int]:
        numbers = []
        for words, own, reasons, order in some:
            step = str(words), own, reasons, order
            if step not in self._numbers:
                self._numbers[step] = len(self.steps)
                self.steps.append((words, own, reasons, order))
            numbers.append(self._numbers[step])
        return numbers

    def data(self, worded: Callable[[Text], object] = str) -> PageWhys:
        """Make the data of a page, its words as `worded` has them: in the chosen language."""
        steps = [(worded(words), own, why, order) for words, own, why, order in self.steps]
        return {"steps": steps, "moves": self._moves, "losing": self._losing}


def page_whys(
    subject: Subject, verdict: Verdict | None, ids: Mapping[Card, str], every: bool = False
) -> Whys | None:
    """Make the reasons along the solution of a winnable deal, or None if deduction does not hold.

    `ids` are what the page calls the cards. With `every`, all reasons are looked for.
    """
    if not isinstance(verdict, Won):
        return None
    try:
        standings = explain_moves(start_of(subject), verdict.moves, None if every else MOST_RUNS)
    except ExplainError:
        return None
    if every:
        return Whys(standings, ids, MOST_SENTENCES)
    return Whys(standings, ids, QUICK_SENTENCES, ROOM)


def _shown(standings: Sequence[ExplainedMove], most: int, room: int | None) -> set[int]:
    """Make the proofs of at most `most` sentences that have room, shortest first, by identity."""
    every = [standing.proof for standing in standings]
    every += [one.proof for standing in standings for one in standing.others]
    proofs = [proof for proof in every if proof is not None and proof.sentences <= most]
    if room is None:
        return set(map(id, proofs))
    shown: set[int] = set()
    sentences: set[str] = set()
    for proof in sorted(proofs, key=lambda proof: proof.sentences):
        sentences |= {str(words) for words in _with_numbers(lit_steps(proof))}
        if sum(map(len, sentences)) > room:
            break
        shown.add(id(proof))
    return shown


def _why(standing: ExplainedMove, ids: Mapping[Card, str], shown: set[int]) -> list[WordedStep]:
    """Explain why the solution makes a move."""
    if standing.proof is not None:
        return _steps(standing.proof, ids, shown)
    if standing.kind == "plain":
        cards = len(standing.move.cards) if isinstance(standing.move, Discard) else 0
        return _words(PLAIN[cards])
    if standing.kind in _KINDS:
        return _words(_KINDS[standing.kind])
    winning = 1 + sum(one.loses is False for one in standing.others)
    if any(one.loses is None for one in standing.others):
        return _words(message("the page knows no reason"))
    if winning == 1:
        return _words(message("every other move loses"))
    if winning == len(standing.others) + 1:
        return _words(message("no move loses now"))
    return []  # the page says what the move frees, and how many lose


def _words(text: str) -> list[WordedStep]:
    return [(row(phrase(text), "."), "", "", "")]


def _steps(proof: Explanation, ids: Mapping[Card, str], shown: set[int]) -> list[WordedStep]:
    """Return the steps of a proof, or how many sentences it has."""
    if id(proof) not in shown:
        return [(in_brief(proof), "", "", "")]
    steps = lit_steps(proof)
    return [
        (words, *cards_of(step, ids))
        for words, step in zip(_with_numbers(steps), steps, strict=True)
    ]


def _with_numbers(steps: Sequence[LitStep]) -> list[Text]:
    """Make the words of a proof's steps, with numbers if there are several."""
    return [step.statements if len(steps) == 1 else step.numbered for step in steps]


# The problem.


@dataclass(frozen=True)
class Exchange:
    """The task of a lost deal: two `cards` to be exchanged, the `twin` that they make, its verdict,
    and how many exchanges make a winnable one, 0 if that is unknown."""

    cards: tuple[Card, Card]
    twin: Deal
    verdict: Verdict
    count: int = 0

    def data(self) -> JsonObject:
        """Make what app/exchange.js takes."""
        start = start_of(self.twin)
        ids = ids_of(start)
        return {
            "solution": [ids[card] for card in self.cards],
            "count": self.count,
            "answer": answer_of(start, self.verdict, ids),
        }


class Geometry(TypedDict):
    """The size of a tableau and its places."""

    width: float
    height: float
    tableau: list[list[float]]


@lru_cache(maxsize=16)  # 0.4 ms, three times a page
def geometry(rules: Rules) -> Geometry:
    """Make the tableau's `width` and `height`, in card widths, and its places in dealing order.

    A place is [x, y, shown]: a card's upper left corner, from the tableau's, and how much of
    its width its neighbour leaves free.
    """
    start = Position.start(Deal.of(rules.deck, rules))
    spots = {face.card: face for face in compose(start).faces}
    faces = [spots[card] for card in start.tableau if card is not None]
    left, top = min(face.x for face in faces), min(face.y for face in faces)
    return {
        "width": _rounded(max(face.x for face in faces) + 1 - left),
        "height": _rounded(max(face.y for face in faces) + FACE_HEIGHT - top),
        "tableau": [
            [_rounded(face.x - left), _rounded(face.y - top), _rounded(face.shown, 3)]
            for face in faces
        ],
    }


def _rounded(number: float, digits: int = 4) -> float:
    """Round a length as a page has it: a whole one without ``.0``, as a page has little room."""
    rounded = round(number, digits)
    return int(rounded) if rounded.is_integer() else rounded


def problem(
    subject: Subject,
    verdict: Verdict | None,
    *,
    game: str | None = None,
    after: int = 0,
    every_reason: bool = False,
    explanation: Explanation | None = None,
    exchange: Exchange | None = None,
) -> JsonObject:
    """Make what ``openProblem`` takes; arguments are those of `page`, and the explanation.

    docs/development/pages-and-site.md names the fields.

    A `RenderError` if the solution has fewer moves than `after`.
    """
    start, rules = start_of(subject), subject.rules
    ids = ids_of(start)
    reasoning = None if explanation is None else reasoning_of(explanation)
    answer = answer_of(start, verdict, ids, reasoning)
    if not 0 <= after <= len(answer["moves"]):
        raise RenderError(f"after {after}: the solution has {len(answer['moves'])} moves")
    steps = None if explanation is None else page_explanation(explanation, ids, every_reason)
    if steps is not None:
        answer["explanation"] = steps
    if (why := page_whys(subject, verdict, ids, every_reason)) is not None:
        answer["why"] = why.data()
    return {
        "game": constant(rules) | _table(subject, ids),
        "layout": geometry(rules),
        "names": {id_of(card): name(card) for card in rules.deck}
        | {ids[card]: name(card) for card in start.cards()},
        "answer": answer,
        "after": after,
        "identity": _identity(subject, game),
    } | ({} if exchange is None else {"exchange": exchange.data()})


def ids_of(start: Position) -> dict[Card, str]:
    """Name the cards of a table as a page does."""
    unknown = {card: f"?{k}" for k, card in enumerate(start.unknown(), 1)}
    return {card: unknown.get(card) or id_of(card) for card in start.cards()}


def constant(rules: Rules) -> JsonObject:
    """Make the data of a game, without its cards; a `RulesError` where no engine solves it."""
    plan = plan_of(rules)
    plan.check_searched()
    layout, (rectified, _) = Layout.of(rules), rectified_columns(rules)
    return ({"rectified": list(rectified)} if rectified else {}) | {
        "rules": rules.to_dict(),
        "partners": rules.partners,
        "mates": rules.mates,
        "bySets": plan.searched_by_sets,
        "places": [str(place) for place in layout.places],
        "inPyramid": layout.in_pyramid,
        "heights": layout.heights,
        "piles": [[pile, len(list(run))] for pile, run in groupby(layout.piles)],
        "covers": layout.covers,
        "apart": {f"{low},{high}": rule for (low, high), rule in rules.apart.items()},
        "noTwoStockCardsMatch": rules.no_two_stock_cards_match,
        "monotone": plan.early_never_hurts,
        "tableauxAnswer": plan.tableaux_answer,
        "relaxed": _relaxed(rules) if plan.searched_by_sets else None,
    }


def _relaxed(rules: Rules) -> dict[str, JsonObject]:
    """Return how the relaxed rules differ whose searches the page asks, by the name of the property
    of its plan that has them."""
    same = plan_of(rules).with_stock_top
    looser = {
        "withStockTop": same,
        "loosened": plan_of(same).loosened,
        "withOpenStock": plan_of(rules).with_open_stock,
    }
    return {name: differences(other, rules) for name, other in looser.items()}


def _table(subject: Deal | Position, ids: dict[Card, str]) -> JsonObject:
    """Make the data of the cards: of a deal in dealing order; of a position those of a deal that
    can have led to it, and what lies where."""
    if isinstance(subject, Deal):
        return {"cards": [ids[card] for card in subject.cards]}

    def named(card: Card | None) -> str | None:
        return None if card is None else ids[card]

    return {
        "cards": [ids.get(card) or id_of(card) for card in as_dealt(subject).cards],
        "start": {
            "tableau": list(map(named, subject.tableau)),
            "bouquet": list(map(named, subject.bouquet)),
            "stock": list(map(named, subject.stock)),
            "turned": named(subject.turned),
            "waste": list(map(named, subject.waste)),
            "furtherWastes": [list(map(named, waste)) for waste in subject.further_wastes],
            "passNumber": subject.pass_number,
            "clearedInPass": subject.cleared_in_pass,
        },
    }


def _identity(subject: Subject, game_name: str | None) -> JsonObject:
    changes = {} if game_name is None else differences(subject.rules, GAMES[game_name])
    number = None if subject.number is None else str(subject.number)
    return {
        "game": game_name,
        "number": number,
        "numbering": subject.numbering,
        "changes": changes,
        "position": format_position(start_of(subject)) if number is None else None,
    }


class Answer(TypedDict):
    """A verdict as data: the ``sentences`` that explain it, the ``moves`` as words, the ``marks``
    of a block by the cards that have one, and if there are any, the ``explanation`` in steps and
    the reasons for moves, ``why``."""

    verdict: str
    sentences: list[str]
    moves: list[str]
    shortest: bool
    marks: dict[str, str]
    explanation: NotRequired[PageExplanation]
    why: NotRequired[PageWhys]


def answer_of(
    start: Position,
    verdict: Verdict | None,
    ids: Mapping[Card, str],
    reasoning: Reasoning | None = None,
) -> Answer:
    """Make the verdict as data, and what its explanation takes.

    `ids` are what the page calls the cards. Unknown cards have no verdict.
    """
    reasoned = [] if reasoning is None else [reasoned_words(reasoning)]
    marks: dict[Card, str] = {}
    if isinstance(verdict, Lost) and verdict.block is not None:
        marks = block_marks(certify(verdict.block, start))
    return {
        "verdict": "unknown" if verdict is None else type(verdict).__name__.lower(),
        "sentences": [*_sentences(start, verdict), *reasoned],
        "moves": [word_of(move, ids) for move in verdict.moves] if isinstance(verdict, Won) else [],
        "shortest": isinstance(verdict, Won) and verdict.shortest,
        "marks": {ids[card]: kind for card, kind in marks.items()},
    }


def reasoned_words(reasoning: Reasoning) -> str:
    """Say in a sentence below the verdict what the explanation takes."""
    return say("Reasoning: {0}.", reasoning.words)  # players do not know the names of techniques


def _sentences(start: Position, verdict: Verdict | None) -> list[str]:
    if verdict is None:
        unknown = len(start.unknown())
        cards = count_of(unknown, "card")
        depends = say(
            "Not known: {0} of the table is unknown (??), and it may depend on which it is.", cards
        )
        if unknown > 1:
            depends = say(
                "Not known: {0} of the table are unknown (??), and it may depend on which they "
                "are.",
                cards,
            )
        chance = say("Solve my deal (pyrtool open) and pyrtool advise show each move's chance.")
        return [f"{depends} {chance}"]
    if isinstance(verdict, Won):
        won = say("Yes, in {0}.", count_of(len(verdict.moves), "move"))
        return [f"{won} {say('No line is shorter.')}" if verdict.shortest else won]
    if not isinstance(verdict, Lost):
        return [say("Not known: the search reached its limit on {0}.", verdict.limit)]
    if verdict.block is None:
        if start.rules.goal == "pyramid":
            return [say("No: every line of play was searched, and none clears the pyramid.")]
        if start.cards_left() == start.rules.deck_size:
            goal = say("all {0} cards", start.rules.deck_size)
        else:
            goal = say("all {0} left", count_of(start.cards_left(), "card"))
        return [say("No: every line of play was searched, and none discards {0}.", goal)]
    why = describe(verdict.block, start.rules)
    return [say("No: {0}.", why), argue(certify(verdict.block, start), start.rules)]
