# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Whether one set alone is blocked, quickly: most sets go by taking what is exposed.

Decides nothing that the matcher does not; it only spares the search where a line is plain to see.
"""

import cython

if not cython.compiled:
    from pyrtool.kernel.bits import lowest_bit
    from pyrtool.kernel.matching import Matcher


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def set_block(matcher: Matcher, among: cython.int) -> cython.bint:
    """Whether one of these sets, a mask, cannot be discarded with every other card gone."""
    unlimited: cython.ulonglong = 1
    unlimited <<= 62
    s: cython.int
    for s in range(matcher.sets):
        if (
            among >> s & 1
            and not _plain_line(matcher, s)
            and matcher.search(1 << s, unlimited) == 0
        ):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _plain_line(matcher: Matcher, s: cython.int) -> cython.bint:
    """Whether one set goes by simply taking what is exposed, first what covers something.

    True is a line of play that was found; False proves nothing.
    """
    one: cython.ulonglong = 1
    low: cython.ulonglong = matcher.members[2 * s]
    high: cython.ulonglong = matcher.members[2 * s + 1]
    rest: cython.ulonglong
    exposed: cython.ulonglong
    covering: cython.ulonglong
    some: cython.ulonglong
    merges: cython.int = matcher.merges[s]
    open_low: cython.int = matcher.slack[2 * s + 1]
    open_high: cython.int = matcher.slack[2 * s]
    i: cython.int
    if matcher.partner_of[2 * s] == 2 * s:
        return False
    while merges > 0:
        rest = low | high
        exposed = covering = 0
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            some = matcher.above[i] & (low | high)
            covering |= some
            if some == 0:
                exposed |= one << i
        covering &= exposed
        if exposed & low and exposed & high:
            some = covering & low or exposed & low
            low &= ~(one << lowest_bit(some))
            some = covering & high or exposed & high
            high &= ~(one << lowest_bit(some))
            merges -= 1
        elif covering & low and open_high > 0:
            low &= ~(one << lowest_bit(covering & low))
            open_high -= 1
        elif covering & high and open_low > 0:
            high &= ~(one << lowest_bit(covering & high))
            open_low -= 1
        else:
            return False
    return True
