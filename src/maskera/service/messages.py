"""The shapes of what goes in and out, for the OpenAPI document; a test holds the real answers
against them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Probability = Annotated[float, Meta(ge=0, le=1)]
Offset = Annotated[int, Meta(ge=0)]


class Submission(msgspec.Struct):
    """One document. Any other string beside these is kept as metadata."""

    text: Annotated[str, Meta(description="The text, untouched.")]
    id: Annotated[
        str | int | None,
        Meta(
            description="Comes back with the answer; pseudonyms are drawn by it. Left out: one made of the text."
        ),
    ] = None
    genre: Annotated[str, Meta(description="Genre of the text, else guessed.")] = ""
    level: Annotated[str | int, Meta(description="Level of the course.")] = ""
    author: Annotated[
        str | int, Meta(description="Who wrote it, under a code; needed for scope=author.")
    ] = ""
    meta: Annotated[dict[str, str], Meta(description="Further metadata.")] = {}


class Alternative(msgspec.Struct, forbid_unknown_fields=True):
    """Another label that was considered."""

    label: str
    probability: Probability


class Reason(msgspec.Struct, forbid_unknown_fields=True):
    """One piece of evidence; weights are log-odds and add up."""

    source: str
    weight: float
    note: str = ""


class Found(msgspec.Struct, forbid_unknown_fields=True):
    """A mention of personal information. Offsets are half-open, in code points and (start16, end16)
    in UTF-16 units."""

    start: Offset
    end: Offset
    start16: Offset
    end16: Offset
    text: str
    label: str
    number: Annotated[
        int,
        Meta(
            ge=0, description="Running number: the same for the same person or place in the text."
        ),
    ]
    features: Annotated[list[str], Meta(description="gen, def, pl, foreign")]
    probability: Probability
    personal: Annotated[
        float, Meta(ge=0, le=1, description="Probability that it concerns the writer.")
    ]
    alternatives: list[Alternative]
    evidence: list[Reason]


class Replaced(Found, forbid_unknown_fields=True):
    """A mention, what the policy does with it, and what stands in its place."""

    action: str
    replacement: str


class Detected(msgspec.Struct, forbid_unknown_fields=True):
    """A document and what was found in it."""

    id: str
    text: str
    meta: dict[str, str]
    mentions: list[Found]


class Pseudonymized(msgspec.Struct, forbid_unknown_fields=True):
    """A document, what was found, and the new text. It holds the originals: only `release` may be
    passed on."""

    id: str
    text: str
    meta: dict[str, str]
    mentions: list[Replaced]
    release: Annotated[str, Meta(description="The new text.")]
    leaks: Annotated[
        Literal["PASS", "REVIEW", "FAIL", "UNCHANGED", "SELECTIVE"] | None,
        Meta(description="Verdict of the leak check on the new text."),
    ]
    genre: str | None


class Item(msgspec.Struct, forbid_unknown_fields=True):
    """A word of SVALA's text, or a mention: its pseudonym and its labels (base, number, others); a
    plain word has none."""

    string: str
    label: list[str]


class Label(msgspec.Struct, forbid_unknown_fields=True):
    """A label and what a policy does with it."""

    label: str
    group: str
    description: str
    action: str


class PolicyName(msgspec.Struct, forbid_unknown_fields=True):
    """A policy that requests may name."""

    name: str
    description: str
    default: bool


class Health(msgspec.Struct, forbid_unknown_fields=True):
    """The service answers."""

    status: Literal["ok"]
    version: str


class ProblemDetails(msgspec.Struct, forbid_unknown_fields=True):
    """An error (RFC 9457). It never quotes the request."""

    type: str
    title: str
    status: int
    detail: str


class LineError(msgspec.Struct, forbid_unknown_fields=True):
    """In a stream: the line that could not be answered, counted from 1, and why."""

    line: int
    error: ProblemDetails
