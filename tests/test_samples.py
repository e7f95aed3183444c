"""`make run`: every sample is written in every format, passes the leak check, and shows what the
samples are there to show."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from maskera import Document, Pipeline
from maskera.formats.text import read
from maskera.taxonomy import shipped

SAMPLES = sorted((ROOT / "samples").glob("*.txt"))
ENGLISH = sorted((ROOT / "samples" / "en").glob("*.txt"))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    out = tmp_path_factory.mktemp("out")
    command = [sys.executable, "tools/run_samples.py", "samples", str(out)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return out, done.stdout


@pytest.mark.parametrize(
    ("folder", "suffix"), [("text", ".txt"), ("html", ".html"), ("xml", ".xml"), ("svala", ".json")]
)
def test_every_sample_is_written_in_every_format(
    run: tuple[Path, str], folder: str, suffix: str
) -> None:
    assert [path.name for path in sorted((run[0] / folder).iterdir())] == [
        path.stem + suffix for path in SAMPLES
    ]


def test_english_samples_stand_beside_them(run: tuple[Path, str]) -> None:
    texts = {path.name: path.read_text("utf-8") for path in (run[0] / "en" / "text").iterdir()}
    assert sorted(texts) == [path.name for path in ENGLISH]
    for text in texts.values():
        assert not any(
            name in text.lower() for name in ("khoury", "markéta", "gwyneth", "dvorakova")
        )


def test_the_table_tells_what_became_of_what(run: tuple[Path, str]) -> None:
    assert "Wójcik-Berg" in run[1]
    verdicts = sum(run[1].count(verdict) for verdict in ("PASS", "REVIEW", "SELECTIVE"))
    assert verdicts == len(SAMPLES) + len(ENGLISH)
    assert "FAIL" not in run[1]


def test_what_holds_originals_is_its_owners_alone(run: tuple[Path, str]) -> None:
    assert {path.stat().st_mode & 0o777 for path in (run[0] / "svala").iterdir()} == {0o600}


@pytest.mark.parametrize("folder", ["text", "html", "xml"])
def test_public_formats_hold_no_original(run: tuple[Path, str], folder: str) -> None:
    for path in (run[0] / folder).iterdir():
        content = path.read_text(encoding="utf-8").lower()
        assert not any(
            name in content
            for name in ("rostami", "agnieszka", "haddad", "o'connell", "hammarkullen", "19790612")
        )


def test_the_samples_show_most_labels_and_several_genres(nlp: Pipeline) -> None:
    documents = [
        document
        for path in SAMPLES
        for document in read(path.read_bytes(), str(path), shipped())
        if isinstance(document, Document)
    ]
    assert {mention.label for document in documents for mention in nlp(document).mentions} >= {
        *(
            "firstname_female",
            "firstname_male",
            "surname",
            "initials",
            "city",
            "country",
            "region",
            "geo",
            "place",
            "street_nr",
            "zip_code",
        ),
        *(
            "school",
            "work",
            "other_institution",
            "transport_name",
            "transport_nr",
            "age_digits",
            "age_string",
            "day",
            "month_word",
            "year",
        ),
        *(
            "date_digits",
            "phone_nr",
            "account_nr",
            "other_nr_seq",
            "license_nr",
            "personid_nr",
            "email",
            "url",
            "prof",
            "edu",
            "fam",
            "sensitive",
        ),
    }
    assert len({document.meta["genre"] for document in documents}) >= 6
    assert {document.meta["level"] for document in documents} == {"A", "B", "C"}
