from pyrtool.kernel.numbers cimport *

cdef class AnyGame:
    # The deck.
    cdef readonly object deck
    cdef readonly int size, suits, total, sets
    cdef unsigned char[::1] rank_of, bit_of, card_of, group_of, partner_of, group_size, self_set
    # The tableau.
    cdef readonly int tableau
    cdef readonly unsigned long long must_go
    cdef readonly bint only_pyramid
    cdef unsigned char[::1] cover_start, cover_list, in_pyramid
    cdef unsigned long long[::1] direct, above
    cdef unsigned long long pyramid
    # The stock, and the rules of play.
    cdef readonly int stock, draw, passes, stock_waste
    cdef readonly bint dealt, unlimited, stock_top, waste_pairs, overlap, goal_pyramid, ends
    # What is sound.
    cdef readonly bint monotone, has_blocks, counted

cdef class Game(AnyGame):
    pass
