"""Themes, levels, and sheets: what `find` chooses by, against plainer ways to the same deals."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from pyrtool import Card, Position, PyrtoolError, RatingLimits, solve
from pyrtool.answers.rating.scale import LEVELS
from pyrtool.base.limits import LeftOpenError
from pyrtool.game.deals import deal, dealer
from pyrtool.game.games import GAMES, Rules
from pyrtool.surveys.find.journal import open_journal
from pyrtool.surveys.find.pick import pick, unlikeness
from pyrtool.surveys.find.query import Found, Query
from pyrtool.surveys.find.search import find, look_for
from pyrtool.surveys.find.themes import THEMES, ThemeName, finder
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.pool import ThisProcess, Unwatched
from pyrtool.surveys.store import StoreError

from ..chances import without_kings
from ..commands import answer, run

pytestmark = pytest.mark.usefixtures("in_this_process")

GIZA = GAMES["giza"]
PYRAMID = GAMES["pyramid"]
SMALL = Rules(rows=4, columns=(5, 2), stock="none", total=5)  # four of each of five ranks
FIVES = Rules(rows=4, stock="dealt", total=7)  # 28 cards: 10 laid out, 18 in the stock
TWINS = Rules(rows=5, stock="dealt", total=9, suits=2)  # two of each rank; 15 laid out of 18


def rows(cards: tuple[Card, ...], rules: Rules) -> list[list[int]]:
    """The ranks of the pyramid, row by row, as it is dealt from its apex."""
    found, at = [], 0
    for length in range(1, (rules.rows or 0) + 1):
        found.append([card.rank for card in cards[at : at + length]])
        at += length
    return found


def set_in_stock(cards: tuple[Card, ...], rules: Rules) -> bool:
    stock = [card.rank for card in cards[rules.tableau_size :]]
    return any(
        all(stock.count(r) == rules.of_a_rank for r in {rank, rules.total - rank})
        for rank in range(1, rules.total // 2 + 1)
        if rules.total - rank <= rules.highest_rank
    )


def kings(cards: tuple[Card, ...], rules: Rules, high: bool) -> bool:
    found = [i for i, row in enumerate(rows(cards, rules)) for rank in row if rank == rules.total]
    last = (rules.rows or 0) - 1
    return len(found) > 1 and (max(found) < 3 if high else min(found) == last)


def rank_in_row(cards: tuple[Card, ...], rules: Rules) -> bool:
    words = ["".join(chr(64 + rank) for rank in row) for row in rows(cards, rules)]
    every = [chr(64 + rank) * rules.of_a_rank for rank in range(1, rules.highest_rank + 1)]
    return any(four in word for four in every for word in words)


def mirror_row(cards: tuple[Card, ...], rules: Rules) -> bool:
    last = rows(cards, rules)[-1]
    return last == list(reversed(last))


PLAIN: dict[ThemeName, Callable[[tuple[Card, ...], Rules], bool]] = {
    "set-in-stock": set_in_stock,
    "kings-high": lambda cards, rules: kings(cards, rules, True),
    "kings-low": lambda cards, rules: kings(cards, rules, False),
    "rank-in-row": rank_in_row,
    "mirror-row": mirror_row,
}


@pytest.mark.parametrize("theme", PLAIN)
@pytest.mark.parametrize("rules", [PYRAMID, GIZA, SMALL, FIVES, TWINS], ids=range(5))
def test_themes_of_the_cards_are_those_of_the_rows(theme: ThemeName, rules: Rules) -> None:
    if THEMES[theme].lacks(rules):
        pytest.skip("not in these rules")
    count = 3_000
    themes = finder([theme], None, rules)
    assert themes is not None
    marks = themes.mark(dealer(1, "native", rules), 1, count)
    wanted = [PLAIN[theme](deal(n, rules).cards, rules) for n in range(1, count + 1)]
    assert [bool(mark) for mark in marks] == wanted
    if rules.deck_size < 52:
        assert any(wanted)


def test_several_themes_hold_together() -> None:
    both = find(range(1, 4001), TWINS, themes=["kings-high", "rank-in-row"])
    each = [{one.number for one in find(range(1, 4001), TWINS, themes=[name])}
            for name in ("kings-high", "rank-in-row")]  # fmt: skip
    assert {one.number for one in both} == each[0] & each[1] != set()


def test_a_theme_beside_kings_in_the_stock() -> None:
    numbers = [
        n
        for n in range(1, 2001)
        if kings(deal(n, PYRAMID).cards, PYRAMID, False)
        and sum(card.rank == 13 for card in deal(n, PYRAMID).cards[28:]) == 2
        and solve(deal(n, PYRAMID)).is_won
    ]
    found = find(
        range(1, 2001), PYRAMID, themes=["kings-low"], kings_in_stock=2,
        limits=RatingLimits(positions=10, playouts=10),
    )  # fmt: skip
    assert [one.number for one in found] == numbers != []


def test_a_red_herring_uncovers_most_and_loses() -> None:
    found = {one.number for one in find(range(1, 61), GIZA, themes=["red-herring"])}
    expected = set()
    for number in range(1, 61):
        start = without_kings(Position.start(deal(number, GIZA)))
        if not solve(start).is_won:
            continue
        ends = {move: without_kings(start.play(move)) for move in start.legal_moves()}
        worth = {move: {*end.exposed()} - {*start.exposed()} for move, end in ends.items()}
        best = [move for move in worth if len(worth[move]) == max(map(len, worth.values()))]
        if len(best) == 1 and worth[best[0]] and not solve(ends[best[0]]).is_won:
            expected.add(number)
    assert found == expected != set()


def test_late_only_moves_are_those_of_the_solution() -> None:
    found = find(range(1, 61), GIZA, themes=["late-only-moves"])
    assert found
    for one in found:
        assert one.rating is not None and (one.rating.only_moves or 0) >= 6
    few = find(range(1, 61), GIZA, only_moves=(0, 5))
    assert not {one.number for one in few} & {one.number for one in found}


def test_a_limit_leaves_a_theme_open() -> None:
    with pytest.raises(LeftOpenError, match="its theme open"):
        find(range(1, 60), GIZA, themes=["red-herring"], limits=RatingLimits(nodes=1))


@pytest.mark.slow
def test_levels_easiest_and_first() -> None:
    every = find(range(1, 301), GIZA)
    by_level = {name: [one for one in every if one.rating and one.rating.level == name]
                for name, _ in LEVELS}  # fmt: skip
    some = find(range(1, 301), GIZA, level=["easy", "expert"])
    assert some == sorted(by_level["easy"] + by_level["expert"], key=lambda one: one.number) != []
    easiest = find(range(1, 301), GIZA, easiest=4)
    assert [one.number for one in easiest] == [
        one.number for one in sorted(every, key=lambda one: (one.hardness, one.number))[:4]
    ]
    assert find(range(1, 301), GIZA, first=5) == every[:5]
    assert find(range(1, 301), GIZA, first=5, workers=2) == every[:5]
    assert find(range(1, 301), GIZA, level="hard", first=10**5) == by_level["hard"]


class Counting(Unwatched):
    parts = 0

    def added(self, part: object, /) -> None:
        self.parts += 1


def test_the_search_ends_with_the_first_that_are_wanted() -> None:
    watch = Counting()
    found = find(range(1, 10**6), GIZA, first=3, watch=watch)
    assert len(found) == 3 and watch.parts <= 1


def test_a_journal_of_the_first_serves_a_longer_search(tmp_path: Path) -> None:
    def run(first: int | None, watch: Counting) -> list[int]:
        query = Query(Plan(GIZA, "giza"), first=first, themes=("kings-low",))
        found: list[Found] = []
        with open_journal(tmp_path / "journal", query, ((1, 3000),)) as journal:
            look_for(query, ((1, 3000),), ThisProcess(), watch, found.append, journal)
        return [one.number for one in found]

    few, all_of_them = run(2, Counting()), run(None, Counting())
    assert few == all_of_them[:2] and len(all_of_them) > 5
    again = Counting()
    assert run(3, again) == all_of_them[:3] and again.parts == 0
    with pytest.raises(StoreError, match="themes"):
        open_journal(tmp_path / "journal", Query(Plan(GIZA, "giza")), ((1, 3000),))


@cache
def rated_deals() -> tuple[Found, ...]:
    """The winnable ones of 600 deals, with their ratings."""
    return tuple(find(range(1, 601), GIZA))


def test_a_sheet_is_spread_and_unlike() -> None:
    found = [*rated_deals()]
    sheet = pick(found, 6, "easy", "master")
    hardness = [one.hardness for one in sheet]
    aims = [1.0, 2.15, 3.3, 4.45, 5.6, 6.75]
    assert all(abs(one - aim) <= 1.15 / 4 for one, aim in zip(hardness, aims, strict=True))
    assert pick(found[::-1], 6, "easy", "master") == sheet
    assert [one.number for one in pick(found, 1, "hard", "hard")] == [
        min(found, key=lambda one: (abs(one.hardness - 3.75), one.number)).number
    ]
    hard = pick(found, 4, "hard", "hard")
    assert all(one.rating is not None and one.rating.level == "hard" for one in hard)
    assert pick([], 6, "easy", "master") == []
    assert pick(found[:2], 6, "easy", "master") == sorted(found[:2], key=lambda one: one.hardness)


def test_of_two_that_fit_the_one_that_is_unlike_is_picked() -> None:
    assert unlikeness((0.0, 0.5, 1.0), (1.0, 0.5, 0.0)) == 2.0
    found = [*rated_deals()]
    sheet = pick(found, 5, "hard", "hard")
    nearest = [min(found, key=lambda one: abs(one.hardness - aim))
               for aim in (3.15, 3.45, 3.75, 4.05, 4.35)]  # fmt: skip

    def least(deals: list[Found]) -> float:
        features = []
        for one in deals:
            assert one.rating is not None
            first, losing = one.rating.first_moves or 1, one.rating.losing_first_moves or 0
            features.append((one.rating.only_moves or 0) / 20 + losing / first)
        pairs = [abs(a - b) for i, a in enumerate(features) for b in features[:i]]
        return min(pairs)

    assert least(sheet) > least(nearest)


@pytest.mark.parametrize(
    ("rules", "theme", "needs"),
    [
        (GIZA, "set-in-stock", "a stock that holds a whole set"),
        (Rules(rows=3), "kings-low", "a pyramid of more than"),
    ],
)
def test_a_theme_that_no_deal_has_is_rejected(rules: Rules, theme: ThemeName, needs: str) -> None:
    with pytest.raises(PyrtoolError, match=f"theme {theme}: needs {needs}"):
        find(range(1, 10), rules, themes=[theme])


def test_a_theme_that_there_is_not_is_rejected() -> None:
    with pytest.raises(PyrtoolError, match="theme"):
        find(range(1, 10), GIZA, themes=["aces"])  # type: ignore[list-item]
    with pytest.raises(PyrtoolError, match="exclude each other"):
        find(range(1, 10), GIZA, hardest=1, easiest=1)
    with pytest.raises(PyrtoolError, match="first 0"):
        find(range(1, 10), GIZA, first=0)


def test_a_sheet_on_the_command_line() -> None:
    lines = answer("find", "1-600", "--game", "giza", "--pick", "4", "--spread", "easy-expert")
    below = [one for one in rated_deals() if one.rating and one.rating.level != "master"]
    found = pick(below, 4, "easy", "expert")
    assert [int(line.split()[1]) for line in lines.splitlines()] == [one.number for one in found]


def test_a_sheet_that_is_not_full_says_so() -> None:
    done = run("find", "1-40", "--game", "giza", "--pick", "9", "--spread", "hard")
    assert done.exit_code == 0 and 0 < len(done.stdout.splitlines()) < 9
    assert "found of 9: look through more deals" in done.stderr


def test_themes_levels_and_counts_on_the_command_line() -> None:
    twins = ("1-4000", "--rows", "5", "--total", "9", "--suits", "2")
    printed = answer("find", *twins, "--theme", "kings-high", "--theme", "rank-in-row")
    found = find(range(1, 4001), TWINS, themes=["kings-high", "rank-in-row"])
    numbers = [one.number for one in found]
    assert [int(line.split()[1]) for line in printed.splitlines()] == numbers != []
    for option, wanted in (("--easiest", {"easiest": 2}), ("--first", {"first": 2})):
        lines = answer("find", "1-200", "--game", "giza", "--format", "numbers", option, "2")
        numbers = [one.number for one in find(range(1, 201), GIZA, **wanted)]  # type: ignore[arg-type]
        assert [int(line) for line in lines.splitlines()[1:]] == numbers
    two = answer("find", "1-300", "--game", "giza", "--level", "easy,expert-master")
    assert {line.split(": ")[1].split()[0] for line in two.splitlines()} == {
        "easy",
        "expert",
        "master",
    }
