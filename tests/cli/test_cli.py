"""The command line's answers, driven in-process."""

import json
import pkgutil
import re
from importlib import import_module
from itertools import cycle
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pyrtool.cli import commands
from pyrtool.cli.app import app
from pyrtool.game.deals import deal, numbering_of
from pyrtool.game.games import ALIASES, GAMES, differences
from pyrtool.game.named_games import KNOWN
from pyrtool.notation import format_deal

from ..commands import COMMANDS, EVERY, LEAVES, answer, complaint, records, run

LINES = [format_deal(deal(n).cards) for n in range(1, 6)]


# Help.


def test_the_table_of_commands_says_what_their_help_says() -> None:
    for above, group in EVERY.items():
        for name, known in getattr(group, "commands", {}).items():
            meant = COMMANDS[f"{above} {name}".strip()]
            assert meant.name == name
            assert known.help == meant.help.split("\n\n")[0]
            assert len(known.help) <= 80 - 4 - 2 - max(map(len, group.commands)), "one line"


def test_every_file_of_a_command_is_in_the_table() -> None:
    there: set[str] = set()
    for file in pkgutil.walk_packages(commands.__path__, f"{commands.__name__}."):
        *above, own = file.name.removeprefix(f"{commands.__name__}.").split(".")
        for member in vars(import_module(file.name)):
            name, sign, _ = member.rpartition("_command")
            if member == "command":
                there.add(" ".join((*above, own)))
            elif sign and not name.startswith("_"):
                there.add(" ".join((*(above or [own]), name)))
    assert there == LEAVES.keys()


def test_every_command_and_parameter_is_documented() -> None:
    seen = 0
    for name, command in EVERY.items():
        assert command.help, name
        for parameter in command.params:
            seen += 1
            assert parameter.help and parameter.help[0].isupper(), f"{name}: {parameter.name}"
            assert not parameter.help.endswith("."), f"{name}: {parameter.name}"
    assert seen > 60


def test_every_rule_has_an_option() -> None:
    for name in ("deal", "solve", "verify", "render"):
        options = {option for parameter in COMMANDS[name].params for option in parameter.opts}
        for rule in GAMES["pyramid"].to_dict():
            assert f"--{rule.replace('_', '-')}" in options


def test_version() -> None:
    version = r"pyrtool \d\S* \((compiled|interpreted) kernel\)( with BMI2)?\n"
    assert re.fullmatch(version, answer("--version"))


def test_every_reader_names_a_file_that_is_no_text_and_its_line(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    sound = answer("solve", "2", "-g", "giza", "--format", "ndjson").encode()
    for before, line in ((b"", 1), (b"# a remark\n\n", 3), (sound, 2), (b"[\n1,\n", 3)):
        file.write_bytes(before + b"\xff\xfe1\n")
        for words in (["solve"], ["verify"], ["play"], ["play", "--load"], ["verify", "--cards"]):
            result = run(*words, str(file))  # what came before was answered
            assert result.exit_code == 2
            wrong = "not UTF-8 text: save it as UTF-8"
            assert result.stderr == f"pyrtool: {file}, line {line}: {wrong}\n"


def test_a_problem_without_its_solution_cannot_be_verified() -> None:
    for form, place in (("json", "record 1"), ("ndjson", "line 1")):
        message = complaint("verify", input=answer("puzzles", "show", "7", "--format", form))
        lacks = "a problem without its solution, as `puzzles show`"
        assert message.startswith(f"stdin, {place}: {lacks}")
        shown = answer("puzzles", "solve", "7", "--format", form)
        assert ": ok: won" in answer("verify", input=shown)


# games


def test_games_lists_every_game() -> None:
    text = answer("games")
    listed = [line.split()[0] for line in text.splitlines() if re.match("  [a-z]", line)]
    assert sorted(listed) == sorted(GAMES)
    families = [line for line in text.splitlines() if line.endswith(":")]
    assert families == [f"{family}:" for family in dict.fromkeys(t.family for t in KNOWN.values())]
    assert max(map(len, text.splitlines())) <= 80


def test_games_shows_each_game() -> None:
    listed = json.loads(answer("games", "--format", "json"))
    assert [game["game"] for game in listed] == list(GAMES)
    for name, record in zip(GAMES, listed, strict=True):
        assert record["rules"] == GAMES[name].to_dict()
        text = answer("games", name)
        assert max(map(len, text.splitlines())) <= 80
        starred = [line.split()[1] for line in text.splitlines()[1:-1] if line.startswith("*")]
        assert starred == [rule.replace("_", "-") for rule in differences(GAMES[name])]
    aliases = {game["game"]: other for game in listed if (other := game["another_name_of"])}
    assert aliases == ALIASES and "relaxed" in aliases


def test_games_compared_in_sentences_with_their_win_rates() -> None:
    assert answer("games", "compare", "giza", "pyramid").splitlines() == [
        "giza has 8 columns of 3 cards; pyramid has no columns.",
        "giza has no stock; pyramid has a stock that is dealt.",
        "With every card known, 36.53% of deals of giza can be won, and 7.05% of deals of",
        "pyramid.",
    ]
    same = answer("games", "compare", "relaxed", "microsoft")
    assert same.startswith("relaxed and microsoft have the same rules.\n")
    changed = answer("games", "compare", "giza, overlap", "giza")
    assert changed.startswith('"giza, overlap" allows overlap discards; giza has no overlap ')
    rates = '59.30% of deals of "giza, overlap" can be won, and 36.53% of deals of giza.'
    assert " ".join(changed.split()).endswith(rates)
    unknown = " ".join(answer("games", "compare", "giza, goal pyramid", "giza").split())
    assert 'an unknown share of deals of "giza, goal pyramid" can be won' in unknown
    both = records(answer("games", "compare", "tut", "Funnel", "--format", "ndjson"))
    assert [one["game"] for one in both] == ["tut", "triangle"]


def test_every_two_games_are_compared_rule_by_rule() -> None:
    names = list(KNOWN)
    for one, other in zip(names, names[1:] + names[:1], strict=True):
        lines = answer("games", "compare", one, other)
        different = differences(GAMES[one], GAMES[other])
        assert " ".join(lines.split()).count(f"; {other} ") == len(different), (one, other)
        assert max(map(len, lines.splitlines())) <= 80


def test_the_list_of_games_has_their_win_rates() -> None:
    listed = answer("games")
    for name in KNOWN:
        assert f"  {name} " in listed and f"{KNOWN[name].winnable}%" in listed
        assert f"\n{KNOWN[name].winnable}% of its deals can be won" in answer("games", name)
    assert "numbered as in pysolfc" in answer("games", "pysolfc")
    (record,) = records(answer("games", "day", "--format", "ndjson"))
    assert record["winnable_percent"] == [66.69, 66.82]


def test_a_game_has_its_numbering_unless_another_is_named() -> None:
    for name in ("pysolfc", "king-tut-pysolfc"):
        by_default = run("deal", "32001", "-g", name)
        named = run("deal", "32001", "-g", name, "--numbering", "pysolfc")
        assert by_default.stdout == named.stdout and by_default.stderr == named.stderr == ""
        native = run("deal", "32001", "-g", name, "--numbering", "native")
        assert native.stdout == answer("deal", "32001") != named.stdout
        note = f"--numbering native takes the place of pysolfc, the numbering of {name}\n"
        assert native.stderr == f"pyrtool: {note}"
    assert "(pysolfc)" in answer("solve", "32001", "-g", "pysolfc")
    assert answer("find", "32001-32009", "-g", "pysolfc", "--format", "numbers") == answer(
        "find", "32001-32009", "-g", "pysolfc", "--numbering", "pysolfc", "--format", "numbers"
    )
    assert answer("deal", "5", "-g", "giza") == answer(
        "deal", "5", "-g", "giza", "--numbering", "native"
    )


def test_games_are_found_by_what_they_are_called_elsewhere() -> None:
    assert answer("games", "Tower of Twenty-Eight") == answer("games", "tower")
    assert "Called Pharaohs, Three Pharaohs. Source: PySolFC" in answer("games", "Three Pharaohs")
    line = answer("solve", "5", "--game", "three pharaohs")
    assert line == answer("solve", "5", "--game", "pharaohs")
    (record,) = records(answer("solve", "5", "-g", "Three Pharaohs", "--format", "ndjson"))
    assert record["game"] == "pharaohs"


def test_pairs_are_given_in_words() -> None:
    words = ("--pairs", "sum 12 + Q-K", "--columns", "6x4", "--stock", "none")
    dozen = answer("solve", "1-3", "--game", "dozen")
    assert dozen == answer("solve", "1-3", *words)
    assert "crossblock" in dozen and "queens, kings and sixes" in " ".join(dozen.split())
    shown = answer("deal", "3", "--pairs", "sum 11, J alone, Q alone, K alone", "--diagram")
    assert "# deal 3 (native), pyramid, pairs sum 11 + J alone + Q alone + K alone\n" in shown
    whole = answer("solve", "--format", "ndjson", "-", input=shown)
    assert json.loads(whole)["rules"]["pairs"] == "sum 11, J alone, Q alone, K alone"
    assert ": ok: " in answer("verify", input=whole)


def test_pairs_take_the_place_of_the_total_of_a_game(tmp_path: Path) -> None:
    words = ("1", "-g", "piramide", "--pairs", "same")
    shown = answer("deal", *words, "--diagram")
    (record,) = records(answer("solve", "--format", "ndjson", "-", input=shown))
    assert [record["rules"][name] for name in ("pairs", "total", "ranks")] == ["same", 13, 10]
    assert "say sum 10" in complaint("solve", *words, "--total", "10")
    variant = tmp_path / "same.toml"
    variant.write_text('name = "Same"\ngame = "piramide"\n[rules]\npairs = "same"\n')
    (own,) = records(answer("solve", "1", "--rules", str(variant), "--format", "ndjson"))
    assert own["rules"] == record["rules"]


def test_a_tableau_is_given_in_words() -> None:
    triangle = answer("solve", "5", "--tableau", "triangle 7", "--passes", "3")
    assert triangle == answer("solve", "5", "--game", "triangle")
    asked = ("deal", "5", "--game", "giza", "--tableau", "triangle 5 + columns 2x4")
    shown = answer(*asked, "--stock", "bouquet", "--diagram")
    assert "giza, tableau triangle 5 + columns 2x4, stock bouquet" in shown
    whole = answer("solve", "--format", "ndjson", "-", input=shown)
    assert json.loads(whole)["rules"]["tableau"] == "triangle 5 + columns 2x4"
    assert ": ok: " in answer("verify", input=whole)


@pytest.mark.parametrize(("name", "other"), ALIASES.items())
def test_a_game_has_its_rules_by_another_name(name: str, other: str) -> None:
    assert f"  {name:<18}another name of {other}\n" in answer("games")
    assert answer("games", name).startswith(f"{name}: 28 cards laid out, 24 left over (another")
    line = answer("solve", "5", "--game", other, "--format", "text")
    assert answer("solve", "5", "--game", name, "--format", "text") == line.replace(other, name)


# deal


def test_deal_prints_a_line_a_deal() -> None:
    lines = [f"{LINES[number - 1]}  # deal {number} (native)" for number in (3, 1, 2)]
    assert answer("deal", "3", "1-2").splitlines() == lines


def test_deals_at_random_are_named_and_picked_again() -> None:
    words = ("deal", "any", "-n", "4", "-g", "giza", "--keep-if", "winnable")
    first = run(*words)
    seed, counts = first.stderr.splitlines()
    assert re.fullmatch(r"pyrtool: 4 kept of \d+(; \d+ blocked)?", counts)
    again = run(*words, "--seed", seed.rpartition(" ")[2])
    assert again.stdout == first.stdout and again.stderr == first.stderr
    numbers = [line.partition("# deal ")[2].split()[0] for line in first.stdout.splitlines()]
    assert len({*numbers}) == 4
    assert answer("deal", *numbers, "-g", "giza", "--keep-if", "winnable") == first.stdout
    assert complaint("deal", "any", "2").startswith("any: give it alone")
    assert complaint("deal", "2", "--seed", "3").startswith("--count and --seed are for")
    assert complaint("deal", "any", "-n", "0").startswith("--count 0: must be 1 to")
    assert complaint("solve", "any").endswith("`pyrtool deal any`")


def test_deal_reads_what_it_prints() -> None:
    forms = cycle([[], ["--diagram"], ["--format", "ndjson"]])
    for game in GAMES:
        whole = GAMES[game].deck_size == 52 and numbering_of(game) == "native"
        whole = whole and game != "nestor-rectified"  # which moves some cards of a deal
        lines = answer("deal", "1-3", "--game", game).splitlines()
        if whole:
            assert [line.partition("  #")[0] for line in lines] == LINES[:3]
        text = answer("deal", "1-3", "--game", game, *next(forms))
        assert answer("deal", "-", "--game", game, input=text).splitlines() == lines


def test_an_unknown_deal_is_never_dropped_in_silence() -> None:
    result = run("deal", "1-3", "-g", "giza", "--keep-if", "winnable", "--limit-nodes", "1")
    assert result.exit_code == 3
    assert result.stdout == ""
    assert "deal 2 (native): unknown, the limit on nodes was reached\n" in result.stderr


@pytest.mark.parametrize("kept", [(), ("--keep-if", "winnable")])
def test_a_win_is_printed_though_its_fewest_moves_are_not_proved(kept: tuple[str, ...]) -> None:
    asked = ("3", "-g", "microsoft", "--shortest", "--limit-nodes", "700")
    text = " ".join(answer("solve", *asked, *kept, status=3).split())
    named = r"deal 3 \(native\), microsoft"
    most = re.match(rf"{named}: won in (\d+) moves or fewer \(700 nodes\)", text)
    least = re.search(r"no line has fewer than (\d+); the limit on nodes was reached$", text)
    assert most and least and int(least[1]) <= 36 <= int(most[1])


def test_a_bare_call_shows_what_one_can_do_in_twelve_lines() -> None:
    done = CliRunner().invoke(app, [])
    assert done.exit_code == 0 and not done.stderr
    assert len(done.stdout.splitlines()) == 12
    commands = re.findall(r"^  pyrtool (\S+)", done.stdout, re.M)
    assert commands[:6] == ["open", "open", "play", "deal", "solve", "blocks"]


def test_rules_given_as_options_are_those_of_the_record() -> None:
    words = "--rows 5 --columns 2x2 --no-stock-top --stock-waste no --draw 3 --passes unlimited"
    more = "--overlap --goal pyramid --reserve 1 --waste-pairs"
    drawing = answer("deal", "1", "--diagram", *words.split(), *more.split())
    labels = [line.split()[0] for line in drawing.splitlines() if line[:1].isalpha()]
    assert labels == ["columns", "reserve", "stock"]
    words = "--rows 5 --overlap --goal pyramid --stock bouquet"
    (record,) = records(answer("solve", "1", *words.split(), "--format", "ndjson"))
    assert record["game"] == "pyramid"
    different = {"rows": 5, "overlap": True, "goal": "pyramid", "stock": "bouquet"}
    assert record["rules"] == GAMES["pyramid"].to_dict() | different


# solve and verify


def test_solve_as_text() -> None:
    text = answer("solve", "1-4", "--game", "bouquet")
    parts = text.split("\n\n")
    assert len(parts) == 4
    assert parts[0].startswith("deal 1 (native), bouquet: lost, simple block (")
    proved = "  proved: TD is covered by all its complements: 3H 3S 3D 3C"
    assert parts[0].splitlines()[1:] == [proved]
    assert re.match(r"deal 2 \(native\), bouquet: won in 28 moves \(\d+ nodes\)\n", parts[1])
    assert len(parts[1].splitlines()) == 1 + 28 + 1
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "status", "proof"),
    [
        ("2 -g giza", 0, "all 52 cards are discarded in 28 moves, which the referee replayed"),
        ("2 -g tut", 0, r"the pyramid is cleared in \d+ moves, which the referee replayed"),
        ("1 -g giza", 0, "TD is covered by all its complements: 3H 3S 3D 3C"),
        (
            "3 -g giza",
            0,
            "the aces and queens cannot all be discarded, even with every other card gone",
        ),
        ("2 -g giza --limit-nodes 1", 3, "nothing, as the search was not finished"),
        ("1 -g yield", 0, "every line of play was searched, and none discards all 52 cards"),
        (
            "1 -g yield --goal pyramid",
            0,
            "every line of play was searched, and none clears the pyramid",
        ),
    ],
)
def test_solve_ends_with_what_was_proved(words: str, status: int, proof: str) -> None:
    text = answer("solve", *words.split(), status=status)
    assert re.fullmatch(proof, " ".join(text.rpartition("\n  proved: ")[2].split()))


def test_solve_names_the_place_of_a_text_deal(tmp_path: Path) -> None:
    file = tmp_path / "d"
    file.write_text("\n" + LINES[1])
    assert answer("solve", str(file), "-g", "bouquet").startswith(f"{file}, line 2, bouquet: won")


@pytest.mark.parametrize("game", ["bouquet", "giza"])
def test_verify_confirms_what_solve_prints(game: str) -> None:
    for form in "json", "ndjson":
        solved = answer("solve", "1-12", "--game", game, "--format", form)
        text = answer("verify", "-", input=solved)
        assert text.splitlines()[-1] == "12 records: 12 ok"
        found = json.loads(answer("verify", "--format", "json", input=solved))
        assert [one["outcome"] for one in found] == ["holds"] * 12


def test_solve_says_that_a_limit_was_reached() -> None:
    words = ("solve", "2", "-g", "giza", "--limit-nodes", "1", "--format", "json")
    (record,) = json.loads(answer(*words, status=3))
    assert (record["verdict"], record["reason"], record["moves"]) == ("unknown", "nodes", None)
    text = answer("verify", input=json.dumps(record))
    assert text == (
        "line 1, deal 2 (native), giza: no claim: unknown: the limit on nodes was reached; "
        "not confirmed: reason, nodes\n"
    )


def test_words_are_verified(tmp_path: Path) -> None:
    words = answer("solve", "2", "-g", "giza", "--words")
    assert words.startswith("# deal 2 (native), giza: won in 28 moves")
    cards = tmp_path / "cards"
    cards.write_text(answer("deal", "2"))
    solution = tmp_path / "solution"
    solution.write_text(words)
    for deal_words in (["--deal", "2"], ["--cards", str(cards)]):
        for file, input in ((str(solution), None), ("-", words)):
            text = answer("verify", file, *deal_words, "-g", "giza", input=input)
            assert text.endswith(", giza: ok: won in 28 moves\n")


def test_a_false_record_ends_with_status_1() -> None:
    solved = records(answer("solve", "1-3", "-g", "giza", "--format", "ndjson"))
    solved[1]["moves"].pop()
    text = answer("verify", input=json.dumps(solved), status=1)
    assert "record 2, deal 2 (native), giza: FAILS: not won: after" in text
    assert text.endswith("3 records: 2 ok, 1 FAILS\n")


@pytest.mark.parametrize("command", ["deal", "solve", "rate"])
def test_what_was_kept_is_counted(command: str) -> None:
    for words, count in ((["1"], 1), (["1", "3"], 2), (["1", "--limit-nodes", "99"], 1)):
        result = run(command, *words, "-g", "giza", "--keep-if", "winnable")
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr == f"pyrtool: 0 kept of {count}; {count} blocked\n"
    result = run(command, "1-2", "-g", "giza", "--keep-if", "winnable")
    assert result.stderr == "pyrtool: 1 kept of 2; 1 blocked\n"


@pytest.mark.parametrize("blank", ["\n", " \t\r\n", "\n  \n"])
def test_blank_lines_are_counted(blank: str, tmp_path: Path) -> None:
    file = tmp_path / "deals"
    lines = 50_000 * blank.count("\n")
    file.write_text(f"\ufeff{50_000 * blank}{LINES[0]}\n\n{50_000 * blank}   x\n", newline="")
    result = run("deal", str(file))
    assert result.stdout == f"{LINES[0]}\n"
    assert f"line {2 * lines + 3}, card 1: 'x' is not a card" in result.stderr


def test_a_loss_under_default_rules_names_the_other_usual_ones() -> None:
    note = "lost under the default rules: one pass, all 52 cards; under Microsoft's rules"
    words = " ".join(answer("solve", "2").split())
    assert f"{note} (--game microsoft): won in 60 moves" in words
    for chosen in (("--game", "pyramid"), ("--passes", "1"), ("--format", "json"), ("--words",)):
        assert "default rules" not in answer("solve", "2", *chosen)
    assert "default rules" in answer("solve", "-", input=answer("deal", "2"))
    assert "default rules" not in answer("solve", "-", input=answer("deal", "2", "--diagram"))
    assert "default rules" not in answer("solve", "87")
