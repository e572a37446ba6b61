"""How a game is played, in words for someone who has the page and nothing else.

Decides the wording only; what the rules mean is `position`'s (docs/reference/rules.md).
"""

from __future__ import annotations

from collections.abc import Iterator

from pyrtool.base.arguments import guard
from pyrtool.base.words import counted
from pyrtool.game.cards import RANKS
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.points import DISCARD_POINTS, row_points
from pyrtool.notation.diagrams import is_spanish
from pyrtool.notation.rules import goal_words
from pyrtool.pictures.lettering.titles import SPANISH, capital, pair_names
from pyrtool.pictures.lettering.words import RANK_WORDS

_TIMES = {1: "once", 2: "twice"}


def how_to_play(rules: Rules) -> list[str]:
    """The rules of a game, a paragraph each."""
    return [" ".join(part) for part in (_discards(rules), _stock(rules), _goal(rules)) if part]


def _discards(rules: Rules) -> list[str]:
    pairs = pair_names(rules).replace("T", "10")
    adding = "" if rules.pairs else f" that add to {rules.total}"
    lines = [f"Discard pairs of cards{adding}: {pairs}."]
    for rank in (RANKS[n - 1] for n in range(1, rules.highest_rank + 1) if rules.goes_alone(n)):
        article = "An" if rank in "A8" else "A"
        lines.append(f"{article} {RANK_WORDS.get(rank, rank)} goes alone.")
    if is_spanish(rules):
        lines.append(f"{capital(SPANISH)}.")
    if rules.packs > 1:
        lines.append("Each card is there twice.")
    lines += dict.fromkeys(shape.lesson for shape in Layout.of(rules).shapes if shape.lesson)
    if rules.overlap:
        lines.append("A pair may also go when one of its cards lies on the other and is free.")
    return lines


def _stock(rules: Rules) -> list[str]:
    if rules.stock == "bouquet":
        return ["The bouquet lies open: all of its cards are free from the start."]
    if rules.stock == "none" or not rules.stock_size:
        return []
    if rules.wastes > 1:
        return [*_wastes(rules), *_passes(rules)]
    top = "top card" if rules.waste_ends == "top" else "top card and bottom card"
    verb = "is" if rules.waste_ends == "top" else "are"
    if rules.stock_top:
        lines = [
            f"The turned card of the stock and the {top} of the waste are free; "
            "dealing puts the turned card on the waste."
        ]
        lines += {
            "yes": ["They may go with each other."],
            "no": ["They do not go with each other."],
            "auto": ["When the turned card is dealt and matches the waste top, both vanish."],
            "auto-on-turn": ["When a card is turned that matches the waste top, both vanish."],
        }[rules.stock_waste]
    else:
        lines = [
            f"Dealing puts {counted(rules.draw, 'card')} on the waste; its {top} {verb} free, "
            "the stock's is not."
        ]
    if rules.waste_ends == "both":
        lines.append("The two ends of the waste may go together.")
    if rules.waste_pairs:
        lines.append("The two top cards of the waste may go together.")
    return [*lines, *_passes(rules)]


def _wastes(rules: Rules) -> Iterator[str]:
    """Several wastes."""
    if rules.deal_to == "choice":
        yield f"There are {rules.wastes} wastes: each card is dealt to the one that you choose."
    else:
        yield f"Each deal puts a card on each of {rules.wastes} wastes."
    ends = "top and bottom cards" if rules.waste_ends == "both" else "top cards"
    turned = " and the turned card" if rules.stock_top else ""
    yield f"The {ends} of the wastes{turned} are free."
    go = "may go" if rules.waste_match else "do not go"
    yield f"Cards of different wastes {go} together."
    if rules.stock_top and rules.stock_waste == "no":
        yield "The turned card does not go with a waste's."
    if rules.waste_pairs:
        yield "The two top cards of one waste may go together."


def _passes(rules: Rules) -> Iterator[str]:
    one = rules.wastes == 1
    over = ("the waste is" if one else "the wastes, the first one first, are") + " turned over"
    if rules.passes is None:
        yield f"When the stock is empty, {over} to be the stock again."
    elif rules.passes > 1:
        times = _TIMES.get(rules.passes - 1, f"{rules.passes - 1} times")
        over = over.replace(" is ", " may be ").replace(" are ", " may be ")
        yield f"{capital(over)} to be the stock again {times}."
    else:
        yield "The stock is dealt once."


def _goal(rules: Rules) -> list[str]:
    rows = ", ".join(map(str, row_points(rules.row_count)))
    _, goal = goal_words(rules)
    lines = [f"The game is won when {goal} {'is' if rules.goal == 'pyramid' else 'are'} gone."]
    if rules.scoring == "microsoft":
        lines.append(
            f"A pair scores {DISCARD_POINTS} points, and so does a card that goes alone. "
            f"Clearing a row of the pyramid scores more: {rows}, from the bottom row up."
        )
    if rules.scoring == "par":
        lines.append(
            "Clearing the pyramid scores 50, 35 or 20 points in the first, second or third "
            "pass, less one for every card that is left."
        )
    return lines


guard(__name__)
