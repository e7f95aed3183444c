"""What is published beside the package: the manual page and the steps of the container.
`make install-check` builds and installs them; that takes minutes and the registry of packages."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import check_install
import write_man

CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")


def test_the_manual_page_has_every_command_and_option() -> None:
    page = write_man.page()
    for heading in (".SH NAME", ".SS maskera pseudonymize", ".SS maskera review export"):
        assert f"{heading}\n" in page
    assert ".B \\-\\-config FILE\n" in page
    assert ".B \\-\\-key VALUE\n" in page
    assert "[bold]" not in page
    said = re.findall(r"^[.'](\w+)", page, re.M)
    assert set(said) == {"TH", "SH", "SS", "PP", "TP", "B"}


def test_the_manual_page_is_set_without_a_warning(tmp_path: Path) -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    (tmp_path / "maskera.1").write_text(write_man.page(), encoding="utf-8")
    command = ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "maskera.1"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "pseudonymize" in done.stdout


def test_the_container_runs_as_nobody_and_says_how_it_is() -> None:
    user, _, group = re.findall(r"^USER (.*)$", CONTAINER, re.M)[-1].partition(":")
    assert int(user) > 0
    assert int(group) > 0
    assert CONTAINER.index("USER") > CONTAINER.rindex("FROM")  # of the image that runs, not builds
    health = json.loads(re.findall(r"^HEALTHCHECK .*CMD (\[.*\])$", CONTAINER, re.M)[0])
    compile(health[-1], "Containerfile", "exec")
    assert f":{check_install.PORT}/healthz" in health[-1]
    assert f"EXPOSE {check_install.PORT}\n" in CONTAINER


def test_a_wheel_that_cannot_be_published_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("twine", reason="twine is not installed (`make install-check`)")
    with zipfile.ZipFile(tmp_path / "maskera-0.1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("maskera/__init__.py", "")
    (tmp_path / "maskera-0.1.0.tar.gz").write_bytes(b"")
    assert check_install.main([str(tmp_path)]) == 1
    assert "twine check" in capsys.readouterr().err


TAGS = """
import sys
from distutils.core import run_setup
from pathlib import Path
sys.modules["Cython.Build"] = None  # nothing is translated here
from setuptools import Extension
distribution = run_setup("setup.py", stop_after="init")
distribution.ext_modules = [Extension("maskera.kernels.text", [])]
distribution.get_command_obj("build").build_base = sys.argv[1]
wheel = distribution.get_command_obj("bdist_wheel")
wheel.ensure_finalized()
file = Path(wheel.get_finalized_command("build_ext").get_ext_fullpath("maskera.kernels.text"))
file.parent.mkdir(parents=True)
file.touch()
print("-".join(wheel.get_tag()))
file.unlink()
print("-".join(wheel.get_tag()))
"""


def test_a_wheel_is_named_after_a_platform_where_a_kernel_was_compiled(tmp_path: Path) -> None:
    """Without a compiler it holds no machine code, and runs everywhere."""
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", TAGS, tmp_path],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    here, everywhere = told.stdout.split()
    assert everywhere == "py3-none-any"
    assert here.startswith("cp311-abi3-") and not here.endswith("-any")


def test_a_command_that_fails_says_what_it_said(tmp_path: Path) -> None:
    with pytest.raises(check_install.FaultError, match="no such thing"):
        check_install.run(
            sys.executable, "-c", "raise SystemExit('no such thing')", within=tmp_path
        )
