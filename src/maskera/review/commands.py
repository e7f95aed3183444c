"""The commands of `maskera review`; what needs the extra is imported when they run. `review
PROJECT` is short for `review open PROJECT`.

Longer than 400 lines because each command of the workbench declares its options in full.
"""

from __future__ import annotations

import gc
import getpass
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from typer.core import TyperGroup

from maskera import vault
from maskera.errors import DataError, MaskeraError, MissingExtra, cause
from maskera.evaluate.arguments import LabelMap
from maskera.io import encodings
from maskera.io.output import counted, note
from maskera.io.streams import standard_input
from maskera.lang import PACKS
from maskera.service.commands import AllowHost, LogLevel, Port, check_level
from maskera.service.settings import loopback

if TYPE_CHECKING:
    from fastapi import FastAPI

    from maskera.review.project import Project

stderr = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
GRACE = 20.0  # seconds that what is at work gets at the end
LANGUAGE = "sv"  # of a project for which nobody says another
PROJECT, KEY, PASSWORD = "MASKERA_PROJECT", "MASKERA_KEY", "MASKERA_PASSWORD"


class Commands(TyperGroup):
    """What is not the name of a command is the project to open."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, with the command that is meant before them."""
        if (
            (args[0] not in self.commands and args[0] != "--help")
            if args
            else PROJECT in os.environ
        ):
            args = ["open", *args]
        return super().parse_args(ctx, args)


review = typer.Typer(cls=Commands, no_args_is_help=True, rich_markup_mode="rich")

Where = Annotated[
    str,
    typer.Argument(
        metavar="PROJECT",
        envvar=PROJECT,
        help="A file, or the URL of a database (postgresql://...).",
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(
        "--key",
        envvar=KEY,
        help="The project's key file, kept apart from the project.",
        show_default=False,
        readable=False,
    ),
]


@review.callback()
def _group() -> None:
    """Open a project in which people inspect, correct and release essays. Needs the extra `review`.

    Example: [bold]maskera review project.db --key ~/keys/project.key[/bold], then open
    http://127.0.0.1:8100
    """


Recognizers = Annotated[
    Path | None,
    typer.Option(
        "--recognizers",
        help="TOML file of recognizers, lists and allow lists of your own.",
        show_default=False,
        readable=False,
    ),
]


@review.command("open")
def open_command(
    ctx: typer.Context,
    where: Where,
    key: KeyFile = None,
    host: Annotated[
        str,
        typer.Option(
            "--host", help="Address to listen at; beyond this machine only with --secure."
        ),
    ] = "127.0.0.1",
    port: Port = 8100,
    secure: Annotated[
        bool,
        typer.Option("--secure", help="It is reached over TLS only, by a proxy in front of it."),
    ] = False,
    allow_host: AllowHost = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            help="Address of a proxy on another machine, which says where a request comes from; may be given again.",
            show_default=False,
        ),
    ] = None,
    admin: Annotated[
        str,
        typer.Option(
            "--admin",
            help=f"Name of a new project's first administrator; the password comes from {PASSWORD} or standard input.",
            show_default=False,
        ),
    ] = "",
    language: Annotated[
        str, typer.Option("--language", help="Language of a new project's texts.")
    ] = LANGUAGE,
    log_level: LogLevel = "info",
    recognizers: Recognizers = None,
    learn: Annotated[
        Path | None,
        typer.Option(
            "--learn",
            help="A project of `maskera learn`, asked on pages of its own.",
            show_default=False,
            readable=False,
        ),
    ] = None,
    learn_key: Annotated[
        Path | None,
        typer.Option("--learn-key", help="Its key file.", show_default=False, readable=False),
    ] = None,
) -> None:
    """Serve the pages of a project; a project that does not exist is made, and its key.

    Example: [bold]maskera review project.db --key ~/keys/project.key[/bold], then open
    http://127.0.0.1:8100
    """
    check_level(log_level)
    if not secure and not loopback(host):
        raise MaskeraError(
            f"--host {host} can be reached from other machines: put it behind TLS and say so with --secure"
        )
    project = _opened_or_made(ctx, where, key, admin, language)
    from maskera.review.web.app import create_app
    from maskera.review.workbench import Workbench
    from maskera.service import server

    workbench = Workbench(project, recognizers)
    if learn:
        from maskera.learn.commands import questions_of

        if not learn_key:
            raise MaskeraError(f"{learn}: give --learn-key, the key file of that project")
        workbench.learning = questions_of(learn, learn_key)
    if recognizers:
        workbench.nlp()  # what is wrong in the file is said before anybody is let in
    listener = server.listening(host, port)
    listener.listen(server.BACKLOG)  # who comes at the word below waits for the rest to be loaded
    shown = f"[{host}]" if ":" in host else host
    stderr.print(
        f"maskera: the project is at http://{shown}:{listener.getsockname()[1]}; stop with Ctrl-C",
        markup=False,
    )
    hosts = (host, *(allow_host or ()))

    def app() -> FastAPI:
        made = create_app(workbench, secure, hosts)
        workbench.nlp()
        gc.freeze()  # what lasts as long as the server: searching it took a seventh of each answer
        return made

    server.answer(
        app,
        listener,
        log_level,
        GRACE,
        proxied=secure,
        proxies=proxy or (),
    )


@review.command()
def add(
    ctx: typer.Context,
    where: Where,
    inputs: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILES",
            help="Files and folders: .txt, .docx, .zip, .jsonl, SVALA .json ...",
            show_default=False,
            readable=False,
        ),
    ],
    key: KeyFile = None,
    source: Annotated[
        str,
        typer.Option(
            "--from", help="How to read, where the suffix does not tell.", show_default=False
        ),
    ] = "",
    marks: Annotated[
        bool,
        typer.Option(
            "--marks", help="Take over the mentions that files mark; else all is left to detection."
        ),
    ] = False,
    label_map: LabelMap = None,
    encoding: Annotated[
        str,
        typer.Option(
            "--encoding", help="Encoding of the texts; without it detected.", show_default=False
        ),
    ] = "",
    recognizers: Recognizers = None,
) -> None:
    """Add essays to a project; their files are read in a process with limits of memory and time.

    Example: [bold]maskera review add project.db essays/ --key ~/keys/project.key[/bold]
    """
    project = _opened(ctx, where, key)
    from maskera.formats import label_map as label_maps
    from maskera.formats.inputs import BY_SUFFIX, read_all
    from maskera.review.limited import Limited
    from maskera.review.uploads import ARCHIVE, How, upload_readers
    from maskera.review.workbench import Workbench

    workbench = Workbench(project, recognizers)
    language = workbench.nlp().language
    kinds = upload_readers(language, marks).keys()
    if label_map and not marks:
        raise MaskeraError("--label-map is of marks that are taken over; give --marks, too")
    labels = dict(label_maps.read(label_map, language.taxonomy)) if label_map else {}
    if source and source not in kinds:
        raise MaskeraError(
            f"no format {source!r} to read here; there are {', '.join(sorted(kinds))}"
        )
    said = encodings.known(encoding) if encoding else ""
    added = failed = 0
    with closing(Limited(language)) as reader:

        def read(kind: str, content: bytes | str, file: str) -> Iterator[Any]:
            assert isinstance(content, bytes)  # nobody has decoded it
            told = source or (kind if kind == "brat" else "")  # else the process finds it out
            how = How(told, file, marks, labels, said)
            return iter(reader.read(Path(file).name, content, {}, how, note))

        table = {kind: partial(read, kind) for kind in (*kinds, ARCHIVE)}
        suffixes = {**BY_SUFFIX, ARCHIVE: ARCHIVE}
        for item in read_all(inputs, table, source, suffixes=suffixes, warn=note):
            for outcome in [item] if isinstance(item, DataError) else workbench.add([item], None):
                if isinstance(outcome, DataError):
                    failed += 1
                    stderr.print(f"maskera: {outcome}", markup=False)
                else:
                    added += 1
    stderr.print(f"maskera: {counted(added, 'essay')} added", markup=False)
    if failed:
        raise typer.Exit(1)


@review.command("export")
def export_command(
    ctx: typer.Context,
    where: Where,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", help="Folder for the files.", show_default=False, readable=False
        ),
    ],
    key: KeyFile = None,
    format_name: Annotated[
        str, typer.Option("--format", "-f", help="text, html, xml, conll, svala, jsonl, gold ...")
    ] = "text",
    status: Annotated[
        list[str] | None,
        typer.Option(
            "--status",
            help="Essays of this status; may be given again; else released.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Write essays into a folder: released texts, or with originals what people decided (svala,
    jsonl, gold).

    Format gold makes gold.jsonl in it, which `maskera train` and `maskera evaluate` read; they take
    the folder, too.

    Example: [bold]maskera review export project.db -o out/ -f gold --status reviewed --key
    ~/keys/project.key[/bold]
    """
    project = _opened(ctx, where, key)
    from maskera.review import export, schema
    from maskera.review.workbench import Workbench

    if unknown := set(status or ()) - set(schema.STATUSES):
        raise MaskeraError(f"no status {min(unknown)!r}; there are {', '.join(schema.STATUSES)}")
    workbench, wanted = Workbench(project), export.Selection(tuple(status or ("released",)))
    export.files(workbench, format_name, wanted)  # refuses what may not leave
    export.log(workbench, format_name, wanted, None)
    left = export.export(workbench, format_name, output, wanted)
    stderr.print(
        f"maskera: {counted(export.count(workbench, wanted) - len(left), 'essay')} written to {output}",
        markup=False,
    )
    if format_name in export.SECRET:
        stderr.print(f"maskera: {export.SECRET_NOTICE}", markup=False)
    for name in left:
        stderr.print(
            f"maskera: {name}: left out: the leak check does not let it out, or nobody released it",
            markup=False,
        )
    if left:
        raise typer.Exit(1)


@review.command()
def user(
    ctx: typer.Context,
    where: Where,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the account.", show_default=False)
    ],
    key: KeyFile = None,
    role: Annotated[
        str, typer.Option("--role", help="reviewer, curator or admin.", show_default=False)
    ] = "",
    password: Annotated[
        bool,
        typer.Option(
            "--password", help=f"A new password, from {PASSWORD}, the terminal or standard input."
        ),
    ] = False,
    without_code: Annotated[
        bool,
        typer.Option("--without-code", help="Turn the second factor off: a telephone is lost."),
    ] = False,
    close: Annotated[
        bool | None,
        typer.Option(
            "--close/--open", help="Close the account, or open it again.", show_default=False
        ),
    ] = None,
) -> None:
    """Make an account (with --role), or change one: role, password, closed or open.

    Example: [bold]maskera review user project.db Anna --role curator --key
    ~/keys/project.key[/bold]
    """
    project = _opened(ctx, where, key)
    from maskera.review import people

    known = {people.folded(each.name): each for each in people.users(project)}.get(
        people.folded(name)
    )
    if known is None:
        if not role or without_code or close is not None:  # --password goes without saying
            raise MaskeraError(
                "there is no account of this name; --role reviewer, curator or admin makes one"
            )
        people.add(project, name, _password(), role, given=True)
        stderr.print("maskera: account made", markup=False)
        return
    if not (role or password or without_code) and close is None:
        raise MaskeraError(
            "say what to change: --role, --password, --without-code, --close or --open"
        )
    people.change(
        project,
        known.id,
        role=role or None,
        active=None if close is None else not close,
        password=_password() if password else None,
        given=True,
        second=b"" if without_code else None,
    )
    stderr.print("maskera: account changed", markup=False)


@review.command()
def purge(ctx: typer.Context, where: Where, key: KeyFile = None) -> None:
    """Delete the essays whose retention date has come, with everything derived from them; a project
    that is being served does so itself."""
    project = _opened(ctx, where, key)
    from maskera.review import essays

    stderr.print(f"maskera: {counted(essays.purge(project), 'essay')} deleted", markup=False)


@review.command()
def upgrade(ctx: typer.Context, where: Where, key: KeyFile = None) -> None:
    """Bring a project that an earlier version made up to date; back it up before. Everybody is
    logged out."""
    _check_extra()
    from maskera.review import project as store
    from maskera.review import upgrade as upgrading

    url = store.url_of(where)
    if not store.exists(url):
        raise DataError(f"{_shown(where)}: there is no project")
    _closing(ctx, upgrading.upgrade(url, _existing_key(key)))
    stderr.print(f"maskera: project {_shown(where)} is up to date", markup=False)


@review.command()
def trail(
    ctx: typer.Context,
    where: Where,
    key: KeyFile = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Lines, the latest ones.")] = 1000,
) -> None:
    """Write the audit trail, newest first: number, time, person, essay, action, detail, separated
    by tabs. Exits 1 when it is not whole, or somebody without the key wrote to the database."""
    project = _opened(ctx, where, key)
    from maskera.review import outside, people

    names = {each.id: each.name for each in people.users(project)}
    for row in project.trail(limit=limit):
        at = datetime.fromtimestamp(row.at, UTC).isoformat(timespec="seconds")
        fields = (
            row.id,
            at,
            names.get(row.user_id or 0, "-"),
            row.essay_id or "-",
            row.action,
            " ".join(row.detail.split()),
        )
        typer.echo("\t".join(map(str, fields)))
    broken, foreign = project.broken_link(), outside.foreign(project)
    if broken:
        stderr.print(f"maskera: line {broken} of the trail was changed or is missing", markup=False)
    for each in foreign:
        stderr.print(f"maskera: {each} was written by somebody without the key", markup=False)
    if broken or foreign:
        raise typer.Exit(1)


def _opened(ctx: typer.Context, where: str, key: Path | None) -> Project:
    """The project that exists there; the command's end closes it."""
    _check_extra()
    from maskera.review import project as store

    url = store.url_of(where)
    if not store.exists(url):
        raise DataError(f"{_shown(where)}: there is no project")
    return _closing(ctx, store.open_project(url, _existing_key(key)))


def _closing(ctx: typer.Context, project: Project) -> Project:
    ctx.call_on_close(project.engine.dispose)
    return project


def _opened_or_made(
    ctx: typer.Context, where: str, key: Path | None, admin: str, language: str
) -> Project:
    """The project; a new one with a first administrator where there is none. All that can be wrong
    is found before anything is made."""
    _check_extra()
    from maskera.review import people
    from maskera.review import project as store

    url = store.url_of(where)
    if store.exists(url):
        project = _closing(ctx, store.open_project(url, _existing_key(key)))
        if people.users(project):
            return project
        people.add(project, *_first(admin), "admin")  # the maker was interrupted
        return project
    if key is None:
        raise MaskeraError(
            "a new project needs a key file: name one with --key FILE, in another folder than the project's; it is made if missing"
        )
    file = store.file_of(url)
    if file is not None and key.absolute().parent.resolve() == file.parent.resolve():
        raise MaskeraError(
            f"key file {key} would lie beside the project that it locks: name another folder"
        )
    if language not in PACKS:
        raise MaskeraError(f"no language {language!r}; there is {', '.join(PACKS)}")
    name, password = _first(admin)
    if file is not None:
        _check_place(file, where)
    if os.path.lexists(key):
        secret = vault.read_key(key, vault.LEAST_VAULT_KEY)
    else:
        secret = vault.create_key(key)
        stderr.print(
            f"maskera: key written to {key}; without it nobody can open the project, so keep a copy in a safe place",
            markup=False,
        )
    project = _closing(ctx, store.create(url, secret, store.Settings(language=language)))
    people.add(project, name, password, "admin")
    stderr.print(f"maskera: project {_shown(where)} made", markup=False)
    return project


def _check_place(file: Path, where: str) -> None:
    """Raises DataError where the file of a new project could not be made."""
    try:
        TemporaryFile(dir=file.parent).close()
    except OSError as error:
        raise DataError(f"{where}: cannot be written ({cause(error)})") from None


def _check_extra() -> None:
    for part in ("sqlalchemy", "cryptography", "fastapi", "jinja2", "python_multipart", "uvicorn"):
        if find_spec(part) is None:
            raise MissingExtra("The workbench", "review")


def _existing_key(key: Path | None) -> bytes:
    if key is None:
        raise MaskeraError("the project is locked: name its key file with --key FILE")
    secret = vault.read_key(key, vault.LEAST_VAULT_KEY)
    if key.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        stderr.print(
            f"maskera: key file {key} can be read by others on this machine: chmod 600 {key}",
            markup=False,
        )
    return secret


def _first(admin: str) -> tuple[str, str]:
    """Name and password of the first administrator."""
    from maskera.review import people

    name = admin or (
        _asked("name of the first administrator: ") if standard_input().isatty() else ""
    )
    if not name:
        raise MaskeraError(
            "the project has no administrator yet: name the first one with --admin NAME"
        )
    people.check_name(name)
    return name, _password()


def _password() -> str:
    """From the environment, the terminal (twice) or the first line of standard input."""
    from maskera.review import passwords

    if (password := os.environ.get(PASSWORD)) is None:
        if standard_input().isatty():
            password = getpass.getpass("password: ")
            passwords.check(password)
            if getpass.getpass("again: ") != password:
                raise MaskeraError("the two passwords are not the same")
        else:
            password = standard_input().readline().rstrip("\r\n")
    passwords.check(password)
    return password


def _asked(question: str) -> str:
    sys.stderr.write(question)
    sys.stderr.flush()
    return standard_input().readline().strip()


def _shown(where: str) -> str:
    """The project without a password that its URL may hold."""
    return where.rpartition("@")[2] if "://" in where else where
