"""The tables of the article "Pyramid and Giza" made again, and rows that it does not have.

`rows` are the surveys, `tables` compares them with the article's figures.
"""

from pyrtool.surveys.article.rows import TABLES, Published, Row, figures, rows
from pyrtool.surveys.article.tables import (
    HEADER,
    KINGS_HEADER,
    NOTE,
    REASONS_HEADER,
    cells,
    kings_cells,
    kings_in_stock,
    notes,
    reason_cells,
    score_tables,
)

__all__ = [
    "HEADER",
    "KINGS_HEADER",
    "NOTE",
    "REASONS_HEADER",
    "TABLES",
    "Published",
    "Row",
    "cells",
    "figures",
    "kings_cells",
    "kings_in_stock",
    "notes",
    "reason_cells",
    "rows",
    "score_tables",
]
