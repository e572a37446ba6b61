"""The reasons of a site's problems, as files that are asked for when the problem has been seen.

Decides how their sentences are packed: as numbers in a pool of messages and cards, which each
language has in its own words.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from pyrtool.answers.explain.difficulty import Reasoning
from pyrtool.answers.explain.wording.phrases import Count, Phrase, Prose, Row, Text, row
from pyrtool.answers.verdicts import Won
from pyrtool.base.json_object import JsonObject
from pyrtool.game.deals import Deal
from pyrtool.game.position import start_of
from pyrtool.languages import LANGUAGES, speaking
from pyrtool.pages.page.problem import ids_of, page_whys, reasoned_words
from pyrtool.pages.site.problems import Day, Entry, SiteError
from pyrtool.surveys.pool import LocalPool

Packed: TypeAlias = str | list["int | Packed"]

SENTENCE: Final = "^{0}."
_MOST: Final = 10  # values of a message: their places have one digit


@dataclass
class Pool:
    """The messages of a file, each one time."""

    _numbers: dict[str, int] = field(default_factory=dict, init=False)

    @property
    def messages(self) -> list[str]:
        """The messages by their numbers."""
        return list(self._numbers)

    def packed(self, text: Text) -> Packed:
        """Make a text as data."""
        match text:
            case str():
                return text
            case Count():
                return [-1, text.number, text.noun]
            case Prose():  # the sentences with their signs, a space between each two
                spaced = [bit for one in text.sentences for bit in (" ", Phrase(SENTENCE, (one,)))]
                return self.packed(row(*spaced[1:]))
            case Row() if len(text.texts) > _MOST:
                most, rest = text.texts[: _MOST - 1], text.texts[_MOST - 1 :]
                return self.packed(row(*most, row(*rest)))
            case Row():
                places = "".join(f"{{{k}}}" for k in range(len(text.texts)))
                return self._message(places, text.texts)
            case Phrase():
                return self._message(text.message, text.values)

    def _message(self, message: str, values: tuple[Text, ...]) -> Packed:
        number = self._numbers.setdefault(message, len(self._numbers))
        return [number, *map(self.packed, values)]


def translations(texts: Callable[[], Sequence[str]]) -> dict[str, dict[str, str]]:
    """Return the texts of each language by their English, if they differ; `texts` gives them in the
    chosen language."""
    english = texts()
    by_language = {}
    for language in LANGUAGES:
        with speaking(language):
            pairs = zip(english, texts(), strict=True)
            by_language[language] = {text: other for text, other in pairs if text != other}
    return by_language


def messages_in(value: object) -> set[str]:
    """Make the messages in the pools of a value and of the values in it."""
    if not isinstance(value, dict):
        return set()
    return set(value.get("pool", ())).union(*map(messages_in, value.values()))


REASONED_DAYS: Final = 7
"""The usual number of days with reasons, from the first day on."""

_Each: TypeAlias = Callable[..., Iterable[JsonObject | None]]
"""What calls a function with each of some arguments: `map`, or that of other processes."""


@contextmanager
def processes(workers: int) -> Iterator[_Each]:
    """Give a `map` whose calls are made by this number of processes; of this one if it is 0."""
    if not workers:
        yield map
        return
    pool = LocalPool(workers)
    try:
        yield pool.start().map
    except BrokenExecutor:
        raise SiteError("a worker died: it may have had too little memory; try again") from None
    finally:
        pool.stop()


def of_problems(entries: Sequence[Entry], each: _Each = map) -> dict[str, JsonObject]:
    """Return the reasons of the problems that have some, by their names."""
    found = each(_reasons, [(one.solved, one.won, one.reasoning) for one in entries])
    named = zip((one.name for one in entries), found, strict=True)
    return {name: reasons for name, reasons in named if reasons is not None}


def of_days(days: Sequence[Day], each: _Each = map) -> dict[str, JsonObject]:
    """Return the reasons of days, by their months and their dates."""
    each_day = each(_reasons, [(day.deal, day.won, day.reasoning) for day in days])
    months: dict[str, JsonObject] = {}
    for day, reasons in zip(days, each_day, strict=True):
        months.setdefault(day.date[:7], {})[day.date] = reasons
    return months


def _reasons(problem: tuple[Deal, Won, Reasoning | None]) -> JsonObject | None:
    """Make the reasons for each move of the solution, and the sentence on what they take."""
    deal, won, reasoning = problem
    why = page_whys(deal, won, ids_of(start_of(deal)))
    if why is None:
        return None
    pool = Pool()
    data: JsonObject = {"why": why.data(pool.packed), "pool": pool.messages}
    if reasoning is None:
        return data | {"reasoning": None}
    words = translations(lambda: [reasoned_words(reasoning)])
    return data | {"reasoning": reasoned_words(reasoning), "words": words}
