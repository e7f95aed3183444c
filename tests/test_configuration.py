"""maskera.toml: found, said, obeyed; what no command knows is refused with its line."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from calling import Cli, one_sentence
from conftest import ROOT

from maskera.cli import configuration

ESSAY = "Jag heter Anna Lindqvist och bor i Malmö."


def test_it_is_found_above_and_said_once(maskera: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    maskera.write("maskera.toml", 'mode = "rules"\npolicy = "category"\n')
    (maskera.folder / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(maskera.folder / "deep" / "er")
    run = maskera("pseudonymize", stdin=ESSAY.encode())
    assert run.code == 0
    assert " och bor i <CITY_" in run.out
    assert run.err == f"maskera: settings from {maskera.folder / 'maskera.toml'}\n"


def test_the_command_line_counts_before_it(maskera: Cli) -> None:
    maskera.write("maskera.toml", 'mode = "rules"\npolicy = "category"\n')
    assert "<CITY_" in maskera("pseudonymize", stdin=ESSAY.encode()).out
    run = maskera("pseudonymize", "--policy", "remove", stdin=ESSAY.encode())
    assert "<REF>" in run.out
    assert "<CITY" not in run.out


@pytest.mark.parametrize("before", [True, False])
def test_another_file_or_none_is_named_before_or_after_the_command(
    maskera: Cli, before: bool
) -> None:
    maskera.write("maskera.toml", 'policy = "no such policy"\n')
    maskera.write("other/ours.toml", 'policy = "policy.toml"\nmode = "rules"\n')
    maskera.write("other/policy.toml", 'extends = "category"\nname = "ours"\n')
    command = ["pseudonymize", "--mode", "rules"]
    for said in (["--config", "other/ours.toml"], ["--config=other/ours.toml"], ["--no-config"]):
        run = maskera(*(said + command if before else command + said), stdin=ESSAY.encode())
        assert run.code == 0, run.err
        assert ("<CITY_" in run.out) == (said != ["--no-config"])


def test_a_section_holds_for_its_command_alone(maskera: Cli) -> None:
    maskera.write(
        "maskera.toml",
        'mode = "rules"\n[detect]\nformat = "doccano"\nwhy = false\n[batch]\nworkers = 1\n'
        'text-column = "text"\nskip-genre = ["narrative", "evaluative"]\nselective = false\n'
        '[review.export]\nformat = "jsonl"\n[attack.linkage]\ndraws = 30\n',
    )
    found = maskera("detect", stdin=ESSAY.encode())
    assert "label" in json.loads(found.out)
    maskera.write("in.csv", f"id,text\ne1,{ESSAY}\n")
    run = maskera("batch", "in.csv", "-o", "out")
    assert run.code == 0, run.err
    assert "Lindqvist" not in (maskera.folder / "out" / "in.csv").read_text(encoding="utf-8")


def test_columns_are_not_needed_where_there_is_no_table(maskera: Cli) -> None:
    maskera.write("maskera.toml", 'mode = "rules"\ntext-column = "text"\n')
    run = maskera("pseudonymize", maskera.write("a.txt", ESSAY))
    assert run.code == 0, run.err
    run = maskera("pseudonymize", "a.txt", "--text-column", "text")
    assert run.code == 2
    assert "there is none among the inputs" in run.err


def test_the_documented_file_is_obeyed(maskera: Cli) -> None:
    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    maskera.write("maskera.toml", page.partition("```toml\n")[2].partition("```")[0])
    maskera.write("policies/ours.toml", 'extends = "category"\nname = "ours"\n')
    maskera.write("recognizers.toml", '[[allow]]\nforms = ["Malmö"]\n')
    run = maskera("pseudonymize", "--mode", "rules", stdin=ESSAY.encode())
    assert run.code == 0, run.err
    assert " och bor i Malmö." in run.out
    assert "<SURNAME" in run.out


def test_doctor_shows_it(maskera: Cli) -> None:
    assert "configuration: none" in maskera("doctor").out
    maskera.write("maskera.toml", 'language = "sv"\n[batch]\nworkers = 4\n')
    run = maskera("doctor")
    assert f"configuration: {maskera.folder / 'maskera.toml'}\n" in run.out
    assert '  language = "sv"\n  batch.workers = 4\n' in run.out
    assert not run.err
    told = json.loads(maskera("doctor", "--json").out)["configuration"]
    assert told["settings"] == {"language": "sv", "batch.workers": 4}


@pytest.mark.parametrize("content", ["polcy = 'swell'\n", "mode = \n"])
def test_doctor_tells_its_fault_and_goes_on(maskera: Cli, content: str) -> None:
    maskera.write("maskera.toml", content)
    run = maskera("doctor")
    assert run.code == 0
    assert "language sv: models " in run.out
    assert f"configuration: {maskera.folder / 'maskera.toml'}:1: no" in run.out
    fault = json.loads(maskera("doctor", "--json").out)["configuration"]["fault"]
    assert "maskera.toml:1: no" in fault
    assert maskera("doctor", "--no-config").out.endswith("configuration: none\n")
    assert maskera("policies").code == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("# ours\npolcy = 'swell'\n", "maskera.toml:2: no option 'polcy'; did you mean 'policy'?"),
        (
            "[batch]\n\nworker = 2\n",
            "maskera.toml:3: no option 'worker' of batch; did you mean 'wo",
        ),
        ("batch.worker = 2\n", "maskera.toml:1: no option 'worker' of batch"),
        ("[serve]\nport = 1\nworkrs = 2\n", "maskera.toml:3: no option 'workrs' of serve"),
        ("x = 1\n[pseudonymise]\n", "maskera.toml:1: no option 'x'"),
        ("[pseudonymise]\n", "maskera.toml:1: no command 'pseudonymise'; did you mean 'pseudonym"),
        ("[review.exprt]\n", "maskera.toml:1: no command 'exprt' of review; did you mean 'export'"),
        ("[detect]\nkey = 'my.key'\n", "maskera.toml:2: key is said on the command line alone"),
        ("mode = 'rules'\noutput = 'o'\n", "maskera.toml:2: output is said on the command line"),
        ("[pseudonymize]\nstrict = 'yes'\n", "maskera.toml:2: strict takes true or false"),
        ("\nmode = true\n", "maskera.toml:2: mode takes a value, not true or false"),
        ("mode = [[1]]\n", "maskera.toml:1: mode takes text or a number"),
        ("[batch]\nworkers = 'many'\n", "maskera.toml:2: workers: "),
        ("[batch]\nworkers = 0\n", "maskera.toml:2: workers: "),
        ("scope = 'corpora'\n", "maskera.toml:1: scope: "),
        ("mode = \n", "maskera.toml:1: not TOML"),
    ],
)
def test_what_no_command_knows_is_refused_with_its_line(
    maskera: Cli, content: str, said: str
) -> None:
    maskera.write("maskera.toml", content)
    for command in ("pseudonymize", "batch"):
        run = maskera(command, "a.txt")
        if run.code == 2:
            break
    assert run.code == 2
    one_sentence(run, said)


def test_wrong_use_is_one_sentence(maskera: Cli) -> None:
    one_sentence(maskera("--config", "none.toml", "policies"), "none.toml: cannot be read (No such")
    run = maskera("policies", "--no-config", "--config", "a.toml")
    assert run.code == 2
    one_sentence(run, "exclude each other")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root's chown")
def test_the_file_of_another_user_is_not_obeyed(maskera: Cli) -> None:
    maskera.write("maskera.toml", 'policy = "mark-only"\n')
    os.chown(maskera.folder / "maskera.toml", 4242, 4242)
    run = maskera("pseudonymize", stdin=ESSAY.encode())
    assert run.code == 2
    one_sentence(run, "belongs to another user")


def test_the_nearest_is_taken(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    for folder in (tmp_path, tmp_path / "a"):
        (folder / "maskera.toml").touch()
    assert configuration.find(tmp_path / "a" / "b") == tmp_path / "a" / "maskera.toml"
    assert configuration.find(tmp_path) == tmp_path / "maskera.toml"
