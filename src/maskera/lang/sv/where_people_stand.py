"""Where in a Swedish sentence only a person can stand: _ bor i Rom, ringde _, jag och _, hej _."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from maskera.lang.sv.persons import FAVOURITE, POSSESSIVES
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.rules import word_lists
from maskera.taxonomy import ABROAD, FIRSTNAMES, FULL_NAME, INSTITUTIONS, PLACES

_WORDS = word_list("sv", "name_places")

# So sure that it outweighs a silent tagger, and that it does not: a person then looks at the text.
SURE, DOUBTFUL = 8.0, 4.4
WELL_KNOWN = 2.5  # log-odds of a name in small letters where any noun may stand
# Log-odds by which a form is a name rather than a word, from which it is one where nouns without an
# article may stand, too (saknar _, leker med _), and from which a person should look; what a form
# must have beyond that if it ends as definite and plural nouns do; log-odds of the word of which a
# form may be a slip.
RATHER, PERHAPS, INFLECTED, SLIP = 0.0, -1.0, 1.0, 2.0
LEAST_GIVEN = 1.1  # log-odds of a first name from which a word is one where nothing else can stand
UNKNOWN_LETTERS = range(3, 13)  # of a name that no list has
GRAMMATICAL = 5.0  # Zipf of words of which a slip may stand where a person does: han, den, men
REACH = 5  # tokens between a preposition and the verb it goes with: sa det i går till _
PERSON_VERBS = _WORDS["person_verb"]
PEOPLE = frozenset(("fam", "prof", "title"))
NEVER = frozenset(("country", "nationality", "month_word", "day"))
SUBJECT_VERBS = PERSON_VERBS | _WORDS["companion_verb"] | _WORDS["helps"] | _WORDS["be"]
NO_NAME = POSSESSIVES | _WORDS["subject"] | SUBJECT_VERBS
_ROW = _WORDS["and"] | {","}
_INFLECTED = tuple(_WORDS["inflected"])


def _by_preposition(phrases: Iterable[str]) -> dict[str, set[str]]:
    """Phrases (hälsar på, leker med) by their last word."""
    found: dict[str, set[str]] = {}
    for phrase in phrases:
        verb, preposition = phrase.split()
        found.setdefault(preposition, set()).add(verb)
    return found


PERSON_BEHIND = _by_preposition(_WORDS["person_behind"])
ANY_BEHIND = _by_preposition(_WORDS["any_behind"])
NO_VERBS = frozenset[str]()


def stands_as_person(table: TokenTable, index: int) -> float:
    """How surely only a person stands there."""
    if table.words[index].shape == "lower" and table.lowers[index] in NO_NAME:
        return 0.0
    if table.words[index].genitive:
        return SURE if _owns_relative(table, index) or _owns_thing(table, index) else 0.0
    sure = max(_met(table, index), _introduces_itself(table, index)) if table.left(index) else 0.0
    if sure < SURE and begins(table, index):
        sure = max(sure, acts(table, index))
    if not sure and _asked_after(table, index):
        sure = DOUBTFUL
    if sure < SURE and (
        turned(table, index)
        or with_somebody(table, index)
        or beside_its_noun(table, index)
        or explained(table, index)
        or _greeted(table, index)
        or called(table, index)
    ):
        sure = SURE
    word = table.words[index]
    if word.meant and table.gazetteer.zipf(word.meant) >= GRAMMATICAL:
        return min(sure, DOUBTFUL)
    return sure


def begins(table: TokenTable, index: int) -> bool:
    """Whether a subject may begin at a word: first in its sentence, or behind a conjunction or an
    exclamation (omg, wallah)."""
    return not table.left(index) or table.left(index) in _WORDS["before"] | _WORDS["exclaimed"]


def acts(table: TokenTable, index: int) -> float:
    """How surely it does what only people do: _ sa att, _ hjälper mig, _ är min vän, _ är 23 år,
    _ är från, _ är snäll, less so _ kom; but not _ sa han, where it is no subject."""
    verb, after = table.right(index), table.right(index, 2)
    if verb in PERSON_VERBS:
        return SURE if after not in _WORDS["subject"] and after != table.lowers[index] else 0.0
    if verb in _WORDS["helps"]:
        return SURE if after in _WORDS["whom"] else 0.0
    if verb in _WORDS["companion_verb"] and after in _WORDS["homeward"]:
        return SURE
    if verb in _WORDS["companion_verb"]:
        return _rather(table, index) if after not in _WORDS["subject"] else 0.0
    return SURE if verb in _WORDS["be"] and _is_somebody(table, index) else 0.0


def _is_somebody(table: TokenTable, index: int) -> bool:
    """Whether what stands behind the verb after a word is said of people: min bästa vän, en snäll
    granne, 23 år, från."""
    step = 2 + (table.right(index, 2) in _WORDS["adverb"])
    if table.right(index, step).isdecimal():
        return table.right(index, step + 1) == "år"
    if table.right(index, step) in _WORDS["said_of_person"]:
        return True
    owner = table.right(index, step)
    if owner not in _WORDS["of_person"] | POSSESSIVES and not (
        owner and table.words[index + step].genitive and is_given(table.words[index + step])
    ):
        return False
    step += 1
    while table.right(index, step) in _WORDS["skipped"]:
        step += 1
    if not table.right(index, step):
        return False
    word = table.words[index + step]
    labels = word.labels | word.head_labels
    if word.lower.startswith(FAVOURITE):
        entries = table.gazetteer.entries(word.lower.removeprefix(FAVOURITE))
        labels |= {entry.label for entry in entries}
    told = not labels.isdisjoint(PEOPLE) or word.lower in _WORDS["acquaintance"]
    return told and labels.isdisjoint(NEVER)


def is_given(word: Lexeme) -> bool:
    """Whether a form with a capital is surely a first name: Emblas."""
    return word.shape == "capital" and any(
        entry.label in FIRSTNAMES and entry.weight >= WELL_KNOWN for entry in word.entries
    )


def with_somebody(table: TokenTable, index: int) -> bool:
    """Whether it stands beside a person: _ och jag, _ och min syster, jag och _ bor, du och _; with
    a capital also at the head of a row of names (_, Figge och Anna)."""
    if table.left(index) in _WORDS["and"] and table.left(index, 2) in ("jag", "du"):
        capital = table.words[index].shape == "capital"
        verbs = SUBJECT_VERBS | _WORDS["together"]
        return table.right(index) in verbs or (capital and table.left(index, 2) == "du")
    if table.right(index) == "," and table.left(index) and table.right(index, 3) in _ROW:
        capital = table.words[index].shape == "capital"
        return capital and is_given(table.words[index + 2])
    if table.right(index) not in _WORDS["and"] or table.left(index) != "":
        return False
    other = table.right(index, 2)
    if other == "jag":
        return True
    return other in POSSESSIVES and not table.words[index + 3].labels.isdisjoint({"fam"})


def is_of_somebody(table: TokenTable, index: int) -> bool:
    """Whether a noun is one for somebody: kompis, lärare, granne."""
    labels = table.words[index].labels
    return not labels.isdisjoint(PEOPLE) or table.lowers[index] in _WORDS["acquaintance"]


def beside_its_noun(table: TokenTable, index: int) -> bool:
    """Whether it names whom the noun before it is of: min bror _ bor, vår lärare _ är, hos min
    moster _ i Kalmar."""
    if table.left(index, 2) not in POSSESSIVES or not is_of_somebody(table, index - 1):
        return False
    kin = "fam" in table.words[index - 1].labels and not table.lowers[index - 1].endswith("s")
    named = kin and table.words[index].shape == "capital"  # min dotter Ro börjar skolan
    return named or table.right(index) in SUBJECT_VERBS or is_said_of(table, index)


def is_said_of(table: TokenTable, index: int) -> bool:
    """Whether a rare word that is a first name, too, ends what is said of a relative: hos min
    moster _ i, med min bror _."""
    word, after = table.words[index], table.right(index)
    return (
        "fam" in table.words[index - 1].labels
        and word.zipf < GRAMMATICAL
        and not word.labels.isdisjoint(FIRSTNAMES)
        and (not after.isalpha() or after in _WORDS["behind"])
        and not table.lowers[index - 1].endswith("s")
        and table.left(index - 2) != ""
    )


def explained(table: TokenTable, index: int) -> bool:
    """Whether it is said behind a comma whose relative somebody is: _, min dotter, är fem."""
    noun = index + 3
    return (
        table.right(index) == ","
        and table.right(index, 2) in POSSESSIVES
        and table.right(index, 3) != ""
        and "fam" in table.words[noun].labels
        and not table.right(noun)[:1].isalnum()
        and not table.left(index)[:1].isalnum()
    )


def _greeted(table: TokenTable, index: int) -> bool:
    """Whether it is who a greeting is for: Hej _, hur mår du?"""
    return (
        table.left(index) in _WORDS["greeting"]
        and not table.left(index, 2)
        and (not table.right(index).isalpha() or table.right(index) in _WORDS["behind_greeting"])
    )


def called(table: TokenTable, index: int) -> bool:
    """Whether it is whom somebody calls or asks about: _, kan du komma? oj _ du är, sluta tjata _!
    men _ då?"""
    before, after = table.left(index), table.right(index)
    if before in _WORDS["exclaimed"] and after in _WORDS["calling"]:
        return True
    if before in _WORDS["scolding"] and not after[:1].isalpha():
        return True
    if before in _WORDS["asks"] and after in _WORDS["can_do"]:
        return True  # be _ ta med salt
    if before in _WORDS["says"] and table.left(index, 2) in ("vad", "va", "var"):
        return after in _WORDS["behind"]  # vad säger _ om det?
    first, second = table.right(index, 2), table.right(index, 3)
    if before == "" and after and not after[0].isalnum() and after not in _ROW and first == "du":
        return True  # _ 😂 du är sjuk
    if after == "," and before in ("", ":"):
        return first in _WORDS["calling"] or (first in _WORDS["asking"] and second in _WORDS["you"])
    return before in _WORDS["about"] and after == "då" and not first[:1].isalpha()


def _asked_after(table: TokenTable, index: int) -> bool:
    """Whether a question may be of somebody: kommer _ också? har _ svarat? är _ med dig?"""
    if table.left(index, 2) not in ("", ":") or table.words[index].shape != "lower":
        return False
    verb, after = table.left(index), table.right(index)
    if verb in _WORDS["comes"]:
        return after in _WORDS["also"]
    if verb in _WORDS["has"]:
        return after in _WORDS["has_done"]
    return verb in _WORDS["be"] and (
        after in _WORDS["there"]
        or (after in ("med", "me") and table.right(index, 2) in _WORDS["whom"])
    )


def _introduces_itself(table: TokenTable, index: int) -> float:
    """How surely it is who somebody is or is called: jag heter _, hej jag är _ och."""
    if table.left(index, 2) not in _WORDS["called_person"]:
        return 0.0
    if table.right(index) and table.right(index) not in _WORDS["behind"]:
        return 0.0
    if table.left(index) in _WORDS["called"]:
        return SURE
    if table.left(index) not in _WORDS["be"] or "number" in table.words[index].labels:
        return 0.0
    return _rather(table, index)


def _met(table: TokenTable, index: int) -> float:
    """How surely it is whom somebody does something with, with nothing of its own behind it: pratade
    med _ igår, ringde _, sa till _, saknar _; 0 of pratade med klara ord."""
    if table.right(index) and table.right(index) not in _WORDS["behind"]:
        return 0.0
    before = table.left(index)
    if before in _WORDS["subject"] and not table.left(index, 3):
        before = table.left(index, 2)  # hämtar du _ eller jag?
    if before in _WORDS["object_verb"] or (
        before in _WORDS["only_of_people"]
        and table.words[index].shape == "lower"
        and table.words[index].labels.isdisjoint(PEOPLE | INSTITUTIONS)
    ):
        return SURE
    if before in _WORDS["open_object_verb"]:
        asked = table.left(index, 2) in _WORDS["subject"] and table.left(index, 3) in _WORDS["has"]
        return max(_rather(table, index), DOUBTFUL if asked else 0.0)  # har du sett ask idag?
    if before not in ANY_BEHIND:
        return 0.0
    earlier = {table.left(index, steps) for steps in range(2, 2 + REACH)}
    if not earlier.isdisjoint(PERSON_BEHIND.get(before, NO_VERBS)):
        return SURE
    sure = 0.0 if earlier.isdisjoint(ANY_BEHIND[before]) else _rather(table, index)
    if before == "med" and not earlier.isdisjoint(_WORDS["companion_verb"]):
        return max(sure, SURE if as_name(table.words[index]) >= WELL_KNOWN else DOUBTFUL)
    return sure


def turned(table: TokenTable, index: int) -> bool:
    """Whether it stands behind the verb that begins with another part of the sentence: igår ringde
    _ mig, sen sa _ att, då mötte jag _ utanför."""
    before, after = table.left(index), table.right(index)
    if before in _WORDS["subject"]:
        met = table.left(index, 2) in _WORDS["object_verb"] and table.left(index, 3) != ""
        return met and (not after or after in _WORDS["behind"])
    if table.left(index, 2) in _WORDS["subject"] or table.left(index, 2) == "":
        return False
    if before in _WORDS["object_verb"] | _WORDS["helps"]:
        return after in _WORDS["whom"]
    return before in _WORDS["says"] and after == "att"


def _rather(table: TokenTable, index: int) -> float:
    """How surely it is a name where any noun may stand, as it is a name rather than a word."""
    word = table.words[index]
    if word.shape in CAPITALS and not table.sentence_initial[index]:
        return SURE
    name = as_name(word)
    if name < as_place(word):
        return 0.0
    rather = margin(word)
    if word.lower.endswith(_INFLECTED):
        rather -= INFLECTED
    if rather >= RATHER:
        return SURE
    return DOUBTFUL if rather >= PERHAPS or name >= WELL_KNOWN else 0.0


def as_name(word: Lexeme) -> float:
    """Log-odds by the lists of a name of people; 0 for a form that is none."""
    return max((entry.weight for entry in word.entries if entry.label in FULL_NAME), default=0.0)


def margin(word: Lexeme) -> float:
    """Log-odds by which a form is a name rather than a word."""
    return as_name(word) - max(word.plain, SLIP if word.meant else 0.0)


def as_place(word: Lexeme) -> float:
    """The same of a place."""
    return max((entry.weight for entry in word.entries if entry.label in PLACES), default=0.0)


def _owns_relative(table: TokenTable, index: int) -> bool:
    """Whether a relative stands behind a genitive: tims mamma; but not annas man (ought to)."""
    after = table.right(index)
    return (
        after != ""
        and after not in _WORDS["subject"]
        and not table.words[index + 1].labels.isdisjoint({"fam"})
    )


def _owns_thing(table: TokenTable, index: int) -> bool:
    """Whether a genitive begins a sentence and has a capital and one thing that does or is
    something behind it: Annas bil är; but not annas bil (någon annas)."""
    tags, forms = table.document.tokens.pos, table.document.tokens.morphology
    return (
        bool(tags)
        and table.words[index].shape == "capital"
        and not table.left(index)
        and table.right(index, 2) != ""
        and tags[index + 1] == "NOUN"
        and "Definite=Ind" in forms[index + 1]
        and tags[index + 2] in ("VERB", "AUX")
    )


def nobody_knows(word: Lexeme) -> bool:
    """Whether no list, count or dictionary has a form, nor one that it may be a slip of."""
    return (
        not (word.entries or word.zipf or word.meant or word.head)
        and word.plain <= 0
        and word.lower.isalpha()
        and len(word.lower) in UNKNOWN_LETTERS
    )


def somebody(table: TokenTable, index: int, owns: bool = False) -> Detection:
    """The claim of a first name of which the tagger says whether it is a woman's."""
    evidence = (Evidence("place:of a person", SURE),)
    features = frozenset(("gen",)) if owns else frozenset()
    return Detection(
        table.span(index, index),
        tuple(Hypothesis(label, evidence, features, Trust.FORMAL) for label in sorted(FIRSTNAMES)),
    )


def called_one_of(
    table: TokenTable, index: int, given: Sequence[Entry], source: str, sure: float
) -> Detection:
    """The claim of a first name that is one of these, the likelier first, by a source so sure."""
    genitive = table.words[index].genitive
    return Detection(
        table.span(index, index),
        tuple(
            Hypothesis(
                entry.label,
                (Evidence(source, sure - lower),),
                word_lists.features(entry, genitive, ABROAD),
                Trust.FORMAL,
            )
            for lower, entry in enumerate(given)
        ),
    )
