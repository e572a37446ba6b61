"""Why a deal is impossible: blocks, found, argued and checked.

`block`: what a block is; `find`: which one a deal has; `count`: how many deals numbers alone
block; `standstill`: how far sets can be discarded at most; `certificate`: the argument; `words`:
how it is told; `check`: whether a block holds.
"""

from pyrtool.blocks.block import Block, BlockError, Kind
from pyrtool.blocks.certificate import Certificate, Shortage, certify
from pyrtool.blocks.check import check_block
from pyrtool.blocks.count import countable_stocks
from pyrtool.blocks.find import find_block, find_blocks, untold_sets
from pyrtool.blocks.words import argue, describe, explain, format_certificate, title

__all__ = [
    "Block",
    "BlockError",
    "Certificate",
    "Kind",
    "Shortage",
    "argue",
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
