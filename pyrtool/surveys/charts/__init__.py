"""Charts of surveys, as PNG or SVG.

`canvas` decides how all of them look, `charts` what each shows, and `survey_data` where it is read
from. All need matplotlib, which comes with the extra ``plot``. The same figures give the same bytes
with the same matplotlib.
"""
