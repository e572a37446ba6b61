"""Compile the kernel, every module of it or none, and install art and problems.

All else that pip needs is in pyproject.toml. The kernel's modules are those with a `.pxd` beside
them that declares a class; what another `.pxd` says is compiled where it is used. Cython translates
them all in one run, in as many processes as there are processors. The code that they have in common
goes into a module of its own, `SHARED`. Then as many C compilers run. Their output stays in
`build/`: installing again compiles nothing.

Where there is no C compiler, or it fails, nothing compiled is installed, and the same sources run
interpreted. What Cython rejects is an error. `PYRTOOL_CFLAGS` in the environment are flags for the
C compiler and the linker, after all others: those of a sanitizer, say.
"""

from __future__ import annotations

import gc
import os
import re
import runpy
import sys
import sysconfig
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from Cython.Build import cythonize
from Cython.Compiler import Options
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError, ExecError, FileError, PlatformError

gc.disable()  # Cython makes large trees; to look for garbage meanwhile takes a third of its time

KERNEL = Path("pyrtool/kernel")
SHARED = "pyrtool.kernel.shared"
C = Path("build/c2")
Options.buffer_max_dims = 2
"""Every buffer has one dimension, and Cython wants room for more. With its default, 8, the machine
code is longer by a tenth. The folder `C` is named after this number, as what Cython made with
another one does not fit."""
UNUSED = {
    "always_allow_keywords": False,
    "auto_pickle": False,
    "binding": False,
    "emit_code_comments": False,
}
"""What Cython adds and a kernel does not need: names for the argument of a function that has only
one, pickling, functions that can be inspected, and the sources as comments. The first takes a
twelfth of the time to compile, the next two nearly as long as all else."""
OPTIMIZED = {
    **dict.fromkeys(("check", "game", "groups", "levels"), 3),
    **dict.fromkeys(("random_players", "shortest", "shuffle", "verdict"), 3),
    **dict.fromkeys(("bulk", "pairing"), 2),
}
"""The optimization levels of the modules that surveys run for every deal, and of those that rate
stock games. At a lower level a benchmark is slower by a twentieth. All other modules are no slower
at level 1, and compile in half the time."""

AGAIN = {f"pyrtool.kernel.bmi2.{name}": f"pyrtool.kernel.{name}" for name in ("levels", "verdict")}
"""The modules that are compiled once more, for processors with BMI2, and the names of their
sources. Surveys spend most of their time there, and these copies take a twentieth to a sixth
less."""
BMI2 = ["-mpopcnt", "-mbmi", "-mbmi2"]
if sysconfig.get_platform() != "linux-x86_64":
    AGAIN = {}

FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))  # has no limited API
LIMITED_API = [] if FREE_THREADED else [("Py_LIMITED_API", "0x030B0000")]
"""The API of Python 3.11: a module that is compiled with it runs on every later one, too."""


def modules() -> list[Extension]:
    """List the modules of the kernel: first those that take the compiler long, and of these the
    largest first. So no compiler is left alone with a large one at the end."""
    headers = [path for path in KERNEL.rglob("*.pxd") if b"cdef class " in path.read_bytes()]
    sources = [path.with_suffix(".py") for path in headers]
    sources.sort(key=lambda source: (-source.stat().st_size, source))
    shared = Path(*SHARED.split(".")).with_suffix(".c")
    again = [module(C.joinpath(*name.split(".")).with_suffix(".c"), C) for name in AGAIN]
    return sorted([*map(module, (shared, *sources)), *again], key=level, reverse=True)


def level(extension: Extension) -> int:
    """Return the optimization level of a module."""
    return OPTIMIZED.get(extension.name.rpartition(".")[2], 1)


def module(source: Path, root: Path = Path()) -> Extension:
    """Describe one module, named as it is imported."""
    return Extension(
        ".".join(source.with_suffix("").relative_to(root).parts),
        [source.as_posix()],
        define_macros=LIMITED_API,
        py_limited_api=bool(LIMITED_API),
    )


def include(source: Path, other: Path) -> None:
    """Write a C source that includes another one; if it is there already, it keeps its time."""
    text = f'#include "../{other.name}"\n'
    if not source.exists() or source.read_text() != text:
        source.parent.mkdir(exist_ok=True)
        source.write_text(text)


class BuildKernel(build_ext):
    """The command `build_ext`, for modules that are installed together or not at all."""

    def finalize_options(self) -> None:
        """Run as many compilers as processors, unless the user says how many."""
        super().finalize_options()
        self.parallel = self.parallel or True

    def run(self) -> None:
        """Translate and compile; remove what was compiled from other sources."""
        self._translate()
        try:
            super().run()
        except (CCompilerError, ExecError, PlatformError) as error:
            print(f"pyrtool: {error}: the kernel will run interpreted", file=sys.stderr)
            self.extensions = []
        self._remove_others()

    def build_extensions(self) -> None:
        """Give the compiler, which is known now, its flags."""
        more = os.environ.get("PYRTOOL_CFLAGS", "").split()
        msvc = self.compiler.compiler_type == "msvc"
        assert {extension.name.rpartition(".")[2] for extension in self.extensions} >= {*OPTIMIZED}
        for extension in self.extensions:
            grade = level(extension)
            flags = [f"/O{min(grade, 2)}"] if msvc else [f"-O{grade}", "-g0"]
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
        """Remove compiled modules that these sources did not make: a compiled module is preferred
        to its source, so an old one would run in its place."""
        made = {self.get_ext_filename(extension.name) for extension in self.extensions}
        for root in [Path(self.build_lib), *([Path()] if self.inplace else [])]:
            for path in (root / KERNEL).rglob("*"):
                is_compiled = path.name.endswith(tuple(EXTENSION_SUFFIXES))
                if is_compiled and str(path.relative_to(root)) not in made:
                    path.unlink()


DATA = {
    "assets": (
        "LICENSE*",
        "PROVENANCE.md",
        "faces.json",
        "cards/*.webp",
        "fonts/LICENSE*",
        "fonts/*.json",
        "fonts/*.otf",
        "fonts/*.woff2",
        "palettes/*.rgb",
    ),
    "puzzles": ("*.json",),
}
"""The folders beside the package whose files are installed inside it, and which of their files;
`pyrtool/base/data_folders.py` finds them in both places."""


class BuildPackage(build_py):
    """The command `build_py`, which builds nothing without art and problems."""

    def run(self) -> None:
        """Look for the data, remove what an earlier build left, and copy."""
        for folder, patterns in DATA.items():
            for pattern in patterns:
                if not any(Path(folder).glob(pattern)):
                    raise FileError(f"{folder}/{pattern} is missing: the source is incomplete")
        if not self.editable_mode:
            self._remove_sources()
        super().run()

    def build_package_data(self) -> None:
        """Copy the data, too."""
        super().build_package_data()
        for folder, patterns in DATA.items():
            for source in (file for pattern in patterns for file in Path(folder).glob(pattern)):
                target = Path(self.build_lib, "pyrtool", source)
                self.mkpath(str(target.parent))
                self.copy_file(str(source), str(target))

    def _remove_sources(self) -> None:
        """Remove what an earlier build left: moved files are not to be installed again."""
        for path in Path(self.build_lib, "pyrtool").rglob("*"):
            if path.is_file() and not path.name.endswith(tuple(EXTENSION_SUFFIXES)):
                path.unlink()


FACTS = tomllib.loads(Path("pyrtool/publishing.toml").read_text("utf-8"))
"""The facts about pyrtool for publishing it; what is not known yet is empty."""
URLS = {
    name: address
    for name, address in (
        ("Documentation", FACTS["documentation"]),
        ("Repository", FACTS["repository"]),
        ("Changelog", FACTS["repository"] and FACTS["repository"] + "/blob/main/CHANGELOG.md"),
    )
    if address
}


def readme() -> str:
    """Return the README for a package index, which has no file beside it: its links name the
    source."""
    text = Path("README.md").read_text("utf-8")
    if not FACTS["repository"]:
        return text
    version = runpy.run_path("pyrtool/base/version.py")["__version__"]

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if link["text"].startswith("!") else "blob"
        return f"{link['text']}({FACTS['repository']}/{kind}/v{version}/{link['to']})"

    return re.sub(r"(?P<text>!?\[[^][]+\])\((?!https?:|#)(?P<to>[^()\s]+)\)", absolute, text)


if __name__ == "__main__":  # the processes that translate may read this file again
    setup(
        long_description=readme(),
        long_description_content_type="text/markdown",
        project_urls=URLS,
        ext_modules=modules(),
        cmdclass={"build_ext": BuildKernel, "build_py": BuildPackage},
        options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED_API else {},
    )
