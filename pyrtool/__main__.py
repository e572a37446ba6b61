"""``python -m pyrtool`` is the command ``pyrtool``."""

from pyrtool.cli import main

if __name__ == "__main__":
    main()
