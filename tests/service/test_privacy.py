"""No essay text in any log, error or trace at any level, nothing on disk or on the network: planted
words are looked for everywhere."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Callable
from typing import Any

import pytest
from conftest import KEY
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st

from maskera import Pipeline
from maskera.errors import DataError
from maskera.service import documents, problems, pseuws, routes
from maskera.service.app import create_app
from maskera.service.problems import Discreet, described
from maskera.service.settings import Settings

from .conftest import Ask, refused

WORD = "Plantagenet"
TEXT = f"Jag heter {WORD} {WORD}sson och bor i {WORD}by, {WORD.lower()}@example.org."
LINES = {"content-type": "application/x-ndjson"}
REQUESTS: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/v1/detect", {"json": {"id": WORD, "text": TEXT, "author": WORD}}),
    ("POST", "/v1/pseudonymize", {"json": [{"text": TEXT}] * 3}),
    ("POST", "/v1/pseudonymize", {"content": json.dumps({"text": TEXT}), "headers": LINES}),
    ("POST", "/pseuws", {"content": f"text={TEXT}"}),
    ("POST", "/v1/detect", {"content": TEXT}),
    ("POST", "/v1/detect", {"json": {WORD: TEXT, "text": [TEXT]}}),
    ("POST", "/v1/detect", {"json": {"text": TEXT}, "headers": {"content-type": f"text/{WORD}"}}),
    ("POST", f"/v1/detect?policy={WORD}&{WORD}=1", {"json": {"text": TEXT}}),
    ("POST", f"/v1/{WORD}", {"json": {"text": TEXT}}),
    (WORD.upper(), "/v1/detect", {"json": {"text": TEXT}}),
    ("GET", f"/{WORD}?{WORD}", {"headers": {"authorization": WORD, "cookie": WORD}}),
]


CLIENT = ("httpx", "httpcore")  # the test's own client logs what it asks for


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Callable[[], list[logging.LogRecord]]:
    """All that is logged, by anybody, at any level."""
    caplog.set_level(logging.DEBUG)
    for name in list(logging.root.manager.loggerDict):
        caplog.set_level(logging.DEBUG, logger=name)
    return lambda: [record for record in caplog.records if not record.name.startswith(CLIENT)]


def everything(records: list[logging.LogRecord]) -> str:
    """Records with whatever hangs on them."""
    return "".join(
        f"{logging.Formatter().format(record)} {record.args} {record.exc_info}"
        for record in records
    )


def leaked(text: str) -> bool:
    return WORD.lower() in text.lower()


@pytest.mark.parametrize(("method", "path", "request_"), REQUESTS)
def test_nothing_planted_is_logged_or_quoted_in_an_error(
    ask: Ask,
    logged: Callable[[], list[logging.LogRecord]],
    capfd: pytest.CaptureFixture[str],
    method: str,
    path: str,
    request_: dict[str, Any],
) -> None:
    answer = ask(method, path, **request_)
    assert answer.status_code == 200 or not leaked(answer.text)
    out, err = capfd.readouterr()
    assert not leaked(everything(logged()))
    assert not leaked(out + err)


CRASHES = [
    (Pipeline, "claim_many", ValueError(TEXT)),
    (Pipeline, "claim_many", KeyError(TEXT)),
    (Pipeline, "claim_many", DataError(TEXT)),
    (Pipeline, "claim_many", UnicodeEncodeError("utf-8", TEXT, 0, 1, TEXT)),
    (Pipeline, "claim_many", ExceptionGroup(TEXT, [ValueError(TEXT)])),
    (Pipeline, "replace", RecursionError(TEXT)),
    (Pipeline, "replace", MemoryError(TEXT)),
    (documents.Intake, "bare", AttributeError(TEXT)),
]


@pytest.mark.parametrize(("where", "name", "error"), CRASHES)
@pytest.mark.parametrize("at", range(4))
def test_a_crash_tells_nothing(
    ask: Ask, logged: Callable[[], list[logging.LogRecord]], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    where: Any, name: str, error: Exception, at: int,
) -> None:  # fmt: skip
    def crash(*_: Any, **__: Any) -> Any:
        raise error

    monkeypatch.setattr(where, name, crash)
    method, path, request = REQUESTS[at]
    answer = ask(method, path, **request)
    crashed = answer.status_code == 500 or '"status":500' in answer.text
    assert crashed or (path == "/v1/detect" and name == "replace")
    if answer.status_code == 500:
        assert "not at fault" in refused(answer, 500)
    assert bool(logged()) == crashed and all(
        record.name == "maskera.service" for record in logged()
    )  # who runs it learns where
    out, err = capfd.readouterr()
    assert (
        not leaked(everything(logged()))
        and not leaked(out + err)
        and (answer.status_code == 200 or not leaked(answer.text))
    )


@given(st.text(min_size=1).filter(str.strip))
def test_a_formatter_drops_messages_of_exceptions(text: str) -> None:
    planted = WORD + text
    try:
        try:
            raise KeyError(planted)
        except KeyError as cause:
            raise ValueError(planted) from cause
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "it failed", (), sys.exc_info())
    logging.Formatter().format(record)  # another handler has put the trace into words already
    line = Discreet("%(message)s").format(record)
    assert not leaked(line) and "ValueError" in line and "test_privacy.py" in line
    assert described(None, None, None) == "unknown error"


def test_the_event_loop_reports_without_messages(
    logged: Callable[[], list[logging.LogRecord]],
) -> None:
    app = create_app(Settings(key=KEY))

    async def run() -> None:
        async with app.router.lifespan_context(app):
            loop = asyncio.get_running_loop()
            loop.call_exception_handler({"message": WORD, "exception": ValueError(WORD)})
            loop.call_exception_handler({"message": WORD})

    asyncio.run(run())
    assert "ValueError" in everything(logged()) and not leaked(everything(logged()))


OUTWARD = (
    "os.mkdir",
    "os.rename",
    "socket.connect",
    "socket.getaddrinfo",
    "subprocess.Popen",
    "tempfile.mkstemp",
)
WATCHED: dict[str, Any] = {"on": False, "seen": []}


def watch(event: str, arguments: tuple[Any, ...]) -> None:
    """An audit hook cannot be taken away again, so it is switched."""
    if not WATCHED["on"]:
        return
    if (
        event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")
    ) or event in (
        "os.mkdir",
        "os.rename",
        "socket.connect",
        "socket.getaddrinfo",
        "subprocess.Popen",
        "tempfile.mkstemp",
    ):
        WATCHED["seen"].append(event)


def test_nothing_is_written_to_disk_or_sent_elsewhere(ask: Ask) -> None:
    sys.addaudithook(watch)
    WATCHED["on"] = True
    try:
        for method, path, request in REQUESTS:
            ask(method, path, **request)
        ask("POST", "/v1/detect", json={"text": "Anna bor i Lund. " * 500})
    finally:
        WATCHED["on"] = False
    assert WATCHED["seen"] == []


def test_nothing_of_a_text_is_kept(app: FastAPI, ask: Ask) -> None:
    assert not leaked(repr(Settings(key=WORD.encode(), tokens=(WORD.encode(),))))
    ask("POST", "/v1/pseudonymize", json={"id": WORD, "text": TEXT})
    assert not leaked(repr(vars(app.state.engine)) + repr(vars(app.state)))


def test_modules_log_through_the_one_logger_alone() -> None:
    assert problems.log.name == "maskera.service"
    for module in (documents, pseuws, routes):
        assert not hasattr(module, "logging") and not hasattr(module, "log")
