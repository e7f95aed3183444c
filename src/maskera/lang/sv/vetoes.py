"""What no claim may be: what its letters rule out, nobody's numbers, titles of works; and slips, which are no names of the tagger's.

The tagger sees tokens through features, and is at times sure of what no reader would believe.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import accumulate, compress, count

from maskera.detect.sight import Sight
from maskera.detect.words import CAPITALS, Word
from maskera.label.merge import extended
from maskera.lang.sv import age_rows, ages, nicknames
from maskera.lang.sv.lists import rows
from maskera.lang.sv.patterns import MAKES, NUMBER_WORDS
from maskera.lang.sv.tongues import foreign_words
from maskera.mentions import Detection, Evidence
from maskera.taxonomy import INSTITUTIONS, LISTED_NAMES, PERSON
from maskera.text import Span

_BOOK = re.compile(r"\b(?:isbn|issn)\b(?:-1[03])?[\s:.]*(?:\d[\s-]?)+x?\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\w)\d+")
# What fractions are said of: 1/2 dl, 3/4 timme, 1/2 gul lök, 1/2 pizza.
_PORTIONS = (
    r"(?:(?:dl|cl|ml|l|liter|tsk|msk|krm|kryddmått|nypa|kg|kilo|hg|hekto|gram|g|glas|paket|ask|tub|knippe|kruka|påse|flaska|skiva|sida|dygn|dag"
    r"|vecka|meter|mil|km|(?:tesked|matsked|kopp|mugg|förpackning|burk|klyft|timm|minut|tablett|portion)\w*)\b"
    r"|(?:(?:gul|röd|grön|vit|lit|stor|färsk|mogen|riven|hackad)\w* )?\w*(?:lök|citron|lime|gurka|paprika|tomat|pizza|tårta|kaka|bröd|limpa"
    r"|avokado|äpple|apelsin|banan|melon|ananas|mango|päron|kyckling|smörgås|macka|korv|ägg|kål|kålhuvud|selleri|morot|ost|baguette|kebab)\b)"
)
# How many points of how many somebody or something got, and what stands before it: betyg 4/5, fick 7/10, ger filmen 4/5.
_POINTS = re.compile(
    r"\d{1,3} ?/ ?(?:5|6|10|20|50|100)\b(?! ?[-/]|\.\d| (?:ett|en|min|mitt|mina|besked|brev|reda|veta|jag|vi|han|hon|kl)\b)"
)
_POINTED = re.compile(
    r"(?:\b(?:betyg|poäng|omdöm|score)\w*(?: (?:är|blir|blev|var|på))?[: ]*|\b(?:får|fick|fått|få) "
    r"|\b(?:ger|ge) (?!(?:mig|dig|oss|honom|henne|dem|dom|er|ut|upp|bort|tillbaka|prov\w*|lektion\w*|läx\w*|kurs\w*) )(?:\w+ ){1,3})$",
    re.IGNORECASE,
)
# The number of a law, an inquiry, a bill: skollagen (2010:800), SOU 2017:35, prop. 2015/16:122; but not of a magazine (2009:3).
_ACT = re.compile(r"(?:1[789]|20)\d\d(?:/\d\d)? ?: ?(?:\d{1,4}|[A-Z]\w{1,3}\d{1,3})\b")
_ACTED = re.compile(
    r"\b(?:\w*(?:lag|lagen|förordning|förordningen|balk|balken|kungörelse|kungörelsen) ?\( ?(?-i:SFS )?"
    r"|(?:(?-i:\w*FS|SOU|Ds)|dir|prop|proposition|bet|betänkande|rskr|skr)\.? ?)(?:nr )?$",
    re.IGNORECASE,
)
# What a number begins that is nobody's: decades, round the clock, parts of a whole, sums, measures, a span of ages.
_NOBODYS = re.compile(
    rf"24/7\b(?! \d{{4}})|\d{{1,2}} ?/ ?\d{{1,2}} (?:av|del|delar|rätt|poäng|stjärnor)\b|(?<![Dd]en )[1-9] ?/ ?[2-68] ?{_PORTIONS}"
    r"|\d+(?: [+*=÷] \d+)+\b|\d{2,4}(?=[- ]?tal(?:et|ets|en|s)?\b)"
    r"|\d+(?: \d{2,3})?(?:[,.]\d+)? ?(?:%|(?:kilo|kg|gram|liter|meter|km|mil|cm|kvm|kcal|watt|procent|kronor|kr|euro|dollar|sidor|tecken"
    r"|poäng|steg|minuter|sekunder|stycken|grader)\b)"
    r"|(?:(?<=\b[Ll]gr )|(?<=\b[Ll]po )|(?<=\b[Ll]pf )|(?<=\b[Gg]y ))(?:20)?\d\d\b"
    r"|(?:(?<=från )|(?<=mellan ))\d\d (?:till|och|[-–]) \d\d år\b"
)
# Sums with blanks between thousands (6 535 271, 24 000 – 28 000, 24-28 000), unless words before them say that they are somebody's.
_THOUSANDS = r"[1-9]\d{0,2}(?: \d{3})+"
_SUM = re.compile(
    rf"(?<![+.,/-])(?<!\d[ -])(?<!\d, )(?:[1-9]\d?(?: \d{{3}}){{2,3}}|[1-9]\d{{2}}(?: \d{{3}})+ 000"
    rf"|{_THOUSANDS} ?[-–] ?{_THOUSANDS}|[1-9]\d{{0,2}} ?[-–] ?[1-9]\d{{0,2}}(?: \d{{3}})? 000|[1-9]\d{{2,4}}00 ?[-–] ?[1-9]\d{{2,4}}00)"
    r"(?! ?[-–/]? ?\d)"
)
# What stands before the age of anybody: when one turns 18. But not "min man", "hans man".
_ANYBODY = re.compile(
    r"(?:(?:(?<!\w)(?<!min )(?<!sin )(?<!din )(?<!hans )(?<!nnes )(?<!vars )(?<!en )man"
    r"|\b(?:personer|människor|ungdomar|unga|medborgare|någon))(?: som)?(?: har)? (?:är|blir|blivit|fyller|fyllt|fyllde)(?: över| under)?"
    r"|\b(?:en|de|dom|alla|person)(?: har)? (?:fyller|fyllt)|\b(?:när|innan|tills) (?:de|dom|alla) (?:är|blir)"
    r"|\b(?:(?<!mina )(?<!våra )(?<!har )(?<!två )(?<!tre )(?<!fyra )(?<!\d )barn|elever|alla|personer|människor|ungdomar|den|någon)"
    r" som (?:är|blir|har fyllt)(?: över| under)?) $",
    re.IGNORECASE,
)
_TURNS = tuple(f"{word} " for word in "är blir blivit fyller fyllt fyllde över under".split())  # what _ANYBODY ends with
_WINDOW = 50  # letters before a number in which such words stand
_ENDING = re.compile(r"\d[:-]?(ans?)\b")
# A quotation after a word for a work, and what stands after the year in a list of literature (Berg, Anna, 2019: ...): "Titles of books,
# films, songs" are not marked (ANNOTATION.md).
_MARK = re.compile("[\"”“»’']")
_QUOTATION = re.compile(r"[\"”“»’']\s*([^\"”“»\\’']{3,90}?)\s*\\?[\"”“»’']")
_WORK = re.compile(
    r"\b(?:artik|text|bok|böcker|roman|film|dikt|låt|sång|program|rapport|rubrik|titel|titl|kapit|novell|serie|berättelse|krönika"
    r"|insändare|saga|pjäs)\w*"
    r"\s+(?:(?!(?:till|av|från|med|hos|åt|om|sa|sade|säger|skrev|min|mina)\b)\w+\s+){0,3}?\\?$",
    re.IGNORECASE,
)
_BEFORE_TITLE = 90  # letters: such a word and three more
_LITERATURE = re.compile(r"\d{4}\)? ?: ?([^.\n]{3,90})")
_AUTHOR = re.compile(r"[A-ZÅÄÖ][\w-]+ ?, [A-ZÅÄÖ][\w-]+ ?,? \(?$")
_DIGIT, _DOT, _LETTERS = re.compile(r".*\d", re.DOTALL), re.compile(r".*[.@]", re.DOTALL), re.compile(r"\w(?![:'’´]s$).", re.DOTALL)
_DIGIT_OR_NUMBER = re.compile(
    r".*\d|(?:två|tre|fyr|fem|sex|sju|åtta|ni|ti|tju|el+va|elev|tolv|arton|hundra|ett?\b)", re.DOTALL | re.IGNORECASE
)
_NO_COURSE = re.compile(r"(?!(?:t\W?ex|sfi|sva|komvux|svenska|[a-d]|d-kurs|skola|kurs|en|an|n|[-\s])+$)", re.IGNORECASE)
_NO_SPAN = re.compile(r"(?!(?:1[5-9]|20)\d\d ?[-–/] ?(?:1[5-9]|20)\d\d$).*\d", re.DOTALL)  # of years
# Abbreviations that learners write in single letters: med vänlig hälsning, på grund av.
_ABBREVIATION = re.compile(r"\b(?:d\W*v\W*s|m\W*v\W*h|t\W*ex|e\W*g|s\W*k|m\W*m|b\W*l\W*a|p\W*g\W*a|o\W*s\W*v)\b", re.IGNORECASE)
_AROUND = 6  # letters on either side of a letter of such an abbreviation
# What a mention of the label begins like, whatever its words are: of 15,000 in the texts at hand three do not.
NEEDED = {
    "phone_nr": re.compile(r"(?!.*[^\W\d_]).*\d", re.DOTALL),
    **dict.fromkeys("age_digits account_nr personid_nr zip_code license_nr month_digit".split(), _DIGIT),
    "street_nr": _DIGIT_OR_NUMBER,
    **dict.fromkeys(("email", "url"), _DOT),
    **dict.fromkeys(PERSON - {"initials"}, _LETTERS),
    **dict.fromkeys(INSTITUTIONS, _NO_COURSE),
    "date_digits": _NO_SPAN,
    "other_nr_seq": _NO_SPAN,
    "year": re.compile(r"(?!\d{3}$)"),
}
_AT_A_TIME = frozenset("under inför i före innan efter firar firade fira firat god glad glada trevlig happy".split())
_TIMES = frozenset("månad månaden högtid högtiden helg fest festen fastan fasta nyår tradition dag dagen tid tiden".split())
_TAKES_PLACE = frozenset("börjar började slutar slutade infaller inföll firas firades".split())
_OF_PEOPLE = frozenset("med av hos från åt och heter hette kallas".split())
_KINDS = frozenset("blomma träd djur fågel buske växt ört fisk insekt frukt bär krydda rovdjur kattdjur däggdjur lövträd ord".split())
_CARS = frozenset((*MAKES, "bil", "bilen"))
_MODEL = re.compile(
    r" (?![A-Za-z]{3}[ -]?\d\d[\dA-Za-z]\b)"
    r"(?:(?P<sure>[A-Za-z]{1,3}-?\d{1,3}|[A-Z] \d{2,3}|\d{3}(?=[A-Za-z]))|\d{3}(?! \d))[A-Za-z]{0,2}(?![\w-])"
)
SLIP = -2.5  # log-odds; a form in no list, a letter or two from a common word, is rather that word than a name
_SLIP = Evidence("spelling:a slip of a common word", SLIP)
ORDINARY = 1.0  # log-odds from which a word that no list of names knows is doubted the same way
_ORDINARY = Evidence("an ordinary word in no list of names", SLIP)
ENGLISH_LEAST = 3  # different words of which a sentence has so many is English
_ENGLISH = frozenset(
    "the and is was she you my that with have not they said but because from this of are were would there will your it to very never when "
    "what been their we me he his must can could should who which for at on".split()
)
_TONGUES = frozenset("english swedish arabic french german spanish".split())
_NO_NAMES = _ENGLISH | _TONGUES | frozenset("her him our i'm may love good home back come one all some any".split())
AGES = frozenset(("age_digits", "age_string"))
PEOPLE_AND_TOWNS = PERSON | {"city"}


def doubted(seen: Sight, claims: list[Detection]) -> list[Detection]:
    """The tagger's claims, with doubt where a name would be a slip of a common word or an ordinary word."""
    introduced = set(nicknames.places(seen))
    lasts = map(seen.last_token, [claim.span for claim in claims])
    return [claim if last in introduced else _doubted(claim, seen.words[last]) for claim, last in zip(claims, lasts, strict=True)]


def _doubted(claim: Detection, last: Word) -> Detection:
    if _slip(last):
        return Detection(claim.span, tuple([extended(h, [_SLIP]) if h.label in LISTED_NAMES else h for h in claim.hypotheses]))
    if (last.plain if last.shape == "lower" else last.ordinary) >= ORDINARY and last.labels.isdisjoint(LISTED_NAMES):
        return Detection(claim.span, tuple([extended(h, [_ORDINARY]) if h.label in PEOPLE_AND_TOWNS else h for h in claim.hypotheses]))
    return claim


def _allowed(seen: Sight, claim: Detection) -> Detection | None:
    """The claim without labels that its letters rule out and without nobody's age; None for no label left, and for an abbreviation."""
    span, text = claim.span, seen.document.text
    possible = [h for h in claim.hypotheses if h.label not in NEEDED or NEEDED[h.label].match(text, span.start, span.end)]
    if any(h.label in AGES for h in possible) and _nobodys_age(seen, span):
        possible = [h for h in possible if h.label not in AGES]
    if not possible or (len(span) <= _AROUND and any(h.label == "initials" for h in possible) and _abbreviates(text, span)):
        return None
    return claim if len(possible) == len(claim.hypotheses) else Detection(span, tuple(possible))


def of_anybody(text: str, start: int) -> bool:
    """Whether an age that begins there, in digits or words, is that of anybody: när man är femton år."""
    return text.endswith(_TURNS, 0, start) and _ANYBODY.search(text, max(0, start - _WINDOW), start) is not None


def _nobodys_age(seen: Sight, age: Span) -> bool:
    """Whether an age is that of anybody or of a thing; of a row of ages, what stands before the first tells."""
    first = age_rows.start(seen, seen.first_token(age))
    return of_anybody(seen.document.text, seen.document.tokens.starts[first]) or ages.of_thing(seen, first)


def _abbreviates(text: str, span: Span) -> bool:
    """Whether a stretch is a letter or all of an abbreviation."""
    around = _ABBREVIATION.finditer(text, max(0, span.start - _AROUND), span.end + _AROUND)
    return any(found.start() <= span.start and span.end <= found.end() + 1 for found in around)


def of_people(seen: Sight, claims: Sequence[Detection]) -> Sequence[Detection]:
    """The claims without labels that letters rule out, and but for those on nobody's numbers, in titles of works and user names."""
    text = seen.document.text
    nobody = english_words(seen) | foreign_words(seen) | gods(seen) | holidays(seen) | kinds(seen)
    claims = [allowed for claim in claims if claim.span not in nobody and (allowed := _allowed(seen, claim))]
    users = {claim.span: user for claim in claims if (user := _user(claim))}
    taken = sorted(
        [*nobodys(text), *endings(text), *titles(text), *works(seen), *models(seen), *((span.start, span.end) for span in users)]
    )
    if not taken:
        return claims
    starts, furthest = [start for start, _ in taken], list(accumulate([end for _, end in taken], max))
    kept = []
    for claim in claims:
        begun = bisect_left(starts, claim.span.end)
        if not begun or furthest[begun - 1] <= claim.span.start:
            kept.append(claim)
        elif claim.span in users:
            kept.append(users[claim.span])
    return kept


def _user(claim: Detection) -> Detection | None:
    """The claim as that of a user name and nothing else, where its form speaks for it; nobody has names or numbers inside one."""
    for hypothesis in claim.hypotheses:
        if hypothesis.label == "extra" and hypothesis.score > 0 and any(e.source.startswith("form:user") for e in hypothesis.evidence):
            return Detection(claim.span, (hypothesis,))
    return None


def nobodys(text: str) -> Iterator[tuple[int, int]]:
    """Where numbers of books and laws stand, decades, round the clock, parts of a whole, sums and measures."""
    behind = 0
    for number in _NUMBER.finditer(text):
        start = number.start()
        if start < behind:
            continue
        if more := _NOBODYS.match(text, start) or _sum(text, start) or _points(text, start):
            behind = more.end()
            yield more.span()
        elif (act := _ACT.match(text, start)) and (law := _ACTED.search(text, max(0, start - _WINDOW), start)):
            behind = act.end()
            yield law.start(), behind
    if "isbn" in (small := text.lower()) or "issn" in small:
        yield from [book.span() for book in _BOOK.finditer(text)]


def endings(text: str) -> Iterator[tuple[int, int]]:
    """Where endings stand that are glued to a number, and no name: 5:an, 3ans."""
    return (ending.span(1) for ending in _ENDING.finditer(text))


def _sum(text: str, start: int) -> re.Match[str] | None:
    """The sum that begins there; None also where words before it say that it is somebody's number."""
    found = _SUM.match(text, start)
    return None if found and NUMBER_WORDS.search(text, max(0, start - _WINDOW), start) else found


def _points(text: str, start: int) -> re.Match[str] | None:
    """The points out of so many that begin there, where words before them say that they are that and no date."""
    found = _POINTS.match(text, start)
    return found if found and _POINTED.search(text, max(0, start - _WINDOW), start) else None


def titles(text: str) -> Iterator[tuple[int, int]]:
    """Where titles of works stand."""
    behind = 0
    for mark in _MARK.finditer(text):
        start = mark.start()
        if start >= behind and _WORK.search(text, max(0, start - _BEFORE_TITLE), start) and (title := _QUOTATION.match(text, start)):
            behind = title.end()
            yield title.span(1)
    for entry in _LITERATURE.finditer(text):
        if _AUTHOR.search(text, max(0, entry.start() - _WINDOW), entry.start()):
            yield entry.span(1)


def works(seen: Sight) -> Iterator[tuple[int, int]]:
    """Where well-known titles stand that need no quotation marks: Bröderna Lejonhjärta, but not "bröderna Lejonhjärta", who are people."""
    for index, length in seen.several.items():
        last = index + length - 1
        if any(entry.label == "work_title" for entry in seen.entries(index, last)):
            first, *others = [word.shape in CAPITALS for word in seen.words[index : last + 1]]
            if first or not any(others):
                span = seen.span(index, last)
                yield span.start, span.end


def models(seen: Sight) -> Iterator[tuple[int, int]]:
    """Where models of cars stand, with the make where that is sure: Volvo V70, Ford Fiesta, (en) BMW 320; but not the plate abc 12d."""
    text, tokens = seen.document.text, seen.document.tokens
    for index in _among(seen, _CARS):
        if model := _MODEL.match(text, tokens.ends[index]):
            yield tokens.starts[index] if model["sure"] else tokens.ends[index], model.end()
        elif seen.lowers[index] in MAKES and seen.right(index) in _products():
            yield tokens.starts[index], tokens.ends[index + 1]


@cache
def _products() -> frozenset[str]:
    return frozenset(form.lower() for form, *_ in rows("brands.tsv"))


def english_words(seen: Sight) -> set[Span]:
    """Words of English sentences that a Swedish reader would take for names: He said, My English, but not my brother Will."""
    told: defaultdict[int, set[str]] = defaultdict(set)
    for index in _among(seen, _ENGLISH):
        told[seen.sentence[index]].add(seen.lowers[index])
    if not (sentences := {number for number, words in told.items() if len(words) >= ENGLISH_LEAST}):
        return set()
    return {
        seen.span(index, index)
        for index in _among(seen, _NO_NAMES, sentences)
        if seen.words[index].shape == "lower" or seen.initial[index] or seen.lowers[index] in _TONGUES
    }


def gods(seen: Sight) -> set[Span]:
    """Gods and figures of holy books and legends, in sentences that speak of such things; but not min bror Noa, Maria Ek."""
    divine, cues = _divine()
    if not (sentences := {seen.sentence[index] for index in _among(seen, cues)}):
        return set()
    return {seen.span(index, index) for index in _among(seen, divine, sentences) if not _of_somebody(seen, index)}


def _among(seen: Sight, forms: Container[str], sentences: Container[int] | None = None) -> Iterator[int]:
    """Which tokens are among the forms, in these sentences or in all."""
    found = compress(count(), map(forms.__contains__, seen.lowers))
    return found if sentences is None else (index for index in found if seen.sentence[index] in sentences)


def holidays(seen: Sight) -> set[Span]:
    """Holidays and the greetings after them; such as are names, too, where holidays are spoken of. But not min bror Ramadan."""
    always, names, greetings, cues = _festive()
    found: set[Span] = set()
    for index in _among(seen, always | names):
        greeted = seen.right(index) in greetings
        if not greeted and (_of_somebody(seen, index) or seen.left(index) in _OF_PEOPLE):
            continue
        told = greeted or seen.left(index) in _AT_A_TIME or seen.right(index) in _TAKES_PLACE or _is_a_time(seen, index)
        spoken = told or seen.lowers[index] in always or not cues.isdisjoint(_before(seen, index))
        if spoken:
            found.add(seen.span(index, index))
        if spoken and greeted:
            found |= {seen.span(index + 1, index + 1), seen.span(index, index + 1)}
    return found


def kinds(seen: Sight) -> set[Span]:
    """Plants and animals of which a sentence begins to tell what they are: Lind är ett träd; but not Sara är en blomma."""
    found = set()
    for index in _among(seen, _KINDS):
        article = next((index - step for step in (1, 2, 3) if seen.left(index, step) in ("en", "ett")), 0)
        name = article - 2
        defined = name >= 0 and seen.left(article) == "är" and seen.sentence[name] == seen.sentence[index]
        if defined and seen.initial[name] and seen.words[name].ordinary >= 0:
            found.add(seen.span(name, name))
    return found


def _is_a_time(seen: Sight, index: int) -> bool:
    """Whether a word is said to be a time or feast: _ är en helig månad."""
    return seen.right(index) in ("är", "var", "e") and any(seen.right(index, step) in _TIMES for step in range(2, 6))


def _before(seen: Sight, index: int) -> list[str]:
    """The words before a token in its sentence."""
    return seen.lowers[seen.document.sentences[seen.sentence[index]].start : index]


@cache
def _festive() -> tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]:
    """Holidays that are nearly always nothing else, those that are names as often, greetings after them, the words that tell of them."""
    listed = rows("holidays.tsv")
    always = {form.lower() for form, label, _, note in listed if label == "holiday" and "word=1" in note}
    names = {form.lower() for form, label, _, note in listed if label == "holiday" and "word=1" not in note}
    greetings, cues = ({form.lower() for form, label, _, _ in listed if label == wanted} for wanted in ("greeting", "holidaycue"))
    return frozenset(always), frozenset(names), frozenset(greetings), frozenset(cues)


@cache
def _divine() -> tuple[frozenset[str], frozenset[str]]:
    """Names of gods and the like, their genitives too, and the words that tell of them."""
    names = {form.lower() for form, label, _, _ in rows("gods.tsv") if label == "myth"}
    cues = {form.lower() for form, label, _, _ in rows("gods.tsv") if label == "mythcue"}
    return frozenset(names | {name + "s" for name in names}), frozenset(cues)


def _of_somebody(seen: Sight, index: int) -> bool:
    """Whether a name belongs to a person: another name stands beside it, or a word for a relative or "heter" before it."""
    before = seen.words[index - 1] if seen.left(index) else None
    after = seen.words[index + 1] if seen.right(index) else None
    if before and (before.lower in ("heter", "hette", "kallas") or not before.labels.isdisjoint(("fam", "title"))):
        return True
    return any(word and word.shape in CAPITALS and not word.labels.isdisjoint(PERSON) for word in (before, after))


def _slip(word: Word) -> bool:
    """Whether a common word is meant: in small letters, or where no list knows the form as it is written."""
    return bool(word.meant) and (word.shape == "lower" or word.misspelt or not word.entries)
