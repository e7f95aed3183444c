"""Genitives that no letter marks: of names in s, x and z, told by an apostrophe (Lars' fru) or by
what is owned (Lars fru)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, takewhile

import msgspec

from maskera.annotate.tokens import normal
from maskera.label.propagate import WEIGHT
from maskera.lang.sv.morphology import SILENT, Inflection
from maskera.lang.sv.persons import is_somebody
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Evidence, Hypothesis, Mention
from maskera.taxonomy import FIRSTNAMES, INSTITUTIONS, LISTED_NAMES, PERSON, PLACES
from maskera.text import Span

_WORDS = word_list("sv", "genitives")

NAMED = PERSON | LISTED_NAMES
PERSON_OR_RELATIVE = PERSON | {"fam"}  # lola is a grandmother, too
OWNERS = (PERSON - {"initials"}) | PLACES
APOSTROPHES = ("'", "’")
QUOTATION = 40  # tokens that one between apostrophes may have
OWNED_ZIPF = 6.0  # more frequent words (hade, min, man) are hardly what the tags say they are
CALLED = _WORDS["called"]
# Letters after which -s is hardly a name's own: Nikolaidis, Kvistnäs, Marx.
BEFORE_ENDING = frozenset("bcdfghjklmnpqrtv")
NEAR = 4  # tokens behind a name in -s: fru heter _, lilla syster _
# Verbs: giving (gav Lars boken); gaining, for somebody or what is theirs (köpte Lars blommor).
VERBS, SUBJECTS, LINKS = ("VERB", "AUX"), ("PRON", "PROPN"), ("CCONJ", "SCONJ")


def marked(table: TokenTable, mention: Mention) -> Mention:
    """The mention, as a genitive where it is one; with its apostrophe, which would tell of another
    name how the original ends."""
    text, end = table.document.text, mention.span.end
    if text[end - 1].lower() not in SILENT:
        if mention.label in INSTITUTIONS and "gen" in mention.features:  # Röda Korsets språkkafé
            return msgspec.structs.replace(mention, features=mention.features - {"gen"})
        return mention
    if mention.label in NAMED and _before_apostrophe(text, end) and not _in_quotes(table, mention):
        return msgspec.structs.replace(
            mention, span=Span(mention.span.start, end + 1), features=mention.features | {"gen"}
        )
    if (
        mention.label in INSTITUTIONS
        and "gen" in mention.features
        and _owns_nothing(table, mention)
    ):
        return msgspec.structs.replace(mention, features=mention.features - {"gen"})
    if "gen" in mention.features and mention.label in FIRSTNAMES and _acts(table, mention):
        return msgspec.structs.replace(mention, features=mention.features - {"gen"})
    if mention.label in OWNERS and "gen" not in mention.features and _owns(table, mention):
        return msgspec.structs.replace(mention, features=mention.features | {"gen"})
    return mention


def of_names(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions; a name in -s is the genitive of a first name that the text has without it, with
    its label (Mina: Minas mamma).

    But where somebody in the text bears the name in -s, it is that everywhere (Andrea and Andreas);
    and no wife bears the name of her husband (Andreas fru heter Andrea).
    """
    names = {
        _form(table, mention): mention
        for mention in reversed(mentions)
        if mention.label in FIRSTNAMES and "gen" not in mention.features
    }
    longer: dict[str, list[int]] = {}
    for place, mention in enumerate(mentions) if names else ():
        if mention.label not in PERSON_OR_RELATIVE:
            continue
        form = _form(table, mention)
        if form.endswith("s") and form[:-1] in names:
            longer.setdefault(form, []).append(place)
    result = list(mentions)
    for form, places in longer.items():
        name = names[form[:-1]]
        if any(_named_so(table, mentions[place], form[:-1]) for place in places):
            continue
        if all(
            "gen" in mentions[place].features or _may_own(table, mentions[place])
            for place in places
        ):
            for place in places:
                result[place] = _named_as(mentions[place], name, form[:-1])
    return result


def _acts(table: TokenTable, mention: Mention) -> bool:
    """Whether a first name in -s begins a sentence as its subject, or stands behind whom it names,
    and the text has it nowhere without -s: Teodoros är snäll, which no list has, but Teodoro; min
    bror Ronas har."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    tags = table.document.tokens.pos
    apart = table.adjacent(last) and mention.span == table.span(first, last)  # not Annas-gänget
    named = table.left(first) != "" and is_somebody(table.words[first - 1])
    if not (tags and first == last and (named or table.sentence_initial[first]) and apart):
        return False
    acting = tags[last + 1] in VERBS and table.sentence[last + 1] == table.sentence[last]
    return acting and next(iter(table.among({table.lowers[last][:-1]})), None) is None


def _owns_nothing(table: TokenTable, mention: Mention) -> bool:
    """Whether a place is named after its owner (på Handels, hos Johanssons): nothing that it could
    own follows."""
    last = table.last_token(mention.span)
    after = table.right(last)
    return not (after[:1].isalpha() and table.adjacent(last)) or after in _WORDS["no_noun"]


def _form(table: TokenTable, mention: Mention) -> str:
    return normal(table.document.text[mention.span.start : mention.span.end]).lower()


def _may_own(table: TokenTable, mention: Mention) -> bool:
    """Whether a noun or its adjective stands behind."""
    last, tags = table.last_token(mention.span), table.document.tokens.pos
    return (
        bool(tags)
        and table.adjacent(last)
        and table.words[last + 1].shape == "lower"
        and (tags[last + 1] in ("NOUN", "ADJ") or "fam" in table.words[last + 1].labels)
    )


def _named_so(table: TokenTable, mention: Mention, stem: str) -> bool:
    """Whether whom the name in -s has is called by the shorter name: Andreas fru heter Andrea,
    Elias lilla syster Elia."""
    last = table.last_token(mention.span)
    behind = [table.right(last, step) for step in range(1, NEAR + 1)]
    if stem not in behind:
        return False
    place = behind.index(stem)
    return place > 0 and (behind[place - 1] in CALLED or "fam" in table.words[last + place].labels)


def _named_as(mention: Mention, name: Mention, stem: str) -> Mention:
    """The mention as the genitive of a name that has this form; its other labels stay for the
    reviewer."""
    genitive = name.features | {"gen"}
    own = next(
        (h.evidence for h in mention.hypotheses if h.label == name.label),
        (Evidence("elsewhere in the text", WEIGHT),),
    )
    others = [hypothesis for hypothesis in mention.hypotheses if hypothesis.label != name.label]
    return msgspec.structs.replace(
        mention,
        label=name.label,
        features=genitive,
        hypotheses=(Hypothesis(name.label, own, genitive), *others),
        referent=stem,
    )


def _before_apostrophe(text: str, end: int) -> bool:
    return text[end : end + 1] in APOSTROPHES and text[end + 1 : end + 2].isspace()


def _in_quotes(table: TokenTable, mention: Mention) -> bool:
    """Whether an apostrophe opens a quotation before the mention in its sentence, so that the one
    behind may end it."""
    first = table.first_token(mention.span)
    before = range(max(0, first - QUOTATION), first)
    return any(
        table.lowers[place] in APOSTROPHES
        and table.sentence[place] == table.sentence[first]
        and not (place and table.glued(place - 1))
        for place in before
    )


def _owns(table: TokenTable, mention: Mention) -> bool:
    """Whether a relative or an indefinite noun follows, perhaps behind its adjective; definite ones
    (gav Lars boken) belong to no one. A name in no list whose -s is an ending needs no verb: Tindra
    Kvistbäcks uppsats."""
    last = table.last_token(mention.span)
    form = table.document.tokens.forms[last]
    ending = table.vocab.derived(Inflection).base(form) != form
    if not table.adjacent(last) or (ending and mention.label not in PERSON):
        return False
    owned, tags = last + 1, table.document.tokens.pos
    if (
        tags
        and tags[owned] == "ADJ"
        and "Definite=Def" in table.document.tokens.morphology[owned]
        and table.adjacent(owned)
    ):
        owned += 1
    word = table.words[owned]
    if word.shape != "lower" or table.sentence[owned] != table.sentence[last]:
        return False
    if "fam" in word.labels:
        return tags[owned] in ("NOUN", "PROPN") if tags else word.zipf <= OWNED_ZIPF
    if (
        not tags
        or tags[owned] != "NOUN"
        or "Definite=Ind" not in table.document.tokens.morphology[owned]
    ):
        return False
    common = word.ordinary > 0 and word.zipf <= OWNED_ZIPF and word.lower not in _WORDS["time"]
    first = table.first_token(mention.span)
    if not common or (
        mention.label in PERSON and owned == last + 1 and _given(table, first, owned)
    ):
        return False
    return (ending and form[-2:-1].lower() in BEFORE_ENDING) or (
        _has_verb(table, tags, first, owned) and not _inverted(table, tags, first, owned)
    )


def _given(table: TokenTable, first: int, owned: int) -> bool:
    """Whether the person named gets the thing, by the verb right before: gav Mats present."""
    verb = table.left(first)
    return verb in _WORDS["giving"] or (
        verb in _WORDS["gaining"] and "Number=Plur" in table.document.tokens.morphology[owned]
    )


def _has_verb(table: TokenTable, tags: tuple[str, ...], first: int, owned: int) -> bool:
    """Whether the clause has a verb besides what follows the name, which else is rather the verb
    itself: min bror Mats bor i Lund."""
    behind = takewhile(
        lambda place: table.sentence[place] == table.sentence[owned], range(owned + 1, len(tags))
    )
    linked = (
        first > 1 and tags[first - 1] == "CCONJ" and tags[first - 2] == "PROPN"
    )  # two names in one clause: Anna och Markus lärare
    before = takewhile(
        lambda place: table.sentence[place] == table.sentence[first],
        range(first - 1 - linked, -1, -1),
    )
    sides = [
        takewhile(lambda tag: tag not in LINKS, [tags[place] for place in side])
        for side in (behind, before)
    ]
    return any(tag in VERBS for tag in chain(*sides))


def _inverted(table: TokenTable, tags: tuple[str, ...], first: int, owned: int) -> bool:
    """Whether a verb stands before its subject there: nu har Lars feber, i Borås bor jag, but jag
    gillar Lars kläder."""
    if table.right(owned) and tags[owned + 1] in SUBJECTS:
        return True
    verb = first - 1
    if verb < 0 or table.sentence[verb] != table.sentence[first] or tags[verb] not in VERBS:
        return False
    return (
        not verb
        or table.sentence[verb - 1] != table.sentence[first]
        or tags[verb - 1] not in SUBJECTS
    )
