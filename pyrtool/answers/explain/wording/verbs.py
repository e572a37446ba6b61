"""What cards do, as whole clauses: of a named card or several, of `it`, and of the card before.

In a message, ``{0}`` is the card or the cards, and ``{1}`` the object.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from pyrtool.answers.explain.wording.phrases import Phrase, Text
from pyrtool.base.arguments import guard
from pyrtool.languages import message


class Verb(NamedTuple):
    """The clauses of one verb, by their subjects (`Subject`)."""

    one: str
    many: str
    it: str
    which: str
    which_many: str


class Subject(NamedTuple):
    """Whose clause it is: `text` has the names of one or many; the cards before have none."""

    form: Literal["one", "many", "it", "which", "which_many"]
    text: Text = ""

    @property
    def many(self) -> bool:
        """Whether it is several cards."""
        return self.form in ("many", "which_many")

    def says(self, verb: Verb, *objects: Text) -> Phrase:
        """The clause of a verb with this subject."""
        return Phrase(getattr(verb, self.form), (self.text, *objects))


IT: Final = Subject("it")
WHICH: Final = Subject("which")
WHICH_MANY: Final = Subject("which_many")


def named(text: Text, many: bool = False) -> Subject:
    """A card, or several, by name."""
    return Subject("many" if many else "one", text)


LIES_ON: Final = Verb(
    message("{0} lies on {1}"),
    message("{0} lie on {1}"),
    message("it lies on {1}"),
    message(", which lies on {1}"),
    message(", which lie on {1}"),
)
LIES_UNDER: Final = Verb(
    message("{0} lies under {1}"),
    message("{0} lie under {1}"),
    message("it lies under {1}"),
    message(", which lies under {1}"),
    message(", which lie under {1}"),
)
LIES_ON_APART: Final = Verb(
    message("{0} lies on {1} and does not go with it"),
    message("{0} lie on {1} and does not go with it"),
    message("it lies on {1} and does not go with it"),
    message(", which lies on {1} and does not go with it"),
    message(", which lie on {1} and does not go with it"),
)
LIES_UNDER_APART: Final = Verb(
    message("{0} lies under {1} and does not go with it"),
    message("{0} lie under {1} and does not go with it"),
    message("it lies under {1} and does not go with it"),
    message(", which lies under {1} and does not go with it"),
    message(", which lie under {1} and does not go with it"),
)
GOES_BEFORE: Final = Verb(
    message("{0} goes before {1}"),
    message("{0} go before {1}"),
    message("it goes before {1}"),
    message(", which goes before {1}"),
    message(", which go before {1}"),
)
WAITS_FOR: Final = Verb(
    message("{0} waits for {1}"),
    message("{0} wait for {1}"),
    message("it waits for {1}"),
    message(", which waits for {1}"),
    message(", which wait for {1}"),
)
WAITS_FOR_TURNED: Final = Verb(
    message("{0} waits for {1}, which is turned on it"),
    message("{0} wait for {1}, which is turned on it"),
    message("it waits for {1}, which is turned on it"),
    message(", which waits for {1}, which is turned on it"),
    message(", which wait for {1}, which is turned on it"),
)
IS_TURNED_ON: Final = Verb(
    message("{0} is turned on {1}"),
    message("{0} are turned on {1}"),
    message("it is turned on {1}"),
    message(", which is turned on {1}"),
    message(", which are turned on {1}"),
)
GOES_WITH: Final = Verb(
    message("{0} goes with {1}"),
    message("{0} go with {1}"),
    message("it goes with {1}"),
    message(", which goes with {1}"),
    message(", which go with {1}"),
)
IS_TO_GO_WITH: Final = Verb(
    message("{0} is to go with {1}"),
    message("{0} are to go with {1}"),
    message("it is to go with {1}"),
    message(", which is to go with {1}"),
    message(", which are to go with {1}"),
)
IS_TURNED_LATER: Final = Verb(
    message("{0} is turned later"),
    message("{0} are turned later"),
    message("it is turned later"),
    message(", which is turned later"),
    message(", which are turned later"),
)
WAITS_FOR_TURN: Final = Verb(
    message("{0} waits for {1} to be turned"),
    message("{0} wait for {1} to be turned"),
    message("it waits for {1} to be turned"),
    message(", which waits for {1} to be turned"),
    message(", which wait for {1} to be turned"),
)
HAS_ALL_IN_STOCK: Final = Verb(
    message("{0} has all its partners in the stock, {1} first"),
    message("{0} have all their partners in the stock, {1} first"),
    message("it has all its partners in the stock, {1} first"),
    message(", which has all its partners in the stock, {1} first"),
    message(", which have all their partners in the stock, {1} first"),
)
MUST_BE_GONE: Final = Verb(
    message("{0} must be gone before {1} is turned"),
    message("{0} must be gone before {1} is turned"),
    message("it must be gone before {1} is turned"),
    message(", which must be gone before {1} is turned"),
    message(", which must be gone before {1} is turned"),
)


guard(__name__)
