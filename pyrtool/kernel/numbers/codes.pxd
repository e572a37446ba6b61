cdef enum:
    LOST = 0
    WON = 1
    OPEN = 2
    ENTER = 3
    VANISH = 4
    DOUBT = 5
    PAUSED = -1
    NO_ROOM = -2

    EXHAUSTED = 0
    ADVANCED = 1

    SW_NO = 0
    SW_YES = 1
    SW_AUTO = 2
    SW_AUTO_ON_TURN = 3

    PAIRS = 255
    ROW = 64
    SLOTS = 128
    GROUPS = 16
    MANY = 10000

    BY_PYRAMID = 0
    BY_ALL = 1
    BY_SCORE = 2
    WORST = 1048576
    STAY_ROWS = 2048
    STAY_STEPS = 5
    NO_CARD = 255
    NO_GROUP = 255

    RANKS = 32
    DECK_BITS = 128
    COUNT_BITS = 3

    OTHERS = 64

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
