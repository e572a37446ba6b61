"""Count wins, losses, or best scores over many deals.

The counts are exact, and an interrupted survey resumes. The referee replays every solution. `run`
keeps the outcomes in a ledger, a SQLite file, and `grid` one ledger for each of many rules.
`report`, `export` and `status` read ledgers, and `merge` joins them.
"""
