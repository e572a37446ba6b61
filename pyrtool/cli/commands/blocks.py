"""``pyrtool blocks``: why deals are impossible."""

from pyrtool.answers.blocks.certificate import blocks
from pyrtool.answers.blocks.find import unanswered_sets
from pyrtool.answers.blocks.wording import block_text
from pyrtool.base.limits import LeftOpenError
from pyrtool.cli.answer_text.verdicts import heading
from pyrtool.cli.deals.deal_filter import SOME_UNKNOWN
from pyrtool.cli.deals.selection import DealOptions
from pyrtool.cli.options.input_output import ENGLISH, AnswerOptions
from pyrtool.cli.output import Output, complain, spelling
from pyrtool.languages import say
from pyrtool.records.writing import blocks_record


def command(dealing: DealOptions, printing: AnswerOptions, all: bool = False) -> int:
    """Show which cards block each deal.

    The simplest block is shown. A simple block is a card covered by all its complements. A set
    block is a set that cannot be discarded even after every other card. A crossblock is the
    smallest choice of sets that cannot be discarded together.

    A dealt stock counts as open for these. If no two stock cards can match, a set with most of its
    cards in the stock is a block too. A stock block is the smallest choice of sets that cannot be
    discarded together with the stock in its order. If a rank matches several ranks, a large set
    shows only its simple blocks.
    """
    selection = dealing.select()
    is_open = False
    spell = str if printing.lang == ENGLISH else spelling()
    with Output(printing.format, prompt=True) as output:
        for selected in selection:
            rules = selected.rules
            try:
                arguments = blocks(selected.subject, every=all)
            except LeftOpenError as error:
                complain(f"{selected.name}: unknown, {error}")
                is_open = True
                continue
            if printing.format != "text":
                output.record(
                    selected.labels
                    | blocks_record(selected.deal, selected.game, arguments, selected.moves)
                )
                continue
            name = heading(selected)
            for argument in arguments:
                output.part(spell(block_text(name, argument, rules)))
            if not arguments:
                silence = f" ({unanswered})" if (unanswered := unanswered_sets(rules)) else ""
                output.part(say("{0}: {1}", name, say("no block")) + silence)
    return SOME_UNKNOWN if is_open else 0
