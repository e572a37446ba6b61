"""Interpreted twins of codes.pxd: facts and techniques as numbers."""

BEFORE = 0  # of two cards: the first goes before the second
APART = 1  # of two cards, the lower number first: they do not go together
IN_PAIR = 2  # likewise: they go together
NOT_BEFORE = 3  # of a card and a slot: it does not go before that slot
IN_TIME = 4  # of a card and a slot: it goes before that slot
CONTRADICTION = 20480
FACTS = 20481

COVERS = 0
TURNED = 1
SUPPOSED = 2
REFUTED = 3
ALREADY_KNOWN = 4
NEVER_MATCH = 5
UNCOVERED = 6
ORDER = 7
PARTNER_TAKEN = 8
WINDOW = 9
LATE = 10
CHAIN = 11
PARTNER = 12
STOCK_PAIR = 13
ONLY = 14
SHARE = 15
WAIT = 16
EITHER = 17
BURIED = 18
AHEAD = 19
CROSS = 20
CIRCLE = 21
NEVER_GONE = 22
NONE_LEFT = 23
CROWD = 24
CLASH = 25
SQUEEZE = 26
TANGLE = 27
MISS = 28

SUM = 0  # a fact costs what all its premises cost
GREATEST = 1  # what the dearest of them costs
PREMISES = 24  # of a fact, at most
