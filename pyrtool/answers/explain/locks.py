"""The locks of a winnable position: cards of the tableau on which others wait, and for which the
cards that lie on them leave one partner or two.

Decides which locks a reader is shown first: those that most reasons of the story rest on, of sets
of their own.
"""

from collections import Counter
from typing import Final

from pyrtool.answers.explain.explanation import Explanation
from pyrtool.answers.explain.problem import SEEN
from pyrtool.answers.explain.story import Story
from pyrtool.answers.explain.wording.phrases import Count, Text, listed, phrase
from pyrtool.answers.explain.wording.sentences import WITH, Sentences
from pyrtool.base.bits import bits
from pyrtool.game.moves import Discard
from pyrtool.languages import message

MOST_LOCKS: Final = 3
LEAST_HELD: Final = 2
"""Cards that wait for a lock: with fewer it is none."""

MOST_NAMED: Final = 5
"""More cards that a lock holds are counted."""

_LOCK: Final = message(
    "Lock: {0} holds {1}. It lies under {2}, so it needs {3}. Move {4} opens it: {5}."
)
_LOCK_BETWEEN: Final = message(
    "Lock: {0} holds {1}. It lies under {2} and on {6}, so it needs {3}. Move {4} opens it: {5}."
)
_KEPT: Final = message("{0} Until then {1} must be kept for it.")


def locks_of(explanation: Explanation, story: Story) -> list[Text]:
    """List the locks of a story, each in a sentence: what a card holds, which partners are left for
    it, and the move that opens it.

    Args:
        explanation: What holds in every solution.
        story: One solution with its reasons.
    """
    problem = explanation.problem
    weight = Counter(
        proof.problem.cards[x]
        for proof in story.proofs
        for part in proof.parts
        for step in part.steps
        if step.technique not in SEEN
        for x in step.fact.cards
    )
    discards = [move for move in story.moves if isinstance(move, Discard)]
    taken = {card: (n, move) for n, move in enumerate(discards, 1) for card in move.cards}
    here, above = story.start.tableau, story.start.layout.above
    trapped = {card for c in story.choices for one in c.against for card in one.tried.cards}
    forced = {name for pair in (*explanation.forced, *story.searched) for name in pair}
    words = Sentences(problem, {})
    locks: list[Text] = []
    sets: set[int] = set()
    for x in sorted(range(problem.laid_out), key=lambda x: -weight[problem.cards[x]]):
        partners, card = problem.partners(x), problem.cards[x]
        on = [y for y in bits(partners) if problem.above[x] >> y & 1]
        left = [y for y in bits(partners) if not (on.count(y) or problem.above[y] >> x & 1)]
        under = [y for y in bits(partners) if problem.above[y] >> x & 1]
        place = here.index(card)
        held = [str(one) for p, one in enumerate(here) if one is not None and above[p] >> place & 1]
        among = next(n for n, mask in enumerate(problem.sets) if mask >> x & 1)
        if not on or len(left) > 2 or len(held) < LEAST_HELD or among in sets or card not in taken:
            continue
        number, move = taken[card]
        (mate,) = set(move.cards) - {card}
        sets.add(among)
        opens = phrase(WITH, *map(str, move.cards))
        holds = listed(held) if len(held) <= MOST_NAMED else Count(len(held), "card")
        by_need = words.cards(on), words.cards(left, "or")
        values = words.card(x), holds, *by_need, str(number), opens
        lock = phrase(_LOCK, *values)
        if under:
            lock = phrase(_LOCK_BETWEEN, *values, words.cards(under))
        is_kept = len(left) > 1 and mate in trapped and str(card) in forced
        locks.append(phrase(_KEPT, lock, str(mate)) if is_kept else lock)
        if len(locks) == MOST_LOCKS:
            break
    return locks
