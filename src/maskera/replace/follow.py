"""Words that name a country, or a region with a people of its own, beside its name follow it: I am
Syrian. I come from Syria.

Under a policy with `follow = "country"` such a word is replaced in the same grammatical form with
that of the drawn country; else, or where there is no such word, it is marked, and the leak check
asks for a look at it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import compress

import msgspec

from maskera.leaks.chunks import PART, Chunk, fold, words_of
from maskera.leaks.kin import following, hidden_countries, of_sentence, stands
from maskera.lexicon.country_words import CountryWord, CountryWords
from maskera.mentions import Aliases, Evidence, Hypothesis, Mention
from maskera.replace.shape import carry_case
from maskera.result import Replacement
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Edit, Span, splice

WINDOW = 4  # words before one that tell what it is
SHOUTS = 5  # letters in capitals from which a word is shouted
KINDS = ("person", "woman", "adjective", "language", "currency")
"""What follows; a capital is a mention of its own, and another name of the country, too."""


def followed(
    document: Document,
    replacements: Sequence[Replacement],
    aliases: Aliases,
    words: CountryWords,
    follow: bool,
    taxonomy: Taxonomy,
    shown: Sequence[Chunk],
) -> tuple[Replacement, ...]:
    """The replacements, and what becomes of the words outside all mentions that name a hidden
    country, in text order.

    follow: replace them, also in what is marked and stays (sensitive, edu), where a country was
    drawn; else all are marked. shown: the chunks of the text.
    """
    hidden = hidden_countries(document, replacements, words, taxonomy)
    telling = words_of(hidden, shown)
    if not telling:
        return tuple(sorted(replacements, key=_span))
    regions = taxonomy.labels("place.region")
    drawn = {
        iso: words.land(aliases.get((m.label, m.number), ""), m.label in regions)
        for iso, m in hidden.items()
    }
    drawn = drawn if follow else dict.fromkeys(hidden, "")
    found = list(_found(document.text, telling, hidden, words))
    spans = [replacement.mention.span for replacement in sorted(replacements, key=_span)]
    made: list[Replacement] = []
    inside: dict[Span, list[Edit]] = {}
    for span, word, iso, others in found:
        written = document.text[span.start : span.end]
        text = words.write(drawn[iso], word) if drawn[iso] else ""
        text = carry_case(written, text.join(others) if text else "", SHOUTS)
        if (within := holder(span, spans)) is None:
            action = "replace" if text else "mark"
            mention = _mention(span, word, hidden[iso])
            made.append(Replacement(mention, action, text or written, follows=True))
        elif text:
            inside.setdefault(within, []).append(Edit(span, text))
    for replacement in replacements:
        edits = inside.get(replacement.mention.span, ())
        made.append(edited(document.text, replacement, edits, taxonomy))
    return tuple(sorted(made, key=_span))


def _span(replacement: Replacement) -> Span:
    return replacement.mention.span


def edited(text: str, made: Replacement, edits: Sequence[Edit], taxonomy: Taxonomy) -> Replacement:
    """What is marked and stays, with the words in it that follow; a name is a name all the same."""
    span = made.mention.span
    if made.hidden or not edits or taxonomy.category(made.mention.label).group != "Mark":
        return made
    own = [Edit(Span(e.span.start - span.start, e.span.end - span.start), e.text) for e in edits]
    changed, _ = splice(text[span.start : span.end], own)
    return msgspec.structs.replace(made, action="replace", text=changed)


def _found(
    text: str, present: Collection[str], hidden: Mapping[str, Mention], words: CountryWords
) -> Iterator[tuple[Span, CountryWord, str, tuple[str, str]]]:
    """The words, what each says, the country that it names, the one named nearest to it, and what a
    compound has before and behind that (half-Finnish). present: the folded words that may tell of
    one."""
    told: dict[str, list[CountryWord]] = {}
    compounds: dict[str, tuple[str, str]] = {}
    for word in present:
        readings = [
            each
            for each in words.read(word)
            if each.kind in KINDS and not hidden.keys().isdisjoint(each.countries)
        ]
        if not readings and (part := words.part(word, hidden.keys())):
            its = (each for each in words.read(word[part]) if each.kind in KINDS)
            readings = [each for each in its if not hidden.keys().isdisjoint(each.countries)][:1]
            compounds[word] = word[: part.start], word[part.stop :]
        if readings:
            told[word] = readings
    folded = list(map(fold, PART.findall(text))) if told else []
    if told.keys().isdisjoint(folded):
        return
    taken, chosen = 0, dict[frozenset[str], str]()
    telling = map(told.__contains__, folded)
    for place, match in compress(enumerate(PART.finditer(text)), telling):
        at = match.start()
        fitting = _whole(text, at, told[folded[place]]) if at >= taken else ()
        if not fitting:
            continue
        several = fitting[0].words if len(fitting[0].words) > 1 else (match[0],)
        end = at + len(" ".join(several))
        before: Sequence[str] = folded[max(0, place - WINDOW) : place]
        if any(reading.doubtful for reading in fitting):
            before = of_sentence(text, at, before)
        meant = words.meant(fitting, before, text[at:end], following(text, end))
        if meant is not None:
            theirs = frozenset(hidden.keys() & meant.countries)
            near = min(  # a region, whose code is in small letters, before its country
                (iso.isupper(), abs(hidden[iso].span.start - at), iso) for iso in theirs
            )[2]
            if meant.kind != "currency":  # Punjabi is one language, whatever country stands by
                near = chosen.setdefault(theirs, near)
            taken = end
            yield Span(at, end), meant, near, compounds.get(folded[place], ("", ""))


def _whole(text: str, start: int, readings: Sequence[CountryWord]) -> Sequence[CountryWord]:
    """Those readings whose words all stand there, of the most words: South Korean, not Korean."""
    found = [each for each in readings if len(each.words) < 2 or stands(text, start, each)]
    most = max((len(each.words) for each in found), default=0)
    return [each for each in found if len(each.words) == most]


def holder(span: Span, spans: Sequence[Span]) -> Span | None:
    """The mention that a word stands in, of mentions in text order."""
    at = bisect_right(spans, span.start, key=lambda each: each.start) - 1
    found = (spans[place] for place in (at, at + 1) if 0 <= place < len(spans))
    return next((one for one in found if one.start < span.end and span.start < one.end), None)


def _mention(span: Span, word: CountryWord, country: Mention) -> Mention:
    evidence = (Evidence("follow:country", 0.0, f"{word.kind} of a country of the text"),)
    features = frozenset(("gen",)) if word.genitive else frozenset()
    return Mention(
        span,
        country.label,
        country.number,
        features,
        country.probability,
        country.personal,
        (Hypothesis(country.label, evidence, features),),
        country.referent,
    )
