"""The request of SVALA's pseudonymizer button: `text=` and the percent-encoded text, whatever the
content type says."""

from __future__ import annotations

from urllib.parse import unquote_to_bytes

from maskera.service.problems import Problem

FORM = "application/x-www-form-urlencoded"
FIELD = b"text="


def text_of(body: bytes, media_type: str) -> str:
    """The text of a request. Raises Problem 415 or 422.

    A browser's fetch() with a string sends text/plain; there + is a plus sign, and everything
    behind `text=` is the text. In a form, + is a blank and & ends the field.
    """
    if media_type not in ("", "text/plain", FORM):
        raise Problem(415, f"send text= and the percent-encoded text as text/plain or {FORM}")
    fields = body.split(b"&") if media_type == FORM else [body]
    found = next((field for field in fields if field.startswith(FIELD)), None)
    if found is None:
        raise Problem(422, "the body does not begin with text=")
    value = found.removeprefix(FIELD)
    if media_type == FORM:
        value = value.replace(b"+", b" ")
    try:
        return unquote_to_bytes(value).decode()
    except UnicodeDecodeError:
        raise Problem(422, "the text is not percent-encoded UTF-8") from None
