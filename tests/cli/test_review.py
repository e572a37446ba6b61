"""`review` of games in all their forms, what it prints, and what `verify` finds in its records."""

import json
import math
from pathlib import Path

import pytest

from pyrtool import deal, review
from pyrtool.answers.closed import Player
from pyrtool.cli.conversation import replies
from pyrtool.languages import LANGUAGES
from pyrtool.pages.page.scripts import PAGES
from pyrtool.records.links import game_of_link, id_of, saved_key
from pyrtool.records.session import Session

from ..commands import answer, complaint
from ..javascript import running
from ..paths import DOCS

GAME = DOCS / "data/game.txt"
CLOSED = DOCS / "data/closed-game.txt"
WORDS = GAME.read_text().splitlines()[1]


def session() -> Session:
    game = Session(deal(2, "giza"), "giza")
    game.play(WORDS)
    return game


def forms(folder: Path) -> list[list[str]]:
    """The same game as a record, a save of `play`, moves, a link, and what a page saves."""
    record = folder / "game.json"
    record.write_text(json.dumps(session().record()))
    moves = folder / "moves.txt"
    moves.write_text(WORDS)
    link = f"https://a.b/giza2.html#g=giza&n=2&m={WORDS.replace('/', '').replace(' ', '.')}"
    linked = folder / "link.txt"
    linked.write_text(link + "\n")
    key = saved_key(deal(2, "giza"))
    kept = json.dumps({"moves": [*WORDS.split(), "KC"], "at": 15, "ms": 0})
    page = folder / "page.txt"
    page.write_text(f"# pyrtool progress\ngame-{key} {kept}\n")
    about = json.dumps({"title": "A", "link": "#g=giza&n=2", "game": "giza", "last": 1})
    site = folder / "site.txt"
    site.write_text(f"# pyrtool progress\ngame-{key} {kept}\nabout-{key} {about}\n")
    deal_of = ["--deal", "2", "--game", "giza"]
    return [
        *([str(record)], [str(moves), *deal_of], [link], [str(linked)]),
        *([str(page), *deal_of], [str(site)]),
    ]


def test_a_game_has_one_review_in_all_its_forms(tmp_path: Path) -> None:
    expected = answer("review", str(GAME))
    assert "move 9, 3D/TH, loses the win" in expected and "3D/TH?" in expected
    for words in forms(tmp_path):
        assert answer("review", *words) == expected


def test_a_page_saves_a_deal_under_the_same_key() -> None:
    with running([PAGES / "engine/say.js", PAGES / "app/storage.js"]) as runtime:
        for dealt in (deal(2, "giza"), deal(3, "microsoft"), deal(1, "double-pyramid")):
            table = {"rules": dealt.rules.to_dict(), "cards": list(map(id_of, dealt.cards))}
            assert runtime.evaluate("keyOf", table) == saved_key(dealt)


def test_a_link_has_its_changed_rules_its_position_and_its_deals() -> None:
    game = game_of_link("#g=microsoft&n=freecell-617&r=passes.2~overlap.true&m=d3")
    assert (game.deal.numbering, game.rules.passes, game.rules.overlap) == ("freecell", 2, True)
    assert len(game.moves) == 3
    table = game_of_link("#g=pyramid&p=KS~--.--&r=rows.2&m=KS")
    assert table.position.is_won()


def test_what_review_writes_verify_judges_again() -> None:
    text = answer("review", str(GAME), "--format", "ndjson")
    assert "15 moves judged again" in answer("verify", input=text)
    false = text.replace('"mark": "loses"', '"mark": "keeps"')
    assert "FAILS: review: judged" in answer("verify", status=1, input=false)


def test_a_limit_is_named_and_no_mark_is_wrong() -> None:
    won, few = answer("solve", "2", "-g", "giza", "--words"), ("--limit-nodes", "3")
    assert "6D/7H! " in answer("review", input=won)
    text = answer("review", *few, status=3, input=won)
    assert "\na limit left some choices or lines open\n" in text and "!" not in text
    whole = answer("review", "--format", "ndjson", input=won)
    assert "the marks are not confirmed: a limit" in answer("verify", *few, status=3, input=whole)


def test_verify_samples_skill_and_luck_again_and_review_reads_them(tmp_path: Path) -> None:
    words = ("--closed", "--orders", "20")
    record = json.loads(answer("review", str(CLOSED), *words, "--format", "ndjson"))
    file = tmp_path / "luck.ndjson"
    file.write_text(json.dumps(record))
    again = "ok: 69 moves replayed, whose parts add up, and sampled again with 20 orders"
    assert again in answer("verify", str(file))
    assert answer("review", str(file), *words) == answer("review", str(CLOSED), *words)
    luck = record["luck"]
    many = answer("verify", input=json.dumps(record | {"luck": luck | {"orders": 9999}}))
    assert "ok: 69 moves" in many and "that take long to sample again" in many
    steps = [luck["steps"][0] | {"best": "9C/9D"}, *luck["steps"][1:]]
    shifted = {"value": luck["first"]["value"] + 0.1, "error": 0}
    for false, why in (
        ({"first": shifted}, "do not add up"),
        ({"orders": 9999, "first": {"value": math.nan, "error": 0}}, "do not add up"),
        ({"result": {"value": 1, "error": 0}}, "do not add up to the result"),
        ({"steps": steps}, "luck: steps: not so when sampled again"),
        ({"player": "nobody"}, "name 'nobody'"),
        ({"steps": steps[:1] * 2}, "is gone"),
    ):
        forged = json.dumps(record | {"luck": luck | false})
        assert why in answer("verify", input=forged, status=1)


def test_skill_and_luck_are_printed_with_their_errors() -> None:
    text = answer("review", str(CLOSED), "--closed", "--orders", "50")
    assert text.count(" ± ") > 4 and "+0.0% exact" in text  # it is the measure's own game
    words = ("review", str(CLOSED), "--closed", "--orders", "50", "--format", "ndjson")
    parts = json.loads(answer(*words))["luck"]
    both = CLOSED.read_text() + "\n# deal 2 (native), microsoft\ndeal*3\n"
    ranked = answer("review", "--closed", "--orders", "50", input=both)
    assert ranked.splitlines()[-2].startswith("  game ") and "ranked by skill" in ranked
    whole = sum(parts[name]["value"] for name in ("first", "skill", "luck"))
    assert whole == pytest.approx(parts["result"]["value"])
    assert len(parts["steps"]) == len(Player("careful").play(deal(2, "microsoft")).moves)


def test_a_club_is_ranked_by_skill(tmp_path: Path) -> None:
    for name in ("random", "careful"):
        words = ("watch", "3", "--game", "microsoft", "--player", name, "--format", "json")
        (tmp_path / f"{name}.json").write_text(answer(*words))
    files = [str(tmp_path / f"{name}.json") for name in ("random", "careful")]
    *_, heading, first, last = answer("review", *files, "--closed", "--orders", "9").splitlines()
    assert heading == "ranked by skill, without luck:"
    assert first.startswith("  careful  skill") and "+0.0% exact  won in" in first
    assert last.startswith("  random   skill") and "lost after" in last
    other = answer("review", files[0], str(CLOSED), "--closed", "--orders", "9")
    assert "ranked" not in other
    assert "one game is drawn, not 2" in complaint("review", *files, "-o", "a.png")


def test_play_ends_with_the_short_form() -> None:
    deal_line, fault = replies.in_short(session())
    assert deal_line == "the deal can be won" and fault.startswith("move 9, 3D/TH, loses")


def test_a_curve_is_drawn_with_the_decisive_positions(tmp_path: Path) -> None:
    for name in ("a.png", "a.svg"):
        answer("review", str(GAME), "-o", str(tmp_path / name))
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    drawn = (tmp_path / "a.svg").read_text()
    assert drawn.count('fill="none" stroke=') >= 6 and "Move 9 of 15: 100.0% → 0.0%" in drawn
    found = review(session().start, session().moves)
    assert found.chances == (1.0,) * 9 + (0.0,) * 7 and set(found.decisive) == {5, 8}
    answer("review", str(CLOSED), "--closed", "--orders", "20", "-o", str(tmp_path / "b.png"))
    assert "is no page" in complaint("review", str(GAME), "-o", "x.html")


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_a_review_speaks_every_language(language: str) -> None:
    for words in ([str(GAME)], [str(CLOSED), "--closed", "--orders", "9"]):
        english, other = answer("review", *words), answer("review", *words, "--lang", language)
        assert not set(english.splitlines()[1:4]) & set(other.splitlines()[1:4])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["none.txt"], "not a file or a link"),
        (["x.html#g=giza&n=2&m=ZZ"], "no move"),
        (["x.html#g=giza&m=KC"], "the link names no deal"),
        ([str(GAME), "--orders", "9"], "--closed"),
        ([str(GAME), "--closed"], "no card is hidden here, so every chance"),
        ([str(CLOSED), "--closed", "--orders", "0"], "--orders 0"),
        ([str(GAME), "--deal", "3"], f"{GAME}: is of another deal than deal 3"),
        ([str(GAME), "--game", "par"], f"{GAME}: the record says giza, --game says par"),
        ([str(GAME), "-o", "nowhere/a.png"], "there is no folder nowhere"),
    ],
)
def test_what_is_no_game_is_rejected(words: list[str], expected: str) -> None:
    assert expected in complaint("review", *words)
