"""Writes down what is drawn: `test_drawing` runs this in processes of their own, and compares."""

import os
from pathlib import Path

from hypothesis import given, settings, strategies as st

from pyrtool.game.position import Move, Position

from ..bruteforce.games import cases
from ..drawing import drawn_seed
from ..playouts import lines_of_play


@settings(max_examples=30)
@given(st.integers(), st.text(), lines_of_play())
def test_drawn(number: int, text: str, line: tuple[Position, tuple[Move, ...]]) -> None:
    case = next(cases("everything", drawn_seed()))
    with Path(os.environ["PYRTOOL_DRAWN"]).open("a") as file:
        print(ascii((drawn_seed(), number, text, line, case)), file=file)
