"""``pyrtool explain``: why deals are unwinnable, and the reasons for the moves of a solution."""

from textwrap import fill
from typing import Final, Literal

from pyrtool.answers.blocks.certificate import Certificate, blocks, certify
from pyrtool.answers.blocks.wording import argue_at_length, block_text, title
from pyrtool.answers.explain.explanation import explain
from pyrtool.answers.explain.printout import as_markdown, as_text
from pyrtool.answers.explain.problem import ExplainError
from pyrtool.answers.explain.story import story_of
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.answer_text.exchanges import would_be_winnable
from pyrtool.cli.answer_text.verdicts import headed, heading
from pyrtool.cli.deals.deal_filter import SOME_UNKNOWN
from pyrtool.cli.deals.selection import DealOptions, SelectedDeal
from pyrtool.cli.options.input_output import ENGLISH
from pyrtool.cli.options.limits import LimitOptions
from pyrtool.cli.output import Output, complain, spelling
from pyrtool.game.position import position_of
from pyrtool.records.explanations import explain_record

ExplainFormat = Literal["text", "markdown", "json", "ndjson"]

NOT_EXPLAINED: Final = 2  # the status when some deal has none, as if it were the only one


def command(
    dealing: DealOptions,
    limiting: LimitOptions,
    whole: bool = False,
    exchange: bool = False,
    format: ExplainFormat = "text",
    lang: str = ENGLISH,
) -> int:
    """Explain why deals are unwinnable, or how they are won.

    First come the sets that cannot be discarded together. Each deduction follows from the cards and
    from earlier ones, whose numbers it names; each pair is taken to go as soon as it can, which
    loses no win. Where deduction does not decide, a trial supposes something and refutes it.

    A winnable deal is explained by a solution: up to three locks, then the moves with what they
    uncover. `!` marks a pair of every solution from there, `?` one that loses; each has a reason.

    `pyrtool render --step` draws the steps.

    Deductions need one pack, and ranks that each match one other rank. With goal pyramid, with a
    redeal left, or if cards are not turned singly, they take the stock as open. A lost deal that
    they do not explain is explained by its block, as `blocks` prints it. If a deal has neither, a
    message names it, and the exit status is 2.
    """
    selection = dealing.select(in_play=not exchange)
    unknown = unexplained = False
    spell = str if lang == ENGLISH else spelling()
    with Output("text" if format == "markdown" else format, prompt=True) as output:
        for selected in selection:
            try:
                explanation = explain(selected.subject, limiting.limits())
            except ExplainError as error:
                in_words = format in ("text", "markdown")
                argument = next(iter(blocks(selected.subject)), None) if in_words else None
                if argument is None:
                    complain(f"{selected.title}: {error}")
                    unexplained = True
                else:
                    output.part(spell(_block(selected, argument, format)))
                continue
            except PyrtoolError as error:
                raise PyrtoolError(f"{selected.title}: {error}") from None
            unknown |= explanation.verdict == "unknown"
            story = None
            if explanation.verdict == "won":
                story = story_of(explanation, position_of(selected.subject), explanation.moves)
            would = ""
            if exchange and explanation.verdict == "lost":
                would = spell(would_be_winnable(selected))
            if format in ("text", "markdown"):
                if explanation.block and not explanation.parts:
                    argument = certify(explanation.block, selected.subject)
                    words = _block(selected, argument, format)
                elif format == "text":
                    words = headed(selected, as_text(explanation, story, whole))
                else:
                    words = f"## {heading(selected)}\n\n{as_markdown(explanation, story, whole)}"
                would = fill(would, 80) if format == "text" else would
                output.part("\n\n".join(filter(None, [spell(words), would])))
            else:
                record = explain_record(
                    selected.deal, selected.game, explanation, selected.moves, story
                )
                output.record(selected.labels | record)
    return NOT_EXPLAINED if unexplained else SOME_UNKNOWN if unknown else 0


def _block(selected: SelectedDeal, argument: Certificate, format: str) -> str:
    """Write the block of a deal that no deduction explains, as text or Markdown."""
    name, rules = heading(selected), selected.rules
    if format == "text":
        return block_text(name, argument, rules)
    head = f"## {name}\n\n**{title(argument.block, rules)}**\n"
    return f"{head}\n{argue_at_length(argument, rules)}"
