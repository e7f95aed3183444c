"""Every line of tests/cases/sv is a claim about what is found in a sentence; what is known to fail
is pinned, both ways.

After work on the detector: `python tools/pin_failures.py` rewrites the lists, and their diff shows
what was won and lost.
"""

from __future__ import annotations

from collections import Counter

import pytest
from cases.reading import Case, CaseError, compare, faults, read_all, read_case, read_pins

from maskera.mentions import Mention
from maskera.pipeline import MODES
from maskera.text import Span

CASES = read_all()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_case_is_found_as_marked_unless_pinned(case: Case, mode: str) -> None:
    wrong = faults(case, mode)
    if case.pin in read_pins(mode):
        assert wrong, (
            f"{case.pin} passes now in mode {mode}: remove it from the list (python tools/pin_failures.py)"
        )
    else:
        assert not wrong, f"{case.id}, mode {mode}: {'; '.join(wrong)}\n  {case.line}"


@pytest.mark.parametrize("mode", MODES)
def test_every_pin_is_a_case(mode: str) -> None:
    stale = read_pins(mode) - {case.pin for case in CASES}
    assert not stale, f"no case for {', '.join(sorted(stale))}: python tools/pin_failures.py"


def test_no_sentence_is_claimed_twice() -> None:
    assert [text for text, times in Counter(case.text for case in CASES).items() if times > 1] == []


def test_every_file_has_counter_examples() -> None:
    """A list that matches everything would pass a file without them."""
    without = Counter(case.file for case in CASES if not case.mentions)
    assert [file for file in {case.file for case in CASES} if without[file] < 8] == []


# How a line is read and compared.


def test_markup_is_read_and_taken_out() -> None:
    case = read_case("a.txt", 1, r"Till [[Boras\u030a|city]] och\n[[Rom|city|foreign, ref=2]]")
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
        read_case("a.txt", 7, line)


def test_a_pin_outlives_a_shift_of_lines_but_not_a_change_of_the_line() -> None:
    assert read_case("a.txt", 1, "Hej.").pin == read_case("a.txt", 9, "Hej.").pin
    assert (
        read_case("a.txt", 1, "[[Rom|city]]").pin
        != read_case("a.txt", 1, "[[Rom|city|foreign]]").pin
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
    assert compare(read_case("a.txt", 1, line), found) == wrong
