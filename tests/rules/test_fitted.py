"""Corrections of the rules' weights: read, written, and added to the evidence they name."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera.errors import DataError
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.rules.fitted import ANY, Corrections, load, save
from maskera.text import Span

LIST, CUE = Evidence("list:city", 1.0), Evidence("cue:i", 0.5)
CORRECTIONS = Corrections(
    {("list:city", ANY): -0.5, ("list:city", "city"): 2.0, ("cue:i", "place"): 9}
)


def corrected(hypothesis: Hypothesis) -> Hypothesis:
    (claim,) = CORRECTIONS.corrected([Detection(Span(0, 4), (hypothesis,))])
    assert claim.span == Span(0, 4)
    return claim.hypotheses[0]


def test_each_source_is_corrected_for_all_labels_and_for_its_own() -> None:
    found = corrected(Hypothesis("city", (LIST, CUE), frozenset({"gen"}), Trust.FORMAL))
    assert [evidence.weight for evidence in found.evidence] == [2.5, 0.5]
    assert found.score == 3.0 and found.features == {"gen"} and found.trust is Trust.FORMAL
    assert corrected(Hypothesis("region", (LIST,))).score == 0.5


def test_what_a_source_says_twice_is_corrected_once() -> None:
    assert corrected(Hypothesis("city", (LIST, LIST))).score == 3.5


def test_what_is_certain_and_what_is_unknown_keep_their_weights() -> None:
    certain = Hypothesis("city", (LIST,), trust=Trust.CERTAIN)
    assert corrected(certain) is certain
    assert corrected(Hypothesis("surname", (CUE,))).score == 0.5


def test_corrections_are_written_and_read(tmp_path: Path) -> None:
    save(Corrections({**CORRECTIONS.weights, ("cue:på", "city"): 0.04}), tmp_path / "rules.tsv")
    assert load(tmp_path / "rules.tsv") == CORRECTIONS


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "rules.tsv:1: no fitted weights"),
        (b"feature\tweight\nbias\t1\n", "rules.tsv:1: no fitted weights"),
        (b"source\tlabel\tcorrection\nlist:city\tcity\tx\n", "rules.tsv:2: the correction is not"),
        (b"source\tlabel\tcorrection\nlist:city\n", "rules.tsv:2: expected a source, a label"),
        (b"source\tlabel\tcorrection\na\tcity\tnan\n", "rules.tsv:2: the correction is not"),
    ],
)
def test_a_file_that_is_none_is_one_sentence(content: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "rules.tsv").write_bytes(content)
    with pytest.raises(DataError, match=said):
        load(tmp_path / "rules.tsv")
