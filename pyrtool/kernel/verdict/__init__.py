"""Whether a deal can be won: one search for each kind of game.

`matching` is compiled a second time into `bmi2/`, and found there first on a processor with BMI2.
"""

from pyrtool.kernel import WITH_BMI2

if WITH_BMI2:
    __path__.insert(0, f"{__path__[0]}/bmi2")
