from __future__ import annotations

import pickle
import tomllib
from pathlib import Path

import pytest

import maskera
from maskera import vault
from maskera.errors import MaskeraError

spacy = pytest.importorskip("spacy")
import maskera.spacy  # noqa: E402  # registers the component where maskera is not installed

TEXT = "Jag heter Farid Hemligson och bor i Malmö. Det regnar."


@pytest.fixture
def key(tmp_path: Path) -> Path:
    vault.create_key(tmp_path / "my.key")
    return tmp_path / "my.key"


def pipeline(key: Path | None, **config: object) -> object:
    nlp = spacy.blank("sv")
    nlp.add_pipe("maskera", config={"mode": "rules", "key_file": key and str(key), **config})
    return nlp


def test_mentions_are_spans_and_entities_with_replacement_and_number(key: Path) -> None:
    doc = pipeline(key)(TEXT)  # type: ignore[operator]
    result = maskera.load(key=vault.read_key(key), mode="rules")(TEXT)
    assert [(s.text, s.label_, s._.number, s._.replacement) for s in doc.spans["maskera"]] == [
        (TEXT[m.span.start : m.span.end], m.label, m.number, r.text)
        for r in result.replacements
        for m in [r.mention]
    ]
    assert [ent.text for ent in doc.ents] == ["Farid", "Hemligson", "Malmö"]
    assert doc._.pseudonymized == maskera.release(result).text
    assert doc._.leaks == "PASS"
    assert doc.text == TEXT


def test_entities_of_others_stay_where_there_is_no_mention(key: Path) -> None:
    nlp = spacy.blank("sv")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "X", "pattern": word} for word in ("Malmö", "regnar")])
    nlp.add_pipe("maskera", config={"mode": "rules", "key_file": str(key)})
    labels = {ent.text: ent.label_ for ent in nlp(TEXT).ents}
    assert labels["regnar"] == "X"
    assert labels["Malmö"] == "city"


def test_a_text_without_mentions_stays_itself(key: Path) -> None:
    doc = pipeline(key)("Det regnar.")  # type: ignore[operator]
    assert (doc._.pseudonymized, list(doc.ents)) == ("Det regnar.", [])


def test_the_pipeline_comes_back_from_disk_without_the_key_on_it(key: Path, tmp_path: Path) -> None:
    nlp = pipeline(key)
    nlp.to_disk(tmp_path / "model")  # type: ignore[attr-defined]
    written = [path.read_bytes() for path in (tmp_path / "model").rglob("*") if path.is_file()]
    secret = key.read_bytes().strip()
    assert not any(secret in content for content in written)
    again = spacy.load(tmp_path / "model")
    assert again(TEXT)._.pseudonymized == nlp(TEXT)._.pseudonymized  # type: ignore[operator]


def test_many_documents_are_those_of_one_at_a_time(key: Path) -> None:
    nlp = pipeline(key)
    texts = [TEXT, "", "Det regnar.", TEXT.replace("Malmö", "Lund")]
    many = [doc._.pseudonymized for doc in nlp.pipe(texts, batch_size=2)]  # type: ignore[attr-defined]
    assert many == [nlp(text)._.pseudonymized for text in texts]  # type: ignore[operator]


def test_docs_survive_docbin(key: Path) -> None:
    from spacy.tokens import DocBin

    doc = pipeline(key)(TEXT)  # type: ignore[operator]
    stored = DocBin(store_user_data=True, docs=[doc]).to_bytes()
    again = next(DocBin().from_bytes(stored).get_docs(spacy.blank("sv").vocab))
    assert [s._.replacement for s in again.spans["maskera"]] == [
        s._.replacement for s in doc.spans["maskera"]
    ]


def test_a_component_is_pickled_by_its_settings_alone(key: Path) -> None:
    component = pipeline(key).get_pipe("maskera")  # type: ignore[attr-defined]
    pickled = pickle.dumps(component)
    assert vault.read_key(key) not in pickled
    assert pickle.loads(pickled)(spacy.blank("sv")(TEXT))._.leaks == "PASS"
    with pytest.raises(MaskeraError, match="without key_file"):
        pickle.dumps(pipeline(None).get_pipe("maskera"))  # type: ignore[attr-defined]


def test_a_key_file_that_is_missing_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(MaskeraError, match=r"none\.key"):
        pipeline(tmp_path / "none.key")


def test_the_component_is_an_entry_point() -> None:
    project = Path(__file__).parent.parent / "pyproject.toml"
    entries = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["entry-points"]
    assert entries["spacy_factories"] == {"maskera": "maskera.spacy:make"}
