"""Exchanges of two cards in words: where the cards lie, and why the verdict turns."""

from typing import Final

from pyrtool.answers.blocks.certificate import blocks
from pyrtool.answers.blocks.wording import argue
from pyrtool.cli.deals.selection import SelectedDeal
from pyrtool.game.deals import Deal
from pyrtool.game.position import Position
from pyrtool.languages import grouped, say
from pyrtool.surveys.exchanges import Exchange, twins

_MOST_NAMED: Final = 3


def exchange_words(deal: Deal, exchange: Exchange) -> str:
    """Return ``QD (pyramid 1.1) and 9C (column 8)``."""
    start = Position.start(deal)
    return " and ".join(f"{card} ({start.where(card)})" for card in exchange.cards)


def exchange_reason(deal: Deal, exchange: Exchange) -> str:
    """Say why the verdict turns: the block of a lost twin, or what the cards were in the deal's
    block. Nothing where only a search decides."""
    if exchange.verdict == "lost":
        certificates = blocks(exchange.twin)
        return f": {argue(certificates[0], deal.rules)}" if certificates else ""
    certificates = blocks(deal)
    if not certificates:
        return ""
    block = certificates[0]
    ranks = {rank for ranks in block.block.sets for rank in ranks}
    roles = []
    for card in exchange.cards:
        if card in block.held:
            roles.append(f"{card} was stuck")
        elif card in block.holding:
            roles.append(f"{card} held others")
        elif card.rank in ranks:
            roles.append(f"{card} is of the block's sets")
    return f": {', '.join(roles)}"


def would_be_winnable(selected: SelectedDeal) -> str:
    """Say which exchanges of two cards make a lost deal winnable; for the end of an explanation."""
    found = twins(selected.whole_deal)
    if not found.turning:
        return say("No exchange of two cards would make it winnable.")
    pairs = [say("{0} and {1}", *exchange.cards) for exchange in found.turning[:_MOST_NAMED]]
    return say(
        "It would be winnable if two cards changed places: {0} ({1} of {2} exchanges).",
        "; ".join(pairs),
        grouped(len(found.turning)),
        grouped(len(found.exchanges)),
    )
