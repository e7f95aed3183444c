"""Weighing by the surroundings: cue phrases, neighbours in a name, the same word elsewhere in the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import count

from maskera.detect.sight import Sight
from maskera.detect.words import TABLE, Word
from maskera.label.merge import extended, place
from maskera.lang.sv.cues import NAMES, ORGANISATIONS, PLACES, Cues, Said
from maskera.lang.sv.names import roles
from maskera.mentions import Detection, Evidence, Hypothesis

ECHOED = (NAMES - {"initials", "middlename"}) | PLACES | ORGANISATIONS | {"place", "transport_name"}
CONTEXTUAL = NAMES | PLACES | ORGANISATIONS | {"place", "transport_name"}
DRAWING = (frozenset(("work",)), frozenset(("school",)))
WORK_STEMS = (
    "jobb",
    "arbet",
    "anställ",
    "praktik",
    "vikari",
    "kolleg",
    "städa",
    "extrajobb",
    "sommarjobb",
    "chef",
    "tjänst",
    "servi",
    "kassör",
    "lagret",
    "praktis",
    "körde",
    "driver",
)
STUDY_STEMS = ("stude", "plugg", "utbild", "elev", "klass", "läs", "läser", "läste", "gick", "går", "gått", "examen", "skol")
# What cues have left below this goes: nothing to come (ECHO, a tag, a role) lifts it to where claims begin to compete (five in a hundred),
# not even when a dozen labels add up.
HOPELESS = -9.0
ECHO = 2.0  # a form that is a name in one place of an essay is one in the others, too: 96 % in essays_train
SURE = 1.5
FEMALE = frozenset(
    "mamma syster fru flickvän dotter mormor farmor moster faster väninna hustru tjej mor systern dottern frun hon henne "
    "hennes tant kvinnan kvinna flicka flickan drottningen kusinens".split()
)
MALE = frozenset(
    "pappa bror man make pojkvän son morfar farfar morbror farbror kille far brodern brorsan sonen mannen han honom hans herr "
    "pojke pojken kungen kung onkel lillebror storebror".split()
)


def weighed(sight: Sight, detections: Sequence[Detection], cues: Cues) -> list[Detection]:
    """The detections with the evidence of what stands beside them; names get their parts."""
    starts, ends = (dict(zip(offsets, count(), strict=False)) for offsets in (sight.document.tokens.starts, sight.document.tokens.ends))
    live: list[Detection] = []
    places: list[tuple[int, int]] = []
    for detection in detections:
        span = detection.span
        first, last = starts.get(span.start, -1), ends.get(span.end, -1)
        if first >= 0 and last >= 0:
            detection = _with_cues(sight, detection, first, last, cues)
        for hypothesis in detection.hypotheses:
            if hypothesis.score > HOPELESS:
                live.append(detection)
                places.append((first, last))
                break
    return echoed(sight, roles(sight, live, places), {detection.span.start for detection in detections})


def _with_cues(sight: Sight, detection: Detection, first: int, last: int, cues: Cues) -> Detection:
    for hypothesis in detection.hypotheses:
        if hypothesis.label in CONTEXTUAL:
            break
    else:
        return detection
    found = cues.evidence(sight, first, last)
    if first and _speaks(sight.words[first - 1]):
        found += _neighbour(sight, first)
    if not found:
        return detection
    hypotheses = [*detection.hypotheses, *_drawn_in(sight, detection, first, found)]
    return Detection(
        detection.span,
        tuple([extended(h, told) if (told := [what for labels, what in found if h.label in labels]) else h for h in hypotheses]),
    )


def _drawn_in(sight: Sight, detection: Detection, first: int, found: Sequence[Said]) -> Iterable[Hypothesis]:
    """A name of any kind after "jobbar på" may be a workplace, after "studerar vid" a school (guidelines, Institution)."""
    drawing = [(wanted, evidence.weight) for wanted, evidence in found if wanted in DRAWING]
    word = sight.words[first]
    capital = word.shape != "lower"
    if not drawing or (not capital and (word.ordinary > 0 or word.zipf >= 3.5)):
        return
    labels = {hypothesis.label for hypothesis in detection.hypotheses}
    for label, only in zip(("work", "school"), DRAWING, strict=True):
        cue = sum(weight for wanted, weight in drawing if wanted == only)
        if label in labels or cue < 2.0:
            continue
        organisation = max((h.score for h in detection.hypotheses if h.label in ORGANISATIONS), default=-9.0)
        base = max(organisation - 1.0, 0.0 if capital else -2.0)
        yield Hypothesis(label, (Evidence(f"any name where a {label} stands", min(base, 2.5)),))


_FEMALE_LABEL, _MALE_LABEL = frozenset(("firstname_female",)), frozenset(("firstname_male",))
_CALLED = frozenset(("heter", "hette", "kallas", "heta"))
_AT = frozenset(("på", "hos", "åt", "för", "vid", "i"))


@lru_cache(TABLE)
def _speaks(word: Word) -> bool:
    """Whether a word says something of the one after it, for _neighbour()."""
    return not word.labels.isdisjoint(("fam", "title", "prof")) or word.lower in _CALLED or word.lower in _AT


def _neighbour(sight: Sight, first: int) -> Iterable[Said]:
    """Evidence of word classes beside the mention: min bror _, herr _, jobbar som kock på _."""
    if sight.sentence[first - 1] != sight.sentence[first]:
        return
    before = sight.words[first - 1]
    if "fam" in before.labels:
        yield NAMES, Evidence("cue:family word _", 2.2 if sight.words[first].shape == "capital" and not before.genitive else 0.8)
        if before.lower in FEMALE:
            yield _FEMALE_LABEL, Evidence(f"gender:{before.lower} _", 1.5)
        elif before.lower in MALE:
            yield _MALE_LABEL, Evidence(f"gender:{before.lower} _", 1.5)
    elif "title" in before.labels:
        title = next(entry for entry in before.entries if entry.label == "title")
        yield NAMES, Evidence(f"cue:{title.form} _", min(2.5, title.weight))
        if title.form.lower() in ("herr", "fru", "fröken"):
            yield frozenset(("surname",)), Evidence(f"cue:{title.form} _", 1.0)
    elif "prof" in before.labels and sight.adjacent(first - 1):
        yield NAMES, Evidence("cue:profession _", 1.5)
    if before.lower not in _CALLED and before.lower not in _AT:
        return
    low = first
    while low and first - low < 8 and sight.sentence[low - 1] == sight.sentence[first]:
        low -= 1
    window = sight.lowers[low:first]
    if before.lower in _CALLED and (noun := _named_noun(window)):
        wanted, name = noun
        yield NAMES, Evidence(f"cue:{name} heter _", -6.0)
        yield wanted, Evidence(f"cue:{name} heter _", 4.5)
    elif before.lower in ("heter", "hette"):
        female, male = not FEMALE.isdisjoint(window), not MALE.isdisjoint(window)
        if female and not male:
            yield _FEMALE_LABEL, Evidence("gender:hon heter _", 1.5)
        elif male and not female:
            yield _MALE_LABEL, Evidence("gender:han heter _", 1.5)
    if before.lower in _AT:
        if any(word.startswith(WORK_STEMS) for word in window):
            yield DRAWING[0], Evidence("cue:work ... på _", 2.0 if before.lower != "i" else 0.7)
        elif any(word.startswith(STUDY_STEMS) for word in window):
            yield DRAWING[1], Evidence("cue:study ... på _", 1.2 if before.lower != "i" else 0.3)


_THINGS: tuple[tuple[frozenset[str], str], ...] = (
    (
        frozenset(("city",)),
        "by byn stad staden stan ort orten samhälle samhället förort förorten stadsdel stadsdelen kommun tätort hemstad huvudstad",
    ),
    (
        frozenset(("place",)),
        "gata gatan väg vägen torg torget park parken hållplats hållplatsen station stationen tunnelbana strand stranden plats platsen hus "
        "huset",
    ),
    (frozenset(("geo",)), "sjö sjön ö ön berg berget flod floden älv skog hav havet vulkan vattenfall"),
    (frozenset(("school",)), "skola skolan förskola förskolan gymnasium gymnasiet universitet universitetet högskola dagis"),
    (
        frozenset(("work", "other_institution")),
        "företag företaget restaurang restaurangen butik butiken affär affären fabrik firma firman äldreboende pizzeria kafé café hotell "
        "jobbet arbetsplats förening föreningen klubb klubben lag laget tidning tidningen organisation parti partiet sjukhus sjukhuset "
        "bibliotek biblioteket centrum",
    ),
    (frozenset(("country", "region")), "land landet hemland län region landskap provins"),
    (frozenset(), "film filmen bok boken roman serie serien låt låten program kurs kursen spel spelet rätt maten mat bröd frukt språk"),
)
_THING = {word: labels for labels, words in _THINGS for word in words.split()}


def _named_noun(window: Sequence[str]) -> tuple[frozenset[str], str] | None:
    """What kind of thing the noun before "(som) heter" is: "en by som heter _"; None for people and for what is not known."""
    for back in (2, 3):
        if len(window) >= back and window[-back] in _THING:
            return _THING[window[-back]], window[-back]
    return None


def echoed(sight: Sight, detections: Sequence[Detection], claimed: set[int]) -> list[Detection]:
    """What is surely a name in one place of the essay is lifted in the others, and claimed where nothing else claims it.

    claimed: where claims have been made, also those that no longer stand.
    """
    sure: dict[str, tuple[str, frozenset[str]]] = {}
    sources: dict[str, set[int]] = {}
    text = sight.document.text
    forms = [text[detection.span.start : detection.span.end].lower() for detection in detections]
    for detection, form in zip(detections, forms, strict=True):
        hypotheses = detection.hypotheses
        best = hypotheses[0] if len(hypotheses) == 1 else max(hypotheses, key=lambda hypothesis: hypothesis.score)
        if best.label in ECHOED and len(form) > 2 and best.score > SURE:
            sources.setdefault(form, set()).add(detection.span.start)
            sure.setdefault(form, (best.label, best.features - {"gen"}))
            if "gen" in best.features:
                sure.setdefault(form.removesuffix("s").rstrip("':"), (best.label, best.features - {"gen"}))
    if not sure:
        return list(detections)
    lifted = []
    claimed = claimed.union([detection.span.start for detection in detections])
    for detection, form in zip(detections, forms, strict=True):
        known = sure.get(form) or sure.get(form.removesuffix("s"))
        if known and sources.get(form) != {detection.span.start}:
            family = NAMES if known[0] in NAMES else frozenset((known[0],))
            detection = Detection(
                detection.span,
                tuple(extended(h, [Evidence("elsewhere in the text", ECHO)]) if h.label in family else h for h in detection.hypotheses),
            )
        lifted.append(detection)
    wanted = {form + "s": known for form, known in sure.items()} | sure
    for index in [index for index, lower in enumerate(sight.lowers) if lower in wanted]:
        if sight.document.tokens.starts[index] in claimed:
            continue
        lower = sight.lowers[index]
        known, genitive = wanted[lower], lower not in sure
        word = sight.words[index]
        weight = -0.5 - max(0.0, word.ordinary if word.shape == "lower" or sight.initial[index] else 0.0)
        features = known[1] | ({"gen"} if genitive else set())
        lifted.append(
            Detection(
                sight.span(index, index),
                (Hypothesis(known[0], (Evidence("elsewhere in the text", ECHO), Evidence("in no list", weight)), frozenset(features)),),
            )
        )
    return sorted(lifted, key=place)
