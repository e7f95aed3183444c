"""What holds for every invented learner text, whatever its language: header, markup, numbers."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from maskera.errors import DataError
from maskera.formats import marked
from maskera.lang.en.pack import GENRE_CODES
from maskera.mentions import Mention
from maskera.taxonomy import shipped
from maskera.text import Document

FIRST_NAMES = {"firstname_male", "firstname_female", "firstname_unknown"}
GROUPS = (
    FIRST_NAMES | {"middlename", "surname", "initials"},
    {"country", "region", "city", "area", "place", "geo", "street_nr", "zip_code"},
    {"school", "work", "other_institution"},
    {"transport_name", "transport_nr"},
    {"age_digits", "age_string"},
    {"date_digits", "day", "month_digit", "month_word", "year"},
    *({label} for label in ("phone_nr", "email", "url", "personid_nr", "account_nr")),
    *({label} for label in ("license_nr", "other_nr_seq", "prof", "edu", "fam")),
    *({label} for label in ("sensitive", "extra")),
)
"""Labels that count their referents together; the other labels count each by itself."""
LABELS = frozenset().union(*GROUPS)
ABROAD = {"region", "city", "place", "geo", "area"}
FEW = 5  # mentions of a text that is mostly traps


@cache
def text_of(path: Path) -> tuple[Document, tuple[Mention, ...]]:
    """The document and its mentions. Asserts that the file can be read."""
    (item,) = marked.read(path.read_bytes(), path.name, shipped())
    assert not isinstance(item, DataError), item
    return item


def words_of(document: Document, mention: Mention) -> str:
    return document.text[mention.span.start : mention.span.end]


def assert_header(path: Path) -> None:
    """Level, genre, first language and topic stand; the genre is that of the file's name."""
    meta = text_of(path)[0].meta
    assert meta.keys() == {"level", "genre", "l1", "topic"}
    assert all(meta.values())
    assert meta["level"] in {"A", "B", "C"}
    code = re.fullmatch(r"[A-Z]{2}\d\d([A-Z]{2})1", path.stem)
    assert code and GENRE_CODES[code[1]] == meta["genre"]


def assert_markup(path: Path) -> None:
    """Without the marks the text is what was written; of 60 to 300 words."""
    document, mentions = text_of(path)
    body = path.read_text(encoding="utf-8").partition("\n\n")[2].rstrip("\n")
    assert document.text == re.sub(r"\[\[([^|]+)\|[^\]]+\]\]", r"\1", body)
    assert marked.parse(marked.render(document, mentions), path.name, shipped()) == (
        document.text,
        mentions,
    )
    assert 60 <= len(document.text.split()) <= 300


def assert_numbers(path: Path) -> None:
    """The numbers of a group run from 1, and one is never of two labels (or two genders)."""
    for group in GROUPS:
        referents: defaultdict[int, set[str]] = defaultdict(set)
        for mention in text_of(path)[1]:
            if mention.label in group:
                referents[mention.number].add(mention.label)
        assert sorted(referents) == list(range(1, len(referents) + 1))
        for labels in referents.values():
            assert len(labels & FIRST_NAMES if group >= FIRST_NAMES else labels) <= 1


def assert_flags(path: Path) -> None:
    """No blanks at the ends of a mention; only what lies somewhere is foreign."""
    document, mentions = text_of(path)
    for mention in mentions:
        words = words_of(document, mention)
        assert words == words.strip()
        assert mention.label in ABROAD or "foreign" not in mention.features
        assert "gen" not in mention.features or words.lower().rstrip("'’").endswith(("s", "x", "z"))
