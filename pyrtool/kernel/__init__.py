"""The hot loops: shuffles, matchings, searches, on integers and buffers only.

The modules are plain Python with Cython annotations: compiled where the install found a
C compiler, interpreted, slower and with the same results, where it did not. Nothing here
imports anything else of pyrtool; `game.deals` and `answers` pack, call and unpack.

Each module is a family: what its header, the `.pxd`, declares is compiled together. `numbers` and
`constants` have no compiled half; they serve what runs interpreted.
"""

import sys

try:
    from pyrtool.kernel import shuffle
except ModuleNotFoundError as error:  # it runs interpreted, and Cython is not installed
    if error.name != "cython":
        raise
    from pyrtool.kernel import shadow

    sys.modules["cython"] = shadow
    from pyrtool.kernel import shuffle

COMPILED: bool = shuffle.is_compiled()
"""True where the kernel runs as machine code."""

WITH_BMI2: bool = shuffle.has_bmi2()
"""True where some modules run as they were compiled for processors with BMI2: they count bits in one
step."""

if WITH_BMI2:  # these modules are compiled a second time into `bmi2`
    __path__.insert(0, f"{__path__[0]}/bmi2")
