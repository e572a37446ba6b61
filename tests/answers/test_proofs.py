"""The conditions of docs/development/proofs.md: without each of them an answer is wrong.

Each test names a deal on which the program is right. It takes the condition away in a copy of the
program (`conditions`), which is wrong there.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from pyrtool import Limits, Rules, Won, solve
from pyrtool.answers.best import targets
from pyrtool.answers.shortest import FewestMoves, shortest
from pyrtool.base.arguments import ArgumentError
from pyrtool.game import layout
from pyrtool.game.layout import Layout
from pyrtool.game.position import IllegalMoveError, Position
from pyrtool.game.shapes import KINDS, Part, Place, Shape
from pyrtool.notation import parse_deal, parse_moves

from ..dealing import NO_TOP, one_in, won
from ..oracle import Oracle
from .conditions import Change, without

Load = Callable[[str], Any]
Ask = Callable[[Load, Any, Any], Any]

SIX: dict[str, Any] = {"total": 7, "suits": 2}
FOUR: dict[str, Any] = {"total": 5, "suits": 2}
FOUR_THRICE: dict[str, Any] = {"total": 5, "suits": 3}
PAIRS_IN_WASTE: dict[str, Any] = {"waste_pairs": True}

DISCARDS, SEARCH = "pyrtool.kernel.levels", "pyrtool.kernel.verdict"
FRONTS, GENERAL = "pyrtool.kernel.groups", "pyrtool.kernel.without_sets"
LENGTHS, PAIRING = "pyrtool.kernel.shortest", "pyrtool.kernel.pairing"
EARLY = "return rules.draw == 1 or (last and not rules.waste_pairs)"


def real(name: str) -> Any:
    return import_module(f"pyrtool.{name}")


def asked(load: Load, ask: Ask, rules: dict[str, Any], deal: str) -> Any:
    """What a program answers of a deal; an `AssertionError` of its own is an answer, too."""
    made = load("game.games").Rules(**rules)
    dealt = load("notation").parse_deal(deal, made)
    try:
        return ask(load, made, dealt)
    except AssertionError:
        return "error"


def verdict(*prunes: str) -> Ask:
    def ask(load: Load, rules: Any, dealt: Any) -> Any:
        kernel = load("answers.kernel_setup.build").search(rules, frozenset(prunes))
        return kernel.search(2**40) if kernel.load(bytes(dealt.cards)) else "lost"

    return ask


def solved(load: Load, rules: Any, dealt: Any) -> Any:
    solver = load("answers.solve")
    found = solver.solve(dealt, solver.Limits(nodes=4_000))
    return {"Won": "won", "Lost": "lost", "Unknown": "unknown"}[type(found).__name__]


def length(load: Load, rules: Any, dealt: Any) -> Any:
    """The fewest moves; each try allows one more, so that a bound that is too large is felt."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load("answers.shortest"), "_STEP", 1)
        found = load("answers.shortest").shortest(dealt)
    return len(found.moves) if type(found).__name__ == "Won" else None


def first_win(load: Load, rules: Any, dealt: Any) -> Any:
    """Whether the search by tries finds a win."""
    start = load("game.position").Position.start(dealt)
    line, _, limit = load("answers.every_line").win_by_tries(
        start, load("answers.solve").Limits(nodes=4_000)
    )
    return limit or ("lost" if line is None else "won")


def most(by: str) -> Ask:
    def ask(load: Load, rules: Any, dealt: Any) -> Any:
        optimum = load("answers.best.best")
        found = optimum.best(dealt, by, load("answers.solve").Limits(nodes=20_000))
        return optimum.worth(found.position, by) if found.proved else "limit"

    return ask


def dealt_on(load: Load, rules: Any, dealt: Any) -> Any:
    """The solver's verdict after four cards were dealt."""
    start = load("game.position").Position.start(dealt)
    here = start.play_all(load("notation").parse_moves("deal*4", start))
    return {"Won": "won", "Lost": "lost"}[type(load("answers.solve").solve(here)).__name__]


EARLY_IN_WALK = (
    GENERAL,
    "return not self.plain and (self.early or self.line.is_last_pass(d))",
    "return not self.plain",
)

PAIRED = {"rows": 3, "goal": "all", "draw": 2, "passes": 3, "waste_pairs": True}

OF_PARTNERS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "the turned card may go with it": (
        {"rows": 2} | SIX,
        "7D 6C AC 7C 4C 3D 2D 5C 4D 6D 3C AD 5D 2C",
        "if i >> 3 == x >> 3 and (i ^ x) & 4 and self.partners(d, x) >> (i & 3) & 1:",
        "if False:",
    ),
    "a partner goes no earlier": (
        {"rows": 2} | SIX,
        "7D 6C AC 7C 4C 3D 2D 5C 4D 6D 3C AD 5D 2C",
        " & ~(self.up[row + x] & self.down[row + x])\n",
        "\n",
    ),
    "no card waits for its partner": (
        {"rows": 3} | SIX,
        "5D 7C 3D 5C 7D 6C AC 6D 2C 4D 4C AD 3C 2D",
        "before &= self.up[row + y] & ~one_bit(y)",
        "before &= self.up[row + y]",
    ),
    "without overlap discards": (
        {"rows": 3, "overlap": True} | SIX,
        "AD 6C 5D 3D 6D 2C 2D 4D 5C 3C AC 7C 4C 7D",
        "        if self.overlap:\n            self._weaken()\n",
        "",
    ),
    "slots of every pass": (
        {"rows": 2, "passes": 2} | SIX,
        "2D 7C 6C 3D 6D 3C 5C 5D 7D 2C 4C AD 4D AC",
        "self.start, self.end = dealt, self.period * passes",
        "self.start, self.end = dealt, self.period",
    ),
    "its partner does not lie on it": (
        {"rows": 2, "passes": 2} | SIX,
        "7D 6C AC 7C 4C 3D 2D 5C 4D 6D 3C AD 5D 2C",
        " & ~pair\n",
        "\n",
    ),
    "a window in one pass": (
        {"rows": 2, "passes": 2} | SIX,
        "AD 4D 6C 3C 4C 2C 5C 7C 2D 7D 6D 5D 3D AC",
        "        if begun + self.slot[x] < low and not self.failed:\n"
        "            self.uncover(d, x, low - begun)",
        "        if not self.failed:\n"
        "            self.uncover(d, x, max(low % self.period, self.slot[x]))",
    ),
    "no pairs in the waste": (
        {"rows": 2, "waste_pairs": True, "stock_waste": "no"} | SIX,
        "7D 6C AC 7C 4C 3D 2D 5C 4D 6D 3C AD 5D 2C",
        "        and not game.waste_pairs\n",
        "",
    ),
    "stock cards may stay": (
        {"rows": 2, "goal": "pyramid"} | SIX,
        "5D 7C 4D 3D 2C 4C 6C AD 2D AC 5C 7D 6D 3C",
        "self.goal = self.deal.laid_out, self.deal.must",
        "self.goal = self.deal.laid_out, self.deal.all_left",
    ),
    "what goes before a card need not hurry if it may stay": (
        {"rows": 2, "goal": "pyramid"} | SIX,
        "6C 4C 7D 3D 6D 7C 2D AD AC 5D 4D 5C 2C 3C",
        "if not self.must[d] >> i & 1:  # `hurried`",
        "if False:",
    ),
    "what a card waits for need not hurry if the card may stay": (
        {"rows": 3, "goal": "pyramid", "columns": (2, 2), "total": 9, "suits": 2},
        "5D 8D 3D 6D 6C 7C AD 8C 9D 4D 2D 9C 2C 5C AC 4C 7D 3C",
        "return self.up[ROW * d + x] & self.down[ROW * d + x]",
        "return self.up[ROW * d + x]",
    ),
    "a card that cannot go may stay": (
        {"rows": 2, "goal": "pyramid"} | SIX,
        "6C 4C 7D 3D 6D 7C 2D AD AC 5D 4D 5C 2C 3C",
        "        if cards & self.must[d]:\n            self.failed = True",
        "        if cards:\n            self.failed = True",
    ),
    "no card waits for one that stays": (
        {"rows": 2, "goal": "pyramid"} | SIX,
        "5C 2C 4C 6C 3C 7D AC 4D 2D 6D 5D 7C 3D AD",
        "if after and must >> x & 1:",
        "if after:",
    ),
    "cards that may stay need no partner": (
        {"rows": 2, "goal": "pyramid"} | SIX,
        "5D 7C 4D 3D 2C 4C 6C AD 2D AC 5C 7D 6D 3C",
        "                never &= self.must[d]\n",
        "                pass\n",
    ),
    "what all partners wait for need not hurry": (
        {"rows": 3, "goal": "pyramid"} | SIX,
        "2C 6C AD 3D 4D 4C 6D 5D AC 3C 5C 2D 7C 7D",
        "                if must >> x & 1:\n"
        "                    self.hasten(d, before, self.closes[row + x])",
        "                self.hasten(d, before, self.closes[row + x])",
    ),
    "what lies on a card need not hurry if the card may stay": (
        {"rows": 2, "goal": "pyramid"} | SIX,
        "6C AD 3C 2C 4D 5C 7D 3D AC 5D 6D 7C 4C 2D",
        "        if self.must[d] >> x & 1:\n"
        "            self.hasten(d, before, self.closes[ROW * d + x])",
        "        self.hasten(d, before, self.closes[ROW * d + x])",
    ),
    "with a card of another rank": (
        {"rows": 2, "total": 6, "suits": 2},
        "4D 6D AC 5C 3D 4C 2D 6C 3C AD 5D 2C",
        "        and not any(game.self_set)\n",
        "",
    ),
}
"""For the search over partners: a deal that can be won, and a text with what is in its place."""

OF_LENGTHS: dict[str, tuple[dict[str, Any], str, int, str, str]] = {
    "what must go lies in the tableau": (
        {"rows": 2, "goal": "all", "passes": 2} | FOUR | PAIRS_IN_WASTE,
        "AD AC 4C 4D 3D 5D 3C 2C 2D 5C",
        8,
        "self.only_tableau = self.goal_pyramid and self.only_pyramid",
        "self.only_tableau = True",
    ),
    "a discard within the tableau passes no card": (
        {"rows": 3, "goal": "pyramid", "passes": 1, "stock_waste": "no"} | SIX | PAIRS_IN_WASTE,
        "5C AC 4C 7D 2D 6C 5D 4D 3C 2C 3D 6D AD 7C",
        6,
        "1 if far < 0 and other < 0 else 0",
        "1 if far < 0 or other < 0 else 0",
    ),
    "a king is not counted twice": (
        {"rows": 3, "goal": "all", "passes": 1} | FOUR_THRICE | PAIRS_IN_WASTE,
        "3H 2H AD 4H AC 5H 3C 4C 5C 2D 3D 4D 2C 5D AH",
        11,
        "passing &= ~self.stock_kings  # they are counted by their discards",
        "pass",
    ),
    "a turned card passes by its discard": (
        {"rows": 2, "goal": "all", "passes": 1, "stock_waste": "no"} | FOUR | PAIRS_IN_WASTE,
        "3C AD 4C 5C AC 4D 2C 3D 5D 2D",
        8,
        "if self.draw > 1 or not self.stock_top:",
        "if True:",
    ),
    "a deal passes several cards": (
        {"rows": 2, "goal": "pyramid", "passes": 2, "draw": 2} | FOUR | PAIRS_IN_WASTE | NO_TOP,
        "4C 3C 5C AD 2D AC 4D 2C 3D 5D",
        4,
        "passed = (passed + self.draw - 1) // self.draw",
        "pass",
    ),
    "the farthest card of the way that needs least": (
        {"rows": 2, "goal": "pyramid", "passes": 2} | FOUR | PAIRS_IN_WASTE,
        "4C 3C 5C AD 2D AC 4D 2C 3D 5D",
        4,
        "if far < self.reach[at]:",
        "if far > self.reach[at] or self.reach[at] == MANY:",
    ),
}
"""For the search for shortest lines: the same, with the fewest moves."""

CONDITIONS: dict[str, tuple[Ask, dict[str, Any], str, Any, Change]] = {
    "exclusions: an exclusion is a search that was finished": (
        verdict("relaxed", "sets"),
        {"rows": 2, "goal": "all", "passes": 1} | SIX,
        "4D 7C 2C 5D AD 6C 5C AC 4C 3D 6D 7D 2D 3C",
        "won",
        (
            DISCARDS,
            "            self.exclude(d, a, b, lasting)\n            return",
            "            self.exclude(d, a, b, lasting)\n"
            "            if self.following[d] < self.count[d]:\n"
            "                k = PAIRS * d + self.following[d]\n"
            "                self.exclude(d, self.pair_low[k], self.pair_high[k], lasting)\n"
            "            return",
        ),
    ),
    "exclusions: a pair can be moved to the front": (
        verdict("tableaux", "relaxed", "sets"),
        PAIRED | FOUR_THRICE | NO_TOP,
        "AH 2C 5D 3D 3H 4D 5H 2D 2H AC 3C 4H 5C AD 4C",
        "won",
        (
            DISCARDS,
            "lasting = self.monotone or (self.stock_index[a] < 0 and self.stock_index[b] < 0)",
            "lasting = True",
        ),
    ),
    "exclusions: with several cards a deal, up to the redeal": (
        verdict("tableaux", "relaxed", "sets"),
        PAIRED | FOUR_THRICE | NO_TOP,
        "AH 2C 5D 3D 3H 4D 5H 2D 2H AC 3C 4H 5C AD 4C",
        "won",
        (
            SEARCH,
            "        if dealt_of(following) == 0:\n            self.levels.forget_pass(d)\n",
            "",
        ),
    ),
    "exclusions: nothing vanishes by itself": (
        verdict("relaxed", "sets"),
        {"rows": 3, "goal": "all", "stock_waste": "auto-on-turn", "passes": 1} | FOUR,
        "AD 5C 2C 2D 3D 4D 4C 5D AC 3C",
        "won",
        (DISCARDS, "if lasting or self.stock_waste < SW_AUTO:", "if True:"),
    ),
    "exclusions: with several wastes, up to the redeal": (
        solved,
        {"rows": 1, "overlap": True, "wastes": 2, "waste_match": True, "passes": 2} | FOUR | NO_TOP,
        "5C AD 4C 4D 3D 5D 2D 3C AC 2C",
        "won",
        (
            GENERAL,
            "            self._allow_again(base)\n        self._list(base)",
            "        self._list(base)",
        ),
    ),
    "exclusions: every line: shortest": (
        length,
        {"rows": 1, "overlap": True, "wastes": 2, "waste_match": True, "passes": 3} | FOUR | NO_TOP,
        "3C 2C 4C 2D 5C AD AC 4D 3D 5D",
        16,
        EARLY_IN_WALK,
    ),
    "exclusions: every line: best": (
        most("all"),
        {"rows": 1, "wastes": 2, "waste_match": True, "passes": 2} | FOUR | NO_TOP,
        "4D 4C 2D 3D 3C AC AD 5D 5C 2C",
        (2, 0),
        EARLY_IN_WALK,
    ),
    "exclusions: every line: a first win": (
        first_win,
        {"rows": 1, "overlap": True, "wastes": 2, "waste_match": True, "passes": 2} | FOUR | NO_TOP,
        "4D 4C 2C 3D AC 2D AD 5D 5C 3C",
        "won",
        EARLY_IN_WALK,
    ),
    "exclusions: every line: a position is visited again by fewer moves": (
        length,
        {"rows": 2, "stock_waste": "no", "waste_ends": "both"} | FOUR,
        "2C 4C 5D 3C 5C AC 2D 3D 4D AD",
        10,
        (
            GENERAL,
            "self.most < 0 or self.visited.note(slot) <= cython.cast(cython.ulonglong, d)",
            "True",
        ),
    ),
    "exclusions: every line: no discard ends the game": (
        most("score"),
        {
            "rows": 3,
            "wastes": 2,
            "deal_to": "choice",
            "passes": 1,
            "goal": "pyramid",
            "scoring": "microsoft",
        }
        | FOUR,
        "5D 4D AD AC 2D 4C 3D 2C 5C 3C",
        (180,),
        (GENERAL, "self.excludes = not line.ends", "self.excludes = True"),
    ),
    "fronts: tried in this pass or before": (
        verdict("sets", "relaxed"),
        {"rows": 2, "goal": "pyramid", "draw": 2, "passes": 3} | FOUR_THRICE | NO_TOP,
        "3H 2H 2C 2D 5D AH 5C 3D AC 5H 3C 4C 4H 4D AD",
        "won",
        (
            FRONTS,
            "for number in range(pass_of(self.levels.position[d])):",
            "for number in range(self.levels.passes):",
        ),
    ),
    "fronts: a front has the first cards of the stock": (
        verdict("sets"),
        {"rows": 2, "goal": "pyramid", "draw": 3, "passes": 2} | FOUR | NO_TOP,
        "4D 5D 4C 2C 2D AC 3C 5C 3D AD",
        "won",
        (
            FRONTS,
            "rest &= rest - 1\n        front: cython.ulonglong = stock & ~rest",
            "rest &= ~one_bit(highest_bit(rest)) if rest else rest\n        front = stock & ~rest",
        ),
    ),
    "fronts: the last card of a front can lie on top": (
        verdict("sets"),
        {"rows": 3, "goal": "pyramid", "draw": 3, "passes": 2} | FOUR | NO_TOP,
        "2C 5C AC 5D AD 3C 4C 2D 4D 3D",
        "won",
        (
            FRONTS,
            "tops: cython.ulonglong = self.groups.tops(front)\n",
            "tops = self.groups.tops(front | one_bit(62)) & ~one_bit(62)\n",
        ),
    ),
    "dropped kings: no pairs in the waste": (
        verdict(),
        {"rows": 2, "overlap": True, "draw": 3, "passes": 1} | FOUR | NO_TOP | PAIRS_IN_WASTE,
        "2D 3D 3C 4D AD 2C AC 5D 4C 5C",
        "lost",
        ("pyrtool.answers.plan", EARLY, "return rules.draw == 1 or last"),
    ),
    "dropped kings: one pass": (
        verdict(),
        {"rows": 3, "goal": "pyramid", "draw": 3, "passes": 2} | SIX | NO_TOP,
        "AC 4C 3C 3D 2C 5D 6C 5C 7D 4D 7C AD 2D 6D",
        "won",
        ("pyrtool.answers.plan", EARLY, "return True"),
    ),
    "dropped kings: groups lie as they were dealt, kings among them": (
        verdict(),
        {"rows": 2, "goal": "pyramid", "draw": 2, "passes": 1} | FOUR | NO_TOP,
        "AD 3C 5C 5D 3D 4D 4C 2D 2C AC",
        "lost",
        ("pyrtool.kernel.levels", "if self.draw > 1 and self.drop_kings:", "if False:"),
    ),
    "dropped kings: a verdict is asked for": (
        most("all"),
        {"rows": 2, "draw": 2, "passes": 1} | FOUR | NO_TOP,
        "4C AD 5D 2C 3D 5C 3C 2D AC 4D",
        (5, 0),
        ("pyrtool.answers.plan", 'return question == "won" or rules.draw == 1', "return True"),
    ),
    "partners: in the first slot any pair may be first": (
        dealt_on,
        {"rows": 2} | SIX,
        "6D 7C 4C 6C 7D AC 3C AD 4D 3D 2C 5C 5D 2D",
        "won",
        (
            PAIRING,
            "                v += 1\n                self.opens[b] = v\n",
            "                self.opens[b] = v\n",
        ),
    ),
}
"""The question about a deal, the right answer, and the condition without which it is wrong."""
for name, (rules, dealt, fewest, old, new) in OF_LENGTHS.items():
    CONDITIONS[f"three numbers: {name}"] = length, rules, dealt, fewest, (LENGTHS, old, new)
for name, (rules, dealt, old, new) in OF_PARTNERS.items():
    CONDITIONS[f"partners: {name}"] = solved, rules, dealt, "won", (PAIRING, old, new)


@pytest.mark.parametrize("condition", one_in(2, CONDITIONS))
def test_without_the_condition_the_answer_is_wrong(condition: str) -> None:
    """The program answers rightly, as the brute force says where it can; changed so it does not."""
    ask, rules, deal, right, change = CONDITIONS[condition]
    assert asked(real, ask, rules, deal) == right
    made = Rules(**rules)
    dealt = parse_deal(deal, made)
    start = Position.start(dealt)
    begin = start.play_all(parse_moves("deal*4", start)) if ask is dealt_on else None
    oracle = Oracle(dealt.cards, made, begin)
    if isinstance(right, int):
        assert oracle.shortest() == right
    elif right in ("won", "lost"):
        assert (oracle.shortest() is not None) == (right == "won")
    with without(change) as load:
        assert asked(load, ask, rules, deal) != right


def free(load: Load, but: str) -> None:
    """Ask of a free card all that docs/development/proofs.md does, `but` one condition."""
    discards, lowest_bit = (load("kernel.best").ValueDiscards, load("kernel.numbers").lowest_bit)

    def is_free(self: Any, d: int, card: int, *_: Any) -> bool:
        rank = 15 << (card & ~3) & self.left[d]
        cards = [1 << i for i in range(64) if rank >> i & 1]
        asks = {
            "exposed": not rank & ~self.exposed[d],
            "pyramid": not rank & self.pyramid or bool(self.pyramid >> card & 1),
            "covers": not any(self.under[lowest_bit(one)] & self.left[d] for one in cards),
            "last": not rank & self.last,
        }
        return not self.self_set[card >> 3] and all(asks[name] for name in asks if name != but)

    discards._free = is_free


@pytest.mark.parametrize(
    ("but", "rules", "deal", "right"),
    [
        (
            "exposed",
            {"rows": 1, "columns": (3, 1), "goal": "pyramid", "passes": 1} | FOUR_THRICE,
            "3H 3C 5C 4H AC 4D 5D AD 3D 5H 2H 2D AH 2C 4C",
            (0, 0),
        ),
        (
            "covers",
            {"rows": 3, "goal": "pyramid", "passes": 1} | FOUR,
            "2C 4D 5C 4C 3D 3C AD 2D 5D AC",
            (3, 3),
        ),
        (
            "pyramid",
            {"tableau": "pyramid 1 + pyramid 3 + columns 3x1", "stock": "none"} | FOUR,
            "AD 3C 3D 4D 2C 2D 5C AC 4C 5D",
            (5, 6),
        ),
    ],
)
def test_free_complements(but: str, rules: dict[str, Any], deal: str, right: Any) -> None:
    made = Rules(**rules)
    assert asked(real, most("pyramid"), rules, deal) == right
    assert Oracle(parse_deal(deal, made).cards, made).answer().best_pyramid == right
    with without() as load:
        free(load, "")
        assert asked(load, most("pyramid"), rules, deal) == right
        free(load, but)
        assert asked(load, most("pyramid"), rules, deal) != right


def bottom_rows(self: Layout) -> tuple[int, ...]:
    """The rows of a table on which pyramids of any size are on one line."""
    rows: dict[int, int] = {}
    first = 0
    for shape in self.shapes:
        for i, place in enumerate(shape.places):
            height = shape.rows - place.row
            rows[height] = rows.get(height, 0) | shape.is_pyramid << (first + i)
        first += len(shape.places)
    return tuple(rows[height] for height in sorted(rows))


TWO_PYRAMIDS = Rules(
    tableau="pyramid 2 + pyramid 3",
    ranks=6,
    suits=2,
    pairs="sum 7",
    goal="pyramid",
    scoring="microsoft",
)


def begun(deal: str, rules: Rules) -> targets._Searches:
    return targets._Searches(Position.start(parse_deal(deal, rules)), Limits())


def test_a_top_stays_and_not_a_card_of_the_last_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a table whose pyramids are on one line the highest row alone would claim too much."""
    monkeypatch.setattr(Layout, "pyramid_rows", property(bottom_rows))
    here = begun("AD 5C 6C 2D 6D 3C 2C 5D 4C AC 3D 4D", TWO_PYRAMIDS)
    every, row = here.tallied, here.rows(3) & ~here.rows(2)
    assert here.tops(3) & row == row != here.tops(3)
    assert here.most(here.rows(3), every, 0, 100, 0)[0] is None  # no line clears them
    least = [here.most(0, every, stays, 100, 0)[1] for stays in (0, here.tops(3), row)]
    assert least == [1, 1, 2]


GONE_TO = ("pyrtool.kernel.shortest", "        if self.gone_to:", "        if False:")
PASSED_BY = Rules(rows=3, goal="all", total=7, suits=2, passes=2)


def along(load: Load, rules: Any, dealt: Any) -> Any:
    """The fewest moves from the start, and after a deal, by one search."""
    solver, start = load("answers.solve"), load("game.position").Position.start(dealt)
    won = solver.solve(start)
    search = load("answers.shortest").FewestMoves(start, 64)
    after = start.play(load("game.position").DealStock())
    assert search.knows(after)
    return tuple(
        len(search.moves_from(here, line, solver.Limits()).moves)
        for here, line in ((start, won.moves), (after, solver.solve(after).moves))
    )


def test_what_was_noted_with_another_bound_raises_the_next_bound() -> None:
    rules = {"rows": 2, "goal": "all", "passes": 2} | FOUR | NO_TOP | PAIRS_IN_WASTE
    deal = "AD AC 4C 4D 3D 5D 3C 2C 2D 5C"
    assert asked(real, along, rules, deal) == (13, 12)
    with without(GONE_TO) as load:
        assert asked(load, along, rules, deal) == "error"


def test_a_king_that_was_passed_by_has_another_price() -> None:
    start = Position.start(parse_deal("2D 4D 2C 3C AD 6C 7D 5C 7C 6D AC 3D 5D 4C", PASSED_BY))
    position = start.play_all(parse_moves("deal AD/6C deal", start))
    found = shortest(position)
    assert isinstance(found, Won) and len(found.moves) == 9
    search = FewestMoves(start, 64)
    search.moves_from(start, won(start).moves, Limits())
    assert not search.knows(position)
    with pytest.raises((AssertionError, IllegalMoveError)):
        search.moves_from(position, won(position).moves, Limits())


@pytest.mark.parametrize(
    ("tries", "ask", "rules", "deal", "wrong"),
    [
        pytest.param(
            64,
            first_win,
            {"rows": 2, "overlap": True, "wastes": 3, "passes": 2} | SIX | NO_TOP,
            "5C 2D 6C 3D 3C 2C 4D AD 4C 7D AC 5D 6D 7C",
            "nodes",
            id="a first win",
        ),
        pytest.param(
            40,
            solved,
            {"rows": 1, "overlap": True, "wastes": 2, "waste_match": True, "passes": 2}
            | SIX
            | NO_TOP,
            "3C 3D 5C AD 2C 6D 6C 2D 7C 7D 4D 4C AC 5D",
            "unknown",
            id="several wastes",
        ),
    ],
)
def test_restarts_end_as_patience_grows(
    tries: int, ask: Ask, rules: dict[str, Any], deal: str, wrong: str
) -> None:
    assert asked(real, ask, rules, deal) == "lost"
    with without((GENERAL, "MORE_TRY = 4 ", f"MORE_TRY = {tries} ")) as load:
        assert asked(load, ask, rules, deal) == wrong


SHORT_OF_PATIENCE = (
    GENERAL,
    "FIRST_PATIENCE = cython.declare(cython.int, 500)",
    "FIRST_PATIENCE = cython.declare(cython.int, 8)",
)
QUICKER = (
    GENERAL,
    "MORE_PATIENCE = cython.declare(cython.int, 5)",
    "MORE_PATIENCE = cython.declare(cython.int, 2)",
)


def test_patience_grows_only_if_its_part_is_a_node_at_least() -> None:
    """A quarter of 8 nodes is 2 nodes, and the thirty-second part is none."""
    rules = {"rows": 3, "ranks": 4, "suits": 4, "pairs": "same, next", "passes": 1}
    deal = "AS 2S 2H 4H 4D 4S AD 2D 3D 3S 3C 4C 2C 3H AH AC"
    assert asked(real, solved, rules, deal) == "won"
    with without(SHORT_OF_PATIENCE, QUICKER) as load:
        assert asked(load, solved, rules, deal) == "won"
    with without(SHORT_OF_PATIENCE) as load:
        assert asked(load, solved, rules, deal) == "unknown"


def with_a_shortcut(part: Part, before: tuple[Part, ...], of: int) -> Shape:
    """Three cards, of which the last lies on the second, and both directly on the first."""
    return Shape(
        places=tuple(Place("heap", 1, index) for index in range(1, 4)),
        covers=((1, 2), (2,), ()),
        spots=((0, 0), (0, 1), (0, 2)),
        piles=("Heap",) * 3,
        label="heap",
    )


HEAP = Rules(rows=2, reserve=3, total=3, suits=2, overlap=True, stock="none")
KING_BETWEEN = "AD 2D 3D AC 3C 2C"


def test_no_card_lies_directly_on_one_that_it_also_covers_by_way_of_another() -> None:
    with pytest.raises(ArgumentError, match="lies directly on place 1, and on place 2"):
        with_a_shortcut(Part("reserve", 3), (), 1)


@contextmanager
def heaps(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Such heaps in place of a reserve, and no check of shapes."""
    with monkeypatch.context() as patch:
        patch.setattr(Shape, "__post_init__", lambda self: None)
        patch.setitem(KINDS, "reserve", replace(KINDS["reserve"], build=with_a_shortcut))
        layout.laid_out.cache_clear()
        yield
    layout.laid_out.cache_clear()


def test_with_a_king_between_two_overlapping_cards_the_theorem_would_be_false(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with heaps(monkeypatch):
        start = Position.start(parse_deal(KING_BETWEEN, HEAP))
        reached, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            after = {here.play(move) for move in here.legal_moves()} - reached
            reached |= after
            waiting += after
        assert not any(here.is_won() for here in reached)
        with pytest.raises(AssertionError, match="the matching has a cycle"):
            solve(start)
