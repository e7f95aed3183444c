"""What stands for the mentions of a referent: drawn, with the slips of the original, inflected as
it is, in its capitals."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Set
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec
from rapidfuzz.fuzz import ratio

from maskera import expressions as re
from maskera.errors import PolicyError
from maskera.lang.pack import SPELLING, Generator
from maskera.mentions import Mention
from maskera.policy import Rule
from maskera.replace.case import Case
from maskera.replace.choice import KEPT
from maskera.replace.draw import Draw, PerMention
from maskera.replace.referents import SAME, Referent
from maskera.replace.shape import carry_case, fold, letter
from maskera.replace.spelling import PROPER, SPELT, Slip, bears, carried, meant, slips
from maskera.taxonomy import FULL_NAME_KINDS, GIVEN_NAME, Taxonomy

SHOUTS = 2  # letters of a name in capitals from which it is shouting and no acronym (EVA, but USA)
SHOUTS_PLACE, SHOUTS_INSTITUTION = 4, 7
NAMES = (*FULL_NAME_KINDS, "person.middle")
SOON = 40  # characters between a name and its nickname in the next sentence
_SENTENCE_END = re.compile(r"[.!?\n]")


class Drawn(msgspec.Struct):
    """What has been drawn so far; lives for one call."""

    base: dict[int, str] = msgspec.field(default_factory=dict)  # referent -> base form
    taken: set[str] = msgspec.field(default_factory=set)
    places: dict[str, str] = msgspec.field(default_factory=dict)
    mentions: dict[int, str] = msgspec.field(default_factory=dict)  # mention -> base form
    names: dict[tuple[str, str], str] = msgspec.field(default_factory=dict)  # label, folded form
    memo: dict[Hashable, Any] = msgspec.field(default_factory=dict)


def texts_of(
    case: Case, referent: Referent, rule: Rule, place: int, at: int, drawn: Drawn
) -> dict[int, str]:
    """The text of each mention of a referent; what was drawn is entered in `drawn`. place: how many
    referents of its label came before; at: how many of any. Two people of one name have one name
    again, but where each mention is drawn by itself."""
    if rule.action in KEPT:
        return {number: case.written[number] for number in referent.mentions}
    morphology = rule.morphology or case.policy.morphology
    if rule.action in ("placeholder", "remove"):
        base = drawn.base[at] = _template(case, referent, rule, place)
        return {number: _inflected(case, morphology, base, number) for number in referent.mentions}
    generator = case.language.generators.get(rule.generator)
    if generator is None:
        raise PolicyError(
            f"policy {case.policy.name}: language {case.language.code} has no generator "
            f"{rule.generator!r}"
        )
    if isinstance(generator, PerMention):
        texts = {
            number: generator(_draw(case, referent, number, place, drawn))
            for number in referent.mentions
        }
        drawn.base[at] = texts[referent.mentions[0]]
        drawn.taken.update(map(fold, texts.values()))
        if morphology == "suffix":
            return {
                number: _suffixed(text, case.mentions[number]) for number, text in texts.items()
            }
        return texts
    misspelt, shorts = _slips(case, referent, morphology), _nicknames(case, referent)
    draw = _draw(case, referent, referent.mentions[0], place, drawn)
    named = case.scope != "mention" and referent.label in draw.labels(*NAMES)
    bearer = referent.label, fold(referent.form).replace("-", " ")  # El Amrani, El-Amrani
    base = drawn.names.get(bearer, "") if named else ""
    halves = _of_halves(case, referent, drawn) if referent.halves and not draw.keyed else []
    base = "-".join(halves) if halves and all(halves) else base
    base = base or _drawn_base(case, referent, generator, draw, misspelt, bool(shorts))
    if any(halves) and not all(halves):  # Stensson-Wahl, where the text has no Wahl
        base = "-".join([half or base for half in halves])
    if named:
        drawn.names[bearer] = base
    drawn.base[at] = base
    drawn.taken.add(fold(base))
    for original in (referent.canonical, referent.form):
        drawn.places.setdefault(fold(original), base)
    drawn.mentions.update(dict.fromkeys(referent.mentions, base))
    others = _other_bases(case, referent, draw, base, misspelt, shorts, drawn.taken)
    texts = {}
    for number in referent.mentions:
        text = _inflected(case, morphology, others.get(number, base), number)
        if morphology != "suffix" or number in others:
            text = cased(case, case.written[number], text, case.mentions[number].label)
        texts[number] = text
    return texts


def _of_halves(case: Case, referent: Referent, drawn: Drawn) -> list[str]:
    """What was drawn for the halves of a double name; nothing for a first name of which one was
    not, and "" for such a half of a surname."""
    given = case.language.taxonomy.labels(GIVEN_NAME)
    family = case.language.taxonomy.labels("person.family")
    labels = family if referent.label in family else given
    found = [
        next((name for label in labels if (name := drawn.names.get((label, half)))), "")
        for half in referent.halves
    ]
    return found if all(found) or labels is family else []


def _other_bases(
    case: Case,
    referent: Referent,
    draw: Draw,
    base: str,
    misspelt: Mapping[int, tuple[Slip, ...]],
    shorts: Set[str],
    taken: set[str],
) -> dict[int, str]:
    """The base forms of the mentions that have another than their referent: nicknames (shorts, as
    _nicknames() has them), and those with slips of the pen, which are entered in `taken`."""
    found = _short(case, referent, draw, base, shorts)
    given: dict[tuple[Slip, ...], str] = {}
    for number, its in misspelt.items():
        if number not in found:
            if its not in given:
                spelt = carried(its, base)
                given[its] = spelt if draw.free(spelt) else base
                taken.add(fold(given[its]))
            found[number] = given[its]
    return found


def _short(
    case: Case, referent: Referent, draw: Draw, base: str, shorts: Set[str]
) -> dict[int, str]:
    """What stands for nicknames that a sentence has beside the name: one of the name drawn, where
    it has one (Nisse heter egentligen Nils)."""
    name = next(filter(draw.free, _called(case, referent, base)), "") if shorts else ""
    return {at: name for at in referent.mentions if case.folded[at] in shorts} if name else {}


def _called(case: Case, referent: Referent, name: str) -> Iterator[str]:
    """What people of a name are called for short."""
    return map(str.capitalize, sorted(_shorts(case, fold(name), referent)))


def _shorts(case: Case, name: str, referent: Referent) -> set[str]:
    """What people of a folded name are called for short, other spellings of it aside."""
    kind = case.language.taxonomy.kind(referent.label)
    related = case.language.morphology.related(name, kind)
    return {form for form, how in related.items() if how.ending != SPELLING}


def _nicknames(case: Case, referent: Referent) -> set[str]:
    """The folded nicknames of a person that a sentence has beside the name that they are short
    for, or that stand in the next one soon; two names of one person in a sentence are one, and what
    the other is called for short, whether a list knows it or not."""
    kind = case.language.taxonomy.kind(referent.label)
    if len(referent.mentions) < 2 or not kind.startswith("person.given"):
        return set()
    spelt = case.language.morphology.related
    found: set[str] = set()
    for one, other in pairwise(referent.mentions):
        forms = case.folded[one], case.folded[other]
        between = case.mentions[one].span.end, case.mentions[other].span.start
        ends = len(_SENTENCE_END.findall(case.document.text, *between))
        if forms[0] == forms[1] or ends > 1 or (ends and between[1] - between[0] > SOON):
            continue
        listed = {f for f, long in (forms, forms[::-1]) if f in _shorts(case, long, referent)}
        if not listed and forms[0] in spelt(forms[1], kind):
            continue  # Ebrahim, Ibrahim
        other = "-" not in "".join(forms) and ratio(*forms) < SAME
        found |= listed or ({forms[1]} if other and not ends else set())
    return found


def _slips(case: Case, referent: Referent, morphology: str) -> dict[int, tuple[Slip, ...]]:
    """The slips in each mention of a referent that its pseudonym takes over."""
    if case.policy.spelling != "carry" or morphology == "suffix":
        return {}
    if referent.label not in case.language.taxonomy.labels(*SPELT):
        return {}
    forms = {number: case.forms[number] for number in referent.mentions}
    vocab, key = case.language.vocab, referent.canonical
    every = tuple(dict.fromkeys(forms.values()))
    return {
        number: found
        for number, form in forms.items()
        if (found := slips(meant(form, referent.label, key, every, vocab), form))
    }


def _drawn_base(
    case: Case,
    referent: Referent,
    generator: Generator,
    draw: Draw,
    misspelt: Mapping[int, tuple[Slip, ...]],
    short: bool,
) -> str:
    """A base form, one that can have the slips of the original where there is one, and that has a
    nickname where the original has one beside it (`short`). A keyed scope draws by the original
    alone, however it is spelt."""
    if draw.keyed:
        return generator(draw)
    wanted = {slip for found in misspelt.values() for slip in found}

    def fits(name: str) -> bool:
        called = not short or any(map(draw.free, _called(case, referent, name)))
        return called and (not wanted or bears(wanted, name))

    asked = (referent.label, short, frozenset(wanted))
    if (wanted or short) and asked not in draw.memo:
        base = generator(
            msgspec.structs.replace(draw, free=lambda name: fits(name) and draw.free(name))
        )
        if fits(base):
            return base
        draw.memo[asked] = True  # in vain, after whole lists; later fewer names are free
    return generator(draw)


def _draw(case: Case, referent: Referent, number: int, place: int, drawn: Drawn) -> Draw:
    mention = case.mentions[number]
    foreign = "foreign" in case.mentions[referent.mentions[0]].features
    coupled = case.policy.coupling != "none"
    telling, taken, present = case.telling, drawn.taken, case.present
    spoken_of = case.spoken_of if referent.label in case.countries else frozenset()
    country_of = case.language.texts.country_words.country
    kind, related = case.language.taxonomy.kind(referent.label), case.language.morphology.related
    given = kind.startswith(GIVEN_NAME)
    material = (
        (*case.material, str(mention.span.start)) if case.scope == "mention" else case.material
    )

    def unused(name: str) -> bool:
        folded = fold(name)
        return folded not in taken and folded not in present

    def free(name: str) -> bool:
        folded = fold(name)
        return not (
            folded in taken
            or folded in present
            or (spoken_of and country_of(name) in spoken_of)
            or telling.has_word(name)
            or telling.is_near(name)
            or (given and not telling.alone.isdisjoint(related(folded, kind)))  # Robert for Robban
        )

    return Draw(
        referent.label, _named(case, referent), case.written[number],
        mention.features | {"foreign"} if foreign else mention.features,
        referent.canonical or referent.form, referent.number, place,
        case.document, mention, case.mentions, case.forms,
        drawn.mentions if coupled else {}, drawn.places if coupled else {}, free, unused,
        case.key, case.scope, material, drawn.memo,
        case.language.taxonomy, case.policy.names == "origin",
    )  # fmt: skip


def _named(case: Case, referent: Referent) -> str:
    """The form of a referent; of a word made of a listed institution (KTH-student) that itself."""
    if referent.label not in case.institutions:
        return referent.form
    made = case.language.morphology.made_of(fold(referent.form))
    return made.entry.canonical if made and made.entry.label in case.institutions else referent.form


def _template(case: Case, referent: Referent, rule: Rule, place: int) -> str:
    names = {
        "letter": letter(place),
        "noun": case.language.texts.nouns.get(referent.label, referent.label),
        "label": referent.label,
        "LABEL": referent.label.upper(),
        "number": str(referent.number or place + 1),
    }
    text = rule.template
    if "{form}" in text:
        names["form"] = case.language.texts.personal_number(referent.form)
    for name, value in names.items():
        text = text.replace("{" + name + "}", value)
    return text


def _inflected(case: Case, morphology: str, base: str, number: int) -> str:
    mention, forms = case.mentions[number], case.language.morphology
    if morphology == "none":
        return base
    if morphology == "suffix":
        return _suffixed(base, mention)
    heeded = forms.heeded(mention, case.forms[number])
    return forms.inflect(base, heeded) if heeded else base


def _suffixed(base: str, mention: Mention) -> str:
    """SVALA's way: the features after the pseudonym, in alphabetical order; `foreign` is never
    written."""
    return base + "".join(f"-{feature}" for feature in sorted(mention.features - {"foreign"}))


def cased(case: Case, original: str, text: str, label: str) -> str:
    """The text for a mention in the capitals and small letters of the original."""
    taxonomy, normal = case.language.taxonomy, case.policy.spelling == "normalize"
    if normal and original.islower() and label in taxonomy.labels(*PROPER):
        return text
    shouts = 2 if case.shouting else _shouts(taxonomy).get(label, SHOUTS_PLACE)
    return carry_case(original, text, shouts)


@lru_cache(8)
def _shouts(taxonomy: Taxonomy) -> Mapping[str, int]:
    """From how many letters in capitals a name of a label is shouted; others: SHOUTS_PLACE."""
    institutions = dict.fromkeys(taxonomy.labels("org", "transport.name"), SHOUTS_INSTITUTION)
    return institutions | dict.fromkeys(taxonomy.labels("person"), SHOUTS)
