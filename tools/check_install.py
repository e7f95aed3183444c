"""Whether what is published can be installed and used: the wheel and the source distribution of a
folder are checked (twine, check-wheel-contents, check_wheel.py); each is installed alone in empty
environments, of every Python that is there, and runs outside the repository; then the steps of
Containerfile are gone through, as another user who may write nowhere.

usage: check_install.py FOLDER [PYTHON...]     exit code 1 with the step that failed

Other Pythons are found on the path and among pyenv's; one that is missing is said.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
ESSAY = "Jag heter Anna Lindqvist och bor i Malmö."
NOBODY = 65534
PORT = "8000"  # that of Containerfile


class FaultError(Exception):
    """A step that failed, and what it said."""


def run(*command: str | Path, within: Path, said: str = "", **more: str) -> str:
    """The output of a command in an environment without our paths; raises FaultError where it
    fails. said: its standard input; more: variables of the environment."""
    kept = {name: os.environ[name] for name in os.environ if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(one) for one in command],
        cwd=within,
        input=said,
        capture_output=True,
        text=True,
        env={**kept, **more},
    )
    if done.returncode:
        told = f"{done.stdout}\n{done.stderr}".strip()[-2000:]
        raise FaultError(f"{' '.join(map(str, command))}: {told}")
    return done.stdout


def pythons(named: Iterable[str]) -> Iterator[str]:
    """The interpreters that are named, or of each version that is there; says which is not."""
    if given := list(named):
        yield from given
        return
    for version in VERSIONS:
        homes = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
        found = str(homes[-1]) if homes else shutil.which(f"python{version}")
        if found:
            yield found
        else:
            print(f"Python {version}: not on this machine")


def published(folder: Path) -> tuple[Path, Path]:
    """The wheel and the source distribution, checked."""
    (wheel,), (source,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    python = sys.executable
    run(python, "-m", "twine", "check", "--strict", wheel, source, within=folder)
    run(python, "-m", "check_wheel_contents", wheel, within=folder)
    run(python, ROOT / "tools" / "check_wheel.py", folder, within=folder)
    print(f"{wheel.name}, {source.name}: checked")
    return wheel, source


def install(python: str, what: str, folder: Path) -> Path:
    """An environment with that and what it needs, nothing else; its folder of programs."""
    run(python, "-m", "venv", "--without-pip", folder, within=folder.parent)
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "install")
    run(*pip, "--quiet", "--disable-pip-version-check", what, within=folder)
    return folder / "bin"


def use(programs: Path, folder: Path) -> Mapping[str, object]:
    """Pseudonymize something; what `maskera doctor` tells."""
    maskera = programs / "maskera"
    new = run(maskera, "pseudonymize", within=folder, said=ESSAY)
    if not new.startswith("Jag heter ") or "Lindqvist" in new:
        raise FaultError(f"{maskera} pseudonymize: the name stands in what was written")
    found: Mapping[str, object] = json.loads(run(maskera, "doctor", "--json", within=folder))
    if found["uncompiled"]:
        raise FaultError(f"{maskera}: without compiled {found['uncompiled']}")
    if not (programs.parent / "share" / "man" / "man1" / "maskera.1").is_file():
        raise FaultError(f"{programs.parent}: the manual page is missing")
    return found


def for_others(python: str) -> str:
    """An interpreter that another user may run: this one, or that of the system."""
    for one in (python, "/usr/bin/python3"):
        path = Path(one).resolve()
        if path.exists() and all(folder.stat().st_mode & 1 for folder in path.parents):
            return one
    raise FaultError(f"{python}: another user may not run it, so Containerfile was not tried")


def contained(programs: Path, folder: Path) -> None:
    """The steps of Containerfile: the service as a user who may write nowhere, and its health."""
    steps = (ROOT / "Containerfile").read_text(encoding="utf-8")
    command = json.loads(re.findall(r"^CMD (\[.*\])$", steps, re.M)[0])
    health = json.loads(re.findall(r"^HEALTHCHECK .*CMD (\[.*\])$", steps, re.M)[0])
    environment = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": "/nonexistent"}
    environment |= {
        "PYTHONDONTWRITEBYTECODE": "1",
        "MASKERA_TOKENS": "a-token-of-the-check-of-installs",
    }
    who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    service = subprocess.Popen(  # type: ignore[call-overload]
        [programs / "maskera", *command],
        cwd="/",
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        **who,
    )
    try:
        for _ in range(60):
            done = subprocess.run(
                [programs / health[0], *health[1:]], cwd="/", env=environment, capture_output=True
            )
            if not done.returncode:
                break
            if service.poll() is not None:
                raise FaultError(f"maskera {' '.join(command)}: {service.stderr.read()[-2000:]}")
        else:
            raise FaultError(f"{health}: {done.stderr.decode()[-2000:]}")
    finally:
        service.terminate()
        service.wait(30)
    if service.returncode != 0:
        raise FaultError(f"maskera {' '.join(command)}: ended with {service.returncode}")


def main(arguments: list[str]) -> int:
    """Say what holds, step by step; the exit code."""
    folder = Path(arguments[0]).resolve()
    try:
        wheel, source = published(folder)
        with tempfile.TemporaryDirectory() as temporary:
            place = Path(temporary)
            place.chmod(0o755)
            used = ""
            for number, python in enumerate(pythons(arguments[1:])):
                programs = install(python, str(wheel), place / str(number))
                found = use(programs, place)
                used = python
                print(f"Python {found['python']}: {wheel.name} alone, used")
            programs = install(used, str(source), place / "source")
            use(programs, place)
            print(f"{source.name} built, installed and used")
            other = for_others(used) if os.geteuid() == 0 else used
            programs = install(other, f"{wheel}[service,vault,arrow,office]", place / "container")
            contained(programs, place)
            print("the steps of Containerfile: served without a place to write, healthy")
    except FaultError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
