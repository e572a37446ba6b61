"""An explanation as JSON, as Markdown, and as text."""

from __future__ import annotations

from itertools import groupby
from textwrap import fill
from typing import Final

from pyrtool.answers.explain.explanation import MOST_SENTENCES, Explanation
from pyrtool.answers.explain.facts import Fact
from pyrtool.answers.explain.wording.orders import place_of
from pyrtool.base.arguments import guard
from pyrtool.base.json_object import JsonObject
from pyrtool.languages import say

WIDTH: Final = 80


def format_explanation(explanation: Explanation) -> JsonObject:
    """The explanation as JSON has it: every step, with the numbers of those that it rests on."""
    numbers: dict[Fact, int] = {}
    count = 0
    parts: list[JsonObject] = []
    for part, (heading, sentences) in zip(explanation.parts, explanation.sections, strict=True):
        before, steps = dict(numbers), []
        for step in part.steps:
            count += 1
            numbers[step.fact] = count
            steps.append(
                {
                    "step": count,
                    "fact": _format_fact(explanation, step.fact),
                    "technique": step.technique,
                    "from": [numbers[premise] for premise in step.premises],
                }
            )
        supposed = part.supposed
        parts.append(
            {
                "suppose": None if supposed is None else _format_fact(explanation, supposed),
                "heading": str(heading) or None,
                "sentences": [
                    {
                        "number": sentence.number,
                        "text": sentence.text,
                        "technique": sentence.technique,
                        "steps": [numbers[fact] for fact in sentence.facts],
                    }
                    for sentence in sentences
                ],
                "steps": steps,
            }
        )
        if supposed is not None:
            numbers = before
    return {
        "verdict": explanation.verdict,
        "conclusion": explanation.conclusion,
        "sets": [explanation.problem.names[s] for s in explanation.sets],
        "trials": explanation.trials,
        "techniques": list(explanation.techniques),
        "forced": [list(pair) for pair in explanation.forced],
        "latest": [{"card": card, "before": turned} for card, turned in explanation.latest],
        "parts": parts,
    }


def _format_fact(explanation: Explanation, fact: Fact) -> list[str | int]:
    names = explanation.problem.cards
    if fact.kind == "contradiction":
        return [fact.kind]
    other = fact.y if fact.kind in ("not before", "in time") else str(names[fact.y])
    return [fact.kind, str(names[fact.x]), other]


def format_text(explanation: Explanation, whole: bool = False) -> str:
    """The conclusion and the sentences, in lines of at most 80 characters.

    Args:
        explanation: What to print.
        whole: Print a proof of more than 30 sentences, too.
    """
    lines = [
        explanation.conclusion,
        *(_filled(line, "  ", "  ") for line in (explanation.meaning,) if line),
        *(_filled(line, "  ", "  ") for line in found_lines(explanation)),
    ]
    return "\n".join([*lines, *proof_lines(explanation, whole)])


def found_lines(explanation: Explanation) -> list[str]:
    """What is in every solution of a winnable deal: pairs, and latest moments."""
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


def proof_lines(explanation: Explanation, whole: bool = False) -> list[str]:
    """The sentences of the proof, each with its number, in lines of at most 80 characters."""
    if explanation.is_long and not whole:
        return [_filled(_too_long(explanation), "  ", "  ")]
    lines = [_filled(line, "  ", "  ") for line in _in_place_of_a_proof(explanation)]
    for heading, sentences in explanation.sections:
        indent = "    " if heading else "  "
        if heading:
            lines.append(_filled(str(heading), "  ", "  "))
        for sentence in sentences:
            number = f"{sentence.number}. "
            lines.append(_filled(f"{number}{sentence.text}", indent, indent + " " * len(number)))
    return lines


def format_markdown(explanation: Explanation, whole: bool = False) -> str:
    """The conclusion and the sentences in Markdown, a paragraph each.

    Args:
        explanation: What to print.
        whole: Print a proof of more than 30 sentences, too.
    """
    meaning = f" {explanation.meaning}" if explanation.meaning else ""
    parts = [f"**{explanation.conclusion}**{meaning}", *found_lines(explanation)]
    return "\n\n".join([*parts, *proof_paragraphs(explanation, whole)])


def proof_paragraphs(explanation: Explanation, whole: bool = False) -> list[str]:
    """The sentences of the proof in Markdown."""
    if explanation.is_long and not whole:
        return [_too_long(explanation)]
    parts = _in_place_of_a_proof(explanation)
    for heading, sentences in explanation.sections:
        if heading:
            parts.append(f"*{heading}*")
        quote = "> " if heading else ""
        parts += [f"{quote}**{sentence.number}.** {sentence.text}" for sentence in sentences]
    return parts


def _too_long(explanation: Explanation) -> str:
    words = say(
        "The proof has {0} sentences, more than {1}: --whole prints it.",
        *(explanation.sentences, MOST_SENTENCES),
    )
    return " ".join([words, *_statement(explanation)])


def _in_place_of_a_proof(explanation: Explanation) -> list[str]:
    """What is printed for a lost deal for which no proof was found."""
    is_unproved = explanation.verdict == "lost" and not explanation.parts
    return _statement(explanation) if is_unproved else []


def _statement(explanation: Explanation) -> list[str]:
    """The shortest true statement, if there is one."""
    statement = explanation.statement
    return [] if statement is None else [say("In short: {0}.", statement)]


def _filled(text: str, first: str, others: str) -> str:
    return fill(text, WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)


guard(__name__)
