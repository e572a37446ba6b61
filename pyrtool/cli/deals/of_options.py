"""The rules and the numbering that options give to the deals in files."""

from __future__ import annotations

from functools import cached_property

from pyrtool.cli.options.options import RuleOptions
from pyrtool.game.deals import Numbering
from pyrtool.notation.files import Defaults
from pyrtool.notation.rules import NamedRules


class OfOptions(Defaults):
    """The rules of options, made only when a deal needs them: options given without a game may
    fit only the rules that the deals carry."""

    ruling: RuleOptions

    def __init__(self, ruling: RuleOptions, numbering: Numbering) -> None:
        object.__setattr__(self, "ruling", ruling)
        object.__setattr__(self, "numbering", numbering)

    @cached_property
    def named(self) -> NamedRules:
        """The rules that the options make, by their name."""
        return self.ruling.named()
