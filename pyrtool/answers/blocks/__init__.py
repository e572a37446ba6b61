"""Why a deal is impossible: blocks, found, argued and checked.

- `block`: what a block is; `find`: which one a deal has; `check`: whether a block holds.
- `stock_count`: how many deals numbers alone block.
- `standstill`: how far sets can be discarded at most.
- `certificate`: the argument; `words`: the argument in words.
"""

from pyrtool.answers.blocks.block import Block, BlockError, Kind
from pyrtool.answers.blocks.certificate import Certificate, Shortage, blocks, certify
from pyrtool.answers.blocks.check import check_block
from pyrtool.answers.blocks.find import find_block, find_blocks, untold_sets
from pyrtool.answers.blocks.stock_count import countable_stocks
from pyrtool.answers.blocks.words import argue, describe, explain, format_certificate, title

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
    "untold_sets",
]
