"""Charts of what was measured, as PNG or SVG: surveys, difficulties, and where blocks lie.

`canvas` decides how all of them look; `surveys`, `ratings`, `places` and `efforts` what each shows
and where it is read from. All need matplotlib, which comes with the extra ``plot``. The same
figures give the same bytes with the same matplotlib.
"""

from pyrtool.surveys.charts.canvas import ChartError, check_chart
from pyrtool.surveys.charts.efforts import Effort, effort_chart, read_efforts
from pyrtool.surveys.charts.places import Places, count_places, places_chart
from pyrtool.surveys.charts.ratings import (
    Rated,
    difficulty_chart,
    only_moves_chart,
    read_ratings,
    reasoning_chart,
)
from pyrtool.surveys.charts.read import Surveyed, of_finding, read_surveys
from pyrtool.surveys.charts.surveys import outcomes_chart, passes_chart, rates_chart, scores_chart

__all__ = [
    "ChartError",
    "Effort",
    "Places",
    "Rated",
    "Surveyed",
    "check_chart",
    "count_places",
    "difficulty_chart",
    "effort_chart",
    "of_finding",
    "only_moves_chart",
    "outcomes_chart",
    "passes_chart",
    "places_chart",
    "rates_chart",
    "read_efforts",
    "read_ratings",
    "read_surveys",
    "reasoning_chart",
    "scores_chart",
]
