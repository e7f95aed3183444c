"""A writer's name that stands apart from the running text, and the names of others that stand there
too."""

from __future__ import annotations

import pytest

from maskera import Document, Pipeline
from maskera.lang.sv.bylines import by_the_writer
from maskera.taxonomy import shipped

REVIEW = (
    "Boken är skriven av Vilhelm Moberg. Den handlar om Karl Oskar. Jag tycker att den är rolig."
)


def given(nlp: Pipeline, text: str) -> list[str]:
    """The forms that such lines give to the writer, in text order."""
    _, mentions = nlp.detect(Document("review", text))
    forms = [text[mention.span.start : mention.span.end] for mention in mentions]
    return [forms[place] for place in sorted(by_the_writer(text, mentions, shipped()))]


@pytest.mark.parametrize(
    "line",
    [
        "Namn: Samira Haddad", "Elev: Samira Haddad", "Av: Samira Haddad, klass SVA", "Skriven av: Samira Haddad", "av Samira Haddad",
        "Samira Haddad, Sfi D", "Samira Haddad, kurs 3C", "Ett arbete av Samira Haddad, sva 3", "Deltagarens namn: Samira Haddad",
        "Recension av Samira Haddad", "Recensent: Samira Haddad", "Samira Haddad", "Namn Samira Haddad",
    ],
)  # fmt: skip
def test_a_line_above_or_below_the_text_gives_the_writers_name(nlp: Pipeline, line: str) -> None:
    assert given(nlp, f"{line}\n\n{REVIEW}") == ["Samira", "Haddad"]
    assert given(nlp, f"{REVIEW}\n\n{line}") == ["Samira", "Haddad"]
    assert given(nlp, f"Recension av Utvandrarna\n{line}\n{REVIEW}") == ["Samira", "Haddad"]


@pytest.mark.parametrize(
    "end",
    [
        "\n/Samira Haddad", " // Samira Haddad", " Samira Haddad", "\n\nMvh, Samira Haddad", "\nVänliga hälsningar\nSamira Haddad",
        " ␤ Samira Haddad", "\n\nMvh Samira Haddad, sfi D", "\n\nMvh Samira Haddad, SFI kurs D",
        "\n\nSamira Haddad\n\nPS. Läs boken!",
    ],
)  # fmt: skip
def test_a_signature_gives_the_writers_name(nlp: Pipeline, end: str) -> None:
    assert given(nlp, REVIEW + end) == ["Samira", "Haddad"]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        (
            f"Namn: Samira Haddad Klass: 9B Lärare: Eva Hedlund\n{REVIEW}",
            ["Samira", "Haddad", "Eva", "Hedlund"],
        ),
        (f"{REVIEW}\n\nSamira Haddad\nSVA2, Nolaskolan", ["Samira", "Haddad", "Nolaskolan"]),
        (
            f"Namn: Samira Haddad\nTitel: Utvandrarna\nFörfattare: Vilhelm Moberg\n\n{REVIEW}",
            ["Samira", "Haddad"],
        ),
        ("Ronja Rövardotter\n\nAv: Samira Haddad\n\nFlickan bor i en borg.", ["Samira", "Haddad"]),
    ],
)
def test_what_stands_beside_the_name_is_the_writers_too_but_not_the_book(
    nlp: Pipeline, text: str, forms: list[str]
) -> None:
    assert given(nlp, text) == forms


@pytest.mark.parametrize(
    "text",
    [
        f"Utvandrarna\nav Vilhelm Moberg\n\n{REVIEW}",
        "Titel: Utvandrarna\nSkriven av: Vilhelm Moberg\n\nBoken handlar om Karl Oskar och Kristina.",
        "Bokens namn: Emil i Lönneberga\nFörfattarens namn: Astrid Lindgren\n\nBoken är rolig.",
        "Ronja Rövardotter\n\nRonja bor i en borg. Boken är rolig.",
        f"{REVIEW}\n\nSkådespelare:\nMax von Sydow\nLiv Ullmann",
        f"{REVIEW}\n\nKällor\n\nHolm, Gunnar 2012",
        "Boken är skriven\nav Jonas Jonasson.\nDen handlar om Allan.",
        f"{REVIEW} (Holm 2010)",
        f"{REVIEW} Bäst av alla är Vilhelm Moberg.",
        f"{REVIEW}\n\n{REVIEW} Vem skrev den? Vilhelm Moberg.",
        f"{REVIEW}\n\nNamn: Samira Haddad\n\n{REVIEW}",  # in the middle it is what is told of somebody
    ],
)
def test_authors_titles_casts_and_sources_are_not_the_writers(nlp: Pipeline, text: str) -> None:
    assert given(nlp, text) == []
