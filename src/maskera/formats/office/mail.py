"""eml and mbox in place, by Python's own library: subject, names and addresses of people, texts
(plain and HTML). Other headers, and attachments, are taken out."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial
from typing import Any, NamedTuple

from maskera.errors import DataError
from maskera.formats.office.html import open_html
from maskera.formats.office.markup import InPlace, Rewritten
from maskera.text import Edit, Span, splice

WITH_TEXT = ("From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Subject")
KEPT = frozenset("date mime-version content-type content-transfer-encoding".split())
"""Other headers that stay: they date and describe. The rest names people, routes and machines."""
NOBODY = "omitted@example.invalid"
NOTES = ("headers but Date, From, To and the like, Subject, and attachments are not kept",)
SEPARATOR = b"From - Thu Jan  1 00:00:00 1970\n"
FAULTS = (AttributeError, LookupError, OverflowError, TypeError, ValueError)
"""What Python's library raises on headers and bodies that are broken in ways it did not think of."""
_SIGNS = re.compile(r"[\\\"<>()\[\]:;@,]")
_SUBTYPE = re.compile(r"[\w.+-]+")
_ADDRESS = re.compile(r"[^\s<>,;:\"()]+@[^\s<>,;:\"()]+")
_BEGINNING = re.compile(rb"^From [^\n]*\n", re.M)


class Part(NamedTuple):
    """A text within messages. rewrite: puts its edits there, and gives what leaves beside it."""

    text: str
    rewrite: Callable[[Sequence[Edit]], Sequence[str]]


def open_message(content: bytes, source: str) -> InPlace:
    """A message (eml); raises DataError where it is none."""
    message, parts = _read(content, source)
    return _joined(parts, lambda: _bytes(message))


def open_mailbox(content: bytes, source: str) -> InPlace:
    """A mailbox of messages (mbox); raises DataError where it is none."""
    if not _BEGINNING.match(content):
        raise DataError(f"{source}: is no mbox file (it does not begin with From)")
    quoted = re.compile(rb"^>(>*From )", re.M)
    read = [_read(quoted.sub(rb"\1", one), source) for one in _BEGINNING.split(content)[1:]]

    def written() -> bytes:
        bodies = (re.sub(rb"^(>*From )", rb">\1", _bytes(one), flags=re.M) for one, _ in read)
        return b"\n".join(SEPARATOR + body for body in bodies)

    return _joined([part for _, parts in read for part in parts], written)


def _read(content: bytes, source: str) -> tuple[EmailMessage, list[Part]]:
    """A message that can be written again, and its parts; raises DataError where it is none."""
    try:
        message = _parsed(content, source)
        parts = [*_parts(message, source)]
        _bytes(message)
    except FAULTS:
        raise DataError(f"{source}: is no e-mail message that can be read") from None
    return message, parts


def _parsed(content: bytes, source: str) -> EmailMessage:
    message = message_from_bytes(content, policy=policy.default)
    if not (isinstance(message, EmailMessage) and message.keys()):
        raise DataError(f"{source}: is no e-mail message that can be read")
    for number, part in enumerate(message.walk()):
        _keep_form(part, number)
    return message


def _keep_form(part: Any, number: int) -> None:
    """Write again what headers that stay say of a part's form, and forget what stands beside."""
    part.preamble = part.epilogue = None
    if part.is_multipart():
        for name, _ in part.get_params([]):
            if name not in ("boundary", part.get_content_type()):
                part.del_param(name)
        part.set_boundary(f"=_part_{number}")
    if "MIME-Version" in part:
        part.replace_header("MIME-Version", "1.0")
    if "Date" in part:
        when = part["Date"].datetime
        del part["Date"]
        if when is not None:
            part["Date"] = when


def _bytes(message: EmailMessage) -> bytes:
    return message.as_bytes(policy=policy.SMTP.clone(linesep="\n"))


def _joined(parts: Sequence[Part], written: Callable[[], bytes]) -> InPlace:
    """The parts of messages as one text, a line or more each."""
    text = "".join(f"{part.text}\n" for part in parts)

    def rewrite(edits: Sequence[Edit]) -> Rewritten:
        beside: list[str] = []
        waiting = deque(sorted(edits, key=lambda edit: edit.span))
        start = 0
        for part in parts:
            end = start + len(part.text)
            inside = []
            while waiting and waiting[0].span.start < end:
                edit = waiting.popleft()
                inside.append(_within(edit, start, end))
                if edit.span.end > end:
                    waiting.appendleft(edit)
                    break
            beside += part.rewrite(inside)
            start = end + 1
        return Rewritten(written(), tuple(beside), NOTES)

    return InPlace(text, rewrite)


def _within(edit: Edit, start: int, end: int) -> Edit:
    """An edit of the whole text as one of a part; its text goes where it begins."""
    span = Span(max(edit.span.start, start) - start, min(edit.span.end, end) - start)
    return Edit(span, edit.text if edit.span.start >= start else "")


def _parts(message: EmailMessage, source: str) -> Iterator[Part]:
    """Headers and bodies of a message and of those within it; what is not kept is taken out."""
    for name in WITH_TEXT:
        if (value := message[name]) is not None:
            yield Part(str(value), partial(_head, message, name))
    for name in {name.lower() for name in message} - KEPT - {name.lower() for name in WITH_TEXT}:
        del message[name]
    if not message.is_multipart():
        yield from _body(message, source)
        return
    inside = [part for part in message.iter_parts() if isinstance(part, EmailMessage)]
    kept = [one for one in inside if one.is_multipart() or _is_text(one)]
    message.set_payload([*kept])
    for part in kept:
        yield from _parts(part, source)


def _is_text(part: EmailMessage) -> bool:
    return part.get_content_maintype() == "text" and not part.is_attachment()


def _body(part: EmailMessage, source: str) -> Iterator[Part]:
    if not _is_text(part):
        part.set_content("")
        return
    text = _text(part, source)
    kind = part.get_content_subtype()
    if not _SUBTYPE.fullmatch(kind):  # a broken header says anything
        kind = "plain"
    page = open_html(text.encode(), source) if kind == "html" and text.strip() else None

    def rewrite(edits: Sequence[Edit]) -> Sequence[str]:
        new = page.rewrite(edits) if page else None
        content = new.content.decode() if new else splice(text, edits)[0]
        part.set_content(content, subtype=kind)
        return new.beside if new else ()

    yield Part(page.text if page else text, rewrite)


def _text(part: EmailMessage, source: str) -> str:
    """The words of a part in the encoding that it says, or else that of most mails: of a name of
    which a letter could not be read the rest would stay."""
    content = part.get_payload(decode=True)
    said = part.get_content_charset("us-ascii")
    for encoding in (said, "utf-8", "cp1252"):
        try:
            return bytes(content).decode(encoding)
        except UnicodeError:
            continue
        except LookupError:
            break
    raise DataError(f"{source}: a text in an encoding that cannot be read")


def _head(message: EmailMessage, name: str, edits: Sequence[Edit]) -> Sequence[str]:
    """Write a header again; an address that was not found is nobody's."""
    old = str(message[name])
    found = [
        Edit(Span(*match.span()), NOBODY)
        for match in _ADDRESS.finditer(old)
        if not any(
            edit.span.start < match.end() and match.start() < edit.span.end for edit in edits
        )
    ]
    new = " ".join(splice(old, [*edits, *found])[0].split())
    del message[name]
    try:
        message[name] = new
        message.policy.fold(name, message[name])
    except FAULTS:  # signs in it that mean something in an address
        del message[name]
        message[name] = new = f'"{_SIGNS.sub("", new)}" <{NOBODY}>'
    return (new,)
