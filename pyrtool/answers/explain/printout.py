"""An explanation as text and as Markdown, with the story of a solution.

Decides which moves of a story are in one paragraph: those that need no reason, up to the next one
that does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from textwrap import fill
from typing import Final, Literal

from pyrtool.answers.explain.explanation import MOST_SENTENCES, Explanation
from pyrtool.answers.explain.story import Choice, Story
from pyrtool.answers.explain.wording.clauses import place_of, set_of
from pyrtool.answers.explain.wording.phrases import Count, Text, listed, phrase
from pyrtool.answers.explain.wording.sentences import COLON, WITH
from pyrtool.game.line import played
from pyrtool.game.moves import Discard, Move, Redeal
from pyrtool.game.position import Position
from pyrtool.languages import message, noun, say

WIDTH: Final = 80
WIDTH_OF_NAME: Final = 26
"""Room for the name of a deal in front of a long conclusion."""


def conclusion_line(explanation: Explanation) -> str:
    """Return the conclusion as text has it after the name of the deal."""
    if explanation.parts or explanation.verdict != "lost":
        return explanation.conclusion
    name = " " * WIDTH_OF_NAME
    return fill(explanation.conclusion, WIDTH, initial_indent=name, subsequent_indent="  ").lstrip()


def forced_lines(explanation: Explanation) -> list[str]:
    """Return what is in every solution of a winnable deal: pairs, and latest moments."""
    lines = []
    if explanation.forced:
        lines.append(f"{', '.join(map('/'.join, explanation.forced))}.")
    if explanation.latest:
        lines.append(
            say("In every solution that discards pairs as soon as it can, these cards are gone")
        )
    places = dict(zip(map(str, explanation.problem.cards), explanation.problem.places, strict=True))
    for turned, some in groupby(explanation.latest, lambda one: one[1]):
        cards = ", ".join(x for x, _ in some)
        place = place_of(places[turned])
        lines.append(say("before {0} ({1}) leaves the stock: {2}.", turned, place, cards))
    return lines


def _too_long(explanation: Explanation) -> str:
    words = say(
        "The proof has {0} sentences, more than {1}: --whole prints it.",
        *(explanation.sentences, MOST_SENTENCES),
    )
    statement = explanation.statement
    return words if statement is None else " ".join([words, say("In short: {0}.", statement)])


MOST_IN_A_REASON: Final = 5
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
    """List the story in its order.

    Args:
        story: What to tell.
        whole: Tell reasons of more than five sentences, too.
    """
    lines: list[Paragraph] = []
    quiet: list[_Step] = []
    for (before, _, after), choice in zip(
        played(story.start, story.moves).steps(), story.choices, strict=True
    ):
        if choice.kind in _HEADS:
            quiet.append((choice, before, after))
        if choice.kind in _HEADS and not choice.against:
            continue
        if quiet:
            lines.append(Paragraph(_quiet(quiet)))
            quiet = []
        lines += _reasons(choice, whole, _INSTEAD_OF_LAST)
    return [*lines, Paragraph(_quiet(quiet))] if quiet else lines


def name_of(move: Move) -> str:
    """Return a move in words: ``3C with TD``."""
    if not isinstance(move, Discard):
        return say("deal")
    return say(WITH, *move.cards) if len(move.cards) > 1 else str(move.cards[0])


def paragraphs_of(choice: Choice, whole: bool = False) -> list[Paragraph]:
    """List the reason for one move, or why it needs none; `whole`: a long one, too."""
    reasons = list(_reasons(choice, whole))
    if reasons:
        return reasons
    name = name_of(choice.move)
    if choice.kind == "plain":
        cards = len(choice.move.cards) if isinstance(choice.move, Discard) else 0
        return [Paragraph(say("{0}: {1}.", name, say(PLAIN[cards])))]
    return [Paragraph(say(_ONE[choice.kind], name))]


_Step = tuple[Choice, Position, Position]
"""A move with its reason, and the positions before and after it."""


def _quiet(run: list[_Step]) -> str:
    """Write moves that need no reason, those of one kind in one sentence."""
    words = []
    for (is_deal, kind), some in groupby(
        run, lambda one: (not isinstance(one[0].move, Discard), one[0].kind)
    ):
        steps = list(some)
        if is_deal:
            words.append(_deals([choice.move for choice, *_ in steps], steps[0][1], steps[-1][2]))
            continue
        for i in range(0, len(steps), MOST_MOVES):
            names = listed([name_of(choice.move) for choice, *_ in steps[i : i + MOST_MOVES]])
            words.append(say(_HEADS[kind], names))
    return " ".join(words)


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


def _reasons(choice: Choice, whole: bool, loses: str = LOSES) -> Iterator[Paragraph]:
    """Yield the reason for a move, and those against what it passes by, headed by `loses`."""
    name = name_of(choice.move)
    if choice.kind == "search":
        yield Paragraph(say("{0}. By search: every solution from here has this pair.", name))
    if choice.proof is not None:
        yield reason(choice.proof, name, whole)
    for one in choice.against:
        head = say(loses, name_of(one.tried))
        yield replace(against(head, one.proof, whole), aside=True)


def against(head: str, proof: Explanation | None, whole: bool = False) -> Paragraph:
    """Say why a move loses, as its head says."""
    if proof is None:
        return Paragraph(say("{0}. By search: every continuation after it is lost.", head))
    return reason(proof, head, whole)


def reason(proof: Explanation, head: str, whole: bool = False) -> Paragraph:
    """Return what a proof shows, with its sentences; one sentence says the move itself."""
    if proof.sentences > MOST_IN_A_REASON and not whole:
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
    """Return how many sentences a proof has that is only named, and which sets they are about."""
    by = listed([set_of(proof.problem.names[s]) for s in proof.sets])
    about_some = len(proof.sets) < len(proof.problem.names)
    shown = _SHOWN[about_some, proof.trials > 0]
    return phrase(shown, Count(proof.sentences, _SENTENCE), by, Count(proof.trials, "trial"))


def key_reasons(story: Story) -> list[tuple[int, Paragraph]]:
    """List the reasons of a few sentences, each with the number of the move that has it."""
    reasons = []
    for number, choice in enumerate(story.choices, 1):
        proofs = [(name_of(choice.move), choice.proof)]
        proofs += [
            (say("Instead of this deal, {0} loses", name_of(one.tried)), one.proof)
            for one in choice.against
        ]
        reasons += [
            (number, reason(proof, head))
            for head, proof in proofs
            if proof is not None and proof.sentences <= MOST_IN_A_REASON
        ]
    return reasons


def has_long_reasons(story: Story) -> bool:
    """Return whether a reason is too long to be printed without being requested."""
    proofs = [one for c in story.choices for one in (c.proof, *(r.proof for r in c.against))]
    return any(proof is not None and proof.sentences > MOST_IN_A_REASON for proof in proofs)


@dataclass(frozen=True)
class _Line:
    """A line of a printout after the conclusion; `mark` is its number, or that of its move."""

    kind: Literal["plain", "heading", "sentence", "inner", "move", "aside", "reason", "case"]
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
    if story is None and explanation.meaning:
        lines.append(_filled(explanation.meaning, "  "))
    for one in _lines_of(explanation, story, whole):
        head = f"  {one.mark}. " if one.mark else "  "
        if one.kind == "inner":
            head = f"  {head}"
        elif one.kind == "aside":
            head = " " * len(head)
        elif one.kind in ("reason", "case"):
            head = " " * len(f"  {one.within}. ") + head[2:]
        lines.append(_filled(one.text, head))
    return "\n".join(lines)


def as_markdown(explanation: Explanation, story: Story | None = None, whole: bool = False) -> str:
    """Return what `as_text` gives, in Markdown, a paragraph each."""
    first = f"**{explanation.conclusion}**"
    if story is None and explanation.meaning:
        first += f" {explanation.meaning}"
    lines = _lines_of(explanation, story, whole)
    return "\n\n".join([first, *(_MARKDOWN[one.kind].format(one.text, one.mark) for one in lines)])


def _lines_of(explanation: Explanation, story: Story | None, whole: bool) -> Iterator[_Line]:
    """Yield the lines after the conclusion: what is in every solution, then proof or story."""
    yield from (_Line("plain", text) for text in forced_lines(explanation))
    if story is None:
        yield from _proof_lines(explanation, whole)
        return
    yield from (_Line("plain", text) for text in _heads(story))
    number = 0
    for paragraph in paragraphs(story, whole):
        number += not paragraph.aside
        yield _Line("aside" if paragraph.aside else "move", paragraph.text, str(number))
        for mark, text in paragraph.sentences:
            yield _Line("reason" if mark else "case", text, mark, str(number))
    if whole and explanation.sentences:
        yield _Line("plain", say(_PROOF))
        yield from _proof_lines(explanation, whole)
    elif has_long_reasons(story):
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
        yield from (_Line(kind, sentence.text, sentence.number) for sentence in sentences)


def _heads(story: Story) -> Iterator[str]:
    """List what is known of the pairs that deduction does not show, and a heading."""
    yield from _rest_of_pairs(story)
    if any(choice.kind == "free" for choice in story.choices):
        yield say(
            'One solution, with the reasons for its moves ("Free": another solution does without '
            "the pair):"
        )
        return
    yield say("One solution, with the reasons for its moves:")


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
    return fill(
        text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    )
