"""What a request may choose, in its query string: the one table from which both the reading and the
documentation are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import QueryParams

from maskera.service.problems import Problem

TRUTHS: dict[str, bool | None] = {"": None, "true": True, "false": False, "1": True, "0": False}


@dataclass(frozen=True, slots=True)
class Options:
    """Choices of one request; empty: as the service was set up."""

    policy: str = ""
    mode: str = ""
    scope: str = ""
    genre: str = ""
    skip_genre: str = ""
    selective: bool | None = None


MEANINGS = {
    "policy": "What becomes of each label, and from which probability a mention counts; see /v1/policies.",
    "mode": "What to detect with.",
    "scope": "How far one original keeps one pseudonym; else what the policy says.",
    "genre": "Genre of all texts; else metadata, file-name code or the words tell.",
    "skip_genre": "Genres that pass through untouched where they are stated, separated by commas.",
    "selective": "Replace what concerns the writer and what is never public, mark the rest (true); or replace all (false); else by genre.",
}
"""The parameters and what they do."""


def options(query: QueryParams) -> Options:
    """The options of a query string. Raises Problem 422 for a parameter that there is not or that
    comes twice; never quotes it."""
    names = [name for name, _ in query.multi_items()]
    if len(set(names)) < len(names) or not set(names) <= MEANINGS.keys():
        raise Problem(422, f"query parameters are {', '.join(MEANINGS)}, each once")
    selective = query.get("selective", "").lower()
    if selective not in TRUTHS:
        raise Problem(422, "query parameter selective: true or false")
    return Options(
        **{name: value for name, value in query.items() if name != "selective"},
        selective=TRUTHS[selective],
    )


def parameters(choices: Mapping[str, Sequence[str]], names: Sequence[str]) -> list[dict[str, Any]]:
    """The OpenAPI description of some parameters; `choices`: the values that each takes, where they
    can be listed."""
    described = []
    for name in names:
        schema: dict[str, Any] = {"type": "boolean" if name == "selective" else "string"}
        if name in choices:
            schema["enum"] = list(choices[name])
        described.append(
            {
                "name": name,
                "in": "query",
                "required": False,
                "description": MEANINGS[name],
                "schema": schema,
            }
        )
    return described
