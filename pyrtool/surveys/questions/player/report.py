"""The report of a survey of a player: how much it wins, beside how much is winnable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pyrtool.base.arguments import guard
from pyrtool.base.intervals import CONFIDENCE
from pyrtool.base.json_object import JsonObject
from pyrtool.base.words import range_words, share_words
from pyrtool.game.games import Rules
from pyrtool.surveys.questions.player.counts import Games
from pyrtool.surveys.questions.report import Report
from pyrtool.surveys.tables import effort, fact_line, percent, share_line


class GamesReport(Report[Games]):
    """The report of `Games`."""

    subject = "played without seeing the stock"
    header = (
        "deals",
        "dropped",
        "player won",
        "player win %",
        "low %",
        "high %",
        "can be won",
        "can be won %",
        "of these won %",
        "mean score",
        "standard error",
        "unknown",
        "mean nodes",
        "median nodes",
        "99 % nodes",
        "most nodes",
    )

    def lines(self, rules: Rules, counts: Games) -> Iterator[str]:
        """The player's rate with its interval, the thoughtful one, and the scores."""
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

    def row(self, counts: Games) -> list[str]:
        """Rates with intervals, scores, nodes."""
        low, high = counts.rate.interval()
        return [
            str(counts.deals),
            str(counts.dropped),
            str(counts.won),
            percent(counts.rate.value),
            percent(low),
            percent(high),
            str(counts.thoughtful.hits),
            percent(counts.thoughtful.value),
            percent(counts.share.value),
            f"{counts.scores.mean:.4f}",
            f"{counts.scores.standard_error:.4f}",
            str(counts.unknown),
            *effort(counts.nodes),
        ]

    def record(self, rules: Rules, counts: Games) -> JsonObject:
        """Counts, rates, intervals, mean score."""
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
        """Won by the player, and not."""
        return {"won": counts.rate.value, "not won": 1 - counts.rate.value}


guard(__name__)
