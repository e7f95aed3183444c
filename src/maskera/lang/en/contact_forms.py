"""Numbers and addresses that have a form of their own in English text: those of every language,
addresses read aloud or broken up, and numbers read aloud digit by digit."""

from __future__ import annotations

from maskera import expressions as re
from maskera.lang.en.numerals import HUNDRED, TIMES, UNITS, ZEROS
from maskera.lexicon.tsv import word_list
from maskera.mentions import Evidence, Trust
from maskera.rules.checks import counts
from maskera.rules.forms import SURELY, certain, universal
from maskera.rules.patterns import Pattern
from maskera.taxonomy import Taxonomy

_WORDS = word_list("en", "contact_forms")
_DIGITS = {word: value for value, word in enumerate(UNITS[:10])}
_DIGIT = rf"(?:(?:{'|'.join(sorted(TIMES))})[ -])?(?:{'|'.join((*_DIGITS, *sorted(ZEROS)))})"
_DIGIT += rf"(?: (?:{'|'.join(sorted(HUNDRED))}))?"
LEAST_DIGITS = 7  # of a telephone number read aloud; fewer are a score or a code

# An address as it is read aloud or broken up: anna dot berg at example dot com, anna [at] example
# [.] com. A bare "at" is one only before a spelt full stop.
_PART = r"[\w+-]+"
_DOT = r" ?(?:[(\[{] ?(?:dot|\.) ?[)\]}]|(?<= )dot(?= )) ?"
_SIGN = rf" ?(?:[(\[{{] ?(?:dot|\.) ?[)\]}}]|(?<= ){_WORDS.either('sign')}(?= )) ?"
_AT = r" ?[(\[{<] ?(?:at|@) ?[)\]}>] ?"
_NO_LOCAL = rf"(?:{_WORDS.either('before_at')}|\w+ing) at "  # we were shopping at example dot com
_LOCAL = rf"(?<![\w.+-])(?!{_NO_LOCAL}){_PART}(?:(?:\.|{_SIGN}){_PART}){{0,6}}"
_ALOUD = rf"(?:co(?:\.|{_DOT})uk|{_WORDS.either('top_level', 'top_aloud')})(?!\w)"
_TOP = rf"(?:co(?:\.|{_DOT})uk|{_WORDS.either('top_level')})(?!\w)"
_DOMAIN = rf"{_PART}(?:(?:\.|{_SIGN}){_PART}){{0,4}}?"


def read_aloud(text: str) -> Evidence | None:
    """Seven digits or more, and not counting: not one two three four five six seven."""
    values: list[int] = []
    times = 1
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in TIMES:
            times = TIMES[word]
        elif word in HUNDRED:
            values += [0, 0]
        else:
            values += [_DIGITS.get(word, 0)] * times
            times = 1
    if counts(values) or len(values) < LEAST_DIGITS:
        return None
    return Evidence("check:digits in words", 0.0)


_FORMS = (
    certain(
        "email-read-aloud",
        "email",
        rf"{_LOCAL}(?:{_AT}{_DOMAIN}(?:\.|{_DOT}){_TOP}|(?: at | ?@ ?){_DOMAIN}{_DOT}{_ALOUD})",
        rf"(?i:{_AT}| at |@)",
        literals=("@", " at ", *(f"{mark}{blank}at" for mark in "([{<" for blank in ("", " "))),
    ),
    certain(
        "email-blanks",
        "email",
        rf"(?<![\w.+-])(?:(?:\w ){{2,}}\w|{_PART}(?: ?\. ?{_PART}){{0,3}}) ?@ ?{_PART}"
        rf"(?: ?\. ?{_PART}){{0,2}}? ?\. ?(?-i:{_TOP})",
        "@",
        literals=("@",),
    ),
    certain(
        "url-read-aloud",
        "url",
        rf"(?<![\w.+-])(?!{_WORDS.either('before_dot')} ){_PART}(?: dot {_PART}){{0,3}}? dot {_TOP}",
        " dot ",
        literals=(" dot ",),
    ),
    certain(
        "url-blanks",
        "url",
        rf"(?<![\w.@-])www ?\. ?{_PART}(?: ?\. ?{_PART}){{0,2}}? ?\. ?(?-i:{_TOP})",
        "[wW]{3} ?[.]",
        literals=("www",),
    ),
    Pattern(
        "phone-read-aloud",
        "phone_nr",
        re.compile(rf"(?<![\w-]){_DIGIT}(?:(?:, ?|[ -]){_DIGIT}){{3,18}}(?![\w-])", re.IGNORECASE),
        SURELY,
        read_aloud,
        needs=rf"(?i:{'|'.join(_DIGITS)})",
        trust=Trust.CERTAIN,
        across=True,
    ),
)


def patterns(taxonomy: Taxonomy) -> tuple[Pattern, ...]:
    """The forms of every language, and the English ones."""
    return (*universal((), taxonomy.label), *_FORMS)
