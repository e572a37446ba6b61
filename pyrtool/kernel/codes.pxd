cdef enum:
    LOST = 0
    WON = 1
    OPEN = 2
    ENTER = 3
    PAUSED = -1
    NO_ROOM = -2

    EXHAUSTED = 0
    ADVANCED = 1
    VANISH = 4

    SW_NO = 0
    SW_AUTO = 2
    SW_AUTO_ON_TURN = 3

    VANISHED = 63
    PAIRS = 255
    FOREVER = 1048576

    NONE = -1
    UNLISTED = -2

    PRUNE_SETS = 1
