"""The question whether each deal can be won: its answer, its counts, and the report on them.

The first win of each shard is replayed by the referee, and the plain search is asked again about a
sample of the losses.
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, Self, get_args

from pyrtool.answers import plain_search
from pyrtool.answers.kernel_setup.build import bulk
from pyrtool.answers.plan import plan_of
from pyrtool.answers.solve import verdict_only
from pyrtool.answers.verdicts import Answer, Won
from pyrtool.base.arguments import ArgumentError
from pyrtool.base.intervals import CONFIDENCE, Rate
from pyrtool.base.json_object import JsonObject
from pyrtool.base.limits import MIB, UNLIMITED_NODES, Limits
from pyrtool.base.messages import range_words, share_words, shown
from pyrtool.game.games import Rules
from pyrtool.kernel.bulk import BUCKETS, OUTCOMES, tally
from pyrtool.kernel.check import LineError
from pyrtool.kernel.numbers import halves, words
from pyrtool.surveys.counts import (
    DROPPED,
    LIMITS,
    LOST_REASONS,
    WON,
    Nodes,
    Outcomes,
    answer_of,
    kept_outcomes,
    of_planes,
    outcome_of,
    pack_columns,
    unpress,
)
from pyrtool.surveys.plan import SurveyError
from pyrtool.surveys.questions.question import GREEN, Cell, Column, Question, common
from pyrtool.surveys.shards import ShardTask
from pyrtool.surveys.tables import Table, effort, fact_line, nodes_line, percent, share_line

COUNTED: Final = (WON, *LOST_REASONS, *LIMITS, DROPPED)
"""The outcomes that a survey has, as `kernel.bulk.OUTCOMES` names them."""

_AGREED: Final = "plain agreed"
_OPEN: Final = "plain left open"
_DISAGREED: Final = re.compile(r"plain disagreed ((?:ms)?\d{1,20})", re.ASCII)


@dataclass(frozen=True)
class Opinions:
    """The plain search's opinions of losses: how many it confirms, how many are `left_open`.

    `disagreed` are the numbers of the deals that it wins, in their order when parts are added.
    """

    agreed: int = 0
    left_open: int = 0
    disagreed: tuple[str, ...] = ()

    @property
    def asked(self) -> int:
        """The losses that were asked again."""
        return self.agreed + self.left_open + len(self.disagreed)

    @property
    def counts(self) -> Mapping[str, int]:
        """As a ledger has it: by name, and each deal of a disagreement by its number."""
        counts = {_AGREED: self.agreed, _OPEN: self.left_open}
        disagreed = {f"plain disagreed {number}": 1 for number in self.disagreed}
        return {name: deals for name, deals in counts.items() if deals} | disagreed

    @classmethod
    def of_counts(cls, counts: Mapping[str, int]) -> Self:
        """Undo `counts`; other names are passed over."""
        disagreed = (found[1] for name in counts if (found := _DISAGREED.fullmatch(name)))
        return cls(counts.get(_AGREED, 0), counts.get(_OPEN, 0), tuple(disagreed))

    def __add__(self, other: "Opinions") -> "Opinions":
        return Opinions(
            self.agreed + other.agreed,
            self.left_open + other.left_open,
            tuple(sorted((*self.disagreed, *other.disagreed), key=lambda name: (len(name), name))),
        )


@dataclass(frozen=True, repr=False)
class Tally(Outcomes):
    """The number of deals won, and lost by each reason: `counts` for each of `COUNTED`.

    ``print(tally)`` prints the report.
    """

    counts: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))
    opinions: Opinions = field(default_factory=Opinions)

    def __post_init__(self) -> None:
        if self.counts.keys() != set(COUNTED):
            raise ArgumentError(f"counts: must be of {', '.join(COUNTED)}")

    def __repr__(self) -> str:
        unknown = f", {self.unknown:,} unknown" if self.unknown else ""
        return f"<Tally: {self.won:,} of {self.deals:,} deals won, {self.lost:,} lost{unknown}>"

    def __str__(self) -> str:
        """Return the report, as `pyrtool survey report` prints it below the name of the game."""
        lines = (*VerdictQuestion().lines(Rules(), self), nodes_line(self.nodes))
        return "\n".join(lines).lstrip("\n")

    def __add__(self, other: Self) -> Self:
        return replace(super().__add__(other), opinions=self.opinions + other.opinions)

    @property
    def kept(self) -> Mapping[str, int]:
        """The counts and the plain search's opinions, as a ledger keeps them."""
        return {**super().kept, **self.opinions.counts}

    @classmethod
    def of_counts(cls, counts: Iterable[int], nodes: Nodes) -> "Tally":
        """Return a tally of counts in the order of `kernel.bulk.OUTCOMES`."""
        by_name = dict.fromkeys(COUNTED, 0) | dict(zip(OUTCOMES, counts, strict=False))
        return cls({name: by_name[name] for name in COUNTED}, nodes)

    @property
    def won(self) -> int:
        """The deals that can be won."""
        return self.counts[WON]

    @property
    def lost(self) -> int:
        """The deals proved lost, for any reason."""
        return sum(self.counts[reason] for reason in LOST_REASONS)

    @property
    def unknown(self) -> int:
        """The deals that a limit left open."""
        return sum(self.counts[limit] for limit in LIMITS)

    @property
    def gist(self) -> tuple[str, str]:
        """The win rate of the survey."""
        return WON, share_words(self.win_rate.value, 4)

    @property
    def win_rate(self) -> Rate:
        """Deals won, of all deals: the unknown ones counted as lost."""
        return Rate(self.won, self.deals)

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and greatest share of these very deals that can be won, 0 to 1."""
        return self.win_rate.value, Rate(self.won + self.unknown, self.deals).value

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return Wilson's interval for the win rate; its ends count unknown deals both ways."""
        low, _ = self.win_rate.interval(confidence)
        _, high = Rate(self.won + self.unknown, self.deals).interval(confidence)
        return low, high

    @property
    def simple_blocks(self) -> int:
        """The deals with a card covered by all its complements."""
        return self.counts["simple block"]

    @property
    def adjusted_win_rate(self) -> Rate:
        """Deals won, of those without a simple block: the article's adjusted win rate."""
        return Rate(self.won, self.deals - self.simple_blocks)


LEAST_SAMPLE: Final = 1e-9
"""The smallest share of the losses that can be asked again; every share is rounded to it."""

_PARTS: Final = round(1 / LEAST_SAMPLE)
_PLAIN_WORK: Final = 70_000  # of a loss that is asked again, in nodes
_LOST: Final = frozenset(OUTCOMES.index(reason) for reason in LOST_REASONS)


def sampled(first: int, last: int, share: float) -> Iterator[int]:
    """Yield the numbers, `first` to `last`, of a sample of this `share`, 1e-9 to 1.

    Number n is one of them when n times the share is the first to reach another whole number.

    >>> list(sampled(5, 30, 0.1))
    [10, 20, 30]
    """
    if not LEAST_SAMPLE <= share <= 1:
        raise ArgumentError(f"share {shown(share)}: must be {LEAST_SAMPLE:g} to 1")
    step = round(share * _PARTS)
    number = first
    while True:
        whole = (number - 1) * step // _PARTS + 1
        number = -(-whole * _PARTS // step)
        if number > last:
            return
        yield number
        number += 1


def ask_again(task: ShardTask, outcomes: bytearray, share: float | None) -> Opinions:
    """Ask the plain search about this share of the losses, within the limits of the plan."""
    plan = task.plan
    if share is None:
        return Opinions()
    limits = Limits(nodes=plan.limit_nodes, memory_mib=plan.memory_mib)
    numbers = [
        number
        for number in sampled(task.first, task.last, share)
        if outcomes[number - task.first] in _LOST
    ]
    deals = (task.deal(number - task.first) for number in numbers)
    answers: Counter[str] = Counter()
    disagreed = []
    for number, found in zip(numbers, plain_search.search_each(deals, limits), strict=True):
        answers[found.answer] += 1
        if found.answer == "won":
            disagreed.append(f"{plan.prefix}{number}")
    return Opinions(answers["lost"], answers["unknown"], tuple(disagreed))


CHUNKS: Final = 256  # calls of the kernel for a shard: signals are heard between them
_LEAST_CHUNK: Final = 16  # deals of a call at the least: it costs as much as the easiest ones

_WON: Final = OUTCOMES.index("won")
_DROPPED: Final = OUTCOMES.index(DROPPED)
_OUTCOMES: Final = 10  # a packed byte is outcome + 10 * nodes, see `kernel.bulk.tally`
_PACKED_NODES: Final = 24
_DEALS: Final = [(OUTCOMES[code % _OUTCOMES], code // _OUTCOMES) for code in range(256)]
_EXCEEDS: Final = bytes(nodes >= _PACKED_NODES for _, nodes in _DEALS)


OPINIONS_HEADER: Final = ("rules", "asked again", "agreed", "left open", "deals that disagree")
"""The columns for the answers of the plain search."""


@dataclass(frozen=True)
class VerdictQuestion(Question[Tally]):
    """The question whether each deal can be won.

    `plain_sample`: the share of the losses, up to 1, that the plain search is asked again; None: of
    none.
    """

    columns: ClassVar = {
        "outcome": Column.of_texts("how the search ended", WON, *LOST_REASONS, *LIMITS),
        **common("nodes"),
    }
    derived: ClassVar = {
        "verdict": Column.of_texts("whether the deal is winnable", *get_args(Answer)),
        "reason": Column.of_texts(
            "why it is lost, or which limit left it unknown; empty if it is won",
            *LOST_REASONS,
            *LIMITS,
        ),
        "difficulty": Column(
            "DOUBLE",
            "how hard a winnable deal is: -log10 of the random player's chance; empty if it is not "
            "rated, not winnable, or the player won none of its games",
            "number, 4 decimals",
            "powers of ten",
            "from 0",
        ),
    }
    # Lost: one hue, quieter than what is won; the darker the sooner it is seen.
    colours: ClassVar = {
        WON: GREEN,
        "simple block": "#E07B2A",
        "set block": "#EFA45C",
        "crossblock": "#F6C592",
        "count": "#FADEC3",
        "exhausted": "#EAE4DC",
    }
    name = "verdict"
    subject = ""
    plain_sample: float | None = None

    @property
    def deal_work(self) -> int:
        """What a deal costs, and the losses that are asked again."""
        return 4 + round((self.plain_sample or 0) * _PLAIN_WORK)

    def words(self) -> list[str]:
        """List no words: it is asked where no other question is."""
        return []

    def check(self, rules: Rules) -> None:
        """Raise a `SurveyError` for a share that is none."""
        share = self.plain_sample
        if share is not None and not (
            isinstance(share, int | float) and LEAST_SAMPLE <= share <= 1
        ):
            raise SurveyError(f"plain-sample {shown(share)}: must be {LEAST_SAMPLE:g} to 1")

    def parameters(self) -> JsonObject:
        """Return the share of the losses that is asked again."""
        return super().parameters() | {"plain sample": self.plain_sample}

    def with_parameters(self, identity: JsonObject) -> "VerdictQuestion":
        """Return the question with this share of the losses asked again."""
        return VerdictQuestion(identity["plain sample"])

    def sampling(self) -> "VerdictQuestion":
        """Return the question without asking losses again."""
        return VerdictQuestion()

    def answer(self, task: ShardTask) -> tuple[Tally, bytes]:
        """Solve the deals of a task."""
        plan = task.plan
        outcomes, codes, excesses = bytearray(task.deals), bytearray(task.deals), array("I")
        counts, histogram = words(16), words(BUCKETS)
        summary = Nodes()
        chunk = max(_LEAST_CHUNK, -(-task.deals // CHUNKS))
        nodes, more = halves(chunk), halves(chunk)
        for start, end in solved(task, outcomes, nodes, chunk):
            ended = memoryview(outcomes)[start:end]
            if plan.keep_if:
                ended[:] = bytes(ended).translate(_kept(plan.keep_if))
            used, total, most, hardest = tally(
                ended, nodes, counts, histogram, memoryview(codes)[start:end], more
            )
            excesses.frombytes(more[:used].tobytes())
            at = None if hardest < 0 else task.first + start + hardest
            summary += Nodes(total, most, at)
        _replay_first_win(task, outcomes)
        by_bucket = {bucket: count for bucket, count in enumerate(histogram.tolist()) if count}
        summary = replace(summary, histogram=by_bucket)
        counted = Tally.of_counts(counts.tolist(), summary)
        opinions = ask_again(task, outcomes, self.plain_sample)
        return replace(counted, opinions=opinions), pack_columns(codes, excesses)

    def unpack(self, packed: bytes, deals: int) -> Iterator[tuple[str, int] | None]:
        """Yield the outcome and the nodes of every deal."""
        return (None if deal[0] == DROPPED else deal for deal in unpack(packed, deals))

    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> Tally:
        """Return the tally with these counts, and zero of all others."""
        by_name = {name: counts.get(name, 0) for name in COUNTED}
        return Tally(by_name, nodes, Opinions.of_counts(counts))

    def derive(self, cells: Mapping[str, Cell]) -> Mapping[str, Cell]:
        """Return the verdict and, where it is not won, the reason; no difficulty."""
        outcome = str(cells["outcome"])
        return {"verdict": answer_of(outcome), "reason": None if outcome == WON else outcome}

    def lines(self, rules: Rules, counts: Tally) -> Iterator[str]:
        """Write outcomes with bars, interval, bounds."""
        tally = counts
        yield ""
        yield share_line("won", tally.won, tally.deals)
        yield share_line("lost", tally.lost, tally.deals)
        yield from self._parts(LOST_REASONS, tally)
        if tally.unknown:
            yield share_line("unknown", tally.unknown, tally.deals)
            yield from self._parts(LIMITS, tally)
        yield ""
        low, high = tally.interval()
        yield fact_line(f"{CONFIDENCE:.0%} interval (Wilson)", range_words(low, high, 4))
        if tally.unknown:
            low, high = tally.bounds
            yield fact_line("bounds, unknown both ways", range_words(low, high, 4))
        if tally.simple_blocks:
            adjusted = share_words(tally.adjusted_win_rate.value, 4)
            yield fact_line("won without simple blocks", adjusted)
        if tally.opinions.asked:
            yield fact_line("losses asked again", _opinions_text(tally.opinions))

    def _parts(self, names: tuple[str, ...], tally: Tally) -> Iterator[str]:
        for name in names:
            if tally.counts[name]:
                yield share_line(f"  {name}", tally.counts[name], tally.deals)

    def row(self, counts: Tally) -> dict[str, str]:
        """Write win rate with its interval, reasons, nodes."""
        low, high = counts.interval()
        return {
            "deals": str(counts.deals),
            "won": str(counts.won),
            "win %": percent(counts.win_rate.value),
            "low %": percent(low),
            "high %": percent(high),
            "bound %": percent(counts.bounds[1]),
            **{reason: str(counts.counts[reason]) for reason in LOST_REASONS},
            "unknown": str(counts.unknown),
            **effort(counts.nodes, "median", "99 %"),
        }

    def record(self, rules: Rules, counts: Tally) -> JsonObject:
        """Write the counts of verdicts, win rates and intervals for JSON."""
        return {
            "won": counts.won,
            "lost": {reason: counts.counts[reason] for reason in LOST_REASONS},
            "unknown": {limit: counts.counts[limit] for limit in LIMITS},
            "win_rate": counts.win_rate.value,
            "standard_error": counts.win_rate.standard_error,
            "confidence": CONFIDENCE,
            "interval": list(counts.interval()),
            "bounds": list(counts.bounds),
            "adjusted_win_rate": counts.adjusted_win_rate.value,
            "plain": {
                "asked": counts.opinions.asked,
                "agreed": counts.opinions.agreed,
                "disagreed": list(counts.opinions.disagreed),
                "left_open": counts.opinions.left_open,
            },
        }

    def shares(self, rules: Rules, counts: Tally) -> Mapping[str, float]:
        """Return won, lost by reasons, unknown by limits."""
        names = (WON, *LOST_REASONS, *LIMITS)
        return {name: counts.counts[name] / max(1, counts.deals) for name in names}

    def shares_of_row(self, row: Mapping[str, str], details: Mapping[int, int]) -> dict[str, float]:
        """Return won, lost by reasons, unknown."""
        return {name: int(row[name]) / int(row["deals"]) for name in (*self.colours, "unknown")}

    def details(self, surveys: Sequence[tuple[str, Tally]]) -> list[Table]:
        """List the answers of the plain search, where it was asked."""
        rows = []
        for name, counts in surveys:
            found = counts.opinions
            if found.asked:
                disagreed = " ".join(found.disagreed)
                numbers = (found.asked, found.agreed, found.left_open)
                rows.append([name, *map(str, numbers), disagreed])
        return [Table("losses asked again", OPINIONS_HEADER, rows)] if rows else []


def solved(
    task: ShardTask, outcomes: bytearray, nodes: memoryview, chunk: int
) -> Iterator[tuple[int, int]]:
    """Solve the deals chunk by chunk: from and to which, from 0, `outcomes` are new.

    The nodes of a chunk are at the start of `nodes`.
    """
    plan, size = task.plan, task.plan.rules.deck_size
    if not plan_of(plan.rules).decided_in_bulk:
        yield from _solved_singly(task, outcomes, nodes, chunk)
        return
    kernel = bulk(plan.rules)
    kernel.limit_memory(plan.memory_mib * MIB)
    limit = plan.limit_nodes or UNLIMITED_NODES
    room = memoryview(outcomes)
    shuffle = task.dealer() if task.codes is None else None
    for start in range(0, task.deals, chunk):
        end = min(start + chunk, task.deals)
        try:
            if shuffle is not None:
                kernel.deal_outcomes(shuffle, task.first + start, room[start:end], nodes, limit)
            else:
                assert task.codes is not None
                codes = task.codes[size * start : size * end]
                kernel.card_outcomes(codes, size, room[start:end], nodes, limit)
        except LineError as error:
            raise task.wrong_line(start + error.index, "winning line") from None
        yield start, end


def _solved_singly(
    task: ShardTask, outcomes: bytearray, nodes: memoryview, chunk: int
) -> Iterator[tuple[int, int]]:
    """Do as `solved` if no kernel takes many deals: the referee replays every win."""
    plan = task.plan
    limits = Limits(nodes=plan.limit_nodes, memory_mib=plan.memory_mib)
    for start in range(0, task.deals, chunk):
        end = min(start + chunk, task.deals)
        for index in range(start, end):
            try:
                verdict = verdict_only(task.deal(index), limits)
            except (AssertionError, ValueError):  # the referee rejected a move
                raise task.wrong_line(index, "winning line") from None
            outcomes[index] = OUTCOMES.index(outcome_of(verdict))
            nodes[index - start] = verdict.nodes
        yield start, end


def _replay_first_win(task: ShardTask, outcomes: bytearray) -> None:
    """Solve the shard's first win again and have the referee replay it."""
    plan = task.plan
    index = outcomes.find(_WON)
    if index < 0:
        return
    limits = Limits(nodes=plan.limit_nodes, memory_mib=plan.memory_mib)
    try:
        held = isinstance(verdict_only(task.deal(index), limits), Won)
    except (AssertionError, ValueError):  # the referee rejected a move
        held = False
    if not held:
        raise task.wrong_line(index, "winning line")


def _kept(keep_if: str) -> bytes:
    """Return the table for `bytes.translate` that makes outcomes that are not kept dropped ones."""
    kept, names = kept_outcomes(keep_if), dict(enumerate(OUTCOMES))
    return bytes(code if names.get(code) in kept else _DROPPED for code in range(256))


def unpack(packed: bytes, deals: int) -> Iterator[tuple[str, int]]:
    """Yield the outcome and the nodes of every deal; raise a `ValueError` for other bytes.

    They are those of `kernel.bulk.tally`: the codes, then the planes of the excesses.
    """
    data = unpress(packed)
    codes, excesses = data[:deals], of_planes(data[deals:], "I")
    if len(codes) != deals or codes.translate(_EXCEEDS).count(1) != len(excesses):
        raise ValueError("not the outcomes of deals: their number is wrong")
    more = iter(excesses)
    for code in codes:
        deal = _DEALS[code]
        yield deal if deal[1] < _PACKED_NODES else (deal[0], _PACKED_NODES + next(more))


def _opinions_text(found: Opinions) -> str:
    """Write ``1,200: 1,199 agree, 1 left open``; the deals of a disagreement by their numbers."""
    parts = [f"{found.agreed:,} agree"]
    if found.left_open:
        parts.append(f"{found.left_open:,} left open")
    if found.disagreed:
        parts.append(f"{len(found.disagreed):,} DISAGREE (deals {', '.join(found.disagreed)})")
    return f"{found.asked:,}: {', '.join(parts)}"
