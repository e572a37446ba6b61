"""Surveys of a player who does not see the stock: a range of deals played by the kernel.

Decides how the games are kept, and which one the referee plays besides. The thoughtful verdict of
each deal is kept too.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from pyrtool.base.arguments import guard
from pyrtool.game.points import PAR_POINTS, points
from pyrtool.game.position import Position
from pyrtool.kernel.bulk import OUTCOMES
from pyrtool.kernel.numbers.buffers import halves
from pyrtool.kernel.players.closed.player import OUTCOME_BYTES
from pyrtool.surveys.counts import DROPPED, LIMITS, WON, Nodes, kept_outcomes
from pyrtool.surveys.packed import WIDTH, of_planes, planes, press, unpress
from pyrtool.surveys.questions.player.counts import Ended, Games
from pyrtool.surveys.questions.question import Cell, Question
from pyrtool.surveys.questions.verdict.question import CHUNKS, solved
from pyrtool.surveys.shard import Task

_BYTES: Final = 4  # of a deal, besides score and nodes: won, pass of clearing, cards left, verdict
_LEFT: Final = 2  # where a game's bytes have the cards left
_DROPPED: Final = OUTCOMES.index(DROPPED)
_OFFSET: Final = 128  # scores may be negative


class PlayedGames(Question):
    """Whether a player wins each deal."""

    columns: ClassVar = {
        "won": "UTINYINT",
        "cleared_pass": "UTINYINT",
        "cards_left": "UTINYINT",
        "thoughtful": "VARCHAR",
        "score": "INTEGER",
        "nodes": "UBIGINT",
    }
    deal_work = 200_000

    def answer(self, task: Task) -> tuple[Games, bytes]:
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
            ended = _play(task, index, game, _verdict(verdicts[index]))
            if ended.won and not replayed:
                _replay(task, index, game)
                replayed = True
            scores[index] += ended.score
            counts[ended.name] += 1
            nodes += Nodes.of_deal(task.first + index, spent[index])
        columns = (bytes(games[byte::OUTCOME_BYTES]) for byte in range(_LEFT + 1))
        packed = press(*columns, verdicts, planes(scores), planes(spent))
        return Games(dict(counts), nodes), packed

    def unpack(self, packed: bytes, deals: int) -> Iterator[tuple[Cell, ...] | None]:
        """Won (1 or 0), pass of clearing (0: none), cards left, thoughtful verdict, score and nodes
        of every deal."""
        data = unpress(packed)
        if len(data) != deals * (_BYTES + WIDTH["I"] + WIDTH["Q"]):
            raise ValueError("not the games of deals: their number is wrong")
        columns = [data[deals * i : deals * (i + 1)] for i in range(_BYTES)]
        rest = data[deals * _BYTES :]
        scores = of_planes(rest[: deals * WIDTH["I"]], "I")
        spent = of_planes(rest[deals * WIDTH["I"] :], "Q")
        for won, cleared, left, verdict, score, took in zip(*columns, scores, spent, strict=True):
            if verdict == _DROPPED:
                yield None
            elif won > 1 or verdict >= len(OUTCOMES):
                raise ValueError("not the games of deals: there are no such ends")
            else:
                yield won, cleared, left, _verdict(verdict), score - _OFFSET, took

    def outcome(self, found: tuple[Cell, ...]) -> tuple[str, int]:
        """The name of how the game ended (`Ended.name`) and the nodes."""
        won, cleared, _, verdict, score, nodes = found
        ended = Ended(bool(won), str(verdict), int(cleared or 0), int(score or 0))
        return ended.name, int(nodes or 0)

    def outcomes(self, counts: Mapping[str, int], nodes: Nodes) -> Games:
        """The games with these counts."""
        return Games(counts, nodes)


def _verdicts(task: Task) -> tuple[bytearray, array[int]]:
    """The thoughtful verdict of each deal as `kernel.bulk.OUTCOMES` numbers them, and its nodes."""
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


def _verdict(outcome: int) -> str:
    """``won``, ``lost`` or ``unknown``."""
    name = OUTCOMES[outcome]
    return name if name == WON else "unknown" if name in LIMITS else "lost"


def _play(task: Task, index: int, game: memoryview, verdict: str) -> Ended:
    """Have a deal played, the first being 0, `game` being filled; how it ended."""
    player, rules = task.plan.player, task.plan.rules
    assert player is not None
    if not player.has_kernel(rules):
        return _play_by_referee(task, index, game, verdict)
    player.kernel(rules).play_cards(task.cards(index), player.seed, game)
    won, cleared, left, rows, discards = game
    score = 0
    if rules.scoring == "par":
        score = (PAR_POINTS[cleared - 1] if cleared else 0) - left
    elif rules.scoring == "microsoft":
        score = points(rows, discards)
    if won and verdict == "lost":
        raise task.wrong_line(index, "player's game, which wins what cannot be won,")
    return Ended(bool(won), verdict, cleared if rules.passes else min(cleared, 1), score)


def _play_by_referee(task: Task, index: int, game: memoryview, verdict: str) -> Ended:
    """The same, by the referee."""
    end = _played(task, index)
    cleared = end.cleared_in_pass or 0
    game[:_LEFT] = bytes((end.is_won(), min(cleared, 255)))
    game[_LEFT] = end.cards_left()
    if end.is_won() and verdict == "lost":
        raise task.wrong_line(index, "player's game, which wins what cannot be won,")
    return Ended(
        end.is_won(), verdict, cleared if end.rules.passes else min(cleared, 1), end.score()
    )


def _played(task: Task, index: int) -> Position:
    """Where a player ends that sees views alone; the referee makes its moves."""
    player = task.plan.player
    assert player is not None
    return player.play(task.deal(index)).end


def _replay(task: Task, index: int, game: memoryview) -> None:
    """Have the player play a won deal again, move by move by the referee, who must agree."""
    end = _played(task, index)
    if (end.is_won(), end.cards_left()) != (bool(game[0]), game[_LEFT]):
        raise task.wrong_line(index, "player's game")


guard(__name__)
