"""Names that no list holds: known by their ending, the word beside them, a capital inside the sentence, or a strong cue before them."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.detect.sight import Sight
from maskera.gazetteer import Gazetteer
from maskera.label.merge import extended
from maskera.lang.sv.affixes import Affix, Affixes
from maskera.lang.sv.cues import Cues
from maskera.mentions import Detection, Evidence, Hypothesis

NAMELIKE = frozenset(
    "firstname_male firstname_female firstname_unknown surname city region country area place geo school work "
    "other_institution transport_name".split()
)
PERSONAL = frozenset(("firstname_male", "firstname_female", "firstname_unknown"))
TOWNLIKE = frozenset(("city", "region", "area", "country"))
# Log-odds of what a capitalised word in no list is, inside a sentence: three in four are names of some kind in swell_train.
UNKNOWN_CAPITAL = {"surname": -0.3, "firstname_unknown": -0.6, "city": -0.6, "other_institution": -0.9}
UNKNOWN_INITIAL = -2.2
STRONG_CUE = 3.0
INHABITANTS = {
    "borna": frozenset(("def", "pl")), "bornas": frozenset(("def", "gen", "pl")), "bor": frozenset(("pl",)), "bo": frozenset(),
    "arna": frozenset(("def", "pl")), "are": frozenset(("pl",)), "aren": frozenset(("def",)), "bon": frozenset(("def",)),
}  # fmt: skip
SURE_ENDING = 2.5
COMPOUND = -1.8  # "Europavalen": an unknown word that ends in a known one
PLAIN = 1.5  # an ordinary word in small letters cannot be lifted over the threshold by anything here
LOWER_AFTER_CUE = -2.0
LOWER_ENDING = -1.5
PARTS_MOST = 3  # words before a head: Erik Dahlbergs gymnasium, Riga Stradins universitet


def claims(sight: Sight, affixes: Affixes, cues: Cues) -> Iterator[Detection]:
    """What endings, neighbours, capitals and strong cues claim."""
    for index, word in enumerate(sight.words):
        if word.shape in ("digit", "mark"):
            continue
        if word.shape == "lower" and word.ordinary >= PLAIN and not word.labels and word.lower not in affixes.previous:
            continue  # seven tokens in ten
        yield from _by_next_word(sight, affixes, index)
        yield from _by_previous_word(sight, affixes, index)
        yield from _inhabitants(sight, index)
        listed = word.labels & NAMELIKE and not word.misspelt
        if listed and "place" not in word.labels:
            continue
        if endings := affixes.ending(
            word.lower.removesuffix("s") if word.lower.endswith("ens") or word.lower.endswith("ets") else word.lower
        ):
            yield from _by_ending(sight, index, endings)
            if max(affix.weight for affix in endings) >= SURE_ENDING:
                continue
        if listed:
            continue
        yield from _unknown(sight, cues, index)


def _capital(sight: Sight, index: int) -> bool:
    return sight.words[index].shape in ("capital", "upper", "mixed") and not sight.loud[index]


def _by_ending(sight: Sight, index: int, endings: list[Affix]) -> Iterator[Detection]:
    word = sight.words[index]
    hypotheses = []
    for affix in endings:
        evidence = [Evidence("ending", affix.weight - 1.0, affix.form)]
        if not _capital(sight, index):
            evidence.append(Evidence("case:lower", LOWER_ENDING))
        if (not _capital(sight, index) or sight.initial[index]) and word.ordinary > 0:
            evidence.append(Evidence("ordinary word", -word.ordinary * 1.5))
        features = frozenset(("def",) if affix.definite else ()) | frozenset(("gen",) if word.lower.endswith(("ens", "ets", "ans")) else ())
        hypotheses.append(Hypothesis(affix.label, tuple(evidence), features))
    yield Detection(sight.span(index, index), tuple(hypotheses))
    first = index
    while (
        first
        and index - first < PARTS_MOST - 1
        and sight.adjacent(first - 1)
        and _capital(sight, first - 1)
        and not sight.initial[first - 1]
    ):
        first -= 1
    if first < index and hypotheses[0].label in ("place", "geo"):
        yield Detection(
            sight.span(first, index),
            tuple(extended(h, [Evidence("capitals before", 0.8)]) for h in hypotheses if h.label in ("place", "geo")),
        )  # Erik Dahlbergsvägen, Andra Långgatan


def _by_next_word(sight: Sight, affixes: Affixes, index: int) -> Iterator[Detection]:
    """Hagfors kommun: a capitalised or listed word before a head."""
    if not sight.adjacent(index) or sight.words[index + 1].shape in ("digit", "mark"):
        return
    last, heads = index + 1, affixes.next.get(sight.lowers[index + 1], [])
    if sight.adjacent(index + 1) and (longer := affixes.next.get(f"{sight.lowers[index + 1]} {sight.lowers[index + 2]}")):
        last, heads = index + 2, longer
    if not heads:
        return
    word = sight.words[index]
    listed = bool(word.labels & TOWNLIKE) and word.genitive and word.ordinary <= 0
    capital = _capital(sight, index)
    if not capital and not listed:
        return
    ordinary = word.ordinary > 1 and not word.genitive
    if ordinary and (sight.initial[index] or not capital):
        return
    town = max((min(entry.weight, 3.0) for entry in word.entries if entry.label in TOWNLIKE), default=0.0)
    first = index
    while (
        first > 0 and index - first + 1 < PARTS_MOST and sight.adjacent(first - 1) and _capital(sight, first - 1)
        and sight.words[first - 1].shape != "mark" and not (sight.initial[first - 1] and sight.words[first - 1].ordinary > 0)
    ):  # fmt: skip
        first -= 1
    for affix in heads:
        head_capital = sight.words[last].shape != "lower"
        evidence = [Evidence("next word", affix.weight - 0.5, affix.form)]
        if town and affix.label != "city":
            evidence.append(Evidence("town before head", town, word.entries[0].form))
        if affix.form[0].isupper() and not head_capital:
            evidence.append(Evidence("case:lower", -4.0))
        if not capital:
            evidence.append(Evidence("case:lower", -0.5))
        if capital and sight.initial[index] and not listed:
            evidence.append(Evidence("case:initial", -1.5))
        if word.genitive or word.lower.endswith("s") or word.lower.endswith("a"):
            evidence.append(Evidence("genitive before head", 1.0))
        yield sight.claim(first, index if affix.label == "city" else last, affix.label, *evidence)


def _by_previous_word(sight: Sight, affixes: Affixes, index: int) -> Iterator[Detection]:
    """IFK Vinslöv, Restaurang Opalen: a head before one or two capitalised words."""
    heads = affixes.previous.get(sight.lowers[index], [])
    if not heads or not sight.adjacent(index) or not _capital(sight, index + 1) or sight.words[index + 1].shape == "mark":
        return
    if sight.words[index].shape == "lower" and sight.words[index + 1].labels & PERSONAL:
        return  # "i skolan Fatima fick en kompis"
    last = index + 1
    if sight.adjacent(last) and _capital(sight, last + 1):
        last += 1
    for affix in heads:
        if affix.form.isupper() and sight.words[index].shape == "lower":
            continue
        include = affix.form[0].isupper() and sight.words[index].shape != "lower"
        yield sight.claim(index if include else index + 1, last, affix.label, Evidence("previous word", affix.weight - 1.0, affix.form))


def _inhabitants(sight: Sight, index: int) -> Iterator[Detection]:
    """Malmöbor, kirunaborna, göteborgare: people of a place have its label (ANNOTATION.md, house decisions)."""
    lower = sight.words[index].lower
    for ending, features in INHABITANTS.items():
        stem = lower.removesuffix(ending)
        if stem == lower or len(stem) < 4:
            continue
        for entry in sight.gazetteer.entries(stem):
            if entry.label in ("city", "region") and entry.weight >= 2:
                yield sight.claim(
                    index, index, entry.label, Evidence("people of a place", entry.weight - 0.5, entry.form), features=features
                )
                return


def _unknown(sight: Sight, cues: Cues, index: int) -> Iterator[Detection]:
    word = sight.words[index]
    if len(word.lower) < 2 or (word.labels and not word.misspelt):
        return
    strong = cues.strong_before(sight, index, STRONG_CUE)
    if _capital(sight, index):
        if word.ordinary > 0.6 and not strong:
            return
        base = UNKNOWN_INITIAL if sight.initial[index] else 0.0
        if word.ordinary > 0:
            base -= word.ordinary
        if _compound(word.lower, sight.gazetteer):
            base += COMPOUND
        evidence = (Evidence("case:capital in no list", base),)
        labels = UNKNOWN_CAPITAL if word.shape != "upper" else {"other_institution": 0.3}
        yield Detection(
            sight.span(index, index),
            tuple(
                Hypothesis(
                    label, (*evidence, Evidence("unknown word", weight)), frozenset(("gen",)) if _genitive(word.lower) else frozenset()
                )
                for label, weight in labels.items()
            ),
        )
    elif strong and word.zipf < 3.5 and word.ordinary <= 0.6:
        label = "firstname_unknown" if "name" in strong else "city" if "place" in strong else "work"
        yield sight.claim(index, index, label, Evidence("case:lower, in no list", LOWER_AFTER_CUE))


def _compound(lower: str, gazetteer: Gazetteer) -> bool:
    """Whether the word is made of two ordinary words, as Swedish nouns are."""
    return any(
        (gazetteer.ordinary(lower[cut:]) or 0) >= 1.5 and not gazetteer.entries(lower[cut:]) and gazetteer.zipf(lower[cut:]) >= 2.8
        for cut in range(3, len(lower) - 3)
        if gazetteer.zipf(lower[:cut].rstrip("-")) >= 2.5 or lower[cut - 1] == "-"
    )


def _genitive(lower: str) -> bool:
    return lower.endswith(("'s", ":s"))
