"""Results made by hand and by chance, for the tests of the formats."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hypothesis import strategies as st

from maskera.errors import DataError
from maskera.formats.reading import Annotated
from maskera.mentions import Mention
from maskera.result import Replacement, Result
from maskera.taxonomy import taxonomy
from maskera.text import Document, Span

GOLDEN = Path(__file__).parent.parent / "golden"
SHARED = Path(__file__).parents[3] / "shared" / "data"
FEATURES = ("gen", "def", "pl", "foreign")
LABELS = tuple(taxonomy().categories)


def result(
    text: str, *changes: tuple[str, str, int, str], identifier: str = "essay1", **facts: object
) -> Result:
    """A result in which each (surface, "label+feature...", number, new text) is replaced where it
    stands next; "=" as new text marks."""
    replacements = []
    done = 0
    for surface, label, number, new in changes:
        start = text.index(surface, done)
        done = start + len(surface)
        base, *features = label.split("+")
        mention = Mention(Span(start, done), base, number, frozenset(features))
        replacements.append(
            Replacement(
                mention, "mark" if new == "=" else "replace", surface if new == "=" else new
            )
        )
    return Result(Document(identifier, text), tuple(replacements), **facts)  # type: ignore[arg-type]  # fields by name


def anna() -> Result:
    """The worked example of SVALA's documentation, with a genitive and a marked word more."""
    return result(
        "Jag heter Anna och bor i New York . ␤ Annas mamma är läkare i Göteborg.",
        ("Anna", "firstname_female", 1, "Eva"),
        ("New York", "city+foreign", 2, "Dubai"),
        ("Annas", "firstname_female+gen", 1, "Evas"),
        ("läkare", "prof", 3, "="),
        ("Göteborg", "city", 4, "Nya Tuna"),
        policy="swell",
    )


# Letters, stuck punctuation, every kind of whitespace that Python and JavaScript disagree on, the
# line-break sign, an emoji.
ALPHABET = 'ab.␤-\u00e5😀\x00\x1c\x85\ufeff\u00a0 \n\r\t<&]"'
TEXTS = st.text(ALPHABET, max_size=30) | st.lists(
    st.sampled_from(["a", "b.", "ab", "␤", "c"]), max_size=12
).map(" ".join)
NEW_TEXTS = st.sampled_from(["", "x", "x y", "Nya Tuna", " z ", "q\n", "a", "ab"])


@st.composite
def results(
    draw: st.DrawFn,
    texts: st.SearchStrategy[str] = TEXTS,
    new_texts: st.SearchStrategy[str] = NEW_TEXTS,
) -> Result:
    """Any text with any mentions that do not overlap."""
    text = draw(texts)
    borders = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    replacements = []
    for start, end in zip(borders[::2], borders[1::2], strict=False):
        action = draw(st.sampled_from(["replace", "placeholder", "remove", "mark", "keep"]))
        features = frozenset(draw(st.sets(st.sampled_from(FEATURES), max_size=2)))
        mention = Mention(
            Span(start, end), draw(st.sampled_from(LABELS)), draw(st.integers(0, 12)), features
        )
        new = text[start:end] if action in ("mark", "keep") else draw(new_texts)
        replacements.append(Replacement(mention, action, new))
    return Result(Document("d", text), tuple(replacements))


@st.composite
def word_results(draw: st.DrawFn) -> Result:
    """Texts of few different words in which whole words are mentions, often side by side."""
    words = draw(st.lists(st.sampled_from(["a", "b", "York", "New", ".", "␤"]), max_size=10))
    text = " ".join(words) + draw(st.sampled_from(["", " ", "\n"]))
    starts = [sum(len(word) + 1 for word in words[:index]) for index in range(len(words))]
    replacements = []
    index = 0
    while index < len(words):
        length = draw(st.integers(0, 3))
        last = min(index + max(length, 1), len(words)) - 1
        if length:
            span = Span(starts[index], starts[last] + len(words[last]))
            mention = Mention(
                span, draw(st.sampled_from(["city", "surname"])), draw(st.integers(1, 3))
            )
            replacements.append(Replacement(mention, "replace", draw(NEW_TEXTS)))
        index = last + 1
    return Result(Document("d", text), tuple(replacements))


def annotated(items: Iterable[Annotated | DataError]) -> list[Annotated]:
    """What a reader gives, none of it an error."""
    found = list(items)
    assert not any(isinstance(item, DataError) for item in found), found
    return [item for item in found if not isinstance(item, DataError)]
