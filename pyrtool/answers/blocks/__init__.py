"""Why a deal is impossible: blocks, found, argued and checked.

- `block`: what a block is; `find`: which one a deal has; `check`: whether a block holds.
- `stock_count`: how many deals numbers alone block.
- `standstill`: how far sets can be discarded at most, the stock lying open; `alone`: in its order.
- `stock_block`: which sets the order of the stock blocks; `stock_argument`: why.
- `certificate`: the argument; `knot`: what waits for what.
- `words`: the argument in a line; `at_length`: and in more; `standing`, `ranks`: parts of both.
"""

from typing import TYPE_CHECKING

from pyrtool.base.lazy_names import names_from

if TYPE_CHECKING:
    from pyrtool.answers.blocks.at_length import explain
    from pyrtool.answers.blocks.block import Block, BlockError, Kind
    from pyrtool.answers.blocks.certificate import Certificate, Shortage, blocks, certify
    from pyrtool.answers.blocks.check import check_block
    from pyrtool.answers.blocks.find import find_block, find_blocks, unanswered_sets
    from pyrtool.answers.blocks.stock_count import countable_stocks
    from pyrtool.answers.blocks.words import argue, describe, format_certificate, title

__all__ = [
    "Block",
    "BlockError",
    "Certificate",
    "Kind",
    "Shortage",
    "argue",
    "blocks",
    "certify",
    "check_block",
    "countable_stocks",
    "describe",
    "explain",
    "find_block",
    "find_blocks",
    "format_certificate",
    "title",
    "unanswered_sets",
]

if not TYPE_CHECKING:  # who would believe that there is every name
    __getattr__ = names_from(
        __name__,
        {
            "at_length": "explain",
            "block": "Block BlockError Kind",
            "certificate": "Certificate Shortage blocks certify",
            "check": "check_block",
            "find": "find_block find_blocks unanswered_sets",
            "stock_count": "countable_stocks",
            "words": "argue describe format_certificate title",
        },
    )
