"""Without a compiler everything comes out the same, bit for bit, probabilities included."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parent.parent / "samples"
FOUND = """
import sys
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path

import maskera.kernels

if sys.argv[3] == "uncompiled":  # of the kernels only what is written in Python is found
    for folder in maskera.kernels.__path__:
        sys.path_importer_cache[folder] = FileFinder(folder, (SourceFileLoader, [".py"]))
from maskera import Document, load
from maskera.kernels import marginals

nlp = load(sys.argv[1], key=b"a key of sixteen bytes and more")
texts = [path.read_text(encoding="utf-8") for path in sorted(Path(sys.argv[2]).glob("*.txt"))]
documents = [Document(str(number), text, sys.argv[1]) for number, text in enumerate(texts)]
print(marginals.COMPILED)
for result in nlp.pipe(documents):
    for one in result.mentions:
        print(one.span, one.label, one.number, one.probability, one.personal)
    print([one.text for one in result.replacements])
"""


@pytest.mark.parametrize("language, folder", [("sv", SAMPLES), ("en", SAMPLES / "en")])
def test_it_is_the_same_without_a_compiler(language: str, folder: Path) -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", FOUND, language, str(folder), how],
            capture_output=True, text=True, check=True,
        ).stdout.partition("\n")
        for how in ("compiled", "uncompiled")
    ]  # fmt: skip
    (_, _, as_built), (compiled, _, uncompiled) = told
    assert compiled == "False"
    assert len(as_built) > 1_000
    assert uncompiled == as_built
