"""SUC's tags in universal terms."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera.lang.sv.suc import UPOS, universal

SHARED = Path(__file__).parents[3] / "shared" / "data" / "ud"


@pytest.mark.parametrize(
    ("msd", "upos", "feats"),
    [
        ("PM.NOM", "PROPN", "Case=Nom"),
        ("PM|GEN", "PROPN", "Case=Gen"),
        ("NN.UTR.SIN.DEF.GEN", "NOUN", "Case=Gen|Definite=Def|Gender=Com|Number=Sing"),
        ("NN.UTR.PLU.IND.NOM", "NOUN", "Case=Nom|Definite=Ind|Gender=Com|Number=Plur"),
        ("VB.PRT.SFO", "VERB", "Mood=Ind|Tense=Past|VerbForm=Fin|Voice=Pass"),
        (
            "PC.PRF.UTR.SIN.IND.NOM",
            "ADJ",
            "Case=Nom|Definite=Ind|Degree=Pos|Gender=Com|Number=Sing|Tense=Past|VerbForm=Part",
        ),
        ("JJ.KOM.UTR/NEU.SIN/PLU.IND/DEF.NOM", "ADJ", "Case=Nom|Degree=Cmp"),
        ("PN.UTR/NEU.SIN/PLU.DEF.OBJ", "PRON", "Case=Acc|Definite=Def|PronType=Prs"),
        ("HP.-.-.-", "PRON", "PronType=Int,Rel"),
        ("MAD", "PUNCT", ""),
    ],
)
def test_tags(msd: str, upos: str, feats: str) -> None:
    assert universal(msd) == (upos, feats)


@pytest.mark.parametrize("msd", ["", "NOUN", "nn.utr", "XX.UTR"])
def test_what_is_no_tag_of_suc_is_nothing(msd: str) -> None:
    assert universal(msd) == ("", "")


def test_an_unknown_value_is_passed_over() -> None:
    assert universal("NN.QQQ.GEN") == ("NOUN", "Case=Gen")


def test_all_of_sucs_tags_are_there() -> None:
    assert len(UPOS) == 25


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data")
def test_the_treebanks_agree() -> None:
    rows = [
        columns
        for path in sorted(SHARED.glob("*.conllu"))
        for line in path.read_text(encoding="utf-8").split("\n")
        if len(columns := line.split("\t")) == 10 and columns[0].isdigit()
    ]
    same = sum(universal(columns[4])[0] == columns[3] for columns in rows) / len(rows)
    case = [
        (columns[5], universal(columns[4])[1])
        for columns in rows
        if "Case=" in columns[5] and columns[3] in ("NOUN", "PROPN")
    ]
    assert same > 0.93
    assert (
        sum(("Case=Gen" in gold) == ("Case=Gen" in ours) for gold, ours in case) / len(case) > 0.99
    )
