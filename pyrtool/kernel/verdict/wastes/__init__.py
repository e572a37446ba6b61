"""The search of games with several wastes, or with both ends of one.

`level` names the words of a position, `orders` keeps orders of the stock, each once, and `seen`
keeps the positions that were seen. `lastplaces` says how late each set can still go, `layers` what
lies where, and `worth` which moves come first. `piles` is the search over all this.
"""
