"""A story in words: paragraphs, each with what shows it.

Decides which moves are told together: those that need no reason, up to the next one that does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from textwrap import fill
from typing import Final

from pyrtool.answers.explain.explanation import Explanation
from pyrtool.answers.explain.story import Choice, Story
from pyrtool.answers.explain.wording.composing import COLON
from pyrtool.answers.explain.wording.matching import WITH
from pyrtool.answers.explain.wording.orders import set_of
from pyrtool.answers.explain.wording.phrases import Count, Text, listed, phrase
from pyrtool.answers.explain.writing import (
    WIDTH,
    format_markdown,
    format_text,
    found_lines,
    proof_lines,
    proof_paragraphs,
)
from pyrtool.base.arguments import guard
from pyrtool.game.line import played
from pyrtool.game.moves import Discard, Move, Redeal
from pyrtool.game.position import Position
from pyrtool.languages import message, noun, say

MOST_SENTENCES: Final = 5
"""A reason with more is printed only on request."""

MOST_MOVES: Final = 9
"""Pairs in one sentence."""

_LONGER: Final = message(
    "--whole prints the longer reasons, and the proof of what is in every solution."
)

_PROOF: Final = message("Why this is in every solution:")

_HEADS: Final = {
    "plain": message("Discard {0}."),
    "last": message("No other partner is left: {0}."),
    "free": message("Free: {0}."),
    "open": message("Perhaps free: {0}."),
}

LOSES: Final = message("{0} loses")
_INSTEAD_OF_LAST: Final = message("Instead of the last deal, {0} loses")

_SENTENCE: Final = noun("sentence")
_SHOWN: Final = {
    (False, False): message("shown by {0} of deduction"),
    (True, False): message("shown by {0} of deduction about {1}"),
    (False, True): message("shown by {0} of deduction and {2}"),
    (True, True): message("shown by {0} of deduction about {1} and {2}"),
}
"""By whether it is about some sets alone, and whether there are trials."""

PLAIN: Final = (
    message("no pair that it passes by is needed now"),
    message("a king alone loses nothing"),
    message("it is the only legal move"),
)
"""By the number of cards that a move discards."""

_ONE: Final = {
    "last": message("{0}. No other partner is left."),
    "free": message("{0}. Free: another solution does without this pair."),
    "open": message("{0}. Whether every solution has this pair is unknown."),
}


@dataclass(frozen=True)
class Paragraph:
    """Moves in words, and the sentences of their reason, each with its number or an empty one.

    `aside`: it is about a move that is not made.
    """

    text: str
    sentences: tuple[tuple[str, str], ...] = ()
    aside: bool = False


def paragraphs(story: Story, whole: bool = False) -> list[Paragraph]:
    """The story in its order.

    Args:
        story: What to tell.
        whole: Tell reasons of more than five sentences, too.
    """
    found: list[Paragraph] = []
    quiet: list[tuple[Choice, Position]] = []
    for (_, _, after), choice in zip(
        played(story.start, story.moves).steps(), story.choices, strict=True
    ):
        if choice.kind in _HEADS:
            quiet.append((choice, after))
        if choice.kind in _HEADS and not choice.against:
            continue
        if quiet:
            found.append(Paragraph(_quiet(quiet)))
            quiet = []
        found += _reasons(choice, whole, _INSTEAD_OF_LAST)
    return [*found, Paragraph(_quiet(quiet))] if quiet else found


def name_of(move: Move) -> str:
    """A move in words: ``3C with TD``."""
    if not isinstance(move, Discard):
        return say("deal")
    return say(WITH, *move.cards) if len(move.cards) > 1 else str(move.cards[0])


def paragraphs_of(choice: Choice, whole: bool = False) -> list[Paragraph]:
    """The reason for one move, or why it needs none; `whole`: a long one, too."""
    found = list(_reasons(choice, whole))
    if found:
        return found
    name = name_of(choice.move)
    if choice.kind == "plain":
        cards = len(choice.move.cards) if isinstance(choice.move, Discard) else 0
        return [Paragraph(say("{0}: {1}.", name, say(PLAIN[cards])))]
    return [Paragraph(say(_ONE[choice.kind], name))]


def _quiet(run: list[tuple[Choice, Position]]) -> str:
    """Moves that need no reason, those of one kind in one sentence."""
    words = []
    for (is_deal, kind), some in groupby(run, _key):
        moves = list(some)
        if is_deal:
            words.append(_deals([choice.move for choice, _ in moves], moves[-1][1]))
            continue
        for i in range(0, len(moves), MOST_MOVES):
            names = listed([name_of(choice.move) for choice, _ in moves[i : i + MOST_MOVES]])
            words.append(say(_HEADS[kind], names))
    return " ".join(words)


def _key(one: tuple[Choice, Position]) -> tuple[bool, str]:
    return not isinstance(one[0].move, Discard), one[0].kind


def _deals(moves: Sequence[Move], after: Position) -> str:
    count = len(moves)
    if Redeal() in moves:
        if after.turned is None:
            return say("Deal, turn the waste over when the stock is empty, and deal on.")
        return say(
            "Deal, turn the waste over when the stock is empty, and deal on until {0} is turned.",
            after.turned,
        )
    if after.turned is not None:
        return say("Deal until {0} is turned.", after.turned)
    return say("Deal the last card.") if count == 1 else say("Deal the last {0} cards.", count)


def _reasons(choice: Choice, whole: bool, loses: str = LOSES) -> Iterator[Paragraph]:
    """The reason for a move, and those against what it passes by, which begin with `loses`."""
    name = name_of(choice.move)
    if choice.kind == "search":
        yield Paragraph(say("{0}. By search: every solution from here has this pair.", name))
    if choice.proof is not None:
        yield reason(choice.proof, name, whole)
    for one in choice.against:
        head = say(loses, name_of(one.tried))
        yield replace(against(head, one.proof, whole), aside=True)


def against(head: str, proof: Explanation | None, whole: bool = False) -> Paragraph:
    """Why a move loses, as its head says."""
    if proof is None:
        return Paragraph(say("{0}. By search: every continuation after it is lost.", head))
    return reason(proof, head, whole)


def reason(proof: Explanation, head: str, whole: bool = False) -> Paragraph:
    """What a proof shows, with its sentences; one sentence says the move itself."""
    if proof.sentences > MOST_SENTENCES and not whole:
        return Paragraph(say("{0}: {1}.", head, how_long(proof)))
    lines: list[tuple[str, str]] = []
    for heading, sentences in proof.sections:
        lines += [("", str(heading))] if heading else []
        lines += [(sentence.number, sentence.text) for sentence in sentences]
    if len(lines) == 1:
        text = str(proof.sections[0][1][0].alone)
        return Paragraph(text if proof.verdict == "won" else say(COLON, head, text))
    return Paragraph(say("{0}:", head), tuple(lines))


def how_long(proof: Explanation) -> Text:
    """How many sentences a proof has that is only named, and which sets they are about."""
    by = listed([set_of(proof.problem.names[s]) for s in proof.sets])
    about_some = len(proof.sets) < len(proof.problem.names)
    shown = _SHOWN[about_some, proof.trials > 0]
    return phrase(shown, Count(proof.sentences, _SENTENCE), by, Count(proof.trials, "trial"))


def key_reasons(story: Story) -> list[tuple[int, Paragraph]]:
    """The reasons of a few sentences, each with the number of the move that has it."""
    found = []
    for number, choice in enumerate(story.choices, 1):
        proofs = [(name_of(choice.move), choice.proof)]
        proofs += [
            (say("Instead of this deal, {0} loses", name_of(one.tried)), one.proof)
            for one in choice.against
        ]
        found += [
            (number, reason(proof, head))
            for head, proof in proofs
            if proof is not None and proof.sentences <= MOST_SENTENCES
        ]
    return found


def has_long_reasons(story: Story) -> bool:
    """Whether a reason is too long to be printed without being requested."""
    proofs = [one for c in story.choices for one in (c.proof, *(r.proof for r in c.against))]
    return any(proof is not None and proof.sentences > MOST_SENTENCES for proof in proofs)


def as_text(found: Explanation, story: Story | None, whole: bool = False) -> str:
    """An explanation, with the story of a solution if it is of a winnable deal.

    Args:
        found: The explanation.
        story: The story; without one, the proof is printed.
        whole: Print long proofs and reasons, too.
    """
    if story is None:
        return format_text(found, whole)
    known = (*found_lines(found), *_heads(story))
    lines = [found.conclusion, *(_filled(line, "  ") for line in known)]
    for number, paragraph in _numbered(paragraphs(story, whole)):
        head = f"  {number}. "
        head = " " * len(head) if paragraph.aside else head
        lines.append(_filled(paragraph.text, head))
        lines += [sentence_line(one, " " * len(head)) for one in paragraph.sentences]
    if whole and found.sentences:
        return "\n".join([*lines, f"  {say(_PROOF)}", *proof_lines(found, whole)])
    return "\n".join([*lines, _filled(say(_LONGER), "  ")] if has_long_reasons(story) else lines)


def as_markdown(found: Explanation, story: Story | None, whole: bool = False) -> str:
    """What `as_text` gives, in Markdown."""
    if story is None:
        return format_markdown(found, whole)
    parts = [f"**{found.conclusion}**", *found_lines(found), *_heads(story)]
    for number, paragraph in _numbered(paragraphs(story, whole)):
        parts.append(
            f"*{paragraph.text}*" if paragraph.aside else f"**{number}.** {paragraph.text}"
        )
        parts += [
            f"> {mark}. {text}" if mark else f"> *{text}*" for mark, text in paragraph.sentences
        ]
    if whole and found.sentences:
        return "\n\n".join([*parts, say(_PROOF), *proof_paragraphs(found, whole)])
    return "\n\n".join([*parts, say(_LONGER)] if has_long_reasons(story) else parts)


def _numbered(some: Sequence[Paragraph]) -> Iterator[tuple[int, Paragraph]]:
    """Paragraphs, those about moves that are made with a number of their own."""
    number = 0
    for paragraph in some:
        number += not paragraph.aside
        yield number, paragraph


def sentence_line(sentence: tuple[str, str], indent: str) -> str:
    """A sentence of a reason with its number, wrapped."""
    number, text = sentence
    return _filled(text, f"{indent}{number}. " if number else indent)


def _heads(story: Story) -> Iterator[str]:
    """What is known of the pairs that deduction does not show in every solution, and a heading."""
    yield from _rest_of_pairs(story)
    if any(choice.kind == "free" for choice in story.choices):
        yield say(
            'One solution, with the reasons for its moves ("Free": another solution does without '
            "the pair):"
        )
        return
    yield say("One solution, with the reasons for its moves:")


def pairs_known(found: Explanation, story: Story) -> list[str]:
    """The pairs that are in every solution, and how many of the solution are not, in sentences."""
    forced = [f"{', '.join(map('/'.join, found.forced))}."] if found.forced else []
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
    return fill(
        text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    )


guard(__name__)
