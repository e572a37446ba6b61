"""What the scripts of pages and sites do without a page: cards of numbered deals, days, what is
kept, and what a worker answers."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pyrtool import Position, Won, shortest
from pyrtool.answers.closed import Player, PlayerName
from pyrtool.answers.review import luck
from pyrtool.answers.solve import verdict_only
from pyrtool.game.deals import Numbering, deal, parse_number
from pyrtool.game.games import GAMES, Rules
from pyrtool.notation import format_deal, format_moves
from pyrtool.pages.page.entry import entry_games
from pyrtool.pages.page.problem import constant, problem
from pyrtool.pages.page.scripts import EVERY_SEARCH, REFEREE, modules
from pyrtool.records.links import id_of

from ..dealing import one_in
from ..javascript import Runtime, running

NUMBERS: dict[Numbering, tuple[str, ...]] = {
    "native": ("0", "1", "2", "3512739", "4294967296", "18446744073709551615", "202611220011"),
    "freecell": ("1", "617", "11982", "2147483647"),
    "pysolfc": (
        *("1", "31999", "32000", "4294967296", "100000000000000000000"),
        *("ms1", "ms40000", "ms2147483648", "ms4294967296", "ms8589934591"),
    ),
}
OTHER_DECKS: dict[Numbering, tuple[str, ...]] = {
    "native": ("spanish", "triangle", "double-pyramid", "nestor-rectified"),
    "freecell": ("nestor-rectified",),
    "pysolfc": ("triangle", "two-pyramids", "up-and-down", "fourteen-out", "nestor-rectified"),
}
DEALT = """
([texts, numbering, { rules, places, constant: { rectified } }]) => texts.map((text) =>
  dealtCards(parseNumber(text, numbering), { rules, shape: { places, rectified } }).join(" "))
"""

PLAY = "([game, line]) => line.reduce((at, move) => at.play(move), Position.start(game)).isWon()"


@pytest.fixture(scope="module")
def scripts() -> Iterator[Runtime]:
    """A runtime that has the engine, and of the app and the sites what needs no document."""
    of_site = (f"site/app/{name}.js" for name in ("shuffle", "calendar", "marks"))
    engine = (*REFEREE, *EVERY_SEARCH)
    others = modules("app/moves.js", "app/link.js", "app/storage.js", *of_site, without=engine)
    with running([*engine, *others]) as runtime:
        yield runtime


@pytest.mark.parametrize("numbering", NUMBERS)
def test_numbers_name_the_cards_that_the_library_deals(
    scripts: Runtime, numbering: Numbering
) -> None:
    games = {game["name"]: game for game in entry_games()}
    texts = NUMBERS[numbering]
    for game in ("pyramid", "giza", "giza6x4", *OTHER_DECKS[numbering]):
        dealt = scripts.evaluate(DEALT, [texts, numbering, games[game]])
        for text, cards in zip(texts, dealt, strict=True):
            right = deal(parse_number(text, numbering), GAMES[game], numbering)
            assert cards == " ".join(map(id_of, right.cards)), (text, game)


@pytest.mark.parametrize(
    ("text", "numbering"),
    [("-1", "native"), ("0", "freecell"), ("ms0", "pysolfc"), ("x", "native")],
)
def test_what_names_no_deal_is_no_number(scripts: Runtime, text: str, numbering: str) -> None:
    assert scripts.evaluate("([t, n]) => parseNumber(t, n)", [text, numbering]) is None


def test_a_deck_of_fewer_ranks_is_dealt_whole(scripts: Runtime) -> None:
    rules = Rules(rows=6, ranks=12, pairs="same")
    script = """rules => dealtCards(parseNumber("5", "native"), { rules }).join(" ")"""
    assert scripts.evaluate(script, rules.to_dict()) == format_deal(deal(5, rules).cards)


def test_a_calendar_has_a_day_for_every_date(scripts: Runtime) -> None:
    days = """dates => {
      arrived.games = { days: { first: "2026-11-16", count: 7 } };
      return dates.map(calendarDay);
    }"""
    dates = ["2026-11-22", "2026-12-27", "2025-01-06"]
    assert scripts.evaluate(days, dates) == ["2026-11-22", "2026-11-22", "2026-11-16"]
    words = scripts.evaluate("dates => dates.map(dateInWords)", dates)
    assert words == [
        "Sunday, 22 November 2026",
        "Sunday, 27 December 2026",
        "Monday, 6 January 2025",
    ]
    rights = ["2026-02-28", "2026-02-30", "2026-2-3", "0026-02-03"]
    assert scripts.evaluate("dates => dates.map(isDate)", rights) == [True, False, False, False]


def test_progress_is_exported_and_the_better_result_imported(scripts: Runtime) -> None:
    taken = scripts.evaluate(
        """([key, games]) => {
          const [here, there] = [new Store(), new Store()];
          here.keep(key, games[0]);
          there.keep(key, games[1]);
          const count = there.imported(here.exported() + "game-xyz {}\\ngame-" + key + " {oh");
          return [count, there.progress(key), here.isRefused, isProgressText(here.exported())];
        }""",
        ["0123456789abcdef", [progress(["deal"], 28), progress(["deal", "deal"], 27)]],
    )
    assert taken == [1, progress(["deal"], 27), True, True]
    spoilt = ["{oh", "{}", '{"moves": ["deal"], "at": -1, "ms": 0}', '{"moves": [7], "at": 0}']
    assert scripts.evaluate("texts => texts.map(checkedProgress)", spoilt) == [None] * 4


@pytest.mark.parametrize("game", ["pyramid", "microsoft", "par", "king-tut", "tut-single", "tower"])
def test_skill_and_luck_are_those_of_the_library(scripts: Runtime, game: str) -> None:
    """With the same orders of the unseen cards, each number and each error is the same."""
    measure = Player("careful", seed=7)
    luckless = """([game, line, orders]) => [...splitGame(game, line, (at) => orders[at])].at(-1)"""
    changed = 0
    names: tuple[PlayerName, ...] = ("careful", "random", "sampler")
    for number, name in enumerate(names, 5):
        start = Position.start(deal(number, game))
        line = Player(name, orders=4 if name == "sampler" else None).play(start)
        splitting = luck._Splitting(line, measure, (12, luck.ALL_ORDERS), False)
        orders = [
            [list(map(id_of, order)) for order in moment.orders]
            for moment in map(splitting._moment, range(len(line.positions)))
        ]
        asked = [problem(start, None)["game"], list(map(str, line.moves)), orders]
        found, right = scripts.evaluate(luckless, asked), splitting.split(ended=False)
        parts = ("first", "skill", "luck", "result")
        pairs = [(getattr(right, part), found[part]) for part in parts]
        for step, own in zip(right.steps, found["steps"], strict=True):
            pairs += [(getattr(step, part), own[part]) for part in ("chance", "skill", "luck")]
        for one, own in pairs:
            assert (own["value"], own["error"]) == pytest.approx((one.value, one.error), abs=1e-9)
        changed += any(step.luck.value for step in right.steps)
    assert changed or game in ("king-tut", "pyramid")


def test_a_worker_splits_a_game_and_says_how_far_it_is(scripts: Runtime) -> None:
    start = Position.start(deal(5, "microsoft"))
    line = list(map(str, Player("greedy").play(start).moves))
    asked = {"about": "split", "game": problem(start, None)["game"], "line": line, "orders": 9}
    done, found = scripts.evaluate(
        """(asked) => {
          const done = [];
          return [done, answerTo(asked, (one) => done.push(one.done))];
        }""",
        asked,
    )
    assert done == list(range(1, len(line) + 1))
    whole = sum(found[part]["value"] for part in ("first", "skill", "luck"))
    assert whole == pytest.approx(found["result"]["value"])


def test_what_was_kept_of_a_deal_before_reviews_is_read(scripts: Runtime) -> None:
    old = {"title": "A", "link": "#g=giza&n=2", "game": "giza", "last": 1, "stars": 2}
    texts = [old, old | {"judged": 9, "faults": 1}, old | {"judged": 9, "faults": 10}]
    read = scripts.evaluate("(all) => all.map((one) => checkedAbout(JSON.stringify(one)))", texts)
    assert [one.get("judged") for one in read] == [None, 9, None]
    assert all(one["title"] == "A" and one["stars"] == 2 for one in read)


def progress(moves: list[str], best: int) -> dict[str, Any]:
    """What is kept of a game that was won once."""
    kept = {"moves": best, "ms": 1000}
    aids = {"help": "moves", "hints": 2, "seen": True}
    aids |= {"undone": True, "aided": True, "won": False}
    return {"moves": moves, "at": 1, "ms": 5, "best": kept, "begun": None, **aids}


def test_a_link_has_the_moves_as_words_and_reads_none_that_is_not(scripts: Runtime) -> None:
    identity = {"game": "par", "number": "9", "numbering": "freecell", "changes": {"rows": 6}}
    moves = ["4C/9H", "KC", "deal", "deal", "redeal", "deal2"]
    link = scripts.evaluate("([of, moves]) => formatLink(of, moves)", [identity, moves])
    assert link == "#g=par&n=freecell-9&r=rows.6&m=4C9H.KC.d2.r.x"
    assert scripts.evaluate("moves => formatMoves(moves)", moves) == "4C/9H KC deal*2 redeal deal2"


def test_a_worker_answers_every_question_of_a_game_in_play(scripts: Runtime) -> None:
    given = deal(2, "giza")
    game = constant(given.rules) | {"cards": list(map(id_of, given.cards))}
    fewest = shortest(given)
    assert isinstance(fewest, Won)
    moves = format_moves(fewest.moves, Position.start(given)).split()
    asked = {"game": game, "line": moves[:3], "limit": 200_000, "most": 60}
    verdict, least, advice = (
        scripts.evaluate("answerTo", asked | {"about": about})
        for about in ("verdict", "shortest", "advice")
    )
    assert verdict["answer"] == "won" and verdict["why"] is None
    assert least["answer"] == "won" and len(least["line"]) == len(moves) - 3
    for found in (verdict, least):
        assert scripts.evaluate(PLAY, [game, moves[:3] + found["line"]]) is True
    assert advice["verdict"] == "won"
    wins = [choice for choice in advice["choices"] if choice["verdict"] == "won"]
    assert min(len(choice["line"]) for choice in wins) == len(moves) - 3


def test_a_worker_solves_a_game_of_ten_rows(scripts: Runtime) -> None:
    given = deal(2, Rules(rows=10, packs=2, stock="bouquet"))
    game = constant(given.rules) | {"cards": list(map(id_of, given.cards))}
    asked = {"about": "verdict", "game": game, "line": [], "limit": 200_000, "most": 60}
    verdict = scripts.evaluate("answerTo", asked)
    assert verdict["answer"] == "won"
    assert scripts.evaluate(PLAY, [game, verdict["line"]]) is True


def test_a_worker_advises_a_player_who_does_not_see_the_stock(scripts: Runtime) -> None:
    """Whatever order the unseen cards have, the hint is the same."""
    rules = GAMES["pyramid"]
    cards = list(map(id_of, deal(87, rules).cards))
    hidden = cards[29:]
    hints = [
        scripts.evaluate(
            "answerTo",
            {"about": "closed", "line": [], "limit": 60_000}
            | {"game": constant(rules) | {"cards": cards[:29] + order}},
        )
        for order in (hidden, hidden[::-1], sorted(hidden))
    ]
    assert hints[0]["orders"] > 4 and hints[0]["move"] is not None
    assert hints[1] == hints[2] == hints[0]


MARKED = """
(games) => games.map((game) => {
  const start = Position.start(game);
  if (solve(start, 1e6).answer !== "lost") return null;
  return blockMarks(start, blockOf(start, 1e6));
})
"""

LOSING = {
    **{name: GAMES[name] for name in ("giza", "pyramid", "clear", "king-tut")},
    "overlap": replace(GAMES["giza"], overlap=True),
    "giza's pyramid": replace(GAMES["giza"], goal="pyramid"),
    "nine rows": replace(GAMES["bouquet"], rows=9),
}
"""Games that lose for many reasons."""


@pytest.mark.parametrize("game", one_in(7, LOSING))
def test_lost_deals_are_marked_as_the_library_marks_them(scripts: Runtime, game: str) -> None:
    rules = LOSING[game]
    deals = [deal(number, rules) for number in range(14)]
    problems = [problem(one, verdict_only(one)) for one in deals]  # the script finds no stock block
    found = scripts.evaluate(MARKED, [one["game"] for one in problems])
    lost = 0
    for one, problem_of_it, marks in zip(deals, problems, found, strict=True):
        answer = problem_of_it["answer"]
        assert marks == (answer["marks"] if answer["verdict"] == "lost" else None), one.number
        lost += bool(marks)
    assert lost >= 3
