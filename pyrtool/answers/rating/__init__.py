"""How hard a won deal is: the `scale`, the `chances`, and the `only_moves` of a solution.

docs/understand/how-hard-is-a-deal.md defines every figure.
"""
