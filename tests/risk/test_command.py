"""`maskera risk` from the command line: plain and annotated documents, TAB with scores, bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from calling import Cli

ESSAY = "Hej! Jag heter Anna Berg och bor i Gränna. Mitt nummer är 070-174 06 05. Hälsningar Anna"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_plain_documents_are_detected_and_judged(maskera: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    (tmp_path / "b.txt").write_text("Jag tycker om att läsa. Det är roligt.", encoding="utf-8")
    assert maskera("risk", "a.txt", "b.txt", "-o", "risk.jsonl").code == 0
    risky, plain = lines(tmp_path / "risk.jsonl")
    assert (risky["id"], plain["id"], plain["entities"]) == ("a", "b", [])
    assert 0 <= plain["risk"] < risky["risk"] <= 1
    found = {
        ESSAY[mention["start"] : mention["end"]]: entity
        for entity in risky["entities"]
        for mention in entity["mentions"]
    }
    phone = found["070-174 06 05"]
    assert phone["direct"] and phone["mask"] and phone["label"] == "phone_nr"
    assert set(phone["why"]) <= {
        "probability", "classification", "perturbation", "sequence", "lookup",
    }  # fmt: skip
    assert len(found["Anna"]["mentions"]) == 2


def test_a_bound_masks_no_less_when_it_is_stricter(maskera: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    masked = []
    for bound in ("0.01", "0.999999"):
        assert maskera("risk", "a.txt", "-o", "risk.jsonl", "--bound", bound).code == 0
        (document,) = lines(tmp_path / "risk.jsonl")
        masked.append({entity["entity"] for entity in document["entities"] if entity["mask"]})
        assert all(entity["mask"] for entity in document["entities"] if entity["direct"])
    assert len(masked[1]) <= len(masked[0])


def test_what_is_marked_is_not_detected_again_unless_asked(maskera: Cli, tmp_path: Path) -> None:
    marked = {"id": "m", "text": ESSAY, "spans": [{"start": 35, "end": 41, "label": "city"}]}
    (tmp_path / "m.jsonl").write_text(json.dumps(marked) + "\n", encoding="utf-8")
    assert maskera("risk", "m.jsonl", "-o", "risk.jsonl").code == 0
    assert len(lines(tmp_path / "risk.jsonl")[0]["entities"]) == 1
    assert maskera("risk", "m.jsonl", "-o", "risk.jsonl", "--detect").code == 0
    assert len(lines(tmp_path / "risk.jsonl")[0]["entities"]) > 1


def test_english_is_detected_as_the_model_of_risk_knows_it(maskera: Cli, tmp_path: Path) -> None:
    text = "The applicant, Mr Adam Bolton, is a Danish national who was paid 24,000 euros in 1987."
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")

    def labels(*options: str) -> dict[str, str]:
        asked = ("risk", "a.txt", "--language", "en", "-o", "risk.jsonl", *options)
        assert maskera(*asked).code == 0
        (document,) = lines(tmp_path / "risk.jsonl")
        return {
            text[mention["start"] : mention["end"]]: entity["label"]
            for entity in document["entities"]
            for mention in entity["mentions"]
        }

    found = labels()
    assert found["Mr Adam Bolton"] == "PERSON"
    assert set(found.values()) <= {
        "PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC",
    }  # fmt: skip
    own = labels("--scheme", "swell")
    assert own["Bolton"] == "surname" and "Mr Adam Bolton" not in own
    refused = maskera("risk", "a.txt", "--language", "en", "--scheme", "iob")
    assert refused.code == 2 and "iob" in refused.err


def test_the_report_is_one_page_that_asks_for_nothing(maskera: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    assert maskera("risk", "a.txt", "-o", "report.html").code == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<svg" in page and "Gränna" in page and "personal data" in page
    assert "Entities and reasons" in page and page.count("such words in such a place") > 1
    assert "src=" not in page and "http://" not in page.replace("http://www.w3.org", "")


def test_a_population_says_how_many_agree(maskera: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    (tmp_path / "p.csv").write_text("city,weight\nGränna,2\nLund,98\n", encoding="utf-8")
    arguments = ("risk", "a.txt", "-o", "risk.jsonl", "--population", "p.csv", "--bound", "0.1")
    assert maskera(*arguments).code == 0
    (document,) = lines(tmp_path / "risk.jsonl")
    (city,) = [entity for entity in document["entities"] if entity["label"] == "city"]
    assert city["why"]["population"] == 0.5
    assert city["mask"]  # two of 100 agree, and one in ten is allowed


def test_ages_are_one_column_and_read_as_numbers(maskera: Cli, tmp_path: Path) -> None:
    texts = {"digits": "Jag är 34 år.", "words": "Jag är trettiofyra år.", "none": "Jag är 51 år."}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    (tmp_path / "p.csv").write_text("age,weight\n34,4\n35,96\n", encoding="utf-8")
    arguments = ("risk", *(f"{name}.txt" for name in texts), "--population", "p.csv")
    assert maskera(*arguments, "-o", "risk.jsonl").code == 0
    found = {each["id"]: each["entities"][0] for each in lines(tmp_path / "risk.jsonl")}
    shares = {name: entity["why"]["population"] for name, entity in found.items()}
    assert shares == {"digits": 0.25, "words": 0.25, "none": 1.0}
    assert found["digits"]["label"] != found["words"]["label"]


def test_the_name_of_the_person_to_protect_identifies_alone(maskera: Cli, tmp_path: Path) -> None:
    text = "Igår träffade Karin Modig min granne Sixten Barr i Borås."
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")

    def direct(*options: str) -> set[str]:
        assert maskera("risk", "a.txt", "-o", "risk.jsonl", *options).code == 0
        (document,) = lines(tmp_path / "risk.jsonl")
        return {
            text[mention["start"] : mention["end"]]
            for entity in document["entities"]
            if entity["direct"] and entity["mask"]
            for mention in entity["mentions"]
        }

    without = direct()
    assert direct("--about", "karin modig") - without == {"Karin", "Modig"} - without
    assert "Modig" not in without, "nothing to see"
    assert direct("--about", "Borås Modig") - without == {"Modig"}  # a place is nobody's name
    assert direct("--about", "Eva Lind") == without


def test_bad_input_is_one_sentence_without_text(maskera: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    (tmp_path / "p.csv").write_text("town\nLund\n", encoding="utf-8")
    (tmp_path / "long.csv").write_text("city\n" + "Lund " * 40_000, encoding="utf-8")
    for arguments, message in (
        (("a.txt", "--bound", "1.5"), "between 0 and 1"),
        (("a.txt", "--bound", "0"), "between 0 and 1"),
        (("a.txt", "--whole-text"), "--whole-text needs --bound"),
        (("a.txt", "--combination", "2"), "--combination needs --bound"),
        (("a.txt", "--population", "p.csv"), "p.csv:1: column 1 is no label"),
        (("a.txt", "--population", "a.txt"), "a.txt:1: column 1 is no label"),
        (("a.txt", "--population", "long.csv"), "long.csv:2: "),
        (("a.txt", "--population", "none.csv"), "none.csv"),
        (("a.txt", "--language", "xx"), "xx"),
        (("nothing.txt",), "nothing.txt"),
    ):
        ended = maskera("risk", *arguments, "-o", "risk.jsonl")
        assert ended.code == 2, arguments
        assert message in ended.err and "Gränna" not in ended.err and "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("b.json", b"[[[[["),
        ("b.jsonl", b'{"id": "b", "text": "Hej", "spans": [{"identifier": "QUASI"}]}\n'),
        ("b.txt", b"Hej \x81\xff\x00"),
        ("b.txt", None),
    ],
)
def test_what_a_folder_holds_beside_one_bad_file_is_still_judged(
    maskera: Cli, tmp_path: Path, name: str, content: bytes | None
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(ESSAY, encoding="utf-8")
    if content is None:
        (tmp_path / "in" / name).symlink_to("nowhere.txt")
    else:
        (tmp_path / "in" / name).write_bytes(content)
    ended = maskera("risk", "in", "-o", "risk.jsonl")
    assert ended.code == 1 and f"in/{name}" in ended.err
    lines = (tmp_path / "risk.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["a"]
    named = maskera("risk", f"in/{name}", "-o", "other.jsonl")
    assert named.code in (1, 2) and not (tmp_path / "other.jsonl").exists()


def test_a_tab_document_with_offsets_outside_its_text_is_left_out(
    maskera: Cli, tmp_path: Path
) -> None:
    def document(name: str, end: int) -> dict[str, Any]:
        mention = {
            "start_offset": 0, "end_offset": end, "entity_id": "e1", "entity_type": "city",
            "identifier_type": "QUASI",
        }  # fmt: skip
        annotations = {"a1": {"entity_mentions": [mention]}}
        return {"doc_id": name, "text": "Gränna är litet.", "annotations": annotations}

    table = [document("good", 6), document("bad", 600)]
    (tmp_path / "t.json").write_text(json.dumps(table), encoding="utf-8")
    ended = maskera("risk", "t.json", "-o", "risk.jsonl", "--scores", "scores.json")
    assert ended.code == 1 and "document 2" in ended.err
    assert [found["id"] for found in lines(tmp_path / "risk.jsonl")] == ["good"]
    figures = json.loads((tmp_path / "scores.json").read_text(encoding="utf-8"))
    assert figures["mentions"] == 1 and figures["quasi"] == 1


def test_each_text_is_judged_in_its_own_language(maskera: Cli, tmp_path: Path) -> None:
    english = "My name is Adam Bolton and I live in Leeds. I was born in 1987 and I am a nurse."
    danish = "Jeg hedder Anna, og jeg bor ikke i Odense, men det ved du nok."
    for name, text in (("sv", ESSAY), ("en", english)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    ended = maskera("risk", "sv.txt", "en.txt", "-o", "risk.jsonl")
    assert ended.code == 0 and "1 in Swedish, 1 in English" in ended.err
    labels = {
        each["id"]: {e["label"] for e in each["entities"]}
        for each in lines(tmp_path / "risk.jsonl")
    }
    assert "PERSON" in labels["en"] and "phone_nr" in labels["sv"]
    alone = maskera("risk", "en.txt", "-o", "alone.jsonl", "--language", "en")
    assert alone.code == 0 and "told by" not in alone.err
    (one,) = lines(tmp_path / "alone.jsonl")
    assert one in lines(tmp_path / "risk.jsonl")
    (tmp_path / "da.txt").write_text(danish, encoding="utf-8")
    ended = maskera("risk", "sv.txt", "da.txt", "-o", "risk.jsonl")
    assert ended.code == 1 and "Danish" in ended.err and "Odense" not in ended.err
    assert [each["id"] for each in lines(tmp_path / "risk.jsonl")] == ["sv"]
    assert maskera("risk", "da.txt", "-o", "risk.jsonl", "--language", "sv").code == 0


def test_the_report_says_in_words_what_would_be_masked(maskera: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    for options, said in (
        (
            (),
            "a risk of 0.4 or more, and of the rest so much that what is kept stays under 0.7 together",
        ),
        (("--mask", "balanced"), "a risk of 0.6 or more (balanced)"),
        (("--bound", "0.75"), "no combination of up to 3 kept entities reaches a risk of 0.75"),
        (("--bound", "0.75", "--whole-text"), "all that is kept stays under a risk of 0.75"),
    ):
        assert maskera("risk", "a.txt", "-o", "report.html", *options).code == 0
        assert said in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_what_a_bound_leaves_is_not_said_to_concern_nobody(maskera: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    ended = maskera("pseudonymize", "a.txt", "-o", "out/", "--bound", "0.999999")
    assert "as the bound on risk allows" in ended.err and "--blanket" not in ended.err


def test_nothing_found_is_a_risk_of_nothing(maskera: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("", encoding="utf-8")
    assert '"risk":0.0,' in maskera("risk", "a.txt").out


def test_folders_are_read_as_everywhere(maskera: Cli, tmp_path: Path) -> None:
    """Every kind of file, other encodings, and names that come twice in folders of the folder."""
    for place, content in (("a/x.txt", ESSAY.encode("windows-1252")), ("b/x.txt", ESSAY.encode())):
        (tmp_path / "in" / place).parent.mkdir(parents=True)
        (tmp_path / "in" / place).write_bytes(content)
    (tmp_path / "in" / "y.html").write_text(f"<p>{ESSAY}</p>", encoding="utf-8")
    ended = maskera("risk", "in", "-o", "risk.jsonl")
    assert ended.code == 0, ended.err
    found = {each["id"]: each["entities"] for each in lines(tmp_path / "risk.jsonl")}
    assert set(found) == {"a/x", "b/x", "y"} and found["a/x"] == found["b/x"]
    assert "read as windows-1252" in ended.err
    again = maskera("risk", "in/a", "--encoding", "mac-roman", "-o", "risk.jsonl")
    assert again.code == 0 and lines(tmp_path / "risk.jsonl")[0]["entities"] != found["b/x"]


def test_a_list_of_label_studio_is_not_taken_for_the_benchmark(
    maskera: Cli, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    assert maskera("detect", "a.txt", "-f", "label-studio", "-o", "a.json").code == 0
    for named in ((), ("--from", "label-studio")):
        ended = maskera("risk", "a.json", *named, "-o", "risk.jsonl")
        assert ended.code == 0, ended.err
        assert len(lines(tmp_path / "risk.jsonl")[0]["entities"]) > 1
