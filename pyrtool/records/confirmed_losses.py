"""A second opinion on a loss that a record claims after a search: that of the plain search."""

from __future__ import annotations

from dataclasses import replace

from pyrtool.answers.second_opinion import search
from pyrtool.answers.solve import Limits, Lost
from pyrtool.base.arguments import guard
from pyrtool.base.words import counted
from pyrtool.records.record import Finding, Record


def confirm_loss(record: Record, finding: Finding, limits: Limits = Limits()) -> Finding:
    """The finding, and of a loss that a search found what the plain search of the whole game says.

    It is asked where the loss was confirmed and is exhausted, or a stock block. Anything else has
    evidence that needs no search: moves that are replayed, another block.
    """
    claim = record.verdict
    if finding.outcome == "fails" or "verdict" in finding.unconfirmed:
        return finding
    if not isinstance(claim, Lost) or claim.reason not in ("exhausted", "stock block"):
        return finding
    opinion = search(record.start(), limits)
    if opinion.answer == "won":
        return replace(finding, outcome="fails", words=f"{finding.words}, but a plain search wins")
    if opinion.answer == "unknown":
        words = f"{finding.words}, but not plainly: the limit on {opinion.limit} was reached"
        return replace(finding, outcome="limit", words=words)
    seen = counted(opinion.nodes, "position")
    return replace(finding, words=f"{finding.words}, and by a plain search of {seen}")


guard(__name__)
