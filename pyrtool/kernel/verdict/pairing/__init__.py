"""The search over partners of games with one or two passes whose cards are turned one at a time.

`windows`: what goes before what, and when each card can go; `deductions`: what follows from that;
`pairing`: the search that chooses partners.
"""

from pyrtool.kernel import look_in_bmi2

look_in_bmi2(__path__)
