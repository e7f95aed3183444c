"""Words for whose something is, what somebody is and who they are: closed lists that several
detectors read."""

from __future__ import annotations

from maskera.lexicon.vocab import Lexeme

OWN = frozenset("min mina mitt vår våra vårt minn mi mit mins miin våran vårat våras mina:".split())
OTHERS = frozenset(
    "hans hennes sin sina sitt din dina ditt deras er era ert eran ens någons andras författarens varandras".split()
)
POSSESSIVES = OWN | OTHERS
BE = frozenset("är var blev blir e är: ar bli blivit varit va vara".split())
FEMALE = frozenset(
    "mamma syster fru flickvän dotter mormor farmor moster faster väninna hustru tjej mor systern dottern frun hon henne "
    "hennes tant kvinnan kvinna flicka flickan drottningen kusinens".split()
)
MALE = frozenset(
    "pappa bror man make pojkvän son morfar farfar morbror farbror kille far brodern brorsan sonen mannen han honom hans herr "
    "pojke pojken kungen kung onkel lillebror storebror".split()
)
UNMARKED_PLURAL = frozenset(
    ("barn", "syskon", "barnbarn", "småsyskon", "halvsyskon", "kusinbarn", "småbarn")
)


def plural(word: Lexeme) -> bool:
    """Whether a word is, or may be, one for several relatives or friends."""
    return any(
        entry.label == "fam" and ("pl" in entry.flags or entry.form in UNMARKED_PLURAL)
        for entry in word.entries
    )
