"""Tables in the middle of a game as text: read back, read as people write them, and rejected."""

import random
import re

import pytest
from hypothesis import given, strategies as st

from pyrtool import Deal, Limits, Lost, PyrtoolError, Unknown, Won, best, deal, shortest, solve
from pyrtool.game.cards import Card, RankCard, UnknownCard
from pyrtool.game.games import GAMES, Rules, game
from pyrtool.game.position import DealStock, Discard, Position, start_of
from pyrtool.notation import (
    Defaults,
    NamedRules,
    NotationError,
    ReplayError,
    events,
    format_deal,
    format_diagram,
    format_event,
    format_moves,
    format_position,
    parse_event,
    parse_moves,
    parse_position,
    parse_typed,
    read_deals,
    replay,
)
from pyrtool.notation.cells import is_whole_line
from pyrtool.notation.headings import format_list_heading, parse_heading
from pyrtool.notation.positions import TableReader
from pyrtool.notation.rules import parse_named_rules

from ..dealing import drawn_deal, won
from ..playouts import as_read, play_out, starts, without_suits

STANDARD = Rules()
DEAL = deal(2).cards
START = Position.start(Deal.of(DEAL, STANDARD))
LIMITS = Limits(nodes=20_000)


def read(text: str, rules: Rules = STANDARD) -> list[Deal | Position]:
    lines = text.split("\n")
    return [one.deal for one in read_deals(lines, Defaults(NamedRules("pyramid", rules)))]


# What is printed is read back.


@given(starts(), st.integers(0, 2**32), st.integers(0, 60))
def test_a_table_is_read_back(start: Position, seed: int, moves: int) -> None:
    _, here = play_out(start, seed, moves)
    here = as_read(here)
    assert parse_position(format_diagram(here), here.rules) == here
    assert parse_position(format_position(here), here.rules) == here
    assert parse_position(str(here).lower(), here.rules) == here


@given(starts(), st.integers(0, 2**32), st.integers(0, 60), st.randoms(use_true_random=False))
def test_labels_on_lines_of_their_own_belong_to_the_table_above(
    start: Position, seed: int, moves: int, chance: random.Random
) -> None:
    """However a position in one line is broken at its labels, a file holds it, and nothing else."""
    here = as_read(play_out(start, seed, moves)[1])
    labels = " (?=(?:turned|stock|waste|pass|cleared|gone)[ :])"
    broken = re.sub(labels, lambda _: chance.choice(" \n"), format_position(here))
    (found,) = read(broken, here.rules)
    assert start_of(found) == parse_position(broken, here.rules)


def test_a_pass_below_a_line_of_cards_is_the_pass_of_these_cards() -> None:
    text = f"{format_deal(DEAL)}\npass 2"
    several = Rules(passes=2)
    assert read(text, several) == [parse_position(text, several)]
    assert parse_position(text, several).pass_number == 2
    found = read_deals(text.split("\n"), Defaults(NamedRules("pyramid", several)), prompt=True)
    assert next(found).deal == Deal.of(DEAL, several)
    with pytest.raises(NotationError, match=r"^line 2: a label, but no table is above it$"):
        next(found)


def test_a_line_of_commas_is_no_table() -> None:
    with pytest.raises(NotationError, match="there are no cards"):
        read(",", Rules())


@pytest.mark.parametrize("name", GAMES)
def test_the_start_is_the_deal(name: str) -> None:
    rules = game(name)
    dealt = deal(5, rules)
    start = Position.start(dealt)
    for text in (str(start), format_position(start), format_deal(dealt.cards)):
        (found,) = read(text, rules)
        assert isinstance(found, Deal) and found.cards == dealt.cards
        assert parse_position(text, rules) == start


def test_a_stock_that_lies_face_down_is_unknown() -> None:
    here = START.play_all([DealStock()] * 3)
    read_back = parse_position(format_diagram(here, face_down=True), STANDARD)
    assert len(read_back.unknown()) == 20
    assert set(read_back.can_be()) == set(here.stock)
    assert str(read_back) == str(parse_position(str(read_back), STANDARD))


def test_the_pass_of_clearing_is_read_back() -> None:
    rules = Rules(rows=1, total=3, suits=2, passes=3, scoring="par")
    start = Position.start(Deal.of(everything("AC 2C AD 2D 3C 3D"), rules))
    line = "AC/2C deal*4 redeal"
    here = start.play_all(parse_moves(line, start))
    assert (here.pass_number, here.cleared_in_pass) == (2, 1)
    assert "cleared 1" in format_position(here)
    assert parse_position(str(here), rules) == here
    assert here.score() == 50 - 4


# What people have.


def test_cards_are_read_as_people_write_them() -> None:
    for text in ("S7", "♠7", "7♠", "s7", "7♠️", "7s"):
        assert Card.parse(text) == Card.parse("7S")
    for text in ("10h", "T♥", "H10", "♥T", "♡10"):
        assert Card.parse(text) == Card.parse("TH")


def test_whole_deals_are_read_in_any_form() -> None:
    words = format_deal(DEAL).split()
    rows = [words[row * (row - 1) // 2 : row * (row + 1) // 2] for row in range(1, 8)]
    triangle = "\n".join(" ".join(row).center(30) for row in rows)
    in_tens = "\n".join(" ".join(words[at : at + 10]) for at in range(0, 52, 10))
    forms = [
        "\n".join(words),
        ", ".join(words),
        ",".join(words),
        "; ".join(words),
        in_tens,
        f"{triangle}\n{' '.join(words[28:])}",
        f"{triangle}\n\n{' '.join(words[28:40])}\n{' '.join(words[40:])}",
        " / ".join(map(" ".join, rows)) + " stock " + " ".join(words[28:]),
        "\n".join(" ".join(words[28 * k : 28 + 24 * k]) for k in range(2)),
        " ".join(word[::-1].replace("T", "10") for word in words),
    ]
    for form in forms:
        assert read(form) == [Deal.of(DEAL, STANDARD)], form
        assert parse_position(form, STANDARD) == START


def test_several_tables_in_one_file() -> None:
    other = deal(3).cards
    here = START.play_all([DealStock()] * 3)
    one_a_line = "\n".join(map(str, other))
    text = "\n".join(
        [
            *(one_a_line, one_a_line, "", str(here), "", format_deal(DEAL), format_position(here)),
            *(str(here), "# a remark", format_position(here), format_position(here)),
        ]
    )
    found = [start_of(one) for one in read(text)]
    theirs = Position.start(Deal.of(other, STANDARD))
    assert found == [theirs, theirs, here, START, here, here, here, here]


def test_deal_numbers_are_no_tables() -> None:
    assert [one.number for one in read("7\n6\n5\n12")] == [7, 6, 5, 12]
    deals = (Position.start(deal(number, STANDARD)) for number in range(1, 50))
    ranks = next(text for start in deals if (text := without_suits(start))[0] == "7")
    (found,) = read(ranks.replace(" / ", "\n"))
    assert isinstance(found, Position) and found.cards_left() == 52


def test_short_forms_of_a_table() -> None:
    rules = Rules(rows=2, total=5, suits=2, passes=2)
    whole = "5C / 2C 3D turned AC stock 4C waste 5D pass 2"
    here = parse_position(whole, rules)
    for text in (
        "5C/2C 3D\nturned: AC\nstock: 4C\nwaste: 5D\npass: 2 of 2",
        "5C\n2C 3D\nstock AC 4C\nwaste 5D\npass 2",  # the first of the stock is turned
        "5c\n\n2c, 3d\n\nAC 4C\nwaste 1: 5D\npass 2",
    ):
        assert parse_position(text, rules) == here, text
    assert here.turned == Card.parse("AC") and here.pass_number == 2


def test_what_is_left_out_is_gone() -> None:
    giza = game("giza")
    pyramid = "2C / -- -- / " + " / ".join(" ".join(["--"] * row) for row in range(3, 8))
    columns = f"columns JC {'-- ' * 7}/ {'-- ' * 8}/ {'-- ' * 8}"
    here = parse_position(f"{pyramid} {columns}", giza)
    assert here.cards_left() == 2
    bouquet = game("bouquet")
    assert parse_position(f"{pyramid} bouquet JC", bouquet).cards_left() == 2
    kings = parse_position(f"K{pyramid[2:]}", giza)
    assert [str(card) for card in kings.cards()] == ["K"]


# Cards without suits.


def test_solutions_name_cards_by_rank_and_place() -> None:
    rules = game("microsoft")
    start = Position.start(deal(9, rules))
    _, here = play_out(start, 3, 20)
    ranks = parse_position(without_suits(here), rules)
    assert not any(card.has_suit for card in ranks.cards())
    verdict = won(ranks)
    words = format_moves(verdict.moves, ranks)
    assert not re.search("[CDHS]", words)
    assert words.startswith("6@3.1/7@4.3 ")
    assert parse_moves(words, ranks) == verdict.moves
    line_events = [format_event(event) for event in events(verdict.moves, ranks)]
    assert "suit" not in str(line_events) and not re.search("'card': '..'", str(line_events))


@given(st.integers(0, 2**32), st.integers(0, 40), st.sampled_from(sorted(GAMES)))
def test_play_without_suits_is_read_back(seed: int, count: int, name: str) -> None:
    rules = GAMES[name]
    whole = Position.start(drawn_deal(rules, random.Random(seed)))
    start = parse_position(without_suits(whole), rules)
    moves, here = play_out(start, seed, count)
    words = format_moves(moves, start)
    read_again = parse_moves(words, start)
    assert format_moves(read_again, start) == words
    line_events = [format_event(event) for event in events(moves, start)]
    again, end = replay([parse_event(event, "") for event in line_events], start)
    assert format_moves(again, start) == words
    assert sorted(str(end).split()) == sorted(str(here).split())  # open cards of a rank are alike
    assert str(parse_position(str(here), rules)) == str(here)


def test_a_card_without_a_suit_is_typed_by_its_rank() -> None:
    rules = Rules(rows=2, total=5, suits=4)
    here = parse_position("5 / 2 2  stock 3 4 A 3", rules)
    with pytest.raises(ReplayError, match=re.escape("which? 2@2.1/3@turned or 2@2.2/3@turned")):
        parse_moves("2/3", here)
    with pytest.raises(NotationError, match=re.escape("2/3 may be 2@2.1/3@turned or 2@")):
        parse_typed("2 3", here)
    after = here.play_all(parse_moves("2@2.2/3@turned", here))
    assert after.tableau[2] is None
    assert parse_moves("2/3", after.play_all([DealStock()] * 2)) != ()
    with pytest.raises(ReplayError, match="no card 2C is here: write 2@ and the place of the 2"):
        parse_moves("2C/3", here)
    with pytest.raises(ReplayError, match="no card 2@waste"):
        parse_moves("2@waste/3@turned", here)


def test_suits_are_given_once_to_each() -> None:
    rules = Rules(rows=2, total=5, suits=4)
    here = parse_position("2 / 2C 2  stock 3 3D 3", rules)
    assert len(set(here.cards())) == 6
    assert sum(card.has_suit for card in here.cards()) == 2


def test_unknown_cards_are_not_solved() -> None:
    text = format_position(START).replace(str(START.stock[3]), "??")
    here = parse_position(text, STANDARD)
    assert [str(card) for card in here.unknown()] == ["??"]
    assert here.can_be() == (START.stock[3],)
    for question in (solve, shortest, best):
        with pytest.raises(
            PyrtoolError, match=r"^1 card is unknown \(\?\?\): `pyrtool advise` finds"
        ):
            question(here)
    assert "??" in str(here)


def test_an_unknown_card_is_not_discarded_and_stays_unknown() -> None:
    rules = Rules(rows=2, total=5, suits=2)
    here = parse_position("5C / 2C ?? stock 3C ?? ?? ?? ?? gone AC 4C", rules)
    assert len(here.unknown()) == 5 == len(here.can_be())
    assert {str(move) for move in here.legal_moves()} == {"2C/3C", "deal"}
    unknown = here.tableau[2]
    assert isinstance(unknown, UnknownCard)
    with pytest.raises(PyrtoolError, match="unknown"):
        here.play(Discard((unknown,)))
    after = here.play_all(parse_moves("2C/3C", here))
    assert after.turned is not None and str(after.turned) == "??"
    assert format_position(after).endswith("gone AC 2C 3C 4C")
    assert parse_position(str(after), rules) == after
    assert set(after.can_be()) == set(here.can_be())


def test_what_unknown_cards_can_be() -> None:
    rules = Rules(rows=2, total=5, suits=2)
    here = parse_position("5C / ?? ?? stock ?? ?? ??", rules)
    assert len(here.unknown()) == 5 and len(here.can_be()) == 9
    here.check_played()  # some cards that fit are taken
    assert not START.unknown() and not START.can_be()


SMALL = Rules(rows=2, total=5, suits=2)
GROUPED = Rules(rows=2, total=5, suits=2, draw=3, stock_top=False, stock_waste="no", passes=2)
WRONG: list[tuple[str, Rules, str]] = [  # `tests.tables.WRONG_TABLES` has others
    ("5 / 2 2\nstock 2", SMALL, "line 2, card 1: 2: the deck has only 2 of rank 2"),
    ("5C / 2S 3C", SMALL, "line 1, card 2: 2S is not in the deck of this game"),
    ("7 / 2C 3C", SMALL, "line 1, card 1: 7 is not in the deck of this game"),
    (
        "5C / 2C XX",
        SMALL,
        "line 1, card 3: 'XX' is not a card: write 4D or 5D (ranks A2345, suits ",
    ),
    ("5C / 2C 3C 3D", SMALL, "line 1: 3 cards, where the diagram of these rules has 2 (-- is"),
    ("5C / 2C 3C pass 0", SMALL, "line 1: pass 0: must be 1 to"),
    ("5C / 2C 3C\nwaste AC\nwaste 4C", SMALL, "line 3: waste comes twice"),
    ("5C / 2C 3C cleared 1", SMALL, "line 1: cleared_in_pass 1: in pass 1, with 3 pyramid cards"),
    ("5C / ?? ?? gone 5C", SMALL, "line 1, card 4: 5C appears twice, here and at line 1, card 1"),
    ("5C / ?? ?? gone AC AD 4C 4D 2C 2D", SMALL, "line 1: gone: "),
    ("", SMALL, "no table: there are no cards"),
    ("5C / 2C 3C / 4C\nbouquet AC", SMALL, "line 1, card 4: cards that belong to no row or pile"),
    ("5C / 2C 3C stock 4C\n\n4D", SMALL, "line 3: the table above is whole"),
    ("5C / 2C 3C turned AC", GROUPED, "line 1: turned: no card is turned under these rules"),
    (
        "5C / 2C 3C stock AC AD 4C 4D 2D waste 3D 5D",
        GROUPED,
        "line 1: stock: 5 cards left, so 2 were dealt in pass 1, which 3 at a time never are",
    ),
    (
        "5C / 2C 3C stock AD waste 4D 5D",
        GROUPED,
        "line 1: 2 pairs are gone, but only 0 tableau cards: no two cards of the stock match",
    ),
    ("5C / 2C 3C stock AC AD 4C 4D 2D 3D 5D pass 3", GROUPED, "line 1: pass 3: the rules have 2 p"),
    (
        "5C / 2C --",
        SMALL,
        "line 1: 1 of rank 2 is gone (2D), but 2 of rank 3: as many of each must be gone "
        "(no stock is given: the 8 cards not named count as gone)",
    ),
    ("1C 2D\n3S\n4H 5S 6S", Rules(rows=3), "line 1: 2 cards, where row 1 of these rules has 1"),
    ("5C / 2C 3C stock 12", SMALL, "line 1, card 4: for cards that nobody has seen write 12 face"),
    ("5C / 2C 3C stock 6 cards", SMALL, "line 1, card 4: for cards that nobody has seen write 6 f"),
    ("5C / XX", Rules(rows=2, total=3, suits=1), "line 1, card 2: 'XX' is not a card: write 2C"),
    (
        "QS / XX",
        Rules(total=12),
        "line 1, card 2: 'XX' is not a card: write 7S, 10D or 12H (ranks 1 to 12, suits CDHS)",
    ),
    (
        "XX " * 52,
        Rules(),
        "line 1, card 1: 'XX' is not a card: write 7S, TD or KH (ranks A23456789TJQK, suits CDHS)",
    ),
]


@pytest.mark.parametrize(("text", "rules", "message"), WRONG)
def test_a_table_that_cannot_be_is_refused(text: str, rules: Rules, message: str) -> None:
    with pytest.raises(NotationError, match="^" + re.escape(message)):
        parse_position(text, rules)


WORDS = [
    *("7S", "K", "--", "??", "/", "waste", "stock", "turned", "pass", "2", "gone", "\n", "\n\n"),
    *("columns", "bouquet", "cleared", "x", "10h", "T♥", "of", "face", "down", ",", "#", "[", "{"),
]


@given(st.lists(st.sampled_from(WORDS), max_size=60), st.sampled_from(sorted(GAMES)))
def test_no_words_break_the_reader(words: list[str], name: str) -> None:
    text = " ".join(words)
    for rules in (GAMES[name], SMALL):
        for reader in (read, parse_position):
            try:
                reader(text, rules)
            except NotationError as error:
                assert "\n" not in str(error)


def everything(cards: str) -> list[Card]:
    return [Card.parse(card) for card in cards.split()]


def test_a_position_is_made_of_what_is_left() -> None:
    rules = Rules(rows=2, total=5, suits=2)
    stock, waste = everything("AC 4C"), everything("5D")
    here = Position.of(rules, everything("5C 2C 3D"), stock=stock, waste=waste)
    assert here == parse_position("5C / 2C 3D stock AC 4C waste 5D", rules)
    assert here.turned == Card.parse("AC")
    with pytest.raises(PyrtoolError, match=r"^A: 3: the deck has|^A: 3 cards, the deck has 2$"):
        Position.of(rules, [RankCard.parse("A")] * 3)
    with pytest.raises(PyrtoolError, match="tableau: 2 places, the rules have 3"):
        Position.of(rules, everything("5C 2C"))


def test_rules_and_a_position_may_not_contradict() -> None:
    assert isinstance(solve(START, LIMITS), Won | Lost | Unknown)
    with pytest.raises(PyrtoolError, match=r"must be a Deal or Position.*`Deal.of\(cards"):
        solve(DEAL)  # type: ignore[arg-type]
    with pytest.raises(PyrtoolError, match="limits: must be Limits, not Rules"):
        solve(START, game("giza"))  # type: ignore[arg-type]


def test_what_vanished_is_no_matter_of_the_table() -> None:
    rules = Rules(rows=1, total=3, suits=2, stock_waste="auto-on-turn")
    start = Position.start(Deal.of(everything("3C AD 2D AC 2C 3D"), rules))
    after = start.play(DealStock())
    assert after.vanished
    assert parse_position(str(after), rules) == after


# Faults that only a close look finds.

TEN_PAIRS = Rules(rows=3, total=5)


def test_more_unknown_cards_than_the_deck_has_are_one_more() -> None:
    for number in ("21", "999"):
        with pytest.raises(NotationError, match=r"^line 1: 21 cards unknown, but only 14 of the"):
            parse_position(f"5C / 4C 3C / AC AD AH stock {number} face down", TEN_PAIRS)


def test_a_number_alone_behind_stock_is_a_card_only_where_cards_have_no_suits() -> None:
    unseen = "for cards that nobody has seen write 3 face down"
    with pytest.raises(NotationError, match=rf"^line 1, card 5: {unseen}$"):
        parse_position("5C / 2C -- turned AD stock 3", SMALL)
    with pytest.raises(NotationError, match=rf"\({unseen.replace('3', '4')}\)"):
        parse_position("5 / 2 -- stock 4", SMALL)
    assert parse_position("5 / 2 -- stock 3", SMALL).cards_left() == 3


def test_a_stock_whose_first_card_is_unknown_may_lack_a_turned_card() -> None:
    lacks = re.escape(" (no turned card is given: name it before the stock, as in turned 5C)")
    with pytest.raises(NotationError, match=lacks):
        parse_position("5C / 4C 3C / AC AD AH stock ?? 2C", TEN_PAIRS)


@pytest.mark.parametrize(
    ("passes", "stock", "may"),
    [(1, "3D 4D", False), (1, "?? 4D", True), (3, "3D 4D", True), (3, "?? 4D", True)],
)
def test_what_may_follow_a_table(passes: int, stock: str, may: bool) -> None:
    """A pass, where there are several, or the cards that are gone, where some are unknown."""
    reader = TableReader(Rules(rows=3, total=5, passes=passes))
    lines = ["5C", "4C 3C", "AC AD AH", "turned 2C", f"stock {stock}"]
    for number, line in enumerate(lines, 1):
        reader.read(f"line {number}", line)
    assert reader.may_go_on is may


def test_a_whole_deal_has_nothing_of_a_table() -> None:
    words = format_deal(DEAL).split()
    whole = [is_whole_line(" ".join(words[:many]), STANDARD) for many in (38, 39, 52)]
    assert whole == [False, True, True]  # three of four
    for other in ("??", "--", "stock", "7"):
        assert not is_whole_line(" ".join([*words[:9], other, *words[10:]]), STANDARD)


def test_rules_in_words_take_no_and_yes() -> None:
    named = parse_named_rules("pyramid, no stock-top, stock-waste no, overlap, passes 3")
    assert named.rules == Rules(stock_top=False, stock_waste="no", overlap=True, passes=3)
    for wrong in ("no foo", "foo"):
        with pytest.raises(NotationError, match=f"unknown rule .?{wrong}"):
            parse_named_rules(f"pyramid, {wrong}")


def test_what_is_nearly_a_heading_is_none_by_mistake() -> None:
    for line in ("# deal 2: giza", "# position (native), gizza: won", "# Deals: TUT"):
        with pytest.raises(NotationError, match=r"^line 3: .* is no heading: write"):
            parse_heading(line, "line 3")
    for line in ("# a remark", "# deals: of last year", "# position, good", "# no deal, giza"):
        assert parse_heading(line) is None
    assert format_list_heading("native", NamedRules("giza", GAMES["giza"])) == (
        "# deals (native), giza"
    )
    with pytest.raises(NotationError, match=r"^line 3: unknown game "):
        parse_heading("# deal 2 (native), gizzza", "line 3")
