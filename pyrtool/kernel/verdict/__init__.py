"""Whether a deal can be won: one search for each kind of game."""

from pyrtool.kernel import look_in_bmi2

look_in_bmi2(__path__)
