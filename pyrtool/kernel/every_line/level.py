"""Interpreted twin of level.pxd: the words of a level of `line`, its moves, and the questions."""

# A mask of cards takes two words.
LEFT = 0  # the cards left, by number
STAY = 2  # those of them that stay in every line from here
IN_PASS = 4
CLEARED = 5  # the pass in which the pyramid was cleared, or 0
EXCLUDED = 6  # how many discards were excluded before
FIRST_MOVE = 7  # its moves: from here
END_OF_MOVES = 8  # up to here
NEXT_MOVE = 9  # the one to be tried next
LEVEL_WORDS = 10  # to a level

ENDS = 8  # bytes before the cards of wastes and stock: where each waste ends, and the stock

# Masks of cards, by where they lie in `Line.masks`.
MUST = 0  # those that must go
PYRAMID = 2
ALONE = 4  # those that go alone
LAID_OUT = 6  # the tableau's, and those that lie open beside it

# A move: two cards, the same twice for one alone; or a deal to a waste, from 0; or a redeal.
DEAL = 1 << 16
REDEAL = 1 << 17
CARD_NUMBERS = 128

# What is least of the value of a line.
LEAST_IN_PYRAMID, LEAST_IN_ALL, PAR_SCORE, POINTS, OF_RANK = range(5)
VALUE_BITS = 8  # of each of the two numbers of the first two
