"""The build: compiles the lexicons from their lists and, where there is a compiler, the kernels.

Everything else stands in pyproject.toml. Without Cython or a compiler the package installs as well,
and its kernels run as the Python they are. `make wheel` builds what is published and checks it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
KERNELS = ROOT / "src" / "maskera" / "kernels"
LIMITED_API = "0x030B0000"  # of Python 3.11: one wheel for it and all later ones


class BuildWithLexicons(build_py):
    """Compiles what is stale of the lexicons before the package's files are gathered."""

    def run(self) -> None:
        """See build_py."""
        sys.path.insert(0, str(ROOT / "src"))
        from maskera.lexicon.compile import compile_stale

        compile_stale()
        super().run()


class BuildKernels(build_ext):
    """Compiles the kernels so that they are quick and take the same sums everywhere: a processor
    that multiplies and adds in one (arm64) rounds once where others round twice. Side by side."""

    def finalize_options(self) -> None:
        """See build_ext. Here, for an editable installation does not hand on what setup() says."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        """See build_ext."""
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
                extension.extra_compile_args = ["-O3", "-ffp-contract=off"]
        super().build_extensions()


class WheelByItsKernels(bdist_wheel):
    """Names a wheel after its platform only where a kernel was compiled for it."""

    def get_tag(self) -> tuple[str, str, str]:
        """See bdist_wheel: asked once all is built."""
        built = self.get_finalized_command("build_ext")
        files = [Path(built.get_ext_fullpath(each.name)) for each in built.extensions or ()]
        if not any(file.exists() for file in files):
            self.root_is_pure = True
        return super().get_tag()


def kernels() -> list[Extension]:
    """An extension for each kernel that speaks to Cython; none without Cython."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    paths = [
        path for path in KERNELS.glob("*.py") if "    import cython\n" in path.read_text("utf-8")
    ]
    found = [
        Extension(
            f"maskera.kernels.{path.stem}",
            [str(path.relative_to(ROOT))],
            define_macros=[("Py_LIMITED_API", LIMITED_API)],
            py_limited_api=True,
        )
        for path in sorted(paths)
    ]
    directives = {"language_level": 3, "boundscheck": True, "wraparound": False, "cdivision": True}
    compiled = cythonize(found, build_dir="build", compiler_directives=directives, quiet=True)
    for extension in compiled:
        extension.optional = True  # cythonize() does not hand it on
    return list(compiled)


setup(
    cmdclass={
        "bdist_wheel": WheelByItsKernels,
        "build_ext": BuildKernels,
        "build_py": BuildWithLexicons,
    },
    ext_modules=kernels(),
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
