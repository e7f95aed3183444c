"""`maskera.toml`: the options of commands, written down in a file that is found from the working
directory upwards. What is said on the command line counts before it."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

import typer

from maskera.cli.lazy import MODULES, Commands
from maskera.errors import DataError, MaskeraError, cause
from maskera.io import toml

NAME = "maskera.toml"
SECRET = frozenset("key aliases tokens password facts".split())
"""Options that name secrets: said anew with each command, never found in a folder."""
OF_ONE_RUN = frozenset("output dry-run help".split())
_WORD = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_WORD}(?:\s*\.\s*{_WORD})*"
_HEADER = re.compile(rf"\s*\[\s*({_DOTTED})\s*\]")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")

Keys = tuple[str, ...]
Said = tuple[Keys, Any]


@dataclass(frozen=True, slots=True)
class Configuration:
    """A file of settings as it was read. lines: where each section and key stands."""

    path: Path
    table: Mapping[str, Any]
    lines: Mapping[Keys, int] = field(repr=False)

    def where(self, keys: Keys) -> str:
        """File and line of a key."""
        while keys and keys not in self.lines:
            keys = keys[:-1]
        return f"{self.path}:{self.lines.get(keys, 1)}"

    def settings(self) -> dict[str, Any]:
        """All that it says, by dotted key."""
        return dict(_flat(self.table, ()))


def find(start: Path) -> Path | None:
    """The nearest file of settings, from a folder upwards; raises MaskeraError for one of another
    user, who could so decide what becomes of the texts of all who work below a shared folder."""
    for folder in (start, *start.parents):
        path = folder / NAME
        if path.is_file():
            ours = {0, start.stat().st_uid, *([os.geteuid()] if hasattr(os, "geteuid") else [])}
            if path.stat().st_uid not in ours:
                raise MaskeraError(
                    f"{path}: belongs to another user; give --config {path}, or --no-config"
                )
            return path
    return None


def read(path: Path) -> Configuration:
    """The settings of a file; raises DataError with the line where it is not TOML."""
    try:
        table = toml.read(path, str(path))
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None
    return Configuration(path, table, _lines(text))


def defaults(found: Configuration, root: Any, context: Any, invoked: str) -> dict[str, Any]:
    """What the file says for the command that was invoked, as values that stand where an option is
    not given; raises DataError with file and line for what no command knows, in any section.

    Keys outside a section hold for every command that has an option of that name.
    """
    shared, sections = _parted(found.table, ())
    _check_shared(found, root, context, shared)
    given: dict[str, Any] = {}
    for name in {invoked, *sections}:
        command = root.get_command(context, name)
        if command is None:
            _refuse(found, "command", (name,), root.list_commands(context))
        given[name] = _of(found, command, context, sections.get(name, {}), shared, (name,))
    return dict(given[invoked])


def said_there(context: Any, option: str) -> bool:
    """Whether the value of an option is the file's."""
    source = context.get_parameter_source(option)
    return source is not None and source.name == "DEFAULT_MAP"


def _of(
    found: Configuration,
    command: Any,
    context: Any,
    section: Mapping[str, Any],
    inherited: Mapping[str, Said],
    keys: Keys,
) -> dict[str, Any]:
    """The values of one command, or of a group's commands by their names."""
    own, sections = _parted(section, keys)
    said = {**inherited, **own}
    if not hasattr(command, "list_commands"):
        known = _options(command)
        for name in section.keys() - known.keys():
            _refuse(found, "option", (*keys, name), known)
        return {
            known[name].name: _value(found, known[name], context, *one)
            for name, one in said.items()
            if name in known
        }
    _check_shared(found, command, context, own)
    names = command.list_commands(context)
    for name in sections.keys() - set(names):
        _refuse(found, "command", (*keys, name), names)
    return {
        name: _of(
            found,
            command.get_command(context, name),
            context,
            sections.get(name, {}),
            said,
            (*keys, name),
        )
        for name in names
    }


def _parted(
    table: Mapping[str, Any], keys: Keys
) -> tuple[dict[str, Said], dict[str, dict[str, Any]]]:
    """The values of a table, and the tables within it."""
    sections = {name: value for name, value in table.items() if isinstance(value, dict)}
    said = {name: ((*keys, name), value) for name, value in table.items() if name not in sections}
    return said, sections


def _check_shared(
    found: Configuration, group: Any, context: Any, shared: Mapping[str, Said]
) -> None:
    """Raises DataError for a key that no command of the group has as an option."""
    for name, (keys, _) in shared.items():
        names: set[str] = set()
        for command in _leaves(group, context):
            known = _options(command)
            if name in known:
                break
            names |= known.keys()
        else:
            _refuse(found, "option", keys, names)


def _leaves(group: Any, context: Any) -> Iterator[Any]:
    """The commands of a group and of those in it, first the ones of this package."""
    ready = dict.fromkeys((*group.commands, *(MODULES if isinstance(group, Commands) else ())))
    for name in chain(ready, _others(group, context, ready)):
        command = group.get_command(context, name)
        if hasattr(command, "list_commands"):
            yield from _leaves(command, context)
        else:
            yield command


def _others(group: Any, context: Any, ready: Collection[str]) -> Iterator[str]:
    yield from (name for name in group.list_commands(context) if name not in ready)


def _options(command: Any) -> dict[str, Any]:
    """The options of a command that a file may say, by their long names without hyphens before."""
    named = {
        option.removeprefix("--"): parameter
        for parameter in command.params
        if parameter.param_type_name == "option"
        for option in parameter.opts
        if option.startswith("--")
    }
    return {name: one for name, one in named.items() if name not in SECRET | OF_ONE_RUN}


def _refuse(found: Configuration, what: str, keys: Keys, known: Collection[str]) -> NoReturn:
    """Raises DataError for a key that is no such thing of the commands around it."""
    from difflib import get_close_matches  # a tenth of what `maskera --version` takes

    *around, name = keys
    if name in SECRET | OF_ONE_RUN:
        raise DataError(f"{found.where(keys)}: {name} is said on the command line alone")
    of = f" of {' '.join(around)}" if around else ""
    near = get_close_matches(name, sorted(known), 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise DataError(f"{found.where(keys)}: no {what} {name!r}{of}{hint}")


def _value(found: Configuration, option: Any, context: Any, keys: Keys, value: Any) -> Any:
    """A value as the command line would give it; paths are relative to the file's folder."""
    where = found.where(keys)
    if isinstance(value, bool) != bool(option.is_flag):
        kind = "true or false" if option.is_flag else "a value, not true or false"
        raise DataError(f"{where}: {keys[-1]} takes {kind}")
    if isinstance(value, bool):
        return value
    several = value if isinstance(value, list) else [value]
    if not all(type(one) in (str, int, float) for one in several):
        raise DataError(f"{where}: {keys[-1]} takes text or a number")
    said: Any = [str(one) for one in several] if option.multiple else ",".join(map(str, several))
    try:
        read_as = option.process_value(context, said)
    except typer.BadParameter as error:
        raise DataError(f"{where}: {keys[-1]}: {error.message}") from None
    names_file = isinstance(read_as, Path) or (
        keys[-1] == "policy" and (said.endswith(".toml") or "/" in said)
    )
    return str(found.path.parent / said) if names_file else said


def _flat(table: Mapping[str, Any], keys: Keys) -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, (*keys, name))
        else:
            yield ".".join((*keys, name)), value


def _lines(text: str) -> dict[Keys, int]:
    """Where each key begins; tomllib does not tell."""
    lines: dict[Keys, int] = {}
    section: Keys = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            section = _words(header[1])
            lines.setdefault(section, number)
        elif key := _KEY.match(line):
            keys = section
            for word in _words(key[1]):
                keys = (*keys, word)
                lines.setdefault(keys, number)
    return lines


def _words(dotted: str) -> Keys:
    return tuple(word.strip("\"'") for word in re.findall(_WORD, dotted))
