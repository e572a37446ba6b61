"""``pyrtool solve``: a solution of each deal, or why there is none."""

from collections.abc import Iterable
from dataclasses import dataclass

from pyrtool.answers.objectives import By
from pyrtool.answers.verdicts import Won
from pyrtool.cli.answer_text.verdicts import answer, answer_text, headed, in_words
from pyrtool.cli.deals.deal_filter import DealFilter
from pyrtool.cli.deals.selection import DealOptions, SelectedDeal
from pyrtool.cli.options.input_output import DealKind, SolutionOptions
from pyrtool.cli.options.limits import LimitOptions
from pyrtool.cli.output import Output, spelling
from pyrtool.languages import say


@dataclass(frozen=True)
class _FindingOptions:
    """The result to find of each deal."""

    shortest: bool = False
    best: By | None = None
    at_least: int | None = None
    over: int | None = None
    rate: bool = False

    @property
    def by(self) -> By | None:
        """Return the result that is to be the best, if one is; else the deal is to be won."""
        return "score" if self.best is None and self.at_least is not None else self.best

    @property
    def cards_enough(self) -> int | None:
        """Return how many cards left are a success, if --at-least is for each deal by itself."""
        return self.at_least if self.by in ("pyramid", "all") and self.over is None else None


def command(
    dealing: DealOptions,
    limiting: LimitOptions,
    finding: _FindingOptions,
    printing: SolutionOptions,
    keep_if: DealKind | None = None,
) -> int:
    """Decide whether deals can be won, and show how or why not.

    Every card, including the stock, is treated as known. A winnable deal is answered with a
    solution; an unwinnable one with a block (see `pyrtool blocks`), or with the result of an
    exhaustive search. The last line states what was proved.

    How to read a solution: 7.2 is row 7, place 2 of the pyramid; "col 3" is column 3; "deal 4"
    deals four stock cards. A move "uncovers" the cards that become exposed.

    With --best, the answer is the line with the best result, and the proof that no line does
    better. The option --at-least N accepts less; --shortest then finds the fewest moves to it.
    With --over D, N is a target for D deals together, which need not all be named yet.

    Exit status: 0 every deal decided; 2 invalid input; 3 a limit left something unknown.
    """
    deal_filter = DealFilter(keep_if, limiting.limits(), finding.shortest and finding.by is None)
    selection = dealing.select()
    with Output(printing.format, prompt=True) as output:
        if finding.by is None:
            _print_verdicts(selection, deal_filter, limiting, finding.rate, printing, output)
        elif finding.over is not None:
            _print_over_deals(
                selection, deal_filter, finding.by, finding.over, finding, printing, output
            )
        else:
            _print_best(selection, deal_filter, finding.by, finding, printing, output)
    return deal_filter.exit_status()


def _print_verdicts(
    selection: Iterable[SelectedDeal],
    deal_filter: DealFilter,
    limiting: LimitOptions,
    rate: bool,
    printing: SolutionOptions,
    output: Output,
) -> None:
    """Print whether each deal that the deal_filter keeps can be won, how, and how hard it is."""
    # What only some answers need is imported for them: it takes longer than solving a deal.
    if rate:
        from pyrtool.answers.explain.difficulty import reason
        from pyrtool.cli.answer_text.rating import rating_words, reasoning_lines
        from pyrtool.cli.deals.deal_filter import rating_of
        from pyrtool.cli.options.limits import RatingOptions
    if printing.format != "text":
        from pyrtool.records.writing import solve_record
    within = RatingOptions().limits(limiting) if rate else None
    spell = spelling(letters=printing.ascii)
    for selected, verdict in deal_filter.verdicts(selection):
        rating = rating_of(selected, verdict, within) if within else None
        reasoning = reason(selected.subject, verdict) if rate else None
        if rating is not None and rating.only_moves is None:
            deal_filter.unknown += 1
        if printing.format != "text":
            record = solve_record(
                selected.deal, selected.game, verdict, rating, selected.moves, reasoning
            )
            output.record(selected.labels | record)
        elif printing.words:
            moves = verdict.moves if isinstance(verdict, Won) else None
            output.text(in_words(selected, answer(verdict), moves))
        else:
            shown = spell(answer_text(selected, verdict))
            if rating is not None:
                shown += "\n" + rating_words(rating, verdict, say("rated: "), reasoning)
            elif reasoning is not None:
                shown += "\n".join(["\n" + say("rated: unwinnable"), *reasoning_lines(reasoning)])
            output.part(headed(selected, answer(verdict)) + f"\n{shown}")


def _print_best(
    selection: Iterable[SelectedDeal],
    deal_filter: DealFilter,
    by: By,
    finding: _FindingOptions,
    printing: SolutionOptions,
    output: Output,
) -> None:
    """Print the best result of each deal that the deal_filter keeps."""
    from pyrtool.answers.best.best import best
    from pyrtool.cli.answer_text.best import best_answer, best_text
    from pyrtool.records.writing import best_record

    spell = spelling(letters=printing.ascii)
    for selected in deal_filter.deals(selection):
        with selected.naming_errors():
            at_least = finding.at_least if finding.cards_enough is None else None
            result = best(selected.subject, by, deal_filter.limits, at_least, finding.shortest)
        again = result.cleared
        deal_filter.unknown += not (result.proved and (again is None or again.proved))
        if printing.format != "text":
            record = best_record(selected.deal, selected.game, result, selected.moves)
            output.record(selected.labels | record)
        elif printing.words:
            for one in (result, again):
                if one is not None:
                    output.text(in_words(selected, best_answer(one), one.moves))
        else:
            shown = spell(best_text(result, selected.position, finding.cards_enough))
            output.part(headed(selected, best_answer(result)) + f"\n{shown}")


def _print_over_deals(
    selection: Iterable[SelectedDeal],
    deal_filter: DealFilter,
    by: By,
    over: int,
    finding: _FindingOptions,
    printing: SolutionOptions,
    output: Output,
) -> None:
    """Print the best result of each deal, and what it means for a target over several deals."""
    from pyrtool.answers.best.matches import Challenge, next_deal
    from pyrtool.cli.answer_text.best import best_answer, best_text, challenge_text
    from pyrtool.records.writing import best_record, challenge_fields

    spell = spelling(letters=printing.ascii)
    challenge, number = None, 0
    for one in deal_filter.deals(selection):
        selected = one.played_out
        with selected.naming_errors():
            if challenge is None or challenge.is_whole:
                deal_filter.unknown += challenge is not None and challenge.is_limited
                challenge = Challenge(by, over, selected.rules, finding.at_least)
                number += 1
            challenge = next_deal(challenge, selected.subject, deal_filter.limits, finding.shortest)
        if challenge.unneeded:
            if printing.format == "text":
                output.part(headed(selected, say("not needed, the target is reached")))
            continue
        result = challenge.games[-1]
        if printing.format != "text":
            record = best_record(selected.deal, selected.game, result, selected.moves)
            output.record(selected.labels | record | challenge_fields(challenge, number))
        else:
            shown = spell(best_text(result, selected.position))
            state = challenge_text(challenge)
            output.part(f"{headed(selected, best_answer(result))}\n{shown}\n{state}")
    deal_filter.unknown += challenge is not None and challenge.is_limited
