"""Scripts of the pages in a JavaScript runtime, where there is no page."""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyrtool.pages.page.scripts import lean_script

if TYPE_CHECKING:
    from py_mini_racer import MiniRacer

NO_PAGE = "const [self, document] = [{ addEventListener() {}, postMessage() {} }, undefined];"
"""What a worker's script finds: somebody to listen to, and no document."""


class Runtime:
    """A context of V8 in this process, in which modules ran one after the other in one scope."""

    def __init__(self, files: Sequence[Path]) -> None:
        from py_mini_racer import MiniRacer

        self.context: MiniRacer = MiniRacer()
        self.context.eval(NO_PAGE)
        for file in files:
            self.context.eval(lean_script([file]))

    def evaluate(self, function: str, argument: object = None) -> Any:
        """What the function gives for the argument; both go through JSON, and an error of the
        script is one here."""
        # JSON is no JavaScript before 2019 for two line ends, which ASCII escapes.
        result = self.context.eval(
            f"JSON.stringify(({function})({json.dumps(argument)})) ?? 'null'"
        )
        assert isinstance(result, str)
        return json.loads(result)


@contextmanager
def running(files: Sequence[Path]) -> Iterator[Runtime]:
    """A runtime of these scripts. Without one the test is skipped, or where pages must be tested,
    fails."""
    if importlib.util.find_spec("py_mini_racer") is None:
        missing = "mini-racer is not installed (it is in the extra `dev`)"
        if os.environ.get("PYRTOOL_REQUIRE_CHROMIUM"):
            pytest.fail(missing)
        pytest.skip(missing)
    runtime = Runtime(files)
    yield runtime
    runtime.context.close()
