"""Write the atlas: every game by its family, with its win rate and what others publish.

    python benchmarks/atlas.py LEDGERS > atlas.md
    python benchmarks/atlas.py --pages LEDGERS    # the rows of these games, on the pages

The tables are those of docs/results/win-rates.md. For a new game, ``--pages`` also adds a row to
docs/reference/games.md, whose words you may improve, and counts the games in the README.

Rates come from ledgers of `pyrtool survey run`, and a game without one has none. A rate stays true
when the solver changes, and the page names the solver that found it. Published rates are in
``claims.toml``; those of the article, which has tables of its own (``tables.py``), are not
repeated.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from pyrtool.base.errors import PyrtoolError
from pyrtool.game import ranges
from pyrtool.game.games import GAMES, Rules, differences
from pyrtool.game.named_games import KNOWN
from pyrtool.notation.rules import format_rule
from pyrtool.surveys.ledger import open_ledger
from pyrtool.surveys.questions.best import SUCCESS, Fewest
from pyrtool.surveys.questions.verdict import Tally
from pyrtool.surveys.reports import SurveyResult, rules_text
from pyrtool.surveys.tables import markdown_table

ROOT: Final = Path(__file__).resolve().parents[1]
README: Final = ROOT / "README.md"
GAMES_PAGE: Final = ROOT / "docs" / "reference" / "games.md"
RATES_PAGE: Final = ROOT / "docs" / "results" / "win-rates.md"


@dataclass(frozen=True)
class PublishedRate:
    """How often a game is winnable by its `source`, `of` a number of deals or of what else."""

    title: str
    rules: Rules
    rate: str
    of: str
    source: str


def published_rates() -> tuple[PublishedRate, ...]:
    """Return the published rates of ``claims.toml``. Those of the article have a page of their own.

    >>> [one.rate for one in published_rates() if one.title == "giza"]
    ['10%']
    """
    text = Path(__file__).with_name("claims.toml").read_text("utf-8")
    quoted = []
    for entry in tomllib.loads(text)["published"]:
        rules = Rules.from_dict(GAMES[entry["game"]].to_dict() | entry.get("rules", {}))
        title = _title(rules, entry["game"])
        quoted.append(PublishedRate(title, rules, entry["rate"], entry["of"], entry["source"]))
    return tuple(quoted)


def _title(rules: Rules, game: str) -> str:
    """The named game with these rules, or this one and how they differ."""
    return next((name for name in KNOWN if GAMES[name] == rules), rules_text(rules, game))


_HEADER: Final = (
    "game",
    "deals",
    "won %",
    "95% interval",
    "unknown both ways",
    "blocked %",
    "solver",
)
_PUBLISHED: Final = (
    "game",
    "published",
    "of",
    "source",
    "ours %",
    "95% interval",
    "deals",
    "solver",
)
_LEFT: Final = ("cards, at most", "must stay in all: %", "in the pyramid: %")
_WORDS: Final = 4
"""The columns of `_PUBLISHED` that hold words."""

_SHOWN: Final = 0.99
"""The table of cards left ends where this share of deals is reached."""

_STEP: Final = 4
"""It has a row for each fourth number of cards."""

_BLOCKS: Final = ("simple block", "set block", "crossblock", "count")


class AtlasError(PyrtoolError):
    """A ledger that an atlas has no place for."""


Found = Mapping[tuple[Rules, str], SurveyResult]
"""What was surveyed, by the rules and the question."""


def atlas(results: Sequence[SurveyResult]) -> str:
    """Write the atlas as Markdown, with these results.

    They are verdicts of native deals of named games, verdicts of rules with a published claim, and
    the fewest cards left in named games.

    An `AtlasError` for another survey, or a second one of the same.
    """
    published = published_rates()
    found: dict[tuple[Rules, str], SurveyResult] = {}
    for result in results:
        _check(result, published)
        asked = result.plan.rules, result.survey.question.name
        if asked in found:
            raise AtlasError(f"two ledgers of {result.title}: merge them first")
        found[asked] = result
    parts = []
    for family in dict.fromkeys(known.family for known in KNOWN.values()):
        rows = [_row(name, found) for name, known in KNOWN.items() if known.family == family]
        parts.append(f"## {family}\n\n{markdown_table(_HEADER, rows, 1)}")
    beside = markdown_table(_PUBLISHED, _beside(found, published), _WORDS)
    parts.append(f"## Published rates\n\n{beside}")
    parts += [_left(name, found) for name in KNOWN if _fewest(name, found)]
    return "\n\n".join(parts)


def _check(result: SurveyResult, published: Sequence[PublishedRate]) -> None:
    """An `AtlasError` for what has no place in an atlas."""
    plan, question = result.plan, result.survey.question.name
    named = any(GAMES[name] == plan.rules for name in KNOWN)
    if not named and not any(one.rules == plan.rules for one in published):
        raise AtlasError(f"{result.title}: is no named game, and has no published rate")
    native = plan.text is None and plan.numbering == "native" and not plan.keep_if
    if question in ("score", "player") or not native:
        raise AtlasError(
            f"{result.title}: an atlas has verdicts, and fewest cards left, of all native deals"
        )
    if question != "verdict" and not named:
        raise AtlasError(f"{result.title}: an atlas has the fewest cards left of named games only")


def _row(name: str, found: Found) -> list[str]:
    result = found.get((GAMES[name], "verdict"))
    if result is None:
        return [f"`{name}`", *("",) * (len(_HEADER) - 1)]
    tally = result.tally
    assert isinstance(tally, Tally)
    share = max(1, tally.deals)
    blocked = sum(tally.counts[reason] for reason in _BLOCKS)
    return [
        f"`{name}`",
        ranges.words(result.done),
        f"{100 * tally.win_rate.value:.2f}",
        _range(*tally.interval()),
        _range(*tally.bounds) if tally.unknown else "none",
        f"{100 * blocked / share:.2f}",
        _solver(result),
    ]


def _solver(result: SurveyResult) -> str:
    """The version of the solver that answered."""
    return result.solver.split("/")[1]


def _beside(found: Found, published: Sequence[PublishedRate]) -> list[list[str]]:
    """A row for each published rate."""
    rows = []
    for one in published:
        result = found.get((one.rules, "verdict"))
        words = [f"`{one.title}`", one.rate, one.of, one.source]
        if result is None:
            rows.append([*words, *("",) * (len(_PUBLISHED) - _WORDS)])
            continue
        tally = result.tally
        assert isinstance(tally, Tally)
        rate = f"{100 * tally.win_rate.value:.2f}"
        rate_and_sample = (rate, _range(*tally.interval()), str(tally.deals))
        rows.append([*words, *rate_and_sample, _solver(result)])
    return rows


def _fewest(name: str, found: Found) -> dict[str, Fewest]:
    """How few cards must stay in a game, in all and in the pyramid, where that was asked."""
    fewest: dict[str, Fewest] = {}
    for question in ("all", "pyramid"):
        result = found.get((GAMES[name], question))
        if result is not None:
            assert isinstance(result.tally, Fewest)
            fewest[question] = result.tally
    return fewest


def _left(name: str, found: Found) -> str:
    """How few cards must stay, as the old books count: a sentence for each count, and a table."""
    fewest = _fewest(name, found)
    lines = []
    for question, counts in fewest.items():
        rate = counts.at_most(SUCCESS)
        where = "pyramid and waste together" if question == "all" else "in the pyramid"
        lines.append(
            f"At most {SUCCESS} cards, {where}, must stay in {100 * rate.value:.2f}% of "
            f"{counts.deals:,} deals ({_range(*rate.interval())}); on average "
            f"{counts.found.mean:.2f} (solver {_solver(found[GAMES[name], question])})"
            + (f"; {counts.unknown:,} are unknown, and count as found." if counts.unknown else ".")
        )
    most = max(
        next(cards for cards in count() if counts.at_most(cards).value >= _SHOWN)
        for counts in fewest.values()
    )
    rows = []
    for cards in range(0, most + 1, _STEP):
        asked = (fewest.get("all"), fewest.get("pyramid"))
        shares = ["" if one is None else f"{100 * one.at_most(cards).value:.2f}" for one in asked]
        rows.append([str(cards), *shares])
    table = markdown_table(_LEFT, rows)
    listed = "\n".join(lines)
    return f"## Scores of the old books: `{name}`\n\n{listed}\n\n{table}"


def _range(low: float, high: float) -> str:
    return f"{100 * low:.2f} to {100 * high:.2f}"


def with_row(page: str, name: str, row: str) -> str:
    """Return a page with this row of a game in the table of its family, in place of an earlier one.

    A new row follows that of the game before this one in its family, as `KNOWN` orders them. If the
    page lacks that row, too, the new one follows the row before it.

    An `AtlasError` if the page has no table of the family.
    """
    tables, published, rest = page.partition("## Published rates")
    lines = tables.splitlines(keepends=True)
    starts = [f"| `{name}`"]
    family = [other for other, known in KNOWN.items() if known.family == KNOWN[name].family]
    starts += [f"| `{other}`" for other in reversed(family[: family.index(name)])]
    for start in starts:
        found = [at for at, line in enumerate(lines) if line.startswith(start)]
        if found:
            at = found[0]
            before = [] if start == starts[0] else [lines[at]]
            lines[at : at + 1] = [*before, f"{row}\n"]
            return "".join([*lines, published, rest])
    raise AtlasError(f"{name}: no table of {KNOWN[name].family}: write its first row")


def with_games(page: str) -> str:
    """Return the page of all games, with a row for each game that it lacks.

    Its words are those of the options, until somebody writes better ones.
    """
    for name, known in KNOWN.items():
        if f"\n| `{name}`" not in page:
            rules = ", ".join(format_rule(*rule) for rule in differences(GAMES[name]).items())
            page = with_row(page, name, f"| `{name}` | {rules} | {known.source} |")
    return page


def with_rates(page: str, results: Sequence[SurveyResult]) -> str:
    """Return the page of win rates, with the rows of these verdicts of named games."""
    for result in results:
        _check(result, ())
        if result.survey.question.name == "verdict":
            name = _title(result.plan.rules, result.plan.game)
            row = _row(name, {(result.plan.rules, "verdict"): result})
            page = with_row(page, name, f"| {' | '.join(row)} |")
    return page


def fill_pages(results: Sequence[SurveyResult]) -> None:
    """Write the rows of these games, of games without a row, and the number of games."""
    counted = re.sub(r"\[\d+ games\]", f"[{len(KNOWN)} games]", README.read_text("utf-8"))
    pages = {
        README: counted,
        GAMES_PAGE: with_games(GAMES_PAGE.read_text("utf-8")),
        RATES_PAGE: with_rates(RATES_PAGE.read_text("utf-8"), results),
    }
    for path, text in pages.items():  # all of them, or none
        path.write_text(text, "utf-8")


def main() -> None:
    """Print the atlas of these ledgers, or fill the pages."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ledgers", nargs="*", type=Path, metavar="LEDGER")
    parser.add_argument("--pages", action="store_true", help="write the rows on the pages")
    given = parser.parse_args()
    results = []
    try:
        for path in given.ledgers:
            with open_ledger(path) as ledger:
                results.append(SurveyResult.of_ledger(ledger))
        if given.pages:
            fill_pages(results)
        else:
            print(atlas(results))
    except PyrtoolError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
