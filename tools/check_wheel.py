"""Whether the wheels of a folder may be published: compiled kernels, lexicons and models in them.

usage: check_wheel.py FOLDER      exit code 1 with a sentence for each fault

A build without a compiler gives a wheel that works, of uncompiled kernels, under the name of no
platform: such a wheel must not be published, for pip would take it where a compiled one is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "maskera"


def kernels() -> list[str]:
    """The kernels that are compiled."""
    paths = sorted((PACKAGE / "kernels").glob("*.py"))
    return [path.stem for path in paths if "    import cython\n" in path.read_text("utf-8")]


def faults(wheel: Path) -> Iterator[str]:
    """What is missing from a wheel, or too much."""
    names = ZipFile(wheel).namelist()
    for kernel in kernels():
        beginning = f"maskera/kernels/{kernel}."
        found = [name for name in names if name.startswith(beginning)]
        if not any(name.endswith((".so", ".pyd")) for name in found):
            yield f"{wheel.name}: the kernel {kernel} is not compiled"
    languages = [path.parent.name for path in PACKAGE.glob("data/*/lexicon.toml")]
    needed = [f"maskera/data/{code}/{file}" for code in languages for file in ("lexicon.bin",)]
    needed += [
        path.relative_to(PACKAGE.parent).as_posix()
        for suffix in ("tsv", "toml", "model", "html", "css", "js", "xsd")
        for path in PACKAGE.rglob(f"*.{suffix}")
    ]
    for name in sorted({*needed} - {*names}):
        yield f"{wheel.name}: {name} is missing"
    for name in names:
        if name.endswith((".c", ".pyc", ".tsv.xz")):
            yield f"{wheel.name}: {name} belongs to the build alone"


def main(folder: Path) -> int:
    """Say what is wrong; the exit code."""
    wheels = sorted(folder.glob("*.whl"))
    wrong = [fault for wheel in wheels for fault in faults(wheel)]
    wrong += [] if wheels else [f"{folder}: no wheel"]
    for fault in wrong:
        print(fault, file=sys.stderr)
    if not wrong:
        print("\n".join(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB" for wheel in wheels))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
