"""The page of recognizers: what a file of one's own may say, and the rules and forms that each
language ships."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from docs_text import cell, table
from maskera.lang import load_pack
from maskera.lang.en import contact_forms as english_forms
from maskera.lang.en.patterns import PATTERNS as ENGLISH
from maskera.lang.pack import LanguagePack
from maskera.lang.sv import contact_forms
from maskera.lang.sv.patterns import PATTERNS as SWEDISH
from maskera.rules.patterns import Pattern
from maskera.rules.user_file import KINDS

MEANINGS: Mapping[str, str] = {
    "name": "what `--why` and faults call it; of a label, how it is written",
    "label": "what a match is",
    "pattern": "a regular expression of Python; `(?P<hit>...)` for a part of it",
    "trust": "`evidence`, `formal` or `certain`",
    "before": "words that speak for a match where one stands before it",
    "after": "words that speak for a match where one stands behind it",
    "ignore_case": "capitals and small letters are the same",
    "examples": "sentences in which something is found; run when the file is read",
    "counter": "sentences in which nothing is found",
    "file": "a form a line; `#` begins a comment",
    "forms": "forms, of several words too",
    "inflect": "forms in the genitive, too",
    "kind": "of which [kind](../adding/label.md) a label is",
    "group": "the group that it is counted in",
    "action": "what policies that do not name it do: `mark`, `keep`, `remove`, `placeholder`",
    "template": "of the placeholder",
    "description": "for readers of pages",
}
LANGUAGES = {"sv": "Swedish", "en": "English"}
FORMS: Mapping[str, Callable[[LanguagePack], Iterable[Pattern]]] = {
    "sv": lambda pack: (*SWEDISH, *contact_forms.patterns(pack.taxonomy)),
    "en": lambda pack: (*ENGLISH, *english_forms.patterns(pack.taxonomy)),
}


def recognizers() -> str:
    """The page."""
    parts = [
        "# Recognizers",
        "How to write your own: [recognizers and lists](../adding/recognizer.md). How rules, tagger "
        "and your own are joined: [how it decides](../architecture.md).",
        "## recognizers.toml",
    ]
    for kind, fields in KINDS.items():
        rows = [
            (f"`{field.name}`", cell(MEANINGS[field.name]), _default(field))
            for field in msgspec.structs.fields(fields)
        ]
        parts += [f"### [[{kind}]]", table(("key", "what", "default"), rows)]
    for code, language in LANGUAGES.items():
        parts += [f"## {language}", *_shipped(code)]
    return "\n\n".join(parts) + "\n"


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.default is msgspec.NODEFAULT:
        return "needed"
    value = str(field.default).lower() if isinstance(field.default, bool) else field.default
    return f"`{value}`" if value else ""


def _shipped(code: str) -> Iterable[str]:
    pack = load_pack(code)
    rules, forms = pack.rules.claims, list(FORMS[code](pack))
    yield (
        f"The {len(rules)} rules that claim. Those without labels take them from what they look "
        "through; cases are the file in `tests/cases` with sentences that each must find."
    )
    yield table(
        ("rule", "labels", "trust", "cases"),
        [
            (f"`{one.name}`", _labels(one.labels), one.trust.name.lower(), one.cases)
            for one in rules
        ],
    )
    yield f"The {len(forms)} forms of the rule `form`, certain where a checksum proves a match:"
    yield table(
        ("form", "label", "trust", "checksum"),
        [
            (f"`{one.name}`", f"`{one.label}`", one.trust.name.lower(), "yes" if one.proof else "")
            for one in forms
        ],
    )


def _labels(labels: Iterable[str]) -> str:
    return ", ".join(f"`{label}`" for label in sorted(labels))
