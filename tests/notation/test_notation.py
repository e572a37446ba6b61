"""Deals, diagrams, moves and solutions as text: round trips, and errors that name the place."""

import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings, strategies as st

from pyrtool import Deal, PyrtoolError, Won, deal, solve
from pyrtool.game.cards import Card, CardError, RankCard
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import DealStock, Discard, Move, Position, Redeal
from pyrtool.notation import (
    Defaults,
    MoveError,
    NamedRules,
    NotationError,
    ReplayError,
    events,
    format_deal,
    format_diagram,
    format_event,
    format_moves,
    format_solution,
    parse_deal,
    parse_diagram,
    parse_event,
    parse_moves,
    parse_position,
    read_deals,
    read_items,
    replay,
)
from pyrtool.notation.diagrams import card_text
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.titles import SPANISH, goal

from ..commands import answer
from ..dealing import lines_of
from ..playouts import RULES, lines_of_play, play_out, starts

STANDARD = GAMES["pyramid"]
DEFAULTS = Defaults(NamedRules("pyramid", STANDARD))
DEAL = deal(2).cards
LINE = format_deal(DEAL)
Play = tuple[Position, tuple[Move, ...]]


def dealt(position: Position) -> tuple[object, ...]:
    """All cards of a start, in dealing order."""
    turned = () if position.turned is None else (position.turned,)
    return (*position.tableau, *position.bouquet, *turned, *position.stock)


# Deals in a line.


@given(starts())
def test_a_deal_is_read_back(start: Position) -> None:
    text = format_deal(dealt(start))  # type: ignore[arg-type]
    assert parse_deal(text, start.rules).cards == dealt(start)


@pytest.mark.parametrize("spelling", ["lower", "ten", "signs", "spaces"])
def test_spellings_of_a_deal(spelling: str) -> None:
    signs = str.maketrans("CDHS", "♣♦♥♠")
    text = {
        "lower": LINE.lower(),
        "ten": re.sub(r"\bT", "10", LINE),
        "signs": LINE.translate(signs),
        "spaces": LINE.replace(" ", "\t  "),
    }[spelling]
    assert text != LINE
    assert parse_deal(text, STANDARD).cards == DEAL


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda w: [*w[:4], "XX", *w[5:]], "line 3, card 5: 'XX' is not a card"),
        (lambda w: [*w[:16], w[3], *w[17:]], f"line 3, card 17: {DEAL[3]} appears twice, at 4 and"),
        (lambda w: w[:-1], f"line 3: 51 cards: the deck has 52; missing {DEAL[-1]}"),
        (lambda w: [*w, w[0]], f"line 3, card 53: {DEAL[0]} appears twice, at 1 and 53"),
    ],
)
def test_a_wrong_deal_names_the_place(
    change: Callable[[list[str]], list[str]], message: str
) -> None:
    with pytest.raises(NotationError, match="^" + re.escape(message)):
        parse_deal(" ".join(change(LINE.split())), STANDARD, "line 3")


# Diagrams.


@given(starts())
def test_a_diagram_is_read_back(start: Position) -> None:
    assert parse_diagram(format_diagram(start), start.rules).cards == dealt(start)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, marks=pytest.mark.slow if at >= len(GAMES) and at % 5 else ())
        for at, rules in enumerate(RULES)
    ],
    ids=str,
)
def test_diagrams_fit_in_80_columns(rules: Rules) -> None:
    start = Position.start(Deal.of(rules.deck, rules))
    _, end = play_out(start, 1)
    for position in start, end:
        drawing = format_diagram(position)
        assert max(map(len, drawing.split("\n"))) <= 80
        assert drawing.isascii()
        text = f" {' '.join(drawing.split())} "
        assert all(f" {card_text(card, rules)} " in text for card in position.available())


def test_a_diagram_looks_like_the_table() -> None:
    start = Position.start(deal(2, GAMES["giza"]))
    lines = format_diagram(start.play(Discard((DEAL[21 + 1], DEAL[21 + 3])))).split("\n")
    assert lines[0].strip() == "7S"
    assert [line.index(line.strip()) for line in lines[:7]] == [23, 21, 19, 17, 15, 13, 11]
    assert lines[6].split() == ["7H", "--", "AC", "--", "4D", "5S", "7D"]
    assert lines[7].split() == ["columns", *"12345678"]
    assert len(lines) == 11


def test_a_diagram_may_be_typed_freely() -> None:
    drawing = format_diagram(Position.start(Deal.of(DEAL, STANDARD))).lower()
    typed = "# mine\n\n" + drawing.replace("turned", "").replace("stock", "stock:") + "\n\n"
    assert parse_diagram(typed, STANDARD).cards == DEAL


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("KC  3H", "KC", "line 2: 1 card, where the diagram of these rules has 2"),
        ("KC  3H", "KC  3X", "line 2, card 2: '3X' is not a card"),
        ("KC  3H", "KC  ..", "the table at line 1: pyramid 2.2: the card is gone, and "),
        ("KC  3H", "KC  KC", "line 2, card 2: KC appears twice, here and at line 2, card 1"),
        ("KC  3H", "KC   3", "a position in play, not a whole deal"),
        ("stock", "heap", "line 9, card 1: 'heap' is not a card"),
    ],
)
def test_a_wrong_diagram_names_the_place(old: str, new: str, message: str) -> None:
    drawing = format_diagram(Position.start(Deal.of(DEAL, STANDARD)))
    assert old in drawing
    with pytest.raises(NotationError, match="^" + re.escape(message)):
        parse_diagram(drawing.replace(old, new), STANDARD)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((7, 6, 5, 4, 3, 2, 1, 8, 8, 8), "line 1: 7 cards, where row 1 of these rules has 1"),
        ((8, 8, 8, 1, 2, 3, 4, 5, 6, 7), "line 1: 8 cards, where row 1 of these rules has 1"),
        ((7, 6, 5, 4, 3, 2, 1, *[3] * 8), "line 1: 7 cards, where row 1 of these rules has 1"),
        ((1, 2, 3, 4, 5, 6, 7, *[3] * 8), "line 8: 3 cards, where row 8 of these rules has 8"),
    ],
)
def test_rows_in_another_order_are_refused(sizes: tuple[int, ...], message: str) -> None:
    rules = GAMES["giza"]
    with pytest.raises(NotationError, match="^" + re.escape(message)):
        parse_diagram(lines_of(deal(2).cards, sizes), rules)


@pytest.mark.parametrize("name", ["giza", "pyramid", "bouquet", "king-tut", "double-pyramid"])
def test_cards_in_lines_of_equal_length_are_read(name: str) -> None:
    rules = GAMES[name]
    cards = deal(2, rules).cards
    for size in range(1, 53):
        text = lines_of(cards, [size] * (len(cards) // size + 1))
        assert parse_diagram(text, rules).cards == cards, size


# Files.


def test_a_file_may_mix_lines_diagrams_and_json() -> None:
    drawing = format_diagram(Position.start(Deal.of(DEAL, STANDARD)))
    other = format_deal(deal(3).cards)
    record = f'{{"deal": 3, "numbering": "native", "cards": "{other}"}}'
    parts = [LINE, "# a remark", drawing, "", record, f"[{record},\n {record}]", LINE]
    found = list(read_deals("\n".join(parts).split("\n"), DEFAULTS))
    assert [one.deal.cards == DEAL for one in found] == [True, True, False, False, False, True]
    assert [one.deal.number for one in found] == [None, None, 3, 3, 3, None]
    assert found[0].place == "line 1"
    assert found[-1].place == f"line {len(drawing.split(chr(10))) + 7}"


def test_a_record_with_other_cards_than_its_number_loses_the_number() -> None:
    line = f'{{"deal": 3, "numbering": "native", "cards": "{LINE}"}}'
    (found,) = read_deals([line], DEFAULTS)
    assert (found.deal.number, found.deal.cards) == (None, DEAL)


def test_lines_are_answered_as_they_come() -> None:
    def lines() -> Iterator[str]:
        yield LINE
        yield f'{{"cards": "{LINE}"}}'
        raise AssertionError("read too far")

    found = read_deals(lines(), DEFAULTS)
    assert next(found).deal.cards == next(found).deal.cards == DEAL


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1: not JSON: "),
        ("\n[1,\n}", "line 3: not JSON: Expecting value at 1"),
        ("[" * 100_000, "line 1: not JSON that can be read"),
        ("[1]", "record 1: not a record: '1'"),
        ('{"deal": 1, "deal": 2}', "line 1: the field 'deal' appears twice"),
        ('\n[{"rules": {"rows": 5,\n "rows": 7}}]', "line 2: the field 'rows' appears twice"),
        ('{"deal": 1}', "line 1: a record without the field 'cards'"),
        ('{"cards": 7}', "line 1: the field 'cards' must be a deal as one string"),
        ('\n{"cards": "4C"}', "line 2, cards: 1 card: "),
    ],
)
def test_wrong_json_names_the_place(text: str, message: str) -> None:
    with pytest.raises(NotationError, match="^" + re.escape(message)):
        list(read_deals(text.split("\n"), DEFAULTS))


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        list(read_deals(text.split("\n"), DEFAULTS))
        list(read_items(text.split("\n")))
        parse_moves(text, Position.start(Deal.of(DEAL, STANDARD)))
        parse_diagram(text, STANDARD)
    except (NotationError, ReplayError) as error:
        assert "\n" not in str(error)


# Moves.


@given(lines_of_play())
def test_words_are_read_back(play: Play) -> None:
    start, moves = play
    assert parse_moves(format_moves(moves, start), start) == moves
    if start.rules.packs == 1:
        assert parse_moves(format_moves(moves), start) == moves


@given(lines_of_play())
def test_events_are_read_back(play: Play) -> None:
    start, moves = play
    line_events = list(events(moves, start))
    read = [parse_event(format_event(event), "event") for event in line_events]
    assert list(map(format_event, read)) == list(map(format_event, line_events))
    assert read == line_events or start.rules.packs == 2  # there the place distinguishes cards
    played, end = replay(read, start)
    for move in moves:
        start = start.play(move)
    assert (played, end) == (moves, start)


@settings(max_examples=300)
@given(lines_of_play(), st.data())
def test_a_changed_event_is_found(play: Play, data: st.DataObject) -> None:
    start, moves = play
    line_events = list(events(moves, start))
    if len(line_events) < 2:
        return
    at = data.draw(st.integers(0, len(line_events) - 2))
    changed = line_events.copy()
    changed[at] = data.draw(st.sampled_from(line_events))
    if changed != line_events:
        try:
            replay(changed, start)
        except ReplayError as error:
            assert re.match(r"move \d+: ", str(error))
        else:
            # The only other truth: a like move of another order of play.
            assert changed[at].kind != "auto"
            assert list(events(replay(changed, start)[0], start)) == changed


def test_a_vanishing_that_is_not_recorded_is_found() -> None:
    rules = Rules(rows=1, total=3, suits=2, stock_waste="auto-on-turn")
    start = Position.start(Deal.of(parse_deal("3C AC 2C AD 2D 3D", rules).cards, rules))
    line_events = list(events([DealStock(), DealStock()], start))
    assert [event.kind for event in line_events] == ["deal", "auto", "deal", "auto"]
    replay(line_events, start)
    for lacking, number in ((line_events[:-1], 2), (line_events[:1] + line_events[2:], 1)):
        with pytest.raises(ReplayError, match=rf"^move {number}: .* the position the vanishing"):
            replay(lacking, start)


def test_words_may_be_typed_freely() -> None:
    start = Position.start(deal(3, STANDARD))
    moves = parse_moves("8c/5D, 4♠/9H kd\n DEAL*2 deal", start)
    assert [str(move) for move in moves] == ["8C/5D", "4S/9H", "KD", "deal", "deal", "deal"]
    assert format_moves(moves) == "8C/5D 4S/9H KD deal*3"


@pytest.mark.parametrize(
    ("words", "kind", "message"),
    [
        ("8C/5D nonsense", MoveError, "move 2: 'nonsense' is not a move: write 4C/9H"),
        ("8C/5D deal*0", MoveError, "move 2: deal*0 is no move"),
        ("8C/4S", ReplayError, "move 1: 8C/4S: 8 + 4 is 12, not 13"),
        ("deal*3 5C/8H", ReplayError, "move 4: 5C/8H: 5C (pyramid 1.1) is covered by KH and QD"),
        ("deal*99", ReplayError, "move 25: deal: the stock is empty"),
        ("redeal", ReplayError, "move 1: redeal: this is pass 1 of 1"),
        ("KD KD", ReplayError, "move 2: KD: KD is gone"),
    ],
)
def test_a_wrong_word_names_the_move(words: str, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match="^" + re.escape(message)):
        parse_moves(words, Position.start(deal(3, STANDARD)))


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        [],
        {},
        {"deal": ["5H"], "auto": []},
        {"deal": "5H"},
        {"deal": ["5X"]},
        {"deal": [5]},
        {"redeal": "18"},
        {"redeal": True},
        {"play": ["5H"]},
        {"discard": ["5H"]},
        {"discard": [{"card": "5H"}]},
        {"discard": [{"card": "5H", "from": 3}]},
        {"discard": [{"card": [], "from": "waste"}]},
    ],
)
def test_a_wrong_event_names_the_place(value: object) -> None:
    with pytest.raises(MoveError, match=r"^event 4: "):
        parse_event(value, "event 4")


# Solutions.


@given(lines_of_play())
def test_a_solution_prints_every_move_in_80_columns(play: Play) -> None:
    start, moves = play
    text = format_solution(moves, start)
    assert max(map(len, text.split("\n"))) <= 80
    discards = [n for n, move in enumerate(moves, 1) if isinstance(move, Discard)]
    numbers = [int(n) for n in re.findall(r"(\d+)\. (?!redeal)", text)]
    assert numbers == discards
    deals = sum(int(n) for n in re.findall(r"\bdeal (\d+)", text))
    assert deals == sum(isinstance(move, DealStock) for move in moves)
    assert text.count("redeal") == sum(isinstance(move, Redeal) for move in moves)


@given(lines_of_play())
def test_a_solution_prints_what_each_discard_uncovers(play: Play) -> None:
    position, moves = play
    uncovered = dict(re.findall(r"(\d+)\. .*? uncovers (.*)", format_solution(moves, position)))
    for number, move in enumerate(moves, 1):
        covered = [card for card in position.tableau if card and position.covering(card)]
        position = position.play(move)
        bared = [
            card_text(card, position.rules)
            for card in covered
            if card in position.tableau and not position.covering(card)
        ]
        assert uncovered.get(str(number), "").split() == bared


def test_a_solution_reads_well() -> None:
    words = "4S/9H 8C/5D 6S/7C KD 2S/JS 5H/8S deal*2 KS deal*5 QS/AS TD/3H 7D/6H deal redeal deal"
    start = Position.start(deal(3, GAMES["tut"]))
    assert format_solution(parse_moves(words, start), start).split("\n") == [
        "Pass 1",
        "              1. 4S 7.3 + 9H 7.4      uncovers 2S",
        "              2. 8C 7.5 + 5D 7.7      uncovers TD",
        "              3. 6S 7.1 + 7C 7.6      uncovers 8S JS",
        "              4. KD 7.2               uncovers 5H 9C",
        "              5. 2S 6.3 + JS 6.6",
        "              6. 5H 6.1 + 8S 6.5      uncovers QS",
        "  deal 2x3    9. KS waste",
        "  deal 5x3   15. QS 5.5 + AS waste",
        "             16. TD 6.4 + 3H waste    uncovers 2C 7D",
        "             17. 7D 5.4 over 6H 4.4",
        "  deal 1x3",
        "Pass 2: 19. redeal 21 cards",
        "  deal 1x3",
    ]


def test_a_vanishing_pair_is_printed() -> None:
    rules = Rules(rows=1, total=3, suits=2, stock_waste="auto-on-turn")
    start = Position.start(Deal.of(parse_deal("3C AC 2C AD 2D 3D", rules).cards, rules))
    moves = parse_moves("deal*2 3D 3C", start)
    assert format_solution(moves, start).split("\n") == [
        "  deal 1      auto AC + 2C",
        "  deal 1      auto AD + 2D",
        "           3. 3D turned",
        "           4. 3C 1.1",
    ]


def test_no_message_repeats_a_long_place() -> None:
    start, long = Position.start(Deal.of(DEAL, Rules())), "x" * 100_000
    wrong: list[Callable[[], object]] = [
        lambda: parse_moves(f"6@{long}", start),
        lambda: parse_moves(f"{long}@", start),
        lambda: replay([parse_event({"discard": [{"card": "KC", "from": long}]}, "")], start),
        lambda: parse_position(f"7D / stock {long} face down", Rules()),
    ]
    for call in wrong:
        with pytest.raises(PyrtoolError) as raised:
            call()
        assert len(str(raised.value)) < 200


# Spanish decks: ranks 1 to 12 for people, letters for programs, and both are read.

SPAIN = GAMES["spanish"]


def test_cards_are_read_with_letters_and_numbers() -> None:
    for card in SPAIN.deck:
        text = card.spanish
        assert Card.parse(text) is card and Card.parse(str(card)) is card
        assert int(text[:-1]) == card.rank and RankCard(card).spanish == str(RankCard(card))
    for wrong in ("13S", "0S", "1", "112S", "1 S"):
        with pytest.raises(CardError):
            Card.parse(wrong)


def test_diagrams_and_solutions_have_numbers() -> None:
    for number in range(1, 30):
        position = Position.start(deal(number, SPAIN))
        text = format_diagram(position)
        assert not set(text.replace("turned", "").replace("stock", "")) & set("ATJQK")
        verdict = solve(position)
        if isinstance(verdict, Won):
            solution = format_solution(verdict.moves, position)
            assert " 12" in solution and not set(solution) & set("TJQK")


def test_wide_columns_stay_apart() -> None:
    rules = Rules(rows=1, columns=(24, 1), total=12)
    position = Position.start(deal(1, rules))
    assert parse_position(format_diagram(position), rules) == position


def test_the_legend_says_which_deck_serves() -> None:
    assert "French deck without kings" in SPANISH and SPANISH in goal(SPAIN)
    assert SPANISH not in goal(Rules())
    assert any("French deck" in paragraph for paragraph in how_to_play(SPAIN))
    assert "12H" in answer("deal", "1", "-g", "spanish", "--diagram")
