"""Count wins, losses, or best scores over many deals.

The counts are exact, and an interrupted survey resumes. The referee replays every solution. `run`
keeps the outcomes in a ledger, a SQLite file, and `grid` one ledger for each of many rules.
`report`, `export` and `status` read ledgers, and `merge` joins them.
"""

from __future__ import annotations

from typing import Final

EXAMPLES: Final = (
    ("pyrtool survey run 1-10000 --game giza --ledger giza.db", "Survey 10,000 deals of Giza"),
    ("pyrtool survey report giza.db", "Report the outcomes"),
)

COMMANDS: Final = {
    "run": "Solve deals and keep their outcomes in a ledger.",
    "grid": "Survey the same deals under every combination of some rules.",
    "status": "Show the progress and speed of surveys.",
    "report": "Report what surveys found.",
    "export": "Write every deal of a ledger with its outcome or score.",
    "merge": "Merge several ledgers into one.",
}
"""The commands, each with the summary of its help."""

FILES: Final = dict.fromkeys(("status", "report", "export", "merge"), "ledgers")
"""The commands that are not in a file of their own name."""
