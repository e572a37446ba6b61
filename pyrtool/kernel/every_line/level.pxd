cdef enum:
    LEFT = 0
    STAY = 2
    IN_PASS = 4
    CLEARED = 5
    EXCLUDED = 6
    FIRST_MOVE = 7
    END_OF_MOVES = 8
    NEXT_MOVE = 9
    LEVEL_WORDS = 10

    MUST = 0
    PYRAMID = 2
    ALONE = 4
    LAID_OUT = 6

    ENDS = 8
    DEAL = 1 << 16
    REDEAL = 1 << 17
    CARD_NUMBERS = 128

    LEAST_IN_PYRAMID = 0
    LEAST_IN_ALL = 1
    PAR_SCORE = 2
    POINTS = 3
    OF_RANK = 4
    VALUE_BITS = 8
