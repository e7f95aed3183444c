"""The command `serve`; what needs the extra is imported when it runs."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from maskera import vault
from maskera.errors import MaskeraError, MissingExtra
from maskera.evaluate.arguments import one_of
from maskera.lang import PACKS
from maskera.pipeline import MODES, load
from maskera.policy import shipped
from maskera.service.settings import LAST_WORD, Limits, Settings, loopback, origin
from maskera.service.tokens import VARIABLE, read_tokens

stderr = Console(stderr=True, highlight=False, soft_wrap=True)
LEVELS = ("debug", "info", "warning", "error")
DEFAULT = Limits()

# Options of every command that answers over HTTP.
Port = Annotated[
    int, typer.Option("--port", min=0, max=65535, help="Port; 0 takes any that is free.")
]
LogLevel = Annotated[
    str, typer.Option("--log-level", help=", ".join(LEVELS) + "; essays are in none of them.")
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host",
        help="Name with a dot under which it is reached, such as that of a proxy; may be given again;"
        " * for any.",
        show_default=False,
    ),
]


def check_level(level: str) -> None:
    """Raises MaskeraError for a log level that there is not."""
    if level not in LEVELS:
        raise MaskeraError(f"no log level {level!r}; there are {', '.join(LEVELS)}")


def serve(
    host: Annotated[
        str,
        typer.Option(
            "--host", help="Address to listen at; beyond this machine only with API tokens."
        ),
    ] = "127.0.0.1",
    port: Port = 8000,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Processes; about 300 MB each.")
    ] = 1,
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            help="Default policy: a shipped one or a TOML file.",
            autocompletion=one_of(shipped),
        ),
    ] = "swell",
    language: Annotated[
        str,
        typer.Option(
            "--language", help="Language of the texts.", autocompletion=one_of(lambda: PACKS)
        ),
    ] = "sv",
    mode: Annotated[
        str,
        typer.Option(
            "--mode",
            help="What to detect with: " + ", ".join(MODES) + ".",
            autocompletion=one_of(lambda: MODES),
        ),
    ] = MODES[-1],
    models: Annotated[
        Path | None,
        typer.Option(
            "--models",
            help="Folder of models from `maskera train`.",
            show_default=False,
            readable=False,
        ),
    ] = None,
    recognizers: Annotated[
        Path | None,
        typer.Option(
            "--recognizers",
            help="TOML file of recognizers, lists, allow lists and labels of your own.",
            show_default=False,
            readable=False,
        ),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(
            "--key",
            help="Secret to draw pseudonyms from; else a fresh one at each start.",
            show_default=False,
            readable=False,
        ),
    ] = None,
    tokens: Annotated[
        Path | None,
        typer.Option(
            "--tokens",
            help=f"File of accepted API tokens, one a line; else the variable {VARIABLE}.",
            show_default=False,
            readable=False,
        ),
    ] = None,
    origins: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            help="Web origin whose pages may call (SVALA's, say); may be given again; * for any.",
            show_default=False,
        ),
    ] = None,
    allow_host: AllowHost = None,
    open_pseuws: Annotated[
        bool,
        typer.Option("--open-pseuws", help="Ask for no token at /pseuws: SVALA can send none."),
    ] = False,
    pseuws_last_word: Annotated[
        str,
        typer.Option(
            "--pseuws-last-word",
            help="A text at /pseuws that ends in a name, for which SVALA has no label: refuse (422), or plain (it stays).",
        ),
    ] = LAST_WORD[0],
    max_body: Annotated[
        int, typer.Option("--max-body", min=1, help="Bytes of one request.")
    ] = DEFAULT.body,
    max_text: Annotated[
        int, typer.Option("--max-text", min=1, help="Characters of one text.")
    ] = DEFAULT.text,
    max_documents: Annotated[
        int, typer.Option("--max-documents", min=1, help="Documents in one list.")
    ] = DEFAULT.documents,
    max_requests: Annotated[
        int, typer.Option("--max-requests", min=1, help="Requests at once in a worker.")
    ] = DEFAULT.requests,
    max_per_client: Annotated[
        int, typer.Option("--max-per-client", min=1, help="Of them from one token or address.")
    ] = DEFAULT.client,
    max_streams: Annotated[
        int, typer.Option("--max-streams", min=1, help="Streams of JSON lines at once in a worker.")
    ] = DEFAULT.streams,
    timeout: Annotated[
        float, typer.Option("--timeout", min=0.1, help="Seconds to the answer.")
    ] = DEFAULT.seconds,
    threads: Annotated[
        int, typer.Option("--threads", min=1, max=64, help="Texts worked on at once in a worker.")
    ] = DEFAULT.threads,
    log_level: LogLevel = "info",
) -> None:
    """Answer over HTTP: pseudonymize and detect as an API, and the service that SVALA's button
    calls. Keeps nothing.

    Example: [bold]maskera serve --origin https://spraakbanken.gu.se[/bold], then open
    http://127.0.0.1:8000/docs
    """
    if pseuws_last_word not in LAST_WORD:
        raise MaskeraError(
            f"--pseuws-last-word {pseuws_last_word}: there are {', '.join(LAST_WORD)}"
        )
    check_level(log_level)
    accepted = read_tokens(tokens, os.environ)
    if not accepted and not loopback(host):
        raise MaskeraError(
            f"--host {host} can be reached from other machines: give API tokens with --tokens FILE or in {VARIABLE}"
        )
    try:
        from maskera.service import server
    except ImportError:
        raise MissingExtra("The service", "service") from None
    # What is wrong is told here, in one sentence, and not by each worker.
    load(language, policy, mode=mode, models=models, recognizers=recognizers or ())
    settings = Settings(
        key=vault.read_key(key) if key else secrets.token_bytes(32), language=language, policy=policy, mode=mode, models=models,
        recognizers=recognizers,
        tokens=accepted, origins=tuple(origin(each) for each in origins or ()), open_pseuws=open_pseuws,
        hosts=(host, *(allow_host or ())),
        pseuws_last_word=pseuws_last_word,
        limits=Limits(
            body=max_body, text=max_text, documents=max_documents, seconds=timeout, requests=max_requests, client=max_per_client,
            streams=max_streams, threads=threads,
        ),
    )  # fmt: skip
    listener = server.listening(host, port)
    shown = f"[{host}]" if ":" in host else host
    stderr.print(
        f"maskera: serving at http://{shown}:{listener.getsockname()[1]}, documented at /docs; stop with Ctrl-C",
        markup=False,
    )
    server.serve(settings, listener, workers, log_level)
