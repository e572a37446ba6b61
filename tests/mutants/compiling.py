"""A module of the kernel compiled from another source, in a copy of the kernel's sources."""

import subprocess
import sys
import sysconfig
from pathlib import Path


class Compiler:
    """Compiles one module of the kernel at a time, in a copy of its sources."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        sources = [*Path("pyrtool/kernel").rglob("*.py"), *Path("pyrtool/kernel").rglob("*.pxd")]
        for path in (Path("pyrtool/__init__.py"), *sources):
            copy = folder / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())

    def library(self, path: str, source: bytes) -> Path | None:
        """The library of a module with this source; None where it cannot be compiled."""
        kept = (self.folder / path).read_bytes()
        library = self.folder / f"{Path(path).stem}.abi3.so"
        try:
            (self.folder / path).write_bytes(source)
            for words in self._commands(path, library):
                if subprocess.run(words, cwd=self.folder, capture_output=True).returncode:
                    return None
        finally:
            (self.folder / path).write_bytes(kept)
        return library

    def _commands(self, path: str, library: Path) -> list[list[str]]:
        """Cython's and the C compiler's, as setup.py has them except the time to optimise."""
        directives = ["-X", "auto_pickle=False", "-X", "binding=False"]
        shared = ["--shared", "pyrtool.kernel.shared"]
        translated = str(library.with_suffix(".c"))
        include = f"-I{sysconfig.get_path('include')}"
        flags = ["-shared", "-fPIC", "-O1", "-g0", "-w", "-DPy_LIMITED_API=0x030B0000", include]
        return [
            [sys.executable, "-m", "cython", "-3", *shared, *directives, "-o", translated, path],
            ["gcc", *flags, translated, "-o", str(library)],
        ]
