"""Other programs' own code takes what maskera writes: Label Studio's converter; Sparv, which runs the
plugin in a project."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import outside
from calling import Cli

ESSAY = "Jag heter Anna Lindqvist och bor i Malmö."
CONVERT = """
from label_studio_sdk.converter import Converter
config = '''<View><Labels name="label" toName="text"><Label value="city"/></Labels>
<Text name="text" value="$text"/></View>'''
converter = Converter(config, project_dir=".")
converter.convert_to_json_min("tasks.json", "json", is_dir=False)
converter.convert_to_conll2003("tasks.json", "conll", is_dir=False)
"""


def accepted(tasks: str) -> str:
    """Tasks as Label Studio exports them once somebody has accepted every prediction."""
    found = json.loads(tasks)
    for number, task in enumerate(found, 1):
        results = [prediction["result"] for prediction in task.pop("predictions")]
        task["id"] = number
        task["annotations"] = [
            {"id": number, "completed_by": 1, "result": result} for result in results
        ]
    return json.dumps(found)


def test_label_studio_converts_our_tasks(maskera: Cli) -> None:
    python = outside.program("python")
    lines = [{"id": "e1", "text": ESSAY}, {"id": "e2", "text": f"😀 {ESSAY}"}]
    maskera.write("in.jsonl", "".join(f"{json.dumps(line)}\n" for line in lines))
    run = maskera("detect", "in.jsonl", "--mode", "rules", "-f", "label-studio")
    maskera.write("tasks.json", accepted(run.out))
    outside.run(maskera.folder, python, "-c", CONVERT)
    tasks = json.loads((maskera.folder / "json" / "result.json").read_text(encoding="utf-8"))
    assert [task["text"] for task in tasks] == [line["text"] for line in lines]
    for task in tasks:  # its offsets are JavaScript's
        units = task["text"].encode("utf-16-le")
        spans = {
            units[2 * one["start"] : 2 * one["end"]].decode("utf-16-le"): one["labels"]
            for one in task["label"]
        }
        assert spans == {"Anna": ["firstname_female"], "Lindqvist": ["surname"], "Malmö": ["city"]}
    rows = (maskera.folder / "conll" / "result.conll").read_text(encoding="utf-8").splitlines()
    tags = [row.split()[-1] for row in rows if row and not row.startswith("-DOCSTART-")]
    assert tags[2:4] == ["B-firstname_female", "B-surname"]
    assert tags[:2] == ["O", "O"]
    assert "B-city" in tags


CONFIGURATION = """
metadata: {id: essays, language: swe}
import: {importer: "xml_import:parse", text_annotation: text}
xml_import: {elements: [text, s, w, "w:msd"]}
classes: {sentence: s, token: w, "token:msd": "w:msd"}
export:
  annotations: [text, s, "<token>:maskera_sparv.label", "<token>:maskera_sparv.replacement"]
maskera_sparv: {policy: swell, mode: rules, key_file: key}
"""
WORDS = (
    ("Jag", "PN.UTR.SIN.DEF.SUB"),
    ("heter", "VB.PRS.AKT"),
    ("Yasmin", "PM.NOM"),
    ("och", "KN"),
    ("bor", "VB.PRS.AKT"),
    ("i", "PP"),
    ("Borås", "PM.NOM"),
    (".", "MAD"),
)


def test_sparv_runs_the_plugin_in_a_project(maskera: Cli) -> None:
    sparv = outside.program("sparv")
    words = " ".join(f'<w msd="{msd}">{word}</w>' for word, msd in WORDS)
    maskera.write("config.yaml", CONFIGURATION)
    maskera.write("source/essay.xml", f"<text><s>{words}</s></text>")
    maskera.write("key", b"0123456789abcdef")
    outside.run(maskera.folder, sparv, "setup", "--dir", str(maskera.folder / "data"))
    outside.run(maskera.folder, sparv, "run", "xml_export:pretty")
    exported = maskera.folder / "export" / "xml_export.pretty" / "essay_export.xml"
    found = ElementTree.parse(exported).getroot().findall(".//w")
    assert [word.text for word in found] == [word for word, _ in WORDS]
    labels = {str(word.text): word.get("label") for word in found if word.get("label")}
    assert labels == {"Yasmin": "firstname_female", "Borås": "city"}
    shown = [str(word.get("replacement")) for word in found]
    assert {"Yasmin", "Borås"}.isdisjoint(shown)
    assert shown[:2] == ["Jag", "heter"]


def test_the_readme_of_the_plugin_names_what_gives_sparvs_tags() -> None:
    python = outside.program("python")
    readme = (outside.ROOT / "integrations" / "sparv" / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"<token>:(\w+)\.msd\b", readme))
    where = "import sparv, pathlib; print(pathlib.Path(sparv.__file__).parent / 'modules')"
    modules = Path(outside.run(outside.FOLDER, python, "-c", where).strip())
    gives = re.compile(r'"<token>:(\w+)\.msd", cls="token:msd"')
    found = {
        name
        for path in modules.rglob("*.py")
        for name in gives.findall(path.read_text(encoding="utf-8"))
    }
    assert named == found
