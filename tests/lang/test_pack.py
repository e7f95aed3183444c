"""Packs: what a language needs, and that two of them share nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import maskera
from maskera.errors import DataError, MaskeraError
from maskera.lang import PACKS, load_pack, plain
from maskera.lang.da import pack as danish
from maskera.lang.pack import LanguagePack
from maskera.lang.sv.pack import pack as swedish
from maskera.lexicon import gazetteer
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.tsv import WordLists
from maskera.text import Document

KEY = bytes(32)
LISTS = "form\tlabel\tweight\tnote\n"


def found(pack: LanguagePack, text: str, mode: str = "full") -> list[tuple[str, str]]:
    """The mentions that a pack finds in a text: form and label."""
    result = maskera.load(pack, "category", key=KEY, mode=mode)(text)
    return [(text[m.span.start : m.span.end], m.label) for m in result.mentions]


@pytest.mark.parametrize("mode", maskera.pipeline.MODES)
def test_a_pack_with_empty_lists_loads_and_runs(mode: str, tmp_path: Path) -> None:
    empty = plain.pack("xx", lists=WordLists(tmp_path))
    text = "Anna Ek bor i Lund. ␤ Hon är 24 år 🙂, ring 070-174 06 05!"
    nlp = maskera.load(empty, "category", key=KEY, mode=mode)
    assert nlp(text).mentions == ()
    assert maskera.release(nlp(Document("d", text, "xx"))).text == text
    assert nlp("").mentions == ()


def test_a_language_of_nothing_finds_numbers_that_are_written_alike_everywhere(
    tmp_path: Path,
) -> None:
    empty = plain.pack("xx", lists=WordLists(tmp_path))
    text = (
        "Zu vexi.orr@example.net, 4012 8888 8888 1881, 4012 8888 8888 1882, +49 (0)30 901820 et "
        "0049 30 901820, DE89 3704 0044 0532 0130 00: www.example.org. Or +12, 00 12 34 56 78, a@b."
    )
    assert found(empty, text) == [
        ("vexi.orr@example.net", "email"),
        ("4012 8888 8888 1881", "other_nr_seq"),
        ("+49 (0)30 901820", "phone_nr"),
        ("0049 30 901820", "phone_nr"),
        ("DE89 3704 0044 0532 0130 00", "account_nr"),
        ("www.example.org", "url"),
    ]


def test_a_pack_finds_and_numbers_what_its_lists_hold(tmp_path: Path) -> None:
    (tmp_path / "names.tsv").write_text(LISTS + "Ane\tfirstname_female\t3\t\n", encoding="utf-8")
    (tmp_path / "places.tsv").write_text(LISTS + "Ry\tcity\t3\t\n", encoding="utf-8")
    text = "I Ry bor Ane og hos Ane bor Bo."
    result = maskera.load(plain.pack("xx", lists=WordLists(tmp_path)), "category", key=KEY)(text)
    assert maskera.release(result).text == (
        "I <CITY_1> bor <FIRSTNAME_FEMALE_2> og hos <FIRSTNAME_FEMALE_2> bor Bo."
    )


def test_swedish_can_be_given_another_lexicon_and_the_shipped_one_stays_as_it_is() -> None:
    own = swedish(lexicon=gazetteer.of([Entry("Qvarnix", "city", 4.0, "Qvarnix")]))
    text = "Jag bor i Qvarnix nu."
    assert ("Qvarnix", "city") in found(own, text, "rules")
    assert own.vocab.gazetteer.entries("lund") == ()
    assert load_pack("sv").vocab.gazetteer.entries("qvarnix") == ()
    assert found(load_pack("sv"), "Jag bor i Lund nu.") == [("Lund", "city")]
    assert own.morphology.base("Lars") != load_pack("sv").morphology.base("Lars")


def test_a_part_of_a_pack_is_replaced_without_touching_the_pack() -> None:
    pack = load_pack("sv")
    silent = replace(pack, rules=replace(pack.rules, exclude=lambda table, claims: ((), ())))
    assert found(silent, "Jag heter Anna.") == []
    assert found(pack, "Jag heter Anna.") == [("Anna", "firstname_female")]


def test_a_language_is_loaded_once_and_an_unknown_one_is_an_error() -> None:
    assert load_pack("sv") is load_pack("sv")
    with pytest.raises(MaskeraError, match=r"^no language 'xx'; there is " + ", ".join(PACKS)):
        load_pack("xx")


def test_a_row_without_its_columns_is_named(tmp_path: Path) -> None:
    (tmp_path / "names.tsv").write_text(LISTS + "Ane\tfirstname\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"^names\.tsv:2: expected form, label, weight and note"):
        plain.pack("xx", lists=WordLists(tmp_path))


def test_a_gazetteer_of_entries_knows_its_forms_and_the_words_beside_them() -> None:
    town = Entry("Ny By", "city", 2.5, "Ny By", country="DK", flags=frozenset(("word",)))
    lexicon = gazetteer.of([town], zipf={"og": 7.1}, ordinary={"og": 4.0})
    assert lexicon.entries("ny by") == (town,)
    assert lexicon.multiword_limits(["i", "ny", "by"]) == {1: 2}
    assert (lexicon.zipf("og"), lexicon.ordinary("og")) == (7.1, 4.0)
    assert lexicon.entries("og") == () and lexicon.ordinary("ny by") is None


@pytest.mark.parametrize(
    ("text", "released"),
    [
        ("Jeg hedder Anne Holm og bor i Odense.",
         "Jeg hedder <FIRSTNAME_FEMALE_1> <SURNAME_1> og bor i <CITY_2>."),
        ("Annes mor og Anne kommer fra Syrien.",
         "<FIRSTNAME_FEMALE_1> mor og <FIRSTNAME_FEMALE_1> kommer fra <COUNTRY_2>."),
        ("Min veninde mette bor i Aarhus.", "Min veninde <FIRSTNAME_FEMALE_1> bor i <CITY_2>."),
        ("Vi spiste en god frokost i haven i går.", "Vi spiste en god frokost i haven i går."),
        ("Det kostede ca. 20 kr. og var dyrt.", "Det kostede ca. 20 kr. og var dyrt."),
    ],
)  # fmt: skip
def test_danish_needs_little_to_begin_with(text: str, released: str) -> None:
    nlp = maskera.load("da", "category", key=KEY)
    assert maskera.release(nlp(text)).text == released


def test_a_beginning_of_a_language_takes_less_than_a_hundred_lines() -> None:
    folder = Path(danish.__file__).parent
    assert (
        sum(len(path.read_text(encoding="utf-8").splitlines()) for path in folder.glob("*.py"))
        < 100
    )


@pytest.mark.parametrize(
    ("form", "genitive"), [("Anne", "Annes"), ("Jens", "Jens'"), ("Max", "Max'")]
)
def test_danish_genitives_go_both_ways(form: str, genitive: str) -> None:
    forms = load_pack("da").morphology
    assert forms.inflect(form, frozenset(("gen",))) == genitive
    assert forms.base(genitive) == form and forms.inflect(form, frozenset()) == form


def test_danish_says_that_it_has_no_models_and_which_generators_are_missing(tmp_path: Path) -> None:
    with pytest.raises(MaskeraError, match=r"Danish has no models$"):
        maskera.load("da", "category", models=tmp_path, key=KEY)
    with pytest.raises(MaskeraError, match=r"no generator 'firstname'; there are "):
        maskera.load("da", "swell", key=KEY)


def test_a_relative_folder_of_models_is_that_of_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, content in (("good", None), ("bad", "")):
        models = tmp_path / name / "models"
        models.mkdir(parents=True)
        shipped = Path(maskera.__file__).parent / "data" / "sv" / "models" / "genre.tsv"
        text = shipped.read_text(encoding="utf-8") if content is None else content
        (models / "genre.tsv").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "good")
    load_pack("sv", Path("models"))
    monkeypatch.chdir(tmp_path / "bad")
    with pytest.raises(MaskeraError, match="genre"):
        load_pack("sv", Path("models"))
