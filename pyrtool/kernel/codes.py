"""Interpreted twins of codes.pxd: numbers that several kernels give a meaning."""

# How a level of a search stands, and how a search ended.
LOST = 0
WON = 1
OPEN = 2
ENTER = 3
PAUSED = -1
NO_ROOM = -2

# What dealing on did.
EXHAUSTED = 0
ADVANCED = 1
VANISH = 4  # also how a level stands that paused there

# Whether the turned card matches the waste top, as `levels.STOCK_WASTE` names it.
SW_NO = 0
SW_AUTO = 2
SW_AUTO_ON_TURN = 3

VANISHED = 63  # in place of a move's cards: a pair vanished by itself
PAIRS = 255  # room for the pairs listed at one level
FOREVER = 1 << 20  # later than any position in the stock

# In the graph of tableaux: there is no such node; it was not asked for yet.
NONE = -1
UNLISTED = -2

PRUNE_SETS = 1
