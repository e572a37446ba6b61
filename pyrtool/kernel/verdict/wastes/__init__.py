"""The search of games with several wastes, or with both ends of one.

`level`: the words of a position; `orders`: orders of the stock, each once; `seen`: the positions
that were; `lastplaces`: how late each set can still go; `layers`: what lies where; `worth`: which
moves come first; `piles`: the search over that.
"""
