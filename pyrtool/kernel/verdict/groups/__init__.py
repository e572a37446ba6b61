"""The search of games in which several cards are dealt at a time and no two stock cards match.

`nodes`: tableaux as numbers, each once; `tableaux`: what can be made of each, as a graph; `fronts`:
the same with the first stock cards in order; `groups`, `tops`: what the order of
the stock brings; `grouped`: the search over that graph.
"""

from pyrtool.kernel import look_in_bmi2

look_in_bmi2(__path__)
