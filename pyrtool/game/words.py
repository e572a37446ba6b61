"""Places, moves, commands, and letters of cards as a player reads and types them, in the chosen
language.

Decides which of their words are translated, and reads them again. What programs read, the words of
`notation`, is English.
"""

import re
from typing import Final
from unicodedata import combining, normalize

from pyrtool.game.shapes import KINDS
from pyrtool.languages import message, say

PLACES: Final = {
    **{kind.place: kind.place for kind in KINDS.values()},
    "row": message("row"),
    "waste": message("waste"),
    "bottom": message("bottom"),
    "bouquet": message("bouquet"),
    "stock": message("stock"),
    "turned": message("turned card"),
}
"""The words of places and piles, each with its message."""
_IN_MOVES: Final = {
    **PLACES,
    "turned": message("turned"),
    "col": message("col"),
    "deal": message("deal"),
    "redeal": message("redeal"),
}
_WORD: Final = re.compile("|".join(sorted(_IN_MOVES, key=len, reverse=True)))
_COMMANDS: Final = message(
    "undo redo hint why solve moves show score open turned save next rules help quit"
)
_AFTER_THEM: Final = message("all play worth chances")
LETTERED: Final = (message("T"), message("J"), message("Q"), message("K"))
"""The ranks whose letters languages change: a ten is 10 in most of them."""
_RANK: Final = re.compile(r"(?<![^/\s])[TJQK](?=[CDHS]\b|[@/\s]|$)")
_SUIT: Final = "[CDHScdhs♣♦♥♠]?"
_LONE: Final = re.compile(r"[dr]\d*|[dr]\*\d+")
"""Words that deal or redeal if they are all that is typed."""
_DEALT: Final = re.compile(r"([^\W\d_]+)(\d*(?:\*\d+)?)")
"""A word that may deal or redeal, to a waste, several times."""


def place_words(place: str) -> str:
    """Write a place or a pile in words.

    >>> from pyrtool.languages import speaking
    >>> with speaking("de"):
    ...     place_words("pyramid 2, row 3")
    'Pyramide 2, Reihe 3'
    """
    return re.sub("[a-z]+", lambda match: say(PLACES.get(match[0], match[0])), place)


def move_words(words: str) -> str:
    """Write moves with the words and card letters of the language.

    >>> from pyrtool.languages import speaking
    >>> with speaking("de"):
    ...     move_words("J@waste/2@col3"), move_words("QC/AS"), move_words("deal*3")
    ('B@Ablage/2@Sp3', 'DC/AS', 'aufdecken*3')
    """
    return spoken_moves(card_letters(words))


def spoken_moves(words: str) -> str:
    """Write moves with the words of the language, and the card letters of English.

    >>> from pyrtool.languages import speaking
    >>> with speaking("de"):
    ...     spoken_moves("J@waste/2@col3")
    'J@Ablage/2@Sp3'
    """
    return _WORD.sub(lambda match: say(_IN_MOVES[match[0]]), words)


def card_letters(text: str) -> str:
    """Write a text whose cards have the letters of the language: ``JC``, and ``J`` if it is alone.

    >>> from pyrtool.languages import speaking
    >>> with speaking("fr"):
    ...     card_letters("J/2 KD")
    'V/2 RD'
    """
    return _RANK.sub(lambda match: say(match[0]), text)


def set_words(name: str) -> str:
    """Write the name of a set, ``A-Q``, with the letters of the language."""
    return "-".join(map(say, name.split("-")))


def command_words(text: str) -> str:
    """Write a text about what is typed in `play`, its commands and moves in the language's words.

    >>> from pyrtool.languages import speaking
    >>> with speaking("de"):
    ...     command_words("undo, u, undo 3, undo all"), command_words("deal, deal*3, d")
    ('zurück, u, zurück 3, zurück alle', 'aufdecken, aufdecken*3, d')
    """
    words = {**_own_commands(), **{word: say(_IN_MOVES[word]) for word in ("deal", "redeal")}}
    return re.sub("[a-z]{2,}", lambda match: words.get(match[0], match[0]), text)


def typed_command(word: str) -> str:
    """Translate a command, or what follows it, into English; another word stays as it is.

    Accents may be missing.

    >>> from pyrtool.languages import speaking
    >>> with speaking("de"):
    ...     typed_command("Tipp"), typed_command("zuruck"), typed_command("undo")
    ('hint', 'undo', 'undo')
    """
    english = {_without_accents(own): word for word, own in _own_commands().items()}
    plain = word.removesuffix("!")
    return english.get(_without_accents(plain), plain) + word[len(plain) :]


def _own_commands() -> dict[str, str]:
    return {
        english: own
        for words in (_COMMANDS, _AFTER_THEM)
        for english, own in zip(words.split(), say(words).split(), strict=True)
    }


def typed_words(line: str) -> str:
    """Translate the words and letters of moves in a typed line into English.

    A letter that also deals, ``d`` or ``r``, deals if it is all that is typed.

    >>> from pyrtool.languages import speaking
    >>> with speaking("de"):
    ...     typed_words("d♣ a"), typed_words("bd@Sp3/2h"), typed_words("d"), typed_words("undo 3")
    ('Q♣ a', 'Jd@col3/2h', 'd', 'undo 3')
    >>> with speaking("de"):
    ...     typed_words("aufdecken*3 10d/3s wenden")
    'deal*3 Td/3s redeal'
    """
    own = {say(rank).lower(): rank for rank in LETTERED}
    if own.keys() == set("tjqk") or _LONE.fullmatch(line.strip().lower()):
        return line
    english = {_without_accents(say(own)): word for word, own in _IN_MOVES.items()}
    letters = "".join(letter for letter in own if len(letter) == 1)
    rank = rf"1[0-3]|[A2-9TJQK1{letters}]"
    place = r"@[^\s/@]+"
    word = re.compile(rf"(?:(?:{rank}){_SUIT}(?:{place})?[/+-]?){{1,2}}", re.IGNORECASE)
    card = re.compile(rf"({rank})({_SUIT})({place})?", re.IGNORECASE)

    def in_english(match: re.Match[str]) -> str:
        return english.get(_without_accents(match[0]), match[0])

    def card_in_english(match: re.Match[str]) -> str:
        where = re.sub(r"[^\W\d_]+", in_english, match[3] or "")
        return own.get(match[1].lower(), match[1]) + match[2] + where

    def move_in_english(match: re.Match[str]) -> str:
        if word.fullmatch(match[0]):
            return card.sub(card_in_english, match[0])
        dealt = _DEALT.fullmatch(match[0])
        if dealt and english.get(_without_accents(dealt[1])) in ("deal", "redeal"):
            return english[_without_accents(dealt[1])] + dealt[2]
        return match[0]

    return re.sub(r"[^\s,]+", move_in_english, line)


def _without_accents(word: str) -> str:
    """Write a word in lower case, as a keyboard without accents has it."""
    return "".join(sign for sign in normalize("NFKD", word.lower()) if not combining(sign))
