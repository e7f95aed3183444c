"""Files in UTF-8: the text of one, or its lines, or one sentence about what is wrong with it, with
file, line and byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from maskera.errors import DataError


def decoded(content: bytes | str, source: str, first_line: int = 1) -> str:
    """The text of a file in UTF-8, without a byte order mark; raises DataError naming file, line
    and byte, never the content."""
    return _exact(content, source, first_line).removeprefix("\ufeff")


def lines(content: bytes | str, source: str) -> Iterator[tuple[int, str | DataError]]:
    """The lines of a file, numbered from 1, each decoded by itself so that one bad line costs no
    other."""
    split: Iterable[bytes | str] = (
        content.split("\n") if isinstance(content, str) else content.split(b"\n")
    )
    for number, line in enumerate(split, 1):
        try:
            # A mark is one at the beginning of a file only; further on U+FEFF is a character.
            text = decoded(line, source, number) if number == 1 else _exact(line, source, number)
            yield number, text.removesuffix("\r")
        except DataError as error:
            yield number, error


def _exact(content: bytes | str, source: str, first_line: int) -> str:
    if isinstance(content, str):
        return content
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = first_line + content.count(b"\n", 0, error.start)
        raise DataError(f"{source}:{line}: not UTF-8 text (byte {error.start + 1})") from None
