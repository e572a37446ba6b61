"""An explanation as text and as Markdown, with the story of a solution.

Decides which moves of a story are in one paragraph: those that need no reason, up to the next one
that does.
"""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import groupby, pairwise, starmap
from math import ceil
from textwrap import fill
from typing import Final, Literal, NamedTuple

from pyrtool.answers.explain.explanation import MOST_SENTENCES, Explanation
from pyrtool.answers.explain.locks import locks_of
from pyrtool.answers.explain.problem import Problem
from pyrtool.answers.explain.story import Choice, Story
from pyrtool.answers.explain.wording.clauses import CANNOT, SHOWN_BY_TRIAL
from pyrtool.answers.explain.wording.numbering import CARD
from pyrtool.answers.explain.wording.phrases import (
    DASH,
    Phrase,
    Prose,
    Row,
    Sentence,
    Text,
    listed,
    phrase,
    row,
)
from pyrtool.answers.explain.wording.sentences import COLON, WITH
from pyrtool.base.bits import bits
from pyrtool.game.cards import Card
from pyrtool.game.line import played, uncovered
from pyrtool.game.moves import Discard, Move, Redeal
from pyrtool.game.position import Position
from pyrtool.languages import message, say, speaking

WIDTH: Final = 80
WIDTH_OF_NAME: Final = 26
"""Room for the name of a deal in front of a long conclusion."""


def conclusion_line(explanation: Explanation) -> str:
    """Return the conclusion as text has it after the name of the deal."""
    if explanation.parts or explanation.verdict != "lost":
        return explanation.conclusion
    name = " " * WIDTH_OF_NAME
    return fill(explanation.conclusion, WIDTH, initial_indent=name, subsequent_indent="  ").lstrip()


def forced_lines(explanation: Explanation, story: Story | None) -> Iterator[str]:
    """Yield the pairs of every solution, in the order of the story if there is one."""
    pairs = {frozenset(pair): pair for pair in explanation.forced}
    moves = story.moves if story else ()
    made = [frozenset(map(str, move.cards)) for move in moves if isinstance(move, Discard)]
    if in_time := {pair: pairs[pair] for pair in made if pair in pairs} or pairs:
        yield f"{', '.join(map('/'.join, in_time.values()))}."


def _too_long(explanation: Explanation) -> str:
    words = say(
        "The proof has {0} steps, more than {1}: the option --whole prints it.",
        *(explanation.sentences, MOST_SENTENCES),
    )
    statement = explanation.statement
    return words if statement is None else " ".join([words, say("In short: {0}.", statement)])


MOST_WORDS: Final = 45
"""Words of a reason of several sentences, which is given by its ideas unless it is requested in
full."""

MOST_DISCARDS: Final = 6
"""Discards of moves that are printed together."""

MOST_WHOLE: Final = 60
"""Words of a reason that is given in full."""

_IN_BRIEF: Final = message("in brief, {0}")

_LONGER: Final = message(
    'Reasons "in brief" leave steps out: the option --whole prints them, and the proof of what '
    "is in every solution."
)

_PROOF: Final = message("Why this is in every solution:")

MOST_END: Final = 30
"""Words of the end of a proof that is given in brief: with more, its reasons are left out."""

_IF: Final = message("if {0}, {1}")
_BY_SEARCH: Final = message("{0} (by search)")

FORCED: Final = ("forced", "search")
"""Kinds of pairs that are in every solution from there, though it does not show at a glance."""

LOSES: Final = message("{0} loses")
_INSTEAD_OF_LAST: Final = message("Instead of the last deal, {0} loses")
UNCOVERS: Final = message("{0} uncovers {1}")
_ONLY_MOVE: Final = message("{0} (only move)")
_AND: Final = message("{0}; {1}")

PLAIN: Final = (
    message("no pair that it passes by is needed now"),
    message("a king alone loses nothing"),
    message("it is the only legal move"),
)
"""By the number of cards that a move discards."""

_ONE: Final = {
    "last": message("{0}. No other partner is left."),
    "free": message("{0} is free: another solution does without this pair."),
    "open": message("{0}. Whether every solution has this pair is unknown."),
}


@dataclass(frozen=True)
class Paragraph:
    """Moves in words, and the sentences of their reason, each with its number or an empty one.

    `discards`: how many it has. `aside`: it is about a move that is not made.
    """

    text: str
    sentences: tuple[tuple[str, str], ...] = ()
    aside: bool = False
    discards: int = 0


def paragraphs(story: Story, whole: bool = False) -> list[Paragraph]:
    """List the story in its order.

    Args:
        story: What to tell.
        whole: Tell reasons of more than three sentences in full.
    """
    lines: list[Paragraph] = []
    quiet: list[_Step] = []
    told: set[frozenset[Card]] = set()
    for (before, _, after), choice in zip(
        played(story.start, story.moves).steps(), story.choices, strict=True
    ):
        told |= {frozenset(one.tried.cards) for one in choice.against}
        if choice.kind in FORCED:
            lines += _quiet(quiet)
            quiet = []
            lines.append(replace(_forced(choice, before, after, told, whole), discards=1))
        else:
            quiet.append((choice, before, after))
        if choice.against:
            loses = LOSES if isinstance(choice.move, Discard) else _INSTEAD_OF_LAST
            lines += [*_quiet(quiet), *_traps(choice, whole, loses)]
            quiet = []
    return [*lines, *_quiet(quiet)]


def _forced(
    choice: Choice, before: Position, after: Position, told: Container[object], whole: bool
) -> Paragraph:
    """Write a move that is in every solution, with its reason unless traps and covers show it."""
    name = _opening(choice, before, after)
    if choice.proof is None:
        words = say(_BY_SEARCH, name) if choice.kind == "search" else name
        return Paragraph(_ended(words))
    if choice.against and _is_seen(choice.proof.problem, choice.move, told):
        return Paragraph(_ended(name))
    return reason(choice.proof, name, whole)


def _is_seen(problem: Problem, move: Move, told: Container[object]) -> bool:
    """Return whether each other partner of one of two cards covers it, lies under it, or is in a
    pair that was shown to lose."""
    assert isinstance(move, Discard)
    numbers = list(map(problem.cards.index, move.cards))
    return any(
        all(
            (problem.above[x] >> y | problem.above[y] >> x) & 1
            or frozenset((problem.cards[x], problem.cards[y])) in told
            for y in bits(problem.partners(x) & ~(1 << other))
        )
        for x, other in (numbers, numbers[::-1])
    )


def name_of(move: Move) -> str:
    """Return a move in words: ``3C with TD``."""
    if not isinstance(move, Discard):
        return say("deal")
    return say(WITH, *move.cards) if len(move.cards) > 1 else str(move.cards[0])


def paragraphs_of(choice: Choice, whole: bool = False) -> list[Paragraph]:
    """List the reason for one move, or why it needs none; `whole`: a long one, too."""
    if reasons := list(_reasons(choice, whole)):
        return reasons
    name = name_of(choice.move)
    if choice.kind == "plain":
        cards = len(choice.move.cards) if isinstance(choice.move, Discard) else 0
        return [Paragraph(say("{0}: {1}.", name, say(PLAIN[cards])))]
    return [Paragraph(say(_ONE[choice.kind], name))]


def _after(head: str, text: str) -> str:
    """Write what goes before a reason, and the reason."""
    return f"{head} {text[0].upper()}{text[1:]}" if head.endswith("!") else say(COLON, head, text)


def _ended(text: str) -> str:
    return text if text.endswith((".", "!")) else f"{text}."


_Step = tuple[Choice, Position, Position]
"""A move with its reason, and the positions before and after it."""


def _opening(choice: Choice, before: Position, after: Position) -> str:
    """Write a discard with its mark, and the cards that it uncovers."""
    name = name_of(choice.move)
    if choice.kind in FORCED:
        name += "!"
    elif isinstance(choice.move, Discard) and len(choice.move.cards) > 1:
        name = say(_ONLY_MOVE, name) if len(list(before.legal_moves())) == 1 else name
    bared = uncovered(before, after)
    return say(UNCOVERS, name, listed(map(str, bared))) if bared else name


def _quiet(run: Sequence[_Step]) -> Iterator[Paragraph]:
    """Write moves that need no reason in groups of about the same size."""
    made = [n for n, (choice, *_) in enumerate(run, 1) if isinstance(choice.move, Discard)]
    groups = max(1, ceil(len(made) / MOST_DISCARDS))
    size = max(1, ceil(len(made) / groups))
    ends = [*made[size - 1 : -1 : size], len(run)]  # deals after the last discard are with it
    for start, end in pairwise([0, *ends]):
        if start < end:
            yield _group(run[start:end])


def _group(run: Sequence[_Step]) -> Paragraph:
    """Write moves that need no reason, those between two deals in one sentence."""
    words, discards = [], 0
    for is_deal, some in groupby(run, lambda one: not isinstance(one[0].move, Discard)):
        steps = list(some)
        if is_deal:
            words.append(_deals([choice.move for choice, *_ in steps], steps[0][1], steps[-1][2]))
        else:
            words.append(_ended(reduce(partial(say, _AND), starmap(_opening, steps))))
            discards += len(steps)
    return Paragraph(" ".join(words), discards=discards)


def _deals(moves: Sequence[Move], before: Position, after: Position) -> str:
    if Redeal() in moves:
        if after.turned is None:
            return say("Deal, turn the waste over when the stock is empty, and deal on.")
        return say(
            "Deal, turn the waste over when the stock is empty, and deal on until {0} is turned.",
            after.turned,
        )
    if after.turned is not None:
        return say("Deal until {0} is turned.", after.turned)
    count = len(before.undealt()) - len(after.undealt())
    if after.stock:  # the rules turn no card
        return say("Deal one card.") if count == 1 else say("Deal {0} cards.", count)
    return say("Deal the last card.") if count == 1 else say("Deal the last {0} cards.", count)


def _reasons(choice: Choice, whole: bool) -> Iterator[Paragraph]:
    """Yield the reason for a move, and those against what it passes by."""
    name = name_of(choice.move)
    if choice.kind == "search":
        yield Paragraph(say("{0}. By search: every solution from here has this pair.", name))
    if choice.proof is not None:
        yield reason(choice.proof, name, whole)
    yield from _traps(choice, whole, LOSES)


def _traps(choice: Choice, whole: bool, loses: str) -> Iterator[Paragraph]:
    """Yield the pairs that lose in the place of a move."""
    for one in choice.against:
        head = say(loses, name_of(one.tried) + "?")
        yield replace(against(head, one.proof, whole), aside=True)


def against(head: str, proof: Explanation | None, whole: bool = False) -> Paragraph:
    """Say why a move loses, as its head says."""
    if proof is None:
        return Paragraph(say("{0}. By search: every continuation after it is lost.", head))
    return reason(proof, head, whole)


def reason(proof: Explanation, head: str, whole: bool = False) -> Paragraph:
    """Return what a proof shows, with its sentences; a short one says the move itself."""
    if not whole or in_full(proof):
        return Paragraph(_after(head, str(in_brief(proof))))
    lines: list[tuple[str, str]] = []
    for heading, sentences in proof.sections:
        lines += [("", str(heading))] if heading else []
        lines += [(sentence.number, sentence.text) for sentence in sentences]
    return Paragraph(say("{0}:", head), tuple(lines))


_PLACE: Final = re.compile(r" \([^)]*\)")
_NUMBER: Final = re.compile(r" ?\[(\w+)\]")


def in_full(proof: Explanation) -> Text:
    """Return all that a short proof without a trial says; nothing for others."""
    if proof.trials:
        return ""
    with speaking("en"):
        texts = [one for _, some in proof.sections for sentence in some for one in sentence.texts]
        if proof.verdict == "won":  # the move says it
            last = max(n for n, one in enumerate(texts) if isinstance(one, Prose))
            texts[last] = excluding(unnumbered(texts[last])) if last else excluding(texts[last])
        bare = [_bare(one) for one in texts]
        bare = [text for text in bare if str(text).strip()]
        whole = row(*(part for one in bare for part in (" ", one)))
        if len(str(whole).split()) > MOST_WHOLE:
            return ""
        first, *others = bare
        assert isinstance(first, Prose)
        begin, *more = first.sentences
        rest = [Prose(tuple(more))] if more else []
        spaced = ((one if str(one).startswith(" ") else row(" ", one)) for one in (*rest, *others))
        return row(begin, ".", *spaced)


class _Idea(NamedTuple):
    """What a statement says without its reasons, and the numbers that it rests on."""

    number: str
    text: Text
    needs: tuple[str, ...]


def in_brief(proof: Explanation) -> Text:
    """Return all that a short proof says; of others, the ideas: what contradicts what, or why other
    partners are excluded, and before it as many of the statements that this rests on as have room,
    without their reasons. A trial gives what it leads to."""
    if full := in_full(proof):
        return full
    with speaking("en"):  # the same ideas in each language
        ideas: list[_Idea] = []
        trials: list[str] = []
        for heading, sentences in proof.sections:
            some = [_Idea(*one) for sentence in sentences for one in _statements(sentence)]
            if isinstance(heading, Phrase):
                end = _led_to(some)
                number, needs = sentences[-1].number, tuple(n for i in some for n in i.needs)
                some = [_Idea(number, phrase(_IF, heading.values[1], end), needs)]
                trials.append(number)
            ideas += some
        *most, last = ideas
        ends = [unnumbered(sentences[-1].end), _bare(sentences[-1].end)]
        if proof.verdict == "won":  # the move says it
            ends = list(map(excluding, ends))
        needs = (*trials, *last.needs)
        names = _cards_in(ends[-1])
        brief: Text = ""
        for end in ends:  # the first names no partner that the ideas before it exclude
            if len(str(end).split()) > MOST_END:
                end = "" if proof.verdict == "won" else last.text
            elif _begins_with_but(end):
                end = _led_to([*most, last._replace(text=end)])
            brief = _chosen(most, end, needs)
            if names <= _cards_in(brief):
                break
        return brief


def _cards_in(text: Text) -> set[str]:
    """Return the cards that a text names."""
    return set(CARD.findall(str(text)))


def _chosen(ideas: Sequence[_Idea], end: Text, needs: Sequence[str]) -> Text:
    """Join the ideas that an end rests on, the nearest ones first while there is room, and it."""
    said = _sorted_words(end)
    room = MOST_WORDS - len(str(end).split())
    wanted = set(needs)
    chosen: list[Text] = []
    for idea in reversed(ideas):
        words = len(str(idea.text).split())
        is_next = idea is ideas[-1] and not wanted
        if idea.number not in wanted and not is_next:
            continue
        wanted |= {*idea.needs}
        if words <= room and not any(_is_within(idea.text, one) for one in (end, *chosen)):
            chosen.insert(0, idea.text)
            room -= words
    texts = [*chosen, *([end] if said else [])] or [ideas[-1].text]
    parts = [p for one in texts for p in (one.sentences if isinstance(one, Prose) else (one,))]
    brief = phrase(_IN_BRIEF, reduce(partial(phrase, _AND), parts))
    return brief if str(brief).endswith(".") else row(brief, ".")


def _sorted_words(text: Text) -> list[str]:
    """Return the words without places, in no order."""
    return sorted(re.sub(r"[;:,.]", "", _PLACE.sub("", str(text))).split())


def _is_within(text: Text, other: Text) -> bool:
    """Return whether another text says the same, or the same of two cards in the other order."""
    words = _PLACE.sub("", str(other))
    some = map(_sorted_words, words.split("; "))
    return _PLACE.sub("", str(text)) in words or _sorted_words(text) in some


def _statements(sentence: Sentence) -> Iterator[tuple[str, Text, tuple[str, ...]]]:
    """Yield the number of a sentence with each of its statements, without their reasons, and the
    numbers of those that these rest on. Each rests on those before it."""
    before: tuple[str, ...] = ()
    for text in sentence.texts:
        if isinstance(text, Prose):
            needs = tuple(_NUMBER.findall(str(text)))
            yield sentence.number, unnumbered(head_of(text)), (*before, *needs)
            before = (sentence.number,)


def _begins_with_but(text: Text) -> bool:
    return str(text).lower().startswith("but ")


def _led_to(ideas: Sequence[_Idea]) -> Text:
    """Return the last idea; if it only contradicts another, that one before it."""
    *most, last = ideas
    if not _begins_with_but(last.text) or not most:
        return last.text
    known = [one for one in most if one.number in last.needs] or most
    end = last.text.sentences[0] if isinstance(last.text, Prose) else last.text
    return phrase(_AND, known[-1].text, end)


def head_of(text: Text) -> Text:
    """Return what a sentence says, without its reasons. What contradicts it is no reason."""
    match text:
        case Prose():
            return text.head or head_of(text.sentences[0])
        case Phrase() if text.message == _AND and _begins_with_but(text.values[1]):
            return text
        case Phrase() if text.message in (COLON, _AND):
            return head_of(text.values[0])
    return text


def _bare(text: Text) -> Text:
    """Return a text without the numbers of other sentences."""

    def bare(one: Text) -> Text:
        if isinstance(one, Phrase) and one.message in (COLON, _AND) and "" in one.values:
            return one.values[0] or one.values[1]
        if isinstance(one, Phrase) and one.message == SHOWN_BY_TRIAL:
            return ""
        return _NUMBER.sub("", one) if isinstance(one, str) else one

    return changed(text, bare)


def unnumbered(text: Text) -> Text:
    """Return a text without the numbers of other sentences, and without the partners that go on a
    list only because others exclude them."""

    def shown(one: Text) -> Text:
        is_shown = isinstance(one, Phrase) and one.message == CANNOT and "[" in str(one.values[1])
        return "" if is_shown else one

    return _bare(changed(text, shown))


def excluding(text: Text) -> Text:
    """Return why a card has one partner left, without saying so first."""
    if not isinstance(text, Prose) or not text.head:
        return text
    return Prose((reduce(partial(phrase, _AND), text.items),)) if text.items else ""


def changed(text: Text, change: Callable[[Text], Text]) -> Text:
    """Return a text with its parts changed, and then itself."""
    match text:
        case Phrase():
            text = Phrase(text.message, tuple(changed(one, change) for one in text.values))
        case Row():
            text = Row(tuple(changed(one, change) for one in text.texts))
        case Prose():
            some = [changed(one, change) for one in text.sentences]
            items = [changed(one, change) for one in text.items]
            head = changed(text.head, change)
            text = Prose(tuple(filter(None, some)), head, tuple(filter(None, items)))
    return change(text)


def key_reasons(story: Story) -> list[tuple[int, Paragraph]]:
    """List the reasons for moves and against traps, each with the number of its move."""
    return [
        (number, one)
        for number, choice in enumerate(story.choices, 1)
        for one in _reasons(choice, False)
    ]


@dataclass(frozen=True)
class _Line:
    """A line of a printout after the conclusion; `mark` is its number, or that of its move."""

    kind: Literal[
        "plain", "heading", "sentence", "inner", "move", "aside", "reason", "case", "item"
    ]
    text: str
    mark: str = ""
    within: str = ""
    """The number of the move that a reason is about."""


_MARKDOWN: Final = {
    "plain": "{0}",
    "heading": "*{0}*",
    "sentence": "**{1}.** {0}",
    "inner": "> **{1}.** {0}",
    "move": "**{1}.** {0}",
    "aside": "*{0}*",
    "reason": "> {1}. {0}",
    "case": "> *{0}*",
    "item": "> {0}",
}
"""The form of a line, by its kind."""


def as_text(explanation: Explanation, story: Story | None = None, whole: bool = False) -> str:
    """Return an explanation in lines of at most 80 characters.

    Args:
        found: The explanation.
        story: The story of a solution, if it is of a winnable deal; without one, the proof is
            printed.
        whole: Print long proofs and reasons, too.
    """
    lines = [conclusion_line(explanation) if story is None else explanation.conclusion]
    if story is None:
        lines += [_filled(text, "  ") for text in explanation.introduction]
    for one in _lines_of(explanation, story, whole):
        head = f"  {one.mark}. " if one.mark else "  "
        if one.kind == "inner":
            head = f"  {head}"
        elif one.kind == "aside":
            head = " " * len(head)
        elif one.kind in ("reason", "case"):
            head = " " * len(f"  {one.within}. ") + head[2:]
        elif one.kind == "item":
            head = " " * len(f"  {one.within}. ") + "  " * one.within[0].isalpha()
        lines.append(_filled(one.text, head))
    return "\n".join(lines)


def as_markdown(explanation: Explanation, story: Story | None = None, whole: bool = False) -> str:
    """Return what `as_text` gives, in Markdown, a paragraph each."""
    first = f"**{explanation.conclusion}**"
    if story is None:
        first = " ".join([first, *explanation.introduction])
    lines = _lines_of(explanation, story, whole)
    return "\n\n".join([first, *(_MARKDOWN[one.kind].format(one.text, one.mark) for one in lines)])


def _lines_of(explanation: Explanation, story: Story | None, whole: bool) -> Iterator[_Line]:
    """Yield the lines after the conclusion: what is in every solution, then proof or story."""
    yield from (_Line("plain", text) for text in forced_lines(explanation, story))
    if story is None:
        yield from _proof_lines(explanation, whole)
        return
    yield from (_Line("plain", text) for text in _heads(explanation, story))
    number, within = 0, ""
    for paragraph in paragraphs(story, whole):
        last = number + paragraph.discards
        if paragraph.discards:
            within = str(last) if last == number + 1 else f"{number + 1}-{last}"
        elif not paragraph.aside:
            within = ""
        yield _Line("aside" if paragraph.aside else "move", paragraph.text, within)
        for mark, text in paragraph.sentences:
            yield _Line("reason" if mark else "case", text, mark, within)
        number = last
    if whole and explanation.sentences:
        yield _Line("plain", say(_PROOF))
        yield from _proof_lines(explanation, whole)
    elif not all(in_full(proof) for proof in story.proofs):
        yield _Line("plain", say(_LONGER))


def _proof_lines(explanation: Explanation, whole: bool) -> Iterator[_Line]:
    """Yield the sentences of the proof, each with its number."""
    if explanation.is_long and not whole:
        yield _Line("plain", _too_long(explanation))
        return
    for heading, sentences in explanation.sections:
        if heading:
            yield _Line("heading", str(heading))
        kind: Literal["inner", "sentence"] = "inner" if heading else "sentence"
        for sentence in sentences:
            first, *others = sentence.lines
            yield _Line(kind, first, sentence.number)
            yield from (_Line("item", text, within=sentence.number) for text in others)


def _heads(explanation: Explanation, story: Story) -> Iterator[str]:
    """List what is known of the pairs that deduction does not show, the locks, and a heading."""
    yield from _rest_of_pairs(story)
    yield from map(str, locks_of(explanation, story))
    yield say('One solution ("!": every solution from there has the pair; "?": loses):')


def pairs_known(explanation: Explanation, story: Story) -> list[str]:
    """List in sentences the pairs of every solution, and how many of this one are not."""
    forced = [f"{', '.join(map('/'.join, explanation.forced))}."] if explanation.forced else []
    return [*forced, *_rest_of_pairs(story)]


def _rest_of_pairs(story: Story) -> Iterator[str]:
    if story.searched:
        pairs = ", ".join("/".join(pair) for pair in story.searched)
        yield say("By search, also in every solution: {0}.", pairs)
    if len(story.free) == 1:
        yield say("Another pair is not in every solution.")
    elif story.free:
        yield say("The other {0} pairs are not in every solution.", len(story.free))


def _filled(text: str, head: str) -> str:
    hang = " " * (len(head) + 2 * text.startswith(DASH))
    return fill(text, WIDTH, initial_indent=head, subsequent_indent=hang, break_on_hyphens=False)
