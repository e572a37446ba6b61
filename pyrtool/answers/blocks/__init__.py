"""Blocks, which make a deal unwinnable: found, argued and checked.

- `block`: what a block is; `find`: which one a deal has, in the tableau or by the stock's order.
- `isolated_sets`: how far some sets can be discarded, every other card gone.
- `check`: whether a block holds; `certificate`: why it does; `wording`: the argument in words.
"""
