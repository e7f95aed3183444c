"""Names that are words, where a person alone can stand: Lucia bor i Rom, sten ringde mig, Sol
och jag, jag åkte med björn till havet.

Longer than 400 lines because each place where a person stands is a short rule of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

import msgspec

from maskera import expressions as re
from maskera.lang.sv.name_compounds import Compounds
from maskera.lang.sv.persons import FEMALE, MALE, POSSESSIVES
from maskera.lang.sv.where_people_stand import (
    ANY_BEHIND,
    DOUBTFUL,
    GRAMMATICAL,
    LEAST_GIVEN,
    NEVER,
    NO_NAME,
    NO_VERBS,
    PEOPLE,
    PERSON_BEHIND,
    PERSON_VERBS,
    REACH,
    SUBJECT_VERBS,
    SURE,
    WELL_KNOWN,
    acts,
    as_name,
    beside_its_noun,
    called,
    called_one_of,
    explained,
    is_of_somebody,
    is_said_of,
    nobody_knows,
    somebody,
    stands_as_person,
    turned,
    with_somebody,
)
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import only
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, Trigger, lexeme, words
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, INSTITUTIONS, PLACES

_WORDS = word_list("sv", "name_places")

_FEMALE, _MALE = "firstname_female", "firstname_male"
LEAST = {**dict.fromkeys(FIRSTNAMES, LEAST_GIVEN), "surname": 2.5}
"""Log-odds of a name from which a word is one where nothing else can stand."""
LEAST_RARE = -1.0  # the same of a rare word: mynta, lotus
RARE = 3.5  # Zipf below which a definite noun is none that all have
_ACTING = (PERSON_VERBS | _WORDS["companion_verb"]) - {"heter", "hette"}
_TO_SOMEBODY = _WORDS["to_somebody"]
_IS_OR_ENDS = _WORDS["be"] | {""}
_SWEDISH = tuple(_WORDS["swedish"])
_NO_GIVEN_NAME = (*_WORDS["inflected"], *_WORDS["abstract"])
_SYLLABLES = re.compile(r"[A-ZÅÄÖ][^\W\d_]{1,4}-[^\W\d_]{2,5}")  # Ji-woo
_DEFINITE = ("n", "en")


@only(listed=True)
def _may_be_a_name(word: Lexeme) -> bool:
    """Whether a form is a listed name, and may stand for nobody else: a word, too, or in small
    letters, where a tagger hears none."""
    return (
        (word.plain > 0 or word.shape == "lower")
        and not word.misspelt
        and word.labels.isdisjoint(NEVER)
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
        and word.labels.isdisjoint(PEOPLE)
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
        and word.labels.isdisjoint(PEOPLE | NEVER | PLACES | INSTITUTIONS)
        and word.head_labels.isdisjoint(PEOPLE)
        and not word.lower.endswith(_NO_GIVEN_NAME)
        and word.lower not in _WORDS["person_noun"]
        and not _may_be_a_name(word)
    )


@only("lower")
def _is_unknown(word: Lexeme) -> bool:
    """Whether no list, count or dictionary has a form, nor one that it may be a slip of; and it does
    not look like a Swedish word spelt wrongly."""
    return nobody_knows(word) and word.lower.isascii() and not word.lower.endswith(_SWEDISH)


@only("capital")
def _is_unknown_name(word: Lexeme) -> bool:
    return nobody_knows(word)


def _unknown_as_person(table: TokenTable, index: int) -> Iterator[Detection]:
    """Whatever a word in small letters may be that nobody knows, it is a name where a person alone
    can stand: jag har pratat med dogoped om det, hej dogoped vad gör du, då sa feve att."""
    before, after = table.left(index), table.right(index)
    ends = not after or after in _WORDS["behind"]
    earlier = {table.left(index, steps) for steps in range(2, 2 + REACH)}
    if (
        (before in _WORDS["greeting"] and not table.left(index, 2))
        or (ends and before in _WORDS["object_verb"] | _WORDS["met_verb"])
        or (ends and not earlier.isdisjoint(PERSON_BEHIND.get(before, NO_VERBS)))
        or (not before and after in PERSON_VERBS and table.right(index, 2) in _WORDS["whom"])
        or (before in _WORDS["exclaimed"] and after in SUBJECT_VERBS)
        or turned(table, index)
        or with_somebody(table, index)
        or explained(table, index)
        or beside_its_noun(table, index)
        or called(table, index)
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
        with_somebody(table, index)
        or (before in _WORDS["modal"] and after in _WORDS["can_do"])
        or (ends and before in _TO_SOMEBODY and not earlier.isdisjoint(_WORDS["given_to"]))
    ):
        yield somebody(table, index)


def _with_whom(preposition: str, earlier: Set[str]) -> bool:
    """Whether words before a preposition tell of somebody rather than of a town or firm: bor hos _,
    gav till _; but not jobbar hos _, kom hem till _."""
    told = ANY_BEHIND[preposition] & earlier
    return bool(told) and told.isdisjoint(_WORDS["no_person_there"])


def _said_to_be(table: TokenTable, called: int) -> Iterator[Detection]:
    """min granne heter duka, han heter redo: whatever word ends what somebody is called."""
    who, index = called - 1, called + 1
    if not table.left(called) or not table.right(called):
        return
    somebody = table.at(who) in _WORDS["called_person"] or is_of_somebody(table, who)
    word, after = table.words[index], table.right(index)
    if (
        somebody
        and (not after[:1].isalpha() or after in _WORDS["and"])
        and word.shape == "lower"
        and word.lower.isalpha()
        and len(word.lower) > 1
        and word.labels.isdisjoint(PEOPLE | NEVER)
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


def _owner(table: TokenTable, noun: int) -> Iterator[Detection]:
    """Pers grupp, i Lenas klass, nipes bil: whose it is, before what a person has."""
    owner = noun - 1
    if not table.left(noun) or not table.adjacent(owner):
        return
    word, bare = table.words[owner], table.vocab.genitive.bare(table.lowers[owner])
    if bare == table.lowers[owner]:
        return
    if nobody_knows(word) and (word.shape == "capital" or not word.lower.endswith(_SWEDISH)):
        yield somebody(table, owner, owns=True)
        return
    given = [e for e in table.gazetteer.entries(bare) if e.label in FIRSTNAMES]
    best = max(given, key=lambda entry: entry.weight, default=None)
    begins = table.sentence_initial[owner] and word.ordinary > 0
    if word.shape != "capital" or best is None or best.weight < LEAST_GIVEN or begins:
        return
    evidence = Evidence("place:of a person", SURE)
    gen = frozenset(("gen",))
    yield table.claim(owner, owner, best.label, evidence, features=gen, trust=Trust.FORMAL)


@only(*CAPITALS)
def _may_be_definite(word: Lexeme) -> bool:
    return (
        word.labels.isdisjoint(PEOPLE | NEVER)
        and word.zipf < RARE
        and word.lower.endswith(_DEFINITE)
    )


def _from_a_name(table: TokenTable, index: int) -> Iterator[Detection]:
    """Liljan jobbar: what somebody is called after a name, where a person alone can stand."""
    lower = table.lowers[index]
    if table.left(index) or table.right(index) not in PERSON_VERBS or not acts(table, index):
        return
    for ending in _DEFINITE:
        for entry in table.gazetteer.entries(lower.removesuffix(ending)):
            if entry.label in FULL_NAME and entry.weight >= WELL_KNOWN:
                evidence = Evidence("place:of a person", DOUBTFUL, entry.form)
                yield table.claim(index, index, entry.label, evidence, trust=Trust.FORMAL)
                return


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
    yield called_one_of(table, index, given, "place:of a person", sure)


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
    if (acts(table, index) if begins else stands_as_person(table, index)) < SURE:
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


def _named_by_noun(table: TokenTable, noun: int) -> Iterator[Detection]:
    """min kompis viol sjunger: a word that is hardly ever a name between the noun for somebody and what
    that person does; but not min kompis alltid sjunger, min kompis katt är."""
    index = noun + 1
    if table.left(noun) not in POSSESSIVES:
        return
    does = table.right(noun, 2) not in _IS_OR_ENDS and acts(table, index) >= SURE
    if not does and not (index < len(table.words) and is_said_of(table, index)):
        return
    word = table.words[index]
    if (
        word.shape in ("lower", "capital")
        and len(word.lower) > 2
        and word.lower.isalpha()
        and max(word.zipf, table.gazetteer.zipf(word.meant)) < GRAMMATICAL
        and word.labels.isdisjoint(PEOPLE | NEVER)
        and as_name(word) < LEAST_GIVEN
        and table.lowers[index] not in SUBJECT_VERBS
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
        Trigger(_WORDS["acquaintance"], frozenset(PEOPLE)),
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
        "name.owner",
        Stage.CLAIM,
        _owner,
        words(*_WORDS["owned"]),
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
