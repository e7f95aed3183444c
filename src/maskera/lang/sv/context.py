"""Weighing by the surroundings: cue phrases, neighbours in a name, the same word elsewhere in the
text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from maskera.kernels.cues import Scales
from maskera.lang.sv.persons import FEMALE, MALE, POSSESSIVES, is_somebody, owner_of_place
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.rules.cues import Cues, Said
from maskera.rules.echo import echoed
from maskera.rules.name_parts import roles
from maskera.taxonomy import FIRSTNAMES, INSTITUTIONS, LISTED_NAMES, PERSON, PLACES

_WORDS = word_list("sv", "context")

ECHOED = LISTED_NAMES | {"transport_name"}
CONTEXTUAL = ECHOED | PERSON
DRAWING = (frozenset(("work",)), frozenset(("school",)), frozenset(("geo",)))
SURE_TOWN, SURE_WATER = (
    3.0,
    3.5,
)  # log-odds of a town that is bathed in, of a cue that leaves no choice
# What a cue may draw a word to, and the labels that speak for it.
RELATED = {"work": INSTITUTIONS, "school": INSTITUTIONS, "geo": PLACES}
WORK_STEMS = _WORDS.ranked("work_stems")
STUDY_STEMS = _WORDS.ranked("study_stems")
# What cues have left below this goes: an echo (2.0) and a tag (1.2, lang/sv/pos.py) do not lift it
# to where claims begin to compete (-2.9, pipeline.py). From a part of a name more could come, but
# that must have LEAST (name_parts.py) to be one. Labels add up: see kernels/cues.py.
HOPELESS = -6.2


def scales(cues: Cues) -> Scales:
    """How these cue phrases and the words beside a claim weigh it."""
    return Scales(cues.phrases, CONTEXTUAL, frozenset(DRAWING), HOPELESS, _neighbour, _drawn_in)


def weighed(table: TokenTable, detections: Sequence[Detection], scales: Scales) -> list[Detection]:
    """The detections, in text order, with the evidence of what stands beside them; names get their
    parts."""
    live, places = scales.weighed(table, [*detections], frozenset(table.where(_speaks)))
    named = roles(table, live, places)
    return echoed(table, named, {detection.span.start for detection in detections}, ECHOED)


def _drawn_in(
    table: TokenTable, detection: Detection, first: int, found: Sequence[Said]
) -> Iterable[Hypothesis]:
    """Any name may be a workplace after "jobbar på", a school after "studerar vid" (guidelines,
    Institution), a lake after "sjön"."""
    word = table.words[first]
    capital = word.shape != "lower"
    if not capital and (word.plain > 0 or word.zipf >= 3.5):
        return
    labels = {hypothesis.label for hypothesis in detection.hypotheses}
    for label, only in zip(RELATED, DRAWING, strict=True):
        cue = sum([what.weight for wanted, what in found if wanted == only])
        if label in labels or cue < 2.0:
            continue
        known = max(
            (h.score for h in detection.hypotheses if h.label in RELATED[label]), default=-9.0
        )
        if label == "geo" and known > SURE_TOWN and cue < SURE_WATER:
            continue  # "badade i Lund", but "sjön Lund"
        base = max(known - 1.0, 0.0 if capital else -2.0)
        yield Hypothesis(label, (Evidence(f"any name where a {label} stands", min(base, 2.5)),))


_FEMALE_LABEL, _MALE_LABEL = frozenset(("firstname_female",)), frozenset(("firstname_male",))
_CALLED = _WORDS["called"]
_GOES_ON = _WORDS["goes_on"]  # after a name in small letters: "han heter bo och"
_AT = _WORDS["at"]


def _speaks(word: Lexeme) -> bool:
    """Whether a word says something of the one after it, for _neighbour()."""
    return (
        not word.labels.isdisjoint(("fam", "title", "prof"))
        or word.lower in _CALLED
        or word.lower in _AT
        or word.lower == ","
    )


_OF_WORK = Memo[str, bool](lambda lower: lower.startswith(WORK_STEMS))
_OF_STUDY = Memo[str, bool](lambda lower: lower.startswith(STUDY_STEMS))


def _neighbour(table: TokenTable, first: int) -> Iterable[Said]:
    """Evidence of word classes beside the mention: min bror _, herr _, jobbar som kock på _."""
    if table.sentence[first - 1] != table.sentence[first]:
        return
    before = table.words[first - 1]
    if before.lower == ",":
        yield from _apposition(table, first)
    if before.lower == ":" and first > 1 and "fam" in table.words[first - 2].labels:
        yield PERSON, Evidence("cue:family word: _", 1.5)  # Mor: _
        yield from _gender(table.lowers[first - 2])
    said, adjacent = _OF_CLASS[before, table.words[first].shape == "capital"]
    if said and (not adjacent or table.adjacent(first - 1)):
        yield from said
    if before.lower not in _CALLED and before.lower not in _AT:
        return
    window = table.normalized[table.since(first, 8) : first]
    if before.lower in _CALLED and (noun := _named_noun(table, first, window)):
        wanted, name = noun
        yield PERSON, Evidence(f"cue:{name} heter _", -6.0)
        yield wanted, Evidence(f"cue:{name} heter _", 4.5)
    elif before.lower in ("heter", "hette"):
        after = table.right(first)
        if table.words[first].shape == "lower" and (not after.isalpha() or after in _GOES_ON):
            yield FIRSTNAMES, Evidence("cue:heter _ and no more", 3.0)
        female, male = not FEMALE.isdisjoint(window), not MALE.isdisjoint(window)
        if female and not male:
            yield _FEMALE_LABEL, Evidence("gender:hon heter _", 1.5)
        elif male and not female:
            yield _MALE_LABEL, Evidence("gender:han heter _", 1.5)
    if before.lower in _AT:
        if any(map(_OF_WORK.__getitem__, window)):
            yield DRAWING[0], Evidence("cue:work ... på _", 2.0 if before.lower != "i" else 0.7)
        elif any(map(_OF_STUDY.__getitem__, window)):
            yield DRAWING[1], Evidence("cue:study ... på _", 1.2 if before.lower != "i" else 0.3)


def _of_class(before: Lexeme, capital: bool) -> tuple[Sequence[Said], bool]:
    """What the word class of a word says of the next one, which may have a capital; and whether only
    if they stand side by side."""
    found: list[Said] = []
    if "fam" in before.labels:
        weight = 2.2 if capital and not before.genitive else 0.8
        found.append((PERSON, Evidence("cue:family word _", weight)))
        found += _gender(before.lower)
    elif "title" in before.labels:
        title = next(entry for entry in before.entries if entry.label == "title")
        found.append((PERSON, Evidence(f"cue:{title.form} _", min(2.5, title.weight))))
        if title.form.lower() in ("herr", "fru", "fröken"):
            found.append((frozenset(("surname",)), Evidence(f"cue:{title.form} _", 1.0)))
    elif "prof" in before.labels:
        return [(PERSON, Evidence("cue:profession _", 1.5))], True
    return found, False


_OF_CLASS = Memo[tuple[Lexeme, bool], tuple[Sequence[Said], bool]](lambda key: _of_class(*key))


def _apposition(table: TokenTable, first: int) -> Iterable[Said]:
    """Evidence of a relative named between commas: min bror, _, bor här. But not in a row: min
    bror, _ och jag."""
    if (
        first < 3
        or table.right(first) not in (",", ".", ")", "–", "-")
        or table.left(first, 3) not in POSSESSIVES
    ):
        return
    relative = table.words[first - 2]
    if "fam" in relative.labels:
        yield PERSON, Evidence("cue:family word, _,", 1.5)
        yield from _gender(relative.lower)


def _gender(person: str) -> Iterable[Said]:
    """What a word for a person says of the gender of the name beside it."""
    if person in FEMALE:
        yield _FEMALE_LABEL, Evidence(f"gender:{person} _", 1.5)
    elif person in MALE:
        yield _MALE_LABEL, Evidence(f"gender:{person} _", 1.5)


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
    (
        frozenset(("geo",)),
        "sjö sjön ö ön berg berget flod floden älv skog hav havet vulkan vattenfall",
    ),
    (
        frozenset(("school",)),
        "skola skolan förskola förskolan gymnasium gymnasiet universitet universitetet högskola dagis",
    ),
    (
        frozenset(("work", "other_institution")),
        "företag företaget restaurang restaurangen butik butiken affär affären fabrik firma firman äldreboende pizzeria kafé café hotell "
        "jobbet arbetsplats förening föreningen klubb klubben lag laget tidning tidningen organisation parti partiet sjukhus sjukhuset "
        "bibliotek biblioteket centrum",
    ),
    (frozenset(("country", "region")), "land landet hemland län region landskap provins"),
    (
        frozenset(),
        "film filmen bok boken roman serie serien låt låten program kurs kursen spel spelet rätt maten mat bröd frukt språk",
    ),
)
_THING = {word: labels for labels, words in _THINGS for word in words.split()}


def _named_noun(
    table: TokenTable, first: int, window: Sequence[str]
) -> tuple[frozenset[str], str] | None:
    """What kind of thing the noun before "(som) heter" is: "en by som heter _"; None for people and
    for what is not known."""
    for back in (2, 3):
        if len(window) >= back and window[-back] in _THING:
            noun = first - back
            owner = noun if window[-2] == "som" else owner_of_place(table, noun)
            name = table.normalized[owner]
            known = name in _THING and not is_somebody(table.words[owner])
            return (_THING[name], name) if known else None
    return None
