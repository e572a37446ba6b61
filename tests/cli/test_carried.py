"""What one command writes, every other command reads as what it was: deal, game and rules."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from pyrtool import Won, solve
from pyrtool.game.deals import NUMBERINGS, Deal, Numbering, deal, numbering_of
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.position import Move, Position
from pyrtool.notation import (
    Defaults,
    NamedRules,
    NotationError,
    format_diagram,
    format_heading,
    format_list_heading,
    format_moves,
    parse_heading,
    parse_named_rules,
    read_deals,
)
from pyrtool.records.writing import play_record, solve_record

from ..commands import answer, complaint, records, run
from ..playouts import RULES, lines_of_play, starts

OTHER = Defaults(NamedRules("tut-single", GAMES["tut-single"]), "freecell")
"""What a reader takes where nothing is said."""

# The rules of the writers differ from every default, so that a reader that loses them is seen.
GIZA = ("-g", "giza", "--overlap")
PAR = ("-g", "par", "--passes", "2")


def saved(*words: str) -> Callable[[Path], str]:
    """What `play` saves of deal 2, with nothing moved."""

    def write(folder: Path) -> str:
        answer("play", *words, input=f"save {folder / 'game'}\n")
        return (folder / "game").read_text()

    return write


def printed(*words: str) -> Callable[[Path], str]:
    return lambda _: answer(*words)


OVERLAP = parse_named_rules("giza, overlap")
WRITERS: dict[str, Callable[[Path], str]] = {
    "deal --diagram": printed("deal", "2", *GIZA, "--diagram"),
    "deal json": printed("deal", "2", *GIZA, "--format", "json"),
    "deal ndjson": printed("deal", "2", *GIZA, "--format", "ndjson"),
    "solve json": printed("solve", "2", *GIZA, "--format", "json"),
    "solve ndjson": printed("solve", "2", *GIZA, "--format", "ndjson"),
    "solve --words": printed("solve", "2", *GIZA, "--words"),
    "solve --best": printed("solve", "2", *GIZA, "--best", "all", "--format", "json"),
    "blocks json": printed("blocks", "2", *GIZA, "--format", "json"),
    "rate json": printed("rate", "2", *GIZA, "--format", "json"),
    "par ndjson": printed("solve", "2", *PAR, "--best", "score", "--format", "ndjson"),
    "play save": saved("2", *GIZA),
    "a list of numbers": lambda _: format_list_heading("native", OVERLAP) + "\n2\n",
}
"""Each writes a deal of `OVERLAP`, except one that is of par."""


def rules_of(writer: str) -> NamedRules:
    return parse_named_rules("par, passes 2") if writer == "par ndjson" else OVERLAP


READERS: dict[str, tuple[str, ...]] = {
    "deal": ("deal", "-", "--format", "ndjson"),
    "deal --diagram": ("deal", "-", "--diagram"),
    "solve": ("solve", "-"),
    "solve json": ("solve", "-", "--format", "ndjson"),
    "solve --words": ("solve", "-", "--words"),
    "solve --best": ("solve", "-", "--best", "all"),
    "solve --shortest": ("solve", "-", "--limit-nodes", "5", "--shortest"),
    "blocks": ("blocks", "-"),
    "blocks json": ("blocks", "-", "--format", "ndjson"),
    "rate": ("rate", "-", "--limit-positions", "1", "--playouts", "1"),
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {name: write(tmp_path_factory.mktemp("w")) for name, write in WRITERS.items()}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("writer", WRITERS)
def test_every_command_reads_what_every_command_writes(
    writer: str, reader: str, written: dict[str, str]
) -> None:
    named = rules_of(writer)
    result = run(*READERS[reader], input=written[writer])
    assert result.exit_code in (0, 3), result.output
    if result.stdout.startswith("{"):
        (record,) = records(result.stdout)
        assert record["deal"] == 2
        assert NamedRules(record["game"], Rules.from_dict(record["rules"])) == named
        assert record["cards"] == str.join(" ", map(str, deal(2, named.rules).cards))
    else:
        heading = result.stdout.splitlines()[0]
        assert heading.removeprefix("# ").startswith(f"deal 2 (native), {named}"), heading


@pytest.mark.parametrize("writer", WRITERS)
def test_play_survey_and_render_read_what_is_written(
    writer: str, written: dict[str, str], tmp_path: Path
) -> None:
    named = rules_of(writer)
    file = tmp_path / "in"
    file.write_text(written[writer])
    record = tmp_path / "out"
    answer("play", str(file), input=f"save {record}\n")
    (played,) = records(record.read_text())
    assert NamedRules(played["game"], Rules.from_dict(played["rules"])) == named
    answer("render", str(file), "-o", str(tmp_path / "q-{deal}.svg"))
    drawn = (tmp_path / "q-2.svg").read_text()
    answer("render", "2", *(GIZA if named == OVERLAP else PAR), "-o", str(tmp_path / "r.svg"))
    assert drawn == (tmp_path / "r.svg").read_text()


@pytest.mark.parametrize("writer", WRITERS)
def test_what_contradicts_is_refused_and_what_agrees_is_not(
    writer: str, written: dict[str, str]
) -> None:
    named = rules_of(writer)
    own = GIZA if named == OVERLAP else PAR
    for reader in ("deal", "solve", "blocks", "rate"):
        words = [reader, "-"]
        message = complaint(*words, "-g", "king-tut", input=written[writer])
        assert re.fullmatch(
            r"stdin, (line|record) \d+: the (record|heading) says "
            rf"{named}; the options say king-tut",
            message,
        ), message
        message = complaint(*words, "--goal", "pyramid", input=written[writer])
        assert "; the options say " in message
        message = complaint(*words, "--numbering", "pysolfc", input=written[writer])
        assert "says native, --numbering says pysolfc" in message
    answer("deal", "-", *own, "--numbering", "native", input=written[writer])


def test_rules_that_make_no_game_alone_agree_with_what_carries_them() -> None:
    """Three cards at a time do not fit standard Pyramid, whose stock has its top card turned."""
    text = answer("deal", "2-3", "-g", "tut", "--format", "ndjson")
    for words in (["deal", "-"], ["solve", "-", "--limit-nodes", "9"], ["blocks", "-"]):
        assert run(*words, "--draw", "3", input=text).output == run(*words, input=text).output
    mixed = text + answer("deal", "2", "-g", "tut-single", "--format", "ndjson")
    result = run("deal", "-", "--draw", "3", input=mixed)
    assert (result.exit_code, result.stdout) == (2, answer("deal", "-", input=text))
    message = "stdin, line 3: the record says tut-single, draw 1; the options say draw 3"
    assert result.stderr == f"pyrtool: {message}\n"
    cards = answer("deal", "2")
    assert "has no meaning with the stock top" in complaint("deal", "-", "--draw", "3", input=cards)


def test_a_survey_by_rules_that_make_no_game_alone(tmp_path: Path) -> None:
    ledger = str(tmp_path / "x.db")
    words = ["survey", "run", "-", "--draw", "3", "--ledger", ledger, "--workers", "1"]
    text = answer("deal", "1-3", "-g", "tut", "--format", "ndjson")
    assert "tut" in answer(*words, input=text)


def test_cards_alone_are_of_the_game_of_the_options() -> None:
    line = answer("deal", "2", "-g", "giza")
    for game in ("giza", "bouquet", "pyramid"):
        (record,) = records(answer("deal", "-", "-g", game, "--format", "ndjson", input=line))
        assert (record["game"], record["rules"]) == (game, GAMES[game].to_dict())


def test_a_file_may_hold_several_games() -> None:
    text = "".join(answer("deal", "2", "-g", game, "--diagram") for game in GAMES)
    output = answer("solve", "-", "--limit-nodes", "1", input=text, status=3)
    for game in GAMES:
        assert f"deal 2 ({numbering_of(game)}), {game}:" in output
    output = complaint("survey", "run", "-", "--ledger", "x.db", input=text)
    assert output.startswith("a survey is of one game: deal 2 (native), pyramid; deal 2 (native), ")


# Games in play.


@pytest.fixture
def in_play(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    answer("play", "2", "-g", "giza", input=f"9C/4S 5S/8D\nsave {file}\n")
    return file


def test_a_game_in_play_is_solved_from_where_it_stands(in_play: Path, tmp_path: Path) -> None:
    text = answer("solve", str(in_play))
    assert text.startswith("deal 2 (native), giza, after 2 moves: won in 26 moves")
    file = tmp_path / "out"
    for form in (["--words"], ["--format", "json"]):
        file.write_text(answer("solve", str(in_play), *form))
        assert ": ok: won in 26 moves" in answer("verify", str(file))
        assert answer("solve", str(file)) == text  # read back as the position that it was
        assert "after 2 moves: hard" in answer("rate", str(file))
    table = answer("play", str(in_play), input="show\n")
    assert "2 moves, 48 cards left" in table


def test_a_lost_position_is_verified_by_a_search_from_it(tmp_path: Path) -> None:
    chosen = deal(2, "giza")
    start, moves = Position.start(chosen), []
    while (move := next(start.legal_moves(), None)) is not None:
        moves.append(move)
        start = start.play(move)
    assert not start.is_won()
    file = tmp_path / "stuck"
    file.write_text(json.dumps(play_record(chosen, "giza", moves)))
    record = answer("solve", str(file), "--format", "json")
    (claim,) = json.loads(record)
    assert (claim["verdict"], claim["reason"]) == ("lost", "simple block")
    assert len(claim["after"]) == len(moves)
    assert ": ok: lost" in answer("verify", "-", input=record)
    claim["after"] = []
    assert "FAILS" in answer("verify", "-", input=json.dumps(claim), status=1)


@pytest.mark.parametrize("words", [("deal",), ("deal", "--diagram")])
def test_what_takes_whole_deals_refuses_a_game_in_play(
    words: tuple[str, ...], in_play: Path
) -> None:
    message = complaint(words[0], str(in_play), *words[1:])
    assert message == (
        f"{in_play}, line 1: a game in play, after 2 moves: whole deals are wanted here; "
        "solve, rate, advise, blocks, render, book, play and watch continue from there"
    )


# Headings.


@given(st.sampled_from(RULES), st.sampled_from(sorted(GAMES)))
def test_rules_are_read_back_from_their_words(rules: Rules, name: str) -> None:
    named = NamedRules.of(name, rules)
    assert parse_named_rules(str(named)) == named
    assert named.rules == rules


@given(
    starts(),
    st.sampled_from(sorted(GAMES)),
    st.text(max_size=30),
    st.none() | st.integers(1, 2**31 - 1),
    st.sampled_from(NUMBERINGS),
)
def test_a_heading_is_read_back(
    start: Position, name: str, remark: str, number: int | None, numbering: Numbering
) -> None:
    named = NamedRules.of(name, start.rules)
    cards = tuple(start.rules.deck)
    chosen = Deal(number, None if number is None else numbering, cards, start.rules)
    line = format_heading(chosen, named, remark)
    assert line.isprintable()
    read = parse_heading(line)
    assert read is not None
    assert (read.named, read.number, read.numbering) == (named, number, chosen.numbering)
    listed = parse_heading(format_list_heading(numbering, named))
    assert listed is not None
    assert (listed.named, listed.of_all, listed.numbering) == (named, True, numbering)


@given(lines_of_play(), st.sampled_from(sorted(GAMES)), st.booleans())
def test_diagrams_words_and_records_are_read_as_what_they_were(
    play: tuple[Position, tuple[Move, ...]], name: str, is_diagram: bool
) -> None:
    start, moves = play
    named = NamedRules.of(name, start.rules)
    turned = () if start.turned is None else (start.turned,)
    cards = [card for card in start.tableau + start.bouquet if card is not None]
    chosen = Deal.of((*cards, *turned, *start.stock), start.rules)
    heading = format_heading(chosen, named, "made.txt, line 1: won in 3 moves (1 node)")
    below = format_diagram(start) if is_diagram else " ".join(map(str, chosen.cards))
    words = [] if is_diagram else [format_moves(moves)]
    record = json.dumps(solve_record(chosen, name, Won(moves, 1)))
    in_play = json.dumps(play_record(chosen, name, moves))
    bare = " ".join(map(str, chosen.cards))
    other = format_heading(deal(2), NamedRules("giza", GAMES["giza"]))
    lines = "\n".join([heading, below, *words, record, in_play, other, heading, bare]).split("\n")
    one, two, three, four, five = read_deals(lines, OTHER)
    assert one.deal == two.deal == three.deal == five.deal == chosen
    assert one.named == two.named == three.named == five.named == named
    assert (one.moves, two.moves) == ((), ())
    assert three.moves == (() if start.play_all(moves).is_won() else moves)
    assert (four.deal, four.named.game) == (deal(2, GAMES["giza"]), "giza")


def test_what_find_prints_names_the_deals() -> None:
    printed = answer("find", "1-60", "--game", "giza", "--overlap", "--level", "expert")
    numbers = [int(line.split()[1]) for line in printed.splitlines()]
    found = list(read_deals(printed.splitlines(), OTHER))
    assert numbers and [one.deal.number for one in found] == numbers
    assert {(one.named.game, one.named.rules.overlap) for one in found} == {("giza", True)}
    (other,) = read_deals(["deal ms12 (pysolfc), pyramid: 3 passes are needed"], OTHER)
    assert other.deal == deal("ms12", numbering="pysolfc")
    for line in ("deal 2, giza: x", "deal two (native), giza", "deals (native), giza"):
        with pytest.raises(NotationError, match="is not a card"):
            list(read_deals([line], OTHER))


def test_comments_that_are_no_headings_say_nothing() -> None:
    line = answer("deal", "2").strip()
    for comment in ("# giza", "# mine: giza", "#deal two (native), giza", "#"):
        (found,) = read_deals([comment, line], Defaults(NamedRules("pyramid", Rules())))
        assert found.named.game == "pyramid"


def test_a_king_alone_is_moves_where_nothing_stands_below() -> None:
    heading = "# deal 2 (native), giza: 51 cards left"
    for below in (["KC"], ["KC", heading], ["KC", '{"cards": "x"}']):
        found = read_deals([heading, *below], OTHER)
        assert next(found).deal == deal(2, GAMES["giza"])


# Words.


def test_solutions_in_words_of_several_deals_are_verified(tmp_path: Path) -> None:
    text = answer("solve", "1-6", *GIZA, "--words")
    output = answer("verify", "-", input=text)
    won = sum(solve(deal(n, parse_named_rules("giza, overlap").rules)).is_won for n in range(1, 7))
    assert output.count(": ok: won in ") == won > 1
    assert "deal 2 (native), giza, overlap: ok" in output
    lines = text.splitlines()
    at = next(k for k, line in enumerate(lines) if not line.startswith("#"))
    for wrong in (lines[at].rpartition(" ")[0], lines[at].partition(" ")[2]):
        swapped = "\n".join([*lines[:at], wrong, *lines[at + 1 :]])
        assert "FAILS" in answer("verify", "-", input=swapped, status=1)
    longer = text.replace("won in 28 moves", "won in 27 moves", 1)
    assert "FAILS: 28 moves, not 27" in answer("verify", "-", input=longer, status=1)
    file = tmp_path / "cards"
    cards = [line.partition("  #")[0] for line in answer("deal", "2", "7").splitlines()]
    file.write_text("\n".join(cards))
    unnumbered = answer("solve", str(file), "-g", "giza", "--words")
    output = answer("verify", "-", input=unnumbered)
    assert "line 1, giza: ok: won" in output


@pytest.mark.parametrize("line", [4, 6, 7])
def test_a_wrong_card_of_a_claimed_table_is_named_with_its_line(line: int) -> None:
    table = ["", "# a comment", "# a position, pyramid, rows 3: won"]
    table += ["   AH", "  2C 3D", " 4S 5S 6S", "stock: KD JD TD", "", "KD"]
    words = table[line - 1].split()
    wrong = [*table[: line - 1], " ".join([*words[:-1], "ZZ"]), *table[line:]]
    message = complaint("verify", "-", input="\n".join(wrong))
    assert f"stdin, line {line}, card" in message and message.count("line") == 1


def test_verify_takes_what_every_command_prints(written: dict[str, str]) -> None:
    for writer, text in written.items():
        if text.startswith(("[", "{")):
            assert "deal 2 (native)" in answer("verify", "-", input=text), writer
    output = answer("verify", "-", "-g", "giza", "--overlap", input=written["rate json"])
    assert ": ok: won in " in output
    assert ", rated again, explained again; not confirmed: game, nodes" in output


def test_the_statuses_of_verify(tmp_path: Path) -> None:
    won = answer("solve", "2", "-g", "giza", "--format", "ndjson")
    limited = answer("solve", "9", "-g", "microsoft", "--shortest", "--format", "ndjson")
    for text, words, status in [
        (won, (), 0),
        (won.replace('"game": "giza"', '"game": "pyramid"'), (), 2),
        (won.replace('"9C"', '"9D"', 1), (), 1),
        (limited, ("--limit-nodes", "1"), 3),
        (won + limited + won.replace('"9C"', '"9D"', 1), ("--limit-nodes", "1"), 1),
    ]:
        assert run("verify", "-", *words, input=text).exit_code == status
    (record,) = records(answer("verify", "-", "--format", "ndjson", input=won))
    assert record["outcome"] == "holds"
    assert record["not_confirmed"] == ["nodes", "shortest"]
    output = answer("verify", "-", input=won.replace('"nodes"', '"\\u001b[31m": 3, "nodes"'))
    assert output.isascii() and "\x1b" not in output


def test_a_solution_of_a_game_in_play_is_checked_from_there(tmp_path: Path) -> None:
    saved, words = tmp_path / "saved.json", tmp_path / "words.txt"
    moves = answer("solve", "2", "-g", "giza", "--words").split("\n")[-2].split()
    answer("play", "2", "-g", "giza", input="\n".join([*moves[:3], f"save {saved}", "quit"]))
    words.write_text(" ".join(moves[3:]))
    assert answer("verify", str(words), "--cards", str(saved)).endswith("ok: won in 25 moves\n")


@pytest.mark.parametrize(
    "words",
    [
        ("deal",),
        ("solve",),
        ("solve", "--best", "all"),
        ("rate",),
        ("blocks",),
        ("advise",),
        ("advise", "--closed", "--orders", "2"),
        ("watch", "--player", "careful"),
        ("solve", "--best", "score", "--over", "6"),
    ],
    ids=" ".join,
)
def test_a_title_stays_with_its_deal(words: tuple[str, ...]) -> None:
    labels = {"title": "Ours", "teaser": "Mind the kings."}
    (record,) = records(answer("deal", "2", *PAR, "--format", "ndjson"))
    asked = json.dumps(labels | record)
    (written,) = records(answer(words[0], "-", *words[1:], "--format", "ndjson", input=asked))
    assert list(written.items())[:2] == list(labels.items())
    without_labels = json.dumps(record | {"title": 7})
    (again,) = records(answer("deal", "-", "--format", "ndjson", input=without_labels))
    assert again == record
