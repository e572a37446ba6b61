"""Published rates of how often games can be won, in ``claims.toml`` and by the article.

Decides nothing; what is ours beside it is for `page`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources

from pyrtool.base.arguments import guard
from pyrtool.game.games import GAMES, Rules
from pyrtool.game.named_games import KNOWN
from pyrtool.surveys.article.rows import rows
from pyrtool.surveys.findings import rules_text

_ARTICLE = "Keller and Masten, Pyramid and Giza (2021)"


@dataclass(frozen=True)
class PublishedRate:
    """How often a game is winnable by its `source`, `of` a number of deals or of what else.

    `is_quoted`: ``claims.toml`` has it. An atlas has only the named games of the article.
    """

    title: str
    rules: Rules
    rate: str
    of: str
    source: str
    is_quoted: bool


def published_rates() -> tuple[PublishedRate, ...]:
    """All published rates, in the order of the article, then of ``claims.toml``.

    >>> [one.rate for one in published_rates() if one.title == "giza"]
    ['36.53%', '10%']
    """
    counted = (
        PublishedRate(
            _title(row.rules, row.game),
            row.rules,
            f"{100 * row.published.win_rate.value:.2f}%",
            f"{row.published.deals:,} deals",
            _ARTICLE,
            False,
        )
        for row in rows()
        if row.published
    )
    text = resources.files("pyrtool.surveys.atlas").joinpath("claims.toml").read_text("utf-8")
    quoted = []
    for entry in tomllib.loads(text)["published"]:
        rules = Rules.from_dict(GAMES[entry["game"]].to_dict() | entry.get("rules", {}))
        title = _title(rules, entry["game"])
        quoted.append(
            PublishedRate(title, rules, entry["rate"], entry["of"], entry["source"], True)
        )
    return (*counted, *quoted)


def _title(rules: Rules, game: str) -> str:
    """The named game with these rules, or this one and how they differ."""
    return next((name for name in KNOWN if GAMES[name] == rules), rules_text(rules, game))


guard(__name__)
