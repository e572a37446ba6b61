"""``pyrtool render``: deals as pictures, and as pages."""

from pyrtool.answers.verdicts import Unknown
from pyrtool.base.errors import PyrtoolError
from pyrtool.cli.deals.deal_filter import DealFilter, complain_of_limit
from pyrtool.cli.deals.selection import DealOptions
from pyrtool.cli.drawing import Drawing, LookOptions, ShowOptions
from pyrtool.cli.options.input_output import DealKind
from pyrtool.cli.options.limits import LimitOptions
from pyrtool.cli.output_files import DEAL, Naming
from pyrtool.pictures import check_path


def command(
    dealing: DealOptions,
    output: str,
    showing: ShowOptions,
    looking: LookOptions,
    limiting: LimitOptions,
    keep_if: DealKind | None = None,
) -> int:
    """Draw deals and solutions, or make pages to play them on.

    The suffix of the file selects the format: .png, .svg and .pdf are pictures, .webp, .apng and
    .gif are animated solutions, and .html is a page to play on. A .pdf needs the extra `print`.

    With several deals, the file name must contain {deal} or {n}; the title may. A deal without a
    number is called text-1, text-2, and so on. A record's own title is drawn above it. The
    command rejects two pictures of one name before it draws any.

    With --step all, one picture shows all steps. If the file name contains {step}, each step has a
    picture of its own. A page then has all its reasons, however long that takes.

    Exit status: 0 every deal drawn; 2 invalid input; 3 a limit left a deal unknown.
    """
    check_path(output)
    naming = Naming(output, DEAL)
    naming.check()
    drawing = Drawing(output, showing, looking, limiting.limit_memory, inputs=dealing.deals)
    drawing.check()
    deal_filter = DealFilter(keep_if, limiting.limits())
    if not (drawing.solves or deal_filter.solves) and limiting != LimitOptions():
        raise PyrtoolError("limits go with what is solved: this picture needs no search")
    selection = naming.distinct(dealing.select())
    unnamed = drawn = 0
    for selected, verdict in drawing.answered(deal_filter, selection):
        number = selected.deal.number
        unnamed += number is None
        if drawing.lacks(selected, verdict):
            assert isinstance(verdict, Unknown)
            complain_of_limit(selected, verdict)
            continue
        drawn += 1
        called = f"text-{unnamed}" if number is None else str(number)
        title = None if showing.title is None else naming.fill(showing.title, drawn, called)
        drawing.write(selected, verdict, naming.name(drawn, called), title, drawn)
    return deal_filter.exit_status()
