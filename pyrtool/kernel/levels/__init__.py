"""What is known at a level of a search: places, sets, discards, and what the stock brings."""

from pyrtool.kernel import look_in_bmi2

look_in_bmi2(__path__)
