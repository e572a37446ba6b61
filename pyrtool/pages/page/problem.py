"""What a page knows of a deal or a position, as data: what its app calls a problem.

Decides how a page names cards. One with a suit is ``4C``. One whose suit does not matter is its
rank and a small letter, ``7c``, since a page needs a name for each card. The second pack's cards
have a 2 behind, ``4C2``. Unknown ones are ``?1``, ``?2`` .. in the order in which a table is read.
What a deal's answer says is `answer`'s, where its cards lie `geometry`'s.
"""

from __future__ import annotations

from itertools import groupby

from pyrtool.answers import soundness
from pyrtool.answers.explain.explanation import Explanation
from pyrtool.answers.explain.reasoning import reasoning_of
from pyrtool.answers.kernels.positions import as_dealt
from pyrtool.answers.solve import Verdict
from pyrtool.answers.subject import Subject
from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.game.cards import FRENCH_RANKS, RANKS, SUITS, Card
from pyrtool.game.deals import Deal
from pyrtool.game.games import GAMES, Rules, RulesError, differences
from pyrtool.game.layout import Layout
from pyrtool.game.position import Position, start_of
from pyrtool.notation import format_position
from pyrtool.pages.page.answer import answer_of
from pyrtool.pages.page.explained import page_explanation
from pyrtool.pages.page.geometry import geometry
from pyrtool.pages.page.whys import page_whys
from pyrtool.pictures.decks import RenderError
from pyrtool.pictures.lettering.words import name


def problem(
    dealt: Subject,
    verdict: Verdict | None,
    *,
    game: str | None = None,
    after: int = 0,
    every_reason: bool = False,
    explanation: Explanation | None = None,
) -> JsonObject:
    """What ``openProblem`` takes; arguments are those of `page`, and the explanation of the deal.

    docs/development/pages-and-site.md names the fields.

    A `RenderError` if the solution has fewer moves than `after`.
    """
    start, rules = start_of(dealt), dealt.rules
    ids = ids_of(start)
    reasoning = None if explanation is None else reasoning_of(explanation)
    answer = answer_of(start, verdict, ids, reasoning)
    if not 0 <= after <= len(answer["moves"]):
        raise RenderError(f"after {after}: the solution has {len(answer['moves'])} moves")
    steps = None if explanation is None else page_explanation(explanation, ids, every_reason)
    if steps is not None:
        answer["explanation"] = steps
    if (why := page_whys(dealt, verdict, ids, every_reason)) is not None:
        answer["why"] = why.data()
    return {
        "game": constant(rules) | _table(dealt, ids),
        "layout": geometry(rules),
        "names": {id_of(card): name(card) for card in rules.deck}
        | {ids[card]: name(card) for card in start.cards()},
        "answer": answer,
        "after": after,
        "identity": _identity(dealt, game),
    }


def ids_of(start: Position) -> dict[Card, str]:
    """What a page calls the cards of a table."""
    unknown = {card: f"?{k}" for k, card in enumerate(start.unknown(), 1)}
    return {card: unknown.get(card) or id_of(card) for card in start.cards()}


def id_of(card: Card) -> str:
    """What a page calls a card that is known."""
    own = str(card) if card.has_suit else RANKS[card.rank - 1] + SUITS[card.suit].lower()
    return f"{own}2" if card.pack else own


def constant(rules: Rules) -> JsonObject:
    """The data of a game, without its cards; a `RulesError` where no engine solves it, or pages
    have no name for a rank."""
    if rules.highest_rank > FRENCH_RANKS:
        raise RulesError(f"ranks {rules.ranks}: pages have none above the king: use render or play")
    by_sets = soundness.searched_by_sets(rules)
    if soundness.is_plain(rules) and not by_sets:
        soundness.check_general(rules)
    layout = Layout.of(rules)
    return {
        "rules": rules.to_dict(),
        "partners": rules.partners,
        "mates": rules.mates,
        "bySets": by_sets,
        "places": [str(place) for place in layout.places],
        "inPyramid": layout.in_pyramid,
        "heights": layout.heights,
        "piles": [[pile, len(list(run))] for pile, run in groupby(layout.piles)],
        "covers": layout.covers,
        "monotone": soundness.early_never_hurts(rules),
        "tableauxAnswer": soundness.tableaux_answer(rules),
        "relaxed": _relaxed(rules) if by_sets else None,
    }


def _relaxed(rules: Rules) -> dict[str, JsonObject]:
    """How the rules differ whose searches the page asks, or asks what is lost there too: by the
    name in `soundness` of what makes them."""
    same = soundness.with_stock_top(rules)
    looser = {
        "withStockTop": same,
        "loosened": soundness.loosened(same),
        "withOpenStock": soundness.with_open_stock(rules),
    }
    return {name: differences(other, rules) for name, other in looser.items()}


def _table(dealt: Deal | Position, ids: dict[Card, str]) -> JsonObject:
    """The cards: of a deal in dealing order; of a position those of a deal that can have led to it,
    and what lies where."""
    if isinstance(dealt, Deal):
        return {"cards": [ids[card] for card in dealt.cards]}

    def named(card: Card | None) -> str | None:
        return None if card is None else ids[card]

    return {
        "cards": [ids.get(card) or id_of(card) for card in as_dealt(dealt).cards],
        "start": {
            "tableau": list(map(named, dealt.tableau)),
            "bouquet": list(map(named, dealt.bouquet)),
            "stock": list(map(named, dealt.stock)),
            "turned": named(dealt.turned),
            "waste": list(map(named, dealt.waste)),
            "furtherWastes": [list(map(named, waste)) for waste in dealt.further_wastes],
            "passNumber": dealt.pass_number,
            "clearedInPass": dealt.cleared_in_pass,
        },
    }


def _identity(dealt: Subject, named: str | None) -> JsonObject:
    """What a link says of it: the table, where no number names the deal."""
    changes = {} if named is None else differences(dealt.rules, GAMES[named])
    number = None if dealt.number is None else str(dealt.number)
    return {
        "game": named,
        "number": number,
        "numbering": dealt.numbering,
        "changes": changes,
        "position": format_position(start_of(dealt)) if number is None else None,
    }


guard(__name__)
