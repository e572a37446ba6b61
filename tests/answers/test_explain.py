"""Explanations: each step is checked, and what is derived holds in every solution.

The brute force here tries every choice of partners, and plays each as early as it can by the
referee; `tests.oracle` confirms that some choice plays exactly where the deal is winnable.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest

from pyrtool import Deal, DealStock, Discard, Lost, blocks, deal, solve
from pyrtool.answers.explain.check import wrong_step
from pyrtool.answers.explain.explanation import (
    Answer,
    Explanation,
    Part,
    explain,
    explain_verdict,
    steps_of,
)
from pyrtool.answers.explain.printout import as_markdown, as_text
from pyrtool.answers.explain.problem import ExplainError, Fact, Problem, problem_of
from pyrtool.answers.explain.proof import Closure
from pyrtool.game.cards import Card, set_name
from pyrtool.game.games import Rules, game
from pyrtool.game.position import Position, Subject, position_of
from pyrtool.records.explanations import format_explanation

from ..dealing import NO_TOP, drawn_deal
from ..oracle import Oracle, TooManyStates
from ..playouts import play_out

SMALL = {
    "one pass": Rules(rows=4, suits=2, total=9),
    "one pass, sets of six": Rules(rows=4, suits=3, total=7),
    "no stock-waste match": Rules(rows=4, suits=3, total=5, stock_waste="no"),
    "overlap": Rules(rows=4, suits=2, total=9, overlap=True),
    "waste pairs": Rules(rows=4, suits=2, total=9, waste_pairs=True),
    "columns": Rules(rows=4, suits=2, columns=(4, 4), stock="none"),
    "columns, overlap": Rules(rows=4, suits=2, columns=(4, 4), stock="none", overlap=True),
    "open stock": Rules(rows=5, suits=2, stock="bouquet"),
    "triangle": Rules(tableau="triangle 4", suits=2),
}
"""Rules of small decks, one for each condition that a technique depends on."""


def few_and_many(names: Iterable[str], seed: int, many: int) -> list[Any]:
    """Three deals of every other game, and many of each, which is slow, with another seed."""
    slow = (pytest.param(name, many, seed + 1, marks=pytest.mark.slow) for name in names)
    return [*((name, 3, seed) for name in list(names)[::2]), *slow]


def in_play(dealt: Deal, chance: random.Random) -> Position:
    return play_out(Position.start(dealt), chance.randrange(2**32), chance.randrange(12))[1]


def choices(problem: Problem) -> Iterator[dict[int, int]]:
    ways = []
    for mask in problem.sets:
        cards = [i for i in range(len(problem.cards)) if mask >> i & 1]
        low = [i for i in cards if problem.cards[i].rank == problem.cards[cards[0]].rank]
        high = [i for i in cards if i not in low]
        ways.append([list(zip(low, order, strict=True)) for order in permutations(high)])
    for chosen in product(*ways):
        pairs = [pair for way in chosen for pair in way]
        yield dict(pairs) | {b: a for a, b in pairs}


def prompt_play(
    position: Position, problem: Problem, partner: dict[int, int], chance: random.Random
) -> dict[int, tuple[int, int]] | None:
    """The slot and the moment of each card, if partners are played as early as they can; None if
    they do not all go."""
    number = {card: i for i, card in enumerate(problem.cards)}
    slot_of = {card: k for k, card in enumerate(position.undealt(), 1)}
    moments: dict[int, tuple[int, int]] = {}
    slot = made = 1
    while not position.is_won():
        waits = slot_of[position.turned] > slot if position.turned else False
        fitting = []
        for move in position.legal_moves():
            if not isinstance(move, Discard) or (waits and position.turned in move.cards):
                continue
            cards = [number[card] for card in move.cards if card in number]
            if not cards or (len(cards) == 2 and partner[cards[0]] == cards[1]):
                fitting.append((move, cards))
        if fitting:
            chosen, cards = chance.choice(fitting)
            position = position.play(chosen)
            made += 1
            moments.update((x, (slot, made)) for x in cards)
        elif waits:
            assert position.turned is not None
            slot = slot_of[position.turned]
        elif position.turned is not None:
            position = position.play(DealStock())
            slot = slot_of[position.turned] if position.turned else slot
        else:
            return None
    return moments


def holds(fact: Fact, partner: dict[int, int], moments: dict[int, tuple[int, int]]) -> bool:
    match fact.kind:
        case "together":
            return partner[fact.x] == fact.y
        case "apart":
            return partner[fact.x] != fact.y
        case "before":
            return moments[fact.x][1] < moments[fact.y][1]
        case "not before":
            return moments[fact.x][0] >= fact.y
        case "in time":
            return moments[fact.x][0] < fact.y
        case _:
            return False


def check_all(subject: Subject, chance: random.Random, tries: int = 200) -> bool:
    """Whether the subject is winnable, after checking everything that is derived about it."""
    problem, start = problem_of(subject), position_of(subject)
    closure = Closure(problem)
    every = range(len(problem.sets))
    some = chance.sample(every, k=min(2, len(problem.sets)))
    derived: list[tuple[list[int], bool]] = []
    for sets in (some, list(every)):
        failed = closure.fails(problem.of_sets(sets))
        codes = closure.facts()
        derived.append((codes, failed))
        steps = steps_of(closure.derivation(*codes))
        verdict: Answer = "lost" if failed else "won"
        ends = [step for step in steps if step.fact.kind == "contradiction"]
        whole = [step for step in steps if step not in ends] + ends
        record = format_explanation(
            Explanation(problem, verdict, tuple(sets), (Part(None, tuple(whole)),))
        )
        assert wrong_step(start, record) is None
    solved = 0
    names = {str(card): x for x, card in enumerate(problem.cards)}
    pairs = [(names[one], names[other]) for one, other in explain(subject).forced]
    for partner in choices(problem):
        moments = prompt_play(start, problem, partner, chance)
        if moments is None:
            continue
        solved += 1
        assert all(partner[x] == y for x, y in pairs)
        (few, _), (codes, _) = derived
        for fact in map(Fact.of, codes):
            assert holds(fact, partner, moments), fact
        for fact in map(Fact.of, few):
            assert fact.kind not in ("together", "apart") or holds(fact, partner, moments), fact
        if solved == tries:
            break
    if derived[0][1] or derived[1][1]:
        assert solved == 0
    return solved > 0


@pytest.mark.parametrize(("name", "deals", "seed"), few_and_many(SMALL, 32, 12))
def test_what_is_derived_holds_in_every_solution(name: str, deals: int, seed: int) -> None:
    """Deals, and positions that play led to: some of them winnable, some not."""
    chance = random.Random(seed)
    outcomes = set()
    count = min(deals, 6) if "sets of six" in name else deals
    for dealt in [drawn_deal(SMALL[name], chance) for _ in range(count)]:
        won = check_all(dealt, chance)
        oracle = Oracle(dealt.cards, dealt.rules)
        try:
            assert won == (oracle.shortest(max_states=20_000) is not None)
        except TooManyStates:
            assert won == (not solve(dealt).is_lost)
        outcomes.add(won)
        check_all(in_play(dealt, chance), chance)
    assert outcomes == {True, False} or deals < 10


def test_the_last_of_several_passes() -> None:
    chance = random.Random(42)
    rules = Rules(rows=4, suits=2, passes=2)
    for _ in range(4):
        position = Position.start(drawn_deal(rules, chance))
        while position.pass_number == 1:
            moves = [m for m in position.legal_moves() if not isinstance(m, Discard)]
            position = position.play(chance.choice(moves))
        check_all(position, chance)


NINE = Rules(rows=4, suits=2, total=9)
OPENED = {
    "goal pyramid": replace(NINE, goal="pyramid"),
    "goal pyramid, overlap": replace(NINE, goal="pyramid", overlap=True),
    "two passes": replace(NINE, passes=2),
    "unlimited passes, goal pyramid": replace(NINE, passes=None, goal="pyramid", stock_waste="no"),
    "three cards a deal": replace(NINE, draw=3, passes=None, **NO_TOP),
    "waste pairs": replace(NINE, waste_pairs=True, overlap=True),
    "waste pairs, no stock top": replace(NINE, waste_pairs=True, **NO_TOP),
    "no stock top": replace(NINE, **NO_TOP),
    "automatic matching": replace(NINE, stock_waste="auto"),
    "automatic matching on turning": replace(NINE, stock_waste="auto-on-turn"),
    "open stock, goal pyramid": Rules(rows=5, suits=2, stock="bouquet", goal="pyramid"),
}
"""Rules under which the stock counts as open, some cards may stay, or others match in the waste."""


def played_at_random(start: Position, chance: random.Random) -> set[frozenset[Card]] | None:
    """The pairs of a game in which chance chooses the moves, if it is won and they are known. A
    deal can make several vanish."""
    position, pairs = start, set()
    for _ in range(80):
        moves = list(position.legal_moves())
        if position.is_won() or not moves:
            break
        discards = [move for move in moves if isinstance(move, Discard)]
        some = discards if discards and chance.random() < 0.7 else moves
        after = position.play(chance.choice(some))
        gone = frozenset(position.cards()) - frozenset(after.cards())
        for rank in range(1, (start.rules.total + 1) // 2):
            pair = frozenset(c for c in gone if c.rank in (rank, start.rules.total - rank))
            if len(pair) > 2:
                return None  # they vanished in one deal: which with which?
            pairs.add(pair)
        position = after
    return pairs if position.is_won() else None


def check_opened(subject: Subject, is_lost: bool, chance: random.Random, games: int) -> int:
    """How many games were won that all derived facts about partners hold in."""
    problem, start = problem_of(subject), position_of(subject)
    closure = Closure(problem)
    every = problem.of_sets(range(len(problem.sets)))
    for mask in problem.sets:
        assert is_lost or not closure.fails(mask)
    assert is_lost or not closure.fails(every)
    names = problem.cards
    facts = [f for f in map(Fact.of, closure.facts()) if f.kind in ("apart", "together")]
    facts = [f for f in facts if problem.must_go(f.x) or problem.must_go(f.y)]
    found = explain(subject)
    assert (found.verdict == "lost") == is_lost
    if found.parts:
        assert wrong_step(start, format_explanation(found)) is None
    won = 0
    for _ in range(games):
        pairs = played_at_random(start, chance)
        if pairs is None:
            continue
        won += 1
        assert not is_lost
        for fact in facts:
            went = frozenset((names[fact.x], names[fact.y])) in pairs
            assert went == (fact.kind == "together"), fact
        by_name = {frozenset(map(str, pair)) for pair in pairs}
        assert all(frozenset(pair) in by_name for pair in found.forced)
    return won


@pytest.mark.parametrize(("name", "deals", "seed"), few_and_many(OPENED, 31, 10))
def test_what_is_derived_with_an_open_stock_holds_in_the_game(
    name: str, deals: int, seed: int
) -> None:
    """Deals, and positions that play led to."""
    chance, games = random.Random(seed), 20 if deals == 3 else 40
    won = proved = 0
    for dealt in [drawn_deal(OPENED[name], chance) for _ in range(deals)]:
        is_lost = Oracle(dealt.cards, dealt.rules).shortest(max_states=200_000) is None
        won += check_opened(dealt, is_lost, chance, games)
        proved += is_lost and bool(explain(dealt).parts)
        here = in_play(dealt, chance)
        if not here.is_won():
            check_opened(here, solve(here).is_lost, chance, games)
    assert (won and proved) or deals < 10


@pytest.mark.parametrize("number", [3, 6, 12, 22])
def test_thirteen_is_explained_by_the_proof_of_pyramid(number: int) -> None:
    """Two cards that match in the waste could go when the upper one was turned."""
    proof, same = explained(deal(number, "thirteen")), explained(deal(number, "pyramid"))
    assert proof.verdict == "lost" and proof.parts == same.parts
    assert not proof.problem.opened


@pytest.mark.parametrize("name", ["microsoft", "tower", "par", "king-tut"])
def test_named_games_whose_stock_counts_as_open(name: str) -> None:
    lost = [e for n in range(1, 13) if (e := explained(deal(n, game(name)))).verdict == "lost"]
    proved = [e for e in lost if e.parts]
    assert proved and all(e.conclusion.endswith("even with an open stock.") for e in proved)
    assert all(e.block is not None for e in lost)


def test_the_stock_does_not_count_as_open_without_need() -> None:
    """The check knows which stock counts as open."""
    rules = Rules(rows=4, suits=2, passes=2)
    position = Position.start(drawn_deal(rules, random.Random(45)))
    assert problem_of(position).opened
    while position.pass_number == 1:
        onward = (move for move in position.legal_moves() if not isinstance(move, Discard))
        position = position.play(next(onward))
    assert not problem_of(position).opened
    dealt = deal(122)
    record = format_explanation(explain(dealt))
    other = Deal.of(dealt.cards, replace(dealt.rules, passes=2))
    assert wrong_step(Position.start(other), record) is not None


def explained(subject: Subject) -> Explanation:
    """An explanation that agrees with the search, and whose steps all hold."""
    found = explain(subject)
    assert found.verdict == ("lost" if solve(subject).is_lost else "won")
    record = format_explanation(found)
    assert wrong_step(position_of(subject), record) is None or not found.parts
    shown = [one for _, sentences in found.sections for one in sentences if not found.is_long]
    for sentence in shown:  # a longer proof is printed only on request
        assert all(len(words.split()) <= 40 for words in sentence.text.split(". "))
    return found


@pytest.mark.parametrize("name", ["pyramid", "giza"])
def test_most_native_deals_are_explained_without_a_trial(name: str) -> None:
    lost = [e for n in range(1, 31) if (e := explained(deal(n, name))).verdict == "lost"]
    assert sum(not e.parts for e in lost) <= 0.02 * len(lost)
    assert sum(e.trials == 0 for e in lost) > 0.7 * len(lost)


def test_what_a_pair_would_leave() -> None:
    """Each technique that supposes a pair is found, and its step names what it rests on."""
    used = set()
    for number, name in ((53, "pyramid"), (84, "pyramid"), (126, "giza")):
        used |= set(explained(deal(number, game(name))).techniques)
    assert {"cross", "squeeze", "miss", "tangle"} <= used


def test_words_of_what_a_pair_would_leave() -> None:
    ((_, sentences),) = explain(deal(22)).sections
    assert sentences[1].text == (
        "JD cannot go with 2S (stock 7), as no partner would be left for 2D (6.2): QC (stock 13) "
        "goes after JD [1]; so 2S would have to go before QC covers it; JS (7.3) lies on 2D. JD "
        "would go with 2S; 2D lies on JD; JH (stock 15) and JC (stock 24) are turned later. "
        "Likewise 2C (stock 8) and 2H (stock 9). No partner is left for JD: 2D lies on JD; JD "
        "cannot go with 2S, 2C or 2H."
    )


def test_a_card_between_two_that_go_together_names_both() -> None:
    texts = [sentence.text for _, some in explain(deal(96)).sections for sentence in some]
    forward = "7S (stock 9) goes before 9H (stock 11): 7S is turned on 4D (stock 8), which is to go"
    assert any(f"{forward} with 9H. " in text for text in texts)
    backward = "4D is to go with 9H, which goes after 7S; 6C lies under both."
    assert any(backward in text for text in texts)


def test_words_for_overlap_discards() -> None:
    """A card that lies on its partner directly may go with it; the words say where it does not."""
    rules = replace(game("giza"), overlap=True)
    (*_, last) = [s.text for _, some in explain(deal(12, rules)).sections for s in some]
    assert "9S (6.3) and 9H (7.7) lie on 4S indirectly; 4S cannot go with 9C." in last
    (*_, last) = [s.text for _, some in explain(deal(14, rules)).sections for s in some]
    assert "5H lies under 8H and does not go with it; 5D lies under 8C and 8D indirectly" in last


def check_sets(dealt: Deal) -> bool:
    """A lost deal is explained by the sets of the block that `solve` and `blocks` name, and the
    proof, which holds, names cards of all of them; return whether it is lost."""
    verdict = solve(dealt)
    if not isinstance(verdict, Lost):
        return False
    found = explain_verdict(dealt, verdict)
    assert verdict.block is not None and found.block == verdict.block
    (first, *_) = blocks(dealt)
    assert first.block == verdict.block
    names = [set_name(*ranks) for ranks in verdict.block.sets]
    assert found.parts and [found.problem.names[s] for s in found.sets] == names, dealt.number
    facts = [step.fact for part in found.parts for step in part.steps]
    used = {found.problem.cards[x].rank for fact in facts for x in fact.cards}
    assert all(used.intersection(ranks) for ranks in verdict.block.sets)
    assert used <= {rank for ranks in verdict.block.sets for rank in ranks}
    assert wrong_step(Position.start(dealt), format_explanation(found)) is None
    return True


@pytest.mark.parametrize(
    ("name", "numbers"), [("pyramid", (9, 14, 19, 21, 59)), ("giza", (144, 169, 179))]
)
def test_an_explanation_has_the_sets_of_the_block(name: str, numbers: tuple[int, ...]) -> None:
    assert all(check_sets(deal(number, name)) for number in numbers)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pyramid", "giza"])
def test_explanations_of_many_deals_have_the_sets_of_the_block(name: str) -> None:
    assert sum(check_sets(deal(number, name)) for number in range(3, 61)) > 30


@pytest.mark.slow
@pytest.mark.parametrize("name", ["clear", "tut", "tut-single", "king-tut", "microsoft"])
def test_other_games_are_explained_by_the_block_or_not_at_all(name: str) -> None:
    for number in range(1, 41):
        found = explain(dealt := deal(number, name))
        if found.verdict == "lost" and found.parts:
            check_sets(dealt)
        elif found.verdict == "lost":
            assert found.block is None or found.block.kind == "stock block"


def test_a_block_without_a_proof_is_named_beside_the_proof_of_other_sets() -> None:
    found = explain(deal(755))
    assert found.conclusion == "Unwinnable by 3-T, 4-9, 5-8 and 6-7 alone."
    expected = "The block is of 2-J, 3-T and 6-7; no proof with these cards alone was found."
    assert found.meaning.endswith(expected)
    assert expected in " ".join(as_text(found).split())


def test_a_loss_without_a_proof_is_stated_by_its_block() -> None:
    """A search that found a block is not the reason."""
    found = explain(deal(3, "clear"))
    assert not found.parts and found.statement is not None
    assert found.conclusion.startswith(f"Unwinnable: {found.statement}. ")
    assert "exhaustive" not in found.conclusion and "In short" not in as_text(found)


def test_a_long_proof_gives_way_to_the_block() -> None:
    found = explain(deal(73))
    assert found.is_long and found.block is not None
    short, whole = as_text(found), as_text(found, whole=True)
    assert "In short: the aces, queens, twos, jacks, fours and nines" in " ".join(short.split())
    assert len(short.splitlines()) == 12 < len(whole.splitlines())
    assert "In short" in as_markdown(found)


def test_words() -> None:
    ((_, sentences),) = explain(deal(176)).sections
    (one,) = sentences
    assert one.lines == (
        "5D (4.1) goes before 7H (5.4): 5D lies on 6C (3.1); 7D (5.1) and 7S (5.2) lie on 6C; 6C "
        "goes with 7H, or before 7H with 7C (6.5); 7C lies on 7H.",
        "Before 7H goes, 5D, 5H (6.4) and 5S (7.4) can go only with 8C (stock 11) or 8D (stock "
        "16), three cards for two:",
        "– 5D goes before 7H;",
        "– 5H and 5S lie on 7H;",
        "– 8S (3.2) and 8H (4.3) lie under 7H.",
    )
    assert [s.lines[-1] for _, some in explain(deal(5)).sections for s in some][-1] == (
        "QS lies on 8C, which goes before AS; but QS goes with AS [1]."
    )


def test_each_premise_is_needed() -> None:
    """The check rejects a step without one of its premises."""
    dealt = deal(122)
    start = Position.start(dealt)
    record = format_explanation(explain(dealt))
    (part,) = record["parts"]
    tried = 0
    for step in part["steps"]:
        for premise in step["from"]:
            kept = step["from"]
            step["from"] = [other for other in kept if other != premise]
            assert wrong_step(start, record) == f"step {step['step']} does not follow"
            step["from"] = kept
            tried += 1
    assert tried > 20
    assert wrong_step(start, record) is None
    assert wrong_step(Position.start(deal(123)), record) is not None


def test_a_proof_needs_its_end() -> None:
    dealt = deal(122)
    record = format_explanation(explain(dealt))
    record["parts"][0]["steps"].pop()
    assert wrong_step(Position.start(dealt), record) == "no contradiction ends it"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("double-pyramid", "packs 2"),
        ("cheops", "A matches several ranks"),
        ("nestor", "A matches its own rank"),
        ("fourteen-out", "7 matches its own rank"),
    ],
)
def test_rules_under_which_nothing_is_claimed(name: str, why: str) -> None:
    with pytest.raises(ExplainError, match=why):
        explain(deal(1, game(name)))


def test_columns_that_may_stay_are_not_explained() -> None:
    rules = replace(game("giza"), goal="pyramid")
    with pytest.raises(
        ExplainError, match="goal pyramid with columns: explanations need goal all; blocks"
    ):
        explain(deal(1, rules))


def test_cards_of_explanations_are_those_of_the_deal() -> None:
    found = explain(deal(87))
    assert sorted(found.forced) == [("2H", "JS"), ("7H", "6S"), ("AS", "QH"), ("JD", "2D")]
    assert all(isinstance(card, Card) for card in found.problem.cards)
