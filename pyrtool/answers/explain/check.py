"""Check an explanation: each step is looked at by itself, and each trial followed.

It shares no code with the search for explanations, and reads what a record has.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from pyrtool.answers.explain.techniques import CHECKS, Claim, Table
from pyrtool.game.cards import Card, set_name
from pyrtool.game.position import Position

_ENDS: Final = {"none left", "crowd", "circle", "never", "clash", "supply"}
"""The techniques that end in a contradiction."""
MOST_SLOTS: Final = 64
"""No stock has as many cards."""
_OPPOSITE: Final = {"together": "apart", "not before": "in time", "in time": "not before"}


class WrongStepError(Exception):
    """A step that does not hold, or is none."""


def wrong_step(position: Position, explanation: Mapping[str, object]) -> str | None:
    """Return what is wrong with an explanation, as a record has it; None if each step holds.

    Args:
        position: What it explains.
        explanation: Its `sets`, `parts`, and `verdict`.
    """
    try:
        _Check(position, explanation).run()
    except WrongStepError as wrong:
        return str(wrong)
    return None


class _Check:
    def __init__(self, position: Position, explanation: Mapping[str, object]) -> None:
        names = {set_name(*ranks): ranks for ranks in position.rules.sets}
        sets = _list(explanation.get("sets"), "sets")
        if not sets or not all(isinstance(name, str) and name in names for name in sets):
            raise WrongStepError("sets: not sets of these rules")
        ranks = [rank for name in sets for rank in names[str(name)]]
        self.table = Table(position, ranks)
        self.named = {str(card): card for card in self.table.cards}
        self.lost = explanation.get("verdict") == "lost"
        self.parts = _list(explanation.get("parts"), "parts")
        self.refuted: set[Claim] = set()
        self.known: dict[int, Claim] = {}

    def run(self) -> None:
        """Follow all parts; a `WrongStepError` for the first step that does not hold."""
        ended = False
        for number, part in enumerate(self.parts, 1):
            fields = _mapping(part, f"part {number}")
            supposed = fields.get("suppose")
            trial = None if supposed is None else self._claim(supposed, f"part {number}: suppose")
            if trial is not None and trial.kind not in _OPPOSITE:
                raise WrongStepError(f"part {number}: this cannot be supposed")
            known = dict(self.known)
            ended = self._follow(_list(fields.get("steps"), f"part {number}: steps"), trial)
            if trial is not None:
                if not ended:
                    raise WrongStepError(f"part {number}: the trial ends in no contradiction")
                self.known, ended = known, False
                self.refuted.add(Claim(_OPPOSITE[trial.kind], trial.x, trial.y))
        if self.lost and not ended:
            raise WrongStepError("no contradiction ends it")

    def _follow(self, steps: Sequence[object], trial: Claim | None) -> bool:
        """Check the steps of a part, and return whether the last is a contradiction."""
        claim = Claim("")
        for step in steps:
            fields = _mapping(step, "a step")
            number = fields.get("step")
            if type(number) is not int or number in self.known:
                raise WrongStepError("a step without a number of its own")
            claim = self._claim(fields.get("fact"), f"step {number}")
            premises: dict[int, Claim] = {}
            for other in _list(fields.get("from"), f"step {number}: from"):
                if type(other) is not int or other not in self.known or other in premises:
                    raise WrongStepError(f"step {number} rests on no earlier step, or on one twice")
                premises[other] = self.known[other]
            if not self._holds(claim, fields.get("technique"), [*premises.values()], trial):
                raise WrongStepError(f"step {number} does not follow")
            self.known[number] = claim
        return claim.kind == "contradiction"

    def _holds(
        self, claim: Claim, technique: object, premises: Sequence[Claim], trial: Claim | None
    ) -> bool:
        if technique == "supposed":
            return claim == trial
        if technique == "trial":
            return claim in self.refuted
        if not isinstance(technique, str) or technique not in CHECKS:
            return False
        if (claim.kind == "contradiction") != (technique in _ENDS):
            return False
        usable = [p for p in premises if p.kind != "contradiction"]
        return len(usable) == len(premises) and CHECKS[technique](self.table, claim, premises)

    def _claim(self, value: object, place: str) -> Claim:
        """Read a fact; two cards that match each other or not are in one order only."""
        kind, *words = _list(value, place) or [None]
        if kind == "contradiction" and not words:
            return Claim("contradiction")
        if len(words) == 2 and isinstance(words[0], str) and words[0] in self.named:
            x, y = self.named[words[0]], words[1]
            if kind in ("not before", "in time") and type(y) is int and 0 <= y < MOST_SLOTS:
                return Claim(kind, x, y)
            if kind in ("before", "apart", "together") and isinstance(y, str) and y in self.named:
                return self._of_two(kind, x, self.named[y], place)
        raise WrongStepError(f"{place}: not a fact about these cards")

    def _of_two(self, kind: str, x: Card, y: Card, place: str) -> Claim:
        if x == y or (kind != "before" and not self.table.match(x, y)):
            raise WrongStepError(f"{place}: not a fact about these cards")
        if kind != "before":
            x, y = sorted((x, y))
        return Claim(kind, x, y)


def _list(value: object, place: str) -> list[object]:
    if not isinstance(value, list | tuple):
        raise WrongStepError(f"{place}: not a list")
    return list(value)


def _mapping(value: object, place: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise WrongStepError(f"{place}: not an object")
    return value
