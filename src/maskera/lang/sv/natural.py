"""The generators of the policy `natural` that know Swedish numbers and towns: what comes out looks
real and belongs to nobody.

Phone numbers are from the series that PTS keeps for fiction; personal numbers have the birth
numbers 980-999, which Skatteverket keeps for tests.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import islice

from maskera import expressions as re
from maskera.lang.pack import Generator
from maskera.lang.sv import atlas
from maskera.lexicon.vocab import Vocab
from maskera.replace import institutions, names, places, timeline
from maskera.replace.draw import Draw, ForLabels, PerMention, Pool, Whole
from maskera.replace.numbers import luhn, pour, random_like
from maskera.replace.shape import fold, mask_initials
from maskera.taxonomy import FIRSTNAMES, PERSON
from maskera.text import Span

MOBILE = ("070-174 06 ", 5, 95)
FIXED = {
    "8": ("08-465 004 ", 0, 100),
    "31": ("031-390 06 ", 0, 100),
    "40": ("040-628 04 ", 0, 80),
    "980": ("0980-319 2", 0, 100),
}
"""Area code -> PTS's numbers for fiction but for their last two digits, the first of these and how
many there are."""
SURE = 2  # weight from which a form is a town, whatever else it may be
TEST_NUMBERS = range(980, 1000)
DOMAINS = ("example.com", "example.org", "example.net")  # RFC 2606
PLATE = "ABCDEFGHJKLMNOPRSTUWXYZ"  # no I, Q, V on Swedish plates
BEYOND_ADDRESS = re.compile(
    r"[^\W\d_]{2}|[.!?]"
)  # between a street and the town after it stand numbers and single letters
LOCAL = 64  # characters before the @ (RFC 5321)
LETTERS = re.compile(r"[^\W\d_]+")
_PLUS = re.compile(r"\W*(?:\+|00)\s*46")


def _ascii(form: str) -> str:
    plain = unicodedata.normalize("NFD", form.casefold())
    return "".join(character for character in plain if character.isascii() and character.isalnum())


def phone(draw: Draw) -> str:
    """A Swedish number nobody has, in the original's grouping where that has as many digits, else
    grouped by its own area code."""
    digits = "".join(filter(str.isdigit, draw.written))
    plus = _PLUS.match(draw.written)
    swedish = plus or not draw.written.lstrip().startswith(("+", "00"))
    national = digits[4 if digits.startswith("0046") else 2 :] if plus else digits
    rng = draw.rng(
        draw.label, "0" + national.lstrip("0") if plus else _ascii(draw.written)
    )  # +46 70 and 070 are one number
    code = next((code for code in FIXED if swedish and national.lstrip("0").startswith(code)), "")
    series, first, count = (
        FIXED[code] if code and not national.lstrip("0").startswith("7") else MOBILE
    )
    for _ in range(200):
        text = f"{series}{first + rng.randrange(count):02d}"
        number = "".join(filter(str.isdigit, text))
        new = digits[: len(digits) - len(national)] + (
            number[1:] if plus and not national.startswith("0") else number
        )
        if swedish and len(new) == len(digits):
            text = pour(draw.written, new)
        if draw.free(text):
            return text
    return text


def personal_number(reading: timeline.Reading) -> Generator:
    """A personal number with a valid check digit, a test birth number of the same sex, and the date
    of birth moved with the other dates."""

    def write(draw: Draw) -> str:
        digits = "".join(filter(str.isdigit, draw.written))
        if len(digits) not in (10, 12):
            return pour(draw.written, random_like(digits, draw.rng(draw.label, digits)))
        rng = draw.rng(draw.label, digits)
        century, short = (
            (digits[:2], digits[2:])
            if len(digits) == 12
            else ("20" if int(digits[:2]) < 10 else "19", digits)
        )
        day = int(short[4:6])
        try:
            born = date(int(century + short[:2]), int(short[2:4]), day - 60 if day > 60 else day)
        except ValueError:
            born = date(int(century + short[:2]), 1 + rng.randrange(12), 1 + rng.randrange(28))
        new = timeline.timeline(draw, reading).shifted(born, birth=True)
        stem = f"{new:%y%m}{new.day + (60 if day > 60 else 0):02d}"
        numbers = [number for number in TEST_NUMBERS if number % 2 == int(short[8]) % 2]
        for number in rng.sample(numbers, len(numbers)):
            body = f"{stem}{number}"
            text = pour(
                draw.written,
                (f"{new:%Y}"[:2] if len(digits) == 12 else "") + body + str(luhn(body)),
            )
            if draw.free(text):
                return text
        return text

    return PerMention(write, frozenset(["personid_nr"]))


def plate(draw: Draw) -> str:
    """Other letters and digits in the same places."""
    return random_like(draw.written, draw.rng(draw.label, _ascii(draw.written)), PLATE)


def zip_code(draw: Draw) -> str:
    """Other digits in the same places; the first is never 0."""
    rng = draw.rng(draw.label, _ascii(draw.written))
    new = random_like(draw.written, rng)
    first = re.search(r"\d", new)
    return (
        new
        if first is None or first[0] != "0"
        else new[: first.start()] + str(rng.randint(1, 9)) + new[first.end() :]
    )


def initials(draw: Draw) -> str:
    """The initials of the drawn names where they are those of the originals; else another letter."""
    rng = draw.rng()
    own = draw.once("places by initial", lambda: _places_by_initial(draw)).get(draw.number, {})

    def letter(initial: str) -> str:
        drawn = draw.bases.get(own.get(initial[:1].upper(), -1), "")
        other = [
            character for character in "ABCDEFGHJKLMNPRSTUV" if character != initial[:1].upper()
        ]
        new = drawn[:1] or rng.choice(other)
        return new.lower() if initial.islower() else new.upper()

    return mask_initials(draw.written, draw.features, letter)


def _places_by_initial(draw: Draw) -> dict[int, dict[str, int]]:
    """Of each person of the document: the first letter of a name -> the place of the first mention
    that begins with it."""
    found: dict[int, dict[str, int]] = {}
    for place, mention in enumerate(draw.mentions):
        if mention.label in PERSON - {"initials"}:
            found.setdefault(mention.number, {}).setdefault(
                draw.document.text[mention.span.start].upper(), place
            )
    return found


def middle_name(people: Mapping[str, Pool]) -> Generator:
    """A first name of the person's gender."""

    def draw_name(draw: Draw) -> str:
        labels = draw.once(
            "first names",
            lambda: {m.number: m.label for m in reversed(draw.mentions) if m.label in FIRSTNAMES},
        )
        return draw.pick(people[labels.get(draw.number, "firstname_unknown")], draw.form)

    return draw_name


@dataclass(frozen=True, slots=True)
class _Name:
    """A name as an address has it, its kind, the one drawn for it, and the numbers of those who
    bear it."""

    plain: str
    kind: str
    drawn: str
    people: set[int]


def _beside(name: str, part: str) -> list[str]:
    """What a part of an address has after or before the name; nothing where it has the name in its
    midst, or nothing else."""
    return [
        rest for rest in (part.removeprefix(name), part.removesuffix(name)) if rest and rest != part
    ]


def email(people: Mapping[str, Pool]) -> Generator:
    """An address at a domain kept for examples, with the names drawn for the person whose names the
    original has.

    A whole part of the original tells more than letters within one (ann.berg is no Anna), and a
    long name more than a short one. A letter beside a name is the initial of the same person's
    other name (a.ek, aberg).
    """

    def names_of(draw: Draw) -> list[_Name]:
        """Every name of the document, the longest first."""
        found: dict[tuple[str, str], _Name] = {}
        for place, (mention, form) in enumerate(zip(draw.mentions, draw.forms, strict=True)):
            if mention.label in (*FIRSTNAMES, "surname") and len(plain := _ascii(form)) > 1:
                kind = "surname" if mention.label == "surname" else "firstname"
                name = found.setdefault(
                    (plain, kind), _Name(plain, kind, _ascii(draw.bases.get(place, "")), set())
                )
                name.people.add(mention.number)
        return sorted(found.values(), key=lambda name: -len(name.plain))

    def write(draw: Draw) -> str:
        local = draw.written.split("@")[0]
        user, parts = (
            _ascii(local),
            [_ascii(part) for part in LETTERS.findall(unicodedata.normalize("NFC", local))],
        )
        whole = {
            "".join(parts[start:end])
            for start in range(len(parts))
            for end in range(start + 1, len(parts) + 1)
        }
        known = draw.once("names", lambda: names_of(draw))
        plains = {name.plain for name in known}
        halves = (
            (part[:at], part[at:])
            for part in parts
            if part not in plains
            for at in range(1, min(len(part), LOCAL))
        )
        glued = {half for pair in halves if plains.issuperset(pair) for half in pair}
        fitting = [name for name in known if name.plain in whole]
        fitting += [name for name in known if name.plain in glued]
        fitting += [
            name
            for name in known
            if len(name.plain) > 2 and any(name.plain in part for part in parts)
        ]
        own: dict[str, _Name] = {}
        for name in fitting:
            own.setdefault(name.kind, name)
        drawn = {kind: name.drawn for kind, name in own.items()}
        if len(own) == 1 and (one := next(iter(own.values()))).drawn:
            letters = {
                letter
                for part in parts
                for letter in (part, *_beside(one.plain, part))
                if len(letter) == 1
            }
            others = (
                name
                for name in known
                if name.kind != one.kind and name.people & one.people and name.plain[0] in letters
            )
            drawn |= {name.kind: name.drawn[:1] for name in islice(others, 1)}
        names = [drawn[kind] for kind in ("firstname", "surname") if drawn.get(kind)]
        rng = draw.rng(draw.label, user)
        names = names or [_ascii(rng.choice(people["firstname_unknown"].preferred))]
        new = f"{'.'.join(names)}@{rng.choice(DOMAINS)}"
        return new if draw.free(new) else new.replace("@", f"{rng.randint(10, 99)}@")

    return PerMention(write)


def url(draw: Draw) -> str:
    """An address at a domain kept for examples; scheme and www stay."""
    rng = draw.rng(draw.label, _ascii(draw.written))
    head = re.match(r"(?:\w+://)?(?:www\.)?", draw.written)
    prefix = head.group() if head else ""
    choices = [f"{prefix}{domain}" for domain in rng.sample(DOMAINS, len(DOMAINS))]
    return next(
        (choice for choice in choices if draw.free(choice)),
        f"{prefix}{DOMAINS[0]}/{rng.randint(100, 9999)}",
    )


def towns(vocab: Vocab) -> tuple[str, ...]:
    """Real Swedish towns: the seats of the municipalities."""
    return tuple(
        sorted(
            {
                form
                for form, label, weight, _ in vocab.lists.rows("municipalities.tsv")
                if label == "city" and weight >= SURE
            }
        )
    )


def place(vocab: Vocab, otherwise: ForLabels) -> ForLabels:
    """A street of the town drawn for its own, where the streets of that are known; else as in the
    other policies."""

    def draw_place(draw: Draw) -> str:
        its = () if draw.keyed else vocab.derived(atlas.streets).get(fold(_town_of(draw)), ())
        return (
            draw.pick(Pool("street", its, vocab.lists.ranked("towns", "place")))
            if its
            else otherwise(draw)
        )

    return ForLabels(otherwise.labels, draw_place)


def _town_of(draw: Draw) -> str:
    """The town drawn for the one that a street lies in: for that which ends its address, else for
    the nearest; "" where none is named."""
    text, street, abroad = draw.document.text, draw.mention.span, "foreign" in draw.features
    named = draw.once(f"towns/{abroad}", lambda: _towns(draw, abroad))
    at = bisect([span for span, _ in named], street)
    if at < len(named):
        span, town = named[at]
        ends_it = BEYOND_ADDRESS.search(text, street.end, span.start) is None
        if ends_it or at == 0 or span.start - street.end < street.start - named[at - 1][0].end:
            return town
    return named[at - 1][1] if named else ""


def _towns(draw: Draw, abroad: bool) -> list[tuple[Span, str]]:
    """The towns of the document in text order, those at home or those abroad, and what has been
    drawn for each."""
    cities = (
        (place, mention) for place, mention in enumerate(draw.mentions) if mention.label == "city"
    )
    return [
        (mention.span, draw.bases.get(place, ""))
        for place, mention in cities
        if ("foreign" in mention.features) == abroad
    ]


def known_towns(vocab: Vocab) -> Whole:
    """All Swedish towns of the lexicon, each of which stands for another."""
    cities = (
        entry
        for entry in vocab.gazetteer.of_label(["city"])
        if not entry.country and entry.weight >= SURE
    )
    return names.whole((*vocab.derived(towns), *(entry.canonical for entry in cities)))


def table(
    people: Mapping[str, Pool],
    reading: timeline.Reading,
    heads: institutions.Heads,
    vocab: Vocab,
    compounds: Callable[[str, str], Callable[[], Whole]],
    by_kind: ForLabels,
    isle: Callable[[str], bool],
) -> Mapping[str, Generator]:
    """The generators by name; compounds: label and pattern -> its names in full. by_kind: places as
    in the other policies."""
    listed = vocab.lists.ranked
    stem, estate = listed("stems", "first"), listed("stems", "estate")

    def lines() -> Generator:
        names = tuple(f"{name}linjen" for name in stem)
        full = compounds("transport_name", "{name}linjen")
        bare = compounds("transport_name", "{name}")
        return institutions.of_lines(
            Pool("transport_name/{name}linjen", names, estate, full),
            Pool("transport_name/stem", stem, estate, bare),
            Pool("transport_name/estate", estate, (), bare),
            heads,
        )

    mainland = tuple(town for town in vocab.derived(towns) if not isle(town))
    on_isles = tuple(town for town in vocab.derived(towns) if isle(town))
    return {
        "town": places.home(
            Pool("town", mainland, listed("towns", "city"), cache(lambda: known_towns(vocab))),
            atlas.quarters(vocab, real=True),
            Pool("town/isle", on_isles, atlas.invented(vocab, "isle", False)),
            isle,
        ),
        "town_place": place(vocab, by_kind),
        "line": lines(),
        "shifted": timeline.generator(reading),
        "phone": PerMention(phone),
        "personal_number": personal_number(reading),
        "random_plate": PerMention(plate),
        "random_zip": PerMention(zip_code),
        "initials_of_names": PerMention(initials),
        "middle_name": middle_name(people),
        "email_of_name": email(people),
        "example_url": PerMention(url),
    }
