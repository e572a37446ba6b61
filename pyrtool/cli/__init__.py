"""The command line: parse, call the library, print.

`app` gathers the commands, one module each, and turns every failure into one line and an
exit status. `main` is the entry point; nothing is imported before it is needed.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # without `typing`, so that little is imported before Ctrl-C is looked after
    from types import ModuleType
    from typing import NoReturn


def main() -> "NoReturn":
    """Run the command line of this process and exit."""
    import gc
    import sys
    from io import TextIOWrapper

    gc.disable()  # what is imported stays; `lazy.Command` collects again once it runs
    from pyrtool.cli.out_of_memory import is_of_memory, leave

    interrupts: ModuleType | None = None
    try:
        from pyrtool.cli import interrupts as loaded

        interrupts = loaded
        interrupts.arm()
        if sys.stderr is None:
            import os

            sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115 (for good)
        if sys.stdout is None:
            print("pyrtool: the standard output is closed", file=sys.stderr)
            sys.exit(1)
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        from pyrtool.cli.app import app

        app(prog_name="pyrtool")
    except KeyboardInterrupt:  # before the app took over
        sys.exit(130)
    except Exception as error:
        if not is_of_memory(error):
            raise
        leave()
    finally:
        if interrupts is not None:
            interrupts.disarm()
        gc.freeze()  # or Python would look through all of it once more as it ends
    sys.exit(0)
