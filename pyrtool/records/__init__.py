"""The records of all commands, to and from JSON, and whether they hold.

`writing` decides the fields of a record, and `reading` the type and range of each. `checking`
decides whether its claims hold: `best_lines` for best lines, `matches` for totals, `wording` for
solutions in words, `explanations` for the steps of explanations. `confirmed_losses` asks a plain
search again. `advice` writes the values of moves.
"""

from pyrtool.base.json_object import GREATEST_JSON_INTEGER
from pyrtool.records.advice import advice_record, chances_record
from pyrtool.records.checking import check_record
from pyrtool.records.confirmed_losses import confirm_loss
from pyrtool.records.explanations import explain_record
from pyrtool.records.reading import parse_record
from pyrtool.records.record import (
    BestClaim,
    Finding,
    Record,
    RecordError,
    Unfinished,
)
from pyrtool.records.wording import check_solution, check_words
from pyrtool.records.writing import (
    best_record,
    blocks_record,
    challenge_fields,
    closed_record,
    deal_record,
    play_record,
    solve_record,
)

__all__ = [
    "GREATEST_JSON_INTEGER",
    "BestClaim",
    "Finding",
    "Record",
    "RecordError",
    "Unfinished",
    "advice_record",
    "best_record",
    "blocks_record",
    "challenge_fields",
    "chances_record",
    "check_record",
    "check_solution",
    "check_words",
    "closed_record",
    "confirm_loss",
    "deal_record",
    "explain_record",
    "parse_record",
    "play_record",
    "solve_record",
]
