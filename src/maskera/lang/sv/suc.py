"""The tags of the Stockholm-Umeå corpus (SUC), as Sparv and the Swedish treebanks write them, in
universal terms."""

from __future__ import annotations

import re
from functools import lru_cache

UPOS = {
    "AB": "ADV",
    "DT": "DET",
    "HA": "ADV",
    "HD": "DET",
    "HP": "PRON",
    "HS": "PRON",
    "IE": "PART",
    "IN": "INTJ",
    "JJ": "ADJ",
    "KN": "CCONJ",
    "MAD": "PUNCT",
    "MID": "PUNCT",
    "NN": "NOUN",
    "PAD": "PUNCT",
    "PC": "ADJ",
    "PL": "ADV",
    "PM": "PROPN",
    "PN": "PRON",
    "PP": "ADP",
    "PS": "PRON",
    "RG": "NUM",
    "RO": "ADJ",
    "SN": "SCONJ",
    "UO": "X",
    "VB": "VERB",
}
"""The tag that UD's Swedish treebanks give most often. AUX cannot be told from VERB without the
word: VB is VERB."""

_ALWAYS = {
    "DT": "PronType=Art",
    "HA": "PronType=Int,Rel",
    "HD": "PronType=Int,Rel",
    "HP": "PronType=Int,Rel",
    "HS": "Poss=Yes|PronType=Int,Rel",
    "PN": "PronType=Prs",
    "PS": "Poss=Yes|PronType=Prs",
    "RG": "NumType=Card",
    "RO": "NumType=Ord",
    "UO": "Foreign=Yes",
}

# Values that leave the choice open (UTR/NEU, SIN/PLU, IND/DEF, SUB/OBJ, "-") say nothing and stand
# in no row.
_FEATS = {
    "UTR": "Gender=Com",
    "MAS": "Gender=Com",
    "NEU": "Gender=Neut",
    "SIN": "Number=Sing",
    "PLU": "Number=Plur",
    "IND": "Definite=Ind",
    "DEF": "Definite=Def",
    "NOM": "Case=Nom",
    "GEN": "Case=Gen",
    "SUB": "Case=Nom",
    "OBJ": "Case=Acc",
    "POS": "Degree=Pos",
    "KOM": "Degree=Cmp",
    "SUV": "Degree=Sup",
    "PRS": "Mood=Ind|Tense=Pres|VerbForm=Fin",
    "PRT": "Mood=Ind|Tense=Past|VerbForm=Fin",
    "INF": "VerbForm=Inf",
    "SUP": "VerbForm=Sup",
    "IMP": "Mood=Imp|VerbForm=Fin",
    "KON": "Mood=Sub|VerbForm=Fin",
    "AKT": "Voice=Act",
    "SFO": "Voice=Pass",
    "AN": "Abbr=Yes",
}
_PARTICIPLE = {"PRS": "Tense=Pres|VerbForm=Part", "PRF": "Tense=Past|VerbForm=Part"}


@lru_cache(2_000)
def universal(msd: str) -> tuple[str, str]:
    """ "NN.UTR.SIN.DEF.NOM" (or with bars) -> UPOS and FEATS, "NOUN" and
    "Case=Nom|Definite=Def|Gender=Com|Number=Sing".

    A tag that SUC does not have gives two empty strings; a value that it does not have is passed
    over.
    """
    tag, *values = re.split(r"[.|]", msd.strip())
    if tag not in UPOS:
        return "", ""
    table = {**_FEATS, **_PARTICIPLE} if tag == "PC" else _FEATS
    if tag == "PC":
        values.append("POS")
    parts = [_ALWAYS.get(tag, ""), *(table.get(value, "") for value in values)]
    feats = {feat for part in parts for feat in part.split("|") if feat}
    return UPOS[tag], "|".join(sorted(feats, key=str.lower))
