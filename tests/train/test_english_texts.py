"""The invented English texts of training/en: readable, consistent, and without a real number."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, SHARED

from maskera.taxonomy import shipped
from maskera.train import corpora

from .learner_texts import (
    ABROAD,
    FEW,
    LABELS,
    assert_flags,
    assert_header,
    assert_markup,
    assert_numbers,
    text_of,
    words_of,
)

FOLDER = ROOT / "training" / "en"
TRAINING = sorted(FOLDER.glob("*.txt"))
UNSEEN = sorted((ROOT / "training" / "en_unseen").glob("*.txt"))
FILES = TRAINING + UNSEEN
SENTENCES = sorted((ROOT / "training" / "en_sentences").glob("*.txt"))
ENOUGH = 15  # mentions of a label


def surfaces(*labels: str) -> list[tuple[str, str]]:
    """File name and words of every mention of a label."""
    texts = [(path, *text_of(path)) for path in FILES]
    found = [
        (path.name, words_of(document, mention))
        for path, document, mentions in texts
        for mention in mentions
        if mention.label in labels
    ]
    return found + [
        (text.id, text.text[span.start : span.end])
        for text in sentences()
        for span in text.spans
        if span.label in labels
    ]


@cache
def sentences() -> list[corpora.Annotated]:
    """The learner sentences, a text a line."""
    return list(corpora.read(SENTENCES[0].parent, shipped()))


def digits(words: str) -> str:
    return re.sub(r"\D", "", words)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_text_has_its_header_and_the_genre_of_its_name(path: Path) -> None:
    assert_header(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_text_without_its_marks_is_what_was_written(path: Path) -> None:
    assert_markup(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_number_means_one_thing(path: Path) -> None:
    assert_numbers(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_flags_stand_where_they_can(path: Path) -> None:
    assert_flags(path)
    assert not any(mention.features & {"def"} for mention in text_of(path)[1])


def test_every_label_is_met_often() -> None:
    counts = Counter(mention.label for path in FILES for mention in text_of(path)[1])
    assert counts.keys() == LABELS
    assert [label for label, count in counts.items() if count < ENOUGH] == []


def test_the_hands_that_nothing_is_trained_on_are_no_others() -> None:
    hands = [{path.stem[:2] for path in paths} for paths in (TRAINING, UNSEEN)]
    assert not hands[0] & hands[1]
    assert len(hands[0]) >= 38
    assert len(hands[1]) == 15
    assert len(TRAINING) >= 615
    assert len(UNSEEN) >= 130
    assert len({path.name for path in FILES}) == len(FILES)


def test_sentences_hold_each_label_and_many_hold_none() -> None:
    counts = Counter(span.label for text in sentences() for span in text.spans)
    assert counts.keys() == LABELS
    assert min(counts[label] for label in ("sensitive", "work", "extra", "edu")) >= 40
    assert sum(not text.spans for text in sentences()) > 50
    for text in sentences():
        for span in text.spans:
            words = text.text[span.start : span.end]
            assert words == words.strip()
            assert span.label in ABROAD or not span.foreign


def test_many_texts_are_traps_and_some_concern_nobody() -> None:
    few = [path for path in TRAINING if len(text_of(path)[1]) <= FEW]
    assert len(few) >= len(TRAINING) // 4
    assert any(not text_of(path)[1] for path in few)


_OFCOM = "2079460|1[1-6]\\d4960|1632960|1914980|2920180|2896496|7700900|8081570|3069990"
UK_DRAMA = rf"(?:0|44)(?:{_OFCOM})\d{{3}}"
IRISH_DRAMA = r"(?:0|353)2091\d{5}"
NORTH_AMERICAN_FICTION = r"1?[2-9]\d{2}55501\d{2}"
AUSTRALIAN_FICTION = r"(?:0|61)(?:[2378](?:5550|7010)\d{4}|49157\d{4})|1800160401|18009757\d{2}"
SWEDISH_FICTION = r"(?:0|46)(?:701740(?:60[5-9]|6[1-9]\d)|3139006\d\d|8465004\d\d|40628\d04\d\d)"
GERMAN_DRAMA = r"(?:0|49)(?:3023125|6990009|4066969|2214710|8999998)\d{3}|(?:0|49)1713920\d{3}"
NEVER_GIVEN = r"(?:0|254)200\d{6}|(?:0|971)40\d{6}|(?:0|91)[1-4][14]0\d{7}|(?:0|60)30\d{7}"
PHONE = re.compile(
    "|".join(
        (
            UK_DRAMA,
            IRISH_DRAMA,
            NORTH_AMERICAN_FICTION,
            AUSTRALIAN_FICTION,
            SWEDISH_FICTION,
            GERMAN_DRAMA,
            NEVER_GIVEN,
        )
    )
)
"""The numbers that Ofcom, ComReg, ACMA, PTS and the Bundesnetzagentur keep for fiction, North
American 555-01xx, and for Kenya, the Emirates, India and Malaysia such as begin with 0 behind the
area code, where no subscriber's number does."""


def test_telephone_numbers_are_those_kept_for_fiction() -> None:
    real = [name for name, words in surfaces("phone_nr") if not PHONE.fullmatch(digits(words))]
    assert real == []


PERSON = re.compile(
    r"QQ\d{6}[A-D]?"  # a National Insurance prefix that is never issued
    r"|(?:000|666|9\d\d)\d{6}"  # beginnings of no Social Security number
    r"|0\d{8}"  # nor of a Canadian Social Insurance Number
    r"|000\d{4}[A-Z]{1,2}"  # Irish PPS numbers are issued from higher up
)


def test_personal_numbers_were_never_issued() -> None:
    for name, words in surfaces("personid_nr"):
        assert PERSON.fullmatch(re.sub(r"[^0-9A-Z]", "", words.upper())), name


EXAMPLE_IBANS = {
    "GB29NWBK60161331926819",
    "GB33BUKB20201555555555",
    "IE29AIBK93115212345678",
    "PL61109010140000071219812874",
    "DE89370400440532013000",
    "SE4550000000058398257466",
    "IT60X0542811101000000123456",
}
TEST_CARDS = {"4111111111111111", "4242424242424242", "5555555555554444", "378282246310005"}
CARD = re.compile(r"[3-6]\d{3}(?:[ -]?\d{4,6}){2,3}")


def test_accounts_and_cards_are_nobodys() -> None:
    """No sort code begins with 00, no routing number with 9; the IBANs and cards are examples."""
    for name, words in surfaces("account_nr"):
        plain = re.sub(r"[^0-9A-Z]", "", words.upper())
        assert plain in EXAMPLE_IBANS or plain.startswith(("00", "9")), name
    for name, words in surfaces("other_nr_seq"):
        assert not CARD.fullmatch(words) or digits(words) in TEST_CARDS, name


PUBLIC_SITES = ("gov.uk", "uscis.gov", "canada.ca")
_DOMAIN = r"[\w-]+\.example|example\.(?:com|org|net)"
RESERVED = re.compile(rf"(?:^|[@./])(?:[\w-]+\.)*(?:{_DOMAIN})(?:/|$)", re.IGNORECASE)
"""Domains that nobody can have (RFC 2606)."""


def test_addresses_in_the_net_are_reserved_or_public() -> None:
    for name, words in surfaces("email"):
        assert RESERVED.search(words), name
    for name, words in surfaces("url"):
        assert RESERVED.search(words) or words.partition("/")[0].endswith(PUBLIC_SITES), name


def test_postcodes_of_a_house_have_letters_that_none_has() -> None:
    """The letters that the British, Canadian and Irish post leave out (ZIP codes are of towns)."""
    for name, words in surfaces("zip_code"):
        code = words.upper()
        if re.fullmatch(r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}", code):
            assert set(code[-2:]) & set("CIKMOV"), name
        elif re.fullmatch(r"[A-Z]\d[A-Z] ?\d[A-Z]\d", code):
            assert set(code) & set("DFIOQU"), name
        elif re.fullmatch(r"[A-Z]\d\d ?[A-Z\d]{4}", code):
            assert set(code[-4:]) & set("BGIJLMOQSUZ"), name
        else:
            town = r"\d{4,6}(?:-\d{4})?|\d{3} \d{2}|[A-Z]{1,2}\d{1,2}[A-Z]?"
            assert re.fullmatch(town, code), name


@pytest.mark.skipif(not (SHARED / "convert.py").exists(), reason="the annotated data are not here")
@pytest.mark.parametrize(
    "folder", [FOLDER, ROOT / "training" / "en_unseen"], ids=["training", "unseen"]
)
def test_the_converter_of_the_annotated_data_reads_the_same(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    command = [sys.executable, SHARED / "convert.py", "essays", folder, out]
    subprocess.run(command, check=True, capture_output=True)
    for line in out.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        document, mentions = text_of(folder / f"{told['id']}.txt")
        assert told["text"] == document.text
        spans = [(s["start"], s["end"], s["label"], s["ref"]) for s in told["spans"]]
        assert spans == [(m.span.start, m.span.end, m.label, m.number) for m in mentions]
