"""Slips of the pen: what is wrong with an original, and the same kinds of slip in its pseudonym."""

from __future__ import annotations

from dataclasses import replace as changed

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import PolicyError
from maskera.policy import Spelling, checked
from maskera.replace import replace
from maskera.replace.shape import fold
from maskera.replace.spelling import bare, bears, carried, meant, slips
from maskera.result import LeakStatus, Result, release

from .making import KEY, marked, policy_of, swedish

NAMES = st.text("abdeginorstuåäö", min_size=4, max_size=12)


def run(text: str, spelling: Spelling, policy: str = "swell", scope: str | None = None) -> Result:
    document, mentions = marked(text)
    ours = changed(policy_of(policy), spelling=spelling)
    return replace(document, mentions, swedish(), ours, KEY, scope)


def out(text: str, spelling: Spelling, policy: str = "swell") -> str:
    return release(run(text, spelling, policy)).text


@pytest.mark.parametrize(
    ("right", "written", "kinds"),
    [
        ("Anna", "Annna", ["double"]),
        ("Anna", "Ana", ["single"]),
        ("Göteborg", "Goteborg", ["mark"]),
        ("Malmö", "Malmoe", ["pair"]),
        ("Åsa", "Aasa", ["pair"]),
        ("Stockholm", "Stokholm", ["missing"]),
        ("Syrien", "Syrein", ["swap"]),
        ("Lukas", "Lukasi", ["added"]),
        ("Lukas", "Lucas", ["letter"]),
        ("Göteborg", "Gotebborg", ["mark", "double"]),
        ("Anna", "anna", []),  # capitals are carried by replace.shape
        ("Anna", "ANNA", []),
        ("Göteborg", "Gothenburg", []),  # another name, no slip
        ("Anna", "Berit", []),
        ("Go\u0308ran", "Göran", []),
    ],
)
def test_slips_have_a_kind(right: str, written: str, kinds: list[str]) -> None:
    assert [slip.kind for slip in slips(right, written)] == kinds


@pytest.mark.parametrize(
    ("right", "written", "name", "expected"),
    [
        ("Anna", "Annna", "Therese", "Theresse"),
        ("Anna", "Ana", "Lotta", "Lota"),
        ("Anna", "Ana", "Therese", "Therese"),  # nothing stands twice there
        ("Göteborg", "Goteborg", "Björn", "Bjorn"),
        ("Göteborg", "Goteborg", "Eva", "Eva"),
        ("Åsa", "Asa", "Örebro", "Orebro"),
        ("Malmö", "Malmoe", "Björn", "Bjoern"),
        ("Åsa", "Aasa", "Örebro", "Oorebro"),
        ("Stina", "Stinna", "Eva-Lina", "Eva-Linna"),
        ("Stina", "Stinna", "Eva-Li", "Evva-Li"),  # a capital is not doubled
    ],
)
def test_a_name_gets_the_same_kind_of_slip(
    right: str, written: str, name: str, expected: str
) -> None:
    assert carried(slips(right, written)[:1], name) == expected


@given(right=NAMES, written=NAMES, name=NAMES, seed=st.integers(0, 11))
def test_what_is_carried_is_of_the_kind_it_was(
    right: str, written: str, name: str, seed: int
) -> None:
    at = seed % len(right)
    for form in (written, right[:at] + right[at] + right[at:], right[:at] + right[at + 1 :]):
        found = slips(right, form)
        assert len(found) <= 2
        new = carried(found, name.capitalize())
        assert abs(len(new) - len(name)) <= 2
        assert bare(new[0]) == bare(name.capitalize()[0])
        assert bears(found, name) or len(found) != 1 or carried(found, name) == name
        if len(found) == 1 and bears(found, name):
            assert [slip.kind for slip in slips(name, carried(found, name))] == [found[0].kind]


@pytest.mark.parametrize(
    ("form", "label", "key", "siblings", "right"),
    [
        ("Goteborg", "city", "göteborg", (), "Göteborg"),
        ("stokholm", "city", "stockholm", (), "Stockholm"),
        ("Lundd", "city", "", (), "Lund"),
        ("Fattima", "firstname_female", "", (), "Fatima"),
        ("Goteborgs universitet", "school", "", (), "Göteborgs universitet"),
        ("Goran", "firstname_male", "goran", ("Göran",), "Göran"),
        ("Goran", "firstname_male", "goran", (), "Goran"),  # a name of its own
        ("Svenson", "surname", "svenson", (), "Svenson"),
        ("Xqvztw", "firstname_female", "", (), "Xqvztw"),
    ],
)
def test_the_right_form_is_told_by_lists_and_by_what_stands_elsewhere(
    form: str, label: str, key: str, siblings: tuple[str, ...], right: str
) -> None:
    assert fold(meant(form, label, key, siblings, swedish().vocab)) == fold(right)


def test_carry_gives_a_place_without_its_mark_one_without_its_mark() -> None:
    text = "Jag bor i [[Goteborg|city|1]] nära [[Växjö|city|2]]."
    (first, second) = run(text, "carry").replacements
    aliases = run(text, "carry").aliases
    right = aliases["city", 1]
    assert [slip.kind for slip in slips(right, first.text)] == ["mark"]
    assert second.text == aliases["city", 2]


def test_each_mention_has_its_own_spelling_of_one_pseudonym() -> None:
    text = "[[Fatima|firstname_female|1]] och [[Fattimas|firstname_female|1 gen]] bror."
    result = run(text, "carry")
    right = result.aliases["firstname_female", 1]
    first, second = (replacement.text for replacement in result.replacements)
    assert first == right
    assert second.endswith("s")
    kinds = [slip.kind for slip in slips(right, second.removesuffix("s"))]
    assert kinds == ["double"]


@pytest.mark.parametrize("policy", ["swell", "natural", "careful"])
def test_normalize_writes_names_right_and_case_carries_small_letters_only(policy: str) -> None:
    text = "jag heter [[fattima|firstname_female|1]] och bor i [[goteborg|city|2]]"
    normal = run(text, "normalize", policy)
    assert all(one.text[0].isupper() for one in normal.replacements)
    assert [one.text for one in normal.replacements] == [
        normal.aliases["firstname_female", 1],
        normal.aliases["city", 2],
    ]
    plain = run(text, "case", policy)
    assert [one.text for one in plain.replacements] == [
        plain.aliases["firstname_female", 1].lower(),
        plain.aliases["city", 2].lower(),
    ]
    carrying = run(text, "carry", policy)
    for one, key in zip(carrying.replacements, (("firstname_female", 1), ("city", 2)), strict=True):
        assert one.text.islower()
        assert one.text != carrying.aliases[key].lower()


def test_normalize_leaves_shouting_and_common_nouns() -> None:
    assert out("[[FATIMA|firstname_female|1]] ropar", "normalize").split()[0].isupper()
    assert out("hon går i [[skolan|school|1]] nu", "normalize").split()[3].islower()


def test_a_corpus_scope_has_one_pseudonym_however_the_name_is_spelt() -> None:
    written = [
        run(f"Jag bor i [[{form}|city|1]].", "carry", "natural", "corpus").aliases["city", 1]
        for form in ("Göteborg", "Göteborg")
    ]
    assert len(set(written)) == 1


@given(
    forms=st.lists(
        st.sampled_from(["Fattima", "Fatima", "Ana", "Anna", "Görann", "Bjorn", "Jhon"]),
        min_size=1,
        max_size=6,
    )
)
def test_a_misspelt_pseudonym_is_no_original_and_no_other_pseudonym(forms: list[str]) -> None:
    numbers = {form: place + 1 for place, form in enumerate(dict.fromkeys(forms))}
    text = " och ".join(f"[[{form}|firstname_unknown|{numbers[form]}]]" for form in forms)
    result = run(text, "carry")
    assert result.leaks is not LeakStatus.FAIL
    originals = {fold(form) for form in forms}
    meaning: dict[str, int] = {}
    for replacement in result.replacements:
        assert fold(replacement.text) not in originals
        number = replacement.mention.number
        assert meaning.setdefault(fold(replacement.text), number) == number


def test_a_spelling_that_is_none_is_refused() -> None:
    with pytest.raises(PolicyError, match="spelling"):
        checked(changed(policy_of("swell"), spelling="wild"))  # type: ignore[arg-type]
