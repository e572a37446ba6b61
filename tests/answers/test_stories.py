"""Stories of solutions, against every line of play of small decks.

The brute force plays every line by the referee and notes what all winning ones share.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

import pytest

from pyrtool.answers.explain.check import wrong_step
from pyrtool.answers.explain.closure import Closure
from pyrtool.answers.explain.explanation import explain
from pyrtool.answers.explain.forced import Choosing, OutOfChoicesError, pairs_of
from pyrtool.answers.explain.problem import problem_of
from pyrtool.answers.explain.story import Story, story_of
from pyrtool.answers.explain.telling import as_markdown, as_text, paragraphs
from pyrtool.answers.explain.writing import format_explanation
from pyrtool.answers.solve import Won, decide
from pyrtool.game.deals import Deal, deal
from pyrtool.game.games import Rules
from pyrtool.game.moves import Discard, Move
from pyrtool.game.position import Position

SMALL = {
    "one pass": Rules(rows=3, suits=2, total=7),
    "sets of six": Rules(rows=3, suits=3, total=5),
    "no stock-waste match": Rules(rows=4, suits=3, total=5, stock_waste="no"),
    "overlap": Rules(rows=4, suits=2, total=7, overlap=True),
    "columns": Rules(rows=3, suits=2, total=7, columns=(4, 2), stock="none"),
    "open stock": Rules(rows=4, suits=2, total=7, stock="bouquet"),
}

Pair = frozenset[str]


def pair_of(move: Move) -> frozenset[Pair]:
    if isinstance(move, Discard) and len(move.cards) == 2:
        return frozenset({frozenset(map(str, move.cards))})
    return frozenset()


@dataclass(frozen=True)
class Shared:
    """What the winning lines of a position share: `pairs` are in all, and in some of them a card
    is left when a stock card leaves (`outlived`)."""

    pairs: frozenset[Pair]
    outlived: frozenset[tuple[str, str]]


@cache
def shared(position: Position) -> Shared | None:
    """What is shared by all winning lines; None if there is none."""
    if position.is_won():
        return Shared(frozenset(), frozenset())
    pairs: frozenset[Pair] | None = None
    outlived: frozenset[tuple[str, str]] = frozenset()
    for move in position.legal_moves():
        after = position.play(move)
        found = shared(after)
        if found is None:
            continue
        here = found.pairs | pair_of(move)
        pairs = here if pairs is None else pairs & here
        leaves = move.cards if isinstance(move, Discard) else (position.turned,)
        left = [str(c) for c in after.cards() if c not in leaves]
        outlived |= found.outlived | {(x, str(c)) for c in leaves for x in left}
    return None if pairs is None else Shared(pairs, outlived)


def compared_story(subject: Deal | Position) -> Story | None:
    """The story of a winnable position, after each claim was compared with all lines."""
    start = Position.start(subject) if isinstance(subject, Deal) else subject
    known = shared(start)
    if known is None:
        return None
    found = explain(subject)
    story = story_of(found, start, found.moves)
    forced = {frozenset(pair) for pair in (*found.forced, *story.searched)}
    assert forced == known.pairs
    made = frozenset[Pair]().union(*map(pair_of, found.moves))
    assert {frozenset(pair) for pair in story.free} == made - known.pairs
    assert not known.outlived.intersection(found.latest)
    here = start
    for choice in story.choices:
        now = shared(here)
        assert now is not None
        pair = pair_of(choice.move)
        assert choice.kind == "plain" or (pair <= now.pairs) == (choice.kind != "free")
        if choice.proof is not None:
            assert wrong_step(here, format_explanation(choice.proof)) is None
            assert pair <= {frozenset(one) for one in choice.proof.forced}
        for reason in choice.against:
            after = here.play(reason.tried)
            assert shared(after) is None
            if reason.proof is not None:
                assert wrong_step(after, format_explanation(reason.proof)) is None
        here = here.play(choice.move)
    assert here.is_won()
    return story


def agree(name: str, seed: int, deals: int) -> list[Story]:
    chance = random.Random(seed)
    stories = []
    for _ in range(deals):
        cards = list(SMALL[name].deck)
        chance.shuffle(cards)
        story = compared_story(Deal.of(cards, SMALL[name]))
        if story is not None:
            stories.append(story)
        shared.cache_clear()
    return stories


@pytest.mark.parametrize("name", SMALL)
def test_what_a_story_claims_holds_in_all_lines(name: str) -> None:
    assert agree(name, 40, 8)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_what_many_stories_claim_holds_in_all_lines(name: str) -> None:
    kinds = {choice.kind for story in agree(name, 41, 60) for choice in story.choices}
    assert kinds >= {"plain", "forced", "free", "last"}


def test_a_story_in_words() -> None:
    found = explain(deal(87))
    story = story_of(found, Position.start(deal(87)), found.moves)
    text = as_text(found, story)
    assert text.startswith("Winnable. 4 pairs are in every solution.\n  JD/2D, 7H/6S, AS/QH, 2H/JS")
    assert "\n  The other 20 pairs are not in every solution.\n" in text
    words = " ".join(text.split())
    assert "2. JS (7.3) goes with 2H. It cannot go with 2C or 2S, which lie under it; nor" in words
    assert "Free: 5D with 8C and 2S with JC. Deal until 5S is turned." in words
    assert text.endswith("the proof of what is in every solution.")
    for paragraph in paragraphs(story, whole=True):
        for words in (paragraph.text, *(words for _, words in paragraph.sentences)):
            assert all(len(one.split()) <= 40 for one in words.split(". "))
    whole = as_markdown(found, story, whole=True)
    assert "> *Trial A: suppose that QH (7.6) goes with AH (stock 17).*" in whole


def test_a_pair_of_every_solution_that_only_the_search_finds() -> None:
    found = explain(deal(130))
    story = story_of(found, Position.start(deal(130)), found.moves)
    assert len(story.searched) == 1
    assert not set(story.searched) & set(found.forced)


def test_the_search_stops_at_its_limit() -> None:
    dealt = deal(186)
    verdict = decide(dealt)
    assert isinstance(verdict, Won)
    problem = problem_of(dealt)
    pair = min(pairs_of(problem, verdict.moves))
    with pytest.raises(OutOfChoicesError):
        Choosing(Position.start(dealt), Closure(problem), choices=1).solution(without=pair)
