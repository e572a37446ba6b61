"""``pyrtool survey atlas``: every game with its rules, names, source and win rate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from pyrtool.cli.options.output import tell
from pyrtool.surveys import open_ledger
from pyrtool.surveys.atlas import atlas
from pyrtool.surveys.findings import Finding

EXAMPLES: Final = (
    (
        "pyrtool survey atlas",
        "Every game by its family, its rules and names.",
    ),
    (
        "pyrtool survey atlas giza.db one.db > atlas.md",
        "With the rates that two ledgers have, and what is said elsewhere beside them.",
    ),
)


def command(
    ledgers: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LEDGERS",
            help="Ledgers of `survey run`, one a game and question at most.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Write every game's rules, names, source and win rate.

    The page is Markdown. Rates are those of the ledgers, with the processor time that the deals
    took: verdicts of native deals of named games, and of rules of which something is said
    elsewhere, which stands beside them. Ledgers of `survey run --best all` and `--best pyramid`
    add how few cards must stay, as old books count. The same ledgers make the same atlas.
    """
    findings = []
    for name in ledgers or ():
        with open_ledger(Path(name)) as book:
            findings.append(Finding.of_ledger(book))
    tell(atlas(findings))
    return 0
