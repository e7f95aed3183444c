"""Words made of a hidden name: a town's adjective, its police, its students, all of a family.

Each would give the name back, so where a policy lets words follow it is made of the name drawn, in
the same form, and keeps its second half; else, or where the language has no such word of that name,
it is marked, and the leak check asks for a look at it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set

import msgspec

from maskera import expressions as re
from maskera.lang.pack import INHABITED, Derivation, LanguagePack
from maskera.leaks.chunks import LEAST_PLACE, WORD, Chunk, fold
from maskera.lexicon.beginnings import Beginnings
from maskera.mentions import Aliases, Evidence, Hypothesis, Mention
from maskera.replace.follow import edited, holder
from maskera.replace.shape import carry_case
from maskera.result import Replacement
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Edit, Span

MADE = (*INHABITED, "place.country", "site", "org")
"""Kinds of mentions that may be a word made of a name as a whole, beside persons."""
MAKING = (*MADE, "place.district", "person.given", "person.family")
"""Kinds of names of which words are made."""
THINGS = ("place", "org")
"""Kinds of which a well-known word may be made."""
ONE_OF_A_PLACE = Derivation("people", "")
PEOPLES = ("adjective", "people")
"""Of a region abroad these are a people's own, and no region drawn has such a word."""
LEAST_END = 3  # letters that a word made of the last word of a name has of it
LEAST_LONG = 9  # letters of a well-known word that a name of four may be in
SHOUTS = 5  # letters in capitals from which a word is shouted


class _Name(msgspec.Struct, frozen=True):
    """A hidden name of one word: its first mention, and the base form drawn for it ("" where
    nothing may follow it)."""

    mention: Mention
    base: str


class _Word(msgspec.Struct, frozen=True):
    """A word of the text, the name it is made of, and how."""

    span: Span
    name: _Name
    how: Derivation


def followed(
    document: Document,
    replacements: Sequence[Replacement],
    bases: Mapping[Span, str],
    shown: Sequence[Chunk],
    present: Set[str],
    language: LanguagePack,
    fixed: Collection[Span] = (),
) -> tuple[tuple[Replacement, ...], Aliases]:
    """The replacements, in text order, and what becomes of words made of a hidden name: outside
    all mentions, in what is marked, and as mentions; and the base forms that this changes.

    bases: what was drawn for the mentions; where a hidden name has none, such words are marked.
    shown: the chunks of the text; present: its words, folded, and perhaps others. fixed: mentions
    that keep what stands for them.
    """
    fixed = {*fixed, *(one.mention.span for one in replacements if one.follows and one.hidden)}
    ordered = tuple(
        one
        if one.mention.span in fixed
        else _as_made(document.text, one, bases.get(one.mention.span, ""), language)
        for one in sorted(replacements, key=_span)
    )
    names = _names(document, ordered, bases, language)
    words = list(_find(document, shown, present, names, language))
    spans = [replacement.mention.span for replacement in ordered]
    words += _of_several(document, present, ordered, bases, language)
    alone = _alone(document, present, ordered, bases, language)
    words += [word for word in alone if holder(word.span, spans) is None]
    # Of two that each may be made of the other, the first is the name: a school, and its pupils.
    sources = {word.span: word.name.mention.span for word in words}
    words = [
        word
        for word in words
        if word.span > (named := word.name.mention.span) or sources.get(named) != word.span
    ]
    added: list[Replacement] = []
    edits: dict[Span, list[Edit]] = {}
    several = {one.mention.span for one in ordered if "pl" in one.mention.features}
    for word in words:
        if word.how == ONE_OF_A_PLACE and word.span in several:  # köpenhamnare, of several
            word = msgspec.structs.replace(word, how=Derivation("people", "pl"))
        text = _written(document.text, word, language)
        if (within := holder(word.span, spans)) is not None:
            if text:
                edits.setdefault(within, []).append(Edit(word.span, text))
            continue
        action = "replace" if text else "mark"
        original = document.text[word.span.start : word.span.end]
        added.append(Replacement(_mention(word), action, text or original, follows=True))
    if not (added or edits):
        return ordered, {}
    whole = {word.span: word for word in words}
    made: list[Replacement] = []
    renamed: dict[tuple[str, int], str] = {}
    for replacement in ordered:
        mention = replacement.mention
        its = [] if mention.span in fixed else edits.get(mention.span, [])
        itself = whole.get(mention.span) if its and replacement.hidden else None
        bare = fold(replacement.text) == fold(bases.get(mention.span, ""))
        if itself and _stands_for(itself, mention, language.taxonomy, bare):
            made.append(msgspec.structs.replace(replacement, text=its[0].text))
            if not _own(itself, mention):
                renamed[mention.label, mention.number] = its[0].text
        else:
            made.append(edited(document.text, replacement, its, language.taxonomy))
    return tuple(sorted((*made, *added), key=_span)), renamed


def _as_made(text: str, replacement: Replacement, base: str, language: LanguagePack) -> Replacement:
    """What stands for a word that is made of a name and alone has it: the same word of what was
    drawn."""
    if not base or not replacement.hidden:
        return replacement
    mention, taxonomy = replacement.mention, language.taxonomy
    written = text[mention.span.start : mention.span.end]
    lower = written.lower()
    if short := _before_hyphen(text, mention, base, language):
        return msgspec.structs.replace(replacement, text=carry_case(written, short, SHOUTS))
    how: Derivation | None = None
    if (read := language.morphology.made_of(lower)) is not None:
        alike = _alike(taxonomy.kind(read.entry.label), taxonomy.kind(mention.label))
        how = read.how if alike else None
    elif mention.label in taxonomy.labels(*MADE):
        how = language.morphology.half(lower)
    if how is None:
        return replacement
    if how.kind == "people":
        if fold(replacement.text) != fold(base):  # inflected already
            return replacement
        # The form of a word alone may be one of several.
        how = Derivation("people", " ".join(sorted(mention.features & {"def", "gen", "pl"})))
    made = language.morphology.derive(base, how)
    word = made if how.kind == "members" else carry_case(written, made, SHOUTS)
    return msgspec.structs.replace(replacement, text=word) if word else replacement


def _before_hyphen(text: str, mention: Mention, base: str, language: LanguagePack) -> str:
    """What an institution drawn under a name of several words is called before a hyphen:
    IKEA-staff, Lindvik-staff; "" elsewhere."""
    if " " not in base or mention.label not in language.taxonomy.labels("org"):
        return ""
    tail = text[mention.span.end : mention.span.end + 2]
    if len(tail) < 2 or tail[0] != "-" or not tail[1].isalpha():
        return ""
    made = language.morphology.derive(base, Derivation("compound", tail))
    return made.removesuffix(tail) if made.endswith(tail) else ""


def _alike(one: str, other: str) -> bool:
    """Whether a name and a word made of it are of one kind: a school and a place of work are."""
    return one == other or one.partition(".")[0] == other.partition(".")[0] == "org"


def _names(
    document: Document,
    replacements: Iterable[Replacement],
    bases: Mapping[Span, str],
    language: LanguagePack,
) -> dict[str, _Name]:
    """The hidden names of one word, folded, as they stand there and as their referent has them."""
    making = language.taxonomy.labels(*MAKING)
    names: dict[str, _Name] = {}
    for made in replacements:
        mention = made.mention
        if not made.hidden or made.follows or mention.label not in making:
            continue
        written = document.text[mention.span.start : mention.span.end]
        name = _Name(mention, bases.get(mention.span, ""))
        stem, referent = language.morphology.stem(mention, written), mention.referent
        people = bool(referent) and language.morphology.inhabitant(stem, referent)
        for form in (referent,) if people else (stem, referent):
            if form.replace("'", "").replace("’", "").isalpha():
                names.setdefault(fold(form), name)
    return names


def _alone(
    document: Document,
    present: Set[str],
    replacements: Iterable[Replacement],
    bases: Mapping[Span, str],
    language: LanguagePack,
) -> Iterator[_Word]:
    """The last words of institutions, with a capital, where they stand alone: the Opera of a Hotel
    Opera whose pseudonym is a hotel, too."""
    institutions = language.taxonomy.labels("org")
    names: dict[str, _Name] = {}
    for made in replacements:
        mention = made.mention
        if not made.hidden or mention.label not in institutions:
            continue
        words = document.text[mention.span.start : mention.span.end].split(" ")
        drawn = bases.get(mention.span, "").split(" ")
        if len(words) == len(drawn) == 2 and fold(words[0]) == fold(drawn[0]):
            last = words[1]
            if last.isalpha() and last[0].isupper():
                names.setdefault(fold(last), _Name(mention, drawn[1]))
    if names.keys().isdisjoint(present):
        return
    for match in WORD.finditer(document.text):
        if match[0][0].isupper() and (name := names.get(fold(match[0]))):
            yield _Word(Span(*match.span()), name, Derivation("short", ""))


def _of_several(
    document: Document,
    present: Set[str],
    replacements: Iterable[Replacement],
    bases: Mapping[Span, str],
    language: LanguagePack,
) -> Iterator[_Word]:
    """The words for people from a hidden place of several words: New Yorkers, Capetonians."""
    inhabited, kinds = language.taxonomy.labels(*INHABITED), language.taxonomy
    forms: dict[str, tuple[_Name, Derivation]] = {}
    ends: dict[str, list[tuple[str, str, _Name]]] = {}
    for made in replacements:
        mention = made.mention
        if not made.hidden or made.follows or mention.label not in inhabited:
            continue
        written = document.text[mention.span.start : mention.span.end]
        if " " not in written:  # as in most
            continue
        whole = fold(language.morphology.stem(mention, written))
        lead, blank, last = whole.rpartition(" ")
        if not blank:
            continue
        name = _Name(mention, bases.get(mention.span, ""))
        related = language.morphology.related(whole, kinds.kind(mention.label))
        forms.update((form, (name, how)) for form, how in related.items())
        if len(last) > LEAST_END:
            ends.setdefault(last[:LEAST_END], []).append((lead, last, name))
    for word in present if ends else ():
        for lead, last, name in ends.get(word[:LEAST_END], ()):
            kind = kinds.kind(name.mention.label)
            how = language.morphology.derived(word.capitalize(), last, kind)
            if word != last and how is not None and how.kind == "people":
                forms.setdefault(f"{lead} {word}", (name, how))
    found = {form: its for form, its in forms.items() if form.split(" ")[-1] in present}
    if not found:
        return
    pattern = "|".join(map(re.escape, sorted(found, key=len, reverse=True)))
    for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", document.text, re.IGNORECASE):
        if (its := found.get(fold(match[0]))) is not None:
            yield _Word(Span(*match.span()), *its)


def _find(
    document: Document,
    shown: Sequence[Chunk],
    present: Set[str],
    names: Mapping[str, _Name],
    language: LanguagePack,
) -> Iterator[_Word]:
    """The words of a text that are made of one of these names; of the longest where several fit."""
    if not names:
        return
    known = _Names(names, present, language)
    tips = known.beginnings.tips
    firsts = {"", *tips}
    words = {
        word
        for one in shown
        if one.hints and one.hints.first in firsts
        for some in (one.hints.rare, one.hints.long)
        for word in some
        if word[:2] in tips
    }
    found = {word for word in words | known.related if known.read(word.capitalize())}
    for match in WORD.finditer(document.text) if found else ():
        if fold(match[0]) in found and (read := known.read(match[0])):
            yield _Word(Span(*match.span()), names[read[0]], read[1])


def _written(text: str, word: _Word, language: LanguagePack) -> str:
    """The same word of the name drawn; "" where there is none."""
    mention, base = word.name.mention, word.name.base
    region = language.taxonomy.kind(mention.label) != "place.settlement"
    if not base or (region and "foreign" in mention.features and word.how.kind in PEOPLES):
        return ""
    made = language.morphology.derive(base, word.how)
    return carry_case(text[word.span.start : word.span.end], made, SHOUTS)


def _stands_for(word: _Word, mention: Mention, taxonomy: Taxonomy, bare: bool) -> bool:
    """Whether what is made of the name stands for what was drawn for the mention of that word
    itself: not for another person, nor for what inflection makes of the name already. bare: it made
    nothing of it (Californians)."""
    kind = taxonomy.kind(mention.label)
    if kind.startswith("person."):
        return word.how.kind == "bearers"
    made = word.how.kind in ("compound", "adjective")
    return kind.startswith(MADE) and (made or bare or not _own(word, mention))


def _own(word: _Word, mention: Mention) -> bool:
    named = word.name.mention
    return (mention.label, mention.number) == (named.label, named.number)


class _Names:
    """Names of which words are made, the longest first.

    beginnings: the names by what words made of them begin with. related: the words of the text that
    are made of a name and do not begin with it.
    """

    def __init__(
        self, names: Mapping[str, _Name], present: Set[str], language: LanguagePack
    ) -> None:
        taxonomy, self._forms = language.taxonomy, language.morphology
        self.kinds = {name: taxonomy.kind(its.mention.label) for name, its in names.items()}
        self._things = taxonomy.labels(*THINGS)
        self._names = names
        self._common = language.vocab.gazetteer.common
        self.related: set[str] = set()
        pairs: list[tuple[str, str]] = []
        for name in sorted(self.kinds, key=len, reverse=True):
            kind = self.kinds[name]
            pairs += [(word, name) for word in self._forms.beginnings(name, kind)]
            made = self._forms.related(name, kind).keys()
            if not made.isdisjoint(present):
                self.related |= made & present
                pairs += [(word, name) for word in made & present]
        self.beginnings = Beginnings(pairs)

    def read(self, word: str) -> tuple[str, Derivation] | None:
        """The name that a word, as written, is made of, and how."""
        folded = fold(word)
        known = self._common(folded) and folded not in self.related
        for name in self.beginnings.of(folded):
            thing = self._names[name].mention.label in self._things
            least = LEAST_PLACE - (len(folded) >= LEAST_LONG)
            if name == folded or (known and (len(name) < least or not thing)):
                continue
            if how := self._forms.derived(word, name, self.kinds[name]):
                return name, how
        return None


def _span(replacement: Replacement) -> Span:
    return replacement.mention.span


def _mention(word: _Word) -> Mention:
    named = word.name.mention
    evidence = (Evidence("follow:name", 0.0, f"{word.how.kind} of a name of the text"),)
    hypotheses = (Hypothesis(named.label, evidence, frozenset()),)
    return msgspec.structs.replace(
        named, span=word.span, features=frozenset[str](), hypotheses=hypotheses
    )
