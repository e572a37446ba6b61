"""The arguments that name ledgers of surveys."""

from __future__ import annotations

from typing import Annotated

import typer

LedgerArgument = Annotated[str, typer.Argument(metavar="LEDGER", help="A ledger of `survey run`.")]
LedgerArguments = Annotated[
    list[str], typer.Argument(metavar="LEDGERS", help="Ledgers of `survey run`.")
]
