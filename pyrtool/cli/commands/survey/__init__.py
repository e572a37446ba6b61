"""Count wins and losses, or best par scores, over many deals.

The counts are exact, an interrupted survey goes on, and every line of play is checked. `run` solves
deals and keeps their outcomes in a ledger, a SQLite file, from which `report`, `export` and
`status` tell; `merge` joins ledgers; `atlas` tells of every game with its rate; `article` makes the
tables of the article "Pyramid and Giza" again.
"""

from __future__ import annotations

from typing import Final

EXAMPLES: Final = (
    (
        "pyrtool survey run 1-10000 --game giza --ledger giza.db",
        "Ten thousand deals of Giza, kept in a ledger.",
    ),
    (
        "pyrtool survey report giza.db",
        "What was found.",
    ),
)

COMMANDS: Final = {
    "run": "Solve deals and keep what became of each in a ledger.",
    "status": "Tell how far surveys are, and at what speed; also while they run.",
    "report": "Tell what surveys found.",
    "export": "Write every deal of a ledger, with its outcome or score.",
    "merge": "Put several ledgers into one.",
    "atlas": "Write every game's rules, names, source and win rate.",
    "article": 'Make the tables of the article "Pyramid and Giza" again.',
}
"""The commands, each with the first sentence of its help."""
