cdef enum:
    LEFT = 0
    EXPOSED = 1
    UNDEALT = 2
    WASTE = 3
    ORDER = 7
    PASS_NUMBER = 8
    TRAIL = 9
    BEGIN = 10
    END = 11
    NEXT = 12
    KNOWN = 13
    SETS_LEFT = 14
    SINCE = 15
    WORDS = 16
    DEAL = 1 << 16
    REDEAL = 1 << 17
    CARDS = 52
    MOST_MOVES = 512

cdef enum:
    NOT_REACHED = <unsigned int>0xFFFFFFFF
