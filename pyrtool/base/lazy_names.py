"""The names that a package has from its modules, each imported when it is first asked for.

A package that has much to give would otherwise import all of it for each command. Decides nothing
about which names there are: checkers read them in the package, under ``TYPE_CHECKING``.
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def names_from(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Make the ``__getattr__`` of a package; `homes`: each module's names, parted by blanks."""
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def find(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return find
