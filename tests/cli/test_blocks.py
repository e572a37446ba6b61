"""``pyrtool blocks``, ``--keep-if``, ``render --block``: what they print and what they reject."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pyrtool import Card, Deal, deal, render
from pyrtool.answers.blocks.find import find_block, find_blocks
from pyrtool.game.games import GAMES, Rules
from pyrtool.pictures.scenes.strips import BLOCK_KEY

from ..commands import CONSOLE, answer, records, run
from ..paths import ROOT, page as docs_page

JSON = ("--format", "ndjson")
TABLEAU = {"simple block", "set block", "crossblock"}


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (("1-300", "-g", "bouquet"), GAMES["bouquet"]),
        (("1-90", "-g", "giza", "--overlap"), replace(GAMES["giza"], overlap=True)),
        (("1-200", "-g", "king-tut"), GAMES["king-tut"]),
        (("1-4", "-g", "giza", "--goal", "pyramid"), replace(GAMES["giza"], goal="pyramid")),
    ],
)
def test_the_filter_keeps_what_it_says(words: tuple[str, ...], rules: Rules) -> None:
    everything = answer("deal", *words).splitlines()
    blocked = answer("deal", *words, "--keep-if", "blocked").splitlines()
    unblocked = answer("deal", *words, "--keep-if", "unblocked").splitlines()
    assert sorted(blocked + unblocked) == sorted(everything)
    expected = [
        line
        for line in everything
        if find_block(Deal.of(tuple(map(Card.parse, line.partition("#")[0].split())), rules))
    ]
    assert blocked == expected
    text = "\n".join(everything)  # from a file the deals are judged singly
    singly = answer("deal", "-", *words[1:], "--keep-if", "blocked", input=text)
    assert singly.splitlines() == blocked
    numbers = [r["deal"] for r in records(answer("deal", *words, "--format", "ndjson"))]
    kept = records(answer("deal", *words, "--format", "ndjson", "--keep-if", "blocked"))
    assert [everything[numbers.index(record["deal"])] for record in kept] == blocked


@pytest.mark.parametrize("game", ["pyramid", "giza", "king-tut"])
def test_the_filter_keeps_deals_without_a_kind_of_block(game: str) -> None:
    """In bulk, and from a file one by one."""
    everything = answer("deal", "1-80", "-g", game)
    kinds = {number: find_block(deal(number, game)) for number in range(1, 81)}
    for name, dropped in (("no-simple-block", {"simple block"}), ("no-tableau-block", TABLEAU)):
        expected = [n for n, block in kinds.items() if block is None or block.kind not in dropped]
        for words, text in (("1-80", None), ("-", everything)):
            result = run("deal", words, "-g", game, "--keep-if", name, input=text)
            numbers = [int(line.split()[-2]) for line in result.stdout.splitlines()]
            assert numbers == expected
            assert f"pyrtool: {len(expected)} kept of 80" in result.stderr


def test_the_filter_keeps_deals_that_a_player_wins() -> None:
    words = ("1-20", "-g", "microsoft")
    kept = records(answer("deal", *words, "--keep-if", "won-by-careful", *JSON))
    played = records(answer("watch", *words, "--player", "careful", *JSON))
    won = [record["deal"] for record in played if record["verdict"] == "won"]
    assert [record["deal"] for record in kept] == won != []


def test_winnable_and_unblocked_are_the_same_in_open_games() -> None:
    words = ("deal", "1-120", "-g", "giza")
    for kinds in (("winnable", "unblocked"), ("lost", "blocked")):
        first, second = (answer(*words, "--keep-if", kind) for kind in kinds)
        assert first == second
    # Under a limit on nodes the deals are solved one by one.
    limited = answer(*words, "--keep-if", "winnable", "--limit-nodes", "1000000")
    assert limited == answer(*words, "--keep-if", "winnable")
    result = run(*words, "--keep-if", "winnable", "--limit-nodes", "3")
    assert result.exit_code == 3
    assert "unknown, the limit on nodes was reached" in result.stderr


@pytest.mark.parametrize("word", ["31990-32010", "ms31990-ms32010"])
def test_a_range_across_a_change_of_the_shuffle(word: str) -> None:
    lines = answer("deal", word, "--numbering", "pysolfc").splitlines()
    prefix = "ms" if word.startswith("ms") else ""
    single = [
        answer("deal", f"{prefix}{number}", "--numbering", "pysolfc").rstrip()
        for number in range(31990, 32011)
    ]
    assert lines == single


def test_blocks_as_json() -> None:
    words = ("blocks", "1-6", "-g", "giza")
    lines = records(answer(*words, "--format", "ndjson"))
    assert lines == json.loads(answer(*words, "--format", "json"))
    assert [len(record["blocks"]) for record in lines] == [1, 0, 1, 1, 1, 1]
    block = lines[4]["blocks"][0]
    assert block["kind"] == "crossblock" and block["sets"] == ["A-Q", "5-8"]
    assert block["certificate"]["waits"] == {"QS": ["AH"], "AH": ["QS"]}
    assert lines[4]["rules"]["columns"] == "8x3"


@pytest.mark.parametrize("kind", ["set block", "crossblock", "count"])
def test_a_block_of_another_kind_is_none_without_suits_either(kind: str) -> None:
    table = "7 / 6 6 / 6 6 7\nstock 7 7\n"
    (record,) = records(answer("blocks", "-", "--rows", "3", "--all", *JSON, input=table))
    assert "a simple block holds" in answer("verify", input=json.dumps(record))
    record["blocks"][0]["kind"] = kind
    refused = answer("verify", input=json.dumps(record), status=1)
    assert f"FAILS: block 1 is no {kind}" in refused


def test_all_blocks_of_the_smallest_order() -> None:
    many = 0
    for number in range(1, 41):
        expected = list(find_blocks(deal(number, "giza6x4")))
        text = answer("blocks", str(number), "-g", "giza6x4", "--all")
        assert text.count(f"deal {number} (native)") == max(1, len(expected))
        many += len(expected) > 1
    assert many > 2
    assert answer("blocks", "2", "-g", "giza", "--all") == "deal 2 (native), giza: no block\n"


def test_a_picture_of_a_block(tmp_path: Path) -> None:
    file = tmp_path / "deal.png"
    words = ("render", "4", "-g", "bouquet", "--block", "-o", str(file), "--width", "300")
    answer(*words)
    start = deal(4, "bouquet")
    marks = {Card.parse(card): "set" for card in ("3S", "TH", "TS")}
    marks |= {Card.parse(card): "waits" for card in ("3H", "3C", "3D")}
    marks |= {Card.parse(card): "stuck" for card in ("TD", "TC")}
    caption = (
        "The 10♦ and 10♣ are covered by three of the threes, and only two tens are left to match "
        f"them. {BLOCK_KEY}"
    )
    assert file.read_bytes() == render(
        start, width_px=300, title="Bouquet, deal 4", caption=caption, marks=marks
    )
    answer(*words, "--caption", "Why?")
    assert file.read_bytes() == render(
        start, width_px=300, title="Bouquet, deal 4", caption="Why?", marks=marks
    )


def test_the_page_shows_pictures_of_blocks() -> None:
    page = docs_page("why-a-deal-is-impossible").read_text()
    assert len(CONSOLE.findall(page)) >= 6  # `test_readme` runs them
    for image in (ROOT / "docs" / "images").glob("block-*.png"):
        assert f"(../images/{image.name})" in page
        assert image.stat().st_size < 150_000
