"""What a Swedish mention takes along."""

from __future__ import annotations

import pytest

from maskera import Document, Pipeline, release


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Lars' fru heter Leila.", ["Lars'", "Leila"]),
        ("Jag minns Anders’ bil.", ["Anders’"]),
        ("Vi var på LARS' fest med Leila.", ["LARS'", "Leila"]),
        ("Han sa 'jag heter Lars' och gick.", ["Lars"]),
        ("Jag bor hos Lars.", ["Lars"]),
        ("Jag bor hos Leila' nu.", ["Leila"]),
    ],
)
def test_an_apostrophe_behind_s_x_and_z_belongs_to_the_name(rules: Pipeline, text: str, forms: list[str]) -> None:
    _, mentions = rules.detect(Document("d", text))
    names = [mention for mention in mentions if mention.label.startswith("firstname")]
    assert [text[mention.span.start : mention.span.end] for mention in names] == forms
    assert all(("gen" in mention.features) == form.endswith(("'", "’")) for mention, form in zip(names, forms, strict=True))


def test_no_apostrophe_tells_how_the_original_ends(rules: Pipeline) -> None:
    result = rules("Jag känner Lars. Lars' fru heter Leila.")
    first, second = (each for each in result.replacements if each.mention.number == 1)
    assert "'" not in release(result).text and first.mention.referent == second.mention.referent
    assert second.text.removesuffix("s") == first.text.removesuffix("s")
