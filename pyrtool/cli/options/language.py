"""The option `--lang`, which several commands share: the language of what they write.

Decides its name and its help. While a command with it runs, `lazy` has the language chosen, so that
`say` and card letters follow it.
"""

from __future__ import annotations

from typing import Annotated, Final

import typer

from pyrtool.cli.options import completion
from pyrtool.cli.options.panels import TEXT
from pyrtool.cli.options.together import Excludes
from pyrtool.languages import LANGUAGES

ENGLISH: Final = "en"

LangOption = Annotated[
    str,
    typer.Option(
        metavar="LANG",
        help=f"Language of texts and card letters [{'|'.join(LANGUAGES)}]",
        autocompletion=completion.one_of(LANGUAGES),
        rich_help_panel=TEXT,
    ),
]
_WHY: Final = "what programs read is in English"

LANG_IS_TEXT: Final = Excludes("--lang", "--format=json|ndjson", _WHY)
LANG_HAS_NO_WORDS: Final = Excludes("--lang", "--words", _WHY)
