"""``rate``, ``solve --rate`` and ``render --rate``, and what ``verify`` says of a rating."""

import json
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from pyrtool.answers.rating.scale import Chance

from .. import commands
from ..commands import answer, complaint, run


def records(*words: str, input: str | None = None) -> list[Any]:
    return commands.records(run(*words, "--format", "ndjson", input=input).stdout)


def test_a_lost_deal_has_its_reasoning() -> None:
    assert answer("rate", "1", "--game", "giza").splitlines() == [
        "deal 1 (native), giza: lost, simple block",
        "  reasoning    pure deduction",
        "  technique    none left",
    ]


def test_playouts_and_their_bound() -> None:
    words = ("rate", "60", "71", "--limit-positions", "100", "--playouts", "10000")
    printed = answer(*words)
    assert max(map(len, printed.splitlines())) <= 80
    assert "pyramid: hard or harder (3 of 5 stars)" in printed
    assert "  difficulty   > 3.41  won none of 10,000 games played (95%)" in printed
    assert " of 10,000 games played (95%: " in printed
    first, second = records(*words)
    assert first["rating"]["difficulty"] is None
    assert first["rating"]["greater_than"] == 3.4157
    assert first["rating"]["exact"] is second["rating"]["exact"] is False
    plain = second["rating"]["plain"]
    assert plain["difficulty_low"] < second["rating"]["difficulty"] < plain["difficulty_high"]


def test_as_many_games_are_played_as_are_asked_for() -> None:
    nestor = ("rate", "3", "-g", "nestor", "--limit-positions", "1")
    assert "won none of 2,000 games played (95%)" in run(*nestor).stdout
    assert "won none of 2,500 games" in run(*nestor, "--playouts", "2500").stdout
    assert "keines von 2.000 Spielen gewonnen (95\xa0%)" in run(*nestor, "--lang", "de").stdout
    assert "wins 1 game in 20,600 (exact)" in run("rate", "3", "-g", "nestor").stdout


def test_a_player_who_cannot_win() -> None:
    done = run("rate", "180", "--game", "king-tut", "--passes", "2")
    assert "master (5 of 5 stars)" in done.stdout
    assert "  difficulty   no limit: such a player never wins (exact)" in done.stdout


def test_a_limit_makes_the_status_3() -> None:
    words = ("643", "--game", "king-tut", "--limit-nodes", "40")
    assert "unknown, the limit on nodes was reached" in answer("rate", *words, status=3)
    done = run("rate", "6", "--limit-nodes", "100")
    assert done.exit_code in (0, 3)


def test_solve_rates_too() -> None:
    done = run("solve", "2", "--game", "giza", "--rate")
    assert done.stdout.endswith(run("rate", "2", "--game", "giza").stdout.partition(": ")[2])
    words = ("1-9", "--game", "giza")
    assert records("solve", *words, "--rate") == records("rate", *words)
    assert all("rating" not in record for record in records("solve", *words))


def test_ratings_are_verified() -> None:
    rated = records("solve", "1-9", "--game", "giza", "--rate")
    lines = "\n".join(map(json.dumps, rated))
    assert answer("verify", "-", input=lines).count("rated again") == 3
    (won,) = (record for record in rated if record["deal"] == 9)
    unasked = won | {"rating": won["rating"] | {"only_moves": None}}
    assert run("verify", "-", input=json.dumps(unasked)).exit_code == 0
    assert run("verify", "-", input=json.dumps(won | {"rating": 5})).exit_code == 2
    assert run("verify", "-", input=json.dumps(won | {"rating": {}})).exit_code == 2
    for name, value in (("trials", 0), ("technique", "order"), ("forced", 9), ("deduced", 0)):
        wrong = won | {"reasoning": won["reasoning"] | {name: value}}
        done = run("verify", "-", input=json.dumps(wrong))
        assert done.exit_code in (1, 2), name
        assert f"the reasoning's {name}" in done.stdout or "contradict each other" in done.stderr
    large = won["rating"] | {"positions": 10**12}
    assert run("verify", "-", input=json.dumps(won | {"rating": large})).exit_code == 3


def test_playouts_are_verified() -> None:
    words = ("71", "--limit-positions", "100", "--playouts", "5000")
    (won,) = records("rate", *words)
    assert run("verify", "-", input=json.dumps(won)).exit_code == 0
    plain = won["rating"]["plain"]
    wrong = won["rating"] | {"plain": plain | {"wins": plain["wins"] + 1}}
    assert run("verify", "-", input=json.dumps(won | {"rating": wrong})).exit_code == 1
    games = Chance(plain["chance"], 10**9, plain["wins"] * (10**9 // plain["playouts"]))
    claim = {"difficulty_low": games.least, "difficulty_high": games.most}
    claim |= {"playouts": games.playouts, "wins": games.wins}
    many = won["rating"] | {"plain": plain | claim}
    assert run("verify", "-", input=json.dumps(won | {"rating": many})).exit_code == 3


def test_stars_on_a_picture(tmp_path: Path) -> None:
    with_stars, without = tmp_path / "rated.png", tmp_path / "plain.png"
    words = ("render", "9", "--game", "giza", "--width", "300", "-o")
    assert run(*words, str(with_stars), "--rate").exit_code == 0
    assert run(*words, str(without)).exit_code == 0
    rated, plain = Image.open(with_stars), Image.open(without)
    assert (
        rated.size != plain.size
        or ImageChops.difference(rated.convert("RGB"), plain.convert("RGB")).getbbox()
    )
    lost = tmp_path / "lost.png"
    assert "has no rating" in complaint("render", "1", "--game", "giza", "--rate", "-o", lost)
    assert not lost.exists()


def test_the_collection_names_the_reasoning() -> None:
    listed = run("puzzles", "list", "--reasoning", "--game", "giza", "--level", "easy").stdout
    heading, *lines = listed.splitlines()
    assert heading.split()[-4:] == ["pairs", "alone", "trials", "technique"]
    held = records("puzzles", "list", "--reasoning", "--game", "giza", "--level", "easy")
    assert len(lines) == len(held) > 2
    for line, one in list(zip(lines, held, strict=True))[:2]:
        (explained,) = records("explain", "-", input=json.dumps(one))
        pairs, trials = len(explained["explanation"]["forced"]), explained["explanation"]["trials"]
        assert line.split()[-4::2] == [str(pairs), str(trials)]
        assert one["reasoning"]["forced"] == pairs
    shown = run("puzzles", "show", "1").stdout
    assert shown.splitlines()[-2].startswith("  reasoning  ")
