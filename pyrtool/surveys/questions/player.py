"""The question how a player ends each deal that does not see the stock, and the report on it."""

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from math import sqrt
from typing import ClassVar, Final, Self

from pyrtool.answers.closed import Player
from pyrtool.base.arguments import ArgumentError
from pyrtool.base.intervals import CONFIDENCE, Rate, standard_errors
from pyrtool.base.json_object import JsonObject
from pyrtool.base.messages import range_words, share_words, shown
from pyrtool.game.games import Rules
from pyrtool.game.points import PAR_POINTS, points
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.closed_players import OUTCOME_BYTES
from pyrtool.kernel.numbers import halves
from pyrtool.surveys.counts import (
    DROPPED,
    MOST_LETTERS,
    Nodes,
    Outcomes,
    Spread,
    answer_of,
    kept_outcomes,
    pack_columns,
    summed,
    unpack_columns,
)
from pyrtool.surveys.plan import SurveyError
from pyrtool.surveys.questions.question import GREEN, PALE, Cell, Column, Question, common
from pyrtool.surveys.questions.verdict import CHUNKS, solved
from pyrtool.surveys.shards import ShardTask
from pyrtool.surveys.tables import effort, fact_line, percent, share_line

_VERDICTS = ("won", "lost", "unknown")


@dataclass(frozen=True, order=True)
class GameEnd:
    """The end of a game: whether the player `won`, and the deal's `verdict` with every card known.

    The pass is the one in which the player cleared the pyramid, 0 if it did not. The score is 0
    where none is kept.
    """

    won: bool
    verdict: str
    cleared: int
    score: int

    @property
    def name(self) -> str:
        """The outcome as a ledger has it: ``lost won 0 -12``."""
        return f"{'won' if self.won else 'lost'} {self.verdict} {self.cleared} {self.score}"

    @classmethod
    def of_name(cls, name: str) -> Self:
        """Undo `name`; raise an `ArgumentError` for any other text."""
        try:
            won, verdict, cleared, score = name.split(" ")
            ended = cls(won == "won", verdict, int(cleared), int(score))
        except ValueError:
            ended = None
        known = ended is not None and ended.name == name and len(name) <= MOST_LETTERS
        if ended is None or not known or verdict not in _VERDICTS:
            raise ArgumentError(f"name {shown(name)}: is not how a game ended")
        return ended


@dataclass(frozen=True)
class Games(Outcomes):
    """The number of deals with each end: `counts` by `GameEnd.name`. A deal is `unknown` if a limit
    left its thoughtful verdict open; how the player fared is known."""

    @cached_property
    def by_end(self) -> Mapping[GameEnd, int]:
        """The deals that count, by how they ended."""
        counts = self.counts.items()
        return {GameEnd.of_name(name): deals for name, deals in counts if deals and name != DROPPED}

    def _deals(self, verdict: str) -> int:
        return sum(deals for end, deals in self.by_end.items() if end.verdict == verdict)

    @cached_property
    def unknown(self) -> int:
        """The deals of which a limit left it open whether they can be won."""
        return self._deals("unknown")

    @cached_property
    def won(self) -> int:
        """The deals that the player won."""
        return sum(deals for end, deals in self.by_end.items() if end.won)

    @property
    def rate(self) -> Rate:
        """Deals that the player won, of all deals."""
        return Rate(self.won, self.deals)

    @property
    def thoughtful(self) -> Rate:
        """Deals that can be won with every card known, of all deals; unknown ones are lost."""
        return Rate(self._deals("won"), self.deals)

    @property
    def share(self) -> Rate:
        """Deals that the player won, of those that can be won."""
        winnable = self._deals("won")
        won = sum(d for end, d in self.by_end.items() if end.won and end.verdict == "won")
        return Rate(won, winnable)

    def cleared_in(self, number: int) -> int:
        """Count the deals in which it cleared the pyramid in this pass; 0: in none."""
        return sum(deals for end, deals in self.by_end.items() if end.cleared == number)

    @cached_property
    def scores(self) -> Spread:
        """The deals by the scores of the player."""
        return Spread(summed((end.score, deals) for end, deals in self.by_end.items()))

    def score_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return an interval for the mean score of all deals, by the normal distribution."""
        half = standard_errors(confidence) * self.scores.standard_error
        return self.scores.mean - half, self.scores.mean + half

    def against_thoughtful(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Bound how much less the player wins than is winnable, as shares of all deals.

        The deals are the same, so the difference is surer than either rate.
        """
        if not self.deals:
            return 0.0, 1.0
        less = Rate(self._deals("won") - self.share.hits, self.deals)
        half = standard_errors(confidence) * sqrt(less.value * (1 - less.value) / self.deals)
        return max(0.0, less.value - half), min(1.0, less.value + half)

    @property
    def gist(self) -> tuple[str, str]:
        """The win rate of the player."""
        return "won", share_words(self.rate.value, 4)


PLAYER_VERSION: Final = 8
"""Goes up with every change of some player's game (a test notices)."""

_KINDS: Final = (None, None, None, None, "I", "Q")  # won, pass, cards left, verdict; score, nodes
_LEFT: Final = 2  # where a game's bytes have the cards left
_DROPPED: Final = OUTCOMES.index(DROPPED)
_OFFSET: Final = 128  # scores may be negative


@dataclass(frozen=True)
class PlayerQuestion(Question[Games]):
    """The question whether a player wins each deal."""

    columns: ClassVar = {
        "won": Column.of_numbers("whether the player won", "", "0, 1"),
        **common("cleared_pass", "cards_left"),
        "thoughtful": Column.of_texts("the verdict of the deal with every card known", *_VERDICTS),
        **common("score", "nodes"),
    }
    colours: ClassVar = {"won": GREEN, "not won": PALE}
    name = "player"
    deal_work = 200_000
    player: Player | None = None

    @property
    def played_by(self) -> str:
        """The player, or empty."""
        return "" if self.player is None else str(self.player)

    @property
    def subject(self) -> str:
        """The player, and what it does not know."""
        return ", ".join(filter(None, (self.played_by, "played without seeing the stock")))

    def words(self) -> list[str]:
        """List the words of the command line that name the player."""
        player = self.player
        if player is None:
            return []
        words = ["--player", player.name, "--seed", str(player.seed)]
        words += ["--orders", str(player.orders)] if player.orders else []
        return words + (["--look", str(player.look)] if player.look else [])

    @property
    def asked(self) -> Player:
        """The player; a `SurveyError` if none is named."""
        if self.player is None:
            raise SurveyError("player: the question 'player' needs one")
        return self.player

    def check(self, rules: Rules) -> None:
        """Raise a `PyrtoolError` for rules that the player does not play."""
        self.asked.check(rules)

    def versions(self, rules: Rules) -> Sequence[int]:
        """List the version of the players."""
        return (PLAYER_VERSION,)

    def parameters(self) -> JsonObject:
        """Return the player."""
        return super().parameters() | {"player": asdict(self.asked)}

    def with_parameters(self, identity: JsonObject) -> "PlayerQuestion":
        """Return the question about this player; a `SurveyError` if it is none."""
        named = identity["player"]
        if type(named) is not dict or named.keys() != {field.name for field in fields(Player)}:
            raise SurveyError("identity: its player has other fields than a player")
        return PlayerQuestion(Player(**named))

    def answer(self, task: ShardTask) -> tuple[Games, bytes]:
        """Play the deals, and solve them."""
        verdicts, spent = _verdicts(task)
        games = memoryview(bytearray(OUTCOME_BYTES * task.deals))
        scores = array("I", [_OFFSET] * task.deals)
        counts: Counter[str] = Counter()
        nodes = Nodes()
        replayed = False
        for index in range(task.deals):
            if verdicts[index] == _DROPPED:
                counts[DROPPED] += 1
                continue
            game = games[OUTCOME_BYTES * index : OUTCOME_BYTES * (index + 1)]
            ended = _play(self.asked, task, index, game, answer_of(OUTCOMES[verdicts[index]]))
            if ended.won and not replayed:
                _replay(self.asked, task, index, game)
                replayed = True
            scores[index] += ended.score
            counts[ended.name] += 1
            nodes += Nodes.of_deal(task.first + index, spent[index])
        columns = (bytes(games[byte::OUTCOME_BYTES]) for byte in range(_LEFT + 1))
        packed = pack_columns(*columns, verdicts, scores, spent)
        return Games(dict(counts), nodes), packed

    def unpack(self, packed: bytes, deals: int) -> Iterator[tuple[Cell, ...] | None]:
        """Yield won (1 or 0), pass of clearing (0: none), cards left, thoughtful verdict, score and
        nodes of every deal."""
        columns = unpack_columns(packed, deals, _KINDS)
        for won, cleared, left, verdict, score, took in zip(*columns, strict=True):
            if verdict == _DROPPED:
                yield None
            elif won > 1 or verdict >= len(OUTCOMES):
                raise ValueError("not the games of deals: there are no such ends")
            else:
                yield won, cleared, left, answer_of(OUTCOMES[verdict]), score - _OFFSET, took

    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> Games:
        """Return the games with these counts."""
        return Games(counts, nodes)

    def lines(self, rules: Rules, counts: Games) -> Iterator[str]:
        """Yield the player's rate with its interval, the thoughtful one, and the scores."""
        low, high = counts.rate.interval()
        yield ""
        yield share_line("the player wins", counts.won, counts.deals)
        yield share_line("can be won", counts.thoughtful.hits, counts.deals)
        if counts.unknown:
            yield share_line("unknown", counts.unknown, counts.deals)
        yield ""
        yield fact_line(f"{CONFIDENCE:.0%} interval (Wilson)", range_words(low, high, 4))
        less, more = counts.against_thoughtful()
        yield fact_line("less than can be won by", range_words(less, more, 4))
        if counts.share.deals:
            yield fact_line("of those that can be won", share_words(counts.share.value, 4))
        if rules.scoring != "none":
            scores = counts.scores
            low, high = counts.score_interval()
            yield fact_line(
                "mean score", f"{scores.mean:.4f}, standard error {scores.standard_error:.4f}"
            )
            yield fact_line(f"{CONFIDENCE:.0%} interval", f"{low:.4f} to {high:.4f}")
            for number in range(1, 1 + (rules.passes or 1)):
                yield share_line(f"cleared, pass {number}", counts.cleared_in(number), counts.deals)
        yield ""

    def row(self, counts: Games) -> dict[str, str]:
        """Write rates with intervals, scores, nodes."""
        low, high = counts.rate.interval()
        return {
            "deals": str(counts.deals),
            "dropped": str(counts.dropped),
            "player won": str(counts.won),
            "player win %": percent(counts.rate.value),
            "low %": percent(low),
            "high %": percent(high),
            "can be won": str(counts.thoughtful.hits),
            "can be won %": percent(counts.thoughtful.value),
            "of these won %": percent(counts.share.value),
            "mean score": f"{counts.scores.mean:.4f}",
            "standard error": f"{counts.scores.standard_error:.4f}",
            "unknown": str(counts.unknown),
            **effort(counts.nodes),
        }

    def record(self, rules: Rules, counts: Games) -> JsonObject:
        """Write counts, rates, intervals, mean score."""
        return {
            "won": counts.won,
            "win_rate": counts.rate.value,
            "standard_error": counts.rate.standard_error,
            "confidence": CONFIDENCE,
            "interval": list(counts.rate.interval()),
            "can_be_won": counts.thoughtful.hits,
            "thoughtful_rate": counts.thoughtful.value,
            "less_than_thoughtful": list(counts.against_thoughtful()),
            "share_of_winnable": counts.share.value,
            "unknown": counts.unknown,
            "mean_score": None if rules.scoring == "none" else counts.scores.mean,
            "score_interval": None if rules.scoring == "none" else list(counts.score_interval()),
        }

    def shares(self, rules: Rules, counts: Games) -> Mapping[str, float]:
        """Return won by the player, and not."""
        return {"won": counts.rate.value, "not won": 1 - counts.rate.value}

    def shares_of_row(self, row: Mapping[str, str], details: Mapping[int, int]) -> dict[str, float]:
        """Return won by the player, and not."""
        rate = Rate(int(row["player won"]), int(row["deals"])).value
        return {"won": rate, "not won": 1 - rate}


def _verdicts(task: ShardTask) -> "tuple[bytearray, array[int]]":
    """Find the thoughtful verdict of each deal, a number of `OUTCOMES`, and its nodes."""
    verdicts, spent = bytearray(task.deals), array("Q")
    chunk = -(-task.deals // CHUNKS)
    nodes = halves(chunk)
    for start, end in solved(task, verdicts, nodes, chunk):
        spent.extend(nodes[: end - start].tolist())
    if task.plan.keep_if:
        kept = kept_outcomes(task.plan.keep_if)
        for index, verdict in enumerate(verdicts):
            if OUTCOMES[verdict] not in kept:
                verdicts[index], spent[index] = _DROPPED, 0
    return verdicts, spent


def _play(player: Player, task: ShardTask, index: int, game: memoryview, verdict: str) -> GameEnd:
    """Have a deal played, the first being 0, `game` being filled; how it ended."""
    rules = task.plan.rules
    if player.has_kernel(rules):
        player.kernel(rules).play_cards(task.cards(index), player.seed, game)
        won, cleared, left, rows, discards = game
        score = 0
        if rules.scoring == "par":
            score = (PAR_POINTS[cleared - 1] if cleared else 0) - left
        elif rules.scoring == "microsoft":
            score = points(rows, discards)
    else:
        end = player.play(task.deal(index)).end  # by views alone; the referee makes its moves
        won, cleared, score = end.is_won(), end.cleared_in_pass or 0, end.score()
        game[: _LEFT + 1] = bytes((won, min(cleared, 255), end.cards_left()))
    if won and verdict == "lost":
        raise task.wrong_line(index, "player's game, which wins what cannot be won,")
    return GameEnd(bool(won), verdict, cleared if rules.passes else min(cleared, 1), score)


def _replay(player: Player, task: ShardTask, index: int, game: memoryview) -> None:
    """Have the player play a won deal again, move by move by the referee, who must agree."""
    end = player.play(task.deal(index)).end
    if (end.is_won(), end.cards_left()) != (bool(game[0]), game[_LEFT]):
        raise task.wrong_line(index, "player's game")
