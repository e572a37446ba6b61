"""Explanations and stories as records, and whether they hold.

Each step is checked by `pyrtool.answers.explain.check`, and the words are made again from the
steps. The referee replays the moves of a story; each of its reasons is checked in the position of
its move, and what rests on a search is searched again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pyrtool.answers.explain.check import wrong_step
from pyrtool.answers.explain.explanation import Explanation, Part, explain_verdict
from pyrtool.answers.explain.printout import Paragraph, paragraphs
from pyrtool.answers.explain.problem import (
    KINDS,
    ExplainError,
    Fact,
    Problem,
    Step,
    problem_in_play,
    problem_of,
    together,
)
from pyrtool.answers.explain.proof import Closure
from pyrtool.answers.explain.story import (
    PASSED_BY,
    Choice,
    Kind,
    Reason,
    Story,
    evident,
    needs,
    rest_of_pairs,
    traps_of,
)
from pyrtool.answers.solve import solve, verdict_only
from pyrtool.answers.verdicts import Lost, Unknown, Verdict, Won
from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject, is_same_json
from pyrtool.base.limits import Limits
from pyrtool.base.messages import counted
from pyrtool.game.line import played
from pyrtool.game.moves import Discard, Move
from pyrtool.game.position import Position, Subject
from pyrtool.notation.moves import parse_event, replay
from pyrtool.records.claims import Claims
from pyrtool.records.fields import write
from pyrtool.records.writing import deal_record, format_line

Fields = Mapping[str, Any]  # what a record has may be anything: `check` looks at its types

UNREADABLE: Final = (LookupError, TypeError, ValueError, StopIteration, ExplainError)
"""What a record of another shape may raise."""


def format_explanation(explanation: Explanation) -> JsonObject:
    """Write the explanation as JSON: every step, with the numbers of its premises."""
    numbers: dict[Fact, int] = {}
    count = 0
    parts: list[JsonObject] = []
    for part, (heading, sentences) in zip(explanation.parts, explanation.sections, strict=True):
        before, steps = dict(numbers), []
        for step in part.steps:
            count += 1
            numbers[step.fact] = count
            premises = [numbers[premise] for premise in step.premises]
            fact = _format_fact(explanation, step.fact)
            steps.append(write("step", step, step=count, fact=fact) | {"from": premises})
        supposed = part.supposed
        parts.append(
            {
                "suppose": None if supposed is None else _format_fact(explanation, supposed),
                "heading": str(heading) or None,
                "sentences": [
                    write("sentence", one, steps=[numbers[fact] for fact in one.facts])
                    for one in sentences
                ],
                "steps": steps,
            }
        )
        if supposed is not None:
            numbers = before
    theme = explanation.diagnosis
    diagnosis = (
        None
        if theme is None
        else {
            "theme": theme.theme,
            "key": str(explanation.problem.cards[theme.key]),
            "text": str(theme.words),
        }
    )
    return write(
        "explanation",
        explanation,
        **({} if diagnosis is None else {"diagnosis": diagnosis}),
        sets=[explanation.problem.names[s] for s in explanation.sets],
        latest=[{"card": card, "before": turned} for card, turned in explanation.latest],
        parts=parts,
    )


def _format_fact(explanation: Explanation, fact: Fact) -> list[str | int]:
    names = explanation.problem.cards
    if fact.kind == "contradiction":
        return [fact.kind]
    other = fact.y if fact.kind in ("not before", "in time") else str(names[fact.y])
    return [fact.kind, str(names[fact.x]), other]


def rebuilt(position: Position, record: Fields) -> JsonObject | None:
    """Return the record that the steps of a record give; None if no words can be made of them.

    The record was checked (`check`). The shape of steps that hold may still be one that the search
    never makes, and that has no words.
    """
    try:
        return format_explanation(explanation_of(problem_of(position), record))
    except UNREADABLE:
        return None


def explanation_of(problem: Problem, record: Fields) -> Explanation:
    """Return the explanation of a record; one of `UNREADABLE` if it is of another shape."""
    names = {str(card): x for x, card in enumerate(problem.cards)}
    facts: dict[int, Fact] = {}
    parts = []
    for part in record["parts"]:
        supposed = part["suppose"]
        steps = []
        for step in part["steps"]:
            facts[step["step"]] = fact = _fact(step["fact"], names)
            premises = tuple(facts[number] for number in step["from"])
            steps.append(Step(fact, step["technique"], premises))
        parts.append(Part(None if supposed is None else _fact(supposed, names), tuple(steps)))
    sets = tuple(problem.names.index(name) for name in record["sets"])
    return Explanation(problem, record["verdict"], sets, tuple(parts))


def _fact(words: list[Any], names: Mapping[str, int]) -> Fact:
    """Return a fact from a record, of two partners the card with the lower number first."""
    kind, *rest = words
    if kind == "contradiction":
        return Fact(KINDS[-1])
    x, y = names[rest[0]], rest[1] if isinstance(rest[1], int) else names[rest[1]]
    if kind in ("apart", "together"):
        x, y = min(x, y), max(x, y)
    return Fact(kind, x, y)


def explain_record(
    deal: Subject,
    game: str,
    explanation: Explanation,
    after: Sequence[Move] = (),
    story: Story | None = None,
) -> JsonObject:
    """Write the record of an explanation, each of its steps with what it rests on. `after` are the
    moves that were made before. A winnable deal's has the `story` of a solution."""
    record = format_explanation(explanation)
    if story is not None:
        record["story"] = format_story(story)
    return deal_record(deal, game, after) | {"explanation": record}


def check_explanation(start: Position, claimed: Fields, claims: Claims, limits: Limits) -> None:
    """Judge the verdict of an explanation, each of its steps, its words, and its story.

    A proof is its own evidence, and so is a story that wins. A verdict without either is searched
    again. That no proof was found, or no other pair that every solution has, is looked for again.
    """
    record = dict(claimed)
    story = record.pop("story", None)
    try:
        of, wrong = "explanation", _wrong_words(start, record)
        if wrong is None and story is not None:
            of, wrong = "story", "it can have no such story"
            if record["verdict"] == "won":
                wrong = wrong_story(start, explanation_of(problem_of(start), record), story)
    except UNREADABLE:
        of, wrong = "explanation", "it is of another shape"
    if wrong is not None:
        claims.contradict(f"{of}: {wrong}", "explanation")
        return
    if record["verdict"] == "unknown":
        claims.says_unknown("unknown: a limit was reached")
        claims.confirm("explanation")
        return
    steps = sum(len(part["steps"]) for part in record["parts"])
    if record["verdict"] == "lost" and steps:
        claims.confirm("explanation")
        claims.say(f"lost: {counted(steps, 'step')} hold")
        return
    found: Verdict
    if story is None:
        found = solve(start, limits)
    else:
        found = Won(replay([parse_event(one, "moves") for one in story["moves"]], start)[0], 0)
    if isinstance(found, Unknown):
        claims.limit(f"the verdict is open: the limit on {found.limit} was reached")
        return
    true = "lost" if isinstance(found, Lost) else "won"
    if record["verdict"] != true:
        claims.contradict(f"explanation: the deal is {true}", "explanation")
    elif missing := _missing(record, explain_verdict(start, found)):
        claims.contradict(f"explanation: {missing}", "explanation")
    else:
        claims.confirm("explanation")
        how = "searched again" if story is None else "as its story shows"
        claims.say(f"{true}, {how}; {counted(steps, 'step')} hold")


def _wrong_words(start: Position, record: Fields) -> str | None:
    """Say what is wrong with an explanation without its story: a step, or the words about it."""
    verdict, parts = record["verdict"], record["parts"]
    if parts and verdict == "unknown":
        return "there can be no steps"
    if parts and (wrong := wrong_step(start, record)) is not None:
        return wrong
    if verdict == "lost" and not parts:
        return None  # nothing was shown, which is looked for again
    if not is_same_json(rebuilt(start, record), record):
        return "the words are not those of the steps"
    found = explanation_of(problem_of(start), record)
    return "its sets are not those of the steps" if found.sets != _sets_of(found) else None


def _sets_of(found: Explanation) -> tuple[int, ...]:
    """List the sets that an explanation names: those of its steps, or all of a winnable deal."""
    if found.verdict == "won":
        return tuple(range(len(found.problem.sets)))
    cards = {x for part in found.parts for step in part.steps for x in step.fact.cards}
    return tuple(
        number
        for number, mask in enumerate(found.problem.sets)
        if any(mask >> x & 1 for x in cards)
    )


def _missing(record: Fields, again: Explanation) -> str | None:
    """Say what was found again that the record does not have: a proof, or pairs."""
    if again.verdict == "lost":
        if again.parts:
            return "there is a proof"
        is_same = is_same_json(format_explanation(again), record)
        return None if is_same else "the words are not those of a search"
    listed = {frozenset(pair) for pair in record["forced"]}
    more = ["/".join(pair) for pair in again.forced if frozenset(pair) not in listed]
    return f"{', '.join(more)}: in every solution, too" if more else None


class WrongStoryError(Exception):
    """A fault of a story; the message names it."""


def format_story(story: Story) -> JsonObject:
    """Write a story: its moves, each with its reasons, and the paragraphs."""
    return write(
        "story",
        story,
        moves=format_line(story.moves, story.start),
        choices=[_format_choice(choice) for choice in story.choices],
        paragraphs=[_format_paragraph(one) for one in paragraphs(story, whole=True)],
    )


def _format_choice(choice: Choice) -> JsonObject:
    against = [
        {"tried": list(map(str, one.tried.cards)), "explanation": _format_proof(one.proof)}
        for one in choice.against
    ]
    return {"kind": choice.kind, "explanation": _format_proof(choice.proof), "against": against}


def _format_paragraph(paragraph: Paragraph) -> JsonObject:
    sentences = [{"number": number or None, "text": text} for number, text in paragraph.sentences]
    return {"text": paragraph.text, "sentences": sentences}


def _format_proof(proof: Explanation | None) -> JsonObject | None:
    return None if proof is None else format_explanation(proof)


def wrong_story(start: Position, found: Explanation, record: Fields) -> str | None:
    """Say what is wrong with the story of a record; None if it holds. The explanation `found` of
    the position was checked."""
    try:
        events = [parse_event(event, "moves") for event in record["moves"]]
        moves, end = replay(events, start)
        if not end.is_won():
            return "the moves do not win"
        story = _read_story(start, found, moves, record["choices"])
        if not is_same_json(format_story(story), record):
            return "its words are not those of its reasons"
    except (PyrtoolError, WrongStoryError) as error:
        return str(error)
    except UNREADABLE:
        return "it is of another shape"
    return None


def _read_story(
    start: Position, found: Explanation, moves: Sequence[Move], listed: Sequence[Fields]
) -> Story:
    choices: list[Choice] = []
    steps = list(played(start, moves).steps())
    every = traps_of(start, moves)
    for at, ((here, move, _), one, traps) in enumerate(zip(steps, listed, every, strict=True), 1):
        try:
            choices.append(choice := _read_choice(start, here, move, one))
        except WrongStoryError as error:
            raise WrongStoryError(f"move {at}: {error}") from None
        if traps != tuple(reason.tried for reason in choice.against):
            raise WrongStoryError(
                f"move {at}: {' '.join(map(str, traps)) or 'no pair'} loses there"
            )
    searched, free = rest_of_pairs(found, start, moves)
    return Story(start, tuple(choices), searched, free)


def _read_choice(start: Position, here: Position, move: Move, record: Fields) -> Choice:
    """Read a choice, and check what it claims."""
    kind: Kind = record["kind"]
    proof = None
    if kind == "forced":
        proof = _read_proof(start, here, record["explanation"])
        names = set(map(str, move.cards)) if isinstance(move, Discard) else set()
        if names not in [set(pair) for pair in proof.forced]:
            raise WrongStoryError("the reason shows another pair")
    elif (seen := evident(here, move)) is None and isinstance(move, Discard):
        problem = problem_of(here)
        pair = together(*map(problem.cards.index, move.cards))
        if needs(here, Closure(problem), pair) != kind:
            raise WrongStoryError(f"it is not {kind}")
    elif seen != kind:
        raise WrongStoryError(f"it is not {kind}")
    return Choice(move, kind, proof, tuple(_read_reason(start, here, r) for r in record["against"]))


def _read_reason(start: Position, here: Position, record: Fields) -> Reason:
    names = record["tried"]
    for tried in here.legal_moves():
        if isinstance(tried, Discard) and list(map(str, tried.cards)) == names:
            after = here.play(tried)
            if record["explanation"] is not None:
                return Reason(tried, _read_proof(start, after, record["explanation"], "lost"))
            if not isinstance(verdict_only(after, PASSED_BY), Lost):
                raise WrongStoryError(f"{tried} does not lose")
            return Reason(tried, None)
    raise WrongStoryError("a discard that is not legal")


def _read_proof(
    start: Position, here: Position, record: Fields, verdict: str = "won"
) -> Explanation:
    """Read a proof, and check each of its steps in a position."""
    wrong = wrong_step(here, record)
    if wrong is None and record["verdict"] != verdict:
        wrong = f"it is of a {record['verdict']} position"
    if wrong is not None:
        raise WrongStoryError(wrong)
    return explanation_of(problem_in_play(start, here), record)
