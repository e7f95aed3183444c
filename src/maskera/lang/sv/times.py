"""Ages, dates in words, years, house numbers and line numbers: numbers that only their neighbours explain."""

from __future__ import annotations

import re
from collections.abc import Iterator

from maskera.detect.sight import Sight
from maskera.gazetteer import Entry
from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.text import Span

_PERSONS = frozenset("jag han hon du hen jg ja sonen dottern pojken flickan mannen".split())
_BE = frozenset("är var blev blir e är: ar bli blivit va vara".split())
_PRONOUNS = frozenset("jag han hon".split())
_NO_PERSON = frozenset("man det den klockan kl vi de dom ni här där som detta alla båda idag priset".split())
_AFTER_AGE = frozenset("och men när då i nu eller fast så som utan medan".split())
_TURN = frozenset("fyller fyllde fyllt fylla fylde fyler fyllar år:".split())
_AGE_AFTER = re.compile(r"^(?:år\w{0,2}|ar|åren|years?)$")
_OLD = re.compile(r"^(?:gam+al\w*|gam+la|gamel|old|ung|unga|gammla)$")
_AGO = frozenset("sedan sen sidan sedn tillbaka innan efter senare framåt i och".split())
_DURATION = frozenset(
    "i om under på efter för inom nästan ungefär cirka ca drygt över mer minst varje hela de senaste några första kommande dessa".split()
)
_MONTH_PARTS = frozenset(
    "i den början slutet mitten av sedan sen till från och hela under förra nästa denna på mellan tidigt sent sista första".split()
)
_YEAR_BEFORE = frozenset(
    "år året i sedan sen från till före efter under hösten våren sommaren vintern född föddes mellan och januari jul julen "
    "innan fram kring omkring runt ca den ht vt åren".split()
)
_YEAR_UNIT = re.compile(
    r"^(?:kr|kronor|sek|personer|människor|invånare|meter|km|gram|kg|euro|dollar|elever|ord|talets?|tal|tals|talen|gånger|procent|%|kcal|barn|kvadrat\w*|mil|år|arbets\w*|studenter|bilar|liter|watt|stycken)$"
)
_QUANTITY = re.compile(
    r"^(?:kr|kronor|minuter|min|timmar|tim|timme|sekunder|procent|%|km|kilometer|meter|cm|grader|kilo|kg|sidor|veckor|vecka|månader|gånger|personer|elever|barn|poäng|liter|euro|dollar|dagar|stycken|st|kvm|rum|mil|tusen|miljoner|vagnar|stationer|hållplatser|passagerare)$"
)
_STREET = re.compile(
    r"(?:gatan|gata|vägen|väg|gränd|gränden|stigen|stig|allén|allé|backen|torget|torg|plan|plats|platsen|esplanaden|leden|ringen|slingan|stråket|kajen|gången|liden|parken|svängen|brinken|gårdsv|gatu|terrassen|promenaden|rundeln|höjden|rue|street|strasse|straße|caddesi|sokak)$"
)
_LETTER = re.compile(r"^[a-hA-H]$")
_ORDINAL = re.compile(r"^(?:e|a|de|dje|nde|te|ende)$")
_AGE_TAIL = re.compile(r"^(.+?)-?((?:års|år|ar)?(?:årig|åring|arig|aring|årsdag|års|årsålder)\w*)$")


def claims(sight: Sight) -> Iterator[Detection]:
    """What the neighbours of numbers, months and weekdays claim."""
    for index, word in enumerate(sight.words):
        if word.shape == "digit":
            yield from _digits(sight, index)
        elif "number" in word.labels or "ordinal" in word.labels:
            yield from _number_word(sight, index)
        elif word.shape != "mark" and (match := _AGE_TAIL.match(word.lower)):
            yield from _age_compound(sight, index, match)
        if "month_word" in word.labels:
            yield from _month(sight, index)
        if "weekday" in word.labels:
            yield from _weekday(sight, index)


def _at(sight: Sight, index: int) -> str:
    return sight.lowers[index] if 0 <= index < len(sight.lowers) and sight.words[index].shape != "" else ""


def _left(sight: Sight, index: int, steps: int = 1) -> str:
    """The token so many steps before, if it stands in the same sentence."""
    where = index - steps
    return sight.lowers[where] if where >= 0 and sight.sentence[where] == sight.sentence[index] else ""


def _right(sight: Sight, index: int, steps: int = 1) -> str:
    where = index + steps
    return sight.lowers[where] if where < len(sight.lowers) and sight.sentence[where] == sight.sentence[index] else ""


def _glued(sight: Sight, index: int) -> bool:
    """Whether the token and the next touch."""
    tokens = sight.document.tokens
    return index + 1 < len(tokens) and tokens.ends[index] == tokens.starts[index + 1]


def _entry(sight: Sight, index: int, label: str) -> Entry | None:
    if not 0 <= index < len(sight.words):
        return None
    return next((entry for entry in sight.words[index].entries if entry.label == label), None)


# --- digits ------------------------------------------------------------------------------------------------------------------------------
def _digits(sight: Sight, index: int) -> Iterator[Detection]:
    form = sight.lowers[index]
    value = int(form) if form.isdecimal() and len(form) < 9 else -1
    if value < 0:
        return
    before_glued = index > 0 and _glued(sight, index - 1)
    if (
        before_glued
        and sight.lowers[index - 1] in ",.:/"
        and index > 1
        and sight.words[index - 2].shape == "digit"
        and _glued(sight, index - 2)
    ):
        return  # 3,5 or 10:30
    after = _right(sight, index)
    decimal = (
        _glued(sight, index)
        and after in (",", ":", "/")
        and index + 2 < len(sight.words)
        and sight.words[index + 2].shape == "digit"
        and _glued(sight, index + 1)
    )
    if decimal and len(form) != 4:
        return
    if value <= 120 and len(form) <= 3:
        yield from _age(sight, index, index, "age_digits")
    if 1 <= value <= 31 and len(form) <= 2:
        yield from _day(sight, index)
    if len(form) == 4 and 1000 <= value <= 2100:
        yield from _year(sight, index, value)
    if len(form) == 2:
        yield from _short_year(sight, index)
    if len(form) <= 4:
        yield from _house_number(sight, index)
    if len(form) <= 5:
        yield from _line_number(sight, index)


def _age(sight: Sight, first: int, last: int, label: str) -> Iterator[Detection]:
    evidence = [Evidence("number", -3.8)]
    one, two = _left(sight, first), _left(sight, first, 2)
    after, then = _right(sight, last), _right(sight, last, 2)
    hyphen = after in ("-", "–") and then.startswith(("åri", "ari", "års"))
    if hyphen:
        after = then
        then = _right(sight, last, 3)
    years = bool(_AGE_AFTER.match(after))
    if years and _OLD.match(then):
        evidence.append(Evidence("cue:_ år gammal", 0.0 if then.endswith("alt") else 7.0))
    elif years:
        evidence.append(Evidence("cue:_ år", 1.0))
        if then in ("sedan", "sen", "sidan", "tillbaka", "innan", "efter", "senare", "framåt", "i", "som", "på", "fängelse"):
            evidence.append(Evidence(f"cue:_ år {then}", -4.5))
        if then in ("ålder", "ålders"):
            evidence.append(Evidence("cue:_ års ålder", 5.0))
    elif after in ("månader", "mån", "veckor") and _OLD.match(then):
        evidence.append(Evidence("cue:_ månader gammal", 6.5))
    elif after.startswith(("årig", "arig")):
        evidence.append(Evidence("cue:_-årig", 5.0))
        if one in ("till", "över", "under", "alla", "för", "och", "eller"):
            evidence.append(Evidence("cue:a general age", -3.0))
    elif after.startswith(("åring", "aring")):
        evidence.append(Evidence("cue:_-åring", 1.5 if "ar" in after[6:] else 3.5))
        if one in ("min", "vår", "mina", "våra"):
            evidence.append(Evidence("cue:min _-åring", 3.0))
        if after.startswith(("åringar", "aringar")):
            evidence.append(Evidence("cue:_-åringar", -1.5))
    elif after in ("årsåldern", "årsdag", "årsdagen"):
        evidence.append(Evidence(f"cue:_-{after}", 5.0))
    elif (_QUANTITY.match(after) and not (after == "månader" and one == "(")) or after in ("%", "°", "-", ":", "/"):
        evidence.append(Evidence("cue:quantity", -4.0))
    if one in _TURN:
        evidence.append(Evidence(f"cue:{one} _", 5.5))
    elif one in _BE:
        person = first >= 2 and (
            two in _PERSONS
            or bool(sight.words[first - 2].labels & _PERSONAL)
            or (sight.words[first - 2].shape == "capital" and two not in _NO_PERSON)
        )
        evidence.append(Evidence(f"cue:{one} _", 3.0 if years else 1.0))
        if two in _NO_PERSON:
            evidence.append(Evidence(f"cue:{two} {one} _", -3.0))
        elif not person and not _PRONOUNS.isdisjoint(sight.lowers[max(0, first - 8) : first]) and not after.isalpha():
            evidence.append(Evidence("cue:person ... är _", 3.5))
        if person:
            closed = not after.isalpha() or after in _AFTER_AGE
            evidence.append(Evidence("cue:person is _", 2.0 if years else 4.5 if closed else 0.5))
            if _left(sight, first, 3) in ("när", "då", "medan", "sedan"):
                evidence.append(Evidence("cue:när person var _", 3.0))
    elif one in ("jag", "han", "hon") and two in _BE:
        closed = years or not after.isalpha() or after in _AFTER_AGE
        evidence.append(Evidence("cue:är jag _", 4.5 if closed else 1.0))
    elif one in ("bara", "snart", "nu", "redan", "ungefär", "nästan") and (two in _BE or two in _TURN):
        evidence.append(
            Evidence(f"cue:{two} {one} _", 4.0 if years or two in _TURN else 5.0 if not after.isalpha() or after in _AFTER_AGE else 2.5)
        )
    elif one in ("ålder", "åldern", "av") and "ålder" in (one + two + _left(sight, first, 3)):
        evidence.append(Evidence("cue:ålder _", 4.0))
    elif one in ("när", "då") or (one == "var" and two == "jag"):
        evidence.append(Evidence("cue:när jag var _", 2.0))
    elif one in ("(", ",") and first >= 2:
        name = sight.words[first - 2]
        closes = after in (")", ",", ".", "år", "månader", "och") or years
        if closes and (name.labels & _PERSONAL or (name.shape == "capital" and not sight.initial[first - 2])):
            evidence.append(Evidence("cue:name, _,", 6.0 if years or one == "(" else 5.2))
    elif one in _DURATION and years:
        evidence.append(Evidence(f"cue:{one} _ år", -4.0))
    elif one in ("ålder:", ":") and two in ("ålder", "år"):
        evidence.append(Evidence("cue:ålder: _", 6.0))
    elif (
        years
        and (name_before := first >= 1 and sight.words[first - 1])
        and name_before.labels & _PERSONAL
        and name_before.shape == "capital"
    ):
        evidence.append(Evidence("cue:name _ år", 4.0))
    elif years and one in ("på", "om"):
        evidence.append(Evidence(f"cue:{one} _ år", 1.0))
    if len(evidence) > 1 and sum(item.weight for item in evidence) > -3:
        yield sight.claim(first, last, label, *evidence)


_PERSONAL = frozenset(("fam", "firstname_male", "firstname_female", "firstname_unknown", "surname"))


def _day(sight: Sight, index: int) -> Iterator[Detection]:
    last = index
    if _glued(sight, index) and _right(sight, index) == ":" and _ORDINAL.match(_right(sight, index, 2)):
        last = index + 2
    elif _glued(sight, index) and _ORDINAL.match(_right(sight, index)):
        last = index + 1
    one = _left(sight, index)
    following = last + 1
    dot = False
    if last == index and _glued(sight, index) and _at(sight, following) == "." and _entry(sight, following + 1, "month_word"):
        dot, following = True, following + 1
    elif _at(sight, following) in ("i",) and _entry(sight, following + 1, "month_word"):
        following += 1
    evidence = [Evidence("number", -3.0)]
    month = _entry(sight, following, "month_word")
    if month:
        evidence.append(Evidence("cue:_ month", 5.5 if month.weight >= 1 or one == "den" else 3.0))
    elif one == "den" or _left(sight, index, 2) == "den":
        evidence.append(Evidence("cue:den _", 3.4 if not _noun_follows(sight, last) else 0.5))
    if _entry(sight, index - 1, "weekday") or (one == "den" and _entry(sight, index - 2, "weekday")):
        evidence.append(Evidence("cue:weekday _", 3.0))
    if (after := _right(sight, last)) in ("-", "–", "och", "till") and (other := _right(sight, last, 2)).isdecimal() and int(other) <= 31:
        if _entry(sight, last + 3, "month_word"):
            evidence.append(Evidence(f"cue:_ {after} day month", 5.5))
    if one == "den" and (match := _right(sight, last)).isdecimal() and 1 <= int(match) <= 12 and not _glued(sight, last):
        evidence.append(Evidence("cue:den _ month number", 3.0))
        if not _QUANTITY.match(_right(sight, last, 2)):
            yield sight.claim(last + 1, last + 1, "month_digit", Evidence("cue:den day _", 2.5))
    month_at = last + 2 if _right(sight, last) == "i" else -1
    if (
        one in ("den", "d")
        and 0 < month_at < len(sight.words)
        and _at(sight, month_at).isdecimal()
        and 1 <= int(_at(sight, month_at)) <= 12
    ):
        if not _QUANTITY.match(_right(sight, month_at)):
            ordinal = month_at + 2 if _right(sight, month_at) == ":" and _ORDINAL.match(_right(sight, month_at, 2)) else month_at
            evidence.append(Evidence("cue:den _ i month number", 4.0))
            yield sight.claim(month_at, ordinal, "month_digit", Evidence("cue:den day i _", 3.0))
    if one in ("månad", "månaden"):
        yield sight.claim(index, index, "month_digit", Evidence("cue:månad _", 4.0))
    if last > index and one == "den":
        evidence.append(Evidence("ordinal", 1.0))
    if len(evidence) > 1:
        end = last + 1 if dot else last
        yield sight.claim(index, end, "day", *evidence)


def _noun_follows(sight: Sight, index: int) -> bool:
    after = _right(sight, index)
    return bool(after) and after.isalpha() and after not in _AFTER_DATE


_AFTER_DATE = frozenset(
    "och i är var på kl klockan till som men för med så kommer jag vi han hon ska åkte fick blev denna förra nästa från samma "
    "varje eller detta hade har när".split()
)


def _year(sight: Sight, index: int, value: int) -> Iterator[Detection]:
    modern = 1900 <= value <= 2035
    evidence = [Evidence("four digits", 1.8 if modern else 0.4 if value >= 1500 else -2.0)]
    one, after = _left(sight, index), _right(sight, index)
    if after in ("-", "–", "−") and _right(sight, index, 2).startswith("tal"):
        evidence.append(Evidence("cue:decade", -9.0))
    elif _YEAR_UNIT.match(after):
        evidence.append(Evidence("cue:quantity", -5.0))
    if one in _YEAR_BEFORE or _entry(sight, index - 1, "month_word"):
        evidence.append(
            Evidence(f"cue:{one} _", 2.5 if one in ("år", "året", "född", "hösten", "våren", "sommaren", "vintern") or modern else 1.2)
        )
    elif one in ("kl", "klockan", "nummer", "nr", "kod", "koden", "lägenhet", "lgh", "isbn", "kostar", "för"):
        evidence.append(Evidence(f"cue:{one} _", -4.0))
    last = index
    yield sight.claim(index, last, "year", *evidence)


def _short_year(sight: Sight, index: int) -> Iterator[Detection]:
    one, two = _left(sight, index), _left(sight, index, 2)
    after = _right(sight, index)
    if after in ("-", "–", ":") and _right(sight, index, 2).startswith(("tal", "års", "åri", "e")):
        return
    apostrophe = one in ("-", "–", "'", "’", "´") and _glued(sight, index - 1)
    evidence = [Evidence("two digits", -3.5)]
    before = two if apostrophe else one
    place = index - (2 if apostrophe else 1)
    if apostrophe:
        evidence.append(Evidence("cue:-_", 1.5))
    if before in ("född", "föddes", "år", "årgång"):
        evidence.append(Evidence(f"cue:{before} _", 4.0))
    elif _entry(sight, place, "month_word") and not _AGE_AFTER.match(after):
        evidence.append(Evidence("cue:month _", 4.0 if apostrophe else 2.5))
    elif (before in ("sedan", "sen", "i", "hösten", "våren", "sommaren", "vintern", "ht", "vt") and apostrophe) or before in (
        "hösten",
        "våren",
        "sommaren",
        "vintern",
        "ht",
        "vt",
    ):
        evidence.append(Evidence(f"cue:{before} _", 3.0))
    if len(evidence) > 1 and sum(item.weight for item in evidence) > -2:
        tokens = sight.document.tokens
        start = tokens.starts[index]
        yield Detection(Span(start, tokens.ends[index]), (Hypothesis("year", tuple(evidence)),))


def _house_number(sight: Sight, index: int) -> Iterator[Detection]:
    before = index - 1
    if _left(sight, index) in ("nr", "nummer", "no"):
        before -= 1
    if before < 0 or sight.sentence[before] != sight.sentence[index]:
        return
    street = sight.words[before]
    weight = 0.0
    if _STREET.search(street.lower) and len(street.lower) > 4 and street.ordinary < 2.5:
        weight = 4.0
    elif "place" in street.labels and street.shape != "lower":
        weight = 2.5
    elif (
        street.lower
        in ("väg", "gata", "gränd", "torg", "plan", "plats", "allé", "stig", "backe", "strand", "street", "road", "straat", "straße")
        and sight.words[before - 1].shape == "capital"
    ):
        weight = 4.0
    elif (
        street.shape == "capital"
        and not sight.initial[before]
        and street.zipf < 3
        and not street.labels & {"month_word", "work", "transport_name"}
        and _left(sight, before) in ("på", "adress", ":")
    ):
        weight = 2.0
    if not weight or _QUANTITY.match(_right(sight, index)) or _AGE_AFTER.match(_right(sight, index)):
        return
    last = index
    following = _at(sight, index + 1)
    if _LETTER.match(following) and sight.adjacent(index):
        last = index + 1
    yield sight.claim(index, last, "street_nr", Evidence("cue:street _", weight))


def _line_number(sight: Sight, index: int) -> Iterator[Detection]:
    before = index - 1
    if _left(sight, index) in ("nr", "nummer", "nummret", "no", "numer"):
        before -= 1
    if before < 0 or sight.sentence[before] != sight.sentence[index]:
        return
    last = index
    if _glued(sight, index) and _LETTER.match(_right(sight, index)):
        last = index + 1
    after = _right(sight, last)
    cue = _entry(sight, before, "transport_cue") or _entry(sight, before, "transport_name")
    if cue and cue.kind != "after" and len(sight.lowers[index]) <= 4:
        if _QUANTITY.match(after) or (after in (":", ".", ",") and _glued(sight, last) and _right(sight, last, 2).isdecimal()):
            return
        weight = 1.5 + min(cue.weight, 3.0) - (1.5 if cue.label == "transport_name" else 0.0)
        yield sight.claim(index, last, "transport_nr", Evidence(f"cue:{cue.form} _", weight))
    elif after in (":", "-") and _right(sight, last, 2) in ("an", "ans", "orna") and _glued(sight, index):
        near = any(_entry(sight, where, "transport_cue") for where in range(max(0, index - 12), min(len(sight.words), index + 12)))
        yield sight.claim(index, last, "transport_nr", Evidence("cue:_:an", 0.0), Evidence("cue:transport near", 1.8 if near else -3.0))
    elif (
        _left(sight, index) in ("eller", "och", ",", "/")
        and (earlier := _entry(sight, index - 3, "transport_cue"))
        and sight.words[index - 2].shape == "digit"
    ):
        if not _QUANTITY.match(after):
            yield sight.claim(index, last, "transport_nr", Evidence(f"cue:{earlier.form} number och _", 3.0))


# --- words -------------------------------------------------------------------------------------------------------------------------------
def _number_word(sight: Sight, index: int) -> Iterator[Detection]:
    word = sight.words[index]
    entry = _entry(sight, index, "number")
    last = index
    if entry and 20 <= entry.value <= 90 and entry.value % 10 == 0:
        unit = _entry(sight, index + 1, "number")
        if unit and 1 <= unit.value <= 9 and sight.adjacent(index):
            last = index + 1
    if (entry and 1 < entry.value <= 120) or (entry and entry.value == 1 and _right(sight, index).startswith("år")):
        if not (
            index
            and _entry(sight, index - 1, "number")
            and sight.adjacent(index - 1)
            and (before := _entry(sight, index - 1, "number"))
            and before.value in range(20, 100, 10)
        ):
            yield from _age(sight, index, last, "age_string")
    ordinal = _entry(sight, index, "ordinal")
    if ordinal and 1 <= ordinal.value <= 31:
        month = _entry(sight, index + 1, "month_word") or (_right(sight, index) == "i" and _entry(sight, index + 2, "month_word"))
        if month:
            yield sight.claim(
                index, index, "day", Evidence("cue:ordinal month", 3.5 if word.lower != "första" or _left(sight, index) == "den" else 1.5)
            )
    if entry and 1 < entry.value <= 31 and _entry(sight, last + 1, "month_word") and _left(sight, index) == "den":
        yield sight.claim(index, last, "day", Evidence("cue:number month", 3.5))


def _age_compound(sight: Sight, index: int, match: re.Match[str]) -> Iterator[Detection]:
    """sextonårige, trettioårsåldern: the number is the mention."""
    stem = match[1].rstrip("-")
    entries = sight.words[index].entries
    if any(entry.label == "age_decade" for entry in entries):
        decade = next(entry for entry in entries if entry.label == "age_decade")
        if decade.form[0].isdigit():
            return
    if not any(entry.label == "number" and entry.value > 1 for entry in sight.gazetteer.entries(stem)):
        return
    tail = match[2]
    weight = -1.0 if tail.startswith(("åringar", "aringar")) else 2.0
    if _left(sight, index) in ("min", "mina", "vår", "våra", "en", "den", "på"):
        weight += 0.5
    if _left(sight, index) in ("till", "över", "alla", "för"):
        weight -= 2.0
    if tail.startswith("års") and not tail.startswith(("årsd", "årså")):
        weight -= 3.0
    start = sight.document.tokens.starts[index]
    yield Detection(Span(start, start + len(stem)), (Hypothesis("age_string", (Evidence(f"ending:{tail}", weight),)),))


def _month(sight: Sight, index: int) -> Iterator[Detection]:
    word = sight.words[index]
    entry = _entry(sight, index, "month_word")
    if entry is None:
        return
    evidence = [Evidence("list:month_word", entry.weight - 1.0, entry.form)]
    one, after = _left(sight, index), _right(sight, index)
    day_before = index and (
        sight.words[index - 1].shape == "digit" or _ORDINAL.match(one) or _entry(sight, index - 1, "ordinal") or one in (":", ".")
    )
    year_after = len(after) == 4 and after.isdecimal()
    if day_before or year_after:
        evidence.append(Evidence("cue:day or year beside", 3.5))
    elif one in _MONTH_PARTS:
        evidence.append(Evidence(f"cue:{one} _", 2.0))
    if after in ("månad", "månaden"):
        evidence.append(Evidence(f"cue:_ {after}", 2.0))
    if word.shape == "capital" and not sight.initial[index] and "word" in entry.flags and not day_before:
        evidence.append(Evidence("case:capital", -1.0))
    if "word" in entry.flags and len(evidence) == 1:
        evidence.append(Evidence("ordinary word", -2.0))
    yield sight.claim(index, index, "month_word", *evidence)


def _weekday(sight: Sight, index: int) -> Iterator[Detection]:
    """A weekday counts only inside a date: lördag den 3 maj, lördag 3/5."""
    following = index + 1
    if _right(sight, index) == ",":
        following += 1
    if _at(sight, following) in ("den", "d"):
        following += 1
    if following < len(sight.words) and sight.sentence[following] == sight.sentence[index]:
        number = sight.words[following]
        if (
            number.shape == "digit"
            and len(number.lower) <= 2
            and following > index
            and (following > index + 1 or _entry(sight, following + 1, "month_word") or _right(sight, following) == "/")
        ) or "ordinal" in number.labels:
            if _QUANTITY.match(_right(sight, following)) or _right(sight, index) in ("kl", "klockan"):
                return
            yield sight.claim(index, index, "day", Evidence("cue:weekday in a date", 3.0))
