"""Mentions and a policy -> a Result. Every choice follows from the key, the scope, the policy and
the original; no state is kept.

Longer than 400 lines because choosing the rule, drawing and writing share one case.
"""

from __future__ import annotations

import string
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Any

import msgspec

from maskera import expressions as re
from maskera.errors import DataError, PolicyError
from maskera.lang.pack import Generator, LanguagePack
from maskera.leaks.chunks import Chunk, chunks
from maskera.leaks.findings import findings, verdict
from maskera.leaks.ids import told_by_id
from maskera.leaks.originals import collect
from maskera.leaks.verdict import judged
from maskera.mentions import Mention
from maskera.policy import SCOPES, Policy, Rule
from maskera.policy import shipped as shipped_policies
from maskera.replace import derived
from maskera.replace.birthdays import Renamed, words
from maskera.replace.draw import Agree, Draw, ForLabels, PerMention
from maskera.replace.follow import followed
from maskera.replace.generalize import agreeing
from maskera.replace.keyed import made_id
from maskera.replace.referents import Referent, gather
from maskera.replace.shape import carry_case, fold, letter
from maskera.replace.spelling import PROPER, SPELT, Slip, bears, carried, meant, slips
from maskera.replace.telling import Telling
from maskera.replace.versions import respellings
from maskera.result import Chosen, Replacement, Respelling, Result
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Edit, Span, splice

__all__ = ["KEPT", "check_generators", "replace"]

COUNTRY = "place.country"
FIRST = (COUNTRY, "place.settlement", "place.region")
"""Kinds that are drawn before what is coupled to them; all else in text order."""
LAST = ("person.initials", "person.middle", "contact")
"""Kinds that are built from the names drawn for the person."""
SHOUTS = 2  # letters of a name in capitals from which it is shouting and no acronym (EVA, but USA)
SHOUTS_PLACE, SHOUTS_INSTITUTION, SHOUTING_TEXT = 4, 7, 0.7
LOWER = string.ascii_lowercase.encode()
KEPT = ("mark", "keep")
_SENTENCE_END = re.compile(r"[.!?\n]")
NAMED_AFTER_PLACES = ("org", "place", "site")


class _Case(msgspec.Struct, frozen=True, dict=True):
    """What stays the same while one document is replaced.

    written, forms, folded: of each mention, as it stands there, without a marked genitive, and that
    folded. personal: that it concerns the writer, the names of a person alike. present: every word
    of the document and every original, folded. shown: the chunks of its text. telling: the
    originals.
    """

    document: Document
    mentions: tuple[Mention, ...]
    written: Sequence[str]
    forms: Sequence[str]
    folded: Sequence[str]
    personal: Sequence[float]
    language: LanguagePack
    policy: Policy
    key: bytes
    scope: str
    material: tuple[str, ...]
    present: set[str]
    shown: Sequence[Chunk]
    telling: Telling
    shouting: bool
    selective: bool
    spared: frozenset[Span]

    @cached_property
    def spoken_of(self) -> frozenset[str]:
        """Countries of which a word of the document tells alone (ryska)."""
        told = [one.countries for one in self.shown if one.countries]
        return frozenset[str]().union(*[its for its in told if len(its) == 1])


class _Drawn(msgspec.Struct):
    """What has been drawn so far; lives for one call."""

    base: dict[int, str] = msgspec.field(default_factory=dict)  # referent -> base form
    taken: set[str] = msgspec.field(default_factory=set)
    places: dict[str, str] = msgspec.field(default_factory=dict)
    mentions: dict[int, str] = msgspec.field(default_factory=dict)  # mention -> base form
    memo: dict[str | int, Any] = msgspec.field(default_factory=dict)


def check_generators(policy: Policy, language: LanguagePack) -> None:
    """Raises PolicyError for a rule whose generator the language has not, or has not for its label."""
    for label, rule in policy.rules.items():
        if rule.action != "replace":
            continue
        place = f"policy {policy.source or policy.name}: rule for {label}"
        if rule.generator not in language.generators:
            raise PolicyError(
                f"{place}: no generator {rule.generator!r}; there are {', '.join(sorted(language.generators))}{_others(policy)}"
            )
        generator = language.generators[rule.generator]
        labels = (
            generator.fitting(language.taxonomy)
            if isinstance(generator, PerMention | ForLabels)
            else None
        )
        if labels is not None and label.removesuffix("+foreign") not in labels:
            fitting = ", ".join(sorted(labels & language.taxonomy.categories.keys()))
            raise PolicyError(f"{place}: generator {rule.generator!r} is for {fitting}")


def _others(policy: Policy) -> str:
    """Which policies any language can carry out, for somebody who chose none of their own."""
    shown = policy.source in shipped_policies()
    return "; the policies category and remove need none" if shown else ""


def replace(
    document: Document,
    mentions: Sequence[Mention],
    language: LanguagePack,
    policy: Policy,
    key: bytes,
    scope: str | None = None,
    selective: bool = False,
    spared: Collection[Span] = (),
    chosen: Mapping[Span, Chosen] | None = None,
) -> Result:
    """What becomes of each mention under the policy, with the leak check's verdict on the text, and
    whether the id tells of somebody.

    key: the secret; the same key, document id (text, where it is nameless) and policy give the same
    result everywhere. scope: overrides the policy's. selective: mark, do not replace, what no
    mention of the referent, or of the person, connects with the writer (Mention.personal below one
    half), unless it begins with a place that is replaced; what is never public
    (Taxonomy.never_public) is replaced whomever it concerns. spared: a referent all of whose mentions
    are here is marked, not replaced. chosen: what stands for mentions at these places, in the place
    of what is drawn. Raises PolicyError for an unknown scope or generator, DataError
    when scope author meets a document without an author, SpanError when mentions overlap.
    """
    case = _case(
        document, mentions, language, policy, key, scope or policy.scope, selective, spared
    )
    referents = gather(
        document, case.mentions, case.forms, case.folded, case.scope == "mention", language.taxonomy
    )
    rules = _rules(case, referents)
    drawn = _Drawn()
    letters: dict[str, int] = {}
    places = [
        0 if rule.action in KEPT else _count(letters, referent.label)
        for referent, rule in zip(referents, rules, strict=True)
    ]
    texts: dict[int, str] = {}
    rank = _ranks(language.taxonomy)
    for at in sorted(
        range(len(referents)), key=lambda at: rank.get(referents[at].label, len(FIRST))
    ):
        texts.update(_written(case, referents[at], rules[at], places[at], at, drawn))
    settled, holidays = _settled(case, referents, rules, texts, drawn)
    texts.update(settled)
    choices = _choices(case, chosen or {}, texts, drawn)
    actions: dict[int, str] = {}
    aliases: dict[tuple[str, int], str] = {}
    bases: dict[Span, str] = {}
    for at, (referent, rule) in enumerate(zip(referents, rules, strict=True)):
        for place in referent.mentions:
            actions[place] = rule.action
            if place in settled and settled[place] == case.written[place]:
                actions[place] = "keep"
            if actions[place] not in KEPT:
                mention = case.mentions[place]
                base = bases[mention.span] = choices.get(place) or drawn.base.get(at, texts[place])
                aliases.setdefault((mention.label, mention.number), base)
            if place in choices:
                actions[place] = "replace"
    decided = [
        Replacement(mention, actions[place], texts[place])
        for place, mention in enumerate(case.mentions)
    ]
    decided += words(document.text, dict(enumerate(case.mentions)), holidays)
    replacements = followed(
        document,
        decided,
        aliases,
        language.texts.country_words,
        policy.follow == "country",
        language.taxonomy,
        case.shown,
    )
    follow = policy.follow != "none"
    replacements, renamed = derived.followed(
        document,
        replacements,
        bases if follow else {},
        case.shown,
        case.present,
        language,
        chosen.keys() if chosen else (),
    )
    aliases.update(renamed)
    if language.texts.general:
        more = agreeing(document, replacements, language.texts.general)
        replacements = tuple(sorted((*replacements, *more), key=lambda r: r.mention.span))
    respelt: tuple[Respelling, ...] = ()
    if document.version is not None:
        number = {mention.span: place for place, mention in enumerate(case.mentions)}
        respelt = respellings(
            document.text,
            document.version,
            replacements,
            lambda at, form: _respelt(case, replacements[at], number, drawn, form),
        )
    kept, stays = _kept(case, referents, rules)
    text, where = splice(
        document.text,
        [Edit(replacement.mention.span, replacement.text) for replacement in replacements],
    )
    originals = collect(document, replacements, language)
    found = findings(text, document, replacements, language, where, originals)
    return Result(
        document,
        replacements,
        aliases,
        policy.name,
        leaks=judged(verdict(found), policy, kept, stays),
        named=told_by_id(document, replacements, language, originals),
        kept=kept,
        respellings=respelt,
        found=found,
    )


@lru_cache(8)
def _ranks(taxonomy: Taxonomy) -> Mapping[str, int]:
    """When the labels are drawn that are not drawn in text order: before or behind all else."""
    first = {kind: place for place, kind in enumerate(FIRST)}
    return taxonomy.by_label(first | dict.fromkeys(LAST, len(FIRST) + 1))


def _choices(
    case: _Case, chosen: Mapping[Span, Chosen], texts: dict[int, str], drawn: _Drawn
) -> dict[int, str]:
    """Put what was chosen in the place of what was drawn; the base form of each such mention, ""
    where only its text was chosen."""
    places = [place for place, mention in enumerate(case.mentions) if mention.span in chosen]
    bases = {}
    for place in places:
        choice = chosen[case.mentions[place].span]
        texts[place], bases[place] = choice.text, choice.base
        if choice.base:
            drawn.mentions[place] = choice.base
    return bases


def _respelt(
    case: _Case,
    replacement: Replacement,
    number: Mapping[Span, int],
    drawn: _Drawn,
    form: str,
) -> str:
    """The pseudonym of a mention as it reads where the mention is spelt `form`: in the genitive, or
    as a compound, if that is how the one is made of the other."""
    place = number.get(replacement.mention.span, -1)
    base = drawn.mentions.get(place)
    rule = case.policy.rule(replacement.mention.label, "foreign" in replacement.mention.features)
    morphology = rule.morphology or case.policy.morphology
    if base is None or morphology != "inflect":
        return carry_case(form, replacement.text)
    mention, forms = case.mentions[place], case.language.morphology
    kind = case.language.taxonomy.kind(mention.label)
    how = forms.derived(form, case.folded[place], kind)
    if how and how.kind == "compound" and (made := forms.derive(base, how)):
        return carry_case(form, made, SHOUTS_INSTITUTION)
    turned = msgspec.structs.replace(mention, features=mention.features ^ {"gen"})
    for one in (mention, turned):
        if fold(stem := forms.stem(one, form)) == case.folded[place]:
            mention, stemmed = one, stem
            break
    else:
        stemmed = case.forms[place]
    heeded = forms.heeded(mention, stemmed)
    return _cased(case, form, forms.inflect(base, heeded) if heeded else base, mention.label)


def _settled(
    case: _Case,
    referents: Sequence[Referent],
    rules: Sequence[Rule],
    texts: Mapping[int, str],
    drawn: _Drawn,
) -> tuple[dict[int, str], list[Renamed]]:
    """What the texts drawn ask of one another, and of words beside them, as the generators say that
    wrote them; the first mention of a referent speaks for it again."""
    asking: dict[Agree, set[int]] = {}
    for referent, rule in zip(referents, rules, strict=True):
        generator = case.language.generators.get(rule.generator)
        if rule.action == "replace" and isinstance(generator, PerMention) and generator.agree:
            asking.setdefault(generator.agree, set()).update(referent.mentions)
    settled: dict[int, str] = {}
    renamed: list[Renamed] = []
    document = case.language.tokenization(case.document) if asking else case.document
    for agree, places in asking.items():
        agreed = agree(document, case.mentions, texts, places, case.scope == "document")
        settled.update(agreed.texts)
        renamed += agreed.renamed
    for at, referent in enumerate(referents):
        if referent.mentions[0] in settled:
            drawn.base[at] = settled[referent.mentions[0]]
    return settled, renamed


def _kept(case: _Case, referents: Sequence[Referent], rules: Sequence[Rule]) -> tuple[int, bool]:
    """How many mentions stay that the policy would replace; and whether, by its own rules, what
    names somebody stays and nothing else was replaced."""
    spared, left, hidden = 0, False, False
    attributes = case.language.taxonomy.labels("attribute")
    for referent, rule in zip(referents, rules, strict=True):
        if rule.action not in KEPT:
            hidden = True
        elif not _exempt(case, referent):
            own = _own_rule(case, referent).action in KEPT
            spared += 0 if own else len(referent.mentions)
            left = left or (own and referent.label not in attributes)
    return spared, left and not hidden


def _case(
    document: Document,
    mentions: Sequence[Mention],
    language: LanguagePack,
    policy: Policy,
    key: bytes,
    scope: str,
    selective: bool,
    spared: Collection[Span],
) -> _Case:
    if scope not in SCOPES:
        raise PolicyError(f"unknown scope {scope!r}; there are {', '.join(SCOPES)}")
    author = document.meta.get("author", "")
    if scope == "author" and not author:
        raise DataError(f"document {document.id}: scope author needs an author in the metadata")
    own = made_id(document.text, key) if document.nameless else document.id
    whose = {"mention": own, "document": own, "author": author, "corpus": ""}
    ordered = tuple(sorted(mentions, key=attrgetter("span")))
    written = [document.text[mention.span.start : mention.span.end] for mention in ordered]
    forms = list(map(language.morphology.stem, ordered, written))
    folded = [fold(form) for form in forms]
    originals = {*folded, *(fold(mention.referent) for mention in ordered if mention.referent)} - {
        ""
    }
    texts = (document.text, *((document.version.text,) if document.version else ()))
    shown = [chunk for text in texts for chunk in chunks(text, language)]
    return _Case(
        document, ordered, written, forms, folded, _personal(ordered, language.taxonomy),
        language, policy, key, scope, (scope, whose[scope], policy.name),
        originals.union(*[chunk.forms for chunk in shown]), shown,
        Telling.of(originals, language.vocab.gazetteer.ordinary, language.morphology.bare),
        any(map(str.isupper, written)) and _shouting(document.text),  # what is not in capitals does not ask
        selective,
        frozenset(spared),
    )  # fmt: skip


def _personal(mentions: Sequence[Mention], taxonomy: Taxonomy) -> list[float]:
    """The probability of each mention that it concerns the writer; of the names of one person the
    highest, for they stay or go together."""
    people: dict[int, float] = {}
    names = taxonomy.labels("person")
    for mention in mentions:
        if mention.number and mention.label in names:
            people[mention.number] = max(mention.personal, people.get(mention.number, 0.0))
    return [
        people.get(mention.number, mention.personal) if mention.label in names else mention.personal
        for mention in mentions
    ]


def _shouting(text: str) -> bool:
    """Whether a text is written in capitals."""
    lower = len(raw := text.encode(errors="replace")) - len(raw.translate(None, LOWER))
    if lower * SHOUTING_TEXT >= (len(text) - lower) * (
        1 - SHOUTING_TEXT
    ):  # not even if all else were capitals; mostly so, and soon told
        return False
    letters = sum(map(str.isalpha, text))
    return letters > 40 and sum(map(str.isupper, text)) > SHOUTING_TEXT * letters


def _rules(case: _Case, referents: Sequence[Referent]) -> list[Rule]:
    """The rule for each referent; what is left alone because it is not the writer's goes all the
    same if it has a hidden place in it."""
    rules = [_rule(case, referent, case.selective) for referent in referents]
    if not case.selective:
        return rules
    places = case.language.taxonomy.labels("place")
    hidden = {
        case.folded[place]
        for referent, rule in zip(referents, rules, strict=True)
        if referent.label in places and rule.action not in KEPT
        for place in referent.mentions
    }
    return [
        _rule(case, referent, False)
        if rule.action in KEPT and _named_after(case, referent, hidden)
        else rule
        for referent, rule in zip(referents, rules, strict=True)
    ]


def _named_after(case: _Case, referent: Referent, places: set[str]) -> bool:
    """Whether a thing begins with one of these places: Flens kommun."""
    if referent.label not in case.language.taxonomy.labels(*NAMED_AFTER_PLACES):
        return False
    firsts = [case.folded[place].partition(" ")[0] for place in referent.mentions]
    return not places.isdisjoint((*firsts, *map(case.language.morphology.base, firsts)))


def _rule(case: _Case, referent: Referent, selective: bool) -> Rule:
    """The policy's rule; the language's exempt countries, however they are spelt, are marked and
    stay."""
    if _exempt(case, referent):
        return Rule("mark")
    if case.spared and case.spared.issuperset(
        case.mentions[place].span for place in referent.mentions
    ):
        return Rule("mark")
    if (
        selective
        and referent.label not in case.language.taxonomy.never_public
        and max(case.personal[place] for place in referent.mentions) < 0.5
    ):
        return Rule("mark")
    return _own_rule(case, referent)


def _own_rule(case: _Case, referent: Referent) -> Rule:
    """What the policy says of a referent, whomever it concerns."""
    foreign = f"{referent.label}+foreign" in case.policy.rules and any(
        "foreign" in case.mentions[place].features for place in referent.mentions
    )
    return case.policy.rule(referent.label, foreign)


def _exempt(case: _Case, referent: Referent) -> bool:
    """Whether it is a country that the language never replaces."""
    if case.language.taxonomy.kind(referent.label) != COUNTRY:
        return False
    own = _countries(case, referent.canonical, referent.form)
    return bool(own and own & _countries(case, *case.language.texts.exempt))


def _countries(case: _Case, *forms: str) -> set[str]:
    """The forms, folded, and the codes of the countries that they can name."""
    folded = {fold(form) for form in forms if form}
    countries = case.language.taxonomy.labels(COUNTRY)
    entries = (entry for form in folded for entry in case.language.vocab.gazetteer.entries(form))
    return folded | {
        entry.country for entry in entries if entry.label in countries and entry.country
    }


def _count(letters: dict[str, int], label: str) -> int:
    letters[label] = letters.get(label, -1) + 1
    return letters[label]


def _written(
    case: _Case, referent: Referent, rule: Rule, place: int, at: int, drawn: _Drawn
) -> dict[int, str]:
    """The text of each mention of a referent; what was drawn is entered in `drawn`."""
    if rule.action in KEPT:
        return {number: case.written[number] for number in referent.mentions}
    morphology = rule.morphology or case.policy.morphology
    if rule.action in ("placeholder", "remove"):
        base = drawn.base[at] = _template(case, referent, rule, place)
        return {number: _inflected(case, morphology, base, number) for number in referent.mentions}
    generator = case.language.generators.get(rule.generator)
    if generator is None:
        raise PolicyError(
            f"policy {case.policy.name}: language {case.language.code} has no generator {rule.generator!r}"
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
    misspelt = _slips(case, referent, morphology)
    draw = _draw(case, referent, referent.mentions[0], place, drawn)
    base = drawn.base[at] = _drawn_base(generator, draw, misspelt)
    drawn.taken.add(fold(base))
    for original in (referent.canonical, referent.form):
        drawn.places.setdefault(fold(original), base)
    drawn.mentions.update(dict.fromkeys(referent.mentions, base))
    others = _other_bases(case, referent, draw, base, misspelt, drawn.taken)
    texts = {}
    for number in referent.mentions:
        text = _inflected(case, morphology, others.get(number, base), number)
        if morphology != "suffix" or number in others:
            text = _cased(case, case.written[number], text, case.mentions[number].label)
        texts[number] = text
    return texts


def _other_bases(
    case: _Case,
    referent: Referent,
    draw: Draw,
    base: str,
    misspelt: Mapping[int, tuple[Slip, ...]],
    taken: set[str],
) -> dict[int, str]:
    """The base forms of the mentions that have another than their referent: nicknames, and those
    with slips of the pen, which are entered in `taken`."""
    found = _short(case, referent, draw, base) if len(referent.mentions) > 1 else {}
    given: dict[tuple[Slip, ...], str] = {}
    for number, its in misspelt.items():
        if number not in found:
            if its not in given:
                spelt = carried(its, base)
                given[its] = spelt if draw.free(spelt) else base
                taken.add(fold(given[its]))
            found[number] = given[its]
    return found


def _short(case: _Case, referent: Referent, draw: Draw, base: str) -> dict[int, str]:
    """What stands for nicknames in a sentence that has the name, too: one of the name drawn, where
    it has one (Nisse heter egentligen Nils)."""
    kind = case.language.taxonomy.kind(referent.label)
    if not kind.startswith("person.given"):
        return {}
    related = case.language.morphology.related
    found: dict[int, str] = {}
    for one, other in pairwise(referent.mentions):
        forms = case.folded[one], case.folded[other]
        between = case.mentions[one].span.end, case.mentions[other].span.start
        if forms[0] == forms[1] or _SENTENCE_END.search(case.document.text, *between):
            continue
        for number, (form, long) in ((one, forms), (other, forms[::-1])):
            names = map(str.capitalize, sorted(related(fold(base), kind)))
            if form in related(long, kind) and (name := next(filter(draw.free, names), "")):
                found[number] = name
    return found


def _slips(case: _Case, referent: Referent, morphology: str) -> dict[int, tuple[Slip, ...]]:
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


def _drawn_base(generator: Generator, draw: Draw, misspelt: Mapping[int, tuple[Slip, ...]]) -> str:
    """A base form, one that can have the slips of the original where there is one. A keyed scope
    draws by the original alone, however it is spelt."""
    if misspelt and not draw.keyed:
        wanted = {slip for found in misspelt.values() for slip in found}
        fitting = msgspec.structs.replace(
            draw, free=lambda name: draw.free(name) and bears(wanted, name)
        )
        if bears(wanted, base := generator(fitting)):
            return base
    return generator(draw)


def _draw(case: _Case, referent: Referent, number: int, place: int, drawn: _Drawn) -> Draw:
    mention = case.mentions[number]
    foreign = "foreign" in case.mentions[referent.mentions[0]].features
    coupled = case.policy.coupling != "none"
    telling, taken, present = case.telling, drawn.taken, case.present
    spoken_of = (
        case.spoken_of
        if referent.label in case.language.taxonomy.labels(COUNTRY)
        else frozenset[str]()
    )
    country_of = case.language.texts.country_words.country
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
        )

    return Draw(
        referent.label, _named(case, referent), case.written[number], mention.features | {"foreign"} if foreign else mention.features,
        referent.canonical or referent.form, referent.number, place, case.document, mention, case.mentions, case.forms,
        drawn.mentions if coupled else {}, drawn.places if coupled else {}, free, unused,
        case.key, case.scope, material, drawn.memo, case.language.taxonomy, case.policy.names == "origin",
    )  # fmt: skip


def _named(case: _Case, referent: Referent) -> str:
    """The form of a referent; of a word made of a listed institution (KTH-student) that itself."""
    institutions = case.language.taxonomy.labels("org")
    if referent.label not in institutions:
        return referent.form
    made = case.language.morphology.made_of(fold(referent.form))
    return made.entry.canonical if made and made.entry.label in institutions else referent.form


def _template(case: _Case, referent: Referent, rule: Rule, place: int) -> str:
    names = {
        "letter": letter(place), "noun": case.language.texts.nouns.get(referent.label, referent.label), "label": referent.label,
        "LABEL": referent.label.upper(), "number": str(referent.number or place + 1),
    }  # fmt: skip
    text = rule.template
    for name, value in names.items():
        text = text.replace("{" + name + "}", value)
    return text


def _inflected(case: _Case, morphology: str, base: str, number: int) -> str:
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


def _cased(case: _Case, original: str, text: str, label: str) -> str:
    taxonomy, normal = case.language.taxonomy, case.policy.spelling == "normalize"
    if normal and original.islower() and label in taxonomy.labels(*PROPER):
        return text
    shouts = 2 if case.shouting else _shouts(taxonomy).get(label, SHOUTS_PLACE)
    return carry_case(original, text, shouts)


@lru_cache(8)
def _shouts(taxonomy: Taxonomy) -> Mapping[str, int]:
    """From how many letters in capitals a name of a label is shouted; of the others SHOUTS_PLACE."""
    institutions = dict.fromkeys(taxonomy.labels("org", "transport.name"), SHOUTS_INSTITUTION)
    return institutions | dict.fromkeys(taxonomy.labels("person"), SHOUTS)
