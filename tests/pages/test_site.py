"""The files of a site: what they hold, how large they are, what they lead to, and their folder."""

import gzip
import io
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pyrtool import Card, Deal, Position, solve
from pyrtool.answers.explain.difficulty import reason
from pyrtool.base.version import MADE_BY
from pyrtool.game.games import GAMES
from pyrtool.languages import LANGUAGES
from pyrtool.pages.page.appearance import DECK_WORDS, NOTICE
from pyrtool.pages.page.face_data import face_data
from pyrtool.pages.page.problem import problem
from pyrtool.pages.site.lessons import lesson_entries
from pyrtool.pages.site.problems import GAME, WEEK, SiteError, day_deals, of_collection
from pyrtool.pages.site.reasons import of_days, processes
from pyrtool.pages.site.site import LICENCE, check_site_folder, site_files, write_site
from pyrtool.records.collection import puzzle, puzzles

from ..commands import answer, run
from ..readers import unpacked
from ..sites import DAYS, PROBLEMS, SITE

SUNDAY = "2026-11-22"


@pytest.fixture(scope="module")
def files(root: Path) -> dict[str, bytes]:
    """The files of a site of some problems, by their names in its folder."""
    site = root / SITE
    paths = (path for path in sorted(site.rglob("*")) if path.is_file())
    found = {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}
    del found["site.json"]  # what `write_site` adds
    return found


def loaded(files: dict[str, bytes], *names: str) -> tuple[int, int]:
    contents = [files[name] for name in names]
    return sum(map(len, contents)), sum(len(gzip.compress(content)) for content in contents)


def held(files: dict[str, bytes], name: str) -> Any:
    return json.loads(files[name].decode().partition("]=")[2].partition(";\n")[0])


def pages_of(files: dict[str, bytes]) -> list[str]:
    """The pages that one reads, and not those that lead from a day's link to the board."""
    return [name for name in files if re.fullmatch(r"[\w-]+\.html", name)]


@pytest.mark.slow
def test_every_page_has_a_title_of_its_own(files: dict[str, bytes]) -> None:
    pages = {name: text.decode() for name, text in files.items() if name.endswith(".html")}
    titles = {name: re.findall("<title>(.*?)</title>", text) for name, text in pages.items()}
    assert titles["solve.html"] == ["Solve my deal"]
    assert titles["play.html"] == titles["index.html"] == ["Pyramid &amp; Giza"]
    assert "pyrtool" not in str(titles)


@pytest.mark.slow
def test_the_same_site_has_the_same_bytes() -> None:
    one, other = (site_files(of_collection()[:2], workers=workers) for workers in (0, 2))
    assert one == other


@pytest.mark.slow
def test_the_whole_collection_is_small_and_each_of_its_problems_is_there() -> None:
    files = site_files(of_collection(), list(day_deals(SUNDAY, 7)), workers=2)
    assert sum(map(len, files.values())) < 3_500_000
    assert_small(files)
    linked = re.findall(r"play\.html#problem=([\w-]+)", files["problems.html"].decode())
    assert {*linked} == {str(one.number) for one in puzzles()}
    assert {f"problems/{name}.js" for name in linked} <= files.keys()


def test_the_letters_carry_their_notice(files: dict[str, bytes]) -> None:
    lettered = {name for name, content in files.items() if b"font/woff2" in content}
    assert lettered == {"play.html", "site.css", "solve.html"}
    assert all(NOTICE.encode() in files[name] for name in lettered)
    assert b"SIL OPEN FONT LICENSE Version 1.1" in files[LICENCE]


def test_a_site_is_small(files: dict[str, bytes]) -> None:
    assert sum(map(len, files.values())) < 2_500_000
    assert_small(files)


def assert_small(files: dict[str, bytes]) -> None:
    """Whatever a reader sees is loaded soon, in every language."""
    shape = max((name for name in files if name.startswith("shapes/")), key=lambda s: len(files[s]))
    board = ("courts.js", "problems/30.js", shape, "days/2026-11.js")
    later = {"play.html": board, "index.html": ("days/2026-11.js", shape)}
    for page in pages_of(files):
        asked = re.findall(r'(?:src|stylesheet" href)="([^"]*)"', files[page].decode())
        view = {page, *asked, *later.get(page, ())}
        for language in LANGUAGES:
            words = {f"{language}{part}.js" for part in parts_asked_for(files[page].decode())}
            whole, compressed = loaded(files, *view, *(words if language != "en" else ()))
            assert whole <= 448_000, (page, language)
            assert compressed <= 160_000, (page, language)


def test_a_language_has_the_nouns_that_pages_count(files: dict[str, bytes]) -> None:
    data = b"".join(text for name, text in files.items() if "/" in name)
    counted = {one.decode() for one in re.findall(rb'\[-1,\d+,"([^"]+)"\]', data)}
    found = re.search(rb'"nouns":(\{.*?\}),"ranks"', files["de.js"])
    assert found is not None
    nouns = set(json.loads(found[1]))
    assert counted | {"move", "card"} <= nouns and "ace" not in nouns


def parts_asked_for(page: str) -> list[str]:
    """The parts of the reader's language that a page needs."""
    found = re.search(r"for\(let part of *(\[.*?\])\)", page)
    assert found is not None
    parts: list[str] = json.loads(found[1])
    return parts


def test_pages_lead_to_what_is_there(files: dict[str, bytes]) -> None:
    pages = pages_of(files)
    assert len(pages) == 9
    for name in pages:
        text = files[name].decode()
        targets = re.findall(r'\b(?:href|src)="([^"]*)"', text)
        assert len(targets) > 5, name
        for target in targets:
            if not target.startswith(("#", "data:")):
                assert target.split("#")[0] in files, (name, target)
        policy = re.search(r'Security-Policy" content="([^"]*)"', text)
        assert policy is not None
        assert policy[1].startswith("default-src 'none'; script-src 'self'")
        assert "unsafe-eval" not in policy[1]
        assert "'unsafe-inline'" not in policy[1].split(";")[1]
    linked = set(re.findall(r"play\.html#problem=([\w-]+)", files["problems.html"].decode()))
    assert {f"problems/{name}.js" for name in linked} <= files.keys()
    assert linked == {*PROBLEMS}


def test_settings_offer_the_decks_of_boards(files: dict[str, bytes]) -> None:
    suits = re.findall(r'id="suits">(.*?)</select>', files["settings.html"].decode())
    assert dict(re.findall('"([^"]*)">([^<]*)<', suits[0])) == DECK_WORDS
    assert f'data-suits="{next(iter(DECK_WORDS))}"'.encode() in files["index.html"]


def test_every_game_that_is_offered_is_there(files: dict[str, bytes]) -> None:
    games = json.loads(files["games.js"].decode().partition("]=")[2].partition(";\n")[0])["games"]
    choice = files["numbers.html"].decode().partition('<select id="game"')[2].partition("</select>")
    offered = re.findall(r'value="([\w-]+)"', choice[0])
    assert len(offered) > 20
    assert set(offered) <= games.keys()


def test_nothing_is_asked_of_other_hosts(files: dict[str, bytes]) -> None:
    for name, content in files.items():
        if name != LICENCE and not name.endswith(".png"):
            content = content.replace(NOTICE.encode(), b"")
            found = set(re.findall(rb"""(?:https?:)?//[\w.-]+\.[a-z]+[^"' ]*""", content))
            assert found <= {b"http://www.w3.org/2000/svg"}, name


def test_the_worker_keeps_every_file(files: dict[str, bytes]) -> None:
    worker = files["sw.js"].decode()
    listed = re.search(r"FILES=(\[.*?\]);", worker)
    assert listed is not None
    cards = {name for name in files if re.fullmatch(r"day/.*\.png", name)}
    assert len(cards) == DAYS
    assert set(json.loads(listed[1])) == files.keys() - {"sw.js"} - cards
    manifest = json.loads(files["manifest.webmanifest"])
    assert manifest["start_url"] == "index.html"
    for icon in manifest["icons"]:
        assert files[icon["src"]].startswith(b"\x89PNG")
    assert [icon.get("purpose") for icon in manifest["icons"]] == [None, None, "maskable"]


OPEN_GRAPH = re.compile(r'<meta property="og:([\w:]+)" content="([^"]*)">')


@pytest.mark.slow
def test_links_have_previews_without_an_address_of_another(files: dict[str, bytes]) -> None:
    """A card for each day, small, and the same address for all where one is given."""
    tags = dict(OPEN_GRAPH.findall(files[f"day/{SUNDAY}.html"].decode()))
    assert tags["title"] == "Sunday, 22 November 2026: Giza, master"
    assert tags["image"] == f"{SUNDAY}.png"
    assert "url" not in tags
    with Image.open(io.BytesIO(files[f"day/{SUNDAY}.png"])) as card:
        assert [tags["image:width"], tags["image:height"]] == [str(side) for side in card.size]
    assert max(len(files[name]) for name in files if name.startswith("day/")) < 20_000
    assert dict(OPEN_GRAPH.findall(files["index.html"].decode()))["image"] == "icon-512.png"
    days = list(day_deals(SUNDAY, 7))
    address = "https://example.org/my-site"
    made = site_files(of_collection()[:1], days, address=address, reasoned_days=0)
    for name in ("index.html", f"day/{SUNDAY}.html"):
        tags = dict(OPEN_GRAPH.findall(made[name].decode()))
        assert tags["url"] == f"https://example.org/my-site/{name}"
        assert tags["image"].startswith("https://example.org/my-site/")
        assert tags["image"].removeprefix("https://example.org/my-site/") in made


def test_what_makes_no_site_is_refused() -> None:
    first = of_collection()[:1]
    wrong = ("example.org", "ftp://example.org", 'https://a.org/"x', "https://a.org/#x", "//a")
    for address in wrong:
        with pytest.raises(SiteError, match=r"address .*: must be the address of the site's fold"):
            site_files(first, address=address)
    for name in ("", "../x", "A", "lesson-1", "x" * 62, "1"):
        with pytest.raises(SiteError, match="cannot be part of a link"):
            site_files([*first, replace(first[0], name=name)])
    with pytest.raises(SiteError, match="6 days: must be none or at least 7"):
        site_files(first, list(day_deals(SUNDAY, 6)))  # a deal for each day of the week
    for count in (0, -1, 4000):
        with pytest.raises(SiteError, match="must be 1 to 3660"):
            day_deals(SUNDAY, count)
    with pytest.raises(SiteError, match="the calendar ends in 9999"):
        day_deals("9999-12-30", 3)


def test_days_have_the_levels_of_the_week() -> None:
    week = list(day_deals(SUNDAY, 7))
    assert [day.found.rating.level for day in week if day.found.rating] == [WEEK[6], *WEEK[:6]]
    for day in week:
        assert str(day.found.number)[:8] == day.date.replace("-", "")
    assert list(day_deals("2026-11-25", 2)) == week[3:5]
    assert [day.date for day in day_deals("2027-12-31", 2)] == ["2027-12-31", "2028-01-01"]


def test_a_day_has_the_first_deal_that_find_prints() -> None:
    (day,) = day_deals(SUNDAY, 1)
    output = answer("find", "202611220000-202611220200", "--game", GAME, "--level", "master")
    assert output.splitlines()[0].startswith(f"deal {day.found.number} (native), giza: master")


NEEDED: dict[str, dict[str, Any]] = {
    "Stock and waste": {"stock_waste": "no"},
    "A second pass": {"passes": 1},
    "Only the pyramid": {"goal": "all"},
    "Three at a time": {"passes": 1},
    "One upon the other": {"overlap": False},
    "An open stock": {"stock": "dealt"},
}


@pytest.mark.parametrize("title", NEEDED)
def test_a_lesson_cannot_be_won_without_its_rule(title: str) -> None:
    entry = next(lesson for lesson in lesson_entries() if lesson.title == title)
    without = replace(entry.named.rules, **NEEDED[title])
    assert solve(Deal.of(entry.deal.cards, without)).is_lost


def losing(title: str) -> list[bool]:
    """Which first moves of a lesson lose."""
    entry = next(lesson for lesson in lesson_entries() if lesson.title == title)
    table = Position.start(Deal.of(entry.deal.cards, entry.named.rules))
    return [solve(table.play(move)).is_lost for move in table.legal_moves()]


def test_lessons_have_the_losing_moves_of_which_they_speak() -> None:
    assert any(losing("Look ahead"))
    assert sorted(losing("Other pairs")) == [*[False] * 5, True]


def test_the_reasoning_is_beside_the_stars(files: dict[str, bytes]) -> None:
    """In the list, in the data of problems, of days and of lessons on lost deals."""
    listed = re.findall(r'<li data-name="8".*?</li>', files["problems.html"].decode())
    assert 'data-reasoning="several trials"' in listed[0]
    assert '<span class="game">Giza · <span>several trials</span></span>' in listed[0]
    assert held(files, "problems/8.js")["level"] == "several trials"
    assert held(files, "reasons/8.js")["reasoning"] == (
        "Reasoning: 11 forced pairs, 9 by pure deduction and 2 by 7 trials."
    )
    assert held(files, "problems/48.js")["level"] is None  # no deduction holds under its rules
    lost = min(name for name in files if re.fullmatch(r"problems/lesson-\d+-1\.js", name))
    assert held(files, lost)["reasoning"].startswith("Reasoning: pure deduction")
    (day,) = day_deals(SUNDAY, 1)
    reasoning = reason(day.deal, solve(day.deal))
    assert reasoning is not None and reasoning.level is not None
    assert held(files, "days/2026-11.js")[SUNDAY]["level"] == reasoning.level
    assert held(files, "reasons/2026-11.js")[SUNDAY]["reasoning"].endswith(f"{reasoning.words}.")


def test_reasons_are_those_of_the_page_and_come_later(files: dict[str, bytes]) -> None:
    """A file for each problem and for each month; none where no deduction holds."""
    (day,) = day_deals(SUNDAY, 1)
    one = puzzle(8)
    for found, dealt in (
        (held(files, "reasons/8.js"), one.deal),
        (held(files, "reasons/2026-11.js")[SUNDAY], day.deal),
    ):
        steps = found["why"]["steps"]
        found["why"]["steps"] = [[unpacked(found["pool"], text), *rest] for text, *rest in steps]
        assert found["why"] == json.loads(json.dumps(problem(dealt, solve(dealt))["answer"]["why"]))
        assert len(json.dumps(found)) < 12_000
    assert "reasons/48.js" not in files and not held(files, "problems/48.js")["reasons"]
    for name in files:
        if name.startswith("problems/") and "moves" in held(files, name):
            assert held(files, name)["reasons"] == (name.replace("problems", "reasons") in files)
    assert not [name for name in pages_of(files) if b'src="reasons' in files[name]]


def test_only_the_first_days_have_reasons(files: dict[str, bytes]) -> None:
    assert held(files, "games.js")["days"]["reasons"] == SUNDAY
    assert list(held(files, "reasons/2026-11.js")) == [f"2026-11-{day}" for day in range(16, 23)]


def test_several_processes_find_the_same_reasons() -> None:
    days = list(day_deals("2026-11-30", 2))
    with processes(2) as each:
        found = of_days(days, each)
    assert found == of_days(days) and list(found) == ["2026-11", "2026-12"]


def test_a_folder_is_a_site_or_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_site({"a.html": b"1", "days/b.js": b"2"}, folder)
    write_site({"c.html": b"3"}, folder)
    assert sorted(path.name for path in folder.iterdir()) == ["c.html", "site.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    (folder / "mine.txt").write_text("mine")
    with pytest.raises(SiteError, match=r"contains mine\.txt, which does not belong to a site"):
        write_site({"d.html": b"4"}, folder)
    assert (folder / "c.html").read_bytes() == b"3"
    (folder / "mine.txt").unlink()
    (folder / "site.json").write_text("[" * 100_000)
    with pytest.raises(SiteError, match="does not belong to a site"):
        check_site_folder(folder)
    for bad, why in (("missing/site", "there is no folder"), ("site/c.html", "is not a folder")):
        with pytest.raises(SiteError, match=why):
            check_site_folder(tmp_path / bad)


def test_the_first_foreign_file_ends_the_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody may name the root of a disk."""
    folder = tmp_path / "site"
    write_site({"days/b.js": b"2"}, folder)
    (folder / "boot" / "deep").mkdir(parents=True)
    (folder / "days" / "mine.txt").write_text("mine")
    looked, iterdir = [], Path.iterdir

    def watched(path: Path) -> Iterator[Path]:
        looked.append(path)
        return iterdir(path)

    monkeypatch.setattr(Path, "iterdir", watched)
    with pytest.raises(SiteError, match="site contains boot, which does not belong to a site"):
        check_site_folder(folder)
    assert looked == [folder]
    shutil.rmtree(folder / "boot")
    with pytest.raises(SiteError, match=r"site contains days/mine\.txt, which"):
        check_site_folder(folder)


def test_what_fails_leaves_the_site_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_site({"a.html": b"1"}, folder)
    with pytest.raises(OSError):
        write_site({"a.html": b"2", "a.html/b.html": b"3"}, folder)
    assert (folder / "a.html").read_bytes() == b"1"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_the_command_adds_deals(tmp_path: Path, files: dict[str, bytes]) -> None:
    """To a site of another version, whose title stays words."""
    folder = tmp_path / "site"
    words = ["--days", "7", "--from", "2026-11-22", "--no-collection", "-o", str(folder)]
    words += ["--title", "<script>alert(1)</script> & more"]
    result = run("site", "1-4", "--game", GAME, "--keep-if", "winnable", *words)
    assert result.exit_code == 0 and result.stdout == ""
    assert result.stderr == (
        "pyrtool: site: rating 1 problem, explaining the solutions of 1 problem, "
        "finding problems of 7 days\npyrtool: 1 kept of 4; 3 blocked\n"
    )
    made = (folder / "problems.html").read_text()
    assert len(re.findall(r"play\.html#problem=a\d", made)) == made.count('data-game="giza"') == 1
    assert GAMES[GAME].columns == (8, 3)
    assert (folder / "days" / "2026-11.js").exists()
    for page in folder.glob("*.html"):
        text = page.read_text()
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in text
        assert f'content="{MADE_BY}"' in text
    version = re.compile(rb'VERSION="(\w{16})"')
    assert version.findall((folder / "sw.js").read_bytes()) != version.findall(files["sw.js"])


def test_a_face_has_a_sign_for_each_pip_and_each_corner() -> None:
    faces = face_data()
    for card in (card for card in Card.ALL if card.rank <= 10):
        places = faces["places"][faces["cards"][str(card)]]
        assert len(places) == card.rank + 2, card
