"""Interpreted twins of codes.pxd: numbers that several kernels give a meaning, and their names.

One name has one value here and in every kernel.
"""

# What state a level of a search is in, and how a search ended.
LOST = 0
WON = 1
OPEN = 2
ENTER = 3
VANISH = 4  # it paused before a pair that vanishes; also what dealing on did
DOUBT = 5  # it paused while pairs of sets were asked about a level
PAUSED = -1
NO_ROOM = -2

ANSWERS: dict[int, str] = {WON: "won", LOST: "lost", PAUSED: "paused", NO_ROOM: "memory"}
"""How a search ended, in words."""

# What dealing on did, if no pair is to vanish.
EXHAUSTED = 0
ADVANCED = 1

# Whether the turned card matches the waste top.
SW_NO = 0
SW_YES = 1
SW_AUTO = 2
SW_AUTO_ON_TURN = 3

STOCK_WASTE: dict[str, int] = {
    "no": SW_NO,
    "yes": SW_YES,
    "auto": SW_AUTO,
    "auto-on-turn": SW_AUTO_ON_TURN,
}
"""The numbers of the rule `stock_waste`."""

PAIRS = 255  # room for the pairs listed at one level
ROW = 64  # a row with a word for each card
SLOTS = 128  # one with a word for each slot of `windows`
GROUPS = 16  # four cards each, in set order: those of one rank, then kings
MANY = 10000  # more moves than any line has

BY_PYRAMID, BY_ALL, BY_SCORE = range(3)
"""What the value of a best line is: see `best.VALUES`."""

WORST = 1048576
"""More than the value of any line."""

# The tables of what may stay: eight sets of 256 choices each, for 0 to 4 pairs of a set.
STAY_ROWS = 2048
STAY_STEPS = 5

NO_CARD = 255  # in place of a card's code
NO_GROUP = 255  # the group of a king, and of what is not in the deck

RANKS = 32  # room for each rank, by its number
DECK_BITS = 128  # room for each card of a deck, by its bit
COUNT_BITS = 3  # of the cards of a rank, where the matcher counts those of many ranks in a word

OTHERS = 64  # in the general search, the number of the first card that is not laid out

# In the graph of tableaux: there is no such node; it was not asked for yet.
NONE = -1
UNLISTED = -2

PRUNE_SETS = 1
PRUNE_EXCLUDED = 2
PRUNE_FORCED = 4
PRUNE_EARLIER = 8
PRUNE_KINGS = 16
PRUNE_RELAXED = 32
PRUNE_TABLEAUX = 64
PRUNE_ALIKE = 128
PRUNE_DOUBT = 256
PRUNE_PARTNERS = 512

PRUNES: dict[str, int] = {
    "sets": PRUNE_SETS,
    "excluded": PRUNE_EXCLUDED,
    "forced": PRUNE_FORCED,
    "earlier": PRUNE_EARLIER,
    "kings": PRUNE_KINGS,
    "relaxed": PRUNE_RELAXED,
    "tableaux": PRUNE_TABLEAUX,
    "alike": PRUNE_ALIKE,
    "doubt": PRUNE_DOUBT,
    "partners": PRUNE_PARTNERS,
}
"""The prunes that can be switched off, for tests of their soundness. The prune "tableaux" is
`graph.grouped` as a whole, in place of `search`, and "alike" is one of its own. The prune "doubt"
is one of `singly`, "partners" one of `automatic`."""
