"""`maskera serve` before it serves: what it refuses, and that the rest of maskera does not need the
extra."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import KEY
from typer.testing import CliRunner
from waiting import PATIENCE

from maskera.cli.main import app
from maskera.errors import MaskeraError, MissingExtra
from maskera.service import server
from maskera.service.settings import Settings, loopback, origin

TOKEN = "a-token-of-the-tests"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Settings, int, str]]:
    """What would be served."""
    calls: list[tuple[Settings, int, str]] = []

    def serve(settings: Settings, listener: Any, workers: int, level: str) -> None:
        listener.close()
        calls.append((settings, workers, level))

    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.delenv("MASKERA_TOKENS", raising=False)
    return calls


def run(*arguments: str, **environment: str) -> None:
    CliRunner().invoke(
        app, ["serve", "--port", "0", *arguments], env=environment, catch_exceptions=False
    )


def test_the_defaults_are_open_on_loopback(served: list[Any]) -> None:
    run()
    settings, workers, _ = served[0]
    assert (
        settings.tokens == ()
        and settings.origins == ()
        and workers == 1
        and len(settings.key) == 32
    )
    run()
    assert served[1][0].key != settings.key


def test_options_reach_the_settings(served: list[Any], tmp_path: Path) -> None:
    key, tokens = tmp_path / "key", tmp_path / "tokens"
    key.write_bytes(KEY)
    tokens.write_text(TOKEN)
    run("--key", str(key), "--tokens", str(tokens), "--origin", "https://a.example/", "--origin", "https://b.example", "--policy", "dummy",
        "--workers", "3", "--max-text", "10", "--timeout", "1.5", "--open-pseuws", "--log-level", "error")  # fmt: skip
    settings, workers, level = served[0]
    assert (settings.key, len(settings.tokens), settings.policy, workers, level) == (
        KEY,
        1,
        "dummy",
        3,
        "error",
    )
    assert settings.origins == ("https://a.example", "https://b.example") and settings.open_pseuws
    assert (settings.limits.text, settings.limits.seconds) == (10, 1.5)


def test_beyond_this_machine_it_wants_tokens(served: list[Any]) -> None:
    with pytest.raises(MaskeraError, match="--tokens FILE or in MASKERA_TOKENS"):
        run("--host", "0.0.0.0")
    run("--host", "0.0.0.0", MASKERA_TOKENS=TOKEN)
    assert len(served[0][0].tokens) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--policy", "none"], "no policy 'none'"),
        (["--log-level", "trace"], "no log level"),
        (["--origin", "svala.example"], "not an origin"),
        (["--origin", "https://a.example/path"], "not an origin"),
        (["--key", "/nowhere"], "key file"),
        (["--tokens", "/nowhere"], "token file"),
        (["--mode", "none"], "no mode 'none'"),
        (["--language", "xx"], "no language 'xx'"),
    ],
)
def test_wrong_use_is_told_in_one_sentence(
    served: list[Any], arguments: list[str], sentence: str
) -> None:
    with pytest.raises(MaskeraError, match=sentence):
        run(*arguments)
    assert served == []


def test_a_policy_that_cannot_be_carried_out_is_told_before_anything_is_served(
    served: list[Any], tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'extends = "swell"\n[rules]\nfam = { action = "replace", generator = "firstname" }\n',
        encoding="utf-8",
    )
    with pytest.raises(MaskeraError, match=r"policy own\.toml: rule for fam"):
        run("--policy", str(own))
    assert served == []


def test_no_option_takes_a_token_itself() -> None:
    shown = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200"}).output
    assert re.search(r"(?i)--tokens +<?path", shown) and "--token " not in shown


def test_loopback_and_origins() -> None:
    assert all(map(loopback, ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost"]))
    assert not any(
        map(loopback, ["0.0.0.0", "::", "10.0.0.1", "example.org", "", "127.0.0.1.example.org"])
    )
    assert origin("*") == "*" and origin("HTTPS://A.example:8443/") == "https://a.example:8443"


WITHOUT = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("fastapi", "uvicorn", "starlette", "jinja2", "anyio"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Gone())
from maskera.cli.main import main
sys.argv = ["maskera", *sys.argv[1:]]
main()
"""


def test_without_the_extra_all_else_works(tmp_path: Path) -> None:
    call: Callable[..., subprocess.CompletedProcess[str]] = lambda *arguments: subprocess.run(  # noqa: E731
        [sys.executable, "-c", WITHOUT, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=tmp_path,
        input="Jag heter Anna.",
    )
    assert call("policies").returncode == 0
    refused = call("serve")
    assert (
        refused.returncode == 2
        and refused.stderr.strip() == f"maskera: {MissingExtra('The service', 'service')}"
    )
    assert "--port" in call("serve", "--help").stdout
