from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from maskera.errors import DataError
from maskera.evaluate.results import read_results
from maskera.evaluate.utility import Leaks, Share, leaks, surrogates, utility
from maskera.formats.jsonl import render
from maskera.lang import load_pack
from maskera.lang.pack import LanguagePack
from maskera.result import Replacement, Result
from maskera.taxonomy import shipped
from maskera.text import Document

from .build import mention

TEXT = "Lenas syster Elin Vik bor i Lund. Elin är glad."
NAMES = "Nadias syster Sara Berg bor i Lövsta. Sara är glad."


@pytest.fixture(scope="module")
def language() -> LanguagePack:
    return load_pack("sv")


def result(
    *changes: tuple[str, str, int, str, str], text: str = TEXT, features: str = ""
) -> Result:
    """A result with (original, label, number, action, replacement), each original at its first free
    place."""
    replacements, done = [], 0
    for original, label, number, action, new in changes:
        start = text.index(original, done)
        done = start + len(original)
        marks = frozenset({"gen"}) if original.endswith("s") and "gen" in features else frozenset()
        replacements.append(
            Replacement(mention(start, done, label, number=number, features=marks), action, new)
        )
    return Result(Document("d", text), tuple(replacements), policy="swell")


GOOD = (
    ("Lenas", "firstname_female", 1, "replace", "Nadias"),
    ("Elin", "firstname_female", 2, "replace", "Sara"),
    ("Vik", "surname", 2, "replace", "Berg"),
    ("Lund", "city", 3, "replace", "Lövsta"),
    ("Elin", "firstname_female", 2, "replace", "Sara"),
)


def test_good_surrogates_are_good_in_every_way(language: LanguagePack) -> None:
    quality = surrogates([result(*GOOD, features="gen")], language)
    assert quality.gender == Share(3, 3)
    assert quality.inflection == Share(1, 1)
    assert quality.casing == quality.changed == Share(5, 5)
    assert quality.consistent == quality.distinct == Share(4, 4)


def test_each_fault_of_a_surrogate_shows_where_it_belongs(language: LanguagePack) -> None:
    def quality(at: int, new: str) -> object:
        changes = [
            change if index != at else (*change[:4], new) for index, change in enumerate(GOOD)
        ]
        return surrogates([result(*changes, features="gen")], language)

    assert quality(1, "Lars").gender == Share(2, 3)
    assert quality(0, "Nadia").inflection == Share(0, 1)
    assert quality(3, "lövsta").casing == Share(4, 5)
    assert quality(4, "Nadia").consistent == Share(3, 4)
    assert quality(2, "Lövsta").distinct.right == 2
    assert quality(2, "vik").changed == Share(4, 5)


def test_what_a_policy_keeps_marks_or_removes_is_no_surrogate(language: LanguagePack) -> None:
    quality = surrogates(
        [
            result(
                ("Elin", "firstname_female", 1, "mark", "Elin"), ("Lund", "city", 2, "remove", "")
            )
        ],
        language,
    )
    assert quality.changed == Share(0, 0)
    assert quality.changed.share == 1.0


def test_the_leak_rate_counts_referents_that_can_still_be_found(language: LanguagePack) -> None:
    assert leaks([result(*GOOD)], language) == Leaks(4, 0, 0, {})
    leaky = leaks([result(*GOOD[:4])], language)  # the second Elin was missed
    assert (leaky.referents, leaky.plain, leaky.how) == (4, 1, {"exact": 1})


def test_lix_and_type_token_ratio_by_hand(language: LanguagePack) -> None:
    figures = utility([result(text="Hunden springer hem. Hunden sover!")], language).before
    assert (figures.words, figures.sentences, figures.tokens) == (5, 2, 7)
    assert figures.lix == pytest.approx(5 / 2 + 100 * 1 / 5)
    assert figures.type_token == pytest.approx(4 / 5)
    assert utility([], language).before.lix == 0.0


def test_before_and_after(language: LanguagePack) -> None:
    figures = utility([result(*GOOD, features="gen")], language)
    assert figures.before.words == figures.after.words == 10
    assert figures.changed_characters == pytest.approx((5 + 4 + 3 + 4 + 4) / len(TEXT))
    assert figures.changed_tokens == pytest.approx(5 / 12)
    untouched = utility([result()], language)
    assert (untouched.changed_characters, untouched.before) == (0, untouched.after)
    assert utility([], language).changed_tokens == 0


def test_results_come_back_from_the_file_that_pseudonymize_writes(tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    made = result(
        *GOOD[1:3],
        ("Lund", "city", 3, "replace", "Lund"),
        ("Elin", "firstname_female", 2, "keep", "Elin"),
        features="gen",
    )
    file.write_text(render(made) + "\n", encoding="utf-8")
    (read,) = read_results(file, shipped())
    assert [(r.action, r.text, r.mention.span) for r in read.replacements] == [
        (r.action, r.text, r.mention.span) for r in made.replacements
    ]
    assert surrogates([read], load_pack("sv")).changed == Share(2, 3)


def test_results_may_be_a_folder_with_a_file_a_document(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.jsonl").write_text(
            render(replace(result(*GOOD), document=Document(name, TEXT))), encoding="utf-8"
        )
    assert [read.document.id for read in read_results(tmp_path, shipped())] == ["a", "b"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"release": "något annat"}, "the released text is not the text with its replacements"),
        ({"mentions": [{"start": 0}]}, "not a pseudonymized document"),
        (
            {
                "mentions": [
                    {"start": 4, "end": 2, "label": "city", "action": "replace", "replacement": "x"}
                ]
            },
            "not a span of text",
        ),
        (
            {
                "mentions": [
                    {"start": 0, "end": 5, "label": "city", "action": "replace", "replacement": "x"}
                ]
                * 2
            },
            "overlaps another",
        ),
        (
            {
                "mentions": [
                    {"start": 0, "end": 5, "label": "town", "action": "replace", "replacement": "x"}
                ]
            },
            "a label that is not in the taxonomy",
        ),
        (
            {"mentions": [{"start": 0, "end": 5, "label": "city", "replacement": "x"}]},
            "mentions with action and replacement",
        ),
        (
            {
                "mentions": [
                    {"start": 0, "end": 5, "label": "city", "action": "lose", "replacement": "x"}
                ]
            },
            "not a pseudonymized document",
        ),
        (
            {
                "mentions": [
                    {"start": 0, "end": 5, "label": "city", "action": "mark", "replacement": "x"}
                ]
            },
            "at 0-5 is to stand as it is",
        ),
        ({"leaks": "MAYBE"}, "not a pseudonymized document"),
        ({}, "id 'd' is taken already at .*p.jsonl:1"),
    ],
)
def test_a_line_that_is_something_else_is_refused_by_file_and_line(
    tmp_path: Path, change: dict, reason: str
) -> None:
    good = json.loads(render(result(*GOOD)))
    file = tmp_path / "p.jsonl"
    file.write_text(
        "\n".join(json.dumps(row) for row in (good, {**good, **change})), encoding="utf-8"
    )
    with pytest.raises(DataError, match=reason) as raised:
        read_results(file, shipped())
    assert "p.jsonl:2: " in str(raised.value)
    assert "Elin" not in str(raised.value)


def test_an_empty_or_missing_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    for name, reason in (("empty.jsonl", "no documents"), ("none.jsonl", "cannot be read")):
        with pytest.raises(DataError, match=reason):
            read_results(tmp_path / name, shipped())
