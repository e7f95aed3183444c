"""Names that are words, where a person alone can stand: Lucia bor i Rom, sten ringde mig, Sol
och jag, jag åkte med björn till havet.

Longer than 400 lines because each place where a person stands is a short rule of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set

import msgspec

from maskera import expressions as re
from maskera.lang.sv.name_compounds import Compounds
from maskera.lang.sv.persons import FAVOURITE, FEMALE, MALE, POSSESSIVES
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import only
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.rules import word_lists
from maskera.rules.rule import Rule, Stage, Trigger, lexeme, words
from maskera.taxonomy import ABROAD, FIRSTNAMES, FULL_NAME, INSTITUTIONS, PLACES

_WORDS = word_list("sv", "name_places")
_LEAVE = word_list("sv", "bylines")["farewell"]

_FEMALE, _MALE = "firstname_female", "firstname_male"
LEAST_GIVEN = 1.1
LEAST = {**dict.fromkeys(FIRSTNAMES, LEAST_GIVEN), "surname": 2.5}
"""Log-odds of a name from which a word is one where nothing else can stand."""
LEAST_RARE = -1.0  # the same of a rare word: mynta, lotus
WELL_KNOWN = 2.5  # the same in small letters where any noun may stand
# Log-odds by which a form is a name rather than a word, from which it is one where nouns without an
# article may stand, too (saknar _, leker med _), and from which a person should look; what a form
# must have beyond that if it ends as definite and plural nouns do; log-odds of the word of which a
# form may be a slip.
RATHER, PERHAPS, INFLECTED, SLIP = 0.0, -1.0, 1.0, 2.0
UNKNOWN_LETTERS = range(3, 13)  # of a name that no list has
SURELY_NAME, WORD = (
    1.0,
    2.5,
)  # log-odds as RATHER; Zipf of the forms of an adjective: hög, högt, höga
GRAMMATICAL = 5.0  # Zipf of words of which a slip may stand where a person does: han, den, men
LEAST_SIGNED = 2  # letters of whatever word ends a letter
LEAST_NAMED = 4  # letters in capitals from which they are a name and not its first letters
LONGEST_END = 8  # characters of a line behind its last word that are looked at
_STROKES = frozenset(("/", "//"))
BELOW_SIGNATURE = 8  # words that may stand below it
REACH = 5  # tokens between a preposition and the verb it goes with: sa det i går till _
# So sure that it outweighs a silent tagger, and that it does not: a person then looks at the text.
SURE, DOUBTFUL = 8.0, 4.4
_PERSON_VERBS = _WORDS["person_verb"]
_ROW = _WORDS["and"] | {","}
_PEOPLE = frozenset(("fam", "prof", "title"))
_NEVER = frozenset(("country", "nationality", "month_word", "day"))
_ACTING = (_PERSON_VERBS | _WORDS["companion_verb"]) - {"heter", "hette"}
_SUBJECT_VERBS = _PERSON_VERBS | _WORDS["companion_verb"] | _WORDS["helps"] | _WORDS["be"]


def _by_preposition(phrases: Iterable[str]) -> dict[str, set[str]]:
    """Phrases (hälsar på, leker med) by their last word."""
    found: dict[str, set[str]] = {}
    for phrase in phrases:
        verb, preposition = phrase.split()
        found.setdefault(preposition, set()).add(verb)
    return found


_PERSON_BEHIND = _by_preposition(_WORDS["person_behind"])
_ANY_BEHIND = _by_preposition(_WORDS["any_behind"])
_TO_SOMEBODY = _WORDS["to_somebody"]
_NO_VERBS = frozenset[str]()
_INFLECTED = tuple(_WORDS["inflected"])
NO_NAME = POSSESSIVES | _WORDS["subject"] | _SUBJECT_VERBS
_IS_OR_ENDS = _WORDS["be"] | {""}
_SWEDISH = tuple(_WORDS["swedish"])
_NO_GIVEN_NAME = (*_INFLECTED, *_WORDS["abstract"])
_SYLLABLES = re.compile(r"[A-ZÅÄÖ][^\W\d_]{1,4}-[^\W\d_]{2,5}")  # Ji-woo
_DEFINITE = ("n", "en")
RARE = 3.5  # Zipf below which a definite noun is none that all have


@only(listed=True)
def _may_be_a_name(word: Lexeme) -> bool:
    """Whether a form is a listed name, and may stand for nobody else: a word, too, or in small
    letters, where a tagger hears none."""
    return (
        (word.plain > 0 or word.shape == "lower")
        and not word.misspelt
        and word.labels.isdisjoint(_NEVER)
        and (
            any(entry.weight >= LEAST.get(entry.label, 99.0) for entry in word.entries)
            or _rarely_a_word(word)
        )
        and word.lower not in _WORDS["person_noun"]
    )


def _rarely_a_word(word: Lexeme) -> bool:
    """Whether a rare word in small letters is a first name, too, if rarely: mynta, lotus."""
    return (
        word.shape == "lower"
        and word.zipf < RARE
        and not word.meant
        and word.labels.isdisjoint(_PEOPLE)
        and any(e.label in FIRSTNAMES and e.weight >= LEAST_RARE for e in word.entries)
    )


@only("capital")
def _may_be_called(word: Lexeme) -> bool:
    """Whether a noun with a capital that no list has as a name, or hardly, may be one that parents
    give: Regn, Flod."""
    return (
        word.plain > 0
        and not word.genitive
        and word.zipf < GRAMMATICAL
        and word.labels.isdisjoint(_PEOPLE | _NEVER | PLACES | INSTITUTIONS)
        and word.head_labels.isdisjoint(_PEOPLE)
        and not word.lower.endswith(_NO_GIVEN_NAME)
        and word.lower not in _WORDS["person_noun"]
        and not _may_be_a_name(word)
    )


@only("lower")
def _is_unknown(word: Lexeme) -> bool:
    """Whether no list, count or dictionary has a form, nor one that it may be a slip of; and it does
    not look like a Swedish word spelt wrongly."""
    return _nobody_knows(word) and word.lower.isascii() and not word.lower.endswith(_SWEDISH)


@only("capital")
def _is_unknown_name(word: Lexeme) -> bool:
    return _nobody_knows(word)


def _nobody_knows(word: Lexeme) -> bool:
    return (
        not (word.entries or word.zipf or word.meant or word.head)
        and word.plain <= 0
        and word.lower.isalpha()
        and len(word.lower) in UNKNOWN_LETTERS
    )


def _unknown_as_person(table: TokenTable, index: int) -> Iterator[Detection]:
    """Whatever a word in small letters may be that nobody knows, it is a name where a person alone
    can stand: jag har pratat med dogoped om det, hej dogoped vad gör du, då sa feve att."""
    before, after = table.left(index), table.right(index)
    ends = not after or after in _WORDS["behind"]
    earlier = {table.left(index, steps) for steps in range(2, 2 + REACH)}
    if (
        (before in _WORDS["greeting"] and not table.left(index, 2))
        or (ends and before in _WORDS["object_verb"] | _WORDS["met_verb"])
        or (ends and not earlier.isdisjoint(_PERSON_BEHIND.get(before, _NO_VERBS)))
        or (not before and after in _PERSON_VERBS and table.right(index, 2) in _WORDS["whom"])
        or (before in _WORDS["exclaimed"] and after in _SUBJECT_VERBS)
        or _turned(table, index)
        or _with_somebody(table, index)
        or _explained(table, index)
        or _beside_its_noun(table, index)
        or _called(table, index)
        or (before in _WORDS["modal"] and after in _WORDS["can_do"])
        or (ends and before in _TO_SOMEBODY and _with_whom(before, earlier))
    ):
        evidence = Evidence("place:of a person", SURE)
        yield table.claim(index, index, "firstname_unknown", evidence, trust=Trust.CERTAIN)


def _unknown_is_no_town(table: TokenTable, index: int) -> Iterator[Detection]:
    """Whatever a word with a capital may be that nobody knows, it is rather a person's name than a
    town's where somebody is given something, is asked to come or stands beside the writer: gav
    boken till Dulijo, kan Dulijo komma? Whose name it is, the tagger says."""
    before, after = table.left(index), table.right(index)
    ends = not after or after in _WORDS["behind"]
    earlier = {table.left(index, steps) for steps in range(2, 2 + REACH)}
    if table.vocab.derived(Compounds).read(table.lowers[index]) is None and (
        _with_somebody(table, index)
        or (before in _WORDS["modal"] and after in _WORDS["can_do"])
        or (ends and before in _TO_SOMEBODY and not earlier.isdisjoint(_WORDS["given_to"]))
    ):
        yield _somebody(table, index)


def _somebody(table: TokenTable, index: int, owns: bool = False) -> Detection:
    """The claim of a first name of which the tagger says whether it is a woman's."""
    evidence = (Evidence("place:of a person", SURE),)
    features = frozenset(("gen",)) if owns else frozenset()
    return Detection(
        table.span(index, index),
        tuple(Hypothesis(label, evidence, features, Trust.FORMAL) for label in sorted(FIRSTNAMES)),
    )


def _with_whom(preposition: str, earlier: Set[str]) -> bool:
    """Whether words before a preposition tell of somebody rather than of a town or firm: bor hos _,
    gav till _; but not jobbar hos _, kom hem till _."""
    told = _ANY_BEHIND[preposition] & earlier
    return bool(told) and told.isdisjoint(_WORDS["no_person_there"])


def _said_to_be(table: TokenTable, called: int) -> Iterator[Detection]:
    """min granne heter duka, han heter redo: whatever word ends what somebody is called."""
    who, index = called - 1, called + 1
    if not table.left(called) or not table.right(called):
        return
    somebody = table.at(who) in _WORDS["called_person"] or _is_of_somebody(table, who)
    word, after = table.words[index], table.right(index)
    if (
        somebody
        and (not after[:1].isalpha() or after in _WORDS["and"])
        and word.shape == "lower"
        and word.lower.isalpha()
        and len(word.lower) > 1
        and word.labels.isdisjoint(_PEOPLE | _NEVER)
        and word.lower not in _WORDS["no_name"] | NO_NAME
    ):
        names = [e for e in word.entries if e.label in FULL_NAME and e.weight >= LEAST_GIVEN]
        label = max(names, key=lambda e: e.weight).label if names else "firstname_unknown"
        evidence = Evidence("place:of a person", SURE)
        yield table.claim(index, index, label, evidence, trust=Trust.FORMAL)


def _called_so(table: TokenTable, cue: int) -> Iterator[Detection]:
    """selam är mitt smeknamn: what stands first and is said to be what somebody is called."""
    first = cue - 3
    if first < 0 or table.left(cue, 3) == "" or table.left(cue, 4) != "":
        return
    word = table.words[first]
    told = table.left(cue) in POSSESSIVES and table.left(cue, 2) in _WORDS["be"]
    if told and word.lower.isalpha() and word.lower not in _WORDS["no_name"]:
        evidence = Evidence("place:of a person", SURE)
        yield table.claim(first, first, "firstname_unknown", evidence, trust=Trust.FORMAL)


def _signed(table: TokenTable, cue: int) -> Iterator[Detection]:
    """Mvh Selam, Hälsningar ␤ Selam i grupp 2, mvh sorin popa: a listed first name right behind words
    of leave that begin their sentence, with its surname; but not Hälsningar från Lund."""
    leave = index = cue
    while table.left(leave) in _LEAVE:
        leave -= 1
    if table.left(leave):
        return
    index += 1
    while index < len(table.words) and (
        table.words[index].shape == "mark" or table.lowers[index] == "från"
    ):
        index += 1
    word = table.words[index] if index < len(table.words) else None
    if word is None or word.plain > 0:
        return
    given = [entry for entry in word.entries if entry.label in FIRSTNAMES]
    best = max(given, key=lambda entry: entry.weight, default=None)
    least = LEAST_GIVEN if word.shape in CAPITALS else WELL_KNOWN
    if best is None or best.weight < max(least, _as_place(word)):
        return
    evidence = Evidence("place:of a person", SURE)
    yield table.claim(index, index, best.label, evidence, trust=Trust.FORMAL)
    family = table.words[index + 1] if table.adjacent(index) else None
    if family is not None and family.plain <= 0 and "surname" in family.labels:
        yield table.claim(index + 1, index + 1, "surname", evidence, trust=Trust.FORMAL)


def _owner(table: TokenTable, noun: int) -> Iterator[Detection]:
    """Pers grupp, i Lenas klass, nipes bil: whose it is, before what a person has."""
    owner = noun - 1
    if not table.left(noun) or not table.adjacent(owner):
        return
    word, bare = table.words[owner], table.vocab.genitive.bare(table.lowers[owner])
    if bare == table.lowers[owner]:
        return
    if _nobody_knows(word) and (word.shape == "capital" or not word.lower.endswith(_SWEDISH)):
        yield _somebody(table, owner, owns=True)
        return
    given = [e for e in table.gazetteer.entries(bare) if e.label in FIRSTNAMES]
    best = max(given, key=lambda entry: entry.weight, default=None)
    begins = table.sentence_initial[owner] and word.ordinary > 0
    if word.shape != "capital" or best is None or best.weight < LEAST_GIVEN or begins:
        return
    evidence = Evidence("place:of a person", SURE)
    gen = frozenset(("gen",))
    yield table.claim(owner, owner, best.label, evidence, features=gen, trust=Trust.FORMAL)


def _signed_last(table: TokenTable, cue: int) -> Iterator[Detection]:
    """kram ␤ din nok, Mvh Pan, /ko: whatever word stands alone behind words of leave that begin
    their line, near the end of the text, or behind a stroke at the end of any line (ok puss //
    tuss); but not kram till alla, kram ␤ mamma."""
    begin = cue
    while table.left(begin) in _LEAVE | _WORDS["leave"] | _WORDS["and"]:
        begin -= 1
    index, placed = cue + 1, False
    while index < len(table.words) and (
        table.words[index].shape == "mark" or table.lowers[index] in _WORDS["before_signature"]
    ):
        placed = placed or table.lowers[index] == "från"
        index += 1
    if index >= len(table.words):
        return
    struck = table.lowers[cue] in _STROKES and index == cue + 1 and _apart(table, cue)
    if not (
        _ends_line(table, index) if struck else not table.left(begin) and _ends_text(table, index)
    ):
        return
    word = table.words[index]
    given = [entry for entry in word.entries if entry.label in FIRSTNAMES]
    if (
        not word.lower.isalpha()
        or len(word.lower) < LEAST_SIGNED
        or not word.labels.isdisjoint(_PEOPLE | _NEVER)
        or word.lower in _WORDS["no_signature"] | _WORDS["leave"]
        or (placed and not given)
        or _as_place(word) > max([0.0, *(entry.weight for entry in given)])
    ):
        return
    if not given and _nobody_knows(word):
        yield _somebody(table, index)
        return
    label = max(given, key=lambda one: one.weight).label if given else "firstname_unknown"
    evidence = Evidence("place:of a person", SURE)
    yield table.claim(index, index, label, evidence, trust=Trust.FORMAL)


def _apart(table: TokenTable, stroke: int) -> bool:
    """Whether a stroke stands apart from the word before it, and one alone not from the next: puss //
    tuss, kram /Bo; but not och/eller, Ek / Berg, kl 7 /kväll."""
    start, word = table.document.tokens.starts[stroke], table.words[stroke + 1]
    beside = table.lowers[stroke] == "//" or table.glued(stroke)
    known = word.plain > 0 and word.labels.isdisjoint(FIRSTNAMES)
    usual = word.shape == "lower" and known and table.lowers[stroke] == "/"
    letters = word.shape == "upper" and len(word.lower) < LEAST_NAMED  # /KM
    apart = start > 0 and not table.text[start - 1].isalnum()
    return apart and beside and not (usual or letters)


def _ends_line(table: TokenTable, index: int) -> bool:
    """Whether a word is the last of its line."""
    end = table.document.tokens.ends[index]
    return not table.text[end : end + LONGEST_END].partition("\n")[0].strip(" .!\t\r")


def _ends_text(table: TokenTable, index: int) -> bool:
    """Whether a word ends its line, and not much stands below: a number, an address."""
    tokens, text = table.document.tokens, table.text
    end = text.find("\n", tokens.ends[index])
    behind = range(index + 1, len(table.words))
    line = [at for at in behind if end < 0 or tokens.starts[at] < end]
    words = sum(table.lowers[at].isalpha() for at in behind[len(line) : BELOW_SIGNATURE + 1])
    return (
        all(table.words[at].shape == "mark" for at in line)
        and words < BELOW_SIGNATURE
        and len(behind) < 2 * BELOW_SIGNATURE
    )


def _as_place(word: Lexeme) -> float:
    return max((entry.weight for entry in word.entries if entry.label in PLACES), default=0.0)


@only(*CAPITALS)
def _may_be_definite(word: Lexeme) -> bool:
    return (
        word.labels.isdisjoint(_PEOPLE | _NEVER)
        and word.zipf < RARE
        and word.lower.endswith(_DEFINITE)
    )


def _from_a_name(table: TokenTable, index: int) -> Iterator[Detection]:
    """Liljan jobbar: what somebody is called after a name, where a person alone can stand."""
    lower = table.lowers[index]
    if table.left(index) or table.right(index) not in _PERSON_VERBS or not _acts(table, index):
        return
    for ending in _DEFINITE:
        for entry in table.gazetteer.entries(lower.removesuffix(ending)):
            if entry.label in FULL_NAME and entry.weight >= WELL_KNOWN:
                evidence = Evidence("place:of a person", DOUBTFUL, entry.form)
                yield table.claim(index, index, entry.label, evidence, trust=Trust.FORMAL)
                return


def _begins(table: TokenTable, index: int) -> bool:
    """Whether a subject may begin at a word: first in its sentence, or behind a conjunction or an
    exclamation (omg, wallah)."""
    return not table.left(index) or table.left(index) in _WORDS["before"] | _WORDS["exclaimed"]


def _acts(table: TokenTable, index: int) -> float:
    """How surely it does what only people do: _ sa att, _ hjälper mig, _ är min vän, _ är 23 år,
    _ är från, _ är snäll, less so _ kom; but not _ sa han, where it is no subject."""
    verb, after = table.right(index), table.right(index, 2)
    if verb in _PERSON_VERBS:
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
        owner and table.words[index + step].genitive and _is_given(table.words[index + step])
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
    told = not labels.isdisjoint(_PEOPLE) or word.lower in _WORDS["acquaintance"]
    return told and labels.isdisjoint(_NEVER)


def _is_given(word: Lexeme) -> bool:
    """Whether a form with a capital is surely a first name: Emblas."""
    return word.shape == "capital" and any(
        entry.label in FIRSTNAMES and entry.weight >= WELL_KNOWN for entry in word.entries
    )


def _with_somebody(table: TokenTable, index: int) -> bool:
    """Whether it stands beside a person: _ och jag, _ och min syster, jag och _ bor, du och _; with
    a capital also at the head of a row of names (_, Figge och Anna)."""
    if table.left(index) in _WORDS["and"] and table.left(index, 2) in ("jag", "du"):
        capital = table.words[index].shape == "capital"
        verbs = _SUBJECT_VERBS | _WORDS["together"]
        return table.right(index) in verbs or (capital and table.left(index, 2) == "du")
    if table.right(index) == "," and table.left(index) and table.right(index, 3) in _ROW:
        capital = table.words[index].shape == "capital"
        return capital and _is_given(table.words[index + 2])
    if table.right(index) not in _WORDS["and"] or table.left(index) != "":
        return False
    other = table.right(index, 2)
    if other == "jag":
        return True
    return other in POSSESSIVES and not table.words[index + 3].labels.isdisjoint({"fam"})


def _is_of_somebody(table: TokenTable, index: int) -> bool:
    """Whether a noun is one for somebody: kompis, lärare, granne."""
    labels = table.words[index].labels
    return not labels.isdisjoint(_PEOPLE) or table.lowers[index] in _WORDS["acquaintance"]


def _beside_its_noun(table: TokenTable, index: int) -> bool:
    """Whether it names whom the noun before it is of: min bror _ bor, vår lärare _ är, hos min
    moster _ i Kalmar."""
    if table.left(index, 2) not in POSSESSIVES or not _is_of_somebody(table, index - 1):
        return False
    kin = "fam" in table.words[index - 1].labels and not table.lowers[index - 1].endswith("s")
    named = kin and table.words[index].shape == "capital"  # min dotter Ro börjar skolan
    return named or table.right(index) in _SUBJECT_VERBS or _is_said_of(table, index)


def _is_said_of(table: TokenTable, index: int) -> bool:
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


def _explained(table: TokenTable, index: int) -> bool:
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


def _called(table: TokenTable, index: int) -> bool:
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
        and table.words[index].labels.isdisjoint(_PEOPLE | INSTITUTIONS)
    ):
        return SURE
    if before in _WORDS["open_object_verb"]:
        asked = table.left(index, 2) in _WORDS["subject"] and table.left(index, 3) in _WORDS["has"]
        return max(_rather(table, index), DOUBTFUL if asked else 0.0)  # har du sett ask idag?
    if before not in _ANY_BEHIND:
        return 0.0
    earlier = {table.left(index, steps) for steps in range(2, 2 + REACH)}
    if not earlier.isdisjoint(_PERSON_BEHIND.get(before, _NO_VERBS)):
        return SURE
    sure = 0.0 if earlier.isdisjoint(_ANY_BEHIND[before]) else _rather(table, index)
    if before == "med" and not earlier.isdisjoint(_WORDS["companion_verb"]):
        return max(sure, SURE if _as_name(table.words[index]) >= WELL_KNOWN else DOUBTFUL)
    return sure


def _turned(table: TokenTable, index: int) -> bool:
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
    name = _as_name(word)
    if name < _as_place(word):
        return 0.0
    rather = _margin(word)
    if word.lower.endswith(_INFLECTED):
        rather -= INFLECTED
    if rather >= RATHER:
        return SURE
    return DOUBTFUL if rather >= PERHAPS or name >= WELL_KNOWN else 0.0


def _as_name(word: Lexeme) -> float:
    return max((entry.weight for entry in word.entries if entry.label in FULL_NAME), default=0.0)


def _margin(word: Lexeme) -> float:
    """Log-odds by which a form is a name rather than a word."""
    return _as_name(word) - max(word.plain, SLIP if word.meant else 0.0)


def stands_as_person(table: TokenTable, index: int) -> float:
    """How surely only a person stands there."""
    if table.words[index].shape == "lower" and table.lowers[index] in NO_NAME:
        return 0.0
    if table.words[index].genitive:
        return SURE if _owns_relative(table, index) or _owns_thing(table, index) else 0.0
    sure = max(_met(table, index), _introduces_itself(table, index)) if table.left(index) else 0.0
    if sure < SURE and _begins(table, index):
        sure = max(sure, _acts(table, index))
    if not sure and _asked_after(table, index):
        sure = DOUBTFUL
    if sure < SURE and (
        _turned(table, index)
        or _with_somebody(table, index)
        or _beside_its_noun(table, index)
        or _explained(table, index)
        or _greeted(table, index)
        or _called(table, index)
    ):
        sure = SURE
    word = table.words[index]
    if word.meant and table.gazetteer.zipf(word.meant) >= GRAMMATICAL:
        return min(sure, DOUBTFUL)
    return sure


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


def _claims(table: TokenTable, index: int) -> Iterator[Detection]:
    word = table.words[index]
    sure = stands_as_person(table, index)
    if not sure:
        return
    noun = table.left(index)
    told = _FEMALE if noun in FEMALE else _MALE if noun in MALE else ""
    given = [entry for entry in word.entries if entry.label in FIRSTNAMES]
    given.sort(key=lambda entry: (entry.label != told, -entry.weight))
    if told and given and given[0].label != told:  # min moster vide
        given.insert(0, msgspec.structs.replace(given[0], label=told))
    yield Detection(
        table.span(index, index),
        tuple(
            Hypothesis(
                entry.label,
                (Evidence("place:of a person", sure - lower),),
                word_lists.features(entry, word.genitive, ABROAD),
                Trust.FORMAL,
            )
            for lower, entry in enumerate(given)
        ),
    )


def _noun_as_person(table: TokenTable, index: int) -> Iterator[Detection]:
    """Regn kom hem, jag ringde Flod: a noun with a capital where a person alone can stand; inside a
    sentence, where learners give capitals to nouns, a person then looks at it."""
    word, tags = table.words[index], table.document.tokens.pos
    names = [entry for entry in word.entries if entry.label in FULL_NAME]
    verb, after = table.right(index), table.right(index, 2)
    noun = bool(names) or not tags or tags[index] in ("NOUN", "PROPN")
    to_somebody = after in _WORDS["whom"] | {"att"}  # Snö ringde mig; but not ofta ringde telefonen
    if table.all_caps_sentence[index] or not (noun or to_somebody):
        return
    if after and table.words[index + 2].shape in CAPITALS:  # Hallo sa Anna
        return
    begins = not table.left(index)
    kin = begins and verb in _WORDS["be"] and _is_kin(table, index)
    if begins and verb not in _ACTING and not kin:
        return
    if (_acts(table, index) if begins else stands_as_person(table, index)) < SURE:
        return
    label = max(names, key=lambda e: e.weight).label if names else "firstname_unknown"
    turned = verb in _WORDS["whom"] and not begins
    sure = turned or (begins and not kin)
    evidence = Evidence("place:of a person", SURE if sure else DOUBTFUL)
    trust = Trust.CERTAIN if sure and to_somebody else Trust.FORMAL
    yield table.claim(index, index, label, evidence, trust=trust)


def _is_kin(table: TokenTable, index: int) -> bool:
    """Whether a word is said to be one's relative: _ är min (yngsta) dotter."""
    if table.right(index, 2) not in POSSESSIVES:
        return False
    step = 3
    while table.right(index, step) in _WORDS["skipped"]:
        step += 1
    word = table.words[index + step] if table.right(index, step) else None
    return word is not None and "fam" in word.labels and word.lower not in _WORDS["acquaintance"]


@only(listed=True)
def word_and_name(word: Lexeme) -> bool:
    """Whether a form is a word rather than a name, and yet a name of people."""
    return word.plain > 0 and not word.labels.isdisjoint(FULL_NAME) and _margin(word) < SURELY_NAME


def heads_sentence(table: TokenTable, index: int) -> bool:
    """Whether a token is the first of its sentence."""
    return not index or table.sentence[index - 1] != table.sentence[index]


def is_no_subject(table: TokenTable, index: int) -> bool:
    """Whether such a word that heads a sentence is of no person there: Kanon sa han, Berg är höga,
    Ville bara fråga; but not Klara sa att."""
    verb, after = table.right(index), table.right(index, 2)
    if table.lowers[index] in _WORDS["verb_too"]:
        return verb in _WORDS["behind_verb"]
    if verb in _WORDS["says"]:
        return after in _WORDS["speaker"]
    return (
        verb in _WORDS["be"]
        and after not in _WORDS["said_of_person"]
        and _is_plural_or_neuter(after, table.gazetteer.zipf)
    )


def _is_plural_or_neuter(form: str, zipf: Callable[[str], float]) -> bool:
    """Whether a form is that of an adjective which no name of a person takes: höga, stort, blått."""
    stem = form.removesuffix("a") if form.endswith("a") else form.removesuffix("t")
    if form.endswith("tt") and zipf(stem) < WORD:
        stem = stem.removesuffix("t")
    return (
        2 < len(stem) < len(form)
        and zipf(stem) >= WORD
        and any(zipf(stem + ending) >= WORD for ending in ("a", "t", "tt") if stem + ending != form)
    )


def _named_by_noun(table: TokenTable, noun: int) -> Iterator[Detection]:
    """min kompis viol sjunger: a word that is hardly ever a name between the noun for somebody and what
    that person does; but not min kompis alltid sjunger, min kompis katt är."""
    index = noun + 1
    if table.left(noun) not in POSSESSIVES:
        return
    acts = table.right(noun, 2) not in _IS_OR_ENDS and _acts(table, index) >= SURE
    if not acts and not (index < len(table.words) and _is_said_of(table, index)):
        return
    word = table.words[index]
    if (
        word.shape in ("lower", "capital")
        and len(word.lower) > 2
        and word.lower.isalpha()
        and max(word.zipf, table.gazetteer.zipf(word.meant)) < GRAMMATICAL
        and word.labels.isdisjoint(_PEOPLE | _NEVER)
        and _as_name(word) < LEAST_GIVEN
        and table.lowers[index] not in _SUBJECT_VERBS
    ):
        evidence = Evidence("place:of a person", DOUBTFUL)
        given = [entry for entry in word.entries if entry.label in FIRSTNAMES]
        label = max(given, key=lambda e: e.weight).label if given else "firstname_unknown"
        label = (
            _FEMALE
            if table.lowers[noun] in FEMALE
            else _MALE
            if table.lowers[noun] in MALE
            else label
        )
        yield table.claim(index, index, label, evidence, trust=Trust.FORMAL)


def _before_syllables(table: TokenTable, index: int) -> Iterator[Detection]:
    """Park Ji-woo: a family name that is a word, before a given name of two syllables."""
    if table.adjacent(index):
        given = table.words[index + 1]
        form = table.document.tokens.forms[index + 1]
        if _SYLLABLES.fullmatch(form) and not given.labels.isdisjoint(FIRSTNAMES):
            evidence = Evidence("place:of a person", SURE)
            yield table.claim(index, index, "surname", evidence, trust=Trust.FORMAL)


@only("lower")
def _is_double(word: Lexeme) -> bool:
    """Whether a form with a hyphen in no list is made of two first names: stig-björn, anna-rosa."""
    return "-" in word.lower and not word.entries and word.zipf < RARE


def _double_name(table: TokenTable, index: int) -> Iterator[Detection]:
    """A double first name in small letters: stig-björn blir sur; but not max-värde."""
    parts = table.lowers[index].split("-")
    given = [
        [
            e
            for e in table.gazetteer.entries(part)
            if e.label in FIRSTNAMES and e.weight >= LEAST_GIVEN
        ]
        for part in parts
    ]
    if len(parts) == 2 and all(given) and max(map(len, parts)) > 2:
        label = max(given[1], key=lambda entry: entry.weight).label
        evidence = Evidence("shape:two first names", SURE)
        yield table.claim(index, index, label, evidence, trust=Trust.FORMAL)


CLAIMS = (
    Rule(
        "name.double",
        Stage.CLAIM,
        _double_name,
        lexeme(_is_double),
        FIRSTNAMES,
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.before_syllables",
        Stage.CLAIM,
        _before_syllables,
        lexeme(
            only("capital", listed=True)(lambda word: word.plain > 0 and "surname" in word.labels)
        ),
        frozenset(("surname",)),
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.behind_its_noun",
        Stage.CLAIM,
        _named_by_noun,
        Trigger(_WORDS["acquaintance"], frozenset(_PEOPLE)),
        FIRSTNAMES,
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.said_to_be_one",
        Stage.CLAIM,
        _called_so,
        words(*_WORDS["called_so"]),
        frozenset(("firstname_unknown",)),
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.said_to_be",
        Stage.CLAIM,
        _said_to_be,
        words("heter", "hette"),
        FULL_NAME,
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.signed",
        Stage.CLAIM,
        _signed,
        words(*_WORDS["leave"]),
        FULL_NAME,
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.owner",
        Stage.CLAIM,
        _owner,
        words(*_WORDS["owned"]),
        FIRSTNAMES,
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.signed_last",
        Stage.CLAIM,
        _signed_last,
        words(*_WORDS["leave"], "/", "//"),
        FIRSTNAMES,
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.word_as_person",
        Stage.CLAIM,
        _claims,
        lexeme(_may_be_a_name),
        FULL_NAME,
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.unknown_as_person",
        Stage.CLAIM,
        _unknown_as_person,
        lexeme(_is_unknown),
        frozenset(("firstname_unknown",)),
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.unknown_is_no_town",
        Stage.CLAIM,
        _unknown_is_no_town,
        lexeme(_is_unknown_name),
        FIRSTNAMES,
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.noun_as_person",
        Stage.CLAIM,
        _noun_as_person,
        lexeme(_may_be_called),
        FULL_NAME,
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.definite_of_a_name",
        Stage.CLAIM,
        _from_a_name,
        lexeme(_may_be_definite),
        FULL_NAME,
        Trust.FORMAL,
        "name_places",
    ),
)
