"""The checker of wins: it accepts what the kernels find, and nothing that was tampered with."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pyrtool import Card, Discard, Position, survey
from pyrtool.answers.kernel_setup import build
from pyrtool.answers.kernel_setup.build import checker, game, matcher, search
from pyrtool.answers.plan import plan_of
from pyrtool.game.deals import Deal, dealer, deals
from pyrtool.game.games import GAMES, Rules
from pyrtool.kernel.check import LineError
from pyrtool.kernel.constants import VANISHED
from pyrtool.kernel.numbers import halves
from pyrtool.surveys.plan import Plan
from pyrtool.surveys.questions import solve_shard, verdict as verdicts
from pyrtool.surveys.shards import ShardTask, WrongLineError

SEARCHED = {
    "pyramid": GAMES["pyramid"],
    "goal pyramid": replace(GAMES["pyramid"], goal="pyramid", overlap=True),
    "no stock-waste": replace(GAMES["pyramid"], stock_waste="no", goal="pyramid"),
    "auto": replace(GAMES["pyramid"], stock_waste="auto", goal="pyramid"),
    "auto-on-turn": replace(GAMES["pyramid"], stock_waste="auto-on-turn", goal="pyramid"),
    "passes": GAMES["microsoft"],
    "waste pairs": GAMES["par-till-dawn"],
    "threes": GAMES["king-tut"],
    "threes, pyramid": GAMES["tut"],
    "columns": replace(GAMES["giza"], goal="pyramid"),
}
MATCHED = {
    "bouquet": GAMES["bouquet"],
    "overlap": replace(GAMES["bouquet"], overlap=True),
    "giza": GAMES["giza"],
    "giza, overlap": replace(GAMES["giza"], overlap=True),
    "twos among themselves": Rules(rows=4, total=4, stock="bouquet"),
    "reserve": Rules(rows=5, reserve=3, stock="bouquet"),
}

Line = list[tuple[int, int, int]]


def won_lines(rules: Rules, most: int) -> Iterator[tuple[bytes, Line]]:
    kernel = search(rules)
    found = 0
    for one in deals(range(1, 2000), rules):
        kernel.load(bytes(one.cards))
        if kernel.search(200_000) == "won":
            yield bytes(one.cards), kernel.line()
            found += 1
            if found == most:
                return
    raise AssertionError("too few deals are won")


@pytest.mark.parametrize("name", SEARCHED)
def test_lines_hold_and_tampered_ones_do_not(name: str) -> None:
    rules = SEARCHED[name]
    table = checker(rules)
    chance = random.Random(name)
    refused = 0
    for cards, line in won_lines(rules, 12):
        assert table.check_line(cards, line)
        # A line without one of its discards does not reach the goal, unless others remain legal
        # and the goal is the pyramid; cards that are discarded twice never do.
        k = chance.randrange(len(line))
        if rules.goal == "all":
            assert not table.check_line(cards, line[:k] + line[k + 1 :])
        discards = [move for move in line if move[0] >= 0]
        low, high, when = chance.choice(discards)
        assert not table.check_line(cards, [*line, (low, high, when)])
        assert not table.check_line(cards, [(low, high, when), *line])
        partner = chance.choice([one for one in discards if one[0] >> 3 != low >> 3] or discards)
        wrong = (low, partner[1], when)
        if wrong not in line:
            assert not table.check_line(cards, [wrong, *line])
        assert not table.check_line(cards, [(63 - 8, 63 - 8, 0), *line])
        shuffled = line[:]
        chance.shuffle(shuffled)
        refused += not table.check_line(cards, shuffled)
        other = bytearray(cards)
        chance.shuffle(other)
        refused += not table.check_line(bytes(other), line)
    assert refused >= 20


@pytest.mark.parametrize("name", MATCHED)
def test_matchings_hold_and_tampered_ones_do_not(name: str) -> None:
    rules = MATCHED[name]
    assert plan_of(rules).decided_by_matching
    table, kernel = checker(rules), matcher(rules)
    chance = random.Random(name)
    everything = (1 << len(rules.sets)) - 1
    held = refused = 0
    for one in deals(range(1, 400), rules):
        cards = bytes(one.cards)
        kernel.load(cards)
        if kernel.solve(everything, 10**6) != "won":
            continue
        laid_out = (1 << rules.tableau_size) - 1
        pairs = [pair for pair in kernel.order(laid_out, laid_out) if pair[0] != pair[1]]
        assert table.check_matching(cards, pairs)
        held += 1
        if not pairs:
            continue
        i, j = chance.choice(pairs)
        ranks = [Card.of(code).rank for code in cards]
        wrong = next((k for k in range(rules.tableau_size) if rules.mates[ranks[k]] != ranks[i]), 0)
        taken = {place for pair in pairs for place in pair}
        if wrong not in taken:
            swapped = [pair for pair in pairs if pair != (i, j)] + [(i, wrong)]
            assert not table.check_matching(cards, swapped)
        # With fewer merged pairs the open cards do not suffice.
        fewer = [pair for pair in pairs if pair != (i, j)]
        refused += not table.check_matching(cards, fewer)
    assert held > 30
    assert refused > 10 or name in ("reserve",)


@pytest.mark.parametrize("wins", [2, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [n for n in SEARCHED if not n.startswith("auto")])
def test_what_random_play_wins_is_accepted(name: str, wins: int) -> None:
    """The referee's word against the checker's, on lines that no search made."""
    rules = SEARCHED[name]
    numbers = game(rules)
    early = plan_of(rules).early_never_hurts
    table = checker(rules)
    chance = random.Random(name)
    won = 0
    most = 200 if wins == 200 or rules.goal == "pyramid" else 40  # play at random wins few
    for one in deals(range(1, most), rules):
        index = {card: i for i, card in enumerate(one.cards[rules.tableau_size :])}
        position = Position.start(Deal.of(one.cards, rules))
        line: Line = []
        deals_in_a_row = 0
        while not position.is_won() and deals_in_a_row < 60:
            moves = list(position.legal_moves())
            discards = [move for move in moves if isinstance(move, Discard)]
            if not moves:
                break
            move = chance.choice(discards or moves)
            if isinstance(move, Discard):
                top = index[position.waste[-1]] + 1 if position.waste else 0
                bits = [numbers.bit(card) for card in move.cards]
                if len(bits) == 2 or (not early and move.cards[0] in index):
                    line.append((bits[0], bits[-1], 64 * (position.pass_number - 1) + top))
            deals_in_a_row = 0 if isinstance(move, Discard) else deals_in_a_row + 1
            position = position.play(move)
        if position.is_won():
            won += 1
            assert table.check_line(bytes(one.cards), line)
            if won == wins:
                break
    assert won or rules.goal == "all"


def test_a_false_win_stops_the_survey(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Rules under which the checker is stricter than the solver: its wins are not accepted."""
    rules, strict = replace(GAMES["bouquet"], overlap=True), GAMES["bouquet"]
    monkeypatch.setattr(build, "checker", lambda _: checker(strict))
    false = build.bulk.__wrapped__(rules)
    monkeypatch.setattr(verdicts, "bulk", lambda _: false)
    with pytest.raises(WrongLineError, match=r"deal \d+ \(native\), bouquet"):
        solve_shard(ShardTask(Plan(rules, "bouquet"), 1, 5000))
    ledger = tmp_path / "x.db"
    with pytest.raises(WrongLineError):
        survey(rules, range(1, 5000), ledger=ledger)
    with pytest.raises(LineError):
        false.deal_outcomes(dealer(1, "native", rules), 1, bytearray(999), halves(999), 10**6)


def test_the_sample_is_replayed_by_the_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*given: object) -> None:
        raise AssertionError("the referee rejects it")

    monkeypatch.setattr(verdicts, "verdict_only", refuses)
    with pytest.raises(WrongLineError, match="deal 2 "):
        solve_shard(ShardTask(Plan(GAMES["bouquet"]), 1, 100))


def cards_of(text: str) -> bytes:
    return bytes(map(Card.parse, text.split()))


def test_open_cards_go_in_a_line() -> None:
    rules = Rules(rows=1, total=3, suits=1, stock="bouquet")
    bit = game(rules).bit
    pair = (bit(Card.parse("AC")), bit(Card.parse("2C")), 0)
    assert checker(rules).check_line(cards_of("AC 2C 3C"), [pair])
    assert not checker(rules).check_line(cards_of("AC 2C 3C"), [])


def test_nothing_vanishes_however_often_the_waste_is_turned_over() -> None:
    rules = Rules(rows=1, total=3, suits=1, stock_waste="auto", passes=None)
    for cards in ("AC 2C 3C", "AC 3C 2C"):
        assert not checker(rules).check_line(cards_of(cards), [(VANISHED, VANISHED, 0)])
