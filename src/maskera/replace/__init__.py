"""Mentions and a policy -> a Result. Every choice follows from the key, the scope, the policy and the original; no state is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from maskera.errors import DataError, PolicyError
from maskera.evaluate.leaks import check
from maskera.language import Language
from maskera.mentions import Mention
from maskera.policy import SCOPES, Policy, Rule
from maskera.replace.draw import Draw, EachMention
from maskera.replace.referents import FIRSTNAMES, PERSON, Referent, base_form, gather, value_kind
from maskera.replace.shape import PART, WORD, carry_case, fold, letter, words
from maskera.result import Replacement, Result
from maskera.text import Document, Edit, splice

__all__ = ["replace"]

FIRST = ("country", "city", "region")  # drawn before what is coupled to them; all else in text order
LAST = ("initials", "middlename", "email", "url")  # built from the names drawn for the person
RANK = {**{label: rank for rank, label in enumerate(FIRST)}, **dict.fromkeys(LAST, len(FIRST) + 1)}
SHOUTS = dict.fromkeys(PERSON, 2)  # letters in capitals from which a form is shouting and not an acronym (EVA, but KTH and USA)
SHOUTS_PLACE, SHOUTS_INSTITUTION, SHOUTING_TEXT = 4, 7, 0.7
KEPT = ("mark", "keep")
INSTITUTIONS = ("school", "work", "other_institution", "transport_name")


@dataclass(frozen=True, slots=True)
class _Case:
    """What stays the same while one document is replaced."""

    document: Document
    mentions: tuple[Mention, ...]
    language: Language
    policy: Policy
    key: bytes
    scope: str
    material: tuple[str, ...]
    present: frozenset[str]
    names: frozenset[str]
    siblings: Mapping[str, tuple[str, ...]]
    shouting: bool
    selective: bool


@dataclass(slots=True)
class _Drawn:
    """What has been drawn so far; lives for one call."""

    base: dict[int, str] = field(default_factory=dict)  # referent -> base form
    taken: set[str] = field(default_factory=set)
    places: dict[str, str] = field(default_factory=dict)
    people: dict[int, dict[str, str]] = field(default_factory=dict)
    memo: dict[str, Any] = field(default_factory=dict)


def replace(
    document: Document,
    mentions: Sequence[Mention],
    language: Language,
    policy: Policy,
    key: bytes,
    scope: str | None = None,
    selective: bool = False,
) -> Result:
    """What becomes of each mention under the policy, with the leak check's verdict.

    key: the secret; the same key, document id and policy give the same result everywhere. scope: overrides the policy's.
    selective: mark, do not replace, what no mention of the referent connects with the writer (Mention.personal below one half).
    Raises PolicyError for an unknown scope or generator, DataError when scope author meets a document without an author,
    SpanError when mentions overlap.
    """
    case = _case(document, mentions, language, policy, key, scope or policy.scope, selective)
    referents = gather(document, case.mentions, language.forms.base, case.scope == "mention")
    rules = [_rule(case, referent) for referent in referents]
    drawn = _Drawn()
    letters: dict[str, int] = {}
    places = [0 if rule.action in KEPT else _count(letters, referent.label) for referent, rule in zip(referents, rules, strict=True)]
    texts: dict[int, str] = {}
    order = sorted(range(len(referents)), key=lambda at: RANK.get(referents[at].label, len(FIRST)))
    for at in order:
        for place, text in _written(case, referents[at], rules[at], places[at], at, drawn).items():
            texts[place] = text
    replacements = []
    aliases: dict[tuple[str, int], str] = {}
    for at, (referent, rule) in enumerate(zip(referents, rules, strict=True)):
        for place in referent.mentions:
            mention = case.mentions[place]
            replacements.append((place, Replacement(mention, rule.action, texts[place])))
            if rule.action not in KEPT:
                aliases.setdefault((mention.label, mention.number), drawn.base.get(at, texts[place]))
    ordered = tuple(replacement for _, replacement in sorted(replacements, key=lambda pair: pair[0]))
    text, where = splice(document.text, [Edit(replacement.mention.span, replacement.text) for replacement in ordered])
    return Result(document, ordered, aliases, policy.name, leaks=check(text, document, ordered, language, where))


def _case(
    document: Document, mentions: Sequence[Mention], language: Language, policy: Policy, key: bytes, scope: str, selective: bool
) -> _Case:
    if scope not in SCOPES:
        raise PolicyError(f"unknown scope {scope!r}; there are {', '.join(SCOPES)}")
    author = document.meta.get("author", "")
    if scope == "author" and not author:
        raise DataError(f"document {document.id}: scope author needs an author in the metadata")
    whose = {"mention": document.id, "document": document.id, "author": author, "corpus": ""}
    ordered = tuple(sorted(mentions, key=lambda mention: mention.span))
    base = language.forms.base
    present = words(document.text)
    present.update([base(word) for word in present])
    originals = {fold(form) for mention in ordered for form in (base_form(document, mention, base), mention.referent) if form}
    present |= originals
    names = {word for original in originals for word in WORD.findall(original) if (language.gazetteer.ordinary(word) or -1.0) <= 0}
    siblings: dict[str, list[str]] = {}
    written = [document.text[mention.span.start : mention.span.end] for mention in ordered]
    for mention, form in zip(ordered, written, strict=True):
        siblings.setdefault(value_kind(mention.label), []).append(form)
    return _Case(
        document, ordered, language, policy, key, scope, (scope, whose[scope], policy.name), frozenset(present), frozenset(names),
        {kind: tuple(forms) for kind, forms in siblings.items()},
        any(form.isupper() for form in written) and _shouting(document.text),  # what is not in capitals does not ask
        selective,
    )  # fmt: skip


def _shouting(text: str) -> bool:
    """Whether a text is written in capitals."""
    letters = sum(map(str.isalpha, text))
    return letters > 40 and sum(map(str.isupper, text)) > SHOUTING_TEXT * letters


def _rule(case: _Case, referent: Referent) -> Rule:
    """The policy's rule; the language's exempt countries, however they are spelt, are marked and stay."""
    if referent.label == "country" and _countries(case, referent.canonical, referent.form) & _countries(case, *case.language.exempt):
        return Rule("mark")
    if case.selective and all(case.mentions[place].personal < 0.5 for place in referent.mentions):
        return Rule("mark")
    return case.policy.rule(referent.label, any("foreign" in case.mentions[place].features for place in referent.mentions))


def _countries(case: _Case, *forms: str) -> set[str]:
    """The forms, folded, and the codes of the countries that they can name."""
    folded = {fold(form) for form in forms if form}
    entries = (entry for form in folded for entry in case.language.gazetteer.entries(form))
    return folded | {entry.country for entry in entries if entry.label == "country" and entry.country}


def _count(letters: dict[str, int], label: str) -> int:
    letters[label] = letters.get(label, -1) + 1
    return letters[label]


def _written(case: _Case, referent: Referent, rule: Rule, place: int, at: int, drawn: _Drawn) -> dict[int, str]:
    """The text of each mention of a referent; what was drawn is entered in `drawn`."""
    spans = {number: case.mentions[number] for number in referent.mentions}
    originals = {number: case.document.text[mention.span.start : mention.span.end] for number, mention in spans.items()}
    if rule.action in KEPT:
        return originals
    if rule.action in ("placeholder", "remove"):
        base = _template(case, referent, rule, place)
        drawn.base[at] = base
        return {number: _inflected(case, rule, base, mention) for number, mention in spans.items()}
    if rule.generator not in case.language.generators:
        raise PolicyError(f"policy {case.policy.name}: language {case.language.code} has no generator {rule.generator!r}")
    generator = case.language.generators[rule.generator]
    if isinstance(generator, EachMention):
        texts = {number: generator(_draw(case, referent, number, originals[number], place, drawn)) for number in spans}
        drawn.base[at] = next(iter(texts.values()))
        drawn.taken.update(fold(text) for text in texts.values())
        return {number: _suffixed(case, rule, text, spans[number]) for number, text in texts.items()}
    first = referent.mentions[0]
    base = generator(_draw(case, referent, first, originals[first], place, drawn))
    drawn.base[at] = base
    drawn.taken.add(fold(base))
    if referent.label in PERSON:
        drawn.people.setdefault(referent.number, {}).setdefault("firstname" if referent.label in FIRSTNAMES else referent.label, base)
    for original in (referent.canonical, referent.form):
        drawn.places.setdefault(fold(original), base)
    texts = {number: _inflected(case, rule, base, mention) for number, mention in spans.items()}
    return {number: _cased(case, rule, originals[number], text, spans[number].label) for number, text in texts.items()}


def _draw(case: _Case, referent: Referent, number: int, written: str, place: int, drawn: _Drawn) -> Draw:
    mention = case.mentions[number]
    features = case.mentions[referent.mentions[0]].features
    seed = (str(mention.span.start),) if case.scope == "mention" else ()

    places = drawn.places if case.policy.coupling != "none" else {}

    def free(name: str) -> bool:
        return fold(name) not in drawn.taken and not _present(case, name)

    return Draw(
        referent.label, referent.form, written, mention.features | (features & {"foreign"}), referent.canonical or referent.form,
        referent.number, place, case.document, mention, case.mentions, case.siblings[value_kind(mention.label)], places,
        drawn.people.get(referent.number, {}), free, case.key, case.scope, (*case.material, *seed), drawn.memo,
    )  # fmt: skip


def _present(case: _Case, name: str) -> bool:
    """Whether a pseudonym is a word of the document, or has a word of one of its originals in it (ordinary words apart)."""
    if fold(name) in case.present:
        return True
    return not case.names.isdisjoint(_name_words(name))


@lru_cache(20_000)
def _name_words(name: str) -> tuple[str, ...]:
    """The words of a pseudonym that could give a name away, folded."""
    return tuple(fold(word) for word in WORD.findall(name) + PART.findall(name) if word[0].isupper() and len(word) > 2)


def _template(case: _Case, referent: Referent, rule: Rule, place: int) -> str:
    names = {
        "letter": letter(place), "noun": case.language.nouns.get(referent.label, referent.label), "label": referent.label,
        "LABEL": referent.label.upper(), "number": str(referent.number or place + 1),
    }  # fmt: skip
    text = rule.template
    for name, value in names.items():
        text = text.replace("{" + name + "}", value)
    return text


def _inflected(case: _Case, rule: Rule, base: str, mention: Mention) -> str:
    morphology = rule.morphology or case.policy.morphology
    if morphology == "suffix":
        return _suffixed(case, rule, base, mention)
    if morphology == "none" or not mention.features:
        return base
    features = mention.features | {"person"} if mention.label in PERSON else mention.features
    return case.language.forms.inflect(base, features)


def _suffixed(case: _Case, rule: Rule, base: str, mention: Mention) -> str:
    """SVALA's way: the features after the pseudonym, in alphabetical order; `foreign` is never written."""
    if (rule.morphology or case.policy.morphology) != "suffix":
        return base
    return base + "".join(f"-{feature}" for feature in sorted(mention.features - {"foreign"}))


def _cased(case: _Case, rule: Rule, original: str, text: str, label: str) -> str:
    if (rule.morphology or case.policy.morphology) == "suffix":
        return text
    shouts = SHOUTS.get(label, SHOUTS_INSTITUTION if label in INSTITUTIONS else SHOUTS_PLACE)
    return carry_case(original, text, 2 if case.shouting else shouts)
