"""How the kernel is compiled: every module of it, or none.

All else that pip needs to know stands in pyproject.toml. The kernel's modules are those with a
`.pxd` beside them that declares a class; what another `.pxd` says is compiled where it is used.
Cython translates them all in one run, in as many processes as there are processors, and the code
that they have in common goes into a module of its own, `SHARED`; then as many C compilers run. What
they make stays in `build/`: installing again compiles nothing.

Where there is no C compiler, or it fails, nothing compiled is installed, and the same sources run
interpreted. What Cython refuses is an error. `PYRTOOL_CFLAGS` in the environment are flags for the
C compiler and the linker, after all others: those of a sanitizer, say.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

KERNEL = Path("pyrtool/kernel")
SHARED = "pyrtool.kernel.shared"
C = Path("build/c")
UNUSED = {"auto_pickle": False, "binding": False}
"""What Cython adds to classes and functions and nobody asks of a kernel: pickling, and what a
function of Python's knows of itself. To compile it cost nearly as much as all else."""
HOT = {
    f"pyrtool.kernel.{name}"
    for name in (
        "bulk",
        "deduction.crosses",
        "deduction.deductions",
        "deduction.facts",
        "deduction.partners",
        "shuffle",
        "check.plain_search",
        "levels.discards",
        "levels.known",
        "levels.places",
        "levels.sets",
        "levels.state",
        "levels.tightest",
        "numbers.hash_table",
        "players.random.discovery",
        "players.random.remainders",
        "players.random.singly_chances",
        "players.random.stock_chances",
        "players.random.stock_left",
        "players.random.stretches",
        "players.random.visits",
        "shortest.ends",
        "shortest.lengths",
        "shortest.notes",
        "shortest.shortest",
        "verdict.automatic",
        "verdict.matching",
        "verdict.positions",
        "verdict.search",
        "verdict.singly",
        "verdict.turning",
        "verdict.pairing.choices",
        "verdict.pairing.deductions",
        "verdict.pairing.pairing",
        "verdict.pairing.vanishing",
        "verdict.pairing.windows",
        "verdict.any_pairs.general",
        "verdict.any_pairs.losing",
        "verdict.groups.fronts",
        "verdict.groups.grouped",
        "verdict.groups.nodes",
        "verdict.groups.tableaux",
        "verdict.groups.tops",
    )
}
"""What surveys run for every deal, what rates stock games, and what sums up in vectors: worth the
time that -O3 takes to compile. All others, best lines and players among them, are no slower at -O1,
and compile in half the time."""

AGAIN = {
    f"pyrtool.kernel.{package}.bmi2.{name}": f"pyrtool.kernel.{package}.{name}"
    for package, names in {
        "levels": ("discards", "sets"),
        "verdict": ("matching", "partners", "singly", "turning"),
        "verdict.groups": ("fronts", "nodes", "tableaux"),
        "verdict.pairing": ("choices", "deductions", "pairing", "windows"),
    }.items()
    for name in names
}
"""What is compiled once more, by the name of the first: its package has it on processors with BMI2.
Most of the time of surveys goes there, and a twentieth to a sixth less of it so."""
BMI2 = ["-mpopcnt", "-mbmi", "-mbmi2"]
if sysconfig.get_platform() != "linux-x86_64":
    AGAIN = {}

FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))  # has no limited API
LIMITED_API = [] if FREE_THREADED else [("Py_LIMITED_API", "0x030B0000")]
"""The API of Python 3.11: what is compiled with it runs on every later one, too."""


def modules() -> list[Extension]:
    """The modules of the kernel, the largest first: no compiler is to be left alone with it."""
    headers = [path for path in KERNEL.rglob("*.pxd") if b"cdef class " in path.read_bytes()]
    sources = [path.with_suffix(".py") for path in headers]
    sources.sort(key=lambda source: (-source.stat().st_size, source))
    shared = Path(*SHARED.split(".")).with_suffix(".c")
    again = [module(C.joinpath(*name.split(".")).with_suffix(".c"), C) for name in AGAIN]
    return [*map(module, (shared, *sources)), *again]


def module(source: Path, root: Path = Path()) -> Extension:
    """One module, named as it is imported."""
    return Extension(
        ".".join(source.with_suffix("").relative_to(root).parts),
        [source.as_posix()],
        define_macros=LIMITED_API,
        py_limited_api=bool(LIMITED_API),
    )


def include(source: Path, other: Path) -> None:
    """Write a C source that is another one; what is there already keeps its time."""
    text = f'#include "../{other.name}"\n'
    if not source.exists() or source.read_text() != text:
        source.parent.mkdir(exist_ok=True)
        source.write_text(text)


class BuildKernel(build_ext):
    """`build_ext` for modules that are installed together or not at all."""

    def finalize_options(self) -> None:
        """By default there are as many compilers as processors."""
        super().finalize_options()
        self.parallel = self.parallel or True

    def run(self) -> None:
        """Translate and compile; nothing that was compiled from other sources stays."""
        self._translate()
        try:
            super().run()
        except (CCompilerError, ExecError, PlatformError) as error:
            print(f"pyrtool: {error}: the kernel will run interpreted", file=sys.stderr)
            self.extensions = []
        self._remove_others()

    def build_extensions(self) -> None:
        """The compiler is known now: give it its flags."""
        more = os.environ.get("PYRTOOL_CFLAGS", "").split()
        fast, small = (
            (["/O2"], ["/O1"])
            if self.compiler.compiler_type == "msvc"
            else (["-O3", "-g0"], ["-O1", "-g0"])
        )
        assert {extension.name for extension in self.extensions} >= HOT
        for extension in self.extensions:
            flags = fast if AGAIN.get(extension.name, extension.name) in HOT else small
            bmi2 = BMI2 if extension.name in AGAIN else []
            extension.extra_compile_args = [*flags, *bmi2, *more]
            extension.extra_link_args = more
        super().build_extensions()

    def _translate(self) -> None:
        translated = cythonize(
            [extension for extension in self.extensions if extension.name not in AGAIN],
            build_dir=C.as_posix(),
            nthreads=os.cpu_count() or 0,
            shared_utility_qualified_name=SHARED,
            compiler_directives=UNUSED,
        )
        sources = {extension.name: extension.sources for extension in translated}
        for extension in self.extensions:
            extension.depends = ["setup.py"]
            if extension.name in AGAIN:
                (first,) = sources[AGAIN[extension.name]]
                extension.depends.append(first)
                include(Path(*extension.sources), Path(first))
            else:
                extension.sources = sources[extension.name]

    def _remove_others(self) -> None:
        """A compiled module wins over its source: none may be older than the source, or be left
        of an installation that named them otherwise."""
        made = {self.get_ext_filename(extension.name) for extension in self.extensions}
        for root in [Path(self.build_lib), *([Path()] if self.inplace else [])]:
            for path in (root / KERNEL).rglob("*"):
                is_compiled = path.name.endswith(tuple(EXTENSION_SUFFIXES))
                if is_compiled and str(path.relative_to(root)) not in made:
                    path.unlink()


if __name__ == "__main__":  # the processes that translate may read this file again
    setup(
        ext_modules=modules(),
        cmdclass={"build_ext": BuildKernel},
        options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED_API else {},
    )
