"""Family, professions, education and sensitive words: ordinary words that count only when said of
the writer or of the writer's people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from maskera.lang.sv.persons import BE, OTHERS, OWN, POSSESSIVES, UNMARKED_PLURAL
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Occurrence, Rule, Stage, entries
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

_WORDS = word_list("sv", "family_and_work")

_GENERAL = _WORDS["general"]
_FIRST = _WORDS["first"]
_SELF = OWN | _FIRST
_OTHER_PERSON = frozenset(("han", "hon"))
_ONE_PERSON = _SELF | _OTHER_PERSON
_KNOWN_PEOPLE = _ONE_PERSON | {"mamma", "pappa"}
_HAVE = _WORDS["have"]
_HAVE_TAKEN = _WORDS["have_taken"]
_GREETING = _WORDS["greeting"]
_FAREWELL = _WORDS["farewell"]
_WISH = _WORDS["wish"]
_STUDY = _WORDS["study"]
_NOT_OWN = _WORDS["not_own"]
_MANY = _WORDS["many"]
_ANY = _WORDS["any"]
_FORMER = _WORDS["former"]
_SOFTENING = _WORDS["softening"]
_WORKS_AS = _WORDS.ranked("works_as")
_SUFFER = _WORDS["suffer"]
_IS_OR_HAS = BE | _SUFFER
WINDOW = 5
# What makes a claim FORMAL: the tagger has seen few relatives of relatives, of which people mark
# all (essays_train: 5), and few phrases with a verb of their own right behind their subject.
_SURE = 11.0  # log-odds; more than any doubt about a listed word
_NAMELIKE_KIN = _WORDS["namelike_kin"]  # also without min
_FRIENDS = _WORDS["friends"]  # of a relative, not of the writer
_AUXILIARY = BE | {"har", "hade"}
AT_SCHOOL = 4.0  # log-odds; what one reads at a school is edu by definition, whatever word it is
_SCHOOLS = _WORDS.ranked("schools")
OWN_STORY = 4  # first-person words from which a text is the writer's own story: kin and trades in it are then mostly real people's


def _own_story(table: TokenTable) -> bool:
    """Whether a text speaks of the writer so often that it is the writer's own story."""
    return len(table.where(_is_self)) >= OWN_STORY


def _is_self(word: Lexeme) -> bool:
    return word.read in _SELF


def _window(table: TokenTable, first: int, steps: int = WINDOW) -> list[str]:
    """The words before a token in its sentence, nearest first."""
    return table.normalized[table.since(first, steps) : first][::-1]


def _features(table: TokenTable, last: int, entry: Entry) -> frozenset[str]:
    return (entry.flags & {"def", "pl"}) | ({"gen"} if table.words[last].genitive else set())


def _family(table: TokenTable, place: Occurrence) -> Iterator[Detection]:
    first, last, entry = place
    own = table.fact(_own_story)
    evidence = [Evidence("list:fam", min(entry.weight, 2.0) - 2.3, entry.form)]
    wide = _window(table, first, 9)
    before = wide[:WINDOW]
    near = before[0] if before else ""
    owner = None
    if not POSSESSIVES.isdisjoint(before[:3]):
        owner = next((step, word) for step, word in enumerate(before) if word in POSSESSIVES)
    owned, trust = False, Trust.EVIDENCE
    if _of_kin(table, first):
        friend = entry.canonical in _FRIENDS
        evidence.append(
            Evidence("cue:min ...s friend", -3.5) if friend else Evidence("cue:min ...s _", _SURE)
        )
        trust = Trust.EVIDENCE if friend else Trust.FORMAL
        owned = True
    elif owner and owner[1] in OWN and {",", "."}.isdisjoint(before[: owner[0]]):
        evidence.append(Evidence(f"cue:{owner[1]} _", 4.5 - 0.5 * owner[0]))
        owned = True
    elif owner and before[owner[0] + 1 : owner[0] + 2] == ["och"] and not OWN.isdisjoint(wide):
        evidence.append(Evidence(f"cue:min ... och {owner[1]} _", 2.5))
        owned = True
    elif owner and owner[1] == "din" and not _FAREWELL.isdisjoint(before):
        evidence.append(Evidence("cue:kram från din _", 2.5))
        owned = True
    elif owner:
        evidence.append(Evidence(f"cue:{owner[1]} _", -3.5 + 0.8 * owner[0]))
        owned = True
    elif near in ("och", ",", "eller", "/") and not OWN.isdisjoint(before):
        evidence.append(Evidence("cue:min ... och _", 3.0))
        owned = True
    elif not _HAVE.isdisjoint(wide[:7]) and not _FIRST.isdisjoint(wide):
        evidence.append(Evidence("cue:jag har _", 2.6))
        owned = True
    elif _greeted(table, first, before):
        evidence.append(Evidence("cue:hej _", 2.5))
        owned = True
    if not owned:
        if own:
            evidence.append(Evidence("the writer's own story", 1.6))
        elif not _FIRST.isdisjoint(before):
            evidence.append(Evidence("cue:jag ... _", 0.6))
        if near in _GENERAL:
            evidence.append(Evidence(f"cue:{near} _", -2.5))
        elif "pl" in entry.flags:
            evidence.append(Evidence("plural, generic", -1.5))
        elif "def" in entry.flags:
            evidence.append(Evidence("definite, generic", -0.8))
        after = table.lowers[last + 1] if last + 1 < len(table.lowers) else ""
        if near in _NOT_OWN and after != "":
            evidence.append(Evidence(f"cue:{near} _", -0.7))
    following = table.words[last + 1] if last + 1 < len(table.words) else None
    if following and following.labels & FIRSTNAMES and following.shape == "capital" and not owner:
        evidence.append(Evidence("cue:_ name", 1.2))
    features = _features(table, last, entry)
    if not features & {"def", "pl"} and entry.form in UNMARKED_PLURAL and several(table, first):
        features |= {"pl"}
    yield table.claim(first, last, "fam", *evidence, features=features, trust=trust)


def _of_kin(table: TokenTable, first: int) -> bool:
    """Whether a relative of the writer's in the genitive stands before a word: min storebrors _,
    pappas _; not hennes mammas _."""
    if not (first and table.words[first - 1].genitive and table.left(first)) or not (
        kin := table.entry(first - 1, "fam")
    ):
        return False
    before = _window(table, first - 1, 2)
    if not OWN.isdisjoint(before):
        return True
    owned = not OTHERS.isdisjoint(before) or (first > 1 and table.words[first - 2].genitive)
    return kin.canonical in _NAMELIKE_KIN and not owned and _GENERAL.isdisjoint(before[:1])


def _greeted(table: TokenTable, first: int, before: Sequence[str]) -> bool:
    """Whether a greeting begins the sentence right before a word, or one word earlier: hej lilla
    vän, but not hej alla barn."""
    near = before[0] if before else ""
    if near in _GENERAL or _GREETING.isdisjoint(before[:2]):
        return False
    return any(
        word in _GREETING and table.sentence_initial[first - 1 - step]
        for step, word in enumerate(before[: 2 if near.isalpha() else 1])
    )


def several(table: TokenTable, index: int) -> bool:
    """Whether a number, "mina" or the like before the word makes it a plural."""
    for lower in _window(table, index, 2):
        if (lower.isdecimal() and lower != "1") or lower in _MANY:
            return True
        if any(
            entry.label == "number" and entry.value > 1 for entry in table.gazetteer.entries(lower)
        ):
            return True
    return False


def _profession(table: TokenTable, place: Occurrence) -> Iterator[Detection]:
    first, last, entry = place
    own = table.fact(_own_story)
    if _window(table, first, 1) == ["till"] and not _STUDY.isdisjoint(_window(table, first)):
        yield table.claim(
            first,
            last,
            "edu",
            Evidence("list:prof", min(entry.weight, 2.0) - 1.0, entry.form),
            Evidence("cue:läser till _", 2.0),
        )
        return
    before = _before_row(table, first)
    near = before[0] if before else ""
    wish = not _WISH.isdisjoint(before[:4])
    plural = "pl" in entry.flags
    evidence = [
        Evidence("list:prof", min(entry.weight, 2.0) - 3.4, entry.form),
        *_held(table, first, before, wish),
    ]
    if (
        table.adjacent(last)
        and (after := table.words[last + 1]).labels & FULL_NAME
        and after.shape == "capital"
    ):
        evidence.append(Evidence("cue:_ name", 4.0 if "def" in entry.flags or near else 2.5))
    elif "def" in entry.flags and not plural and len(evidence) == 1:
        evidence.append(Evidence("definite", 1.0))
    if plural:
        evidence.append(Evidence("plural", -2.5))
    if wish:
        evidence.append(Evidence("cue:vill bli _", -4.0))
    if near in _ANY and len(evidence) == 1:
        evidence.append(Evidence(f"cue:{near} _", -1.0))
    if len(evidence) > 1:
        if own:
            evidence.append(Evidence("the writer's own story", 1.0))
        yield table.claim(first, last, "prof", *evidence, features=_features(table, last, entry))


def _held(table: TokenTable, first: int, before: Sequence[str], wish: bool) -> Iterator[Evidence]:
    """What the words before a trade, nearest first, say of somebody who has it: the first of these
    that is so."""
    near = before[0] if before else ""
    rest = before[1:] if near in ("en", "ett", "som") else before
    if near == "som" and any(word.startswith(_WORKS_AS) for word in rest):
        yield Evidence("cue:arbetar som _", 5.0)
    elif not OWN.isdisjoint(before[:2]):
        yield Evidence("cue:min _", 3.6)
    elif rest and rest[0] in BE and not wish:
        subject = rest[1] if len(rest) > 1 else ""
        who = not _KNOWN_PEOPLE.isdisjoint(rest[1:4]) or _named(table, first, subject)
        yield Evidence("cue:är _", 4.2 if who else 2.2 if subject.isalpha() else 0.5)
    elif len(rest) > 1 and rest[0] in ("jag", "hon", "han") and rest[1] in BE and not wish:
        yield Evidence("cue:är jag _", 4.0)
    elif near == "," and len(before) > 1 and first >= 2 and _person(table.words[first - 2]):
        yield Evidence("cue:name, _", 3.5)
    elif near in _FORMER:
        yield Evidence(f"cue:{near} _", 3.0)


def _person(word: Lexeme) -> bool:
    """Whether a word is a name or a relative, or may be one for its capital."""
    return not word.labels.isdisjoint(FULL_NAME | {"fam"}) or word.shape == "capital"


def _before_row(table: TokenTable, first: int) -> list[str]:
    """The words before a trade, nearest first; before both of two: kock och servitör, both lärare
    och tolk are what he is alike."""
    before = _window(table, first)
    if before[:1] == ["och"] and first >= 2 and "prof" in table.words[first - 2].labels:
        before = _window(table, first - 2)
    return before[1:] if before[:1] == ["både"] else before


def _named(table: TokenTable, first: int, subject: str) -> bool:
    """Whether a word shortly before a token is a first name, and no ordinary word."""
    near = (word for word in table.words[max(0, first - WINDOW) : first] if word.lower == subject)
    return any(not word.labels.isdisjoint(FIRSTNAMES) and word.ordinary <= 0 for word in near)


def _education(table: TokenTable, place: Occurrence) -> Iterator[Detection]:
    first, last, entry = place
    degree = entry.kind in ("degree", "programme")
    evidence = [Evidence("list:edu", min(entry.weight, 2.0) - (2.4 if degree else 3.2), entry.form)]
    before = _window(table, first, 6)
    if any(
        word in _STUDY or word.endswith(("examen", "utbildning", "utbildningen"))
        for word in before[:4]
    ):
        mine = not _ONE_PERSON.isdisjoint(before)
        near = any(word in _STUDY or word.endswith("examen") for word in before[:2])
        evidence.append(Evidence("cue:läste _", (3.4 if mine else 2.6) + (1.0 if near else 0.0)))
        if entry.kind == "subject" and near and _at_school(table, last):
            evidence.append(Evidence("cue:_ på school", AT_SCHOOL))
    elif not OWN.isdisjoint(before[:2]) or not _HAVE_TAKEN.isdisjoint(before[:3]):
        evidence.append(Evidence("cue:min _", 2.0))
    if len(evidence) > 1:
        yield table.claim(first, last, "edu", *evidence, features=_features(table, last, entry))


def _at_school(table: TokenTable, last: int) -> bool:
    """Whether a subject is read at a school that is named: läser fordon på Ekskolan."""
    return table.right(last) in ("på", "vid") and table.right(last, 2).endswith(_SCHOOLS)


def _sensitive(table: TokenTable, place: Occurrence) -> Iterator[Detection]:
    first, last, entry = place
    own = table.fact(_own_story)
    evidence = [Evidence("list:sensitive", entry.weight - 2.0, entry.form)]
    before = _window(table, first, 6)
    mine = not _SELF.isdisjoint(before)
    person = mine or not _OTHER_PERSON.isdisjoint(before[:4])
    trust = Trust.EVIDENCE
    if last > first and entry.weight > 0 and _subject(table, first):
        evidence.append(Evidence("cue:jag _", _SURE))
        trust = Trust.FORMAL
    elif (before[:1] == ["är"] and mine) or (
        len(before) > 1 and before[1] in BE and before[0] in _SOFTENING and mine
    ):
        evidence.append(Evidence("cue:jag är _", 3.2))
    elif not _SUFFER.isdisjoint(before[:3]) and person:
        evidence.append(Evidence("cue:har _", 2.6 if mine else 1.8))
    elif not BE.isdisjoint(before[:3]) and person:
        evidence.append(Evidence("cue:är _", 2.2 if mine else 1.6))
    elif mine:
        evidence.append(Evidence("cue:min ... _", 0.8))
    elif own and not _IS_OR_HAS.isdisjoint(before[:3]):
        evidence.append(Evidence("cue:är/har _", 1.5))
    if len(evidence) > 1:
        if own:
            evidence.append(Evidence("the writer's own story", 1.0))
        yield table.claim(
            first,
            last,
            "sensitive",
            *evidence,
            features=_features(table, last, entry),
            trust=trust,
        )


def _subject(table: TokenTable, first: int) -> bool:
    """Whether the writer or a relative is the subject right before a phrase, or before its
    auxiliary: jag _, min bror har _."""
    subject = first - 1 - (table.left(first) in _AUXILIARY)
    before = _window(table, subject + 1, 3)
    return before[:1] != [] and (
        before[0] in _FIRST
        or (not OWN.isdisjoint(before[1:]) and table.entry(subject, "fam") is not None)
    )


CLAIMS: tuple[Rule, ...] = (
    Rule("family.kin", Stage.CLAIM, _family, entries("fam"), frozenset(("fam",)), cases="family"),
    Rule(
        "work.profession",
        Stage.CLAIM,
        _profession,
        entries("prof"),
        frozenset(("prof", "edu")),
        cases="profession",
    ),
    Rule(
        "work.education",
        Stage.CLAIM,
        _education,
        entries("edu"),
        frozenset(("edu",)),
        cases="education",
    ),
    Rule(
        "family.sensitive",
        Stage.CLAIM,
        _sensitive,
        entries("sensitive"),
        frozenset(("sensitive",)),
        cases="sensitive",
    ),
)
"""What lists of family, professions, education and sensitive words claim, with what stands round
them."""
