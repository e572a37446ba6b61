"""The page's own game against the referee, and its search against the solver, without a
browser."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyrtool import Card, Deal, Limits, Lost, Unknown, Won, best, deal
from pyrtool.answers.advice.advise import advise, usual_question
from pyrtool.answers.blocks.wording import describe as describe_block
from pyrtool.answers.objectives import By, worth
from pyrtool.answers.plan import plan_of
from pyrtool.answers.solve import solve, verdict_only
from pyrtool.cli.answer_text.advice import best_words
from pyrtool.cli.answer_text.best import bound_words
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import DealStock, Discard, IllegalMoveError, Move, Position, Redeal
from pyrtool.notation import format_diagram, format_position, parse_position
from pyrtool.pages.page.problem import constant, geometry, ids_of, problem
from pyrtool.pages.page.scripts import EVERY_SEARCH, REFEREE, modules
from pyrtool.pictures.lettering.descriptions import describe, name
from pyrtool.pictures.scenes.positions import compose
from pyrtool.records.collection import puzzles
from pyrtool.records.links import id_of

from ..dealing import NO_TOP, shuffled, shuffled_start
from ..drawing import drawn_seed, enough
from ..javascript import Runtime, running
from ..oracle import Oracle, TooManyStates
from ..playouts import RULES, without_suits
from ..small_games import BANDS, ONE_FOUR, ONE_FOUR_CARDS, deals_on_wastes, two_packs_drawn

NAMED = {rules: name for name, rules in GAMES.items() if plan_of(rules).searched_by_sets}
OTHERS = [rules for rules in GAMES.values() if rules not in NAMED]
"""Named games with several wastes, or both ends of one, with many sets or pairs of several, or
of two packs."""
SMALL = [rules for rules in RULES if rules.deck_size < 30 and plan_of(rules).searched_by_sets]
LARGE = [rules for rules in RULES if rules.deck_size >= 30 and plan_of(rules).searched_by_sets]
RICH = [
    Rules(rows=3, ranks=4, suits=3, pairs="same, next", **more)
    for more in (
        {},
        {"passes": 2, "overlap": True},
        {"draw": 2, "passes": 3, "stock_top": False, "stock_waste": "no", "waste_pairs": True},
        {"stock": "bouquet"},
        {"stock_waste": "no", "goal": "pyramid"},
    )
]
ENGINE = (*REFEREE, *EVERY_SEARCH)
WITHOUT_DOM = (
    *ENGINE,
    *modules(
        *(f"app/{name}.js" for name in ("places", "words", "link", "storage", "answer")),
        without=ENGINE,
    ),
)


@pytest.fixture(scope="module")
def engine() -> Iterator[Runtime]:
    """A runtime that has the page's code except what is seen, and what asks it."""
    with running([*WITHOUT_DOM, Path(__file__).with_name("rules.js")]) as runtime:
        yield runtime


def game_data(rules: Rules, cards: tuple[Card, ...]) -> dict[str, Any]:
    return constant(rules) | {"cards": list(map(id_of, rules.in_deal(cards)))}


def playout(rules: Rules, seed: int, moves: int) -> dict[str, Any]:
    """A random line of play with what the referee says at every step of it.

    Every fifth one also has where the pictures show the cards, every few moves.
    """
    cards = shuffled(rules, seed)
    return playout_from(Position.start(Deal.of(cards, rules)), game_data(rules, cards), seed, moves)


def playout_from(
    position: Position, game: dict[str, Any], seed: int, moves: int, look: bool | None = None
) -> dict[str, Any]:
    look = seed % 5 == 0 if look is None else look
    rules, chance = position.rules, random.Random(seed)
    ids = ids_of(position)
    move: Move | None = None
    steps = []
    for at in range(moves + 1):
        legal = list(position.legal_moves())
        steps.append(step(position, move, legal, chance, look and at % 6 == 0, ids))
        if not legal or at == moves:
            break
        discards = [m for m in legal if isinstance(m, Discard)]
        move = chance.choice(discards if discards and chance.random() < 0.6 else legal)
        position = position.play(move)
    return {
        "game": game,
        "layout": geometry(rules) if look else None,
        "names": {id_of(card): name(card) for card in rules.deck}
        | {named: name(card) for card, named in ids.items()},
        "steps": steps,
    }


def step(
    position: Position,
    move: Move | None,
    legal: list[Move],
    chance: random.Random,
    look: bool,
    ids: dict[Card, str],
) -> dict[str, Any]:
    own = {card: card for card in ids}  # a card without a suit equals one that has it
    deck = [own.get(card, card) for card in position.rules.deck]
    tried: list[Move] = [DealStock(), DealStock(1), DealStock(3), Redeal()]
    for size in (1, 2, 2, 2, 2):
        tried.append(Discard(tuple(chance.choices(deck, k=size))))
    first = chance.choice(deck)
    for card in chance.sample(deck, 6):
        if position.rules.go_together(first.rank, card.rank):  # rejected for its place, if at all
            tried.append(Discard((first, card)))
    spots = None
    if look:
        in_tableau = {card for card in position.tableau if card is not None}
        faces = [face for face in compose(position).faces if face.card in in_tableau]
        downwards = sorted(faces, key=lambda face: face.y)
        spots = [(ids[face.card], face.x, face.y) for face in downwards]
    return {
        "move": None if move is None else word(move, ids),
        "hasGone": None in position.tableau,
        "legal": [word(one, ids) for one in legal],
        "tried": [word(one, ids) for one in tried],
        "reasons": [reason(position, other) for other in tried],
        "numbers": [
            position.cards_left(),
            position.pyramid_left(),
            position.is_won(),
            position.score(),
        ],
        "vanished": [[ids[card] for card in pair] for pair in position.vanished],
        "words": describe(position).splitlines(),
        "spots": spots,
    }


def word(move: Move, ids: dict[Card, str]) -> str:
    if not isinstance(move, Discard):
        return str(move)
    return "/".join(ids.get(card) or id_of(card) for card in move.cards)


def reason(position: Position, move: Move) -> str | None:
    try:
        position.play(move)
    except IllegalMoveError as error:
        return str(error).removeprefix(f"{move}: ")
    return None


def test_the_pages_game_is_the_referees(engine: Runtime) -> None:
    few = [*NAMED, *OTHERS, *RICH, *RULES[len(GAMES) :: 16]]
    cases = [playout(rules, seed, 40) for seed, rules in enumerate(few)]
    assert len(cases) > 50
    assert sum(len(case["steps"]) for case in cases) > 700
    assert engine.evaluate("compared", cases) == []


@pytest.mark.draws
@pytest.mark.slow
def test_the_pages_game_is_the_referees_under_all_rules(engine: Runtime) -> None:
    some = [
        *SMALL[::3],
        *LARGE[::3],
        *(rules for _, rules, _ in deals_on_wastes(drawn_seed(), 100)),
    ]
    cases = [playout(rules, seed, 40) for seed, rules in enumerate(some)]
    enough(len(cases), 150)
    enough(sum(len(case["steps"]) for case in cases), 1500)
    assert engine.evaluate("compared", cases) == []


def reread(here: Position, how: int) -> Position:
    """A table as people write it: with suits, by its ranks alone, or with the stock face down."""
    if how == 0:
        return parse_position(format_position(here), here.rules)
    if how == 1 or not plan_of(here.rules).sets_answer:  # there unknown cards are rejected
        return parse_position(without_suits(here), here.rules)
    return parse_position(format_diagram(here, face_down=True), here.rules)


def positions(count: int, step: int) -> Iterator[Position]:
    """Positions in the middle of games that are searched by sets, written and read."""
    games = [*SMALL, *NAMED]
    for seed in range(count):
        yield reread(middle(games[seed * step % len(games)], seed)[0], seed % 2)


def goes_on(position: Position) -> bool:
    return not position.is_won() and any(True for _ in position.legal_moves())


def from_position(rules: Rules, seed: int, moves: int) -> dict[str, Any]:
    """A line of play that goes on from a position that was written and read."""
    here, _ = middle(rules, seed)
    start = reread(here, seed % 3)
    game = problem(start, None)["game"]
    return playout_from(start, game, seed, moves, look=seed % 5 < 2)


@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_the_pages_game_is_the_referees_from_positions(engine: Runtime, times: int) -> None:
    few = [*NAMED, *OTHERS, *RICH, *RULES[len(GAMES) :: 20]]
    cases = [from_position(few[seed // times], seed, 12) for seed in range(times * len(few))]
    assert sum("?1" in case["game"]["cards"] for case in cases) > 3 * times
    assert sum(len(case["steps"]) for case in cases) > 133 * times
    assert engine.evaluate("compared", cases) == []


def test_the_pages_verdicts_from_positions_are_the_solvers(engine: Runtime) -> None:
    """And so is why a position is lost."""
    cases, expected = [], []
    for start in positions(240, 7):
        verdict = verdict_only(start, Limits(nodes=20_000))  # pages look for no stock block
        if isinstance(verdict, Unknown):
            continue
        why = verdict.block if isinstance(verdict, Lost) else None
        why_lost = None if why is None else describe_block(why, start.rules)
        cases.append(problem(start, None)["game"])
        expected.append([type(verdict).__name__.lower(), why_lost])
    answers = engine.evaluate("judgedFrom", cases)
    for answer, right, game in zip(answers, expected, cases, strict=True):
        assert answer[0] in (right[0], "unknown"), (answer, right, game)
        if answer[1] != right[1] and answer[0] != "unknown":  # the page has a kind of its own
            assert right[1] is None and "dealt too far" in answer[1], (answer, right, game)
    assert [answer for answer, _ in answers].count("unknown") < 5
    assert min([right for right, _ in expected].count(one) for one in ("won", "lost")) > 50


@pytest.mark.slow
def test_what_the_page_advises_is_what_the_library_advises(engine: Runtime) -> None:
    """Which moves come to the same, what they are worth, in how many moves, and only moves."""
    starts = list(filter(goes_on, positions(120, 11)))
    found = engine.evaluate("advised", [problem(start, None)["game"] for start in starts])
    only = fewest = lost = 0
    for start, (verdict, choices) in zip(starts, found, strict=True):
        advice = advise(start, Limits(nodes=300_000))
        ids = ids_of(start)
        by_moves = {tuple(choice["moves"]): choice for choice in choices}
        worths = {tuple(word(move, ids) for move in one.moves): one for one in advice.worths}
        assert set(by_moves) == set(worths)
        assert verdict in (advice.verdict, "unknown")
        for moves, one in worths.items():
            choice = by_moves[moves]
            if "unknown" in (choice["verdict"], one.verdict):
                continue
            assert choice["verdict"] == one.verdict, (start, moves)
            if choice["shortest"] and one.shortest:
                fewest += 1
                assert choice["moves_to_end"] == len(one.line), (start, moves)
            if choice["only"] is not None and one.only is not None:
                only += bool(one.only)
                assert choice["only"] == one.only, (start, moves)
            assert (choice["best"] is None) == (one.best is None)
            if one.best is not None and one.best.proved and choice["best"]["proved"]:
                lost += 1
                assert left(choice["best"], one.best.by) == worth(one.best.position, one.best.by)
        lines = [one["best"] for one in choices if one["verdict"] == "lost"]
        if all(best["proved"] for best in lines):  # the best first
            by = usual_question(start.rules)
            ranked = [left(best, by) for best in lines]
            assert ranked == sorted(ranked, reverse=by == "score")
    assert only > 2 and fewest > 100 and lost > 50


def left(advised_best: dict[str, Any], by: By) -> tuple[int, ...]:
    """What the page shows of a best line, as `worth` has it."""
    return {
        "score": (advised_best["score"],),
        "pyramid": (advised_best["inPyramid"], advised_best["inAll"]),
        "all": (advised_best["inAll"], advised_best["inPyramid"]),
    }[by]


@pytest.mark.slow
def test_the_best_that_is_left_on_a_page_is_the_kernels(engine: Runtime) -> None:
    """From lost positions of all games; where a limit was reached first, within the bound."""
    asked = []
    for start in positions(300, 7):
        if solve(start).is_lost:
            most = best(start, by=usual_question(start.rules), limits=Limits(nodes=100_000))
            asked += [(start, most)] if most.proved else []
    limits = (1_000_000, 5)
    games = [problem(start, None)["game"] for start, _ in asked]
    found = engine.evaluate("bestOf", [[game, limit] for game in games for limit in limits])
    reached = 0
    for (start, most), full, cut in zip(asked, found[::2], found[1::2], strict=True):
        first, *rest = worth(most.position, most.by)
        assert full["proved"] and left(full, most.by) == (first, *rest), start
        assert full["words"].replace("−", "-") == best_words(most)
        if cut["proved"]:
            assert left(cut, most.by) == (first, *rest), start
            continue
        reached += 1
        assert cut["nodes"] <= 5
        proved = bound_words(replace(most, bound=(cut["bound"],)))
        assert cut["words"].replace("−", "-").endswith(f", or better: {proved}")
        order = (cut["bound"], first, left(cut, most.by)[0])
        assert list(order) == sorted(order, reverse=most.by == "score"), start
    assert len(asked) > 100 and reached > 20


@pytest.mark.parametrize("deals", [12, pytest.param(30, marks=pytest.mark.slow)])
def test_pages_count_rows_that_do_not_stand_side_by_side(engine: Runtime, deals: int) -> None:
    """Points as the referee has them, and the most of them as the brute force has."""
    cases = [playout(rules, seed, 40) for seed, rules in enumerate(BANDS)]
    assert engine.evaluate("compared", cases) == []
    games, most = [], []
    for rules in BANDS:
        for seed in range(deals):
            start, _ = middle(rules, seed)
            if not solve(start).is_lost:
                continue
            try:
                answer = Oracle(shuffled(rules, seed), rules, start).answer(6_000)
            except TooManyStates:
                continue
            games.append(problem(start, None)["game"])
            most.append((answer.most(0, False), True))
    games.append(game_data(ONE_FOUR, ONE_FOUR_CARDS))
    most.append((45, True))
    found = engine.evaluate("bestOf", [[game, 1_000_000] for game in games])
    assert [(one["score"], one["proved"]) for one in found] == most
    assert len(most) > 2 * deals


def middle(rules: Rules, seed: int) -> tuple[Position, list[str]]:
    chance, line = random.Random(seed), []
    position = start = shuffled_start(rules, seed)
    for _ in range(chance.randrange(12)):
        legal = list(position.legal_moves())
        if not legal or position.is_won():
            break
        line.append(move := chance.choice(legal))
        position = position.play(move)
    return position, [word(one, ids_of(start)) for one in line]


def compare_searches(engine: Runtime, games: list[Rules], count: int, limit: int) -> list[str]:
    """The page's verdicts on positions of which the solver's are known, which are the same."""
    cases, expected = [], []
    for seed in range(count):
        rules = games[seed % len(games)]
        position, line = middle(rules, seed)
        verdict = solve(position, limits=Limits(nodes=50_000))
        if isinstance(verdict, Unknown):
            continue
        expected.append({Won: "won", Lost: "lost"}[type(verdict)])
        game = game_data(rules, shuffled(rules, seed))
        cases.append({"game": game, "line": line, "limit": limit})
    answers = engine.evaluate("searched", cases)
    wrong = [
        (answer, right, case["line"], case["game"])
        for answer, right, case in zip(answers, expected, cases, strict=True)
        if answer not in (right, "unknown")
    ]
    assert wrong == []
    return [answer for answer in answers if answer != "unknown"]


@pytest.mark.parametrize("share", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_the_pages_search_agrees_with_the_solver_on_small_deals(
    engine: Runtime, share: int
) -> None:
    answers = compare_searches(engine, SMALL, 450 // share, 100_000)
    assert len(answers) > 400 // share
    assert answers.count("lost") > 100 // share
    assert answers.count("won") > 150 // share


@pytest.mark.draws
def test_the_plain_search_agrees_with_the_solver(engine: Runtime) -> None:
    """Several wastes, both ends of one, pairs of several, two packs; a limit claims nothing."""
    chance = random.Random(drawn_seed())
    games = [*RICH, *(rules for _, rules, _ in deals_on_wastes(drawn_seed(), 150))]
    games += [two_packs_drawn(chance) for _ in range(40)]
    answers = compare_searches(engine, games, 200, 300_000)
    enough(len(answers), 150)
    enough(min(answers.count("lost"), answers.count("won")), 15)
    of_decks = compare_searches(engine, OTHERS, 2 * len(OTHERS), 60_000)
    assert "won" in of_decks


@pytest.mark.draws
def test_what_the_page_advises_of_other_games_claims_nothing_wrong(engine: Runtime) -> None:
    drawn = enumerate(deals_on_wastes(drawn_seed(), 60))
    starts = list(filter(goes_on, (middle(rules, seed)[0] for seed, (_, rules, _) in drawn)))
    found = engine.evaluate("advised", [problem(start, None)["game"] for start in starts])
    advised = 0
    for start, (verdict, choices) in zip(starts, found, strict=True):
        legal = {str(move): move for move in start.legal_moves()}
        assert sorted(legal) == sorted(move for choice in choices for move in choice["moves"])
        values = {choice["verdict"] for choice in choices}
        assert verdict == next(one for one in ("won", "unknown", "lost") if one in values)
        for choice in choices:
            if choice["verdict"] != "unknown":
                right = solve(start.play(legal[choice["moves"][0]]))
                assert type(right).__name__.lower() == choice["verdict"], (start, choice)
                advised += 1
            assert not choice["shortest"] or not choice["moves_to_end"] - 1
    enough(advised, 81)


def test_the_page_asks_the_games_that_the_library_holds_sound(engine: Runtime) -> None:
    """What allows more arrives as data."""
    games = [*NAMED, *SMALL, *LARGE]
    expected = []
    for rules in games:
        same = plan_of(rules).with_stock_top
        asked = (same, plan_of(same).loosened, plan_of(rules).with_open_stock)
        expected.append([one.to_dict() for one in asked])
    ask = """games => games.map((game) =>
      ["withStockTop", "loosened", "withOpenStock"].map((name) => relaxed(game, name)))"""
    assert engine.evaluate(ask, [constant(rules) for rules in games]) == expected
    for kind in range(3):
        assert any(one[kind] != rules.to_dict() for one, rules in zip(expected, games, strict=True))


def test_what_a_relaxed_game_loses_is_lost_on_the_page(engine: Runtime) -> None:
    """The search believes the data: of a game that were lost with one pass it tries no line."""
    shifted = (rules for rules in LARGE if not plan_of(rules).early_never_hurts)
    rules = next(rules for rules in shifted if rules.passes != 1)
    starts = (shuffled_start(rules, seed) for seed in range(99))
    position = next(start for start in starts if solve(start).is_won)
    game = problem(position, None)["game"]
    ask = "game => solve(Position.start(game), 1e6).answer"
    assert engine.evaluate(ask, game) == "won"
    for made in ("withStockTop", "loosened"):
        blind = {**game["relaxed"], made: {"overlap": False, "stock_waste": "no", "passes": 0}}
        assert engine.evaluate(ask, game | {"relaxed": blind}) == "lost", made


def verdicts(engine: Runtime, game: str, numbers: range, limit: int) -> list[str]:
    """The page's verdicts on these deals, which are the kernel's: line, or why lost."""
    rules = GAMES[game]
    deals = [deal(number, rules).cards for number in numbers]
    dealt = [game_data(rules, cards)["cards"] for cards in deals]
    found = engine.evaluate("judged", [constant(rules), dealt, limit])
    for number, cards, (answer, why) in zip(numbers, deals, found, strict=True):
        verdict = verdict_only(Deal.of(cards, rules))
        if answer == "unknown":
            continue
        assert answer == type(verdict).__name__.lower(), (game, number)
        block = verdict.block if isinstance(verdict, Lost) else None
        assert why == (None if block is None else describe_block(block, rules)), (game, number)
    return [answer for answer, _ in found]


@pytest.mark.parametrize("deals", [8, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", sorted(NAMED.values()))
def test_the_pages_verdicts_on_named_games_are_the_kernels(
    engine: Runtime, game: str, deals: int
) -> None:
    assert "unknown" not in verdicts(engine, game, range(1, deals + 1), 1_000_000)


@pytest.mark.slow
def test_the_pages_lines_have_the_fewest_moves_in_every_problem(engine: Runtime) -> None:
    """In games that the page searches by sets; in Nestor every line to a win has 26 moves."""
    by_sets = [puzzle for puzzle in puzzles() if plan_of(puzzle.rules).searched_by_sets]
    cases = [game_data(puzzle.rules, puzzle.solved.cards) for puzzle in by_sets if puzzle.shortest]
    found = engine.evaluate("shortestOf", [cases, 6_000_000])
    assert found == [len(puzzle.moves) for puzzle in by_sets if puzzle.shortest]
    assert len(found) == len(by_sets) == len(puzzles()) - 3


def test_from_the_middle_too_lines_have_the_fewest_moves(engine: Runtime) -> None:
    rules = Rules(rows=3, total=7, suits=2, passes=2, goal="pyramid")
    cases, expected = [], []
    for seed in range(60):
        position, line = middle(rules, seed)
        expected += [Oracle(shuffled(rules, seed), rules, position).shortest()] * 2
        cases.append({"game": game_data(rules, shuffled(rules, seed)), "line": line})
        game = problem(reread(position, seed % 2), None)["game"]
        cases.append({"game": game, "line": []})
    assert engine.evaluate("shortestFrom", cases) == expected
    assert sum(length is not None for length in expected) > 40


def test_the_search_counts_the_passes(engine: Runtime) -> None:
    rules = Rules(rows=5, draw=3, passes=3, goal="pyramid", total=8, **NO_TOP)
    start = shuffled_start(rules, 1079)  # lost, if stages of all passes are one
    assert solve(start).is_won
    case = {"game": game_data(rules, shuffled(rules, 1079)), "line": [], "limit": 100_000}
    assert engine.evaluate("searched", [case]) == ["won"]


@pytest.mark.slow
def test_the_hardest_deal_of_tut_is_searched_in_so_many_nodes(engine: Runtime) -> None:
    """Native deals 1-200; a phone takes about 6 seconds for them."""
    game = game_data(GAMES["tut"], deal(96, "tut").cards)
    found = engine.evaluate("game => solve(Position.start(game), 1000000)", game)
    assert found["answer"] == "lost"
    assert found["nodes"] <= 700_000


def test_a_card_aside_is_reached_by_arrow_keys(engine: Runtime) -> None:
    table = """([card, dx, dy]) => neighbour(
        new Map([
            ["AC", { x: 3, y: 0 }], ["2C", { x: 0, y: 0.6 }],
            ["3C", { x: 6, y: 2 }], ["4C", { x: 5, y: 2 }],
        ]), card, dx, dy
    )"""
    for card, dx, dy, expected in (
        ("3C", 0, -1, "2C"),
        ("2C", 0, -1, "AC"),
        ("AC", 0, 1, "2C"),
        ("2C", 0, 1, "4C"),
        ("3C", 0, 1, None),
        ("3C", 1, 0, "4C"),
        ("2C", 1, 0, "3C"),
        ("AC", -1, 0, None),
        ("4C", 1, 0, None),
        ("AC", 0, -1, None),
    ):
        assert engine.evaluate(table, [card, dx, dy]) == expected


@pytest.mark.parametrize("deals", [12, pytest.param(40, marks=pytest.mark.slow)])
def test_the_search_stops_at_its_limit(engine: Runtime, deals: int) -> None:
    rules = GAMES["giza"]
    cases: list[dict[str, Any]] = [
        {"game": game_data(rules, shuffled(rules, seed)), "line": [], "limit": limit}
        for seed in range(deals)
        for limit in (3, 100_000)
    ]
    answers = engine.evaluate("searched", cases)
    assert "unknown" in answers[::2]
    for limited, whole in zip(answers[::2], answers[1::2], strict=True):
        assert limited in (whole, "unknown")
