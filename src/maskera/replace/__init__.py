"""Mentions and a policy -> a Result. Every choice follows from the key, the scope, the policy and
the original; no state is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

import msgspec

from maskera.errors import PolicyError
from maskera.lang.pack import LanguagePack
from maskera.leaks.findings import findings, verdict
from maskera.leaks.ids import told_by_id
from maskera.leaks.originals import collect
from maskera.leaks.verdict import judged
from maskera.mentions import Aliases, Mention
from maskera.policy import Policy, Rule
from maskera.policy import shipped as shipped_policies
from maskera.replace import adjectives, articles, derived
from maskera.replace.birthdays import Renamed, words
from maskera.replace.case import COUNTRY, Case, case_of
from maskera.replace.choice import KEPT, rules_of, what_stays
from maskera.replace.determiners import agreeing
from maskera.replace.draw import KEYED_SCOPES, Agree, ForLabels, PerMention
from maskera.replace.follow import followed
from maskera.replace.generalize import WIDENING
from maskera.replace.referents import Referent, gather
from maskera.replace.shape import carry_case, fold
from maskera.replace.united import united
from maskera.replace.versions import respellings
from maskera.replace.writing import SHOUTS_INSTITUTION, Drawn, cased, texts_of
from maskera.result import Chosen, Replacement, Respelling, Result
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Edit, Span, splice

__all__ = ["KEPT", "check_generators", "replace"]

FIRST = (COUNTRY, "place.settlement", "place.region", "person.family")
"""Kinds that are drawn before what is coupled to them (a firm called after its owner); all else in
text order."""
LAST = ("person.initials", "person.middle", "contact")
"""Kinds that are built from the names drawn for the person."""


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
    case = case_of(
        document, mentions, language, policy, key, scope or policy.scope, selective, spared
    )
    referents = gather(
        document,
        case.mentions,
        case.forms,
        case.folded,
        case.scope == "mention",
        language.taxonomy,
        case.scope not in KEYED_SCOPES,
    )
    rules = rules_of(case, referents)
    texts, drawn = _texts(case, referents, rules)
    settled, holidays = _settled(case, referents, rules, texts, drawn)
    texts.update(settled)
    choices = _choices(case, chosen or {}, texts, drawn)
    actions, bases = _decided(case, referents, rules, texts, settled, choices, drawn)
    aliases: dict[tuple[str, int], str] = {}
    for place, base in bases.items():
        aliases.setdefault((case.mentions[place].label, case.mentions[place].number), base)
    decided = [
        Replacement(mention, actions[place], texts[place])
        for place, mention in enumerate(case.mentions)
    ]
    decided += words(document.text, dict(enumerate(case.mentions)), holidays)
    fixed = chosen.keys() if chosen else ()
    replacements, renamed = _with_words(case, decided, aliases, bases, fixed)
    aliases.update(renamed)
    respelt: tuple[Respelling, ...] = ()
    if document.version is not None:
        number = {mention.span: place for place, mention in enumerate(case.mentions)}
        respelt = respellings(
            document.text,
            document.version,
            replacements,
            lambda at, form: _respelt(case, replacements[at], number, drawn, form),
        )
    kept, stays = what_stays(case, referents, rules)
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


def _texts(
    case: Case, referents: Sequence[Referent], rules: Sequence[Rule]
) -> tuple[dict[int, str], Drawn]:
    """The text for each mention by its place, and what was drawn for it: countries and towns first,
    what is built from names last."""
    drawn = Drawn()
    texts: dict[int, str] = {}
    letters: dict[str, int] = {}
    places = [
        0 if rule.action in KEPT else _count(letters, referent.label)
        for referent, rule in zip(referents, rules, strict=True)
    ]
    rank = _ranks(case.language.taxonomy)
    for at in sorted(  # a double name is made of its halves
        range(len(referents)),
        key=lambda at: (rank.get(referents[at].label, len(FIRST)), bool(referents[at].halves)),
    ):
        texts.update(texts_of(case, referents[at], rules[at], places[at], at, drawn))
    return texts, drawn


def _decided(
    case: Case,
    referents: Sequence[Referent],
    rules: Sequence[Rule],
    texts: Mapping[int, str],
    settled: Mapping[int, str],
    choices: Mapping[int, str],
    drawn: Drawn,
) -> tuple[dict[int, str], dict[int, str]]:
    """What is done with each mention, and the base forms of what stands for the hidden ones, by
    their places. A text that was settled to stay is kept."""
    actions: dict[int, str] = {}
    bases: dict[int, str] = {}
    for at, (referent, rule) in enumerate(zip(referents, rules, strict=True)):
        for place in referent.mentions:
            stays = settled.get(place) == case.written[place]
            actions[place] = "keep" if stays else rule.action
            if actions[place] not in KEPT:
                bases[place] = choices.get(place) or drawn.base.get(at, texts[place])
    return actions | dict.fromkeys(choices, "replace"), bases


def _with_words(
    case: Case,
    decided: Sequence[Replacement],
    aliases: Aliases,
    bases: Mapping[int, str],
    fixed: Collection[Span],
) -> tuple[tuple[Replacement, ...], Aliases]:
    """The replacements, in text order, with those of words that would give a hidden name back, and
    the aliases that these change. bases: see _decided(); fixed: mentions whose text was chosen."""
    document, language, policy = case.document, case.language, case.policy
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
    drawn = {case.mentions[place].span: base for place, base in bases.items()} if follow else {}
    replacements, renamed = derived.followed(
        document, replacements, drawn, case.shown, case.present, language, fixed
    )
    article = language.texts.article
    if article and (more := tuple(articles.agreeing(document, replacements, article))):
        replacements = tuple(sorted((*replacements, *more), key=lambda r: r.mention.span))
    widens = any(rule.generator in WIDENING for rule in policy.rules.values())
    if language.texts.general and widens:
        table, gendered = language.texts.general, language.texts.gendered
        replacements = united(document, replacements, table)
        replacements = (*replacements, *agreeing(document, replacements, table))
        if gendered:
            more = tuple(adjectives.agreeing(document, replacements, table, gendered))
            replacements = (*replacements, *more)
        replacements = tuple(sorted(replacements, key=lambda r: r.mention.span))
    return replacements, renamed


@lru_cache(8)
def _ranks(taxonomy: Taxonomy) -> Mapping[str, int]:
    """When the labels are drawn that are not drawn in text order: before or behind all else."""
    first = {kind: place for place, kind in enumerate(FIRST)}
    return taxonomy.by_label(first | dict.fromkeys(LAST, len(FIRST) + 1))


def _choices(
    case: Case, chosen: Mapping[Span, Chosen], texts: dict[int, str], drawn: Drawn
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
    case: Case,
    replacement: Replacement,
    number: Mapping[Span, int],
    drawn: Drawn,
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
    return cased(case, form, forms.inflect(base, heeded) if heeded else base, mention.label)


def _settled(
    case: Case,
    referents: Sequence[Referent],
    rules: Sequence[Rule],
    texts: Mapping[int, str],
    drawn: Drawn,
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


def _count(letters: dict[str, int], label: str) -> int:
    letters[label] = letters.get(label, -1) + 1
    return letters[label]
