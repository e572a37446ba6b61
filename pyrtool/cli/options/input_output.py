"""The options for what commands read and print: DEALS, numbering, --keep-if, format, language.

Decides their names and their help. While a command with `--lang` runs, `lazy_commands` has the
language chosen, so that `say` and card letters follow it.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from pyrtool.cli.output import Format

if TYPE_CHECKING:
    from pyrtool.answers.closed import PlayerName


ENGLISH: Final = "en"


@dataclass(frozen=True)
class AnswerOptions:
    """The form of answers, and their language."""

    format: Format = "text"
    lang: str = ENGLISH


@dataclass(frozen=True)
class SpelledOptions:
    """The form of answers with cards, how these are spelled, and the language."""

    ascii: bool = False
    format: Format = "text"
    lang: str = ENGLISH


@dataclass(frozen=True)
class SolutionOptions:
    """The form of solutions, how their cards are spelled, and the language."""

    words: bool = False
    ascii: bool = False
    format: Format = "text"
    lang: str = ENGLISH


DealKind = Literal[
    "winnable",
    "lost",
    "blocked",
    "unblocked",
    "no-simple-block",
    "no-tableau-block",
    "won-by-random",
    "won-by-greedy",
    "won-by-careful",
    "won-by-sampler",
    "won-by-strongest",
]
"""The kinds of deals that `--keep-if` keeps."""

WON_BY: "Final[dict[DealKind | None, PlayerName]]" = {
    "won-by-random": "random",
    "won-by-greedy": "greedy",
    "won-by-careful": "careful",
    "won-by-sampler": "sampler",
    "won-by-strongest": "strongest",
}
"""The kinds that a player decides, which does not see the stock."""
