"""The options for what commands read and print: DEALS, numbering, --keep-if, format, language.

Decides their names and their help. While a command with `--lang` runs, `lazy_commands` has the
language chosen, so that `say` and card letters follow it.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal

from pyrtool.cli.options import completion
from pyrtool.cli.options.conflicts import Excludes
from pyrtool.cli.options.groups import switch
from pyrtool.cli.options.parameters import INPUT, OUTPUT, TEXT, argument, flag, option
from pyrtool.cli.output import AS_RECORDS, Format
from pyrtool.game.deals import Numbering
from pyrtool.languages import LANGUAGES

if TYPE_CHECKING:
    from pyrtool.answers.closed import PlayerName


ENGLISH: Final = "en"

LangOption = Annotated[
    str,
    option(
        f"Language of texts and card letters [{'|'.join(LANGUAGES)}]",
        "LANG",
        TEXT,
        completed=completion.one_of(LANGUAGES),
    ),
]
_WHY: Final = "what programs read is in English"

LANG_IS_TEXT: Final = Excludes("--lang", AS_RECORDS, _WHY)


Deals = Annotated[
    list[str],
    argument(
        "Deal numbers (12, ms40000), ranges (1-1000), file names, or - (standard input)",
        "DEALS",
        completed=completion.deals,
    ),
]

NumberingOption = Annotated[
    Numbering | None,
    option("Meaning of deal numbers, if not the game's", "NAME", INPUT, shown="native"),
]
FormatOption = Annotated[
    Format, option("Text, one JSON array, or one JSON object a line", "FORMAT", OUTPUT)
]
AsciiOption = Annotated[bool, flag("Print suits as letters instead of symbols", OUTPUT, "--ascii")]


@dataclass(frozen=True)
class AnswerOptions:
    """The form of answers, and their language."""

    TOGETHER: ClassVar = (LANG_IS_TEXT,)

    format: FormatOption = "text"
    lang: LangOption = ENGLISH


@dataclass(frozen=True)
class SpelledOptions:
    """The form of answers with cards, how these are spelled, and the language."""

    TOGETHER: ClassVar = (LANG_IS_TEXT,)

    ascii: AsciiOption = False
    format: FormatOption = "text"
    lang: LangOption = ENGLISH


@dataclass(frozen=True)
class SolutionOptions:
    """The form of solutions, how their cards are spelled, and the language."""

    TOGETHER: ClassVar = (
        Excludes("--words", AS_RECORDS, "compact moves are text"),
        LANG_IS_TEXT,
        Excludes("--lang", "--words", _WHY),
    )

    words: bool = switch(
        "Print compact moves (4C/9H KC deal) that `verify` reads", OUTPUT, "--words"
    )
    ascii: AsciiOption = False
    format: FormatOption = "text"
    lang: LangOption = ENGLISH


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

KeepIfOption = Annotated[
    DealKind | None,
    option(
        "Only deals of this kind; won-by-NAME: won by this player, which does not see the stock "
        "(see `pyrtool watch`)",
        "KIND",
        INPUT,
    ),
]
