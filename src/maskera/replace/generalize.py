"""Generators that say less instead of something else: a wider word, a kind, a band of years.

What a word belongs to is in the language's `pseudonyms/general.tsv`. `to` is the wider word of a
base form (or of the end of one), of a kind of education or of sensitive word. Rows of other labels:
`general`, the forms of the wider words; `determiner`, the form that a neuter noun asks for;
`plural`, the form before several; `article`, the form before a word marked `an`; `indefinite`, the
articles of what is new to the reader; `several`, words for several persons; `band`, how ages in
words are said; `preposition`, words behind which a relative without a determiner is as good as a
name; `masculine`, adjectives that tell a man. `and`, `or`, `none` and `tail` are for united.py.
Longer than 400 lines because all that is asked of this list stands together.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

import msgspec

from maskera.label.listed import Before, before_of, is_listed
from maskera.lexicon.gazetteer import Entry, Gazetteer
from maskera.lexicon.genitive import NO_GENITIVE, Genitive
from maskera.lexicon.tsv import WordLists, notes
from maskera.replace.draw import Draw, PerMention
from maskera.replace.numbers import Numerals
from maskera.replace.shape import carry_case
from maskera.taxonomy import FULL_NAME_KINDS, Taxonomy
from maskera.text import back_over, number_of

LIST = "pseudonyms/general.tsv"
OTHER = "_"  # the row for what no other row is for
NOUNS = ("NOUN", "PROPN", "PRON", "DET")  # tags of what has a genitive
APOSTROPHE = re.compile("['’]")  # of a genitive: Leila's mum
BAND = 10  # years of age
ENDS = ("", ".", "!", "?", "\n")  # of a sentence, or of nothing
LIKELY = 0.5  # probability under which a word that no list has is not said in the widest one
OPENING = " \"'“”«»(*-–"  # what may stand between the first word of a sentence and the one before
CONCERNS = 0.5  # probability from which a mention is taken to concern the writer
DIGITS, WORDS = re.compile(r"\d+"), re.compile(r"[^\W\d_]+")
WORD_BEFORE = re.compile(r"(?<!\w)(\w+)(?P<between>(?:\s+\w+[ae])?\s+)$")  # min (äldsta) dotter
COMPOUND = re.compile(r"-?[^\W\d_]")  # the rest of one: years-old, six-year-old
REACH = 40  # characters before a mention in which its determiner is looked for
SEPARATOR = "–"
PROFESSION, FAMILY = "attribute.profession", "attribute.family"
"""Kinds of labels: what one is, and whom nouns can name as well as names do: mormor bor i Lund."""
WIDENING = frozenset(("wider_word", "education_level", "kind_word", "age_band"))
"""The generators of this module: a policy that names none of them says nothing in wider words."""
EDUCATION, SUBJECT = "attribute.education", "subject"


class General(msgspec.Struct, frozen=True, dict=True):
    """The table of wider words of a language; empty for a language without one."""

    gazetteer: Gazetteer
    taxonomy: Taxonomy
    before: Before
    to: Mapping[str, Mapping[str, str]] = msgspec.field(default_factory=dict)
    forms: Mapping[str, Mapping[str, str]] = msgspec.field(default_factory=dict)
    genitive: Genitive = NO_GENITIVE

    @cached_property
    def neuter(self) -> frozenset[str]:
        """The wider words before which a determiner has its neuter form."""
        return frozenset(word for word, forms in self.forms.items() if "neuter" in forms)

    @cached_property
    def common(self) -> Mapping[str, str]:
        """The neuter form of what says whose or that it is new -> the form that other words ask
        for."""
        pairs = self.to.get("determiner", {}).items()
        known = self.to.get("indefinite", {})
        return {
            neuter: form
            for form, neuter in pairs
            if neuter in known or self.before.has("whose", neuter)
        }

    @property
    def irregular(self) -> Mapping[str, str]:
        """Adjectives -> their neuter, where no rule makes it."""
        return self.to.get("neuter", {})

    @cached_property
    def articles(self) -> Mapping[str, str]:
        """Each form of an article and the form that words of the other kind ask for."""
        table = self.to.get("article", {})
        return {**table, **{other: form for form, other in table.items()}}

    def article(self, before: str, word: str) -> str:
        """The form of an article before a wider word; as it is where that asks for no other."""
        asks = "an" in self.forms.get(word.lower(), {})
        return self.articles[before] if asks != (before not in self.to["article"]) else before

    def wider(self, label: str, form: str) -> str:
        """The wider word for a form, by its base form, its longest known end, the same of what
        stands before a preposition (teacher of mathematics), or the rest's word."""
        table = self.to.get(label, {})
        entry = self.entry(label, form)
        base = (entry.canonical if entry else form).lower()
        words = base.split()
        joints = (at for at, word in enumerate(words) if at and self.joins(word))
        for said in (base, " ".join(words[: next(joints, 0)])):
            for start in range(len(said)):
                if found := table.get(said[start:]):
                    return found
        return table.get(OTHER, "")

    def joins(self, word: str) -> bool:
        """Whether a word is a preposition."""
        return word.lower() in self.to.get("preposition", {}) or self.before.has("in", word.lower())

    def owner(self, label: str, written: str) -> str:
        """The base form of a listed word in the genitive: uncle's -> uncle; "" for anything else."""
        bases = [
            written[:cut] for cut in (-2, -1) if written[cut:].lower() in ("'s", "’s", "s", "'")
        ]
        return next((base for base in bases if base and self.entry(label, base)), "")

    def general_word(self, text: str) -> str:
        """The wider word that a text is, in the genitive, too; "" for another text."""
        bases = (text.lower()[: len(text) - cut] for cut in (0, 1, 2))
        return next((base for base in bases if base in self.forms), "")

    @cached_property
    def read(self) -> Mapping[str, tuple[str, str]]:
        """Each form of a wider word -> the word and which form that is; "" for the base form."""
        names = ("pl", "defpl", "def")
        found = {
            forms[name].lower(): (word, name)
            for word, forms in self.forms.items()
            for name in names
            if name in forms
        }
        return found | {word: (word, "") for word in self.forms}

    def several(self, word: str) -> bool:
        """Whether a word in small letters or digits is a number above one."""
        return self.number(word) > 1

    def number(self, word: str) -> int:
        """The number that a word in small letters or digits is; 0 for none."""
        if word.isdecimal():
            return number_of(word)
        entries = self.gazetteer.entries(word) if word.islower() else ()
        return max((entry.value for entry in entries if entry.label == "number"), default=0)

    def generic(self, draw: Draw) -> bool:
        """Whether a profession is said of nobody in particular: a nurse and an engineer met. Behind
        the article with which a sentence begins it is, elsewhere where detection thinks so."""
        text = _before(draw)
        before = WORD_BEFORE.search(text[-REACH:])
        if (
            before is None
            or is_listed(draw.mention)
            or self.taxonomy.kind(draw.label) != PROFESSION
            or before[1].lower() not in self.to.get("indefinite", {})
        ):
            return False
        ahead = text.removesuffix(before[0]).rstrip(" ")
        if self.before.has("becoming", self._last(ahead)):
            return False  # his sister is a nurse
        if ahead.endswith(",") and self._somebody(ahead[:-1].rpartition(" ")[2]):
            return False  # her girlfriend, a lawyer
        first = before[1][0].isupper() and ahead[-1:] in ENDS
        return first or draw.mention.personal < CONCERNS

    def _somebody(self, word: str) -> bool:
        """Whether a word is a relative or, with a capital, a first name or surname."""
        kinds = (FAMILY, *FULL_NAME_KINDS) if word[:1].isupper() else (FAMILY,)
        entries = self.gazetteer.entries(word.lower())
        return any(self.taxonomy.kind(entry.label) in kinds for entry in entries)

    def kind(self, label: str, form: str) -> str:
        """The word for the kind that the lists give a form, or else the first of its words; or for
        its end (a diploma)."""
        parts = (self.entry(label, part) for part in (form, *form.split()))
        kinds = (entry.kind for entry in parts if entry and entry.kind)
        return self.to.get(label, {}).get(next(kinds, "")) or self.wider(label, form)

    def entry(self, label: str, form: str) -> Entry | None:
        """What the lists know of a form under this label."""
        entries = self.gazetteer.entries(form.lower())
        return next((entry for entry in entries if entry.label == label), None)

    def subject(self, word: str) -> bool:
        """Whether the lists have a word as a subject that is studied."""
        entries = self.gazetteer.entries(word)
        return any(SUBJECT in (entry.label, entry.kind) for entry in entries)

    def inflected(self, word: str, features: frozenset[str]) -> str:
        """The form of a wider word for these features of {def, pl, gen}."""
        forms = self.forms.get(word, {})
        asked = {frozenset(["def"]): "def", frozenset(["pl"]): "pl"}
        name = asked.get(features & {"def", "pl"}, "defpl" if features >= {"def", "pl"} else "")
        return forms.get(name, word)

    def features(self, draw: Draw) -> frozenset[str]:
        """Definite and plural as the lists or else the mention have them; genitive as marked."""
        entry = self.entry(draw.label, draw.written) or self.entry(draw.label, draw.form)
        told = entry.flags | (draw.features & {"pl"}) if entry else draw.features
        found = (told & {"def", "pl"}) | (draw.features & {"gen"})
        kind = self.taxonomy.kind(draw.label)
        if told & {"def", "pl"} or kind not in (FAMILY, PROFESSION):
            return found
        start = draw.mention.span.start
        before = draw.document.text[max(0, start - REACH) : start].lower().split()
        if self._of_several(before) or (kind == PROFESSION and self._said_of_several(before)):
            return found | {"pl"}
        if kind == PROFESSION:
            return found
        called = entry is not None and self.before.has("called", entry.form.lower())
        return found | {"def"} if self._like_a_name(draw, called) else found

    def _of_several(self, before: Sequence[str]) -> bool:
        """Whether a number or a determiner before a noun that has one form says that it is several."""
        last = before[-1] if before else ""
        determiners = (*self.to.get("plural", {}).values(), *self.to.get("several", {}))
        return last in determiners or self.several(last)

    def _said_of_several(self, before: Sequence[str]) -> bool:
        """Whether several are said to be what a noun of one form for both says."""
        if len(before) < 2 or not self.before.has("being", before[-1]):
            return False
        subject, nouns = before[-2], before[:-1]
        of_them = pairwise(nouns)  # one of my brothers is
        if any(
            one in self.to.get("indefinite", {}) and of in self.to.get("preposition", {})
            for one, of in of_them
        ):
            return False
        if subject in self.to.get("several", {}):
            return True
        joined = len(before) > 2 and before[-3] in self.to.get("and", {})
        entries = self.gazetteer.entries(subject)
        relatives = [entry for entry in entries if self.taxonomy.kind(entry.label) == FAMILY]
        return any(joined or "pl" in entry.flags for entry in relatives)

    def _like_a_name(self, draw: Draw, called: bool) -> bool:
        """Whether a noun stands as a name does: first in a sentence, right behind a preposition, or,
        where people are called so, without a determiner."""
        before = _before(draw).rstrip(" ")
        if (
            not before
            or before[-1] in ".!?\n"
            or self._last(before) in self.to.get("preposition", {})
        ):
            return True
        if self._somebodys(draw):
            return False
        near = before.lower().split()[:-3:-1]
        determined = any(
            self.before.has(label, word) for word in near for label in ("whose", "new", "being")
        )
        return called and not (
            determined
            or self.before.has("between", near[0])
            or self.number(near[0])
            or self._in_genitive(draw, before.split()[-1])
        )

    def _in_genitive(self, draw: Draw, word: str) -> bool:
        """Whether the word before a relative says whose: a name or a noun in the genitive; no other
        word for the capital that it has first in a sentence (when grandma came)."""
        if APOSTROPHE.search(word):
            return not self.before.has("contracted", word.lower())
        stem = self.genitive.stem(word.lower())
        tokens = draw.document.tokens
        last = bisect_left(tokens.starts, draw.mention.span.start) - 1
        if word[:1].isupper() and word.isalpha():
            ahead = _before(draw).rstrip(" ").removesuffix(word).rstrip(" ")
            return bool(stem) or ahead[-1:] not in ENDS
        noun = bool(stem and tokens.pos and last >= 0) and tokens.pos[last] in NOUNS
        return noun or bool(self.owner(draw.label, word))

    def _somebodys(self, draw: Draw) -> bool:
        """Whether the words behind say whose relative it is: mother of a son, uncle of mine."""
        end = draw.mention.span.end
        preposition, word, *_ = (*draw.document.text[end : end + REACH].lower().split(), "", "")
        return self.before.has("of", preposition) and (
            self.number(word) > 0
            or any(self.before.has(label, word) for label in ("whose", "theirs", "new"))
        )

    def _last(self, text: str) -> str:
        return text.split()[-1].lower() if text.strip() else ""


def _before(draw: Draw) -> str:
    """So much of the text before a mention as its determiner and the words before that may take."""
    start = draw.mention.span.start
    return draw.document.text[max(0, start - 2 * REACH) : start]


def general(
    lists: WordLists, gazetteer: Gazetteer, taxonomy: Taxonomy, genitive: Genitive = NO_GENITIVE
) -> General:
    """The table of a language's list."""
    to: dict[str, dict[str, str]] = {}
    forms: dict[str, dict[str, str]] = {}
    for form, label, _, note in lists.rows(LIST):
        marks = notes(note)
        if label == "general":
            forms[form] = marks
        else:
            to.setdefault(label, {})[form] = marks["to"]
    return General(gazetteer, taxonomy, before_of(lists), to, forms, genitive)


def generators(
    table: General, reading: Numerals, genitive: Callable[[str], str]
) -> Mapping[str, PerMention]:
    """`wider_word`, `education_level`, `kind_word` and `age_band`.

    genitive: the genitive of a noun in the language.
    """
    professions = sorted(table.taxonomy.labels(PROFESSION))
    educations = sorted(table.taxonomy.labels(EDUCATION))

    def wider(draw: Draw) -> str:
        if table.generic(draw):
            return draw.written
        features = table.features(draw)
        owner, _, head = draw.written.rpartition(" ")
        base = table.owner(draw.label, owner)
        if base and table.entry(draw.label, head):  # my uncle's wife: two of them
            owned = features - {"gen"}
            word = table.inflected(table.wider(draw.label, head), owned)
            return f"{genitive(table.wider(draw.label, base))} {word}"
        word = degree(draw) or table.wider(draw.label, draw.form)
        other = word == table.to.get(draw.label, {}).get(OTHER, "")
        if other and draw.mention.probability < LIKELY:
            return draw.written  # married to a dentist, where a low threshold took it for a trade
        if not word:
            return f"@{draw.label}"
        if table.joins(last := draw.written.split()[-1]):  # doctor of
            return f"{table.inflected(word, features)} {last}"
        return _finished(draw, table.inflected(word, features), features)

    def degree(draw: Draw) -> str:
        """The wider word for who has a degree in a subject, though patients ask for one, too:
        doctor of physics."""
        head, *more = draw.form.lower().split()
        end = draw.mention.span.end
        behind = draw.document.text[end : end + REACH].lower().split()
        preposition, subject, *_ = (*more, *behind, "", "")
        said = table.before.has("in", preposition) and table.subject(subject.rstrip(".,;:!?"))
        rows = (table.to.get(label, {}) for label in educations)
        return next((its[head] for its in rows if head in its), "") if said else ""

    def profession(form: str) -> str:
        """The group of a profession that stands for its education: trained as a nurse."""
        known = (label for label in professions if table.entry(label, form))
        return next((table.wider(label, form) for label in known), "")

    def education(draw: Draw) -> str:
        features = table.features(draw)
        word = degree(draw) or profession(draw.written)
        listed = table.entry(draw.label, draw.written)
        if not word and listed and listed.kind:  # a master's, which is no genitive
            features -= {"gen"}
            word = table.kind(draw.label, draw.written)
        word = word or profession(draw.form) or table.kind(draw.label, draw.form)
        return _finished(draw, table.inflected(word or f"@{draw.label}", features), features)

    def aged(draw: Draw) -> str:
        rest = COMPOUND.match(draw.document.text, draw.mention.span.end)
        made = band(draw.written, reading, table.to.get("band", {}), rest is not None)
        joined = rest is None or rest[0][0] == "-" or draw.written[-1:].isdecimal()
        return made if joined else f"{made}-"

    def _finished(draw: Draw, text: str, features: frozenset[str]) -> str:
        text = genitive(text) if "gen" in features else text
        written = draw.written
        if written.isupper() or written.islower():
            return carry_case(written, text)
        begin = back_over(draw.document.text, draw.mention.span.start, OPENING.__contains__)
        begins = draw.document.text[max(0, begin - 1) : begin] in ENDS
        return text[0].upper() + text[1:] if begins and written[0].isupper() else text

    return {
        "wider_word": PerMention(wider),
        "education_level": PerMention(education),
        "kind_word": PerMention(lambda draw: f"@{table.kind(draw.label, draw.form) or draw.label}"),
        "age_band": PerMention(aged),
    }


def band(
    written: str, reading: Numerals, phrases: Mapping[str, str] | None = None, glued: bool = False
) -> str:
    """34 -> 30–39; thirty-four -> thirty to thirty-nine, nine -> one to nine, by the language's
    phrase, which stands behind any word that a number stands behind (only, at the age of); what is
    no number becomes no number. glued: the rest of a compound follows, so that words become
    digits."""
    if digits := DIGITS.search(written):
        low = number_of(digits[0]) // BAND * BAND
        return (
            f"{written[: digits.start()]}{low}{SEPARATOR}{low + BAND - 1}{written[digits.end() :]}"
        )
    value = reading.value(written)
    if value is None:  # five and eight
        each = {word: band(word, reading, phrases) for word in WORDS.findall(written)
                if reading.value(word) is not None}  # fmt: skip
        return WORDS.sub(lambda word: each.get(word[0], word[0]), written) if each else SEPARATOR
    low = value // BAND * BAND
    if glued:
        return f"{low}{SEPARATOR}{low + BAND - 1}"
    first = written.split()[0]  # of two and a half the half is left out
    ends = reading.like(first, max(low, 1)), reading.like(first, low + BAND - 1).lower()
    between = (phrases or {}).get("between", "")
    if not between:
        return SEPARATOR.join(ends)
    return carry_case(written, between.format(ends[0].lower(), ends[1]))
