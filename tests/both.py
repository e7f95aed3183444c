"""A kernel as it is installed and as the Python it is: both must give the same bits."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import maskera

FOLDER = Path(maskera.__file__).parent / "kernels"


def uncompiled(name: str) -> ModuleType:
    """The kernel run from its source, without Cython."""
    spec = spec_from_file_location(f"uncompiled_{name}", FOLDER / f"{name}.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    known = sys.modules.get("cython")
    sys.modules["cython"] = None  # type: ignore[assignment]  # as where it is not installed
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules["cython"]
        if known:
            sys.modules["cython"] = known
    assert module.COMPILED is False
    return module


def both(name: str) -> list[ModuleType]:
    """The kernel uncompiled, and as it is imported: compiled where there was a compiler."""
    return [uncompiled(name), import_module(f"maskera.kernels.{name}")]
