"""Every line of tests/cases/LANGUAGE is a claim about what is found in a sentence; what is known to fail
is pinned, both ways.

After work on the detector: `python tools/pin_failures.py` rewrites the lists, and their diff shows
what was won and lost.
"""

from __future__ import annotations

from collections import Counter

import pytest
from cases.reading import (
    LANGUAGES,
    CaseError,
    all_faults,
    compare,
    files,
    read_all,
    read_case,
    read_pins,
)

from maskera.mentions import Mention
from maskera.pipeline import MODES
from maskera.text import Span

FILES = [(language, file) for language in LANGUAGES for file in files(language)]
languages = pytest.mark.parametrize("language", LANGUAGES)
modes = pytest.mark.parametrize("mode", MODES)


@modes
@pytest.mark.parametrize(("language", "file"), FILES)
def test_a_case_is_found_as_marked_unless_pinned(language: str, file: str, mode: str) -> None:
    pins = read_pins(language, mode)
    faults = {
        case: found for case, found in all_faults(language, mode).items() if case.file == file
    }
    failed = [
        f"{case.id}: {'; '.join(found)}\n  {case.line}"
        for case, found in faults.items()
        if found and case.pin not in pins
    ]
    passed = [
        f"{case.pin} passes now: remove it from the list (python tools/pin_failures.py)"
        for case, found in faults.items()
        if not found and case.pin in pins
    ]
    assert not failed + passed, "\n".join([f"mode {mode}", *failed, *passed])


@modes
@languages
def test_every_pin_is_a_case(language: str, mode: str) -> None:
    stale = read_pins(language, mode) - {case.pin for case in read_all(language)}
    assert not stale, f"no case for {', '.join(sorted(stale))}: python tools/pin_failures.py"


@languages
def test_no_sentence_is_claimed_twice(language: str) -> None:
    texts = Counter(case.text for case in read_all(language))
    assert [text for text, times in texts.items() if times > 1] == []


@languages
def test_every_file_has_counter_examples(language: str) -> None:
    """A list that matches everything would pass a file without them."""
    without = Counter(case.file for case in read_all(language) if not case.mentions)
    assert [file for file in files(language) if without[file] < 8] == []


# How a line is read and compared.


def test_markup_is_read_and_taken_out() -> None:
    case = read_case(
        "sv", "a.txt", 1, r"Till [[Boras\u030a|city]] och\n[[Rom|city|foreign, ref=2]]"
    )
    assert case.text == "Till Boras\u030a och\nRom"
    assert [case.text[mention.span.start : mention.span.end] for mention in case.mentions] == [
        "Boras\u030a",
        "Rom",
    ]
    assert (case.mentions[1].features, case.mentions[1].ref) == (frozenset({"foreign"}), 2)


@pytest.mark.parametrize(
    "line",
    [
        "[[Anna|firstname_femal]]",
        "[[Anna|firstname_female|genitive]]",
        "[[Anna]]",
        "Anna|city]]",
        "[[|city]]",
    ],
)
def test_a_line_that_is_no_case_is_refused_with_its_place(line: str) -> None:
    with pytest.raises(CaseError, match=r"^a\.txt:7: "):
        read_case("sv", "a.txt", 7, line)


def test_a_pin_outlives_a_shift_of_lines_but_not_a_change_of_the_line() -> None:
    assert read_case("sv", "a.txt", 1, "Hej.").pin == read_case("sv", "a.txt", 9, "Hej.").pin
    assert (
        read_case("sv", "a.txt", 1, "[[Rom|city]]").pin
        != read_case("sv", "a.txt", 1, "[[Rom|city|foreign]]").pin
    )


def _found(start: int, end: int, label: str, features: str = "", number: int = 0) -> Mention:
    return Mention(Span(start, end), label, number, frozenset(features.split()))


@pytest.mark.parametrize(
    ("line", "found", "wrong"),
    [
        ("[[Annas|firstname_female]]", [_found(0, 5, "firstname_female", "gen")], []),
        (
            "[[Annas|firstname_female|gen]]",
            [_found(0, 5, "firstname_female")],
            ["features none at 'Annas' firstname_female, not gen"],
        ),
        (
            "[[Rom|city]]",
            [_found(0, 3, "city", "foreign")],
            ["features foreign at 'Rom' city, not none"],
        ),
        (
            "[[Rom|city]] nu",
            [_found(0, 6, "city")],
            ["missed 'Rom' city", "not marked 'Rom nu' city"],
        ),
        ("Rom", [_found(0, 3, "city")], ["not marked 'Rom' city"]),
        (
            "[[Li|surname|ref=1]] [[Li|surname|ref=1]]",
            [_found(0, 2, "surname", "", 1), _found(3, 5, "surname", "", 1)],
            [],
        ),
        (
            "[[Li|surname|ref=1]] [[Li|surname|ref=2]]",
            [_found(0, 2, "surname", "", 1), _found(3, 5, "surname", "", 1)],
            ["'Li' and 'Li' share in number"],
        ),
        (
            "[[Li|surname|ref=1]] [[3|age_digits|ref=2]]",
            [_found(0, 2, "surname", "", 1), _found(3, 4, "age_digits", "", 1)],
            [],
        ),
    ],
)
def test_spans_labels_features_and_numbers_are_compared(
    line: str, found: list[Mention], wrong: list[str]
) -> None:
    assert compare(read_case("sv", "a.txt", 1, line), found) == wrong
