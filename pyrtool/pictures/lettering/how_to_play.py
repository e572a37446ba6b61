"""How a game is played, in words for someone who has the page and nothing else.

Decides the wording only; what the rules mean is `position`'s (docs/reference/rules.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pyrtool.base.messages import capital
from pyrtool.game.cards import RANKS
from pyrtool.game.games import Rules
from pyrtool.game.layout import Layout
from pyrtool.game.points import DISCARD_POINTS, row_points
from pyrtool.game.rules import lessons, pair_names
from pyrtool.languages import count_of, message, say
from pyrtool.notation.diagrams import is_spanish
from pyrtool.pictures.lettering.descriptions import rank_word
from pyrtool.pictures.lettering.titles import SPANISH

_PARAGRAPHS: Final = (
    ("pairs", "alone", "spanish", "packs", "tableau", "overlap"),
    ("stock", "passes"),
    ("goal", "points"),
)
"""The topics of each paragraph."""

_ABSENT: Final = {
    "alone": message("No card is discarded alone."),
    "spanish": message("The deck is French, with kings."),
    "packs": message("Each card is in the deck once."),
    "overlap": message("A pair may not be discarded when one of its cards lies on the other."),
    "stock": message("There is no stock."),
    "points": message("There are no points."),
}
"""What a game without a topic says beside a game that has it."""


_TIMES: Final = {1: message("once"), 2: message("twice")}
_STOCK_WASTE: Final = {
    "yes": message("They may match each other."),
    "no": message("They do not match each other."),
    "auto": message("When the turned card is dealt and matches the waste top, both vanish."),
    "auto-on-turn": message("When a card is turned that matches the waste top, both vanish."),
}
_FREE: Final = {
    (False, False): message("The top cards of the wastes are free."),
    (False, True): message("The top cards of the wastes and the turned card are free."),
    (True, False): message("The top and bottom cards of the wastes are free."),
    (True, True): message("The top and bottom cards of the wastes and the turned card are free."),
}
"""By whether both ends of the wastes are free, and a card is turned."""


def how_to_play(rules: Rules) -> list[str]:
    """Write the rules of a game, a paragraph each."""
    about = _topics(rules)
    paragraphs = ([line for name in names for line in about[name]] for names in _PARAGRAPHS)
    return [" ".join(lines) for lines in paragraphs if lines]


def how_it_differs(rules: Rules, base: Rules) -> str:
    """Write what a reader of `how_to_play` of the game `base` must know besides.

    >>> from pyrtool.game.games import game
    >>> how_it_differs(game("tower"), game("elizabeth"))
    'The waste may be turned over to be the stock again once.'
    """
    about, known = _topics(rules), _topics(base)
    lines: list[str] = []
    for name, now in about.items():
        if name == "tableau":  # a sentence for each shape
            lines += [line for line in now if line not in known[name]]
        elif now != known[name]:
            lines += now or ([say(_ABSENT[name])] if name in _ABSENT else [])
    return " ".join(lines)


def briefest_base(games: Sequence[Rules]) -> int:
    """Find the place of the game from which the others differ in the fewest words."""

    def length(at: int) -> int:
        differences = (how_it_differs(rules, games[at]) for rules in games)
        return len(" ".join([*how_to_play(games[at]), *differences]))

    return min(range(len(games)), key=length)


def _topics(rules: Rules) -> Mapping[str, list[str]]:
    """Write the sentences on each topic; none where the rules of a topic do not apply."""
    pairs = pair_names(rules).replace("T", "10")
    discard = say("Discard pairs of cards: {0}.", pairs)
    if not rules.pairs:
        discard = say("Discard pairs of cards that add to {0}: {1}.", rules.total, pairs)
    of_shapes = (shape.lesson for shape in Layout.of(rules).shapes)
    stock = _stock(rules)
    return {
        "pairs": [discard],
        "alone": list(_alone(rules)),
        "spanish": [f"{capital(say(SPANISH))}."] if is_spanish(rules) else [],
        "packs": [say("Each card is in the deck twice.")] if rules.packs > 1 else [],
        "tableau": [say(lesson) for lesson in dict.fromkeys(filter(None, of_shapes))],
        "overlap": [
            say("A pair may also be discarded when one of its cards lies on the other and is free.")
        ]
        if rules.overlap
        else [],
        "stock": stock and [*stock, *lessons(rules)],
        "passes": list(_passes(rules)),
        "goal": [
            say("The game is won when the pyramid is cleared.")
            if rules.goal == "pyramid"
            else say("The game is won when all {0} cards are discarded.", rules.deck_size)
        ],
        "points": _points(rules),
    }


def _alone(rules: Rules) -> Iterator[str]:
    for rank in (RANKS[n - 1] for n in range(1, rules.highest_rank + 1) if rules.goes_alone(n)):
        if rank in "A8":
            yield say("An {0} is discarded alone.", rank_word(rank))
        else:
            yield say("A {0} is discarded alone.", rank_word(rank))


def _stock(rules: Rules) -> list[str]:
    if rules.stock == "bouquet":
        return [say("The bouquet lies open: all of its cards are free from the start.")]
    if rules.stock == "none" or not rules.stock_size:
        return []
    if rules.wastes > 1:
        return list(_wastes(rules))
    has_ends = rules.waste_ends == "both"
    if rules.stock_top:
        free = say("The turned card of the stock and the top card of the waste are free;")
        if has_ends:
            free = say(
                "The turned card of the stock and the top card and bottom card of the waste are "
                "free;"
            )
        lines = [f"{free} {say('dealing puts the turned card on the waste.')}"]
        lines.append(say(_STOCK_WASTE[rules.stock_waste]))
    else:
        dealt = count_of(rules.draw, "card")
        free = say("its top card is free, the stock's is not.")
        if has_ends:
            free = say("its top card and bottom card are free, the stock's is not.")
        lines = [f"{say('Dealing puts {0} on the waste;', dealt)} {free}"]
    return lines


def _wastes(rules: Rules) -> Iterator[str]:
    """Describe several wastes."""
    if rules.deal_to == "choice":
        yield say(
            "There are {0} wastes: each card is dealt to the one that you choose.", rules.wastes
        )
    else:
        yield say("Each deal puts a card on each of {0} wastes.", rules.wastes)
    yield say(_FREE[rules.waste_ends == "both", rules.stock_top])
    if rules.stock_top and rules.stock_waste == "no":
        yield say("The turned card does not match the cards of the wastes.")


def _passes(rules: Rules) -> Iterator[str]:
    if rules.stock != "dealt" or not rules.stock_size:
        return
    one = rules.wastes == 1
    if rules.passes is None and one:
        yield say("When the stock is empty, the waste is turned over to be the stock again.")
    elif rules.passes is None:
        yield say(
            "When the stock is empty, the wastes, the first one first, are turned over to be the "
            "stock again."
        )
    elif rules.passes > 1:
        turns = rules.passes - 1
        times = say(_TIMES[turns]) if turns in _TIMES else say("{0} times", turns)
        if one:
            yield say("The waste may be turned over to be the stock again {0}.", times)
        else:
            yield say(
                "The wastes, the first one first, may be turned over to be the stock again {0}.",
                times,
            )
    else:
        yield say("The stock is dealt once.")


def _points(rules: Rules) -> list[str]:
    if rules.scoring == "microsoft":
        rows = ", ".join(map(str, row_points(rules.row_count)))
        return [
            say(
                "A pair scores {0} points, and so does a card that is discarded alone. Clearing a "
                "row of the pyramid scores more: {1}, from the bottom row up.",
                DISCARD_POINTS,
                rows,
            )
        ]
    if rules.scoring == "par":
        return [
            say(
                "Clearing the pyramid scores 50, 35 or 20 points in the first, second or third "
                "pass, less one for every card that is left."
            )
        ]
    return []
