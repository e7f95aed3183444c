"""Names of things by their kind: the nouns that tell it stay (Leeds Road -> Ashcombe Road), a
well-known firm gets one (Barclays -> Ashcombe Bank), a state becomes a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

import msgspec

from maskera import expressions as re
from maskera.lang.en.foreign_heads import foreign_noun
from maskera.lang.en.morphology import NOUNS, genitive_stem
from maskera.lang.pack import Generator
from maskera.lexicon.tsv import notes, word_list
from maskera.lexicon.vocab import Vocab
from maskera.replace.draw import Draw, ForLabels, Pool, Whole, coded
from maskera.replace.shape import fold

_WORDS = word_list("en", "things")

LEADS = _WORDS.ranked("leads")
"""Words before a name that say what is named."""
LEAST_STATE = 5  # letters that words for its people have of a state
_NUMBER = word_list("en", "houses").either("number")
NUMBERED = re.compile(rf"(?:{_NUMBER}\b)?[. ]*\d{{1,4}}", re.IGNORECASE)
EVERYDAY = 3.3  # Zipf of words behind a name that tell what a firm does: upholstery, steel
JOINING = frozenset(("and", "&"))
HOUSES = 100  # numbers of schools, among which another is drawn
SAINTS = frozenset(("Saint", "St", "St."))
BEFORE_HEAD, MISSPELT_HEADS = _WORDS["before_head"], _WORDS["misspelt_head"]
"""Words that tell the kind together with the noun behind them (Medical Centre), and misspelt nouns."""
PARTNERS = _WORDS["partners"]
"""Who a firm is run with: Gill & Sons."""
TOLD_AROUND = {"Arms": _WORDS["around_pub"], "Trust": _WORDS["around_charity"]}
"""Noun of a pub and of a charity -> words that tell of one: landlord, trustee."""
DRUNK = tuple(f"{word} of " for word in sorted(_WORDS["drunk"]))
SENTENCE_ENDS = ".!?\n"
_WORD = re.compile(r"[a-z]+")


def compounds(vocab: Vocab, label: str, pattern: str = "{name}") -> Callable[[], Whole]:
    """Every known original of a label -> a compound of two stems that names nothing."""

    @cache
    def whole() -> Whole:
        first, second = vocab.lists.ranked("stems", "first"), vocab.lists.ranked("stems", "second")
        pairs = dict.fromkeys(
            one + two for one in first for two in second if not one.endswith(2 * two[0])
        )  # no Quillley
        single = [name for name in pairs if not vocab.gazetteer.entries(name.lower())]
        free = tuple(
            pattern.format(name=f"{which}{name}")
            for which in ("", "North ", "South ", "East ", "West ", "Upper ", "Lower ", "New ")
            for name in single
        )
        known: dict[str, int] = {}
        for entry in vocab.gazetteer.of_label([label]):
            if len(known) < len(free):
                known.setdefault(fold(entry.canonical), len(known))

        def composed(number: int) -> str:
            one, two = divmod(number, len(single))
            return pattern.format(name=f"{single[one]}-{single[two]}")

        return Whole(known, free, composed, len(single) ** 2)

    return whole


def named(vocab: Vocab, labels: Sequence[str]) -> ForLabels:
    """Something of its kind: the nouns at either end of a name stay (Leeds Road -> Ashcombe Road,
    University of Leeds -> University of Ashcombe), and a firm of a known kind is told by the noun of
    that (Barclays -> Ashcombe Bank); a town whose pseudonym is known is that there, too."""
    heads = {form.lower() for form, _, _, _ in vocab.lists.rows("heads.tsv")}
    lands = {f.lower() for f, label, _, _ in vocab.lists.rows("heads.tsv") if label == "head_geo"}
    known, common = vocab.gazetteer.entries, vocab.gazetteer.common
    meant = cache(lambda word: "" if known(word) or common(word) else vocab.word(word).meant)
    rows = vocab.lists.rows("pseudonyms/kinds.tsv")
    kinds = {fold(form): notes(note)["noun"] for form, _, _, note in rows}
    town = vocab.lists.ranked("towns", "city")
    saints = vocab.lists.ranked("stems", "saint")

    def is_head(word: str) -> bool:
        lower = word.rstrip(".").lower()
        listed = lower in heads or lower in MISSPELT_HEADS
        return listed or (bool(lower) and meant(lower) in heads)

    def split(form: str) -> tuple[str, str, str]:
        small = form.lower()
        lead = next((one for one in LEADS if small.startswith(f"{one.lower()} ")), "")
        words = form[len(lead) :].split()
        last = len(words)
        if last > 2 and words[-2] in ("&", "and") and words[-1].rstrip(".") in PARTNERS:
            return "", " ".join(words[:-2]), " ".join(words[-2:])
        while last > 1 and is_head(words[last - 1]):
            if last < len(words) and words[last - 1].lower() in lands:
                break  # Red River College is a college
            last -= 1
        if not lead and words and all(map(is_head, words[:last])):
            last = max(1, len(words) - 1)  # Abbey Park is a park; nothing is left of Temple
        while 1 < last < len(words) and words[last - 1].lower() in BEFORE_HEAD:
            last -= 1
        if not lead and last == len(words) > 1:  # King's College London, Restaurant Luigi
            within = [at for at, word in enumerate(words) if word[0].isupper() and is_head(word)]
            if within and within[-1]:
                return "", " ".join(words[: within[-1]]), words[within[-1]]
            if within:
                return words[0], " ".join(words[1:]), ""
        return lead, " ".join(words[:last]), " ".join(words[last:])

    def ordinary(form: str) -> tuple[str, str]:
        """The name and the ordinary words behind it that tell what a firm does: Hollin, Steel."""
        words = form.split()
        last = len(words)
        while last > 1 and (words[last - 1] in JOINING or everyday(words[last - 1].lower())):
            last -= 1
        own = not everyday((genitive_stem(words[0]) or words[0]).lower())
        return (" ".join(words[:last]), " ".join(words[last:])) if own else (form, "")

    def everyday(word: str) -> bool:
        return common(word) and vocab.gazetteer.zipf(word) >= EVERYDAY

    everyone = {label: compounds(vocab, label) for label in labels}

    def known_kind(draw: Draw) -> str:
        form = fold(draw.form).removeprefix("the ")
        return kinds.get(form, "") or kinds.get(fold(draw.written), "")

    def draw_name(draw: Draw) -> str:
        noun = known_kind(draw) if draw.label in draw.labels("org") else ""
        if noun and _said_behind(draw, noun):
            noun_pool = Pool(f"{draw.label}/name", town, (), everyone[draw.label])
            return draw.pick(noun_pool)  # the Aldi store: no store twice
        lead, stem, tail = ("", draw.form, noun) if noun else split(draw.form)
        if not (lead or tail) and (tail := foreign_noun(vocab, draw.form)):
            noun = tail
        if not (lead or tail or draw.keyed) and draw.label in draw.labels("org", "school"):
            stem, tail = ordinary(stem)
        if not (lead or tail or draw.keyed) and draw.label in draw.labels("org"):
            tail = _told_around(draw)
        if noun and draw.form.startswith("The "):
            lead = "The"
        first, _, rest = stem.partition(" ")
        if lead in SAINTS and first.endswith(("'s", "’s")) and rest:
            stem, tail = first, f"{rest} {tail}".rstrip()  # St Peter's C of E Primary
        saint = lead in SAINTS or not tail  # St Mary's Church; but King's College
        owner = "'s" if saint and stem.endswith(("'s", "’s")) and not noun else ""

        if NUMBERED.fullmatch(stem) and (lead or tail):
            return " ".join(part for part in (lead, _renumbered(draw, stem), tail) if part)

        def built(name: str) -> str:
            return " ".join(part for part in (lead, name + owner, tail) if part)

        if (lead or tail) and not noun:
            known = {} if draw.keyed else draw.drawn
            words = stem.split(" ")
            full = next((word for word in words if len(word.rstrip(".")) > 1), "")  # D. Pugh & Son
            for form in (stem, words[0], full):
                bare = genitive_stem(form) or form
                owns = "" if bare == form or owner else "'s"  # Pugh's Bakery
                if (same := known.get(fold(bare))) and draw.unused(built(same + owns)):
                    return built(same + owns)
        # The words that stay are words of the original, so only what is new must be none.
        fitting = msgspec.structs.replace(
            draw, free=lambda name: draw.free(name) and draw.unused(built(name))
        )
        names = saints if lead in SAINTS and " " not in stem else town
        return built(fitting.pick(Pool(f"{draw.label}/name", names, (), everyone[draw.label])))

    return ForLabels(frozenset(labels), draw_name)


def _renumbered(draw: Draw, stem: str) -> str:
    """No. 47 -> No. 12: another number of a house of many."""
    number = re.search(r"\d+", stem)
    assert number is not None
    others = [str(one) for one in range(1, HOUSES) if str(one) != number[0]]
    new = draw.rng(draw.label, fold(stem)).choice(others)
    return stem[: number.start()] + new + stem[number.end() :]


def _told_around(draw: Draw) -> str:
    """The noun of the kind that the sentences of a name without one tell of: the landlord of the
    Quiet Spoon is of the _ Arms. A genitive (at Luigi's) has none."""
    if draw.form.endswith(("'s", "’s", "s'", "s’")):
        return ""
    text = draw.document.text
    for mention in draw.alike(draw.label, draw.number):
        begin = max(text.rfind(mark, 0, mention.span.start) for mark in SENTENCE_ENDS)
        ends = (text.find(mark, mention.span.end) for mark in SENTENCE_ENDS)
        end = min((at for at in ends if at >= 0), default=len(text))
        before = text[begin + 1 : mention.span.start].lower()
        words = frozenset(_WORD.findall(text[begin + 1 : end].lower()))
        if before.endswith(DRUNK):
            continue  # a pint of Gristwick
        for noun, around in TOLD_AROUND.items():
            if not around.isdisjoint(words):
                return noun
    return ""


def _said_behind(draw: Draw, noun: str) -> bool:
    """Whether the noun of a kind stands behind a mention of the referent."""
    text = draw.document.text
    behind = (text[m.span.end :][: len(noun) + 1] for m in draw.alike(draw.label, draw.number))
    return any(one.casefold() == f" {noun.casefold()}" for one in behind)


def of_state(generator: Generator, vocab: Vocab) -> Generator:
    """The same, but a state of a country that has a few well-known ones becomes another of them,
    and its code another code: Austin, TX -> Foxcombe, OH."""
    rows = [(form, notes(note)) for form, _, _, note in vocab.lists.rows("pseudonyms/states.tsv")]
    country = {fold(form): marks["in"] for form, marks in rows}
    codes = {fold(form): marks["code"] for form, marks in rows}
    named = {marks["code"]: form for form, marks in rows}
    pools: dict[str, Pool] = {}
    for iso in sorted({marks["in"] for _, marks in rows}):
        names = tuple(form for form, marks in rows if marks["in"] == iso)
        known = {fold(name): place for place, name in enumerate(names)}
        whole = partial(coded, known, names, NOUNS["region"])
        pools[iso] = Pool(f"state/{iso}", names, (), whole)

    def draw_region(draw: Draw) -> str:
        state = named.get(draw.form, draw.form)
        if (iso := country.get(fold(state), "")) == "":
            return generator(draw)
        text, made_of = draw.document.text, state.lower()[:LEAST_STATE]
        alike = (text[m.span.start : m.span.end] for m in draw.alike(draw.label, draw.number))
        named_so = draw.form == state or not all(form in named for form in alike)
        if named_so or made_of in text.lower():  # Coloradans follow the name
            return draw.pick(pools[iso], state)
        fitting = msgspec.structs.replace(
            draw, free=lambda name: draw.free(name) and draw.free(codes[fold(name)])
        )
        name = fitting.pick(pools[iso], state)
        return codes.get(fold(name), name)

    return draw_region
