"""No word stays English: every message is masked, and what is Latin then was never translated."""

import re
from pathlib import Path

import pytest

from pyrtool.answers.closed import PLAYERS
from pyrtool.languages import speaking
from pyrtool.pictures.scenes.animations import steps

from ..commands import answer, run
from ..masking import CARDS, MASKED, NAMES, mask_messages, unmasked
from ..pictured import texts, winnable

pytestmark = pytest.mark.slow

LABELS = {
    *("native", "giza", "king", "tut", "pyramid", "dozen", "tower", "carpet", "par", "microsoft"),
    *("bouquet", "cheops", "elizabeth", "passes", "goal", "overlap", "wastes", "scoring", "rows"),
}
"""Names of numberings, games and rules."""

KEPT = {
    "solve": LABELS | CARDS | {"game", "json", "record"},
    "puzzles": CARDS,
    "advise": LABELS | CARDS | {"stock", "face", "down", "stdin"},
    "watch": LABELS | CARDS | {*PLAYERS},
    "blocks": LABELS | CARDS,
    "explain": LABELS | {"whole"},
}
"""Words that each command prints in English: these, and words to type."""

ANSWERS = (
    "solve 1-6 --game giza --shortest",
    "solve 1-3 --game giza --rate --limit-nodes 20",
    "solve 5588 --game king-tut --rate",
    "solve 1-5 --passes 3 --goal pyramid --limit-nodes 30",
    "solve 1-12 --game dozen",
    "solve 2 --game tower",
    "solve 1-3 --game par --best score --over 4 --limit-nodes 50 --at-least 60",
    "solve 2 --game par --best score --over 2 --at-least -100",
    "solve 1-3 --best pyramid --over 3 --at-least 1",
    "solve 1-2 --game giza --best all --over 3",
    "solve 2 --game microsoft --best A --shortest",
    "solve 1 --game microsoft --best 6 --at-least 2",
    "solve 1 --game microsoft --at-least 500 --shortest --limit-nodes 10000",
    "puzzles solve 13 27 44",
    "advise 9 --game microsoft --limit-nodes 300000",
    "advise 1-3 --game giza",
    "advise 1 --game par --limit-nodes 20000",
    "advise 12 --game dozen",
    "advise 31 --passes 3 --goal pyramid --limit-nodes 20000",
    "advise 87 --closed --orders 5",
    "advise 5588 --game king-tut --closed --orders 5",
    "watch 2 --player careful",
    "watch 2 --game dozen --player greedy",
    "watch 2 --game par --player random",
    "watch 2 --game par --player scorer --orders 4",
    "blocks 1-40 -g giza --all",
    "blocks 1-30 -g bouquet",
    "blocks 1-20 -g giza --overlap",
    "blocks 1-40 -g king-tut --all",
    "blocks 1-40 -g pyramid --all",
    "blocks 1-12 --passes 2",
    "blocks 1-40 --goal pyramid",
    "blocks 1-12 -g microsoft",
    "blocks 1-12 -g dozen",
    "blocks 1-3 -g cheops",
    "explain 3 9 12 16 22 30 50 72 103 201 --whole",  # lost: trials, and each kind of reason
    "explain 8 39 87 130 --whole",  # winnable: stories
    "explain 3 33 97 111 121 174 -g giza --whole",
    "explain 2 8 -g giza --whole --format markdown",
    "explain 1-3 --overlap --passes 1 --whole",
    "explain 3 10 --passes 2 --whole --format markdown",
    "explain 5 --limit-nodes 1 --whole",
    "explain 1 4 -g microsoft --whole",
    "explain 30 -g bouquet --whole --format markdown",
)


@pytest.mark.parametrize("call", ANSWERS)
def test_no_word_of_an_answer(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    found = run(*call.split(), "--lang", MASKED)
    assert found.exit_code in (0, 3) and "internal" not in found.stderr
    assert len(found.stdout) > 60 and not re.search(r"[{}]", found.stdout)
    assert set(unmasked(found.stdout)) <= KEPT[call.split()[0]]


@pytest.mark.parametrize(
    "table", ["turned 5 stock 3 face down", "turned 5 stock face down", "turned K", ""]
)
def test_no_word_at_a_table(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mask_messages(monkeypatch)
    call = ("advise", "-", "--rows", "2", "--limit-seconds", "1", "--lang", MASKED)
    found = run(*call, input=f"K / 6 7 {table}\n")
    assert found.exit_code in (0, 3) and not found.stderr  # within a second, or cut short
    assert set(unmasked(found.stdout)) <= KEPT["advise"]


@pytest.mark.parametrize(
    "call",
    [
        "2 --game giza",
        "47 --after 12 --rate",
        "47 --strip 3",
        "26 --game microsoft --after 40 --as-seen",
        "26 --game microsoft --strip 4",
        "1 --game giza --block",
        "6 --game giza --block",
        "2 --game nestor --mark-exposed",
        "12 --step 1",
        "12 --step all",
    ],
)
def test_no_word_of_a_picture(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "picture.svg"
    mask_messages(monkeypatch)
    answer("render", *call.split(), "--lang", MASKED, "-o", str(path))
    found = re.findall(r"<(?:title|desc) [^>]*>(.*?)</", path.read_text(), re.DOTALL)
    assert len(found) > 1 and set(unmasked("\n".join(found))) <= NAMES


@pytest.mark.parametrize("game", ["giza", "microsoft", "pyramid"])
def test_no_word_of_a_film(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    start, moves = next(winnable(game))
    mask_messages(monkeypatch)
    with speaking(MASKED):
        captions = [line for scene in steps(start, moves) for line in scene.words("caption")]
    assert len(captions) > 10 and unmasked("\n".join(captions)) == []


@pytest.mark.parametrize(
    "call",
    [
        "puzzles book 13 27 44 48 54 58 67 --notes --per-page 2",
        "book 3 8 121 --game giza --comments --no-rate",
        "book 16 87 --comments",
        "book 2-6 --numbering pysolfc --no-rate --rows 6 --passes 3 --keep-if winnable",
        "book 2 3 --game microsoft --sheet tournament",
        "book 3 1 --game make-ten --sheet class",
        "book 21 --game day --sheet class --no-rate",
        "book 8 3 --game make-ten --sheet column --link https://127.0.0.1/",
        "book 8 2 --game giza --sheet sunday --link https://127.0.0.1/ --date 2026",
        "book game.json --no-rate",
    ],
)
def test_no_word_of_a_booklet(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if "game.json" in call:
        moves = answer("solve", "5588", "-g", "king-tut", "--words").splitlines()[-1].split()
        typed = [*moves[:12], "save game.json", "quit"]
        answer("play", "5588", "-g", "king-tut", input="\n".join(typed))
    mask_messages(monkeypatch)
    answer(*call.split(), "--lang", MASKED, "-o", "book.pdf")
    found = unmasked("\n".join(texts(Path("book.pdf").read_bytes())))
    assert set(found) - NAMES <= {"https", "PySolFC"}
