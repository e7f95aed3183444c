"""Named things (a school, a library, a lake): the pseudonym is one of the same kind.

The noun that says the kind is kept where the name has one, and said once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from maskera import expressions as re
from maskera.replace.draw import Draw, ForLabels, Pool
from maskera.replace.kinds import Kinds, Named
from maskera.replace.shape import fold

NOUN = "+noun"  # behind a kind: its patterns for what is told by its town alone
IN_TOWN = re.compile(r" \w{1,2} ")
_BREAK = re.compile("[ -]")
BEFORE = 48  # characters of the text before a mention in which the words for its kind may stand


class Heads(msgspec.Struct, frozen=True):
    """What a language knows of the nouns that end names.

    split: form -> (what stands before the noun, the noun, its indefinite form, the label it speaks
    for), None without one. join: (stem, noun, whether the noun is a word of its own) -> name.
    genitive: of a name. owner: a genitive -> its name; "" for what is none. town: form -> the town
    where such a thing is known to be.
    """

    split: Callable[[str], tuple[str, str, str, str] | None]
    join: Callable[[str, str, bool], str]
    genitive: Callable[[str], str]
    of_town: Callable[[str], str]
    first_half: Callable[[str], str]
    owner: Callable[[str], str]
    town: Callable[[str], str]


class Pattern(msgspec.Struct, frozen=True):
    """A pseudonym to be, with {town}, {towns} (its genitive), {stem} or {bare} for what is drawn."""

    text: str
    said: bool
    abroad: bool

    @property
    def field(self) -> str:
        """What is drawn for it: "" for a name that is one already."""
        return self.text.partition("{")[2].partition("}")[0]

    @property
    def noun(self) -> str:
        """What stands behind it, in one word with it."""
        behind = self.text.partition("}")[2]
        return behind if behind.isalpha() else ""


class Catalogue(msgspec.Struct, frozen=True):
    """What there is of each kind.

    patterns: by kind, in order. fitting: (kind, whether abroad, whether its noun is said before it)
    -> those of its patterns, as far as there are any. pool: of the same the pool, with names for
    keyed scopes. whole: kinds of which no word is kept. parts: field of a pattern -> what it may be
    filled with.
    """

    kinds: Kinds
    patterns: Mapping[str, tuple[Pattern, ...]]
    fitting: Callable[[str, bool, bool], tuple[Pattern, ...]]
    pool: Callable[[str, bool, bool], Pool]
    whole: frozenset[str]
    parts: Mapping[str, tuple[str, ...]]
    neutral: Pool
    abroad: Callable[[str], str]
    foreign_town: Callable[[Draw, str, str], str]


class Naming(msgspec.Struct, frozen=True):
    """How the things of some labels get their names.

    pools: names in full, by kind; a kind with `+def` is for definite originals and goes first.
    stems: before a noun in one word. estates: before it as words of their own, in the genitive.
    usual: the kind of what says none, "" for a neutral name. whole: labels of nouns that are never
    kept. certain: usual kinds that neither a list nor a word before a mention speaks against.
    namesake: whether what a name seems to be is something else that is called so (the club of a
    park), by its kind and by whether more than its ending tells that.
    """

    labels: frozenset[str]
    pools: Mapping[str, Pool]
    stems: Pool
    estates: Pool
    usual: Callable[[Draw], str]
    whole: frozenset[str] = frozenset()
    certain: frozenset[str] = frozenset()
    namesake: Callable[[str, bool], bool] = lambda kind, told: False


def named(naming: Naming, heads: Heads, catalogue: Catalogue) -> ForLabels:
    """One of its kind; a town whose pseudonym is known is that town there too.

    What says no kind gets a neutral name. Beyond the document the words around a mention do not
    count, for the choice follows from the original alone.
    """

    def draw_name(draw: Draw) -> str:
        start = draw.mention.span.start
        usual = naming.usual(draw)
        before = "" if draw.keyed else draw.document.text[max(0, start - BEFORE) : start]
        read = catalogue.kinds.read(draw.form, before, draw.written)
        if not read.kind and draw.referent != fold(draw.form):  # Sankt Görans
            meant = catalogue.kinds.read(draw.referent, before)
            read = msgspec.structs.replace(read, kind=meant.kind)
        listed = bool(catalogue.kinds.named(draw.form))
        if naming.namesake(read.kind, bool(read.lead or read.tail or read.said or listed)):
            read = msgspec.structs.replace(read, kind="", said=False, misleading=False)
        if usual in naming.certain and not (read.lead or read.tail):
            read = msgspec.structs.replace(read, kind=usual, said=False)
        country = _country(draw, read, catalogue)
        untold = not country and "foreign" in draw.features and not draw.keyed
        if (country or untold) and (name := _abroad(draw, read, country, heads, catalogue)):
            return name
        found = None if read.misleading else heads.split(draw.form)
        marked = found is not None and found[1] != found[2] and found[0].endswith(" ")
        kept = read.kind not in catalogue.whole
        if kept and read.lead and not listed:
            return _between(draw, read, heads, catalogue, naming)
        own = found if kept and not listed else None
        if own and read.tail and " " in own[0].strip():  # Huddinge Schackklubb is no Lövklubb
            own = None
        fields = {pattern.field for pattern in catalogue.patterns.get(read.kind, ())}
        towns = catalogue.parts["town"] if fields and fields <= {"town", "towns"} else ()
        bare_town = "town" in fields and "towns" not in fields
        if own and (name := _with_noun(draw, own, heads, naming, towns, bare_town)):
            return name
        if kept and read.tail and not (listed or marked):
            return _between(draw, read, heads, catalogue, naming)
        definite = "def" in draw.features or (found is not None and found[1] != found[2])
        return _of_kind(draw, read, definite, heads, catalogue, naming)

    return ForLabels(naming.labels, draw_name)


def of_lines(pool: Pool, stems: Pool, estates: Pool, heads: Heads) -> ForLabels:
    """A named line: its noun stays, else it gets a name of the pool."""
    naming = Naming(frozenset(), {}, stems, estates, lambda _: "")

    def draw_line(draw: Draw) -> str:
        found = heads.split(draw.form)
        return (found and _with_noun(draw, found, heads, naming)) or draw.pick(pool)

    return ForLabels(frozenset(), draw_line, ("transport.name",))


def _country(draw: Draw, read: Named, catalogue: Catalogue) -> str:
    """The ISO code of the country in which a thing lies, as far as its form tells; "" at home."""
    if catalogue.kinds.named(draw.form) and not catalogue.patterns.get(read.kind, ()):
        return ""
    return catalogue.abroad(draw.form) or read.country


def _abroad(draw: Draw, read: Named, country: str, heads: Heads, catalogue: Catalogue) -> str:
    """A thing abroad, with a town of the country that is drawn for its own, and called like that
    town alone where a noun before it says the kind; "" for a kind that has no such names. country:
    "" where only its spelling, or what is near, tells that it lies abroad."""
    stem = read.stem if read.lead or read.tail else draw.form
    town = "" if draw.keyed else _town(draw, stem.split(" ")[0], heads) or _town(draw, stem, heads)
    town = town or catalogue.foreign_town(draw, country, stem)
    if not town:
        return ""
    if read.country and (read.lead or read.tail):
        name = " ".join(part for part in (read.lead, town, read.tail) if part)
        return name if draw.free(name) else ""
    for pattern in catalogue.patterns.get(read.kind, ()):
        if pattern.field in ("town", "towns") and pattern.said == read.said:
            name = pattern.text.format(town=town, towns=heads.genitive(town))
            if draw.free(name):
                return name
    return town if "foreign" in draw.features and read.said and draw.free(town) else ""


def _with_noun(
    draw: Draw,
    found: tuple[str, str, str, str],
    heads: Heads,
    naming: Naming,
    towns: Sequence[str] = (),
    bare_town: bool = False,
) -> str:
    """The name with its own noun: in one word with it or behind a genitive; else "".

    towns: what such things are called after, where that is towns alone: no other stem stands in one
    word with the noun (Blekingesjukhuset). bare_town: their town has no ending (Lund Arena)."""
    before, noun, bare, label = found
    definite = noun != bare
    apart = not before or before.endswith((" ", "-"))
    stem = before.strip(" -")
    if not stem and definite:  # Centralstationen: a noun is no name in one word with it
        return ""
    if stem and before.endswith(" ") and draw.form[len(before)].isupper():  # Bengtssons Åkeri
        noun, bare = noun.capitalize(), bare.capitalize()
    town = None
    if not draw.keyed:
        of = heads.town(draw.referent) or heads.town(draw.form)
        town = _town(draw, stem, heads) or _town(draw, of, heads)
    if town is not None and stem:
        several = not apart and " " in stem and not definite  # Malmö Borgarskola
        if several or (apart and (definite or _marked(draw, stem, heads))):
            joined = heads.join(heads.genitive(town), bare, True)
        elif apart and not bare_town:
            joined = heads.join(heads.of_town(town), noun, True)
        else:
            joined = heads.join(town if apart else heads.first_half(town), noun, apart)
        if draw.free(joined):
            return joined
    if label in naming.whole or (apart and definite and stem):
        return ""
    if towns and not apart and stem and not bare_town:

        def of_town(name: str) -> str:
            return heads.join(heads.genitive(name), bare, True)

        return of_town(_fresh(draw, Pool("towns", tuple(towns), (), naming.estates.whole), of_town))
    if towns and not apart and stem:
        return ""
    if apart and not definite:

        def owned(name: str) -> str:
            return heads.join(heads.genitive(name), noun, True)

        return owned(_fresh(draw, naming.estates, owned))

    def joined_to(name: str) -> str:
        return heads.join(name, noun, False)

    return joined_to(_fresh(draw, naming.stems, joined_to))


def _between(draw: Draw, read: Named, heads: Heads, catalogue: Catalogue, naming: Naming) -> str:
    """The words that say the kind with another name between them: Hotel _, _ FC."""
    fields = {pattern.field for pattern in catalogue.patterns.get(read.kind, ())}
    first = read.stem.split(" ")[0]
    town = None if draw.keyed else _town(draw, read.stem, heads) or _town(draw, first, heads)
    owner = bool(read.tail and heads.owner(read.stem))
    of_town = heads.genitive
    if town is not None and read.tail and not _marked(draw, first, heads):
        owner = "towns" in fields  # Uppsala Kammarkör, but Västerås SK
        of_town = heads.of_town

    def built(name: str) -> str:
        name = of_town(name) if owner else name
        return " ".join(part for part in (read.lead, name, read.tail) if part)

    if town is not None and draw.unused(built(town)):
        return built(town)
    if read.lead and "bare" in fields:
        pool = Pool("bare", catalogue.parts["bare"], naming.estates.preferred, naming.estates.whole)
    elif "town" in fields or read.lead:
        pool = Pool("town", catalogue.parts["town"], (), naming.estates.whole)
    else:
        pool = naming.estates
    # The words that stay are words of the original, so only what is new must be none.
    fitting = msgspec.structs.replace(
        draw, free=lambda stem: draw.free(stem) and draw.unused(built(stem))
    )
    return built(fitting.pick(pool))


def _of_kind(
    draw: Draw, read: Named, definite: bool, heads: Heads, catalogue: Catalogue, naming: Naming
) -> str:
    """A name of the kind in full, without the noun where that has been said."""
    kind = read.kind or naming.usual(draw)
    abroad = "foreign" in draw.features or kind in catalogue.whole
    patterns = catalogue.fitting(kind, abroad, read.said)
    first = _BREAK.split(draw.form, maxsplit=1)[0]
    town = None if draw.keyed else _town(draw, first, heads)
    if town is not None:
        for pattern in patterns:
            if pattern.field in ("town", "towns"):
                name = pattern.text.format(town=town, towns=heads.genitive(town))
                if draw.free(name):
                    return name
    original = fold(draw.form)
    apart = msgspec.structs.replace(  # Sahara is no Saharaöknen
        draw, free=lambda name, free=draw.free: original not in fold(name) and free(name)
    )
    if definite and " " not in draw.form and _before_town(draw):  # Förvaltningsrätten i Falun
        nouns = [one.text for one in catalogue.patterns.get(kind + NOUN, ())]
        if any(map(draw.free, nouns)):
            return draw.pick(Pool(f"kind/{kind}{NOUN}", tuple(nouns)))
    own = (naming.pools.get(f"{kind}+def") if definite else None) or naming.pools.get(kind)
    if own is not None and not read.said:
        return apart.pick(own)
    if not patterns:
        return apart.pick(catalogue.neutral)
    every = all(original in fold(pattern.text) for pattern in patterns)  # Bio is a Biografen _
    pool = catalogue.pool(kind, abroad, read.said)
    endings = {one.noun for one in patterns} - {""}
    if not draw.keyed and (noun := next(filter(original.endswith, sorted(endings)), "")):
        alike = tuple(name for name in pool.preferred if name.endswith(noun))  # Alån is no _älven
        pool = msgspec.structs.replace(pool, preferred=alike or pool.preferred)
    return (draw if every else apart).pick(pool)


def _before_town(draw: Draw) -> bool:
    """Whether the town in which a thing lies is said behind it."""
    if draw.keyed:
        return False
    end, text, towns = draw.mention.span.end, draw.document.text, draw.labels("place.settlement")
    starts = draw.once("towns", lambda: {m.span.start for m in draw.mentions if m.label in towns})
    return (found := IN_TOWN.match(text, end)) is not None and found.end() in starts


def _marked(draw: Draw, form: str, heads: Heads) -> bool:
    """Whether a form is a genitive: Lunds, but not Paris."""
    return bool(heads.owner(form)) and fold(form) not in draw.drawn


def _town(draw: Draw, stem: str, heads: Heads) -> str | None:
    """The pseudonym of the town that a name begins with, perhaps in the genitive."""
    return next(
        (
            draw.drawn[key]
            for form in (stem, heads.owner(stem))
            if form and (key := fold(form)) in draw.drawn
        ),
        None,
    )


def _fresh(draw: Draw, pool: Pool, build: Callable[[str], str]) -> str:
    """A stem from the pool that makes a free name."""
    fitting = msgspec.structs.replace(
        draw, free=lambda stem: draw.free(stem) and draw.free(build(stem))
    )
    return fitting.pick(pool)
