"""The page as a file: what it holds, how large it is, that nothing in it can break out."""

import gzip
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pyrtool import DealStock, Limits, Lost, Position, Unknown, Won, deal, solve
from pyrtool.game.games import GAMES, Rules
from pyrtool.notation import parse_moves, parse_position
from pyrtool.pages.page import page
from pyrtool.pages.page.appearance import BACKGROUNDS, DECK_WORDS, NOTICE, PALETTES
from pyrtool.pictures import DECKS, MARKS, THEMES, RenderError, draw_position
from pyrtool.pictures.lettering.descriptions import as_drawn
from pyrtool.pictures.lettering.how_to_play import how_to_play
from pyrtool.pictures.lettering.titles import subtitle

from ..commands import answer, run
from ..dealing import one_in
from ..playouts import RULES
from ..readers import made

VOID = {"meta", "link", "input", "br"}


class Outline(HTMLParser):
    """The elements of a page, checked to be nested as they are written."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), (tag, attrs)
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, (tag, self.getpos())


def data(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    value: dict[str, Any] = json.loads(found[1])
    return value


@pytest.mark.parametrize("game", one_in(3, GAMES))
def test_every_game_has_a_page_of_its_own(game: str) -> None:
    text = made(game, 2, title=f"{game}, deal 2", caption="A caption.", stars=3)
    outline = Outline(text)
    assert outline.open == []
    assert NOTICE in text
    assert len(text.encode()) < 440_000
    assert len(gzip.compress(text.encode())) < 158_000
    cards = [given for tag, given in outline.elements if given.get("data-card")]
    assert [given["data-card"] for given in cards] == data(text)["game"]["cards"]
    ids = [given["id"] for _, given in outline.elements if "id" in given]
    assert len(ids) == len(set(ids))
    for tag, given in outline.elements:
        for name in ("aria-describedby", "aria-labelledby"):
            assert given.get(name) is None or given[name] in ids
        for name in ("href", "xlink:href"):
            link = given.get(name) or ""
            assert tag == "link" or not link or link.removeprefix("#") in ids, link


def test_a_page_needs_nothing_else() -> None:
    text = made("giza", 2)
    outline = Outline(text)
    policy = next(given["content"] for _, given in outline.elements if "http-equiv" in given)
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert not [given for _, given in outline.elements if {"src", "srcset", "action"} & set(given)]
    assert all(target.startswith(("#", '"data:')) for target in re.findall(r"url\((.*?)\)", text))
    assert "@import" not in text
    text = text.replace("xmlns='http://www.w3.org/2000/svg'", "")  # a name, which nothing loads
    text = text.replace(NOTICE, "")
    assert not re.search(r"(?i)https?:|\b(src|href)=[\"']?//", text)


@pytest.mark.parametrize(
    "words",
    ["</title><script>alert(1)</script>", '"><img onerror="x">', "<!-- & -->", "{{css}} {{data}}"],
)
def test_words_stay_words(words: str) -> None:
    text = made("giza", 3, title=words, caption=words)
    outline = Outline(text)
    tags = [tag for tag, _ in outline.elements]
    assert "img" not in tags
    assert tags.count("script") == 8
    assert "alert(1)</script>" not in text
    assert text.count("{{css}}") == (3 if "{{" in words else 0)


def test_data_cannot_end_its_element() -> None:
    given = deal(2, "giza")
    text = page(given, solve(given)).decode()
    raw = text.split('id="data">')[1].split("</script>")[0]
    assert not set("<>&") & set(raw)


def test_a_won_deal_has_its_solution() -> None:
    text = made("giza", 2)
    verdict = solve(deal(2, "giza"))
    assert isinstance(verdict, Won)
    assert data(text)["answer"]["moves"] == list(map(str, verdict.moves))
    assert data(text)["answer"]["sentences"] == [
        "Yes, in 28 moves.",
        "Reasoning: 1 forced pair by pure deduction.",
    ]
    assert 'details id="answer">' in text
    assert 'details id="answer" open>' in made("giza", 2, open_answer=True)


def test_the_level_of_reasoning_is_beside_the_stars() -> None:
    rated = 'aria-label="Easy, 1 of 5, pure deduction">Easy ●○○○○ · pure deduction</p>'
    assert rated in made("giza", 2, stars=1)
    assert "pure deduction</p>" not in made("giza", 2)


def test_a_blocked_deal_explains_why() -> None:
    text = made("giza", 3)
    answer_of = data(text)["answer"]
    assert answer_of["verdict"] == "lost"
    assert answer_of["marks"] == {"QD": "stuck", "AC": "waits"}
    why = "No: the aces and queens cannot all be discarded, even with every other card gone."
    assert why in text
    assert "then the AC waits for the QD, and lies on it." in text
    assert set(answer_of["marks"].values()) <= set(MARKS)


def test_a_deal_that_was_searched_in_vain() -> None:
    verdicts = {n: solve(deal(n, "yield")) for n in range(1, 20)}
    searched = (n for n, v in verdicts.items() if isinstance(v, Lost) and v.block is None)
    text = made("yield", next(searched))
    assert "No: every line of play was searched, and none discards all 52 cards." in text
    assert data(text)["answer"]["marks"] == {}


def test_a_deal_with_a_stock_block() -> None:
    text = made("pyramid", 8)
    why = "No: the twos, jacks, threes and tens cannot all be discarded with the stock in its"
    assert why in text
    assert "then the TS waits for the 3H and the 2C for the JD" in text
    marks = data(text)["answer"]["marks"]
    faces = {face[:2] for face in marks}
    assert len(marks) == 16 and {face[0] for face in faces} == set("2J3T")
    assert {card for card, kind in marks.items() if kind == "stuck"} == {"JD", "3H"}


def test_a_page_that_begins_in_the_middle_says_so() -> None:
    """Also of what was searched in vain from there."""
    rules = GAMES["cheops"]
    start = Position.start(deal(9, rules))
    assert "the middle of a game" not in page(start, None, game="cheops").decode()
    line = "9H/8S 4S/5H deal 3H/4H AD/AH 5S/5C deal*2 KD/KS AC/2H 7D/6H 6S/6C deal 8H/8C JC/TC"
    here = start.play_all(parse_moves(line, start))
    text = page(here, Lost("exhausted", 0), game="cheops").decode()
    assert '<p class="subtitle">From the middle of a game, 30 cards left</p>' in text
    assert "every line of play was searched, and none discards all 30 cards left." in text
    rules = GAMES["pyramid"]
    turned = Position.start(deal(9, rules)).play(DealStock())
    assert "From the middle of a game, 52 cards left" in page(turned, None).decode()


def test_every_card_of_several_wastes_has_its_face() -> None:
    here = Position.start(deal(3, "apophis")).play(DealStock())
    text = page(here, None).decode()
    assert all(f'data-card="{card}"' in text for card in here.cards())


def test_an_unknown_deal_has_a_page_too() -> None:
    given = deal(47, "pyramid")
    verdict = solve(given, Limits(nodes=1))
    assert isinstance(verdict, Unknown)
    text = page(given, verdict).decode()
    assert "Not known: the search reached its limit on nodes." in text
    assert data(text)["answer"] == {
        "sentences": ["Not known: the search reached its limit on nodes."],
        "verdict": "unknown",
        "moves": [],
        "shortest": False,
        "marks": {},
    }


@pytest.mark.parametrize(
    ("hidden", "expected"),
    [
        (1, "1 card of the table is unknown (??), and it may depend on which it is."),
        (3, "3 cards of the table are unknown (??), and it may depend on which they are."),
    ],
)
def test_unknown_cards_are_counted(hidden: int, expected: str) -> None:
    rules = Rules(rows=2, total=5, suits=2)
    here = parse_position(f"5 / 4 5 stock {hidden} face down", rules)
    (sentence,) = data(page(here, None).decode())["answer"]["sentences"]
    assert sentence.startswith(f"Not known: {expected}")
    assert sentence.endswith("pyrtool advise show each move's chance.")


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(RenderError, match="unknown deck 'tarot'"):
        made("giza", 2, deck="tarot")
    with pytest.raises(RenderError, match="unknown background 'pink'"):
        made("giza", 2, background="pink")
    with pytest.raises(RenderError, match="stars 6: must be 0 to 5"):
        made("giza", 2, stars=6)
    with pytest.raises(RenderError, match="after 29: the solution has 28 moves"):
        made("giza", 2, after=29)
    start = Position.start(deal(2, GAMES["giza"]))
    with pytest.raises(RenderError, match="a page is made of a deal"):
        draw_position(start, "x.html")


def test_decks_and_backgrounds_are_what_the_reader_finds_first() -> None:
    for deck in DECKS:
        assert f'data-suits="{deck}" data-palette=' in made("giza", 3, deck=deck)
    assert {*DECK_WORDS} == {*DECKS}
    for background in THEMES:
        palette, light = BACKGROUNDS[background]
        assert palette in PALETTES
        text = made("giza", 3, background=background)
        assert f'data-palette="{palette}" data-light="{light}">' in text
        assert f'value="{palette}" checked' in text


def test_the_lesson_speaks_of_the_rules_that_hold() -> None:
    assert how_to_play(GAMES["giza"])[0] == (
        "Discard pairs of cards that add to 13: A-Q, 2-J, 3-10, 4-9, 5-8, 6-7. "
        "A king is discarded alone. "
        "A card of the pyramid is free when both cards that lie on it are discarded. "
        "Only the last card of a column is free."
    )
    games = set(GAMES.values())
    lessons = {" ".join(how_to_play(rules)) for rules in games}
    # Both sizes of Giza are played alike, double and two pyramids, and Nestor however it is dealt.
    assert len(lessons) == len(games) - 3
    for rules in RULES:
        lesson = " ".join(how_to_play(rules))
        assert ("lies on the other" in lesson) == rules.overlap
        assert ("The two top cards of" in lesson) == (rules.waste_pairs and rules.stock_size > 0)
        assert ("points" in lesson) == (rules.scoring != "none")


def test_changed_rules_stand_below_the_title() -> None:
    assert 'class="subtitle"' not in made("giza", 2, game="giza", title="Giza")
    changed = replace(GAMES["giza"], rows=6, columns=None, stock="bouquet", overlap=True)
    text = made(changed, 2, game="giza", title="Giza")
    changes = "6 rows, no columns, an open bouquet, overlap discards"
    assert f'<p class="subtitle">{changes}</p>' in text
    microsoft = replace(GAMES["pyramid"], goal="pyramid", scoring="microsoft")
    assert subtitle(microsoft, "pyramid") == "only the pyramid to be cleared, microsoft scoring"
    for rules in RULES:  # every field that can be changed has words
        changes = subtitle(rules, "pyramid")
        assert (changes == "") == (rules == GAMES["pyramid"])
        assert "_" not in changes
        assert "None" not in changes


def test_an_argument_is_written_as_the_cards_show_it() -> None:
    argument = "At most one of the four pairs of 3-T and 4-9; then the TC waits for the 3S."
    assert as_drawn(argument) == (
        "At most one of the four pairs of 3-10 and 4-9; then the 10♣ waits for the 3♠."
    )
    assert as_drawn("IT-T, 5CC and T1") == "IT-T, 5CC and T1"


def test_a_card_has_its_letters_before_scripts_run() -> None:
    """A script draws the faces: what needs none is read."""
    text = made("giza", 2)
    shown = dict(re.findall(r'data-card="(..)"[^>]*>([^<]*)</button>', text))
    assert (len(shown), shown["TH"], shown["KC"]) == (52, "10♥", "K♣")


def test_a_short_deck_has_only_its_cards() -> None:
    rules = Rules(rows=3, total=5, suits=2, stock="bouquet")
    text = made(rules, 1)
    assert len(re.findall(r'data-card="', text)) == rules.deck_size
    assert len(text.encode()) < 242_000


def test_the_command_writes_pages(tmp_path: Path) -> None:
    file = tmp_path / "deal.html"
    answer("render", "2", "-g", "giza", "-o", str(file), "--caption", "Try it.")
    assert file.read_text() == made("giza", 2, game="giza", title="Giza, deal 2", caption="Try it.")
    answer("render", "1-2", "-g", "giza", "-o", str(tmp_path / "{deal}.html"), "--no-title")
    assert (tmp_path / "1.html").read_text() == made("giza", 1, game="giza")
    assert (tmp_path / "2.html").read_text() == made("giza", 2, game="giza")


def test_the_command_hands_on_its_options(tmp_path: Path) -> None:
    file = str(tmp_path / "deal.html")
    words = ("render", "2", "-g", "giza", "-o", file, "--after", "3", "--deck", "4color")
    answer(*words, "--background", "green", "--mark-exposed")
    more = {"after": 3, "deck": "4color", "background": "green", "mark_exposed": True}
    assert Path(file).read_text() == made("giza", 2, game="giza", title="Giza, deal 2", **more)
    answer("render", "3", "-g", "giza", "-o", file, "--block")
    assert Path(file).read_text() == made(
        "giza", 3, game="giza", title="Giza, deal 3", open_answer=True
    )


def test_a_limit_makes_the_status_3(tmp_path: Path) -> None:
    file = tmp_path / "deal.html"
    result = run("render", "47", "-o", str(file), "--limit-nodes", "1")
    assert result.exit_code == 3
    assert data(file.read_text())["answer"]["verdict"] == "unknown"
