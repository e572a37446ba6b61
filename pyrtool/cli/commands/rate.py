"""``pyrtool rate``: how hard deals are."""

from pyrtool.answers.explain.difficulty import reason
from pyrtool.answers.verdicts import Lost, Unknown
from pyrtool.cli.answer_text.rating import rating_words, reasoning_lines
from pyrtool.cli.answer_text.verdicts import headed, heading, limit_words, reason_words
from pyrtool.cli.deals.deal_filter import SOME_UNKNOWN, DealFilter, rating_of
from pyrtool.cli.deals.selection import DealOptions
from pyrtool.cli.options.input_output import AnswerOptions, DealKind
from pyrtool.cli.options.limits import LimitOptions, RatingOptions
from pyrtool.cli.output import Output
from pyrtool.languages import say
from pyrtool.records.writing import solve_record


def command(
    dealing: DealOptions,
    limiting: LimitOptions,
    rating: RatingOptions,
    printing: AnswerOptions,
    keep_if: DealKind | None = None,
    no_reasoning: bool = False,
) -> int:
    """Rate how hard deals are.

    The difficulty is -log10 of the win probability of a random player: 3 means one win in 1,000
    games. The random player discards kings immediately; it chooses every other move with equal
    probability among the legal ones. The value is exact, or estimated by playouts if it needs too
    many positions.

    The rating also has the difficulty for a block-aware player ("clever"), which never creates a
    set block. It counts the first moves that lose, and the only moves of the solution: moves for
    which every alternative loses.

    The reasoning is what the explanation takes (see `pyrtool explain`): the trials, and the hardest
    technique. For winnable deals it counts the forced pairs, which every solution has.

    Exit status: 0 every deal rated; 2 invalid input; 3 a limit left something unknown.
    """
    within = rating.limits(limiting)
    deal_filter = DealFilter(keep_if, limiting.limits())
    status = 0
    with Output(printing.format, prompt=True) as output:
        for selected, verdict in deal_filter.verdicts(dealing.select()):
            rated = rating_of(selected, verdict, within)
            if rated is not None and rated.only_moves is None:
                status = SOME_UNKNOWN
            reasoning = None if no_reasoning else reason(selected.subject, verdict)
            if printing.format != "text":
                output.record(
                    selected.labels
                    | solve_record(
                        selected.deal, selected.game, verdict, rated, selected.moves, reasoning
                    )
                )
            elif rated is not None:
                head = say("{0}: {1}", heading(selected), "")
                output.text(rating_words(rated, verdict, head, reasoning))
            else:
                if isinstance(verdict, Lost):
                    why = say("lost, {0}", reason_words(verdict.reason))
                else:
                    assert isinstance(verdict, Unknown)  # what is won is rated
                    why = say("unknown, {0}", limit_words(verdict.limit))
                output.text("\n".join([headed(selected, why), *reasoning_lines(reasoning)]))
    return max(status, deal_filter.exit_status())
