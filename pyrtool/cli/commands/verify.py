"""``pyrtool verify``: the referee replays solutions and checks records."""

from collections.abc import Iterator
from dataclasses import dataclass

from pyrtool.base.errors import PyrtoolError
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import Limits
from pyrtool.base.messages import shorten
from pyrtool.cli.deals.deal_filter import SOME_UNKNOWN
from pyrtool.cli.deals.played_games import DealOfWords
from pyrtool.cli.deals.selection import (
    SelectedDeal,
    SelectionOptions,
    UnreadableError,
    check_file,
    read_lines,
    source_name,
)
from pyrtool.cli.options.limits import LimitOptions
from pyrtool.cli.options.rules import RuleOptions
from pyrtool.cli.output import Format, Output
from pyrtool.game.position import Subject
from pyrtool.notation import Found, MoveError, NamedRules
from pyrtool.notation.deals import NotationError, placed
from pyrtool.notation.files import Solution, Words, read_claims, solution_of
from pyrtool.records.claims import Finding, Record
from pyrtool.records.reading import parse_record
from pyrtool.records.verification import check_record, check_solution, confirm_loss

_IN_WORDS = {
    "ended": "whether the player had ended it",
    "luck.chances": "chances that take long to sample again",
}
"""What nothing checks, where the field's name does not say it."""
_HELD = {"holds": "ok", "fails": "FAILS", "no-claim": "no claim", "limit": "not confirmed"}


def command(
    ruling: RuleOptions,
    limiting: LimitOptions,
    naming: DealOfWords,
    file: str = "-",
    plain: bool = False,
    format: Format = "text",
) -> int:
    """Check records and solutions by replaying them.

    FILE holds records that pyrtool printed as JSON, the output of `solve --words`, or a solution
    written by hand, such as: 4C/9H KC deal deal*3 redeal. If such a solution has no heading, --deal
    or --cards names its deal.

    The referee replays won records, checks blocks, and searches exhausted losses again. Reviews are
    judged again, and their luck is sampled again. All records are checked, even if the reader of
    the output stops.

    Exit status: 0 everything holds; 1 something does not; 2 invalid input; 3 a limit left it open.
    """
    if naming.cards == file == "-":
        raise PyrtoolError("the standard input (-) can be read only once")
    options = SelectionOptions(ruling, naming.numbering, in_play=True)
    wanted = naming.wanted(options)
    check_file(file, "not a file")
    outcomes: list[str] = []
    # All are checked, whoever still reads: the exit status is an answer too.
    with Output(format, prompt=True, outlives_reader=True) as output:
        for found in _checked(file, options, wanted, limiting.limits(), plain):
            outcomes.append(found.finding.outcome)
            if format == "text":
                output.text(f"{found.name}: {found.answer}")
            else:
                output.record({"record": len(outcomes), **found.fields})
        if not outcomes:
            what = "records" if wanted is None else "moves"
            raise PyrtoolError(f"no {what} in {source_name(file)}")
        if format == "text" and len(outcomes) > 1:
            counts = ((outcomes.count(kind), words) for kind, words in _HELD.items())
            parts = [f"{count} {words}" for count, words in counts if count]
            output.text(f"{len(outcomes)} records: {', '.join(parts)}")
    if "fails" in outcomes:
        return 1
    return SOME_UNKNOWN if "limit" in outcomes else 0


@dataclass(frozen=True)
class _Checked:
    """A claim that was checked: its place, its deal and rules, and the finding."""

    place: str
    deal: Subject
    named: NamedRules
    finding: Finding

    @property
    def name(self) -> str:
        """Return the place, the deal, and the game: ``line 3, deal 2 (native), giza``."""
        number, numbering = self.deal.number, self.deal.numbering
        named = "" if number is None else f"deal {number} ({numbering})"
        return ", ".join(filter(None, [self.place, named, str(self.named)]))

    @property
    def answer(self) -> str:
        """The finding about a claim in words."""

        def shown(name: str) -> str:
            name = _IN_WORDS.get(name, name)
            return name if name.isprintable() and len(name) < 40 else shorten(name)

        text = f"{_HELD[self.finding.outcome]}: {self.finding.words}"
        unconfirmed = ", ".join(map(shown, self.finding.unconfirmed))
        return f"{text}; not confirmed: {unconfirmed}" if unconfirmed else text

    @property
    def fields(self) -> JsonObject:
        """The finding about a claim as the fields of a record."""
        return {
            "deal": self.deal.number,
            "numbering": self.deal.numbering,
            "game": self.named.game,
            "outcome": self.finding.outcome,
            "finding": self.finding.words,
            "not_confirmed": list(self.finding.unconfirmed),
        }


def _checked(
    file: str, options: SelectionOptions, wanted: SelectedDeal | None, limits: Limits, plain: bool
) -> Iterator[_Checked]:
    """Check every claim of a file; a `PyrtoolError` names the place of what is none."""
    before: Record | None = None
    try:
        for claim in read_claims(read_lines(file)):
            if isinstance(claim, Words):
                before = None
                yield _check_words(claim, options, wanted)
            elif wanted is not None:
                raise PyrtoolError(
                    f"{claim.place}: a record names its deal: it does not go with --deal or --cards"
                )
            elif (
                isinstance(claim.value, dict)
                and "puzzle" in claim.value
                and "moves" not in claim.value
            ):
                raise PyrtoolError(
                    f"{claim.place}: a problem without its solution, as `puzzles show` prints it; "
                    "what `puzzles solve --format json` prints can be verified"
                )
            else:
                record = parse_record(claim.value, claim.place)
                yield _check_record(claim.place, record, before, options, limits, plain)
                before = record
    except UnreadableError:
        raise
    except PyrtoolError as error:
        raise PyrtoolError(placed(source_name(file), error)) from None


def _check_record(
    place: str,
    record: Record,
    before: Record | None,
    options: SelectionOptions,
    limits: Limits,
    plain: bool,
) -> _Checked:
    named = NamedRules.of(record.game, record.rules)
    options.check(Found(place, record.deal, named, "record", record.deal.numbering))
    try:
        finding = check_record(record, limits, before)
        if plain:
            finding = confirm_loss(record, finding, limits)
    except PyrtoolError as error:
        raise NotationError(placed(place, error)) from None
    return _Checked(place, record.deal, named, finding)


def _check_words(words: Words, options: SelectionOptions, wanted: SelectedDeal | None) -> _Checked:
    """Check moves under a heading, which says whose they are, or those of the wanted deal."""
    if words.heading is not None:
        solution = solution_of(words)
        options.check(
            Found(words.place, solution.deal, solution.named, "heading", solution.deal.numbering)
        )
        if wanted is not None and wanted.position != solution.start:
            raise PyrtoolError(f"{words.place}: the heading is of another deal than {wanted.name}")
    elif wanted is not None:
        place = wanted.name if wanted.deal.number is None else ""
        solution = Solution(place, wanted.deal, wanted.named, wanted.moves, words.text, None)
    else:
        raise PyrtoolError(
            f"{words.place}: not a record; a solution in words needs --deal or --cards"
        )
    try:
        finding = check_solution(solution)
    except MoveError as error:
        raise MoveError(placed(words.place if words.heading else "", error)) from None
    return _Checked(solution.place, solution.deal, solution.named, finding)
