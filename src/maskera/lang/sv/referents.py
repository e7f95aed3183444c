"""What a Swedish mention refers to, for running numbers."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

from maskera import expressions as re
from maskera.annotate.tokens import BROKEN, normal
from maskera.label.identity import assign_numbers
from maskera.label.persons import Referent
from maskera.label.renamed import renamed
from maskera.lang.sv import genitives, name_lists
from maskera.lang.sv.derivation import Derivations, longs
from maskera.lang.sv.morphology import Inflection
from maskera.lang.sv.name_compounds import Compounds
from maskera.lang.sv.name_shape import PEOPLED, home
from maskera.lang.sv.roles import role_of
from maskera.lang.sv.turns import stands_as_known
from maskera.lang.sv.where_people_stand import SURE, stands_as_person
from maskera.lexicon.letters import unmarked
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import one_of
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Mention
from maskera.rules import family_name_first
from maskera.taxonomy import CODES, FIRSTNAMES, INSTITUTIONS, PERSON

_WORDS = word_list("sv", "referents")
_OTHERWISE = one_of(_WORDS["called"] | {"("})
_SAID_BETWEEN = _WORDS["called"] | _WORDS["all"] | _WORDS["between"] | {",", '"', "”"}
_SAY = one_of(_WORDS["say"] | _WORDS["only"] | _WORDS["that_is"] | _WORDS["or"])
WHOM = 3  # words between the verb and whom one calls so, and that: _ kallar hans mamma honom
HOME_CODE = re.compile(r"^(?:\+|00)460?")  # +46 70, 0046 70 and +46 (0)70 are 070 at home
ALIKE = (
    FIRSTNAMES,
    INSTITUTIONS,
)  # what has one canonical form, whichever of these labels a mention was given
REFERENTS = 10_000  # forms kept with what they stand for


def referent(table: TokenTable, mention: Mention) -> Referent:
    """The canonical form of a place or institution, the value of a number, else the form without
    inflection, in lower case."""
    of_form = table.vocab.derived(_forms)
    if mention.referent:  # of what name it is the genitive has been settled
        return of_form(mention.referent, mention.label, False)
    form = table.document.text[mention.span.start : mention.span.end]
    if not form.isalpha() and any(map(str.isdigit, form)):
        return _number(form, mention.label)
    found = of_form(form, mention.label, "gen" in mention.features)
    return found if found.known else _meant(mention) or found


def _number(form: str, label: str) -> Referent:
    key = _key(form)
    if label in CODES:
        compact = "".join(c for c in key if c.isalnum() or c == "+")
        return Referent(
            (HOME_CODE.sub("0", compact) if label == "phone_nr" else compact).replace("+", ""), True
        )
    return Referent(key.rstrip(".") if label != "day" else key.rstrip(".:aeEA"), True)


def _forms(vocab: Vocab) -> Callable[[str, str, bool], Referent]:
    """What forms stand for by the lists of a vocabulary; kept for so many."""
    return lru_cache(REFERENTS)(partial(_of_form, vocab))


def _of_form(vocab: Vocab, form: str, label: str, genitive: bool) -> Referent:
    """What a form without digits stands for by the lists, or by itself."""
    key, gazetteer = _key(form), vocab.gazetteer
    if label == "initials":
        return Referent("".join(filter(str.isalpha, key[:-1] if genitive else key)), True)
    stems = [key]
    if genitive and (stem := vocab.derived(Inflection).base(key)) != key:
        stems.insert(0, stem)
    alike = next((labels for labels in ALIKE if label in labels), (label,))
    entries = [entry for stem in stems for entry in gazetteer.entries(stem) if entry.label in alike]
    if label in PEOPLED and not entries and (people := home(stems[0], gazetteer)):
        entries = [people[0]]
    if not entries and (made := vocab.derived(Compounds).read(key)):
        entries = [made.entry] if made.entry.label in alike else []
    if label in PEOPLED and not entries:
        place = vocab.derived(Derivations).place_in(stems[0])
        entries = [place] if place else []
    if entries:
        entry = entries[0]
        valued = entry.value >= 0 and label not in PERSON  # of a name it is how frequent it is
        return Referent(f"{entry.label} {entry.value}" if valued else entry.canonical.lower(), True)
    if label == "region" and any(entry.label == "city" for entry in gazetteer.entries(stems[0])):
        return Referent(f"{stems[0]} region", False)  # Herat provins is not Herat
    return Referent(unmarked(stems[0]) if label in FIRSTNAMES else stems[0], False)


def _meant(mention: Mention) -> Referent | None:
    """What a misspelt form is a slip for, where a detector has said so."""
    for hypothesis in mention.hypotheses:
        if hypothesis.label == mention.label:
            for evidence in hypothesis.evidence:
                if evidence.source.startswith("spelling:"):
                    return Referent(evidence.note.lower(), True)
            break
    return None


def _key(form: str) -> str:
    return " ".join(normal(BROKEN.sub("", form) if "\n" in form else form).lower().split())


def repeats(table: TokenTable, index: int) -> bool:
    """Whether an ordinary word that begins a sentence is a name there, where it is one elsewhere in
    the text (Split ligger vid havet, Pan lärde mig; but not Hans bror), or one in small letters
    stands where a person does."""
    if table.words[index].shape == "lower":
        return stands_as_known(table, index)
    if table.words[index].shape != "capital" or not table.adjacent(index):
        return False
    return table.right(index) in _WORDS["finite"] or stands_as_person(table, index) >= SURE


def link_referents(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions with running numbers, genitives that no letter marks among them."""
    whole = genitives.of_names(table, [genitives.marked(table, mention) for mention in mentions])
    begins = {**family_name_first.beginnings(table, whole), **name_lists.beginnings(table, whole)}
    return assign_numbers(
        table.document,
        whole,
        lambda mention: referent(table, mention),
        table.vocab.taxonomy,
        begins,
        table.vocab.derived(longs),
        {mention.span.start: role for mention in whole if (role := role_of(table, mention))},
        renamed(table, whole, told := _renaming(table, whole)),
        _surely(table, whole, told),
    )


def _surely(
    table: TokenTable, mentions: Sequence[Mention], told: Sequence[int]
) -> Mapping[int, int]:
    """Where first names start that are another one of the name right before -> where that starts:
    Abdikarim, som alla kallar Karim; but not Omar har en hund som kallas Bella."""
    given = table.labels("person.given")
    names = sorted(m.span for m in mentions if m.label in given) if told else []
    found: dict[int, int] = {}
    for index in told if names else ():
        at = bisect(names, table.span(index, index).start, key=lambda span: span.start)
        if 0 < at < len(names):
            one, other = names[at - 1], names[at]
            between = table.lowers[table.last_token(one) + 1 : table.first_token(other)]
            if _SAID_BETWEEN.issuperset(between) and index < table.first_token(other):
                found[other.start] = one.start
    return found


def _renaming(table: TokenTable, mentions: Sequence[Mention]) -> list[int]:
    """The words that say what somebody is called besides: kallas, egentligen, and alla säger _,
    alltså _, eller _ som vi säger; of Sasha kallar vi honom the word before the name."""
    otherwise, say = table.where(_OTHERWISE), table.where(_SAY)
    if not (otherwise or say):
        return []
    ends = {m.span.start: table.last_token(m.span) for m in mentions} if say else {}
    said = (
        index
        for index in say
        if table.right(index)
        and (last := ends.get(table.span(index + 1, index + 1).start)) is not None
        and _says(table, index, last)
    )
    calls = [index for index in otherwise if table.lowers[index] in _WORDS["call"]]
    behind = {table.last_token(m.span) + 1: m.span for m in mentions} if calls else {}
    before = (
        table.first_token(behind[index]) - 1
        for index in calls
        if index in behind and _of_whom(table, index)
    )
    return sorted({*otherwise, *said, *(index for index in before if index >= 0)})


def _says(table: TokenTable, index: int, last: int) -> bool:
    """Whether a word before a name, of which `last` is the last token, says that it is another name
    of somebody."""
    word = table.lowers[index]
    if word in _WORDS["only"]:
        return table.left(index) in _WORDS["or"]
    if word in _WORDS["or"]:
        verbs = _WORDS["say"] | _WORDS["call"]  # som vi säger, som hans mamma kallar
        return table.right(last) == "som" and (
            table.right(last, 3) in verbs or table.right(last, 4) in verbs
        )
    return word in _WORDS["that_is"] or table.left(index) in _WORDS["all"]


def _of_whom(table: TokenTable, verb: int) -> bool:
    """Whether somebody is called what stands before the verb: _ kallar hans mamma honom."""
    return any(table.right(verb, step) in _WORDS["whom"] for step in range(2, 2 + WHOM))
