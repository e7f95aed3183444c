"""The command `doctor`: what is installed, and what is missing for which purpose."""

from __future__ import annotations

import json
import platform
import re
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer

from maskera import __version__
from maskera.cli.configuration import Configuration
from maskera.errors import MaskeraError
from maskera.lang import PACKS

OWN_TOOLS = ("dev", "bench", "lexicon")  # extras of who works on maskera
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[.*?\])?[^;]*;\s*extra\s*==\s*[\"']([\w-]+)[\"']")


def doctor(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Tell what is installed: version, compiled parts, languages with their models, for each extra
    the packages that are there or missing; and which maskera.toml is used, with what it says or
    what is wrong with it.

    Example: [bold]maskera doctor[/bold]
    """
    found = {**state(), "configuration": _configuration(context.obj)}
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    typer.echo(f"maskera {found['maskera']}, Python {found['python']}, {found['system']}")
    typer.echo(f"compiled: {_listed(found['compiled'])}; not: {_listed(found['uncompiled'])}")
    for code, models in found["languages"].items():
        typer.echo(f"language {code}: models {_listed(models)}")
    for extra, packages in found["extras"].items():
        missing = [name for name, its in packages.items() if its is None]
        there = [f"{name} {its}" for name, its in packages.items() if its is not None]
        told = f"missing {_listed(missing)}: pip install 'maskera[{extra}]'" if missing else "ready"
        typer.echo(f"extra {extra}: {told}" + (f" ({', '.join(there)})" if there else ""))
    said = found["configuration"] or {"file": "none"}
    typer.echo(f"configuration: {said.get('fault') or said['file']}")
    for name, value in said.get("settings", {}).items():
        typer.echo(f"  {name} = {json.dumps(value, ensure_ascii=False)}")


def _configuration(found: object) -> dict[str, Any] | None:
    """What is told of the file of settings: what it says, or its fault."""
    match found:
        case Configuration():
            return {"file": str(found.path), "settings": found.settings()}
        case MaskeraError():
            return {"fault": str(found)}
    return None


def state() -> dict[str, Any]:
    """What is installed. compiled, uncompiled: kernels; languages: code -> files of its models;
    extras: name -> package -> version, None for one that is missing."""
    kernels = {
        path.stem: bool(getattr(import_module(f"maskera.kernels.{path.stem}"), "COMPILED", False))
        for path in _python_files("kernels")
        if "import cython" in path.read_text(encoding="utf-8")
    }
    return {
        "maskera": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "compiled": sorted(name for name, done in kernels.items() if done),
        "uncompiled": sorted(name for name, done in kernels.items() if not done),
        "languages": {code: _models(code) for code in PACKS},
        "extras": _extras(),
    }


def _python_files(folder: str) -> list[Path]:
    return sorted(Path(str(files("maskera") / folder)).glob("*.py"))


def _models(code: str) -> list[str]:
    folder = Path(str(files("maskera"))) / "data" / code / "models"
    return sorted(path.name for path in folder.glob("*")) if folder.is_dir() else []


def _extras() -> dict[str, dict[str, str | None]]:
    """Only what pip was told of this installation counts; of a folder without it, nothing."""
    try:
        asked = requires("maskera") or []
    except PackageNotFoundError:
        asked = []
    found: dict[str, dict[str, str | None]] = {}
    for line in asked:
        if (match := _REQUIREMENT.match(line)) and match[2] not in OWN_TOOLS:
            found.setdefault(match[2], {})[match[1]] = _version(match[1])
    return dict(sorted(found.items()))


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _listed(names: list[str]) -> str:
    return ", ".join(names) or "none"
