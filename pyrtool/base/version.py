"""The versions of the package and of its solver, which everything that is written carries."""

from typing import Final

__version__ = "0.1.0"
"""The version of the package. It is written here alone."""

SOLVER_VERSION: Final = 13
"""Goes up with every change of some deal's outcome, reason or node count (a test notices)."""

MADE_BY: Final = f"pyrtool {__version__}, solver {SOLVER_VERSION}"
"""The maker that pictures, pages and booklets name."""

STAMP: Final = {"version": __version__, "solver": SOLVER_VERSION}
"""The fields that every record has besides its own, those of library calls too. They claim
nothing."""
