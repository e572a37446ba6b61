"""Interpreted twin of level.pxd: the words of a level of `layers`, and its moves."""

LEFT = 0  # the cards left, the tableau's and the stock's, by number
EXPOSED = 1  # those of the tableau that are
UNDEALT = 2  # places of the order that are not dealt
WASTE = 3  # places in each of up to four wastes
ORDER = 7  # the number of the stock's order
PASS_NUMBER = 8  # the pass, 0 where they are unlimited
TRAIL = 9  # how many pairs were excluded before
BEGIN = 10  # its moves: from here
END = 11  # up to here
NEXT = 12  # how many of them were tried
KNOWN = 13  # from this place on the same cards are lost
SETS_LEFT = 14  # for each set a byte: which of its cards are left
SINCE = 15  # how many pairs were excluded when the pass began
WORDS = 16  # to a level

# A move: two cards, the same twice for one alone; or a deal to a waste; or a redeal.
DEAL = 1 << 16
REDEAL = 1 << 17

CARDS = 52  # bits for the cards in a key
MOST_MOVES = 512  # more than a position has
NOT_REACHED = 0xFFFFFFFF  # a place that is not reached
